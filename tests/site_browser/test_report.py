"""A report as one HTML file, in Chromium: verdicts chosen, tables sorted, sections folded, points told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from combin.formats.documents import Block, Document, Heading, Paragraph, Picture, bullets, document_html
from combin.formats.drawing import Drawing, Plot
from combin.formats.tables import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def _plot() -> Drawing:
    drawing = Drawing("Values", "What hands are worth.")
    for place, words in enumerate(("pair: 1.5", "flush: 2.5", "straight: 3.5")):
        drawing.point((100.0 + 200 * place, 200.0 - 40 * place), words)
    return drawing


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = (
        ("1.1", "52", "exact"),
        ("1.2", "3.4%", "differs"),
        ("", "12", "exact"),
        ("1.3", "-7", "exact"),
        ("1.4", "1/8", "exact"),
    )
    claims = Table("Claims", ("Rule", ">Says", "Verdict"), rows, "By rule.", merged=1)
    plot = Plot("game", "values", "Values.", _plot)
    blocks: tuple[Block, ...] = (
        *(Heading(1, "Audit"), Paragraph("What is said.")),
        *(Heading(2, "All"), claims, Heading(2, "Evidence")),
        *(Heading(3, "Pairs"), Paragraph("Of a pair: **exact**"), Table("", ("Has",), (("b",),))),
        *(Heading(3, "Flushes"), bullets(["Of a flush: **differs** by 1"]), Table("", ("Is",), (("a",),))),
        *(Heading(3, "Plots"), Picture(plot)),
    )
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(document_html(Document(blocks, {"exact": "good", "differs": "bad"})), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def opened(browser: Browser, file: Path) -> Iterator[Page]:
    page = browser.new_page(reduced_motion="reduce")
    page.set_default_timeout(10_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri())
    yield page
    page.close()
    assert not errors


@pytest.fixture
def report(opened: Page) -> Page:
    """The report as it opens."""
    opened.reload()
    return opened


def says(page: Page) -> list[str]:
    """Return the words of the report that are seen, block by block."""
    return [text for text in page.locator("main > :not(.tools):visible").all_inner_texts() if text.strip()]


def column(page: Page, number: int) -> list[str]:
    texts: list[str] = page.locator(f"main table:has(.sort) tbody td:nth-child({number})").all_inner_texts()
    return texts


def test_chosen_verdicts_stay_with_their_headings_and_proofs(report: Page) -> None:
    every = says(report)
    choice = report.get_by_role("button", name="differs", exact=True)
    choice.click()
    shown = "\n".join(says(report))
    assert [text for text in ("1.1", "Of a pair", "Pairs", "Has", "Plots") if text in shown] == []
    of_one = ("Claims", "1.2\t3.4%", "12\texact", "By rule.", "Evidence", "Flushes", "Of a flush", "Is")
    assert [text for text in of_one if text not in shown] == []  # 12 goes on from 1.2
    choice.press("Enter")
    assert says(report) == every


def test_tables_sort_by_numbers_and_what_goes_on_stays(report: Page) -> None:
    head = report.get_by_role("button", name="Says")
    head.click()
    assert column(report, 2) == ["-7", "1/8", "3.4%", "12", "52"]
    head.press("Enter")
    assert column(report, 2) == ["52", "3.4%", "12", "1/8", "-7"]
    assert report.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"


def test_sections_fold_and_a_link_or_paper_opens_them(report: Page) -> None:
    report.get_by_role("button", name="Fold all", exact=True).click()
    assert report.get_by_text("Of a pair").is_hidden()
    report.locator("nav a", has_text="Pairs").click()
    report.get_by_text("Of a pair").wait_for()
    assert report.get_by_text("Of a flush").is_hidden()
    report.pdf()
    assert report.get_by_text("Of a flush").is_visible()


def test_points_of_a_plot_tell_what_they_are_to_pointer_and_keys(report: Page) -> None:
    plot, tip = report.locator("svg[data-points]"), report.get_by_role("status")
    plot.scroll_into_view_if_needed()
    x, y = plot.evaluate("""plot => {
        const at = new DOMPoint(301, 161).matrixTransform(plot.getScreenCTM());
        return [at.x, at.y];
    }""")
    report.mouse.move(x, y)
    assert tip.inner_text() == "flush: 2.5"
    report.mouse.move(0, 0)
    assert tip.is_hidden()
    plot.focus()
    for words in ("pair: 1.5", "flush: 2.5"):
        report.keyboard.press("ArrowRight")
        assert tip.inner_text() == words
    report.keyboard.press("Escape")
    assert tip.is_hidden()


@pytest.mark.parametrize("script", [True, False])
def test_a_phone_and_who_has_no_script_see_it_all(browser: Browser, file: Path, *, script: bool) -> None:
    page = browser.new_page(java_script_enabled=script, viewport={"width": 400, "height": 800})
    page.goto(file.as_uri())
    seen = "all => all.every(one => one.checkVisibility())"
    assert page.locator("main :is(td, p, li, svg)").evaluate_all(seen)
    assert page.evaluate("document.documentElement.scrollWidth") == 400
    page.close()
