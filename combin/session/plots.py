"""Plots of many rounds: a bankroll round by round, risk of ruin by bankroll."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, pairwise
from math import erf, sqrt
from typing import TYPE_CHECKING

from combin.formats.drawing import Drawing, Plot
from combin.formatting import counted, money
from combin.jackpot.meter import JackpotError
from combin.plots.chart import Axis, Chart, amounts, parts, tidy_step
from combin.report.words import stakes_in_words
from combin.rules.errors import RulesError, nearest

if TYPE_CHECKING:
    from combin.session.answer import SessionAnswer


FAN = (5, 25, 50, 75, 95)
"""The percentiles of a fan."""
PLACES = 20
"""The numbers of rounds after which percentiles are computed."""
BARS = 60
"""The most bars of a distribution."""
_SELDOM = 1e-3  # the risk of ruin at the end of its curve


def session_plot(answer: SessionAnswer, kind: str) -> Plot:
    """A plot of a session: "fan", "law" or "ruin"."""
    makers = {"fan": _fan_plot, "law": _law_plot, "ruin": _ruin_plot}
    if kind not in makers:
        raise RulesError((), f"no plot of {kind!r}; {nearest(kind, tuple(makers))}")
    alt, draw = makers[kind](answer, stakes_in_words(answer.mix.mix, answer.rules))
    return Plot(answer.rules.file.id, f"session-{kind}", alt, draw)


def _fan_plot(answer: SessionAnswer, stakes: str) -> tuple[str, Callable[[], Drawing]]:
    start = answer.bankroll or Fraction(0)
    percentiles = {0: dict.fromkeys(FAN, start)}
    for after in _numbers(answer.rounds):
        law, unit = answer.after(after, FAN), answer.one_round.unit
        percentiles[after] = {share: start + law.percentile(Fraction(share, 100)) * unit for share in FAN}
    words = {
        after: [f"{share}%: {money(value)}" for share, value in own.items()]
        for after, own in percentiles.items()
    }
    had = "Rest of the bankroll" if answer.bankroll else "The total"
    alt = (
        f"{had} after each of {counted(answer.rounds, 'round')} with {stakes}, without ruin. "
        f"Percentiles at the end: {'; '.join(words[answer.rounds])}."
    )

    def draw() -> Drawing:
        across = tidy_step(answer.rounds)
        chart = Chart(
            "The bankroll round by round" if answer.bankroll else "The total round by round",
            f"{stakes}. Dark: half of sessions. Light: 90%. Line: median",
            Axis(0, answer.rounds, across, lambda value: f"{value:,.0f}" * value.is_integer(), "rounds"),
            _whole_steps((float(value) for own in percentiles.values() for value in own.values()), _signed),
            alt,
            left=78,
        )
        lines = {
            share: chart.places((after, float(own[share])) for after, own in percentiles.items())
            for share in FAN
        }
        for low, high in ((5, 95), (25, 75)):
            chart.area([*lines[low], *reversed(lines[high])], "one-fill")
        chart.curve(lines[50], "one")
        for after, own in percentiles.items():
            words_after = f"{counted(after, 'round')}: {', '.join(words[after])}"
            chart.point(chart.at(after, float(own[50])), words_after)
        needed = float(answer.one_round.needed)
        if answer.bankroll and chart.up.low < needed < chart.up.high:
            chart.line(chart.at(0, needed), chart.at(answer.rounds, needed), "axis dashed")
            below = f"a round needs {money(answer.one_round.needed)}; below, as if play went on"
            chart.text((chart.left + 8, chart.y(needed) - 5), below, "faint")
        for share in FAN:
            left, up = lines[share][-1]
            chart.text((left - 6, up - 5), f"{share}%", "one-text", anchor="end")
        return chart

    return alt, draw


def _numbers(rounds: int) -> list[int]:
    """Numbers of rounds at about equal distances, the last of which are all."""
    return sorted({-(-rounds * place // PLACES) for place in range(1, PLACES + 1)})


def _whole_steps(values: Iterable[float], written: Callable[[float], Callable[[float], str]]) -> Axis:
    """An axis of whole steps that has room for all values."""
    every = [*values]
    step = tidy_step(max(every) - min(every))
    return Axis(min(every) // step * step, -(-max(every) // step) * step, step, written(step))


def _law_plot(answer: SessionAnswer, stakes: str) -> tuple[str, Callable[[], Drawing]]:
    law, unit = answer.law, answer.one_round.unit
    first, last = (law.percentile(Fraction(share, 100)) for share in (1, 99))
    width = max(-(-(last - first + law.step) // (BARS * law.step)), 1) * law.step
    ends = range((first - law.step) // width * width, last + width, width)  # so that a bar ends at even
    below = [law.at_most(end) for end in ends]
    bars = [
        (end + law.step, end + width, (after - before).middle)
        for end, before, after in zip(ends, below, below[1:], strict=False)
    ]
    likely = max(bars, key=lambda bar: bar[2])
    alt = (
        f"Distribution of the total of {counted(answer.rounds, 'round')} with {stakes}, from "
        f"{money(first * unit)} (1% percentile) to {money(last * unit)} (99% percentile). Most likely: "
        f"{money(likely[0] * unit)} to {money(likely[1] * unit)}. Ahead: {answer.ahead.percent(2)}."
    )

    def draw() -> Drawing:
        half, wide = law.step / 2 * float(unit), width * float(unit)
        low, high = float(bars[0][0] * unit) - half, float(bars[-1][1] * unit) + half
        mean, spread = float(answer.mean), sqrt(2 * float(answer.variance))

        def normal(place: float) -> float:
            """The normal probability of a bar's width with its middle at a place."""
            lower, upper = (erf((end - mean) / spread) / 2 for end in (place - wide / 2, place + wide / 2))
            return upper - lower

        most = max(*(float(chance) for _, _, chance in bars), normal(mean)) * 1.08
        across, up = tidy_step(high - low), tidy_step(most)
        chart = Chart(
            f"The total of {counted(answer.rounds, 'round')}",
            f"{stakes}. Solid: ahead. Line: normal approximation",
            Axis(low, high, across, _signed(across), "total"),
            Axis(0, most, up, parts(up)),
            alt,
        )
        for first, last, chance in bars:
            left, right = chart.x(float(first * unit) - half), chart.x(float(last * unit) + half)
            top, light = chart.y(float(chance)), "" if first > 0 else " light"
            chart.bar((left, top), (right - left, chart.bottom - top), f"one one-fill bar{light}")
            words = f"{money(first * unit)} to {money(last * unit)}: {float(chance):.2%}"
            chart.point(((left + right) / 2, top), words)
        curve = [low + (high - low) * place / 100 for place in range(101)]
        chart.curve(chart.places((place, normal(place)) for place in curve), "two")
        return chart

    return alt, draw


def _ruin_plot(answer: SessionAnswer, stakes: str) -> tuple[str, Callable[[], Drawing]]:
    within = answer.within
    if within is None or not len(within.ruined):
        raise JackpotError("no plot of ruin: it is impossible, or takes too much work")
    enough = {share: answer.bankroll_for(Fraction(share, 100)) for share in (50, 25, 5, 1)}
    enough_for = [f"{share}% with {money(needed)}" for share, needed in enough.items() if needed is not None]
    alt = (
        f"Risk of ruin within {counted(answer.rounds, 'round')} with {stakes}, by the bankroll. "
        f"It is at most {', '.join(enough_for)}."
    )
    ruined = [float(chance) for chance in within.ruined]

    def draw() -> Drawing:
        unit, needed = answer.one_round.unit, answer.one_round.needed
        end = next((place for place, chance in enumerate(ruined) if chance < _SELDOM), len(ruined))
        places = (float(needed) + place * float(unit) for place in range(end + 1))
        curve = [*zip(places, ruined[: end + 1], strict=False)]
        most, top = max(curve[-1][0], float(answer.bankroll or 0)) * 1.04, curve[0][1] * 1.1
        step, up = tidy_step(most), tidy_step(top)
        chart = Chart(
            f"Risk of ruin within {counted(answer.rounds, 'round')}",
            f"{stakes}. Ruin: less than the {money(needed)} that a round needs",
            Axis(0, most, step, amounts(step), "bankroll"),
            Axis(0, top, up, parts(up)),
            alt,
        )
        # A chance holds up to the next bankroll at which it changes.
        steps = (((has, before), (has, chance)) for (_, before), (has, chance) in pairwise(curve))
        chart.curve(chart.places([curve[0], *chain.from_iterable(steps)]), "one")
        marks = ((enough[5], "one", 24), (enough[1], "one", 8), (answer.bankroll, "two", 8))
        for bankroll, series, above in marks:
            if bankroll is not None:
                chance = float(within.ruin(int((bankroll - needed) // unit)).middle)
                x, y = chart.at(float(bankroll), chance)
                chart.dot((x, y), f"{series}-fill")
                chart.text((x + 4, y - above), f"{chance:.1%} with {money(bankroll)}", f"{series}-text")
        return chart

    return alt, draw


def _signed(step: float) -> Callable[[float], str]:
    written = amounts(step)
    return lambda value: f"-{written(-value)}" if value < 0 else written(value)
