"""The command about a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from combin.cli import options
from combin.cli.options import OptionError, Question, examples, field
from combin.cli.output import fail, show

_OPTIONS = {
    "rounds": ("employees", "strict"),
    "chances": ("seats", "seed"),
    "last_hand": ("wager", "first", "secret", "reply"),
}
"""The options that go with others."""


def _banks(text: str, name: str) -> tuple[int, int]:
    banks = text.replace(",", "").split()
    if len(banks) != 2 or not all(bank.isdecimal() and len(bank) < 13 for bank in banks):
        raise OptionError(f'{text!r} is not two numbers of chips, such as "1200 900"', name)
    return int(banks[0]), int(banks[1])


@examples(
    "combin tournament crown-melbourne",
    "combin tournament tournament.toml --rounds tournament.jsonl",
    "combin tournament tournament.toml --chances 1 --seats 2",
    'combin tournament tournament.toml --last-hand "1200 900" --first',
)
class Tournament(Question):
    """Check the terms of a tournament, and compute its prizes.

    Lists which statements that the document demands are there, missing or not applicable, the players of
    each round, the prize pool as a formula, each prize, and the expectation of a player. A game without a
    tournament lists what its document demands of one. With recorded rounds: the standing, the prizes, wrong
    payments, and records that contradict the terms. With --chances: the chances of the seats of a table in
    a round where all play alike, by order of wagers, exact for two seats where that takes seconds, else
    simulated. With --last-hand: the best wager and the best decisions against one player who decides by
    the game's strategy, or the equilibrium of secret wagers.
    """

    asks = "tournament"
    doing = "Hands"
    showing = (
        *("rounds", "employees", "tables", "strict", "chances", "seats", "seed"),
        *("last_hand", "wager", "first", "secret", "reply"),
    )
    game: str = options.GAME
    rounds: Path | None = field("FILE", "Recorded rounds of the tournament, one JSON object a line.")
    employees: tuple[str, ...] = field(
        "NAME", "With --rounds: an employee, who wins no prize; may be repeated.", "--employee"
    )
    tables: Mapping[str, str] = field(
        "WAGER=LETTER", "The pay table of a wager; with --rounds, in rounds that name none.", "--table"
    )
    strict: bool = field(
        None, "With --rounds: exit with 1 if a payment is wrong or a record is inconsistent with another."
    )
    chances: int | None = field("ROUND", "Chances of the seats in a round, by its number.", least=1)
    seats: int | None = field("N", "With --chances: occupied seats; by default all of the round.", least=2)
    seed: int = field("SEED", "With --chances: seed of what is simulated.", default=1, least=0)
    last_hand: tuple[int, int] | None = field(
        "BANKS", 'The last hand of two players, by their chips: "1200 900".', read=_banks, written=str
    )
    wager: int | None = field("CHIPS", "With --last-hand: the other player's wager, if it is known.", least=1)
    first: bool = field(None, "With --last-hand: the player wagers and decides first, and not last.")
    secret: bool = field(None, "With --last-hand: secret wagers.")
    reply: bool = field(None, "With --last-hand: also the best decisions of both, each against the other's.")
    asked: options.Asked

    def run(self) -> int:
        asks = {"rounds": self.rounds, "chances": self.chances, "last_hand": self.last_hand}
        given = [name for name, value in asks.items() if value is not None]
        self.refuse(f"goes without {self.flag(given[0]) if given else ''}", *given[1:])
        for name, options_of in _OPTIONS.items():
            if name not in given:
                self.refuse(f"goes with {self.flag(name)}", *options_of)
        if self.secret:
            self.refuse("goes without --secret", "wager", "first", "reply")
        if not given:
            self.refuse("goes with --rounds, --chances or --last-hand", "tables")
        if self.rounds is not None:
            return self._played(self.rounds)
        tournament, tables = self.answer(), self.tables
        if not given:
            self.asked.show(tournament)
            return 0
        if self.chances is not None:
            asked = {"seats": self.seats, "seed": self.seed, "tables": tables}
            answer = tournament.chances(self.chances, **asked)
        else:
            asked = {name: getattr(self, name) for name in _OPTIONS["last_hand"]}
            answer = tournament.last_hand(self.last_hand, **asked, tables=tables)
        show(answer.view(self.asked.digits), self.asked.form)
        return 0

    def _played(self, rounds: Path) -> int:
        played = self.answer().played(rounds, self.employees, tables=self.tables)
        self.asked.show(played)
        for error in played.settled.errors:
            fail(f"{rounds}: {error}")
        if played.settled.errors:
            return 2
        wrong = any(each.paid_wrongly or each.unexplained for each in played.settled.rounds)
        return 1 if self.strict and wrong else 0
