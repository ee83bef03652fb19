"""Whatever is changed in a workbook is named, but for its inputs and for what programs spell otherwise."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from combin.par.checking import FiledBook, FiledCell, FiledSheet, Place, _compare, check_book, read_file
from combin.par.workbook import InputCell, Sheet, WorkbookError
from tests.command_line import combin
from tests.par.books import book, written
from tests.par.workbook import edited, rewritten, without_values

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
        name: FiledSheet({place: replace(cell, formula="") for place, cell in sheet.cells.items()})
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
def test_a_changed_pay_where_nothing_is_calculated_is_one_change_and_nothing_wrong(tmp_path: Path) -> None:
    path = edited(written(GAME), "Duel A", {"I9": "41"}, tmp_path / "edited.xlsx")
    found = check_book(without_values(path, tmp_path / "emptied.xlsx"))
    assert (len(found.changes), found.stale, found.strange) == (1, 0, ())
    assert found.uncalculated > 400
    run = combin("check", str(tmp_path / "emptied.xlsx"))
    assert run.code == 0
    assert "Not calculated: " in run.out
    assert "These stay those of the pays as written: Strategy; Sensitivity" in run.out


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
