"""Strategies shown: the statement, its proof, the borderline hands, and what other strategies cost."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from combin.exact.decimals import decimal, percent
from combin.exact.statement import state
from combin.exact.wagers import FOLD
from combin.report.analysis import base_name, letters_in_words
from combin.report.tables import Table
from combin.report.view import Record, View, exact, exact_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.analysis import Analysis
    from combin.exact.strategy import Mistake, Strategy

__all__ = ["borderline_table", "comparison_table", "decision_word", "mistakes_table", "proof_lines", "strategy_view"]


def strategy_view(one: Analysis, others: Sequence[Strategy], *, detailed: bool, digits: int = 10) -> View:
    """Return the best strategy of an analysis beside others; with `detailed`, hand by hand where they go wrong."""
    rules, best = one.rules, one.best
    bonuses = letters_in_words(rules, {name: one.letters[name] for name in rules.bonuses})
    tables = [borderline_table(best), comparison_table(best, others)]
    if detailed:
        tables += [mistakes_table(other, best) for other in others]
    return View(
        f"{rules.file.title}: strategy" + (f" with {bonuses}" if bonuses else ""),
        (state(best).text, *proof_lines(best)),
        tuple(tables),
        lambda: _payload(one, others, digits),
        lambda: [_record(other, best, digits) for other in (best, *others)],
    )


def _payload(one: Analysis, others: Sequence[Strategy], digits: int) -> dict[str, Any]:
    rules, best = one.rules, one.best
    describe = rules.ranking.describe
    return {
        "game": rules.file.id,
        "tables": {name: one.letters[name] for name in rules.bonuses},
        "strategy": _figures(best, best, digits),
        "proof": [
            {
                "decision": decision_word(margin.decision, best),
                "hand": describe(margin.hand.strength),
                "suits": margin.hand.pattern.value,
                "gain": exact(margin.gain, digits),
            }
            for margin in best.tightest().values()
        ],
        "borderline": [
            {
                "hand": describe(border.hand.strength),
                "suits": border.hand.pattern.value,
                "hands": border.hand.weight,
                "decision": decision_word(border.decision, best),
                "values": {decision_word(choice, best): exact(value, digits) for choice, value in border.values},
            }
            for border in best.borders()
        ],
        "others": [
            _figures(other, best, digits)
            | {"mistakes": [_mistake(mistake, other, digits) for mistake in other.mistakes(best)]}
            for other in others
        ],
    }


def _record(one: Strategy, best: Strategy, digits: int) -> Record:
    found = one.distribution
    named: Record = {"game": one.game.rules.file.id, "strategy": one.name, "statement": state(one).text}
    return (
        named
        | {"hands_played": one.hands_played}
        | exact_columns("house_edge", found.house_edge, digits)
        | exact_columns("element_of_risk", found.element_of_risk, digits)
        | exact_columns("cost", found.house_edge - best.distribution.house_edge, digits)
    )


def decision_word(decision: int, strategy: Strategy) -> str:
    """Return "fold", "play", or "play 2x" where the game allows several multiples."""
    if decision == FOLD:
        return "fold"
    return f"play {decision}x" if len(strategy.game.cases) > 1 else "play"


def proof_lines(strategy: Strategy) -> tuple[str, ...]:
    """Return, for each decision in use, the sentence that no hand decided so prefers another decision."""
    ranking = strategy.game.rules.ranking
    lines = []
    for margin in strategy.tightest().values():
        hands = sum(matchup.hand.weight for matchup, decision in strategy if decision == margin.decision)
        hand = f"{ranking.describe(margin.hand.strength)} ({margin.hand.pattern.value})"
        word = decision_word(margin.decision, strategy)
        lines.append(
            f"Proof: of the {hands:,} hands that {word}, the one that gains least by it over its next best "
            f"decision is {hand}: {decimal(margin.gain, 6)} Antes."
        )
    return tuple(line.replace("Antes", f"{strategy.game.rules.wagers[strategy.game.rules.base].name}s") for line in lines)


def borderline_table(strategy: Strategy) -> Table:
    """Return the values of the decisions for the hands beside each border, by suit pattern and in the mean."""
    ranking = strategy.game.rules.ranking
    choices = sorted(strategy.game.cases, reverse=True)
    rows: list[tuple[str, ...]] = []
    for strength, group in groupby(strategy.borders(), key=lambda border: border.hand.strength):
        borders = list(group)
        hand = ranking.describe(strength)
        for border in borders:
            values = dict(border.values)
            shown = [decimal(values[choice], 6) for choice in choices]
            rows.append((hand, border.hand.pattern.value, str(border.hand.weight), *shown, decision_word(border.decision, strategy)))
        hands = sum(border.hand.weight for border in borders)
        means = [
            sum((dict(border.values)[choice] * border.hand.weight for border in borders), Fraction(0)) / hands
            for choice in choices
        ]
        rows.append((hand, "all", str(hands), *(decimal(mean, 6) for mean in means), ""))
    unit = strategy.game.rules.wagers[strategy.game.rules.base].name
    return Table(
        "Hands at the border",
        ("Hand", "Suits", ">Hands", *(f">Value of {decision_word(choice, strategy)}" for choice in choices), "Decision"),
        tuple(rows),
        f"Values are expected nets in units of the {unit}; a fold is worth -1.",
    )


def comparison_table(best: Strategy, others: Sequence[Strategy]) -> Table:
    """Return the best strategy and others with their edges and costs."""
    rows = []
    for one in (best, *others):
        found = one.distribution
        rows.append(
            (
                one.name,
                f"{one.hands_played:,}",
                percent(found.house_edge, 4),
                str(found.house_edge),
                percent(found.element_of_risk, 4),
                percent(found.house_edge - best.distribution.house_edge, 4),
            )
        )
    columns = ("Strategy", ">Hands played", ">House edge", ">exact", ">Element of risk", ">Cost")
    return Table(f"{base_name(best.game.rules)} by strategy", columns, tuple(rows))


def mistakes_table(other: Strategy, best: Strategy) -> Table:
    """Return hand by hand what the wrong decisions of a strategy cost, the dearest first."""
    ranking = best.game.rules.ranking
    by_hand: dict[tuple[int, int, int], list[Mistake]] = {}
    for mistake in other.mistakes(best):
        by_hand.setdefault((mistake.hand.strength.level, mistake.decision, mistake.best), []).append(mistake)
    rows = []
    for (level, decision, better), group in by_hand.items():
        hands = sum(mistake.hand.weight for mistake in group)
        in_all = sum((mistake.in_all for mistake in group), Fraction(0))
        mean = sum((mistake.per_hand * mistake.hand.weight for mistake in group), Fraction(0)) / hands
        whole = hands == ranking.strengths[level].count
        suits = "all" if whole else ", ".join(mistake.hand.pattern.value for mistake in group)
        rows.append(
            (
                in_all,
                (
                    ranking.describe(ranking.strengths[level]),
                    suits,
                    str(hands),
                    decision_word(decision, other),
                    decision_word(better, other),
                    decimal(mean, 6),
                    percent(in_all, 5),
                ),
            )
        )
    rows.sort(key=lambda row: -row[0])
    shown = [cells for _, cells in rows]
    total = sum((in_all for in_all, _ in rows), Fraction(0))
    hands_in_all = sum(int(cells[2]) for cells in shown)
    shown.append(("all", "", f"{hands_in_all:,}", "", "", "", percent(total, 5)))
    columns = ("Hand", "Suits", ">Hands", "Does", "Better", ">Cost a hand", ">Part of edge")
    return Table(f"What '{other.name}' costs", columns, tuple(shown))


def _figures(one: Strategy, best: Strategy, digits: int) -> dict[str, Any]:
    found = one.distribution
    return {
        "name": one.name,
        "statement": state(one).text,
        "hands_played": one.hands_played,
        "house_edge": exact(found.house_edge, digits),
        "element_of_risk": exact(found.element_of_risk, digits),
        "cost": exact(found.house_edge - best.distribution.house_edge, digits),
    }


def _mistake(mistake: Mistake, strategy: Strategy, digits: int) -> dict[str, Any]:
    return {
        "hand": strategy.game.rules.ranking.describe(mistake.hand.strength),
        "suits": mistake.hand.pattern.value,
        "hands": mistake.hand.weight,
        "does": decision_word(mistake.decision, strategy),
        "better": decision_word(mistake.best, strategy),
        "cost_per_hand": exact(mistake.per_hand, digits),
        "part_of_edge": exact(mistake.in_all, digits),
    }
