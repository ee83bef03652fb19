"""The commands of game protection: the value of knowing cards."""

from __future__ import annotations

from pathlib import Path

from combin.cli import options
from combin.cli.options import Amount, Question, examples, field


@examples("combin removal crown-melbourne", "combin removal crown-melbourne --format json")
class Removal(Question):
    """Compute the effects of removing cards from the deck.

    Shows the exact change of each wager's edge for each missing card, with optimal play, and the accuracy
    of a linear count: the edge without two cards, over all pairs.
    """

    asks = "removal"
    game: str = options.GAME
    letters: options.Letters
    asked: options.Asked


@examples(
    "combin collusion crown-melbourne --seats 2", "combin collusion crown-melbourne --seats 2 --format json"
)
class Collusion(Question):
    """Compute the house edge against colluding players.

    The cards of 0, 1, ... other seats are known before the decision: all cards of up to two seats, or the
    best simple signal, a count of high cards, of any number. All edges are exact.
    """

    asks = "collusion"
    doing = "Hands and sets of cards"
    game: str = options.GAME
    seats: int = field("N", "Number of occupied seats.", default=7)
    exact: int | None = field(
        "N",
        "Most players whose cards are all known: 1, or 2 (some seconds; the default up to 52 cards).",
        least=1,
        most=2,
    )
    letters: options.BaseLetters
    asked: options.Asked


@examples(
    "combin protect crown-melbourne", "combin protect crown-melbourne --limit 500 --pace 60 -o protection.pdf"
)
class Protect(Question):
    """Report all threats to a game.

    Shows the value of exposed dealer cards, of marked or asymmetric backs, of colluding players and of a
    known missing card, per hour at a limit and a pace, with indicators and countermeasures; then the
    value of each irregularity of the rules. All edges are exact.
    """

    asks = "protect"
    doing = "Hands of colluding players"
    game: str = options.GAME
    seats: int | None = field("N", "Number of occupied seats.", least=1)
    limit: Amount | None = field("AMOUNT", "Table maximum; $100 by default.")
    pace: Amount | None = options.PACE
    letters: options.BaseLetters
    asked: options.Asked
    output: Path | None = options.output("FILE", "A report: .html, .pdf or .md.")

    def run(self) -> None:
        options.refuse_others(self.output)
        self.asked.tell(self.answer(), self.output)
