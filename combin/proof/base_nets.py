"""What the wagers against the dealer and their bonuses net in each case, by the letter of the rule file."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from combin.proof.hands import UNPAID, line_of_hands
from combin.proof.payments import kept, table_nets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.proof.deals import Roles
    from combin.rules.wagers import Case


FOLD = 0
"""The multiple of a decision to fold."""


class BaseNets:
    """What is won and lost on the base wager, what equals and raises it, and all bonuses.

    `lines` are the combinations of lines of their pay tables that hands are on, with what each table pays
    there (None for a hand that is not on it); `lines_of` has one for each hand. Nets are worked out in
    fractions; as integers they are in `1/unit` of the base wager.
    """

    def __init__(self, roles: Roles, letters: Mapping[str, str]) -> None:
        """Read the pay tables of the letters."""
        self.rules = rules = roles.rules
        tables = {name: letters[name] for name in rules.base_tables}
        on = [np.zeros(len(roles.hands), np.int64)]
        on += [
            line_of_hands(rules.file.pay_tables[name][letter], roles.hands)[:, 0]
            for name, letter in tables.items()
        ]
        found, lines_of = np.unique(np.stack(on, axis=1), axis=0, return_inverse=True)
        self.lines_of: Integers = lines_of.reshape(-1)
        pays = {name: table_nets(rules, name, letter) for name, letter in tables.items()}
        self.lines: list[dict[str, Fraction | None]] = [
            {
                name: None if line == UNPAID else pays[name][line]
                for name, line in zip(tables, lines, strict=True)
            }
            for _, *lines in found.tolist()
        ]
        everything = [
            net
            for lines in range(len(self.lines))
            for multiple in rules.multiples
            for net in self.nets(lines, multiple)
        ]
        everything += [rules.bets[name].fold_returns for name in rules.initial]
        self.unit = lcm(*(net.denominator for net in everything))

    def nets(self, lines: int, decision: int) -> list[Fraction]:
        """Return what a decision nets in each case of the game with a hand on some lines."""
        return [
            sum(self._settle(self.lines[lines], case, decision).values(), Fraction(0))
            for case in self.rules.cases
        ]

    def settle(self, player: int, case: Case, decision: int) -> dict[str, Fraction]:
        """Return what each wager and bonus nets with a hand in a case, in units of the base wager."""
        return self._settle(self.lines[self.lines_of[player]], case, decision)

    def by_hand(self, decision: int) -> NDArray[np.object_]:
        """Return (hands x cases) what a decision nets, as integers."""
        nets = [self._in_units(self.nets(lines, decision)) for lines in range(len(self.lines))]
        return np.array(nets, dtype=object)[self.lines_of]

    def largest(self, decisions: Sequence[int]) -> int:
        """Return the largest amount that any decision nets in a deal, in units."""
        lines = range(len(self.lines))
        return max(
            abs(net)
            for one in lines
            for choice in decisions
            for net in self._in_units(self.nets(one, choice))
        )

    def _in_units(self, nets: Sequence[Fraction]) -> list[int]:
        return [int(net * self.unit) for net in nets]

    def _settle(self, lines: Mapping[str, Fraction | None], case: Case, decision: int) -> dict[str, Fraction]:
        rules, found = self.rules, {}
        result = case.result if case.qualified else "no qualify"
        for name in rules.base_wagers:
            wager = rules.bets[name]
            outcome = wager.outcome(case)
            on_table = lines[name] if outcome.by_table else None
            net = kept(outcome.pays, wager.commission) if on_table is None else on_table
            if name == rules.play:
                found[name] = decision * net
            else:
                found[name] = wager.fold_returns - 1 if decision == FOLD else net
        for name in rules.bonuses:
            paid_on = rules.bets[name].paid_on
            paid = decision != FOLD and (not paid_on or result in paid_on)
            times = decision if rules.bets[name].on == rules.play else 1
            found[name] = times * (lines[name] or Fraction(0)) if paid else Fraction(0)
        return found
