from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from combin.exact.analysis import analyse, choices
from combin.formats.typesetter import Press, PrintError, typeset
from combin.game import games
from combin.paper.strategy import StrategyPage, strategy_page
from combin.rules.errors import RulesError
from tests.odd_games import ODD_GAMES
from tests.pages import ink_in_margins, page_sizes, texts, type_sizes
from tests.variants import ONE_OF_EACH_KIND, analysed, shipped, variant

LAYOUTS: dict[str, dict[str, Any]] = {
    "card": {},
    "card with marks": {"crop_marks": True},
    "cards on a4": {"sheet": "a4", "crop_marks": True},
    "cards on letter": {"sheet": "letter"},
    "a4": {"size": "a4", "four_colours": True},
    "letter": {"size": "letter"},
}
SIZES = {
    "card": (85.6, 54.0),
    "card with marks": (105.6, 74.0),
    "cards on a4": (210.0, 297.0),
    "cards on letter": (215.9, 279.4),
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
}
OTHERS = ODD_GAMES | {
    "several multiples beside a card face up": """
extends = "crown-melbourne"
id = "several-beside-a-card"
title = "Several multiples beside a card face up, at a table of a casino that has a name of its own"
[deal]
face_up = 1
[decision]
play = [1, 2, 3]
[decision.blind]
allowed = false
[wager.ante]
name = "Opening Wager With a Name That Is of About Sixty Letters in All"
""",
    "the suits of three cards": """
extends = "ultimate-three-card-poker"
id = "three-suits"
title = "The suits of three cards, of a small deck"
[deck]
ranks = "9 T J Q K A"
[deal]
face_up = 3
tells = "suit"
""",
}
UNDECIDED = [game for game in games() if not shipped(game).play]
GAMES = [*(game for game in ONE_OF_EACH_KIND if game not in UNDECIDED), *OTHERS]


@cache
def page_of(game: str) -> StrategyPage:
    rules = variant(OTHERS[game]) if game in OTHERS else shipped(game)
    return strategy_page(analyse(rules, choices(rules, {})[:1])[0])


@cache
def pdf_of(game: str, layout: str) -> bytes:
    template, data = page_of(game).laid_out(**LAYOUTS[layout])
    (pdf,) = typeset(template, data, "pdf")
    return pdf


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
        grid = page.by_card.grid
        cells = [cell.text for _, row in grid.rows for cell in row]
        as_grid = missing([*grid.cards, *(name for name, _ in grid.rows), *cells], said)
        as_list = missing(
            [page.by_card.always, *(hands for row in page.by_card.rows for hands in row.hands)], said
        )
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
        rows = page.by_card.rows
        wanted += [
            page.by_card.always,
            *(text for row in rows for text in (row.card, *row.hands, row.exceptions)),
        ]
    wanted += [text for one in page.figures for text in (one.value, one.label, one.exact)]
    wanted += [text for call in page.close_calls for text in (call.decision, *call.values, *call.ranges)]
    if len(page.simpler) > 1:
        wanted += [f"{one.name}{one.hands_played}{one.edge}{one.cost}" for one in page.simpler]
    wanted += [line + pays for table in page.pay_tables for line, pays in table.lines]
    wanted += [text for row in page.rules for text in row]
    wanted += [text for one in page.jackpots for text in (one.name, one.lead, one.note, *one.unchanged)]
    wanted += [hand for one in page.jackpots for step in one.steps for hand in step.hands]
    assert missing(wanted, said) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_printed_whole(game: str) -> None:
    page = page_of(game)
    front, back = texts(pdf_of(game, "card"))
    check_front(page, front)
    check_back(page, back)
    assert min(type_sizes(pdf_of(game, "card"))) > 5
    for layout in ("a4", "letter") if game == "crown-melbourne" else ("a4",):
        sheets = texts(pdf_of(game, layout))
        # Where a card is seen the grid and the list of exceptions take most of a page.
        most = 2 if page.by_card is not None or game in OTHERS else 1
        assert 1 <= len(sheets) <= most
        check_sheet(page, " ".join(sheets))


@pytest.mark.parametrize("game", UNDECIDED)
def test_a_game_without_a_decision_has_no_strategy_to_print(game: str) -> None:
    with pytest.raises(RulesError, match="nothing is decided in this game"):
        page_of(game)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_pages_are_as_large_as_they_should_be(layout: str) -> None:
    pages = 2 if layout.startswith("card") else 1
    assert page_sizes(pdf_of("crown-melbourne", layout)) == [SIZES[layout]] * pages


@pytest.mark.slow
@pytest.mark.parametrize("game", ["crown-melbourne", "long names", "one long word", "many pays"])
def test_nothing_runs_into_the_margins(game: str) -> None:
    for layout, across, down, pixels in (("card", 0.035, 0.05, 60), ("a4", 0.07, 0.022, 24)):
        template, data = page_of(game).laid_out(**LAYOUTS[layout])
        pages = typeset(template, data, "png", Press(pixels))
        assert not any(ink_in_margins(page, across, down) for page in pages)
        assert all(ink_in_margins(page, 0.2, 0.2) for page in pages)


def test_a_card_says_what_is_unusual_about_its_cards() -> None:
    said = {game: texts(pdf_of(game, "card"))[1] for game in ("three-card-poker-joker", "uk-including-blind")}
    assert "hearts and spades). A joker is shuffled in." in said["three-card-poker-joker"]
    assert "Hands. High to low: three of a kind, straight flush," in said["three-card-poker-joker"]
    assert not any(name in said["uk-including-blind"] for name in ("Deck.", "Deal.", "Hands."))


def test_exceptions_stand_on_the_front() -> None:
    front, _ = texts(pdf_of("suits decide", "card"))
    assert "But also play Q-6-3 (three suits)." in front


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["crown-melbourne", "face-up-three-card-poker", "suits decide", "long names"]
)
def test_no_type_on_a_card_is_below_six_points(game: str) -> None:
    assert min(type_sizes(pdf_of(game, "card"))) > 5.99


def test_long_lists_of_hands_for_a_jackpot_are_left_to_the_sheet() -> None:
    _, back = texts(pdf_of("crown-melbourne", "card"))
    assert "no change while the Ante is $8.12 or more. With less, more hands are played" in back
    assert "J-10-8, J-9-8" in " ".join(texts(pdf_of("crown-melbourne", "a4")))
    _, back = texts(pdf_of("prizes of many kinds", "card"))
    assert "With less, more hands are played: a sheet lists them." in back


@pytest.mark.parametrize(("layout", "number"), [("card", 1), ("cards on a4", 10), ("cards on letter", 8)])
def test_a_sheet_holds_as_many_cards_as_fit(layout: str, number: int) -> None:
    front, back = texts(pdf_of("crown-melbourne", layout))
    assert front.count("Three Card Poker") == number
    assert back.count("Close calls") == number


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


def test_each_hand_is_described_for_those_who_cannot_see_it() -> None:
    pdf = pdf_of("crown-melbourne", "card")
    assert b"/Alt(Play: queen of spades, six of hearts, four of diamonds)" in pdf
    assert b"/Alt(Fold: queen of spades, six of hearts, three of diamonds)" in pdf


def test_colours_are_two_or_four(tmp_path: Path) -> None:
    found = []
    for four in (False, True):
        files = page_of("crown-melbourne").write(tmp_path / "card.svg", four_colours=four)
        drawn = files[0].read_text(encoding="utf-8")
        found.append(set(re.findall('fill="(#[0-9a-f]{6})"', drawn)))
    assert found[1] - found[0] == {"#1b57b5"}  # diamonds


def test_what_cannot_fit_is_told(tmp_path: Path) -> None:
    rules = variant(ODD_GAMES["long names"].replace("Limited", "Limited, " * 400))
    with pytest.raises(PrintError, match="the small print on the card does not fit even in small type"):
        strategy_page(analysed(rules)).write(tmp_path / "card.pdf")
    assert list(tmp_path.iterdir()) == []


def test_the_picture_in_the_readme_is_what_is_printed() -> None:
    template, data = page_of("crown-melbourne").laid_out(four_colours=True)
    front, _ = typeset(template, data, "svg")
    picture = Path(__file__).parents[2] / "docs/pictures/strategy-card.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        picture.write_bytes(front)
    assert picture.read_bytes() == front, "UPDATE_GOLDEN=1 writes it anew"
