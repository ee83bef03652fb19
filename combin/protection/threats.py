"""What each threat to a game and each irregularity of its rules is worth to a player who seeks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from operator import mul
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.base_game import FOLD, BaseGame
from combin.exact.strategy import Strategy, best_strategy
from combin.jackpot.meter import Number, number
from combin.rules.errors import RulesError, three_cards_only
from combin.rules.model import BlindEntry, DealEntry
from combin.rules.outcomes import base_nets
from combin.rules.resolved import Rules

LIMIT = Fraction(100)
"""The highest initial wager, in money, if no amount is given."""


class Threat(Struct, frozen=True):
    """A way to know more than the rules mean: what it is called, and the exact edge with its best use.

    `number` is of cards or neighbours; `words` name the cards. `changed` is how often it changes a decision,
    of all deals; None where that is not one number.
    """

    key: str
    house_edge: Fraction
    changed: Fraction | None = None
    number: int = 1
    words: str = ""


class Option(Struct, frozen=True):
    """What the rules give a player when something goes wrong, and the gain each time that he brings it about.

    `entries` are the irregularities of the rules that do so, each with its place in the document.
    """

    key: str
    gain: Fraction
    entries: tuple[tuple[str, str], ...] = ()


class Protection(Answer, Struct, frozen=True):
    """The threats to a game, the dearest first, and the options in its irregularities."""

    shown_by: ClassVar[str] = "combin.protection.views:protection_view"
    written_by: ClassVar[str] = "combin.protection.views:write_protection"

    strategy: Strategy
    letters: Mapping[str, str]
    limit: Fraction
    pace: Fraction
    threats: tuple[Threat, ...]
    options: tuple[Option, ...]
    neighbours: bool = True
    """Whether neighbours who show their cards are among the threats."""

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the report as .html, .pdf or .md; return the files written."""
        return self._written(path)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.strategy.game.rules

    @property
    def house_edge(self) -> Fraction:
        """The edge of the game as it is meant, at the limit."""
        return self.strategy.distribution.house_edge

    def gain(self, threat: Threat) -> Fraction:
        """What a threat gains, per unit of the initial wager."""
        return self.house_edge - threat.house_edge

    def per_hour(self, gain: Fraction) -> Fraction:
        """What a gain is in an hour at the limit, in money."""
        return gain * self.limit * self.pace


def protection(
    rules: Rules,
    letters: Mapping[str, str],
    *,
    seats: int | None = None,
    limit: Number | None = None,
    pace: Number | None = None,
) -> Protection:
    """What each threat to a game and each irregularity of its rules is worth, all exact.

    From several decks, with jokers, and where the rules show cards of the dealer's, neighbours who show
    theirs are left out, and so are cards that cannot be seen so. By default as many seats are taken as the
    rules allow, or seven.
    """
    from combin.protection.dead_sets import refuse_other_games
    from combin.protection.removal import removal
    from combin.seats.answer import PACE

    three_cards_only(rules.file.deal.player, "threats to a game")
    highest = number("limit", LIMIT if limit is None else limit)
    rate = number("pace", PACE if pace is None else pace)
    for name, value in (("limit", highest), ("pace", rate)):
        if value <= 0:
            raise RulesError((), f"a {name} of {value} is not above 0")
    seats = (rules.file.deal.seats or 7) if seats is None else seats
    rules.require_decision()
    chosen = {name: letters[name] for name in rules.base_tables}
    usual, strategy = (best_strategy(one, letters) for one in (rules, rules.at_stake(highest)))
    # What is taken of each hand, whatever it comes to, changes no decision: all edges by as much.
    more = strategy.distribution.house_edge - usual.distribution.house_edge
    neighbours = False
    with suppress(RulesError):
        refuse_other_games(rules, "neighbours' cards")
        neighbours = True
    effects = removal(rules, letters).wagers[rules.base]
    best = min(range(len(rules.deck)), key=lambda card: effects.without[card])
    threats = [
        *_of_cards_seen(usual, letters),
        *(_of_neighbours(rules, chosen, seats) if neighbours else ()),
        Threat("dead", effects.without[best], words=rules.deck.cards[best].rank.name),
    ]
    threats = sorted(
        (replace(threat, house_edge=threat.house_edge + more) for threat in threats),
        key=lambda threat: threat.house_edge,
    )
    exposed = usual.distribution.house_edge - sum(effects.without, Fraction(0)) / len(effects.without)
    options = (*options_of(strategy), Option("exposed", exposed))
    return Protection(strategy, chosen, highest, rate, tuple(threats), options, neighbours)


def _of_neighbours(rules: Rules, letters: Mapping[str, str], seats: int) -> Iterator[Threat]:
    from combin.protection.collusion import collusion

    found = collusion(rules, letters, seats, exact=1)
    if len(found.neighbours) > 1 and (edge := found.neighbours[1].house_edge) is not None:
        yield Threat("neighbour", edge, found.changed)
    if seats > 2:
        signal = found.neighbours[-1].signal
        yield Threat("count", signal.house_edge, number=seats - 1, words=str(rules.deck.ranks[signal.lowest]))


def _of_cards_seen(base: Strategy, letters: Mapping[str, str]) -> Iterator[Threat]:
    """Yield the threats of a dealer who shows cards, and of backs that tell high cards from low ones."""
    rules = base.game.rules
    ranks, deal = rules.deck.ranks, rules.file.deal
    qualifying = (*rules.ranking.strengths[rules.qualifies :], rules.ranking.strengths[-1])[0]
    lowest = qualifying.ranks[0] if rules.qualifies else len(ranks) - 3
    groups = tuple(
        " ".join(rank.symbol for rank in part) for part in (ranks[:lowest], ranks[lowest:]) if part
    )
    meant = deal.face_up if deal.tells in ((), "card") else deal.face_up - 1
    unblind = replace(rules.file.decision, blind=BlindEntry())
    for key, tells in (("flashed", "card"), ("sorted", groups)):
        for cards in (1, 2, 3):
            if cards <= meant or (deal.face_up and key == "sorted"):
                continue
            with suppress(RulesError):
                shown: DealEntry = replace(deal, face_up=cards, tells=tells)
                game = Rules(replace(rules.file, deal=shown, decision=unblind), like=rules)
                seen = best_strategy(game, letters)
                words = " ".join(str(rank) for rank in ranks[lowest:]) if key == "sorted" else ""
                changed = None if deal.face_up else _changed(base, seen)
                yield Threat(key, seen.distribution.house_edge, changed, cards, words)


def _changed(base: Strategy, seen: Strategy) -> Fraction:
    """The part of all deals in which a strategy by what is seen decides otherwise than one without."""
    arrays = seen.game.matchups.arrays
    numbers, deals = arrays.numbers, arrays.weights * arrays.dealer_hands
    usual, taken = arrays.decisions(base.decisions)[numbers], arrays.decisions(seen.decisions)
    return Fraction(int(deals[usual != taken].sum()), int(deals.sum()))


def options_of(base: Strategy) -> Iterator[Option]:
    """Yield what the irregularities of the rules give, and a raise that may be staked short.

    A hand or a round that is void gives its wagers back, and so does a retraction: a player who has seen his
    hand takes that for every hand that is worth less than nothing.
    """
    game = base.game
    rules, kept = game.rules, _gain(game, base, lambda _: 0)
    places = rules.file.irregularities.items()
    kinds = {
        "hand_void": [(name, one.rule) for name, one in places if one.hand == "void"],
        "round_void": [(name, one.rule) for name, one in places if one.round == "void"],
        "retract": [(name, one.rule) for name, one in places if one.others == "may retract"],
    }
    for key, entries in kinds.items():
        if entries:
            yield Option(key, kept, tuple(entries))
    if rule := rules.file.decision.short_play_rule:
        yield Option("short_play", _gain(game, base, _unraised(game)), (("", rule),))


def _gain(game: BaseGame, base: Strategy, other: Callable[[int], int]) -> Fraction:
    """What it gains to have another result, told for each hand over all dealer hands, as a choice."""
    gain = 0
    for index, (situation, decision) in enumerate(base):
        gain += situation.weight * max(other(index) - game.value(index, decision), 0)
    return Fraction(gain, game.unit * game.total)


def _unraised(game: BaseGame) -> Callable[[int], int]:
    """What hands are worth that are played with next to nothing staked on the raise."""
    rules, letters = game.rules, game.letters

    @cache
    def raised(line: int, multiple: int) -> tuple[Fraction, ...]:
        nets = (base_nets(rules, case, multiple, letters, game.paid[line]) for case in rules.cases)
        return tuple(one[rules.play] * game.unit for one in nets)

    def worth(index: int) -> int:
        multiple = next(multiple for multiple in game.choices(index) if multiple != FOLD)
        nets = raised(game.line(index), multiple)
        return game.value(index, multiple) - int(sum(map(mul, nets, game.matchups[index].counts)))

    return worth
