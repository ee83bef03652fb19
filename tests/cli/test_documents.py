"""Documents on the command line: reports in one file, plots, posters; nothing is left behind by a mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command_line import combin


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "begins"),
    [
        ("audit uk-including-blind -o {}/report.pdf", b"%PDF-"),
        ("par three-card-poker-six-suits -o {}/game.html", b"<!doctype html>"),
        ("par three-card-poker-six-suits -o {}/game.pdf", b"%PDF-"),
        ("plot uk-including-blind outcomes --wager prime -o {}/plot.svg", b"<svg "),
        ("plot uk-including-blind play-value -o {}/plot.png", b"\x89PNG"),
        ("plot crown-melbourne meter-density -o {}/plot.pdf", b"%PDF-"),
        ("print poster uk-including-blind -o {}/poster.pdf", b"%PDF-"),
        ("print poster uk-including-blind --size a3 -o {}/poster.svg", b"<svg "),
    ],
)
def test_a_document_is_written_and_named(tmp_path: Path, command: str, begins: bytes) -> None:
    done = combin(*command.format(tmp_path).split())
    assert done.code == 0, done.err
    (path,) = tmp_path.iterdir()
    assert path.read_bytes().startswith(begins)
    assert path.name in done.out


@pytest.mark.slow
def test_beside_a_par_sheet_in_markdown_stand_its_plots(tmp_path: Path) -> None:
    path = tmp_path / "game.md"
    done = combin("par", "three-card-poker-six-suits", "-o", str(path))
    plots = re.findall(r"\]\((\S+\.svg)\)", path.read_text())
    assert len(plots) > 2
    assert {one.name for one in tmp_path.iterdir()} == {"game.md", *plots}
    assert done.out == f"{path}: 2 wager sheets, and {len(plots)} plots beside it\n"


def test_a_plot_without_a_file_goes_to_stdout() -> None:
    assert combin("plot", "uk-including-blind", "outcomes").out.startswith("<svg ")


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("audit all -o {}/report.pdf", "a file holds the report of one game"),
        ("plot uk-including-blind outcome -o {}/plot.svg", 'did you mean "outcomes"?'),
        ("plot uk-including-blind outcomes --wager primes -o {}/plot.svg", 'did you mean "prime"?'),
        ("plot uk-including-blind play-value --wager prime -o {}/plot.svg", "of no single wager"),
        ("plot uk-including-blind meter-density -o {}/plot.svg", "states no increment rates"),
        ("plot pick-a-card play-value -o {}/plot.svg", "its players decide nothing"),
        ("plot uk-including-blind outcomes -o {}/plot.gif", "by this ending; known: .pdf, .svg, .png\n"),
        ("print poster uk-including-blind -o {}/poster.gif", "by this ending; known: .pdf, .svg, .png\n"),
        (
            "published --game pick-a-card -o {}/all.gif",
            "by this ending; known: .pdf, .svg, .png, .html, .md\n",
        ),
        (
            "audit pick-a-card -o {}/report.gif",
            "is a file .html, .md, .pdf, or goes into a folder\n",
        ),
        ("par uk-including-blind -o {}/game.docx", "a PAR sheet ends in .xlsx, .pdf, .html, .md\n"),
        ("check {}/game.pdf", "only rule files and workbooks are checked"),
        ("print poster uk-including-blind --option 2 -o {}/poster.pdf", "has no progressive wager"),
        ("print poster uk-including-blind --language {}/de.toml -o {}/poster.pdf", "No such file"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_no_file(tmp_path: Path, command: str, complaint: str) -> None:
    done = combin(*command.replace("{}", str(tmp_path)).split())
    assert done.code == 2
    assert complaint in done.err
    assert done.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


CHINESE = """
extends = "uk-including-blind"
id = "chinese"
title = "对子加扑克"
[wager.pair_plus]
name = "对子加"
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (
            "print strategy {} -o {}.pdf",
            "'对子加扑克'; name a font of this machine that has it (--font), or write .txt instead, or",
        ),
        (
            "print strategy {} -o {}.svg --size a4",
            "'对子加扑克'; name a font of this machine that has it (--font), or write .txt instead, or",
        ),
        (
            "print poster {} -o {}.png",
            "'对', which stands in '对子加'; name a font of this machine that has it (--font), or use other",
        ),
        (
            "par {} -o {}.pdf",
            "; name a font of this machine that has it (--font), or write .html or .md instead, or use other",
        ),
        (
            "plot {} outcomes --wager pair_plus -o {}.png",
            "how often each result comes'; write .svg instead, or use other words\n",
        ),
    ],
)
def test_letters_that_no_font_has_are_refused_with_what_to_do(
    tmp_path: Path, command: str, complaint: str
) -> None:
    path = tmp_path / "chinese.toml"
    path.write_text(CHINESE, encoding="utf-8")
    done = combin(*command.replace("{}", str(path)).split())
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert complaint in done.err
    assert [one.name for one in tmp_path.iterdir()] == ["chinese.toml"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["print strategy {} -o {}.txt", "par {} -o {}.html", "plot {} outcomes --wager pair_plus -o {}.svg"],
)
def test_what_is_not_set_in_type_may_have_any_letters(tmp_path: Path, command: str) -> None:
    path = tmp_path / "chinese.toml"
    path.write_text(CHINESE, encoding="utf-8")
    done = combin(*command.replace("{}", str(path)).split())
    assert (done.code, done.err) == (0, "")
    (file,) = set(tmp_path.iterdir()) - {path}
    assert "对子加" in file.read_text(encoding="utf-8")
