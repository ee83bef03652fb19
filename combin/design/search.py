"""A search for pay tables: the tables of a wager with a house edge in a window."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import ceil, floor, prod
from typing import ClassVar

from msgspec import Struct, structs

from combin.answers import Answer
from combin.design.pays import (
    MOST_RUNS,
    RUNS_A_SECOND,
    LinearForm,
    Search,
    SearchLimits,
    Window,
    bonus_form,
    candidates,
    ranks,
    runs,
    side_bet_form,
)
from combin.exact.analysis import choices
from combin.formatting import percent, plain, root_decimal
from combin.jackpot.answer import game_meter, jackpot_wager, letter_of, meter_options
from combin.jackpot.enclosure import Enclosure
from combin.jackpot.law import increment_for
from combin.jackpot.meter import BonusPrize, JackpotError, Meter
from combin.progress import progress
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.numbers import Pay, read_exact
from combin.rules.resolved import Rules
from combin.rules.tables import PayTable
from combin.rules.wagers import Prize

MOST_PAYS = 10_000
"""The most pays that one line may be searched over."""

MOST_METERS = 5_000
"""The most meters that are searched: each takes some hundredths of a second."""


class Order(StrEnum):
    """The order of the tables, the best first."""

    EDGE = "edge"
    LOW_EDGE = "low-edge"
    HIGH_EDGE = "high-edge"
    ROUND = "round"

    @property
    def words(self) -> str:
        """The first table of the order, in words."""
        words = {Order.EDGE: "the edge closest to the target", Order.ROUND: "the roundest pays"}
        return words.get(self, f"the {self.value.replace('-', 'est ')}")


class SearchTerms(Struct, frozen=True):
    """The terms of a search.

    `pays` are lists of pays by line, as `pay_list` reads them; other lines vary from half to twice their
    pay, or stay as they are (`others_stay`). `target` is by default the middle of the window. Without
    `ordered`, a better hand may pay less.
    """

    edge: Window
    hit: Window | None = None
    pays: Mapping[str, str] | None = None
    others_stay: bool = False
    ordered: bool = True
    order: Order = Order.EDGE
    target: Fraction | None = None
    limit: int = 20

    def __post_init__(self) -> None:
        if self.limit < 1:
            raise RulesError(("limit",), f"{self.limit} tables cannot be listed; it takes 1 at least")

    @property
    def aim(self) -> Fraction:
        """The target house edge."""
        middle = self.edge.middle if self.target is None else self.target
        return {Order.LOW_EDGE: self.edge.low, Order.HIGH_EDGE: self.edge.high}.get(self.order, middle)

    @property
    def asked_pays(self) -> dict[str, tuple[Fraction, ...]]:
        """The given pays of each line, ascending."""
        return {line: pay_list(line, text) for line, text in (self.pays or {}).items()}


def percentage(name: str, text: str | Fraction) -> Fraction:
    """A share; in text it is a percentage, whether its sign is written or not.

    >>> percentage("edge", "2.5%"), percentage("edge", "2.5"), percentage("edge", Fraction(1, 40))
    (Fraction(1, 40), Fraction(1, 40), Fraction(1, 40))
    """
    if isinstance(text, Fraction):
        return text
    try:
        return read_exact(text.strip().removesuffix("%").strip()) / 100
    except ValueError:
        raise RulesError((name,), f"{shown(text)} is not a percentage; write 2.5%") from None


def window(name: str, text: str | tuple[Fraction, Fraction]) -> Window:
    """A window of percentages.

    >>> str(window("edge", "2%..3%")), str(window("edge", "2.5%"))
    ('2% to 3%', '2.5%')
    """
    parts: Sequence[str | Fraction] = text.split("..") if isinstance(text, str) else text
    if len(parts) > 2 or not all(isinstance(end, Fraction) or end.strip(" .") for end in parts):
        raise RulesError((name,), f"{shown(text)} is not a window; write 2%..3%")
    ends = Window(percentage(name, parts[0]), percentage(name, parts[-1]))
    if ends.low > ends.high:
        low, high = (f"{plain(100 * end)}%" for end in (ends.low, ends.high))
        raise RulesError((name,), f"{low} is more than {high}; write the lower limit first: {high}..{low}")
    return ends


def hit_window(text: str | tuple[Fraction, Fraction]) -> Window:
    """A window of hit frequencies; one percentage is the least."""
    ends = window("hit", text)
    if isinstance(text, str) and ".." not in text:
        ends = Window(ends.low, max(Fraction(1), ends.low))
    if ends.low < 0 or ends.high > 1:
        raise RulesError(("hit",), f"{ends} is not a hit frequency from 0% to 100%")
    return ends


def pay_list(line: str, text: str) -> tuple[Fraction, ...]:
    """The pays of a line, ascending: one, a list, or a range with or without a step.

    >>> [int(pay) for pay in pay_list("flush", "3..5")], [int(pay) for pay in pay_list("flush", "30..50:10")]
    ([3, 4, 5], [30, 40, 50])
    >>> [int(pay) for pay in pay_list("flush", "4,6,10")]
    [4, 6, 10]
    """
    return _whole_numbers(("pays", line), text, "pay", "4, 3..5, 30..50:5 or 4,6,10", MOST_PAYS)


def _whole_numbers(
    place: tuple[str, ...], text: str, noun: str, examples: str, most: int
) -> tuple[Fraction, ...]:
    """Whole numbers of a list or of ranges with or without a step, ascending."""
    numbers: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(
            r"\s*([+-]?\d{1,12})(?:\s*\.\.\s*([+-]?\d{1,12})(?:\s*:\s*(\d{1,12}))?)?\s*", part, re.ASCII
        )
        if match is None:
            raise RulesError(place, f"{shown(text)} is not a list of whole {noun}s; write {examples}")
        low, high, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
        if low < 0:
            raise RulesError(place, f"{low} is negative; a {noun} is 0 or more")
        if low > high:
            raise RulesError(place, f"{low} is more than {high}; write the lower {noun} first: {high}..{low}")
        if not step:
            raise RulesError(place, "a step must be 1 or more")
        if (high - low) // step >= most:
            too_many = f"{shown(text)} has more than {most:,} {noun}s"
            raise RulesError(place, f"{too_many}; take a step, as in 0..90:5")
        numbers.update(range(low, high + 1, step))
    return tuple(map(Fraction, sorted(numbers)))


def usual_pays(shipped: Fraction) -> tuple[Fraction, ...]:
    """The whole pays from half to twice what a table pays today.

    >>> [int(pay) for pay in usual_pays(Fraction(4))], [int(pay) for pay in usual_pays(Fraction(1))]
    ([2, 3, 4, 5, 6, 7, 8], [1, 2])
    """
    low, high = ceil(shipped / 2), max(floor(2 * shipped), 1)
    return tuple(map(Fraction, range(low, min(high, low + MOST_PAYS - 1) + 1)))


class Design(Struct, frozen=True):
    """A pay table of a search: the pay of each line, the best first, and its exact figures."""

    pays: Mapping[str, Fraction]
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction

    @classmethod
    def of(cls, form: LinearForm, choice: Sequence[int]) -> Design:
        """The table of a choice of pays, by the index of each line's pay from the worst to the best."""
        lines = list(zip(form.lines, choice[::-1], strict=True))
        sums = [form.rest, *(line.sums[index] for line, index in lines)]
        gain, square = sum(part.gain for part in sums), sum(part.square for part in sums)
        return cls(
            {line.text: line.pays[index] for line, index in lines},
            form.house_edge(gain),
            Fraction(sum(part.hit for part in sums), form.total),
            form.variance(gain, square),
        )

    def standard_deviation(self, digits: int) -> str:
        """The root of the variance, rounded half up from its exact radicand."""
        return root_decimal(self.variance, digits)

    def __str__(self) -> str:
        return ", ".join(f"{line} {plain(pay)}" for line, pay in self.pays.items())


@dataclass(frozen=True, repr=False)
class DesignAnswer(Answer):
    """The tables of a search: their number, the best of them, and the pays searched.

    `shipped` is the pay of each line in the initial table, None for a new line. Sums of money stay as
    they are, at the first stake.
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
        """The number of tables searched."""
        return candidates(self.form)


def ask_design(
    rules: Rules, wager: str, terms: SearchTerms, letters: Mapping[str, str] | None = None
) -> DesignAnswer:
    """The pay tables of a side bet or a bonus with a house edge in the window.

    The house edge of a bonus is that of the wager it is paid on, under the optimal strategy with it.
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
    limits, roundest = SearchLimits.of(form, terms.edge, terms.hit), terms.order is Order.ROUND
    search = Search(form, limits, target=form.gain(terms.aim), most=terms.limit, roundest=roundest)
    matching = search.run()
    if not matching:
        raise RulesError(("edge",), _nothing(form, limits, terms))
    designs = tuple(Design.of(form, choice) for choice in search.best())
    return DesignAnswer(changed, wager, chosen, terms, form, shipped, matching, designs)


def _searched(
    rules: Rules, wager: str, letter: str, terms: SearchTerms
) -> tuple[Rules, dict[str, Fraction | None], dict[str, tuple[Fraction, ...]]]:
    """The game with the lines searched, their pays in the initial table, and their possible pays."""
    asked, entry = terms.asked_pays, rules.file.pay_tables[wager][letter]
    lines = {line: prize.odds for line, prize in entry.lines.items() if prize.odds is not None}
    new = (line for line in asked if line not in lines)
    shipped = {line: Fraction(pay) for line, pay in lines.items()} | dict.fromkeys(new)
    lowest, pays = Fraction(1 if rules.tables[wager][letter].for_one else 0), {}
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


def _refuse_endless(form: LinearForm) -> None:
    """Refuse a search that would not end, before it begins."""
    steps = runs(form)
    if steps <= MOST_RUNS:
        return
    seconds = steps // RUNS_A_SECOND
    units = {"years": 31_557_600, "days": 86_400, "hours": 3_600, "minutes": 60}
    unit, size = next((unit, size) for unit, size in units.items() if seconds >= 2 * size)
    widest = sorted(form.lines[1:], key=lambda line: -len(line.pays))[:2]
    widest_lines = " and ".join(f"{shown(line.text)} ({len(line.pays):,} pays)" for line in widest)
    line = widest[0]
    low, high = (plain(line.pays[end]) for end in (0, -1))
    step = max((int(line.pays[-1]) - int(line.pays[0])) // 4, 1)
    raise RulesError(
        ("pays",),
        f"{candidates(form):,} choices of pays would take about {seconds // size:,} {unit}; give fewer pays "
        f"for {widest_lines}, as in {shown(f'{line.text}={low}..{high}:{step}')}, or keep the pays of other "
        "lines",
    )


def _nothing(form: LinearForm, window: SearchLimits, terms: SearchTerms) -> str:
    """The refusal of a window without a table, with the nearest tables on either side."""
    every = SearchLimits.of(form, None, terms.hit)
    nearest_tables = []
    # A gain above the window is an edge below it.
    for limits, target in (
        (structs.replace(every, low=window.high + 1), window.high),
        (structs.replace(every, high=window.low - 1), window.low),
    ):
        search = Search(form, limits, target=Fraction(target), most=1)
        search.run()
        nearest_tables += [Design.of(form, choice) for choice in search.best()]
    if not nearest_tables:
        ends = [sum((line.sums[end].hit for line in form.lines), form.rest.hit) for end in (0, -1)]
        low, high = (percent(Fraction(hits, form.total), 4) for hits in ends)
        problem = f"no table in the ranges of pays has a hit frequency of {terms.hit}"
        return f"{problem}; all lie from {low} to {high}"
    hit = f" with a hit frequency of {terms.hit}" if terms.hit else ""
    pays = ("-".join(map(plain, table.pays.values())) for table in nearest_tables)
    edges = (percent(table.house_edge, 4) for table in nearest_tables)
    tables = " and ".join(f"{edge} ({own})" for edge, own in zip(edges, pays, strict=True))
    nearest_are = "nearest are" if len(nearest_tables) > 1 else "nearest is"
    return f"no table in the ranges of pays{hit} has a house edge of {terms.edge}; the {nearest_are} {tables}"


class JackpotDesign(Struct, frozen=True):
    """A meter whose long-run return is the target.

    `pays` are its fixed prizes in terms of the pay table, `rate` the increment rate at the target edge,
    `lowest` and `highest` the rates at the ends of the window, None if no rate reaches an end.
    """

    meter: Meter
    pays: Mapping[str, Fraction]
    rate: Enclosure
    lowest: Enclosure | None
    highest: Enclosure | None


@dataclass(frozen=True, repr=False)
class JackpotDesigns(Answer):
    """The meters of a search, by seed and by fixed prizes.

    `combinations` is the number tried, `unreachable` the number for which no rate meets the target,
    `designs` the first of the others.
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


def design_jackpot(
    rules: Rules,
    terms: SearchTerms,
    *,
    wager: str | None = None,
    option: str | None = None,
    seeds: str | None = None,
    digits: int = 10,
) -> JackpotDesigns:
    """The increment rates at which a jackpot wager has the target edge in the long run."""
    wager = jackpot_wager(rules, wager)
    options = meter_options(rules, wager)
    letter = letter_of(rules, next(iter(options), None) if option is None else option, wager)
    names = [name for name, one in options.items() if letter == one.pay_table]
    option = option if option in names or not names else names[0]
    published = [Fraction(one.seed) for one in options[option].meters] if option in options else []
    if not (seeds or published):
        raise JackpotError(f"{rules.file.id} states no seed for pay table {letter} of {wager}; give seeds")
    text, examples = re.sub("[_$]", "", seeds or ""), "10000, 10000,20000 or 10000..75000:5000"
    chosen = _whole_numbers(("seed",), text, "seed", examples, MOST_METERS) if seeds else tuple(published)
    table, of = rules.tables[wager][letter], option if option in options else letter
    meters = [game_meter(rules, of, seed, increment="1%", wager=wager) for seed in chosen]
    prizes = list(_prizes(table, meters[0], terms))
    if not prizes:
        raise RulesError(("pays",), "no choice of these pays gives a better hand as much as a worse one")
    if (combinations := len(chosen) * len(prizes)) > MOST_METERS:
        too_many = f"{combinations:,} meters are more than {MOST_METERS:,}"
        raise RulesError(("pays",), f"{too_many}; take steps, as in 60..100:10")
    found, unreachable, why = list[JackpotDesign](), 0, ""
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
        progress(len(found) + unreachable, min(combinations, terms.limit + unreachable))
    if not found:
        raise JackpotError(f"for none of {combinations:,} meters: {why}" if combinations > 1 else why)
    return JackpotDesigns(rules, wager, option or letter, terms, combinations, unreachable, tuple(found))


def _prizes(table: PayTable, meter: Meter, terms: SearchTerms) -> Iterator[dict[str, Fraction]]:
    """Yield every choice of the fixed prizes in which a better hand pays at least as much."""
    asked = terms.asked_pays
    names = [one.name for one in meter.bonuses]
    for line in asked:
        if line not in names:
            raise RulesError(("pays", line), f"not a fixed prize; {nearest(line, tuple(names))}")
    pays_of = ((line.text, pay) for line in table.lines for pay in (line.prize.money, line.prize.odds))
    today = {text: Fraction(pay) for text, pay in pays_of if pay is not None}
    choices = [asked.get(name, (today[name],)) for name in names]
    if prod(map(len, choices)) > MOST_PAYS**2:
        raise RulesError(("pays",), "too many choices of prizes; take steps, as in 60..100:10")
    best_first = sorted(names, key=ranks(table).__getitem__)
    for pays in (dict(zip(names, each, strict=True)) for each in product(*choices)):
        in_order = [pays[name] for name in best_first]
        if not terms.ordered or in_order == sorted(in_order, reverse=True):
            yield pays


def _bonus(table: PayTable, bonus: BonusPrize, pays: Mapping[str, Fraction]) -> BonusPrize:
    """A fixed prize with another pay; a meter counts the whole payment, "for 1"."""
    line, pay = next(line for line in table.lines if line.text == bonus.name), pays[bonus.name]
    paid = pay / table.stake if line.prize.odds is None else pay + (0 if table.for_one else 1)
    return BonusPrize(bonus.name, bonus.probability, paid)


def _rate(meter: Meter, target: Fraction, digits: int) -> Enclosure | None:
    try:
        return increment_for(meter, target, digits)
    except JackpotError:
        return None


def ask_designs(
    rules: Rules,
    edge: str | tuple[Fraction, Fraction],
    wager: str,
    *,
    hit: str | tuple[Fraction, Fraction] | None,
    pays: Mapping[str, str] | None,
    others_stay: bool,
    ordered: bool,
    sort: str,
    target: str | Fraction | None,
    limit: int,
    option: str | None,
    seeds: str | None,
    digits: int,
    tables: Mapping[str, str],
) -> DesignAnswer | JackpotDesigns:
    """The pay tables of a wager, or the meters of a jackpot, that meet the terms of `Game.design`."""
    if sort not in set(Order):
        raise RulesError(("sort",), f"{shown(sort)} is not an order; {nearest(sort, tuple(Order))}")
    terms = SearchTerms(
        window("edge", edge),
        None if hit is None else hit_window(hit),
        pays,
        others_stay,
        ordered,
        Order(sort),
        None if target is None else percentage("target", target),
        limit,
    )
    if terms.target is not None and terms.order is not Order.EDGE:
        raise RulesError(("target",), f"a target goes with the order edge, not with {sort}")
    if wager in rules.jackpots:
        of_tables = {"hit": hit is not None, "sort": sort != Order.EDGE, "table": bool(tables)}
        _refuse(of_tables, "does not go with a jackpot, whose meters are listed by seed and prizes")
        return design_jackpot(rules, terms, wager=wager, option=option, seeds=seeds, digits=digits)
    _refuse({"option": option is not None, "seed": seeds is not None}, "goes with a jackpot")
    return ask_design(rules, wager, terms, tables)


def _refuse(given: Mapping[str, bool], why: str) -> None:
    """Refuse terms that would have no effect."""
    for term, is_given in given.items():
        if is_given:
            raise RulesError((term,), why)
