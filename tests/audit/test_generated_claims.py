"""Claims of all kinds that state the engine's figures pass an audit, and none does with anything changed."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings

from combin.audit.load import vocabulary
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from tests.audit.documents import audited, judged
from tests.audit.generated_claims import FAILS, PASSES, READING, Game, judged_as, stated
from tests.audit.test_sentences import SENTENCES
from tests.helpers.odd_games import ODD_GAMES
from tests.helpers.strategies import games

SHIPPED = (
    "crown-melbourne",
    "pick-a-card",
    "resorts-world-sentosa",
    "teen-patti-20-20",
    "three-card-prime",
    "uk-including-blind",
)
"""Games that are analysed fast, one of each kind."""
LOWEST = """id = "lowest"
title = "The lowest of one suit wins"
[deck]
ranks = "2 3 4 5 6 7 8 9 10"
suits = ["spades"]
[ranking]
lowest_wins = true
[source]
document = "none"
[wager.player]
name = "Player"
settles = "against the dealer"
win = 1
tie = "push"
lose = "lose"
"""
"""A game of which what other games make true is not: of two cards that tie, of pairs, of an ace."""
OF_DOCUMENTS = {
    *("increment rate", "target return", "options kept apart", "same hand"),
    *("numbering", "cross references", "first two cards", "tournament terms"),
}
"""Kinds that other claims of a document decide, each with tests of its own."""
NEVER_PROVEN = {"blind hands", "wording", "price of a jackpot wager", "order of winners"}
"""Kinds that no rules prove, whatever is said."""
NEVER_WRONG = {"gain by an irregularity", "closing of a meter", "equal chance"}
"""Kinds with a reading, or a player, for which they are so."""


def judge(game: Game, each: int) -> Counter[tuple[str, str]]:
    """Return how many claims of each kind are right or wrong, all of them judged as they are."""
    found: Counter[tuple[str, str]] = Counter()
    faults = []
    for one in stated(game, each):
        found[one.entries["quantity"], one.right] += 1
        if (verdict := judged_as(one.entries, game.subject)) != one.right:
            faults.append((verdict, *one))
    assert not faults, "\n".join(map(str, faults[:10]))
    return found


@pytest.mark.slow
def test_claims_about_games_that_ship_are_judged_right_and_each_kind_has_some(tmp_path: Path) -> None:
    lowest = tmp_path / "lowest.toml"
    lowest.write_text(LOWEST, encoding="utf-8")
    found: Counter[tuple[str, str]] = Counter()
    for game in (*SHIPPED, lowest):
        found += judge(Game(load_rules(game), game, random.Random(28)), 1)
    assert found.total() > 1_700
    for _, _, verdict, entries, *_ in SENTENCES:  # each judged in a test of its own
        (kind,) = re.findall('quantity = "([^"]*)"', entries)
        found[kind, PASSES if verdict in ("exact", "rounds", "reading") else FAILS] += 1
    kinds = vocabulary().keys() - OF_DOCUMENTS
    passing = {kind for kind in kinds if found[kind, PASSES] + found[kind, READING]}
    assert kinds - passing == NEVER_PROVEN
    assert {kind for kind in kinds if not found[kind, FAILS]} == NEVER_WRONG


@pytest.mark.slow
@settings(max_examples=8, derandomize=True)
@given(rules=games())
def test_claims_about_random_games_are_judged_right(rules: Rules) -> None:
    judge(Game(rules, "drawn", random.Random(28)), 3)


@pytest.mark.slow
def test_claims_about_an_odd_game_are_judged_right(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(ODD_GAMES["odd ranks"], encoding="utf-8")
    assert judge(Game(load_rules(path), path, random.Random(28), 1), 1).total() > 250


RATES = {
    ("34.06%", "31.02%"): (READING, READING, PASSES),
    ("34.07%", "31.02%"): (
        FAILS,
        FAILS,
        PASSES,
    ),  # which one digit does not bring as near as the other prizes
    ("31.02%", "34.06%"): (FAILS, FAILS, FAILS),
    ("34.06%", "34.06%"): (FAILS, FAILS, FAILS),
}
"""Rates of both options: as printed, a digit changed, those of the other one; with what is right."""


@pytest.mark.parametrize("rates", RATES)
def test_rates_are_judged_right(tmp_path: Path, rates: tuple[str, str]) -> None:
    kinds = [
        f'"increment rate", option = "{option}", seed = 10_000, published = "{rate}"'
        for option, rate in enumerate(rates, start=1)
    ]
    assert _verdicts(tmp_path, *kinds, '"target return"', '"options kept apart"')[1:] == RATES[rates]


EXAMPLES = {
    ("category", "K-Q-J straight"): READING,
    ("category", "flush"): FAILS,
    ("highest card", "K-Q-J straight"): FAILS,
}
"""Words for equal hands and a hand that beats the lowest straight, which may show that they are meant so."""


@pytest.mark.parametrize(("same", "better"), EXAMPLES)
def test_words_for_equal_hands_are_judged_right(tmp_path: Path, same: str, better: str) -> None:
    worse = "J-10-9 straight" if "straight" in better else "pair"
    example = f'"comparison", better = "{better}", worse = "{worse}"'
    found = _verdicts(tmp_path, example, f'"same hand", same = "{same}"')
    assert found == (PASSES, EXAMPLES[same, better])


def _verdicts(folder: Path, *kinds: str) -> tuple[str, ...]:
    claims = [
        f'{{ id = "c{n}", place = "1", says = "A claim", quantity = {kind} }}' for n, kind in enumerate(kinds)
    ]
    audit = audited(folder, f'game = "crown-melbourne"\nclaim = [{", ".join(claims)}]', "crown-melbourne")
    found = [judged(audit, f"c{number}").verdict.value for number in range(len(kinds))]
    return tuple(PASSES if one == "exact" else one if one == READING else FAILS for one in found)
