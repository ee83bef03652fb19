"""Live tables monitored: the players' results on each wager of each table, compared with the rules.

docs/monitor.md explains the answers.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import accumulate, groupby
from math import gcd, lcm
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.analysis import choices
from combin.exact.base_game import base_game
from combin.exact.distribution import Distribution, Pay
from combin.exact.joint_law import joint_law
from combin.exact.strategy import Strategy
from combin.formatting import plain
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.enclosure import Enclosure
from combin.jackpot.mixes import NOT_DEALT, MixAnswer, ask_mix, placed
from combin.progress import progress
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.resolved import Rules
from combin.rules.wagers import Kind
from combin.session.total import LEVELS, BoundTails, LogTotals, OneRound, SequentialTest, TotalLaw, tails
from combin.settle.files import settle_lines
from combin.settle.records import RoundError, SettledHand, SettledRound

if TYPE_CHECKING:
    Told = Callable[[RulesError], object]


NEEDED = ("table", "wager", "hands", "staked", "won")
COLUMNS = (*NEEDED, "day", "stake", "meter_share")
"""The columns of a log, of which the last three may be missing; `rounds` is another word for `hands`."""
PARTS = 10**6
"""Amounts are reckoned in millionths: whole numbers of 128 bits."""
_MOST_PARTS = 10**11
"""Nets in stakes are reckoned in such parts that all that the rules pay are whole, up to so many: what a row
of 10^12 and 10^9 hands nets in them still fits. Others are rounded down to millionths."""
MOST_NAMED = 1000
"""Bad rows are named up to so many; all are counted."""
_CHUNK, _ROWS = 1 << 24, 1 << 19
"""The bytes of a text, and the rows of a table, that are in memory at once, about."""
_SUMS = 1 << 19  # how many sums may wait to be added to those before
_AMOUNT, _WHOLE, _ABOVE = r"^\d{1,12}(\.\d{1,6})?$", r"^[1-9]\d{0,8}$", "[1-9]"
_COMMA, _SIGNS = r"^(\d+),(\d{1,2}|\d{4,6})$", "$£€¥₹ \u00a0\u202f"
_APART = "\x1f"  # what parts the fields of lines in which some were quoted


@dataclass
class Log:
    """The totals of a log by table, wager and day.

    `called` are the wagers by their names in the log; `nets` are the possible nets of a stake of 1, or
    none if they depend on the stake. `on_bad_row` receives bad rows, up to `MOST_NAMED`; where it raises,
    reading stops. `seats` is the most hands of one round, and `has_meter_shares` whether rows state the
    shares of a meter in `won`.
    """

    called: Mapping[str, str]
    nets: Callable[[str], Sequence[Fraction]]
    on_bad_row: Told
    rows: int = 0
    bad: int = 0
    seats: int = 1
    has_meter_shares: bool = False
    _frames: list[pl.DataFrame] = field(default_factory=list)

    def summed(self, *by: str) -> list[LogTotals]:
        """The sums by some of table, wager and day, in the order of wager, table and day as texts."""
        if not self._frames:
            return []
        frame = pl.concat(self._frames).group_by(by).agg(*_sums())
        others = [pl.lit("").alias(name) for name in ("table", "wager", "day") if name not in by]
        rows = frame.with_columns(others).select(LogTotals._fields).sort("wager", "table", "day").iter_rows()
        parts = [LogTotals._fields.index(name) for name in ("staked", "won", "least_stake", "most_stake")]
        tallies = (
            LogTotals._make(Fraction(cell, PARTS) if at in parts else cell for at, cell in enumerate(row))
            for row in rows
        )
        return [tally._replace(net=self._net(tally)) for tally in tallies]

    def running(self) -> dict[tuple[str, str], list[LogTotals]]:
        """The sums so far after each day, by wager and table; of all tables together that is named ""."""
        return {
            key: list(accumulate(tallies, _together))
            for by in (("wager", "table", "day"), ("wager", "day"))
            for key, tallies in groupby(self.summed(*by), lambda tally: (tally.wager, tally.table))
        }

    def _net(self, tally: LogTotals) -> Fraction:
        """The net of sums in stakes; from that in money if not all that is paid is whole in parts."""
        parts = self._parts(tally.wager)
        if not parts and tally.least_stake == tally.most_stake:
            return (tally.won - tally.staked) / tally.least_stake
        return Fraction(tally.net) / (parts or PARTS)

    def _parts(self, wager: str) -> int:
        """Number of parts of a stake; 0 if its nets are too fine, or depend on the stake."""
        nets = self.nets(wager)
        parts = lcm(PARTS, *(net.denominator for net in nets))
        return parts if nets and parts <= _MOST_PARTS else 0

    @property
    def days_out_of_order(self) -> tuple[str, ...]:
        """The days whose order as text differs from their order in time."""
        days = sorted({day for frame in self._frames for day in frame["day"].unique()} - {""})
        shapes = [re.sub(r"[^\W\d]+", "a", re.sub(r"\d", "0", day)) for day in days]
        usual = max(shapes, key=lambda shape: (shapes.count(shape), shape), default="")
        if len(days) > 1 and re.fullmatch(r"0?0\W0?0\W(00)?00", usual):
            return tuple(days)
        return tuple(day for day, shape in zip(days, shapes, strict=True) if shape != usual)

    def add(self, frame: pl.DataFrame, file: str) -> None:
        """Add rows of texts: some `COLUMNS` and the `line` of each; one of too few fields has no table."""
        self.has_meter_shares = "meter_share" in frame.columns
        if self.has_meter_shares:
            frame = frame.with_columns(pl.col("meter_share").replace("", None).fill_null("0"))
        wrong = pl.coalesce(
            pl.when(check.fill_null(value=False)).then(None).otherwise(pl.lit(name))
            for name, check in self._checks(frame.columns).items()
        ).alias("wrong")
        marked = frame.with_columns(wrong)
        if marked["wrong"].null_count() < len(marked):  # written as people do, or bad
            marked = frame.with_columns(self._as_people_write(frame.columns)).with_columns(wrong)
        bad = marked.filter(pl.col("wrong").is_not_null())
        for row in bad.head(max(MOST_NAMED - self.bad, 0)).iter_rows(named=True):
            self.on_bad_row(RulesError((), self._problem(row["wrong"], row[row["wrong"]]), file, row["line"]))
        self.bad += len(bad)
        good = marked.filter(pl.col("wrong").is_null()) if len(bad) else marked
        self.rows += len(good)
        if not len(good):
            return
        self._frames.append(self._added(good))
        if sum(map(len, self._frames)) > _SUMS + 2 * len(self._frames[0]):
            self._frames = [pl.concat(self._frames).group_by("table", "wager", "day").agg(*_sums())]

    def refuse(self, error: RulesError) -> None:
        """Count a bad row, and report it."""
        self.bad += 1
        if self.bad <= MOST_NAMED:
            self.on_bad_row(error)

    def _as_people_write(self, columns: list[str]) -> Iterator[pl.Expr]:
        """Yield amounts without a sign of money and with a point, and wagers by their ids."""
        for name in {"staked", "won", "stake", "meter_share"}.intersection(columns):
            yield pl.col(name).str.strip_chars(_SIGNS).str.replace(_COMMA, "${1}.${2}")
        wager = pl.col("wager").str.strip_chars().str.to_lowercase()
        yield wager.replace_strict(dict(self.called), default=pl.col("wager"))

    def _checks(self, columns: list[str]) -> dict[str, pl.Expr]:
        amounts: dict[str, pl.Expr] = {
            name: pl.col(name).str.contains(_AMOUNT) & pl.col(name).str.contains(_ABOVE)
            for name in ("staked", "stake")
            if name in columns
        }
        return {
            "table": pl.col("table").is_not_null(),
            "wager": pl.col("wager").is_in([*self.called.values()]),
            "hands": pl.col("hands").str.contains(_WHOLE),
            "won": pl.col("won").str.contains(_AMOUNT),
            **amounts,
            **({"meter_share": pl.col("meter_share").str.contains(_AMOUNT)} if self.has_meter_shares else {}),
        }

    def _problem(self, column: str, value: str | None) -> str:
        above = " above 0" * (column in ("staked", "stake"))
        return {
            "table": "not as many fields as the first line has",
            "wager": f"no wager {shown(value)}; allowed: {', '.join(dict.fromkeys(self.called.values()))}",
            "hands": f"{shown(value)} is no number of hands",
        }.get(column, f"{column}: {shown(value)} is no amount{above}, such as 2.50")

    def _added(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Rows that are right, added up by table, wager and day."""
        own, dated, shares = "stake" in frame.columns, "day" in frame.columns, self.has_meter_shares
        amounts = [
            (pl.col(name).cast(pl.Decimal(38, 6)) * PARTS).cast(pl.Int128)
            for name in ("staked", "won", *(["stake"] if own else []), *(["meter_share"] if shares else []))
        ]
        hands, staked, won = (pl.col(name) for name in ("hands", "staked", "won"))
        if shares:
            won -= pl.col("meter_share")
        # A net in stakes is over the stake of one hand: what is staked over the hands if none is on_bad_row.
        net = (won - staked) * (1 if own else hands)
        over = pl.col("stake") if own else staked
        stake = pl.col("stake") if own else staked // hands
        parts = pl.lit(PARTS, pl.Int128)
        for wager in frame["wager"].unique():
            if (finer := self._parts(wager)) > PARTS:
                parts = pl.when(pl.col("wager") == wager).then(pl.lit(finer, pl.Int128)).otherwise(parts)
        net *= parts
        return (
            frame.lazy()
            .with_columns(pl.col("hands").cast(pl.Int128), *amounts)
            .select(
                "table",
                "wager",
                pl.col("day").fill_null("") if dated else pl.lit("").alias("day"),
                "hands",
                "staked",
                won.alias("won"),
                (net // over).alias("net"),
                pl.lit(1, pl.Int64).alias("rows"),
                self._odd(net // over, net % over != 0, frame).cast(pl.Int64).alias("odd"),
                stake.alias("least_stake"),
                stake.alias("most_stake"),
            )
            .group_by("table", "wager", "day")
            .agg(*_sums())
            .collect()
        )

    def _odd(self, net: pl.Expr, broken: pl.Expr, frame: pl.DataFrame) -> pl.Expr:
        """Which rows have a net, whole parts of a stake or `broken`, that no hands of one stake have."""
        odd = pl.lit(value=False)
        for wager in frame["wager"].unique():
            nets = [one * (self._parts(wager) or PARTS) for one in self.nets(wager)]
            if nets and all(one.denominator == 1 for one in nets):
                whole = [int(one) for one in nets]
                alone = ~net.is_in(pl.Series(whole, dtype=pl.Int128).implode())
                several = net % (gcd(*whole) or 1) != 0
                own = pl.when(pl.col("hands") == 1).then(alone).otherwise(several) | broken
                if "stake" not in frame.columns:
                    own |= pl.col("staked") % pl.col("hands") != 0
                odd = pl.when(pl.col("wager") == wager).then(own).otherwise(odd)
        return odd


def _together(before: LogTotals, tally: LogTotals) -> LogTotals:
    return tally._replace(hands=before.hands + tally.hands, net=before.net + tally.net)


def _sums() -> list[pl.Expr]:
    summed = ("hands", "staked", "won", "net", "rows", "odd")
    return [pl.col(summed).sum(), pl.col("least_stake").min(), pl.col("most_stake").max()]


def read_log(log: Log, path: Path) -> None:
    """Add the rows of a file to a log: Parquet, or text with headings and commas, semicolons or tabs."""
    for frame, done, whole in _parquet(path) if path.suffix.casefold() == ".parquet" else _text(path):
        log.add(frame, str(path))
        progress(done, whole)


def _columns(headings: list[str], path: Path) -> dict[str, str]:
    """The columns that a log has by what the file calls them."""
    words = [heading.strip().casefold() for heading in headings]
    if "hands" not in words:
        words = ["hands" if word == "rounds" else word for word in words]
    for name in COLUMNS:
        if words.count(name) > 1 or (name in NEEDED and name not in words):
            problem = "more than one column" if name in words else "no column"
            wanted = "table, wager, hands or rounds, staked and won; it may have day, stake and meter_share"
            raise RulesError((), f"{problem} {name!r}; a log has {wanted}", str(path))
    return {heading: word for heading, word in zip(headings, words, strict=True) if word in COLUMNS}


def _parquet(path: Path) -> Iterator[tuple[pl.DataFrame, int, int]]:
    """Yield the rows of a table in parts, with how many rows are done, and how many there are."""
    with path.open("rb"):  # a file that is not there is on_bad_row as such
        scanned = pl.scan_parquet(path)
    try:
        columns = _columns(scanned.collect_schema().names(), path)
        whole = scanned.select(pl.len()).collect().item()
        texts = [pl.col(name).cast(pl.String).alias(word) for name, word in columns.items()]
        for start in range(0, whole, _ROWS):
            frame = scanned.slice(start, _ROWS).select(texts).collect()
            yield frame.with_row_index("line", start + 1), start + len(frame), whole
    except pl.exceptions.PolarsError:
        problem = "no table in Parquet, or one with columns that are not text"
        raise RulesError((), problem, str(path)) from None


def _text(path: Path) -> Iterator[tuple[pl.DataFrame, int, int]]:
    """Yield the rows of a text in parts, with how many bytes are done, and how many there are."""
    whole, done, line = path.stat().st_size, 0, 2
    with path.open("rb") as file:
        first = file.readline()
        done += len(first)
        heading = first.decode("utf-8-sig", "replace").rstrip("\r\n")
        comma = next((one for one in ",;\t" if one in heading), ",")
        headings = _fields(heading, comma)
        columns = _columns(headings, path)
        while chunk := file.read(_CHUNK):
            chunk += file.readline()
            done += len(chunk)
            lines, apart = _lines(chunk, comma)
            numbered = lines.with_row_index("line", line).filter(pl.col("text") != "")
            text, width = pl.col("text"), len(headings)
            fields = text.str.split_exact(apart, width - 1).struct.rename_fields([*map(str, range(width))])
            kept = [fields.struct.field(str(headings.index(name))).alias(to) for name, to in columns.items()]
            fits = text.str.count_matches(apart, literal=True) == width - 1
            frame = numbered.select("line", fits.alias("fits"), *kept)
            yield frame.with_columns(pl.when("fits").then("table").alias("table")), done, whole
            line += len(lines)


def _lines(chunk: bytes, comma: str) -> tuple[pl.DataFrame, str]:
    """The lines of a text as a column, and what parts their fields."""
    if b'"' not in chunk:
        with suppress(pl.exceptions.ComputeError):  # what is no UTF-8
            texts = pl.read_lines(chunk).get_column("line")
            return pl.DataFrame({"text": texts.str.strip_chars_end("\r")}), comma
    split = chunk.decode("utf-8", "replace").removesuffix("\n").split("\n")
    read = (_fields(line.rstrip("\r"), comma) for line in split)
    return pl.DataFrame({"text": [_APART.join(fields) for fields in read]}, {"text": pl.String}), _APART


def _fields(line: str, comma: str) -> list[str]:
    """The fields of a line; an empty one alone where one is too long to be any of a log."""
    try:
        return next(csv.reader([line], delimiter=comma), [])
    except csv.Error:
        return [" "]


def read_any(log: Log, rules: Rules, path: Path, tables: Mapping[str, str]) -> None:
    """Add the rows or the recorded rounds (.jsonl) of a file to a log."""
    if path.suffix.casefold() == ".jsonl":
        rules.require_letters(tables)
        add_rounds(log, rules, settle_lines(rules, path, tables), str(path))
    else:
        read_log(log, path)


def add_rounds(log: Log, rules: Rules, rounds: Iterable[SettledRound | RoundError], file: str) -> None:
    """Add recorded rounds to a log, as one table with the name of the file and days of 1,000 rounds.

    Recorded payments count, or else the payments due. The base wager counts with all its raises, per unit
    of its own stake. Envy bonuses are excluded, since they depend on other hands.
    """
    of_base = {name for name, bet in rules.bets.items() if bet.kind in (Kind.AGAINST_DEALER, Kind.BONUS)}
    of_base.add(f"{rules.base}.collection")
    rows, lines = list[tuple[str, ...]](), list[int]()
    names, table = ("table", "day", "wager", "hands", "staked", "won", "stake"), Path(file).stem

    def give() -> None:
        frame = pl.DataFrame(rows, dict.fromkeys(names, pl.String), orient="row")
        log.add(frame.with_columns(pl.Series("line", lines)), file)
        rows.clear()
        lines.clear()

    for number, settled in enumerate(rounds):
        if isinstance(settled, RoundError):
            log.refuse(RulesError((), settled.problem, file, settled.line))
            continue
        log.seats = max(log.seats, len(settled.hands))
        for hand in settled.hands:
            paid = {one.wager: one.paid for one in settled.paid_wrongly if one.seat == hand.seat}
            for wager, amounts in _wagers(hand, paid, rules.base, of_base).items():
                if wager in log.called:
                    rows.append((table, f"{number // 1000 + 1:06}", wager, "1", *map(plain, amounts)))
                    lines.append(settled.line or number + 1)
        if len(rows) >= _ROWS:
            give()
    if rows:
        give()


def _wagers(
    hand: SettledHand, paid: Mapping[str, Fraction], base: str, of_base: Iterable[str]
) -> dict[str, tuple[int | Fraction, int | Fraction, int | Fraction]]:
    """What was staked on each wager of a hand, what came back, and its own stake."""
    found: dict[str, tuple[int | Fraction, int | Fraction, int | Fraction]] = {}
    for wager, staked_on, returned, carried in hand.by_wager:
        name = base if wager in of_base else wager
        staked, won, stake = found.get(name, (0, 0, 0))
        won += paid.get(wager, returned) + carried
        found[name] = staked + staked_on, won, stake + (staked_on if wager == name else 0)
    return found


_METERED = (
    "pays a share of a meter, which changes from hand to hand: its other prizes are monitored if a column "
    "meter_share has that part of won; combin settle --ledger checks rounds against the meter"
)


class Setting(Struct, frozen=True, dict=True):
    """The settings of live tables: the rules, the tables in use, the strategy of players.

    `mix` is the base wager alone, computed where something depends on its strategy.
    """

    rules: Rules
    letters: Mapping[str, str]
    mix: Callable[[], MixAnswer]

    @classmethod
    def of(cls, rules: Rules, tables: Mapping[str, str], strategy: str | None) -> Setting:
        """The setting of a game; the base wager has its optimal strategy unless another is given."""
        of_jackpots = {name: letter for name, letter in tables.items() if name in rules.jackpots}
        others = {name: letter for name, letter in tables.items() if name not in of_jackpots}
        rules.require_letters(of_jackpots)
        choices(rules, others)
        mix = cache(partial(ask_mix, rules, {rules.base: 1}, others, strategy=strategy))
        if strategy is not None:
            mix()  # which refuses one that is not understood
        letters = {name: next(iter(rules.tables[name])) for name in placed(rules) if name in rules.tables}
        letters |= {**choices(rules, others, (rules.base, *rules.base_tables))[0], **tables}
        return cls(rules, letters, mix)

    @cached_property
    def strategy(self) -> Strategy | None:
        """The decisions of players, under the tables in use."""
        strategy = self.mix().strategy
        return strategy and replace(strategy, game=base_game(self.rules, self.letters))

    @property
    def called(self) -> Mapping[str, str]:
        """The wagers by their names in a log, in lower case: by id, and by the name on the felt."""
        rules, ids = self.rules, placed(self.rules)
        said = {one: {rules.wager_name(one), rules.wagers[one].name} for one in ids}
        names = [(name.lower(), one) for one in ids for name in said[one]]
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
        pays = Counter[Pay]()
        for pay, count in joint_law(rules, {wager: letter}, strategy).marginal(wager).items():
            pays[replace(pay, share=Fraction(0)) if self.metered(wager) else pay] += count
        return pays

    def between(self, law: OneRound, tally: LogTotals) -> Fraction:
        """The covariance of the nets of two hands of one round at the stake of a log, in squared stakes."""
        if self.rules.same_hands:
            return law.variance * law.unit**2
        from combin.seats.deals import Deals  # which brings numpy

        wager, stake = tally.wager, tally.least_stake
        deals = Deals(self.rules, {wager: self.letters.get(wager, "")}, self.strategy)
        return deals.law().covariances({wager: (stake, Fraction(0))})[wager, wager] / stake**2

    def wrong(self, text: str) -> tuple[str, Setting, str]:
        """A wrong setting, such as `pair_plus=D`: in words, as a setting, and the wager that it changes."""
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
        changed = rules.base if self.strategy and name in rules.base_tables else name
        words = f"{rules.wagers[name].name} pays table {letter} in place of {self.letters[name]}"
        return words, replace(self, letters=letters), changed


def _one_hand(pays: Mapping[Pay, int], tally: LogTotals) -> OneRound:
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

    `read` adds the rows of the log; `seats` is how many hands share a round at most, by default 1, or what
    recorded rounds have; each table is tested `against` wrong settings in the words of `Setting.wrong`.
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
        problem = "wrong settings are tested on rounds of one hand, since hands of a round correlate"
        raise RulesError((), problem)
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
