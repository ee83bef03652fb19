"""The wagers of a mix: the results that each can have, and which it has with what lies around a hand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

import numpy as np

from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardCategory, SixCardRoyal
from combin.exact.base_game import FOLD
from combin.exact.distribution import LOST, Pay, base_pay, pay_of
from combin.exact.joint_features import CASES, CATEGORIES, FOLDED, MIXED, OTHER, RESULTS, SAME
from combin.exact.pay_lines import BUT_BEATEN, BUT_TIED, HIGHER, about_colours, line_of
from combin.rules.bets import Bet, Whose
from combin.rules.wagers import Compared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from combin.cards.cards import Card, Deck
    from combin.exact.joint_deals import DealerHands
    from combin.exact.joint_features import Context, Places
    from combin.exact.joint_hands import PlayerClass
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


class RoundBet(Protocol):
    """A wager: all results that it has shown so far, and how to tell the place of a hand's result."""

    pays: list[Pay]

    def results(self, held: PlayerClass) -> Callable[[Context], Places]:
        """Return what tells the place among `pays`, for some hand, by what lies around it."""
        ...


class BaseWager:
    """The base wager with what equals and raises it, and its bonuses.

    With `wins` its results tell apart what each of these wins.
    """

    def __init__(self, strategy: Strategy, *, wins: bool) -> None:
        self.pays: list[Pay] = []
        self._game = strategy.game
        self._wins = wins
        self._places: dict[tuple[int, tuple[Fraction, ...]], int] = {}
        self._by_lines: dict[int, NDArray[np.int64]] = {}
        four = [0] * RESULTS + [1, 2, 3]
        self._cases = four if len(self._game.rules.cases) < CASES else list(range(CASES))

    def results(self, held: PlayerClass) -> Callable[[Context], Places]:
        """Return what tells the place, by what lies around a hand."""
        lines = self._game.line(held.index)
        if lines not in self._by_lines:
            decisions = (FOLD, *self._game.rules.multiples)
            self._by_lines[lines] = np.array([self._of(held.index, one) for one in decisions])
        places = self._by_lines[lines]
        return lambda around: places[around.decision, around.case]

    def _of(self, index: int, decision: int) -> list[int]:
        """Return the place of the result of a decision in each of the `CASES`."""
        nets = self._game.nets(index, decision)
        wins = self._game.wins(index, decision) if self._wins else ()
        found = zip(nets, wins or ((),) * len(nets), strict=True)
        places = [self._place(*one) for one in found]
        return [places[case] for case in self._cases]

    def _place(self, net: int, wins: tuple[Fraction, ...]) -> int:
        if (net, wins) not in self._places:
            self._places[net, wins] = len(self.pays)
            self.pays.append(base_pay(self._game.rules, Fraction(net, self._game.unit), wins))
        return self._places[net, wins]


class HigherHand:
    """A bet on which hand is higher; with a table, for results that pay by it.

    `lines` has for each place the result, with the text of the line that pays if one does.
    """

    def __init__(self, rules: Rules, name: str, table: PayTable | None) -> None:
        bet, self._deck, self._table = rules.bets[name], rules.deck, table
        outcomes = [bet.outcome(result) for result in HIGHER]
        self.pays = [Pay(bet.kept(one.pays)) for one in outcomes]
        self.lines = list(HIGHER.values())
        self._by_line: dict[str, NDArray[np.int64]] = {}
        for line, pay in () if table is None else [(line, pay_of(table, line)) for line in table.lines]:
            self._by_line[line.text] = np.arange(RESULTS)
            for result, told in enumerate(HIGHER.values()):
                if outcomes[result].by_table:
                    self._by_line[line.text][result] = len(self.pays)
                    self.pays.append(pay)
                    self.lines.append(f"{told}: {line.text}")

    def results(self, held: PlayerClass) -> Callable[[Context], Places]:
        """Return what tells the place, by what lies around a hand."""
        line = None if self._table is None else _held_line(self._table, held, self._deck)
        if line is None:
            return lambda around: around.case % RESULTS
        places = self._by_line[line.text]
        return lambda around: places[around.case % RESULTS]


class JointSideBet:
    """A side bet or jackpot wager with one of its pay tables; it is lost at place 0.

    `lines` has for each place the text of the line that pays, and whether that is for a hand tied or beaten.
    """

    def __init__(self, rules: Rules, table: PayTable, deals: DealerHands) -> None:
        self.pays = [LOST, *(pay_of(table, line) for line in table.lines)]
        self.lines = ["", *(line.text for line in table.lines)]
        self._deck = rules.deck
        self._table = table
        self._places = {line.text: place for place, line in enumerate(table.lines, start=1)}
        self.lost_with_fold = table.bet.loses_on_fold
        if table.bet.hand is Whose.DEALER or table.bet.hand.of_both:
            self._of_kind = np.array([self._place(line) for line in deals.paid(table)])
        if table.bet.hand is Whose.EITHER:
            in_order = sorted(table.lines, key=lambda line: (-table.odds(line), table.lines.index(line)))
            self._rank = np.array([len(in_order), *map(in_order.index, table.lines)])
        # Of these the last place is for `NOTHING`.
        self._of_colour = np.array([*(self._place(_line_of(table, one)) for one in (SAME, OTHER, MIXED)), 0])
        with_dealer = table.bet.hand is Whose.PLAYER_AND_DEALER
        finer = deals.aspects.finer_six if with_dealer else deals.aspects.finer_five
        if finer is None or not table.bet.more_cards:
            of_category = [table.line_of_five(category) for category in CATEGORIES]
        else:
            of_category = finer.paid(table)
        self._six_card_royal = len(of_category)
        self._of_category = np.zeros(len(of_category) + 2, np.int64)
        self._of_category[:-2] = [self._place(line) for line in of_category]
        self._by_result = self._results(table.bet) if table.bet.versus_dealer else None

    def _place(self, line: Line | None) -> int:
        return 0 if line is None else self._places[line.text]

    def _results(self, bet: Bet) -> NDArray[np.int64]:
        """Return the places of each line with each result, where what is paid depends on that."""
        places = np.repeat(np.arange(len(self.pays))[:, None], RESULTS, axis=1)
        own = self.lines[1:]
        for result, told, pays in ((1, BUT_TIED, bet.if_tied), (2, BUT_BEATEN, bet.if_beaten)):
            if pays is not None:
                places[1:, result] = np.arange(len(own)) + len(self.pays)
                self.pays += [Pay(bet.kept(pays))] * len(own)
                self.lines += [text + told for text in own]
        return places

    def results(self, held: PlayerClass) -> Callable[[Context], Places]:
        """Return what tells the place, by what lies around a hand."""
        # Each kind of table looks at one thing. What the player's cards decide of it is worked out here, once
        # a hand; what is left is a look-up in an array, which settles all that lies around the hand in one
        # step.
        paid = self.if_played(held)
        if not self.lost_with_fold:
            return paid
        return lambda around: np.where(np.equal(around.decision, FOLDED), 0, paid(around))

    def if_played(self, held: PlayerClass) -> Callable[[Context], Places]:
        """Return what tells the place if the player does not fold."""
        cards = [self._deck.cards[card] for card in held.one.cards]
        hand = self._table.bet.hand
        if hand is Whose.DEALER:
            places = self._by_result
            if places is not None:
                return lambda around: places[self._of_kind[around.kind], around.case % RESULTS]
            return lambda around: self._of_kind[around.kind]
        if hand is Whose.PLAYER_AND_JACKPOT:
            return lambda around: self.of_five(around.five)
        if hand is Whose.PLAYER_AND_DEALER:
            of_six = self._of_category.copy()
            of_six[self._six_card_royal] = self._place(self._royal(cards))
            return lambda around: of_six[around.six]
        if about_colours(self._table):
            return lambda around: self._of_colour[around.colour]
        place = self._place(_held_line(self._table, held, self._deck))
        if hand.of_both:
            return lambda around: self._of_both(place, around)
        if self._by_result is None:
            return lambda _: place
        by_result = self._by_result[place]
        return lambda around: by_result[around.case % RESULTS]

    def of_five(self, five: Places) -> Places:
        """Return the place of what a hand wins with jackpot cards, by the place of its five cards."""
        found: Places = self._of_category[five]
        return found

    def _of_both(self, own: int, around: Context) -> Places:
        """Return the place of one of both hands, of which the player's has its `own`."""
        if self._table.bet.hand is Whose.EITHER:
            theirs = self._of_kind[around.kind]
            return np.where(self._rank[theirs] < self._rank[own], theirs, own)
        results = np.asarray(around.case % RESULTS)
        dealers = np.array([self._table.bet.hand.is_dealers(result) for result in Compared])[results]
        places = np.where(dealers, self._of_kind[around.kind], own)
        return places if self._by_result is None else self._by_result[places, results]

    def _royal(self, cards: Sequence[Card]) -> Line | None:
        """Return the line of a royal flush with a sixth card, of which the player holds three."""
        for hands, line in self._table.sets:
            if isinstance(hands, SixCardRoyal) and hands.holds(cards, self._deck):
                return line
        ace = len(self._deck.ranks) - 1
        return self._table.line_of_best(FiveCardCategory.ROYAL_FLUSH, ace, cards[0].suit)


def _held_line(table: PayTable, held: PlayerClass, deck: Deck) -> Line | None:
    """Return the line that pays a player's three cards."""
    suits = deck.suits_shown(deck.cards[card] for card in held.one.cards)
    return line_of(table, held.one.strength.level, suits)


def _line_of(table: PayTable, dealer: int) -> Line | None:
    """Return the line that pays a player's hand of one colour, by the dealer's colours."""
    finest = {ColourLine.SAME: SAME, ColourLine.EACH: OTHER, ColourLine.PLAYER: MIXED}  # each in the next
    for hands, line in table.sets:
        if isinstance(hands, ColourLine) and dealer <= finest[hands]:
            return line
    return None
