"""Small games of every kind, held to brute force and to settling every deal; and what is no game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.base_game import FOLD, base_game
from combin.exact.side_bets import bet_beside
from combin.exact.strategy import Strategy, optimal_strategy
from combin.proof.simulated import situations_of_hands
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules, without_cards
from tests.exact import small_games as small
from tests.exact.settled import at_random, letters_of, same_as_every_deal
from tests.helpers.brute import brute_force, count_deals
from tests.helpers.games import AGAINST_DEALER, Part, bonus, comparison, game, table_bet
from tests.helpers.strategies import games
from tests.helpers.texts import entries
from tests.helpers.variants import analysed, variant
from tests.proof.compare import compare, same_counts, same_laws
from tests.settle.records import settle_hand

# -- brute force -------------------------------------------------------------------------------------------

COMPARED: dict[str, Part] = {
    **small.PAYS,
    "hands out of order": small.OUT_OF_ORDER,
    "hands out of order, one seen": game(small.OUT_OF_ORDER, small.ONE_SEEN),
    "hands out of order, two decks": game(
        small.OUT_OF_ORDER, {"deck": {"suits": ["clubs", "hearts"], "decks": 2}}
    ),
    "a wild rank": game(small.WILD, {"deck.wild": ["2"]}),
    "two wild ranks": game(small.WILD, {"deck.wild": ["3", "K"]}),
    **small.OTHER_SIZES,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPARED)
@pytest.mark.few(11)
def test_engine_and_brute_force_agree(name: str) -> None:
    """Hand by hand, under every table; with the best strategy, usual ones, and one drawn by lot."""
    rules = variant(COMPARED[name])
    ((analysis, brute), *_) = compare(rules, "always play", "mimic the dealer")
    exact, random = analysis.game, Random(name)
    decisions = [random.choice(exact.choices(index)) for index in range(len(exact.matchups))]
    strategy = Strategy("random", exact, tuple(decisions))
    bets = {bet: bet_beside(strategy, bet, analysis.letters.get(bet, "")) for bet in analysis.side_bets}
    drawn = replace(analysis, strategy=strategy, side_bets=bets)
    of_hands = np.array(decisions)[situations_of_hands(exact.matchups, brute.deals)]
    same_counts(drawn, brute_force(rules, analysis.letters, deals=brute.deals, decisions=of_hands))


EARLY: tuple[Part, ...] = ({}, {"deal.tells": ["2 3 4", "T J A"]}, {"deal.face_up": 2, "decision.early": [2]})
SEEN_OF: tuple[tuple[Part, object], ...] = (
    ({"deck.decks": 2}, "card"),
    ({"deck.decks": 2}, small.HIGH_AND_LOW),
    ({"deck.jokers": 2}, "card"),
    ({"deck.jokers": 1}, "rank"),
    ({"deck.decks": 2, "deck.jokers": 1}, "card"),
    ({"deck.wild": ["Jh"]}, "card"),
)
COUNTED: dict[str, tuple[Part, str]] = {
    **small.PACKS,
    "single wild cards": (game(small.WILD, {"deck.wild": ["Kh", "3s", "3c"]}), ""),
    "a wild card and a joker": (game(small.WILD, {"deck": {"wild": ["Kh"], "jokers": 1}}), ""),
    "hands out of order, two seen": (
        game(small.OUT_OF_ORDER, {"deal": {"face_up": 2, "tells": "colour"}}),
        "",
    ),
    **{
        f"{cards} seen: {tells}": (game(small.SIGHTED, {"deal": {"face_up": cards, "tells": tells}}), "")
        for cards, tells in small.SIGHTS
    },
    **{f"{entry}, seen: {tells}": (small.seen(tells, entry), "") for entry, tells in SEEN_OF},
    **{f"cards dead, one seen: {tells}": (small.seen(tells), "As Jc") for tells in small.TELLS[:-1]},
    **{f"early: {entry}": (game(small.EARLY, entry), "") for entry in EARLY},
}


def counted(rules: Rules) -> Analysis:
    """Return the analysis of a game under its first tables, which has the counts of brute force."""
    (analysis,) = analyse(rules, choices(rules, {})[:1])
    deals = count_deals(rules)
    same_counts(analysis, brute_force(rules, analysis.letters, deals=deals))
    assert analysis.game.total == deals.total
    if not rules.file.deal.face_up:
        rows = {tuple(hand): row for row, hand in enumerate(deals.hands.cards.tolist())}
        for one in analysis.game.matchups:
            assert one.counts == tuple(deals.cases[rows[tuple(sorted(one.hand.cards))], 0].tolist())
    return analysis


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.few(12)
def test_every_deal_is_counted(name: str) -> None:
    entries, dead = COUNTED[name]
    rules = without_cards(variant(entries), dead)
    analysis = counted(rules)
    if entries is small.PACK or (rules.file.deal.face_up == 2 and not rules.early):
        same_laws(analysis)


@pytest.mark.slow
@pytest.mark.parametrize("file", ["joker-wild", "joker-bug", "six-suits"])
def test_larger_decks_are_counted(file: str) -> None:
    counted(small.example(file))


def test_two_decks_with_a_joker_are_counted() -> None:
    text = (small.DATA / "two-decks.toml").read_text(encoding="utf-8")
    rules = variant(text.replace("decks = 2", 'decks = 2\nranks = "9 T J Q K A"\njokers = 1'))
    assert len(rules.deck) == 49
    counted(rules)


NATURAL = {
    "natural three of a kind": 30,
    "wild three aces": 12,
    "three of a kind": 9,
    "natural straight flush": 20,
    "straight flush": "lose",
    "straight": 3,
    "flush": "lose",
    "wild pair": 1,
}


@pytest.mark.parametrize("deck", [{"wild": ["2"]}, {"jokers": 1, "joker": "straights and flushes"}])
def test_pays_for_natural_hands_and_for_those_with_wild_cards(deck: dict[str, object]) -> None:
    """Engine, every deal, and the letter of the rules; the dealer's hand and both hands too."""
    parts = game(
        AGAINST_DEALER,
        bonus({"natural three of a kind": 9, "three of a kind": 4}),
        {"deck": {"ranks": "2 3 4 5 K A", "suits": small.THREE_SUITS, **deck}, "dealer.qualifies": "A high"},
        table_bet("own", "Own", NATURAL, on_fold="lost"),
        table_bet("dealers", "Dealer's", NATURAL, hand="dealer", on_fold="lost"),
        table_bet("either", "Either", NATURAL, hand="either of both"),
    )
    rules = variant(parts)
    ((analysis, brute),) = compare(rules)
    held = rules.deck.parse("3c 3h 3s")
    met = rules.deck.parse("2c Ah As" if "wild" in deck else "Jk Ah As")
    by_letter = settle_hand(rules, analysis.letters, held, met, 1)
    assert [by_letter[name] for name in ("own", "dealers", "either")] == [30, 12, 30]
    rows = {tuple(hand): row for row, hand in enumerate(brute.deals.hands.cards.tolist())}
    own, theirs = (tuple(sorted(rules.deck.indexes(cards))) for cards in (held, met))
    assert by_letter["ante_bonus"] == brute.settle(rows[own], rows[theirs])["ante_bonus"] == 9


# -- every deal settled by the reference ---------------------------------------------------------------------

RED_STARS = {**small.STARS, "colour": "red"}
FEW_LINES = {"three of a kind": 4, "pair": 1, "straight flush": 9, "straight": 3}
SETTLED: dict[str, Part] = {
    **small.TOGETHER,
    **small.OTHER_WAGERS,
    **{f"shuffled: {name}": part for name, part in small.SHUFFLED.items()},
    **{f"lost with folds: {name}": part for name, part in small.LOST_WITH_FOLDS.items()},
    "five suits of two colours": game(
        AGAINST_DEALER,
        {"deck": {"ranks": "K A", "suits": ["spades", "hearts", "clubs", "diamonds", RED_STARS]}},
        small.COLOURS,
        table_bet("pair_plus", "Pair Plus", {"pair of kings": "lose", "pair": 2}),
    ),
    **{
        f"hands out of order, {face_up} seen": game(
            AGAINST_DEALER,
            {"deck": {"ranks": "2 3 A", "suits": small.THREE_SUITS}, "deal.face_up": face_up},
            {"dealer.qualifies": "pair of 3s", "wager.ante.no_qualify": "compared"},
            {"ranking.beats": {"pair of 3s": "three of a kind", "2-3-A straight": "three 2s"}},
            comparison("second", "Second", win="lose", tie="push", lose=1),
            table_bet("higher", "Higher", {"three of a kind": 5}, hand="higher of both", on_fold="stays"),
            table_bet("beaten", "Beaten", {"pair": 2}, hand="dealer", if_beaten="lose"),
        )
        for face_up in (0, 1)
    },
    **{
        f"wild: {wild}": game(
            small.WILD,
            {"deck": {"ranks": "2 3 A", "wild": [wild]}, "dealer.qualifies": "pair of As"},
            {f"pay_tables.{name}.A": None for name in ("ante_bonus", "beats", "dealers")},
            {f"pay_tables.{name}.A": FEW_LINES for name in ("ante_bonus", "beats", "dealers")},
        )
        for wild in ("2", "Ah")
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTLED)
@pytest.mark.few(9)
def test_each_wager_and_all_together_are_what_settling_every_deal_gives(name: str) -> None:
    rules = variant(SETTLED[name])
    exact = base_game(rules, letters_of(rules))
    same_as_every_deal(rules, at_random(exact, seed=1) if rules.play else optimal_strategy(exact))


@pytest.mark.slow
@settings(max_examples=3)
@given(rules=games(most_cards=10, most_suits=3))
def test_drawn_games_deal_by_deal(rules: Rules) -> None:
    same_as_every_deal(rules, optimal_strategy(base_game(rules, letters_of(rules))))


@pytest.mark.parametrize("name", [name for name in small.OTHER_WAGERS if name != "no decision"])
def test_no_decision_of_any_hand_is_better(name: str) -> None:
    one = analysed(variant(small.OTHER_WAGERS[name]))
    for index, decision in enumerate(one.best.decisions):
        values = {choice: one.game.value(index, choice) for choice in one.game.choices(index)}
        assert values[decision] == max(values.values())
    assert FOLD in one.best.decisions


# -- what is no game -----------------------------------------------------------------------------------------

OWN = table_bet("own", "Own", {"pair": 1})
REFUSED = entries(Path(__file__).with_name("refused.txt"))


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_in_one_line(name: str) -> None:
    text, _, said = REFUSED[name].partition("\n!")
    with pytest.raises(RulesError) as refused:
        variant(game(AGAINST_DEALER, OWN, tomllib.loads(text)))
    assert str(refused.value).endswith(f": {said}")
    assert "\n" not in said
