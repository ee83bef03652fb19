"""A mix of wagers shown, exact or played at random: cost, how its parts go together, every net result."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from combin.decimals import Root, percent
from combin.exact.joint_law import Mix, TableLimits
from combin.formats.tables import (
    COUNT,
    EXACT,
    MONEY,
    NET,
    NUMBER,
    PERCENT,
    TEXT,
    Column,
    Table,
    as_json,
    as_net,
    chance_columns,
    decimals,
    moneys,
    percents,
)
from combin.formats.view import View
from combin.formatting import capital, money
from combin.report.words import staked_beside, stakes_in_words, tables_said

if TYPE_CHECKING:
    from combin.exact.distribution import Distribution
    from combin.jackpot.mixes import MixAnswer


def mix_view(answer: MixAnswer, digits: int = 10) -> View:
    """Return a mix of wagers ready to be shown.

    JSON has for each of the `wagers` and for all `together` stake, expected net, edge and spread in money,
    the `covariances` in squared money, and the `distribution` of the net in money. The records are the
    outcomes of the distribution.
    """
    rules, mix = answer.rules, answer.mix
    stakes = stakes_in_words(mix, rules)
    wagers, covariances, net = staked_table(answer), covariance_table(answer), _distribution(mix, digits)
    return View(
        f"{rules.file.title}: {stakes}",
        tuple(_lines(answer)),
        (
            wagers if len(mix.law.wagers) > 1 else replace(wagers, rows=wagers.rows[:1]),
            *(() if any(mix.cut) else (covariances,)),
            net,
        ),
        lambda: {
            **as_json(_payload(answer, wagers, digits), digits),
            "distribution": net.objects(digits)[::-1],
        },
        lambda: net.records(digits, game=rules.file.id)[::-1],
    )


def _lines(answer: MixAnswer) -> list[str]:
    mix = answer.mix
    lines = tables_said(answer.rules, answer.letters)
    if answer.statement is not None:
        lines += _played(answer, answer.statement)
    for name, meter in answer.meters.items():
        whose = f" of {answer.rules.wagers[name].name}" if len(answer.meters) > 1 else ""
        lines.append(f"The meter{whose} shows {money(meter)}, and is won by nobody else.")
    if answer.rules.base in mix.law.wagers and answer.rules.equals:
        lines.append(staked_beside(answer.rules))
    if answer.envy:
        lines.append("Envy bonuses, which the hands of others bring, are not counted.")
    of_all = percent(mix.element_of_risk, 4)
    lines.append(
        f"House edge {percent(mix.house_edge, 4)} of the initial stakes, {of_all} of all that is staked "
        f"({money(mix.average_staked)} on average); standard deviation "
        f"{MONEY.shown(Root(mix.total.variance))} a round."
    )
    lines += _limits(mix)
    lines.append(f"All {mix.law.total:,} deals are counted.")
    return lines


def _played(answer: MixAnswer, statement: str) -> list[str]:
    """Return how the player plays; where that is best for several wagers, also what is for the base game."""
    base_alone, rules = answer.base_alone, answer.rules
    if base_alone is None:
        return [statement]
    also = ", ".join(rules.wager_name(name) for name in base_alone.wagers)
    kind = "" if base_alone.by_classes else " by ranks and by how many suits a hand shows"
    both = replace(answer.mix, limits=TableLimits()).expected_loss
    without = " without limits" if answer.mix.limits != TableLimits() else ""
    edge, other = (percent(loss / answer.mix.staked, 4) for loss in (both, base_alone.loss))
    best = f"A fold loses {also} too. The best strategy for all of it together{kind}: {statement}"
    alone = f"Best for {rules.base_name} alone (--strategy optimal): {base_alone.alone} That has {other}."
    return [best, f"It has a house edge of {edge}{without}. {alone}"]


_ROUNDED = {"next amount up": "up to", "next amount down": "down to", "nearest amount": "to the nearest"}


def _limits(mix: Mix) -> list[str]:
    """Return what chips and a greatest payout do, each by itself and both together."""
    plain_loss = replace(mix, limits=TableLimits()).expected_loss
    chip, most = mix.limits.chip, mix.limits.most
    effects = {}
    if chip is not None:
        rounded = replace(mix, limits=replace(mix.limits, most=None))
        effects[f"rounding pays {_ROUNDED[mix.limits.rounding]} multiples of {money(chip)}"] = rounded
    if most is not None:
        effects[f"paying {money(most)} a round at most"] = replace(mix, limits=TableLimits(most=most))
    if len(effects) > 1:
        effects["both together"] = mix
    if not effects:
        return []
    lines = [f"Without limits the house edge is {percent(plain_loss / mix.staked, 4)}."]
    for words, one in effects.items():
        more = one.expected_loss - plain_loss
        by = f"{percent(more / mix.staked, 4)} of the initial stakes, {money(more, 6)} a round"
        lines.append(f"{capital(words)} changes it by {by}.")
    return lines


class _Staked(NamedTuple):
    """A wager or all of them, and the law of the net in money."""

    name: str
    law: Distribution


def staked_table(answer: MixAnswer) -> Table:
    """Return stake, cost and spread of each wager, and of all of them."""
    mix = answer.mix
    staked = [_Staked(answer.rules.wager_name(name), mix.distribution(name)) for name in mix.law.wagers]
    columns: list[Column[_Staked]] = [
        Column("Wager", value=lambda staked: staked.name),
        Column("Stake", MONEY, lambda staked: staked.law.initial, "stake"),
        Column(None, MONEY, lambda staked: staked.law.average_wager, "average_staked"),
        Column("Expected net", as_net(moneys(6)), lambda staked: -staked.law.expected_loss, "expected_net"),
        Column("Edge", PERCENT, lambda staked: staked.law.house_edge, "house_edge"),
        Column(None, PERCENT, lambda staked: staked.law.element_of_risk, "element_of_risk"),
        Column(None, EXACT, lambda staked: staked.law.variance, "variance"),
        Column(
            "Std deviation",
            moneys(4),
            lambda staked: Root(staked.law.variance),
            "standard_deviation",
            spare=1,
        ),
        Column("Wins", percents(2), lambda staked: staked.law.hit_frequency, "hit_frequency"),
        Column("Loses", percents(2), lambda staked: staked.law.loss_frequency, "loss_frequency"),
    ]
    together = _Staked("all together", mix.total)
    return Table.of("Each wager and all of them", [*staked, together], columns)


def covariance_table(answer: MixAnswer) -> Table:
    """Return covariances and correlations of the wagers."""
    mix = answer.mix
    names = mix.law.wagers

    def beside(other: str) -> tuple[Column[str], Column[str]]:
        name = answer.rules.wager_name(other)
        covariance = Column[str](name, decimals(6), lambda wager: mix.covariances[wager, other])
        correlation = Column[str](
            f"r with {name}", NUMBER, lambda wager: _correlation(mix, wager, other), spare=1
        )
        return covariance, correlation

    covariances, correlations = zip(*map(beside, names), strict=True)
    columns = [
        Column[str]("", TEXT, answer.rules.wager_name),
        *covariances,
        *correlations,
    ]
    note = "Covariances in squares of money, which add to the variance of the mix; r is the correlation."
    return Table.of("How the wagers go together", names, columns, note)


def _correlation(mix: Mix, text: str, other: str) -> Root | str:
    """Return the correlation of two wagers; its square is exact, and its sign that of the covariance."""
    covariance = mix.covariances[text, other]
    both = mix.covariances[text, text] * mix.covariances[other, other]
    if not both:
        return "-"
    return Root(covariance**2 / both, negative=covariance < 0)


def _distribution(mix: Mix, digits: int) -> Table:
    def probability(outcome: tuple[Fraction, int]) -> Fraction:
        return Fraction(outcome[1], mix.law.total)

    outcomes = mix.total.outcomes[::-1]
    columns: list[Column[tuple[Fraction, int]]] = [
        Column("Net", NET, lambda outcome: outcome[0], "net"),
        Column("Deals", COUNT, lambda outcome: outcome[1], "deals"),
        *chance_columns(outcomes, probability, decimals(digits), "probability"),
    ]
    return Table.of("Net of the round", outcomes, columns)


def _payload(answer: MixAnswer, wagers: Table, digits: int) -> dict[str, Any]:
    mix, rules, figures, base_alone = answer.mix, answer.rules, wagers.objects(digits), answer.base_alone
    alone: dict[str, Any] = {}
    if base_alone is not None:
        edge = base_alone.loss / mix.staked
        alone = {"best_for_base_game": {"strategy": base_alone.alone, "house_edge_without_limits": edge}}
    limits: dict[str, Any] = {}
    if mix.limits != TableLimits():
        given = {"chip": mix.limits.chip, "max_payout": mix.limits.most}
        limits["limits"] = {name: amount for name, amount in given.items() if amount is not None}
        limits["house_edge_without_limits"] = replace(mix, limits=TableLimits()).house_edge
    return {
        "game": rules.file.id,
        "tables": dict(answer.letters),
        "strategy": answer.statement,
        **alone,
        "meter": answer.meter,
        "meters": answer.meters,
        **limits,
        "wagers": dict(zip(mix.law.wagers, figures, strict=False)),
        "together": figures[-1],
        "covariances": {
            name: {other: mix.covariances[name, other] for other in mix.law.wagers} for name in mix.law.wagers
        },
        "deals": mix.law.total,
    }
