"""Whatever stands in a rule file, it is a game or one line says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, library_games, load_rules, read_toml
from combin.rules.resolved import Rules
from combin.rules.spelling import rules_file

FILES = {game: LIBRARY / f"{game}.toml" for game in library_games()}
TEXTS = {game: path.read_text(encoding="utf-8") for game, path in FILES.items()}

words = st.sampled_from(
    [
        "",
        "pair",
        "lose",
        "push",
        "3/2",
        "34%",
        "Q high",
        "ante",
        "play",
        "jackpot",
        "A",
        "1",
        "a\nb",
        "flush of spades",
    ]
)
numbers = st.sampled_from(
    [-1, 0, 1, 3, 10**40, Decimal("1.5"), Decimal("nan"), Decimal("inf"), Decimal("1e99999999")]
)
values = st.recursive(
    words | numbers | st.booleans() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)


def complaint(make: Callable[[], Rules]) -> str:
    """Return the line about what is wrong, or nothing; any other error is the test's failure."""
    found = ""
    try:
        make()
    except RulesError as error:
        found = str(error)
    return found


def places(table: dict[str, Any], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the place of every key of a file."""
    found = []
    for key, value in table.items():
        found.append((*above, key))
        if isinstance(value, dict):
            found += places(value, (*above, key))
    return found


@pytest.mark.slow
@settings(max_examples=120)
@given(st.data())
def test_any_value_anywhere(data: st.DataObject) -> None:
    raw = deepcopy(read_toml(FILES[data.draw(st.sampled_from(sorted(FILES)))]))
    for _ in range(data.draw(st.integers(1, 2))):
        *above, key = data.draw(st.sampled_from(places(raw)))
        table = raw
        for outer in above:
            table = table[outer]
        match data.draw(st.sampled_from(["replaced", "removed", "added"])):
            case "replaced":
                table[key] = data.draw(values)
            case "removed":
                del table[key]
            case _:
                table[data.draw(words)] = data.draw(values)
    assert len(complaint(lambda: Rules(rules_file(raw))).splitlines()) <= 1


@pytest.mark.slow
@given(data=st.data())
def test_any_cut_through_the_text(data: st.DataObject, tmp_path_factory: Any) -> None:  # noqa: ANN401
    text = TEXTS[data.draw(st.sampled_from(sorted(TEXTS)))]
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 40)))
    path: Path = tmp_path_factory.getbasetemp() / "cut.toml"
    path.write_text(text[:start] + data.draw(st.text(max_size=3)) + text[end:], encoding="utf-8")
    found = complaint(lambda: load_rules(path))
    assert len(found.splitlines()) <= 1
    assert found.startswith(str(path)) or not found
