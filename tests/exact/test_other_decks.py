"""Games from several decks and with jokers: the engine held to settling every deal and to brute force."""

from __future__ import annotations

from math import comb
from pathlib import Path
from random import Random

import pytest

from combin.certificate.body import certificate_body
from combin.exact.base_game import FOLD
from combin.exact.hand import explain
from combin.exact.named_strategies import named_strategy
from combin.exact.side_bets import side_bet
from combin.exact.statement import statement_of
from combin.jackpot.value import jackpot_chances
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.settle.hands import settle_hand
from tests.brute import brute_force
from tests.certificate.certificates import derived
from tests.exact.small_games import decided
from tests.exact.test_joint_games import same_as_every_deal
from tests.games import AGAINST_DEALER, HEAD, against_dealer, bonus, game, odds, table_bet
from tests.plain_jokers import Shuffled
from tests.proof.compare import same_counts
from tests.variants import analysed, variant

DATA = Path(__file__).parents[1] / "data"
GAMES = ("joker-wild", "joker-bug", "two-decks", "six-suits")

PLAYED = game(
    AGAINST_DEALER,
    bonus({"straight flush": 5, "straight flush of spades": "17/2", "three of a kind": 4, "straight": 1}),
    table_bet(
        "pair_plus",
        "Pair Plus",
        {"mini royal of spades": 60, **odds("20-15-4-3"), "pair of kings": 2, "pair": 1},
        on_fold="lost",
    ),
)
FOUR_RANKS = {"deck": {"ranks": "9 Q K A", "suits": ["hearts", "spades"]}}
SMALL = {
    "two decks": (game(FOUR_RANKS, {"deck.decks": 2}), Shuffled("9QKA", "hs", copies=2)),
    "two decks, joker": (
        game(FOUR_RANKS, {"deck.decks": 2, "deck.jokers": 1}),
        Shuffled("9QKA", "hs", copies=2, jokers=1),
    ),
    "wild joker": (
        game(FOUR_RANKS, {"deck": {"suits": ["clubs", "hearts", "spades"], "jokers": 1, "joker": "wild"}}),
        Shuffled("9QKA", "chs", jokers=1),
    ),
    "two bugs": (
        game(FOUR_RANKS, {"deck": {"ranks": "9 J Q K A", "jokers": 2, "joker": "straights and flushes"}}),
        Shuffled("9JQKA", "hs", jokers=2, bug=True),
    ),
}


def small(name: str) -> tuple[Rules, Shuffled]:
    deck, plain = SMALL[name]
    return variant(game(PLAYED, deck)), plain


def example(game: str) -> Rules:
    return load_rules(DATA / f"{game}.toml")


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_the_engine_counts_what_settling_every_deal_gives(name: str) -> None:
    analysis = analysed(small(name)[0])
    assert FOLD in analysis.strategy.decisions
    same_as_every_deal(analysis)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_hands_compare_in_the_reference_as_trying_all_cards_tells(name: str) -> None:
    rules, plain = small(name)
    cards = rules.deck.cards
    random = Random(name)
    for _ in range(1_500):
        dealt = random.sample(range(len(cards)), 6)
        own, theirs = (plain.key([plain.deck[card] for card in hand]) for hand in (dealt[:3], dealt[3:]))
        player, dealer = ([cards[card] for card in hand] for hand in (dealt[:3], dealt[3:]))
        nets = settle_hand(rules, {}, player, dealer, 1)
        assert nets["play"] == (own > theirs) - (own < theirs), (player, dealer)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["joker-wild", "joker-bug", "six-suits"])
def test_brute_force_over_all_deals_gives_the_same(game: str) -> None:
    _agrees(example(game))


def test_brute_force_over_two_smaller_decks_gives_the_same() -> None:
    text = (DATA / "two-decks.toml").read_text(encoding="utf-8")
    rules = variant(text.replace("decks = 2", 'decks = 2\nranks = "9 T J Q K A"\njokers = 1'))
    assert len(rules.deck) == 49
    _agrees(rules)


def _agrees(rules: Rules) -> None:
    analysis = analysed(rules)
    same_counts(analysis, brute_force(rules, analysis.letters))


@pytest.mark.parametrize("game", GAMES)
def test_the_statement_is_true_of_every_class(game: str) -> None:
    analysis = analysed(example(game))
    statement = analysis.statement
    excepted = {(one.strength.level, pattern) for one in statement.exceptions for pattern in one.patterns}
    ((_, weakest),) = statement.thresholds
    for situation, decision in analysis.strategy:
        place = situation.hand.strength.level, situation.hand.pattern
        assert (decision != FOLD) == ((place[0] >= weakest.level) != (place in excepted))


@pytest.mark.parametrize(
    ("game", "hand", "counts"),
    [
        ("two-decks", "As As Ks", (10 * 9 * 8 // 6 - 8) * (64 - 4) * 8),
        ("joker-wild", "As Ks Jk", (10 * 9 * 8 // 6 - 8) * (64 - 4)),
    ],
)
def test_dealers_that_do_not_qualify(game: str, hand: str, counts: int) -> None:
    """The player's cards leave all 2s to Js alone: 10 ranks, C(10, 3) - 8 sets that are no straights."""
    rules = example(game)
    explained = explain(rules, rules.deck.parse(hand), {"ante_bonus": "A"})
    assert explained.situation.no_qualify == counts


def test_a_hand_of_one_suit_is_paid_by_its_suit_with_a_joker_in_it() -> None:
    rules, _ = small("wild joker")
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
    rules = variant(game(PLAYED, prime, {"deck": {"ranks": "9 Q K A", "decks": 2}}))
    lines = {line.text: line.count for line in analysed(rules).side_bets["prime"].lines}
    assert lines["both of the same colour"] == 2 * comb(16, 3) * comb(13, 3)
    assert lines["player of one colour"] == 2 * comb(16, 3) * (comb(29, 3) - comb(13, 3))


@pytest.mark.parametrize(("entry", "number"), [("decks", 2), ("jokers", 1)])
def test_what_is_worked_out_for_one_deck_alone_is_refused_in_one_line(entry: str, number: int) -> None:
    from combin.proof.formulas import formulas

    more = game(PLAYED, {f"deck.{entry}": number})
    with pytest.raises(RulesError, match=r"worked out for one deck without jokers$") as refused:
        formulas(variant(more))
    assert refused.value.place == ("deck", entry)
    assert len(str(refused.value).splitlines()) == 1
    for deal in ({"face_up": 2}, {"face_up": 1, "tells": "suit"}):
        with pytest.raises(RulesError, match=r"\(Limits in docs/language.md\)$"):
            variant(game(more, {"deal": deal}))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", SMALL)
def test_statements_of_random_strategies_are_true(name: str, seed: int) -> None:
    """Suits are named only where all hands of the suit are decided so, whatever card a joker stands for."""
    rules, _ = small(name)
    strategy = decided(analysed(rules).game, seed)
    statement = statement_of(strategy)
    told = 0
    for situation, decision in strategy:
        hand = situation.hand
        said = next((one for one, least in statement.thresholds if hand.strength.level >= least.level), FOLD)
        exceptions = [one for one in statement.exceptions if one.strength == hand.strength]
        if any(one.when for one in exceptions):
            continue
        for one in exceptions:
            of_suit = hand.suit is not None and rules.deck.suits[hand.suit] in one.suits
            whole = not one.patterns and not one.suits
            if whole or of_suit or hand.pattern in one.patterns:
                said = one.decision
        assert said == decision, statement.text
        told += 1
    assert told > len(strategy.decisions) // 3


def test_strategy_files_name_the_patterns_of_the_deck(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    rule = '[[rule]]\nhands = "pair"\nsuits = ["{}"]\ndecision = "fold"\n'
    joker = "wild card as second card, others of two suits"
    path.write_text(f'otherwise = "play"\n{rule.format(joker)}', encoding="utf-8")
    strategy = named_strategy(str(path), analysed(example("joker-wild")).game)
    folded = {situation.hand.pattern.value for situation, decision in strategy if decision == FOLD}
    assert folded == {joker}
    # Two ranks of which none is next or next but one to the other: the higher is paired by the joker.
    assert sum(situation.weight for situation, decision in strategy if decision == FOLD) == 4_380 - 3_744
    with pytest.raises(RulesError, match="is no suit pattern of this deck") as refused:
        named_strategy(str(path), analysed(example("two-decks")).game)
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
    rules = variant(game(PLAYED, change))
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
    rules = variant(game(AGAINST_DEALER, bet, FOUR_RANKS, decks))
    assert derived(rules) == certificate_body(rules)
