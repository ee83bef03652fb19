"""The player's guide: true to rules and figures; on paper whole, on well filled pages, for any rule file."""

from __future__ import annotations

import os
from functools import cache
from math import comb
from pathlib import Path

import pytest

from combin.formats import PAPERS
from combin.formats.typesetter import Press, typeset
from combin.game import games, load
from combin.paper.poster import guide, on_paper, poster_data
from combin.rules.load import load_rules
from combin.words.catalogue import ENGLISH
from combin.words.rules import explained, sides
from tests.odd_games import ODD_GAMES
from tests.pages import column_fills, page_sizes
from tests.pages import texts as pages_of
from tests.paper.printed import blocks, data, texts
from tests.variants import ONE_OF_EACH_KIND, shipped

ONLY_THE_BONUS_PAYS = """
extends = "crown-melbourne"
id = "only-the-bonus"
title = "Only the bonus pays"
[wager.ante]
no_qualify = "push"
win = "push"
lose = "push"
[wager.play]
no_qualify = "lose"
win = "lose"
tie = "lose"
[pay_tables.ante_bonus.A]
"straight flush" = 5
"three of a kind" = 4
"straight" = 2
"""


def test_what_the_guide_of_the_uk_poster_says() -> None:
    found = data("uk-including-blind")
    assert [(one["name"], one["edge"], one["per"]) for one in found["edges"]["tiles"]] == [
        ("Ante and Play", "3.37%", "of your Ante"),
        ("Pair Plus", "2.70%", "of your stake"),
        ("Prime", "3.62%", "of your stake"),
    ]
    assert found["edges"]["tiles"][0]["more"] == "2.01% of all you stake on Ante and Play"
    meaning, parts, play = found["edges"]["notes"]
    assert meaning.endswith("Of each 100 that you stake on Ante you lose 3.37 on average.")
    assert parts.startswith("For Ante and Play the large figure is a part of your Ante alone")
    assert parts.endswith("The figures include the Ante Bonus.")
    assert "stay in with Q-6-4 or better, fold" in play
    tables = {one["heading"]: one for one in found["blocks"] if one["kind"] == "table"}
    assert tables["How Ante and Play are settled"]["rows"] == [
        ["The dealer does not qualify", "1 to 1", "returned"],
        ["Dealer qualifies, and"],
        ["\u2003your hand is higher", "1 to 1", "1 to 1"],
        ["\u2003the hands are equal", "returned", "returned"],
        ["\u2003the dealer's is higher", "loses", "loses"],
        ["You fold", "loses", "not staked"],
    ]
    assert tables["Prime"]["rows"] == [
        ["All six cards of one colour", "4 to 1", "1 in 44"],
        ["Your three cards of one colour", "3 to 1", "1 in 4.7"],
        ["All other hands", "lose", ""],
    ]
    assert "Only together with Ante or Pair Plus." in tables["Prime"]["lead"]


def test_where_the_dealer_changes_nothing_he_is_not_spoken_of() -> None:
    found = blocks("pick-a-card")
    assert not any("ealer" in text for text in texts(data("pick-a-card")))
    assert not any(heading.endswith("settled") for heading in found)
    assert found["Pick A Card, table\u00a01"]["beside"] == "House edge 3.26%"
    assert found["The hands"]["notes"] == ["A-2-3 is a straight too."]


def test_lines_of_a_long_table_that_pay_the_same_stand_together() -> None:
    rules = load_rules("pick-a-card", imprint={"told": {}})  # as the rules have it, not as players are told
    found = poster_data(guide(rules, {}))["blocks"]
    rows = next(one["rows"] for one in found if one["heading"] == "Pick A Card, table\u00a01")
    assert [row[1] for row in rows] == ["40 to 1", "10 to 1", "3 to 1", "lose"]
    assert rows[2][0].startswith("A-K-Q straight flush, 3-2-A straight flush, ")
    assert rows[2][0].endswith(", 2-2-A or ace high")
    assert rows[2][2] == "1 in 4.9"  # of 22,100 hands 4,512 have one ace


def test_two_hands_are_called_after_the_bets_on_them() -> None:
    found = blocks("teen-patti-20-20")
    steps = found["How a round goes"]["steps"]
    assert steps[0].startswith("Before the cards are dealt you choose one or more bets: Player A, Player B, ")
    assert steps[1] == "Two hands of three cards are dealt, one for Player A and one for Player B."
    assert found["Bets on the higher hand"]["rows"] == [
        ["Player A's hand is higher", "0.95 to 1", "loses", "loses"],
        ["The hands are equal", "returned", "returned", "800 to 1"],
        ["Player B's hand is higher", "loses", "0.95 to 1", "loses"],
    ]
    assert found["Pair + on B"]["lead"] == "A bet on the three cards of Player B."
    assert not any("ealer" in text for text in texts(data("teen-patti-20-20")))


def test_bets_on_one_kind_of_hand_each_share_a_table() -> None:
    shared = [one for one in data("teen-patti-pro")["blocks"] if one["heading"] == "Bets on one kind of hand"]
    assert [one["lead"] for one in shared] == [
        f"A bet on the three cards of {of}." for of in ("Player", "Banker")
    ]
    assert [one["title"] for one in shared[0]["columns"]] == ["Bet", "Pays", "How often"]
    assert shared[0]["rows"][0] == ["Player has a pair", "5.65 for 1", "1 in 5.9"]
    assert len(shared[1]["rows"]) == 5


def test_where_names_do_not_say_the_hand_a_column_does(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    bets = "".join(
        f'[wager.{name}]\nname = "Bonus {name}"\nsettles = "pay table"\n'
        f'[pay_tables.{name}.A]\n"{hand}" = 20\n'
        for name, hand in (("one", "straight"), ("two", "flush"))
    )
    path.write_text(f'extends = "uk-including-blind"\nid = "mine"\ntitle = "Mine"\n{bets}', encoding="utf-8")
    assert blocks(path)["Bets on one kind of hand"]["rows"] == [
        ["Bonus one", "Straight", "20 to 1", "1 in 31"],
        ["Bonus two", "Flush", "20 to 1", "1 in 20"],
    ]


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        (ODD_GAMES["six suits"], "king high or better"),
        (ONLY_THE_BONUS_PAYS, "a straight or better"),
        (ODD_GAMES["no qualifier"], "J-8-5 or better"),
    ],
)
def test_the_best_play_is_told_as_a_dealer_says_it(tmp_path: Path, rules: str, hands: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(rules, encoding="utf-8")
    assert f"stay in with {hands}, fold everything else." in data(path)["edges"]["notes"][-1]


def test_a_dealer_who_does_not_qualify_may_still_have_the_higher_hand() -> None:
    rows = blocks("face-up-three-card-poker")["How Ante and Play are settled"]["rows"]
    assert rows[:4] == [
        ["Dealer does not qualify, and"],
        ["\u2003your hand is higher", "1 to 1", "returned"],
        ["\u2003the hands are equal", "returned", "returned"],
        ["\u2003the dealer's is higher", "returned", "returned"],
    ]


def test_what_other_hands_get_stands_in_the_table_unless_that_hangs_on_the_result() -> None:
    found = blocks("ultimate-three-card-poker")
    rows = found["How Ante, Blind and Play are settled"]["rows"]
    assert rows[1] == ["\u2003your hand is higher", "returned", "by table", "1 to 1"]
    assert found["Blind"]["rows"][-1] == ["All other hands", "returned", ""]
    found = blocks("three-card-prime")
    rows = found["How Ante and Play are settled"]["rows"]
    assert [row[2] for row in rows if len(row) > 2] == [
        *["by table, else 1 to 1"] * 3,
        "by table, else loses",
        "not staked",
    ]
    assert found["Play"]["rows"][-1][0] == "Straight"


def test_the_edge_of_a_bet_that_pays_sums_of_money_is_told_for_each_stake() -> None:
    (tile,) = [
        one for one in data("three-card-poker")["edges"]["tiles"] if one["name"] == "Millionaire Maker"
    ]
    assert tile == {
        "name": "Millionaire Maker",
        "edge": "18.10%",
        "per": "of a stake of $5",
        "more": "18.74% of $10 and 19.12% of $25",
    }
    table = blocks("three-card-poker")["Millionaire Maker"]
    assert table["beside"] == "House edge 18.10% to 19.12%"
    assert "The stake is $5, $10 or $25." in table["lead"]


@pytest.mark.parametrize(
    ("game", "step", "words"),
    [
        ("uk-including-blind", 0, "the table. You may bet on Pair Plus and Prime as well or instead."),
        (
            "crown-melbourne",
            0,
            "the table. You may bet on Pair Plus as well or instead. Beside your Ante you ",
        ),
        ("crown-melbourne", 0, "Beside your Ante you may also bet on Jackpot."),
        ("edge-sorting", 1, "Of one of the dealer's cards you know whether it is Q to A or 2 to J."),
        ("hole-card", 1, "You see one of the dealer's cards."),
        ("three-card-poker-joker", 1, "A joker is shuffled in. You and"),
        ("three-card-poker-two-decks", 1, "Two decks are shuffled together. You and"),
        ("three-card-poker-six-suits", 1, "54 cards: nine ranks (6 to A) in six suits (clubs, diamonds, hea"),
        ("three-card-poker-six-suits", 1, "hearts, spades, stars and moons)."),
        ("crown-melbourne", 2, "Look at your cards. Either fold and lose your Ante"),
        ("crown-melbourne", 2, "place a Play bet as large as your Ante. You may also stay in without "),
        ("uk-including-blind", 2, "also play blind: then you place the Play bet before the deal and do not "),
        ("ultimate-three-card-poker", 2, "your Ante or three times as large (only with a pair or better)."),
    ],
)
def test_what_may_be_bet_how_cards_are_dealt_and_what_the_player_decides(
    game: str, step: int, words: str
) -> None:
    assert words in blocks(game)["How a round goes"]["steps"][step]


ODD = """
extends = "three-card-poker-two-decks"
id = "odd"
title = "Odd"

[deck]
ranks = "2 3 4 5 7 T Q A"
jokers = 1
joker = "straights and flushes"

[ranking]
straight_suits = "three"
ace_low_straight = "none"

[dealer]
qualifies = "pair"

[wager.ante_bonus]
name = "Ante Bonus"
settles = "bonus"
on = "ante"
paid_on = ["no qualify", "tie"]

[pay_tables.ante_bonus.A]
"three of a kind" = 3

[wager.equal]
name = "Equal"
settles = "comparison"
win = "lose"
tie = 30
lose = "lose"
"""


def test_what_is_odd_about_a_game_is_told(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(ODD, encoding="utf-8")
    found = blocks(path)
    steps = found["How a round goes"]["steps"]
    assert steps[1].startswith(
        "The deck has 32 cards: eight ranks (2, 3, 4, 5, 7, 10, Q and A) in four suits"
    )
    assert "Two decks are shuffled together. A joker is shuffled in." in steps[1]
    assert steps[3].endswith("The dealer qualifies with a pair or better.")
    assert found["The hands, highest first"]["notes"][:4] == [
        "A-2-3 is not a straight.",
        "The cards of a straight are of three different suits.",
        "A pair in one suit is a flush.",
        "The joker completes a straight or a flush, and is an ace in any other hand.",
    ]
    assert found["Ante Bonus"]["lead"] == (
        "A bonus on the Ante, paid if the dealer does not qualify or the hands are equal. "
        "It needs no stake of its own."
    )
    assert found["Bets on the higher hand"]["rows"][1] == ["The hands are equal", "30 to 1"]


def test_a_flush_is_shown_by_three_ranks_though_a_pair_may_be_one() -> None:
    hands = {
        one["name"]: one["cards"]
        for one in blocks("three-card-poker-two-decks")["The hands, highest first"]["rows"]
    }
    assert len({card["rank"] for card in hands["Flush"]}) == 3


def test_a_side_bet_that_must_beat_the_dealer_says_so() -> None:
    lead = blocks("florida-three-card-poker")["Pair Plus"]["lead"]
    assert lead == (
        "A bet on your three cards, which must beat the dealer's. If the dealer's hand is equal or "
        "higher, a hand of its table gets its stake back. If you fold it stays in play."
    )


def test_a_jackpot_whose_edge_hangs_on_its_meter_is_listed_with_what_it_brings_back() -> None:
    tiles = {one["name"]: one for one in data("three-card-poker")["edges"]["tiles"]}
    assert tiles["Progressive"]["edge"] == "depends"
    assert tiles["Progressive"]["per"] == "on its price and the meter: see its table"
    table = blocks("three-card-poker")["Progressive, table\u00a0A"]
    assert table["rows"][:2] == [
        ["A-K-Q straight flush of spades", "the jackpot", "1 in 22,100"],
        ["\u2003each other player", "$100", ""],
    ]
    # 500/7366.67 + 100/502.27 + 90/425 of the stake; 10,000/22,100 dollars
    assert table["notes"][-2:] == [
        "The fixed prizes bring back 47.87% of the stake on average.",
        "Each $10,000 on the jackpot's meter adds $0.4525 for each bet, whatever its stake.",
    ]
    prices = blocks("three-card-poker")["Progressive: what it brings back on average"]
    assert prices["rows"][2] == ["$5", "47.87%", "9.05%", "$57,600"]


@pytest.mark.parametrize(
    ("stakes", "per", "more"),
    [
        ("stakes = [10, 25]", "11.80% of your Ante of 10", "5.80% of 25"),
        ("", "1.80% of your Ante", "1 more for each hand"),
    ],
)
def test_what_the_house_collects_in_money_is_in_the_edge_of_each_stake(
    stakes: str, per: str, more: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    head = 'extends = "oceans-11"\nid = "mine"\ntitle = "Mine"\n'
    path.write_text(f"{head}[wager.ante]\ncollection = {{ money = 1 }}\n{stakes}\n", encoding="utf-8")
    edges = data(path)["edges"]
    tile = edges["tiles"][0]
    assert f"{tile['edge']} {tile['per']}" == per
    assert tile["more"].endswith(f" of all you stake on Ante and Play; {more}")
    assert "Of each" not in " ".join(edges["notes"])


def test_a_jackpot_without_a_meter_has_an_edge(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n'
        'without = ["jackpot", "pay_tables.jackpot.1", "pay_tables.jackpot.2"]\n'
        '[pay_tables.jackpot.A]\n"royal flush" = 5000\n"straight flush" = "lose"\n"four of a kind" = 1000\n',
        encoding="utf-8",
    )
    tile = data(path)["edges"]["tiles"][-1]
    # 1 - 5001/649740 - 1001/4165
    assert (tile["edge"], tile["per"], tile["more"]) == ("75.20%", "of your stake", "")


def test_tables_options_and_meters_are_chosen() -> None:
    rules = load_rules("crown-melbourne")
    found = poster_data(guide(rules, {"pair_plus": "F"}, "2", "20000"))
    tiles = {one["name"]: one for one in found["edges"]["tiles"]}
    assert tiles["Pair Plus"]["edge"] == "2.70%"
    assert "$20,000" in tiles["Jackpot"]["more"]
    assert tiles["Jackpot"]["edge"] == "17.93%"  # a player who folds with the wager on the table
    headings = [one["heading"] for one in found["blocks"]]
    assert "Pair Plus, table\u00a0F" in headings
    (jackpot,) = [one for one in found["blocks"] if one["heading"] == "Jackpot, table\u00a02"]
    assert jackpot["beside"] == "House edge 17.93%"


def test_the_example_of_an_edge_is_in_the_currency_that_is_given() -> None:
    notes = data("crown-melbourne")["edges"]["notes"]
    assert notes[0].endswith("Of each $100 that you stake on Ante you lose $3.37 on average.")


@pytest.mark.parametrize("game", games())
def test_a_guide_tells_of_no_other_game(game: str) -> None:
    found, rules = data(game), shipped(game)
    said = " ".join(texts(found))
    assert ("dealer" in said.casefold()) == (not rules.alone and sides(rules) is None)
    counted = next(one for one in found["notes"] if "counted over all" in one)
    hands = comb(len(rules.deck), 3)
    seen = 3 if rules.file.deal.face_up else 1
    deals = hands * seen * (1 if rules.alone else comb(len(rules.deck) - 3, 3))
    assert f"all {deals:,} deals" in counted
    assert ("$" in said) <= (rules.file.imprint.currency == "$")


def test_a_game_without_a_dealer_has_none_in_any_text() -> None:
    game = load("pick-a-card")
    one = game.analyse(tables={"pick": "1", "bonus": "1"})
    for text in (str(one), str(game.hand("As Ks Qs")), *(said for *_, said, _ in explained(game.rules)[:4])):
        assert "ealer" not in text


# -- on paper ----------------------------------------------------------------------------------------


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
    [
        *((game, "a4") for game in ONE_OF_EACH_KIND),
        ("crown-melbourne", "letter"),
        ("hole-card", "letter"),
        ("three-card-poker", "a3"),
    ],
)
def test_every_guide_stands_on_paper_whole_and_fills_its_numbered_pages(game: str, paper: str) -> None:
    shown = pages(printed(game, paper))
    text = "".join(shown)
    if (game, paper) == ("three-card-poker", "a4"):
        first, second = shown
        assert "Page1of2" in first
        assert "Page2of2" in second
        assert second.startswith("ThreeCardPoker")
    else:
        assert len(shown) == 1
        assert "Page1" not in text
    # Of a single bet there is no more to say than fills half a page.
    if game != "twenty-one-plus-three":
        assert min(map(min, column_fills(printed(game, paper)))) > 0.85
    for words in texts(data(game)):
        assert _closed(words) in text, words


@pytest.mark.slow
def test_a_game_of_long_names_and_many_bets_goes_on_more_pages(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    bets = "".join(
        f'[wager.bet_{number}]\nname = "The extraordinarily long-named side bet number {number}"\n'
        'settles = "pay table"\non_fold = "stays"\n'
        f'[pay_tables.bet_{number}.A]\n"straight flush" = 40\n"three of a kind" = 30\n'
        '"straight" = 6\n"flush" = 4\n'
        '"pair" = 1\n'
        for number in range(9)
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
