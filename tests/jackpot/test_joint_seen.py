"""Ante and jackpot wager decided together beside a card of the dealer's, against settling every deal."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from combin.cards.suit_classes import SuitPattern
from combin.exact.base_game import FOLD
from combin.exact.strategy import Strategy
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.joint import JointGame
from combin.jackpot.mixes import ask_joint, ask_mix
from combin.rules.errors import RulesError
from combin.settle.hands import Showdown, paying_line, settle_hand
from tests.exact.settled import at_random, decisions_of
from tests.games import AGAINST_DEALER, Part, against_dealer, bonus, game, progressive
from tests.variants import variant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from combin.cards.cards import Card
    from combin.rules.resolved import Rules

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
GAMES = {
    "jackpot cards": game(TEN, CARD, ON_JACKPOT_CARDS),
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
}
METER, STAKE = Fraction(1234, 5), Fraction(2)


@cache
def joint(name: str) -> JointGame:
    rules = variant(GAMES[name])
    return ask_jackpot(rules, meter=METER, stake=STAKE).joint(dict.fromkeys(rules.base_tables, "A"))


# -- every deal, settled ------------------------------------------------------------------------------------

Hand = frozenset[int]
Known = tuple[Hand, object]
"""A hand, and what is told of the dealer's card beside it."""


SCALE = 200
"""The parts of a unit in which deals are added up: fractions are slow to add."""


def scaled(value: Fraction) -> int:
    parts = value * SCALE
    assert parts.denominator == 1
    return parts.numerator


class EveryDeal:
    """What each decision nets over all deals that a player cannot tell apart, by the reference settlement.

    `nets` are those of the base game by decision, in parts of the Ante; `brought` is what a unit of jackpot
    wager brings back if it is not lost, in its parts, and `deals` how many deals there are.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cards = rules.deck.cards
        self.nets: defaultdict[Known, Counter[int]] = defaultdict(Counter)
        self.brought: Counter[Known] = Counter()
        self.deals: Counter[Known] = Counter()
        wager = rules.bets["jackpot"]
        jackpot = rules.file.deal.jackpot if wager.hand == "player and jackpot cards" else 0
        known_prizes: dict[Hand, int] = {}  # by all cards that decide

        def brings(player: Iterable[int], dealer: Iterable[int], more: Iterable[int]) -> int:
            deciding = frozenset(player).union(dealer if wager.hand == "player and dealer" else more)
            if deciding not in known_prizes:
                known_prizes[deciding] = scaled(prize(rules, player, dealer, more))
            return known_prizes[deciding]

        everything = range(len(self.cards))
        for player in combinations(everything, 3):
            rest = [card for card in everything if card not in player]
            level = rules.ranking.strength(self.held(player)).level
            allowed = [FOLD, *(one for one, least in rules.multiples.items() if level >= least)]
            folded = {FOLD: self.net(player, rest[:3], FOLD)}
            prizes = {
                more: brings(player, rest[:3], more) for more in map(frozenset, combinations(rest, jackpot))
            }
            for dealer in combinations(rest, 3):
                base = {one: self.net(player, dealer, one) for one in allowed if one != FOLD} | folded
                left = [card for card in rest if card not in dealer]
                drawn = [frozenset(more) for more in combinations(left, jackpot)]
                if wager.hand == "player and dealer":
                    prizes = {frozenset(): brings(player, dealer, ())}
                for card in dealer:
                    known = frozenset(player), self.told(card)
                    self.deals[known] += len(drawn)
                    self.brought[known] += sum(prizes[more] for more in drawn)
                    for one, net in base.items():
                        self.nets[known][one] += net * len(drawn)

    def held(self, cards: Iterable[int]) -> list[Card]:
        return [self.cards[card] for card in cards]

    def told(self, card: int) -> object:
        """Return what of a card is told."""
        for group in self.rules.file.deal.tells:
            if self.cards[card].rank.symbol in group.split():
                return group
        return card

    def net(self, player: Iterable[int], dealer: Iterable[int], decision: int) -> int:
        letters = dict.fromkeys(self.rules.base_tables, "A")
        nets = settle_hand(self.rules, letters, self.held(player), self.held(dealer), decision or None)
        return scaled(
            sum((nets[name] for name in (*self.rules.base_wagers, *self.rules.bonuses)), Fraction(0))
        )

    def worth(self, known: Known, decision: int, ratio: Fraction) -> Fraction:
        """Return what a decision nets over the deals, in units of the Ante, the jackpot wager with it."""
        kept = decision != FOLD or self.rules.bets["jackpot"].on_fold == "stays"
        brought = Fraction(self.brought[known] * kept, SCALE) - self.deals[known]
        return Fraction(self.nets[known][decision], SCALE) + ratio * brought


def prize(
    rules: Rules, player: Iterable[int], dealer: Iterable[int], jackpot: Iterable[int] = ()
) -> Fraction:
    """Return what comes back of a unit of the wager: odds to 1 with the stake."""
    dealt = ([rules.deck.cards[card] for card in cards] for cards in (player, dealer, jackpot))
    line = paying_line(rules.tables["jackpot"]["A"], Showdown.of(rules, *dealt))
    if line is None:
        return Fraction(0)
    if line.prize.odds is not None:
        return Fraction(line.prize.odds) + 1
    return (Fraction(line.prize.money or 0) + Fraction(line.prize.meter or 0) * METER) / STAKE


@cache
def every_deal(name: str) -> EveryDeal:
    return EveryDeal(joint(name).game.rules)


def ratios_of(joint_game: JointGame) -> list[Fraction]:
    """Return ratios below, between and above the break-evens, and some of these themselves."""
    breaks = [Fraction(0), *sorted({one.ratio for one in joint_game.break_evens})]
    between = [(low + high) / 2 for low, high in pairwise(breaks)]
    return [*breaks[:: max(1, len(breaks) // 4)], *between[:: max(1, len(between) // 6)], breaks[-1] + 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_joint_strategy_loses_what_the_best_decisions_lose_deal_by_deal(name: str) -> None:
    found, dealt = joint(name), every_deal(name)
    total = sum(dealt.deals.values())
    for ratio in ratios_of(found):
        best = sum(
            (max(dealt.worth(known, one, ratio) for one in nets) for known, nets in dealt.nets.items()),
            Fraction(0),
        )
        assert found.loss(found.strategy(ratio), ratio) == -best / total


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_hands_switch_where_playing_them_is_worth_a_fold_deal_by_deal(name: str) -> None:
    found, dealt = joint(name), every_deal(name)
    expected = set()
    for known, nets in dealt.nets.items():
        played = [net for decision, net in nets.items() if decision != FOLD]
        if found.lost_on_fold and played and max(played) <= nets[FOLD] and dealt.brought[known]:
            expected.add(Fraction(nets[FOLD] - max(played), dealt.brought[known]))
    assert {one.ratio for one in found.break_evens} == expected
    assert bool(expected) == (name != "jackpot cards that stay")


@pytest.mark.slow
@pytest.mark.parametrize("seen", [CARD, RANKS])
def test_a_sixth_card_of_a_royal_flush_is_told_by_the_card_seen(seen: Part) -> None:
    lines = {"six-card royal of clubs": {"meter": "100%"}, "six-card royal": 70, **FIVES, "royal flush": 20}
    deck = {"deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "hearts"]}}
    seen = {"deal": {"face_up": 1, "tells": ["A J 9", "K", "T Q"]}} if seen is RANKS else seen
    rules = variant(game(TEN, deck, seen, progressive(lines, "player and dealer")))
    found = ask_jackpot(rules, meter=METER, stake=STAKE).joint({})
    one_suit = [
        index for index, one in enumerate(found.game.matchups) if one.hand.pattern is SuitPattern.ONE_SUIT
    ]
    for index in Random(1).sample(one_suit, 60):
        one = found.game.matchups[index]
        assert one.seen is not None
        rest = [card for card in range(12) if card not in one.hand.cards]
        shown = [card for card in rest if card // 2 in one.seen.ranks and one.seen.card in (None, card)]
        dealt = [(card, *pair) for card in shown for pair in combinations(rest, 2) if card not in pair]
        brought = sum((prize(rules, one.hand.cards, dealer) for dealer in dealt), Fraction(0))
        assert found.returned[index] == brought / len(dealt)


@pytest.mark.slow
@pytest.mark.parametrize("name", [one for one in GAMES if "names" not in one and "three cards" not in one])
def test_any_strategy_loses_what_it_loses_deal_by_deal(name: str) -> None:
    found, dealt, ratio = joint(name), every_deal(name), Fraction(3, 7)
    strategy = at_random(found.game, seed=1)
    decisions, cards = decisions_of(strategy), found.game.rules.deck.cards
    lost = Fraction(0)
    for hand, told in dealt.nets:
        shown = (
            told
            if isinstance(told, int)
            else next(card for card, one in enumerate(cards) if card not in hand and dealt.told(card) == told)
        )
        decision = decisions[tuple(sorted(str(cards[card]) for card in hand)), str(cards[shown])]
        lost -= dealt.worth((hand, told), decision, ratio)
    assert found.loss(strategy, ratio) == lost / sum(dealt.deals.values())


@pytest.mark.parametrize("name", GAMES)
def test_stages_are_those_of_the_strategies_between_the_break_evens(name: str) -> None:
    found = joint(name)
    assert {one.above for one in found.stages()} == {Fraction(0), *(one.ratio for one in found.break_evens)}
    for stage in found.stages():
        assert stage.up_to is None or stage.above < stage.up_to
        strategy = stage.strategy
        assert stage.hands_played == strategy.hands_played
        assert stage.bet_return == found.bet_return(strategy)


@pytest.mark.parametrize("name", GAMES)
def test_a_jackpot_returns_to_who_never_folds_what_it_does_in_all(name: str) -> None:
    found = joint(name)
    multiples = [found.game.choices(index)[-1] for index in range(len(found.game.matchups))]
    never = found.bet_return(Strategy("never folds", found.game, tuple(multiples)))
    value = found.chances.overall()
    every = value.returned(STAKE, METER) / STAKE
    assert (never == every) == ("pairs raise" not in name)
    assert never <= every


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
