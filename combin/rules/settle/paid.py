"""What was paid beside what is due: the amounts of a record that the rules do not give."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from combin.rules.resolved import Rules
from combin.rules.rounds import Hand, Round, RoundError
from combin.rules.settle.results import Discrepancy, SettledHand, cite

__all__ = ["paid_wrongly"]


def paid_wrongly(rules: Rules, round_: Round, hands: Sequence[SettledHand]) -> tuple[Discrepancy, ...]:
    """Return where the amounts paid differ from those due, in the order of the hands and their wagers.

    A wager that `paid` does not name was paid nothing. Where only a sum was recorded, the sum is compared
    and the discrepancy stands under "total".

    Raises:
        RoundError: something is paid on a wager that the game does not have.
    """
    return tuple(
        wrong
        for hand, settled in zip(round_.hands, hands, strict=True)
        for wrong in _of_hand(rules, hand, settled)
    )


def _of_hand(rules: Rules, hand: Hand, settled: SettledHand) -> list[Discrepancy]:
    if hand.paid is None:
        return []
    if hand.paid.wagers is None:
        rule = "; ".join(f"{one.wager}: {one.rule}" for one in settled.wagers)
        return _compared(settled, "total", settled.returned, hand.paid.total, rule)
    envy = {f"{name}.envy": rules.jackpot_wager(name).envy_rule for name in rules.jackpots}
    known = {name: wager.rule for name, wager in rules.wagers.items()} | envy
    for name in hand.paid.wagers:
        if name not in known:
            raise RoundError(f"seat {hand.seat}: paid: no wager {name!r}; there are {', '.join(known)}")
    found = []
    for name, general in known.items():
        rows = [one for one in settled.wagers if one.wager == name]
        due = sum((one.returned for one in rows), Fraction(0))
        paid = Fraction(hand.paid.wagers.get(name, 0))
        rule = (
            cite(*(one.rule for one in rows), *(note.rule for one in rows for note in one.notes)) or general
        )
        found += _compared(settled, name, due, paid, rule)
    return found


def _compared(
    settled: SettledHand, wager: str, due: Fraction, paid: Fraction, rule: str
) -> list[Discrepancy]:
    if due == paid:
        return []
    return [Discrepancy(seat=settled.seat, player=settled.player, wager=wager, due=due, paid=paid, rule=rule)]
