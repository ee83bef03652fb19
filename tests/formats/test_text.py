from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.formats.text import one_line, width, wrap

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)
CELLS = st.lists(WORDS.filter(bool), max_size=6).map(" ".join)


@given(CELLS, st.integers(4, 40), st.sampled_from(["", "  "]))
def test_wrapped_lines_hold_every_word_in_order(text: str, limit: int, hanging: str) -> None:
    lines = wrap(text, limit, hanging)
    assert all(width(line) <= limit for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_lines_break_between_words_and_hang() -> None:
    text = "round void, jackpot wagers kept for the next round"
    assert wrap(text, 22, "  ") == ["round void, jackpot", "  wagers kept for the", "  next round"]


def test_a_word_longer_than_the_line_is_broken() -> None:
    assert wrap("a 1234567890 b", 6) == ["a", "123456", "7890 b"]
    assert wrap("1漢字", 4, "  ") == ["1漢", "  字"]


@pytest.mark.parametrize("char", ["x", "é", "漢"])
def test_a_word_of_a_hundred_thousand_letters_is_broken_in_no_time(char: str) -> None:
    begin = process_time()
    lines = wrap(char * 100_000, 50, "  ")
    assert process_time() - begin < 5  # it took minutes while every line was measured anew, letter by letter
    assert "".join(line.removeprefix("  ") for line in lines) == char * 100_000


def test_what_fits_is_left_alone() -> None:
    assert wrap("two  blanks", 20) == ["two  blanks"]


@pytest.mark.parametrize(
    ("text", "columns"), [("Ante", 4), ("Q♠", 2), ("皇家", 4), ("e\u0301", 1), ("\u2660\ufe0e", 1), ("", 0)]
)
def test_width_is_that_of_a_terminal(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "line"),
    [("a\nb", "a b"), ("a\tb\r\n", "a b"), ("a\x1b[2Jb", "a [2Jb"), ("a\u202eb", "a b"), ("Q♠", "Q♠")],
)
def test_one_line_has_nothing_that_a_terminal_obeys(text: str, line: str) -> None:
    assert one_line(text) == line
