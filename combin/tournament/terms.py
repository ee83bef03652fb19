"""The terms of a tournament: what the document demands of them, players by round, prize pool and prizes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from combin.answers import Answer
from combin.formatting import Currency, counted
from combin.rules.errors import RulesError
from combin.rules.numbers import in_chips
from combin.rules.resolved import Rules
from combin.rules.tournament import PrizePool, TournamentEntry, TournamentRound

if TYPE_CHECKING:
    from combin.settle.banks import Banks
    from combin.settle.records import SettledRounds
    from combin.tournament.chances import Chances
    from combin.tournament.last_hand import LastHand

MISSING, THERE, NOT_APPLICABLE = "missing", "there", "not applicable"


class Statement(Struct, frozen=True):
    """What a rule of the document demands, whether the terms have it, and what supplies it."""

    rule: str
    demands: str
    only_if: str
    status: str
    supplied: str


class Field(Struct, frozen=True):
    """The players who come to a round, and the tables at which they play."""

    number: int
    round: TournamentRound
    players: int
    tables: int


class Pool(Struct, frozen=True):
    """The money of a tournament with some players, re-buys and add-ons."""

    players: int
    re_buys: int
    add_ons: int
    paid: Fraction
    pool: Fraction

    @property
    def kept(self) -> Fraction:
        """What the house keeps of what the players pay; negative where it adds to that."""
        return self.paid - self.pool

    @property
    def net(self) -> Fraction:
        """Expectation of a player, where all pay the same and have the same chance."""
        return -self.kept / self.players

    @property
    def edge(self) -> Fraction | None:
        """The same as a loss per unit paid; None where nothing is."""
        return self.kept / self.paid if self.paid else None


@dataclass(frozen=True, repr=False)
class Tournament(Answer):
    """A tournament by its terms, or what the document demands of one where no tournament is given."""

    shown_by: ClassVar[str] = "combin.tournament.views:tournament_view"

    rules: Rules
    terms: TournamentEntry

    @staticmethod
    def of(rules: Rules) -> Tournament:
        """The tournament of a rule file; RulesError if it has no [tournament]."""
        if (terms := rules.file.tournament) is None:
            problem = "no [tournament] in the rules; docs/tournament.md has the language of one"
            raise RulesError((), f"{rules.file.id}: {problem}")
        return Tournament(rules, terms)

    def chances(
        self,
        number: int = 1,
        *,
        seats: int | None = None,
        tables: Mapping[str, str] | None = None,
        seed: int = 1,
    ) -> Chances:
        """The chances of the seats of a table of a round, where all play alike.

        `seats` are those occupied, by default all of the round; where the chances are not exact they are
        simulated by a `seed`. `tables` are letters of pay tables, by wager.

        Raises:
            RulesError: no such round, no bank or smallest wager, or the game is none that is counted.
        """
        from combin.tournament.chances import ask_chances

        rounds = self.terms.rounds
        if not 1 <= number <= len(rounds):
            raise RulesError((), f"round {number}: the tournament has {counted(len(rounds), 'round')}")
        one = rounds[number - 1]
        seats, terms = seats or one.seats, self._wagers() | {"bank": self._needed("bank")}
        terms |= {"hands": one.hands, "advance": min(one.advance or 1, seats - 1), "seats": seats}
        return ask_chances(self.rules, tables, **terms, seed=seed)

    def last_hand(
        self,
        banks: tuple[int, int],
        *,
        wager: int | None = None,
        first: bool = False,
        secret: bool = False,
        reply: bool = False,
        tables: Mapping[str, str] | None = None,
    ) -> LastHand:
        """The last hand between two players: the best wager and the best decisions of one.

        The `banks` are those of the player and of the other one. The player wagers and decides last, or
        `first`; the other's `wager` may be known. With `secret` wagers none is seen before all are placed;
        with a `reply` the decisions of both answer each other.

        Raises:
            RulesError: no smallest wager, or banks, a wager or a game that are not counted.
        """
        from combin.tournament.last_hand import ask_last_hand

        how: dict[str, Any] = {"wager": wager, "last": not first, "secret": secret, "reply": reply}
        return ask_last_hand(self.rules, tables, banks=banks, **self._wagers(), **how)

    def _needed(self, name: str) -> int:
        if (amount := getattr(self.terms, name)) is None:
            problem = "it is not given, and without it there is nothing to count"
            raise RulesError(("tournament", name), problem)
        return int(amount)

    def _wagers(self) -> dict[str, Any]:
        terms, smallest = self.terms, self._needed("smallest_wager")
        return {"smallest": smallest, "largest": terms.largest_wager, "unit": terms.unit}

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """What the document demands of the terms, in its order."""
        terms = self.terms
        found = []
        for rule, demand in terms.requires.items():
            text, only = terms.statements.get(rule, ""), demand.only_if
            entries = [name for name in demand.entries if terms.stated(name)]
            there = entries and text if demand.statement else entries or text
            applies = not only or bool(text if only == "stated" else getattr(terms, only))
            status = NOT_APPLICABLE if not applies else THERE if there else MISSING
            supplied = "; ".join(filter(None, (", ".join(entries), text)))
            found.append(Statement(rule, demand.says, only or "", status, supplied))
        return tuple(found)

    def fields(self, players: int) -> tuple[Field, ...]:
        """The players of each round, if some enter the first."""
        found, there = [], players
        for number, one in enumerate(self.terms.rounds, start=1):
            tables = min(one.tables, -(-there // one.seats))
            found.append(Field(number, one, there, tables))
            there = min(there, tables * (one.advance or 0) + (one.next_best or 0))
        return tuple(found)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The smallest and the largest number of players; of one number only that."""
        players = self.terms.players
        return () if players is None else tuple(sorted({players.least, players.most}))

    @cached_property
    def findings(self) -> tuple[str, ...]:
        """What of the format does not fit, for each fault with the first number of players that shows it."""
        found: dict[str, str] = {}
        paid = len(self.terms.prizes)
        for players in range(self.sizes[0], self.sizes[-1] + 1) if self.sizes else ():
            wrong = {f"there are prizes for {paid} places": players < paid}
            there = 0
            for at in self.fields(players):
                seats = at.round.tables * at.round.seats
                wrong[f"more come to round {at.number} than its {seats:,} seats"] = at.players > seats
                wrong[f"only one comes to round {at.number}"] = at.players == 1
                wrong[f"nobody is out after round {at.number - 1}"] = at.players == there
                there = at.players
            for problem in (problem for problem, is_so in wrong.items() if is_so):
                found.setdefault(problem, f"With {counted(players, 'player')} {problem}.")
        return tuple(found.values())

    def pool(self, players: int, re_buys: int = 0, add_ons: int = 0) -> Pool | None:
        """The prize pool for some players and purchases; None where the terms have none."""
        if (pool := self.terms.prize_pool) is None:
            return None
        numbers = {"players": players, "re-buys": re_buys, "add-ons": add_ons}
        paid = sum((numbers[who] * amount for who, (amount, _) in self.payments.items()), Fraction(0))
        added = Fraction(pool.added or 0)
        into = sum((numbers[who] * part for who, (_, part) in self.payments.items()), added)
        return Pool(players, re_buys, add_ons, paid, max(into, Fraction(pool.least or 0)))

    @cached_property
    def payments(self) -> dict[str, tuple[Fraction, Fraction]]:
        """What each player, each re-buy and each add-on pays, and the part of it in the prize pool."""
        terms, pool = self.terms, self.terms.prize_pool or PrizePool()
        fee, buy_in = Fraction(terms.entry_fee or 0), Fraction(terms.buy_in or 0)
        again, more = (Fraction(one.amount if one else 0) for one in (terms.re_buy, terms.add_on))
        return {
            "players": (fee + buy_in, fee * pool.entry_fee + buy_in * pool.buy_in),
            "re-buys": (again, again * pool.re_buy),
            "add-ons": (more, more * pool.add_on),
        }

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        """The prize pool with fewest and most players, and with all purchases of these that are allowed."""
        re_buys, add_ons = (0 if one is None else one.most for one in (self.terms.re_buy, self.terms.add_on))
        cases = [(size, 0, 0) for size in self.sizes]
        if re_buys or add_ons:
            cases += [(size, size * re_buys, size * add_ons) for size in self.sizes]
        return tuple(pool for case in cases if (pool := self.pool(*case)) is not None)

    def prizes(self, pool: Fraction) -> tuple[Fraction, ...]:
        """The prizes of a pool by place: its shares in whole units, and what is left to the first place."""
        unit = Fraction(self.terms.prize_unit)
        paid = [in_chips(pool * share, unit, "next amount down") for share in self.terms.prizes]
        return (paid[0] + pool - sum(paid), *paid[1:]) if paid else ()

    def played(
        self,
        rounds: str | Path | Iterable[str | bytes],
        employees: Collection[str] = (),
        *,
        tables: Mapping[str, str] | None = None,
    ) -> Played:
        """The standing after recorded rounds, the path of a file or its lines, with prizes by place.

        Raises:
            RulesError: the rules have no tournament, or no such pay table.
        """
        from combin.settle.banks import Banks
        from combin.settle.files import settle_lines
        from combin.settle.records import SettledRounds

        if not self.terms.held:
            problem = f"{self.rules.file.id} has no tournament of which rounds could be"
            raise RulesError(("tournament",), problem)
        self.rules.require_letters(tables or {})
        banks = Banks(self.rules, self.terms)
        each = settle_lines(self.rules, rounds, tables, banks=banks)
        return Played(self, SettledRounds.of(self.rules, each), banks, frozenset(employees))


class Placed(Struct, frozen=True):
    """A player in the standing; `prize` is None where a tie for it is not decided."""

    place: int
    player: str
    session: int
    chips: Fraction
    prize: Fraction | None
    employee: bool


@dataclass(frozen=True, repr=False)
class Played(Answer):
    """The standing of a tournament after recorded rounds, and these settled."""

    shown_by: ClassVar[str] = "combin.tournament.views:played_view"

    tournament: Tournament
    settled: SettledRounds
    banks: Banks
    employees: Collection[str]

    @property
    def currency(self) -> Currency:
        """That of the wagers, which is none; prizes have their own."""
        return self.settled.currency

    @cached_property
    def pool(self) -> Pool | None:
        """The prize pool of the players of the rounds and of what they have bought."""
        used = [player.used for player in self.banks.players.values()]
        re_buys, add_ons = (sum(one[name] for one in used) for name in ("re_buy", "add_on"))
        return self.tournament.pool(len(used), re_buys, add_ons)

    @cached_property
    def standing(self) -> tuple[Placed, ...]:
        """The players by place, with the prizes that they have won."""
        places, shared = self.banks.standing(), self.tournament.terms.ties == "share"
        prizes = () if self.pool is None else self.tournament.prizes(self.pool.pool)
        won = awarded(prizes, places, self.employees)
        found: list[Placed] = []
        for names in places:
            tied = not shared and sum(name in won for name in names) > 1
            for name in names:
                player = self.banks.players[name]
                prize = None if tied and name in won else won.get(name, Fraction(0))
                placed = len(found) + 1 - names.index(name)
                unpaid = name in self.employees
                found.append(Placed(placed, name, player.session, player.chips, prize, unpaid))
        return tuple(found)


def awarded(
    prizes: Sequence[Fraction], standing: Sequence[Collection[str]], without: Collection[str] = ()
) -> dict[str, Fraction]:
    """The prizes by player: of a standing, in which players of one place are together.

    Players `without` a prize, such as employees (Crown 12.4.2(a)(v)), are passed over, so that each next one
    stands in for the one before. Players of one place share the prizes of the places that they take up.

    >>> awarded([Fraction(60), Fraction(40)], [["Ann"], ["Bo"], ["Cy", "Di"]], without=["Bo"])
    {'Ann': Fraction(60, 1), 'Cy': Fraction(20, 1), 'Di': Fraction(20, 1)}
    """
    left, found = list(prizes), dict[str, Fraction]()
    for place in standing:
        eligible = [player for player in place if player not in without]
        money, left = left[: len(eligible)], left[len(eligible) :]
        found |= {player: sum(money, Fraction(0)) / len(eligible) for player in eligible if money}
    return found
