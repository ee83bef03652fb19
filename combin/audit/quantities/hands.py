"""Quantities of the order of hands: categories, examples, which hand beats which, who qualifies."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Literal

from combin.audit.answer import Answer, Candidate, holds
from combin.audit.derivations import qualification_derivation
from combin.audit.printed import Text
from combin.audit.quantities.base import ranks_in
from combin.audit.subject import Claim
from combin.cards import JOKER, Card
from combin.handset import HandSet, HandSetError, parse_hand_set
from combin.ranking import Category
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.subject import Subject
    from combin.cards import Deck, Rank
    from combin.ranking import Ranking

__all__ = ["AceInStraights", "Comparison", "DealerQualifies", "ExampleHand", "OrderOfHands"]


_JOKERS = re.compile(r"\b(?:joker|jk)\b", re.IGNORECASE)


class OrderOfHands(Claim, frozen=True, kw_only=True, tag="order of hands"):
    """The categories from high to low, with ">" between; judged against how rare they are."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return the categories by rarity, under every reading."""
        written = [part.strip().casefold() for part in self.published.split(">")]
        unknown = [part for part in written if part not in set(Category)]
        if unknown:
            raise RulesError(("published",), f"{unknown[0]!r} is not a category ({', '.join(Category)})")
        candidates = []
        for variant in subject.variants:
            counts = variant.rules.ranking.counts
            rarest_first = sorted(counts, key=lambda category, counts=counts: counts[category])  # type: ignore[misc]
            true = written == rarest_first == list(variant.rules.ranking.order)
            candidates.append(Candidate(" > ".join(rarest_first), variant.conditions, true))
        counts = subject.rules.ranking.counts
        rising = " < ".join(f"{count:,}" for count in counts.values())
        return Answer(
            tuple(candidates),
            (f"The numbers of hands in the published order: {rising}.",),
            {"counts": rising},
        )


class ExampleHand(Claim, frozen=True, kw_only=True, tag="example hand"):
    """An example of a category: three ranks, and the suits that the document means by it.

    From a deck with jokers, "joker" may stand for a rank; the suits are then those of the other cards.
    """

    figure: ClassVar[bool] = False
    category: Category
    suits: Literal["one suit", "not one suit", "any"] | Text = "any"

    def answer(self, subject: Subject) -> Answer:
        """Return what the example is in every choice of suits that is meant."""
        ranking = subject.rules.ranking
        hands = _hands(self.published, self.suits, ranking.deck)
        found = Counter(ranking.strength(hand).category for hand in hands)
        if not found:
            raise RulesError(
                ("suits",), f"{self.suits!r} leaves no hand of {self.published} (one suit, not one suit, any)"
            )
        ways = sum(found.values())
        is_a = " or ".join(category.value for category in found)
        meant = {
            "any": "whatever the suits",
            "one suit": "all of one suit",
            "not one suit": "not all of one suit",
        }.get(self.suits, f"all {self.suits}")
        evidence = f"{ways} hand{'s' if ways > 1 else ''} with these ranks, {meant}: {_listed(found)}."
        return holds(is_a, evidence, true=set(found) == {self.category})


class Comparison(Claim, frozen=True, kw_only=True, tag="comparison"):
    """An example of a hand that beats another, both in the words for sets of hands."""

    figure: ClassVar[bool] = False
    better: Text
    worse: Text

    def answer(self, subject: Subject) -> Answer:
        """Return which of the two is stronger."""
        ranking = subject.rules.ranking
        better, worse = _hand_set(self.better, "better", ranking), _hand_set(self.worse, "worse", ranking)
        true = better.levels.start > worse.levels[-1]
        places = f"{self.better}: {_places(better, ranking)}; {self.worse}: {_places(worse, ranking)}"
        who = self.better if true else self.worse if worse.levels.start > better.levels[-1] else "neither"
        return holds(
            f"{who} is stronger", f"{places}, of {len(ranking.strengths)} from the weakest up.", true=true
        )


class AceInStraights(Claim, frozen=True, kw_only=True, tag="straights with an ace"):
    """The runs of three ranks that an ace may belong to: "3, 2, Ace and Ace, King, Queen"."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return the runs with an ace that the rule file has."""
        ranking = subject.rules.ranking
        deck = ranking.deck
        runs = ["-".join(str(deck.ranks[rank]) for rank in run) for run in ranking.sequences]
        with_ace = {frozenset(run.split("-")) for run in runs if "A" in run.split("-")}
        parts = re.split(r"\band\b|\bor\b|;", self.published)
        written = {frozenset(str(rank) for rank in _three_ranks(part, deck)) for part in parts}
        listed = ", ".join(reversed(runs))
        evidence = f"{len(runs)} runs of three ranks, the strongest first: {listed}."
        shown = " and ".join(run for run in reversed(runs) if "A" in run.split("-"))
        return holds(shown or "none", evidence, true=written == with_ace, runs=str(len(runs)))


class DealerQualifies(Claim, frozen=True, kw_only=True, tag="dealer qualifies"):
    """The weakest hand with which the dealer qualifies: "Queen high"."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return how many dealer hands qualify under the rule file."""
        rules = subject.rules
        hands = _hand_set(self.published.casefold().removesuffix(" or better"), "published", rules.ranking)
        qualifying, lines = qualification_derivation(rules)
        total = sum(strength.count for strength in rules.ranking.strengths)
        share = f"{qualifying:,} of {total:,} hands"
        return holds(
            f"{rules.file.dealer.qualifies}: {share}", *lines, true=hands.levels.start == rules.qualifies
        )


def _three_ranks(text: str, deck: Deck) -> tuple[Rank, ...]:
    found = ranks_in(text, deck)
    if len(found) != 3:
        raise RulesError(("published",), f"{text!r} is not three ranks")
    return found


def _hands(text: str, suits: str, deck: Deck) -> Iterator[tuple[Card, ...]]:
    """Yield all hands of three ranks, or of fewer and jokers, whose suits are as meant; of equal ones one."""
    others, jokers = _JOKERS.subn("", text) if deck.jokers else (text, 0)
    ranks = ranks_in(others, deck)
    if len(ranks) + jokers != 3:
        raise RulesError(("published",), f"{text!r} is not three ranks")
    kinds = [[Card(rank, suit) for suit in deck.suits] for rank in ranks] + [[JOKER]] * jokers
    told = set()
    for hand in product(*kinds):
        times = frozenset(Counter(hand).items())
        shown = {card.suit.name for card in hand if card != JOKER}
        meant = {"any": True, "one suit": len(shown) == 1, "not one suit": len(shown) > 1}
        if times in told or any(number > deck.number(card) for card, number in times):
            continue
        told.add(times)
        if meant.get(suits, shown == {suits}):
            yield hand


def _listed(found: Counter[Category]) -> str:
    total = sum(found.values())
    if len(found) == 1:
        return f"{next(iter(found)).value}{' each' if total > 1 else ''}"
    return ", ".join(f"{count} {category.value}" for category, count in found.items())


def _hand_set(text: str, place: str, ranking: Ranking) -> HandSet:
    try:
        return parse_hand_set(text, ranking)
    except HandSetError as error:
        raise RulesError((place,), str(error)) from None


def _places(hands: HandSet, ranking: Ranking) -> str:
    first, last = hands.levels.start + 1, hands.levels.stop
    count = sum(ranking.strengths[level].count for level in hands.levels)
    return f"strength {first}" + (f" to {last}" if last > first else "") + f", {count} hands"
