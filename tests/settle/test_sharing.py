"""The meter shared among winners: no cent is lost, each rule is followed, and the table says so."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.formats.tables import Table
from combin.settle.meter import Settlement, SharedMeter, settle_meter, sharing_view, straight_flush_alone


def settled(royals: int, flushes: int, meter: str = "123456.70", seed: int = 50_000) -> Settlement:
    return settle_meter(Fraction(meter), Fraction(seed), royals, flushes)


def shown(settlement: Settlement, *, possible: bool = True) -> Table:
    (table,) = sharing_view(SharedMeter(settlement, possible)).tables
    return table


def amounts(table: Table) -> dict[str, Fraction]:
    """Return the amounts by the name of their row, exact where a column says so."""
    names, heads = [row[0] for row in table.cells], table.headings
    cells = [row[heads.index("Amount")] for row in table.cells]
    if "Exactly" in heads:
        precise = [row[heads.index("Exactly")] for row in table.cells]
        cells = [exact or cell for exact, cell in zip(precise, cells, strict=True)]
    return {
        name: Fraction(cell.replace("$", "").replace(",", ""))
        for name, cell in zip(names, cells, strict=True)
    }


@pytest.mark.parametrize("meter", ["50000", "50000.01", "123456.70", "1000000"])
@pytest.mark.parametrize(("royals", "flushes"), [(1, 0), (0, 1), (1, 1), (0, 2), (2, 0), (3, 4), (0, 7)])
def test_the_rows_of_the_table_add_up(royals: int, flushes: int, meter: str) -> None:
    found = amounts(shown(settled(royals, flushes, meter)))
    paid = royals * found.get("each royal flush", Fraction(0)) + flushes * found.get(
        "each straight flush", found.get("straight flush", Fraction(0))
    )
    assert found["all prizes"] == paid
    before, after = found["meter as recorded"], found["meter after"]
    assert before + found["added by the house"] == paid + after
    assert found["left on the meter"] == before - paid
    assert after >= 50_000


def test_amounts_in_cents_need_no_exact_column() -> None:
    table = shown(settled(0, 1))
    assert table.headings == ("", "Formula", "Amount", "Crown rule")
    assert ("straight flush", "10% j", "$12,345.70", "Tables 3 and 4") in table.cells
    assert "8.2.3" not in table.note


def test_straight_flushes_without_a_royal_share_by_table_8() -> None:
    table = shown(settled(0, 2))
    rows = {row[0]: row[1:] for row in table.cells}
    assert rows["each straight flush"][::3] == ("(j - r) × (1 - 0.9^S) / S + 10% r", "7.4.3, Table 8")
    assert "prize pool" not in rows


@pytest.mark.parametrize(
    ("royals", "flushes", "words"),
    [
        (1, 0, "1 royal flush in one round"),
        (0, 1, "1 straight flush in one round"),
        (2, 0, "2 royal flushes in one round"),
        (1, 3, "1 royal flush and 3 straight flushes in one round"),
    ],
)
def test_winners_in_words(royals: int, flushes: int, words: str) -> None:
    (line,) = sharing_view(SharedMeter(settled(royals, flushes), possible=True)).lines
    assert line == f"{words}, with the meter at $123,456.70."


def test_a_round_that_cannot_occur_is_said_not_to() -> None:
    view = sharing_view(SharedMeter(settled(2, 0), possible=False))
    assert view.lines[1].startswith("Such a round cannot occur, ")
    assert view.payload()["can_occur"] is False
    assert view.records()[0]["can_occur"] == "no"


def test_programs_get_the_same_amounts() -> None:
    found = settled(1, 1)
    view = sharing_view(SharedMeter(found, possible=True), digits=3)
    payload, (record,) = view.payload(), view.records()
    for name in ("meter", "seed", "rounded", "pool", "royal", "straight_flush", "paid", "meter_after"):
        value = getattr(found, name)
        assert Fraction(payload[name]["fraction"]) == value
        assert (record[f"{name}_numerator"], record[f"{name}_denominator"]) == value.as_integer_ratio()
    assert payload["royal"]["decimal"] == "112233.636"
    assert (payload["royals"], payload["straight_flushes"]) == (1, 1)


dollars = st.fractions(min_value=0, max_value=10**6, max_denominator=1000)


def one_after_the_other(meter: Fraction, seed: Fraction, winners: int) -> Fraction:
    """Pay winners one by one a tenth of what is above the seed, and a tenth of the seed each."""
    above, paid = meter - seed, Fraction(0)
    for _ in range(winners):
        paid += above / 10 + seed / 10
        above -= above / 10
    return paid


@given(dollars, dollars, st.integers(1, 7))
def test_straight_flushes_alone_take_their_tenths_one_after_the_other(
    above: Fraction, seed: Fraction, winners: int
) -> None:
    of_meter, of_seed = straight_flush_alone(winners)
    meter = seed + above
    assert winners * (of_meter * meter + of_seed * seed) == one_after_the_other(meter, seed, winners)


def test_7_4_1_each_royal_beyond_the_first_adds_a_seed() -> None:
    settled = [settle_meter(Fraction(100), Fraction(30), royals, 0) for royals in (1, 2, 3, 4)]
    assert [one.pool for one in settled] == [100, 130, 160, 190]


@given(
    dollars,
    st.fractions(min_value=1, max_value=10**5, max_denominator=100),
    st.integers(0, 4),
    st.integers(0, 7),
)
def test_no_cent_is_lost(above: Fraction, seed: Fraction, royals: int, straight_flushes: int) -> None:
    if royals + straight_flushes == 0:
        return
    one = settle_meter(seed + above, seed, royals, straight_flushes)
    assert one.meter + one.top_up == one.paid + one.meter_after
    assert one.meter_after >= seed
    assert 0 <= one.rounded - one.meter < 1
    assert one.paid == (one.pool if royals else one_after_the_other(one.rounded, seed, straight_flushes))


def test_who_is_not_there_has_no_share() -> None:
    seed = Fraction(10000)
    assert settle_meter(2 * seed, seed, 1, 0).straight_flush == 0
    assert settle_meter(2 * seed, seed, 0, 1).royal == 0


def test_6_4_1_a_straight_flush_near_the_seed_makes_the_house_top_up() -> None:
    seed = Fraction(10000)
    one = settle_meter(Fraction("10500.40"), seed, 0, 1)
    assert one.straight_flush == Fraction("1050.10")
    assert one.meter_after == seed
    assert one.top_up == seed - (Fraction("10500.40") - Fraction("1050.10"))


def test_7_3_1_the_meter_is_rounded_up_to_the_dollar_before_it_is_paid() -> None:
    one = settle_meter(Fraction("25000.01"), Fraction(10000), 1, 0)
    assert [one.royal, one.meter_after, one.top_up] == [25001, 10000, Fraction("10000.99")]


@pytest.mark.parametrize(
    ("meter", "seed", "royals", "straight_flushes"),
    [(9999, 10000, 1, 0), (10000, 10000, 0, 0), (10000, 10000, -1, 2), (10000, 0, 1, 0)],
)
def test_what_cannot_be_shared_is_refused(meter: int, seed: int, royals: int, straight_flushes: int) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        settle_meter(Fraction(meter), Fraction(seed), royals, straight_flushes)
