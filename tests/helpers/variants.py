"""Games that tests write as rule files, and analyses that several tests of one run share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.named_strategies import named_strategy
from combin.exact.strategy import Strategy
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from tests.helpers.texts import toml_text

CARD_SEEN = """
extends = "crown-melbourne"
id = "card-seen"
title = "A card seen"
[deal]
face_up = 1
[decision.blind]
allowed = false
"""
"""Crown Melbourne's rules with a card of the dealer's face up, which allows nobody to play blind."""

ONE_OF_EACH_KIND = (
    *("crown-melbourne", "edge-sorting", "face-up-three-card-poker", "pick-a-card", "resorts-world-sentosa"),
    *("teen-patti-pro", "three-card-poker", "three-card-poker-joker", "three-card-prime"),
    *("twenty-one-plus-three", "uk-including-blind", "ultimate-three-card-poker"),
)
"""Games that ship; from each of the others one of these differs in names and figures alone."""


@cache
def shipped(game: str) -> Rules:
    """Return the rules of a game that ships."""
    return load_rules(game)


def variant(file: str | Mapping[str, object]) -> Rules:
    """Return the rules of a file that a test writes, given as its text or as its entries."""
    return _loaded(file if isinstance(file, str) else toml_text(file))


@cache
def _loaded(text: str) -> Rules:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "variant.toml"
        path.write_text(text, encoding="utf-8")
        return load_rules(path)


@cache
def analysed(rules: Rules, strategy: str | None = None, **letters: str) -> Analysis:
    """Return the analysis of a game with these tables; a wager that is not named gets its first one."""
    first = {name: next(iter(rules.tables[name])) for name in (*rules.base_tables, *rules.side_bets)}
    (analysis,) = analyse(rules, choices(rules, first | letters), strategy)
    return analysis


def followed(rules: Rules, strategy: str) -> Strategy:
    """Return a strategy in words, for a game with its first tables."""
    return named_strategy(strategy, analysed(rules).game)
