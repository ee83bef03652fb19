"""The three house edges of the UK poster: what they are true of, found by trying every definition."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.audit.quantities.edges import HouseEdge
from combin.audit.verdict import Verdict
from tests.audit.documents import audit_of, judged, only, with_change


@pytest.mark.parametrize(
    ("claim", "value", "reason"),
    [
        (
            "edge-ante-play",
            Fraction(686689, 34084400),
            (
                "per unit of all money wagered, for a player who plays best or mimics the dealer, "
                "where 'straight' is read as not all of one suit"
            ),
        ),
        ("edge-pair-plus", Fraction(149, 5525), "where 'straight' is read as not all of one suit"),
        (
            "edge-prime",
            Fraction(405, 11186),
            (
                "where 'prime colour' is read as the player's colour, "
                "where 'disputes' is read as settled by the printed edges, "
                "where 'fold' is read as staying in play"
            ),
        ),
    ],
)
def test_what_the_published_edges_are_true_of(claim: str, value: Fraction, reason: str) -> None:
    one = judged(audit_of("uk-including-blind"), claim)
    assert (one.verdict, one.value, one.reason) == (Verdict.READING, value, reason)


def test_every_definition_of_the_ante_edge_is_tried() -> None:
    poster = audit_of("uk-including-blind")
    claim = next(one.claim for one in poster.subject.placed if one.claim.id == "edge-ante-play")
    assert isinstance(claim, HouseEdge)
    found = {
        (one.conditions["per unit of"], one.conditions["for a player who"]): one.value
        for one in claim.candidates(poster.subject, poster.subject.variants[0])
    }
    assert found == {
        ("the Ante", "plays best"): Fraction(686689, 20358520),
        ("all money wagered", "plays best"): Fraction(686689, 34084400),
        ("the Ante", "mimics the dealer"): Fraction(70219, 2035852),
        ("all money wagered", "mimics the dealer"): Fraction(70219, 2035852) / (1 + Fraction(15380, 22100)),
        ("the Ante", "plays every hand, as when blind"): Fraction(1947749, 25448150),
        ("all money wagered", "plays every hand, as when blind"): Fraction(1947749, 25448150) / 2,
    }


def test_the_definition_may_be_stated(tmp_path: Path) -> None:
    stated = 'per = "initial wager"\nstrategy = "best"\n'
    one = only(tmp_path, f'quantity = "house edge"\nwager = "ante"\n{stated}published = "2.0%"\n')
    assert one.verdict is Verdict.DIFFERS
    assert one.difference == Fraction(2, 100) - Fraction(686689, 20358520)


@pytest.mark.parametrize(
    ("claim", "option"),
    [
        ("different-suits", "where 'straight' is read as not all of one suit"),
        ("prime-colour", "where 'prime colour' is read as the player's colour"),
        ("fold", "where 'fold' is read as staying in play"),
    ],
)
def test_the_published_edges_decide_the_readings(claim: str, option: str) -> None:
    one = judged(audit_of("uk-including-blind"), claim)
    assert (one.verdict, one.reason) == (Verdict.READING, option)


def test_an_edge_that_no_reading_gives_decides_nothing(tmp_path: Path) -> None:
    found = with_change(tmp_path, "uk-including-blind", '"3.6%"', '"9.9%"')
    assert judged(found, "prime-colour").verdict is Verdict.NOT_CHECKABLE
    assert judged(found, "different-suits").verdict is Verdict.READING


def test_the_other_readings_change_the_edges_as_said() -> None:
    lines = judged(audit_of("uk-including-blind"), "prime-colour").evidence
    assert any(line.startswith("either colour") and "Prime 0.3001%" in line for line in lines)
    lines = judged(audit_of("uk-including-blind"), "different-suits").evidence
    assert any("straight 288 and high card 16,872 hands" in line for line in lines)


def test_nothing_published_is_wrong() -> None:
    assert not audit_of("uk-including-blind").contradicted
