"""Crown's published increment rates judged by the long-run law: one by one, together, and misprinted."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from combin.audit.judge import Audit
from combin.audit.load import CLAIMS
from combin.audit.subject import Subject
from combin.audit.verdict import Verdict, Weight
from combin.jackpot.law import MeterLaw
from combin.rules.load import load_rules
from tests.audit.documents import audit_of, audited, judged

SEEDS = (10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000)
PUBLISHED = {
    "1": ("34.06%", "32.51%", "30.94%", "29.36%", "27.76%", "26.12%", "23.50%"),
    "2": ("31.02%", "29.47%", "27.90%", "26.32%", "24.70%", "23.02%", "20.28%"),
}
ROWS = [(option, row) for option in PUBLISHED for row in range(len(SEEDS))]
DOWN = "rounded down from the rate that returns 88.875% in the long run"
HALF_UP = "rounded half up from the rate that returns 88.87% in the long run"


@pytest.fixture(scope="module")
def crown() -> Audit:
    return audit_of("crown-melbourne")


def _tables() -> str:
    """Return the claims of Tables 1 and 2 alone."""
    text = (CLAIMS / "crown-melbourne.toml").read_text(encoding="utf-8")
    blocks = re.split(r"(?m)^(?=\[\[)", text)
    kept = [one for one in blocks if re.search(r'id = "(table-[12]|target-return)"', one)]
    assert len(kept) == 3
    return 'game = "crown-melbourne"\n' + "".join(kept)


@pytest.mark.parametrize(("option", "row"), ROWS)
def test_each_rate_stands_under_a_stated_reading(crown: Audit, option: str, row: int) -> None:
    one = judged(crown, f"table-{option}-{row + 1}-1")
    assert one.published == PUBLISHED[option][row]
    assert one.verdict is Verdict.READING
    last = (option, row) == ("2", 6)
    either = DOWN if last else f"{DOWN} or {HALF_UP}"
    assert one.reason == f"where it is {either}, for a player who never folds"
    assert not one.contradicted
    # The exact rate at 88.875%, cut after two decimals, is the published one.
    assert one.exact[:5] == one.published[:5]
    assert one.beside["exact at 88.875%"] == one.exact


@pytest.mark.parametrize(("option", "row"), ROWS)
def test_the_exact_rate_returns_the_target(crown: Audit, option: str, row: int) -> None:
    progressive = crown.subject.progressive
    assert progressive is not None
    for explanation, found in progressive.explained(option, Fraction(SEEDS[row])):
        law = MeterLaw(found.meter.with_increment(found.exact.middle), 12)
        assert abs(law.long_run_return.middle - explanation.target) < Fraction(1, 10**9)


OPEN = {("1", 5, -1), ("2", 6, -1)}
"""Changes after which other rates, or another return, explain the rest as well."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "row", "step"),
    [
        (*one, step)
        for one in ROWS
        for step in (-1, 1)
        if (*one, step) not in OPEN and (one[1] + step) % 4 < 1
    ],
)
@pytest.mark.few(3)
def test_another_last_digit_differs_by_just_that(tmp_path: Path, option: str, row: int, step: int) -> None:
    found = _misprinted(tmp_path, option, row, step)
    one = judged(found, f"table-{option}-{row + 1}-1")
    assert (one.verdict, one.difference) == (Verdict.DIFFERS, Fraction(step, 10_000))
    assert one.finding is not None
    assert one.finding.weight is Weight.MONEY
    assert one.published in one.finding.text
    assert (
        one.evidence[-1]
        == f"The rule file has {PUBLISHED[option][row].rstrip('0%').rstrip('.')}% for this seed."
    )
    rest = [each for each in found.judged if each.table and each is not one]
    assert {each.verdict for each in rest} == {Verdict.READING}


def test_20_27_would_make_all_rates_round_half_up(tmp_path: Path) -> None:
    found = _misprinted(tmp_path, "2", 6, -1)
    assert judged(found, "target-return").exact == "88.87% gives 14 of 14 rates"
    assert {one.verdict for one in found.judged if one.table} == {Verdict.READING}


def test_26_11_leaves_open_which_of_two_rates_is_wrong(tmp_path: Path) -> None:
    found = _misprinted(tmp_path, "1", 5, -1)
    wrong = [one.id for one in found.judged if one.verdict is Verdict.DIFFERS]
    assert wrong == ["target-return", "table-2-7-1"]
    assert "gives 13 of 14 rates" in judged(found, "target-return").exact


def _misprinted(folder: Path, option: str, row: int, step: int) -> Audit:
    """Return the audit of Tables 1 and 2 with the last digit of one rate moved."""
    printed, text = PUBLISHED[option][row], _tables()
    assert text.count(f'"{printed}"') == 1
    changed = text.replace(f'"{printed}"', f'"{_moved(printed, step)}"')
    return audited(folder, changed, "crown-melbourne")


def _moved(printed: str, step: int) -> str:
    """Return a percentage with its last digit moved."""
    hundredths = int(printed[:-1].replace(".", "")) + step
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def test_without_claims_the_rates_of_the_rule_file_are_taken() -> None:
    rules = load_rules("crown-melbourne")
    progressive = Subject("crown-melbourne", rules).progressive
    assert progressive is not None
    assert [one.option for one in progressive.rates] == ["1"] * 7 + ["2"] * 7
    assert progressive.explanations[0].target == Fraction("0.88875")
