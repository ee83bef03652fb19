"""A search for pay tables asked and answered: which tables of a wager have a house edge in a window."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from combin.answers import Answer
from combin.decimals import percent, plain, root_decimal
from combin.design.search.lines import LinearForm, bonus_form, side_bet_form
from combin.design.search.search import (
    MOST_RUNS,
    RUNS_A_SECOND,
    Best,
    Frontier,
    Nearest,
    PayChoice,
    Search,
    SearchLimits,
    candidates,
    runs,
)
from combin.design.search.terms import (
    Order,
    SearchTerms,
    pay_list,
    usual_pays,
)
from combin.exact.analysis import choices
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.numbers import Pay
from combin.rules.resolved import Rules
from combin.rules.wagers import Prize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


@dataclass(frozen=True)
class Design:
    """One pay table that was found: what each line pays, the best first, and its exact figures."""

    pays: Mapping[str, Fraction]
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction

    def standard_deviation(self, digits: int) -> str:
        """Return the root of the variance, rounded half up from its exact radicand."""
        return root_decimal(self.variance, digits)

    def __str__(self) -> str:
        return ", ".join(f"{line} {plain(pay)}" for line, pay in self.pays.items())


@dataclass(frozen=True, repr=False)
class DesignAnswer(Answer):
    """The tables found: how many there are, the best of them, and over what was searched.

    `shipped` is what each line pays in the table that the search began from, None for a new line. Lines that
    pay sums of money stay as they are, at the first of the stakes.
    """

    shown_by: ClassVar[str] = "combin.design.search.views:tables_view"

    rules: Rules
    wager: str
    letters: Mapping[str, str]
    terms: SearchTerms
    form: LinearForm
    shipped: Mapping[str, Fraction | None]
    matching: int
    designs: tuple[Design, ...]

    def __iter__(self) -> Iterator[Design]:
        return iter(self.designs)

    def __len__(self) -> int:
        return len(self.designs)

    def __getitem__(self, index: int) -> Design:
        return self.designs[index]

    @cached_property
    def candidates(self) -> int:
        """How many tables the search decided on."""
        return candidates(self.form)


def ask_design(
    rules: Rules,
    wager: str,
    terms: SearchTerms,
    letters: Mapping[str, str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> DesignAnswer:
    """Return the pay tables of a side bet or a bonus with a house edge in the window.

    The house edge of a bonus is that of the wager it is paid on, under the best strategy with it.

    Args:
        rules: the game.
        wager: the id of a side bet or a bonus.
        terms: what is searched for.
        letters: the pay tables to begin from, by wager; the first ones by default.
        progress: is told what is done and what there is in all.

    Raises:
        RulesError: no such wager, table or line; more choices than can be searched; or no table lies in the
            window: it names the nearest.
    """
    known = (*rules.bonuses, *rules.side_bets)
    if wager not in known:
        if not (known or rules.jackpots):
            raise RulesError(("wager",), "the game has no side bet, bonus or jackpot to search")
        hint = nearest(wager, (*known, *rules.jackpots))
        raise RulesError(("wager",), f"{shown(wager)} has no pay table to be searched; {hint}")
    if wager in rules.bonuses and rules.bets[wager].on != rules.base:
        raise RulesError(("wager", wager, "on"), "tables are searched for bonuses on the initial wager")
    chosen = choices(rules, letters or {})[0]
    changed, shipped, pays = _searched(rules, wager, chosen[wager], terms)
    make = bonus_form if wager in rules.bonuses else side_bet_form
    table = changed.tables[wager][chosen[wager]]
    form = make(changed, table, pays, chosen, ordered=terms.ordered)
    _refuse_endless(form)
    keeper: Best | Frontier
    if terms.pareto:
        keeper = Frontier(form, -1 if terms.order is Order.HIGH_VOLATILITY else 1)
    else:
        keeper = Best(form, terms.order, form.gain(terms.aim), terms.limit)
    matching = Search(form, SearchLimits.of(form, terms.edge, terms.hit), keeper, progress).run()
    if not matching:
        raise RulesError(("edge",), _nothing(form, terms, progress))
    designs = tuple(_design(form, one) for one in keeper.best())
    return DesignAnswer(changed, wager, chosen, terms, form, shipped, matching, designs)


def _searched(
    rules: Rules, wager: str, letter: str, terms: SearchTerms
) -> tuple[Rules, dict[str, Fraction | None], dict[str, tuple[Fraction, ...]]]:
    """Return the game with the lines that are searched, what they pay today, and the pays they may have."""
    table = rules.tables[wager][letter]
    asked = {line: pay_list(line, text) for line, text in (terms.pays or {}).items()}
    entry = rules.file.pay_tables[wager][letter]
    lines = {line: prize.odds for line, prize in entry.lines.items() if prize.odds is not None}
    shipped = {line: Fraction(pay) for line, pay in lines.items()} | {
        line: None for line in asked if line not in lines
    }
    lowest = Fraction(1 if table.for_one else 0)
    pays = {}
    for line, today in shipped.items():
        usual = () if today is None else (today,) if terms.others_stay else usual_pays(today)
        pays[line] = asked.get(line) or tuple(max(one, lowest) for one in usual)
    money = {line: prize for line, prize in entry.lines.items() if prize.odds is None}
    for line in asked:
        if line in money:
            raise RulesError(("pays", line), "pays a sum of money, which stays as it is")
    if not pays:
        raise RulesError(("wager",), f"{shown(wager)} has no line that pays odds to be searched")
    prizes = money | {line: Prize(odds=Pay(each[0])) for line, each in pays.items()}
    unpaid = tuple(line for line in entry.unpaid if line not in prizes)
    changed = {letter: replace(entry, lines=prizes, unpaid=unpaid)}
    file = replace(rules.file, pay_tables={**rules.file.pay_tables, wager: changed})
    try:
        return Rules(file, rules), shipped, pays
    except RulesError as error:
        line = error.place[-1] if error.place else ""
        raise RulesError(("pays", line) if line in asked else ("pays",), error.problem) from None


def _design(form: LinearForm, choice: PayChoice) -> Design:
    chain = list(zip(form.lines, choice.path[::-1], strict=True))
    pays = {line.text: line.pays[index] for line, index in chain}
    hits = form.rest.hit + sum(line.sums[index].hit for line, index in chain)
    return Design(
        pays,
        form.house_edge(choice.gain),
        Fraction(hits, form.total),
        form.variance(choice.gain, choice.square),
    )


def _refuse_endless(form: LinearForm) -> None:
    """Refuse a search that would not end, before it begins.

    Raises:
        RulesError: it says how many choices there are, how long they would take, and which lines to narrow.
    """
    steps = runs(form)
    if steps <= MOST_RUNS:
        return
    seconds = steps // RUNS_A_SECOND
    units = {"years": 31_557_600, "days": 86_400, "hours": 3_600, "minutes": 60}
    unit, size = next((unit, size) for unit, size in units.items() if seconds >= 2 * size)
    widest = sorted(form.lines[1:], key=lambda line: -len(line.pays))[:2]
    told = " and ".join(f"{shown(line.text)} ({len(line.pays):,} pays)" for line in widest)
    line = widest[0]
    low, high = (plain(line.pays[end]) for end in (0, -1))
    step = max((int(line.pays[-1]) - int(line.pays[0])) // 4, 1)
    raise RulesError(
        ("pays",),
        f"{candidates(form):,} choices of pays would take some {seconds // size:,} {unit}; give fewer pays "
        f"for {told}, as in --pays {shown(f'{line.text}={low}..{high}:{step}')}, or leave lines without "
        "--pays as they are (--only)",
    )


def _nothing(form: LinearForm, terms: SearchTerms, progress: Callable[[int, int], object] | None) -> str:
    """Return that no table lies in the window, with the nearest on either side."""
    beside = []
    window = SearchLimits.of(form, terms.edge, terms.hit)
    for sign in (-1, 1):
        limits = SearchLimits.of(form, None, terms.hit)
        if sign < 0:
            limits.low = window.high + 1  # a gain above the window: an edge below it
        else:
            limits.high = window.low - 1
        keeper = Nearest(form, sign)
        Search(form, limits, keeper, progress).run()
        if keeper.choice is not None:
            beside.append(_design(form, keeper.choice))
    hit = f" with a hit frequency of {terms.hit}" if terms.hit else ""
    if not beside:
        return f"no table in the ranges of pays has a hit frequency of {terms.hit}; {_hits(form)}"
    found = " and ".join(f"{percent(one.house_edge, 4)} ({_pays(one)})" for one in beside)
    nearest_are = "nearest are" if len(beside) > 1 else "nearest is"
    return f"no table in the ranges of pays{hit} has a house edge of {terms.edge}; the {nearest_are} {found}"


def _pays(design: Design) -> str:
    return "-".join(plain(pay) for pay in design.pays.values())


def _hits(form: LinearForm) -> str:
    low, high = (
        Fraction(form.rest.hit + sum(line.sums[index].hit for line in form.lines), form.total)
        for index in (0, -1)
    )
    limits: Sequence[str] = [percent(one, 4) for one in (low, high)]
    return f"all lie from {limits[0]} to {limits[1]}"
