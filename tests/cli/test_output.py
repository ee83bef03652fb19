from __future__ import annotations

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
from tests.helpers.command_line import answer, combin, program


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code", "complaint"),
    [
        ("show crown-melbourne | head -1", 0, ""),
        ("settle crown-melbourne good.jsonl --strict | true", 1, ""),
        ("show crown-melbourne >&-", 2, "combin: standard output: Bad file descriptor\n"),
        ("show nowhere >&- 2>&-", 2, ""),
        ("show crown-melbourne > /dev/full", 2, "combin: standard output: No space left on device\n"),
    ],
)
def test_a_reader_who_leaves_and_a_full_output(line: str, code: int, complaint: str, folder: Path) -> None:
    script = f"set -o pipefail; {shlex.quote(sys.executable)} -m combin {line}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, cwd=folder)
    assert (done.returncode, done.stderr) == (code, complaint)


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, 100])
def test_a_terminal_gets_its_width_and_bold_headings(columns: int) -> None:
    text = on_a_terminal("analyse crown-melbourne", columns)
    plain = re.sub(r"\x1b\[\d+m", "", text)
    assert text.startswith("\x1b[1mThree Card Poker")
    assert "\x1b" not in plain
    assert max(map(width, plain.splitlines())) <= columns
    assert "3.3730%" in plain  # numbers are never broken
    assert ("686689/20358520" in plain) is ("Not shown in so little room" not in plain)


@pytest.mark.slow
@pytest.mark.parametrize("setting", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_terminal_that_wants_plain_text_gets_it(setting: dict[str, str]) -> None:
    text = on_a_terminal("games", 100, **setting)
    assert text == combin("games").out
