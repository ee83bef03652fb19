"""Files of recorded rounds settled line by line, and what a round leaves to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from combin.formatting import counted, money_in
from combin.progress import progress
from combin.rules.resolved import Rules, remembered
from combin.settle import records
from combin.settle.banks import Banks
from combin.settle.meter import MeterName, further_meters, jackpot_cost, stated_meters
from combin.settle.records import Amount, Break, Result, Round, RoundError, SettledRound, money_text
from combin.settle.round import MINIMUM, again_of, below_minimum, settle


def settle_lines(
    rules: Rules,
    lines: str | Path | Iterable[str | bytes],
    tables: Mapping[str, str] | None = None,
    *,
    whole_ledger: bool = False,
    banks: Banks | None = None,
) -> Iterator[SettledRound | RoundError]:
    """Yield for each line of a file, of which this may be the path, the settled round, or its error.

    The rounds of a table are compared too, in the order of the file: the meter, and wagers that stay on
    the layout; with `whole_ledger` each meter must equal its ledger. In a tournament, `banks` follow the
    chips of each player. A closing of a meter is yielded as a round without hands. Blank lines are skipped.
    Errors are yielded, so that the following rounds are settled.
    """
    letters, in_currency = dict(tables or {}), money_in(rules.file.staked_in)
    ledger, warned = Ledger(rules, letters, whole=whole_ledger), Warned(rules)
    if banks is None and rules.file.held is not None:
        banks = Banks(rules, rules.file.held)
    settled: SettledRound | RoundError
    each = _lines_of(Path(lines)) if isinstance(lines, str | Path) else lines
    for number, line in enumerate(each, start=1):
        text = records.in_bytes(line).removeprefix(b"\xef\xbb\xbf")
        if not text or text.isspace():
            continue
        with in_currency:
            try:
                record = records.parse_record(text)
                if isinstance(record, records.Closing):
                    settled = ledger.close(record, number)
                else:
                    record = warned.reminded(record)
                    settled = settle(rules, record, letters, number)
                    found = ledger.follow(record, settled)
                    if banks is not None:
                        found += banks.follow(record, settled, place(record.id)[0])
                    settled = replace(settled, unexplained=found) if found else settled
            except RoundError as error:
                ledger.forget()
                if banks is not None:
                    banks.forget()
                settled = RoundError(error.problem, error.round, number)
        yield settled


def _lines_of(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, showing progress."""
    total, done = path.stat().st_size, 0
    with path.open("rb") as file:
        for number, line in enumerate(file):
            done += len(line)
            if number % 1000 == 0:
                progress(done, total)
            yield line


class Warned:
    """The warnings of the players of a file, which change the second ruling."""

    def __init__(self, rules: Rules) -> None:
        self._again = {*again_of(rules)}
        self._warned: dict[tuple[str | None, str | None], frozenset[str]] = {}

    def reminded(self, round_: Round) -> Round:
        """A round with the earlier warnings of its players; new ones are kept."""
        new = round_.irregularities or round_.limits or any(hand.limits for hand in round_.hands)
        if not self._again or not (self._warned or new):
            return round_
        (table, _), hands = place(round_.id), []
        for hand in round_.hands:
            before = self._warned.get((table, hand.player), frozenset())
            hands.append(replace(hand, warned=(*hand.warned, *sorted(before - {*hand.warned}))))
            now = {record.what for record in round_.irregularities if hand.seat in record.seats}
            now |= {MINIMUM} if below_minimum(round_, hand) else set()
            if hand.player is not None and (now := now & self._again):
                self._warned[table, hand.player] = before | now
        return replace(round_, hands=tuple(hands))


MOST_TABLES = 1000
"""How many tables are followed at once: ids that number no rounds could make a table of each round."""

Carried = tuple[records.SettledHand, records.SettledWager]
"""A wager of a hand that stays on the layout for the next round."""


class _Meter(Struct):
    """A meter as the last record left it: between `least` and `most`, since its rate may not be known.

    Both are in parts of a unit of money, of which every rate of a wager is a whole number. It showed `shown`,
    in whole units of money or `cents`, and may hold a fraction of them more or less. Its `cost`, table and
    seed, as far as they are `known`, make it this meter (Crown 6.1.1(e), (f)), and decide its `rates`.
    """

    record: str | int
    shown: Amount
    least: Amount
    most: Amount
    known: tuple[Amount | None, str | None, Amount | None]
    rates: tuple[Amount, Amount]
    tables: set[str | None] = field(default_factory=set)
    cents: bool = False


class _Last(Struct):
    """The round of a table that was recorded last."""

    round: str | int
    number: int | None
    carried: tuple[Carried, ...]
    costs: dict[str, Amount]


class _Step(NamedTuple):
    """A round of a table as it is followed, with the wagers that stayed for it."""

    round: Round
    settled: SettledRound
    table: str | None
    carried: tuple[Carried, ...]


class Ledger:
    """Follows the rounds of each table through a file, in its order.

    Rounds are of one table if their ids are the same but for the number at the end, as in `T7-412` and
    `T7-413`, and follow each other as long as these numbers rise; rounds whose ids have no number are taken
    in the order of the file.

    A meter rises by its rate of the jackpot wagers and falls by prizes only (Crown 6.3); it may rise by more,
    since other tables may feed it. Every meter is followed whose increments the rules state. A `whole` file
    has all rounds of all tables of its meters, which then follow from it (docs/rounds.md, "The whole ledger
    of a meter"); a meter may be ahead by the amount paid in beyond a hit, too.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str], *, whole: bool = False) -> None:
        self._rules = rules
        self._letters = letters
        self._whole = whole
        first = [MeterName(rules.metered)] if rules.metered in rules.meters else []
        names = (*first, *(one for one in further_meters(rules).values() if one.wager in rules.meters))
        self._parts = {name: _parts(rules, name) for name in names}
        self._last: dict[str | None, _Last] = {}
        self._meters: dict[tuple[MeterName, object], _Meter] = {}

    def forget(self) -> None:
        """Expect nothing of the next rounds, after a record that is unknown."""
        self._last.clear()
        self._meters.clear()

    def follow(self, round_: Round, settled: SettledRound) -> tuple[Break, ...]:
        """The inconsistencies of a round with earlier rounds, of its table or of a whole file."""
        table, number = place(round_.id)
        last = self._last.pop(table, None) or _Last(round_.id, None, (), {})
        gap = 0 if number is None or last.number is None else number - last.number - 1
        breaks: list[Break] = []
        if self._whole and gap < 0:
            breaks.append(Break(f"it follows round {last.round} of its table"))
        elif self._whole and gap:
            are = "is" if gap == 1 else "are"
            breaks.append(Break(f"{counted(gap, 'round')} between it and round {last.round} {are} missing"))
        carried, costs = () if gap else last.carried, last.costs
        if carried:
            breaks += _vanished(carried, round_, last.round)
        step = _Step(round_, settled, table, carried)
        for name in self._parts:
            cost = self._cost(name, round_)
            if self._whole:
                cost = cost or costs.get(name.wager)
                if cost is None:
                    continue
                costs[name.wager] = cost
            key = (name, cost if self._whole else table)
            meter = self._meters.pop(key, None)
            if gap if self._whole else gap < 0:  # what the wagers of those rounds came to is not known
                meter = None
            meter, problem = self._meter(name, meter, cost, step)
            breaks += [] if problem is None else [problem]
            if meter is not None:
                self._meters[key] = meter
        staying = _carried(settled) if round_.irregularities else ()  # after those only
        last.round, last.number, last.carried = round_.id, number, staying
        self._last[table] = last
        if len(self._last) > MOST_TABLES:
            del self._last[next(iter(self._last))]
        while len(self._meters) > MOST_TABLES * len(self._parts):
            del self._meters[next(iter(self._meters))]
        return tuple(breaks)

    def close(self, closing: records.Closing, line: int) -> SettledRound:
        """The closing of a meter as a round without hands; transfers raise other meters."""
        breaks, name = _closed(self._rules, closing), MeterName(closing.closes)
        meter = self._meters.pop((name, closing.cost), None) if self._whole else None
        problem = None if meter is None else self._compared(name, meter, closing.meter, 0)
        if problem is not None:
            breaks.insert(0, problem)
        moved = []
        for cost, amount in closing.transfers.items():
            moved.append(f"{money_text(amount)} to that of {money_text(cost)}")
            if (name, cost) in self._meters:
                self._meters[name, cost].least += amount * self._parts[name]
                self._meters[name, cost].most += amount * self._parts[name]
        if not self._whole:
            self.forget()
        transferred, rules = ", ".join(moved) or "nothing", self._rules
        text = f"the meter at the cost of {money_text(closing.cost)} is closed; transferred: {transferred}"
        notes, game = (records.Note(text, rules.meters[name.wager].closing_rule),), rules.file.id
        return SettledRound(
            id=closing.id, game=game, line=line, dealer="", hands=(), notes=notes, unexplained=tuple(breaks)
        )

    def _meter(
        self, name: MeterName, meter: _Meter | None, cost: Amount | None, step: _Step
    ) -> tuple[_Meter | None, Break | None]:
        """A meter as a round leaves it, and what of it does not follow from the records before."""
        shown, seed = name.amounts(self._rules, step.round)
        letter = step.round.tables.get(name.wager) or self._letters.get(name.wager)
        beyond: Amount = 0
        problem: Break | None = None
        known, parts = (cost, letter, seed), self._parts[name]
        if meter is not None and meter.known != known:
            if not self._whole:
                pairs = zip(meter.known, known, strict=True)
                if any(None not in (old, new) and old != new for old, new in pairs):
                    meter = None  # another meter
                else:
                    before = meter.known
                    known = cost or before[0], letter or before[1], seed or before[2]
            if meter is not None:
                meter.known, meter.rates = known, _rates(self._rules, name, *known)
        if meter is not None:
            beyond, problem = self._raised(name, meter, shown, step)
            if self._whole or shown is not None:
                meter.record = step.round.id
        if shown is None:
            return meter, None
        now = shown * parts
        if meter is None:
            rates = _rates(self._rules, name, *known)
            meter = _Meter(step.round.id, shown, now, now, known, rates, {step.table})
        elif problem is not None:
            meter.least, meter.most = now, now + beyond
        elif not self._whole and now > meter.least:  # a fraction that the meter does not show is carried on
            meter.least = now
        meter.shown, meter.cents = shown, meter.cents or shown.denominator > 1
        for won in (step.settled.meter, *step.settled.further_meters):
            if won is not None and (won.wager, won.level) == (name.wager, name.level):
                meter.shown, meter.least = won.meter_after, won.meter_after * parts
                meter.most = meter.least + beyond
        return meter, problem

    def _raised(
        self, name: MeterName, meter: _Meter, shown: Amount | None, step: _Step
    ) -> tuple[Amount, Break | None]:
        """Raise a meter by the wagers of a round; return what may lie beyond a hit, and what is wrong."""
        money: Amount = 0
        for hand in step.settled.hands:
            if (index := hand.result.decided.get(name.wager)) is not None:
                money += jackpot_cost(step.round, name.wager, {name.wager: hand.amounts[index]})
        # Once it is hit at the hidden amount, it shows none of what the wagers pay in beyond that.
        hit = bool(step.round.hits) and str(name) in step.round.hits
        if step.carried and not self._whole:  # those of a void round may have been registered for it
            money -= sum(wager.carried for _, wager in step.carried if wager.wager == name.wager)
        low, high = meter.rates
        if self._whole:
            meter.most += money * high
            meter.tables.add(step.table)
        if money > 0 and not hit:
            meter.least += money * low
        problem = None
        if shown is not None and self._whole:
            seats = self._rules.file.deal.seats or 99
            carried = _carried(step.settled) if step.round.irregularities else ()
            staying = sum(wager.wager == name.wager for _, wager in carried)
            at_other_tables = seats * (len(meter.tables) - 1)
            under_way = (staying + at_other_tables) * (meter.known[0] or 0) * high
            problem = self._compared(name, meter, shown, under_way)
        elif shown is not None and shown * self._parts[name] < meter.least:
            problem = self._behind(name, meter, shown)
        return money * high if hit else 0, problem

    def _cost(self, name: MeterName, round_: Round) -> Amount | None:
        """The cost of the wager of a meter in a round: the full stake, or the highest stake."""
        full = self._rules.bets[name.wager].full_stake
        costs = [hand.wagers.get(name.wager, 0) for hand in round_.hands]
        if round_.limits:
            costs = [jackpot_cost(round_, name.wager, hand.wagers) for hand in round_.hands]
        return (full if full is not None and any(costs) else max(costs)) or None

    def _compared(self, name: MeterName, meter: _Meter, shown: Amount, ahead: Amount) -> Break | None:
        """The inconsistency of a meter with a whole file; it may be `ahead` by an amount."""
        parts, per = self._parts[name], 100 if meter.cents or shown.denominator > 1 else 1
        if (shown * parts - meter.least) * per <= -parts:
            least_or_most, words = meter.least, "less"
        elif (shown * parts - meter.most - ahead) * per >= parts:
            least_or_most, words = meter.most, "more"
        else:
            return None
        expected = Fraction(least_or_most) / parts
        since = f"that record {meter.record} and the jackpot wagers and prizes since then account for"
        text = f"{name.words(self._rules)} shows {money_text(shown)}, {words} than the {money_text(expected)}"
        return Break(text + " " + since, self._rules.meters[name.wager].rule, expected, Fraction(shown))

    def _behind(self, name: MeterName, meter: _Meter, shown: Amount) -> Break | None:
        """The inconsistency of a meter that falls, or lacks its part of the wagers of its table."""
        parts = self._parts[name]
        lacking = meter.least - shown * parts
        falls = shown < meter.shown
        per = 1 if shown.denominator == meter.shown.denominator == 1 else 100
        if not falls and lacking * per < parts:
            return None
        least, left = Fraction(meter.least) / parts, f"round {meter.record} left {money_text(meter.shown)}"
        text = f"{name.words(self._rules)} shows {money_text(shown)}, and {left}: "
        if falls:
            text += f"it falls by {money_text(meter.shown - shown)}, and no prize of it is recorded"
        else:
            text += f"with its part of the jackpot wagers since then it is at least {money_text(least)}"
        return Break(text, self._rules.meters[name.wager].rule, least, Fraction(shown))


def _parts(rules: Rules, name: MeterName) -> int:
    """The parts of a unit of money of which all rates of a meter are whole numbers."""
    return lcm(*(Fraction(meter.increment).denominator for _, meter, _ in stated_meters(rules, name, None)))


@remembered
def _rates(
    rules: Rules, name: MeterName, cost: Amount | None, letter: str | None, seed: Amount | None
) -> tuple[Amount, Amount]:
    """The least and the most parts of a unit of a wager that can raise a meter, with what is known of it."""
    parts = _parts(rules, name)
    rates = [
        records.lean(meter.increment * parts)
        for _, meter, _ in stated_meters(rules, name, letter)
        if seed is None or cost is None or meter.seed * cost == seed
    ]
    return min(rates, default=0), max(rates, default=parts)


def due_at_closing(meter: Amount, seed: Amount, cost: Amount) -> tuple[Amount, Amount]:
    """What is due to other meters from one that is closed, under each reading of Crown 6.1.1(j).

    It has "the value recorded on the meter less the initial seed value ... multiplied by the cost of the
    Jackpot wager" transferred. It is the seed value that is multiplied, as in 6.3.1, 6.4.1 and 6.4.2, or the
    difference. `seed` is that of the meter, the published one times the cost.
    """
    return meter - seed, (meter - Fraction(seed) / cost) * cost


def _closed(rules: Rules, closing: records.Closing) -> list[Break]:
    """The transfers of a closing that are not by the rules, by the readings of `due_at_closing`."""
    entry = rules.meters.get(closing.closes)
    meter, seed, cost = closing.meter, closing.seed, closing.cost
    if entry is None or not entry.closing_rule:
        problem = f"closes: no rule of {rules.file.id} covers closing a meter of {closing.closes!r}"
    elif not cost:
        problem = "cost: the closing of a meter needs the cost of its wager"
    elif meter < seed:
        problem = f"meter: {money_text(meter)} is below the seed of {money_text(seed)} ({entry.rule})"
    elif cost in closing.transfers:
        problem = f"transfers: {money_text(cost)} is the cost at the meter that is closed"
    else:
        (due, other), moved = due_at_closing(meter, seed, cost), sum(closing.transfers.values())
        if moved == due:
            return []
        text = f"{money_text(moved)} is transferred, not the {money_text(due)} above the seed times the cost"
        if moved == other:
            text += "; it is right if not the seed but the difference is multiplied by the cost"
        return [Break(text, entry.closing_rule, Fraction(due), Fraction(moved))]
    raise RoundError(problem, closing.id)


def place(round_id: str | int) -> tuple[str | None, int | None]:
    """The table of a round and its number there, as far as its id has them.

    >>> place("T7-0412"), place(8), place("royal flush")
    (('T7-', 412), ('', 8), (None, None))
    """
    if isinstance(round_id, int):
        return "", round_id
    table = round_id.rstrip("0123456789")
    digits = round_id[len(table) :][-18:]
    return (round_id[: len(round_id) - len(digits)], int(digits)) if digits else (None, None)


def _carried(settled: SettledRound) -> tuple[Carried, ...]:
    """The wagers of a round that stay on the layout."""
    return tuple(
        (hand, wager) for hand in settled.hands for wager in hand.wagers if wager.result is Result.NEXT_ROUND
    )


def _vanished(carried: Sequence[Carried], round_: Round, last: str | int) -> Iterator[Break]:
    """Yield the wagers that stayed on the layout and that no hand of the next round has."""
    hands = list(round_.hands)
    for owner, wager in carried:
        # A player's wager may have gone to another of his hands; without names, it is its seat's.
        for hand in sorted(hands, key=lambda hand: hand.seat != owner.seat):
            named = owner.player is not None and hand.player is not None
            same = hand.player == owner.player if named else hand.seat == owner.seat
            if same and hand.wagers.get(wager.wager, 0) >= wager.carried:
                hands.remove(hand)
                break
        else:
            player = "" if owner.player is None else f" ({owner.player})"
            stayed = f"the {wager.name} of {money_text(wager.carried)} that stayed on the layout of seat"
            text = f"{stayed} {owner.seat}{player} after round {last} is not there"
            yield Break(text, wager.rule)
