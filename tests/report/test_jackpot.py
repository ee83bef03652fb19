"""Progressives as reports show them beside the golden files: sums that close, sentences of other terms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from combin.formats.tables import Table
from combin.formats.view import View
from combin.jackpot.answer import JackpotAnswer, ask_jackpot
from combin.report.jackpot import jackpot_view, long_run_tables, prize_table, stakes_table
from tests.jackpot.wagers import MINOR
from tests.variants import shipped, variant

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
    parts = [number(cell) for cell in column(table, "Part of return") if cell]
    if answer.open_terms:
        assert column(table, "Part of return")[-1] == ""
    else:
        assert abs(sum(parts[:-1]) - parts[-1]) < Fraction(len(parts), 2 * 10**6)
    if answer.terms.meter is not None:
        returned = answer.value.returned(answer.terms.stake, answer.terms.meter, answer.others)
        assert abs(parts[-1] - returned / answer.terms.stake) <= Fraction(1, 2 * 10**6)


def test_prizes_of_sentosa_alone_and_with_others() -> None:
    alone = prize_table(ask(SENTOSA, stake=5))
    assert column(alone, "Part of return")[0] == ""
    assert alone.note == "The meter adds 0.9050% to the return for each $1,000 that it shows."
    with_others = prize_table(ask(SENTOSA, stake=5, seats=3, meter=20_000))
    assert with_others.cells[-2] == ("envy bonuses of 2 other players", "", "", "", "", "0.7240%")
    assert with_others.note == "Parts of the return with the meter at $20,000."


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


def test_a_meter_that_favours_the_player_is_judged() -> None:
    edge = "it returns 129.4087% (exactly 2473/1911): in the player's favour, an edge of 29.4087%."
    assert f"At a meter of $250,000 {edge}" in jackpot_view(ask(CROWN, option="2", meter=250_000)).lines


def test_of_a_meter_that_folds_give_up_no_long_run_is_told() -> None:
    game = 'extends = "crown-melbourne"\n[pay_tables.jackpot.2]\n"straight" = { meter = "10%" }\n'
    text = told(ask(game, option="2"))
    assert "A fold loses it." in text
    assert "in the long run" not in text


def test_prices_without_a_meter_are_told() -> None:
    text = told(ask(SENTOSA, seats=7))
    at_any_meter = "It favours the player at any meter: the other prizes alone return more than the price."
    assert at_any_meter not in text
    assert at_any_meter in told(ask(SENTOSA, seats=7, stake=1))
    assert (
        "The prizes of fixed money and envy bonuses of 6 other players alone make up for a price of $1.4683 "
        "(exactly 649/442): at a lower price the house loses whatever the meter shows."
    ) in text
    assert "envy" not in told(ask(SENTOSA))


def test_what_a_price_and_a_meter_leave_open_is_told() -> None:
    answer = ask(SENTOSA)
    text = told(answer)
    assert "A wager returns 601/442 + 1/22,100 of the meter + 4/221 for each other player on average." in text
    assert (
        "Its return depends on price and meter: it favours the player from a meter of 22,100 × price − "
        "30,050 − 400 × other players on. Tell them with --stake and --meter."
    ) in text
    payload = jackpot_view(answer).payload()
    assert payload["depends_on"] == ["price", "meter"]
    assert [payload[key] for key in ("stake", "break_even_meter", "at_meter")] == [None] * 3
    assert "135.97" not in " ".join(str(row) for row in prize_table(answer).cells)
    assert "$1" not in jackpot_view(answer).heading
    assert "It favours the player at a price below 701/442 + 4/221 × other players" not in text
    with_meter = told(ask(SENTOSA, meter=5000))
    assert "depends on price: it favours the player at a price below 701/442 + 4/221 × other" in with_meter
    priced = told(ask(SENTOSA, stake=2))
    assert "depends on meter: it favours the player from a meter of 14,150 on." in priced
    at_even = told(ask(SENTOSA, stake=2, meter=14_150))
    assert "At a meter of $14,150 it returns 100.0000% (exactly 1): an even wager." in at_even


def test_a_second_progressive_wager_is_valued_by_its_name() -> None:
    game = f'extends = "crown-melbourne"\n{MINOR}'
    assert ask(game).wager == "jackpot"
    answer = ask(game, wager="minor", stake=1, meter=5000, seats=1)
    assert "At a meter of $5,000 it returns 65.0679% (exactly 719/1105): a house edge of 34.9321%." in told(
        answer
    )
    assert jackpot_view(ask(game, wager="minor")).payload()["depends_on"] == ["price", "meter"]


def test_a_target_and_a_rate_that_costs_the_house() -> None:
    answer = ask(CROWN, option="2", target="90%")
    assert answer.rate_for_target is not None
    rate = answer.rate_for_target.percent(4)
    assert f"An increment rate of {rate} makes it return 90% in the long run." in told(answer)
    warning = "In the long run the house pays out more than is wagered."
    assert warning in told(ask(CROWN, increment="50%"))
    assert warning not in told(ask(CROWN))


def test_only_a_table_that_pays_of_the_meter_has_a_break_even() -> None:
    game = 'extends = "crown-melbourne"\n[pay_tables.jackpot.none]\n"royal flush" = 1000\n'
    answer = ask(game, option="none", seats=1)
    assert "even" not in told(answer)
    assert "at any meter" not in told(answer)
    assert column(stakes_table(answer), "Even at a meter of") == ["none"] * 4
    assert prize_table(answer).note == ""
    assert jackpot_view(answer).payload()["break_even_meter"] is None


# -- tables -------------------------------------------------------------------------------------------------


def test_sources_of_the_return_in_the_long_run_add_up() -> None:
    for terms in ({"option": "1"}, {"option": "2", "seed": 75_000}, {"increment": "1%"}):
        run = ask(CROWN, **terms).long_run
        assert run is not None
        sources, prizes, _ = long_run_tables(run, Fraction(1))
        bonus, increments, top_ups, returned, edge = (number(cell) for cell in column(sources, "Part"))
        assert abs(bonus + increments + top_ups - returned) < Fraction(3, 10**6)
        assert returned + edge == 1
        paid = sum(number(cell) for cell in column(prizes, "Part of return"))
        assert abs(bonus + paid - returned) < Fraction(3, 10**6)


def test_amounts_of_the_long_run_are_multiplied_by_the_price() -> None:
    run = ask(CROWN).long_run
    assert run is not None
    one, five = (long_run_tables(run, Fraction(price)) for price in (1, 5))
    assert one[0] == five[0]
    cells = [
        (column(one[place], heading), column(five[place], heading))
        for place, heading in ((1, "Mean prize"), (1, "Mean top-up"), (2, "Meter"))
    ]
    for cell, other in (pair for columns in cells for pair in zip(*columns, strict=True)):
        assert abs(5 * number(cell) - number(other)) <= Fraction(3, 100)


def test_prices_and_players() -> None:
    table = stakes_table(ask(SENTOSA, stake=5, seats=4))
    prices = [row[:2] for row in table.cells]
    assert prices == [(price, str(seats)) for price in ("$1", "$2", "$5", "$10") for seats in (1, 2, 4, 7)]
    rows = {row[:2]: row[2:] for row in table.cells}
    assert rows["$1", "1"] == ("135.9729%", "4.5249%", "any")
    assert rows["$5", "7"] == ("29.3665%", "0.9050%", "$78,050")
    unusual = stakes_table(ask(SENTOSA, stake=3))
    assert [row[0] for row in unusual.cells[::3]] == ["$1", "$2", "$3", "$5", "$10"]


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


def test_json_of_a_wager_without_a_meter_rule() -> None:
    found = jackpot_view(ask(SENTOSA, seats=2)).payload()
    for name in ("option", "at_meter", "long_run", "target_return", "increment_rate_for_target", "winners"):
        assert found[name] is None
    prizes = {one["hand"]: one for one in found["prizes"]}
    spades = prizes["A-K-Q straight flush of spades"]
    assert exact_of(spades["share_of_meter"]) == 1
    assert exact_of(spades["envy_bonus"]) == 250
    assert (spades["odds_for_1"], spades["money"]) == (None, None)
    assert exact_of(prizes["straight"]["money"]) == 15
    assert exact_of(found["least_price"]) == Fraction(30_450, 22_100)


@pytest.mark.parametrize("digits", [0, 2, 12])
def test_json_has_the_digits_asked_for(digits: int) -> None:
    found = jackpot_view(ask(CROWN, digits=digits), digits=digits).payload()
    shown = found["long_run"]["per_unit_wagered"]["house_edge"]["decimal"]
    assert len(shown.partition(".")[2]) == digits
    assert len(found["break_even_meter"]["decimal"].partition(".")[2]) == digits


def test_published_rates_in_json() -> None:
    found = jackpot_view(ask(CROWN)).payload()["published_rates"]
    assert found["agreeing"] == sum(row["agrees"] for row in found["rows"]) == 13
    assert exact_of(found["target_return"]) == Fraction("0.8887")
    assert [row["option"] for row in found["rows"]] == ["1"] * 7 + ["2"] * 7


@pytest.mark.parametrize(("game", "rows"), [(CROWN, 5), (SENTOSA, 5)])
def test_records_are_the_prizes(game: str, rows: int) -> None:
    view: View = jackpot_view(ask(game))
    frame = view.frame()
    assert frame.height == rows
    assert frame["count"].sum() < frame["total"][0]
    for record in view.records():
        kinds = [record[kind] for kind in ("odds_for_1", "money", "share_of_meter")]
        assert kinds.count(None) == 2
