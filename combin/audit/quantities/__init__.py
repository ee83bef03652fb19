"""The vocabulary of claims: a class for each quantity, with its parameters and how it is worked out.

A new quantity is a class in a module of this package and a line in `AnyClaim`.
"""

from __future__ import annotations

from typing import Any, get_args

from combin.audit.quantities import (
    decisions,
    document,
    edges,
    hands,
    jackpots,
    ties,
)
from combin.audit.subject import Claim
from combin.rules.spelling import convert

__all__ = ["AnyClaim", "claim_of", "vocabulary"]

AnyClaim = (
    # the deck and the deal, the order of hands
    hands.CardsInDeck
    | hands.RankOrder
    | hands.NumberOfHands
    | hands.Probability
    | hands.Seats
    | hands.OrderOfHands
    | hands.ExampleHand
    | hands.Comparison
    | hands.AceInStraights
    | hands.DealerQualifies
    # pays
    | hands.LineOfTable
    | hands.CaseOfWager
    | hands.PlayMultiple
    | hands.PaidHands
    | hands.OddsInChips
    | hands.ChoiceOfTables
    # edges and meanings
    | edges.HouseEdge
    | edges.Advantage
    | document.WhichReading
    | ties.SameHand
    | ties.FirstTwoCards
    | ties.CardsFromTheHighest
    | edges.FoldCost
    | edges.BlindHands
    | edges.EdgeOfMix
    | edges.ChangeOfEdge
    | edges.PartOfReturn
    # results and decisions
    | edges.StandardDeviation
    | edges.AverageWager
    | edges.ResultFrequency
    | edges.ResultCount
    | edges.NumberOfDeals
    | decisions.HandsDecided
    | decisions.HandsBetween
    | decisions.BestStrategy
    | decisions.ValueOfPlaying
    # jackpots
    | jackpots.IncrementRate
    | jackpots.TargetReturn
    | jackpots.OptionsApart
    | decisions.FoldLosesJackpot
    | jackpots.JackpotPrice
    | jackpots.EnvyBonus
    | jackpots.BreakEvenMeter
    | jackpots.EdgeAtMeter
    | jackpots.EffectOfMeter
    | jackpots.EffectOfPlayer
    | jackpots.PrizeFrequency
    | jackpots.StraightFlushOfFive
    | jackpots.SimultaneousFlushes
    | jackpots.PrizeShare
    # printed tables and formulas
    | document.Formula
    | document.FitOfTable
    | document.SumOfTables
    | document.OrderOfTable
    # the document itself
    | document.CrossReferences
    | document.Numbering
    | document.Wording
)
"""A claim of any quantity; the entry `quantity` says which."""


def claim_of(entries: dict[str, Any], place: tuple[str, ...] = ()) -> AnyClaim:
    """Return a claim of a file, at this place of it.

    Raises:
        RulesError: no such quantity, or one that does not have such an entry.
    """
    any_claim: Any = AnyClaim  # a union is no type that `convert` could name
    claim: AnyClaim = convert(entries, any_claim, place)
    return claim


def vocabulary() -> dict[str, tuple[tuple[str, ...], str]]:
    """The quantities that a claims file may name: the entries of its own that each has, and what it is.

    >>> vocabulary()["seats"]
    ((), 'How many players a table may have; judged against how many the deck can serve.')
    """
    shared = Claim.__struct_fields__
    return {
        kind.__struct_config__.tag: (
            tuple(name for name in kind.__struct_fields__ if name not in shared),
            (kind.__doc__ or "").partition("\n")[0].strip(),
        )
        for kind in get_args(AnyClaim)
    }
