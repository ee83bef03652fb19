"""Strategies that people name or write down: thresholds, always play, mimic the dealer, files of rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from combin.exact.strategy import Strategy
from combin.exact.wagers import FOLD
from combin.handset import HandSetError, parse_hand_set
from combin.isomorphism import SuitPattern
from combin.rules.errors import RulesError
from combin.rules.load import read_toml

if TYPE_CHECKING:
    from collections.abc import Callable

    from combin.exact.wagers import BaseGame
    from combin.isomorphism import HandClass

__all__ = ["named_strategy"]

_ALWAYS = ("always play", "always", "blind", "play every hand")
_MIMIC = ("mimic the dealer", "mimic")
_NEVER = ("never play", "never", "fold every hand")


def named_strategy(text: str, game: BaseGame) -> Strategy:
    """Return the strategy that `text` names, for a base game.

    "always play" (also "blind"), "never play", "mimic the dealer" (play what the dealer qualifies with), a
    threshold ("Q-6-4", "any queen", "pair"; "or better" may follow), or the path of a strategy file:

        title = "Q-6-4, but not without three suits"
        otherwise = "fold"
        [[rule]]                    # the first rule that fits decides
        hands = "Q-6-4"             # just these hands; with "or better", these and all stronger ones
        suits = ["three suits"]     # optional: only these suit patterns
        decision = "play"           # "fold", "play", or a multiple such as 2

    A threshold plays the lowest multiple that the game allows.

    Raises:
        RulesError: the words name no strategy, or the file says something that it may not.
    """
    lowest = min(game.cases)
    words = " ".join(text.split()).casefold()
    if text.endswith(".toml"):
        return _from_file(Path(text), game)
    if words in _ALWAYS:
        return Strategy("always play", game, (lowest,) * len(game.matchups))
    if words in _NEVER:
        return Strategy("never play", game, (FOLD,) * len(game.matchups))
    if words in _MIMIC:
        return _threshold("mimic the dealer", game.rules.qualifies, game)
    try:
        hands = parse_hand_set(words.removesuffix(" or better"), game.rules.ranking)
    except HandSetError as error:
        known = "'always play', 'mimic the dealer', or a .toml file"
        raise RulesError(("strategy",), f"{error}; or write {known}") from None
    return _threshold(f"{hands.text.upper() if '-' in hands.text else hands.text} or better", hands.levels.start, game)


def _threshold(name: str, level: int, game: BaseGame) -> Strategy:
    lowest = min(game.cases)
    decisions = (lowest if one.hand.strength.level >= level else FOLD for one in game.matchups)
    return Strategy(name, game, tuple(decisions))


def _from_file(path: Path, game: BaseGame) -> Strategy:
    raw = read_toml(path)
    try:
        for key in raw:
            if key not in ("title", "otherwise", "rule"):
                raise RulesError((key,), "unknown key (known: title, otherwise, rule)")
        rules = raw.get("rule", [])
        if not isinstance(rules, list):
            raise RulesError(("rule",), "write each rule under [[rule]]")
        tests = [_rule(rule, number, game) for number, rule in enumerate(rules, start=1)]
        otherwise = _decision(raw.get("otherwise", "fold"), ("otherwise",), game)
    except RulesError as error:
        raise RulesError(error.place, error.problem, str(path)) from None
    decisions = tuple(
        next((decision for holds, decision in tests if holds(one.hand)), otherwise) for one in game.matchups
    )
    return Strategy(str(raw.get("title", path.stem)), game, decisions)


def _rule(rule: dict[str, Any], number: int, game: BaseGame) -> tuple[Callable[[HandClass], bool], int]:
    place = ("rule", str(number))
    for key in rule:
        if key not in ("hands", "suits", "decision"):
            raise RulesError((*place, key), "unknown key (known: hands, suits, decision)")
    words = str(rule.get("hands", "any hand"))
    try:
        hands = parse_hand_set(words.removesuffix(" or better"), game.rules.ranking)
    except HandSetError as error:
        raise RulesError((*place, "hands"), str(error)) from None
    top = len(game.rules.ranking.strengths)
    levels = range(hands.levels.start, top) if words.endswith(" or better") else hands.levels
    written = rule.get("suits", list(SuitPattern))
    suits = tuple(written) if isinstance(written, list) else (written,)
    for pattern in suits:
        if pattern not in set(SuitPattern):
            raise RulesError((*place, "suits"), f"{pattern!r} is no suit pattern ({', '.join(SuitPattern)})")
    decision = _decision(rule.get("decision"), (*place, "decision"), game)
    return lambda hand: hand.strength.level in levels and hand.pattern.value in suits, decision


def _decision(value: object, place: tuple[str, ...], game: BaseGame) -> int:
    if value == "fold":
        return FOLD
    if value == "play":
        return min(game.cases)
    if isinstance(value, int) and value in game.cases:
        return value
    multiples = ", ".join(map(str, game.cases))
    raise RulesError(place, f'{value!r} is no decision of this game ("fold", "play" or a multiple: {multiples})')
