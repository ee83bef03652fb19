"""Many games that differ in a few rules, each with its exact figures; what they share is worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING, Any

from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.matchups import Matchup, matchups
from combin.exact.pay_lines import names_suit
from combin.exact.side_bets import (
    LineCount,
    SideBet,
    comparison_bet,
    side_bet,
    side_bet_lost_with_folds,
)
from combin.exact.situations import situations
from combin.exact.statement import state
from combin.exact.strategy import Strategy, optimal_strategy
from combin.exact.summary import Distribution
from combin.handset import HandSet
from combin.rules.convert import rules_file
from combin.rules.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    import numpy as np

    from combin.isomorphism import HandClass
    from combin.ranking import Ranking
    from combin.rules.rules import Table

__all__ = ["Variant", "Workbench"]

_Groups = tuple[tuple[str | None, ...], ...]
"""Lines that are paid together, one of each bonus or none."""

_MOST = 2**62
"""What sums of machine integers may reach."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The figures of one game under one choice of tables, played at its best.

    `wagers` are the net results by wager, the base wager's with its raise and bonuses, as in `Analysis`.
    """

    rules: Rules
    letters: Mapping[str, str]
    wagers: Mapping[str, Distribution]
    hands_played: int
    statement: str
    decisions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Played:
    """The best strategy of a base game, in figures."""

    distribution: Distribution
    hands_played: int
    statement: str
    decisions: tuple[int, ...]
    folded: frozenset[tuple[int, int, int]]
    strategy: Strategy | None = None


class _Deals:
    """The matchups of one ranking and qualifier, as arrays of machine integers."""

    def __init__(self, ranking: Ranking, qualifies: int) -> None:
        import numpy as np

        self.matchups = matchups(ranking, qualifies)
        self.counts = np.array([one.counts for one in self.matchups], dtype=np.int64)
        self.weights = np.array([one.hand.weight for one in self.matchups], dtype=np.int64)
        self.levels = np.array([one.hand.strength.level for one in self.matchups])
        self.deals = self.counts * self.weights[:, None]
        self.dealer_hands = comb(len(ranking.deck) - 3, 3)
        self.classes: tuple[HandClass, ...] = tuple(one.hand for one in self.matchups)


class Workbench:
    """Works out variants of a game, and keeps what the next one may need again.

    The slow equivalent of `variant` is `combin.exact.analysis.analyse` for each game by itself.
    """

    def __init__(self) -> None:
        self._like: dict[Hashable, Rules] = {}
        self._deals: dict[Hashable, _Deals] = {}
        self._situations: dict[Hashable, tuple[Matchup, ...]] = {}
        self._groups: dict[Hashable, tuple[_Groups, np.ndarray[Any, Any]]] = {}
        self._played: dict[Hashable, _Played] = {}
        self._strategies: dict[Hashable, tuple[str, frozenset[tuple[int, int, int]]]] = {}
        self._lines: dict[Hashable, SideBet] = {}
        self._bets: dict[Hashable, Distribution] = {}

    def rules(self, raw: dict[str, Any]) -> Rules:
        """Return the rules that tables of TOML say.

        Raises:
            RulesError: they say something that the language does not allow.
        """
        file = rules_file(raw)
        key = (file.deck, file.ranking)
        rules = Rules(file, self._like.get(key))
        self._like.setdefault(key, rules)
        return rules

    def variant(self, rules: Rules, letters: Mapping[str, str]) -> Variant:
        """Return the figures of one game; `letters` name the table of each bonus and side bet."""
        played = self._base(rules, letters)
        wagers = {rules.base: played.distribution}
        wagers |= {name: comparison_bet(rules, name).distribution for name in rules.comparisons}
        for name in rules.side_bets:
            wagers[name] = self._side_bet(rules, rules.tables[name][letters[name]], played)
        return Variant(rules, letters, wagers, played.hands_played, played.statement, played.decisions)

    # -- the base game -------------------------------------------------------------------------------

    def _base(self, rules: Rules, letters: Mapping[str, str]) -> _Played:
        if not rules.classic:
            return self._other(rules, letters)
        base, play = rules.against_dealer(rules.base), rules.against_dealer(rules.play)
        pairs = tuple((base.outcome(case).pays, play.outcome(case).pays) for case in rules.cases)
        tables = [rules.tables[name][letters[name]] for name in rules.bonuses]
        pays = tuple(
            tuple((hands, line and table.odds(line)) for hands, line in table.sets) for table in tables
        )
        where = _deck_key(rules)
        key = (where, rules.qualifies, tuple(rules.multiples), pairs, pays)
        if key not in self._played:
            self._played[key] = self._best(rules, letters, tables, where)
        return self._played[key]

    def _other(self, rules: Rules, letters: Mapping[str, str]) -> _Played:
        """Return the best strategy of a game that is not of Three Card Poker's kind."""
        file = rules.file
        wagers = tuple(rules.wagers[name] for name in rules.base_wagers)
        bonuses = tuple((rules.bonus(name), rules.tables[name][letters[name]]) for name in rules.bonuses)
        tables = tuple(rules.tables[name][letters[name]] for name in rules.by_table)
        key = repr((_deck_key(rules), file.deal, file.dealer, file.decision, wagers, bonuses, tables))
        if key not in self._played:
            known = self._situations.get(where := (_deck_key(rules), file.deal, rules.qualifies, rules.cases))
            if known is None:
                known = self._situations[where] = situations(rules)
            self._played[key] = self._slowly(base_game(rules, letters, known))
        return self._played[key]

    def _best(
        self, rules: Rules, letters: Mapping[str, str], tables: list[Table], where: Hashable
    ) -> _Played:
        deals = self._deals.get((where, rules.qualifies))
        if deals is None:
            deals = self._deals[where, rules.qualifies] = _Deals(rules.ranking, rules.qualifies)
        if any(map(names_suit, tables)):
            return self._slowly(base_game(rules, letters, deals.matchups))
        hands = tuple(tuple((one, line and line.text) for one, line in table.sets) for table in tables)
        known = (where, rules.qualifies, hands)
        if known not in self._groups:
            self._groups[known] = _bonus_groups(rules, tables, deals)
        groups, which = self._groups[known]
        game, bonus = _plain_game(rules, tables, groups, deals)
        largest = max(abs(net) for nets in game.cases.values() for net in nets) + max(
            map(abs, bonus), default=0
        )
        if (largest + game.unit) * deals.dealer_hands * int(deals.weights.sum()) >= _MOST:
            return self._slowly(base_game(rules, letters, deals.matchups))
        return self._quickly(game, bonus, which, deals, where)

    def _slowly(self, game: BaseGame) -> _Played:
        """Return the best strategy as `analyse` finds it: bonuses for one suit, pays of many digits."""
        best = optimal_strategy(game)
        folded = frozenset() if game.rules.file.deal.face_up else best.folded
        return _Played(best.distribution, best.hands_played, state(best).text, best.decisions, folded, best)

    def _quickly(
        self, game: BaseGame, bonus: list[int], which: np.ndarray[Any, Any], deals: _Deals, where: Hashable
    ) -> _Played:
        """Return the best strategy by sums of machine integers; `which` bonus each class of hands gets."""
        import numpy as np

        extra = np.array(bonus, dtype=np.int64)[which]
        multiples = sorted(game.cases)
        values = np.empty((len(multiples) + 1, len(extra)), dtype=np.int64)
        values[0] = -game.unit * deals.dealer_hands
        for row, multiple in enumerate(multiples, start=1):
            values[row] = deals.counts @ np.array(game.cases[multiple], dtype=np.int64)
            values[row] += extra * deals.dealer_hands
        chosen = values.argmax(axis=0)  # the first of several, which is the cheapest
        played = int(deals.weights[chosen > 0].sum())
        statement, folded = self._said(game, chosen, multiples, where)
        decisions = tuple(np.array([FOLD, *multiples])[chosen].tolist())
        return _Played(
            _outcomes(game, chosen, multiples, (bonus, which), deals), played, statement, decisions, folded
        )

    def _said(
        self,
        game: BaseGame,
        chosen: np.ndarray[Any, Any],
        multiples: list[int],
        where: Hashable,
    ) -> tuple[str, frozenset[tuple[int, int, int]]]:
        """Return the strategy in words and what it folds; they hang on the decisions alone."""
        key = (where, tuple(multiples), chosen.tobytes())
        if key not in self._strategies:
            decisions = tuple([FOLD, *multiples][one] for one in chosen.tolist())
            # Suits are told apart only by bonuses, so these matchups do for any game of these decisions.
            strategy = Strategy("optimal", game, decisions)
            self._strategies[key] = (state(strategy).text, strategy.folded)
        return self._strategies[key]

    # -- the side bets -------------------------------------------------------------------------------

    def _side_bet(self, rules: Rules, table: Table, played: _Played) -> Distribution:
        lost = rules.pay_table_wager(table.wager).on_fold == "lost"
        if lost and rules.file.deal.face_up and played.strategy is not None:
            return side_bet_lost_with_folds(played.strategy, table).distribution
        if rules.versus_dealer(table.wager):
            return side_bet(rules, table, played.folded if lost else frozenset()).distribution
        folded = played.folded if lost else frozenset()
        hands = tuple((one, None if line is None else line.text) for one, line in table.sets)
        order = tuple(rules.file.pay_tables[table.wager][table.letter].lines)
        where = (_deck_key(rules), rules.more_cards(table.wager), hands, order, folded)
        pays = tuple(table.odds(line) for line in table.lines)
        if (where, pays) not in self._bets:
            if where not in self._lines:
                self._lines[where] = side_bet(rules, table, folded)
            self._bets[where, pays] = _repaid(self._lines[where], table).distribution
        return self._bets[where, pays]


def _deck_key(rules: Rules) -> Hashable:
    return rules.file.deck, rules.file.ranking


def _bonus_groups(rules: Rules, tables: list[Table], deals: _Deals) -> tuple[_Groups, np.ndarray[Any, Any]]:
    """Return which lines of the bonuses pay together, and for each class of hands which of these it gets."""
    import numpy as np

    lines: list[tuple[str | None, ...]] = [()] * len(rules.ranking.strengths)
    for table in tables:
        own: list[str | None] = [None] * len(lines)
        for hands, line in reversed(table.sets):  # the finer lines stand first, and decide
            if isinstance(hands, HandSet):
                own[hands.levels.start : hands.levels.stop] = [line.text if line else None] * len(
                    hands.levels
                )
        lines = [(*one, more) for one, more in zip(lines, own, strict=True)]
    groups = tuple(dict.fromkeys(lines))
    place = {group: index for index, group in enumerate(groups)}
    return groups, np.array([place[one] for one in lines])[deals.levels]


def _plain_game(
    rules: Rules, tables: list[Table], groups: _Groups, deals: _Deals
) -> tuple[BaseGame, list[int]]:
    """Return the base game without its bonuses, and what each group of their lines pays, in its unit."""
    odds = [{line.text: table.odds(line) for line in table.lines} for table in tables]
    pays = [
        sum((one[text] for one, text in zip(odds, group, strict=True) if text is not None), Fraction(0))
        for group in groups
    ]
    base, play = rules.against_dealer(rules.base), rules.against_dealer(rules.play)
    pairs = [(base.outcome(case).pays, play.outcome(case).pays) for case in rules.cases]
    unit = lcm(*(number.denominator for pair in pairs for number in pair), *(pay.denominator for pay in pays))
    cases = {}
    for multiple in rules.multiples:
        none, win, tie, lose = (int((one + multiple * other) * unit) for one, other in pairs)
        cases[multiple] = (none, win, tie, lose)
    return BaseGame(rules, deals.matchups, unit, cases, (), ()), [int(pay * unit) for pay in pays]


def _outcomes(
    game: BaseGame,
    chosen: np.ndarray[Any, Any],
    multiples: list[int],
    bonuses: tuple[list[int], np.ndarray[Any, Any]],
    deals: _Deals,
) -> Distribution:
    """Return the net results when each class follows its decision, as `BaseGame.distribution` does."""
    counts: dict[int, int] = {}
    staked = 0
    bonus, which = bonuses
    for row, multiple in enumerate((FOLD, *multiples)):
        mask = chosen == row
        hands = int(deals.weights[mask].sum())
        staked += hands * (1 + multiple)
        if multiple == FOLD:
            counts[-game.unit] = hands * deals.dealer_hands
            continue
        if not hands:
            continue
        for index, pays in enumerate(bonus):
            sums = deals.deals[mask & (which == index)].sum(axis=0).tolist()
            for count, net in zip(sums, game.cases[multiple], strict=True):
                counts[net + pays] = counts.get(net + pays, 0) + count
    exact = {Fraction(net, game.unit): count for net, count in counts.items()}
    return Distribution.of(exact, staked * deals.dealer_hands)


def _repaid(bet: SideBet, table: Table) -> SideBet:
    """Return a side bet with the pays of another table of the same lines."""
    odds = {line.text: table.odds(line) for line in table.lines}
    *paid, lost = bet.lines
    lines = (*(LineCount(line.text, odds[line.text], line.count) for line in paid), lost)
    return SideBet(table, lines, bet.total)
