"""The settled round: for each wager what is handed back, by which rule and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from combin.answers import Answer
from combin.rules.resolved import Rules
from combin.settle.rounds import RoundError


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


class Note(msgspec.Struct, frozen=True):
    """Something that the rules want done or known besides the payment."""

    text: str
    rule: str = ""


class Break(msgspec.Struct, frozen=True):
    """What of a record does not follow from those before it; where it is about an amount, both amounts."""

    text: str
    rule: str = ""
    expected: Fraction | None = None
    found: Fraction | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON types, amounts as decimal strings."""
        amounts = {"expected": self.expected, "found": self.found}
        shown = {key: None if one is None else amount_text(one) for key, one in amounts.items()}
        return {"text": self.text, "rule": self.rule, **shown}


class SettledWager(msgspec.Struct, frozen=True, kw_only=True):
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

    @property
    def net(self) -> Fraction:
        """What the player gains; negative when he loses."""
        return self.returned + self.carried - self.staked

    def to_dict(self) -> dict[str, Any]:
        """The wager as JSON types, amounts as decimal strings."""
        return {
            "wager": self.wager,
            "name": self.name,
            **_amounts(lean(self.staked), lean(self.returned), lean(self.carried)),
            "result": self.result.value,
            "rule": self.rule,
            "reason": self.reason,
            "notes": [msgspec.structs.asdict(note) for note in self.notes],
        }


class _Sums(msgspec.Struct, frozen=True):
    """Totals over parts that have `staked`, `returned` and `carried`."""

    @property
    def _parts(self) -> tuple[SettledWager, ...]:
        raise NotImplementedError

    @property
    def staked(self) -> Fraction:
        """The sum of all stakes."""
        return total(part.staked for part in self._parts)

    @property
    def returned(self) -> Fraction:
        """The sum of all that is handed back."""
        return total(part.returned for part in self._parts)

    @property
    def carried(self) -> Fraction:
        """The sum of all that stays for the next round."""
        return total(part.carried for part in self._parts)

    @property
    def net(self) -> Fraction:
        """What the players gain."""
        return self.returned + self.carried - self.staked

    def _sums(self) -> dict[str, str]:
        staked: Fraction | int = 0
        returned: Fraction | int = 0
        carried: Fraction | int = 0
        for part in self._parts:
            staked += lean(part.staked)
            returned += lean(part.returned)
            carried += lean(part.carried)
        return _amounts(staked, returned, carried)


class SettledHand(_Sums, frozen=True, kw_only=True):
    """One hand settled, its wagers in the order of the rule file."""

    seat: int
    player: str | None
    cards: str
    decision: str | None
    wagers: tuple[SettledWager, ...]

    @property
    def _parts(self) -> tuple[SettledWager, ...]:
        return self.wagers

    def wager(self, name: str) -> SettledWager:
        """The wager with this id; KeyError if the hand has none."""
        for one in self.wagers:
            if one.wager == name:
                return one
        raise KeyError(name)

    def to_dict(self) -> dict[str, Any]:
        """The hand as JSON types."""
        return {
            "seat": self.seat,
            "player": self.player,
            "cards": self.cards,
            "decision": self.decision,
            "wagers": [one.to_dict() for one in self.wagers],
            **self._sums(),
        }


class Discrepancy(msgspec.Struct, frozen=True, kw_only=True):
    """A wager, or a hand in total, that was paid another amount than the rules give.

    `readings` are those that the rule file states without adopting them and that make the payment right.
    Where a payment is right by the readings taken, `due` is what the adopted ones give.
    """

    seat: int
    player: str | None
    wager: str
    due: Fraction
    paid: Fraction
    rule: str
    readings: tuple[str, ...] = ()

    @property
    def difference(self) -> Fraction:
        """What was paid too much; negative when it was too little."""
        return self.paid - self.due

    def to_dict(self) -> dict[str, Any]:
        """The discrepancy as JSON types."""
        return {
            "seat": self.seat,
            "player": self.player,
            "wager": self.wager,
            "due": amount_text(self.due),
            "paid": amount_text(self.paid),
            "difference": amount_text(self.difference),
            "rule": self.rule,
            "readings": list(self.readings),
        }


class SettledMeter(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the meter of a jackpot wager in a round in which shares of it are won.

    `won` counts the winning hands by the line of the pay table; `level` names it where it is a level.
    `rounded` is the meter as it is paid out, and `prizes` what all winners are handed together. The cents are
    conserved:
    meter + house_adds = prizes + meter_after.
    """

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

    def to_dict(self) -> dict[str, Any]:
        """The meter as JSON types, amounts as decimal strings."""
        amounts = ("meter", "seed", "rounded", "prizes", "house_adds", "meter_after")
        return {
            "wager": self.wager,
            "name": self.name,
            **({"level": self.level} if self.level else {}),
            "won": dict(self.won),
            **{key: amount_text(getattr(self, key)) for key in amounts},
            "rule": self.rule,
        }


class SettledRound(_Sums, frozen=True, kw_only=True):
    """One round settled; `line` is the line of the file that it was recorded on.

    `paid_wrongly` is what no reading of the rules makes right; `disputed` are payments that one makes right,
    though not the one taken; `by_reading` are right by the readings taken, which the rule file does not
    adopt, and wrong by those that it does; `unexplained` is what does not follow from the rounds of the file
    before it.
    `meter` is None where no share of a meter with a seed is won: it stays as it is; `further_meters` are
    those that are won beside it. A closing of a meter has no hands.
    """

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
    def _parts(self) -> tuple[SettledWager, ...]:
        return tuple(one for hand in self.hands for one in hand.wagers)

    def hand(self, seat: int) -> SettledHand:
        """The hand at a seat; KeyError if there is none."""
        for one in self.hands:
            if one.seat == seat:
                return one
        raise KeyError(seat)

    def to_dict(self) -> dict[str, Any]:
        """The round as JSON types; these keys stay, others may be added.

        `id`, `game`, `line`, `dealer`, `hands`, `staked`, `returned`, `carried`, `net`, `notes`,
        `paid_wrongly`, `disputed`, `unexplained` and `meter`. A hand has `seat`, `player`, `cards`,
        `decision`, `wagers` and the four sums; a wager has `wager`, `name`, the four amounts, `result`,
        `rule`, `reason` and `notes`; a note has `text` and `rule`, what is unexplained `expected` and `found`
        too, amounts or null; what was paid wrongly or is disputed has `seat`, `player`, `wager`, `due`,
        `paid`, `difference`, `rule` and `readings`. `meter` is null, or has `wager`, `name`, `won` (how many
        hands won with each line), `meter`, `seed`, `rounded`, `prizes`, `house_adds`, `meter_after` and
        `rule`. `further_meters` is there where others are won, each with its `level` if it is one, and
        `by_reading`, like `disputed`, where readings are taken that the file does not adopt.
        """
        return {
            "id": self.id,
            "game": self.game,
            "line": self.line,
            "dealer": self.dealer,
            "hands": [hand.to_dict() for hand in self.hands],
            **self._sums(),
            "notes": [msgspec.structs.asdict(note) for note in self.notes],
            "paid_wrongly": [one.to_dict() for one in self.paid_wrongly],
            "disputed": [one.to_dict() for one in self.disputed],
            **({"by_reading": [one.to_dict() for one in self.by_reading]} if self.by_reading else {}),
            "unexplained": [one.to_dict() for one in self.unexplained],
            "meter": None if self.meter is None else self.meter.to_dict(),
            **(
                {"further_meters": [one.to_dict() for one in self.further_meters]}
                if self.further_meters
                else {}
            ),
        }


def _amounts(staked: Fraction | int, returned: Fraction | int, carried: Fraction | int) -> dict[str, str]:
    return {
        "staked": amount_text(staked),
        "returned": amount_text(returned),
        "carried": amount_text(carried),
        "net": amount_text(returned + carried - staked),
    }


def total(amounts: Iterable[Fraction]) -> Fraction:
    """The sum of amounts.

    >>> total([Fraction(10), Fraction(5, 2), Fraction(10)])
    Fraction(45, 2)
    """
    return Fraction(sum(map(lean, amounts)))


def lean(amount: Fraction) -> Fraction | int:
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
    if isinstance(amount, int):
        return str(amount)
    numerator, denominator = amount.as_integer_ratio()
    if denominator == 1:
        return str(numerator)
    rest, places = denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest //= prime
            power += 1
        places = max(places, power)
    if rest != 1:
        return str(amount)
    digits = f"{abs(numerator) * 10**places // denominator:0{places + 1}d}"
    return f"{'-' if amount < 0 else ''}{digits[:-places]}.{digits[-places:]}"


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
