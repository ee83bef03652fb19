"""The sections about a meter in the long run: its return and prizes, the model's limits, and the checks."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from math import ceil, floor
from typing import TYPE_CHECKING

from combin.audit.quantities.increments import span
from combin.audit.report.plots import plots
from combin.decimals import decimal, percent, plain
from combin.formats.blocks import Block, Paragraph, Picture, bullets
from combin.formats.columns import MONEY, PERCENT, PLAIN, Column, Kind, moneys, percents
from combin.formats.tables import Table
from combin.formatting import money, one_in
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.meter.rates import Rounding
from combin.jackpot.meter.rounds import RoundEffect, return_by_rounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.audit.subject import Subject
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.jackpot.meter.long_run import LongRun, PrizeLongRun
    from combin.jackpot.study import JackpotStudy


SHOWN = (5, 25, 50, 75, 95)
"""The quantiles that are shown, in percent."""


def long_run_section(subject: Subject, progressive: JackpotStudy) -> Iterator[Block]:
    """Yield how the meter moves, the parts of the return, the law of the prizes, and the plots."""
    _ = progressive.begun_effects  # from now on they are worked out, while the plots are drawn
    run, kinds = progressive.long_runs[0], list(_kinds(progressive))
    whole = " or a ".join(dict.fromkeys(_whole(of_kind) for _, of_kind in kinds))
    entry = progressive.rules.meters.get(progressive.wager)
    rule = f" ({entry.rule})" if entry and entry.rule else ""
    taken = ". ".join(f"{under}{_taken(of_kind)}" for under, of_kind in kinds)
    yield Paragraph(
        f"The meter grows by the increment rate of all that is wagered. {taken}{rule}. Where it stands in "
        "the long run follows a law that can be worked out exactly: docs/meter.md derives it, and proves "
        "every digit that is printed here. Two things about it need no mathematics:"
    )
    yield bullets(
        [
            (
                "**Whatever leaves the meter was paid into it**, by the players as increments or by the "
                "house as seeds and top-ups. So in the long run a wager returns the fixed prizes, plus the "
                "increment rate, plus what the house puts in."
            ),
            (
                "**Prizes come by chance, whatever the meter shows.** So the meter that a "
                f"{whole} finds follows the same law as the meter at any moment."
            ),
        ]
    )
    shown = plots(subject)
    if "meter-density" in shown:
        yield Picture(shown["meter-density"])
    yield Paragraph(f"What comes back of each {money(1)} wagered, and who pays it, if no hand is folded:")
    yield _parts(progressive)
    yield Paragraph(_seed_in_words(progressive, run))
    yield Paragraph(_mean_in_words(progressive))
    reset = all(of_kind.meter.reset_probability for _, of_kind in kinds)
    paid = f"What a {whole} is paid" if reset else "What the meter shows when a prize is won"
    yield Paragraph(
        f"{paid} for a wager of {money(1)}; how far the meter grows from one prize to the next; and "
        "how much of the time it stands above an even game:"
    )
    yield _prizes(progressive)
    shows = f"half of all prizes for a {_whole(run)} are" if reset else "half the time the meter stands"
    yield Paragraph(_for_example(progressive, run, shows))
    for under, of_kind in kinds:
        yield Paragraph(f"{under}{_between(of_kind)}")
    yield Picture(shown["royal-prize"])


def _kinds(progressive: JackpotStudy) -> Iterator[tuple[str, LongRun]]:
    """Yield the first meter of each kind of prizes, and the options that have these; "" if all have them."""
    kinds: dict[tuple[object, ...], list[tuple[str, LongRun]]] = {}
    for option, run in progressive.runs:
        kinds.setdefault(run.meter.prizes, []).append((option, run))
    for of_kind in kinds.values():
        options = " and ".join(dict.fromkeys(option for option, _ in of_kind))
        yield f"Under option {options}: " if len(kinds) > 1 else "", of_kind[0][1]


def _whole(run: LongRun) -> str:
    """Return the prizes that take the whole meter, or else the one that takes most of it."""
    return " or a ".join([one.name for one in run.prizes if one.share == 1] or [run.largest_prize.name])


def _taken(run: LongRun) -> str:
    """Return what each prize takes of the meter."""
    takes = " and ".join(
        f"a {one.name} takes {percent(one.share, 0)} of it" for one in run.prizes if one.share < 1
    )
    again = "No prize takes all of it: "
    if run.meter.limit is not None or run.meter.reset_probability:
        again = f"A {_whole(run)} takes all of it, and it starts again at the seed{'; ' * bool(takes)}"
    return f"{again}{takes}{', but never below the seed: then the house tops it up' * bool(takes)}"


def dollars(amount: Enclosure, digits: int = 0) -> str:
    """Return an amount of money that is certain to its digits."""
    return moneys(digits).shown(amount)


_MONEY = Kind(dollars)


def wagers(prize: PrizeLongRun) -> str:
    """Return how many wagers there are on average from one prize to the next."""
    return trimmed(one_in(prize.probability))


def trimmed(number: str) -> str:
    """Return a decimal without decimals that are all zero."""
    return number.removesuffix(".00")


def _parts(progressive: JackpotStudy) -> Table:
    def seeds(run: LongRun) -> Fraction:
        return run.meter.reset_probability * run.meter.seed

    columns: list[Column[tuple[str, LongRun]]] = [
        Column("Option", value=lambda entry: entry[0]),
        Column("Seed", MONEY, lambda entry: entry[1].meter.seed),
        Column("Fixed prizes", PERCENT, lambda entry: entry[1].bonus_return),
        Column("Envy bonuses", PERCENT, lambda entry: entry[1].envy_return),
        Column("Increments", PERCENT, lambda entry: entry[1].meter.increment),
        Column("New seeds", PERCENT, lambda entry: seeds(entry[1])),
        Column("Top-ups", PERCENT, lambda entry: entry[1].top_ups - seeds(entry[1])),
        Column("Return", PERCENT, lambda entry: entry[1].long_run_return),
        Column("House edge", PERCENT, lambda entry: entry[1].house_edge),
    ]
    table = Table.of("", progressive.runs, columns, merged=1)
    envied = any(run.envy_return for run in progressive.long_runs)
    return table if envied else table.without(["Envy bonuses"])


def _seed_in_words(progressive: JackpotStudy, run: LongRun) -> str:
    meter, hands = run.meter, progressive.hands
    winning = meter.reset_probability * hands
    resets = " or ".join(f"a {one.name}" for one in run.prizes if one.share == 1)
    names = " or ".join(f"a {one.name}" for one in meter.partial)
    if not resets:
        return f"The top-ups, after {names}, take the law of the meter."
    text = (
        "Fixed prizes, increments and new seeds can be checked with a pocket calculator: "
        f"{money(meter.seed)} × {plain(winning)} / {hands:,} = "
        f"{percent(meter.reset_probability * meter.seed, 4)} is what the house pays for the new seed after "
        f"{resets}."
    )
    if meter.partial:
        text += f" The top-ups, after {names}, take the law of the meter."
    return text


def _mean_in_words(progressive: JackpotStudy) -> str:
    """Return that the mean of the meter follows from the return, whatever the seed."""
    hands, parts = progressive.hands, []
    for option in progressive.options:
        own = progressive.of_option(option)
        if own:
            mean, meters = mean_span([run.mean_meter for run in own]), own[0].value.per_unit * hands
            parts.append((f"{hands:,} / {plain(meters)}", f"{mean} under option {option}"))
    envied = any(run.envy_return for run in progressive.long_runs)
    fixed = f"fixed prizes{' and envy bonuses' * envied}"
    text = (
        f"What the {fixed} leave of the return is paid from the meter. So its mean is (return − {fixed}) × "
        f"{' and × '.join(f'{by}: {means}' for by, means in _grouped(parts))}."
    )
    returns = [run.long_run_return for run in progressive.long_runs]
    apart = max(one.high for one in returns) - min(one.low for one in returns)
    if len(returns) > 1 and apart < Fraction(1, 1000):
        text += (
            f" All rows return about {span(returns)}, so all meters of an option have about the same mean. A "
            "higher seed does not make the prizes larger. It makes them more alike, and the house pays in "
            "what the players do not."
        )
    return text


def _grouped(parts: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for by, group in groupby(parts, key=lambda part: part[0]):
        yield by, " and ".join(words for _, words in group)


def mean_span(values: Sequence[Enclosure]) -> str:
    """Return between which amounts values lie, in whole units of money."""
    low, high = min(values, key=lambda value: value.low), max(values, key=lambda value: value.high)
    return dollars(low) if dollars(low) == dollars(high) else f"{dollars(low)} to {dollars(high)}"


def _prizes(progressive: JackpotStudy) -> Table:
    def below(part: int) -> Column[tuple[str, LongRun]]:
        return Column(f"{part}% below", _MONEY, lambda entry: dict(entry[1].quantiles)[Fraction(part, 100)])

    return Table.of(
        "",
        progressive.runs,
        [
            Column("Option", value=lambda entry: entry[0]),
            Column("Seed", MONEY, lambda entry: entry[1].meter.seed),
            Column("Mean", _MONEY, lambda entry: entry[1].mean_meter),
            *map(below, SHOWN),
            Column(
                "Growth between prizes",
                moneys(0),
                lambda entry: entry[1].meter.increment / entry[1].meter.prize_probability,
            ),
            Column("Above an even game", percents(1), lambda entry: entry[1].favourable),
        ],
        merged=1,
    )


def _for_example(progressive: JackpotStudy, run: LongRun, shows: str) -> str:
    """Return the first row in words, after what they say half of."""
    quantiles = {probability * 100: dollars(value) for probability, value in run.quantiles}
    return (
        f"So under option {progressive.meters[0][0]} with a seed of {money(run.meter.seed)} {shows} "
        f"below {quantiles[Fraction(50)]}, one in twenty is below "
        f"{quantiles[Fraction(5)]} and one in twenty above {quantiles[Fraction(95)]}. A player who wagers "
        f"only while the meter stands above an even game would wager {run.favourable.percent(1)} of the time."
    )


def _between(run: LongRun) -> str:
    partial = [one for one in run.prizes if one.share < 1]
    often = ", ".join(f"{wagers(one)} from one {one.name} to the next" for one in run.prizes)
    either = trimmed(one_in(run.meter.prize_probability))
    text = f"The wagers between prizes are the same in every row: on average {often}"
    text += f", {either} from any of them to the next." if len(run.prizes) > 1 else "."
    for one in partial:
        text += f" A {one.name} is paid {percent(one.share, 0)} of the amounts above."
    return text


def limits_section(progressive: JackpotStudy) -> Iterator[Block]:
    """Yield the limits of each effect on the return and the mean meter, for the first and the last meter."""
    shown = progressive.ends
    yield Paragraph(
        "The law takes wagers for a stream: the meter grows evenly, one prize falls at a time and is paid "
        "exactly. In fact wagers are whole, a full table wagers at once, prizes can fall together, and the "
        "meter is rounded up when it is paid. What each of these can change at most, in millionths of the "
        "wager, and in units of money of the mean meter:"
    )
    effects = progressive.begun_effects()

    def changes(place: int) -> tuple[Column[tuple[RoundEffect, ...]], Column[tuple[RoundEffect, ...]]]:
        option, meter = shown[place]
        heading = f"Return, option {option}, {money(meter.seed)}"
        return (
            Column(heading, PLAIN, lambda effects: _limits(effects[place].return_change, 10**6)),
            Column("mean meter", PLAIN, lambda effects: _limits(effects[place].meter_change, 1)),
        )

    columns = [column for place in range(len(shown)) for column in changes(place)]
    yield Table.of(
        "", zip(*effects, strict=True), [Column("Effect", value=lambda effects: effects[0].name), *columns]
    )
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
            "Only one conclusion depends on less: the limits that leave no common return for rates rounded "
            f"half up lie {decimal(gap * 10**6, 2)} millionths apart. docs/meter.md shows that whole wagers "
            "and rounding move both of these limits alike, so that they do not meet, and that the return "
            "found for rates rounded down explains them all with these effects as well."
        )


def _gap(progressive: JackpotStudy) -> Fraction:
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


def checks_section(progressive: JackpotStudy) -> Iterator[Block]:
    """Yield how the figures of the chapter are checked against each other."""
    items = []
    for option, run in progressive.runs[:: len(progressive.meters) - 1 or 1]:
        items.append(_balance(progressive, option, run))
    resetting = ((option, run) for option, run in progressive.runs if run.meter.reset_probability)
    if (first := next(resetting, None)) is not None:
        items.append(_second_road(*first))
    items.append(_counts(progressive))
    if progressive.shares_flushes:
        items.append(_winners(progressive))
    yield bullets(items)
    yield Paragraph(
        "docs/meter.md plays the meter out at random as well, with a seed and with z-scores; this report "
        "draws no random numbers."
    )


def _balance(progressive: JackpotStudy, option: str, run: LongRun) -> str:
    meter, hands, per_unit = run.meter, progressive.hands, run.value.per_unit
    paid_out, paid_in = run.mean_meter * per_unit, run.top_ups + meter.increment
    agree = "the same" if paid_out.meets(paid_in) else "NOT the same"
    return (
        f"**Money, option {option}, {money(meter.seed)}**: paid out of the meter {plain(per_unit * hands)} / "
        f"{hands:,} × {dollars(run.mean_meter, 2)} = {paid_out.percent(4)} of the wagers; paid in, "
        f"increments and what the house adds, {percent(meter.increment, 4)} + {run.top_ups.percent(4)} = "
        f"{paid_in.percent(4)}: {agree}."
    )


def _second_road(option: str, run: LongRun) -> str:
    by_rounds = return_by_rounds(run.meter, even_growth=True)
    at = float(run.long_run_return.middle)
    lies = "lies between" if by_rounds.low < at < by_rounds.high else "does NOT lie between"
    low, high = floor(by_rounds.low * 10**8) / 10**6, ceil(by_rounds.high * 10**8) / 10**6
    return (
        f"**A second road, option {option}, {money(run.meter.seed)}**: the top-ups worked out on a grid, "
        f"wager by wager, without the closed form, enclose the return between {low:.6f}% and {high:.6f}%. "
        f"The law's {run.long_run_return.percent(6)} {lies} them."
    )


def _counts(progressive: JackpotStudy) -> str:
    hands, ways, chances = progressive.hands, progressive.ways, progressive.first.chances
    total = chances.total
    return (
        f"**Counts**: going through all hands of the player and all {chances.ways:,} pairs of jackpot cards "
        f"makes {total:,} deals, {ways} for each of the {hands:,} hands that are counted by category above."
        if ways > 1
        else f"**Counts**: the {total:,} hands were counted one by one."
    )


def _winners(progressive: JackpotStudy) -> str:
    hands, seats = progressive.hands, progressive.seats or 1
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
