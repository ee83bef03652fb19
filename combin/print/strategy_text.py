"""A printed strategy as plain text."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from combin.report.tables import Table
from combin.report.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.print.close_calls import CloseCall
    from combin.print.strategy import StrategyPage
    from combin.print.strategy_jackpot import JackpotChapter

__all__ = ["strategy_text"]


def strategy_text(page: StrategyPage) -> View:
    """Return what a printed strategy says, as lines and tables of text."""
    return View(
        page.title,
        tuple(_lines(page)),
        tuple(table for table in _tables(page) if table.rows),
        lambda: asdict(page),
        list,
    )


def _lines(page: StrategyPage) -> Iterator[str]:
    yield page.statement
    for step in page.steps:
        if step.example is not None:
            yield f"{step.verb}: {_glyphs(step.example.cards)}" + (
                " or better." if step.played else ", for one."
            )
    yield "; ".join(f"{one.value} {one.label} ({one.exact})" for one in page.figures) + "."
    yield from (f"{one.name}. {one.lead}" for one in page.jackpots if not one.steps)
    yield f"For {page.source}."
    yield f"{page.made}."


def _glyphs(cards: tuple[dict[str, str], ...]) -> str:
    return " ".join(card["rank"] + card["glyph"] for card in cards)


def _tables(page: StrategyPage) -> Iterator[Table]:
    yield _close_calls(page)
    rows = tuple((one.name, one.hands_played, one.edge, one.cost) for one in page.simpler)
    yield Table("What simpler rules cost", ("Rule", ">Hands played", ">House edge", ">Costs"), rows)
    for one in page.pay_tables:
        yield Table(f"{one.name}, pays {one.odds}", ("Line", ">Pays"), one.lines)
    for chapter in page.jackpots:
        if chapter.steps:
            yield _jackpot(chapter)
    yield Table("Valid for these rules", ("About", "Rule", "Stated in"), page.rules)


def _close_calls(page: StrategyPage) -> Table:
    values = tuple(f">Value of {choice}" for choice in page.choices)
    columns = ("Hand", "Suits", "Do", *values, "From the worst suits to the best", ">of fold", ">Hands")
    note = f"Values are expected results in units of the {page.base}: the mean over the suits."
    return Table("Close calls", columns, tuple(map(_close_call, page.close_calls)), note)


def _close_call(call: CloseCall) -> tuple[str, ...]:
    spread = next(
        (spread for value, spread in zip(call.values, call.ranges, strict=True) if value == call.value), ""
    )
    return (call.example.hand, call.suits, call.decision, *call.values, spread, call.fold, call.hands)


def _jackpot(one: JackpotChapter) -> Table:
    first = (f"up to {one.unchanged[0]}", f"{one.unchanged[1]} or more", "nothing more", "")
    rows = tuple(
        (
            f"above {step.above}",
            f"{step.base_stake} or less",
            f"{', '.join(step.hands)} ({step.number})",
            step.returned,
        )
        for step in one.steps
    )
    columns = (f"{one.wager} / {one.base}", f"{one.stake} beside", "Play also", ">Wager returns")
    return Table(f"With {one.name}", columns, (first, *rows), f"{one.lead} {one.note}")
