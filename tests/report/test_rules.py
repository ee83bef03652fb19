from __future__ import annotations

import json

import pytest

from combin.audit.load import audited_games
from combin.formatting import plain
from combin.game import games
from combin.report.rules import ShownRules, games_view, line_records, pay_table, rules_view
from combin.rules.load import extended
from combin.rules.resolved import Rules
from tests.helpers.variants import shipped, variant
from tests.report.games import BARE


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


def test_a_bare_game_has_no_empty_tables() -> None:
    assert [one.title for one in rules_view(ShownRules(variant(BARE))).tables] == ["Rules"]


@pytest.mark.parametrize("game", games())
def test_programs_get_the_file_as_plain_json(game: str) -> None:
    found = rules_view(ShownRules(shipped(game))).payload()
    assert json.loads(json.dumps(found)) == found
    assert found["id"] == game
    assert '"hands": {}' not in json.dumps(found)
    for wager, tables in shipped(game).file.pay_tables.items():
        for letter, entry in tables.items():
            (line, prize), *_ = entry.lines.items()
            odds = None if prize.odds is None else plain(prize.odds)
            assert found["pay_tables"][wager][letter]["lines"][line]["odds"] == odds


SIDE_BET = '[wager.side]\nname = "Side Bet"\nsettles = "pay table"\n'


def side_bet(tables: str) -> Rules:
    return variant(BARE + SIDE_BET + tables)


def test_a_line_that_a_table_does_not_pay_is_a_dash() -> None:
    rules = side_bet(
        '[pay_tables.side.A]\n"straight flush" = 4\n"three of a kind" = 1\n'
        '[pay_tables.side.B]\n"straight flush" = 5\n"three of a kind" = "lose"\n'
    )
    assert pay_table(rules, "side").rows == (("straight flush", "4", "5"), ("three of a kind", "1", "-"))


def test_a_line_that_no_table_pays_is_shown_too() -> None:
    rules = side_bet(
        '[pay_tables.side.A]\n"straight flush" = 6\n"three of a kind" = "lose"\n"straight" = 1\n'
    )
    assert ("three of a kind", "-") in pay_table(rules, "side").rows


def test_odds_on_other_terms_are_told_cell_by_cell() -> None:
    rules = side_bet('[pay_tables.side.A]\n"pair" = "3/2"\n[pay_tables.side.B]\nodds = "for 1"\n"pair" = 2\n')
    table = pay_table(rules, "side")
    assert table.title == "Side Bet"
    assert table.rows == (("pair", "1.5 to 1", "2 for 1"),)


def test_records_are_lines_with_one_kind_of_pay_each() -> None:
    for game in ("crown-melbourne", "resorts-world-sentosa", "uk-including-blind"):
        rules = shipped(game)
        records = line_records(rules)
        entries = [entry for tables in rules.file.pay_tables.values() for entry in tables.values()]
        assert len(records) == sum(len(entry.lines) for entry in entries)
        for record in records:
            kinds = [record["odds"], record["money"], record["meter_share"]]
            assert kinds.count(None) == 2
            assert (
                (record["odds"] is None) == (record["odds_numerator"] is None) == (record["odds_are"] is None)
            )


def test_records_keep_fractions_as_two_integers() -> None:
    (record,) = line_records(side_bet('[pay_tables.side.A]\n"pair" = "4/3"\n'))
    assert (record["odds_numerator"], record["odds_denominator"], record["odds"]) == (4, 3, "4/3")
