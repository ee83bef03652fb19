"""A bet decided together with the Ante, and mixes of bets, beside settling every deal of small decks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest
from msgspec.structs import replace

from combin.cards.cards import Card
from combin.cards.suit_classes import SuitPattern
from combin.exact.analysis import analyse, choices
from combin.exact.base_game import FOLD, base_game
from combin.exact.distribution import Pay
from combin.exact.joint_law import TableLimits
from combin.exact.named_strategies import named_strategy
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import percent
from combin.game import Game
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.joint import JointGame, best_beside, joint_game, return_vs_dealer
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import ask_joint, ask_mix, joint_with
from combin.jackpot.value import jackpot_chances
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.settle.hands import Cards, Showdown, paying_line
from tests.exact.settled import at_random, decisions_of
from tests.helpers.decks import alike_hands
from tests.helpers.games import (
    AGAINST_DEALER,
    BONUS,
    Part,
    against_dealer,
    bonus,
    game,
    odds,
    progressive,
    table_bet,
)
from tests.helpers.variants import shipped, variant
from tests.settle.records import settle_hand

CARD = {"deal.face_up": 1}
RANKS = {"deal": {"face_up": 1, "tells": ["A J", "K", "T Q"]}}
TEN = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts"]}, "dealer.qualifies": "K high"},
)
LOST = dict.fromkeys(("straight flush", "four of a kind", "full house", "three of a kind"), "lose")
FIVES = {
    "royal flush": {"meter": "100%"},
    "flush": 40,
    "straight": {"money": 9},
    "two pair": 2,
    "pair": 1,
    **LOST,
}
THREES = {
    "straight flush": {"meter": "10%"},
    "A-K-Q straight flush of hearts": {"meter": "100%"},
    "straight": "1/2",
    "flush of clubs": {"money": 3},
    "flush": "lose",
    "pair": {"meter": "5%"},
    "high card": 1,
}
ON_JACKPOT_CARDS = game(progressive(FIVES, "player and jackpot cards"), {"deal.jackpot": 2})
ON_SIX = progressive(FIVES, "player and dealer")
STAYS = {"wager.jackpot.on_fold": "stays"}
BLIND = against_dealer(
    "blind", "Blind", {"straight": 3}, equals="ante", win={"pays": "push", "by_table": True}
)
SUITED: Part = bonus({"straight flush": 2, "A-K-Q straight flush of clubs": 5})
FEW = game(
    AGAINST_DEALER,
    BONUS,
    {"deck": {"ranks": "T J Q K", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "K high"},
)
SIX = table_bet(
    "six",
    "Six",
    {"full house": 9, "three of a kind": 2, "two pair": "1/2"},
    hand="player and dealer",
    on_fold="lost",
    commission="5%",
)
HIGH = table_bet("high", "High", odds("4-3-2-2-1"), on_fold="lost", if_tied=3, if_beaten="1/2")
THEIRS = table_bet("theirs", "Theirs", odds("9-6-4-2-1"), hand="dealer", on_fold="lost")
KEPT = table_bet("kept", "Kept", odds("9-6-4-2-1"), on_fold="may stay")
MONEY = table_bet(
    "money", "Money", {"pair": {"money": 30}, **odds("9-6-4-2")}, on_fold="lost", stakes=[5, 10]
)
MIXED = {
    "bets": game(FEW, SIX, HIGH, THEIRS, KEPT),
    "bets, a card seen": game(FEW, THEIRS, HIGH, CARD),
    "bets, ranks told apart": game(
        FEW, SIX, MONEY, {"deal": {"face_up": 1, "tells": ["K", "Q J", "T"]}, "decision.play": [1, 2]}
    ),
    "bets, two decks": game(
        FEW,
        HIGH,
        THEIRS,
        {"deck": {"ranks": "Q K A", "suits": ["clubs", "hearts"], "decks": 2}, "dealer.qualifies": "pair"},
    ),
}
WITH_JACKPOT = {
    "jackpot cards": game(TEN, CARD, ON_JACKPOT_CARDS),
    "jackpot cards, nothing seen": game(TEN, ON_JACKPOT_CARDS, {"decision.play": [1, 2]}),
    "jackpot cards, a Blind and two raises": game(
        TEN, CARD, ON_JACKPOT_CARDS, BLIND, {"decision.play": [1, 3]}
    ),
    "jackpot cards by ranks, a bonus names a suit": game(TEN, RANKS, ON_JACKPOT_CARDS, SUITED),
    "three jackpot cards, pairs raise": game(
        TEN,
        CARD,
        ON_JACKPOT_CARDS,
        {"deal.jackpot": 3, "decision.play": [{"multiple": 2, "hand": "pair or better"}]},
    ),
    "jackpot cards that stay": game(TEN, RANKS, ON_JACKPOT_CARDS, STAYS),
    "six cards": game(TEN, CARD, ON_SIX),
    "six cards by ranks": game(TEN, RANKS, ON_SIX),
    "three cards": game(TEN, CARD, progressive(THREES, "player"), {"wager.play.no_qualify": "compared"}),
    "three cards by ranks": game(TEN, RANKS, progressive(THREES, "player")),
    "three cards, nothing seen": game(TEN, progressive(THREES, "player"), SUITED),
}
GAMES = MIXED | WITH_JACKPOT
BETS = [(name, bet) for name in MIXED for bet in ("six", "high", "theirs", "kept", "money")]
BETS = [(name, bet) for name, bet in BETS if bet in GAMES[name]["wager"]]
BETS += [(name, "jackpot") for name in WITH_JACKPOT]
METER, STAKE = Fraction(1234, 5), Fraction(2)


@cache
def joint(name: str, bet: str) -> JointGame:
    rules = variant(GAMES[name])
    if bet == "jackpot":
        return ask_jackpot(rules, meter=METER, stake=STAKE).joint(dict.fromkeys(rules.base_tables, "A"))
    table = rules.tables[bet]["A"]
    return joint_game(rules, choices(rules, {})[0], table, unit=table.stake)


# -- every deal, settled ------------------------------------------------------------------------------------

Known = tuple[tuple[Card, ...], object]
"""A hand, and what is told of the dealer's card beside it."""


def told(rules: Rules, card: Card) -> object:
    """Return what of a card of the dealer's is told."""
    groups = rules.file.deal.tells
    return next((group for group in groups if card.rank.symbol in group.split()), card)


def prize(rules: Rules, player: Iterable[Card], dealer: Iterable[Card], jackpot: Iterable[Card]) -> Fraction:
    """Return what comes back of a unit of the jackpot wager: odds to 1 with the stake."""
    dealt = (Cards(rules, tuple(cards)) for cards in (player, dealer, jackpot))
    line = paying_line(rules.tables["jackpot"]["A"], Showdown(rules, *dealt))
    if line is None:
        return Fraction(0)
    if line.prize.odds is not None:
        return Fraction(line.prize.odds) + 1
    return (Fraction(line.prize.money or 0) + Fraction(line.prize.meter or 0) * METER) / STAKE


def named_by_suit(name: str) -> bool:
    return " of clubs" in str(GAMES[name])


@cache
def settled(name: str) -> tuple[Mapping[Known, Mapping[int, Mapping[str, Fraction]]], int]:
    """Return what each wager nets by each decision, over all deals that look alike to a player; and how many.

    By the reference settlement. Where jackpot cards decide, it is the mean over them; where no rule names a
    suit, one hand stands for all that are alike but for their suits.
    """
    rules = variant(GAMES[name])
    letters, cards = choices(rules, {})[0], rules.deck.cards
    keeps = [bet for bet in rules.side_bets if rules.bets[bet].on_fold == "may stay"]
    base = (*rules.base_wagers, *rules.bonuses)
    seen, of_jackpot, stays = rules.file.deal.face_up, "jackpot" in rules.jackpots, name.endswith("that stay")
    drawn = rules.file.deal.jackpot if of_jackpot and rules.bets["jackpot"].hand.endswith("cards") else 0
    gains: dict[Known, dict[int, dict[str, Fraction]]] = {}
    total, prizes = 0, dict[tuple[Card, ...], Fraction]()

    def jackpot(player: tuple[Card, ...], dealer: tuple[Card, ...], left: list[Card]) -> Fraction:
        draws = [*combinations(left, drawn)]
        for more in draws:
            key = (*player, *(more if drawn else dealer))
            prizes[key] = prizes[key] if key in prizes else prize(rules, player, dealer, more)
        return sum((prizes[*player, *(more if drawn else dealer)] for more in draws), Fraction(0)) / len(
            draws
        )

    for hand, alike in alike_hands(rules.deck, () if named_by_suit(name) else range(len(rules.deck.suits))):
        player, rest = tuple(cards[card] for card in hand), [c for c in range(len(cards)) if c not in hand]
        level = rules.ranking.strength(player).level
        decisions = [FOLD, *(multiple for multiple, least in rules.multiples.items() if level >= least)]
        for others in combinations(rest, 3):
            dealer = tuple(cards[card] for card in others)
            shown = [told(rules, card) for card in dealer] if seen else [""]
            total += alike * len(shown)
            for decision in decisions:
                nets = settle_hand(rules, letters, player, dealer, decision or None, keeps=keeps)
                nets[rules.base] = sum((nets[wager] for wager in base), Fraction(0))
                if of_jackpot:
                    left = [cards[card] for card in rest if card not in others]
                    won = decision != FOLD or stays
                    nets["jackpot"] = (jackpot(player, dealer, left) if won else 0) - Fraction(1)
                for known in shown:
                    of = gains.setdefault((player, known), {}).setdefault(decision, defaultdict(Fraction))
                    for wager in (rules.base, *rules.side_bets, *rules.jackpots):
                        of[wager] += alike * nets[wager]
    return gains, total


def net(nets: Mapping[str, Fraction], stakes: Mapping[str, Fraction]) -> Fraction:
    return sum((stake * nets[wager] for wager, stake in stakes.items()), Fraction(0))


def at_best(name: str, stakes: Mapping[str, Fraction]) -> Fraction:
    """Return the mean that wagers net together, every situation decided for all of them."""
    gains, total = settled(name)
    return sum((max(net(nets, stakes) for nets in of.values()) for of in gains.values()), Fraction(0)) / total


def ratios_of(of: JointGame) -> list[Fraction]:
    """Return ratios below, between and above the break-evens, and some of these themselves."""
    breaks = [Fraction(0), *sorted({even.ratio for even in of.break_evens})]
    between = [(low + high) / 2 for low, high in pairwise(breaks)]
    return [*breaks[:: max(1, len(breaks) // 4)], *between[:: max(1, len(between) // 6)], breaks[-1] + 1]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bet"), BETS)
@pytest.mark.few(6)
def test_the_joint_strategy_loses_what_the_best_decisions_lose_deal_by_deal(name: str, bet: str) -> None:
    found = joint(name, bet)
    for ratio in ratios_of(found):
        best = at_best(name, {"ante": Fraction(1), bet: ratio})
        assert found.loss(found.strategy(ratio), ratio) == -best


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bet"), BETS)
@pytest.mark.few(9)
def test_hands_switch_where_playing_them_is_worth_a_fold_deal_by_deal(name: str, bet: str) -> None:
    found, (gains, _) = joint(name, bet), settled(name)
    expected = set()
    for of in gains.values():
        folded = of[FOLD]
        played = [nets for decision, nets in of.items() if decision != FOLD]
        most = max((nets["ante"] for nets in played), default=folded["ante"] + 1)
        if found.lost_on_fold and most <= folded["ante"] and (brought := played[0][bet] - folded[bet]):
            expected.add((folded["ante"] - most) / brought)
    assert {even.ratio for even in found.break_evens} == expected
    assert bool(expected) == (bet != "kept" and "stay" not in name)
    places = [(even.ratio, *even.place) for even in found.break_evens]
    assert places == sorted(places)
    for even in found.break_evens:
        assert even.value + even.ratio * even.returned == found.game.rules.fold_nets


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bet"), [pair for pair in BETS if not named_by_suit(pair[0])])
@pytest.mark.few(5)
def test_any_strategy_loses_what_it_loses_deal_by_deal(name: str, bet: str) -> None:
    found, ratio = joint(name, bet), Fraction(3, 7)
    strategy, (gains, total) = at_random(found.game, seed=1), settled(name)
    decisions, rules = decisions_of(strategy), found.game.rules
    lost = Fraction(0)
    for (player, seen), of in gains.items():
        cards = [card for card in rules.deck.cards if card not in player and told(rules, card) == seen]
        decision = decisions[tuple(sorted(map(str, player))), str(cards[0]) if cards else ""]
        lost -= net(of[decision], {"ante": Fraction(1), bet: ratio})
    assert found.loss(strategy, ratio) == lost / total


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bet"), BETS)
def test_stages_are_those_of_the_strategies_between_the_break_evens(name: str, bet: str) -> None:
    found = joint(name, bet)
    stages, breaks = found.stages(), sorted({even.ratio for even in found.break_evens} - {0})
    assert [(stage.above, stage.up_to) for stage in stages] == [*pairwise((0, *breaks, None))]
    for stage in stages:
        assert stage.hands_played == stage.strategy.hands_played
        assert stage.bet_return == found.bet_return(stage.strategy)


@pytest.mark.parametrize("name", WITH_JACKPOT)
def test_a_jackpot_returns_to_who_never_folds_what_it_does_in_all(name: str) -> None:
    found = joint(name, "jackpot")
    multiples = [found.game.choices(index)[-1] for index in range(len(found.game.matchups))]
    never = found.bet_return(Strategy("never folds", found.game, tuple(multiples)))
    every = found.chances.overall().returned(STAKE, METER) / STAKE
    assert (never == every) == ("pairs raise" not in name)
    assert never <= every


@pytest.mark.slow
@pytest.mark.parametrize("name", MIXED)
def test_a_mix_is_played_at_best_for_all_that_a_fold_loses_deal_by_deal(name: str) -> None:
    rules, random = variant(GAMES[name]), Random(name)
    stakes = {wager: Fraction(random.choice([1, 2, 3])) for wager in ("ante", *rules.side_bets)}
    if "money" in stakes:
        stakes["money"] = Fraction(5)
    found = ask_mix(rules, stakes)
    assert found.mix.law.total == settled(name)[1]
    assert found.mix.expected_loss == -at_best(name, stakes)
    alone = ask_mix(rules, stakes, strategy="optimal")
    assert alone.base_alone is None
    assert found.base_alone is not None
    assert found.base_alone.loss == alone.mix.expected_loss > found.mix.expected_loss
    assert found.base_alone.alone == alone.statement


@pytest.mark.slow
def test_a_single_bet_is_decided_with_the_ante_as_in_a_mix() -> None:
    rules = variant(GAMES["bets, a card seen"])
    for bet in rules.side_bets:
        answer = ask_joint(rules, 3, 2, wager=bet)
        loss = ask_mix(rules, {"ante": 2, bet: 3}).mix.expected_loss
        assert 2 * answer.joint.loss(answer.best, answer.ratio) == loss


@pytest.mark.slow
@pytest.mark.parametrize("seen", [CARD, RANKS])
def test_a_sixth_card_of_a_royal_flush_is_told_by_the_card_seen(seen: Part) -> None:
    lines = {"six-card royal of clubs": {"meter": "100%"}, "six-card royal": 70, **FIVES, "royal flush": 20}
    deck = {"deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "hearts"]}}
    seen = {"deal": {"face_up": 1, "tells": ["A J 9", "K", "T Q"]}} if seen is RANKS else seen
    rules = variant(game(TEN, deck, seen, progressive(lines, "player and dealer")))
    found, cards = ask_jackpot(rules, meter=METER, stake=STAKE).joint({}), rules.deck.cards
    one_suit = [
        index for index, one in enumerate(found.game.matchups) if one.hand.pattern is SuitPattern.ONE_SUIT
    ]
    for index in Random(1).sample(one_suit, 60):
        one = found.game.matchups[index]
        assert one.seen is not None
        rest = [card for card in range(12) if card not in one.hand.cards]
        shown = [card for card in rest if card // 2 in one.seen.ranks and one.seen.card in (None, card)]
        dealt = [(card, *pair) for card in shown for pair in combinations(rest, 2) if card not in pair]
        player = [cards[card] for card in one.hand.cards]
        brought = (prize(rules, player, [cards[card] for card in dealer], ()) for dealer in dealt)
        assert found.returned[index] == sum(brought, Fraction(0)) / len(dealt)


# -- arrays and lists ---------------------------------------------------------------------------------------

SEEN = {"two": {"face_up": 2}, "three": {"face_up": 3}, "two ranks": {"face_up": 2, "tells": "rank"}}
OF_ARRAYS = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A-Q-J"},
    {"decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
    table_bet("plus", "Plus", odds("20-15-4-3-1"), on_fold="lost"),
    table_bet("minus", "Minus", {**odds("9-9-2-2-1"), "high card": "1/3"}, on_fold="lost"),
)


@pytest.mark.parametrize("seen", SEEN)
def test_both_roads_lead_to_the_same_strategies(seen: str) -> None:
    rules = variant(game(OF_ARRAYS, {"deal": SEEN[seen]}))
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
    rules = variant(game(OF_ARRAYS, of_jackpot))
    played = base_game(rules, {})
    chances = jackpot_chances(rules, rules.tables["jackpot"]["A"])
    every = chances.played_lines(named_strategy("always play", played))
    assert [one.probability for one in every] == [one.probability for one in chances.lines()]
    assert chances.played(optimal_strategy(played)).odds < chances.overall().odds


# -- 52 cards -----------------------------------------------------------------------------------------------

CROWN = "crown-melbourne"
OF_METER = 'extends = "crown-melbourne"\n[pay_tables.jackpot.2]\n"straight" = { meter = "0.1%" }\n'
STAYING = f'{OF_METER}[wager.jackpot]\non_fold = "stays"\n'


def of_game(text: str, option: str, meter: int = 25_000) -> JointGame:
    rules = variant(text) if "\n" in text else shipped(text)
    letters = {name: next(iter(rules.tables[name])) for name in rules.bonuses}
    return ask_jackpot(rules, option=option, meter=meter).joint(letters)


def test_break_evens_of_option_2() -> None:
    """The first to switch are hands with one gap in three suits, the last those with two.

    Four sixes with four threes or four eights make 7-5-4 a straight: 32 of its 1,176 pairs of jackpot cards.
    """
    found = of_game(CROWN, "2")
    describe = found.game.rules.ranking.describe
    first = [even for even in found.break_evens if even.ratio == found.break_evens[0].ratio]
    hands = ["9-8-6", "9-7-6", "8-7-5", "8-6-5", "7-6-4", "7-5-4"]
    assert [describe(even.hand.strength) for even in first] == hands
    assert {even.hand.pattern for even in first} == {SuitPattern.THREE_SUITS}
    assert {even.returned for even in found.break_evens} == {Fraction(ways * 40, 1176) for ways in (16, 32)}
    for even in first:
        (own,) = [situation for situation in found.game.matchups if situation.hand == even.hand]
        assert even.ratio == (-1 - Fraction(own.no_qualify - 2 * own.lose, 18_424)) / even.returned
    assert not found.meter_matters
    for meter in (10_000, 10**9):
        assert of_game(CROWN, "2", meter).break_evens == found.break_evens


@pytest.mark.parametrize(
    ("text", "option", "returned"),
    [
        (CROWN, "1", None),  # its prizes take a pair, a flush or more of the own cards, which are played
        ("resorts-world-sentosa", "A", Fraction(30_050 + 25_000, 22_100)),
        (
            STAYING,
            "2",
            Fraction(624 * 600 + 3744 * 100 + 5108 * 60 + 10_200 * 25 + 4 * 25_000 + 36 * 2_500, 2_598_960),
        ),
    ],
)
def test_jackpots_that_never_change_the_strategy(text: str, option: str, returned: Fraction | None) -> None:
    found = of_game(text, option)
    assert found.lost_on_fold == (returned is None)
    assert not found.break_evens
    assert not found.meter_matters
    assert found.strategy(Fraction(10**6)).decisions == found.best.decisions
    for words in ("always play", "never play", "Q-10-4") if returned else ():
        assert found.bet_return(named_strategy(words, found.game)) == returned


def test_break_evens_fall_with_the_meter_where_folded_hands_win_of_it() -> None:
    low, high = (of_game(OF_METER, "2", meter) for meter in (10_000, 20_000))
    assert low.meter_matters
    ratios = [{even.hand: even.ratio for even in of.break_evens} for of in (low, high)]
    assert ratios[0] == {hand: 2 * ratio for hand, ratio in ratios[1].items()}


SIX_CARD_LOST = """
extends = "three-card-poker"
without = ["wager.millionaire_maker", "wager.progressive"]
id = "six-card-lost"
[wager.six_card_bonus]
on_fold = "lost"
"""


@pytest.mark.slow
def test_the_six_card_bonus_lost_with_a_fold_costs_less_if_it_is_played_for() -> None:
    rules = variant(SIX_CARD_LOST)
    asked = Game(rules)
    answer = asked.joint_strategy(1, wager="six_card_bonus", six_card_bonus="K")
    assert answer.statement == "Play every hand."
    assert answer.joint.loss(answer.best, Fraction(1)) == Fraction(5835969, 25448150)  # 22.9328%
    assert answer.joint.loss(answer.joint.best, Fraction(1)) == Fraction(771921, 2077400)  # 37.1580%
    by_deals = return_vs_dealer(answer.joint.game.matchups, rules, answer.joint.table)
    assert all(by_deals[index] == answer.joint.returned[index] for index in range(len(answer.best.decisions)))
    mix = asked.mix({"ante": 1, "six_card_bonus": 1}, six_card_bonus="K")
    assert mix.mix.expected_loss == Fraction(5835969, 25448150)
    lines = " ".join(mix.view().lines)
    assert "Optimal strategy for all wagers: Play every hand. House edge 11.4664%." in lines
    alone = "Optimal for Ante & Play alone (--strategy optimal): Play Q-6-4 or better, fold the rest."
    assert f"{alone} House edge 18.5790%." in lines
    edge = mix.to_dict()["best_for_base_game"]["house_edge_without_limits"]["decimal"]
    assert edge.startswith("0.18579")


@pytest.mark.slow
def test_an_analysis_tells_of_bets_that_are_lost_with_hands_that_could_win() -> None:
    rules = variant(SIX_CARD_LOST)
    table = Game(rules).alternatives(ante_bonus="1", pair_plus="1").view().tables[-1]
    assert table.cells[-1][1:3] == ("37.1580%", "22.9328%")
    assert "which folds hands that could win them" in table.note
    analysis = analyse(rules, choices(rules, {})[:1])[0]
    assert joint_with(analysis, "pair_plus") is None  # a fold loses it, but no pair is folded
    for asked, strategy in ((Game(shipped("three-card-poker")), None), (Game(rules), "always play")):
        notes = [table.note for table in asked.analyse(strategy=strategy).view().tables]
        assert "could win" not in str(notes)


def test_colours_may_make_a_difference_that_no_class_of_hands_tells() -> None:
    prime = table_bet("prime", "Prime", {"player of one colour": 5}, on_fold="lost")
    found = ask_mix(variant(game(FEW, prime)), {"ante": 1, "prime": 1})
    assert found.base_alone is not None
    assert not found.base_alone.by_classes
    assert "by ranks and number of suits: " in " ".join(found.view().lines)
    limited = "by ranks and number of suits; "
    assert limited in " ".join(ask_joint(found.rules, 1, wager="prime").view().lines)
    stays = variant(game(FEW, prime, {"wager.prime.on_fold": "stays"}))
    assert limited not in " ".join(ask_joint(stays, 1, wager="prime").view().lines)


@pytest.mark.slow
def test_the_printed_strategy_is_understood_beside_the_bets_that_it_is_best_with() -> None:
    rules = variant(
        'extends = "crown-melbourne"\ndeal.face_up = 1\ndecision.blind.allowed = false\n'
        'deck.ranks = "6 7 8 9 T J Q K A"\n'
    )
    asked = ask_joint(rules, 1, option="2")
    assert "A: play K-Q-9 or better, fold the rest, with 24 exceptions" in asked.statement
    again = ask_joint(rules, 1, option="2", compare=[asked.statement]).others[0]
    assert again.decisions == asked.best.decisions
    stakes = {"ante": 1, "jackpot": 1}
    at_best = ask_mix(rules, stakes, option="2")
    assert at_best.mix.law == ask_mix(rules, stakes, option="2", strategy=asked.statement).mix.law
    with pytest.raises(RulesError, match="nor is it the best strategy of this game"):
        ask_mix(rules, {"ante": 2, "jackpot": 1}, option="2", strategy=asked.statement)


@pytest.mark.parametrize(
    ("wager", "stake", "meter", "problem"),
    [
        ("pair", 1, None, "has no side bet 'pair'; did you mean"),
        ("ante", 1, None, "has no side bet 'ante'"),
        ("pair_plus", 0, None, "pair_plus: a stake of 0 is not above 0"),
        ("pair_plus", 1, 5, "an option or a meter, but no jackpot wager"),
    ],
)
def test_a_bet_that_no_ante_goes_with(wager: str, stake: int, meter: int | None, problem: str) -> None:
    with pytest.raises((RulesError, JackpotError), match=problem):
        ask_joint(shipped("three-card-poker"), stake, wager=wager, meter=meter)


@pytest.mark.slow
def test_chips_make_up_a_prize_that_holds_its_stake_and_not_the_gain() -> None:
    """Every pay at Crown with these stakes is a multiple of $2.50, as it is settled."""
    stakes = {"ante": 10, "jackpot": 1}
    found = ask_mix(shipped(CROWN), stakes, option="1", meter=25_000, chip="2.50").mix
    assert found.house_edge == replace(found, limits=TableLimits()).house_edge
    assert percent(found.house_edge, 4) == "6.6502%"


@pytest.mark.parametrize(
    ("pay", "paid"),
    [
        (Pay(Fraction(29), holds_stake=True), (30,)),
        (Pay(Fraction(0), holds_stake=True), (1,)),
        (Pay(Fraction(-1), money=Fraction(7), holds_stake=True), (7,)),
        (Pay(Fraction(2)), (2,)),
        (Pay(Fraction(0)), ()),
        (Pay(Fraction(-1, 2)), (Fraction(1, 2),)),
        (Pay(Fraction(-1)), ()),
        (Pay(Fraction(-2)), ()),
    ],
)
def test_what_is_paid_is_what_settling_hands_over_beside_a_stake_that_comes_back(
    pay: Pay, paid: tuple[Fraction, ...]
) -> None:
    assert pay.won(Fraction(1)) == paid
