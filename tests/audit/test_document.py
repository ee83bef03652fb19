"""Numbering and cross references, and what the audits of the shipped documents find."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin.audit.quantities.document import listed_rules
from combin.audit.subject import Outline
from combin.audit.verdict import Verdict
from tests.audit.documents import HEADER, audit_of, audited, judged

FOUND = {
    "crown-melbourne": (
        (120, 61, 0, 0, 25, 4, 11, 9),
        {"11.13, 11.15", "12.1, 12.4.4", "7.4.1 Table 5, Tables 6 and 7, 6.4.2", "5.4, 5.5, 5.6"},
    ),
    "resorts-world-sentosa": ((55, 0, 0, 0, 3, 0, 1, 9), {"3.5.4", "3.9.1", "3.4, 4.4"}),
    "uk-including-blind": ((38, 0, 0, 0, 8, 0, 1, 3), {"House Edge", "Prime", "bullet 15, Prime"}),
}
"""The numbers of each verdict on the claims of a document, and places of some findings."""


@pytest.mark.slow
@pytest.mark.parametrize("game", FOUND)
def test_the_documents_that_ship(game: str) -> None:
    found, (numbers, places) = audit_of(game), FOUND[game]
    assert tuple(found.numbers.values()) == numbers
    assert places <= {one.place for one in found.findings}
    weights = [one.weight for one in found.findings]
    assert weights == sorted(weights, reverse=True)
    assert all(one.text.endswith((".", ".)")) and "{" not in one.text for one in found.findings)


def test_ranges_of_rules_are_written_out() -> None:
    rules = listed_rules(Outline(rules=("1 .. 2", "2.1", "2.1.1 .. 2.1.3")))
    assert list(rules) == ["1", "2", "2.1", "2.1.1", "2.1.2", "2.1.3"]


@pytest.mark.parametrize(
    ("outline", "quantity", "verdict", "says"),
    [
        ('rules = ["1 .. 3", "2.1 .. 2.2"]', "numbering", Verdict.EXACT, "no number is left out"),
        ('rules = ["1", "3"]', "numbering", Verdict.INCONSISTENT, "3 follows 1"),
        ('rules = ["1", "1"]', "numbering", Verdict.INCONSISTENT, "1 follows 1"),
        ('rules = ["1", "1.2"]', "numbering", Verdict.INCONSISTENT, "1.2 comes first"),
        (
            'rules = ["1 .. 2"]\nreferences = [{ from = "1", to = "2" }, { from = "2", to = "3" }]',
            "cross references",
            Verdict.INCONSISTENT,
            "2 refers to 3, which does not exist",
        ),
    ],
)
def test_the_numbers_of_rules(
    tmp_path: Path, outline: str, quantity: str, verdict: Verdict, says: str
) -> None:
    claim = f'[[claim]]\nid = "n"\nplace = "all"\nsays = "Numbers"\nquantity = "{quantity}"\n'
    one = judged(audited(tmp_path, f"{HEADER}[outline]\n{outline}\n{claim}"), "n")
    assert (one.verdict, one.exact) == (verdict, says)
