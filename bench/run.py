"""Times and memory of the headline questions, beside what is promised and beside a slower twin of each.

`make bench` runs it. Nothing is asserted about time: a line says "within" or "over". That the twins come to
the same results is asserted.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import ceil, floor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from bench.processes import GAME, time_processes, time_starts
from bench.waits import time_waits

if TYPE_CHECKING:
    from combin.design.search import DesignAnswer
    from combin.rules.resolved import Rules
    from tests.helpers.brute import Deals

Found = TypeVar("Found")
Counts = dict[int, tuple[int, ...]]
"""By the level of the player's hand: how many deals of no qualify, win, tie, lose."""

THINNED = """
extends = "crown-melbourne"
[deal]
seats = 1
[deck]
ranks = "9 10 J Q K A"
"""

# -- the engine and its twins -------------------------------------------------------------------------


def by_engine(rules: Rules) -> Counts:
    """Count by suit classes and inclusion and exclusion, from a ranking that has nothing prepared."""
    from combin.cards.ranking import Ranking
    from combin.exact.matchups import face_down

    known = rules.ranking
    ranking = Ranking(known.deck, known.order, known.ace_low, known.straight_suits)
    counts: Counts = {}
    for one in face_down(ranking, rules.qualifies):
        level, weight = one.hand.strength.level, one.hand.weight
        before = counts.get(level, (0, 0, 0, 0))
        counts[level] = tuple(total + weight * count for total, count in zip(before, one.counts, strict=True))
    return counts


def by_brute_force(rules: Rules) -> Counts:
    """Count every deal, each as one bit."""
    from tests.helpers.brute import count_deals

    return by_level(count_deals(rules))


def by_level(deals: Deals) -> Counts:
    import numpy as np

    _, levels = np.unique(deals.hands.strength, return_inverse=True)
    counts = np.zeros((levels.max() + 1, 4), np.int64)
    np.add.at(counts, levels, deals.cases[:, 0])
    return {level: tuple(row) for level, row in enumerate(counts.tolist())}


def by_plain_loop(rules: Rules) -> Counts:
    """Compare each player hand with an array of the dealer hands that it leaves."""
    import numpy as np

    from combin.proof.hands import judge_deck

    hands = judge_deck(rules.deck, rules.file.ranking)
    _, inverse = np.unique(hands.strength, return_inverse=True)
    levels = inverse.astype(np.int16)
    without = np.ones((len(rules.deck), len(hands)), np.bool_)
    for card in range(len(rules.deck)):
        without[card] = (hands.cards != card).all(axis=1)
    counts: Counts = {}
    for (first, second, third), level in zip(hands.cards.tolist(), levels.tolist(), strict=True):
        dealers = levels[without[first] & without[second] & without[third]]
        plays = dealers[dealers >= rules.qualifies]
        won, tied = int(np.count_nonzero(plays < level)), int(np.count_nonzero(plays == level))
        row = (len(dealers) - len(plays), won, tied, len(plays) - won - tied)
        before = counts.get(level, (0, 0, 0, 0))
        counts[level] = tuple(total + count for total, count in zip(before, row, strict=True))
    return counts


def by_pure_python(rules: Rules) -> Counts:
    """Deal every player and dealer hand, one after the other, in plain Python."""
    level_of = {
        frozenset(hand): rules.ranking.strength(hand).level for hand in combinations(rules.deck.cards, 3)
    }
    counts = {level: [0, 0, 0, 0] for level in level_of.values()}
    for player, level in level_of.items():
        row = counts[level]
        for dealer, theirs in level_of.items():
            if player.isdisjoint(dealer):
                if theirs < rules.qualifies:
                    row[0] += 1
                elif theirs < level:
                    row[1] += 1
                elif theirs == level:
                    row[2] += 1
                else:
                    row[3] += 1
    return {level: tuple(row) for level, row in counts.items()}


def forget() -> None:
    """Empty what combin keeps for the next question, as a command finds it."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "combin":
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def timed(function: Callable[[Rules], Found], rules: Rules, runs: int) -> tuple[float, Found]:
    times = []
    for _ in range(runs):
        forget()
        rules.answers.clear()
        begin = perf_counter()
        found = function(rules)
        times.append(perf_counter() - begin)
    return median(times), found


def time_twins(rules: Rules, routes: dict[str, tuple[Callable[[Rules], Counts], int]]) -> None:
    results = []
    engine = 0.0
    for name, (route, runs) in routes.items():
        seconds, counts = timed(route, rules, runs)
        results.append(counts)
        deals = sum(map(sum, counts.values()))
        engine = engine or seconds
        print(f"{name:44}{seconds:8.3f}s{deals / seconds / 1e6:18,.1f}{seconds / engine:11,.1f}", flush=True)
    assert all(counts == results[0] for counts in results), "the routes disagree"
    print(f"all equal: no qualify, win, tie and lose of {len(results[0])} strengths, {deals:,} deals in all")


MORE_SUITS = ("r ★ stars", "m ☾ moons", "x ☀ suns", "y ♜ rooks")
"""Suits beyond four: letter, sign and name."""


def by_suits(folder: Path, ranks: str, suits: int) -> Rules:
    """Return the rules of a deck of these ranks in that many suits."""
    from combin.rules.load import load_rules

    usual = ["clubs", "diamonds", "hearts", "spades"]
    more = [one.split() for one in MORE_SUITS[: suits - 4]]
    written = [
        f'{{symbol = "{one}", glyph = "{sign}", name = "{name}", colour = "blue"}}'
        for one, sign, name in more
    ]
    path = folder / f"{suits}.toml"
    listed = ", ".join([*(f'"{name}"' for name in usual), *written])
    path.write_text(f"{THINNED}suits = [{listed}]\n".replace("9 10 J Q K A", ranks), encoding="utf-8")
    return load_rules(path)


def time_suits() -> None:
    """Time the engine by the number of suits, of all ranks and of six, next to brute force over the six."""
    every = "2 3 4 5 6 7 8 9 T J Q K A"
    first: list[float] = []
    with TemporaryDirectory() as folder:
        for suits in range(4, 9):
            whole, small = by_suits(Path(folder), every, suits), by_suits(Path(folder), "9 10 J Q K A", suits)
            engine, _ = timed(by_engine, whole, 15)
            of_six, counts = timed(by_engine, small, 15)
            brute, others = timed(by_brute_force, small, 3)
            assert counts == others, "the routes disagree"
            times = [engine, of_six, brute]
            first = first or times
            cells = "".join(
                f"{one:9.4f}s{one / of_four:6.2f}" for one, of_four in zip(times, first, strict=True)
            )
            print(f"{f'{suits} suits':26}{cells}", flush=True)


def compare_outcomes(rules: Rules, most: int | None = None) -> None:
    """See that engine and brute force have the same outcomes of every wager, for `most` choices of tables."""
    from combin.exact.analysis import analyse, choices
    from tests.helpers.brute import brute_force, count_deals

    seconds, analyses = timed(lambda rules: analyse(rules, choices(rules, {})[:most]), rules, 5)
    begin = perf_counter()
    deals = count_deals(rules)
    for analysis in analyses:
        brute = brute_force(rules, analysis.letters, deals=deals)
        assert brute.hands_played == analysis.strategy.hands_played
        for name in brute.outcomes:
            exact = analysis.wagers[name]
            each = deals.total // exact.total
            assert {net: count * each for net, count in exact.outcomes} == brute.outcomes[name], name
    slower = perf_counter() - begin
    print(f"{'exact engine':44}{seconds:8.3f}s{'':18}{1:11,.1f}")
    print(f"{'brute force':44}{slower:8.3f}s{'':18}{slower / seconds:11,.1f}")
    print(f"all equal: the best decisions and the outcomes of every wager, {len(analyses)} choices of tables")


# -- pay tables that meet a target --------------------------------------------------------------------


def search_tables(rules: Rules, pays: dict[str, str], edge: tuple[int, int]) -> DesignAnswer:
    from combin.design.pays import Window
    from combin.design.search import SearchTerms, ask_design

    window = Window(*(Fraction(one, 100) for one in edge))
    return ask_design(rules, "pair_plus", SearchTerms(window, pays=pays))


def scan_tables(answer: DesignAnswer, _: Rules) -> int:
    """Count the tables by the integer result of each choice of pays, all at once in numpy."""
    import numpy as np

    lines, edge = answer.form.lines, answer.terms.edge
    each = [np.array([int(pay) for pay in line.pays]) for line in lines]  # from the rarest to the commonest
    pays = np.ix_(*each)
    gain = sum((line.count * axis for line, axis in zip(lines, pays, strict=True)), answer.form.rest.gain)
    inside = (gain >= ceil(answer.form.gain(edge.high))) & (gain <= floor(answer.form.gain(edge.low)))
    for rarer, commoner in pairwise(pays):
        inside &= rarer >= commoner
    return int(np.count_nonzero(inside))


def time_search(rules: Rules) -> None:
    """Time the search from rules to the best 20; all tables count that it decides on, looked at or not."""
    all_wide = {line.text: "0..100" for line in rules.tables["pair_plus"]["A"].lines}
    wanted: dict[str, tuple[dict[str, str], tuple[int, int]]] = {
        "half to twice the pays of today, 2% to 3%": ({}, (2, 3)),
        "all pays from 0 to 100, 2% to 3%": (all_wide, (2, 3)),
        "all pays from 0 to 100, -100% to 100%": (all_wide, (-100, 100)),
    }
    for shown, (pays, edge) in wanted.items():
        seconds, answer = timed(partial(search_tables, pays=pays, edge=edge), rules, 5)
        print_search(shown, seconds, answer, answer.matching)
        if not pays:
            slower, count = timed(partial(scan_tables, answer), rules, 5)
            assert count == answer.matching, "the search and the scan disagree"
            print_search("  each of them in numpy, only counted", slower, answer, count)


def print_search(shown: str, seconds: float, answer: DesignAnswer, count: int) -> None:
    print(f"{shown:44}{seconds:8.3f}s{answer.candidates / seconds / 1e6:18,.1f}{count:15,}", flush=True)


def main() -> None:
    print(f"combin on Python {platform.python_version()}, {os.cpu_count()} cores\n")
    time_starts()
    time_processes()  # first, while this process is small: a child's memory counts from its parent's
    time_waits()
    from combin.rules.load import load_rules

    head = f"{'median':>9}{'million deals/s':>18}{'x engine':>11}"
    rules = load_rules(GAME)
    print(f"\n{'every hand against the dealer, 52 cards':44}{head}")
    time_twins(
        rules,
        {
            "exact engine (suit classes)": (by_engine, 9),
            "brute force (numpy, one bit a deal)": (by_brute_force, 5),
            "plain loop (numpy, one player hand a time)": (by_plain_loop, 1),
        },
    )
    with TemporaryDirectory() as folder:
        path = Path(folder, "thinned.toml")
        path.write_text(THINNED, encoding="utf-8")
        thinned = load_rules(path)
    print(f"\n{'every hand against the dealer, 24 cards':44}{head}")
    time_twins(
        thinned,
        {
            "exact engine (suit classes)": (by_engine, 9),
            "brute force (numpy, one bit a deal)": (by_brute_force, 9),
            "pure Python, one deal a time": (by_pure_python, 1),
        },
    )
    columns = ("engine, 13 ranks", "engine, 6 ranks", "brute, 6 ranks")
    print(f"\n{'seconds, and x 4 suits':26}" + "".join(f"{column:>16}" for column in columns))
    time_suits()
    print(f"\n{'all ' + GAME + ' tables, whole outcomes':44}{'median':>9}{'':18}{'x engine':>11}")
    compare_outcomes(rules)
    print(f"\n{'a card face up, one choice of tables':44}{'median':>9}{'':18}{'x engine':>11}")
    compare_outcomes(load_rules("hole-card"), 1)
    head = f"{'median':>9}{'million tables/s':>18}{'matching':>15}"
    print(f"\n{'Pair Plus tables with an edge in a window':44}{head}")
    time_search(rules)
    head = f"{'median':>9}{'rounds/s':>18}"


if __name__ == "__main__":
    main()
