"""Hands as documents word them, read once for all claims, of three cards or the best five of more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, perm, prod

from combin.audit.verdict import UncheckableError
from combin.cards.cards import CardError, Deck, HandSetError, Rank, Suit
from combin.cards.five_cards import OF_ONE_SUIT, FiveCardCategory, FiveCardKind, kinds_of, parse_five_card_set
from combin.cards.hand_sets import HandSet, hands_by_shape, parse_hand_set, with_dashes
from combin.cards.ranking import Category, Ranking, hands_by_suits
from combin.cards.suit_classes import HandClass, hand_classes_by_suit
from combin.exact.fivecard_counts import category_counts, hand_counter
from combin.exact.pay_lines import paid_lines
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable


class UntrueError(ValueError):
    """A claim about something that cannot be: a hand that the deck lacks, a line that a table has not.

    The audit judges it like any other statement; the message is what is wrong with it.
    """


@dataclass(frozen=True)
class ThreeCards:
    """The hands of three cards that words name: the sets that they are of, stronger ones with "or better"."""

    text: str
    sets: tuple[HandSet, ...]
    ranking: Ranking

    @cached_property
    def levels(self) -> frozenset[int]:
        """The levels of which it has hands."""
        return frozenset(level for one in self.sets for level in one.levels)

    @cached_property
    def classes(self) -> dict[tuple[int, ...], HandClass]:
        """Its suit classes by their cards, those of one suit split by suit."""
        deck = self.ranking.deck
        return {
            one.cards: one
            for one in hand_classes_by_suit(self.ranking)
            if one.strength.level in self.levels
            and self.holds(one.strength.level, deck.suits_shown(deck.cards[card] for card in one.cards))
        }

    def holds(self, level: int, suits: frozenset[Suit]) -> bool:
        """Return whether a hand of this level that shows these suits is one of them."""
        return any(one.holds(level, suits) for one in self.sets)

    def counted(self, cards: int) -> dict[object, tuple[str, int]]:
        """Return the category and the number of hands of each of its classes."""
        del cards
        return {place: (one.strength.category.value, one.weight) for place, one in self.classes.items()}

    def count(self, cards: int = 3) -> int:
        """Number of these hands, of a number of cards."""
        return sum(number for _, number in self.counted(cards).values())

    def paid(self, rules: Rules, table: PayTable) -> Mapping[object, Line | None]:
        """Return the line of a table that pays each class of them, None for one that it does not pay."""
        return dict(zip(self.classes, paid_lines(rules, table, [*self.classes.values()]), strict=True))


@dataclass(frozen=True)
class BestFive:
    """The hands of five cards, or of the best five of more, that words name; of one `suit` if it is given."""

    text: str
    kinds: frozenset[FiveCardKind]
    suit: Suit | None
    deck: Deck

    def count(self, cards: int = 5) -> int:
        """Number of these hands, of a number of cards; whole categories are counted without their kinds."""
        categories = {category for category, _ in self.kinds}
        whole = {kind for category in categories for kind in kinds_of(category, self.deck)}
        whole = {(category, rank) for category, rank in whole if category in categories}
        if self.suit is not None or self.kinds != whole:
            return sum(number for _, number in self.counted(cards).values())
        counts = category_counts(self.deck, cards)
        return sum(counts[category] for category in categories)

    def counted(self, cards: int) -> dict[object, tuple[str, int]]:
        """Category and number of hands of a number of cards, of each of its kinds in each suit."""
        counts = hand_counter(self.deck, cards).kinds()
        return {kind: (kind[0].value, counts[kind]) for kind in self._kinds}

    @cached_property
    def _kinds(self) -> tuple[tuple[FiveCardCategory, int, Suit | None], ...]:
        suits: dict[bool, tuple[Suit | None, ...]] = {True: self.deck.suits, False: (None,)}
        return tuple(
            (category, rank, suit)
            for category, rank in self.kinds
            for suit in suits[category in OF_ONE_SUIT]
            if self.suit in (None, suit)
        )

    def paid(self, rules: Rules, table: PayTable) -> Mapping[object, Line | None]:
        """Return the line of a table that pays each kind in each suit, None for one that it does not pay."""
        del rules
        return {kind: table.line_of_best(*kind) for kind in self._kinds}


def hands_of(text: str, rules: Rules, place: str, cards: int = 3) -> ThreeCards | BestFive:
    """Return the hands of a number of cards that the words of a claim name."""
    return three_cards(text, rules.ranking, place) if cards == 3 else best_five(text, rules.deck, place)


COUNTED = (5, 6, 7)
"""Sizes of hands of which the best five count, and that are counted."""


def five_card_counts(rules: Rules, cards: int) -> dict[FiveCardCategory, int]:
    """Return the number of hands with their best five in each category, high to low."""
    if cards not in COUNTED:
        raise UncheckableError(f"hands of {cards} cards are not counted")
    if rules.deck.copies > 1 or rules.deck.wild_cards:
        raise UncheckableError("hands of more than three cards are counted of one deck without wild cards")
    return category_counts(rules.deck, cards)


def or_better(text: str) -> tuple[str, bool]:
    """Return the words for a hand, and whether all stronger hands are meant too.

    >>> or_better("A Straight or better"), or_better("A high")
    (('Straight', True), ('A high', False))
    """
    words = " ".join(text.split())
    bare = re.sub(r"(?: or (?:better|higher|above|stronger)|\+| and up)$", "", words, flags=re.IGNORECASE)
    return re.sub(r"^an? (?!high\b)(?=\w)", "", bare, flags=re.IGNORECASE), bare != words


def parted(text: str) -> list[str]:
    """Return the hands that a list names: "Straight Flush, Three of a Kind or Straight"."""
    parts = re.split(r",|;| and (?!up$)| or (?!better|higher|above|stronger)", text, flags=re.IGNORECASE)
    return [part.strip() for part in parts if part.strip()]


_SAME = {"royal flush": "mini royal", "royal": "mini royal", "nothing": "high card"}
_WORDS = {"quads": "four of a kind", "trips": "three of a kind", "one pair": "pair"}
"""Other names of hands in documents, with their words in rule files."""


def _in_words(text: str) -> str:
    """Return words for hands as rule files have them: "Three-of-a-Kind", "Trips", "pair of 10s with a 7"."""
    words = " ".join(text.split()).casefold()
    plain = words.replace("-", " ")
    words = plain if plain in {*Category, *FiveCardCategory} else words
    return re.sub(
        r"^(suited |)(\w+(?: pair)?)(?=$| of )",
        lambda match: match[1] + _WORDS.get(match[2], match[2]),
        with_dashes(words),
    )


def ranks_in(text: str, deck: Deck) -> tuple[Rank, ...]:
    """Return the ranks that a published text names, as symbols or in words ("3, 2, Ace")."""
    names = {rank.name: rank.symbol for rank in deck.ranks}
    words = re.findall(r"[A-Za-z]+|\d+", text)
    try:
        return tuple(deck.rank(names.get(word.casefold(), word)) for word in words)
    except CardError as error:
        raise UntrueError(str(error)) from None


def three_cards(text: str, ranking: Ranking, place: str) -> ThreeCards:
    """Return the hands of three cards that words name; UntrueError if this deck lacks them, else RulesError.

    >>> three_cards("A straight or better", Ranking(), "hands").count()
    820
    """
    named, better = or_better(text)
    words = _in_words(named)
    bare, of, suit = words.partition(" of ")
    words = f"{_SAME.get(bare, bare)}{of}{suit}"
    try:
        sets = hands_by_shape(words, ranking)
    except HandSetError as error:
        if error.unknown and words not in set(FiveCardCategory):
            raise RulesError((place,), str(error)) from None
        sets = ()
    if not sets:
        raise UntrueError(_what_it_is(words, ranking) or f"{named} is not a hand of three cards of this deck")
    if better:
        sets += (HandSet(text, range(sets[-1].levels.stop, len(ranking.strengths))),)
    return ThreeCards(text, sets, ranking)


def best_five(text: str, deck: Deck, place: str) -> BestFive:
    """Return the hands of the best five cards that the words of a claim name.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> best_five("pair of aces", STANDARD_DECK, "hands").count(5)
    84480
    """
    named, better = or_better(text)
    words, suit = _in_words(named), None
    if words == "any hand":
        kinds = frozenset().union(*(kinds_of(one, deck) for one in FiveCardCategory))
    else:
        try:
            found = parse_five_card_set(f"{words}{' or better' if better else ''}", deck)
        except HandSetError as error:
            try:
                three = words == "mini royal" or bool(parse_hand_set(words, Ranking()))
            except HandSetError as other:
                three = not other.unknown
            if error.unknown and not three and words not in set(FiveCardCategory):
                raise RulesError((place,), str(error)) from None
            raise UntrueError(f"{named} is not a hand of the best five cards of this deck") from None
        kinds, suit = found.kinds, found.suit
        royal = kinds_of(FiveCardCategory.ROYAL_FLUSH, deck)
        if words.startswith("straight flush") and not better and kinds != royal:
            kinds -= royal  # which tables and lists have apart
    return BestFive(text, kinds, suit, deck)


def _what_it_is(words: str, ranking: Ranking) -> str:
    """Return what three ranks are that are said to be of a category that they cannot be."""
    match = re.fullmatch(r"(\w+-\w+-\w+) (.+)", words)
    if match is None:
        return ""
    try:
        ranks = [parse_hand_set(f"pair of {rank}", ranking) for rank in match[1].split("-")]
    except HandSetError:
        return ""
    wanted = sorted(ranking.strengths[one.levels.start].ranks[0] for one in ranks)
    of_one_suit = match[2].endswith("flush") and len(set(wanted)) == 3
    strengths = [ranking.strengths[ranking.by_suits[tuple(wanted)][0]]] if of_one_suit else ranking.strengths
    found = dict.fromkeys(one.category.value for one in strengths if sorted(one.ranks) == wanted)
    return f"{match[1].upper()} is never a {match[2]}; it is a {' or a '.join(found)}" if found else ""


def choose(items: int, chosen: int) -> str:
    """Return a number of combinations with its arithmetic.

    >>> choose(52, 3)
    'C(52, 3) = 52 × 51 × 50 / (3 × 2 × 1) = 22,100'
    """
    above = " × ".join(str(items - step) for step in range(chosen))
    below = " × ".join(str(step) for step in range(chosen, 0, -1))
    return f"C({items}, {chosen}) = {above} / ({below}) = {comb(items, chosen):,}"


def hands_in_words(deck: Deck) -> str:
    """Return how many three-card hands the deck has, with the arithmetic.

    >>> from combin.cards.cards import Deck
    >>> print(hands_in_words(Deck(copies=2, jokers=1)).partition(";")[0])
    13 ranks × 4 suits × 2 decks + 1 joker = 105 cards
    """
    decks = f" × {deck.copies} decks" if deck.copies > 1 else ""
    jokers = f" + {deck.jokers} joker{'s' * (deck.jokers > 1)}" if deck.jokers else ""
    cards = f"{len(deck.ranks)} ranks × {len(deck.suits)} suits{decks}{jokers} = {len(deck)} cards"
    return f"{cards}; hands of three: {choose(len(deck), 3)}"


def qualification_derivation(rules: Rules) -> tuple[int, tuple[str, ...]]:
    """Return how many dealer hands qualify, with the arithmetic in lines."""
    ranking, total = rules.ranking, comb(len(rules.deck), 3)
    below = ranking.strengths[: rules.qualifies]
    failing = sum(strength.count for strength in below)
    if not below:
        return total, (f"The dealer qualifies with any of the {total:,} hands.",)
    lines = []
    for category in reversed(ranking.order):
        counts = [strength.count for strength in below if strength.category is category]
        if not counts:
            continue
        counted = f"{sum(counts):,} hands"
        if len({*counts}) == 1:
            kinds = f"{_ranks_below(rules, category, len(counts))}{len(counts)} kinds"
            counted = f"{kinds} × {counts[0]} hands = {sum(counts):,}"
        lines.append(f"{category.value}, below {rules.file.dealer.qualifies}: {counted}")
    lines.append(f"{total:,} − {failing:,} = {total - failing:,} of {total:,} dealer hands qualify.")
    return total - failing, tuple(lines)


def _ranks_below(rules: Rules, category: Category, kinds: int) -> str:
    """Return how the kinds of high card below a rank come about: sets of lower ranks that are no run."""
    ranking = rules.ranking
    threshold = ranking.strengths[min(rules.qualifies, len(ranking.strengths) - 1)]
    lower = threshold.ranks[0]
    runs = sum(max(run) < lower for run in ranking.sequences)
    whole = ranking.strengths[rules.qualifies - 1].ranks[0] != lower and comb(lower, 3) - runs == kinds
    if not whole or category is not Category.HIGH_CARD or threshold.category is not category:
        return ""
    return f"C({lower}, 3) = {comb(lower, 3)} sets of three ranks, less {runs} runs, are "


def five_card_derivations(deck: Deck) -> dict[str, tuple[int, str]]:
    """Return for each five-card category above a pair its count and arithmetic, high to low.

    For a deck of single cards whose highest rank is an ace that also ends the lowest run; for several decks
    and with jokers nothing.
    """
    if not deck.single:
        return {}
    ranks, suits = len(deck.ranks), len(deck.suits)
    runs = ranks - 3
    flushes = comb(ranks, 5) * suits - runs * suits
    found = {
        "royal flush": (suits, f"{suits} suits"),
        "straight flush": ((runs - 1) * suits, f"{runs - 1} other runs of five × {suits} suits"),
        "four of a kind": (
            ranks * comb(suits, 4) * (ranks - 1) * suits,
            f"{ranks} ranks × C({suits}, 4), each with {(ranks - 1) * suits} fifth cards",
        ),
        "full house": (
            ranks * comb(suits, 3) * (ranks - 1) * comb(suits, 2),
            f"{ranks} ranks × C({suits}, 3) × {ranks - 1} ranks × C({suits}, 2)",
        ),
        "flush": (flushes, f"C({ranks}, 5) × {suits} suits − {runs * suits} in sequence"),
        "straight": (runs * (suits**5 - suits), f"{runs} runs × ({suits}⁵ − {suits})"),
    }
    return {name: (count, f"{words} = {count:,}") for name, (count, words) in found.items()}


_Kind = tuple[tuple[int, ...], bool]
"""What ranks can be before their suits are known: how often each is there, and whether all are in a run."""

_KINDS: dict[_Kind, tuple[str, str]] = {
    ((1, 1, 1), True): ("run", "runs"),
    ((1, 1, 1), False): ("set of three ranks without a run", "sets of three ranks without a run"),
    ((2, 1), False): ("choice of a pair's rank and another", "choices of a pair's rank and another"),
    ((3,), False): ("rank", "ranks"),
    ((1, 1), True): ("pair of ranks of a run", "pairs of ranks of a run"),
    ((1, 1), False): ("other pair of ranks", "other pairs of ranks"),
    ((2,), False): ("rank of a pair", "ranks of a pair"),
    ((1,), False): ("rank of the third card", "ranks of the third card"),
    ((), False): ("", ""),
}
"""What a text calls one choice of them, and more; of fewer than three ranks jokers are the rest."""


def category_derivations(ranking: Ranking) -> dict[Category, str]:
    """Return for each category the arithmetic of its count, in the order of the ranking.

    >>> from combin.cards.cards import Deck
    >>> category_derivations(Ranking())[Category.STRAIGHT]
    '12 runs × (4³ − 4) not in one suit = 720'
    >>> category_derivations(Ranking(Deck(copies=2)))[Category.THREE_OF_A_KIND]
    '13 ranks × C(8, 3) = 728'
    """
    if not ranking.deck.regular:
        return {one: f"{count:,} hands, counted one by one" for one, count in ranking.counts.items()}
    parts: dict[Category, list[tuple[int, str]]] = {category: [] for category in ranking.order}
    for (category, kind, *suits), sets in sorted(_sets(ranking).items(), key=lambda row: -sum(row[0][1][0])):
        ways, words = _ways(ranking.deck, kind, *suits)
        chosen = f"{_sets_in_words(ranking, kind, sets)} {_KINDS[kind][sets > 1]}"
        parts[category].append(_with_jokers(sets * ways, f"{chosen} × {words}", kind, ranking.deck))
    found = {}
    for category, count in ranking.counts.items():
        numbers = [number for number, _ in parts[category]]
        if sum(numbers) != count:
            raise ArithmeticError(f"derived {numbers} of {category}, counted {count}")
        each = [f"{words} = {number:,}" for number, words in parts[category]]
        total = f"{' + '.join(f'{number:,}' for number in numbers) or 'none'} = {count:,}"
        found[category] = each[0] if len(each) == 1 else "; ".join([*each, total])
    return found


_Sets = tuple["Category", _Kind, frozenset[int], frozenset[int]]
"""A category, a kind of ranks, and how many suits the cards but jokers show in the category, and at all."""


def _sets(ranking: Ranking) -> Counter[_Sets]:
    """Return of how many ranks the hands of each category can be, kind by kind."""
    found: Counter[_Sets] = Counter()
    joker = len(ranking.deck.ranks)
    runs = [set(run) for run in ranking.sequences]
    for ranks in combinations_with_replacement(ranking.deck.ranks_held, 3):
        held = [rank for rank in ranks if rank < joker]
        times = tuple(sorted(Counter(held).values(), reverse=True))
        in_run = len(times) > 1 and len(times) == len(held) and any(run.issuperset(held) for run in runs)
        possible = hands_by_suits(ranking.deck, ranks)
        shown_by: dict[Category, set[int]] = {}
        for shown in possible:
            category = ranking.strengths[ranking.by_suits[ranks][shown - 1]].category
            shown_by.setdefault(category, set()).add(shown - (len(held) < 3))
        every = frozenset(shown - (len(held) < 3) for shown in possible)
        for category, suits in shown_by.items():
            found[category, (times, in_run), frozenset(suits), every] += 1
    return found


def _sets_in_words(ranking: Ranking, kind: _Kind, sets: int) -> str:
    """Return how many choices of ranks there are, with the arithmetic where it is that of all of a kind."""
    ranks, runs = len({*ranking.deck.ranks_held} - {len(ranking.deck.ranks)}), len(ranking.sequences)
    if kind == ((1, 1, 1), False) and comb(ranks, 3) - runs == sets:
        return f"C({ranks}, 3) − {runs} = {sets}"
    if kind[0] == (2, 1) and ranks * (ranks - 1) == sets:
        return f"{ranks} × {ranks - 1}"
    return f"{sets}"


def _ways(deck: Deck, kind: _Kind, shown: frozenset[int], possible: frozenset[int]) -> tuple[int, str]:
    """Return in how many ways cards of given ranks show that many suits, of those that they can, and how."""
    suits, copies = len(deck.suits), deck.copies
    (whole, of_all), (one, of_one) = _chosen(kind[0], suits * copies), _chosen(kind[0], copies, suits)
    if shown == possible:
        return whole, of_all
    if shown == {1}:
        return one, f"{of_one} in one suit"
    if shown == possible - {1}:
        return whole - one, f"({of_all} − {of_one}) not in one suit"
    # Three different ranks, which may need three suits for a straight.
    if shown == {2}:
        choices, words, number = 3 * suits * (suits - 1), f"3 × {suits} × {suits - 1}", "two"
    else:
        choices, words, number = perm(suits, 3), f"{suits} × {suits - 1} × {suits - 2}", "three"
    times, of_each = _chosen((1, 1, 1), copies)
    return choices * times, f"{words}{f' × {of_each}' if copies > 1 else ''} in {number} suits"


def _chosen(times: tuple[int, ...], of: int, suits: int = 1) -> tuple[int, str]:
    """Return the ways to choose cards of some ranks, that many `of` each rank, in each of some suits."""
    single = times.count(1)
    words = [f"{suits}"] * (suits > 1) + [f"C({of}, {number})" for number in times if number > 1]
    words += [f"{of}{('', '', '²', '³')[single]}"] * (single > 0 and of > 1)
    return suits * prod(comb(of, number) for number in times), " × ".join(words) or "1"


def _with_jokers(number: int, words: str, kind: _Kind, deck: Deck) -> tuple[int, str]:
    """Return the number of hands of some ranks in some suits, with as many jokers as make three cards."""
    of, jokers, called = deck.wild_cards, 3 - sum(kind[0]), deck.rank_names[-1]
    ways = comb(of, jokers)
    if jokers == 3:
        return ways, f"C({of}, 3) hands of {called}s alone"
    if jokers:
        words = f"with {f'a {called}' if jokers == 1 else f'two {called}s'} {words}"
        words += f", for each {f'of {of} {called}s' if jokers == 1 else f'two of {of}'}" * (ways > 1)
    return number * ways, words
