"""The situations of a game as arrays, against going through them one by one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from combin.exact.arrays import Decisions, alike
from combin.exact.base_game import FOLD, BaseGame, base_game, matchups
from combin.exact.matchups import Matchups
from combin.exact.statement import statement_of
from combin.exact.strategy import Mistake, Strategy, optimal_strategy
from tests.exact.small_games import PAYS, engine
from tests.helpers.variants import shipped, variant

SHIPPED = (
    "crown-melbourne",
    "edge-sorting",
    "face-up-three-card-poker",
    "hole-card-paint",
    "pick-a-card",
    "three-card-prime",
    "ultimate-three-card-poker",
)
FEW_CARDS = '[deck]\nranks = "8 9 T J Q K A"\n'


def few_cards(game: str) -> BaseGame:
    """Return a game of the library as the engine sees it, with fewer cards if some are seen."""
    rules = shipped(game)
    if rules.file.deal.face_up and not rules.sees:
        rules = variant(f'extends = "{game}"\nid = "small"\ntitle = "Fewer cards"\n{FEW_CARDS}')
    return base_game(rules, {name: next(iter(rules.tables[name])) for name in rules.base_tables})


def by_arrays(game: BaseGame) -> BaseGame:
    """Return the same game, to be looked at by arrays."""
    found = game.matchups
    return replace(game, matchups=found if found.by_arrays else Matchups(tuple(found), by_arrays=True))


def both(game: BaseGame) -> tuple[BaseGame, BaseGame]:
    """Return a game that is looked at by arrays, and the same looked at one by one."""
    fast, slow = by_arrays(game), replace(game)
    vars(slow)["arrays"] = None
    assert fast.arrays is not None
    return fast, slow


GAMES = {name: (engine, name) for name in [*PAYS][:4]} | {name: (few_cards, name) for name in SHIPPED}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(4)
def test_both_roads_lead_to_the_same_figures(name: str) -> None:
    make, of = GAMES[name]
    fast, slow = both(make(of))
    best = optimal_strategy(fast), optimal_strategy(slow)
    assert best[0].decisions == best[1].decisions
    assert fast.total == slow.total
    assert fast.dealer_hands_of_each == slow.dealer_hands_of_each
    for multiple in fast.cases:
        assert fast.values(multiple) == slow.values(multiple)
    for one, other in (best, *(_at_random(fast, slow, seed) for seed in range(1))):
        assert dict(one.together) == dict(other.together)
        assert one.distribution == other.distribution
        assert one.by_category == other.by_category
        assert one.tightest() == other.tightest()
        assert one.borders() == other.borders()
        assert one.mistakes(best[0]) == other.mistakes(best[1])
        assert _of_strengths(one.mistakes(best[0], together=True)) == _of_strengths(other.mistakes(best[1]))
        statement = statement_of(one)
        one.game.rules.answers.clear()  # which would answer for the other
        assert statement == statement_of(other)


def _of_strengths(mistakes: Sequence[Mistake]) -> list[object]:
    """Return of each strength decided worse in one way the hands, what is seen and the cost, in order."""
    found: dict[object, list[Mistake]] = {}
    for one in mistakes:
        found.setdefault((one.hand.strength, one.decision, one.best), []).append(one)
    return [
        (
            key,
            sum(one.situation.weight for one in some),
            sum(one.per_hand * one.situation.weight for one in some),
            sum(one.in_all for one in some),
            {rank for one in some if one.situation.seen for rank in one.situation.seen.ranks},
        )
        for key, some in found.items()
    ]


def _at_random(fast: BaseGame, slow: BaseGame, seed: int) -> tuple[Strategy, Strategy]:
    """Return decisions at random: all of them, or a few beside the best ones."""
    random, often = Random(seed), 0.02 if seed else 1
    decisions = tuple(
        random.choice(fast.choices(index)) if random.random() < often else decision
        for index, decision in enumerate(optimal_strategy(fast).decisions)
    )
    return Strategy("random", fast, decisions), Strategy("random", slow, decisions)


def test_rows_alike_are_known_by_the_first_of_them() -> None:
    few, many = [3, 0, 3, 0, 5], [10**9, 7, 10**9, 8, 7]
    first, of = alike(np.array(few), np.array(many))
    assert sorted(first.tolist()) == [0, 1, 3, 4]
    assert first[of].tolist() == [0, 1, 0, 3, 4]


def test_decisions_are_the_tuple_that_they_are() -> None:
    decisions = Decisions.of(np.array([0, 2, 1]))
    known: dict[tuple[int, ...], str] = {decisions: "known"}
    assert known[0, 2, 1] == "known"
    assert decisions == (0, 2, 1)


def test_pays_of_many_digits_are_summed_one_by_one() -> None:
    """Sums of 10^15 times a million deals pass what a float holds exactly."""
    pays = "999_999_999_999_999"
    rules = variant(
        'extends = "hole-card"\nid = "dear"\ntitle = "A dear game"\nwithout = ["pay_tables.ante_bonus"]\n'
        f'{FEW_CARDS}[pay_tables.ante_bonus.A]\n"straight flush" = {pays}\n'
    )
    game = base_game(rules, {"ante_bonus": "A"})
    assert game.matchups.by_arrays
    assert game.arrays is None
    best = optimal_strategy(game)
    assert best.distribution.outcomes[-1][0] > int(pays)
    assert {one.hand.strength.category.value for one, decision in best if decision == FOLD}


@pytest.mark.parametrize("name", ["as dealt", "two bonuses"])
def test_sums_go_up_to_what_a_float_holds_exactly(name: str) -> None:
    """From 2^53 on, not every integer is a float."""
    game = engine(name)
    deals = game.total
    assert game.fold >= -game.unit
    for most, fits in ((2**53 // deals, True), (2**53 // deals + 1, False)):
        dear = {1: (0, most, 0, 0)}
        one = replace(by_arrays(game), by_lines=(dear,) * len(game.by_lines))
        assert (one.arrays is not None) == fits


def test_games_that_differ_in_pays_share_their_situations() -> None:
    rules = shipped("ultimate-three-card-poker")
    assert matchups(rules) is matchups(rules)


@pytest.mark.parametrize("game", ["crown-melbourne", "hole-card-paint"])
def test_situations_are_a_sequence(game: str) -> None:
    found = matchups(shipped(game))
    every = list(found)
    assert len(found) == len(every) == len(found.numbers)
    assert (found[0], found[-1]) == (every[0], every[-1])
    assert [found.classes[number] for number in found.numbers] == [one.hand for one in every]
    with pytest.raises(IndexError):
        found[len(every)]
