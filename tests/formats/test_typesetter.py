from __future__ import annotations

import io
import re
import shutil
import struct
import zlib
from pathlib import Path
from typing import Any, Literal

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import BooleanObject

from combin import load
from combin.formats import typesetter as engine
from combin.formats.drawing import Drawing
from combin.formats.typesetter import Press, PrintError, plot_data, print_document, typeset
from combin.paper.poster import on_paper
from tests.helpers.pages import POINTS, ink_in_margins
from tests.paper.printed import data

HEAD = """
#import "base.typ": *
#let data = json(bytes(sys.inputs.data))
#show: document.with(data.title, width: 100mm, height: 60mm, margin: 5mm)
"""
QUEEN = {"rank": "Q", "suit": "s", "name": "spades", "colour": "black"}


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of templates of their own, with the shared pieces."""
    folder = tmp_path / "templates"
    shutil.copytree(engine.TEMPLATES, folder)
    monkeypatch.setattr(engine, "TEMPLATES", folder)
    return folder


def make(templates: Path, body: str) -> str:
    (templates / "made.typ").write_text(HEAD + body, encoding="utf-8")
    return "made"


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


@pytest.mark.slow
@pytest.mark.parametrize("form", ["pdf", "svg", "png"])
def test_the_same_input_gives_the_same_bytes(templates: Path, form: Literal["pdf", "svg", "png"]) -> None:
    name = make(templates, "#title()\n#hand((data.card,), alt: data.title)")
    data = {"title": "Twice", "card": QUEEN}
    assert typeset(name, data, form) == typeset(name, data, form)


def test_a_png_says_how_large_it_is_and_an_svg_what_it_is(templates: Path) -> None:
    name = make(templates, "#title()")
    (png,) = typeset(name, {"title": "A & B"}, "png", Press(254))
    width, height = struct.unpack(">II", png[16:24])
    start = png.index(b"pHYs") + 4
    across, up, unit = struct.unpack(">IIB", png[start : start + 9])
    assert (width / across, height / up, unit) == (0.1, 0.06, 1)  # metres: the page of these tests
    assert zlib.crc32(png[start - 4 : start + 9]) == struct.unpack(">I", png[start + 9 : start + 13])[0]
    (svg,) = typeset(name, {"title": "A & B"}, "svg")
    assert b"<title>A &amp; B</title>" in svg


def test_texts_are_no_markup(templates: Path) -> None:
    name = make(templates, "#data.title")
    (pdf,) = typeset(name, {"title": "*a* #panic() $x$ <b> \\ 6 é"}, "pdf")
    assert read(pdf).pages[0].extract_text() == "*a* #panic() $x$ <b> \\ 6 é"


def test_a_pdf_is_tagged_titled_and_undated(templates: Path) -> None:
    (pdf,) = typeset(make(templates, "#title()"), {"title": "Named"}, "pdf")
    reader = read(pdf)
    catalogue: Any = reader.trailer["/Root"]
    assert catalogue["/MarkInfo"]["/Marked"] == BooleanObject(value=True)
    assert catalogue["/Lang"] == "en"
    assert reader.metadata is not None
    assert reader.metadata.title == "Named"
    assert reader.metadata.creation_date is None
    assert b"<pdfuaid:part>1</pdfuaid:part>" in pdf


def test_a_hand_is_described_for_those_who_cannot_see_it(templates: Path) -> None:
    name = make(templates, "#hand((data.card,), alt: data.title)")
    (pdf,) = typeset(name, {"title": "One queen", "card": QUEEN}, "pdf")
    assert b"/Alt(One queen)" in pdf


def test_no_font_of_the_machine_is_used(templates: Path) -> None:
    name = make(templates, '#set text(font: "Arial")\nx')
    with pytest.raises(PrintError, match="unknown font family: arial"):
        typeset(name, {"title": "x"}, "pdf")


@pytest.mark.slow
def test_every_suit_is_drawn_as_itself(templates: Path) -> None:
    name = make(templates, "#card(data.card, four: data.four)")
    suits = ["clubs", "diamonds", "hearts", "spades", "stars"]
    suits += ["waves", "moons", "flowers", "anchors", "bells"]
    cards = [{"rank": "9", "suit": suit[0], "name": suit, "colour": "black"} for suit in suits]
    drawn = {typeset(name, {"title": "x", "card": card, "four": False}, "svg") for card in cards}
    assert len(drawn) == len(suits)


def test_four_colours_tell_four_suits_apart(templates: Path) -> None:
    name = make(templates, "#card-colour(data.card, four: true).to-hex() #card-colour(data.card).to-hex()")
    suits = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
    shown = []
    for suit, colour in suits.items():
        (pdf,) = typeset(name, {"title": "x", "card": {"name": suit, "colour": colour}}, "pdf")
        shown.append(read(pdf).pages[0].extract_text().split())
    assert len({four for four, _ in shown}) == 4
    assert len({two for _, two in shown}) == 2


def test_what_is_too_high_is_told_in_one_line(templates: Path) -> None:
    name = make(templates, '#fits(90mm, 10mm, "the text", data.text)')
    with pytest.raises(PrintError) as error:
        typeset(name, {"title": "x", "text": "word " * 200}, "pdf")
    assert str(error.value).startswith("the text does not fit: it is ")
    assert str(error.value).endswith(" mm high where there are 10 mm")


def test_what_is_too_high_takes_smaller_type(templates: Path) -> None:
    name = make(templates, '#fitted(90mm, 20mm, "the text", s => text(size: s * 10pt, [#s #data.text]))')
    found = []
    for words in (10, 80, 110):
        (pdf,) = typeset(name, {"title": "x", "text": "word " * words}, "pdf")
        found.append(float(read(pdf).pages[0].extract_text().split()[0]))
    assert found[0] == 1
    assert found[0] > found[1] > found[2]
    with pytest.raises(PrintError, match="the text does not fit even in small type: it is "):
        typeset(name, {"title": "x", "text": "word " * 1000}, "pdf")


TABLE = """
#data-table(((title: "Name"), (title: "Count", align: right)), data.rows)
"""


def test_a_table_that_cannot_fit_says_which(templates: Path) -> None:
    name = make(templates, TABLE)
    with pytest.raises(PrintError, match=r"^a table does not fit even in small type: 'Name', 'Count'$"):
        typeset(name, {"title": "x", "rows": [["a", "9" * 150]]}, "pdf")


def test_a_long_table_goes_on_over_pages_with_its_heading(templates: Path) -> None:
    name = make(templates, TABLE)
    (pdf,) = typeset(name, {"title": "x", "rows": [[f"row {n}", str(n)] for n in range(40)]}, "pdf")
    pages = [page.extract_text() for page in read(pdf).pages]
    assert len(pages) > 2
    assert all("Count" in page for page in pages)
    assert [n for n in range(40) if f"row {n} {n}" not in "\n".join(pages)] == []


@pytest.mark.parametrize("word", ["a" * 100, "a" * 240, "1234567890123/" * 5])
def test_a_word_longer_than_a_line_breaks_and_is_copied_as_it_is(templates: Path, word: str) -> None:
    name = make(templates, "#box(width: 60mm, data.title)")
    (pdf,) = typeset(name, {"title": word}, "pdf")
    lines = read(pdf).pages[0].extract_text().splitlines()
    assert len(lines) > 1
    assert "".join(lines) == word


def test_the_words_of_a_plot_are_whole_letters() -> None:
    drawing = Drawing("a plot", "with words alone")
    drawing.text((50, 50), "the weakest hands", "title")
    (pdf,) = typeset("plot", plot_data(drawing), "pdf")
    page = read(pdf).pages[0]
    assert page.extract_text() == "the weakest hands"
    # Nothing is stroked: a line around a letter would be painted over the one before it.
    content = page.get_contents()
    assert content is not None
    assert {b"S", b"s", b"B", b"b"}.isdisjoint(operator for _, operator in content.operations)


def test_several_pages_go_to_files_of_their_own(templates: Path, tmp_path: Path) -> None:
    name = make(templates, "one #pagebreak() two")
    files = print_document(name, {"title": "x"}, tmp_path / "card.svg")
    assert [file.name for file in files] == ["card-1.svg", "card-2.svg"]
    assert all(file.read_bytes().startswith(b"<svg") for file in files)
    (file,) = print_document(name, {"title": "x"}, tmp_path / "card.PDF")
    assert len(PdfReader(file).pages) == 2
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "card-1.svg",
        "card-2.svg",
        "card.PDF",
    ]


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        PrintError, match=r"card.doc: no format goes by this ending; known: .pdf, .svg, .png$"
    ):
        print_document("base", {}, tmp_path / "card.doc")


def test_nothing_is_written_when_a_document_fails(templates: Path, tmp_path: Path) -> None:
    name = make(templates, "#data.missing")
    path = tmp_path / "card.pdf"
    path.write_text("as it was", encoding="utf-8")
    with pytest.raises(PrintError, match=r"^made.typ: dictionary does not contain key"):
        print_document(name, {"title": "x"}, path)
    assert path.read_text(encoding="utf-8") == "as it was"
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["card.pdf"]


def boxes(path: Path) -> list[tuple[float, ...]]:
    """Return how far each box of the first page stands inside of the paper, in millimetres."""
    page = PdfReader(io.BytesIO(path.read_bytes()), strict=True).pages[0]
    return [
        tuple(round(float(side) / POINTS, 1) for side in (box.left, box.bottom, box.width, box.height))
        for box in (page.mediabox, page.bleedbox, page.trimbox)
    ]


@pytest.mark.parametrize(
    ("press", "bled", "trimmed"),
    [
        (Press(), (0, 0, 100, 60), (0, 0, 100, 60)),
        (Press(outside=3, bleed=3), (0, 0, 100, 60), (3, 3, 94, 54)),
        (Press(outside=10, bleed=3), (7, 7, 86, 46), (10, 10, 80, 40)),
    ],
)
def test_a_page_says_where_it_is_trimmed(
    press: Press, bled: tuple[float, ...], trimmed: tuple[float, ...], templates: Path, tmp_path: Path
) -> None:
    name = make(templates, "one #pagebreak() two")
    (path,) = print_document(name, {"title": "x"}, tmp_path / "made.pdf", press)
    assert boxes(path) == [(0, 0, 100, 60), bled, trimmed]
    assert [page.extract_text() for page in PdfReader(path).pages] == ["one", "two"]


@pytest.mark.slow
def test_a_poster_has_paper_around_it_for_bleed_and_crop_marks(tmp_path: Path) -> None:
    poster = load("pick-a-card").poster()
    (bleeding,) = poster.write(tmp_path / "bleed.pdf", bleed=True)
    assert boxes(bleeding) == [(0, 0, 216, 303), (0, 0, 216, 303), (3, 3, 210, 297)]
    (marked,) = poster.write(tmp_path / "marks.pdf", crop_marks=True)
    assert boxes(marked) == [(0, 0, 230, 317), (7, 7, 216, 303), (10, 10, 210, 297)]
    texts = [PdfReader(path).pages[0].extract_text() for path in (bleeding, marked)]
    assert texts[0] == texts[1]


@pytest.mark.slow
def test_bands_run_beyond_the_edge_and_a_card_has_none(tmp_path: Path) -> None:
    poster = data("uk-including-blind") | on_paper("a4") | {"outside": 3, "bleed": 3}
    (picture,) = typeset("poster", poster, "png", Press(40, outside=3, bleed=3))
    assert ink_in_margins(picture, 2 / 216, 2 / 303)
    card = load("uk-including-blind").printed_strategy().write(tmp_path / "card.pdf", crop_marks=True)
    assert boxes(card[0]) == [(0, 0, 105.6, 74), (7, 7, 91.6, 60), (10, 10, 85.6, 54)]


@pytest.mark.slow
def test_a_card_has_bleed_which_viewers_do_not_show_and_pictures_do_not_have(tmp_path: Path) -> None:
    strategy = load("uk-including-blind").printed_strategy()
    (card,) = strategy.write(tmp_path / "card.pdf")
    assert boxes(card) == [(0, 0, 91.6, 60), (0, 0, 91.6, 60), (3, 3, 85.6, 54)]
    assert {tuple(page.cropbox) for page in PdfReader(card).pages} == {
        tuple(PdfReader(card).pages[0].trimbox)
    }
    front, _ = strategy.write(tmp_path / "card.svg")
    size = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', front.read_text(encoding="utf-8"))
    assert size is not None
    assert [round(float(side) / POINTS, 1) for side in size.groups()] == [85.6, 54]


RGB_OR_GREY = re.compile(rb"\s(?:rg|RG|g|G)\b|/c\d+ (?:cs|CS)\b")
CMYK = re.compile(rb"(?:[\d.]+ ){4}[kK]\b")


def drawn_on(page: PageObject) -> bytes:
    content = page.get_contents()
    assert content is not None
    return content.get_data()


@pytest.mark.slow
def test_colours_in_cmyk_are_inks_alone_and_text_is_black_ink(tmp_path: Path) -> None:
    game = load("crown-melbourne", imprint={"casino": "The Grand"})
    files = [
        *game.printed_strategy().write(tmp_path / "card.pdf", cmyk=True),
        *game.printed_strategy().write(tmp_path / "sheet.pdf", size="a4", four_colours=True, cmyk=True),
        *game.poster().write(tmp_path / "poster.pdf", crop_marks=True, cmyk=True),
    ]
    for file in files:
        for page in PdfReader(file).pages:
            drawn = drawn_on(page)
            assert not RGB_OR_GREY.search(drawn), file
            assert b"0 0 0 1 k" in {inks[0] for inks in CMYK.finditer(drawn)}
    (usual,) = game.printed_strategy().write(tmp_path / "usual.pdf")
    assert not CMYK.search(drawn_on(PdfReader(usual).pages[0]))
    with pytest.raises(PrintError, match=r"card\.png: only \.pdf has colours in CMYK"):
        game.printed_strategy().write(tmp_path / "card.png", cmyk=True)


@pytest.mark.slow
def test_a_letter_or_a_font_that_is_missing_is_told_in_one_line(tmp_path: Path) -> None:
    poster = load("uk-including-blind", imprint={"casino": "澳門"}).poster()
    with pytest.raises(
        PrintError,
        match=r"no '澳', which stands in '.*, 澳門'; name a font of this machine that has it, or use",
    ):
        poster.write(tmp_path / "poster.pdf")
    with pytest.raises(PrintError, match="no font 'No Such Font' is installed on this machine"):
        load("uk-including-blind").poster().write(tmp_path / "poster.pdf", font="No Such Font")
    assert not list(tmp_path.iterdir())
