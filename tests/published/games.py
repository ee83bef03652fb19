"""Published games as rule files: the standard game with the pay tables that a source prints."""

from __future__ import annotations

from fractions import Fraction

from combin.exact.analysis import Analysis
from combin.exact.side_bets import side_bet
from combin.exact.summary import Distribution
from combin.isomorphism import SuitPattern
from combin.rules.rules import Rules
from tests.variants import analysed, variant

__all__ = ["ante", "counts", "no_bonus", "pair_plus", "six_card_bonus", "standard", "value_of_playing"]

LINES = ("straight flush", "three of a kind", "straight", "flush", "pair")


def pay_table(wager: str, odds: str) -> str:
    """Return a pay table as in a rule file, of odds to 1 from the straight flush down ("5-4-1")."""
    lines = zip(LINES, odds.split("-"), strict=False)
    return f"[pay_tables.{wager}.A]\n" + "".join(f'"{line}" = {pays}\n' for line, pays in lines)


def ante(bonus: str = "5-4-1", strategy: str | None = None, *, entries: str = "") -> Analysis:
    """Return the analysis of Ante & Play with this Ante Bonus, and `entries` changed in the rule file."""
    rules = variant('extends = "crown-melbourne"\n' + pay_table("ante_bonus", bonus) + entries)
    return analysed(rules, strategy)


def no_bonus(strategy: str | None = None) -> Analysis:
    """Return the analysis of Ante & Play without an Ante Bonus."""
    return ante("0-0-0", strategy)


def standard() -> Rules:
    """Return the rules of the standard game: Q high qualifies, 5-4-1."""
    return ante().rules


def counts() -> dict[str, int]:
    """Return how many of the 22,100 hands are of each category."""
    return {category.value: count for category, count in standard().ranking.counts.items()}


def pair_plus(odds: str, mini_royal: int | None = None) -> Distribution:
    """Return the results of Pair Plus at these odds, with a line of its own for A-K-Q of one suit."""
    finer = "" if mini_royal is None else f'"mini royal" = {mini_royal}\n'
    rules = variant('extends = "resorts-world-sentosa"\n' + pay_table("pair_plus", odds) + finer)
    return side_bet(rules, rules.tables["pair_plus"]["A"]).distribution


SIX_CARD_LINES = (
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
)


def six_card_bonus(odds: str, *, on_fold: str = "stays") -> Distribution:
    """Return the results of the 6 Card Bonus, by the best five of the player's and the dealer's cards."""
    lines = zip(SIX_CARD_LINES, odds.split("-"), strict=True)
    text = f"""
        extends = "crown-melbourne"
        [wager.six_card_bonus]
        name = "6 Card Bonus"
        settles = "pay table"
        hand = "player and dealer"
        on_fold = "{on_fold}"
        [pay_tables.six_card_bonus.A]
    """
    rules = variant(text + "".join(f'"{line}" = {pays}\n' for line, pays in lines))
    return analysed(rules).wagers["six_card_bonus"]


def value_of_playing(hand: str, *patterns: SuitPattern) -> Fraction:
    """Return the expected net of a Play with a hand, over its suit patterns or only over these."""
    game = ante().game
    describe = game.rules.ranking.describe
    weights = {
        index: matchup.hand.weight
        for index, matchup in enumerate(game.matchups)
        if describe(matchup.hand.strength) == hand and matchup.hand.pattern in (patterns or list(SuitPattern))
    }
    total = sum((weight * game.expectation(index, 1) for index, weight in weights.items()), Fraction(0))
    return total / sum(weights.values())
