"""The figures of wagers and strategies as columns, told alike in every view."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from combin.decimals import Root
from combin.formats.columns import COUNT, EXACT, NUMBER, PERCENT, ROOT, Column, Kind, percents

if TYPE_CHECKING:
    from collections.abc import Callable

    from combin.exact.distribution import Distribution
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules


Row = TypeVar("Row")


def figure_columns(law: Callable[[Row], Distribution | None], *, in_full: bool = True) -> list[Column[Row]]:
    """Return what the law of a wager's net says, nothing where a row has none; people see all `in_full`."""

    def figure(name: str, kind: Kind, heading: str | None = None) -> Column[Row]:
        return Column(heading, kind, lambda row: getattr(law(row), name, None), name)

    def deviation(row: Row) -> Root | None:
        return None if (distribution := law(row)) is None else Root(distribution.variance)

    edge = figure("house_edge", PERCENT, "House edge")
    return [
        edge,
        *([Column("Exact edge", EXACT, edge.value)] if in_full else []),
        figure("element_of_risk", PERCENT, "Element of risk"),
        figure("average_wager", NUMBER, "Average wager" if in_full else None),
        figure("hit_frequency", percents(4 if in_full else 2), "Hit"),
        figure("push_frequency", PERCENT, "Push" if in_full else None),
        figure("loss_frequency", PERCENT),
        figure("variance", EXACT),
        Column("Std deviation", ROOT, deviation, "standard_deviation"),
    ]


def played_columns(
    rules: Rules, strategy: Callable[[Row], Strategy], *, named: bool = True
) -> list[Column[Row]]:
    """Return how much is played: of the hands, and of all deals where a card of the dealer's is seen."""
    hands, rate = ("hands_played", "play_rate") if named else ("", "")
    if not rules.file.deal.face_up:
        return [Column("Hands played", COUNT, lambda row: strategy(row).hands_played, hands)]
    return [
        Column(None, COUNT, lambda row: strategy(row).hands_played, hands),
        Column("Deals played", percents(2), lambda row: strategy(row).play_rate, rate),
    ]
