"""Chances in a tournament where all play alike: who finishes first and who goes on, by seat and order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import ClassVar

import numpy as np
from msgspec import Struct

from combin.aliases import Integers
from combin.answers import Answer
from combin.exact.analysis import choices
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy, best_strategy
from combin.formats.tables import COUNT, PERCENT, ROOT, TEXT, Column, Table, as_json, percents
from combin.formats.view import View
from combin.formatting import Root, counted, decimal, grouped, plain
from combin.progress import progress
from combin.report.words import bonus_letters, tables_said
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.seats.deals import Deals, TwoSeats

WAGERING: Mapping[str, str] = {
    "smallest": "the smallest wager in every hand",
    "catch-up": "ahead of all others, the highest wager already placed, or else the smallest; level or "
    "behind, the smallest with which an ordinary win passes all others, even if those who have wagered win, "
    "or else the largest",
    "late": "the smallest in every hand but the last, then as in catch-up",
}
"""How all players wager."""

ORDERS = ("fixed", "rotating")
"""Whether the first seat wagers first in every hand, or each seat in its turn."""

WAYS = [("smallest", "fixed"), *((rule, order) for rule in ("catch-up", "late") for order in ORDERS)]
"""The rules of wagers with the orders in which these differ."""

MOST_WORK = 16_000_000
"""The products of whole numbers up to which two seats are computed exactly: some seconds of work."""

UNLIMITED = 1 << 40
"""The largest wager where the bank alone limits it."""

_LARGEST = 1 << 62
"""A number that 64 bits hold."""

TOURNAMENTS, _NETS = 20_000, 10_000_000
"""The most tournaments that are simulated, and the most nets of seats in all of their hands."""

FAR = 4
"""From this number of standard errors on, a difference is hardly chance."""


class Stakes(Struct, frozen=True):
    """The wagers that players may place, in units of so many chips; banks and nets are in parts of a chip.

    There are so many `parts` of a chip. A wager of one unit can lose `lost` parts with all that raises it,
    and nets `won` in an ordinary win: with the highest raise in use, and without a bonus.
    """

    unit: int
    parts: int
    smallest: int
    largest: int
    lost: int
    won: int

    def __str__(self) -> str:
        least, unit, most = (grouped(str(each * self.unit)) for each in (self.smallest, 1, self.largest))
        limits = f"from {least}" if self.largest == UNLIMITED else f"of {least} to {most}"
        part = plain(Fraction(self.lost, self.parts * self.unit))
        return f"wagers {limits}, in steps of {unit}, at most the bank divided by {part}"

    def most(self, banks: Integers) -> Integers:
        """The largest wager of each bank, from which all raises can be paid; 0 of a player who is out."""
        most: Integers = np.minimum(banks // self.lost, self.largest)
        return np.where(most < self.smallest, 0, most)

    def placed(self, rule: str, banks: Integers, order: Sequence[int], *, last: bool) -> Integers:
        """What seats with some banks (seats x cases) wager by one of the rules of `WAGERING`, in an order.

        Each sees the wagers placed before its own, and whether the hand is the `last`.
        """
        placed, most = np.zeros_like(banks), self.most(banks)
        for place, seat in enumerate(order):
            wagers = np.full_like(banks[seat], self.smallest)
            if rule == "catch-up" or (rule == "late" and last):
                others = [other for other in order if other != seat]
                passed = (banks + self.won * placed)[others].max(axis=0)
                cover = placed[list(order[:place])].max(axis=0, initial=0)
                ahead = banks[seat] > banks[others].max(axis=0)
                wagers = np.where(ahead, cover, (passed - banks[seat]) // self.won + 1)
            placed[seat] = np.minimum(np.maximum(wagers, self.smallest), most[seat])
        return placed


def chips(amount: int) -> str:
    """An amount in words: "1,200 chips"."""
    return f"{grouped(str(amount))} {'chip' if amount == 1 else 'chips'}"


def strategy_of(rules: Rules, tables: Mapping[str, str] | None) -> tuple[Strategy, dict[str, str]]:
    """The optimal strategy of a game, by which players play, and the letters of the tables it depends on.

    Raises:
        RulesError: the game is none that is counted for several seats.
    """
    if rules.base not in rules.wagers or rules.same_hands or rules.sights or rules.file.deal.player != 3:
        problem = "a tournament is counted where each player has three cards against the dealer's"
        raise RulesError((), f"{rules.file.id}: {problem}, of which one is seen at most")
    letters = bonus_letters(rules, choices(rules, tables or {})[0])
    return best_strategy(rules, letters), letters


def stakes_of(strategy: Strategy, unit: int, smallest: int, largest: int | None) -> Stakes:
    """The wagers allowed in a game whose players follow a strategy; amounts are chips.

    Raises:
        RulesError: the wagers contradict each other, or an ordinary win gains nothing.
    """
    game = strategy.game
    for name, amount in (("smallest", smallest), ("largest", largest)):
        if amount is not None and (amount < 1 or amount % unit):
            problem = f"a {name} wager of {amount:,} is not a multiple of {unit:,}, or not above 0"
            raise RulesError((), problem)
    if largest is not None and largest < smallest:
        raise RulesError((), f"a largest wager of {largest:,} is below the smallest of {smallest:,}")
    if game.rules.collection:
        problem = "a collection from each hand is not counted in a tournament"
        raise RulesError(("wager", game.rules.base, "collection"), problem)
    lost = -min(net for net, _ in strategy.distribution.outcomes) * game.unit
    won = game.cases[max(strategy.decisions)][-3]
    if won <= 0 or lost <= 0:
        raise RulesError(("wager", game.rules.base), "an ordinary win gains nothing, or nothing is ever lost")
    most = UNLIMITED if largest is None else largest // unit
    return Stakes(unit, game.unit, smallest // unit, most, int(lost) * unit, won * unit)


def check_bank(bank: int, stakes: Stakes) -> None:
    """Refuse a bank of chips that is too small for any wager."""
    if not stakes.most(np.array([bank * stakes.parts]))[0]:
        least = plain(Fraction(stakes.smallest * stakes.lost, stakes.parts))
        raise RulesError((), f"a bank of {bank:,} is below {least}, what the smallest wager can lose")


class TwoAlike:
    """Two seats whose players play alike: the law of both banks, exactly.

    Args:
        stakes: the wagers allowed.
        sums: the deals by the place of the net of either seat, as `TwoSeats.sums`.
        nets: what a wager of one unit nets, in parts of a chip.
        bank: the bank of either seat at the start, in parts.
    """

    def __init__(self, stakes: Stakes, sums: Integers, nets: Sequence[int], bank: int) -> None:
        self.stakes, self.bank = stakes, bank
        places = np.nonzero(sums)
        self.gains: Integers = np.array(nets)[np.stack(places)]
        self.ways: Integers = (sums[places] // np.gcd.reduce(sums[places])).astype(np.int64)

    def before_last(self, hands: int, rule: str, order: str) -> tuple[Integers, Integers] | None:
        """All pairs of banks before the last hand (2 x pairs), and in how many ways they come about.

        None if that is too much work, or banks may be too large.
        """
        banks, counts = np.full((2, 1), self.bank), np.array([1], object)
        ways, work = self.ways.astype(object), 0
        for hand in range(hands - 1):
            products = len(counts) * len(ways)
            if work + products * max(hands - 1 - hand, 4) > MOST_WORK:  # in memory are those of one hand
                return None
            work += products
            wagers = self.stakes.placed(rule, banks, turns(order, hand, 2), last=False)
            after = banks[:, :, np.newaxis] + wagers[:, :, np.newaxis] * self.gains[:, np.newaxis]
            after = after.reshape(2, -1)
            size = int(after[1].max()) + 1
            if size * int(after[0].max()) > _LARGEST:
                return None
            codes, place = np.unique(after[0] * size + after[1], return_inverse=True)
            more = np.multiply.outer(counts, ways).reshape(-1)
            banks, counts = np.stack(np.divmod(codes, size)), np.zeros(len(codes), object)
            np.add.at(counts, place, more)
            progress(hand + 1, hands)
        return banks, counts

    def first(self, before: tuple[Integers, Integers], hands: int, rule: str, order: str) -> Fraction:
        """The chance of the first seat to finish first after the last hand; a tie counts half."""
        banks, counts = before
        wagers = self.stakes.placed(rule, banks, turns(order, hands - 1, 2), last=True)
        change = wagers[:, :, np.newaxis] * self.gains[:, np.newaxis]
        ahead = np.sign((banks[0] - banks[1])[:, np.newaxis] + change[0] - change[1]) @ self.ways
        total = int(counts.sum()) * int(self.ways.sum())
        return Fraction(total + int(counts.dot(ahead.astype(object))), 2 * total)


def turns(order: str, hand: int, seats: int) -> list[int]:
    """The seats in the order in which they wager in a hand, the hands counted from 0."""
    start = hand if order == "rotating" else 0
    return [(start + seat) % seats for seat in range(seats)]


class Chance(Struct, frozen=True):
    """The chances of the seats under a rule of wagers and an order: to finish `first`, to go on (`through`).

    `error` is the square of the largest standard error of one; 0 of exact ones.
    """

    rule: str
    order: str
    first: tuple[Fraction, ...]
    through: tuple[Fraction, ...]
    error: Fraction = Fraction(0)

    @property
    def name(self) -> str:
        """The rule, with the order where that matters."""
        return self.rule if self.rule == "smallest" else f"{self.rule}, {self.order} order"


@dataclass(frozen=True, repr=False)
class Chances(Answer):
    """The chances of all seats of a table where all play alike.

    All have the same bank in chips, wager by the same rule and play the game's optimal strategy; `advance`
    of the seats go on. For two seats they are exact where that is not too much work, else simulated.
    """

    shown_by: ClassVar[str] = "combin.tournament.chances:chances_view"

    strategy: Strategy
    letters: Mapping[str, str]
    stakes: Stakes
    bank: int
    hands: int
    seats: int
    advance: int = 1
    seed: int = 1
    counted: TwoSeats | None = field(default=None, compare=False)
    """The law of two seats with the base wager among others, where that is known already."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.strategy.game.rules

    @property
    def tournaments(self) -> int:
        """The number of tournaments that are simulated."""
        return min(TOURNAMENTS, _NETS // (self.hands * self.seats))

    @cached_property
    def chances(self) -> tuple[Chance, ...]:
        """The chances under each rule of wagers."""
        found = {(one.rule, one.order): one for one in (self._exact() if self.seats == 2 else ())}
        if left := [way for way in WAYS if way not in found]:
            found |= {(one.rule, one.order): one for one in self._simulated(left)}
        return tuple(map(found.__getitem__, WAYS))

    def _exact(self) -> Iterator[Chance]:
        every = self.counted or Deals(self.rules, {self.rules.base: ""}, self.strategy).law()
        law = every.of_wager(self.rules.base)
        stake = Fraction(self.stakes.parts * self.stakes.unit)
        nets = [int(pays[0].net(stake, Fraction(0))) for pays in law.results]
        table = TwoAlike(self.stakes, law.sums, nets, self.bank * self.stakes.parts)
        flat = table.before_last(self.hands, "smallest", "fixed")
        for rule, order in WAYS:
            before = table.before_last(self.hands, rule, order) if rule == "catch-up" else flat
            if before is not None:
                first = table.first(before, self.hands, rule, order)
                yield Chance(rule, order, (first, 1 - first), (first, 1 - first))

    def _simulated(self, ways: Sequence[tuple[str, str]]) -> Iterator[Chance]:
        by_hand = self._nets().reshape(self.tournaments, self.hands, self.seats).transpose(1, 2, 0)
        for rule, order in ways:
            banks = np.full((self.seats, self.tournaments), self.bank * self.stakes.parts)
            for hand, nets in enumerate(by_hand):
                turn, last = turns(order, hand, self.seats), hand == self.hands - 1
                banks += self.stakes.placed(rule, banks, turn, last=last) * nets
            (first, error), (through, other) = (mean_shares(banks, places) for places in (1, self.advance))
            yield Chance(rule, order, first, through, max(error, other))

    def _nets(self) -> Integers:
        """The nets of all seats in random rounds (rounds x seats), of a wager of one unit in parts of a chip.

        They are settled as `combin simulate` settles them, without the exact engine.
        """
        from combin.proof.hands import Roles
        from combin.proof.simulated import situations_of_hands
        from combin.proof.simulation import Rounds, base_bet, dealt

        roles, rounds = Roles.of(self.rules), self.tournaments * self.hands
        stake = self.stakes.parts * self.stakes.unit
        situations = situations_of_hands(self.strategy.game.matchups, roles)
        bet = base_bet(roles, self.letters, np.array(self.strategy.decisions)[situations])
        nets, found, done = np.array([int(net * stake) for net in bet.nets]), [], 0
        for cards in dealt(len(self.rules.deck), 3 * (self.seats + 1), rounds, self.seed):
            dealer, *hands = np.split(cards, self.seats + 1, axis=1)
            played = (Rounds.of(roles, np.concatenate([hand, dealer], axis=1)) for hand in hands)
            found.append(np.stack([nets[bet.places(each)] for each in played], axis=1))
            done += len(cards)
            progress(done, rounds)
        return np.concatenate(found)


def mean_shares(banks: Integers, places: int) -> tuple[tuple[Fraction, ...], Fraction]:
    """The mean share of each seat in some first places, which ties divide; the largest squared error of one.

    The banks (seats x tournaments) are those at the end.
    """
    seats, number = banks.shape
    unit = lcm(*range(1, seats + 1))
    last = np.sort(banks, axis=0)[-places]
    above, tied = banks > last, banks == last
    shares = above * unit + tied * ((places - above.sum(axis=0)) * unit // tied.sum(axis=0))
    means, squares = (
        [Fraction(total, unit**power * number) for total in (shares**power).sum(axis=1).tolist()]
        for power in (1, 2)
    )
    return tuple(means), max(square - mean**2 for mean, square in zip(means, squares, strict=True)) / number


def chances_view(answer: Chances, digits: int = 10) -> View:
    """Chances of players who play alike ready to be shown; the records are the seats under each rule.

    JSON has of each the chance to finish `first` and to go on (`through`), and the largest `standard_error`
    of one under that rule, 0 where they are exact.
    """
    rules, equal = answer.rules, Fraction(1, answer.seats)
    lines = [
        *tables_said(rules, answer.letters),
        f"{counted(answer.hands, 'hand')}; {chips(answer.bank)} each; {answer.stakes}. Ties share a place.",
        f"Strategy of each player: {statement_of(answer.strategy)}",
    ]
    for one in answer.chances:
        off = max(abs(share - equal) for share in one.first)
        unclear = one.error and off**2 < FAR**2 * one.error
        said = f"up to {decimal(100 * off, 2)} points from {percents(2).shown(equal)}" if off else "equal"
        lines.append(f"{one.name}: {'no difference beyond the sampling error' if unclear else said}.")
    columns: list[Column[tuple[Chance, int]]] = [
        Column(None, TEXT, lambda row: row[0].rule, "wagers"),
        Column(None, TEXT, lambda row: row[0].order, "order"),
        Column(None, COUNT, lambda row: row[1] + 1, "seat"),
        Column(None, PERCENT, lambda row: row[0].first[row[1]], "first"),
        Column(None, PERCENT, lambda row: row[0].through[row[1]], "through"),
        Column(None, ROOT, lambda row: Root(row[0].error), "standard_error"),
    ]
    rows = Table.of("", [(one, seat) for one in answer.chances for seat in range(answer.seats)], columns)
    shown = [_by_seat("Chance of finishing first", answer, lambda chance: chance.first)]
    if answer.advance > 1:
        title = f"Chance of one of the first {answer.advance} places"
        shown.append(_by_seat(title, answer, lambda chance: chance.through))
    game: dict[str, int | str | None] = {"game": rules.file.id, "bank": answer.bank, "hands": answer.hands}
    game |= {"seats": answer.seats, "advance": answer.advance}
    return View(
        f"{rules.file.title}: chances of {answer.seats} players who play alike",
        tuple(lines),
        tuple(shown),
        lambda: as_json({**game, "chances": rows}, digits),
        lambda: rows.records(digits, **game),
    )


def _by_seat(title: str, answer: Chances, shares: Callable[[Chance], Sequence[Fraction]]) -> Table:
    def of_seat(seat: int) -> Column[Chance]:
        return Column(f"Seat {seat + 1}", percents(2), lambda chance: shares(chance)[seat])

    columns = [Column[Chance]("Wagers", TEXT, lambda chance: chance.name), *map(of_seat, range(answer.seats))]
    note = "; ".join(f"{rule}: {words}" for rule, words in WAGERING.items())
    if any(one.error for one in answer.chances):
        columns.append(Column("Std error", percents(2), lambda row: Root(row.error) if row.error else None))
        simulated = f"{answer.tournaments:,} tournaments at random, seed {answer.seed}"
        note += f". Chances with a standard error: {simulated}"
    return Table.of(title, answer.chances, columns, f"{note[0].upper()}{note[1:]}.")


def ask_chances(
    rules: Rules,
    tables: Mapping[str, str] | None = None,
    *,
    bank: int,
    smallest: int,
    largest: int | None = None,
    unit: int = 1,
    hands: int,
    seats: int = 2,
    advance: int = 1,
    seed: int = 1,
) -> Chances:
    """The chances of all seats of a table where all play alike; amounts are chips.

    Without a `largest` wager the bank alone limits it; `tables` are letters by wager, `advance` seats go on.

    Raises:
        RulesError: the game, the table or the wagers are none that are counted.
    """
    strategy, letters = strategy_of(rules, tables)
    stakes = stakes_of(strategy, unit, smallest, largest)
    most = len(rules.deck) // 3 - 1
    if not 2 <= seats <= most:
        raise RulesError((), f"{counted(seats, 'seat')}: a table has 2 to {most}")
    if not 1 <= advance < seats:
        raise RulesError((), f"{advance} of {seats} seats go on: it is 1 to {seats - 1}")
    check_bank(bank, stakes)
    return Chances(strategy, letters, stakes, bank, hands, seats, advance, seed)
