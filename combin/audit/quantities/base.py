"""What every claim has: where it stands, what it says, and how it is compared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec

from combin.cards import CardError, Deck, Rank
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.audit.answer import Answer
    from combin.audit.subject import Subject
    from combin.exact.base_game import BaseGame
    from combin.exact.strategy import Strategy

__all__ = [
    "Claim",
    "ClaimId",
    "CompareName",
    "FindingText",
    "Place",
    "StrategyEntry",
    "Text",
    "WeightName",
    "as_written",
    "ranks_in",
]

Text = Annotated[str, msgspec.Meta(min_length=1)]
ClaimId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]*$", max_length=80)]
Place = Annotated[str, msgspec.Meta(min_length=1, description="rule number, table or place in the document")]
CompareName = Literal["exact", "rounded", "at most", "at least"]
VerdictName = Literal[
    "cut off, not rounded",
    "differs",
    "true only under a stated reading",
    "cannot occur",
    "inconsistent",
    "not checkable",
]
FindingText = str | dict[VerdictName, str]
WeightName = Literal["money", "meaning", "form", "none"]


StrategyEntry = str | dict[str, Any]
"""A strategy as claims write it: in words ("Q-6-4", "always play"), or the entries of a strategy file."""


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="quantity"):
    """A claim of a document about one quantity; each quantity is a class that knows how to work it out.

    `says` is the claim in our words, `published` the text that is judged. `compare` is "rounded" by default
    where digits behind a point or a per cent sign are printed, else "exact". `finding` replaces the sentence
    in the list of findings, for any verdict that makes one but "differs", or for each verdict by its name; it
    may quote {published}, {exact}, {reason}, {difference} and the facts of the quantity.
    `weight` orders the findings: what moves money, what is unclear, what is only form; "none" makes a finding
    only of a figure that differs.
    """

    figure: ClassVar[bool] = True
    """Whether `published` must be a figure that can be compared with a number."""

    id: ClaimId
    place: Place
    says: Text
    section: str = ""
    published: str = ""
    compare: CompareName | None = None
    finding: FindingText = ""
    weight: WeightName = "meaning"

    def answer(self, subject: Subject) -> Answer:
        """Return the exact value, with its evidence."""
        raise NotImplementedError


def as_written(strategy: StrategyEntry, game: BaseGame) -> Strategy:
    """Return a strategy that a claim names in words or writes out.

    Raises:
        RulesError: the words name no strategy, or an entry says something that it may not.
    """
    from combin.exact.named import named_strategy, written_strategy

    if isinstance(strategy, str):
        return named_strategy(strategy, game)
    try:
        return written_strategy(strategy, "as published", game)
    except RulesError as error:
        raise RulesError(("strategy", *error.place), error.problem) from None


def ranks_in(text: str, deck: Deck) -> tuple[Rank, ...]:
    """Return the ranks that a published text names, as symbols or in words ("3, 2, Ace").

    Raises:
        RulesError: a word is no rank of the deck.
    """
    names = {rank.name: rank.symbol for rank in deck.ranks}
    words = re.findall(r"[A-Za-z]+|\d+", text)
    try:
        return tuple(deck.rank(names.get(word.casefold(), word)) for word in words)
    except CardError as error:
        raise RulesError(("published",), str(error)) from None
