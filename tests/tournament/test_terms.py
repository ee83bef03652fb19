"""The terms of a tournament: what is missing, players by round, prize pool, prizes, and stand-ins."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin import load
from combin.certificate.canonical import rules_data
from combin.rules.load import LIBRARY, read_toml
from combin.tournament.terms import Tournament, awarded
from tests.helpers.command_line import answer, payload, typed
from tests.helpers.texts import entries
from tests.helpers.variants import shipped, variant
from tests.rules.test_library import CROWN, exists

EXAMPLE = Path(__file__).parents[2] / "docs" / "tournament.toml"
HEAD = 'extends = "crown-melbourne"\n[tournament]\n'
CASES = entries(Path(__file__).with_name("terms.txt"))


def tournament(text: str) -> Tournament:
    return Tournament.of(variant(HEAD + text))


def statuses(text: str) -> dict[str, str]:
    return {one.rule: one.status for one in tournament(text).statements}


def test_the_demands_are_numbers_of_the_document_all_of_them() -> None:
    """12.4.1 to 12.4.8 down to the last letter, but where what a letter holds is one statement."""
    demands = read_toml(LIBRARY / "crown-melbourne.toml")["tournament"]["requires"]
    assert all(exists(CROWN, number) for number in demands)
    assert not exists(CROWN, "12.4.8(k)")
    assert not exists(CROWN, "12.4.3(a)(vi)")
    numbered = [f"12.4.{number}" for number in range(1, 9)]
    found = []
    while numbered:
        above = numbered.pop(0)
        signs = ("i", "ii", "iii", "iv", "v", "vi") if "(" in above else "abcdefghij"
        below = [f"{above}({sign})" for sign in signs if exists(CROWN, f"{above}({sign})")]
        if above == "12.4.8(d)" or not below:
            found.append(above)
        numbered = below * (above != "12.4.8(d)") + numbered
    assert found == [*demands]


@pytest.mark.parametrize("line", CASES["status"].splitlines())
def test_a_statement_is_there_missing_or_not_applicable(line: str) -> None:
    text, _, expected = line.partition(" -> ")
    rule, _, status = expected.partition(" ")
    assert statuses(text.replace(" ; ", "\n"))[rule] == status


def test_a_document_without_a_tournament_says_what_it_demands() -> None:
    crown = load("crown-melbourne").tournament()
    assert not crown.terms.held
    assert "The document demands 48 statements. No tournament is given" in str(crown)
    assert payload("tournament crown-melbourne")["tournament"] is False
    run = typed("tournament resorts-world-sentosa")
    assert (run.code, run.out) == (2, "")
    assert "no [tournament] in the rules" in run.err


def test_the_missing_come_first() -> None:
    rows = [*csv.DictReader(io.StringIO(answer(f"tournament {EXAMPLE}", "csv").out))]
    assert [row["status"] for row in rows].count("missing") == 2
    assert [row["rule"] for row in rows[:3]] == ["12.4.8(b)(iii)", "12.4.8(j)", "12.4.1(a)(i)"]
    assert "2 of 44 statements that the document demands are missing; 4 do not apply." in str(
        load(EXAMPLE).tournament()
    )


@pytest.mark.parametrize("line", CASES["findings"].splitlines())
def test_numbers_that_do_not_fit_are_findings(line: str) -> None:
    text, _, expected = line.partition(" -> ")
    found = tournament(text.replace(" ; ", "\n")).findings
    assert " ".join(found) == expected


@given(
    players=st.integers(2, 60),
    rounds=st.lists(
        st.tuples(st.integers(1, 6), st.integers(2, 9), st.integers(1, 3), st.integers(0, 2)),
        min_size=1,
        max_size=3,
    ),
)
def test_players_go_on_from_even_tables(players: int, rounds: list[tuple[int, int, int, int]]) -> None:
    written = [
        f"{{ hands = 9, tables = {tables}, seats = {seats}"
        + (f", advance = {min(advance, seats - 1)}, next_best = {best or 1}" if number < len(rounds) else "")
        + " }"
        for number, (tables, seats, advance, best) in enumerate(rounds, start=1)
    ]
    fields = tournament(f"rounds = [{', '.join(written)}]").fields(players)
    there = [*range(players)]
    for field, (tables, seats, advance, best) in zip(fields, rounds, strict=True):
        assert field.players == len(there)
        used = next((few for few in range(1, tables) if few * seats >= len(there)), tables)
        assert field.tables == used
        seated = [there[table::used] for table in range(used)]
        on = [player for table in seated for player in table[: min(advance, seats - 1)]]
        left = [player for player in there if player not in on]
        there = on + left[: best or 1]


MONEY = st.integers(0, 500)
SHARES = st.lists(st.integers(1, 100), min_size=1, max_size=6)


@given(st.tuples(MONEY, MONEY, MONEY, MONEY), st.integers(0, 100), SHARES, st.integers(1, 50))
def test_the_prize_pool_and_its_prizes(
    amounts: tuple[int, int, int, int], kept: int, parts: list[int], unit: int
) -> None:
    fee, buy, again, least = amounts
    parts = sorted(parts, reverse=True)
    prizes = ", ".join(f'"{part}/{sum(parts)}"' for part in parts)
    asked = tournament(
        f"""entry_fee = {fee}
        buy_in = {buy}
        re_buy = {{ amount = {again}, chips = 100, most = 2 }}
        players = {{ least = 7, most = 9 }}
        prize_pool = {{ buy_in = "{100 - kept}%", re_buy = "50%", least = {least} }}
        prizes = [{prizes}]
        prize_unit = {unit}"""
    )
    cases = [(7, 0), (9, 0), (7, 14), (9, 18)]
    assert [(pool.players, pool.re_buys) for pool in asked.pools] == cases
    for pool, (players, bought) in zip(asked.pools, cases, strict=True):
        assert pool.paid == players * (fee + buy) + bought * again
        into = Fraction(players * buy * (100 - kept), 100) + Fraction(bought * again, 2)
        assert pool.pool == max(into, least)
        assert pool.net * players == pool.pool - pool.paid
        assert (pool.edge is None) == (not pool.paid)
        won = asked.prizes(pool.pool)
        assert sum(won) == pool.pool
        for part, prize in zip(parts[1:], won[1:], strict=True):
            assert prize % unit == 0
            assert 0 <= Fraction(part, sum(parts)) * pool.pool - prize < unit


@given(st.lists(st.integers(1, 100), max_size=5), st.integers(1, 8), st.data())
def test_the_next_place_stands_in_for_an_employee(prizes: list[int], size: int, data: st.DataObject) -> None:
    """One after the other is handed the highest prize that is left, passing over employees."""
    names = [f"P{number}" for number in range(size)]
    employees = data.draw(st.sets(st.sampled_from(names)))
    won = awarded([*map(Fraction, prizes)], [[name] for name in names], employees)
    left = [*prizes]
    for name in names:
        assert won.get(name) == (left.pop(0) if name not in employees and left else None)


def test_the_table_of_employees_names_the_places_that_win() -> None:
    table = payload(f"tournament {EXAMPLE}")["employees"]
    found = {row.pop("employees_at"): [*row.values()] for row in table}
    assert found["none"] == [f"place {place}" for place in (1, 2, 3, 4)]
    assert found["2"] == [f"place {place}" for place in (1, 3, 4, 5)]
    assert found["1 and 2"] == [f"place {place}" for place in (3, 4, 5, 6)]
    assert payload("tournament crown-melbourne")["employees"] == []


def test_figures_of_the_example() -> None:
    found = payload(f"tournament {EXAMPLE}")
    assert [one["pool"]["decimal"] for one in found["prize_pool"]] == [
        *("1000.0000000000", "1680.0000000000", "1000.0000000000", "2520.0000000000")
    ]
    assert found["prizes"][0]["most"]["fraction"] == "850"  # 840, and 10 that are left of 1,680
    assert found["rounds"][1]["players_most"] == 7
    assert (
        "Prize pool = $80 × players + $40 × re-buys, at least $1,000." in answer(f"tournament {EXAMPLE}").out
    )


@pytest.mark.slow
def test_the_report_is_that_of_the_example() -> None:
    root = EXAMPLE.parents[1]
    (asked,) = re.findall(r"(?m)^TOURNAMENT := (.*)$", (root / "Makefile").read_text(encoding="utf-8"))
    told = [answer(f"tournament {EXAMPLE} {options}", "md").out for options in shlex.split(asked)]
    report = (root / "reports" / "tournament.md").read_text(encoding="utf-8")
    assert report == "\n".join(told), "stale: make reports"


def test_a_tournament_changes_no_certificate() -> None:
    assert rules_data(load(EXAMPLE).rules)["wager"] == rules_data(shipped(CROWN))["wager"]
    assert "tournament" not in rules_data(load(EXAMPLE).rules)


def test_a_tournament_is_no_game_of_the_list() -> None:
    assert "tournament" not in json.dumps(payload("games"))
