"""The committed reports, whole; and the parts of a report that a rule file can change."""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

import combin
from combin.audit.chapters import _full_table
from combin.audit.judge import Audit, generic_checks
from combin.audit.load import audited_games
from combin.audit.report import write_reports
from combin.audit.subject import Subject
from combin.audit.verdict import Verdict
from combin.certificate.body import certificate_hash
from combin.formats.documents import document_markdown, escaped
from combin.rules.load import read_toml
from combin.rules.resolved import Rules
from combin.session import CONFIDENCE
from tests.audit.documents import (
    REPORTS,
    audit,
    audit_of,
    committed,
    few_rounds,
    plots_of,
    report_markdown,
    report_of,
)
from tests.helpers.games import AGAINST_DEALER, game, table_bet
from tests.helpers.strategies import rule_files
from tests.helpers.texts import toml_text
from tests.helpers.variants import shipped, variant
from tests.proof.kinds import KINDS

DATA = Path(__file__).parents[1] / "data"
AUDIT = Path(combin.__file__).parent / "audit"


def _fresh(name: str, now: str) -> None:
    """Fail with a difference that can be read unless a committed file is what is written now."""
    path = REPORTS / name
    kept = path.read_bytes().decode() if path.exists() else ""
    if kept != now:
        lines = difflib.unified_diff(
            kept.splitlines(), now.splitlines(), f"reports/{name}", "now", lineterm=""
        )
        pytest.fail("\n".join([*lines, "", "If this is right: make reports"]), pytrace=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", audited_games())
def test_the_committed_report_and_its_plots_are_up_to_date(game: str) -> None:
    _fresh(f"{game}.md", document_markdown(report_of(game)))
    for plot in plots_of(game).values():
        _fresh(plot.file, plot.draw().to_svg())


@pytest.mark.slow
def test_nothing_else_is_committed_as_a_report() -> None:
    files = {"published.md", "theorems", "tournament.md", *(f"{game}.md" for game in audited_games())}
    files |= {plot.file for game in audited_games() for plot in plots_of(game).values()}
    assert {path.name for path in REPORTS.iterdir()} == files


@pytest.mark.slow
@pytest.mark.parametrize("game", audited_games())
def test_a_report_keeps_to_its_form(game: str) -> None:
    lines = committed(game).splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert [line for line in lines if len(line) > 104 and not line.startswith("|")] == []
    headings = [line for line in lines if line.startswith("#")]
    assert len(headings) == len(set(headings))
    order = ["Further findings", "All claims", "Definitions"]
    assert [line for line in headings if line[3:] in order] == [f"## {one}" for one in order]
    text = " ".join(committed(game).split())
    for one in audit_of(game).findings:
        assert " ".join(f"{escaped(one.text)} **Action:** {escaped(one.action)}".split()) in text


def test_the_first_page_has_the_verdict_the_counts_and_what_is_about_money() -> None:
    first, _, rest = committed("resorts-world-sentosa").partition("\n## ")
    assert "**Result.** No published figure that can be checked is wrong." in first
    assert "| Total                            |     68 |" in first
    assert "1. Rule 3.10.3 makes hands" in first
    assert "6. The rules do not say" not in first
    assert rest.startswith("Further findings")
    table = rest.partition("## All claims")[2].partition("\n## ")[0]
    (row,) = (line for line in table.splitlines() if "The Ante Bonus pays for a straight flush" in line)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert (cells[1], cells[4]) == ("4.3", "exact")
    assert cells[2].endswith("and 2 more of this table: 5 to 1")


def test_numbered_rules_without_a_claim_are_listed_with_the_reason() -> None:
    text = " ".join(committed("crown-melbourne").split())
    told = text.partition("Rules without a claim")[2].partition("## 9.")[0]
    listed = re.findall(r"\d+(?:\.\d+)+", told)
    assert "12.3.1" in listed  # a director briefs the players
    assert re.search(r"outside this audit[^a-z]*\b12\.2\.1\b", told)
    assert not {"10.1.1", "3.6.1", "5.7.3", "12.4.8"} & set(listed)  # claims are about these
    assert re.search(r"\d+ of 148 numbered rules have no claim:", told)


@pytest.mark.slow
@pytest.mark.parametrize("game", audited_games())
def test_a_report_quotes_the_hash_of_the_certificate(game: str) -> None:
    text = " ".join(committed(game).split())
    assert f"(`combin certify`): SHA-256 `{certificate_hash(shipped(game))}`" in text


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS][::3])
@few_rounds
@pytest.mark.few(3)
def test_games_of_every_kind_are_reported(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(toml_text(KINDS[kind]), encoding="utf-8")
    rules = variant(KINDS[kind])
    text = " ".join(report_markdown(audit(path)).split())
    assert f"SHA-256 `{certificate_hash(rules)}`" in text
    assert ("There is nothing to decide." in text) == (not rules.play)
    assert bool(re.search(r"\| Fold +\|", text)) == bool(rules.play)
    assert ("may be the exposed card: 3 × " in text) == bool(rules.file.deal.face_up)


@few_rounds
def test_a_report_tells_a_strategy_by_the_dealers_card(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(toml_text(KINDS["larger raises for some hands"]), encoding="utf-8")
    text = report_markdown(audit(path))
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
    assert "\n### Decision by own hand and dealer's card: F fold, 1 play 1x, 3 play 3x" in text
    assert any(row[1:] == ["3"] * 6 for row in rows)


@pytest.mark.slow
@few_rounds
def test_a_rule_file_of_ones_own_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n'
        '[deck]\nranks = "6 7 8 9 T J Q K A"\n[deal]\nseats = 4\n[decision]\nplay = [1, 2]\n',
        encoding="utf-8",
    )
    text = report_markdown(audit(path))
    assert text.startswith("# Audit: Mine\n")
    assert "9 ranks × 4 suits = 36 cards" in text
    assert "## All claims" in text
    assert "all wagers: this check fails: Every wager has" in " ".join(text.split())


@pytest.mark.slow
@few_rounds
@settings(max_examples=8)
@given(rule_files())
def test_any_rule_file_can_be_reported(rules: Rules) -> None:
    subject = Subject(rules.file.id, rules)
    found = Audit(subject, generic_checks(subject.rules))
    text = report_markdown(found)
    assert f"{len(found.findings)}. " in text or not found.findings
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


@pytest.mark.slow
@few_rounds
def test_what_differs_is_shown(tmp_path: Path) -> None:
    known = Path(__file__).parents[2] / "combin/audit/claims/crown-melbourne.toml"
    claims = tmp_path / "claims.toml"
    claims.write_text(known.read_text(encoding="utf-8").replace('"90.909%"', '"90.910%"'), encoding="utf-8")
    text = report_markdown(audit("crown-melbourne", claims))
    assert "| S = 1 | 10/11 ≠ 90.910% (1,463,268,625) |" in text
    assert "off by +0.00091 percentage points from the exact value; one round in 1,463,268,625" in text
    assert "1 claim is wrong." in text
    assert "**Action:** Correct 90.910% to 90.909%." in text


@pytest.mark.slow
@few_rounds
def test_an_audit_of_another_deck_is_written_whole(tmp_path: Path) -> None:
    found = audit("three-card-poker-two-decks", DATA / "three-card-poker-two-decks-claims.toml")
    (written,) = write_reports([found], tmp_path / "two-decks.pdf")
    assert written.read_bytes().startswith(b"%PDF")


@pytest.mark.slow
@few_rounds
def test_a_report_tells_how_hands_with_a_joker_are_counted() -> None:
    found = audit("three-card-poker-joker", DATA / "three-card-poker-joker-claims.toml")
    text = " ".join(report_markdown(found).split())
    for part in (
        "13 ranks × 4 suits + 1 joker = 53 cards",
        "12 runs × 4 in one suit = 48; with a joker 25 pairs of ranks of a run × 4 in one suit = 100; 48 + ",
        "A hand with a joker counts as the best hand that the joker can make",
        "off by +4 from the exact value",
        "| flush | 2 ≠ 3 to 1 |",
    ):
        assert part in text, part


def test_every_text_is_used_and_every_one_that_is_used_is_there() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in AUDIT.rglob("*.py"))
    texts = {(table, name) for table, named in read_toml(AUDIT / "texts.toml").items() for name in named}
    called = {tuple(key.split(".")) for key in re.findall(r'sentence\("([a-z_]+\.[a-z_]+)"', code)}
    assert called <= texts
    unused = {(table, name) for table, name in texts if not re.search(rf'"({table}\.)?{name}"', code)}
    assert unused <= {("finding", verdict.name.lower()) for verdict in Verdict}


@pytest.mark.slow
def test_an_audit_imports_nothing_heavy() -> None:
    # The seats of a full table, of which a report tells, are counted with numpy.
    code = (
        "import sys; from combin.game import load; from combin.audit.report import report; "
        "found = load('uk-including-blind').audit(); heavy = 'numpy' in sys.modules; report(found); "
        "print([m for m in ('polars', 'sympy', 'rich', 'typer') if m in sys.modules] + ['numpy'] * heavy)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_many_rounds_are_those_of_sessions() -> None:
    text = committed("uk-including-blind").partition("Many rounds")[2]
    row = next(line for line in text.splitlines() if line.startswith("| Pair Plus"))
    uk = combin.load("uk-including-blind")
    one = uk.session({"pair_plus": 1}, 200)
    ends = (Fraction(100 - CONFIDENCE, 200), Fraction(100 + CONFIDENCE, 200))
    low, high = (one.law.percentile(end) * one.one_round.unit for end in ends)
    cells = [cell.strip() for cell in row.split("|")[2:-1]]
    assert cells[:3] == [one.ahead.percent(4), str(low), str(high)]
    assert cells[3] == uk.session({"pair_plus": 1}, 200 * 52).ahead.percent(4)
    assert cells[4] == uk.session({"pair_plus": 1}, 100_000).ahead.percent(4)


def test_a_full_table_is_of_the_first_stakes() -> None:
    """As the edges beside it: money that is taken of each hand is a share of the first stake."""
    pair = {"pair": 1, "odds": "to 1"}
    few = game(AGAINST_DEALER, {"deck.ranks": "9 T J Q K A", "deal.seats": 3}, table_bet("own", "Own", pair))
    money = table_bet("sums", "Sums", {"pair": {"money": 7}}, stakes=[5])
    fee = {"wager.ante.collection": {"money": 1}, "wager.ante.stakes": [5, 20]}
    share = {"wager.ante.collection": "20%"}
    texts = [_full_table(variant(game(few, *parts))) for parts in ((share,), (fee,), (fee, money))]
    assert texts[0] == texts[1] == texts[2] != ""
    assert _full_table(variant(game(few, {"wager.ante.collection": {"money": 1}}))) == ""
