from __future__ import annotations

import json

import pytest

from combin.audit.load import audited_games
from combin.decimals import plain
from combin.formats.tables import Table
from combin.game import games
from combin.report.rules import ShownRules, games_view, rules_view
from combin.rules.load import extended
from combin.rules.resolved import Rules
from tests.report.games import BARE
from tests.variants import shipped, variant


def table(rules: Rules, title: str) -> Table:
    (found,) = (one for one in rules_view(ShownRules(rules)).tables if one.title == title)
    return found


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
        cell
        for one in rules_view(ShownRules(rules)).tables
        for row in ((one.title,), *one.cells)
        for cell in row
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
    assert rules_view(ShownRules(shipped("resorts-world-sentosa"))).lines == (
        "Three Card Poker (RWS) Game Rules, Resorts World Sentosa, version 2, from 2013-10-22.",
    )


def test_each_statement_stands_beside_its_place() -> None:
    rows = table(shipped("crown-melbourne"), "What the rules say").cells
    assert ("Pair Plus", "If the player folds it may stay in play.", "9.5.2(a)(i), 9.5.2(b)") in rows
    assert ("Play", "If the dealer does not qualify it pushes.", "5.9.4, 10.1.1(b)(iv)") in rows
    assert ("Limits", "A bet below the minimum is settled as it is.", "8.2.1") in rows


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


def test_meters_are_shown() -> None:
    rules = shipped("crown-melbourne")
    meters = table(rules, "Jackpot meters").cells
    assert meters[0] == ("1", "1", "6.3 Table 1", "10,000", "34.06%")
    assert len(meters) == 14
    assert "rounded up to the next whole amount (7.3.1)" in table(rules, "Jackpot meters").note


def test_a_bare_game_has_no_empty_tables() -> None:
    assert [one.title for one in rules_view(ShownRules(variant(BARE))).tables] == ["What the rules say"]


@pytest.mark.parametrize("game", games())
def test_programs_get_the_file_as_plain_json(game: str) -> None:
    found = rules_view(ShownRules(shipped(game))).payload()
    assert json.loads(json.dumps(found)) == found
    assert found["id"] == game
    for wager, tables in shipped(game).file.pay_tables.items():
        for letter, entry in tables.items():
            (line, prize), *_ = entry.lines.items()
            odds = None if prize.odds is None else plain(prize.odds)
            assert found["pay_tables"][wager][letter]["lines"][line]["odds"] == odds
