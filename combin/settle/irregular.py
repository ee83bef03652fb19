"""Irregularities of a round: what the rule file makes of each hand and its jackpot wager."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Literal

import msgspec

from combin.rules.model import Irregularity
from combin.rules.resolved import Rules
from combin.settle.results import Note, Result, SettledWager, amount_text, cite
from combin.settle.rounds import Hand, Happening, Round, RoundError


@dataclass(frozen=True, slots=True)
class Fate:
    """What irregularities make of one hand.

    `cause` is the irregularity that voids or forfeits the hand, `option` the one that lets its player
    retract, and `jackpot_cause` the one that decides about its jackpot wager. `retracted` are the wagers
    taken back.
    """

    hand: Literal["stands", "void", "forfeited"] = "stands"
    cause: Irregularity | None = None
    retracted: frozenset[str] = frozenset()
    option: Irregularity | None = None
    jackpot: Literal["stands", "next round", "returned"] = "stands"
    jackpot_cause: Irregularity | None = None

    def sets_aside(self, rules: Rules, name: str) -> bool:
        """Whether the cards do not decide this wager any more."""
        if self.hand != "stands" or name in self.retracted:
            return True
        return name in rules.jackpots and self.jackpot != "stands"


STANDS = Fate()
"""What becomes of a hand that no irregularity concerns: the cards decide all its wagers."""


def happenings(rules: Rules, round_: Round) -> tuple[tuple[Happening, Irregularity], ...]:
    """The irregularities of a round with what the rule file says of them."""
    if not round_.irregularities:
        return ()
    found = []
    seats = {hand.seat for hand in round_.hands}
    for index, one in enumerate(round_.irregularities):
        place = f"irregularities[{index}]"
        known = rules.file.irregularities
        if one.what not in known:
            raise RoundError(
                f"{place}: no irregularity {one.what!r}; the game has {', '.join(known) or 'none'}"
            )
        entry = known[one.what]
        concerns_hands = entry.round != "void" and entry.hand != "stands"
        if concerns_hands and not one.seats:
            raise RoundError(f"{place}: {one.what} makes a hand {entry.hand} ({entry.rule}); name its seats")
        for seat in one.seats:
            if concerns_hands and seat not in seats:
                raise RoundError(f"{place}: {one.what} concerns seat {seat}, which has no hand")
        told = {hand.seat for hand in round_.hands if one.what in hand.warned} if entry.again else set()
        if told & {*one.seats}:
            again = tuple(seat for seat in one.seats if seat in told)
            found.append((Happening(what=str(entry.again), seats=again), known[str(entry.again)]))
            if first := tuple(seat for seat in one.seats if seat not in told):
                found.append((Happening(what=one.what, seats=first), entry))
        else:
            found.append((one, entry))
    return tuple(found)


MINIMUM = "minimum"
"""What a player is told of who stakes less than the minimum."""


def again_of(rules: Rules) -> tuple[str, ...]:
    """What the rules treat otherwise where a player was told of it before: irregularities, MINIMUM."""
    irregularities = (name for name, entry in rules.file.irregularities.items() if entry.again)
    return (*irregularities, *((MINIMUM,) if rules.file.limits.below_minimum_again else ()))


class Warned:
    """What the players of a file have been told of in its rounds, where it is treated otherwise again."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._again = again_of(rules)
        self._told: dict[tuple[object, str], frozenset[str]] = {}

    def reminded(self, round_: Round, table: object) -> Round:
        """A round of a table with what its players were told of before, and keep what they now are."""
        if not self._again or not (self._told or round_.irregularities or _limited(round_)):
            return round_
        hands = []
        for hand in round_.hands:
            if hand.player is None:
                hands.append(hand)
                continue
            told = self._told.get((table, hand.player), frozenset())
            hands.append(msgspec.structs.replace(hand, warned=(*hand.warned, *sorted(told - {*hand.warned}))))
            now = {one.what for one in round_.irregularities if hand.seat in one.seats}
            now |= {MINIMUM} if below_minimum(round_, hand) else set()
            if now := now & {*self._again}:
                self._told[table, hand.player] = told | now
        return msgspec.structs.replace(round_, hands=tuple(hands))


def _limited(round_: Round) -> bool:
    return bool(round_.limits) or any(hand.limits for hand in round_.hands)


def below_minimum(round_: Round, hand: Hand) -> dict[str, Fraction]:
    """The wagers of a hand below their minimum, each with that."""
    limits = {name: hand.limits.get(name) or round_.limits.get(name) for name in hand.wagers}
    return {
        name: limit.minimum
        for name, limit in limits.items()
        if limit is not None and limit.minimum is not None and 0 < hand.wagers[name] < limit.minimum
    }


def sent_back(
    rules: Rules, round_: Round, hand: Hand, stakes: Mapping[str, Fraction]
) -> dict[str, SettledWager]:
    """The wagers that go back whatever the cards are: below the minimum, of which the player was told.

    With the initial wager those go that equal or raise it; these have no minimum of their own.
    """
    limits = rules.file.limits
    if not limits.below_minimum_again or MINIMUM not in hand.warned:
        return {}
    below, settled = below_minimum(round_, hand), {}
    for name, stake in stakes.items():
        bet = rules.bets[name]
        beside = bet.raises or bet.equals or name
        if beside in below:
            minimum = amount_text(below[beside])
            reason = f"{beside} is below the minimum of {minimum}, of which the player was told before"
            settled[name] = SettledWager(
                wager=name,
                name=bet.name,
                staked=stake,
                returned=stake,
                result=Result.RETURNED,
                rule=cite(limits.below_minimum_rule, limits.personal_rule if beside in hand.limits else ""),
                reason=reason,
            )
    return settled


def fates(rules: Rules, round_: Round) -> dict[int, Fate]:
    """What the irregularities of a round make of the hand at each seat.

    A void round comes before all else; of several irregularities that concern one hand the first decides.
    """
    found = happenings(rules, round_)
    if not found and not any(hand.retracts for hand in round_.hands):
        return {hand.seat: STANDS for hand in round_.hands}
    return {hand.seat: _fate(rules, hand, found) for hand in round_.hands}


def _fate(rules: Rules, hand: Hand, irregular: tuple[tuple[Happening, Irregularity], ...]) -> Fate:
    for _, entry in irregular:
        if entry.round == "void":
            return Fate("void", entry, jackpot=entry.jackpot, jackpot_cause=entry)
    for one, entry in irregular:
        if entry.hand != "stands" and hand.seat in one.seats:
            return Fate(entry.hand, entry, jackpot=entry.jackpot, jackpot_cause=entry)
    jackpots = [
        entry
        for _, entry in irregular
        # Where a hand is void or players may retract, only their own jackpot wagers are concerned.
        if entry.jackpot != "stands" and entry.hand == "stands" and entry.others == "stand"
    ]
    retracted = _retracted(rules, hand)
    if retracted:
        options = [entry for _, entry in irregular if entry.others == "may retract"]
        if not options:
            raise RoundError(
                f"seat {hand.seat}: retracts: no irregularity of this round lets a player retract"
            )
        return Fate(
            retracted=retracted,
            option=options[0],
            jackpot="returned",
            jackpot_cause=options[0],
        )
    if jackpots:
        return Fate(jackpot=jackpots[0].jackpot, jackpot_cause=jackpots[0])
    return STANDS


def _retracted(rules: Rules, hand: Hand) -> frozenset[str]:
    """The wagers that a player takes back; a jackpot wager that goes with them has its own fate."""
    staked = {name for name, amount in hand.wagers.items() if amount}
    if isinstance(hand.retracts, bool):
        return frozenset(staked if hand.retracts else ())
    retracted = set(hand.retracts)
    for name in hand.retracts:
        if name not in staked or name in rules.jackpots:
            raise RoundError(
                f"seat {hand.seat}: retracts: {name!r} is no wager that this player can take back"
            )
    for one, other in permutations((rules.base, *rules.equals, rules.play), 2):
        if one in retracted and other in staked - retracted:
            raise RoundError(
                f"seat {hand.seat}: retracts: {one} without {other}; "
                f"the rules do not say how {other} is settled then"
            )
    return frozenset(retracted)


def settle_set_aside(
    rules: Rules, hand: Hand, fate: Fate, stakes: Mapping[str, Fraction]
) -> dict[str, SettledWager]:
    """The wagers of a hand that irregularities decide, and not the cards."""
    settled: dict[str, SettledWager] = {}
    if fate is STANDS:
        return settled
    for name, stake in stakes.items():
        if name in rules.jackpots and fate.jackpot != "stands":
            settled[name] = _jackpot(rules, hand, fate, name, stake)
        elif name in fate.retracted and fate.option is not None:
            settled[name] = _decided(rules, name, stake, Result.RETRACTED, fate.option)
        elif fate.hand == "void" and fate.cause is not None:
            settled[name] = _decided(rules, name, stake, Result.VOID, fate.cause)
        elif fate.hand == "forfeited" and fate.cause is not None:
            if fate.cause.forfeits and name not in fate.cause.forfeits:
                problem = f"{fate.cause.rule} forfeits {', '.join(fate.cause.forfeits)}, not {name}"
                raise RoundError(
                    f"seat {hand.seat}: {name}: {problem}; the rules do not say what becomes of it"
                )
            settled[name] = _decided(rules, name, stake, Result.FORFEITED, fate.cause)
    return settled


def _decided(
    rules: Rules, name: str, stake: Fraction, result: Result, cause: Irregularity, *, rule: str = ""
) -> SettledWager:
    carried = stake if result is Result.NEXT_ROUND else Fraction(0)
    return SettledWager(
        wager=name,
        name=rules.wagers[name].name,
        staked=stake,
        returned=Fraction(0) if result is Result.FORFEITED else stake - carried,
        carried=carried,
        result=result,
        rule=rule or cause.rule,
        reason=cause.says,
    )


def _jackpot(rules: Rules, hand: Hand, fate: Fate, name: str, stake: Fraction) -> SettledWager:
    cause = fate.jackpot_cause
    assert cause is not None  # noqa: S101  a fate of a jackpot wager has a cause
    rule = cause.jackpot_rule or cause.rule
    if fate.jackpot == "returned":
        return _decided(rules, name, stake, Result.RETURNED, cause, rule=rule)
    if hand.leaves:
        leaving = rules.bets[name].cited.get("leaving")
        if not leaving:
            raise RoundError(
                f"seat {hand.seat}: {name}: carried to the next round ({rule}), but the player leaves; "
                "the rules do not say what becomes of it"
            )
        return _decided(rules, name, stake, Result.RETURNED, cause, rule=cite(rule, leaving))
    return _decided(rules, name, stake, Result.NEXT_ROUND, cause, rule=rule)


def round_notes(rules: Rules, round_: Round) -> tuple[Note, ...]:
    """For each irregularity of a round what happened and under which rule it falls."""
    notes = []
    for one, entry in happenings(rules, round_):
        seats = f" (seat {', '.join(map(str, one.seats))})" if one.seats else ""
        outcome = ": the round is void" if entry.round == "void" else ""
        notes.append(Note(f"{entry.says}{seats}{outcome}", entry.rule))
    return tuple(notes)
