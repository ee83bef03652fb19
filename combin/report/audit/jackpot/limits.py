"""The sections about what the long-run law leaves out, with sizes, and how its figures are checked."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from combin.decimals import decimal, percent, plain
from combin.formats.blocks import Paragraph, bullets
from combin.formats.tables import Table
from combin.formatting import money
from combin.jackpot.meter.effects import neglected_effects
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.meter.rates import Rounding
from combin.jackpot.meter.rounds import return_by_rounds
from combin.report.audit.jackpot.long_run import dollars
from combin.report.audit.jackpot.prizes import of_hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.progressive import Progressive
    from combin.audit.subject import Subject
    from combin.formats.blocks import Block
    from combin.jackpot.meter.long_run import LongRun
    from combin.jackpot.meter.meter import Meter

__all__ = ["checks_section", "limits_section"]


def limits_section(subject: Subject, progressive: Progressive) -> Iterator[Block]:
    """Yield the limits of each effect on the return and the mean meter, for the first and the last meter."""
    del subject
    shown = list(dict.fromkeys((progressive.meters[0], progressive.meters[-1])))
    seats = (progressive.seats,) if progressive.seats and progressive.shares_flushes else ()
    yield Paragraph(
        "The law takes wagers for a stream: the meter grows evenly, one prize falls at a time and is paid "
        "exactly. In fact wagers are whole, a full table wagers at once, prizes can fall together, and the "
        "meter is rounded up when it is paid. What each of these can change at most, in millionths of the "
        "wager, and in dollars of the mean meter:"
    )
    effects = [neglected_effects(meter, progressive.rules.deck, seats) for _, meter in shown]
    rows = []
    for of_effect in zip(*effects, strict=True):
        cells = [of_effect[0].name]
        for one in of_effect:
            cells += [_limits(one.return_change, 10**6), _limits(one.meter_change, 1)]
        rows.append(tuple(cells))
    heads = [f"option {option}, {money(meter.seed)}" for option, meter in shown]
    columns = ("Effect", *(head for of in heads for head in (f">Return, {of}", ">mean meter")))
    yield Table("", columns, tuple(rows))
    largest = max(
        abs(Fraction(change)) for of_row in effects for one in of_row for change in one.return_change
    )
    yield Paragraph(
        f"No effect reaches {percent(_above(largest), 3)} of the wager. Whether a prize is paid from the "
        "meter with or without the increments of its own round makes no difference in the long run, unless "
        "they are lost."
    )
    gap = _gap(progressive)
    if 0 < gap < largest:
        yield Paragraph(
            "Only one conclusion hangs on less: the limits that leave no common return for rates rounded "
            f"half up lie {decimal(gap * 10**6, 2)} millionths apart. docs/meter.md shows that whole wagers "
            "and rounding move both of these limits alike, so that they do not meet, and that the return "
            "found for rates rounded down explains them all with these effects as well."
        )


def _gap(progressive: Progressive) -> Fraction:
    """Return by how much the published rates miss a common return if rounded half up; 0 if they do not."""
    try:
        half_up = next(one for one in progressive.explanations if one.rounding is Rounding.HALF_UP)
    except JackpotError:
        return Fraction(0)
    return max(Fraction(0), (half_up.lowest - half_up.highest).middle)


def _above(value: Fraction) -> Fraction:
    """Return the next thousandth of a per cent above a value."""
    unit = Fraction(1, 10**5)
    return (value // unit + 1) * unit


def _limits(ends: tuple[float, float], scale: int) -> str:
    """Return limits rounded outwards to two decimals."""
    low, high = floor(ends[0] * scale * 100) / 100, ceil(ends[1] * scale * 100) / 100
    return " to ".join(f"{end:.2f}".replace("-", "−") for end in (low, high))


def checks_section(subject: Subject, progressive: Progressive) -> Iterator[Block]:
    """Yield how the figures of the chapter are checked against each other."""
    del subject
    items = []
    for (option, meter), run in list(zip(progressive.meters, progressive.long_runs, strict=True))[
        :: len(progressive.meters) - 1 or 1
    ]:
        items.append(_balance(progressive, option, meter, run))
    if progressive.meters[0][1].reset_probability:
        items.append(_second_road(progressive, *progressive.meters[0]))
    items.append(_counts(progressive))
    if progressive.shares_flushes:
        items.append(_winners(progressive))
    yield bullets(items)
    yield Paragraph(
        "docs/meter.md plays the meter out at random as well, with a seed and with z-scores; this report "
        "draws no random numbers."
    )


def _balance(progressive: Progressive, option: str, meter: Meter, run: LongRun) -> str:
    hands, _ = of_hands(progressive)
    per_unit = run.value.per_unit
    paid_out, paid_in = run.mean_meter * per_unit, run.top_ups + meter.increment
    agree = "the same" if paid_out.meets(paid_in) else "NOT the same"
    return (
        f"**Money, option {option}, {money(meter.seed)}**: paid out of the meter {plain(per_unit * hands)} / "
        f"{hands:,} × {dollars(run.mean_meter, 2)} = {paid_out.percent(4)} of the wagers; paid in, "
        f"increments and what the house adds, {percent(meter.increment, 4)} + {run.top_ups.percent(4)} = "
        f"{paid_in.percent(4)}: {agree}."
    )


def _second_road(progressive: Progressive, option: str, meter: Meter) -> str:
    by_rounds = return_by_rounds(meter, even_growth=True)
    at = float(progressive.long_runs[0].long_run_return.middle)
    lies = "lies between" if by_rounds.low < at < by_rounds.high else "does NOT lie between"
    low, high = floor(by_rounds.low * 10**8) / 10**6, ceil(by_rounds.high * 10**8) / 10**6
    return (
        f"**A second road, option {option}, {money(meter.seed)}**: the top-ups worked out on a grid, wager "
        f"by wager, without the closed form, enclose the return between {low:.6f}% and {high:.6f}%. The "
        f"law's {progressive.long_runs[0].long_run_return.percent(6)} {lies} them."
    )


def _counts(progressive: Progressive) -> str:
    hands, ways = of_hands(progressive)
    chances = progressive.first.chances
    total = chances.total
    return (
        f"**Counts**: going through all hands of the player and all {chances.ways:,} pairs of jackpot cards "
        f"makes {total:,} deals, {ways} for each of the {hands:,} hands that are counted by category above."
        if ways > 1
        else f"**Counts**: the {total:,} hands were counted one by one."
    )


def _winners(progressive: Progressive) -> str:
    hands, _ = of_hands(progressive)
    seats = progressive.seats or 1
    laws = {number: progressive.winners.law(number) for number in range(1, seats + 1)}
    name = progressive.long_runs[0].largest_prize.name
    royal = next(one for one in progressive.meters[0][1].prizes if one.name == name)
    whole = all(sum(law.values()) == 1 for law in laws.values())
    means = all(
        sum(royals * chance for (royals, _), chance in law.items()) == number * royal.probability
        for number, law in laws.items()
    )
    right = "for each number of seats" if whole and means else "NOT for each number of seats"
    return (
        f"**Winners**: {right} from 1 to {seats} the probabilities add up to exactly 1, and the mean number "
        f"of royal flushes is exactly the seats × {plain(royal.probability * hands)} / {hands:,}."
    )
