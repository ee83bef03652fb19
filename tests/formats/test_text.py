"""Text for a terminal: widths, lines, colours, and tables whose numbers are never broken."""

from __future__ import annotations

import io
from collections import Counter
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.formats.tables import EXACT, PERCENT, SIGNED, Column, Role, Table
from combin.formats.text import (
    FOUR_COLOUR,
    NARROWEST,
    one_line,
    paint_suits,
    painter,
    table_text,
    width,
    wrap,
)
from tests.helpers.texts import entries

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


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(
        st.lists(st.tuples(st.sampled_from(["", ">"]), CELLS).map("".join), min_size=1, max_size=6)
    )
    rows = draw(st.lists(st.tuples(*[CELLS] * len(columns)), max_size=5))
    return Table(draw(CELLS), tuple(columns), tuple(rows), draw(CELLS), draw(st.integers(0, len(columns))))


@pytest.mark.slow
@given(tables(), st.integers(NARROWEST, 120))
def test_no_line_is_longer_than_asked_for(table: Table, limit: int) -> None:
    for line in table_text(table, limit):
        assert width(line) <= limit
        assert line == line.rstrip()
        assert line.isprintable()


@pytest.mark.slow
@given(tables(), st.integers(NARROWEST, 120))
def test_no_character_is_lost(table: Table, limit: int) -> None:
    held = Counter("".join(table.title + table.note + "".join(map("".join, table.merged_cells))))
    shown = Counter("".join(table_text(table, limit)))
    assert all(shown[char] >= number for char, number in held.items() if char != " ")


TABLE = Table(
    "Edges",
    ("Wager", ">House edge", ">Element of risk", "Rule"),
    (("Ante & Play", "3.3730%", "2.0147%", "10.2"), ("Pair Plus", "2.6968%", "2.6968%", "10.2 Table 9")),
    "Per initial wager.",
)

RULES = Table(
    "",
    ("Rule", "What it says"),
    (("10.2 Table 9", "the higher hand wins, and equal hands are a stand-off"), ("5.9.4", "short")),
)
PLACES = Table("", ("Place", "Says"), (("decision.blind.play_in_advance", "40"), ("deck", "straight flush")))

WIDE = Table(
    "Wagers",
    ("Figure", *(f">Bet {number}" for number in range(1, 10))),
    (("edge", *["3.3730%"] * 8, "12.9389%"), ("risk", *["2.0147%"] * 9), ("hit", *["44.9127%"] * 9)),
    "Per initial wager.",
)
SHOWN = entries(Path(__file__).with_name("tables.txt"))


@pytest.mark.parametrize("title", SHOWN)
def test_a_table_in_as_many_columns(title: str) -> None:
    (table, limit), lines = title.split(" in "), SHOWN[title].split("\n")
    assert (
        table_text(
            {"edges": TABLE, "rules": RULES, "places": PLACES, "wagers": WIDE}[table],
            int(limit.split(":")[0]),
        )
        == lines
    )


def test_repeated_cells_are_blank_in_a_table_and_whole_in_blocks() -> None:
    table = Table("", ("Game", "Wager"), (("crown", "Ante"), ("crown", "Play"), ("rws", "Play")), merged=1)
    assert table_text(table, 40)[2:] == ["crown  Ante", "       Play", "rws    Play"]
    assert (
        "".join(table_text(Table("", ("Game", ">Wager"), (("g", "1" * 30),) * 2, merged=1), 20)).count("Game")
        == 2
    )


def marked(text: str, role: Role) -> str:
    return f"<{role} {text}>" if text else ""


def test_titles_headings_and_cells_are_painted_as_their_roles() -> None:
    columns: tuple[Column[object], ...] = (Column("Hand"), Column("Net", SIGNED), Column("Exactly", EXACT))
    rows = (
        ("Q♠ 6♥ 4♦", Fraction(1), Fraction(1, 3)),
        ("10♣", Fraction(-2), Fraction(0)),
        ("total", None, "-"),
    )
    assert table_text(Table("Nets", columns, rows, "Of one unit.", sums=(2,)), 100, marked) == [
        "<heading Nets>",
        "<heading Hand>      <heading Net>  <heading Exactly>",
        "<muted --------  ---  ------->",
        "<♠ Q♠> <♥ 6♥> <♦ 4♦>   <gain +1>      <muted 1/3>",
        "<♣ 10♣>        <loss -2>        <muted 0>",
        "<heading total>                <heading ->",
        "<muted Of one unit.>",
    ]
    assert sum(line.count("<heading ") for line in table_text(TABLE, 30, marked)) == 9


def test_shares_have_bars_where_they_are_painted_and_there_is_room() -> None:
    shares = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 400))
    table = Table.of(
        "", shares, [Column("Share", PERCENT, lambda share: share, bar=True)], total={"Share": Fraction(1)}
    )
    bars = [line.partition("<bar ")[2] for line in table_text(table, 40, marked)[2:]]
    assert bars == ["████████████████████>", "██████████>", "▏>", ""]
    assert not any("bar" in line for line in (*table_text(table, 16, marked), *table_text(table, 40)))


def test_columns_that_can_be_spared_go_before_rows_become_blocks() -> None:
    columns: tuple[Column[object], ...] = (
        Column("Wager"),
        Column("Edge", PERCENT),
        Column("Exact edge", EXACT),
        Column("Hit", PERCENT, spare=2),
    )
    table = Table("", columns, (("Ante", Fraction(1, 30), Fraction(686689, 20358520), Fraction(1, 2)),))
    assert len(table_text(table, 48)) == 3
    assert table_text(table, 40)[2:] == [
        "Ante   3.3333%  50.0000%",
        "Not shown in so little room: Exact edge.",
    ]
    assert table_text(table, 22)[2:] == ["Ante   3.3333%", "Not shown in so little", "room: Exact edge, Hit."]
    assert table_text(table, 13)[0].split() == ["Wager", "Ante"]


def test_a_table_without_rows_or_headings() -> None:
    assert table_text(Table("", ("A", ">B"), ()), 20) == ["A  B", "-  -"]
    assert table_text(Table("", ("", ""), (("a", "b"),)), 20) == ["-  -", "a  b"]


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


def test_the_name_of_a_file_that_exists_is_a_link(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    paint, file = painter(), tmp_path / "two words.pdf"
    assert paint is not None
    assert "]8;" not in paint(str(file), "file")
    file.touch()
    assert f";file://{tmp_path}/two%20words.pdf\x1b\\" in paint(str(file), "file")
