"""Claims and rule files written for a test, and the audit of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from combin.audit import Audit, Judged, audit
from combin.audit.load import CLAIMS

__all__ = ["HEADER", "audit_of", "audited", "judged", "only", "with_change"]

HEADER = 'game = "uk-including-blind"\n'


@cache
def audit_of(game: str) -> Audit:
    """Return the audit of a game that ships, which the tests of one run share."""
    return audit(game)


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
