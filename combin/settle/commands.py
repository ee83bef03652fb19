"""The command that settles recorded rounds."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from combin.cli import options
from combin.cli.options import Question, argument, examples, field
from combin.cli.output import fail, show, write_pieces
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
    """Settle recorded rounds by the rules, and check the payments.

    Lists wrong payments and refused records first; refused records also go to stderr, and the exit code is
    then 2. "combin schema rounds" describes a record. json and csv list every wager, for files of any size.
    """

    doing = "Settling"
    game: str = options.GAME
    rounds: Path = argument("FILE", "Recorded rounds, one JSON object a line.")
    tables: Mapping[str, str] = field(
        "WAGER=LETTER", "The table of a wager in rounds that name none; may be repeated.", "--table"
    )
    reading: Mapping[str, str] = options.READING
    strict: bool = field(None, "Exit with 1 if a payment is wrong or a record is inconsistent with another.")
    log: bool = field(None, "List every wager of every round too, with its rule.", "--all")
    ledger: bool = field(None, "Check each meter against all its rounds, which the file must have.")
    form: Format = options.FORM

    def run(self) -> int:
        from combin.formatting import money_in
        from combin.settle.views import SettledTally, streamed

        about = self.load()
        tally, counted = SettledTally(about.rules), self.form in (Format.TABLE, Format.MD)
        each = about.settle_each(self.rounds, tables=self.tables, ledger=self.ledger)
        rounds = _tallied(each, tally, self.rounds)
        if counted:
            deque(rounds, maxlen=0)
            with money_in(about.rules.file.staked_in):
                show(tally.view(dict, list, log=self.log), self.form)
        else:
            write_pieces(streamed(about.rules, rounds, self.form))
        if tally.errors:
            return 2
        return 1 if self.strict and (tally.number["paid_wrongly"] or tally.number["unexplained"]) else 0


def _tallied(
    settled: Iterable[SettledRound | RoundError], tally: SettledTally, rounds: Path
) -> Iterator[SettledRound | RoundError]:
    """Settled rounds, counted as they pass; each refusal goes to stderr."""
    from combin.settle.records import RoundError

    for round_ in settled:
        tally.add(round_)
        if isinstance(round_, RoundError):
            fail(f"{rounds}: {round_}")
        yield round_
