"""The parts of the player's guide about the order of hands and about how a round goes."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from combin.cards.decks import parse_deck
from combin.cards.suit_classes import hand_classes
from combin.formatting import capital
from combin.paper.faces import commonest, example
from combin.paper.poster_parts import Block, one_in
from combin.words.rules import (
    blind_says,
    deal_says,
    dealer_says,
    decision_says,
    deck_says,
    ranking_says,
    sides,
    wager_names,
)

if TYPE_CHECKING:
    from combin.cards.suit_classes import HandClass
    from combin.rules.resolved import Rules
    from combin.words.catalogue import Catalogue


def hands_block(rules: Rules, words: Catalogue) -> Block:
    """Return the order of hands, each with cards drawn and how often it comes."""
    ranking = rules.ranking
    total = sum(ranking.counts.values())
    classes = sorted(hand_classes(ranking), key=lambda hand: hand.strength.level, reverse=True)
    rows = []
    for category, group in groupby(classes, key=lambda hand: hand.strength.category):
        shown = example(_typical(list(group)), ranking)
        rows.append(
            {
                "name": capital(words.hand(category.value)),
                "cards": list(shown.cards),
                "alt": " ".join(f"{card['rank']}{card['glyph']}" for card in shown.cards),
                "often": one_in(ranking.counts[category], total, words, "guide.often_hands"),
            }
        )
    return {
        "kind": "hands",
        "heading": words("guide.heading_alone" if rules.alone else "guide.heading"),
        "beside": "",
        "rows": rows,
        "notes": list(ranking_says(rules, words)),
    }


def _typical(classes: list[HandClass]) -> HandClass:
    """Return a hand from among the commonest of a category, which comes high to low."""
    most = max(one.weight for one in classes)
    levels = list(dict.fromkeys(one.strength.level for one in classes if one.weight == most))
    middle = levels[len(levels) // 3]
    return commonest(one for one in classes if one.strength.level == middle)


MOST_NAMES = 6
"""Bets that a sentence names at most."""


def round_block(rules: Rules, words: Catalogue) -> Block:
    """Return how a round goes, in numbered steps."""
    standard, deck = parse_deck(), list(deck_says(rules, words))
    if (rules.deck.ranks, rules.deck.suits) == (standard.ranks, standard.suits):
        del deck[0]  # the cards that everybody knows
    steps = [_placed(rules, words), " ".join((*deck, *deal_says(rules, words)))]
    if rules.play:
        steps.append(" ".join((*decision_says(rules, words), *blind_says(rules, words))))
    if sides(rules):
        steps.append(words("round.show_both"))
    elif rules.qualifies:
        steps.append(words("round.show", qualifies=" ".join(dealer_says(rules, words))))
    elif not rules.alone:
        steps.append(words("round.show_always"))
    steps.append(words("round.settle"))
    return {"kind": "steps", "heading": words("round.heading"), "beside": "", "steps": steps}


def _placed(rules: Rules, words: Catalogue) -> str:
    """Return what is bet before the cards are dealt."""
    more = (*rules.comparisons, *rules.side_bets, *rules.jackpots)
    if not rules.play:
        names = wager_names(rules, (*rules.initial, *more))
        if len(names) > MOST_NAMES:
            return words("round.place_many")
        return words("round.place_some" if more else "round.place_any", wagers=words.any_of(names))
    initial = words.all_of(wager_names(rules, rules.initial))
    place = words("round.place_equals" if rules.equals else "round.place", wagers=initial)
    if len(more) > MOST_NAMES:
        return f"{place} {words('round.place_others')}"
    tied = [name for name in more if _only_beside(rules, name)]
    free = [name for name in more if name not in tied]
    said = [place]
    for key, group in (("round.place_free", free), ("round.place_more", tied)):
        if group:
            wagers = words.all_of(wager_names(rules, group))
            said.append(words(key, wagers=wagers, initial=initial))
    return " ".join(said)


def _only_beside(rules: Rules, name: str) -> bool:
    """Tell whether a bet may be placed only together with the main ones."""
    needs = rules.bets[name].needs
    return bool(needs) and set(needs) <= set(rules.base_wagers)
