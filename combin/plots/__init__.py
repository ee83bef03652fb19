"""Plots of a game: the value of hands, the results of wagers, the meter and the return of a progressive."""

from enum import StrEnum


class PlotKind(StrEnum):
    """What a plot is of."""

    OUTCOMES = "outcomes"
    PLAY_VALUE = "play-value"
    BY_CARD = "by-card"
    SENSITIVITY = "sensitivity"
    METER_DENSITY = "meter-density"
    ROYAL_PRIZE = "royal-prize"
    FOLDING = "folding"
    PRICE = "price"
