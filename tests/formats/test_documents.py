"""Documents and tables in Markdown and in HTML: the marks of their prose, and texts that stay texts."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.formats.documents import (
    Document,
    Heading,
    Item,
    Listing,
    Paragraph,
    block_markdown,
    bullets,
    document_html,
    escaped,
    markdown,
    markdown_text,
    notebook_html,
    spans,
)
from combin.formats.tables import Table
from tests.helpers.documents import Page


def test_prose_is_wrapped_without_starting_lists() -> None:
    words = "word " * 19 + "+ 90 - 80 10. # > = 5"
    for line in block_markdown(Paragraph(words)).splitlines()[1:]:
        assert line[0] not in "+-#>="


def test_lists_in_markdown() -> None:
    items = (Item("one", ("below", "more")), Item("two"))
    assert block_markdown(Listing(items)) == "- one\n    - below\n    - more\n- two\n"
    assert block_markdown(Listing(items[1:], first=9)) == "9. two\n"
    assert block_markdown(bullets(["word " * 30])).splitlines()[1].startswith("  word")
    numbered = block_markdown(Listing((Item("word " * 40),), first=10)).splitlines()
    assert numbered[0].startswith("10. word")
    assert numbered[1].startswith("    word")


def test_headings_in_markdown() -> None:
    assert block_markdown(Heading(3, "2.1 Outcomes")) == "### 2.1 Outcomes\n"


def test_what_would_be_taken_for_marks_is_escaped() -> None:
    assert escaped("10*R <b> `x` 3 < 4") == "10\\*R \\<b> \\`x\\` 3 < 4"


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1))
def test_escaped_text_is_one_plain_span(text: str) -> None:
    (span,) = spans(escaped(text))
    assert (span.text, span.style) == (text, "plain")


def test_marks_become_spans() -> None:
    found = [(one.style, one.text) for one in spans("**a\\*b** is `c*d`, **e")]
    assert found == [("strong", "a*b"), ("plain", " is "), ("code", "c*d"), ("plain", ", **e")]


def test_notes_of_tables_are_wrapped_in_markdown() -> None:
    table = Table("", ("Hand",), (("pair",),), "word " * 30)
    assert max(map(len, block_markdown(table).splitlines())) <= 100


def test_hands_stay_on_one_line_of_a_page() -> None:
    page = document_html(Document((Heading(1, "One"), Paragraph("Play 10-9-7 or J-10-8, not 2026-11-28."))))
    assert page.count('<span class="hand">') == 2


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


def test_words_of_a_document_are_text_in_html() -> None:
    odd = "<b> & \\*c\\*"
    items = Listing((Item(odd, (odd,)),), 3)
    found = Document(
        (
            Heading(1, "a < b"),
            Paragraph(f"**{odd}** and **fine**"),
            Heading(2, "One & all"),
            Heading(2, "One & all"),
            items,
            bullets([odd]),
            Table("<t>", ("<h>",), (("<c>",),), "<n>"),
        ),
        {"fine": "good"},
    )
    shown = Page(document_html(found))
    assert shown.open == []
    assert not shown.found("b")
    assert shown.text.count("<b> & *c*") == 4
    assert [one["id"] for one in shown.found("h2") if "id" in one] == ["one-all", "one-all-2"]
    assert shown.found("ol")[-1] == {"start": "3"}
    assert {"class": "good"} in shown.found("strong")
    for text in ("<t>", "<h>", "<c>", "<n>"):
        assert text in shown.text


def test_html_marks_sums_and_rows_that_go_on_and_breaks_long_addresses() -> None:
    sums = Table("Sums", ("Hand", ">Hands"), (("pair", "3"), ("", "4"), ("all", "7")), merged=1, sums=(2,))
    long = Table("Source", ("Where", "What"), (("wizardofodds.com/" * 8, "x" * 90),) * 3)
    shown = Page(document_html(Document((Heading(1, "Tables"), sums, long), {"3": "good"})))
    assert shown.open == []
    assert [one.get("class") for one in shown.found("tr")][:4] == [None, "more", None, "sum"]
    assert shown.found("strong") == [{"class": "good"}]
    assert len(shown.found("wbr")) == 3 * 8
    assert {one.get("class") for one in shown.found("td")} == {"k", "r", None}
