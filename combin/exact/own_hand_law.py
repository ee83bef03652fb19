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
    from collections.abc import Iterable, Iterator, Mapping

    from combin.cards.suit_classes import HandClass
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


def is_of_own_hand(rules: Rules, tables: Mapping[str, str], paid: Mapping[str, PayTable]) -> bool:
    """Tell whether the player's hand and decision settle each wager but the base wager.

    The arguments are those of `law_of_own_hand`.
    """
    return all(
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
    if strategy is not None and not paid:
        return Counter({(Pay(net),): count for net, count in strategy.distribution.outcomes})
    classes = list(_classes(rules, strategy))
    lines = {name: paid_lines(rules, table, [hand for hand, *_ in classes]) for name, table in paid.items()}
    lost = [name for name in paid if rules.bets[name].loses_on_fold]
    # Summed by numbers and texts, and turned into results at the end: those take their time to tell apart.
    counts: Counter[tuple[int, tuple[str | None, ...]]] = Counter()
    for place, (_, folded, nets) in enumerate(classes):
        texts = tuple(
            None if line is None or (folded and name in lost) else line.text
            for name, line in ((name, of[place]) for name, of in lines.items())
        )
        for net, count in nets:
            counts[net, texts] += count
    unit = 1 if strategy is None else strategy.game.unit
    pays = {name: {line.text: pay_of(table, line) for line in table.lines} for name, table in paid.items()}
    found: Counter[tuple[Pay, ...]] = Counter()
    for (net, texts), count in counts.items():
        results = {
            name: LOST if text is None else pays[name][text] for name, text in zip(paid, texts, strict=True)
        }
        results[rules.base] = Pay(Fraction(net, unit))
        found[tuple(results[name] for name in tables)] += count
    return +found


def _classes(
    rules: Rules, strategy: Strategy | None
) -> Iterator[tuple[HandClass, bool, Iterable[tuple[int, int]]]]:
    """Yield each class of hands, whether it folds, and the nets of the base wager with their deals."""
    if strategy is None:
        dealers = comb(len(rules.deck) - 3, 3)
        for hand in hand_classes(rules.ranking):
            yield hand, False, [(0, hand.weight * dealers)]
        return
    game = strategy.game
    for index, (situation, decision) in enumerate(zip(game.matchups, strategy.decisions, strict=True)):
        deals = [situation.weight * count for count in situation.counts]
        yield situation.hand, decision == FOLD, zip(game.nets(index, decision), deals, strict=True)
