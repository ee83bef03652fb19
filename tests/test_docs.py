"""The pages that people read: their examples are run, and they name all that there is to name."""

from __future__ import annotations

import re
import shutil
from difflib import unified_diff
from pathlib import Path

import pytest
from typer.main import get_command

from combin.audit.load import KINDS, audited_games, load_claims, shipped_claims, vocabulary
from combin.audit.subject import Claim
from combin.audit.verdict import Compare, Verdict
from combin.cli.app import program
from combin.game import Game
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from combin.rules.model import RulesFile
from combin.settle.records import Hand, IrregularityRecord, Limits, Result, Round
from tests.helpers import notebook
from tests.helpers.readme import blocks, run

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    *(
        f"docs/{page}.md"
        for page in ("tour", "api", "language", "claims", "rounds", "scale", "theorem", "tournament")
    ),
)


def _text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_page_says_what_happens(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ROOT.glob("docs/tournament.*l"):
        shutil.copy(file, tmp_path)
    if problems := run(_text(page), tmp_path):
        pytest.fail(f"{page}\n" + "\n\n".join(problems), pytrace=False)


@pytest.mark.slow
def test_the_notebook_shows_what_its_cells_give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stored = notebook.NOTEBOOK.read_text(encoding="utf-8")
    if (now := notebook.run(stored)) != stored:
        difference = unified_diff(
            stored.splitlines(), now.splitlines(), "docs/notebook.ipynb", "now", lineterm=""
        )
        advice = "\n\nIf this is right: python -m tests.helpers.notebook"
        pytest.fail("\n".join(difference) + advice, pytrace=False)


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md", "docs/mutants.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = re.sub(r"```.*?```", "", _text(page), flags=re.DOTALL)
    # The map of the code is written with the code.
    written = {"docs/architecture.md", "architecture.md"}
    for target in set(re.findall(r"\]\(([^)\s]+)\)", text)) - written:
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), target
        if anchor:
            titles = re.findall(r"(?m)^#+ (.*)$", file.read_text(encoding="utf-8"))
            assert anchor in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}, (
                target
            )


def test_the_readme_is_short_and_opens_with_python() -> None:
    lines = _text("README.md").splitlines()
    assert len(lines) <= 220
    assert ">>> import combin" in lines[:45]


def test_the_tour_lists_every_command() -> None:
    listed = set(re.findall(r"`combin (\w+)", _text("docs/tour.md").partition("## All commands")[2]))
    assert set(get_command(program(listed=True)).commands) - listed == set()  # type: ignore[attr-defined]


def test_figures_beside_published_ones_stand_in_the_reports() -> None:
    table = _text("README.md").partition("## Exact results and published ones")[2].partition("\n## ")[0]
    figures = set(re.findall(r"\d+\.\d+%|\d+/\d+", table))
    reports = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("reports/*.md"))
    printed = set(re.findall(r"\d+\.\d+%|\d+/\d+", reports))
    assert len(figures) >= 10
    assert figures <= printed


# -- the rules language ------------------------------------------------------------------------------


def test_every_rule_file_of_the_page_is_sound(tmp_path: Path) -> None:
    files = [block for block in blocks(_text("docs/language.md")) if block.file and "\nid = " in block.text]
    for block in files:
        (tmp_path / str(block.file)).write_text(block.text, encoding="utf-8")
    assert len(files) > 8
    for block in files:
        assert load_rules(tmp_path / str(block.file)).file.id


def test_the_page_names_every_table_of_a_rule_file() -> None:
    page = _text("docs/language.md")
    left_out = {"id", "title", "limits"}
    assert [name for name in RulesFile.__struct_fields__ if name not in left_out and name not in page] == []


# -- claims ------------------------------------------------------------------------------------------


def test_the_page_about_claims_has_an_example_of_every_quantity(tmp_path: Path) -> None:
    used = set()
    for block in blocks(_text("docs/claims.md")):
        if block.file is None or not block.file.endswith(".toml"):
            continue
        path = tmp_path / block.file
        path.write_text(block.text, encoding="utf-8")
        try:
            used |= {type(placed.claim) for placed in load_claims(path)[1]}
        except RulesError:
            assert block.file == "mistaken.toml"
    assert [kind.__struct_config__.tag for kind in KINDS if kind not in used] == []


def test_the_page_about_claims_lists_every_quantity_with_its_parameters() -> None:
    page = _text("docs/claims.md")
    listed = {row[1]: row[2] for row in re.finditer(r"(?m)^\| ([\w -]+) \|(.*?)\| .* \|$", page)}
    assert set(vocabulary()) <= set(listed)
    for quantity, (own, _) in vocabulary().items():
        if "the same" not in listed[quantity]:
            assert [name for name in own if f"`{name}`" not in listed[quantity]] == [], quantity


def test_the_page_about_claims_names_all_entries_verdicts_and_modes() -> None:
    page = _text("docs/claims.md")
    for verdict in Verdict:
        assert f"| {verdict} |" in page
    for mode in Compare:
        assert f'`"{mode}"`' in page
    for name in Claim.__struct_fields__:
        assert f"`{name}`" in page or f"\n{name} = " in page


def test_figures_that_findings_may_quote_are_those_of_the_page() -> None:
    quoted = {
        name: set(re.findall(r"`(\w+)`", row[2]))
        for row in re.finditer(
            r"(?m)^\| ([\w ,-]+) \| (`.*) \|$", _text("docs/claims.md").partition("## The deck")[0]
        )
        for name in row[1].split(", ")
    }
    usual = {"published", "exact", "difference", "reason"}
    for game in audited_games():
        path = shipped_claims(game)
        assert path is not None
        for placed in load_claims(path)[1]:
            claim = placed.claim
            texts = [claim.finding] if isinstance(claim.finding, str) else list(claim.finding.values())
            used = {name for text in texts for name in re.findall(r"(?<!\{)\{(\w+)\}", text)} - usual
            assert used <= quoted.get(type(claim).__struct_config__.tag or "", set()), claim.id


# -- rounds, and the API -----------------------------------------------------------------------------


def test_the_page_about_rounds_names_every_field_and_result() -> None:
    page = _text("docs/rounds.md")
    for kind in (Round, Hand, IrregularityRecord, Limits):
        assert [name for name in kind.__struct_encode_fields__ if f"`{name}`" not in page] == []
    assert [result.value for result in Result if result.value not in page] == []


def test_the_page_about_the_api_names_every_question_of_a_game() -> None:
    questions = {name for name in dir(Game) if not name.startswith("_") and callable(getattr(Game, name))}
    named = set(re.findall(r"`(\w+)\(", _text("docs/api.md")))
    assert len(questions) > 15
    assert questions <= named
