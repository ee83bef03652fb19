"""Hands that differ only by which suit is which, counted by Burnside's lemma."""

from __future__ import annotations

from math import factorial, prod
from typing import TYPE_CHECKING

import sympy as sp
from sympy.functions.combinatorial.numbers import stirling
from sympy.utilities.iterables import partitions

from combin.proof.closed.counts import RANKS, Expression, choose, polynomial

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def suit_classes(suits: int, cards: int = 3) -> Expression:
    """Return how many suit classes hands have, as a polynomial in the number of ranks n.

    Burnside's lemma: classes are as many as the hands that a permutation of the suits leaves as they are, on
    average over all s! permutations. Those of one cycle type leave the same number.

    >>> suit_classes(4)
    5*n**3/6 - n**2/2 + 2*n/3
    >>> suit_classes(4).subs(RANKS, 13), suit_classes(4, 5).subs(RANKS, 13)
    (1755, 134459)

    The slow equivalent gathers the hands that some permutation turns into one another.
    """
    total = sp.Integer(0)
    for cycles in _cycle_types(suits):
        permutations = factorial(suits) // prod(
            length**number * factorial(number) for length, number in cycles.items()
        )
        total += permutations * fixed_hands(cycles, cards)
    return polynomial(total / factorial(suits))


def fixed_hands(cycles: Mapping[int, Expression | int], cards: int) -> Expression:
    """Return how many hands a permutation of the suits leaves as they are, by its cycles.

    `cycles` gives for each length how many cycles there are. The permutation moves the cards of one rank in
    cycles of the same lengths, so there are n times as many; a hand that stays is a union of such cycles.
    """
    terms = (
        sp.prod([choose(RANKS * cycles[length], number) for length, number in chosen.items()])
        for chosen in _cycle_types(cards)
        if chosen.keys() <= cycles.keys()
    )
    return sum(terms, sp.Integer(0))


def suit_classes_of_many_suits(cards: int) -> Expression:
    """Return the polynomial that `suit_classes` is for any number of suits s >= `cards`.

    The mean of the product of falling factorials of the numbers of cycles c1, c2, ... is that of the factors
    (1 / length)^power, as long as s suits have room for all of those cycles: so many disjoint cycles can be
    named in s! / ((s - room)! x the product of length^power) ways, and each is one of (s - room)!
    permutations. A number to a power is a sum of falling factorials with Stirling's numbers.

    >>> suit_classes_of_many_suits(3) == suit_classes(4)
    True
    """
    counts = {length: sp.Symbol(f"c{length}") for length in range(1, cards + 1)}
    mean = sp.Poly(polynomial(fixed_hands(counts, cards)), *counts.values())
    total = sp.Integer(0)
    for powers, coefficient in mean.terms():
        total += coefficient * sp.prod(
            [_mean_power(length, power) for length, power in zip(counts, powers, strict=True)]
        )
    return sp.expand(total)


def _mean_power(length: int, power: int) -> Expression:
    """Return the mean of the number of cycles of a length, to a power, where there is room for them."""
    return sum(
        (stirling(power, falling) * sp.Rational(1, length) ** falling for falling in range(power + 1)),
        sp.Integer(0),
    )


def _cycle_types(number: int) -> Iterator[dict[int, int]]:
    """Yield every way to write a number as a sum, as part and how often it is there."""
    for one in partitions(number):
        yield dict(one)
