"""The sections about a progressive whose price and meter are not stated, and about its envy bonuses."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.audit.quantities.envy import EnvyBonus
from combin.audit.quantities.jackpots import PLAYERS
from combin.audit.words import grouped
from combin.decimals import percent, plain
from combin.formats.blocks import Paragraph, Picture, bullets
from combin.formats.tables import Table
from combin.formatting import money
from combin.report.audit.jackpot.prizes import of_hands
from combin.report.plots import plots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.progressive import Progressive
    from combin.audit.subject import Subject
    from combin.formats.blocks import Block
    from combin.jackpot.value import Value

__all__ = ["envy_section", "price_section"]

PRICES = (1, 2, 5, 10)
"""Usual prices of a progressive wager."""


def price_section(subject: Subject, progressive: Progressive) -> Iterator[Block]:
    """Yield return and break-even as functions of price, meter and players, the least price, and a table."""
    value = progressive.first.value
    hands, _ = of_hands(progressive)
    players = _players(progressive, value)
    fixed, envy, meters = value.money * hands, value.envy * hands, value.share * hands
    of_others = f" + {grouped(envy)} × (n − 1)" if envy else ""
    meter = "" if not meters else (" + m" if meters == 1 else f" + {plain(meters)} × m")
    known = ["c dollars for the price"]
    known += ["m dollars on the meter"] if meters else []
    if envy:
        needs = " or ".join(
            progressive.rules.wagers[name].name
            for name in progressive.first.rules.jackpot_wager(progressive.wager).envy_needs
        )
        known.append(f"n for the players{f' with {needs}' if needs else ''} at the table, this one included")
    yield Paragraph(f"With {', '.join(known)}, a wager")
    items = [f"returns ({grouped(fixed)}{of_others}{meter}) / ({hands:,} × c) of its price on average;"]
    if meters:
        per = "" if meters == 1 else f" / {plain(meters)}"
        less = f" − {grouped(envy)} × (n − 1)" if envy else ""
        bracket = ("(", ")") if per else ("", "")
        items.append(
            f"is an even game at a meter of {bracket[0]}{hands:,} × c − "
            f"{grouped(fixed)}{less}{bracket[1]}{per}: each dollar of the price takes "
            f"{money(value_per_price(value))} on the meter;"
        )
    least = ", ".join(
        f"{money((value.money + value.envy * (one - 1)), 4)} with {one} player{'s' * (one > 1)}"
        for one in players
    )
    items.append(
        f"returns more than it costs whatever the meter shows if its price is below "
        f"({grouped(fixed)}{of_others}) / {hands:,}: {least}."
    )
    yield bullets(items)
    yield _table(value, players)
    if meters:
        shown = plots(subject).get("price")
        if shown:
            yield Picture(shown)
        yield Paragraph(_long_run(value, hands, grouped(fixed), of_others, meters))


def value_per_price(value: Value) -> Fraction:
    """Return how much more the meter must show for each unit of the price."""
    return 1 / value.share


def _players(progressive: Progressive, value: Value) -> list[int]:
    most = progressive.seats or max(PLAYERS)
    return sorted({*(one for one in PLAYERS if one <= most), most}) if value.envy else [1]


def _table(value: Value, players: list[int]) -> Table:
    rows = []
    for price in map(Fraction, PRICES):
        for one in players:
            even = value.break_even_meter(price, one - 1)
            rows.append(
                (
                    money(price),
                    str(one),
                    percent(value.returned(price, others=one - 1) / price, 4),
                    percent(value.share * 10_000 / price, 4),
                    "" if even is None else money(even) if even > 0 else "any meter",
                )
            )
    columns = (
        ">Price",
        ">Players",
        ">Return without the meter",
        f">For each {money(10_000)} on the meter",
        ">An even game at",
    )
    return Table("", columns, tuple(rows), merged=1)


def _long_run(value: Value, hands: int, fixed: str, of_others: str, meters: Fraction) -> str:
    """Return the return in the long run for any seed and increment rate, of a prize that takes all."""
    if meters != 1:
        return ""
    example = Fraction(5)
    rest = 1 - (value.money + value.share * 10_000) / example
    return (
        "In the long run, with a meter that starts at s dollars and takes the part i of each wager, the "
        f"mean prize is s + {hands:,} × i × c, and the wager returns ({fixed}{of_others} + s) / ({hands:,} × "
        "c) + i: fixed prizes, the new seed after each top prize, and the increments. At a price of "
        f"{money(example)} and a seed of {money(10_000)} an increment rate of {percent(rest, 2)} would give "
        "all of it back to a player alone at the table."
    )


def envy_section(subject: Subject, progressive: Progressive) -> Iterator[Block]:
    """Yield who gets an envy bonus for whose hand, as the reference settlement has it."""
    wager = progressive.rules.jackpot_wager(progressive.wager)
    bonuses = [one for one in progressive.first.chances.lines() if one.line.prize.envy]
    listed = " and ".join(f"{money(Fraction(one.line.prize.envy))} for {one.line.text}" for one in bonuses)
    rule = f" ({wager.envy_rule})" if wager.envy_rule else ""
    needs = " or ".join(progressive.rules.wagers[name].name for name in wager.envy_needs)
    settled = any(isinstance(one.claim, EnvyBonus) for one in subject.placed)
    sentences = [
        f"An envy bonus goes to players with the wager for the hand of another player{rule}: {listed}."
    ]
    if needs:
        sentences.append(
            f"It is due if that other player has staked on {needs}, whether he has the wager himself or not."
        )
    if settled:
        sentences.append("Rounds of each kind are settled where the document is judged.")
    yield Paragraph(" ".join(sentences))
    hands, _ = of_hands(progressive)
    counts = " + ".join(f"{one.count:,} × {plain(one.line.prize.envy)}" for one in bonuses)
    yield Paragraph(
        f"So each other player with {needs or 'cards'} is worth ({counts}) / {hands:,} = "
        f"{money(progressive.first.value.envy, 4)} a round to each player with the wager, whatever that "
        "costs."
    )
