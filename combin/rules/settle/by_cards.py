"""The wagers of one hand that the cards decide, in money: what counts of each, and what chips pay."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from combin.rules.resolved import Rules
from combin.rules.rounds import Round, RoundError
from combin.rules.settle.amounts import Stake, counted_stakes, payable
from combin.rules.settle.deal import Live
from combin.rules.settle.jackpot import settle_jackpot
from combin.rules.settle.lines import PayTables
from combin.rules.settle.meter import MeterName, SharedOut
from combin.rules.settle.results import Note, SettledWager
from combin.rules.settle.showdown import Showdown
from combin.rules.settle.verdicts import Verdict, decide


def settle_by_cards(
    round_: Round, live: Live, showdown: Showdown, tables: PayTables, shared: Mapping[MeterName, SharedOut]
) -> dict[str, SettledWager]:
    """Return the wagers of a hand that the cards decide, in the order of the rule file.

    Their reasons still name the hands as `{player}` and `{dealer}`, for `in_words`.

    Raises:
        RoundError: the rules do not say how one of them is settled.
    """
    rules = showdown.rules
    try:
        counted = counted_stakes(showdown, round_, live.stakes)
        staked = {name: counted[name].counts for name in live.stakes if name not in rules.jackpots}
        verdicts = decide(showdown, tables, staked, folds=live.folds, keeps=live.hand.keeps)
        settled = {
            name: _in_money(rules, name, counted[rules.bets[name].on or name], verdict, round_.chip)
            for name, verdict in verdicts.items()
        }
        for name in rules.jackpots:
            if name in live.stakes:
                settled[name] = settle_jackpot(
                    round_, live, name, counted[name], showdown, tables=tables, shared=shared
                )
    except RoundError as error:
        raise RoundError(f"seat {live.hand.seat}: {error.problem}") from None
    return {name: settled[name] for name in rules.wagers if name in settled}


def in_words(settled: Mapping[str, SettledWager], showdown: Showdown) -> dict[str, SettledWager]:
    """Return settled wagers with the hands put into their reasons."""
    return {
        name: msgspec.structs.replace(wager, reason=showdown.words(wager.reason))
        for name, wager in settled.items()
    }


def _in_money(rules: Rules, name: str, stake: Stake, verdict: Verdict, chip: Fraction | None) -> SettledWager:
    """Return a verdict on a wager as what is handed to the player, in amounts that chips make.

    Its reason may still name the hands as `{player}` and `{dealer}`.
    """
    own = name not in rules.bonuses
    handed, notes = _handed(rules, name, stake, verdict.net, chip)
    return SettledWager(
        wager=name,
        name=rules.wagers[name].name,
        staked=stake.staked if own else Fraction(0),
        returned=handed,
        result=verdict.result,
        rule=verdict.rule,
        reason=verdict.reason,
        notes=(*(stake.notes if own else ()), *notes),
    )


def _handed(
    rules: Rules, name: str, stake: Stake, net: Fraction, chip: Fraction | None
) -> tuple[Fraction, tuple[Note, ...]]:
    """Return what a wager that nets so much is handed back, and what is to be known of the chips."""
    if name in rules.bonuses:
        return payable(rules, chip, name, net * stake.counts) if net > 0 else (Fraction(0), ())
    notes: tuple[Note, ...] = ()
    if net > 0:
        pay, notes = payable(rules, chip, name, net * stake.counts)
        handed = pay + stake.counts
    elif -1 < net < 0:
        handed, notes = payable(rules, chip, name, (1 + net) * stake.counts)
    else:
        handed = (1 + net) * stake.counts
    return handed + stake.excess, notes
