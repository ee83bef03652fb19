from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from pypdf import PdfReader

from tests.helpers.command_line import combin
from tests.helpers.odd_games import ODD_GAMES

PRINT = ("print", "strategy", "crown-melbourne")


def test_without_a_file_the_text_is_shown() -> None:
    run = combin(*PRINT, "--option", "1")
    assert run.code == 0
    assert "\nPlay Q-6-4 or better, fold the rest.\n" in run.out
    assert "With Jackpot 2" not in run.out
    assert combin(*PRINT).out.count("With Jackpot 2") == 1


@pytest.mark.slow
def test_files_are_written_and_named(tmp_path: Path) -> None:
    for arguments, names in {
        ("card.pdf",): ["card.pdf"],
        ("card.svg", "--four-colour"): ["card-1.svg", "card-2.svg"],
        ("sheet.png", "--size", "letter"): ["sheet.png"],
        ("text.txt",): ["text.txt"],
    }.items():
        run = combin(*PRINT, "-o", str(tmp_path / arguments[0]), *arguments[1:])
        assert (run.code, run.err) == (0, "")
        assert run.out == "".join(f"{tmp_path / name}\n" for name in names)
        assert all((tmp_path / name).stat().st_size > 1000 for name in names)
    assert (tmp_path / "text.txt").read_text(encoding="utf-8") == combin(*PRINT).out


def test_the_table_asked_for_is_printed(tmp_path: Path) -> None:
    combin(*PRINT, "--ante-bonus", "C", "-o", str(tmp_path / "card.pdf"))
    reader = PdfReader(tmp_path / "card.pdf")
    assert reader.metadata is not None
    assert reader.metadata.title == "Three Card Poker, Crown Melbourne: strategy with Ante Bonus C"
    assert "Ante Bonus C pays to 1: straight flush 4, three of a kind 3" in reader.pages[1].extract_text()


@pytest.mark.parametrize(
    ("option", "marks"), [((), True), (("--crop-marks",), True), (("--no-crop-marks",), False)]
)
def test_a_sheet_of_cards_has_crop_marks_unless_unwanted(option: tuple[str, ...], *, marks: bool) -> None:
    with patch("combin.formats.typesetter.print_document", return_value=()) as printed:
        assert combin(*PRINT, "-o", "cards.svg", "--sheet", "a4", *option).code == 0
    assert printed.call_args.args[1]["marks"] is marks


def test_what_does_not_fit_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(ODD_GAMES["long names"].replace("Limited", "Limited, " * 400), encoding="utf-8")
    run = combin("print", "strategy", str(path), "-o", str(tmp_path / "card.pdf"))
    assert run.code == 2
    assert run.err.startswith("combin: the small print on the card does not fit even in small type: it is ")
    assert [file.name for file in tmp_path.iterdir()] == ["long.toml"]
