"""What the parts of the player's guide share: what it is about, tables, and the names of bets and hands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal
from combin.exact.analysis import analyse, choices
from combin.rules.wagers import Case

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from combin.exact.analysis import Analysis
    from combin.exact.side_bets import SideBet
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.meter import Number
    from combin.rules.resolved import Rules
    from combin.words.catalogue import Catalogue

__all__ = [
    "RESULTS",
    "Block",
    "Guide",
    "capital",
    "edges_by_stake",
    "guide",
    "money",
    "one_in",
    "or_better",
    "outcome_words",
    "sides",
    "table_block",
    "wager_names",
]


@dataclass(frozen=True)
class Guide:
    """A game under one choice of pay tables, and what is to be said of its progressive wagers, by id."""

    analysis: Analysis
    jackpots: Mapping[str, JackpotAnswer]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.analysis.rules


def guide(
    rules: Rules, letters: Mapping[str, str], option: str | None = None, seed: Number | None = None
) -> Guide:
    """Return what a guide is about; a wager without a letter has the first of its tables.

    Args:
        rules: the game.
        letters: pay tables by wager.
        option: which pay table of the progressive wager that has a meter, or of the first; its first by
            default, as it is of any other.
        seed: where its meter starts; the first published amount by default.

    Raises:
        RulesError: no such wager or table.
        JackpotError: no such option or seed.
    """
    analysis = analyse(rules, [choices(rules, letters)[0]])[0]
    if not rules.jackpots and option is None and seed is None:
        return Guide(analysis, {})
    from combin.jackpot.answer import ask_jackpot

    asked = ask_jackpot(rules, option=option, seed=seed)
    return Guide(
        analysis,
        {name: asked if name == asked.wager else ask_jackpot(rules, wager=name) for name in rules.jackpots},
    )


Block = dict[str, Any]
"""A part as the template shows it: its kind and heading, words beside that, and what the kind needs."""

RESULTS = (Case.WIN, Case.TIE, Case.LOSE)
"""What comparing two hands can come to."""


def table_block(
    heading: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    beside: str = "",
    lead: str = "",
    notes: Iterable[str] = (),
    figures: int | None = None,
) -> Block:
    """Return a table; rows of one text are headings inside it.

    Args:
        heading: of the block.
        columns: titles; one that has a text in no row goes.
        rows: as many texts as columns each, or one.
        beside: what stands at the heading's right.
        lead: a paragraph above the table.
        notes: sentences below it.
        figures: the first of the columns that stand to the right, if there are such.
    """
    right = len(columns) if figures is None else figures
    kept = [place for place in range(len(columns)) if any(len(row) > place and row[place] for row in rows)]
    return {
        "kind": "table",
        "heading": heading,
        "beside": beside,
        "lead": lead,
        "columns": [{"title": columns[place], "right": place >= right} for place in kept],
        "rows": [[capital(row[0]), *(row[place] for place in kept[1:] if len(row) > 1)] for row in rows],
        "notes": list(notes),
    }


def capital(text: str) -> str:
    """Return a text with a capital at its beginning.

    >>> capital("straight flush"), capital("10-9-8")
    ('Straight flush', '10-9-8')
    """
    return text[:1].upper() + text[1:]


def wager_names(rules: Rules, wagers: Iterable[str]) -> list[str]:
    """Return the names of wagers."""
    return [rules.wagers[name].name for name in wagers]


def sides(rules: Rules) -> tuple[str, str] | None:
    """Return the names of the two hands where one may bet on either: those of the bets that they win.

    None where the player has a hand of his own, and plays it against the dealer's.
    """
    if rules.play or rules.qualifies:
        return None
    for name in rules.comparisons:
        bet = rules.bets[name]
        if bet.outcome(Case.LOSE).pays > 0 > bet.outcome(Case.WIN).pays:
            return rules.wagers[rules.base].name, bet.name
    return None


def edges_by_stake(bet: SideBet) -> dict[Fraction | None, Fraction]:
    """Return the house edge of a side bet by what is staked; under None if it is the same for all stakes."""
    if not bet.table.pays_money:
        return {None: bet.distribution.house_edge}
    stakes = map(Fraction, bet.table.bet.stakes)
    return {stake: bet.at(stake).distribution.house_edge for stake in stakes}


def or_better(hand: str, words: Catalogue) -> str:
    """Return the hands from one on: "queen high or better", "a pair or better"."""
    own = f"{hand} or better"
    named = words.hand(own)
    return named if named != own else words("hands.or_better", hand=words.hand(hand))


def outcome_words(pays: Fraction, words: Catalogue, gains: str = "settling.pays") -> str:
    """Return what a wager gets: "pays 1 to 1" (or as another entry says it), "returned", "loses"."""
    if pays == 0:
        return words("settling.push")
    if pays == -1:
        return words("settling.loses")
    return words(gains, odds=words.odds(pays))


def one_in(count: int, total: int, words: Catalogue, text: str = "hands.often") -> str:
    """Return how often something is: "1 in 460", with a decimal below ten."""
    if not count:
        return words("hands.never")
    each = Fraction(total, count)
    return words(text, number=words.number(decimal(each, 0 if each >= 10 else 1)))


def money(amount: Fraction, words: Catalogue) -> str:
    """Return an amount of money, with two decimals unless it is a whole one."""
    return words.money(decimal(amount, 0 if amount.denominator == 1 else 2))
