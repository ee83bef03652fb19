"""The joint law of the wagers of one player in one round: what comes together, and how often."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Protocol

from combin.colours import ColourLine
from combin.exact.base_game import FOLD
from combin.exact.joint_aspects import MIXED, OTHER, SAME, Aspects
from combin.exact.joint_cards import CATEGORIES
from combin.exact.pay_lines import line_of, names_suit
from combin.isomorphism import by_suit, hand_classes
from combin.rules.errors import RulesError
from combin.rules.single_deck import single_deck_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from combin.cards import Deck
    from combin.exact.joint_aspects import Seen
    from combin.exact.strategy import Strategy
    from combin.isomorphism import HandClass
    from combin.rules.rules import Line, Rules, Table

__all__ = ["JointLaw", "Pay", "joint_law"]


@dataclass(frozen=True, slots=True)
class Pay:
    """What one result of a wager nets: `odds` x stake + `money` + `share` x meter.

    `wins` are the parts of the odds that are won, by the wager and by what is staked and paid with it; they
    are told where they matter. The rest of the odds is lost.
    """

    odds: Fraction
    money: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    wins: tuple[Fraction, ...] = ()

    def net(self, stake: Fraction, meter: Fraction = Fraction(0)) -> Fraction:
        """Return the net in money."""
        return self.odds * stake + self.money + self.share * meter

    def won(self, stake: Fraction, meter: Fraction = Fraction(0)) -> tuple[Fraction, ...]:
        """Return what is won, part by part, in money; a stake that comes back is not."""
        if self.wins:
            return tuple(part * stake for part in self.wins)
        return (net,) if (net := self.net(stake, meter)) > 0 else ()


LOST = Pay(Fraction(-1))


@dataclass(frozen=True)
class JointLaw:
    """How many of `total` deals have each combination of results.

    A key of `counts` has the result of each wager of `wagers`, in their order; the base wager's includes its
    raise and its bonuses. `average` is what is staked on each wager on average per unit of its stake.
    """

    wagers: tuple[str, ...]
    counts: Mapping[tuple[Pay, ...], int]
    total: int
    average: Mapping[str, Fraction]

    def marginal(self, wager: str) -> dict[Pay, int]:
        """Return how many deals have each result of one wager."""
        place = self.wagers.index(wager)
        found: Counter[Pay] = Counter()
        for pays, count in self.counts.items():
            found[pays[place]] += count
        return dict(found)


@dataclass(frozen=True, slots=True)
class _Held:
    """Hands of the player that no wager tells apart, as a class or a part of one.

    `nets` are those of the base wager in each case, in the unit of the base game; `wins` what its parts win,
    where that is asked for.
    """

    one: HandClass
    folded: bool = False
    nets: tuple[int, ...] = ()
    wins: tuple[tuple[Fraction, ...], ...] = ()


def joint_law(
    rules: Rules, tables: Mapping[str, str], strategy: Strategy | None, *, wins: bool = False
) -> JointLaw:
    """Return the joint law of some wagers placed together by one player.

    It is about all deals of the player's and the dealer's cards and, for wagers on them, of two jackpot
    cards: 22,100 x 18,424 x 1,035 with 52 cards. One of each class of the player's hands is taken with every
    dealer hand; the jackpot cards that leave a dealer hand whole are counted by inclusion and exclusion.

    Args:
        rules: the game.
        tables: the wagers, and the letter of the pay table of each; that of the base wager does not matter.
        strategy: how the player plays; None without a base wager, when there is nothing to decide.
        wins: whether results tell apart what single wagers and bonuses win, of which only sums matter else.

    A side bet that a fold loses is lost with it; one that "may stay" stays. The slow equivalent settles every
    deal of all the cards.

    Raises:
        RulesError: a wager on another number of jackpot cards than two, or a deck with jokers or of several.
    """
    single_deck_only(rules.deck, "the results of several wagers together")
    from combin.exact.joint_deals import Surroundings

    bets: list[_Bet] = [
        _BaseWager(strategy.game.unit)
        if strategy is not None and name == rules.base
        else _SideBet(rules, rules.tables[name][letter])
        for name, letter in tables.items()
    ]
    places = Surroundings(rules, _aspects(rules, tables))
    counts: Counter[tuple[int, ...]] = Counter()
    staked = 0
    for held in _held(rules, tables, strategy, wins=wins):
        results = [bet.results(held) for bet in bets]
        hand, level = held.one.hand, held.one.strength.level
        for seen, number in places.around(hand, level, compared=not held.folded):
            counts[tuple(result(seen) for result in results)] += held.one.weight * number
    if strategy is not None:
        staked = sum(matchup.hand.weight * (1 + decision) for matchup, decision in strategy)
    average = {
        name: Fraction(staked, comb(len(rules.deck), 3)) if name == rules.base else Fraction(1)
        for name in tables
    }
    found: Counter[tuple[Pay, ...]] = Counter()
    for key, count in counts.items():
        found[tuple(bet.pays[place] for bet, place in zip(bets, key, strict=True))] += count
    return JointLaw(tuple(tables), dict(found), sum(found.values()), average)


class _Bet(Protocol):
    """A wager: all results that it has shown so far, and how to tell the place of a hand's result."""

    pays: list[Pay]

    def results(self, held: _Held) -> Callable[[Seen], int]:
        """Return what tells the place among `pays`, for some hand, by what lies around it."""
        ...


class _BaseWager:
    """The base wager with its raise and its bonuses."""

    def __init__(self, unit: int) -> None:
        self.pays: list[Pay] = []
        self._unit = unit
        self._places: dict[tuple[int, tuple[Fraction, ...]], int] = {}

    def results(self, held: _Held) -> Callable[[Seen], int]:
        wins = held.wins or ((),) * len(held.nets)
        places = [self._place(*one) for one in zip(held.nets, wins, strict=True)]
        return lambda seen: places[seen.case]

    def _place(self, net: int, wins: tuple[Fraction, ...]) -> int:
        if (net, wins) not in self._places:
            self._places[net, wins] = len(self.pays)
            self.pays.append(Pay(Fraction(net, self._unit), wins=wins))
        return self._places[net, wins]


class _SideBet:
    """A side bet or jackpot wager with one of its pay tables; it is lost at place 0."""

    def __init__(self, rules: Rules, table: Table) -> None:
        wager = rules.wagers[table.wager]
        places = {None: 0} | {line.text: place for place, line in enumerate(table.lines, start=1)}
        self.pays = [LOST, *(_pay(table, line) for line in table.lines)]
        self._table, self._places = table, places
        self._suits = rules.deck.suits
        self._lost_on_fold = getattr(wager, "on_fold", "stays") == "lost"
        self._cards = getattr(wager, "hand", "player")
        self._of_colour = [self._place(_line_of_colour(table, colour)) for colour in (SAME, OTHER, MIXED)]
        self._of_category = {
            CATEGORIES.index(hands): self._place(line) for hands, line in table.sets if hands in CATEGORIES
        }

    def _place(self, line: Line | None) -> int:
        return self._places[None if line is None else line.text]

    def results(self, held: _Held) -> Callable[[Seen], int]:
        if held.folded and self._lost_on_fold:
            return lambda _: 0
        if self._cards == "player and dealer":
            return lambda seen: self._of_category.get(seen.six, 0)
        if self._cards == "player and jackpot cards":
            return lambda seen: self._of_category.get(seen.five, 0)
        shown = {self._suits[card % len(self._suits)] for card in held.one.hand}
        if _about_colours(self._table):
            one_colour = len({suit.colour for suit in shown}) == 1
            return lambda seen: self._of_colour[seen.colour] if one_colour else 0
        place = self._place(line_of(self._table, held.one.strength.level, frozenset(shown)))
        return lambda _: place


def _pay(table: Table, line: Line) -> Pay:
    prize = line.prize
    if prize.odds is not None:
        return Pay(table.odds(line))
    return Pay(Fraction(-1), Fraction(prize.money or 0), Fraction(prize.meter or 0))


def _about_colours(table: Table) -> bool:
    return any(isinstance(hands, ColourLine) for hands, _ in table.sets)


def _line_of_colour(table: Table, dealer: int) -> Line | None:
    """Return the line that pays a player's hand of one colour, by the dealer's colours."""
    finest = {ColourLine.SAME: SAME, ColourLine.EACH: OTHER, ColourLine.PLAYER: MIXED}  # each in the next
    for hands, line in table.sets:
        if isinstance(hands, ColourLine) and dealer <= finest[hands]:
            return line
    return None


def _aspects(rules: Rules, tables: Mapping[str, str]) -> Aspects:
    """Return what the wagers look at beside the player's cards."""
    chosen = {name: rules.tables[name][letter] for name, letter in tables.items() if name != rules.base}
    cards = {name: getattr(rules.wagers[name], "hand", "player") for name in chosen}
    five = [table for name, table in chosen.items() if cards[name] == "player and jackpot cards"]
    if five and rules.file.deal.jackpot != 2:
        problem = f"{rules.file.deal.jackpot} jackpot cards: the joint law is worked out for two"
        raise RulesError(("deal", "jackpot"), problem)
    return Aspects(
        dealer=rules.base in tables,
        colours=any(map(_about_colours, chosen.values())),
        six="player and dealer" in cards.values(),
        five=frozenset(
            CATEGORIES.index(line.hands) for table in five for line in table.lines if line.hands in CATEGORIES
        ),
    )


def _held(
    rules: Rules, tables: Mapping[str, str], strategy: Strategy | None, *, wins: bool
) -> Iterator[_Held]:
    """Yield the player's hands in classes that no wager tells apart."""
    chosen = [rules.tables[name][letter] for name, letter in tables.items() if name != rules.base]
    suits_apart = any(map(names_suit, chosen))
    colours_apart = any(map(_about_colours, chosen))
    for held in _decided(rules, strategy, wins=wins):
        for part in by_suit(held.one, rules.ranking) if suits_apart else (held.one,):
            for one in _by_colours(part, rules.deck) if colours_apart else (part,):
                yield replace(held, one=one)


def _decided(rules: Rules, strategy: Strategy | None, *, wins: bool) -> Iterator[_Held]:
    """Yield the suit classes with what the base wager nets."""
    if strategy is None:
        yield from map(_Held, hand_classes(rules.ranking))
        return
    game = strategy.game
    for index, (matchup, decision) in enumerate(strategy):
        if decision == FOLD:
            yield _Held(matchup.hand, folded=True, nets=(-game.unit,) * 4)
        else:
            won = game.wins(index, decision) if wins else ()
            yield _Held(matchup.hand, nets=game.nets(index, decision), wins=won)


def _by_colours(one: HandClass, deck: Deck) -> list[HandClass]:
    """Return a class in parts of hands that differ only by suits of one colour, or by which colour is which.

    Two colours can change places if they have as many suits.
    """
    suits = len(deck.suits)
    own = list(dict.fromkeys(card % suits for card in one.hand))
    if one.suit is not None and suits > 1:
        return [one]  # a class of one suit by itself
    parts: defaultdict[object, set[tuple[int, ...]]] = defaultdict(set)
    for given in permutations(range(suits), len(own)):
        suit_of = dict(zip(own, given, strict=True))
        hand = tuple(card - card % suits + suit_of[card % suits] for card in one.hand)
        ways = [way for way in permutations(hand) if [c // suits for c in way] == [c // suits for c in hand]]
        parts[min(_colour_pattern(way, deck) for way in ways)].add(tuple(sorted(hand)))
    return [_part(one, hands) for hands in parts.values()]


def _part(one: HandClass, hands: set[tuple[int, ...]]) -> HandClass:
    first, second, third = min(hands)
    return replace(one, weight=len(hands), hand=(first, second, third))


def _colour_pattern(cards: Sequence[int], deck: Deck) -> tuple[tuple[int, int, int], ...]:
    """Return of each card how many suits its colour has, and the places of colour and suit as they come."""
    colours: list[str] = []
    known: list[int] = []
    found = []
    for suit in (card % len(deck.suits) for card in cards):
        colour = deck.suits[suit].colour
        if colour not in colours:
            colours.append(colour)
        if suit not in known:
            known.append(suit)
        size = sum(one.colour == colour for one in deck.suits)
        found.append((size, colours.index(colour), known.index(suit)))
    return tuple(found)
