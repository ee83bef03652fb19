"""The sheets about the whole workbook: what others published, and the checks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.audit.verdict import Verdict
from combin.formats.tables import Live
from combin.par.overview_sheets import Twin, checks_sheet, published_twins, write_twins
from combin.par.workbook import Look, Sentence, Sheet
from combin.rules.load import load_rules
from tests.exact.small_games import FINE_LINES
from tests.helpers.variants import shipped, variant
from tests.par.books import book


def twin(game: str, source: str, published: str) -> Twin:
    found = [
        one for one in published_twins(shipped(game)) if source in one.source and one.published == published
    ]
    return found[0]


def test_a_figure_has_its_source_its_exact_value_and_its_verdict() -> None:
    assert twin("pick-a-card", "Dave Miller", "3.3%") == Twin(
        "House edge of Pick A Card 1",
        "Dave Miller Gaming, Pick A Card, Math & Payouts, davemillergaming.com/pac/math_pay.html",
        "3.3%",
        "3.2579% = 36/1105",
        Verdict.ROUNDS,
        "",
    )


def test_a_figure_that_differs_says_why() -> None:
    one = twin("teen-patti-pro", "Wizard of Odds", "460,824")
    assert (one.exact, one.verdict) == ("450,528", Verdict.DIFFERS)
    assert one.why.startswith("Off by +10296 from the exact value. The page takes 26 equal hands")


def test_what_a_document_publishes_about_its_own_results_is_a_twin() -> None:
    found = published_twins(shipped("uk-including-blind"))
    assert found[0].why.startswith("Per unit of all money wagered, with the optimal strategy")
    rates = published_twins(shipped("crown-melbourne"))
    assert len(rates) == 14
    assert rates[0].source == "Three Card Poker Rules, 6.3 Table 1"
    assert (rates[0].published, rates[0].exact) == ("34.06%", "34.0648%")
    assert rates[0].why.startswith("Where it is rounded down from the rate that returns 88.875%")


def test_a_sentence_is_quoted_and_has_no_value() -> None:
    (one,) = [one for one in published_twins(shipped("hole-card-paint")) if one.published == "-"]
    assert one.figure == "The strategy against paint: raise on Q-J-5 or better"
    assert (one.exact, one.verdict) == ("-", Verdict.EXACT)
    assert one.why == "Every decision is optimal."


def test_other_rules_than_those_that_ship_have_no_twins() -> None:
    assert published_twins(variant('extends = "pick-a-card"\n')) == ()
    same_id = variant('extends = "pick-a-card"\nid = "pick-a-card"\n[pay_tables.bonus.1]\nflush = 9\n')
    assert published_twins(same_id) == ()
    assert published_twins(load_rules("uk-including-blind", {"fold": "lost with the Ante"})) == ()
    sheet = Sheet("Checks")
    assert write_twins(sheet, 7, variant(FINE_LINES)) == 7
    assert sheet.cells == {}


@pytest.mark.parametrize(
    ("off", "changed", "verdict"),
    [(Fraction(0), 0, "all pass"), (Fraction(1, 10**9), 0, "1 FAIL"), (Fraction(1, 10**9), 1, "all pass")],
)
def test_a_check_fails_where_an_edge_is_not_the_exact_one_though_no_input_is_changed(
    off: Fraction, changed: int, verdict: str
) -> None:
    found = book("fine lines")
    (sheet, edge), *others = found.written.wagers
    wagers = [(sheet, edge + off), *others]
    checks = checks_sheet("Checks", found, wagers, Live("changed", changed))
    assert checks.marks["verdict"].value == verdict
    said = next(one for one in checks.parts if isinstance(one, Sentence))
    assert said.text.endswith(f"checks: {verdict}.")
    heads = {cell.value: place for place, cell in checks.cells.items() if cell.kind is Look.HEADING_RIGHT}
    top, column = heads["House edge equals the exact edge"]
    assert checks.cells[top + 1, column].value == ("pass" if not off else "changed" if changed else "FAIL")
    assert {checks.cells[top + 1, one].value for one in range(1, column)} == {"pass"}
