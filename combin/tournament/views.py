"""Views of a tournament: what its terms lack, its rounds, its prize pool, and who wins which prize."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any

from combin.formats.tables import COUNT, MONEY, NET, TEXT, Column, Kind, Table, as_json, percents
from combin.formats.view import View
from combin.formatting import capital, counted, grouped, money
from combin.rules.tournament import TournamentEntry
from combin.settle.records import amount_text
from combin.settle.views import settled_view
from combin.tournament.terms import MISSING, NOT_APPLICABLE, THERE, Field, Played, Tournament, awarded

_ORDER = (MISSING, THERE, NOT_APPLICABLE)
_STATUS = Kind(str, right=False, exact=False, role={MISSING: "bad", THERE: "good"}.get)  # type: ignore[arg-type]  # roles


_KINDS = {
    **dict.fromkeys(("players", "re_buys", "add_ons", "place", "session"), COUNT),
    **dict.fromkeys(("paid", "pool", "kept"), MONEY),
    "status": _STATUS,
    "net": NET,
    "edge": percents(2),
    "chips": Kind(lambda chips: grouped(amount_text(chips))),
}
"""What the columns with some names hold; all others are text."""


def _columns(text: str) -> list[Column[Any]]:
    """Columns of entries by name, each with its heading behind that, or hidden without one."""
    parts = (part.partition(" ") for part in text.split(" | "))
    return [Column(head or None, _KINDS.get(name, TEXT), attrgetter(name), name) for name, _, head in parts]


def tournament_view(answer: Tournament, digits: int = 10) -> View:
    """A tournament ready to be shown; what the document demands of its terms are the records.

    JSON has the `statements`, the `rounds` with fewest and most players, `findings` about these, the
    `prize_pool`, the `prizes` by place, and the places that win them where `employees` are placed.
    """
    terms, held = answer.terms, answer.terms.held
    statements = _statements(answer)
    tables = {"rounds": _rounds(answer), "prize_pool": _pools(answer), "prizes": _prizes(answer)}
    tables["employees"] = _employees(terms)
    game = {"game": answer.rules.file.id, "title": answer.rules.file.title}
    return View(
        f"{answer.rules.file.title}: {'tournament' if held else 'what the terms of a tournament must have'}",
        tuple(_lines(answer)),
        tuple(table for table in (statements, *tables.values()) if table.rows),
        lambda: as_json(
            {**game, "tournament": held, "statements": statements, **tables, "findings": [*answer.findings]},
            digits,
        ),
        lambda: statements.records(digits, game=answer.rules.file.id),
    )


def _lines(answer: Tournament) -> Iterator[str]:
    """Yield what stands above the tables: what is missing, what does not fit, and the terms in words."""
    terms = answer.terms
    if not terms.requires:
        yield "The document demands nothing of the terms of a tournament."
    elif not terms.held:
        demands = counted(len(terms.requires), "statement")
        yield f"The document demands {demands}. No tournament is given: a file that extends it has one."
        return
    else:
        number = {status: sum(one.status == status for one in answer.statements) for status in _ORDER}
        missing, there, without = number.values()
        applicable = f"{missing} of {counted(missing + there, 'statement')} that the document demands"
        yield f"{applicable} {'is' if missing == 1 else 'are'} missing; {without} do not apply."
    yield from answer.findings
    yield from _play(terms)
    if formula := _formula(answer):
        yield f"Prize pool = {formula}."


def _play(terms: TournamentEntry) -> Iterator[str]:
    """Yield how the tournament is played, as far as the terms say."""
    limits = []
    if terms.bank:
        limits.append(f"each player starts with {terms.bank:,} chips")
    if terms.smallest_wager:
        above = f" to {terms.largest_wager:,}" if terms.largest_wager else " or more"
        limits.append(f"a wager is {terms.smallest_wager:,}{above}, in steps of {terms.unit:,}")
    if terms.secret_wagers is not None:
        limits.append(f"{counted(terms.secret_wagers, 'secret wager')} a round")
    if limits:
        yield f"{capital('; '.join(limits))}."
    for name, buys in (("A re-buy", terms.re_buy), ("An add-on", terms.add_on)):
        if buys:
            yield f"{name} is {money(buys.amount)} for {buys.chips:,} chips, at most {buys.most:,} a player."


def _formula(answer: Tournament) -> str:
    """The prize pool as a formula of the number of players and of what they buy."""
    if (pool := answer.terms.prize_pool) is None:
        return ""
    parts = [f"{money(part)} × {who}" for who, (_, part) in answer.payments.items() if part]
    parts += [money(pool.added)] if pool.added else []
    least = f", at least {money(pool.least)}" if pool.least else ""
    return f"{' + '.join(parts) or money(0)}{least}"


def _statements(answer: Tournament) -> Table:
    """The demands of the document, the missing first; without a tournament, in its order."""
    held = answer.terms.held
    listed = sorted(answer.statements, key=lambda statement: _ORDER.index(statement.status) if held else 0)
    status = "status Status | supplied Supplied by | only_if"
    others = status if held else "only_if Only if | status | supplied"
    columns = _columns(f"rule Rule | demands Demands | {others}")
    return Table.of("Terms that the document demands", listed, columns)


def _rounds(answer: Tournament) -> Table:
    """The rounds, with the players who come to each where fewest and where most enter."""
    sizes = answer.sizes
    entries = [*zip(*(answer.fields(size) for size in sizes), strict=True)] if sizes else []

    def on(fields: tuple[Field, ...]) -> str:
        one = fields[0].round
        ways = [f"first {one.advance:,} of each table"] if one.advance else []
        ways += [f"next {one.next_best:,} of all"] if one.next_best else []
        return " and ".join(ways)

    columns: list[Column[tuple[Field, ...]]] = [
        Column("Round", COUNT, lambda fields: fields[0].number, "round"),
        Column("Hands", COUNT, lambda fields: fields[0].round.hands, "hands"),
        Column("Tables", COUNT, lambda fields: fields[0].round.tables, "tables"),
        Column("Seats", COUNT, lambda fields: fields[0].round.seats, "seats"),
    ]
    for at, (size, name) in enumerate(zip(sizes, ("least", "most"), strict=False)):
        columns += [
            Column(f"Of {size:,} players", COUNT, partial(_size, "players", at), f"players_{name}"),
            Column("At tables", COUNT, partial(_size, "tables", at), f"tables_{name}"),
        ]
    columns.append(Column("Go on", value=on, name="go_on"))
    columns.append(Column("Bank", value=lambda fields: fields[0].round.bank, name="bank"))
    return Table.of("Rounds", entries, columns)


def _size(of: str, at: int, fields: tuple[Field, ...]) -> int:
    return int(getattr(fields[at], of))


def _pools(answer: Tournament) -> Table:
    re_buys, add_ons = (any(getattr(one, name) for one in answer.pools) for name in ("re_buys", "add_ons"))
    bought = f"re_buys{' Re-buys' * re_buys} | add_ons{' Add-ons' * add_ons}"
    amounts = "paid Paid in | pool Prize pool | kept House keeps | net Net of a player | edge Share kept"
    columns = _columns(f"players Players | {bought} | {amounts}")
    note = "Net of a player: the expectation where all pay the same and have the same chance."
    return Table.of("Prize pool", answer.pools, columns, note)


def _prizes(answer: Tournament) -> Table:
    terms, pools = answer.terms, answer.pools
    columns: list[Column[int]] = [
        Column("Place", COUNT, lambda place: place + 1, "place"),
        Column("Share", percents(2), lambda place: terms.prizes[place], "share"),
    ]
    for pool in pools:
        bought = ", all re-buys" if pool.re_buys or pool.add_ons else ""
        size = "least" if pool.players == answer.sizes[0] else "most"
        name = f"{size}_with_purchases" if bought else size
        of = f"{counted(pool.players, 'player')}{bought}"
        columns.append(Column(capital(of), MONEY, answer.prizes(pool.pool).__getitem__, name))
    unit = money(terms.prize_unit)
    note = f"Prizes are rounded down to a multiple of {unit}; what is left goes to the first place."
    return Table.of("Prizes", range(len(terms.prizes) if pools else 0), columns, note)


def _employees(terms: TournamentEntry) -> Table:
    """The places that win each prize where employees, who win none, are among the first."""
    places = range(1, len(terms.prizes) + 1)
    cases = [(), *((place,) for place in places), (1, 2)] if terms.employees and len(places) > 1 else []
    rows = []
    for case in cases:
        standing = [[str(place)] for place in range(1, len(places) + len(case) + 1)]
        won = awarded([Fraction(place) for place in places], standing, [str(place) for place in case])
        rows.append((" and ".join(map(str, case)) or "none", *(f"place {place}" for place in won)))
    cited = terms.rule_of("employees")
    note = f"An employee wins no prize; the next eligible place stands in{f' ({cited})' if cited else ''}."
    columns: list[Column[Any]] = [Column("Employees at", TEXT, name="employees_at")]
    columns += [Column(f"Prize {place}", TEXT, name=f"prize_{place}") for place in places]
    return Table("Prizes where employees are placed", columns, tuple(rows), note)


def played_view(answer: Played, digits: int = 10) -> View:
    """The standing after recorded rounds; it has the records, and JSON the settled rounds too."""
    settled, in_money = settled_view(answer.settled), answer.tournament.rules.file.imprint.money
    columns = _columns("place Place | player Player | session Round | chips Chips | prize | employee")
    columns[4] = Column("Prize", Kind(in_money, nothing="tied"), lambda placed: placed.prize, "prize")
    table = Table.of("Standing", answer.standing, columns)
    file, pool = answer.tournament.rules.file, answer.pool
    return View(
        f"{file.title}: rounds played",
        (*_result(answer), *settled.lines),
        (table, *(each for each in settled.tables if each.title != "Totals by wager")),
        lambda: as_json({"standing": table, "prize_pool": pool and pool.pool}, digits) | settled.payload(),
        lambda: table.records(digits, game=file.id),
    )


def _result(answer: Played) -> Iterator[str]:
    """Yield what the prizes are of, ties, and employees who win none."""
    terms, pool = answer.tournament.terms, answer.pool
    if pool is not None:
        bought = f", {counted(pool.re_buys, 're-buy')}" if pool.re_buys else ""
        paid = answer.tournament.rules.file.imprint.money(pool.pool)
        yield f"{counted(pool.players, 'player')}{bought}: prize pool {paid}."
    if tied := [placed.player for placed in answer.standing if placed.prize is None]:
        way = "further hands decide" if terms.ties else "the terms do not say what decides"
        yield f"Tied for a prize: {', '.join(tied)}; {way}."
    if out := [placed.player for placed in answer.standing if placed.employee]:
        yield f"Employees, who win no prize ({terms.rule_of('employees')}): {', '.join(out)}."
    if unknown := sorted({*answer.employees} - {*answer.banks.players}):
        yield f"Not in these rounds: {', '.join(unknown)}."
