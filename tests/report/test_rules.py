from __future__ import annotations

import json

import pytest

from combin.audit.load import audited_games
from combin.decimals import plain
from combin.formats.tables import Table
from combin.game import games
from combin.report.rules import games_view, rules_view
from combin.rules.load import extended
from combin.rules.resolved import Rules
from tests.report.games import BARE, HEAD, outcomes
from tests.variants import shipped, variant


def table(rules: Rules, title: str) -> Table:
    (found,) = (one for one in rules_view(rules).tables if one.title == title)
    return found


def part(rules: Rules, name: str) -> str:
    """Return what the first table says of a part of the game."""
    return {row[0]: row[1] for row in table(rules, "Game").cells}[name]


def test_every_game_is_listed_with_every_pay_table() -> None:
    extends = {game: base for game in games() if (base := extended(game)) is not None}
    view = games_view([shipped(game) for game in games()], extends)
    listed = [row[0] for table in view.tables for row in table.merged_cells if row[0]]
    assert sorted(listed) == list(games())
    assert [row[0] for row in view.tables[0].merged_cells if row[0]] == list(audited_games())
    assert [(row[0], row[2]) for row in view.tables[2].cells] == list(extends.items())
    assert (
        "crown-melbourne",
        "Three Card Poker, Crown Melbourne",
        "Pair Plus",
        "A B C D E F",
    ) in view.tables[0].cells
    assert view.payload()[0]["tables"]["pair_plus"] == list("ABCDEF")
    assert view.records()[1]["tables"] == "A B C D E F"


@pytest.mark.parametrize("game", games())
def test_every_citation_of_the_file_is_shown(game: str) -> None:
    rules = shipped(game)
    text = " ".join(
        cell for one in rules_view(rules).tables for row in ((one.title,), *one.cells) for cell in row
    )
    file = rules.file
    cited = [one.rule for one in file.irregularities.values()] + [one.rule for one in file.readings.values()]
    cited += [entry.rule for entries in file.pay_tables.values() for entry in entries.values()]
    for wager in file.wager.values():
        cases = [getattr(wager, case, None) for case in ("no_qualify", "win", "tie", "lose")]
        cited += [case.rule for case in cases if case is not None] or [wager.rule]
        cited.append(getattr(wager, "fold_rule", ""))
    assert any(cited)
    assert [rule for rule in cited if rule not in text] == []


def test_the_document_is_named() -> None:
    assert rules_view(shipped("resorts-world-sentosa")).lines == (
        "Three Card Poker (RWS) Game Rules, Resorts World Sentosa, version 2, from 2013-10-22.",
    )


def test_the_parts_of_a_game_are_told_in_words() -> None:
    rules = shipped("crown-melbourne")
    assert part(rules, "Deck") == "52 cards, 13 ranks in 4 suits"
    assert part(rules, "Deal") == "3 cards to each player, 3 to the dealer, 2 jackpot cards; 9 seats"
    assert part(rules, "Straights") == "three cards in sequence of more than one suit; A-2-3 is the lowest"
    assert part(rules, "Dealer") == "qualifies with Q high or better"
    assert part(rules, "Decision") == "fold, or stake as much as the Ante on Play"
    assert part(rules, "Blind hands") == "allowed: Play is staked without looking at the cards"
    assert part(shipped("uk-including-blind"), "Blind hands") == "allowed: Play is staked before the deal"


@pytest.mark.parametrize(
    ("more", "name", "words"),
    [
        ("", "Dealer", "always plays"),
        ("[decision]\nplay = [1, 3]\n", "Decision", "fold, or stake 1 or 3 times the Ante on Play"),
        (
            "[deal]\njackpot = 1\nseats = 1\n",
            "Deal",
            "3 cards to each player, 3 to the dealer, 1 jackpot card; 1 seat",
        ),
        (
            '[ranking]\nace_low_straight = "second"\nstraight_suits = "three"\n',
            "Straights",
            "three cards in sequence of three suits; A-2-3 is the second highest",
        ),
        (
            '[ranking]\nace_low_straight = "none"\n',
            "Straights",
            "three cards in sequence of more than one suit; A-2-3 is none",
        ),
        ('[deck]\nranks = "2 3 4 5 6 7"\n', "Straights", "three cards in sequence of more than one suit"),
    ],
)
def test_variants_are_told_in_words(more: str, name: str, words: str) -> None:
    assert part(variant(BARE + more), name) == words


def test_pays_that_are_no_whole_numbers_are_not_mistaken_for_stand_offs() -> None:
    text = (
        HEAD
        + outcomes("Ante", pays=('"1/2"', "0.95", '"push"', '"lose"'))
        + outcomes("Play", pays=("0", "2", '"push"', '"lose"'), more='raises = "ante"')
    )
    results = [row[2] for row in table(variant(text), "Wagers").cells]
    assert results == [
        "pays 0.5 to 1",
        "pays 0.95 to 1",
        "stand-off",
        "loses",
        "loses",
        "stand-off",
        "pays 2 to 1",
        "stand-off",
        "loses",
    ]


def test_what_a_fold_does_to_each_wager() -> None:
    folds = {
        (game, row[0]): row[2]
        for game in games()
        for row in table(shipped(game), "Wagers").cells
        if row[1] == "player folds"
    }
    assert folds["crown-melbourne", "Pair Plus"] == "stays in play if the player so wishes"
    assert folds["resorts-world-sentosa", "Pair Plus"] == "loses"
    assert folds["resorts-world-sentosa", "Progressive Jackpot"] == "stays in play"
    assert folds["uk-including-blind", "Prime"] == "stays in play"
    assert folds["crown-melbourne", "Ante"] == "loses"


def test_what_a_wager_needs_and_whose_cards_make_its_hand() -> None:
    cases = {
        (game, row[0], row[1]): row[2] for game in games() for row in table(shipped(game), "Wagers").cells
    }
    assert cases["uk-including-blind", "Prime", "placed"] == "only with Ante or Pair Plus"
    assert cases["resorts-world-sentosa", "Progressive Jackpot", "placed"] == "only with Ante"
    envy = cases["resorts-world-sentosa", "Progressive Jackpot", "another player wins"]
    assert envy == "envy bonus, if he has Ante"
    five = cases["crown-melbourne", "Jackpot", "always"]
    assert five == "by pay table, on the best five of the player's and the jackpot cards"
    assert cases["crown-melbourne", "Pair Plus", "always"] == "by pay table"


def test_irregularities_say_what_happens_and_what_follows() -> None:
    rows = {row[0]: row[1] for row in table(shipped("crown-melbourne"), "Irregularities").cells}
    effects = {words.rpartition(" [")[2].rstrip("]"): effect for words, effect in rows.items()}
    assert effects["one_card_exposed"] == "play goes on"
    assert effects["two_cards_exposed"] == "round void, jackpot wagers kept for the next round"
    assert effects["several_hands_viewed"] == "hand void, others may retract, jackpot wagers returned"
    assert effects["play_not_affordable_again"] == (
        "hand forfeited (Ante), jackpot wagers kept for the next round"
    )
    assert "the deck in use does not hold fifty-two cards [deck_not_complete]" in rows


def test_readings_name_the_adopted_option() -> None:
    rows = table(shipped("uk-including-blind"), "Readings").cells
    assert [row[2] for row in rows if row[0] == "prime_colour"] == [
        "the player's colour (adopted)",
        "either colour",
    ]


def test_meters_and_limits_are_shown() -> None:
    rules = shipped("crown-melbourne")
    meters = table(rules, "Jackpot meters").cells
    assert meters[0] == ("1", "1", "6.3 Table 1", "10,000", "34.06%")
    assert len(meters) == 14
    assert "rounded up to the next whole amount (7.3.1)" in table(rules, "Jackpot meters").note
    assert [row[0] for row in table(rules, "Wagers outside the limits").cells] == [
        "below the minimum",
        "above the maximum",
        "not payable in chips",
    ]


def test_a_bare_game_has_no_empty_tables() -> None:
    assert [one.title for one in rules_view(variant(BARE)).tables] == ["Game", "Wagers"]


@pytest.mark.parametrize("game", games())
def test_programs_get_the_file_as_plain_json(game: str) -> None:
    found = rules_view(shipped(game)).payload()
    assert json.loads(json.dumps(found)) == found
    assert found["id"] == game
    for wager, tables in shipped(game).file.pay_tables.items():
        for letter, entry in tables.items():
            (line, prize), *_ = entry.lines.items()
            odds = None if prize.odds is None else plain(prize.odds)
            assert found["pay_tables"][wager][letter]["lines"][line]["odds"] == odds
