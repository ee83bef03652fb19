"""Chances of players who play alike, compared with all deals of small decks, and with random rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.rules.errors import RulesError
from combin.tournament import chances
from combin.tournament.chances import ORDERS, WAYS, Chance, Chances, ask_chances, mean_shares, turns
from combin.tournament.terms import Tournament
from tests.helpers.command_line import payload
from tests.helpers.variants import shipped, variant
from tests.tournament.small import GAMES, TERMS, every, pairs, small
from tests.tournament.test_terms import EXAMPLE

CROWN: dict[str, Any] = {"bank": 1000, "smallest": 50, "largest": 500}


class Plain(NamedTuple):
    """The nets of two seats with their deals; what a chip wagered can lose and wins, in parts of a chip."""

    nets: dict[tuple[int, int], int]
    parts: int
    lost: int
    won: int

    @classmethod
    def of(cls, name: str, won: int) -> Plain:
        found, parts = pairs(name), every(name).unit
        nets = {(int(one * parts), int(other * parts)): count for (one, other), count in found.items()}
        return cls(nets, parts, max(-net for net, _ in nets), won * parts)


def wager(
    rule: str, banks: Sequence[int], placed: dict[int, int], seat: int, game: Plain, *, last: bool
) -> int:
    """What a seat wagers under the terms of these tests, by the words of the rule."""
    least, most = 4, min(16, banks[seat] // game.lost // 2 * 2)
    if most < least:
        return 0
    others = [other for other in range(len(banks)) if other != seat]
    if rule == "smallest" or (rule == "late" and not last):
        return least
    if banks[seat] > max(banks[other] for other in others):
        return min(most, max(placed.values(), default=least))
    for chips in range(least, most, 2):
        if all(
            banks[seat] + game.won * chips > banks[other] + game.won * placed.get(other, 0)
            for other in others
        ):
            return chips
    return most


def first_of_two(game: Plain, hands: int, rule: str, order: str) -> Fraction:
    """The chance of the first seat, from the nets of both in every deal and every sequence of these."""
    law = {(60 * game.parts, 60 * game.parts): 1}
    for hand in range(hands):
        after = Counter[tuple[int, int]]()
        for banks, ways in law.items():
            placed: dict[int, int] = {}
            for seat in (1, 0) if order == "rotating" and hand % 2 else (0, 1):
                placed[seat] = wager(rule, banks, placed, seat, game, last=hand == hands - 1)
            for (one, other), count in game.nets.items():
                after[banks[0] + placed[0] * one, banks[1] + placed[1] * other] += ways * count
        law = after
    ahead = sum(ways * (1 + (one > other) - (one < other)) for (one, other), ways in law.items())
    return Fraction(ahead, 2 * sum(law.values()))


def of(answer: Chances) -> dict[tuple[str, str], Chance]:
    return {(one.rule, one.order): one for one in answer.chances}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "won"), [*zip(GAMES, (2, 2, 4, 2), strict=True)])
def test_two_seats_as_by_every_deal(name: str, won: int) -> None:
    game = Plain.of(name, won)
    for hands in (1, 2, 3):
        answer = ask_chances(small(name), bank=60, smallest=4, largest=16, unit=2, hands=hands)
        expected = {way: first_of_two(game, hands, *way) for way in WAYS}
        assert {way: one.first[0] for way, one in of(answer).items()} == expected
        assert all(sum(one.first) == 1 and not one.error for one in answer.chances)
    assert len(set(expected.values())) > 2


@pytest.mark.slow
def test_who_wagers_alike_and_sees_nothing_has_an_equal_chance() -> None:
    found = of(ask_chances(shipped("crown-melbourne"), **CROWN, unit=50, hands=4))
    assert found["smallest", "fixed"].first == (Fraction(1, 2), Fraction(1, 2))
    fixed, rotating = (found["late", order].first for order in ORDERS)
    # After four hands, the one who wagers first in the last is the second seat where the order rotates.
    assert fixed == rotating[::-1]
    assert fixed[0] < Fraction(1, 2)
    assert Fraction(1, 2) not in found["catch-up", "fixed"].first


@pytest.mark.slow
def test_random_tournaments_agree_with_the_exact_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first seats of three simulated, whose law is that of two, wager as two do."""
    asked: dict[str, Any] = {**CROWN, "unit": 50, "hands": 4, "seats": 2}
    exact = of(ask_chances(shipped("crown-melbourne"), **asked))
    monkeypatch.setattr(chances, "MOST_WORK", 0)
    answer = ask_chances(shipped("crown-melbourne"), **asked, seed=3)
    for way, one in of(answer).items():
        assert one.error
        assert (one.first[0] - exact[way].first[0]) ** 2 < 16 * one.error
    again = ask_chances(shipped("crown-melbourne"), **asked, seed=3)
    assert again.chances == answer.chances != ask_chances(shipped("crown-melbourne"), **asked, seed=4).chances


@pytest.mark.slow
def test_each_place_is_taken_once_at_tables_of_many_seats() -> None:
    answer = ask_chances(shipped("crown-melbourne"), **CROWN, unit=50, hands=3, seats=9, advance=4)
    for one in answer.chances:
        assert (sum(one.first), sum(one.through)) == (1, 4)
    late = of(answer)["late", "fixed"]
    assert late.first[8] - late.first[0] > Fraction(1, 10)
    assert (max(of(answer)["smallest", "fixed"].first) - Fraction(1, 9)) ** 2 < 16 * late.error


@given(
    st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=1, max_size=5), st.integers(1, 3)
)
def test_ties_share_places(tournaments: list[list[int]], places: int) -> None:
    found, error = mean_shares(np.array(tournaments).T, places)
    shares = []
    for banks in tournaments:
        above = [sum(other > bank for other in banks) for bank in banks]
        tied = [banks.count(bank) for bank in banks]
        shares.append(
            [Fraction(min(max(places - more, 0), same), same) for more, same in zip(above, tied, strict=True)]
        )
    means = [sum(seat, Fraction(0)) / len(shares) for seat in zip(*shares, strict=True)]
    assert [*found] == means
    variances = [
        sum(((share - mean) ** 2 for share in seat), Fraction(0)) / len(shares)
        for seat, mean in zip(zip(*shares, strict=True), means, strict=True)
    ]
    assert error == max(variances) / len(shares)


def test_of_very_many_hands_fewer_tournaments_are_simulated() -> None:
    for hands, number in ((2_000, 500), (50, 20_000)):
        answer = ask_chances(shipped("crown-melbourne"), **CROWN, unit=50, hands=hands, seats=10)
        assert answer.tournaments == number


def test_orders() -> None:
    assert [turns("rotating", hand, 3) for hand in range(4)] == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert turns("fixed", 5, 2) == [0, 1]


@pytest.mark.slow
def test_a_round_of_a_tournament() -> None:
    found = payload(f"tournament {EXAMPLE} --chances 1 --seats 3")
    assert [found[name] for name in ("bank", "hands", "seats", "advance")] == [1000, 20, 3, 2]
    assert len(found["chances"]) == 15
    assert found["chances"][0]["through"]["decimal"].startswith("0.66")
    assert every("no bonus").rules.file.tournament is not None
    own = Tournament.of(small("no bonus"))
    with pytest.raises(RulesError, match="round 1: the tournament has 0 rounds"):
        own.chances()
    assert own.terms.bank == TERMS["bank"]


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ({"bank": 90}, "a bank of 90 is below 100, what the smallest wager can lose"),
        ({"smallest": 60}, "a smallest wager of 60 is not a multiple of 50, or not above 0"),
        ({"largest": 0}, "a largest wager of 0 is not a multiple of 50, or not above 0"),
        ({"smallest": 200, "largest": 100}, "a largest wager of 100 is below the smallest of 200"),
        ({"seats": 17}, "17 seats: a table has 2 to 16"),
        ({"advance": 2}, "2 of 2 seats go on: it is 1 to 1"),
    ],
)
def test_what_is_refused(terms: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        ask_chances(shipped("crown-melbourne"), **{**CROWN, "unit": 50, "hands": 2, **terms})


def test_games_that_are_not_counted() -> None:
    two_seen = 'extends = "crown-melbourne"\n[deal]\nface_up = 2\n[decision.blind]\nallowed = false\n'
    for rules in (shipped("teen-patti-pro"), variant(two_seen)):
        with pytest.raises(RulesError, match="three cards against the dealer's"):
            ask_chances(rules, **CROWN, hands=2)
