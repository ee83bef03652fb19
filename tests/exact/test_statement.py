from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from combin.cards.ranking import Ranking
from combin.cards.suit_classes import HandClass, SuitPattern
from combin.exact.base_game import FOLD, BaseGame, matchups
from combin.exact.matchups import Matchup
from combin.exact.statement import SOME_SUITS, HandException, Statement, matched, statement_of, when_matched
from combin.exact.strategy import Strategy
from combin.words.catalogue import load_catalogue, or_better, ranks_in_words
from tests.exact.small_games import OF_DECISIONS, RAISES, TIES_TO_PLAYER, decided, engine, raises, standard
from tests.helpers.variants import analysed, followed, shipped, variant

seeds = st.integers(0, 2**32 - 1)


# -- reading a statement ------------------------------------------------------------------------------------


def said_by_parts(statement: Statement, hand: HandClass, game: BaseGame) -> int:
    """Return what the thresholds and exceptions say about a class of hands."""
    suits = game.rules.deck.suits
    first_suit = suits[hand.cards[0] % len(suits)]
    for one in statement.exceptions:
        everywhere = not one.patterns and not one.suits
        if one.strength.level == hand.strength.level and (
            everywhere or hand.pattern in one.patterns or first_suit in one.suits
        ):
            return one.decision
    for multiple, weakest in statement.thresholds:
        if hand.strength.level >= weakest.level:
            return multiple
    return FOLD


CLAUSE = re.compile(r"(?:(?:also )?(fold|play)(?: (\d+)x with)? )?([^(]+?)(?: \((?:each: )?([^)]*)\))?")
THRESHOLD = re.compile(r"(fold|play)(?: (\d+)x with)? (.+?)(?:, (?=fold|play)|$)")


def said_by_text(text: str, hand: HandClass, game: BaseGame, words: dict[str, int]) -> int:
    """Return what a person who reads only the text does with a hand."""
    rule, _, exceptions = text.rstrip(".").partition("; but ")
    suits = game.rules.deck.suits
    own = {hand.pattern.value}
    if hand.pattern is SuitPattern.ONE_SUIT:
        own.add(suits[hand.cards[0] % len(suits)].name)
    decision = FOLD
    for clause in exceptions.split("; ") if exceptions else ():
        found = CLAUSE.fullmatch(clause)
        assert found, clause
        verb, multiple, strengths, which = found.groups()
        if verb:
            decision = FOLD if verb == "fold" else int(multiple or min(game.cases))
        if game.rules.ranking.describe(hand.strength) in strengths.split(", ") and (
            not which or own & set(which.split(" or "))
        ):
            return decision
    for verb, multiple, threshold in THRESHOLD.findall(rule.lower()):
        if verb == "fold":
            return FOLD
        if threshold == "every hand" or hand.strength.level >= words[threshold]:
            return int(multiple or min(game.cases))
    raise AssertionError(text)


def levels_of_words(ranking: Ranking) -> dict[str, int]:
    """Return the level from which on each phrase of a threshold plays."""
    words = {or_better(strength, ranking).lower(): strength.level for strength in ranking.strengths}
    return words | {"the rest": 0}


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_DECISIONS)
@given(seed=seeds)
@pytest.mark.few(2)
def test_parts_are_true_of_every_class_of_any_strategy(name: str, seed: int) -> None:
    strategy = decided(OF_DECISIONS[name](), seed)
    statement = statement_of(strategy)
    for situation, decision in strategy:
        assert said_by_parts(statement, situation.hand, strategy.game) == decision


def nearly_sorted(game: BaseGame, seed: int) -> Strategy:
    """Return thresholds with a few random exceptions, as people's strategies are."""
    random = Random(seed)
    options = (FOLD, *sorted(game.cases))
    borders = sorted(random.randrange(len(game.rules.ranking.strengths)) for _ in game.cases)
    decisions = [
        options[sum(one.hand.strength.level >= border for border in borders)] for one in game.matchups
    ]
    for _ in range(random.randrange(6)):
        decisions[random.randrange(len(decisions))] = random.choice(options)
    return Strategy("nearly sorted", game, tuple(decisions))


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_DECISIONS)
@settings(max_examples=8)
@given(seed=seeds)
def test_text_alone_tells_every_decision(name: str, seed: int) -> None:
    game = OF_DECISIONS[name]()
    strategy = nearly_sorted(game, seed)
    text, words = statement_of(strategy).text, levels_of_words(game.rules.ranking)
    for situation, decision in strategy:
        assert said_by_text(text, situation.hand, game, words) == decision, text


# -- the shortest words -------------------------------------------------------------------------------------


def test_the_threshold_with_fewer_exceptions_is_stated_however_far_it_is() -> None:
    """100 strengths below a fold of 101 are played: the fewer are the exceptions, 60 hands each."""
    game = standard()
    decisions = tuple(FOLD if 100 <= one.hand.strength.level <= 200 else 1 for one in game.matchups)
    statement = statement_of(Strategy("", game, decisions))
    assert statement.thresholds == ((1, game.rules.ranking.strengths[201]),)
    assert len(statement.exceptions) == 100


@given(level=st.integers(0, 741))
@example(level=1)  # the weakest strength alone is folded
def test_a_threshold_is_stated_as_one(level: int) -> None:
    game = standard()
    decisions = tuple(1 if one.hand.strength.level >= level else FOLD for one in game.matchups)
    statement = statement_of(Strategy("", game, decisions))
    strengths = game.rules.ranking.strengths
    assert statement.exceptions == ()
    assert statement.thresholds == (((1, strengths[level]),) if level < 741 else ())
    words = {0: "Play every hand.", 741: "Fold every hand."}
    plain = f"Play {or_better(strengths[min(level, 740)], game.rules.ranking)}, fold the rest."
    assert statement.text == words.get(level, plain)


@given(low=st.integers(0, 740), high=st.integers(0, 740))
def test_two_thresholds_are_stated_as_two(low: int, high: int) -> None:
    game = raises()
    low, high = sorted((low, high))
    decisions = tuple(
        (one.hand.strength.level >= low) + (one.hand.strength.level >= high) for one in game.matchups
    )
    statement = statement_of(Strategy("", game, decisions))
    strengths = game.rules.ranking.strengths
    both = ((2, strengths[high]), (1, strengths[low]))
    assert statement.thresholds == (both if low < high else both[:1])
    assert statement.exceptions == ()


@given(index=st.integers(0, 1754))
def test_one_class_decided_otherwise_is_one_exception(index: int) -> None:
    best = analysed(shipped("crown-melbourne")).strategy
    hand = best.game.matchups[index].hand
    other = 1 - best.decisions[index]
    changed = Strategy("", best.game, (*best.decisions[:index], other, *best.decisions[index + 1 :]))
    alone = sum(one.hand.strength == hand.strength for one in best.game.matchups) == 1
    statement = statement_of(changed)
    if alone and hand.strength.level in (0, 740):
        return
    assert statement.exceptions == (HandException(hand.strength, () if alone else (hand.pattern,), other),)
    assert [strength for _, strength in statement.thresholds] == [statement_of(best).thresholds[0][1]]


NOTHING_BUT_BONUS = """
extends = "crown-melbourne"
[wager.ante]
no_qualify = "lose"
win = "lose"
[wager.play]
no_qualify = "lose"
win = "lose"
tie = "lose"
"""


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ('extends = "crown-melbourne"', "Play Q-6-4 or better, fold the rest."),
        ('extends = "crown-melbourne"\n[wager.ante]\nlose = "push"', "Play every hand."),
        (NOTHING_BUT_BONUS, "Play a straight or better, fold the rest."),
    ],
)
def test_optimal_strategies_in_words(game: str, text: str) -> None:
    assert analysed(variant(game)).statement.text == text


def test_several_multiples_in_words() -> None:
    assert analysed(variant(RAISES)).statement.text == (
        "Play 2x with A-9-8 or better, play 1x with Q-6-4 or better, fold the rest;"
        " but also play 2x with A-9-7 (three suits)."
    )


def test_suit_patterns_are_exceptions_only_where_the_value_differs() -> None:
    """If ties pay the player, Q-6-3 gains by a Play with three suits and loses with two."""
    analysis = analysed(variant(TIES_TO_PLAYER))
    (exception,) = analysis.statement.exceptions
    assert (
        analysis.statement.text == "Play Q-6-4 or better, fold the rest; but also play Q-6-3 (three suits)."
    )
    assert (exception.patterns, exception.decision, exception.suits) == ((SuitPattern.THREE_SUITS,), 1, ())
    level = exception.strength.level
    values = {
        one.hand.pattern: dict(one.values)[1]
        for one in analysis.strategy.borders()
        if one.hand.strength.level == level
    }
    assert len(values) == 4
    assert [pattern for pattern, value in values.items() if value > -1] == [SuitPattern.THREE_SUITS]


def test_the_lowest_of_several_multiples_is_named() -> None:
    assert (
        statement_of(followed(variant(RAISES), "pair")).text
        == "Play 1x with a pair or better, fold the rest."
    )
    assert statement_of(followed(variant(RAISES), "blind")).text == "Play 1x with every hand."


def test_nothing_is_folded_where_the_lowest_multiple_is_for_any_hand() -> None:
    pairs = followed(variant(RAISES), "pair").decisions
    text = statement_of(Strategy("", raises(), tuple(1 + (decision > 0) for decision in pairs))).text
    assert text == "Play 2x with a pair or better, play 1x with the rest."


def test_exceptions_stand_from_the_strongest_to_the_weakest() -> None:
    best = analysed(shipped("crown-melbourne")).strategy
    describe = best.game.rules.ranking.describe
    odd = {"K-7-2": 0, "three eights": 0, "J-9-8": 1, "pair of fours with an ace": 0}
    decisions = [odd.get(describe(situation.hand.strength), decision) for situation, decision in best]
    assert statement_of(Strategy("", best.game, tuple(decisions))).text == (
        "Play Q-6-4 or better, fold the rest;"
        " but fold three eights, pair of fours with an ace, K-7-2; also play J-9-8."
    )


def test_exceptions_of_one_decision_stand_together_and_so_do_those_of_the_same_suits() -> None:
    best = analysed(shipped("crown-melbourne")).strategy
    describe = best.game.rules.ranking.describe
    three, two = SuitPattern.THREE_SUITS, SuitPattern.FIRST_TWO
    odd = {
        ("K-7-2", three): FOLD,
        ("Q-6-3", three): 1,
        ("Q-6-2", three): 1,
        ("J-9-8", None): 1,
        ("J-8-7", three): 1,
        ("J-8-7", two): 1,
        ("10-9-7", None): 1,
    }
    decisions = [
        odd.get(
            (describe(one.hand.strength), one.hand.pattern),
            odd.get((describe(one.hand.strength), None), said),
        )
        for one, said in best
    ]
    assert statement_of(Strategy("", best.game, tuple(decisions))).text == (
        "Play Q-6-4 or better, fold the rest; but fold K-7-2 (three suits);"
        " also play J-9-8, 10-9-7; Q-6-3, Q-6-2 (each: three suits);"
        " J-8-7 (three suits or first two cards of one suit)."
    )


def test_only_exceptions_that_stake_more_than_the_threshold_says_are_also_played() -> None:
    game = raises()
    describe = game.rules.ranking.describe
    odd = {"A-K-8": 1, "K-3-2": 2, "Q-3-2": 1, "Q-4-2": 2}
    base = statement_of(analysed(variant(RAISES)).strategy).thresholds
    said = [next((m for m, s in base if one.hand.strength.level >= s.level), FOLD) for one in game.matchups]
    decisions = [
        odd.get(describe(one.hand.strength), known) for one, known in zip(game.matchups, said, strict=True)
    ]
    assert statement_of(Strategy("", game, tuple(decisions))).text == (
        "Play 2x with A-9-8 or better, play 1x with Q-6-4 or better, fold the rest;"
        " but play 1x with A-K-8; also play 2x with K-3-2, Q-4-2; also play 1x with Q-3-2."
    )


def test_of_two_statements_as_short_the_one_that_folds_by_exception_is_made() -> None:
    """Half of the 24 hands of the weakest pair are played: either threshold leaves twelve exceptions."""
    strategy = followed(shipped("crown-melbourne"), "pair")
    weakest = strategy.decisions.index(1)
    hand = strategy.game.matchups[weakest].hand
    one_folded = (*strategy.decisions[:weakest], FOLD, *strategy.decisions[weakest + 1 :])
    assert statement_of(Strategy("", strategy.game, one_folded)).text == (
        f"Play a pair or better, fold the rest; but fold pair of twos with a three ({hand.pattern.value})."
    )


def test_suits_are_named_where_a_bonus_tells_them_apart() -> None:
    game = engine("fine lines")
    spades = game.rules.deck.suits[3]
    one_of_spades = [
        one.hand.pattern is SuitPattern.ONE_SUIT and one.hand.cards[0] % 4 == 3 for one in game.matchups
    ]
    decisions = [FOLD if folded else 1 for folded in one_of_spades]
    statement = statement_of(Strategy("", game, tuple(decisions)))
    assert {one.suits for one in statement.exceptions} == {(spades,)}
    assert "; but fold A-K-Q straight flush, K-Q-J straight flush, " in statement.text
    assert statement.text.endswith("K-Q-10 flush, K-J-10 flush (each: spades).")


def test_a_strategy_by_the_dealers_card_is_stated_card_by_card() -> None:
    statement = analysed(shipped("hole-card")).statement
    assert statement.text == (
        "By the dealer's card. 2 to J: play every hand. Q: play Q-9-2 or better, fold the rest. "
        "K: play K-9-2 or better, fold the rest. A: play A-9-2 or better, fold the rest."
    )
    assert [one.ranks for one in statement.by_card] == [tuple(range(10)), (10,), (11,), (12,)]


def test_few_exceptions_by_the_dealers_card_are_listed_and_many_counted() -> None:
    statement = analysed(shipped("ultimate-three-card-poker")).statement
    assert [len(one.statement.exceptions) for one in statement.by_card] == [9, 4, 2, 4, 6, 8, 7, *[1] * 5, 0]
    assert statement.text.startswith(
        "By the dealer's card. 2: play 3x with a pair or better, play 1x with 9-8-2 or better, fold the "
        "rest, with 9 exceptions. 3: play 3x with a pair or better, play 1x with any ten or better, fold "
        "the rest, with 4 exceptions. 4: play 3x with a pair or better, play 1x with 10-4-2 or better, "
        "fold the rest; but also play 1x with 10-3-2 if the 3 or 2 matches; 9-8-4 if two match. 5: "
    )
    best = analysed(shipped("ultimate-three-card-poker")).best
    at = next(place for place, (one, _) in enumerate(best) if one.seen and 2 in one.seen.ranks)
    third = Strategy("", best.game, (*best.decisions[:at], 1, *best.decisions[at + 1 :]))
    assert "4: play 3x with a pair or better, play 1x with 10-4-2 or better, fold the rest, with 3 e" in (
        statement_of(third).text
    )
    of_one_multiple = analysed(shipped("face-up-three-card-poker")).statement.text
    assert " 8: play 10-8-2 or better, fold the rest, with 8 exceptions. 9: " in of_one_multiple


def test_some_suits_may_be_decided_in_one_way_and_some_in_another() -> None:
    best = analysed(shipped("ultimate-three-card-poker")).strategy
    decisions = list(best.decisions)
    strengths = best.game.rules.ranking.strengths
    pair = next(one.level for one in strengths if one.category == "pair")
    first, second, *_ = (
        index
        for index, (situation, _) in enumerate(best)
        if situation.hand.strength.level == pair and situation.seen and situation.seen.group == 12
    )
    decisions[first], decisions[second] = FOLD, 1
    statement = statement_of(Strategy("", best.game, tuple(decisions))).by_card[-1].statement
    assert [(one.decision, one.when) for one in statement.exceptions] == [(1, SOME_SUITS), (FOLD, SOME_SUITS)]


def test_runs_of_three_ranks_are_told_by_their_ends() -> None:
    assert ranks_in_words((0, 1, 3, 4, 5, 12), Ranking(), load_catalogue()) == "2, 3, 5 to 7, A"


@pytest.mark.parametrize("game", ["crown-melbourne", "resorts-world-sentosa"])
def test_no_two_thresholds_have_the_same_words(game: str) -> None:
    ranking = shipped(game).ranking
    assert len({or_better(strength, ranking) for strength in ranking.strengths}) == len(ranking.strengths)
    assert len({ranking.describe(strength) for strength in ranking.strengths}) == len(ranking.strengths)


RULES = shipped("face-up-three-card-poker")


@cache
def matchups_of(hand: str, card: str) -> tuple[Matchup, ...]:
    """Return all matchups of hands by their name against cards of a rank."""
    rank = [str(one) for one in RULES.deck.ranks].index(card)
    return tuple(
        one
        for one in matchups(RULES)
        if one.seen is not None
        and one.seen.ranks == {rank}
        and RULES.ranking.describe(one.hand.strength) == hand
    )


def when(rows: list[tuple[Matchup, int]]) -> dict[int, str]:
    """Return in words when each decision is taken; "" where it always is."""
    found = when_matched(rows, RULES.deck)
    return {
        one: mark.in_words(RULES.ranking, load_catalogue()) if mark else "" for one, mark in found.items()
    }


def symbols(situation: Matchup) -> set[str]:
    """Return the cards of a hand that match, as players write them."""
    cards = matched(situation, RULES.deck)
    assert cards is not None
    return {str(RULES.deck.ranks[rank]) for rank in cards}


@pytest.mark.parametrize(
    ("play", "playing", "folding"),
    [
        ({"10", "8", "3"}, "if one matches", "unless one matches"),
        ({"10"}, "if the 10 matches", "unless the 10 matches"),
        ({"10", "3"}, "if the 10 or 3 matches", "unless the 10 or 3 matches"),
    ],
)
def test_one_card_of_some_may_have_to_match(play: set[str], playing: str, folding: str) -> None:
    rows = [(one, int(bool(symbols(one) & play))) for one in matchups_of("10-8-3", "4")]
    assert when(rows) == {1: playing, 0: folding}


def test_two_cards_may_have_to_match() -> None:
    rows = [(one, int(len(symbols(one)) == 2)) for one in matchups_of("10-8-3", "4")]
    assert when(rows) == {1: "if two match", 0: "unless two match"}
    rows = [(one, int(symbols(one) == {"8", "3"})) for one in matchups_of("10-8-3", "4")]
    assert when(rows)[1] == "if the 8 and 3 match"
    rows = [(one, int(len(symbols(one)) == 2 and "10" in symbols(one))) for one in matchups_of("10-8-3", "4")]
    assert when(rows)[1] == "if the 10 and 8 or the 10 and 3 match"


def test_one_card_alone_or_two_others_may_have_to_match() -> None:
    rows = [
        (one, int("10" in symbols(one) or symbols(one) == {"8", "3"})) for one in matchups_of("10-8-3", "4")
    ]
    assert when(rows)[1] == "if the 10 or the 8 and 3 match"


def test_a_card_of_the_dealers_rank_cannot_match_it() -> None:
    found = [symbols(one) for one in matchups_of("10-8-3", "8")]
    assert {"10"} in found
    assert not any("8" in cards for cards in found)


def test_what_depends_on_nothing_or_on_more_is_said_too() -> None:
    rows = [(one, 1) for one in matchups_of("10-8-3", "4")]
    assert when(rows) == {1: ""}
    rows = [(one, int(one.hand.pattern is SuitPattern.THREE_SUITS)) for one, _ in rows]
    assert when(rows) == dict.fromkeys((0, 1), "for some suits")
    rows = [(one, int(len(symbols(one)) == 1)) for one, _ in rows]  # one, but not two
    assert when(rows) == dict.fromkeys((0, 1), "for some suits")
