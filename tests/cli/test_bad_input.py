"""Bad input is told in one line; bad_input.txt has what is typed, and what is told of it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from combin.rules.load import LIBRARY
from tests.helpers.command_line import combin, typed

TEXT = Path(__file__).with_name("bad_input.txt").read_text(encoding="utf-8")
BAD = dict(re.findall(r"(?m)^\$ combin (.*)\n(.*)$", TEXT))
BAD |= {"show 'a\nb\x1b[31m'": r"combin: a b\x1b[31m: no such game..."}
CHINESE = """
extends = "uk-including-blind"
id = "chinese"
title = "对子加扑克"
[wager.pair_plus]
name = "对子加"
"""


def test_every_input_of_the_file_is_read() -> None:
    assert len(BAD) - 1 == TEXT.count("\n$ ")


@pytest.mark.slow
@pytest.mark.parametrize(("command", "complaint"), BAD.items(), ids=BAD)
def test_bad_input_is_told_in_one_line_and_leaves_no_file(command: str, complaint: str, folder: Path) -> None:
    (folder / "noise").write_bytes(bytes(range(256)))
    (folder / "empty.toml").touch()
    (folder / "folder.pdf").mkdir()
    (folder / "wrong.toml").write_text('extends = "crown-melbourne"\n[dealer]\nqualifies = "Z high"\n')
    (folder / "bad.toml").write_text('[[rule]]\nhands = "pair"\nsuits = ["3 suits"]\ndecision = "play"\n')
    (folder / "chinese.toml").write_text(CHINESE, encoding="utf-8")
    there = {*folder.iterdir()}
    run = typed(command)
    assert (run.code, run.out, run.err[-1:]) == (2, "", "\n")
    (told,) = re.sub(rf"{re.escape(str(LIBRARY))}(/\S*toml):\d+", r"library\1", run.err).splitlines()
    begins = complaint.removesuffix("...")
    assert {*folder.iterdir()} == there
    assert told == complaint or (begins != complaint and told.startswith(begins))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_told_in_one_line(folder: Path) -> None:
    (folder / "my-rules.toml").chmod(0)
    run = combin("show", "my-rules.toml")
    assert (run.code, run.err) == (2, "combin: my-rules.toml: Permission denied\n")
