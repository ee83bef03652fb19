"""The outcomes of a wager, what each adds to return and variance, the figures under them, and meanings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Self

from flint import arb, ctx, fmpq
from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardSet, kinds_of
from combin.cards.hand_sets import HandSet
from combin.cards.ranking import AceLow, Category, Ranking, StraightSuits
from combin.certificate.body import certificate_hash, not_certified
from combin.certificate.canonical import digest, rules_data
from combin.design.views import LONGEST
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.distribution import Distribution
from combin.formats.tables import COUNT, PERCENT, Column, Kind, Live, Table, Value
from combin.formatting import Root, percent
from combin.jackpot.answer import JackpotAnswer, ask_jackpot, game_meter, meter_options
from combin.jackpot.enclosure import TooCoarseError
from combin.jackpot.law import LongRun
from combin.jackpot.meter import JackpotError
from combin.par.workbook import MOST_DIGITS, PAGE, BlockFigure, Cell, CellValue, Look, Sheet, TableRange
from combin.report.words import letters_in_words
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import Hands, PayTable
from combin.rules.wagers import Whose
from combin.session import CONFIDENCE
from combin.session.total import OneRound, TotalLaw
from combin.words.catalogue import load_catalogue
from combin.words.rules import whose_cards

ROUNDS = (100, 1_000, 5_000)
"""The numbers of rounds that bands are told for."""

_CLOSE = 1e-9
"""How near the moments of a law come to those that were written, if only a spreadsheet has reckoned them."""

_MOST_EXACT = 1 << 25
"""How exact laws of many rounds are, for the fifteen digits of a spreadsheet: some hundredths of a second."""


class Confidence(Struct, frozen=True):
    """The confidence of volatility indices, as it is and as written, and where its quantile z stands.

    `band` is the part of all runs of that many rounds whose returns lie in a band, as many below as above it;
    `rounds` is whether a sheet tells of them.
    """

    level: Fraction
    written: Fraction
    z: Live
    band: Fraction
    rounds: bool = True


def write_figures(
    table: OutcomeTable, confidence: Confidence, unit: str, rules: Rules, exact: Distribution
) -> int:
    """Write the outcomes of a wager, and its figures below; return the row for what follows.

    Figures are per `unit`; `exact` are the results under the pays as written.
    """
    table.sheet.parts.append(table.part)
    table.sheet.frozen = (table.top + 1, 1)
    title, figures = f"Figures per unit of the {unit}", _figures(table, confidence, exact)
    below = table.sheet.write_block(table.end + 2, title, figures, "Exact, pays as written", explained=False)
    table.write()
    table.sheet.names["combinations"] = table.all("count")
    if not confidence.rounds:
        return below
    return _bands(table, below, rules, exact, confidence.band)


def _figures(table: OutcomeTable, confidence: Confidence, written: Distribution) -> list[BlockFigure]:
    mean, average, edge, variance = table.mean, table.average_wager, written.house_edge, table.variance
    p, net, back = table.all("chance"), table.all("net"), table.all("returned")
    staked = f"SUMPRODUCT({p},{table.all('staked')})" if "staked" in table.places else ""
    index = volatility(variance, confidence.level)
    highest = max(outcome.net for outcome in table.outcomes)
    hits, pushes = table.average(lambda row: row.net > 0), table.average(lambda row: not row.net)
    paid = table.average(lambda row: row.net + row.staked > 0)
    folds = table.average(lambda row: row.detail == table.fold)
    catalogue = load_catalogue().glossary("figures")
    figures: list[tuple[str, CellValue, str, Kind, Fraction | None]] = [
        ("mean", mean, f"SUMPRODUCT({p},{net})", Look.DECIMAL, -edge),
        ("return", 1 + mean, f"SUM({table.all('part')})", PERCENT, 1 - edge),
        ("edge", -mean, "-{mean}", PERCENT, edge),
        ("average", average, staked, Look.DECIMAL, written.average_wager),
        ("risk", -mean / average, "{edge}/{average}", PERCENT, written.element_of_risk),
        ("hit", hits, f'SUMIF({net},">0",{p})', PERCENT, written.hit_frequency),
        ("paid", paid, f'SUMIF({back},">0",{p})', PERCENT, None),
        ("push", pushes, f"SUMIF({net},0,{p})", PERCENT, written.push_frequency),
        ("fold", folds, f'SUMIF({table.all("detail")},"{table.fold}",{p})', PERCENT, folds),
        ("variance", variance, f"SUM({table.all('spread')})", Look.DECIMAL, written.variance),
        ("deviation", Root(variance), "SQRT({variance})", Look.DECIMAL, None),
        ("per_unit", Root(variance / average**2), "{deviation}/{average}", Look.DECIMAL, None),
        ("volatility", index, f"{confidence.z.formula}*{{deviation}}", Look.DECIMAL, None),
        ("highest", highest, f"MAX({net})", Look.FREE, None),
        ("rarest", _rarest(table), f"MIN({p})", Look.CHANCE, None),
    ]
    return [
        BlockFigure(key, *catalogue[key], value, formula, kind, exact)
        for key, value, formula, kind, exact in figures
        if key != "fold" or table.fold
    ]


def _rarest(table: OutcomeTable) -> Fraction:
    return Fraction(min(outcome.count for outcome in table.outcomes), table.total)


def _bands(table: OutcomeTable, top: int, rules: Rules, written: Distribution, band: Fraction) -> int:
    sheet, where = table.sheet, table.sheet.names
    sheet.put(top, 0, Cell("Over many rounds", Look.BLOCK))
    sheet.write_headings(top + 1, ("Rounds", ""))
    words, rows = load_catalogue(), bands(band)
    for row, (label, how) in enumerate(rows, start=top + 2):
        sheet.line(row, [Cell(label, Look.LABEL), Cell(how, Look.WRAP)])
    laws = zip(ROUNDS, many_rounds(rules, written, band), strict=True)
    for column, (rounds, law) in enumerate(laws, start=2):
        n = sheet.put(top + 1, column, Cell(rounds, Look.HEADING_COUNT))
        cells = (
            Cell(-table.mean * rounds, Look.AMOUNT, f"{n}*{where['edge']}"),
            *(_of_law(table, value, written) for value in law),
            Cell(_rarest(table) * rounds, Look.DECIMAL, f"{n}*{where['rarest']}"),
        )
        for row, cell in enumerate(cells, start=top + 2):
            sheet.put(row, column, cell)
    below = top + 2 + len(rows)
    sheet.parts.append(TableRange("Over many rounds", top + 1, below, (0, *range(2, 2 + len(ROUNDS)))))
    usage = words("notes.usage", changed=words("notes.changed"))
    sheet.put(below, 0, Cell(f"{words('notes.exact')} {usage}", Look.NOTE, span=0))
    return below + 2


@remembered
def many_rounds(_: Rules, written: Distribution, band: Fraction) -> tuple[tuple[Fraction | None, ...], ...]:
    """Return by `ROUNDS` both ends of the band of returns and P(house behind); None where it is too long."""
    tail = (1 - band) / 2
    one_round = OneRound.of(written, Fraction(1))
    laws = [TotalLaw(one_round, rounds, most_exact=_MOST_EXACT) for rounds in ROUNDS]
    try:
        return tuple(
            (
                *(1 + law.percentile(share) * one_round.unit / law.rounds for share in (tail, 1 - tail)),
                law.above(0).middle,
            )
            for law in laws
        )
    except (JackpotError, TooCoarseError):
        return ((None, None, None),) * len(ROUNDS)


def _of_law(table: OutcomeTable, value: Fraction | None, written: Distribution) -> Cell:
    """Return a cell of what holds under the pays as written: no spreadsheet can work it out for others."""
    catalogue = load_catalogue()
    if value is None:
        return Cell(catalogue("notes.too_long"), Look.EXACT)
    mean, variance = (table.sheet.names[key] for key in ("mean", "variance"))
    figures = (
        (Live(mean, table.mean), -written.house_edge),
        (Live(variance, table.variance), written.variance),
    )
    found = if_as_written(value, figures)
    return Cell(found.value, PERCENT, found.formula)


def if_as_written(value: Fraction, figures: Iterable[tuple[Live, Fraction]]) -> Live:
    """Return a value that stands only while figures are what they were as written, else that they changed."""
    changed, tests, same = load_catalogue()("notes.changed"), [], True
    for now, then in figures:
        room = _CLOSE * (1 + abs(float(then)))
        tests.append(f"ABS({now.formula}-{float(then)!r})<={room!r}")
        same = same and abs(float(now.exact - then)) <= room
    return Live(f'IF(AND({",".join(tests)}),{float(value)!r},"{changed}")', value if same else changed)


_CHANCES = ("count", "fraction", "chance", "one_in", "against")
"""The columns that say how often an outcome comes."""


class OutcomeRow(Struct, frozen=True):
    """One row: what it is called, what it nets and returns of the stakes, in units of the wager, and more.

    `cells` are what stands in the columns in the middle, by their keys.
    """

    name: str
    detail: str
    count: int
    net: Fraction
    cells: Mapping[str, Value]
    staked: Fraction = Fraction(1)


class OutcomeTable:
    """The outcomes of a wager on a sheet, and where its columns are.

    `middle` are the columns between the chances and the contributions, by key with heading and kind, among
    them "net" and "returned"; with "staked" if the stake is not always one unit. `fold` is the detail of
    outcomes in which the player folds, if there is a decision.
    """

    def __init__(
        self,
        sheet: Sheet,
        top: int,
        total: int,
        middle: Mapping[str, tuple[str, Kind]],
        headings: tuple[str, str] = ("Outcome", "Precise definition"),
    ) -> None:
        def chance(outcome: OutcomeRow) -> Live:
            return Live("{count}/{cycle}", Fraction(outcome.count, total))

        def odds(formula: str, less: int = 0) -> Callable[[OutcomeRow], Value]:
            return lambda row: Live(formula, Fraction(total, row.count) - less) if row.count else "never"

        def of_middle(key: str) -> Callable[[OutcomeRow], Value]:
            return lambda outcome: outcome.cells.get(key)

        self.sheet, self.top, self.total, self.fold = sheet, top, total, ""
        self.outcomes: list[OutcomeRow] = []
        digits = Column[OutcomeRow](
            "Combinations, all digits", Look.EXACT, lambda row: f"{row.count:,}", "digits"
        )
        self.columns: list[Column[OutcomeRow]] = [
            Column(headings[0], Look.LABEL, lambda outcome: outcome.name, "outcome"),
            Column(headings[1], Look.WRAP, lambda outcome: outcome.detail, "detail"),
            Column("Combinations", COUNT, lambda outcome: outcome.count, "count"),
            *([digits] if total >= MOST_DIGITS else []),
            Column("Cycle", COUNT, lambda _: total, "cycle"),
            Column("Exact probability", Look.EXACT, lambda outcome: str(chance(outcome).value), "fraction"),
            Column("Probability", Look.CHANCE, chance, "chance"),
            Column("1 in", Look.AMOUNT, odds("{cycle}/{count}"), "one_in"),
            Column("True odds, to 1", Look.AMOUNT, odds("{one_in}-1", 1), "against"),
            *(Column(heading, kind, of_middle(key), key) for key, (heading, kind) in middle.items()),
            Column("Return contribution", PERCENT, self._part, "part"),
            Column("Variance contribution", Look.DECIMAL, self._spread, "spread"),
        ]
        self.places = {column.name: place for place, column in enumerate(self.columns)}

    @property
    def end(self) -> int:
        """The row that the next outcome goes into, and that of the sums once all are there."""
        return self.top + 1 + len(self.outcomes)

    def all(self, key: str) -> str:
        """Return the reference of a column over all outcomes."""
        return self.sheet.down(self.places[key], self.top + 1, self.end - 1)

    def _part(self, outcome: OutcomeRow) -> Live:
        return Live("{chance}*(1+{net})", Fraction(outcome.count, self.total) * (1 + outcome.net))

    def _spread(self, outcome: OutcomeRow) -> Live:
        spread = Fraction(outcome.count, self.total) * (outcome.net - self.mean) ** 2
        return Live(f"{{chance}}*({{net}}-{self.sheet.names['mean']})^2", spread)

    def write(self) -> None:
        """Write all outcomes and their sums, once it is known where the mean stands."""
        counted = sum(outcome.count for outcome in self.outcomes)
        sums = {"count": counted, "chance": Fraction(counted, self.total), "part": 1 + self.mean}
        last: dict[str, Value] = {"outcome": "all", "cycle": self.total, "digits": f"{self.total:,}"}
        for key, value in {**sums, "spread": self.variance}.items():
            last[key] = Live(f"SUM({self.all(key)})", value)
        columns = [  # "to 1" in one line
            replace(one, heading=(one.heading or "").replace(" 1", "\u00a01")) for one in self.columns
        ]
        total = {column.heading or "": last.get(column.name, "") for column in columns}
        self.sheet.write_cells(self.top, Table.of("", self.outcomes, columns, total=total))
        for name, key in (("counted", "count"), ("chances", "chance"), ("cycle", "cycle")):
            self.sheet.mark(name, self.end, self.places[key])
        self.sheet.outcomes = [
            {
                key: Live(self.sheet.reference(row, column), self.sheet.cells[row, column].value)
                for key, column in self.places.items()
                if (row, column) in self.sheet.cells
            }
            for row in range(self.top + 1, self.end)
        ]
        if len(self.outcomes) > PAGE:
            self.sheet.heading = self.top

    @property
    def part(self) -> TableRange:
        """The whole table, once it has all outcomes: how often they come, and what they pay."""
        places = dict(self.places)
        outcome, detail = places.pop("outcome"), places.pop("detail")
        chances = [places.pop(key) for key in _CHANCES]
        for key in ("cycle", "digits"):
            places.pop(key, None)
        alike = len({outcome.name for outcome in self.outcomes}) < len(self.outcomes)
        groups = {
            f"frequencies in {self.total:,} deals": [*([] if alike else [detail]), *chances],
            "pays": [*places.values()],
        }
        columns = (outcome, detail, *chances, *places.values())
        return TableRange("Outcomes", self.top, self.end + 1, columns, beside=1 + alike, groups=groups)

    def average(self, figure: Callable[[OutcomeRow], Fraction | int]) -> Fraction:
        """Return the mean of a figure over all deals; of what is true or not, how often it is."""
        return Fraction(sum(figure(outcome) * outcome.count for outcome in self.outcomes)) / self.total

    @cached_property
    def mean(self) -> Fraction:
        """The expected net result."""
        return self.average(lambda outcome: outcome.net)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        return self.average(lambda outcome: outcome.net**2) - self.mean**2

    @cached_property
    def average_wager(self) -> Fraction:
        """What is staked on average."""
        return self.average(lambda outcome: outcome.staked)


_BITS = 160  # of these a figure loses some in the steps below, and a float keeps 53


def volatility(variance: Fraction, confidence: Fraction) -> float:
    """Return the volatility index: z standard deviations, z by a confidence."""

    def ball(value: Fraction) -> arb:
        return arb(fmpq(value.numerator, value.denominator))

    with ctx.workprec(_BITS):
        return float(ball(confidence).erfinv() * arb(2).sqrt() * ball(variance).sqrt())


def quantile(confidence: Fraction) -> float:
    """Return z: a normal variable lies within z standard deviations of its mean with this probability."""
    return volatility(Fraction(1), confidence)


def bands(band: Fraction) -> list[tuple[str, str]]:
    """Return what many rounds come to: what each figure is called, and what it is."""
    fields = {"band": percent(band, 0), "tail": percent((1 - band) / 2, 1)}
    return list(load_catalogue().glossary("rounds", **fields).values())


def glossary(confidence: Confidence, *, decided: bool = True) -> list[tuple[str, str]]:
    """Return what each column, figure and row means that every wager has; of folds if any are `decided`."""
    catalogue = load_catalogue()
    figures = catalogue.glossary("figures")
    if not decided:
        del figures["fold"]
    name, how = figures["volatility"]
    level = confidence.written
    figures["volatility"] = name, f"{how}: as written {quantile(level):.4f} for {percent(level, 2)}"
    exact = (catalogue("notes.rounds"), catalogue("notes.exact"))
    return [*catalogue.glossary("columns").values(), *figures.values(), *bands(confidence.band), exact]


def category_in_words(category: Category, ranking: Ranking) -> str:
    """Return which cards are of a category under some ranking."""
    key = f"defined.{'two' if ranking.size == 2 else 'three'}.{category.value}"
    suits = "suits" if ranking.straight_suits is StraightSuits.THREE else "not_one"
    catalogue = load_catalogue()
    return catalogue(key, suits=catalogue(f"defined.{suits}"), ace=_ace_low(ranking))


def _ace_low(ranking: Ranking) -> str:
    ranks, top = ranking.deck.ranks, len(ranking.deck.ranks) - 1
    if ranks[top].symbol != "A" or top < ranking.size:
        return ""
    run = f"; {'-'.join(map(str, (ranks[top], *ranks[: ranking.size - 1])))} "
    return f"{run}is none" if ranking.ace_low is AceLow.NONE else f"{run}ranks {ranking.ace_low.value}"


def line_in_words(rules: Rules, table: PayTable, hands: Hands) -> str:
    """Return what a line of a table is for: which hands, and which finer lines go before it."""
    words = _in_words(hands, rules.ranking)
    finer = [(other, line) for other, line in table.sets if other != hands and other.within(hands)]
    if paid := [line.text for _, line in finer if line is not None]:
        words = f"{words}; not those paid as {', '.join(paid)}"
    if lost := [_in_words(other, rules.ranking) for other, line in finer if line is None]:
        words = f"{words}; not those that lose: {', '.join(lost)}"
    return words


def whose_in_words(rules: Rules, wager: str) -> list[str]:
    """Return the sentence on whose cards make the hand of a wager, unless they are just the player's."""
    bet, catalogue = rules.bets[wager], load_catalogue().of(rules.file.imprint)
    own = wager in catalogue.imprint.told or bet.hand is not Whose.PLAYER
    return [whose_cards(rules, bet, catalogue)] if own else []


def nothing_in_words(rules: Rules, wager: str) -> str:
    """Return what the row of all that a side bet does not pay is for."""
    lost = rules.bets[wager].loses_on_fold
    return "every other hand, and every hand that is folded" if lost else "every other hand"


def _in_words(hands: Hands, ranking: Ranking) -> str:
    if isinstance(hands, ColourLine):
        return load_catalogue()(f"defined.colours.{hands.name.lower()}")
    if isinstance(hands, HandSet):
        return _set_in_words(hands, ranking)
    if isinstance(hands, FiveCardSet):
        return _five_in_words(hands, ranking)
    of_suit = "one suit" if hands.suit is None else hands.suit.name
    return f"all six cards the six highest ranks in {of_suit}"


def _five_in_words(hands: FiveCardSet, ranking: Ranking) -> str:
    """Return what a finer set of five cards is: its category, the ranks that decide first, its suit."""
    names, text = ranking.deck.ranks, load_catalogue()(f"defined.five.{hands.category.value}")
    if not hands.finer:
        return text
    own = sorted(rank for category, rank in hands.kinds if category is hands.category)
    kinds = kinds_of(hands.category, ranking.deck)
    if len(own) < sum(category is hands.category for category, _ in kinds):
        first = load_catalogue().texts.get(f"defined.first.{hands.category.value}", "the highest rank")
        text += f", {first} {', '.join(str(names[rank]) for rank in own)}"
    if hands.suit is not None:
        text += f", of {hands.suit.name} only"
    return text + ", and all better hands of no other line" * (len({one for one, _ in hands.kinds}) > 1)


def _set_in_words(hands: HandSet, ranking: Ranking) -> str:
    of_suit = "" if hands.suit is None else f", of {hands.suit.name} only"
    strengths = ranking.strengths[hands.levels.start : hands.levels.stop]
    categories = {one.category for one in strengths}
    whole = [one for one in ranking.strengths if one.category in categories]
    if len(categories) == 1 and len(whole) == len(strengths):
        return category_in_words(next(iter(categories)), ranking) + of_suit
    lowest, highest = ranking.describe(strengths[0]), ranking.describe(strengths[-1])
    span = lowest if lowest == highest else f"{lowest} to {highest}"
    return f"{span}{of_suit}"


def strategy_title(rules: Rules) -> str:
    """Return what the sheet about strategy is called."""
    return f"{rules.base_name}: strategy"


def played_in_words(analysis: Analysis) -> str:
    """Return the strategy that is followed; of a long one, what it depends on and where it is told."""
    text = analysis.statement.text
    if len(text) <= LONGEST:
        return text
    where = f"'{strategy_title(analysis.rules)}' tells"
    if analysis.statement.by_card:
        return f"It depends on the dealer's card: {where} it card by card."
    return f"It has many parts: {where} them."


class JackpotFacts(Struct, frozen=True):
    """The worth of a wager at the first published seed, and its published meters in the long run."""

    answer: JackpotAnswer
    published: tuple[tuple[str, LongRun], ...]


@remembered
def jackpot_facts(rules: Rules, wager: str, letter: str) -> JackpotFacts:
    """Return what a workbook says of a progressive wager under one pay table."""
    options = meter_options(rules, wager)
    named = [name for name, option in options.items() if option.pay_table == letter]
    answer = ask_jackpot(rules, wager=wager, option=next(iter(named), letter))
    published = []
    for option in named:
        for stated in options[option].meters:
            meter = game_meter(rules, option, stated.seed, increment=Fraction(stated.increment), wager=wager)
            published.append((option, LongRun(meter, answer.digits)))
    return JackpotFacts(answer, tuple(published))


_MOST_SHEETS = 100  # the most choices of tables of the base game that get a sheet each


@dataclass(frozen=True, repr=False)
class Scope:
    """What a workbook is about: a game, the letters of the pay tables that get sheets, and how it is played.

    `analyses` are by the choice of tables of the base game, `side_bets` by wager and letter ("" without
    tables), each with the first tables of all others. `strategy` is as in `named_strategy`, None for the best
    one; `confidence` in percent, if not the usual one.
    """

    rules: Rules
    letters: Mapping[str, tuple[str, ...]]
    analyses: tuple[Analysis, ...]
    side_bets: Mapping[tuple[str, str], Analysis]
    strategy: str | None
    confidence: int | None

    @classmethod
    def of(
        cls,
        rules: Rules,
        chosen: Mapping[str, str | Sequence[str]],
        strategy: str | None = None,
        *,
        confidence: int | None = None,
    ) -> Self:
        """Return the workbook of the tables of these letters, and of all of wagers that are not named."""
        each = {name: (of,) if isinstance(of, str) else of for name, of in chosen.items()}
        letters = _letters(rules, each)
        first = {name: letters[name][0] for name in choices(rules, {})[0]}
        varied = [name for name in first if name not in rules.bets_by_table]
        if prod(len(letters[name]) for name in varied) > _MOST_SHEETS:
            of = " and ".join(rules.wagers[name].name for name in varied)
            problem = f"the tables of {of} have more than {_MOST_SHEETS} choices; name some of them"
            raise RulesError((), problem)
        of_base = [
            first | dict(zip(varied, of_each, strict=True))
            for of_each in product(*(letters[name] for name in varied))
        ]
        pairs = [(name, letter) for name in rules.bets_by_table for letter in letters[name]]
        analyses = analyse(rules, [*of_base, *(first | dict([pair]) for pair in pairs)], strategy)
        base, others = tuple(analyses[: len(of_base)]), analyses[len(of_base) :]
        compared = {(name, ""): base[0] for name in rules.comparisons if name not in first}
        side_bets = dict(zip(pairs, others, strict=True)) | compared
        return cls(rules, letters, base, side_bets, strategy, confidence)

    @property
    def wagers(self) -> list[str]:
        """The wager of each sheet that is about one, in their order."""
        others = [name for name, _ in (*self.side_bets, *self.jackpots)]
        return [self.rules.base] * len(self.analyses) + others

    @property
    def main(self) -> Analysis:
        """The analysis of the first tables."""
        return self.analyses[0]

    @property
    def band(self) -> Fraction:
        """The part of all runs of many rounds that lies in a band."""
        return Fraction(CONFIDENCE if self.confidence is None else self.confidence, 100)

    @property
    def first_tables(self) -> str:
        """The first tables of the wagers that have several, in words."""
        several = {name: letter for name, letter in self.main.letters.items() if len(self.letters[name]) > 1}
        return letters_in_words(self.rules, several)

    @property
    def jackpots(self) -> dict[tuple[str, str], JackpotFacts]:
        """What is to be said of each jackpot wager and letter."""
        pairs = [(name, letter) for name in self.rules.jackpots for letter in self.letters[name]]
        return {pair: jackpot_facts(self.rules, *pair) for pair in pairs}

    @cached_property
    def hashes(self) -> tuple[str, str]:
        """The SHA-256 of the rules, and that of their certificate, or why there is no such certificate."""
        certified = certificate_hash(self.rules) or f"none: {not_certified(self.rules)}"
        return digest(rules_data(self.rules)), certified


def _letters(rules: Rules, chosen: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return the letters of every wager with pay tables: those chosen, or all if it is not named."""
    names = (*choices(rules, {})[0], *rules.jackpots)
    for name, letters in chosen.items():
        for letter in letters:
            rules.require_letters({name: letter}, names)
    return {name: tuple(dict.fromkeys(chosen.get(name) or rules.tables[name])) for name in names}
