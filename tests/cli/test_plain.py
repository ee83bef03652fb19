"""Command lines that are read without typer: as typer reads them, or not at all."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from combin.cli.app import COMMANDS, function, program
from combin.cli.options import Question
from tests.helpers.command_line import combin

QUESTIONS: dict[str, type[Question]] = {name: function(home) for name, home in COMMANDS.items() if home}
EXAMPLES = [
    shlex.split(example.partition(">")[0])[1:] for of in QUESTIONS.values() for example in of.examples
]


class Silent:
    """In place of a question: it does nothing."""

    def run(self) -> None:
        return None


def by_typer(name: str, words: list[str]) -> Mapping[str, Any] | None:
    """Return what typer reads, None if it refuses or shows help."""
    read: list[Mapping[str, Any]] = []

    def noted(written: Mapping[str, Any]) -> Silent:
        read.append(written)
        return Silent()

    with patch.object(QUESTIONS[name], "given", noted):
        try:
            program(name)([name, *words], prog_name="combin", standalone_mode=False)
        except typer.TyperException:
            return None
    return read[0] if read else None


@pytest.mark.parametrize("example", EXAMPLES, ids=" ".join)
def test_examples_are_read_as_typer_reads_them(example: list[str]) -> None:
    name, *words = example
    if name in QUESTIONS:
        read = by_typer(name, words)
        assert read is not None
        usual = "--no-open" not in words and not any(isinstance(value, Path) for value in read.values())
        assert QUESTIONS[name].plain(words) == (read if usual else None)


WORDS = [
    "5",
    "0",
    "9",
    "x",
    "-1",
    "-",
    "--",
    "a=b",
    "json",
    "xml",
    "9999999999",
    "Qs6h4d",
    "crown-melbourne",
    "no-such.pdf",
    "--no-such",
    "--help",
    "-h",
    "--strict",
    "--check",
    "--check=1",
    "--digits",
    "--digits=3",
    "--format",
    "--format=json",
    "-f",
    "-fjson",
    "-f=json",
    "--hand",
    "--hand=pair",
    "--seats=2",
    "--decks=9",
    "--dec",
    "--reading",
    "--table=pair_plus=A",
    "--bet=ante=10",
    "--bet",
    "--output",
    "-o",
    "--crop-marks",
    "--paper=A4",
    "--language=fr",
]
COMMAND = st.sampled_from(["frequencies", "hand", "mix", "audit", "strategy", "formula", "serve"])


@given(name=COMMAND, words=st.lists(st.sampled_from([*WORDS, "", "As Kd"]), max_size=6))
def test_whatever_is_typed_is_read_as_typer_reads_it_or_left_to_it(name: str, words: list[str]) -> None:
    found = QUESTIONS[name].plain(words)
    assert found is None or found == by_typer(name, words)


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "",
        "5 --digits=-1",
        "5 6",
        "5 -f=json",
        "5 --hand",
        "5 --format xml",
        "5 --no-such",
        "--cards 5",
        "x",
        "5 --decks 9",
    ],
)
def test_what_is_wrong_or_asks_for_help_is_left_to_typer(line: str) -> None:
    assert QUESTIONS["frequencies"].plain(shlex.split(line)) is None


def test_a_file_is_left_to_typer() -> None:
    assert QUESTIONS["settle"].plain(["crown-melbourne", "rounds.jsonl"]) is None


@pytest.mark.parametrize(
    ("options", "why"),
    [(["--deck", "crown-melbourne", "--ranks", "A K"], "--ranks"), (["--digits", "x"], "'--digits'")],
)
def test_options_that_are_refused_are_complained_of_as_by_typer(options: list[str], why: str) -> None:
    own = combin("frequencies", "5", *options)
    assert (own.code, own.out) == (2, "")
    assert own.err.startswith(f"combin: Invalid value for {why}: ")
    with patch.object(QUESTIONS["frequencies"], "plain", return_value=None):
        assert combin("frequencies", "5", *options) == own


def test_an_answer_needs_no_typer() -> None:
    code = (
        "import sys; from combin.cli import main; sys.argv = ['combin', 'frequencies', '5']\n"
        "try: main()\nexcept SystemExit: print('typer' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
