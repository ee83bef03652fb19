"""Analyses shown: one choice of tables in full, several side by side."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.exact.base_game import FOLD
from combin.exact.side_bets import LineCount, SideBet
from combin.exact.statement import statement_of
from combin.formats.tables import COUNT, EXACT, MONEY, PERCENT, SIGNED, Column, Table, as_json, chance_columns
from combin.formats.view import View
from combin.formatting import money, percent, plain
from combin.report import words
from combin.report.words import bonus_letters, figure_columns, letters_in_words, played_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from combin.cards.ranking import Category
    from combin.exact.analysis import Analysis
    from combin.exact.distribution import Distribution
    from combin.formats.tables import Value
    from combin.jackpot.joint import JointGame
    from combin.rules.resolved import Rules


def analysis_view(analysis: Analysis, digits: int = 10) -> View:
    """The analysis of a game, ready to be shown."""
    return analyses_view([analysis], digits)


def analyses_view(analyses: Sequence[Analysis], digits: int = 10) -> View:
    """Analyses of one game under several choices of tables, ready to be shown."""
    first, several = analyses[0], len(analyses) > 1
    heading, lines = first.rules.file.title, headlines_of(analyses)
    if several:
        heading += f": {len(analyses)} choices of pay tables"
        lines = (*lines, _one_choice(analyses))
    elif first.letters:
        heading += f": {letters_in_words(first.rules, first.letters)}"
    details = () if several else detail_tables(first)
    grid: Sequence[Table] = ()
    prose: tuple[str, ...] = ()
    if words.has_grid(first.statement) and len({one.statement.text for one in analyses}) == 1:
        from combin.report.strategy import grid_tables, in_prose  # of no use to other games

        grid, prose = grid_tables(first.strategy), in_prose(first.strategy)

    def payload() -> object:
        each = [_payload(analysis, digits) for analysis in analyses]
        return each if several else each[0]

    return View(
        heading,
        lines,
        (*grid, *edge_tables(analyses), *details, *_together(analyses)),
        payload,
        lambda: [
            {"game": first.rules.file.id, **analysis.letters, "wager": name, **figures}
            for analysis in analyses
            for name, figures in zip(analysis.wagers, _wagers(analysis).records(digits), strict=True)
        ],
        prose=prose,
    )


def headlines_of(analyses: Sequence[Analysis]) -> tuple[str, ...]:
    """The optimal strategy, the cost of money taken per hand, and each jackpot's return, in sentences."""
    rules, lines = analyses[0].rules, (*_strategy_lines(analyses), *collected(analyses))
    if not rules.jackpots:
        return lines
    from combin.report.jackpot import headlines  # what it takes to import is of no use to other games

    return (*lines, *headlines(rules))


def _strategy_line(analysis: Analysis) -> str:
    if not analysis.rules.play:
        return analysis.statement.text
    own = analysis.strategy is not analysis.best
    name = f"Strategy '{analysis.strategy.name}'" if own else "Optimal strategy"
    return f"{name}: {words.strategy_line(analysis.statement)} {how_much_is_played(analysis)}"


def how_much_is_played(analysis: Analysis) -> str:
    """Number of hands that are played, or share of deals where a dealer's card is seen."""
    if analysis.rules.file.deal.face_up:
        return f"{percent(analysis.strategy.play_rate, 2)} of all deals are played."
    return f"{analysis.strategy.hands_played:,} of {analysis.rules.player_hands:,} hands are played."


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
    first = analyses[0].letters
    several = (name for name in first if len({analysis.letters[name] for analysis in analyses}) > 1)
    options = " ".join(f"--table {name}={first[name]}" for name in several)
    return f"For one choice in full, by hands and lines: {options}."


def detail_tables(analysis: Analysis) -> tuple[Table, ...]:
    """The results of the base game, the deals by the player's hand, and the lines of each side bet."""
    rules, tables = analysis.rules, list[Table]()
    for name in rules.initial[:1]:
        tables += (outcome_table(analysis), *_stakes_tables([analysis], name))
    if not (rules.alone or rules.side_bets_alone):
        tables.append(category_table(analysis))
    for name, bet in analysis.side_bets.items():
        tables += (side_bet_table(rules, bet), *_stakes_tables([analysis], name))
    return tuple(tables)


def _wagers(analysis: Analysis) -> Table:
    wagers = [(analysis.rules.wager_name(name), law) for name, law in analysis.wagers.items()]
    return summary_table("Wagers", "Wager", wagers, note=True)


def _together(analyses: Sequence[Analysis]) -> tuple[Table, ...]:
    """Figures of bets that a fold loses if played for as well, one unit each; under the first tables."""
    joints: dict[str, JointGame] = {}
    rules = analyses[0].rules
    base = bonus_letters(rules, analyses[0].letters)
    for analysis in analyses:
        if bonus_letters(rules, analysis.letters) == base:
            for name, bet in analysis.side_bets.items():
                label = f"{rules.wagers[name].name} {bet.table.letter}"
                if label not in joints and (joint := _joint(analysis, name)) is not None:
                    joints[label] = joint
    return (_together_table(rules, joints),) if joints else ()


def _joint(analysis: Analysis, name: str) -> JointGame | None:
    """The base game with a bet that a fold loses as well, under the optimal strategy; else None."""
    lost = name in analysis.side_bets and analysis.rules.bets[name].loses_on_fold
    if not lost or analysis.strategy is not analysis.best:
        return None
    from combin.jackpot.mixes import joint_with  # only where it is needed: it takes long to import

    return joint_with(analysis, name)


def _together_table(rules: Rules, joints: Mapping[str, JointGame]) -> Table:
    note = (
        f"A fold loses these bets, and their figures above are for the optimal strategy of {rules.base_name} "
        "alone, which folds hands that could win them. Loss: of both together, per unit of one. When to play "
        "such hands: combin strategy --with WAGER=AMOUNT."
    )
    one = Fraction(1)
    best = {label: joint.strategy(one) for label, joint in joints.items()}

    def as_above(label: str) -> Fraction:
        return joints[label].loss(joints[label].best, one)

    def edge(label: str) -> Fraction:
        return best[label].distribution.house_edge

    columns: list[Column[str]] = [
        Column("Bet", value=str),
        Column(None, value=lambda label: statement_of(best[label]).text, name="statement"),
        Column("Loss as above", PERCENT, as_above, "loss_on_both_as_here"),
        Column("Least loss", PERCENT, lambda label: joints[label].loss(best[label], one), "loss_on_both"),
        Column(f"{rules.base_name} edge", PERCENT, edge, "base_house_edge"),
        Column("Bet edge", PERCENT, lambda label: 1 - joints[label].bet_return(best[label]), "house_edge"),
        *played_columns(rules, best.__getitem__, named=False),
    ]
    return Table.of(f"One unit each on {rules.base_name} and a bet, optimal for both", joints, columns, note)


def edge_tables(analyses: Sequence[Analysis]) -> tuple[Table, ...]:
    """The figures of each wager (of several choices a table each, in rows), and the losses of each pair."""
    rules, tables = analyses[0].rules, list[Table]()
    if len(analyses) == 1:
        return (_wagers(analyses[0]),) if analyses[0].wagers else ()
    names = (*rules.initial[:1], *rules.comparisons, *rules.side_bets)
    for name in names:
        laws = {_called(analysis, name): analysis.wagers[name] for analysis in analyses}
        label = rules.wager_name(name)
        tables.append(summary_table(label, "Pay table", laws.items(), note=name == names[-1]))
        tables += _stakes_tables(analyses, name)
    if len(rules.side_bets) == 1 and len(rules.bonuses) == 1:
        tables.append(_joint_table(analyses))
    return tuple(tables)


def _called(analysis: Analysis, wager: str) -> str:
    """Return a wager with the letter of its table; of the base game the bonuses with theirs."""
    rules = analysis.rules
    if wager in rules.initial:
        return letters_in_words(rules, bonus_letters(rules, analysis.letters)) or rules.base_name
    return f"{rules.wagers[wager].name} {analysis.letters.get(wager, '')}".strip()


def summary_table(
    title: str, label: str, wagers: Iterable[tuple[str, Distribution]], *, note: bool = False
) -> Table:
    """Return the figures of wagers, or of one wager under several pay tables; `label` heads their names."""
    explained = (
        "House edge: expected loss per unit of the initial wager. Element of risk: expected loss per unit of "
        "all money wagered. Average wager, standard deviation: in initial wagers. Hit, push: how often the "
        "net result is above zero, is zero."
    )

    def outcomes(wager: tuple[str, Distribution]) -> list[dict[str, object]]:
        return [{"net": plain(net), "count": count} for net, count in wager[1].outcomes]

    columns: list[Column[tuple[str, Distribution]]] = [
        Column(label, value=lambda wager: wager[0]),
        *figure_columns(lambda wager: wager[1]),
        Column(None, value=outcomes, name="outcomes"),
        Column(None, COUNT, lambda wager: wager[1].total, "total"),
    ]
    return Table.of(title, wagers, columns, explained if note else "")


def _joint_table(analyses: Sequence[Analysis]) -> Table:
    """Return the expected loss with one unit on the base game and one on the side bet, by their tables."""
    rules = analyses[0].rules
    bonus, side, names = rules.bonuses[0], rules.side_bets[0], rules.wagers
    losses: dict[str, dict[str, str]] = {}
    for analysis in analyses:
        loss = (analysis.wagers[rules.base].house_edge + analysis.wagers[side].house_edge) / 2
        losses.setdefault(analysis.letters[bonus], {})[analysis.letters[side]] = percent(loss, 4)
    letters = losses[analyses[0].letters[bonus]]
    base, bet = names[rules.base].name, names[side].name
    title = f"{base} and {bet} of one unit each: expected loss per unit of the two"
    rows = ((f"{names[bonus].name} {of}", *map(row.__getitem__, letters)) for of, row in losses.items())
    return Table(title, ("Pay table", *(f">{bet} {letter}" for letter in letters)), tuple(rows))


def outcome_table(analysis: Analysis) -> Table:
    """The net results of the base game with their counts, the highest first."""
    rules = analysis.rules
    law = analysis.wagers[rules.base]
    title = f"{rules.base_name}: net result in units of the {rules.unit_name}"
    lines = [LineCount("", net, count) for net, count in law.outcomes[::-1]]
    return _lines_table(title, rules, law, lines, [Column("Net", SIGNED, lambda line: line.net)])


def side_bet_table(rules: Rules, bet: SideBet) -> Table:
    """The lines of a side bet with pays, frequency and EV contribution."""
    title = f"{rules.wagers[bet.table.wager].name} {bet.table.letter}".rstrip()
    columns: list[Column[LineCount]] = [
        Column("Line", value=lambda line: line.text),
        Column("Pays", SIGNED, lambda line: _result(line.net)),
    ]
    return _lines_table(title, rules, bet.distribution, bet.lines, columns)


def _lines_table(
    title: str, rules: Rules, law: Distribution, lines: Sequence[LineCount], columns: list[Column[LineCount]]
) -> Table:
    """Frequency and EV contribution of each line."""
    deals = "Hands" if law.total == rules.player_hands else "Deals"
    counted = [
        Column(deals, COUNT, lambda line: line.count),
        *chance_columns(lines, lambda line: Fraction(line.count, law.total)),
        Column("EV contribution", PERCENT, lambda line: line.net * line.count / law.total),
    ]
    total: dict[str, Value] = {columns[0].heading or "": "Total", deals: law.total}
    total |= {"Probability": Fraction(1), "EV contribution": -law.house_edge}
    return Table.of(title, lines, [*columns, *counted], total=total)


def category_table(analysis: Analysis) -> Table:
    """Return the deals by the player's category: folded, and the four cases of the dealer's hand."""
    deals = analysis.strategy.by_category

    def case(place: int, name: str, heading: str) -> Column[Category]:
        return Column(heading, COUNT, lambda category: deals[category][place], name)

    columns = [Column["Category"]("Player's hand", value=lambda category: category.value)]
    columns += [case(place, name, heading) for place, (name, heading) in enumerate(_CASES.items())]
    sums = map(sum, zip(*deals.values(), strict=True))
    total: dict[str, Value] = {"Player's hand": "Total", **dict(zip(_CASES.values(), sums, strict=True))}
    note = "Not qualified: the dealer's hand does not qualify."
    return Table.of("Results by player hand", deals, columns, note, total=total)


_CASES = {"fold": "Fold", "no_qualify": "Not qualified", "win": "Win", "tie": "Tie", "lose": "Lose"}


def _result(net: Fraction) -> str:
    if net in (-1, 0):
        return "loses" if net else "pushes"
    return f"{plain(net)} to 1"


def collected(analyses: Sequence[Analysis]) -> tuple[str, ...]:
    """Return what money that is taken of each hand makes of the edge; nothing if none is."""
    rules = analyses[0].rules
    if not rules.collection:
        return ()
    bet = rules.bets[rules.base]
    if bet.collection is None or not bet.collection.money:
        return ()
    rest, fee = rules.collection - bet.collection.share, plain(bet.collection.money)
    edges = {_called(analysis, rules.base): analysis.wagers[rules.base].house_edge for analysis in analyses}
    forms = [f"{name}: house edge {percent(edge - rest, 4)} + {fee} / stake." for name, edge in edges.items()]
    kept = f"are for a stake of {money(bet.first_stake)}" if bet.stakes else "leave the collection out"
    return (f"{' '.join(forms)} The figures {kept}.",)


def _stakes_tables(analyses: Sequence[Analysis], wager: str) -> tuple[Table, ...]:
    """Return the edges of a wager by what is staked, where sums of money are paid or taken; else nothing."""
    edges = {_called(analysis, wager): analysis.edges_by_stake(wager) for analysis in analyses}
    rows = [(name, stake, edge) for name, of in edges.items() for stake, edge in of.items() if stake]
    bets = {_called(one, wager): one.side_bets[wager] for one in analyses if wager in one.side_bets}
    paying = {name: bet for name, bet in bets.items() if bet.table.pays_money}
    note = ". ".join("{}: {} - {} / stake".format(name, *bet.edge_by_stake) for name, bet in paying.items())
    if paying:
        note += f". All other figures are for a stake of {money(analyses[0].rules.bets[wager].stakes[0])}."
    columns: list[Column[tuple[str, Fraction, Fraction]]] = [
        Column("Pay table", value=lambda row: row[0]),
        Column("Stake", MONEY, lambda row: row[1]),
        Column(None, value=lambda row: plain(row[1]), name="stake"),
        Column("House edge", PERCENT, lambda row: row[2], "house_edge"),
        Column("Exact edge", EXACT, lambda row: row[2]),
    ]
    return (Table.of("House edge by stake", rows, columns, note, merged=1),) if rows else ()


def _payload(analysis: Analysis, digits: int) -> dict[str, Any]:
    strategy = analysis.strategy
    wagers = zip(analysis.wagers, _wagers(analysis).objects(digits), strict=True)
    categories = zip(strategy.by_category, category_table(analysis).objects(digits), strict=True)
    return {
        "game": analysis.rules.file.id,
        "tables": dict(analysis.letters),
        "wagers": {name: _named(analysis, name, digits) | figures for name, figures in wagers},
        "by_category": {category.value: counts for category, counts in categories},
        "strategy": {
            "name": strategy.name,
            "statement": analysis.statement.text,
            "hands_played": strategy.hands_played,
            **({"play_rate": as_json(strategy.play_rate, digits)} if strategy.seen else {}),
            "hands_folded": strategy.hands_by_decision[FOLD],
        },
    }


def _named(analysis: Analysis, name: str, digits: int) -> dict[str, Any]:
    """Return a wager's name, its edge by stake, and what playing for it comes to if a fold loses it."""
    entry: dict[str, Any] = {"name": analysis.rules.wager_name(name)}
    if tables := _stakes_tables([analysis], name):
        bet = analysis.side_bets.get(name)
        stake = analysis.rules.bets[name].first_stake if bet is None else bet.table.stake
        entry |= {"stake": plain(stake), "by_stake": tables[0].objects(digits)}
    if (joint := _joint(analysis, name)) is not None:
        entry["played_for_both"] = _together_table(analysis.rules, {name: joint}).objects(digits)[0]
    return entry
