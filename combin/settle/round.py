"""A whole round of a table settled, by the letter of the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

import msgspec

from combin.rules.errors import RulesError
from combin.rules.load import as_adopted, other_readings
from combin.rules.resolved import Rules
from combin.settle.hands import LiveHand, PayTables, Showdown, read_cards
from combin.settle.meter import MeterName, SharedOut, check_jackpots, envy_bonuses, settle_jackpot, share_out
from combin.settle.placing import (
    STANDS,
    Fate,
    check_decision,
    check_round,
    check_wagers,
    fates,
    round_notes,
    sent_back,
    settle_set_aside,
)
from combin.settle.results import Discrepancy, Note, Result, SettledHand, SettledRound, SettledWager, by
from combin.settle.rounds import Round, RoundError
from combin.settle.verdicts import HandVerdict, Stake, counted_stakes, decide, paid_wrongly, payable


def settle_by_cards(
    round_: Round,
    live: LiveHand,
    showdown: Showdown,
    tables: PayTables,
    shared: Mapping[MeterName, SharedOut],
) -> dict[str, SettledWager]:
    """The wagers of a hand that the cards decide, in the order of the rule file, and a collection.

    Their reasons still name the hands as `{player}` and `{dealer}`, for `in_words`.
    """
    rules = showdown.rules
    try:
        counted = counted_stakes(showdown, round_, live)
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
    ordered = {name: settled[name] for name in rules.wagers if name in settled}
    return ordered | _collected(rules, live.stakes)


def _collected(rules: Rules, stakes: Mapping[str, Fraction]) -> dict[str, SettledWager]:
    """What the house takes of a hand whatever it comes to, as a payment of its own."""
    entry = rules.bets[rules.base].collection
    if entry is None or rules.base not in stakes:
        return {}
    taken = SettledWager(
        wager=f"{rules.base}.collection",
        name="Collection",
        staked=entry.of(stakes[rules.base]),
        returned=Fraction(0),
        result=Result.LOSE,
        rule=entry.rule or rules.bets[rules.base].rule,
        reason="taken of each hand",
    )
    return {taken.wager: taken}


def in_words(settled: Mapping[str, SettledWager], showdown: Showdown) -> dict[str, SettledWager]:
    """Settled wagers with the hands put into their reasons."""
    return {
        name: msgspec.structs.replace(wager, reason=showdown.words(wager.reason))
        for name, wager in settled.items()
    }


def _in_money(
    rules: Rules, name: str, stake: Stake, verdict: HandVerdict, chip: Fraction | None
) -> SettledWager:
    """A verdict on a wager as what is handed to the player, in amounts that chips make."""
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
    """What a wager that nets so much is handed back, and what is to be known of the chips."""
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


def settle(rules: Rules, round_: Round, tables: Mapping[str, str] | None = None) -> SettledRound:
    """A round settled by the letter of the rules.

    Args:
        rules: the game, under whatever readings it was loaded with.
        round_: the record of the round.
        tables: by wager, the letter of the pay table in use where the record names none.

    >>> from combin.rules.load import load_rules
    >>> from combin.settle.rounds import parse_round
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
    letters = tables or {}
    return under_other_readings(rules, lambda reading: settle_as_read(reading, round_, letters))


def settle_as_read(rules: Rules, round_: Round, letters: Mapping[str, str]) -> SettledRound:
    """A round settled under one reading of the rules."""
    tables = PayTables(rules, {**letters, **round_.tables})
    try:
        try:
            return _settle(rules, round_, tables)
        finally:
            tables.check()
    except RoundError as error:
        raise RoundError(error.problem, round_.id, error.line) from None
    except RulesError as error:  # the round is paid by a table that is inherited and does not fit the game
        raise RoundError(str(error), round_.id) from None


def under_other_readings(rules: Rules, settle_round: Callable[[Rules], SettledRound]) -> SettledRound:
    """A round settled, with those payments set apart of which another reading thinks otherwise.

    They are wrong ones that another reading makes right, and where the rules were loaded under readings that
    the file does not adopt, right ones that are wrong under those that it does. `settle_round` settles the
    round under one reading.
    """
    settled = settle_round(rules)
    if rules.taken:
        settled = msgspec.structs.replace(settled, by_reading=_by_reading(rules, settled, settle_round))
    if not settled.paid_wrongly:
        return settled
    right: dict[tuple[int, str], list[str]] = {(one.seat, one.wager): [] for one in settled.paid_wrongly}
    for name, option, other in other_readings(rules):
        try:
            wrong = settle_round(other).paid_wrongly
        except RoundError:  # under this reading the rules say nothing about the round
            continue
        for place in right.keys() - {(one.seat, one.wager) for one in wrong}:
            right[place].append(_reading(rules, name, option))
    found = [
        msgspec.structs.replace(one, readings=tuple(right[one.seat, one.wager]))
        for one in settled.paid_wrongly
    ]
    return msgspec.structs.replace(
        settled,
        paid_wrongly=tuple(one for one in found if not one.readings),
        disputed=tuple(one for one in found if one.readings),
    )


def _by_reading(
    rules: Rules, settled: SettledRound, settle_round: Callable[[Rules], SettledRound]
) -> tuple[Discrepancy, ...]:
    """What is paid rightly under the readings taken only: what it is due under those adopted."""
    try:
        wrong = settle_round(as_adopted(rules)).paid_wrongly
    except RoundError:
        return ()
    places = {(one.seat, one.wager) for one in settled.paid_wrongly}
    taken = tuple(_reading(rules, name, option) for name, option in rules.taken.items())
    return tuple(
        msgspec.structs.replace(one, readings=taken) for one in wrong if (one.seat, one.wager) not in places
    )


def _reading(rules: Rules, name: str, option: str) -> str:
    return f"{name} = {option}{by(rules.adopted.readings[name].rule)}"


def _settle(rules: Rules, round_: Round, tables: PayTables) -> SettledRound:
    check_round(rules, round_)
    fate_of = fates(rules, round_)
    stakes_of = {hand.seat: check_wagers(rules, hand) for hand in round_.hands}
    check_jackpots(rules, round_, stakes_of)
    back = {hand.seat: sent_back(rules, round_, hand, stakes_of[hand.seat]) for hand in round_.hands}
    live = _live(rules, round_, fate_of, stakes_of, back)
    dealt = read_cards(rules, round_, live.values(), tables)
    showdowns = {seat: Showdown(rules, dealt.hands[seat], dealt.dealer, dealt.jackpot) for seat in live}
    envy = envy_bonuses(rules, tables, live, showdowns)
    shared = share_out(rules, round_, tables, live, showdowns)
    first = shared.get(MeterName(rules.metered))
    hands = []
    for hand in round_.hands:
        seat = hand.seat
        settled = back[seat] | settle_set_aside(rules, hand, fate_of[seat], stakes_of[seat])
        if seat in live:
            by_cards = settle_by_cards(round_, live[seat], showdowns[seat], tables, shared)
            settled |= in_words(by_cards, showdowns[seat])
        names = (*rules.wagers, f"{rules.base}.collection")
        ordered = [settled[name] for name in names if name in settled]
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
        notes=(*round_notes(rules, round_), *(note for one in shared.values() for note in one.notes)),
        paid_wrongly=paid_wrongly(rules, round_, hands),
        meter=None if first is None else first.meter,
        further_meters=tuple(one.meter for one in shared.values() if one is not first),
    )


def _live(
    rules: Rules,
    round_: Round,
    fate_of: Mapping[int, Fate],
    stakes_of: Mapping[int, Mapping[str, Fraction]],
    back: Mapping[int, Collection[str]],
) -> dict[int, LiveHand]:
    """Hands by seat with wagers that the cards are to decide, and that do not go back."""
    live = {}
    for hand in round_.hands:
        fate, stakes = fate_of[hand.seat], stakes_of[hand.seat]
        if back[hand.seat]:
            stakes = {name: stake for name, stake in stakes.items() if name not in back[hand.seat]}
        if fate is not STANDS:
            stakes = {name: stake for name, stake in stakes.items() if not fate.sets_aside(rules, name)}
        if stakes:
            live[hand.seat] = LiveHand(hand, stakes, check_decision(rules, hand, stakes))
    return live
