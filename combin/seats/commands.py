"""The command about several seats of one table."""

from __future__ import annotations

from collections.abc import Mapping

from combin.cli import options
from combin.cli.options import Amount, Question, examples, field
from combin.cli.output import progress_bar, show


@examples(
    "combin table crown-melbourne --seats 7 --bet ante=10 --bet pair_plus=5",
    "combin table crown-melbourne --seats 5 --bet ante=25 --pace 50 --hours 6 --comp 30%",
)
class Table(Question):
    """Give what several seats with the same wagers come to.

    All seats play against one hand of the dealer's, from one deck: exact covariances of wagers in two seats,
    deviation and theoretical win of a round, an hour and a shift, what an hour costs a player, and the law of
    two seats together. Each seat plays without a look at the others. A meter that seats win together is
    divided as the rules say, and refused where they do not. With wagers on jackpot cards, which all seats
    share, that takes some seconds.
    """

    asks = "table"
    game: str = options.GAME
    stakes: Mapping[str, Amount] = options.BETS
    seats: int = field("N", "How many seats are taken.", default=options.NEEDED, least=1)
    pace: Amount | None = options.PACE
    hours: Amount | None = field("HOURS", "Hours of a shift; 8 by default.")
    comp: Amount | None = field("SHARE", "The part of an expected loss that comes back, such as 30%.")
    letters: options.Letters
    option: str | None = options.JACKPOT_TABLE
    meter: Amount | Mapping[str, Amount] | None = options.METER
    strategy: str | None = options.MIX_STRATEGY
    asked: options.Asked

    def run(self) -> None:
        with progress_bar("Two seats") as progress:
            view = self.answer(progress=progress).view(self.asked.digits)
        show(view, self.asked.form)
