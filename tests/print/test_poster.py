"""The player's guide: true to the rules and the figures, on paper without running over, for any rule file."""

from __future__ import annotations

import io
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from combin.print.catalogue import ENGLISH, load_catalogue
from combin.print.engine import typeset
from combin.print.poster import PAPERS, guide, poster_data, print_poster
from combin.rules.load import library_games, load_rules


@cache
def data(game: str | Path, **letters: str) -> dict[str, Any]:
    return poster_data(guide(load_rules(game), letters), load_catalogue())


def pages(found: dict[str, Any], paper: str = "a4") -> list[str]:
    width, height = PAPERS[paper]
    (pdf,) = typeset("poster", found | {"width": width, "height": height}, "pdf")
    reader = PdfReader(io.BytesIO(pdf))
    for page in reader.pages:
        assert abs(float(page.mediabox.width) - width / 25.4 * 72) < 1
        assert abs(float(page.mediabox.height) - height / 25.4 * 72) < 1
    return [_closed(page.extract_text()) for page in reader.pages]


def _closed(text: str) -> str:
    """Return text without blanks, line breaks, places where words may break, and curled apostrophes."""
    return "".join(text.replace("\u200b", "").replace("’", "'").split())


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, one in value.items() if key in SHOWN for text in _texts(one)]
    return [text for one in value for text in _texts(one)] if isinstance(value, list) else []


SHOWN = (
    "edges",
    "blocks",
    "heading",
    "tiles",
    "notes",
    "name",
    "edge",
    "steps",
    "lead",
    "rows",
    "columns",
    "title",
)


@pytest.mark.parametrize("game", library_games())
def test_the_guide_of_every_game_stands_on_paper_whole(game: str) -> None:
    found = data(game)
    shown = pages(found)
    assert len(shown) <= 2
    text = "".join(shown)
    for words in _texts(found):
        assert _closed(words) in text, words


def test_what_the_guide_of_the_uk_poster_says() -> None:
    found = data("uk-including-blind")
    assert [(one["name"], one["edge"], one["per"]) for one in found["edges"]["tiles"]] == [
        ("Ante and Play", "3.37%", "of your Ante"),
        ("Pair Plus", "2.70%", "of your stake"),
        ("Prime", "3.62%", "of your stake"),
    ]
    assert found["edges"]["tiles"][0]["more"] == "2.01% of all you stake on Ante and Play"
    assert "stay in with Q-6-4 or better" in found["edges"]["notes"][-1]
    tables = {one["heading"]: one for one in found["blocks"] if one["kind"] == "table"}
    assert tables["How Ante and Play are settled"]["rows"][0] == [
        "The dealer does not qualify",
        "pays 1 to 1",
        "returned",
    ]
    assert tables["Prime"]["rows"][0] == ["both hands of the same colour", "4 to 1", "1 in 44"]
    assert "Only together with Ante or Pair Plus." in tables["Prime"]["lead"]


def blocks(game: str) -> dict[str, Any]:
    return {one["heading"]: one for one in data(game)["blocks"]}


def test_where_the_dealer_changes_nothing_he_is_not_spoken_of() -> None:
    found = blocks("pick-a-card")
    assert not any("ealer" in text for text in _texts(data("pick-a-card")))
    assert not any(heading.endswith("settled") for heading in found)
    assert found["Pick A Card, table 1"]["edge"] == "House edge 3.26%"
    assert found["Pick A Card, table 1, continued"]["rows"][-1] == ["All other hands", "lose", ""]


def test_bets_without_a_decision_are_free_to_choose() -> None:
    found = blocks("teen-patti-20-20")
    steps = found["How a round goes"]["steps"]
    assert steps[0].startswith("Before the cards are dealt you choose one or more bets: Player A, Player B, ")
    assert steps[1] == "Two hands of three cards are dealt: yours, on which Player A bets, and the dealer's."
    assert "How Player A is settled" in found


@pytest.mark.parametrize(
    ("game", "dealt"),
    [
        ("edge-sorting", "Of one of the dealer's cards you know whether it is Q to A or 2 to J."),
        ("hole-card", "You see one of the dealer's."),
        ("three-card-poker-joker", "A joker is shuffled in. You and"),
        ("three-card-poker-two-decks", "Two decks are shuffled together. You and"),
        ("three-card-poker-six-suits", "The deck has 54 cards: 9 ranks, 6 to A, in six suits. You and"),
    ],
)
def test_how_the_cards_are_dealt(game: str, dealt: str) -> None:
    assert dealt in blocks(game)["How a round goes"]["steps"][1]


def test_a_side_bet_that_must_beat_the_dealer_says_so() -> None:
    lead = blocks("florida-three-card-poker")["Pair Plus"]["lead"]
    assert lead == (
        "A bet on your own three cards, which must beat the dealer's. If the dealer's hand is equal or "
        "higher, a hand of this table gets its stake back. If you fold it stays in play."
    )


def test_a_jackpot_whose_edge_hangs_on_its_meter_is_listed_with_what_it_brings_back() -> None:
    tiles = {one["name"]: one["edge"] for one in data("three-card-poker")["edges"]["tiles"]}
    assert tiles["Progressive"] == "varies"
    table = blocks("three-card-poker")["Progressive, table A"]
    assert table["rows"][:2] == [
        ["A-K-Q straight flush of spades", "the whole jackpot", "1 in 22,100"],
        ["and to each other player", "$100", ""],
    ]
    # 500/7366.67 + 100/502.27 + 90/425 of the stake; 10,000/22,100 dollars
    assert "47.87% of the stake" in table["notes"][-1]
    assert "adds $0.4525 for each bet" in table["notes"][-1]


def test_tables_options_and_meters_are_chosen() -> None:
    rules = load_rules("crown-melbourne")
    words = load_catalogue()
    found = poster_data(guide(rules, {"pair_plus": "F"}, "2", "20000"), words)
    tiles = {one["name"]: one for one in found["edges"]["tiles"]}
    assert tiles["Pair Plus"]["edge"] == "2.70%"
    assert "$20,000" in tiles["Jackpot"]["more"]
    assert tiles["Jackpot"]["edge"] == "17.93%"  # a player who folds with the wager on the table
    headings = [one["heading"] for one in found["blocks"]]
    assert "Pair Plus, table F" in headings
    assert "Jackpot, table 2" in headings


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
    found = data(path)
    for paper in PAPERS:
        shown = pages(found, paper)
        text = "".join(shown)
        assert len(shown) > 1
        for words in _texts(found):
            assert _closed(words) in text, words


def test_a_long_pay_table_goes_on_in_the_next_block() -> None:
    parts = [one for one in data("pick-a-card")["blocks"] if one["heading"].startswith("Pick A Card")]
    assert len(parts) == 2
    assert [bool(one["lead"]) for one in parts] == [True, False]


def test_a_translation_changes_every_word_of_the_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    lines = []
    for line in ENGLISH.read_text(encoding="utf-8").splitlines():
        key, equals, text = line.partition(' = "')
        plain = not equals or key in ("code", "decimal_point", "thousands") or key.startswith("list_")
        lines.append(line if plain else f'{key} = "§{text}')
    path.write_text("\n".join(lines), encoding="utf-8")
    found = poster_data(guide(load_rules("uk-including-blind"), {}), load_catalogue(path))
    own = {"Ante Bonus", "Pair Plus", "Prime"}  # names of the rule file
    for block in found["blocks"]:
        assert block["heading"].startswith("§") or block["heading"] in own
        assert all(row[0].startswith("§") for row in block.get("rows", []) if isinstance(row, list))
    assert pages(found)


@pytest.mark.parametrize("ending", [".pdf", ".svg", ".png"])
def test_the_same_guide_gives_the_same_bytes(tmp_path: Path, ending: str) -> None:
    found, words = guide(load_rules("uk-including-blind"), {}), load_catalogue()
    files = [print_poster(found, words, tmp_path / f"{name}{ending}", "a3") for name in "ab"]
    assert files[0][0].read_bytes() == files[1][0].read_bytes()


def test_the_picture_in_the_readme_is_what_is_printed() -> None:
    width, height = PAPERS["a4"]
    found = data("uk-including-blind") | {"width": width, "height": height}
    (page,) = typeset("poster", found, "png", pixels_per_inch=50)
    picture = Path(__file__).parents[2] / "docs/pictures/poster.png"
    if os.environ.get("UPDATE_GOLDEN"):
        picture.write_bytes(page)
    assert picture.read_bytes() == page, "UPDATE_GOLDEN=1 writes it anew"
