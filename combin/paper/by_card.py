"""The strategy by the dealer's card that is seen, and the cards as they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from combin.cards.cards import JOKER, Card
from combin.cards.ranking import Category
from combin.cards.suit_classes import SuitPattern
from combin.exact.base_game import FOLD
from combin.exact.statement import decision_in_words, exceptions_in_words, when_matched
from combin.formatting import capital
from combin.report.words import groups_named
from combin.words.catalogue import decision_name, hands_from, seen_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from combin.cards.ranking import Ranking, Strength
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Matchup
    from combin.exact.short_rule import ShortRule
    from combin.exact.statement import Statement
    from combin.exact.strategy import Strategy
    from combin.words.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class CardRow:
    """The rule for some cards of the dealer's: from which hand on each of `ByCard.choices` is taken.

    `example` is the weakest hand that is played; None where that is any hand, or where suits decide about it.
    """

    card: str
    hands: tuple[str, ...]
    exceptions: str
    example: Example | None


@dataclass(frozen=True, slots=True)
class GridCell:
    """What is done with hands of a sort against some cards: with `some`, from the `text` on, or with all."""

    played: bool
    some: bool
    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Hands by their sort, the strongest first, against each card of the dealer's that is played alike."""

    cards: tuple[str, ...]
    rows: tuple[tuple[str, tuple[GridCell, ...]], ...]


@dataclass(frozen=True, slots=True)
class ByCard:
    """The rule where a card of the dealer's is seen, also as a `grid`, which leaves out the exceptions.

    `always` says what is done whatever the card; `choices` are the decisions that depend on it.
    """

    always: str
    choices: tuple[str, ...]
    rows: tuple[CardRow, ...]
    note: str
    grid: Grid


def by_card(
    best: Strategy, statement: Statement, catalogue: Catalogue, short: ShortRule | None = None, note: str = ""
) -> ByCard:
    """Return the rule for each card of the dealer's, as a statement has it, or a `short` rule with a note."""
    rules, best, matching = best.game.rules, best.later, False
    if short is not None:
        found = [(said, "", name) for name, said in groups_named(short, rules, catalogue)]
    else:
        exceptions, matching = _exceptions(best, statement, catalogue)
        alike: dict[tuple[object, str], tuple[Statement, list[int]]] = {}
        for card in statement.by_card:
            for rank in card.ranks:
                key = card.statement.thresholds, exceptions[rank]
                alike.setdefault(key, (card.statement, []))[1].append(rank)
        found = [
            (said, told, seen_named(sorted(ranks), rules, catalogue))
            for (_, told), (said, ranks) in alike.items()
        ]
    from_hand = [
        {multiple: hands_from(strength, rules.ranking, catalogue) for multiple, strength in one.thresholds}
        for one, _, _ in found
    ]
    texts = {choice: [hands.get(choice, "") for hands in from_hand] for choice in choices(best)}
    same = [choice for choice, hands in texts.items() if len(hands) > 1 and len(set(hands)) == 1]
    vary = [choice for choice in texts if choice not in same]
    always = (
        catalogue("card.always", decision=decision_name(rules, choice, catalogue), hands=texts[choice][0])
        for choice in same
        if texts[choice][0]
    )
    rows = (
        CardRow(name, tuple(texts[choice][place] for choice in vary), told, _weakest(said, best, catalogue))
        for place, (said, told, name) in enumerate(found)
    )
    return ByCard(
        ". ".join(filter(None, (_early(statement, best, catalogue), capital(", ".join(always))))),
        tuple(decision_name(rules, choice, catalogue) for choice in vary),
        tuple(rows),
        catalogue("statement.matches") if matching else note,
        _grid(best, statement, catalogue) if short is None else Grid((), ()),
    )


def _early(statement: Statement, best: Strategy, catalogue: Catalogue) -> str:
    if statement.early is None:
        return ""
    ranking = best.game.rules.ranking
    told = [
        catalogue(
            "card.always",
            decision=decision_name(best.game.rules, multiple, catalogue),
            hands=hands_from(strength, ranking, catalogue),
        )
        for multiple, strength in statement.early.thresholds
    ]
    but = exceptions_in_words(statement.early, best.game.rules, catalogue, rest="wait")
    parts = (", ".join(told) or catalogue("verbs.wait"), but)
    rule = catalogue("statement.next").join(filter(None, parts))
    return catalogue("card.early", rule=rule)


def _grid(best: Strategy, statement: Statement, catalogue: Catalogue) -> Grid:
    """Return what the thresholds say of each sort of hand, against each card."""
    ranking, by_rank = best.game.rules.ranking, said_by_rank(statement)
    sorts: list[tuple[str, list[Strength]]] = []
    for one in reversed(ranking.strengths):
        high = one.category is Category.HIGH_CARD
        name = f"{ranking.deck.ranks[one.ranks[0]]} high" if high else one.category.value
        if not sorts or sorts[-1][0] != name:
            sorts.append((name, []))
        sorts[-1][1].append(one)
    columns: dict[tuple[GridCell, ...], list[int]] = {}
    for rank, said in sorted(by_rank.items()):
        cells = tuple(_cell(said, hands, best, catalogue) for _, hands in sorts)
        columns.setdefault(cells, []).append(rank)
    rows = list(zip((name for name, _ in sorts), zip(*columns, strict=True), strict=True))
    same = [list(group) for _, group in groupby(rows, key=lambda row: row[1])]
    # The strongest hands that are played alike are one row, and the weakest.
    top, bottom = same[0], same[-1] if len(same) > 1 else []
    told = [(catalogue.or_better(top[-1][0]) if len(top) > 1 else catalogue.hand(top[0][0]), top[0][1])]
    told += [(catalogue.hand(name), cells) for name, cells in rows[len(top) : len(rows) - len(bottom)]]
    if bottom:
        name = catalogue.hand(bottom[0][0])
        told.append((catalogue("card.or_lower", hand=name) if len(bottom) > 1 else name, bottom[0][1]))
    cards = tuple(seen_named(ranks, best.game.rules, catalogue) for ranks in columns.values())
    return Grid(cards, tuple((capital(name), cells) for name, cells in told))


def _cell(said: Statement, hands: Sequence[Strength], best: Strategy, catalogue: Catalogue) -> GridCell:
    """Return what thresholds say of hands of one sort, from the strongest down."""
    rules, parts = best.game.rules, []
    for decision, group in groupby(hands, key=lambda hand: decided(said, hand.level)):
        lowest = list(group)[-1]
        if decision == FOLD:
            break
        whole = lowest == hands[-1]
        # Where some hands are played for the least, that goes without saying.
        several = (
            f"{rules.times_text(decision)}x"
            if decision != min(rules.multiples) or (whole and len(rules.multiples) > 1)
            else ""
        )
        from_on = "" if whole else rules.ranking.describe(lowest).partition("-")[2] or catalogue.hand("pair")
        parts.append(" ".join(filter(None, (several, from_on and f"{from_on}+"))))
    last = decided(said, hands[-1].level)
    return GridCell(bool(parts), bool(parts) and last == FOLD, ", ".join(filter(None, parts)))


def _weakest(said: Statement, best: Strategy, catalogue: Catalogue) -> Example | None:
    """Return the weakest hand that is played by the thresholds of a statement in all of its suits."""
    if not said.thresholds:
        return None
    strength = said.thresholds[-1][1]
    if not strength.level or strength in {one.strength for one in said.exceptions}:
        return None
    hands = (one for one in best.game.matchups.classes if one.strength == strength)
    return example(commonest(hands), best.game.rules.ranking, catalogue)


def _exceptions(best: Strategy, statement: Statement, catalogue: Catalogue) -> tuple[dict[int, str], bool]:
    """Return the exceptions against a dealer's card of each rank, and whether some speak of cards that match.

    An empty text stands where there are none.
    """
    by_rank, situations, level_of = said_by_rank(statement), best.game.matchups, levels(best)
    deck, unsaid = best.game.rules.deck, {"", catalogue("statement.some_suits")}
    found, matching = {}, False
    for span in situations.spans():
        seen = situations[span.start].seen
        for rank in seen.ranks if seen else ():
            rows: dict[int, list[tuple[Matchup, int]]] = {
                one.strength.level: [] for one in by_rank[rank].exceptions
            }
            for index in span:
                if level_of[index] in rows:
                    rows[level_of[index]].append((situations[index], best.decisions[index]))
            whens = {level: when_matched(same, deck, catalogue) for level, same in rows.items()}
            matching = matching or any(not unsaid.issuperset(of.values()) for of in whens.values())
            found[rank] = _in_words(by_rank[rank], whens, best, catalogue)
    return found, matching


def _in_words(
    said: Statement, whens: Mapping[int, Mapping[int, str]], best: Strategy, catalogue: Catalogue
) -> str:
    """Return exceptions, those of one decision together, first those for all suits.

    "fold 10-9-7 unless one matches; also play 10-8-4, 10-7-4; 10-8-3 if one matches": a verb holds up to the
    next one, and a condition for all hands from the semicolon before it on. `whens` has by level when each
    decision is taken.
    """
    rules = best.game.rules
    groups: dict[tuple[int, bool], dict[str, list[str]]] = {}
    for one in said.exceptions:
        level = one.strength.level
        when = whens[level][one.decision]
        if when == catalogue("statement.some_suits") and one.patterns:
            when = f"({', '.join(catalogue(f'statement.suits.{pattern}') for pattern in one.patterns)})"
        same = groups.setdefault((one.decision, one.decision > decided(said, level)), {})
        same.setdefault(when, []).append(catalogue.hand(rules.ranking.describe(one.strength)))
    parts = (
        decision_in_words(decision, _hands(same, catalogue), rules, catalogue, more=more)
        for (decision, more), same in groups.items()
    )
    return catalogue("statement.next").join(parts) + "." if groups else ""


def _hands(same: dict[str, list[str]], catalogue: Catalogue) -> str:
    parts = sorted(same.items(), key=lambda part: part[0] != "")
    told = (f"{', '.join(hands)} {when}".rstrip() for when, hands in parts)
    return catalogue("statement.next").join(told)


Face = dict[str, str]
"""What a template draws of a card: its rank, and its suit the letter, glyph, name and colour."""


def face(card: Card) -> Face:
    """Return a card as a template draws it.

    >>> from combin.cards.cards import Deck
    >>> face(Deck().parse("Th")[0])
    {'rank': '10', 'suit': 'h', 'glyph': '♥', 'name': 'hearts', 'colour': 'red'}
    """
    suit = card.suit
    return {
        "rank": str(card.rank),
        "suit": suit.symbol,
        "glyph": suit.glyph,
        "name": suit.name,
        "colour": suit.colour,
    }


@dataclass(frozen=True, slots=True)
class Example:
    """A hand to draw: its cards, what it is, and its cards in words for those who cannot see them."""

    cards: tuple[Face, ...]
    hand: str
    described: str


def example(hand_class: HandClass, ranking: Ranking, catalogue: Catalogue) -> Example:
    """Return a hand that stands for its class, in suits from the deck's last one on (spades first).

    >>> from combin.cards.suit_classes import hand_classes
    >>> from combin.cards.ranking import Ranking
    >>> from combin.words.catalogue import load_catalogue
    >>> found = example(hand_classes(Ranking())[0], Ranking(), load_catalogue())
    >>> found.hand, found.described
    ('5-3-2', 'five of spades, three of hearts, two of diamonds')
    """
    cards = _drawn(hand_class.cards, hand_class, ranking)
    hand = catalogue.hand(ranking.describe(hand_class.strength))
    return Example(tuple(map(face, cards)), hand, ", ".join(map(catalogue.card, cards)))


def dealers_card(situation: Matchup, ranking: Ranking, catalogue: Catalogue) -> Face | None:
    """Return the dealer's card that is seen beside the hand of `example`; None if no whole card is seen."""
    if situation.seen is None or situation.seen.card is None:
        return None
    (card,) = _drawn([situation.seen.card], situation.hand, ranking)
    return face(card) | {"described": catalogue.card(card)}


def commonest(hands: Iterable[HandClass]) -> HandClass:
    """Return the class of most hands, of equals the one of most suits."""
    return max(hands, key=_how_common)


def commonest_situation(matchups: Iterable[Matchup]) -> Matchup:
    """Return the situation that is dealt most often, of equals the one with the commonest hand."""
    return max(matchups, key=lambda situation: (situation.weight, _how_common(situation.hand)))


def _how_common(hand_class: HandClass) -> tuple[int, int]:
    return hand_class.weight, list(SuitPattern).index(hand_class.pattern)


def _drawn(indexes: Iterable[int], hand_class: HandClass, ranking: Ranking) -> list[Card]:
    """Return cards beside a hand of a class, in suits from the deck's last one on."""
    cards = [ranking.deck.cards[index] for index in indexes]
    if hand_class.suit is not None:  # a pay table names this suit
        return cards
    suits = ranking.deck.suits
    return [card if card == JOKER else Card(card.rank, suits[-1 - suits.index(card.suit)]) for card in cards]


def choices(best: Strategy) -> list[int]:
    """Return the decisions other than a fold, the dearest first."""
    return sorted(best.game.rules.later, reverse=True)


def levels(best: Strategy) -> list[int]:
    """Return the level of the hand in each situation of a game, without a look at the rest of it."""
    situations = best.game.matchups
    of_class = [one.strength.level for one in situations.classes]
    return [of_class[number] for number in situations.numbers]


def decided(said: Statement, level: int) -> int:
    """Return what the thresholds of a statement say to do with hands of a level."""
    return next((multiple for multiple, strength in said.thresholds if level >= strength.level), FOLD)


def said_by_rank(statement: Statement) -> dict[int, Statement]:
    """Return what is said for a dealer's card of each rank (rank indexes); nothing where none is seen."""
    return {rank: card.statement for card in statement.by_card for rank in card.ranks}
