"""The file of a workbook: its cells, formulas, names and pages."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from datetime import date
from fractions import Fraction
from io import BytesIO
from math import isclose
from pathlib import Path
from unittest.mock import patch

import pytest

from combin import RulesError, load
from combin.par.book import Book
from combin.par.checking import _compare, read_file
from combin.par.outcomes import OutcomeRow, OutcomeTable, line_in_words
from combin.par.workbook import MOST_DIGITS, TABS, Cell, InputCell, Look, Sheet, heights, page_breaks, widths
from combin.rules.resolved import Rules
from tests.helpers import golden_files
from tests.helpers.command_line import Run, combin
from tests.helpers.variants import shipped, variant
from tests.par.books import GAMES, book, game, kept, write_book, written
from tests.par.books import written as written_file
from tests.par.workbook import Value, Workbook, without_values


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    again = Book.of(game("uk-including-blind"), {})
    write_book(again, tmp_path / "again.xlsx")
    assert (tmp_path / "again.xlsx").read_bytes() == written("uk-including-blind").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "day"),
    [("1 February 2027", date(2027, 2, 1)), ("2027-02-01", date(2027, 2, 1)), ("31 February 2027", None)],
)
def test_a_date_is_a_true_date(said: str, day: date | None, tmp_path: Path) -> None:
    load("twenty-one-plus-three", imprint={"date": said}).par().write(tmp_path / "dated.xlsx")
    sheets = read_file((tmp_path / "dated.xlsx").read_bytes()).sheets.values()
    labels = [(sheet, place) for sheet in sheets for place, one in sheet.cells.items() if one.value == "Date"]
    ((sheet, (row, column)),) = labels
    cell = sheet.cells[min(place for place in sheet.cells if place[0] == row and place[1] > column)]
    assert cell.value == (said if day is None else (day - date(1899, 12, 30)).days)
    assert (cell.shown == "d mmmm yyyy") == (day is not None)


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    with patch("os.sched_getaffinity", lambda _: {0, 1}, create=True):
        load("uk-including-blind").par().write(tmp_path / "again.xlsx", two_processes=True)
    assert (tmp_path / "again.xlsx").read_bytes() == written("uk-including-blind").read_bytes()


def part(name: str, file: str) -> str:
    with zipfile.ZipFile(written(name)) as archive:
        return archive.read(file).decode()


@pytest.mark.parametrize("name", GAMES)
def test_sheets_have_names_that_workbooks_allow(name: str) -> None:
    names = [sheet.name for sheet in book(name).written.sheets]
    assert len({one.casefold() for one in names}) == len(names)
    for one in names:
        assert 0 < len(one) <= 31
        assert not re.search(r"[\[\]:*?/\\]|^'|'$", one)


@pytest.mark.parametrize("name", GAMES)
def test_names_of_ranges_are_unique_and_lead_to_their_sheets(name: str) -> None:
    found = re.findall(r'<definedName name="([^"]+)"[^>]*>([^<]+)<', part(name, "xl/workbook.xml"))
    own = [text for text, _ in found if not text.startswith("_xlnm")]
    assert len({one.casefold() for one in own}) == len(own) >= 20
    assert all(re.fullmatch(r"[A-Za-z_]\w*", one) for one in own)


def test_colours_of_verdicts_are_on_verdicts_alone() -> None:
    sheets = book("crown").written.sheets
    number, checks = next((place, one) for place, one in enumerate(sheets, start=1) if one.name == "Checks")
    ranges = re.findall(
        r'<conditionalFormatting sqref="([^"]+)"', part("crown", f"xl/worksheets/sheet{number}.xml")
    )
    coloured = {place for one in ranges for place in places(one)}
    verdicts = {
        checks.at(*place).replace("$", "")
        for place, cell in checks.cells.items()
        if cell.kind is Look.VERDICT
    }
    assert coloured == verdicts


def places(reference: str) -> list[str]:
    """Return the cells of a part of a column."""
    first, last = (reference.split(":") * 2)[:2]
    column = first.rstrip("0123456789")
    return [f"{column}{row}" for row in range(int(first[len(column) :]), int(last[len(column) :]) + 1)]


def test_every_page_is_set_up_for_printing_and_no_macro_is_in_it() -> None:
    with zipfile.ZipFile(written("crown")) as archive:
        names = archive.namelist()
        assert not any("vba" in one or one.endswith(".bin") for one in names)
        sheets = [archive.read(one).decode() for one in names if one.startswith("xl/worksheets/sheet")]
    assert len(sheets) == len(book("crown").written.sheets)
    for sheet in sheets:
        assert '<pageSetUpPr fitToPage="1"/>' in sheet
        assert 'fitToHeight="0"' in sheet
        assert 'state="frozen"' in sheet
        assert all(int(rows) <= 6 for rows in re.findall(r'ySplit="(\d+)"', sheet))
        assert "<sheetProtection sheet=" in sheet
        assert "password" not in sheet
    areas = part("crown", "xl/workbook.xml").count("_xlnm.Print_Area")
    assert areas == len(sheets)


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_fits_its_column(name: str) -> None:
    for sheet in book(name).written.sheets:
        size = widths(sheet)
        for (_, column), cell in sheet.cells.items():
            if not isinstance(cell.value, str):
                assert len(cell.shown) < size[column], (sheet.name, cell)
        assert all(height > 15 for height in heights(sheet, size).values())


def test_counts_of_more_digits_than_a_spreadsheet_keeps_stand_as_text_too() -> None:
    sheet, total = Sheet("Many"), 10 * MOST_DIGITS
    table = OutcomeTable(sheet, 0, total, {"returned": ("Pays, for 1", Look.FREE), "net": ("Net", Look.FREE)})
    for name, count in (("one", 1), ("other", total - 1)):
        table.outcomes.append(OutcomeRow(name, "", count, Fraction(0), {"returned": 0, "net": 0}))
    sheet.names["mean"] = "$A$1"
    table.write()
    column = table.places["digits"]
    assert [sheet.cells[row, column].value for row in (1, 2, 3)] == [
        "1",
        "9,999,999,999,999,999",
        "10,000,000,000,000,000",
    ]


@pytest.mark.slow
def test_a_text_that_fits_no_cell_is_refused(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "golden" / "variant.toml").read_text()
    rules = variant(text + f'[limits]\nrule = "{"x" * 40_000}"\n')
    long = Book.of(rules, {})
    with pytest.raises(RulesError, match="a text of more than 32,767 characters fits no cell"):
        write_book(long, tmp_path / "long.xlsx")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_an_interrupted_workbook_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "game.xlsx"
    with patch("xlsxwriter.Workbook.close", side_effect=KeyboardInterrupt):
        assert combin("par", "uk-including-blind", "-o", str(path)) == Run(130, "", "combin: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_command_writes_the_sheets_that_are_chosen(tmp_path: Path) -> None:
    path = tmp_path / "game.xlsx"
    arguments = ("--table", "pair_plus=A,F", "--table", "jackpot=2", "--table", "ante_bonus=B")
    run = combin("par", "crown-melbourne", "-o", str(path), *arguments)
    assert run == Run(0, f"{path}: 4 wager sheets; after a change, ask: combin check {path}\n", "")
    names = list(Workbook.read(path).values)
    assert names[:5] == ["Summary", "Ante & Play B", "Pair Plus A", "Pair Plus F", "Jackpot 2"]
    assert names[5:] == ["Strategy", "Limits", "Sensitivity", "Payouts", "Inputs", "Checks", "Rules"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--table", "pair_plus=Z"), "crown-melbourne has no pair_plus table 'Z'; it has A, B, C, D, E, F"),
        (("--table", "pair_plus=A,"), "crown-melbourne has no pair_plus table ''; it has A, B, C, D, E, F"),
        (("--table", "jackpot=3"), "crown-melbourne has no jackpot table '3'; it has 1, 2"),
        (("--table", "play=A"), "crown-melbourne has no pay table for 'play'; it has them for ante_bonus, "),
        (("-o", "game.xls"), "game.xls: a PAR sheet ends in .xlsx, .pdf, .html, .md"),
        (("-o", "nowhere/game.xlsx"), "nowhere/game.xlsx: No such file or directory"),
        (("--strategy", "bold"), "strategy: "),
    ],
)
def test_what_cannot_be_written_is_told_in_one_line(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = combin("par", "crown-melbourne", *arguments)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"combin: {complaint}")
    assert run.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_another_strategy_is_followed_and_set_beside_the_best(tmp_path: Path) -> None:
    path = tmp_path / "game.xlsx"
    found = load("uk-including-blind").par(strategy="always play")
    found.write(path)
    edge = load("uk-including-blind").analyse(strategy="always play").wagers["ante"].house_edge
    assert found.written.wagers[0][1] == edge
    assert combin("check", str(path)).code == 0
    strategies = [
        value for value in Workbook.read(path).values["Strategy"].values() if isinstance(value, str)
    ]
    assert "always play" in strategies
    assert "Play Q-6-4 or better, fold the rest." in strategies


ROYAL = "A-K-Q straight flush"
DEFINED = {
    (
        "crown-melbourne",
        "pair_plus",
        "straight",
    ): "three ranks in sequence, not of one suit; A-2-3 ranks lowest",
    ("crown-melbourne", "jackpot", "flush"): "five cards of one suit, not in sequence",
    ("resorts-world-sentosa", "jackpot", ROYAL): f"{ROYAL}; not those paid as {ROYAL} of spades",
    ("uk-including-blind", "prime", "player of one colour"): (
        "the player's cards of one colour; not those paid as both of the same colour"
    ),
}


@pytest.mark.parametrize(("game", "wager", "line"), DEFINED)
def test_lines_are_defined_precisely(game: str, wager: str, line: str) -> None:
    rules: Rules = shipped(game)
    table = next(iter(rules.tables[wager].values()))
    hands = next(one.hands for one in table.lines if one.text == line)
    assert line_in_words(rules, table, hands) == DEFINED[game, wager, line]


def shown(name: str) -> str:
    """Return a workbook as text, a row in a line: values and formulas, without rules and hashes."""
    found, lines = Workbook.read(written(name)), []
    for sheet, values in found.values.items():
        if sheet == "Rules":
            continue
        lines.append(f"== {sheet}")
        rows: dict[int, list[str]] = {}
        for place, value in values.items():
            text = (
                f"{value:.10g}"
                if isinstance(value, float)
                else re.sub("[0-9a-f]{64}", "(SHA-256)", str(value))
            )
            formula = found.formulas[sheet].get(place)
            cell = f"{place} {text}" + (f"  ={formula}" if formula else "")
            rows.setdefault(int(re.sub("[A-Z]", "", place)), []).append(cell)
        lines += map(" | ".join, rows.values())
    return "\n".join(lines) + "\n"


def test_all_cells_of_a_workbook() -> None:
    golden_files.compare("par-uk.txt", shown("uk-including-blind"))


def close(one: Value | object, other: Value | object) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other or not (one or other)
    assert isinstance(one, float)
    assert isinstance(other, float)
    return isclose(one, other, rel_tol=1e-10, abs_tol=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_formula_comes_to_the_exact_value_beside_it(name: str) -> None:
    found = kept(name)
    for sheet, places in found.recalculated().items():
        for place, value in places.items():
            formula = found.formulas[sheet][place]
            assert close(value, found.values[sheet].get(place)), (sheet, place, formula)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(4)
def test_formulas_follow_other_values_of_every_input(name: str, tmp_path: Path) -> None:
    other = others(name)
    path = tmp_path / "changed.xlsx"
    write_book(book(name), path, other)
    before, after = kept(name), Workbook.read(path)
    assert before.formulas == after.formulas
    for sheet, places in after.recalculated().items():
        for place, value in places.items():
            formula = after.formulas[sheet][place]
            assert close(value, after.values[sheet].get(place)), (sheet, place, formula)
    changed = after.values["Inputs"]
    assert [value for place, value in changed.items() if place.startswith("F")].count("changed") == len(other)


def others(name: str) -> dict[tuple[str, ...], Fraction]:
    """Return other values of all inputs of a workbook."""
    entries = [
        cell.entry for sheet in book(name).written.sheets for cell in sheet.cells.values() if cell.entry
    ]
    return {entry.place: another(entry, number) for number, entry in enumerate(entries)}


def another(entry: InputCell, number: int) -> Fraction:
    """Return another value that an input may have."""
    if entry.kind in ("share", "level"):
        return entry.written / 2 if entry.written else Fraction(1, 3)
    if entry.kind == "net":
        return Fraction(1, 2) if entry.written == 0 else Fraction(0)
    return entry.written + Fraction(number % 5 + 1, 2)


def exact(cell: Cell) -> float | str:
    return cell.value if isinstance(cell.value, str) else float(cell.value)


@pytest.mark.parametrize("name", GAMES)
def test_what_stands_in_the_file_is_what_the_sheets_say(name: str) -> None:
    found = kept(name)
    assert list(found.values) == [sheet.name for sheet in book(name).written.sheets]
    for sheet in book(name).written.sheets:
        for (row, column), cell in sheet.cells.items():
            place = sheet.at(row, column).replace("$", "")
            value = found.values[sheet.name].get(place, "")
            expected = exact(cell)
            assert value == (expected if isinstance(expected, str) else pytest.approx(expected, rel=1e-15))
            assert found.formulas[sheet.name].get(place, "") == cell.formula


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_comes_to_the_exact_values(tmp_path: Path) -> None:
    inputs = {"crown": {}, "other words": others("other words"), "many": {}}
    emptied = []
    for name, now in inputs.items():
        write_book(book(name), tmp_path / "now.xlsx", now)
        emptied.append(without_values(tmp_path / "now.xlsx", tmp_path / f"{name}.xlsx"))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    out = tmp_path / "out"
    subprocess.run(
        ["soffice", "--headless", profile, "--convert-to", "xlsx", "--outdir", str(out), *map(str, emptied)],
        check=True,
        capture_output=True,
    )
    for name, now in inputs.items():
        recalculated = read_file((out / f"{name}.xlsx").read_bytes())
        compared = 0
        for sheet in book(name).built(now).sheets:
            for (row, column), cell in sheet.cells.items():
                if cell.formula:
                    value = recalculated.sheets[sheet.name].value(row, column)
                    assert close(value, exact(cell)), (sheet.name, sheet.at(row, column), cell.formula)
                    compared += 1
        assert compared > 200
        write_book(book(name), tmp_path / "now.xlsx", now)
        written, belongs = (
            read_file(path.read_bytes()) for path in (written_file(name), tmp_path / "now.xlsx")
        )
        assert _compare(recalculated, written, belongs) == (0, 0, ())


def test_a_page_begins_before_a_table_that_it_would_split() -> None:
    sheet = Sheet("pages")
    for top, rows in ((0, 3), (5, 4), (11, 30)):
        sheet.put(top, 0, Cell("table", Look.BLOCK))
        sheet.put(top + 1, 0, Cell("heading", Look.HEADING))
        for row in range(top + 2, top + rows):
            sheet.put(row, 0, Cell("cell", Look.LABEL))
    assert page_breaks(sheet, {}, 15.0 * 60) == []
    assert page_breaks(sheet, {}, 15.0 * 8) == [5, 11, 19, 27, 35]  # the last fits on no page
    assert page_breaks(sheet, {7: 60.0}, 15.0 * 12) == [5, 11, 23, 35]
    sheet.heading = 12
    assert page_breaks(sheet, {}, 15.0 * 8) == [5, 11, 18, 25, 32, 39]


def test_inputs_have_prompts_and_tabs_colours_by_what_sheets_are_about() -> None:
    made = book("crown")
    with zipfile.ZipFile(BytesIO(made.file(made.written))) as file:
        texts = {name: file.read(name).decode() for name in file.namelist() if "worksheets/sheet" in name}
    prompts = [text.count("<dataValidation ") for text in texts.values()]
    inputs = [sum(cell.entry is not None for cell in sheet.cells.values()) for sheet in made.written.sheets]
    assert sorted(prompts) == sorted(inputs)
    pair_plus = next(
        text for text in texts.values() if "Pair Plus A: flush. As written: 4. A pay is 0 or more." in text
    )
    colours = {sheet.part for sheet in made.written.sheets}
    assert colours == TABS.keys()
    assert f'<tabColor rgb="FF{TABS["wager"][1:]}"/>' in pair_plus
    assert all(text.count('fitToHeight="0"') == 1 for text in texts.values())
