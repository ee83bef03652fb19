"""The chapters on side bets, each table as counts times pays, and on many rounds: a night, years, a table."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.cards.cards import ColourLine
from combin.decimals import Root, decimal, percent, plain
from combin.exact.analysis import every_analysis
from combin.exact.joint_law import is_of_own_hand
from combin.exact.side_bets import LineCount, SideBet, side_bet
from combin.formats.blocks import Block, Heading, Paragraph, Picture
from combin.formats.columns import CHANGE, COUNT, EXACT, NUMBER, PERCENT, PLAIN, TEXT, Column, Value
from combin.formats.tables import Table
from combin.formatting import thousands
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.mixes import ask_mix
from combin.jackpot.total import OneRound, chance_above, total_law
from combin.report.plots.wagers import outcome_plot
from combin.report.words import letters_in_words
from combin.rules.errors import RulesError
from combin.rules.remember import remembered
from combin.words.catalogue import load_catalogue
from combin.words.rules import bet_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from combin.audit.subject import Subject
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.jackpot.total import TotalLaw
    from combin.rules.resolved import Rules

    Chapter = Callable[[int], Iterator[Block]]


def side_bet_chapters(subject: Subject) -> Iterator[Chapter]:
    """Yield a chapter for each side bet; a chapter takes its number."""
    for wager in subject.rules.side_bets:
        yield partial(_side_bet, subject, wager)


def _side_bet(subject: Subject, wager: str, number: int) -> Iterator[Block]:
    rules = subject.rules
    entry = rules.bets[wager]
    bets: dict[str, SideBet] = {}
    for analysis in subject.analyses:
        bets.setdefault(analysis.letters[wager], analysis.side_bets[wager])
    first = next(iter(bets.values()))
    of_hands = first.total == comb(len(rules.deck), 3)
    yield Heading(2, f"{number}. {entry.name}")
    more = " of the player's hand and the cards that count with it"
    both = more if rules.bets[wager].more_cards else " of both hands"
    what = f"{first.total:,} hands of the player" if of_hands else f"{first.total:,} deals{both}"
    cost = first.distribution.house_edge - side_bet(rules, first.table).distribution.house_edge
    says = bet_text(rules, entry, load_catalogue())
    if entry.loses_on_fold:
        says += (
            f" With the best strategy that costs {percent(cost, 4)} of its stake."
            if cost
            else " The best strategy folds no hand that it would pay."
        )
    place = "" if entry.rule in ("", entry.name) else f" ({entry.rule})"
    yield Paragraph(f"{entry.name}{place} is settled by a pay table over the {what}. {says}")
    if any(isinstance(line.hands, ColourLine) for line in first.table.lines):
        yield Paragraph(_colours(subject, first))
    yield _lines(bets)
    if len(bets) > 1:
        yield _compared(bets)
    yield Picture(outcome_plot(subject.first, wager))


def _lines(bets: dict[str, SideBet]) -> Table:
    """Return count × net for each line and table; what loses stands last."""
    first = next(iter(bets.values()))
    texts = dict.fromkeys(line.text for bet in bets.values() for line in bet.lines[:-1])
    lines = [{line.text: line for line in bet.lines} for bet in bets.values()]
    rows: list[tuple[Value, ...]] = []
    for text in (*texts, first.lines[-1].text):
        counts = {of_table[text].count for of_table in lines if text in of_table}
        alone = len(counts) == 1
        cells = [_product(of_table.get(text), alone=alone) for of_table in lines]
        rows.append((text, counts.pop() if alone else None, *cells))
    edges = [bet.distribution.house_edge for bet in bets.values()]
    rows.append(("sum", first.total, *(thousands(-edge * first.total) for edge in edges)))
    rows.append(("house edge", None, *edges))
    of_tables = [Column[Value](f"Table {letter}", PERCENT) for letter in bets]
    note = (
        "In each column count × net; a losing bet counts as −1. The sum, with its sign changed and divided "
        f"by {first.total:,}, is the house edge."
    )
    return Table("", [Column("Line"), Column("Count", COUNT), *of_tables], tuple(rows), note)


def _product(line: LineCount | None, *, alone: bool) -> str:
    """Return "× 6 = 4,320", with the count in front where tables differ in it; "−16,440" for what loses."""
    if line is None:
        return ""
    if line.net == -1:
        return thousands(-line.count)
    count = "" if alone else f"{line.count:,} "
    return f"{count}× {thousands(line.net)} = {thousands(line.count * line.net)}"


def _compared(bets: dict[str, SideBet]) -> Table:
    """Return the tables from the best for the player to the worst."""
    laws = [(letter, bet.distribution) for letter, bet in bets.items()]
    laws.sort(key=lambda law: law[1].house_edge)
    return Table.of(
        "",
        laws,
        [
            Column("Table, best for the player first", value=lambda law: law[0]),
            Column("House edge", PERCENT, lambda law: law[1].house_edge),
            Column("Exactly", EXACT, lambda law: law[1].house_edge),
            Column("Above the best, points", CHANGE, lambda law: law[1].house_edge - laws[0][1].house_edge),
            Column("Std deviation", NUMBER, lambda law: Root(law[1].variance)),
        ],
        "Standard deviation: in units of the wager.",
    )


def _colours(subject: Subject, bet: SideBet) -> str:
    """Return how the deals of one colour come about, for decks of two colours of equally many cards."""
    deck = subject.rules.deck
    colours = {suit.colour: 0 for suit in deck.suits}
    for suit in deck.suits:
        colours[suit.colour] += len(deck.ranks) * deck.copies
    if len(colours) != 2 or len(set(colours.values())) != 1:
        return ""
    each = next(iter(colours.values()))
    own, same, other, dealer = 2 * comb(each, 3), comb(each - 3, 3), comb(each, 3), comb(len(deck) - 3, 3)
    return (
        f"The player's three are of one colour in 2 × C({each}, 3) = 2 × {comb(each, 3):,} = {own:,} of "
        f"{comb(len(deck), 3):,} hands, that is in {own:,} × {dealer:,} = {own * dealer:,} of {bet.total:,} "
        f"deals. The dealer's three are then of the same colour in C({each - 3}, 3) = {same:,} of {dealer:,} "
        f"hands and of the other in C({each}, 3) = {other:,}: both hands are of the same colour in {own:,} × "
        f"{same:,} = {own * same:,} deals, and each is of one colour, whichever, in {own:,} × ({same:,} + "
        f"{other:,}) = {own * (same + other):,}. A deal is paid by the first line of the table that it meets."
    )


NIGHT, NIGHTS, YEAR, SEATS = 200, 52, 100_000, 7
"""The rounds of a night, the nights of a year, the rounds of a table in a year, and its usual seats."""
_BITS, _EXACT = 96, 1 << 23
"""Digits enough for four of a percentage, and no more exact than is quick."""


class _Played(NamedTuple):
    """A wager played for a night, for the nights of a year, and by one seat for a year of the table."""

    name: str
    unit: Fraction
    night: TotalLaw
    ahead: Enclosure
    """The chance to be ahead after these nights, and in `behind` that of the house to be so on the seat."""
    behind: Enclosure

    def percentile(self, part: Fraction) -> Fraction:
        """Return the result of a night that such a part of all nights does not exceed."""
        return self.night.percentile(part) * self.unit


CONFIDENCE = 90
"""The percentage of nights that end in the band of an audit, unless another is asked for."""


def many_rounds_asked(subject: Subject, confidence: int) -> list[partial[Any]]:
    """Return the questions that take the chapter most of its time."""
    rules, ends = subject.rules, _ends(confidence)
    rounds = [
        partial(_many_rounds, rules, OneRound.of(law, Fraction(1)), ends)
        for law in subject.first.wagers.values()
    ]
    return [partial(_full_table, rules), *rounds[::-1]]


def _ends(confidence: int) -> tuple[Fraction, Fraction]:
    """Return which parts of all nights end below a band, and at most at its upper end."""
    below = Fraction(100 - confidence, 200)
    return below, 1 - below


def many_rounds_chapter(subject: Subject, number: int, confidence: int) -> Iterator[Block]:
    """Yield the chapter; each wager is played alone, under the first choice of tables."""
    first, rules = subject.first, subject.rules
    low, high = _ends(confidence)
    played: list[_Played] = []
    left_out: list[str] = []
    for wager, distribution in first.wagers.items():
        name, one_round = rules.wager_name(wager), OneRound.of(distribution, Fraction(1))
        found = _many_rounds(rules, one_round, (low, high))
        if found is None:
            left_out.append(name)
        else:
            played.append(_Played(name, one_round.unit, *found))
    letters = letters_in_words(rules, first.letters)
    with_tables = f" ({letters})" if letters else ""
    yield Heading(2, f"{number}. A night, a year, a table")
    yield Paragraph(
        f"Chances over many rounds, each wager played alone with equal stakes{with_tables}: a night has "
        f"{NIGHT} rounds, a year {NIGHTS} such nights, and the table deals {YEAR:,} rounds in a year, of "
        "which one seat is looked at. They follow from the law of one round, without any normal "
        "approximation; `combin session` gives them for other stakes and wagers together, and `combin table` "
        "what a table of other seats and wagers comes to, and the most that it can lose in a round."
    )
    yield Table.of(
        "",
        played,
        [
            Column("Wager", TEXT, lambda wager: wager.name),
            Column("Ahead after a night", PERCENT, lambda wager: wager.night.above(0)),
            Column(
                f"{plain(100 * low)}% of nights end with at most", PLAIN, lambda wager: wager.percentile(low)
            ),
            Column(f"{plain(100 * high)}% with at most", PLAIN, lambda wager: wager.percentile(high)),
            Column("Ahead after a year", PERCENT, lambda wager: wager.ahead),
            Column("The house behind on a seat", PERCENT, lambda wager: wager.behind),
        ],
        f"Results of a night in units of the initial wager: {confidence}% lie between the two that are told."
        + (f" Left out, as its results have too fine a unit: {', '.join(left_out)}." if left_out else ""),
    )
    if full_table := _full_table(rules):
        yield Paragraph(full_table)


@remembered
def _full_table(rules: Rules) -> str:
    """Return what the seats of a full table come to together, with each wager that their own hands settle.

    Nothing of a game in which that is not counted.
    """
    from combin.session.seats import ask_table

    first = every_analysis(rules)[0]
    tables = {name: first.letters.get(name, "") for name in first.wagers}
    paid = {name: rules.tables[name][letter] for name, letter in tables.items() if name in rules.tables}
    in_money = {name for name, table in paid.items() if table.pays_money}
    names = [name for name in tables if name not in in_money and is_of_own_hand(rules, {name: ""}, paid)]
    seats, base = rules.file.deal.seats or SEATS, rules.bets[rules.base]
    left_out = base.collection is not None and base.collection.money and not base.stakes
    if rules.base not in names or rules.same_hands or left_out:
        return ""
    try:
        at_first = rules.at_stake(base.first_stake)
        table = ask_table(ask_mix(at_first, dict.fromkeys(names, 1), dict(first.letters)), seats)
    except (JackpotError, RulesError):  # hands or sights that are not counted for two seats, or too few cards
        return ""
    alone = seats * table.mix.together.variance
    wagers = " and on ".join(rules.wager_name(name) for name in names)
    return (
        f"A full table of {seats} seats, with a unit on {wagers} each, wins {decimal(table.expected_win, 4)} "
        "units in a round on average. The seats share the dealer's hand and the deck, so the results of any "
        f"two have a covariance of {decimal(table.between, 4)}, which is a correlation of "
        f"{decimal(table.correlation, 4)}, and a round of the table has a standard deviation of "
        f"{Root(table.variance).decimal(4)} units, where seats that share nothing would have "
        f"{Root(alone).decimal(4)}."
    )


@remembered
def _many_rounds(
    _: Rules, one_round: OneRound, ends: tuple[Fraction, Fraction]
) -> tuple[TotalLaw, Enclosure, Enclosure] | None:
    """Return the law of a night, and the chances to be ahead after all nights and on a seat in a year.

    None where the laws have too many terms.
    """
    try:
        night = total_law(one_round, NIGHT, 0, ends, _BITS, most_exact=_EXACT)
        ahead, behind = (chance_above(one_round, rounds, 0, _BITS) for rounds in (NIGHT * NIGHTS, YEAR))
    except JackpotError:
        return None
    return night, ahead, behind
