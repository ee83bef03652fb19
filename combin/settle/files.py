"""Files of recorded rounds, settled line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from combin.rules.resolved import Rules
from combin.settle.irregular import Warned
from combin.settle.ledger import Ledger, place
from combin.settle.plain import PlainRounds
from combin.settle.results import Break, Note, SettledRound, amount_text
from combin.settle.round import settle_as_read, under_other_readings
from combin.settle.rounds import Closing, Round, RoundError, parse_record


def settle_file(
    rules: Rules,
    path: Path,
    tables: Mapping[str, str],
    *,
    whole_ledger: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[SettledRound | RoundError]:
    """Yield what `settle_lines` does of a file; `progress` is told how many bytes of how many are read.

    Raises:
        OSError: the file cannot be read.
    """
    total, done = path.stat().st_size, 0

    def lines() -> Iterator[bytes]:
        nonlocal done
        for number, line in enumerate(file):
            done += len(line)
            if progress is not None and number % 1000 == 0:
                progress(done, total)
            yield line

    with path.open("rb") as file:
        yield from settle_lines(rules, lines(), tables, whole_ledger=whole_ledger)


def settle_lines(
    rules: Rules,
    lines: Iterable[str | bytes],
    tables: Mapping[str, str] | None = None,
    *,
    whole_ledger: bool = False,
) -> Iterator[SettledRound | RoundError]:
    """Yield for each line of a file the settled round, or the error that says what is wrong with it.

    The rounds of a table are held against each other too, in the order of the file: the meter, and wagers
    that stay on the layout; with `whole_ledger` a meter must be what the file makes it. A closing of a meter
    is yielded as a round without hands. Blank lines are passed over. An error is yielded, not raised, so that
    the rounds after it are settled.
    """
    letters = dict(tables or {})
    ledger = Ledger(rules, letters, whole=whole_ledger)
    plain: dict[Rules, PlainRounds] = {}
    warned = Warned(rules)

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
            record = parse_record(text)
            if isinstance(record, Closing):
                yield _closing(rules, record, number, ledger.close(record))
                continue
            record = warned.reminded(record, place(record.id)[0])
            result = settled(record, number)
        except RoundError as error:
            ledger.forget()
            yield RoundError(error.problem, error.round, number)
        else:
            unexplained = ledger.follow(record, result)
            if result.line is None or unexplained:
                result = msgspec.structs.replace(result, line=number, unexplained=unexplained)
            yield result


def _closing(rules: Rules, closing: Closing, line: int, breaks: tuple[Break, ...]) -> SettledRound:
    """The closing of a meter as a record without hands."""
    entry = rules.meters.get(closing.closes)
    where = ", ".join(
        f"{amount_text(amount)} to that of {amount_text(cost)}" for cost, amount in closing.transfers.items()
    )
    text = (
        f"the meter at the cost of {amount_text(closing.cost)} is closed; transferred: {where or 'nothing'}"
    )
    note = Note(text, "" if entry is None else entry.closing_rule)
    return SettledRound(
        id=closing.id, game=rules.file.id, line=line, dealer="", hands=(), notes=(note,), unexplained=breaks
    )
