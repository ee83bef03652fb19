"""The chapter about progressives of other prizes than royal and straight flushes, and of rare resets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.audit.chapters import checks_section, counts_section, effects_of, limits_section
from combin.design.progressives import JackpotStudy, PrintedRate
from combin.formats.documents import Block, Listing, Paragraph
from tests.helpers.variants import variant

OTHER_PRIZES = """
extends = "crown-melbourne"
id = "meter-of-other-prizes"
[pay_tables.jackpot.1]
"royal flush" = 5000
"straight flush" = { meter = "100%" }
"flush" = { meter = "1%" }
[jackpot.options.1]
pay_table = "1"
meters = [{ seed = 5_000, increment = "26%" }]
"""

RARE_RESETS = """
extends = "crown-melbourne"
id = "rare-resets"
[pay_tables.jackpot.1]
"straight flush" = 5000
"flush" = { meter = "0.1%" }
"""


def study_of(text: str) -> JackpotStudy:
    rules = variant(text)
    return JackpotStudy(
        rules,
        tuple(
            PrintedRate(name, Fraction(meter.seed), Fraction(meter.increment))
            for name, option in rules.meters["jackpot"].options.items()
            for meter in option.meters[:1]
        ),
    )


def said(blocks: list[Block]) -> str:
    return " ".join(str(one) for one in blocks if isinstance(one, Paragraph | Listing))


@pytest.mark.slow
@pytest.mark.parametrize("text", [OTHER_PRIZES, RARE_RESETS])
def test_the_checks_are_there_whatever_the_prizes_are(text: str) -> None:
    progressive = study_of(text)
    assert not progressive.shares_flushes
    checks = said([*checks_section(progressive)])
    assert "is between them" in checks
    assert "NOT" not in checks
    assert [one.name for one in effects_of(progressive)()[0]] == [
        "whole wagers, one in a round",
        "prizes paid rounded up",
        "increments of a winning wager lost",
    ]
    assert [*limits_section(progressive)]


def test_options_with_other_prizes_are_told_apart() -> None:
    text = said([*counts_section(study_of(OTHER_PRIZES))])
    assert "87.08 × m) / 2,598,960" in text
    assert "7.6 × m) / 2,598,960" in text
