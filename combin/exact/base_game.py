"""The base game: the wagers against the dealer with their bonuses, for every hand and decision."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from itertools import repeat
from math import lcm
from operator import add
from typing import TYPE_CHECKING

from msgspec import Struct, field

from combin.cards.suit_classes import HandClass, classes_of_odd_deck, hand_classes, hand_classes_by_suit
from combin.exact.distribution import DealCounts, Distribution
from combin.exact.matchups import Matchups, all_face_down, face_up_rows
from combin.exact.pay_lines import names_suit, paid_lines
from combin.rules.outcomes import base_nets, base_sets
from combin.rules.resolved import Rules, remembered
from combin.rules.sights import Tells

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from combin.exact.arrays import Arrays
    from combin.rules.tables import PayTable

FOLD = 0
"""The multiple of a decision to fold; other decisions are multiples in `Rules.parts` of the base wager."""

Nets = Mapping[int, tuple[int, ...]]
"""What each multiple nets in each case."""

Lines = Mapping[str, str]
"""The lines that a hand is on, by wager and bonus: none of one that pays it by no line."""


class BaseGame(Struct, frozen=True, dict=True):
    """The wagers against the dealer and their bonuses, for every situation and decision.

    Nets are integers in `1/unit` of the base wager, for each case in the order of `Rules.cases`. `cases` are
    those of each multiple with a hand that is on no pay table, `by_lines` those with each combination of
    lines that some hand is on (`paid`); `lines` tells which one each class of hands has.
    """

    rules: Rules
    matchups: Matchups
    unit: int
    cases: Nets
    by_lines: tuple[Nets, ...]
    lines: tuple[int, ...]
    tables: Mapping[str, PayTable] = field(default_factory=dict)
    paid: tuple[Lines, ...] = ()

    def __repr__(self) -> str:
        return f"<BaseGame of {self.rules.file.id}>"

    @property
    def letters(self) -> dict[str, str]:
        """The letters of its tables, by wager."""
        return {name: table.letter for name, table in self.tables.items()}

    @cached_property
    def fold(self) -> int:
        """What a fold nets, in `1/unit`: all that is staked before is lost, but for what the rules return."""
        return int(self.unit * self.rules.fold_nets)

    @cached_property
    def total(self) -> int:
        """How many deals there are: of both hands, and of which card is seen if one is."""
        if self.arrays is not None:
            return self.arrays.total
        return sum(situation.weight * situation.deals for situation in self.matchups)

    @cached_property
    def arrays(self) -> Arrays | None:
        """All situations as arrays, where that pays; None if sums pass what a machine integer holds."""
        if not self.matchups.by_arrays:
            return None
        from combin.exact.arrays import MOST

        nets = (net for one in self.by_lines for nets in one.values() for net in nets)
        fits = max(map(abs, (*nets, self.fold))) * self.matchups.arrays.total < MOST
        return self.matchups.arrays if fits else None

    @cached_property
    def classes(self) -> dict[tuple[tuple[int, int], ...], int]:
        """The number of each class of hands, by the ranks and suits of its cards."""
        rank, suit = self.rules.deck.rank_of, self.rules.deck.suit_of
        hands = (one.cards for one in self.matchups.classes)
        return {
            tuple(sorted((rank[at], suit[at]) for at in hand)): number for number, hand in enumerate(hands)
        }

    @cached_property
    def places(self) -> dict[int, list[int]]:
        """The places of the situations of each class of hands, by its number."""
        found = defaultdict[int, list[int]](list)
        for place, number in enumerate(self.matchups.numbers):
            found[number].append(place)
        return found

    def line(self, index: int) -> int:
        """Return the place of the lines that are paid in one situation."""
        return self.lines[(self.matchups if self.arrays is None else self.arrays).numbers[index]]

    def choices(self, index: int) -> tuple[int, ...]:
        """Return the decisions that one class may take, the cheapest first; 0 is to fold.

        Where a card is seen, once it is: what may be played before that alone is told by `early_hands`.
        """
        level = self.matchups[index].hand.strength.level
        allowed = (multiple for multiple, least in self.rules.later.items() if level >= least)
        return (*((FOLD,) if self.rules.play else ()), *allowed)

    def nets(self, index: int, multiple: int) -> tuple[int, ...]:
        """Return the nets of one class in each case, in `1/unit`; fold is the multiple 0."""
        if multiple == FOLD:
            return (self.fold,) * len(self.rules.cases)
        return self.by_lines[self.line(index)][multiple]

    def wins(self, index: int, multiple: int) -> tuple[tuple[Fraction, ...], ...]:
        """Return what each wager and bonus that wins gains in each case, in units of the base wager."""
        lines, cases = self.paid[self.line(index)], self.rules.cases if multiple != FOLD else ()
        by_case = (base_nets(self.rules, case, multiple, self.letters, lines) for case in cases)
        return tuple(tuple(net for net in nets.values() if net > 0) for nets in by_case)

    def value(self, index: int, multiple: int) -> int:
        """Return the net of one class over all dealer hands, in `1/unit`; fold is the multiple 0."""
        return sum(map(int.__mul__, self.matchups[index].counts, self.nets(index, multiple)))

    def values(self, multiple: int, places: Sequence[int] | None = None) -> list[int | None]:
        """Return the net of all situations or of some, as `value` does; None where that may not be played."""
        least, nets = self.rules.multiples[multiple], [one[multiple] for one in self.by_lines]
        if self.arrays is not None:
            return self.arrays.listed(self.lines, self.arrays.values(self.lines, nets, least), places)
        found = [
            sum(map(int.__mul__, situation.counts, nets[self.lines[number]]))
            if situation.hand.strength.level >= least
            else None
            for situation, number in zip(self.matchups, self.matchups.numbers, strict=True)
        ]
        return found if places is None else [found[place] for place in places]

    def values_by(self, arrays: Arrays) -> dict[int, NDArray[np.int64]]:
        """Return of each decision once a card is seen the net of each kind of situations, cheapest first."""
        folded = (self.fold,) * len(self.rules.cases)
        found = {FOLD: arrays.values(self.lines, [folded] * len(self.by_lines), 0)} if self.rules.play else {}
        for multiple, least in self.rules.later.items():
            found[multiple] = arrays.values(self.lines, [one[multiple] for one in self.by_lines], least)
        return found

    @property
    def weights(self) -> list[int]:
        """How many hands, or hands and cards seen, there are in each situation."""
        arrays = self.arrays
        return [one.weight for one in self.matchups] if arrays is None else [*arrays.weights.tolist()]

    @property
    def dealer_hands_of_each(self) -> list[int]:
        """How many dealer hands there are in each situation."""
        arrays = self.arrays
        return [one.deals for one in self.matchups] if arrays is None else [*arrays.dealer_hands.tolist()]

    def expectations(self, index: int) -> tuple[tuple[int, Fraction], ...]:
        """Return each of `choices` with its expected net, as `expectation` does."""
        return tuple((choice, self.expectation(index, choice)) for choice in self.choices(index))

    def expectation(self, index: int, multiple: int) -> Fraction:
        """Return the expected net of one class in units of the base wager."""
        return Fraction(self.value(index, multiple), self.unit * self.matchups[index].deals)

    def staked(self, multiple: int) -> Fraction:
        """Return how many times the base wager is wagered in all with a decision."""
        return len(self.rules.initial) + (self.rules.times(multiple) if self.rules.play else Fraction(0))

    def together(self, decisions: Sequence[int], *, by_level: bool = True) -> DealCounts:
        """Return the hands and deals of each level (or all as of level 0), place of lines and decision."""
        if self.arrays is not None:
            return self.arrays.together(self.lines, decisions, by_level=by_level)
        sums, (bits, packed) = defaultdict[tuple[int, int, int], int](int), self.matchups.packed
        levels = [one.hand.strength.level for one in self.matchups] if by_level else repeat(0)
        lines = map(self.lines.__getitem__, self.matchups.numbers)
        for key, number in zip(zip(levels, lines, decisions, strict=False), packed, strict=True):
            sums[key] += number
        places, most = range(0, bits * (1 + len(self.rules.cases)), bits), (1 << bits) - 1
        return {key: tuple([number >> place & most for place in places]) for key, number in sums.items()}

    def distribution(self, together: DealCounts) -> Distribution:
        """Return the net results over all deals when each situation follows its decision."""
        sums: dict[tuple[int, int], list[int]] = {}
        for (_, line, multiple), (_, *deals) in together.items():
            before = sums.get((line, multiple))
            sums[line, multiple] = deals if before is None else list(map(add, before, deals))
        counts: Counter[int] = Counter()
        staked = Fraction(0)
        for (line, multiple), deals in sums.items():
            staked += self.staked(multiple) * sum(deals)
            if multiple == FOLD:
                counts[self.fold] += sum(deals)
                continue
            for net, count in zip(self.by_lines[line][multiple], deals, strict=True):
                counts[net] += count
        nets = {Fraction(net, self.unit): count for net, count in counts.items()}
        return Distribution.from_counts(nets, staked)


def base_game(rules: Rules, letters: Mapping[str, str], known: Matchups | None = None) -> BaseGame:
    """Return the base game with the tables of the given letters; with `known` situations it is not kept."""
    chosen = tuple(letters[name] for name in rules.base_tables)
    return _base_game(rules, chosen) if known is None else _base_game_of(rules, chosen, known)


@remembered
def _base_game(rules: Rules, letters: tuple[str, ...]) -> BaseGame:
    return _base_game_of(rules, letters, None)


def _base_game_of(rules: Rules, letters: Iterable[str], known: Matchups | None) -> BaseGame:
    chosen = dict(zip(rules.base_tables, letters, strict=True))
    tables = {name: rules.tables[name][letter] for name, letter in chosen.items()}
    found = matchups(rules, suits=any(map(names_suit, tables.values()))) if known is None else known
    return with_pays(rules, tables, found, *line_combinations(rules, chosen, found.classes))


def line_combinations(
    rules: Rules, letters: Mapping[str, str], hands: Sequence[HandClass]
) -> tuple[tuple[Lines, ...], tuple[int, ...]]:
    """Return each combination of lines that some hand is on, and the place of that of each class of hands."""
    sets = base_sets(rules, letters)
    columns = [paid_lines(rules, lines, hands) for lines in sets.values()]
    places: dict[tuple[str | None, ...], int] = {}
    together = zip(*columns, strict=True) if columns else ((),) * len(hands)
    lines = tuple(places.setdefault(texts, len(places)) for texts in together)
    paid = tuple({name: text for name, text in zip(sets, texts, strict=True) if text} for texts in places)
    return paid, lines


def with_pays(
    rules: Rules,
    tables: Mapping[str, PayTable],
    all_situations: Matchups,
    paid: tuple[Lines, ...],
    lines: tuple[int, ...],
) -> BaseGame:
    """Return the base game with what the lines of its tables pay; they may be those of another game.

    `paid` and `lines` are as `line_combinations` returns them.
    """
    letters = {name: table.letter for name, table in tables.items()}
    every = [
        {
            multiple: [
                sum(base_nets(rules, case, multiple, letters, texts).values(), -rules.collection)
                for case in rules.cases
            ]
            for multiple in rules.multiples
        }
        for texts in ({}, *paid)
    ]
    exact = (net for by_multiple in every for nets in by_multiple.values() for net in nets)
    unit = lcm(rules.fold_nets.denominator, *(net.denominator for net in exact))
    cases, *by_lines = (
        {multiple: tuple(int(net * unit) for net in nets) for multiple, nets in by_multiple.items()}
        for by_multiple in every
    )
    return BaseGame(rules, all_situations, unit, cases, tuple(by_lines), lines, tables, paid)


def matchups(rules: Rules, *, suits: bool = False, by_arrays: bool = False) -> Matchups:
    """Return a matchup for every suit class of hands, and for everything that is seen of the dealer's card.

    Games that differ in pays alone get the same ones. `suits` distinguishes hands of one suit by which it is;
    `by_arrays` looks at all together, which pays for many games.
    """
    asked, classes = (rules.ranking, rules.qualifies, len(rules.cases)), classes_to_meet(rules, suits=suits)
    if rules.sights is not None:
        from combin.exact.observed import sighted

        return sighted(rules.sights, *asked[1:], classes)
    if rules.file.deal.face_up:
        if find_spec("numpy") is None:
            return face_up_rows(*asked, classes, rules.sees)
        from combin.exact.observed import face_up

        return face_up(*asked, classes, rules.sees)
    return all_face_down(*asked, suits=suits, by_arrays=by_arrays)


def classes_to_meet(rules: Rules, *, suits: bool) -> tuple[HandClass, ...]:
    """Return the classes of hands of the `matchups`, finer ones where suits or colours are seen."""
    sights = rules.sights
    if sights is not None and sights.tells in (Tells.SUIT, Tells.COLOUR):
        return classes_of_odd_deck(sights.ranking, sights.suits_alike)
    return (hand_classes_by_suit if suits else hand_classes)(rules.ranking)
