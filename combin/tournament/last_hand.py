"""The last hand of a tournament between two players: the best wagers and decisions, and secret wagers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from msgspec import Struct

from combin.answers import Answer
from combin.exact.base_game import FOLD
from combin.exact.statement import lowered, statement_of
from combin.exact.strategy import Strategy
from combin.formats.tables import CHANGE, COUNT, PERCENT, Column, Table, as_json
from combin.formats.view import View
from combin.formatting import decimal
from combin.report.words import decision_word, tables_said
from combin.rules.errors import RulesError
from combin.rules.outcomes import CASES
from combin.rules.resolved import Rules, remembered
from combin.seats.deals import DealerKey, Deals
from combin.tournament.chances import Stakes, check_bank, chips, stakes_of, strategy_of
from combin.tournament.equilibrium import Equilibrium, equilibrium

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.aliases import Integers, Progress

    Chances = NDArray[np.float64]
    """The chances with decisions (decisions x situations x ways), in half deals."""


class Facing:
    """What a player faces in the last hand: the deals by own hand, own case, and what the other player does.

    The other player follows a strategy. `deals` (situations x cases x results) has them by the place of a
    situation of the base game, of a case of the game and of a result of the other player; of each result
    there is the decision, and the net in parts of the wager as the base game has it.

    Args:
        strategy: the strategy of the other player.
        progress: receives the work done, and that of all.

    The slow equivalent visits all deals of three hands.
    """

    def __init__(self, strategy: Strategy, progress: Progress | None = None) -> None:
        game = self.game = strategy.game
        rules, table = game.rules, Deals(game.rules, {game.rules.base: ""}, strategy)
        index, cases = table.index, len(rules.cases)
        decisions, lines = np.array(strategy.decisions)[index], np.array(game.lines)[index]
        # Hands with one decision and the same lines have the same net in a case; all that fold have one net.
        number = (decisions * len(game.by_lines) + lines) * (decisions != FOLD)

        def own_cases(key: DealerKey) -> Integers:
            found: Integers = np.maximum(table.cases_against(key) - len(CASES) + cases, 0)
            return found

        def results(key: DealerKey) -> Integers:
            found: Integers = number * cases + np.where(decisions == FOLD, 0, own_cases(key))
            return found

        width = int(number.max() + 1) * cases
        sums: Integers = np.zeros((width, len(game.lines) * cases), np.int64)
        holds = np.zeros((len(table.numbers), len(table.hands)), np.bool_)
        holds[table.hands.T, np.arange(len(table.hands))] = True
        orbits: dict[bytes, list[Integers]] = {}
        every = zip(table.dealers, table.left_by_dealer(results), strict=True)
        for done, (key, (known, own, left)) in enumerate(every, 1):
            met: Integers = np.zeros((len(table.hands), len(known)), np.int64)
            of_own = np.eye(len(known), dtype=np.int32)
            for dealer, pairs in left:
                # Moves of suits that leave the dealer's hand as it is take hands to others met alike.
                gone = table.places(dealer.one.cards)
                stays = table.moved[:, table.row[*gone]] == table.row[*gone]
                if (mark := stays.tobytes()) not in orbits:
                    rows, times = np.unique(table.moved[stays].min(axis=0), return_counts=True)
                    orbits[mark] = [rows, times, *table.hands[rows].T.copy(), *table.twos[:, rows]]
                rows, times, *columns = orbits[mark]
                free = np.logical_not(holds[gone].any(axis=0))
                cards = table.of_cards(pairs)
                of_card, of_two = (np.ascontiguousarray(of.T, np.int32) for of in (cards, pairs))
                # Of all hands those count that hold none of three cards, by inclusion and exclusion.
                others = cards.sum(axis=1).astype(np.int32) // 3 - of_own.take(own[rows], axis=0)
                for column in columns[:3]:
                    others -= of_card.take(column, axis=0)
                for column in columns[3:]:
                    others += of_two.take(column, axis=0)
                times = times * dealer.one.weight * free[rows]
                met[rows] += others * times[:, np.newaxis]
            places = index * cases + own_cases(key)
            for result, row in zip(known.tolist(), met.T, strict=True):
                sums[result] += np.bincount(places, row, sums.shape[1]).astype(np.int64)
            if progress is not None:
                progress(done, len(table.dealers))
        used = np.flatnonzero(sums.any(axis=1))
        number, case = np.divmod(used, cases)
        decided, line = np.divmod(number, len(game.by_lines))
        place_of: dict[tuple[int, int], int] = {}
        merged = [
            place_of.setdefault(
                (played, game.by_lines[of][played][at] if played else game.fold), len(place_of)
            )
            for played, of, at in zip(decided.tolist(), line.tolist(), case.tolist(), strict=True)
        ]
        deals: Integers = np.zeros((len(place_of), sums.shape[1]), np.int64)
        np.add.at(deals, merged, sums[used])
        self.deals: Integers = deals.reshape(len(place_of), -1, cases).transpose(1, 2, 0)
        self.decisions, self.nets = np.array([*place_of]).T
        self.total = table.total(2)

    @cached_property
    def options(self) -> tuple[int, ...]:
        """The decisions of the game, a fold first."""
        rules = self.game.rules
        return (*((FOLD,) if rules.play else ()), *rules.multiples)

    def patterns(self, lead: int, own: Sequence[int], others: Sequence[int]) -> tuple[Integers, Integers]:
        """The ways in which nets decide the place (ways x own nets x results), and that of each two wagers.

        A way has for each net and result 0 if the player then is behind, 1 if level and 2 if ahead: the half
        places that are won. The pairs of wagers stand row by row, own wagers first.
        """
        gains, losses = np.multiply.outer(own, self.own_nets), np.multiply.outer(others, self.nets)
        ahead = lead + gains[:, np.newaxis, :, np.newaxis] - losses[:, np.newaxis]
        places = (np.sign(ahead) + 1).astype(np.int8).reshape(len(own) * len(others), -1)
        ways, place = np.unique(places, axis=0, return_inverse=True)
        return ways.reshape(-1, len(self.own_nets), len(self.nets)), place.reshape(-1)

    def seen(self, *, last: bool) -> list[int | None]:
        """The other player's decisions, each of which is seen if the player decides last; None if none is."""
        decisions: list[int] = np.unique(self.decisions).tolist()
        return [*decisions] if last else [None]

    @cached_property
    def own_nets(self) -> Integers:
        """All nets of the player, in parts of the wager."""
        nets = (net for of in self.game.by_lines for nets in of.values() for net in nets)
        return np.array(sorted({self.game.fold, *nets}))

    def chances(self, patterns: Integers, *, last: bool) -> list[Chances]:
        """The chance of finishing first with each decision and situation (decisions x situations x patterns).

        Once for each decision of the other player that is seen; in half deals, which floats hold exactly.
        Where a decision is not allowed it is -1.
        """
        game, found = self.game, []
        lines, levels = np.array(game.lines), np.array([one.strength.level for one in game.matchups.classes])
        for seen in self.seen(last=last):
            shown = np.flatnonzero((self.decisions == seen) | (seen is None))
            chances = np.full((len(self.options), len(lines), len(patterns)), -1.0)
            for place, option in enumerate(self.options):
                for line, of_line in enumerate(game.by_lines):
                    nets = of_line[option] if option else (game.fold,) * len(game.rules.cases)
                    rows = np.flatnonzero((lines == line) & (levels >= game.rules.multiples.get(option, 0)))
                    deals = self.deals[rows][:, :, shown].reshape(len(rows), -1)
                    won = patterns[:, np.searchsorted(self.own_nets, nets)][:, :, shown]
                    chances[place, rows] = deals.astype(np.float64) @ won.reshape(len(patterns), -1).T
            found.append(chances)
        return found


@remembered
def _known(_: Rules) -> dict[tuple[str, ...], Facing]:
    """What players face with the tables of some letters, to be filled."""
    return {}


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
    decide by the game's strategy.
    """

    shown_by: ClassVar[str] = "combin.tournament.last_hand:last_hand_view"

    strategy: Strategy
    letters: Mapping[str, str]
    stakes: Stakes
    banks: tuple[int, int]
    last: bool = True
    wager: int | None = None
    secret: bool = False
    progress: Progress | None = field(default=None, compare=False)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.strategy.game.rules

    @cached_property
    def facing(self) -> Facing:
        """What a player faces, which is remembered."""
        known, letters = _known(self.rules), tuple(self.letters.values())
        if letters not in known:
            known[letters] = Facing(self.strategy, self.progress)
        return known[letters]

    @cached_property
    def wagers(self) -> tuple[list[int], list[int]]:
        """The wagers of both players, of the other one that which is known; 0 alone of one who is out."""
        most = self.stakes.most(np.array(self.banks) * self.stakes.parts).tolist()
        own, others = ([*range(self.stakes.smallest, each + 1)] if each else [0] for each in most)
        return own, others if self.wager is None else [wager for wager in others if wager == self.wager]

    def _ways(self, own: Sequence[int], others: Sequence[int]) -> tuple[Integers, Integers]:
        (bank, other), unit = self.banks, self.stakes.unit
        wagers = ([wager * unit for wager in each] for each in (own, others))
        return self.facing.patterns((bank - other) * self.stakes.parts, *wagers)

    def _by_decision(self, ways: Integers) -> list[Chances]:
        """The chances as `Facing.chances` has them; of one who is out no decision is seen."""
        return self.facing.chances(ways, last=self.last and self.wagers[1] != [0])

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
        found, (usual, _) = list[Strategy](), self._usual
        for chances in self._by_decision(self._ways([self.best.wager], [self.best.other])[0]):
            best, kept = chances[:, :, 0].max(axis=0), chances[self._usual][:, 0]
            places = np.where(kept == best, usual, chances[:, :, 0].argmax(axis=0)).tolist()
            decided = tuple(self.facing.options[place] for place in places)
            found.append(Strategy("best in the last hand", self.strategy.game, decided))
        return dict(zip(self.facing.seen(last=len(found) > 1), found, strict=True))

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """The equilibrium of secret wagers, in half deals, where both decide by the game's strategy."""
        return equilibrium(self.chances[0])


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
    progress: Progress | None = None,
) -> LastHand:
    """The last hand between two players, of whom the first of the `banks` is the player's; amounts are chips.

    Without a `largest` wager the banks alone limit it; `tables` are letters by wager. The player wagers and
    decides `last`; the other's `wager` may be known. With `secret` wagers none is seen.

    Raises:
        RulesError: the game, the banks or the wagers are none that are counted.
    """
    strategy, letters = strategy_of(rules, tables)
    if rules.file.deal.face_up or not rules.deck.single:
        problem = "the last hand is counted with one deck, and without a card of the dealer's seen"
        raise RulesError((), f"{rules.file.id}: {problem}")
    stakes = stakes_of(strategy, unit, smallest, largest)
    check_bank(banks[0], stakes)
    answer = LastHand(
        strategy, letters, stakes, banks, last, None if wager is None else wager // unit, secret, progress
    )
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
    Of secret wagers it has the probabilities of both players (`own` and `other`), the chance that the mix of
    the player guarantees, and the one that the other player's concedes: they are equal.
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
        more["decisions"] = {
            _seen(answer, seen): str(statement_of(by)) for seen, by in answer.decisions.items()
        }
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
    mixes = [
        dict(zip(*pair, strict=True)) for pair in zip(answer.wagers, (found.rows, found.columns), strict=True)
    ]
    used = sorted(wager for wager in {*mixes[0], *mixes[1]} if any(mix.get(wager) for mix in mixes))
    columns: list[Column[int]] = [
        Column("Wager", COUNT, lambda wager: wager * unit, "wager"),
        Column("Player", PERCENT, lambda wager: mixes[0].get(wager, Fraction(0)), "own"),
        Column("Other player", PERCENT, lambda wager: mixes[1].get(wager, Fraction(0)), "other"),
    ]
    return Table.of(
        "Probability of each secret wager", used, columns, "Wagers that neither player places are left out."
    )
