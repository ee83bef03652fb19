"""Tables of typed cells: what people see of them."""

from __future__ import annotations

import pytest

from combin.formats.tables import Table


@pytest.mark.parametrize(
    ("merged", "rows"),
    [
        (0, (("a", "b", "c"), ("a", "b", "d"), ("a", "e", "e"))),
        (1, (("a", "b", "c"), ("", "b", "d"), ("", "e", "e"))),
        (2, (("a", "b", "c"), ("", "", "d"), ("", "e", "e"))),
    ],
)
def test_repetitions_are_blank_only_in_merged_columns(merged: int, rows: tuple[tuple[str, ...], ...]) -> None:
    table = Table("", ("1", "2", "3"), (("a", "b", "c"), ("a", "b", "d"), ("a", "e", "e")), merged=merged)
    assert table.merged_cells == rows


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    table = Table("T", ("Hand", ">Blank", ">None", "Rule"), (("pair", "", "0", ""), ("flush", "", "0", "x")))
    assert table.without_blanks().headings == ("Hand", "Rule")
    assert table.without_blanks().cells == (("pair", ""), ("flush", "x"))


def test_a_repetition_under_another_first_cell_is_printed() -> None:
    assert Table("", ("1", "2"), (("a", "x"), ("b", "x")), merged=2).merged_cells == (("a", "x"), ("b", "x"))
