"""A strategy laid out on a card, a sheet or as text, with the jackpot wager that it is for."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from combin.formats import PAPERS, Paper, Size
from combin.formats.tables import PLAIN, Column, Table
from combin.formats.typesetter import PIXELS_PER_INCH, Press, print_document
from combin.formats.view import View, write_view
from combin.formatting import capital
from combin.paper.strategy import ANY
from combin.paper.strategy_jackpot import JackpotChapter

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from combin.paper.by_card import ByCard
    from combin.paper.strategy import CloseCall, StrategyPage


CARD_PIXELS_PER_INCH = 300
"""Of a card as PNG: its type is small."""

MARKS = 10
"""Millimetres of paper around a card with crop marks."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a strategy is laid out: its size, the sheet that cards are printed on, marks to cut them along."""

    size: Size = Size.WALLET
    sheet: Paper | None = None
    crop_marks: bool = False
    four_colours: bool = False
    font: str = ""


def write_strategy(
    page: StrategyPage,
    path: Path,
    size: str = Size.WALLET,
    *,
    sheet: str | None = None,
    crop_marks: bool | None = None,
    four_colours: bool = False,
    font: str = "",
) -> tuple[Path, ...]:
    """Write a strategy as .pdf, .svg, .png or .txt; return the files written, of a card two: `card-1.svg`.

    `size` is "wallet" (85.6 by 54 mm), "a4" or "letter"; `sheet` is "a4" or "letter", for as many cards as it
    holds, by default with `crop_marks`. The layout does not matter to text.

    Raises:
        PrintError: another ending, or something does not fit.
        OSError: a file cannot be written.
        ValueError: no such size or paper.
    """
    if path.suffix.casefold() == ".txt":
        write_view(strategy_text(page), path)
        return (path,)
    paper = None if sheet is None else Paper(sheet)
    marks = crop_marks if crop_marks is not None else paper is not None
    layout = Layout(Size(size), paper, marks, four_colours, font)
    alone = layout.size is Size.WALLET and paper is None
    template, data = laid_out(page, layout)
    pixels = CARD_PIXELS_PER_INCH if alone else PIXELS_PER_INCH
    press = Press(pixels, outside=MARKS if alone and marks else 0, font=font)
    return print_document(template, data, path, press, others=(".txt",))


def laid_out(page: StrategyPage, layout: Layout) -> tuple[str, dict[str, Any]]:
    """Return the template of a layout, and what it shows."""
    card = layout.size is Size.WALLET
    paper = layout.sheet if card else Paper(layout.size)
    width, height = PAPERS[paper] if paper is not None else (0, 0)
    data = {
        **asdict(page),
        "four": layout.four_colours,
        "sheet": layout.sheet,
        "marks": layout.crop_marks,
        "outside": MARKS,
        "width": width,
        "height": height,
    }
    return ("strategy-card" if card else "strategy-sheet"), data


def strategy_text(page: StrategyPage, _: int = 10) -> View:
    """Return what a printed strategy says, as lines and tables of text; its records are the simpler rules."""
    return View(
        page.title,
        tuple(_lines(page)),
        tuple(table for table in _tables(page) if table.rows),
        lambda: asdict(page),
        lambda: [
            {"rule": one.name, "played": one.hands_played, "house_edge": one.edge, "costs": one.cost}
            for one in page.simpler
        ],
    )


def _lines(page: StrategyPage) -> Iterator[str]:
    if page.by_card is None:
        yield page.statement
    elif page.by_card.always:
        yield page.say("text.whatever", rule=page.by_card.always)
    for step in page.steps:
        if step.example is not None:
            key = "text.or_better" if step.played else "text.for_one"
            cards = " ".join(card["rank"] + card["glyph"] for card in step.example.cards)
            yield page.say(key, verb=step.verb, cards=cards)
    figures = (f"{one.value} {one.label} ({one.exact})" for one in page.figures)
    yield page.say("next").join(figures) + "."
    yield from (f"{one.name}. {one.lead}" for one in page.jackpots if not one.steps)
    yield page.say("rules", source=page.source)
    yield f"{page.made}."
    if page.imprint:
        yield " ".join(page.imprint)


def _tables(page: StrategyPage) -> Iterator[Table]:
    if page.by_card is not None:
        yield _by_card(page, page.by_card)
    yield _close_calls(page)
    if len(page.simpler) > 1:
        played = "sheet.hands_played" if page.by_card is None else "sheet.deals_played"
        yield Table.of(
            page.say("sheet.simpler"),
            page.simpler,
            [
                Column(page.say("rule"), value=lambda rule: rule.name),
                Column(page.say(played), PLAIN, lambda rule: rule.hands_played),
                Column(page.say("house_edge"), PLAIN, lambda rule: rule.edge),
                Column(page.say("sheet.costs"), PLAIN, lambda rule: rule.cost),
            ],
        )
    for one in page.pay_tables:
        title = f"{one.name}, {page.say('sheet.pays', odds=one.odds)}"
        yield Table(title, [Column(page.say("text.line")), Column(page.say("text.pays"), PLAIN)], one.lines)
    for chapter in page.jackpots:
        if chapter.steps:
            yield _jackpot(page, chapter)
    headings = tuple(page.say(key) for key in ("text.about", "rule", "sheet.stated_in"))
    yield Table(page.say("sheet.for_rules"), headings, page.rules).without_blanks()


def _by_card(page: StrategyPage, by_card: ByCard) -> Table:
    played = (page.say("with", decision=capital(choice)) for choice in by_card.choices)
    columns = (page.say("sheet.card"), *played, page.say("but"))
    rows = [(row.card, *(hands or "-" for hands in row.hands), row.exceptions) for row in by_card.rows]
    return Table(page.say("text.by_card"), columns, tuple(rows), by_card.note).without_blanks()


def _close_calls(page: StrategyPage) -> Table:
    def value(place: int) -> Column[CloseCall]:
        name = page.say("sheet.value_of", decision=page.choices[place])
        return Column(name, PLAIN, lambda call: call.values[place])

    def spread(call: CloseCall) -> str:
        return dict(zip(call.values, call.ranges, strict=True))[call.value]

    return Table.of(
        page.say("close_calls"),
        page.close_calls,
        [
            Column(page.say("hand"), value=lambda call: call.example.hand),
            Column(page.say("sheet.against"), value=lambda call: call.against),
            Column(page.say("sheet.suits"), value=lambda call: "" if call.suits == ANY else call.suits),
            Column(page.say("sheet.do"), value=lambda call: call.decision),
            *map(value, range(len(page.choices))),
            Column(page.say("text.range"), value=spread),
            Column(page.say("sheet.value_of_fold"), PLAIN, lambda call: call.fold),
            Column(page.say("sheet.hands"), PLAIN, lambda call: "" if call.against else call.hands),
        ],
        page.say("text.values", base=page.base),
    ).without_blanks()


def _jackpot(page: StrategyPage, chapter: JackpotChapter) -> Table:
    base, (ratio, stake) = chapter.base, chapter.unchanged
    card, rows = page.say("sheet.any") if chapter.steps[0].card else "", []
    if ratio:
        up_to, more = page.say("sheet.up_to", ratio=ratio), page.say("sheet.or_more", amount=stake)
        rows.append((card, up_to, more, page.say("sheet.nothing_more"), ""))
    rows += [
        (
            step.card,
            page.say("sheet.above", ratio=step.above),
            step.base_stake,
            f"{', '.join(step.hands)} ({step.number})" if step.hands else step.number,
            step.returned,
        )
        for step in chapter.steps
    ]
    beside = page.say("sheet.beside", base=base, stake=chapter.stake)
    headings = (page.say("sheet.card"), f"{chapter.wager} / {base}", beside, page.say("sheet.play_also"))
    columns = [*map(Column[str], headings), Column[str](page.say("sheet.returns"), PLAIN)]
    note = f"{chapter.lead} {chapter.note}"
    title = page.say("with_jackpot", name=chapter.name).rstrip(": \u00a0")
    return Table(title, columns, tuple(rows), note).without_blanks()
