from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import combin as library
from combin.formats.text import width
from tests.command_line import answer, combin, program

COMMANDS = {
    "games": "games",
    "show": "show crown-melbourne",
    "analyse": "analyse resorts-world-sentosa",
    "analyse all": "analyse crown-melbourne",
    "strategy": "strategy crown-melbourne --compare 'always play'",
    "hand": "hand uk-including-blind 'Ks 9s 4c'",
    "settle": "settle crown-melbourne rounds.jsonl",
    "audit": "audit crown-melbourne",
    "jackpot": "jackpot crown-melbourne",
    "jackpot with envy bonus": "jackpot resorts-world-sentosa --stake 5",
    "jackpot shared": "jackpot settle --meter 123456.70 --seed 50000 --royals 1 --straight-flushes 1",
    "strategy with jackpot": "strategy crown-melbourne --option 2 --jackpot 1 --ante 10",
    "frequencies": "frequencies 5",
    "check": "check my-rules.toml",
    "check of several": "check my-rules.toml uk-including-blind",
    "diff": "diff crown-melbourne uk-including-blind",
    "diff of a variant": "diff crown-melbourne my-rules.toml",
    "sensitivity": "sensitivity resorts-world-sentosa",
    "formula": "formula uk-including-blind",
    "mix": "mix uk-including-blind --bet ante=1 --bet pair_plus=1",
    "design": "design crown-melbourne --wager pair_plus --edge 2%..3%",
    "sweep": "sweep crown-melbourne --set decision.play=1,[1,2] --set pay_tables.pair_plus.A.flush=3..4,7/2",
}
FORMATS = ("table", "json", "csv", "md")


# -- in every format ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_tables_fit_100_columns_without_colour(command: str) -> None:
    out = answer(command).out
    assert "\x1b" not in out
    for line in out.splitlines():
        assert width(line) <= 100
        assert line == line.rstrip()
    assert out.endswith("\n")
    assert not out.endswith("\n\n")


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_json_is_json_whose_fractions_and_decimals_agree(command: str) -> None:
    def visit(found: object) -> None:
        if isinstance(found, dict) and found.keys() == {"fraction", "decimal"}:
            shown = found["decimal"]
            unit = Fraction(1, 100) if shown.endswith("%") else 1  # the audit keeps the unit of the document
            value = Fraction(shown.removesuffix("%")) * unit
            half = unit * Fraction(1, 2 * 10 ** len(shown.removesuffix("%").partition(".")[2]))
            assert abs(Fraction(found["fraction"]) - value) <= half
        elif isinstance(found, dict | list):
            for part in found.values() if isinstance(found, dict) else found:
                visit(part)

    found = json.loads(answer(command, "json").out)
    assert found
    visit(found)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_csv_has_one_header_and_rows_of_its_length(command: str) -> None:
    header, *rows = csv.reader(io.StringIO(answer(command, "csv").out))
    assert len(set(header)) == len(header)
    assert rows
    assert {len(row) for row in rows} == {len(header)}
    for name, *column in zip(header, *rows, strict=True):
        if name.endswith(("_numerator", "_denominator", "total", "count", "hands")):
            assert all(re.fullmatch("-?[0-9]+", cell) or not cell for cell in column)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_markdown_tables_are_well_formed(command: str) -> None:
    lines = answer(command, "md").out.splitlines()
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


def test_json_of_analyse_has_the_keys_that_programs_rely_on() -> None:
    found = json.loads(answer("analyse uk-including-blind", "json").out)
    assert found["game"] == "uk-including-blind"
    assert found["tables"] == {"ante_bonus": "A", "pair_plus": "A", "prime": "A"}
    assert list(found["wagers"]) == ["ante", "pair_plus", "prime"]
    assert found["strategy"]["statement"] == "Play Q-6-4 or better, fold the rest."
    assert found["strategy"]["hands_played"] == 14900
    exact = library.load("uk-including-blind").analyse().wagers
    for name, wager in found["wagers"].items():
        outcomes = [(Fraction(one["net"]), one["count"]) for one in wager["outcomes"]]
        assert outcomes == sorted(outcomes)
        assert sum(count for _, count in outcomes) == wager["total"] == exact[name].total
        loss = -sum(net * count for net, count in outcomes) / wager["total"]
        assert Fraction(wager["house_edge"]["fraction"]) == loss == exact[name].house_edge
        for figure in ("element_of_risk", "average_wager", "hit_frequency", "variance"):
            assert Fraction(wager[figure]["fraction"]) == getattr(exact[name], figure)
        assert wager["standard_deviation"] == {"decimal": exact[name].standard_deviation(10)}
    assert found["wagers"]["ante"]["total"] == 407_170_400
    assert {"net": "-2", "count": 91_126_832} in found["wagers"]["ante"]["outcomes"]


def test_json_of_analyse_is_a_list_of_every_choice_of_tables() -> None:
    found = json.loads(answer("analyse crown-melbourne", "json").out)
    assert [(one["tables"]["ante_bonus"], one["tables"]["pair_plus"]) for one in found] == [
        (bonus, pair_plus) for bonus in "ABC" for pair_plus in "ABCDEF"
    ]


# -- to any reader -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "complaint"),
    [
        ("show crown-melbourne | true", 0, ""),
        ("show crown-melbourne | head -1", 0, ""),
        ("settle crown-melbourne good.jsonl --strict | true", 1, ""),
        ("show crown-melbourne >&-", 2, "combin: standard output: Bad file descriptor\n"),
        ("show nowhere >&- 2>&-", 2, ""),
        ("show nowhere 2> /dev/full", 2, ""),
        ("show crown-melbourne > /dev/full", 2, "combin: standard output: No space left on device\n"),
    ],
)
def test_a_reader_who_goes_away_and_a_closed_or_full_output(
    line: str, code: int, complaint: str, folder: Path
) -> None:
    script = f"set -o pipefail; {shlex.quote(sys.executable)} -m combin {line}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, cwd=folder)
    assert (done.returncode, done.stderr) == (code, complaint)


def test_an_output_without_suit_signs_shows_question_marks() -> None:
    run = program(
        "hand", "crown-melbourne", "Qs 6h 4d", environment=os.environ | {"PYTHONIOENCODING": "ascii"}
    )
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("Q? 6? 4? in ")


# -- on a terminal -----------------------------------------------------------------------------------


def on_a_terminal(command: str, columns: int, **environment: str) -> str:
    """Return what a terminal of some width is sent."""
    ours, theirs = pty.openpty()
    settings = {"COLUMNS": str(columns), "TERM": "xterm", **environment}
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    with subprocess.Popen(
        [sys.executable, "-m", "combin", *shlex.split(command)], stdout=theirs, env=kept | settings
    ) as running:
        os.close(theirs)
        sent = b""
        try:
            while part := os.read(ours, 65536):
                sent += part
        except OSError:  # how Linux tells that the other end is closed
            pass
        running.wait()
    os.close(ours)
    assert running.returncode == 0
    return sent.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [40, 60, 100, 160])
def test_a_terminal_gets_its_width_and_bold_headings(columns: int) -> None:
    text = on_a_terminal("analyse crown-melbourne", columns)
    plain = re.sub(r"\x1b\[\d+m", "", text)
    assert text.startswith("\x1b[1mThree Card Poker")
    assert "\x1b" not in plain
    assert max(map(width, plain.splitlines())) <= columns
    assert "686689/20358520" in plain  # numbers are never broken


@pytest.mark.parametrize("setting", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_terminal_that_wants_plain_text_gets_it(setting: dict[str, str]) -> None:
    text = on_a_terminal("games", 100, **setting)
    assert text == combin("games").out
