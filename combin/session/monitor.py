"""Live tables monitored: the players' results on each wager of each table, compared with the rules.

docs/monitor.md explains the answers.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.analysis import choices
from combin.exact.base_game import base_game
from combin.exact.distribution import Distribution
from combin.exact.joint_law import joint_law
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.mixes import NOT_DEALT, ask_mix, placed
from combin.rules.errors import RulesError, nearest, shown
from combin.seats.deals import Deals
from combin.session.log import Log
from combin.session.total import LEVELS, OneRound, SequentialTest, tails

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from combin.exact.distribution import Pay
    from combin.exact.strategy import Strategy
    from combin.jackpot.enclosure import Enclosure
    from combin.rules.resolved import Rules
    from combin.session.log import LogTotals
    from combin.session.total import BoundTails, TotalLaw

_METERED = (
    "pays a share of a meter, which changes from hand to hand: its other prizes are monitored if a column "
    "meter_share has that part of won; combin settle --ledger checks rounds against the meter"
)


class Setting(Struct, frozen=True):
    """The settings of live tables: the rules, the tables in use, the strategy of players."""

    rules: Rules
    letters: Mapping[str, str]
    strategy: Strategy | None
    statement: str | None

    @classmethod
    def of(cls, rules: Rules, tables: Mapping[str, str], strategy: str | None) -> Setting:
        """The setting of a game; the base wager has its optimal strategy unless another is given."""
        of_jackpots = {name: letter for name, letter in tables.items() if name in rules.jackpots}
        others = {name: letter for name, letter in tables.items() if name not in of_jackpots}
        for name, letter in of_jackpots.items():
            if letter not in rules.tables[name]:
                known = ", ".join(rules.tables[name])
                raise RulesError((), f"{rules.file.id} has no {name} table {letter!r}; it has {known}")
        choices(rules, others)
        mix = ask_mix(rules, {rules.base: 1}, others, strategy=strategy)
        letters = {name: next(iter(rules.tables[name])) for name in placed(rules) if name in rules.tables}
        letters |= {**mix.letters, **tables}
        return cls(rules, letters, mix.strategy, mix.statement)

    @property
    def called(self) -> Mapping[str, str]:
        """The wagers by their names in a log, in lower case: by id, and by the name on the felt."""
        rules, ids = self.rules, placed(self.rules)
        names = [
            (name.lower(), one) for one in ids for name in {rules.wager_name(one), rules.wagers[one].name}
        ]
        times = Counter(name for name, _ in names)
        return {name: one for name, one in names if times[name] == 1} | {one: one for one in ids}

    def metered(self, wager: str) -> bool:
        """Whether a wager pays shares of a meter under its table."""
        rules, letter = self.rules, self.letters.get(wager, "")
        lines = rules.tables[wager][letter].lines if wager in rules.tables else ()
        return any(line.prize.meter for line in lines)

    def pays(self, wager: str, *, without_shares: bool = False) -> Mapping[Pay, int]:
        """The number of deals of each result of a wager, with or without shares of a meter."""
        rules, letter = self.rules, self.letters.get(wager, "")
        if self.metered(wager):
            levels = any(line.prize.level for line in rules.tables[wager][letter].lines)
            if levels or not without_shares:
                raise RulesError(("wager", wager), _METERED)
        if wager in rules.jackpots and ask_jackpot(rules, wager=wager, option=letter).hits:
            raise RulesError(("wager", wager), NOT_DEALT)
        strategy = self.strategy if wager == rules.base or rules.bets[wager].loses_on_fold else None
        pays = joint_law(rules, {wager: letter}, strategy).marginal(wager)
        if not self.metered(wager):
            return pays
        fixed: Counter[Pay] = Counter()
        for pay, count in pays.items():
            fixed[replace(pay, share=Fraction(0))] += count
        return fixed

    def between(self, law: OneRound, tally: LogTotals) -> Fraction:
        """The covariance of the nets of two hands of one round at the stake of a log, in squared stakes."""
        if self.rules.same_hands:
            return law.variance * law.unit**2
        wager, stake = tally.wager, tally.least_stake
        deals = Deals(self.rules, {wager: self.letters.get(wager, "")}, self.strategy)
        return deals.law().covariances({wager: (stake, Fraction(0))})[wager, wager] / stake**2

    def wrong(self, text: str) -> tuple[str, Setting, str]:
        """A wrong setting: in words, as a setting, and the wager that it changes.

        Args:
            text: such as `pair_plus=D`, a pay table in place of the right one.
        """
        rules = self.rules
        name, equals, letter = (part.strip() for part in text.partition("="))
        if not equals:
            raise RulesError((), f"{shown(text)} is not a wrong setting: write WAGER=LETTER")
        if name not in self.letters:
            raise RulesError((), f"no pay table of {shown(name)}; {nearest(name, tuple(self.letters))}")
        if letter not in rules.tables[name]:
            known = tuple(rules.tables[name])
            raise RulesError((), f"no {name} table {shown(letter)}; {nearest(letter, known)}")
        letters = {**self.letters, name: letter}
        changed, strategy = name, self.strategy
        if strategy is not None and name in rules.base_tables:
            changed, strategy = rules.base, replace(strategy, game=base_game(rules, letters))
        words = f"{rules.wagers[name].name} pays table {letter} in place of {self.letters[name]}"
        return words, replace(self, letters=letters, strategy=strategy), changed


def _one_hand(pays: Mapping[Pay, int], tally: LogTotals) -> OneRound:
    """The net of one hand in stakes."""
    if _fixed(pays) and tally.least_stake != tally.most_stake:
        raise RulesError((), "pays fixed amounts: it is monitored if all stakes are equal")
    counts, stake = Counter[Fraction](), tally.least_stake
    for pay, count in pays.items():
        counts[pay.net(stake) / stake] += count
    return OneRound.of(Distribution.from_counts(counts, counts.total()), Fraction(1))


class MonitoredWager(Struct, frozen=True, dict=True):
    """A wager of one table, or of all tables (an empty table), with its distribution."""

    tally: LogTotals
    law: OneRound
    seats: int
    between: Fraction

    @cached_property
    def tails(self) -> TotalLaw | BoundTails:
        """The probabilities of totals of as many hands, in units."""
        return tails(self.law, self.tally.hands, self.seats, self.between / self.law.unit**2)

    @property
    def returned(self) -> Fraction:
        """The average return of a stake, each hand counted by its own stake."""
        return 1 + self.tally.net / self.tally.hands

    @property
    def expected(self) -> Fraction:
        """The theoretical return of a stake."""
        return 1 + self.law.mean * self.law.unit

    @cached_property
    def as_low(self) -> Enclosure:
        """The probability of a return that is not higher."""
        return self.tails.at_most(self.tally.net / self.law.unit)

    @cached_property
    def as_high(self) -> Enclosure:
        """The probability of a return that is not lower."""
        return self.tails.at_least(self.tally.net / self.law.unit)

    @property
    def chance(self) -> Fraction:
        """The two-sided p-value, or its upper bound."""
        return min(2 * min(self.as_low.high, self.as_high.high), Fraction(1))

    def band(self, level: Fraction) -> tuple[Fraction, Fraction]:
        """The least and the greatest return inside a band."""
        low, high = (1 + end * self.law.unit / self.tally.hands for end in self.tails.band(level))
        return low, high

    @property
    def outside(self) -> Fraction | None:
        """The widest band that excludes the return for certain; None if none does."""
        return max((level for level in LEVELS if self.chance <= 1 - level), default=None)


class SettingTest(Struct, frozen=True, dict=True):
    """The test of a wrong setting on one wager, of one table or of all."""

    words: str
    monitored: MonitoredWager
    test: SequentialTest
    days: Sequence[LogTotals]
    """The totals after each day."""

    @cached_property
    def likelihood_ratio(self) -> Enclosure | None:
        """The likelihood ratio of this total, wrong setting to right; None if unknown."""
        return self.test.likelihood_ratio(self.monitored.tails, self.monitored.tally)

    @cached_property
    def evidence(self) -> Enclosure:
        """The logarithm of the evidence of all hands."""
        return self.test.evidence(self.monitored.tally)

    @cached_property
    def shown_on(self) -> str | None:
        """The first day with enough evidence; None if there is none."""
        enough = self.test.enough.high
        return next((tally.day for tally in self.days if self.test.evidence(tally).low >= enough), None)


class MonitorAnswer(Answer, Struct, frozen=True, dict=True):
    """Monitored live tables: `tables` each wager of each, `wagers` each over all tables.

    `left_out` are wagers of the log that cannot be monitored, and why; `untested` are wrong settings that
    cannot be computed. `seats` is the most hands of one round; above one, probabilities are bounds.
    """

    shown_by: ClassVar[str] = "combin.session.views:monitor_view"
    written_by: ClassVar[str] = "combin.session.views:write_monitor"

    setting: Setting
    log: Log
    seats: int
    tables: tuple[MonitoredWager, ...]
    wagers: tuple[MonitoredWager, ...]
    setting_tests: tuple[SettingTest, ...]
    left_out: Mapping[str, str]
    untested: Mapping[tuple[str, str], str]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.setting.rules

    def write(self, path: str | Path, *, plot: str | None = None, digits: int = 10) -> tuple[Path, ...]:
        """Write the running return of a wager, `plot`, as .svg, .png or .pdf, or the tables."""
        return self._written(path, plot=plot, digits=digits)

    @cached_property
    def corrected(self) -> tuple[Fraction, ...]:
        """The p-value of each wager of a table corrected for all (Holm), valid under any dependence."""
        order = sorted(range(len(self.tables)), key=lambda place: self.tables[place].chance)
        scaled = (self.tables[place].chance * (len(order) - before) for before, place in enumerate(order))
        corrected = dict(zip(order, accumulate(scaled, max), strict=True))
        return tuple(min(corrected[place], Fraction(1)) for place in range(len(order)))


def ask_monitor(
    setting: Setting,
    read: Callable[[Log], object],
    *,
    seats: int | None = None,
    against: Sequence[str] = (),
    on_bad_row: Callable[[RulesError], object] = lambda _: None,
) -> MonitorAnswer:
    """Monitored live tables.

    Args:
        setting: how they should be dealt and paid.
        read: reads the log: adds its rows.
        seats: how many hands share a round at most; by default 1, or what recorded rounds have.
        against: wrong settings that each table is tested against, in the words of `Setting.wrong`.
        on_bad_row: called with each bad row.
    """
    wrongs = [setting.wrong(text) for text in against]
    pays: dict[str, Mapping[Pay, int]] = {}
    left_out: dict[str, str] = {}

    def nets(wager: str) -> list[Fraction]:
        """The nets of a stake of 1; none where they are not known, or depend on the stake."""
        if wager not in pays and wager not in left_out:
            try:
                pays[wager] = setting.pays(wager, without_shares=log.has_meter_shares)
            except RulesError as error:
                left_out[wager] = error.problem
        known = wager in pays and not _fixed(pays[wager])
        return sorted({pay.net(Fraction(1)) for pay in pays[wager]}) if known else []

    log = Log(setting.called, nets, on_bad_row)
    read(log)
    if not log.rows:
        raise RulesError((), "no row of the log is valid")
    shared = max(log.seats, seats or 1)
    if shared > 1 and wrongs:
        raise RulesError(
            (), "wrong settings are tested on rounds of one hand, since hands of a round correlate"
        )
    by_wager = {tally.wager: tally for tally in log.summed("wager")}
    laws: dict[str, tuple[OneRound, Fraction]] = {}
    for wager in (name for name in by_wager if name in pays):
        try:
            law = _one_hand(pays[wager], by_wager[wager])
            laws[wager] = law, setting.between(law, by_wager[wager]) if shared > 1 else Fraction(0)
        except RulesError as error:
            left_out[wager] = error.problem

    def watched(tallies: Iterable[LogTotals]) -> tuple[MonitoredWager, ...]:
        known = ((tally, *laws[tally.wager]) for tally in tallies if tally.wager in laws)
        return tuple(MonitoredWager(tally, law, shared, between) for tally, law, between in known)

    tables, wagers = watched(log.summed("wager", "table")), watched(by_wager.values())
    asked = [*tables, *(one for one in wagers if len(tables) > len(wagers))]
    changed: dict[tuple[str, str], OneRound] = {}
    untested: dict[tuple[str, str], str] = {}
    for words, wrong, wager in wrongs:
        if wager in laws:
            try:
                wrong_pays = wrong.pays(wager, without_shares=log.has_meter_shares)
                changed[words, wager] = _one_hand(wrong_pays, by_wager[wager])
            except RulesError as error:
                untested[words, wager] = error.problem
    days = log.running() if changed else {}
    number = sum(one.tally.wager == wager for one in asked for _, wager in changed)
    suspected = tuple(
        SettingTest(words, one, test, days[wager, one.tally.table])
        for (words, wager), law in changed.items()
        for test in [SequentialTest(laws[wager][0], law, number)]
        for one in asked
        if one.tally.wager == wager
    )
    return MonitorAnswer(setting, log, shared, tables, wagers, suspected, left_out, untested)


def _fixed(pays: Iterable[Pay]) -> bool:
    return any(pay.money or (pay.collection and pay.collection.money) for pay in pays)
