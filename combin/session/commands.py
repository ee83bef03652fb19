"""The commands about many rounds: one player's, and live tables watched."""

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
    """Give the law of many rounds with the same wagers.

    Mean and deviation of the total, its percentiles, the chance to be ahead, and how far the normal
    approximation is off; the bankroll that it takes. With a bankroll also the chance of ruin: that what is
    left no longer pays for all stakes and the highest raise. With a rebate on losses the best points to quit
    and what it costs the house. Chances are exact or lie between proven bounds; a meter stands still.
    """

    asks = "session"
    game: str = options.GAME
    stakes: Mapping[str, Amount] = options.BETS
    rounds: int = field("N", "How many rounds are played.", default=100, least=1)
    bankroll: Amount | None = field("AMOUNT", "What the player has at first.")
    goal: Amount | None = field("AMOUNT", "What he leaves with as soon as he has it.")
    rebate: Amount | None = field("SHARE", "The part of a loss that comes back, such as 10%.")
    losses: tuple[Amount, ...] = field(
        "AMOUNT", "How likely it is to lose so much or more; may be repeated.", "--loss"
    )
    letters: options.Letters
    terms: options.MixTerms
    dead: str = options.DEAD
    asked: options.Asked
    plot: str | None = field("KIND", "What is drawn: fan (the default), law or ruin.")
    output: Path | None = options.PLOT_OUTPUT

    def values(self) -> dict[str, Any]:
        """What is asked of a game."""
        return super().values() | {"digits": self.asked.digits}

    def run(self) -> None:
        options.refuse_plot(self.plot, self.output)
        answer = self.answer()
        write = partial(answer.write, plot=self.plot, digits=self.asked.digits)
        self.asked.tell(answer, self.output, write)


@examples(
    "combin monitor crown-melbourne log.csv --against pair_plus=D",
    "combin monitor crown-melbourne log.parquet --pair-plus F --plot TCP-1/pair_plus -o running.svg",
    "combin monitor crown-melbourne rounds.jsonl --format json",
)
class Monitor(Question):
    """Watch live tables: what came back beside what should.

    For each wager of each table the return, the exact chance that so many hands return as little or as much,
    bands of 95, 99 and 99.9%, and a correction for watching many. A hand counts by its own stake: what is
    staked over the hands of its row, or the row's "stake" where raises are in "staked" too; "won" is all that
    players were handed back, and "meter_share" the part of it that a meter paid. Bad rows are named on stderr
    and left out, and the exit code is 2.
    """

    asks = "monitor"
    doing = "Reading"
    game: str = options.GAME
    log: Path = argument(
        "FILE", "Rows of table, day, wager, hands, staked and won (.csv, .parquet), or rounds (.jsonl)."
    )
    against: tuple[str, ...] = field(
        "SETTING",
        "A wrong setting to test: pair_plus=D, that table in place of the right one; may be repeated.",
    )
    seats: int | None = field("N", "How many hands share a round at most; 1 by default.", least=1)
    letters: options.Letters
    strategy: str | None = options.STRATEGY
    strict: bool = field(None, "Stop at the first bad row.")
    asked: options.Asked
    plot: str | None = field("WAGER", "What is drawn: a wager over all tables, or TABLE/WAGER.")
    output: Path | None = options.PLOT_OUTPUT

    def run(self) -> int:
        options.refuse_plot(self.plot, self.output)
        answer = self.answer(on_bad_row=self._bad_row)
        write = partial(answer.write, plot=self.plot, digits=self.asked.digits)
        self.asked.tell(answer, self.output, write)
        return 2 if answer.log.bad else 0

    def _bad_row(self, error: RulesError) -> None:
        if self.strict:
            raise error
        fail(str(error))
