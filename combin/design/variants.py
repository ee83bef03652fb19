"""Variants of a game with exact figures; the differences of two games; the effects of small changes."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import HandSetError
from combin.cards.hand_sets import parse_hand_set
from combin.cards.ranking import AceLow, Category, StraightSuits, Strength
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.base_game import FOLD, Lines, line_combinations, matchups, with_pays
from combin.exact.distribution import Distribution
from combin.exact.matchups import Matchup, Matchups
from combin.exact.pay_lines import names_suit
from combin.exact.side_bets import LineCount, SideBet, bet_beside
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import Currency, plain
from combin.jackpot.answer import JackpotAnswer, jackpot_answers
from combin.jackpot.enclosure import Enclosure
from combin.rules.errors import RulesError, shown, toml_key
from combin.rules.load import changed, keys_of
from combin.rules.model import written_times
from combin.rules.numbers import Net
from combin.rules.outcomes import base_sets, line_odds
from combin.rules.resolved import Rules, entries_key, remembered
from combin.rules.spelling import as_written, rules_file
from combin.rules.tables import Inherited
from combin.rules.wagers import Case

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
            raise RulesError(("set",), f"{shown(rest)} is not a value (after {place}=)")
        values += _values(match[1].strip(), place)
        rest = rest[match.end() :].strip()
    if not values:
        raise RulesError(("set",), f"no value after {place}=")
    for index, value in enumerate(values):
        if value in values[:index]:
            raise RulesError(("set",), f"{setting_words(value)} appears twice after {place}=")
    return place, tuple(values)


def _values(text: str, place: str) -> Sequence[object]:
    if match := _RANGE.fullmatch(text):
        first, last = int(match[1]), int(match[2])
        if not first <= last < first + MOST_VALUES:
            problem = f"{text} is not a range of at most {MOST_VALUES:,} values (after {place}=)"
            raise RulesError(("set",), problem)
        return range(first, last + 1)
    try:
        return [tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]]
    except (tomllib.TOMLDecodeError, ValueError):
        return [text]


def with_settings(raw: dict[str, Any], settings: Mapping[str, object]) -> dict[str, Any]:
    """The tables of a rule file with entries at dotted places replaced, in the form that each place needs."""
    return changed(raw, {place: _fitting(raw, place, value) for place, value in settings.items()}, ())


def _fitting(raw: dict[str, Any], place: str, value: object) -> object:
    """A value in the form that its place needs."""
    keys = keys_of(place) or ()
    now: object = raw
    for key in keys:
        now = now.get(key) if isinstance(now, dict) else None
    value = plain(value) if isinstance(value, Fraction) else [*value] if isinstance(value, tuple) else value
    if isinstance(now, list) and not isinstance(value, list):
        return [value]
    ranks = str(raw.get("deck", {}).get("ranks", "")).split()
    if keys == ("dealer", "qualifies") and str(value).upper() in {*ranks, "10"}:
        return f"{value} high"
    return value


def setting_words(value: object) -> str:
    """A value in words.

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
    """The figures of one game under one choice of tables with its optimal strategy.

    `wagers` are the net results by wager, as in `Analysis`; `play_rate` is the share of deals without a
    fold.
    """

    rules: Rules
    letters: Mapping[str, str]
    wagers: Mapping[str, Distribution]
    hands_played: int
    play_rate: Fraction
    statement: str
    decisions: tuple[int, ...]


class _Played(Struct, frozen=True):
    """The optimal strategy of a base game, in figures."""

    strategy: Strategy
    statement: str
    folded: frozenset[tuple[int, ...]]


MOST_PLAYED = 1 << 10
"""The most base games that a workbench keeps, about 200 kB each."""

MOST_BETS = 1 << 14
"""The most results of side bets that a workbench keeps, about 2 kB each."""

MOST_MATCHUPS = 1 << 21
"""The most matchups that a workbench keeps, about 100 bytes each."""


class Workbench:
    """Computes variants of a game and keeps intermediate results for the next one.

    The slow equivalent of `variant` is `combin.exact.analysis.analyse`.
    """

    def __init__(self, inherited: Inherited | None = None) -> None:
        self._inherited = inherited
        self._like: dict[Hashable, Rules] = {}
        self._matchups: dict[Hashable, Matchups] = {}
        self._lines: dict[tuple[Hashable, ...], tuple[tuple[Lines, ...], tuple[int, ...]]] = {}
        self._played: dict[tuple[Hashable, ...], _Played] = {}
        self._strategies: dict[Hashable, tuple[str, frozenset[tuple[int, ...]]]] = {}
        self._counted: dict[Hashable, SideBet] = {}
        self._bets: dict[Hashable, Distribution] = {}

    def rules(self, raw: dict[str, Any]) -> Rules:
        """The rules of a rule file's tables."""
        file = rules_file(raw)
        key = (file.deck, file.ranking, file.deal.player)
        rules = Rules(file, self._like.get(key), self._inherited)
        self._like[key] = rules  # the last one, which has most in common with the next
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
        """The optimal strategy of a variant."""
        return self._base(variant.rules, variant.letters).strategy

    # -- the base game -------------------------------------------------------------------------------

    def _base(self, rules: Rules, letters: Mapping[str, str]) -> _Played:
        tables = {name: rules.tables[name][letters[name]] for name in rules.base_tables}
        suits = any(map(names_suit, tables.values()))
        where = (_deck_key(rules), rules.file.deal, rules.qualifies, rules.cases, suits)
        if where not in self._matchups:
            if sum(map(len, self._matchups.values())) > MOST_MATCHUPS:
                for kept in (self._matchups, self._lines, self._played):
                    kept.clear()
            arrays = find_spec("numpy") is not None
            self._matchups[where] = matchups(rules, suits=suits, by_arrays=arrays)
        known, file = self._matchups[where], rules.file
        wagers = [(name, file.wager[name]) for name in (*rules.base_wagers, *rules.bonuses)]
        pays = [(name, file.pay_tables[name][table.letter]) for name, table in tables.items()]
        key = where, entries_key(file.decision, wagers, pays)
        if key not in self._played:
            if len(self._played) >= MOST_PLAYED:
                self._played.clear()
            hands = tuple((name, lines.sets) for name, lines in base_sets(rules, letters).items())
            if (where, hands) not in self._lines:
                self._lines[where, hands] = line_combinations(rules, letters, known.classes)
            best = optimal_strategy(with_pays(rules, tables, known, *self._lines[where, hands]))
            # The statement and the folds depend on the decisions alone.
            decided = (where, tuple(rules.multiples), rules.early, best.decisions)
            if decided not in self._strategies:
                self._strategies[decided] = statement_of(best).text, frozenset() if best.seen else best.folded
            self._played[key] = _Played(best, *self._strategies[decided])
        return self._played[key]

    # -- the side bets -------------------------------------------------------------------------------

    def _bet(self, rules: Rules, name: str, letter: str, played: _Played) -> Distribution:
        # Variants that differ in bets alone share the strategy, but not the rules that the bets are under.
        own = replace(played.strategy, game=replace(played.strategy.game, rules=rules))
        lost = rules.bets[name].loses_on_fold
        if name in rules.comparisons or rules.bets[name].versus_dealer:
            return bet_beside(own, name, letter).distribution
        by_card = lost and played.strategy.seen
        folded = (rules.file.deal, played.strategy.decisions) if by_card else played.folded if lost else None
        # The best five of more cards depend on the deck alone, unless hands of one ranking are folded.
        deck = rules.file.deck if rules.bets[name].more_cards and not folded else _deck_key(rules)
        entries = rules.file.deal, rules.file.wager[name], rules.file.pay_tables[name][letter]
        key = deck, folded, entries_key(*entries)
        if key not in self._bets:
            if len(self._bets) >= MOST_BETS:
                self._bets.clear()
            table = rules.tables[name][letter]
            hands = tuple((one, None if line is None else line.text) for one, line in table.sets)
            where = (deck, folded, table.bet.hand, table.bet.more_cards, hands, tuple(entries[2].lines))
            if where not in self._counted:
                self._counted[where] = bet_beside(own, name, letter)
            bet, nets = self._counted[where], line_odds(rules, table)
            lines = tuple(LineCount(line.text, nets[line.text], line.count) for line in bet.lines)
            self._bets[key] = SideBet(table, lines, bet.total).distribution
        return self._bets[key]


def _deck_key(rules: Rules) -> Hashable:
    return rules.file.deck, rules.file.ranking, rules.file.deal.player


_LEFT_OUT = ("id", "title", "source", "tournament")
"""Entries of a game's name, origin and tournaments, not its rules."""


class Difference(Struct, frozen=True):
    """An entry that differs: its place, and its value in each game (None if it has none)."""

    place: str
    first: str | None
    second: str | None


class Pair(Struct, frozen=True):
    """One wager under one table (the base wager under one choice of bonuses) in both games.

    None if a game lacks it. `statements` are the optimal strategies of the base wager.
    """

    wager: str
    letters: str
    first: Distribution | None
    second: Distribution | None
    statements: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, repr=False)
class Differences(Answer):
    """The differences of two games; `citations` counts differing citations, which are left out."""

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
    """The differences of two games by entry and by wager; a wager of one game alone is a single entry."""
    one, other = as_written(first.file), as_written(second.file)
    for wager in one["wager"].keys() ^ other["wager"].keys():
        for raw in (one, other):
            raw["pay_tables"].pop(wager, None)
            raw["jackpots"].pop(wager, None)
            if (raw.get("jackpot") or {}).get("wager") == wager:
                del raw["jackpot"]
    entries, citations = [], 0
    for place, here, there in _unequal(one, other):
        if place[0] in _LEFT_OUT or (place[0] == "details" and place[-1] == "title"):
            continue
        if place[-1] == "rule" or place[-1].endswith("_rule"):
            citations += 1
        else:
            entries.append(Difference(".".join(map(toml_key, place)), _value(here), _value(there)))
    return Differences((first, second), tuple(entries), citations, tuple(_pairs(first, second)))


def _unequal(
    entry: Mapping[str, Any], other: Mapping[str, Any], place: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Yield each differing place with both values; a table of one game alone is one entry."""
    for key in (*entry, *(key for key in other if key not in entry)):
        here, there = entry.get(key), other.get(key)
        if here == there or (here or None) == (there or None):
            continue
        if isinstance(here, dict) and isinstance(there, dict):
            yield from _unequal(here, there, (*place, key))
        else:
            yield (*place, key), here, there


def _value(value: object) -> str | None:
    """An entry in a few words: the name of a table, or its lines without citations."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, dict):
        return shown(value)
    if name := value.get("name") or value.get("says") or value.get("question"):
        return str(name)
    kept = {key: one for key, one in value.items() if not key.endswith("rule")}
    return ", ".join(f"{key} {_value(one)}" for key, one in kept.items() if one not in ("", {}, "to 1"))


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


class Effect(Struct, frozen=True):
    """One change of the rules and its effect on one wager.

    `places` are the changed entries, `rule` their topic, `now` and `then` their values in words.
    `otherwise` are the hands with another decision, unless the order of hands changes too.
    """

    rule: str
    places: tuple[str, ...]
    now: str
    then: str
    wager: str
    before: Variant
    after: Variant
    otherwise: tuple[Otherwise, ...] = ()

    @property
    def house_edge(self) -> Fraction:
        """The house edge after the change."""
        return self.after.wagers[self.wager].house_edge

    @property
    def change(self) -> Fraction:
        """The change of the house edge."""
        return self.house_edge - self.before.wagers[self.wager].house_edge


class WrongDecision(Struct, frozen=True):
    """Hands of one strength near a border, with the second best decision.

    `card` are the possible ranks of an exposed dealer card, as rank indexes; `hands` then counts pairs of
    hand and card. `per_hand` is the loss per hand in base wagers, `in_all` the rise of the house edge.
    """

    strength: Strength
    card: tuple[int, ...]
    hands: int
    best: int
    wrong: int
    per_hand: Fraction
    in_all: Fraction


class JackpotStep(Struct, frozen=True):
    """A small change of a progressive wager, and its effect on the return, or None where that is open."""

    wager: str
    table: str
    rule: str
    now: str
    then: str
    at_seed: Fraction | None
    long_run: Enclosure | None


@dataclass(frozen=True, repr=False)
class Sensitivity(Answer):
    """The effects of small changes of a game under one choice of tables."""

    shown_by: ClassVar[str] = "combin.design.views:sensitivity_view"

    rules: Rules
    letters: Mapping[str, str]
    start: Variant
    pays: tuple[Effect, ...]
    switches: tuple[Effect, ...]
    decisions: tuple[WrongDecision, ...]
    jackpots: tuple[JackpotStep, ...] = ()


def sensitivity(rules: Rules, letters: Mapping[str, str], wager: str | None = None) -> Sensitivity:
    """The effects of small changes of a game, with the optimal strategy after each; it is remembered.

    The slow equivalent writes a rule file for each change and analyses it.

    For one `wager` the pays of other side bets, which do not touch it, stay.
    """
    return sensitivity_asked(rules, letters, wager)()


def sensitivity_asked(
    rules: Rules, letters: Mapping[str, str], wager: str | None = None
) -> partial[Sensitivity]:
    """The question of `sensitivity`, as `begun_answers` takes it."""
    return partial(_sensitivity, rules, tuple(letters.items()), wager)


@remembered
def _sensitivity(rules: Rules, chosen: tuple[tuple[str, str], ...], wager: str | None) -> Sensitivity:
    letters = dict(chosen)
    bench, raw = Workbench(rules.inherited), as_written(rules.file)
    for name, letter in chosen:  # the other tables would be read anew for each change
        raw["pay_tables"][name] = {letter: raw["pay_tables"][name][letter]}
    start = bench.variant(bench.rules(raw), letters)
    usual = bench.strategy(start)

    def effects(changes: Iterable[_Change]) -> tuple[Effect, ...]:
        return tuple(effect for change in changes for effect in _effects(bench, raw, start, usual, change))

    of_wager = {name: one for name, one in letters.items() if name in (wager or name, *rules.base_tables)}
    pays, switches = effects(_pays(rules, of_wager)), effects(_switches(rules))
    (analysis,) = analyse(rules, [letters])
    jackpots = tuple(
        step
        for name in rules.jackpots
        if wager in (None, name)
        for letter in rules.tables[name]
        for step in _jackpot_steps(rules, name, letter)
    )
    return Sensitivity(rules, letters, start, pays, switches, _wrong(analysis.best), jackpots)


def _jackpot_steps(rules: Rules, wager: str, letter: str) -> Iterator[JackpotStep]:
    """Yield a unit more of each prize, a point more of shares and rates, a tenth more of the seed."""
    answers = list(jackpot_answers(rules, wager, letter))
    every = (step for one in answers for step in _steps_of(one, several=len(answers) > 1))
    yield from dict.fromkeys(every)  # prizes of the house are the same for each meter


def _steps_of(answer: JackpotAnswer, *, several: bool) -> Iterator[JackpotStep]:
    """Yield the steps of one meter, with its seed if there are several."""
    from combin.jackpot.law import meter_law

    letter, meter, table = answer.terms.letter, answer.meter, answer.chances.table
    meters = {} if meter is None else {"": meter, **{one.name: one.meter for one in meter.levels}}
    made = partial(JackpotStep, answer.wager, letter)
    at = "" if meter is None or not several else f", seed {plain(meter.seed)}"
    for chance in answer.chances.lines():
        prize, odds, text = chance.line.prize, chance.probability, chance.line.text
        if prize.meter is None:
            pays = Fraction(prize.odds if prize.odds is not None else prize.money or 0)
            added = odds if prize.money is None else odds / table.stake
            long_run = None if meter is None or prize.from_meter else Enclosure.exactly(added)
            yield made(text, plain(pays), plain(pays + 1), added, long_run)
        else:
            step_of_share = POINT if prize.meter + POINT <= 1 else -POINT
            more, own = prize.meter + step_of_share, meters.get(prize.level or "")
            worth = None if own is None else odds * step_of_share * own.seed
            where = "" if prize.level else at
            yield made(f"{text}{where}", f"{plain(100 * prize.meter)}%", f"{plain(100 * more)}%", worth, None)
    paid_in = sum((one.increment + one.reserve for one in meters.values()), Fraction(0))
    if paid_in + POINT >= 1:
        return
    for name, own in meters.items():
        of, rate, seed = f" of {name!r}" if name else "", own.increment, own.seed
        where = "" if name else at
        now, then = (f"{plain(100 * one)}%" for one in (rate, rate + POINT))
        changes = [(f"increment rate{of}{where}", now, then, own.with_increment(rate + POINT))]
        if own.limit is None or seed * TENTH_MORE < own.limit:
            more_seed = dataclasses.replace(own, seed=seed * TENTH_MORE)
            changes.append((f"seed{of}", plain(seed), plain(seed * TENTH_MORE), more_seed))
        for rule, now, then, other in changes:
            long_run = meter_law(other).long_run_return - meter_law(own).long_run_return
            yield made(rule, now, then, other.lowest_return - own.lowest_return, long_run)


POINT = Fraction(1, 100)
TENTH_MORE = Fraction(11, 10)


class _Change(Struct, frozen=True):
    """Entries to change together, their topic, and their values before and after in words."""

    rule: str
    settings: Mapping[str, object]
    now: str
    then: str


def _effects(
    bench: Workbench, raw: dict[str, Any], start: Variant, usual: Strategy, change: _Change
) -> Iterator[Effect]:
    try:
        rules = bench.rules(with_settings(raw, change.settings))
        after = bench.variant(rules, start.letters)
    except RulesError:  # not a rule of this game, such as a qualifier without hands in its deck
        return
    for wager, found in after.wagers.items():
        of_base = wager == rules.base and after.decisions != start.decisions
        if found != start.wagers[wager] or of_base:
            otherwise = decided_otherwise(usual, bench.strategy(after)) if of_base else ()
            what = change.rule, tuple(change.settings), change.now, change.then
            yield Effect(*what, wager, start, after, otherwise)


def _pays(rules: Rules, letters: Mapping[str, str]) -> Iterator[_Change]:
    """Yield one unit less and one more of every pay."""
    for wager, letter in letters.items():
        lines = rules.file.pay_tables[wager][letter].lines
        for words, texts in rules.file.imprint.told_alike(wager, lines):
            odds = lines[texts[0]].odds
            if odds is None:  # money is another matter: its worth depends on the stake
                continue
            for step in (-1, 1):
                if (pay := odds + step) >= 0:
                    settings = {f'pay_tables.{wager}.{letter}."{text}"': plain(pay) for text in texts}
                    rule = f"{rules.wagers[wager].name} {letter}: {words}"
                    yield _Change(rule, settings, plain(odds), plain(pay))


def _switches(rules: Rules) -> Iterator[_Change]:
    """Yield the other values of the rules that change most often."""
    yield from _qualifiers(rules)
    if rules.classic:
        yield from _outcomes(rules)
    file = rules.file
    suits = {
        StraightSuits.MORE_THAN_ONE.value: "more than one suit",
        StraightSuits.THREE.value: "three suits",
    }
    aces = {ace.value: ace.value for ace in AceLow}
    for rule, key, words in (
        ("A-2-3 straight", "ace_low_straight", aces),
        ("Suits of a straight", "straight_suits", suits),
    ):
        now = getattr(file.ranking, key).value
        for value in words:
            if value != now:
                yield _Change(rule, {f"ranking.{key}": value}, words[now], words[value])
    order = list(file.ranking.order)
    for above, below in (
        (Category.STRAIGHT_FLUSH, Category.THREE_OF_A_KIND),
        (Category.STRAIGHT, Category.FLUSH),
    ):
        if {above, below} <= {*order} and order.index(below) - order.index(above) in (1, -1):
            swapped = [{above: below, below: above}.get(one, one).value for one in order]
            first, second = sorted((above, below), key=order.index)
            now, then = f"{first} > {second}", f"{second} > {first}"
            yield _Change("Order of hands", {"ranking.order": swapped}, now, then)
    play = tuple(map(written_times, map(rules.times, rules.later)))
    if not rules.play or rules.limited:
        return
    more = int(rules.times(max(rules.later))) + 1
    for other in ([*play, more], [more]):
        yield _Change("Play multiples", {"decision.play": other}, setting_words(play), setting_words(other))


def _qualifiers(rules: Rules) -> Iterator[_Change]:
    """Yield the nearest qualifiers below and above."""
    ladder = {0: "any hand"}
    ranks = rules.deck.ranks
    for words in (*(f"{rank} high" for rank in ranks), *(f"pair of {rank.plural}" for rank in ranks)):
        try:
            ladder.setdefault(parse_hand_set(words, rules.ranking).levels.start, words)
        except HandSetError:
            continue
    below = max((level for level in ladder if level < rules.qualifies), default=None)
    above = min((level for level in ladder if level > rules.qualifies), default=None)
    now = rules.file.dealer.qualifies
    for words in (ladder[level] for level in (below, above) if level is not None):
        yield _Change("Dealer qualifies", {"dealer.qualifies": words}, now, words)


def _outcomes(rules: Rules) -> Iterator[_Change]:
    """Yield the other results of ties, and of a dealer who does not qualify."""
    words = {Net(0): "push", Net(1): "pay 1 to 1", Net(-1): "lose"}
    base, play = rules.bets[rules.base], rules.bets[rules.play]

    def said(net: Net) -> str:
        return words.get(net, f"pay {plain(net)} to 1")

    now = (base.outcomes[Case.TIE].pays, play.outcomes[Case.TIE].pays)
    both = said(now[0]) if now[0] == now[1] else f"{said(now[0])}; {said(now[1])}"
    for pays, then in words.items():
        if (pays, pays) != now:
            settings = {f"wager.{name}.tie": _written(pays) for name in (rules.base, rules.play)}
            yield _Change(f"{base.name} and {play.name} on a tie", settings, both, then)
    for name, wager in ((rules.base, base), (rules.play, play)):
        for pays in (Net(0), Net(1)):
            now_paid = wager.outcomes[Case.NO_QUALIFY].pays
            if pays != now_paid:
                settings = {f"wager.{name}.no_qualify": _written(pays)}
                rule = f"{wager.name} when the dealer does not qualify"
                yield _Change(rule, settings, said(now_paid), words[pays])


def _written(pays: Net) -> object:
    return {0: "push", -1: "lose"}.get(int(pays), int(pays))


def _wrong(best: Strategy) -> tuple[WrongDecision, ...]:
    """The second best decisions for the borderline hands, strongest first."""
    groups: dict[tuple[tuple[int, ...], int, int, int], list[tuple[Matchup, Fraction]]] = {}
    for border in best.borders(1 if best.seen else 2):
        values, matchup = dict(border.values), border.situation
        taken = values.pop(border.decision)
        if values:
            second = max(values, key=lambda decision: (values[decision], decision == FOLD))
            seen = () if matchup.seen is None else tuple(sorted(matchup.seen.ranks))
            key = seen, border.hand.strength.level, border.decision, second
            groups.setdefault(key, []).append((matchup, taken - values[second]))
    found = []
    for (seen, _, decision, second), group in groups.items():
        hands, strength = sum(matchup.weight for matchup, _ in group), group[0][0].hand.strength
        losses = [(loss * matchup.weight, matchup) for matchup, loss in group]
        per_hand = sum((loss for loss, _ in losses), Fraction(0)) / hands
        in_all = sum((loss * matchup.deals for loss, matchup in losses), Fraction(0)) / best.game.total
        found.append(WrongDecision(strength, seen, hands, decision, second, per_hand, in_all))
    return tuple(found)


class Otherwise(Struct, frozen=True):
    """Hands with a new decision, on which more money is staked than before, or less.

    `hands` is their number, or the number of pairs of hand and exposed card. `strength` and `card` (rank
    indexes) are an example: the weakest hand if more is staked, else the strongest.
    """

    decision: int
    more: bool
    hands: int
    strength: Strength
    card: tuple[int, ...]


def decided_otherwise(before: Strategy, after: Strategy) -> tuple[Otherwise, ...]:
    """The hands with another decision by their new decision, folds first.

    In games of one multiple each, the multiple does not matter. Empty if the hands rank differently.
    """
    faced, then = before.game.matchups, after.game.matchups
    if faced.classes != then.classes or [*faced.numbers] != [*then.numbers]:
        return ()
    one_multiple = {len(strategy.game.rules.multiples) for strategy in (before, after)} == {1}
    places: dict[tuple[int, bool], list[int]] = {}
    for place in after.differences_from(before):
        old, new = before.decisions[place], after.decisions[place]
        if one_multiple:
            old, new = int(old != FOLD), int(new != FOLD)
        if old != new:
            places.setdefault((new, new > old), []).append(place)
    weights, effects = after.game.weights, []
    for (decision, more), group in sorted(places.items()):
        levels = {place: then.classes[then.numbers[place]].strength.level for place in group}
        example = then[(min if more else max)(group, key=levels.__getitem__)]
        card = tuple(sorted(example.seen.ranks)) if example.seen else ()
        hands = sum(weights[place] for place in group)
        effects.append(Otherwise(decision, more, hands, example.hand.strength, card))
    return tuple(effects)
