"""Jackpots that meet a target return: the increment rate for every seed and every choice of bonus prizes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar

from combin.answers import Answer
from combin.design.search.lines import ranks
from combin.design.search.terms import MOST_PAYS, pay_list
from combin.jackpot.answer import jackpot_wager, letter_of, meter_options
from combin.jackpot.meter.meter import BonusPrize, JackpotError, Meter
from combin.jackpot.meter.rates import increment_for
from combin.jackpot.meter.rules import game_meter, table_meter
from combin.jackpot.value import jackpot_chances
from combin.rules.errors import RulesError, nearest, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from combin.design.search.terms import SearchTerms
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


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

    shown_by: ClassVar[str] = "combin.design.search.views:meters_view"

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

    Raises:
        RulesError: the text is neither.
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
