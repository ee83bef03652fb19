"""Sensitivity shown: what each small change of a game does to its edges."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent
from combin.exact.statement import seen_in_words
from combin.formats.columns import (
    COUNT,
    EDGE_CHANGE,
    PERCENT,
    Column,
    Record,
    decimals,
    exact_json,
)
from combin.formats.tables import Table
from combin.formats.view import View
from combin.report.words import DECISION, decision_word, letters_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.design.sensitivity import Effect, Otherwise, Sensitivity, WrongDecision
    from combin.rules.resolved import Rules


_FINE_CHANGE = replace(EDGE_CHANGE, write=lambda value: decimal(100 * value, 5))

LONGEST = 240
"""The letters of a statement of strategy that may be said more than once."""


def sensitivity_view(sensitivity: Sensitivity, digits: int = 10) -> View:
    """Return the effects of small changes ready to be shown; each is a record."""
    rules, start = sensitivity.rules, sensitivity.start
    edges = ", ".join(
        f"{rules.wager_name(name)} {percent(one.house_edge, 4)}" for name, one in start.wagers.items()
    )
    letters = letters_in_words(rules, sensitivity.letters)
    pays = _effects("One unit in each pay", "Line", sensitivity, sensitivity.pays)
    tables = pays, _switch_table(sensitivity), _decision_table(sensitivity)
    jackpots = _jackpot_table(sensitivity)
    return View(
        f"{rules.file.title}: sensitivity" + (f" with {letters}" if letters else ""),
        (f"House edges as the rules stand: {edges}.", start.statement),
        tuple(table for table in (*tables, jackpots) if table.rows),
        lambda: _payload(sensitivity, tables, digits) | {"jackpots": jackpots.objects(digits)},
        lambda: _records(sensitivity, tables, digits),
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
    against = f" against {seen_in_words(otherwise.card, rules)}" if otherwise.card else ""
    end = "weakest" if otherwise.more else "strongest"
    what = f"{otherwise.hands:,} now {decision_word(rules, otherwise.decision)}"
    return f"{what}, the {end} {rules.ranking.describe(otherwise.strength)}{against}"


def _effects(
    title: str, heading: str, sensitivity: Sensitivity, effects: Sequence[Effect], note: str = ""
) -> Table:
    """Return what each change does; the strategy then stands in a column where one is another."""
    strategy = "Best strategy then"
    columns: list[Column[Effect]] = [
        Column(heading, value=lambda effect: effect.rule, name="rule"),
        Column(None, value=lambda effect: list(effect.places), name="places"),
        Column("Now", value=lambda effect: effect.now, name="now"),
        Column("Then", value=lambda effect: effect.then, name="then"),
        Column("Wager", value=lambda effect: sensitivity.rules.wager_name(effect.wager)),
        Column(None, value=lambda effect: effect.wager, name="wager"),
        Column("House edge", PERCENT, lambda effect: effect.house_edge, "house_edge"),
        Column("Change, points", EDGE_CHANGE, lambda effect: effect.change, "change"),
        Column(strategy, value=strategy_then),
        Column(None, value=lambda effect: effect.after.statement, name="statement"),
    ]
    table = Table.of(title, effects, columns, note, merged=2 if heading == "Line" else 3)
    return table if any(map(strategy_then, effects)) else table.without([strategy])


def _switch_table(sensitivity: Sensitivity) -> Table:
    note = (
        "The best strategy is named where it is another one, or else what it decides otherwise if it is long."
    )
    return _effects("Rules", "Rule", sensitivity, sensitivity.switches, note)


def _decision_table(sensitivity: Sensitivity) -> Table:
    rules = sensitivity.rules
    return Table.of(
        f"{rules.base_name}: wrong decisions at the border",
        sensitivity.decisions,
        [
            Column("Hand", value=lambda decision: _hand(decision, rules), name="hand"),
            Column("Hands", COUNT, lambda decision: decision.hands, "hands"),
            Column("Best", DECISION, lambda decision: decision_word(rules, decision.best), "best"),
            Column("Wrong", DECISION, lambda decision: decision_word(rules, decision.wrong), "wrong"),
            Column("Cost", decimals(6), lambda decision: decision.per_hand, "loss_per_hand"),
            Column("On the edge, points", _FINE_CHANGE, lambda decision: decision.in_all, "loss_in_all"),
        ],
        f"Cost: loss in units of the {rules.unit_name} each time such a hand is decided wrongly.",
    )


def _jackpot_table(sensitivity: Sensitivity) -> Table:
    names, bets = sensitivity.rules.wager_name, sensitivity.rules.bets
    full = ", or a full stake" * any(bets[step.wager].full_stake for step in sensitivity.jackpots)
    return Table.of(
        "Progressive wagers: more of the money wagered that comes back",
        sensitivity.jackpots,
        [
            Column("Wager", value=lambda step: f"{names(step.wager)} {step.table}"),
            Column(None, value=lambda step: step.wager, name="wager"),
            Column(None, value=lambda step: step.table, name="table"),
            Column("Entry", value=lambda step: step.rule, name="rule"),
            Column("Now", value=lambda step: step.now, name="now"),
            Column("Then", value=lambda step: step.then, name="then"),
            Column("At the seed", PERCENT, lambda step: step.at_seed, "return_at_seed"),
            Column("In the long run", PERCENT, lambda step: step.long_run, "long_run_return"),
        ],
        f"For a price of 1{full}, of which sums of money are so many times.",
        merged=1,
    )


def _hand(wrong_decision: WrongDecision, rules: Rules) -> str:
    """Return a hand, and the dealer's card that it is decided by."""
    hand = rules.ranking.describe(wrong_decision.strength)
    card = wrong_decision.card
    return f"{hand} against {seen_in_words(card, rules)}" if card else hand


def _payload(sensitivity: Sensitivity, tables: Sequence[Table], digits: int) -> dict[str, Any]:
    pays, switches, decisions = (table.objects(digits) for table in tables)
    return {
        "game": sensitivity.rules.file.id,
        "tables": dict(sensitivity.letters),
        "house_edges": {
            name: exact_json(law.house_edge, digits) for name, law in sensitivity.start.wagers.items()
        },
        "statement": sensitivity.start.statement,
        "pays": pays,
        "rules": switches,
        "wrong_decisions": decisions,
    }


def _records(sensitivity: Sensitivity, tables: Sequence[Table], digits: int) -> list[Record]:
    """Return the effects, and each wrong decision as what it makes of the base wager's edge."""
    rules = sensitivity.rules
    edge = sensitivity.start.wagers[rules.base].house_edge
    decisions: list[Column[WrongDecision]] = [
        Column(None, value=lambda decision: _hand(decision, rules), name="rule"),
        Column(None, value=lambda decision: decision_word(rules, decision.best), name="now"),
        Column(None, value=lambda decision: decision_word(rules, decision.wrong), name="then"),
        Column(None, value=lambda _: rules.base, name="wager"),
        Column(None, PERCENT, lambda decision: edge + decision.in_all, "house_edge"),
        Column(None, PERCENT, lambda decision: decision.in_all, "change"),
        Column(None, name="statement"),
    ]
    pays, switches, _ = tables
    names = {"rule": "what", "statement": "strategy"}
    kinds = {"pay": pays, "rule": switches, "decision": Table.of("", sensitivity.decisions, decisions)}
    return [
        {"kind": kind, **{names.get(name, name): value for name, value in record.items()}}
        for kind, table in kinds.items()
        for record in table.records(digits)
    ]
