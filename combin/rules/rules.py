"""The rules of one game, resolved: the deck, the order of hands, the wagers and their pay tables."""

from __future__ import annotations

from functools import cached_property

from combin.cards import STANDARD_RANKS, STANDARD_SUITS, CardError, Deck, Rank, Suit
from combin.handset import HandSet, HandSetError, parse_hand_set
from combin.ranking import Ranking
from combin.rules.checks import check_entries
from combin.rules.errors import RulesError, shown
from combin.rules.model import AgainstDealer, Bonus, Jackpot, PayTableWager, RulesFile, SuitEntry, Wager
from combin.rules.tables import Hands, Line, Table, more_cards, pay_tables

__all__ = ["Hands", "Line", "Rules", "Table"]


class Rules:
    """A validated rule file with its words resolved.

    `file` is what stands in the file; the rest follows from it. `qualifies` is the lowest level of a
    dealer's hand that qualifies; `tables` are the pay tables by wager and letter.

    `like` are rules of the same deck and ranking, if there are any: a variant takes over what it shares with
    them, such as `hand_sets`, the hands that words have named so far, and is made in a tenth of the time.

    Raises:
        RulesError: entries that do not fit each other, the deck or the ranking.
    """

    def __init__(self, file: RulesFile, like: Rules | None = None) -> None:
        """Resolve the whole file, so that what is loaded is known to be sound."""
        self.file = file
        if like is not None and (like.file.deck, like.file.ranking) != (file.deck, file.ranking):
            like = None
        self.deck: Deck = _deck(file) if like is None or like.file.deal != file.deal else like.deck
        self.ranking: Ranking = _ranking(file, self.deck) if like is None else like.ranking
        self.qualifies: int = _qualifies(file, self.ranking)
        check_entries(file)
        self.hand_sets: dict[str, HandSet] = {} if like is None else like.hand_sets
        self.tables: dict[str, dict[str, Table]] = {}
        for name, wager in file.wager.items():
            if isinstance(wager, AgainstDealer):
                continue
            if like is not None and _same_tables(name, file, like.file):
                self.tables[name] = like.tables[name]
            else:
                self.tables[name] = pay_tables(name, file, self.ranking, self.hand_sets)

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
        return next(
            one.raises for one in self.wagers.values() if isinstance(one, AgainstDealer) and one.raises
        )

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
        """Return how many cards make a wager's hand beside the player's three: 0, or the best five count."""
        return more_cards(self.wagers[name], self.file.deal)

    def against_dealer(self, name: str) -> AgainstDealer:
        """Return a wager that is settled against the dealer, by its id."""
        wager = self.wagers[name]
        if not isinstance(wager, AgainstDealer):
            msg = f"{name} is not settled against the dealer"
            raise TypeError(msg)
        return wager


def _deck(file: RulesFile) -> Deck:
    """Build the deck, and see that the cards of a full table can be dealt from it."""
    standard_ranks = {rank.symbol: rank for rank in STANDARD_RANKS}
    standard_suits = {suit.name: suit for suit in STANDARD_SUITS}
    symbols = ["T" if symbol == "10" else symbol.upper() for symbol in file.deck.ranks.split()]
    ranks = tuple(standard_ranks.get(symbol, Rank(symbol, symbol, f"{symbol}s")) for symbol in symbols)
    suits = tuple(
        Suit(suit.symbol, suit.glyph, suit.name, suit.colour)
        if isinstance(suit, SuitEntry)
        else standard_suits[suit]
        for suit in file.deck.suits
    )
    try:
        Deck(ranks)
    except CardError as error:
        raise RulesError(("deck", "ranks"), str(error)) from None
    try:
        deck = Deck(ranks, suits)
    except CardError as error:
        raise RulesError(("deck", "suits"), str(error)) from None
    seats = file.deal.seats or 1
    needed = file.deal.player * seats + file.deal.dealer + file.deal.jackpot
    if len(deck) < needed:
        players = f"{seats} players" if seats > 1 else "a player"
        problem = f"{len(deck)} cards cannot be dealt to {players} and the dealer: {needed} are needed"
        raise RulesError(("deck",), problem)
    return deck


def _same_tables(name: str, file: RulesFile, other: RulesFile) -> bool:
    """Tell whether two files of one deck and ranking have the same pay tables of a wager."""
    return (
        file.deal == other.deal
        and file.wager[name] == other.wager.get(name)
        and file.pay_tables[name] == other.pay_tables.get(name)
    )


def _ranking(file: RulesFile, deck: Deck) -> Ranking:
    entry = file.ranking
    try:
        return Ranking(deck, entry.order, entry.ace_low_straight, entry.straight_suits)
    except ValueError as error:
        raise RulesError(("ranking", "order"), str(error)) from None


def _qualifies(file: RulesFile, ranking: Ranking) -> int:
    words = file.dealer.qualifies
    place = ("dealer", "qualifies")
    try:
        hands = parse_hand_set(words.removesuffix(" or better"), ranking)
    except HandSetError as error:
        raise RulesError(place, str(error)) from None
    if hands.suit is not None:
        raise RulesError(place, f"{shown(words)} names a suit, but hands of all suits are equal")
    return hands.levels.start
