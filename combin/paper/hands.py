"""Hands of printed strategies: cards as they are drawn, the rule by the dealer's card, the close calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct

from combin.cards.cards import JOKER, Card
from combin.cards.ranking import Category, Ranking, Strength
from combin.cards.suit_classes import HandClass, SuitPattern
from combin.exact.base_game import FOLD
from combin.exact.matchups import Seen
from combin.exact.pay_lines import names_suit
from combin.exact.statement import (
    Statement,
    decided,
    exceptions_in_words,
    matched,
    speaks_of_matches,
    when_beside,
    when_matched,
)
from combin.exact.strategy import Border, Strategy
from combin.formatting import capital, decimal, plain
from combin.report.words import mean
from combin.rules.resolved import Rules
from combin.words.catalogue import Catalogue, decision_name, hands_from, seen_in_words


class Words(Struct, frozen=True):
    """A strategy and its statement, in the words of a catalogue."""

    best: Strategy
    statement: Statement
    catalogue: Catalogue

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.best.game.rules

    @property
    def choices(self) -> list[int]:
        """The decisions other than a fold, the dearest first."""
        return sorted(self.rules.later, reverse=True)

    @property
    def levels(self) -> list[int]:
        """The level of the hand in each situation of the game, without a look at the rest of it."""
        of_class = [one.strength.level for one in self.best.game.matchups.classes]
        return [of_class[number] for number in self.best.game.matchups.numbers]

    @property
    def by_rank(self) -> dict[int, Statement]:
        """The statement for a dealer's card of each rank (rank indexes); empty where none is seen."""
        return {rank: card.statement for card in self.statement.by_card for rank in card.ranks}

    def decision(self, decision: int) -> str:
        """The name of a decision."""
        return decision_name(self.rules, decision, self.catalogue)

    def hand(self, strength: Strength) -> str:
        """The name of the hands of a strength."""
        return self.catalogue.hand(self.rules.ranking.describe(strength))

    def hands_from(self, strength: Strength) -> str:
        """The name of the hands from a strength on."""
        return hands_from(strength, self.rules.ranking, self.catalogue)

    def taken_with(self, decision: int, hands: str) -> str:
        """A decision with its hands: "play 2x with king high or better"."""
        return self.catalogue("card.always", decision=self.decision(decision), hands=hands)

    def exceptions(self, said: Statement) -> str:
        """The exceptions of a statement as a sentence; "" where there are none."""
        return f"{exceptions_in_words(said, self.rules, self.catalogue)}." if said.exceptions else ""

    def seen(self, ranks: Iterable[int]) -> str:
        """The dealer's cards that are seen, in words."""
        return seen_in_words(sorted(ranks), self.rules, self.catalogue)


# -- cards as they are drawn ---------------------------------------------------------------------------


Face = dict[str, str]
"""What a template draws of a card: its rank, and its suit the letter, glyph, name and colour."""


def face(card: Card, catalogue: Catalogue) -> Face:
    """A card as a template draws it.

    >>> from combin.cards.cards import Deck
    >>> from combin.words.catalogue import load_catalogue
    >>> face(Deck().parse("Qh")[0], load_catalogue("fr", local_ranks=True))
    {'rank': 'D', 'suit': 'h', 'glyph': '♥', 'name': 'hearts', 'colour': 'red'}
    """
    suit = card.suit
    named = {"suit": suit.symbol, "glyph": suit.glyph, "name": suit.name, "colour": suit.colour}
    return {"rank": catalogue.ranks(str(card.rank)), **named}


class Example(Struct, frozen=True):
    """A hand to draw: its cards, what it is, and its cards in words for those who cannot see them."""

    cards: tuple[Face, ...]
    hand: str
    described: str


def example(classes: Iterable[HandClass], ranking: Ranking, catalogue: Catalogue) -> Example:
    """A hand of the commonest of some classes (most hands, then suits), suits from the deck's last one on.

    >>> from combin.cards.suit_classes import hand_classes
    >>> from combin.cards.ranking import Ranking
    >>> from combin.words.catalogue import load_catalogue
    >>> found = example(hand_classes(Ranking())[:1], Ranking(), load_catalogue())
    >>> found.hand, found.described
    ('5-3-2', 'five of spades, three of hearts, two of diamonds')
    """
    hand_class = max(classes, key=_how_common)
    cards = _drawn(hand_class.cards, hand_class, ranking)
    hand = catalogue.hand(ranking.describe(hand_class.strength))
    described = ", ".join(map(catalogue.card, cards))
    return Example(tuple(face(card, catalogue) for card in cards), hand, described)


def _drawn(indexes: Iterable[int], hand_class: HandClass, ranking: Ranking) -> list[Card]:
    """Return cards as they are drawn with a hand of a class, in suits from the deck's last one on."""
    cards = [ranking.deck.cards[index] for index in indexes]
    if hand_class.suit is not None:  # a pay table names this suit
        return cards
    suits = ranking.deck.suits
    return [card if card == JOKER else Card(card.rank, suits[-1 - suits.index(card.suit)]) for card in cards]


def _how_common(hand_class: HandClass) -> tuple[int, int]:
    return hand_class.weight, list(SuitPattern).index(hand_class.pattern)


# -- the rule by the dealer's card ---------------------------------------------------------------------


class CardRow(Struct, frozen=True):
    """The rule for some cards of the dealer's: from which hand on each of `ByCard.choices` is taken.

    `example` is the weakest hand that is played; None where that is any hand, or where suits decide about it.
    """

    card: str
    hands: tuple[str, ...]
    exceptions: str
    example: Example | None


class GridCell(Struct, frozen=True):
    """What is done with hands of a sort against some cards: with `some`, from the `text` on, or with all."""

    played: bool
    some: bool
    text: str


class Grid(Struct, frozen=True):
    """Hands by their sort, the strongest first, against each group of dealer cards with equal play."""

    cards: tuple[str, ...]
    rows: tuple[tuple[str, tuple[GridCell, ...]], ...]


class ByCard(Struct, frozen=True):
    """The rule where a card of the dealer's is seen, also as a `grid`, which leaves out the exceptions.

    `always` says what is done whatever the card; `choices` are the decisions that depend on it.
    """

    always: str
    choices: tuple[str, ...]
    rows: tuple[CardRow, ...]
    note: str
    grid: Grid


def by_card(words: Words) -> ByCard:
    """The rule for each dealer card."""
    catalogue, groups = words.catalogue, words.statement.by_card
    note = catalogue("statement.matches") if speaks_of_matches(of.statement for of in groups) else ""
    cards = [(words.seen(of.ranks), of.statement, words.exceptions(of.statement)) for of in groups]
    from_hand = [{play: words.hands_from(least) for play, least in of.statement.thresholds} for of in groups]
    hands = {choice: [of.get(choice, "") for of in from_hand] for choice in words.choices}
    fixed = {choice: of[0] for choice, of in hands.items() if len(of) > 1 and len(set(of)) == 1}
    vary = [choice for choice in hands if choice not in fixed]
    always = ", ".join(words.taken_with(choice, of) for choice, of in fixed.items() if of)
    rows = (
        CardRow(name, tuple(hands[choice][place] for choice in vary), but, _weakest(said, words))
        for place, (name, said, but) in enumerate(cards)
    )
    early = ". ".join(filter(None, (_early(words), capital(always))))
    return ByCard(early, tuple(map(words.decision, vary)), tuple(rows), note, _grid(words))


def _early(words: Words) -> str:
    early, catalogue = words.statement.early, words.catalogue
    if early is None:
        return ""
    raised = [words.taken_with(choice, words.hands_from(least)) for choice, least in early.thresholds]
    but = exceptions_in_words(early, words.rules, catalogue, rest="wait")
    parts = filter(None, (", ".join(raised) or catalogue("verbs.wait"), but))
    return catalogue("card.early", rule=catalogue("statement.next").join(parts))


def _grid(words: Words) -> Grid:
    """What the thresholds say of each sort of hand, against each card."""
    ranking, catalogue = words.rules.ranking, words.catalogue
    sorts: dict[str, list[Strength]] = {}
    for strength in reversed(ranking.strengths):
        high = strength.category is Category.HIGH_CARD
        name = f"{ranking.deck.ranks[strength.ranks[0]]} high" if high else strength.category.value
        sorts.setdefault(name, []).append(strength)
    columns: dict[tuple[GridCell, ...], list[int]] = {}
    for rank, said in sorted(words.by_rank.items()):
        columns.setdefault(tuple(_cell(said, hands, words) for hands in sorts.values()), []).append(rank)
    rows = list(zip(sorts, zip(*columns, strict=True), strict=True))
    same = [list(group) for _, group in groupby(rows, key=lambda row: row[1])]
    # The strongest hands with equal play are one row, and so are the weakest.
    top, bottom = same[0], same[-1] if len(same) > 1 else []
    named = [(catalogue.or_better(top[-1][0]) if len(top) > 1 else catalogue.hand(top[0][0]), top[0][1])]
    named += [(catalogue.hand(name), cells) for name, cells in rows[len(top) : len(rows) - len(bottom)]]
    if bottom:
        name = catalogue.hand(bottom[0][0])
        named.append((catalogue("card.or_lower", hand=name) if len(bottom) > 1 else name, bottom[0][1]))
    cards = tuple(map(words.seen, columns.values()))
    return Grid(cards, tuple((capital(name), cells) for name, cells in named))


def _cell(said: Statement, hands: Sequence[Strength], words: Words) -> GridCell:
    """What thresholds say of hands of one sort, from the strongest down."""
    rules, parts = words.rules, []
    for decision, group in groupby(hands, key=lambda hand: decided(said, hand.level)):
        lowest = list(group)[-1]
        if decision == FOLD:
            break
        whole = lowest == hands[-1]
        # Where some hands are played for the least, that goes without saying.
        shown = decision != min(rules.multiples) or (whole and len(rules.multiples) > 1)
        several = f"{rules.times_text(decision)}x" if shown else ""
        from_on = "" if whole else f"{words.hand(lowest).partition('-')[2] or words.catalogue.hand('pair')}+"
        parts.append(" ".join(filter(None, (several, from_on))))
    some = bool(parts) and decided(said, hands[-1].level) == FOLD
    return GridCell(bool(parts), some, ", ".join(filter(None, parts)))


def _weakest(said: Statement, words: Words) -> Example | None:
    """Return the weakest hand that is played by the thresholds of a statement in all of its suits."""
    if not said.thresholds:
        return None
    strength = said.thresholds[-1][1]
    if not strength.level or strength in {one.strength for one in said.exceptions}:
        return None
    hands = (hand for hand in words.best.game.matchups.classes if hand.strength == strength)
    return example(hands, words.rules.ranking, words.catalogue)


# -- close calls ---------------------------------------------------------------------------------------


CLOSEST = 8
"""Rows of close calls that are kept at most, those whose decision gains the least."""

ANY = "any"
"""The suits of a call that does not depend on them."""

TWO_OF_ONE_SUIT = {SuitPattern.FIRST_TWO, SuitPattern.OUTER_TWO, SuitPattern.LAST_TWO}
"""The patterns of three cards in two suits."""


class CloseCall(Struct, frozen=True):
    """Hands near a border: the mean value of each decision ("" if not allowed), and its range over the suits.

    `against` is the dealer's card where one is seen, `seen` the same to draw where its suit decides;
    `as_said` is whether the thresholds say what to do with all of them. `gain` is over the next best one,
    `bar` the same in thousandths of the largest; `value` is that of the decision, or of the best one to play.
    """

    example: Example
    against: str
    seen: Face | None
    suits: str
    as_said: bool
    hands: str
    decision: str
    played: bool
    values: tuple[str, ...]
    ranges: tuple[str, ...]
    fold: str
    value: str
    gain: str
    bar: int


class _Group(Struct, frozen=True):
    """Hands of one strength and one decision, the suits with which it is taken, and whether that is said.

    `means` are what each decision is worth over the suits, `gain` how much this one gains over the next best.
    """

    borders: Sequence[Border]
    suits: str
    as_said: bool
    means: Mapping[int, Fraction]
    gain: Fraction


def close_calls(words: Words) -> tuple[CloseCall, ...]:
    """Return the hands of the nearest strengths around each border, the strongest first.

    Where a card is seen, half of the rows are for hands that thresholds decide in all suits, if possible.
    """
    groups = [*_groups(words)]
    order = sorted(range(len(groups)), key=lambda place: groups[place].gain)
    if words.best.seen:
        half = [place for place in order if groups[place].as_said][: CLOSEST // 2]
        others = [place for place in order if not groups[place].as_said][: CLOSEST // 2]
        order = list(dict.fromkeys((*half, *others, *order)))
    kept = [groups[place] for place in sorted(order[:CLOSEST])]
    most = max((group.gain for group in kept), default=Fraction(0)) or Fraction(1)
    return tuple(_close_call(group, most, words) for group in kept)


def _groups(words: Words) -> Iterator[_Group]:
    best, by_rank = words.best.later, words.by_rank
    by_hand: dict[tuple[int, int], list[Border]] = {}
    for border in best.borders(1 if best.seen else 2):
        if len(border.values) > 1:  # with some hands the rules allow one decision alone
            seen = min(_of_equal_suits(border.situation.seen, best), default=0)
            by_hand.setdefault((seen, border.hand.strength.level), []).append(border)
    for borders in by_hand.values():
        by_decision: dict[int, list[Border]] = {}
        for border in borders:
            by_decision.setdefault(border.decision, []).append(border)
        suits, level = _suits(by_decision, words), borders[0].hand.strength.level
        for decision, group in by_decision.items():
            ranks = _of_equal_suits(group[0].situation.seen, best)
            said = [by_rank[rank] for rank in ranks] or [words.statement]
            as_said = suits[decision] == ANY and all(decided(one, level) == decision for one in said)
            worth = [(dict(border.values), border.situation.weight) for border in group]
            means = {choice: mean((of[choice], weight) for of, weight in worth) for choice in worth[0][0]}
            gain = means[decision] - max(means[choice] for choice in means if choice != decision)
            yield _Group(group, suits[decision], as_said, means, gain)


def _of_equal_suits(seen: Seen | None, best: Strategy) -> frozenset[int]:
    """Return what is seen of the dealer's cards, with all that differs by suits alone if suits are equal."""
    if seen is None:
        return frozenset()
    rules = best.game.rules
    if rules.sights is None or not rules.deck.regular or any(map(names_suit, best.game.tables.values())):
        return seen.ranks
    return rules.sights.alike(seen.group)


def _close_call(group: _Group, most: Fraction, words: Words) -> CloseCall:
    catalogue, ranking, decision = words.catalogue, words.rules.ranking, group.borders[0].decision
    situations = [border.situation for border in group.borders]
    # The situation that is dealt most often, of equals the one with the commonest hand.
    shown = max(situations, key=lambda situation: (situation.weight, *_how_common(situation.hand)))
    means = {choice: group.means[choice] for choice in words.choices if choice in group.means}
    values = {choice: [dict(border.values)[choice] for border in group.borders] for choice in means}
    seen: Face | None = None
    if shown.seen is not None and shown.seen.card is not None and group.suits != ANY:
        (card,) = _drawn([shown.seen.card], shown.hand, ranking)
        seen = face(card, catalogue) | {"described": catalogue.card(card)}
    return CloseCall(
        example=example([shown.hand], ranking, catalogue),
        against=words.seen(_of_equal_suits(shown.seen, words.best)) if shown.seen else "",
        seen=seen,
        suits=group.suits,
        as_said=group.as_said,
        hands=catalogue.number(str(sum(situation.weight for situation in situations))),
        decision=words.decision(decision),
        played=decision != FOLD,
        values=tuple(
            catalogue.number(decimal(means[choice], 4)) if choice in means else "" for choice in words.choices
        ),
        ranges=tuple(_range(values.get(choice, []), catalogue) for choice in words.choices),
        fold=catalogue.number(plain(group.means[FOLD])),
        value=catalogue.number(decimal(means[decision] if decision in means else max(means.values()), 4)),
        gain=catalogue.number(decimal(group.gain, 4)),
        bar=int(1000 * group.gain / most),
    )


def _suits(by_decision: Mapping[int, Sequence[Border]], words: Words) -> dict[int, str]:
    """Return for each decision about hands of one strength the suits with which it is taken."""
    if len(by_decision) == 1:
        return dict.fromkeys(by_decision, ANY)
    catalogue, ranking, deck = words.catalogue, words.rules.ranking, words.rules.deck
    rows = [(border.situation, border.decision) for group in by_decision.values() for border in group]
    if ranking.dealt > 3 or matched(rows[0][0], deck) is not None:
        whens = when_beside(rows) if ranking.dealt > 3 else when_matched(rows, deck)
        return {one: when.in_words(ranking, catalogue) if when else "" for one, when in whens.items()}
    patterns = {
        decision: dict.fromkeys(border.hand.pattern for border in group)
        for decision, group in by_decision.items()
    }
    # With suits of the dealer's cards a pattern may be decided in several ways.
    if sum(map(len, patterns.values())) > len({one for same in patterns.values() for one in same}):
        return dict.fromkeys(patterns, catalogue("statement.some_suits"))
    return {
        decision: catalogue("statement.suits.two cards of one suit")
        if set(same) == TWO_OF_ONE_SUIT
        else ", ".join(catalogue(f"statement.suits.{pattern}") for pattern in same)
        for decision, same in patterns.items()
    }


def _range(values: Sequence[Fraction], catalogue: Catalogue) -> str:
    least, most = min(values, default=Fraction(0)), max(values, default=Fraction(0))
    ends = [catalogue.number(decimal(end, 4)) for end in (least, most)]
    return "" if least == most else catalogue("deck.run", lowest=ends[0], highest=ends[1])
