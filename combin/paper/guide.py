"""The player's guide as data: its bets, how each is settled, and the blocks that a poster shows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from combin.answers import Answer
from combin.cards.ranking import Category
from combin.decimals import decimal
from combin.exact.analysis import analyse, choices
from combin.exact.distribution import Favour, favour
from combin.exact.pay_lines import line_counts
from combin.formatting import capital
from combin.jackpot.answer import meter_options
from combin.jackpot.meter.meter import JackpotError
from combin.report.jackpot import USUAL_STAKES
from combin.rules.wagers import Bet, Case, Kind
from combin.words.catalogue import load_catalogue
from combin.words.rules import (
    RESULTS,
    bet_text,
    case_words,
    commission_says,
    file_lines,
    outcome_words,
    prize_words,
    sides,
    wager_names,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction
    from pathlib import Path

    from combin.cards.ranking import Ranking, Strength
    from combin.exact.analysis import Analysis
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.meter import Number
    from combin.rules.model import Told
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable
    from combin.words.catalogue import Catalogue


LONGEST = 14
"""The most lines of a pay table that are told one by one, and the most rows of one block."""

STEP = Fraction(10_000)
"""The part of the meter for which it is told what it adds."""


def bet_blocks(guide: Guide, catalogue: Catalogue) -> list[Block]:
    """Return a block for each pay table that is in use; bets on a single hand each share one."""
    rules = guide.rules
    groups: dict[object, list[PayTable]] = {}  # in the order of their first bets
    for name, bet in rules.bets.items():
        if bet.by_table and bet.kind is not Kind.JACKPOT:
            table = rules.tables[name][guide.analysis.letters[name]]
            groups.setdefault(_alike(guide, table, catalogue), []).append(table)
        elif bet.by_table:
            groups[name] = [guide.jackpots[name].chances.table]
    blocks = [
        part for tables in groups.values() for part in _parts(_block(guide, tables, catalogue), catalogue)
    ]
    priced = [one for one in guide.jackpots.values() if "price" in one.open_terms and one.value.share]
    return blocks + [_priced_block(guide, answer, catalogue) for answer in priced]


def _block(guide: Guide, tables: list[PayTable], catalogue: Catalogue) -> Block:
    if len(tables) > 1:
        return _single_hands(guide, tables, catalogue)
    if tables[0].wager in guide.jackpots:
        return _jackpot_block(guide, guide.jackpots[tables[0].wager], catalogue)
    return _bet(guide, tables[0], catalogue)


def _alike(guide: Guide, table: PayTable, catalogue: Catalogue) -> object:
    """Return what bets on a single hand have in common if they stand in one table, and others alone."""
    rules = guide.rules
    single = len(table.lines) == 1 and not table.pays_money and len(rules.tables[table.wager]) == 1
    if not single or table.wager not in rules.side_bets or table.bet.versus_dealer:
        return table.wager, table.letter
    return told(rules, table, catalogue), table.for_one


def _single_hands(guide: Guide, tables: list[PayTable], catalogue: Catalogue) -> Block:
    rules = guide.rules
    rows = []
    for table in tables:
        bet, (line,) = guide.analysis.side_bets[table.wager], table.lines
        ((hand, odds, often),) = line_rows(line, table, bet.lines[0].count, bet.total, catalogue)
        rows.append([rules.wagers[table.wager].name, capital(hand), odds, often])
    if all(row[1].casefold() in row[0].casefold() for row in rows):
        rows = [[row[0], "", *row[2:]] for row in rows]
    columns = [catalogue(f"bets.{key}") for key in ("bet", "hand", "pays", "often")]
    notes = [catalogue("bets.single_lose"), *([catalogue("bets.for_one")] if tables[0].for_one else [])]
    lead = told(rules, tables[0], catalogue)
    return table_block(catalogue("bets.single_heading"), columns, rows, lead=lead, notes=notes, figures=2)


def _bet(guide: Guide, table: PayTable, catalogue: Catalogue) -> Block:
    rules, name = guide.rules, table.wager
    bet = guide.analysis.side_bets.get(name)
    if bet is None:
        counts, total = line_counts(rules, table)
    else:
        counts, total = bet.by_line, bet.total
    rows = _rows(
        file_lines(rules, table), table, counts, total, catalogue, told=catalogue.imprint.told.get(name)
    )
    if table.bet.kind is Kind.PAY_TABLE:
        rows.append([catalogue("bets.other"), catalogue("bets.loses"), ""])
    elif table.bet.compared is not None and (rest := off_table(table.bet)) is not None:
        gets = catalogue("bets.loses") if rest == -1 else outcome_words(rest, catalogue, "cells")
        rows.append([catalogue("bets.other"), gets, ""])
    notes = [catalogue("bets.for_one")] if table.for_one else []
    if table.bet.versus_dealer:
        notes.append(catalogue("bets.often_paid"))
    return table_block(
        heading(rules, name, table.letter, catalogue),
        [catalogue("bets.hand"), catalogue("bets.pays"), catalogue("bets.often")],
        rows,
        beside=_edge(guide, name, catalogue),
        lead=told(rules, table, catalogue),
        notes=notes,
        figures=1,
    )


def _rows(
    lines: list[Line],
    table: PayTable,
    counts: dict[str, int],
    total: int,
    catalogue: Catalogue,
    *,
    told: Told | None = None,
) -> list[list[str]]:
    """Return the lines of a table, together if players are told of them so, or if many pay the same."""
    if told is not None and (told.lines or told.others):
        told_as = groupby(
            lines,
            lambda line: (
                told.line(line.text) or catalogue.hand(line.text),
                prize_words(line, table, catalogue),
            ),
        )
        numbers = ((*said, sum(counts.get(line.text, 0) for line in group)) for said, group in told_as)
        return [[hand, prize, one_in(number, total, catalogue)] for hand, prize, number in numbers]
    if len(lines) <= LONGEST:
        return [
            row for line in lines for row in line_rows(line, table, counts.get(line.text), total, catalogue)
        ]
    rows = []
    for same, group in groupby(lines, key=lambda line: prize_words(line, table, catalogue)):
        together = list(group)
        hands = [catalogue.hand(line.text) for line in together]
        known = all(line.text in counts for line in together)
        often = one_in(sum(counts[line.text] for line in together), total, catalogue) if known else ""
        rows.append([catalogue.any_of(hands), same, often])
    return rows


def _edge(guide: Guide, name: str, catalogue: Catalogue) -> str:
    rules = guide.rules
    if name in guide.analysis.side_bets:
        edges = guide.analysis.edges_by_stake(name).values()
        low, high = catalogue.percent(min(edges)), catalogue.percent(max(edges))
        if low != high:
            return catalogue("bets.edges", low=low, high=high)
        return catalogue("bets.edge", percent=low)
    if rules.alone:
        return catalogue("bets.edge", percent=catalogue.percent(guide.analysis.wagers[name].house_edge))
    return ""


def _parts(block: Block, catalogue: Catalogue) -> list[Block]:
    """Return a block, or several if its table is long: words above the first part, notes below the last."""
    rows = block["rows"]
    starts = range(0, len(rows), LONGEST + 1)
    return [
        block
        | {
            "heading": catalogue("bets.continued", heading=block["heading"]) if start else block["heading"],
            "beside": "" if start else block["beside"],
            "rows": rows[start : start + LONGEST + 1],
            "lead": "" if start else block["lead"],
            "notes": block["notes"] if start == starts[-1] else [],
        }
        for start in starts
    ]


def _jackpot_block(guide: Guide, answer: JackpotAnswer, catalogue: Catalogue) -> Block:
    rules, table = guide.rules, answer.chances.table
    lines = answer.chances.lines()
    rows = [row for one in lines for row in line_rows(one.line, table, one.count, one.total, catalogue)]
    rows.append([catalogue("bets.other"), catalogue("bets.loses"), ""])
    options = {of.pay_table: name for name, of in meter_options(rules, answer.wager).items()}
    edge = _jackpot_edge(guide, answer)
    notes = [catalogue("bets.for_one")] if table.for_one else []
    if any(one.line.prize.envy for one in lines):
        notes.append(catalogue("bets.envy_meaning"))
    return table_block(
        heading(rules, answer.wager, options.get(table.letter, table.letter), catalogue),
        [catalogue("bets.hand"), catalogue("bets.pays"), catalogue("bets.often")],
        rows,
        beside="" if edge is None else catalogue("bets.edge", percent=catalogue.percent(edge)),
        lead=told(rules, table, catalogue),
        notes=[*notes, *_worth(guide, answer, catalogue)],
        figures=1,
    )


def _priced_block(guide: Guide, answer: JackpotAnswer, catalogue: Catalogue) -> Block:
    """Return what a progressive wager brings back at usual prices, where the rules state none."""
    value, rows = answer.played_by(guide.analysis.strategy), []
    for price in map(Fraction, USUAL_STAKES):
        even = value.break_even_meter(price) or Fraction(0)
        shares = value.returned(price) / price, value.share * STEP / price
        from_on = catalogue.money(even, 0) if even > 0 else catalogue("bets.priced_any")
        rows.append([catalogue.money(price), *map(catalogue.percent, shares), from_on])
    keys, meter = ("priced", "priced_fixed", "priced_meter", "priced_even"), catalogue.money(STEP)
    columns = [catalogue(f"bets.{key}", meter=meter) for key in keys]
    heading = catalogue("bets.priced_heading", wager=guide.rules.wagers[answer.wager].name)
    notes = [catalogue("bets.priced_alone")] if value.envy else []
    return table_block(heading, columns, rows, notes=notes, figures=1)


def _jackpot_edge(guide: Guide, answer: JackpotAnswer) -> Fraction | None:
    """Return the house edge of a progressive wager, of the long run if it has a meter; None if unknown."""
    value = answer.played_by(guide.analysis.strategy)
    if not value.share:
        return None if value.money else 1 - value.odds
    try:
        played = answer.long_run_played
    except JackpotError:
        return None
    return None if played is None else 1 - played.middle


def _worth(guide: Guide, answer: JackpotAnswer, catalogue: Catalogue) -> Iterator[str]:
    """Yield what the prizes bring back on average, other players' hands apart, and what the meter adds."""
    value = answer.played_by(guide.analysis.strategy)
    part, fixed = catalogue.percent(value.odds), catalogue.money(value.money, 4)
    kind = "both" if value.odds and value.money else "money" if value.money else "odds"
    if value.odds or value.money:
        yield catalogue(f"bets.fixed_{kind}", percent=part, money=fixed)
    meter, stake = catalogue.money(STEP), answer.terms.stake
    if value.share and answer.meter is None:
        yield catalogue("bets.meter_adds", meter=meter, money=catalogue.money(value.share * STEP, 4))
    if answer.meter is None:
        return
    if value.share:
        added = catalogue.percent(value.share * STEP / stake)
        yield catalogue("bets.meter_adds_part", meter=meter, percent=added, stake=catalogue.money(stake))
    even = value.break_even_meter(stake, answer.others)
    if even is not None and even > 0:
        yield catalogue("bets.fair", money=catalogue.money(even, 0), stake=catalogue.money(stake))


Tile = dict[str, str]


def edges(guide: Guide, catalogue: Catalogue) -> dict[str, Any]:
    """Return a figure for each bet, and paragraphs on what the figures mean."""
    analysis = guide.analysis
    tiles = [_base(guide, catalogue), *(_side_bet(guide, name, catalogue) for name in analysis.side_bets)]
    tiles += [_jackpot(guide, answer, catalogue) for answer in guide.jackpots.values()]
    paragraphs = [" ".join(of(guide, catalogue)) for of in (_meaning, _base_meaning, _play)]
    notes = [text for text in paragraphs if text]
    return {"heading": catalogue("edges.heading"), "tiles": tiles, "notes": notes}


def _tile(name: str, edge: str, per: str, more: str = "") -> Tile:
    return {"name": name, "edge": edge, "per": per, "more": more}


def _base(guide: Guide, catalogue: Catalogue) -> Tile:
    rules, one = guide.rules, guide.analysis.wagers[guide.rules.base]
    names = catalogue.all_of(wager_names(rules, rules.base_wagers))
    per, others = _per_stake(guide, rules.base, catalogue)
    more, bet = [others], rules.bets[rules.base]
    if len(rules.base_wagers) > 1:
        of_all = catalogue.percent(one.element_of_risk)
        more.insert(0, catalogue("edges.of_all", percent=of_all, wagers=names))
    if bet.collection is not None and bet.collection.money and not bet.stakes:
        more.append(catalogue("edges.fee", money=catalogue.money(bet.collection.money)))
    return _tile(names, catalogue.percent(one.house_edge), per, "; ".join(filter(None, more)))


def _side_bet(guide: Guide, name: str, catalogue: Catalogue) -> Tile:
    edge = next(iter(guide.analysis.edges_by_stake(name).values()))
    return _tile(guide.rules.wagers[name].name, catalogue.percent(edge), *_per_stake(guide, name, catalogue))


def _per_stake(guide: Guide, name: str, catalogue: Catalogue) -> tuple[str, str]:
    """Return of which stake the figure of a bet is a part, and what it is of others where that matters."""
    (first, _), *others = guide.analysis.edges_by_stake(name).items()
    initial = name == guide.rules.base and len(guide.rules.base_wagers) > 1
    key, said = "initial" if initial else "stake", {"base": guide.rules.wagers[name].name}
    if first is None:
        return catalogue(f"edges.per_{key}", **said), ""
    more = [
        catalogue("edges.of_amount", percent=catalogue.percent(edge), stake=catalogue.money(stake))
        for stake, edge in others
        if stake is not None
    ]
    said["stake"] = catalogue.money(first)
    return catalogue(f"edges.per_{key}_amount", **said), catalogue.all_of(more)


def _jackpot(guide: Guide, answer: JackpotAnswer, catalogue: Catalogue) -> Tile:
    edge = _jackpot_edge(guide, answer)
    name = guide.rules.wagers[answer.wager].name
    if edge is None:
        why = "edges.varies_price" if answer.value.share else "edges.varies_stake"
        return _tile(name, catalogue("edges.varies"), catalogue(why))
    if answer.meter is None or not answer.value.of_meter:
        return _tile(name, catalogue.percent(edge), catalogue("edges.per_stake"))
    seed = catalogue.money(answer.meter.seed * answer.terms.stake, 0)
    at_seed = answer.house_edge(answer.played_by(guide.analysis.strategy))
    long_run = catalogue(
        "edges.long_run",
        money=seed,
        stake=catalogue.money(answer.terms.stake),
        seed="" if at_seed is None else catalogue.percent(at_seed),
    )
    return _tile(name, catalogue.percent(edge), catalogue("edges.per_stake"), long_run)


def _meaning(guide: Guide, catalogue: Catalogue) -> Iterator[str]:
    yield catalogue("edges.meaning")
    base, edge = guide.rules.unit_name, guide.analysis.wagers[guide.rules.base].house_edge
    fee = guide.rules.bets[guide.rules.base].collection
    if edge > 0 and not (fee and fee.money):  # which is more of a small stake
        amount, lost = catalogue.money(Fraction(100)), catalogue.money(edge * 100)
        yield catalogue("edges.example", amount=amount, base=base, lost=lost)
    shown = [one.house_edge for one in guide.analysis.wagers.values()]
    shown += [_jackpot_edge(guide, answer) or Fraction(0) for answer in guide.jackpots.values()]
    if favour(min(shown)) is Favour.PLAYER:
        yield catalogue("edges.advantage")


def _base_meaning(guide: Guide, catalogue: Catalogue) -> Iterator[str]:
    """Yield of what the two figures of the main bets are parts, and which bonuses are in them."""
    rules = guide.rules
    names = catalogue.all_of(wager_names(rules, rules.base_wagers))
    if len(rules.base_wagers) > 1:
        yield catalogue("edges.meaning_base", wagers=names, base=rules.unit_name)
    if rules.bonuses:
        bonuses = catalogue.all_of(wager_names(rules, rules.bonuses))
        yield catalogue("edges.includes", bonuses=bonuses)


def _play(guide: Guide, catalogue: Catalogue) -> Iterator[str]:
    rules, statement = guide.rules, guide.analysis.statement
    if not rules.play:
        return
    simple = len(statement.thresholds) == 1 and not statement.exceptions and not statement.by_card
    if not simple or len(rules.multiples) > 1:
        yield catalogue("edges.best")
    elif (weakest := statement.thresholds[0][1]).level:
        yield catalogue("edges.best_threshold", hand=catalogue.or_better(_weakest(weakest, rules.ranking)))
    else:
        yield catalogue("edges.best_always")


def _weakest(strength: Strength, ranking: Ranking) -> str:
    """Return what the weakest hands are called of those that are played: "pair", "K high", "Q-6-4"."""
    below, category = ranking.strengths[strength.level - 1], strength.category
    if below.category is not category:
        return category.value
    if category is Category.HIGH_CARD and below.ranks[0] != strength.ranks[0]:
        return f"{ranking.deck.ranks[strength.ranks[0]]} high"
    return ranking.describe(strength)


INSIDE = "\u2003"
"""Before a result that stands under a heading inside the table."""


def settling_blocks(rules: Rules, catalogue: Catalogue) -> list[Block]:
    """Return how the wagers against the dealer are settled, and the bets on which hand is higher."""
    if rules.alone:
        return []
    against = {name: rules.bets[name] for name in rules.base_wagers}
    bets = {name: rules.bets[name] for name in rules.comparisons}
    if sides(rules):
        against, bets = {}, against | bets
    blocks, heading = [], catalogue("settling.compare_heading")
    if bets:
        blocks.append(_settled(heading, bets, RESULTS, _compared(rules, bets, catalogue), catalogue))
    if not against:
        return blocks
    settle = _by_qualifier if rules.qualifies else _compared
    rows = settle(rules, against, catalogue)
    if rules.play:
        folded = [
            catalogue("cells.not_staked")
            if name == rules.play
            else outcome_words(bet.fold_returns - 1, catalogue, "cells")
            for name, bet in against.items()
        ]
        rows.append([catalogue("cases.fold"), *folded])
    names = catalogue.all_of(wager_names(rules, against))
    heading = catalogue("settling.heading" if len(against) > 1 else "settling.heading_one", wagers=names)
    cases = rules.cases if rules.qualifies else RESULTS
    return [_settled(heading, against, cases, rows, catalogue), *blocks]


def off_table(bet: Bet) -> Fraction | None:
    """Return what a wager gets with hands that are not on its table; None if that depends on the result."""
    cases = Case if bet.kind is Kind.AGAINST_DEALER else RESULTS
    pays = {outcome.pays for outcome in map(bet.outcome, cases) if outcome.by_table}
    return pays.pop() if len(pays) == 1 else None


def _by_qualifier(rules: Rules, against: Mapping[str, Bet], catalogue: Catalogue) -> list[list[str]]:
    if len(rules.cases) == 4:
        rows = _compared(rules, against, catalogue, [Case.NO_QUALIFY])
    else:
        rows = [[catalogue("settling.no_qualify_and")]]
        cases = [case for case in rules.cases if not case.qualified]
        rows += _compared(rules, against, catalogue, cases, INSIDE)
    rows.append([catalogue("settling.qualify_and")])
    return rows + _compared(rules, against, catalogue, before=INSIDE)


def _compared(
    rules: Rules,
    wagers: Mapping[str, Bet],
    catalogue: Catalogue,
    cases: Sequence[Case] = RESULTS,
    before: str = "",
) -> list[list[str]]:
    return [
        [
            before + case_words(rules, Case(case.result) if case.result else case, catalogue),
            *(_gets(bet, case, catalogue) for bet in wagers.values()),
        ]
        for case in cases
    ]


def _gets(bet: Bet, case: Case, catalogue: Catalogue) -> str:
    outcome = bet.outcome(case)
    # What all other hands get stands in the pay table itself, if that is one thing.
    alone = outcome.by_table and off_table(bet) is not None
    return catalogue("cells.by_table_alone") if alone else outcome_words(outcome, catalogue, "cells")


def _settled(
    heading: str,
    wagers: Mapping[str, Bet],
    cases: Sequence[Case],
    rows: list[list[str]],
    catalogue: Catalogue,
) -> Block:
    columns = [catalogue("settling.case"), *(one.name for one in wagers.values())]
    pays = [one.outcome(case).pays for case in cases for one in wagers.values()]
    notes = [says for bet in wagers.values() for says in commission_says(bet, catalogue)]
    if 0 in pays:
        notes.append(catalogue("settling.returned"))
    if 1 in pays:
        notes.append(catalogue("settling.pays_even"))
    elif gains := [one for one in pays if one > 0]:
        notes.append(catalogue("settling.pays_times", odds=catalogue.odds(gains[0])))
    return table_block(heading, columns, rows, notes=notes)


def heading(rules: Rules, name: str, letter: str, catalogue: Catalogue) -> str:
    """Return the name of a bet, with the letter of its pay table if it has several."""
    wager = rules.bets[name].name
    return catalogue("bets.table", wager=wager, letter=letter) if len(rules.tables[name]) > 1 else wager


def told(rules: Rules, table: PayTable, catalogue: Catalogue) -> str:
    """Return in sentences when a bet is paid, and what becomes of it on a fold."""
    bet = table.bet
    if (own := catalogue.imprint.told.get(table.wager)) is not None and own.says:
        return own.says
    if bet.compared is None:
        return bet_text(rules, bet, catalogue)
    if rules.alone:
        return catalogue("wagers.player_alone", own=catalogue.small(rules.file.deal.player))
    return catalogue("bets.by_table", wager=bet.name)


def line_rows(
    line: Line, table: PayTable, count: int | None, total: int, catalogue: Catalogue
) -> list[list[str]]:
    """Return a line, paid so often in a total of deals (if known), and one for what the other players get."""
    often = "" if count is None else one_in(count, total, catalogue)
    rows = [[catalogue.hand(line.text), prize_words(line, table, catalogue), often]]
    if line.prize.envy:
        rows.append([INSIDE + catalogue("bets.envy"), catalogue.money(line.prize.envy), ""])
    return rows


@dataclass(frozen=True, repr=False)
class Guide(Answer):
    """A game under one choice of pay tables, and what is to be said of its progressive wagers, by id."""

    shown_by: ClassVar[str] = "combin.paper.poster:poster_view"
    written_by: ClassVar[str] = "combin.paper.poster:print_poster"

    analysis: Analysis
    jackpots: Mapping[str, JackpotAnswer]
    catalogue: Catalogue

    def write(
        self,
        path: str | Path,
        *,
        paper: str = "a4",
        bleed: bool = False,
        crop_marks: bool = False,
        font: str = "",
    ) -> tuple[Path, ...]:
        """Write the poster as .pdf, .svg or .png, as `print_poster` does; return the files written."""
        return self._written(path, paper=paper, bleed=bleed, crop_marks=crop_marks, font=font)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.analysis.rules


def guide(
    rules: Rules,
    letters: Mapping[str, str],
    option: str | None = None,
    seed: Number | None = None,
    language: str | Path | None = None,
) -> Guide:
    """Return what a guide is about; a wager without a letter has the first of its tables.

    `option` is the pay table of the progressive wager that has a meter, or of the first, and `seed` where its
    meter starts: by default the first. The language is by default that of the imprint.

    Raises:
        RulesError: no such wager or table.
        JackpotError: no such option or seed.
    """
    catalogue = load_catalogue(language or rules.file.imprint.language)
    analysis = analyse(rules, [choices(rules, letters)[0]])[0]
    if not rules.jackpots and option is None and seed is None:
        return Guide(analysis, {}, catalogue)
    from combin.jackpot.answer import ask_jackpot

    asked = ask_jackpot(rules, option=option, seed=seed)
    return Guide(
        analysis,
        {name: asked if name == asked.wager else ask_jackpot(rules, wager=name) for name in rules.jackpots},
        catalogue,
    )


Block = dict[str, Any]
"""A part as the template shows it: its kind and heading, words beside that, and what the kind needs."""


def table_block(
    heading: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    beside: str = "",
    lead: str = "",
    notes: Iterable[str] = (),
    figures: int | None = None,
) -> Block:
    """Return a table; rows of one text are headings inside it, and columns with a text in no row go.

    `beside` stands at the heading's right, `lead` above the table, the `notes` below. From the column
    `figures` on they stand to the right.
    """
    right = len(columns) if figures is None else figures
    kept = [place for place in range(len(columns)) if any(len(row) > place and row[place] for row in rows)]
    return {
        "kind": "table",
        "heading": heading,
        "beside": beside,
        "lead": lead,
        "columns": [{"title": columns[place], "right": place >= right} for place in kept],
        "rows": [[capital(row[0]), *(row[place] for place in kept[1:] if len(row) > 1)] for row in rows],
        "notes": list(notes),
    }


def one_in(count: int, total: int, catalogue: Catalogue, text: str = "guide.often") -> str:
    """Return how often something is: "1 in 460", with a decimal below ten."""
    if not count:
        return catalogue("guide.never")
    each = Fraction(total, count)
    return catalogue(text, number=catalogue.number(decimal(each, 0 if each >= 10 else 1)))
