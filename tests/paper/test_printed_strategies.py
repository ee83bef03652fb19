"""Strategies on cards and sheets: whole, within their margins, in type that can be read, for any game."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from combin.formats.typesetter import Press, typeset
from combin.game import games
from combin.paper.strategy import StrategyPage, strategy_page
from combin.rules.errors import RulesError
from tests.helpers.pages import ink_in_margins, page_sizes, texts, type_sizes
from tests.helpers.variants import ONE_OF_EACH_KIND, analysed, shipped
from tests.paper.printed import LAYOUTS, OTHERS, page_of, pdf_of

UNDECIDED = [game for game in games() if not shipped(game).play]
GAMES = [*(game for game in ONE_OF_EACH_KIND if game not in UNDECIDED), *OTHERS]


def plain(text: str) -> str:
    """Return a text without blanks, for a long word may break anywhere, and with straight apostrophes."""
    return re.sub(r"[\s\u200b]", "", text).replace("’", "'")


def missing(wanted: list[str], said: str) -> list[str]:
    return [text for text in wanted if plain(text) not in plain(said)]


def check_front(page: StrategyPage, said: str) -> None:
    wanted = [page.game, *(f"{step.verb.upper()} {step.hands}" for step in page.steps)]
    wanted += [f"House edge {page.figures[0].short} of the {page.base}", page.figures[1].short]
    assert missing(wanted, said) == []
    if page.by_card is not None:
        # As a grid, or where that is too large, as a list.
        grid, by_card = page.by_card.grid, page.by_card
        cells = [cell.text for _, row in grid.rows for cell in row]
        as_grid = missing([*grid.cards, *(name for name, _ in grid.rows), *cells], said)
        as_list = missing([by_card.always, *(hands for row in by_card.rows for hands in row.hands)], said)
        assert [] in (as_grid, as_list)


def check_back(page: StrategyPage, said: str) -> None:
    calls = [call for call in page.close_calls if page.by_card is None or call.as_said]
    nearest = sorted(calls, key=lambda call: call.bar)[:4]
    wanted = [page.source, page.made, *(call.value for call in nearest)]
    dearer = [one for one in page.simpler[1:] if page.by_card is None or one.name != "without the exceptions"]
    wanted += [f"{one.name}{one.short}" for one in dearer[: 5 if page.by_card is None else 4]]
    assert missing(wanted, said) == []


def check_sheet(page: StrategyPage, said: str) -> None:
    wanted = [page.game, page.place, page.source, page.made]
    if page.by_card is None:
        wanted += [page.statement, *(f"{step.verb} {step.hands}" for step in page.steps)]
    else:
        wanted.append(page.by_card.always)
        wanted += [text for row in page.by_card.rows for text in (row.card, *row.hands, row.exceptions)]
    wanted += [text for one in page.figures for text in (one.value, one.label, one.exact)]
    wanted += [text for call in page.close_calls for text in (call.decision, *call.values, *call.ranges)]
    if len(page.simpler) > 1:
        wanted += [f"{one.name}{one.hands_played}{one.edge}{one.cost}" for one in page.simpler]
    wanted += [line + pays for table in page.pay_tables for line, pays in table.lines]
    wanted += [text for row in page.rules for text in row]
    wanted += [text for one in page.jackpots for text in (one.name, one.lead, one.note, *one.unchanged)]
    wanted += [hand for one in page.jackpots for step in one.steps for hand in step.hands]
    assert missing(wanted, said) == []


SIX_POINTS = ("crown-melbourne", "face-up-three-card-poker", "suits decide", "long names")
"""Games whose card has no type below six points."""

SAID: dict[str, tuple[str, ...]] = {
    "three-card-poker-joker": (
        "A joker is shuffled in.",
        "Hands. High to low: three of a kind, straight flush,",
    ),
    "suits decide": ("But also play Q-6-3 (three suits).",),
    "crown-melbourne": ("no change while the Ante is $8.12 or more. With less, play more hands",),
    "prizes of many kinds": ("With less, play more hands: see the strategy sheet.",),
}
"""Words on cards: what is unusual about the deck, exceptions, and that a list of hands is left out."""


@pytest.mark.slow
@pytest.mark.few(5)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_printed_whole(game: str) -> None:
    page, card = page_of(game), pdf_of(game, "card")
    front, back = texts(card)
    check_front(page, front)
    check_back(page, back)
    assert min(type_sizes(card)) > (5.99 if game in SIX_POINTS else 5)
    assert all(words in f"{front} {back}" for words in SAID.get(game, ()))
    if game == "uk-including-blind":
        assert not any(name in back for name in ("Deck.", "Deal.", "Hands."))
    sheets = texts(pdf_of(game, "a4"))
    # Where a card is seen the grid and the list of exceptions take most of a page.
    assert 1 <= len(sheets) <= (2 if page.by_card is not None or game in OTHERS else 1)
    check_sheet(page, " ".join(sheets))


@pytest.mark.parametrize("game", UNDECIDED)
def test_a_game_without_a_decision_has_no_strategy_to_print(game: str) -> None:
    with pytest.raises(RulesError, match="nothing is decided in this game"):
        strategy_page(analysed(shipped(game)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "size", "pages", "cards"),
    [
        ("card", (85.6, 54.0), 2, 1),
        ("card with marks", (105.6, 74.0), 2, 1),
        ("cards on a4", (210.0, 297.0), 2, 10),
        ("cards on letter", (215.9, 279.4), 2, 8),
        ("a4", (210.0, 297.0), 1, 1),
        ("letter", (215.9, 279.4), 1, 1),
    ],
)
@pytest.mark.few(4)
def test_pages_are_as_large_as_they_should_be_and_hold_as_many_cards_as_fit(
    layout: str, size: tuple[float, float], pages: int, cards: int
) -> None:
    pdf = pdf_of("crown-melbourne", layout)
    assert page_sizes(pdf) == [size] * pages
    if pages == 2:
        front, back = texts(pdf)
        assert front.count("Three Card Poker") == back.count("Close calls") == cards
        assert b"/Alt(Play: queen of spades, six of hearts, four of diamonds)" in pdf
        assert b"/Alt(Fold: queen of spades, six of hearts, three of diamonds)" in pdf
    else:
        check_sheet(page_of("crown-melbourne"), texts(pdf)[0])
        assert "J-10-8, J-9-8" in texts(pdf)[0]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["long names", "one long word"])
def test_nothing_runs_into_the_margins(game: str) -> None:
    for layout, across, down, pixels in (("card", 0.035, 0.05, 60), ("a4", 0.07, 0.022, 24)):
        template, data = page_of(game).laid_out(**LAYOUTS[layout])
        pages = typeset(template, data, "png", Press(pixels))
        assert not any(ink_in_margins(page, across, down) for page in pages)
        assert all(ink_in_margins(page, 0.2, 0.2) for page in pages)


def lines_of(svg: bytes, width: str) -> list[tuple[float, ...]]:
    """Return the upright and level lines of a stroke width: their ends in millimetres, to a hundredth."""
    found: list[tuple[float, ...]] = []

    def look(element: Element, x: float, y: float) -> None:
        move = re.fullmatch(r"(?:translate|matrix)\(([^)]*)\)", element.get("transform", "translate(0 0)"))
        assert move is not None
        numbers = [float(one) for one in move[1].split()][-2:]
        x, y = x + numbers[0], y + (numbers[1] if len(numbers) > 1 else 0)
        if element.get("stroke-width") == width:
            way = re.fullmatch(r"M 0 0([hv]) (-?[\d.]+)", element.get("d", ""))
            assert way is not None
            across, down = (float(way[2]), 0.0) if way[1] == "h" else (0.0, float(way[2]))
            ends = (round(end / 72 * 25.4, 2) for end in (x, y, x + across, y + down))
            found.append(tuple(ends))
        for inner in element:
            look(inner, x, y)

    look(fromstring(svg), 0, 0)  # noqa: S314  our own
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "left", "top", "columns", "rows"),
    [
        ("card with marks", 10, 10, 1, 1),
        ("cards on a4", 19.4, 13.5, 2, 5),
        ("cards on letter", 22.35, 31.7, 2, 4),
    ],
)
@pytest.mark.few(2)
def test_crop_marks_stand_where_cards_are_cut_and_outside_of_them(
    layout: str, left: float, top: float, columns: int, rows: int
) -> None:
    template, data = page_of("crown-melbourne").laid_out(**LAYOUTS[layout] | {"crop_marks": True})
    cuts = (
        {round(left + column * 85.6, 2) for column in range(columns + 1)},
        {round(top + row * 54, 2) for row in range(rows + 1)},
    )
    right, bottom = left + columns * 85.6, top + rows * 54
    # Front and back alike, so that both sides of a sheet that is turned over meet.
    for page in typeset(template, data, "svg"):
        marks = lines_of(page, "0.25")
        assert {x for x, _, end, _ in marks if x == end} == cuts[0]
        assert {y for _, y, _, end in marks if y == end} == cuts[1]
        for x, y, x_end, y_end in marks:
            beside = max(x, x_end) < left or min(x, x_end) > right
            assert beside or max(y, y_end) < top or min(y, y_end) > bottom


@pytest.mark.slow
def test_the_picture_in_the_readme_is_what_is_printed_in_four_colours_and_not_in_two() -> None:
    fronts: list[bytes] = []
    for four_colours in (True, False):
        template, data = page_of("crown-melbourne").laid_out(four_colours=four_colours)
        fronts.append(typeset(template, data, "svg")[0])
    picture = Path(__file__).parents[2] / "docs/pictures/strategy-card.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        picture.write_bytes(fronts[0])
    assert picture.read_bytes() == fronts[0], "UPDATE_GOLDEN=1 writes it anew"
    four, two = (set(re.findall(rb'fill="(#[0-9a-f]{6})"', front)) for front in fronts)
    assert four - two == {b"#1b57b5"}  # diamonds
