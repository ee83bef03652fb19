"""Rules back as the tables of a rule file, to change entries of them or to set two games side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from combin.decimals import plain
from combin.rules.model import RulesFile
from combin.rules.numbers import Net, Pay, Share
from combin.rules.wagers import PayTable, Prize

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["as_written"]


def as_written(file: RulesFile) -> dict[str, Any]:
    """Return what a rule file says as TOML would give it, with every default spelt out.

    Exact numbers are text ("3/2"); prizes of odds alone and pay tables have the short forms of rule files.
    Made into a model again it is the same: `rules_file(as_written(file)) == file`.

    >>> from combin.rules.load import load_rules
    >>> as_written(load_rules("crown-melbourne").file)["wager"]["ante"]["tie"]
    {'pays': 'push', 'by_table': False, 'rule': '5.7.3, 10.1.2(c)'}
    """
    raw: dict[str, Any] = _without_none(msgspec.to_builtins(file, enc_hook=_number))
    raw["pay_tables"] = {
        wager: {letter: _table(table, raw["pay_tables"][wager][letter]) for letter, table in tables.items()}
        for wager, tables in file.pay_tables.items()
    }
    return raw


def _number(value: object) -> str:
    """Return an exact number as text; `plain` writes a fraction where no decimal ends."""
    if isinstance(value, Pay | Net | Share):
        words = {0: "push", -1: "lose"} if isinstance(value, Net) else {}
        return words.get(int(value), plain(value)) if value.denominator == 1 else plain(value)
    raise TypeError(f"{value!r} has no form in TOML")


def _without_none(value: Any) -> Any:  # noqa: ANN401  whatever TOML holds
    if isinstance(value, dict):
        return {key: _without_none(one) for key, one in value.items() if one is not None}
    if isinstance(value, list | tuple):
        return [_without_none(one) for one in value]
    return value


def _table(table: PayTable, raw: dict[str, Any]) -> dict[str, Any]:
    own = {key: value for key, value in raw.items() if key not in ("lines", "unpaid")}
    return own | dict(_lines(table, raw["lines"])) | dict.fromkeys(table.unpaid, "lose")


def _lines(table: PayTable, raw: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """Give each line, a prize of odds alone as its odds."""
    for text, prize in table.lines.items():
        bare = prize.odds is not None and prize == Prize(odds=prize.odds)
        yield text, raw[text]["odds"] if bare else raw[text]
