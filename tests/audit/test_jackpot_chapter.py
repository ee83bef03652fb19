"""The chapter of a report about a progressive wager: its checks, and games of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.audit.documents import audit, committed, few_rounds, report_markdown


def chapter(text: str) -> str:
    """Return the chapter of a report about the progressive wager, its lines joined."""
    found = re.search(r"(?ms)^## \d+\. (?:Progressive )?Jackpot$.*?^## ", text)
    assert found is not None
    return re.sub(r"\s+", " ", found[0])


def test_no_check_of_the_chapter_fails() -> None:
    crown = chapter(committed("crown-melbourne"))
    assert " NOT " not in crown
    assert "Not computed" not in crown


def test_the_summary_tells_of_the_jackpot() -> None:
    for game, words in (
        (
            "crown-melbourne",
            "Jackpot 2: long-run return 88.8656% (82.0691% with the optimal strategy of the base game)",
        ),
        ("resorts-world-sentosa", "Progressive Jackpot: average return 601/442 + 1/22,100 of the meter"),
    ):
        summary = committed(game).partition("\n## ")[0]
        assert words in " ".join(summary.split())


@pytest.mark.slow
@few_rounds
def test_a_game_with_rates_that_no_return_explains(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n[deck]\nranks = "6 7 8 9 T J Q K A"\n'
        "[deal]\nseats = 4\n",
        encoding="utf-8",
    )
    text = chapter(report_markdown(audit(path)))
    assert "Not computed: a target return of" in text
    assert "it returns more than $1 at any meter" in text
    assert " NOT " not in text


@pytest.mark.slow
@few_rounds
def test_a_jackpot_that_a_fold_leaves_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n[wager.jackpot]\non_fold = "stays"\n',
        encoding="utf-8",
    )
    text = chapter(report_markdown(audit(path)))
    assert "Folding with a jackpot wager" not in text
    assert "folding.svg" not in text


@pytest.mark.slow
@few_rounds
def test_a_meter_that_no_prize_takes_whole_has_a_long_run(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    prizes = "".join(f'[pay_tables.jackpot.{one}]\n"royal flush" = {{ money = 500 }}\n' for one in (1, 2))
    path.write_text(f'extends = "crown-melbourne"\nid = "other"\ntitle = "Other"\n{prizes}', encoding="utf-8")
    told = report_markdown(audit(path))
    assert "Jackpot 1: The meter when a prize is won" in told
