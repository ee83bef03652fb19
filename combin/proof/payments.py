"""What pay tables and bets on the higher hand give in each deal, by the words of the rule file."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from combin.proof.hands import CASES, UNPAID, Roles, line_of_hands
from combin.rules.wagers import Case, Compared, Whose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.rules.resolved import Rules


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


def kept(pays: Fraction, commission: Fraction) -> Fraction:
    """Return what a player keeps of what a wager pays: the house takes a part of winnings, not of losses."""
    return pays - pays * commission if pays > 0 else Fraction(pays)


def table_nets(rules: Rules, name: str, letter: str) -> list[Fraction]:
    """Return what each line of a pay table nets to 1, in the order of the file.

    A sum of money is so many times the least stake that the rules name.

    Raises:
        ValueError: a line pays a share of a meter.
    """
    table, bet = rules.file.pay_tables[name][letter], rules.bets[name]
    back = 1 if table.odds == "for 1" else 0  # "for 1" counts the stake that comes back
    nets = []
    for text, prize in table.lines.items():
        if prize.meter is not None:
            msg = f"{name} {letter}: {text!r} pays no odds"
            raise ValueError(msg)
        pays = prize.odds if prize.money is None else prize.money / bet.first_stake
        nets.append(kept(Fraction(pays or 0) - back, bet.commission))
    return nets


def lines_and_nets(rules: Rules, name: str, letter: str) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
    """Return the lines of a side bet's table and what each nets.

    Where a hand on the table is paid otherwise if the dealer's is as high or higher, its line stands there
    again, with "but tied" or "but beaten".
    """
    wager, table = rules.bets[name], rules.file.pay_tables[name][letter]
    texts, nets = tuple(table.lines), tuple(table_nets(rules, name, letter))
    for word, net in (("tied", wager.if_tied), ("beaten", wager.if_beaten)):
        if net is not None:
            texts += tuple(f"{text} but {word}" for text in table.lines)
            nets += (kept(net, wager.commission),) * len(table.lines)
    return texts, nets


def side_bet_payment(roles: Roles, name: str, letter: str) -> Payment:
    """Return what a side bet on three cards nets under one of its tables, for a player who does not fold."""
    rules, hands = roles.rules, roles.hands
    wager, table = rules.bets[name], rules.file.pay_tables[name][letter]
    lines = line_of_hands(table, hands)
    if wager.hand is Whose.DEALER:
        line = lines[roles.of_kind, 0][None, None, :]
    elif wager.hand is Whose.EITHER:
        nets_of = table_nets(rules, name, letter)
        order = sorted(range(len(nets_of)), key=lambda place: (-nets_of[place], place))
        rank = np.array([*map(order.index, range(len(nets_of))), len(order)])  # the last one: unpaid
        own, theirs = lines[:, :1, None], lines[roles.of_kind, 0][None, None, :]
        line = np.where(rank[theirs] < rank[own], theirs, own)
    elif wager.hand.of_both:
        counts = Compared.LOSE if wager.hand is Whose.HIGHER else Compared.WIN
        dealers = np.array([case.result is counts for case in CASES])[None, :, None]
        line = np.where(dealers, lines[roles.of_kind, 0][None, None, :], lines[:, :1, None])
    else:
        line = lines[:, hands.colour[roles.of_kind]][:, None, :]
    texts, nets = lines_and_nets(rules, name, letter)
    place = len(table.lines)
    for result, net in ((Compared.TIE, wager.if_tied), (Compared.LOSE, wager.if_beaten)):
        if net is not None:
            here = np.array([case.result is result for case in CASES])[None, :, None]
            line = np.where(here & (line != UNPAID), line + place, line)
            place += len(table.lines)
    line = np.where(line == UNPAID, len(nets), line)
    return Payment(line, (*texts, "nothing"), (*nets, Fraction(-1)))


def compared(roles: Roles, name: str, letter: str = "") -> Payment:
    """Return what a bet on the higher hand nets, whether or not the dealer qualifies.

    Under a table, where it has one: the lines of that stand before what other hands get with a result.
    """
    rules, told = roles.rules, ("player's hand is higher", "hands are equal", "dealer's hand is higher")
    wager = rules.bets[name]
    table = rules.file.pay_tables[name][letter] if letter else None
    lines = np.full(1, UNPAID) if table is None else line_of_hands(table, roles.hands)[:, 0]
    of_table = [] if table is None else table_nets(rules, name, letter)
    place, texts, nets = np.zeros((len(lines), len(told)), np.int64), list[str](), list[Fraction]()
    for result, outcome in enumerate(map(wager.outcome, (Case.WIN, Case.TIE, Case.LOSE))):
        first = len(texts)
        if table is not None and outcome.by_table:
            texts += [f"{told[result]}: {text}" for text in table.lines]
            nets += of_table
        on_table = (lines != UNPAID) & (len(texts) > first)
        place[:, result] = np.where(on_table, first + lines, len(texts))
        texts.append(told[result])
        nets.append(kept(outcome.pays, wager.commission))
    return Payment(place[:, np.arange(len(CASES)) % len(told), None], tuple(texts), tuple(nets))


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
        everything += [rules.collection, *(rules.bets[name].fold_returns for name in rules.initial)]
        self.unit = lcm(*(net.denominator for net in everything))

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

    def _settle(self, lines: Mapping[str, Fraction | None], case: Case, decision: int) -> dict[str, Fraction]:
        rules, found = self.rules, {}
        result = case.result if case.qualified else "no qualify"
        for name in rules.base_wagers:
            wager = rules.bets[name]
            outcome = wager.outcome(case)
            on_table = lines[name] if outcome.by_table else None
            net = kept(outcome.pays, wager.commission) if on_table is None else on_table
            if name == rules.play:
                found[name] = rules.times(decision) * net
            else:
                found[name] = wager.fold_returns - 1 if decision == FOLD else net
        for name in rules.bonuses:
            paid_on = rules.bets[name].paid_on
            paid = decision != FOLD and (not paid_on or result in paid_on)
            times = rules.times(decision) if rules.bets[name].on == rules.play else 1
            found[name] = times * (lines[name] or Fraction(0)) if paid else Fraction(0)
        found[rules.base] -= rules.collection
        return found
