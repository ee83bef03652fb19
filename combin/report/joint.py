"""A jackpot wager and the Ante decided together, shown: which hands switch at which ratio, and what it is worth."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from combin.exact.decimals import decimal, percent
from combin.exact.named import named_strategy
from combin.exact.statement import state
from combin.report.tables import Table
from combin.report.view import Record, View, exact, exact_columns
from combin.report.words import bonus_letters, letters_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.exact.strategy import Strategy
    from combin.isomorphism import SuitPattern
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.joint import BreakEven, JointGame

__all__ = ["joint_returns_table", "joint_view", "switches_table"]


def joint_view(answer: JackpotAnswer, letters: Mapping[str, str], ante: Fraction, digits: int = 10) -> View:
    """Return the best strategy with a jackpot wager beside an Ante of so much money, ready to be shown."""
    rules, joint = answer.rules, answer.joint(letters)
    ratio = answer.terms.stake / ante
    strategies = joint_strategies(joint, ratio)
    best = strategies[0]
    bonuses = letters_in_words(rules, bonus_letters(rules, letters))
    name, base = rules.wagers[answer.wager].name, rules.wagers[rules.base].name
    title = f"{rules.file.title}: strategy with {bonuses} and {name} {answer.terms.letter}"
    first = joint.break_evens[0].ratio if joint.break_evens else None
    lines = [f"{name} wager per unit of the {base}: {decimal(ratio, 4)} (exactly {ratio}).", state(best).text]
    if not joint.lost_on_fold:
        lines.append("A fold does not lose the jackpot wager, so the strategy does not depend on it.")
    elif first is None:
        lines.append(
            "No hand that the base game folds can win a jackpot prize, so the strategy does not change."
        )
    else:
        last = joint.break_evens[-1].ratio
        lines.append(
            f"The strategy changes with the ratio between {decimal(first, 4)} and {decimal(last, 4)}: below it is "
            "that of the base game, and above every hand that can still win a prize is played."
        )
    tables = [joint_returns_table(joint, strategies, ratio)]
    if joint.break_evens:
        tables.append(switches_table(joint))
    return View(
        title,
        tuple(lines),
        tuple(tables),
        lambda: _payload(answer, joint, letters, ratio, strategies, digits),
        lambda: [_record(answer, joint, one, ratio, digits) for one in strategies],
    )


def joint_strategies(joint: JointGame, ratio: Fraction) -> tuple[Strategy, ...]:
    """Return the joint optimum, the best strategy of the base game, and never folding."""
    return joint.strategy(ratio), joint.best, named_strategy("always play", joint.game)


def joint_returns_table(joint: JointGame, strategies: Sequence[Strategy], ratio: Fraction) -> Table:
    """Return what each strategy makes of the Ante, of the jackpot wager, and of both."""
    rows = tuple(
        (
            "base game optimum" if one.name == "optimal" else one.name,
            f"{one.hands_played:,}",
            percent(one.distribution.house_edge, 4),
            percent(joint.jackpot_return(one), 4),
            percent(joint.loss(one, ratio), 4),
        )
        for one in strategies
    )
    base = joint.game.rules.wagers[joint.game.rules.base].name
    columns = (
        "Strategy",
        ">Hands played",
        f">Edge per {base}",
        ">Jackpot wager returns",
        f">Loss in all per {base}",
    )
    note = (
        "The return of the jackpot wager counts the prizes at the meter as it stands, not what it grows by."
    )
    return Table("What each strategy is worth", columns, rows, note)


def switches_table(joint: JointGame) -> Table:
    """Return the ratios at which hands become plays, with the hands."""
    ranking = joint.game.rules.ranking
    rows = []
    for ratio, group in groupby(joint.break_evens, key=lambda one: one.ratio):
        found = list(group)
        hands: dict[str, list[SuitPattern]] = {}
        for one in found:
            hands.setdefault(ranking.describe(one.hand.strength), []).append(one.hand.pattern)
        suits: dict[tuple[str, ...], list[str]] = {}
        for hand, patterns in hands.items():
            suits.setdefault(tuple(pattern.value for pattern in patterns), []).append(hand)
        words = "; ".join(f"{', '.join(names)}: {', '.join(patterns)}" for patterns, names in suits.items())
        number = sum(one.hand.weight for one in found)
        rows.append((decimal(ratio, 4), str(ratio), f"{number:,}", percent(found[0].returned, 2), words))
    columns = (">Ratio", ">exact", ">Hands", ">Wager returns", "Become plays")
    title = "From which ratio of jackpot wager to Ante hands are played"
    return Table(title, columns, tuple(rows))


def _payload(
    answer: JackpotAnswer,
    joint: JointGame,
    letters: Mapping[str, str],
    ratio: Fraction,
    strategies: Sequence[Strategy],
    digits: int,
) -> dict[str, Any]:
    describe = joint.game.rules.ranking.describe

    def switch(one: BreakEven) -> dict[str, Any]:
        return {
            "hand": describe(one.hand.strength),
            "suits": one.hand.pattern.value,
            "hands": one.hand.weight,
            "ratio": exact(one.ratio, digits),
            "value_of_play": exact(one.value, digits),
            "jackpot_return": exact(one.returned, digits),
        }

    return {
        "game": answer.rules.file.id,
        "tables": {**bonus_letters(answer.rules, letters), answer.wager: answer.terms.letter},
        "ratio": exact(ratio, digits),
        "statement": state(strategies[0]).text,
        "strategies": [
            {
                "name": one.name,
                "hands_played": one.hands_played,
                "house_edge": exact(one.distribution.house_edge, digits),
                "jackpot_return": exact(joint.jackpot_return(one), digits),
                "loss_per_ante": exact(joint.loss(one, ratio), digits),
            }
            for one in strategies
        ],
        "switches": [switch(one) for one in joint.break_evens],
    }


def _record(answer: JackpotAnswer, joint: JointGame, one: Strategy, ratio: Fraction, digits: int) -> Record:
    record: Record = {"game": answer.rules.file.id, "strategy": one.name, "hands_played": one.hands_played}
    return (
        record
        | exact_columns("ratio", ratio, digits)
        | exact_columns("house_edge", one.distribution.house_edge, digits)
        | exact_columns("jackpot_return", joint.jackpot_return(one), digits)
        | exact_columns("loss_per_ante", joint.loss(one, ratio), digits)
    )
