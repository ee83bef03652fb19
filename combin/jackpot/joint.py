"""A bet that a fold loses, decided together with the Ante: what to play at which ratio."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from combin.exact.base_game import FOLD, BaseGame, base_game, matchups
from combin.exact.pay_lines import about_colours, names_suit
from combin.exact.strategy import Strategy, best_strategy, optimal_strategy, raised_early
from combin.jackpot.value import JackpotChances, Scaled, jackpot_chances, tells_suits
from combin.rules.bets import Kind, Whose
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Matchup, Matchups
    from combin.jackpot.joint_by_arrays import ReturnedByArrays, SwitchesByArrays
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


@dataclass(frozen=True)
class ReturnedByRows:
    """What a unit of a bet brings back situation by situation: `prizes` of so many `deals`.

    Over all hands of a situation together, with all cards that can be seen in it, so that sums over
    situations are means over all hands. `wins_share` tells where part of the meter can be won.
    """

    prizes: Sequence[int]
    deals: Sequence[int]
    wins_share: Sequence[bool]

    def __getitem__(self, index: int) -> Fraction:
        """Return the mean of one situation."""
        return Fraction(self.prizes[index], self.deals[index])

    def mean(self, decisions: Sequence[int] | None) -> Fraction:
        """Return the mean over all situations, those that are folded bringing nothing; None folds none."""
        live = self.prizes
        if decisions is not None:
            pairs = zip(self.prizes, decisions, strict=True)
            live = [prize for prize, decision in pairs if decision != FOLD]
        return Fraction(sum(live), sum(self.deals))

    def share_is_folded(self, decisions: Sequence[int]) -> bool:
        """Tell whether part of the meter can be won in some situation that is folded."""
        pairs = zip(self.wins_share, decisions, strict=True)
        return any(wins and decision == FOLD for wins, decision in pairs)


Returned: TypeAlias = "ReturnedByRows | ReturnedByArrays"


def returned_in(
    all_situations: Matchups, chances: JackpotChances, meter: Fraction, unit: Fraction
) -> Returned:
    """Return what a unit of a jackpot wager, or of a bet on a hand alone, brings back in each situation.

    Args:
        all_situations: the situations, of the same classes of hands as the chances.
        chances: of the bet.
        meter: the meter per unit of the wager.
        unit: the money of a unit, for prizes that are sums.
    """
    beside_a_card = chances.rules.file.deal.face_up and chances.table.bet.more_cards
    if all_situations.by_arrays or beside_a_card:
        from combin.jackpot.joint_by_arrays import returned_by_arrays

        return returned_by_arrays(all_situations, chances, meter, unit)
    scaled, texts = Scaled(chances, meter, unit), [line.text for line in chances.table.lines]
    ways = [[counts.get(text, 0) for text in texts] for counts in chances.counts]
    prizes, share = [*map(scaled.prize, ways)], [*map(scaled.wins_share, ways)]
    weights = [one.weight * one.deals for one in all_situations]
    pairs = [*zip(weights, all_situations.numbers, strict=True)]
    return ReturnedByRows(
        [weight * prizes[number] for weight, number in pairs],
        [weight * chances.ways * scaled.scale for weight in weights],
        [share[number] for _, number in pairs],
    )


def looks_at_dealer(table: PayTable) -> bool:
    """Tell whether more of the dealer's hand decides a bet than that it makes a hand with the player's."""
    bet = table.bet
    return bet.hand is Whose.DEALER or bet.versus_dealer or about_colours(table)


def told_by_classes(table: PayTable) -> bool:
    """Tell whether hands that are alike but for which suits they show are all worth the same to a bet."""
    return not about_colours(table) and not (looks_at_dealer(table) and names_suit(table))


def returned_around(all_situations: Matchups, rules: Rules, table: PayTable) -> Returned:
    """Return what a unit of a side bet brings back in each situation where the dealer's hand decides too."""
    numbers = range(len(all_situations))  # each situation for itself
    from combin.exact.folded_bets import in_every_deal

    bet, settled = in_every_deal(rules, table, (all_situations, numbers))
    pays = [1 + one.net(table.stake) / table.stake for one in bet.pays]
    scale = lcm(*(one.denominator for one in pays))
    scaled = [int(one * scale) for one in pays]
    prizes, deals = [0] * len(all_situations), [0] * len(all_situations)
    for row, places, ways in settled:
        prizes[row] += sum(map(int.__mul__, ways, map(scaled.__getitem__, places)))
        deals[row] += scale * sum(ways)
    if not all_situations.by_arrays:
        return ReturnedByRows(prizes, deals, [False] * len(all_situations))
    from combin.jackpot.joint_by_arrays import by_arrays

    return by_arrays(zip(prizes, deals, strict=True), all_situations.arrays)


class BreakEven(NamedTuple):
    """Hands that the base game folds and that are played from a ratio on.

    `ratio` is the bet per unit of the Ante at which playing is worth as much as folding; `value` is what
    playing is worth in the base game, `returned` what a unit of the bet brings back then.
    """

    ratio: Fraction
    situation: Matchup
    value: Fraction
    returned: Fraction

    @property
    def hand(self) -> HandClass:
        """The class."""
        return self.situation.hand


@dataclass(frozen=True, slots=True)
class Stage:
    """All ratios above `above` (at 0 too, where it is 0) and up to `up_to`, if any, under the best strategy.

    `hands_played` and `bet_return` are those of that strategy.
    """

    above: Fraction
    up_to: Fraction | None
    hands_played: int
    bet_return: Fraction
    joint: JointGame

    @property
    def strategy(self) -> Strategy:
        """The best strategy."""
        return self.joint.strategy(self.above + 1 if self.up_to is None else self.up_to)


class SwitchesByRows:
    """The situations that a bet can make worth playing, each from some ratio on, one by one."""

    def __init__(self, best: Strategy, returned: Returned) -> None:
        # What playing gains over a fold is linear in the ratio, and grows where the bet can bring anything
        # back. So each folded hand has one ratio from which on it is played, and between two of these ratios
        # the strategy is one.
        game, self.best, self.returned = best.game, best, returned
        fold, found = Fraction(game.fold, game.unit), list[tuple[BreakEven, int, int]]()
        for index, multiple, value in _if_played(best):
            if brings := returned[index]:
                break_even = BreakEven((fold - value) / brings, game.matchups[index], value, brings)
                found.append((break_even, index, multiple))
        self._entries = sorted(found, key=lambda entry: _order(entry[0]))

    @property
    def break_evens(self) -> tuple[BreakEven, ...]:
        """All of them, the smallest ratio first."""
        return tuple(break_even for break_even, _, _ in self._entries)

    def decided(self, ratio: Fraction) -> tuple[int, ...]:
        """Return the best decisions at a ratio."""
        decisions = list(self.best.decisions)
        for break_even, index, multiple in self._entries:
            if break_even.ratio < ratio:
                decisions[index] = multiple
        return tuple(decisions)

    def steps(self) -> Iterator[tuple[Fraction, int, Fraction]]:
        """Yield each ratio with the hands that are played above it, and what they add to the bet's return."""
        for ratio, group in groupby(self._entries, key=lambda entry: entry[0].ratio):
            played = [situation for situation, _, _ in group]
            hands = sum(one.situation.weight for one in played)
            parts = (one.situation.weight * one.situation.deals * one.returned for one in played)
            yield ratio, hands, sum(parts, Fraction(0)) / self.best.game.total


@dataclass(frozen=True)
class JointGame:
    """The base game with a bet that is placed before the decision, under one of its pay tables.

    `best` is the best strategy of the base game alone, `meter` is the meter per unit of the bet, and `unit`
    the money of a unit, for prizes that are sums.

    Where a fold nets -1, a hand is played when `value + r x (returned - 1) > -1 - r`, that is
    `r x returned > -1 - value`: the stake is lost by a fold, so it is sunk, and only what it can bring back
    counts. Where a card of the dealer's is seen, both are means over what is possible beside that card.
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
        return self.lost_on_fold and self.returned.share_is_folded(self.best.decisions)

    @cached_property
    def returned(self) -> Returned:
        """What a unit of the bet brings back in each situation to a hand that is not folded."""
        rules, table = self.game.rules, self.table
        with_cards = rules.sights is not None and table.bet.more_cards > 0
        if with_cards and table.bet.kind is Kind.JACKPOT:
            problem = (
                f"a jackpot that a fold loses, {table.bet.name}, is not worked out with such a sight of the "
                f'dealer\'s hand; write without = ["wager.{table.bet.id}"]'
            )
            raise RulesError(("deal", "face_up"), problem)
        if looks_at_dealer(table) or with_cards:
            return returned_around(self.game.matchups, rules, table)
        return returned_in(self.game.matchups, self.chances, self.meter, self.unit)

    @cached_property
    def _switches(self) -> SwitchesByRows | SwitchesByArrays | None:
        """What hands are played from which ratio on; None if a fold does not lose the bet."""
        if not self.lost_on_fold:
            return None
        if self.game.arrays is None:
            return SwitchesByRows(self.best, self.returned)
        from combin.jackpot.joint_by_arrays import SwitchesByArrays, as_arrays

        return SwitchesByArrays(self.best, self.game.arrays, as_arrays(self.returned))

    @cached_property
    def break_evens(self) -> tuple[BreakEven, ...]:
        """All situations that the bet can make worth playing, the smallest ratio first."""
        return () if self._switches is None else tuple(map(BreakEven._make, self._switches.break_evens))

    def strategy(self, ratio: Fraction) -> Strategy:
        """Return the best strategy when the bet is `ratio` times the Ante; of equals the fold."""
        decisions = self.best.decisions if self._switches is None else self._switches.decided(ratio)
        return Strategy("joint optimum", self.game, decisions)

    def stages(self) -> tuple[Stage, ...]:
        """Return the best strategy between all break-even ratios, from 0 on."""
        above, played, found = Fraction(0), self.best.hands_played, []
        returned = self.bet_return(self.best)
        for ratio, hands, added in () if self._switches is None else self._switches.steps():
            if ratio > 0:
                found.append(Stage(above, ratio, played, returned, self))
            above, played, returned = ratio, played + hands, returned + added
        return (*found, Stage(above, None, played, returned, self))

    def bet_return(self, strategy: Strategy) -> Fraction:
        """Return what a unit of the bet brings back when a strategy is followed."""
        return self.returned.mean(strategy.decisions if self.lost_on_fold else None)

    def loss(self, strategy: Strategy, ratio: Fraction) -> Fraction:
        """Return the expected loss of Ante, Play and the bet together, in units of the Ante."""
        return strategy.distribution.house_edge + ratio * (1 - self.bet_return(strategy))


def _order(break_even: BreakEven) -> tuple[Fraction, int, int]:
    """Return what tells the place of one: its ratio, what is seen, and then the strongest hand first."""
    seen = break_even.situation.seen
    return break_even.ratio, 0 if seen is None else seen.group, -break_even.hand.strength.level


def joint_game(
    rules: Rules,
    letters: Mapping[str, str],
    table: PayTable,
    meter: Fraction = Fraction(0),
    unit: Fraction = Fraction(1),
) -> JointGame:
    """Return the base game with a bet, with suits told apart where one of their tables needs it.

    Args:
        rules: the game.
        letters: the tables of its bonuses.
        table: one of the pay tables of the bet.
        meter: the meter per unit of the bet.
        unit: the money of a unit.
    """
    if rules.early:
        problem = "by how large a bet is, hands are not told apart that are raised before a card is seen"
        raise RulesError(("decision", "early"), f"{problem} (Limits in docs/language.md)")
    if tells_suits(rules, table):
        best = optimal_strategy(base_game(rules, letters, matchups(rules, suits=True)))
    else:
        best = best_strategy(rules, letters)
    return JointGame(best, table.at(unit), meter, unit)


def best_beside(best: Strategy, bets: Sequence[tuple[Fraction, Returned]]) -> Strategy:
    """Return the best strategy with bets that a fold loses, from the best one of the base game alone.

    Args:
        best: the latter; it tells suits apart if a table of some bet needs that.
        bets: how many times the Ante each bet is, and what a unit of it brings back.

    The slow equivalent goes through all strategies.
    """
    game, later = best.game, best.later
    if game.arrays is not None and not game.rules.early:
        from combin.jackpot.joint_by_arrays import best_by_arrays

        return Strategy("joint optimum", game, best_by_arrays(best, game.arrays, bets))
    decisions, fold = list(later.decisions), Fraction(game.fold, game.unit)
    for index, multiple, value in _if_played(later):
        if value + sum(ratio * returned[index] for ratio, returned in bets) > fold:
            decisions[index] = multiple
    if not game.rules.early:
        return Strategy("joint optimum", game, tuple(decisions))
    beside = [sum((ratio * of[index] for ratio, of in bets), Fraction(0)) for index in range(len(decisions))]
    return Strategy("joint optimum", game, raised_early(game, decisions, beside))


def _if_played(best: Strategy) -> Iterator[tuple[int, int, Fraction]]:
    """Yield of each situation that is folded and need not be its best multiple, and what that is worth."""
    game = best.game
    by_multiple = {multiple: game.values(multiple) for multiple in game.rules.later}
    for index, decision in enumerate(best.decisions):
        allowed = [(one[index], -multiple) for multiple, one in by_multiple.items()]
        values = [(value, multiple) for value, multiple in allowed if value is not None]
        if decision == FOLD and values:
            most, multiple = max(values)
            yield index, -multiple, Fraction(most, game.unit * game.matchups[index].deals)
