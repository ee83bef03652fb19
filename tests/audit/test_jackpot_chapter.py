"""The chapter of a report about a progressive wager: its headline figures, and games of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combin.audit.judge import audit
from combin.audit.report import report_markdown
from tests.audit.documents import committed, few_rounds


def chapter(text: str) -> str:
    """Return the chapter of a report about the progressive wager, its lines joined."""
    found = re.search(r"(?ms)^## \d+\. (?:Progressive )?Jackpot$.*?^## ", text)
    assert found is not None
    return re.sub(r"\s+", " ", found[0])


@pytest.fixture(scope="module")
def crown() -> str:
    return chapter(committed("crown-melbourne"))


@pytest.fixture(scope="module")
def rws() -> str:
    return chapter(committed("resorts-world-sentosa"))


@pytest.mark.parametrize(
    "figure",
    [
        "| royal flush | 4 | 649,740.00 |",
        "× 500 = 312,000",
        "4 × 100% + 36 × 10% = 7.6 meters in 2,598,960 wagers",
        "(2,598,960 − 1,384,400) / 7.6 = **$159,810.53**",
        "(2,598,960 − 1,463,280) / 7.6 = **$149,431.58**",
        "| $75,000 | 53.2675% | 23.5000% | 11.5431% | 0.5554% | 88.8660% | 11.1340% |",
        "$10,000 × 4 / 2,598,960 = 1.5391%",
        "$121,733 to $121,765 under option 1 and $111,355 to $111,387 under option 2",
        "| 20.28% | 88.8749% | 88.87489% | 88.88410% | 20.2801% | 88.87029% | 88.87950% | 20.2747% ≠ |",
        "88.875%, a house edge of 11.125%, if they were rounded down",
        "no return would explain more than 2 of the 14 rates",
        "| $10,000 | 88.8702% | 91.9052% | 85.8306% | 88.8656% |",
        "44,160 × 40 / 25,989,600 = 6.7966%",
        "(1.1341 − 1) / (160/147) = 0.1232",
        "| straight 32 of 1,176 | 160/147 | 840 | 0.1232 | 0.1305 | 9-8-6, 9-7-6,",
        "(exactly 741/6016)",
        "(exactly 1563/6016)",
        "R = 1 with S = 1: only with jackpot cards J-10 of one suit",
        "| 9 | 8,022 | 243,878,104 | 72,197 | 1,463,268,625 |",
        "82 figures that the document prints for simultaneous winners 9 are about rounds that can occur",
        "rounds of 9 wagers on common jackpot cards",
        "7.6 / 2,598,960 × $121,750.06 = 35.6027%",
        "34.0600% + 1.5427% = 35.6027%: the same",
        "88.870180% lies between them",
    ],
)
def test_the_crown_chapter_gives_every_headline_figure(crown: str, figure: str) -> None:
    assert figure in re.sub(r" +", " ", crown)


def test_no_check_of_the_chapter_fails(crown: str) -> None:
    assert " NOT " not in crown
    assert "cannot be worked out" not in crown


@pytest.mark.parametrize(
    "figure",
    [
        "returns (30,050 + 400 × (n − 1) + m) / (22,100 × c) of its price",
        "an even game at a meter of 22,100 × c − 30,050 − 400 × (n − 1)",
        "$1.3597 with 1 player, $1.3778 with 2 players, $1.4140 with 4 players, $1.4683 with 7 players",
        "| $2 | 1 | 67.9864% | 22.6244% | $14,150 |",
        "(30,050 + 400 × (n − 1) + s) / (22,100 × c) + i",
        "It is due if that other player has staked on Ante, whether he has the wager himself or not.",
        "(1 × 250 + 3 × 50) / 22,100 = $0.0181 a round",
    ],
)
def test_the_rws_chapter_gives_every_headline_figure(rws: str, figure: str) -> None:
    assert figure in rws


def test_the_summary_tells_of_the_jackpot() -> None:
    for game, words in (
        (
            "crown-melbourne",
            "returns 88.87% in the long run to a player who never folds, and 82.07% to 82.08%",
        ),
        ("resorts-world-sentosa", "below a price of $1.3597"),
    ):
        summary = committed(game).partition("## Summary")[2].partition("\n## ")[0]
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
    assert "This cannot be worked out: a target return of" in text
    assert "more than $1 whatever the meter shows" in text
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
    assert "long-run return with the best strategy" not in text
    assert "folding.svg" not in text


@pytest.mark.slow
@few_rounds
def test_a_meter_that_no_prize_takes_whole_has_a_long_run(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    prizes = "".join(f'[pay_tables.jackpot.{one}]\n"royal flush" = {{ money = 500 }}\n' for one in (1, 2))
    path.write_text(f'extends = "crown-melbourne"\nid = "other"\ntitle = "Other"\n{prizes}', encoding="utf-8")
    told = report_markdown(audit(path))
    assert "No prize takes all of it: a straight flush takes 10% of it, but never" in " ".join(told.split())
    assert "mean meter when a prize is won" in told
    assert "What the meter shows when a prize is won" in told
