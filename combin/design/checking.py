"""Rule files checked (every mistake with its place, or figures and warnings), and new ones started."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise, product
from operator import itemgetter
from pathlib import Path
from string import Template
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from combin.answers import Answer
from combin.cards.cards import ColourLine, HandSetError, deck_in_words
from combin.cards.hand_sets import WILD, HandSet, parse_hand_set
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.design.progressives import JackpotFavour, jackpot_favours
from combin.design.variants import Variant, Workbench
from combin.exact.base_game import FOLD
from combin.exact.distribution import Favour, favour
from combin.exact.pay_lines import line_counts
from combin.exact.side_bets import side_bet
from combin.files import write_text
from combin.formatting import capital, percent, plain
from combin.jackpot.answer import JackpotAnswer
from combin.jackpot.value import jackpot_chances
from combin.rules import load
from combin.rules.checks import table_of, wrong_words
from combin.rules.errors import RulesError, shown, toml, toml_key
from combin.rules.model import written_times
from combin.rules.numbers import Net
from combin.rules.resolved import Rules
from combin.rules.spelling import rules_file
from combin.rules.tables import Inherited, Line, PayTable
from combin.rules.wagers import AgainstDealer

Place = tuple[str, ...]

_RARELY, _NEARLY_ALWAYS = Fraction(1, 10), Fraction(95, 100)
"""Qualifying frequencies below and above which a qualifier is unusual."""

_HIGH = Fraction(1, 4)  # a house edge that no published table has


class RuleWarning(Struct, frozen=True):
    """A legal but unusual entry of the rules, or a note about one; `file` and `line` locate it."""

    place: Place
    says: str
    note: bool = False
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        return str(RulesError(self.place, self.says, self.file, self.line))


def oddities(rules: Rules, variants: Sequence[Variant]) -> tuple[RuleWarning, ...]:
    """The warnings about a game; `variants` are its figures under each of its tables."""
    return (
        *_left_out(rules),
        *_order(rules),
        *_qualifier(rules),
        *_decisions(rules, variants),
        *_never(rules),
        *_edges(rules, variants),
        *_meters(rules),
        *_jackpots(rules),
        *(
            one
            for name in (*rules.base_tables, *rules.bets_by_table)
            if name not in rules.tables.refused
            for one in _tables(rules, name)
        ),
    )


def _left_out(rules: Rules) -> Iterator[RuleWarning]:
    """Yield the inherited pay tables that do not fit the game, with the mistake of the first."""
    if rules.refused:
        by_wager = groupby(rules.refused, key=itemgetter(0))
        said = "; ".join(f"{wager} {', '.join(letter for _, letter in of)}" for wager, of in by_wager)
        first = next(rules.tables.refused.get(name, error) for (name, _), error in rules.refused.items())
        such_as = RulesError(first.place, first.problem)
        yield RuleWarning(("extends",), f"pay tables left out: {said}; such as {such_as}")


def _order(rules: Rules) -> Iterator[RuleWarning]:
    """Yield categories that rank above rarer ones; categories that the deck lacks are ignored."""
    counts = [(category, count) for category, count in rules.ranking.counts.items() if count]
    for (higher, often), (lower, rarer) in pairwise(counts):
        if often > rarer:
            said = f"{shown(higher)} ranks above {shown(lower)}, though it is more frequent in this deck"
            yield RuleWarning(("ranking", "order"), f"{said} ({often:,} hands against {rarer:,})")


def _qualifier(rules: Rules) -> Iterator[RuleWarning]:
    share, place = rules.qualifying, ("dealer", "qualifies")
    said = f"{shown(rules.file.dealer.qualifies)}: the dealer qualifies with {percent(share, 2)} of hands"
    if share < _RARELY:
        yield RuleWarning(place, f"{said}, so hands are rarely compared")
    elif rules.qualifies and share > _NEARLY_ALWAYS:
        yield RuleWarning(place, f"{said}, so it hardly matters")


def _decisions(rules: Rules, variants: Sequence[Variant]) -> Iterator[RuleWarning]:
    place = ("decision", "play")
    if not (rules.play and variants):
        return
    used = {decision for one in variants for decision in one.decisions}
    if used == {FOLD}:
        yield RuleWarning(place, "the optimal strategy folds every hand")
        return
    for times in (rules.times_text(multiple) for multiple in rules.multiples if multiple not in used):
        yield RuleWarning(place, f"{times}: the optimal strategy never plays {times} times the initial wager")
    if FOLD not in used:
        yield RuleWarning(place, "the optimal strategy never folds")


def _never(rules: Rules) -> Iterator[RuleWarning]:
    """Yield settings for results that cannot occur."""
    for name in rules.bonuses:
        if not rules.qualifies and "no qualify" in rules.bets[name].paid_on:
            yield RuleWarning(("wager", name, "paid_on"), '"no qualify": the dealer always qualifies')
    levels = {strength.level for strength in rules.ranking.strengths}
    for name in rules.by_table:
        for letter, table in rules.tables[name].items():
            sets = (line.hands for line in table.lines if isinstance(line.hands, HandSet))
            paid = {level for hands in sets if hands.suit is None for level in hands.levels}
            if levels <= paid:
                said = "pays every hand, so what its wager gets by the results of the comparison"
                unused = f"{said} is never used where the table decides"
                yield RuleWarning(("pay_tables", name, letter), unused, note=True)


def _edges(rules: Rules, variants: Sequence[Variant]) -> Iterator[RuleWarning]:
    seen = set()
    for one in variants:
        for wager, found in one.wagers.items():
            names = rules.base_tables if wager in rules.initial else (wager,)
            letters = tuple((name, one.letters[name]) for name in names if name in one.letters)
            if (wager, letters) in seen:
                continue
            seen.add((wager, letters))
            place: Place = ("pay_tables", *letters[0]) if letters else ("wager", wager)
            name, edge = rules.wager_name(wager), found.house_edge
            if letters:
                name = f"{name} with table {' '.join(letter for _, letter in letters)}"
            if (favours := favour(edge)) is Favour.PLAYER:
                yield RuleWarning(place, f"the player has the edge: {name} gains {percent(-edge, 4)}")
            elif favours is Favour.EVEN:
                yield RuleWarning(place, f"an even game: {name} has a house edge of 0")
            elif edge > _HIGH:
                yield RuleWarning(place, f"{name} has a house edge of {percent(edge, 2)}")


def _played(rules: Rules) -> bool:
    """Whether the base game has figures: not where all tables of a bonus are left out."""
    return not any(name in rules.tables.refused for name in rules.base_tables)


def _favours(rules: Rules) -> tuple[JackpotFavour, ...]:
    """The favour of progressive wagers, which depends on the play of the base game too."""
    return jackpot_favours(rules) if _played(rules) else ()


def _jackpots(rules: Rules) -> Iterator[RuleWarning]:
    """Yield whom progressive wagers favour, or what the favour depends on."""
    for one in _favours(rules):
        answer = one.first
        place: Place = ("pay_tables", answer.wager, answer.terms.letter)
        yield from _reserves(answer)
        if one.favour is None or answer.open_terms:
            yield RuleWarning(place, one.in_words, note=one.favour is not Favour.PLAYER)
        elif one.favour is Favour.HOUSE:
            if one.least_edge is not None and one.least_edge > _HIGH:
                yield RuleWarning(place, one.in_words)
            elif answer.value.of_meter:
                yield RuleWarning(place, one.in_words, note=True)
        else:
            who = "the player" if one.favour_folding is one.favour else "a player who never folds"
            said = f"{who} has the edge" if one.favour is Favour.PLAYER else f"an even game for {who}"
            yield RuleWarning(place, f"{said}: {one.in_words}")


def _meters(rules: Rules) -> Iterator[RuleWarning]:
    """Yield options with several meters to choose from, though several lines pay a whole meter."""
    for wager, entry in rules.meters.items():
        for name, option in entry.options.items():
            lines = rules.file.pay_tables[wager][option.pay_table].lines
            whole = [text for text, prize in lines.items() if prize.meter == 1 and not prize.level]
            if len(option.meters) > 1 and len(whole) > 1:
                said = (
                    f"{len(option.meters)} meters to choose one from, all of which {len(whole)} lines pay "
                    f"({', '.join(whole)}); a line with a meter of its own names one of levels"
                )
                yield RuleWarning((*_section(rules, wager), "options", name, "meters"), said)


def _section(rules: Rules, wager: str) -> Place:
    entry = rules.file.jackpot
    return ("jackpot",) if entry is not None and entry.wager == wager else ("jackpots", wager)


def _reserves(answer: JackpotAnswer) -> Iterator[RuleWarning]:
    """Yield reserves that take more than the seeds cost."""
    run = answer.long_run
    if run is not None and run.reserve and run.borne_by_house.high < 0:
        place = (*_section(answer.rules, answer.wager), "options", answer.terms.option or "", "meters")
        said = f"the reserve takes in {percent(run.reserve, 4)} of the wagers, and the seeds cost"
        yield RuleWarning(place, f"{said} {run.top_ups.percent(4)}: the rest stays with the house")


def _tables(rules: Rules, name: str) -> Iterator[RuleWarning]:
    tables = rules.tables[name]
    for letter, table in tables.items():
        yield from _lines(("pay_tables", name, letter), table, _counts(rules, table), _pays(rules, table))
    pays = {letter: _pays(rules, table) for letter, table in tables.items()}
    for letter, own in pays.items():
        first = next(other for other in pays if pays[other] == own)
        if first != letter:
            yield RuleWarning(("pay_tables", name, letter), f"pays the same as table {first}")
    better = {one: [other for other in pays if _dominates(pays[other], own)] for one, own in pays.items()}
    if worse := ", ".join(f"{letter} than {others[0]}" for letter, others in better.items() if others):
        said = f"tables that pay no hand more and some less: {worse}"
        yield RuleWarning(("pay_tables", name), said, note=True)


class _Pays(Struct, frozen=True):
    """The pay of a line and its envy bonus; only amounts of one kind can be compared."""

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
    """The pay of each line: odds, except for jackpot wagers, whose price is not stated."""
    pays = {}
    for line in table.lines:
        prize, kind = line.prize, "odds"
        if prize.meter is not None:
            kind, amount = f"meter {prize.level or ''}".strip(), Fraction(prize.meter)
        elif prize.money is not None and table.wager in rules.jackpots:
            kind, amount = "money", Fraction(prize.money)
        else:
            amount = table.odds(line)
        pays[line.text] = _Pays(kind, amount, Fraction(prize.envy))
    return pays


def _dominates(pays: Mapping[str, _Pays], other: Mapping[str, _Pays]) -> bool:
    """Whether the first table pays every line at least as much, and some line more."""
    same_lines = pays.keys() == other.keys()
    return same_lines and pays != other and all(pays[text].at_least(other[text]) for text in other)


def _counts(rules: Rules, table: PayTable) -> dict[str, int]:
    if table.wager in rules.side_bets:
        return {line.text: line.count for line in side_bet(rules, table).lines[:-1]}
    if table.wager in rules.jackpots:
        return {one.line.text: one.count for one in jackpot_chances(rules, table).lines()}
    return line_counts(rules, table)[0]


def _lines(
    place: Place, table: PayTable, counts: Mapping[str, int], pays: Mapping[str, _Pays]
) -> Iterator[RuleWarning]:
    """Yield the lines without a hand, and the lines that pay less than more frequent hands."""
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
            yield RuleWarning(here, "no hand is paid by this line; finer lines take them all")
        elif wider[text]:
            whole = wider[text][0].text  # the finer lines stand first
            if pay.less(pays[whole]) and text not in with_wild:
                said = f"pays {pay}, less than {shown(whole)}, which pays {pays[whole]}"
                yield RuleWarning(here, f"{said}, though it is a part of it")
        else:
            commoner = [one for one in pays if not wider[one] and in_all[one] > in_all[text]]
            if above := [one for one in commoner if pay.less(pays[one])]:
                other = max(above, key=lambda line: (pays[line].amount, in_all[line]))
                said = f"pays {pay}, less than {shown(other)}, which pays {pays[other]}, though it is rarer"
                yield RuleWarning(here, f"{said} ({in_all[text]:,} against {in_all[other]:,})")


def _part(line: Line, other: Line) -> bool:
    """Whether the hands of one line are some of those of another."""
    of_three = isinstance(line.hands, HandSet | ColourLine)
    return of_three and line is not other and line.hands.within(other.hands)


_MOST = 100  # the most mistakes of one file that are reported


@dataclass(frozen=True, repr=False)
class Checked(Answer):
    """A valid game: its figures under each of its tables, and its warnings."""

    shown_by: ClassVar[str] = "combin.design.views:check_view"

    name: str
    rules: Rules
    variants: tuple[Variant, ...]
    oddities: tuple[RuleWarning, ...]

    @property
    def jackpots(self) -> tuple[JackpotFavour, ...]:
        """The progressive wagers under each of their tables."""
        return _favours(self.rules)

    @property
    def warnings(self) -> tuple[RuleWarning, ...]:
        """Unusual entries."""
        return tuple(one for one in self.oddities if not one.note)

    @property
    def notes(self) -> tuple[RuleWarning, ...]:
        """Notes."""
        return tuple(one for one in self.oddities if one.note)


def examined(rules: Rules, source: str | Path = "") -> Checked:
    """The figures of rules and their warnings; `source` is the game or file of the rules."""
    variants = tuple(_variants(rules))
    paths = [path for path, _ in load.raw_layers(source)] if source else []
    found = list(oddities(rules, variants))
    for index, warning in enumerate(found) if paths else ():
        _, file, line = load.written_at(warning.place, paths)
        name = file.name if file.parent == load.LIBRARY else str(file)
        found[index] = replace(warning, file=name, line=line)
    shipped = {path.name for path in paths if path.parent == load.LIBRARY}
    found.sort(key=lambda warning: warning.file in shipped)
    return Checked(str(source) or rules.file.id, rules, variants, tuple(found))


def _variants(rules: Rules) -> list[Variant]:
    """The figures of each choice of bonus tables, and of each table of the other wagers."""
    if not _played(rules):
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
    """The independent mistakes of a rule file: those of its own lines first.

    Of inherited pay tables, only the first mistake is listed. Each round removes the entry at fault from
    the file, or else from the game that it extends, so there are at most as many rounds as entries. The
    mistake that `load_rules` reports is among them.
    """
    try:
        load.load_rules(game)
    except RulesError as error:
        first = error
    else:
        return ()
    try:
        layers = load.raw_layers(game)
        (path, own), *others = layers
        without = {"without": own["without"]} if "without" in own else {}
        raw, below = load.combined(layers), load.combined([(path, without), *others])
    except RulesError:
        return (first,)
    paths = [path for path, _ in layers]
    found = list(wrong_words(own.get("details"), _paid_lines(raw)))
    tables = replace(load.inherited(layers), locate=lambda error: error)
    gone: list[Place] = []
    while len(found) < _MOST and (mistake := _mistake(raw, tables)) is not None:
        wrong, resolved = mistake
        # All that is resolved rests on the cards, on the order of hands, and on a whole wager.
        whole = (at[0] in {"deck", "deal", "ranking"} or (at[0] == "wager" and len(at) < 3) for at in gone)
        if resolved and any(whole):
            break
        if not any(_follows(wrong, place, resolved=resolved) for place in gone):
            found.append(wrong)
        taken = _standing(raw, wrong.place)
        if not taken:
            break
        gone.append(taken)
        raw, below = _without(raw, taken, below), _without(below, taken)
    by_place: dict[object, tuple[bool, RulesError]] = {}
    for one in found:
        placed = load.located(one, paths)
        below_it = placed.problem != one.problem
        of_table = below_it and one.place[:1] == ("pay_tables",)
        by_place.setdefault("inherited tables" if of_table else one.place, (below_it, placed))
    order = sorted(by_place.values(), key=lambda pair: (pair[0], pair[1].file, pair[1].line or 0))
    return tuple(placed for _, placed in order)


def _follows(wrong: RulesError, gone: Place, *, resolved: bool) -> bool:
    """Whether a mistake may follow from the absence of an entry: in it, above it or resting on it."""
    place, (section, *names) = wrong.place, gone
    depth = min(len(place), len(gone))
    if place[:depth] == gone[:depth]:
        return True
    if not resolved:
        return gone[2:] == ("settles",) and place[:2] == gone[:2]
    if place[0] == "readings":
        return section != "readings"
    if section not in {"wager", "pay_tables", "jackpot", "jackpots"}:
        return place[0] == section
    if place[0] == section == "pay_tables" and depth > 3:  # one line and another
        return False
    meters = "jackpot" in (place[0], section)
    return meters or names[0] in place or shown(names[0]) in wrong.problem


def _paid_lines(raw: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The lines that are paid in any pay table of each wager, as far as they are known."""
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


def _mistake(raw: dict[str, Any], tables: Inherited) -> tuple[RulesError, bool] | None:
    """The first mistake of a file, and whether each entry by itself is right."""
    file = None
    try:
        file = rules_file(raw)
        load.check_readings(raw, file)
        Rules(file, inherited=tables)
    except RulesError as error:
        return error, file is not None
    return None


def _standing(raw: object, place: Place) -> Place:
    """The part of a place that a file has, tables alone gone into."""
    if not place or not isinstance(raw, dict) or place[0] not in raw:
        return ()
    return (place[0], *_standing(raw[place[0]], place[1:]))


def _without(raw: Mapping[str, Any], place: Place, below: object = None) -> dict[str, Any]:
    """Return tables without an entry, or with another one that stands below in its place."""
    key, *rest = place
    now, under = raw.get(key), below.get(key) if isinstance(below, dict) else None
    if rest:
        return {**raw, key: _without(now, tuple(rest), under)} if isinstance(now, dict) else dict(raw)
    kept = {name: value for name, value in raw.items() if name != key}
    return kept if under is None or under == now else kept | {key: under}


def write_starter(path: Path, base: str = "crown-melbourne", *, force: bool = False) -> None:
    """Write a rule file that extends a game and shows in comments what can be changed.

    In its folder is the JSON Schema that its first line names for editors; one that is there is left alone.
    """
    if path.suffix.casefold() != ".toml":
        raise RulesError((), "a rule file's name ends in .toml", str(path))
    if not force and path.exists():
        raise RulesError((), "is there already; --force writes over it", str(path))
    rules = load.load_rules(base)
    if base not in load.library_games():
        if path.resolve() in [layer.resolve() for layer, _ in load.raw_layers(base)]:
            raise RulesError((), f"a file cannot extend itself, and {base} extends it", str(path))
        base = Path(os.path.relpath(Path(base).resolve(), path.resolve().parent)).as_posix()
    write_text(starter(rules, base, path), path)
    if not (schema := path.with_name(load.SCHEMA.name)).exists():
        write_text(load.SCHEMA.read_text(encoding="utf-8"), schema)


_TEMPLATE = Path(__file__).with_name("starter.txt")
"""The text of a new file, its parts named by a dollar sign."""


def starter(rules: Rules, base: str, path: Path) -> str:
    """The text of a rule file that extends `base`, a game with these rules.

    Each line of the form `# key = value` is an example that is valid when uncommented, alone or with
    others.
    """
    title = capital(re.sub(r"[\W_]+", " ", path.stem).strip() or "my game")
    ranking, play = rules.file.ranking, [written_times(rules.times(one)) for one in rules.later]
    swapped = dict(zip(_HIGHEST, reversed(_HIGHEST), strict=True))
    aces, suits = (AceLow.SECOND, AceLow.LOWEST), reversed(StraightSuits)
    parts = {
        "schema": load.SCHEMA.name,
        "title": title,
        "quoted_title": toml(title),
        "game": rules.file.title,
        "base": toml(base),
        "commands": _commands(path.name, base),
        "without": _left_out_example(rules),
        "deck": ", ".join(filter(None, (f"{len(rules.deck)} cards", deck_in_words(rules.deck)))),
        "qualifies": toml(rules.file.dealer.qualifies),
        "other_qualifier": toml(_other_qualifier(rules)),
        "play": str(play),
        "other_play": str([*play, int(rules.times(max(rules.later))) + 1]) if rules.play else "",
        "order": ", ".join(toml(swapped.get(one, one).value) for one in ranking.order),
        "ace": toml(next(ace for ace in aces if ace is not ranking.ace_low_straight)),
        "suits": toml(next(shown for shown in suits if shown is not ranking.straight_suits)),
        "wagers": "\n".join(_compared(rules)),
        "tables": "\n".join(
            _table(wager, *next(iter(rules.tables[wager].items())), rules)
            for wager in (*rules.base_tables, *rules.bets_by_table)
        ),
    }
    parts_of_file = re.split(r"(?m)^(?=# -- )", _TEMPLATE.read_text(encoding="utf-8"))
    gone = {"# -- the decision": not rules.play, "# -- wagers against": rules.alone}
    kept = (part for part in parts_of_file if not any(part.startswith(one) for one in gone if gone[one]))
    return f"{Template(''.join(kept)).substitute(parts).rstrip()}\n"


_HIGHEST = (Category.STRAIGHT_FLUSH, Category.THREE_OF_A_KIND)


def _commands(name: str, base: str) -> str:
    commands = {
        f"combin check {name}": "mistakes, rules in words, warnings",
        f"combin analyse {name}": "house edge, risk and strategy",
        f"combin diff {base} {name}": "differences in rules and figures",
        f"combin schema > {load.SCHEMA.name}": "the JSON Schema by which editors complete what you write",
    }
    width = max(map(len, commands))
    return "\n".join(f"#     {command:{width}}  {answer}" for command, answer in commands.items())


def _compared(rules: Rules) -> Iterator[str]:
    """Yield the tables of the wagers against the dealer, with the result of each case."""
    for wager, entry in rules.file.wager.items():
        if isinstance(entry, AgainstDealer):
            yield f"[wager.{wager}]"
            for case in ("no_qualify", "win", "tie", "lose"):
                yield f"# {case} = {_outcome(getattr(entry, case))}"
            yield ""


def _left_out_example(rules: Rules) -> str:
    """An example of `without`: an alternative table, or a reading, which nothing else needs."""
    places = [
        f"pay_tables.{wager}.{toml_key(letter)}"
        for wager in (*rules.base_tables, *rules.bets_by_table)
        for letter in [*rules.tables[wager]][1:]
    ]
    places += [f"readings.{name}" for name in rules.file.readings]
    said = "\n# Parts of the game to leave out; a wager goes with its pay tables."
    return f"{said}\n# without = [{toml(places[-1])}]\n" if places else ""


def _other_qualifier(rules: Rules) -> str:
    """A qualifier different from the game's, if there is one: the second highest rank high, or others."""
    high, best = (f"{rank} high" for rank in rules.deck.ranks[-2:]), rules.ranking.strengths[-1].category
    for words in (*high, "any hand", "pair", best.value):
        try:
            level = parse_hand_set(words, rules.ranking).levels.start
        except HandSetError:
            continue
        if level != rules.qualifies:
            return words
    return "any hand"


def _outcome(entry: Any) -> str:  # noqa: ANN401  an entry, or what stands in one
    """The result of a wager in a case, as a rule file writes it, without its citation."""
    if entry is True:
        return "true"
    if isinstance(entry, Net):
        return {Net(0): '"push"', Net(-1): '"lose"'}.get(entry, _number(plain(entry)))
    said = entry if isinstance(entry, dict) else asdict(entry) | {"rule": ""}
    said = {key: value for key, value in said.items() if value not in (None, "", {}) and value is not False}
    if said == {"compared": True}:
        return '"compared"'
    if said.keys() == {"pays"}:
        return _outcome(said["pays"])
    return f"{{ {', '.join(f'{toml_key(key)} = {_outcome(value)}' for key, value in said.items())} }}"


def _number(text: str) -> str:
    return toml(text) if "/" in text else text


def _table(wager: str, letter: str, table: PayTable, rules: Rules) -> str:
    lines = rules.file.pay_tables[wager][letter].lines
    said = ["", f"[pay_tables.{wager}.{toml_key(letter)}]"]
    for text, prize in lines.items():
        pays = _number(plain(prize.odds or 0 if prize.money is None else prize.money))
        said.append(f"# {toml(text)} = {pays if prize.money is None else f'{{ money = {pays} }}'}")
    finer = f"pair of {rules.deck.ranks[-1].plural}"
    if "pair" in lines and finer not in lines and not table.for_one:
        said.append(f"# {toml(finer)} = {_number(plain((lines['pair'].odds or 0) + 1))}")
    return "\n".join(said)
