"""Sentences about games and claims of documents, each with the verdict that is right.

A true sentence of `sentences.txt` stands beside false ones that are near it; a verdict "exact" for a false
one is the fault that these are against. `verdicts.txt` has claims and checks by their ids. Behind a verdict
is what must be said: the exact value after "= ", a part of the finding after "finding: ", or of the rest.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from combin.audit.judge import Audit
from combin.audit.verdict import Judged
from tests.audit.documents import audit, audit_of
from tests.helpers.texts import entries, table_rows

HERE = Path(__file__).parent
GAMES = entries(HERE / "games.txt")
"""Rule files by the names by which the tables call them."""
SENTENCES = table_rows(HERE / "sentences.txt")
VERDICTS = table_rows(HERE / "verdicts.txt")
WORDS = {
    "cut off": "cut off, not rounded",
    "rounds": "rounds to the published digits",
    "reading": "true only under a stated reading",
}


def test_every_row_is_read() -> None:
    assert len(SENTENCES) > 200
    assert len(VERDICTS) > 50
    assert {row[0] for row in SENTENCES + VERDICTS} >= GAMES.keys()


@cache
def audit_of_sentences(game: str) -> Audit:
    """Return the audit of all sentences about a game, which the tests of one run share."""
    claims = [
        f'{{ id = "s{number}", place = "1", says = "{row[1]}", {row[3]} }},'
        for number, row in enumerate(SENTENCES)
        if row[0] == game
    ]
    tables = (HERE / "tables.toml").read_text(encoding="utf-8") if game == "crown-melbourne" else ""
    return _audited(game, f'game = "{_id(game)}"\nclaim = [\n{"".join(claims)}\n]\n{tables}')


@cache
def checks_of(game: str) -> Audit:
    """Return the audit of a game with its claims: those that ship, or those among the data of tests."""
    claims = HERE.parent / "data" / f"{game}-claims.toml"
    if claims.exists():
        return audit(game, claims)
    return _audited(game) if game in GAMES else audit_of(game)


def _id(game: str) -> str:
    return "test-game" if game in GAMES else game


def _audited(game: str, claims: str = "") -> Audit:
    with TemporaryDirectory() as folder:
        rules, file = Path(folder) / "test-game.toml", Path(folder) / "claims.toml"
        rules.write_text(f'id = "test-game"\ntitle = "{game}"\n{GAMES.get(game, "")}', encoding="utf-8")
        file.write_text(claims, encoding="utf-8")
        return audit(rules if game in GAMES else game, file if claims else None)


def says(one: Judged, part: str) -> bool:
    """Whether something is said of a claim: the exact value, a part of its finding, or of anything else."""
    finding = (
        "no finding" if one.finding is None else f"{one.finding.weight.name.lower()}: {one.finding.text}"
    )
    if part.startswith("= "):
        return part == f"= {one.exact}"
    if part.startswith("finding: "):
        return part.removeprefix("finding: ") in finding
    return part in (finding, one.place) or any(part in text for text in (one.reason, *one.evidence))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SENTENCES)), ids=lambda number: "-".join(SENTENCES[number][:3]))
def test_each_sentence_has_its_verdict(number: int) -> None:
    game, words, verdict, _, *parts = SENTENCES[number]
    (one,) = (one for one in audit_of_sentences(game).judged if one.id == f"s{number}")
    assert (one.says, one.verdict.value) == (words, WORDS.get(verdict, verdict)), one.reason
    assert [part for part in parts if not says(one, part)] == [], one


@pytest.mark.slow
@pytest.mark.parametrize("row", VERDICTS, ids=lambda row: "-".join(row[:3]))
def test_each_claim_of_a_document_has_its_verdict(row: tuple[str, ...]) -> None:
    game, name, verdict, *parts = row
    found = checks_of(game)
    ones = [one for one in found.judged if name in (one.id, one.table)]
    assert {one.verdict.value for one in ones} == {WORDS.get(verdict, verdict)}
    assert [part for part in parts if part != f"{len(ones)} cells" and not says(ones[0], part)] == [], ones[0]
    assert all(one.finding in found.findings for one in ones if one.finding is not None)
