"""What people write of a search or a sweep: settings with their values, windows, lists of pays, orders."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Any

from combin.decimals import plain
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.load import changed, keys_of
from combin.rules.numbers import read_exact

MOST_VALUES = 10_000
"""The most values of one setting."""


_SPLIT = re.compile(r"""\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[^,"'\[{])+)\s*(?:,|$)""")


_RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})", re.ASCII)


def read_setting(text: str) -> tuple[str, tuple[object, ...]]:
    """Return the place and the values of a setting, as it is written on a command line.

    Values are TOML, several with commas between; words need no quotes, and `3..6` is all whole numbers
    from 3 to 6.

    >>> read_setting("dealer.qualifies=J high,Q high")
    ('dealer.qualifies', ('J high', 'Q high'))
    >>> read_setting('pay_tables.pair_plus.A."pair of aces"=2..4,"9/2"')
    ('pay_tables.pair_plus.A."pair of aces"', (2, 3, 4, '9/2'))
    >>> read_setting("decision.play=1,[1, 2]")
    ('decision.play', (1, [1, 2]))
    """
    parts = re.fullmatch(r"""((?:"[^"]*"|'[^']*'|[^="'])+)=(.*)""", text, re.DOTALL)
    place = parts[1].strip() if parts else ""
    if not parts or keys_of(place) is None:
        raise RulesError(("set",), f"{shown(text)} is not PLACE=VALUE,VALUE,...")
    values: list[object] = []
    rest = parts[2].strip()
    while rest:
        match = _SPLIT.match(rest)
        if match is None:
            raise RulesError(("set",), f"{shown(rest)} is no value (after {place}=)")
        values += _values(match[1].strip(), place)
        rest = rest[match.end() :].strip()
    if not values:
        raise RulesError(("set",), f"no value after {place}=")
    for index, value in enumerate(values):
        if value in values[:index]:
            raise RulesError(("set",), f"{setting_words(value)} stands twice after {place}=")
    return place, tuple(values)


def _values(text: str, place: str) -> Sequence[object]:
    if match := _RANGE.fullmatch(text):
        first, last = int(match[1]), int(match[2])
        if not first <= last < first + MOST_VALUES:
            problem = f"{text} is no range of at most {MOST_VALUES:,} values (after {place}=)"
            raise RulesError(("set",), problem)
        return range(first, last + 1)
    try:
        return [tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]]
    except (tomllib.TOMLDecodeError, ValueError):
        return [text]


def with_settings(raw: dict[str, Any], settings: Mapping[str, object]) -> dict[str, Any]:
    """Return the tables of a rule file with entries at dotted places replaced.

    What stands where the file has a list is a list of one; a rank alone as what the dealer qualifies with
    is the hands with that rank highest.
    """
    return changed(raw, {place: _fitting(raw, place, value) for place, value in settings.items()}, ())


def _fitting(raw: dict[str, Any], place: str, value: object) -> object:
    """Return a value in the form that its place needs."""
    keys = keys_of(place) or ()
    now: object = raw
    for key in keys:
        now = now.get(key) if isinstance(now, dict) else None
    if isinstance(value, Fraction):
        value = plain(value)
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(now, list) and not isinstance(value, list):
        return [value]
    ranks = str(raw.get("deck", {}).get("ranks", "")).split()
    if keys == ("dealer", "qualifies") and str(value).upper() in {*ranks, "10"}:
        return f"{value} high"
    return value


def setting_words(value: object) -> str:
    """Return a value as a table shows it.

    >>> setting_words("Q high"), setting_words([1, 2]), setting_words(True)
    ('Q high', '1, 2', 'true')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(setting_words, value))
    return shown(value)


MOST_PAYS = 10_000
"""The most pays that one line may be searched over."""


class Order(StrEnum):
    """By what the tables found are sorted, the best first."""

    EDGE = "edge"
    LOW_EDGE = "low-edge"
    HIGH_EDGE = "high-edge"
    VOLATILITY = "volatility"
    HIGH_VOLATILITY = "high-volatility"
    ROUND = "round"

    @property
    def words(self) -> str:
        """What comes first, to follow "by"."""
        return {
            Order.EDGE: "the edge closest to the target",
            Order.LOW_EDGE: "the lowest edge",
            Order.HIGH_EDGE: "the highest edge",
            Order.VOLATILITY: "the lowest standard deviation",
            Order.HIGH_VOLATILITY: "the highest standard deviation",
            Order.ROUND: "the roundest pays",
        }[self]


@dataclass(frozen=True, slots=True)
class Window:
    """Values from `low` to `high`, both included."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """The value half way between the limits."""
        return (self.low + self.high) / 2

    def __str__(self) -> str:
        low, high = (f"{plain(100 * one)}%" for one in (self.low, self.high))
        return low if low == high else f"{low} to {high}"


@dataclass(frozen=True)
class SearchTerms:
    """What is searched for.

    `pays` are lists of pays by line, as `pay_list` reads them; the other lines vary from half to twice what
    they pay today, or not at all (`others_stay`). `target` is the edge that the best table lies closest to,
    by default the middle of the window. With `pareto` the frontier of edge against standard deviation is
    kept in place of the best `limit` tables. Without `ordered`, a better hand may pay less.
    """

    edge: Window
    hit: Window | None = None
    pays: Mapping[str, str] | None = None
    others_stay: bool = False
    ordered: bool = True
    order: Order = Order.EDGE
    target: Fraction | None = None
    limit: int = 20
    pareto: bool = False

    def __post_init__(self) -> None:
        """Refuse a search that lists nothing."""
        if self.limit < 1:
            raise RulesError(("limit",), f"{self.limit} tables cannot be listed; it takes 1 at least")

    @property
    def aim(self) -> Fraction:
        """The house edge that the best table by edge lies closest to."""
        match self.order:
            case Order.LOW_EDGE:
                return self.edge.low
            case Order.HIGH_EDGE:
                return self.edge.high
        return self.edge.middle if self.target is None else self.target


def order(name: str) -> Order:
    """Return an order by its name."""
    if name not in set(Order):
        raise RulesError(("sort",), f"{shown(name)} is no order; {nearest(name, tuple(Order))}")
    return Order(name)


def percentage(name: str, text: str | Fraction) -> Fraction:
    """Return a share; in text it is a percentage, whether its sign is written or not.

    >>> percentage("edge", "2.5%"), percentage("edge", "2.5"), percentage("edge", Fraction(1, 40))
    (Fraction(1, 40), Fraction(1, 40), Fraction(1, 40))
    """
    if isinstance(text, Fraction):
        return text
    try:
        return read_exact(text.strip().removesuffix("%").strip()) / 100
    except ValueError:
        raise RulesError((name,), f"{shown(text)} is no percentage; write 2.5%") from None


def window(name: str, text: str | tuple[Fraction, Fraction]) -> Window:
    """Return a window of percentages.

    >>> str(window("edge", "2%..3%")), str(window("edge", "2.5%"))
    ('2% to 3%', '2.5%')
    """
    parts: Sequence[str | Fraction] = text.split("..") if isinstance(text, str) else text
    if len(parts) > 2 or not all(isinstance(one, Fraction) or one.strip(" .") for one in parts):
        raise RulesError((name,), f"{shown(text)} is no window; write 2%..3%")
    found = Window(percentage(name, parts[0]), percentage(name, parts[-1]))
    if found.low > found.high:
        low, high = (f"{plain(100 * one)}%" for one in (found.low, found.high))
        raise RulesError((name,), f"{low} is more than {high}; write the lower limit first: {high}..{low}")
    return found


def hit_window(text: str | tuple[Fraction, Fraction]) -> Window:
    """Return a window of hit frequencies; one percentage is the least."""
    found = window("hit", text)
    if isinstance(text, str) and ".." not in text:
        found = Window(found.low, max(Fraction(1), found.low))
    if found.low < 0 or found.high > 1:
        raise RulesError(("hit",), f"{found} is no hit frequency from 0% to 100%")
    return found


def pay_list(line: str, text: str) -> tuple[Fraction, ...]:
    """Return the pays of a line, ascending: one, a list, or a range with or without a step.

    >>> [int(pay) for pay in pay_list("flush", "3..5")], [int(pay) for pay in pay_list("flush", "30..50:10")]
    ([3, 4, 5], [30, 40, 50])
    >>> [int(pay) for pay in pay_list("flush", "4,6,10")]
    [4, 6, 10]
    """
    place = ("pays", line)
    pays: set[int] = set()
    for part in text.split(","):
        found = re.fullmatch(
            r"\s*([+-]?\d{1,9})(?:\s*\.\.\s*([+-]?\d{1,9})(?:\s*:\s*(\d{1,9}))?)?\s*", part, re.ASCII
        )
        if found is None:
            raise RulesError(
                place, f"{shown(text)} is no list of whole pays; write 4, 3..5, 30..50:5 or 4,6,10"
            )
        low, high, step = int(found[1]), int(found[2] or found[1]), int(found[3] or 1)
        if low < 0:
            raise RulesError(place, f"{low} is negative; a pay is 0 or more")
        if low > high:
            raise RulesError(place, f"{low} is more than {high}; write the lower pay first: {high}..{low}")
        if not step:
            raise RulesError(place, "a step of 0 leads nowhere")
        if (high - low) // step >= MOST_PAYS:
            raise RulesError(
                place, f"{shown(text)} holds more than {MOST_PAYS:,} pays; take a step, as in 0..90:5"
            )
        pays.update(range(low, high + 1, step))
    return tuple(map(Fraction, sorted(pays)))


def search_terms(
    edge: str | tuple[Fraction, Fraction],
    *,
    hit: str | tuple[Fraction, Fraction] | None,
    pays: Mapping[str, str] | None,
    others_stay: bool,
    ordered: bool,
    sort: str,
    target: str | Fraction | None,
    limit: int,
    pareto: bool,
) -> SearchTerms:
    """What a search asks for, read from the words of `Game.design`."""
    terms = SearchTerms(
        window("edge", edge),
        None if hit is None else hit_window(hit),
        pays,
        others_stay,
        ordered,
        order(sort),
        None if target is None else percentage("target", target),
        limit,
        pareto,
    )
    if terms.target is not None and terms.order is not Order.EDGE:
        raise RulesError(("target",), f"only tables sorted by edge come close to a target, not by {sort}")
    return terms


def usual_pays(shipped: Fraction) -> tuple[Fraction, ...]:
    """Return the whole pays from half to twice what a table pays today.

    >>> [int(pay) for pay in usual_pays(Fraction(4))], [int(pay) for pay in usual_pays(Fraction(1))]
    ([2, 3, 4, 5, 6, 7, 8], [1, 2])
    """
    low, high = ceil(shipped / 2), max(floor(2 * shipped), 1)
    return tuple(map(Fraction, range(low, min(high, low + MOST_PAYS - 1) + 1)))


def roughness(pay: Fraction) -> int:
    """Return how far a pay is from a round number: 0 for one digit with zeros behind it.

    Each further digit counts 2; a last digit of 5 counts 1 less.

    >>> [roughness(pay) for pay in (4, 40, 25, 33, 125, 333)]
    [0, 0, 1, 2, 3, 4]
    """
    digits = str(pay.numerator).rstrip("0")
    if pay.denominator > 1:
        return 2 * len(str(pay))
    further = 2 * max(len(digits) - 1, 0)
    return further - 1 if further and digits.endswith("5") else further
