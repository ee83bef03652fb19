"""The sheets of limits, strategy and sensitivity."""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from functools import cache

import pytest

from combin.cards.ranking import Category
from combin.design.variants import Sensitivity, Workbench, WrongDecision, sensitivity_asked
from combin.formats.tables import Live
from combin.jackpot.mixes import ask_mix
from combin.par.book import Book
from combin.par.round_sheets import highest_of_any_play, sensitivity_sheet, strategy_sheet
from combin.par.workbook import Sheet
from combin.rules.resolved import keep
from tests.helpers.variants import analysed, shipped, variant
from tests.par.books import book, game

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


@pytest.mark.slow
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


RAISES = 'extends = "crown-melbourne"\n[decision]\nplay = [1, 4]\n[dealer]\nqualifies = "pair"\n'


def test_a_decision_that_is_never_taken_could_cost_more() -> None:
    one = analysed(variant(RAISES))
    assert highest_of_any_play(one.game) == 1 + 4 + 5
    usual = analysed(shipped("crown-melbourne"))
    assert highest_of_any_play(usual.game) == usual.wagers["ante"].outcomes[-1][0] == 7
    timid = analysed(variant(RAISES), "Q-6-4")
    assert timid.wagers["ante"].outcomes[-1][0] == 7 < highest_of_any_play(timid.game)


@pytest.mark.slow
def test_the_sheet_says_so() -> None:
    for play, note in (
        (None, "No other decision of the player's can cost the house more than those of this PAR sheet."),
        ("Q-6-4", "Decided otherwise, a hand could gain up to 10 units of the Ante."),
    ):
        made = Book.of(variant(RAISES), {}, play)
        (sheet,) = (one for one in made.written.sheets if one.name == "Limits")
        beginnings = "No other decision", "Decided otherwise"
        assert [
            text for cell in sheet.cells.values() if (text := str(cell.value)).startswith(beginnings)
        ] == [note]


def worth(sheet: Sheet) -> dict[str, list[Fraction]]:
    """Return the rows of the first table about what hands are worth."""
    top = min(row for (row, _), cell in sheet.cells.items() if cell.value == "EV by hand") + 2
    found = {}
    for row in range(top, sheet.rows):
        name = str(sheet.cells[row, 0].value)
        found[name] = [Live("", sheet.cells[row, column].value).exact for column in range(1, 5)]
        if name == "all":
            break
    return found


def test_what_a_straight_flush_is_worth_is_what_its_deals_pay() -> None:
    made = Book.of(game("uk-including-blind"), {})
    rows = worth(strategy_sheet("Strategy", made))
    deals = net = 0
    for one, _ in made.main.best:
        if one.hand.strength.category is Category.STRAIGHT_FLUSH:
            deals += one.weight * one.deals
            bonus = 5 * one.deals
            net += one.weight * (one.no_qualify + 2 * one.win - 2 * one.lose + bonus)
    assert rows["straight flush"][1:3] == [1, Fraction(net, deals)]
    assert rows["high card"][1] == Fraction(16_440 - 7_200, 16_440)


@pytest.mark.parametrize("name", ["uk-including-blind", "hole-card-paint"])
def test_the_parts_of_all_hands_add_up_to_the_edge(name: str) -> None:
    made = Book.of(game(name), {})
    *rows, total = worth(strategy_sheet("Strategy", made)).values()
    assert [sum(column) for column in zip(*rows, strict=True)][::3] == [total[0], total[3]]
    assert total[0] == 1
    assert total[2] == total[3] == -made.main.best.distribution.house_edge


def test_of_many_wrong_decisions_a_sheet_has_the_most_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = copy(game("uk-including-blind"))  # without the answers that are kept
    made = Book.of(rules, {})
    low, high = rules.ranking.strengths[20:22]
    decisions = (
        WrongDecision(high, (0,), 24, 1, 0, Fraction(3, 100), Fraction(1, 1000)),
        WrongDecision(high, (0,), 48, 1, 0, Fraction(6, 100), Fraction(2, 1000)),
        WrongDecision(high, (0,), 12, 0, 1, Fraction(1, 100), Fraction(1, 10000)),
        WrongDecision(low, (0,), 60, 0, 1, Fraction(1, 50), Fraction(1, 500)),
        WrongDecision(low, (11, 12), 60, 0, 1, Fraction(1, 25), Fraction(1, 250)),
    )
    letters = made.main.letters
    start = Workbench().variant(rules, letters)
    keep(sensitivity_asked(rules, letters), Sensitivity(rules, letters, start, (), (), decisions))

    def rows() -> list[list[object]]:
        cells = sensitivity_sheet("Sensitivity", made).cells
        top = next(row for (row, _), cell in cells.items() if cell.value == "Hands")
        below = next(row for row in range(top, top + 9) if (row, 1) not in cells)
        return [[cells[row, column].value for column in (1, 4, 5)] for row in range(top + 1, below)]

    assert rows() == [[one.hands, one.per_hand, one.in_all] for one in decisions]
    monkeypatch.setattr("combin.par.round_sheets.MOST_WRONG", 2)
    most = [[decisions[place].in_all for place in (4, other)] for other in (1, 3)]
    assert [row[2] for row in rows()] in most  # two that cost as much
    sheet = sensitivity_sheet("Sensitivity", made)
    said = [cell.value for cell in sheet.cells.values()]
    assert "Of 5 wrong decisions, the 2 that change the edge most." in said
