"""The jackpots of a certificate worked out again: hands visited one by one, meters summed in decimals."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.proof.certificate.decimal_meter import MeterTerms, Prize, long_run
from combin.proof.certificate.errors import CertificateError
from combin.proof.certificate.rederive_side_bets import counts_by_line
from combin.proof.lines import line_of_hands
from combin.proof.visiting import visit
from combin.rules.wagers import Jackpot

if TYPE_CHECKING:
    from combin.proof.certificate.canonical import Data
    from combin.proof.hands import Hands
    from combin.rules.resolved import Rules
    from combin.rules.wagers import PayTable

__all__ = ["jackpots", "meters"]

DIGITS = 10
"""Digits behind the point of what a meter comes to in the long run."""


def jackpots(rules: Rules, hands: Hands) -> list[Data]:
    """Return every table of every jackpot wager: its counts, and its value as a linear function."""
    return [
        _jackpot(rules, hands, name, letter)
        for name in sorted(rules.wagers)
        if isinstance(rules.wagers[name], Jackpot)
        for letter in sorted(rules.file.pay_tables[name])
    ]


def _jackpot(rules: Rules, hands: Hands, name: str, letter: str) -> dict[str, Data]:
    table = rules.file.pay_tables[name][letter]
    counts, total = _counts(rules, hands, name, table)
    parts = dict.fromkeys(("odds", "money", "share_of_meter", "envy"), Fraction(0))
    for text, prize in table.lines.items():
        chance = Fraction(counts[text], total)
        if prize.odds is not None:
            parts["odds"] += chance * _for_one(table, prize.odds)
        parts["money"] += chance * (prize.money or 0)
        parts["share_of_meter"] += chance * (prize.meter or 0)
        parts["envy"] += chance * prize.envy
    return {
        "tables": {name: letter},
        "lines": counts,
        "total": total,
        "value": {part: str(value) for part, value in parts.items()},
    }


def _for_one(table: PayTable, odds: Fraction) -> Fraction:
    """Return all that is handed over for a unit staked: odds "to 1" come with the stake."""
    return Fraction(odds) + (0 if table.odds == "for 1" else 1)


def _counts(rules: Rules, hands: Hands, name: str, table: PayTable) -> tuple[dict[str, int], int]:
    """Return how many deals each line gets, over all hands, and how many deals there are."""
    more, cards = rules.more_cards(name), len(rules.deck)
    if more:
        visited = visit(rules.deck, 3 + more)
        counts = {category.value: count * comb(3 + more, 3) for category, count in visited.items()}
        by_line = counts_by_line(table, counts)
        return {text: by_line[text] for text in table.lines}, comb(cards, 3) * comb(cards - 3, more)
    line = line_of_hands(table, hands)[:, 0]
    return {text: int((line == place).sum()) for place, text in enumerate(table.lines)}, len(hands)


def meters(rules: Rules, hands: Hands) -> list[Data]:
    """Return every meter that the rules publish, and what it comes to in the long run."""
    entry = rules.file.jackpot
    if entry is None:
        return []
    found = []
    for option in sorted(entry.options):
        letter = entry.options[option].pay_table
        table = rules.file.pay_tables[entry.wager][letter]
        counts, total = _counts(rules, hands, entry.wager, table)
        prizes, fixed = [], Fraction(0)
        others = (rules.file.deal.seats or 1) - 1  # of a full table
        for text, prize in table.lines.items():
            chance = Fraction(counts[text], total)
            fixed += chance * prize.envy * others
            if prize.meter and chance:
                prizes.append(Prize(chance, Fraction(prize.meter)))
            elif prize.money is not None:
                fixed += chance * prize.money
            elif prize.odds is not None:
                fixed += chance * _for_one(table, prize.odds)
        if not prizes:
            raise CertificateError(f"rules: nothing of the meter of option {option} can be won")
        per_unit = sum((one.probability * one.share for one in prizes), Fraction(0))
        for published in entry.options[option].meters:
            if not 0 < published.increment < 1:
                raise CertificateError(
                    f"rules: an increment rate of {published.increment} in option {option}"
                )
            terms = MeterTerms(Fraction(published.seed), Fraction(published.increment), tuple(prizes), fixed)
            found.append(
                {
                    "option": option,
                    "pay_table": letter,
                    "seed": str(terms.seed),
                    "increment": str(terms.increment),
                    "fixed_value": str(fixed),
                    "value_per_unit_of_meter": str(per_unit),
                    "break_even_meter": str((1 - fixed) / per_unit),
                    **long_run(terms, DIGITS),
                }
            )
    return found
