"""What the cells of a workbook are: words by how they look, and figures beside those of every table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from combin.decimals import plain
from combin.formats.columns import Kind, decimals, percents

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Words(Kind):
    """A kind of words, by how they look; `combin.par.writing` says how."""

    look: str = ""


def _words(look: str, *, right: bool = False, number_format: str = "General") -> Words:
    return Words(_free, right, exact=False, number_format=number_format, look=look)


def _free(value: Fraction | int) -> str:
    """Return a number as people write it, thousands set apart; a fraction as it is."""
    text = plain(value)
    return text if "/" in text else f"{Decimal(text):,f}"


TITLE, SUBTITLE, NOTE, BLOCK, RULE = map(_words, ("title", "subtitle", "note", "block", "rule"))
LINE, WRAP, REMARK, LABEL, LINK = map(_words, ("line", "wrap", "remark", "label", "link"))
SPILL, HEADING = _words("spill"), _words("heading")
EXACT, VERDICT, HEADING_RIGHT = (_words(look, right=True) for look in ("exact", "verdict", "heading right"))
HEADING_COUNT = _words("heading right", right=True, number_format="#,##0")
"""A number of rounds that heads a column."""

CHANCE, AMOUNT, DECIMAL, VALUE = (
    percents(6),
    decimals(2, grouped=True),
    decimals(4, grouped=True),
    decimals(6),
)
EVEN_METER = replace(
    AMOUNT,
    write=lambda meter: AMOUNT.write(meter) if meter >= 0 else "any",
    number_format=f'{AMOUNT.number_format};"any"',
)
"""The meter at which a wager is even; it favours the player at any where that lies below an empty one."""
FREE = Kind(_free)
"""Numbers with as many digits as they have."""
