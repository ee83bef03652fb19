"""Counts of each wager, with every net as a linear form of the pays: the page computes edited pays by them.

A net is a constant with terms `[size, cell, scale, rest, kept]`: `size` times the gain `scale` x pay + `rest`
of which commission leaves the part `kept` where it is positive. A way is what is staked, and the net in each
case; a row the place of a way, and its deals in each case. `open` are hands whose optimal decision depends on
pays: the places of the ways to choose from, the cheapest first, which of them is taken, and the deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from msgspec.structs import replace

from combin.exact.analysis import Analysis
from combin.exact.base_game import FOLD
from combin.exact.strategy import best_later
from combin.jackpot.answer import JackpotAnswer, ask_jackpot, meter_options
from combin.rules.outcomes import Payoff, bet_lines, payoff
from combin.rules.resolved import Rules
from combin.rules.tables import PayTable
from combin.rules.wagers import Case, Whose

Json = dict[str, Any]
Net = list[Any]
Way = tuple[Fraction, list[Net]]


def counts_of(analysis: Analysis) -> Json:
    """Counts of each wager that a pay table has a part in, by id."""
    rules, found = analysis.rules, {}
    for bet in analysis.side_bets.values():
        if bet.table.lines:
            counts, scales = {line.text: line.count for line in bet.lines}, {"money": 1 / bet.table.stake}
            found[bet.table.wager] = _by_line(rules, bet.table, counts, scales)
    found |= {answer.wager: _of_jackpot(answer) for answer in first_jackpots(rules)}
    return found | ({rules.base: _of_base(analysis)} if rules.base_tables else {})


def first_jackpots(rules: Rules) -> Iterator[JackpotAnswer]:
    """Yield each progressive wager with its first table, but for those with more than a meter for hands."""
    for wager in rules.jackpots:
        letter = next(iter(rules.tables[wager]))
        options = (name for name, one in meter_options(rules, wager).items() if one.pay_table == letter)
        answer = ask_jackpot(rules, wager=wager, option=next(options, letter))
        prizes = [line.prize for line in answer.chances.table.lines]
        if not (answer.value.hidden or any(prize.level or prize.from_meter for prize in prizes)):
            yield answer


def _of_jackpot(answer: JackpotAnswer) -> Json:
    """Counts of a progressive wager with its meter at the seed."""
    terms, lines, envy = answer.terms, answer.chances.lines(), answer.value.envy * answer.others
    counts, shown = {one.line.text: one.count for one in lines}, terms.shown or Fraction(0)
    counts["nothing"] = lines[0].total - sum(counts.values())
    scales, meter = {"money": 1 / terms.stake, "meter": shown}, shown * terms.stake
    edge = 1 - answer.value.returned(terms.stake, meter, answer.others) / terms.stake
    jackpot = {"price": terms.stake if terms.priced else None, "meter": meter or None, "exact": edge}
    found = _by_line(answer.rules, answer.chances.table, counts, scales, envy / terms.stake)
    return found | {"jackpot": jackpot | {"option": terms.option or terms.letter}}


def _by_line(
    rules: Rules,
    table: PayTable,
    counts: Mapping[str, int],
    scales: Mapping[str, Fraction],
    more: Fraction = Fraction(0),
) -> Json:
    """Counts of a bet that is settled by one line of its table; `more` is what each deal returns besides."""
    rows = bet_lines(rules, table.wager, table.letter)
    nets = [_net([(row, Fraction(1))], scales, more) for row in rows.values()]
    return {
        "names": [*rows],
        "ways": [(1, [net]) for net in nets],
        "rows": [(place, counts.get(text, 0)) for place, text in enumerate(rows)],
        "open": [],
        "lost_on_fold": table.bet.loses_on_fold,
        "fixed": table.bet.hand is not Whose.EITHER,  # of the better hand, which the pays decide
    }


def _net(rows: Iterable[tuple[Payoff, Fraction]], scales: Mapping[str, Fraction], constant: Fraction) -> Net:
    """Net of rows of the table of outcomes, each with the size of the stake that it multiplies."""
    terms = []
    for row, size in rows:
        if row.paid and row.place[:1] == ("pay_tables",):
            kind, cell = row.place[-1], f"{row.wager} {row.letter} {row.line}"
            scale, rest = (1, -int(row.for_one)) if kind == "odds" else (scales[kind], row.net)
            terms.append((size, cell, scale, rest, 1 - row.commission))
        else:
            constant += row.odds() * size
    return [constant, *terms]


def _of_base(analysis: Analysis) -> Json:
    rules, game, strategy = analysis.rules, analysis.game, analysis.strategy
    decisions = (*((FOLD,) if rules.play else ()), *rules.multiples)
    keys = [(line, decision) for line in range(len(game.paid)) for decision in decisions]
    ways, place = (
        {key: _way(analysis, *key) for key in keys},
        {key: number for number, key in enumerate(keys)},
    )
    opened: Counter[tuple[Any, ...]] = Counter()
    for index in _undecided(analysis, ways):
        line, choices, matchup = game.line(index), game.choices(index), game.matchups[index]
        taken = choices.index(strategy.decisions[index])
        opened[tuple(place[line, choice] for choice in choices), taken, matchup.counts] += matchup.weight
    return {
        "ways": [*ways.values()],
        "rows": [(place[key[1:]], *deals) for key, (_, *deals) in strategy.in_sum.items()],
        "open": [(*key[:2], *(weight * count for count in key[2])) for key, weight in opened.items()],
        "lost_on_fold": False,
        "fixed": not rules.early,  # before a card is seen
    }


def _way(analysis: Analysis, line: int, decision: int) -> Way:
    """What is staked with a decision, and its net in each case with the hands of a combination of lines."""
    rules, game = analysis.rules, analysis.game
    names, letters, texts = (*rules.base_wagers, *rules.bonuses), game.letters, game.paid[line]
    sizes = dict.fromkeys(rules.initial, Fraction(1)) | {rules.play: rules.times(decision)}

    def net(case: Case) -> Net:
        rows = [payoff(rules, name, case, letters.get(name, ""), texts.get(name, "")) for name in names]
        return _net([(row, sizes[row.stake]) for row in rows if row], {}, -rules.collection)

    return game.staked(decision), [net(case) if decision else [rules.fold_nets] for case in rules.cases]


def _undecided(analysis: Analysis, ways: Mapping[tuple[int, int], Way]) -> Iterable[int]:
    """Indexes of the situations whose optimal decision some pays change.

    It stays where it is optimal with all pays 0, and others are paid as it is or by no line.
    """
    rules, game, decisions = analysis.rules, analysis.game, analysis.strategy.decisions
    if rules.early or not rules.play:
        return ()
    constants = {key: [net[0] for net in nets] for key, (_, nets) in ways.items()}
    unit = lcm(*(net.denominator for nets in constants.values() for net in nets))
    nets = {key: tuple(int(net * unit) for net in row) for key, row in constants.items()}
    by_lines = [{one: nets[line, one] for one in rules.multiples} for line in range(len(game.paid))]
    unpaid = best_later(replace(game, unit=unit, by_lines=tuple(by_lines)))
    terms = [(line, [net[1:] for net in row]) for (line, _), (_, row) in ways.items()]
    paid = [(line, own) for line, own in terms if any(own)]
    less = {
        key
        for key, (line, own) in zip(ways, terms, strict=True)
        if any(line == a and own != b for a, b in paid)
    }
    pairs = enumerate(zip(decisions, unpaid, strict=True))
    return [at for at, (one, other) in pairs if one != other or (less and (game.line(at), one) in less)]
