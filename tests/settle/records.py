"""Records of rounds as tests write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from combin.rules.resolved import Rules
from combin.settle.records import RoundError, SettledHand, SettledRound, amount_text, parse_round
from combin.settle.round import settle
from tests.variants import shipped

__all__ = ["CROWN", "RWS", "UK", "hand", "nets", "refused", "results", "returned", "settled"]

CROWN = "crown-melbourne"
RWS = "resorts-world-sentosa"
UK = "uk-including-blind"


def hand(cards: str = "", *, seat: int = 1, **record: Any) -> dict[str, Any]:  # noqa: ANN401  any field
    """Return the record of one hand; names that are no field of a hand are its wagers.

    An amount of `blind` is a wager too: the field says whether the hand is one.
    """
    fields = {"player", "decision", "keeps", "retracts", "leaves", "paid", "wagers"}
    fields |= {"blind"} if isinstance(record.get("blind"), bool) else set()
    stakes = {name: amount for name, amount in record.items() if name not in fields}
    others = {name: value for name, value in record.items() if name in fields}
    return {"seat": seat, "cards": cards, "wagers": stakes} | others


def settled(game: str | Rules, dealer: str, *hands: dict[str, Any], **record: Any) -> SettledRound:  # noqa: ANN401
    """Return the round settled; where a game has several tables and none is given, the first."""
    rules = shipped(game) if isinstance(game, str) else game
    tables = {name: next(iter(letters)) for name, letters in rules.tables.items()}
    known = {"id": "test", "dealer": dealer, "tables": tables, "hands": hands}
    return settle(rules, parse_round(json.dumps(known | record)))


def returned(one: SettledHand | SettledRound) -> dict[str, str]:
    """Return what each wager of the first hand is handed back, as text."""
    (*_, first) = (one,) if isinstance(one, SettledHand) else reversed(one.hands)
    return {wager.wager: amount_text(wager.returned) for wager in first.wagers}


def nets(one: SettledHand | SettledRound) -> dict[str, str]:
    """Return what each wager of the first hand nets, as text."""
    (*_, first) = (one,) if isinstance(one, SettledHand) else reversed(one.hands)
    return {wager.wager: amount_text(wager.net) for wager in first.wagers}


def results(one: SettledHand | SettledRound) -> dict[str, str]:
    """Return the result of each wager of the first hand in a word."""
    (*_, first) = (one,) if isinstance(one, SettledHand) else reversed(one.hands)
    return {wager.wager: wager.result.value for wager in first.wagers}


def refused(game: str | Rules, dealer: str, *hands: dict[str, Any], **record: Any) -> str:  # noqa: ANN401
    """Return what is said of a round that is refused."""
    with pytest.raises(RoundError) as caught:
        settled(game, dealer, *hands, **record)
    return str(caught.value).removeprefix("round test: ")
