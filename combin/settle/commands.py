"""The command that settles recorded rounds."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from combin.cli import options
from combin.cli.options import Question, argument, examples, field
from combin.cli.output import fail, progress_bar, show, to_terminal, write_pieces
from combin.formats import Format

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.settle.records import RoundError, SettledRound
    from combin.settle.views import SettledTally


@examples(
    "combin settle crown-melbourne rounds.jsonl",
    "combin settle crown-melbourne rounds.jsonl --format csv > settled.csv",
)
class Settle(Question):
    """Settle recorded rounds by the rules, and check what was paid.

    Records that cannot be settled are named on stderr, and the exit code is 2; the others are settled
    all the same. "combin schema rounds" describes a record. json and csv are written as the file is read,
    however long it is.
    """

    game: str = options.GAME
    rounds: Path = argument("FILE", "Recorded rounds, one JSON object a line.")
    tables: Mapping[str, str] = field(
        "WAGER=LETTER", "The table of a wager in rounds that name none; may be repeated.", "--table"
    )
    reading: Mapping[str, str] = options.READING
    strict: bool = field(None, "Exit with 1 when something was paid wrongly or does not follow from a round.")
    ledger: bool = field(None, "The file has all rounds of its meters: each must be what they make it.")
    form: Format = options.FORM

    def run(self) -> int:
        from combin.settle.views import SettledTally, streamed

        about = self.load()
        tally, counted = SettledTally(about.rules), self.form in (Format.TABLE, Format.MD)
        with progress_bar("Settling", shown=counted or not to_terminal()) as progress:
            each = about.settle_each(self.rounds, tables=self.tables, ledger=self.ledger, progress=progress)
            told = _told(each, tally, self.rounds)
            if counted:
                deque(told, maxlen=0)
            else:
                write_pieces(streamed(about.rules, told, self.form))
        if counted:
            show(tally.view(dict, list), self.form)
        if tally.errors:
            return 2
        return 1 if self.strict and (tally.number["paid_wrongly"] or tally.number["unexplained"]) else 0


def _told(
    settled: Iterable[SettledRound | RoundError], tally: SettledTally, rounds: Path
) -> Iterator[SettledRound | RoundError]:
    """Pass settled rounds on while they are counted and what is wrong with a record is told."""
    from combin.settle.records import RoundError

    for round_ in settled:
        tally.add(round_)
        if isinstance(round_, RoundError):
            fail(f"{rounds}: {round_}")
        yield round_
