"""The player's guide: bets, how each is settled, pay tables and house edges in plain words, for a poster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import parse_deck
from combin.cards.suit_classes import hand_classes
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.distribution import Favour, favour
from combin.exact.pay_lines import line_counts
from combin.formats import BLEED, MARKS, PAPERS
from combin.formats.tables import COUNT, PLAIN, TEXT, Column, Table
from combin.formats.view import View
from combin.formatting import capital, decimal
from combin.jackpot.answer import JackpotAnswer, ask_jackpot, meter_options
from combin.jackpot.meter import JackpotError, Number
from combin.paper.hands import example
from combin.report.jackpot import USUAL_STAKES
from combin.rules.errors import RulesError
from combin.rules.outcomes import FOLDS, off_table
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Bet, Case, Kind
from combin.version import __version__
from combin.words import rules as words
from combin.words.catalogue import Catalogue, hands_from, load_catalogue


class Guide(Answer, Struct, frozen=True):
    """A game under one choice of pay tables, and what is to be said of its progressive wagers, by id."""

    shown_by: ClassVar[str] = "combin.paper.poster:poster_view"

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
        cmyk: bool = False,
    ) -> tuple[Path, ...]:
        """Write the poster as .pdf, .svg or .png, by the ending of the path; return the files written.

        With `bleed`, and with crop marks, bands run beyond the edge at which the paper is cut. A PDF may have
        its colours in `cmyk`.

        Raises:
            PrintError: another ending, or a guide that does not fit on paper.
            OSError: a file cannot be written.
        """
        from combin.formats.typesetter import Press, print_document

        outside, beyond = (MARKS, BLEED) if crop_marks else (BLEED, BLEED) if bleed else (0, 0)
        sheet = on_paper(paper) | {"outside": outside, "bleed": beyond, "marks": crop_marks}
        press = Press(outside=outside, bleed=beyond, font=font, cmyk=cmyk)
        return print_document("poster", poster_data(self) | sheet, Path(path), press)

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
    *,
    local_ranks: bool = False,
) -> Guide:
    """The player's guide to a game; a wager without a letter has the first of its tables.

    `option` is the pay table of the progressive wager that has a meter, or of the first, and `seed` where its
    meter starts: by default the first. The language is by default that of the rule file; with `local_ranks`
    court cards have its letters.
    """
    catalogue = load_catalogue(language or rules.file.imprint.language, local_ranks=local_ranks)
    analysis = analyse(rules, [choices(rules, letters)[0]])[0]
    if not rules.jackpots and option is None and seed is None:
        return Guide(analysis, {}, catalogue)
    asked = ask_jackpot(rules, option=option, seed=seed)
    names = rules.jackpots
    answers = {name: asked if name == asked.wager else ask_jackpot(rules, wager=name) for name in names}
    return Guide(analysis, answers, catalogue)


Block = dict[str, Any]
"""A part as the template shows it: its kind, its heading with words at its right, and what the kind needs."""


def poster_data(guide: Guide) -> dict[str, Any]:
    """Return the guide as the template `poster.typ` shows it, in the words of its catalogue."""
    rules, source, imprint = guide.rules, guide.rules.file.source, guide.rules.file.imprint
    own, language = load_catalogue(imprint.language)("language.code"), guide.catalogue("language.code")
    if (imprint.told or imprint.deal) and language not in (own, *imprint.translations):
        known = " and ".join(map(repr, (own, *imprint.translations)))
        problem = f"explains the game to players in {known}, not in {language!r}"
        raise RulesError(("details",), f"{problem}; put the words into [details.translations.{language}]")
    guide = replace(guide, catalogue=guide.catalogue.to_player.of(imprint))
    catalogue = guide.catalogue
    title, origin = words.title_of(rules, catalogue), source.document
    if source.version:
        origin = catalogue("page.version", document=origin, version=source.version)
    if source.publisher:
        origin = catalogue("page.published", document=origin, publisher=source.publisher)
    if source.kind == "variant":
        origin = catalogue("page.after", document=origin)
    deals = catalogue.number(str(guide.analysis.wagers[rules.base].total))
    return {
        "language": language,
        "title": title,
        "subtitle": catalogue("page.subtitle"),
        "casino": "" if title.endswith(imprint.casino) else imprint.casino,
        "limits": " · ".join(words.imprint_sentences(imprint, catalogue, words.LIMITS)),
        "safer_gambling": catalogue.imprint.safer_gambling,
        "edges": _edges(guide),
        "blocks": [
            _round_block(rules, catalogue),
            _hands_block(rules, catalogue),
            *_settling_blocks(rules, catalogue),
            *_bet_blocks(guide),
        ],
        "notes": [
            *map(words.ended, words.imprint_sentences(imprint, catalogue, words.ISSUE)),
            catalogue("page.source", document=origin),
            catalogue("page.counted", deals=deals, program=__version__),
        ],
        "page": catalogue("page.page", page="{page}", pages="{pages}"),
    }


def poster_view(guide: Guide, _: int = 10) -> View:
    """The player's guide as tables; the records are the house edges of the bets."""
    data = poster_data(guide)
    figures, columns = data["edges"], ("name", "edge", "per", "more")
    edges = Table.of(
        figures["heading"],
        figures["tiles"],
        [Column[Tile]("", value=itemgetter(name), name=name) for name in columns],
        " ".join(figures["notes"]),
    )
    lines = (*(data[key] for key in ("casino", "subtitle", "limits", "safer_gambling")), *data["notes"])
    return View(
        data["title"],
        tuple(filter(None, lines)),
        (edges, *map(_table, data["blocks"])),
        lambda: data,
        lambda: edges.records(0),
        columns,
    )


def _table(block: Block) -> Table:
    match block["kind"]:
        case "steps":
            steps = tuple(enumerate(block["steps"], start=1))
            return Table(block["heading"], (Column("", COUNT), Column()), steps)
        case "hands":
            hands = tuple((row["name"], row["alt"], row["often"]) for row in block["rows"])
            return Table(block["heading"], ("", "", ""), hands, " ".join(block["notes"]))
    columns = [Column[str](one["title"], PLAIN if one["right"] else TEXT) for one in block["columns"]]
    rows = tuple((*row, *("",) * (len(columns) - len(row))) for row in block["rows"])
    return Table(block["heading"], columns, rows, " ".join(filter(None, (block["lead"], *block["notes"]))))


def on_paper(paper: str) -> dict[str, Any]:
    """The layout of a poster without bleed."""
    width, height = PAPERS[paper]
    return {"width": width, "height": height, "outside": 0, "bleed": 0, "marks": False}


# -- the round and the hands ---------------------------------------------------------------------------


def _hands_block(rules: Rules, catalogue: Catalogue) -> Block:
    """Return the order of hands, each with cards drawn and how often it comes."""
    ranking = rules.ranking
    total = sum(ranking.counts.values())
    classes = sorted(hand_classes(ranking), key=lambda hand: hand.strength.level, reverse=True)
    rows = []
    for category, group in groupby(classes, key=lambda hand: hand.strength.category):
        of_it = list(group)
        most = max(hand.weight for hand in of_it)
        levels = list(dict.fromkeys(hand.strength.level for hand in of_it if hand.weight == most))
        typical = [hand for hand in of_it if hand.strength.level == levels[len(levels) // 3]]
        cards = list(example(typical, ranking, catalogue).cards)
        name, alt = capital(catalogue.hand(category.value)), (card["rank"] + card["glyph"] for card in cards)
        often = one_in(ranking.counts[category], total, catalogue, "guide.often_hands")
        rows.append({"name": name, "cards": cards, "alt": " ".join(alt), "often": often})
    heading, notes = f"guide.heading{'_alone' * rules.alone}", list(words.ranking_says(rules, catalogue))
    return {"kind": "hands", "heading": catalogue(heading), "beside": "", "rows": rows, "notes": notes}


MOST_NAMES = 6
"""Bets that a sentence names at most."""


def _round_block(rules: Rules, catalogue: Catalogue) -> Block:
    standard, deck = parse_deck(), list(words.deck_says(rules, catalogue))
    if (rules.deck.ranks, rules.deck.suits) == (standard.ranks, standard.suits):
        del deck[0]  # the cards that everybody knows
    own = catalogue.imprint.deal
    deck += [own] if own else words.deal_says(rules, catalogue)
    steps = [_placed(rules, catalogue), " ".join(deck)]
    if rules.play:
        says = (says(rules, catalogue) for says in (words.decision_says, words.early_says, words.blind_says))
        steps.append(" ".join(chain.from_iterable(says)))
    if words.sides(rules):
        steps.append(catalogue("round.show_both"))
    elif rules.qualifies:
        steps.append(catalogue("round.show", qualifies=" ".join(words.dealer_says(rules, catalogue))))
    elif not rules.alone:
        steps.append(catalogue("round.show_always"))
    steps.append(catalogue("round.settle"))
    return {"kind": "steps", "heading": catalogue("round.heading"), "beside": "", "steps": steps}


def _placed(rules: Rules, catalogue: Catalogue) -> str:
    more = (*rules.comparisons, *rules.side_bets, *rules.jackpots)
    if not rules.play:
        names = words.wager_names(rules, (*rules.initial, *more))
        if len(names) > MOST_NAMES:
            return catalogue("round.place_many")
        return catalogue("round.place_some" if more else "round.place_any", wagers=catalogue.any_of(names))
    initial = catalogue.all_of(words.wager_names(rules, rules.initial))
    sentences = [catalogue("round.place_equals" if rules.equals else "round.place", wagers=initial)]
    if len(more) > MOST_NAMES:
        return " ".join((*sentences, catalogue("round.place_others")))
    needs = {name: set(rules.bets[name].needs) for name in more}
    tied = [name for name in more if needs[name] and needs[name] <= set(rules.base_wagers)]
    free = [name for name in more if name not in tied]
    for key, group in (("round.place_free", free), ("round.place_more", tied)):
        if group:
            wagers = catalogue.all_of(words.wager_names(rules, group))
            sentences.append(catalogue(key, wagers=wagers, initial=initial))
    return " ".join(sentences)


# -- how bets are settled ------------------------------------------------------------------------------


INSIDE = "\u2003"
"""Before a result that stands under a heading inside the table."""


def _settling_blocks(rules: Rules, catalogue: Catalogue) -> list[Block]:
    """Return how the wagers against the dealer are settled, and the bets on which hand is higher."""
    if rules.alone:
        return []
    against = {name: rules.bets[name] for name in rules.base_wagers}
    bets = {name: rules.bets[name] for name in rules.comparisons}
    if words.sides(rules):
        against, bets = {}, against | bets
    blocks = []
    if bets:
        rows, heading = _compared(rules, bets, catalogue), catalogue("settling.compare_heading")
        blocks.append(_settled(rules, bets, words.RESULTS, rows, heading, catalogue=catalogue))
    if not against:
        return blocks
    rows = (_by_qualifier if rules.qualifies else _compared)(rules, against, catalogue)
    if rules.play:
        folds = [row for name in against for row in off_table(rules, name) if FOLDS in row.decided]
        folded = {row.wager: words.outcome_words(row.net, catalogue, "cells") for row in folds}
        not_staked = catalogue("cells.not_staked")
        rows.append([catalogue("cases.fold"), *(folded.get(name, not_staked) for name in against)])
    names = catalogue.all_of(words.wager_names(rules, against))
    heading = catalogue("settling.heading" if len(against) > 1 else "settling.heading_one", wagers=names)
    cases = rules.cases if rules.qualifies else words.RESULTS
    return [_settled(rules, against, cases, rows, heading, catalogue=catalogue), *blocks]


def _rest(rules: Rules, wager: str) -> Fraction | None:
    """Return what a wager gets with hands that are not on its table; None if that depends on the result."""
    pays = {row.net for row in off_table(rules, wager) if row.line is not None}
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
    cases: Sequence[Case] = words.RESULTS,
    before: str = "",
) -> list[list[str]]:
    """Return a row for each case: what it is, and what each wager gets."""

    def gets(bet: Bet, case: Case) -> str:
        by_table = [row.line for row in off_table(rules, bet.id) if row.is_for(case)] == [""]
        # What all other hands get stands in the pay table itself, if that is one thing.
        if by_table and _rest(rules, bet.id) is not None:
            return catalogue("cells.by_table_alone")
        return words.gets_words(rules, bet, case, catalogue, "cells")

    return [
        [
            before + words.case_words(rules, Case(case.result) if case.result else case, catalogue),
            *(gets(bet, case) for bet in wagers.values()),
        ]
        for case in cases
    ]


def _settled(
    rules: Rules,
    wagers: Mapping[str, Bet],
    cases: Sequence[Case],
    rows: list[list[str]],
    heading: str,
    *,
    catalogue: Catalogue,
) -> Block:
    columns = [catalogue("settling.case"), *(bet.name for bet in wagers.values())]
    paid = (row for case in cases for name in wagers for row in off_table(rules, name) if row.is_for(case))
    pays = [row.net for row in paid]
    notes = [says for bet in wagers.values() for says in words.commission_says(bet, catalogue)]
    if 0 in pays:
        notes.append(catalogue("settling.returned"))
    if 1 in pays:
        notes.append(catalogue("settling.pays_even"))
    elif gains := [one for one in pays if one > 0]:
        notes.append(catalogue("settling.pays_times", odds=catalogue.odds(gains[0])))
    return _table_block(heading, columns, rows, notes=notes)


# -- pay tables ----------------------------------------------------------------------------------------


LONGEST = 14
"""The most lines of a pay table that are listed one by one, and the most rows of one block."""

STEP = Fraction(10_000)
"""The amount on the meter whose value a poster gives."""


def _bet_blocks(guide: Guide) -> list[Block]:
    """Return a block for each pay table that is in use; bets on a single hand each share one."""
    rules, catalogue = guide.rules, guide.catalogue
    groups: dict[object, list[PayTable]] = {}  # in the order of their first bets
    for name, bet in rules.bets.items():
        if bet.by_table and bet.kind is not Kind.JACKPOT:
            table = rules.tables[name][guide.analysis.letters[name]]
            groups.setdefault(_shared(rules, table, catalogue), []).append(table)
        elif bet.by_table:
            groups[name] = [guide.jackpots[name].chances.table]
    blocks = []
    for tables in groups.values():
        if len(tables) > 1:
            block = _single_hands(guide, tables)
        elif tables[0].wager in guide.jackpots:
            block = _jackpot_block(guide, guide.jackpots[tables[0].wager])
        else:
            block = _bet_block(guide, tables[0])
        blocks += _parts(block, catalogue)
    priced = [answer for answer in guide.jackpots.values() if "price" in answer.open_terms]
    return blocks + [_priced_block(guide, answer) for answer in priced if answer.value.share]


def _shared(rules: Rules, table: PayTable, catalogue: Catalogue) -> object:
    """Return what bets on a single hand have in common if they stand in one table, and others alone."""
    single = len(table.lines) == 1 and not table.pays_money and len(rules.tables[table.wager]) == 1
    if not single or table.wager not in rules.side_bets or table.bet.versus_dealer:
        return table.wager, table.letter
    return _lead(rules, table, catalogue), table.for_one


def _single_hands(guide: Guide, tables: list[PayTable]) -> Block:
    rules, catalogue, rows = guide.rules, guide.catalogue, []
    for table in tables:
        bet, (line,) = guide.analysis.side_bets[table.wager], table.lines
        ((hand, odds, often),) = _line_rows(line, table, bet.lines[0].count, bet.total, catalogue)
        rows.append([rules.wagers[table.wager].name, capital(hand), odds, often])
    if all(row[1].casefold() in row[0].casefold() for row in rows):
        rows = [[row[0], "", *row[2:]] for row in rows]
    columns = [catalogue(f"bets.{key}") for key in ("bet", "hand", "pays", "often")]
    notes = [catalogue("bets.single_lose"), *([catalogue("bets.for_one")] if tables[0].for_one else [])]
    lead = _lead(rules, tables[0], catalogue)
    return _table_block(catalogue("bets.single_heading"), columns, rows, lead=lead, notes=notes, figures=2)


def _bet_block(guide: Guide, table: PayTable) -> Block:
    rules, catalogue, name = guide.rules, guide.catalogue, table.wager
    bet = guide.analysis.side_bets.get(name)
    counts, total = line_counts(rules, table) if bet is None else (bet.by_line, bet.total)
    rows = _rows(rules, table, counts, total, catalogue)
    if table.bet.kind is Kind.PAY_TABLE:
        rows.append([catalogue("bets.other"), catalogue("bets.loses"), ""])
    elif table.bet.compared is not None and (rest := _rest(rules, name)) is not None:
        gets = catalogue("bets.loses") if rest == -1 else words.outcome_words(rest, catalogue, "cells")
        rows.append([catalogue("bets.other"), gets, ""])
    notes = [catalogue("bets.often_paid")] if table.bet.versus_dealer else []
    return _pays_block(guide, table, rows, _edge(guide, name), notes)


def _pays_block(
    guide: Guide, table: PayTable, rows: list[list[str]], edge: str, notes: Iterable[str], *, letter: str = ""
) -> Block:
    """Return the pay table of one bet, which has a `letter` if the bet has several."""
    rules, catalogue, heading = guide.rules, guide.catalogue, guide.rules.bets[table.wager].name
    if len(rules.tables[table.wager]) > 1:
        heading = catalogue("bets.table", wager=heading, letter=letter or table.letter)
    return _table_block(
        heading,
        [catalogue("bets.hand"), catalogue("bets.pays"), catalogue("bets.often")],
        rows,
        beside=edge,
        lead=_lead(rules, table, catalogue),
        notes=[*([catalogue("bets.for_one")] if table.for_one else []), *notes],
        figures=1,
    )


def _rows(
    rules: Rules, table: PayTable, counts: Mapping[str, int], total: int, catalogue: Catalogue
) -> list[list[str]]:
    """Return the lines of a table, together if the rule file joins them, or if many pay the same."""
    lines, own = words.file_lines(rules, table), catalogue.imprint.told.get(table.wager)
    together = own is not None and bool(own.lines or own.others)
    if not together and len(lines) <= LONGEST:
        apart = (_line_rows(line, table, counts.get(line.text), total, catalogue) for line in lines)
        return list(chain.from_iterable(apart))

    def hand(line: Line) -> str:
        return (own.line(line.text) if own else "") or catalogue.hand(line.text)

    def key(line: Line) -> tuple[str, str]:
        return hand(line) if together else "", words.prize_words(line, table, catalogue)

    rows = []
    for (_, prize), group in groupby(lines, key):
        same = list(group)
        known = together or all(line.text in counts for line in same)
        often = one_in(sum(counts.get(line.text, 0) for line in same), total, catalogue) if known else ""
        rows.append([catalogue.any_of(list(dict.fromkeys(map(hand, same)))), prize, often])
    return rows


def _edge(guide: Guide, name: str) -> str:
    catalogue = guide.catalogue
    if name in guide.analysis.side_bets:
        edges = guide.analysis.edges_by_stake(name).values()
        low, high = catalogue.percent(min(edges)), catalogue.percent(max(edges))
        if low != high:
            return catalogue("bets.edges", low=low, high=high)
        return catalogue("bets.edge", percent=low)
    if guide.rules.alone:
        return catalogue("bets.edge", percent=catalogue.percent(guide.analysis.wagers[name].house_edge))
    return ""


def _parts(block: Block, catalogue: Catalogue) -> list[Block]:
    """Return a block, or several if its table is long: words above the first part, notes below the last."""
    rows, size = block["rows"], LONGEST + 1
    later = {"heading": catalogue("bets.continued", heading=block["heading"]), "beside": "", "lead": ""}
    parts = [
        block | (later if start else {}) | {"rows": rows[start : start + size]}
        for start in range(0, len(rows), size)
    ]
    return [*(part | {"notes": []} for part in parts[:-1]), *parts[-1:]]


def _jackpot_block(guide: Guide, answer: JackpotAnswer) -> Block:
    rules, table, catalogue = guide.rules, answer.chances.table, guide.catalogue
    lines = answer.chances.lines()
    rows = [row for one in lines for row in _line_rows(one.line, table, one.count, one.total, catalogue)]
    rows.append([catalogue("bets.other"), catalogue("bets.loses"), ""])
    options = {of.pay_table: name for name, of in meter_options(rules, answer.wager).items()}
    letter = options.get(table.letter, "")
    edge = _jackpot_edge(guide, answer)
    beside = "" if edge is None else catalogue("bets.edge", percent=catalogue.percent(edge))
    envy = [catalogue("bets.envy_meaning")] if any(one.line.prize.envy for one in lines) else []
    return _pays_block(guide, table, rows, beside, (*envy, *_worth(guide, answer)), letter=letter)


def _priced_block(guide: Guide, answer: JackpotAnswer) -> Block:
    """The average payback of a progressive wager at usual prices, where the rules state none."""
    catalogue, value, rows = guide.catalogue, answer.played_by(guide.analysis.strategy), []
    for price in map(Fraction, USUAL_STAKES):
        even = value.break_even_meter(price) or Fraction(0)
        shares = value.returned(price) / price, value.share * STEP / price
        from_on = catalogue.money(even, 0) if even > 0 else catalogue("bets.priced_any")
        rows.append([catalogue.money(price), *map(catalogue.percent, shares), from_on])
    keys, meter = ("priced", "priced_fixed", "priced_meter", "priced_even"), catalogue.money(STEP)
    columns = [catalogue(f"bets.{key}", meter=meter) for key in keys]
    heading = catalogue("bets.priced_heading", wager=guide.rules.wagers[answer.wager].name)
    notes = [catalogue("bets.priced_alone")] if value.envy else []
    return _table_block(heading, columns, rows, notes=notes, figures=1)


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


def _worth(guide: Guide, answer: JackpotAnswer) -> Iterator[str]:
    """Yield the average payback of the prizes, without other players' hands, and what the meter adds."""
    catalogue, value = guide.catalogue, answer.played_by(guide.analysis.strategy)
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


def _lead(rules: Rules, table: PayTable, catalogue: Catalogue) -> str:
    """Return in sentences when a bet is paid, and what becomes of it on a fold."""
    bet = table.bet
    if (own := catalogue.imprint.told.get(table.wager)) is not None and own.says:
        return own.says
    if bet.compared is None:
        return " ".join(says for says, _ in words.bet_says(rules, bet, catalogue))
    if rules.alone:
        return catalogue("wagers.player_alone", own=catalogue.small(rules.file.deal.player))
    return catalogue("bets.by_table", wager=bet.name)


def _line_rows(
    line: Line, table: PayTable, count: int | None, total: int, catalogue: Catalogue
) -> list[list[str]]:
    """Return a line, paid so often in a total of deals (if known), and one for what the other players get."""
    often = "" if count is None else one_in(count, total, catalogue)
    rows = [[catalogue.hand(line.text), words.prize_words(line, table, catalogue), often]]
    if line.prize.envy:
        rows.append([INSIDE + catalogue("bets.envy"), catalogue.money(line.prize.envy), ""])
    return rows


def _table_block(
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
    """A frequency: "1 in 460", with a decimal below ten."""
    if not count:
        return catalogue("guide.never")
    each = Fraction(total, count)
    return catalogue(text, number=catalogue.number(decimal(each, 0 if each >= 10 else 1)))


# -- house edges ---------------------------------------------------------------------------------------


Tile = dict[str, str]
"""A figure of a bet: its `name`, its `edge`, the stake that this is `per`, and `more` figures."""


def _edges(guide: Guide) -> dict[str, Any]:
    """Return a figure for each bet, and paragraphs on what the figures mean."""
    catalogue, tiles = guide.catalogue, [_base_tile(guide)]
    for name in guide.analysis.side_bets:
        edge = next(iter(guide.analysis.edges_by_stake(name).values()))
        tiles.append(_tile(guide.rules.wagers[name].name, catalogue.percent(edge), *_per_stake(guide, name)))
    tiles += [_jackpot_tile(guide, answer) for answer in guide.jackpots.values()]
    notes = [" ".join(says(guide)) for says in (_meaning, _base_meaning, _play)]
    return {"heading": catalogue("edges.heading"), "tiles": tiles, "notes": list(filter(None, notes))}


def _tile(name: str, edge: str, per: str, more: str = "") -> Tile:
    return {"name": name, "edge": edge, "per": per, "more": more}


def _base_tile(guide: Guide) -> Tile:
    rules, law, catalogue = guide.rules, guide.analysis.wagers[guide.rules.base], guide.catalogue
    names = catalogue.all_of(words.wager_names(rules, rules.base_wagers))
    per, others = _per_stake(guide, rules.base)
    more, bet = [others], rules.bets[rules.base]
    if len(rules.base_wagers) > 1:
        of_all = catalogue.percent(law.element_of_risk)
        more.insert(0, catalogue("edges.of_all", percent=of_all, wagers=names))
    if bet.collection is not None and bet.collection.money and not bet.stakes:
        more.append(catalogue("edges.fee", money=catalogue.money(bet.collection.money)))
    return _tile(names, catalogue.percent(law.house_edge), per, "; ".join(filter(None, more)))


def _per_stake(guide: Guide, name: str) -> tuple[str, str]:
    """Return of which stake the figure of a bet is a part, and what it is of others where that matters."""
    rules, catalogue = guide.rules, guide.catalogue
    (first, _), *others = guide.analysis.edges_by_stake(name).items()
    initial = name == rules.base and len(rules.base_wagers) > 1
    key, fields = "initial" if initial else "stake", {"base": rules.wagers[name].name}
    if first is None:
        return catalogue(f"edges.per_{key}", **fields), ""
    more = [
        catalogue("edges.of_amount", percent=catalogue.percent(edge), stake=catalogue.money(stake))
        for stake, edge in others
        if stake is not None
    ]
    per = catalogue(f"edges.per_{key}_amount", **fields, stake=catalogue.money(first))
    return per, catalogue.all_of(more)


def _jackpot_tile(guide: Guide, answer: JackpotAnswer) -> Tile:
    edge, catalogue = _jackpot_edge(guide, answer), guide.catalogue
    name = guide.rules.wagers[answer.wager].name
    if edge is None:
        why = "edges.varies_price" if answer.value.share else "edges.varies_stake"
        return _tile(name, catalogue("edges.varies"), catalogue(why))
    if answer.meter is None or not answer.value.of_meter:
        return _tile(name, catalogue.percent(edge), catalogue("edges.per_stake"))
    at_seed = answer.house_edge(answer.played_by(guide.analysis.strategy))
    long_run = catalogue(
        "edges.long_run",
        money=catalogue.money(answer.meter.seed * answer.terms.stake, 0),
        stake=catalogue.money(answer.terms.stake),
        seed="" if at_seed is None else catalogue.percent(at_seed),
    )
    return _tile(name, catalogue.percent(edge), catalogue("edges.per_stake"), long_run)


def _meaning(guide: Guide) -> Iterator[str]:
    rules, wagers, catalogue = guide.rules, guide.analysis.wagers, guide.catalogue
    yield catalogue("edges.meaning")
    edge, fee = wagers[rules.base].house_edge, rules.bets[rules.base].collection
    if edge > 0 and not (fee and fee.money):  # which is more of a small stake
        amount, lost = catalogue.money(Fraction(100)), catalogue.money(edge * 100)
        yield catalogue("edges.example", amount=amount, base=rules.unit_name, lost=lost)
    shown = [law.house_edge for law in wagers.values()]
    shown += [_jackpot_edge(guide, answer) or Fraction(0) for answer in guide.jackpots.values()]
    if favour(min(shown)) is Favour.PLAYER:
        yield catalogue("edges.advantage")


def _base_meaning(guide: Guide) -> Iterator[str]:
    """Yield of what the two figures of the main bets are parts, and which bonuses are in them."""
    rules, catalogue = guide.rules, guide.catalogue
    names = catalogue.all_of(words.wager_names(rules, rules.base_wagers))
    if len(rules.base_wagers) > 1:
        yield catalogue("edges.meaning_base", wagers=names, base=rules.unit_name)
    if rules.bonuses:
        yield catalogue("edges.includes", bonuses=catalogue.all_of(words.wager_names(rules, rules.bonuses)))


def _play(guide: Guide) -> Iterator[str]:
    rules, statement, catalogue = guide.rules, guide.analysis.statement, guide.catalogue
    if not rules.play:
        return
    simple = len(statement.thresholds) == 1 and not statement.exceptions and not statement.by_card
    if not simple or len(rules.multiples) > 1:
        yield catalogue("edges.best")
    elif (weakest := statement.thresholds[0][1]).level:
        yield catalogue("edges.best_threshold", hand=hands_from(weakest, rules.ranking, catalogue))
    else:
        yield catalogue("edges.best_always")
