"""Progressives as reports show them beside the golden files: sums that close, sentences of other terms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from combin.formats.tables import Table
from combin.formats.view import View
from combin.jackpot.answer import JackpotAnswer, ask_jackpot
from combin.report.jackpot import jackpot_view, long_run_tables, prize_table, stakes_table
from tests.helpers.variants import shipped, variant
from tests.jackpot.wagers import MINOR

CROWN, SENTOSA = "crown-melbourne", "resorts-world-sentosa"


def ask(game: str, **terms: Any) -> JackpotAnswer:  # noqa: ANN401  passed on as they are
    rules = variant(game) if "\n" in game else shipped(game)
    return ask_jackpot(rules, **terms)


def column(table: Table, heading: str) -> list[str]:
    place = table.headings.index(heading)
    return [row[place] for row in table.cells]


def number(cell: str) -> Fraction:
    text = cell.replace(",", "").replace("$", "")
    return Fraction(text.removesuffix("%")) / 100 if text.endswith("%") else Fraction(text)


def told(answer: JackpotAnswer) -> str:
    return " ".join(jackpot_view(answer).lines)


# -- prizes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "terms"),
    [
        (CROWN, {"option": "1"}),
        (CROWN, {"option": "2", "meter": 250_000}),
        (CROWN, {"option": "2", "stake": "2.5", "meter": 25_000}),
        (SENTOSA, {"stake": 5}),
        (SENTOSA, {"stake": 5, "meter": 10_000, "seats": 7}),
    ],
)
def test_deals_and_parts_of_the_return_add_up(game: str, terms: dict[str, Any]) -> None:
    answer = ask(game, **terms)
    table = prize_table(answer)
    deals = [number(cell) for cell in column(table, "Deals") if cell]
    assert sum(deals[:-1]) == deals[-1] == answer.chances.total
    parts = [number(cell) for cell in column(table, "Return contribution") if cell]
    if answer.open_terms:
        assert column(table, "Return contribution")[-1] == ""
    else:
        assert abs(sum(parts[:-1]) - parts[-1]) < Fraction(len(parts), 2 * 10**6)
    if answer.terms.meter is not None:
        returned = answer.value.returned(answer.terms.stake, answer.terms.meter, answer.others)
        assert abs(parts[-1] - returned / answer.terms.stake) <= Fraction(1, 2 * 10**6)


SHARES = """
extends = "crown-melbourne"
[pay_tables.jackpot.odd]
"royal flush" = { meter = "87.5%" }
"straight flush" = "5/2"
"four of a kind" = 0
"""


def test_odd_shares_and_odds_are_shown_in_full() -> None:
    assert column(prize_table(ask(SHARES, option="odd")), "Pays") == [
        "87.5% of the meter",
        "2.5 to 1",
        "0 to 1",
        "loses",
        "",
    ]


# -- sentences ----------------------------------------------------------------------------------------------


def test_of_a_meter_that_folds_give_up_no_long_run_is_told() -> None:
    game = 'extends = "crown-melbourne"\n[pay_tables.jackpot.2]\n"straight" = { meter = "10%" }\n'
    text = told(ask(game, option="2"))
    assert "A fold loses the wager:" in text
    assert "in the long run" not in text


def test_a_second_progressive_wager_is_valued_by_its_name() -> None:
    game = f'extends = "crown-melbourne"\n{MINOR}'
    assert ask(game).wager == "jackpot"
    answer = ask(game, wager="minor", stake=1, meter=5000, seats=1)
    assert "At a meter of $5,000: return 65.0679% (exactly 719/1105), house edge 34.9321%." in told(answer)
    assert jackpot_view(ask(game, wager="minor")).payload()["depends_on"] == ["price", "meter"]


def test_only_a_table_that_pays_of_the_meter_has_a_break_even() -> None:
    game = 'extends = "crown-melbourne"\n[pay_tables.jackpot.none]\n"royal flush" = 1000\n'
    answer = ask(game, option="none", seats=1)
    assert "even" not in told(answer)
    assert "at any meter" not in told(answer)
    assert column(stakes_table(answer), "Breakeven meter") == ["none"] * 4
    assert prize_table(answer).note == ""
    assert jackpot_view(answer).payload()["break_even_meter"] is None


# -- tables -------------------------------------------------------------------------------------------------


def test_amounts_of_the_long_run_are_multiplied_by_the_price() -> None:
    run = ask(CROWN).long_run
    assert run is not None
    one, five = (long_run_tables(run, Fraction(price)) for price in (1, 5))
    assert one[0] == five[0]
    cells = [
        (column(one[place], heading), column(five[place], heading))
        for place, heading in ((1, "Mean prize"), (1, "Mean reset funding"), (2, "Meter"))
    ]
    for cell, other in (pair for columns in cells for pair in zip(*columns, strict=True)):
        assert abs(5 * number(cell) - number(other)) <= Fraction(3, 100)


# -- for programs -------------------------------------------------------------------------------------------


def exact_of(entry: dict[str, str]) -> Fraction:
    return Fraction(entry["fraction"])


def test_json_of_a_metered_wager() -> None:
    answer = ask(CROWN, option="2", meter=250_000, stake=2, target="90%", increment="31.02%")
    found = jackpot_view(answer).payload()
    assert (found["table"], found["option"], found["seats"]) == ("2", "2", 9)
    assert exact_of(found["break_even_meter"]) == answer.break_even
    assert found["least_price"] is None
    assert exact_of(found["at_meter"]["return"]) + exact_of(found["at_meter"]["house_edge"]) == 1
    counted = sum(prize["count"] for prize in found["prizes"]) + found["nothing"]["count"]
    assert counted == found["nothing"]["total"] == answer.chances.total
    never, best = (found["value"][name] for name in ("never_folding", "best_base_strategy"))
    assert exact_of(never["per_unit_staked"]) == answer.value.odds
    assert exact_of(best["per_unit_staked"]) == answer.played.odds
    run = found["long_run"]
    assert run["increment_rate"]["fraction"] == "1551/5000"
    assert run["prizes"][1]["wagers_between"]["fraction"] == "216580/3"
    parts = [one["probability"]["fraction"] for one in run["meter_when_a_prize_is_won"]["quantiles"]]
    assert parts == ["1/100", "1/20", "1/4", "1/2", "3/4", "19/20", "99/100"]
    paid = sum(exact_of(one["paid_per_unit_wagered"]) for one in run["bonus_prizes"])
    per_unit = run["per_unit_wagered"]
    assert paid == exact_of(per_unit["bonus_prizes"])
    assert per_unit["long_run_return_to_best_base_strategy"]["decimal"].startswith("0.8206")
    assert found["increment_rate_for_target"]["decimal"].startswith("0.3215")
    assert sum(exact_of(one["probability"]) for one in found["winners"]) == 1
    assert found["published_rates"] is None


@pytest.mark.parametrize("digits", [0, 2, 12])
def test_json_has_the_digits_asked_for(digits: int) -> None:
    found = jackpot_view(ask(CROWN, digits=digits), digits=digits).payload()
    shown = found["long_run"]["per_unit_wagered"]["house_edge"]["decimal"]
    assert len(shown.partition(".")[2]) == digits
    assert len(found["break_even_meter"]["decimal"].partition(".")[2]) == digits


@pytest.mark.parametrize(("game", "rows"), [(CROWN, 5), (SENTOSA, 5)])
def test_records_are_the_prizes(game: str, rows: int) -> None:
    view: View = jackpot_view(ask(game))
    frame = view.frame()
    assert frame.height == rows
    assert frame["count"].sum() < frame["total"][0]
    for record in view.records():
        kinds = [record[kind] for kind in ("odds_for_1", "money", "share_of_meter")]
        assert kinds.count(None) == 2
