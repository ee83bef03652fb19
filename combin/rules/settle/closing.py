"""A prize meter system that is closed: what it holds above its seed goes to other meters (Crown 6.1.1(j))."""

from __future__ import annotations

from fractions import Fraction

from combin.rules.resolved import Rules
from combin.rules.rounds import Closing, RoundError
from combin.rules.settle.results import Break, amount_text, total


def closed(rules: Rules, closing: Closing) -> tuple[Break, ...]:
    """Return what of the transfers of a closing is not as the rules have it.

    Rule 6.1.1(j) has "the value recorded on the meter less the initial seed value ... multiplied by the cost
    of the Jackpot wager" transferred. It is the seed value that is multiplied, as in 6.3.1, 6.4.1 and 6.4.2;
    a transfer that is right if the difference is multiplied is told apart.

    Raises:
        RoundError: the rules say nothing of closing the meter, it is below its seed, or is handed to itself.
    """
    entry = rules.meters.get(closing.closes)
    meter, seed, cost = closing.meter, closing.seed, closing.cost
    problem = ""
    if entry is None or not entry.closing_rule:
        problem = f"closes: no rule of {rules.file.id} speaks of closing a meter of {closing.closes!r}"
    elif not cost:
        problem = "cost: a meter that is closed is told from others by the cost of its wager"
    elif meter < seed:
        problem = f"meter: {amount_text(meter)} is below the seed of {amount_text(seed)} ({entry.rule})"
    elif cost in closing.transfers:
        problem = f"transfers: {amount_text(cost)} is the cost at the meter that is closed"
    if entry is None or problem:
        raise RoundError(problem, closing.id)
    due, moved = meter - seed, total(closing.transfers.values())
    if moved == due:
        return ()
    text = f"{amount_text(moved)} is transferred, and {amount_text(due)} lies above the seed times the cost"
    if moved == (meter - seed / cost) * cost:
        text += "; it is right if not the seed but the difference is multiplied by the cost"
    return (Break(text, entry.closing_rule, due, Fraction(moved)),)
