"""Verdicts on figures with something changed, and what follows from them for a whole audit."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from combin.audit.verdict import (
    Candidate,
    Compare,
    Form,
    Measure,
    Verdict,
    Weight,
    conditions_in_words,
    judge_answer,
    read_published,
    value,
)
from tests.audit.documents import HEADER, audited, judged, with_change

CHANGED = """
uk-including-blind | "2.7%" | "2.8%" | edge-pair-plus | 28/1000 - 149/5525
uk-including-blind | "3.6%" | "3.7%" | edge-prime | 37/1000 - 405/11186
uk-including-blind | "(33 to 1)" | "(34 to 1)" | pair-plus-4-1 | 1
crown-melbourne | "90.909%" | "90.910%" | table-6-2-1 | 90910/100000 - 10/11
crown-melbourne | "7.453%" | "7.454%" | table-8-j-7-1 | 7454/100000 - 5217031/70000000
crown-melbourne | "$150 for each $1" | "$151 for each $1" | table-3-4-1 | 1
crown-melbourne | "34.06%" | "34.07%" | table-1-1-1 | 1/10000
resorts-world-sentosa | ["$175"] | ["$170"] | progressive-3-1 | -5
"""
"""Figures of documents with a digit changed, and how far they are then from the exact ones."""


@pytest.mark.slow
@pytest.mark.parametrize("row", CHANGED.strip().splitlines())
@pytest.mark.few(3)
def test_a_changed_digit_differs_by_just_so_much(tmp_path: Path, row: str) -> None:
    game, printed, changed, claim, gap = row.split(" | ")
    first, *rest = map(Fraction, gap.split(" - "))
    found = with_change(tmp_path, game, printed, changed)
    one = judged(found, claim)
    assert (one.verdict, one.difference) == (Verdict.DIFFERS, first - sum(rest))
    assert found.contradicted
    assert found.findings[0].weight is Weight.MONEY
    assert one.finding in found.findings
    assert str(one.difference) in one.to_dict().values()


@pytest.mark.slow
def test_several_wrong_cells_of_a_table_are_one_finding(tmp_path: Path) -> None:
    found = with_change(tmp_path, "crown-melbourne", '["90.909%", "47.619%",', '["90.910%", "47.620%",')
    findings = [one.text for one in found.findings if "Table 6: 2 of 32 figures" in one.text]
    assert len(findings) == 1
    assert "S = 1, R = 1: off by +0.00091 percentage points from the exact value" in findings[0]


@pytest.mark.parametrize(
    ("true", "words"),
    [
        ("best Ante, best all", "who plays best"),
        ("best Ante, mimics all", "who plays best, per unit of Ante; or who plays mimics, per unit of all"),
        ("best Ante, best all, mimics all", "who plays best; or who plays mimics, per unit of all"),
        ("best Ante, mimics Ante, best all, mimics all", ""),
    ],
)
def test_conditions_that_hold_together_only_are_told_so(true: str, words: str) -> None:
    tried = {
        f"{plays} {unit}": Candidate(Fraction(), {"who plays": plays, "per unit of": unit})
        for plays in ("best", "mimics")
        for unit in ("Ante", "all")
    }
    assert conditions_in_words([tried[one] for one in true.split(", ")], (*tried.values(),)) == words


@pytest.mark.parametrize("measure", Measure)
def test_a_figure_in_a_form_of_another_kind_is_never_equal(measure: Measure) -> None:
    for text in ("1", "$1", "100%", "1 to 1", "2 for 1", "1 of 1", "2/2", "push", "NA"):
        printed = read_published(text).of(measure)
        answer = value(Fraction(1), measure=measure)
        verdict, *_ = judge_answer(answer, printed, Compare.EXACT)
        said = {Form.TO: Fraction(1, 2) if measure is Measure.PROBABILITY else 1, Form.RESULT: 0}
        true = printed.form in measure.forms and said.get(printed.form, 1) == 1
        if printed.form is Form.FOR:
            true &= measure is Measure.PAY
        assert (verdict is Verdict.EXACT) == (true and printed.form is not Form.NOTHING), text


def test_the_numbers_of_each_verdict_add_up(tmp_path: Path) -> None:
    claim = (
        '[[claim]]\nid = "{0}"\nplace = "{0}"\nsays = "x"\nquantity = "number of hands"\npublished = "{1}"\n'
    )
    checks = Counter(audited(tmp_path, HEADER).to_dict()["numbers"])
    for published in ([], ["22,100"], ["22,100", "22,101", "22,101", "22,100", "22,100"]):
        wrong = [str(place) for place, figure in enumerate(published) if figure == "22,101"]
        claims = (claim.format(place, figure) for place, figure in enumerate(published))
        found = audited(tmp_path, HEADER + "".join(claims)).to_dict()
        own = Counter(exact=len(published) - len(wrong), differs=len(wrong))
        assert Counter(found["numbers"]) == checks + own
        assert found["contradicted"] is bool(wrong)
        assert [one["id"] for one in found["judged"] if one["verdict"] == "differs"] == wrong
        assert [one["place"] for one in found["findings"] if one["place"].isdecimal()] == wrong


def test_an_edge_that_no_reading_gives_decides_nothing(tmp_path: Path) -> None:
    found = with_change(tmp_path, "uk-including-blind", '"3.6%"', '"9.9%"')
    assert judged(found, "prime-colour").verdict is Verdict.NOT_CHECKABLE
    assert judged(found, "different-suits").verdict is Verdict.READING


def test_the_parts_and_what_is_collected_add_up(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        'extends = "three-card-poker"\nid = "mine"\n[wager.ante]\ncommission = "5%"\nfold_returns = "1/2"\n'
        'collection = "1%"\n[wager.play]\ncommission = "1%"\n[decision]\nplay = ["1/2", 2]\n',
        encoding="utf-8",
    )
    claims = 'game = "mine"\n' + "".join(
        f'[[claim]]\nid = "{part.replace(" ", "-")}"\nplace = "1"\nsays = "{part}"\npublished = "1"\n'
        f'quantity = "part of the return"\npart = "{part}"\ntables = {{ ante_bonus = "1" }}\n'
        for part in ("bonuses", "initial wager", "raise", "both wagers")
    )
    found = audited(tmp_path, claims, rules)
    parts = {one.says: one.value for one in found.judged if one.value is not None}
    edge = found.subject.first.wagers["ante"].house_edge
    assert parts["both wagers"] == parts["initial wager"] + parts["raise"]
    assert parts["both wagers"] + parts["bonuses"] - Fraction(1, 100) == -edge
    assert parts["bonuses"] == Fraction(48 * 5 + 52 * 4 + 720, 22_100)
