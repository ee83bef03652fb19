"""The joint law of the base game and bets on the player's own cards: the plain road, without arrays."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.cards.suit_classes import hand_classes
from combin.exact.base_game import FOLD
from combin.exact.pay_lines import about_colours, names_suit, paid_lines
from combin.exact.pays import LOST, Pay, pay_of
from combin.rules.bets import Kind, Whose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.cards.suit_classes import HandClass
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


def is_of_own_hand(
    rules: Rules, tables: Mapping[str, str], paid: Mapping[str, PayTable], strategy: Strategy | None
) -> bool:
    """Tell whether the player's hand and decision settle each wager but the base wager.

    The arguments are those of `law_of_own_hand`.
    """
    return (strategy is None or not strategy.seen) and all(
        name == rules.base
        or (
            name in paid
            and rules.bets[name].kind is Kind.PAY_TABLE
            and rules.bets[name].hand is Whose.PLAYER
            and not rules.bets[name].versus_dealer
            and not about_colours(paid[name])
            and not names_suit(paid[name])
        )
        for name in tables
    )


def law_of_own_hand(
    rules: Rules, tables: Mapping[str, str], paid: Mapping[str, PayTable], strategy: Strategy | None
) -> Counter[tuple[Pay, ...]]:
    """Return how many deals have each combination of results, where `is_of_own_hand`.

    Args:
        rules: the game.
        tables: the wagers, in the order of the results.
        paid: the pay tables of those beside the base wager.
        strategy: how the player plays; None without a base wager.
    """
    counts: Counter[tuple[Pay, ...]] = Counter()
    rows = list(_by_class(rules, strategy))
    hands = [hand for hand, _, _ in rows]
    of_bets = {name: _results(rules, table, hands) for name, table in paid.items()}
    for place, (_, folded, cases) in enumerate(rows):
        own = {
            name: LOST if folded and rules.bets[name].loses_on_fold else results[place]
            for name, results in of_bets.items()
        }
        for base, count in cases.items():
            counts[tuple(base if name == rules.base else own[name] for name in tables)] += count
    return counts


def _by_class(rules: Rules, strategy: Strategy | None) -> Iterator[tuple[HandClass, bool, Counter[Pay]]]:
    """Yield each class of hands, whether it folds, and how many deals have each result of the base wager."""
    if strategy is None:
        dealers = comb(len(rules.deck) - 3, 3)
        for hand in hand_classes(rules.ranking):
            yield hand, False, Counter({LOST: hand.weight * dealers})
        return
    game = strategy.game
    pays: dict[int, Pay] = {}
    for index, (situation, decision) in enumerate(zip(game.matchups, strategy.decisions, strict=True)):
        cases: Counter[Pay] = Counter()
        for net, count in zip(game.nets(index, decision), situation.counts, strict=True):
            if count:
                cases[pays.setdefault(net, Pay(Fraction(net, game.unit)))] += situation.weight * count
        yield situation.hand, decision == FOLD, cases


def _results(rules: Rules, table: PayTable, hands: Sequence[HandClass]) -> list[Pay]:
    """Return what a table nets with each class of hands."""
    pays = {line.text: pay_of(table, line) for line in table.lines}
    return [LOST if line is None else pays[line.text] for line in paid_lines(rules, table, hands)]
