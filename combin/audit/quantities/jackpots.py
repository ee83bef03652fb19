"""Quantities of jackpots that need no law of the meter: prices, published rates, simultaneous flushes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from combin.audit.answer import Answer, Candidate, unknown
from combin.audit.derivations import five_card_derivations
from combin.audit.published import read_published
from combin.audit.quantities.base import Claim, Text
from combin.audit.tables import line_counts
from combin.audit.words import grouped
from combin.exact.decimals import decimal, plain
from combin.rules.errors import RulesError
from combin.rules.model import Jackpot

if TYPE_CHECKING:
    from combin.audit.subject import Subject

__all__ = [
    "IncrementRate",
    "JackpotPrice",
    "SimultaneousFlushes",
    "StraightFlushOfFive",
    "simultaneous",
]


class IncrementRate(Claim, frozen=True, kw_only=True, tag="increment rate"):
    """The share of each jackpot wager by which the meter grows, published for a seed."""

    option: Text
    seed: int

    def answer(self, subject: Subject) -> Answer:
        """Return that the rate needs the long-run law of the meter, unless the rule file has another."""
        entry = subject.rules.file.jackpot
        option = None if entry is None else entry.options.get(self.option)
        if option is None:
            known = ", ".join(entry.options) if entry else "none"
            raise RulesError(
                ("option",), f"no jackpot option {self.option!r} in the rule file (there are: {known})"
            )
        rates = [Fraction(meter.increment) for meter in option.meters if meter.seed == self.seed]
        if not rates:
            raise RulesError(("seed",), f"no meter with the seed {self.seed:,} in option {self.option}")
        if rates[0] != read_published(self.published).value:
            return Answer((Candidate(rates[0]),))
        return unknown("not yet: which rate is fair needs the long-run law of the meter")


class JackpotPrice(Claim, frozen=True, kw_only=True, tag="price of a jackpot wager"):
    """That the document does not state what a jackpot wager costs; judged by what its fixed prizes cost."""

    figure: ClassVar[bool] = False
    wager: Text
    table: Text = "A"

    def answer(self, subject: Subject) -> Answer:
        """Return the expected fixed prizes of one wager, which is the least that it must cost."""
        rules = subject.rules
        table = subject.table(self.wager, self.table)
        wager = rules.wagers[self.wager]
        if not isinstance(wager, Jackpot) or wager.hand != "player":
            raise RulesError(("wager",), f"{self.wager!r} is no jackpot wager on the player's three cards")
        counts, total = line_counts(rules, table)
        paid = {
            line.text: Fraction(line.prize.money) * counts[line.text]
            for line in table.lines
            if line.prize.money is not None
        }
        sums = ", ".join(
            f"{text} {counts[text]:,} × {plain(money / counts[text])} = {grouped(money)}"
            for text, money in paid.items()
        )
        whole = sum(paid.values(), Fraction(0))
        worth = whole / total
        lines = (
            f"Fixed prizes over all {total:,} hands: {sums}; in all {grouped(whole)}.",
            (
                f"Divided by {total:,} that is {decimal(worth, 4)} for each wager, before the meter and the "
                f"envy bonuses: at a price of 1 the fixed prizes alone return {decimal(worth * 100, 2)}%."
            ),
        )
        return unknown("the document states no price", *lines, worth=decimal(worth, 4))


class StraightFlushOfFive(Claim, frozen=True, kw_only=True, tag="five-card straight flush"):
    """A five-card straight flush in which an ace counts low only, the royal flush standing apart."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return whether the two definitions share no hand and leave none out."""
        deck = subject.rules.deck
        derived = five_card_derivations(deck)
        top, suits = len(deck.ranks) - 1, len(deck.suits)
        windows = [frozenset(range(low, low + 5)) for low in range(top - 3)]
        ace_low = frozenset({top, 0, 1, 2, 3})
        royal = windows[-1]
        straight_flush = {window for window in (*windows, ace_low) if top not in window or window == ace_low}
        every = {*windows, ace_low}
        true = royal not in straight_flush and straight_flush | {royal} == every
        lines = (
            (
                f"Runs of five: {len(every)}; with the ace only low {len(straight_flush)}, and the royal "
                f"flush: {len(straight_flush)} + 1 = {len(straight_flush) + 1}, none twice and none left out."
            ),
            (
                f"Royal flush {derived['royal flush'][1]}; straight flush {derived['straight flush'][1]}; "
                f"together {len(every)} × {suits} = {len(every) * suits}."
            ),
        )
        return Answer((Candidate("the two definitions fit together", {}, holds=true),), lines)


class SimultaneousFlushes(Claim, frozen=True, kw_only=True, tag="simultaneous flushes"):
    """A case of R royal and S straight flushes in one round, all hands sharing the jackpot cards.

    `royals` and `straight_flushes` are the smallest numbers of the case.
    """

    figure: ClassVar[bool] = False
    royals: int = 0
    straight_flushes: int = 0

    def answer(self, subject: Subject) -> Answer:
        """Return whether some choice of jackpot cards allows the case, by trying all of them."""
        found = simultaneous(len(subject.rules.deck.ranks))
        wanted = (self.royals, self.straight_flushes)
        shares = "Each of these hands must hold both jackpot cards, so all are of their suit."
        possible = sorted({case for cases in found.values() for case in cases})
        listed = ", ".join(f"({royals}, {others})" for royals, others in possible)
        evidence = (
            shares,
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
            return Answer((Candidate(said, {}, holds=True),), evidence)
        return Answer(
            (),
            evidence,
            never=f"no two jackpot cards allow R = {wanted[0]} with S = {wanted[1]}"
            if wanted[0] and wanted[1]
            else f"no two jackpot cards allow {'R' if wanted[0] else 'S'} = {max(wanted)}",
        )


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
