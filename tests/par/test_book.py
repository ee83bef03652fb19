"""PAR sheets as documents: all that the workbook tells of the game, on pages that it fits."""

from __future__ import annotations

import io
import re
from copy import copy
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from combin.design.variants import Sensitivity, Workbench, sensitivity_asked
from combin.design.views import LONGEST
from combin.formats.documents import Block, Document, Heading, Paragraph, Picture, document_html
from combin.formats.tables import CHANGE, COUNT, PERCENT, Kind, Live, Table
from combin.formats.typesetter import Press, PrintError, document_data, typeset
from combin.formatting import money_in
from combin.game import load
from combin.jackpot.mixes import ask_mix
from combin.par.book import Book, _tables, par_document
from combin.par.overview_sheets import published_twins
from combin.par.workbook import Cell, Look, Sheet, TableRange
from combin.rules.resolved import keep
from tests.exact.small_games import COMPARED
from tests.helpers.documents import Page, closed, hashes, labels, words
from tests.helpers.games import game as game_of
from tests.helpers.other_games import OCEANS_11
from tests.helpers.pages import fills, ink_in_margins, last_fill, type_sizes
from tests.helpers.variants import shipped, variant
from tests.par.books import GAMES, book, game

if TYPE_CHECKING:
    from pathlib import Path

OF_THE_WORKBOOK = (
    "Verdict",
    "Checks",
    "Inputs changed",
    "Confidence of volatility index",
    "z, its quantile",
    "What this workbook is about",
    "highest payout",
    "smallest chip",
    "seats",
)
"""What sheets say of their inputs and checks, or head what opens the document."""


@cache
def document(name: str) -> Document:
    return par_document(book(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(2)
def test_the_document_has_every_figure_and_sentence_of_the_sheets(name: str) -> None:
    said = closed(" ".join(words(document(name))))
    left_out = {
        "Theoretical win per hour",
        *["Exact edge"] * any(one.open for one in book(name).told.chapters),
    }
    for sheet in book(name).written.chapters:
        if sheet.open:  # figures for what stands in for a price and a meter that the rules do not state
            continue
        rows = {row for (row, _), cell in sheet.cells.items() if cell.value in OF_THE_WORKBOOK}
        columns = {column for (_, column), cell in sheet.cells.items() if cell.value in left_out}
        for (row, column), cell in sheet.cells.items():
            if column in columns or row in rows:
                continue
            if cell.kind not in (Look.SUBTITLE, Look.NOTE, Look.HEADING, Look.HEADING_RIGHT):
                with money_in(game(name).file.imprint.sign):
                    assert closed(cell.shown) in said, (sheet.name, row, cell)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(3)
def test_the_html_has_all_that_the_document_says(name: str) -> None:
    shown = Page(document_html(document(name)))
    assert shown.open == []
    text = closed(shown.text)
    for one in words(document(name)):
        assert closed(one) in text, one


@pytest.mark.slow
def test_the_pages_have_all_that_the_document_says() -> None:
    name = "other words"
    (pdf,) = typeset("report", document_data(document(name)), "pdf")
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == document(name).title
    lined = [one.extract_text() for one in reader.pages]
    pages = [*map(closed, lined)]
    for number, text in enumerate(pages, start=1):
        assert f"{number}/{len(pages)}" in text
    text = "".join(pages)
    for one in (*words(document(name)), *labels(document(name))):
        assert closed(one) in text, one
    found = hashes("\n".join(lined))
    assert found == hashes(" ".join(words(document(name))))
    assert len(found) == 2


@pytest.mark.slow
def test_nothing_stands_in_the_margins() -> None:
    for page in typeset("report", document_data(document("many")), "png", Press(15)):
        assert not ink_in_margins(page, 18 / 210, 8 / 297)


def test_a_font_of_the_machine_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(PrintError, match="no font 'No Such Font' is installed on this machine"):
        book("fine lines").write(tmp_path / "par.pdf", font="No Such Font")
    assert not list(tmp_path.iterdir())


def test_the_same_game_gives_the_same_document() -> None:
    again = par_document(Book.of(game("fine lines"), {}))
    assert document_html(again) == document_html(document("fine lines"))


def chapters(name: str) -> dict[str, list[Block]]:
    """Return the blocks of each chapter by its title, those that open the document by ""."""
    found: dict[str, list[Block]] = {"": []}
    for block in document(name).blocks[1:]:
        if isinstance(block, Heading):
            found[block.text.partition(". ")[2]] = []
        else:
            found[list(found)[-1]].append(block)
    return found


def titles(blocks: list[Block]) -> list[str]:
    return [block.title for block in blocks if isinstance(block, Table)]


def test_money_bears_its_currency_and_each_row_its_label() -> None:
    found = {
        block.title: block
        for blocks in chapters("crown").values()
        for block in blocks
        if isinstance(block, Table)
    }
    assert found["Terms"].cells == (("price of the wager", "$1.00"), ("current meter", "$10,000.00"))
    pays = found["One unit in each pay"]
    assert [row[0] for row in pays.cells[:2]] == ["Ante Bonus A: straight flush"] * 2
    assert pays.merged_cells[1][0] == ""


def test_each_sheet_is_a_chapter_and_some_have_plots() -> None:
    found = chapters("crown")
    of_sheets = [str(sheet.cells[0, 0].value) for sheet in book("crown").written.chapters]
    assert list(found) == ["", "The game and its figures", *of_sheets[1:]]
    plots = {
        chapter: [block.plot.name for block in blocks if isinstance(block, Picture)]
        for chapter, blocks in found.items()
    }
    assert {chapter: names for chapter, names in plots.items() if names} == {
        "Ante & Play, with Ante Bonus A": ["outcomes-ante"],
        "Pair Plus A": ["outcomes-pair-plus"],
        "Jackpot 1": ["meter-density"],
        "Ante & Play: strategy": ["play-value"],
        "Sensitivity": ["sensitivity-ante"],
    }


def test_the_first_page_sums_up_every_wager_the_play_and_the_checks() -> None:
    first = chapters("crown")[""]
    table, signed = (block for block in first if isinstance(block, Table))
    assert [row[0] for row in signed.rows] == ["Prepared by", "Reviewed by"]
    edges = [str(edge) for _, edge in book("crown").written.wagers]
    assert [row[-1] for row in table.rows] == edges
    said = [block.text for block in first if isinstance(block, Paragraph)]
    assert said[0] == "**Strategy of the player.** Play Q-6-4 or better, fold the rest."
    assert said[1].startswith(
        "**Progressive wagers.** Jackpot 1: long-run return 88.8702%; return 56.1917% at the"
    )
    assert said[3:] == [f"**Checks.** {4 * len(edges)} checks: all pass."]


@pytest.mark.slow
def test_the_theoretical_win_is_that_of_the_hands_and_the_bet_that_are_given() -> None:
    given = {"hands_per_hour": "40", "average_bet": "25"}
    found = load("uk-including-blind", imprint=given).par()
    sheet = found.written.chapters[0]
    heads = {str(cell.value): place for place, cell in sheet.cells.items()}
    row, column = heads["Theoretical win per hour"]
    edges = [edge for _, edge in found.written.wagers]
    assert [sheet.cells[row + 1 + place, column].value for place in range(len(edges))] == [
        edge * 40 * 25 for edge in edges
    ]
    said = "40 hands per hour × an average bet of 25, "
    assert any(said in text for text in words(par_document(found)))
    assert not any("Theoretical win" in text for text in words(document("uk-including-blind")))


@pytest.mark.slow
def test_money_taken_of_each_hand_is_in_the_theoretical_win() -> None:
    fee = {"wager.ante.collection": {"share": "1%", "money": 2}}
    deck = {"deck.ranks": "J Q K A", "dealer.qualifies": "A high"}
    rules = variant(game_of(COMPARED, deck, fee, {"imprint": {"average_bet": 10, "hands_per_hour": 3}}))
    lost = ask_mix(rules, {"ante": 10}, strategy="optimal").mix.expected_loss
    summary = Book.of(rules, {}).written.chapters[0].cells
    row, column = next(place for place, cell in summary.items() if cell.value == "Theoretical win per hour")
    assert Live("", summary[row + 1, column].value).exact == lost * 3


@pytest.mark.slow
def test_a_document_tells_of_lines_as_players_know_them() -> None:
    said = [*words(document("pick-a-card"))]
    assert "one card of the rank" in said
    assert not [one for one in said if "K-K-A" in one]


@pytest.mark.slow
def test_a_document_shows_no_return_that_depends_on_what_the_rules_leave_open() -> None:
    sheet = next(one for one in book("resorts-world-sentosa").told.chapters if one.open)
    said = " ".join(words(document("resorts-world-sentosa")))
    assert sheet.open == "depends on price and meter"
    assert "favours the player above a meter of 22,100 × price − 30,050" in said
    assert "By price and number of players" in said
    assert sheet.marks["edge"].value == Fraction(-159, 442)  # which the workbook has for a price of 1
    assert "-35.9729%" not in said


@pytest.mark.slow
def test_many_tables_of_a_wager_are_compared_and_no_page_is_nearly_empty() -> None:
    found = par_document(load("crown-melbourne").par())
    headings = [block.text for block in found.blocks if isinstance(block, Heading) and block.level == 2]
    assert "5. Pair Plus: all pay tables" in headings
    assert not any("Pair Plus B" in heading for heading in headings)
    (compared,) = (
        block
        for block in found.blocks
        if isinstance(block, Table) and block.title == "Figures by pay table"
        if any("Pair Plus F" in cell for row in block.cells for cell in row)
    )
    assert [row[0] for row in compared.cells] == [f"Pair Plus {letter}" for letter in "ABCDEF"]
    assert compared.cells[0][2] == "2.3167%"
    (pdf,) = typeset("report", document_data(found), "pdf")
    assert min(fills(pdf)) > 1 / 3
    assert min(type_sizes(pdf)) >= 6


@pytest.mark.parametrize("name", GAMES)
def test_what_holds_for_all_wagers_stands_once(name: str) -> None:
    found = [title for blocks in chapters(name).values() for title in titles(blocks)]
    once = ("What the rules say", "Hands of three cards, high to low", "Definitions")
    assert [found.count(title) for title in once] == [1] * len(once)
    headings = [one for block in document(name).blocks if isinstance(block, Table) for one in block.headings]
    assert headings.count("Calculation") == titles_of_meters(name)


def titles_of_meters(name: str) -> int:
    return sum(titles(blocks).count("The meter") for blocks in chapters(name).values())


def test_a_progressive_without_published_rates_is_plotted_by_its_price() -> None:
    found = document("resorts-world-sentosa")
    assert "price" in [block.plot.name for block in found.blocks if isinstance(block, Picture)]


def test_another_strategy_is_named_where_outcomes_are_plotted() -> None:
    rules = shipped("uk-including-blind")
    found = Book.of(rules, {}, "always play")
    plot = next(one.plot for one in par_document(found).blocks if isinstance(one, Picture))
    assert "always play" in plot.alt
    assert "best play" not in plot.alt


def test_hands_played_whatever_is_seen_have_no_border() -> None:
    rules = variant(game_of(OCEANS_11, {"dealer.qualifies": "three aces", "deck.ranks": "9 T J Q K A"}))
    found = Book.of(rules, {})
    titles_told = [one.title for one in par_document(found).blocks if isinstance(one, Table)]
    assert "By the dealer's card" in titles_told
    assert "Borderline hands" not in titles_told


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["pick-a-card", "teen-patti-pro", "three-card-poker-joker", "ultimate-three-card-poker"]
)
@pytest.mark.few(2)
def test_a_game_of_every_kind_fits_its_pages(name: str) -> None:
    rules = copy(shipped(name))  # without the answers that are kept
    first = {wager: list(tables)[:1] for wager, tables in rules.tables.items()}
    found = Book.of(rules, first)
    # What takes long and has its own tests is left out.
    letters = found.main.letters
    start = Workbench().variant(rules, letters)
    keep(sensitivity_asked(rules, letters), Sensitivity(rules, letters, start, (), (), ()))
    keep(partial(published_twins, rules), ())  # whose sources may be called anything
    vars(found)["hashes"] = ("0" * 64, "none (not asked)")
    made = par_document(found)
    (pdf,) = typeset("report", document_data(made), "pdf")
    assert last_fill(pdf) > 1 / 3
    statement = found.main.statement.text
    if len(statement) > LONGEST:
        assert sum(statement in one for one in words(made)) == (not found.main.statement.by_card)
    strategies = [block for block in made.blocks if isinstance(block, Heading) and ": strategy" in block.text]
    assert len(strategies) == bool(rules.play)
    if not rules.play:
        assert not [one for one in words(made) if re.search("fold|strategy|his best", one)]


@pytest.mark.parametrize(
    ("value", "kind", "shown"),
    [
        (Fraction(1, 2_000_000), PERCENT, "0.0001%"),  # a float would make it even: 0.0000%
        (Fraction(-3, 2_000_000), PERCENT, "-0.0002%"),
        (Fraction(5, 10**9), Look.CHANCE, "0.000001%"),
        (Fraction(1, 200), Look.AMOUNT, "0.01"),
        (Fraction(-2_469_135, 2), Look.AMOUNT, "-1,234,567.50"),
        (Fraction(-2_469_135, 2), Look.CASH, "-$1,234,567.50"),
        (Fraction(1, 8), CHANGE, "+12.5000"),
        (Fraction(0), CHANGE, "none"),
        (Fraction(20, 3), Look.FREE, "20/3"),
        (Fraction(100_001, 2), Look.FREE, "50,000.5"),
        (10**16 + 1, COUNT, "10,000,000,000,000,001"),
    ],
)
def test_figures_are_rounded_half_up_from_their_exact_values(value: int, kind: Kind, shown: str) -> None:
    assert Cell(value, kind).shown == shown


def tables(columns: int, beside: int, title: str = "A title") -> list[Table]:
    sheet = Sheet("Wide")
    sheet.put(0, 0, Cell("Wide", Look.TITLE))
    heads = [f"Heading {column}" for column in range(columns)]
    sheet.write_table(2, Table(title, heads, (tuple(f"cell {column}" for column in range(columns)),)))
    (part,) = sheet.parts
    assert isinstance(part, TableRange)
    return list(
        _tables(sheet, TableRange(title, part.top, part.below, part.columns, "A note.", beside=beside))
    )


@pytest.mark.parametrize("beside", [1, 2])
def test_a_table_wider_than_a_page_is_split_and_each_part_says_what_its_rows_are(beside: int) -> None:
    found = tables(30, beside)
    assert len(found) > 2
    assert [table.title for table in found] == [
        f"A title, {place} of {len(found)}" for place in range(1, len(found) + 1)
    ]
    assert [table.note for table in found] == [*[""] * (len(found) - 1), "A note."]
    names = [f"Heading {column}" for column in range(30)]
    for table in found:
        assert list(table.headings[:beside]) == names[:beside]
    assert names[beside:] == [name for table in found for name in table.headings[beside:]]


def test_a_table_does_not_repeat_the_title_of_its_chapter_but_to_number_its_parts() -> None:
    assert [table.title for table in tables(6, 1, "Wide")] == [""]
    assert tables(30, 1, "Wide")[0].title.startswith("Wide, 1 of ")


def test_a_table_that_fits_is_not_split() -> None:
    assert [(table.title, table.note) for table in tables(6, 1)] == [("A title", "A note.")]


@pytest.mark.slow
def test_a_meter_of_the_tiniest_shares_has_a_document_without_certificate_and_plot_of_it() -> None:
    """No certificate holds its digits, and its density is not known; all else stands there."""
    part = "1/1000000000000"
    rules = variant(
        'extends = "crown-melbourne"\nwithout = ["pay_tables.jackpot", "jackpot.options"]\n'
        f'[pay_tables.jackpot.1]\nodds = "for 1"\n"royal flush" = {{ meter = "{part}" }}\n'
        f'"straight flush" = 100\n"four of a kind" = 50\n"full house" = {{ meter = "{part}" }}\n'
        '"flush" = 5\n"straight" = 4\n'
        '[jackpot.options.1]\npay_table = "1"\nmeters = [{ seed = 1000, increment = "50%" }]\n'
    )
    made = Book.of(rules, {})
    assert made.hashes[1] == "none: option 1: 10 digits of its meter take too many terms"
    pictures = [one for one in par_document(made).blocks if isinstance(one, Picture)]
    assert "meter-density" not in [one.plot.name for one in pictures]
    assert "53.8916%" in " ".join(words(par_document(made)))
