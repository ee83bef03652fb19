"""Checks of any rule file, without claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin.audit import Verdict, audit
from combin.audit.category_derivations import category_derivations
from combin.audit.derivations import five_card_derivations, qualification_derivation
from combin.audit.generic import dominates
from combin.cards import STANDARD_SUITS, Deck
from combin.exact.fivecard_counts import category_counts
from combin.fivecard import FiveCardCategory
from combin.ranking import Ranking, StraightSuits
from combin.rules.load import load_rules
from tests.audit.documents import judged


def test_a_rule_file_of_ones_own_is_audited_without_claims(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n', encoding="utf-8")
    found = audit(path)
    assert {one.verdict for one in found.judged} == {Verdict.EXACT}
    assert not found.findings
    assert not found.contradicted
    assert found.to_dict()["title"] == "Mine"


def test_and_with_claims_of_ones_own(tmp_path: Path) -> None:
    rules, claims = tmp_path / "mine.toml", tmp_path / "claims.toml"
    rules.write_text(
        'extends = "crown-melbourne"\nid = "mine"\n[dealer]\nqualifies = "K high"\n', encoding="utf-8"
    )
    claims.write_text(
        'game = "mine"\n[[claim]]\nid = "q"\nplace = "1"\nsays = "Who qualifies"\n'
        'quantity = "dealer qualifies"\npublished = "Queen high"\n',
        encoding="utf-8",
    )
    found = audit(rules, claims)
    assert judged(found, "q").verdict is Verdict.DIFFERS
    assert found.contradicted


@pytest.mark.parametrize(
    ("changes", "claim", "exact"),
    [
        (
            '[pay_tables.pair_plus.A]\n"straight" = 3\n',
            "generic-pays-pair-plus",
            "in A straight (720) pays 3, flush (1,096) 4",
        ),
        (
            '[pay_tables.pair_plus.B]\n"three of a kind" = 30\n',
            "generic-alternatives-pair-plus",
            "14 of 15 pairs of tables differ",
        ),
        (
            '[pay_tables.pair_plus.A]\n"pair" = 2\n',
            "generic-advantage",
            "the smallest is -14.6244% (Pair Plus A)",
        ),
        (
            '[ranking]\norder = ["straight flush", "three of a kind", "flush", "straight", "pair", '
            '"high card"]\n'
            + "".join(f'[pay_tables.ante_bonus.{letter}]\n"flush" = "lose"\n' for letter in "ABC"),
            "generic-rarity",
            "48; 52; 1,096; 720; 3,744; 16,440",
        ),
    ],
)
def test_what_is_wrong_with_a_rule_file_is_found(
    tmp_path: Path, changes: str, claim: str, exact: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "crown-melbourne"\nid = "mine"\n{changes}', encoding="utf-8")
    found = audit(path)
    one = judged(found, claim)
    assert (one.verdict, one.exact) == (Verdict.DIFFERS, exact)
    assert one.finding in found.findings


def test_dominated_tables_are_told() -> None:
    tables = load_rules("crown-melbourne").tables["pair_plus"]
    above = {(one, other) for one in tables for other in tables if dominates(tables[one], tables[other])}
    assert above == {("A", "B"), ("A", "C"), ("A", "D"), ("A", "E"), ("B", "E"), ("F", "E")}
    evidence = judged(audit("crown-melbourne"), "generic-alternatives-pair-plus").evidence
    assert "A, B and F pay as much as E in every line, and more in some." in evidence
    assert any(line.endswith("best for the player A, worst D.") for line in evidence)


@pytest.mark.parametrize("suits", [2, 3, 4])
@pytest.mark.parametrize("ranks", [5, 9, 13])
@pytest.mark.parametrize("straight_suits", list(StraightSuits))
def test_derivations_hold_for_other_decks(suits: int, ranks: int, straight_suits: StraightSuits) -> None:
    full = Deck()
    deck = Deck(full.ranks[-ranks:], STANDARD_SUITS[:suits])
    ranking = Ranking(deck, straight_suits=straight_suits)
    derived = category_derivations(ranking)
    for category, count in ranking.counts.items():
        assert derived[category].endswith(f" = {count:,}")


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
