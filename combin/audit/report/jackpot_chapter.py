"""The chapter about a progressive wager: its sections, its published rates, and folding with it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby, starmap
from typing import TYPE_CHECKING

from combin.audit.quantities.decisions import lost_in_words
from combin.audit.quantities.increments import ROUNDED, explained, round_percent, span
from combin.audit.report import long_run, value
from combin.audit.report.plots import plots
from combin.decimals import decimal, percent, plain
from combin.exact.named_strategies import named_strategy
from combin.formats.blocks import Block, Heading, Paragraph, Picture, bullets
from combin.formats.columns import COUNT, EXACT, MONEY, NUMBER, PERCENT, Column, Value, decimals, percents
from combin.formats.tables import Table
from combin.formatting import counted, exactly, money
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.meter.rates import Rounding
from combin.report.joint import switches_by_card_table
from combin.report.words import card_seen
from combin.words.catalogue import load_catalogue
from combin.words.rules import bet_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from combin.audit.subject import Subject
    from combin.cards.suit_classes import SuitPattern
    from combin.exact.strategy import Strategy
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.joint import BreakEven, JointGame
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.jackpot.study import JackpotStudy

    Chapter = Callable[[int], Iterator[Block]]
    Section = Callable[[], Iterator[Block]]


def jackpot_chapters(subject: Subject) -> Iterator[Chapter]:
    """Yield the chapter about the progressive wager, if the game has one; it takes its number."""
    if subject.progressive is not None:
        yield partial(_chapter, subject, subject.progressive)


def _chapter(subject: Subject, progressive: JackpotStudy, number: int) -> Iterator[Block]:
    yield Heading(2, f"{number}. {progressive.name}")
    yield Paragraph(_introduced(progressive))
    if progressive.options:
        yield from _guarded(partial(_in_short, progressive))
    for place, (title, section) in enumerate(_sections(subject, progressive), start=1):
        yield Heading(3, f"{number}.{place} {title}")
        yield from _guarded(section)


def _guarded(section: Section) -> Iterator[Block]:
    """Yield a section, or why a jackpot like this one is beyond the analysis."""
    try:
        yield from list(section())
    except JackpotError as error:
        yield Paragraph(f"This cannot be worked out: {error}.")


def _sections(subject: Subject, progressive: JackpotStudy) -> Iterator[tuple[str, Section]]:
    yield "How often each prize is won", partial(value.prizes_section, progressive)
    share = progressive.first.value.share
    if share and progressive.options:
        yield "What a wager is worth at a given meter", partial(value.value_section, progressive)
    elif progressive.first.value.money or share:
        yield (
            "What a wager is worth at a given price and meter",
            partial(value.price_section, subject, progressive),
        )
    if progressive.rates:
        yield "The meter in the long run", partial(long_run.long_run_section, subject, progressive)
        yield "The published increment rates", partial(rates_section, progressive)
        if len(progressive.letters) > 1:
            yield "If the options were mixed", partial(mixed_section, progressive)
    if progressive.first.value.envy:
        yield "Who gets an envy bonus", partial(value.envy_section, subject, progressive)
    if progressive.first.chances.lost_on_fold:
        yield "Folding with a jackpot wager on the table", partial(folds_section, subject, progressive)
    if progressive.shares_flushes:
        yield "Several winners in one round", partial(value.rounds_section, subject, progressive)
    if progressive.rates:
        yield "What the long-run law leaves out", partial(long_run.limits_section, progressive)
        yield "Cross-checks", partial(long_run.checks_section, progressive)


def _introduced(progressive: JackpotStudy) -> str:
    rules, wager = progressive.rules, progressive.rules.bets[progressive.wager]
    cited = f" ({wager.rule})" if wager.rule else ""
    parts = [f"{progressive.name}{cited}: {bet_text(rules, wager, load_catalogue())}"]
    if progressive.options:
        parts.append(
            "It is paid in part from a meter that grows with the wagers, in part by the house. All money in "
            f"this chapter is for a wager of {money(1)}: for another price, multiply seed, meter and prizes "
            "by it."
        )
    else:
        parts.append("The document states neither what it costs nor where its meter starts and how it grows.")
    return " ".join(parts)


def _in_short(progressive: JackpotStudy) -> Iterator[Block]:
    options = progressive.options
    answers = [progressive.answers[letter] for letter in options.values()]
    rows: list[tuple[Value, ...]] = [
        ("fixed prizes return", *(one.value.odds + one.value.money for one in answers)),
        *_envied(answers),
        (f"each {money(10_000)} on the meter adds", *(one.value.share * 10_000 for one in answers)),
        ("an even game at a meter of", *map(_even, answers)),
    ]
    if progressive.rates:
        runs = {option: [run.long_run_return for run in progressive.of_option(option)] for option in options}
        rows.append(("long-run return to a player who never folds", *(span(own) for own in runs.values())))
        if progressive.first.chances.lost_on_fold:
            played = [span(progressive.played_long_run(option)) for option in options]
            rows.append(("long-run return with the best strategy of the base game", *played))
        prizes = [one for run in progressive.long_runs for one in run.prizes]
        resets = " or ".join(dict.fromkeys(f"a {one.name}" for one in prizes if one.share == 1))
        means = [
            long_run.mean_span([run.mean_meter for run in progressive.of_option(option)])
            for option in options
        ]
        rows.append((f"mean prize of {resets}" if resets else "mean meter when a prize is won", *means))
    of_options = [Column[Value](f"Option {option}", PERCENT) for option in options]
    yield Table("", [Column(f"Per {money(1)} wagered"), *of_options], tuple(rows))


def _envied(answers: Sequence[JackpotAnswer]) -> list[tuple[Value, ...]]:
    """Return the row of the envy bonuses, where there are any."""
    if not any(one.value.envy and one.others for one in answers):
        return []
    row = f"envy bonuses of {counted(answers[0].others, 'other player')} return"
    return [(row, *(one.value.envy * one.others for one in answers))]


def _even(answer: JackpotAnswer) -> str:
    if answer.break_even is None:
        return "none"
    return money(answer.break_even) if answer.break_even > 0 else "any amount"


def jackpot_in_short(subject: Subject) -> str:
    """Return a sentence or two for the summary of the report; nothing if there is no progressive wager."""
    progressive = subject.progressive
    if progressive is None:
        return ""
    try:
        if progressive.rates:
            return _long_run_in_short(progressive)
    except JackpotError:
        return ""
    price = progressive.first.least_price
    if progressive.options or price is None:
        return ""
    return (
        f"The document does not state what the {progressive.name} wager costs; below a price of "
        f"{exactly(price)} its fixed prizes alone return more than is staked."
    )


def _long_run_in_short(progressive: JackpotStudy) -> str:
    every = span([run.long_run_return for run in progressive.long_runs])
    words = f"The {progressive.name} wager returns {every} in the long run to a player who never folds"
    worst = max(
        progressive.options, key=lambda option: progressive.lost_by_folding(progressive.options[option])
    )
    lost = progressive.lost_by_folding(progressive.options[worst])
    if lost and progressive.first.chances.lost_on_fold:
        played = span(progressive.played_long_run(worst))
        words += f", and {played} under option {worst} to one who follows the best strategy of the base game"
    prizes = [one for run in progressive.long_runs for one in run.prizes]
    often = " and ".join(dict.fromkeys(f"a {one.name} once in {long_run.wagers(one)}" for one in prizes))
    return f"{words}. Prizes from its meter come to {often} wagers on average."


def rates_section(progressive: JackpotStudy) -> Iterator[Block]:
    """Yield the targets that give each published rate, and the common ones."""
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
        why = ", as by a house that may not return more" * (best.rounding is Rounding.DOWN)
        yield Paragraph(
            f"So the {number} rates agree with one long-run return, {round_percent(best.target)}, a house "
            f"edge of {round_percent(1 - best.target)}, if they were {ROUNDED[best.rounding]}{why}. "
            f"That is an inference from the {number} numbers, for a player who never folds; the document "
            "does not say so."
        )


def without_top_ups(progressive: JackpotStudy) -> int:
    """Return how many rates one return explains if the top-ups after partial prizes are left out."""
    limits = []
    for (_, meter), one in zip(progressive.meters, progressive.rates, strict=True):
        fixed = meter.fixed_return + meter.reset_probability * meter.seed
        rounding = progressive.explanations[0].rounding
        ends = rounding.exact_rates(meter.increment, Fraction(1, 10**one.places))
        limits.append((fixed + ends[0], fixed + ends[1]))
    return max(sum(low <= target < high for low, high in limits) for target, _ in limits)


def _limits(progressive: JackpotStudy) -> Table:
    found = progressive.explanations
    rows: list[tuple[Value, ...]] = []
    for place, ((option, meter), one) in enumerate(zip(progressive.meters, progressive.rates, strict=True)):
        cells: list[Value] = []
        for explanation in found:
            row = explanation.rows[place]
            mark = "" if row.agrees else " ≠"
            cells += [row.lowest, row.highest, f"{row.exact.percent(4)}{mark}"]
        published, returned = percent(meter.increment, one.places - 2), found[0].rows[place].long_run_return
        rows.append((option, meter.seed, published, returned, *cells))
    columns: list[Column[Value]] = [
        Column("Option"), Column("Seed", MONEY), Column("Published", PERCENT), Column("Returns", PERCENT),
    ]  # fmt: skip
    for explanation in found:
        columns.append(Column(f"{ROUNDED[explanation.rounding].capitalize()}: from", percents(5)))
        columns.append(Column("up to", percents(5)))
        columns.append(Column(f"exact at {round_percent(explanation.target)}", PERCENT))
    return Table("", columns, tuple(rows), merged=1)


def mixed_section(progressive: JackpotStudy) -> Iterator[Block]:
    """Yield the long-run returns of each meter with the pay table of another option."""
    fixed = {letter: answer.per_unit(answer.value) for letter, answer in progressive.answers.items()}
    letters = list(progressive.options.items())
    gaps = "; ".join(
        f"the fixed prizes of option {option} return {percent(fixed[letter], 4)}"
        for option, letter in letters
    )
    entry = progressive.rules.meters.get(progressive.wager)
    rules = ", ".join(one.rule for one in entry.options.values() if one.rule) if entry else ""
    yield Paragraph(
        f"Each option has increment rates of its own for its own prizes{f' ({rules})' if rules else ''}. The "
        f"rates make up for what the prizes return more or less: {gaps}. With the pay table of the other "
        "option a meter would return in the long run:"
    )
    pairs = [(option, letter) for option, _ in letters for letter in progressive.letters]
    returns: dict[tuple[str, str | None, Fraction], Enclosure] = {
        (one.option, one.pay_table, one.seed): one.mixed for one in progressive.mixtures
    }
    returns |= {
        (option, None, run.meter.seed): run.long_run_return
        for option, _ in letters
        for run in progressive.of_option(option)
    }

    def of_pair(option: str, letter: str) -> Column[Fraction]:
        own = progressive.options[option] == letter
        heading = f"Rates of {option}, prizes of {letter}{'' if own else ': mixed'}"
        return Column(heading, PERCENT, lambda seed: returns.get((option, None if own else letter, seed)))

    seeds = sorted({one.seed for one in progressive.rates})
    yield Table.of("", seeds, [Column("Seed", MONEY, Fraction), *starmap(of_pair, pairs)])


RATIOS = ("0.1", "0.2", "0.5", "1", "2")
"""Jackpot wagers, in units of the base wager, for which the whole loss is shown."""

FEW = 6
"""Up to how many groups of hands are told one by one."""


def folds_section(subject: Subject, progressive: JackpotStudy) -> Iterator[Block]:
    """Yield what folding costs under each pay table, and the joint strategy where it costs something."""
    wager = progressive.rules.bets[progressive.wager]
    rule = f" ({stated})" if (stated := wager.cited["fold"]) else ""
    yield Paragraph(
        f"A fold loses the {progressive.name} wager{rule}, even if the hand could still win a prize. To a "
        f"player who follows the best strategy for {progressive.rules.base_name} alone, "
        f"'{subject.first.statement.text.removesuffix('.')}', that costs:"
    )
    items, losing = [], []
    for letter in progressive.letters:
        lost, answer = progressive.lost_lines(letter), progressive.answers[letter]
        name = value.label(progressive, letter)
        of_meter = answer.gives_up(answer.played)
        if not (lost or of_meter):
            items.append(f"{name}: nothing, no hand that he folds can win a prize.")
            continue
        losing.append(letter)
        points = [f"{percent(progressive.lost_by_folding(letter), 4)} of the wager"] * bool(lost)
        points += ["part of the meter"] * of_meter
        why = f": {'; '.join(map(lost_in_words, lost))}" * bool(lost)
        items.append(f"{name}: {', and '.join(points)}{why}.")
    yield bullets(items)
    for letter in losing:
        joint = progressive.joint(letter)
        if joint.break_evens:
            yield from _joint(subject, progressive, letter, joint)


def _joint(subject: Subject, progressive: JackpotStudy, letter: str, joint: JointGame) -> Iterator[Block]:
    base = progressive.rules.unit_name
    first, last = joint.break_evens[0], joint.break_evens[-1]
    describe = joint.game.rules.ranking.describe
    hand = f"{describe(first.hand.strength)} ({first.hand.pattern.value})"
    hand += f" against {card}" if (card := card_seen(first.situation, joint.game.rules)) else ""
    fold, under = plain(-progressive.rules.fold_nets), value.label(progressive, letter).lower()
    yield Paragraph(
        f"So under {under} the two wagers must be played together. When the "
        f"hand is seen, the jackpot wager is already staked: folding loses it with the {base}, playing keeps "
        "what it can still win. A hand is worth playing if (value of playing) + r × (what the jackpot wager "
        f"brings back) is above −{fold}, r being the jackpot wager in units of the {base}. For {hand}: "
        f"playing is worth {decimal(first.value, 4).replace('-', '−')}, the wager brings back "
        f"{first.returned} of itself, and ({decimal(-first.value, 4)} − {fold}) / ({first.returned}) = "
        f"{decimal(first.ratio, 4)} is the ratio from which on it is played. "
        + (
            "Which hands are played then depends on the meter, here at the seed."
            if joint.meter_matters
            else "The meter plays no part: none of these hands can win a share of it."
        )
    )
    groups = [
        list(group) for _, group in groupby(_by_worth(joint), key=lambda break_even: break_even.returned)
    ]
    if joint.best.seen or len(groups) > FEW:
        groups = []
    if groups:
        yield _groups(joint, groups)
    more = "Hands that win in more ways come first. " if len(groups) > 1 else ""
    yield Paragraph(
        f"{more}Below a ratio of {decimal(first.ratio, 4)} (exactly {first.ratio}) nothing changes; above "
        f"{decimal(last.ratio, 4)} (exactly {last.ratio}) every hand that can still win a prize is played."
    )
    if joint.best.seen:
        yield replace(switches_by_card_table(joint), title="")
    stages = _stages(joint, groups)
    yield _strategies(progressive, letter, joint, stages)
    yield Paragraph(
        "Playing every hand brings the jackpot wager no more than playing those that can win, and costs far "
        f"more of the {base}. What is lost in all, of {progressive.rules.base_name} and jackpot wager "
        f"together in the long run, in units of the {base}:"
    )
    yield _losses(progressive, letter, joint, stages)
    shown = plots(subject).get("folding")
    if shown:
        yield Picture(shown)
    if groups:
        yield Paragraph("Hand by hand, the ratio of jackpot wager to " + base + " from which it is played:")
        yield _by_hand(joint, groups)


def _by_worth(joint: JointGame) -> list[BreakEven]:
    return sorted(
        joint.break_evens,
        key=lambda break_even: (-break_even.returned, break_even.ratio, -break_even.hand.strength.level),
    )


def _ways(joint: JointGame, break_even: BreakEven) -> str:
    """Return with how many of the other cards a hand wins what: "32 of 1,176: straight"."""
    chances = joint.chances
    index = next(
        number for number, found in enumerate(chances.classes) if found.cards == break_even.hand.cards
    )
    counts = chances.counts[index]
    lines = ", ".join(f"{text} {count:,}" for text, count in counts.items() if count)
    return f"{lines} of {chances.ways:,}"


def _groups(joint: JointGame, groups: Sequence[Sequence[BreakEven]]) -> Table:
    describe = joint.game.rules.ranking.describe
    return Table.of(
        "",
        groups,
        [
            Column("Jackpot cards that win", value=lambda group: _ways(joint, group[0])),
            Column("Brings back", EXACT, lambda group: group[0].returned),
            Column("Hands", COUNT, lambda group: sum(one.hand.weight for one in group)),
            Column("First at", NUMBER, lambda group: min(one.ratio for one in group)),
            Column("All above", NUMBER, lambda group: max(one.ratio for one in group)),
            Column(
                "Which",
                value=lambda group: ", ".join(dict.fromkeys(describe(one.hand.strength) for one in group)),
            ),
        ],
    )


def _stages(joint: JointGame, groups: Sequence[Sequence[BreakEven]]) -> list[tuple[str, Strategy]]:
    """Return the strategies between the groups, by what they play."""
    found = [("best of the base game", joint.best)]
    for group in groups[:-1]:
        ratio = max(one.ratio for one in group) + Fraction(1, 10**9)
        found.append((f"also hands that bring back {group[0].returned}", joint.strategy(ratio)))
    ratio = joint.break_evens[-1].ratio + 1
    found.append(("also every other hand that can win", joint.strategy(ratio)))
    return [*found, ("every hand", named_strategy("always play", joint.game))]


def _returned(progressive: JackpotStudy, letter: str, joint: JointGame, strategy: Strategy) -> Fraction:
    """Return what the wager returns: at the first seed in the long run, where a law tells it."""
    option = next((name for name, of in progressive.options.items() if of == letter), None)
    returned = joint.bet_return(strategy)
    if option is None or joint.meter_matters or not progressive.of_option(option):
        return returned
    never = named_strategy("always play", joint.game)
    return progressive.of_option(option)[0].long_run_return.middle - joint.bet_return(never) + returned


def _strategies(
    progressive: JackpotStudy, letter: str, joint: JointGame, stages: Sequence[tuple[str, Strategy]]
) -> Table:
    base = progressive.rules.unit_name
    when = "in the long run" if not joint.meter_matters else "with the meter at the seed"
    played: Column[tuple[str, Strategy]] = (
        Column("Deals played", percents(2), lambda stage: stage[1].play_rate)
        if joint.best.seen
        else Column("Hands played", COUNT, lambda stage: stage[1].hands_played)
    )
    return Table.of(
        "",
        stages,
        [
            Column("Played", value=lambda stage: stage[0]),
            played,
            Column(f"House edge per {base}", PERCENT, lambda stage: stage[1].distribution.house_edge),
            Column(
                f"Jackpot wager returns {when}",
                percents(2),
                lambda stage: _returned(progressive, letter, joint, stage[1]),
            ),
        ],
    )


def _losses(
    progressive: JackpotStudy, letter: str, joint: JointGame, stages: Sequence[tuple[str, Strategy]]
) -> Table:
    kept = [1 - _returned(progressive, letter, joint, strategy) for _, strategy in stages]
    edges = [strategy.distribution.house_edge for _, strategy in stages]
    rows: list[tuple[Value, ...]] = []
    for ratio in map(Fraction, RATIOS):
        losses = [edge + ratio * loss for edge, loss in zip(edges, kept, strict=True)]
        least = min(losses)
        cells = (f"{percent(loss, 2)}{' (least)' if loss == least else ''}" for loss in losses)
        rows.append((ratio, *cells))
    base = progressive.rules.unit_name
    of_stages = [Column[Value](words, PERCENT) for words, _ in stages]
    return Table("", [Column(f"Jackpot wager / {base}", decimals(1)), *of_stages], tuple(rows))


def _by_hand(joint: JointGame, groups: Sequence[Sequence[BreakEven]]) -> Table:
    describe = joint.game.rules.ranking.describe
    ratios: dict[tuple[str, Fraction], dict[SuitPattern, Fraction]] = {}
    hands = [one for group in groups for one in group]
    for one in hands:
        ratios.setdefault((describe(one.hand.strength), one.returned), {})[one.hand.pattern] = one.ratio

    def of_pattern(pattern: SuitPattern) -> Column[tuple[str, Fraction]]:
        return Column(pattern.value, NUMBER, lambda kind: ratios[kind].get(pattern))

    return Table.of(
        "",
        ratios,
        [
            Column("Hand", value=lambda kind: kind[0]),
            Column("Brings back", EXACT, lambda kind: kind[1]),
            *map(of_pattern, dict.fromkeys(one.hand.pattern for one in hands)),
        ],
    )
