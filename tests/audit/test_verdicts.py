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


def test_exact(tmp_path: Path) -> None:
    one = only(tmp_path, 'quantity = "number of hands"\nhands = "pair"\npublished = "3,744"\n')
    assert (one.verdict, one.reason) == (Verdict.EXACT, "the exact value")
    assert one.value == Fraction(3744)


def test_rounds_to_the_published_digits(tmp_path: Path) -> None:
    one = only(tmp_path, 'quantity = "probability"\nhands = "straight"\npublished = "3.26%"\n')
    assert (one.verdict, one.value) == (Verdict.ROUNDS, Fraction(720, 22100))
    assert one.decimal == "3.2579%"


def test_a_figure_compared_exactly_may_not_be_rounded(tmp_path: Path) -> None:
    entries = 'quantity = "probability"\nhands = "straight"\npublished = "3.26%"\ncompare = "exact"\n'
    one = only(tmp_path, entries)
    assert one.verdict is Verdict.DIFFERS
    assert one.difference == Fraction(326, 10000) - Fraction(720, 22100)


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


@pytest.mark.parametrize(("compare", "verdict"), [("at most", Verdict.EXACT), ("at least", Verdict.DIFFERS)])
def test_bounds(tmp_path: Path, compare: str, verdict: Verdict) -> None:
    one = only(tmp_path, f'quantity = "seats"\npublished = "9"\ncompare = "{compare}"\n')
    assert one.verdict is verdict
    assert one.value == Fraction(16)


@pytest.mark.parametrize("compare", ["at most", "at least", "exact"])
def test_a_bound_includes_the_value_itself(tmp_path: Path, compare: str) -> None:
    one = only(tmp_path, f'quantity = "seats"\npublished = "16"\ncompare = "{compare}"\n')
    assert (one.verdict, one.value) == (Verdict.EXACT, Fraction(16))


@pytest.mark.parametrize(
    ("compare", "verdict"),
    [
        ("rounded", Verdict.CUT_OFF),
        ("exact", Verdict.DIFFERS),
        ("at most", Verdict.EXACT),
        ("at least", Verdict.DIFFERS),
    ],
)
def test_digits_cut_off_are_not_the_exact_value(tmp_path: Path, compare: str, verdict: Verdict) -> None:
    entries = 'quantity = "probability"\nhands = "straight"\npublished = "3.25%"\n'  # 3.2579...%
    assert only(tmp_path, f'{entries}compare = "{compare}"\n').verdict is verdict


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


THREE = "three-card-poker"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entries", "verdict"),
    [
        # 48 of 22,100 hands are straight flushes: 1 in 460.4167, odds of 459.4167 to 1 against.
        ('quantity = "probability"\nhands = "straight flush"\npublished = "1 in 460.42"\n', Verdict.ROUNDS),
        ('quantity = "probability"\nhands = "straight flush"\npublished = "1 in 460"\n', Verdict.ROUNDS),
        ('quantity = "probability"\nhands = "straight flush"\npublished = "1/460"\n', Verdict.ROUNDS),
        ('quantity = "probability"\nhands = "straight flush"\npublished = "459 to 1"\n', Verdict.ROUNDS),
        ('quantity = "probability"\nhands = "straight flush"\npublished = "48 of 22,100"\n', Verdict.EXACT),
        ('quantity = "probability"\nhands = "straight flush"\npublished = "12/5525"\n', Verdict.EXACT),
        (
            'quantity = "probability"\nhands = "straight flush"\npublished = "about 1 in 460"\n',
            Verdict.ROUNDS,
        ),
        ('quantity = "probability"\nhands = "straight flush"\npublished = "1 in 461"\n', Verdict.DIFFERS),
        ('quantity = "probability"\nhands = "straight flush"\npublished = "460 to 1"\n', Verdict.DIFFERS),
        ('quantity = "probability"\nhands = "straight flush"\npublished = "1 in 460.41"\n', Verdict.CUT_OFF),
        ('quantity = "probability"\nhands = "straight"\npublished = "1 in 31"\n', Verdict.ROUNDS),
        (
            'quantity = "probability"\nhands = "straight"\npublished = "1 in 31"\ncompare = "exact"\n',
            Verdict.DIFFERS,
        ),
        (
            'quantity = "probability"\nhands = "straight or better"\ncards = 5\npublished = "0.759%"\n',
            Verdict.ROUNDS,
        ),
        ('quantity = "number of hands"\npublished = "about 22,000"\n', Verdict.ROUNDS),
        ('quantity = "number of hands"\npublished = "about 23,000"\n', Verdict.DIFFERS),
        # The progressive pays 90 "for 1", Pair Plus 4 "to 1".
        (
            (
                'quantity = "pay"\nwager = "progressive"\ntable = "A"\nline = "three of a kind"\n'
                'published = "90 for 1"\n'
            ),
            Verdict.EXACT,
        ),
        (
            (
                'quantity = "pay"\nwager = "progressive"\ntable = "A"\nline = "three of a kind"\n'
                'published = "89 to 1"\n'
            ),
            Verdict.EXACT,
        ),
        (
            (
                'quantity = "pay"\nwager = "progressive"\ntable = "A"\nline = "three of a kind"\n'
                'published = "90"\n'
            ),
            Verdict.EXACT,
        ),
        (
            'quantity = "pay"\nwager = "progressive"\nline = "three of a kind"\npublished = "90 to 1"\n',
            Verdict.DIFFERS,
        ),
        (
            'quantity = "pay"\nwager = "pair_plus"\ntable = "1"\nline = "flush"\npublished = "5 for 1"\n',
            Verdict.EXACT,
        ),
        (
            'quantity = "pay"\nwager = "pair_plus"\ntable = "1"\nline = "flush"\npublished = "4 for 1"\n',
            Verdict.DIFFERS,
        ),
        ('quantity = "outcome"\nwager = "ante"\ncase = "win"\npublished = "2 for 1"\n', Verdict.EXACT),
        ('quantity = "outcome"\nwager = "ante"\ncase = "win"\npublished = "even money"\n', Verdict.EXACT),
        # A hand without a line of its own is paid by the line that holds it, or not at all.
        (
            (
                'quantity = "pay"\nwager = "pair_plus"\ntable = "1"\n'
                'line = "mini royal"\npublished = "40 to 1"\n'
            ),
            Verdict.EXACT,
        ),
        (
            'quantity = "pay"\nwager = "pair_plus"\ntable = "1"\nline = "high card"\npublished = "lose"\n',
            Verdict.EXACT,
        ),
        (
            'quantity = "pay"\nwager = "pair_plus"\ntable = "1"\nline = "high card"\npublished = "1 to 1"\n',
            Verdict.DIFFERS,
        ),
        # Tables of six cards are asked for their own categories, and orders in part are claims too.
        (
            'quantity = "paid hands"\nwager = "six_card_bonus"\npublished = "Three of a kind or better"\n',
            Verdict.EXACT,
        ),
        (
            'quantity = "paid hands"\nwager = "six_card_bonus"\npublished = "Straight or better"\n',
            Verdict.DIFFERS,
        ),
        (
            (
                'quantity = "paid hands"\nwager = "ante_bonus"\n'
                'published = "straight, three of a kind, straight flush"\n'
            ),
            Verdict.EXACT,
        ),
        ('quantity = "order of hands"\npublished = "straight > flush"\n', Verdict.EXACT),
        ('quantity = "order of hands"\npublished = "flush > straight"\n', Verdict.DIFFERS),
        ('quantity = "order of hands"\npublished = "straight > straight"\n', Verdict.DIFFERS),
        ('quantity = "order of hands"\npublished = "full house > flush"\n', Verdict.DIFFERS),
        ('quantity = "order of hands"\npublished = "full house > flush"\ncards = 5\n', Verdict.EXACT),
    ],
)
def test_what_is_true_in_words_is_not_compared_as_something_else(
    tmp_path: Path, entries: str, verdict: Verdict
) -> None:
    assert only(tmp_path, entries, THREE).verdict is verdict


def test_a_figure_cut_off_is_found_among_several_values(tmp_path: Path) -> None:
    entries = 'quantity = "house edge"\nwager = "ante"\npublished = "3.3%"\n'
    one = only(tmp_path, f'{entries}tables = {{ ante_bonus = "1" }}\n', THREE)
    assert one.verdict is Verdict.CUT_OFF
    assert one.reason.startswith("3.3730% is 3.3% with the digits behind it cut off per unit of the Ante")


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        (
            'quantity = "comparison"\nbetter = "Q-J-10 flush"\nworse = "10-9-8 flush"\n',
            "not so: Q-J-10 is never a flush; it is a straight flush",
        ),
        (
            'quantity = "example hand"\ncategory = "flush"\nsuits = "one suit"\npublished = "Q, J, 10"\n',
            "not so: straight flush",
        ),
        (
            'quantity = "example hand"\ncategory = "pair"\npublished = "K, K"\n',
            "not so: K, K is not three cards",
        ),
        (
            'quantity = "example hand"\ncategory = "pair"\npublished = "K, K, 1"\n',
            "not so: '1' is not a rank of this deck",
        ),
        ('quantity = "example hand"\ncategory = "pair"\npublished = "Ks Ks 4h"\n', "stands twice"),
        (
            'quantity = "example hand"\ncategory = "pair"\nsuits = "one suit"\npublished = "K, K, 4"\n',
            "not so: no hand of the deck is K, K, 4, all of one suit",
        ),
        (
            'quantity = "example hand"\ncategory = "flush"\nsuits = "stars"\npublished = "K, J, 9"\n',
            "not so: the deck has no suit stars",
        ),
        (
            'quantity = "example hand"\ncategory = "full house"\npublished = "K, K, 9"\n',
            "not so: full house is no hand of three cards",
        ),
        (
            'quantity = "comparison"\nbetter = "5-5-K"\nworse = "5-5-1"\n',
            "not so: 5-5-1 is no hand of three cards",
        ),
        (
            'quantity = "pay"\nwager = "pair_plus"\nline = "pears"\npublished = "1 to 1"\n',
            "not so: pair_plus A has no line pears",
        ),
        (
            'quantity = "pay"\nwager = "pair_plus"\nline = "full house"\npublished = "1 to 1"\n',
            "not so: pair_plus A has no line full house",
        ),
        (
            'quantity = "probability"\nhands = "four of a kind"\npublished = "1 in 4,165"\n',
            "the exact value is 0",
        ),
        (
            'quantity = "probability"\nhands = "pair"\npublished = "117%"\n',
            "off by +100.0588 percentage points",
        ),
        ('quantity = "number of hands"\nhands = "Q-J-10 flush"\npublished = "4"\n', "off by +4"),
        ('quantity = "dealer qualifies"\npublished = "1 high"\n', "not so: 1 high is no hand of three cards"),
        (
            'quantity = "paid hands"\nwager = "pair_plus"\npublished = "full house or better"\n',
            "not so: full house is no hand",
        ),
        ('quantity = "order of ranks"\npublished = "A K Q 1"\n', "not so: '1' is not a rank of this deck"),
        (
            'quantity = "choice of tables"\ntables = { pair_plus = "Z" }\n',
            "not so: pair_plus has no table Z (there are: A)",
        ),
        (
            'quantity = "value of playing"\nhand = "Q-Q-Q"\nsuits = "one suit"\npublished = "1"\n',
            "not so: Q-Q-Q cannot be of one suit",
        ),
        (
            'quantity = "best strategy"\nstrategy = "Q-6-4"\nsees = "X"\n',
            "not so: 'X' is not a rank of this deck",
        ),
    ],
)
def test_a_statement_that_cannot_be_true_is_judged(tmp_path: Path, entries: str, reason: str) -> None:
    one = only(tmp_path, entries)
    assert one.verdict is Verdict.DIFFERS
    assert reason in one.reason


def test_hands_of_a_size_that_is_not_counted_are_not_checkable(tmp_path: Path) -> None:
    one = only(tmp_path, 'quantity = "number of hands"\nhands = "royal flush"\ncards = 8\npublished = "4"\n')
    assert (one.verdict, one.reason) == (Verdict.NOT_CHECKABLE, "hands of 8 cards are not counted")


def test_a_finding_keeps_the_letters_of_its_hand(tmp_path: Path) -> None:
    claims = (
        f'{HEADER}[[claim]]\nid = "one"\nplace = "p"\nsays = "Q-6-3"\nquantity = "value of playing"\n'
        'hand = "Q-6-3"\npublished = "-2"\n'
    )
    finding = judged(audited(tmp_path, claims), "one").finding
    assert finding is not None
    assert finding.text.startswith("p: Q-6-3 is ")
