"""A bet that a fold loses, decided together with the Ante: what to play at which ratio."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from itertools import groupby
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from combin.exact.base_game import FOLD, BaseGame, base_game, matchups
from combin.exact.pay_lines import about_colours, names_suit
from combin.exact.strategy import Strategy, best_strategy, optimal_strategy, raised_early
from combin.jackpot.value import JackpotChances, jackpot_chances, tells_suits
from combin.rules.errors import RulesError
from combin.rules.wagers import Kind, Whose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from combin.aliases import Integers
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Matchup, Matchups
    from combin.exact.observed import FaceUp
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


class Returned(Struct, frozen=True, dict=True):
    """Return of a unit of a bet in each matchup, of which there are few kinds, `of` the matchups.

    Of each kind `values` has the mean over hands and cards seen, `shares` whether the meter can be won.
    """

    faced: Matchups
    values: Sequence[Fraction]
    shares: Sequence[bool]
    of: Any

    @classmethod
    def by_means(cls, faced: Matchups, means: Iterable[tuple[Fraction, bool]], *, classes: bool) -> Returned:
        """Return it from the mean of each situation, or of each class of hands, with its share."""
        kinds: dict[tuple[Fraction, bool], int] = {}
        of: Any = [kinds.setdefault(mean, len(kinds)) for mean in means]
        if faced.by_arrays:
            import numpy as np

            of = np.array(of, np.int64)[faced.arrays.numbers] if classes else np.array(of, np.int64)
        elif classes:
            of = [of[number] for number in faced.numbers]
        return cls(faced, [value for value, _ in kinds], [share for _, share in kinds], of)

    def __getitem__(self, index: int) -> Fraction:
        kind: int = self.of[index]
        return self.values[kind]

    @cached_property
    def deals(self) -> list[int] | Integers:
        """The deals of each situation, of all its hands."""
        if isinstance(self.of, list):
            return [one.weight * one.deals for one in self.faced]
        return self.faced.arrays.deals

    def mean(self, decisions: Sequence[int] | None) -> Fraction:
        """Return the mean over all situations, those that are folded bringing nothing; None folds none."""
        deals = [0] * len(self.values)
        if isinstance(self.of, list):
            for place, kind in enumerate(self.of):
                if decisions is None or decisions[place] != FOLD:
                    deals[kind] += self.deals[place]
        else:
            import numpy as np

            rows = slice(None) if decisions is None else self.faced.arrays.decisions(decisions) != FOLD
            by_kind = np.zeros(len(deals), np.int64)
            np.add.at(by_kind, self.of[rows], self.deals[rows])
            deals = by_kind.tolist()
        weighted = (value * number for value, number in zip(self.values, deals, strict=True))
        return sum(weighted, Fraction(0)) / int(sum(self.deals))


def _returned_in(faced: Matchups, chances: JackpotChances, meter: Fraction, unit: Fraction) -> Returned:
    """Return what a unit of a jackpot wager, or of a bet on a hand alone, brings back in each situation."""
    if chances.rules.file.deal.face_up and chances.table.bet.more_cards:
        from combin.exact.observed import FaceUp

        if isinstance(faced, FaceUp):
            return _beside_a_card(faced, chances, meter, unit)
    mean, ways = _means(chances, meter, unit), chances.ways
    return Returned.by_means(faced, (mean(tuple(of.items()), ways) for of in chances.counts), classes=True)


def _means(chances: JackpotChances, meter: Fraction, unit: Fraction) -> Callable[..., tuple[Fraction, bool]]:
    """Return what gives the mean of counts of lines in some ways, and whether it has part of the meter."""

    @cache
    def mean(counts: tuple[tuple[str, int], ...], ways: int) -> tuple[Fraction, bool]:
        value = chances.mean(dict(counts), ways)
        return value.returned(unit, meter * unit) / unit, bool(value.share)

    return mean


def _beside_a_card(faced: FaceUp, chances: JackpotChances, meter: Fraction, unit: Fraction) -> Returned:
    """Return what `_returned_in` does where what other cards make depends on the card that is seen."""
    import numpy as np

    from combin.exact.arrays import alike
    from combin.exact.side_bets import ways_seen

    counted, whole = ways_seen(chances.rules, chances.table, faced.seen)
    sums = np.zeros((len(faced), counted.shape[1] + 1), np.int64)
    weights = faced.seen.weights[:, np.newaxis]
    np.add.at(sums, faced.places, weights * np.column_stack([counted, np.full(len(counted), whole)]))
    first, of = alike(*sums.T)
    means, texts = _means(chances, meter, unit), [line.text for line in chances.table.lines]
    kinds = [means(tuple(zip(texts, row, strict=True)), every) for *row, every in sums[first].tolist()]
    return Returned(faced, [value for value, _ in kinds], [share for _, share in kinds], of)


def looks_at_dealer(table: PayTable) -> bool:
    """Return whether more of the dealer's hand decides a bet than that it makes a hand with the player's."""
    bet = table.bet
    return bet.hand is Whose.DEALER or bet.versus_dealer or about_colours(table)


def same_for_all_suits(table: PayTable) -> bool:
    """Return whether hands that differ only by which suits they show are all worth the same to a bet."""
    return not about_colours(table) and not (looks_at_dealer(table) and names_suit(table))


def return_vs_dealer(faced: Matchups, rules: Rules, table: PayTable) -> Returned:
    """Return what a unit of a side bet brings back in each situation where the dealer's hand decides too."""
    from combin.exact.side_bets import in_every_deal

    bet, settled = in_every_deal(rules, table, (faced, range(len(faced))))  # each situation for itself
    pays = [1 + one.net(table.stake) / table.stake for one in bet.pays]
    scale = lcm(*(one.denominator for one in pays))
    scaled = [int(one * scale) for one in pays]
    prizes, deals = [0] * len(faced), [0] * len(faced)
    for row, places, ways in settled:
        prizes[row] += sum(map(int.__mul__, ways, map(scaled.__getitem__, places)))
        deals[row] += scale * sum(ways)
    means = ((Fraction(prize, number), False) for prize, number in zip(prizes, deals, strict=True))
    return Returned.by_means(faced, means, classes=False)


class BreakEven(NamedTuple):
    """Hands that the base game folds and that are played from a ratio on.

    `ratio` is the bet per unit of the Ante; `value` is what playing is worth in the base game, `returned`
    what a unit of the bet brings back then.
    """

    ratio: Fraction
    situation: Matchup
    value: Fraction
    returned: Fraction

    @property
    def hand(self) -> HandClass:
        """The class."""
        return self.situation.hand

    @property
    def place(self) -> tuple[int, int]:
        """The place among those of a ratio: by what is seen, then the strongest hand first."""
        seen = self.situation.seen
        return 0 if seen is None else seen.group, -self.hand.strength.level


class Stage(Struct, frozen=True):
    """Ratios above `above` (with 0, where it is 0) up to `up_to`, if any, with one optimal strategy."""

    above: Fraction
    up_to: Fraction | None
    hands_played: int
    bet_return: Fraction
    joint: JointGame

    @property
    def strategy(self) -> Strategy:
        """The optimal strategy."""
        return self.joint.strategy(self.above + 1 if self.up_to is None else self.up_to)


class _Folded(NamedTuple):
    """Folded situations with the same best multiple, value of it, and returns of bets."""

    rows: Sequence[int] | Integers
    multiple: int
    value: Fraction
    returned: tuple[Fraction, ...]


def _folded(best: Strategy, bets: Sequence[Returned]) -> list[_Folded]:
    """Return the situations that the optimal strategy folds and need not."""
    game, arrays = best.game, best.game.arrays
    if arrays is None or game.rules.early:
        groups: dict[tuple[int, Fraction, tuple[Fraction, ...]], list[int]] = {}
        columns = {multiple: game.values(multiple) for multiple in game.rules.later}
        for index in (index for index, decision in enumerate(best.decisions) if decision == FOLD):
            allowed = ((column[index], -multiple) for multiple, column in columns.items())
            worth = [(value, multiple) for value, multiple in allowed if value is not None]
            if worth:
                most, multiple = max(worth)
                mean = Fraction(most, game.unit * game.matchups[index].deals)
                groups.setdefault((-multiple, mean, tuple(bet[index] for bet in bets)), []).append(index)
        return [_Folded(rows, *key) for key, rows in groups.items()]
    import numpy as np

    from combin.exact.arrays import FAR_LESS, alike

    kinds, multiples = arrays.kinds(game.lines), list(game.rules.later)
    values = game.values_by(arrays)
    every = np.stack([values[multiple] for multiple in multiples])
    most = every.max(axis=0)
    rows = np.flatnonzero((arrays.decisions(best.decisions) == FOLD) & (most > FAR_LESS)[kinds.of])
    chosen, hands = np.array(multiples)[every.argmax(axis=0)], kinds.counts.sum(axis=1)
    first, of = alike(kinds.of[rows], *(bet.of[rows] for bet in bets))  # few are the pairs of both
    order = np.argsort(of, kind="stable")
    parts = np.split(rows[order], np.searchsorted(of[order], np.arange(1, len(first))))
    found = []
    for row, part in zip(rows[first].tolist(), parts, strict=False):
        kind = int(kinds.of[row])
        value = Fraction(int(most[kind]), game.unit * int(hands[kind]))
        found.append(_Folded(part, int(chosen[kind]), value, tuple(bet[row] for bet in bets)))
    return found


def _playing(best: Strategy, played: Iterable[_Folded]) -> tuple[int, ...]:
    """Return the decisions of a strategy with some situations played that it folds."""
    arrays = best.game.arrays
    if arrays is not None and not best.game.rules.early:
        array = arrays.decisions(best.decisions).copy()
        for one in played:
            array[one.rows] = one.multiple
        return arrays.decided(array)
    decisions = list(best.decisions)
    for one in played:
        for row in one.rows:
            decisions[row] = one.multiple
    return tuple(decisions)


def _sum(values: Any, rows: Any) -> int:  # noqa: ANN401  both lists, or both arrays
    return sum(values[row] for row in rows) if isinstance(rows, list) else int(values[rows].sum())


class JointGame(Struct, frozen=True, dict=True):
    """The base game with a bet that is placed before the decision, under one of its pay tables.

    `best` is the optimal strategy of the base game alone, `meter` is per unit of the bet, and `unit` is the
    money of a unit, for prizes that are sums.

    Where a fold nets -1, a hand is played when `value + r x (returned - 1) > -1 - r`, that is
    `r x returned > -1 - value`. Where a card of the dealer's is seen, both are means given that card.
    """

    best: Strategy
    table: PayTable
    meter: Fraction = Fraction(0)
    unit: Fraction = Fraction(1)

    @property
    def game(self) -> BaseGame:
        """The base game."""
        return self.best.game

    @property
    def lost_on_fold(self) -> bool:
        """Whether a fold loses the bet; where it does not, the strategy does not depend on it."""
        return self.table.bet.loses_on_fold

    @cached_property
    def chances(self) -> JackpotChances:
        """How often each line is hit, for a bet on the player's hand, alone or with others."""
        return jackpot_chances(self.game.rules, self.table, self.game.matchups.classes)

    @property
    def meter_matters(self) -> bool:
        """Whether the break-evens depend on the meter: the base game folds a hand that can win part of it."""
        pairs = zip(self.returned.of, self.best.decisions, strict=True)
        folded = (kind for kind, decision in pairs if decision == FOLD)
        return self.lost_on_fold and any(self.returned.shares[kind] for kind in folded)

    @cached_property
    def returned(self) -> Returned:
        """What a unit of the bet brings back in each situation to a hand that is not folded."""
        rules, table = self.game.rules, self.table
        with_cards = rules.sights is not None and table.bet.more_cards > 0
        if with_cards and table.bet.kind is Kind.JACKPOT:
            problem = f"a jackpot that a fold loses, {table.bet.name}, is not worked out with such a sight of"
            write = f'write without = ["wager.{table.bet.id}"]'
            raise RulesError(("deal", "face_up"), f"{problem} the dealer's hand; {write}")
        if looks_at_dealer(table) or with_cards:
            return return_vs_dealer(self.game.matchups, rules, table)
        return _returned_in(self.game.matchups, self.chances, self.meter, self.unit)

    @cached_property
    def _switches(self) -> list[tuple[Fraction, _Folded]]:
        """Folded situations with the ratio above which they are played; none if a fold keeps the bet."""
        # What playing gains over a fold is linear in the ratio, and grows where the bet can bring anything
        # back. So each folded hand has one ratio from which on it is played, and between two of these ratios
        # the strategy is one.
        folded = _folded(self.best, [self.returned]) if self.lost_on_fold else []
        fold = Fraction(self.game.fold, self.game.unit)
        pairs = [((fold - one.value) / one.returned[0], one) for one in folded if one.returned[0]]
        return sorted(pairs, key=lambda pair: pair[0])

    @cached_property
    def break_evens(self) -> tuple[BreakEven, ...]:
        """All situations that the bet can make worth playing, the smallest ratio first."""
        found: list[BreakEven] = []
        for ratio, group in groupby(self._switches, key=lambda pair: pair[0]):
            rows = sorted((int(row), of) for _, of in group for row in of.rows)
            evens = (BreakEven(ratio, self.game.matchups[row], of.value, of.returned[0]) for row, of in rows)
            found += sorted(evens, key=lambda even: even.place)
        return tuple(found)

    def strategy(self, ratio: Fraction) -> Strategy:
        """Return the optimal strategy when the bet is `ratio` times the Ante; of equals the fold."""
        played = [one for switch, one in self._switches if switch < ratio]
        decisions = _playing(self.best, played) if played else self.best.decisions
        return Strategy("joint optimum", self.game, decisions)

    def stages(self) -> tuple[Stage, ...]:
        """Return the optimal strategy between all break-even ratios, from 0 on."""
        above, played, found = Fraction(0), self.best.hands_played, []
        returned, arrays = self.bet_return(self.best), self.game.arrays
        weights = self.game.weights if arrays is None else arrays.weights
        for ratio, group in groupby(self._switches, key=lambda pair: pair[0]):
            if ratio > 0:
                found.append(Stage(above, ratio, played, returned, self))
            above = ratio
            for _, one in group:
                played += _sum(weights, one.rows)
                returned += one.returned[0] * _sum(self.returned.deals, one.rows) / self.game.total
        return (*found, Stage(above, None, played, returned, self))

    def bet_return(self, strategy: Strategy) -> Fraction:
        """Return what a unit of the bet brings back when a strategy is followed."""
        return self.returned.mean(strategy.decisions if self.lost_on_fold else None)

    def loss(self, strategy: Strategy, ratio: Fraction) -> Fraction:
        """Return the expected loss of Ante, Play and the bet together, in units of the Ante."""
        return strategy.distribution.house_edge + ratio * (1 - self.bet_return(strategy))


def joint_game(
    rules: Rules,
    letters: Mapping[str, str],
    table: PayTable,
    meter: Fraction = Fraction(0),
    unit: Fraction = Fraction(1),
) -> JointGame:
    """Return the base game with a bet; `meter` is per unit of it, `unit` the money of a unit."""
    if rules.early:
        problem = "by how large a bet is, hands that are raised before a card is seen are not distinguished"
        raise RulesError(("decision", "early"), f"{problem} (Limits in docs/language.md)")
    if tells_suits(rules, table):
        best = optimal_strategy(base_game(rules, letters, matchups(rules, suits=True)))
    else:
        best = best_strategy(rules, letters)
    return JointGame(best, table.at(unit), meter, unit)


def best_beside(best: Strategy, bets: Sequence[tuple[Fraction, Returned]]) -> Strategy:
    """Return the optimal strategy with bets that a fold loses, from the best one of the base game alone.

    `bets` are how many times the Ante each is, and what a unit of it brings back. The slow equivalent visits
    all strategies.
    """
    game, fold = best.game, Fraction(best.game.fold, best.game.unit)
    later = best.later if game.rules.early or game.arrays is None else best
    played = []
    for one in _folded(later, [returned for _, returned in bets]):
        added = sum(ratio * value for (ratio, _), value in zip(bets, one.returned, strict=True))
        if one.value + added > fold:
            played.append(one)
    decisions = _playing(later, played)
    if game.rules.early:
        sums = (sum((ratio * of[row] for ratio, of in bets), Fraction(0)) for row in range(len(decisions)))
        decisions = raised_early(game, [*decisions], [*sums])
    return Strategy("joint optimum", game, decisions)
