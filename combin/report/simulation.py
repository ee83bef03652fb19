"""A game played at random, shown: each wager's mean beside its exact expectation, in standard errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.decimals import percent, root_decimal
from combin.formats.tables import Table
from combin.formats.view import Record, View, exact_columns, exact_json
from combin.formatting import money
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.favour import depends_on
from combin.proof.simulated import FAR, PRICE
from combin.report.words import counted, letters_in_words, wager_name

if TYPE_CHECKING:
    from combin.proof.simulated import Sampled, SimulationAnswer

__all__ = ["simulation_view", "z_score"]

_DIGITS = 6
"""The decimals of standard errors and z in JSON and CSV."""


def simulation_view(answer: SimulationAnswer, digits: int = 10) -> View:
    """Return a simulation ready to be shown; the records are the wagers.

    JSON has for each wager its mean and its exact expectation, the exact variance, the standard error of the
    mean, z, and how many rounds had each net.
    """
    rules = answer.rules
    return View(
        f"{rules.file.title}: {counted(answer.rounds, 'round')} played at random",
        tuple(_lines(answer)),
        (_table(answer),),
        lambda: _payload(answer, digits),
        lambda: [_record(answer, one, digits) for one in answer.sampled],
    )


def z_score(sampled: Sampled, digits: int) -> str:
    """Return by how many standard errors the mean is above the exact expectation, rounded half up."""
    size = root_decimal(sampled.squared_z, digits)
    below = sampled.sample.mean < sampled.expectation and float(size)
    return f"-{size}" if below else size


def _lines(simulation_answer: SimulationAnswer) -> list[str]:
    letters = {name: letter for one in simulation_answer.sampled for name, letter in one.letters.items()}
    lines = [f"Pay tables: {letters_in_words(simulation_answer.rules, letters)}."] if letters else []
    lines.append(simulation_answer.statement)
    for one in simulation_answer.sampled:
        if one.wager in simulation_answer.rules.jackpots:
            name, letter = wager_name(simulation_answer.rules, one.wager), one.letters[one.wager]
            answer = ask_jackpot(simulation_answer.rules, wager=one.wager, option=letter)
            meter = f" and a meter of {money(one.meter or 0)}" if answer.value.share else ""
            said = f"at a price of {money(PRICE)}{meter}, for a player who never folds"
            if answer.open_terms:
                said = f"{depends_on(answer)}, which the rules do not state; played {said}"
            lines.append(f"{name}: {said}.")
    return [*lines, *_verdicts(simulation_answer)]


def _verdicts(answer: SimulationAnswer) -> list[str]:
    """Return what is to be said of means that are far off and nets that cannot be; or that all is well."""
    lines = []
    for one in answer.sampled:
        name = wager_name(answer.rules, one.wager)
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
    rows = tuple(
        (
            wager_name(answer.rules, one.wager),
            percent(one.sample.mean, 4),
            percent(one.expectation, 4),
            percent(one.sample.mean - one.expectation, 4),
            f"{root_decimal(one.squared_error * 10_000, 4)}%",
            z_score(one, 2),
        )
        for one in answer.sampled
    )
    columns = ("Wager", ">Mean net", ">Exactly", ">Off by", ">Standard error", ">z")
    note = (
        "Net results per unit of the initial wager. Standard error: of the mean, from the exact variance. z: "
        f"off by so many standard errors. Seed {answer.seed}: the same seed deals the same rounds everywhere."
    )
    return Table("Played and exact", columns, rows, note)


def _payload(answer: SimulationAnswer, digits: int) -> dict[str, Any]:
    return {
        "game": answer.rules.file.id,
        "rounds": answer.rounds,
        "seed": answer.seed,
        "strategy": answer.statement,
        "wagers": [
            {
                "wager": one.wager,
                "tables": dict(one.letters),
                "meter": None if one.meter is None else exact_json(one.meter, digits),
                "mean_net": exact_json(one.sample.mean, digits),
                "expected_net": exact_json(one.expectation, digits),
                "variance": exact_json(one.exact.variance, digits),
                "standard_error": root_decimal(one.squared_error, digits),
                "z": z_score(one, _DIGITS),
                "agrees": one.agrees,
                "outcomes": [
                    {"net": exact_json(net, digits), "rounds": count}
                    for net, count in one.sample.outcomes.items()
                ],
            }
            for one in answer.sampled
        ],
    }


def _record(answer: SimulationAnswer, sampled: Sampled, digits: int) -> Record:
    return {
        "game": answer.rules.file.id,
        "rounds": answer.rounds,
        "seed": answer.seed,
        "wager": sampled.wager,
        "tables": " ".join(f"{name}={letter}" for name, letter in sampled.letters.items()),
        **exact_columns("mean_net", sampled.sample.mean, digits),
        **exact_columns("expected_net", sampled.expectation, digits),
        **exact_columns("variance", sampled.exact.variance, digits),
        "standard_error": root_decimal(sampled.squared_error, digits),
        "z": z_score(sampled, _DIGITS),
    }
