"""The sheets about the whole workbook: summary, checks, inputs, and the rules that it is made again from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from combin.audit.verdict import Verdict
from combin.cards.ranking import Category
from combin.certificate.canonical import rules_data
from combin.formats.tables import COUNT, PERCENT, Column, Kind, Live, Table, Value
from combin.formatting import counted, plain
from combin.par.outcomes import Confidence, Scope, category_in_words, glossary, played_in_words, quantile
from combin.par.workbook import (
    CHANGED,
    FAIL,
    PAGE,
    PASS,
    Cell,
    InputCell,
    Inputs,
    Look,
    Sentence,
    Sheet,
    TableRange,
    WorkbookError,
)
from combin.report.jackpot import headlines
from combin.report.words import bonus_letters, letters_in_words
from combin.rules.errors import toml_key
from combin.rules.load import keys_of, library_games, load_rules
from combin.rules.resolved import Rules, remembered
from combin.version import __version__
from combin.words.catalogue import load_catalogue
from combin.words.rules import explained, imprint_facts

WagerSheets = Sequence[tuple[Sheet, Fraction]]
"""The sheet of each wager and table, with its edge for the pays as written."""

CONFIDENCE = InputCell(("reader", "confidence"), "Confidence of volatility index", Fraction(9, 10), "level")
"""The confidence that a volatility index mostly has, unless the reader takes another."""

HANDS = InputCell(("reader", "hands"), "Hands per hour", Fraction(1), "amount")
BET = InputCell(("reader", "bet"), "Average bet", Fraction(1), "amount")
"""What the theoretical win is computed by, unless the imprint of the rules says or a reader enters it."""

FIGURES: tuple[tuple[str, str, Kind], ...] = (
    ("return", "Return", PERCENT),
    ("edge", "House edge", PERCENT),
    ("written", "Edge as written", PERCENT),
    ("risk", "Element of risk", PERCENT),
    ("average", "Average wager", Look.DECIMAL),
    ("hit", "Hit frequency", PERCENT),
    ("paid", "Paid frequency", PERCENT),
    ("push", "Push", PERCENT),
    ("variance", "Variance", Look.DECIMAL),
    ("deviation", "Standard deviation", Look.DECIMAL),
    ("volatility", "Volatility index", Look.DECIMAL),
    ("highest", "Highest net result", Look.FREE),
    ("win", "Theoretical win per hour", Look.CASH),
)
LONG_RUN: tuple[tuple[str, str, Kind], ...] = (
    ("long_return", "Return in the long run", PERCENT),
    ("long_edge", "House edge in the long run", PERCENT),
    ("edge", "House edge at the seed", PERCENT),
    ("return", "Return at the seed", PERCENT),
)
"""What takes the place of the first two figures where a meter and its growth are stated."""

_FIRST = ("long_return", "long_edge", "return", "edge", "win", "deviation", "volatility", "hit")
"""Figures that open a document, with the exact edge; the others stand on another page."""


def begin_summary(name: str, scope: Scope, inputs: Inputs) -> tuple[Sheet, Confidence]:
    """Return the first sheet with its inputs alone, and the confidence that others refer to."""
    rules, sheet = scope.rules, Sheet(name)
    sheet.put(0, 0, Cell(f"PAR sheet: {rules.file.title}", Look.TITLE))
    sheet.put(1, 0, Cell(source_in_words(rules), Look.SUBTITLE))
    usual = CONFIDENCE.written if scope.confidence is None else Fraction(scope.confidence, 100)
    confidence = replace(CONFIDENCE, written=usual)
    level = inputs.now(confidence)
    z = Cell(quantile(level), Look.DECIMAL, f"NORMSINV((1+{sheet.at(3, 1)})/2)")
    sheet.line(3, [Cell(CONFIDENCE.label, Look.LABEL), Cell(level, PERCENT, entry=confidence)])
    sheet.line(4, [Cell("z, its quantile", Look.LABEL), z])
    imprint = rules.file.imprint
    least = rules.bets[rules.base].first_stake
    given = ((HANDS, imprint.hands_per_hour, Look.FREE), (BET, imprint.average_bet or least, Look.CASH))
    for row, (entry, value, kind) in enumerate(given, start=3):
        known = replace(entry, written=Fraction(value)) if value is not None else entry
        sheet.line(row, [Cell(entry.label, Look.LABEL), Cell(inputs.now(known), kind, entry=known)], first=3)
        sheet.mark(entry.place[-1], row, 4)
    sheet.mark("confidence", 3, 1)
    sheet.mark("z", 4, 1)
    return sheet, Confidence(level, usual, sheet.marks["z"], scope.band)


def finish_summary(
    sheet: Sheet, scope: Scope, wagers: WagerSheets, checks: Sheet, changed: Live, *, confidence: Confidence
) -> None:
    """Write the figures of all wagers into the first sheet; `changed` counts the changed entries."""
    rules, verdict = scope.rules, checks.marks["verdict"]
    sheet.line(5, [Cell("Checks", Look.LABEL), Cell(verdict.value, Look.VERDICT, verdict.formula)])
    sheet.line(6, [Cell("Inputs changed", Look.LABEL), Cell(changed.value, COUNT, changed.formula)])
    catalogue, win = load_catalogue(), _hourly(sheet, rules)
    note = catalogue("par.summary") + (f" {catalogue('par.summary_jackpots')}" if rules.jackpots else "")
    known = rules.file.imprint.hands_per_hour is not None
    row = _table(sheet, 8, wagers, f"{note} {win}" if known else note, scope)
    sheet.put(row, 0, Cell(f"{note} {win} {catalogue('par.summary_usage')}", Look.NOTE, span=0))
    row += 2
    sheet.put(row, 0, Cell("Strategy of the player", Look.BLOCK))
    for row, text in enumerate(_statements(scope), start=row + 1):  # noqa: B020  goes on below
        sheet.put(row, 0, Cell(text, Look.WRAP, span=0))
        sheet.front.append(Sentence(text, "Strategy of the player"))
    sheet.front += [Sentence(text, "Progressive wagers") for text in headlines(rules)]
    sheet.front += [Sentence(one.text, "Checks") for one in checks.parts[:1] if isinstance(one, Sentence)]
    figures = sheet.parts.pop()
    says = [(statement.about, statement.says) for statement in explained(rules)]
    row = sheet.write_pairs(row + 2, "What the rules say", says, ("About", "The rules say"))
    row = _hands(sheet, row, rules)
    sheet.parts.append(figures)
    meanings = glossary(confidence, decided=bool(rules.play))
    sheet.write_pairs(row, "Definitions", meanings, ("Figure", "Definition"))


def _hourly(sheet: Sheet, rules: Rules) -> str:
    hands, bet = (sheet.marks[key].exact for key in ("hands", "bet"))
    catalogue, money, by = load_catalogue(), rules.file.imprint.money, "par.win_by"
    if rules.file.imprint.hands_per_hour is not None:
        by = "par.win_of_hand" if hands == 1 else "par.win_of_hands"
    text = catalogue("par.win", by=catalogue(by, hands=plain(hands), bet=money(bet)))
    if (fee := rules.bets[rules.base].collection) is not None and fee.money:
        text += f" {catalogue('par.win_taken', base=rules.base_name, money=money(fee.money))}"
    return text


def _table(sheet: Sheet, top: int, wagers: WagerSheets, note: str, scope: Scope) -> int:
    long_run = any(wager.long_run for wager, _ in wagers)
    shown = (*LONG_RUN, *FIGURES[2:]) if long_run else FIGURES
    keys = [key for key, *_ in shown]
    hands, bet = (sheet.marks[key] for key in ("hands", "bet"))
    rows: list[tuple[Value, ...]] = []
    for row, (wager, edge) in enumerate(wagers, start=top + 1):
        sheet.put(row, 0, Cell(wager.cells[0, 0].value, Look.LINK, link=wager.name))
        rules = scope.rules if row <= top + len(scope.analyses) else None
        win = _win(wager, hands, wager.given("price", "stake") or bet, rules)
        figures = {**wager.marks, "written": edge, "win": win}
        if (run := wager.long_run) is not None:
            loss = 1 - run.exact if isinstance(run.value, Fraction) else run.value
            less = "IF(ISNUMBER({long_return}),1-{long_return},{long_return})"
            figures |= {"long_return": run, "long_edge": Live(less, loss)}
        elif long_run and wager.given("price") is None:
            returned, lost = (figures.pop(key) for key in ("return", "edge"))
            figures |= {"long_return": returned, "long_edge": lost}
        told = [wager.open, *[None] * len(keys)] if wager.open else [*map(figures.get, keys), str(edge)]
        rows.append((None, *told))
    columns: list[Column[object]] = [
        Column("Wager and pay table", Look.LINK),
        *(Column(heading, kind, name=key) for key, heading, kind in shown),
        Column("Exact edge as written", Look.EXACT),
    ]
    below = sheet.write_cells(top, Table("", columns, tuple(rows)))
    sheet.frozen = (top + 1, 1)
    if below > PAGE:
        sheet.heading = top
    # How many hands an hour has is not known unless the imprint says so: then a document has no win.
    untold = {"written", *(["win"] if scope.rules.file.imprint.hands_per_hour is None else [])}
    places = {key: column for column, key in enumerate(keys, start=1) if key not in untold}
    opening = [key for key in _FIRST if key in places and not (long_run and key == "return")]
    first = [*map(places.pop, opening), len(shown) + 1]
    sheet.front.append(TableRange("All wagers and pay tables", top, below, (0, *first), note))
    sheet.parts.append(TableRange("Other figures of all wagers", top, below, (0, *places.values())))
    return below


def _win(wager: Sheet, hands: Live, bet: Live, rules: Rules | None) -> Live:
    """What the house wins in an hour on average, by the long run of a meter where there is one.

    In that of the base game, with its `rules`, is the money collected of each hand whatever the bet.
    """
    edge, text = wager.marks["edge"].exact, wager.marks["edge"].formula
    if (run := wager.long_run) is not None:
        edge = 1 - run.exact if isinstance(run.value, Fraction) else edge
        text = f"IF(ISNUMBER({{long_edge}}),{{long_edge}},{text})"
    text = f"{text}*{hands.formula}*{bet.formula}"
    win = edge * hands.exact * bet.exact
    if rules is not None and (fee := rules.bets[rules.base].collection) is not None and fee.money:
        known = rules.collection - fee.share  # of the first stake, which is in the edge
        text += f"+{hands.formula}*({float(fee.money)}-{float(known)}*{bet.formula})"
        win += hands.exact * (fee.money - known * bet.exact)
    return Live(text, win)


def _hands(sheet: Sheet, top: int, rules: Rules) -> int:
    """Write which hands the categories are, and how many; return the row for what follows."""
    ranking = rules.ranking
    total = sum(ranking.counts.values())
    columns: list[Column[Category]] = [
        Column("Hand", Look.LABEL, lambda category: category.value),
        Column("Hands", COUNT, lambda category: ranking.counts[category]),
        Column("Probability", Look.CHANCE, lambda category: Fraction(ranking.counts[category], total)),
        Column("Precise definition", Look.REMARK, lambda category: category_in_words(category, ranking)),
    ]
    sums: dict[str, Value] = {
        "Hand": "all",
        "Hands": total,
        "Probability": Fraction(1),
        "Precise definition": "",
    }
    dealt = load_catalogue().small(ranking.dealt)
    title = f"Hands of {dealt} cards{', by their best three' * (ranking.dealt > 3)}, high to low"
    below = sheet.write_table(top, Table.of(title, ranking.counts, columns, total=sums), last=0)
    sheet.parts[-1] = TableRange(title, top + 1, below - 1, (0, 3, 1, 2))
    return below


def _statements(scope: Scope) -> list[str]:
    """Return how the player plays: once, or for each choice of tables if that makes a difference."""
    rules, texts = scope.rules, list(map(played_in_words, scope.analyses))
    if len(set(texts)) == 1:
        return texts[:1]
    return [
        f"{letters_in_words(rules, bonus_letters(rules, analysis.letters))}: {text}"
        for analysis, text in zip(scope.analyses, texts, strict=True)
    ]


_CLOSE = "1E-12"  # how near two figures are that floats of different roads may give


def checks_sheet(name: str, scope: Scope, wagers: WagerSheets, changed: Live) -> Sheet:
    """Return the sheet of checks, each a live formula."""
    sheet = Sheet(name)
    top = sheet.write_title(scope.rules, "Checks")
    top = sheet.write_pairs(top, "What this workbook is about", identity(scope))
    columns: list[Column[object]] = [
        Column("Wager", Look.LINK),
        Column("Combinations add to the cycle", Look.VERDICT),
        Column("Probabilities add to 1", Look.VERDICT),
        Column("Return + house edge = 1", Look.VERDICT),
        Column("House edge equals the exact edge", Look.VERDICT),
        Column("Exact edge", PERCENT),
    ]
    checks = [
        list(_verdicts(wager, sheet.at(row, 5), edge, changed))
        for row, (wager, edge) in enumerate(wagers, start=top + 2)
    ]
    verdicts = [check.value for of_wager in checks for check in of_wager]
    failed, passing = verdicts.count(FAIL), "all pass"
    verdict = f"{failed} {FAIL}" if failed else passing
    sheet.parts.append(Sentence(f"{counted(len(verdicts), 'check')}: {verdict}."))
    rows: list[tuple[Value, ...]] = [
        (wager.name, *own, edge) for (wager, edge), own in zip(wagers, checks, strict=True)
    ]
    usage = load_catalogue()("par.checks_usage")
    below = sheet.write_table(top, Table("Checks", columns, tuple(rows)), usage=usage)
    if any(wager.open for wager, _ in wagers):  # whose edges depend on what a document does not know
        sheet.parts[-1] = TableRange("Checks", top + 1, top + 2 + len(rows), range(len(columns) - 1))
    failing = f'COUNTIF({sheet.at(top + 2, 1)}:{sheet.at(below - 1, 5)},"{FAIL}")'
    write_twins(sheet, below, scope.rules)
    sheet.put(1, 3, Cell("Verdict", Look.EXACT))
    sheet.put(1, 4, Cell(verdict, Look.VERDICT, f'IF({failing}=0,"{passing}",{failing}&" {FAIL}")'))
    sheet.mark("verdict", 1, 4)
    sheet.frozen = (2, 0)
    return sheet


def source_in_words(rules: Rules) -> str:
    """Return which document a game is encoded from."""
    source = rules.file.source
    version = f"version {source.version}" if source.version else ""
    parts = (source.publisher, source.document, version, source.effective)
    return "after " * (source.kind == "variant") + ", ".join(dict.fromkeys(filter(None, parts)))


def identity(scope: Scope) -> tuple[tuple[str, str], ...]:
    """Return which game the figures are of, how it is played, and the SHA-256 of rules and certificate."""
    rules, tables = scope.rules, scope.first_tables
    return (
        ("Game", rules.file.id),
        ("Document", source_in_words(rules)),
        *([("Pay tables where one must be chosen", tables)] if tables else []),
        *([("Strategy", scope.main.strategy.name)] if rules.play else []),
        *imprint_facts(rules.file.imprint, load_catalogue()),
        ("Made by", f"combin {__version__}"),
        ("SHA-256 of the rules", scope.hashes[0]),
        ("SHA-256 of the certificate", scope.hashes[1]),
    )


def _verdicts(wager: Sheet, written: str, edge: Fraction, changed: Live) -> Iterator[Live]:
    """Yield the verdicts on a wager, whose edge as written stands in the cell `written`."""
    count, cycle, chances, returned, now = (
        wager.marks[key] for key in ("counted", "cycle", "chances", "return", "edge")
    )
    whole = f"{returned.formula}+{now.formula}"
    for agrees, off, near in (
        (count.value == cycle.value, f"{count.formula}-{cycle.formula}", f"<={_CLOSE}*{cycle.formula}"),
        (chances.value == 1, f"{chances.formula}-1", f"<{_CLOSE}"),
        (returned.exact + now.exact == 1, f"{whole}-1", f"<{_CLOSE}"),
    ):
        yield Live(f'IF(ABS({off}){near},"{PASS}","{FAIL}")', PASS if agrees else FAIL)
    other = f'IF({changed.formula}>0,"{CHANGED}","{FAIL}")'
    verdict = PASS if now.value == edge else CHANGED if changed.value else FAIL
    yield Live(f'IF(ABS({now.formula}-{written})<{_CLOSE},"{PASS}",{other})', verdict)


_SHORT = {Verdict.ROUNDS: "rounds to it", Verdict.CUT_OFF: "cut off", Verdict.READING: "by one reading"}
"""Verdicts in fewer words than they have, for the width of a column."""

SPEAKING = (Verdict.EXACT, Verdict.ROUNDS)
"""Verdicts that need no reason."""

MOST_TWINS = 30
"""Published figures that a document lists, about a page of them: of more, those that are not simply right."""

_RUN = 8  # the columns that sources and reasons run over: those of figures above them are narrow


class Twin(NamedTuple):
    """A published figure (or a sentence), who printed it and how, its exact value, verdict, and why that."""

    figure: str
    source: str
    published: str
    exact: str
    verdict: Verdict
    why: str


def write_twins(sheet: Sheet, top: int, rules: Rules) -> int:
    """Write what others have published about the game, if they have; return the row for what follows.

    Where there is much of it, what is simply right comes last, and a document only counts it.
    """
    rows: list[tuple[Value, ...]] = []
    above, twins = ("", "", ""), published_twins(rules)
    right = sum(twin.verdict in SPEAKING for twin in twins) if len(twins) > MOST_TWINS else 0
    for twin in sorted(twins, key=lambda twin: twin.verdict in SPEAKING) if right else twins:
        told = (twin.figure, twin.source, twin.why)
        figure, source, why = ("" if text == over else text for text, over in zip(told, above, strict=True))
        above = told
        verdict = _SHORT.get(twin.verdict, twin.verdict.value)
        rows.append((figure, twin.published, twin.exact, verdict, ". ".join(filter(None, (source, why)))))
    if not rows:
        return top
    headings = ("Figure", "Published", "Exact", "Verdict", "Source and remarks")
    kinds = (Look.LABEL, Look.EXACT, Look.EXACT, Look.VERDICT, Look.REMARK)
    columns = list(map(Column[object], headings, kinds))
    table = Table("Published figures", columns, tuple(rows), "For the pays as written.")
    sheet.fixed.append(table.title)
    usage = "combin published and combin audit have the evidence."
    below = sheet.write_table(top, table, usage=usage, last=_RUN)
    if right:
        note = f"{table.note} {right:,} more are exact or rounded as printed: the workbook lists them."
        end = top + 2 + len(rows) - right
        sheet.parts[-1] = TableRange(table.title, top + 1, end, range(len(columns)), note)
    return below


@remembered
def published_twins(rules: Rules) -> tuple[Twin, ...]:
    """Return what others have published about a game that ships, and its own document about its results.

    Nothing about rules of one's own, and nothing where the document is read in another way.
    """
    from combin.figures.judged import exact_in_words, published_about

    game, twins = rules.file.id, []
    if game not in library_games() or rules_data(load_rules(game)) != rules_data(rules):
        return ()
    for judged, figure, source, remark, stated in published_about(rules):
        published, exact, reason = judged.published, exact_in_words(judged), judged.reason
        if stated:
            figure, reason, published, exact = f"{figure}: {published}", exact, "-", "-"  # noqa: PLW2901
        elif judged.verdict in SPEAKING:
            reason = ""
        why = " ".join(part for part in (reason and f"{reason[0].upper()}{reason[1:]}.", remark) if part)
        twins.append(Twin(figure, source, published, exact, judged.verdict, why))
    return tuple(twins)


def inputs_sheet(name: str, scope: Scope, sheets: Sequence[Sheet]) -> Sheet:
    """Return the sheet of all inputs: where each stands, what was written, what stands there now."""
    sheet = Sheet(name)
    notes = ["Every input of this workbook, to be edited on its own sheet; this list follows."]
    top = sheet.write_title(scope.rules, "Inputs", notes)
    state = f'IF(ABS({{now}}-{{written}})<={_CLOSE}*MAX(1,ABS({{written}})),"","{CHANGED}")'
    rows, kinds = [], []
    for other in sheets:
        for place, cell in other.cells.items():
            if (entry := cell.entry) is not None:
                now = Live(other.reference(*place), cell.value)
                changed = Live(state, CHANGED * (cell.value != entry.written))
                rows.append((other.name, other.here(*place), entry.label, entry.written, now, changed))
                kinds.append(cell.kind)
    columns: list[Column[object]] = [
        Column("Sheet", Look.LINK),
        Column("Cell", Look.LINE),
        Column("Input", Look.WRAP),
        Column("As written", Look.FREE, name="written"),
        Column("Now", Look.FREE, name="now"),
        Column("State", Look.VERDICT),
    ]
    sheet.write_table(top, Table("As written, and now", columns, tuple(rows)))
    for row, kind in enumerate(kinds, start=top + 2):
        for column in (3, 4):  # as it looks on its own sheet
            sheet.cells[row, column] = replace(sheet.cells[row, column], kind=kind)
    states = sheet.down(5, top + 2, top + 1 + len(rows))
    sheet.put(1, 4, Cell("Changed", Look.EXACT))
    number = sum(bool(changed.value) for *_, changed in rows)
    sheet.put(1, 5, Cell(number, COUNT, f'COUNTIF({states},"{CHANGED}")'))
    sheet.mark("changed", 1, 5)
    sheet.heading, sheet.frozen = top + 1, (top + 2, 0)
    return sheet


FORMAT = "combin PAR workbook 5"
"""What the first entry says; a later format has another number."""

AS_WRITTEN = "Rules as written"
_TOP = 4  # the row of the headings


def rules_sheet(name: str, rules: Rules, settings: Mapping[str, object], data: Mapping[str, Any]) -> Sheet:
    """Return the sheet of the settings of a workbook and its rules, as `rules_data` has them."""
    sheet = Sheet(name)
    note = "What combin check reads: the rule file with every default, an entry a line. Not to be edited."
    sheet.write_title(rules, AS_WRITTEN, [note])
    sheet.line(_TOP, [Cell("Entry", Look.HEADING), Cell("Value, as JSON", Look.HEADING)])
    entries = (*_entries(settings, ("workbook",)), *_entries(data, ("rules",)))
    for row, (place, value) in enumerate(entries, start=_TOP + 1):
        as_json = json.dumps(value, ensure_ascii=False)
        sheet.line(row, [Cell(".".join(map(toml_key, place)), Look.LABEL), Cell(as_json, Look.WRAP)])
    sheet.heading, sheet.frozen = _TOP, (_TOP + 1, 1)
    return sheet


def _entries(data: object, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the place of every entry that is no table, and of every table with nothing in it."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from _entries(value, (*place, key))
    else:
        yield place, data


def read_entries(rows: Sequence[Sequence[object]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the settings and the rules data that the rows of such a sheet hold, or refuse others."""
    found: dict[str, Any] = {}
    for number, (place, text) in enumerate(rows[_TOP + 1 :], start=_TOP + 2):
        keys, inner = keys_of(place) if isinstance(place, str) else None, cast("Any", found)
        for key in (keys or ())[:-1]:
            inner = inner.setdefault(key, {}) if isinstance(inner, dict) else inner
        if keys is None or not isinstance(text, str) or not isinstance(inner, dict):
            raise WorkbookError(f"row {number} is no entry of the rules")
        try:
            inner[keys[-1]] = json.loads(text)
        except ValueError:
            raise WorkbookError(f"row {number} is no JSON") from None
    settings, rules = found.get("workbook"), found.get("rules")
    if not isinstance(settings, dict) or not isinstance(rules, dict) or settings.get("format") != FORMAT:
        raise WorkbookError(f'its rules are not those of a "{FORMAT}"')
    return settings, rules
