"""The sections about the prizes of a progressive wager: how often won, what the wager is worth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING

from combin.audit.derivations import choose, five_card_derivations
from combin.audit.quantities import jackpots
from combin.audit.report.plots import plots
from combin.decimals import percent, plain
from combin.formats.blocks import Block, Paragraph, Picture, bullets
from combin.formats.columns import COUNT, MONEY, ONE_IN, PERCENT, Column, Kind, moneys
from combin.formats.tables import Table
from combin.formatting import counted, money, thousands
from combin.report.jackpot import price_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.subject import Subject
    from combin.formats.columns import Value as Cell
    from combin.jackpot.study import JackpotStudy
    from combin.jackpot.value import LineChance, Value
    from combin.rules.tables import PayTable


def prizes_section(progressive: JackpotStudy) -> Iterator[Block]:
    """Yield the counts, each with its arithmetic and its part of the return."""
    rules, hands, ways = progressive.rules, progressive.hands, progressive.ways
    cards = rules.file.deal.player + rules.bets[progressive.wager].more_cards
    yield Paragraph(f"{choose(len(rules.deck), cards)} hands, all equally likely.")
    found = {letter: answer.chances.lines() for letter, answer in progressive.answers.items()}
    counts = {one.line.text: one.count // ways for lines in found.values() for one in lines}
    derived = five_card_derivations(rules.deck) if cards == 5 else {}
    texts = sorted(counts, key=counts.__getitem__)
    envy = any(one.line.prize.envy for lines in found.values() for one in lines)
    rows: list[tuple[Cell, ...]] = []
    for text in texts:
        of_text = {
            letter: next((one for one in lines if one.line.text == text), None)
            for letter, lines in found.items()
        }
        cells: list[Cell] = [
            _part(one, progressive.answers[letter].chances.table, ways) for letter, one in of_text.items()
        ]
        if envy:
            cells.append(_envy(next(filter(None, of_text.values())), ways))
        known = derived.get(text, (0, ""))
        arithmetic = known[1].rsplit(" = ", 1)[0] if known[0] == counts[text] else ""
        rows.append((text, counts[text], Fraction(counts[text], hands), *cells, arithmetic))
    worth = [
        _fixed(lines, progressive.answers[letter].chances.table) / ways for letter, lines in found.items()
    ]
    if envy:
        worth.append(progressive.first.value.envy * hands)
    sums = [thousands(one) if progressive.options else money(one) for one in worth]
    rows.append(("sum of fixed prizes", None, None, *sums, ""))
    rows.append((f"divided by {hands:,}", None, None, *(one / hands for one in worth), ""))
    heads = [label(progressive, letter) for letter in progressive.letters] + ["Envy bonus"] * envy
    fixed = PERCENT if progressive.options else _CENTS
    columns: list[Column[Cell]] = [
        Column("Hand"),
        Column("Hands", COUNT),
        Column("One in", ONE_IN),
        *(Column(head, fixed) for head in heads),
        Column("Counted as"),
    ]
    yield Table("", columns, tuple(rows)).without_blanks()
    if progressive.first.value.share:
        words = {letter: _from_the_meter(progressive, lines, ways) for letter, lines in found.items()}
        for text in dict.fromkeys(words.values()):
            tables = [label(progressive, letter) for letter, own in words.items() if own == text]
            whose = "" if len(tables) == len(words) else f"{' and '.join(tables)}: "
            whichever = ", whichever the option." if len(tables) == len(words) > 1 else "."
            yield Paragraph(f"{whose}{text}{whichever}")


_CENTS = moneys(4)


def label(progressive: JackpotStudy, letter: str) -> str:
    """Return what a pay table is called: by its option or its letter, or "Pays" if it is the only one."""
    for option, of_option in progressive.options.items():
        if of_option == letter:
            return f"Option {option}"
    return f"Table {letter}" if len(progressive.letters) > 1 else "Pays"


def _part(chance: LineChance | None, table: PayTable, ways: int) -> str:
    if chance is None:
        return ""
    prize = chance.line.prize
    if prize.meter is not None:
        return f"× {percent(prize.meter, 0)} of the meter"
    pay = _pay(chance, table)
    written = thousands if prize.money is None else money
    return f"× {written(pay)} = {written(chance.count // ways * pay)}"


def _pay(chance: LineChance, table: PayTable) -> Fraction:
    """Return all that a line hands over for a wager of 1, but for a part of the meter."""
    prize = chance.line.prize
    if prize.odds is not None:
        return table.odds(chance.line) + 1
    return Fraction(prize.money or 0)


def _envy(chance: LineChance | None, ways: int) -> str:
    if chance is None or not chance.line.prize.envy:
        return ""
    bonus = Fraction(chance.line.prize.envy)
    return f"× {money(bonus)} = {money(chance.count // ways * bonus)}"


def _fixed(lines: tuple[LineChance, ...], table: PayTable) -> Fraction:
    return sum((one.count * _pay(one, table) for one in lines), Fraction(0))


def _from_the_meter(progressive: JackpotStudy, lines: tuple[LineChance, ...], ways: int) -> str:
    shares = [one for one in lines if one.line.prize.meter]
    parts = " + ".join(f"{one.count // ways:,} × {percent(one.line.prize.meter or 0, 0)}" for one in shares)
    hands = progressive.hands
    meters = sum((one.count // ways * Fraction(one.line.prize.meter or 0) for one in shares), Fraction(0))
    if meters == 1:
        return f"The meter is won once in {hands:,} wagers"
    return f"From the meter come {parts or 0} = {plain(meters)} meters in {hands:,} wagers"


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
        line = f"{label(progressive, letter)}: ({thousands(fixed)} + {plain(meters)} × m) / {hands:,}"
        if even is not None and even > 0:
            least = f"({hands:,} − {thousands(fixed)}) / {plain(meters)}"
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
    found = jackpots.simultaneous(progressive.rules.deck)
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
    more_than_one = sum(
        (chance for case, chance in progressive.full_table.items() if sum(case) > 1), Fraction(0)
    )
    yield Paragraph(
        "The law goes through every set of winning hands that can be dealt to different seats, by inclusion "
        f"and exclusion, and is exact. At a full table of {seats} a round with more than one winner comes "
        f"once in {jackpots.once_in(more_than_one)}."
    )
    cells = [one.claim for one in subject.placed if isinstance(one.claim, jackpots.PrizeShare)]
    if cells:
        winners = [(claim.names.get("R"), claim.names.get("S")) for claim in cells]
        occurring = sum(jackpots.chance_of(progressive, *numbers) > 0 for numbers in winners)
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


_ONCE_IN = Kind(jackpots.once_in)


def price_section(subject: Subject, progressive: JackpotStudy) -> Iterator[Block]:
    """Yield return and break-even as functions of price, meter and players, the least price, and a table."""
    value = progressive.first.value
    hands = progressive.hands
    players = _players(progressive, value)
    fixed, envy, meters = value.money * hands, value.envy * hands, value.share * hands
    of_others = f" + {thousands(envy)} × (n − 1)" if envy else ""
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
    items = [f"returns ({thousands(fixed)}{of_others}{meter}) / ({hands:,} × c) of its price on average;"]
    if meters:
        per = "" if meters == 1 else f" / {plain(meters)}"
        less = f" − {thousands(envy)} × (n − 1)" if envy else ""
        bracket = ("(", ")") if per else ("", "")
        items.append(
            f"is an even game at a meter of {bracket[0]}{hands:,} × c − "
            f"{thousands(fixed)}{less}{bracket[1]}{per}: each {money(1)} of the price takes "
            f"{money(1 / value.share)} on the meter;"
        )
    least = jackpots.least_prices({number: value.money + value.envy * (number - 1) for number in players})
    items.append(
        f"returns more than it costs whatever the meter shows if its price is below "
        f"({thousands(fixed)}{of_others}) / {hands:,}: {least}."
    )
    yield bullets(items)
    yield replace(price_table(value, players, of_meter=10_000), title="", note="")
    if meters:
        shown = plots(subject).get("price")
        if shown:
            yield Picture(shown)
        yield Paragraph(_long_run(value, hands, thousands(fixed), of_others, meters))


def _players(progressive: JackpotStudy, value: Value) -> list[int]:
    most = progressive.seats or max(jackpots.PLAYERS)
    return sorted({*(one for one in jackpots.PLAYERS if one <= most), most}) if value.envy else [1]


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
    settled = any(isinstance(one.claim, jackpots.EnvyBonus) for one in subject.placed)
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
