"""What wagers net in each deal: their rows of the table of outcomes, by the words of the rule file."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from combin.proof.hands import CASES, UNPAID, Roles, line_of_hands
from combin.rules.outcomes import HIGHER, base_nets, base_sets, bet_lines, endings
from combin.rules.wagers import Case, Compared, Whose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.rules.outcomes import Payoff
    from combin.rules.wagers import Bet


@dataclass(frozen=True, eq=False)
class Payment:
    """What a side bet nets: `nets[line]`; `texts` name the lines, of which the last is for what is lost.

    `line` (hands x 6 x kinds) is by the player's hand, the case in the order of `CASES` and the kind of the
    dealer's hand; what does not matter has a length of 1.
    """

    line: Integers
    texts: tuple[str, ...]
    nets: tuple[Fraction, ...]

    def net(self, player: int, case: int, kind: int) -> Fraction:
        """Return what is gained in one deal."""
        place = zip((player, case, kind), self.line.shape, strict=True)
        return self.nets[int(self.line[tuple(min(one, most - 1) for one, most in place)])]

    def places(self, players: Integers, cases: Integers, kinds: Integers) -> Integers:
        """Return the lines of many deals."""
        given = zip((players, cases, kinds), self.line.shape, strict=True)
        found: Integers = self.line[tuple(np.minimum(one, most - 1) for one, most in given)]
        return found

    def counts(self, deals: Integers, total: int) -> list[int]:
        """Return how many deals each line has; the last has also those in which the bet does not stay.

        Args:
            deals: those in which it stays (hands x 6 x kinds), as `Deals.of_some` counts them.
            total: how many there are with those in which a fold loses it.
        """
        line = np.broadcast_to(self.line, deals.shape)
        found = [int(deals[line == place].sum()) for place in range(len(self.nets))]
        found[-1] += total - sum(found)
        return found


def side_bet_payment(roles: Roles, name: str, letter: str) -> Payment:
    """Return what a side bet on three cards nets under one of its tables, for a player who does not fold."""
    rules, hands = roles.rules, roles.hands
    bet, table = rules.bets[name], rules.file.pay_tables[name][letter]
    lines, texts = line_of_hands(table, hands), [*table.lines]
    own, theirs = lines[:, :1, None], lines[roles.of_kind, 0][None, None, :]
    rows = bet_lines(rules, name, letter)
    if bet.hand is Whose.DEALER:
        line = theirs
    elif bet.hand is Whose.EITHER:
        order = sorted(range(len(texts)), key=lambda place: -rows[texts[place]].odds(bet.first_stake))
        rank = np.array([*map(order.index, range(len(texts))), len(order)])  # the last one: unpaid
        line = np.where(rank[theirs] < rank[own], theirs, own)
    elif bet.hand.of_both:
        counts = Compared.LOSE if bet.hand is Whose.HIGHER else Compared.WIN
        line = np.where(np.array([case.result is counts for case in CASES])[None, :, None], theirs, own)
    else:
        line = lines[:, hands.colour[roles.of_kind]][:, None, :]
    told = dict(zip(Compared, endings(rules, rules.tables[name][letter]), strict=True))
    return _payment(
        rows, bet, line, [[text + told[case.result or Compared.WIN] for text in texts] for case in CASES]
    )


def compared(roles: Roles, name: str, letter: str = "") -> Payment:
    """Return what a bet on the higher hand nets, whether or not the dealer qualifies.

    Under a table, where it has one: the lines of that stand before what other hands get with a result.
    """
    rules, bet, texts, line = roles.rules, roles.rules.bets[name], list[str](), np.full((1, 1, 1), UNPAID)
    if letter:
        table = rules.file.pay_tables[name][letter]
        texts, line = [*table.lines], line_of_hands(table, roles.hands)[:, :1, None]
    rows, results = bet_lines(rules, name, letter), [*HIGHER.values()] * 2
    named = [[text if (text := f"{told}: {one}") in rows else told for one in texts] for told in results]
    return _payment(rows, bet, line, named, results)


def _payment(
    rows: Mapping[str, Payoff],
    bet: Bet,
    line: Integers,
    names: Sequence[Sequence[str]],
    rest: Sequence[str] = ("nothing",) * len(CASES),
) -> Payment:
    """Return what lines (hands x cases x kinds) come to.

    Args:
        rows: what each result gets, by its name.
        bet: the bet.
        line: the place of a line of the table, `UNPAID` for a hand on none.
        names: for each of the `CASES` what the result of each line is called.
        rest: what that of hands on no line is called.
    """
    place_of = {text: place for place, text in enumerate(rows)}
    places = np.array(
        [[place_of[text] for text in (*of, last)] for of, last in zip(names, rest, strict=True)]
    )
    if (places == places[0]).all():
        places = places[:1]
    case = np.arange(max(len(places), line.shape[1])) % len(places)
    nets = tuple(row.odds(bet.first_stake) for row in rows.values())
    return Payment(places[case[None, :, None], line], tuple(rows), nets)


FOLD = 0
"""The multiple of a decision to fold."""


class BaseNets:
    """What is won and lost on the base wager, what equals and raises it, and all bonuses.

    `lines` are the combinations of lines that hands are on, by wager; `lines_of` has one for each hand. Nets
    are worked out in fractions; as integers they are in `1/unit` of the base wager.
    """

    def __init__(self, roles: Roles, letters: Mapping[str, str]) -> None:
        """Read the pay tables of the letters."""
        self.rules = rules = roles.rules
        self.letters = letters
        tables = base_sets(rules, letters)
        on = [np.zeros(len(roles.hands), np.int64)]
        on += [line_of_hands(table, roles.hands)[:, 0] for table in tables.values()]
        found, lines_of = np.unique(np.stack(on, axis=1), axis=0, return_inverse=True)
        self.lines_of: Integers = lines_of.reshape(-1)
        self.lines: list[dict[str, str]] = [
            {
                name: table.lines[line]
                for (name, table), line in zip(tables.items(), lines, strict=True)
                if line != UNPAID
            }
            for _, *lines in found.tolist()
        ]
        choices = (*rules.multiples, *([FOLD] if rules.play else []))
        nets = [net for lines in range(len(self.lines)) for one in choices for net in self.nets(lines, one)]
        self.unit = lcm(*(net.denominator for net in nets))

    def nets(self, lines: int, decision: int) -> list[Fraction]:
        """Return what a decision nets in each case of the game with a hand on some lines."""
        return [
            sum(self._settle(self.lines[lines], case, decision).values(), Fraction(0))
            for case in self.rules.cases
        ]

    def settle(self, player: int, case: Case, decision: int) -> dict[str, Fraction]:
        """Return what each wager and bonus nets with a hand in a case, in units of the base wager.

        A collection is part of what that nets.
        """
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

    def _settle(self, lines: Mapping[str, str], case: Case, decision: int) -> dict[str, Fraction]:
        nets = base_nets(self.rules, case, decision, self.letters, lines)
        nets[self.rules.base] -= self.rules.collection
        return nets
