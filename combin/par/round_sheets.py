"""The sheets of whole rounds: what the house can lose, limits, strategy, and what small changes do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from msgspec import Struct

from combin.design.variants import sensitivity
from combin.design.views import LONGEST, sensitivity_view
from combin.exact.analysis import USUAL_STRATEGIES, Analysis
from combin.exact.base_game import FOLD, BaseGame
from combin.exact.joint_law import TableLimits
from combin.exact.named_strategies import named_strategy
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy
from combin.formats.tables import PERCENT, POINTS, Column, Live, Table, Value
from combin.formatting import counted, money, plain
from combin.par.outcomes import Scope, strategy_title
from combin.par.workbook import Cell, Holds, InputCell, Inputs, Look, Sentence, Sheet, TableRange
from combin.report.strategy import border_tables, card_tables, proof_lines
from combin.report.words import bonus_letters, letters_in_words
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.words.catalogue import load_catalogue

_TERMS: tuple[tuple[str, str, Holds, str], ...] = (
    ("most", "highest payout", "amount", "the most that a wager pays beside its stake; 0: no limit"),
    ("chip", "smallest chip", "amount", "pays are rounded to what such chips make; 0: paid exactly"),
    ("seats", "seats", "price", "hands that play at once, all with the highest bets"),
)


def limits_sheets(
    names: tuple[str, str], scope: Scope, inputs: Inputs, wagers: Sequence[Sheet]
) -> tuple[Sheet, Sheet]:
    """Return the sheet of limits, and that of payouts under them."""
    sheet, rules = Sheet(names[0]), scope.rules
    usage = "Blue figures on yellow are inputs, to be set as they are at a table."
    top = sheet.write_title(rules, "Limits and exposure", _notes(scope), usage=usage)
    top, terms = _terms(sheet, top, rules, inputs)
    placed = _placed(sheet, top + 2, scope, inputs, wagers)
    limited = [wager for wager in placed if wager.wager not in rules.jackpots]
    payouts, paid = _payouts_sheet(names[1], rules, limited, terms)
    catalogue = load_catalogue()
    note = catalogue("par.limits") + (f" {catalogue('par.limits_jackpots')}" if rules.jackpots else "")
    table = _limits(placed, paid, terms["seats"], note)
    below = sheet.write_table(top, table, usage=catalogue("par.limits_usage"))
    sheet.parts[-1] = TableRange(table.title, top + 1, top + 2 + len(placed), range(6), note)
    firsts: dict[str, int] = {}
    for row, wager in enumerate(placed, start=top + 2):
        firsts.setdefault(wager.wager, row)
    _together(sheet, below, firsts, terms["seats"])
    sheet.frozen = (2, 1)
    return sheet, payouts


def _notes(scope: Scope) -> list[str]:
    limits, rules, notes = scope.rules.file.limits, scope.rules, []
    if limits.inexact_pay:
        by = f"By the rules{f' ({limits.inexact_pay_rule})' if limits.inexact_pay_rule else ''}"
        notes.append(f"{by} pays that chips cannot make are rounded to the {limits.inexact_pay}.")
    unpriced = [name for (name, _), facts in scope.jackpots.items() if "price" in facts.answer.open_terms]
    for wager in dict.fromkeys(unpriced):
        name, price = rules.wager_name(wager), money(rules.bets[wager].first_stake)
        notes.append(
            f"The rules do not state the price of {name}; {price} stands for it until it is entered."
        )
    highest = max(analysis.wagers[rules.base].outcomes[-1][0] for analysis in scope.analyses)
    bound = max(highest_of_any_play(analysis.game) for analysis in scope.analyses)
    if rules.play:
        told = "No other decision of the player's can cost the house more than those of this PAR sheet."
        if bound > highest:
            told = (
                f"Decided otherwise, a hand could gain up to {plain(bound)} units of the {rules.unit_name}."
            )
        notes.append(told)
    return notes


def _terms(sheet: Sheet, top: int, rules: Rules, inputs: Inputs) -> tuple[int, dict[str, Live]]:
    """Write what holds for all wagers; return the row for what follows, and the numbers."""
    written = {"most": 0, "chip": 0, "seats": rules.file.deal.seats or 1}
    terms = {}
    for row, (key, label, kind, words) in enumerate(_TERMS, start=top):
        entry = InputCell(("reader", "limits", key), f"Limits: {label}", Fraction(written[key]), kind)
        now = inputs.now(entry)
        figure = Look.FREE if key == "seats" else Look.CASH
        sheet.line(
            row, [Cell(label, Look.LABEL), Cell(now, figure, entry=entry), Cell(words, Look.REMARK, span=7)]
        )
        terms[key] = Live(sheet.reference(row, 1), now)
    # As written there are no limits, which a document need not tell in a table.
    seats = counted(int(terms["seats"].value), "seat")
    told = f"Below: the bets of the first column, {seats}, no limit on payouts, pays not rounded to chips."
    sheet.parts.append(Sentence(told))
    return top + len(_TERMS) + 1, terms


class PlacedWager(Struct, frozen=True):
    """The sheet of a wager, with the bet; `parts` are the columns of what is won each by itself."""

    sheet: Sheet
    wager: str
    bet: Live
    parts: tuple[str, ...]


def _placed(
    sheet: Sheet, top: int, scope: Scope, inputs: Inputs, wagers: Sequence[Sheet]
) -> list[PlacedWager]:
    """Write the highest bets, one for each wager; where a sheet has a price or a stake of its own, that."""
    rules, placed = scope.rules, []
    most = Fraction(rules.file.imprint.maximum or 1)
    for row, (wager, name) in enumerate(zip(wagers, scope.wagers, strict=True), start=top):
        sheet.put(row, 0, Cell(wager.cells[0, 0].value, Look.LINK, link=wager.name))
        given = wager.given("price", "stake")
        if given is None:
            entry = InputCell(
                ("reader", "bet", name), f"{rules.wager_name(name)}: highest bet", most, "price"
            )
            inputs.put(sheet, row, 1, entry, Look.CASH)
            given = Live(sheet.reference(row, 1), inputs.now(entry))
        else:
            sheet.put(row, 1, Cell(given.value, Look.CASH, given.formula))
        parts = (*rules.base_wagers, *rules.bonuses) if name == rules.base else ("net",)
        placed.append(PlacedWager(wager, name, given, parts))
    return placed


_Paid = tuple[Live, Live, Live]
"""What a wager comes to under limits, at its bet: its highest payout, its highest net, and its edge."""


def _payouts_sheet(
    name: str, rules: Rules, wagers: Sequence[PlacedWager], terms: Mapping[str, Live]
) -> tuple[Sheet, dict[str, _Paid]]:
    """Return the sheet of what wagers with limits pay, and what each comes to, by the name of its sheet."""
    sheet = Sheet(name)
    notes = ["What is won beside the stake, in amounts that chips make, and what a round pays of it at most."]
    top = sheet.write_title(rules, "Payouts under the limits of the table", notes)
    rows: list[tuple[Any, ...]] = []
    paid: dict[str, _Paid] = {}
    rounding = rules.file.limits.inexact_pay or "next amount up"
    limits = TableLimits(terms["chip"].value or None, terms["most"].value or None, rounding)
    for wager in wagers:
        own = [_payout(wager, outcome, terms, limits) for outcome in wager.sheet.outcomes]
        paid[wager.sheet.name] = _paid(sheet, top + 2 + len(rows), own, wager.bet)
        rows += own
    columns: list[Column[object]] = [
        Column("Sheet", Look.LINK),
        Column("Outcome", Look.WRAP),
        Column("Probability", Look.CHANCE),
        Column("Net at the bet", Look.CASH, name="net"),
        Column("Won", Look.CASH, name="won"),
        Column("In chips", Look.CASH, name="chips"),
        Column("Paid", Look.CASH, name="paid"),
        Column("Net then", Look.CASH),
    ]
    sheet.write_table(top, Table("Outcome by outcome", columns, tuple(rows)))
    sheet.heading, sheet.frozen = top + 1, (top + 2, 0)
    return sheet, paid


_WHOLE = {"next amount up": "ROUNDUP", "next amount down": "ROUNDDOWN", "nearest amount": "ROUND"}


def _payout(
    wager: PlacedWager, outcome: Mapping[str, Live], terms: Mapping[str, Live], limits: TableLimits
) -> tuple[Any, ...]:
    words, detail, net = outcome["outcome"].value, outcome["detail"].value, outcome["net"]
    bet, chip, most = wager.bet, terms["chip"].formula, terms["most"].formula
    parts = [outcome[key] for key in wager.parts]
    won = [max(part.exact, Fraction(0)) * bet.exact for part in parts]
    all_won, in_chips = sum(won, Fraction(0)), sum(map(limits.rounded, won), Fraction(0))
    paid = in_chips if limits.most is None else min(in_chips, limits.most)
    each = [f"MAX(0,{part.formula})*{bet.formula}" for part in parts]
    # Rounded first, or the floats of 1.1 / 0.1 would come to a chip too many.
    whole = _WHOLE[limits.rounding]
    chips = "+".join(f"{whole}(ROUND({text}/{chip},9),0)*{chip}" for text in each)
    return (
        wager.sheet.name,
        f"{words}: {detail}" if len(parts) > 1 else words,
        outcome["chance"],
        Live(f"{net.formula}*{bet.formula}", net.exact * bet.exact),
        Live("+".join(each), all_won),
        Live(f"IF({chip}>0,{chips},{{won}})", in_chips),
        Live(f"IF({most}>0,MIN({{chips}},{most}),{{chips}})", paid),
        Live("{net}-{won}+{paid}", net.exact * bet.exact - all_won + paid),
    )


def _paid(sheet: Sheet, first: int, rows: Sequence[tuple[Any, ...]], bet: Live) -> _Paid:
    chances, won, nets = (
        f"{sheet.reference(first, column)}:{sheet.at(first + len(rows) - 1, column)}" for column in (2, 4, 7)
    )
    mean = sum((row[2].exact * row[7].exact for row in rows), Fraction(0))
    return (
        Live(f"MAX({won})", max(row[4].exact for row in rows)),
        Live(f"MAX({nets})", max(row[7].exact for row in rows)),
        Live(f"-SUMPRODUCT({chances},{nets})/{bet.formula}", -mean / bet.exact),
    )


def _limits(placed: Sequence[PlacedWager], paid: Mapping[str, _Paid], seats: Live, note: str) -> Table:
    """Return what each wager and table can cost; of a progressive wager without limits."""
    columns: list[Column[object]] = [
        Column("Wager and pay table", Look.LINK),
        Column("Highest bet", Look.CASH, name="bet"),
        Column("Highest net, to 1", Look.AMOUNT, name="net"),
        Column("House loss, one spot", Look.CASH, name="lost"),
        Column("House loss, all seats", Look.CASH),
        Column("Highest payout", Look.CASH),
        Column("House edge", PERCENT, name="edge"),
        Column("With limits", PERCENT, name="limited"),
        Column("Change, points", POINTS),
    ]
    rows = []
    for wager in placed:
        edge = wager.sheet.marks["edge"]
        if wager.sheet.name in paid:
            won, lost, limited = paid[wager.sheet.name]
            highest = wager.sheet.marks["highest"]
            change = Live("100*({limited}-{edge})", 100 * (limited.exact - edge.exact))
            others: tuple[Any, ...] = (won, edge, limited, change)
        else:
            highest = _of_house(wager)
            lost = Live("{bet}*{net}", wager.bet.exact * highest.exact)
            others = ("", wager.sheet.open or edge, None, None)
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


def highest_of_any_play(game: BaseGame) -> Fraction:
    """Return a bound on what any decision of any hand nets in any case, per unit of the base wager."""
    nets = (net for lines in game.by_lines for cases in lines.values() for net in cases)
    return Fraction(max(nets), game.unit)


def _together(sheet: Sheet, top: int, firsts: Mapping[str, int], seats: Live) -> None:
    """Write what all wagers of one spot cost at most; `firsts` are the rows of their first tables."""
    bets, nets = (
        [Live(sheet.at(row, place), sheet.cells[row, place].value) for row in firsts.values()]
        for place in (1, 2)
    )
    pairs = list(zip(bets, nets, strict=True))
    bound = sum((bet.exact * net.exact for bet, net in pairs), Fraction(0))
    products = "+".join(f"{bet.formula}*{net.formula}" for bet, net in pairs)
    columns: list[Column[object]] = [
        Column("At the highest bets", Look.LABEL),
        Column("One spot", Look.CASH, name="spot"),
        Column("All seats, at most", Look.CASH),
    ]
    all_seats = Live(f"{{spot}}*{seats.formula}", bound * seats.exact)
    row = ("Sum of the highest nets, an upper bound", Live(products, bound), all_seats)
    note = "combin mix tells what can come together on one spot, combin table what seats net together."
    sheet.write_table(top, Table("The most that the house can lose in a round", columns, (row,), note))


_BY_CARD = "It depends on the dealer's card, as told below card by card."


def strategy_sheet(name: str, scope: Scope) -> Sheet:
    """Return the sheet about strategy: once for tables with which everything in it is the same."""
    rules, sheet = scope.rules, Sheet(name, fixed=[""])
    usage = "For the pays as written, whatever is changed."
    top = sheet.write_title(rules, strategy_title(rules), usage=usage)
    groups = _alike(scope.analyses)
    for analyses in groups:
        letters = [bonus_letters(rules, one.letters) for one in analyses if len(groups) > 1]
        words = dict.fromkeys(letters_in_words(rules, own) for own in letters)
        top = _block(sheet, top, analyses[0], "; ".join(filter(None, words)))
    sheet.frozen = (2, 0)
    return sheet


def _alike(analyses: Sequence[Analysis]) -> list[list[Analysis]]:
    """Return the analyses in groups of one optimal strategy with the same values at its borders."""
    groups: dict[object, list[Analysis]] = {}
    so_decided = Counter(one.best.decisions for one in analyses)
    for one in analyses:
        near = one.best.borders() if so_decided[one.best.decisions] > 1 else ()
        borders = tuple((border.hand.cards, border.values) for border in near)
        groups.setdefault((one.best.decisions, borders), []).append(one)
    return list(groups.values())


def _block(sheet: Sheet, top: int, analysis: Analysis, words: str) -> int:
    best = analysis.best
    about, said = f"With {words}" if words else "Optimal strategy", statement_of(best)
    rule = _BY_CARD if said.by_card and len(said.text) > LONGEST else said.text
    sheet.put(top, 0, Cell(about, Look.BLOCK))
    sheet.put(top + 1, 0, Cell(rule, Look.RULE, span=0))
    sheet.parts.append(Sentence(rule, about))
    top += 2
    for text in proof_lines(best):
        sheet.put(top, 0, Cell(text, Look.WRAP, span=0))
        sheet.parts.append(Sentence(text))
        top += 1
    top += 1
    for table in (_worth(best), _costs(analysis), *card_tables(best), *border_tables(best)):
        if table.rows:
            top = sheet.write_table(top, table)
    return top


def _worth(best: Strategy) -> Table:
    game, ranking, unit = best.game, best.game.rules.ranking, best.game.unit
    sums = {category: [0, 0, 0] for category in ranking.order}
    for (level, line, decision), (_, *deals) in best.together.items():
        row, dealt = sums[ranking.strengths[level].category], sum(deals)
        row[0] += dealt
        if decision == FOLD:
            row[2] += game.fold * dealt
        else:
            row[1] += dealt
            row[2] += sum(
                net * count for net, count in zip(game.by_lines[line][decision], deals, strict=True)
            )
    found = {category.value: row for category, row in sums.items() if row[0]}
    found["all"] = [sum(column) for column in zip(*sums.values(), strict=True)]
    total = game.total
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (name, *map(Fraction, (dealt, played, net, net), (total, dealt, dealt * unit, total * unit)))
        for name, (dealt, played, net) in found.items()
    )
    columns: list[Column[object]] = [
        Column("Hand", Look.LABEL),
        Column("Deals", PERCENT),
        Column("Of these played", PERCENT),
        Column("Net result", Look.VALUE),
        Column("Part of all", PERCENT),
    ]
    note = load_catalogue()("par.worth", base=game.rules.unit_name)
    return Table("EV by hand", columns, rows, note, sums=(len(rows) - 1,))


def _costs(analysis: Analysis) -> Table:
    best = analysis.best
    edge, strategies = best.distribution.house_edge, {best.decisions: best}
    strategies.setdefault(analysis.strategy.decisions, analysis.strategy)
    for name in USUAL_STRATEGIES:
        with suppress(RulesError, ValueError):  # nothing is decided, or nobody qualifies
            other = named_strategy(name, analysis.game)
            strategies.setdefault(other.decisions, other)

    def words(strategy: Strategy) -> str:
        return "as above" if strategy is best else statement_of(strategy).text

    columns: list[Column[Strategy]] = [
        Column("Strategy", Look.LABEL, lambda strategy: strategy.name),
        Column("In words", Look.WRAP, words),
        Column("Deals played", PERCENT, lambda strategy: strategy.play_rate),
        Column("House edge", PERCENT, lambda strategy: strategy.distribution.house_edge),
        Column("Element of risk", PERCENT, lambda strategy: strategy.distribution.element_of_risk),
        Column("Cost", PERCENT, lambda strategy: strategy.distribution.house_edge - edge),
        Column("Exact edge", Look.EXACT, lambda strategy: str(strategy.distribution.house_edge)),
    ]
    note = "Cost: how much higher the house edge is than under the optimal strategy."
    return Table.of("Cost of simple rules", strategies.values(), columns, note)


MOST_WRONG = 50
"""The wrong decisions on a sheet, about a page of them: of more, those that change the edge most."""


def sensitivity_sheet(name: str, scope: Scope) -> Sheet:
    """Return the sheet of sensitivities, with the first table of each wager."""
    rules, sheet = scope.rules, Sheet(name, fixed=[""])
    changes = sensitivity(rules, scope.main.letters)
    again = "; the player plays optimally after each" if rules.play else ""
    pays = f"With {scope.first_tables}, pays as written" if scope.first_tables else "For the pays as written"
    notes = [f"{pays}; one change at a time{again}."]
    decisions = sorted(changes.decisions, key=lambda wrong: wrong.in_all, reverse=True)
    if len(decisions) > MOST_WRONG:
        notes.append(f"Of {len(decisions):,} wrong decisions, the {MOST_WRONG} that change the edge most.")
        changes = replace(changes, decisions=tuple(decisions[:MOST_WRONG]))
    top = sheet.write_title(rules, "Sensitivity", notes)
    for table in sensitivity_view(changes).tables:
        top = sheet.write_table(top, table)
    sheet.frozen = (2, 1)
    return sheet
