"""What one round leaves to the next: the meter, and jackpot wagers that stay on the layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from combin.rules.model import JackpotEntry
from combin.rules.resolved import Rules
from combin.rules.rounds import Hand, Round
from combin.rules.settle.meter import jackpot_cost
from combin.rules.settle.results import Note, Result, SettledRound, amount_text

MOST_TABLES = 1000
"""How many tables are followed at once: ids that number no rounds could make a table of each round."""


@dataclass(frozen=True, slots=True)
class _Carried:
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


@dataclass(frozen=True, slots=True)
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
        return all(None in pair or pair[0] == pair[1] for pair in pairs)


@dataclass(frozen=True, slots=True)
class _Last:
    """The round of a table that was recorded last."""

    round: str | int
    number: int | None
    carried: tuple[_Carried, ...]
    meter: _Meter | None


class Ledger:
    """Follows the rounds of each table through a file, in its order.

    Rounds are of one table if their ids are the same but for the number at the end, as in `T7-412` and
    `T7-413`, and follow each other as long as these numbers rise; rounds whose ids have no number are taken
    in the order of the file.

    Only what the rules make certain is found wanting. A meter rises by its rate of the jackpot wagers and
    falls by prizes only (Crown 6.3); it may rise by more, since other tables may feed it.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        self._entry = rules.file.jackpot
        self._letters = letters
        self._last: dict[str | None, _Last] = {}

    def forget(self) -> None:
        """Expect nothing of the rounds that come, since what happened in one before them is not known."""
        self._last.clear()

    def follow(self, round_: Round, settled: SettledRound) -> tuple[Note, ...]:
        """Return what of a round does not follow from the rounds of its table before it."""
        table, number = _place(round_.id)
        last = self._last.pop(table, None)
        if last is not None and None not in (number, last.number) and (number or 0) <= (last.number or 0):
            last = None
        carried: tuple[_Carried, ...] = ()
        if last is not None and (number is None or number == (last.number or 0) + 1):
            carried = last.carried
        notes = [] if last is None else [_vanished(one, last.round) for one in _missing(carried, round_)]
        meter = None
        if self._entry is not None:
            before = None if last is None else last.meter
            meter, problem = self._meter(self._entry, round_, settled, len(carried), before)
            notes += [Note(problem, self._entry.rule)] if problem else []
        self._last[table] = _Last(round_.id, number, _carried(settled), meter)
        if len(self._last) > MOST_TABLES:
            del self._last[next(iter(self._last))]
        return tuple(notes)

    def _meter(
        self, entry: JackpotEntry, round_: Round, settled: SettledRound, carried: int, before: _Meter | None
    ) -> tuple[_Meter | None, str]:
        """Return the meter as a round leaves it, and what of it does not follow from the round before."""
        if before is None and round_.meter is None:
            return None, ""
        costs = [jackpot_cost(round_, entry.wager, hand.wagers) for hand in round_.hands]
        cost = max(costs, default=Fraction(0)) or None
        letter = {**self._letters, **round_.tables}.get(entry.wager)
        if before is not None and not before.same(cost, letter, round_.seed):
            before = None
        if before is not None:
            cost, letter = cost or before.cost, letter or before.letter
            seed = round_.seed or before.seed
            played = max(_played(settled, entry.wager) - carried, 0) * (cost or 0)
            due = before.exact + played * _rate(entry, cost, letter, seed)
            before = replace(before, cost=cost, letter=letter, seed=seed, exact=due)
        if round_.meter is None:
            return before, ""
        shown = Fraction(round_.meter)
        after = _Meter(round_.id, cost, letter, round_.seed, shown, shown)
        problem = ""
        if before is not None:
            problem = _problem(before, shown)
            # A fraction that the meter does not show is carried on.
            after = replace(after, seed=before.seed, exact=shown if problem else max(shown, before.exact))
        if settled.meter is not None:
            left = settled.meter.meter_after
            after = replace(after, shown=left, exact=left)
        return after, problem


def _place(round_id: str | int) -> tuple[str | None, int | None]:
    """Return the table of a round and its number there, as far as its id tells them.

    >>> _place("T7-0412"), _place(8), _place("royal flush")
    (('T7-', 412), ('', 8), (None, None))
    """
    text = str(round_id)
    table = text.rstrip("0123456789")
    digits = text[len(table) :][-18:]
    return (text[: len(text) - len(digits)], int(digits)) if digits else (None, None)


def _carried(settled: SettledRound) -> tuple[_Carried, ...]:
    """Return the wagers of a round that stay on the layout."""
    return tuple(
        _Carried(wager.wager, wager.name, hand.seat, hand.player, wager.carried, wager.rule)
        for hand in settled.hands
        for wager in hand.wagers
        if wager.result is Result.NEXT_ROUND
    )


def _missing(carried: Sequence[_Carried], round_: Round) -> Iterator[_Carried]:
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


def _vanished(carried: _Carried, last: str | int) -> Note:
    player = "" if carried.player is None else f" ({carried.player})"
    return Note(
        f"the {carried.name} of {amount_text(carried.amount)} that stayed on the layout of seat "
        f"{carried.seat}{player} after round {last} is not there",
        carried.rule,
    )


def _played(settled: SettledRound, name: str) -> int:
    """Return how many jackpot wagers the cards of a round have decided."""
    decided = (Result.WIN, Result.LOSE)
    return sum(
        wager.wager == name and wager.result in decided for hand in settled.hands for wager in hand.wagers
    )


def _rate(entry: JackpotEntry, cost: Fraction | None, letter: str | None, seed: Fraction | None) -> Fraction:
    """Return the increment rate of a meter; the least of those that it can have, and 0 if none is known."""
    return min(
        (
            Fraction(meter.increment)
            for option in entry.options.values()
            for meter in option.meters
            if letter in (None, option.pay_table)
            and (seed is None or cost is None or meter.seed * cost == seed)
        ),
        default=Fraction(0),
    )


def _problem(before: _Meter, shown: Fraction) -> str:
    """Return what is wrong with what a meter shows, as it was left before and with what was played since.

    It shows whole units of money, or cents, and holds fractions of them.
    """
    left = f"the meter shows {amount_text(shown)}, and round {before.round} left {amount_text(before.shown)}"
    if shown < before.shown:
        return f"{left}: it falls by {amount_text(before.shown - shown)}, and no prize of it is recorded"
    whole = shown.denominator == before.shown.denominator == 1
    if before.exact - shown >= (1 if whole else Fraction(1, 100)):
        least = amount_text(before.exact)
        return f"{left}: with its part of the jackpot wagers since then it holds {least} at least"
    return ""
