"""How much of each stake counts, and what chips can pay: table limits, an unequal Play, rounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.rules.numbers import in_chips
from combin.rules.resolved import Rules
from combin.settle.hands import LiveHand, Showdown
from combin.settle.results import Discrepancy, Note, SettledHand, amount_text, cite, total
from combin.settle.rounds import Hand, Limits, Round, RoundError

if TYPE_CHECKING:
    from combin.rules.resolved import Rules
    from combin.settle.rounds import RoundError


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager as staked: what counts of it, and what goes back to the player whatever the result."""

    staked: Fraction
    counts: Fraction
    notes: tuple[Note, ...] = ()

    @property
    def excess(self) -> Fraction:
        """What goes back whatever the result."""
        return self.staked - self.counts


def counted_stakes(showdown: Showdown, round_: Round, live: LiveHand) -> Mapping[str, Stake]:
    """How much of each stake of a hand counts."""
    rules, stakes, own = showdown.rules, live.stakes, live.hand.limits
    multiples: tuple[Fraction, ...] = ()
    if rules.play in stakes:
        level = showdown.strength.level
        allowed = (decision for decision, least in rules.multiples.items() if level >= least)
        multiples = tuple(map(rules.times, allowed))
    counted = {
        name: _within_limits(
            rules, name, amount, own.get(name) or round_.limits.get(name), personal=name in own
        )
        for name, amount in stakes.items()
    }
    for name in rules.equals:
        if name in counted:
            counted[name] = _cut(rules, counted[name], counted[rules.base].counts, rules.wagers[name].rule)
    if rules.play in counted:
        counted[rules.play] = _equal_play(rules, multiples, counted[rules.base], counted[rules.play])
    return counted


def _cut(rules: Rules, stake: Stake, most: Fraction, rule: str) -> Stake:
    """A stake of which no more counts than goes with the initial wager.

    An Ante cut to the maximum takes an equal Play with it (Crown 8.2.2, 5.6).
    """
    if stake.counts <= most:
        return stake
    back = amount_text(stake.counts - most)
    note = Note(f"counts like the {rules.wagers[rules.base].name}: {back} goes back", rule)
    return Stake(stake.staked, most, (*stake.notes, note))


def _within_limits(
    rules: Rules, name: str, amount: Fraction, limits: Limits | None, *, personal: bool
) -> Stake:
    if limits is None:
        return Stake(amount, amount)
    entry = rules.file.limits
    own = entry.personal_rule if personal else ""
    silent = f"{entry.rule or rules.file.source.document} does not say how it is settled"
    if limits.minimum is not None and amount < limits.minimum:
        problem = f"below the minimum of {amount_text(limits.minimum)}"
        if entry.below_minimum is None:
            raise RoundError(f"{name}: {amount_text(amount)} is {problem}; {silent}")
        note = (
            f"{problem}: paid or collected after the result; the owner is advised that the next is returned"
        )
        return Stake(amount, amount, (Note(note, cite(entry.below_minimum_rule, own)),))
    if limits.maximum is not None and amount > limits.maximum:
        problem = f"above the maximum of {amount_text(limits.maximum)}"
        if entry.above_maximum is None:
            raise RoundError(f"{name}: {amount_text(amount)} is {problem}; {silent}")
        note = (
            f"{problem}: paid or collected to the maximum, {amount_text(amount - limits.maximum)} goes back"
        )
        return Stake(amount, limits.maximum, (Note(note, cite(entry.above_maximum_rule, own)),))
    if limits.step and (amount - (limits.minimum or 0)) % limits.step:
        problem = f"not in steps of {amount_text(limits.step)} over the minimum"
        if entry.inexact_pay is None:
            raise RoundError(f"{name}: {amount_text(amount)} is {problem}; {silent}")
        note = f"{problem}: paid to the next amount that chips make"
        return Stake(amount, amount, (Note(note, cite(entry.inexact_pay_rule, own)),))
    return Stake(amount, amount)


def _equal_play(rules: Rules, multiples: tuple[Fraction, ...], base: Stake, play: Stake) -> Stake:
    """The Play as it counts beside the Ante: equal to it, or as the rule on an unequal Play has it."""
    entry = rules.file.decision
    for multiple in multiples:
        due = multiple * base.counts
        if play.counts == due or play.staked in (multiple * base.staked, due):
            return _cut(rules, play, due, entry.rule)
    wanted = " or ".join(amount_text(multiple * base.counts) for multiple in multiples) or "a fold"
    for decision, hands in rules.limited.items():
        multiple = rules.times(decision)
        if multiple not in multiples:
            wanted += f" ({amount_text(multiple * base.counts)} is for {hands})"
    allowed = [multiple * base.counts for multiple in multiples if multiple * base.counts < play.counts]
    rule = entry.excess_play_rule if allowed else entry.short_play_rule
    if not rule or not multiples:
        want = f"{entry.rule} wants" if entry.rule else "the rules want"
        raise RoundError(
            f"{rules.play}: {amount_text(play.staked)} where {want} {wanted}; "
            "the rules do not say how another amount is settled"
        )
    if not allowed:
        note = f"less than {wanted}: taken or paid as wagered; the player is told the amount for later rounds"
        return Stake(play.staked, play.counts, (*play.notes, Note(note, rule)))
    back = amount_text(play.counts - allowed[-1])
    note = f"more than {amount_text(allowed[-1])}: the excess of {back} is returned"
    return Stake(play.staked, allowed[-1], (*play.notes, Note(note, rule)))


def payable(
    rules: Rules, chip: Fraction | None, name: str, pay: Fraction
) -> tuple[Fraction, tuple[Note, ...]]:
    """A pay as chips can make it, with a note if that is another amount."""
    if not chip or pay % chip == 0:
        return pay, ()
    limits = rules.file.limits
    if limits.inexact_pay is None:
        raise RoundError(
            f"{name}: a pay of {amount_text(pay)} cannot be made in chips of {amount_text(chip)}; "
            "the rules do not say what is paid then"
        )
    paid = in_chips(pay, chip, limits.inexact_pay)
    note = f"{amount_text(pay)} cannot be made in chips of {amount_text(chip)}: paid {amount_text(paid)}"
    return paid, (Note(note, limits.inexact_pay_rule),)


NOTHING = Fraction(0)


def paid_wrongly(rules: Rules, round_: Round, hands: Sequence[SettledHand]) -> tuple[Discrepancy, ...]:
    """Where the amounts paid differ from those due, in the order of the hands and their wagers.

    A wager that `paid` does not name was paid nothing. Where only a sum was recorded, the sum is compared
    and the discrepancy stands under "total".
    """
    return tuple(
        wrong
        for hand, settled in zip(round_.hands, hands, strict=True)
        for wrong in wrong_payments(rules, hand, settled)
    )


def wrong_payments(rules: Rules, hand: Hand, settled: SettledHand) -> list[Discrepancy]:
    """Where the amounts paid to one hand differ from those due."""
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
    return (due or NOTHING).as_integer_ratio() == (paid or NOTHING).as_integer_ratio()


def _payable(rules: Rules) -> Mapping[str, str]:
    """What may be paid: by wager, and by envy bonus of one, the rule on it."""
    envy = {f"{name}.envy": rules.bets[name].cited["envy"] for name in rules.jackpots}
    return {name: wager.rule for name, wager in rules.wagers.items()} | envy


def _wrong(settled: SettledHand, wager: str, due: Fraction, paid: Fraction, rule: str) -> Discrepancy:
    return Discrepancy(seat=settled.seat, player=settled.player, wager=wager, due=due, paid=paid, rule=rule)
