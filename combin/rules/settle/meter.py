"""The meter shared out among all hands of a round that win a part of it (Crown 6.3, 6.4, 7.3, 7.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from combin.rules.model import JackpotEntry
from combin.rules.resolved import Rules
from combin.rules.rounds import Round, RoundError
from combin.rules.settle.amounts import payable
from combin.rules.settle.deal import Live
from combin.rules.settle.lines import PayTables, paying_line
from combin.rules.settle.results import Note, SettledMeter, amount_text, cite
from combin.rules.settle.showdown import Showdown
from combin.rules.tables import Line, PayTable

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Share:
    """The prize that one hand wins of the meter; `handed` is the same in chips."""

    prize: Fraction
    handed: Fraction
    rule: str
    reason: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class SharedOut:
    """A meter shared out: what becomes of it, the prizes by seat, and what an auditor should know."""

    meter: SettledMeter
    by_seat: Mapping[int, Share]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class _Winner:
    seat: int
    table: PayTable
    line: Line
    share: Fraction


def check_jackpots(rules: Rules, round_: Round, stakes_of: Mapping[int, Mapping[str, Fraction]]) -> None:
    """See that all jackpot wagers of a round cost the same, and that the meter is not below the seed.

    Each hand has one such wager at most (Crown 6.2.2), since a record names its wagers once.

    Raises:
        RoundError: they do not (Crown 6.1.1(d)), or it is (6.3, 6.4.1).
    """
    entry = rules.file.jackpot
    if entry is None:
        return
    costs: dict[Fraction, int] = {}
    for seat, stakes in stakes_of.items():
        if entry.wager in stakes:
            costs.setdefault(jackpot_cost(round_, entry.wager, stakes), seat)
    if entry.cost_rule and len(costs) > 1:
        found = " and ".join(f"{amount_text(cost)} at seat {seat}" for cost, seat in costs.items())
        raise RoundError(f"{entry.wager}: {found}; all of a table cost the same ({entry.cost_rule})")
    if round_.meter is not None and round_.seed is not None and round_.meter < round_.seed:
        meter, seed = amount_text(round_.meter), amount_text(round_.seed)
        raise RoundError(f"meter: {meter} is below the seed of {seed} ({entry.rule})")


def jackpot_cost(round_: Round, name: str, stakes: Mapping[str, Fraction]) -> Fraction:
    """Return what a hand pays for its jackpot wager, or 0: what is staked above the maximum goes back."""
    limits, stake = round_.limits.get(name), stakes.get(name, NOTHING)
    return stake if limits is None or limits.maximum is None else min(stake, limits.maximum)


def share_out(
    rules: Rules,
    round_: Round,
    tables: PayTables,
    hands: Mapping[int, Live],
    showdowns: Mapping[int, Showdown],
) -> SharedOut | None:
    """Return how the meter is shared among the hands of a round; None if none wins a part of it.

    All outcomes of a round at one table are simultaneous (Crown 7.3.3). A hand counts if its jackpot wager
    is still there when the cards decide: not folded (5.10.2(a)), not returned and not carried over.

    Where the file of a game has no [jackpot], nothing is known of the meter but what it pays: None as well.

    Raises:
        RoundError: the record gives no meter or no seed, or the rules do not say how several winners share.
    """
    found = None
    for name in rules.jackpots:
        winners = _winners(tables, name, hands, showdowns)
        entry = rules.file.jackpot
        if entry is not None and entry.wager != name:
            entry = None
        if len(winners) > 1 and (entry is None or not entry.sharing_rule or not _two_kinds(winners)):
            won = " and ".join(f"{one.line.text} at seat {one.seat}" for one in winners)
            problem = f"{won} win shares of the meter at once; the rules do not say how they share it"
            raise RoundError(f"{name}: {problem}")
        if winners and entry is not None:
            found = _shared(rules, round_, entry, winners, hands)
    return found


def _winners(
    tables: PayTables, name: str, hands: Mapping[int, Live], showdowns: Mapping[int, Showdown]
) -> list[_Winner]:
    winners = []
    for seat, one in hands.items():
        rules = showdowns[seat].rules
        if name in one.stakes and one.stays(rules, name):
            table = tables.chosen(name, showdowns[seat])
            line = paying_line(table, showdowns[seat])
            if line is not None and line.prize.meter:
                winners.append(_Winner(seat, table, line, Fraction(line.prize.meter)))
    return winners


def _two_kinds(winners: Sequence[_Winner]) -> bool:
    """Tell whether winners take the whole meter or one and the same part: rule 7.4 knows no third kind."""
    return len({one.share for one in winners if one.share != 1}) <= 1


def _shared(
    rules: Rules,
    round_: Round,
    entry: JackpotEntry,
    winners: Sequence[_Winner],
    hands: Mapping[int, Live],
) -> SharedOut:
    meter, seed = _recorded(round_, entry, winners)
    rounded = Fraction(ceil(meter / entry.round_up_to) * entry.round_up_to)  # 7.3.1
    table = winners[0].table
    sharing = entry.sharing_rule if len(winners) > 1 else ""
    rule = cite(rules.wagers[entry.wager].rule, table.rule, entry.rounding_rule, sharing)
    by_seat = {}
    for winner in winners:
        prize, terms = _prize(winner, winners, rounded, seed)
        handed, notes = in_chips(rules, round_, entry.wager, prize)
        by_seat[winner.seat] = Share(prize, handed, rule, f"{winner.line.text}: {terms}", notes)
    lines = Counter(one.line.text for one in winners)
    left = meter - sum(one.prize for one in by_seat.values())  # 6.3.3
    settled = SettledMeter(
        wager=entry.wager,
        name=rules.wagers[entry.wager].name,
        won={line.text: lines[line.text] for line in table.lines if line.text in lines},
        meter=meter,
        seed=seed,
        rounded=rounded,
        prizes=sum((one.handed for one in by_seat.values()), Fraction(0)),
        # 6.4.1. After royal flushes of one round (6.4.2) nothing is left, so that rule resets it as well.
        meter_after=max(left, seed),
        rule=entry.rule,
    )
    cost = jackpot_cost(round_, entry.wager, hands[winners[0].seat].stakes)
    return SharedOut(settled, by_seat, _seed_notes(entry, table.letter, seed, cost))


def _recorded(round_: Round, entry: JackpotEntry, winners: Sequence[_Winner]) -> tuple[Fraction, Fraction]:
    """Return the meter and the seed of the record."""
    for key, amount in (("meter", round_.meter), ("seed", round_.seed)):
        if not amount:
            one = winners[0]
            won = f"{one.line.text}, {amount_text(one.share * 100)}% of the meter, is won at seat {one.seat}"
            raise RoundError(f"{entry.wager}: {won}, and the record gives no {key}")
    return Fraction(round_.meter or 0), Fraction(round_.seed or 0)


def _prize(
    winner: _Winner, winners: Sequence[_Winner], rounded: Fraction, seed: Fraction
) -> tuple[Fraction, str]:
    """Return the prize of one winner, and the words for how it comes about.

    The letters are those of Crown 7.4; its tenth, and the ten that a royal flush counts for, are what the
    line of the pay table says.
    """
    if len(winners) == 1:  # Tables 3 and 4
        share = amount_text(winner.share * 100)
        return winner.share * rounded, f"{share}% of the rounded meter of {amount_text(rounded)}"
    royals = [one for one in winners if one.share == 1]
    others = [one for one in winners if one.share != 1]
    if royals:
        return _of_the_pool(winner, royals, others, rounded, seed)
    return _without_royal(winner.share, len(others), rounded, seed)


def _of_the_pool(
    winner: _Winner, royals: Sequence[_Winner], others: Sequence[_Winner], j: Fraction, r: Fraction
) -> tuple[Fraction, str]:
    pool = j
    for _ in royals[1:]:  # 7.4.1, Table 5: j + r (R - 1)
        pool += r
    ten = 1 / others[0].share if others else Fraction(1)
    units = Fraction(0)
    for _ in royals:
        units += ten
    for _ in others:
        units += 1
    counts = ten if winner.share == 1 else Fraction(1)
    part = counts / units  # 7.4.2(a), Table 6: 10 / (10 R + S); (b), Table 7: 1 / (10 R + S)
    return pool * part, f"{part} of the prize pool of {amount_text(pool)}"


def _without_royal(tenth: Fraction, number: int, j: Fraction, r: Fraction) -> tuple[Fraction, str]:
    """Return the straight flush payment of 7.4.3, Table 8: (j - r) x sum(9^(k-1) / 10^k) / S + 10% r."""
    summed, term = Fraction(0), tenth
    for _ in range(number):
        summed += term
        term *= 1 - tenth
    prize = (j - r) * summed / number + tenth * r
    above = f"{amount_text(summed * 100)}% of the {amount_text(j - r)} of the rounded meter above the seed"
    return (
        prize,
        f"{above}, shared by {number}, and {amount_text(tenth * 100)}% of the seed of {amount_text(r)}",
    )


def in_chips(rules: Rules, round_: Round, name: str, prize: Fraction) -> tuple[Fraction, tuple[Note, ...]]:
    """Return a jackpot prize as it is handed over, with a note if that is another amount.

    Crown 8.2.3 has "an individual wager ... where it is not possible to pay the wager exactly in chips" paid
    to the next amount that chips make. It excepts no wager, a Jackpot Wager is one (1.1), and rule 7 says
    nothing else, so it holds for jackpot prizes too. The meter pays the prize of rule 7 (6.3.3), the house
    the rest. A game without such a rule pays the prize itself.
    """
    if rules.file.limits.inexact_pay is None:
        return prize, ()
    return payable(rules, round_.chip, name, prize)


def _seed_notes(entry: JackpotEntry, letter: str, seed: Fraction, cost: Fraction) -> tuple[Note, ...]:
    """Note a seed that is none of those published for the pay table, times the cost of the wager."""
    options = [one for one in entry.options.values() if one.pay_table == letter]
    known = [one.seed * cost for option in options for one in option.meters]
    if not known or seed in known:
        return ()
    times = f"no initial seed value times the cost of {amount_text(cost)}"
    note = f"the seed of {amount_text(seed)} is {times}: those are {', '.join(map(amount_text, known))}"
    return (Note(note, cite(*(option.rule for option in options))),)
