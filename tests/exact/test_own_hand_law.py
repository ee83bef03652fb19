"""The plain roads to a joint law and to a hand explained beside those by arrays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combin.exact import hand, joint_law
from combin.exact.base_game import FOLD, base_game
from combin.exact.own_hand_law import is_of_own_hand, law_of_own_hand
from combin.exact.strategy import best_strategy
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.rules.spelling import rules_file
from tests.games import AGAINST_DEALER, bonus, game, table_bet

PAYS = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1}


def small(face_up: int) -> Rules:
    """Return a game of twenty cards in which so many of the dealer's are seen."""
    entries = {
        "deck.ranks": "T J Q K A",
        "dealer.qualifies": "K high",
        "decision.play": [1, 2],
        "deal.face_up": face_up,
    }
    pair_plus = table_bet("pair_plus", "Pair Plus", PAYS, on_fold="lost")
    return Rules(rules_file(game(AGAINST_DEALER, bonus({"straight": 1}), entries, pair_plus)))


GAMES = {f"{seen} seen": small(seen) for seen in range(3)} | {"joker": load_rules("three-card-poker-joker")}


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("wagers", [("ante",), ("pair_plus",), ("pair_plus", "ante")])
def test_both_roads_lead_to_one_law(rules: Rules, wagers: tuple[str, ...]) -> None:
    letters = {name: next(iter(rules.tables[name])) for name in rules.tables}
    strategy = best_strategy(rules, letters) if "ante" in wagers else None
    paid = {name: rules.tables[name][letters[name]] for name in wagers if name != "ante"}
    tables = {name: letters.get(name, "") for name in wagers}
    assert strategy is None or FOLD in strategy.decisions
    assert is_of_own_hand(rules, tables, paid)
    assert law_of_own_hand(rules, tables, paid, strategy) == joint_law._counted(
        rules, tables, paid, strategy, wins=False
    )


def test_a_bet_on_colours_takes_the_other_road() -> None:
    rules = load_rules("uk-including-blind")
    assert not is_of_own_hand(rules, {"prime": "A"}, {"prime": rules.tables["prime"]["A"]})


@pytest.mark.parametrize(
    ("game", "wager", "cards"),
    [
        ("three-card-poker", "millionaire_maker", "Ah Kh Qh"),
        ("three-card-poker", "six_card_bonus", "9d 9h 2d"),
        ("uk-including-blind", "prime", "2d 7d Th"),
        ("uk-including-blind", "prime", "2d 7d Tc"),
    ],
)
def test_what_the_dealer_adds_to_a_hand_is_counted_without_arrays(game: str, wager: str, cards: str) -> None:
    rules = load_rules(game)
    own, table = rules.deck.parse(cards, 3), next(iter(rules.tables[wager].values()))
    bonuses = {name: next(iter(rules.tables[name])) for name in rules.base_tables}
    known = base_game(rules, bonuses)
    situation = known.matchups[hand._class_index(known, own)]
    first, second, third = rules.deck.indexes(own)
    held = replace(situation.hand, cards=(first, second, third))
    plain = {(line.line, line.net): line.count for line in hand.lines_of_hand(rules, table, own, situation)}
    by_arrays = hand._with_the_dealers(rules, table, held, [])
    assert {key: count for key, count in plain.items() if key[0] != "nothing"} == +by_arrays
