"""The sheets of whole rounds: wagers together, what the house can lose, and what limits do to the edges."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from combin.decimals import Root, plain
from combin.exact.joint_law import Mix, TableLimits
from combin.formats.columns import COUNT, PERCENT, POINTS, Column, Live
from combin.formats.tables import Table
from combin.formatting import counted, money
from combin.par.workbook import (
    AMOUNT,
    BLOCK,
    CASH,
    CHANCE,
    DECIMAL,
    FINE_CASH,
    FREE,
    LABEL,
    LINK,
    REMARK,
    WRAP,
    Cell,
    InputCell,
    InputCells,
    Sentence,
    Sheet,
    TableRange,
    filled,
    pays_as_written,
    write_table,
    write_title,
)
from combin.report.words import staked_beside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.exact.base_game import BaseGame
    from combin.exact.joint_law import JointLaw
    from combin.formats.columns import Kind, Value
    from combin.jackpot.mixes import MixAnswer
    from combin.par.scope import Scope
    from combin.par.workbook import Holds, Inputs
    from combin.rules.numbers import Rounding
    from combin.rules.resolved import Rules


_TERMS: tuple[tuple[str, str, Holds, str], ...] = (
    ("most", "highest payout", "amount", "the most that a wager pays beside its stake; 0: no limit"),
    ("chip", "smallest chip", "amount", "pays are rounded to what such chips make; 0: paid exactly"),
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
    names: tuple[str, str], scope: Scope, mix: MixAnswer | str, inputs: Inputs, wagers: Sequence[Sheet]
) -> tuple[Sheet, Sheet]:
    """Return the sheet of limits, and that of payouts under them.

    `mix` are all wagers together, or why they are not told; `wagers` are the sheets of each.
    """
    sheet, rules = Sheet(names[0]), scope.rules
    usage = "Blue figures on yellow are inputs, to be set as they are at a table."
    top = write_title(sheet, rules, "Limits and exposure", _notes(scope), usage=usage)
    top, terms = _terms(sheet, top, rules, inputs)
    placed = _placed(sheet, top + 2, scope, inputs, wagers)
    limited = [wager for wager in placed if wager.wager not in rules.jackpots]
    payouts, paid = _payouts_sheet(names[1], rules, limited, terms)
    note = f"{_NOTE} {_NOTE_ON_JACKPOTS}" if rules.jackpots else _NOTE
    table = _limits(placed, paid, terms["seats"], note)
    below = write_table(sheet, top, table, usage=_USAGE)
    sheet.parts[-1] = TableRange(table.title, top + 1, top + 2 + len(placed), range(6), note)
    firsts: dict[str, int] = {}
    for row, wager in enumerate(placed, start=top + 2):
        firsts.setdefault(wager.wager, row)
    _together(sheet, below, scope, mix, firsts, seats=terms["seats"])
    sheet.frozen = (2, 1)
    return sheet, payouts


def _notes(scope: Scope) -> list[str]:
    """Return what the rules say of limits, or leave open, and whether another strategy can cost more."""
    limits, rules, notes = scope.rules.file.limits, scope.rules, []
    if limits.inexact_pay:
        rule = f" ({limits.inexact_pay_rule})" if limits.inexact_pay_rule else ""
        notes.append(
            f"By the rules{rule} pays that chips cannot make are rounded to the {limits.inexact_pay}."
        )
    unpriced = {
        rules.wager_name(wager): rules.bets[wager].first_stake
        for (wager, _), facts in scope.jackpots.items()
        if "price" in facts.answer.open_terms
    }
    notes += [
        f"The rules do not state the price of {name}; {money(price)} stands for it until it is entered."
        for name, price in unpriced.items()
    ]
    highest = max(analysis.wagers[rules.base].outcomes[-1][0] for analysis in scope.analyses)
    bound = max(highest_of_any_play(analysis.game) for analysis in scope.analyses)
    if rules.play and bound > highest:
        unit = rules.unit_name
        notes.append(f"Decided otherwise, a hand could gain up to {plain(bound)} units of the {unit}.")
    elif rules.play:
        notes.append(
            "No other decision of the player's can cost the house more than those of this PAR sheet."
        )
    return notes


def _terms(sheet: Sheet, top: int, rules: Rules, inputs: Inputs) -> tuple[int, dict[str, Live]]:
    """Write what holds for all wagers; return the row for what follows, and the numbers."""
    written = {"most": 0, "chip": 0, "seats": rules.file.deal.seats or 1}
    terms = {}
    for row, (key, label, kind, words) in enumerate(_TERMS, start=top):
        entry = InputCell(("reader", "limits", key), f"Limits: {label}", Fraction(written[key]), kind)
        now = inputs.now(entry)
        figure = FREE if key == "seats" else CASH
        sheet.line(row, [Cell(label, LABEL), Cell(now, figure, entry=entry), Cell(words, REMARK, span=7)])
        terms[key] = Live(sheet.reference(row, 1), now)
    # As written there are no limits, which a document need not tell in a table.
    seats = counted(int(terms["seats"].value), "seat")
    told = f"Below: the bets of the first column, {seats}, no limit on payouts, pays not rounded to chips."
    sheet.parts.append(Sentence(told))
    return top + len(_TERMS) + 1, terms


@dataclass(frozen=True, slots=True)
class PlacedWager:
    """The sheet of a wager, with the bet; `parts` are the columns of what is won each by itself."""

    sheet: Sheet
    wager: str
    bet: Live
    parts: tuple[str, ...]
    rounding: Rounding = "next amount up"


def _placed(
    sheet: Sheet, top: int, scope: Scope, inputs: Inputs, wagers: Sequence[Sheet]
) -> list[PlacedWager]:
    """Write the highest bets, one for each wager; where a sheet has a price or a stake of its own, that."""
    rules, input_cells, placed = scope.rules, InputCells(inputs), []
    rounding = rules.file.limits.inexact_pay or "next amount up"
    for row, (wager, name) in enumerate(zip(wagers, scope.wagers, strict=True), start=top):
        sheet.put(row, 0, Cell(wager.cells[0, 0].value, LINK, link=wager.name))
        given = wager.given("price", "stake")
        if given is None:
            label = f"{rules.wager_name(name)}: highest bet"
            entry = InputCell(
                ("reader", "bet", name), label, Fraction(rules.file.imprint.maximum or 1), "price"
            )
            input_cells.put(sheet, row, 1, entry, CASH)
            given = Live(sheet.reference(row, 1), inputs.now(entry))
        else:
            sheet.put(row, 1, Cell(given.value, CASH, given.formula))
        parts = (*rules.base_wagers, *rules.bonuses) if name == rules.base else ("net",)
        placed.append(PlacedWager(wager, name, given, parts, rounding))
    return placed


@dataclass(frozen=True, slots=True)
class _Paid:
    """What a wager comes to under limits, at its bet: its highest payout, its highest net, and its edge."""

    won: Live
    lost: Live
    edge: Live


def _payouts_sheet(
    name: str, rules: Rules, wagers: Sequence[PlacedWager], terms: Mapping[str, Live]
) -> tuple[Sheet, dict[str, _Paid]]:
    """Return the sheet of what wagers with limits pay, and what each comes to, by the name of its sheet."""
    sheet = Sheet(name)
    notes = ["What is won beside the stake, in amounts that chips make, and what a round pays of it at most."]
    top = write_title(sheet, rules, "Payouts under the limits of the table", notes)
    rows: list[tuple[Any, ...]] = []
    paid: dict[str, _Paid] = {}
    for wager in wagers:
        own = [_payout(wager, outcome, terms) for outcome in wager.sheet.outcomes]
        paid[wager.sheet.name] = _paid(sheet, top + 2 + len(rows), own, wager.bet)
        rows += own
    columns: list[Column[object]] = [
        Column("Sheet", LINK),
        Column("Outcome", WRAP),
        Column("Probability", CHANCE),
        Column("Net at the bet", CASH, name="net"),
        Column("Won", CASH, name="won"),
        Column("In chips", CASH, name="chips"),
        Column("Paid", CASH, name="paid"),
        Column("Net then", CASH),
    ]
    write_table(sheet, top, Table("Outcome by outcome", columns, tuple(rows)))
    sheet.heading, sheet.frozen = top + 1, (top + 2, 0)
    return sheet, paid


_WHOLE = {"next amount up": "ROUNDUP", "next amount down": "ROUNDDOWN", "nearest amount": "ROUND"}


def _payout(wager: PlacedWager, outcome: Mapping[str, Live], terms: Mapping[str, Live]) -> tuple[Any, ...]:
    """Return the cells of an outcome; of the base game with what is decided and comes of it."""
    words, detail, net = outcome["outcome"].value, outcome["detail"].value, outcome["net"]
    bet, chip, most = wager.bet, terms["chip"], terms["most"]
    rounding = wager.rounding
    limits = TableLimits(chip.value or None, most.value or None, rounding)
    parts = [outcome[key] for key in wager.parts]
    won = [max(part.exact, Fraction(0)) * bet.exact for part in parts]
    all_won, in_chips = sum(won, Fraction(0)), sum(map(limits.rounded, won), Fraction(0))
    paid = in_chips if limits.most is None else min(in_chips, limits.most)
    each = [f"MAX(0,{part.formula})*{bet.formula}" for part in parts]
    # Rounded first, or the floats of 1.1 / 0.1 would come to a chip too many.
    whole = _WHOLE[rounding]
    chips = "+".join(f"{whole}(ROUND({text}/{chip.formula},9),0)*{chip.formula}" for text in each)
    return (
        wager.sheet.name,
        f"{words}: {detail}" if len(parts) > 1 else words,
        outcome["chance"],
        Live(f"{net.formula}*{bet.formula}", net.exact * bet.exact),
        Live("+".join(each), all_won),
        Live(f"IF({chip.formula}>0,{chips},{{won}})", in_chips),
        Live(f"IF({most.formula}>0,MIN({{chips}},{most.formula}),{{chips}})", paid),
        Live("{net}-{won}+{paid}", net.exact * bet.exact - all_won + paid),
    )


def _paid(sheet: Sheet, first: int, rows: Sequence[tuple[Any, ...]], bet: Live) -> _Paid:
    """Return what the outcomes of a wager come to, as formulas."""

    def down(column: int) -> str:
        return f"{sheet.reference(first, column)}:{sheet.at(first + len(rows) - 1, column)}"

    chances, won, nets = ([row[column].exact for row in rows] for column in (2, 4, 7))
    mean = sum((chance * net for chance, net in zip(chances, nets, strict=True)), Fraction(0))
    return _Paid(
        Live(f"MAX({down(4)})", max(won)),
        Live(f"MAX({down(7)})", max(nets)),
        Live(f"-SUMPRODUCT({down(2)},{down(7)})/{bet.formula}", -mean / bet.exact),
    )


def _limits(placed: Sequence[PlacedWager], paid: Mapping[str, _Paid], seats: Live, note: str) -> Table:
    """Return what each wager and table can cost; of a progressive wager no limits are told."""
    columns: list[Column[object]] = [
        Column("Wager and pay table", LINK),
        Column("Highest bet", CASH, name="bet"),
        Column("Highest net, to 1", AMOUNT, name="net"),
        Column("Lost on one spot", CASH, name="lost"),
        Column("Lost by all seats", CASH),
        Column("Highest payout", CASH),
        Column("House edge", PERCENT, name="edge"),
        Column("With limits", PERCENT, name="limited"),
        Column("Change, points", POINTS),
    ]
    rows = []
    for wager in placed:
        under, edge = paid.get(wager.sheet.name), wager.sheet.marks["edge"]
        if under is None:
            highest = _of_house(wager)
            lost = Live("{bet}*{net}", wager.bet.exact * highest.exact)
            others: tuple[Any, ...] = ("", wager.sheet.open or edge, None, None)
        else:
            highest, lost = wager.sheet.marks["highest"], under.lost
            change = Live("100*({limited}-{edge})", 100 * (under.edge.exact - edge.exact))
            others = (under.won, edge, under.edge, change)
        all_seats = Live(f"{{lost}}*{seats.formula}", lost.exact * seats.exact)
        rows.append((None, None, highest, lost, all_seats, *others))
    return Table("Each wager and pay table", columns, tuple(rows), note)


def _of_house(wager: PlacedWager) -> Live:
    """Return the most that a progressive wager costs the house itself, per unit of its price."""
    others, price = wager.sheet.given("others"), wager.bet
    texts, values = [], []
    for outcome in wager.sheet.outcomes:
        text, value = outcome["net"].formula, outcome["net"].exact
        if "meter" in outcome:
            text, value = "-1", Fraction(-1)
        if "envy" in outcome and others is not None:
            envy = outcome["envy"]
            text = f"{text}+{envy.formula}*{others.formula}/{price.formula}"
            value += envy.exact * others.exact / price.exact
        texts.append(text)
        values.append(value)
    return Live(f"MAX({','.join(texts)})", max(values))


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


def _together(
    sheet: Sheet, top: int, scope: Scope, mix: MixAnswer | str, firsts: Mapping[str, int], *, seats: Live
) -> None:
    """Write what all wagers of one spot can cost the house; `firsts` are the rows of their first tables."""
    bets = {name: Live(sheet.at(row, 1), sheet.cells[row, 1].value) for name, row in firsts.items()}
    nets = {name: Live(sheet.at(row, 2), sheet.cells[row, 2].value) for name, row in firsts.items()}
    bound = sum((bets[name].exact * nets[name].exact for name in firsts), Fraction(0))
    products = "+".join(f"{bets[name].formula}*{nets[name].formula}" for name in firsts)
    figures = {"Sum of the highest nets, an upper bound": Live(products, bound)}
    if isinstance(mix, str):
        note = f"What comes together at most is not worked out: {mix}."
    else:
        table, note = _highest_results(mix, bets, f"{pays_as_written(scope, mix.letters)}."), ""
        column = sheet.down(3, top + 2, top + 1 + len(table.rows))
        sheet.fixed.append(table.title)
        top = write_table(sheet, top, table)
        highest = max(row[3].exact for row in table.rows if isinstance(row[3], Live))
        figures = {"What can come together, pays as written": Live(f"MAX({column})", highest), **figures}
    columns: list[Column[object]] = [
        Column("At the highest bets", LABEL),
        Column("One spot", CASH),
        Column("All seats, at most", CASH),
    ]
    rows = tuple(
        (label, lost, Live(f"{sheet.at(row, 1)}*{seats.formula}", lost.exact * seats.exact))
        for row, (label, lost) in enumerate(figures.items(), start=top + 2)
    )
    write_table(sheet, top, Table("The most that the house can lose in a round", columns, rows, note))


def _highest_results(answer: MixAnswer, bets: Mapping[str, Live], note: str) -> Table:
    """Return the results that no other one outdoes, at the highest bets."""
    law = answer.mix.law
    stakes = {name: bets[name].exact for name in law.wagers}

    def words(worst: Worst) -> str:
        named = zip(law.wagers, worst.nets, strict=True)
        won = [f"{answer.rules.wager_name(name)} +{plain(net)}" for name, net in named if net > 0]
        if worst.money:
            won.append(answer.rules.file.imprint.money(worst.money))
        return ", ".join(won) or "nothing is won"

    def lost(worst: Worst) -> Live:
        named = zip(law.wagers, worst.nets, strict=True)
        terms = [f"({net})*{bets[name].formula}" for name, net in named if net]
        terms += [f"({worst.money})"] if worst.money else []
        return Live("+".join(terms) or "0", worst.lost(stakes, law))

    columns: list[Column[Worst]] = [
        Column("Costliest results", WRAP, words),
        Column("Deals", COUNT, lambda worst: worst.deals),
        Column("Probability", CHANCE, lambda worst: Fraction(worst.deals, law.total)),
        Column("Lost on one spot", CASH, lost),
    ]
    title = "All wagers of one spot in one round, at the highest bets"
    beside = "Wagers not named are lost or pushed. Without limits, meter and envy bonuses."
    return Table.of(title, worst_results(law), columns, f"{note} {beside}")


_ROOM = 60
"""The letters that the names of all wagers may take as headings of columns."""


_INPUTS = "The stakes of the mix are inputs; covariances and losses do not follow a change of the pays."


def joint_sheet(name: str, scope: Scope, answer: MixAnswer | str, inputs: Inputs) -> Sheet:
    """Return the sheet of one player's wagers on one round; the stakes of his mix are inputs."""
    rules, sheet = scope.rules, Sheet(name, fixed=[""])
    title = "Wagers placed together"
    if isinstance(answer, str):
        write_title(sheet, rules, title, [f"No joint law: {answer}."])
        return sheet
    money = rules.file.imprint.money
    notes = [f"{pays_as_written(scope, answer.letters)}."]
    if rules.equals:
        notes.append(staked_beside(rules))
    for wager in rules.side_bets:
        if rules.tables[wager][answer.letters[wager]].pays_money:
            stake = money(answer.mix.stakes[wager])
            notes.append(f"{rules.wager_name(wager)} pays sums of money: its figures are for {stake}.")
    if collected := _collected(answer):
        notes.append(
            f"The house takes {money(collected)} of each hand: in the expected loss, not in that per unit."
        )
    for wager, meter in answer.meters.items():
        whose = f" of {rules.wager_name(wager)}" if len(answer.meters) > 1 else ""
        notes.append(f"The meter{whose} stands at {money(meter)}.")
    top = write_title(sheet, rules, title, notes, usage=_INPUTS)
    names = answer.mix.law.wagers
    heads, labels = _numbered([rules.wager_name(wager) for wager in names])
    mix, matrix = answer.mix, top + 2

    def square(title: str, value: Callable[[int, int], Value]) -> Table:
        columns = [Column[int](head, DECIMAL, partial(value, other)) for other, head in enumerate(heads)]
        first = Column[int]("Wager", LABEL, labels.__getitem__)
        return Table.of(title, range(len(names)), [first, *columns])

    def correlation(other: int, place: int) -> Value:
        both, own, others = (
            _covariance(mix, names[i], names[j]) for i, j in ((place, other), (place, place), (other, other))
        )
        if not own * others:
            return "none"
        at, first, second = (
            sheet.at(matrix + i, j + 1) for i, j in ((place, other), (place, place), (other, other))
        )
        return Live(f"{at}/SQRT({first}*{second})", Root(both**2 / (own * others), negative=both < 0))

    title = "Covariances, one unit on each wager"
    below = write_table(sheet, top, square(title, lambda i, j: _covariance(mix, names[i], names[j])))
    below = write_table(sheet, below + 1, square("Correlations", correlation))
    _mix(sheet, below, answer, inputs, matrix=matrix)
    sheet.frozen = (2, 1)
    return sheet


def _numbered(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what heads the columns of wagers, and their rows: with numbers where names are long."""
    if sum(map(len, names)) <= _ROOM:
        return list(names), list(names)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    return numbers, [f"{number}. {name}" for number, name in zip(numbers, names, strict=True)]


def _covariance(mix: Mix, text: str, other: str) -> Fraction:
    """Return the covariance of two wagers per unit of their stakes."""
    return mix.covariances[text, other] / (mix.stakes[text] * mix.stakes[other])


def _collected(answer: MixAnswer) -> Fraction:
    """Return the money that the house takes of each hand, whatever is staked."""
    entry = answer.rules.bets[answer.rules.base].collection
    return Fraction(0) if entry is None else Fraction(entry.money)


def _loss(answer: MixAnswer, wager: str) -> Fraction:
    """Return what a wager loses on average per unit of its stake, but for money taken of each hand."""
    lost = answer.mix.distribution(wager).expected_loss
    return (lost - _collected(answer) * (wager == answer.rules.base)) / answer.mix.stakes[wager]


def _mix(sheet: Sheet, top: int, answer: MixAnswer, inputs: Inputs, *, matrix: int) -> None:
    """Write the stakes, and what the mix comes to; the covariances stand from the row `matrix` on."""
    mix, first = answer.mix, top + 2
    wagers, last = mix.law.wagers, top + 1 + len(mix.law.wagers)
    input_cells, stakes = InputCells(inputs), {}
    for row, wager in enumerate(wagers, start=first):
        label = f"{answer.rules.wager_name(wager)}: stake in the mix"
        entry = InputCell(("reader", "stake", wager), label, mix.stakes[wager], "amount")
        stakes[wager] = input_cells.put(sheet, row, 1, entry, CASH).exact
    losses = {wager: _loss(answer, wager) for wager in wagers}

    def lost(wager: str) -> Live:
        collected = _collected(answer) if wager == answer.rules.base else 0
        more = f"+IF({{stake}}>0,{float(collected)},0)" if collected else ""
        exact = stakes[wager] * losses[wager] + collected * (stakes[wager] > 0)
        return Live(f"{{stake}}*{{unit}}{more}", exact)

    columns: list[Column[str]] = [
        Column("Wager", LABEL, answer.rules.wager_name),
        Column("Stake", CASH, name="stake"),
        Column("Loss per unit", PERCENT, lambda wager: losses[wager], "unit"),
        Column("Average wager per unit", DECIMAL, lambda wager: mix.law.average[wager], "average"),
        Column("Expected loss", FINE_CASH, lost),
        Column(
            "Staked on average",
            FINE_CASH,
            lambda wager: Live("{stake}*{average}", stakes[wager] * mix.law.average[wager]),
        ),
    ]
    below = write_table(sheet, top, Table.of("A mix of bets", wagers, columns))
    mixed, staked = Mix(mix.law, stakes, mix.meters), sum(stakes.values(), Fraction(0))
    loss = sum((lost(wager).exact for wager in wagers), Fraction(0))
    average = mixed.average_staked
    variance = sum(
        (
            stakes[wager] * stakes[other] * _covariance(mix, wager, other)
            for wager in wagers
            for other in wagers
        ),
        Fraction(0),
    )
    bets = sheet.down(1, first, last)
    products = "+".join(
        f"{sheet.at(row, 1)}*SUMPRODUCT({bets},{sheet.down(column, matrix, matrix + len(stakes) - 1)})"
        for column, row in enumerate(range(first, last + 1), start=1)
    )
    edge, risk = (loss / staked, loss / average) if staked else (Fraction(0), Fraction(0))
    figures: tuple[tuple[str, str, Fraction | Root, str, Kind], ...] = (
        ("staked", "Stakes of the mix", staked, f"SUM({bets})", CASH),
        ("loss", "Expected loss", loss, f"SUM({sheet.down(4, first, last)})", FINE_CASH),
        ("average", "Staked on average", average, f"SUM({sheet.down(5, first, last)})", FINE_CASH),
        ("edge", "House edge", edge, "IF({staked}>0,{loss}/{staked},0)", PERCENT),
        ("risk", "Element of risk", risk, "IF({staked}>0,{loss}/{average},0)", PERCENT),
        ("variance", "Variance", variance, products, DECIMAL),
        ("deviation", "Standard deviation", Root(variance), "SQRT({variance})", FINE_CASH),
    )
    title, heads = "What the mix comes to", ("Figure", ">Value")
    sheet.put(below, 0, Cell(title, BLOCK))
    for row, (key, label, value, formula, kind) in enumerate(figures, start=below + 1):
        sheet.line(row, [Cell(label, LABEL), Cell(value, kind, filled(formula, sheet.names))])
        sheet.mark(key, row, 1)
    note = "Variance: stake × stake × covariance, added over all pairs of wagers, each with itself too."
    sheet.parts.append(TableRange(title, below, below + 1 + len(figures), (0, 1), note, headings=heads))
