"""The sheets of a table's limits: what the house can lose in a round, and what limits do to the edges."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.decimals import plain
from combin.exact.mix import Limits
from combin.formatting import counted, money
from combin.par.blocks import pays_as_written, write_rows, write_title
from combin.par.workbook import Cell, InputCell, InputCells, Sentence, Sheet, TableRange

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.exact.base_game import BaseGame
    from combin.exact.joint_law import JointLaw
    from combin.jackpot.mixes import MixAnswer
    from combin.par.subject import Subject
    from combin.par.workbook import Inputs, Kind
    from combin.rules.resolved import Rules

__all__ = [
    "Number",
    "Paid",
    "PlacedWager",
    "Worst",
    "highest_of_any_play",
    "limits_sheets",
    "payouts_sheet",
    "worst_results",
]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the workbook: how formulas of any sheet have it, and its exact value."""

    at: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class PlacedWager:
    """The sheet of a wager, with the bet; `parts` are the columns of what is won each by itself."""

    sheet: Sheet
    wager: str
    bet: Number
    parts: tuple[str, ...]

    @property
    def rows(self) -> range:
        """The rows of its outcomes."""
        outcomes = self.sheet.outcomes
        return range(0) if outcomes is None else range(outcomes.top, outcomes.below)

    def number(self, row: int, key: str) -> Number | None:
        """Return a figure of an outcome; None where it has no such figure."""
        outcomes = self.sheet.outcomes
        column = None if outcomes is None else outcomes.columns.get(key)
        cell = None if column is None else self.sheet.cells.get((row, column))
        if column is None or cell is None or not isinstance(cell.value, int | Fraction):
            return None
        return Number(self.sheet.reference(row, column), Fraction(cell.value))

    def given(self, key: str) -> Number | None:
        """Return what a reader has put in on the sheet, such as the price of the wager; None if he cannot."""
        for (row, column), cell in self.sheet.cells.items():
            if cell.entry is not None and not cell.entry.of_rules and cell.entry.place[-1] == key:
                return Number(self.sheet.reference(row, column), Fraction(cell.value))
        return None


@dataclass(frozen=True, slots=True)
class Worst:
    """A result of a round on all wagers of a joint law, and how many deals have it.

    `nets` are per unit of each wager's stake, `money` is what is paid beside whatever is staked. What comes
    out of a meter is left out: the players have paid it in, but for its seed.
    """

    nets: tuple[Fraction, ...]
    money: Fraction
    deals: int

    def lost(self, stakes: Mapping[str, Fraction], law: JointLaw) -> Fraction:
        """Return what the house loses with these stakes."""
        return sum((stakes[name] * net for name, net in zip(law.wagers, self.nets, strict=True)), self.money)


def worst_results(law: JointLaw) -> tuple[Worst, ...]:
    """Return the results that no other one outdoes: whatever the stakes, one of them costs the house most.

    >>> from combin.jackpot.mixes import ask_mix
    >>> from combin.rules.load import load_rules
    >>> law = ask_mix(load_rules("uk-including-blind"), {"ante": 1, "pair_plus": 1, "prime": 1}).mix.law
    >>> [([int(net) for net in one.nets], one.deals) for one in worst_results(law)]
    [([7, 35, 4], 63268)]
    """
    found: dict[tuple[tuple[Fraction, ...], Fraction], int] = {}
    for pays, deals in law.counts.items():
        key = tuple(pay.odds for pay in pays), sum((pay.money for pay in pays), Fraction(0))
        found[key] = found.get(key, 0) + deals
    worst = [
        Worst(*key, deals) for key, deals in found.items() if not any(_outdone(key, other) for other in found)
    ]
    return tuple(
        sorted(worst, key=lambda result: (result.money + sum(result.nets), result.nets), reverse=True)
    )


def _outdone(
    result: tuple[tuple[Fraction, ...], Fraction], other: tuple[tuple[Fraction, ...], Fraction]
) -> bool:
    """Tell whether another result is as high on every wager, and higher on some."""
    pairs = [*zip(result[0], other[0], strict=True), (result[1], other[1])]
    return result != other and all(low <= high for low, high in pairs)


def highest_of_any_play(game: BaseGame) -> Fraction:
    """Return a bound on what any decision of any hand nets in any case, per unit of the base wager."""
    nets = (net for lines in game.by_lines for cases in lines.values() for net in cases)
    return Fraction(max(nets), game.unit)


_HEADS = (
    "Sheet",
    "Outcome",
    ">Probability",
    ">Net at the bet",
    ">Won",
    ">In chips",
    ">Paid",
    ">Net then",
)


@dataclass(frozen=True, slots=True)
class Paid:
    """What a wager comes to under limits, at its bet: its highest payout, its highest net, and its edge."""

    won: Number
    lost: Number
    edge: Number


def payouts_sheet(
    name: str, rules: Rules, wagers: Sequence[PlacedWager], terms: Mapping[str, Number]
) -> tuple[Sheet, dict[str, Paid]]:
    """Return the sheet, and what each wager comes to, as formulas, by the name of its sheet.

    Args:
        name: of the sheet.
        rules: the game.
        wagers: those with limits.
        terms: `most` is the highest payout and `chip` the smallest chip; 0 for none.
    """
    sheet = Sheet(name)
    notes = ["What is won beside the stake, in amounts that chips make, and what a round pays of it at most."]
    top = write_title(sheet, rules, "Payouts under the limits of the table", notes)
    rows: list[list[Cell]] = []
    found: dict[str, Paid] = {}
    for one in wagers:
        first = top + 2 + len(rows)
        own = [_row(sheet, first + place, _Outcome(one, row), terms) for place, row in enumerate(one.rows)]
        found[one.sheet.name] = _paid(sheet, first, own, one.bet)
        rows += own
    write_rows(sheet, top, "Outcome by outcome", _HEADS, rows)
    sheet.heading, sheet.frozen = top + 1, (top + 2, 0)
    return sheet, found


@dataclass(frozen=True, slots=True)
class _Outcome:
    """An outcome of a wager: the row on its sheet."""

    wager: PlacedWager
    row: int

    def number(self, key: str) -> Number:
        """Return one of its figures."""
        found = self.wager.number(self.row, key)
        if found is None:
            raise TypeError(f"{self.wager.sheet.name}: no {key} in row {self.row}")
        return found

    @property
    def words(self) -> str:
        """What it is called; of the base game with what is decided and comes of it."""
        outcomes, cells = self.wager.sheet.outcomes, self.wager.sheet.cells
        columns = {} if outcomes is None else outcomes.columns
        name, detail = (str(cells[self.row, columns[key]].value) for key in ("outcome", "detail"))
        return f"{name}: {detail}" if len(self.wager.parts) > 1 else name


def _row(sheet: Sheet, row: int, outcome: _Outcome, terms: Mapping[str, Number]) -> list[Cell]:
    """Return the cells of an outcome."""
    chance, net = outcome.number("chance"), outcome.number("net")
    parts = [outcome.number(key) for key in outcome.wager.parts]
    bet, chip, most = outcome.wager.bet, terms["chip"], terms["most"]
    limits = Limits(chip=chip.value or None, most=most.value or None)
    won = [max(part.value, Fraction(0)) * bet.value for part in parts]
    all_won, in_chips = sum(won, Fraction(0)), sum(map(limits.rounded, won), Fraction(0))
    paid = in_chips if limits.most is None else min(in_chips, limits.most)
    at = [sheet.at(row, column).replace("$", "") for column in range(len(_HEADS))]
    each = [f"MAX(0,{part.at})*{bet.at}" for part in parts]
    # Rounded first, or the floats of 1.1 / 0.1 would come to a chip too many.
    chips = "+".join(f"ROUNDUP(ROUND({text}/{chip.at},9),0)*{chip.at}" for text in each)
    return [
        Cell(outcome.wager.sheet.name, "link", link=outcome.wager.sheet.name),
        Cell(outcome.words, "wrap"),
        Cell(chance.value, "chance", chance.at),
        Cell(net.value * bet.value, "money", f"{net.at}*{bet.at}"),
        Cell(all_won, "money", "+".join(each)),
        Cell(in_chips, "money", f"IF({chip.at}>0,{chips},{at[4]})"),
        Cell(paid, "money", f"IF({most.at}>0,MIN({at[5]},{most.at}),{at[5]})"),
        Cell(net.value * bet.value - all_won + paid, "money", f"{at[3]}-{at[4]}+{at[6]}"),
    ]


def _paid(sheet: Sheet, first: int, rows: Sequence[Sequence[Cell]], bet: Number) -> Paid:
    """Return what the outcomes of a wager come to, as formulas."""

    def down(column: int) -> str:
        return f"{sheet.reference(first, column)}:{sheet.at(first + len(rows) - 1, column)}"

    def values(column: int) -> list[Fraction]:
        return [Fraction(row[column].value) for row in rows]

    chances, won, nets = values(2), values(4), values(7)
    mean = sum((chance * net for chance, net in zip(chances, nets, strict=True)), Fraction(0))
    return Paid(
        Number(f"MAX({down(4)})", max(won)),
        Number(f"MAX({down(7)})", max(nets)),
        Number(f"-SUMPRODUCT({down(2)},{down(7)})/{bet.at}", -mean / bet.value),
    )


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
    rows = [_limit_row(sheet, top + 2 + place, one, paid, terms) for place, one in enumerate(placed)]
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
    sheet.parts[-1] = TableRange("Each wager and pay table", top + 1, top + 2 + len(rows), range(6), note)
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
        entry = InputCell(("reader", "limits", key), f"Limits: {label}", Fraction(written[key]), kind)
        now = inputs.now(entry)
        sheet.line(row, [Cell(label, "label"), Cell(now, "plain", entry=entry)])
        sheet.put(row, 2, Cell(words, "remark", span=7))
        found[key] = Number(sheet.reference(row, 1), now)
    # As written there are no limits, which a document need not tell in a table.
    seats = counted(int(found["seats"].value), "seat")
    terms = f"Below: the highest bets as told, {seats}, payouts without a limit, pays not rounded to chips."
    sheet.parts.append(Sentence(terms))
    return top + len(_TERMS) + 1, found


def _placed(
    sheet: Sheet, top: int, subject: Subject, inputs: Inputs, wagers: Sequence[Sheet]
) -> list[PlacedWager]:
    """Write the highest bets, one for each wager; where a sheet has a price or a stake of its own, that."""
    rules, input_cells, found = subject.rules, InputCells(inputs), []
    names = [rules.base] * len(subject.analyses)
    names += [name for name, _ in (*subject.side_bets, *subject.jackpots)]
    for row, (one, name) in enumerate(zip(wagers, names, strict=True), start=top):
        own = PlacedWager(one, name, Number("", Fraction(1)), ())
        given = own.given("price") or own.given("stake")
        if given is None:
            entry = InputCell(
                ("reader", "bet", name), f"{rules.wager_name(name)}: highest bet", Fraction(1), "price"
            )
            input_cells.put(sheet, row, 1, entry, style="money")
            given = Number(sheet.reference(row, 1), inputs.now(entry))
        else:
            sheet.put(row, 1, Cell(given.value, "money", given.at))
        parts = (*rules.base_wagers, *rules.bonuses) if name == rules.base else ("net",)
        found.append(PlacedWager(one, name, given, parts))
    return found


def _limit_row(
    sheet: Sheet, row: int, placed_wager: PlacedWager, paid: Mapping[str, Paid], terms: Mapping[str, Number]
) -> list[Cell]:
    """Return the cells of a wager and table; those of a progressive wager end with its edge."""
    at = [sheet.at(row, column).replace("$", "") for column in range(9)]
    under, seats, bet = paid.get(placed_wager.sheet.name), terms["seats"], placed_wager.bet.value
    highest = _of_house(placed_wager) if under is None else _marked(placed_wager.sheet, "highest")
    edge = _marked(placed_wager.sheet, "edge")
    lost = Number(f"{at[1]}*{at[2]}", bet * highest.value) if under is None else under.lost
    cells = [
        Cell(placed_wager.sheet.cells[0, 0].value, "link", link=placed_wager.sheet.name),
        sheet.cells[row, 1],
        Cell(highest.value, "odds", highest.at),
        Cell(lost.value, "money", lost.at),
        Cell(lost.value * seats.value, "money", f"{at[3]}*{seats.at}"),
    ]
    if under is None:
        unstated = Cell(placed_wager.sheet.open, "exact")
        return [
            *cells,
            Cell("", "text"),
            unstated if placed_wager.sheet.open else Cell(edge.value, "percent", edge.at),
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


def _of_house(placed_wager: PlacedWager) -> Number:
    """Return the most that a progressive wager costs the house itself, per unit of its price."""
    others, price = placed_wager.given("others"), placed_wager.bet
    texts, values = [], []
    for row in placed_wager.rows:
        net, envy = placed_wager.number(row, "net"), placed_wager.number(row, "envy")
        if net is None:
            raise TypeError(placed_wager.sheet.name)
        text, value = net.at, net.value
        if placed_wager.number(row, "meter") is not None:
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


def _worst(sheet: Sheet, worst: Worst, answer: MixAnswer, firsts: Mapping[str, int]) -> list[Cell]:
    """Return the cells of a result that no other one outdoes."""
    law = answer.mix.law
    lost = worst.lost({name: _value(sheet, firsts[name], 1) for name in law.wagers}, law)
    named = list(zip(law.wagers, worst.nets, strict=True))
    terms = [f"({net})*{sheet.at(firsts[name], 1)}" for name, net in named if net]
    won = [f"{answer.rules.wager_name(name)} +{plain(net)}" for name, net in named if net > 0]
    if worst.money:
        terms.append(f"({worst.money})")
        won.append(money(worst.money))
    return [
        Cell(", ".join(won) or "nothing is won", "wrap"),
        Cell(worst.deals, "count"),
        Cell(Fraction(worst.deals, law.total), "chance"),
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
