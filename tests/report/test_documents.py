"""Audit reports as HTML and as PDF: whole, with headings in order and alt texts, nothing from elsewhere."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from combin.audit.report import report
from combin.formats.documents import Document, Heading, document_html
from combin.formats.typesetter import document_data, typeset
from tests.audit.documents import audit, audit_of
from tests.audit.documents import report_of as document
from tests.helpers.documents import Page, closed, hashes, labels, words
from tests.helpers.pages import last_fill


@pytest.mark.slow
@pytest.mark.parametrize("game", ["crown-melbourne", "uk-including-blind"])
def test_a_report_is_whole_in_html_and_in_pdf(game: str) -> None:
    found = document(game)
    text = document_html(found)
    page = Page(text)
    assert page.open == []
    shown = closed(page.text)
    assert [one for one in words(found) if closed(one) not in shown] == []
    check_that_nothing_is_from_elsewhere(page, text)
    check_the_way_in(page)
    if game == "uk-including-blind":  # the same report gives the same bytes
        assert document_html(report(audit(game))) == text
    if game != "crown-melbourne":  # Crown's is twice as long
        check_pdf(game, found)


def check_that_nothing_is_from_elsewhere(page: Page, text: str) -> None:
    assert {"link", "img", "iframe"}.isdisjoint(tag for tag, _ in page.elements)
    assert [names for tag, names in page.elements if tag == "script"] == [{}]  # its own, in the page
    assert not re.search(r"url\(|@import|src=", text)
    for _, attributes in page.elements:
        for name in ("href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")


def check_the_way_in(page: Page) -> None:
    """Check the contents, the names of headings and of plots, and the headings of tables."""
    names = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(names) == len(set(names))
    headings = [
        attributes["id"] for tag, attributes in page.elements if tag in ("h2", "h3") and "id" in attributes
    ]
    assert [(one["href"] or "")[1:] for one in page.found("a")] == headings
    assert len(page.found("h1")) == 1
    for plot in page.found("svg"):
        assert plot["role"] == "img"
        assert set((plot["aria-labelledby"] or "").split()) <= set(names)
    assert all(one["scope"] == "col" for one in page.found("th"))


def check_pdf(game: str, found: Document) -> None:
    """Check that the PDF is tagged, numbered and whole."""
    (pdf,) = typeset("report", document_data(found), "pdf")
    assert last_fill(pdf) > 1 / 3
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == found.title
    assert "'/Marked': True" in str(reader.root_object["/MarkInfo"])
    lined = [one.extract_text() for one in reader.pages]
    pages = [*map(closed, lined)]
    for number, text in enumerate(pages, start=1):
        assert f"{number}/{len(pages)}" in text
    text = "".join(pages)
    assert len(reader.outline) > 5
    assert hashes("\n".join(lined)) == hashes(" ".join(words(found)))
    for label in labels(found):
        assert closed(label) in text, label
    for block in found.blocks:
        if isinstance(block, Heading):
            assert closed(block.text) in text, block.text
    for one in audit_of(game).judged:
        assert closed(one.place) in text
