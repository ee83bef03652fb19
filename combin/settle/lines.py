"""Which line of a pay table a hand is paid by, and what the table says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from combin.cards.cards import ColourLine
from combin.cards.five_cards import SixCardRoyal
from combin.cards.hand_sets import HandSet
from combin.rules.bets import Whose
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Prize
from combin.settle.results import amount_text
from combin.settle.rounds import RoundError
from combin.settle.showdown import Showdown


def check_letters(rules: Rules, letters: Mapping[str, str]) -> None:
    """See that pay tables named for a whole file are those of the game.

    Raises:
        RulesError: a wager or a letter that the game does not have.
    """
    for name, letter in letters.items():
        if name not in rules.tables:
            known = ", ".join(rules.tables)
            raise RulesError((), f"{rules.file.id} has no pay table for {name!r}; it has them for {known}")
        if letter not in rules.tables[name]:
            known = ", ".join(rules.tables[name])
            raise RulesError((), f"{rules.file.id} has no {name} table {letter!r}; it has {known}")


class PayTables:
    """The pay tables of a game as a round uses them, by the letters that its record names.

    A letter that no record names is asked for only where it decides: `chosen` takes any table while all pay a
    hand the same, and notes the wager where they do not. What is settled then is worth nothing until `check`
    has found that no letter is missing; so that one message asks for all.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        self._rules = rules
        self._letters = letters
        self.letters = tuple(letters.items())
        self._missing: set[str] = set()

    def possible(self, name: str) -> tuple[PayTable, ...]:
        """Return the tables that a wager may be paid by: the one of the letter named, else all.

        Raises:
            RoundError: no such letter.
        """
        alternatives = self._rules.tables[name]
        letter = self._letters.get(name)
        if letter is None:
            return tuple(alternatives.values())
        if letter not in alternatives:
            known = ", ".join(alternatives)
            raise RoundError(f"tables.{name}: no table {letter!r}; the game has {known}")
        return (alternatives[letter],)

    def chosen(self, name: str, showdown: Showdown) -> PayTable:
        """Return the table that a hand is paid by; of several that pay it the same, what they share."""
        first, *others = self.possible(name)
        if not others:
            return first
        terms_of_first = _terms(first, showdown)
        if any(_terms(other, showdown) != terms_of_first for other in others):
            self._missing.add(name)
        same_rule = all(other.rule == first.rule for other in others)
        return replace(first, letter="", rule=first.rule if same_rule else "")

    def check(self) -> None:
        """See that no letter was missing where it decides.

        Raises:
            RoundError: one was; the message names the wagers of all such letters.
        """
        if not self._missing:
            return
        missing = [
            f"{name} ({', '.join(letters)})"
            for name, letters in self._rules.tables.items()
            if name in self._missing
        ]
        raise RoundError(f"tables: no table named for {' and '.join(missing)}")


def _terms(table: PayTable, showdown: Showdown) -> tuple[str, Prize, bool, Fraction] | None:
    """Return what a table pays a hand, and how; None if nothing."""
    line = paying_line(table, showdown)
    return None if line is None else (line.text, line.prize, table.for_one, table.bet.commission)


def paying_line(table: PayTable, showdown: Showdown) -> Line | None:
    """Return the line of a table that is paid, or None; the finer lines come first in it."""
    if table.bet.more_cards:
        six, deck = showdown.cards(table.bet.hand), showdown.rules.deck
        for hands, line in table.sets:
            if isinstance(hands, SixCardRoyal) and hands.holds(six, deck):
                return line
        best = showdown.best_five(table.bet.hand)
        return table.line_of_best(best.category, best.ranks[0], showdown.suit_of_five(table.bet.hand))
    if table.bet.hand is Whose.EITHER:
        return table.better(*(_line_of(table, showdown, dealer=dealer) for dealer in (False, True)))
    return _line_of(table, showdown, dealer=is_dealers(table.bet.hand, showdown))


def _line_of(table: PayTable, showdown: Showdown, *, dealer: bool) -> Line | None:
    """Return the line of three cards that is paid: of the player's, or of the dealer's."""
    for hands, line in table.sets:
        if isinstance(hands, ColourLine):
            held = hands.holds(showdown.player, showdown.dealer)
        elif isinstance(hands, HandSet):
            strength = showdown.dealer_strength if dealer else showdown.strength
            held = hands.holds(strength.level, showdown.dealer_suits if dealer else showdown.suits)
        else:
            held = False
        if held:
            return line
    return None


def is_dealers(hand: Whose, showdown: Showdown) -> bool:
    """Tell whether a hand of three cards is the dealer's; the hands are compared only where that decides."""
    return hand is Whose.DEALER or (hand.of_both and hand.is_dealers(showdown.result))


def unpaid_reason(table: PayTable, showdown: Showdown) -> str:
    """Return why no line of a table is paid."""
    if table.bet.more_cards:
        return f"the best five, {showdown.best_category(table.bet.hand)}, are not paid"
    if any(isinstance(hands, ColourLine) for hands, _ in table.sets):
        return "no line about the colours is met"
    if table.bet.hand is Whose.EITHER:
        return "neither {player} nor dealer's {dealer} is on the pay table"
    whose = "dealer's {dealer}" if is_dealers(table.bet.hand, showdown) else "{player}"
    return f"{whose} is not on the pay table"


def terms(table: PayTable, line: Line) -> str:
    """Return what a line pays, in words."""
    prize = line.prize
    if prize.money is not None:
        return f"{amount_text(prize.money)} in money"
    if prize.meter is not None:
        return f"{amount_text(prize.meter * 100)}% of the meter"
    return f"{amount_text(prize.odds or Fraction(0))} {'for' if table.for_one else 'to'} 1"
