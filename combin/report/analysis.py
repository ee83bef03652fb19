"""Analyses shown: one choice of tables in full, several side by side."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.exact.decimals import decimal, percent, plain
from combin.exact.wagers import FOLD
from combin.report.tables import Table
from combin.report.view import Record, View, exact, exact_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.exact.analysis import Analysis
    from combin.exact.summary import Distribution
    from combin.exact.wagers import SideBet
    from combin.rules.rules import Rules

__all__ = ["analysis_view", "base_name", "letters_in_words", "outcome_table", "side_bet_table", "wager_name"]


def analysis_view(analyses: Sequence[Analysis], digits: int = 10) -> View:
    """Return analyses of one game ready to be shown; decimals for programs have so many digits."""
    first = analyses[0]

    def payload() -> object:
        each = [_payload(one, digits) for one in analyses]
        return each if len(each) > 1 else each[0]

    def records() -> list[Record]:
        return [record for one in analyses for record in _records(one, digits)]

    if len(analyses) == 1:
        heading = f"{first.rules.file.title}: {letters_in_words(first.rules, first.letters)}"
        tables = (
            _summary("", [(wager_name(first.rules, name), one) for name, one in first.wagers.items()], "Wager"),
            outcome_table(first),
            _category_table(first),
            *(side_bet_table(first.rules, bet) for bet in first.side_bets.values()),
        )
        return View(heading, (_strategy_line(first),), tables, payload, records)
    heading = f"{first.rules.file.title}: every choice of tables ({len(analyses)} in all)"
    return View(heading, _strategy_lines(analyses), _alternatives(analyses), payload, records)


def base_name(rules: Rules) -> str:
    """Return what the base game is called: "Ante & Play"."""
    return f"{rules.wagers[rules.base].name} & {rules.wagers[rules.play].name}"


def wager_name(rules: Rules, wager: str) -> str:
    """Return the name of a wager, the base wager being named with its raise."""
    return base_name(rules) if wager == rules.base else rules.wagers[wager].name


def letters_in_words(rules: Rules, letters: Mapping[str, str]) -> str:
    """Return a choice of tables in words: "Ante Bonus A, Pair Plus F"."""
    return ", ".join(f"{rules.wagers[name].name} {letter}" for name, letter in letters.items())


def _strategy_line(one: Analysis) -> str:
    played, hands = one.strategy.hands_played, sum(matchup.hand.weight for matchup, _ in one.strategy)
    name = "Optimal strategy" if one.strategy is one.best else f"Strategy '{one.strategy.name}'"
    return f"{name}: {one.statement.text} ({played:,} of {hands:,} hands are played.)"


def _strategy_lines(analyses: Sequence[Analysis]) -> tuple[str, ...]:
    """Return the strategy once where it is the same under all tables, else for each choice of bonuses."""
    by_text: dict[str, list[str]] = {}
    for one in analyses:
        bonuses = letters_in_words(one.rules, {name: one.letters[name] for name in one.rules.bonuses})
        names = by_text.setdefault(_strategy_line(one), [])
        if bonuses not in names:
            names.append(bonuses)
    if len(by_text) == 1:
        return tuple(by_text)
    return tuple(f"{', '.join(names)}: {text}" for text, names in by_text.items())


def _summary(title: str, rows: Sequence[tuple[str, Distribution]], label: str) -> Table:
    columns = (label, ">House edge", ">exact", ">Risk", ">Avg wager", ">Hit", ">Push", ">Std dev")
    cells = tuple(
        (
            name,
            percent(one.house_edge, 4),
            str(one.house_edge),
            percent(one.element_of_risk, 4),
            decimal(one.average_wager, 4),
            percent(one.hit_frequency, 2),
            percent(one.push_frequency, 2),
            one.standard_deviation(4),
        )
        for name, one in rows
    )
    return Table(title, columns, cells)


_SUMMARY_NOTE = (
    "House edge: expected loss per unit of the initial wager. Risk: element of risk, expected loss per unit "
    "of all money wagered. Hit, push: the net result is above zero, is zero. Std dev: in initial wagers."
)


def _alternatives(analyses: Sequence[Analysis]) -> tuple[Table, ...]:
    """Return one table per wager with its alternatives in rows, and the losses of each pair of them."""
    rules = analyses[0].rules
    tables = []
    base_rows: dict[str, Distribution] = {}
    for one in analyses:
        label = letters_in_words(rules, {name: one.letters[name] for name in rules.bonuses})
        base_rows.setdefault(label or "-", one.wagers[rules.base])
    tables.append(_summary(base_name(rules), list(base_rows.items()), "Tables"))
    for name in rules.side_bets:
        rows: dict[str, Distribution] = {}
        for one in analyses:
            rows.setdefault(f"{rules.wagers[name].name} {one.letters[name]}", one.wagers[name])
        tables.append(_summary(rules.wagers[name].name, list(rows.items()), "Tables"))
    last = tables[-1]
    tables[-1] = Table(last.title, last.columns, last.rows, _SUMMARY_NOTE)
    return (*tables, *_joint(analyses))


def _joint(analyses: Sequence[Analysis]) -> tuple[Table, ...]:
    """Return the expected loss of one unit on the base game and one on the side bet, for every pair of tables."""
    rules = analyses[0].rules
    if len(rules.side_bets) != 1 or len(rules.bonuses) != 1:
        return ()
    bonus, side = rules.bonuses[0], rules.side_bets[0]
    cells: dict[tuple[str, str], Fraction] = {}
    for one in analyses:
        loss = one.wagers[rules.base].house_edge + one.wagers[side].house_edge
        cells[one.letters[bonus], one.letters[side]] = loss / 2
    down, across = list(dict.fromkeys(key[0] for key in cells)), list(dict.fromkeys(key[1] for key in cells))
    names = rules.wagers
    title = f"One unit on {names[rules.base].name} and one on {names[side].name}: expected loss per unit of the two"
    columns = ("", *(f">{names[side].name} {letter}" for letter in across))
    rows = tuple((f"{names[bonus].name} {row}", *(percent(cells[row, one], 4) for one in across)) for row in down)
    return (Table(title, columns, rows),)


def outcome_table(one: Analysis) -> Table:
    """Return the net results of the base game with their counts."""
    found = one.wagers[one.rules.base]
    rows = [
        (
            f"{'+' if net > 0 else ''}{plain(net)}",
            f"{count:,}",
            percent(Fraction(count, found.total), 4),
            percent(net * count / found.total, 4),
        )
        for net, count in reversed(found.outcomes)
    ]
    rows.append(("all", f"{found.total:,}", "100.0000%", percent(-found.house_edge, 4)))
    title = f"{base_name(one.rules)}: net result in units of the {one.rules.wagers[one.rules.base].name}"
    return Table(title, (">Net", ">Deals", ">Probability", ">Part of return"), tuple(rows))


def _category_table(one: Analysis) -> Table:
    rows = one.game.by_category(one.strategy.decisions)
    total = [sum(column) for column in zip(*rows.values(), strict=True)]
    cells = [(category.value, *(f"{count:,}" for count in row)) for category, row in rows.items()]
    cells.append(("all", *(f"{count:,}" for count in total)))
    columns = ("Player's hand", ">Fold", ">Dealer fails", ">Win", ">Tie", ">Lose")
    return Table("Deals by the player's hand", columns, tuple(cells))


def side_bet_table(rules: Rules, bet: SideBet) -> Table:
    """Return the lines of a side bet with what they pay and how often."""
    rows = [
        (
            line.text,
            "loses" if line.net == -1 else f"{plain(line.net)} to 1",
            f"{line.count:,}",
            percent(Fraction(line.count, bet.total), 4),
            percent(line.net * line.count / bet.total, 4),
        )
        for line in bet.lines
    ]
    rows.append(("all", "", f"{bet.total:,}", "100.0000%", percent(-bet.distribution.house_edge, 4)))
    title = f"{rules.wagers[bet.table.wager].name} {bet.table.letter}"
    return Table(title, ("Hand", ">Pays", ">Count", ">Probability", ">Part of return"), tuple(rows))


_FIGURES: dict[str, Callable[[Distribution], Fraction]] = {
    "house_edge": lambda one: one.house_edge,
    "element_of_risk": lambda one: one.element_of_risk,
    "average_wager": lambda one: one.average_wager,
    "hit_frequency": lambda one: one.hit_frequency,
    "push_frequency": lambda one: one.push_frequency,
    "loss_frequency": lambda one: one.loss_frequency,
    "variance": lambda one: one.variance,
}


def _payload(one: Analysis, digits: int) -> dict[str, Any]:
    wagers = {}
    for name, found in one.wagers.items():
        wagers[name] = {
            "name": wager_name(one.rules, name),
            **{figure: exact(read(found), digits) for figure, read in _FIGURES.items()},
            "standard_deviation": {"decimal": found.standard_deviation(digits)},
            "outcomes": [{"net": plain(net), "count": count} for net, count in found.outcomes],
            "total": found.total,
        }
    by_category = one.game.by_category(one.strategy.decisions)
    cases = ("fold", "no_qualify", "win", "tie", "lose")
    return {
        "game": one.rules.file.id,
        "tables": dict(one.letters),
        "wagers": wagers,
        "by_category": {
            category.value: dict(zip(cases, row, strict=True)) for category, row in by_category.items()
        },
        "strategy": {
            "name": one.strategy.name,
            "statement": one.statement.text,
            "hands_played": one.strategy.hands_played,
            "hands_folded": sum(matchup.hand.weight for matchup, decision in one.strategy if decision == FOLD),
        },
    }


def _records(one: Analysis, digits: int) -> list[Record]:
    records = []
    for name, found in one.wagers.items():
        record: Record = {"game": one.rules.file.id, **one.letters, "wager": name}
        for figure, read in _FIGURES.items():
            record |= exact_columns(figure, read(found), digits)
        record |= {"standard_deviation": found.standard_deviation(digits), "total": found.total}
        records.append(record)
    return records
