"""A game without a dealer: nothing shown of it mentions one, or counts the hands that he would have."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from tests.helpers.command_line import payload, typed
from tests.helpers.variants import shipped, variant

HANDS, DEALS = comb(52, 3), comb(52, 3) * comb(49, 3)
CHOICE = "pick-a-card --table pick=1 --table bonus=1"


@pytest.mark.parametrize(
    "line", ["show pick-a-card", "check pick-a-card", f"analyse {CHOICE}", f"sensitivity {CHOICE}"]
)
def test_no_answer_mentions_a_dealer_or_his_hands(line: str) -> None:
    done = typed(line)
    assert done.code == 0
    for word in ("dealer", "higher hand", "player's hand is", "fold", f"{DEALS:,}"):
        assert word not in done.out, word


@pytest.mark.slow
def test_the_sheets_count_the_players_hands(tmp_path: Path) -> None:
    assert typed(f"par pick-a-card -o {tmp_path / 'sheet.md'}").code == 0
    text = (tmp_path / "sheet.md").read_text(encoding="utf-8")
    assert f"frequencies in {HANDS:,} deals" in text
    for word in ("dealer", "hand is higher", f"{DEALS:,}"):
        assert word not in text, word


@pytest.mark.slow
def test_a_workbook_finds_a_changed_line(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    assert typed(f"par pick-a-card -o {book}").code == 0
    done = typed(f"check {book}")
    assert (done.code, "as written" in done.out) == (0, True)


def test_the_figures_are_over_the_players_hands() -> None:
    wagers = payload(f"analyse {CHOICE}")
    assert str(DEALS) not in str(wagers)
    assert str(HANDS) in str(wagers)


@pytest.mark.parametrize(
    "looks",
    [
        '[wager.bonus]\nif_tied = "push"',
        '[wager.bonus]\nhand = "dealer"',
        '[wager.both]\nname = "B"\nsettles = "pay table"\n[pay_tables.both]\n1."both of one colour each" = 3',
    ],
)
def test_a_bet_that_looks_at_the_dealers_cards_has_a_dealer(looks: str) -> None:
    assert shipped("pick-a-card").alone
    rules = variant(f'extends = "pick-a-card"\nid = "beside-a-dealer"\ntitle = "Beside a dealer"\n{looks}')
    assert not rules.alone
