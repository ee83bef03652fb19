"""What a print shop reads of a PDF: where it is trimmed, and how far colour runs beyond."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from combin import load
from combin.formats.typesetter import Press, PrintError, typeset
from combin.paper.poster import on_paper
from tests.pages import POINTS, ink_in_margins
from tests.paper.guides import data


def boxes(path: Path) -> list[tuple[float, ...]]:
    """Return how far each box of the first page stands inside of the paper, in millimetres."""
    page = PdfReader(io.BytesIO(path.read_bytes()), strict=True).pages[0]
    return [
        tuple(round(float(side) / POINTS, 1) for side in (box.left, box.bottom, box.width, box.height))
        for box in (page.mediabox, page.bleedbox, page.trimbox)
    ]


@pytest.mark.slow
def test_a_poster_says_where_it_is_trimmed(tmp_path: Path) -> None:
    poster = load("uk-including-blind").poster()
    (plain,) = poster.write(tmp_path / "plain.pdf")
    assert boxes(plain) == [(0, 0, 210, 297)] * 3
    (bleeding,) = poster.write(tmp_path / "bleed.pdf", bleed=True)
    assert boxes(bleeding) == [(0, 0, 216, 303), (0, 0, 216, 303), (3, 3, 210, 297)]
    (marked,) = poster.write(tmp_path / "marks.pdf", crop_marks=True)
    assert boxes(marked) == [(0, 0, 230, 317), (7, 7, 216, 303), (10, 10, 210, 297)]
    texts = [PdfReader(path).pages[0].extract_text() for path in (plain, bleeding, marked)]
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.slow
def test_bands_run_beyond_the_edge_and_a_card_has_none(tmp_path: Path) -> None:
    poster = data("uk-including-blind") | on_paper("a4") | {"outside": 3, "bleed": 3}
    (picture,) = typeset("poster", poster, "png", Press(40, outside=3, bleed=3))
    assert ink_in_margins(picture, 2 / 216, 2 / 303)
    card = load("uk-including-blind").printed_strategy().write(tmp_path / "card.pdf", crop_marks=True)
    assert boxes(card[0]) == [(0, 0, 105.6, 74), (10, 10, 85.6, 54), (10, 10, 85.6, 54)]


def test_a_letter_or_a_font_that_is_missing_is_told_in_one_line(tmp_path: Path) -> None:
    poster = load("uk-including-blind", imprint={"casino": "澳門"}).poster()
    with pytest.raises(
        PrintError, match=r"no '澳', which stands in '澳門'; name a font .* \(--font\), or use"
    ):
        poster.write(tmp_path / "poster.pdf")
    with pytest.raises(PrintError, match="no font 'No Such Font' is installed on this machine"):
        load("uk-including-blind").poster().write(tmp_path / "poster.pdf", font="No Such Font")
    assert not list(tmp_path.iterdir())
