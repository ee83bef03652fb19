"""Cards of the dealer's that are seen: one, several, or less than a rank; and raises before that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

from combin import Card, Game, RulesError, load
from combin.cards.hand_sets import parse_hand_set
from combin.cards.ranking import Category, Ranking
from combin.cards.suit_classes import hand_classes
from combin.exact.analysis import choices
from combin.exact.base_game import base_game, classes_to_meet
from combin.exact.hand import explain
from combin.exact.matchups import face_down, face_up_rows
from combin.exact.named_strategies import named_strategy, written_strategy
from combin.exact.observed import CardsSeen, cards_seen, face_up, sighted, sighted_together
from combin.exact.observed import face_up as counted_by_arrays
from combin.exact.statement import statement_of
from combin.exact.strategy import WAIT, best_later, best_strategy, early_hands, raised_early
from combin.report.strategy import mistakes_table, proof_lines
from combin.rules.resolved import Rules
from combin.rules.wagers import Case
from combin.words.catalogue import load_catalogue
from combin.words.rules import explained, rule_statements
from tests.exact.small_games import EARLY, HIGH_AND_LOW, OUT_OF_ORDER, SIGHTED, SIGHTS
from tests.helpers.brute import brute_force
from tests.helpers.decks import ranking_of
from tests.helpers.games import Part, game
from tests.helpers.plain import Plain
from tests.helpers.variants import variant
from tests.settle.records import hand, nets, settled

# -- one card ------------------------------------------------------------------------------------------------


SMALL = {
    "twenty cards": (Plain("TJQKA"), "K high"),
    "three suits": (Plain("89TJQ", "cdh"), "any hand"),
    "five suits": (Plain("QKA", "cdhsr"), "pair"),
    "two suits": (Plain("23456789", "cd", low_ace="none"), "9 high"),
}


@pytest.mark.parametrize("name", SMALL)
def test_four_cases_are_the_six_with_those_of_no_qualifier_added_up(name: str) -> None:
    plain, words = SMALL[name]
    ranking = ranking_of(plain)
    qualifies = parse_hand_set(words, ranking).levels.start
    classes = hand_classes(ranking)
    four = face_up(ranking, qualifies, 4, classes)
    six = face_up(ranking, qualifies, 6, classes)
    assert [row.counts for row in four] == [(sum(row.counts[:3]), *row.counts[3:]) for row in six]


@pytest.mark.parametrize("cases", [4, 6])
def test_who_tells_no_ranks_apart_knows_nothing(cases: int) -> None:
    """Each dealer hand is met three times, once for each of its cards face up."""
    ranking = Ranking()
    qualifies = parse_hand_set("Q high", ranking).levels.start
    everything = (frozenset(range(13)),)
    seen = face_up(ranking, qualifies, cases, hand_classes(ranking), everything)
    unseen = face_down(ranking, qualifies, cases)
    assert [one.hand for one in seen] == [one.hand for one in unseen]
    assert [one.counts for one in seen] == [tuple(3 * count for count in one.counts) for one in unseen]
    assert [one.weight for one in seen] == [one.weight for one in unseen]


def test_the_standard_deck_has_the_published_number_of_deals() -> None:
    """Wizard of Odds, Face Up Three Card Poker: 22,100 x 18,424 x 3 = 1,221,511,200."""
    rows = face_up(Ranking(), 0, 4, hand_classes(Ranking()))
    assert sum(row.weight * row.deals for row in rows) == 22_100 * 18_424 * 3 == 1_221_511_200
    pairs = [row for row in rows if row.hand.strength.category is Category.PAIR]
    assert sum(row.weight for row in pairs) == 3_744 * 49


RANKING = ranking_of(Plain("9TJQ", "cdhs"))

Seen = tuple[tuple[int, ...], int]


def moved(ranking: Ranking, hand: tuple[int, ...], card: int) -> set[Seen]:
    """Return what a hand and a card become under every permutation of the suits."""
    suits = len(ranking.deck.suits)
    return {
        (
            tuple(sorted(one - one % suits + to[one % suits] for one in hand)),
            card - card % suits + to[card % suits],
        )
        for to in permutations(range(suits))
    }


def rows_of(seen: CardsSeen) -> list[tuple[tuple[int, ...], int, int]]:
    hands = [tuple(hand) for hand in seen.hands.tolist()]
    return list(zip(hands, seen.cards.tolist(), seen.weights.tolist(), strict=True))


def test_all_pairs_of_a_hand_and_a_card_are_counted_once() -> None:
    """Two rows are alike where the hand has a pair, whose suits can change places."""
    weights: Counter[Seen] = Counter()
    for cards, card, weight in rows_of(cards_seen(hand_classes(RANKING), RANKING.deck)):
        weights[min(moved(RANKING, cards, card))] += weight
    deck = range(len(RANKING.deck))
    every = ((cards, card) for cards in combinations(deck, 3) for card in deck if card not in cards)
    assert weights == Counter(min(moved(RANKING, *one)) for one in every)


def test_of_the_cards_alike_one_stands_for_all() -> None:
    seen = cards_seen(hand_classes(RANKING), RANKING.deck)
    for one in hand_classes(RANKING):
        own = {card % 4 for card in one.cards}
        suits = {card % 4 for cards, card, _ in rows_of(seen) if cards == one.cards}
        assert suits >= own
        assert len(suits - own) == (len(own) < 4)


@pytest.mark.parametrize("cases", [4, 6])
@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_where_numpy_is_not_rows_are_the_same(name: str, told: bool, cases: int) -> None:
    ranking = ranking_of(SMALL[name][0])
    ranks = range(len(ranking.deck.ranks))
    groups = (frozenset(ranks[2:]), frozenset(ranks[:2])) if told else ()
    asked = ranking, len(ranking.strengths) // 2, cases, hand_classes(ranking), groups
    rows, arrays = face_up_rows(*asked), face_up(*asked)
    assert list(rows) == list(arrays)
    assert list(rows.numbers) == list(arrays.numbers)
    assert rows.cards == arrays.cards
    assert list(rows.spans()) == list(arrays.spans())


@pytest.mark.parametrize("cases", [4, 6])
def test_a_card_seen_is_counted_row_by_row_as_by_arrays(cases: int) -> None:
    ranking = variant(OUT_OF_ORDER).ranking
    asked = ranking, len(ranking.strengths) // 2, cases, hand_classes(ranking), ()
    assert list(face_up_rows(*asked)) == list(counted_by_arrays(*asked))


# -- several cards, less than a rank -------------------------------------------------------------------------


@pytest.mark.slow
def test_more_is_never_worse() -> None:
    edges = {}
    for cards, tells in [(0, "card"), *SIGHTS]:
        deal = {"deal": {"face_up": cards, "tells": tells}} if cards else {}
        rules = variant(game(SIGHTED, deal))
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
    assert "The player knows whether each of two of the dealer's cards is 2 to J or Q to A." in says


@pytest.mark.parametrize(
    ("cards", "tells"), [(2, "card"), (3, "card"), (2, "colour"), (2, HIGH_AND_LOW)], ids=str
)
def test_a_hand_is_explained_beside_the_cards_that_are_seen(cards: int, tells: object) -> None:
    rules = variant(game(SIGHTED, {"deal": {"face_up": cards, "tells": tells}}))
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


@pytest.mark.parametrize(("cards", "tells"), [one for one in SIGHTS if one[0] > 1 or "u" in one[1]], ids=str)
def test_matchups_are_put_together_where_all_but_the_hand_is_equal(cards: int, tells: object) -> None:
    rules = variant(game(SIGHTED, {"deal": {"face_up": cards, "tells": tells}}))
    assert rules.sights is not None
    classes = classes_to_meet(rules, suits=False)
    asked = rules.sights, rules.qualifies, len(rules.cases), classes
    kinds = np.array([one.strength.level for one in classes])
    apart, together = sighted(*asked), sighted_together(*asked, kinds)
    expected: dict[tuple[object, ...], tuple[int, int]] = {}
    for one, number in zip(apart, apart.numbers, strict=True):
        key = one.seen and one.seen.group, one.hand.strength.level, one.counts
        first, weight = expected.get(key, (number, 0))
        expected[key] = min(first, number), weight + one.weight
    found = {
        (one.seen and one.seen.group, one.hand.strength.level, one.counts): (number, one.weight)
        for one, number in zip(together, together.numbers, strict=True)
    }
    assert found == expected
    assert len(found) == len(together)


def case_of(rules: Rules, player: Sequence[Card], dealer: Sequence[Card]) -> Case:
    """Return what the comparison of two hands comes to."""
    own, theirs = (rules.ranking.strength(hand).level for hand in (player, dealer))
    if theirs < rules.qualifies:
        return Case.NO_QUALIFY
    return Case.WIN if own > theirs else Case.TIE if own == theirs else Case.LOSE


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "tells"), [(1, "rank"), (2, "card"), (3, HIGH_AND_LOW)], ids=str)
def test_a_card_is_printed_and_a_hash_made_with_a_sight(cards: int, tells: object) -> None:
    rules = variant(game(SIGHTED, {"deal": {"face_up": cards, "tells": tells}}))
    page = Game(rules).printed_strategy()
    assert page.by_card is not None
    assert len(page.by_card.rows) > 1


def test_rounds_at_random_with_a_sight_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text('extends = "hole-card"\n[deal]\nface_up = 2\n')
    with pytest.raises(RulesError, match=r"deal\.face_up"):
        load(file).simulate(rounds=10)


# -- raises before a card is seen ----------------------------------------------------------------------------


LETTERS = {"ante_bonus": "A"}


def early(*parts: Part) -> Rules:
    return variant(game(EARLY, *parts))


@pytest.mark.parametrize(
    "more", [{}, {"deal.tells": ["2 3 4", "T J A"]}, {"deal.face_up": 2, "decision.early": [2]}]
)
def test_the_best_of_both_stages_is_that_of_every_deal_settled(more: Part) -> None:
    rules = early(more)
    best, every = best_strategy(rules, LETTERS), brute_force(rules, LETTERS)
    assert dict(best.distribution.outcomes) == every.outcomes["ante"]
    assert best.hands_played == every.hands_played
    raised = {one.decision for one in best.early}
    assert raised == {WAIT, max(rules.early)}
    assert all(gain > 0 for one in best.early if one.decision and (gain := one.gain) is not None)
    assert all(margin.gain >= 0 for margin in best.tightest().values())


def test_to_wait_is_worth_the_mean_of_the_best_with_each_card() -> None:
    rules = early()
    found = explain(rules, rules.deck.parse("Tc 4h 2s"), LETTERS, rules.deck.parse("Ah"))
    assert found.early is not None
    own = rules.deck.parse("Tc 4h 2s")
    each = [explain(rules, own, LETTERS, [card]) for card in rules.deck.cards if card not in own]
    waiting = [max(one.values.values()) for one in each]
    assert found.early.values[WAIT] == sum(waiting, Fraction(0)) / len(waiting)
    assert {*found.values} == {0, 1}
    assert {*found.early.values} == {0, 2}


def test_sums_by_arrays_are_those_of_one_situation_after_the_other() -> None:
    game_ = base_game(early(), LETTERS)
    later = best_later(game_)
    nothing = [Fraction(0)] * len(later)
    assert early_hands(game_, later) == early_hands(game_, later, extra=nothing)
    dear = [Fraction(9)] * len(later)
    assert sum(map(bool, raised_early(game_, later, dear))) > sum(map(bool, raised_early(game_, later)))


def test_it_is_said_in_words_that_are_read_back() -> None:
    rules = early()
    best = best_strategy(rules, LETTERS)
    text = statement_of(best).text
    assert text.startswith(
        "Before a card is seen: play 3x with a pair of fours or better, wait with the rest; but"
    )
    assert named_strategy(text, best.game).decisions == best.decisions
    rough = "Before a card is seen: play 2x with a pair or better, wait with the rest. By the dealer's card. "
    rough += "2 to 10: play 1x with every hand. J, A: play 1x with A-J-2 or better, fold the rest."
    assert statement_of(named_strategy(rough, best.game)).text == rough
    (raise_, wait, *_) = proof_lines(best)
    assert raise_.startswith(
        "Proof: before a card is seen, playing 3x is optimal for all 381 hands; closest "
    )
    assert wait.startswith(
        "Proof: before a card is seen, waiting is optimal for all 435 hands; closest call "
    )
    (decision,) = [one for one in explained(rules) if one.topic == "decision"]
    assert "Before the dealer's cards are seen, the player may already place a Play bet" in decision.says


def test_other_strategies_raise_early_or_late_and_what_it_costs() -> None:
    game_ = base_game(early(), LETTERS)
    best = best_strategy(game_.rules, LETTERS)
    rules = [{"hands": "pair or better", "decision": 2}, {"hands": "A high or better", "decision": "play"}]
    other = written_strategy({"rule": rules}, "mine", game_)
    total = sum((mistake.in_all for mistake in other.mistakes(best)), Fraction(0))
    assert total == other.distribution.house_edge - best.distribution.house_edge
    assert "not yet seen" in {str(row[1]) for row in mistakes_table(other, best).rows}
    with pytest.raises(RulesError, match="2 is decided before a card is seen, and this depends on the card"):
        written_strategy({"rule": [{"hands": "pair", "sees": "A", "decision": 2}]}, "mine", game_)


def test_it_is_settled_as_any_play_of_that_size() -> None:
    raised = settled(early(), "Jc 3h 2s", hand("Tc Th 4s", ante=10, play=30))
    assert nets(raised) == {"ante": "10", "play": "30"}
