"""Ante and jackpot wager decided together, against a decision for each class made by plain arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest
from msgspec.structs import replace

from combin.cards.cards import STANDARD_DECK
from combin.cards.five_cards import five_card_strength
from combin.cards.suit_classes import SuitPattern, by_suit
from combin.exact.base_game import FOLD, base_game
from combin.exact.named_strategies import named_strategy
from combin.exact.strategy import Strategy, optimal_strategy
from combin.jackpot.joint import JointGame, best_beside
from combin.jackpot.value import jackpot_chances
from tests.exact.naive import described
from tests.games import AGAINST_DEALER, game, odds, progressive, table_bet
from tests.jackpot.wagers import BY_SUIT, CROWN_PAYS, joint_of
from tests.variants import variant

CROWN = "crown-melbourne"
METER = Fraction(25_000)

RAISES = 'extends = "crown-melbourne"\n[decision]\nplay = [1, 2]\n'
STRAIGHTS_OF_THE_METER = """
extends = "crown-melbourne"
[pay_tables.jackpot.2]
"straight" = { meter = "0.1%" }
"""
BONUS_OF_SPADES = """
extends = "crown-melbourne"
[pay_tables.ante_bonus.A]
"A-K-Q straight flush of spades" = 50
"""
STAYS = """
extends = "crown-melbourne"
[wager.jackpot]
on_fold = "stays"
[pay_tables.jackpot.2]
"straight" = { meter = "0.1%" }
"""
SUMS_OF_MONEY = """
extends = "crown-melbourne"
[pay_tables.jackpot.2]
"straight" = { money = 40 }
"""


def joint(name: str) -> JointGame:
    """Return a game by what is special about it, at a meter above its seed."""
    return {
        "option 1": lambda: joint_of(CROWN, "1", METER),
        "option 2": lambda: joint_of(CROWN, "2", METER),
        "two multiples": lambda: joint_of(RAISES, "2", METER),
        "straights win of the meter": lambda: joint_of(STRAIGHTS_OF_THE_METER, "2", METER),
        "a bonus names a suit": lambda: joint_of(BONUS_OF_SPADES, "2", METER),
        "the jackpot names a suit": lambda: joint_of(BY_SUIT, "A", Fraction(1000)),
        "sums of money": lambda: joint_of(SUMS_OF_MONEY, "2", 10 * METER, 10),
        "a fold keeps the jackpot": lambda: joint_of("resorts-world-sentosa", "A", METER),
        "a fold keeps what folded hands can win": lambda: joint_of(STAYS, "2", METER),
    }[name]()


EVERY = (
    "option 1",
    "option 2",
    "two multiples",
    "straights win of the meter",
    "a bonus names a suit",
    "the jackpot names a suit",
    "sums of money",
    "a fold keeps the jackpot",
    "a fold keeps what folded hands can win",
)
CHANGING = EVERY[1:-2]
"""The games whose strategy a jackpot wager changes."""


# -- what a hand brings back, and what it is worth, without the engine --------------------------------------


def pays_of(name: str) -> Mapping[str, Fraction]:
    """Return what each five cards bring back of a unit of jackpot wager."""
    pays = {line: Fraction(amount) for line, amount in CROWN_PAYS["1" if name == "option 1" else "2"].items()}
    pays |= {"royal flush": METER, "straight flush": METER / 10}
    if name == "straights win of the meter":
        pays["straight"] = METER / 1000
    if name == "sums of money":
        pays["straight"] = Fraction(40, 10)
    return pays


def returned_of(game: JointGame) -> list[Fraction]:
    return [game.returned[index] for index in range(len(game.game.matchups))]


SEVEN_FIVE_FOUR = {
    "option 1": Fraction(0),
    "option 2": Fraction(32 * 40, 1176),
    "two multiples": Fraction(32 * 40, 1176),
    "straights win of the meter": Fraction(32 * 25, 1176),
    "a bonus names a suit": Fraction(32 * 40, 1176),
    "sums of money": Fraction(32 * 4, 1176),
}


def test_hands_that_may_not_play_stay_folded_whatever_the_jackpot() -> None:
    """Hands without a pair can become straights, but only pairs may play, which gain by it anyway."""
    raises = 'extends = "crown-melbourne"\n[decision]\nplay = [{ multiple = 2, hand = "pair or better" }]\n'
    game = joint_of(raises, "2", 10 * METER)
    assert any(game.returned[index] for index, one in enumerate(game.best.decisions) if one == FOLD)
    assert game.break_evens == ()
    assert game.strategy(Fraction(10**9)).decisions == game.best.decisions


@pytest.mark.slow
@pytest.mark.parametrize("name", SEVEN_FIVE_FOUR)
def test_seven_five_four_completes_32_straights(name: str) -> None:
    """Four sixes with four threes or four eights; no more of its 1,176 pairs of jackpot cards are paid."""
    game = joint(name)
    found = {
        returned
        for situation, returned in zip(game.game.matchups, returned_of(game), strict=True)
        if game.game.rules.ranking.describe(situation.hand.strength) == "7-5-4"
    }
    assert found == {SEVEN_FIVE_FOUR[name]}


@pytest.mark.slow
@pytest.mark.parametrize("name", SEVEN_FIVE_FOUR)
def test_what_hands_bring_back_pair_by_pair(name: str) -> None:
    game, pays = joint(name), pays_of(name)
    for index in Random(name).sample(range(len(game.game.matchups)), 8):
        hand = [STANDARD_DECK.cards[card] for card in game.game.matchups[index].hand.cards]
        rest = [card for card in STANDARD_DECK.cards if card not in hand]
        made = (five_card_strength([*hand, *pair], STANDARD_DECK) for pair in combinations(rest, 2))
        paid = sum((pays.get(one.category.value, Fraction(0)) for one in made), Fraction(0))
        assert game.returned[index] == paid / 1176


def test_what_three_cards_bring_back_suit_by_suit() -> None:
    game = joint("the jackpot names a suit")
    for situation, returned in zip(game.game.matchups, returned_of(game), strict=True):
        hand = described([STANDARD_DECK.cards[card] for card in situation.hand.cards], STANDARD_DECK)
        match (hand.category, hand.symbols, hand.suit):
            case ("straight flush", "AKQ", suit):
                paid = Fraction(1000 if suit == "s" else 1250)
            case ("flush", "752", "s"):
                paid = Fraction(30)
            case ("flush", symbols, "h") if symbols[0] == "9":
                paid = Fraction(10)
            case (category, _, _):
                lines = {"straight flush": 175, "three of a kind": 150, "straight": 15}
                at_odds = {"flush": Fraction(5, 4), "high card": Fraction(101, 100)}
                paid = at_odds.get(category, Fraction(lines.get(category, 0)))
        assert returned == paid


def worth(game: JointGame, index: int, multiple: int, ratio: Fraction) -> Fraction:
    """Return what a decision for a class is worth, in units of the Ante, with the jackpot wager."""
    situation, rules = game.game.matchups[index], game.game.rules
    if multiple == FOLD:
        kept = game.returned[index] if game.chances.lost_on_fold is False else 0
        return -1 + ratio * (kept - 1)
    hand = described([STANDARD_DECK.cards[card] for card in situation.hand.cards], STANDARD_DECK)
    lines = {"straight flush": 5, "three of a kind": 4, "straight": 1}
    bonus = lines.get(hand.category, 0)
    if "ante_bonus" in rules.tables and len(rules.tables["ante_bonus"]["A"].lines) > 3:
        bonus = 50 if (hand.symbols, hand.suit) == ("AKQ", "s") else bonus
    net = situation.no_qualify + (situation.win - situation.lose) * (1 + multiple)
    return Fraction(net, 18_424) + bonus + ratio * (game.returned[index] - 1)


def ratios_between(game: JointGame) -> list[Fraction]:
    """Return ratios that lie between all the break-evens, below the first and above the last."""
    breaks = [Fraction(0), *sorted({one.ratio for one in game.break_evens})]
    return [*((low + high) / 2 for low, high in pairwise(breaks)), breaks[-1] + 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_every_decision_is_the_best_between_the_break_evens(name: str) -> None:
    game = joint(name)
    ratios = ratios_between(game)
    for ratio in [ratios[0], *Random(name).sample(ratios, min(4, len(ratios))), ratios[-1]]:
        for index, decision in enumerate(game.strategy(ratio).decisions):
            options = {multiple: worth(game, index, multiple, ratio) for multiple in (FOLD, *game.game.cases)}
            assert options[decision] == max(options.values())
            if decision != FOLD:
                assert options[decision] > options[FOLD]


# -- break-evens --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHANGING)
def test_at_its_break_even_each_hand_is_worth_the_same_played_and_folded(name: str) -> None:
    game = joint(name)
    index_of = {situation.hand: index for index, situation in enumerate(game.game.matchups)}
    assert game.break_evens
    for one in game.break_evens:
        index = index_of[one.hand]
        played = max(worth(game, index, multiple, one.ratio) for multiple in game.game.cases)
        assert played == worth(game, index, FOLD, one.ratio) == -1 - one.ratio
        assert one.value + one.ratio * (one.returned - 1) == played
        assert game.best.decisions[index] == FOLD
    assert len({one.hand for one in game.break_evens}) == len(game.break_evens)
    for one, other in pairwise(game.break_evens):
        assert (one.ratio, -one.hand.strength.level) <= (other.ratio, -other.hand.strength.level)


@pytest.mark.parametrize("name", CHANGING)
def test_at_a_break_even_the_hand_is_folded_and_above_it_is_played(name: str) -> None:
    game = joint(name)
    index_of = {situation.hand: index for index, situation in enumerate(game.game.matchups)}
    for ratio in Random(name).sample(sorted({one.ratio for one in game.break_evens}), 5):
        at, above = game.strategy(ratio), game.strategy(ratio + Fraction(1, 10**12))
        switching = {index_of[one.hand] for one in game.break_evens if one.ratio == ratio}
        changed = {
            index for index in range(len(at.decisions)) if at.decisions[index] != above.decisions[index]
        }
        assert changed == switching
        assert {at.decisions[index] for index in switching} == {FOLD}


def test_break_evens_of_option_2() -> None:
    """The first to switch are hands with one gap in three suits, the last those with two."""
    game = joint("option 2")
    describe = game.game.rules.ranking.describe
    first = [one for one in game.break_evens if one.ratio == game.break_evens[0].ratio]
    assert [describe(one.hand.strength) for one in first] == [
        "9-8-6",
        "9-7-6",
        "8-7-5",
        "8-6-5",
        "7-6-4",
        "7-5-4",
    ]
    assert {one.hand.pattern for one in first} == {SuitPattern.THREE_SUITS}
    assert {one.returned for one in game.break_evens} == {Fraction(16 * 40, 1176), Fraction(32 * 40, 1176)}
    for one in first:
        (situation,) = [situation for situation in game.game.matchups if situation.hand == one.hand]
        assert one.ratio == (-1 - Fraction(situation.no_qualify - 2 * situation.lose, 18_424)) / one.returned


def test_option_1_never_changes_the_strategy() -> None:
    """Its prizes take a pair, a flush or more of the player's own cards, all of which are played."""
    game = joint("option 1")
    assert game.lost_on_fold
    assert not game.break_evens
    assert game.strategy(Fraction(10**6)).decisions == game.best.decisions


@pytest.mark.parametrize(
    ("name", "returned"),
    [
        ("a fold keeps the jackpot", Fraction(30_050, 22_100) + METER / 22_100),
        (
            "a fold keeps what folded hands can win",
            Fraction(624 * 600 + 3744 * 100 + 5108 * 60 + 10_200 * 25 + 4 * 25_000 + 36 * 2_500, 2_598_960),
        ),
    ],
)
def test_a_jackpot_that_stays_on_a_fold_never_changes_the_strategy(name: str, returned: Fraction) -> None:
    game = joint(name)
    assert not game.lost_on_fold
    assert not game.break_evens
    assert game.strategy(Fraction(100)).decisions == game.best.decisions
    for words in ("always play", "never play", "Q-10-4"):
        assert game.bet_return(named_strategy(words, game.game)) == returned


def test_suits_of_one_hand_switch_at_their_own_ratios() -> None:
    game = joint("the jackpot names a suit")
    describe = game.game.rules.ranking.describe
    suits = {
        one.hand.cards[0] % 4: one.returned
        for one in game.break_evens
        if describe(one.hand.strength) == "7-5-2 flush"
    }
    assert suits == {0: Fraction(5, 4), 1: Fraction(5, 4), 2: Fraction(5, 4), 3: Fraction(30)}


@pytest.mark.parametrize("name", ["the jackpot names a suit", "straights win of the meter"])
def test_the_meter_matters_where_folded_hands_win_of_it(name: str) -> None:
    assert joint(name).meter_matters


@pytest.mark.parametrize("name", ["option 1", "option 2", "two multiples", *EVERY[-2:]])
def test_the_meter_does_not_matter_where_they_do_not(name: str) -> None:
    assert not joint(name).meter_matters


@pytest.mark.parametrize("meter", [10_000, 149_432, 10**9])
def test_break_evens_of_option_2_are_the_same_at_any_meter(meter: int) -> None:
    assert joint_of(CROWN, "2", Fraction(meter)).break_evens == joint("option 2").break_evens


def test_break_evens_fall_with_the_meter_where_it_matters() -> None:
    low = joint_of(STRAIGHTS_OF_THE_METER, "2", Fraction(10_000)).break_evens
    high = joint_of(STRAIGHTS_OF_THE_METER, "2", Fraction(20_000)).break_evens
    assert {one.hand: one.ratio for one in low} == {one.hand: 2 * one.ratio for one in high}


# -- what strategies lose -----------------------------------------------------------------------------------


def loss_class_by_class(game: JointGame, strategy: Strategy, ratio: Fraction) -> Fraction:
    hands = sum(situation.hand.weight for situation in game.game.matchups)
    gained = (
        situation.hand.weight * worth(game, index, decision, ratio)
        for index, (situation, decision) in enumerate(strategy)
    )
    return -sum(gained, Fraction(0)) / hands


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_loss_is_the_mean_over_the_hands(name: str) -> None:
    game, random = joint(name), Random(name)
    options = (FOLD, *game.game.cases)
    anything = Strategy("anything", game.game, tuple(random.choice(options) for _ in game.game.matchups))
    for strategy in (game.best, anything):
        assert game.loss(strategy, Fraction(3, 7)) == loss_class_by_class(game, strategy, Fraction(3, 7))


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_stages_begin_with_the_base_game_and_leave_no_gap(name: str) -> None:
    game = joint(name)
    stages = game.stages()
    assert stages[0].above == 0
    assert stages[-1].up_to is None
    assert [one.up_to for one in stages[:-1]] == [one.above for one in stages[1:]]
    assert stages[0].strategy.decisions == game.best.decisions
    assert len(stages) == 1 + len({one.ratio for one in game.break_evens})
    played = [one.strategy.hands_played for one in stages]
    assert all(fewer < more for fewer, more in pairwise(played))


def test_above_the_last_break_even_every_hand_that_can_win_is_played() -> None:
    game = joint("option 2")
    for index, decision in enumerate(game.stages()[-1].strategy.decisions):
        assert (decision == FOLD) == (game.best.decisions[index] == FOLD and not game.returned[index])


def test_a_bonus_that_names_a_suit_changes_no_break_even() -> None:
    """The bonus is for hands that are played anyway, and splits only the classes of one suit."""
    split, whole = joint("a bonus names a suit"), joint("option 2")
    assert len(split.game.matchups) > len(whole.game.matchups)
    assert split.break_evens == whole.break_evens
    ranking = whole.game.rules.ranking
    parts = [part for situation in whole.game.matchups for part in by_suit(situation.hand, ranking)]
    assert {one.hand for one in split.game.matchups} == set(parts)
    both = [game.bet_return(game.strategy(Fraction(1, 5))) for game in (split, whole)]
    assert both[0] == both[1]


SEEN = {"two": {"face_up": 2}, "three": {"face_up": 3}, "two ranks": {"face_up": 2, "tells": "rank"}}


GAME = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A-Q-J"},
    {"decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
    table_bet("plus", "Plus", odds("20-15-4-3-1"), on_fold="lost"),
    table_bet("minus", "Minus", {**odds("9-9-2-2-1"), "high card": "1/3"}, on_fold="lost"),
)


@pytest.mark.parametrize("seen", SEEN)
def test_both_roads_lead_to_the_same_strategies(seen: str) -> None:
    rules = variant(game(GAME, {"deal": SEEN[seen]}))
    fast = base_game(rules, {})
    slow = replace(fast)
    vars(slow)["arrays"] = None
    tables = [rules.tables[name]["A"] for name in ("plus", "minus")]
    by_arrays, by_rows = ([JointGame(optimal_strategy(of), one) for one in tables] for of in (fast, slow))
    for one, other in zip(by_arrays, by_rows, strict=True):
        assert one.break_evens == other.break_evens
        ratios = sorted({Fraction(0), *(found.ratio for found in one.break_evens)})
        for low, high in pairwise([*ratios, ratios[-1] + 1]):
            decisions = one.strategy((low + high) / 2).decisions
            assert decisions == other.strategy((low + high) / 2).decisions
            assert one.strategy(high).decisions == decisions
        said = [
            [(of.above, of.hands_played, of.bet_return) for of in all_of.stages()] for all_of in (one, other)
        ]
        assert said[0] == said[1]
        assert len(said[0]) > 1
        # The mean is over all deals, hand by hand.
        parts = (
            situation.weight * situation.deals * one.returned[index]
            for index, (situation, decision) in enumerate(one.best)
            if decision != FOLD
        )
        assert one.bet_return(one.best) == sum(parts, Fraction(0)) / fast.total
    together = [
        best_beside(of[0].best, [(Fraction(2, 3), bet.returned) for bet in of]) for of in (by_arrays, by_rows)
    ]
    assert together[0].decisions == together[1].decisions != by_arrays[0].best.decisions


def test_a_jackpot_on_more_cards_is_paid_to_who_never_folds_as_to_all() -> None:
    lost = dict.fromkeys(
        ("straight flush", "four of a kind", "full house", "three of a kind", "pair"), "lose"
    )
    fives = {"royal flush": 90, "flush": {"meter": "1%"}, "straight": 5, "two pair": 2, **lost}
    of_jackpot = game(progressive(fives, "player and jackpot cards"), {"deal": {"face_up": 2, "jackpot": 2}})
    rules = variant(game(GAME, of_jackpot))
    played = base_game(rules, {})
    chances = jackpot_chances(rules, rules.tables["jackpot"]["A"])
    every = chances.played_lines(named_strategy("always play", played))
    assert [one.probability for one in every] == [one.probability for one in chances.lines()]
    assert chances.played(optimal_strategy(played)).odds < chances.overall().odds
