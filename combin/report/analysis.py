"""Analyses shown: one choice of tables in full, several side by side."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent, plain
from combin.exact.statement import statement_of
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import signed
from combin.report.words import bonus_letters, chances, letters_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from combin.exact.analysis import Analysis
    from combin.exact.distribution import Distribution
    from combin.exact.side_bets import SideBet
    from combin.rules.resolved import Rules

__all__ = [
    "analysis_view",
    "category_table",
    "how_much_is_played",
    "outcome_table",
    "side_bet_table",
    "summary_table",
]


def analysis_view(analyses: Sequence[Analysis], digits: int = 10) -> View:
    """Return analyses of one game ready to be shown; decimals for programs have so many digits."""
    first = analyses[0]
    title = first.rules.file.title

    def payload() -> object:
        each = [_payload(one, digits) for one in analyses]
        return each if len(each) > 1 else each[0]

    def records() -> list[Record]:
        return [record for one in analyses for record in _records(one, digits)]

    if len(analyses) == 1:
        heading = f"{title}: {letters_in_words(first.rules, first.letters)}" if first.letters else title
        return View(heading, (_strategy_line(first),), _in_full(first), payload, records)
    heading = f"{title}: {len(analyses)} choices of pay tables"
    lines = (*_strategy_lines(analyses), _one_choice(analyses))
    return View(heading, lines, _side_by_side(analyses), payload, records)


def _strategy_line(analysis: Analysis) -> str:
    if not analysis.rules.play:
        return analysis.statement.text
    name = (
        "Optimal strategy" if analysis.strategy is analysis.best else f"Strategy '{analysis.strategy.name}'"
    )
    return f"{name}: {analysis.statement.text} {how_much_is_played(analysis)}"


def how_much_is_played(analysis: Analysis) -> str:
    """Return how many of the hands are played; of all deals, where a card of the dealer's is seen."""
    if analysis.rules.file.deal.face_up:
        return f"{percent(analysis.strategy.play_rate, 2)} of all deals are played."
    return f"{analysis.strategy.hands_played:,} of {comb(len(analysis.rules.deck), 3):,} hands are played."


def _strategy_lines(analyses: Sequence[Analysis]) -> tuple[str, ...]:
    """Return the strategy once where it is the same under all tables, else for each choice of bonuses."""
    bonuses_of: dict[str, dict[str, None]] = {}
    for one in analyses:
        bonuses = letters_in_words(one.rules, bonus_letters(one.rules, one.letters))
        bonuses_of.setdefault(_strategy_line(one), {})[bonuses] = None
    if len(bonuses_of) == 1:
        return tuple(bonuses_of)
    return tuple(f"{'; '.join(bonuses)}: {line}" for line, bonuses in bonuses_of.items())


def _one_choice(analyses: Sequence[Analysis]) -> str:
    """Return how to see one choice of tables in full, by the options that name it."""
    letters: dict[str, dict[str, None]] = {}
    for one in analyses:
        for name, letter in one.letters.items():
            letters.setdefault(name, {})[letter] = None
    options = " ".join(f"--table {name}={next(iter(of))}" for name, of in letters.items() if len(of) > 1)
    return f"One choice is shown in full, split by hands and lines, with {options}."


def _in_full(analysis: Analysis) -> tuple[Table, ...]:
    wagers = ((analysis.rules.wager_name(name), found) for name, found in analysis.wagers.items())
    return (
        summary_table("Wagers", "Wager", wagers, note=True),
        outcome_table(analysis),
        *(() if analysis.rules.alone else (category_table(analysis),)),
        *(
            table
            for bet in analysis.side_bets.values()
            for table in (side_bet_table(analysis.rules, bet), *stakes_tables(analysis.rules, [bet]))
        ),
        *_together([analysis]),
    )


def _together(analyses: Sequence[Analysis]) -> tuple[Table, ...]:
    """Return what bets come to that a fold loses if they are played for as well, with one unit on each.

    Under the first tables of the base game; none where no hand that is folded could win such a bet.
    """
    from combin.jackpot.joint_answer import joint_with

    rules, rows = analyses[0].rules, dict[str, tuple[str, ...]]()
    base = bonus_letters(rules, analyses[0].letters)
    for one in analyses:
        if one.strategy is not one.best or bonus_letters(rules, one.letters) != base:
            continue
        for name, bet in one.side_bets.items():
            label = f"{rules.wagers[name].name} {bet.table.letter}"
            if label in rows or (joint := joint_with(one, name)) is None:
                continue
            best = joint.strategy(Fraction(1))
            losses = (joint.loss(followed, Fraction(1)) for followed in (joint.best, best))
            edges = (best.distribution.house_edge, 1 - joint.bet_return(best))
            played = percent(best.play_rate, 2) if best.seen else f"{best.hands_played:,}"
            rows[label] = (label, *(percent(part, 4) for part in (*losses, *edges)), played)
    if not rows:
        return ()
    note = (
        f"A fold loses these bets, and their figures above are for the best strategy of {rules.base_name} "
        "alone, which folds hands that could win them. Loss: of both together, per unit of one. When to play "
        "such hands: combin strategy --with WAGER=AMOUNT."
    )
    columns = ("Bet", ">Loss, played as above", ">At best", f">{rules.base_name} edge", ">Bet's edge")
    played = ">Deals played" if rules.file.deal.face_up else ">Hands played"
    title = f"One unit each on {rules.base_name} and a bet, played for both"
    return (Table(title, (*columns, played), tuple(rows.values()), note),)


def _side_by_side(analyses: Sequence[Analysis]) -> tuple[Table, ...]:
    """Return one table per wager with its alternatives in rows, and the losses of each pair of them."""
    rules = analyses[0].rules
    base = {
        letters_in_words(rules, bonus_letters(rules, one.letters)) or rules.base_name: one.wagers[rules.base]
        for one in analyses
    }
    names = (*rules.comparisons, *rules.side_bets)
    tables = [summary_table(rules.base_name, "Pay table", base.items(), note=not names)]
    for name in names:
        label = rules.wagers[name].name
        found = {f"{label} {one.letters.get(name, '')}".strip(): one.wagers[name] for one in analyses}
        tables.append(summary_table(label, "Pay table", found.items(), note=name == names[-1]))
        tables += stakes_tables(
            rules, {one.letters.get(name): one.side_bets[name] for one in analyses}.values()
        )
    if len(rules.side_bets) == 1 and len(rules.bonuses) == 1:
        tables.append(_joint_table(analyses))
    return (*tables, *_together(analyses))


def summary_table(
    title: str, label: str, rows: Iterable[tuple[str, Distribution]], *, note: bool = False
) -> Table:
    """Return the figures of wagers, or of one wager under several pay tables; `label` heads their names."""
    figures = ("House edge", "Exact edge", "Element of risk", "Average wager", "Hit", "Push", "Std deviation")
    cells = tuple(
        (
            name,
            percent(one.house_edge, 4),
            str(one.house_edge),
            percent(one.element_of_risk, 4),
            decimal(one.average_wager, 4),
            percent(one.hit_frequency, 4),
            percent(one.push_frequency, 4),
            one.standard_deviation(4),
        )
        for name, one in rows
    )
    return Table(title, (label, *(f">{figure}" for figure in figures)), cells, _SUMMARY_NOTE if note else "")


_SUMMARY_NOTE = (
    "House edge: expected loss per unit of the initial wager. Element of risk: expected loss per unit of "
    "all money wagered. Average wager, standard deviation: in initial wagers. Hit, push: how often the net "
    "result is above zero, is zero."
)


def _joint_table(analyses: Sequence[Analysis]) -> Table:
    """Return the expected loss with one unit on the base game and one on the side bet, by their tables."""
    rules = analyses[0].rules
    bonus, side, names = rules.bonuses[0], rules.side_bets[0], rules.wagers
    cells: dict[str, dict[str, str]] = {}
    for one in analyses:
        loss = (one.wagers[rules.base].house_edge + one.wagers[side].house_edge) / 2
        cells.setdefault(one.letters[bonus], {})[one.letters[side]] = percent(loss, 4)
    across = [f">{names[side].name} {letter}" for letter in cells[analyses[0].letters[bonus]]]
    rows = tuple((f"{names[bonus].name} {letter}", *row.values()) for letter, row in cells.items())
    title = (
        f"{names[rules.base].name} and {names[side].name} of one unit each: expected loss per unit of the two"
    )
    return Table(title, ("Pay table", *across), rows)


def outcome_table(analysis: Analysis) -> Table:
    """Return the net results of the base game with their counts, the best first."""
    found = analysis.wagers[analysis.rules.base]
    outcomes = found.outcomes[::-1]
    heads, chance = chances([Fraction(count, found.total) for _, count in outcomes])
    rows = [
        (signed(net), f"{count:,}", *often, _part(net, count, found.total))
        for (net, count), often in zip(outcomes, chance, strict=True)
    ]
    every = ("100.0000%", *("" for _ in heads[1:]))
    rows.append(("all", f"{found.total:,}", *every, percent(-found.house_edge, 4)))
    title = (
        f"{analysis.rules.base_name}: net result in units of the "
        f"{analysis.rules.wagers[analysis.rules.base].name}"
    )
    deals = _deals(analysis.rules, found.total)
    return Table(title, (">Net", f">{deals}", *heads, ">Part of return"), tuple(rows))


def _deals(rules: Rules, total: int) -> str:
    """Return what so many equally likely things are."""
    return "Hands" if total == comb(len(rules.deck), 3) else "Deals"


def category_table(analysis: Analysis) -> Table:
    """Return the deals by the player's category: folded, and the four cases of the dealer's hand."""
    found = analysis.strategy.by_category
    rows = [(category.value, *(f"{count:,}" for count in counts)) for category, counts in found.items()]
    rows.append(("all", *(f"{sum(column):,}" for column in zip(*found.values(), strict=True))))
    columns = ("Player's hand", ">Fold", ">Dealer does not qualify", ">Win", ">Tie", ">Lose")
    return Table("Deals by the player's hand", columns, tuple(rows))


def side_bet_table(rules: Rules, bet: SideBet) -> Table:
    """Return the lines of a side bet with what they pay and how often."""
    heads, chance = chances([Fraction(line.count, bet.total) for line in bet.lines])
    rows = [
        (
            line.text,
            _result(line.net),
            f"{line.count:,}",
            *often,
            _part(line.net, line.count, bet.total),
        )
        for line, often in zip(bet.lines, chance, strict=True)
    ]
    every = ("100.0000%", *("" for _ in heads[1:]))
    rows.append(("all", "", f"{bet.total:,}", *every, percent(-bet.distribution.house_edge, 4)))
    deals = _deals(rules, bet.total)
    title = f"{rules.wagers[bet.table.wager].name} {bet.table.letter}".rstrip()
    return Table(title, ("Line", ">Pays", f">{deals}", *heads, ">Part of return"), tuple(rows))


def _result(net: Fraction) -> str:
    if net in (-1, 0):
        return "loses" if net else "pushes"
    return f"{plain(net)} to 1"


def stakes_tables(rules: Rules, bets: Iterable[SideBet]) -> tuple[Table, ...]:
    """Return the edges of a bet by what is staked, where its tables pay sums of money; else nothing."""
    rows, forms = [], []
    for bet in bets:
        if not bet.table.pays_money:
            continue
        stakes = bet.table.bet.stakes
        name = f"{rules.wagers[bet.table.wager].name} {bet.table.letter}"
        edges = [bet.at(stake).distribution.house_edge for stake in stakes]
        rows += [
            (name, f"${plain(stake)}", percent(edge, 4), str(edge))
            for stake, edge in zip(stakes, edges, strict=True)
        ]
        fixed, money = bet.edge_by_stake
        forms.append(f"{name}: {fixed} - {money} / stake")
    if not rows:
        return ()
    first = plain(bet.table.bet.stakes[0])
    note = f"{'. '.join(forms)}. All other figures are for a stake of ${first}."
    columns = ("Pay table", ">Stake", ">House edge", ">Exact edge")
    return (Table("House edge by stake", columns, tuple(rows), note, merged=1),)


def _part(net: Fraction, count: int, total: int) -> str:
    """Return the part of a net result in the expected return."""
    return percent(net * count / total, 4)


_FIGURES: dict[str, Callable[[Distribution], Fraction]] = {
    "house_edge": lambda distribution: distribution.house_edge,
    "element_of_risk": lambda distribution: distribution.element_of_risk,
    "average_wager": lambda distribution: distribution.average_wager,
    "hit_frequency": lambda distribution: distribution.hit_frequency,
    "push_frequency": lambda distribution: distribution.push_frequency,
    "loss_frequency": lambda distribution: distribution.loss_frequency,
    "variance": lambda distribution: distribution.variance,
}


def _payload(analysis: Analysis, digits: int) -> dict[str, Any]:
    cases = ("fold", "no_qualify", "win", "tie", "lose")
    by_category = analysis.strategy.by_category
    return {
        "game": analysis.rules.file.id,
        "tables": dict(analysis.letters),
        "wagers": {
            name: {
                "name": analysis.rules.wager_name(name),
                **_by_stake(analysis, name, digits),
                **_played_for(analysis, name, digits),
                **{figure: exact_json(read(found), digits) for figure, read in _FIGURES.items()},
                "standard_deviation": {"decimal": found.standard_deviation(digits)},
                "outcomes": [{"net": plain(net), "count": count} for net, count in found.outcomes],
                "total": found.total,
            }
            for name, found in analysis.wagers.items()
        },
        "by_category": {
            category.value: dict(zip(cases, row, strict=True)) for category, row in by_category.items()
        },
        "strategy": {
            "name": analysis.strategy.name,
            "statement": analysis.statement.text,
            "hands_played": analysis.strategy.hands_played,
            **(
                {"play_rate": exact_json(analysis.strategy.play_rate, digits)}
                if analysis.strategy.seen
                else {}
            ),
            "hands_folded": comb(len(analysis.rules.deck), 3) - analysis.strategy.hands_played,
        },
    }


def _by_stake(analysis: Analysis, name: str, digits: int) -> dict[str, Any]:
    """Return the stake that the figures of a bet are for, and its edge with others, if it depends on that."""
    bet = analysis.side_bets.get(name)
    if bet is None or not bet.table.pays_money:
        return {}
    edges = {stake: bet.at(stake).distribution.house_edge for stake in analysis.rules.bets[name].stakes}
    return {
        "stake": plain(bet.table.stake),
        "by_stake": [
            {"stake": plain(stake), "house_edge": exact_json(edge, digits)} for stake, edge in edges.items()
        ],
    }


def _played_for(analysis: Analysis, name: str, digits: int) -> dict[str, Any]:
    """Return what playing for a bet that a fold loses as well comes to, with one unit on each."""
    from combin.jackpot.joint_answer import joint_with

    joint = (
        joint_with(analysis, name)
        if name in analysis.side_bets and analysis.strategy is analysis.best
        else None
    )
    if joint is None:
        return {}
    best = joint.strategy(Fraction(1))
    figures = {
        "base_house_edge": best.distribution.house_edge,
        "house_edge": 1 - joint.bet_return(best),
        "loss_on_both": joint.loss(best, Fraction(1)),
        "loss_on_both_as_here": joint.loss(joint.best, Fraction(1)),
    }
    found = {figure: exact_json(value, digits) for figure, value in figures.items()}
    return {"played_for_both": {"statement": statement_of(best).text, **found}}


def _records(analysis: Analysis, digits: int) -> list[Record]:
    records = []
    for name, found in analysis.wagers.items():
        record: Record = {"game": analysis.rules.file.id, **analysis.letters, "wager": name}
        for figure, read in _FIGURES.items():
            record |= exact_columns(figure, read(found), digits)
        record |= {"standard_deviation": Decimal(found.standard_deviation(digits)), "total": found.total}
        records.append(record)
    return records
