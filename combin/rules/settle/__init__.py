"""One round settled by the letter of the rules, in plain Python: the reference for every fast route."""

from combin.rules.settle.file import settle_lines
from combin.rules.settle.lines import check_letters
from combin.rules.settle.results import (
    Discrepancy,
    Note,
    Result,
    SettledHand,
    SettledMeter,
    SettledRound,
    SettledRounds,
    SettledWager,
    amount_text,
)
from combin.rules.settle.round import settle
from combin.rules.settle.verdicts import settle_hand

__all__ = [
    "Discrepancy",
    "Note",
    "Result",
    "SettledHand",
    "SettledMeter",
    "SettledRound",
    "SettledRounds",
    "SettledWager",
    "amount_text",
    "check_letters",
    "settle",
    "settle_hand",
    "settle_lines",
]
