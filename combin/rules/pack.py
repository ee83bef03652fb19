"""A game dealt from another pack than its rules say: cards known to be dead, missing ones, doubled ones."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from combin.cards.cards import JOKER, Card, CardError, Deck, cards_in_words
from combin.cards.suit_classes import swaps
from combin.rules.errors import RulesError
from combin.rules.remember import remembered
from combin.rules.resolved import Rules
from combin.rules.tables import Inherited


@dataclass(frozen=True, slots=True)
class Pack:
    """What is odd about the pack that a game is dealt from, as people write cards: "As Kd".

    `dead` cards are out of it, and the player knows; `missing` ones are out and `doubled` ones in it once
    more, and nobody knows, so that the player plays as with a whole pack.
    """

    dead: str = ""
    missing: str = ""
    doubled: str = ""

    def of(self, rules: Rules) -> Rules:
        """Return the rules of a game with this pack in the place of theirs; its pay tables are the same.

        Tables that the pack does not fit are refused when they are asked for. What the player plays by is
        `Rules.believed`.

        >>> from combin.rules.load import load_rules
        >>> rules = Pack(dead="As Kd").of(load_rules("crown-melbourne"))
        >>> len(rules.deck), rules.file.title
        (50, 'Three Card Poker, Crown Melbourne, As Kd dead')

        Raises:
            CardError: what is written is no card of the deck, or not there so often.
            RulesError: too few cards are left, or a part of the game cannot do with such a pack.
        """
        return _of(rules, self)


@remembered
def _of(rules: Rules, pack: Pack) -> Rules:
    dead, missing, doubled = (rules.deck.parse(cards) for cards in (pack.dead, pack.missing, pack.doubled))
    if not dead + missing + doubled:
        return rules
    if both := [card for card in missing + doubled if card in dead]:
        raise CardError(f"{both[0]} is dead, and missing or doubled as well")
    known = rules
    if dead or rules.file.deal.face_up:  # what is seen is told of both packs in the same way
        known = _dealt_from(rules, _changed(rules.deck, dead), [(dead, "dead")])
    if not missing + doubled:
        return known
    deck = _changed(rules.deck, dead + missing, doubled)
    if dead and not set(swaps(deck)) <= set(swaps(known.deck)):
        suits = "suits are alike in the pack that are not to who knows the dead cards"
        raise CardError(f"{suits}; take the missing cards in other suits")
    odd = [(dead, "dead"), (missing, "missing"), (doubled, "doubled")]
    return _dealt_from(rules, deck, odd, known)


def _changed(deck: Deck, missing: tuple[Card, ...], doubled: tuple[Card, ...] = ()) -> Deck:
    """Return a deck without some cards and with others once more."""
    missing_cards, doubled_cards = (
        tuple(card for card in cards if card != JOKER) for cards in (missing, doubled)
    )
    jokers = deck.jokers - missing.count(JOKER) + doubled.count(JOKER)
    return replace(deck, jokers=jokers, missing=missing_cards, doubled=doubled_cards)


def _dealt_from(
    rules: Rules, deck: Deck, odd: list[tuple[tuple[Card, ...], str]], believed: Rules | None = None
) -> Rules:
    words = [f"{cards_in_words(cards)} {what}" for cards, what in odd if cards]
    file = msgspec.structs.replace(rules.file, title=", ".join((rules.file.title, *words)))
    every = frozenset((name, letter) for name, tables in file.pay_tables.items() for letter in tables)
    return Rules(file, None, Inherited(every, _as_it_is), deck, believed)


def _as_it_is(error: RulesError) -> RulesError:
    """Return an error in a table, which stands in no file of its own."""
    return error
