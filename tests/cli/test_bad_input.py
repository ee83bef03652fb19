from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.command_line import combin, typed

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
    "unknown verdict": (
        "audit crown-melbourne --only exact,difers",
        "Invalid value for --only: no verdict 'difers'; did you mean \"differs\"?",
    ),
    "missing rule file": ("show nowhere.toml", "nowhere.toml: No such file or directory"),
    "folder as rule file": ("show .", ".: Is a directory"),
    "rule file no TOML": ("show rounds.jsonl", "rounds.jsonl:1: not TOML: "),
    "rule file no text": ("show noise", "noise:2: not UTF-8 text: "),
    "rule file endless": ("show /dev/zero", "/dev/zero: more than 10 MB"),
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
    "dealer's card missing": ("hand hole-card 'Qs 6h 4d' --dealer ''", "'': 0 cards where 1 is needed"),
    "all games and one": ("audit all crown-melbourne", "Invalid value for GAME: 'all' stands alone"),
    "audit to a device": ("audit crown-melbourne -o /dev/stdout", "/dev/stdout: a report is a file "),
    "unknown source": ("published --source zzz", '"zzz": no source of figures has these words in it'),
    "chip of nothing": ("mix crown-melbourne --bet ante=1 --chip 0", "a chip of 0 is not above 0"),
    "card twice": ("hand crown-melbourne 'Qs Qs 4d'", "'Qs Qs 4d': Qs stands twice"),
    "no card": ("hand crown-melbourne 'Qs 6h 4x'", "'Qs 6h 4x': 'x' in '4x' is not a suit of this deck"),
    "missing rounds": ("settle crown-melbourne no.jsonl", "no.jsonl: No such file or directory"),
    "folder as rounds": ("settle crown-melbourne .", ".: Is a directory"),
    "name with line breaks": ("show 'a\nb\x1b[31m'", r"a b\x1b[31m: no such game"),
    "command misspelt": (
        "analyze crown-melbourne",
        "No such command 'analyze'. Did you mean 'analyse'? See combin --help.",
    ),
    "certificate over its rules": (
        "certify my-rules.toml -o my-rules.toml",
        "Invalid value for --output: my-",
    ),
    "certificate endless": ("verify /dev/zero", "/dev/zero: more than 100 MB, which no certificate has"),
    "threats in no folder": (
        "protect crown-melbourne -o nowhere/x.pdf",
        "nowhere/x.pdf: No such file or dir",
    ),
    "threats in a folder": ("protect crown-melbourne -o folder.pdf", "folder.pdf: Is a directory"),
    "threats of another ending": (
        "protect crown-melbourne -o x.docx",
        "Invalid value for --output: x.docx is none of .pdf, .html, .md.",
    ),
    "threats at no seat": ("protect crown-melbourne --seats 0", "Invalid value for '--seats': 0 is not in "),
    "goal without bankroll": (
        "session crown-melbourne --bet ante=10 --goal 50",
        "a goal of \\$50, but no bankroll",
    ),
    "rounds without end": (
        "simulate crown-melbourne --rounds 9999999999999",
        "Invalid value for '--rounds': ",
    ),
    "unknown schema": (
        "schema hands",
        "Invalid value for 'LANGUAGE': 'hands' is not one of 'rules', 'rounds', ",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("command", "complaint"), BAD.values(), ids=BAD)
def test_bad_input_is_told_in_one_line(command: str, complaint: str, folder: Path) -> None:
    (folder / "noise").write_bytes(bytes(range(256)))
    (folder / "empty.toml").touch()
    (folder / "folder.pdf").mkdir()
    (folder / "wrong.toml").write_text('extends = "crown-melbourne"\n[dealer]\nqualifies = "Z high"\n')
    (folder / "bad.toml").write_text('[[rule]]\nhands = "pair"\nsuits = ["3 suits"]\ndecision = "play"\n')
    run = typed(command)
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
