from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from combin.exact.analysis import analyse, choices
from combin.exact.side_bets import side_bet
from combin.game import Game, load
from combin.rules.errors import RulesError
from tests.helpers.texts import game_text
from tests.helpers.variants import analysed, shipped, variant

CROWN, RWS, UK = "crown-melbourne", "resorts-world-sentosa", "uk-including-blind"


# -- choices -----------------------------------------------------------------------------------------------


def test_crown_has_eighteen_combinations_in_the_order_of_its_letters() -> None:
    found = choices(shipped(CROWN), {})
    assert found == [{"ante_bonus": a, "pair_plus": p} for a, p in product("ABC", "ABCDEF")]


def test_a_chosen_letter_leaves_the_others_open() -> None:
    assert choices(shipped(CROWN), {"ante_bonus": "B"}) == [
        {"ante_bonus": "B", "pair_plus": letter} for letter in "ABCDEF"
    ]
    assert choices(shipped(CROWN), {"pair_plus": "F", "ante_bonus": "C"}) == [
        {"ante_bonus": "C", "pair_plus": "F"}
    ]


def test_games_with_one_table_each_have_one_choice() -> None:
    assert choices(shipped(UK), {}) == [{"ante_bonus": "A", "pair_plus": "A", "prime": "A"}]
    assert choices(shipped(RWS), {}) == [{"ante_bonus": "A", "pair_plus": "A"}]


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ({"prime": "A"}, "no pay table for 'prime'; it has them for ante_bonus, pair_plus"),
        ({"jackpot": "1"}, "no pay table for 'jackpot'"),
        ({"ante": "A"}, "no pay table for 'ante'"),
        ({"pair_plus": "G"}, "no pair_plus table 'G'; it has A, B, C, D, E, F"),
        ({"ante_bonus": "a"}, "no ante_bonus table 'a'; it has A, B, C"),
    ],
)
def test_unknown_wagers_and_letters_are_refused(chosen: dict[str, str], problem: str) -> None:
    with pytest.raises(RulesError) as caught:
        choices(shipped(CROWN), chosen)
    assert str(caught.value).startswith("crown-melbourne has " + problem)
    assert "\n" not in str(caught.value)


# -- analyses ------------------------------------------------------------------------------------------------


def test_all_eighteen_combinations_of_crown() -> None:
    rules = shipped(CROWN)
    found = analyse(rules, choices(rules, {}))
    assert [one.letters for one in found] == choices(rules, {})
    for one in found:
        assert list(one.wagers) == ["ante", "pair_plus"]
        assert one.wagers["ante"] == analysed(rules, ante_bonus=one.letters["ante_bonus"]).wagers["ante"]
        table = rules.tables["pair_plus"][one.letters["pair_plus"]]
        assert one.wagers["pair_plus"] == side_bet(rules, table).distribution
        assert one.statement.text == "Play Q-6-4 or better, fold the rest."
    assert len({one.wagers["ante"].house_edge for one in found}) == 3
    assert len({one.wagers["pair_plus"].house_edge for one in found}) == 6


def test_another_strategy_is_measured_against_the_best_of_the_same_game() -> None:
    analysis = analysed(shipped(CROWN), "any queen", ante_bonus="B")
    best = analysed(shipped(CROWN), ante_bonus="B")
    assert analysis.strategy.name == "any queen or better"
    assert analysis.statement.text == "Play any queen or better, fold the rest."
    assert analysis.best.decisions == best.strategy.decisions
    assert analysis.best.game is analysis.strategy.game is analysis.game
    costs = sum(one.in_all for one in analysis.strategy.mistakes(analysis.best))
    assert analysis.wagers["ante"].house_edge - best.wagers["ante"].house_edge == costs > 0


def test_a_strategy_that_is_none_is_refused() -> None:
    with pytest.raises(RulesError, match=r"^strategy: 'luck' is not a hand"):
        analyse(shipped(CROWN), choices(shipped(CROWN), {})[:1], "luck")


# -- what a fold does to a side bet -----------------------------------------------------------------------


def test_a_fold_that_loses_pair_plus_costs_nothing_under_the_optimum() -> None:
    """No pair is ever folded, so RWS's rule 3.8.1 takes only bets that had lost anyway."""
    rules = shipped(RWS)
    live = side_bet(rules, rules.tables["pair_plus"]["A"])
    assert analysed(rules).wagers["pair_plus"] == live.distribution


@pytest.mark.parametrize(
    ("strategy", "cost"),
    [
        ("Q-6-4", 0),
        ("any hand", 0),
        ("pair", 0),
        ("flush", 3744 * 2),
        ("straight or better", 3744 * 2 + 1096 * 5),
        ("three of a kind", 3744 * 2 + 1096 * 5 + 720 * 6),
        ("never play", 3744 * 2 + 1096 * 5 + 720 * 6 + 52 * 31 + 48 * 41),
    ],
)
def test_a_fold_that_loses_pair_plus_costs_the_pays_of_the_hands_folded(strategy: str, cost: int) -> None:
    """Each winning hand folded loses its stake instead of winning its odds (40-30-5-4-1)."""
    rules = shipped(RWS)
    live = side_bet(rules, rules.tables["pair_plus"]["A"]).distribution.house_edge
    lost = analysed(rules, strategy).wagers["pair_plus"].house_edge
    assert lost - live == Fraction(cost, 22100)


@pytest.mark.parametrize("strategy", ["straight or better", "never play"])
@pytest.mark.parametrize("game", [CROWN, UK])
def test_a_side_bet_that_stays_does_not_mind_a_fold(game: str, strategy: str) -> None:
    bets = {name: analysed(shipped(game), strategy).wagers[name] for name in shipped(game).side_bets}
    assert bets == {name: analysed(shipped(game)).wagers[name] for name in shipped(game).side_bets}


# -- tables of other kinds ---------------------------------------------------------------------------------

FRACTIONS = """
extends = "crown-melbourne"
[pay_tables.ante_bonus.fractions]
"straight flush" = 12.5
"three of a kind" = "3/2"
"straight" = "1/3"
"""


def test_pays_with_fractions_stay_exact() -> None:
    analysis = analysed(variant(FRACTIONS), ante_bonus="fractions")
    bonus = Fraction(48 * 25, 2) + Fraction(52 * 3, 2) + Fraction(720, 3)
    standard = analysed(shipped(CROWN), ante_bonus="A").wagers["ante"].house_edge
    assert analysis.wagers["ante"].house_edge - standard == (48 * 5 + 52 * 4 + 720 - bonus) / 22100
    assert Fraction(29, 2) in dict(analysis.wagers["ante"].outcomes)
    assert analysis.game.unit == 6


SPADES = """
extends = "resorts-world-sentosa"
[pay_tables.ante_bonus.spades]
"A-K-Q straight flush of spades" = 100
"straight flush" = 5
"three of a kind" = 4
"straight" = 1
"""


def test_a_bonus_for_one_suit_is_paid_for_that_suit() -> None:
    analysis = analysed(variant(SPADES), ante_bonus="spades")
    standard = analysed(shipped(RWS))
    gain = standard.wagers["ante"].house_edge - analysis.wagers["ante"].house_edge
    assert gain == Fraction(100 - 5, 22100)
    assert analysis.strategy.hands_played == 14900
    assert len(analysis.game.matchups) == 1755 + 3 * 286
    assert analysis.wagers["ante"].total == 407_170_400
    assert analysis.wagers["pair_plus"] == standard.wagers["pair_plus"]


def test_a_side_bet_lost_by_a_fold_is_that_of_each_strategy() -> None:
    """With a bonus for any hand none is folded; with the usual one weak hands lose their Pair Plus."""
    rules = variant(game_text(__file__, "a bonus for any hand"))
    together = analyse(rules, choices(rules, {}))
    assert [one.wagers["pair_plus"] for one in together] == [
        analysed(rules, **one.letters).wagers["pair_plus"] for one in together
    ]
    edges = {one.wagers["pair_plus"].house_edge for one in together}
    assert len(edges) == len(together) == 2


# -- every hand --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_hand_is_listed_once_with_the_values_that_it_has_alone() -> None:
    asked = load("uk-including-blind")
    answer = asked.strategy()
    frame = answer.hands().frame()
    rows = frame.to_dicts()
    assert {frozenset(row["cards"].split()) for row in rows} == {
        frozenset(map(str, cards)) for cards in combinations(asked.rules.deck.cards, 3)
    }
    assert frame["hands"].sum() == len(rows) == 22_100
    values = {
        row["cards"]: Fraction(
            row[f"ev_{row['decision']}_numerator"], row[f"ev_{row['decision']}_denominator"]
        )
        for row in rows
    }
    assert -sum(values.values()) / 22_100 == answer.best.distribution.house_edge
    for cards in ("Qs 6h 4d", "Qd 6c 3s", "Ah Kh Qh", "9s 9d 2c"):
        hand = asked.hand(cards)
        (row,) = (row for row in rows if set(row["cards"].split()) == set(cards.split()))
        assert values[row["cards"]] == hand.values[hand.best]
        assert (row["decision"] == "fold") == (hand.best == 0)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hole-card", "ultimate-three-card-poker"])
def test_with_a_card_seen_every_class_is_listed_with_each_card(game: str) -> None:
    rules = variant(f'extends = "{game}"\nid = "few"\ntitle = "Few cards"\ndeck.ranks = "8 9 T J Q K A"\n')
    answer = Game(rules).strategy()
    rows = answer.hands().frame().to_dicts()
    assert sum(row["hands"] for row in rows) == 3_276 * 25
    names = [(f"ev_{row['decision'].replace(' ', '_')}", row) for row in rows]
    total = sum(
        row["hands"] * Fraction(row[f"{name}_numerator"], row[f"{name}_denominator"]) for name, row in names
    )
    assert -total / (3_276 * 25) == answer.best.distribution.house_edge
