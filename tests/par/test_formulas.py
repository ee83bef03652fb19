from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from math import isclose
from pathlib import Path

import pytest

from combin.par.checking import _compare, read_file
from combin.par.workbook import Cell, InputCell
from tests.par.books import GAMES, book, kept, write_book
from tests.par.books import written as written_file
from tests.par.workbook import Value, Workbook, without_values


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
