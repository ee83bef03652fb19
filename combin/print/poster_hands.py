"""The part of the player's guide about the hands: their order with cards drawn, and which is higher."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from combin.cards.cards import Joker
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.print.faces import commonest, example
from combin.print.poster_parts import Block, capital, one_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.cards.suit_classes import HandClass
    from combin.print.catalogue import Catalogue
    from combin.rules.resolved import Rules

__all__ = ["hands_block"]

_ACE_LOW = {AceLow.LOWEST: "lowest", AceLow.SECOND: "second", AceLow.HIGHEST: "highest"}


def hands_block(rules: Rules, words: Catalogue) -> Block:
    """Return the order of hands, each with cards drawn and how often it comes."""
    from combin.cards.suit_classes import hand_classes

    ranking = rules.ranking
    total = sum(ranking.counts.values())
    classes = sorted(hand_classes(ranking), key=lambda one: one.strength.level, reverse=True)
    rows = []
    for category, group in groupby(classes, key=lambda one: one.strength.category):
        shown = example(_typical(list(group)), ranking)
        rows.append(
            {
                "name": capital(words.hand(category.value)),
                "cards": list(shown.cards),
                "alt": " ".join(f"{card['rank']}{card['glyph']}" for card in shown.cards),
                "often": one_in(ranking.counts[category], total, words, "hands.often_hands"),
            }
        )
    return {
        "kind": "hands",
        "heading": words("hands.heading_alone" if rules.alone else "hands.heading"),
        "beside": "",
        "rows": rows,
        "notes": list(_notes(rules, words)),
    }


def _notes(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield which hands count as what, and how two of one kind compare."""
    ranks, low = rules.deck.ranks, rules.ranking.ace_low
    if ranks[-1].symbol == "A" and len(ranks) > 3:
        run = f"{ranks[-1]}-{ranks[0]}-{ranks[1]}"
        if low not in _ACE_LOW:
            yield words("hands.ace_none", run=run)
        elif rules.alone:
            yield words("hands.ace_straight", run=run)
        else:
            yield words("hands.ace_low", run=run, place=words(f"hands.{_ACE_LOW[low]}"))
    if rules.ranking.straight_suits is StraightSuits.THREE:
        yield words("hands.straight_suits")
    if rules.deck.copies > 1 and _flush_beats_pair(rules.ranking.order):
        yield words("hands.paired_flush")
    if rules.deck.jokers:
        wild = rules.deck.joker is Joker.WILD
        yield words("hands.joker" if wild else "hands.joker_limited")
    if not rules.alone:
        yield words("hands.same_kind")


def _flush_beats_pair(order: Sequence[Category]) -> bool:
    return order.index(Category.FLUSH) < order.index(Category.PAIR)


def _typical(classes: list[HandClass]) -> HandClass:
    """Return a hand from among the commonest of a category, which comes high to low."""
    most = max(one.weight for one in classes)
    levels = list(dict.fromkeys(one.strength.level for one in classes if one.weight == most))
    middle = levels[len(levels) // 3]
    return commonest(one for one in classes if one.strength.level == middle)
