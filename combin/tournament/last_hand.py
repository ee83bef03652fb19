"""The last hand of a tournament between two players: the best wagers and decisions, and secret wagers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from combin.aliases import Integers
from combin.answers import Answer
from combin.exact.statement import lowered, statement_of
from combin.exact.strategy import Strategy
from combin.formats.tables import CHANGE, COUNT, PERCENT, Column, Table, as_json
from combin.formats.view import View
from combin.formatting import decimal
from combin.report.words import decision_word, tables_said
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules, remembered
from combin.seats.deals import Deals
from combin.tournament.chances import Stakes, check_bank, chips, stakes_of, strategy_of
from combin.tournament.solving import ByDecision, Equilibrium, Facing, equilibrium


@remembered
def _known(_: Rules) -> dict[Hashable, Facing]:
    """What players face with the tables of some letters and others' decisions, to be filled."""
    return {}


class BothDecide(Struct, frozen=True):
    """Decisions of both players: of the one who decides `first`, and of the `last` by what is seen of those.

    The chance of the first player to finish first, in half deals: the decisions guarantee so much whatever
    the last player decides, who concedes so much whatever the first one decides. If they are equal, neither
    can do better: an equilibrium.
    """

    first: Strategy
    last: Mapping[int, Strategy]
    guaranteed: int
    conceded: int


class OwnWager(Struct, frozen=True):
    """A wager of the player, that of the other one, and the chance of finishing first.

    With the decisions of the game's strategy, and with the best ones.
    """

    wager: int
    other: int
    game: Fraction
    best: Fraction


@dataclass(frozen=True, repr=False)
class LastHand(Answer):
    """The last hand of two players: the best wager of one, and the best decisions; a tie counts half.

    `banks` are in chips, first the player's, and wagers in units. The other one decides by the game's
    strategy. The player wagers and decides `last` or first; the other's `wager` is known, or else the best
    one: before it is seen what the player wagers, or after. With `secret` wagers neither is seen, and both
    decide by the game's strategy. With a `reply` the decisions of both are shown that answer each other.
    """

    shown_by: ClassVar[str] = "combin.tournament.last_hand:last_hand_view"

    strategy: Strategy
    letters: Mapping[str, str]
    stakes: Stakes
    banks: tuple[int, int]
    last: bool = True
    wager: int | None = None
    secret: bool = False
    reply: bool = False

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.strategy.game.rules

    def faced(self, decisions: tuple[int, ...]) -> Facing:
        """What a player faces if the other one takes some decisions, which is remembered."""
        known, key = _known(self.rules), (*self.letters.values(), decisions)
        if key not in known:
            known[key] = Facing(self._table, self.strategy.game, decisions)
        return known[key]

    @cached_property
    def _table(self) -> Deals:
        return Deals(self.rules, {self.rules.base: ""}, self.strategy)

    @property
    def facing(self) -> Facing:
        """What the player faces if the other one follows the game's strategy."""
        return self.faced(self.strategy.decisions)

    @cached_property
    def wagers(self) -> tuple[range, range]:
        """The wagers of both players, of the other one that which is known; 0 alone of one who is out."""
        most = self.stakes.most(np.array(self.banks) * self.stakes.parts).tolist()
        own, others = (range(self.stakes.smallest, each + 1) if each else _OUT for each in most)
        if self.wager is not None:
            others = range(self.wager, self.wager + (self.wager in others))
        return own, others

    def _ways(self, own: Sequence[int], others: Sequence[int]) -> tuple[Integers, Integers]:
        (bank, other), unit = self.banks, self.stakes.unit
        wagers = ([wager * unit for wager in each] for each in (own, others))
        return self.facing.patterns((bank - other) * self.stakes.parts, *wagers)

    def _by_decision(self, ways: Integers) -> list[ByDecision]:
        """The chances as `Facing.chances` has them; of one who is out no decision is seen."""
        return self.facing.chances(ways, last=self.last and self.wagers[1] != _OUT)

    @cached_property
    def _usual(self) -> tuple[Integers, Integers]:
        """The places of the decisions of the game's strategy, and of the situations."""
        options, decisions = self.facing.options, self.strategy.decisions
        return np.array([options.index(decision) for decision in decisions]), np.arange(len(decisions))

    @cached_property
    def chances(self) -> Integers:
        """The chances of finishing first by own wager and the other's (2 x own x others), in half deals.

        First those where both follow the game's strategy, then those where the player's decisions are best.
        """
        own, others = self.wagers
        ways, place = self._ways(own, others)
        found: Integers = np.zeros((2, len(ways)), np.int64)
        for start in range(0, len(ways), _TOGETHER):
            some = slice(start, start + _TOGETHER)
            by_seen = self._by_decision(ways[some])
            found[0, some] = sum(of[self._usual].sum(axis=0) for of in by_seen)
            found[1, some] = sum(of.max(axis=0).sum(axis=0) for of in by_seen)
        return found[:, place].reshape(2, len(own), len(others))

    def chance(self, half_deals: Fraction | int) -> Fraction:
        """A chance given in half deals."""
        return Fraction(half_deals) / (2 * self.facing.total)

    @cached_property
    def own_wagers(self) -> tuple[OwnWager, ...]:
        """All own wagers, each with the other player's: the known one, or the best before it or after it."""
        (own, others), (game, best) = self.wagers, self.chances
        replies = np.full(len(own), best.max(axis=0).argmin()) if self.last else best.argmin(axis=1)
        return tuple(
            OwnWager(wager, others[reply], *(self.chance(int(of[row, reply])) for of in (game, best)))
            for row, (wager, reply) in enumerate(zip(own, replies.tolist(), strict=True))
        )

    @property
    def best(self) -> OwnWager:
        """The best wager, the smallest of several."""
        return max(self.own_wagers, key=lambda row: (row.best, -row.wager))

    @cached_property
    def decisions(self) -> dict[int | None, Strategy]:
        """The best decisions with the best wager, by what the other player is seen to decide; None if unseen.

        Of decisions with equal chances that of the game's strategy.
        """
        by_seen = self._by_decision(self._ways([self.best.wager], [self.best.other])[0])
        seen, usual = self.facing.seen(last=len(by_seen) > 1), self.strategy.decisions
        best = (self.facing.decided(chances, usual) for chances in by_seen)
        return {each: self._named(decisions) for each, decisions in zip(seen, best, strict=True)}

    def _named(self, decisions: tuple[int, ...]) -> Strategy:
        return replace(self.strategy, name="best in the last hand", decisions=decisions)

    @cached_property
    def both(self) -> BothDecide:
        """Best decisions of both players with the wagers that are best otherwise.

        Each answers the other's decisions with the best ones until neither gains, or for some rounds: then
        the decisions of the two that guarantee most and concede least.
        """
        (bank, other), (own, others) = self.banks, (self.best.wager, self.best.other)
        if self.last:  # all is seen from the player who decides first
            bank, other, own, others = other, bank, others, own
        lead, unit, usual = (bank - other) * self.stakes.parts, self.stakes.unit, self.strategy.decisions
        first, total = usual, self.facing.total
        guaranteed, conceded = (-1, first), (2 * total + 1, dict[int, tuple[int, ...]]())
        for _ in range(_REPLIES):
            facing = self.faced(first)
            replies = facing.chances(facing.patterns(-lead, [others * unit], [own * unit])[0], last=True)
            seen = zip(facing.seen(last=True), replies, strict=True)
            last = {each: facing.decided(chances, usual) for each, chances in seen if each is not None}
            left = 2 * total - int(sum(chances.max(axis=0).sum() for chances in replies))
            guaranteed = max(guaranteed, (left, first), key=itemgetter(0))
            by_own = []
            for place, option in enumerate(facing.options):
                facing = self.faced(last.get(option, usual))
                ways, _ = facing.patterns(lead, [own * unit], [others * unit])
                by_own.append(facing.chances(ways, last=False)[0][place])
            chances = np.stack(by_own)
            conceded = min(conceded, (int(chances.max(axis=0).sum()), last), key=itemgetter(0))
            if guaranteed[0] == conceded[0]:
                break
            first = facing.decided(chances, first)
        replied = {each: self._named(decisions) for each, decisions in conceded[1].items()}
        return BothDecide(self._named(guaranteed[1]), replied, guaranteed[0], conceded[0])

    @property
    def between(self) -> tuple[Fraction, Fraction]:
        """The player's chance that the best decisions of both guarantee, and the one that they concede."""
        low, high = self.chance(self.both.guaranteed), self.chance(self.both.conceded)
        return (1 - high, 1 - low) if self.last else (low, high)

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """The equilibrium of secret wagers, in half deals, where both decide by the game's strategy."""
        return equilibrium(self.chances[0])


_REPLIES = 8
"""The rounds of best replies after which decisions are no equilibrium."""

_OUT = range(1)
"""The wagers of a player who is out: 0 alone."""

_TOGETHER = 256
"""The ways in which nets decide the place that are looked at together."""

MOST_WAGERS, MOST_SECRET = 200, 60
"""The wagers of a player up to which all pairs are compared, and secret ones are mixed."""


def ask_last_hand(
    rules: Rules,
    tables: Mapping[str, str] | None = None,
    *,
    banks: tuple[int, int],
    smallest: int,
    largest: int | None = None,
    unit: int = 1,
    last: bool = True,
    wager: int | None = None,
    secret: bool = False,
    reply: bool = False,
) -> LastHand:
    """The last hand between two players, of whom the first of the `banks` is the player's; amounts are chips.

    Without a `largest` wager the banks alone limit it; `tables` are letters by wager. The player wagers and
    decides `last`; the other's `wager` may be known. With `secret` wagers none is seen. With a `reply` the
    decisions of both are shown that answer each other.

    Raises:
        RulesError: the game, the banks or the wagers are none that are counted.
    """
    strategy, letters = strategy_of(rules, tables)
    if rules.file.deal.face_up or not rules.deck.single:
        problem = "the last hand is counted with each card once in the deck, and none of the dealer's seen"
        raise RulesError((), f"{rules.file.id}: {problem}")
    stakes = stakes_of(strategy, unit, smallest, largest)
    check_bank(banks[0], stakes)
    known = None if wager is None else wager // unit
    answer = LastHand(strategy, letters, stakes, banks, last, known, secret, reply)
    if wager is not None and (wager % unit or not answer.wagers[1]):
        raise RulesError((), f"a wager of {wager:,} is none that the other player may place")
    number, most = max(map(len, answer.wagers)), MOST_SECRET if secret else MOST_WAGERS
    if number > most:
        problem = f"{most} are compared at most; take a larger unit, or a lower largest wager"
        raise RulesError((), f"{number:,} wagers of a player: {problem}")
    return answer


def last_hand_view(answer: LastHand, digits: int = 10) -> View:
    """The last hand ready to be shown; the records are the player's wagers.

    JSON has of each wager the `other` player's, and the chances with the `game`'s strategy and with the
    `best` decisions; the best wager, and the `decisions` with it by what the other player is seen to decide.
    With a reply it has the decisions of `both` and the bounds of the chance then. Of secret wagers it has the
    probabilities of both players (`own` and `other`), the chance that the mix of the player guarantees, and
    the one that the other player's concedes: they are equal.
    """
    rules, unit = answer.rules, answer.stakes.unit
    game: dict[str, int | str | None] = {"game": rules.file.id}
    game |= dict(zip(("bank", "other_bank"), answer.banks, strict=True))
    table = (_secret if answer.secret else _open)(answer)
    more: dict[str, Any] = {}
    if answer.secret:
        found = answer.equilibrium
        more = {"guaranteed": answer.chance(found.guaranteed), "conceded": answer.chance(found.conceded)}
    else:
        more = {"last": answer.last, "best_wager": answer.best.wager * unit, "chance": answer.best.best}
        said = {_seen(answer, seen): str(statement_of(by)) for seen, by in answer.decisions.items()}
        more["decisions"] = said
    if answer.reply:
        low, high = answer.between
        last = {_seen(answer, seen): str(statement_of(by)) for seen, by in answer.both.last.items()}
        more["both"] = {"first": str(statement_of(answer.both.first)), "last": last}
        more["both"] |= {"guaranteed": low, "conceded": high}
    return View(
        f"{rules.file.title}: the last hand of a tournament between two players",
        tuple(_lines(answer)),
        (table,),
        lambda: as_json({**game, **more, "wagers": table}, digits),
        lambda: table.records(digits, **game),
    )


def _seen(answer: LastHand, seen: int | None) -> str:
    return "any" if seen is None else decision_word(answer.rules, seen)


def _lines(answer: LastHand) -> Iterator[str]:
    rules, unit = answer.rules, answer.stakes.unit
    own, other = map(chips, answer.banks)
    by_game = f"by the game's strategy: {statement_of(answer.strategy)}"
    yield from tables_said(rules, answer.letters)
    yield f"The player has {own}, the other player {other}; {answer.stakes}. A tie counts half."
    if answer.secret:
        found, (game, _) = answer.equilibrium, answer.chances
        open_wagers = int(game.min(axis=1).max()), int(game.max(axis=0).min())
        value, conceded, first, last = (
            PERCENT.shown(answer.chance(each)) for each in (found.guaranteed, found.conceded, *open_wagers)
        )
        yield f"Both decide {by_game}"
        yield f"The player's mix guarantees {value} to finish first; the other player's concedes {conceded}."
        yield f"With open wagers: {first} for a player who wagers first, {last} for one who wagers last."
        return
    best = answer.best
    order = "last, after the other player" if answer.last else "first, before the other player"
    yield f"The player wagers and decides {order}, who decides {by_game}"
    against = f"{chips(best.wager * unit)} against {chips(best.other * unit)}"
    yield f"Best wager: {against}, {PERCENT.shown(best.best)} to finish first."
    for seen, strategy in answer.decisions.items():
        every = zip(answer.strategy.game.weights, strategy.decisions, answer.strategy.decisions, strict=True)
        hands = sum(weight for weight, best, usual in every if best != usual)
        when = "Best decisions" if seen is None else f"If the other player decides to {_seen(answer, seen)}"
        said = lowered(str(statement_of(strategy))).removesuffix(".")
        yield f"{when}: {said} ({hands:,} hands unlike the game's strategy)."
    gain = decimal(100 * (best.best - best.game), 2)
    yield f"With this wager the best decisions gain {gain} points over the game's strategy."
    if answer.reply:
        both, (low, high) = answer.both, answer.between
        first = lowered(str(statement_of(both.first)))
        yield f"Best decisions of both, each against the other's. The one who decides first: {first}"
        for seen, strategy in both.last.items():
            yield f"The other, after {_seen(answer, seen)}: {lowered(str(statement_of(strategy)))}"
        proof = "neither gains by other decisions" if low == high else f"{PERCENT.shown(high)} at most"
        yield f"The player then has {PERCENT.shown(low)} to finish first: {proof}."


def _open(answer: LastHand) -> Table:
    unit = answer.stakes.unit
    columns: list[Column[OwnWager]] = [
        Column("Wager", COUNT, lambda row: row.wager * unit, "wager"),
        Column("Other's", COUNT, lambda row: row.other * unit, "other"),
        Column("Game's strategy", PERCENT, lambda row: row.game, "game"),
        Column("Best decisions", PERCENT, lambda row: row.best, "best"),
        Column("Gain", CHANGE, lambda row: row.best - row.game),
    ]
    how = "known" if answer.wager is not None else "best before the player's" if answer.last else "best reply"
    note = f"Other's: the other player's wager, {how}. Gain: of the best decisions, in points."
    return Table.of("Chance of finishing first by wager", answer.own_wagers, columns, note)


def _secret(answer: LastHand) -> Table:
    found, unit = answer.equilibrium, answer.stakes.unit
    pairs = zip(answer.wagers, (found.rows, found.columns), strict=True)
    mixes = [dict(zip(*pair, strict=True)) for pair in pairs]
    used = sorted(wager for wager in {*mixes[0], *mixes[1]} if any(mix.get(wager) for mix in mixes))
    columns: list[Column[int]] = [
        Column("Wager", COUNT, lambda wager: wager * unit, "wager"),
        Column("Player", PERCENT, lambda wager: mixes[0].get(wager, Fraction(0)), "own"),
        Column("Other player", PERCENT, lambda wager: mixes[1].get(wager, Fraction(0)), "other"),
    ]
    note = "Wagers that neither player places are left out."
    return Table.of("Probability of each secret wager", used, columns, note)
