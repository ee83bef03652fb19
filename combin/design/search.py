"""A search for pay tables asked and answered: which tables of a wager have a house edge in a window."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from combin.answers import Answer
from combin.decimals import percent, plain, root_decimal
from combin.design.pays import (
    MOST_RUNS,
    RUNS_A_SECOND,
    Best,
    Frontier,
    LinearForm,
    Nearest,
    PayChoice,
    Search,
    SearchLimits,
    bonus_form,
    candidates,
    ranks,
    runs,
    side_bet_form,
)
from combin.design.terms import MOST_PAYS, Order, SearchTerms, pay_list, usual_pays
from combin.exact.analysis import choices
from combin.jackpot.answer import jackpot_wager, letter_of, meter_options
from combin.jackpot.meter.law import increment_for
from combin.jackpot.meter.meter import BonusPrize, JackpotError, Meter
from combin.jackpot.value import game_meter, jackpot_chances, table_meter
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.numbers import Pay
from combin.rules.resolved import Rules
from combin.rules.wagers import Prize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from combin.jackpot.meter.enclosure import Enclosure
    from combin.rules.tables import PayTable


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

    shown_by: ClassVar[str] = "combin.design.views:tables_view"

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
        usual = () if today is None else tuple(max(one, lowest) for one in usual_pays(today))
        usual = (today,) if terms.others_stay and today is not None else usual
        pays[line] = asked.get(line) or usual
    money = {line: prize for line, prize in entry.lines.items() if prize.odds is None}
    for line in asked:
        if line in money:
            raise RulesError(("pays", line), "pays a sum of money, which stays as it is")
    if not pays:
        raise RulesError(("wager",), f"{shown(wager)} has no line that pays odds to be searched")
    prizes = money | {line: Prize(odds=Pay(each[0])) for line, each in pays.items()}
    unpaid = tuple(line for line in entry.unpaid if line not in prizes)
    changed = {letter: structs.replace(entry, lines=prizes, unpaid=unpaid)}
    file = structs.replace(rules.file, pay_tables={**rules.file.pay_tables, wager: changed})
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
    """Refuse a search that would not end, before it begins."""
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


MOST_METERS = 5_000
"""The most meters that are searched: each takes some hundredths of a second."""


@dataclass(frozen=True)
class JackpotDesign:
    """A meter whose long-run return is the target.

    `pays` are its bonus prizes as the pay table writes them, `rate` the increment rate at the target edge,
    `lowest` and `highest` those at the ends of the window, None where no rate reaches an end.
    """

    meter: Meter
    pays: Mapping[str, Fraction]
    rate: Enclosure
    lowest: Enclosure | None
    highest: Enclosure | None


@dataclass(frozen=True, repr=False)
class JackpotDesigns(Answer):
    """The meters found, by seed and by bonus prizes.

    `combinations` is how many were tried, `unreachable` for how many of them no rate meets the target;
    `designs` are the first of the others, as many as were asked for.
    """

    shown_by: ClassVar[str] = "combin.design.views:meters_view"

    rules: Rules
    wager: str
    option: str
    terms: SearchTerms
    combinations: int
    unreachable: int
    designs: tuple[JackpotDesign, ...]

    def __iter__(self) -> Iterator[JackpotDesign]:
        return iter(self.designs)

    def __len__(self) -> int:
        return len(self.designs)

    def __getitem__(self, index: int) -> JackpotDesign:
        return self.designs[index]


def seed_list(text: str) -> tuple[Fraction, ...]:
    """Return the seeds of a list or a range with a step, ascending.

    >>> (
    ...     [int(seed) for seed in seed_list("10000..30000:10000")],
    ...     [int(seed) for seed in seed_list("5000,7500")],
    ... )
    ([10000, 20000, 30000], [5000, 7500])
    """
    seeds: set[int] = set()
    for part in text.replace("_", "").replace("$", "").split(","):
        found = re.fullmatch(r"\s*(\d{1,12})(?:\s*\.\.\s*(\d{1,12})\s*:\s*(\d{1,12}))?\s*", part, re.ASCII)
        if found is None:
            problem = f"{shown(text)} is no list of seeds; write 10000, 10000,20000 or 10000..75000:5000"
            raise RulesError(("seed",), problem)
        low, high, step = int(found[1]), int(found[2] or found[1]), int(found[3] or 1)
        if low > high or not step:
            raise RulesError(("seed",), f"{shown(part.strip())} holds no seed")
        if (high - low) // step >= MOST_METERS:
            raise RulesError(("seed",), f"{shown(text)} holds more than {MOST_METERS:,} seeds")
        seeds.update(range(low, high + 1, step))
    return tuple(map(Fraction, sorted(seeds)))


def design_jackpot(
    rules: Rules,
    terms: SearchTerms,
    *,
    wager: str | None = None,
    option: str | None = None,
    seeds: str | None = None,
    digits: int = 10,
    progress: Callable[[int, int], object] | None = None,
) -> JackpotDesigns:
    """Return the increment rates at which a jackpot wager has the target edge in the long run.

    Args:
        rules: the game.
        terms: the window of edges, the pays of bonus prizes (the others stay), and how many to list.
        wager: the id of the jackpot wager; by default the one whose meter is published.
        option: which pay table with its seeds; the first by default.
        seeds: a list of seeds, as `seed_list` reads it; by default those that are published, if any are.
        digits: digits of the rates that are certain.
        progress: is told how many meters of how many are done.

    Raises:
        RulesError: no such line, or terms that do not go with a jackpot.
        JackpotError: no such option, no seeds that are published or given, or no rate meets the target for
            any seed and prizes.
    """
    wager = jackpot_wager(rules, wager)
    options = meter_options(rules, wager)
    letter = letter_of(rules, next(iter(options), None) if option is None else option, wager)
    names = [name for name, one in options.items() if letter == one.pay_table]
    option = option if option in names or not names else names[0]
    published = [Fraction(one.seed) for one in options[option].meters] if option in options else []
    if not (seeds or published):
        raise JackpotError(f"{rules.file.id} states no seed for pay table {letter} of {wager}; give seeds")
    chosen = seed_list(seeds) if seeds else tuple(published)
    table = rules.tables[wager][letter]
    odds = {line.line.text: line.probability for line in jackpot_chances(rules, table).lines()}
    if option in options:
        of_seed = partial(game_meter, rules, option, increment="1%", probabilities=odds, wager=wager)
    else:
        of_seed = partial(table_meter, rules, wager, letter, increment="1%", probabilities=odds)
    meters = [of_seed(seed=seed) for seed in chosen]
    prizes = list(_prizes(table, meters[0], terms))
    if not prizes:
        problem = "no choice of these pays gives a better hand as much as a worse one (--any-order takes any)"
        raise RulesError(("pays",), problem)
    combinations = len(chosen) * len(prizes)
    if combinations > MOST_METERS:
        raise RulesError(
            ("pays",), f"{combinations:,} meters are more than {MOST_METERS:,}; take steps, as in 60..100:10"
        )
    found: list[JackpotDesign] = []
    unreachable, why = 0, ""
    for own, pays in product(meters, prizes):
        if len(found) == terms.limit:
            break
        meter = replace(own, bonuses=tuple(_bonus(table, one, pays) for one in own.bonuses))
        try:
            rate = increment_for(meter, 1 - terms.aim, digits)
        except JackpotError as error:
            unreachable, why = unreachable + 1, why or str(error)
        else:
            ends = [_rate(meter, 1 - edge, digits) for edge in (terms.edge.high, terms.edge.low)]
            found.append(JackpotDesign(meter.with_increment(rate.middle), pays, rate, *ends))
        if progress:
            progress(len(found) + unreachable, min(combinations, terms.limit + unreachable))
    if not found:
        raise JackpotError(f"for none of {combinations:,} meters: {why}" if combinations > 1 else why)
    return JackpotDesigns(rules, wager, option or letter, terms, combinations, unreachable, tuple(found))


def _prizes(table: PayTable, meter: Meter, terms: SearchTerms) -> Iterator[dict[str, Fraction]]:
    """Yield every choice of the bonus prizes in which a better one pays at least as much."""
    asked = {line: pay_list(line, text) for line, text in (terms.pays or {}).items()}
    names = [one.name for one in meter.bonuses]
    for line in asked:
        if line not in names:
            raise RulesError(("pays", line), f"no prize of fixed pay; {nearest(line, tuple(names))}")
    today = {
        line.text: Fraction(pay)
        for line in table.lines
        for pay in (line.prize.money, line.prize.odds)
        if pay is not None
    }
    choices = [asked.get(name, (today[name],)) for name in names]
    if prod(map(len, choices)) > MOST_PAYS**2:
        raise RulesError(("pays",), "too many choices of prizes; take steps, as in 60..100:10")
    rank = ranks(table)
    best_first = sorted(range(len(names)), key=lambda index: rank[names[index]])
    for pays in product(*choices):
        in_order = [pays[index] for index in best_first]
        if not terms.ordered or in_order == sorted(in_order, reverse=True):
            yield dict(zip(names, pays, strict=True))


def _bonus(table: PayTable, bonus: BonusPrize, pays: Mapping[str, Fraction]) -> BonusPrize:
    """Return a bonus prize with another pay; a meter counts all that is handed over, "for 1"."""
    line = next(line for line in table.lines if line.text == bonus.name)
    if line.prize.odds is None:
        return BonusPrize(bonus.name, bonus.probability, pays[bonus.name] / table.stake)
    return BonusPrize(bonus.name, bonus.probability, pays[bonus.name] + (0 if table.for_one else 1))


def _rate(meter: Meter, target: Fraction, digits: int) -> Enclosure | None:
    try:
        return increment_for(meter, target, digits)
    except JackpotError:
        return None


def ask_designs(
    rules: Rules,
    terms: SearchTerms,
    wager: str,
    *,
    option: str | None,
    seeds: str | None,
    digits: int,
    progress: Callable[[int, int], object] | None,
    tables: Mapping[str, str],
) -> DesignAnswer | JackpotDesigns:
    """The pay tables of a wager, or the meters of a jackpot, that meet some terms."""
    if wager in rules.jackpots:
        given = {
            "hit": terms.hit is not None,
            "pareto": terms.pareto,
            "sort": terms.order is not Order.EDGE,
            "table": bool(tables),
        }
        refuse(given, ALONE)
        return design_jackpot(
            rules, terms, wager=wager, option=option, seeds=seeds, digits=digits, progress=progress
        )
    refuse({"option": option is not None, "seed": seeds is not None}, "goes with a jackpot")
    return ask_design(rules, wager, terms, tables, progress)


ALONE = "does not go with a jackpot, whose meters are listed by seed and prizes"
"""Why terms of pay tables are refused for a jackpot."""


def refuse(given: Mapping[str, bool], why: str) -> None:
    """Refuse terms that would be ignored."""
    for term, is_given in given.items():
        if is_given:
            raise RulesError((term,), why)
