from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

import pytest

import combin as library
from combin.report.layout import width
from combin.rules.load import library_games
from tests import golden_files
from tests.command_line import Run, combin, program

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
    "jackpot with envy bonus": "jackpot resorts-world-sentosa --wager 5",
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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the files that examples name."""
    for name in ("rounds.jsonl", "variant.toml", "strategy.toml"):
        shutil.copy(golden_files.FOLDER / name, tmp_path)
    shutil.copy(golden_files.FOLDER / "variant.toml", tmp_path / "my-rules.toml")
    shutil.copy(golden_files.FOLDER / "strategy.toml", tmp_path / "my-strategy.toml")
    claims = Path(library.__file__).parent / "audit" / "claims" / "crown-melbourne.toml"
    text = claims.read_text(encoding="utf-8").replace('game = "crown-melbourne"', 'game = "king-high-double"')
    (tmp_path / "my-claims.toml").write_text(text, encoding="utf-8")
    good = (golden_files.FOLDER / "rounds.jsonl").read_text().splitlines()[0]
    (tmp_path / "good.jsonl").write_text(good)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answer(command: str, form: str = "table") -> Run:
    return combin(*shlex.split(command), "--format", form)


# -- what is shown -----------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    "letters",
    [
        "--ante-bonus B --pair-plus F",
        "--table ante_bonus=B --table pair_plus=F",
        "--table pair_plus=F --ante-bonus B",
    ],
)
def test_tables_are_picked_by_letter(letters: str) -> None:
    found = json.loads(answer(f"analyse crown-melbourne {letters}", "json").out)
    assert found["tables"] == {"ante_bonus": "B", "pair_plus": "F"}
    assert found["wagers"]["ante"]["house_edge"]["fraction"] == "3672957/101792600"
    assert found["wagers"]["pair_plus"]["house_edge"]["fraction"] == "149/5525"


@pytest.mark.parametrize(("digits", "edge"), [("0", "0"), ("3", "0.034"), ("10", "0.0337298094")])
def test_digits_are_those_asked_for(digits: str, edge: str) -> None:
    found = json.loads(answer(f"analyse uk-including-blind --digits {digits}", "json").out)
    assert found["wagers"]["ante"]["house_edge"]["decimal"] == edge


def test_a_reading_changes_the_figures() -> None:
    adopted = json.loads(answer("analyse uk-including-blind", "json").out)
    other = json.loads(
        answer("analyse uk-including-blind --reading 'prime_colour=either colour'", "json").out
    )
    assert adopted["wagers"]["ante"] == other["wagers"]["ante"]
    assert adopted["wagers"]["prime"] != other["wagers"]["prime"]


def test_cards_may_stand_in_one_argument_or_in_three() -> None:
    runs = [
        combin("hand", "crown-melbourne", *cards) for cards in (["Qs 6h 4d"], ["Qs", "6h", "4d"], ["Q♠6♥4♦"])
    ]
    assert runs[0].code == 0
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.parametrize(
    ("language", "entry"), [("", "pay_tables"), ("rules", "wager"), ("rounds", "hands"), ("claims", "claim")]
)
def test_schema_is_that_of_the_file_meant(language: str, entry: str) -> None:
    found = json.loads(combin("schema", *language.split()).out)
    assert found["$schema"].startswith("https://json-schema.org/")
    assert entry in found["properties"]


# -- exit codes --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [("good.jsonl", 0), ("good.jsonl --strict", 1), ("rounds.jsonl", 2), ("rounds.jsonl --strict", 2)],
)
def test_settle_exits_with_what_it_found(arguments: str, code: int) -> None:
    run = answer(f"settle crown-melbourne {arguments}")
    assert run.code == code
    assert "Paid wrongly" in run.out


@pytest.mark.usefixtures("folder")
def test_bad_records_are_named_by_line_and_the_others_settled() -> None:
    run = answer("settle crown-melbourne rounds.jsonl", "csv")
    complaints = run.err.splitlines()
    assert [line.partition(" line ")[2][0] for line in complaints] == ["3", "4"]
    assert all(line.startswith("combin: rounds.jsonl: line ") for line in complaints)
    assert {row["round"] for row in csv.DictReader(io.StringIO(run.out))} == {"1", "T7-2", "4", "5"}


BAD = {
    "unknown command": ("reckon", "No such command 'reckon'. See combin --help."),
    "unknown option": ("games --colour", "No such option: --colour. See combin games --help."),
    "no game": ("analyse", "Missing argument 'GAME'. See combin analyse --help."),
    "no file": ("settle crown-melbourne", "Missing argument 'FILE'. See combin settle --help."),
    "too many arguments": ("show crown-melbourne x", "Got unexpected extra argument"),
    "option without value": ("games --format", "Option '--format' requires an argument. See combin"),
    "unknown format": ("games -f xml", "Invalid value for '--format' / '-f': 'xml' is not one of 'table', "),
    "digits below 0": ("analyse crown-melbourne --digits=-1", "Invalid value for '--digits': '-1' is not a "),
    "too many digits": (
        "analyse crown-melbourne --digits 1001",
        "Invalid value for '--digits': '1001' is not",
    ),
    "digits no number": ("analyse crown-melbourne --digits x", "Invalid value for '--digits': 'x' is not a "),
    "unknown game": ("show crown", "crown: no such game; did you mean crown-melbourne? "),
    "missing rule file": ("show nowhere.toml", "nowhere.toml: No such file or directory"),
    "folder as rule file": ("show .", ".: Is a directory"),
    "rule file no TOML": ("show rounds.jsonl", "rounds.jsonl:1: not TOML: "),
    "rule file no text": ("show noise", "noise:2: not UTF-8 text: "),
    "rule file empty": ("show empty.toml", "empty.toml: "),
    "rule file wrong": ("show wrong.toml", "wrong.toml:3: dealer.qualifies: 'Z high': "),
    "unknown letter": (
        "analyse crown-melbourne --ante-bonus Z",
        "crown-melbourne has no ante_bonus table 'Z'",
    ),
    "wager named like a parameter": (
        "analyse crown-melbourne --table digits=A",
        "crown-melbourne has no pay table for 'digits'",
    ),
    "wager without table": (
        "analyse crown-melbourne --prime A",
        "crown-melbourne has no pay table for 'prime'",
    ),
    "table without letter": (
        "analyse crown-melbourne --table prime",
        "Invalid value for --table: 'prime' is not WAGER=LETTER. See combin analyse --help.",
    ),
    "table given twice": (
        "analyse crown-melbourne --table ante_bonus=A --ante-bonus B",
        "Invalid value for --table: 'ante_bonus' is given twice. See combin analyse --help.",
    ),
    "unknown reading": (
        "show crown-melbourne --reading x=y",
        r".*crown-melbourne\.toml:\d+: readings: no reading ",
    ),
    "unknown option of a reading": (
        "show crown-melbourne --reading straight=y",
        ".*straight.options: no option",
    ),
    "reading without option": (
        "show crown-melbourne --reading straight",
        "Invalid value for --reading: 'straight' is not NAME=OPTION. See combin show --help.",
    ),
    "unknown strategy": ("analyse crown-melbourne --strategy bold", "strategy: 'bold' is not a hand"),
    "empty strategy": ("analyse crown-melbourne --strategy ''", "strategy: '' is not a hand"),
    "strategy to compare": ("strategy crown-melbourne --compare bold", "strategy: 'bold' is not a hand"),
    "missing strategy file": (
        "analyse crown-melbourne --strategy no.toml",
        "no.toml: No such file or directory",
    ),
    "strategy file wrong": ("strategy crown-melbourne --compare bad.toml", "bad.toml: rule.1.suits: "),
    "two cards": ("hand crown-melbourne 'Qs 6h'", "'Qs 6h': 2 cards where 3 are needed"),
    "no cards": ("hand crown-melbourne ''", "'': 0 cards where 3 are needed"),
    "card twice": ("hand crown-melbourne 'Qs Qs 4d'", "'Qs Qs 4d': Qs stands twice"),
    "no card": ("hand crown-melbourne 'Qs 6h 4x'", "'Qs 6h 4x': 'x' in '4x' is not a suit of this deck"),
    "missing rounds": ("settle crown-melbourne no.jsonl", "no.jsonl: No such file or directory"),
    "folder as rounds": ("settle crown-melbourne .", ".: Is a directory"),
    "name with line breaks": ("show 'a\nb\x1b[31m'", r"a b\x1b[31m: no such game"),
    "unknown schema": (
        "schema hands",
        "Invalid value for 'LANGUAGE': 'hands' is not one of 'rules', 'rounds', ",
    ),
}


@pytest.mark.parametrize(("command", "complaint"), BAD.values(), ids=BAD)
def test_bad_input_is_told_in_one_line(command: str, complaint: str, folder: Path) -> None:
    (folder / "noise").write_bytes(bytes(range(256)))
    (folder / "empty.toml").touch()
    (folder / "wrong.toml").write_text('extends = "crown-melbourne"\n[dealer]\nqualifies = "Z high"\n')
    (folder / "bad.toml").write_text('[[rule]]\nhands = "pair"\nsuits = ["3 suits"]\ndecision = "play"\n')
    run = combin(*shlex.split(command))
    assert (run.code, run.out) == (2, "")
    assert run.err.count("\n") == 1
    assert run.err.endswith("\n")
    message = run.err.removeprefix("combin: ")
    assert message != run.err
    assert message.startswith(complaint) or re.match(complaint, message), message


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_told_in_one_line(folder: Path) -> None:
    (folder / "my-rules.toml").chmod(0)
    run = combin("show", "my-rules.toml")
    assert (run.code, run.err) == (2, "combin: my-rules.toml: Permission denied\n")


def test_an_interrupt_ends_with_130_and_no_traceback() -> None:
    with patch("combin.game.load", side_effect=KeyboardInterrupt):
        assert combin("show", "crown-melbourne") == Run(130, "", "")


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


@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize("command", ["", *subcommands()])
def test_help_stays_readable(command: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text, _, examples = combin(*command.split(), "--help").out.partition("\n  Example")
    assert max(map(len, text.splitlines())) <= min(columns, 100)
    assert "\b" not in text + examples
    assert examples.count("\n    combin ") == len(examples.splitlines()) - 1 > 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["", *subcommands()])
def test_the_examples_of_the_help_run(command: str) -> None:
    for example in re.findall(r"^    combin (.*)$", combin(*command.split(), "--help").out, re.MULTILINE):
        run = combin(*shlex.split(example.partition(" > ")[0]))
        assert run.code == 0 or "rounds.jsonl" in example
        assert run.out


# -- as a program ------------------------------------------------------------------------------------


def test_the_program_answers_as_main_does() -> None:
    assert program("analyse", "uk-including-blind") == combin("analyse", "uk-including-blind")


@pytest.mark.parametrize(
    ("line", "code", "complaint"),
    [
        ("show crown-melbourne | true", 0, ""),
        ("show crown-melbourne | head -1", 0, ""),
        ("settle crown-melbourne good.jsonl --strict | true", 1, ""),
        ("show crown-melbourne >&-", 2, "combin: standard output: Bad file descriptor\n"),
        ("show nowhere >&- 2>&-", 2, ""),
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
    plain = re.sub(r"\x1b\[[01]m", "", text)
    assert text.startswith("\x1b[1mThree Card Poker")
    assert "\x1b" not in plain
    assert max(map(width, plain.splitlines())) <= columns
    assert "686689/20358520" in plain  # numbers are never broken


@pytest.mark.parametrize("setting", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_terminal_that_wants_plain_text_gets_it(setting: dict[str, str]) -> None:
    text = on_a_terminal("games", 100, **setting)
    assert text == combin("games").out
