"""A whole round of a table settled, and a file of rounds line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from combin.rules.load import other_readings
from combin.rules.remember import remembered
from combin.rules.resolved import Rules
from combin.rules.rounds import Hand, Round, RoundError, parse_round
from combin.rules.settle.amounts import Stake, counted_stakes, payable
from combin.rules.settle.deal import Live, read_cards
from combin.rules.settle.irregular import STANDS, Fate, fates, round_notes, settle_set_aside
from combin.rules.settle.jackpot import envy_bonuses, settle_jackpot
from combin.rules.settle.ledger import Ledger
from combin.rules.settle.lines import PayTables
from combin.rules.settle.meter import SharedOut, check_jackpots, share_out
from combin.rules.settle.placing import check_decision, check_round, check_wagers
from combin.rules.settle.results import (
    Discrepancy,
    Note,
    SettledHand,
    SettledRound,
    SettledWager,
    by,
    cite,
    total,
)
from combin.rules.settle.showdown import Showdown
from combin.rules.settle.verdicts import Verdict, decide

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
        for wrong in _of_hand(rules, hand, settled)
    )


def _of_hand(rules: Rules, hand: Hand, settled: SettledHand) -> list[Discrepancy]:
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


@remembered
def _payable(rules: Rules) -> Mapping[str, str]:
    """Return what may be paid: by wager, and by envy bonus of one, the rule on it."""
    envy = {f"{name}.envy": rules.bets[name].cited["envy"] for name in rules.jackpots}
    return {name: wager.rule for name, wager in rules.wagers.items()} | envy


def _wrong(settled: SettledHand, wager: str, due: Fraction, paid: Fraction, rule: str) -> Discrepancy:
    return Discrepancy(seat=settled.seat, player=settled.player, wager=wager, due=due, paid=paid, rule=rule)


def settle(rules: Rules, round_: Round, tables: Mapping[str, str] | None = None) -> SettledRound:
    """Return a round settled by the letter of the rules.

    Args:
        rules: the game, under whatever readings it was loaded with.
        round_: the record of the round.
        tables: by wager, the letter of the pay table in use where the record names none.

    >>> from combin.rules.load import load_rules
    >>> line = (
    ...     '{"id": 1, "dealer": "Js 9h 4d", "tables": {"ante_bonus": "A"}, "hands": '
    ...     '[{"seat": 1, "cards": "Qs 6h 4c", "wagers": {"ante": 10, "play": 10}}]}'
    ... )
    >>> result = settle(load_rules("crown-melbourne"), parse_round(line))
    >>> for one in result.hand(1).wagers:
    ...     print(one.name, one.result, one.returned, one.rule)
    Ante win 20 5.7.1(a), 10.1.1(a)
    Play stand-off 10 5.9.4, 10.1.1(b)(iv)

    Raises:
        RoundError: the record is wrong, or the rules do not say how it is settled.
    """
    letters = {**(tables or {}), **round_.tables}
    try:
        return _under_other_readings(rules, round_, letters, _settled(rules, round_, letters))
    except RoundError as error:
        raise RoundError(error.problem, round_.id, error.line) from None


def _settled(rules: Rules, round_: Round, letters: Mapping[str, str]) -> SettledRound:
    """Return a round settled under one reading of the rules."""
    tables = PayTables(rules, letters)
    try:
        return _settle(rules, round_, tables)
    finally:
        tables.check()


def _under_other_readings(
    rules: Rules, round_: Round, letters: Mapping[str, str], settled: SettledRound
) -> SettledRound:
    """Return the round with those of its wrong payments set apart that another reading makes right."""
    if not settled.paid_wrongly:
        return settled
    right: dict[tuple[int, str], list[str]] = {(one.seat, one.wager): [] for one in settled.paid_wrongly}
    for name, option, other in other_readings(rules):
        try:
            wrong = _settled(other, round_, letters).paid_wrongly
        except RoundError:  # under this reading the rules say nothing about the round
            continue
        for place in right.keys() - {(one.seat, one.wager) for one in wrong}:
            right[place].append(f"{name} = {option}{by(rules.file.readings[name].rule)}")
    found = [
        msgspec.structs.replace(one, readings=tuple(right[one.seat, one.wager]))
        for one in settled.paid_wrongly
    ]
    return msgspec.structs.replace(
        settled,
        paid_wrongly=tuple(one for one in found if not one.readings),
        disputed=tuple(one for one in found if one.readings),
    )


def settle_lines(
    rules: Rules, lines: Iterable[str | bytes], tables: Mapping[str, str] | None = None
) -> Iterator[SettledRound | RoundError]:
    """Yield for each line of a file the settled round, or the error that says what is wrong with it.

    The rounds of a table are held against each other too, in the order of the file: the meter, and wagers
    that stay on the layout. Blank lines are passed over. An error is yielded, not raised, so that the rounds
    after it are settled.
    """
    letters = dict(tables or {})
    ledger = Ledger(rules, letters)
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix(b"\xef\xbb\xbf") if isinstance(line, bytes) else line.removeprefix("\ufeff")
        if not text.strip():
            continue
        try:
            round_ = parse_round(text)
            result = settle(rules, round_, letters)
        except RoundError as error:
            ledger.forget()
            yield RoundError(error.problem, error.round, number)
        else:
            yield msgspec.structs.replace(result, line=number, unexplained=ledger.follow(round_, result))


def _settle(rules: Rules, round_: Round, tables: PayTables) -> SettledRound:
    check_round(rules, round_)
    fate_of = fates(rules, round_)
    stakes_of = {hand.seat: check_wagers(rules, hand) for hand in round_.hands}
    check_jackpots(rules, round_, stakes_of)
    live = _live(rules, round_, fate_of, stakes_of)
    dealt = read_cards(rules, round_, live.values(), tables)
    showdowns = {seat: Showdown(rules, dealt.hands[seat], dealt.dealer, dealt.jackpot) for seat in live}
    envy = envy_bonuses(rules, tables, live, showdowns)
    shared = share_out(rules, round_, tables, live, showdowns)
    hands = []
    for hand in round_.hands:
        seat = hand.seat
        settled = settle_set_aside(rules, hand, fate_of[seat], stakes_of[seat])
        if seat in live:
            settled |= _by_cards(round_, live[seat], showdowns[seat], tables, shared)
        ordered = [settled[name] for name in rules.wagers if name in settled]
        hands.append(
            SettledHand(
                seat=seat,
                player=hand.player,
                cards=hand.cards,
                # A Play on the layout is the decision to play, whether or not the record repeats it.
                decision=hand.decision or ("play" if rules.play in stakes_of[seat] else None),
                wagers=(*ordered, *envy.get(seat, ())),
            )
        )
    return SettledRound(
        id=round_.id,
        game=rules.file.id,
        line=None,
        dealer=round_.dealer,
        hands=tuple(hands),
        notes=(*round_notes(rules, round_), *(() if shared is None else shared.notes)),
        paid_wrongly=paid_wrongly(rules, round_, hands),
        meter=None if shared is None else shared.meter,
    )


def _live(
    rules: Rules, round_: Round, fate_of: Mapping[int, Fate], stakes_of: Mapping[int, Mapping[str, Fraction]]
) -> dict[int, Live]:
    """Return by seat the hands with wagers that the cards are to decide."""
    live = {}
    for hand in round_.hands:
        fate, stakes = fate_of[hand.seat], stakes_of[hand.seat]
        if fate is not STANDS:
            stakes = {name: stake for name, stake in stakes.items() if not fate.sets_aside(rules, name)}
        if stakes:
            live[hand.seat] = Live(hand, stakes, check_decision(rules, hand, stakes))
    return live


def _by_cards(
    round_: Round, live: Live, showdown: Showdown, tables: PayTables, shared: SharedOut | None
) -> dict[str, SettledWager]:
    """Return the wagers of a hand that the cards decide."""
    rules = showdown.rules
    try:
        counted = counted_stakes(showdown, round_, live.stakes)
        staked = {name: counted[name].counts for name in live.stakes if name not in rules.jackpots}
        verdicts = decide(showdown, tables, staked, folds=live.folds, keeps=live.hand.keeps)
        settled = {}
        for name, verdict in verdicts.items():
            stake = counted[rules.bets[name].on or name]
            one = _in_money(rules, name, stake, verdict, round_.chip)
            reason = showdown.words(verdict.reason)
            settled[name] = one if reason == one.reason else msgspec.structs.replace(one, reason=reason)
        for name in rules.jackpots:
            if name in live.stakes:
                settled[name] = settle_jackpot(
                    round_, live, name, counted[name], showdown, tables=tables, shared=shared
                )
    except RoundError as error:
        raise RoundError(f"seat {live.hand.seat}: {error.problem}") from None
    return settled


@remembered
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
