"""The roads to the figures of a certificate: which of them lead to which part, and whether they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.proof.certificate.closed_road import has_closed_form
from combin.rules.wagers import Jackpot, PayTableWager

if TYPE_CHECKING:
    from combin.rules.resolved import Rules

__all__ = ["PARTS", "known_roads"]

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
        kind: any(isinstance(one, kind) and rules.more_cards(name) for name, one in rules.wagers.items())
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
