"""The sections about what a jackpot wager is worth: by meter, by price, and if a round has several prizes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor, log10
from typing import TYPE_CHECKING

from combin.audit.answer import grouped
from combin.audit.quantities.jackpots import (
    PLAYERS,
    EnvyBonus,
    PrizeShare,
    chance_of,
    least_prices,
    once_in,
    simultaneous,
)
from combin.decimals import percent, plain
from combin.formats.blocks import Block, Paragraph, Picture, bullets
from combin.formats.columns import COUNT, MONEY, PERCENT, Column, Kind
from combin.formats.tables import Table
from combin.formatting import counted, money
from combin.report.audit.prizes import label
from combin.report.plots import plots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.progressive import JackpotStudy
    from combin.audit.subject import Subject
    from combin.jackpot.value import Value


STEPS = ("0.1", "0.25", "0.5", "0.75", "1", "1.25", "1.5", "2", "2.5")
"""The meters that are shown, in units of the power of ten below the break-even meter."""


def value_section(progressive: JackpotStudy) -> Iterator[Block]:
    """Yield the line of each pay table with its break-even, and a table of meters."""
    hands = progressive.hands
    yield Paragraph(
        f"While the meter shows m, a wager of {money(1)} brings back on average, if no hand is folded, the "
        f"fixed prizes{_envied(progressive)} and its part of m. It is an even game where that is {money(1)}:"
    )
    items = []
    for letter, answer in progressive.answers.items():
        value = answer.value
        fixed, meters = answer.per_unit(value) * hands, value.share * hands
        even = answer.break_even
        line = f"{label(progressive, letter)}: ({grouped(fixed)} + {plain(meters)} × m) / {hands:,}"
        if even is not None and even > 0:
            least = f"({hands:,} − {grouped(fixed)}) / {plain(meters)}"
            line += f"; an even game at a meter of {least} = **{money(even)}**"
        elif even is not None:
            line += f"; more than {money(1)} whatever the meter shows"
        items.append(f"{line}.")
    yield bullets(items)
    yield _table(progressive)
    yield Paragraph(
        "The meter is the one at the settlement, with the increments of the round. For a player who folds "
        "hands that can still win, the line lies lower."
    )


def _envied(progressive: JackpotStudy) -> str:
    """Return that envy bonuses are counted, and of how many other players."""
    first = progressive.first
    if not first.value.envy or not first.others:
        return ""
    return f", the envy bonuses of {counted(first.others, 'other player')}"


def _table(progressive: JackpotStudy) -> Table:
    evens = [answer.break_even for answer in progressive.answers.values()]
    known = {even for even in evens if even is not None and even > 0}
    seeds = [one.seed for one in progressive.rates]
    scale = 10 ** floor(log10(max([*known, *seeds], default=Fraction(1))))
    meters = {Fraction(step) * scale for step in STEPS} | known
    shown = sorted(one for one in meters if not seeds or one >= min(seeds))

    def returns(letter: str) -> Column[Fraction]:
        value, others = progressive.answers[letter].value, progressive.answers[letter].others
        heading = f"{label(progressive, letter)} returns"
        return Column(heading, PERCENT, lambda meter: value.returned(Fraction(1), meter, others))

    return Table.of("", shown, [Column("Meter", MONEY, Fraction), *map(returns, progressive.letters)])


def rounds_section(subject: Subject, progressive: JackpotStudy) -> Iterator[Block]:
    """Yield which numbers of winners can occur, their law by seats, and how many printed cells can."""
    ranks = progressive.rules.deck.ranks
    found = simultaneous(len(ranks))
    possible = sorted({case for cases in found.values() for case in cases})
    yield Paragraph(
        "R royal flushes and S straight flushes in one round must all hold the two jackpot cards that the "
        "seats share, so they are of one suit and overlap in these two cards only. That leaves few cases, "
        f"however many seats there are. All {len(found)} pairs of ranks were tried, with every set of runs "
        "of five that contain both:"
    )
    several = [case for case in possible if sum(case) > 1]
    items = []
    for case in several:
        pairs = [f"{ranks[high]}-{ranks[low]}" for (low, high), cases in found.items() if case in cases]
        items.append(
            f"R = {case[0]} with S = {case[1]}: only with jackpot cards {', '.join(pairs)} of one suit."
        )
    items.append("No other case with more than one winner can occur.")
    yield bullets(items)
    seats = progressive.seats or 1
    yield Paragraph("One round in so many has just these winners, by the seats that hold the wager:")
    yield _law(progressive, seats)
    yield Paragraph(
        "The law goes through every set of winning hands that can be dealt to different seats, by inclusion "
        f"and exclusion, and is exact. At a full table of {seats} a round with more than one winner comes "
        f"once in {once_in(_several(progressive))}."
    )
    cells = [one.claim for one in subject.placed if isinstance(one.claim, PrizeShare)]
    if cells:
        occurring = sum(chance_of(progressive, one.names.get("R"), one.names.get("S")) > 0 for one in cells)
        yield Paragraph(
            f"Of the {counted(len(cells), 'figure')} that the document prints for simultaneous winners "
            f"{occurring} are about rounds that can occur. Each has its exact value, its verdict and its "
            "frequency where the document is judged."
        )


def _law(progressive: JackpotStudy, seats: int) -> Table:
    laws = {number: progressive.winners.law(number) for number in range(1, seats + 1)}

    def of_case(case: tuple[int, int]) -> Column[int]:
        return Column(
            f"R = {case[0]}, S = {case[1]}", _ONCE_IN, lambda number: laws[number].get(case, "never")
        )

    cases = [case for case in progressive.full_table if sum(case)]
    return Table.of("", laws, [Column("Seats", COUNT, int), *map(of_case, cases)])


_ONCE_IN = Kind(once_in)


def _several(progressive: JackpotStudy) -> Fraction:
    return sum((chance for case, chance in progressive.full_table.items() if sum(case) > 1), Fraction(0))


PRICES = (1, 2, 5, 10)
"""Usual prices of a progressive wager."""


def price_section(subject: Subject, progressive: JackpotStudy) -> Iterator[Block]:
    """Yield return and break-even as functions of price, meter and players, the least price, and a table."""
    value = progressive.first.value
    hands = progressive.hands
    players = _players(progressive, value)
    fixed, envy, meters = value.money * hands, value.envy * hands, value.share * hands
    of_others = f" + {grouped(envy)} × (n − 1)" if envy else ""
    meter = "" if not meters else (" + m" if meters == 1 else f" + {plain(meters)} × m")
    known = ["c for the price"]
    known += ["m for what the meter shows"] if meters else []
    if envy:
        needs = " or ".join(
            progressive.rules.wagers[name].name
            for name in progressive.first.rules.bets[progressive.wager].envy_needs
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
            f"{grouped(fixed)}{less}{bracket[1]}{per}: each {money(1)} of the price takes "
            f"{money(1 / value.share)} on the meter;"
        )
    least = least_prices({number: value.money + value.envy * (number - 1) for number in players})
    items.append(
        f"returns more than it costs whatever the meter shows if its price is below "
        f"({grouped(fixed)}{of_others}) / {hands:,}: {least}."
    )
    yield bullets(items)
    yield _price_table(value, players)
    if meters:
        shown = plots(subject).get("price")
        if shown:
            yield Picture(shown)
        yield Paragraph(_long_run(value, hands, grouped(fixed), of_others, meters))


def _players(progressive: JackpotStudy, value: Value) -> list[int]:
    most = progressive.seats or max(PLAYERS)
    return sorted({*(one for one in PLAYERS if one <= most), most}) if value.envy else [1]


def _price_table(value: Value, players: list[int]) -> Table:
    def even(price: int, number: int) -> Fraction | str | None:
        meter = value.break_even_meter(Fraction(price), number - 1)
        return "any meter" if meter is not None and meter <= 0 else meter

    return Table.of(
        "",
        list(product(PRICES, players)),
        [
            Column("Price", MONEY, lambda case: case[0]),
            Column("Players", COUNT, lambda case: case[1]),
            Column(
                "Return without the meter",
                PERCENT,
                lambda case: value.returned(Fraction(case[0]), others=case[1] - 1) / case[0],
            ),
            Column(
                f"For each {money(10_000)} on the meter", PERCENT, lambda case: value.share * 10_000 / case[0]
            ),
            Column("An even game at", MONEY, lambda case: even(*case)),
        ],
        merged=1,
    )


def _long_run(value: Value, hands: int, fixed: str, of_others: str, meters: Fraction) -> str:
    """Return the return in the long run for any seed and increment rate, of a prize that takes all."""
    if meters != 1:
        return ""
    example = Fraction(5)
    rest = 1 - (value.money + value.share * 10_000) / example
    return (
        "In the long run, with a meter that starts at s and takes the part i of each wager, the "
        f"mean prize is s + {hands:,} × i × c, and the wager returns ({fixed}{of_others} + s) / ({hands:,} × "
        "c) + i: fixed prizes, the new seed after each top prize, and the increments. At a price of "
        f"{money(example)} and a seed of {money(10_000)} an increment rate of {percent(rest, 2)} would give "
        "all of it back to a player alone at the table."
    )


def envy_section(subject: Subject, progressive: JackpotStudy) -> Iterator[Block]:
    """Yield who gets an envy bonus for whose hand, as the reference settlement has it."""
    wager = progressive.rules.bets[progressive.wager]
    bonuses = [one for one in progressive.first.chances.lines() if one.line.prize.envy]
    listed = " and ".join(f"{money(Fraction(one.line.prize.envy))} for {one.line.text}" for one in bonuses)
    rule = f" ({stated})" if (stated := wager.cited["envy"]) else ""
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
    hands = progressive.hands
    counts = " + ".join(f"{one.count:,} × {plain(one.line.prize.envy)}" for one in bonuses)
    yield Paragraph(
        f"So each other player with {needs or 'cards'} is worth ({counts}) / {hands:,} = "
        f"{money(progressive.first.value.envy, 4)} a round to each player with the wager, whatever that "
        "costs."
    )
