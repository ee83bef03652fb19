"""Quantities of rounds with several winners: what numbers of them can occur, how often, and their shares."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from combin.audit.answer import Answer, Candidate
from combin.audit.quantities.formulas import Formula
from combin.audit.subject import Amount, Claim, Subject
from combin.decimals import decimal

if TYPE_CHECKING:
    from combin.audit.progressive import JackpotStudy


class PrizeShare(Formula, frozen=True, kw_only=True, tag="prize share"):
    """A part of a prize by a formula, for R royal and S straight flushes in one round.

    Beside its value stands how often such a round comes at a full table; a letter that is left out may be
    any number.
    """

    def answer(self, subject: Subject) -> Answer:
        """Return the exact value of the formula, and the probability of the round."""
        found = super().answer(subject)
        royals, others = self.names.get("R"), self.names.get("S")
        chance = _chance(subject, royals, others)
        if chance is None:
            return found
        given = _case(royals, others)
        line = f"No two jackpot cards allow {given}: it cannot occur."
        if chance:
            line = (
                f"At a full table {given} comes once in {once_in(chance)} rounds (exactly {chance} of them)."
            )
        return replace(found, evidence=(*found.evidence, line), chance=chance)


class SimultaneousFlushes(Claim, frozen=True, kw_only=True, tag="simultaneous flushes"):
    """A case of R royal and S straight flushes in one round, all hands sharing the jackpot cards.

    `royals` and `straight_flushes` are the smallest numbers of the case.
    """

    figure: ClassVar[bool] = False
    royals: Amount = 0
    straight_flushes: Amount = 0

    def answer(self, subject: Subject) -> Answer:
        """Return whether some choice of jackpot cards allows the case, by trying all of them."""
        found = simultaneous(len(subject.rules.deck.ranks))
        wanted = (self.royals, self.straight_flushes)
        possible = sorted({case for cases in found.values() for case in cases})
        listed = ", ".join(f"({royals}, {others})" for royals, others in possible)
        evidence = (
            "Each of these hands must hold both jackpot cards, so all are of their suit.",
            (
                f"All {len(found)} pairs of ranks for the jackpot cards are tried, with every set of runs "
                f"of five that contain both and share no other card: (R, S) can be {listed}."
            ),
        )
        ways = [pair for pair, cases in found.items() if wanted in cases]
        if any(one[0] >= wanted[0] and one[1] >= wanted[1] for one in possible):
            names = subject.rules.deck.ranks
            shown = ", ".join(f"{names[high]}-{names[low]}" for low, high in ways)
            said = f"can occur with jackpot cards {shown}" if shown else "can occur"
            chance = _chance(subject, *wanted)
            if chance:
                said += f"; at a full table once in {once_in(chance)} rounds"
            return Answer((Candidate(said, {}, holds=True),), evidence, chance=chance)
        royals, others = (number or None for number in wanted)
        return Answer((), evidence, never=f"no two jackpot cards allow {_case(royals, others)}")


def once_in(chance: Fraction) -> str:
    """Return in how many rounds something comes once.

    >>> once_in(Fraction(6, 1463268625))
    '243,878,104'
    """
    return f"{int(decimal(1 / chance, 0)):,}"


def simultaneous(ranks: int) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Return for each pair of ranks of two jackpot cards of one suit the possible (R, S) of one round.

    A hand makes a royal or straight flush by holding the other three ranks of a run of five that contains
    both jackpot cards; hands cannot share a card, so their runs may meet in the jackpot cards only.
    """
    top = ranks - 1
    runs = [frozenset({top, 0, 1, 2, 3}), *(frozenset(range(low, low + 5)) for low in range(ranks - 4))]
    found: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for pair in combinations(range(ranks), 2):
        both = frozenset(pair)
        own = [run for run in runs if both <= run]
        cases = found.setdefault(pair, {(0, 0)})
        for number in range(1, len(own) + 1):
            for chosen in combinations(own, number):
                if all(one & other == both for one, other in combinations(chosen, 2)):
                    royals = sum(run == runs[-1] for run in chosen)
                    cases.add((royals, number - royals))
    return found


def chance_of(progressive: JackpotStudy, royals: int | None, others: int | None) -> Fraction:
    """Return how likely R royal and S straight flushes are in a round at a full table; None is any number."""
    return sum(
        (
            chance
            for (one, other), chance in progressive.full_table.items()
            if royals in (None, one) and others in (None, other)
        ),
        Fraction(0),
    )


def _chance(subject: Subject, royals: int | None, others: int | None) -> Fraction | None:
    """Return how likely such a round is at a full table, None if its seats share no jackpot cards."""
    if subject.progressive is None or not subject.progressive.shares_flushes:
        return None
    return chance_of(subject.progressive, royals, others)


def _case(royals: int | None, others: int | None) -> str:
    parts = (("R", royals), ("S", others))
    return " with ".join(f"{name} = {number}" for name, number in parts if number is not None)
