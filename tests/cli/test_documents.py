"""Documents on the command line: reports in one file, plots, posters; nothing is left behind by a mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.test_bad_input import CHINESE
from tests.helpers.command_line import combin


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
        ("print poster uk-including-blind --size a3 -o {}/poster.svg", b"<svg "),
        ("print layout uk-including-blind -o {}/layout.png", b"\x89PNG"),
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
