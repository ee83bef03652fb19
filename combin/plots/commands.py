"""The command that draws a plot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from combin.cli import options
from combin.cli.options import OptionError, Question, argument, examples, field
from combin.cli.output import tell, write
from combin.plots import PlotKind


@examples(
    "combin plot crown-melbourne outcomes --wager pair_plus -o outcomes.svg",
    "combin plot crown-melbourne play-value -o play-value.png",
    "combin plot crown-melbourne sensitivity -o tornado.pdf",
)
class Plot(Question):
    """Draw a plot of a game as SVG, PNG or PDF.

    Outcomes: probability of each result. Play-value: EV of playing each hand, with that of a fold. By-card:
    EV of playing over a fold, by exposed dealer card. Sensitivity: effect of rules on the house edge.
    Meter-density, royal-prize: distribution of the meter in the long run, and of its largest prize.
    Folding, price: return of a jackpot wager by its size or its price.
    """

    asks = "plot"
    game: str = options.GAME
    kind: str = argument(
        "KIND",
        f"One of {', '.join(PlotKind)}.",
        complete=lambda incomplete: [kind for kind in PlotKind if kind.startswith(incomplete)],
    )
    wager: str | None = field("WAGER", "For outcomes and sensitivity: a wager by its id.")
    letters: options.Letters
    reading: Mapping[str, str] = options.READING
    output: Path | None = options.output("FILE", "A file: .svg, .png or .pdf; else SVG to stdout.")

    def run(self) -> None:
        from combin.rules.errors import nearest

        kinds = tuple(PlotKind)
        if self.kind not in kinds:
            raise OptionError(f"no plot of {self.kind!r}; {nearest(self.kind, kinds)}", "KIND")
        drawing = self.answer()
        if self.output is None:
            write(drawing.to_svg())
        else:
            drawing.write(self.output)
            tell(self.output, f": {drawing.description}")
