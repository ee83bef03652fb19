"""The round: as an auditor records it, one JSON object a line, and as it is settled, wager by wager."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from combin.answers import Answer
from combin.formatting import Currency, currency, decimal, grouped, in_cents, money
from combin.rules.errors import LONGEST, one_line
from combin.rules.resolved import Rules


class RoundError(ValueError):
    """A round that cannot be settled: its record is wrong, or the rules do not say how.

    `problem` gives the place, the value and the rule; `round` and `line` say which record, if that is known.
    """

    def __init__(self, problem: str, round_id: str | int | None = None, line: int | None = None) -> None:
        super().__init__(problem, round_id, line)
        self.problem = problem
        self.round = round_id
        self.line = line

    def __str__(self) -> str:
        """Return `line 7: round T7-0412: problem`, leaving out what is not known."""
        where = [] if self.line is None else [f"line {self.line}"]
        where += [] if self.round is None else [f"round {one_line(str(self.round))[:LONGEST]}"]
        return ": ".join([*where, one_line(self.problem)])


_AMOUNT = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,6}))?")
_LARGEST = 10**15

if TYPE_CHECKING:
    Amount = int | Fraction
else:
    Amount = object  # of which msgspec asks `decode_amount`, and no more
"""A sum of money that is not negative, exact: 10, 2.50 or "2.50"; an integer if it is whole."""


def read_amount(value: object) -> Amount:
    """The amount written as `value`; ValueError if that is no plain decimal of 15 digits and 6 places."""
    match = _AMOUNT.fullmatch(text := str(value))
    if match is None:
        raise ValueError(f'{text!r} is not an amount of money (write 10, 2.50 or "2.50")')
    places = match[2] or ""
    return lean(Fraction(int(match[1] + places), 10 ** len(places)))


class Paid:
    """What a player was handed back: an amount per wager, or the `total`; ValueError if neither."""

    def __init__(self, value: object) -> None:
        amounts = value if isinstance(value, dict) else {}
        self.wagers: dict[str, Amount] = {name: read_amount(amount) for name, amount in amounts.items()}
        self.total = None if isinstance(value, dict) else read_amount(value)


class Entry(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, gc=False
):
    """What all objects of a record share: immutable, no unknown keys."""


Record = TypeVar("Record", "Round", "Closing")


# docs/rounds.md says what each entry is, and rounds.schema.json, whose form is that of these models.


class Limits(Entry, frozen=True, kw_only=True):
    """The limits of a table for one wager."""

    minimum: Amount | None = msgspec.field(name="min", default=None)
    maximum: Amount | None = msgspec.field(name="max", default=None)
    step: Amount | None = None


class IrregularityRecord(Entry, frozen=True, kw_only=True):
    """An irregularity of the round."""

    what: str
    seats: tuple[int, ...] = ()


Seat = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Hand(Entry, frozen=True, kw_only=True, gc=False):
    """One hand: a betting area with its wagers, the cards dealt there, and what the player did."""

    seat: Seat
    player: str | None = None
    cards: str = ""
    wagers: dict[str, Amount]
    decision: Literal["play", "fold"] | None = None
    # Crown 9.5.2(a)(i) has "the Ante wager and/or Pair Plus wager" of a folding player collected, and
    # 9.5.2(b) lets him play Pair Plus alone: so what he does not keep expressly goes with the fold.
    keeps: tuple[str, ...] = ()
    blind: bool = False
    retracts: bool | tuple[str, ...] = False
    leaves: bool = False
    limits: dict[str, Limits] = {}
    warned: tuple[str, ...] = ()
    bank: Amount | None = None
    secret: bool = False
    re_buys: Seat | None = None
    add_ons: Seat | None = None
    paid: Paid | None = None


class Round(Entry, frozen=True, kw_only=True, gc=False):
    """One round of a table."""

    id: str | int
    session: Annotated[int, msgspec.Meta(ge=1)] = 1
    dealer: str = ""
    jackpot_cards: str = ""
    tables: dict[str, str] = {}
    limits: dict[str, Limits] = {}
    chip: Amount | None = None
    meter: Amount | None = None
    seed: Amount | None = None
    meters: dict[str, Amount] = {}
    seeds: dict[str, Amount] = {}
    hits: dict[str, int] = {}
    hands: Annotated[tuple[Hand, ...], msgspec.Meta(min_length=1)]
    irregularities: tuple[IrregularityRecord, ...] = ()


class Closing(Entry, frozen=True, kw_only=True):
    """A prize meter system that is closed between two rounds."""

    id: str | int
    closes: str
    cost: Amount
    meter: Amount
    seed: Amount
    transfers: dict[Amount, Amount] = {}


def decode_amount(kind: type[Amount | Paid], value: object) -> Any:  # noqa: ANN401  of that kind
    """Read the amounts of the models; the hook that msgspec calls for them."""
    if type(value) is int and 0 <= value < _LARGEST and kind is not Paid:
        return value  # most are
    return Paid(value) if kind is Paid else read_amount(value)


_DECODER = msgspec.json.Decoder(Round, dec_hook=decode_amount, float_hook=Decimal)
_CLOSING = msgspec.json.Decoder(Closing, dec_hook=decode_amount, float_hook=Decimal)


def in_bytes(line: str | bytes) -> bytes:
    """A line in UTF-8."""
    return line if isinstance(line, bytes) else line.encode(errors="surrogatepass")


def parse_record(line: bytes) -> Round | Closing:
    """The record on one line of JSON: a round, or the closing of a meter; RoundError if it is neither."""
    closing = b'"closes"' in line and b'"hands"' not in line
    return _parsed(_CLOSING, line) if closing else _parsed(_DECODER, line)


def parse_round(line: str | bytes) -> Round:
    """The round recorded on one line of JSON, its amounts exact; RoundError if the line is none.

    >>> record = '{"id": 7, "hands": [{"seat": 1, "wagers": {"ante": 2.50}, "decision": "fold"}]}'
    >>> parse_round(record).hands[0].wagers
    {'ante': Fraction(5, 2)}
    """
    return _parsed(_DECODER, in_bytes(line))


def _parsed(decoder: msgspec.json.Decoder[Record], line: bytes) -> Record:
    try:
        record = decoder.decode(line)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `")
        place = path.removeprefix("key` in `").strip("$`").removeprefix(".").replace("[...]", "")
        raise RoundError(f"{place}: {problem}" if place else problem, _id_of(line)) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RoundError(f"not JSON: {error}") from None
    except ArithmeticError:  # an exponent of nineteen digits
        raise RoundError("not JSON: a number of too many digits") from None
    except RecursionError:
        raise RoundError("not JSON: lists or objects too deep inside each other") from None
    # Of a key that appears twice in an object one would be overlooked: the record has fewer than its line.
    colons = line.count(b":")
    plain = colons == _ENCODER.encode(record).count(b":") and b"\\" not in line
    if not plain and colons != _number_of_keys(msgspec.json.decode(line)):  # defaults may be written
        for place, key in _twice(json.loads(line, object_pairs_hook=_Pairs, parse_int=str), ""):
            raise RoundError(f"{place}{key!r} appears twice", record.id)
    return record


def _number_of_keys(value: object) -> int:
    if isinstance(value, dict):
        return len(value) + sum(map(_number_of_keys, value.values()))
    return sum(map(_number_of_keys, value)) if isinstance(value, list) else 0


_ENCODER = msgspec.json.Encoder(enc_hook=lambda it: it.wagers if isinstance(it, Paid) else str(it))


class _Pairs(list[tuple[str, Any]]):
    """The keys of an object with their values, as they are written."""


def _twice(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Yield the keys that appear twice in an object, each behind the place of the object."""
    if isinstance(value, _Pairs):
        seen: set[str] = set()
        for key, within in value:
            if key in seen:
                yield f"{place}: " if place else "", key
            seen.add(key)
            yield from _twice(within, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for index, within in enumerate(value):
            yield from _twice(within, f"{place}[{index}]")


def _id_of(line: bytes) -> str | int | None:
    """The id of a record that is otherwise wrong."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str | int) and not isinstance(name, bool) else None


class Result(StrEnum):
    """What becomes of a wager, in the words of the rules."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand-off"
    VOID = "void"
    RETRACTED = "retracted"
    RETURNED = "returned"
    FORFEITED = "forfeited"
    NEXT_ROUND = "carried to the next round"


class Part(msgspec.Struct, frozen=True, gc=False):
    """A part of a settled round."""

    keys: ClassVar[tuple[str, ...]] = ()
    """What its JSON has; by default its fields."""

    optional: ClassVar[tuple[str, ...]] = ()
    """Keys that are left out where there is nothing."""

    def to_dict(self) -> dict[str, Any]:
        """The part as JSON types, amounts as decimal strings."""
        values = ((key, getattr(self, key)) for key in self.keys or self.__struct_fields__)
        return {key: _plain(value) for key, value in values if key not in self.optional or value}


def _plain(value: Any) -> Any:  # noqa: ANN401  whatever a part has, and JSON for it
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Part):
        return value.to_dict()
    return value if value is None or isinstance(value, str | int | dict) else amount_text(value)


SUMS = ("staked", "returned", "carried", "net")
"""The amounts of a hand and of a round."""


class Note(Part, frozen=True):
    """A ruling or a fact to record besides the payment."""

    text: str
    rule: str = ""


class Break(Note, frozen=True):
    """An inconsistency with earlier records; of an amount, both amounts."""

    expected: Fraction | None = None
    found: Fraction | None = None


class SettledWager(Part, frozen=True, kw_only=True):
    """One wager settled, or one payment that has no stake of its own (a bonus, an envy bonus).

    `returned` is what the player is handed, the stake included; `carried` what stays on the layout for the
    next round.
    """

    wager: str
    name: str
    staked: Fraction
    returned: Fraction
    carried: Fraction = Fraction(0)
    result: Result
    rule: str
    reason: str
    notes: tuple[Note, ...] = ()

    @staticmethod
    def of(
        wager: str,
        name: str,
        staked: Amount,
        returned: Amount,
        result: Result,
        *,
        rule: str,
        reason: str,
        notes: tuple[Note, ...] = (),
    ) -> SettledWager:
        """A wager settled; the stake is carried where that is the result."""
        return SettledWager(
            wager=wager,
            name=name,
            staked=Fraction(staked),
            returned=Fraction(returned),
            carried=Fraction(staked if result is Result.NEXT_ROUND else 0),
            result=result,
            rule=rule,
            reason=reason,
            notes=notes,
        )

    @property
    def net(self) -> Fraction:
        """The gain of the player; negative where it is a loss."""
        return self.returned + self.carried - self.staked

    def to_dict(self) -> dict[str, Any]:
        """The wager as JSON types, written out since files have many."""
        staked, returned, carried = lean(self.staked), lean(self.returned), lean(self.carried)
        return {
            "wager": self.wager,
            "name": self.name,
            "staked": amount_text(staked),
            "returned": amount_text(returned),
            "carried": amount_text(carried),
            "net": amount_text(returned + carried - staked),
            "result": self.result.value,
            "rule": self.rule,
            "reason": self.reason,
            "notes": [note.to_dict() for note in self.notes],
        }


class _Sums(Part, frozen=True, gc=False):
    """Totals over the wagers of a hand or a round."""

    @property
    def sums(self) -> tuple[Amount, ...]:
        """What is staked, returned and carried."""
        raise NotImplementedError

    @property
    def staked(self) -> Fraction:
        """The sum of all stakes."""
        return Fraction(self.sums[0])

    @property
    def returned(self) -> Fraction:
        """The sum of all that is handed back."""
        return Fraction(self.sums[1])

    @property
    def carried(self) -> Fraction:
        """The sum of all that stays for the next round."""
        return Fraction(self.sums[2])

    @property
    def net(self) -> Fraction:
        """The gain of the players."""
        staked, returned, carried = self.sums
        return Fraction(returned + carried - staked)


class HandResult(msgspec.Struct, frozen=True, eq=False):
    """The wagers of a hand settled, or of the first hand of a kind, with its amounts and without its words.

    Amounts of others of the kind are `multiples` of those of their `Placement` that `of` picks. `decided` has
    the places, from 1, of the wagers that win or lose.
    """

    wagers: tuple[SettledWager, ...]
    names: tuple[str, ...]
    decided: Mapping[str, int]
    multiples: tuple[Amount, ...] = ()
    of: Callable[[tuple[Amount, ...]], Iterable[Amount]] = tuple

    @staticmethod
    def one(wagers: tuple[SettledWager, ...]) -> HandResult:
        """The result of one hand."""
        decided = Result.WIN, Result.LOSE
        places = {wager.wager: place for place, wager in enumerate(wagers, 1) if wager.result in decided}
        return HandResult(wagers, tuple(wager.wager for wager in wagers), places)

    def of_hand(
        self, rules: Rules, hand: Hand, amounts: tuple[Amount, ...], named: tuple[Any, ...]
    ) -> SettledHand:
        """A hand with this result."""
        return SettledHand(
            seat=hand.seat,
            player=hand.player,
            cards=hand.cards,
            # A Play on the layout is the decision to play, whether or not the record repeats it.
            decision=hand.decision or ("play" if hand.wagers.get(rules.play) else None),
            result=self,
            amounts=amounts,
            named=named,
        )


class SettledHand(_Sums, frozen=True, kw_only=True, gc=False):
    """One hand settled, its wagers in the order of the rule file.

    `amounts` are 1, all stakes, all that is returned and all that is carried.
    """

    keys: ClassVar = ("seat", "player", "cards", "decision", "wagers", *SUMS)
    seat: int
    player: str | None
    cards: str
    decision: str | None
    result: HandResult
    amounts: tuple[Amount, ...]
    named: tuple[Any, ...] = ()  # the player's `hands.Cards` and the dealer's, if they are known

    @property
    def parts(self) -> list[tuple[Amount, ...]]:
        """What is staked, returned and carried, each by wager."""
        number = len(self.result.names)
        return [self.amounts[1 + part * number : 1 + (part + 1) * number] for part in range(3)]

    @property
    def by_wager(self) -> Iterator[tuple[str, Amount, Amount, Amount]]:
        """Each wager with what is staked, returned and carried."""
        return zip(self.result.names, *self.parts, strict=True)

    @property
    def wagers(self) -> tuple[SettledWager, ...]:
        """All wagers, each with its amounts and its reason in words."""
        settled = []
        for wager, (_, staked, returned, _) in zip(self.result.wagers, self.by_wager, strict=True):
            reason = wager.reason
            for name, cards in zip(("{player}", "{dealer}"), self.named, strict=False):
                if name in reason:  # the cards of a folded hand may not be known
                    reason = reason.replace(name, cards.words)
            amounts = {"staked": Fraction(staked), "returned": Fraction(returned)}
            settled.append(msgspec.structs.replace(wager, reason=reason, **amounts))
        return tuple(settled)

    @property
    def sums(self) -> tuple[Amount, ...]:
        """What is staked, returned and carried."""
        return tuple(map(sum, self.parts))

    def wager(self, name: str) -> SettledWager:
        """The wager with this id; KeyError if the hand has none."""
        return {wager.wager: wager for wager in reversed(self.wagers)}[name]


class Discrepancy(Part, frozen=True, kw_only=True):
    """A wager, or a hand in total, that was paid another amount than the rules give.

    `readings` are those that the rule file states without adopting them and that make the payment right.
    Where a payment is right by the readings taken, `due` is what the adopted ones give.
    """

    keys: ClassVar = ("seat", "player", "wager", "due", "paid", "difference", "rule", "readings")
    seat: int
    player: str | None
    wager: str
    due: Fraction
    paid: Fraction
    rule: str
    readings: tuple[str, ...] = ()

    @property
    def difference(self) -> Fraction:
        """The overpayment; negative for an underpayment."""
        return self.paid - self.due


class SettledMeter(Part, frozen=True, kw_only=True):
    """What becomes of the meter of a jackpot wager in a round in which shares of it are won.

    `won` counts the winning hands by the line of the pay table; `level` names it where it is a level.
    `rounded` is the meter as it is paid out, and `prizes` what all winners are handed together. The cents are
    conserved: meter + house_adds = prizes + meter_after.
    """

    keys: ClassVar = (
        *("wager", "name", "level", "won"),
        *("meter", "seed", "rounded", "prizes", "house_adds", "meter_after", "rule"),
    )
    optional: ClassVar = ("level",)
    wager: str
    name: str
    level: str = ""
    won: dict[str, int]
    meter: Fraction
    seed: Fraction
    rounded: Fraction
    prizes: Fraction
    meter_after: Fraction
    rule: str

    @property
    def house_adds(self) -> Fraction:
        """What the house puts in: up to the seed, more than one pool, and what chips are rounded up."""
        return self.prizes + self.meter_after - self.meter


class SettledRound(_Sums, frozen=True, kw_only=True, gc=False):
    """One round settled; `line` is the line of the file that it was recorded on.

    `paid_wrongly` is what no reading of the rules makes right; `disputed` are payments that one makes right,
    though not the one taken; `by_reading` are right by the readings taken, and wrong by those adopted;
    `unexplained` is what does not follow from the rounds of the file before it. `meter` is None where no
    share of a meter with a seed is won; `further_meters` are the others won. A closing has no hands.
    """

    keys: ClassVar = (
        *("id", "game", "line", "dealer", "hands", *SUMS, "notes", "paid_wrongly", "disputed", "by_reading"),
        *("unexplained", "meter", "further_meters"),
    )
    optional: ClassVar = ("by_reading", "further_meters")
    id: str | int
    game: str
    line: int | None
    dealer: str
    hands: tuple[SettledHand, ...]
    notes: tuple[Note, ...] = ()
    paid_wrongly: tuple[Discrepancy, ...] = ()
    disputed: tuple[Discrepancy, ...] = ()
    by_reading: tuple[Discrepancy, ...] = ()
    unexplained: tuple[Break, ...] = ()
    meter: SettledMeter | None = None
    further_meters: tuple[SettledMeter, ...] = ()

    @property
    def sums(self) -> tuple[Amount, ...]:
        """What is staked, returned and carried."""
        return tuple(map(sum, zip((0, 0, 0), *(hand.sums for hand in self.hands), strict=True)))

    def hand(self, seat: int) -> SettledHand:
        """The hand at a seat; KeyError if there is none."""
        return {hand.seat: hand for hand in self.hands}[seat]


def lean(amount: Amount) -> Amount:
    """An amount as an integer if it is whole, as most are: those are added up much faster."""
    numerator, denominator = amount.as_integer_ratio()
    return numerator if denominator == 1 else amount


@dataclass(frozen=True, repr=False)
class SettledRounds(Answer):
    """Recorded rounds settled, and the records that could not be."""

    shown_by: ClassVar[str] = "combin.settle.views:settled_view"

    rules: Rules
    rounds: tuple[SettledRound, ...]
    errors: tuple[RoundError, ...]

    @property
    def currency(self) -> Currency:
        """The currency of wagers."""
        return self.rules.file.staked_in

    @staticmethod
    def of(rules: Rules, each: Iterable[SettledRound | RoundError]) -> SettledRounds:
        """Settled rounds and errors parted, each in their order."""
        every = tuple(each)
        settled = tuple(result for result in every if isinstance(result, SettledRound))
        return SettledRounds(rules, settled, tuple(it for it in every if not isinstance(it, SettledRound)))

    @property
    def paid_wrongly(self) -> tuple[Discrepancy, ...]:
        """Every payment that differs from the rules, in the order of the rounds."""
        return tuple(wrong for one in self.rounds for wrong in one.paid_wrongly)


def amount_text(amount: Fraction | int) -> str:
    """An amount as a plain decimal, or as a fraction if no decimal is equal to it.

    >>> amount_text(Fraction(25, 2)), amount_text(Fraction(-10)), amount_text(Fraction(10, 3))
    ('12.5', '-10', '10/3')
    """
    denominator = amount.denominator
    if denominator == 1:
        return str(amount.numerator)
    places = next((places for places in range(1, 64) if 10**places % denominator == 0), 0)
    return decimal(amount, places) if places else str(amount)


def money_text(amount: Fraction | int) -> str:
    """An amount of money in the currency in force: in cents, or with all its decimals where they end.

    >>> money_text(Fraction(1234570, 11)), money_text(Fraction(-5, 2)), money_text(Fraction("60003.406"))
    ('$112,233.64', '-$2.50', '$60,003.406')
    """
    exact = amount_text(amount)
    return money(amount) if "/" in exact or in_cents(Fraction(amount)) else currency().of(grouped(exact))


@lru_cache(maxsize=1 << 10)
def cite(*rules: str) -> str:
    """Several citations as one; what an earlier one says already is left out.

    >>> cite("5.8.1, 10.2 Table 9", "", "10.2 Table 9", "8.2.3")
    '5.8.1, 10.2 Table 9, 8.2.3'
    """
    cited: list[str] = []
    for rule in rules:
        if rule and rule not in cited and not any(rule in known.split(", ") for known in cited):
            cited.append(rule)
    return ", ".join(cited)


def by(rule: str) -> str:
    """A citation as it stands behind a message, in brackets; nothing where there is none."""
    return f" ({rule})" if rule else ""
