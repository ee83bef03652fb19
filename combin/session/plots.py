"""Plots of many rounds: a bankroll round by round, ruin by what it begins with, a table in its bands."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import erf, sqrt
from typing import TYPE_CHECKING

from combin.formats.drawing import Drawing, Plot
from combin.formatting import counted, money, percent
from combin.jackpot.meter import JackpotError
from combin.plots.chart import Axis, Chart, amounts, parts, tidy_step
from combin.report.words import stakes_in_words
from combin.rules.errors import RulesError, nearest
from combin.session.total import LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.session.answer import SessionAnswer
    from combin.session.monitor import MonitorAnswer, Watched

    Bands = Mapping[int, Mapping[Fraction, tuple[Fraction, Fraction]]]


class SessionKind(StrEnum):
    """What a plot of a session is of."""

    FAN = "fan"
    LAW = "law"
    RUIN = "ruin"


FAN = (5, 25, 50, 75, 95)
"""The percentiles of a fan."""
PLACES = 20
"""The numbers of rounds after which percentiles and bands are worked out."""
BARS = 60
"""The most bars of a law."""
_SELDOM = 1e-3
"""The chance of ruin where its curve ends."""


def session_plot(answer: SessionAnswer, kind: str) -> Plot:
    """A plot of a session, of a kind of `SessionKind`.

    Raises:
        RulesError: no plot is of this kind.
        JackpotError: the law of a total has too many terms; ruin takes too much work, or cannot come.
    """
    if kind not in tuple(SessionKind):
        raise RulesError((), f"no plot of {kind!r}; {nearest(kind, tuple(SessionKind))}")
    makers = {SessionKind.FAN: _fan_plot, SessionKind.LAW: _law_plot, SessionKind.RUIN: _ruin_plot}
    return makers[SessionKind(kind)](answer)


def _plot(answer: SessionAnswer, kind: SessionKind, alt: str, draw: partial[Drawing]) -> Plot:
    return Plot(answer.mix.rules.file.id, f"session-{kind}", alt, draw)


def _stakes(answer: SessionAnswer) -> str:
    return stakes_in_words(answer.mix.mix, answer.mix.rules)


def _fan_plot(answer: SessionAnswer) -> Plot:
    start = answer.bankroll or Fraction(0)
    rounds = sorted({-(-answer.rounds * place // PLACES) for place in range(1, PLACES + 1)})
    found = {0: dict.fromkeys(FAN, start)}
    for after in rounds:
        law = answer.after(after, FAN, most_exact=0)
        found[after] = {
            share: start + law.percentile(Fraction(share, 100)) * answer.one_round.unit for share in FAN
        }
    last = "; ".join(f"{share}%: {money(value)}" for share, value in found[answer.rounds].items())
    had = "What is left of the bankroll" if answer.bankroll else "The total"
    alt = (
        f"{had} after each of {counted(answer.rounds, 'round')} with {_stakes(answer)}, were none cut short. "
        f"At the end so many sessions have at most: {last}."
    )
    return _plot(answer, SessionKind.FAN, alt, partial(_fan, answer, found, alt))


def _fan(answer: SessionAnswer, percentiles: Mapping[int, Mapping[int, Fraction]], alt: str) -> Drawing:
    values = [float(value) for after in percentiles.values() for value in after.values()]
    step = tidy_step(max(values) - min(values))
    across = tidy_step(answer.rounds)
    chart = Chart(
        "The bankroll round by round" if answer.bankroll else "The total round by round",
        f"{_stakes(answer)}. Dark: half of sessions. Light: 90%. Line: median",
        Axis(0, answer.rounds, across, lambda value: f"{value:,.0f}" * value.is_integer(), "rounds"),
        Axis(min(values) // step * step, -(-max(values) // step) * step, step, _signed(step)),
        alt,
        left=78,
    )
    lines = {
        share: chart.places((after, float(values[share])) for after, values in percentiles.items())
        for share in FAN
    }
    for low, high in ((5, 95), (25, 75)):
        chart.drawing.area([*lines[low], *reversed(lines[high])], "one-fill")
    chart.drawing.curve(lines[50], "one")
    for after, own in percentiles.items():
        words = ", ".join(f"{share}%: {money(value)}" for share, value in own.items())
        chart.drawing.point(chart.at(after, float(own[50])), f"{counted(after, 'round')}: {words}")
    needed = float(answer.one_round.needed)
    if answer.bankroll and chart.up.low < needed < chart.up.high:
        chart.drawing.line(chart.at(0, needed), chart.at(answer.rounds, needed), "axis dashed")
        words = f"a round needs {money(answer.one_round.needed)}; below, as if played on"
        chart.drawing.text((chart.left + 8, chart.y(needed) - 5), words, "faint")
    for share in FAN:
        left, up = lines[share][-1]
        chart.drawing.text((left - 6, up - 5), f"{share}%", "one-text", anchor="end")
    return chart.drawing


def _law_plot(answer: SessionAnswer) -> Plot:
    law, unit = answer.law, answer.one_round.unit
    first, last = (law.percentile(Fraction(share, 100)) for share in (1, 99))
    width = max(-(-(last - first + law.step) // (BARS * law.step)), 1) * law.step
    ends = range((first - law.step) // width * width, last + width, width)  # so that a bar ends at even
    below = [law.at_most(end) for end in ends]
    bars = [
        (end + law.step, end + width, (after - before).middle)
        for end, before, after in zip(ends, below, below[1:], strict=False)
    ]
    ahead, likely = answer.ahead.percent(2), max(bars, key=lambda bar: bar[2])
    alt = (
        f"How likely each total of {counted(answer.rounds, 'round')} with {_stakes(answer)} is, from "
        f"{money(first * unit)}, at or below which 1% stay, to {money(last * unit)} of 99%. Most likely: "
        f"{money(likely[0] * unit)} to {money(likely[1] * unit)}. Ahead: {ahead}."
    )
    return _plot(answer, SessionKind.LAW, alt, partial(_law, answer, bars, width, alt))


def _law(answer: SessionAnswer, bars: Sequence[tuple[int, int, Fraction]], width: int, alt: str) -> Drawing:
    unit, step = float(answer.one_round.unit), answer.law.step
    low, high = (bars[0][0] - step / 2) * unit, (bars[-1][1] + step / 2) * unit
    mean, spread = float(answer.mean), sqrt(2 * float(answer.variance))

    def normal(place: float) -> float:
        """The chance of a bar's width around a place by the normal law."""
        ends = (place - width * unit / 2, place + width * unit / 2)
        lower, upper = (erf((end - mean) / spread) / 2 for end in ends)
        return upper - lower

    most = max(*(float(chance) for _, _, chance in bars), normal(mean)) * 1.08
    across, up = tidy_step(high - low), tidy_step(most)
    chart = Chart(
        f"The total of {counted(answer.rounds, 'round')}",
        f"{_stakes(answer)}. Solid: ahead. Line: the normal law",
        Axis(low, high, across, _signed(across), "total"),
        Axis(0, most, up, parts(up)),
        alt,
    )
    for first, last, chance in bars:
        left, right = (
            chart.x((units + shift) * unit) for units, shift in ((first, -step / 2), (last, step / 2))
        )
        top = chart.y(float(chance))
        classes = "one one-fill bar" if first > 0 else "one one-fill bar light"
        chart.drawing.bar((left, top), (right - left, chart.bottom - top), classes)
        words = f"{money(first * answer.one_round.unit)} to {money(last * answer.one_round.unit)}"
        chart.drawing.point(((left + right) / 2, top), f"{words}: {float(chance):.2%}")
    curve = [low + (high - low) * place / 100 for place in range(101)]
    chart.drawing.curve(chart.places((place, normal(place)) for place in curve), "two")
    return chart.drawing


def _ruin_plot(answer: SessionAnswer) -> Plot:
    within = answer.within
    if within is None or not len(within.ruined):
        raise JackpotError("no plot of ruin: it cannot come, or takes too much work within so many rounds")
    told = [
        f"{share}% with {money(needed)}"
        for share in (50, 25, 5, 1)
        if (needed := answer.bankroll_for(Fraction(share, 100))) is not None
    ]
    alt = (
        f"Chance of ruin within {counted(answer.rounds, 'round')} with {_stakes(answer)}, by the bankroll. "
        f"It is at most {', '.join(told)}."
    )
    ruined = [float(chance) for chance in within.ruined]
    return _plot(answer, SessionKind.RUIN, alt, partial(_ruin, answer, ruined, alt))


def _ruin(answer: SessionAnswer, ruined: Sequence[float], alt: str) -> Drawing:
    unit, needed = float(answer.one_round.unit), float(answer.one_round.needed)
    end = next((place for place, chance in enumerate(ruined) if chance < _SELDOM), len(ruined))
    curve = [(needed + place * unit, chance) for place, chance in enumerate(ruined[: end + 1])]
    most = max(curve[-1][0], float(answer.bankroll or 0)) * 1.04
    step, up = tidy_step(most), tidy_step(curve[0][1] * 1.1)
    chart = Chart(
        f"Ruin within {counted(answer.rounds, 'round')}",
        f"{_stakes(answer)}. Ruin: less is left than the {money(answer.one_round.needed)} that a round needs",
        Axis(0, most, step, amounts(step), "bankroll"),
        Axis(0, curve[0][1] * 1.1, up, parts(up)),
        alt,
    )
    # A chance holds up to the next bankroll at which it changes.
    stairs = [curve[0]]
    for (_, before), (has, chance) in pairwise(curve):
        stairs += [(has, before), (has, chance)]
    chart.drawing.curve(chart.places(stairs), "one")
    marks = [(f"{share}%", answer.bankroll_for(Fraction(share, 100))) for share in (5, 1)]
    for number, (words, held) in enumerate([*marks, ("yours", answer.bankroll)]):
        if held is not None and answer.within is not None:
            units = int((held - answer.one_round.needed) // answer.one_round.unit)
            chance = float(answer.within.ruin(units).middle)
            at, series = chart.at(float(held), chance), "two" if words == "yours" else "one"
            chart.drawing.dot(at, f"{series}-fill")
            told = f"{chance:.1%} with {money(held)}"
            chart.drawing.text((at[0] + 4, at[1] - 8 - 16 * (number == 0)), told, f"{series}-text")
    return chart.drawing


def _signed(step: float) -> Callable[[float], str]:
    written = amounts(step)
    return lambda value: f"-{written(-value)}" if value < 0 else written(value)


_MOST = 400
"""The most points of the line."""


def monitor_plot(answer: MonitorAnswer, asked: str | None) -> Plot:
    """The running chart of a wager over all tables, or of TABLE/WAGER.

    By default of the wager of a table that is farthest out, or of the wager if there is one table.

    Raises:
        RulesError: no such wager or table in the log, or it has no days to go by.
    """
    known = {one.tally.wager: one for one in answer.wagers}
    known |= {f"{one.tally.table}/{one.tally.wager}": one for one in answer.tables}
    if not known:
        raise RulesError((), "no plot: no wager of the log is watched")
    farthest = min(answer.tables, key=lambda table: table.chance).tally
    name = f"{farthest.table}/{farthest.wager}" if asked is None else asked
    if name not in known:
        raise RulesError((), f"no plot of {name!r}; {nearest(name, tuple(known))}")
    watched = known[name]
    days = answer.running(watched.tally.table, watched.tally.wager)
    if len(days) < 2:
        raise RulesError((), f"no plot of {name!r}: a running chart needs a log of several days")
    hands = watched.tally.hands
    numbers = sorted({-(-hands * place // PLACES) for place in range(1, PLACES + 1)})
    bands = {
        number: {level: so_many.band(level) for level in LEVELS}
        for number in numbers
        for so_many in [replace(watched, tally=watched.tally._replace(hands=number))]
    }
    step = -(-len(days) // _MOST)
    line = [
        (day, tally.hands, 1 + tally.net / tally.hands)
        for place, (day, tally) in enumerate(days)
        if tally.hands >= numbers[0] and (place % step == 0 or place == len(days) - 1)
    ]
    rules = answer.setting.rules
    title = f"{rules.wager_name(watched.tally.wager)}, {watched.tally.table or 'all tables'}"
    out = watched.outside
    alt = (
        f"What came back of a stake on {title} after each day, {counted(hands, 'hand')} in all: in the end "
        f"{percent(watched.returned, 3)}, where the rules lead to expect {percent(watched.expected, 3)}; "
        + ("inside the band of 95%." if out is None else f"outside the band of {percent(out, 1)}.")
    )
    return Plot(rules.file.id, "monitor", alt, partial(_chart, watched, title, bands, line, alt))


def _chart(
    watched: Watched, title: str, bands: Bands, line: Sequence[tuple[str, int, Fraction]], alt: str
) -> Drawing:
    widest = [float(end) for levels in bands.values() for ends in levels.values() for end in ends]
    values = [*widest, *(float(returned) for _, _, returned in line)]
    first, hands = min(bands), watched.tally.hands
    step, across = tidy_step(max(values) - min(values)), tidy_step(hands - first)
    chart = Chart(
        title,
        "What came back so far. Shaded: 95%, 99% and 99.9% of as many hands. Dashed: by the rules",
        Axis(first, hands, across, lambda value: f"{value:,.0f}", "hands"),
        Axis(min(values) // step * step, -(-max(values) // step) * step, step, parts(step)),
        alt,
    )
    for level in reversed(LEVELS):
        low, high = (
            chart.places((number, float(levels[level][end])) for number, levels in bands.items())
            for end in (0, 1)
        )
        chart.drawing.area([*low, *reversed(high)], "one-fill")
        chart.drawing.text((high[0][0] + 4, high[0][1] + 18), f"{float(level * 100):g}%", "one-text")
    expected = float(watched.expected)
    chart.drawing.line(chart.at(first, expected), chart.at(hands, expected), "axis dashed")
    chart.drawing.curve(chart.places((number, float(returned)) for _, number, returned in line), "two")
    for day, number, returned in line:
        words = f"{day}: {percent(returned, 3)} after {counted(number, 'hand')}"
        chart.drawing.point(chart.at(number, float(returned)), words)
    return chart.drawing
