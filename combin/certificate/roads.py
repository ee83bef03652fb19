"""The roads to the figures of a certificate: which of them lead to which part, and whether they agree."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.certificate.compare import Difference
from combin.proof.closed.edges import table_counts
from combin.proof.closed.jackpots import jackpot_value
from combin.rules.wagers import Jackpot, PayTableWager

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from combin.certificate.canonical import Data
    from combin.rules.resolved import Rules


def has_closed_form(rules: Rules, name: str) -> bool:
    """Tell whether the counts of a side bet or a jackpot wager have a closed form."""
    if not rules.deck.single:
        return False
    if name in rules.jackpots:
        return True
    return not rules.bets[name].loses_on_fold and not rules.bets[name].versus_dealer


PARTS_OF_VALUE = {"odds": "stake", "share_of_meter": "meter", "envy": "others"}
"""The parts of a jackpot's value and the variables of its linear form that they go with."""


def against_closed_forms(rules: Rules, body: Mapping[str, Data]) -> Iterator[Difference]:
    """Yield what a body states of side bets and jackpots otherwise than the closed forms do.

    They are about a player who keeps his bets, so that bets lost by a fold are left out; and so are those on
    which hand is higher, or that depend on it, and decks that are not of single cards.
    """
    for place, entry in enumerate(body["side_bets"]):
        name, letter = next(iter(entry["tables"].items()))
        if name in rules.side_bets and has_closed_form(rules, name):
            counts = {text: line["count"] for text, line in entry["lines"].items()}
            yield from _counts(rules, (name, letter), counts, entry["total"], ("body", "side_bets", place))
    for place, entry in enumerate(body["jackpots"]):
        ((name, letter),) = entry["tables"].items()
        if not has_closed_form(rules, name):
            continue
        where = ("body", "jackpots", place)
        yield from _counts(rules, (name, letter), entry["lines"], entry["total"], where)
        form = jackpot_value(rules, name, letter)
        derived = {term.symbol: term.coefficient for term in form.terms}
        values = {part: derived.get(symbol, Fraction(0)) for part, symbol in PARTS_OF_VALUE.items()}
        for part, value in {"money": form.constant, **values}.items():
            if entry["value"][part] != str(value):
                yield Difference((*where, "value", part), entry["value"][part], str(value))


def _counts(
    rules: Rules,
    table: tuple[str, str],
    counts: Mapping[str, int],
    total: int,
    place: tuple[str | int, ...],
) -> Iterator[Difference]:
    """Compare probabilities: a closed form may count hands where the certificate counts deals."""
    found = table_counts(rules, *table)
    for text, count in counts.items():
        if Fraction(count, total) != found.probability(text):
            yield Difference((*place, "lines", text), f"{count} of {total}", str(found.probability(text)))


PARTS = ("rules", "rules_sha256", "deals", "witnesses", "base_game", "side_bets", "jackpots", "meters")
"""The parts of the hashed body of a certificate, in the order in which they are told of."""

ENGINE = "exact engine"
BRUTE_FORCE = "brute force"
CLOSED_FORM = "closed form"
VISITING = "visiting every hand"
BALLS = "series in balls"
DECIMALS = "series in decimals"


def known_roads(rules: Rules) -> dict[str, list[str]]:
    """Return the roads that `combin certify` takes to each part of the body."""
    more = {
        kind: any(isinstance(one, kind) and rules.bets[name].more_cards for name, one in rules.wagers.items())
        for kind in (PayTableWager, Jackpot)
    }
    found = {
        "deals": [ENGINE, BRUTE_FORCE],
        "witnesses": [ENGINE, BRUTE_FORCE],
        "base_game": [ENGINE, BRUTE_FORCE],
    }
    if rules.side_bets or rules.comparisons:
        kept = any(has_closed_form(rules, name) for name in rules.side_bets)
        found["side_bets"] = [ENGINE, BRUTE_FORCE]
        found["side_bets"] += [CLOSED_FORM] * kept + [VISITING] * more[PayTableWager]
    if rules.jackpots:
        closed = any(has_closed_form(rules, name) for name in rules.jackpots)
        found["jackpots"] = [ENGINE, VISITING if more[Jackpot] else BRUTE_FORCE] + [CLOSED_FORM] * closed
    if rules.file.jackpot is not None:
        found["meters"] = [BALLS, DECIMALS]
    return found
