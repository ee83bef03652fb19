"""Workbooks read back: what is changed in them is named, but for what programs spell otherwise."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import xlsxwriter
from msgspec.structs import replace

from combin import load
from combin.par import checking
from combin.par.book import Book
from combin.par.checking import CheckedBook, FiledBook, FiledCell, Place, _compare, check_book, read_file
from combin.par.workbook import CellValue, InputCell, Sheet, WorkbookError
from tests.helpers.command_line import Run, combin
from tests.helpers.variants import analysed, variant
from tests.par.books import GAMES, book, game, write_book, written
from tests.par.workbook import Workbook, edited, rewritten, without_values


@pytest.fixture(autouse=True)
def worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all workbooks of this module that hold the same game, edited or not, be worked out once."""
    monkeypatch.setattr(checking, "_book", book_of)


read_book = checking._book
BOOKS: dict[str, Book] = {}


def book_of(filed: FiledBook) -> Book:
    key = repr(filed.sheets["Rules"].rows(2)) if "Rules" in filed.sheets else ""
    if key not in BOOKS:
        BOOKS[key] = read_book(filed)
    return BOOKS[key]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name != "crown"])  # which is changed below
@pytest.mark.few(2)
def test_a_workbook_as_written_holds_what_belongs_there(name: str) -> None:
    found = check_book(written(name))
    assert found.changes == ()
    assert found.stale == 0
    assert found.strange == ()
    assert found.rules.file == game(name).file
    assert [one.written for one in found.wagers] == [one.now for one in found.wagers]
    assert found.cells == sum(len(sheet.cells) for sheet in book(name).written.sheets)


@pytest.mark.slow
def test_a_workbook_is_in_the_currency_of_its_game_wherever_it_is_built() -> None:
    """`check_book` builds it again, where no currency is in force."""
    rules = variant('extends = "crown-melbourne"\nid = "pounds"\n[imprint]\ncurrency = "£"\n')
    letters = {"ante_bonus": ["A"], "pair_plus": ["A"], "jackpot": ["1"]}
    sheets = Book.of(rules, letters).written.sheets
    (jackpot,) = (sheet for sheet in sheets if sheet.name.startswith("Jackpot"))
    assert "at the seed of £10,000" in str(jackpot.cells[2, 0].value)


@pytest.mark.slow
def test_the_confidence_of_bands_and_of_volatility_is_that_which_was_asked_for(tmp_path: Path) -> None:
    made = load("uk-including-blind").par(confidence=99, pair_plus="A")
    (path,) = made.write(tmp_path / "book.xlsx")
    sheet = made.written.wagers[0][0]
    labels = {cell.value: row for (row, column), cell in sheet.cells.items() if column == 0}
    low, high = (sheet.cells[labels[f"Return at {end} (99%)"], 2].value for end in ("least", "most"))
    assert (low, high) == (Fraction(55, 100), Fraction(139, 100))
    assert made.written.sheets[0].cells[3, 1].value == Fraction(99, 100)
    found = check_book(path)
    assert (found.changes, found.strange, found.stale, found.book.confidence) == ((), (), 0, 99)


def changed(name: str, sheet: str, changes: dict[str, str], tmp_path: Path) -> CheckedBook:
    return check_book(edited(written(name), sheet, changes, tmp_path / "edited.xlsx"))


@pytest.mark.slow
def test_a_pay_that_is_changed_is_worked_out_exactly(tmp_path: Path) -> None:
    found = changed("crown", "Pair Plus F", {"I7": "50", "I11": "1.5"}, tmp_path)
    assert [(one.cell, one.entry.place[-2:], one.now) for one in found.changes] == [
        ("I7", ("straight flush", "odds"), 50),
        ("I11", ("pair", "odds"), Fraction(3, 2)),
    ]
    text = 'extends = "crown-melbourne"\n[pay_tables.pair_plus.F]\n"straight flush" = 50\npair = 1.5\n'
    (tmp_path / "changed.toml").write_text(text)
    edge = load(tmp_path / "changed.toml").analyse(pair_plus="F").wagers["pair_plus"].house_edge
    by_sheet = {one.sheet: one for one in found.wagers}
    assert (by_sheet["Pair Plus F"].written, by_sheet["Pair Plus F"].now) == (Fraction(149, 5525), edge)
    assert by_sheet["Pair Plus F"].best == edge
    assert all(one.now == one.written for sheet, one in by_sheet.items() if sheet != "Pair Plus F")
    assert found.stale > 10
    assert found.strange == ()


@pytest.mark.slow
def test_a_change_of_the_base_game_tells_whether_the_strategy_changes(tmp_path: Path) -> None:
    found = changed("crown", "Ante & Play A", {"D8": "2"}, tmp_path)  # Play pays 2 to 1
    (tmp_path / "changed.toml").write_text('extends = "crown-melbourne"\n[wager.play]\nwin = 2\n')
    other = load(tmp_path / "changed.toml")
    for one, letter in zip(found.wagers[:2], "AC", strict=True):
        best = other.analyse(ante_bonus=letter)
        as_before = other.analyse(ante_bonus=letter, strategy="Q-6-4")
        assert one.now == as_before.wagers["ante"].house_edge
        assert one.best == best.wagers["ante"].house_edge < one.now
        assert one.statements == ("Play Q-6-4 or better, fold the rest.", str(best.statement))
        assert str(best.statement) != one.statements[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["resorts-world-sentosa", "fine lines", "many", "other words"])
@pytest.mark.few(2)
def test_a_workbook_recalculated_after_a_change_holds_what_belongs_there(name: str, tmp_path: Path) -> None:
    cells = [cell for sheet in book(name).written.sheets for cell in sheet.cells.values()]
    entries = [cell.entry for cell in cells if cell.entry is not None and cell.entry.kind == "pay"]
    write_book(book(name), tmp_path / "now.xlsx", {entries[0].place: entries[0].written + 1})
    found = check_book(tmp_path / "now.xlsx")
    assert [one.entry for one in found.changes] == entries[:1]
    assert (found.stale, found.strange) == (0, ())
    assert any(one.now < one.written for one in found.wagers)


@pytest.mark.slow
def test_what_no_rule_says_may_be_changed_too(tmp_path: Path) -> None:
    found = changed("crown", "Jackpot 1", {"C9": "25000"}, tmp_path)
    (change,) = found.changes
    assert change.entry.label == "Jackpot 1: current meter"
    jackpot = next(one for one in found.wagers if one.sheet == "Jackpot 1")
    answer = load("crown-melbourne").jackpot(option="1", meter=25_000)
    assert 1 - jackpot.now == answer.value.returned(Fraction(1), Fraction(25_000))
    assert jackpot.best is None


def bands(sheet: Sheet) -> list[list[CellValue]]:
    """Return the ends of the bands and how often the house is behind, of each number of rounds."""
    top = next(row for (row, _), cell in sheet.cells.items() if cell.value == "Return at least (95%)")
    return [[sheet.cells[top + row, column].value for row in range(3)] for column in (2, 3, 4)]


@pytest.mark.slow
def test_bands_are_exact_as_written_and_give_way_to_a_change() -> None:
    written = {sheet.name: sheet for sheet in book("crown").written.sheets}
    _, (least, most, behind), _ = bands(written["Jackpot 1"])
    assert (least, most) == (0, Fraction(145, 100))
    assert isinstance(behind, Fraction)
    assert round(behind, 6) == Fraction("0.099774")  # the normal law: 20.37%, and a return of -31% at least
    entry = next(cell.entry for cell in written["Jackpot 1"].cells.values() if cell.entry)
    changed = book("crown").built({entry.place: entry.written * 2})
    after = {sheet.name: sheet for sheet in changed.sheets}
    assert {one for column in bands(after["Jackpot 1"]) for one in column} == {"pays changed"}
    assert bands(after["Pair Plus A"]) == bands(written["Pair Plus A"])


@pytest.mark.slow
def test_a_cell_that_is_no_input_may_not_be_changed(tmp_path: Path) -> None:
    found = changed("other words", "Duel A", {"C9": "10761"}, tmp_path)
    assert [(one.sheet, one.cell, one.found, one.expected) for one in found.strange] == [
        ("Duel A", "C9", "10761.0", "10760.0")
    ]
    run = combin("check", str(tmp_path / "edited.xlsx"))
    assert run.code == 1
    assert "1 cell of " in run.out
    assert "Cells that are wrong" in run.out


@pytest.mark.slow
def test_a_number_that_a_spreadsheet_has_rounded_is_the_one_that_was_written(tmp_path: Path) -> None:
    cells = Workbook.read(written("many")).values
    sheet, place = next(
        (sheet, place)
        for sheet, values in cells.items()
        for place, value in values.items()
        if sheet.startswith("A side bet") and value == float(Fraction(21, 3)) + 0
    )
    assert changed("many", sheet, {place: "7.00000000000000"}, tmp_path).changes == ()


MOVED = "rows and columns must stay where they are"
REFUSED = [
    ({"I9": "many"}, "Duel A!I9: 'many' is no number (Duel A: straight flush)"),
    ({"I9": ""}, "Duel A!I9: nothing is no number (Duel A: straight flush)"),
    ({"I9": "NaN"}, "Duel A!I9: 'NaN' is no number (Duel A: straight flush)"),
    ({"I9": "-1"}, "Duel A!I9: -1: a pay is 0 or more (Duel A: straight flush)"),
    ({"A9": "pair"}, f"Duel A!A9: 'pair' stands where 'straight flush' was written; {MOVED}"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("changes", "complaint"), REFUSED)
def test_an_impossible_input_is_one_line(changes: dict[str, str], complaint: str, tmp_path: Path) -> None:
    path = edited(written("other words"), "Duel A", changes, tmp_path / "edited.xlsx")
    assert combin("check", str(path)) == Run(2, "", f"combin: {path}: {complaint}\n")


@pytest.mark.slow
def test_edited_rules_are_refused(tmp_path: Path) -> None:
    values = Workbook.read(written("other words")).values["Rules"]
    place = next(place for place, value in values.items() if value == "rules.dealer.qualifies")
    cell = place.replace("A", "B")
    path = edited(written("other words"), "Rules", {cell: '"K high"'}, tmp_path / "edited.xlsx")
    with pytest.raises(WorkbookError, match=r"edited\.xlsx: the rules on the sheet 'Rules' were edited"):
        check_book(path)


def other_workbook(path: Path, *sheets: str) -> Path:
    with xlsxwriter.Workbook(path) as workbook:
        for sheet in sheets:
            workbook.add_worksheet(sheet).write(0, 0, "something")
    return path


def test_what_is_no_par_workbook_is_refused_in_one_line(tmp_path: Path) -> None:
    text = tmp_path / "text.xlsx"
    text.write_text("no workbook")
    empty = tmp_path / "empty.xlsx"
    empty.write_bytes(b"")
    cut = tmp_path / "cut.xlsx"
    cut.write_bytes(written("other words").read_bytes()[:5000])
    for path in (text, empty, cut):
        run = combin("check", str(path))
        assert run.code == 2
        assert run.err.startswith(f"combin: {path}: no workbook: ")
        assert run.err.count("\n") == 1
    foreign = other_workbook(tmp_path / "foreign.xlsx", "Sheet1")
    complaint = f"combin: {foreign}: no PAR workbook of combin: it has no sheet 'Rules'\n"
    assert combin("check", str(foreign)) == Run(2, "", complaint)
    alike = other_workbook(tmp_path / "alike.xlsx", "Rules")
    complaint = f"combin: {alike}: no PAR workbook of combin: its sheet 'Rules' is another one\n"
    assert combin("check", str(alike)) == Run(2, "", complaint)
    missing = tmp_path / "missing.xlsx"
    assert combin("check", str(missing)) == Run(2, "", f"combin: {missing}: No such file or directory\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cells", "changes", "strange"),
    [({}, [], []), ({"I9": "41"}, ["I9"], []), ({"C9": "10761"}, [], [("C9", "10761.0")])],
)
def test_where_nothing_is_calculated_formulas_are_not_wrong(
    cells: dict[str, str], changes: list[str], strange: list[tuple[str, str]], tmp_path: Path
) -> None:
    path = edited(written("other words"), "Duel A", cells, tmp_path / "edited.xlsx")
    found = check_book(path := without_values(path, tmp_path / "emptied.xlsx"))
    assert [one.cell for one in found.changes] == changes
    assert [(one.cell, one.found) for one in found.strange] == strange
    assert (found.stale, found.uncalculated > 400) == (0, True)
    run = combin("check", str(path))
    assert run.code == bool(strange)
    assert run.out.count("Not calculated") == 1
    assert f"Not calculated: {found.uncalculated:,} cells of {found.cells:,} hold a formula" in run.out
    fixed = "These stay those of the pays as written: Strategy; Sensitivity"
    assert (fixed in run.out) == bool(changes)


@pytest.mark.slow
def test_a_formula_that_was_emptied_among_others_is_wrong(tmp_path: Path) -> None:
    path = edited(written("other words"), "Duel A", {"D9": ""}, tmp_path / "edited.xlsx")
    assert check_book(path).uncalculated == 0


@pytest.mark.slow
def test_the_answer_in_every_format(tmp_path: Path) -> None:
    path = edited(written("other words"), "Duel A", {"I9": "40"}, tmp_path / "edited.xlsx")
    run = combin("check", str(path))
    assert run.code == 0
    assert "PAR workbook of Words of other games: 1 input changed" in run.out
    best = analysed(game("other words")).statement
    assert f"The optimal strategy stays the same: {best}" in " ".join(run.out.split())
    (found,) = json.loads(combin("check", str(path), "--format", "json").out)
    assert found["changes"][0]["now"]["fraction"] == "40"
    header, *rows = combin("check", str(path), str(path), "--format", "csv").out.splitlines()
    assert header.startswith("file,game,sheet,written_numerator")
    assert len(rows) == 6
    rules = tmp_path / "rules.toml"
    shutil.copy(Path(__file__).parents[1] / "golden" / "variant.toml", rules)
    assert "one after the other" in combin("check", str(path), str(rules)).err


GAME, ANTE = "other words", "Ante & Blind & Play A A"
Edit = Callable[[str], str]


@cache
def filed(name: str = GAME) -> FiledBook:
    return read_file(written(name).read_bytes())


def with_cells(found: FiledBook, sheet: str, cells: dict[Place, FiledCell]) -> FiledBook:
    own = found.sheets[sheet]
    return replace(found, sheets=found.sheets | {sheet: replace(own, cells=own.cells | cells)})


CELLS: dict[str, tuple[bool, Callable[[FiledCell], FiledCell]]] = {
    "its value without the formula": (True, lambda cell: replace(cell, formula="")),
    "a formula that gives the same": (True, lambda cell: replace(cell, formula=f"{cell.formula}+0*NOW()")),
    "the formula of a service": (True, lambda cell: replace(cell, formula='WEBSERVICE("http://a.b")')),
    "a formula without a value": (True, lambda cell: replace(cell, value="")),
    "another value": (False, lambda cell: replace(cell, value="1" if cell.value != "1" else "2")),
    "a number as a text": (False, lambda cell: replace(cell, value=f"{cell.value} ")),
    "a formula for a constant": (False, lambda cell: replace(cell, formula=f"{cell.formula}+1")),
    "another format": (False, lambda cell: replace(cell, shown='"1.00%"')),
    "digits left out": (False, lambda cell: replace(cell, shown=f"{cell.shown};")),
}


@pytest.mark.parametrize("kind", CELLS)
def test_every_cell_that_is_changed_is_named(kind: str) -> None:
    """All formulas in turn, a third at a time, and a part of the constants."""
    of_formulas, change = CELLS[kind]
    places = [
        (name, place)
        for name, sheet in filed().sheets.items()
        for place, cell in sheet.cells.items()
        if (cell.formula and cell.value != "") or (not of_formulas and not sum(place) % 5)
    ]
    assert len(places) > 400
    for first in range(3):
        found, chosen = filed(), places[first::3]
        for name, sheet in filed().sheets.items():
            own = [place for of, place in chosen if of == name]
            found = with_cells(found, name, {place: change(sheet.cells[place]) for place in own})
        stale, emptied, strange = _compare(found, filed(), filed())
        assert (stale, emptied) == (0, 0)
        assert {(one.sheet, one.cell) for one in strange} == {(name, Sheet.here(*at)) for name, at in chosen}


def test_a_workbook_without_its_formulas_names_each() -> None:
    sheets = {
        name: replace(sheet, cells={place: replace(cell, formula="") for place, cell in sheet.cells.items()})
        for name, sheet in filed().sheets.items()
    }
    formulas = sum(bool(cell.formula) for sheet in filed().sheets.values() for cell in sheet.cells.values())
    assert len(_compare(replace(filed(), sheets=sheets), filed(), filed())[2]) == formulas > 400


def of_sheet(number: int, edit: Edit) -> dict[str, object]:
    return {f"xl/worksheets/sheet{number}.xml": edit}


def swapped(old: str, new: str) -> Edit:
    def swap(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return swap


def before(tag: str, new: str) -> Edit:
    return swapped(f"<{tag}", f"{new}<{tag}")


ROW_6, HIDDEN_ROW = '<row r="6"', ("Summary", "", "row 6 is hidden")
CONDITION = '<conditionalFormatting sqref="B10"><cfRule type="expression" dxfId="0" priority="99">'
CONDITION += "<formula>TRUE</formula></cfRule></conditionalFormatting>"
ROW = '<row r="900"><c r="B900" t="str"><v>House edge 1%</v></c></row>'
FILES: dict[str, tuple[dict[str, object], tuple[str, str, str]]] = {
    "a cell added": (of_sheet(2, before("/sheetData", ROW)), (ANTE, "B900", "'House edge 1%'")),
    "a sheet hidden": (
        {"xl/workbook.xml": swapped('name="Checks"', 'name="Checks" state="veryHidden"')},
        ("Checks", "", "the sheet is hidden"),
    ),
    "a row hidden": (of_sheet(1, swapped(ROW_6, f'{ROW_6} hidden="1"')), HIDDEN_ROW),
    "a row of no height": (of_sheet(1, swapped(ROW_6, f'{ROW_6} ht="0"')), HIDDEN_ROW),
    "columns hidden": (
        of_sheet(1, swapped("<cols>", '<cols><col min="40" max="41" width="9" hidden="true"/>')),
        ("Summary", "", "columns AN to AO are hidden"),
    ),
    "noughts not shown": (
        of_sheet(1, swapped("<sheetView ", '<sheetView showZeros="0" ')),
        ("Summary", "", "noughts are not shown"),
    ),
    "formulas shown": (
        of_sheet(1, swapped("<sheetView ", '<sheetView showFormulas="1" ')),
        ("Summary", "", "formulas are shown"),
    ),
    "a number format on a condition": (
        of_sheet(7, before("pageMargins", CONDITION))
        | {"xl/styles.xml": swapped("<dxf>", '<dxf><numFmt numFmtId="200" formatCode="&quot;1%&quot;"/>')},
        ("Sensitivity", "", 'B10 is shown as "1%" on a condition'),
    ),
    "a figure behind others": (
        of_sheet(3, swapped("<mergeCells ", '<mergeCells><mergeCell ref="C9:D9"/></mergeCells><mergeCells ')),
        ("Duel A", "D9", "nothing"),
    ),
    "a name of another cell": (
        {"xl/workbook.xml": swapped("'Summary'!$B$5", "'Summary'!$B$4")},
        ("", "", "the name Summary_z of 'Summary'!$B$4"),
    ),
    "a name added": (
        {"xl/workbook.xml": before("/definedNames", '<definedName name="edge">1</definedName>')},
        ("", "", "the name edge of 1"),
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", FILES)
def test_what_is_hidden_or_added_in_a_file_is_named(kind: str, tmp_path: Path) -> None:
    changes, expected = FILES[kind]
    found = read_file(rewritten(written(GAME), tmp_path / "forged.xlsx", changes).read_bytes())
    _, _, strange = _compare(found, filed(), filed())
    named = [(one.sheet, one.cell, one.found) for one in strange]
    assert expected in named
    assert len(named) == 1 or "on a condition" in expected[-1]  # of which other cells have the same


def with_part(path: Path, into: Path, part: str, text: str) -> Path:
    into.write_bytes(path.read_bytes())
    with zipfile.ZipFile(into, "a") as archive:
        archive.writestr(part, text)
    return into


def test_parts_that_no_such_workbook_has_are_named(tmp_path: Path) -> None:
    for part in (
        "xl/comments1.xml",
        "xl/vbaProject.bin",
        "xl/drawings/drawing1.xml",
        "xl/externalLinks/a.xml",
    ):
        found = read_file(with_part(written(GAME), tmp_path / "more.xlsx", part, "<a/>").read_bytes())
        assert [one.found for one in _compare(found, filed(), filed())[2]] == [f"a part {part}"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_what_programs_could_read_in_two_ways_is_no_workbook(tmp_path: Path) -> None:
    for part in ("xl/workbook.xml", "xl/worksheets/Sheet1.xml"):
        content = with_part(written(GAME), tmp_path / "twice.xlsx", part, "<a/>").read_bytes()
        with pytest.raises(WorkbookError, match="is there twice"):
            read_file(content)
    for edit in (
        swapped('<c r="B7"', '<c r="B6"'),
        swapped('<c r="B7"', '<c r="B8"'),
        swapped('<c r="B7"', '<x r="C7"/><c r="B7"'),
    ):
        path = rewritten(written(GAME), tmp_path / "odd.xlsx", of_sheet(1, edit))
        with pytest.raises(WorkbookError, match="each in its place"):
            read_file(path.read_bytes())


def test_formulas_and_formats_that_a_program_spells_otherwise_are_the_same(tmp_path: Path) -> None:
    """Names of sheets without quotes, fifteen digits, signs of money quoted."""

    def spelt(text: str) -> str:
        text = re.sub(r"'(\w+)'!", r"\1!", text).replace("1E-12", "0.000000000001")
        return re.sub(r"\d\.\d{14,}(?=[,<)])", lambda number: f"{float(number[0]):.15g}", text)

    sheets = {f"xl/worksheets/sheet{number}.xml": spelt for number in range(1, len(filed().sheets) + 1)}
    money = {"xl/styles.xml": lambda text: text.replace("\\$#", "[$$-409]#")}
    path = rewritten(written(GAME), tmp_path / "spelt.xlsx", {**sheets, **money})
    found = read_file(path.read_bytes())
    assert found.sheets != filed().sheets
    assert _compare(found, filed(), filed()) == (0, 0, ())


def test_one_formula_for_several_cells_is_that_of_each(tmp_path: Path) -> None:
    def one_for_all(text: str) -> str:
        first, *others = re.findall(r'(<c r="G(\d+)"[^>]*><f>)(F\2/\w+\$?\d*|[^<]*)</f>', text)[:3]
        text = text.replace(
            f"{first[0]}{first[2]}", first[0][:-1] + f' t="shared" ref="G1:G99" si="3">{first[2]}'
        )
        for start, _, formula in others:
            text = text.replace(f"{start}{formula}</f>", start[:-1] + ' t="shared" si="3"/>')
        return text

    place = [*filed().sheets].index("Duel A") + 1
    path = rewritten(written(GAME), tmp_path / "shared.xlsx", of_sheet(place, one_for_all))
    assert b't="shared" si="3"/>' in zipfile.ZipFile(path).read(f"xl/worksheets/sheet{place}.xml")
    assert read_file(path.read_bytes()) == filed()


def entries(name: str) -> dict[tuple[str, bool], InputCell]:
    """Return an input of each kind that a game has."""
    cells = [cell for sheet in book(name).written.sheets for cell in sheet.cells.values()]
    return {(cell.entry.kind, cell.entry.of_rules): cell.entry for cell in cells if cell.entry is not None}


OTHERS = {"pay": "77", "net": "3", "share": "1/7", "amount": "12", "price": "3", "level": "0.99"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["resorts-world-sentosa", GAME])
def test_what_is_no_formula_is_the_same_whatever_is_put_in(name: str) -> None:
    """So that nothing still holds what was written once a program has recalculated the formulas."""
    for entry in entries(name).values():
        inputs = {entry.place: Fraction(OTHERS[entry.kind])}
        belongs = read_file(book(name).file(book(name).built(inputs)))
        sheets = {sheet: replace(own, cells=dict(own.cells)) for sheet, own in filed(name).sheets.items()}
        changed = 0
        for sheet, own in belongs.sheets.items():
            for place, cell in own.cells.items():
                changed += bool(cell.formula) and cell.value != sheets[sheet].cells[place].value
                if cell.formula or (sheet, *place) in inputs_of(name):
                    sheets[sheet].cells[place] = cell
        found = replace(filed(name), sheets=sheets)
        assert _compare(found, filed(name), belongs) == (0, 0, ())
        assert changed > 2


@cache
def inputs_of(name: str) -> set[tuple[str, int, int]]:
    sheets = book(name).written.sheets
    return {
        (one.name, *place) for one in sheets for place, cell in one.cells.items() if cell.entry is not None
    }


def test_a_workbook_that_is_recalculated_in_part_is_wrong_there() -> None:
    entry = entries(GAME)["pay", True]
    belongs = read_file(book(GAME).file(book(GAME).built({entry.place: Fraction(77)})))
    stale = with_cells(belongs, "Summary", filed().sheets["Summary"].cells)
    assert not _compare(belongs, filed(), belongs)[2]
    found, _, strange = _compare(stale, filed(), belongs)
    assert found == 0
    assert {one.sheet for one in strange} == {"Summary"}


@pytest.mark.slow
def test_the_least_change_of_a_pay_is_one(tmp_path: Path) -> None:
    found = check_book(edited(written(GAME), "Duel A", {"I9": "8.00001"}, tmp_path / "edited.xlsx"))
    assert [(one.entry.written, one.now) for one in found.changes] == [(Fraction(8), Fraction("8.00001"))]


@pytest.mark.slow
def test_an_input_that_works_itself_out_is_wrong(tmp_path: Path) -> None:
    def calculated(text: str) -> str:
        return re.sub(r'(<c r="I9"[^>]*>)(<v>)', r"\1<f>8+0*NOW()</f>\2", text)

    place = [*filed().sheets].index("Duel A") + 1
    found = check_book(rewritten(written(GAME), tmp_path / "edited.xlsx", of_sheet(place, calculated)))
    assert [(one.cell, one.found) for one in found.strange] == [("I9", "=8+0*NOW()")]


@pytest.mark.slow
def test_sheets_say_which_tables_belong_to_the_pays_as_written() -> None:
    fixed = {sheet.name: sheet.fixed for sheet in book("resorts-world-sentosa").written.sheets if sheet.fixed}
    assert fixed == {
        "Progressive Jackpot A": ["By price and number of players"],
        "Strategy": [""],
        "Sensitivity": [""],
    }
