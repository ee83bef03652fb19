"""The player's guide on paper: whole, without running over, on well filled pages, for any rule file."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from combin.formats import PAPERS
from combin.formats.typesetter import Press, typeset
from combin.paper.poster import guide, on_paper, poster_data
from combin.rules.load import load_rules
from combin.words.catalogue import ENGLISH
from tests.pages import column_fills, page_sizes
from tests.pages import texts as pages_of
from tests.paper.guides import data, texts
from tests.variants import ONE_OF_EACH_KIND


@cache
def printed(game: str | Path, paper: str = "a4") -> bytes:
    (pdf,) = typeset("poster", data(game) | on_paper(paper), "pdf")
    assert {*page_sizes(pdf)} == {PAPERS[paper]}
    return pdf


def pages(pdf: bytes) -> list[str]:
    return [*map(_closed, pages_of(pdf))]


def _closed(text: str) -> str:
    """Return text without blanks, line breaks, places where words may break, and curled apostrophes."""
    return "".join(text.replace("\u200b", "").replace("’", "'").split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "paper"),
    [*((game, "a4") for game in ONE_OF_EACH_KIND), ("crown-melbourne", "letter"), ("hole-card", "letter")],
)
def test_every_guide_stands_on_paper_whole_and_fills_its_pages(game: str, paper: str) -> None:
    shown = pages(printed(game, paper))
    assert len(shown) == (2 if game == "three-card-poker" else 1)
    # Of a single bet there is no more to say than fills half a page.
    if game != "twenty-one-plus-three":
        assert min(map(min, column_fills(printed(game, paper)))) > 0.85
    text = "".join(shown)
    for words in texts(data(game)):
        assert _closed(words) in text, words


@pytest.mark.slow
def test_the_guide_of_many_bets_takes_one_page_of_large_paper() -> None:
    (columns,) = column_fills(printed("three-card-poker", "a3"))
    assert min(columns) > 0.85


@pytest.mark.slow
def test_pages_are_numbered_where_there_are_several() -> None:
    first, second = pages(printed("three-card-poker"))
    assert "Page1of2" in first
    assert "Page2of2" in second
    assert second.startswith("ThreeCardPoker")
    (only,) = pages(printed("uk-including-blind"))
    assert "Page1" not in only


@pytest.mark.slow
def test_a_game_of_long_names_and_many_bets_goes_on_more_pages(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    bets = "".join(
        f'[wager.bet_{number}]\nname = "The extraordinarily long-named side bet number {number}"\n'
        'settles = "pay table"\non_fold = "stays"\n'
        f'[pay_tables.bet_{number}.A]\n"straight flush" = 40\n"three of a kind" = 30\n'
        '"straight" = 6\n"flush" = 4\n'
        '"pair" = 1\n'
        for number in range(12)
    )
    path.write_text(
        'extends = "crown-melbourne"\nid = "mine"\n'
        'title = "A game whose title is so long that no poster that was ever printed had one like it"\n'
        f"{bets}",
        encoding="utf-8",
    )
    shown = pages(printed(path))
    text = "".join(shown)
    assert len(shown) > 1
    for words in texts(data(path)):
        assert _closed(words) in text, words


@pytest.mark.slow
def test_a_translation_changes_every_word_of_the_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    lines = []
    for line in ENGLISH.read_text(encoding="utf-8").splitlines():
        key, equals, text = line.partition(' = "')
        plain = (
            not equals or key in ("code", "decimal_point", "thousands", "currency") or key.startswith("list_")
        )
        lines.append(line if plain else f'{key} = "§{text}')
    path.write_text("\n".join(lines), encoding="utf-8")
    found = poster_data(guide(load_rules("uk-including-blind"), {}, language=path))
    own = {"Ante Bonus", "Pair Plus", "Prime"}  # names of the rule file
    for block in found["blocks"]:
        assert block["heading"].startswith("§") or block["heading"] in own
        assert all(row[0].strip().startswith("§") for row in block.get("rows", []) if isinstance(row, list))
    assert typeset("poster", found | on_paper("a4"), "pdf")


@pytest.mark.slow
def test_the_picture_in_the_readme_is_what_is_printed() -> None:
    found = data("uk-including-blind") | on_paper("a4")
    (page,) = typeset("poster", found, "png", Press(50))
    picture = Path(__file__).parents[2] / "docs/pictures/poster.png"
    if os.environ.get("UPDATE_GOLDEN"):
        picture.write_bytes(page)
    assert picture.read_bytes() == page, "UPDATE_GOLDEN=1 writes it anew"
