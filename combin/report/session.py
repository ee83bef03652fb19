"""A session shown: the law of its total, and how far the normal approximation is off."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.decimals import Root, plain
from combin.formats.columns import MONEY, PERCENT, Column, Digits, exact_json, moneys
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted, money
from combin.report.words import letters_in_words, staked_beside, wager_name

if TYPE_CHECKING:
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.session.answer import SessionAnswer

__all__ = ["session_view", "told"]

_LONGEST = 4096
"""The most bits of a denominator that is written out: 1,233 digits."""


def told(chance: Enclosure) -> Fraction | Enclosure:
    """Return what is told of a value: its fraction if that is known and not too long, else its limits."""
    if chance.width or chance.low.denominator.bit_length() > _LONGEST:
        return chance
    return chance.low


def session_view(answer: SessionAnswer, digits: int = 10) -> View:
    """Return a session ready to be shown.

    JSON has mean and deviation of the total, the chances to be `ahead` and `even`, `percentiles` in money,
    the most likely total, `losses` and the `normal` approximation; the records are the percentiles. Fractions
    of more than 1,233 digits are left out beside certain decimals.
    """
    mix, rules = answer.mix.mix, answer.mix.rules
    stakes = ", ".join(f"{money(mix.stakes[name])} on {wager_name(rules, name)}" for name in mix.law.wagers)
    chances, percentiles = _chances(answer), _percentiles(answer)
    return View(
        f"{rules.file.title}: {counted(answer.rounds, 'round')} with {stakes}",
        tuple(_lines(answer)),
        (chances, percentiles),
        lambda: _payload(answer, digits),
        lambda: percentiles.records(digits, game=rules.file.id, rounds=answer.rounds),
    )


def _lines(answer: SessionAnswer) -> list[str]:
    mix, rules = answer.mix, answer.mix.rules
    lines = [f"Pay tables: {letters_in_words(rules, mix.letters)}."] if mix.letters else []
    if mix.statement is not None:
        lines.append(mix.statement)
    for name, meter in mix.meters.items():
        lines.append(f"{wager_name(rules, name)}: the meter shows {money(meter)} in each round.")
    if rules.base in mix.mix.law.wagers and rules.equals:
        lines.append(staked_beside(rules))
    likely = "" if answer.most_likely is None else f"; the most likely one is {money(answer.most_likely)}"
    lines.append(
        f"Expected total {money(answer.mean)}, standard deviation "
        f"${Root(answer.variance).decimal(2)}{likely}."
    )
    units, farthest = answer.normal.farthest
    lines.append(
        "The normal law with the same mean and deviation differs from that of the total by up to "
        f"{farthest.percent(2)}, at {money(units * answer.one_round.unit)}."
    )
    return lines


class _Chance(NamedTuple):
    """Something that the total may be, with its chance and the normal approximation of that."""

    words: str
    chance: Enclosure
    normal: Enclosure | None


def _chances(answer: SessionAnswer) -> Table:
    below = answer.normal.at_most(Fraction(0))
    entries = [
        _Chance("Ahead", answer.ahead, below * -1 + 1),
        _Chance("Even", answer.even, None),
        _Chance("Behind", answer.law.at_most(-1), below),
        *(
            _Chance(
                f"Lost at least {money(loss)}",
                answer.loss(loss),
                answer.normal.at_most(-loss / answer.one_round.unit),
            )
            for loss in answer.losses
        ),
    ]
    return Table.of(
        "The total",
        entries,
        [
            Column("", value=lambda chance: chance.words),
            Column("Probability", PERCENT, lambda chance: told(chance.chance)),
            Column("Normal law", PERCENT, lambda chance: chance.normal),
        ],
    )


def _percentiles(answer: SessionAnswer) -> Table:
    unit = answer.one_round.unit
    return Table.of(
        "Percentiles of the total",
        list(answer.percentiles.items()),
        [
            Column("Sessions", value=lambda entry: f"{entry[0]}%"),
            Column(None, value=lambda entry: entry[0], name="percentile"),
            Column("End with at most", MONEY, lambda entry: entry[1], "total"),
            Column(
                "Normal law",
                moneys(2),
                lambda entry: answer.normal.percentile(Fraction(entry[0], 100)) * unit,
            ),
        ],
        "The least total that at least so many sessions do not exceed.",
    )


def _payload(answer: SessionAnswer, digits: int) -> dict[str, Any]:
    def json(value: Fraction | Enclosure) -> dict[str, str]:
        known = value if isinstance(value, Fraction) else told(value)
        return known.to_dict(digits) if isinstance(known, Digits) else exact_json(known, digits)

    units, farthest = answer.normal.farthest
    return {
        "game": answer.mix.rules.file.id,
        "tables": dict(answer.mix.letters),
        "strategy": answer.mix.statement,
        "stakes": {name: plain(answer.mix.mix.stakes[name]) for name in answer.mix.mix.law.wagers},
        "rounds": answer.rounds,
        "mean": json(answer.mean),
        "standard_deviation": Root(answer.variance).to_dict(digits),
        "ahead": json(answer.ahead),
        "even": json(answer.even),
        "percentiles": {str(share): plain(total) for share, total in answer.percentiles.items()},
        "most_likely": None if answer.most_likely is None else plain(answer.most_likely),
        "losses": [{"loss": plain(loss), **json(answer.loss(loss))} for loss in answer.losses],
        "normal": {
            "ahead": json(answer.normal.at_most(Fraction(0)) * -1 + 1),
            "farthest": {"total": plain(units * answer.one_round.unit), **json(farthest)},
        },
    }
