"""The sheets about the game: every wager and pay table with its figures, and the rules entry by entry."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.decimals import plain
from combin.formats.columns import COUNT, PERCENT, Column, Live
from combin.formats.tables import Table
from combin.par.outcomes import PAGE, Confidence, band_of, category_in_words, glossary, quantile
from combin.par.scope import played_in_words
from combin.par.workbook import (
    BLOCK,
    CASH,
    CHANCE,
    DECIMAL,
    EXACT,
    FREE,
    HEADING,
    LABEL,
    LINK,
    NOTE,
    REMARK,
    SUBTITLE,
    TITLE,
    VERDICT,
    WRAP,
    Cell,
    InputCell,
    Sentence,
    Sheet,
    TableRange,
    WorkbookError,
    source_in_words,
    write_cells,
    write_pairs,
    write_table,
    write_title,
)
from combin.report.jackpot import headlines
from combin.report.words import bonus_letters, letters_in_words
from combin.rules.toml_lines import keys_of
from combin.words.catalogue import load_catalogue
from combin.words.rules import explained

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.cards.ranking import Category
    from combin.formats.columns import Kind, Value
    from combin.par.scope import Scope
    from combin.par.workbook import Inputs
    from combin.rules.resolved import Rules

CONFIDENCE = InputCell(("reader", "confidence"), "Confidence of volatility index", Fraction(9, 10), "level")
"""The confidence that a volatility index mostly has, unless the reader takes another."""

HANDS = InputCell(("reader", "hands"), "Hands per hour", Fraction(1), "amount")
BET = InputCell(("reader", "bet"), "Average bet", Fraction(1), "amount")
"""What the theoretical win is worked out by, unless the imprint of the rules says or a reader enters it."""

FIGURES: tuple[tuple[str, str, Kind], ...] = (
    ("long_run", "Return in the long run", PERCENT),
    ("return", "Return", PERCENT),
    ("edge", "House edge", PERCENT),
    ("written", "Edge as written", PERCENT),
    ("risk", "Element of risk", PERCENT),
    ("average", "Average wager", DECIMAL),
    ("hit", "Hit frequency", PERCENT),
    ("paid", "Paid frequency", PERCENT),
    ("push", "Push", PERCENT),
    ("variance", "Variance", DECIMAL),
    ("deviation", "Standard deviation", DECIMAL),
    ("volatility", "Volatility index", DECIMAL),
    ("highest", "Highest net result", FREE),
    ("win", "Theoretical win per hour", CASH),
)
_NOTE = (
    "Return, house edge, standard deviation: per unit of the initial wager. Volatility index: z × standard "
    "deviation. Hit frequency: how often the net result is above zero."
)
_NOTE_ON_JACKPOTS = (
    "Of a progressive wager: for the price and the meter on its sheet, as written 1 and the first seed that "
    "is published. Where the rules state neither, figures stand on its sheet alone."
)
_USAGE = (
    "Element of risk: per unit of all money wagered. Paid frequency: how often any money comes back. Edge as "
    "written: before any pay was changed."
)
_FIRST = ("long_run", "return", "edge", "win", "deviation", "volatility", "hit")
"""Figures that open a document, with the exact edge; the others stand on another page."""


def begin_summary(name: str, scope: Scope, inputs: Inputs) -> tuple[Sheet, Confidence]:
    """Return the first sheet with its inputs alone, and the confidence that others refer to."""
    rules, sheet = scope.rules, Sheet(name)
    sheet.put(0, 0, Cell(f"PAR sheet: {rules.file.title}", TITLE))
    sheet.put(1, 0, Cell(source_in_words(rules), SUBTITLE))
    usual = CONFIDENCE.written if scope.confidence is None else Fraction(scope.confidence, 100)
    confidence = replace(CONFIDENCE, written=usual)
    level = inputs.now(confidence)
    here = sheet.put(3, 1, Cell(level, PERCENT, entry=confidence))
    sheet.put(3, 0, Cell(CONFIDENCE.label, LABEL))
    sheet.put(4, 0, Cell("z, its quantile", LABEL))
    z = quantile(level)
    sheet.put(4, 1, Cell(z, DECIMAL, f"NORMSINV((1+{here})/2)"))
    imprint = rules.file.imprint
    least = rules.bets[rules.base].first_stake
    given = ((HANDS, imprint.hands_per_hour, FREE), (BET, imprint.average_bet or least, CASH))
    for row, (entry, value, kind) in enumerate(given, start=3):
        known = replace(entry, written=Fraction(value)) if value is not None else entry
        sheet.put(row, 3, Cell(entry.label, LABEL))
        sheet.put(row, 4, Cell(inputs.now(known), kind, entry=known))
        sheet.mark(entry.place[-1], row, 4)
    sheet.mark("confidence", 3, 1)
    sheet.mark("z", 4, 1)
    return sheet, Confidence(level, usual, sheet.marks["z"], band_of(scope.confidence))


def finish_summary(
    sheet: Sheet,
    scope: Scope,
    wagers: Sequence[tuple[Sheet, Fraction]],
    checks: Sheet,
    changed: Live,
    *,
    confidence: Confidence,
) -> None:
    """Write the figures of all wagers into the first sheet.

    Args:
        sheet: the first sheet.
        scope: what the workbook is about.
        wagers: the sheet of each wager and table, with its edge for the pays as written.
        checks: the sheet of checks.
        changed: where the changed entries are counted.
        confidence: of volatility indices.
    """
    rules, verdict = scope.rules, checks.marks["verdict"]
    sheet.line(5, [Cell("Checks", LABEL), Cell(verdict.value, VERDICT, verdict.formula)])
    sheet.line(6, [Cell("Inputs changed", LABEL), Cell(changed.value, COUNT, changed.formula)])
    note, win = f"{_NOTE} {_NOTE_ON_JACKPOTS}" if rules.jackpots else _NOTE, _hourly(sheet, rules)
    known = rules.file.imprint.hands_per_hour is not None
    row = _table(sheet, 8, wagers, f"{note} {win}" if known else note, scope)
    sheet.put(row, 0, Cell(f"{note} {win} {_USAGE}", NOTE, span=0))
    row += 2
    sheet.put(row, 0, Cell("How the player plays", BLOCK))
    for row, text in enumerate(_statements(scope), start=row + 1):  # noqa: B020  goes on below
        sheet.put(row, 0, Cell(text, WRAP, span=0))
        sheet.front.append(Sentence(text, "How the player plays"))
    sheet.front += [Sentence(text, "Progressive wagers") for text in headlines(rules)]
    sheet.front += [Sentence(one.text, "Checks") for one in checks.parts[:1] if isinstance(one, Sentence)]
    figures = sheet.parts.pop()
    says = [(statement.about, statement.says) for statement in explained(rules)]
    row = write_pairs(sheet, row + 2, "What the rules say", says, ("About", "The rules say"))
    row = _hands(sheet, row, rules)
    sheet.parts.append(figures)
    meanings = glossary(confidence, decided=bool(rules.play))
    write_pairs(sheet, row, "What the figures mean", meanings, ("Figure", "What it is"))


def _hourly(sheet: Sheet, rules: Rules) -> str:
    """Return how the theoretical win follows."""
    hands, bet = (sheet.marks[key].exact for key in ("hands", "bet"))
    money = rules.file.imprint.money
    by = "hands per hour × average bet, as entered above"
    if rules.file.imprint.hands_per_hour is not None:
        by = f"{plain(hands)} {'hand' if hands == 1 else 'hands'} per hour × an average bet of {money(bet)}"
    text = f"Theoretical win: house edge (in the long run, where there is one) × {by}, or what its sheet has."
    if (fee := rules.bets[rules.base].collection) is not None and fee.money:
        text += f" In that of {rules.base_name}: {money(fee.money)} taken of each hand."
    return text


def _table(sheet: Sheet, top: int, wagers: Sequence[tuple[Sheet, Fraction]], note: str, scope: Scope) -> int:
    """Write a row for each wager and table; return the row below."""
    shown = [one for one in FIGURES if one[0] != "long_run" or any(wager.long_run for wager, _ in wagers)]
    keys = [key for key, *_ in shown]
    hands, bet = (sheet.marks[key] for key in ("hands", "bet"))
    rows = []
    for row, (wager, edge) in enumerate(wagers, start=top + 1):
        sheet.put(row, 0, Cell(wager.cells[0, 0].value, LINK, link=wager.name))
        win = _win(wager, hands, wager.given("price", "stake") or bet)
        if row <= top + len(scope.analyses):
            win = _collected(scope.rules, win, hands, bet)
        figures = wager.marks | {"written": edge, "win": win}
        if wager.long_run is not None:
            figures["long_run"] = wager.long_run
        told = [wager.open, *[None] * len(keys)] if wager.open else [*map(figures.get, keys), str(edge)]
        rows.append((None, *told))
    columns: list[Column[object]] = [
        Column("Wager and pay table", LINK),
        *(Column(heading, kind) for _, heading, kind in shown),
        Column("Exact edge as written", EXACT),
    ]
    below = write_cells(sheet, top, Table("", columns, tuple(rows)))
    sheet.frozen = (top + 1, 1)
    if below > PAGE:
        sheet.heading = top
    # How many hands an hour has is not known unless the imprint says so: then a document has no win.
    untold = {"written", *(["win"] if scope.rules.file.imprint.hands_per_hour is None else [])}
    places = {key: column for column, key in enumerate(keys, start=1) if key not in untold}
    first = [*(places.pop(key) for key in _FIRST if key in places), len(shown) + 1]
    sheet.front.append(TableRange("All wagers and pay tables", top, below, (0, *first), note))
    sheet.parts.append(TableRange("Other figures of all wagers", top, below, (0, *places.values())))
    return below


def _win(wager: Sheet, hands: Live, bet: Live) -> Live:
    """Return what the house wins in an hour on average, by the long run of a meter where there is one."""
    edge = wager.marks["edge"] if wager.long_run is None else Live("", 1 - wager.long_run)
    factor = edge.formula or str(float(edge.exact))
    return Live(f"{factor}*{hands.formula}*{bet.formula}", edge.exact * hands.exact * bet.exact)


def _collected(rules: Rules, win: Live, hands: Live, bet: Live) -> Live:
    """Return a win of the base game with the money that is collected of each hand, whatever the bet."""
    entry = rules.bets[rules.base].collection
    if entry is None or not entry.money:
        return win
    known = rules.collection - entry.share  # of the first stake, which is in the edge
    more = f"{hands.formula}*({float(entry.money)}-{float(known)}*{bet.formula})"
    exact = hands.exact * (entry.money - known * bet.exact)
    return Live(f"{win.formula}+{more}", win.exact + exact)


def _hands(sheet: Sheet, top: int, rules: Rules) -> int:
    """Write which hands the categories are, and how many; return the row for what follows."""
    ranking = rules.ranking
    total = sum(ranking.counts.values())
    columns: list[Column[Category]] = [
        Column("Hand", LABEL, lambda category: category.value),
        Column("Hands", COUNT, lambda category: ranking.counts[category]),
        Column("Probability", CHANCE, lambda category: Fraction(ranking.counts[category], total)),
        Column("Precise definition", REMARK, lambda category: category_in_words(category, ranking)),
    ]
    sums: dict[str, Value] = {
        "Hand": "all",
        "Hands": total,
        "Probability": Fraction(1),
        "Precise definition": "",
    }
    dealt = load_catalogue().small(ranking.dealt)
    title = f"Hands of {dealt} cards{', by their best three' * (ranking.dealt > 3)}, high to low"
    below = write_table(sheet, top, Table.of(title, ranking.counts, columns, total=sums), last=0)
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


FORMAT = "combin PAR workbook 3"
"""What the first entry says; a later format has another number."""

AS_WRITTEN = "Rules as written"
_TOP = 4
"""The row of the headings."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def rules_sheet(name: str, rules: Rules, settings: Mapping[str, object], data: Mapping[str, Any]) -> Sheet:
    """Return the sheet of what a workbook was made from.

    Args:
        name: of the sheet.
        rules: the game.
        settings: how the workbook was made, such as which tables it has.
        data: the rules as `rules_data` has them.
    """
    sheet = Sheet(name)
    note = "What combin check reads: the rule file with every default, an entry a line. Not to be edited."
    write_title(sheet, rules, AS_WRITTEN, [note])
    sheet.line(_TOP, [Cell("Entry", HEADING), Cell("Value, as JSON", HEADING)])
    for row, (place, value) in enumerate(
        (*_entries(settings, ("workbook",)), *_entries(data, ("rules",))), start=_TOP + 1
    ):
        text = json.dumps(value, ensure_ascii=False)
        sheet.line(row, [Cell(_dotted(place), LABEL), Cell(text, WRAP)])
    sheet.heading, sheet.frozen = _TOP, (_TOP + 1, 1)
    return sheet


def _entries(data: object, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the place of every entry that is no table, and of every table with nothing in it."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from _entries(value, (*place, key))
    else:
        yield place, data


def _dotted(place: Sequence[str]) -> str:
    return ".".join(key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False) for key in place)


def read_entries(rows: Sequence[Sequence[object]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the settings and the rules data that the rows of such a sheet hold.

    Raises:
        WorkbookError: they are not what `rules_sheet` writes.
    """
    found: dict[str, Any] = {}
    for number, (place, text) in enumerate(rows[_TOP + 1 :], start=_TOP + 2):
        keys = keys_of(place) if isinstance(place, str) else None
        if keys is None or not isinstance(text, str):
            raise WorkbookError(f"row {number} is no entry of the rules")
        inner = found
        for key in keys[:-1]:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                raise WorkbookError(f"row {number} is no entry of the rules")
        try:
            inner[keys[-1]] = json.loads(text)
        except ValueError:
            raise WorkbookError(f"row {number} is no JSON") from None
    settings, rules = found.get("workbook"), found.get("rules")
    if not isinstance(settings, dict) or not isinstance(rules, dict) or settings.get("format") != FORMAT:
        raise WorkbookError(f'its rules are not those of a "{FORMAT}"')
    return settings, rules
