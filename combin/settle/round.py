"""A whole round of a table settled by the letter: what may be placed, what irregularities do, who wins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from combin.rules.errors import RulesError
from combin.rules.load import as_adopted, other_readings
from combin.rules.model import Irregularity
from combin.rules.resolved import Rules
from combin.rules.wagers import Kind
from combin.settle.hands import (
    HandVerdict,
    LiveHand,
    PayTables,
    Showdown,
    Stake,
    counted_stakes,
    decide,
    paid_wrongly,
    payable,
    read_cards,
)
from combin.settle.meter import (
    MeterName,
    SharedOut,
    check_jackpots,
    envy_bonuses,
    further_meters,
    settle_jackpot,
    share_out,
)
from combin.settle.records import (
    Decision,
    Discrepancy,
    Hand,
    Happening,
    Limits,
    Note,
    Result,
    Round,
    RoundError,
    SettledHand,
    SettledRound,
    SettledWager,
    amount_text,
    by,
    cite,
)


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
    return {name: replace(wager, reason=showdown.words(wager.reason)) for name, wager in settled.items()}


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
    >>> from combin.settle.records import parse_round
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
        settled = replace(settled, by_reading=_by_reading(rules, settled, settle_round))
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
    found = [replace(one, readings=tuple(right[one.seat, one.wager])) for one in settled.paid_wrongly]
    return replace(
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
    return tuple(replace(one, readings=taken) for one in wrong if (one.seat, one.wager) not in places)


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


def check_round(rules: Rules, round_: Round) -> None:
    """See that a record fits the game: its seats, tables and limits, and who looks at which hand."""
    seats = [hand.seat for hand in round_.hands]
    most = rules.file.deal.seats
    for seat in seats:
        if seats.count(seat) > 1:
            raise RoundError(f"seat {seat}: stands twice in the round")
        if most is not None and seat > most:
            raise RoundError(f"seat {seat}: a table has {most} seats{by(rules.file.deal.rule)}")
    tables = PayTables(rules, round_.tables)
    for name in round_.tables:
        if name not in rules.tables:
            raise RoundError(f"tables.{name}: no wager with a pay table; they are {', '.join(rules.tables)}")
        tables.possible(name)
    meters = further_meters(rules)
    for key, named in (("meters", round_.meters), ("seeds", round_.seeds)):
        for name in named:
            if name not in meters:
                other = " other than that of meter" if rules.metered else ""
                names = f"; they are {', '.join(meters)}" if meters else ""
                raise RoundError(f"{key}.{name}: no progressive wager{other}{names}")
    _check_limits(rules, round_.limits, "")
    for hand in round_.hands:
        if hand.limits and not rules.file.limits.personal_rule:
            problem = f"no rule of {rules.file.id} speaks of limits of a player's own"
            raise RoundError(f"seat {hand.seat}: limits: {problem}")
        _check_limits(rules, hand.limits, f"seat {hand.seat}: ")
        for told in hand.warned:
            known = again_of(rules)
            if told not in known:
                problem = f"{told!r} is nothing that the rules warn of ({', '.join(known) or 'nothing is'})"
                raise RoundError(f"seat {hand.seat}: warned: {problem}")
    _check_blind(rules, round_)


def _check_limits(rules: Rules, limits_of: Mapping[str, Limits], where: str) -> None:
    for name, limits in limits_of.items():
        if name not in rules.wagers:
            raise RoundError(f"{where}limits.{name}: no such wager; they are {', '.join(rules.wagers)}")
        if limits.minimum is not None and limits.maximum is not None and limits.minimum > limits.maximum:
            low, high = amount_text(limits.minimum), amount_text(limits.maximum)
            raise RoundError(f"{where}limits.{name}: the minimum of {low} is above the maximum of {high}")


def _check_blind(rules: Rules, round_: Round) -> None:
    """A player with several hands looks at one of them (Crown 5.11.2, UK bullet 4)."""
    blind = rules.file.decision.blind
    open_hands: dict[str, int] = {}
    for hand in round_.hands:
        if hand.blind and not blind.allowed:
            raise RoundError(f"seat {hand.seat}: blind: no rule of {rules.file.id} speaks of blind hands")
        if hand.player is None or hand.blind or not blind.allowed:
            continue
        if hand.player in open_hands:
            seats = f"seats {open_hands[hand.player]} and {hand.seat}"
            raise RoundError(
                f"{seats}: {hand.player} has two open hands; all but one are blind{by(blind.rule)}"
            )
        open_hands[hand.player] = hand.seat


def check_wagers(rules: Rules, hand: Hand) -> Mapping[str, Fraction]:
    """The stakes of a hand in the order of the rule file."""
    seat, staked = f"seat {hand.seat}", hand.wagers
    for name in staked:
        if name not in rules.wagers:
            raise RoundError(
                f"{seat}: no wager {name!r} in this game; there are {', '.join(_stakable(rules))}"
            )
        bet = rules.bets[name]
        if bet.kind is Kind.BONUS:
            raise RoundError(f"{seat}: {name} is paid on {bet.on} and has no stake of its own{by(bet.rule)}")
    stakes = {name: staked[name] for name in rules.wagers if staked.get(name)}
    if not stakes:
        raise RoundError(f"{seat}: no wager is staked")
    for name in stakes:
        bet = rules.bets[name]
        beside = bet.raises or bet.equals
        if beside and beside not in stakes:
            raise RoundError(f"{seat}: {name} without {beside}{by(bet.rule)}")
        if bet.needs and not any(needed in stakes for needed in bet.needs):
            needed = " or ".join(bet.needs)
            raise RoundError(f"{seat}: {name} may be placed only with {needed}{by(bet.rule_of('needs'))}")
    _check_equals(rules, seat, stakes)
    _check_amounts(rules, seat, stakes)
    return stakes


def _check_equals(rules: Rules, seat: str, stakes: Mapping[str, Fraction]) -> None:
    """Wagers that equal the initial one are placed with it, and as much as it."""
    for name in rules.equals if rules.base in stakes else ():
        base, rule = rules.base, by(rules.wagers[name].rule)
        if name not in stakes:
            raise RoundError(f"{seat}: {base} without {name}{rule}")
        if stakes[name] != stakes[base]:
            amount, equal = amount_text(stakes[name]), amount_text(stakes[base])
            raise RoundError(
                f"{seat}: {name}: {amount} beside a wager of {equal} on {base}; they are equal{rule}"
            )


def _check_amounts(rules: Rules, seat: str, stakes: Mapping[str, Fraction]) -> None:
    """A side bet that pays sums of money has certain stakes."""
    for name, amount in stakes.items():
        allowed = rules.bets[name].stakes
        if allowed and amount not in allowed:
            known = ", ".join(map(amount_text, allowed))
            raise RoundError(
                f"{seat}: {name}: {amount_text(amount)} is not one of its stakes: {known}"
                f"{by(rules.wagers[name].rule)}"
            )


def _stakable(rules: Rules) -> list[str]:
    return [name for name, bet in rules.bets.items() if bet.kind is not Kind.BONUS]


def check_decision(rules: Rules, hand: Hand, live: Collection[str]) -> bool:
    """Whether a hand folds, from its decision and the wagers that are still to be settled."""
    try:
        return _folds(rules, hand, live)
    except RoundError as error:
        raise RoundError(f"seat {hand.seat}: {error.problem}") from None


def _folds(rules: Rules, hand: Hand, live: Collection[str]) -> bool:
    if rules.play:
        _check_play(rules, live, hand.decision, blind=hand.blind)
    elif hand.decision is not None:
        rule = by(rules.file.decision.rule)
        raise RoundError(f"decision: nothing is decided in {rules.file.id}{rule}")
    folds = hand.decision == "fold"
    if hand.keeps and not folds:
        raise RoundError("keeps: only a folding player chooses what he keeps")
    for name in hand.keeps:
        bet = rules.bets.get(name)
        if bet is None or name not in live:
            raise RoundError(f"keeps: {name!r} is no wager of this hand")
        if bet.loses_on_fold:
            raise RoundError(f"keeps: a fold loses {name}{by(bet.rule_of('fold'))}")
    return folds


def _check_play(rules: Rules, live: Collection[str], decision: Decision | None, *, blind: bool) -> None:
    """The decision of a hand and the wager that is staked on playing say the same."""
    entry, base, play = rules.file.decision, rules.base, rules.play
    if blind and entry.blind.play_in_advance and base in live and play not in live:
        rule = by(entry.blind.rule)
        raise RoundError(f"a blind hand with {base} needs {play} in advance{rule}")
    if decision == "fold":
        if play in live:
            raise RoundError(f"folds with {play} staked{by(entry.rule)}")
    elif base in live and play not in live:
        if decision is None:
            raise RoundError(f"{base} without a decision; it is play, with {play} staked, or fold")
        raise RoundError(f"plays without a wager on {play}{by(entry.rule)}")


class Fate(Struct, frozen=True):
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
            hands.append(replace(hand, warned=(*hand.warned, *sorted(told - {*hand.warned}))))
            now = {one.what for one in round_.irregularities if hand.seat in one.seats}
            now |= {MINIMUM} if below_minimum(round_, hand) else set()
            if now := now & {*self._again}:
                self._told[table, hand.player] = told | now
        return replace(round_, hands=tuple(hands))


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
    """What happened in a round, irregularity by irregularity, and the rule on each."""
    notes = []
    for one, entry in happenings(rules, round_):
        seats = f" (seat {', '.join(map(str, one.seats))})" if one.seats else ""
        outcome = ": the round is void" if entry.round == "void" else ""
        notes.append(Note(f"{entry.says}{seats}{outcome}", entry.rule))
    return tuple(notes)
