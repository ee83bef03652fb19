"""The rules of one game, resolved: words turned into sets of hands, entries judged against each other."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from combin.cards import STANDARD_RANKS, STANDARD_SUITS, CardError, Deck, Rank, Suit
from combin.colours import ColourLine
from combin.fivecard import FiveCardCategory
from combin.handset import HandSet, HandSetError, parse_hand_set
from combin.ranking import Category, Ranking
from combin.rules.errors import RulesError
from combin.rules.model import AgainstDealer, Bonus, Jackpot, PayTableWager, SuitEntry

if TYPE_CHECKING:
    from combin.rules.model import Prize, RulesFile, Wager

__all__ = ["Hands", "Line", "Rules", "Table"]

Hands = HandSet | ColourLine | FiveCardCategory
"""What a line of a pay table can be for."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pay table: the hands it is for, and what it pays."""

    text: str
    hands: Hands
    prize: Prize


@dataclass(frozen=True, slots=True)
class Table:
    """A pay table, the finer lines before those that contain them: the first that fits is paid.

    `lines` are what is paid, in odds, money or shares of the meter as the file has them. `sets` are the
    hands of every line with the line itself, or with None for hands that the file says are not paid.
    """

    wager: str
    letter: str
    lines: tuple[Line, ...]
    sets: tuple[tuple[Hands, Line | None], ...]
    for_one: bool
    rule: str

    def odds(self, line: Line) -> Fraction:
        """Return what a line of odds pays to 1.

        Raises:
            ValueError: the line pays money or a share of a meter.
        """
        if line.prize.odds is None:
            msg = f"{self.wager} {self.letter}: {line.text!r} pays no odds"
            raise ValueError(msg)
        return Fraction(line.prize.odds) - (1 if self.for_one else 0)


class Rules:
    """A validated rule file with its words resolved.

    `file` is what stands in the file; the rest follows from it.

    Raises:
        RulesError: entries that do not fit each other, the deck or the ranking.
    """

    def __init__(self, file: RulesFile) -> None:
        """Resolve the whole file, so that what is loaded is known to be sound."""
        self.file = file
        self.deck = _deck(file)
        self.ranking = self._ranking()
        self.qualifies: int = self._hand_set(file.dealer.qualifies, ("dealer", "qualifies")).levels.start
        self._check_wagers()
        self.tables: dict[str, dict[str, Table]] = {
            name: {letter: self._table(name, letter) for letter in tables}
            for name, tables in file.pay_tables.items()
        }
        for name in self.tables:
            self._check_alternatives(name)
        self._check_jackpot()
        self._check_irregularities()

    # -- what the game consists of ------------------------------------------------------------------

    @property
    def wagers(self) -> dict[str, Wager]:
        """All wagers by id, in the order of the file."""
        return self.file.wager

    @cached_property
    def play(self) -> str:
        """The id of the wager that is staked on deciding to play."""
        return next(
            name for name, one in self.wagers.items() if isinstance(one, AgainstDealer) and one.raises
        )

    @cached_property
    def base(self) -> str:
        """The id of the initial wager against the dealer, in whose units the house edge is given."""
        play = self.wagers[self.play]
        assert isinstance(play, AgainstDealer)
        assert play.raises is not None
        return play.raises

    @cached_property
    def bonuses(self) -> tuple[str, ...]:
        """The ids of the bonuses, paid as part of the base wager."""
        return tuple(name for name, wager in self.wagers.items() if isinstance(wager, Bonus))

    @cached_property
    def side_bets(self) -> tuple[str, ...]:
        """The ids of the side bets with a pay table of odds."""
        return tuple(name for name, wager in self.wagers.items() if isinstance(wager, PayTableWager))

    @cached_property
    def jackpots(self) -> tuple[str, ...]:
        """The ids of the progressive wagers."""
        return tuple(name for name, wager in self.wagers.items() if isinstance(wager, Jackpot))

    def pay_table_wager(self, name: str) -> PayTableWager:
        """Return a side bet by its id."""
        wager = self.wagers[name]
        if not isinstance(wager, PayTableWager):
            msg = f"{name} is no side bet with a pay table"
            raise TypeError(msg)
        return wager

    def jackpot_wager(self, name: str) -> Jackpot:
        """Return a progressive wager by its id."""
        wager = self.wagers[name]
        if not isinstance(wager, Jackpot):
            msg = f"{name} is no jackpot wager"
            raise TypeError(msg)
        return wager

    def more_cards(self, name: str) -> int:
        """Return how many cards beside the player's three make the hand that a wager is about: 0, or two to four."""
        hand = getattr(self.wagers[name], "hand", "player")
        deal = self.file.deal
        return {"player": 0, "player and dealer": deal.dealer, "player and jackpot cards": deal.jackpot}[hand]

    def against_dealer(self, name: str) -> AgainstDealer:
        """Return a wager that is settled against the dealer, by its id."""
        wager = self.wagers[name]
        if not isinstance(wager, AgainstDealer):
            msg = f"{name} is not settled against the dealer"
            raise TypeError(msg)
        return wager

    # -- resolving ------------------------------------------------------------------------------------

    def _ranking(self) -> Ranking:
        entry = self.file.ranking
        try:
            return Ranking(self.deck, entry.order, entry.ace_low_straight, entry.straight_suits)
        except ValueError as error:
            raise RulesError(("ranking", "order"), str(error)) from None

    def _hand_set(self, text: str, place: tuple[str, ...]) -> HandSet:
        try:
            return parse_hand_set(text, self.ranking)
        except HandSetError as error:
            raise RulesError(place, str(error)) from None

    def _table(self, name: str, letter: str) -> Table:
        entry = self.file.pay_tables[name][letter]
        place = ("pay_tables", name, letter)
        wager = self.wagers[name]
        lines = [
            Line(text, self._line(text, name, (*place, text)), prize) for text, prize in entry.lines.items()
        ]
        if not lines:
            raise RulesError(place, "a pay table without lines")
        if isinstance(wager, Bonus) and entry.odds == "for 1":
            raise RulesError(
                (*place, "odds"), "a bonus has no stake that it could hold; write what it pays to 1"
            )
        for line in lines:
            if not isinstance(wager, Jackpot) and line.prize.odds is None:
                raise RulesError((*place, line.text), "only a jackpot wager pays money or a share of a meter")
        unpaid = {text: self._line(text, name, (*place, text)) for text in entry.unpaid}
        sets: list[tuple[Hands, Line | None]] = [(line.hands, line) for line in lines]
        sets += [(hands, None) for hands in unpaid.values()]
        _refuse_overlaps({line.text: line.hands for line in lines} | unpaid, place)
        if not self.more_cards(name):
            self._refuse_holes(lines, entry.unpaid, place)
        # A line is part of as many others as stand behind it.
        lines = sorted(lines, key=lambda line: sum(_within(other.hands, line.hands) for other in lines))
        sets = sorted(sets, key=lambda one: sum(_within(other, one[0]) for other, _ in sets))
        return Table(name, letter, tuple(lines), tuple(sets), entry.odds == "for 1", entry.rule)

    def _line(self, text: str, wager: str, place: tuple[str, ...]) -> Hands:
        if self.more_cards(wager):
            possible = [one for one in FiveCardCategory if one not in _impossible(self.deck)]
            if text not in possible:
                raise RulesError(place, f"no five-card hand of this deck ({', '.join(possible)})")
            return FiveCardCategory(text)
        if text in set(ColourLine):
            return ColourLine(text)
        return self._hand_set(text, place)

    # -- judging entries against each other ---------------------------------------------------------

    def _check_wagers(self) -> None:
        wagers = self.wagers
        raising = [name for name, one in wagers.items() if isinstance(one, AgainstDealer) and one.raises]
        initial = [name for name, one in wagers.items() if isinstance(one, AgainstDealer) and not one.raises]
        if len(raising) != 1 or len(initial) != 1:
            raise RulesError(
                ("wager",), "a game needs one initial wager against the dealer and one that raises it"
            )
        for name, wager in wagers.items():
            place = ("wager", name)
            if isinstance(wager, AgainstDealer):
                if wager.raises and wager.raises != initial[0]:
                    raise RulesError(
                        (*place, "raises"), f"{wager.raises!r} is not the initial wager {initial[0]!r}"
                    )
                continue
            if isinstance(wager, Bonus) and wager.on != initial[0]:
                raise RulesError((*place, "on"), f"{wager.on!r} is not the initial wager {initial[0]!r}")
            for key in ("needs", "envy_needs"):
                for needed in getattr(wager, key, ()):
                    if needed not in wagers or needed == name:
                        raise RulesError((*place, key), f"{needed!r} is no other wager of this game")
            if getattr(wager, "hand", "") == "player and jackpot cards" and self.more_cards(name) < 2:
                cards = self.file.deal.jackpot
                raise RulesError((*place, "hand"), f"{cards} jackpot cards are dealt; it takes two to four")
            if name not in self.file.pay_tables:
                raise RulesError(place, f"no pay table; write [pay_tables.{name}.A]")
        for name, tables in self.file.pay_tables.items():
            if name not in wagers or isinstance(wagers[name], AgainstDealer):
                raise RulesError(("pay_tables", name), f"no wager {name!r} that is settled by a pay table")
            if not tables:
                raise RulesError(("pay_tables", name), f"no pay table; write [pay_tables.{name}.A]")

    def _refuse_holes(self, lines: list[Line], unpaid: tuple[str, ...], place: tuple[str, ...]) -> None:
        """Refuse a table that pays two categories and silently passes over one between them."""
        written = {line.text for line in lines} | set(unpaid)
        paid = [category for category in self.ranking.order if category in written]
        between = self.ranking.order[self.ranking.order.index(paid[0]) :] if paid else ()
        for category in between:
            place_of = self.ranking.order.index
            lower_paid = any(place_of(one) > place_of(category) for one in paid)
            # A deck of two suits has no three of a kind, and a line for it would be refused.
            possible = self.ranking.counts[category] > 0
            if category not in written and lower_paid and possible:
                raise RulesError(
                    place, f'the line {category.value!r} is missing (write "lose" if it is not paid)'
                )

    def _check_alternatives(self, name: str) -> None:
        """Refuse alternatives of which one leaves out a category that another one pays."""
        entries = self.file.pay_tables[name]
        if isinstance(self.wagers[name], Jackpot):
            return
        for letter, entry in entries.items():
            for other, theirs in entries.items():
                for line in theirs.lines:
                    if line in (set(Category) | set(ColourLine)) - set(entry.lines) - set(entry.unpaid):
                        problem = (
                            f'the line {line!r} of table {other} is missing (write "lose" if it is not paid)'
                        )
                        raise RulesError(("pay_tables", name, letter), problem)

    def _check_jackpot(self) -> None:
        entry = self.file.jackpot
        if entry is None:
            return
        if entry.wager not in self.jackpots:
            raise RulesError(("jackpot", "wager"), f"{entry.wager!r} is no jackpot wager of this game")
        for name, option in entry.options.items():
            if option.pay_table not in self.tables[entry.wager]:
                known = ", ".join(self.tables[entry.wager])
                place = ("jackpot", "options", name, "pay_table")
                raise RulesError(
                    place, f"no pay table {option.pay_table!r} of {entry.wager} (there are {known})"
                )

    def _check_irregularities(self) -> None:
        for name, entry in self.file.irregularities.items():
            place = ("irregularities", name, "forfeits")
            if entry.forfeits and entry.hand != "forfeited":
                raise RulesError(place, f"only a forfeited hand forfeits wagers; this one is {entry.hand!r}")
            for wager in entry.forfeits:
                if wager not in self.wagers:
                    raise RulesError(place, f"{wager!r} is no wager of this game")


def _deck(file: RulesFile) -> Deck:
    """Build the deck, and see that the cards of a full table can be dealt from it."""
    ranks = {rank.symbol: rank for rank in STANDARD_RANKS}
    suits = {suit.name: suit for suit in STANDARD_SUITS}
    symbols = ["T" if symbol == "10" else symbol for symbol in file.deck.ranks.split()]
    for symbol in symbols:
        if len(symbol) != 1:
            raise RulesError(
                ("deck", "ranks"), f"{symbol!r} is not the symbol of a rank (one character, or 10)"
            )
    try:
        deck = Deck(
            tuple(ranks.get(symbol, Rank(symbol, symbol, f"{symbol}s")) for symbol in symbols),
            tuple(
                Suit(suit.symbol, suit.glyph, suit.name, suit.colour)
                if isinstance(suit, SuitEntry)
                else suits[suit]
                for suit in file.deck.suits
            ),
        )
    except CardError as error:
        raise RulesError(("deck",), str(error)) from None
    deal = file.deal
    needed = deal.player * (deal.seats or 1) + deal.dealer + deal.jackpot
    if len(deck) < needed:
        seats = deal.seats or 1
        raise RulesError(
            ("deck",), f"{len(deck)} cards cannot be dealt to {seats} seats: {needed} are needed"
        )
    return deck


def _impossible(deck: Deck) -> tuple[FiveCardCategory, ...]:
    """Return the five-card categories that no hand of a deck can be."""
    return () if len(deck.suits) >= 5 else (FiveCardCategory.FIVE_OF_A_KIND,)


def _within(one: Hands, other: Hands) -> bool:
    """Tell whether all hands that a line is for are also those of another."""
    if isinstance(one, HandSet) and isinstance(other, HandSet):
        return one.within(other)
    if isinstance(one, ColourLine) and isinstance(other, ColourLine):
        return one.within(other)
    return one == other


def _refuse_overlaps(lines: dict[str, Hands], place: tuple[str, ...]) -> None:
    """Refuse two lines that share hands unless one is a finer line of the other."""
    for (text, hands), (other_text, other) in combinations(lines.items(), 2):
        if type(hands) is not type(other):
            raise RulesError((*place, other_text), f"a line about colour beside one about hands ({text!r})")
        nested = _within(hands, other), _within(other, hands)
        shares = isinstance(hands, HandSet) and isinstance(other, HandSet) and hands.meets(other)
        if all(nested) or (shares and not any(nested)):
            raise RulesError((*place, other_text), f"overlaps the line {text!r}")
