"""The command about several seats of one table."""

from __future__ import annotations

from collections.abc import Mapping

from combin.cli import options
from combin.cli.options import Amount, Question, examples, field
from combin.cli.output import show


@examples(
    "combin table crown-melbourne --seats 7 --bet ante=10 --bet pair_plus=5",
    "combin table crown-melbourne --seats 5 --bet ante=25 --pace 50 --hours 6 --comp 30%",
)
class Table(Question):
    """Compute the results of several seats with the same wagers.

    All seats play against one dealer hand from one deck. Shows exact covariances of wagers in two seats,
    standard deviation and theoretical win of a round, an hour and a shift, the expected loss per seat,
    and the net of two seats. Players do not see each other's cards. A meter won by several seats is
    divided as the rules say. Wagers on jackpot cards, which all seats share, take some seconds.
    """

    asks = "table"
    doing = "Two seats"
    game: str = options.GAME
    stakes: Mapping[str, Amount] = options.BETS
    seats: int = field("N", "Number of occupied seats.", default=options.NEEDED, least=1)
    pace: Amount | None = options.PACE
    hours: Amount | None = field("HOURS", "Hours of a shift; 8 by default.")
    comp: Amount | None = field("SHARE", "Comps as a share of the theoretical win, such as 30%.")
    letters: options.Letters
    option: str | None = options.JACKPOT_TABLE
    meter: Amount | Mapping[str, Amount] | None = options.METER
    strategy: str | None = options.MIX_STRATEGY
    asked: options.Asked

    def run(self) -> None:
        show(self.answer().view(self.asked.digits), self.asked.form)
