"""The record of one round of a table, as an auditor writes it down: one JSON object per line."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

__all__ = [
    "Amount",
    "Hand",
    "Happening",
    "Limits",
    "Paid",
    "Round",
    "RoundError",
    "decode_amount",
    "parse_round",
]


class RoundError(ValueError):
    """A round that cannot be settled: its record is wrong, or the rules do not say how.

    `problem` gives the place, the value and the rule; `round` is the record's id and `line` its line in
    the file, as far as they are known. As text it is one line.
    """

    def __init__(self, problem: str, round_id: str | int | None = None, line: int | None = None) -> None:
        super().__init__(problem, round_id, line)
        self.problem = problem
        self.round = round_id
        self.line = line

    def __str__(self) -> str:
        """Return `line 7: round T7-0412: problem`, leaving out what is not known."""
        where = [] if self.line is None else [f"line {self.line}"]
        where += [] if self.round is None else [f"round {self.round}"]
        return ": ".join([*where, " ".join(self.problem.split())])


_AMOUNT = r"\d{1,15}(\.\d{1,6})?"


class Amount(Fraction):
    """A sum of money that is not negative, exact: 10, 2.50 or "2.50"."""

    @classmethod
    def read(cls, value: object) -> Amount:
        """Return the amount written as `value`.

        Raises:
            ValueError: it is no plain decimal number of at most 15 digits and 6 places.
        """
        plain = isinstance(value, int | Decimal | str) and not isinstance(value, bool)
        if not plain or not re.fullmatch(_AMOUNT, str(value)):
            raise ValueError(f'{str(value)!r} is not an amount of money (write 10, 2.50 or "2.50")')
        return cls(str(value))


class Paid:
    """What a player was handed back: per wager if `wagers` is given, else in one sum."""

    def __init__(self, wagers: dict[str, Amount] | None, total: Amount) -> None:
        self.wagers = wagers
        self.total = total

    @classmethod
    def read(cls, value: object) -> Paid:
        """Return what was paid, written as one amount or as an amount per wager; ValueError if neither."""
        if not isinstance(value, dict):
            return cls(None, Amount.read(value))
        wagers = {name: Amount.read(amount) for name, amount in value.items()}
        return cls(wagers, Amount(sum(wagers.values(), Fraction(0))))


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all objects of a record share: immutable, no unknown keys."""


class Limits(Entry, frozen=True, kw_only=True):
    """The limits of a table for one wager: `min`, `max`, and the `step` over the minimum."""

    minimum: Amount | None = msgspec.field(name="min", default=None)
    maximum: Amount | None = msgspec.field(name="max", default=None)
    step: Amount | None = None


class Happening(Entry, frozen=True, kw_only=True):
    """An irregularity of the round: its name in the rule file, and the seats that it concerns."""

    what: str
    seats: tuple[int, ...] = ()


Seat = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Hand(Entry, frozen=True, kw_only=True):
    """One hand: the betting area with its wagers, the cards dealt there, and what the player did.

    `wagers` are the amounts on the layout when the cards are settled, so a Play is among them; an amount
    of 0 is no wager. `decision` may be left out where the player has none to make (no Ante) or where the
    Play that he staked shows it.

    `keeps` names the side bets that a folding player leaves in play where the rules let him choose
    (Crown 9.5.2(b)). What is not named there goes with the fold, since the dealer collects "the Ante wager
    and/or Pair Plus wager" (9.5.2(a)(i)).

    `retracts` is what the player takes back after an irregularity that lets him: `true` for everything.
    `leaves` says that he leaves the table after the round. `cards` may be left out, or be wrong in number,
    where nothing is settled by them. `paid` is what the player was handed back, stakes and all.
    """

    seat: Seat
    player: str | None = None
    cards: str = ""
    wagers: dict[str, Amount]
    decision: Literal["play", "fold"] | None = None
    keeps: tuple[str, ...] = ()
    blind: bool = False
    retracts: bool | tuple[str, ...] = False
    leaves: bool = False
    paid: Paid | None = None


class Round(Entry, frozen=True, kw_only=True):
    """One round of a table.

    `tables` names for each wager the lettered pay table in use; a wager with one table needs none.
    `chip` is the smallest amount that the chips on the table make; without it, any amount can be paid.
    `meter` is the progressive meter at the time for settlement. The dealer's cards may be left out where
    nothing is settled by them.
    """

    id: str | int
    dealer: str = ""
    jackpot_cards: str = ""
    tables: dict[str, str] = {}
    limits: dict[str, Limits] = {}
    chip: Amount | None = None
    meter: Amount | None = None
    hands: Annotated[tuple[Hand, ...], msgspec.Meta(min_length=1)]
    irregularities: tuple[Happening, ...] = ()


def decode_amount(kind: type, value: object) -> Any:  # noqa: ANN401  msgspec's hook is for any type
    """Read the amounts of the models; the hook that msgspec calls for them."""
    readers = {Amount: Amount.read, Paid: Paid.read}
    return readers[kind](value)


_DECODER = msgspec.json.Decoder(Round, dec_hook=decode_amount, float_hook=Decimal)


def parse_round(line: str | bytes) -> Round:
    """Return the round recorded on one line of JSON, its amounts exact.

    >>> record = '{"id": 7, "hands": [{"seat": 1, "wagers": {"ante": 2.50}, "decision": "fold"}]}'
    >>> parse_round(record).hands[0].wagers
    {'ante': Amount(5, 2)}

    Raises:
        RoundError: the line is no JSON, or no record of a round.
    """
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$")
        place = path.rstrip("`").removeprefix(".").replace("[...]", "")
        raise RoundError(f"{place}: {problem}" if place else problem, _id_of(line)) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RoundError(f"not JSON: {error}") from None


def _id_of(line: str | bytes) -> str | int | None:
    """Return the id of a record that is otherwise wrong."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str | int) and not isinstance(name, bool) else None
