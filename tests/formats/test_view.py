from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.formats import Format
from combin.formats.tables import Record, Table, exact_columns, exact_json
from combin.formats.text import width
from combin.formats.view import View
from combin.game import Game
from combin.rules.resolved import Rules
from tests.helpers.strategies import rule_files

RECORDS: list[Record] = [
    {"game": "a", "count": 1, **exact_columns("edge", Fraction(1, 3), 4), "note": None},
    {"game": "b", "count": 2, **exact_columns("edge", Fraction(0), 4), "note": "x, y"},
]


def view(records: list[Record], *columns: str) -> View:
    table = Table("Table", ("Game", ">Count"), (("a", "1"), ("b", "2")))
    return View("Heading", ("A sentence.",), (table,), lambda: {"a": "♠"}, lambda: records, columns)


def test_exact_values_are_a_fraction_and_a_decimal() -> None:
    assert exact_json(Fraction(-1, 3), 3) == {"fraction": "-1/3", "decimal": "-0.333"}
    assert exact_columns("edge", Fraction(-1, 3), 3) == {
        "edge_numerator": -1,
        "edge_denominator": 3,
        "edge": Decimal("-0.333"),
    }


def test_text_in_each_format() -> None:
    assert (
        view(RECORDS).text()
        == "Heading\nA sentence.\n\nTable\nGame  Count\n----  -----\na         1\nb         2\n"
    )
    assert (
        view(RECORDS)
        .text(paint=lambda text, role: f"<{role} {text}>")
        .startswith("<heading Heading>\nA sentence.\n\n<heading Table>")
    )
    assert view(RECORDS).text(Format.JSON) == '{\n  "a": "♠"\n}\n'
    assert view(RECORDS).text(Format.MD).startswith("## Heading\n\nA sentence.\n\n### Table\n\n| Game |")
    assert view(RECORDS).text(Format.CSV) == (
        'game,count,edge_numerator,edge_denominator,edge,note\na,1,1,3,0.3333,\nb,2,0,1,0.0000,"x, y"\n'
    )


def test_no_records_leave_the_header() -> None:
    assert view([], "game", "count").text(Format.CSV) == "game,count\n"
    assert view([], "game", "count").frame().columns == ["game", "count"]


def test_frames_choose_types_that_hold_every_value() -> None:
    frame = view(RECORDS).frame()
    assert frame.schema == {
        "game": pl.String(),
        "count": pl.Int64(),
        "edge_numerator": pl.Int64(),
        "edge_denominator": pl.Int64(),
        "edge": pl.Decimal(38, 4),
        "note": pl.String(),
    }
    assert frame.rows() == [
        ("a", 1, 1, 3, Decimal("0.3333"), None),
        ("b", 2, 0, 1, Decimal("0.0000"), "x, y"),
    ]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, -(2**63) + 1], pl.Int64()),
        ([1, 2**63], pl.Int128()),
        ([1, -(2**127) + 1], pl.Int128()),
        ([1, 2**127], pl.String()),
        ([None, None], pl.String()),
        (["a", 1], pl.String()),
        ([Decimal("0." + "1" * 37)], pl.Decimal(38, 37)),
        ([Decimal("0." + "1" * 38)], pl.String()),
        ([Decimal("1" * 38 + ".5")], pl.String()),
    ],
)
def test_a_value_too_long_stays_exact(values: list[int | str | Decimal | None], kind: pl.DataType) -> None:
    column = view([{"x": value} for value in values]).frame()["x"]
    assert column.dtype == kind
    assert [None if value is None else str(value) for value in column] == [
        None if value is None else str(value) for value in values
    ]


@pytest.mark.slow
@given(rules=rule_files(), limit=st.sampled_from([100, 60, 20]), data=st.data())
def test_answers_about_any_game_are_sound_in_every_format(
    rules: Rules, limit: int, data: st.DataObject
) -> None:
    game = Game(rules)
    cards = data.draw(st.permutations(rules.deck.cards))[:3]
    strategies = data.draw(
        st.lists(st.sampled_from(["always play", "never play", "mimic the dealer"]), unique=True)
    )
    for result in (
        game.show(),
        game.alternatives(),
        game.analyse(),
        game.strategy(strategies),
        game.hand(" ".join(map(str, cards))),
    ):
        shown = result.view()
        for line in shown.text(width=limit).splitlines():
            assert width(line) <= limit
            assert line == line.rstrip()
            assert line.isprintable()
        assert json.loads(shown.text(Format.JSON)) == result.to_dict()
        header, *rows = csv.reader(io.StringIO(shown.text(Format.CSV)))
        assert {len(row) for row in rows} <= {len(header)}
        frame = shown.frame()
        assert (frame.columns, frame.height) == (header, len(rows))
        assert shown.text(Format.MD).count("\n### ") == sum(bool(table.title) for table in shown.tables)
