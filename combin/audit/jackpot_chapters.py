"""The chapter about a progressive wager: the command's answer for each option, then further sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import chain, groupby
from math import ceil, floor

from combin.audit.chapters import added, answered
from combin.audit.hands import choose, five_card_derivations
from combin.audit.quantities import jackpots
from combin.audit.quantities.jackpots import explained, lost_in_words, round_percent
from combin.audit.subject import Subject
from combin.certificate.rounds import RoundEffect, neglected_effects, return_by_rounds
from combin.design.progressives import JackpotStudy
from combin.exact.named_strategies import named_strategy
from combin.exact.strategy import Strategy
from combin.formats.documents import Block, Heading, Paragraph, Picture, bullets, escaped
from combin.formats.tables import MONEY, PERCENT, PLAIN, Column, Table, Value, moneys, percents
from combin.formatting import decimal, money, one_in, percent, plain, thousands
from combin.jackpot.answer import JackpotAnswer
from combin.jackpot.joint import JointGame
from combin.jackpot.law import LongRun, Rounding
from combin.jackpot.meter import JackpotError, Meter
from combin.jackpot.mixes import JointAnswer
from combin.plots import PlotKind
from combin.plots.jackpots import jackpot_plot
from combin.processes import begun
from combin.report.jackpot import each_option, jackpot_view
from combin.report.joint import joint_view
from combin.report.words import card_seen
from combin.rules.resolved import Rules, remembered

Section = Callable[[JackpotStudy], Iterator[Block]]
Run = tuple[str, LongRun]
Chapter = Callable[[Subject, int], Iterator[Block]]


def jackpot_chapters(rules: Rules) -> list[Chapter]:
    """Return a chapter for each progressive wager."""
    return [partial(_chapter, wager) for wager in rules.jackpots]


def _chapter(wager: str, subject: Subject, number: int) -> Iterator[Block]:
    rules, study = subject.rules, subject.progressive
    name = rules.wagers[wager].name
    yield Heading(2, f"{number}. {name}")
    if study is not None and study.rates:
        _ = effects_of(study)  # computed from now on, while the rest is drawn
    for answer in each_option(rules, wager):
        about = f"{name} {answer.terms.option or answer.terms.letter}"
        yield from _guarded(partial(_answered, answer, about))
    if study is None or study.wager != wager:
        return
    for title, section in _sections(study):
        yield Heading(3, title)
        yield from _guarded(partial(section, study))


def _answered(answer: JackpotAnswer, about: str) -> Iterator[Block]:
    yield from answered(jackpot_view(answer), about)


def _guarded(section: Callable[[], Iterator[Block]]) -> Iterator[Block]:
    """Yield a section, or the reason why it cannot be computed for a jackpot like this one."""
    try:
        yield from list(section())
    except JackpotError as error:
        yield Paragraph(escaped(f"Not computed: {error}."))


def _sections(study: JackpotStudy) -> Iterator[tuple[str, Section]]:
    yield "Prize counts", counts_section
    if not study.rates:
        if study.first.value.share:
            yield "Price and long-run return", _price_section
        return
    yield "Long-run meter", _long_run_section
    if len(study.rates) > 1:  # some return gives any single rate
        yield "Published increment rates", _rates_section
    if study.first.chances.lost_on_fold:
        yield "Folding with a jackpot wager", folds_section
    if study.shares_flushes:
        yield "Simultaneous winners", _winners_section
    yield "Limits of the long-run distribution", limits_section
    yield "Cross-checks", checks_section


def counts_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the number of hands that win each prize, and the return as a function of the meter."""
    rules, hands = study.rules, study.hands
    cards = rules.file.deal.player + rules.bets[study.wager].more_cards
    derived = five_card_derivations(rules.deck) if cards == 5 else {}
    counts = {
        one.line.text: one.count // study.ways
        for answer in study.answers.values()
        for one in answer.chances.lines()
    }
    lines = [f"{choose(len(rules.deck), cards)} hands, all equally likely."]
    lines += [
        f"{text}: {arithmetic}" for text, (count, arithmetic) in derived.items() if counts.get(text) == count
    ]
    if study.first.value.envy:
        envied = ((one.count, Fraction(one.line.prize.envy)) for one in study.first.chances.lines())
        lines.append(f"Envy bonuses: {added(envied)[0]} for the hand of each other player.")
    for letter, answer in study.answers.items() if study.options else ():
        prizes = [(one, answer.chances.prize(one.line)) for one in answer.chances.lines()]
        words, fixed = added((one.count // study.ways, odds + money) for one, (odds, money, _) in prizes)
        meters, even = answer.value.share * hands, answer.break_even
        lines.append(
            f"{_label(study, letter)}: fixed prizes of {words}, so that a wager of {money(1)} returns "
            f"({thousands(fixed)} + {plain(meters)} × m) / {hands:,} at a meter of m"
        )
        if meters:
            lines[-1] += f"; each {money(10_000)} of the meter adds {percent(answer.value.share * 10_000, 4)}"
        if even is not None and even > 0:
            from_meter = f"({hands:,} − {thousands(fixed)}) / {plain(meters)}"
            lines[-1] += f"; the breakeven meter is {from_meter} = {money(even)}"
        elif even is not None:
            lines[-1] += f"; it returns more than {money(1)} at any meter"
        lines[-1] += "."
    yield bullets(lines)


def _label(study: JackpotStudy, letter: str) -> str:
    """Return the name of a pay table: by its option, or else by its letter."""
    return next((f"Option {name}" for name, of in study.options.items() if of == letter), f"Table {letter}")


def _price_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield return and mean prize for any seed, increment rate and price, of a prize of the whole meter."""
    value, hands = study.first.value, study.hands
    yield from _picture(study, PlotKind.PRICE)
    if value.share * hands == 1:
        of_others = f" + {thousands(value.envy * hands)} × (n − 1)" if value.envy else ""
        yield Paragraph(
            "For a seed s, an increment rate i and a price c, the mean prize in the long run is s + "
            f"{hands:,} × i × c. The return is ({thousands(value.money * hands)}{of_others} + s) / "
            f"({hands:,} × c) + i{' with n players' * bool(of_others)}: fixed prizes, the seed after each "
            "top prize, and the increments."
        )


def _long_run_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the model of the meter, return and meter for each seed, and the plots."""
    run, hands = study.long_runs[0], study.hands
    entry = study.rules.meters.get(study.wager)
    rule = f" ({entry.rule})" if entry and entry.rule else ""
    yield Paragraph(
        "The meter grows by the increment rate of total action; prizes take their shares of it, and the "
        f"house refunds it to the seed{rule}. All money that leaves the meter was paid into it, so the "
        "long-run return is fixed prizes, increments and reset funding, and the mean meter is (return − "
        f"fixed prizes) × {hands:,} / {plain(run.value.share * hands)}. Prizes do not depend on the meter, "
        "so the meter at a prize has the same distribution as at any moment. docs/meter.md derives the "
        "distribution and proves every digit printed here. All figures are for a player who never folds and "
        f"for a wager of {money(1)}: for another price, multiply seed, meter and prizes by it."
    )
    yield from _picture(study, PlotKind.METER_DENSITY)
    yield _returns(study)
    yield _meters(study)
    yield from _picture(study, PlotKind.ROYAL_PRIZE)


def _picture(study: JackpotStudy, kind: PlotKind) -> Iterator[Block]:
    with suppress(JackpotError):  # a progressive without a prize that is the whole meter
        if plot := jackpot_plot(study.rules, kind, study.runs):
            yield Picture(plot)


def _of_meters(*columns: Column[Run]) -> list[Column[Run]]:
    """Return columns after the option and the seed of a meter."""
    seed: Column[Run] = Column("Seed", MONEY, lambda entry: entry[1].meter.seed)
    return [Column("Option", value=lambda entry: entry[0]), seed, *columns]


def _returns(study: JackpotStudy) -> Table:
    def part(heading: str, value: Callable[[LongRun], Value]) -> Column[Run]:
        return Column(heading, PERCENT, lambda entry: value(entry[1]))

    def seeds(run: LongRun) -> Fraction:
        return run.meter.reset_probability * run.meter.seed

    columns = _of_meters(
        part("Fixed prizes", lambda run: run.meter.bonus_return),
        part("Envy bonuses", lambda run: run.meter.envy_return),
        part("Increments", lambda run: run.meter.increment),
        part("Seeds", seeds),
        part("Other reset funding", lambda run: run.top_ups - seeds(run)),
        part("Return", lambda run: run.long_run_return),
        part("House edge", lambda run: run.house_edge),
    )
    table = Table.of("Return by option and seed", study.runs, columns, merged=1)
    return table if any(run.meter.envy_return for run in study.long_runs) else table.without(["Envy bonuses"])


def _meters(study: JackpotStudy) -> Table:
    def amount(heading: str, value: Callable[[LongRun], Value]) -> Column[Run]:
        return Column(heading, moneys(0), lambda entry: value(entry[1]))

    def below(part: int) -> Column[Run]:
        return amount(f"{part}% below", lambda run: run.quantiles[Fraction(part, 100)])

    columns = _of_meters(
        amount("Mean", lambda run: run.law.mean),
        *map(below, (5, 25, 50, 75, 95)),
        amount("Meter growth per hit", lambda run: run.meter.increment / run.meter.prize_probability),
        Column("Above breakeven", percents(1), lambda entry: entry[1].favourable),
    )
    often = one_in(study.long_runs[0].meter.prize_probability).removesuffix(".00")
    note = (
        f"Wagers per hit of any meter prize: {often}. Above breakeven: share of the time in which the wager "
        "favours the player."
    )
    return Table.of("Meter at a prize, by option and seed", study.runs, columns, note, merged=1)


def _rates_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the returns that give each published rate, and those that give all of them."""
    number = len(study.rates)
    best = study.explanations[0]
    yield Paragraph(
        "The document states neither the target return of its increment rates nor their rounding. The table "
        "gives, for each published rate, the lowest and the highest long-run return whose exact rate is "
        f"printed like it. A return within the limits of all {number} rows explains them all."
    )
    yield _limits_of_rates(study)
    lines = [explained(study, one) for one in study.explanations]
    if any(meter.partial for _, meter in study.meters):
        partly = " or ".join(f"a {one.name}" for one in study.meters[0][1].partial)
        lines.append(
            f"Without the reset funding after {partly}, no return would explain more than "
            f"{_without_top_ups(study)} of the {number} rates."
        )
    if best.explains_all:
        why = ", as for a house that may not return more" * (best.rounding is Rounding.DOWN)
        lines.append(
            f"So the {number} rates agree with one long-run return, {round_percent(best.target)}, a house "
            f"edge of {round_percent(1 - best.target)}, if they were rounded {best.rounding}{why}. This is "
            f"an inference from the {number} figures, for a player who never folds; the document does not "
            "state it."
        )
    yield bullets(lines)


def _without_top_ups(study: JackpotStudy) -> int:
    """Return how many rates one return explains without the reset funding after partial prizes."""
    limits = []
    for (_, meter), one in zip(study.meters, study.rates, strict=True):
        fixed = meter.fixed_return + meter.reset_probability * meter.seed
        ends = study.explanations[0].rounding.exact_rates(meter.increment, Fraction(1, 10**one.places))
        limits.append((fixed + ends[0], fixed + ends[1]))
    return max(sum(low <= target < high for low, high in limits) for target, _ in limits)


def _limits_of_rates(study: JackpotStudy) -> Table:
    rows: list[tuple[Value, ...]] = []
    for place, ((option, meter), one) in enumerate(zip(study.meters, study.rates, strict=True)):
        cells: list[Value] = []
        for row in (explanation.rows[place] for explanation in study.explanations):
            cells += [row.lowest, row.highest, f"{row.exact.percent(4)}{'' if row.agrees else ' ≠'}"]
        rows.append((option, meter.seed, percent(meter.increment, one.places - 2), *cells))
    columns: list[Column[Value]] = [Column("Option"), Column("Seed", MONEY), Column("Published", PERCENT)]
    for explanation in study.explanations:
        columns.append(Column(f"Rounded {explanation.rounding}: from", percents(5)))
        columns.append(Column("up to", percents(5)))
        columns.append(Column(f"exact at {round_percent(explanation.target)}", PERCENT))
    return Table("", columns, tuple(rows), merged=1)


RATIOS = ("0.1", "0.2", "0.5", "1", "2")
"""Jackpot wagers, in units of the base wager, for which the whole loss is shown."""

FEW = 6
"""Up to how many groups of hands with the same return have a strategy of their own."""


def folds_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the cost of folding under each pay table, and the joint strategy where there is a cost."""
    lines, losing = [], []
    for letter, answer in study.answers.items():
        costs = []
        if lost := study.lost_lines(letter):
            costs.append(f"{percent(study.lost_by_folding(letter), 4)} of the wager")
        if answer.gives_up(answer.played):
            costs.append("part of the meter")
        why = f": {'; '.join(map(lost_in_words, lost))}" if lost else ""
        said = ", and ".join(costs) + why if costs else ""
        losing += [letter] if costs else []
        said = said or "nothing; no hand that the strategy folds can win a prize"
        lines.append(f"{_label(study, letter)}: {said}.")
    yield Paragraph(
        f"A fold loses the {study.name} wager, even if the hand could still win a prize. The cost with the "
        f"optimal strategy of {study.rules.base_name} alone:"
    )
    yield bullets(lines)
    for letter in losing:
        if study.joint[letter].break_evens:
            yield from _joint(study, letter, study.joint[letter])
    yield from _picture(study, PlotKind.FOLDING)


def _joint(study: JackpotStudy, letter: str, joint: JointGame) -> Iterator[Block]:
    first, base = joint.break_evens[0], study.rules.unit_name
    hand = f"{joint.game.rules.ranking.describe(first.hand.strength)} ({first.hand.pattern.value})"
    hand += f" against {card}" if (card := card_seen(first.situation, joint.game.rules)) else ""
    fold = plain(-study.rules.fold_nets)
    always = named_strategy("always play", joint.game)
    letters = {name: next(iter(study.rules.tables[name])) for name in study.rules.base_tables}
    about = f"{_label(study, letter)}, one unit on each"
    yield from answered(joint_view(JointAnswer(joint, letters, Fraction(1), (always,))), about)
    yield Paragraph(
        f"A hand is played if EV of play + r × (return of the {study.name} wager) is above −{fold}, for a "
        f"wager of r × {base}. For {hand}: EV of play {decimal(first.value, 4).replace('-', '−')}, return of "
        f"the wager {first.returned}, and ({decimal(-first.value, 4)} − {fold}) / ({first.returned}) = "
        f"{decimal(first.ratio, 4)} is the ratio above which the hand is played."
    )
    yield _losses(study, letter, joint, always)


def _losses(study: JackpotStudy, letter: str, joint: JointGame, always: Strategy) -> Table:
    """Return the losses of strategies between the groups of hands with one return, by the ratio."""
    by_worth = sorted(joint.break_evens, key=lambda even: (-even.returned, even.ratio))
    groups = [[*group] for _, group in groupby(by_worth, key=lambda even: even.returned)]
    stages = [("optimal for the base game", joint.best)]
    for group in groups[:-1] if not joint.best.seen and len(groups) <= FEW else ():
        ratio = max(one.ratio for one in group) + Fraction(1, 10**9)
        stages.append((f"also hands with return {group[0].returned}", joint.strategy(ratio)))
    last = joint.strategy(joint.break_evens[-1].ratio + 1)
    stages += [("also all other hands that can win", last), ("every hand", always)]
    option = next((name for name, of in study.options.items() if of == letter), "")
    of_meter = Fraction(0)  # what the meter adds to the long-run return above its seed
    if not joint.meter_matters and study.of_option(option):
        of_meter = study.of_option(option)[0].long_run_return.middle - joint.bet_return(always)

    rows: list[tuple[Value, ...]] = []
    for words, strategy in stages:
        edge, returned = strategy.distribution.house_edge, joint.bet_return(strategy) + of_meter
        played = percent(strategy.play_rate, 2) if strategy.seen else f"{strategy.hands_played:,}"
        losses = (edge + Fraction(ratio) * (1 - returned) for ratio in RATIOS)
        rows.append((words, played, edge, returned, *losses))
    base, short = study.rules.unit_name, percents(2)
    columns: list[Column[Value]] = [
        Column("Strategy"),
        Column("Deals played" if joint.best.seen else "Hands played", PLAIN),
        Column(f"House edge per {base}", PERCENT),
        Column("Return of the wager", short),
        *(Column(f"Loss at {ratio}", short) for ratio in RATIOS),
    ]
    return Table(
        f"{_label(study, letter)}: losses {'in the long run' if of_meter else 'at the seed'}",
        columns,
        tuple(rows),
        f"Losses: of {study.rules.base_name} and the wager together, in % of the {base}, by the wager in "
        f"units of the {base}.",
    )


def _winners_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the numbers of winners that can occur, each with its jackpot cards."""
    ranks, found = study.rules.deck.ranks, jackpots.simultaneous(study.rules.deck)
    lines = []
    for case in sorted({case for cases in found.values() for case in cases if sum(case) > 1}):
        pairs = [f"{ranks[high]}-{ranks[low]}" for (low, high), cases in found.items() if case in cases]
        only = f"only with jackpot cards {', '.join(pairs)} of one suit"
        lines.append(f"R = {case[0]} with S = {case[1]}: {only}.")
    law = study.winners.law(study.seats)
    several = sum((chance for case, chance in law.items() if sum(case) > 1), Fraction(0))
    yield Paragraph(
        "R royal flushes and S straight flushes in one round share the two jackpot cards, so they are of "
        "one suit and overlap in these two cards only. Few cases remain for any number of seats: all "
        f"{len(found)} pairs of ranks were tried, with every set of runs of five that contain both. The "
        "probabilities are exact, by inclusion and exclusion over every set of winning hands that can be "
        "dealt to different seats; `combin jackpot --seats` gives them for fewer seats. At a full table of "
        f"{study.seats} one round in {jackpots.once_in(several)} has more than one winner."
    )
    yield bullets([*lines, "No other case with more than one winner can occur."])


def _first_and_last(study: JackpotStudy) -> tuple[tuple[str, Meter], ...]:
    """Return the first and the last meter with their options; only one, where that is both."""
    return tuple(dict.fromkeys((study.meters[0], study.meters[-1])))


def effects_of(study: JackpotStudy) -> Callable[[], list[tuple[RoundEffect, ...]]]:
    """Return how to get the neglected effects of those meters; a second process begins at once."""
    return _begun_effects(study.rules, _first_and_last(study), study.shares_flushes)


@remembered
def _begun_effects(
    rules: Rules,
    meters: tuple[tuple[str, Meter], ...],
    shares: bool,  # noqa: FBT001
) -> Callable[[], list[tuple[RoundEffect, ...]]]:
    entry, seats = rules.meters[rules.metered], rules.file.deal.seats
    tables = (seats,) if seats and shares and entry.sharing_rule else ()
    unit = Fraction(entry.round_up_to)
    return begun(lambda: [neglected_effects(meter, rules.deck, tables, unit) for _, meter in meters])


def limits_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield bounds of each effect on return and mean meter, for the first and the last meter."""
    yield Paragraph(
        "The distribution treats wagers as a stream: the meter grows evenly, and one prize at a time is "
        "paid exactly. Real wagers are whole, a full table wagers at once, prizes can coincide, and the "
        "meter is rounded up when it is paid. Bounds of each effect, on the return in millionths of the "
        "wager and on the mean meter in units of money:"
    )
    effects, meters = effects_of(study)(), _first_and_last(study)
    rows: list[tuple[Value, ...]] = []
    for of_row in zip(*effects, strict=True):
        changes = ((_outwards(one.return_change, 10**6), _outwards(one.meter_change, 1)) for one in of_row)
        rows.append((of_row[0].name, *chain.from_iterable(changes)))
    columns: list[Column[Value]] = [Column("Effect")]
    for option, meter in meters:
        columns.append(Column(f"Return, option {option}, {money(meter.seed)}", PLAIN))
        columns.append(Column("mean meter", PLAIN))
    yield Table("", columns, tuple(rows))
    largest = max(
        abs(Fraction(change)) for of_row in effects for one in of_row for change in one.return_change
    )
    thousandth = Fraction(1, 10**5)
    yield Paragraph(
        f"Every effect is below {percent((largest // thousandth + 1) * thousandth, 3)} of the wager. Whether "
        "a prize is paid with or without the increments of its own round makes no difference in the long "
        "run, unless they are lost."
    )
    with suppress(JackpotError):
        half_up = next(one for one in study.explanations if one.rounding is Rounding.HALF_UP)
        gap = (half_up.lowest - half_up.highest).middle
        if 0 < gap < largest:
            yield Paragraph(
                "One conclusion depends on less: the limits that leave no common return for rates rounded "
                f"half up are {decimal(gap * 10**6, 2)} millionths apart. docs/meter.md shows that whole "
                "wagers and rounding move both limits equally, so they do not meet, and that the return "
                "found for rates rounded down explains all rates with these effects too."
            )


def _outwards(ends: tuple[float, float], scale: int) -> str:
    """Return limits rounded outwards to two decimals."""
    low, high = floor(ends[0] * scale * 100) / 100, ceil(ends[1] * scale * 100) / 100
    return " to ".join(f"{end:.2f}".replace("-", "−") for end in (low, high))


def checks_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the checks of the chapter's figures against each other."""
    lines = [_balance(study, *one) for one in study.runs[:: len(study.meters) - 1 or 1]]
    resetting = ((option, run) for option, run in study.runs if run.meter.reset_probability)
    if (first := next(resetting, None)) is not None:
        lines.append(_second_method(*first))
    chances, hands, ways = study.first.chances, study.hands, study.ways
    lines.append(
        f"**Counts**: all hands of the player with all {chances.ways:,} pairs of jackpot cards are "
        f"{chances.total:,} deals, {ways} for each of the {hands:,} hands counted by category above."
        if ways > 1
        else f"**Counts**: the {chances.total:,} hands were counted one by one."
    )
    if study.shares_flushes:
        lines.append(_winners(study))
    yield bullets(lines)
    yield Paragraph("docs/meter.md also simulates the meter; this report uses no random numbers.")


def _balance(study: JackpotStudy, option: str, run: LongRun) -> str:
    meter, hands, per_unit = run.meter, study.hands, run.value.share
    paid_out, paid_in = run.law.mean * per_unit, run.top_ups + meter.increment
    agree = "equal" if paid_out.meets(paid_in) else "NOT equal"
    return (
        f"**Money, option {option}, {money(meter.seed)}**: paid out of the meter {plain(per_unit * hands)} / "
        f"{hands:,} × {MONEY.shown(run.law.mean)} = {paid_out.percent(4)} of the wagers; paid in, increments "
        f"and reset funding, {percent(meter.increment, 4)} + {run.top_ups.percent(4)} = "
        f"{paid_in.percent(4)}: {agree}."
    )


def _second_method(option: str, run: LongRun) -> str:
    by_rounds = return_by_rounds(run.meter, even_growth=True)
    within = by_rounds.low < float(run.long_run_return.middle) < by_rounds.high
    low, high = floor(by_rounds.low * 10**8) / 10**6, ceil(by_rounds.high * 10**8) / 10**6
    return (
        f"**Second method, option {option}, {money(run.meter.seed)}**: reset funding computed on a grid, "
        f"wager by wager, without the closed form, bounds the return between {low:.6f}% and {high:.6f}%. The "
        f"distribution's {run.long_run_return.percent(6)} is {'' if within else 'NOT '}between them."
    )


def _winners(study: JackpotStudy) -> str:
    hands, seats = study.hands, study.seats
    winners = {number: study.winners.law(number) for number in range(1, seats + 1)}
    name, prizes = study.long_runs[0].largest_prize.name, study.meters[0][1].prizes
    royal = next(one for one in prizes if one.name == name)
    right = all(sum(of.values()) == 1 for of in winners.values()) and all(
        sum(royals * chance for (royals, _), chance in of.items()) == number * royal.probability
        for number, of in winners.items()
    )
    return (
        f"**Winners**: {'' if right else 'NOT '}for each number of seats from 1 to {seats} the probabilities "
        f"sum to exactly 1, and the mean number of royal flushes is exactly seats × "
        f"{plain(royal.probability * hands)} / {hands:,}."
    )
