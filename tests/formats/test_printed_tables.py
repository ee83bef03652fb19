"""Tables on printed pages and in HTML: whatever is in them, nothing is lost or stands in a margin."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from combin.formats.documents import Block, Document, Heading, Paragraph
from combin.formats.tables import Table
from combin.formats.typesetter import Press, document_data, fitting, typeset
from tests.helpers.documents import closed, words
from tests.helpers.pages import fills, ink_in_margins, texts

LONG_NAME = "The first side bet of the marvellous and ever-lasting moon game"

TABLES = {
    "a row taller than a page": Table(
        "Rules",
        ("Rule", ">House edge", "Strategy"),
        (("Qualifier", "3.3730%", "Play Q-6-4, then fold. " * 400),) * 2,
    ),
    "long names as headings": Table(
        "Wide",
        ("Hand", *(f">{LONG_NAME} {number}" for number in range(4))),
        (("pair", "1", "-2", "3", "-4"),),
    ),
    "long and narrow": Table(
        "Borders",
        ("Card", "Hand", ">Value"),
        tuple((f"{row // 9}", f"hand {row}", f"-0.{row:06}") for row in range(260)),
        merged=1,
    ),
    "two halves": Table(
        "Figures",
        ("Figure", ">Value", ">Exactly"),
        tuple((f"figure {row}", "-0.0337", f"-{10**18}/{row}3") for row in range(15)),
    ),
    "a long word": Table("Source", ("Where", "What"), (("wizardofodds.com/" * 8, "x" * 90),) * 3),
    "sums": Table("Sums", ("Hand", ">Hands"), (("pair", "3"), ("", "4"), ("all", "7")), merged=1, sums=(2,)),
}


def document(*tables: Table, sheets: bool = True) -> Document:
    blocks: list[Block] = [
        Heading(1, "Tables"),
        Heading(2, "1. A chapter"),
        Paragraph("Said before."),
        *tables,
    ]
    return Document(tuple(blocks), footer="a-game · rules 0123", sheets=sheets)


@pytest.mark.slow
@pytest.mark.parametrize("sheets", [True, False])
def test_every_cell_is_printed_within_the_margins(sheets: bool) -> None:
    found = document(*TABLES.values(), sheets=sheets)
    (pdf,) = typeset("report", document_data(found), "pdf")
    pages = [closed(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages]
    assert all("a-game·rules0123" in page for page in pages)
    assert len(pages) == 6
    text = "".join(pages)
    assert text.count(closed("then fold.")) == 800
    for one in words(found):
        if len(one) < 200:
            assert closed(one) in text, one
    for page in typeset("report", document_data(found), "png", Press(15)) if sheets else ():
        assert not ink_in_margins(page, 18 / 210, 8 / 297)


@pytest.mark.slow
@pytest.mark.parametrize("together", [2, 20])
def test_rows_that_go_on_over_a_page_have_their_label(together: int) -> None:
    rows = tuple((f"label {row // together}", f"row {row}", "Said at length. " * 6) for row in range(140))
    (pdf,) = typeset("report", document_data(document(Table("", HEADS, rows, merged=1))), "pdf")
    first = {page: int(row[1]) for page in texts(pdf) if (row := re.search(r"row (\d+)", page))}
    assert len(first) > 2
    assert all(f"label {row // together} " in page for page, row in first.items())


HEADS = ("Label", "Row", "Says")


@pytest.mark.slow
def test_chapters_follow_each_other_so_that_pages_are_filled() -> None:
    short, long = TABLES["sums"], TABLES["long and narrow"]
    blocks: list[Block] = [Heading(1, "Tables")]
    for number, table in enumerate((short, short, long, short), start=1):
        blocks += [Heading(2, f"{number}. Chapter"), table]
    (pdf,) = typeset("report", document_data(Document(tuple(blocks), sheets=True)), "pdf")
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages][1:]
    starts = {
        number: next(place for place, text in enumerate(pages) if f"{number}. Chapter" in text)
        for number in range(1, 5)
    }
    assert starts[1] == starts[2] == starts[3] == 0
    assert starts[4] >= 1
    assert min(fills(pdf)[1:-1]) > 2 / 3


@given(st.lists(st.integers(1, 90), min_size=1, max_size=30), st.integers(1, 2))
def test_wide_tables_are_parted_evenly_and_lose_no_column(lengths: list[int], beside: int) -> None:
    columns = [["Heading", "1" * length] for length in lengths]
    groups = list(fitting(columns, beside))
    first = tuple(range(min(beside, len(columns))))
    assert [place for group in groups for place in group[beside:]] == list(range(beside, len(columns)))
    if len(groups) > 1:
        assert all(group[:beside] == first for group in groups)
        sizes = [sum(max(7, lengths[place]) + 2 for place in group) for group in groups]
        assert sum(sizes) > 140
        # No column could move from one group to the next and leave a smaller widest one.
        for place, group in enumerate(groups[:-1]):
            if len(group) > beside + 1:
                moved, last = list(sizes), max(7, lengths[group[-1]]) + 2
                moved[place] -= last
                moved[place + 1] += last
                assert max(moved) >= max(sizes)
