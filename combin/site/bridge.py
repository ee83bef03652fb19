"""What the page asks of combin: a request in JSON, an answer in JSON, both also read by people.

A request has `ask`, the name of a question; `name` and `text`, a rule file; and the terms of the question. An
answer may be `{"error": ...}`, a line with its place, or `{"missing": ...}`, a package still to be loaded.
"""

from __future__ import annotations

import atexit
import base64
import json
import re
import shutil
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from combin.cards.cards import CardError
from combin.exact.analysis import Analysis
from combin.exact.base_game import FOLD
from combin.exact.distribution import Distribution
from combin.exact.joint_law import is_of_own_hand
from combin.exact.strategy import best_later
from combin.formats.drawing import Plot
from combin.formats.tables import Table
from combin.formats.typesetter import PrintError
from combin.formats.view import View
from combin.formatting import decimal, money, money_in, percent, plain
from combin.game import Game, load
from combin.jackpot.answer import JackpotAnswer, ask_jackpot, meter_options
from combin.jackpot.meter import JackpotError, number
from combin.report.analysis import how_much_is_played
from combin.report.strategy import grid_tables
from combin.report.words import decision_word
from combin.rules import load as files
from combin.rules.errors import RulesError, toml, toml_key
from combin.rules.outcomes import Payoff, bet_lines, payoff
from combin.rules.resolved import Rules
from combin.rules.tables import PayTable
from combin.rules.wagers import Case, Whose

Json = dict[str, Any]

REFUSED = (RulesError, CardError, JackpotError, PrintError, OSError)  # one line each, as in commands


def answer(request: str) -> str:
    """Return the answer to a request.

    >>> asked = {"ask": "figures", "name": "uk-including-blind", "text": 'extends = "uk-including-blind"'}
    >>> json.loads(answer(json.dumps(asked)))["wagers"][0]["exact"]
    '686689/20358520'
    """
    return json.dumps(ask(json.loads(request)), ensure_ascii=False, default=str)


def ask(request: Json) -> Json:
    """Return the answer to a request, both of JSON's types."""
    terms = dict(request)
    question = ASKS[terms.pop("ask")]
    file = RuleText(terms.pop("name"), terms.pop("text"), terms.pop("letters", None) or {})
    try:
        return question(file, **terms)
    except ModuleNotFoundError as error:
        return {"missing": (error.name or "").split(".")[0]}
    except REFUSED as error:
        return {"error": _refusal(error)}


def _refusal(error: Exception) -> Json:
    """Return a mistake as the page shows it: without the folder in which its file happens to lie here."""
    shown: Json = {"text": str(error).replace(f"{_folder()}/", ""), "line": None, "place": ()}
    if isinstance(error, RulesError):
        shown |= {"line": error.line if Path(error.file).parent == _folder() else None, "place": error.place}
    return shown


@cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="combin-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


class RuleText(Struct, frozen=True):
    """A rule file: its name, its text in the page, and the letters of the chosen pay tables."""

    name: str
    text: str
    letters: Mapping[str, str] = {}

    @property
    def source(self) -> str | Path:
        """The built-in game that the text leaves unchanged, or else the path of a file with the text."""
        raw = _if_toml(self.text) or {}
        if raw.keys() == {"extends"} and raw["extends"] in files.library_games():
            return str(raw["extends"])
        path = _folder() / f"{Path(self.name).name or 'rules'}.toml"
        path.write_text(self.text, encoding="utf-8")
        return path

    @property
    def game(self) -> Game:
        """The game."""
        return _game(self.name, self.text)

    @property
    def rules(self) -> Rules:
        """Its rules."""
        return self.game.rules

    @property
    def tables(self) -> dict[str, str]:
        """The letters that still exist of those chosen, for tables that an edit may have taken away."""
        tables, names = self.rules.tables, (*self.rules.base_tables, *self.rules.bets_by_table)
        chosen = self.letters.items()
        return {name: letter for name, letter in chosen if name in names and letter in tables[name]}


@lru_cache(maxsize=16)
def _game(name: str, text: str) -> Game:
    return load(RuleText(name, text).source)


def edit(file: RuleText, place: Sequence[str], kind: str, value: str) -> Json:
    """Return the text with the entry of a control or a cell changed, the rest of an inline table kept."""
    where, said = tuple(place), value_of(kind, value, tuple(place))
    raw: Any = files.combined(files.raw_layers(file.source))
    depth = next((depth for depth in range(1, len(where)) if files.is_entry(where[:depth])), len(where))
    if inside := where[depth:]:
        for key in where[:depth]:
            raw = raw.get(key, {})
        said = {**raw, inside[0]: said}
    return {"text": with_entry(file.text, where[:depth], said)}


def rules_text(file: RuleText) -> Json:
    """Return the rules in words, and the whole file of the game that a text extends, for reading."""
    source = file.source
    (path, _), *below = files.raw_layers(source)
    if below and isinstance(source, Path):
        path, _ = below[0]
    return shown(file.game.show().view()) | {"text": path.read_text(encoding="utf-8")}


def figures(file: RuleText) -> Json:
    """Return everything that the workbench shows of a game under one choice of tables."""
    rules, raw = file.rules, files.combined(files.raw_layers(file.source))
    analysis = file.game.analyse(tables=file.tables)
    return {
        "id": rules.file.id,
        "title": rules.file.title,
        "wagers": [_wager(rules, name, law) for name, law in analysis.wagers.items()],
        "statement": analysis.statement.text,
        "grid": [*map(_laid_out, grid_tables(analysis.strategy))],
        "played": how_much_is_played(analysis) if rules.play else "",
        "outcomes": analysis.wagers[rules.base].outcomes,
        "tables": list(_tables(analysis, raw)),
        "counts": counts_of(analysis),
        "entries": json.loads(json.dumps(raw, default=float)),  # of which the page makes its controls
        "currency": asdict(rules.file.imprint.sign),
        "decides": bool(rules.play),
        "designs": {name: rules.wagers[name].name for name in (*rules.side_bets, *rules.bonuses)},
    }


def _wager(rules: Rules, name: str, law: Distribution) -> Json:
    return {
        "id": name,
        "name": rules.wager_name(name),
        "edge": percent(law.house_edge, 4),
        "exact": str(law.house_edge),
        "risk": percent(law.element_of_risk, 4),
        "average": decimal(law.average_wager, 4),
        "hit": percent(law.hit_frequency, 4),
        "push": percent(law.push_frequency, 4),
        "deviation": law.standard_deviation(4),
    }


def _tables(analysis: Analysis, raw: Json) -> Iterator[Json]:
    """Yield the pay tables of every wager, the chosen one of each with its cells."""
    rules = analysis.rules
    for wager, tables in raw.get("pay_tables", {}).items():
        if wager not in rules.bets:
            continue
        letter = analysis.letters.get(wager) or next(iter(tables))
        prizes = {line: prize for line, prize in tables[letter].items() if line not in {"rule", "odds"}}
        place = ("pay_tables", wager, letter)
        yield {
            "wager": wager,
            "name": rules.wagers[wager].name,
            "letter": letter,
            "letters": list(tables),
            "odds": tables[letter].get("odds", "to 1"),
            "chosen": wager in analysis.letters,
            "lines": [{"line": line, **_cell((*place, line), prize)} for line, prize in prizes.items()],
        }


def _cell(place: tuple[str, ...], prize: object) -> Json:
    """Return the cell of a line: what it pays, in which unit, and the place of that in the file."""
    unit: str | None = "odds"
    if isinstance(prize, dict):
        unit = next((unit for unit in ("odds", "money", "meter") if unit in prize), "")
        place, prize = (*place, unit) if unit else place, prize.get(unit, "")
    return {"place": place, "pays": prize if isinstance(prize, str) else toml(prize), "unit": unit}


def long_run(file: RuleText) -> Json:
    """Return of progressive wagers in the long run, for who never folds: rounded, and to ten digits."""
    runs = {answer.wager: answer.long_run for answer in first_jackpots(file.rules)}
    returns = {wager: run.long_run_return for wager, run in runs.items() if run}
    return {wager: (value.percent(4), value.decimal(10)) for wager, value in returns.items()}


def deal(file: RuleText) -> Json:
    """Return the cards to choose from, by suit, and how many the player is dealt and sees of the dealer's."""
    suits: dict[str, Json] = {}
    for card in dict.fromkeys(file.rules.deck.cards):
        suit = suits.setdefault(card.suit.name, {"colour": card.suit.colour, "cards": []})
        name = f"{card.rank.name} of {card.suit.name}"
        suit["cards"].append({"card": str(card), "glyph": card.glyph, "name": name})
    of = file.rules.file.deal
    return {"suits": list(suits.values()), "player": of.player, "face_up": of.face_up}


def progressives(file: RuleText) -> Json:
    """Return the progressives with what the rules state of each option; rates in percent, by their seeds."""
    rules, found = file.rules, {}
    for wager in rules.jackpots:
        options, metered = {}, meter_options(rules, wager)
        for option in metered or rules.tables[wager]:
            terms = file.game.jackpot(wager=wager, option=option).terms
            meters = metered[option].meters if metered else ()
            rates = [(plain(one.seed), plain(Fraction(one.increment) * 100)) for one in meters]
            options[option] = {"rates": rates, "price": plain(terms.stake) if terms.priced else None}
        found[wager] = {"name": rules.wagers[wager].name, "options": options}
    return {"wagers": found, "seats": rules.file.deal.seats, "currency": asdict(rules.file.imprint.sign)}


def wagers(file: RuleText) -> Json:
    """Return the wagers that can be staked in a session, by id, and those that take arrays."""
    rules = file.rules
    names = (rules.base, *rules.comparisons, *rules.side_bets)
    by_arrays = [
        wager
        for wager in names[1:]
        if not is_of_own_hand(rules, {wager: next(iter(rules.tables.get(wager, ())), "")})
        or (rules.file.deal.face_up and rules.bets[wager].loses_on_fold)
    ]
    return {"bets": {wager: rules.wagers[wager].name for wager in names}, "by_arrays": by_arrays}


def shown(view: View) -> Json:
    """Return a view as the page lays it out: a heading, sentences and tables of cells."""
    with money_in(view.currency):
        return {"heading": view.heading, "lines": view.lines, "tables": [*map(_laid_out, view.tables)]}


def _laid_out(table: Table) -> Json:
    laid_out = {name: getattr(table, name) for name in ("title", "headings", "roles", "note")}
    return laid_out | {"right": table.flush_right, "rows": table.merged_cells}


def _given(**terms: object) -> dict[str, Any]:
    """Return what a form says; fields left empty say nothing."""
    return {name: value for name, value in terms.items() if value not in ("", None)}


def hand(file: RuleText, cards: str, dealer: str = "") -> Json:
    """Return one hand explained, and its best decision in a word."""
    explained = file.game.hand(cards, tables=file.tables, **_given(dealer=dealer))
    word = decision_word(explained.rules, explained.best) if explained.rules.play else ""
    return shown(explained.view()) | {"decision": word, "played": explained.best != FOLD}


def jackpot(file: RuleText, wager: str, **terms: str) -> Json:
    """Return the value of a progressive; `terms` are those of `Game.jackpot`, as the form has them."""
    given = _given(**terms)
    if "seats" in given:
        given["seats"] = _whole("seats", given["seats"])
    answer = file.game.jackpot(wager=wager, **given)
    with money_in(file.rules.file.imprint.sign):
        return shown(answer.view()) | {"open": answer.open_terms, "figures": [*_worth(answer)]}


def _worth(answer: JackpotAnswer) -> Iterator[Json]:
    """Yield the figures of a progressive wager that can be known: house edges, and the breakeven meter."""
    if answer.long_run is not None:
        edge = answer.long_run.house_edge
        yield {"name": "long_run", "value": edge.percent(4), "favours": "player" if edge.high < 0 else ""}
    if (now := answer.house_edge(answer.value)) is not None:
        meter, tone = money((answer.terms.shown or 0) * answer.terms.stake), "player" if now < 0 else ""
        yield {"name": "now", "value": percent(now, 4), "exact": str(now), "meter": meter, "favours": tone}
    if (even := answer.break_even) is not None:
        yield {"name": "even", "value": money(max(even, Fraction(0))), "exact": str(even), "favours": ""}


def joint(file: RuleText, stake: str, ante: str, *, seed: str = "", **terms: str) -> Json:
    """Return the optimal strategy with a jackpot wager as well as an Ante; a meter begins at its seed."""
    given = _given(**terms)
    if seed and "meter" not in given:
        given["meter"] = number("seed", seed) * number("stake", stake)
    return shown(file.game.joint_strategy(stake, ante, tables=file.tables, **given).view())


def session(file: RuleText, stakes: Mapping[str, str], rounds: str, **terms: str) -> Json:
    """Return the distribution of many rounds, and its plots."""
    from combin.session.plots import session_plot

    game, given = file.game, {wager: stake for wager, stake in stakes.items() if stake}
    found = game.session(given, _whole("rounds", rounds), tables=file.tables, **_given(**terms))
    plots = ["fan", "law", *(["ruin"] if terms.get("bankroll") else [])]
    with money_in(game.rules.file.imprint.sign):
        drawn = [_drawn(session_plot(found, kind)) for kind in plots]
    return shown(found.view()) | {"plots": drawn}


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise JackpotError(f"{name}: {text!r} is not a whole number") from None


def plot(file: RuleText, kind: str, wager: str = "") -> Json:
    """Return a plot in SVG and what it shows in words."""
    from combin.plots.answer import plot_of

    with money_in(file.rules.file.imprint.sign):
        return _drawn(plot_of(file.game.analyse(tables=file.tables), kind, wager or None))


def _drawn(made: Plot) -> Json:
    return {"svg": made.draw().to_svg(), "alt": made.alt}


def design(file: RuleText, wager: str, edge: str) -> Json:
    """Return the pay tables of a wager with about a house edge, the nearest first, each with its cells."""
    from combin.design.search import DesignAnswer, percentage

    aim = percentage("edge", edge)
    window = (aim - Fraction(1, 1000), aim + Fraction(1, 1000))
    found = file.game.design(window, wager, target=aim, limit=12, tables=file.tables)
    if not isinstance(found, DesignAnswer):
        raise RulesError(("wager",), f"{wager} has no pay table of odds to be searched")
    designs = [
        {
            "pays": {line: plain(pay) for line, pay in design.pays.items()},
            "edge": percent(design.house_edge, 4),
            "hit": percent(design.hit_frequency, 2),
            "deviation": design.standard_deviation(3),
        }
        for design in found
    ]
    letter, lines = found.letters[wager], list(found.shipped)
    return {"matching": found.matching, "letter": letter, "lines": lines, "designs": designs}


def set_table(file: RuleText, wager: str, letter: str, pays: Mapping[str, str]) -> Json:
    """Return the text with the lines of a pay table set to what a design pays."""
    for line, pay in pays.items():
        file = replace(file, text=edit(file, ("pay_tables", wager, letter, line), "number", pay)["text"])
    return {"text": file.text}


def compare(file: RuleText, original: str) -> Json:
    """Return where a game differs from the one it was made of, in rules and in figures."""
    return shown(_game(file.name, original).diff(file.game).view())


def audit(file: RuleText, original: str = "", claims: str = "") -> Json:
    """Return every claim about a game's document with its verdict, and what was found wrong with it.

    Of an edited game the checks with another verdict than in the original, and the number of claims left out.
    """
    from combin.audit.judge import generic_checks
    from combin.audit.load import load_claims, shipped_claims
    from combin.audit.views import TONES

    path = _folder() / "claims.toml" if claims else None
    if path is not None:
        path.write_text(claims, encoding="utf-8")
    found, published = file.game.audit(path), RuleText(file.name, original or file.text)
    before = {one.id: one.verdict for one in generic_checks(published.rules)}
    own = None if path or file.text == published.text else shipped_claims(str(published.source))
    return {
        "checks": len(before),
        "left_out": len(load_claims(own)[1]) if own else 0,
        "changed": [one.says for one in found.judged if before.get(one.id, one.verdict) is not one.verdict],
        "findings": [finding.to_dict() for finding in found.findings],
        "verdicts": {verdict.value: number for verdict, number in found.numbers.items() if number},
        "claims": [
            judged.to_dict() | {"tone": TONES[judged.verdict], "verdict": judged.verdict.value}
            for judged in found.judged
        ],
    }


def document(file: RuleText, kind: str) -> Json:
    """Return a document of a game to be saved, its bytes in base 64."""
    ending, made, terms = DOCUMENTS[kind]
    path = _folder() / f"{file.rules.file.id}{ending}"
    made(file.game, file.tables).write(path, **terms)
    return {"file": path.name, "base64": base64.b64encode(path.read_bytes()).decode()}


DOCUMENTS: Mapping[str, tuple[str, Callable[[Game, dict[str, str]], Any], Json]] = {
    "card": ("-card.pdf", lambda game, tables: game.printed_strategy(tables=tables), {}),
    "strategy": ("-strategy.pdf", lambda game, tables: game.printed_strategy(tables=tables), {"size": "a4"}),
    "poster": ("-poster.pdf", lambda game, tables: game.poster(tables=tables), {}),
    "par": ("-par.xlsx", lambda game, _: game.par(), {}),
    "certificate": (".certificate.json", lambda game, _: game.certify(), {}),
}
"""The documents to take away: the end of the file's name, the answer that writes it, and its terms."""
_FIGURES = (figures, long_run, edit, rules_text, deal, progressives, wagers)
_QUESTIONS = (hand, jackpot, joint, session, plot, design, set_table, compare, audit, document)
ASKS: Mapping[str, Callable[..., Json]] = {one.__name__: one for one in (*_FIGURES, *_QUESTIONS)}
"""The questions by their names."""

_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def value_of(kind: str, text: str, place: tuple[str, ...]) -> object:
    """Return what a control says as TOML has it; a RulesError if that is none."""
    match kind:
        case "switch":
            return text == "true"
        case "number" | "choice":
            return Decimal(text.strip()) if _NUMBER.fullmatch(text.strip()) else text.strip()
        case "toml":
            try:
                return tomllib.loads(f"x = {text}", parse_float=Decimal)["x"]
            except tomllib.TOMLDecodeError as error:
                if text.strip() and text.strip()[0] not in "[{\"'":  # words, such as ranks
                    return text.strip()
                raise RulesError(place, f"not TOML: {error}") from None
        case _:
            return text


_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|(#.*)')


def with_entry(text: str, place: tuple[str, ...], value: object) -> str:
    r"""Return a TOML text in which the entry at a place has another value; where there is none, it is added.

    >>> with_entry('[dealer]\nqualifies = "Q high"  # as in London\n', ("dealer", "qualifies"), "K high")
    '[dealer]\nqualifies = "K high"  # as in London\n'
    >>> print(with_entry('extends = "pick-a-card"\n', ("pay_tables", "flush", "A", "pair"), 3), end="")
    extends = "pick-a-card"
    <BLANKLINE>
    [pay_tables.flush.A]
    pair = 3
    """
    wanted = files.put(_parsed(text), place, value)
    lines = text.rstrip("\n").split("\n") if text.strip() else []
    depth, number = files.closest(text, place) or (0, 0)
    if number and not files.HEADER.fullmatch(lines[number - 1]):
        _replace(lines, number - 1, place[depth:], value)
    else:
        _add(lines, place, value)
    edited = "\n".join(lines) + "\n"
    if wanted is None or _if_toml(edited) != wanted:
        raise RulesError(place, "cannot be changed from outside the text; change it there")
    return edited


def _parsed(text: str) -> dict[str, Any]:
    return tomllib.loads(text, parse_float=Decimal)


def _replace(lines: list[str], start: int, inside: tuple[str, ...], value: object) -> None:
    """Give the entry that begins on a line another value, or what is `inside` it."""
    entry = files.ENTRY.match(lines[start])
    ends = (to for to in range(start + 1, len(lines) + 1) if _if_toml("\n".join(lines[start:to])) is not None)
    end = next(ends, start + 1)
    if entry is None:
        return
    if inside:
        old: object = _parsed("\n".join(["x =" + entry[2], *lines[start + 1 : end]])).get("x")
        value = files.put(old, inside, value)
    comment = next((part[1] for part in _STRING_OR_COMMENT.finditer(lines[end - 1]) if part[1]), "")
    head = lines[start][: entry.start(2)]
    lines[start:end] = [f"{head} {toml(value)}{'  ' if comment else ''}{comment}"]


def _if_toml(text: str) -> dict[str, Any] | None:
    """Return what a text says in TOML; None if it is none."""
    with suppress(ValueError, RecursionError):
        return _parsed(text)
    return None


def _add(lines: list[str], place: tuple[str, ...], value: object) -> None:
    """Add an entry at the end of its table, which is added too where there is none."""
    *table, key = place
    line = f"{toml_key(key)} = {toml(value)}"
    headers = [(at, found) for at, one in enumerate(lines) if (found := files.HEADER.fullmatch(one))]
    starts = [at for at, found in headers if found[1] == "[" and files.keys_of(found[2]) == tuple(table)]
    if table and not starts:
        lines += [*([""] if lines else []), f"[{'.'.join(map(toml_key, table))}]", line]
        return
    start = starts[0] if table else -1
    end = next((at for at, _ in headers if at > start), len(lines))
    while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    lines.insert(end, line)


Net = list[Any]
Way = tuple[Fraction, list[Net]]


def counts_of(analysis: Analysis) -> Json:
    """Counts of each wager that a pay table has a part in, by id: the page computes edited pays by them.

    Every net is a linear form of the pays, a constant with terms `[size, cell, scale, rest, kept]`: `size`
    times the gain `scale` x pay + `rest` of which commission leaves the part `kept` where it is positive. A
    way is what is staked, and the net in each case; a row the place of a way, and its deals in each case.
    `open` are hands whose optimal decision depends on pays: the places of the ways to choose from, the
    cheapest first, which of them is taken, and the deals.
    """
    rules, found = analysis.rules, {}
    for bet in analysis.side_bets.values():
        if bet.table.lines:
            counts, scales = {line.text: line.count for line in bet.lines}, {"money": 1 / bet.table.stake}
            found[bet.table.wager] = _by_line(rules, bet.table, counts, scales)
    found |= {answer.wager: _of_jackpot(answer) for answer in first_jackpots(rules)}
    return found | ({rules.base: _of_base(analysis)} if rules.base_tables else {})


def first_jackpots(rules: Rules) -> Iterator[JackpotAnswer]:
    """Yield each progressive wager with its first table, but for those with more than a meter for hands."""
    for wager in rules.jackpots:
        letter = next(iter(rules.tables[wager]))
        options = (name for name, one in meter_options(rules, wager).items() if one.pay_table == letter)
        answer = ask_jackpot(rules, wager=wager, option=next(options, letter))
        prizes = [line.prize for line in answer.chances.table.lines]
        if not (answer.value.hidden or any(prize.level or prize.from_meter for prize in prizes)):
            yield answer


def _of_jackpot(answer: JackpotAnswer) -> Json:
    """Counts of a progressive wager with its meter at the seed."""
    terms, lines, envy = answer.terms, answer.chances.lines(), answer.value.envy * answer.others
    counts, shown = {one.line.text: one.count for one in lines}, terms.shown or Fraction(0)
    counts["nothing"] = lines[0].total - sum(counts.values())
    scales, meter = {"money": 1 / terms.stake, "meter": shown}, shown * terms.stake
    edge = 1 - answer.value.returned(terms.stake, meter, answer.others) / terms.stake
    jackpot = {"price": terms.stake if terms.priced else None, "meter": meter or None, "exact": edge}
    found = _by_line(answer.rules, answer.chances.table, counts, scales, envy / terms.stake)
    return found | {"jackpot": jackpot | {"option": terms.option or terms.letter}}


def _by_line(
    rules: Rules,
    table: PayTable,
    counts: Mapping[str, int],
    scales: Mapping[str, Fraction],
    more: Fraction = Fraction(0),
) -> Json:
    """Counts of a bet that is settled by one line of its table; `more` is what each deal returns besides."""
    rows = bet_lines(rules, table.wager, table.letter)
    return {
        "names": [*rows],
        "ways": [(1, [_net([(row, Fraction(1))], scales, more)]) for row in rows.values()],
        "rows": [(place, counts.get(text, 0)) for place, text in enumerate(rows)],
        "open": [],
        "lost_on_fold": table.bet.loses_on_fold,
        "fixed": table.bet.hand is not Whose.EITHER,  # of the better hand, which the pays decide
    }


def _net(rows: Iterable[tuple[Payoff, Fraction]], scales: Mapping[str, Fraction], constant: Fraction) -> Net:
    """Net of rows of the table of outcomes, each with the size of the stake that it multiplies."""
    terms = []
    for row, size in rows:
        if row.paid and row.place[:1] == ("pay_tables",):
            kind, cell = row.place[-1], f"{row.wager} {row.letter} {row.line}"
            scale, rest = (1, -int(row.for_one)) if kind == "odds" else (scales[kind], row.net)
            terms.append((size, cell, scale, rest, 1 - row.commission))
        else:
            constant += row.odds() * size
    return [constant, *terms]


def _of_base(analysis: Analysis) -> Json:
    rules, game, strategy = analysis.rules, analysis.game, analysis.strategy
    decisions = (*((FOLD,) if rules.play else ()), *rules.multiples)
    keys = [(line, decision) for line in range(len(game.paid)) for decision in decisions]
    ways = {key: _way(analysis, *key) for key in keys}
    place = {key: number for number, key in enumerate(keys)}
    opened: Counter[tuple[Any, ...]] = Counter()
    for index in _undecided(analysis, ways):
        line, choices, matchup = game.line(index), game.choices(index), game.matchups[index]
        taken = choices.index(strategy.decisions[index])
        opened[tuple(place[line, choice] for choice in choices), taken, matchup.counts] += matchup.weight
    return {
        "ways": [*ways.values()],
        "rows": [(place[key[1:]], *deals) for key, (_, *deals) in strategy.in_sum.items()],
        "open": [(*key[:2], *(weight * count for count in key[2])) for key, weight in opened.items()],
        "lost_on_fold": False,
        "fixed": not rules.early,  # before a card is seen
    }


def _way(analysis: Analysis, line: int, decision: int) -> Way:
    """What is staked with a decision, and its net in each case with the hands of a combination of lines."""
    rules, game = analysis.rules, analysis.game
    names, letters, texts = (*rules.base_wagers, *rules.bonuses), game.letters, game.paid[line]
    sizes = dict.fromkeys(rules.initial, Fraction(1)) | {rules.play: rules.times(decision)}

    def net(case: Case) -> Net:
        rows = [payoff(rules, name, case, letters.get(name, ""), texts.get(name, "")) for name in names]
        return _net([(row, sizes[row.stake]) for row in rows if row], {}, -rules.collection)

    return game.staked(decision), [net(case) if decision else [rules.fold_nets] for case in rules.cases]


def _undecided(analysis: Analysis, ways: Mapping[tuple[int, int], Way]) -> Iterable[int]:
    """Indexes of the situations whose optimal decision some pays change.

    It stays where it is optimal with all pays 0, and others are paid as it is or by no line.
    """
    rules, game, decisions = analysis.rules, analysis.game, analysis.strategy.decisions
    if rules.early or not rules.play:
        return ()
    constants = {key: [net[0] for net in nets] for key, (_, nets) in ways.items()}
    unit = lcm(*(net.denominator for nets in constants.values() for net in nets))
    nets = {key: tuple(int(net * unit) for net in row) for key, row in constants.items()}
    by_lines = [{one: nets[line, one] for one in rules.multiples} for line in range(len(game.paid))]
    unpaid = best_later(replace(game, unit=unit, by_lines=tuple(by_lines)))
    terms = [(line, [net[1:] for net in row]) for (line, _), (_, row) in ways.items()]
    paid = [(line, own) for line, own in terms if any(own)]
    less = {
        key
        for key, (line, own) in zip(ways, terms, strict=True)
        if any(line == a and own != b for a, b in paid)
    }
    pairs = enumerate(zip(decisions, unpaid, strict=True))
    return [at for at, (one, other) in pairs if one != other or (less and (game.line(at), one) in less)]
