"""Documents as blocks: the marks of their prose, and how they read in Markdown."""

from __future__ import annotations

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
    spans,
)
from combin.formats.tables import Table


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
