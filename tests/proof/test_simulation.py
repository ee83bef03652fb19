from __future__ import annotations

import ast
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from combin.cards.cards import STANDARD_DECK, STANDARD_RANKS, STANDARD_SUITS, Deck
from combin.cards.five_cards import best_five
from combin.jackpot.value import jackpot_chances
from combin.progress import watched
from combin.proof import simulation
from combin.proof.hands import CATEGORIES, Roles, best_kinds
from combin.proof.simulated import Sampled, ask_simulation, sample, situations_of_hands
from combin.proof.simulation import Rounds, base_bet, dealt, jackpot_bet, rows_of, side_bet, simulate
from combin.rules.errors import RulesError
from tests.helpers.variants import ONE_OF_EACH_KIND, analysed, shipped, variant
from tests.settle.records import settle_hand

SEED = 20


def test_what_plays_the_rounds_shares_no_code_with_the_engine() -> None:
    tree = ast.parse(Path(simulation.__file__).read_text(encoding="utf-8"))
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules
    assert not any(module.startswith(("combin.exact", "combin.jackpot")) for module in modules)


@pytest.mark.slow
@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
@pytest.mark.few(4)
def test_no_wager_of_any_game_is_far_from_its_exact_value(game: str) -> None:
    rules, one = shipped(game), analysed(shipped(game))
    chances = [
        jackpot_chances(rules, table) for name in rules.jackpots for table in rules.tables[name].values()
    ]
    found = sample(one, chances, rounds=20_000, seed=SEED)
    assert {one.wager for one in found} == {*rules.jackpots, *one.wagers}
    for wager in found:
        assert wager.sample.rounds == 20_000
        assert wager.squared_z < 16, wager.wager
        assert wager.agrees


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted({*ONE_OF_EACH_KIND} - {"twenty-one-plus-three"}))  # 5,000,000 hands
@pytest.mark.few(6)
def test_every_round_is_settled_as_the_reference_settles_it(game: str) -> None:
    rules = shipped(game)
    one = analysed(rules)
    roles = Roles.of(rules)
    decisions = np.array(one.strategy.decisions)[situations_of_hands(one.game.matchups, roles)]
    rounds = Rounds.of(roles, next(dealt(len(rules.deck), 6 + rules.file.deal.jackpot, 100, SEED)))
    base = base_bet(roles, one.letters, decisions)
    bets = {name: side_bet(roles, name, one.letters.get(name, ""), decisions) for name in one.side_bets}
    net_of_base = base.places(rounds)
    places = {name: bet.places(rounds) for name, bet in bets.items()}
    for number, cards in enumerate(rounds.cards):
        player, dealer, jackpot = (
            [rules.deck.cards[card] for card in part] for part in (cards[:3], cards[3:6], cards[6:])
        )
        decided = int(decisions[rounds.player[number], rounds.seen[number]])
        nets = settle_hand(rules, one.letters, player, dealer, decided or None, jackpot=jackpot)
        together = sum((nets[name] for name in (*rules.base_wagers, *rules.bonuses)), Fraction(0))
        assert base.nets[net_of_base[number]] == together
        for name, bet in bets.items():
            assert bet.nets[places[name][number]] == nets[name], name


def test_each_hand_finds_the_class_that_stands_for_it_by_the_names_of_suits() -> None:
    """That each has the counts of its class, test_brute shows; here, how many hands a class has."""
    text = 'extends = "uk-including-blind"\n[pay_tables.ante_bonus.A]\n"A-K-Q straight flush of spades" = 9\n'
    rules = variant(text)
    matchups = analysed(rules).game.matchups
    found = situations_of_hands(matchups, Roles.of(rules))
    assert np.bincount(found.ravel()).tolist() == [one.weight for one in matchups]


def test_no_hand_holds_the_card_that_is_seen() -> None:
    rules = variant('extends = "hole-card"\nid = "few"\ndeck.ranks = "9 T J Q K A"\n')
    found = situations_of_hands(analysed(rules).game.matchups, Roles.of(rules))
    hands = np.array(list(combinations(range(len(rules.deck)), 3)))
    held = (hands[:, :, None] == np.arange(len(rules.deck))).any(axis=1)
    assert ((found >= 0) == ~held).all()


@pytest.mark.slow
def test_another_strategy_than_the_one_that_is_played_shows() -> None:
    rules = shipped("crown-melbourne")
    played = ask_simulation(rules, strategy="always play", rounds=200_000, seed=SEED).sampled[0]
    assert played.agrees
    best = ask_simulation(rules, rounds=1, seed=SEED).sampled[0]
    wrong = Sampled(best.wager, best.letters, best.exact, played.sample)
    assert wrong.squared_z > 100
    assert not wrong.agrees


PAYS = """[wager.ante]
win = 1.2
[pay_tables.pair_plus.A]
flush = 5
[pay_tables.jackpot."1"]
straight = "lose"
"three of a kind" = { money = 40 }
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "wagers"),
    [(PAYS, ["ante", "pair_plus", "jackpot"]), ("pay_tables.ante_bonus.A.straight = 2", ["ante"])],
)
def test_a_pay_that_is_not_the_one_that_was_worked_out_shows(change: str, wagers: list[str]) -> None:
    other = ask_simulation(variant(f'extends = "crown-melbourne"\n{change}\n'), rounds=200_000, seed=SEED)
    crown = ask_simulation(shipped("crown-melbourne"), rounds=1, seed=SEED)
    for wager in wagers:
        paid, exact = other.wagers[wager], crown.wagers[wager].exact
        assert paid.agrees
        wrong = Sampled(wager, paid.letters, exact, paid.sample)
        assert wrong.squared_z > 25
        assert not wrong.agrees


def test_a_seed_gives_the_same_figures_however_the_rounds_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = np.concatenate(list(dealt(52, 8, 1000, seed=7)))
    assert cards[0].tolist() == [7, 42, 38, 41, 3, 6, 12, 32]
    monkeypatch.setattr(simulation, "BLOCK", 300)
    assert (np.concatenate(list(dealt(52, 8, 1000, seed=7))) == cards).all()
    assert (np.concatenate(list(dealt(52, 8, 400, seed=7))) == cards[:400]).all()
    assert (np.concatenate(list(dealt(52, 8, 1000, seed=8))) != cards).any()


def test_every_card_is_as_likely_at_every_place() -> None:
    cards = np.concatenate(list(dealt(20, 6, 100_000, seed=3)))
    assert all(len(set(row)) == 6 for row in cards[:1000].tolist())
    counts = np.stack([np.bincount(cards[:, place], minlength=20) for place in range(6)])
    spread = ((counts - 5000) ** 2 / 5000).sum()
    assert 60 < spread < 175  # chi square with 114 degrees of freedom
    pairs = np.bincount(cards[:, 0] * 20 + cards[:, 5], minlength=400).reshape(20, 20)
    assert (np.diag(pairs) == 0).all()
    assert 260 < ((pairs[pairs > 0] - 100_000 / 380) ** 2 / (100_000 / 380)).sum() < 500


@pytest.mark.parametrize("deck", [6, 10, 53])
def test_hands_have_the_rows_of_their_combinations(deck: int) -> None:
    hands = np.array(list(combinations(range(deck), 3)))
    assert (rows_of(hands[:, [2, 0, 1]], deck) == np.arange(len(hands))).all()


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("deck", [STANDARD_DECK, Deck(STANDARD_RANKS[2:], STANDARD_SUITS[:2])])
def test_the_best_five_of_many_hands_are_those_of_each(cards: int, deck: Deck) -> None:
    random = Random(cards)
    hands = [random.sample(range(len(deck)), cards) for _ in range(1000)]
    found = best_kinds(deck, np.array(hands))[0] // len(deck.ranks)
    for hand, place in zip(hands, found, strict=True):
        assert CATEGORIES[place] is best_five([deck.cards[card] for card in hand], deck).category


def test_the_rarest_hands_of_six_cards_are_paid_by_their_own_lines() -> None:
    rules = shipped("three-card-poker")
    roles, deck = Roles.of(rules), rules.deck
    hands = {
        "Kd Ad Td 9d Qd Jd": 200_000,
        "Ks As Ts 9s Qs Js": 20_000,
        "Ks As Ts 9d Qs Js": 1000,
        "Ks As Ts 8s Qs 9s": 15,
    }
    cards = [[deck.index(card) for card in deck.parse(text)] for text in hands]
    rounds = Rounds.of(roles, np.array(cards))
    letter = next(iter(rules.tables["millionaire_maker"]))
    bet = side_bet(roles, "millionaire_maker", letter, np.ones((len(roles.hands), 1), np.int64))
    found = [bet.nets[place] for place in bet.places(rounds)]
    assert dict(zip(hands, found, strict=True)) == hands


def test_a_fold_loses_a_side_bet_where_the_rules_say_so() -> None:
    rules = variant('extends = "crown-melbourne"\n[wager.pair_plus]\non_fold = "lost"\n')
    played, never = (ask_simulation(rules, strategy=words, rounds=2000) for words in ("always play", "never"))
    stays, lost = (found.sampled[1] for found in (played, never))
    assert max(stays.sample.outcomes) > 0
    assert lost.sample.outcomes == {Fraction(-1): 2000}
    assert lost.agrees
    assert lost.squared_z == 0
    assert not Sampled("pair_plus", {}, lost.exact, stays.sample).agrees


def test_a_jackpot_is_that_of_its_table_price_and_meter() -> None:
    rules = shipped("crown-melbourne")
    roles = Roles.of(rules)
    bet = jackpot_bet(roles, "jackpot", "2", price=Fraction(2), meter=Fraction(5000))
    assert set(bet.nets) >= {Fraction(5000, 2) - 1, Fraction(500, 2) - 1, Fraction(-1)}
    (found,) = simulate(roles, [bet], 500, SEED)
    assert sum(found.outcomes.values()) == 500
    one = next(
        one for one in ask_simulation(rules, {"jackpot": "2"}, rounds=10).sampled if one.wager == "jackpot"
    )
    assert one.letters == {"jackpot": "2"}
    assert one.meter == 10_000


@pytest.mark.parametrize(
    ("terms", "complaint"),
    [
        ({"rounds": 0}, "rounds: 0 is not above 0"),
        ({"seed": -1}, "seed: -1 is below 0"),
        ({"tables": {"jackpot": "3"}}, "jackpot: no table '3'"),
        ({"tables": {"pair_plus": "Z"}}, "crown-melbourne has no pair_plus table 'Z'"),
    ],
)
def test_what_cannot_be_played_is_refused(terms: dict[str, Any], complaint: str) -> None:
    with pytest.raises(RulesError) as refused:
        ask_simulation(shipped("crown-melbourne"), **terms)
    assert complaint in str(refused.value)


def test_progress_is_told_of_all_rounds() -> None:
    told: list[tuple[int, int]] = []
    with watched(lambda *step: told.append(step)):
        ask_simulation(shipped("pick-a-card"), rounds=70_000)
    assert told == [(32_768, 70_000), (65_536, 70_000), (70_000, 70_000)]
