"""Games from several decks, with jokers, wild cards or dead cards: what is special about them."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

from combin import CardError, Game, RulesError, load
from combin.certificate.body import certificate_body, not_certified
from combin.exact.analysis import analyse, choices
from combin.exact.base_game import FOLD
from combin.exact.hand import explain
from combin.exact.named_strategies import named_strategy
from combin.exact.side_bets import side_bet
from combin.jackpot.value import jackpot_chances
from combin.proof.hands import judge_deck
from combin.rules.resolved import Rules, without_cards
from combin.words.catalogue import load_catalogue
from combin.words.rules import rule_statements
from tests.certificate.certificates import derived
from tests.exact import small_games as small
from tests.helpers.brute import brute_force, net_of
from tests.helpers.games import AGAINST_DEALER, BONUS, HEAD, against_dealer, bonus, game, table_bet
from tests.helpers.plain_jokers import Shuffled
from tests.helpers.variants import analysed, variant
from tests.settle.records import settle_hand

# -- several decks and jokers --------------------------------------------------------------------------------


PLAIN = {
    "two decks": Shuffled("9QKA", "hs", copies=2),
    "two decks, joker": Shuffled("9QKA", "hs", copies=2, jokers=1),
    "wild joker": Shuffled("9QKA", "chs", jokers=1),
    "two bugs": Shuffled("9JQKA", "hs", jokers=2, bug=True),
}
"""The games of `SHUFFLED`, as plain words have them."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
def test_hands_compare_in_the_reference_as_trying_all_cards_tells(name: str) -> None:
    rules, plain = variant(small.SHUFFLED[name]), PLAIN[name]
    cards = rules.deck.cards
    random = Random(name)
    for _ in range(1_500):
        dealt = random.sample(range(len(cards)), 6)
        own, theirs = (plain.key([plain.deck[card] for card in hand]) for hand in (dealt[:3], dealt[3:]))
        player, dealer = ([cards[card] for card in hand] for hand in (dealt[:3], dealt[3:]))
        nets = settle_hand(rules, {}, player, dealer, 1)
        assert nets["play"] == (own > theirs) - (own < theirs), (player, dealer)


@pytest.mark.parametrize(
    ("game", "hand", "counts"),
    [
        ("two-decks", "As As Ks", (10 * 9 * 8 // 6 - 8) * (64 - 4) * 8),
        ("joker-wild", "As Ks Jk", (10 * 9 * 8 // 6 - 8) * (64 - 4)),
    ],
)
def test_dealers_that_do_not_qualify(game: str, hand: str, counts: int) -> None:
    """The player's cards leave all 2s to Js alone: 10 ranks, C(10, 3) - 8 sets that are no straights."""
    rules = small.example(game)
    explained = explain(rules, rules.deck.parse(hand), {"ante_bonus": "A"})
    assert explained.situation.no_qualify == counts


def test_a_hand_of_one_suit_is_paid_by_its_suit_with_a_joker_in_it() -> None:
    rules = variant(small.SHUFFLED["wild joker"])
    for hand, line, of_ante in (
        ("As Ks Jk", "mini royal of spades", "straight flush of spades"),
        ("Ah Kh Jk", "straight flush", "straight flush"),
    ):
        explained = explain(rules, rules.deck.parse(hand), {"ante_bonus": "A"})
        paid = {one.wager: one.line for one in explained.paid}
        assert paid["pair_plus"] == line
        assert paid["ante_bonus"] == of_ante


def test_lines_about_colours_from_two_decks() -> None:
    """Of 32 cards 16 are red, so that the player's hand is of one colour in 2 x C(16, 3) ways."""
    prime = table_bet("prime", "Prime", {"both of the same colour": 4, "player of one colour": 3})
    rules = variant(game(small.PLAYED, prime, {"deck": {"ranks": "9 Q K A", "decks": 2}}))
    lines = {line.text: line.count for line in analysed(rules).side_bets["prime"].lines}
    assert lines["both of the same colour"] == 2 * comb(16, 3) * comb(13, 3)
    assert lines["player of one colour"] == 2 * comb(16, 3) * (comb(29, 3) - comb(13, 3))


@pytest.mark.parametrize(("entry", "number"), [("decks", 2), ("jokers", 1)])
def test_what_is_worked_out_for_one_deck_alone_is_refused_in_one_line(entry: str, number: int) -> None:
    from combin.proof.formulas import formulas

    more = game(small.PLAYED, {f"deck.{entry}": number})
    with pytest.raises(RulesError, match=r"computed for one deck without jokers$") as refused:
        formulas(variant(more))
    assert refused.value.place == ("deck", entry)
    assert len(str(refused.value).splitlines()) == 1


def test_strategy_files_name_the_patterns_of_the_deck(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    rule = '[[rule]]\nhands = "pair"\nsuits = ["{}"]\ndecision = "fold"\n'
    joker = "wild card as second card, others of two suits"
    path.write_text(f'otherwise = "play"\n{rule.format(joker)}', encoding="utf-8")
    strategy = named_strategy(str(path), analysed(small.example("joker-wild")).game)
    folded = {situation.hand.pattern.value for situation, decision in strategy if decision == FOLD}
    assert folded == {joker}
    # Two ranks of which none is next or next but one to the other: the higher is paired by the joker.
    assert sum(situation.weight for situation, decision in strategy if decision == FOLD) == 4_380 - 3_744
    with pytest.raises(RulesError, match="is no suit pattern of this deck") as refused:
        named_strategy(str(path), analysed(small.example("two-decks")).game)
    assert "pair of one suit, two suits)" in str(refused.value)


def test_a_progressive_on_three_cards_with_a_joker() -> None:
    """Four mini royals of spades: without the joker, or with it in the place of one of three cards."""
    jackpot = {"name": "Jackpot", "settles": "jackpot", "hand": "player", "on_fold": "stays"}
    lines = {
        "mini royal of spades": {"meter": "100%"},
        "straight flush": {"money": 70},
        "three of a kind": {"money": 60},
    }
    change = {"wager.jackpot": jackpot, "pay_tables.jackpot.A": lines, "deck.jokers": 1}
    rules = variant(game(small.PLAYED, change))
    chances = jackpot_chances(rules, rules.tables["jackpot"]["A"])
    assert [one.count for one in chances.lines()] == [1 + 3, 148 - 4, 130]
    assert chances.total == comb(53, 3)


def test_three_aces_of_spades_from_three_packs_are_one_hand() -> None:
    lines = {"three aces of spades": 2000, "three of a kind": 20}
    bet = table_bet("bet", "Bet", lines)
    rules = variant(game(HEAD, against_dealer("first", "First"), bet, {"deck.decks": 3}))
    found = side_bet(rules, rules.tables["bet"]["A"])
    assert (found.lines[0].count, found.lines[1].count, found.total) == (
        1,
        13 * comb(12, 3) - 1,
        comb(156, 3),
    )
    assert comb(156, 3) == 620_620


def test_certificates_count_pairs_of_one_suit_by_both_roads() -> None:
    order = ["three of a kind", "pair", "straight flush", "straight", "flush", "high card"]
    bet = table_bet("pairs", "Pairs", {"pair of kings of spades": 9, "pair of hearts": 4})
    decks = {"deck.decks": 2, "deck.jokers": 1, "ranking.order": order}
    rules = variant(game(AGAINST_DEALER, bet, small.FOUR_RANKS, decks))
    assert derived(rules) == certificate_body(rules)


# -- wild cards ----------------------------------------------------------------------------------------------


AK47 = game(
    AGAINST_DEALER,
    {"deck.wild": ["A", "K", "4", "7"]},
    {"ranking.order": ["three of a kind", "straight flush", "straight", "flush", "pair", "high card"]},
)


def test_aces_kings_fours_and_sevens_are_wild() -> None:
    """The counts of AK47, a kind of Teen Patti: by the engine, and of all hands one by one."""
    rules = variant(AK47)
    assert list(rules.ranking.counts.values()) == [5_780, 716, 2_292, 1_924, 6_528, 4_860]
    hands = judge_deck(rules.deck, rules.file.ranking)
    assert [int(hands.of(category).sum()) for category in rules.ranking.order] == [
        *rules.ranking.counts.values()
    ]


def test_certificates_hold_no_lines_that_hang_on_wild_cards() -> None:
    refused = not_certified(variant(game(AGAINST_DEALER, {"deck.wild": ["2"]}, bonus({"natural pair": 1}))))
    assert "Limits in docs/language.md" in str(refused)


def test_a_wild_card_is_settled_as_the_best_that_it_can_be() -> None:
    rules = variant(game(AGAINST_DEALER, BONUS, {"deck.wild": ["2"]}))
    player, dealer = map(rules.deck.parse, ("2c As Ks", "Qc Qh Qs"))
    nets = settle_hand(rules, {}, player, dealer, 1)
    assert [nets["ante"], nets["play"], nets["ante_bonus"]] == [1, 1, 5]
    assert rules.ranking.strength(rules.deck.parse("2c 2h 2s")) == max(rules.ranking.strengths)


def test_the_rules_say_which_cards_are_wild() -> None:
    rules = variant(game(AGAINST_DEALER, {"deck.wild": ["10", "Jh", "Js"]}))
    said = {one.topic: one.says for one in rule_statements(rules, load_catalogue())}
    assert "Wild cards: every 10, J♥ and J♠." in said["deck"]
    assert "A wild card stands for" in said["hands"]


# -- dead cards ----------------------------------------------------------------------------------------------


PACK = variant(small.PACK)


def test_a_level_stands_where_it_stood_though_its_hands_are_gone() -> None:
    """By the dead cards no Q high is left; 3,010 of 4,495 dealer hands are below it."""
    gone = "Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As 2c 2d 3c 3d 5c 5d"
    hand = load("three-card-poker").hand("Js 9h 4d", dead=gone)
    assert (hand.values[1], hand.situation.counts[0]) == (Fraction(8, 899), 3_010)
    limited = variant(
        game(AGAINST_DEALER, {"decision.play": [1, {"multiple": 2, "hand": "Q high or better"}]})
    )
    assert without_cards(limited, "Qc Qd Qh Qs").multiples == {1: 0, 2: limited.multiples[2]}


def test_a_whole_pack_is_that_of_the_rules() -> None:
    assert without_cards(PACK, "") is PACK
    crown = load("crown-melbourne")
    assert crown.analyse(dead="").wagers["ante"] == crown.analyse().wagers["ante"]


def test_all_questions_about_one_pack_agree() -> None:
    dead, small = "As Kc", Game(PACK)
    edge = small.analyse(dead=dead).wagers["ante"].house_edge
    assert small.strategy(dead=dead).best.distribution.house_edge == edge
    assert small.session({"ante": 10}, 5, dead=dead).mean == -50 * edge
    hand = small.hand("Qs Jh 9h", dead=dead)
    assert hand.values[FOLD] == -1
    assert hand.situation.deals == comb(len(PACK.deck) - 2 - 3, 3)


@pytest.mark.parametrize(
    ("dead", "problem"), [("As As", "As appears twice"), ("1s", "not a rank|not a card")]
)
def test_a_pack_that_cannot_be_is_refused(dead: str, problem: str) -> None:
    with pytest.raises(CardError, match=problem):
        without_cards(PACK, dead)


def test_a_dead_card_is_in_no_hand() -> None:
    with pytest.raises(CardError, match="the deck has none"):
        load("crown-melbourne").hand("As 6h 4d", dead="As")


@pytest.mark.parametrize(("dead", "tells"), [("As", "card"), ("Kh", "suit")])
def test_a_hand_from_a_pack_is_explained_beside_a_card_seen(dead: str, tells: str) -> None:
    rules = without_cards(variant(small.seen(tells)), dead)
    own, card = rules.deck.parse("Qh Js Kc"), rules.deck.parse("Qs")
    found = explain(rules, own, choices(rules, {})[0], card)
    brute = brute_force(rules, choices(rules, {})[0])
    deals = brute.deals
    told = deals.seen_of[rules.deck.index(card[0])]
    row = deals.hands.cards.tolist().index(sorted(map(rules.deck.index, own)))
    assert found.situation.counts == tuple(deals.cases[row, told].tolist())
    paid = sum(line.net * line.count for line in found.paid if line.wager == "dealers")
    bet = brute.side_bets["dealers"]
    ways = np.ndenumerate(deals.counts[row, told])
    assert paid == sum(net_of(bet, row, case, kind) * int(count) for (case, kind), count in ways)


def test_a_whole_pack_looked_at_as_an_odd_one_is_played_alike() -> None:
    whole = load("ultimate-three-card-poker").rules
    odd = Rules(whole.file, pack=whole.deck)
    assert whole.sights is None
    assert odd.sights is not None
    first, second = (analyse(rules, choices(rules, {})[:1])[0] for rules in (whole, odd))
    assert first.statement.text == second.statement.text
    assert first.best.distribution == second.best.distribution


@pytest.mark.parametrize(("cards", "tells"), [(2, "card"), (3, "rank")])
def test_several_cards_seen_of_a_pack_are_refused(cards: int, tells: str) -> None:
    rules = variant(game(AGAINST_DEALER, {"deal": {"face_up": cards, "tells": tells}}))
    with pytest.raises(RulesError, match=r"Limits in docs/language\.md"):
        without_cards(rules, "As")


def test_a_game_with_another_pack_can_be_sent_to_another_process() -> None:
    rules = without_cards(PACK, "Qs")
    again = pickle.loads(pickle.dumps(rules))  # noqa: S301  our own bytes
    assert (again.deck, again.file) == (rules.deck, rules.file)
