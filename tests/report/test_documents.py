"""Reports as HTML and as PDF: the whole content, headings in order, alt texts, nothing from elsewhere."""

from __future__ import annotations

import io
import re
from functools import cache

import pytest
from pypdf import PdfReader

from combin.audit.judge import audit
from combin.audit.load import audited_games
from combin.audit.report import report
from combin.formats.documents import Document, Heading, Item, Listing, Paragraph, bullets, document_html
from combin.formats.tables import Table
from combin.formats.typesetter import document_data, typeset
from tests.audit.documents import audit_of
from tests.audit.documents import report_of as document
from tests.documents import Page, closed, hashes, labels, words
from tests.pages import last_fill


@cache
def page(game: str) -> Page:
    return Page(document_html(document(game)))


@pytest.mark.slow
@pytest.mark.parametrize("game", audited_games())
def test_the_html_has_all_that_the_report_says(game: str) -> None:
    shown = page(game)
    assert shown.open == []
    text = closed(shown.text)
    for one in words(document(game)):
        assert closed(one) in text, one


@pytest.mark.slow
@pytest.mark.parametrize("game", audited_games())
def test_the_html_needs_nothing_from_elsewhere(game: str) -> None:
    shown = page(game)
    assert {"link", "img", "iframe"}.isdisjoint(tag for tag, _ in shown.elements)
    assert [names for tag, names in shown.elements if tag == "script"] == [{}]  # its own, in the page
    text = document_html(document(game))
    assert not re.search(r"url\(|@import|src=", text)
    for _, attributes in shown.elements:
        for name in ("href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")


@pytest.mark.slow
@pytest.mark.parametrize("game", audited_games())
def test_the_html_can_be_found_ones_way_in(game: str) -> None:
    shown = page(game)
    names = [attributes["id"] for _, attributes in shown.elements if "id" in attributes]
    assert len(names) == len(set(names))
    links = [(one["href"] or "")[1:] for one in shown.found("a")]
    headings = [
        attributes["id"] for tag, attributes in shown.elements if tag in ("h2", "h3") and "id" in attributes
    ]
    assert links == headings
    assert len(shown.found("h1")) == 1
    for plot in shown.found("svg"):
        assert plot["role"] == "img"
        for name in (plot["aria-labelledby"] or "").split():
            assert name in names
    assert all(one["scope"] == "col" for one in shown.found("th"))


@pytest.mark.slow
def test_the_same_report_gives_the_same_bytes() -> None:
    assert document_html(report(audit("uk-including-blind"))) == document_html(document("uk-including-blind"))


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


@pytest.mark.slow
@pytest.mark.parametrize("game", ["resorts-world-sentosa", "uk-including-blind"])  # Crown's is twice as long
def test_the_pdf_is_tagged_numbered_and_whole(game: str) -> None:
    (pdf,) = typeset("report", document_data(document(game)), "pdf")
    assert last_fill(pdf) > 1 / 3
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == document(game).title
    assert "'/Marked': True" in str(reader.root_object["/MarkInfo"])
    lined = [one.extract_text() for one in reader.pages]
    pages = [*map(closed, lined)]
    for number, text in enumerate(pages, start=1):
        assert f"{number}/{len(pages)}" in text
    text = "".join(pages)
    assert len(reader.outline) > 5
    assert hashes("\n".join(lined)) == hashes(" ".join(words(document(game))))
    for label in labels(document(game)):
        assert closed(label) in text, label
    for block in document(game).blocks:
        if isinstance(block, Heading):
            assert closed(block.text) in text, block.text
    for one in audit_of(game).judged:
        assert closed(one.place) in text
