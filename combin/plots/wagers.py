"""Plots of the base game and of wagers: value of play by hand and by card, frequency of each result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import mul

from combin.cards.ranking import Category, Ranking, Strength
from combin.exact.analysis import Analysis
from combin.exact.base_game import FOLD
from combin.formats.drawing import SERIES, WIDTH, Drawing, Plot, text_width
from combin.formats.tables import RARE
from combin.formatting import decimal, percent, plain, thousands
from combin.plots.chart import (
    LEFT,
    RIGHT,
    TOP,
    Axis,
    Chart,
    Row,
    parts,
    places,
    room_beside,
    rows_chart,
    tidy_step,
)
from combin.report.words import MOST_WAYS
from combin.rules.resolved import Rules
from combin.words.catalogue import seen_in_words

Curve = list[tuple[Fraction, Fraction, Fraction, int]]
Cells = dict[tuple[str, int], Fraction]

SHOWN = Fraction(99, 100)
"""The share of hands, weakest first, whose values a plot shows in full; above them its axis is broken."""


def play_value_plot(analysis: Analysis) -> Plot:
    """Return the plot of a choice of tables; the area between its curve and zero is the player's result."""
    rules, game = analysis.rules, analysis.game
    curves = values_by_card(analysis) if by_few(analysis) else values_by_rank(analysis)
    fold = Fraction(game.fold, game.unit)
    ends = "; ".join(
        f"{words} from {decimal(curve[0][2], 3)} to {decimal(curve[-1][2], 3)}, at most "
        f"{decimal(max(value for _, _, value, _ in curve), 3)}"
        for words, curve in curves.items()
    )
    alt = (
        f"EV of playing each hand, in units of the {rules.unit_name}, for the hands in rank order from the "
        f"weakest to the strongest: {ends}. EV of a fold: {plain(fold)}. {analysis.statement.text} "
        f"{percent(analysis.best.play_rate, 2)} of the hands are played."
    ).replace(" -", " −")
    return Plot(rules.file.id, "play-value", alt, partial(_values, analysis, curves, alt))


def values_by_rank(analysis: Analysis) -> dict[str, Curve]:
    """Return the value of each Play multiple by rank, for the hands that may play it, by its words.

    For each strength from the weakest up: the part of all deals below it, with it, the mean value, its level.
    """
    game = analysis.game
    dealt: defaultdict[int, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    for (level, line, _), (_, *deals) in game.together((FOLD,) * len(game.matchups)).items():
        dealt[level].append((line, tuple(deals)))
    play = game.rules.wagers[game.rules.play].name
    curves = {}
    for multiple, least in game.rules.multiples.items():
        rows = []
        for level, lines in sorted(dealt.items()):
            value = (sum(map(mul, deals, game.by_lines[line][multiple])) for line, deals in lines)
            number = sum(sum(deals) for _, deals in lines)
            rows.append((level, number, number * (level >= least), sum(value)))
        times = "" if len(game.rules.multiples) == 1 else f"{game.rules.times_text(multiple)}x "
        curves[f"{times}{play}"] = _curve(rows, game.total, game.unit)
    return curves


def _curve(rows: Iterable[tuple[int, int, int, int]], total: int, unit: int) -> Curve:
    """Return a curve from its levels: the deals of each, those that may be played, and their worth."""
    curve: Curve = []
    below = 0
    for level, number, playing, value in rows:
        if playing:
            part = Fraction(below, total), Fraction(below + number, total)
            curve.append((*part, Fraction(value, playing * unit), level))
        below += number
    return curve


def values_by_card(analysis: Analysis) -> dict[str, Curve]:
    """Return the value of the best Play by rank, for each card of the dealer's, by its words.

    Cards with equal play share a curve, as in the statement of the strategy. Of more curves
    than there are colours the last ones, of the highest cards, are left, and the other cards share one. Of
    cards seen by rank it needs no numpy, which the page does not have.
    """
    game, situations, rules = analysis.game, analysis.game.matchups, analysis.rules
    groups = sorted(sorted(card.ranks) for card in analysis.statement.by_card)
    if (many := len(groups) - len(SERIES) + 1) > 1:
        groups = sorted([sorted(rank for ranks in groups[:many] for rank in ranks), *groups[many:]])
    place_of = {rank: place for place, ranks in enumerate(groups) for rank in ranks}
    words = [f"against {seen_in_words(tuple(ranks), rules)}" for ranks in groups]
    sums = [defaultdict[int, list[int]](lambda: [0, 0, 0]) for _ in words]
    for span in situations.spans():
        seen = situations[span.start].seen
        for index in span:
            place = place_of[min(seen.ranks) if seen else 0]
            hand, row = situations[index], sums[place][situations[index].hand.strength.level]
            values = [game.value(index, choice) for choice in game.choices(index) if choice != FOLD]
            row[0] += hand.weight * hand.deals
            if values:
                row[1] += hand.weight * hand.deals
                row[2] += hand.weight * max(values)
    curves = {}
    for name, by_level in zip(words, sums, strict=True):
        rows = [(level, deals, may, worth) for level, (deals, may, worth) in sorted(by_level.items())]
        curves[name] = _curve(rows, sum(deals for _, deals, _, _ in rows), game.unit)
    return curves


def _values(analysis: Analysis, curves: dict[str, Curve], alt: str) -> Drawing:
    rules = analysis.rules
    fold = float(Fraction(analysis.game.fold, analysis.game.unit))
    values = [float(value) for curve in curves.values() for _, _, value, _ in curve]
    usual = [float(value) for curve in curves.values() for start, _, value, _ in curve if start < SHOWN]
    low, high = min(*values, fold), max(*usual, fold)
    top, step = high + 0.02 * (high - low), tidy_step(high - low, 10)
    near = top if max(values) <= top else top - 0.07 * (high - low)
    several, seen = len(curves) > 1, by_few(analysis)
    chart = Chart(
        f"{rules.base_name}: EV of playing each hand",
        f"In units of the {rules.unit_name}, by rank{_by_cards(analysis) if seen else ''}",
        Axis(0, 1, 0.1, parts(0.1), "share of hands, weakest first"),
        # No tick where the axis is broken.
        Axis(low - 0.03 * (high - low), top, step, lambda up: _signed(up, places(step)) if up < near else ""),
        alt,
    )
    _categories(chart, analysis)
    chart.line((chart.left, chart.y(fold)), (chart.right, chart.y(fold)), "two thin dashed")
    colours = (SERIES[0], *SERIES[2:], SERIES[1])
    for place, (series, (words, curve)) in enumerate(zip(colours, curves.items(), strict=False)):
        chart.curve(_steps(chart, curve, top), series)
        for start, end, value, level in curve:
            hand = rules.ranking.describe(rules.ranking.strengths[level])
            said = f"{hand}{f', {words}' if several else ''}: {decimal(value, 6)}"
            chart.point(chart.at(float(start + end) / 2, min(float(value), top)), said)
        if several:
            across, up = chart.at(float(curve[0][0]), float(curve[0][2]))
            fits = across - text_width(words) > chart.left + 8
            # Curves that begin at one place are named in the corner that they leave free.
            at = (across - 8, up) if fits else (across + 8, up - 14)
            at = (chart.left + 8, chart.top + 18 * (place + 1)) if seen else at
            chart.text(at, words, f"{series}-text", anchor="end" if fits and not seen else "start")
    if max(values) > top:
        chart.break_top(f"{max(values):+.2f}")
    words, folded = f"fold: {_signed(fold, 1).removesuffix('.0')}", 1 - analysis.best.play_rate
    if seen and 0 < folded < 1:
        # With a card of the dealer's seen the hands that are folded are not just the weakest.
        words += f" ({percent(folded, 2)} of deals folded)"
    chart.text((chart.right - 4, chart.y(fold) - 7), words, "two-text", anchor="end")
    if not seen and 0 < folded < 1:
        _folded(chart, folded, fold)
    return chart


def _signed(value: float, digits: int) -> str:
    written = f"{value:+.{digits}f}".replace("-", "−")
    return written if written.strip("+−0.") else "0"


def _folded(chart: Chart, folded: Fraction, fold: float) -> None:
    across, up = chart.at(float(folded), fold)
    chart.dot((across, up), "two-fill")
    words = f"{percent(folded, 2)} folded"
    fits = across - text_width(words) > chart.left + 8
    place = (across - 8, up - 9) if fits else (across + 8, up + 18)
    chart.text(place, words, "two-text", anchor="end" if fits else "start")


def _steps(chart: Chart, curve: Curve, top: float) -> list[tuple[float, float]]:
    """Return the places of a curve with a level for each strength, until it leaves the chart."""
    steps: list[tuple[float, float]] = []
    for start, end, value, _ in curve:
        if float(value) > top:
            steps.append((float(start), top))
            break
        steps += [(float(start), float(value)), (float(end), float(value))]
    return chart.places(steps)


def _categories(chart: Chart, analysis: Analysis) -> None:
    """Mark where each category begins, with its name where there is room for it."""
    counts = analysis.rules.ranking.counts
    hands = sum(counts.values())
    start = Fraction(0)
    for category in reversed(analysis.rules.ranking.order):
        part = Fraction(counts[category], hands)
        left, right = chart.x(float(start)), chart.x(float(start + part))
        if start and part:
            chart.line((left, chart.top), (left, chart.bottom), "rule")
        if text_width(category.value) + 6 < right - left:
            chart.text(((left + right) / 2, chart.top - 2), category.value, "faint", anchor="middle")
        start += part


SHADES = (Fraction(1, 50), Fraction(1, 10), Fraction(3, 10), Fraction(7, 10))
"""The gains from which on a shade is deeper, in units of the base wager."""

ROW = 6
"""The height of a row in pixels."""


def heat_map_plot(analysis: Analysis) -> Plot:
    """Return the plot of a game in which a card is seen: hands down, cards across, a shade for each gain.

    A cell is the mean over its hands of the EV of best play less that of the fold.
    """
    cells = gains_by_card(analysis)
    rules = analysis.rules
    rows = len({sort for sort, _ in cells})
    folded = sum(gain < 0 for gain in cells.values())
    ends = ", ".join(decimal(end, 3) for end in (min(cells.values()), max(cells.values())))
    alt = (
        f"EV of playing over the EV of a fold, in units of the {rules.unit_name}, for {rows} sorts "
        f"of hands against each card of the dealer's: from {ends.replace(', ', ' to ')}; for {folded} of "
        f"{len(cells)} the fold is better."
    ).replace(" -", " −")
    return Plot(rules.file.id, "by-card", alt, partial(_drawn, analysis, cells, alt))


def decision_plot(analysis: Analysis) -> Plot:
    """Return the plot of what hands are worth: by the card that is seen, if one is."""
    return heat_map_plot(analysis) if by_few(analysis) else play_value_plot(analysis)


def by_few(analysis: Analysis) -> bool:
    """Whether cards of the dealer's are seen that are one of few things."""
    sights = analysis.rules.sights
    return analysis.best.seen and (sights is None or len(sights.headings) <= MOST_WAYS)


def gains_by_card(analysis: Analysis) -> Cells:
    """Return what playing gains over a fold by sort of hand, the strongest first, and rank of the card."""
    game, situations = analysis.game, analysis.game.matchups
    ranking = game.rules.ranking
    sorts = [sort_of(strength, ranking) for strength in ranking.strengths]
    sort_of_class = [sorts[one.strength.level] for one in situations.classes]
    values = [game.values(multiple) for multiple in game.rules.later]
    weights, dealer_hands = game.weights, game.dealer_hands_of_each
    sums: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
    for span in situations.spans():
        seen = situations[span.start].seen
        for index in span:
            best = max((value for column in values if (value := column[index]) is not None), default=None)
            if best is None or seen is None:
                continue
            gain, deals = best - game.fold * dealer_hands[index], dealer_hands[index]
            for rank in seen.ranks:
                cell = sums[sort_of_class[situations.numbers[index]], rank]
                cell[0] += weights[index] * gain
                cell[1] += weights[index] * deals
    return {
        (sort, rank): Fraction(gained, deals * game.unit)
        for sort in dict.fromkeys(reversed(sorts))
        for rank in range(len(_columns(analysis.rules)))
        for gained, deals in [sums[sort, rank]]
        if deals
    }


def _columns(rules: Rules) -> list[str]:
    """What can be seen, by its words."""
    if rules.sights is None or rules.sights.by_rank:
        return [str(rank) for rank in rules.deck.ranks]
    return [seen_in_words([one], rules) for one in range(len(rules.sights.headings))]


def sort_of(strength: Strength, ranking: Ranking) -> str:
    """Return the sort of a hand: "Q-6" of the high cards, "pair of nines", or its category."""
    ranks = [ranking.deck.ranks[rank] for rank in strength.ranks]
    if strength.category is Category.HIGH_CARD:
        return "-".join(map(str, ranks[:2]))
    return f"pair of {ranks[0].plural}" if strength.category is Category.PAIR else strength.category.value


def shade(gain: Fraction) -> str:
    """Return the classes of a cell: its colour by what is better, the shade by how much."""
    depth = sum(abs(gain) >= least for least in SHADES)
    return f"{'three' if gain >= 0 else 'two'}-fill heat-{depth}"


def _by_cards(analysis: Analysis) -> str:
    return f", by the {'card' if analysis.rules.file.deal.face_up == 1 else 'cards'} seen"


def _lines(text: str, width: float) -> list[str]:
    """Return a text in lines that are no wider, unless a word is."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _drawn(analysis: Analysis, cells: Cells, alt: str) -> Drawing:
    rules, ranks = analysis.rules, _columns(analysis.rules)
    sorts = list(dict.fromkeys(sort for sort, _ in cells))
    wide = (WIDTH - LEFT - RIGHT - 30) / len(ranks)
    headings = [_lines(symbol, wide - 4) for symbol in ranks]
    above = TOP + 15 * (max(map(len, headings)) - 1)
    drawing = Drawing(f"{rules.base_name}: play or fold", alt, above + ROW * len(sorts) + 64)
    base = rules.unit_name
    drawing.text((20, 30), drawing.title, "title")
    drawing.text((20, 50), f"EV of playing over a fold in units of the {base}{_by_cards(analysis)}", "faint")
    left = LEFT + 30
    for rank, lines in enumerate(headings):
        for line, part in enumerate(reversed(lines)):
            across = left + (rank + 0.5) * wide
            drawing.text((across, above - 6 - 15 * line), part, "faint", anchor="middle")
    named = ""
    for row, sort in enumerate(sorts):
        top = above + row * ROW
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
    foot = above + ROW * len(sorts) + 30
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


def outcome_plot(analysis: Analysis, wager: str) -> Plot:
    """Return the plot of a wager: net results of the base wager, lines of the pay table of a side bet."""
    rules = analysis.rules
    bet = analysis.side_bets.get(wager)
    if bet is None:
        name = rules.base_name
        tables = [f"{rules.wagers[one].name} {analysis.letters[one]}" for one in rules.base_tables]
        play = "best play" if analysis.strategy is analysis.best else analysis.strategy.name
        decided = f"in units of the {rules.wagers[wager].name}, {play}"
        unit = f"Net result {decided if rules.play else 'for one unit staked'}"
        found = [(_net(net), net, count) for net, count in reversed(analysis.wagers[wager].outcomes)]
        total = analysis.wagers[wager].total
    else:
        name = f"{rules.wagers[wager].name} {analysis.letters.get(wager, '')}".rstrip()
        tables, unit = [], "Lines with the net result for one unit staked"
        found = [(f"{one.text}  {_net(one.net)}", one.net, one.count) for one in bet.lines]
        total = bet.total
    title = f"{name}: probability of each result"
    subtitle = f"{unit}, {' and '.join(tables)}" if tables else unit
    rows = [(label, net, Fraction(count, total)) for label, net, count in found]
    each = "; ".join(f"{' '.join(label.split())}: {_often(part)}" for label, _, part in rows)
    alt = f"{title}. {unit}: {each}."
    draw = partial(_outcomes, title, f"{subtitle}. Solid: wins. Light: pushes, losses", rows, alt)
    return Plot(rules.file.id, f"outcomes-{wager.replace('_', '-')}", alt, draw)


def _net(net: Fraction) -> str:
    return f"+{thousands(net)}" if net > 0 else thousands(net)


def _often(part: Fraction) -> str:
    """Return a probability as a percentage, or once in how many where its digits would all be zero."""
    return f"1 in {int(decimal(1 / part, 0)):,}" if 0 < part < RARE else percent(part, 4)


def _outcomes(title: str, subtitle: str, rows: Sequence[tuple[str, Fraction, Fraction]], alt: str) -> Drawing:
    most = float(max(part for _, _, part in rows))
    step = tidy_step(most, 6)
    labels = [label for label, _, _ in rows]
    top = most / (1 - room_beside(percent(Fraction(1), 4), labels))
    chart = rows_chart(title, subtitle, Axis(0, top, step, parts(step), "probability"), labels, alt)
    for place, (label, net, part) in enumerate(rows):
        row = Row(chart, place)
        chart.point((chart.x(float(part)), row.middle), f"{' '.join(label.split())}: {percent(part, 6)}")
        series = "one" if net > 0 else "two" if net < 0 else "three"
        row.bar(0, float(part), f"{series} {series}-fill" + ("" if net > 0 else " light"))
        row.words(float(part), _often(part))
    return chart
