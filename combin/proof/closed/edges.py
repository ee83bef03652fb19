"""Side bets and bonuses as linear forms in what their lines pay, the coefficients out of closed counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from combin.cards.cards import ColourLine, Deck
from combin.cards.five_cards import FiveCardCategory
from combin.cards.six_cards import SixCardRoyal, parse_six_card_royal
from combin.proof.closed.categories import five_card_counts
from combin.proof.closed.counts import (
    ACE,
    SUITS,
    Count,
    Expression,
    add,
    all_hands,
    colour_counts,
    deals,
    deck_numbers,
    product,
    subtract,
)
from combin.proof.closed.linear import LinearForm, Term, symbols_of
from combin.proof.closed.more_cards import best_five_counts
from combin.proof.closed.named_hands import named_hands, nested, number_of

if TYPE_CHECKING:
    from combin.rules.resolved import Rules
    from combin.rules.wagers import PayTableEntry


@dataclass(frozen=True)
class TableCounts:
    """How many of `total` deals each line of a pay table takes, as formulas and numbers, in the file's order.

    `hands` says of what: three cards, so many cards, or both hands.
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
    entry = rules.file.pay_tables[wager][letter]
    more = rules.bets[wager].more_cards
    if more:
        cards = rules.file.deal.player + more
        lines, hands = _of_five(entry, cards, rules.deck), f"{cards} cards"
        total = all_hands(cards)
    elif any(text in set(ColourLine) for text in entry.lines):
        lines, hands, total = _of_colours(entry, rules), "both hands", deals()
    else:
        lines, hands, total = _of_three(entry, rules), "three cards", all_hands(3)
    numbers = deck_numbers(rules.deck, rules.ranking.ace_low)
    values = {text: count.value(numbers) for text, count in lines.items()}
    return TableCounts(lines, values, int(total.subs(numbers).doit()), total, hands)


def _of_three(entry: PayTableEntry, rules: Rules) -> dict[str, Count]:
    ranking = rules.ranking
    named = {text: named_hands(text, ranking) for text in (*entry.lines, *entry.unpaid)}
    whole = {text: number_of(hands, ranking) for text, hands in named.items()}
    holds = nested(named, ranking)
    found = {}
    for text in entry.lines:
        inside = holds[text]
        widest = [one for one in named if one in inside and not any(one in holds[other] for other in inside)]
        found[text] = subtract(whole[text], *(whole[one] for one in widest))
    return found


def _of_colours(entry: PayTableEntry, rules: Rules) -> dict[str, Count]:
    whole = colour_counts(rules.deck)
    found = {}
    named = [ColourLine(text) for text in (*entry.lines, *entry.unpaid) if text in set(ColourLine)]
    for text in entry.lines:
        line = ColourLine(text)
        finer = [other for other in named if other is not line and other.within(line)]
        # Each line is a part of the next one, so the last of the finer ones holds the others.
        found[text] = subtract(
            whole[line], *(whole[one] for one in sorted(finer, key=list(ColourLine).index)[-1:])
        )
    return found


def _of_five(entry: PayTableEntry, cards: int, deck: Deck) -> dict[str, Count]:
    whole = five_card_counts() if cards == 5 else best_five_counts(cards)
    named = (*entry.lines, *entry.unpaid)
    royals = {text: royal for text in named if (royal := parse_six_card_royal(text, deck)) is not None}
    # What six-card royals are paid as where no line names them.
    by_name = FiveCardCategory.ROYAL_FLUSH.value in named
    taken_from = FiveCardCategory.ROYAL_FLUSH if by_name else FiveCardCategory.STRAIGHT_FLUSH
    found = {}
    for text in entry.lines:
        if text in royals:
            finer = [other for other, one in royals.items() if other != text and one.within(royals[text])]
            found[text] = subtract(
                _six_card_royals(royals[text]), *(_six_card_royals(royals[one]) for one in finer)
            )
            continue
        category = FiveCardCategory(text)
        found[text] = add(
            *(
                count
                for one, count in whole.items()
                if one.within(category) and (one is category or one.value not in named)
            )
        )
        if category is taken_from:
            every = [one for one in royals.values() if one.suit is None] or royals.values()
            found[text] = subtract(found[text], *map(_six_card_royals, every))
    return found


def _six_card_royals(royal: SixCardRoyal) -> Count:
    """Return how many hands of six cards are the highest six ranks in one suit."""
    suit = (SUITS, "their suit") if royal.suit is None else (sp.Integer(1), "the suit")
    return Count((product((ACE, "the highest six ranks, if an ace ends them"), suit),))


def side_bet_edge(rules: Rules, wager: str, letter: str) -> LinearForm:
    """Return the house edge of a side bet as a linear form in what its lines pay to 1.

    The edge is P(nothing) less the sum of P(line) x pay, for a player who keeps the bet whatever he holds.

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
    return LinearForm("house edge", lost, _terms(rules, wager, letter, counts, -1), counts.total)


def bonus_value(rules: Rules, wager: str, letter: str) -> LinearForm:
    """Return what a bonus is worth per unit of the wager it is on, as a linear form in its pays.

    For a player who plays all hands that it pays; a fold forgoes it.

    >>> from combin.rules.load import load_rules
    >>> bonus_value(load_rules("crown-melbourne"), "ante_bonus", "A").text
    '(48*straight_flush + 52*three_of_a_kind + 720*straight) / 22100'
    """
    counts = table_counts(rules, wager, letter)
    return LinearForm("value", Fraction(0), _terms(rules, wager, letter, counts, 1), counts.total)


def _terms(rules: Rules, wager: str, letter: str, counts: TableCounts, sign: int) -> tuple[Term, ...]:
    entry = rules.file.pay_tables[wager][letter]
    stake_held = 1 if entry.odds == "for 1" else 0
    symbols = symbols_of(entry.lines)
    terms = []
    for text, prize in entry.lines.items():
        if prize.odds is None:
            msg = f"{wager} {letter}: {text!r} pays no odds"
            raise ValueError(msg)
        pays = Fraction(prize.odds) - stake_held
        terms.append(Term(text, symbols[text], sign * counts.probability(text), pays, counts.lines[text]))
    return tuple(terms)
