"""Several cards of the dealer's seen, or less than a rank: the engine held to brute force, deal by deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from combin import Card, Game, RulesError, load
from combin.exact.analysis import analyse, choices
from combin.exact.base_game import matchups
from combin.exact.hand import explain
from combin.exact.strategy import best_strategy
from combin.rules.resolved import Rules
from combin.rules.wagers import Case
from combin.words.catalogue import load_catalogue
from combin.words.rules import rule_statements
from tests.brute import brute_force
from tests.games import AGAINST_DEALER, BEATS, bonus, game, odds, table_bet
from tests.proof.compare import same_counts, same_laws
from tests.variants import shipped, variant

FLUSHES = {**odds("20-15-4-3-1"), "flush of hearts": 9}
SMALL = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A-Q-J"},
    {"decision.play": [1, {"multiple": 3, "hand": "pair or better"}]},
    bonus(odds("5-4-1")),
    BEATS,
    table_bet(
        "dealers", "Dealer's", {**odds("20-15-4-3-1"), "flush of hearts": 9}, hand="dealer", on_fold="lost"
    ),
    table_bet("plus", "Plus", {**odds("20-15-4-3-1"), "mini royal of spades": 60}, on_fold="lost"),
)
HIGH_AND_LOW = ["J", "Q K A"]
TELLS = ["card", "rank", "suit", "colour", HIGH_AND_LOW]
SIGHTS = [(cards, tells) for cards in (1, 2, 3) for tells in TELLS]


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "tells"), SIGHTS, ids=str)
def test_every_deal_is_counted_with_all_that_can_be_seen(cards: int, tells: object) -> None:
    rules = variant(game(SMALL, {"deal": {"face_up": cards, "tells": tells}}))
    (analysis,) = analyse(rules, choices(rules, {})[:1])
    same_counts(analysis, brute_force(rules, analysis.letters))
    if cards == 2:
        same_laws(analysis)


@pytest.mark.slow
def test_more_is_never_worse() -> None:
    edges = {}
    for cards, tells in [(0, "card"), *SIGHTS]:
        deal = {"deal": {"face_up": cards, "tells": tells}} if cards else {}
        rules = variant(game(SMALL, deal))
        edges[cards, str(tells)] = best_strategy(rules, choices(rules, {})[0]).distribution.house_edge
    for cards in (1, 2, 3):
        assert edges[cards, "card"] <= edges[cards, "rank"] <= edges[cards, str(HIGH_AND_LOW)]
        assert edges[cards, "card"] <= edges[cards, "suit"] <= edges[cards, "colour"] <= edges[0, "card"]
        assert cards == 3 or edges[cards + 1, "card"] <= edges[cards, "card"]


@pytest.mark.slow
def test_sights_are_told_in_words(tmp_path: Path) -> None:
    file = tmp_path / "sorted.toml"
    file.write_text(
        'extends = "three-card-poker"\n[deal]\nface_up = 2\ntells = ["2 3 4 5 6 7 8 9 T J", "Q K A"]\n'
    )
    game_seen = load(file)
    statement = game_seen.strategy().statement
    assert "1 of Q to A, 1 of 2 to J: play K-5-2 or better" in statement.text
    says = " ".join(one.says for one in rule_statements(game_seen.rules, load_catalogue()))
    assert "Of two of the dealer's cards the player knows whether each is 2 to J or Q to A." in says


@pytest.mark.parametrize("entry", ['tells = "kicker"', "face_up = 4", 'tells = "suit"'])
def test_other_words_are_refused(tmp_path: Path, entry: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(f'extends = "three-card-poker"\n[deal]\n{entry}\n')
    with pytest.raises(RulesError, match="deal"):
        load(file)


@pytest.mark.parametrize(
    ("cards", "tells"), [(2, "card"), (3, "card"), (2, "colour"), (2, HIGH_AND_LOW)], ids=str
)
def test_a_hand_is_explained_beside_the_cards_that_are_seen(cards: int, tells: object) -> None:
    rules = variant(game(SMALL, {"deal": {"face_up": cards, "tells": tells}}))
    deck = rules.deck
    own, seen = deck.parse("Qc Jh Ks"), deck.parse("Kh Jc Kc")[:cards]
    found = explain(rules, own, choices(rules, {})[0], seen)

    def told(some: Iterable[Card]) -> list[str]:
        by = {"card": lambda card: card, "colour": lambda card: card.suit.colour}
        how = by.get(str(tells), lambda card: card.rank.symbol in "QKA")
        return sorted(map(str, map(how, some)))

    counts = Counter[Case]()
    rest = [card for card in deck.cards if card not in own]
    for dealer in combinations(rest, 3):
        ways = sum(told(some) == told(seen) for some in combinations(dealer, cards))
        case = case_of(rules, own, dealer)
        counts[case] += ways
    if cards == 3:  # of three whole cards the strength is what matters
        assert {
            case for case, number in zip(rules.cases, found.situation.counts, strict=True) if number
        } == set(counts) - {case for case, number in counts.items() if not number}
    else:
        assert found.situation.counts == tuple(counts[case] for case in rules.cases)


def case_of(rules: Rules, player: Sequence[Card], dealer: Sequence[Card]) -> Case:
    """Return what the comparison of two hands comes to."""
    own, theirs = (rules.ranking.strength(hand).level for hand in (player, dealer))
    if theirs < rules.qualifies:
        return Case.NO_QUALIFY
    return Case.WIN if own > theirs else Case.TIE if own == theirs else Case.LOSE


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "tells"), [(1, "rank"), (2, "card"), (3, HIGH_AND_LOW)], ids=str)
def test_a_card_is_printed_and_a_hash_made_with_a_sight(cards: int, tells: object) -> None:
    rules = variant(game(SMALL, {"deal": {"face_up": cards, "tells": tells}}))
    page = Game(rules).printed_strategy()
    assert page.by_card is not None
    assert len(page.by_card.rows) > 1


def test_rounds_at_random_with_a_sight_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text('extends = "hole-card"\n[deal]\nface_up = 2\n')
    with pytest.raises(RulesError, match=r"deal\.face_up"):
        load(file).simulate(rounds=10)


@pytest.mark.parametrize("suits", [False, True])
def test_situations_are_the_same_by_arrays(suits: bool) -> None:
    rules = shipped("three-card-poker")
    one_by_one, together = (matchups(rules, suits=suits, by_arrays=by) for by in (False, True))
    assert list(together) == list(one_by_one)
    assert (one_by_one.by_arrays, together.by_arrays) == (False, True)
    assert {one.hand.suit for one in together} == ({None, 0, 1, 2, 3} if suits else {None})
