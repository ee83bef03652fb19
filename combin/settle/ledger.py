"""What one round leaves to the next: the meter, and jackpot wagers that stay on the layout."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from combin.rules.resolved import Rules
from combin.settle.meter import MeterName, further_meters, jackpot_cost
from combin.settle.results import Break, Result, SettledRound, amount_text, total
from combin.settle.rounds import Closing, Hand, Round, RoundError


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


MOST_TABLES = 1000
"""How many tables are followed at once: ids that number no rounds could make a table of each round."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A jackpot wager that stays on the layout for the next round."""

    wager: str
    name: str
    seat: int
    player: str | None
    amount: Fraction
    rule: str

    def is_on(self, hand: Hand) -> bool:
        """Tell whether a hand of the next round has the wager: its player's, or its seat's without names."""
        named = self.player is not None and hand.player is not None
        same = hand.player == self.player if named else hand.seat == self.seat
        return same and hand.wagers.get(self.wager, 0) >= self.amount


@dataclass(slots=True)
class _Meter:
    """A meter as a round leaves it; `exact` is what it holds at least, `shown` what it shows of that.

    Another cost of the wager, another pay table or another seed make it another meter (Crown 6.1.1(e), (f)).
    """

    round: str | int
    cost: Fraction | None
    letter: str | None
    seed: Fraction | None
    shown: Fraction
    exact: Fraction

    def same(self, cost: Fraction | None, letter: str | None, seed: Fraction | None) -> bool:
        """Tell whether nothing that is known makes another meter."""
        pairs = ((self.cost, cost), (self.letter, letter), (self.seed, seed))
        return all(one is other or one is None or other is None or one == other for one, other in pairs)


@dataclass(slots=True)
class _Last:
    """The round of a table that was recorded last."""

    round: str | int
    number: int | None
    carried: tuple[Carried, ...]
    meters: dict[MeterName, _Meter]


class Ledger:
    """Follows the rounds of each table through a file, in its order.

    Rounds are of one table if their ids are the same but for the number at the end, as in `T7-412` and
    `T7-413`, and follow each other as long as these numbers rise; rounds whose ids have no number are taken
    in the order of the file.

    Only what the rules make certain is found wanting. A meter rises by its rate of the jackpot wagers and
    falls by prizes only (Crown 6.3); it may rise by more, since other tables may feed it. Every meter is
    followed whose increments the rules state.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        self._rules = rules
        self._meters = stated_meters(rules)
        self._letters = letters
        self._last: dict[str | None, _Last] = {}
        self._rates: dict[Hashable, Fraction] = {}

    def forget(self) -> None:
        """Expect nothing of the rounds that come, since what happened in one before them is not known."""
        self._last.clear()

    def follow(self, round_: Round, settled: SettledRound) -> tuple[Break, ...]:
        """Return what of a round does not follow from the rounds of its table before it."""
        table, number = place(round_.id)
        last = self._last.pop(table, None)
        if last is not None and number is not None and last.number is not None and number <= last.number:
            last = None
        carried: tuple[Carried, ...] = ()
        if last is not None and (number is None or number == (last.number or 0) + 1):
            carried = last.carried
        breaks = [vanished(one, last.round) for one in missing(carried, round_)] if last and carried else []
        meters = {}
        for name in self._meters:
            before = None if last is None else last.meters.get(name)
            if before is not None or name.amounts(self._rules, round_)[0] is not None:
                meter, problem = self._meter(name, round_, settled, carried, before)
                breaks += [] if problem is None else [problem]
                if meter is not None:
                    meters[name] = meter
        staying = carried_of(settled) if round_.irregularities else ()
        self._last[table] = _Last(round_.id, number, staying, meters)
        if len(self._last) > MOST_TABLES:
            del self._last[next(iter(self._last))]
        return tuple(breaks)

    def close(self, closing: Closing) -> tuple[Break, ...]:
        """Return what of the closing of a meter is not as the rules have it; others may rise by it.

        Raises:
            RoundError: as `closed` does.
        """
        self.forget()
        return closed(self._rules, closing)

    def _meter(
        self,
        name: MeterName,
        round_: Round,
        settled: SettledRound,
        carried: Sequence[Carried],
        before: _Meter | None,
    ) -> tuple[_Meter | None, Break | None]:
        """Return a meter as a round leaves it, and what of it does not follow from the round before."""
        meter, own_seed = name.amounts(self._rules, round_)
        cost = cost_of(self._rules, name, round_)
        letter = round_.tables.get(name.wager) or self._letters.get(name.wager)
        if before is not None and not before.same(cost, letter, own_seed):
            before = None
        if before is not None:
            cost, letter, seed = cost or before.cost, letter or before.letter, own_seed or before.seed
            money = paid_in(round_, settled, name.wager)
            money -= total(one.amount for one in carried if one.wager == name.wager)
            due = before.exact
            if money > 0 and not name.hit_in(round_):
                due += money * self._rate(name, cost, letter, seed)
            before = _Meter(before.round, cost, letter, seed, before.shown, due)
        if meter is None:
            return before, None
        after = _Meter(round_.id, cost, letter, own_seed, meter, meter)
        rule, problem = self._rules.meters[name.wager].rule, None
        if before is not None:
            problem = _problem(before, meter, rule, name.words(self._rules))
            # A fraction that the meter does not show is carried on.
            after.seed, after.exact = before.seed, meter if problem or meter > before.exact else before.exact
        if (won := name.settled(settled)) is not None:
            after.shown = after.exact = won.meter_after
        return after, problem

    def _rate(
        self, name: MeterName, cost: Fraction | None, letter: str | None, seed: Fraction | None
    ) -> Fraction:
        """Return what part of a jackpot wager raises a meter: the least that it can be, or 0 if unknown."""
        key = name, cost, letter, seed
        if key not in self._rates:
            self._rates[key] = min(rates_of(self._rules, *key), default=Fraction(0))
        return self._rates[key]


def stated_meters(rules: Rules) -> tuple[MeterName, ...]:
    """Return the meters of a game whose increments its rules state, that without a name first."""
    first = [MeterName(rules.metered)] if rules.metered in rules.meters else []
    return (*first, *(one for one in further_meters(rules).values() if one.wager in rules.meters))


def cost_of(rules: Rules, name: MeterName, round_: Round) -> Fraction | None:
    """Return what the wager of a meter costs in a round: the full stake, or the most that is staked."""
    full = rules.bets[name.wager].full_stake
    costs = [jackpot_cost(round_, name.wager, hand.wagers) for hand in round_.hands]
    return (full if full is not None and any(costs) else max(costs)) or None


def rates_of(
    rules: Rules, name: MeterName, cost: Fraction | None, letter: str | None, seed: Fraction | None
) -> Iterator[Fraction]:
    """Yield the parts of a wager that can raise a meter, with what is known of its table and its seed."""
    for option in rules.meters[name.wager].options.values():
        if letter in (None, option.pay_table):
            levels = [option.levels[name.level]] if name.level in option.levels else []
            for meter in levels if name.level else option.meters:
                if seed is None or cost is None or meter.seed * cost == seed:
                    yield Fraction(meter.increment)


def paid_in(round_: Round, settled: SettledRound, name: str) -> Fraction:
    """Return the money of the jackpot wagers of a round that its cards have decided."""
    decided = (Result.WIN, Result.LOSE)
    return total(
        jackpot_cost(round_, name, {name: one.staked})
        for hand in settled.hands
        for one in hand.wagers
        if one.wager == name and one.result in decided
    )


def place(round_id: str | int) -> tuple[str | None, int | None]:
    """Return the table of a round and its number there, as far as its id tells them.

    >>> place("T7-0412"), place(8), place("royal flush")
    (('T7-', 412), ('', 8), (None, None))
    """
    if isinstance(round_id, int):
        return "", round_id
    table = round_id.rstrip("0123456789")
    digits = round_id[len(table) :][-18:]
    return (round_id[: len(round_id) - len(digits)], int(digits)) if digits else (None, None)


def carried_of(settled: SettledRound) -> tuple[Carried, ...]:
    """Return the wagers of a round that stay on the layout."""
    return tuple(
        Carried(wager.wager, wager.name, hand.seat, hand.player, wager.carried, wager.rule)
        for hand in settled.hands
        for wager in hand.wagers
        if wager.result is Result.NEXT_ROUND
    )


def missing(carried: Sequence[Carried], round_: Round) -> Iterator[Carried]:
    """Yield the wagers that stayed on the layout and that no hand of the next round has."""
    hands = list(round_.hands)
    for one in carried:
        # A player's wager may have gone to another of his hands.
        for hand in sorted(hands, key=lambda hand: hand.seat != one.seat):
            if one.is_on(hand):
                hands.remove(hand)
                break
        else:
            yield one


def vanished(carried: Carried, last: str | int) -> Break:
    """Return what is to be said of a wager that stayed on the layout and is gone."""
    player = "" if carried.player is None else f" ({carried.player})"
    return Break(
        f"the {carried.name} of {amount_text(carried.amount)} that stayed on the layout of seat "
        f"{carried.seat}{player} after round {last} is not there",
        carried.rule,
    )


def _problem(before: _Meter, shown: Fraction, rule: str, which: str) -> Break | None:
    """Return what is wrong with what a meter shows, as it was left before and with what was played since.

    It shows whole units of money, or cents, and holds fractions of them.
    """
    lacking = before.exact - shown
    if lacking.numerator <= 0:
        return None
    falls = shown < before.shown
    unit = 1 if shown.denominator == before.shown.denominator == 1 else 100
    if not falls and lacking.numerator * unit < lacking.denominator:
        return None
    left = f"{which} shows {amount_text(shown)}, and round {before.round} left {amount_text(before.shown)}"
    least = amount_text(before.exact)
    text = f"{left}: with its part of the jackpot wagers since then it holds {least} at least"
    if falls:
        text = f"{left}: it falls by {amount_text(before.shown - shown)}, and no prize of it is recorded"
    return Break(text, rule, before.exact, shown)
