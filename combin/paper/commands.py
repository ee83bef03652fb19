"""The commands that print strategies and posters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from combin.cli import options
from combin.cli.options import Amount, Question, examples, field
from combin.cli.output import show, tell
from combin.formats import Format, Paper, PosterPaper, Size

CMYK = field(None, "Colours for a printing press in .pdf: cyan, magenta, yellow and black ink.")
DRAWING = options.output("FILE", "Where to write: .pdf, .svg or .png.", default=options.NEEDED, read=None)
LOCAL_RANKS = field(None, "Court cards with the letters of the language: in French V, D and R.")


@examples(
    "combin print strategy crown-melbourne",
    "combin print strategy crown-melbourne -o card.pdf --four-colour",
    "combin print strategy crown-melbourne -o cards.pdf --sheet a4",
    "combin print strategy crown-melbourne -o sheet.pdf --size a4 --option 2",
)
class PrintedStrategy(Question):
    """Print the optimal strategy: on a card, on a sheet, or as text.

    With close calls, the cost of simpler rules, the house edge, and the pays and rules for which it is valid.
    A card has a front and a back: two pages, or two files of .svg or .png.
    """

    asks = "printed_strategy"
    showing = ("size", "sheet", "crop_marks", "four_colour", "cmyk")
    game: str = options.GAME
    output: Path | None = options.output(
        "FILE", "Where to write: .pdf, .svg, .png or .txt. Without it the text is shown."
    )
    size: Size | None = field("SIZE", "wallet (85.6 by 54 mm, the default), a4 or letter.")
    sheet: Paper | None = field(
        "PAPER",
        "Cards for the wallet, as many as a sheet of a4 or letter holds. To print both sides, turn it over "
        "its long edge.",
    )
    crop_marks: bool | None = field(
        None, "Marks to cut cards along; by default on a sheet of them.", "--crop-marks/--no-crop-marks"
    )
    four_colour: bool = field(None, "A colour for each suit.")
    cmyk: bool = CMYK
    letters: options.BaseLetters
    option: tuple[str, ...] = field("OPTION", "A pay table of the jackpot; may be repeated. By default all.")
    stake: Amount | None = field("AMOUNT", "The price of the jackpot wager; by default the $1 of its seeds.")
    meter: Amount | None = field("AMOUNT", "The jackpot's meter; by default at its seed.")
    language: str | None = options.LANGUAGE
    local_ranks: bool = LOCAL_RANKS
    printed: options.PrintOptions

    def values(self) -> dict[str, Any]:
        """What is asked of a game."""
        values = super().values()
        return values | {"options": values.pop("option") or None}

    def run(self) -> None:
        game = self.load()
        if not game.rules.jackpots:
            self.refuse(f"{game.rules.file.id} has no progressive wager", "stake", "meter")
        strategy = self.answer(game)
        if self.output is None or self.output.suffix.casefold() == ".txt":
            self.refuse("the text has no pages", *self.showing)
        if self.output is None:
            show(strategy.view(), Format.TABLE)
            return
        if self.size not in {None, Size.WALLET}:
            self.refuse("goes with cards, not with --size a4 or letter", "sheet", "crop_marks")
        layout: dict[str, Any] = {"sheet": self.sheet, "crop_marks": self.crop_marks, "cmyk": self.cmyk}
        layout |= {"four_colours": self.four_colour, "font": self.printed.font}
        for file in strategy.write(self.output, size=self.size or Size.WALLET, **layout):
            tell(file)


@examples(
    "combin print poster uk-including-blind -o poster.pdf",
    "combin print poster crown-melbourne -o poster.pdf --size a3 --pair-plus F --option 2 --seed 20000",
)
class Poster(Question):
    """Print the player's guide: bets, pay tables and house edges.

    For a player at the table: how a round goes, the hands, how each bet is settled, and what it costs on
    average, with the definition of the house edge. Tables without a letter are the first.
    """

    asks = "poster"
    showing = ("size", "bleed", "crop_marks", "cmyk")
    game: str = options.GAME
    output: Path = DRAWING
    size: PosterPaper = field("PAPER", "a4 (the default), a3 or letter.", default=PosterPaper.A4)
    bleed: bool = field(None, "3 mm of colour beyond the edge at which the paper is cut.")
    crop_marks: bool = field(None, "The same, and marks to cut along.")
    cmyk: bool = CMYK
    letters: options.Letters
    option: str | None = field("OPTION", "The pay table of the jackpot; by default the first.")
    seed: Amount | None = field("AMOUNT", "Where the jackpot's meter starts.")
    language: str | None = options.LANGUAGE
    local_ranks: bool = LOCAL_RANKS
    printed: options.PrintOptions

    def run(self) -> None:
        layout = {"paper": self.size.value, "bleed": self.bleed, "crop_marks": self.crop_marks}
        layout |= {"font": self.printed.font, "cmyk": self.cmyk}
        for file in self.answer().write(self.output, **layout):
            tell(file)


@examples("combin print layout crown-melbourne -o layout.pdf")
class PrintedLayout(Question):
    """Draw the table layout: the dealer's side, the seats, and each seat's betting spots.

    A half-round table with one spot per wager at each seat, and a key: when each wager is placed, and the
    rule. As many seats as the rules allow; seven where the rules state no number.
    """

    asks = "layout"
    game: str = options.GAME
    output: Path = DRAWING
    language: str | None = options.LANGUAGE
    printed: options.PrintOptions

    def run(self) -> None:
        for file in self.answer().write(self.output, font=self.printed.font):
            tell(file)
