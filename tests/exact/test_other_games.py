"""Games of other kinds: hands out of order, two and four cards, sums of money."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin.cards.cards import CardError
from combin.cards.suit_classes import hand_classes
from combin.counting.frequencies import frequencies
from combin.exact.analysis import analyse, choices
from combin.exact.hand import explain
from combin.exact.matchups import face_down
from combin.exact.named_strategies import named_strategy
from combin.exact.statement import statement_of
from combin.exact.strategy import best_strategy
from combin.game import Game
from combin.proof.formulas import formulas
from combin.proof.simulated import sample
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.words.catalogue import load_catalogue
from combin.words.rules import rule_statements
from tests.exact.small_games import FOUR, OTHER_SIZES, OTHER_WAGERS, SIX_CARDS, TWO
from tests.helpers.brute import brute_force
from tests.helpers.games import AGAINST_DEALER, game
from tests.helpers.plain import STANDARD, Plain
from tests.helpers.variants import analysed, variant
from tests.settle.records import settle_hand

# -- hands that beat some of those above them --------------------------------------------------------------


ZHA_JIN_HUA = ("three of a kind", "straight flush", "flush", "straight", "pair", "high card")

BEATEN = {"ranking.order": list(ZHA_JIN_HUA), "ranking.beats": {"2-3-5": "three of a kind"}}

ACES = {"ranking.beats": {"2-3-5": "three aces"}}


@pytest.mark.slow
def test_every_pair_of_strengths_compares_as_the_words_say() -> None:
    """All 741 x 741 pairs: 2-3-5 that is no flush against three of a kind, and else as they stand."""
    ranking = variant(game(AGAINST_DEALER, BEATEN)).ranking
    plain = replace(STANDARD, order=ZHA_JIN_HUA)
    judged = [
        (plain.judge(cards), {card[0] for card in cards} == set("235"))
        for cards in ([str(ranking.deck.cards[card]) for card in hands[0]] for hands in ranking.hands)
    ]
    for level, (own, low) in enumerate(judged):
        for other, (theirs, their_low) in enumerate(judged):
            expected = plain.compare(own, theirs)
            if low and own[0] == "high card" and theirs[0] == "three of a kind":
                expected = 1
            if their_low and theirs[0] == "high card" and own[0] == "three of a kind":
                expected = -1
            assert ranking.compare(level, other) == expected, (own, theirs)


def test_what_a_hand_is_beaten_by() -> None:
    rules = variant(game(AGAINST_DEALER, BEATEN))
    low = explain(rules, rules.deck.parse("5s 3h 2d"), {})
    aces = explain(rules, rules.deck.parse("As Ah Ad"), {})
    assert (low.better, low.equal) == (22_100 - 52 - 60, 59)
    assert aces.better == 60


def test_the_printed_rule_says_it() -> None:
    rules = variant(game(AGAINST_DEALER, ACES))
    said = {one.topic: one.says for one in rule_statements(rules, load_catalogue())}
    assert "2-3-5 beats three aces" in said["hands"]


# -- two cards, and four -------------------------------------------------------------------------------------


TWO_SUITS = {
    "pay_tables.own.B": {
        "A-K straight flush of spades": 40,
        "straight flush": 5,
        "pair": 1,
        "straight": "lose",
        "A-2": 2,
    }
}


def rules_of(name: str) -> Rules:
    return variant(OTHER_SIZES[name])


@pytest.mark.parametrize("name", OTHER_SIZES)
def test_settles_deals_as_the_reference_does(name: str) -> None:
    rules, chance = rules_of(name), random.Random(name)
    letters = dict.fromkeys(rules.tables, "A")
    brute, deck = brute_force(rules, letters), rules.deck
    dealt = rules.file.deal.player
    rows = {tuple(hand): row for row, hand in enumerate(brute.deals.hands.cards.tolist())}
    for _ in range(60):
        cards = chance.sample(range(len(deck)), 2 * dealt)
        own, theirs = sorted(cards[:dealt]), sorted(cards[dealt:])
        row = rows[tuple(own)]
        held, met = ([deck.cards[card] for card in hand] for hand in (own, theirs))
        decision = int(brute.decisions[row, 0])
        by_letter = settle_hand(rules, letters, held, met, decision or None, keeps=rules.side_bets)
        assert by_letter == brute.settle(row, rows[tuple(theirs)])


def test_formulas_are_of_three_cards() -> None:
    with pytest.raises(RulesError, match=r"^deal\.player: 4, but formulas are computed for hands of three"):
        formulas(rules_of("four"))


def test_best_threes_in_plain_words() -> None:
    """On 20 cards, each hand of four by the plainest comparison of its threes, and two hands compared so."""
    rules, plain = rules_of("four"), Plain("TJQKA")
    names = [str(card) for card in rules.deck.cards]
    keys = {three: plain.key([names[card] for card in three]) for three in combinations(range(20), 3)}
    best = {four: max(keys[three] for three in combinations(four, 3)) for four in combinations(range(20), 4)}
    assert Counter(Counter(best.values()).values()) == Counter(one.count for one in rules.ranking.strengths)
    one = face_down(rules.ranking)[300]
    a, b, c, d = sorted(one.hand.cards)
    own = a, b, c, d
    met = [key for four, key in best.items() if not set(four) & set(own)]
    assert one.counts == (
        0,
        sum(key < best[own] for key in met),
        met.count(best[own]),
        sum(key > best[own] for key in met),
    )


@pytest.mark.slow
@pytest.mark.parametrize(("dealt", "classes"), [(2, 169), (4, 16_432)])
def test_suit_classes_hold_all_hands(dealt: int, classes: int) -> None:
    ranking = variant(game(AGAINST_DEALER, TWO if dealt == 2 else FOUR)).ranking
    found = hand_classes(ranking)
    assert (len(found), sum(one.weight for one in found)) == (classes, comb(52, dealt))
    by_category = Counter[str]()
    for one in found:
        by_category[one.strength.category.value] += one.weight
    rows = {row.category: row.count for row in frequencies(min(dealt, 3), ranking.deck).rows}
    best_of_four = dict(zip(rows, [2_308, 2_509, 29_052, 41_376, 71_856, 123_624], strict=False))
    assert by_category == (rows if dealt == 2 else best_of_four)


@pytest.mark.slow
def test_the_card_beside_the_best_three_decides_at_the_border() -> None:
    """Of 52,677,670,500 deals; brute force over all of them, which takes twelve seconds, finds the same."""
    strategy = best_strategy(variant(game(AGAINST_DEALER, FOUR)), {})
    assert strategy.distribution.house_edge == Fraction(-26_955_856, 209_038_375)
    assert strategy.game.total == comb(52, 4) * comb(48, 4)
    assert str(statement_of(strategy)) == (
        "Play K-10-8 or better, fold the rest; but fold K-10-8 (with 2 for some suits); also play K-10-7 "
        "(with 4 to 6 for some suits)."
    )
    explained = explain(strategy.game.rules, strategy.game.rules.deck.parse("Ks Th 8c 2d"), {})
    assert explained.situation.hand.told == "with 2, four suits"
    assert explained.best == 1
    assert sum(explained.situation.counts) == comb(48, 4)


def test_two_cards_are_explained_and_lines_of_one_suit_paid() -> None:
    rules = variant(game(OTHER_SIZES["two"], TWO_SUITS))
    found = explain(rules, rules.deck.parse("As Ks"), {"ante_bonus": "A"})
    assert found.situation.hand.strength.count == 4
    assert found.better == 0
    assert {(line.wager, line.letter): line.net for line in found.paid} == {
        ("ante_bonus", "A"): 9,
        ("own", "A"): 9,
        ("own", "B"): 40,
    }
    lines = {line.text: line.count for line in analysed(rules, own="B").side_bets["own"].lines}
    assert lines["A-K straight flush of spades"] == 1
    assert lines["A-2"] == 12


def test_rounds_are_settled_plainly_and_by_the_letter_alike() -> None:
    hand = {"seat": 1, "cards": "As Ks Qs Ah", "wagers": {"ante": 10, "play": 10, "lower": 5, "either": 5}}
    line = json.dumps({"id": 1, "dealer": "Kc Kd Jd Ts", "hands": [hand]})
    (plainly,) = Game(rules_of("four")).settle([line]).rounds
    wagers = {wager.wager: (Fraction(wager.returned), wager.reason) for wager in plainly.hands[0].wagers}
    assert wagers["ante"] == (Fraction(20), "A-K-Q straight flush beats dealer's pair of kings with a jack")
    assert wagers["either"] == (Fraction(50), "straight flush pays 9 to 1")
    assert wagers["lower"] == (Fraction(15), "pair pays 2 to 1")


def test_rounds_played_at_random_agree() -> None:
    analysis = analysed(rules_of("four"))
    for played in sample(analysis, (), rounds=20_000, seed=3):
        assert played.agrees


def test_words_tell_how_many_cards() -> None:
    told = [*rule_statements(rules_of("four"), load_catalogue())]
    assert "The player and the dealer get four cards each. The best three of the four cards" in str(told)
    assert "A bet on the dealer's four cards." in str(told)
    assert "A-2 is the lowest straight." in str([*rule_statements(rules_of("two"), load_catalogue())])


@pytest.mark.parametrize("what", ["formula", "removal", "certify", "collusion", "mix"])
def test_what_is_worked_out_for_three_cards_is_refused_for_others(what: str) -> None:
    two = Game(rules_of("two"))
    ask = {"mix": lambda: two.mix({"ante": 1, "lower": 1})}.get(what) or getattr(two, what)
    with pytest.raises(RulesError, match=r"^deal\.player: .*three cards \(Limits in docs/language\.md\)"):
        ask()


# -- limited raises, a card seen, sums of money --------------------------------------------------------------


def test_only_pairs_may_play_three_times() -> None:
    one = analysed(variant(OTHER_WAGERS["blind"]))
    pair = next(level for level, each in enumerate(one.rules.ranking.strengths) if each.category == "pair")
    for index, (situation, _) in enumerate(one.best):
        level = situation.hand.strength.level
        assert one.game.choices(index) == ((0, 1, 3) if level >= pair else (0, 1))


def test_a_strategy_file_may_go_by_the_dealers_card(tmp_path: Path) -> None:
    """The published strategy of who sees a card: Q-9-2, K-9-2 and A-9-2 against these, else every hand."""
    rules = load_rules("hole-card")
    one = analyse(rules, choices(rules, {})[:1])[0]
    rule = '[[rule]]\nsees = "{0}"\nhands = "{0}-9-2 or better"\ndecision = "play"\n'
    rule += '[[rule]]\nsees = "{0}"\ndecision = "fold"\n'
    path = tmp_path / "published.toml"
    path.write_text('otherwise = "play"\n' + "".join(map(rule.format, "QKA")), encoding="utf-8")
    assert named_strategy(str(path), one.game).decisions == one.best.decisions


@pytest.mark.parametrize(
    ("game", "card", "problem"),
    [("three-card-poker", "Kd", "no card of the dealer's is seen"), ("hole-card", None, "say which")],
)
def test_a_dealers_card_is_named_where_one_is_seen(game: str, card: str | None, problem: str) -> None:
    rules = load_rules(game)
    hand, letters = rules.deck.parse("Qs 6h 4d"), choices(rules, {})[0]
    seen = () if card is None else rules.deck.parse(card)
    with pytest.raises(RulesError, match=problem):
        explain(rules, hand, letters, seen)


def test_the_dealers_card_is_none_of_the_players() -> None:
    rules = load_rules("hole-card")
    hand = rules.deck.parse("Qs 6h 4d")
    with pytest.raises(CardError, match="Qs cannot be the player's and the dealer's"):
        explain(rules, hand, choices(rules, {})[0], hand[:1])


def test_a_strategy_file_names_ranks_of_the_deck(tmp_path: Path) -> None:
    path = tmp_path / "seen.toml"
    path.write_text('[[rule]]\nsees = "K 2"\ndecision = "play"\n', encoding="utf-8")
    with pytest.raises(RulesError, match=r"rule\.1\.sees: '2' is not a rank of this deck"):
        named_strategy(str(path), analysed(variant(OTHER_WAGERS["face up"])).game)


@pytest.mark.parametrize("name", ["face up", "groups"])
def test_a_hand_explained_is_what_settling_its_deals_gives(name: str) -> None:
    rules = variant(OTHER_WAGERS[name])
    letters = choices(rules, {})[0]
    deck = rules.deck
    for text, up in (("Kc Qc Jc", "Kh"), ("Kc Kh Ts", "Qs"), ("Kc Jh Th", "Qh"), ("Ts Qs Js", "Kh")):
        cards, (card,) = deck.parse(text), deck.parse(up)
        found = explain(rules, cards, letters, (card,))
        rest = [one for one in deck.cards if one not in cards]
        group = next((ranks for ranks in rules.sees if deck.ranks.index(card.rank) in ranks), None)
        seen = [card] if group is None else [one for one in rest if deck.ranks.index(one.rank) in group]
        for decision, value in found.values.items():
            total, deals = Fraction(0), 0
            for shown in seen:
                for more in combinations([one for one in rest if one != shown], 2):
                    nets = settle_hand(rules, letters, cards, [shown, *more], decision or None)
                    names = (rules.base, *rules.equals, rules.play, *rules.bonuses)
                    total += sum((nets[name] for name in names), Fraction(0))
                    deals += 1
            assert value == total / deals


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["A", "B"])
def test_six_card_royals_and_money_are_what_settling_every_deal_gives(letter: str) -> None:
    rules = variant(SIX_CARDS)
    bet = analyse(rules, choices(rules, {"six": letter}))[0].side_bets["six"]
    cards = rules.deck.cards
    nets: Counter[Fraction] = Counter()
    for first, *player in combinations(cards, 3):
        later = cards[cards.index(first) + 1 :]  # the hands changed over pay the same
        for dealer in combinations([card for card in later if card not in player], 3):
            nets[settle_hand(rules, {"six": letter}, (first, *player), dealer, 1)["six"]] += 2
    assert dict(bet.distribution.outcomes) == dict(sorted(nets.items()))


def test_the_edge_of_sums_of_money_is_a_function_of_the_stake() -> None:
    """Fixed-dollar awards are no odds: 18.098% at $5, 18.737% at $10, 19.120% at $25 (pitfall 24)."""
    lines = {
        "six-card royal of diamonds": {"money": 1_000_000},
        "six-card royal": {"money": 100_000},
        "royal flush": 1000,
        "straight flush": 200,
        "four of a kind": 50,
        "full house": 20,
        "flush": 15,
        "straight": 10,
        "three of a kind": 5,
    }
    rules = variant(game(SIX_CARDS, {"deck": None, "pay_tables.six": None}, {"pay_tables.six.A": lines}))
    bet = analyse(rules, choices(rules, {}))[0].side_bets["six"]
    edges = {stake: bet.at(Fraction(stake)).distribution.house_edge for stake in (5, 10, 25)}
    assert [f"{float(100 * edge):.3f}" for edge in edges.values()] == ["18.098", "18.737", "19.120"]
    fixed, money = bet.edge_by_stake
    assert all(edge == fixed - money / stake for stake, edge in edges.items())
    assert bet.distribution.house_edge == edges[5]
