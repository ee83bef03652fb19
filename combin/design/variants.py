"""Many games that differ in a few rules, each with its exact figures; what they share is worked out once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from combin.exact.base_game import LineTexts, line_combinations, with_pays
from combin.exact.distribution import Distribution
from combin.exact.pay_lines import names_suit
from combin.exact.side_bets import (
    LineCount,
    SideBet,
    comparison_bet,
    side_bet,
    side_bet_lost_with_folds,
)
from combin.exact.situations import situations
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy, optimal_strategy
from combin.rules.resolved import Rules
from combin.rules.spelling import rules_file

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping
    from fractions import Fraction

    from combin.exact.matchups import Situations
    from combin.rules.tables import Inherited, PayTable


@dataclass(frozen=True, slots=True)
class Variant:
    """The figures of one game under one choice of tables, played at its best.

    `wagers` are the net results by wager, the base wager's with its raise and bonuses, as in `Analysis`;
    `play_rate` is the part of all deals in which the player does not fold.
    """

    rules: Rules
    letters: Mapping[str, str]
    wagers: Mapping[str, Distribution]
    hands_played: int
    play_rate: Fraction
    statement: str
    decisions: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Played:
    """The best strategy of a base game, in figures."""

    strategy: Strategy
    statement: str
    folded: frozenset[tuple[int, ...]]


MOST_PLAYED = 1 << 10
"""How many base games a workbench keeps, some 200 kB each; when there are more, all begin anew."""

MOST_SITUATIONS = 1 << 21
"""How many situations a workbench keeps before it makes others, of some 100 bytes each."""


class Workbench:
    """Works out variants of a game, and keeps what the next one may need again.

    The slow equivalent of `variant` is `combin.exact.analysis.analyse` for each game by itself.
    """

    def __init__(self, inherited: Inherited | None = None) -> None:
        self._inherited = inherited
        self._like: dict[Hashable, Rules] = {}
        self._situations: dict[Hashable, Situations] = {}
        self._lines: dict[tuple[Hashable, ...], tuple[tuple[LineTexts, ...], tuple[int, ...]]] = {}
        self._played: dict[tuple[Hashable, ...], _Played] = {}
        self._strategies: dict[Hashable, tuple[str, frozenset[tuple[int, ...]]]] = {}
        self._counted: dict[Hashable, SideBet] = {}
        self._bets: dict[Hashable, Distribution] = {}

    def rules(self, raw: dict[str, Any]) -> Rules:
        """Return the rules that tables of TOML say.

        Raises:
            RulesError: they say something that the language does not allow.
        """
        file = rules_file(raw)
        key = (file.deck, file.ranking, file.deal.player)
        rules = Rules(file, self._like.get(key), self._inherited)
        self._like.setdefault(key, rules)
        return rules

    def variant(self, rules: Rules, letters: Mapping[str, str]) -> Variant:
        """Return the figures of one game; `letters` name the table of each bonus and bet that has one."""
        played = self._base(rules, letters)
        wagers = dict.fromkeys(rules.initial[:1], played.strategy.distribution)
        for name in rules.comparisons:
            wagers[name] = comparison_bet(rules, name, letters.get(name, "")).distribution
        for name in rules.side_bets:
            wagers[name] = self._side_bet(rules, rules.tables[name][letters[name]], played)
        best = played.strategy
        return Variant(
            rules, letters, wagers, best.hands_played, best.play_rate, played.statement, best.decisions
        )

    def strategy(self, variant: Variant) -> Strategy:
        """Return how a variant is played at its best."""
        return self._base(variant.rules, variant.letters).strategy

    # -- the base game -------------------------------------------------------------------------------

    def _base(self, rules: Rules, letters: Mapping[str, str]) -> _Played:
        tables = {name: rules.tables[name][letters[name]] for name in rules.base_tables}
        suits = any(map(names_suit, tables.values()))
        where = (_deck_key(rules), rules.file.deal, rules.qualifies, rules.cases, suits)
        if where not in self._situations:
            self._make_room()
            arrays = find_spec("numpy") is not None
            self._situations[where] = situations(rules, suits=suits, by_arrays=arrays)
        found = self._situations[where]
        hands = tuple(
            tuple((one, line and line.text) for one, line in table.sets) for table in tables.values()
        )
        if (where, hands) not in self._lines:
            self._lines[where, hands] = line_combinations(rules, tables, found.classes)
        game = with_pays(rules, tables, found, *self._lines[where, hands])
        nets = tuple(tuple(one.items()) for one in game.by_lines)
        key = (
            where,
            hands,
            game.initial,
            game.unit,
            game.fold,
            nets,
            tuple(rules.multiples.items()),
            rules.early,
            rules.play,
        )
        if key not in self._played:
            if len(self._played) >= MOST_PLAYED:
                self._played.clear()
            best = optimal_strategy(game)
            self._played[key] = _Played(best, *self._said(best, where))
        return self._played[key]

    def _make_room(self) -> None:
        """Forget the oldest situations where there are many, but for the first, and what is played in them.

        Variants are compared with the first.
        """
        while len(self._situations) > 1 and sum(map(len, self._situations.values())) > MOST_SITUATIONS:
            where = list(self._situations)[1]
            del self._situations[where]
            for known in (self._lines, self._played):
                for key in [key for key in known if key[0] == where]:
                    del known[key]

    def _said(self, best: Strategy, where: Hashable) -> tuple[str, frozenset[tuple[int, ...]]]:
        """Return the strategy in words and what it folds; they depend on the decisions alone."""
        key = (where, tuple(best.game.rules.multiples), best.game.rules.early, best.decisions)
        if key not in self._strategies:
            folded = frozenset() if best.seen else best.folded
            self._strategies[key] = (statement_of(best).text, folded)
        return self._strategies[key]

    # -- the side bets -------------------------------------------------------------------------------

    def _side_bet(self, rules: Rules, table: PayTable, played: _Played) -> Distribution:
        lost = table.bet.loses_on_fold
        by_card = lost and played.strategy.seen
        if table.bet.versus_dealer:
            return self._counts(rules, table, played).distribution
        folded = (rules.file.deal, played.strategy.decisions) if by_card else played.folded if lost else None
        hands = tuple((one, None if line is None else line.text) for one, line in table.sets)
        order = tuple(rules.file.pay_tables[table.wager][table.letter].lines)
        of, more = table.bet.hand, table.bet.more_cards
        # The best five of more cards depend on the deck alone, unless hands of one ranking are folded.
        deck = rules.file.deck if more and not folded else _deck_key(rules)
        where = (deck, of, more, hands, order, folded)
        pays = tuple(table.odds(line) for line in table.lines)
        if (where, pays) not in self._bets:
            if where not in self._counted:
                self._counted[where] = self._counts(rules, table, played)
            self._bets[where, pays] = _repaid(self._counted[where], table).distribution
        return self._bets[where, pays]

    def _counts(self, rules: Rules, table: PayTable, played: _Played) -> SideBet:
        if not table.bet.loses_on_fold:
            return side_bet(rules, table)
        if not played.strategy.seen:
            return side_bet(rules, table, played.folded)
        # Variants that differ in bets alone share the strategy, but not the rules that the bets are under.
        game = replace(played.strategy.game, rules=rules)
        return side_bet_lost_with_folds(replace(played.strategy, game=game), table)


def _deck_key(rules: Rules) -> Hashable:
    return rules.file.deck, rules.file.ranking, rules.file.deal.player


def _repaid(bet: SideBet, table: PayTable) -> SideBet:
    """Return a side bet with the pays of another table of the same lines."""
    odds = {line.text: table.odds(line) for line in table.lines}
    *paid, lost = bet.lines
    lines = (*(LineCount(line.text, odds[line.text], line.count) for line in paid), lost)
    return SideBet(table, lines, bet.total)
