"""The section about a jackpot wager that a fold loses: what it costs, and which hands become plays."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from combin.audit.quantities.decisions import lost_in_words
from combin.decimals import decimal, percent, plain
from combin.exact.named_strategies import named_strategy
from combin.formats.blocks import Block, Paragraph, Picture, bullets
from combin.formats.columns import COUNT, EXACT, NUMBER, PERCENT, Column, Value, decimals, percents
from combin.formats.tables import Table
from combin.report.audit.value import label
from combin.report.joint import switches_by_card_table
from combin.report.plots import plots
from combin.report.words import card_seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.audit.progressive import JackpotStudy
    from combin.audit.subject import Subject
    from combin.cards.suit_classes import SuitPattern
    from combin.exact.strategy import Strategy
    from combin.jackpot.joint import BreakEven, JointGame


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
        lost = progressive.lost_lines(letter)
        name = label(progressive, letter)
        if not lost:
            items.append(f"{name}: nothing, no hand that he folds can win a prize.")
            continue
        losing.append(letter)
        points = percent(progressive.lost_by_folding(letter), 4)
        items.append(f"{name}: {points} of the wager: {'; '.join(map(lost_in_words, lost))}.")
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
    fold = plain(-progressive.rules.fold_nets)
    yield Paragraph(
        f"So under {label(progressive, letter).lower()} the two wagers must be played together. When the "
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
