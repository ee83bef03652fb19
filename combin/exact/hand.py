"""One player hand explained: what it is, what the dealer can have, what each decision is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.cards.cards import CardError
from combin.cards.suit_classes import suit_pattern
from combin.exact.base_game import base_game, net_of
from combin.exact.hand_paid import PaidLine, lines_of_hand
from combin.exact.pay_lines import paid_lines
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.cards.cards import Card
    from combin.exact.base_game import BaseGame
    from combin.exact.matchups import Matchup
    from combin.rules.resolved import Rules

__all__ = ["ExplainedHand", "explain"]


@dataclass(frozen=True)
class ExplainedHand:
    """A hand of the player against every dealer hand.

    `better` and `equal` count the other hands of the whole deck by strength; `values` maps each decision
    (0 is fold) to its expectation in units of the base wager; `paid` goes through all tables of the
    bonuses and bets.
    """

    rules: Rules
    cards: tuple[Card, ...]
    letters: Mapping[str, str]
    matchup: Matchup
    better: int
    equal: int
    values: Mapping[int, Fraction]
    paid: tuple[PaidLine, ...]
    gains: Mapping[str, tuple[Fraction, ...]]
    seen: Card | None = None

    @property
    def best(self) -> int:
        """The decision that is worth most; of equals the cheapest."""
        return max(self.values, key=lambda decision: (self.values[decision], -decision))


def explain(
    rules: Rules, cards: Sequence[Card], letters: Mapping[str, str], seen: Card | None = None
) -> ExplainedHand:
    """Return a hand of three cards explained, with the bonuses of the given tables.

    Args:
        rules: the game.
        cards: the player's.
        letters: pay tables by wager.
        seen: the dealer's card that is face up, in a game where one is.

    Raises:
        RulesError: a card of the dealer's where none is seen, or none where one is.
        CardError: the dealer's card is one of the player's.
    """
    if (seen is not None) != bool(rules.file.deal.face_up):
        one_is = "one card of the dealer's is face up: say which"
        raise RulesError(("deal", "face_up"), "no card of the dealer's is seen" if seen else one_is)
    if seen is not None and seen in cards:
        raise CardError(f"{seen} cannot be the player's and the dealer's")
    game = base_game(rules, letters)
    index = _class_index(game, cards) if seen is None else _seen_index(game, cards, seen)
    matchup = game.matchups[index]
    level = matchup.hand.strength.level
    better = sum(strength.count for strength in rules.ranking.strengths[level + 1 :])
    values = {decision: game.expectation(index, decision) for decision in game.choices(index)}
    paid = [
        line
        for name in (*rules.bonuses, *rules.bets_by_table)
        for table in rules.tables[name].values()
        for line in lines_of_hand(rules, table, cards, matchup, seen)
    ]
    equal = matchup.hand.strength.count - 1
    gains = _gains(rules, letters, matchup)
    return ExplainedHand(
        rules, tuple(cards), letters, matchup, better, equal, values, tuple(paid), gains, seen
    )


def _gains(rules: Rules, letters: Mapping[str, str], matchup: Matchup) -> dict[str, tuple[Fraction, ...]]:
    """Return what each wager against the dealer nets in each case, the raise in units of its own stake."""
    tables = {name: rules.tables[name][letters[name]] for name in rules.by_table}
    paid = {name: paid_lines(rules, table, [matchup.hand])[0] for name, table in tables.items()}
    return {
        name: tuple(net_of(rules, name, case, tables, paid) for case in rules.cases)
        for name in rules.base_wagers
    }


def _class_index(game: BaseGame, cards: Sequence[Card]) -> int:
    ranking = game.rules.ranking
    level, pattern = ranking.strength(cards).level, suit_pattern(ranking, cards)
    deck = ranking.deck
    shown = {deck.suit_of[deck.index(card)] for card in cards}
    for index, matchup in enumerate(game.matchups):
        one = matchup.hand
        if one.strength.level == level and one.pattern is pattern and (one.suit is None or one.suit in shown):
            return index
    msg = f"no suit class holds {' '.join(map(str, cards))}"
    raise AssertionError(msg)


def _seen_index(game: BaseGame, cards: Sequence[Card], seen: Card) -> int:
    """Return the row of these cards beside a card of the dealer's."""
    deck, ranking = game.rules.deck, game.rules.ranking
    rank, suits = deck.ranks.index(seen.rank), len(deck.suits)
    level, pattern = ranking.strength(cards).level, suit_pattern(ranking, cards)
    own = sorted(
        (deck.ranks.index(card.rank), card.suit == seen.suit, sum(card.suit == one.suit for one in cards))
        for card in cards
    )
    shown = {deck.suit_of[deck.index(card)] for card in cards}
    for index, matchup in enumerate(game.matchups):
        one, known = matchup.hand, matchup.seen
        if one.strength.level != level or one.pattern is not pattern or known is None:
            continue
        if rank not in known.ranks or (one.suit is not None and one.suit not in shown):
            continue
        suit_of = [card % suits for card in one.hand]
        its = sorted(
            (
                card // suits,
                known.card is not None and card % suits == known.card % suits,
                suit_of.count(card % suits),
            )
            for card in one.hand
        )
        if known.card is None or its == own:
            return index
    msg = f"no class holds {' '.join(map(str, cards))} beside {seen}"
    raise AssertionError(msg)
