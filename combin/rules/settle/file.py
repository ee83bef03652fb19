"""A file of recorded rounds, settled line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from combin.rules.resolved import Rules
from combin.rules.rounds import Round, RoundError, parse_round
from combin.rules.settle.ledger import Ledger
from combin.rules.settle.plain import PlainRounds
from combin.rules.settle.results import SettledRound
from combin.rules.settle.round import settle_as_read, under_other_readings


def settle_lines(
    rules: Rules, lines: Iterable[str | bytes], tables: Mapping[str, str] | None = None
) -> Iterator[SettledRound | RoundError]:
    """Yield for each line of a file the settled round, or the error that says what is wrong with it.

    The rounds of a table are held against each other too, in the order of the file: the meter, and wagers
    that stay on the layout. Blank lines are passed over. An error is yielded, not raised, so that the rounds
    after it are settled.
    """
    letters = dict(tables or {})
    ledger = Ledger(rules, letters)
    plain: dict[Rules, PlainRounds] = {}

    def settled(round_: Round, number: int) -> SettledRound:
        def as_read(reading: Rules) -> SettledRound:
            if reading not in plain:
                plain[reading] = PlainRounds(reading, letters)
            return plain[reading].settle(round_, number) or settle_as_read(reading, round_, letters)

        return under_other_readings(rules, as_read)

    for number, line in enumerate(lines, start=1):
        text = line.removeprefix(b"\xef\xbb\xbf") if isinstance(line, bytes) else line.removeprefix("\ufeff")
        if not text.strip():
            continue
        try:
            round_ = parse_round(text)
            result = settled(round_, number)
        except RoundError as error:
            ledger.forget()
            yield RoundError(error.problem, error.round, number)
        else:
            unexplained = ledger.follow(round_, result)
            if result.line is None or unexplained:
                result = msgspec.structs.replace(result, line=number, unexplained=unexplained)
            yield result
