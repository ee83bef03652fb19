"""The commands about many rounds: sessions, and the monitoring of live tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combin.cli import options
from combin.cli.options import Amount, Question, argument, examples, field
from combin.cli.output import fail

if TYPE_CHECKING:
    from combin.rules.errors import RulesError


@examples(
    "combin session crown-melbourne --bet ante=10 --bet pair_plus=5 --rounds 400",
    "combin session crown-melbourne --bet ante=10 --rounds 400 --bankroll 500 --goal 1000",
    "combin session crown-melbourne --bet ante=10 --rebate 10%",
    "combin session crown-melbourne --bet ante=10 --rounds 100000 --loss 5000 --format json",
)
class Session(Question):
    """Compute the distribution of many rounds with the same wagers.

    Shows mean, standard deviation and percentiles of the total, the probability to be ahead, and the
    bankroll for a risk of ruin. With a bankroll, shows its risk of ruin: the rest no longer pays for all
    stakes and the highest raise. With a rebate on losses, shows the optimal stop-loss and win goal and
    the cost to the house. Probabilities are exact or have proven bounds; meters stay constant.
    """

    asks = "session"
    game: str = options.GAME
    stakes: Mapping[str, Amount] = options.BETS
    rounds: int = field("N", "Number of rounds.", default=100, least=1)
    bankroll: Amount | None = field("AMOUNT", "Initial bankroll.")
    goal: Amount | None = field("AMOUNT", "Amount at which the player leaves.")
    rebate: Amount | None = field("SHARE", "Share of a loss that is returned, such as 10%.")
    losses: tuple[Amount, ...] = field(
        "AMOUNT", "Loss for which to show the probability; may be repeated.", "--loss"
    )
    letters: options.Letters
    terms: options.MixTerms
    dead: str = options.DEAD
    asked: options.Asked
    plot: str | None = field("KIND", "Plot: fan (the default), law (the distribution) or ruin.")
    output: Path | None = options.PLOT_OUTPUT

    def values(self) -> dict[str, Any]:
        """The parameters of the session."""
        return super().values() | {"digits": self.asked.digits}

    def run(self) -> None:
        options.refuse_plot(self.plot, self.output)
        answer = self.answer()
        write = partial(answer.write, plot=self.plot, digits=self.asked.digits)
        self.asked.tell(answer, self.output, write)


@examples(
    "combin monitor crown-melbourne log.csv --against pair_plus=D",
    "combin monitor crown-melbourne log.parquet --pair-plus F",
    "combin monitor crown-melbourne rounds.jsonl --format json",
)
class Monitor(Question):
    """Compare the results of live tables with the rules.

    Shows for each wager of each table the return, its exact p-values, bands of 95, 99 and 99.9%, and a
    correction for multiple tests. "staked" is divided by the hands of a row, or a column "stake" has the
    initial stake where "staked" includes raises; "won" is the total returned to players, and
    "meter_share" the part paid by a meter. Bad rows are listed on stderr and ignored; the exit code is
    then 2.
    """

    asks = "monitor"
    doing = "Reading"
    game: str = options.GAME
    log: Path = argument(
        "FILE", "Rows of table, day, wager, hands, staked and won (.csv, .parquet), or rounds (.jsonl)."
    )
    against: tuple[str, ...] = field(
        "SETTING",
        "A wrong setting to test: pair_plus=D, a pay table in place of the right one; may be repeated.",
    )
    seats: int | None = field("N", "Most hands of one round; 1 by default.", least=1)
    letters: options.Letters
    strategy: str | None = options.STRATEGY
    strict: bool = field(None, "Stop at the first bad row.")
    asked: options.Asked

    def run(self) -> int:
        answer = self.answer(on_bad_row=self._bad_row)
        self.asked.show(answer)
        return 2 if answer.log.bad else 0

    def _bad_row(self, error: RulesError) -> None:
        if self.strict:
            raise error
        fail(str(error))
