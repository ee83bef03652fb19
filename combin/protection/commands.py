"""The commands of game protection: what knowledge of cards is worth."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from combin.cli import options
from combin.cli.options import Amount, Question, examples, field


@examples(
    "combin removal crown-melbourne",
    'combin removal crown-melbourne --set "As Kd" --set "Qs Qd Qh" --format json',
)
class Removal(Question):
    """Give the edge without each card of the deck.

    What the removal of each card does to the edge of each wager, exact, with best play; and how well a count
    that adds such effects up tells the edge without two cards, over all pairs, or without any set.
    """

    asks = "removal"
    game: str = options.GAME
    sets: tuple[str, ...] = field("CARDS", 'Cards out together: "As Kd"; may be repeated.', "--set")
    letters: options.Letters
    asked: options.Asked


@examples(
    "combin collusion crown-melbourne --seats 2", "combin collusion crown-melbourne --seats 2 --format json"
)
class Collusion(Question):
    """Give the edge when neighbours show their cards.

    The cards of 0, 1, ... other seats are known before the decision, and the best is made of them: with all
    cards of none, one and two; with the best simple signal, a count of high cards, of any number. All edges
    are exact.
    """

    asks = "collusion"
    doing = "Hands and sets of cards"
    game: str = options.GAME
    seats: int = field("N", "How many seats are taken.", default=7)
    stakes: Mapping[str, Amount] = field(
        "WAGER=AMOUNT",
        "What is staked, such as --bet ante=5 --bet jackpot=1: wagers that a fold loses as well.",
        "--bet",
    )
    option: str | None = options.JACKPOT_TABLE
    meter: Amount | Mapping[str, Amount] | None = options.METER
    exact: int | None = field(
        "N",
        "With all cards of how many neighbours: 1, or 2 (some ten seconds; the default in a deck of up to 52 "
        "cards).",
        least=1,
        most=2,
    )
    letters: options.BaseLetters
    asked: options.Asked

    def values(self) -> dict[str, Any]:
        """What is asked of a game."""
        return super().values() | {"stakes": self.stakes or None}


@examples(
    "combin protect crown-melbourne", "combin protect crown-melbourne --limit 500 --pace 60 -o protection.pdf"
)
class Protect(Question):
    """Give one report of all threats to a game.

    What it gains to see cards of the dealer's, whole or by the pattern of their backs, those of neighbours,
    or to know of a card that is out; an hour of it at a limit and a pace; how it shows, and what stops it.
    And what each irregularity of the rules is worth to a player who seeks it. All edges are exact.
    """

    asks = "protect"
    doing = "Neighbours' hands"
    game: str = options.GAME
    seats: int | None = field("N", "How many seats are taken.", least=1)
    limit: Amount | None = field("AMOUNT", "The highest initial wager; $100 by default.")
    pace: Amount | None = options.PACE
    letters: options.BaseLetters
    asked: options.Asked
    output: Path | None = options.output("FILE", "A report: .html, .pdf or .md.")

    def run(self) -> None:
        options.refuse_others(self.output)
        self.asked.tell(self.answer(), self.output)
