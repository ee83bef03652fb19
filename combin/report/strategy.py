"""Strategies shown: the statement, its proof, the borderline hands, and what other strategies cost."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent
from combin.exact.dealer_suit import MATCHES
from combin.exact.statement import ranks_in_words, statement_of
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted
from combin.report.words import bonus_letters, decision_word, letters_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.analysis import Analysis
    from combin.exact.strategy import Border, Margin, Mistake, Strategy

__all__ = [
    "borderline_table",
    "borders_by_card_table",
    "by_card",
    "cards_table",
    "comparison_table",
    "mistakes_table",
    "proof_lines",
    "strategy_view",
]


def strategy_view(
    analysis: Analysis, others: Sequence[Strategy], *, detailed: bool, digits: int = 10
) -> View:
    """Return the best strategy of an analysis beside others; with `detailed`, each of their mistakes too."""
    rules, best = analysis.rules, analysis.best
    bonuses = letters_in_words(rules, bonus_letters(rules, analysis.letters))
    tables = [comparison_table(best, others)]
    if detailed:
        tables += [mistakes_table(other, best) for other in others if other.mistakes(best)]
    tables += [cards_table(best), borders_by_card_table(best)] if best.seen else [borderline_table(best)]
    return View(
        f"{rules.file.title}: strategy" + (f" with {bonuses}" if bonuses else ""),
        (statement_of(best).text, *proof_lines(best)),
        tuple(table for table in tables if table.rows),
        lambda: _payload(analysis, others, detailed=detailed, digits=digits),
        lambda: [_record(other, analysis, digits) for other in (best, *others)],
    )


def proof_lines(strategy: Strategy) -> tuple[str, ...]:
    """Return, for each decision in use, the sentence that no hand decided so prefers another decision."""
    base = strategy.game.rules.wagers[strategy.game.rules.base].name
    lines = []
    for margin in strategy.tightest().values():
        hands = sum(situation.weight for situation, decision in strategy if decision == margin.decision)
        hand = f"{_hand(strategy, margin)} ({margin.hand.pattern.value})"
        if margin.situation.seen is not None:
            hand += f" against {_card(strategy, margin)}"
        kind = "hand" if margin.situation.seen is None else "situation"
        word = decision_word(strategy.game.rules, margin.decision)
        costs = f"costs {decimal(margin.gain, 6)} times the {base}" if margin.gain else "is worth the same"
        lines.append(
            f"Proof: no other decision is better for any of the {counted(hands, kind)} to {word}; it comes "
            f"closest for {hand}, where it {costs}."
        )
    return tuple(lines)


def comparison_table(best: Strategy, others: Sequence[Strategy]) -> Table:
    """Return the best strategy and others with their edges, and what each costs beside the best."""
    rows = []
    face_up = best.game.rules.file.deal.face_up
    for one in (best, *others):
        found = one.distribution
        cost = found.house_edge - best.distribution.house_edge
        rows.append(
            (
                one.name,
                percent(one.play_rate, 2) if face_up else f"{one.hands_played:,}",
                percent(found.house_edge, 4),
                str(found.house_edge),
                percent(found.element_of_risk, 4),
                percent(cost, 4),
            )
        )
    played = ">Deals played" if face_up else ">Hands played"
    columns = ("Strategy", played, ">House edge", ">Exact edge", ">Element of risk", ">Cost")
    note = "Cost: how much higher the house edge is than under the best strategy."
    return Table(f"{best.game.rules.base_name} by strategy", columns, tuple(rows), note)


def borderline_table(strategy: Strategy) -> Table:
    """Return the value of each decision for the hands beside a border, by suit pattern and in the mean."""
    rules = strategy.game.rules
    choices = sorted(strategy.game.cases, reverse=True)
    rows: list[tuple[str, ...]] = []
    for _, group in groupby(strategy.borders(), key=lambda border: border.hand.strength):
        borders = list(group)
        hand = _hand(strategy, borders[0])
        for border in borders:
            values = dict(border.values)
            row = (hand, border.hand.pattern.value, f"{border.hand.weight:,}")
            shown = (decimal(values[choice], 6) if choice in values else "" for choice in choices)
            rows.append((*row, *shown, decision_word(rules, border.decision)))
        hands = sum(border.hand.weight for border in borders)
        allowed = dict(borders[0].values)
        means = (decimal(_mean(borders, choice), 6) if choice in allowed else "" for choice in choices)
        rows.append((hand, "all", f"{hands:,}", *means, ""))
    columns = (
        "Hand",
        "Suits",
        ">Hands",
        *(f">Value of {decision_word(rules, choice)}" for choice in choices),
        "Decision",
    )
    unit = rules.wagers[rules.base].name
    note = (
        f"Values are expected net results in units of the {unit}; a fold is worth {-strategy.game.initial}."
    )
    return Table("Hands at the border", columns, tuple(rows), note, merged=1)


def _mean(borders: Sequence[Border], choice: int) -> Fraction:
    hands = sum(border.situation.weight for border in borders)
    whole = (dict(border.values)[choice] * border.situation.weight for border in borders)
    return sum(whole, Fraction(0)) / hands


def cards_table(strategy: Strategy) -> Table:
    """Return the strategy by the dealer's card that is seen: the whole statement for each."""
    rules = strategy.game.rules
    found = statement_of(strategy).by_card
    rows = tuple((ranks_in_words(one.ranks, rules.ranking), one.statement.text) for one in found)
    matching = any(hand.when for one in found for hand in one.statement.exceptions)
    return Table("By the dealer's card", ("Card", "Strategy"), rows, MATCHES if matching else "")


def borders_by_card_table(strategy: Strategy) -> Table:
    """Return the value of each decision for the strengths beside each border, for each card seen."""
    rules, choices = strategy.game.rules, sorted(strategy.game.cases, reverse=True)
    rows = []

    def key(border: Border) -> tuple[str, int]:
        return _card(strategy, border), border.hand.strength.level

    for (card, level), group in groupby(strategy.borders(1), key=key):
        borders = list(group)
        allowed = dict(borders[0].values)
        means = (decimal(_mean(borders, choice), 6) if choice in allowed else "" for choice in choices)
        decided = dict.fromkeys(decision_word(rules, one.decision) for one in borders)
        hand = rules.ranking.describe(rules.ranking.strengths[level])
        rows.append((card, hand, *means, " or ".join(decided)))
    values = (f">Value of {decision_word(rules, choice)}" for choice in choices)
    note = f"Values are means over suits, in units of the {rules.wagers[rules.base].name}; "
    note += f"a fold is worth {-strategy.game.initial}."
    return Table("Hands at the border", ("Card", "Hand", *values, "Decision"), tuple(rows), note, merged=1)


def _card(strategy: Strategy, place: Margin | Border | Mistake) -> str:
    seen = place.situation.seen
    return "" if seen is None else ranks_in_words(sorted(seen.ranks), strategy.game.rules.ranking)


def mistakes_table(other: Strategy, best: Strategy) -> Table:
    """Return hand by hand what the wrong decisions of a strategy cost, the dearest first."""
    rules = best.game.rules
    groups: dict[tuple[int, int, int], list[Mistake]] = {}
    for mistake in other.mistakes(best):
        key = (mistake.hand.strength.level, mistake.decision, mistake.best)
        groups.setdefault(key, []).append(mistake)
    rows = []
    in_order = sorted(groups.values(), key=lambda group: -_in_all(group))
    for group in in_order:
        hands = sum(mistake.situation.weight for mistake in group)
        where = _cards(best, group) if best.seen else _suits(group, hands)
        rows.append(
            (
                _hand(best, group[0]),
                where,
                f"{hands:,}",
                decision_word(rules, group[0].decision),
                decision_word(rules, group[0].best),
                decimal(sum((one.per_hand * one.situation.weight for one in group), Fraction(0)) / hands, 6),
                percent(_in_all(group), 4),
            )
        )
    hands = sum(mistake.situation.weight for group in in_order for mistake in group)
    cost = sum(map(_in_all, in_order), Fraction(0))
    rows.append(("all", "", f"{hands:,}", "", "", "", percent(cost, 4)))
    columns = (
        "Hand",
        "Dealer's card" if best.seen else "Suits",
        ">Situations" if best.seen else ">Hands",
        *("Does", "Better", ">Cost each time", ">Part of house edge"),
    )
    note = f"Cost each time: in units of the {rules.wagers[rules.base].name}."
    return Table(f"What '{other.name}' costs", columns, tuple(rows), note)


def _suits(group: Sequence[Mistake], hands: int) -> str:
    """Return the suit patterns of the hands of one strength, "all" if it has no others."""
    if hands == group[0].hand.strength.count:
        return "all"
    return ", ".join(dict.fromkeys(mistake.hand.pattern.value for mistake in group))


def _cards(strategy: Strategy, group: Sequence[Mistake]) -> str:
    """Return the dealer's cards with which hands of one strength are decided so."""
    ranks = {rank for mistake in group if mistake.situation.seen for rank in mistake.situation.seen.ranks}
    return ranks_in_words(sorted(ranks), strategy.game.rules.ranking)


def _in_all(group: Sequence[Mistake]) -> Fraction:
    return sum((mistake.in_all for mistake in group), Fraction(0))


def _hand(strategy: Strategy, place: Margin | Border | Mistake) -> str:
    return strategy.game.rules.ranking.describe(place.hand.strength)


def _payload(
    analysis: Analysis, others: Sequence[Strategy], *, detailed: bool, digits: int
) -> dict[str, Any]:
    rules, best = analysis.rules, analysis.best

    def mistakes(other: Strategy) -> dict[str, Any]:
        if not detailed:
            return {}
        return {"mistakes": [_mistake(mistake, other, digits) for mistake in other.mistakes(best)]}

    return {
        "game": rules.file.id,
        "tables": bonus_letters(rules, analysis.letters),
        "strategy": _figures(best, best, digits),
        "proof": [
            {
                "decision": decision_word(rules, margin.decision),
                "hand": _hand(best, margin),
                "suits": margin.hand.pattern.value,
                **_seen(best, margin),
                "gain": exact_json(margin.gain, digits),
            }
            for margin in best.tightest().values()
        ],
        "borderline": [
            {
                "hand": _hand(best, border),
                "suits": border.hand.pattern.value,
                "hands": border.situation.weight,
                **_seen(best, border),
                "decision": decision_word(rules, border.decision),
                "values": {
                    decision_word(rules, choice): exact_json(value, digits) for choice, value in border.values
                },
            }
            for border in best.borders()
        ],
        **({"by_card": by_card(best)} if best.seen else {}),
        "others": [_figures(other, best, digits) | mistakes(other) for other in others],
    }


def _seen(strategy: Strategy, place: Margin | Border | Mistake) -> dict[str, str]:
    return {} if place.situation.seen is None else {"dealer_card": _card(strategy, place)}


def by_card(strategy: Strategy) -> list[dict[str, str]]:
    """Return in words, for each card of the dealer's or several, what a strategy does, as JSON has it."""
    ranking = strategy.game.rules.ranking
    return [
        {"dealer_card": ranks_in_words(one.ranks, ranking), "statement": one.statement.text}
        for one in statement_of(strategy).by_card
    ]


def _figures(strategy: Strategy, best: Strategy, digits: int) -> dict[str, Any]:
    found = strategy.distribution
    return {
        "name": strategy.name,
        "statement": statement_of(strategy).text,
        "hands_played": strategy.hands_played,
        **({"play_rate": exact_json(strategy.play_rate, digits)} if strategy.seen else {}),
        "house_edge": exact_json(found.house_edge, digits),
        "element_of_risk": exact_json(found.element_of_risk, digits),
        "cost": exact_json(found.house_edge - best.distribution.house_edge, digits),
    }


def _mistake(mistake: Mistake, strategy: Strategy, digits: int) -> dict[str, Any]:
    rules = strategy.game.rules
    return {
        "hand": _hand(strategy, mistake),
        "suits": mistake.hand.pattern.value,
        "hands": mistake.situation.weight,
        **_seen(strategy, mistake),
        "does": decision_word(rules, mistake.decision),
        "better": decision_word(rules, mistake.best),
        "cost_per_hand": exact_json(mistake.per_hand, digits),
        "part_of_edge": exact_json(mistake.in_all, digits),
    }


def _record(strategy: Strategy, analysis: Analysis, digits: int) -> Record:
    found, best = strategy.distribution, analysis.best.distribution
    record: Record = {
        "game": analysis.rules.file.id,
        **bonus_letters(analysis.rules, analysis.letters),
        "strategy": strategy.name,
        "statement": statement_of(strategy).text,
        "hands_played": strategy.hands_played,
    }
    return (
        record
        | exact_columns("house_edge", found.house_edge, digits)
        | exact_columns("element_of_risk", found.element_of_risk, digits)
        | exact_columns("cost", found.house_edge - best.house_edge, digits)
    )
