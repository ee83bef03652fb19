"""Progressive wagers: whom they favour, and the return that explains the printed rates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.exact.distribution import Favour, favour
from combin.formatting import percent
from combin.jackpot.answer import (
    JackpotAnswer,
    ask_jackpot,
    depends_on,
    even_where,
    game_meter,
    jackpot_answers,
    jackpot_wager,
    meter_options,
    several_meters,
)
from combin.jackpot.enclosure import Enclosure
from combin.jackpot.law import Explanation, LongRun, MeterLaw, PublishedRate, explanations
from combin.jackpot.meter import Meter, Value
from combin.jackpot.value import Winners, winners_of
from combin.processes import begun
from combin.rules.resolved import Rules, remembered

if TYPE_CHECKING:
    from combin.jackpot.joint import JointGame


class JackpotFavour(Struct, frozen=True, dict=True):
    """A progressive wager under one pay table, with an answer for each stated meter, or one if none is."""

    answers: tuple[JackpotAnswer, ...]

    @property
    def first(self) -> JackpotAnswer:
        """The answer for the first meter."""
        return self.answers[0]

    @property
    def name(self) -> str:
        """The wager, with its table if it has several: "Jackpot 1"."""
        rules, wager = self.first.rules, self.first.wager
        table = f" {self.first.terms.letter}" if len(rules.tables[wager]) > 1 else ""
        return f"{rules.wagers[wager].name}{table}"

    @cached_property
    def edges(self) -> tuple[Enclosure, ...]:
        """The house edge to a player who never folds, for each meter in the long run, ascending."""
        return _edges(self.answers, folding=False)

    @cached_property
    def edges_folding(self) -> tuple[Enclosure, ...]:
        """The house edge to a player who folds as in the base game, while nobody else folds."""
        return _edges(self.answers, folding=True)

    @property
    def favour(self) -> Favour | None:
        """Whom the wager favours if the player never folds; None if that is open."""
        return _jackpot_favour(self.first, self.first.value, self.edges)

    @property
    def favour_folding(self) -> Favour | None:
        """Whom the wager favours if the player folds as in the base game; None if that is open."""
        return _jackpot_favour(self.first, self.first.played, self.edges_folding)

    @property
    def least_edge(self) -> Fraction | None:
        """The least house edge of any meter to a player who folds as in the base game."""
        return self.edges_folding[0].middle if self.edges_folding else None

    @property
    def in_words(self) -> str:
        """The house edge and the breakeven meter, as far as they are known."""
        answer, value = self.first, self.first.value
        if self.favour is Favour.PLAYER and not self.edges:
            return f"{self.name} {Favour.PLAYER} whatever its price and meter are"
        if answer.open_terms:
            return f"{self.name} {depends_on(answer)}: it {Favour.PLAYER} {even_where(answer)}"
        when = " in the long run" if answer.long_run is not None else ""
        parts = [f"house edge {_range(edge.middle for edge in self.edges)}{when}"]
        if self.edges_folding != self.edges:
            folding = _range(edge.middle for edge in self.edges_folding)
            parts.append(f"{folding} to a player who decides by the base game alone")
        if answer.long_run is not None:
            now = (edge for one in self.answers if (edge := one.house_edge(one.value)) is not None)
            parts.append(f"{_range(now)} at the seed")
        if value.of_meter:
            parts.append(f"it {Favour.PLAYER} {even_where(answer)}")
        if answer.terms.seed is not None and value.full is None and (value.money or value.envy):
            parts.append("at a price of 1, for which its seeds are stated")
        return f"{self.name}: {'; '.join(parts)}"


def _edges(answers: Iterable[JackpotAnswer], *, folding: bool) -> tuple[Enclosure, ...]:
    """The house edges, in the long run if there is a meter, while nobody else folds."""
    found = []
    for answer in answers:
        if (run := answer.long_run) is not None:
            found.append(run.house_edge + answer.lost_by_folding(run) if folding else run.house_edge)
        elif (edge := answer.house_edge(answer.played if folding else answer.value)) is not None:
            found.append(Enclosure.exactly(edge))
    return tuple(sorted(found, key=lambda edge: (edge.low, edge.high)))


def _jackpot_favour(answer: JackpotAnswer, value: Value, edges: Sequence[Enclosure]) -> Favour | None:
    if edges:
        return favour(edges[0].low, edges[0].high)
    # Odds alone can decide: they bring back the same part of any stake.
    more = bool(value.of_meter or value.money or value.envy * answer.others)
    if favour(1 - value.odds) is Favour.PLAYER or (value.odds == 1 and more):
        return Favour.PLAYER
    return None


def _range(edges: Iterable[Fraction]) -> str:
    """Edges as percentages, the least and the greatest of several."""
    least, *others = sorted(edges)
    return " to ".join(dict.fromkeys(percent(edge, 4) for edge in (least, *others[-1:])))


def jackpot_favours(rules: Rules) -> tuple[JackpotFavour, ...]:
    """Every progressive wager under each of its tables."""
    return tuple(
        JackpotFavour(tuple(jackpot_answers(rules, wager, letter)))
        for wager in rules.jackpots
        for letter in rules.tables[wager]
    )


DIGITS = 8
"""Decimals of long-run figures; percentages show four, money two."""


class PrintedRate(Struct, frozen=True):
    """An increment rate as a document prints it for a seed; `places` are its digits behind the point."""

    option: str
    seed: Fraction
    increment: Fraction
    places: int = 4


class Mixture(Struct, frozen=True):
    """The long-run return of a meter of one option with the pay table of another."""

    option: str
    pay_table: str
    own: Enclosure
    mixed: Enclosure


class LostLine(Struct, frozen=True):
    """A line of a pay table: folding loses `lost` of its `count` deals, of `total`, each worth `worth`."""

    line: str
    lost: int
    count: int
    total: int
    worth: Fraction


class JackpotStudy(Struct, frozen=True, dict=True):
    """The progressive wager of a game: its options and its meters with their printed rates.

    `rates` are the rates of the document in its order, or those of the rule file. Questions about a meter
    may raise JackpotError.
    """

    rules: Rules
    rates: tuple[PrintedRate, ...] = ()

    @cached_property
    def wager(self) -> str:
        """The id of the wager."""
        return jackpot_wager(self.rules)

    @property
    def name(self) -> str:
        """The name of the wager."""
        return self.rules.wagers[self.wager].name

    @property
    def seats(self) -> int:
        """The seats of a table; 1 if the document does not say how many."""
        return self.rules.file.deal.seats or 1

    @property
    def hands(self) -> int:
        """The number of hands that decide the wager: of the player's cards and those that count with them."""
        cards = self.rules.file.deal.player + self.rules.bets[self.wager].more_cards
        return comb(len(self.rules.deck), cards)

    @property
    def ways(self) -> int:
        """The number of deals of the player's cards that make each of these hands."""
        return self.first.chances.total // self.hands

    @property
    def options(self) -> dict[str, str]:
        """The pay table of each option of which the document prints a rate."""
        options, with_rate = meter_options(self.rules, self.rules.metered), {one.option for one in self.rates}
        return {name: option.pay_table for name, option in options.items() if name in with_rate}

    @cached_property
    def answers(self) -> dict[str, JackpotAnswer]:
        """What can be said of the wager under each pay table, for a stake of one unit at a full table."""
        return {
            letter: ask_jackpot(self.rules, option=letter, stake=1, digits=DIGITS)
            for letter in self.rules.tables[self.wager]
        }

    @property
    def first(self) -> JackpotAnswer:
        """The answer for the first pay table."""
        return next(iter(self.answers.values()))

    @cached_property
    def meters(self) -> tuple[tuple[str, Meter], ...]:
        """Each option with each of its meters, at the rate that the document prints."""
        return tuple(
            (one.option, game_meter(self.rules, one.option, one.seed, increment=one.increment))
            for one in self.rates
        )

    @cached_property
    def runs(self) -> list[tuple[str, LongRun]]:
        """Each option with each of its meters in the long run."""
        return [(option, LongRun(meter, DIGITS)) for option, meter in self.meters]

    @property
    def long_runs(self) -> tuple[LongRun, ...]:
        """Each of the meters in the long run."""
        return tuple(run for _, run in self.runs)

    def of_option(self, option: str) -> tuple[LongRun, ...]:
        """The long runs of the meters of one option."""
        return tuple(run for of, run in self.runs if of == option)

    @cached_property
    def begun_explanations(self) -> Callable[[], tuple[Explanation, ...]]:
        """The computation of `explanations`, which a second process starts at once."""
        places = max((one.places for one in self.rates), default=4)
        return begun(partial(explanations, tuple(meter for _, meter in self.meters), places))

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        """The best common target return under each way of rounding, most rates explained first."""
        return self.begun_explanations()

    def explained(self, option: str, seed: Fraction) -> tuple[tuple[Explanation, PublishedRate], ...]:
        """The row of a printed rate in each explanation."""
        place = [(one.option, one.seed) for one in self.rates].index((option, seed))
        return tuple((one, one.rows[place]) for one in self.explanations)

    @cached_property
    def mixtures(self) -> tuple[Mixture, ...]:
        """The return of each meter with each pay table that belongs to another option."""
        found = []
        for option, run in self.runs:
            seed, increment = run.meter.seed, run.meter.increment
            for letter in self.answers:
                if letter != self.options[option]:
                    other = game_meter(self.rules, option, seed, increment=increment, pay_table=letter)
                    mixed = MeterLaw(other, DIGITS).long_run_return
                    found.append(Mixture(option, letter, run.long_run_return, mixed))
        return tuple(found)

    def played_long_run(self, option: str) -> list[Enclosure]:
        """The long-run return of each meter of an option to a player who folds as in the base game."""
        answer = self.answers[self.options[option]]
        return [run.long_run_return - answer.lost_by_folding(run) for run in self.of_option(option)]

    def lost_by_folding(self, letter: str) -> Fraction:
        """The part of a unit staked that this player loses by folding, meters aside."""
        answer = self.answers[letter]
        return answer.per_unit(answer.value) - answer.per_unit(answer.played)

    def lost_lines(self, letter: str) -> tuple[LostLine, ...]:
        """The lines of a pay table that lose deals to the folds of the optimal base strategy."""
        answer = self.answers[letter]
        chances, found = answer.chances, []
        for every, kept in zip(chances.lines(), chances.played_lines(self.joint[letter].best), strict=True):
            count = every.count * (kept.total // every.total)
            odds, money, _ = chances.prize(every.line)
            worth = odds + money / answer.terms.stake
            if worth and (gone := count - kept.count):
                found.append(LostLine(every.line.text, gone, count, kept.total, worth))
        return tuple(found)

    @cached_property
    def joint(self) -> dict[str, JointGame]:
        """The base game decided jointly with the wager under each table, with the first of each bonus."""
        first = {name: next(iter(self.rules.tables[name])) for name in self.rules.base_tables}
        return {letter: answer.joint(first) for letter, answer in self.answers.items()}

    @property
    def shares_flushes(self) -> bool:
        """Whether royal and straight flushes can take the meter together, with two jackpot cards for all."""
        return all(answer.winners is not None for answer in self.answers.values())

    @property
    def winners(self) -> Winners:
        """The joint law of royal and straight flushes in a round."""
        return winners_of(self.rules.deck)


_study = remembered(JackpotStudy)


def jackpot_study(rules: Rules, printed: Iterable[PrintedRate] = ()) -> JackpotStudy | None:
    """The progressive wager of a game; None if there is none, or one of several meters.

    `printed` are increment rates as a document prints them; without any, those of the rule file.
    """
    if not rules.jackpots or several_meters(rules):
        return None
    known = [
        PrintedRate(name, Fraction(meter.seed), Fraction(meter.increment))
        for name, option in meter_options(rules, rules.metered).items()
        for meter in option.meters
    ]
    places = {(rate.option, rate.seed) for rate in known}
    rates = [rate for rate in printed if (rate.option, rate.seed) in places] or known
    return _study(rules, tuple(rates))
