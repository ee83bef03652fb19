"""A table of several seats: variance, theoretical win, and the net of two seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from combin.answers import Answer
from combin.exact.distribution import Distribution, Pay
from combin.formats.tables import COUNT, MONEY, NET, NUMBER, Column, Table, as_json, chance_columns, decimals
from combin.formats.view import View
from combin.formatting import Root, counted, money, percent, plain
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter import JackpotError, Number, number
from combin.jackpot.mixes import MixAnswer
from combin.report.words import staked_beside, stakes_in_words, tables_said
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.seats.deals import Deals, JackpotCards, TwoSeats
from combin.settle.meter import settle_meter

PACE, HOURS = 40, 8
"""Rounds of a table in an hour, and hours of a shift, by default."""


@dataclass(frozen=True, repr=False)
class TableAnswer(Answer):
    """Several seats of a table with the same mix of wagers each, in money.

    Each has its own hand; all share the dealer's hand and the jackpot cards. `pace` is the rounds per
    hour, `hours` the length of a shift, and `comp` the share of theo returned in comps.
    """

    shown_by: ClassVar[str] = "combin.seats.answer:table_view"

    mix: MixAnswer
    seats: int
    pace: Fraction
    hours: Fraction
    comp: Fraction | None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.mix.rules

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers of each seat."""
        return self.mix.mix.law.wagers

    @property
    def correlation(self) -> Fraction:
        """The correlation of the results of two seats."""
        return self.between / self.mix.together.variance

    @property
    def variance(self) -> Fraction:
        """The variance of the combined net of all seats in a round, each winning alone, in squared money."""
        alone = self.seats * (self.mix.together.variance + (self.seats - 1) * self.between)
        mean = -self.seats * self.mix.mix.expected_loss
        return alone + (Fraction(0) if self.envy is None else self.envy.more_variance(mean))

    @property
    def expected_win(self) -> Fraction:
        """What the table wins in a round on average: its theoretical win."""
        envy = Fraction(0) if self.envy is None else self.envy.mean
        return self.seats * self.mix.mix.expected_loss - (self.division or 0) - envy

    @property
    def cost(self) -> Fraction:
        """The expected loss per seat in a round."""
        return self.expected_win / self.seats

    @property
    def counted(self) -> tuple[int, str]:
        """The number of deals for two seats, and the hands dealt."""
        jackpot = "the dealer, two seats and the jackpot cards"
        return self.law.total, jackpot if self.deals.jackpot else "the dealer and two seats"

    @cached_property
    def deals(self) -> Deals:
        """All deals of hands to seats."""
        tables = {name: self.mix.letters.get(name, "") for name in self.wagers}
        return Deals(self.rules, tables, self.mix.strategy)

    @cached_property
    def law(self) -> TwoSeats:
        """The joint distribution of two seats, each of which wins as if alone."""
        return self.deals.law()

    @cached_property
    def covariances(self) -> Mapping[tuple[str, str], Fraction]:
        """The covariance of a wager in one seat with a wager in another, in squared money."""
        return self.law.covariances(dict(zip(self.wagers, self.mix.mix.terms, strict=True)))

    @property
    def between(self) -> Fraction:
        """The covariance of the results of two seats, in squared money."""
        return sum(self.covariances.values(), Fraction(0))

    def _nets(self, wagers: Sequence[str], results: Iterable[Sequence[Pay]]) -> list[Fraction]:
        """The net of each combination of results of some wagers, of a seat that wins alone, in money."""
        of_wager = dict(zip(self.wagers, self.mix.mix.terms, strict=True))
        terms = [of_wager[name] for name in wagers]
        return [
            sum((pay.net(*own) for pay, own in zip(pays, terms, strict=True)), Fraction(0))
            for pays in results
        ]

    @cached_property
    def divided(self) -> DividedMeter | None:
        """The meter of which two seats can win shares in one round."""
        jackpot = self.deals.jackpot
        if jackpot is None or self.seats == 1:
            return None
        names = [name for name in jackpot.wagers if _win_together(jackpot, name, self.seats)]
        if not names:
            return None
        name = names[0]
        mix, bet, entry = self.mix, self.mix.rules.bets[name], self.mix.rules.meters.get(name)
        parts = {pay.share for pay in self.deals.on_jackpot_cards[name].pays} - {0, 1}
        stake, shown = mix.mix.stakes[name], mix.meters[name]
        terms = ask_jackpot(mix.rules, wager=name, option=mix.letters[name], stake=stake, meter=shown).terms
        said = entry is not None and entry.sharing_rule and len(parts) <= 1 and bet.full_stake is None
        if not said or len(names) > 1 or terms.seed is None:
            raise RulesError(("wager", name), _DIVIDED)
        return DividedMeter(name, shown, terms.seed * terms.stake)

    @cached_property
    def division(self) -> Fraction | None:
        """What all seats win more in a round, a loss, as they divide a meter; None where none is divided."""
        if self.divided is None:
            return None
        more = sum(count * self._divided(one, other) for one, other, count in self.law.places)
        return comb(self.seats, 2) * more / Fraction(self.law.total)

    def _divided(self, first: int, other: int) -> Fraction:
        """What two seats with some combinations of results win more than if each won alone."""
        if self.divided is None:
            return Fraction(0)
        place = self.law.wagers.index(self.divided.name)
        shares = [self.law.results[seat][place].share for seat in (first, other)]
        return self.divided.more(shares) if all(shares) else Fraction(0)

    @cached_property
    def envy(self) -> ExtraNet | None:
        """What the hands of each seat bring all others; None where no envy bonuses are paid or counted.

        They are counted where no fold loses them, each seat having a player of its own.
        """
        if self.seats == 1 or not any(self._envy):
            return None
        law, others = self.law, self.seats - 1
        deals: NDArray[Any] = law.sums.astype(object)
        values, bonuses = (np.array(of, object) for of in (self._nets(law.wagers, law.results), self._envy))
        alone, with_other = deals.sum(axis=1), deals.dot(bonuses)

        def sum_times(factor: NDArray[Any]) -> Fraction:
            """The mean of all bonuses that hands bring times the sum of a value of all seats."""
            product = alone.dot(bonuses * factor) + others * with_other.dot(factor)
            return Fraction(self.seats * product) / law.total

        mean = Fraction(self.seats * alone.dot(bonuses)) / law.total
        return ExtraNet(others * mean, others**2 * sum_times(bonuses), others * sum_times(values))

    @cached_property
    def _envy(self) -> list[Fraction]:
        """What each combination of results of one seat brings each other one, in money."""
        rules, stakes = self.mix.rules, self.mix.mix.stakes
        parts = []
        for name in self.law.wagers:
            bet = rules.bets[name]
            met = not bet.envy_needs or any(needed in self.wagers for needed in bet.envy_needs)
            parts.append(bet.part(stakes[name]) if met and not bet.loses_on_fold else Fraction(0))
        return [
            sum((pay.envy * part for pay, part in zip(pays, parts, strict=True) if pay.envy), Fraction(0))
            for pays in self.law.results
        ]

    @cached_property
    def two(self) -> Distribution | None:
        """The net results of two seats together, in money; None for a table of one."""
        if self.seats == 1:
            return None
        law, counts = self.law, Counter[Fraction]()
        nets = [net + envy for net, envy in zip(self._nets(law.wagers, law.results), self._envy, strict=True)]
        for one, other, count in law.places:
            counts[nets[one] + nets[other] + self._divided(one, other)] += count
        mix = self.mix.mix
        return Distribution.from_counts(counts, 2 * mix.average_staked * law.total, 2 * mix.staked)


@dataclass(frozen=True, repr=False)
class SameHands(TableAnswer):
    """Seats that all bet on the same two hands, and so net the same."""

    divided = division = envy = None

    @property
    def counted(self) -> tuple[int, str]:
        """How many deals are counted for two seats, and to whom."""
        return self.mix.mix.law.total, "the two hands on which all seats bet"

    @property
    def covariances(self) -> Mapping[tuple[str, str], Fraction]:
        """The covariance of a wager in one seat with a wager in another: that of both in one seat."""
        return self.mix.covariances

    @property
    def two(self) -> Distribution:
        """The net results of two seats together, in money."""
        alone = self.mix.together
        twice = tuple((2 * net, count) for net, count in alone.outcomes)
        return Distribution(twice, 2 * alone.staked, 2 * alone.initial)


_ALONE = "it is not counted at a table; leave it out, and ask combin mix for one seat with it"
_DIVIDED = f"two seats can win a share of its meter in one round, and would divide it: {_ALONE}"
_LEVELS = f"two seats may win of one level of its meter, and would divide it: {_ALONE}"


def _refuse_divided(answer: TableAnswer) -> None:
    """Refuse wagers of which two seats can win a share of the meter together, and those with levels."""
    mix = answer.mix
    for name in answer.wagers:
        if name not in mix.rules.jackpots:
            continue
        if any(line.prize.level for line in mix.rules.tables[name][mix.letters[name]].lines):
            raise RulesError(("wager", name), _LEVELS)
        if name in answer.deals.wagers and name in mix.meters:
            place = answer.deals.wagers.index(name)
            shares = [pays[place].share for pays in answer.law.results]
            if any(shares[one] and shares[other] for one, other, _ in answer.law.places):
                raise RulesError(("wager", name), _DIVIDED)
    _ = answer.divided


def ask_table(
    mix: MixAnswer,
    seats: int,
    *,
    pace: Number | None = None,
    hours: Number | None = None,
    comp: Number | None = None,
) -> TableAnswer:
    """What some seats of a table come to that place the same wagers."""
    rules, deal = mix.rules, mix.rules.file.deal
    terms = []
    for name, given, usual in (("a pace", pace, PACE), ("hours", hours, HOURS)):
        terms.append(number(name, usual if given is None else given))
        if terms[-1] <= 0:
            raise JackpotError(f"{name} of {plain(terms[-1])}: it must be above 0")
    share = None if comp is None else number("a comp", comp)
    if share is not None and not 0 < share <= 1:
        raise JackpotError(f"a comp of {plain(share)}: it must be above 0, and not above 1, or 100%")
    most = (len(rules.deck) - deal.dealer - deal.jackpot) // deal.player
    if rules.same_hands and seats >= 1:
        for name in mix.meters:
            raise RulesError(("wager", name), _DIVIDED)
        return SameHands(mix, seats, terms[0], terms[1], share)
    if not 1 <= seats <= most:
        raise RulesError((), f"{seats} seats: the cards are enough for 1 to {most}")
    answer = TableAnswer(mix, seats, terms[0], terms[1], share)
    _refuse_divided(answer)
    return answer


class ExtraNet(Struct, frozen=True):
    """What all seats net more, in money, than if each played alone: its `mean` in a round.

    `square` is the mean of its square, `product` that of it times what they would net if each played alone.
    """

    mean: Fraction
    square: Fraction
    product: Fraction

    def more_variance(self, mean: Fraction) -> Fraction:
        """The variance that it adds to that of what all net; `mean` is of each alone."""
        return 2 * (self.product - self.mean * mean) + self.square - self.mean**2


def _win_together(jackpot: JackpotCards, name: str, seats: int) -> bool:
    """Whether two seats can win shares of the meter of a wager at once; refused where three can."""
    place, found = jackpot.wagers.index(name), False
    cards = [frozenset(hand) for hand in jackpot.deals.hands.tolist()]
    for hands, wins in jackpot.winners:
        won = zip(hands.tolist(), wins.tolist(), strict=True)
        winning = [cards[hand] for hand, win in won if jackpot.wins[win][place].share]
        for both in (one | other for one, other in combinations(winning, 2) if not one & other):
            if seats == 2:
                return True
            if any(not both & third for third in winning):
                raise RulesError(("wager", name), _DIVIDED)
            found = True
    return found


class DividedMeter(Struct, frozen=True):
    """The meter of a wager, what it shows and is reset to, which seats divide as Crown 7.4 has it."""

    name: str
    shown: Fraction
    seed: Fraction

    def more(self, shares: Sequence[Fraction]) -> Fraction:
        """What seats with some shares of it win more, which is less, than if each won alone."""
        others = [part for part in shares if part != 1]
        settled = settle_meter(
            self.shown,
            self.seed,
            len(shares) - len(others),
            len(others),
            part=min(others, default=Fraction(1)),
            round_up_to=Fraction(1, self.shown.denominator),
        )
        return settled.paid - self.shown * sum(shares)


def table_view(answer: TableAnswer, digits: int = 10) -> View:
    """Several seats of a table ready to be shown.

    JSON has the `meters` by wager, the `covariance` of each pair of wagers in two seats in squared money,
    the `envy_bonuses` of a round (null where none are counted), what all seats win less in one as they
    divide a meter (`won_less_by_division`, null where none is divided), the `standard_deviation` of what they
    net, the `spans`: round, hour and shift, and the net of `two_seats` (null for one seat). The spans are the
    records too.
    """
    rules, mix = answer.mix.rules, answer.mix.mix
    stakes = stakes_in_words(mix, rules)
    spans, two = _spans(answer), None if answer.two is None else _two(answer.two)
    return View(
        f"{rules.file.title}: {counted(answer.seats, 'seat')} with {stakes} each",
        tuple(_lines(answer)),
        (spans, _covariances(answer), *([] if two is None else [two])),
        lambda: as_json({**_payload(answer), "spans": spans, "two_seats": two}, digits),
        lambda: spans.records(digits, game=rules.file.id, seats=answer.seats),
    )


def _lines(answer: TableAnswer) -> list[str]:
    rules, mix = answer.mix.rules, answer.mix.mix
    lines = tables_said(rules, answer.mix.letters)
    if answer.mix.statement is not None:
        lines.append(f"Strategy of each seat, without other cards: {answer.mix.statement}")
    if rules.base in mix.law.wagers and rules.equals:
        lines.append(staked_beside(rules))
    for name, meter in answer.mix.meters.items():
        shows = f"{rules.wager_name(name)}: current meter {money(meter)} in each round"
        together = "which no two seats can win at once"
        if answer.division is not None and answer.divided is not None and name == answer.divided.name:
            rule = rules.meters[name].sharing_rule
            less = percent(-answer.division / (answer.seats * mix.staked), 10)
            together = f"divided between seats that win at once ({rule}), at a cost of {less} of the stakes"
        lines.append(f"{shows}, {together}.")
    if answer.envy is not None:
        share = percent(answer.envy.mean / (answer.seats * mix.staked), 4)
        lines.append(f"Envy bonuses, for the hands of the other seats, return {share} of the stakes.")
    elif answer.mix.envy:
        lines.append("Envy bonuses are excluded, since they depend on other hands.")
    initial, average = (percent(answer.cost / staked, 4) for staked in (mix.staked, mix.average_staked))
    lines.append(
        f"House edge {initial} of the initial stakes; element of risk {average} of the total action "
        f"({money(mix.average_staked)} a seat on average)."
    )
    lines.append(f"Correlation of the results of two seats: {NUMBER.shown(answer.correlation)}.")
    cost = answer.cost * answer.pace
    back = "" if answer.comp is None else f", less {money(cost * answer.comp)} in comps"
    lines.append(f"Expected loss per seat and hour, {plain(answer.pace)} rounds: {money(cost)}{back}.")
    deals, to = answer.counted
    lines.append(f"Based on all {deals:,} deals to {to}.")
    return lines


def _spans(answer: TableAnswer) -> Table:
    mix, pace = answer.mix.mix, answer.pace
    spans = [("round", Fraction(1)), ("hour", pace), ("shift", pace * answer.hours)]

    def money_of(heading: str, of_round: Fraction, name: str) -> Column[tuple[str, Fraction]]:
        return Column(heading, MONEY, lambda span: of_round * span[1], name)

    columns: list[Column[tuple[str, Fraction]]] = [
        Column("", value=lambda span: span[0], name="span"),
        Column("Rounds", decimals(2), lambda span: span[1], "rounds", spare=1),
        money_of("Staked", answer.seats * mix.average_staked, "staked"),
        money_of("Theoretical win", answer.expected_win, "theoretical_win"),
        Column("Std deviation", MONEY, lambda span: Root(answer.variance * span[1]), "standard_deviation"),
        money_of("Expected loss per seat", answer.cost, "cost_of_a_seat"),
    ]
    if answer.comp is not None:
        columns.append(money_of("Comps (share of theo)", answer.expected_win * answer.comp, "comps"))
    note = f"A shift has {plain(answer.hours)} hours of {plain(answer.pace)} rounds; rounds are independent."
    return Table.of("Results of the table", spans, columns, note)


def _covariances(answer: TableAnswer) -> Table:
    names = answer.wagers

    def column_for(other: str) -> Column[str]:
        heading = answer.mix.rules.wager_name(other)
        return Column(heading, decimals(6), lambda name: answer.covariances[name, other])

    columns = [Column[str]("", value=answer.mix.rules.wager_name), *map(column_for, names)]
    note = "Covariances of a wager in one seat with a wager in another, in squared money."
    if answer.division is not None:
        note += " Each wins as if alone here and for standard deviations."
    return Table.of("Covariance of two seats", names, columns, note)


def _two(law: Distribution) -> Table:
    columns: list[Column[tuple[Fraction, int]]] = [
        Column("Net", NET, lambda outcome: outcome[0], "net"),
        Column("Deals", COUNT, lambda outcome: outcome[1], "deals"),
        *chance_columns(law.outcomes, lambda outcome: Fraction(outcome[1], law.total), name="probability"),
    ]
    note = "One player on two spots has the same net, if each is played without a look at the other."
    return Table.of("Combined net of two seats", law.outcomes[::-1], columns, note)


def _payload(answer: TableAnswer) -> dict[str, Any]:
    mix, names, division = answer.mix, answer.wagers, answer.division
    return {
        "game": mix.rules.file.id,
        "tables": dict(mix.letters),
        "strategy": mix.statement,
        "stakes": {name: plain(mix.mix.stakes[name]) for name in names},
        "meters": mix.meters,
        "seats": answer.seats,
        "covariance": {
            f"{name}/{other}": answer.covariances[name, other]
            for place, name in enumerate(names)
            for other in names[place:]
        },
        "correlation": answer.correlation,
        "standard_deviation": Root(answer.variance),
        "envy_bonuses": answer.envy and answer.envy.mean,
        "won_less_by_division": None if division is None else -division,
        "theoretical_win": answer.expected_win,
        "pace": plain(answer.pace),
        "hours": plain(answer.hours),
        "comp": None if answer.comp is None else plain(answer.comp),
    }
