"""Sensitivity shown: what each small change of a game does to its edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent
from combin.exact.statement import ranks_in_words
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.report.words import decision_word, letters_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from combin.design.changed_decisions import Otherwise
    from combin.design.sensitivity import Effect, Sensitivity, WrongDecision
    from combin.rules.resolved import Rules

__all__ = ["LONGEST", "sensitivity_view", "strategy_then"]

LONGEST = 240
"""The letters of a statement of strategy that may be said more than once."""


def sensitivity_view(sensitivity: Sensitivity, digits: int = 10) -> View:
    """Return the effects of small changes ready to be shown; each is a record."""
    rules, start = sensitivity.rules, sensitivity.start
    edges = ", ".join(
        f"{rules.wager_name(name)} {percent(one.house_edge, 4)}" for name, one in start.wagers.items()
    )
    letters = letters_in_words(rules, sensitivity.letters)
    return View(
        f"{rules.file.title}: sensitivity" + (f" with {letters}" if letters else ""),
        (f"House edges as the rules stand: {edges}.", start.statement),
        tuple(
            table
            for table in (_pay_table(sensitivity), _switch_table(sensitivity), _decision_table(sensitivity))
            if table.rows
        ),
        lambda: _payload(sensitivity, digits),
        lambda: [
            *(_effect_record(one, "pay", digits) for one in sensitivity.pays),
            *(_effect_record(one, "rule", digits) for one in sensitivity.switches),
            *(_decision_record(one, sensitivity, digits) for one in sensitivity.decisions),
        ],
    )


def strategy_then(effect: Effect) -> str:
    """Return the best strategy after a change, if it is another one; a long one by what it changes."""
    rules = effect.after.rules
    if not effect.plays_otherwise or effect.wager != rules.base:
        return ""
    if len(effect.after.statement) <= LONGEST:
        return effect.after.statement
    unit = "pairs of hand and card" if rules.file.deal.face_up else "hands"
    if not effect.otherwise:
        more = effect.after.hands_played - effect.before.hands_played
        if not more:
            return f"As many {unit} are played, but others."
        return f"{abs(more):,} {unit} {'more' if more > 0 else 'fewer'} are played."
    return f"Of the {unit} {'; '.join(_otherwise(one, rules) for one in effect.otherwise)}."


def _otherwise(otherwise: Otherwise, rules: Rules) -> str:
    """Return the hands that now get one decision, the last of them as an example."""
    against = f" against {ranks_in_words(otherwise.card, rules.ranking)}" if otherwise.card else ""
    end = "weakest" if otherwise.more else "strongest"
    what = f"{otherwise.hands:,} now {decision_word(rules, otherwise.decision)}"
    return f"{what}, the {end} {rules.ranking.describe(otherwise.strength)}{against}"


def _points(change: Fraction) -> str:
    """Return a change of an edge with its sign; only the spread of results changes where there is none."""
    text = percent(change, 4)
    return "none" if not change else text if change < 0 else f"+{text}"


def _cells(effects: Sequence[Effect], sensitivity: Sensitivity) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            one.rule,
            one.now,
            one.then,
            sensitivity.rules.wager_name(one.wager),
            percent(one.house_edge, 4),
            _points(one.change),
            strategy_then(one),
        )
        for one in effects
    )


_COLUMNS = ("Now", "Then", "Wager", ">House edge", ">Change", "Best strategy then")


def _pay_table(sensitivity: Sensitivity) -> Table:
    return _without_empty(
        Table("One unit in each pay", ("Line", *_COLUMNS), _cells(sensitivity.pays, sensitivity), merged=2)
    )


def _switch_table(sensitivity: Sensitivity) -> Table:
    note = (
        "The best strategy is named where it is another one, or else what it decides otherwise if it is long."
    )
    return _without_empty(
        Table("Rules", ("Rule", *_COLUMNS), _cells(sensitivity.switches, sensitivity), note, merged=3)
    )


def _without_empty(table: Table) -> Table:
    """Return a table without its last column if nothing stands in it."""
    if any(row[-1] for row in table.rows):
        return table
    rows = tuple(row[:-1] for row in table.rows)
    return Table(table.title, table.columns[:-1], rows, table.note, merged=table.merged)


def _decision_table(sensitivity: Sensitivity) -> Table:
    rules = sensitivity.rules
    rows = tuple(
        (
            _hand(one, rules),
            str(one.hands),
            decision_word(rules, one.best),
            decision_word(rules, one.wrong),
            decimal(one.per_hand, 6),
            percent(one.in_all, 5),
        )
        for one in sensitivity.decisions
    )
    unit = rules.wagers[rules.base].name
    note = f"Cost: loss in units of the {unit} each time such a hand is decided wrongly."
    columns = ("Hand", ">Hands", "Best", "Wrong", ">Cost", ">On the edge")
    return Table(f"{rules.base_name}: wrong decisions at the border", columns, rows, note)


def _payload(sensitivity: Sensitivity, digits: int) -> dict[str, Any]:
    def effect(effect: Effect) -> dict[str, Any]:
        return {
            "rule": effect.rule,
            "places": list(effect.places),
            "now": effect.now,
            "then": effect.then,
            "wager": effect.wager,
            "house_edge": exact_json(effect.house_edge, digits),
            "change": exact_json(effect.change, digits),
            "statement": effect.after.statement,
        }

    return {
        "game": sensitivity.rules.file.id,
        "tables": dict(sensitivity.letters),
        "house_edges": {
            name: exact_json(one.house_edge, digits) for name, one in sensitivity.start.wagers.items()
        },
        "statement": sensitivity.start.statement,
        "pays": [effect(one) for one in sensitivity.pays],
        "rules": [effect(one) for one in sensitivity.switches],
        "wrong_decisions": [
            {
                "hand": _hand(one, sensitivity.rules),
                "hands": one.hands,
                "best": decision_word(sensitivity.rules, one.best),
                "wrong": decision_word(sensitivity.rules, one.wrong),
                "loss_per_hand": exact_json(one.per_hand, digits),
                "loss_in_all": exact_json(one.in_all, digits),
            }
            for one in sensitivity.decisions
        ],
    }


def _effect_record(effect: Effect, kind: str, digits: int) -> Record:
    record: Record = {
        "kind": kind,
        "what": effect.rule,
        "now": effect.now,
        "then": effect.then,
        "wager": effect.wager,
    }
    record |= exact_columns("house_edge", effect.house_edge, digits)
    record |= exact_columns("change", effect.change, digits)
    return record | {"strategy": effect.after.statement}


def _hand(wrong_decision: WrongDecision, rules: Rules) -> str:
    """Return a hand, and the dealer's card that it is decided by."""
    hand = rules.ranking.describe(wrong_decision.strength)
    return (
        f"{hand} against {ranks_in_words(wrong_decision.card, rules.ranking)}"
        if wrong_decision.card
        else hand
    )


def _decision_record(wrong_decision: WrongDecision, sensitivity: Sensitivity, digits: int) -> Record:
    rules = sensitivity.rules
    record: Record = {
        "kind": "decision",
        "what": _hand(wrong_decision, rules),
        "now": decision_word(rules, wrong_decision.best),
        "then": decision_word(rules, wrong_decision.wrong),
        "wager": rules.base,
    }
    edge = sensitivity.start.wagers[rules.base].house_edge
    record |= exact_columns("house_edge", edge + wrong_decision.in_all, digits)
    record |= exact_columns("change", wrong_decision.in_all, digits)
    return record | {"strategy": None}
