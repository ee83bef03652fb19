"""The joint law of wagers beside every deal of twenty cards, and beside its marginals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from msgspec.structs import replace

from combin import Game, load
from combin.cards.cards import STANDARD_DECK, Deck, parse_deck
from combin.cards.five_cards import FiveCardStrength, best_five, five_card_strength
from combin.exact import hand as hand_module
from combin.exact import joint_law as law_module
from combin.exact.base_game import FOLD, base_game
from combin.exact.distribution import LOST, Pay
from combin.exact.fivecard_counts import CATEGORIES
from combin.exact.joint_hands import AddedCards
from combin.exact.joint_law import JointDistribution, is_of_own_hand, joint_law, law_of_own_hand
from combin.exact.strategy import Strategy, best_strategy, optimal_strategy
from combin.jackpot.value import jackpot_chances
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.rules.spelling import rules_file
from tests.exact.settled import Nets, law_of, letters_of, nets_of
from tests.exact.small_games import TOGETHER
from tests.helpers.brute import BruteForce, brute_force
from tests.helpers.decks import alike_hands
from tests.helpers.games import AGAINST_DEALER, bonus, game, table_bet
from tests.helpers.variants import analysed, shipped, variant
from tests.settle.records import settle_hand

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


def plain(law: JointDistribution) -> Counter[tuple[object, ...]]:
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


# -- marginals ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        *("hole-card", "ultimate-three-card-poker", "teen-patti-20-20", "three-card-prime"),
        *("uk-including-blind", "crown-melbourne", "resorts-world-sentosa"),
    ],
)
@pytest.mark.few(3)
def test_marginals_are_the_separate_analyses(game: str) -> None:
    """With the progressive wager, if there is one: its lines as often as they are hit."""
    rules, analysis = shipped(game), analysed(shipped(game))
    letters = letters_of(rules) | {name: next(iter(rules.tables[name])) for name in rules.jackpots}
    law = joint_law(
        rules, {name: letters.get(name, "") for name in (*analysis.wagers, *rules.jackpots)}, analysis.best
    )
    for name, exact in analysis.wagers.items():
        stake, found = Fraction(next(iter(rules.bets[name].stakes), 1)), Counter[Fraction]()
        for pay, count in law.marginal(name).items():
            found[pay.net(stake) / stake] += count
        assert found == {net: count * Fraction(law.total, exact.total) for net, count in exact.outcomes}
        assert law.average[name] == exact.average_wager
    for name in rules.jackpots:
        chances = jackpot_chances(rules, rules.tables[name][letters[name]])
        folded = analysis.strategy.folded if chances.lost_on_fold else frozenset()
        live = [index for index, one in enumerate(chances.classes) if one.cards not in folded]
        expected = Counter({LOST: law.total})
        for one in chances.lines(live):
            prize, number = one.line.prize, one.count * (law.total // chances.total)
            odds = Fraction(-1) if prize.odds is None else Fraction(prize.odds) - 1
            money, meter, envy = (Fraction(some or 0) for some in (prize.money, prize.meter, prize.envy))
            expected[Pay(odds, money, meter, holds_stake=True, envy=envy)] += number
            expected[LOST] -= number
        assert law.marginal(name) == expected


@pytest.mark.slow
@pytest.mark.parametrize("wagers", [("ante",), ("prime", "ante"), ("pair_plus", "prime")])
def test_fewer_wagers_are_the_same_law_with_the_others_left_out(wagers: tuple[str, ...]) -> None:
    rules = shipped("uk-including-blind")
    _without_others(rules, analysed(rules).strategy, wagers)


def test_a_bet_that_hangs_on_the_dealer_needs_no_wager_against_him() -> None:
    rules = variant(TOGETHER["two jokers"])
    _without_others(rules, optimal_strategy(base_game(rules, letters_of(rules))), ("pair_plus", "dealer"))


def _without_others(rules: Rules, strategy: Strategy, wagers: tuple[str, ...]) -> None:
    whole, letters, left = law_of(rules, strategy), letters_of(rules), Counter[tuple[Pay, ...]]()
    tables = {name: letters.get(name, "") for name in wagers}
    part = joint_law(rules, tables, strategy if rules.base in wagers else None)
    for pays, count in whole.counts.items():
        left[tuple(pays[whole.wagers.index(name)] for name in wagers)] += count
    assert {pays: Fraction(count, part.total) for pays, count in part.counts.items()} == {
        pays: Fraction(count, whole.total) for pays, count in left.items()
    }


@pytest.mark.slow
def test_six_cards_of_one_suit_beside_the_ante() -> None:
    """The six highest ranks of a suit are dealt in 4 x 20 ways, and each is settled."""
    rules = shipped("three-card-poker")
    analysis = analysed(rules)
    law = joint_law(rules, {"ante": "", "millionaire_maker": "B"}, analysis.strategy)
    dealt: Counter[Nets] = Counter()
    for suit in rules.deck.suits:
        cards = [card for card in rules.deck.cards if card.suit == suit][-6:]
        for player in combinations(cards, 3):
            dealer = [card for card in cards if card not in player]
            nets = settle_hand(rules, letters_of(rules), player, dealer, 1)
            ante = sum((nets[name] for name in ("ante", "play", "ante_bonus")), Fraction(0))
            dealt[ante, nets["millionaire_maker"]] += 1
    found = {nets: count for nets, count in nets_of(rules, law).items() if nets[1] >= 100_000 // 5 - 1}
    assert found == dealt
    assert dealt.total() == 80


# -- a result in money ---------------------------------------------------------------------------------------


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


# -- best fives ----------------------------------------------------------------------------------------------


NO_ACE = parse_deck("2 3 4 5 6 7", "5")

FIVE_RANKS = parse_deck("T J Q K A", "3")

FOUR_RANKS = parse_deck("J Q K A", "5")


def check(deck: Deck, hand: str, sets: list[tuple[int, ...]]) -> None:
    held = deck.parse(hand)
    added = AddedCards(deck, [one for one in sets if not {deck.cards[card] for card in one} & set(held)])
    place_of = np.arange(len(CATEGORIES)).repeat(len(deck.ranks))
    places_of = np.stack([place_of] * (len(deck.suits) + 1))
    found = added.of_kinds([deck.index(card) for card in held], places_of).tolist()
    cards = [(*held, *(deck.cards[card] for card in one)) for one in added.cards.tolist()]
    assert [CATEGORIES[place] for place in found] == [best_five(one, deck).category for one in cards]


@pytest.mark.parametrize("hand", ["Ah Kh 5h", "9h 8h 7h", "5h 3h 9c"])
def test_six_cards_of_one_suit(hand: str) -> None:
    """Six of a suit can hold a straight flush, or a royal one, and a card beside it."""
    hearts = [STANDARD_DECK.index(card) for card in STANDARD_DECK.cards if str(card).endswith("h")]
    assert len(hearts) == 13
    check(STANDARD_DECK, hand, list(combinations(hearts, 3)))


@pytest.mark.parametrize(
    ("deck", "hand"),
    [
        (NO_ACE, "2c 3c 4c"),
        (NO_ACE, "2c 2d 2h"),
        (FIVE_RANKS, "Ac Kc Qc"),
        (FIVE_RANKS, "Tc Jd Jc"),
        (FOUR_RANKS, "Ac Ad Ah"),
        (FOUR_RANKS, "Ac Kc Qc"),
    ],
)
@pytest.mark.parametrize("more", [2, 3])
def test_decks_without_an_ace_with_five_suits_and_with_few_ranks(deck: Deck, hand: str, more: int) -> None:
    check(deck, hand, list(combinations(range(len(deck)), more)))


@pytest.mark.parametrize("hand", ["As Ks Qs", "2c 2d 2h", "2c 3c Ac", "7h 5h 4c", "Kc Kd 9c", "2h 3h 4s"])
def test_pairs_of_jackpot_cards(hand: str) -> None:
    check(STANDARD_DECK, hand, list(combinations(range(52), 2)))


# -- other roads ---------------------------------------------------------------------------------------------


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
@pytest.mark.few(8)
def test_both_roads_lead_to_one_law(rules: Rules, wagers: tuple[str, ...]) -> None:
    letters = {name: next(iter(rules.tables[name])) for name in rules.tables}
    strategy = best_strategy(rules, letters) if "ante" in wagers else None
    tables = {name: letters.get(name, "") for name in wagers}
    assert strategy is None or FOLD in strategy.decisions
    assert is_of_own_hand(rules, tables)
    assert law_of_own_hand(rules, tables, strategy) == law_module.counted_deals(
        rules, tables, strategy, wins=False
    )


def test_a_bet_on_colours_takes_the_other_road() -> None:
    rules = load_rules("uk-including-blind")
    assert not is_of_own_hand(rules, {"prime": "A"})


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
