"""Who gets an envy bonus at Resorts World Sentosa, and what the progressive must cost at least."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin.audit.verdict import Verdict
from combin.rules.errors import RulesError
from tests.audit.documents import audit_of, audited, judged, only

CLAIM = (
    '[[claim]]\nid = "one"\nplace = "3.12"\nsays = "Envy"\nquantity = "envy bonus"\nwager = "jackpot"\n'
    'for_hands_with = [["ante", "play"]]\nnot_with = [["pair_plus"]]\n'
)


def test_a_hand_with_pair_plus_alone_brings_nobody_a_bonus() -> None:
    one = judged(audit_of("resorts-world-sentosa"), "envy-without-wager")
    assert (one.verdict, one.exact) == (Verdict.EXACT, "so in all 8 rounds settled")
    assert "Pair Plus: nothing for each other player" in one.evidence[3]
    assert "$250 or $50 for each other player" in one.evidence[0]


def test_rules_that_settle_it_otherwise_differ(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        'extends = "resorts-world-sentosa"\nid = "mine"\ntitle = "Mine"\n[wager.jackpot]\nenvy_needs = []\n',
        encoding="utf-8",
    )
    one = judged(audited(tmp_path, f'game = "mine"\n{CLAIM}', rules), "one")
    assert (one.verdict, one.exact) == (Verdict.DIFFERS, "not so in all 4 rounds settled")


@pytest.mark.parametrize(
    ("game", "change", "error"),
    [
        (
            "crown-melbourne",
            ("", ""),
            "claim.one.wager: 'jackpot' is no jackpot wager on the player's three cards",
        ),
        ("resorts-world-sentosa", ('"ante", "play"', '"anti"'), "claim.one.for_hands_with: ['anti']"),
    ],
)
def test_mistakes(tmp_path: Path, game: str, change: tuple[str, str], error: str) -> None:
    with pytest.raises(RulesError) as caught:
        audited(tmp_path, f'game = "{game}"\n{CLAIM.replace(*change)}', game)
    assert error in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_least_price_by_players(tmp_path: Path) -> None:
    one = only(
        tmp_path, 'quantity = "price of a jackpot wager"\nwager = "jackpot"\n', "resorts-world-sentosa"
    )
    assert one.verdict is Verdict.NOT_CHECKABLE
    # (30,050 + 400 for each other player) / 22,100
    assert one.evidence[-1].endswith(
        "$1.3597 with 1 player, $1.3778 with 2 players, $1.4140 with 4 players, $1.4683 with 7 players."
    )


def test_of_several_tables_the_price_names_one(tmp_path: Path) -> None:
    claim = 'quantity = "price of a jackpot wager"\nwager = "progressive"\n'
    with pytest.raises(RulesError, match=r"several tables, and none is named .there are: A, "):
        only(tmp_path, claim, "three-card-poker")
    assert only(tmp_path, f'{claim}table = "A"\n', "three-card-poker").verdict is Verdict.NOT_CHECKABLE


def test_every_cell_of_the_progressive_pay_table_is_exact() -> None:
    found = audit_of("resorts-world-sentosa")
    for table, cells in (("progressive", 5), ("envy", 5)):
        verdicts = [one.verdict for one in found.judged if one.table == table]
        assert verdicts == [Verdict.EXACT] * cells
