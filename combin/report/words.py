"""Wagers, pay tables, decisions and figures as reports write them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from combin.formats.tables import COUNT, EXACT, NUMBER, PERCENT, ROOT, Column, Kind, Role, percents
from combin.formatting import Root, money
from combin.words.catalogue import decision_name, load_catalogue, seen_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from combin.exact.distribution import Distribution
    from combin.exact.joint_law import Mix
    from combin.exact.matchups import Matchup
    from combin.exact.statement import Statement
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules


def _deciding(words: str) -> Role | None:
    return None if not words or " or " in words else "fold" if words == "fold" else "play"


DECISION = Kind(str, right=False, exact=False, role=_deciding)
"""A decision, as `decision_word` has it; several where suits decide."""


def letters_in_words(rules: Rules, letters: Mapping[str, str]) -> str:
    """Return a choice of tables in words: "Ante Bonus A, Pair Plus F"."""
    return ", ".join(f"{rules.wagers[name].name} {letter}" for name, letter in letters.items())


def tables_said(rules: Rules, letters: Mapping[str, str]) -> list[str]:
    """Return the sentence that says under which tables figures hold, if there are any."""
    return [f"Pay tables: {letters_in_words(rules, letters)}."] if letters else []


def stakes_in_words(mix: Mix, rules: Rules) -> str:
    """Return what is staked on each wager: "$10 on Ante & Play, $5 on Pair Plus"."""
    return ", ".join(f"{money(mix.stakes[name])} on {rules.wager_name(name)}" for name in mix.law.wagers)


def bonus_letters(rules: Rules, letters: Mapping[str, str]) -> dict[str, str]:
    """Return the part of a choice of tables that the strategy can depend on: the letters of the bonuses."""
    return {name: letters[name] for name in rules.base_tables}


def decision_word(rules: Rules, decision: int) -> str:
    """Return "fold", "play", or "play 2x" where the game allows several multiples."""
    return decision_name(rules, decision, load_catalogue())


def early_word(rules: Rules, decision: int) -> str:
    """Return what is decided before a card is seen: "wait", or "play 3x"."""
    return decision_word(rules, decision) if decision else load_catalogue()("verbs.wait")


def card_seen(situation: Matchup, rules: Rules) -> str:
    """Return what is seen of the dealer's cards in a situation, "" where nothing is."""
    return "" if situation.seen is None else seen_in_words(sorted(situation.seen.ranks), rules)


def staked_beside(rules: Rules) -> str:
    """The wagers that are staked before the deal, as a sentence: "The Blind stake equals the Ante; ..."."""
    base, others = rules.unit_name, [rules.wagers[name].name for name in rules.equals]
    equal = "stake equals" if len(others) == 1 else "stakes each equal"
    words = f"The {' and '.join(others)} {equal} the {base}; edges are per unit of the {base}."
    return words if others else ""


def mean(weighted: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the mean of values, each with its weight."""
    pairs = list(weighted)
    whole = sum((value * weight for value, weight in pairs), Fraction(0))
    return whole / sum(weight for _, weight in pairs)


Row = TypeVar("Row")


def figure_columns(law: Callable[[Row], Distribution | None], *, in_full: bool = True) -> list[Column[Row]]:
    """Figures of a wager's net distribution, none where a row has none; people see all `in_full`."""

    def figure(name: str, kind: Kind, heading: str | None = None, spare: int = 0) -> Column[Row]:
        return Column(heading, kind, lambda row: getattr(law(row), name, None), name, spare)

    def deviation(row: Row) -> Root | None:
        return None if (distribution := law(row)) is None else Root(distribution.variance)

    edge = figure("house_edge", PERCENT, "House edge")
    return [
        edge,
        *([Column("Exact edge", EXACT, edge.value)] if in_full else []),
        figure("element_of_risk", PERCENT, "Element of risk"),
        figure("average_wager", NUMBER, "Average wager" if in_full else None, spare=2),
        figure("hit_frequency", percents(4 if in_full else 2), "Hit"),
        figure("push_frequency", PERCENT, "Push" if in_full else None, spare=1),
        figure("loss_frequency", PERCENT),
        figure("variance", EXACT),
        Column("Std deviation", ROOT, deviation, "standard_deviation", spare=1),
    ]


def played_columns(rules: Rules, play: Callable[[Row], Strategy], *, named: bool = True) -> list[Column[Row]]:
    """The number of hands played; the share of deals where a dealer's card is seen."""
    hands, rate = ("hands_played", "play_rate") if named else ("", "")
    if not rules.file.deal.face_up:
        return [Column("Hands played", COUNT, lambda row: play(row).hands_played, hands)]
    return [
        Column(None, COUNT, lambda row: play(row).hands_played, hands),
        Column("Deals played", percents(2), lambda row: play(row).play_rate, rate),
    ]


MOST_WAYS = 16
"""Of more ways to play by what is seen there is no grid, and nothing is printed or drawn by them."""


def has_grid(said: Statement) -> bool:
    """Return whether a strategy depends on the dealer's card, in few enough ways for a grid."""
    return len(said.by_card) + (said.early is not None) > 1 and len(said.by_card) <= MOST_WAYS


def strategy_line(said: Statement) -> str:
    """Return a strategy in words, or where its grid is shown below, a reference to that."""
    return "By own hand and dealer's card, as below." if has_grid(said) else said.text
