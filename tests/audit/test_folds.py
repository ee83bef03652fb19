"""What a fold loses of Crown's jackpot wager, counted a second time from ranks alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from combin.audit.chapters import folds_section
from combin.audit.subject import Subject
from combin.audit.verdict import Verdict
from combin.exact.side_bets import side_bet
from combin.formats.documents import Paragraph
from combin.formats.tables import Table
from combin.formatting import percent
from tests.audit.documents import audit_of, audited, few_rounds, judged, report_markdown
from tests.helpers.texts import toml_text
from tests.helpers.variants import CARD_SEEN, variant
from tests.proof.kinds import KINDS

ACE = 14
RUNS = [frozenset({ACE, 2, 3, 4, 5}), *(frozenset(range(low, low + 5)) for low in range(2, 11))]
THREES = [frozenset({ACE, 2, 3}), *(frozenset(range(low, low + 3)) for low in range(2, 13))]


def _folded() -> list[frozenset[int]]:
    """Return the sets of three ranks, no run of three, below Q-6-4; each is 60 hands not of one suit."""
    sets = (frozenset(ranks) for ranks in combinations(range(2, 15), 3))
    return [one for one in sets if one not in THREES and sorted(one, reverse=True) < [12, 6, 4]]


def test_the_straights_of_folded_hands() -> None:
    folded = _folded()
    assert 60 * len(folded) == 7_200
    # The two ranks that are missing to a run, each of any suit.
    straights = sum(60 * 16 for one in folded for run in RUNS if one < run)
    assert straights == 44_160
    assert sum(60 for one in folded if any(one < run for run in RUNS)) == 1_920


def test_a_fold_costs_the_jackpot_wager_what_its_straights_pay() -> None:
    progressive = audit_of("crown-melbourne").subject.progressive
    assert progressive is not None
    assert progressive.lost_by_folding("1") == 0
    assert progressive.lost_by_folding("2") == Fraction(44_160 * 40, 25_989_600)


FEWER_TABLES = """without = ["pay_tables.pair_plus.B", "pay_tables.pair_plus.C", "pay_tables.pair_plus.D",
    "pay_tables.pair_plus.E", "pay_tables.pair_plus.F", "pay_tables.ante_bonus.B", "pay_tables.ante_bonus.C"]
"""


@pytest.fixture(scope="module")
def card_seen() -> Subject:
    return Subject("card-seen", variant(CARD_SEEN.replace("[deal]", f"{FEWER_TABLES}[deal]")))


def _straights_beside_cards() -> int:
    """Return the deals of the straights of folded hands beside each card that is seen.

    Against Q, K and A the hands below Q-9-2, K-9-2 and A-9-2 are folded. A card seen that would make the
    straight takes 4 of its 16 pairs; jackpot cards lie beside 47 x 46 / 2 pairs of the dealer's.
    """
    found = 0
    for seen in (12, 13, 14):
        for ranks in combinations(range(2, 15), 3):
            one = frozenset(ranks)
            if one not in THREES and sorted(one, reverse=True) < [seen, 9, 2]:
                pairs = sum(12 if seen in run - one else 16 for run in RUNS if one < run)
                found += 60 * (4 - (seen in one)) * pairs
    return found


@pytest.mark.slow
def test_straights_lost_beside_a_card_seen(card_seen: Subject) -> None:
    progressive = card_seen.progressive
    assert progressive is not None
    assert progressive.lost_lines("1") == ()
    (line,) = progressive.lost_lines("2")
    assert (line.line, line.lost) == ("straight", _straights_beside_cards())
    assert (line.count, line.total, int(line.worth)) == (102_000 * 47, 25_989_600 * 47, 40)
    assert progressive.lost_by_folding("2") == Fraction(line.lost * 40, line.total)


@pytest.mark.slow
def test_the_section_about_folds_beside_a_card_seen(card_seen: Subject) -> None:
    progressive = card_seen.progressive
    assert progressive is not None
    blocks = list(folds_section(progressive))
    text = " ".join(one.text for one in blocks if isinstance(one, Paragraph))
    assert "For 10-9-7 (three suits) against Q: EV of play −2.0000, " in text
    assert "(2.0000 − 1) / (160/141) = 0.8813 is the ratio" in text
    *_, by_card, strategies = (one for one in blocks if isinstance(one, Table))
    assert [row[0] for row in by_card.rows] == ["Q", "K", "A"]
    assert strategies.headings[1] == "Deals played"
    assert [row[1] for row in strategies.cells] == ["88.38%", "90.92%", "100.00%"]


@few_rounds
def test_what_a_fold_beside_a_seen_card_loses_is_counted_with_the_card(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(toml_text(KINDS["every bet lost by a fold that depends on a card"]), encoding="utf-8")
    text = 'game = "tested"\n'
    for wager in ("dealers", "beats"):
        entries = f'id = "{wager}"\nplace = "1"\nsays = "Lost"\nquantity = "fold forfeits"\nwager = "{wager}"'
        text += f"[[claim]]\n{entries}\n"
    found = audited(tmp_path, text, rules)
    edges = found.subject.first.wagers
    stays = side_bet(found.subject.rules, found.subject.table("dealers", "A")).distribution.house_edge
    cost = percent(edges["dealers"].house_edge - stays, 4)
    assert judged(found, "dealers").exact == f"costs up to {cost}"
    assert judged(found, "beats").exact == "costs nothing: no folded hand would be paid"
    assert f"with the optimal strategy that costs {cost} of its stake." in " ".join(
        report_markdown(found).split()
    )


@pytest.mark.slow
@few_rounds
def test_a_document_that_prints_the_rates_of_one_option_only(tmp_path: Path) -> None:
    claims = """game = "crown-melbourne"
[[claim]]
id = "fold"
place = "5.10"
says = "A fold loses it"
quantity = "fold loses the jackpot wager"

[[table]]
id = "rates"
title = "Rates"
place = "6.3"
says = "Rate at {seed}"
quantity = "increment rate"
given = { option = "1" }
down = { seed = [10_000, 20_000] }
printed = [["34.06%"], ["32.51%"]]
"""
    found = audited(tmp_path, claims, "crown-melbourne")
    one = judged(found, "fold")
    assert (one.verdict, one.exact) == (Verdict.EXACT, "88.87% in the long run")
    assert "Option 2" not in " ".join(one.evidence)
    assert "Jackpot 1: long-run return 88.8702%" in " ".join(report_markdown(found).split())
