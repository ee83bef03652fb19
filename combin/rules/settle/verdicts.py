"""One hand decided by the letter of the rules, in units of the stakes: the reference of every fast route."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from combin.cards import Card
from combin.colours import ColourLine
from combin.fivecard import FiveCardCategory, best_five
from combin.handset import HandSet
from combin.ranking import Ranking, Strength
from combin.rules.model import AgainstDealer, Bonus, HandOf, Outcome, PayTableWager
from combin.rules.rounds import RoundError
from combin.rules.rules import Line, Rules, Table
from combin.rules.settle.results import Result, amount_text, cite

__all__ = [
    "Showdown",
    "Verdict",
    "chosen_table",
    "decide",
    "paying_line",
    "settle_hand",
    "unpaid_reason",
]

NOTHING = Fraction(0)
LOST = Fraction(-1)

Case = Literal["no_qualify", "win", "tie", "lose"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a wager: its net in units of its stake, the result, the rule, the reason.

    The reason may name the hands as `{player}` and `{dealer}`. A bonus is in units of the wager it is on.
    """

    net: Fraction
    result: Result
    rule: str
    reason: str


@dataclass(frozen=True)
class Showdown:
    """A player's hand, the dealer's and the jackpot cards; what decides nothing may be empty."""

    rules: Rules
    player: Sequence[Card]
    dealer: Sequence[Card]
    jackpot: Sequence[Card] = ()

    @cached_property
    def strength(self) -> Strength:
        """How strong the player's hand is."""
        return self.rules.ranking.strength(self.player)

    @cached_property
    def dealer_strength(self) -> Strength:
        """How strong the dealer's hand is."""
        return self.rules.ranking.strength(self.dealer)

    def cards(self, hand: HandOf) -> tuple[Card, ...]:
        """Return all cards that make the hand of a pay table; empty where some of them are not known."""
        others: Sequence[Card] = {
            "player": (),
            "player and dealer": self.dealer,
            "player and jackpot cards": self.jackpot,
        }[hand]
        known = self.player and (others or hand == "player")
        return (*self.player, *others) if known else ()

    @cached_property
    def case(self) -> Case:
        """What the comparison comes to, seen by the player."""
        if self.dealer_strength.level < self.rules.qualifies:
            return "no_qualify"
        if self.strength.level > self.dealer_strength.level:
            return "win"
        if self.strength.level < self.dealer_strength.level:
            return "lose"
        return "tie"

    def words(self, reason: str) -> str:
        """Return a reason with the hands put in."""
        ranking = self.rules.ranking
        return reason.format_map(_Hands(ranking, self))


class _Hands(dict[str, str]):
    """Describes the hands that a reason asks for, and no others: a folded hand may not be known."""

    def __init__(self, ranking: Ranking, showdown: Showdown) -> None:
        super().__init__()
        self.ranking = ranking
        self.showdown = showdown

    def __missing__(self, key: str) -> str:
        strength = self.showdown.strength if key == "player" else self.showdown.dealer_strength
        return self.ranking.describe(strength)


def settle_hand(
    rules: Rules,
    tables: Mapping[str, str],
    player: Sequence[Card],
    dealer: Sequence[Card],
    multiple: int | None,
    *,
    keeps: Collection[str] = (),
    jackpot: Sequence[Card] = (),
) -> dict[str, Fraction]:
    """Return what every wager of a hand nets, each in units of its base stake.

    The initial wager, the raise and the bonuses are in units of the initial wager (a raise of twice the
    Ante that wins nets 2); a side bet is in units of its own stake. Jackpot wagers need a meter or other
    cards and are left out.

    Args:
        rules: the game.
        tables: the letter of the pay table in use, by wager; may be left out where there is one only.
        player: the player's three cards.
        dealer: the dealer's three cards.
        multiple: the Play in multiples of the Ante, or None for a fold.
        keeps: side bets that a folding player keeps in play where the rules let him choose.
        jackpot: the jackpot cards, where a side bet is about them.

    >>> from combin.rules.load import load_rules
    >>> rules = load_rules("uk-including-blind")
    >>> hands = rules.deck.parse("9c 9s 2s"), rules.deck.parse("Qs 6c 4s")
    >>> nets = settle_hand(rules, {}, *hands, 1)
    >>> {wager: str(net) for wager, net in nets.items()}
    {'ante': '1', 'play': '1', 'ante_bonus': '0', 'pair_plus': '1', 'prime': '4'}

    Raises:
        RoundError: a letter is missing or unknown.
    """
    staked = [name for name in rules.wagers if name not in rules.jackpots and name not in rules.bonuses]
    showdown = Showdown(rules, player, dealer, jackpot)
    verdicts = decide(showdown, tables, staked, folds=multiple is None, keeps=keeps)
    nets = {
        name: verdicts[name].net if name in verdicts else NOTHING
        for name in rules.wagers
        if name not in rules.jackpots
    }
    nets[rules.play] *= multiple or 0
    return nets


def decide(
    showdown: Showdown,
    tables: Mapping[str, str],
    staked: Iterable[str],
    *,
    folds: bool,
    keeps: Collection[str] = (),
) -> dict[str, Verdict]:
    """Return the verdict on each wager of a hand, jackpot wagers left out; a bonus only where it is paid.

    Args:
        showdown: the game and the hands.
        tables: the letters in use.
        staked: the ids of the wagers with a stake.
        folds: whether the player folds.
        keeps: side bets that he keeps all the same where the rules let him.
    """
    rules = showdown.rules
    verdicts = {}
    for name in staked:
        wager = rules.wagers[name]
        if isinstance(wager, AgainstDealer):
            verdicts[name] = _folded(wager) if folds else _against_dealer(wager, showdown)
        elif isinstance(wager, PayTableWager):
            stays = wager.on_fold == "stays" or (wager.on_fold == "may stay" and name in keeps)
            if folds and not stays:
                verdicts[name] = Verdict(LOST, Result.LOSE, wager.fold_rule or wager.rule, "folded")
            else:
                verdicts[name] = _pay_table(wager, chosen_table(rules, tables, name), showdown)
    for name, bonus in rules.wagers.items():
        if isinstance(bonus, Bonus) and bonus.on in verdicts and not folds:
            table = chosen_table(rules, tables, name)
            line = paying_line(table, showdown)
            if line is not None:
                verdicts[name] = _paid(table, line, bonus.rule)
    return verdicts


def _folded(wager: AgainstDealer) -> Verdict:
    """A fold loses what was staked before it; a raise was not staked at all."""
    if wager.raises:
        return Verdict(NOTHING, Result.STAND_OFF, wager.fold_rule, "not staked")
    return Verdict(LOST, Result.LOSE, wager.fold_rule or wager.rule, "folded")


def _against_dealer(wager: AgainstDealer, showdown: Showdown) -> Verdict:
    outcome: Outcome = getattr(wager, showdown.case)
    reason = {
        "no_qualify": "dealer's {dealer} does not qualify",
        "win": "{player} beats dealer's {dealer}",
        "tie": "{player} equals dealer's {dealer}",
        "lose": "dealer's {dealer} beats {player}",
    }[showdown.case]
    return Verdict(outcome.pays, _result(outcome.pays), outcome.rule or wager.rule, reason)


def _pay_table(wager: PayTableWager, table: Table, showdown: Showdown) -> Verdict:
    """A side bet: what it is about decides, whatever the comparison with the dealer comes to."""
    line = paying_line(table, showdown)
    if line is None:
        return Verdict(LOST, Result.LOSE, wager.lose_rule or wager.rule, unpaid_reason(table, showdown))
    return _paid(table, line, wager.win_rule or wager.rule)


def _paid(table: Table, line: Line, rule: str) -> Verdict:
    odds = table.odds(line)
    written = line.prize.odds
    assert written is not None  # noqa: S101  a table of this kind pays odds only
    terms = f"{amount_text(written)} {'for' if table.for_one else 'to'} 1"
    return Verdict(odds, _result(odds), cite(rule, table.rule), f"{line.text} pays {terms}")


def _result(net: Fraction) -> Result:
    if net == 0:
        return Result.STAND_OFF
    return Result.WIN if net > 0 else Result.LOSE


def paying_line(table: Table, showdown: Showdown) -> Line | None:
    """Return the line of a table that is paid, or None; the finer lines come first in it."""
    if showdown.rules.more_cards(table.wager):
        category = _best_category(table, showdown)
        return next((line for hands, line in table.sets if hands is category), None)
    for hands, line in table.sets:
        if isinstance(hands, ColourLine):
            if hands.holds(showdown.player, showdown.dealer):
                return line
        elif isinstance(hands, HandSet):
            suits = frozenset(card.suit for card in showdown.player)
            if hands.holds(showdown.strength.level, suits):
                return line
    return None


def _best_category(table: Table, showdown: Showdown) -> FiveCardCategory:
    """Return what the best five of the player's cards with the others are."""
    hand: HandOf = getattr(showdown.rules.wagers[table.wager], "hand", "player")
    return best_five(showdown.cards(hand), showdown.rules.deck).category


def unpaid_reason(table: Table, showdown: Showdown) -> str:
    """Return why no line of a table is paid."""
    if showdown.rules.more_cards(table.wager):
        return f"the best five, {_best_category(table, showdown)}, are not paid"
    if any(isinstance(hands, ColourLine) for hands, _ in table.sets):
        return "no line about the colours is met"
    return "{player} is not on the pay table"


def chosen_table(rules: Rules, tables: Mapping[str, str], name: str) -> Table:
    """Return the pay table of a wager: the one of the letter given, or the only one.

    Raises:
        RoundError: no such letter, or a choice of letters and none given.
    """
    alternatives = rules.tables[name]
    if name not in tables and len(alternatives) == 1:
        return next(iter(alternatives.values()))
    try:
        return alternatives[tables[name]]
    except KeyError:
        given = f"no table {tables[name]!r}" if name in tables else "no table named"
        raise RoundError(f"tables.{name}: {given}; the game has {', '.join(alternatives)}") from None
