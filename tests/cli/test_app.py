from __future__ import annotations

import csv
import io
import os
import re
from unittest.mock import patch

import pytest

import combin as library
from combin.rules.load import library_games
from tests.helpers.command_line import Run, answer, combin, program, typed

# -- exit codes --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [("good.jsonl", 0), ("good.jsonl --strict", 1), ("rounds.jsonl", 2), ("rounds.jsonl --strict", 2)],
)
def test_settle_exits_with_what_it_found(arguments: str, code: int) -> None:
    run = answer(f"settle crown-melbourne {arguments}")
    assert run.code == code
    assert "Wrong payments" in run.out


@pytest.mark.usefixtures("folder")
def test_bad_records_are_named_by_line_and_the_others_settled() -> None:
    run = answer("settle crown-melbourne rounds.jsonl", "csv")
    complaints = run.err.splitlines()
    assert [line.partition(" line ")[2][0] for line in complaints] == ["3", "4"]
    assert all(line.startswith("combin: rounds.jsonl: line ") for line in complaints)
    assert {row["round"] for row in csv.DictReader(io.StringIO(run.out))} == {"1", "T7-2", "4", "5"}


def test_an_interrupt_ends_with_130_and_no_traceback() -> None:
    with patch("combin.game.load", side_effect=KeyboardInterrupt):
        assert combin("show", "crown-melbourne") == Run(130, "", "combin: interrupted\n")


# -- help --------------------------------------------------------------------------------------------


def subcommands() -> list[str]:
    listing = combin("--help").out.partition("Commands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\w+) ", listing, re.MULTILINE)


def test_without_arguments_the_help_is_shown() -> None:
    assert combin() == combin("--help") == combin("-h")
    assert combin().code == 0


def test_version() -> None:
    assert combin("--version") == Run(0, f"combin {library.__version__}\n", "")


def test_every_command_is_listed_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert {"games", "show", "analyse", "strategy", "hand", "settle", "schema"} <= set(subcommands())
    assert "..." not in combin("--help").out.partition("Commands:")[2]


@pytest.mark.slow
@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize("command", ["", *subcommands()])
def test_help_stays_readable(command: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text, _, examples = combin(*command.split(), "--help").out.partition("\n  Example")
    assert max(map(len, text.splitlines())) <= min(columns, 100)
    assert "\b" not in text + examples
    assert examples.count("\n    combin ") == len(examples.splitlines()) - 1 > 0


ELSEWHERE = {"serve", "site"}
"""Commands that need a network or never end: tests/site and tests/site_browser are about them."""

LONG = {
    **{name: f"combin.game.Game.{name}" for name in ("audit", "certify", "collusion", "monitor", "par")},
    **{name: f"combin.game.Game.{name}" for name in ("protect", "removal", "submit", "table", "tournament")},
    "verify": "combin.game.verify",
    "published": "combin.figures.judged.published",
}
"""Questions that take seconds, and that tests of their own ask, with what answers them."""


def examples(command: str) -> list[str]:
    return re.findall(r"^    combin (.*?)(?: > .*)?$", combin(*command.split(), "--help").out, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "command", ["", *(name for name in subcommands() if name not in {*ELSEWHERE, *LONG})]
)
def test_the_examples_of_the_help_run(command: str) -> None:
    for example in examples(command):
        run = typed(example)
        assert run.code == 0 or "rounds.jsonl" in example
        assert run.out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", sorted(LONG))
def test_the_examples_of_the_help_come_as_far_as_asking(command: str) -> None:
    for example in (each for each in examples(command) if each.split()[0] == command):
        with patch(LONG[command], side_effect=KeyboardInterrupt) as asked:
            assert typed(example).code == 130
        asked.assert_called_once()


# -- as a program ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_program_answers_as_main_does() -> None:
    assert program("analyse", "uk-including-blind") == combin("analyse", "uk-including-blind")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("combin show cr", ["crown-melbourne"]),
        ("combin analyse ", list(library_games())),
        ("combin sc", ["schema"]),
        ("combin analyse crown-melbourne --pair", ["--pair-plus"]),
        ("combin games --format ", ["table", "json", "csv", "md"]),
    ],
)
def test_shell_completion(typed: str, offered: list[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" ")), "_COMBIN_COMPLETE": "complete_bash"}
    with patch.dict(os.environ, words):
        run = combin()
    assert (run.code, run.err) == (0, "")
    assert run.out.split() == offered


def test_shell_completion_can_be_shown() -> None:
    with patch("shellingham.detect_shell", return_value=("bash", "/bin/bash")):
        assert "complete_bash" in combin("--show-completion").out
