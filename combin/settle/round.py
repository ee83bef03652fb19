"""A whole round of a table settled literally: what may be placed, what irregularities do, who wins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, permutations
from operator import itemgetter, mul
from typing import TypeVar

from msgspec.structs import replace

from combin.rules.errors import RulesError
from combin.rules.load import as_adopted, other_readings
from combin.rules.model import Irregularity
from combin.rules.resolved import Rules
from combin.rules.wagers import Kind, Whose
from combin.settle import hands, meter, records
from combin.settle.hands import Cards, Kept, LiveHand, PayTables, Placement, Showdown, Stake
from combin.settle.meter import MeterName, SharedOut
from combin.settle.records import Amount, Hand, Result, Round, RoundError, SettledRound, by, money_text

T = TypeVar("T")


def each_hand(round_: Round, answer: Callable[[Hand], T]) -> dict[int, T]:
    """What is answered of each hand, by seat; an error names the seat."""
    answers = {}
    for hand in round_.hands:
        try:
            answers[hand.seat] = answer(hand)
        except RoundError as error:
            raise RoundError(f"seat {hand.seat}: {error.problem}") from None
    return answers


# -- what may be placed ------------------------------------------------------------------------------


def check_round(rules: Rules, round_: Round, tables: PayTables) -> None:
    """See that a record fits the game: its seats, tables and limits, and who looks at which hand."""
    seats = [hand.seat for hand in round_.hands]
    most = rules.file.deal.seats or max(seats)
    for seat in seats if len({*seats}) < len(seats) or max(seats) > most else ():
        if seats.count(seat) > 1:
            raise RoundError(f"seat {seat}: appears twice in the round")
        if seat > most:
            raise RoundError(f"seat {seat}: a table has {most} seats{by(rules.file.deal.rule)}")
    for name in round_.tables:
        if name not in rules.tables:
            raise RoundError(f"tables.{name}: no wager with a pay table; they are {', '.join(rules.tables)}")
        tables.possible(name)
    named = [f"meters.{name}" for name in round_.meters] + [f"seeds.{name}" for name in round_.seeds]
    for name in named:
        if name.partition(".")[2] not in (meters := meter.further_meters(rules)):
            other = " other than that of meter" if rules.metered else ""
            names = f"; they are {', '.join(meters)}" if meters else ""
            raise RoundError(f"{name}: no progressive wager{other}{names}")
    if round_.limits:
        _check_limits(rules, round_.limits)
    for hand in round_.hands:
        if hand.limits or hand.warned or hand.blind:
            each_hand(round_, partial(_check_hand, rules))
    if len(seats) > 1:
        _check_blind(rules, round_)


def _check_hand(rules: Rules, hand: Hand) -> None:
    if hand.limits and not rules.file.limits.personal_rule:
        raise RoundError(f"limits: no rule of {rules.file.id} covers personal limits of a player")
    _check_limits(rules, hand.limits)
    for warning in hand.warned:
        if warning not in (known := again_of(rules)):
            names = ", ".join(known) or "nothing is"
            raise RoundError(f"warned: {warning!r} is not a warning of the rules ({names})")
    if hand.blind and not rules.file.decision.blind.allowed:
        raise RoundError(f"blind: no rule of {rules.file.id} covers blind hands")


def _check_limits(rules: Rules, limits_of: Mapping[str, records.Limits]) -> None:
    for name, limits in limits_of.items():
        if name not in rules.wagers:
            raise RoundError(f"limits.{name}: no such wager; they are {', '.join(rules.wagers)}")
        if limits.minimum is not None and limits.maximum is not None and limits.minimum > limits.maximum:
            low, high = money_text(limits.minimum), money_text(limits.maximum)
            raise RoundError(f"limits.{name}: the minimum of {low} is above the maximum of {high}")


def _check_blind(rules: Rules, round_: Round) -> None:
    """A player with several hands looks at one of them (Crown 5.11.2, UK bullet 4)."""
    blind, open_seats = rules.file.decision.blind, dict[str, int]()
    for hand in round_.hands if blind.allowed else ():
        if hand.player is not None and not hand.blind:
            seat = open_seats.setdefault(hand.player, hand.seat)
            if seat != hand.seat:
                problem = f"{hand.player} has two open hands; all but one are blind{by(blind.rule)}"
                raise RoundError(f"seats {seat} and {hand.seat}: {problem}")


def check_wagers(rules: Rules, hand: Hand) -> Mapping[str, Amount]:
    """The stakes of a hand in the order of the rule file."""
    for name in hand.wagers:
        if name not in rules.wagers:
            known = ", ".join(name for name, bet in rules.bets.items() if bet.kind is not Kind.BONUS)
            raise RoundError(f"no wager {name!r} in this game; there are {known}")
        bet = rules.bets[name]
        if bet.kind is Kind.BONUS:
            raise RoundError(f"{name} is paid on {bet.on} and has no stake of its own{by(bet.rule)}")
    stakes = {name: hand.wagers[name] for name in rules.wagers if hand.wagers.get(name)}
    if not stakes:
        raise RoundError("no wager is staked")
    for name, stake in stakes.items():
        bet = rules.bets[name]
        with_it = bet.raises or bet.equals
        if with_it and with_it not in stakes:
            raise RoundError(f"{name} without {with_it}{by(bet.rule)}")
        if bet.needs and not any(needed in stakes for needed in bet.needs):
            needed = " or ".join(bet.needs)
            raise RoundError(f"{name} may be placed only with {needed}{by(bet.rule_of('needs'))}")
        if bet.stakes and stake not in bet.stakes:  # one that pays sums of money
            known = ", ".join(map(money_text, bet.stakes))
            raise RoundError(f"{name}: {money_text(stake)} is not one of its stakes: {known}{by(bet.rule)}")
    for name in rules.equals if rules.base in stakes else ():
        base, rule = rules.base, by(rules.wagers[name].rule)
        if name not in stakes:
            raise RoundError(f"{base} without {name}{rule}")
        if stakes[name] != stakes[base]:
            amount, equal = money_text(stakes[name]), money_text(stakes[base])
            raise RoundError(f"{name}: {amount} with a wager of {equal} on {base}; they must be equal{rule}")
    return stakes


def check_decision(rules: Rules, hand: Hand, live: Collection[str]) -> bool:
    """Whether a hand folds, from its decision and the wagers that are still to be settled."""
    entry, base, play = rules.file.decision, rules.base, rules.play
    folds, undecided = hand.decision == "fold", base in live and play not in live
    if not play and hand.decision is not None:
        raise RoundError(f"decision: nothing is decided in {rules.file.id}{by(entry.rule)}")
    if play and hand.blind and entry.blind.play_in_advance and undecided:
        raise RoundError(f"a blind hand with {base} needs {play} in advance{by(entry.blind.rule)}")
    if play and folds and play in live:
        raise RoundError(f"folds with {play} staked{by(entry.rule)}")
    if play and undecided and hand.decision is None:
        raise RoundError(f"{base} without a decision; it is play, with {play} staked, or fold")
    if play and undecided and not folds:
        raise RoundError(f"plays without a wager on {play}{by(entry.rule)}")
    if hand.keeps and not folds:
        raise RoundError("keeps: only a folding player chooses what he keeps")
    for name in hand.keeps:
        bet = rules.bets.get(name)
        if bet is None or name not in live:
            raise RoundError(f"keeps: {name!r} is not a wager of this hand")
        if bet.loses_on_fold:
            raise RoundError(f"keeps: a fold loses {name}{by(bet.rule_of('fold'))}")
    return folds


# -- what irregularities make of a round -------------------------------------------------------------


def happenings(rules: Rules, round_: Round) -> tuple[tuple[records.IrregularityRecord, Irregularity], ...]:
    """The irregularities of a round with what the rule file says of them."""
    known, seats = rules.file.irregularities, {hand.seat for hand in round_.hands}
    entries = []
    for index, record in enumerate(round_.irregularities):
        place, what = f"irregularities[{index}]", record.what
        if what not in known:
            names = ", ".join(known) or "none"
            raise RoundError(f"{place}: no irregularity {what!r}; the game has {names}")
        entry = known[what]
        concerns_hands = entry.round != "void" and entry.hand != "stands"
        if concerns_hands and not record.seats:
            raise RoundError(f"{place}: {what} makes a hand {entry.hand} ({entry.rule}); name its seats")
        for seat in record.seats:
            if concerns_hands and seat not in seats:
                raise RoundError(f"{place}: {what} concerns seat {seat}, which has no hand")
        warned = {hand.seat for hand in round_.hands if what in hand.warned} if entry.again else set()
        again = tuple(seat for seat in record.seats if seat in warned)
        first = tuple(seat for seat in record.seats if seat not in warned)
        if again:
            second = str(entry.again)
            entries.append((records.IrregularityRecord(what=second, seats=again), known[second]))
        if first or not again:
            entries.append((records.IrregularityRecord(what=what, seats=first), entry))
    return tuple(entries)


MINIMUM = "minimum"
"""The warning of a player who staked less than the minimum."""


def again_of(rules: Rules) -> tuple[str, ...]:
    """The warnings that change a second ruling: irregularities, MINIMUM."""
    irregularities = (name for name, entry in rules.file.irregularities.items() if entry.again)
    return (*irregularities, *((MINIMUM,) if rules.file.limits.below_minimum_again else ()))


def below_minimum(round_: Round, hand: Hand) -> dict[str, Amount]:
    """The minimum of each wager of a hand that is below it."""
    return {
        name: limit.minimum
        for name, limit in {**round_.limits, **hand.limits}.items()
        if limit.minimum is not None and 0 < hand.wagers.get(name, 0) < limit.minimum
    }


def sent_back(
    rules: Rules, round_: Round, hand: Hand, stakes: Mapping[str, Amount]
) -> dict[str, records.SettledWager]:
    """The wagers below the minimum, after an earlier warning; they go back whatever the cards are.

    With the initial wager those go that equal or raise it; these have no minimum of their own.
    """
    limits, below, settled = rules.file.limits, below_minimum(round_, hand), {}
    for name, stake in stakes.items():
        of = rules.bets[name].raises or rules.bets[name].equals or name
        if of in below:
            rule = records.cite(limits.below_minimum_rule, limits.personal_rule if of in hand.limits else "")
            minimum = money_text(below[of])
            reason = f"{of} is below the minimum of {minimum}, after an earlier warning"
            settled[name] = records.SettledWager.of(
                name, rules.wagers[name].name, stake, stake, Result.RETURNED, rule=rule, reason=reason
            )
    return settled


def set_aside(
    rules: Rules, hand: Hand, irregular: Sequence[tuple[records.IrregularityRecord, Irregularity]]
) -> dict[str, records.SettledWager]:
    """The wagers of a hand that irregularities decide, and not the cards.

    A void round comes before all else; of several irregularities that concern one hand the first decides.
    """
    voided = (entry for _, entry in irregular if entry.round == "void")
    own = (entry for it, entry in irregular if entry.hand != "stands" and hand.seat in it.seats)
    cause = jackpot = next(chain(voided, own), None)
    retracted = _retracted(rules, hand) if cause is None else frozenset[str]()
    if retracted:
        jackpot = next((entry for _, entry in irregular if entry.others == "may retract"), None)
        if jackpot is None:
            raise RoundError("retracts: no irregularity of this round lets a player retract")
    elif cause is None:
        # Where a hand is void or players may retract, only their own jackpot wagers are concerned.
        alone = (entry for _, entry in irregular if entry.hand == "stands" and entry.others == "stand")
        jackpot = next((entry for entry in alone if entry.jackpot != "stands"), None)
    settled: dict[str, records.SettledWager] = {}
    for name in (name for name in rules.wagers if hand.wagers.get(name)):
        entry, rule = cause, ""
        if jackpot is not None and name in rules.jackpots and (retracted or jackpot.jackpot != "stands"):
            entry = jackpot
            result, rule = _jackpot_set_aside(rules, hand, entry, name, returned=bool(retracted))
        elif name in retracted:
            entry, result = jackpot, Result.RETRACTED
        elif cause is None:
            continue
        elif cause.round == "void" or cause.hand == "void":
            result = Result.VOID
        else:
            result = Result.FORFEITED
            if cause.forfeits and name not in cause.forfeits:
                problem = f"{cause.rule} forfeits {', '.join(cause.forfeits)}, not {name}"
                raise RoundError(f"{name}: {problem}; the rules do not say what becomes of it")
        assert entry is not None  # noqa: S101  what is set aside has a cause
        title, stake = rules.wagers[name].name, hand.wagers[name]
        returned = 0 if result in (Result.FORFEITED, Result.NEXT_ROUND) else stake
        settled[name] = records.SettledWager.of(
            name, title, stake, returned, result, rule=rule or entry.rule, reason=entry.says
        )
    return settled


def _retracted(rules: Rules, hand: Hand) -> frozenset[str]:
    """The wagers that a player takes back; a jackpot wager that goes with them has a ruling of its own."""
    staked = {name for name, amount in hand.wagers.items() if amount}
    if isinstance(hand.retracts, bool):
        return frozenset(staked if hand.retracts else ())
    retracted = set(hand.retracts)
    for name in hand.retracts:
        if name not in staked or name in rules.jackpots:
            raise RoundError(f"retracts: {name!r} is not a wager that this player can take back")
    for gone, left in permutations((rules.base, *rules.equals, rules.play), 2):
        if gone in retracted and left in staked - retracted:
            silent = f"the rules do not say how {left} is settled then"
            raise RoundError(f"retracts: {gone} without {left}; {silent}")
    return frozenset(retracted)


def _jackpot_set_aside(
    rules: Rules, hand: Hand, cause: Irregularity, name: str, *, returned: bool
) -> tuple[Result, str]:
    """What becomes of a jackpot wager that is returned or carried over, and the rule."""
    rule = cause.jackpot_rule or cause.rule
    if returned or cause.jackpot == "returned":
        return Result.RETURNED, rule
    if not hand.leaves:
        return Result.NEXT_ROUND, rule
    leaving = rules.bets[name].cited.get("leaving")
    if not leaving:
        problem = f"carried to the next round ({rule}), but the player leaves"
        raise RoundError(f"{name}: {problem}; the rules do not say what becomes of it")
    return Result.RETURNED, records.cite(rule, leaving)


# -- the settlement ----------------------------------------------------------------------------------


def settle_by_cards(
    round_: Round, live: LiveHand, tables: PayTables, shared: Mapping[MeterName, SharedOut]
) -> dict[str, records.SettledWager]:
    """The wagers of a hand that the cards decide and a collection; reasons name hands as `{player}`."""
    rules, counted = live.showdown.rules, hands.counted_stakes(round_, live)
    staked = {name: counted[name].counts for name in live.stakes if name not in rules.jackpots}
    verdicts = hands.decide(live.showdown, tables, staked, folds=live.folds, keeps=live.hand.keeps)
    settled = {
        name: _in_money(rules, name, counted[rules.bets[name].on or name], verdict, round_.chip)
        for name, verdict in verdicts.items()
    }
    for name in live.stakes:
        if name in rules.jackpots:
            settled[name] = meter.settle_jackpot(
                round_, live, name, counted[name], tables=tables, shared=shared
            )
    base = rules.bets[rules.base]
    if base.collection is not None and base.id in live.stakes:
        name, taken = f"{base.id}.collection", base.collection.of(Fraction(live.stakes[base.id]))
        rule, reason = base.collection.rule or base.rule, "taken of each hand"
        settled[name] = records.SettledWager.of(
            name, "Collection", taken, 0, Result.LOSE, rule=rule, reason=reason
        )
    return settled


def _in_money(
    rules: Rules, name: str, stake: Stake, verdict: hands.HandVerdict, chip: Amount | None
) -> records.SettledWager:
    """A verdict on a wager as the amount handed to the player, which chips make."""
    own, net, counts = name not in rules.bonuses, verdict.net, stake.counts
    due = net * counts if net > 0 else (1 + net) * counts if own and net < 0 else Fraction(0)
    handed, notes = hands.payable(rules, chip, name, due)
    staked: Amount = 0  # a bonus has no stake that could come back
    if own:
        staked, notes = stake.staked, (*stake.notes, *notes)
        handed += staked if net >= 0 else staked - counts
    title, rule, reason = rules.wagers[name].name, verdict.rule, verdict.reason
    result = Result.STAND_OFF if net == 0 else Result.WIN if net > 0 else Result.LOSE
    return records.SettledWager.of(name, title, staked, handed, result, rule=rule, reason=reason, notes=notes)


def settle(
    rules: Rules, round_: Round, tables: Mapping[str, str] | None = None, line: int | None = None
) -> SettledRound:
    """A round settled literally; RoundError if the record is wrong, or the rules do not say how.

    `tables` are by wager the letter of the pay table in use where the record names none, `line` is that of
    the file with the record.

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
    """
    letters = tables or {}
    settled = _settle_as_read(rules, round_, letters, line)
    if not (settled.paid_wrongly or rules.taken):
        return settled
    places = {(one.seat, one.wager) for one in settled.paid_wrongly}
    if rules.taken:
        taken = tuple(_reading(rules, name, option) for name, option in rules.taken.items())
        adopted = _wrong_under(as_adopted(rules), round_, letters) or {}
        by_reading = (replace(one, readings=taken) for place, one in adopted.items() if place not in places)
        settled = replace(settled, by_reading=tuple(by_reading))
    right: dict[tuple[int, str], list[str]] = {place: [] for place in places}
    for name, option, other in other_readings(rules) if places else ():
        wrong = _wrong_under(other, round_, letters)
        for place in places - wrong.keys() if wrong is not None else ():
            right[place].append(_reading(rules, name, option))
    found = [replace(one, readings=tuple(right[one.seat, one.wager])) for one in settled.paid_wrongly]
    return replace(
        settled,
        paid_wrongly=tuple(one for one in found if not one.readings),
        disputed=tuple(one for one in found if one.readings),
    )


def _wrong_under(
    reading: Rules, round_: Round, letters: Mapping[str, str]
) -> dict[tuple[int, str], records.Discrepancy] | None:
    """The wrong payments under a reading of the rules; None if the rules then say nothing about the round."""
    try:
        wrong = _settle_as_read(reading, round_, letters, None).paid_wrongly
    except RoundError:
        return None
    return {(one.seat, one.wager): one for one in wrong}


def _reading(rules: Rules, name: str, option: str) -> str:
    return f"{name} = {option}{by(rules.adopted.readings[name].rule)}"


def _settle_as_read(
    rules: Rules, round_: Round, letters: Mapping[str, str], line: int | None
) -> SettledRound:
    """A round settled under one reading of the rules."""
    answers, named = hands.kept(rules), {**letters, **round_.tables} if round_.tables else letters
    key = tuple(named.items())
    tables = answers.tables.get(key) or answers.keep(answers.tables, key, PayTables(rules, named))
    tables.missing.clear()
    meters, notes, wrong = dict[MeterName, records.SettledMeter](), tuple[records.Note, ...](), []
    try:
        try:
            check_round(rules, round_, tables)
            settled = _recalled(answers, round_, tables)
            if settled is None:
                settled, meters, notes = _by_the_rules(answers, round_, tables)
            if [hand for hand in round_.hands if hand.paid is not None]:
                of_seat = {one.seat: one for one in settled}
                found = each_hand(round_, lambda hand: hands.wrong_payments(rules, hand, of_seat[hand.seat]))
                wrong = [*chain(*found.values())]
        finally:
            tables.check()
    except RoundError as error:
        raise RoundError(error.problem, round_.id, error.line) from None
    except RulesError as error:  # the round is paid by a table that is inherited and does not fit the game
        raise RoundError(str(error), round_.id) from None
    return SettledRound(
        id=round_.id,
        game=rules.file.id,
        line=line,
        dealer=round_.dealer,
        hands=tuple(settled),
        notes=notes,
        paid_wrongly=tuple(wrong),
        meter=meters.pop(MeterName(rules.metered), None) if meters else None,
        further_meters=tuple(meters.values()),
    )


def _by_the_rules(
    answers: Kept, round_: Round, tables: PayTables
) -> tuple[list[records.SettledHand], dict[MeterName, records.SettledMeter], tuple[records.Note, ...]]:
    """The hands of a round settled rule by rule, what becomes of meters, and notes."""
    rules = answers.rules
    irregular = happenings(rules, round_)
    aside = each_hand(round_, lambda hand: set_aside(rules, hand, irregular))
    stakes_of = each_hand(round_, partial(check_wagers, rules))
    meter.check_jackpots(rules, round_, stakes_of)
    for hand in round_.hands:
        if MINIMUM in hand.warned:
            aside[hand.seat] = sent_back(rules, round_, hand, stakes_of[hand.seat]) | aside[hand.seat]

    def decided_by_cards(hand: Hand) -> LiveHand | None:
        stakes, settled = stakes_of[hand.seat], aside[hand.seat]
        if settled:
            stakes = {name: stake for name, stake in stakes.items() if name not in settled}
        return LiveHand(hand, stakes, check_decision(rules, hand, stakes), unseen) if stakes else None

    unseen = Showdown(rules, answers.none, answers.none, answers.none)
    placed = [live for live in each_hand(round_, decided_by_cards).values() if live is not None]
    needs = [one.needs for one in placed]
    dealer, jackpot, *own = hands.read_cards(answers, round_, [one.hand for one in placed], needs)
    live = {
        one.hand.seat: replace(one, showdown=Showdown(rules, cards, dealer, jackpot))
        for one, cards in zip(placed, own, strict=True)
    }
    envy = meter.envy_bonuses(rules, tables, live)
    winners = meter.meter_winners(rules, round_, tables, live)
    shared = meter.share_out(rules, round_, winners, live)
    names = (*rules.wagers, f"{rules.base}.collection")

    def settled_hand(hand: Hand) -> records.SettledHand:
        seat, settled = hand.seat, aside[hand.seat]
        if seat in live:
            settled |= settle_by_cards(round_, live[seat], tables, shared)
        wagers = (*(settled[name] for name in names if name in settled), *envy.get(seat, ()))
        amounts = (getattr(wager, key) for key in records.SUMS[:3] for wager in wagers)
        named = (live[seat].showdown.player, dealer) if seat in live else ()
        result = records.HandResult.one(wagers)
        return result.of_hand(rules, hand, (1, *map(records.lean, amounts)), named)

    results = each_hand(round_, settled_hand)
    if not (irregular or winners or envy or round_.hits or tables.missing):
        for one in live.values():
            _keep(answers, round_, tables, one, results[one.hand.seat])
    notes = []
    for record, entry in irregular:
        seats = f" (seat {', '.join(map(str, record.seats))})" if record.seats else ""
        outcome = ": the round is void" if entry.round == "void" else ""
        notes.append(records.Note(f"{entry.says}{seats}{outcome}", entry.rule))
    notes += chain(*(each.notes for each in shared.values()))
    return [*results.values()], {name: each.meter for name, each in shared.items()}, tuple(notes)


# -- what was settled before -------------------------------------------------------------------------


def _placing(round_: Round, hand: Hand) -> Hashable:
    """All that decides whether a hand may be placed, and how much of it counts."""
    limits = (*round_.limits.items(), *hand.limits.items()) if round_.limits or hand.limits else ()
    return tuple(hand.wagers.items()), hand.decision, hand.keeps, hand.blind, limits


def _kind(tables: PayTables, placement: Placement, number: int, dealt: Sequence[Cards]) -> Hashable:
    """All that decides the wagers of a hand of so many but for amounts: equal for hands of one kind."""
    own, dealer, jackpot = dealt
    compared = tables.rules.ranking.compare(own.level, dealer.level)
    kind = [tables, placement.shape, own.own_kind, dealer.dealers_kind, compared]
    for bet in placement.fives if number == 1 else (*placement.fives, *meter.envied(tables.rules)):
        others = dealer if bet.hand is Whose.PLAYER_AND_DEALER else jackpot
        kind.append(tables.five(bet, own, others) if bet.more_cards and own.code and others.code else bet.id)
    return tuple(kind)


def _recalled(answers: Kept, round_: Round, tables: PayTables) -> list[records.SettledHand] | None:
    """The hands of a round, each as the first of its kind was settled; None if one is the first."""
    rules, every = answers.rules, round_.hands
    placements, settled = list[Placement](), list[records.SettledHand]()
    for hand in every:
        placement = answers.placements.get(_placing(round_, hand))
        if placement is None or hand.warned or hand.retracts or round_.irregularities or round_.hits:
            return None
        placements.append(placement)
    if round_.seed is not None or round_.meters or len(every) > 1 or answers.limited:
        stakes = zip(every, placements, strict=True)
        meter.check_jackpots(rules, round_, {hand.seat: placement.stakes for hand, placement in stakes})
    needs = [placement.needs for placement in placements]
    dealer, jackpot, *cards = hands.read_cards(answers, round_, every, needs)
    for hand, placement, own in zip(every, placements, cards, strict=True):
        result = answers.results.get(_kind(tables, placement, len(every), (own, dealer, jackpot)))
        if result is None:
            return None
        amounts = tuple(map(mul, result.multiples, result.of(placement.amounts)))
        if round_.chip and any(amount % round_.chip for amount in amounts[1:]):
            return None
        settled.append(result.of_hand(rules, hand, amounts, (own, dealer)))
    return settled


def _keep(
    answers: Kept, round_: Round, tables: PayTables, live: LiveHand, settled: records.SettledHand
) -> None:
    """Keep the result of a hand for others of its kind, in proportion to its stakes."""
    rules, stakes, hand, wagers = answers.rules, live.stakes, live.hand, settled.result.wagers
    known = [bet for bet in meter.envied(rules) if round_.hands[1:] and live.showdown.cards(bet.hand)]
    lines = [hands.paying_line(table, live.showdown) for bet in known for table in tables.possible(bet.id)]
    special = hand.warned or hand.retracts or any(line and line.prize.envy for line in lines)
    if special or any(wager.notes or wager.carried for wager in wagers):
        return
    shape = live.folds, hand.keeps, *((name, _scale(rules, name, stakes)) for name in stakes)
    fives = tuple(bet for bet in live.staying if bet.more_cards)
    amounts, same_shape = (1, *stakes.values()), answers.keep(answers.shapes, shape, object())
    placement = Placement(stakes, amounts, live.needs, fives, same_shape)
    answers.keep(answers.placements, _placing(round_, hand), placement)
    # A bonus is in proportion to the wager that it is on, a collection to the initial one.
    on = [rules.bets[name].on or name if name in rules.bets else rules.base for name in settled.result.names]
    picks = [0, *[1 + [*stakes].index(name) for name in on] * 3]
    multiples = [Fraction(of) / amounts[pick] for of, pick in zip(settled.amounts, picks, strict=True)]
    result = replace(settled.result, multiples=tuple(map(records.lean, multiples)), of=itemgetter(*picks))
    dealt = live.showdown.player, live.showdown.dealer, live.showdown.jackpot
    answers.keep(answers.results, _kind(tables, placement, len(round_.hands), dealt), result)


def _scale(rules: Rules, name: str, stakes: Mapping[str, Amount]) -> Amount:
    """What of a stake decides more than the amounts: its multiple of the initial wager, or sums for it."""
    bet, tables = rules.bets[name], rules.tables.get(name, {}).values()
    in_money = bet.collection is not None and bet.collection.money
    if bet.kind is Kind.JACKPOT or in_money or any(table.pays_money for table in tables):
        return stakes[name]
    return Fraction(stakes[name]) / stakes[rules.base] if bet.raises or bet.equals else 1
