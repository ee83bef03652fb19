"""What was paid, held against what is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from combin.rules.resolved import Rules
from combin.rules.rounds import Hand, Round, RoundError
from combin.rules.settle.results import Discrepancy, SettledHand, cite, total

NOTHING = Fraction(0)


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
        for wrong in wrong_payments(rules, hand, settled)
    )


def wrong_payments(rules: Rules, hand: Hand, settled: SettledHand) -> list[Discrepancy]:
    """Return where the amounts paid to one hand differ from those due."""
    if hand.paid is None:
        return []
    if hand.paid.total is not None:
        due = settled.returned
        if due == hand.paid.total:
            return []
        rule = "; ".join(f"{one.wager}: {one.rule}" for one in settled.wagers)
        return [_wrong(settled, "total", due, hand.paid.total, rule)]
    known, paid = _payable(rules), hand.paid.wagers
    for name in paid:
        if name not in known:
            raise RoundError(f"seat {hand.seat}: paid: no wager {name!r}; there are {', '.join(known)}")
    dues: dict[str, Fraction] = {}
    for one in settled.wagers:
        dues[one.wager] = total((dues[one.wager], one.returned)) if one.wager in dues else one.returned
    wrong = {name for name in dues.keys() | paid.keys() if not _equal(dues.get(name), paid.get(name))}
    found = []
    for name in (name for name in known if name in wrong) if wrong else ():
        rows = [one for one in settled.wagers if one.wager == name]
        rule = cite(*(one.rule for one in rows), *(note.rule for one in rows for note in one.notes))
        due, handed = dues.get(name, NOTHING), Fraction(paid.get(name, NOTHING))
        found.append(_wrong(settled, name, due, handed, rule or known[name]))
    return found


def _equal(due: Fraction | None, paid: Fraction | None) -> bool:
    """Tell whether two amounts are equal, None being nothing; `Fraction` takes four times as long."""
    return (due or NOTHING).as_integer_ratio() == (paid or NOTHING).as_integer_ratio()


def _payable(rules: Rules) -> Mapping[str, str]:
    """Return what may be paid: by wager, and by envy bonus of one, the rule on it."""
    envy = {f"{name}.envy": rules.bets[name].cited["envy"] for name in rules.jackpots}
    return {name: wager.rule for name, wager in rules.wagers.items()} | envy


def _wrong(settled: SettledHand, wager: str, due: Fraction, paid: Fraction, rule: str) -> Discrepancy:
    return Discrepancy(seat=settled.seat, player=settled.player, wager=wager, due=due, paid=paid, rule=rule)
