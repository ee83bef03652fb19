"""The parts of the player's guide about the order of hands and about how a round goes."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from combin.cards.cards import Joker
from combin.cards.decks import parse_deck
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.cards.suit_classes import hand_classes
from combin.exact.statement import ranks_in_words
from combin.paper.faces import commonest, example
from combin.paper.poster_parts import Block, capital, one_in, or_better, sides, wager_names
from combin.rules.bets import Whose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.cards.suit_classes import HandClass
    from combin.rules.resolved import Rules
    from combin.words.catalogue import Catalogue

__all__ = ["hands_block", "round_block"]

_ACE_LOW = {AceLow.LOWEST: "lowest", AceLow.SECOND: "second", AceLow.HIGHEST: "highest"}


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


MOST_NAMES = 6
"""Bets that a sentence names at most."""


def round_block(rules: Rules, words: Catalogue) -> Block:
    """Return how a round goes, in numbered steps."""
    steps = [_placed(rules, words), " ".join(_dealt(rules, words))]
    if rules.play:
        steps.append(_decision(rules, words))
    if sides(rules):
        steps.append(words("round.show_both"))
    elif not rules.alone:
        hand = or_better(rules.file.dealer.qualifies.removesuffix(" or better"), words)
        steps.append(words("round.show", hand=hand) if rules.qualifies else words("round.show_always"))
    steps.append(words("round.settle"))
    return {"kind": "steps", "heading": words("round.heading"), "beside": "", "steps": steps}


def _placed(rules: Rules, words: Catalogue) -> str:
    """Return what is bet before the cards are dealt."""
    more = (*rules.comparisons, *rules.side_bets, *rules.jackpots)
    if not rules.play:
        names = wager_names(rules, (*rules.initial, *more))
        if len(names) > MOST_NAMES:
            return words("round.place_many")
        return words("round.place_some" if more else "round.place_any", wagers=words.listed(names))
    initial = words.listed(wager_names(rules, rules.initial), "language.list_and")
    place = words("round.place_equals" if rules.equals else "round.place", wagers=initial)
    if len(more) > MOST_NAMES:
        return f"{place} {words('round.place_others')}"
    tied = [name for name in more if _only_beside(rules, name)]
    free = [name for name in more if name not in tied]
    said = [place]
    for key, group in (("round.place_free", free), ("round.place_more", tied)):
        if group:
            names = wager_names(rules, group)
            wagers = words.listed(names, "language.list_and")
            said.append(words(key, wagers=wagers, initial=initial))
    return " ".join(said)


def _only_beside(rules: Rules, name: str) -> bool:
    """Tell whether a bet may be placed only together with the main ones."""
    needs = rules.bets[name].needs
    return bool(needs) and set(needs) <= set(rules.base_wagers)


def _dealt(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield from what the cards are dealt, to whom, and which of them are seen."""
    deal, names = rules.file.deal, sides(rules)
    yield from _deck(rules, words)
    cards = words.small(deal.player)
    if names:
        yield words("round.deal_sides", first=names[0], second=names[1], cards=cards)
    else:
        yield words("round.deal_alone" if rules.alone else "round.deal", cards=cards)
    if rules.sees:
        groups = [ranks_in_words(sorted(group), rules.ranking) for group in rules.sees]
        yield words("round.see_group", groups=words.listed(groups))
    elif deal.face_up:
        yield words("round.see")
    shared = [
        name
        for name in (*rules.side_bets, *rules.jackpots)
        if rules.bets[name].hand is Whose.PLAYER_AND_JACKPOT
    ]
    if shared and deal.jackpot:
        wagers = words.listed(wager_names(rules, shared), "language.list_and")
        yield words("round.deal_more", cards=words.small(deal.jackpot), wagers=wagers)


def _deck(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield what is unusual about the deck."""
    deck = rules.deck
    ranks, suits, standard = deck.ranks, deck.suits, parse_deck()
    if (ranks, suits) != (standard.ranks, standard.suits):
        start = standard.ranks.index(ranks[0]) if ranks[0] in standard.ranks else 0
        run = standard.ranks[start : start + len(ranks)] == ranks
        yield words(
            "round.deck",
            cards=len(ranks) * len(suits),
            ranks=words.small(len(ranks)),
            run=words("round.run", lowest=ranks[0], highest=ranks[-1])
            if run
            else words.listed([str(rank) for rank in ranks], "language.list_and"),
            suits=words.small(len(suits)),
            names=words.listed([suit.name for suit in suits], "language.list_and"),
        )
    if deck.copies > 1:
        yield words("round.decks", decks=capital(words.small(deck.copies)))
    if deck.jokers:
        several = deck.jokers > 1
        yield words("round.jokers" if several else "round.joker", jokers=capital(words.small(deck.jokers)))


def _decision(rules: Rules, words: Catalogue) -> str:
    """Return what the player may do once the cards are dealt."""
    base, play = rules.wagers[rules.base].name, rules.wagers[rules.play].name
    times = [_times(rules, multiple, place, words) for place, multiple in enumerate(rules.multiples)]
    initial = words.listed(wager_names(rules, rules.initial), "language.list_and")
    said = words("round.decide", wagers=initial, play=play, times=words.listed(times))
    blind = rules.file.decision.blind
    if not blind.allowed:
        return said
    key = "round.blind_in_advance" if blind.play_in_advance else "round.blind"
    return f"{said} {words(key, play=play, base=base)}"


def _times(rules: Rules, multiple: int, place: int, words: Catalogue) -> str:
    """Return how large a Play bet may be, and with which hands."""
    key = "once" if multiple == 1 else "times" if place else "times_alone"
    times = words(f"round.{key}", base=rules.wagers[rules.base].name, multiple=words.small(multiple))
    if multiple not in rules.limited:
        return times
    hand = or_better(rules.limited[multiple].removesuffix(" or better"), words)
    return words("round.only_with", times=times, hand=hand)
