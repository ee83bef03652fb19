"""Rounds played at random, shown with their exact figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.decimals import Root
from combin.formats.columns import (
    EXACT,
    PERCENT,
    Column,
    decimals,
)
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted, money
from combin.jackpot.answer import ask_jackpot, depends_on
from combin.proof.simulated import FAR, Sampled, SimulationAnswer
from combin.report.words import tables_said

if TYPE_CHECKING:
    pass


def simulation_view(answer: SimulationAnswer, digits: int = 10) -> View:
    """Return a simulation ready to be shown; the records are the wagers.

    JSON has for each wager its mean and its exact expectation, the exact variance, the standard error of the
    mean, z, and how many rounds had each net.
    """
    rules, table = answer.rules, _table(answer)
    game: dict[str, int | str | None] = {"game": rules.file.id, "rounds": answer.rounds, "seed": answer.seed}
    return View(
        f"{rules.file.title}: {counted(answer.rounds, 'round')} played at random",
        tuple(_sampled_lines(answer)),
        (table,),
        lambda: {**game, "strategy": answer.statement, "wagers": table.objects(digits)},
        lambda: table.records(digits, **game),
    )


def z_score(sampled: Sampled) -> Root:
    """Return by how many standard errors the mean is above the exact expectation."""
    return Root(sampled.squared_z, negative=sampled.sample.mean < sampled.expectation)


def _sampled_lines(simulation_answer: SimulationAnswer) -> list[str]:
    letters = {name: letter for one in simulation_answer.sampled for name, letter in one.letters.items()}
    lines = tables_said(simulation_answer.rules, letters)
    lines.append(simulation_answer.statement)
    for one in simulation_answer.sampled:
        if one.wager in simulation_answer.rules.jackpots:
            name, letter = simulation_answer.rules.wager_name(one.wager), one.letters[one.wager]
            answer = ask_jackpot(simulation_answer.rules, wager=one.wager, option=letter)
            meter = f" and a meter of {money(one.meter or 0)}" if answer.value.share else ""
            said = f"at a price of {money(answer.terms.stake)}{meter}, for a player who never folds"
            if answer.hits:
                said += ", without what is won at the amounts that meters must be hit by"
            if answer.open_terms:
                said = f"{depends_on(answer)}, which the rules do not state; played {said}"
            lines.append(f"{name}: {said}.")
    return [*lines, *_verdicts(simulation_answer)]


def _verdicts(answer: SimulationAnswer) -> list[str]:
    """Return what is to be said of means that are far off and nets that cannot be; or that all is well."""
    lines = []
    for one in answer.sampled:
        name = answer.rules.wager_name(one.wager)
        if not one.possible:
            lines.append(f"{name}: a net result came that cannot come.")
        elif not one.near and one.rare:
            lines.append(
                f"{name}: {FAR} standard errors off or more, because a result came that is expected less "
                "than once in so many rounds."
            )
        elif not one.near:
            lines.append(f"{name}: {FAR} standard errors off or more, which is hardly chance.")
    return lines or [f"No mean is {FAR} standard errors off its exact value."]


def _table(answer: SimulationAnswer) -> Table:
    note = (
        "Net results per unit of the initial wager. Standard error: of the mean, from the exact variance. z: "
        f"off by so many standard errors. Seed {answer.seed}: the same seed deals the same rounds everywhere."
    )
    return Table.of(
        "Played and exact",
        answer.sampled,
        [
            Column("Wager", value=lambda sampled: answer.rules.wager_name(sampled.wager)),
            Column(None, value=lambda sampled: sampled.wager, name="wager"),
            Column(None, value=lambda sampled: dict(sampled.letters), name="tables"),
            Column(None, EXACT, lambda sampled: sampled.meter, "meter"),
            Column("Mean net", PERCENT, lambda sampled: sampled.sample.mean, "mean_net"),
            Column("Exactly", PERCENT, lambda sampled: sampled.expectation, "expected_net"),
            Column("Off by", PERCENT, lambda sampled: sampled.sample.mean - sampled.expectation),
            Column(None, EXACT, lambda sampled: sampled.exact.variance, "variance"),
            Column("Standard error", PERCENT, lambda sampled: Root(sampled.squared_error), "standard_error"),
            Column("z", decimals(2), z_score, "z"),
            Column(None, value=lambda sampled: sampled.agrees, name="agrees"),
            Column(None, value=_outcomes, name="outcomes"),
        ],
        note,
    )


def _outcomes(sampled: Sampled) -> list[dict[str, object]]:
    """Return how many rounds had each net."""
    return [{"net": net, "rounds": count} for net, count in sampled.sample.outcomes.items()]
