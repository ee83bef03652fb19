from __future__ import annotations

from combin.report.rules import line_records, pay_table
from combin.rules.resolved import Rules
from tests.report.games import BARE
from tests.variants import shipped, variant

SIDE_BET = '[wager.side]\nname = "Side Bet"\nsettles = "pay table"\n'


def side_bet(tables: str) -> Rules:
    return variant(BARE + SIDE_BET + tables)


def test_alternatives_stand_side_by_side() -> None:
    table = pay_table(shipped("crown-melbourne"), "pair_plus")
    assert table.title == "Pair Plus, pays to 1 (10.2 Table 9)"
    assert table.headings == ("Line", "A", "B", "C", "D", "E", "F")
    assert table.flush_right == (False, True, True, True, True, True, True)
    assert table.rows[0] == ("straight flush", "40", "40", "40", "40", "35", "35")


def test_a_line_that_a_table_does_not_pay_is_a_dash() -> None:
    rules = side_bet(
        '[pay_tables.side.A]\n"straight flush" = 4\n"three of a kind" = 1\n'
        '[pay_tables.side.B]\n"straight flush" = 5\n"three of a kind" = "lose"\n'
    )
    assert pay_table(rules, "side").rows == (
        ("straight flush", "4", "5"),
        ("three of a kind", "1", "-"),
    )


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


def test_money_and_meter_shares_are_told_apart() -> None:
    rules = shipped("resorts-world-sentosa")
    assert pay_table(rules, "jackpot").rows[:3] == (
        ("A-K-Q straight flush of spades", "100% of the meter, envy bonus 250"),
        ("A-K-Q straight flush", "1,250 in money, envy bonus 50"),
        ("straight flush", "175 in money"),
    )
    crown = pay_table(shipped("crown-melbourne"), "jackpot").rows
    assert ("straight", "-", "40 for 1") in crown
    assert ("straight flush", "10% of the meter", "10% of the meter") in crown


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
