"""The cards of a round: read from its record, complete where they decide something, each there once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from combin.cards.cards import Card, CardError, ColourLine, Suit
from combin.cards.five_cards import FiveCardCategory, FiveCardStrength, SixCardRoyal, best_five
from combin.cards.hand_sets import HandSet
from combin.cards.ranking import Strength
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Case, Compared, Prize, Whose
from combin.settle.results import amount_text
from combin.settle.rounds import Hand, Round, RoundError


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A hand with wagers that the cards decide: what is staked on those, and whether it folds."""

    hand: Hand
    stakes: Mapping[str, Fraction]
    folds: bool

    def stays(self, rules: Rules, name: str) -> bool:
        """Whether a wager is still decided by the cards after the decision."""
        return not self.folds or rules.bets[name].stays_on_fold(self.hand.keeps)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of a round; a hand that decides nothing may have none."""

    dealer: tuple[Card, ...]
    jackpot: tuple[Card, ...]
    hands: dict[int, tuple[Card, ...]]


def read_cards(rules: Rules, round_: Round, live: Collection[LiveHand], tables: PayTables) -> Dealt:
    """The cards of the hands that are live, of the dealer and of the jackpot.

    The cards of other hands are not read: in a misdeal they may be anything.
    """
    if not live:
        return Dealt((), (), {})
    deal = rules.file.deal
    needs = [needed_cards(rules, tables, one) for one in live]
    dealer_needed, jackpot_needed, _ = map(any, zip(*needs, strict=True))
    dealer = _read(rules, "dealer", round_.dealer, deal.dealer, needed=dealer_needed)
    jackpot = _read(rules, "jackpot_cards", round_.jackpot_cards, deal.jackpot, needed=jackpot_needed)
    hands = {
        one.hand.seat: _read(rules, one.hand.seat, one.hand.cards, deal.player, needed=own_needed)
        for one, (_, _, own_needed) in zip(live, needs, strict=True)
    }
    dealt = [*dealer, *jackpot]
    for cards in hands.values():
        dealt += cards
    if len(set(dealt)) < len(dealt):
        _see_each_once(rules, dealer, jackpot, hands)
    return Dealt(dealer, jackpot, hands)


def needed_cards(rules: Rules, tables: PayTables, live: LiveHand) -> tuple[bool, bool, bool]:
    """Whether the dealer's cards, the jackpot's and its own decide something of a hand."""
    staying = [name for name in live.stakes if live.stays(rules, name)]
    return (
        any(_looks_at_dealer(rules, tables, name) for name in staying),
        any(rules.bets[name].hand is Whose.PLAYER_AND_JACKPOT for name in staying),
        bool(staying),
    )


def _see_each_once(
    rules: Rules, dealer: Sequence[Card], jackpot: Sequence[Card], hands: Mapping[int, Sequence[Card]]
) -> None:
    """Refuse cards that are dealt more often than the deck holds them."""
    seen: dict[Card, list[str]] = {}
    places = {"the dealer": dealer, "the jackpot": jackpot, **{f"seat {seat}": hands[seat] for seat in hands}}
    for place, cards in places.items():
        for card in cards:
            held = seen.setdefault(card, [])
            held.append(place)
            if len(held) > rules.deck.number(card):
                often = "twice" if len(held) == 2 else f"{len(held)} times"
                raise RoundError(f"{card} is dealt {often}, to {', to '.join(held[:-1])} and to {place}")


def _read(rules: Rules, place: str | int, text: str, count: int, *, needed: bool) -> tuple[Card, ...]:
    """The cards at a place of the record, those of a hand at its seat."""
    if not needed and not text.strip():
        return ()
    try:
        return rules.deck.parse(text, count)
    except CardError as error:
        raise RoundError(f"{f'seat {place}: cards' if isinstance(place, int) else place}: {error}") from None


def _looks_at_dealer(rules: Rules, tables: PayTables, name: str) -> bool:
    """Whether the dealer's cards decide a wager: hands are compared, or they are part of its hand."""
    bet = rules.bets[name]
    if rules.alone:
        return False
    if bet.compared is not None or bet.hand.has_dealer or bet.versus_dealer:
        return True
    return any(isinstance(hands, ColourLine) for table in tables.possible(name) for hands, _ in table.sets)


T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801  written like `property`
    """A property that is worked out once: `functools.cached_property` without its lock, which takes time."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, instance: object, owner: type) -> T:
        """The value, which then stands in the instance."""
        value = instance.__dict__[self.function.__name__] = self.function(instance)
        return value


@dataclass(frozen=True)
class Showdown:
    """A player's hand, the dealer's and the jackpot cards; what decides nothing may be empty."""

    rules: Rules
    player: Sequence[Card]
    dealer: Sequence[Card]
    jackpot: Sequence[Card] = ()

    @lazy
    def strength(self) -> Strength:
        """How strong the player's hand is."""
        return self.rules.ranking.strength(self.player)

    @lazy
    def suits(self) -> frozenset[Suit]:
        """The suits that the player's hand shows."""
        return self.rules.deck.suits_shown(self.player)

    @lazy
    def dealer_suits(self) -> frozenset[Suit]:
        """The suits that the dealer's hand shows."""
        return self.rules.deck.suits_shown(self.dealer)

    @lazy
    def dealer_strength(self) -> Strength:
        """How strong the dealer's hand is."""
        return self.rules.ranking.strength(self.dealer)

    def cards(self, hand: Whose) -> tuple[Card, ...]:
        """All cards that make the hand of a pay table; empty where some of them are not known."""
        parts: tuple[Sequence[Card], ...] = {
            Whose.PLAYER: (self.player,),
            Whose.DEALER: (self.dealer,),
            Whose.PLAYER_AND_DEALER: (self.player, self.dealer),
            Whose.PLAYER_AND_JACKPOT: (self.player, self.jackpot),
        }[hand]
        return tuple(card for part in parts for card in part) if all(parts) else ()

    @lazy
    def _best(self) -> dict[Whose, FiveCardStrength]:
        return {}

    def best_five(self, hand: Whose) -> FiveCardStrength:
        """What the best five of the player's cards with others are."""
        if hand not in self._best:
            self._best[hand] = best_five(self.cards(hand), self.rules.deck)
        return self._best[hand]

    def best_category(self, hand: Whose) -> FiveCardCategory:
        """The category of the best five of the player's cards with others."""
        return self.best_five(hand).category

    def suit_of_five(self, hand: Whose) -> Suit | None:
        """The suit of which the player's cards with others hold five; None if there is none."""
        times = Counter(card.suit for card in self.cards(hand))
        return next((suit for suit, number in times.items() if number >= 5), None)

    @lazy
    def qualifies(self) -> bool:
        """Whether the dealer qualifies."""
        return self.dealer_strength.level >= self.rules.qualifies

    @lazy
    def result(self) -> Compared:
        """What comparing the hands comes to, seen by the player, whether or not the dealer qualifies."""
        higher = self.rules.ranking.compare(self.strength.level, self.dealer_strength.level)
        return (Compared.TIE, Compared.WIN, Compared.LOSE)[higher]

    @lazy
    def case(self) -> Case:
        """The result, and whether the dealer did not qualify."""
        return Case.of(self.result, qualified=self.qualifies)

    def words(self, reason: str) -> str:
        """A reason with the hands put in that it asks for; a folded one may not be known."""
        if "{player}" in reason:
            reason = reason.replace("{player}", self.rules.ranking.describe(self.strength))
        if "{dealer}" in reason:
            reason = reason.replace("{dealer}", self.rules.ranking.describe(self.dealer_strength))
        return reason


def check_letters(rules: Rules, letters: Mapping[str, str]) -> None:
    """See that pay tables named for a whole file are those of the game.

    Raises:
        RulesError: a wager or a letter that the game does not have.
    """
    for name, letter in letters.items():
        if name not in rules.tables:
            known = ", ".join(rules.tables)
            raise RulesError((), f"{rules.file.id} has no pay table for {name!r}; it has them for {known}")
        if letter not in rules.tables[name]:
            known = ", ".join(rules.tables[name])
            raise RulesError((), f"{rules.file.id} has no {name} table {letter!r}; it has {known}")


class PayTables:
    """The pay tables of a game as a round uses them, by the letters that its record names.

    A letter that no record names is asked for only where it decides: `chosen` takes any table while all pay a
    hand the same, and notes the wager where they do not. What is settled then is worth nothing until `check`
    has found that no letter is missing; so that one message asks for all.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        self._rules = rules
        self._letters = letters
        self.letters = tuple(letters.items())
        self._missing: set[str] = set()

    def possible(self, name: str) -> tuple[PayTable, ...]:
        """The tables that a wager may be paid by: the one of the letter named, else all."""
        alternatives = self._rules.tables[name]
        letter = self._letters.get(name)
        if letter is None:
            return tuple(alternatives.values())
        if letter not in alternatives:
            known = ", ".join(alternatives)
            raise RoundError(f"tables.{name}: no table {letter!r}; the game has {known}")
        return (alternatives[letter],)

    def chosen(self, name: str, showdown: Showdown) -> PayTable:
        """The table that a hand is paid by; of several that pay it the same, what they share."""
        first, *others = self.possible(name)
        if not others:
            return first
        terms_of_first = _terms(first, showdown)
        if any(_terms(other, showdown) != terms_of_first for other in others):
            self._missing.add(name)
        same_rule = all(other.rule == first.rule for other in others)
        return replace(first, letter="", rule=first.rule if same_rule else "")

    def check(self) -> None:
        """See that no letter was missing where it decides."""
        if not self._missing:
            return
        missing = [
            f"{name} ({', '.join(letters)})"
            for name, letters in self._rules.tables.items()
            if name in self._missing
        ]
        raise RoundError(f"tables: no table named for {' and '.join(missing)}")


def _terms(table: PayTable, showdown: Showdown) -> tuple[str, Prize, bool, Fraction] | None:
    """What a table pays a hand, and how; None if nothing."""
    line = paying_line(table, showdown)
    return None if line is None else (line.text, line.prize, table.for_one, table.bet.commission)


def paying_line(table: PayTable, showdown: Showdown) -> Line | None:
    """The line of a table that is paid, or None; the finer lines come first in it."""
    if table.bet.more_cards:
        six, deck = showdown.cards(table.bet.hand), showdown.rules.deck
        for hands, line in table.sets:
            if isinstance(hands, SixCardRoyal) and hands.holds(six, deck):
                return line
        best = showdown.best_five(table.bet.hand)
        return table.line_of_best(best.category, best.ranks[0], showdown.suit_of_five(table.bet.hand))
    if table.bet.hand is Whose.EITHER:
        return table.better(*(_line_of(table, showdown, dealer=dealer) for dealer in (False, True)))
    return _line_of(table, showdown, dealer=is_dealers(table.bet.hand, showdown))


def _line_of(table: PayTable, showdown: Showdown, *, dealer: bool) -> Line | None:
    """The line of three cards that is paid: of the player's, or of the dealer's."""
    for hands, line in table.sets:
        if isinstance(hands, ColourLine):
            held = hands.holds(showdown.player, showdown.dealer)
        elif isinstance(hands, HandSet):
            strength = showdown.dealer_strength if dealer else showdown.strength
            held = hands.holds(strength.level, showdown.dealer_suits if dealer else showdown.suits)
        else:
            held = False
        if held:
            return line
    return None


def is_dealers(hand: Whose, showdown: Showdown) -> bool:
    """Whether a hand of three cards is the dealer's; the hands are compared only where that decides."""
    return hand is Whose.DEALER or (hand.of_both and hand.is_dealers(showdown.result))


def unpaid_reason(table: PayTable, showdown: Showdown) -> str:
    """Return why no line of a table is paid."""
    if table.bet.more_cards:
        return f"the best five, {showdown.best_category(table.bet.hand)}, are not paid"
    if any(isinstance(hands, ColourLine) for hands, _ in table.sets):
        return "no line about the colours is met"
    if table.bet.hand is Whose.EITHER:
        return "neither {player} nor dealer's {dealer} is on the pay table"
    whose = "dealer's {dealer}" if is_dealers(table.bet.hand, showdown) else "{player}"
    return f"{whose} is not on the pay table"


def terms(table: PayTable, line: Line) -> str:
    """What a line pays, in words."""
    prize = line.prize
    if prize.money is not None:
        return f"{amount_text(prize.money)} in money"
    if prize.meter is not None:
        return f"{amount_text(prize.meter * 100)}% of the meter"
    return f"{amount_text(prize.odds or Fraction(0))} {'for' if table.for_one else 'to'} 1"
