"""Rule files checked: every mistake with its place, or its figures and what is odd about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

from combin.cards.cards import ColourLine
from combin.cards.hand_sets import WILD, HandSet
from combin.decimals import percent, plain
from combin.design.variants import Variant, Workbench
from combin.exact.base_game import FOLD
from combin.exact.distribution import Favour, favour
from combin.exact.pay_lines import line_counts
from combin.exact.side_bets import side_bet
from combin.jackpot.answer import JackpotAnswer
from combin.jackpot.favour import JackpotFavour, jackpot_favours
from combin.jackpot.value import jackpot_chances
from combin.rules.checks import table_of, wrong_words
from combin.rules.errors import RulesError, shown
from combin.rules.load import LIBRARY, combined, inherited, load_rules, located, raw_layers, written_at
from combin.rules.resolved import Rules
from combin.rules.spelling import rules_file
from combin.rules.tables import Inherited, Line, PayTable

Place = tuple[str, ...]

_RARELY, _NEARLY_ALWAYS = Fraction(1, 10), Fraction(95, 100)
"""How often a dealer qualifies, below and above which it is odd to have a qualifier."""

_HIGH = Fraction(1, 4)
"""A house edge that no published table has."""


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something that is legal but odd, at a place in the rules; a note where it is only good to know."""

    place: Place
    says: str
    note: bool = False


def oddities(rules: Rules, variants: Sequence[Variant]) -> tuple[Oddity, ...]:
    """Return what is odd about a game; `variants` are its figures under each of its tables."""
    return (
        *(Oddity(error.place, error.problem) for error in rules.refused.values()),
        *_order(rules),
        *_qualifier(rules),
        *_decisions(rules, variants),
        *_never(rules),
        *_edges(rules, variants),
        *_jackpots(rules),
        *(
            one
            for name in (*rules.base_tables, *rules.bets_by_table)
            if name not in rules.tables.refused
            for one in _tables(rules, name)
        ),
    )


def _order(rules: Rules) -> Iterator[Oddity]:
    """Give the categories that stand above rarer ones; those that the deck does not have are left out."""
    counts = [(category, count) for category, count in rules.ranking.counts.items() if count]
    for (higher, often), (lower, rarer) in pairwise(counts):
        if often > rarer:
            said = f"{shown(higher)} stands above {shown(lower)}, though it is more frequent in this deck"
            yield Oddity(("ranking", "order"), f"{said} ({often:,} hands against {rarer:,})")


def _qualifier(rules: Rules) -> Iterator[Oddity]:
    share, place = rules.qualifying, ("dealer", "qualifies")
    said = f"{shown(rules.file.dealer.qualifies)}: the dealer qualifies with {percent(share, 2)} of his hands"
    if share < _RARELY:
        yield Oddity(place, f"{said}, so hands are hardly ever compared")
    elif rules.qualifies and share > _NEARLY_ALWAYS:
        yield Oddity(place, f"{said}, so it hardly matters")


def _decisions(rules: Rules, variants: Sequence[Variant]) -> Iterator[Oddity]:
    place = ("decision", "play")
    if not (rules.play and variants):
        return
    used = {decision for one in variants for decision in one.decisions}
    unused = [multiple for multiple in rules.multiples if multiple not in used]
    if used == {FOLD}:
        yield Oddity(place, "the best strategy folds every hand")
        return
    for multiple in unused:
        times = rules.times_text(multiple)
        yield Oddity(place, f"{times}: the best strategy never plays {times} times the initial wager")
    if all(FOLD not in one.decisions for one in variants):
        yield Oddity(place, "the best strategy never folds, so there is nothing to decide by folding")


def _never(rules: Rules) -> Iterator[Oddity]:
    """Give what is said of results that do not occur."""
    for name in rules.bonuses:
        if not rules.qualifies and "no qualify" in rules.bets[name].paid_on:
            yield Oddity(("wager", name, "paid_on"), '"no qualify": the dealer always qualifies')
    levels = {strength.level for strength in rules.ranking.strengths}
    for name in rules.by_table:
        for letter, table in rules.tables[name].items():
            paid = {
                level
                for line in table.lines
                if isinstance(line.hands, HandSet) and line.hands.suit is None
                for level in line.hands.levels
            }
            if levels <= paid:
                said = (
                    "pays every hand, so what its wager gets by the results of the comparison is never used"
                )
                yield Oddity(("pay_tables", name, letter), f"{said} where the table decides", note=True)


def _edges(rules: Rules, variants: Sequence[Variant]) -> Iterator[Oddity]:
    seen = set()
    for one in variants:
        for wager, found in one.wagers.items():
            names = rules.base_tables if wager == rules.base else (wager,)
            letters = tuple((name, one.letters[name]) for name in names if name in one.letters)
            if (wager, letters) in seen:
                continue
            seen.add((wager, letters))
            place: Place = ("pay_tables", *letters[0]) if letters else ("wager", wager)
            name, edge = rules.wagers[wager].name, found.house_edge
            if wager == rules.base:
                name = rules.base_name
            with_tables = " ".join(letter for _, letter in letters)
            where = f" with table {with_tables}" if with_tables else ""
            if (said := _favoured(name + where, edge)) is not None:
                yield Oddity(place, said)
            elif edge > _HIGH:
                yield Oddity(place, f"{name}{where} has a house edge of {percent(edge, 2)}")


def _favoured(name: str, edge: Fraction) -> str | None:
    """Return what is odd about the sign of a house edge; None for a wager that favours the house."""
    match favour(edge):
        case Favour.PLAYER:
            return f"the player has the edge: {name} gains {percent(-edge, 4)}"
        case Favour.EVEN:
            return f"an even game: {name} has a house edge of 0"
    return None


def _jackpots(rules: Rules) -> Iterator[Oddity]:
    """Give whom progressive wagers favour, and what that depends on where the rules leave it open."""
    for one in jackpot_favours(rules):
        answer = one.first
        place: Place = ("pay_tables", answer.wager, answer.terms.letter)
        yield from _reserves(answer)
        if one.favour is None or answer.open_terms:
            yield Oddity(place, one.in_words, note=one.favour is not Favour.PLAYER)
        elif one.favour is Favour.HOUSE:
            if one.least_edge is not None and one.least_edge > _HIGH:
                yield Oddity(place, one.in_words)
            elif answer.value.of_meter:
                yield Oddity(place, one.in_words, note=True)
        else:
            who = "the player" if one.favour_folding is one.favour else "a player who never folds"
            said = f"{who} has the edge" if one.favour is Favour.PLAYER else f"an even game for {who}"
            yield Oddity(place, f"{said}: {one.in_words}")


def _reserves(answer: JackpotAnswer) -> Iterator[Oddity]:
    """Give a reserve that takes in more than the seeds cost which it is there for."""
    run = answer.long_run
    if run is None or not run.reserve or run.borne_by_house.high >= 0:
        return
    section = ("jackpot",) if answer.wager == answer.rules.metered else ("jackpots", answer.wager)
    said = (
        f"the reserve takes in {percent(run.reserve, 4)} of the wagers, and the seeds cost "
        f"{run.top_ups.percent(4)}: the rest stays with the house"
    )
    yield Oddity((*section, "options", answer.terms.option or "", "meters"), said)


def _tables(rules: Rules, name: str) -> Iterator[Oddity]:
    tables = rules.tables[name]
    for letter, table in tables.items():
        yield from _lines(("pay_tables", name, letter), table, _counts(rules, table), _pays(rules, table))
    pays = {letter: _pays(rules, table) for letter, table in tables.items()}
    same = set()
    for (first, one), (second, other) in combinations(pays.items(), 2):
        if one == other and second not in same:
            same.add(second)
            yield Oddity(("pay_tables", name, second), f"pays the same as table {first}")
    worse = {
        letter: next(other for other in pays if _dominates(pays[other], pays[letter]))
        for letter in pays
        if any(_dominates(other, pays[letter]) for other in pays.values())
    }
    if worse:
        said = ", ".join(f"{letter} than {other}" for letter, other in worse.items())
        yield Oddity(("pay_tables", name), f"tables that pay no hand more and some less: {said}", note=True)


@dataclass(frozen=True, slots=True)
class _Pays:
    """What a line pays, and what it brings others; amounts of one kind alone can be set beside each other."""

    kind: str
    amount: Fraction
    envy: Fraction

    def less(self, other: _Pays) -> bool:
        return self.kind == other.kind and self.amount < other.amount

    def at_least(self, other: _Pays) -> bool:
        return self.kind == other.kind and self.amount >= other.amount and self.envy >= other.envy

    def __str__(self) -> str:
        if self.kind.startswith("meter"):
            return f"{plain(self.amount * 100)}% of the {self.kind}"
        return f"{plain(self.amount)} in money" if self.kind == "money" else plain(self.amount)


def _pays(rules: Rules, table: PayTable) -> dict[str, _Pays]:
    """Return what each line pays: odds, unless it is a jackpot wager's, whose price nobody states."""
    pays = {}
    for line in table.lines:
        prize = line.prize
        kind, amount = "odds", Fraction(0)
        if prize.meter is not None:
            kind, amount = f"meter {prize.level or ''}".strip(), Fraction(prize.meter)
        elif prize.money is not None and table.wager in rules.jackpots:
            kind, amount = "money", Fraction(prize.money)
        else:
            amount = table.odds(line)
        pays[line.text] = _Pays(kind, amount, Fraction(prize.envy))
    return pays


def _dominates(pays: Mapping[str, _Pays], other: Mapping[str, _Pays]) -> bool:
    """Tell whether the first table pays every line at least as much, and some line more."""
    return (
        pays.keys() == other.keys()
        and pays != other
        and all(pays[text].at_least(other[text]) for text in other)
    )


def _counts(rules: Rules, table: PayTable) -> dict[str, int]:
    """Return how many hands or deals each line takes."""
    if table.wager in rules.side_bets:
        return {line.text: line.count for line in side_bet(rules, table).lines[:-1]}
    if table.wager in rules.jackpots:
        return {one.line.text: one.count for one in jackpot_chances(rules, table).lines()}
    return line_counts(rules, table)[0]


def _lines(
    place: Place, table: PayTable, counts: Mapping[str, int], pays: Mapping[str, _Pays]
) -> Iterator[Oddity]:
    """Give the lines that take no hand, and those that pay less than more frequent hands.

    A finer line, such as a pair of aces beside pairs, is set beside the line that it is a part of; lines that
    are part of no other are set beside each other, with their finer lines. Lines on wild hands may pay less.
    """
    with_wild = {
        line.text for line in table.lines if isinstance(line.hands, HandSet) and line.hands.suit == WILD
    }
    wider = {line.text: [other for other in table.lines if _part(line, other)] for line in table.lines}
    in_all = {
        text: counts[text] + sum(counts[one] for one in pays if text in {each.text for each in wider[one]})
        for text in pays
    }
    for text, pay in pays.items():
        here = (*place, text)
        if not counts[text]:
            yield Oddity(here, "no hand is paid by this line; finer lines take them all")
        elif wider[text]:
            whole = wider[text][0].text  # the finer lines stand first
            if pay.less(pays[whole]) and text not in with_wild:
                said = f"pays {pay}, less than {shown(whole)}, which pays {pays[whole]}"
                yield Oddity(here, f"{said}, though it is a part of it")
        else:
            above = [
                one for one in pays if not wider[one] and in_all[one] > in_all[text] and pay.less(pays[one])
            ]
            if above:
                other = max(above, key=lambda line: (pays[line].amount, in_all[line]))
                said = f"pays {pay}, less than {shown(other)}, which pays {pays[other]}"
                often = f"{in_all[text]:,} against {in_all[other]:,}"
                yield Oddity(here, f"{said}, though it is rarer ({often})")


def _part(line: Line, other: Line) -> bool:
    """Tell whether the hands of one line are some of those of another."""
    if isinstance(line.hands, HandSet) and isinstance(other.hands, HandSet):
        return line is not other and line.hands.within(other.hands)
    if isinstance(line.hands, ColourLine) and isinstance(other.hands, ColourLine):
        return line is not other and line.hands.within(other.hands)
    return False


_MOST = 100
"""The most mistakes of one file that are told."""


@dataclass(frozen=True, slots=True)
class PlacedOddity:
    """An oddity with the file and line where its entry stands; a file of the library by its name alone."""

    oddity: Oddity
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        return str(RulesError(self.oddity.place, self.oddity.says, self.file, self.line))


@dataclass(frozen=True)
class Checked:
    """A sound game: its figures under each of its tables, and what is odd about it."""

    name: str
    rules: Rules
    variants: tuple[Variant, ...]
    oddities: tuple[PlacedOddity, ...]

    @property
    def jackpots(self) -> tuple[JackpotFavour, ...]:
        """The progressive wagers under each of their tables."""
        return jackpot_favours(self.rules)

    @property
    def warnings(self) -> tuple[PlacedOddity, ...]:
        """What is odd."""
        return tuple(one for one in self.oddities if not one.oddity.note)

    @property
    def notes(self) -> tuple[PlacedOddity, ...]:
        """What is good to know."""
        return tuple(one for one in self.oddities if one.oddity.note)


def check(game: str | Path) -> Checked:
    """Return the figures of a game that ships or a rule file, and what is odd about it, each with its place.

    Raises:
        RulesError: it makes a mistake; `mistakes` tells of all.
    """
    return examined(load_rules(game), game)


def examined(rules: Rules, source: str | Path = "") -> Checked:
    """Return the figures of rules, and what is odd about them; `source` is the game or file they are from."""
    variants = tuple(_variants(rules))
    paths = [path for path, _ in raw_layers(source)] if source else []
    found = []
    for one in oddities(rules, variants):
        if paths:
            _, file, line = written_at(one.place, paths)
            found.append(PlacedOddity(one, file.name if file.parent == LIBRARY else str(file), line))
        else:
            found.append(PlacedOddity(one))
    return Checked(str(source) or rules.file.id, rules, variants, tuple(found))


def _variants(rules: Rules) -> list[Variant]:
    """Return the figures of each choice of tables for the strategy, and of each table of a bet beside it.

    None where all tables of a bonus are refused, so that the base game has no figures.
    """
    if any(name in rules.tables.refused for name in rules.base_tables):
        return []
    bench = Workbench()
    first = {name: next(iter(rules.tables[name])) for name in (*rules.base_tables, *rules.bets_by_table)}
    chosen = [
        first | dict(zip(rules.base_tables, letters, strict=True))
        for letters in product(*(rules.tables[name] for name in rules.base_tables))
    ]
    for name in rules.bets_by_table:
        chosen += [first | {name: letter} for letter in rules.tables[name] if letter != first[name]]
    return [bench.variant(rules, letters) for letters in chosen]


def mistakes(game: str | Path) -> tuple[RulesError, ...]:
    """Return every mistake of a rule file, each with its place.

    After a mistake the entry is taken away (what the file extends stands again) and the rest is read; what
    only follows from an entry's absence is not told. Words for players are compared with the file as it is.
    """
    try:
        load_rules(game)
    except RulesError as error:
        told = error
    else:
        return ()
    try:
        layers = raw_layers(game)
        below, raw = combined(layers[1:]), combined(layers)
    except RulesError as error:
        return (error,)
    paths = [path for path, _ in layers]
    words = wrong_words(layers[0][1].get("imprint"), _paid_lines(raw))
    found: list[RulesError] = []
    gone: list[Place] = []
    while len(found) < _MOST and (wrong := _mistake(raw, inherited(layers))) is not None:
        if not any(_follows(wrong, place) for place in gone):
            found.append(wrong)
        less = _without(raw, wrong.place, below) if wrong.place else raw
        if less == raw:
            break
        gone.append(wrong.place)
        raw = less
    found += words
    placed = [located(one, paths) for one in found] or [told]
    return tuple(sorted(placed, key=lambda error: (error.file, error.line or 0)))


def _follows(wrong: RulesError, gone: Place) -> bool:
    """Tell whether a mistake may only follow from the absence of an entry: above it, or about its name."""
    named = len(gone) == 2 and (gone[1] in wrong.place or shown(gone[1]) in wrong.problem)
    return named or (wrong.place == gone[: len(wrong.place)] and bool(wrong.place or len(gone) == 1))


def _paid_lines(raw: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the lines that are paid in any pay table of each wager, as far as they can be told."""
    tables = table_of(raw, "pay_tables")
    return {
        wager: tuple(
            line
            for letter in table_of(tables, wager)
            for line, pays in table_of(tables[wager], letter).items()
            if line not in {"rule", "odds"} and pays != "lose"
        )
        for wager in table_of(raw, "wager")
    }


def _mistake(raw: dict[str, Any], tables: Inherited) -> RulesError | None:
    try:
        Rules(rules_file(raw), inherited=tables)
    except RulesError as error:
        return error
    return None


def _without(raw: Mapping[str, Any], place: tuple[str, ...], below: object) -> dict[str, Any]:
    """Return tables without an entry, or with what stands below in its place."""
    key, *rest = place
    under = below.get(key) if isinstance(below, dict) else None
    now = raw.get(key)
    if rest and isinstance(now, dict) and rest[0] in now:
        return {**raw, key: _without(now, tuple(rest), under)}
    kept = {name: value for name, value in raw.items() if name != key}
    return kept if under is None or under == now else kept | {key: under}
