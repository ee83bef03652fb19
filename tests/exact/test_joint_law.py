"""The joint law of wagers beside brute force over all deals of small decks, and beside its marginals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from combin import Game, load
from combin.cards.cards import STANDARD_DECK, Deck
from combin.cards.five_cards import FiveCardStrength, five_card_strength
from combin.exact import hand as hand_module
from combin.exact import joint_law as law_module
from combin.exact.analysis import analyse, choices
from combin.exact.base_game import FOLD, base_game
from combin.exact.distribution import Pay
from combin.exact.fivecard_counts import CATEGORIES
from combin.exact.joint_hands import AddedCards
from combin.exact.joint_law import JointLaw, is_of_own_hand, joint_law, law_of_own_hand
from combin.exact.strategy import best_strategy
from combin.jackpot.value import jackpot_chances
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.rules.spelling import rules_file
from tests.brute import BruteForce, brute_force
from tests.decks import alike_hands
from tests.games import AGAINST_DEALER, bonus, game, table_bet
from tests.strategies import rule_files
from tests.variants import analysed, shipped, variant

# What each hand pays; a jackpot's as (odds, money, share of the meter).
BONUS_PAYS = {"straight flush": 5, "three of a kind": 4, "straight": 1}
PAIR_PLUS = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1}
SIX = {"royal flush": 1000, "straight flush": 9, "four of a kind": 50, "full house": 20}
JACKPOT = {"royal flush": (-1, 0, 1), "four of a kind": (-1, 300, 0), "full house": (19, 0, 0)}

THREE_CARDS = game(
    AGAINST_DEALER,
    bonus(BONUS_PAYS),
    {"deck.ranks": "T J Q K A", "dealer.qualifies": "K high", "decision.play": [1, 2]},
    table_bet("pair_plus", "Pair Plus", {"A-K-Q straight flush of spades": 100, **PAIR_PLUS}, on_fold="lost"),
    table_bet(
        "prime",
        "Prime",
        {"both of the same colour": 4, "both of one colour each": 3, "player of one colour": 2},
    ),
)
TWENTY_CARDS = game(
    THREE_CARDS,
    table_bet("six", "Six Card Bonus", SIX, hand="player and dealer"),
    {
        "deal.jackpot": 2,
        "wager.jackpot": {
            "name": "Jackpot",
            "settles": "jackpot",
            "hand": "player and jackpot cards",
            "on_fold": "lost",
        },
        "pay_tables.jackpot.A": {
            "odds": "for 1",
            "royal flush": {"meter": "100%"},
            "four of a kind": {"money": 300},
            "full house": 20,
        },
    },
)
WAGERS = {"ante": "", "pair_plus": "A", "prime": "A", "six": "A", "jackpot": "A"}


def bits_of(deck: Deck, number: int) -> list[int]:
    """Return all hands of so many cards as the sums of a bit for each, which are quick to tell apart."""
    return [sum(1 << card for card in hand) for hand in combinations(range(len(deck)), number)]


@cache
def best_fives(deck: Deck, cards: int) -> dict[int, str]:
    """Return the category of the best five of every hand of five or six cards, by their bits."""
    hands = combinations(deck.cards, 5)
    fives = {bits: five_card_strength(hand, deck) for bits, hand in zip(bits_of(deck, 5), hands, strict=True)}

    def best(hand: Sequence[int]) -> FiveCardStrength:
        bits = sum(1 << card for card in hand)
        return max(fives[bits - (1 << card)] for card in hand) if len(hand) == 6 else fives[bits]

    hands_of_cards = combinations(range(len(deck)), cards)
    return {
        bits: best(hand).category.value
        for bits, hand in zip(bits_of(deck, cards), hands_of_cards, strict=True)
    }


def nets_against(brute: BruteForce, player: int, dealers: Sequence[int]) -> list[tuple[Fraction, ...]]:
    """Return what the Ante with all that goes with it, Pair Plus and Prime net against dealer hands."""
    cases = brute.deals.cases_of(np.full(len(dealers), player), np.array(dealers, np.int64)).tolist()
    kinds = brute.deals.kind[list(dealers)].tolist()
    settled: dict[tuple[int, int], tuple[Fraction, ...]] = {}
    for dealer, key in zip(dealers, zip(cases, kinds, strict=True), strict=True):
        if key not in settled:
            nets = brute.settle(player, dealer)
            base = nets["ante"] + nets["play"] + nets["ante_bonus"]
            settled[key] = base, nets["pair_plus"], nets["prime"]
    return [settled[key] for key in zip(cases, kinds, strict=True)]


def by_every_deal(rules: Rules) -> Counter[tuple[object, ...]]:
    """Settle each of the 1,140 x 680 x 91 deals of twenty cards, as brute force settles two hands.

    Hearts and diamonds are alike: of two hands that their exchange makes of each other one is dealt, and
    counts twice. What depends on the dealer and what depends on the jackpot cards are numbers of a row and
    of a column; the deals are the cells of which row and column share no card.
    """
    deck, brute = rules.deck, brute_force(rules, analysed(rules).letters)
    bits, pairs = bits_of(deck, 3), bits_of(deck, 2)
    five, six = best_fives(deck, 5), best_fives(deck, 6)
    share_none = np.bitwise_and.outer(bits, pairs) == 0
    red = [place for place, suit in enumerate(deck.suits) if suit.colour == "red"]
    found: Counter[tuple[object, ...]] = Counter()
    for hand, times in alike_hands(deck, red):
        own = sum(1 << card for card in hand)
        player = bits.index(own)
        rows = [place for place, dealer in enumerate(bits) if not own & dealer]
        columns = [place for place, pair in enumerate(pairs) if not own & pair]
        by_dealer = [
            (*nets, SIX.get(six[own | bits[row]], -1))
            for row, nets in zip(rows, nets_against(brute, player, rows), strict=True)
        ]
        lost = (-1, 0, 0)
        by_pair = [
            JACKPOT.get(five[own | pairs[column]], lost) if brute.decisions[player, 0] else lost
            for column in columns
        ]
        kinds, others = sorted(set(by_dealer)), sorted(set(by_pair))
        row_kind = np.array([kinds.index(kind) for kind in by_dealer])
        column_kind = np.array([others.index(other) for other in by_pair])
        cells = row_kind[:, None] * len(others) + column_kind[None, :]
        counts = np.bincount(cells[share_none[np.ix_(rows, columns)]], minlength=len(kinds) * len(others))
        for cell in np.flatnonzero(counts).tolist():
            kind, other = divmod(cell, len(others))
            found[*kinds[kind], others[other]] += times * int(counts[cell])
    return found


def plain(law: JointLaw) -> Counter[tuple[object, ...]]:
    """Return a law in the form of `by_every_deal`."""
    found: Counter[tuple[object, ...]] = Counter()
    for (*bets, jackpot), count in law.counts.items():
        assert not any(one.money or one.share for one in bets)
        last = (int(jackpot.odds), int(jackpot.money), int(jackpot.share))
        found[*(int(one.odds) for one in bets), last] = count
    return found


@pytest.mark.slow
def test_every_deal_of_twenty_cards() -> None:
    rules = variant(TWENTY_CARDS)
    strategy = analysed(rules).strategy
    assert {*strategy.decisions} == {FOLD, 1, 2}
    law = joint_law(rules, WAGERS, strategy)
    assert law.total == comb(20, 3) * comb(17, 3) * comb(14, 2) == 70_543_200
    assert plain(law) == by_every_deal(rules)
    assert law.average == {
        "ante": strategy.distribution.average_wager,
        "pair_plus": 1,
        "prime": 1,
        "six": 1,
        "jackpot": 1,
    }


# -- marginals ---------------------------------------------------------------------------------------


def odds(law: JointLaw, wager: str, deals: int) -> dict[Fraction, int]:
    """Return the counts of nets of a wager, for so many deals."""
    each = law.total // deals
    assert law.total == each * deals
    return {pay.odds: count // each for pay, count in law.marginal(wager).items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("uk-including-blind", ("ante", "pair_plus", "prime")),
        ("crown-melbourne", ("ante", "pair_plus", "jackpot")),
        ("resorts-world-sentosa", ("ante", "pair_plus", "jackpot")),
    ],
)
def test_marginals_are_the_separate_analyses(game: str, wagers: tuple[str, ...]) -> None:
    rules = shipped(game)
    analysis = analysed(rules)
    tables = {name: "" if name == "ante" else next(iter(rules.tables[name])) for name in wagers}
    law = joint_law(rules, tables, analysis.strategy)
    with_jackpot_cards = game == "crown-melbourne"
    assert law.total == 22_100 * 18_424 * (1_035 if with_jackpot_cards else 1)
    for name, exact in analysis.wagers.items():
        if name in wagers:
            assert odds(law, name, exact.total) == dict(exact.outcomes)
            assert law.average[name] == exact.average_wager
    if "jackpot" in wagers:
        chances = jackpot_chances(rules, rules.tables["jackpot"][tables["jackpot"]])
        folded = analysis.strategy.folded if chances.lost_on_fold else frozenset()
        live = [index for index, one in enumerate(chances.classes) if one.cards not in folded]
        expected: Counter[Pay] = Counter()
        for one in chances.lines(live):
            prize = one.line.prize
            pay = Pay(
                Fraction(-1) if prize.odds is None else Fraction(prize.odds) - 1,
                Fraction(prize.money or 0),
                Fraction(prize.meter or 0),
                holds_stake=True,
                envy=Fraction(prize.envy),
            )
            expected[pay] += one.count * (law.total // chances.total)
        expected[Pay(Fraction(-1))] = law.total - sum(expected.values())
        assert law.marginal("jackpot") == expected


@pytest.mark.slow
@pytest.mark.parametrize("wagers", [("ante",), ("prime", "ante"), ("pair_plus", "prime")])
def test_fewer_wagers_are_the_same_law_with_the_others_left_out(wagers: tuple[str, ...]) -> None:
    rules = shipped("uk-including-blind")
    strategy = analysed(rules).strategy
    whole = joint_law(rules, {"ante": "", "pair_plus": "A", "prime": "A"}, strategy)
    part = joint_law(rules, dict.fromkeys(wagers, "A"), strategy if "ante" in wagers else None)
    left: Counter[tuple[Pay, ...]] = Counter()
    for pays, count in whole.counts.items():
        left[tuple(pays[whole.wagers.index(name)] for name in wagers)] += count
    assert part.counts == left


@pytest.mark.slow
@settings(max_examples=12)
@given(rules=rule_files())
def test_drawn_games_have_the_marginals_of_brute_force(rules: Rules) -> None:
    (analysis,) = analyse(rules, choices(rules, {"pair_plus": "A"}))
    law = joint_law(rules, {"ante": "", "pair_plus": "A", "prime": "A"}, analysis.strategy)
    brute = brute_force(rules, analysis.letters)
    for name in law.wagers:
        assert odds(law, name, brute.deals.total) == brute.outcomes[name]


@pytest.mark.slow
def test_five_suits_of_two_colours_deal_by_deal() -> None:
    stars = {"symbol": "x", "glyph": "*", "name": "stars", "colour": "red"}
    change = {
        "deck": {"ranks": "Q K A", "suits": ["spades", "hearts", "clubs", "diamonds", stars]},
        "dealer.qualifies": "any hand",
        "pay_tables.pair_plus.A.flush": None,
    }
    rules = variant(game(THREE_CARDS, change))
    analysis = analysed(rules)
    law = joint_law(rules, {"ante": "", "pair_plus": "A", "prime": "A"}, analysis.strategy)
    brute = brute_force(rules, analysis.letters)
    hands = [frozenset(hand) for hand in brute.deals.hands.cards.tolist()]
    joint: Counter[tuple[Fraction, ...]] = Counter()
    for own, alike in alike_hands(rules.deck, (1, 3, 4)):
        player = hands.index(frozenset(own))
        rows = [dealer for dealer, cards in enumerate(hands) if not cards & {*own}]
        for nets, number in Counter(nets_against(brute, player, rows)).items():
            joint[nets] += alike * number
    assert {tuple(pay.odds for pay in pays): count for pays, count in law.counts.items()} == joint


# -- a result in money ------------------------------------------------------------------------------


@pytest.mark.parametrize("beside", [{}, {"pair_plus": 5}], ids=["alone", "with a side bet"])
@pytest.mark.parametrize("stakes", ["", "stakes = [10, 25]"])
def test_what_is_collected_in_money_is_that_of_the_stake(stakes: str, beside: dict[str, int]) -> None:
    head, entry = 'extends = "three-card-poker"\nid = "taken"\n[wager.ante]\n', "collection = { money = 1 }\n"
    taken = Game(variant(f"{head}{entry}{stakes}"))
    for stake in (10, 25):
        bets = {"ante": stake, **beside}
        lost = taken.mix(bets).house_edge - load("three-card-poker").mix(bets).house_edge
        assert lost == Fraction(1, stake + sum(beside.values()))


def test_what_a_result_nets_and_wins_in_money() -> None:
    prize = Pay(Fraction(-1), money=Fraction(7), share=Fraction(1, 10))
    assert [prize.net(Fraction(5)), prize.net(Fraction(5), Fraction(100))] == [2, 12]
    assert [*prize.won(Fraction(5)), *prize.won(Fraction(5), Fraction(100))] == [2, 12]
    assert list(Pay(Fraction(2), wins=(Fraction(3), Fraction(1))).won(Fraction(5))) == [15, 5]
    assert list(Pay(Fraction(1, 5)).won(Fraction(5))) == [1]
    assert Pay(Fraction(0)).won(Fraction(5)) == Pay(Fraction(-1)).won(Fraction(5)) == ()


# -- best fives --------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["As Ks Qs", "2c 2d 2h", "2c 3c Ac", "7h 5h 4c", "Kc Kd 9c", "2h 3h 4s"])
def test_pairs_of_jackpot_cards_are_judged_as_the_reference_does(hand: str) -> None:
    deck = STANDARD_DECK
    held = deck.parse(hand)
    pairs = AddedCards(deck, list(combinations(range(52), 2)))
    place_of = np.arange(len(CATEGORIES)).repeat(len(deck.ranks))
    found = pairs.of_kinds([deck.index(card) for card in held], np.stack([place_of] * 5))
    for (one, other), place in zip(pairs.cards.tolist(), found.tolist(), strict=True):
        cards = (*held, deck.cards[one], deck.cards[other])
        if len(set(cards)) == 5:
            assert CATEGORIES[place] is five_card_strength(cards, deck).category


def test_another_number_of_jackpot_cards_is_refused() -> None:
    rules = variant(game(TWENTY_CARDS, {"deal.jackpot": 3}))
    with pytest.raises(RulesError, match=r"wager\.jackpot: with 3 jackpot cards: .* is worked out for two"):
        joint_law(rules, {"jackpot": "A"}, None)


PAYS = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1}


def small(face_up: int, **decision: list[int]) -> Rules:
    """Return a game of twenty cards in which so many of the dealer's are seen."""
    entries = {f"decision.{name}": value for name, value in decision.items()} | {
        "deck.ranks": "T J Q K A",
        "dealer.qualifies": "K high",
        "decision.play": [1, 2],
        "deal.face_up": face_up,
    }
    pair_plus = table_bet("pair_plus", "Pair Plus", PAYS, on_fold="lost")
    return Rules(rules_file(game(AGAINST_DEALER, bonus({"straight": 1}), entries, pair_plus)))


OWN = {f"{seen} seen": small(seen) for seen in range(3)} | {
    "early": small(1, early=[3]),
    "joker": load_rules("three-card-poker-joker"),
}


@pytest.mark.slow
@pytest.mark.parametrize("rules", OWN.values(), ids=OWN)
@pytest.mark.parametrize("wagers", [("ante",), ("pair_plus",), ("pair_plus", "ante")])
def test_both_roads_lead_to_one_law(rules: Rules, wagers: tuple[str, ...]) -> None:
    letters = {name: next(iter(rules.tables[name])) for name in rules.tables}
    strategy = best_strategy(rules, letters) if "ante" in wagers else None
    paid = {name: rules.tables[name][letters[name]] for name in wagers if name != "ante"}
    tables = {name: letters.get(name, "") for name in wagers}
    assert strategy is None or FOLD in strategy.decisions
    assert is_of_own_hand(rules, tables, paid)
    assert law_of_own_hand(rules, tables, paid, strategy) == law_module.counted_deals(
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
    situation = known.matchups[hand_module.situation_index(known, own)]
    first, second, third = rules.deck.indexes(own)
    held = replace(situation.hand, cards=(first, second, third))
    lines = hand_module.lines_of_hand(rules, table, own, situation)
    by_arrays = hand_module._with_the_dealers(rules, table, held, [])
    assert {line.line: line.count for line in lines if line.line != "nothing"} == +by_arrays
