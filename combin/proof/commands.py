"""The commands of other roads to the same figures: formulas, rounds played at random."""

from __future__ import annotations

from combin.cli import options
from combin.cli.options import OptionError, Question, argument, examples, field
from combin.cli.output import write
from combin.formats import Format


@examples(
    "combin formula crown-melbourne",
    "combin formula crown-melbourne pair_plus",
    "combin formula uk-including-blind prime --latex",
)
class Formula(Question):
    """Show counts, edges and values as formulas.

    Counts are formulas in ranks and suits; edges and values are linear forms in the pays, with exact
    coefficients: the change for one unit more.
    """

    asks = "formula"
    showing = ("latex",)
    game: str = options.GAME
    wager: str | None = argument(
        "[WAGER]",
        "The id of a wager, for the formulas of each of its tables; by default all wagers.",
        default=None,
    )
    letters: options.Letters
    latex: bool = field(None, "Write LaTeX (align* of amsmath) in place of tables.")
    asked: options.Asked

    def run(self) -> None:
        form = self.asked.form
        if self.latex and form is not Format.TABLE:
            raise OptionError(f"LaTeX is written in place of {form.value}", "--latex")
        if not self.latex:
            super().run()
            return
        from combin.proof.formulas import formulas_latex

        write(formulas_latex(self.answer()))


@examples(
    "combin simulate crown-melbourne",
    "combin simulate crown-melbourne --rounds 200000 --seed 7 --pair-plus F --table jackpot=2",
)
class Simulate(Question):
    """Simulate a game, and compare it with its exact figures.

    Mean net result of each wager, its exact expectation, the standard error of the mean, and the difference
    in standard errors. Rounds are settled without the exact engine, which gives only the player's decisions.
    The same seed gives the same figures on every machine.
    """

    asks = "simulate"
    doing = "Rounds played"
    even = True
    game: str = options.GAME
    rounds: int = field("N", "Number of rounds.", default=1_000_000, least=1, most=10**12)
    seed: int = field("SEED", "Seed of the random cards; another one deals other rounds.", default=1, least=0)
    letters: options.Letters
    strategy: str | None = options.STRATEGY
    strict: bool = field(None, "Exit with 1 if a mean is 4 standard errors from its exact value.")
    asked: options.Asked

    def run(self) -> int:
        answer = self.answer()
        self.asked.show(answer)
        return 1 if self.strict and not answer.agrees else 0
