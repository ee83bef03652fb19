"""What the player's guide says each bet gets: the main ones by result, the others by their pay tables."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.cards.colours import ColourLine
from combin.paper.poster_parts import (
    RESULTS,
    Block,
    money,
    one_in,
    outcome_words,
    sides,
    table_block,
    wager_names,
)
from combin.rules.bets import Bet, Kind, Whose
from combin.rules.wagers import Case

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.rules.resolved import Line, PayTable, Rules
    from combin.words.catalogue import Catalogue

__all__ = ["heading", "line_rows", "off_table", "pays", "result_words", "settling_blocks", "told"]

INSIDE = "\u2003"
"""Before a result that stands under a heading inside the table."""


def settling_blocks(rules: Rules, words: Catalogue) -> list[Block]:
    """Return how the wagers against the dealer are settled, and the bets on which hand is higher."""
    if rules.alone:
        return []
    against = {name: rules.bets[name] for name in rules.base_wagers}
    bets = {name: rules.bets[name] for name in rules.comparisons}
    if sides(rules):
        every = against | bets
        return [
            _settled(words("settling.compare_heading"), every, RESULTS, _compared(rules, every, words), words)
        ]
    cases = rules.cases if rules.qualifies else RESULTS
    rows = _by_qualifier(rules, against, words) if rules.qualifies else _compared(rules, against, words)
    if rules.play:
        folded = ["settling.not_staked" if name == rules.play else "settling.loses" for name in against]
        rows.append([words("settling.fold"), *map(words, folded)])
    names = words.listed([one.name for one in against.values()], "language.list_and")
    heading = words("settling.heading" if len(against) > 1 else "settling.heading_one", wagers=names)
    blocks = [_settled(heading, against, cases, rows, words)]
    if bets:
        rows = _compared(rules, bets, words)
        blocks.append(_settled(words("settling.compare_heading"), bets, RESULTS, rows, words))
    return blocks


def result_words(rules: Rules, result: str, words: Catalogue, table: str = "settling") -> str:
    """Return what a result is called, in the words of a table of the catalogue: "your hand is higher"."""
    names = sides(rules)
    if names is None or result == "tie":
        return words(f"{table}.{result}")
    return words(f"{table}.{result}_side", side=names[result == "lose"])


def off_table(bet: Bet) -> Fraction | None:
    """Return what a wager gets with hands that are not on its table; None if that depends on the result."""
    cases = Case if bet.kind is Kind.AGAINST_DEALER else RESULTS
    pays = {outcome.pays for outcome in map(bet.outcome, cases) if outcome.by_table}
    return pays.pop() if len(pays) == 1 else None


def _by_qualifier(rules: Rules, against: Mapping[str, Bet], words: Catalogue) -> list[list[str]]:
    """Return a row for each result, under headings that say whether the dealer qualifies."""
    if len(rules.cases) == 4:
        rows = [_row(words("settling.no_qualify"), against, Case.NO_QUALIFY, words)]
    else:
        rows = [[words("settling.no_qualify_and")]]
        for case in rules.cases:
            if not case.qualified:
                rows.append(_row(INSIDE + words(f"settling.{case.result}"), against, case, words))
    rows.append([words("settling.qualify_and")])
    return rows + [_row(INSIDE + words(f"settling.{one}"), against, one, words) for one in RESULTS]


def _compared(rules: Rules, wagers: Mapping[str, Bet], words: Catalogue) -> list[list[str]]:
    """Return a row for each result of comparing the hands."""
    return [_row(result_words(rules, one, words), wagers, one, words) for one in RESULTS]


def _row(result: str, wagers: Mapping[str, Bet], case: Case, words: Catalogue) -> list[str]:
    return [result, *(_gets(one, case, words) for one in wagers.values())]


def _gets(bet: Bet, case: Case, words: Catalogue) -> str:
    outcome = bet.outcome(case)
    gets = outcome_words(outcome.pays, words, "settling.odds")
    if not outcome.by_table:
        return gets
    # What all other hands get stands in the pay table itself, if that is one thing.
    same = off_table(bet) is not None
    return words("settling.by_table") if same else words("settling.by_table_else", outcome=gets)


def _settled(
    heading: str,
    wagers: Mapping[str, Bet],
    cases: Sequence[Case],
    rows: list[list[str]],
    words: Catalogue,
) -> Block:
    """Return a table with a column for each wager, and what its words mean."""
    columns = [words("settling.case"), *(one.name for one in wagers.values())]
    pays = [one.outcome(case).pays for case in cases for one in wagers.values()]
    notes = [
        words("settling.commission", wager=one.name, percent=words.percent(one.commission))
        for one in wagers.values()
        if one.commission
    ]
    if 0 in pays:
        notes.append(words("settling.returned"))
    if 1 in pays:
        notes.append(words("settling.pays_even"))
    elif gains := [one for one in pays if one > 0]:
        notes.append(words("settling.pays_times", odds=words.odds(gains[0])))
    return table_block(heading, columns, rows, notes=notes)


def heading(rules: Rules, name: str, letter: str, words: Catalogue) -> str:
    """Return the name of a bet, with the letter of its pay table if it has several."""
    wager = rules.wagers[name].name
    return words("bets.table", wager=wager, letter=letter) if len(rules.tables[name]) > 1 else wager


def told(rules: Rules, table: PayTable, words: Catalogue) -> str:
    """Return in sentences when a bet is paid, and what becomes of it on a fold."""
    bet = table.bet
    if bet.kind is Kind.BONUS:
        return _bonus(rules, bet, words)
    if bet.compared is not None:
        return words("bets.player_alone") if rules.alone else words("bets.by_table", wager=bet.name)
    return " ".join(_side_bet(rules, table, words))


def _bonus(rules: Rules, bet: Bet, words: Catalogue) -> str:
    on = rules.bets[bet.on].name
    key = "bonus_on" if bet.paid_on else "bonus" if rules.play else "bonus_always"
    results = [result_words(rules, one.replace(" ", "_"), words, "results") for one in bet.paid_on]
    return words(f"bets.{key}", on=on, results=words.listed(results))


def _side_bet(rules: Rules, table: PayTable, words: Catalogue) -> Iterator[str]:
    """Yield whose cards a bet is on, with what it may be placed, and what else decides."""
    bet, names = table.bet, sides(rules)
    if any(isinstance(line.hands, ColourLine) for line in table.lines):
        yield words("bets.colours")
    elif bet.hand is Whose.PLAYER_AND_JACKPOT:
        yield words("bets.player_and_jackpot", cards=words.small(rules.file.deal.jackpot))
    elif bet.hand is Whose.PLAYER_AND_DEALER:
        yield words("bets.player_and_dealer")
    elif names:
        yield words("bets.side", side=names[bet.hand is Whose.DEALER])
    elif bet.hand is Whose.DEALER:
        yield words("bets.dealer")
    elif bet.versus_dealer:
        yield words("bets.player_against")
    else:
        yield words("bets.player_alone" if rules.alone else "bets.player")
    if bet.needs:
        yield words("bets.needs", wagers=words.listed(wager_names(rules, bet.needs)))
    yield from _terms(rules, table, words)
    if rules.play:
        yield words(f"bets.fold_{bet.on_fold.replace(' ', '_')}")


def _terms(rules: Rules, table: PayTable, words: Catalogue) -> Iterator[str]:
    """Yield what a side bet gets if the dealer's hand is as high or higher, its stakes and commission."""
    bet = table.bet
    nets = {"if_tied": bet.if_tied, "if_beaten": bet.if_beaten}
    if bet.if_tied == bet.if_beaten:
        nets = {"if_not_higher": bet.if_tied}
    names = sides(rules)
    for key, net in nets.items():
        if net is not None:
            gets = outcome_words(net, words) if net else words("bets.gets_back")
            if names:
                yield words(f"bets.{key}_side", side=names[1], outcome=gets)
            else:
                yield words(f"bets.{key}", outcome=gets)
    if table.pays_money and bet.stakes:
        yield words("bets.stakes", stakes=words.listed([money(Fraction(one), words) for one in bet.stakes]))
    if bet.commission:
        yield words("settling.commission", wager=bet.name, percent=words.percent(bet.commission))


def line_rows(
    line: Line, table: PayTable, count: int | None, total: int, words: Catalogue
) -> list[list[str]]:
    """Return a line, and one for what the other players get beside it.

    Args:
        line: of the table.
        table: the pay table.
        count: how often the line is paid, if that is known.
        total: of how many deals.
        words: the catalogue.
    """
    hand = re.sub(r"\bT(?=-)|(?<=-)T\b", "10", words.hand(line.text))
    rows = [[hand, pays(line, table, words), "" if count is None else one_in(count, total, words)]]
    if line.prize.envy:
        rows.append([INSIDE + words("bets.envy"), money(Fraction(line.prize.envy), words), ""])
    return rows


def pays(line: Line, table: PayTable, words: Catalogue) -> str:
    """Return what a line pays: "4 to 1", "$100", "10% of the jackpot"."""
    prize = line.prize
    if prize.odds is not None:
        if Fraction(prize.odds) == table.for_one:
            return words("settling.push")
        return words("bets.odds_for_one" if table.for_one else "bets.odds", odds=words.odds(prize.odds))
    if prize.money is not None:
        return money(Fraction(prize.money), words)
    share = Fraction(prize.meter or 0)
    if share == 1:
        return words("bets.meter_all")
    digits = 0 if (share * 100).denominator == 1 else 2
    return words("bets.meter", percent=words.percent(share, digits))
