"""Terms that mislead, and what the field says in their place; none of them may come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAID = {
    path: path.read_text(encoding="utf-8")
    for folder, ending in (
        ("combin", "py"),
        ("combin/words/text", "en.toml"),
        ("docs", "md"),
        ("reports", "md"),
    )
    for path in (ROOT / folder).rglob(f"*{ending}")
}
GONE = {
    r"The dealer always plays": "The dealer always qualifies",
    r"\bHands at the border\b": "Borderline hands",
    r"\bWhat the dealer can have\b": "Dealer outcomes",
    r"\bAll roads lead\b": "All methods agree",
    r"\bHold: ": "House edge: hold is the win over the drop",
    r"Part of (?:the )?return\b": "EV contribution (sums to minus the edge) or return contribution",
    r"\bLikelihood\b(?! ratio)": "Likelihood ratio",
    r"(?i)\bclaims that do not simply hold\b": "Exceptions and qualifications",
    r"(?i)\bdocument in one table\b": "All claims",
    r"(?i)\bslips of the pen\b": "typographical errors",
    r"\b(?:A|a) night\b": "a 200-round session",
    r"(?<!sets |than )\bbonus prizes\b": "fixed prizes; the words of Crown 6.3.3 are quoted",
    r"\b[Ii]t comes closest for\b": "closest call",
    r"\bBest decision\b": "Optimal decision",
    r"\bValue of play\b|\bWhat each decision is worth\b": "EV of play; EV by decision",
    r"\bHow the wagers go together\b": "Covariance and correlation",
    r"\bOnce in wagers\b": "Wagers per hit",
    r"\bis even at a meter of\b": "breakeven meter",
    r"\b[Cc]hance of ruin\b|\bRuin ever\b": "risk of ruin; ultimate risk of ruin",
    r"\bHow it shows\b|\bWhat stops it\b": "Indicators; Countermeasures",
    r"\bCost of a seat\b|\bComps of all\b": "Expected loss per seat; Comps (share of theo)",
    r"\bGood to know\b": "Notes",
}


@pytest.mark.slow
@pytest.mark.parametrize("term", GONE)
def test_a_term_that_misleads_does_not_come_back(term: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path, text in SAID.items()
        for match in re.finditer(term, text)
    ]
    assert len(SAID) > 150
    assert found == [], GONE[term]
