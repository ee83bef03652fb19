from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.cards.suit_classes import by_suit, hand_classes
from combin.exact.base_game import base_game
from combin.exact.matchups import face_down
from combin.exact.pay_lines import line_ways
from combin.exact.side_bets import side_bet
from combin.rules.resolved import Rules
from combin.settle.results import Result, SettledRound
from combin.settle.round import settle
from combin.settle.rounds import Amount, Hand, Round
from combin.settle.verdicts import settle_hand
from tests.games import AGAINST_DEALER, game, table_bet
from tests.strategies import deals, games, rounds, rule_files, rules_of, suit_permutations
from tests.variants import shipped, variant

FOUR_CASES = game(
    AGAINST_DEALER,
    {
        "deck.ranks": "T J Q K A",
        "dealer.qualifies": "A high",
        "wager.ante": {"no_qualify": 2, "win": 3, "tie": 5, "lose": 7},
        "wager.play": {"no_qualify": 20, "win": 30, "tie": 50, "lose": 70},
    },
)
"""A game whose nets tell the four cases apart."""


@pytest.mark.slow
def test_settling_every_deal_of_a_small_deck_gives_the_counts_of_matchups() -> None:
    rules = variant(FOUR_CASES)
    found = face_down(rules.ranking, rules.qualifies)
    assert sum(one.no_qualify > 0 for one in found) > 50, "the deck must have dealers that do not qualify"
    cards = rules.deck.cards
    for one in found:
        player = [cards[index] for index in one.hand.cards]
        rest = [card for card in cards if card not in player]
        nets: Counter[tuple[Fraction, Fraction]] = Counter()
        for dealer in combinations(rest, 3):
            settled = settle_hand(rules, {}, player, dealer, 1)
            nets[settled["ante"], settled["play"]] += 1
        counted = tuple(nets[Fraction(net), Fraction(10 * net)] for net in (2, 3, 5, 7))
        assert counted == one.counts, rules.ranking.describe(one.hand.strength)
        assert sum(counted) == sum(nets.values()) == 680


@pytest.mark.slow
@settings(max_examples=20)
@given(data=st.data())
def test_settlement_and_engine_agree_on_the_base_game_of_drawn_rule_files(data: st.DataObject) -> None:
    rules = data.draw(rule_files())
    game = base_game(rules, {"ante_bonus": "A"})
    index = data.draw(st.integers(0, len(game.matchups) - 1))
    multiple = data.draw(st.sampled_from([None, *rules.multiples]))
    cards = rules.deck.cards
    player = [cards[card] for card in game.matchups[index].hand.cards]
    total = Fraction(0)
    for dealer in combinations([card for card in cards if card not in player], 3):
        nets = settle_hand(rules, {"pair_plus": "A"}, player, dealer, multiple)
        total += nets["ante"] + nets["play"] + nets["ante_bonus"]
    assert total == Fraction(game.value(index, multiple or 0), game.unit)


@pytest.mark.slow
@settings(max_examples=12)
@given(data=st.data())
def test_settlement_and_engine_agree_on_the_side_bets_of_drawn_rule_files(data: st.DataObject) -> None:
    rules = data.draw(rule_files(most_cards=9, most_suits=3))
    letters = {"pair_plus": data.draw(st.sampled_from("AB"))}
    classes = hand_classes(rules.ranking)
    folds = data.draw(st.booleans())
    multiple = None if folds else next(iter(rules.multiples))
    lost = folds and rules.bets["pair_plus"].on_fold != "stays"
    nets: dict[str, Counter[Fraction]] = {"pair_plus": Counter(), "prime": Counter()}
    for player in combinations(rules.deck.cards, 3):
        rest = [card for card in rules.deck.cards if card not in player]
        for dealer in combinations(rest, 3):
            settled = settle_hand(rules, letters, player, dealer, multiple)
            for name, counter in nets.items():
                counter[settled[name]] += 1
    deals_per_hand = sum(nets["prime"].values()) // sum(one.weight for one in classes)
    apart = [part for one in classes for part in by_suit(one, rules.ranking)]
    folded = frozenset(part.cards for part in apart) if lost else frozenset()
    pair_plus = side_bet(rules, rules.tables["pair_plus"][letters["pair_plus"]], folded).distribution
    prime = side_bet(rules, rules.tables["prime"]["A"]).distribution
    assert dict(pair_plus.outcomes) == {
        net: count // deals_per_hand for net, count in nets["pair_plus"].items()
    }
    assert dict(prime.outcomes) == dict(nets["prime"])


@pytest.mark.slow
@settings(max_examples=20)
@given(data=st.data())
def test_permuted_suits_change_no_wager_that_is_blind_to_suits(data: st.DataObject) -> None:
    rules = shipped(data.draw(st.sampled_from(["crown-melbourne", "resorts-world-sentosa"])))
    record = data.draw(rounds(rules))
    table = str.maketrans(data.draw(suit_permutations(rules)))
    permuted = Round(
        id=record.id,
        dealer=record.dealer.translate(table),
        tables=record.tables,
        hands=tuple(_with_cards(hand, hand.cards.translate(table)) for hand in record.hands),
    )
    assert _returned(settle(rules, record)) == _returned(settle(rules, permuted))


def _with_cards(hand: Hand, cards: str) -> Hand:
    return Hand(seat=hand.seat, cards=cards, wagers=hand.wagers, decision=hand.decision, keeps=hand.keeps)


def _returned(settled: SettledRound) -> dict[tuple[int, str], Fraction]:
    return {(hand.seat, one.wager): one.returned for hand in settled.hands for one in hand.wagers}


@pytest.mark.slow
@settings(max_examples=20)
@given(data=st.data())
def test_money_is_neither_made_nor_lost_on_the_way(data: st.DataObject) -> None:
    rules = data.draw(games(most_cards=24))
    record = data.draw(rounds(rules))
    settled = settle(rules, record)
    assert settled.net == sum(hand.net for hand in settled.hands)
    for hand, recorded in zip(settled.hands, record.hands, strict=True):
        staked = {one.wager: one.staked for one in hand.wagers if one.staked}
        assert staked == recorded.wagers
        for one in hand.wagers:
            assert one.returned >= 0
            assert one.net == one.returned - one.staked
        if recorded.decision == "fold" and "ante" in staked:
            for name in ("ante", *rules.equals):
                assert hand.wager(name).returned == staked[name] * rules.bets[name].fold_returns
                assert hand.wager(name).result is Result.LOSE
            assert "ante_bonus" not in {one.wager for one in hand.wagers}


@pytest.mark.slow
@given(data=st.data())
def test_a_round_in_money_is_the_hand_in_units_times_the_stakes(data: st.DataObject) -> None:
    rules = data.draw(games(most_cards=24))
    record = data.draw(rounds(rules))
    settled = settle(rules, record)
    dealer = rules.deck.parse(record.dealer)
    for hand, recorded in zip(settled.hands, record.hands, strict=True):
        base = recorded.wagers.get("ante")
        multiple = None
        if recorded.decision != "fold":
            multiple = int(recorded.wagers.get("play", 0) / base) if base else 0
            multiple = multiple or next(iter(multiples(rules, recorded.cards)), None)
        if (multiple is None) != (recorded.decision == "fold"):
            continue  # a hand without an Ante that may only be folded with one
        units = settle_hand(
            rules, record.tables, rules.deck.parse(recorded.cards), dealer, multiple, keeps=recorded.keeps
        )
        for one in hand.wagers:
            unit = (
                base if one.wager in {"ante", "blind", "play", "ante_bonus"} else recorded.wagers[one.wager]
            )
            assert unit is not None
            stakes = rules.bets["money"].stakes[:1] if one.wager == "money" else (unit,)
            if (unit,) == stakes:  # the units of sums of money are those of the first stake
                assert one.net == units[one.wager] * unit, one.wager


def multiples(rules: Rules, cards: str) -> list[int]:
    """Return what the rules let a hand play."""
    level = rules.ranking.strength(rules.deck.parse(cards)).level
    return [multiple for multiple, least in rules.multiples.items() if level >= least]


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=20)
def test_doubled_stakes_double_everything(data: st.DataObject) -> None:
    rules = data.draw(rule_files(most_cards=24))
    record = data.draw(rounds(rules))
    doubled = Round(
        id=record.id,
        dealer=record.dealer,
        tables=record.tables,
        hands=tuple(
            Hand(
                seat=hand.seat,
                cards=hand.cards,
                wagers={name: Amount(2 * amount) for name, amount in hand.wagers.items()},
                decision=hand.decision,
                keeps=hand.keeps,
            )
            for hand in record.hands
        ),
    )
    twice = {key: 2 * amount for key, amount in _returned(settle(rules, record)).items()}
    assert _returned(settle(rules, doubled)) == twice


@pytest.mark.slow
@given(data=st.data())
def test_swapped_hands_swap_win_and_lose_when_the_dealer_always_plays(data: st.DataObject) -> None:
    rules = rules_of(
        {
            "id": "even",
            "title": "Even",
            "source": {"document": "this test"},
            "wager": {
                name: {
                    "name": name,
                    "settles": "against the dealer",
                    "no_qualify": {"pays": 9},
                    "win": {"pays": 1},
                    "tie": {"pays": "push"},
                    "lose": {"pays": "lose"},
                    **raises,
                }
                for name, raises in (("ante", {}), ("play", {"raises": "ante"}))
            },
        }
    )
    one, other = data.draw(deals(rules))
    assert settle_hand(rules, {}, one, other, 1)["ante"] == -settle_hand(rules, {}, other, one, 1)["ante"]


def test_a_letter_is_needed_only_where_there_is_a_choice() -> None:
    crown = shipped("crown-melbourne")
    hands = crown.deck.parse("9c 9d 2h"), crown.deck.parse("Qs 6h 4d")
    assert settle_hand(crown, {}, *hands, 1)["pair_plus"] == 1
    flush = crown.deck.parse("9c 7c 2c")
    with pytest.raises(ValueError, match=r"tables: no table named for pair_plus \(A, B, C, D, E, F\)"):
        settle_hand(crown, {"ante_bonus": "A"}, flush, hands[1], 1)
    rws = shipped("resorts-world-sentosa")
    assert settle_hand(rws, {}, *hands, 1)["pair_plus"] == 1


SIX_CARDS = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "diamonds", "hearts"]}},
    table_bet(
        "six_card",
        "Six Card Bonus",
        {
            "royal flush": 1000,
            "straight flush": 200,
            "four of a kind": 50,
            "full house": 20,
            "flush": 15,
            "straight": 10,
            "three of a kind": 7,
        },
        hand="player and dealer",
    ),
)


@pytest.mark.slow
def test_settling_the_best_five_of_six_gives_the_counts_of_the_engine() -> None:
    rules = variant(SIX_CARDS)
    table = rules.tables["six_card"]["A"]
    some = hand_classes(rules.ranking)[::6]
    counted, ways = line_ways(rules, table, some)
    cards = rules.deck.cards
    for one, lines in zip(some, counted, strict=True):
        player = [cards[card] for card in one.cards]
        nets: Counter[Fraction] = Counter()
        for dealer in combinations([card for card in cards if card not in player], 3):
            nets[settle_hand(rules, {}, player, dealer, 1)["six_card"]] += 1
        odds = {line.text: table.odds(line) for line in table.lines}
        paid = {odds[text]: count for text, count in lines.items() if count}
        assert {net: count for net, count in nets.items() if net >= 0} == paid
        assert sum(nets.values()) == ways == 220


def test_a_line_that_is_not_paid_stands_before_the_wider_line_that_is() -> None:
    rules = variant(
        """
        extends = "resorts-world-sentosa"
        id = "no-aces"
        [pay_tables.pair_plus.A]
        "pair of aces" = "lose"
        """
    )
    dealer = rules.deck.parse("Qs 6h 4d")
    assert settle_hand(rules, {}, rules.deck.parse("Ac Ad 2h"), dealer, 1)["pair_plus"] == -1
    assert settle_hand(rules, {}, rules.deck.parse("Kc Kd 2h"), dealer, 1)["pair_plus"] == 1
