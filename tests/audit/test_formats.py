"""True figures in every format that documents use, and false ones beside them, each with its verdict.

The figures are made from the exact values by other arithmetic than the audit's: rounded and cut by `divmod`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from combin.audit.judge import judge_claim
from combin.audit.load import load_claims
from combin.audit.subject import Subject
from combin.audit.verdict import Verdict
from combin.rules.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TRUE = {Verdict.EXACT, Verdict.ROUNDS, Verdict.CUT_OFF, Verdict.READING}
GAME = "crown-melbourne"
CHANCES = {
    "straight flush": 48,
    "three of a kind": 52,
    "straight": 720,
    "flush": 1096,
    "pair": 3744,
    "high card": 16440,
    "straight or better": 820,
    "mini royal": 4,
    "Q high": 44 * 60,
    "three aces": 4,
}
"""How many of the 22,100 hands are of a kind."""


def _rounded(value: Fraction, digits: int, *, up: Fraction = Fraction(1, 2)) -> str:
    """Return a positive value with so many digits; with `up` 0 it is cut off."""
    whole, rest = divmod(int(value * 10**digits + up), 10**digits)
    return f"{whole}.{rest:0{digits}d}" if digits else str(whole)


def _chances(value: Fraction) -> Iterator[tuple[str, bool]]:
    """Yield texts that state a probability, and whether they are true of it."""
    for digits in range(5):
        near = Fraction(2, 10**digits)
        for scaled, text in ((value * 100, "{}%"), (1 / value, "1 in {}"), (1 / value - 1, "{} to 1")):
            yield text.format(_rounded(scaled, digits)), True
            yield text.format(_rounded(scaled, digits, up=Fraction(0))), True
            yield text.format(_rounded(scaled + near, digits)), False
        yield f"about {_rounded(value * 100, digits)}%", True
    yield f"{value.numerator} of {value.denominator}", True
    yield f"{value.numerator}/{value.denominator}", True
    yield f"{value.numerator + 1} out of {value.denominator + 1}", False
    yield f"approximately 1 in {_rounded(1 / value, 0)}", True


def _pays(value: Fraction) -> Iterator[tuple[str, bool]]:
    """Yield texts that state what is gained for each unit, and whether they are true of it."""
    whole = int(value)
    for text, gained in (("{} to 1", 0), ("{}-1", 0), ("{}:1", 0), ("{} for 1", 1), ("{} for each 1", 1)):
        yield text.format(whole + gained), True
        yield text.format(whole + gained + 1), False
        yield text.format(f"{whole + 1 - gained}"), False
    yield f"{2 * whole} to 2", True


def _verdicts(folder: Path, claims: list[dict[str, Any]]) -> list[Verdict]:
    path = folder / "claims.toml"
    text = [f'game = "{GAME}"\n']
    for number, entries in enumerate(claims):
        text.append(f'[[claim]]\nid = "c{number}"\nplace = "p"\nsays = "s"\n')
        text += [f"{key} = {value!r}\n" for key, value in entries.items()]
    path.write_text("".join(text), encoding="utf-8")
    _, placed = load_claims(path)
    subject = Subject(GAME, load_rules(GAME), placed=placed)
    return [judge_claim(one, subject).verdict for one in placed]


@pytest.mark.parametrize("hands", CHANCES)
def test_probabilities_in_every_format(hands: str, tmp_path: Path) -> None:
    printed = list(_chances(Fraction(CHANCES[hands], 22100)))
    claims = [{"quantity": "probability", "hands": hands, "published": text} for text, _ in printed]
    found = zip(printed, _verdicts(tmp_path, claims), strict=True)
    wrong = [(text, verdict) for (text, true), verdict in found if (verdict in TRUE) is not true]
    assert not wrong


@pytest.mark.parametrize(
    ("line", "pays"),
    [("straight flush", 40), ("three of a kind", 30), ("straight", 6), ("flush", 4), ("pair", 1)],
)
def test_pays_in_every_format(line: str, pays: int, tmp_path: Path) -> None:
    printed = list(_pays(Fraction(pays)))
    entries = {"quantity": "pay", "wager": "pair_plus", "table": "A", "line": line}
    claims = [{**entries, "published": text} for text, _ in printed]
    found = zip(printed, _verdicts(tmp_path, claims), strict=True)
    wrong = [(text, verdict) for (text, true), verdict in found if (verdict in TRUE) is not true]
    assert not wrong
