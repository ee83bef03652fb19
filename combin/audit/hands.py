"""Hands as documents speak of them: three cards of a ranking, or the best five of more."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from combin.audit.answer import UntrueError
from combin.cards.cards import CardError
from combin.cards.five_cards import FiveCardCategory
from combin.cards.hand_sets import HandSet, HandSetError, parse_hand_set
from combin.exact.fivecard_counts import category_counts
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.cards.cards import Deck, Rank
    from combin.cards.ranking import Ranking


_SAME = {
    "royal flush": "mini royal",
    "royal": "mini royal",
    "trips": "three of a kind",
    "nothing": "high card",
}
"""What documents of three-card games call a hand beside its words in rule files."""
_FORMS = (
    r"three (?:of a kind )?(?:of )?\w+",
    r"pair of \w+",
    r"any \w+",
    r"\w+[ -]high(?: .+)?",
    r"\w+-\w+(?:-\w+)?(?: .+)?",
)


def or_better(text: str) -> tuple[str, bool]:
    """Return the words for a hand, and whether all stronger hands are meant too.

    >>> or_better("A Straight or better"), or_better("A high")
    (('Straight', True), ('A high', False))
    """
    words = " ".join(text.split())
    bare = re.sub(r"(?: or (?:better|higher|above|stronger)|\+| and up)$", "", words, flags=re.IGNORECASE)
    return re.sub(r"^an? (?!high\b)(?=\w)", "", bare, flags=re.IGNORECASE), bare != words


def parted(text: str) -> list[str]:
    """Return the hands that a list names: "Straight Flush, Three of a Kind or Straight"."""
    parts = re.split(r",|;| and (?!up$)| or (?!better|higher|above|stronger)", text, flags=re.IGNORECASE)
    return [part.strip() for part in parts if part.strip()]


def ranks_in(text: str, deck: Deck) -> tuple[Rank, ...]:
    """Return the ranks that a published text names, as symbols or in words ("3, 2, Ace").

    Raises:
        UntrueError: a word is no rank of the deck.
    """
    names = {rank.name: rank.symbol for rank in deck.ranks}
    words = re.findall(r"[A-Za-z]+|\d+", text)
    try:
        return tuple(deck.rank(names.get(word.casefold(), word)) for word in words)
    except CardError as error:
        raise UntrueError(str(error)) from None


def three_card_hands(text: str, ranking: Ranking, place: str) -> HandSet:
    """Return the hands of three cards that the words of a claim name, "or better" left to the caller.

    Raises:
        UntrueError: this deck has no such hand, so that nothing said of it can be true.
        RulesError: the words name no hand of any deck.
    """
    words = " ".join(text.split()).casefold()
    # Cards are told as reports tell them, too: "pair of 10s with a 7".
    words = re.sub(r"pair of (\w+) with an? (\w+)", r"\1-\1-\2", words)
    try:
        return parse_hand_set(_SAME.get(words, words), ranking)
    except HandSetError as error:
        of_five = words in set(FiveCardCategory)
        if not of_five and not any(re.fullmatch(form, words) for form in _FORMS):
            raise RulesError((place,), str(error)) from None
        raise UntrueError(
            _what_it_is(words, ranking) or f"{text} is no hand of three cards of this deck"
        ) from None


def five_card_hands(text: str, place: str, *, better: bool) -> tuple[FiveCardCategory, ...]:
    """Return the categories of the best five cards that words name, with all above if that is meant.

    Raises:
        UntrueError: a hand of three cards that the best of five cannot be.
        RulesError: the words name no category.
    """
    order = tuple(FiveCardCategory)
    words = text.casefold()
    words = {"quads": "four of a kind", "trips": "three of a kind", "one pair": "pair"}.get(words, words)
    if words == "any hand":
        return order
    if words not in order:
        if words == "mini royal" or any(re.fullmatch(form, words) for form in _FORMS):
            raise UntrueError(f"{text} is no category of the best five cards")
        raise RulesError((place,), f"{text!r} is no hand of five cards ({', '.join(order)})")
    at = order.index(FiveCardCategory(words))
    return order[: at + 1] if better else order[at : at + 1]


@cache
def five_card_counts(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    """Return how many hands of so many cards have their best five in each category.

    Raises:
        ValueError: hands of so many cards are not counted.
    """
    return category_counts(deck, cards)


def _what_it_is(words: str, ranking: Ranking) -> str:
    """Return what three ranks are that are said to be of a category that they cannot be."""
    match = re.fullmatch(r"(\w+-\w+-\w+) (.+)", words)
    if match is None:
        return ""
    try:
        ranks = [parse_hand_set(f"pair of {rank}", ranking) for rank in match[1].split("-")]
    except HandSetError:
        return ""
    wanted = sorted(ranking.strengths[one.levels.start].ranks[0] for one in ranks)
    of_one_suit = match[2].endswith("flush") and len(set(wanted)) == 3
    strengths = (
        [ranking.strengths[ranking.level(wanted[0], wanted[1], wanted[2], 1)]]
        if of_one_suit
        else ranking.strengths
    )
    found = dict.fromkeys(one.category.value for one in strengths if sorted(one.ranks) == wanted)
    return f"{match[1].upper()} is never a {match[2]}; it is a {' or a '.join(found)}" if found else ""
