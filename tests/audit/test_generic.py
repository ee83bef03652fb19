"""Checks of any rule file, without claims."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.audit.hands import five_card_derivations, qualification_derivation
from combin.audit.judge import generic_checks
from combin.audit.quantities.edges import wagers_under
from combin.audit.verdict import Verdict
from combin.cards.cards import Deck
from combin.cards.five_cards import FiveCardCategory
from combin.exact.fivecard_counts import category_counts
from combin.formatting import percent
from combin.rules.load import load_rules
from tests.audit.documents import audit
from tests.helpers.variants import analysed, shipped, variant


def test_a_rule_file_of_ones_own_is_audited_without_claims(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n', encoding="utf-8")
    found = audit(path)
    assert {one.verdict for one in found.judged} == {Verdict.EXACT}
    assert not found.findings
    assert not found.contradicted
    assert found.to_data()["title"] == "Mine"


def test_a_bet_that_pays_sums_of_money_is_looked_at_at_each_stake() -> None:
    edges = wagers_under((analysed(shipped("three-card-poker")),))
    at = {name: of.house_edge for name, of in edges.items() if name.startswith("Millionaire Maker")}
    assert [name.rpartition(" at ")[2] for name in at] == ["5", "10", "25"]
    assert [percent(edge, 3) for edge in at.values()] == ["18.098%", "18.737%", "19.120%"]


def test_what_a_house_collects_in_money_is_looked_at_at_each_stake() -> None:
    wager = "[wager.ante]\nstakes = [10, 25]\ncollection = { money = 1 }\n"
    collects = variant(f'extends = "oceans-11"\nid = "collects"\n{wager}')
    free = analysed(shipped("oceans-11")).wagers["ante"].house_edge
    edges = wagers_under((analysed(collects),))
    assert [edges[f"Ante & Play at {stake}"].house_edge - free for stake in (10, 25)] == [
        Fraction(1, 10),
        Fraction(1, 25),
    ]


def test_five_card_derivations_are_the_counts() -> None:
    counts = category_counts(Deck(), 5)
    for name, (count, words) in five_card_derivations(Deck()).items():
        assert counts[FiveCardCategory(name)] == count
        assert words.endswith(f"= {count:,}")


@pytest.mark.parametrize(
    ("qualifies", "hands"),
    [
        ("any hand", 22100),
        ("Q high", 15380),
        ("K high", 12740),
        ("pair", 5660),
        ("pair of 5s", 4796),
        ("Q-6-4", 14900),
        ("straight", 820),
    ],
)
def test_qualification_is_derived_for_any_threshold(tmp_path: Path, qualifies: str, hands: int) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'extends = "uk-including-blind"\n[dealer]\nqualifies = "{qualifies}"\n', encoding="utf-8"
    )
    count, lines = qualification_derivation(load_rules(path))
    assert count == hands
    assert f"{hands:,}" in lines[-1]


@pytest.mark.parametrize("seen", [1, 2, 3])
def test_outcomes_add_up_to_deals_as_often_as_cards_can_be_seen(seen: int) -> None:
    rules = variant(
        'extends = "uk-including-blind"\nid = "seen"\nwithout = ["wager.prime"]\n'
        '[deck]\nranks = "9 T J Q K A"\n'
        f"[deal]\nface_up = {seen}\n[decision]\nblind = {{ allowed = false, play_in_advance = false }}\n"
    )
    (deals,) = (one for one in generic_checks(rules) if one.says.endswith("sum to all deals"))
    assert deals.verdict is Verdict.EXACT
    assert deals.exact == f"{2024 * 1330 * (3, 3, 1)[seen - 1]:,}"


@pytest.mark.parametrize("game", ["pick-a-card", "twenty-one-plus-three"])
def test_a_game_without_a_dealer_has_its_own_deals_and_lines_as_players_know_them(game: str) -> None:
    assert {one.verdict for one in generic_checks(load_rules(game))} == {Verdict.EXACT}
