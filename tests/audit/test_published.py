from __future__ import annotations

from fractions import Fraction

import pytest

from combin.audit.verdict import Measure, PublishedError, read_published


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("52", Fraction(52)),
        ("22,100", Fraction(22100)),
        ("2.0%", Fraction(1, 50)),
        ("100 %", Fraction(1)),
        ("5 to 1", Fraction(5)),
        ("3to 1", Fraction(3)),
        ("(35 to 1)", Fraction(35)),
        ("1-1", Fraction(1)),
        ("3/2", Fraction(3, 2)),
        ("$500 for each $1", Fraction(500)),
        ("6 for 1", Fraction(6)),
        ("£5 for every £100", Fraction(1, 20)),
        ("1 in 425", Fraction(1, 425)),
        ("$1250", Fraction(1250)),
        ("even money", Fraction(1)),
        ("Stand-Off", Fraction(0)),
        ("lose", Fraction(-1)),
        ("NA", Fraction(0)),
        ("-1.5", Fraction(-3, 2)),
        ("+1.5", Fraction(3, 2)),
        (".5", Fraction(1, 2)),
        ("-.993378", Fraction(-993378, 10**6)),
        ("3 of 4", Fraction(3, 4)),
        ("one in 221", Fraction(1, 221)),
        ("69.6 percent", Fraction(87, 125)),
        ("4.5 per cent", Fraction(9, 200)),
        ("about 2%", Fraction(1, 50)),
        ("approximately 1 in 460", Fraction(1, 460)),
        ("40,71,70,400", Fraction(407170400)),
        ("22 100", Fraction(22100)),
    ],
)
def test_a_figure_is_read_exactly(text: str, value: Fraction) -> None:
    assert read_published(text).value == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "about",
        "over 2%",
        "two",
        "2,32 %",
        "1,23",
        "1.234,5",
        "1 in 0",
        "5 to 0",
        "2.0%%",
        "1.2.3",
        "% 5",
        "9" * 200,
    ],
)
def test_what_is_no_figure_is_refused(text: str) -> None:
    with pytest.raises(PublishedError, match=r"is no figure \(write "):
        read_published(text)


@pytest.mark.parametrize(
    ("text", "exact", "rounds"),
    [
        ("2.0%", "1.95%", True),
        ("2.0%", "1.949999%", False),
        ("2.0%", "2.049999%", True),
        ("2.0%", "2.05%", False),
        ("8.598%", "8.5975%", True),
        ("-1.5", "-1.55", False),
        ("-1.5", "-1.45", True),
        ("0.0", "0.05", False),
        ("0.0", "-0.05", False),
        ("0.0", "0.0499", True),
        ("52", "52.2", False),
        ("5 to 1", "5.1", False),
    ],
)
def test_halves_are_rounded_away_from_zero(text: str, exact: str, rounds: bool) -> None:
    value = Fraction(exact.removesuffix("%")) / (100 if exact.endswith("%") else 1)
    assert read_published(text).is_rounding_of(value) is rounds


def test_the_interval_of_a_figure_is_told() -> None:
    assert read_published("2.0%").interval == "from 1.95% up to, but not including, 2.05%"
    assert read_published("0.032").interval == "from 0.0315 up to, but not including, 0.0325"


@pytest.mark.parametrize(
    ("text", "measure", "value"),
    [
        ("6 for 1", Measure.PAY, 5),
        ("5 to 1", Measure.PAY, 5),
        ("3/2", Measure.PAY, Fraction(3, 2)),
        ("1/2", Measure.PAY, Fraction(1, 2)),
        ("5 to 1", Measure.PROBABILITY, Fraction(1, 6)),
        ("3 to 2 against", Measure.PROBABILITY, Fraction(2, 5)),
        ("even money", Measure.PROBABILITY, Fraction(1, 2)),
        ("1/6", Measure.PROBABILITY, Fraction(1, 6)),
        ("1 in 6", Measure.PROBABILITY, Fraction(1, 6)),
        ("1 out of 6", Measure.PROBABILITY, Fraction(1, 6)),
        ("lose", Measure.PROBABILITY, -1),
    ],
)
def test_odds_say_what_they_are_about(text: str, measure: Measure, value: Fraction) -> None:
    assert read_published(text).of(measure).value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("2,32 %", "0.0232"), ("22.100", "22100"), ("1.234,5", "1234.5"), ("1 in 460,42", "1/460.42")],
)
def test_a_decimal_comma_is_read_where_it_is_stated(text: str, value: str) -> None:
    one, _, other = value.partition("/")
    assert read_published(text, ",").value == Fraction(one) / Fraction(other or 1)
