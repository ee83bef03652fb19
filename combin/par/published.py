"""What others have published about a game, each figure beside its exact value: the twins of a PAR sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.audit.verdict import Verdict
from combin.certificate.canonical import rules_data
from combin.rules.load import library_games, load_rules
from combin.rules.remember import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.verdict import Judged
    from combin.rules.resolved import Rules


SPEAKING = (Verdict.EXACT, Verdict.ROUNDS)
"""Verdicts that need no reason."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A published figure: what it is about, who printed it and how, its exact value, and the verdict.

    Of a sentence, which has no value, it is quoted in `figure`. `why` says for a verdict that does not speak
    for itself what is wrong, or what the figure is true of.
    """

    figure: str
    source: str
    published: str
    exact: str
    verdict: Verdict
    why: str


@remembered
def published_twins(rules: Rules) -> tuple[Twin, ...]:
    """Return what others have published about a game that ships, and its own document about its results.

    Nothing about rules of one's own, and nothing where the document is read in another way.

    >>> found = published_twins(load_rules("pick-a-card"))[0]
    >>> found.figure, found.published, found.exact, found.verdict.value
    ('House edge of Pick A Card 1', '3.3%', '3.2579% = 36/1105', 'rounds to the published digits')
    """
    game = rules.file.id
    if game not in library_games() or rules_data(load_rules(game)) != rules_data(rules):
        return ()
    return (*_of_document(rules), *_of_others(game))


def _of_document(rules: Rules) -> Iterator[Twin]:
    """Yield the results that the document of a game publishes itself; what else it prints is a rule."""
    from combin.audit.judge import judge_claim
    from combin.audit.load import load_claims, shipped_claims
    from combin.audit.quantities.edges import HouseEdge
    from combin.audit.quantities.increments import IncrementRate
    from combin.audit.quantities.results import WagerResult
    from combin.audit.subject import Subject

    game = rules.file.id
    path = shipped_claims(game)
    if path is None:
        return
    file, placed = load_claims(path)
    subject = Subject(game, rules, file.outline, file.table, placed)
    source = rules.file.source.document
    for one in placed:
        if isinstance(one.claim, HouseEdge | IncrementRate | WagerResult):
            judged = judge_claim(one, subject)
            yield _twin(judged, judged.says, f"{source}, {judged.place}", stated=not one.claim.figure)


def _of_others(game: str) -> Iterator[Twin]:
    """Yield what others publish about a game."""
    from combin.audit.figures import games_with_figures, judged_figures
    from combin.audit.published_views import is_statement

    if game not in games_with_figures():
        return
    for one in judged_figures([game]):
        for number in one.numbers:
            if number.published:
                yield _twin(number, one.says, one.source, one.remark, stated=is_statement(number))


def _twin(judged: Judged, figure: str, source: str, remark: str = "", *, stated: bool) -> Twin:
    """Return a figure, or what is stated in words, with its verdict."""
    from combin.audit.published_views import exact_in_words

    published, exact, reason = judged.published, exact_in_words(judged), judged.reason
    if stated:
        figure, reason, published, exact = f"{figure}: {published}", exact, "-", "-"
    elif judged.verdict in SPEAKING:
        reason = ""
    why = " ".join(part for part in (reason and f"{reason[0].upper()}{reason[1:]}.", remark) if part)
    return Twin(figure, source, published, exact, judged.verdict, why)
