"""Pay tables found by trying every one, in Fractions: the slow twin of the search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from combin.design.pays import roughness
from combin.exact.distribution import Distribution


@dataclass(frozen=True)
class Tried:
    """A pay table with its exact figures."""

    pays: tuple[Fraction, ...]
    edge: Fraction
    hit: Fraction
    variance: Fraction

    @classmethod
    def of(cls, pays: tuple[Fraction, ...], distribution: Distribution) -> Tried:
        return cls(pays, distribution.house_edge, distribution.hit_frequency, distribution.variance)


def tables(
    counts: Mapping[str, int], total: int, pays: Mapping[str, Sequence[Fraction]], stake: int = 0
) -> Iterator[Tried]:
    """Yield every table of a side bet; `stake` is 1 where it pays for 1."""
    for chosen in product(*(pays[line] for line in counts)):
        nets: dict[Fraction, int] = {Fraction(-1): total - sum(counts.values())}
        for count, pay in zip(counts.values(), chosen, strict=True):
            nets[pay - stake] = nets.get(pay - stake, 0) + count
        yield Tried.of(chosen, Distribution.from_counts(nets, total))


def within(
    tried: Iterator[Tried], counts: Sequence[int], edge: tuple[Fraction, Fraction], *, ordered: bool = True
) -> list[Tried]:
    """Return the tables in a window of edges, a rarer hand paying at least as much."""
    rarest = sorted(range(len(counts)), key=lambda index: counts[index])
    found = []
    for one in tried:
        chain = [one.pays[index] for index in rarest]
        if (not ordered or chain == sorted(chain, reverse=True)) and edge[0] <= one.edge <= edge[1]:
            found.append(one)
    return found


def by_order(trieds: list[Tried], order: str, target: Fraction) -> list[Fraction]:
    """Return what the order measures of all tables, the best first."""
    measures = {
        "edge": lambda one: abs(one.edge - target),
        "low-edge": lambda one: one.edge,
        "high-edge": lambda one: -one.edge,
        "round": lambda one: Fraction(sum(map(roughness, one.pays))),
    }
    return sorted(map(measures[order], trieds))
