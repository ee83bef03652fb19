"""A mix of wagers shown: what it costs, how its parts go together, and every net result."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent, root_decimal
from combin.exact.mix import Limits, Mix
from combin.formats.tables import Table
from combin.formats.view import Record, View, exact_columns, exact_json
from combin.formatting import money
from combin.report.words import chances, letters_in_words, staked_beside, wager_name

if TYPE_CHECKING:
    from combin.exact.distribution import Distribution
    from combin.jackpot.mixes import MixAnswer

__all__ = ["mix_view"]


def mix_view(answer: MixAnswer, digits: int = 10) -> View:
    """Return a mix of wagers ready to be shown.

    JSON has for each of the `wagers` and for all `together` stake, expected net, edge and spread in money,
    the `covariances` in squared money, and the `distribution` of the net in money. The records are the
    outcomes of the distribution.
    """
    rules, mix = answer.rules, answer.mix
    stakes = ", ".join(f"{money(mix.stakes[name])} on {wager_name(rules, name)}" for name in mix.law.wagers)
    return View(
        f"{rules.file.title}: {stakes}",
        tuple(_lines(answer)),
        (
            _wagers(answer),
            *(() if any(mix.cut) else (_covariances(answer),)),
            _distribution(mix, digits),
        ),
        lambda: _payload(answer, digits),
        lambda: _records(answer, digits),
    )


def _lines(answer: MixAnswer) -> list[str]:
    mix = answer.mix
    lines = [f"Pay tables: {letters_in_words(answer.rules, answer.letters)}."] if answer.letters else []
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
        f"${root_decimal(mix.total.variance, 2)} a round."
    )
    lines += _limits(mix)
    lines.append(f"All {mix.law.total:,} deals are counted.")
    return lines


def _played(answer: MixAnswer, statement: str) -> list[str]:
    """Return how the player plays; where that is best for several wagers, also what is for the base game."""
    base_alone, rules = answer.base_alone, answer.rules
    if base_alone is None:
        return [statement]
    also = ", ".join(wager_name(rules, name) for name in base_alone.wagers)
    kind = "" if base_alone.by_classes else " by ranks and by how many suits a hand shows"
    both = replace(answer.mix, limits=Limits()).expected_loss
    without = " without limits" if answer.mix.limits != Limits() else ""
    edge, other = (percent(loss / answer.mix.staked, 4) for loss in (both, base_alone.loss))
    best = f"A fold loses {also} too. The best strategy for all of it together{kind}: {statement}"
    alone = f"Best for {rules.base_name} alone (--strategy optimal): {base_alone.alone} That has {other}."
    return [best, f"It has a house edge of {edge}{without}. {alone}"]


def _limits(mix: Mix) -> list[str]:
    """Return what chips and a greatest payout do, each by itself and both together."""
    plain_loss = replace(mix, limits=Limits()).expected_loss
    chip, most = mix.limits.chip, mix.limits.most
    effects = {}
    if chip is not None:
        effects[f"rounding pays up to multiples of {money(chip)}"] = replace(mix, limits=Limits(chip=chip))
    if most is not None:
        effects[f"paying {money(most)} a round at most"] = replace(mix, limits=Limits(most=most))
    if len(effects) > 1:
        effects["both together"] = mix
    if not effects:
        return []
    lines = [f"Without limits the house edge is {percent(plain_loss / mix.staked, 4)}."]
    for words, one in effects.items():
        more = one.expected_loss - plain_loss
        by = f"{percent(more / mix.staked, 4)} of the initial stakes, {money(more, 6)} a round"
        lines.append(f"{_capital(words)} changes it by {by}.")
    return lines


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _wagers(answer: MixAnswer) -> Table:
    mix = answer.mix
    rows = [
        _wager_row(wager_name(answer.rules, name), mix.stakes[name], mix.distribution(name))
        for name in mix.law.wagers
    ]
    if len(rows) > 1:
        rows.append(_wager_row("all together", mix.staked, mix.total))
    columns = ("Wager", ">Stake", ">Expected net", ">Edge", ">Std deviation", ">Wins", ">Loses")
    return Table("Each wager and all of them", columns, tuple(rows))


def _wager_row(name: str, stake: Fraction, distribution: Distribution) -> tuple[str, ...]:
    return (
        name,
        money(stake),
        money(-distribution.house_edge, 6),
        percent(distribution.house_edge / stake, 4),
        f"${root_decimal(distribution.variance, 4)}",
        percent(distribution.hit_frequency, 2),
        percent(distribution.loss_frequency, 2),
    )


def _covariances(answer: MixAnswer) -> Table:
    mix = answer.mix
    names = mix.law.wagers
    rows = tuple(
        (
            wager_name(answer.rules, one),
            *(decimal(mix.covariances[one, other], 6) for other in names),
            *(_correlation(mix, one, other) for other in names),
        )
        for one in names
    )
    shown = [wager_name(answer.rules, name) for name in names]
    columns = ("", *(f">{name}" for name in shown), *(f">r with {name}" for name in shown))
    note = "Covariances in squared dollars, which add to the variance of the mix; r is the correlation."
    return Table("How the wagers go together", columns, rows, note)


def _correlation(mix: Mix, text: str, other: str) -> str:
    """Return the correlation of two wagers; its square is exact, and its sign that of the covariance."""
    covariance = mix.covariances[text, other]
    both = mix.covariances[text, text] * mix.covariances[other, other]
    if not both:
        return "-"
    sign = "-" if covariance < 0 else ""
    return f"{sign}{root_decimal(covariance**2 / both, 4)}"


def _distribution(mix: Mix, digits: int) -> Table:
    outcomes = mix.total.outcomes[::-1]
    heads, chance = chances([Fraction(count, mix.law.total) for _, count in outcomes], digits, decimal)
    rows = tuple(
        (money(net), f"{count:,}", *often) for (net, count), often in zip(outcomes, chance, strict=True)
    )
    return Table("Net of the round", (">Net", ">Deals", *heads), rows)


def _payload(answer: MixAnswer, digits: int) -> dict[str, Any]:
    mix, rules = answer.mix, answer.rules
    return {
        "game": rules.file.id,
        "tables": dict(answer.letters),
        "strategy": answer.statement,
        **_alone_payload(answer, digits),
        "meter": None if answer.meter is None else exact_json(answer.meter, digits),
        "meters": {name: exact_json(meter, digits) for name, meter in answer.meters.items()},
        **_limits_payload(mix, digits),
        "wagers": {
            name: _figures(mix.stakes[name], mix.stakes[name] * mix.law.average[name], one, digits)
            for name, one in ((name, mix.distribution(name)) for name in mix.law.wagers)
        },
        "together": _figures(mix.staked, mix.average_staked, mix.total, digits),
        "covariances": {
            one: {other: exact_json(mix.covariances[one, other], digits) for other in mix.law.wagers}
            for one in mix.law.wagers
        },
        "deals": mix.law.total,
        "distribution": [
            {
                "net": exact_json(net, digits),
                "deals": count,
                "probability": exact_json(Fraction(count, mix.law.total), digits),
            }
            for net, count in mix.total.outcomes
        ],
    }


def _alone_payload(answer: MixAnswer, digits: int) -> dict[str, Any]:
    """Return what is best for the base game alone, where another strategy is played, with its edge."""
    if (base_alone := answer.base_alone) is None:
        return {}
    edge = exact_json(base_alone.loss / answer.mix.staked, digits)
    return {"best_for_base_game": {"strategy": base_alone.alone, "house_edge_without_limits": edge}}


def _limits_payload(mix: Mix, digits: int) -> dict[str, Any]:
    """Return the limits of the table, and the edge that the mix has without them."""
    if mix.limits == Limits():
        return {}
    unlimited = replace(mix, limits=Limits())
    given = {"chip": mix.limits.chip, "max_payout": mix.limits.most}
    limits = {name: exact_json(amount, digits) for name, amount in given.items() if amount is not None}
    return {"limits": limits, "house_edge_without_limits": exact_json(unlimited.house_edge, digits)}


def _figures(stake: Fraction, average: Fraction, distribution: Distribution, digits: int) -> dict[str, Any]:
    return {
        "stake": exact_json(stake, digits),
        "average_staked": exact_json(average, digits),
        "expected_net": exact_json(-distribution.house_edge, digits),
        "house_edge": exact_json(distribution.house_edge / stake, digits),
        "element_of_risk": exact_json(distribution.house_edge / average, digits),
        "variance": exact_json(distribution.variance, digits),
        "standard_deviation": root_decimal(distribution.variance, digits),
        "hit_frequency": exact_json(distribution.hit_frequency, digits),
        "loss_frequency": exact_json(distribution.loss_frequency, digits),
    }


def _records(answer: MixAnswer, digits: int) -> list[Record]:
    mix = answer.mix
    return [
        {
            "game": answer.rules.file.id,
            **exact_columns("net", net, digits),
            "deals": count,
            **exact_columns("probability", Fraction(count, mix.law.total), digits),
        }
        for net, count in mix.total.outcomes
    ]
