"""The sheet of a table's limits: what the house can lose in a round, and what limits do to the edges."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.decimals import plain
from combin.formatting import money
from combin.par.blocks import pays_as_written, write_rows, write_title
from combin.par.exposure import highest_of_any_play, worst_results
from combin.par.highest_bets import Number, PlacedWager
from combin.par.input_cells import Homes
from combin.par.payouts_sheet import payouts_sheet
from combin.par.workbook import Cell, Entry, Part, Said, Sheet
from combin.report.words import counted, wager_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.jackpot.mixes import MixAnswer
    from combin.par.exposure import Worst
    from combin.par.payouts_sheet import Paid
    from combin.par.subject import Subject
    from combin.par.workbook import Inputs, Kind
    from combin.rules.resolved import Rules

__all__ = ["limits_sheets"]

_TERMS: tuple[tuple[str, str, Kind, str], ...] = (
    ("most", "highest payout", "amount", "the most that a wager pays beside its stake; 0: no limit"),
    ("chip", "smallest chip", "amount", "pays are rounded up to what such chips make; 0: paid exactly"),
    ("seats", "seats", "price", "hands that play at once, all with the highest bets"),
)
_NOTE = (
    "Highest net: what one unit can gain, with raise and bonuses. Lost: by the house in one round; by all "
    "seats at most, which may never come together. Highest payout: what is won beside the stake."
)
_USAGE = (
    "To limit payouts to as much or more changes nothing. Lost: under the limits. Change: of the house edge "
    "by the limits."
)
_NOTE_ON_JACKPOTS = (
    "Of a jackpot: what the house pays itself, that is without the meter, but with envy bonuses to all other "
    "seats; limits leave it as it is."
)


def limits_sheets(
    names: tuple[str, str], subject: Subject, inputs: Inputs, wagers: Sequence[Sheet]
) -> tuple[Sheet, Sheet]:
    """Return the sheet of limits, and that of payouts under them; `wagers` are the sheets of all wagers."""
    sheet, rules = Sheet(names[0]), subject.rules
    usage = "Blue cells are inputs, to be set as they are at a table."
    top = write_title(sheet, rules, "Limits and exposure", _notes(subject), usage=usage)
    top, terms = _terms(sheet, top, rules, inputs)
    placed = _placed(sheet, top + 2, subject, inputs, wagers)
    limited = [one for one in placed if one.wager not in rules.jackpots]
    payouts, paid = payouts_sheet(names[1], rules, limited, terms)
    rows = [_row(sheet, top + 2 + place, one, paid, terms) for place, one in enumerate(placed)]
    heads = (
        "Wager and pay table",
        ">Highest bet",
        ">Highest net, to 1",
        ">Lost on one spot",
        ">Lost by all seats",
        ">Highest payout",
        ">House edge",
        ">With limits",
        ">Change",
    )
    note = f"{_NOTE} {_NOTE_ON_JACKPOTS}" if rules.jackpots else _NOTE
    below = write_rows(sheet, top, "Each wager and pay table", heads, rows, note=note, usage=_USAGE)
    sheet.parts[-1] = Part("Each wager and pay table", top + 1, top + 2 + len(rows), range(6), note)
    firsts: dict[str, int] = {}
    for row, one in enumerate(placed, start=top + 2):
        firsts.setdefault(one.wager, row)
    _together(sheet, below, subject, firsts, terms["seats"])
    sheet.frozen = (2, 1)
    return sheet, payouts


def _notes(subject: Subject) -> list[str]:
    """Return what the rules say of limits, and whether another strategy can cost the house more."""
    limits, rules, notes = subject.rules.file.limits, subject.rules, []
    if limits.inexact_pay:
        rule = f" ({limits.inexact_pay_rule})" if limits.inexact_pay_rule else ""
        notes.append(f"The rules round pays that chips do not make to the next amount up{rule}.")
    highest = max(one.wagers[rules.base].outcomes[-1][0] for one in subject.analyses)
    bound = max(highest_of_any_play(one.game) for one in subject.analyses)
    if rules.play and bound > highest:
        unit = rules.wagers[rules.base].name
        notes.append(f"Decided otherwise, a hand could gain up to {plain(bound)} units of the {unit}.")
    elif rules.play:
        notes.append(
            "No other decision of the player's can cost the house more than those of this PAR sheet."
        )
    return notes


def _terms(sheet: Sheet, top: int, rules: Rules, inputs: Inputs) -> tuple[int, dict[str, Number]]:
    """Write what holds for all wagers; return the row for what follows, and the numbers."""
    written = {"most": 0, "chip": 0, "seats": rules.file.deal.seats or 1}
    found = {}
    for row, (key, label, kind, words) in enumerate(_TERMS, start=top):
        entry = Entry(("reader", "limits", key), f"Limits: {label}", Fraction(written[key]), kind)
        now = inputs.now(entry)
        sheet.line(row, [Cell(label, "label"), Cell(now, "plain", entry=entry)])
        sheet.put(row, 2, Cell(words, "remark", span=7))
        found[key] = Number(sheet.reference(row, 1), now)
    # As written there are no limits, which a document need not tell in a table.
    seats = counted(int(found["seats"].value), "seat")
    terms = f"Below: the highest bets as told, {seats}, payouts without a limit, pays not rounded to chips."
    sheet.parts.append(Said(terms))
    return top + len(_TERMS) + 1, found


def _placed(
    sheet: Sheet, top: int, subject: Subject, inputs: Inputs, wagers: Sequence[Sheet]
) -> list[PlacedWager]:
    """Write the highest bets, one for each wager; where a sheet has a price or a stake of its own, that."""
    rules, homes, found = subject.rules, Homes(inputs), []
    names = [rules.base] * len(subject.analyses)
    names += [name for name, _ in (*subject.side_bets, *subject.jackpots)]
    for row, (one, name) in enumerate(zip(wagers, names, strict=True), start=top):
        own = PlacedWager(one, name, Number("", Fraction(1)), ())
        given = own.given("price") or own.given("stake")
        if given is None:
            entry = Entry(
                ("reader", "bet", name), f"{wager_name(rules, name)}: highest bet", Fraction(1), "price"
            )
            homes.put(sheet, row, 1, entry, style="money")
            given = Number(sheet.reference(row, 1), inputs.now(entry))
        else:
            sheet.put(row, 1, Cell(given.value, "money", given.at))
        parts = (*rules.base_wagers, *rules.bonuses) if name == rules.base else ("net",)
        found.append(PlacedWager(one, name, given, parts))
    return found


def _row(
    sheet: Sheet, row: int, one: PlacedWager, paid: Mapping[str, Paid], terms: Mapping[str, Number]
) -> list[Cell]:
    """Return the cells of a wager and table; those of a progressive wager end with its edge."""
    at = [sheet.at(row, column).replace("$", "") for column in range(9)]
    under, seats, bet = paid.get(one.sheet.name), terms["seats"], one.bet.value
    highest = _of_house(one) if under is None else _marked(one.sheet, "highest")
    edge = _marked(one.sheet, "edge")
    lost = Number(f"{at[1]}*{at[2]}", bet * highest.value) if under is None else under.lost
    cells = [
        Cell(one.sheet.cells[0, 0].value, "link", link=one.sheet.name),
        sheet.cells[row, 1],
        Cell(highest.value, "odds", highest.at),
        Cell(lost.value, "money", lost.at),
        Cell(lost.value * seats.value, "money", f"{at[3]}*{seats.at}"),
    ]
    if under is None:
        unstated = Cell(one.sheet.open, "exact")
        return [
            *cells,
            Cell("", "text"),
            unstated if one.sheet.open else Cell(edge.value, "percent", edge.at),
        ]
    return [
        *cells,
        Cell(under.won.value, "money", under.won.at),
        Cell(edge.value, "percent", edge.at),
        Cell(under.edge.value, "percent", under.edge.at),
        Cell(under.edge.value - edge.value, "change", f"{at[7]}-{at[6]}"),
    ]


def _marked(sheet: Sheet, key: str) -> Number:
    mark = sheet.marks[key]
    return Number(mark.reference, Fraction(mark.value))


def _of_house(one: PlacedWager) -> Number:
    """Return the most that a progressive wager costs the house itself, per unit of its price."""
    others, price = one.given("others"), one.bet
    texts, values = [], []
    for row in one.rows:
        net, envy = one.number(row, "net"), one.number(row, "envy")
        if net is None:
            raise TypeError(one.sheet.name)
        text, value = net.at, net.value
        if one.number(row, "meter") is not None:
            text, value = "-1", Fraction(-1)
        if envy is not None and others is not None:
            text = f"{text}+{envy.at}*{others.at}/{price.at}"
            value += envy.value * others.value / price.value
        texts.append(text)
        values.append(value)
    return Number(f"MAX({','.join(texts)})", max(values))


def _together(sheet: Sheet, top: int, subject: Subject, firsts: Mapping[str, int], seats: Number) -> None:
    """Write what all wagers of one spot can cost the house; `firsts` are the rows of their first tables."""
    found = subject.mix
    texts, highest = [], Fraction(0)
    for row in firsts.values():
        texts.append(f"{sheet.at(row, 1)}*{sheet.at(row, 2)}")
        highest += _value(sheet, row, 1) * _value(sheet, row, 2)
    figures = [("Sum of the highest nets, an upper bound", Number("+".join(texts), highest))]
    if isinstance(found, str):
        note = f"What comes together at most is not worked out: {found}."
    else:
        note = f"{pays_as_written(subject, found.letters)}."
        heads = ("What no other result outdoes", ">Deals", ">Probability", ">Lost on one spot")
        rows = [_worst(sheet, one, found, firsts) for one in worst_results(found.mix.law)]
        column = sheet.down(3, top + 2, top + 1 + len(rows))
        lost = max(Fraction(row[3].value) for row in rows)
        figures.insert(0, ("What can come together", Number(f"MAX({column})", lost)))
        title = "All wagers of one spot in one round, at the highest bets"
        beside = "Wagers not named are lost or pushed. Without limits, meter and envy bonuses."
        top = write_rows(sheet, top, title, heads, rows, note=f"{note} {beside}")
        note = ""
    _figures(sheet, top, figures, seats, note)


def _value(sheet: Sheet, row: int, column: int) -> Fraction:
    return Fraction(sheet.cells[row, column].value)


def _worst(sheet: Sheet, one: Worst, found: MixAnswer, firsts: Mapping[str, int]) -> list[Cell]:
    """Return the cells of a result that no other one outdoes."""
    law = found.mix.law
    lost = one.lost({name: _value(sheet, firsts[name], 1) for name in law.wagers}, law)
    named = list(zip(law.wagers, one.nets, strict=True))
    terms = [f"({net})*{sheet.at(firsts[name], 1)}" for name, net in named if net]
    won = [f"{wager_name(found.rules, name)} +{plain(net)}" for name, net in named if net > 0]
    if one.money:
        terms.append(f"({one.money})")
        won.append(money(one.money))
    return [
        Cell(", ".join(won) or "nothing is won", "wrap"),
        Cell(one.deals, "count"),
        Cell(Fraction(one.deals, law.total), "chance"),
        Cell(lost, "money", "+".join(terms) or "0"),
    ]


def _figures(sheet: Sheet, top: int, figures: Sequence[tuple[str, Number]], seats: Number, note: str) -> None:
    """Write what one spot and all seats lose at most."""
    rows = []
    for row, (label, number) in enumerate(figures, start=top + 2):
        all_seats = f"{sheet.at(row, 1)}*{seats.at}"
        rows.append(
            [
                Cell(label, "label"),
                Cell(number.value, "money", number.at),
                Cell(number.value * seats.value, "money", all_seats),
            ]
        )
    heads = ("At the highest bets", ">One spot", ">All seats, at most")
    write_rows(sheet, top, "Most that the house can lose in a round", heads, rows, note=note)
