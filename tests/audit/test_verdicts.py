from __future__ import annotations

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
from tests.audit.documents import HEADER, audit_of, audited, judged, only, with_change


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "change", "claim", "difference"),
    [
        (
            "uk-including-blind",
            ('"2.7%"', '"2.8%"'),
            "edge-pair-plus",
            Fraction(28, 1000) - Fraction(149, 5525),
        ),
        ("uk-including-blind", ('"3.6%"', '"3.7%"'), "edge-prime", Fraction(37, 1000) - Fraction(405, 11186)),
        ("uk-including-blind", ('"(33 to 1)"', '"(34 to 1)"'), "pair-plus-4-1", Fraction(1)),
        (
            "crown-melbourne",
            ('"90.909%"', '"90.910%"'),
            "table-6-2-1",
            Fraction(90910, 10**5) - Fraction(10, 11),
        ),
        (
            "crown-melbourne",
            ('"7.453%"', '"7.454%"'),
            "table-8-j-7-1",
            Fraction(7454, 10**5) - Fraction(5217031, 7 * 10**7),
        ),
        ("crown-melbourne", ('"$150 for each $1"', '"$151 for each $1"'), "table-3-4-1", Fraction(1)),
        ("crown-melbourne", ('"34.06%"', '"34.07%"'), "table-1-1-1", Fraction(1, 10000)),
        ("resorts-world-sentosa", ('["$175"]', '["$170"]'), "progressive-3-1", Fraction(-5)),
    ],
)
def test_a_changed_digit_differs_by_just_so_much(
    tmp_path: Path, game: str, change: tuple[str, str], claim: str, difference: Fraction
) -> None:
    found = with_change(tmp_path, game, *change)
    one = judged(found, claim)
    assert (one.verdict, one.difference) == (Verdict.DIFFERS, difference)
    assert found.contradicted
    assert one.finding is not None
    assert found.findings[0].weight is Weight.MONEY
    assert one.finding in found.findings
    assert str(difference) in one.to_dict().values()


@pytest.mark.slow
def test_several_wrong_cells_of_a_table_are_one_finding(tmp_path: Path) -> None:
    found = with_change(tmp_path, "crown-melbourne", '["90.909%", "47.619%",', '["90.910%", "47.620%",')
    findings = [one.text for one in found.findings if "Table 6: 2 of 32 figures" in one.text]
    assert len(findings) == 1
    assert "S = 1, R = 1: off by +0.00091 percentage points from the exact value" in findings[0]


def test_a_statement_may_differ(tmp_path: Path) -> None:
    one = only(tmp_path, 'quantity = "dealer qualifies"\npublished = "King high"\n')
    assert (one.verdict, one.reason) == (Verdict.DIFFERS, "not so: Q high: 15,380 of 22,100 hands")
    assert one.finding is not None
    assert one.finding.text.startswith("here: A claim, published as King high, does not hold")


def test_true_only_under_a_stated_reading(tmp_path: Path) -> None:
    one = only(tmp_path, 'quantity = "number of hands"\nhands = "pair"\npublished = "3744"\n')
    assert one.verdict is Verdict.EXACT
    one = only(tmp_path, 'quantity = "house edge"\nwager = "ante"\npublished = "3.4%"\n')
    assert one.verdict is Verdict.READING
    assert one.reason == (
        "per unit of the Ante, for a player who plays best or mimics the dealer, "
        "where 'straight' is read as not all of one suit"
    )


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


def test_cannot_occur() -> None:
    found = audit_of("crown-melbourne")
    one = judged(found, "two-royals")
    assert (one.verdict, one.reason) == (Verdict.CANNOT_OCCUR, "no two jackpot cards allow R = 2")
    assert judged(found, "inexact-pay").verdict is Verdict.CANNOT_OCCUR


def test_inconsistent_and_not_checkable(tmp_path: Path) -> None:
    entries = 'quantity = "wording"\nverdict = "{}"\nwhy = "rule 1 says otherwise"\n'
    one = only(tmp_path, entries.format("inconsistent"))
    assert (one.verdict, one.reason) == (Verdict.INCONSISTENT, "rule 1 says otherwise")
    assert one.finding is not None
    assert not one.contradicted
    one = only(tmp_path, entries.format("not checkable"))
    assert (one.verdict, one.finding, one.contradicted) == (Verdict.NOT_CHECKABLE, None, False)


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


def test_a_finding_quotes_what_was_worked_out(tmp_path: Path) -> None:
    claims = (
        f'{HEADER}[[claim]]\nid = "one"\nplace = "here"\nsays = "A claim"\nquantity = "house edge"\n'
        'wager = "ante"\npublished = "2.0%"\nfinding = "{published} is {exact}, or {per_initial_wager}."\n'
    )
    assert audited(tmp_path, claims).findings[0].text == "2.0% is 2.0147%, or 3.3730%."


def test_a_finding_by_verdict_is_silent_about_others(tmp_path: Path) -> None:
    entries = (
        'quantity = "house edge"\nwager = "ante"\npublished = "{}"\n'
        '[claim.finding]\n"true only under a stated reading" = "It depends."\n'
    )
    for published, text in (
        ("2.0%", "It depends."),
        ("2.1%", "here: A claim is 2.0338%, not 2.1% as published"),
    ):
        finding = only(tmp_path, entries.format(published)).finding
        assert finding is not None
        assert finding.text.startswith(text)


def test_weight_none_tells_only_of_what_differs(tmp_path: Path) -> None:
    entries = 'quantity = "house edge"\nwager = "prime"\npublished = "{}"\nweight = "none"\n'
    assert only(tmp_path, entries.format("3.6%")).finding is None
    assert only(tmp_path, entries.format("3.7%")).finding is not None


def test_the_numbers_of_each_verdict_add_up(tmp_path: Path) -> None:
    claim = '[[claim]]\nid = "{0}"\nplace = "{0}"\nsays = "x"\nquantity = "number of hands"\n'
    exact, wrong = ('published = "22,100"\n', 'published = "22,101"\n')
    counts = {}
    for published in ([], [exact], [exact, wrong, wrong, exact, exact]):
        claims = (claim.format(place) + figure for place, figure in enumerate(published))
        found = audited(tmp_path, HEADER + "".join(claims)).to_dict()
        counts[len(published)] = found["numbers"]
        assert found["contradicted"] is (wrong in published)
        assert [one["id"] for one in found["judged"] if one["verdict"] == "differs"] == ["1", "2"][
            : len(published) // 2
        ]
        assert [one["place"] for one in found["findings"] if one["place"] in ("0", "1", "2")] == ["1", "2"][
            : len(published) // 2
        ]
    none, one, several = counts.values()
    assert {verdict: one[verdict] - none[verdict] for verdict in one if one[verdict] != none[verdict]} == {
        "exact": 1
    }
    more = {verdict: several[verdict] - none[verdict] for verdict in several}
    assert {verdict: number for verdict, number in more.items() if number} == {"exact": 3, "differs": 2}


def test_a_finding_keeps_the_letters_of_its_hand(tmp_path: Path) -> None:
    claims = (
        f'{HEADER}[[claim]]\nid = "one"\nplace = "p"\nsays = "Q-6-3"\nquantity = "value of playing"\n'
        'hand = "Q-6-3"\npublished = "-2"\n'
    )
    finding = judged(audited(tmp_path, claims), "one").finding
    assert finding is not None
    assert finding.text.startswith("p: Q-6-3 is ")
