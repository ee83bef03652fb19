"""The section about how often each prize of a progressive wager is won, and what the fixed ones come to."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.audit.answer import grouped
from combin.audit.derivations import choose, five_card_derivations
from combin.decimals import decimal, percent, plain
from combin.formats.blocks import Block, Paragraph
from combin.formats.columns import COUNT, ONE_IN, PERCENT, Column, Kind, Value
from combin.formats.tables import Table
from combin.formatting import currency, money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.progressive import JackpotStudy
    from combin.jackpot.value import LineChance
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
    rows: list[tuple[Value, ...]] = []
    for text in texts:
        of_text = {
            letter: next((one for one in lines if one.line.text == text), None)
            for letter, lines in found.items()
        }
        cells: list[Value] = [
            _part(one, progressive.answers[letter].chances.table, ways) for letter, one in of_text.items()
        ]
        if envy:
            cells.append(_envy(next(iter(of_text.values())), ways))
        known = derived.get(text, (0, ""))
        arithmetic = known[1].rsplit(" = ", 1)[0] if known[0] == counts[text] else ""
        rows.append((text, counts[text], Fraction(counts[text], hands), *cells, arithmetic))
    worth = [
        _fixed(lines, progressive.answers[letter].chances.table) / ways for letter, lines in found.items()
    ]
    if envy:
        worth.append(progressive.first.value.envy * hands)
    sums = [grouped(one) if progressive.options else money(one) for one in worth]
    rows.append(("sum of fixed prizes", None, None, *sums, ""))
    rows.append((f"divided by {hands:,}", None, None, *(one / hands for one in worth), ""))
    heads = [label(progressive, letter) for letter in progressive.letters] + ["Envy bonus"] * envy
    fixed = PERCENT if progressive.options else _CENTS
    columns: list[Column[Value]] = [
        Column("Hand"),
        Column("Hands", COUNT),
        Column("One in", ONE_IN),
        *(Column(head, fixed) for head in heads),
        Column("Counted as"),
    ]
    yield Table("", columns, tuple(rows)).without_blanks()
    if progressive.first.value.share:
        yield Paragraph(_from_the_meter(progressive, found[progressive.letters[0]], ways))


_CENTS = Kind(lambda amount: currency().of(decimal(amount, 4)))


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
    written = grouped if prize.money is None else money
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
        return f"The meter is won once in {hands:,} wagers."
    return (
        f"From the meter come {parts} = {plain(meters)} meters in {hands:,} wagers"
        f"{'' if len(progressive.letters) == 1 else ', whichever the option'}."
    )
