"""The sections about published increment rates: which return explains them, and what mixing options does."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.audit.quantities.increments import ROUNDED, explained, round_percent
from combin.decimals import percent
from combin.formats.blocks import Paragraph, bullets
from combin.formats.tables import Table
from combin.formatting import money
from combin.jackpot.meter.rates import Rounding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.progressive import Progressive
    from combin.audit.subject import Subject
    from combin.formats.blocks import Block
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.jackpot.meter.rates import Explanation

__all__ = ["mixed_section", "rates_section"]


def rates_section(subject: Subject, progressive: Progressive) -> Iterator[Block]:
    """Yield the targets that give each published rate, and the common ones."""
    del subject
    if len(progressive.rates) == 1:
        (one,) = progressive.long_runs
        returned = one.long_run_return.percent(4)
        yield Paragraph(
            "The document publishes one increment rate, and states no return that it is made for. One rate "
            f"alone explains nothing, since some return gives any rate: at {percent(one.increments, 2)} with "
            f"a seed of {money(one.meter.seed)} the wager returns {returned} in the long run."
        )
        return
    found = progressive.explanations
    number = len(progressive.rates)
    yield Paragraph(
        "The document states neither which return its increment rates are made for nor how they are "
        "rounded. So the question is turned round: from which return on, and up to which, is the exact rate "
        f"printed as it is? A return that lies within the limits of all {number} rows explains them all."
    )
    yield _limits(progressive)
    yield bullets([explained(progressive, one) for one in found])
    if any(meter.partial for _, meter in progressive.meters):
        partial = " or ".join(f"a {one.name}" for one in progressive.meters[0][1].partial)
        yield Paragraph(
            f"Nothing simpler gives these numbers. Without what the house adds after {partial}, for "
            f"instance, no return would explain more than {without_top_ups(progressive)} of the {number} "
            "rates."
        )
    best = found[0]
    if best.explains_all:
        yield Paragraph(
            f"So the {number} rates agree with one long-run return, {round_percent(best.target)}, a house "
            f"edge of {round_percent(1 - best.target)}, if they were {_how(best)}{_why(best)}. That is an "
            f"inference from the {number} numbers, for a player who never folds; the document does not say "
            "so."
        )


def without_top_ups(progressive: Progressive) -> int:
    """Return how many rates one return explains if the top-ups after partial prizes are left out."""
    limits = []
    for (_, meter), one in zip(progressive.meters, progressive.rates, strict=True):
        fixed = meter.fixed_return + meter.reset_probability * meter.seed
        rounding = progressive.explanations[0].rounding
        ends = rounding.exact_rates(meter.increment, Fraction(1, 10**one.places))
        limits.append((fixed + ends[0], fixed + ends[1]))
    return max(sum(low <= target < high for low, high in limits) for target, _ in limits)


def _how(one: Explanation) -> str:
    return ROUNDED[one.rounding]


def _why(one: Explanation) -> str:
    if one.rounding is Rounding.DOWN:
        return ", as by a house that may not return more"
    return ""


def _limits(progressive: Progressive) -> Table:
    found = progressive.explanations
    rows = []
    for place, ((option, meter), one) in enumerate(zip(progressive.meters, progressive.rates, strict=True)):
        cells = []
        for explanation in found:
            row = explanation.rows[place]
            mark = "" if row.agrees else " ≠"
            cells += [row.lowest.percent(5), row.highest.percent(5), f"{row.exact.percent(4)}{mark}"]
        returned = found[0].rows[place].long_run_return.percent(4)
        rows.append((option, money(meter.seed), percent(meter.increment, one.places - 2), returned, *cells))
    heads = [
        head
        for one in found
        for head in (
            f">{ROUNDED[one.rounding].capitalize()}: from",
            ">up to",
            f">exact at {round_percent(one.target)}",
        )
    ]
    columns = ("Option", ">Seed", ">Published", ">Returns", *heads)
    return Table("", columns, tuple(rows), merged=1)


def mixed_section(subject: Subject, progressive: Progressive) -> Iterator[Block]:
    """Yield the long-run returns of each meter with the pay table of another option."""
    del subject
    fixed = {letter: answer.per_unit(answer.value) for letter, answer in progressive.answers.items()}
    letters = list(progressive.options.items())
    gaps = "; ".join(
        f"the fixed prizes of option {option} return {percent(fixed[letter], 4)}"
        for option, letter in letters
    )
    entry = progressive.rules.file.jackpot
    rules = ", ".join(one.rule for one in entry.options.values() if one.rule) if entry else ""
    yield Paragraph(
        f"Each option has increment rates of its own for its own prizes{f' ({rules})' if rules else ''}. The "
        f"rates make up for what the prizes return more or less: {gaps}. With the pay table of the other "
        "option a meter would return in the long run:"
    )
    seeds = sorted({one.seed for one in progressive.rates})
    pairs = [(option, letter) for option, _ in letters for letter in progressive.letters]
    returns: dict[tuple[str, str | None, Fraction], Enclosure] = {
        (one.option, one.pay_table, one.seed): one.mixed for one in progressive.mixtures
    }
    returns |= {
        (option, None, run.meter.seed): run.long_run_return
        for option, _ in letters
        for run in progressive.of_option(option)
    }
    rows = []
    for seed in seeds:
        cells = []
        for option, letter in pairs:
            own = progressive.options[option] == letter
            value = returns.get((option, letter if not own else None, seed))
            cells.append("" if value is None else value.percent(4))
        rows.append((money(seed), *cells))
    columns = (
        ">Seed",
        *(
            f">Rates of {option}, prizes of {letter}"
            + ("" if progressive.options[option] == letter else ": mixed")
            for option, letter in pairs
        ),
    )
    yield Table("", columns, tuple(rows))
