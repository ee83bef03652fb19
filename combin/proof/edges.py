"""Side bets and bonuses as linear forms in what their lines pay, the coefficients out of closed counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from operator import mul
from typing import TYPE_CHECKING, Any

import sympy as sp

from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardCategory, SixCardRoyal
from combin.proof import counts as closed_counts
from combin.proof.counts import RANKS, SUITS, Count, Expression, LinearForm, Product, Term, choose, product

if TYPE_CHECKING:  # closed forms load nothing of the engine
    from combin.rules.resolved import Rules

n, s = RANKS, SUITS
Pattern = tuple[int, ...]
"""How often each rank of a hand is there, most often first: (2, 1, 1, 1) is a pair among five cards."""
_SIZES = (5, 6, 7)
_SEQUENCES = {5: closed_counts.FIVES, 6: closed_counts.SIXES, 7: closed_counts.SEVENS}
_WORDS = {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times"}


def best_five_counts(cards: int) -> dict[FiveCardCategory, Count]:
    """Return the formula of each category for hands judged by their best five cards, high to low.

    Fewer than five ranks in a hand leave no room for straights and flushes, so the pattern of ranks decides.
    With five or more of them, of up to nine cards, only one suit can have five: hands are counted by what
    that suit holds, and the others by their ranks, with the suits that make no flush.

    >>> six = best_five_counts(6)
    >>> print(six[FiveCardCategory.ROYAL_FLUSH].text)
    a * s * (n*s - 5)
    >>> sequences = {closed_counts.FIVES: 10, closed_counts.SIXES: 71}
    >>> six[FiveCardCategory.FLUSH].value({RANKS: 13, SUITS: 4} | sequences)
    205792
    """
    if cards not in _SIZES:
        raise ValueError(f"formulas for the best five of {cards} cards")
    found: dict[FiveCardCategory, list[Product]] = {category: [] for category in FiveCardCategory}
    for pattern in _patterns(cards):
        of_ranks = found[_by_ranks(pattern)]
        if len(pattern) < 5:
            suits = sp.prod([choose(s, times) for times in pattern])
            which = (_ranks(pattern), f"ranks: {_in_words(pattern)}")
            of_ranks.append(product(which, (suits, "their suits")))
            continue
        ranks = len(pattern)
        # In how many ways the repetitions fall on the ranks.
        places = factorial(ranks) // prod(map(factorial, Counter(pattern).values()))
        with_sequence = _SEQUENCES[ranks]
        repeated = [(places, "which of them are repeated")] if places > 1 else []
        suits = (_no_flush(pattern), "suits without a flush")
        without = (choose(n, ranks) - with_sequence, f"{ranks} ranks without a sequence of five")
        of_ranks.append(product(without, *repeated, suits))
        within = (with_sequence, f"{ranks} ranks with a sequence of five")
        found[FiveCardCategory.STRAIGHT].append(product(within, *repeated, suits))
    _add_flushes(found, cards)
    return {category: Count(tuple(cases)) for category, cases in found.items()}


def _patterns(cards: int, most: int | None = None) -> Iterator[Pattern]:
    """Yield every way to write a number of cards as a sum, the parts not rising."""
    if not cards:
        yield ()
    for part in range(min(cards, most or cards), 0, -1):
        for rest in _patterns(cards - part, part):
            yield (part, *rest)


def _by_ranks(pattern: Pattern) -> FiveCardCategory:
    """Return the best category that the ranks alone give."""
    first, second = (*pattern, 0)[:2]
    if first >= 5:
        return FiveCardCategory.FIVE_OF_A_KIND
    if first == 4:
        return FiveCardCategory.FOUR_OF_A_KIND
    if first == 3:
        return FiveCardCategory.FULL_HOUSE if second >= 2 else FiveCardCategory.THREE_OF_A_KIND
    if first == 2:
        return FiveCardCategory.TWO_PAIR if second == 2 else FiveCardCategory.PAIR
    return FiveCardCategory.HIGH_CARD


def _ranks(pattern: Pattern) -> Expression:
    """Return in how many ways the ranks of a pattern are chosen."""
    left, ways = n, sp.Integer(1)
    for times in Counter(pattern).values():
        ways *= choose(left, times)
        left -= times
    return ways


def _in_words(pattern: Pattern) -> str:
    return ", ".join(
        f"{number} {_WORDS.get(times, f'{times} times')}" for times, number in Counter(pattern).items()
    )


def _no_flush(pattern: Pattern) -> Expression:
    """Return in how many ways the suits of given ranks leave each suit with fewer than five of them.

    Of a rank that is there m times, C(s - 1, m - 1) choices of suits hold a given one and C(s - 1, m) do not.
    """
    holding = sp.Symbol("holding")
    ways = [choose(s - 1, m - 1) * holding + choose(s - 1, m) for m in pattern]
    by_number = sp.Poly(sp.prod(ways), holding)
    flush = sum(by_number.coeff_monomial(holding**number) for number in range(5, len(pattern) + 1))
    return sp.prod([choose(s, m) for m in pattern]) - closed_counts.polynomial(s * flush)


def _add_flushes(counts: dict[FiveCardCategory, list[Product]], cards: int) -> None:
    """Add the hands with five or more cards of one suit, by how many those are."""
    for number in range(5, cards + 1):
        with_sequence = _SEQUENCES[number]
        suit, others = (s, "the suit"), (choose(n * (s - 1), cards - number), "cards of other suits")
        within = (with_sequence, f"{number} ranks of it with a sequence of five")
        without = (choose(n, number) - with_sequence, f"{number} ranks of it without a sequence")
        counts[FiveCardCategory.STRAIGHT_FLUSH].append(product(within, suit, others))
        counts[FiveCardCategory.FLUSH].append(product(without, suit, others))
    royal = (
        (closed_counts.ACE, "the highest five ranks, if an ace ends them"),
        (s, "the suit"),
        (choose(n * s - 5, cards - 5), "other cards"),
    )
    counts[FiveCardCategory.ROYAL_FLUSH].append(product(*royal))
    counts[FiveCardCategory.STRAIGHT_FLUSH].append(product(*royal, sign=-1))


@dataclass(frozen=True)
class TableCounts:
    """How many of `total` deals each line of a pay table takes, as formulas and numbers, in the file's order.

    `hands` names them: three cards, a number of cards, or both hands.
    """

    lines: dict[str, Count]
    numbers: dict[str, int]
    total: int
    total_formula: Expression
    hands: str

    def probability(self, line: str) -> Fraction:
        """Return the probability of a line."""
        return Fraction(self.numbers[line], self.total)


def table_counts(rules: Rules, wager: str, letter: str) -> TableCounts:
    """Return how often each line of a pay table is paid.

    Of lines one inside the other the finer one is paid, so it is taken away from the wider one.

    >>> from combin.rules.load import load_rules
    >>> found = table_counts(load_rules("resorts-world-sentosa"), "jackpot", "A")
    >>> [count.text for count in found.lines.values()][:3], list(found.numbers.values())
    (['1', 's - 1', 'r3 * s - s'], [1, 3, 44, 52, 720])
    """
    table, more, ranking = rules.tables[wager][letter], rules.bets[wager].more_cards, rules.ranking
    named = [hands for hands, _ in table.sets]
    if more:
        cards = rules.file.deal.player + more
        found, hands, total = _of_five(named, cards), f"{cards} cards", closed_counts.all_hands(cards)
    elif isinstance(named[0], ColourLine):
        found = _without_finer(named, closed_counts.colour_counts(rules.deck).__getitem__)
        hands, total = "both hands", closed_counts.deals()
    else:
        found = _without_finer(
            named, lambda hands: closed_counts.number_of(closed_counts.hands_in(hands, ranking), ranking)
        )
        hands, total = "three cards", closed_counts.all_hands(3)
    counts = {line.text: found[line.hands] for line in table.lines}
    lines = {text: counts[text] for text in rules.file.pay_tables[wager][letter].lines}
    numbers = closed_counts.deck_numbers(rules.deck, ranking.ace_low)
    values = {text: count.value(numbers) for text, count in lines.items()}
    return TableCounts(lines, values, int(total.subs(numbers).doit()), total, hands)


def _without_finer(named: Sequence[Any], whole: Callable[[Any], Count]) -> dict[Any, Count]:
    """Return the count of each of some sets of hands less those of the widest of the others in it."""
    found = {}
    for hands in named:
        finer = [one for one in named if one != hands and one.within(hands)]
        widest = [one for one in finer if not any(one != other and one.within(other) for other in finer)]
        found[hands] = closed_counts.subtract(whole(hands), *map(whole, widest))
    return found


def _of_five(named: Sequence[Any], cards: int) -> dict[Any, Count]:
    whole = closed_counts.five_card_counts() if cards == 5 else best_five_counts(cards)
    royals = [hands for hands in named if isinstance(hands, SixCardRoyal)]
    found = _without_finer(royals, _six_card_royals)
    categories = {hands: hands.category for hands in named if hands not in royals}
    spoken = [*categories.values()]
    # What six-card royals are paid as where no line names them.
    by_name = FiveCardCategory.ROYAL_FLUSH in spoken
    taken_from = FiveCardCategory.ROYAL_FLUSH if by_name else FiveCardCategory.STRAIGHT_FLUSH
    every = [royal for royal in royals if royal.suit is None] or royals
    for hands, category in categories.items():
        own = (whole[one] for one in whole if one in hands.whole and (one is category or one not in spoken))
        taken = map(_six_card_royals, every if category is taken_from else [])
        found[hands] = closed_counts.subtract(closed_counts.add(*own), *taken)
    return found


def _six_card_royals(royal: SixCardRoyal) -> Count:
    """Return the number of hands of six cards with the highest six ranks in one suit."""
    suit = (SUITS, "their suit") if royal.suit is None else (sp.Integer(1), "the suit")
    return Count((product((closed_counts.ACE, "the highest six ranks, if an ace ends them"), suit),))


def side_bet_edge(rules: Rules, wager: str, letter: str) -> LinearForm:
    """Return the house edge of a side bet as a linear form in what its lines pay to 1.

    The edge is P(nothing) less the sum of P(line) x pay, for a player who keeps the bet with every hand.

    >>> from combin.rules.load import load_rules
    >>> edge = side_bet_edge(load_rules("uk-including-blind"), "pair_plus", "A")
    >>> edge.text
    '(16440 - 48*straight_flush - 52*three_of_a_kind - 720*straight - 1096*flush - 3744*pair) / 22100'
    >>> edge.value
    Fraction(149, 5525)

    The slow equivalent is `combin.exact.side_bets.side_bet`.
    """
    counts = table_counts(rules, wager, letter)
    lost = 1 - Fraction(sum(counts.numbers.values()), counts.total)
    terms = _terms(rules, wager, letter, counts, -1)
    return LinearForm("house edge", lost, terms, counts.total, 1 - _paid(terms, counts, 1))


def bonus_value(rules: Rules, wager: str, letter: str) -> LinearForm:
    """Return the value of a bonus per unit of the wager it is on, as a linear form in its pays.

    For a player who plays all hands that it pays; a fold forgoes it.

    >>> from combin.rules.load import load_rules
    >>> bonus_value(load_rules("crown-melbourne"), "ante_bonus", "A").text
    '(48*straight_flush + 52*three_of_a_kind + 720*straight) / 22100'
    """
    counts = table_counts(rules, wager, letter)
    terms = _terms(rules, wager, letter, counts, 1)
    return LinearForm("value", Fraction(0), terms, counts.total, _paid(terms, counts, 0))


def _paid(terms: Sequence[Term], counts: TableCounts, stake: int) -> Expression:
    """What the lines pay on average, with the stake if that is returned, in ranks, suits and the pays."""
    paid = ((sp.Symbol(term.symbol) + stake) * counts.lines[term.name].expression for term in terms)
    return sp.Add(*paid) / counts.total_formula


def _terms(rules: Rules, wager: str, letter: str, counts: TableCounts, sign: int) -> tuple[Term, ...]:
    entry = rules.file.pay_tables[wager][letter]
    stake_held = 1 if entry.odds == "for 1" else 0
    symbols = closed_counts.symbols_of(entry.lines)
    terms = []
    for text, prize in entry.lines.items():
        if prize.odds is None:
            raise ValueError(f"{wager} {letter}: {text!r} pays no odds")
        pays = Fraction(prize.odds) - stake_held
        terms.append(Term(text, symbols[text], sign * counts.probability(text), pays, counts.lines[text]))
    return tuple(terms)


def jackpot_value(rules: Rules, wager: str, letter: str) -> LinearForm:
    """Return the expected return of a jackpot wager, as a linear form in stake, meter and other players.

    All of it counts, the stake included where a line gives it back; each other player is one with what an
    envy bonus needs. For a player who keeps the wager with every hand. The form is taken at a stake of 1
    where no line pays money whatever the stake, at the first published seed, and without other players.
    Levels of the meter are at their first seeds; prizes at a limit are not part of it.

    >>> from combin.rules.load import load_rules
    >>> jackpot_value(load_rules("crown-melbourne"), "jackpot", "1").text
    '(6922000*stake + 38*meter) / 12994800'
    >>> jackpot_value(load_rules("resorts-world-sentosa"), "jackpot", "A").text
    '(30050 + meter + 400*others) / 22100'

    The slow equivalent is `combin.jackpot.value.jackpot_chances`.
    """
    counts = table_counts(rules, wager, letter)
    entry = rules.file.pay_tables[wager][letter]
    parts = {}
    for text, prize in entry.lines.items():
        odds = 0 if prize.odds is None else prize.odds + (entry.odds == "to 1")
        meter = prize.meter or 0
        if prize.level:
            odds, meter = odds + meter * rules.tables[wager][letter].shows[prize.level], 0
        parts[text] = (prize.money or 0, odds, meter, prize.envy)
    chances = {text: counts.probability(text) for text in parts}
    money, odds, share, envy = (
        sum((chances[text] * part[place] for text, part in parts.items()), Fraction(0)) for place in range(4)
    )
    options = rules.meters[wager].options.values() if wager in rules.meters else ()
    seeds = [Fraction(one.meters[0].seed) for one in options if one.pay_table == letter]
    terms = (
        Term("stake", "stake", odds, None if money or envy else Fraction(1)),
        Term("meter", "meter", share, next(iter(seeds), None)),
        Term("other players", "others", envy, Fraction(0)),
    )
    variables = (1, *(sp.Symbol(term.symbol) for term in terms))
    prizes = (
        counts.lines[text].expression * sum(map(mul, map(sp.Rational, part), variables))
        for text, part in parts.items()
    )
    closed = sp.Add(*prizes) / counts.total_formula
    return LinearForm("value", money, tuple(term for term in terms if term.coefficient), counts.total, closed)


def break_even_meter(value: LinearForm) -> LinearForm | None:
    """Return the meter at which a wager is even, as a linear form in the stake and the other players.

    The value is the stake where odds x stake + money + share x meter + envy x others = stake. None if no part
    of the meter is paid.

    >>> from combin.rules.load import load_rules
    >>> even = break_even_meter(jackpot_value(load_rules("crown-melbourne"), "jackpot", "1"))
    >>> even.text, even.value
    ('3036400*stake / 19', Fraction(3036400, 19))
    """
    coefficients = {term.symbol: term.coefficient for term in value.terms}
    share = coefficients.get("meter")
    if not share:
        return None
    stake = None if value.constant or "others" in coefficients else Fraction(1)
    terms = [Term("stake", "stake", (1 - coefficients.get("stake", Fraction(0))) / share, stake)]
    if "others" in coefficients:
        terms.append(Term("other players", "others", -coefficients["others"] / share, Fraction(0)))
    return LinearForm("break-even meter", -value.constant / share, tuple(terms))


METER: Expression = sp.Symbol("j")
"""The meter, rounded as it is paid."""
SEED: Expression = sp.Symbol("r")
"""The seed, in money."""
ROYALS: Expression = sp.Symbol("R", integer=True, nonnegative=True)
"""Prizes of the whole meter in the round."""
FLUSHES: Expression = sp.Symbol("S", integer=True, nonnegative=True)
"""Prizes of a part of it."""
PART: Expression = sp.Symbol("x")
"""The part of the meter that the smaller prize is: a tenth by Crown Tables 3 and 4."""

POOL: Expression = METER + SEED * (ROYALS - 1)
"""What is shared out when the whole meter is won (Crown 7.4.1, Table 5)."""
ROYAL_PRIZE: Expression = POOL / (ROYALS + PART * FLUSHES)
"""What each royal flush gets of the pool, one part of R + x S (Crown 7.4.2(a), Table 6)."""
STRAIGHT_FLUSH_PRIZE: Expression = PART * ROYAL_PRIZE
"""What each straight flush gets with royal ones, x parts of R + x S (7.4.2(b), Table 7)."""
SHARES_IN_SUM: Expression = 1 - (1 - PART) ** FLUSHES
"""The sum of the first S shares of Table 8, a geometric series: each takes its part of what is left."""
STRAIGHT_FLUSH_ALONE: Expression = (METER - SEED) * SHARES_IN_SUM / FLUSHES + PART * SEED
"""What each of S straight flushes gets without a royal one (Crown 7.4.3, Table 8): an equal share of what
they take of the meter above the seed, and its part of the seed."""


def part_of_meter(rules: Rules, wager: str, letter: str) -> Fraction | None:
    """Return x, if the rules share the meter so and the table pays one prize that is a part of it."""
    entry = rules.meters.get(wager)
    if entry is None or not entry.sharing_rule:
        return None
    prizes = [prize.meter for prize in rules.file.pay_tables[wager][letter].lines.values() if prize.meter]
    parts = [share for share in prizes if share < 1]
    return parts[0] if len(prizes) == 2 and len(parts) == 1 else None
