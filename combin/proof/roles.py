"""All hands of a game, as the player's and as the dealer's."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from combin.cards.cards import CardError, ColourLine
from combin.proof.hands import Hands, judge_deck, line_of_hands, named
from combin.rules.wagers import Case, Kind, Whose

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from combin.aliases import Integers, Truths
    from combin.rules.resolved import Rules

    Words = NDArray[np.uint64]
    _InRuns = Callable[[slice], Integers]


CASES: tuple[Case, ...] = (
    Case.NO_QUALIFY_WIN,
    Case.NO_QUALIFY_TIE,
    Case.NO_QUALIFY_LOSE,
    Case.WIN,
    Case.TIE,
    Case.LOSE,
)
"""What can come of a deal: whether the dealer qualifies, and whether the player's hand is the higher."""

MOST_DECKS = 4
"""Of more decks deals are counted by the cards that they are of, and not one by one."""


@dataclass(frozen=True, eq=False)
class Roles:
    """All hands of a game, as the player's and as the dealer's.

    `qualifying` are those with which the dealer qualifies. `kind` (hands) is what the side bets can tell of a
    hand as the dealer's, and `of_kind` a hand of each kind. `seen_of` tells for each card of the deck what is
    seen of it, if it is the one face up; for each two or three cards, where so many are, of whole hands how
    strong they are; where none is, one thing is seen of all.
    """

    rules: Rules
    hands: Hands
    qualifying: Truths
    kind: Integers
    of_kind: Integers
    seen_of: Integers

    @classmethod
    def of(cls, rules: Rules, *, different: bool = False) -> Roles:
        """Return the roles of the hands of a game.

        Those that are `different` are hands of three decks at most: of more decks no hand of three cards is
        another one. Where there are more than `MOST_DECKS`, one stands for all of the same cards.

        Raises:
            CardError: so many decks of cards that are not all there equally often.
        """
        deck = rules.deck
        many = deck.copies > MOST_DECKS and not different
        if many and (deck.wild_cards or not deck.regular):
            problem = f"all deals with jokers are gone through for {MOST_DECKS} at most"
            raise CardError(f"{deck.copies} decks: {problem}")
        few = replace(deck, copies=min(deck.copies, 3)) if different and deck.regular else deck
        hands = judge_deck(few, rules.file.ranking, rules.file.deal.player, together=many)
        qualifying = hands.strength >= lowest_strength(rules.file.dealer.qualifies, hands)
        kind, of_kind = _kinds(rules, hands)
        return cls(rules, hands, qualifying, kind, of_kind, _seen_of(rules, hands))

    def case(self, player: int, dealer: int) -> int:
        """Return the place in `CASES` of one deal, given as rows of the hands."""
        return int(self.cases_of(np.array([player]), np.array([dealer]))[0])

    def cases_of(self, players: Integers, dealers: Integers) -> Integers:
        """Return the places in `CASES` of many deals, given as rows of the hands."""
        strength = self.hands.strength
        higher = np.sign(strength[dealers] - strength[players])
        for lower, above in self.hands.beats:
            higher[lower[players] & above[dealers]] = -1
            higher[above[players] & lower[dealers]] = 1
        cases: Integers = 3 * self.qualifying[dealers] + 1 + higher
        return cases


def lowest_strength(words: str, hands: Hands) -> int:
    """Return the strength of the weakest hands that words name, with or without "or better" behind them.

    Of hands that the deck lacks by its missing cards it is their strength in the whole deck.
    """
    named_hands = named(words.removesuffix(" or better"), hands)
    if hands.whole is not None and not named_hands.any():
        return lowest_strength(words, hands.whole)
    return int(hands.strength[named_hands].min())


def _kinds(rules: Rules, hands: Hands) -> tuple[Integers, Integers]:
    """Return what the side bets can tell of each hand as the dealer's, and a hand of each such kind."""
    side_bets = {name: bet for name, bet in rules.bets.items() if bet.kind is Kind.PAY_TABLE}
    told = [np.zeros(len(hands), np.int64)]
    for name, bet in side_bets.items():
        for table in rules.file.pay_tables[name].values():
            if bet.hand is Whose.DEALER or bet.hand.of_both:
                told.append(line_of_hands(table, hands)[:, 0])
            elif set(ColourLine) & {*table.lines, *table.unpaid}:
                told.append(hands.colour)
    _, of_kind, kind = np.unique(np.stack(told, axis=1), axis=0, return_index=True, return_inverse=True)
    return kind.reshape(-1), of_kind


def sets_face_up(rules: Rules) -> Integers:
    """Return (sets x cards) all sets of cards of the deck that can be face up; one empty set if none is."""
    cards = list(combinations(range(len(rules.deck)), rules.file.deal.face_up))
    return np.array(cards, np.int64).reshape(len(cards), -1)


def smallest(most: int) -> np.dtype[Any]:
    """Return the integers of the fewest bits that hold so much."""
    return np.dtype(next(f"i{size}" for size in (1, 2, 4, 8) if most < 1 << (8 * size - 1)))


def _seen_of(rules: Rules, hands: Hands) -> Integers:
    """Return for each set of cards face up what the player sees: what he tells of each, in any order.

    Of a whole hand he sees how strong it is, and nothing else matters to him.
    """
    deck, deal = rules.deck, rules.file.deal
    if deal.face_up == 3 and deal.tells in (None, "card", ()):
        of_hands: Integers = np.unique(hands.strength, return_inverse=True)[1].reshape(-1)
        return of_hands
    groups = (
        [] if isinstance(deal.tells, str) else [list(map(deck.rank, text.split())) for text in deal.tells]
    )
    told: list[object] = []
    for card in deck.cards:
        in_group = [card.rank in group for group in groups]
        by_word = {"card": card, "rank": card.rank, "suit": card.suit, "colour": card.suit.colour}
        told.append(in_group.index(True) if groups else by_word[str(deal.tells or "card")])
    numbers: dict[object, int] = {one: number for number, one in enumerate(dict.fromkeys(told))}
    if groups:
        numbers = {number: number for number in range(len(groups))}
    marks = [tuple(sorted(numbers[told[card]] for card in cards)) for cards in sets_face_up(rules).tolist()]
    if deal.face_up == 1:  # in the order of the cards, or of the groups
        return np.array([mark for (mark,) in marks])
    known = {mark: number for number, mark in enumerate(sorted(set(marks)))}
    return np.array([known[mark] for mark in marks])
