"""Two seats at a table beside all deals of small decks, and beside the law of one seat."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from combin.cards.five_cards import FiveCardCategory
from combin.exact.distribution import Pay
from combin.exact.joint_law import joint_law
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.seats.deals import Deals, TwoSeats
from tests.exact.test_joint_law import THREE_CARDS, best_fives, nets_against
from tests.helpers.brute import brute_force
from tests.helpers.games import AGAINST_DEALER, bonus, game, table_bet
from tests.helpers.two_seats import pairs_against
from tests.helpers.variants import CARD_SEEN, analysed, shipped, variant

WAGERS = {"ante": "", "pair_plus": "A", "prime": "A"}
DECKS: dict[str, dict[str, object]] = {
    "four suits": {
        "deck": {"ranks": "Q K A"},
        "dealer.qualifies": "any hand",
        "pay_tables.pair_plus.A.flush": None,
    },
    "three suits": {
        "deck": {"ranks": "J Q K A", "suits": ["spades", "hearts", "diamonds"]},
        "dealer.qualifies": "pair",
    },
}
TWO_DECKS: dict[str, object] = {
    "deck": {"ranks": "Q K A", "suits": ["spades", "hearts"], "decks": 2},
    "dealer.qualifies": "any hand",
}

FEW_CARDS = '[deck]\nranks = "7 8 9 T J Q K A"\n'
UK_OF_FEW_CARDS = f'extends = "uk-including-blind"\nid = "few"\n{FEW_CARDS}'


def by_every_deal(rules: Rules) -> Counter[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """Settle all deals of a dealer and two seats one by one, as brute force settles a seat."""
    brute = brute_force(rules, analysed(rules).letters)
    hands = [frozenset(hand) for hand in brute.deals.hands.cards.tolist()]
    found: Counter[tuple[int, int]] = Counter()
    fives = best_fives(rules.deck, 6) if "six" in rules.wagers else {}
    results: dict[tuple[Fraction, ...], int] = {}  # numbered, since fractions are slow to tell apart
    rows = [[row for row, cards in enumerate(hands) if not cards & own] for own in hands]
    of_hands = [
        dict(zip(own, nets_against(brute, player, own), strict=True)) for player, own in enumerate(rows)
    ]
    for dealer, cards in enumerate(hands):
        seats = []
        for player in rows[dealer]:
            own, result = hands[player], of_hands[player][dealer]
            if "six" in rules.wagers:
                made = FiveCardCategory(fives[sum(1 << card for card in cards | own)])
                line = rules.tables["six"]["A"].line_of_best(made)
                result += (Fraction(-1) if line is None else rules.tables["six"]["A"].odds(line),)
            seats.append((own, results.setdefault(result, len(results))))
        for own, result_number in seats:
            found.update((result_number, others) for other, others in seats if not own & other)
    known = list(results)
    return Counter({(known[one], known[other]): count for (one, other), count in found.items()})


def test_pairs_of_very_many_hands_are_counted_to_the_last_one() -> None:
    """As of decks of a hundred cards, but made of a small one, of which each hand counts many times."""
    deals = Deals(variant(UK_OF_FEW_CARDS), {"pair_plus": "A", "prime": "A"}, None)
    _, _, left = next(deals.left_by_dealer())
    dealer, pairs, cards = next(left)
    often, gone = 5003, dealer.one.cards
    hands = np.diag(cards.sum(axis=1) // 3)
    once = deals.disjoint(pairs, cards, gone) + hands
    assert (deals.disjoint(often * pairs, often * cards, gone) == often**2 * once - often * hands).all()


def in_odds(law: TwoSeats) -> dict[tuple[tuple[Fraction, ...], ...], int]:
    return {
        tuple(tuple(pay.odds for pay in pays) for pays in key): count for key, count in law.counts.items()
    }


def of_wild_cards(*wild: str) -> dict[str, object]:
    lines = {"straight flush": 9, "three of a kind": 4, "straight": 3, "pair": 1}
    return game(
        AGAINST_DEALER,
        bonus(lines),
        {"deck": {"ranks": "Q K A", "wild": [*wild]}, "dealer.qualifies": "pair"},
        table_bet("pair_plus", "Pair Plus", lines, on_fold="lost"),
        table_bet("prime", "Prime", lines, hand="dealer", on_fold="stays"),
    )


UPSETS: dict[str, object] = {
    "deck.ranks": "Q K A",
    "dealer.qualifies": "pair",
    "pay_tables.pair_plus.A.flush": None,
    "ranking.beats": {"pair of Qs": "three of a kind", "pair of As": "straight"},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    [
        *(game(THREE_CARDS, deck) for deck in (*DECKS.values(), TWO_DECKS, UPSETS)),
        of_wild_cards("Q"),
        of_wild_cards("Qh", "Ks"),
    ],
    ids=[*DECKS, "two decks", "hands that beat better ones", "wild rank", "wild cards"],
)
@pytest.mark.few(3)
def test_every_deal_of_two_seats(file: dict[str, object]) -> None:
    rules = variant(file)
    law = Deals(rules, WAGERS, analysed(rules).strategy).law()
    size = len(rules.deck)
    assert law.total == comb(size, 3) * comb(size - 3, 3) * comb(size - 6, 3)
    assert in_odds(law) == by_every_deal(rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["florida-three-card-poker", UK_OF_FEW_CARDS, CARD_SEEN + FEW_CARDS])
@pytest.mark.few(2)
def test_each_seat_has_the_law_of_one(rules: str) -> None:
    known = shipped(rules) if "=" not in rules else variant(rules)
    tables = {name: next(iter(known.tables.get(name, "A"))) for name in WAGERS if name in known.wagers}
    strategy = analysed(known).strategy
    deals, alone = Deals(known, tables, strategy), joint_law(known, tables, strategy)
    law = deals.law()
    seats: tuple[Counter[tuple[Pay, ...]], Counter[tuple[Pay, ...]]] = Counter(), Counter()
    for key, count in law.counts.items():
        for seat, pays in zip(seats, key, strict=True):
            seat[pays] += count
    third = comb(len(known.deck) - 6, 3)
    assert law.total == alone.total * third
    assert seats[0] == seats[1] == {pays: count * third for pays, count in alone.counts.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_of_few_ranks", "tables"),
    [
        ("three-card-poker", {"millionaire_maker": "B", "progressive": "A"}),  # pays that name a suit
        ("twenty-one-plus-three", {"bet": "flat"}),  # more deals than 64 bits hold
    ],
)
def test_each_seat_has_the_law_of_a_side_bet(game_of_few_ranks: str, tables: dict[str, str]) -> None:
    decks = "decks = 8\n" * (game_of_few_ranks == "twenty-one-plus-three")
    rules = variant(f'extends = "{game_of_few_ranks}"\nid = "few"\n{FEW_CARDS}{decks}')
    strategy = analysed(rules).strategy
    deals, alone = Deals(rules, tables, strategy), joint_law(rules, tables, strategy)
    law = deals.law()
    seat = Counter[tuple[Pay, ...]]()
    for (pays, _), count in law.counts.items():
        seat[pays] += count
    assert seat == {pays: count * law.total // alone.total for pays, count in alone.counts.items()}


@pytest.mark.parametrize("deck", DECKS)
def test_pairs_of_hands_one_by_one(deck: str) -> None:
    rules = variant(game(THREE_CARDS, DECKS[deck]))
    strategy = analysed(rules).strategy
    deals = Deals(rules, WAGERS, strategy)
    law, visited = deals.law(), np.zeros((len(deals.results),) * 2, np.int64)
    for key, dealers in deals.dealers.items():
        for dealer in dealers:
            visited += dealer.one.weight * pairs_against(deals, key, dealer)
    assert (law.sums == visited).all()
    for wager, letter in WAGERS.items():
        assert law.of_wager(wager).counts == Deals(rules, {wager: letter}, strategy).law().counts


def test_side_bets_alone_need_no_strategy() -> None:
    rules = variant(game(THREE_CARDS, DECKS["four suits"]))
    law = Deals(rules, {"prime": "A"}, None).law()
    found = {(one[0].odds, other[0].odds): count for (one, other), count in law.counts.items()}
    # Six cards are black: they make two hands of one colour, and no third one.
    assert (Fraction(4), Fraction(4)) not in found
    assert found[Fraction(4), Fraction(3)] == 2 * comb(6, 3) * comb(3, 3) * comb(6, 3)


@pytest.mark.slow  # all deals of nine of twelve cards
def test_best_five_of_both_hands_in_every_deal() -> None:
    six = {"four of a kind": 20, "full house": 5, "three of a kind": 2}
    rules = variant(
        game(THREE_CARDS, DECKS["four suits"], table_bet("six", "Six Cards", six, hand="player and dealer"))
    )
    wagers = {**WAGERS, "six": "A"}
    assert in_odds(Deals(rules, wagers, analysed(rules).strategy).law()) == by_every_deal(rules)


def test_two_seats_need_nine_cards() -> None:
    change = {
        "deck": {"ranks": "J Q K A", "suits": ["spades", "hearts"]},
        "dealer.qualifies": "any hand",
        "pay_tables.pair_plus.A.three of a kind": None,
        "pay_tables.ante_bonus.A.three of a kind": None,
    }
    with pytest.raises(RulesError, match="9 cards"):
        Deals(variant(game(THREE_CARDS, change)), {"pair_plus": "A"}, None)
