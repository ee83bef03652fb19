"""The vocabulary of claims: a class for each quantity, with its parameters and how it is worked out.

A new quantity is a class in a module of this package and a line in `AnyClaim`.
"""

from __future__ import annotations

from typing import get_args

from combin.audit.quantities.decisions import (
    BestStrategy,
    FoldLosesJackpot,
    HandsBetween,
    HandsDecided,
    ValueOfPlaying,
)
from combin.audit.quantities.deck import CardsInDeck, NumberOfHands, Probability, RankOrder, Seats
from combin.audit.quantities.document import CrossReferences, Numbering, WhichReading, Wording
from combin.audit.quantities.edges import Advantage, BlindHands, FoldCost, HouseEdge
from combin.audit.quantities.formulas import FitOfTable, Formula, OrderOfTable, SumOfTables
from combin.audit.quantities.hands import (
    AceInStraights,
    Comparison,
    DealerQualifies,
    ExampleHand,
    OrderOfHands,
)
from combin.audit.quantities.increments import IncrementRate, OptionsApart, TargetReturn
from combin.audit.quantities.jackpots import (
    BreakEvenMeter,
    EdgeAtMeter,
    EffectOfMeter,
    EffectOfPlayer,
    EnvyBonus,
    JackpotPrice,
    PrizeFrequency,
    StraightFlushOfFive,
)
from combin.audit.quantities.pays import (
    CaseOfWager,
    ChoiceOfTables,
    LineOfTable,
    OddsInChips,
    PaidHands,
    PlayMultiple,
)
from combin.audit.quantities.results import (
    AverageWager,
    ChangeOfEdge,
    EdgeOfMix,
    NumberOfDeals,
    PartOfReturn,
    ResultCount,
    ResultFrequency,
    StandardDeviation,
)
from combin.audit.quantities.ties import CardsFromTheHighest, FirstTwoCards, SameHand
from combin.audit.quantities.winners import PrizeShare, SimultaneousFlushes

__all__ = ["AnyClaim", "vocabulary"]

AnyClaim = (
    # the deck and the deal
    CardsInDeck
    | RankOrder
    | NumberOfHands
    | Probability
    | Seats
    # the order of hands
    | OrderOfHands
    | ExampleHand
    | Comparison
    | AceInStraights
    | DealerQualifies
    # pays
    | LineOfTable
    | CaseOfWager
    | PlayMultiple
    | PaidHands
    | OddsInChips
    | ChoiceOfTables
    # edges and meanings
    | HouseEdge
    | Advantage
    | WhichReading
    | SameHand
    | FirstTwoCards
    | CardsFromTheHighest
    | FoldCost
    | BlindHands
    | EdgeOfMix
    | ChangeOfEdge
    | PartOfReturn
    # results and decisions
    | StandardDeviation
    | AverageWager
    | ResultFrequency
    | ResultCount
    | NumberOfDeals
    | HandsDecided
    | HandsBetween
    | BestStrategy
    | ValueOfPlaying
    # jackpots
    | IncrementRate
    | TargetReturn
    | OptionsApart
    | FoldLosesJackpot
    | JackpotPrice
    | EnvyBonus
    | BreakEvenMeter
    | EdgeAtMeter
    | EffectOfMeter
    | EffectOfPlayer
    | PrizeFrequency
    | StraightFlushOfFive
    | SimultaneousFlushes
    | PrizeShare
    # printed tables and formulas
    | Formula
    | FitOfTable
    | SumOfTables
    | OrderOfTable
    # the document itself
    | CrossReferences
    | Numbering
    | Wording
)
"""A claim of any quantity; the entry `quantity` says which."""


def vocabulary() -> dict[str, str]:
    """Return the quantities that a claims file may name, with what each is.

    >>> vocabulary()["house advantage"]
    'That the house has an advantage in every wager under every choice of tables.'
    """
    return {
        kind.__struct_config__.tag: (kind.__doc__ or "").partition("\n")[0].strip()
        for kind in get_args(AnyClaim)
    }
