"""The chapter of a report about a progressive wager: its headline figures, and games of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combin.audit.judge import audit
from tests.audit.documents import committed, few_rounds, report_markdown


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
        "royal flush: 4 suits = 4 -",
        "| royal flush | 100% of the meter | 40 | 649,740.00 | 1.5391% |",
        "624 × 500 + 3,744 × 150 + 5,108 × 100 = 1,384,400",
        "(1,384,400 + 7.6 × m) / 2,598,960 at a meter of m",
        "(2,598,960 − 1,384,400) / 7.6 = $159,810.53 makes it even",
        "(2,598,960 − 1,463,280) / 7.6 = $149,431.58 makes it even",
        "| $75,000 | 53.2675% | 23.5000% | 11.5431% | 0.5554% | 88.8660% | 11.1340% |",
        "| 1 | $10,000 | $121,750 | $20,565 |",
        "| 20.28% | 88.87489% | 88.88410% | 20.2801% | 88.87029% | 88.87950% | 20.2747% ≠ |",
        "88.875%, a house edge of 11.125%, if they were rounded down",
        "no return would explain more than 2 of the 14 rates",
        "44,160 × 40 / 25,989,600 = 6.7966%",
        "(1.1341 − 1) / (160/147) = 0.1232",
        "| 0.1232 | 741/6016 | 144 | 108.84% | 9-8-6, 9-7-6,",
        "| 0.2598 | 1563/6016 | 48 | 54.42% |",
        "| best of the base game | 14,900 | 3.3730% | 82.07% | 5.17% | 6.96% | 12.34% | 21.30% | 39.23% |",
        "R = 1 with S = 1: only with jackpot cards J-10 of one suit",
        "| 0 | 2 | 6/1,463,268,625 | 243,878,104.17 |",
        "a round with more than one winner comes once in 209,038,375",
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
        "A wager returns 601/442 + 1/22,100 of the meter + 4/221 for each other player on average.",
        "the player from a meter of 22,100 × price − 30,050 − 400 × other players on",
        "| $2 | 1 | 67.9864% | 2.2624% | $14,150 |",
        "(30,050 + 400 × (n − 1) + s) / (22,100 × c) + i",
        "Envy bonuses: 1 × 250 + 3 × 50 = 400",
    ],
)
def test_the_rws_chapter_gives_every_headline_figure(rws: str, figure: str) -> None:
    assert figure in rws


def test_the_summary_tells_of_the_jackpot() -> None:
    for game, words in (
        (
            "crown-melbourne",
            "Jackpot 2 returns 88.8656% in the long run, 82.0691% to one who follows the best strategy",
        ),
        ("resorts-world-sentosa", "Jackpot depends on price and meter: it returns 601/442"),
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
    assert "it returns more than $1 whatever the meter shows" in text
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
