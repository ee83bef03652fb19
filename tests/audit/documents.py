"""Claims and rule files written for a test, and the audit of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from unittest.mock import patch

from combin.audit.judge import Audit
from combin.audit.load import CLAIMS
from combin.audit.report import report
from combin.audit.verdict import Judged
from combin.formats.documents import Document, Picture, document_markdown
from combin.formats.drawing import Plot
from combin.game import load

REPORTS = Path(__file__).parents[2] / "reports"

HEADER = 'game = "uk-including-blind"\n'

few_rounds = patch.multiple(
    "combin.audit.chapters", SESSIONS=2, YEAR=1_000, _full_table=lambda _: "A full table."
)
"""A year of so few rounds that its law takes no time, and no seats counted, where these are not the topic."""


def audit(game: str | Path, claims: Path | None = None) -> Audit:
    """Return the audit of a game, by default of its own document."""
    return load(game).audit(claims)


def report_markdown(found: Audit) -> str:
    """Return the report of an audit in Markdown."""
    return document_markdown(report(found))


@cache
def audit_of(game: str) -> Audit:
    """Return the audit of a game that ships, which the tests of one run share."""
    return audit(game)


@cache
def report_of(game: str) -> Document:
    """Return the report on a game that ships, which the tests of one run share."""
    return report(audit_of(game))


def plots_of(game: str) -> dict[str, Plot]:
    """Return the plots of the report on a game that ships, by their names."""
    return {one.plot.name: one.plot for one in report_of(game).blocks if isinstance(one, Picture)}


def committed(game: str) -> str:
    """Return a report as it is kept, which is what is written now, as a test makes sure."""
    return (REPORTS / f"{game}.md").read_text(encoding="utf-8")


def judged(found: Audit, claim: str) -> Judged:
    """Return a claim of an audit by its id."""
    return next(one for one in found.judged if one.id == claim)


def audited(folder: Path, claims: str, game: str | Path = "uk-including-blind") -> Audit:
    """Return the audit of claims given as text."""
    path = folder / "claims.toml"
    path.write_text(claims, encoding="utf-8")
    return audit(game, path)


def only(folder: Path, entries: str, game: str = "uk-including-blind") -> Judged:
    """Return the verdict on one claim whose entries are given as text."""
    head = f'game = "{game}"\n[[claim]]\nid = "one"\nplace = "here"\nsays = "A claim"\n'
    return judged(audited(folder, head + entries, game), "one")


def with_change(folder: Path, game: str, old: str, new: str) -> Audit:
    """Return the audit of a game with one text of its shipped claims changed."""
    text = (CLAIMS / f"{game}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the claims of {game}"
    return audited(folder, text.replace(old, new), game)
