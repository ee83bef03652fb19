from __future__ import annotations

from html.parser import HTMLParser

import pytest

from combin.formats.documents import markdown, markdown_text, notebook_html
from combin.formats.tables import Table

TABLE = Table(
    "Edges | all",
    ("Wager", ">House edge"),
    (("Ante & Play", "3.3730%"), ("Pair Plus", "2.6968%"), ("Pair Plus", "<none>")),
    "Per initial wager.",
    merged=1,
)


def test_markdown_reads_well_as_text_too() -> None:
    assert markdown(TABLE) == (
        "### Edges \\| all\n"
        "\n"
        "| Wager       | House edge |\n"
        "| ----------- | ---------: |\n"
        "| Ante & Play |    3.3730% |\n"
        "| Pair Plus   |    2.6968% |\n"
        "|             |    \\<none> |\n"
        "\n"
        "Per initial wager.\n"
    )


def test_markdown_without_title_and_note_is_the_table_alone() -> None:
    assert markdown(Table("", ("A", ">"), (("皇", "1"),))) == "| A   |     |\n| --- | --: |\n| 皇  |   1 |\n"


def test_markdown_headings_have_the_level_asked_for() -> None:
    assert markdown(TABLE, level=2).startswith("## Edges")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a|b", r"a\|b"),
        ("2*3*4", r"2\*3\*4"),
        ("<b>", r"\<b>"),
        ("`x`", r"\`x\`"),
        ("a\\b", r"a\\b"),
        ("a\nb", "a b"),
    ],
)
def test_markdown_obeys_nothing_in_a_cell(text: str, written: str) -> None:
    assert markdown_text(text) == written


def test_html_holds_every_cell_and_escapes_it() -> None:
    cells: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            cells.append(data)

    Reader().feed(notebook_html(TABLE))
    assert cells == [
        "Edges | all",
        "Wager",
        "House edge",
        "Ante & Play",
        "3.3730%",
        "Pair Plus",
        "2.6968%",
        "<none>",
        "Per initial wager.",
    ]
    assert "&lt;none&gt;" in notebook_html(TABLE)
    assert notebook_html(TABLE).count('style="text-align:right"') == 4


@pytest.mark.parametrize(
    ("merged", "rows"),
    [
        (0, (("a", "b", "c"), ("a", "b", "d"), ("a", "e", "e"))),
        (1, (("a", "b", "c"), ("", "b", "d"), ("", "e", "e"))),
        (2, (("a", "b", "c"), ("", "", "d"), ("", "e", "e"))),
    ],
)
def test_repetitions_are_left_blank_only_in_merged_columns(
    merged: int, rows: tuple[tuple[str, ...], ...]
) -> None:
    table = Table("", ("1", "2", "3"), (("a", "b", "c"), ("a", "b", "d"), ("a", "e", "e")), merged=merged)
    assert table.merged_cells == rows


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    table = Table("T", ("Hand", ">Blank", ">None", "Rule"), (("pair", "", "0", ""), ("flush", "", "0", "x")))
    assert table.without_blanks().headings == ("Hand", "Rule")
    assert table.without_blanks().cells == (("pair", ""), ("flush", "x"))


def test_a_repetition_under_another_first_cell_is_printed() -> None:
    assert Table("", ("1", "2"), (("a", "x"), ("b", "x")), merged=2).merged_cells == (("a", "x"), ("b", "x"))
