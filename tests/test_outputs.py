"""What questions answer, in every format: some of it compared whole, and what holds for all of it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import chdir
from fractions import Fraction
from functools import cache
from unittest.mock import patch

import pytest

from combin.formats import Format
from combin.formats.text import width
from combin.formats.view import View
from tests.helpers import golden_files
from tests.helpers.command_line import answer, typed

ROWS = [
    re.split(" {2,}", line)
    for line in (golden_files.FOLDER / "commands.txt").read_text(encoding="utf-8").splitlines()[2:]
]
QUESTIONS = {name: command for name, _, command in ROWS}
"""Commands by the names of their golden files."""

GOLDEN = [(name, ending) for name, endings, _ in ROWS for ending in endings.split() if ending != "-"]


@cache
def asked(command: str) -> dict[str, str]:
    """Return what a command says in each format; run once, its view is laid out in the other formats."""
    with chdir(golden_files.FOLDER), patch.object(View, "text", autospec=True, side_effect=View.text) as text:
        found = {"txt": answer(command).out}
        for form in ("json", "csv", "md"):
            if command.startswith("settle"):  # which writes as it reads
                found[form] = answer(command, form).out
            else:
                found[form] = text.call_args.args[0].text(Format(form))
    return found


every_question = pytest.mark.parametrize("command", QUESTIONS.values(), ids=QUESTIONS)


# -- kept whole --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ending"), GOLDEN)
def test_output_is_the_golden_one(name: str, ending: str) -> None:
    golden_files.compare(f"{name}.{ending}", asked(QUESTIONS[name])[ending])


def test_formulas_in_latex_are_the_golden_ones() -> None:
    run = typed("formula crown-melbourne --table jackpot=2 --latex")
    golden_files.compare("formula-latex.txt", run.out)


def test_every_golden_file_is_compared_with_something() -> None:
    others = {"deck.toml", "live-tables.csv", "rounds.jsonl", "strategy.toml", "variant.toml"}
    others |= {"commands.txt", "json-keys.txt", "formula-latex.txt"}
    made = {f"{name}.{ending}" for name, ending in GOLDEN}
    elsewhere = ("par-", "print-")  # the documents, compared by tests of their own
    names = {path.name for path in golden_files.FOLDER.iterdir() if not path.name.startswith(elsewhere)}
    assert names == others | made


# -- of any question ---------------------------------------------------------------------------------


@pytest.mark.slow
@every_question
def test_tables_fit_100_columns_without_colour(command: str) -> None:
    out = asked(command)["txt"]
    assert "\x1b" not in out
    for line in out.splitlines():
        assert width(line) <= 100
        assert line == line.rstrip()
    assert out.endswith("\n")
    assert not out.endswith("\n\n")


@pytest.mark.slow
@every_question
def test_csv_has_one_header_and_rows_of_its_length(command: str) -> None:
    header, *rows = csv.reader(io.StringIO(asked(command)["csv"]))
    assert len(set(header)) == len(header)
    assert rows
    assert {len(row) for row in rows} == {len(header)}
    for name, *column in zip(header, *rows, strict=True):
        if name.endswith(("_numerator", "_denominator", "total", "count", "hands")):
            assert all(re.fullmatch("-?[0-9]+", cell) or not cell for cell in column)


@pytest.mark.slow
@every_question
def test_json_says_what_csv_says_with_decimals_that_agree(command: str) -> None:
    """Every exact value of CSV stands in JSON, and every decimal is that of the fraction beside it."""
    out = asked(command)
    values = {*_values(json.loads(out["json"]))}
    for row in csv.DictReader(io.StringIO(out["csv"])):
        exact = {
            name: Fraction(int(row[f"{name}_numerator"]), int(row[f"{name}_denominator"]))
            for name in row
            if row.get(f"{name}_numerator")
        }
        for name, value in exact.items():
            # Beside the loss by a wrong decision, CSV has the edge with this loss.
            assert value in values or value - exact["change"] in values
            _agree(value, row[name])


def _values(found: object) -> Iterator[Fraction]:
    """Go through the numbers of JSON, and hold that the decimals are those of the fractions."""
    match found:
        case {"fraction": str(fraction), "decimal": str(decimal), **others}:
            assert not others
            _agree(Fraction(fraction), decimal)
            yield Fraction(fraction)
        case dict():
            for part in found.values():
                yield from _values(part)
        case list():
            for part in found:
                yield from _values(part)
        case int():
            yield Fraction(found)
        case str() if re.fullmatch(r"-?[0-9]+([/.][0-9]+)?", found):
            yield Fraction(found)


def _agree(value: Fraction, shown: str) -> None:
    unit = Fraction(1, 100) if shown.endswith("%") else 1  # the audit keeps the unit of the document
    digits = shown.removesuffix("%")
    half = unit * Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
    assert abs(value - Fraction(digits) * unit) <= half


@pytest.mark.slow
@every_question
def test_markdown_tables_are_well_formed(command: str) -> None:
    lines = asked(command)["md"].splitlines()
    assert lines[0].startswith("## ")
    for number, line in enumerate(lines):
        if line.startswith("| ") and not lines[number - 1].startswith("| "):
            assert not lines[number - 1]
            assert re.fullmatch(r"\|( -+:? \|)+", lines[number + 1])
            length = number + next(
                i for i, row in enumerate([*lines[number:], ""]) if not row.startswith("| ")
            )
            bars = {len(re.findall(r"(?<!\\)\|", row)) for row in lines[number:length]}
            assert len(bars) == 1


# -- the keys of JSON --------------------------------------------------------------------------------

OUTLINED = """
    games analyse-uk strategy-compared hand-crown settle-crown jackpot-crown-now jackpot-settle frequencies
    check-variant diff-variant sensitivity-crown sweep-crown formula-fold mix-limits simulate-crown
    design-crown published-mistakes audit monitor-crown session-crown table-crown
    tournament tournament-played tournament-chances tournament-last-hand tournament-secret
"""
"""A telling question of each command; `combin show` answers with what `combin schema` describes."""


@pytest.mark.slow
def test_json_has_the_keys_that_programs_rely_on() -> None:
    parts = []
    for name in OUTLINED.split():
        command = QUESTIONS[name]
        lines = outline(json.loads(asked(command)["json"]))
        parts.append("\n".join([command, *(f"  {place}: {keys}" for place, keys in lines.items())]) + "\n")
    golden_files.compare("json-keys.txt", "\n".join(parts))


def outline(found: object, place: str = "answer") -> dict[str, str]:
    """Return the keys of each object in JSON by its place; `*` is any name, `[]` any part of a list.

    Numbers are no objects but marked: `=` a fraction and its decimal, `~` a decimal alone or with its bounds.
    """
    lines: dict[str, str] = {}
    if isinstance(found, list):
        for part in found:
            _add(lines, outline(part, f"{place}[]"))
    elif isinstance(found, dict) and not _mark(found):
        alike = {tuple(one) if isinstance(one, dict) and not _mark(one) else None for one in found.values()}
        if len(found) > 1 and len(alike) == 1 and None not in alike:
            for one in found.values():
                _add(lines, outline(one, f"{place}.*"))
        else:
            lines[place] = " ".join(f"{key}{_mark(one)}" for key, one in found.items())
            for key, one in found.items():
                _add(lines, outline(one, f"{place}.{key}"))
    return lines


def _mark(found: object) -> str:
    keys = {*found} if isinstance(found, dict) else set()
    if keys == {"fraction", "decimal"}:
        return "="
    return "~" if keys in ({"decimal"}, {"decimal", "at_least", "at_most"}) else ""


def _add(lines: dict[str, str], more: dict[str, str]) -> None:
    """Add places with their keys, and keys to places that are there."""
    for place, keys in more.items():
        known = lines.get(place, "").split()
        lines[place] = " ".join([*known, *(key for key in keys.split() if key not in known)])
