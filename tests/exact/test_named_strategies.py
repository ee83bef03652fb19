from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.cards.ranking import Category
from combin.cards.suit_classes import SuitPattern
from combin.exact.base_game import FOLD, BaseGame
from combin.exact.named_strategies import named_strategy
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy
from combin.game import games
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.words.catalogue import or_better
from tests.exact.small_games import RAISES, standard
from tests.helpers.games import AGAINST_DEALER, game
from tests.helpers.strategies import games as random_games
from tests.helpers.texts import entries
from tests.helpers.variants import analysed, shipped, variant

TEXTS = entries(Path(__file__).with_name("strategies.txt"))
NONE = entries(Path(__file__).with_name("no_strategies.txt"))


def rows(title: str) -> list[tuple[str, ...]]:
    """Return the rows of one part of strategies.txt."""
    return [tuple(line.split(" -> ")) for line in TEXTS[title].splitlines()]


def decisions(strategy: Strategy) -> dict[tuple[str, SuitPattern], int]:
    describe = strategy.game.rules.ranking.describe
    return {
        (describe(situation.hand.strength), situation.hand.pattern): decision
        for situation, decision in strategy
    }


# -- in words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["always play", "always", "blind", "play every hand", "  Always   PLAY "])
def test_always_play(text: str) -> None:
    strategy = named_strategy(text, standard())
    assert strategy.name == "always play"
    assert set(strategy.decisions) == {1}


@pytest.mark.parametrize("text", ["never play", "never", "fold every hand", "Never"])
def test_never_play(text: str) -> None:
    strategy = named_strategy(text, standard())
    assert strategy.name == "never play"
    assert set(strategy.decisions) == {0}
    assert statement_of(strategy).text == "Fold every hand."


@pytest.mark.parametrize("text", ["mimic the dealer", "mimic", "Mimic The  Dealer"])
def test_mimic_plays_what_the_dealer_qualifies_with(text: str) -> None:
    strategy = named_strategy(text, standard())
    assert strategy.name == "mimic the dealer"
    assert strategy.hands_played == 15380
    king = variant('extends = "crown-melbourne"\n[dealer]\nqualifies = "K high"\n')
    assert named_strategy(text, analysed(king).game).hands_played == 15380 - sum(
        strength.count
        for strength in standard().rules.ranking.strengths
        if strength.category is Category.HIGH_CARD and strength.ranks[0] == 10
    )


def test_mimic_of_a_dealer_who_always_plays_is_always_play() -> None:
    rules = variant('extends = "crown-melbourne"\n[dealer]\nqualifies = "any hand"\n')
    assert set(named_strategy("mimic", analysed(rules).game).decisions) == {1}


@pytest.mark.parametrize(("text", "name", "hands"), rows("thresholds"))
def test_thresholds(text: str, name: str, hands: str) -> None:
    strategy = named_strategy(f"  {text.upper()} ", standard())
    assert (strategy.name, strategy.hands_played) == (name, int(hands))
    said = "Play every hand." if name == "any hand" else f"Play {name}, fold the rest."
    assert statement_of(strategy).text == said


def three_suits() -> BaseGame:
    """Return a game in which three cards in sequence that show two suits are high cards."""
    part = {"ranking.straight_suits": "three", "deck.ranks": "2 9 T J Q K A"}
    return analysed(variant(game(AGAINST_DEALER, part))).game


@pytest.mark.slow
@pytest.mark.parametrize("of", [standard, three_suits])
def test_the_words_of_every_statement_are_understood(of: Callable[[], BaseGame]) -> None:
    """Who copies "a pair of fives with a king or better" from a statement gets that strategy."""
    ranking = of().rules.ranking
    for strength in ranking.strengths[::3]:
        words = or_better(strength, ranking)
        played = sum(one.count for one in ranking.strengths[strength.level :])
        assert named_strategy(words, of()).hands_played == played, words


def test_a_threshold_plays_every_stronger_hand_and_no_weaker_one() -> None:
    decided = list(named_strategy("Q-6-4", standard()).decisions)
    assert decided == sorted(decided)


def pairs_alone() -> BaseGame:
    """Return a game in which only pairs may be raised, and those from straights up also by more."""
    limited = [{"multiple": 3, "hand": "straight"}, {"multiple": 2, "hand": "pair or better"}]
    return analysed(
        variant(game(AGAINST_DEALER, {"deck.ranks": "9 T J Q K A", "decision.play": limited}))
    ).game


@pytest.mark.parametrize("text", ["always play", "mimic the dealer", "Q high"])
def test_hands_that_may_not_be_played_are_folded_by_what_is_named(text: str) -> None:
    for situation, decision in named_strategy(text, pairs_alone()):
        assert decision == (0 if situation.hand.strength.category is Category.HIGH_CARD else 2)


def test_a_decision_that_hands_may_not_take_is_refused(tmp_path: Path) -> None:
    text = '[[rule]]\nhands = "pair"\ndecision = {}\n'
    problem = r"rule\.1\.decision: 3 is for straight or better, and this decides pair of nines with a ten so"
    with pytest.raises(RulesError, match=problem):
        from_file(tmp_path, text.format(3), pairs_alone())
    with pytest.raises(RulesError, match="otherwise: 2 is for pair or better, and this decides Q-10-9 so"):
        from_file(tmp_path, "otherwise = 2\n" + text.format(2), pairs_alone())
    assert from_file(tmp_path, text.format(2), pairs_alone()).hands_played == 6 * 6 * 20


def test_thresholds_take_the_lowest_multiple() -> None:
    game = analysed(variant(RAISES.replace("[1, 2]", "[3, 2]"))).game
    assert set(named_strategy("pair", game).decisions) == {0, 2}
    assert set(named_strategy("blind", game).decisions) == {2}
    assert set(named_strategy("mimic", game).decisions) == {0, 2}


@pytest.mark.parametrize(("text", "problem"), [("", "'' is not a hand"), *rows("words that name none")])
def test_words_that_name_no_strategy(text: str, problem: str) -> None:
    with pytest.raises(RulesError) as caught:
        named_strategy(text, standard())
    assert problem in str(caught.value)
    assert "'always play', 'mimic the dealer', or a .toml file" in str(caught.value)
    assert "\n" not in str(caught.value)


# -- from a file --------------------------------------------------------------------------------------------


def from_file(folder: Path, text: str, game: BaseGame | None = None) -> Strategy:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return named_strategy(str(path), game or standard())


def test_a_file_of_rules(tmp_path: Path) -> None:
    strategy = from_file(
        tmp_path,
        """
        title = "Q-6-4, but Q-6-3 with three suits, and no lowest straight"
        [[rule]]
        hands = "3-2-A"
        decision = "fold"
        [[rule]]
        hands = "Q-6-4 or  Better"
        decision = "play"
        [[rule]]
        hands = "Q-6-3"
        suits = ["three suits"]
        decision = 1
        """,
    )
    assert strategy.name == "Q-6-4, but Q-6-3 with three suits, and no lowest straight"
    assert strategy.hands_played == 14900 - 60 + 24
    decided = decisions(strategy)
    assert decided["3-2-A straight", SuitPattern.THREE_SUITS] == 0
    assert decided["3-2-A straight flush", SuitPattern.ONE_SUIT] == 1
    assert decided["Q-6-3", SuitPattern.THREE_SUITS] == 1
    assert decided["Q-6-3", SuitPattern.LAST_TWO] == 0


def test_the_first_rule_that_fits_decides(tmp_path: Path) -> None:
    narrow_first = (
        '[[rule]]\nhands = "K-7-2"\ndecision = "fold"\n[[rule]]\nhands = "Q-6-4 or better"\ndecision = "play"'
    )
    wide_first = (
        '[[rule]]\nhands = "Q-6-4 or better"\ndecision = "play"\n[[rule]]\nhands = "K-7-2"\ndecision = "fold"'
    )
    assert from_file(tmp_path, narrow_first).hands_played == 14840
    assert from_file(tmp_path, wide_first).hands_played == 14900


@pytest.mark.parametrize(("rule", "hands"), rows("rules of a file"))
def test_a_rule_of_a_file(tmp_path: Path, rule: str, hands: str) -> None:
    """Without "or better" only these hands, and of these only those of the suit patterns."""
    text = f'[[rule]]\ndecision = "play"\n{rule}\n'
    assert from_file(tmp_path, text.replace(", suits", "\nsuits")).hands_played == int(hands)


def test_a_rule_without_hands_is_for_all(tmp_path: Path) -> None:
    """All hands of two suits without a pair, 22,100 less pairs, three of a kind, one suit and three suits."""
    text = '[[rule]]\nsuits = ["three suits", "one suit"]\ndecision = "fold"\n[[rule]]\ndecision = "play"\n'
    three_suits = 286 * 24 + 156 * 12 + 13 * 4
    assert from_file(tmp_path, text).hands_played == 22100 - three_suits - 286 * 4


def test_what_no_rule_fits_is_folded_or_as_the_file_says(tmp_path: Path) -> None:
    rule = '[[rule]]\nhands = "pair"\ndecision = "fold"\n'
    assert from_file(tmp_path, rule).hands_played == 0
    assert from_file(tmp_path, 'otherwise = "play"\n' + rule).hands_played == 22100 - 3744
    assert from_file(tmp_path, "").decisions == named_strategy("never play", standard()).decisions


def test_a_file_without_a_title_is_called_by_its_name(tmp_path: Path) -> None:
    assert from_file(tmp_path, 'otherwise = "play"\n').name == "mine"


def test_multiples_in_a_file(tmp_path: Path) -> None:
    game = analysed(variant(RAISES)).game
    text = '[[rule]]\nhands = "A-9-8 or better"\ndecision = 2\n'
    text += '[[rule]]\nhands = "Q-6-4 or better"\ndecision = "play"\n'
    counts = [from_file(tmp_path, text, game).decisions.count(multiple) for multiple in (0, 1, 2)]
    assert all(counts)
    assert from_file(tmp_path, text, game).hands_played == 14900


@pytest.mark.parametrize("name", NONE)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    text, _, problem = NONE[name].partition("\n!")
    with pytest.raises(RulesError) as caught:
        from_file(tmp_path, text)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "mine.toml"))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"gone\.toml: No such file"):
        named_strategy(str(tmp_path / "gone.toml"), standard())


# -- strategies as they are printed -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
@pytest.mark.few(8)
def test_the_printed_strategy_of_each_game_is_read_as_what_it_says(name: str) -> None:
    if shipped(name).play:
        one = analysed(shipped(name))
        for words in ("optimal", "mimic the dealer", "always play"):
            strategy = named_strategy(words, one.game)
            read = named_strategy(statement_of(strategy).text, one.game)
            assert read.decisions == strategy.decisions


@pytest.mark.slow
@given(random_games(most_cards=12))
def test_the_printed_strategy_of_any_game_is_read_as_what_it_says(rules: Rules) -> None:
    if rules.play:
        one = analysed(rules)
        assert named_strategy(one.statement.text, one.game).decisions == one.best.decisions


@given(st.integers(0, 2**32 - 1))
def test_any_printed_strategy_is_read_whether_it_is_best_or_not(seed: int) -> None:
    random, game = Random(seed), analysed(variant(RAISES)).game
    starts = sorted(random.sample(range(len(game.rules.ranking.strengths)), 2))
    by_level = [FOLD] * starts[0] + [1] * (starts[1] - starts[0])
    by_level += [2] * (len(game.rules.ranking.strengths) - starts[1])
    decisions = [
        random.choice([FOLD, 1, 2]) if random.random() < 0.01 else by_level[situation.hand.strength.level]
        for situation in game.matchups
    ]
    text = statement_of(Strategy("random", game, tuple(decisions))).text
    assert named_strategy(text, game).decisions == tuple(decisions)


@pytest.mark.parametrize(("text", "complaint"), rows("printed strategies of other games"))
def test_the_printed_strategy_of_another_game_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        named_strategy(text, standard())


def test_a_statement_that_leaves_all_to_its_table_is_read_back() -> None:
    seen = {"deck": {"ranks": "9 T J Q K A", "suits": ["clubs", "hearts"]}, "deal.face_up": 3}
    best = analysed(variant(game(AGAINST_DEALER, {"dealer.qualifies": "pair"}, seen))).best
    text = statement_of(best).text
    assert text.startswith("By what is seen")
    assert named_strategy(text, best.game).decisions == best.decisions
    assert repr(best) == "Strategy(name='optimal')"
