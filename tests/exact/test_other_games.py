"""Games of other kinds on few cards: every wager settled deal by deal, by the reference."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from combin.cards.cards import CardError
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.base_game import FOLD
from combin.exact.hand import explain
from combin.exact.named_strategies import named_strategy
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from combin.settle.hands import settle_hand
from tests.exact.test_joint_games import same_as_every_deal
from tests.games import AGAINST_DEALER, HEAD, against_dealer, bonus, comparison, game, odds, table_bet
from tests.variants import variant

FEW = game(
    AGAINST_DEALER,
    {
        "deck": {"ranks": "T J Q K", "suits": ["clubs", "hearts", "spades"]},
        "dealer.qualifies": "K high",
        "wager.ante.no_qualify": {"win": 1, "tie": "push", "lose": "push"},
        "wager.play.no_qualify": "compared",
    },
)
BLIND = game(
    against_dealer(
        "blind",
        "Blind",
        {**odds("8-6"), "straight": 1.5, "pair of kings": 1},
        equals="ante",
        win={"pays": "push", "by_table": True},
        commission="5%",
    ),
    {"decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
)
SOMETIMES = bonus({"straight flush of spades": 9, **odds("5-4-1")}, paid_on=["win", "tie"])
SIDE_BETS = game(
    table_bet("pair_plus", "Pair Plus", odds("40-30-6-4-1"), if_tied="push", if_beaten="lose"),
    table_bet(
        "dealer_plus", "Dealer Plus", {"odds": "for 1", **odds("40-30")}, hand="dealer", commission="10%"
    ),
    comparison("tie", "Tie", win="lose", tie=30, lose="lose", commission="3%"),
    comparison("banker", "Banker", win="lose", tie="push", lose=0.95),
    comparison(
        "bad_beat",
        "Bad Beat",
        {"straight flush of spades": 90, **odds("50-40-10-5-2")},
        win="lose",
        tie={"pays": 3, "by_table": True},
        lose={"pays": "lose", "by_table": True},
        commission="5%",
    ),
)
SEEN = {"deal.face_up": 1}
KINDS = {"deal": {"face_up": 1, "tells": ["K", "T J", "Q"]}}
LOST = table_bet("high", "High", odds("4-3-2-2-1"), on_fold="lost")
GAMES = {
    "compared": FEW,
    "blind": game(FEW, BLIND),
    "bonus on some results": game(FEW, SOMETIMES, SIDE_BETS),
    "face up": game(FEW, SEEN, BLIND, LOST),
    "face up, suits told apart": game(FEW, SEEN, SOMETIMES),
    "groups": game(FEW, KINDS, SOMETIMES, LOST, SIDE_BETS),
    "no decision": game(FEW, {"wager.play": None}, SIDE_BETS),
}


def analysed(name: str) -> Analysis:
    rules = variant(GAMES[name])
    return analyse(rules, choices(rules, {}))[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_engine_and_the_joint_law_are_what_settling_every_deal_gives(name: str) -> None:
    same_as_every_deal(analysed(name))


@pytest.mark.parametrize("name", [name for name in GAMES if name != "no decision"])
def test_no_decision_of_any_hand_is_better(name: str) -> None:
    one = analysed(name)
    for index, decision in enumerate(one.best.decisions):
        values = {choice: one.game.value(index, choice) for choice in one.game.choices(index)}
        assert values[decision] == max(values.values())
    worse = named_strategy("always play", one.game).distribution.house_edge
    assert worse >= one.best.distribution.house_edge


def test_only_pairs_may_play_three_times() -> None:
    one = analysed("blind")
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
        named_strategy(str(path), analysed("face up").game)


@pytest.mark.parametrize("name", ["face up", "groups"])
def test_a_hand_explained_is_what_settling_its_deals_gives(name: str) -> None:
    rules = variant(GAMES[name])
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


SIX_CARDS = game(
    HEAD,
    {"deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "diamonds"]}},
    against_dealer("high", "High"),
    table_bet(
        "six",
        "Six",
        {
            "six-card royal of diamonds": {"money": 1000},
            "six-card royal": {"money": 500},
            "royal flush": 50,
            "straight flush": 20,
            "full house": 3,
        },
        hand="player and dealer",
        stakes=[5, 10, 25],
    ),
    {
        "pay_tables.six.B": {
            "six-card royal": "lose",
            "royal flush": {"money": 50},
            "straight flush": 20,
            "full house": 3,
        }
    },
)


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


@pytest.mark.slow
def test_a_bet_on_the_dealers_hand_may_be_lost_with_a_fold() -> None:
    lines = {"straight flush": 4, "three of a kind": 3, "straight": "lose", "flush of spades": 2}
    theirs = table_bet("theirs", "Theirs", lines, hand="dealer", on_fold="lost")
    rules = variant(game(FEW, SOMETIMES, theirs))
    analysis = analyse(rules, choices(rules, {}))[0]
    assert FOLD in analysis.best.decisions
    same_as_every_deal(analysis)
