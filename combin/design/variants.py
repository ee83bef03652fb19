"""Games that differ in a few settings, each with its exact figures; what they share is worked out once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.base_game import Lines, line_combinations, matchups, with_pays
from combin.exact.distribution import Distribution
from combin.exact.pay_lines import names_suit
from combin.exact.side_bets import LineCount, SideBet, bet_beside
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import Currency, plain
from combin.rules.errors import RulesError, shown
from combin.rules.load import changed, keys_of
from combin.rules.outcomes import base_sets, line_odds
from combin.rules.resolved import Rules
from combin.rules.spelling import as_written, rules_file

if TYPE_CHECKING:
    from combin.exact.matchups import Matchups
    from combin.rules.tables import Inherited


MOST_VALUES = 10_000
"""The most values of one setting."""


_SPLIT = re.compile(r"""\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[^,"'\[{])+)\s*(?:,|$)""")


_RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})", re.ASCII)


def read_setting(text: str) -> tuple[str, tuple[object, ...]]:
    """The place and the values of a setting, as it is written on a command line.

    Values are TOML, several with commas between; words need no quotes, and `3..6` is all whole numbers
    from 3 to 6.

    >>> read_setting("dealer.qualifies=J high,Q high")
    ('dealer.qualifies', ('J high', 'Q high'))
    >>> read_setting('pay_tables.pair_plus.A."pair of aces"=2..4,"9/2"')
    ('pay_tables.pair_plus.A."pair of aces"', (2, 3, 4, '9/2'))
    >>> read_setting("decision.play=1,[1, 2]")
    ('decision.play', (1, [1, 2]))
    """
    parts = re.fullmatch(r"""((?:"[^"]*"|'[^']*'|[^="'])+)=(.*)""", text, re.DOTALL)
    place = parts[1].strip() if parts else ""
    if not parts or keys_of(place) is None:
        raise RulesError(("set",), f"{shown(text)} is not PLACE=VALUE,VALUE,...")
    values: list[object] = []
    rest = parts[2].strip()
    while rest:
        match = _SPLIT.match(rest)
        if match is None:
            raise RulesError(("set",), f"{shown(rest)} is no value (after {place}=)")
        values += _values(match[1].strip(), place)
        rest = rest[match.end() :].strip()
    if not values:
        raise RulesError(("set",), f"no value after {place}=")
    for index, value in enumerate(values):
        if value in values[:index]:
            raise RulesError(("set",), f"{setting_words(value)} stands twice after {place}=")
    return place, tuple(values)


def _values(text: str, place: str) -> Sequence[object]:
    if match := _RANGE.fullmatch(text):
        first, last = int(match[1]), int(match[2])
        if not first <= last < first + MOST_VALUES:
            problem = f"{text} is no range of at most {MOST_VALUES:,} values (after {place}=)"
            raise RulesError(("set",), problem)
        return range(first, last + 1)
    try:
        return [tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]]
    except (tomllib.TOMLDecodeError, ValueError):
        return [text]


def with_settings(raw: dict[str, Any], settings: Mapping[str, object]) -> dict[str, Any]:
    """The tables of a rule file with entries at dotted places replaced.

    What stands where the file has a list is a list of one; a rank alone as what the dealer qualifies with
    is the hands with that rank highest.
    """
    return changed(raw, {place: _fitting(raw, place, value) for place, value in settings.items()}, ())


def _fitting(raw: dict[str, Any], place: str, value: object) -> object:
    """A value in the form that its place needs."""
    keys = keys_of(place) or ()
    now: object = raw
    for key in keys:
        now = now.get(key) if isinstance(now, dict) else None
    if isinstance(value, Fraction):
        value = plain(value)
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(now, list) and not isinstance(value, list):
        return [value]
    ranks = str(raw.get("deck", {}).get("ranks", "")).split()
    if keys == ("dealer", "qualifies") and str(value).upper() in {*ranks, "10"}:
        return f"{value} high"
    return value


def setting_words(value: object) -> str:
    """A value as a table shows it.

    >>> setting_words("Q high"), setting_words([1, 2]), setting_words(True)
    ('Q high', '1, 2', 'true')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(setting_words, value))
    return shown(value)


class Variant(Struct, frozen=True):
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
    decisions: tuple[int, ...]


class _Played(Struct, frozen=True):
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
        self._situations: dict[Hashable, Matchups] = {}
        self._lines: dict[tuple[Hashable, ...], tuple[tuple[Lines, ...], tuple[int, ...]]] = {}
        self._played: dict[tuple[Hashable, ...], _Played] = {}
        self._strategies: dict[Hashable, tuple[str, frozenset[tuple[int, ...]]]] = {}
        self._counted: dict[Hashable, SideBet] = {}
        self._bets: dict[Hashable, Distribution] = {}

    def rules(self, raw: dict[str, Any]) -> Rules:
        """The rules that tables of TOML say."""
        file = rules_file(raw)
        key = (file.deck, file.ranking, file.deal.player)
        rules = Rules(file, self._like.get(key), self._inherited)
        self._like.setdefault(key, rules)
        return rules

    def variant(self, rules: Rules, letters: Mapping[str, str]) -> Variant:
        """The figures of one game; `letters` name the table of each bonus and bet that has one."""
        played = self._base(rules, letters)
        best = played.strategy
        wagers = dict.fromkeys(rules.initial[:1], best.distribution)
        for name in (*rules.comparisons, *rules.side_bets):
            wagers[name] = self._bet(rules, name, letters.get(name, ""), played)
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
            self._situations[where] = matchups(rules, suits=suits, by_arrays=arrays)
        found = self._situations[where]
        hands = tuple((name, lines.sets) for name, lines in base_sets(rules, letters).items())
        if (where, hands) not in self._lines:
            self._lines[where, hands] = line_combinations(rules, letters, found.classes)
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
            # What is said and folded depends on the decisions alone.
            decided = (where, tuple(best.game.rules.multiples), best.game.rules.early, best.decisions)
            if decided not in self._strategies:
                self._strategies[decided] = statement_of(best).text, frozenset() if best.seen else best.folded
            self._played[key] = _Played(best, *self._strategies[decided])
        return self._played[key]

    def _make_room(self) -> None:
        """Forget the oldest of many situations, with what is played in them, but keep the first."""
        while len(self._situations) > 1 and sum(map(len, self._situations.values())) > MOST_SITUATIONS:
            where = list(self._situations)[1]
            del self._situations[where]
            for known in (self._lines, self._played):
                for key in [key for key in known if key[0] == where]:
                    del known[key]

    # -- the side bets -------------------------------------------------------------------------------

    def _bet(self, rules: Rules, name: str, letter: str, played: _Played) -> Distribution:
        # Variants that differ in bets alone share the strategy, but not the rules that the bets are under.
        own = replace(played.strategy, game=replace(played.strategy.game, rules=rules))
        counted = partial(bet_beside, own, name, letter)
        lost = rules.bets[name].loses_on_fold
        if name in rules.comparisons or rules.bets[name].versus_dealer:
            return counted().distribution
        table = rules.tables[name][letter]
        by_card = lost and played.strategy.seen
        folded = (rules.file.deal, played.strategy.decisions) if by_card else played.folded if lost else None
        hands = tuple((one, None if line is None else line.text) for one, line in table.sets)
        order = tuple(rules.file.pay_tables[name][letter].lines)
        of, more = table.bet.hand, table.bet.more_cards
        # The best five of more cards depend on the deck alone, unless hands of one ranking are folded.
        deck = rules.file.deck if more and not folded else _deck_key(rules)
        where = (deck, of, more, hands, order, folded)
        nets = line_odds(rules, table)
        pays = tuple(nets.items())
        if (where, pays) not in self._bets:
            if where not in self._counted:
                self._counted[where] = counted()
            bet = self._counted[where]
            lines = tuple(LineCount(line.text, nets[line.text], line.count) for line in bet.lines)
            self._bets[where, pays] = SideBet(table, lines, bet.total).distribution
        return self._bets[where, pays]


def _deck_key(rules: Rules) -> Hashable:
    return rules.file.deck, rules.file.ranking, rules.file.deal.player


_LEFT_OUT = ("id", "title", "source")
"""Entries that tell a game's name and origin, not its rules."""


class Difference(Struct, frozen=True):
    """An entry that is not the same in both: its place, and the value in each (None where there is none)."""

    place: str
    first: str | None
    second: str | None


class Pair(Struct, frozen=True):
    """One wager under one table (the base wager under one choice of bonuses) in both games.

    None where a game does not have it. `statements` are the best strategies, of the base wager only.
    """

    wager: str
    letters: str
    first: Distribution | None
    second: Distribution | None
    statements: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, repr=False)
class Differences(Answer):
    """Where two games differ; `citations` counts differing places in the documents, which are left out."""

    shown_by: ClassVar[str] = "combin.design.views:differences_view"

    rules: tuple[Rules, Rules]
    entries: tuple[Difference, ...]
    citations: int
    pairs: tuple[Pair, ...]

    @property
    def currency(self) -> Currency:
        """The currency of the first game."""
        return self.rules[0].file.imprint.sign


def differences(first: Rules, second: Rules) -> Differences:
    """Return where two games differ, entry by entry and wager by wager.

    Of a wager that one game alone has, that is the only entry, without its pay tables and meter.
    """
    one, other = as_written(first.file), as_written(second.file)
    for wager in one["wager"].keys() ^ other["wager"].keys():
        for raw in (one, other):
            raw["pay_tables"].pop(wager, None)
            raw["jackpots"].pop(wager, None)
            if (raw.get("jackpot") or {}).get("wager") == wager:
                del raw["jackpot"]
    entries, citations = [], 0
    for place, here, there in _unequal(one, other):
        if place[0] in _LEFT_OUT or (place[0] == "imprint" and place[-1] == "title"):
            continue
        if place[-1] == "rule" or place[-1].endswith("_rule"):
            citations += 1
        else:
            entries.append(Difference(_dotted(place), _value(here), _value(there)))
    return Differences((first, second), tuple(entries), citations, tuple(_pairs(first, second)))


def _unequal(
    entry: Mapping[str, Any], other: Mapping[str, Any], place: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Give the place of every entry that differs and both values; a table that only one has is one entry."""
    for key in (*entry, *(key for key in other if key not in entry)):
        here, there = entry.get(key), other.get(key)
        if here == there or (here or None) == (there or None):
            continue
        if isinstance(here, dict) and isinstance(there, dict):
            yield from _unequal(here, there, (*place, key))
        else:
            yield (*place, key), here, there


def _value(value: object) -> str | None:
    """An entry in a few words; of a table what it is called, or its lines without citations."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, dict):
        return shown(value)
    if name := value.get("name") or value.get("says") or value.get("question"):
        return str(name)
    parts = [
        f"{key} {_value(one)}"
        for key, one in value.items()
        if not key.endswith("rule") and one not in ("", {}, "to 1")
    ]
    return ", ".join(parts)


def _dotted(place: tuple[str, ...]) -> str:
    return ".".join(key if key.replace("_", "").replace("-", "").isalnum() else shown(key) for key in place)


def _pairs(first: Rules, second: Rules) -> Iterator[Pair]:
    one, other = _figures(first), _figures(second)
    for wager, letters in dict.fromkeys((*one, *other)):
        sides = [found.get((wager, letters)) for found in (one, other)]
        first_law, second_law = (side.wagers[wager] if side else None for side in sides)
        said = [side.statement.text if side and wager == side.rules.base else None for side in sides]
        yield Pair(wager, letters, first_law, second_law, (said[0], said[1]))


def _figures(rules: Rules) -> dict[tuple[str, str], Analysis]:
    """An analysis for each wager and table: the base wager under each choice of bonuses."""
    found: dict[tuple[str, str], Analysis] = {}
    analyses = analyse(rules, choices(rules, {}))
    for analysis in analyses:
        bonuses = " ".join(analysis.letters[name] for name in rules.base_tables)
        found.setdefault((rules.base, bonuses), analysis)
    for name in (*rules.side_bets, *rules.comparisons):
        for analysis in analyses:
            found.setdefault((name, analysis.letters.get(name, "")), analysis)
    return found
