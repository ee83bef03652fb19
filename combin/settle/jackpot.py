"""Jackpot wagers of one round: what the line of the pay table gives a hand, and envy bonuses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from combin.rules.bets import Bet
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable
from combin.settle.amounts import Stake
from combin.settle.deal import LiveHand
from combin.settle.lines import PayTables, paying_line, terms, unpaid_reason
from combin.settle.meter import MeterName, SharedOut, in_chips
from combin.settle.results import Note, Result, SettledWager, cite
from combin.settle.rounds import Hand, Round, RoundError
from combin.settle.showdown import Showdown


def settle_jackpot(
    round_: Round,
    live: LiveHand,
    name: str,
    stake: Stake,
    showdown: Showdown,
    *,
    tables: PayTables,
    shared: Mapping[MeterName, SharedOut],
) -> SettledWager:
    """Return the jackpot wager of one hand, settled; `shared` are the prizes of meters in this round.

    Its reason may still name the hand as `{player}`.

    Raises:
        RoundError: a prize is a share of the meter and the record gives none.
    """
    rules = showdown.rules
    wager = rules.bets[name]
    hits = [
        shared[meter].by_seat[seat]
        for key, seat in round_.hits.items()
        if seat == live.hand.seat and (meter := MeterName(*key.partition(".")[::2])).wager == name
    ]

    def settled(prize: Fraction, rule: str, reason: str, notes: tuple[Note, ...] = ()) -> SettledWager:
        for hit in hits:
            prize, reason, notes = prize + hit.handed, f"{hit.reason}; {reason}", (*hit.notes, *notes)
        return SettledWager(
            wager=name,
            name=wager.name,
            staked=stake.staked,
            returned=prize + stake.excess,
            result=Result.WIN if prize else Result.LOSE,
            rule=rule,
            reason=reason,
            notes=(*stake.notes, *notes),
        )

    if not live.stays(rules, name):
        return settled(Fraction(0), wager.rule_of("fold"), "folded")
    table = tables.chosen(name, showdown)
    line = paying_line(table, showdown)
    if line is None:
        return settled(Fraction(0), cite(wager.rule, table.rule), unpaid_reason(table, showdown))
    of_meter = MeterName(name, line.prize.level or "")
    if line.prize.of_meter and of_meter in shared:
        share = shared[of_meter].by_seat[live.hand.seat]
        return settled(share.handed, share.rule, share.reason, share.notes)
    prize, notes = in_chips(rules, round_, name, _prize(rules, round_, table, line, stake.counts))
    return settled(prize, cite(wager.rule, table.rule), f"{line.text}: {terms(table, line)}", notes)


def _prize(rules: Rules, round_: Round, table: PayTable, line: Line, stake: Fraction) -> Fraction:
    """Return all that is handed to a winner.

    A prize in money or of the meter is the sum that the table names, whatever was staked, unless it names a
    full stake; odds are multiples of the stake, which odds to 1 hand back on top.
    """
    prize = line.prize
    part = table.bet.part(stake)
    if prize.money is not None:
        return prize.money * part
    if prize.meter is not None:
        meter, _ = MeterName(table.wager).amounts(rules, round_)
        if meter is None:
            where = "" if table.wager == rules.metered else f" of it (meters.{table.wager})"
            problem = f"{terms(table, line)} is won, and the record gives no meter{where}"
            raise RoundError(f"{table.wager}: {problem}")
        return prize.meter * part * Fraction(meter)
    return (1 + table.odds(line)) * stake


def envy_bonuses(
    rules: Rules, tables: PayTables, hands: Mapping[int, LiveHand], showdowns: Mapping[int, Showdown]
) -> dict[int, list[SettledWager]]:
    """Return for each seat the envy bonuses that other players' hands bring it.

    Once for each player and each hand that earns it, at the first of his seats with a jackpot wager; a
    player's own hands bring him none. A hand counts whether or not it has a jackpot wager itself, if it
    has one of the wagers that the rules ask for (RWS 3.12, 3.13).
    """
    found: dict[int, list[SettledWager]] = {}
    for name in rules.jackpots if len(hands) > 1 else ():
        envious = _envious(rules, hands, name)
        for seat, one in hands.items():
            others = [theirs for player, theirs in envious.items() if player != _player(one.hand)]
            line = _envied(tables, name, one, showdowns[seat]) if others else None
            if line is not None:
                for theirs in others:
                    part = rules.bets[name].part(hands[theirs].stakes[name])
                    found.setdefault(theirs, []).append(_envy(rules.bets[name], name, line, seat, part))
    return found


def _player(hand: Hand) -> str | int:
    return hand.seat if hand.player is None else hand.player


def _envious(rules: Rules, hands: Mapping[int, LiveHand], name: str) -> dict[str | int, int]:
    """Return for each player with a live jackpot wager the first seat that has one."""
    seats: dict[str | int, int] = {}
    for seat, one in sorted(hands.items()):
        if name in one.stakes and one.stays(rules, name):
            seats.setdefault(_player(one.hand), seat)
    return seats


def _envied(tables: PayTables, name: str, live: LiveHand, showdown: Showdown) -> Line | None:
    """Return the line of a hand that brings others an envy bonus."""
    wager = showdown.rules.bets[name]
    entitled = not wager.envy_needs or any(needed in live.stakes for needed in wager.envy_needs)
    if not showdown.cards(wager.hand) or not entitled:
        return None
    line = paying_line(tables.chosen(name, showdown), showdown)
    return line if line is not None and line.prize.envy else None


def _envy(bet: Bet, name: str, line: Line, seat: int, part: Fraction) -> SettledWager:
    return SettledWager(
        wager=f"{name}.envy",
        name=f"{bet.name}, envy bonus",
        staked=Fraction(0),
        returned=line.prize.envy * part,
        result=Result.WIN,
        rule=bet.rule_of("envy"),
        reason=f"{line.text} at seat {seat}",
    )
