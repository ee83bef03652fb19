"""What the page asks of combin: a request in JSON, an answer in JSON, both also read by people.

A request has `ask`, the name of a question; `name` and `text`, a rule file; and what the question wants
besides. The answer is what was found; or `{"error": ...}`, the one line that a command would print, with the
line of the text where the mistake is, and its place; or `{"missing": ...}`, a package that is not there yet.
"""

from __future__ import annotations

import atexit
import base64
import json
import shutil
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combin.cards.cards import CardError
from combin.decimals import decimal, percent, plain
from combin.exact.base_game import FOLD
from combin.exact.joint_law import is_of_own_hand
from combin.exact.side_bets import LineCount
from combin.formats.typesetter import PrintError
from combin.formatting import money_in
from combin.game import Game, load
from combin.jackpot.meter.meter import JackpotError, number
from combin.report.analysis import how_much_is_played
from combin.rules.errors import RulesError
from combin.rules.load import combined, is_entry, library_games, raw_layers
from combin.rules.outcomes import payoffs
from combin.site.controls import sections, value_of, with_entry, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.analysis import Analysis
    from combin.exact.distribution import Distribution
    from combin.formats.drawing import Plot
    from combin.formats.view import View
    from combin.rules.resolved import Rules

Json = dict[str, Any]

REFUSED = (RulesError, CardError, JackpotError, PrintError, OSError)
"""What is told in one line, as by the command line."""


def answer(request: str) -> str:
    """Return the answer to a request.

    >>> asked = {"ask": "figures", "name": "uk-including-blind", "text": 'extends = "uk-including-blind"'}
    >>> json.loads(answer(json.dumps(asked)))["wagers"][0]["exact"]
    '686689/20358520'
    """
    return json.dumps(ask(json.loads(request)), ensure_ascii=False)


def ask(request: Json) -> Json:
    """Return the answer to a request; both are what JSON holds."""
    given = {name: value for name, value in request.items() if name != "ask"}
    try:
        return ASKS[request["ask"]](**given)
    except ModuleNotFoundError as error:
        return {"missing": (error.name or "").split(".")[0]}
    except REFUSED as error:
        return {"error": _told(error)}


def _told(error: Exception) -> Json:
    """Return a mistake as the page shows it: without the folder in which its file happens to lie here."""
    told: Json = {"text": str(error).replace(f"{_folder()}/", ""), "line": None, "place": ()}
    if isinstance(error, RulesError):
        own = Path(error.file).parent == _folder()
        told |= {"line": error.line if own else None, "place": error.place}
    return told


# -- the rules -----------------------------------------------------------------------------------------


@cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="combin-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _source(name: str, text: str) -> str | Path:
    """Return the game that a text leaves as it ships, or else the path of a file with the text."""
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        raw = {}
    if raw.keys() == {"extends"} and raw["extends"] in library_games():
        return str(raw["extends"])
    path = _folder() / f"{Path(name).name or 'rules'}.toml"
    path.write_text(text, encoding="utf-8")
    return path


@lru_cache(maxsize=16)
def _game(name: str, text: str) -> Game:
    return load(_source(name, text))


def _letters(rules: Rules, letters: Mapping[str, str] | None) -> dict[str, str]:
    """Return the letters that still exist of those chosen, for tables that an edit may have taken away."""
    names = (*rules.base_tables, *rules.bets_by_table)
    return {
        name: letter
        for name, letter in (letters or {}).items()
        if name in names and letter in rules.tables[name]
    }


def edit(name: str, text: str, place: Sequence[str], kind: str, value: str) -> Json:
    """Return the text with the entry of a control or a cell changed.

    What is inside an entry that is one value (a prize of money, an outcome) is written with the rest of it.
    """
    where, said = tuple(place), value_of(kind, value, tuple(place))
    raw: Any = combined(raw_layers(_source(name, text)))
    depth = next((depth for depth in range(1, len(where)) if is_entry(where[:depth])), len(where))
    if inside := where[depth:]:
        for key in where[:depth]:
            raw = raw.get(key, {})
        said = {**raw, inside[0]: said}
    return {"text": with_entry(text, where[:depth], said)}


def rules_text(name: str, text: str) -> Json:
    """Return the whole file of the game that a text extends, for reading."""
    source = _source(name, text)
    (path, _), *below = raw_layers(source)
    if below and isinstance(source, Path):
        path, _ = below[0]
    return {"text": path.read_text(encoding="utf-8")}


# -- figures -------------------------------------------------------------------------------------------


def figures(name: str, text: str, letters: Mapping[str, str] | None = None) -> Json:
    """Return everything that the workbench shows of a game under one choice of tables."""
    game = _game(name, text)
    rules = game.rules
    raw, currency = combined(raw_layers(game.source)), rules.file.imprint.sign
    analysis = game.analyse(tables=_letters(rules, letters))
    return {
        "id": rules.file.id,
        "title": rules.file.title,
        "document": rules.file.source.document,
        "letters": dict(analysis.letters),
        "wagers": [_wager(rules, name, law) for name, law in analysis.wagers.items()],
        "statement": analysis.statement.text,
        "played": how_much_is_played(analysis) if rules.play else "",
        "outcomes": _outcomes(analysis.wagers[rules.base]),
        "tables": _tables(analysis, raw),
        "sections": sections(raw),
        "currency": {"sign": currency.sign, "after": currency.after},
        "asks": _what_can_be_asked(rules),
    }


def _wager(rules: Rules, name: str, law: Distribution) -> Json:
    return {
        "id": name,
        "name": rules.wager_name(name),
        "edge": percent(law.house_edge, 4),
        "exact": str(law.house_edge),
        "decimal": decimal(law.house_edge, 10),
        "risk": percent(law.element_of_risk, 4),
        "average": decimal(law.average_wager, 4),
        "hit": percent(law.hit_frequency, 4),
        "push": percent(law.push_frequency, 4),
        "deviation": law.standard_deviation(4),
    }


def _outcomes(law: Distribution) -> list[Json]:
    return [_line(plain(net), net, count, law.total) for net, count in law.outcomes[::-1]]


def _line(text: str, net: Fraction, count: int, total: int) -> Json:
    chance = Fraction(count, total)
    part, shown = net * chance, percent(chance, 4)
    return {"line": text, "count": count, "chance": shown, "part": percent(part, 4), "length": float(part)}


def _tables(analysis: Analysis, raw: Json) -> list[Json]:
    """Return the pay tables of every wager, with each line's part in the return of those that are chosen."""
    rules = analysis.rules
    found = []
    for wager, tables in raw.get("pay_tables", {}).items():
        if wager not in rules.bets:
            continue
        bet = analysis.side_bets.get(wager)
        counted = _bonus_lines(analysis, wager) if wager in rules.bonuses else bet.lines if bet else ()
        total = bet.total if bet else analysis.game.total
        counts = {line.text: line for line in counted}
        letter = analysis.letters.get(wager) or next(iter(tables))
        lines = []
        for line, prize in tables[letter].items():
            if line in {"rule", "odds"}:
                continue
            cell = _cell(("pay_tables", wager, letter, line), prize)
            if (paid := counts.pop(line, None)) is not None:
                cell |= _line(line, paid.net, paid.count, total)
            lines.append({"line": line, **cell})
        rest = [_line(line.text, line.net, line.count, total) for line in counts.values()]
        found.append(
            {
                "wager": wager,
                "name": rules.wagers[wager].name,
                "letter": letter,
                "letters": list(tables),
                "odds": tables[letter].get("odds", "to 1"),
                "chosen": wager in analysis.letters,
                "lines": lines,
                "rest": rest,
            }
        )
    return found


def _bonus_lines(analysis: Analysis, wager: str) -> list[LineCount]:
    """Return in how many deals each line of a bonus is paid: those played, with a result it is paid on."""
    game, rules = analysis.game, analysis.rules
    rows = {row.line: row for row in payoffs(rules, wager, game.letters[wager]) if row.paid}
    paid = [any(row.fits(case, text or "") for text, row in rows.items()) for case in rules.cases]
    counts: Counter[str] = Counter()
    for (_, place, decision), (_, *deals) in analysis.strategy.in_sum.items():
        line = game.paid[place].get(wager)
        if line is not None and decision != FOLD:
            counts[line] += sum(compress(deals, paid))
    return [LineCount(text, row.odds(), counts[text]) for text, row in rows.items() if text]


def _cell(place: tuple[str, ...], prize: object) -> Json:
    """Return the cell of a line: what it pays, in which unit, and the place of that in the file."""
    unit: str | None = "odds"
    if isinstance(prize, dict):
        unit = next((unit for unit in ("odds", "money", "meter") if unit in prize), "")
        place, prize = (*place, unit) if unit else place, prize.get(unit, "")
    return {"place": place, "pays": prize if isinstance(prize, str) else written(prize), "unit": unit}


def _what_can_be_asked(rules: Rules) -> Json:
    designs = (*rules.side_bets, *rules.bonuses)
    return {"decides": bool(rules.play), "designs": {name: rules.wagers[name].name for name in designs}}


def deal(name: str, text: str) -> Json:
    """Return the cards to choose from, by suit, and how many the player is dealt and sees of the dealer's."""
    rules = _game(name, text).rules
    suits: dict[str, Json] = {}
    for card in dict.fromkeys(rules.deck.cards):
        suit = suits.setdefault(card.suit.name, {"colour": card.suit.colour, "cards": []})
        suit["cards"].append(
            {"card": str(card), "glyph": card.glyph, "name": f"{card.rank.name} of {card.suit.name}"}
        )
    of = rules.file.deal
    return {"suits": list(suits.values()), "player": of.player, "face_up": of.face_up}


def progressives(name: str, text: str) -> Json:
    """Return the progressive wagers, their options, and the seeds and rates that are published of each."""
    rules = _game(name, text).rules
    found = {}
    for wager in rules.jackpots:
        entry = rules.meters.get(wager)
        stated = {} if entry is None else {option: one.meters for option, one in entry.options.items()}
        meters = stated or dict.fromkeys(rules.tables[wager], ())
        found[wager] = {
            "name": rules.wagers[wager].name,
            "options": {
                option: {"seeds": [one.seed for one in of], "rates": [plain(one.increment) for one in of]}
                for option, of in meters.items()
            },
        }
    return {"wagers": found}


def wagers(name: str, text: str) -> Json:
    """Return the wagers that can be staked in a session, by id, and those that take arrays."""
    rules = _game(name, text).rules
    names = (rules.base, *rules.comparisons, *rules.side_bets)
    paid = {wager: next(iter(rules.tables[wager].values())) for wager in names if wager in rules.tables}
    seen = bool(rules.file.deal.face_up)
    by_arrays = [
        wager
        for wager in names
        if not is_of_own_hand(rules, {wager: ""}, paid) or (seen and rules.bets[wager].loses_on_fold)
    ]
    return {
        "bets": {wager: rules.wagers[wager].name for wager in names},
        "by_arrays": [wager for wager in by_arrays if wager != rules.base],
    }


# -- other questions -----------------------------------------------------------------------------------


def shown(view: View) -> Json:
    """Return a view as the page lays it out: a heading, sentences and tables of cells."""
    with money_in(view.currency):
        tables = [
            {
                "title": table.title,
                "headings": table.headings,
                "right": table.flush_right,
                "rows": table.merged_cells,
                "roles": table.roles,
                "note": table.note,
            }
            for table in view.tables
        ]
    return {"heading": view.heading, "lines": view.lines, "tables": tables}


def _given(**terms: object) -> dict[str, Any]:
    """Return what a form says; fields left empty say nothing."""
    return {name: value for name, value in terms.items() if value not in ("", None)}


def hand(
    name: str, text: str, cards: str, letters: Mapping[str, str] | None = None, dealer: str = ""
) -> Json:
    """Return one hand explained."""
    game = _game(name, text)
    found = game.hand(cards, tables=_letters(game.rules, letters), **_given(dealer=dealer))
    return shown(found.view())


def jackpot(name: str, text: str, wager: str, **terms: str) -> Json:
    """Return what a progressive is worth; `terms` are those of `Game.jackpot`, as the form has them."""
    given = _given(**terms)
    if "seats" in given:
        given["seats"] = _whole("seats", given["seats"])
    return shown(_game(name, text).jackpot(wager=wager, **given).view())


def joint(
    name: str,
    text: str,
    stake: str,
    ante: str,
    *,
    letters: Mapping[str, str] | None = None,
    seed: str = "",
    **terms: str,
) -> Json:
    """Return the best strategy with a jackpot wager as well as an Ante; a meter begins at its seed."""
    game, given = _game(name, text), _given(**terms)
    if seed and "meter" not in given:
        given["meter"] = number("seed", seed) * number("stake", stake)
    found = game.joint_strategy(stake, ante, tables=_letters(game.rules, letters), **given)
    return shown(found.view())


def session(
    name: str,
    text: str,
    stakes: Mapping[str, str],
    rounds: str,
    letters: Mapping[str, str] | None = None,
    **terms: str,
) -> Json:
    """Return what many rounds come to, and the plots of it."""
    from combin.session.plots import session_plot

    game = _game(name, text)
    given = {wager: stake for wager, stake in stakes.items() if stake}
    found = game.session(
        given, _whole("rounds", rounds), tables=_letters(game.rules, letters), **_given(**terms)
    )
    plots = ["fan", "law", *(["ruin"] if terms.get("bankroll") else [])]
    with money_in(game.rules.file.imprint.sign):
        drawn = [_drawn(session_plot(found, kind)) for kind in plots]
    return shown(found.view()) | {"plots": drawn}


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise JackpotError(f"{name}: {text!r} is no whole number") from None


def plot(name: str, text: str, kind: str, letters: Mapping[str, str] | None = None, wager: str = "") -> Json:
    """Return a plot in SVG and what it shows in words."""
    from combin.plots.answer import plot_of

    game = _game(name, text)
    analysis = game.analyse(tables=_letters(game.rules, letters))
    with money_in(game.rules.file.imprint.sign):
        return _drawn(plot_of(analysis, kind, wager or None))


def _drawn(made: Plot) -> Json:
    return {"svg": made.draw().to_svg(), "alt": made.alt}


def design(name: str, text: str, wager: str, edge: str, letters: Mapping[str, str] | None = None) -> Json:
    """Return the pay tables of a wager with about a house edge, the nearest first, each with its cells."""
    from combin.design.search import DesignAnswer

    game = _game(name, text)
    aim = _percentage(edge)
    window = (aim - Fraction(1, 1000), aim + Fraction(1, 1000))
    found = game.design(window, wager, target=aim, limit=12, tables=_letters(game.rules, letters))
    if not isinstance(found, DesignAnswer):
        raise RulesError(("wager",), f"{wager} has no pay table of odds to be searched")
    letter = found.letters[wager]
    return {
        "matching": found.matching,
        "letter": letter,
        "lines": list(found.shipped),
        "designs": [
            {
                "pays": {line: plain(pay) for line, pay in one.pays.items()},
                "edge": percent(one.house_edge, 4),
                "hit": percent(one.hit_frequency, 2),
                "deviation": one.standard_deviation(3),
            }
            for one in found
        ],
    }


def _percentage(text: str) -> Fraction:
    try:
        return Fraction(text.strip().removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        raise RulesError((), f"{text!r} is no percentage") from None


def set_table(name: str, text: str, wager: str, letter: str, pays: Mapping[str, str]) -> Json:
    """Return the text with the lines of a pay table set to what a design pays."""
    for line, pay in pays.items():
        text = edit(name, text, ("pay_tables", wager, letter, line), "number", pay)["text"]
    return {"text": text}


def compare(name: str, text: str, original: str) -> Json:
    """Return where a game differs from the one it was made of, in rules and in figures."""
    return shown(_game(name, original).diff(_game(name, text)).view())


def audit(name: str, text: str, claims: str = "") -> Json:
    """Return every claim about a game's document with its verdict, and what was found wrong with it."""
    from combin.audit.views import TONES

    game = _game(name, text)
    path = None
    if claims:
        path = _folder() / "claims.toml"
        path.write_text(claims, encoding="utf-8")
    found = game.audit(path)
    return {
        "game": found.game,
        "findings": [{"place": finding.place, "text": finding.text} for finding in found.findings],
        "verdicts": {verdict.value: number for verdict, number in found.numbers.items() if number},
        "claims": [
            judged.to_dict() | {"tone": TONES[judged.verdict], "verdict": judged.verdict.value}
            for judged in found.judged
        ],
    }


def document(name: str, text: str, kind: str, letters: Mapping[str, str] | None = None) -> Json:
    """Return a document of a game to be saved, its bytes in base 64."""
    game = _game(name, text)
    tables = _letters(game.rules, letters)
    ending, write = DOCUMENTS[kind]
    path = _folder() / f"{game.rules.file.id}{ending}"
    write(game, tables, path)
    return {"file": path.name, "base64": base64.b64encode(path.read_bytes()).decode()}


DOCUMENTS: Mapping[str, tuple[str, Callable[[Game, dict[str, str], Path], object]]] = {
    "card": ("-card.pdf", lambda game, tables, path: game.printed_strategy(tables=tables).write(path)),
    "strategy": (
        "-strategy.pdf",
        lambda game, tables, path: game.printed_strategy(tables=tables).write(path, size="a4"),
    ),
    "poster": ("-poster.pdf", lambda game, tables, path: game.poster(tables=tables).write(path)),
    "par": ("-par.xlsx", lambda game, _, path: game.par().write(path)),
    "certificate": (".certificate.json", lambda game, _, path: game.certify().write(path)),
}
"""What can be taken away: the end of its name, and what writes it."""


ASKS: Mapping[str, Callable[..., Json]] = {
    function.__name__: function
    for function in (
        figures,
        edit,
        rules_text,
        deal,
        progressives,
        wagers,
        hand,
        jackpot,
        joint,
        session,
        plot,
        design,
        set_table,
        compare,
        audit,
        document,
    )
}
"""The questions by their names."""
