"""The command about a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from combin.cli import options
from combin.cli.options import Question, examples, field
from combin.cli.output import fail


@examples("combin tournament crown-melbourne", "combin tournament FILE.toml --rounds rounds.jsonl")
class Tournament(Question):
    """Check the terms of a tournament, and compute its rounds, prize pool and prizes.

    Lists which statements that the document demands are there, missing or not applicable, the players of
    each round, the prize pool as a formula, each prize, and the expectation of a player. A game without a
    tournament lists what its document demands of one. With recorded rounds: the standing, the prizes, wrong
    payments, and records that contradict the terms.
    """

    asks = "tournament"
    showing = ("rounds", "employees", "tables", "strict")
    game: str = options.GAME
    rounds: Path | None = field("FILE", "Recorded rounds of the tournament, one JSON object a line.")
    employees: tuple[str, ...] = field(
        "NAME", "With --rounds: an employee, who wins no prize; may be repeated.", "--employee"
    )
    tables: Mapping[str, str] = field(
        "WAGER=LETTER", "With --rounds: the table of a wager in rounds that name none.", "--table"
    )
    strict: bool = field(
        None, "With --rounds: exit with 1 if a payment is wrong or a record is inconsistent with another."
    )
    asked: options.Asked

    def run(self) -> int:
        if self.rounds is None:
            self.refuse("goes with --rounds", "employees", "tables", "strict")
            self.asked.show(self.answer())
            return 0
        played = self.answer().played(self.rounds, self.employees, tables=self.tables)
        self.asked.show(played)
        for error in played.settled.errors:
            fail(f"{self.rounds}: {error}")
        if played.settled.errors:
            return 2
        wrong = any(each.paid_wrongly or each.unexplained for each in played.settled.rounds)
        return 1 if self.strict and wrong else 0
