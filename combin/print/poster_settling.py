"""The part of the player's guide about main bets: what each gets, whichever hand is higher."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from combin.print.poster_parts import RESULTS, Block, outcome_words, sides, table_block
from combin.rules.wagers import AgainstDealer, Case, Comparison

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.print.catalogue import Catalogue
    from combin.rules.resolved import Rules

__all__ = ["off_table", "result_words", "settling_blocks"]

INSIDE = "\u2003"
"""Before a result that stands under a heading inside the table."""


def settling_blocks(rules: Rules, words: Catalogue) -> list[Block]:
    """Return how the wagers against the dealer are settled, and the bets on which hand is higher."""
    if rules.alone:
        return []
    against: dict[str, AgainstDealer | Comparison] = {
        name: rules.against_dealer(name) for name in rules.base_wagers
    }
    bets: dict[str, AgainstDealer | Comparison] = {name: rules.comparison(name) for name in rules.comparisons}
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


def off_table(wager: AgainstDealer | Comparison) -> Fraction | None:
    """Return what a wager gets with hands that are not on its table; None if that hangs on the result."""
    cases = get_args(Case) if isinstance(wager, AgainstDealer) else RESULTS
    pays = {one.pays for one in map(wager.outcome, cases) if one.by_table}
    return pays.pop() if len(pays) == 1 else None


def _by_qualifier(
    rules: Rules, against: Mapping[str, AgainstDealer | Comparison], words: Catalogue
) -> list[list[str]]:
    """Return a row for each result, under headings that say whether the dealer qualifies."""
    if len(rules.cases) == 4:
        rows = [_row(words("settling.no_qualify"), against, "no_qualify", words)]
    else:
        without: tuple[Case, ...] = ("no_qualify_win", "no_qualify_tie", "no_qualify_lose")
        rows = [[words("settling.no_qualify_and")]]
        for result, case in zip(RESULTS, without, strict=True):
            rows.append(_row(INSIDE + words(f"settling.{result}"), against, case, words))
    rows.append([words("settling.qualify_and")])
    return rows + [_row(INSIDE + words(f"settling.{one}"), against, one, words) for one in RESULTS]


def _compared(
    rules: Rules, wagers: Mapping[str, AgainstDealer | Comparison], words: Catalogue
) -> list[list[str]]:
    """Return a row for each result of comparing the hands."""
    return [_row(result_words(rules, one, words), wagers, one, words) for one in RESULTS]


def _row(
    result: str, wagers: Mapping[str, AgainstDealer | Comparison], case: Case, words: Catalogue
) -> list[str]:
    return [result, *(_gets(one, case, words) for one in wagers.values())]


def _gets(wager: AgainstDealer | Comparison, case: Case, words: Catalogue) -> str:
    outcome = wager.outcome(case)
    gets = outcome_words(outcome.pays, words, "settling.odds")
    if not outcome.by_table:
        return gets
    # What all other hands get stands in the pay table itself, if that is one thing.
    same = off_table(wager) is not None
    return words("settling.by_table") if same else words("settling.by_table_else", outcome=gets)


def _settled(
    heading: str,
    wagers: Mapping[str, AgainstDealer | Comparison],
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
