"""Figures as documents print them, read: `printed.txt` has what each says, or that it says nothing."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.audit.verdict import Measure, PublishedError, read_published
from tests.helpers.texts import table_rows

PRINTED = table_rows(Path(__file__).with_name("printed.txt"))


def exactly(text: str) -> Fraction:
    over, _, under = text.removesuffix("%").partition("/")
    return Fraction(over) / Fraction(under or 1) / (100 if text.endswith("%") else 1)


@pytest.mark.parametrize("row", PRINTED, ids="-".join)
def test_a_figure_says_what_it_says(row: tuple[str, ...]) -> None:
    match row:
        case "read" | "comma" as sign, text, value:
            assert read_published(text, "," if sign == "comma" else ".").value == exactly(value)
        case "refused", text:
            with pytest.raises(PublishedError, match=r"is not a figure \(write "):
                read_published(text)
        case "rounds" | "does not" as verb, text, value:
            assert read_published(text).is_rounding_of(exactly(value)) is (verb == "rounds")
        case "pay" | "probability" as measure, text, value:
            assert read_published(text).of(Measure[measure.upper()]).value == exactly(value)
        case "stands for", text, interval:
            assert read_published(text).interval == interval
        case _:
            pytest.fail(f"{row} is of no kind")


@pytest.mark.parametrize("text", ["", "9" * 200])
def test_nothing_and_too_much_are_refused(text: str) -> None:
    with pytest.raises(PublishedError, match=r"is not a figure \(write "):
        read_published(text)
