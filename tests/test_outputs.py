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
from tests import golden_files
from tests.command_line import answer, typed

SUFFIXES = {"table": "txt", "json": "json", "csv": "csv", "md": "md"}

QUESTIONS = {
    "games": ("games", "table csv"),
    "show-crown": ("show crown-melbourne", "table"),
    "show-rws": ("show resorts-world-sentosa", "table csv"),
    "show-uk": ("show uk-including-blind", "md"),
    "analyse-crown": ("analyse crown-melbourne", "table"),
    "analyse-uk": ("analyse uk-including-blind", "table csv"),
    "analyse-rws-always": ("analyse resorts-world-sentosa --strategy 'always play'", "table"),
    "analyse-variant": ("analyse variant.toml --ante-bonus C --pair-plus A", "table"),
    "strategy-crown": ("strategy crown-melbourne", "table csv"),
    "strategy-compared": (
        "strategy crown-melbourne --ante-bonus B --compare strategy.toml --compare 'any queen'",
        "table",
    ),
    "strategy-variant": ("strategy variant.toml", "table"),
    "hand-crown": ("hand crown-melbourne 'Qs 6h 4d'", "table json csv"),
    "hand-uk": ("hand uk-including-blind 'Ks 9s 4c'", "table"),
    "hand-variant": ("hand variant.toml 'As Ah 4c' --ante-bonus C", "table"),
    "jackpot-crown": ("jackpot crown-melbourne", "table"),
    "jackpot-crown-now": (
        "jackpot crown-melbourne --option 2 --seed 20000 --meter 250000 --stake 2.50 --seats 5",
        "table csv",
    ),
    "jackpot-rws": ("jackpot resorts-world-sentosa --stake 5 --seats 7 --meter 20000", "table csv"),
    "jackpot-settle": (
        "jackpot settle --meter 123456.70 --seed 50000 --royals 1 --straight-flushes 1",
        "table json csv",
    ),
    "strategy-joint": ("strategy crown-melbourne --option 2 --jackpot 1 --ante 5", "table csv md"),
    "frequencies": ("frequencies 6", "table csv"),
    "frequencies-jokers": ("frequencies 3 --decks 2 --jokers 1 --check", "table"),
    "check-variant": ("check variant.toml", "table csv"),
    "diff-variant": ("diff crown-melbourne variant.toml", "table"),
    "sensitivity-crown": ("sensitivity crown-melbourne --ante-bonus B --pair-plus F", "table csv"),
    "sweep-crown": (
        "sweep crown-melbourne --set decision.play=1,2,[1,2] --set dealer.qualifies=J,Q,K",
        "table csv",
    ),
    "formula-uk": ("formula uk-including-blind", "table md"),
    "formula-fold": ("formula uk-including-blind pair_plus --reading 'fold=lost with the Ante'", "table csv"),
    "mix-crown": (
        "mix crown-melbourne --bet ante=10 --bet pair_plus=5 --bet jackpot=1 --option 2 --meter 25000",
        "table csv",
    ),
    "games-mix": ("mix ultimate-three-card-poker --bet ante=10 --strategy 'always play'", "table"),
    "simulate-crown": (
        "simulate crown-melbourne --rounds 100000 --seed 7 --pair-plus F --table jackpot=2",
        "table csv",
    ),
    "design-crown": (
        "design crown-melbourne --edge 2%..3% --pays flush=3..5 --hit 25% --sort round --limit 5",
        "table csv",
    ),
    "design-jackpot": (
        "design crown-melbourne --wager jackpot --option 2 --edge 10% --seed 10000..50000:20000",
        "table csv",
    ),
    "published-mistakes": ("published --game three-card-poker --verdict differs", "table csv md"),
    "games-strategy": ("strategy hole-card --compare 'any queen'", "table"),
    "games-strategy-multiples": ("strategy ultimate-three-card-poker", "table"),
    "games-hand": ("hand face-up-three-card-poker 'Jc 8h 2d' --dealer Js", "table json csv"),
    "games-analyse": ("analyse teen-patti-20-20", "table"),
    "games-analyse-money": (
        "analyse three-card-poker --ante-bonus 1 --pair-plus M1 --table six_card_bonus=1-D",
        "table",
    ),
    "games-show": ("show ultimate-three-card-poker", "table"),
    "games-check": ("check deck.toml", "table"),
    "mix-limits": ("mix three-card-poker --bet ante=5 --ante-bonus 6 --chip 5 --max-payout 50", "table"),
    "settle-crown": ("settle crown-melbourne rounds.jsonl", "table csv"),
    "monitor-crown": ("monitor crown-melbourne live-tables.csv --against pair_plus=D", "table csv"),
    "session-crown": (
        "session crown-melbourne --bet ante=10 --bankroll 200 --goal 400 --rebate 10%",
        "table",
    ),
    "table-crown": ("table crown-melbourne --bet pair_plus=1 --seats 7 --comp 30%", "table"),
    "audit": ("audit crown-melbourne", ""),
    "check-several": ("check variant.toml uk-including-blind", ""),
    "diff-uk": ("diff crown-melbourne uk-including-blind", ""),
    "sweep-sides": (
        "sweep crown-melbourne --set decision.play=1,[1,2] --set pay_tables.pair_plus.A.flush=3..4,7/2",
        "",
    ),
}
"""Commands by the names of their golden files, and the formats in which these are kept."""


@cache
def asked(command: str) -> dict[str, str]:
    """Return what a command says in each format; run once, its view is laid out in the other formats."""
    with chdir(golden_files.FOLDER), patch.object(View, "text", autospec=True, side_effect=View.text) as text:
        found = {"table": answer(command).out}
        for form in ("json", "csv", "md"):
            if command.startswith("settle"):  # which writes as it reads
                found[form] = answer(command, form).out
            else:
                found[form] = text.call_args.args[0].text(Format(form))
    return found


every_question = pytest.mark.parametrize(
    "command", [command for command, _ in QUESTIONS.values()], ids=QUESTIONS
)


# -- kept whole --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "form"), [(name, form) for name, (_, forms) in QUESTIONS.items() for form in forms.split()]
)
def test_output_is_the_golden_one(name: str, form: str) -> None:
    golden_files.compare(f"{name}.{SUFFIXES[form]}", asked(QUESTIONS[name][0])[form])


def test_formulas_in_latex_are_the_golden_ones() -> None:
    run = typed("formula crown-melbourne --table jackpot=2 --latex")
    golden_files.compare("formula-latex.txt", run.out)


def test_every_golden_file_is_compared_with_something() -> None:
    others = {"deck.toml", "live-tables.csv", "rounds.jsonl", "strategy.toml", "variant.toml"} | {
        "json-keys.txt",
        "formula-latex.txt",
    }
    made = {f"{name}.{SUFFIXES[form]}" for name, (_, forms) in QUESTIONS.items() for form in forms.split()}
    elsewhere = ("par-", "print-")  # the documents, compared by tests of their own
    names = {path.name for path in golden_files.FOLDER.iterdir() if not path.name.startswith(elsewhere)}
    assert names == others | made


# -- of any question ---------------------------------------------------------------------------------


@pytest.mark.slow
@every_question
def test_tables_fit_100_columns_without_colour(command: str) -> None:
    out = asked(command)["table"]
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
"""
"""A telling question of each command; `combin show` answers with what `combin schema` describes."""


@pytest.mark.slow
def test_json_has_the_keys_that_programs_rely_on() -> None:
    parts = []
    for name in OUTLINED.split():
        command = QUESTIONS[name][0]
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
