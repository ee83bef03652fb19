"""Brute force beside the exact engine: hand by hand, and every count."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from combin.cards.cards import Deck
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.base_game import BaseGame
from combin.exact.matchups import Matchups
from combin.rules.resolved import Rules
from tests.brute import BruteForce, Deals, brute_force, count_deals


def compare(
    rules: Rules, *strategies: str, chosen: Mapping[str, str] | None = None
) -> list[tuple[Analysis, BruteForce]]:
    """Assert that engine and brute force agree on every choice of tables, and return both.

    `chosen` are the tables of some wagers, where not all are to be gone through. Strategies other than the
    optimal one are compared under the last choice of tables.
    """
    deals = count_deals(rules)
    tables = choices(rules, chosen or {})
    both = []
    rows: dict[Matchups, NDArray[np.int64]] = {}
    for strategy in (None, *strategies):
        for analysis in analyse(rules, tables if strategy is None else tables[-1:], strategy):
            matchups = analysis.game.matchups
            if matchups not in rows:
                rows[matchups] = rows_of_situations(analysis.game, deals)
            decisions = np.array(analysis.strategy.decisions)[rows[matchups]]
            brute = brute_force(
                rules, analysis.letters, deals=deals, decisions=None if strategy is None else decisions
            )
            if strategy is None:
                same_situations(analysis, brute, rows[matchups])
            same_counts(analysis, brute)
            both.append((analysis, brute))
    return both


def same_situations(analysis: Analysis, brute: BruteForce, rows: NDArray[np.int64]) -> None:
    """Assert that each hand, with what is seen, meets the same dealer hands, values and decisions."""
    game, can_be = analysis.game, brute.deals.situations > 0
    rows = rows[can_be]
    assert np.array_equal(np.array([one.counts for one in game.matchups])[rows], brute.deals.cases[can_be])
    assert np.array_equal(np.array(analysis.strategy.decisions)[rows], brute.decisions[can_be])
    allowed = [game.choices(index) for index in range(len(game.matchups))]
    assert set(brute.choices) >= {choice for choices in allowed for choice in choices}
    for column, choice in enumerate(brute.choices):
        here = np.array([choice in choices for choices in allowed])[rows]
        values = [
            game.value(index, choice) if choice in choices else 0 for index, choices in enumerate(allowed)
        ]
        kind = object if len(rows) < 100_000 else np.int64  # in games of so many rows products are small
        found = brute.values[can_be][here, column].astype(kind)
        assert np.array_equal(np.array(values, kind)[rows[here]] * brute.unit, found * game.unit)


def same_counts(analysis: Analysis, brute: BruteForce) -> None:
    """Assert that each wager has each net in as many of all deals, and so on."""
    rules = analysis.rules
    on_more_cards = {name for name in rules.side_bets if rules.bets[name].more_cards}
    assert analysis.wagers.keys() - on_more_cards == brute.outcomes.keys()
    for name in brute.outcomes:
        exact = analysis.wagers[name]
        deals_each = Fraction(brute.deals.total, exact.total)  # the engine counts some bets over hands alone
        assert {net: count * deals_each for net, count in exact.outcomes} == brute.outcomes[name], name
    assert analysis.wagers[rules.base].staked * analysis.alike == brute.staked
    assert analysis.strategy.hands_played == brute.hands_played
    assert analysis.strategy.by_category == brute.by_category


def rows_of_situations(game: BaseGame, deals: Deals) -> NDArray[np.int64]:
    """Return (hands x seen) the place among the matchups of a game of each hand with what is seen.

    Matchups that cannot be have some place as well.
    """
    deck, whole_card = game.rules.deck, bool(game.rules.file.deal.face_up) and not game.rules.sees
    split = any(one.hand.suit is not None for one in game.matchups)
    hands = np.array([one.hand.cards for one in game.matchups])
    seen = [one.seen for one in game.matchups]
    cards = np.array([-1 if one is None or one.card is None else one.card for one in seen])
    groups = np.array([0 if one is None or whole_card else one.group for one in seen])
    known = _keys(hands, cards, groups, deck, split=split)
    found, first, same = np.unique(known, return_index=True, return_inverse=True)
    for one, other in zip(game.matchups, first[same].tolist(), strict=True):
        assert one.counts == game.matchups[other].counts  # the engine may tell apart what is the same
    columns = []
    for column in range(deals.situations.shape[1]):
        card, group = (column, 0) if whole_card else (-1, column)
        every = np.ones(len(deals.hands), np.int64)
        keys = _keys(deals.hands.cards, card * every, group * every, deck, split=split)
        places = np.minimum(np.searchsorted(found, keys), len(found) - 1)
        assert (found[places] == keys)[deals.situations[:, column] > 0].all()
        columns.append(first[places])
    return np.stack(columns, axis=1)


def _keys(
    hands: NDArray[np.int64], cards: NDArray[np.int64], groups: NDArray[np.int64], deck: Deck, *, split: bool
) -> NDArray[np.int64]:
    """Return the same number for hands, with a card seen or none, that differ only by which suit is which.

    With `split` hands of one suit differ by that suit.
    """
    ranks, suits = np.array(deck.rank_of), np.array(deck.suit_of)
    columns = hands.shape[1] + 1
    best = np.full(len(hands), columns**columns)
    for order in permutations(range(hands.shape[1])):
        held = hands[:, order]
        shown = np.concatenate([suits[held], np.where(cards < 0, -1, suits[cards])[:, None]], axis=1)
        renamed = [np.argmax(shown == shown[:, [place]], axis=1) for place in range(columns)]
        descending = (np.diff(ranks[held], axis=1) <= 0).all(axis=1)
        code = np.stack(renamed, axis=1) @ columns ** np.arange(columns)
        best = np.where(descending, np.minimum(best, code), best)
    first = suits[hands].min(axis=1)  # a joker's is above all
    one_suit = ((suits[hands] == first[:, None]) | (suits[hands] == len(deck.suits))).all(axis=1)
    own = np.where(one_suit & split, first, -1)
    seen = np.where(cards < 0, -1, ranks[cards])
    key = best
    for column in (*np.sort(ranks[hands], axis=1).T, own + 1, seen + 1, groups):
        key = key * 20 + column
    return key
