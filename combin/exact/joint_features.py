"""What wagers look at beside the player's cards: his decision, the dealer's hand, the jackpot cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from combin.exact.fivecard_kinds import KindOutcomes
    from combin.rules.tables import PayTable

    Places = int | NDArray[np.signedinteger[Any]]


RESULTS = 3
"""Win, tie, lose, seen by the player."""

CASES = 2 * RESULTS
"""The results against a dealer who does not qualify, and then those against one who does."""

SAME, OTHER, MIXED = range(3)
"""The dealer's colours: all of the player's one, all of another one, or several."""

NOTHING = -1
"""The colour or category of cards that no wager looks at, or that have none."""

FOLDED = 0
"""The place of a fold among the decisions of a game; the multiples that may be played come behind it."""


@dataclass(frozen=True, slots=True)
class Features:
    """What some wagers look at beside the player's cards.

    `face_up` whether the player decides by a card of the dealer's, `compared` whether the hands are compared,
    `colours` those of the dealer. `dealer` are the tables about the dealer's hand. `six` whether the best
    five of both hands matter, and `royal` whether six cards of one suit are told apart among them; `five` are
    the categories (places in `CATEGORIES`) that matter of the player's hand with two jackpot cards. Where
    lines are finer than categories, the outcomes of `finer_six` and `finer_five` stand in their place.
    """

    face_up: bool
    compared: bool
    colours: bool
    dealer: tuple[PayTable, ...]
    six: bool
    royal: bool
    five: frozenset[int]
    finer_six: KindOutcomes | None = None
    finer_five: KindOutcomes | None = None

    @property
    def of_suits(self) -> tuple[PayTable, ...]:
        """The tables whose lines may name a suit that others make up with the player's cards, or have."""
        finer = (one.tables for one in (self.finer_six, self.finer_five) if one is not None)
        return (*self.dealer, *(table for tables in finer for table in tables))


@dataclass(frozen=True, slots=True)
class Context:
    """What lies around a hand of the player: of each aspect a value, or one for each of many deals.

    `decision` is the place of what the player does among the decisions of the game, `case` that of the result
    among the `CASES`, `colour` one of the dealer's colours beside a player's hand that has one, `kind` the
    place of the dealer's hand among the kinds that tables tell apart; `six` and `five` those of categories.
    """

    decision: Places
    case: Places = 0
    colour: Places = NOTHING
    kind: Places = 0
    six: Places = NOTHING
    five: Places = NOTHING
