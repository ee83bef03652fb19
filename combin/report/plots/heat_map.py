"""The plot of what playing gains over a fold, by hand and by the card of the dealer's that is seen."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from combin.cards.ranking import Category
from combin.decimals import decimal
from combin.exact.base_game import FOLD
from combin.formats.drawing import WIDTH, Drawing, Plot
from combin.report.plots.chart import LEFT, RIGHT, TOP
from combin.report.plots.play_value import play_value_plot

if TYPE_CHECKING:
    from combin.cards.ranking import Ranking, Strength
    from combin.exact.analysis import Analysis

    Cells = dict[tuple[str, int], Fraction]


SHADES = (Fraction(1, 50), Fraction(1, 10), Fraction(3, 10), Fraction(7, 10))
"""The gains from which on a shade is deeper, in units of the base wager."""

ROW = 6
"""The height of a row in pixels."""


def heat_map_plot(analysis: Analysis) -> Plot:
    """Return the plot of a game in which a card is seen: hands down, cards across, a shade for each gain.

    A cell is the mean over its hands of the best play less the fold, below zero where a fold is better.
    """
    cells = gains_by_card(analysis)
    rules = analysis.rules
    rows = len({sort for sort, _ in cells})
    folded = sum(gain < 0 for gain in cells.values())
    ends = ", ".join(decimal(end, 3) for end in (min(cells.values()), max(cells.values())))
    alt = (
        f"What playing gains over a fold, in units of the {rules.wagers[rules.base].name}, for {rows} sorts "
        f"of hands against each card of the dealer's: from {ends.replace(', ', ' to ')}; for {folded} of "
        f"{len(cells)} the fold is better."
    ).replace(" -", " −")
    return Plot(rules.file.id, "by-card", alt, partial(_drawn, analysis, cells, alt))


def decision_plot(analysis: Analysis) -> Plot:
    """Return the plot of what hands are worth: by the card that is seen, if one is."""
    return heat_map_plot(analysis) if analysis.best.seen else play_value_plot(analysis)


def gains_by_card(analysis: Analysis) -> Cells:
    """Return what playing gains over a fold by sort of hand, the strongest first, and rank of the card."""
    game, situations = analysis.game, analysis.game.matchups
    ranking = game.rules.ranking
    sums: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
    for span in situations.spans():
        seen = situations[span.start].seen
        for index in span:
            situation = situations[index]
            best = max((game.value(index, one) for one in game.choices(index) if one != FOLD), default=None)
            if best is None or seen is None:
                continue
            gain = best - game.fold * situation.deals
            for rank in seen.ranks:
                cell = sums[sort_of(situation.hand.strength, ranking), rank]
                cell[0] += situation.weight * gain
                cell[1] += situation.weight * situation.deals
    order = dict.fromkeys(sort_of(one, ranking) for one in reversed(ranking.strengths))
    return {
        (sort, rank): Fraction(gained, deals * game.unit)
        for sort in order
        for rank in range(len(ranking.deck.ranks))
        for gained, deals in [sums[sort, rank]]
        if deals
    }


def sort_of(strength: Strength, ranking: Ranking) -> str:
    """Return the sort of a hand: "Q-6" of the high cards, "pair of 9s", or its category."""
    ranks = [str(ranking.deck.ranks[rank]) for rank in strength.ranks]
    if strength.category is Category.HIGH_CARD:
        return "-".join(ranks[:2])
    return f"pair of {ranks[0]}s" if strength.category is Category.PAIR else strength.category.value


def shade(gain: Fraction) -> str:
    """Return the classes of a cell: its colour by what is better, the shade by how much."""
    depth = sum(abs(gain) >= least for least in SHADES)
    return f"{'three' if gain >= 0 else 'two'}-fill heat-{depth}"


def _drawn(analysis: Analysis, cells: Cells, alt: str) -> Drawing:
    rules, ranks = analysis.rules, analysis.rules.deck.ranks
    sorts = list(dict.fromkeys(sort for sort, _ in cells))
    drawing = Drawing(f"{rules.base_name}: play or fold", alt, TOP + ROW * len(sorts) + 64)
    base = rules.wagers[rules.base].name
    drawing.text((20, 30), drawing.title, "title")
    drawing.text(
        (20, 50), f"What playing gains over a fold in units of the {base}, by the card seen", "faint"
    )
    wide = (WIDTH - LEFT - RIGHT - 30) / len(ranks)
    left = LEFT + 30
    for rank, symbol in enumerate(ranks):
        drawing.text((left + (rank + 0.5) * wide, TOP - 6), str(symbol), "faint", anchor="middle")
    named = ""
    for row, sort in enumerate(sorts):
        top = TOP + row * ROW
        first = sort.partition("-")[0]
        if first != named and not (sort.startswith("pair") and named.startswith("pair")):
            words = f"{first} high" if "-" in sort else "pairs" if sort.startswith("pair") else sort
            far = sorts.index(sort) == 0 or "-" in sort or sort.startswith("pair")
            if far or row % 2 == 0:
                drawing.text((left - 8, top + ROW + 2), words, "faint", anchor="end")
        named = first
        for rank, symbol in enumerate(ranks):
            if (gain := cells.get((sort, rank))) is None:
                continue
            drawing.bar((left + rank * wide, top), (wide - 1, ROW - 0.5), shade(gain))
            words = f"{sort} against {symbol}: {decimal(gain, 4)}"
            drawing.point((left + (rank + 0.5) * wide, top + ROW / 2), words)
    foot = TOP + ROW * len(sorts) + 30
    across = float(left)
    for words, sign in (("fold", -1), ("play", 1)):
        drawing.text((across, foot), f"{words} better by", "faint")
        across += 92
        for least in SHADES:
            drawing.bar((across, foot - 10), (16, 12), shade(sign * least))
            drawing.text((across + 20, foot), decimal(least, 2), "faint")
            across += 52
        across += 12
    return drawing
