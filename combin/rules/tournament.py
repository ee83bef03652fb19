"""A tournament in a rule file: its terms, and what the document demands of the terms of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Literal

import msgspec

from combin.formatting import plain
from combin.rules.errors import nearest, shown
from combin.rules.numbers import Citation, Entry, Name, Pay, Share, Text

Count = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Wrong = tuple[tuple[str, ...], str]
"""The place of an entry, and what is wrong with it."""


class PlayersEntry(Entry, frozen=True):
    """The smallest and the largest number of players."""

    least: Annotated[int, msgspec.Meta(ge=2, le=10_000)]
    most: Annotated[int, msgspec.Meta(ge=2, le=10_000)]


class Purchase(Entry, frozen=True):
    """Chips that a player may buy later, at most so many times, and the amount of money that they cost."""

    amount: Pay
    chips: Count
    most: Number = 1


class TournamentRound(Entry, frozen=True):
    """A round: hands at each of some tables, and who goes on.

    That is the first `advance` players of each table, and of all others the `next_best`; nobody from the last
    round. A player comes to it with the starting bank, or with the chips "carried" from the round before.
    """

    hands: Number
    tables: Number
    seats: Annotated[int, msgspec.Meta(ge=1, le=20)]
    advance: Number | None = None
    next_best: Number | None = None
    bank: Literal["new", "carried"] = "new"


class PrizePool(Entry, frozen=True):
    """The prize pool: the share of each payment that goes into it, and money `added` by the house.

    It is never below `least`.
    """

    entry_fee: Share = msgspec.field(default_factory=lambda: Share(0))
    buy_in: Share = msgspec.field(default_factory=lambda: Share(1))
    re_buy: Share = msgspec.field(default_factory=lambda: Share(1))
    add_on: Share = msgspec.field(default_factory=lambda: Share(1))
    added: Pay | None = None
    least: Pay | None = None


class Requirement(Entry, frozen=True):
    """What a document demands of the terms of a tournament.

    One of the `entries` of [tournament] supplies it, or a text under [tournament.statements]; with
    `statement` the text is needed as well. It applies `only_if` another entry is given; what is "stated" only
    applies where the text is there, so that it is never missing.
    """

    says: Text
    entries: tuple[Name, ...] = ()
    statement: bool = False
    only_if: Name | None = None


class TournamentEntry(Entry, frozen=True):
    """The terms of a tournament; amounts in money, banks and wagers in tournament chips.

    `prizes` are shares of the prize pool by place, paid in multiples of `prize_unit`; what that leaves goes
    to the first place. `requires` is what the document demands of all terms, by the number of its rule.
    """

    chips: Text | None = None
    entry_fee: Pay | None = None
    buy_in: Pay | None = None
    re_buy: Purchase | None = None
    add_on: Purchase | None = None
    players: PlayersEntry | None = None
    bank: Count | None = None
    rounds: tuple[TournamentRound, ...] = ()
    wagers: tuple[Name, ...] = ()
    smallest_wager: Count | None = None
    largest_wager: Count | None = None
    unit: Count = 1
    secret_wagers: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    elimination: Literal["below the smallest wager"] | None = None
    winner: Literal["most chips"] | None = None
    ties: Literal["share", "further hands"] | None = None
    prize_pool: PrizePool | None = None
    prizes: tuple[Share, ...] = ()
    prize_unit: Pay = msgspec.field(default_factory=lambda: Pay(1))
    employees: bool | None = None
    statements: dict[Text, Text] = {}
    requires: dict[Text, Requirement] = {}
    rule: Citation = ""

    def stated(self, entry: str) -> bool:
        """Whether the terms have an entry, be it that there is none."""
        return getattr(self, entry) not in (None, ())

    @property
    def held(self) -> bool:
        """Whether there is a tournament, and not only what a document demands of one."""
        return any(map(self.stated, TERMS)) or bool(self.statements)

    def rule_of(self, entry: str) -> str:
        """The numbers of the rules that demand an entry."""
        return ", ".join(number for number, one in self.requires.items() if entry in one.entries)

    def contradictions(self, seats: int | None, wagers: Collection[str]) -> Iterator[Wrong]:
        """Yield what does not fit each other, by its place in [tournament]."""
        for number, demand in self.requires.items():
            for name in (*demand.entries, demand.only_if or "stated"):
                if name not in TERMS and (name != "stated" or name in demand.entries):
                    problem = f"{shown(name)} is no entry of [tournament]; {nearest(name, TERMS)}"
                    yield ("requires", number), problem
        for number in sorted(self.statements.keys() - self.requires):
            problem = f"nothing demands a statement {shown(number)}; {nearest(number, (*self.requires,))}"
            yield ("statements", number), problem
        for name in sorted({*self.wagers} - {*wagers}):
            yield ("wagers",), f"{shown(name)} is no wager of this game; {nearest(name, tuple(wagers))}"
        if self.players and self.players.most < self.players.least:
            problem = f"{self.players.most:,} is below the smallest number of {self.players.least:,}"
            yield ("players", "most"), problem
        if self.prizes and sum(self.prizes) != 1:
            yield ("prizes",), f"they are {plain(100 * sum(self.prizes))}% of the prize pool, and not 100%"
        if not self.prize_unit:
            yield ("prize_unit",), "0 is no amount to pay in"
        chips = {name: getattr(self, name) for name in ("smallest_wager", "largest_wager", "bank")}
        given = [(name, amount) for name, amount in chips.items() if amount is not None]
        for name, amount in given:
            if amount % self.unit:
                yield (name,), f"{amount:,} is no multiple of the unit of {self.unit:,}"
            if amount < given[0][1]:
                yield (name,), f"{amount:,} is below the {given[0][0].replace('_', ' ')} of {given[0][1]:,}"
        yield from self._of_rounds(seats)

    def _of_rounds(self, seats: int | None) -> Iterator[Wrong]:
        for number, one in enumerate(self.rounds, start=1):
            place = ("rounds", str(number - 1))
            if seats is not None and one.seats > seats:
                yield (*place, "seats"), f"{one.seats}, but a table has {seats} seats"
            goes_on, last = (one.advance or one.next_best) is not None, number == len(self.rounds)
            if last and goes_on:
                yield place, "this is the last round, from which nobody goes on"
            elif not last and not goes_on:
                yield place, "nobody goes on to the next round; write advance, or next_best"
            elif (one.advance or 0) >= one.seats:
                yield (*place, "advance"), f"{one.advance} of {one.seats} seats, so that nobody is out"


_OTHERS = ("unit", "prize_unit", "statements", "requires", "rule")
TERMS = tuple(name for name in TournamentEntry.__struct_fields__ if name not in _OTHERS)
"""The entries of [tournament] that are terms of a tournament."""
