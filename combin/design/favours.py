"""Whom a progressive wager favours under each of its tables, in the long run of each meter that is stated."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.decimals import percent
from combin.exact.distribution import Favour, favour, favour_between
from combin.jackpot.answer import JackpotAnswer, depends_on, even_where, jackpot_answers
from combin.jackpot.meter.enclosure import Enclosure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from combin.jackpot.meter.meter import Value
    from combin.rules.resolved import Rules


class JackpotFavour(Struct, frozen=True, dict=True):
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
    def edges(self) -> tuple[Enclosure, ...]:
        """The house edge to who never folds, for each meter in the long run; none where it is open."""
        return tuple(edge for one in self.answers if (edge := _jackpot_edge(one)) is not None)

    @cached_property
    def edges_folding(self) -> tuple[Enclosure, ...]:
        """The same to a player who decides as is best for the base game alone, while nobody else folds."""
        return tuple(edge for one in self.answers if (edge := _jackpot_edge(one, folding=True)) is not None)

    @property
    def favour(self) -> Favour | None:
        """Whom it favours if the player never folds, which returns most; None if that is open."""
        return _jackpot_favour(self.first, self.first.value, self.edges)

    @property
    def favour_folding(self) -> Favour | None:
        """Whom it favours if he decides as is best for the base game alone; None if that is open."""
        return _jackpot_favour(self.first, self.first.played, self.edges_folding)

    @property
    def least_edge(self) -> Fraction | None:
        """The house edge that is least for any meter to a player who decides by the base game alone."""
        edges = self.edges_folding
        return _least(edges).middle if edges else None

    @property
    def in_words(self) -> str:
        """What is known of its house edge, and from which meter on it favours the player."""
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


def _jackpot_edge(answer: JackpotAnswer, *, folding: bool = False) -> Enclosure | None:
    """Return the house edge, in the long run where there is a meter, while nobody else folds."""
    run = answer.long_run
    if run is not None:
        return run.house_edge + answer.lost_by_folding(run) if folding else run.house_edge
    edge = answer.house_edge(answer.played if folding else answer.value)
    return None if edge is None else Enclosure.exactly(edge)


def _least(edges: Sequence[Enclosure]) -> Enclosure:
    return min(edges, key=lambda edge: (edge.low, edge.high))


def _jackpot_favour(answer: JackpotAnswer, value: Value, edges: Sequence[Enclosure]) -> Favour | None:
    if edges:
        return favour_between(_least(edges).low, _least(edges).high)
    # Odds alone can decide: they bring back the same part of any stake.
    more = bool(value.of_meter or value.money or value.envy * answer.others)
    if favour(1 - value.odds) is Favour.PLAYER or (value.odds == 1 and more):
        return Favour.PLAYER
    return None


def _range(edges: Iterable[Fraction]) -> str:
    """Return edges as percentages, the least and the greatest of several."""
    ordered = sorted(edges)
    return " to ".join(dict.fromkeys(percent(edge, 4) for edge in (ordered[0], ordered[-1])))


def jackpot_favours(rules: Rules) -> tuple[JackpotFavour, ...]:
    """Return every progressive wager under each of its tables."""
    return tuple(
        JackpotFavour(tuple(jackpot_answers(rules, wager, letter)))
        for wager in rules.jackpots
        for letter in rules.tables[wager]
    )
