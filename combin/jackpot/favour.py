"""Whom a progressive wager favours: in the long run of its meter, or from which meter on at which price."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.decimals import decimal, percent
from combin.exact.distribution import Favour, favour, favour_between
from combin.formatting import grouped, in_full
from combin.jackpot.answer import JackpotAnswer, ask_jackpot, meter_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.jackpot.value import Value
    from combin.rules.resolved import Rules


Bounds = tuple[Fraction, Fraction]
"""Proven bounds of a house edge; twice the same where it is exact."""


@dataclass(frozen=True)
class JackpotFavour:
    """A progressive wager under one pay table, with an answer for each meter that the document states.

    One answer alone where it states none. All figures are those of a full table.
    """

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
    def edges(self) -> tuple[Bounds, ...]:
        """The house edge to who never folds, for each meter in the long run; none where it is open."""
        return tuple(found for one in self.answers if (found := _edge(one)) is not None)

    @cached_property
    def edges_folding(self) -> tuple[Bounds, ...]:
        """The same to a player who decides as is best for the base game alone, while nobody else folds."""
        return tuple(found for one in self.answers if (found := _edge_folding(one)) is not None)

    @property
    def favour(self) -> Favour | None:
        """Whom it favours if the player never folds, which returns most; None if that is open."""
        return _favour(self.first, self.first.value, self.edges)

    @property
    def favour_folding(self) -> Favour | None:
        """Whom it favours if he decides as is best for the base game alone; None if that is open."""
        return _favour(self.first, self.first.played, self.edges_folding)

    @property
    def least_edge(self) -> Fraction | None:
        """The house edge that is least for any meter to a player who decides by the base game alone."""
        low, high = min(self.edges_folding, default=(None, None))
        return None if low is None or high is None else (low + high) / 2

    @property
    def in_words(self) -> str:
        """What is known of its house edge, and from which meter on it favours the player."""
        answer = self.first
        if self.favour is Favour.PLAYER and not self.edges:
            return f"{self.name} {Favour.PLAYER} whatever its price and meter are"
        if answer.open_terms:
            return f"{self.name} {depends_on(answer)}: it {Favour.PLAYER} {even_where(answer)}"
        when = " in the long run" if answer.long_run is not None else ""
        parts = [f"house edge {_range(self.edges)}{when}"]
        if self.edges_folding != self.edges:
            parts.append(f"{_range(self.edges_folding)} to a player who decides by the base game alone")
        if answer.long_run is not None:
            now = [edge for one in self.answers if (edge := one.house_edge(one.value)) is not None]
            parts.append(f"{_range([(edge, edge) for edge in now])} at the seed")
        if answer.value.of_meter:
            parts.append(f"it {Favour.PLAYER} {even_where(answer)}")
        sums = answer.value.full is None and (answer.value.money or answer.value.envy)
        if answer.terms.seed is not None and sums:
            parts.append("at a price of 1, for which its seeds are stated")
        return f"{self.name}: {'; '.join(parts)}"


def _edge(answer: JackpotAnswer) -> Bounds | None:
    """Return the house edge to who never folds, in the long run where there is a meter."""
    run = answer.long_run
    if run is None:
        edge = answer.house_edge(answer.value)
        return None if edge is None else (edge, edge)
    return run.house_edge.low, run.house_edge.high


def _edge_folding(answer: JackpotAnswer) -> Bounds | None:
    """Return the house edge to who follows the best strategy of the base game, while nobody else folds."""
    run = answer.long_run
    if run is None:
        edge = answer.house_edge(answer.played)
        return None if edge is None else (edge, edge)
    folding = run.house_edge + answer.lost_by_folding(run)
    return folding.low, folding.high


def _favour(answer: JackpotAnswer, value: Value, edges: Sequence[Bounds]) -> Favour | None:
    if edges:
        return favour_between(*min(edges))
    # Odds alone can decide: they bring back the same part of any stake.
    more = bool(value.of_meter or value.money or value.envy * answer.others)
    if favour(1 - value.odds) is Favour.PLAYER or (value.odds == 1 and more):
        return Favour.PLAYER
    return None


def _range(edges: Sequence[Bounds]) -> str:
    """Return edges as percentages, the least and the greatest of several."""
    middles = sorted((low + high) / 2 for low, high in edges)
    return " to ".join(dict.fromkeys(percent(edge, 4) for edge in (middles[0], middles[-1])))


def jackpot_favours(rules: Rules) -> tuple[JackpotFavour, ...]:
    """Return every progressive wager under each of its tables.

    Raises:
        JackpotError: a meter of which nothing can be worked out.
    """
    return tuple(
        JackpotFavour(tuple(jackpot_answers(rules, wager, letter)))
        for wager in rules.jackpots
        for letter in rules.tables[wager]
    )


def jackpot_answers(rules: Rules, wager: str, letter: str) -> Iterator[JackpotAnswer]:
    """Yield the answer for each meter that is stated with a pay table, or one alone where none is.

    Raises:
        JackpotError: a meter of which nothing can be worked out.
    """
    meters = [
        (name, meter)
        for name, option in meter_options(rules, wager).items()
        if option.pay_table == letter
        for meter in option.meters
    ]
    if not meters:
        yield ask_jackpot(rules, wager=wager, option=letter)
    for name, meter in meters:
        rate = Fraction(meter.increment)
        yield ask_jackpot(rules, wager=wager, option=name, seed=meter.seed, increment=rate)


def depends_on(answer: JackpotAnswer) -> str:
    """Return "depends on price and meter", or which of them nobody told; "" if nothing is open."""
    return f"depends on {' and '.join(answer.open_terms)}" if answer.open_terms else ""


def returns_in_words(answer: JackpotAnswer, value: Value) -> str:
    """Return what a wager brings back on average as a linear form: "601/442 + 1/22,100 of the meter"."""
    stake = answer.terms.stake
    fixed = value.money if "price" in answer.open_terms else value.returned(stake)
    parts = [f"{in_full(value.odds)} of the price"] if value.odds and "price" in answer.open_terms else []
    parts += [in_full(fixed)] if fixed else []
    parts += [f"{in_full(value.share)} of the meter"] if value.share else []
    parts += [f"{in_full(value.envy)} for each other player"] if value.envy else []
    return " + ".join(parts) or "nothing"


def even_where(answer: JackpotAnswer) -> str:
    """Return where a wager begins to favour a player who never folds: "from a meter of ... on".

    As a linear form in what is open; other players bring envy bonuses.
    """
    value, stake = answer.value, answer.terms.stake
    if "price" not in answer.open_terms:
        even = answer.break_even
        if even is None:
            return "at no meter"
        return (
            f"from a meter of {grouped(decimal(even, 0 if even.denominator == 1 else 2))} on"
            if even > 0
            else "at any meter"
        )
    if value.odds >= 1:
        return "at any price and meter"
    if "meter" not in answer.open_terms:
        kept = 1 - value.odds
        fixed = value.money + value.share * (answer.terms.meter or 0)
        parts = [in_full(fixed / kept)] if fixed else []
        parts += [f"{in_full(value.envy / kept)} × other players"] if value.envy else []
        return f"at a price below {' + '.join(parts)}"
    meter = f"{in_full((1 - value.odds) * stake / value.share)} × price"
    for amount, times in ((value.money, ""), (value.envy, " × other players")):
        if amount:
            meter += f" − {in_full(amount / value.share)}{times}"
    return f"from a meter of {meter} on"
