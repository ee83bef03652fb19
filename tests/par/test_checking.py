from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
import xlsxwriter

from combin import load
from combin.par import checking
from combin.par.book import Book
from combin.par.checking import CheckedBook, check_book
from combin.par.workbook import CellValue, Sheet, WorkbookError
from tests.command_line import Run, combin
from tests.par.books import GAMES, book, game, write_book, written
from tests.par.workbook import Workbook, edited, without_values
from tests.variants import analysed, variant


@pytest.fixture(autouse=True)
def worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all workbooks of this module that hold the same game, edited or not, be worked out once."""
    monkeypatch.setattr(checking, "_book", book_of)


read_book = checking._book
BOOKS: dict[str, Book] = {}


def book_of(rows: list[list[object]]) -> Book:
    key = repr(rows)
    if key not in BOOKS:
        BOOKS[key] = read_book(rows)
    return BOOKS[key]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name != "crown"])  # which is changed below
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
    assert "at its seed of £10,000" in str(jackpot.cells[2, 0].value)


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
def test_a_workbook_that_is_recalculated_after_a_change_holds_what_belongs_there(
    name: str, tmp_path: Path
) -> None:
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
    assert change.entry.label == "Jackpot 1: what the meter shows"
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
def test_an_input_that_cannot_be_is_refused_in_one_line(
    changes: dict[str, str], complaint: str, tmp_path: Path
) -> None:
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
def test_a_workbook_that_nothing_has_recalculated_says_so(tmp_path: Path) -> None:
    path = without_values(written("other words"), tmp_path / "emptied.xlsx")
    found = check_book(path)
    assert found.strange == ()
    assert found.uncalculated > 100
    run = combin("check", str(path))
    assert run.out.count("Not calculated") == 1
    assert f"Not calculated: {found.uncalculated:,} cells of {found.cells:,} hold a formula" in run.out


@pytest.mark.slow
def test_a_changed_count_is_found_where_nothing_is_calculated(tmp_path: Path) -> None:
    path = edited(written("other words"), "Duel A", {"C9": "10761"}, tmp_path / "edited.xlsx")
    found = check_book(without_values(path, tmp_path / "emptied.xlsx"))
    assert [(one.sheet, one.cell, one.found) for one in found.strange] == [("Duel A", "C9", "10761.0")]
    assert found.uncalculated > 100


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
    assert f"The best strategy stays the same: {best}" in " ".join(run.out.split())
    (found,) = json.loads(combin("check", str(path), "--format", "json").out)
    assert found["changes"][0]["now"]["fraction"] == "40"
    header, *rows = combin("check", str(path), str(path), "--format", "csv").out.splitlines()
    assert header.startswith("file,game,sheet,written_numerator")
    assert len(rows) == 6
    rules = tmp_path / "rules.toml"
    shutil.copy(Path(__file__).parents[1] / "golden" / "variant.toml", rules)
    assert "one after the other" in combin("check", str(path), str(rules)).err
