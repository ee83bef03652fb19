from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from combin.jackpot.mixes import ask_mix
from combin.par.book import Book
from combin.par.workbook import Sheet
from tests.par.books import book, game
from tests.variants import variant

BETS = {"ante": Fraction(25), "pair_plus": Fraction(7, 2)}


def sheet(of: Book, name: str, **now: int | Fraction) -> Sheet:
    """Return a sheet for some limits and bets."""
    places: dict[tuple[str, ...], Fraction] = {
        ("reader", "limits" if key in ("most", "chip", "seats") else "bet", key): Fraction(value)
        for key, value in now.items()
    }
    (found,) = (one for one in of.built(places).sheets if one.name == name)
    return found


def wagers(limits: Sheet) -> dict[str, list[object]]:
    """Return the row of each wager and table, by the name of its sheet."""
    return {
        cell.link: [limits.cells[row, place].value for place in range(9) if (row, place) in limits.cells]
        for (row, column), cell in limits.cells.items()
        if column == 0 and cell.link
    }


@pytest.mark.parametrize(("chip", "most"), [(0, 0), (5, 0), (0, 100), (5, 100), (Fraction(1, 2), 60)])
def test_limits_change_edges_as_they_do_in_a_mix_of_one_wager(chip: Fraction, most: int) -> None:
    rows = wagers(sheet(book("uk-including-blind"), "Limits", chip=chip, most=most, **BETS))
    sheets = {"ante": "Ante & Play A", "pair_plus": "Pair Plus A"}
    for name, bet in BETS.items():
        mix = ask_mix(game("uk-including-blind"), {name: bet}, chip=chip or None, most=most or None).mix
        _, at, _, lost, _, _, edge, limited, change = rows[sheets[name]]
        assert at == bet
        assert limited == mix.house_edge
        assert lost == mix.total.outcomes[-1][0]
        assert change == 100 * (limited - edge)  # type: ignore[operator]


@pytest.mark.parametrize("wager", ["ante", "duel", "higher"])
def test_limits_know_every_part_that_is_won(wager: str) -> None:
    chip, most, bet = Fraction(1, 2), 9, Fraction(7, 3)
    rows = wagers(sheet(book("other words"), "Limits", chip=chip, most=most, **{wager: bet}))
    (row,) = (one for name, one in rows.items() if name.startswith(game("other words").wagers[wager].name))
    mix = ask_mix(game("other words"), {wager: bet}, chip=chip, most=most).mix
    assert row[7] == mix.house_edge


def test_a_limit_above_the_highest_payout_changes_nothing() -> None:
    of = book("uk-including-blind")
    payout = wagers(sheet(of, "Limits"))["Pair Plus A"][5]
    assert payout == 35
    assert wagers(sheet(of, "Limits", most=35))["Pair Plus A"][8] == 0
    assert wagers(sheet(of, "Limits", most=34))["Pair Plus A"][8] == Fraction(48, 221)


def test_what_is_lost_by_all_seats_is_that_of_one_times_their_number() -> None:
    rows = wagers(sheet(book("crown"), "Limits", ante=10))
    assert rows["Ante & Play A"][2:5] == [7, 70, 630]
    assert wagers(sheet(book("crown"), "Limits", ante=10, seats=4))["Ante & Play C"][2:5] == [6, 60, 240]


@pytest.mark.slow
def test_a_jackpot_costs_the_house_its_own_prizes_and_envy_bonuses() -> None:
    rows = wagers(sheet(book("crown"), "Limits"))
    assert rows["Jackpot 1"][:5] == ["Jackpot 1", 1, 499, 499, 9 * 499]
    assert len(rows["Jackpot 1"]) == 7
    text = 'extends = "resorts-world-sentosa"\n[deal]\nseats = 5\n'
    rules = variant(text)
    table = next(iter(rules.tables["jackpot"].values()))
    own = [
        (0 if one.prize.meter is not None else Fraction(one.prize.money or 0)) + 4 * one.prize.envy - 1
        for one in table.lines
        if one.prize.odds is None
    ]
    own += [table.odds(one) + 4 * one.prize.envy for one in table.lines if one.prize.odds is not None]
    found = wagers(sheet(Book.of(rules, {}), "Limits"))
    assert found[f"{rules.wagers['jackpot'].name} {table.letter}"][2] == max(own)
    assert any(one.prize.envy for one in table.lines)


@cache
def millionaires() -> Book:
    others = ("six_card_bonus", "progressive")
    gone = ", ".join(f'"{part}.{name}"' for part in ("wager", "pay_tables") for name in others)
    rules = variant(f'extends = "three-card-poker"\nwithout = [{gone}]\n')
    chosen = {"ante_bonus": ["1"], "pair_plus": ["1"]}
    return Book.of(rules, chosen)


@pytest.mark.slow
def test_a_bet_that_pays_sums_of_money_has_the_stake_of_its_sheet() -> None:
    found = sheet(millionaires(), "Limits", most=1000)
    row = wagers(found)["Millionaire Maker B"]
    assert row[1:6] == [5, 200_000, 1000, 1000, 1_000_000]
    assert row[7] > row[6]  # type: ignore[operator]
    (together,) = (
        row
        for (row, column), cell in found.cells.items()
        if cell.value == "Sum of the highest nets, an upper bound" and column == 0
    )
    assert found.cells[together, 1].value == 7 + 40 + 1_000_000


def test_all_outcomes_are_paid_under_the_limits() -> None:
    found = sheet(book("uk-including-blind"), "Payouts", chip=5, most=100, **BETS)
    rows = [
        [found.cells[row, place].value for place in range(8)]
        for (row, column), cell in found.cells.items()
        if column == 0 and cell.link
    ]
    straight_flush = next(
        row for row in rows if row[1] == "straight flush: play, the player's hand is higher"
    )
    assert straight_flush[3:] == [175, 175, 175, 100, 100]
    beaten = next(row for row in rows if row[1] == "straight flush: play, the dealer's hand is higher")
    assert beaten[3:] == [75, 125, 125, 100, 50]
    pair = next(row for row in rows if row[:2] == ["Pair Plus A", "pair"])
    assert pair[3:] == [Fraction(7, 2), Fraction(7, 2), 5, 5, 5]
    assert all(row[6] <= 100 for row in rows)  # type: ignore[operator]
