"""Numbering and cross references, and what the audits of the shipped documents find."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin.audit.quantities.document import listed_rules
from combin.audit.subject import Outline
from combin.audit.verdict import Verdict, Weight
from tests.audit.documents import HEADER, audit_of, audited, judged

NUMBERS = {
    "crown-melbourne": (117, 61, 0, 0, 21, 4, 9, 4),
    "resorts-world-sentosa": (52, 0, 0, 0, 3, 0, 1, 9),
    "uk-including-blind": (36, 0, 0, 0, 8, 0, 0, 3),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", NUMBERS)
def test_the_numbers_of_each_verdict(game: str) -> None:
    assert tuple(audit_of(game).numbers.values()) == NUMBERS[game]


def test_ranges_of_rules_are_written_out() -> None:
    rules = listed_rules(Outline(rules=("1 .. 2", "2.1", "2.1.1 .. 2.1.3")))
    assert list(rules) == ["1", "2", "2.1", "2.1.1", "2.1.2", "2.1.3"]


@pytest.mark.parametrize(
    ("rules", "verdict", "exact"),
    [
        ('["1 .. 3", "2.1 .. 2.2"]', Verdict.EXACT, "no number is left out"),
        ('["1", "3"]', Verdict.INCONSISTENT, "3 follows 1"),
        ('["1", "1"]', Verdict.INCONSISTENT, "1 follows 1"),
        ('["1", "1.2"]', Verdict.INCONSISTENT, "1.2 comes first"),
    ],
)
def test_numbering(tmp_path: Path, rules: str, verdict: Verdict, exact: str) -> None:
    claim = '[[claim]]\nid = "n"\nplace = "all"\nsays = "Numbers"\nquantity = "numbering"\n'
    one = judged(audited(tmp_path, f"{HEADER}[outline]\nrules = {rules}\n{claim}"), "n")
    assert (one.verdict, one.exact) == (verdict, exact)


def test_references_that_lead_nowhere(tmp_path: Path) -> None:
    text = (
        f'{HEADER}[outline]\nrules = ["1 .. 2"]\n'
        'references = [{ from = "1", to = "2" }, { from = "2", to = "3" }]\n'
        '[[claim]]\nid = "r"\nplace = "all"\nsays = "References"\nquantity = "cross references"\n'
    )
    one = judged(audited(tmp_path, text), "r")
    assert (one.verdict, one.reason) == (Verdict.INCONSISTENT, "2 refers to 3, which does not exist")


def test_crown_refers_to_a_rule_that_does_not_exist_and_skips_a_number() -> None:
    crown = audit_of("crown-melbourne")
    assert judged(crown, "cross-references").reason == "6.1.1(g) refers to 6.3.4, which does not exist"
    assert judged(crown, "numbering").reason == "7.3 follows 7.1"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "place"),
    [
        ("crown-melbourne", "11.13, 11.15"),
        ("crown-melbourne", "7.4.1 Table 5, Tables 6 and 7"),
        ("crown-melbourne", "5.4, 5.5, 5.6"),
        ("resorts-world-sentosa", "3.5.4"),
        ("resorts-world-sentosa", "3.9.1"),
        ("resorts-world-sentosa", "3.4, 4.4"),
        ("uk-including-blind", "House Edge"),
        ("uk-including-blind", "Prime"),
    ],
)
def test_findings_of_the_documents(game: str, place: str) -> None:
    assert place in [one.place for one in audit_of(game).findings]


@pytest.mark.parametrize("game", NUMBERS)
def test_findings_are_ordered_and_whole(game: str) -> None:
    findings = audit_of(game).findings
    assert [one.weight for one in findings] == sorted((one.weight for one in findings), reverse=True)
    for one in findings:
        assert one.text.endswith((".", ".)"))
        assert "{" not in one.text
        assert one.weight in Weight


def test_rws_fixed_prizes_need_a_price_above_one() -> None:
    price = judged(audit_of("resorts-world-sentosa"), "progressive-price")
    assert price.verdict is Verdict.NOT_CHECKABLE
    assert "in all $30,050" in price.evidence[0]
    assert "$1.3597 for each wager" in price.evidence[1]
