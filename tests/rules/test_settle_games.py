"""Settlement beside a plain one and beside the engine, for games of any words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.cards.cards import Card
from combin.cards.suit_classes import by_suit, hand_classes
from combin.exact.base_game import BaseGame, base_game
from combin.exact.side_bets import comparison_bet, side_bet
from combin.rules.resolved import Rules
from combin.rules.settle import settle_hand
from tests.rules.plain import plain_nets
from tests.strategies import deals, games


def playable(rules: Rules, level: int) -> list[int | None]:
    """Return the decisions that a hand may take, None for a fold."""
    allowed = [multiple for multiple, least in rules.multiples.items() if level >= least]
    return [None, *allowed] if rules.play else [*allowed]


@pytest.mark.slow
@settings(max_examples=60)
@given(data=st.data())
def test_settlement_is_what_a_plain_reading_of_the_words_gives(data: st.DataObject) -> None:
    rules = data.draw(games())
    letters = {"pair_plus": data.draw(st.sampled_from("AB"))}
    player, dealer = data.draw(deals(rules))
    multiple = data.draw(st.sampled_from(playable(rules, rules.ranking.strength(player).level)))
    settled = settle_hand(rules, letters, player, dealer, multiple)
    plain = plain_nets(rules, letters, player, dealer, multiple)
    assert settled.keys() == plain.keys()
    for name in settled.keys() - {"prime"}:  # a bet on colours
        assert settled[name] == plain[name], name


def net_of(rules: Rules, settled: dict[str, Fraction]) -> Fraction:
    """Return what the base game nets in all."""
    names = (rules.base, *rules.equals, *([rules.play] if rules.play else []), *rules.bonuses)
    return sum((settled[name] for name in names), Fraction(0))


def by_case(game: BaseGame, index: int, multiple: int) -> Counter[Fraction]:
    """Return how many dealer hands bring which net, as the engine counts them."""
    counts: Counter[Fraction] = Counter()
    for net, count in zip(game.nets(index, multiple), game.matchups[index].counts, strict=True):
        counts[Fraction(net, game.unit)] += count
    return +counts


def dealer_hands(game: BaseGame, index: int, player: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Give the dealer's hands that are possible beside a hand and what is seen, once for each card seen."""
    deck, seen = game.rules.deck, game.matchups[index].seen
    left = [card for card in deck.cards if card not in player]
    if seen is None:
        yield from combinations(left, 3)
        return
    for card in left:
        if deck.ranks.index(card.rank) in seen.ranks and seen.card in (None, deck.cards.index(card)):
            for others in combinations([one for one in left if one != card], 2):
                yield (card, *others)


@pytest.mark.slow
@settings(max_examples=25)
@given(data=st.data())
def test_settlement_and_engine_agree_on_the_base_game_of_any_words(data: st.DataObject) -> None:
    rules = data.draw(games(most_cards=15))
    game = base_game(rules, dict.fromkeys(rules.base_tables, "A"))
    index = data.draw(st.integers(0, len(game.matchups) - 1))
    cards = rules.deck.cards
    player = [cards[card] for card in game.matchups[index].hand.cards]
    level = rules.ranking.strength(player).level
    assert [multiple or 0 for multiple in playable(rules, level)] == list(game.choices(index))
    for multiple in playable(rules, level):
        nets: Counter[Fraction] = Counter()
        for dealer in dealer_hands(game, index, player):
            settled = settle_hand(rules, {"pair_plus": "A"}, player, dealer, multiple)
            nets[net_of(rules, settled)] += 1
        total = sum((net * count for net, count in nets.items()), Fraction(0))
        assert nets == by_case(game, index, multiple or 0)
        assert total == Fraction(game.value(index, multiple or 0), game.unit)


@pytest.mark.slow
@settings(max_examples=8)
@given(data=st.data())
def test_settlement_and_engine_agree_on_the_side_bets_of_any_words(data: st.DataObject) -> None:
    rules = data.draw(games(most_cards=9, most_suits=3))
    letters = {"pair_plus": data.draw(st.sampled_from("AB"))}
    every = next((multiple for multiple, least in rules.multiples.items() if not least), None)
    folds = bool(rules.play) and (data.draw(st.booleans()) or every is None)
    nets: dict[str, Counter[Fraction]] = {name: Counter() for name in (*rules.side_bets, *rules.comparisons)}
    for player in combinations(rules.deck.cards, 3):
        for dealer in combinations([card for card in rules.deck.cards if card not in player], 3):
            settled = settle_hand(rules, letters, player, dealer, None if folds else every)
            for name, counter in nets.items():
                counter[settled[name]] += 1
    classes = hand_classes(rules.ranking)
    everything = frozenset(part.cards for one in classes for part in by_suit(one, rules.ranking))
    for name in rules.side_bets:
        lost = folds and rules.bets[name].on_fold != "stays"
        table = rules.tables[name][letters.get(name, "A")]
        found = side_bet(rules, table, everything if lost else frozenset())
        # A bet that looks at one hand only is settled alike against every other.
        times = sum(nets[name].values()) // found.total
        outcomes = {net: count * times for net, count in found.distribution.outcomes if count}
        assert nets[name] == outcomes, name
    for name in rules.comparisons:
        found = comparison_bet(rules, name, "A" if rules.bets[name].by_table else "")
        assert nets[name] == {net: count for net, count in found.distribution.outcomes if count}
