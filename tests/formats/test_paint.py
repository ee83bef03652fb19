from __future__ import annotations

import io
from pathlib import Path

import pytest

from combin.formats.text import FOUR_COLOUR, paint_suits, painter


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", FOUR_COLOUR):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_terminal_is_painted_and_a_pipe_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert painter() is None
    monkeypatch.setattr("sys.stdout", Terminal())
    paint = painter()
    assert paint is not None
    assert paint("2.5%", "bad") == "\x1b[1;31m2.5%\x1b[0m"
    assert paint("", "bad") == ""


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_who_wants_no_colours_gets_none(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv(name, value)
    assert painter() is None


def test_a_pipe_is_painted_where_colours_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert painter() is not None
    monkeypatch.setenv("NO_COLOR", "")  # as if it were not set, as no-color.org has it
    assert painter() is not None
    monkeypatch.setenv("NO_COLOR", "1")
    assert painter() is None


def test_two_or_four_colours_of_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    text = "10♠ A♥ against 2♦ K♣"
    two = painter()
    monkeypatch.setenv(FOUR_COLOUR, "1")
    four = painter()
    assert two is not None
    assert four is not None
    assert paint_suits(text, two) == "10♠ \x1b[31mA♥\x1b[0m against \x1b[31m2♦\x1b[0m K♣"
    assert paint_suits(text, four) == "10♠ \x1b[31mA♥\x1b[0m against \x1b[34m2♦\x1b[0m \x1b[32mK♣\x1b[0m"


def test_the_name_of_a_file_that_is_there_is_a_link_to_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    paint, file = painter(), tmp_path / "two words.pdf"
    assert paint is not None
    assert "]8;" not in paint(str(file), "file")
    file.touch()
    assert f";file://{tmp_path}/two%20words.pdf\x1b\\" in paint(str(file), "file")
