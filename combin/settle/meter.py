"""The meter shared out among all hands that win a part of it (Crown 6.3, 6.4, 7.3, 7.4), or among any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import ceil
from operator import attrgetter
from typing import ClassVar

from msgspec import Struct

from combin.answers import Answer
from combin.cards.cards import STANDARD_DECK
from combin.formats.tables import COUNT, EXACT, MONEY, Column, Table
from combin.formats.view import View
from combin.formatting import counted, in_cents, money, plain
from combin.jackpot.meter import JackpotError
from combin.rules.model import JackpotOption, MeterEntry
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Bet
from combin.settle import records
from combin.settle.hands import LiveHand, PayTables, Stake, payable, paying_line, terms, unpaid_reason
from combin.settle.records import Amount, Note, Result, Round, RoundError, amount_text, by, cite, money_text

TENTH = Fraction(1, 10)
"""The part of the meter that one straight flush takes (Crown Tables 3 and 4)."""


def straight_flush_alone(straight_flushes: int, part: Fraction = TENTH) -> tuple[Fraction, Fraction]:
    """The prize of each of S straight flushes without a royal, as parts of j and of r (7.4.3, Table 8).

    Of the amount above the seed they take their tenths one after the other, a geometric sum, and share it.
    """
    of_meter = (1 - (1 - part) ** straight_flushes) / straight_flushes
    return of_meter, part - of_meter


class Settlement(Struct, frozen=True):
    """The meter shared out in one round, with the prize of each `royal` and `straight_flush`."""

    meter: Fraction
    seed: Fraction
    rounded: Fraction
    pool: Fraction
    royals: int
    straight_flushes: int
    royal: Fraction
    straight_flush: Fraction
    meter_after: Fraction

    @property
    def paid(self) -> Fraction:
        """All prizes together."""
        return self.royals * self.royal + self.straight_flushes * self.straight_flush

    @property
    def left(self) -> Fraction:
        """The meter less the prizes (Crown 6.3.3); negative where these are rounded up or of two pools."""
        return self.meter - self.paid

    @property
    def top_up(self) -> Fraction:
        """What the house adds (Crown 6.4): meter before + top-up = prizes + meter after."""
        return self.meter_after - self.left


def settle_meter(
    meter: Fraction,
    seed: Fraction,
    royals: int,
    straight_flushes: int,
    *,
    part: Fraction = TENTH,
    round_up_to: Fraction = Fraction(1),
) -> Settlement:
    """Return how the meter is shared among royal and straight flushes; ValueError if it cannot be.

    Args:
        meter: the value recorded on the meter, in money.
        seed: the initial seed times the cost of the wager, in money.
        royals: R, royal flushes in the round.
        straight_flushes: S, straight flushes in the round.
        part: what one straight flush takes of the meter.
        round_up_to: the unit that the meter is rounded up to before it is paid (Crown 7.3.1: a dollar).

    >>> one = settle_meter(Fraction("123456.70"), Fraction(50000), 1, 1)
    >>> one.rounded, one.royal + one.straight_flush, one.meter_after
    (Fraction(123457, 1), Fraction(123457, 1), Fraction(50000, 1))
    """
    if seed <= 0 or meter < seed:
        shown = f"a meter of {plain(meter)} with a seed of {plain(seed)}"
        raise ValueError(f"{shown}: the meter never lies below the seed (6.3, 6.4.1)")
    if min(royals, straight_flushes) < 0 or royals + straight_flushes == 0:
        msg = f"{royals} royal flushes and {straight_flushes} straight flushes: nothing to share"
        raise ValueError(msg)
    rounded = -(-meter // round_up_to) * round_up_to
    if royals:
        # The pool is j + r x (R - 1) (Crown 7.4.1, Table 5). Of it each royal flush has 10 / (10 R + S)
        # (7.4.2(a), Table 6), each straight flush 1 / (10 R + S) (7.4.2(b)).
        pool = rounded + seed * (royals - 1)
        royal = pool / (royals + part * straight_flushes)
        flush = royal * part if straight_flushes else Fraction(0)
        after = seed
    else:
        pool, royal = rounded, Fraction(0)
        of_meter, of_seed = straight_flush_alone(straight_flushes, part)
        flush = of_meter * rounded + of_seed * seed
        after = max(seed, meter - straight_flushes * flush)
    return Settlement(meter, seed, rounded, pool, royals, straight_flushes, royal, flush, after)


class MeterShare(Struct, frozen=True):
    """The prize that one hand wins of the meter; `handed` is the same in chips."""

    prize: Fraction
    handed: Fraction
    rule: str
    reason: str
    notes: tuple[Note, ...]


class SharedOut(Struct, frozen=True):
    """A meter shared out: what becomes of it, the prizes by seat, and what an auditor should know."""

    meter: records.SettledMeter
    by_seat: Mapping[int, MeterShare]
    notes: tuple[Note, ...]


class _Winner(Struct, frozen=True):
    """A hand that wins of a meter by a line of its table; without a table the meter was hit."""

    seat: int
    text: str
    share: Fraction
    table: PayTable | None = None
    fixed: Fraction = Fraction(0)

    @property
    def terms(self) -> str:
        """What it wins of the meter, in words."""
        if self.fixed:
            return f"{money_text(self.fixed)} out of the meter"
        return f"{amount_text(self.share * 100)}% of the meter"


class MeterName(Struct, frozen=True, cache_hash=True):
    """A meter of a game: that of a wager, or of one of its levels."""

    wager: str
    level: str = ""

    def __str__(self) -> str:
        return f"{self.wager}.{self.level}" if self.level else self.wager

    def amounts(self, rules: Rules, round_: Round) -> tuple[Amount | None, Amount | None]:
        """What a record says of it: what it shows, and what it is reset to."""
        if not self.level and self.wager == rules.metered:
            return round_.meter, round_.seed
        return round_.meters.get(str(self)), round_.seeds.get(str(self))

    def words(self, rules: Rules) -> str:
        """How it is called where a record does not follow: the first one needs no name."""
        return "the meter" if self == MeterName(rules.metered) else f"the meter {str(self)!r}"


@remembered
def further_meters(rules: Rules) -> dict[str, MeterName]:
    """The meters of a game but that which a record gives as `meter`, by the names of records."""
    levels = (
        MeterName(name, level)
        for name, entry in rules.meters.items()
        for option in entry.options.values()
        for level in option.levels
    )
    wagers = (MeterName(name) for name in rules.jackpots if name != rules.metered)
    return {str(meter): meter for meter in (*wagers, *levels)}


@remembered
def stated_meters(
    rules: Rules, name: MeterName, letter: str | None
) -> list[tuple[JackpotOption, MeterEntry, int | None]]:
    """What the rules state of a meter under a pay table, or any: its options, meters, limits per unit."""
    entry = rules.meters[name.wager]
    return [
        (option, meter, limit)
        for option in entry.options.values()
        if letter in (None, option.pay_table)
        for level, meter, limit in entry.meters_of(option)
        if level == name.level
    ]


def _limits_of(rules: Rules, name: MeterName, letter: str | None = None) -> set[int]:
    """The amounts, per unit wagered, that a meter must be hit by, as far as its options have them."""
    return {limit for _, _, limit in stated_meters(rules, name, letter) if limit is not None}


def check_jackpots(rules: Rules, round_: Round, stakes_of: Mapping[int, Mapping[str, Amount]]) -> None:
    """See that all jackpot wagers of a round cost the same, and that the meter is not below the seed.

    Each hand has one such wager at most (Crown 6.2.2), since a record names its wagers once.
    """
    for wager in rules.jackpots:
        full = rules.bets[wager].full_stake
        for seat, stakes in stakes_of.items():
            if full is not None and stakes.get(wager, 0) > full:
                problem = f"{money_text(stakes[wager])} is above the full stake of {money_text(full)}"
                raise RoundError(f"seat {seat}: {wager}: {problem}{by(rules.bets[wager].rule)}")
    for wager, entry in rules.meters.items():
        costs: dict[Amount, int] = {}
        for seat, stakes in stakes_of.items():
            if wager in stakes:
                costs.setdefault(jackpot_cost(round_, wager, stakes), seat)
        if entry.cost_rule and len(costs) > 1:
            each = " and ".join(f"{money_text(cost)} at seat {seat}" for cost, seat in costs.items())
            raise RoundError(f"{wager}: {each}; all of a table cost the same ({entry.cost_rule})")
        cost = rules.bets[wager].full_stake or max(costs, default=None)
        for name in (MeterName(wager), *further_meters(rules).values()):
            if name.wager == wager:
                _check_amounts(rules, round_, name, cost)
    for key, seat in round_.hits.items():
        hit = {rules.metered: MeterName(rules.metered), **further_meters(rules)}.get(key)
        if hit is None or hit.wager not in rules.meters or not _limits_of(rules, hit):
            raise RoundError(f"hits.{key}: no meter of this game that must be hit by an amount")
        if hit.wager not in stakes_of.get(seat, {}):
            raise RoundError(f"hits.{key}: seat {seat} has no wager on {hit.wager}")


def _check_amounts(rules: Rules, round_: Round, name: MeterName, cost: Amount | None) -> None:
    """See that a meter is not below its seed, nor above the amount that it must be hit by."""
    meter, seed = name.amounts(rules, round_)
    if meter is None:
        return
    limits = _limits_of(rules, name, round_.tables.get(name.wager))
    limit = max(limits) * cost if limits and cost else 0
    if seed is not None and meter < seed:
        problem = f"below the seed of {money_text(seed)}"
    elif limit and meter > limit:
        problem = f"above {money_text(limit)}, which it must be hit by"
    else:
        return
    key = "meter" if name == MeterName(rules.metered) else f"meters.{name}"
    raise RoundError(f"{key}: {money_text(meter)} is {problem}{by(rules.meters[name.wager].rule)}")


def jackpot_cost(round_: Round, name: str, stakes: Mapping[str, Amount]) -> Amount:
    """What a hand pays for its jackpot wager, or 0: what is staked above the maximum goes back."""
    limits, stake = round_.limits.get(name), stakes.get(name, 0)
    return stake if limits is None or limits.maximum is None else min(stake, limits.maximum)


def share_out(
    rules: Rules,
    round_: Round,
    winners_of: Mapping[MeterName, Sequence[_Winner]],
    hands: Mapping[int, LiveHand],
) -> dict[MeterName, SharedOut]:
    """How each meter is shared among the hands of a round; those of which a part is won.

    All outcomes of a round at one table are simultaneous (Crown 7.3.3). A hand counts if its jackpot wager
    is still there when the cards decide: not folded (5.10.2(a)), not returned and not carried over. Meters
    of which a game says nothing are left out.
    """
    found = {}
    for name, winners in winners_of.items():
        entry = rules.meters.get(name.wager)
        shares = {winner.share for winner in winners}
        shared = entry is not None and entry.sharing_rule and len(shares - {1}) <= 1 and 0 not in shares
        if len(winners) > 1 and shares != {0} and not shared:
            won = " and ".join(f"{one.text} at seat {one.seat}" for one in winners)
            problem = f"{won} win shares of the meter at once; the rules do not say how they share it"
            raise RoundError(f"{name}: {problem}")
        if entry is not None:
            found[name] = _shared(rules, round_, name, winners, hands)
    for key, seat in round_.hits.items():
        if not any(str(name) == key for name in found):
            raise RoundError(f"hits.{key}: the wager of seat {seat} does not count in this round")
    return found


def meter_winners(
    rules: Rules, round_: Round, tables: PayTables, hands: Mapping[int, LiveHand]
) -> dict[MeterName, list[_Winner]]:
    """Who wins a part of which meter in a round."""
    winners: dict[MeterName, list[_Winner]] = {}
    for wager, (seat, live) in product(rules.jackpots, hands.items()):
        if wager not in live.stakes:
            continue
        for key, hitter in round_.hits.items():
            name = MeterName(*key.partition(".")[::2])
            if name.wager == wager and hitter == seat:
                hit = _Winner(seat, "the amount it must be hit by", Fraction(1))
                winners.setdefault(name, []).append(hit)
        if live.stays(wager):
            table = tables.chosen(wager, live.showdown)
            line = paying_line(table, live.showdown)
            if line is not None and line.prize.of_meter:
                prize, name = line.prize, MeterName(wager, line.prize.level or "")
                part = table.bet.part(Fraction(live.stakes[wager]))
                share, fixed = part * (prize.meter or 0), part * (prize.money or 0)
                winners.setdefault(name, []).append(_Winner(seat, line.text, share, table, fixed))
    return winners


def _shared(
    rules: Rules, round_: Round, name: MeterName, winners: Sequence[_Winner], hands: Mapping[int, LiveHand]
) -> SharedOut:
    entry, recorded = rules.meters[name.wager], []
    for key, amount in zip(("meter", "seed"), name.amounts(rules, round_), strict=True):
        if not amount:
            won = f"{winners[0].text}, {winners[0].terms}, is won at seat {winners[0].seat}"
            where = key if name == MeterName(rules.metered) else f"{key} of it ({key}s.{name})"
            raise RoundError(f"{name}: {won}, and the record gives no {where}")
        recorded.append(Fraction(amount))
    meter, seed = recorded
    unit = Fraction(entry.round_up_to)
    rounded = ceil(meter / unit) * unit  # 7.3.1
    table = winners[0].table
    sharing = entry.sharing_rule if len(winners) > 1 else ""
    of_table = "" if table is None else table.rule
    rule = cite(rules.wagers[name.wager].rule, of_table, entry.rounding_rule, sharing)
    by_seat = {}
    for winner, (prize, words) in zip(winners, _prizes(winners, rounded, seed, unit), strict=True):
        handed, notes = in_chips(rules, round_, name.wager, prize)
        by_seat[winner.seat] = MeterShare(prize, Fraction(handed), rule, f"{winner.text}: {words}", notes)
    lines = Counter(one.text for one in winners)
    order = [line.text for line in table.lines] if table is not None else list(lines)
    left = meter - sum(one.prize for one in by_seat.values())  # 6.3.3
    settled = records.SettledMeter(
        wager=name.wager,
        name=rules.wagers[name.wager].name,
        level=name.level,
        won={text: lines[text] for text in order if text in lines},
        meter=meter,
        seed=seed,
        rounded=rounded,
        prizes=sum((one.handed for one in by_seat.values()), Fraction(0)),
        # 6.4.1. After royal flushes of one round (6.4.2) nothing is left, so that rule resets it as well.
        meter_after=max(left, seed),
        rule=entry.rule,
    )
    full = rules.bets[name.wager].full_stake
    cost = full or jackpot_cost(round_, name.wager, hands[winners[0].seat].stakes)
    stated = stated_meters(rules, name, None if table is None else table.letter)
    known = [meter.seed * cost for _, meter, _ in stated]
    if not known or seed in known:
        return SharedOut(settled, by_seat, ())
    times = f"no initial seed value times the cost of {money_text(cost)}"
    note = f"the seed of {money_text(seed)} is {times}: those are {', '.join(map(money_text, known))}"
    return SharedOut(settled, by_seat, (Note(note, cite(*(option.rule for option, _, _ in stated))),))


def _prizes(
    winners: Sequence[_Winner], rounded: Fraction, seed: Fraction, unit: Fraction
) -> list[tuple[Fraction, str]]:
    """The prize of each winner with its words; by Crown 7.4 for any share that a pay table names."""
    shares = [winner.share for winner in winners if not winner.fixed]
    if not shares:
        return [(winner.fixed, winner.terms) for winner in winners]
    royals, part = shares.count(Fraction(1)), min(shares)
    number = len(shares) - royals
    settled = settle_meter(rounded, seed, royals, number, part=part, round_up_to=unit)
    prizes = [settled.royal if share == 1 else settled.straight_flush for share in shares]
    if len(winners) == 1:  # Tables 3 and 4
        return [(prizes[0], f"{amount_text(part * 100)}% of the rounded meter of {money_text(rounded)}")]
    if royals:
        pool = money_text(settled.pool)
        return [(prize, f"{prize / settled.pool} of the prize pool of {pool}") for prize in prizes]
    of_meter, _ = straight_flush_alone(number, part)
    above = f"{amount_text(of_meter * number * 100)}% of the {money_text(rounded - seed)}"
    own = f"{amount_text(part * 100)}% of the seed of {money_text(seed)}"
    words = f"{above} of the rounded meter above the seed, shared by {number}, and {own}"
    return [(prize, words) for prize in prizes]


def in_chips(rules: Rules, round_: Round, name: str, prize: Fraction) -> tuple[Amount, tuple[Note, ...]]:
    """A jackpot prize as it is handed over, with a note if that is another amount.

    Crown 8.2.3, on wagers that chips cannot pay exactly, excepts no wager, and a Jackpot Wager is one (1.1).
    The meter pays the prize (6.3.3), the house the rest. A game without such a rule pays the prize itself.
    """
    if rules.file.limits.inexact_pay is None:
        return prize, ()
    return payable(rules, round_.chip, name, prize)


def settle_jackpot(
    round_: Round,
    live: LiveHand,
    name: str,
    stake: Stake,
    *,
    tables: PayTables,
    shared: Mapping[MeterName, SharedOut],
) -> records.SettledWager:
    """The jackpot wager of one hand, settled; `shared` are the prizes of meters in this round."""
    showdown, rules = live.showdown, live.showdown.rules
    wager = rules.bets[name]
    hits = [
        shared[meter].by_seat[seat]
        for key, seat in round_.hits.items()
        if seat == live.hand.seat and (meter := MeterName(*key.partition(".")[::2])).wager == name
    ]

    prize: Amount = 0
    notes: tuple[Note, ...] = ()
    table = tables.chosen(name, showdown) if live.stays(name) else None
    line = None if table is None else paying_line(table, showdown)
    if table is None:
        rule, reason = wager.rule_of("fold"), "folded"
    elif line is None:
        rule, reason = cite(wager.rule, table.rule), unpaid_reason(table, showdown)
    elif line.prize.of_meter and (of_meter := MeterName(name, line.prize.level or "")) in shared:
        share = shared[of_meter].by_seat[live.hand.seat]
        prize, rule, reason, notes = share.handed, share.rule, share.reason, share.notes
    else:
        due = _prize_of_line(rules, round_, table, line, Fraction(stake.counts))
        prize, notes = in_chips(rules, round_, name, due)
        rule, reason = cite(wager.rule, table.rule), f"{line.text}: {terms(table, line)}"
    for hit in hits:
        prize, reason, notes = prize + hit.handed, f"{hit.reason}; {reason}", (*hit.notes, *notes)
    result, notes = Result.WIN if prize else Result.LOSE, (*stake.notes, *notes)
    handed = prize + stake.staked - stake.counts
    return records.SettledWager.of(
        name, wager.name, stake.staked, handed, result, rule=rule, reason=reason, notes=notes
    )


def _prize_of_line(rules: Rules, round_: Round, table: PayTable, line: Line, stake: Fraction) -> Fraction:
    """All that is handed to a winner.

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


@remembered
def envied(rules: Rules) -> list[Bet]:
    """The jackpot wagers with envy bonuses."""
    lines = {
        name: [line for table in rules.tables[name].values() for line in table.lines]
        for name in rules.jackpots
    }
    return [rules.bets[name] for name in lines if any(line.prize.envy for line in lines[name])]


def envy_bonuses(
    rules: Rules, tables: PayTables, hands: Mapping[int, LiveHand]
) -> dict[int, list[records.SettledWager]]:
    """Envy bonuses by seat, which the hands of other players bring it.

    A player has one for each hand that earns it, at the first of the player's seats with a jackpot wager. A
    hand without one counts too, if it has one of the wagers that the rules ask for (RWS 3.12, 3.13).
    """
    bonuses: dict[int, list[records.SettledWager]] = {}

    def player(seat: int) -> str | int:
        return seat if hands[seat].hand.player is None else str(hands[seat].hand.player)

    for bet in envied(rules) if len(hands) > 1 else ():
        name = bet.id
        envious: dict[str | int, int] = {}  # the first seat with a live jackpot wager, by player
        for seat, live in sorted(hands.items()):
            if name in live.stakes and live.stays(name):
                envious.setdefault(player(seat), seat)
        for seat, live in hands.items():
            others = [theirs for who, theirs in envious.items() if who != player(seat)]
            entitled = not bet.envy_needs or any(needed in live.stakes for needed in bet.envy_needs)
            if not (others and entitled and live.showdown.cards(bet.hand)):
                continue
            line = paying_line(tables.chosen(name, live.showdown), live.showdown)
            if line is None or not line.prize.envy:
                continue
            envy, title, rule = f"{name}.envy", f"{bet.name}, envy bonus", bet.rule_of("envy")
            reason = f"{line.text} at seat {seat}"
            for theirs in others:
                prize = line.prize.envy * bet.part(Fraction(hands[theirs].stakes[name]))
                bonus = records.SettledWager.of(envy, title, 0, prize, Result.WIN, rule=rule, reason=reason)
                bonuses.setdefault(theirs, []).append(bonus)
    return bonuses


class SharedMeter(Answer, Struct, frozen=True):
    """A settlement of the meter, and whether such a round can occur."""

    shown_by: ClassVar[str] = "combin.settle.meter:sharing_view"

    settlement: Settlement
    possible: bool


def share_meter(
    royals: int,
    straight_flushes: int,
    *,
    meter: Fraction,
    seed: Fraction,
    stake: Fraction = Fraction(1),
    anyway: bool = False,
) -> SharedMeter:
    """Return who is paid what when several prizes fall in one round, of a deck of 52 cards.

    The seed is for a wager of 1. With `anyway` the formula is applied to a round that cannot occur.
    """
    from combin.jackpot.value import Winners

    hands, winners = (len(STANDARD_DECK) - 2) // 3, royals + straight_flushes
    if winners > hands:
        there = f"with two jackpot cards there are {hands} hands at most"
        raise JackpotError(f"{winners} prizes in one round: {there}")
    if stake <= 0:
        raise JackpotError(f"a stake of {stake} is not above 0")
    try:
        settlement = settle_meter(meter, seed * stake, royals, straight_flushes)
    except ValueError as error:
        raise JackpotError(str(error)) from None
    can_occur = Winners(STANDARD_DECK).possible
    possible = (royals, straight_flushes) in can_occur
    if not possible and not anyway:
        others = ", ".join(f"{royal} and {flush}" for royal, flush in can_occur if royal or flush)
        asked = f"--royals {royals} --straight-flushes {straight_flushes}"
        why = f"as all hands share the two jackpot cards (what can: {others})"
        raise JackpotError(
            f"{asked}: cannot occur in one round, {why}; --anyway applies the formula all the same"
        )
    return SharedMeter(settlement, possible)


def sharing_view(shared: SharedMeter, digits: int = 10) -> View:
    """A settlement of the meter, ready to be shown; JSON has its amounts by name, and one record has them."""
    settlement, possible = shared.settlement, shared.possible
    numbers = {"royal flush": settlement.royals, "straight flush": settlement.straight_flushes}
    won = " and ".join(counted(number, noun) for noun, number in numbers.items() if number)
    won = won.replace("flushs", "flushes")
    lines = [f"{won} in one round, with the meter at {money(settlement.meter)}."]
    if not possible:
        why = "as all hands share the two jackpot cards"
        lines.append(f"Such a round cannot occur, {why}; the formula is applied all the same.")
    facts = Table.of(
        "",
        [settlement],
        [
            *(Column(None, COUNT, attrgetter(name), name) for name in ("royals", "straight_flushes")),
            Column(None, value=lambda _: possible, name="can_occur"),
            *(Column[Settlement](None, MONEY, attrgetter(name), name) for name in _AMOUNTS),
        ],
    )
    return View(
        "The meter shared out",
        tuple(lines),
        (_table(settlement),),
        lambda: facts.objects(digits)[0],
        lambda: facts.records(digits),
    )


_AMOUNTS = (
    "meter", "seed", "rounded", "pool", "royal", "straight_flush", "paid", "left", "top_up", "meter_after",
)  # fmt: skip


def _table(settlement: Settlement) -> Table:
    rows = [
        ("meter as recorded", "", settlement.meter, "6.3"),
        ("rounded up: j", "", settlement.rounded, "7.3.1"),
    ]
    if settlement.royals:
        each = f"{settlement.royal / settlement.pool} of the pool"
        rows += [
            ("prize pool", "j + r × (R - 1)", settlement.pool, "7.4.1, Table 5"),
            ("each royal flush", f"10 / (10 R + S) = {each}", settlement.royal, "7.4.2(a), Table 6"),
        ]
        if settlement.straight_flushes:
            share = f"1 / (10 R + S) = {settlement.straight_flush / settlement.pool} of the pool"
            rows.append(("each straight flush", share, settlement.straight_flush, "7.4.2(b), Table 7"))
    elif settlement.straight_flushes > 1:
        share = "(j - r) × (1 - 0.9^S) / S + 10% r"
        rows.append(("each straight flush", share, settlement.straight_flush, "7.4.3, Table 8"))
    else:
        rows.append(("straight flush", "10% j", settlement.straight_flush, "Tables 3 and 4"))
    rows += [
        ("all prizes", "", settlement.paid, ""),
        ("left on the meter", "recorded less prizes", settlement.left, "6.3.3"),
        ("added by the house", "", settlement.top_up, "6.4"),
        ("meter after", "", settlement.meter_after, "6.3, 6.4"),
    ]
    broken = not all(in_cents(amount) for *_, amount, _ in rows)
    note = f"j: the rounded meter; r: the seed, {money(settlement.seed)}; R, S: royal and straight flushes."
    if broken:
        note += " What chips cannot pay exactly is paid to the next amount that they can (8.2.3)."
    exactly = Column[tuple[str, str, Fraction, str]](
        "Exactly", EXACT, lambda row: None if in_cents(row[2]) else row[2]
    )
    return Table.of(
        "",
        rows,
        [
            Column(value=lambda row: row[0]),
            Column("Formula", value=lambda row: row[1]),
            Column("Amount", MONEY, lambda row: row[2]),
            *([exactly] if broken else []),
            Column("Crown rule", value=lambda row: row[3]),
        ],
        note,
    )
