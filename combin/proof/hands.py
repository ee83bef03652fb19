"""Every hand of a deck, in whole arrays: of three cards by the words of the documents, of more by category.

What each deal of two hands pays is computed from rows of the hands.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, prod

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from combin.aliases import Integers, Truths
from combin.cards.cards import CardError, ColourLine, Deck, Joker
from combin.cards.five_cards import FiveCardCategory
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.progress import progress
from combin.rules.model import RankingEntry
from combin.rules.outcomes import CASES, HIGHER, LineSets, Payoff, base_nets, base_sets, bet_lines, endings
from combin.rules.resolved import Rules
from combin.rules.wagers import Bet, Case, Compared, Kind, PayTableEntry, Whose

Judged = tuple[Integers, Integers, Integers]
Words = NDArray[np.uint64]
Suited = tuple[Words, Words, Integers]


FOLD = 0
"""The multiple of a decision to fold."""

UNPAID = -1
"""The place of the line of hands that no line pays."""

BLOCK = 1 << 15
"""Words of hands looked at together: few enough to stay in the processor's cache."""

_OF = FiveCardCategory
CATEGORIES = tuple(_OF)[::-1]
"""Low to high, so that the better of two is the one with the greater place."""


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands of three cards, one a row, in the order of `itertools.combinations` over the deck.

    Or of two cards, or of four whose best three count. `cards` (rows x cards) are ascending card indexes.
    `category` is a place in the order of the rule file, 0 the highest; `ranks` (rows x 3, or 2) are rank
    indexes as they decide: the pair before its kicker, 3-2-A where the ace is low. A greater `strength` wins,
    an equal one ties. `suit` and `colour` are those of hands that have only one, -1 for all others; a colour
    is a place in `colours`. Jokers have no suit, and a colour of their own. `beats` are pairs of hands
    (rows), of which the first beat the second though these are stronger.
    """

    deck: Deck
    order: tuple[Category, ...]
    cards: Integers
    category: Integers
    ranks: Integers
    strength: Integers
    suit: Integers
    colour: Integers
    colours: tuple[str, ...]
    beats: tuple[tuple[Truths, Truths], ...] = ()
    whole: Hands | None = None
    """The hands of the deck without a card missing, if one is."""

    def __len__(self) -> int:
        return len(self.cards)

    def of(self, category: Category) -> Truths:
        """Return which hands are of a category."""
        return np.equal(self.category, self.order.index(category))


def judge_deck(deck: Deck, entry: RankingEntry, dealt: int = 3) -> Hands:
    """Return all hands of a deck with their category and strength, as a rule file has the ranking.

    `dealt` is the number of cards: 3, or of single cards 2, or 4 of which the best three count.

    >>> from combin.rules.model import RankingEntry
    >>> hands = judge_deck(Deck(), RankingEntry())
    >>> len(hands), len(np.unique(hands.strength))
    (22100, 741)
    """
    if dealt == 4:
        return _of_four(judge_deck(deck, entry))
    cards = np.array(list(combinations(range(len(deck)), dealt)), np.int64).reshape(-1, dealt)
    places, suits = np.array(deck.rank_of)[cards], np.array(deck.suit_of)[cards]
    jokers = places == len(deck.ranks)
    category, strength = np.zeros((2, len(cards)), np.int64)
    ranks = np.zeros_like(cards)
    for number in range(min(deck.wild_cards, 3) + 1):
        rows = np.flatnonzero(jokers.sum(axis=1) == number)
        held = dealt - number  # jokers are the last cards of the deck
        found = _with_jokers(deck, entry, places[rows, :held], suits[rows, :held], number)
        category[rows], ranks[rows], strength[rows] = found

    if entry.lowest_wins:
        strength = (len(entry.order) + 1) * (len(deck.ranks) ** 3 + 1) - strength
    colours = tuple(dict.fromkeys(suit.colour for suit in deck.suits))
    shown = np.array([*(colours.index(suit.colour) for suit in deck.suits), -1])[suits]
    hands = Hands(
        deck=deck,
        order=_order(entry, dealt),
        cards=cards,
        category=category,
        ranks=ranks,
        strength=strength,
        suit=np.where(((suits == suits[:, :1]) | jokers).all(axis=1) & ~jokers[:, 0], suits[:, 0], -1),
        colour=np.where((shown == shown[:, :1]).all(axis=1), shown[:, 0], -1),
        colours=colours,
        whole=judge_deck(replace(deck, missing=()), entry) if deck.missing else None,
    )
    beats = [(named(lower, hands), named(higher, hands)) for lower, higher in entry.beats.items()]
    return dataclasses.replace(hands, beats=tuple(beats))


def _of_four(threes: Hands) -> Hands:
    """Return all hands of four cards by their best three, each judged as a hand; they are of no suit."""
    size = len(threes.deck)
    row = np.zeros((size, size, size), np.int64)
    row[tuple(threes.cards.T)] = np.arange(len(threes))
    cards = np.array(list(combinations(range(size), 4)), np.int64)
    made = np.stack([row[tuple(cards[:, list(three)].T)] for three in combinations(range(4), 3)])
    best = np.take_along_axis(made, threes.strength[made].argmax(axis=0)[None], axis=0)[0]
    none = np.full(len(cards), -1)
    return dataclasses.replace(
        threes,
        cards=cards,
        category=threes.category[best],
        ranks=threes.ranks[best],
        strength=threes.strength[best],
        suit=none,
        colour=none,
    )


def _with_jokers(deck: Deck, entry: RankingEntry, places: Integers, suits: Integers, jokers: int) -> Judged:
    """Return what hands with some jokers are: the best of all cards that these can be.

    Every card of the deck is tried for each joker, whether or not the hand may have it once more.
    """
    if not jokers:
        return _natural(deck, entry, places, suits, tuple(Category))
    # Hands with the same other cards are the same hand.
    held = np.concatenate([places, suits], axis=1)
    kinds, kind_of = np.unique(held, axis=0, return_inverse=True)
    places, suits = np.hsplit(kinds, 2)
    # Every way to replace the jokers is judged as a hand of its own, and the strongest taken. Ways that the
    # deck or the joker's kind does not allow get a strength below all, so that no case is left out by
    # thought. A bug completes straights and flushes as any card and all else as an ace: two sets of ways over
    # the same hands.
    cards = np.array(list(product(range(len(deck.ranks)), range(len(deck.suits)))), np.int64)
    tried = np.array(list(product(range(len(cards)), repeat=jokers)), np.int64)
    hands, ways = len(places), len(tried)
    places, suits = (
        np.concatenate([np.repeat(held, ways, axis=0), np.tile(cards[tried, column], (hands, 1))], axis=1)
        for column, held in enumerate((places, suits))
    )
    codes = places * len(deck.suits) + suits
    in_deck = (codes[:, :, None] == codes[:, None, :]).sum(axis=2).max(axis=1) <= deck.copies
    as_aces = (places[:, 3 - jokers :] == len(deck.ranks) - 1).all(axis=1)
    roads = [(in_deck, tuple(Category))]
    if deck.joker is Joker.BUG:
        completed = (Category.STRAIGHT_FLUSH, Category.STRAIGHT, Category.FLUSH)
        roads = [(in_deck, completed), (as_aces, tuple(one for one in Category if one not in completed))]
    found = [(allowed, *_natural(deck, entry, places, suits, among)) for allowed, among in roads]
    strength = np.concatenate([np.where(one[0], one[3], -1).reshape(hands, ways) for one in found], axis=1)
    category = np.concatenate([one[1].reshape(hands, ways) for one in found], axis=1)
    ranks = np.concatenate([one[2].reshape(hands, ways, 3) for one in found], axis=1)
    best = np.arange(hands), strength.argmax(axis=1)
    of_each = kind_of.reshape(-1)
    return category[best][of_each], ranks[best][of_each], strength[best][of_each]


def _natural(
    deck: Deck, entry: RankingEntry, places: Integers, suits: Integers, among: tuple[Category, ...]
) -> Judged:
    """Return category, deciding ranks and strength of hands without jokers, given as ranks and suits.

    A hand that is of none of the categories looked for has a strength of -1.
    """
    size, ace, order = places.shape[1], len(deck.ranks) - 1, _order(entry, places.shape[1])
    ordered = np.sort(places, axis=1)
    high, steps = ordered[:, -1], np.diff(ordered, axis=1)

    # Sequences: 4-3-2 up to A-K-Q; 3-2-A if the ace "may count high or low in a straight" (Crown 3.6.1(d)).
    with_low_ace = (ordered[:, :-1] == np.arange(size - 1)).all(axis=1) & (high == ace)
    if entry.ace_low_straight is AceLow.NONE or deck.ranks[ace].symbol != "A" or ace < size:
        with_low_ace[:] = False
    in_sequence = (steps == 1).all(axis=1) | with_low_ace
    shown = 1 + (np.diff(np.sort(suits, axis=1), axis=1) != 0).sum(axis=1)
    one_suit = shown == 1
    suited_for_straight = shown == size if entry.straight_suits is StraightSuits.THREE else ~one_suit

    # What the documents say a hand is. One that is two things, such as a pair in one suit out of two decks,
    # is the higher: categories are put in from low to high.
    repeated = (steps == 0).sum(axis=1)
    is_of = {
        Category.STRAIGHT_FLUSH: in_sequence & one_suit,
        Category.THREE_OF_A_KIND: repeated == 2,
        Category.STRAIGHT: in_sequence & suited_for_straight,
        Category.FLUSH: one_suit & ~in_sequence,
        Category.PAIR: repeated == 1,
        Category.HIGH_CARD: (repeated == 0) & ~one_suit & ~(in_sequence & suited_for_straight),
    }
    category = np.full(len(places), -1)
    for place in reversed(range(len(order))):
        if order[place] in among:
            category[is_of[order[place]]] = place
    straights = is_of[Category.STRAIGHT_FLUSH] | is_of[Category.STRAIGHT]

    # The ranks in deciding order: a pair before its kicker, which is the lowest or the highest.
    ranks = ordered[:, ::-1]
    below = np.equal(category, order.index(Category.PAIR)) & (ordered[:, 0] == ordered[:, 1])
    turned = straights & with_low_ace
    ranks = np.where((below | turned)[:, None], np.roll(ranks, -1, axis=1), ranks)

    # Straights compare by their highest card alone, doubled here to leave places for the one with the ace low
    # at either end or just below the highest.
    most = (ace + 1) ** 3
    within = ranks @ (ace + 1) ** np.arange(size)[::-1]
    within[straights] = 2 * high[straights]
    within[turned] = {AceLow.SECOND: 2 * ace - 1, AceLow.HIGHEST: 2 * ace + 1}.get(entry.ace_low_straight, 0)
    if entry.highest_three_of_a_kind is not None:
        of_rank = np.equal(high, rank_index(entry.highest_three_of_a_kind.casefold(), deck))
        within[is_of[Category.THREE_OF_A_KIND] & of_rank] = most
    strength = (len(order) - category) * (most + 1) + within
    return category, ranks, np.where(category < 0, -1, strength)


def _order(entry: RankingEntry, dealt: int) -> tuple[Category, ...]:
    """Return the categories of hands of this number of cards, high to low."""
    return tuple(one for one in entry.order if dealt > 2 or one is not Category.THREE_OF_A_KIND)


def named(text: str, hands: Hands) -> Truths:
    """Return which hands the words of a rule file mean: "pair", "Q high", "pair of aces", "5-5-K", ... .

    >>> from combin.rules.model import RankingEntry
    >>> hands = judge_deck(Deck(), RankingEntry())
    >>> int(named("A-K-Q straight flush of spades", hands).sum()), int(named("Q high", hands).sum())
    (1, 2640)
    """
    words = " ".join(text.split()).casefold()
    for index, suit in enumerate(hands.deck.suits):
        ending = f" of {suit.name.casefold()}"
        if words.endswith(ending):
            return named(words.removesuffix(ending), hands) & np.equal(hands.suit, index)
    wild: Truths = (np.array(hands.deck.rank_of)[hands.cards] == len(hands.deck.ranks)).any(axis=1)
    for word, some in (("suited ", hands.suit >= 0), ("natural ", ~wild), ("wild ", wild)):
        if words.startswith(word):
            return named(words.removeprefix(word), hands) & some
    if words in ("any hand", "any", "any three cards"):
        return np.ones(len(hands), np.bool_)
    if words == "mini royal":
        return named("a-k-q straight flush", hands)
    if words in list(Category):
        return hands.of(Category(words))
    for pattern, category in (
        (r"three (?:of a kind )?(?:of )?(\w+)", Category.THREE_OF_A_KIND),
        (r"pair of (\w+)", Category.PAIR),
        (r"any (\w+)", Category.HIGH_CARD),
        (r"(\w+)[ -]high ?(.*)", None),
    ):
        if found := re.fullmatch(pattern, words):
            of = category or Category(found[2] or "high card")
            return hands.of(of) & np.equal(hands.ranks[:, 0], rank_index(found[1], hands.deck))
    if found := re.fullmatch(r"(\w+(?:-\w+){1,2}) ?(.*)", words):
        return _dashed([rank_index(rank, hands.deck) for rank in found[1].split("-")], found[2], hands)
    raise ValueError(f"{text!r} is not a hand")


def line_of_hands(table: PayTableEntry | LineSets, hands: Hands) -> Integers:
    """Return the place among the table's lines that pays each hand against each colour of the dealer's.

    A row for each of the player's hands, and a column for each colour that all three of the dealer's cards
    can have and a last one for mixed colours. Of several lines that fit, the one for the fewest hands of the
    deck without a card missing is paid; a line written "lose" takes its hands from the others.
    """
    columns, whole = len(hands.colours) + 1, hands.whole or hands
    found = np.full((len(hands), columns), UNPAID, np.int64)
    texts = (*table.lines, *table.unpaid)
    fewest = {text: int(_members(text, whole, columns).sum()) for text in texts}
    for place, text in sorted(enumerate(texts), key=lambda line: -fewest[line[1]]):
        found[_members(text, hands, columns)] = place if place < len(table.lines) else UNPAID
    return found


def _members(text: str, hands: Hands, columns: int) -> Truths:
    """Return which hands a line is for, against which colours of the dealer's."""
    own, theirs = hands.colour[:, None] >= 0, np.arange(columns) < columns - 1
    if text.endswith(" or better"):
        members = (hands.strength >= lowest_strength(text, hands))[:, None]
    elif text == ColourLine.SAME:
        members = np.equal(hands.colour[:, None], np.arange(columns))
    elif text in set(ColourLine):
        members = own & theirs if text == ColourLine.EACH else own
    else:
        members = named(text, hands)[:, None]
    return np.broadcast_to(members, (len(hands), columns))


def _dashed(ranks: list[int], category: str, hands: Hands) -> Truths:
    """Return the hands with the ranks written with dashes: the two that decide first, or all."""
    size = hands.ranks.shape[1]
    if len(ranks) < size:
        category = category or ("pair" if ranks[0] == ranks[1] else "high card")
        return hands.of(Category(category)) & np.equal(hands.ranks[:, :2], ranks).all(axis=1)
    members: Truths = (np.sort(hands.ranks, axis=1) == sorted(ranks)).all(axis=1)
    if category:
        return members & hands.of(Category(category))
    if len(set(ranks)) < size:
        pair = len(set(ranks)) == size - 1
        return members & hands.of(Category.PAIR if pair else Category.THREE_OF_A_KIND)
    # Odd ranks alone are the straight where they are one, and else the high cards.
    straights = members & hands.of(Category.STRAIGHT)
    return straights if straights.any() else members & hands.of(Category.HIGH_CARD)


def rank_index(word: str, deck: Deck) -> int:
    """Return the index of a rank written as a symbol, a name or a plural."""
    for index, rank in enumerate(deck.ranks):
        written = {rank.symbol, f"{rank.symbol}s", rank.name, rank.plural}
        if rank.symbol == "T":
            written |= {"10", "10s"}
        if word in {one.casefold() for one in written}:
            return index
    raise ValueError(f"{word!r} is not a rank of this deck")


@dataclass(frozen=True, eq=False)
class Roles:
    """All hands of a game, as the player's and as the dealer's.

    `qualifying` are those with which the dealer qualifies. `kind` (hands) is that of a hand as the
    dealer's, for the side bets, and `of_kind` a hand of each kind. `seen_of` is what is seen of
    each card of the deck, if one is face up, of each two or three cards, where that many are, of whole hands
    their strength; one and the same where none is.
    """

    rules: Rules
    hands: Hands
    qualifying: Truths
    kind: Integers
    of_kind: Integers
    seen_of: Integers

    @classmethod
    def of(cls, rules: Rules) -> Roles:
        """Return the roles of the hands of a game.

        Of more than three decks those of three: no hand of three cards is another one.
        """
        deck = replace(rules.deck, copies=min(rules.deck.copies, 3)) if rules.deck.regular else rules.deck
        hands = judge_deck(deck, rules.file.ranking, rules.file.deal.player)
        qualifying = hands.strength >= lowest_strength(rules.file.dealer.qualifies, hands)
        kind, of_kind = _kinds(rules, hands)
        return cls(rules, hands, qualifying, kind, of_kind, _seen_of(rules, hands))

    def cases_of(self, players: Integers, dealers: Integers) -> Integers:
        """Return the places in `CASES` of many deals, given as rows of the hands."""
        strength = self.hands.strength
        higher = np.sign(strength[dealers] - strength[players])
        for lower, above in self.hands.beats:
            higher[lower[players] & above[dealers]] = -1
            higher[above[players] & lower[dealers]] = 1
        cases: Integers = 3 * self.qualifying[dealers] + 1 + higher
        return cases


def lowest_strength(words: str, hands: Hands) -> int:
    """Return the strength of the weakest hands that words name, with or without "or better" behind them.

    Of hands that the deck lacks by its missing cards it is their strength in the whole deck.
    """
    named_hands = named(words.removesuffix(" or better"), hands)
    if hands.whole is not None and not named_hands.any():
        return lowest_strength(words, hands.whole)
    return int(hands.strength[named_hands].min())


def _kinds(rules: Rules, hands: Hands) -> tuple[Integers, Integers]:
    """Return the kind of each hand as the dealer's, for the side bets, and a hand of each kind."""
    side_bets = {name: bet for name, bet in rules.bets.items() if bet.kind is Kind.PAY_TABLE}
    columns = [np.zeros(len(hands), np.int64)]
    for name, bet in side_bets.items():
        for table in rules.file.pay_tables[name].values():
            if bet.hand is Whose.DEALER or bet.hand.of_both:
                columns.append(line_of_hands(table, hands)[:, 0])
            elif set(ColourLine) & {*table.lines, *table.unpaid}:
                columns.append(hands.colour)
    _, of_kind, kind = np.unique(np.stack(columns, axis=1), axis=0, return_index=True, return_inverse=True)
    return kind.reshape(-1), of_kind


def sets_face_up(rules: Rules) -> Integers:
    """Return (sets x cards) all sets of cards of the deck that can be face up; one empty set if none is."""
    cards = list(combinations(range(len(rules.deck)), rules.file.deal.face_up))
    return np.array(cards, np.int64).reshape(len(cards), -1)


def _seen_of(rules: Rules, hands: Hands) -> Integers:
    """Return for each set of cards face up what the player sees: the mark of each, in any order.

    Of a whole hand only its strength matters.
    """
    deck, deal = rules.deck, rules.file.deal
    if deal.face_up == 3 and deal.tells in (None, "card", ()):
        return np.unique(hands.strength, return_inverse=True)[1].reshape(-1)
    if isinstance(deal.tells, tuple) and deal.tells:
        groups = [[*map(deck.rank, text.split())] for text in deal.tells]
        kinds = [[card.rank in group for group in groups].index(True) for card in deck.cards]
    else:
        word = str(deal.tells or "card")
        seen: list[object] = [
            {"card": card, "rank": card.rank, "suit": card.suit, "colour": card.suit.colour}[word]
            for card in deck.cards
        ]
        kinds = [[*dict.fromkeys(seen)].index(mark) for mark in seen]
    marks = [tuple(sorted(kinds[card] for card in cards)) for cards in sets_face_up(rules).tolist()]
    known = {mark: number for number, mark in enumerate(sorted(set(marks)))}
    return np.array([known[mark] for mark in marks])


@dataclass(frozen=True, eq=False)
class Payment:
    """What a side bet nets: `nets[line]`; `texts` name the lines, of which the last is for what is lost.

    `line` (hands x 6 x kinds) is by the player's hand, the case in the order of `CASES` and the kind of the
    dealer's hand; what does not matter has a length of 1.
    """

    line: Integers
    texts: tuple[str, ...]
    nets: tuple[Fraction, ...]

    def places(self, players: Integers, cases: Integers, kinds: Integers) -> Integers:
        """Return the lines of many deals."""
        given = zip((players, cases, kinds), self.line.shape, strict=True)
        found: Integers = self.line[tuple(np.minimum(one, most - 1) for one, most in given)]
        return found


def side_bet_payment(roles: Roles, name: str, letter: str) -> Payment:
    """Return the nets of a side bet on three cards under one table, for a player who does not fold."""
    rules, hands = roles.rules, roles.hands
    bet, table = rules.bets[name], rules.file.pay_tables[name][letter]
    lines, texts = line_of_hands(table, hands), [*table.lines]
    own, theirs = lines[:, :1, None], lines[roles.of_kind, 0][None, None, :]
    rows = bet_lines(rules, name, letter)
    if bet.hand is Whose.DEALER:
        line = theirs
    elif bet.hand is Whose.EITHER:
        order = sorted(range(len(texts)), key=lambda place: -rows[texts[place]].odds(bet.first_stake))
        rank = np.array([*map(order.index, range(len(texts))), len(order)])  # the last one: unpaid
        line = np.where(rank[theirs] < rank[own], theirs, own)
    elif bet.hand.of_both:
        counts = Compared.LOSE if bet.hand is Whose.HIGHER else Compared.WIN
        line = np.where(np.array([case.result is counts for case in CASES])[None, :, None], theirs, own)
    else:
        line = lines[:, hands.colour[roles.of_kind]][:, None, :]
    ending = dict(zip(Compared, endings(rules, rules.tables[name][letter]), strict=True))
    return _payment(
        rows, bet, line, [[text + ending[case.result or Compared.WIN] for text in texts] for case in CASES]
    )


def compared(roles: Roles, name: str, letter: str = "") -> Payment:
    """Return the nets of a bet on the higher hand, whether or not the dealer qualifies.

    Under a table, where it has one: its lines come before the outcomes of other hands.
    """
    rules, bet, texts, line = roles.rules, roles.rules.bets[name], list[str](), np.full((1, 1, 1), UNPAID)
    if letter:
        table = rules.file.pay_tables[name][letter]
        texts, line = [*table.lines], line_of_hands(table, roles.hands)[:, :1, None]
    rows, results = bet_lines(rules, name, letter), [*HIGHER.values()] * 2
    named = [
        [text if (text := f"{result}: {line}") in rows else result for line in texts] for result in results
    ]
    return _payment(rows, bet, line, named, results)


def _payment(
    rows: Mapping[str, Payoff],
    bet: Bet,
    line: Integers,
    names: Sequence[Sequence[str]],
    rest: Sequence[str] = ("nothing",) * len(CASES),
) -> Payment:
    """Return the nets of lines (hands x cases x kinds).

    `rows` has the outcome of each result by its name, `line` the place of a line of the table; for each of
    the `CASES` `names` has the results of the lines, and `rest` that of hands on no line.
    """
    place_of = {text: place for place, text in enumerate(rows)}
    places = np.array(
        [[place_of[text] for text in (*of, last)] for of, last in zip(names, rest, strict=True)]
    )
    if (places == places[0]).all():
        places = places[:1]
    case = np.arange(max(len(places), line.shape[1])) % len(places)
    nets = tuple(row.odds(bet.first_stake) for row in rows.values())
    return Payment(places[case[None, :, None], line], tuple(rows), nets)


class BaseNets:
    """What is won and lost on the base wager, what equals and raises it, and all bonuses.

    `lines` are the combinations of lines that hands are on, by wager; `lines_of` has one for each hand.
    """

    def __init__(self, roles: Roles, letters: Mapping[str, str]) -> None:
        self.rules, self.letters = roles.rules, letters
        tables = base_sets(self.rules, letters)
        on = [np.zeros(len(roles.hands), np.int64)]
        on += [line_of_hands(table, roles.hands)[:, 0] for table in tables.values()]
        found, lines_of = np.unique(np.stack(on, axis=1), axis=0, return_inverse=True)
        self.lines_of: Integers = lines_of.reshape(-1)
        self.lines: list[dict[str, str]] = [
            {
                name: table.lines[line]
                for (name, table), line in zip(tables.items(), lines, strict=True)
                if line != UNPAID
            }
            for _, *lines in found.tolist()
        ]

    def nets(self, lines: int, decision: int) -> list[Fraction]:
        """Return the net of a decision in each case of the game with a hand on some lines."""
        cases = self.rules.cases
        return [sum(self.settle(lines, case, decision).values(), Fraction(0)) for case in cases]

    def settle(self, lines: int, case: Case, decision: int) -> dict[str, Fraction]:
        """Return the net of each wager and bonus with a hand on some lines, in units of the base wager.

        A collection is part of what that nets.
        """
        nets = base_nets(self.rules, case, decision, self.letters, self.lines[lines])
        nets[self.rules.base] -= self.rules.collection
        return nets


def visit(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    """Return the number of hands whose best five are in each category, high to low.

    Every hand is one bit of a 64-bit word: of 52 cards 2,598,960 of five, 20,358,520 of six or 133,784,560
    of seven. The hands of the same ranks are a block, with one bit for each choice of suits; what these
    ranks and suits make is looked up, the bits move to the category of their hands, and are counted there.

    The deck has at most 64 cards of at most 16 ranks, the hands 5, 6 or 7 cards; who watches the progress
    may raise an exception to stop. The slow equivalent judges hand by hand.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> visit(STANDARD_DECK, 5)[FiveCardCategory.FULL_HOUSE]
    3744
    """
    if cards not in (5, 6, 7):
        raise ValueError(f"hands of {cards} cards: only 5, 6 and 7 are visited")
    if len(deck) > 64 or len(deck.ranks) > 16:
        raise CardError(f"{len(deck)} cards of {len(deck.ranks)} ranks: at most 64 of 16 can be visited")
    counts, done = np.zeros(len(CATEGORIES), np.int64), 0
    for number in range(1, min(len(deck.ranks), cards) + 1):
        sets = np.array([*combinations(range(len(deck.ranks)), number)])
        for times in combinations_with_replacement(range(1, len(deck.suits) + 1), number):
            if sum(times) != cards:
                continue
            hands = prod(comb(len(deck.suits), number) for number in times)
            suited = _suited(len(deck.suits), times)
            # One row for each block: its ranks, those with the fewest cards first.
            orders = {*permutations(times)}
            ranks = np.concatenate([sets[:, np.argsort(order, kind="stable")] for order in orders])
            for start in range(0, len(ranks), step := max(1, BLOCK // suited[0].size)):
                block = ranks[start : start + step]
                counts += _tally(deck, times, block, suited)
                done += len(block) * hands
                progress(done, comb(len(deck), cards))
    return dict(zip(CATEGORIES[::-1], counts[::-1].tolist(), strict=True))


def _suited(suits: int, times: tuple[int, ...]) -> Suited:
    """Return every choice of suits for ranks with so many cards each, as bits; and those with five of one.

    The latter by the set of the ranks that have this suit (sets x words), and the sets (sets x ranks).
    """
    five = np.zeros(prod(comb(suits, number) for number in times), np.uint8)
    for suit in range(suits):
        own = np.zeros(1, np.uint8)
        for rank, number in enumerate(times):
            has = [suit in chosen for chosen in combinations(range(suits), number)]
            own = (own[:, None] | np.where(has, 1 << rank, 0).astype(np.uint8)).ravel()
        five[np.bitwise_count(own) >= 5] = own[np.bitwise_count(own) >= 5]
    sets = np.unique(five[five > 0])
    bits = np.packbits([five >= 0, *(five == one for one in sets)], axis=1)
    words = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8))).view(np.uint64)
    return words[0], words[1:], sets[:, None] >> np.arange(len(times)) & 1


def _tally(deck: Deck, times: tuple[int, ...], ranks: Integers, suited: Suited) -> Integers:
    """Return the number of hands of some blocks in each category, low to high."""
    every, flushes, sets = suited
    # Of up to seven cards no two suits have five, and no hand with five of one has four of a kind or better.
    of_suit = _flush_kinds(deck)[(1 << ranks) @ sets.T] // len(deck.ranks)
    counts, left = np.zeros(len(CATEGORIES), np.int64), np.repeat(every[None], len(ranks), axis=0)
    runs = np.flatnonzero((of_suit > CATEGORIES.index(_OF.FLUSH)).any(axis=1))
    for category in map(CATEGORIES.index, (_OF.ROYAL_FLUSH, _OF.STRAIGHT_FLUSH)):
        there = np.where(of_suit[runs, :, None] == category, flushes, np.uint64(0))
        left[runs] ^= (found := np.bitwise_or.reduce(there, axis=1))
        counts[category] = np.bitwise_count(found).sum()
    left ^= (found := left & np.bitwise_or.reduce(flushes, axis=0))
    counts[CATEGORIES.index(_OF.FLUSH)] = np.bitwise_count(found).sum()
    by_ranks = _kinds_of_ranks(deck, ranks, times) // len(deck.ranks)
    np.add.at(counts, by_ranks, np.bitwise_count(left).sum(axis=1, dtype=np.int64))
    return counts


def best_kinds(deck: Deck, hands: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the kind of the best five of each hand, and the suit of five cards of one suit (or -1).

    A kind is the place in `CATEGORIES` times the number of ranks, and the rank that decides first.

    `hands` are card indexes (rows x cards).

    >>> from combin.cards.cards import STANDARD_DECK
    >>> cards = [STANDARD_DECK.index(card) for card in STANDARD_DECK.parse("Qs 9h Qd 2c 9s 9d")]
    >>> CATEGORIES[best_kinds(STANDARD_DECK, np.array([cards]))[0][0] // 13].value
    'full house'
    """
    ranks, suits = np.divmod(hands, len(deck.suits))
    best, flushes = _kinds_of_ranks(deck, ranks, (1,) * ranks.shape[1]), _flush_kinds(deck)
    suit_of, marks = np.full(len(hands), -1), 1 << ranks
    for suit in range(len(deck.suits)):
        of_suit = flushes[np.where(suits == suit, marks, 0).sum(axis=1)]
        suit_of[of_suit > best] = suit
        best = np.maximum(best, of_suit)
    return best, suit_of


@cache
def _flush_kinds(deck: Deck) -> Integers:
    """Return for each set of ranks in one suit, as a mask, the kind that it makes; 0 for none."""
    ranks, ace = len(deck.ranks), deck.ranks[-1].symbol == "A"
    sets = np.arange(1 << ranks)
    # With the ace also as the lowest bit, a run begins at a bit, and its highest rank is three above.
    low_ace = sets << 1 | (sets >> ranks - 1 if ace else 0)
    runs = low_ace & low_ace >> 1 & low_ace >> 2 & low_ace >> 3 & low_ace >> 4
    first = np.floor(np.log2(np.maximum(runs, 1))).astype(np.int64) + 3
    first = np.where(runs > 0, first, np.floor(np.log2(np.maximum(sets, 1))).astype(np.int64))
    royal = ace & (first == ranks - 1)
    of_one_suit = _OF.FLUSH, _OF.STRAIGHT_FLUSH, _OF.ROYAL_FLUSH
    flush, straight_flush, royal_flush = map(CATEGORIES.index, of_one_suit)
    category = np.where(runs > 0, np.where(royal, royal_flush, straight_flush), flush)
    return np.where(np.bitwise_count(sets) >= 5, category * ranks + first, 0)


def _kinds_of_ranks(deck: Deck, ranks: Integers, times: Sequence[int]) -> Integers:
    """Return the kinds that hands make by their ranks alone.

    `ranks` (hands x places), of which each place has that many cards, may have a rank more than once.
    """
    # Four bits for each rank: how many cards. Then one of them for each rank that has some number or more.
    code = (np.array(times, np.uint64) << 4 * ranks.astype(np.uint64)).sum(axis=1)
    one, two, three, four, five = (
        code + np.uint64((8 - number) * 0x1111111111111111) & np.uint64(0x8888888888888888)
        for number in range(1, 6)
    )
    pairs, number = np.bitwise_count(two), len(deck.ranks)
    runs = _flush_kinds(deck)[np.bitwise_or.reduce(1 << ranks, axis=1)]
    by_ranks = {
        _OF.FIVE_OF_A_KIND: five > 0,
        _OF.FOUR_OF_A_KIND: four > 0,
        _OF.FULL_HOUSE: (three > 0) & (pairs > 1),
        _OF.STRAIGHT: runs >= CATEGORIES.index(_OF.STRAIGHT_FLUSH) * number,
        _OF.THREE_OF_A_KIND: three > 0,
        _OF.TWO_PAIR: pairs > 1,
        _OF.PAIR: pairs > 0,
    }
    places = [CATEGORIES.index(category) for category in by_ranks]
    category = np.select([*by_ranks.values()], places, CATEGORIES.index(_OF.HIGH_CARD))
    most = np.select([five > 0, four > 0, three > 0, two > 0], [five, four, three, two], one)
    first = (np.frexp(most.astype(np.float64))[1] - 1) // 4
    return category * number + np.where(category == CATEGORIES.index(_OF.STRAIGHT), runs % number, first)
