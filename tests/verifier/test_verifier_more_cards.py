"""Bets on five to seven cards before the program of `verifier/`."""

from __future__ import annotations

import pytest

from tests.certificate.certificates import written
from tests.exact.small_games import TWENTY_CARDS
from tests.games import AGAINST_DEALER, BONUS, game, table_bet
from tests.proof.kinds import KINDS
from tests.variants import variant
from tests.verifier.verifiers import about


@pytest.mark.slow
@pytest.mark.parametrize("fold", ["stays", "lost"])
@pytest.mark.parametrize("hand", ["player and dealer", "player and jackpot cards"])
def test_bets_on_six_cards_are_counted(hand: str, fold: str) -> None:
    lines = {"straight flush": 1000, "four of a kind": 50, "full house": 20}
    six = table_bet("six", "Six Card Bonus", lines, hand=hand, on_fold=fold)
    rules = variant(
        game(AGAINST_DEALER, BONUS, TWENTY_CARDS, six, {"deal.jackpot": 3, "dealer.qualifies": "K high"})
    )
    certificate = written(rules)
    code, out, err = about(certificate)
    assert (code, err) == (0, ""), out
    certificate["body"]["side_bets"][0]["lines"]["full house"]["count"] += 1
    assert "WRONG certificate.body.side_bets.0.lines.full house.count: says" in about(certificate)[1]


@pytest.mark.slow
@pytest.mark.parametrize("pays", [500, "lose"])
def test_six_card_royals_are_counted(pays: int | str) -> None:
    royals = {"pay_tables.six.A.six-card royal": pays}
    certificate = written(variant(game(KINDS["six-card royals lost by a fold"], royals)))
    code, out, err = about(certificate)
    assert (code, err) == (0, ""), out
    certificate["body"]["side_bets"][0]["lines"]["six-card royal of spades"]["count"] += 1
    assert "lines.six-card royal of spades.count: says 5, and it is 4" in about(certificate)[1]


@pytest.mark.slow
@pytest.mark.parametrize("tells", [None, ["A K", "8 J", "9 Q"]])
def test_bets_on_more_cards_lost_by_a_fold_that_hangs_on_a_card_are_counted(tells: list[str] | None) -> None:
    kind = KINDS["six-card royals lost by a fold that depends on a card"]
    certificate = written(variant(game(kind, {"deal.tells": tells} if tells else {})))
    code, out, err = about(certificate)
    assert (code, err) == (0, ""), out
    for bet in certificate["body"]["side_bets"]:
        for line in bet["lines"].values():
            line["count"] += 1
    wrong = [line.split(": says ")[0] for line in about(certificate)[1].splitlines()[:-3]]
    lines = [
        f"{place}.lines.{text}.count"
        for place, bet in enumerate(certificate["body"]["side_bets"])
        for text in bet["lines"]
    ]
    assert sorted(wrong) == sorted(f"WRONG certificate.body.side_bets.{line}" for line in lines)


def test_bets_on_the_higher_hand_are_left_to_another_program() -> None:
    assert about(written(variant(KINDS["nothing to decide"])))[0] == 0
