"""The plots beside the reports: whole, legible, the same each time, and true to their figures."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from combin.audit import audit
from combin.audit.subject import Subject
from combin.report.audit import report_markdown
from combin.report.plots import Plot, plots
from combin.report.plots.chart import Axis
from combin.report.plots.drawing import WIDTH, Drawing, text_width
from combin.report.plots.folding import returns_by_ratio
from combin.rules.load import load_rules

SVG = "{http://www.w3.org/2000/svg}"
BASE = ("outcomes-ante", "play-value", "sensitivity-ante", "outcomes-pair-plus")
EVERY = [
    *(("crown-melbourne", name) for name in (*BASE, "meter-density", "royal-prize", "folding")),
    *(("resorts-world-sentosa", name) for name in (*BASE, "price")),
    *(("uk-including-blind", name) for name in (*BASE, "outcomes-prime")),
]


def plot(game: str, name: str) -> Plot:
    return plots(audit(game).subject)[name]


def _drawn(game: str, name: str) -> str:
    return plot(game, name).draw().to_svg()


def test_which_games_have_which_plots() -> None:
    games = ("crown-melbourne", "resorts-world-sentosa", "uk-including-blind")
    assert [(game, name) for game in games for name in plots(audit(game).subject)] == EVERY


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_plot_is_the_same_each_time(game: str, name: str) -> None:
    assert _drawn(game, name) == _drawn(game, name)


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_plot_says_what_it_shows(game: str, name: str) -> None:
    one = plot(game, name)
    root = ET.fromstring(one.draw().to_svg())  # noqa: S314  it was written here
    assert (root.findtext(f"{SVG}desc") or "").startswith(one.alt)
    assert root.findtext(f"{SVG}title")
    text = " ".join(report_markdown(audit(game)).split())
    assert f"![{one.alt}]({one.file})" in text


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_all_marks_lie_on_the_paper(game: str, name: str) -> None:
    _on_the_paper(_drawn(game, name))


def _on_the_paper(text: str) -> None:
    """Hold every coordinate against the size of the paper."""
    assert not re.search(r"\bnan\b", text)
    root = ET.fromstring(text)  # noqa: S314  it was written here
    height = float(root.get("height", "0"))
    assert root.get("viewBox") == f"0 0 {WIDTH} {height:g}"
    for mark in root.iter():
        for across in ("x", "x1", "x2", "cx"):
            assert 0 <= float(mark.get(across, "0")) <= WIDTH
        for down in ("y", "y1", "y2", "cy"):
            assert 0 <= float(mark.get(down, "0")) <= height
        if mark.tag == f"{SVG}path":
            numbers = [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", mark.get("d", ""))]
            assert min(numbers) >= 0
            assert max(numbers[0::2]) <= WIDTH
            assert max(numbers[1::2]) <= height


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_no_words_run_off_the_paper(game: str, name: str) -> None:
    root = ET.fromstring(_drawn(game, name))  # noqa: S314  it was written here
    for words in root.iter(f"{SVG}text"):
        wide = text_width(words.text or "", 16 if words.get("class") == "title" else 12)
        start = float(words.get("x", "0")) - {"end": wide, "middle": wide / 2}.get(
            words.get("text-anchor", ""), 0
        )
        assert start >= 0, words.text
        assert start + wide <= WIDTH, words.text


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_plot_brings_its_colours_for_light_and_dark_and_nothing_of_the_machine(
    game: str, name: str
) -> None:
    text = _drawn(game, name)
    assert text.count("@media screen and (prefers-color-scheme:dark)") == 1
    style, marks = text.split("</style>")
    for used in set(" ".join(re.findall(r'class="([^"]*)"', marks)).split()):
        assert f".{used}" in style, used
    for unwanted in ("http://www.w3.org/1999/xlink", "/home", "/work", "date", "<script", "font-face"):
        assert unwanted not in text


def test_the_steps_of_the_folding_plot() -> None:
    progressive = audit("crown-melbourne").subject.progressive
    assert progressive is not None
    never = progressive.of_option("2")[0].long_run_return.middle
    steps = returns_by_ratio(progressive.joint("2"), never)
    assert steps[0][:2] == (Fraction(0), Fraction(741, 6016))
    assert steps[-1][:2] == (Fraction(1563, 6016), None)
    assert steps[-1][2] == never
    assert never - steps[0][2] == Fraction(44_160 * 40, 25_989_600)
    for before, after in pairwise(steps):
        assert before[1] == after[0]
        assert before[2] < after[2]


def test_a_game_of_ones_own_is_plotted(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n[deck]\nranks = "6 7 8 9 T J Q K A"\n'
        "[deal]\nseats = 4\n",
        encoding="utf-8",
    )
    for one in plots(Subject(path, load_rules(path))).values():
        assert one.file.startswith("mine-")
        _on_the_paper(one.draw().to_svg())


def test_text_is_escaped() -> None:
    drawing = Drawing("a < b & c", "d")
    drawing.text((1.04, 2.06), '<b> & "c"')
    root = ET.fromstring(drawing.to_svg())  # noqa: S314  it was written here
    (words,) = root.iter(f"{SVG}text")
    assert (words.text, words.get("x"), words.get("y")) == ('<b> & "c"', "1", "2.1")


def test_ticks_are_multiples_of_the_step() -> None:
    axis = Axis(0.803, 0.902, 0.02, str)
    assert [round(tick, 10) for tick in axis.ticks] == [0.82, 0.84, 0.86, 0.88, 0.9]
    assert Axis(0, 250_000, 50_000, str).ticks[-1] == 250_000
