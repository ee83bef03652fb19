"""A rule file read, combined with what it extends, checked and resolved; where its text has an entry."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import cache, lru_cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from combin.rules.checks import check_told, table_of
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.model import ISSUED, Imprint, RulesFile
from combin.rules.resolved import Rules
from combin.rules.spelling import as_written, convert, imprint_data, rules_file
from combin.rules.tables import Inherited

LIBRARY = Path(__file__).parent / "library"
"""The folder of the games that ship."""

SCHEMA = Path(__file__).with_name("rules.schema.json")
"""The JSON Schema of rule files; `python -m tests.helpers.schemas` makes it of the models."""

EXTENDS = "-extends-"
"""Between the names of a game and of a file that it extends, as they stand together in a submission."""

MOST_BYTES = 10**7
"""Most bytes that are read, so that a device or a film named by mistake does not fill the memory."""


def library_games() -> tuple[str, ...]:
    """The ids of the games that ship, in alphabetical order."""
    return tuple(sorted(path.stem for path in LIBRARY.glob("*.toml")))


def load_rules(
    game: str | Path, readings: Mapping[str, str] | None = None, imprint: Mapping[str, object] | None = None
) -> Rules:
    """Return the rules of a built-in game, by its id, or of a rule file, by its path.

    `readings` are taken where they are not the adopted ones, `imprint` entries for those of `[details]`.

    Raises:
        RulesError: the file is not there, is not TOML, or says something that the language does not allow.
    """
    chosen = tuple(sorted((readings or {}).items()))
    rules = _shipped_rules(game, chosen) if game in library_games() else _read_rules(game, chosen)
    return imprinted(rules, imprint) if imprint else rules


def _read_rules(game: str | Path, readings: tuple[tuple[str, str], ...]) -> Rules:
    layers = raw_layers(game)
    raw = combined(layers)
    try:
        file = rules_file(raw)
        check_readings(raw, file)
        check_told(layers[0][1].get("details", {}), file)
        tables = inherited(layers)
        under = dict(readings)
        return _under_readings(raw, file, under, tables) if under else Rules(file, inherited=tables)
    except RulesError as error:
        raise located(error, [path for path, _ in layers]) from None


def imprinted(rules: Rules, entries: Mapping[str, object]) -> Rules:
    """The same rules with entries of `[details]` in place of the file's; RulesError for wrong ones."""
    try:
        imprint = convert({**imprint_data(rules.file), **entries}, Imprint)
    except RulesError as error:
        raise RulesError(("details", *error.place), error.problem) from None
    check_told(entries, rules.file)
    return Rules(msgspec.structs.replace(rules.file, imprint=imprint), rules)


_shipped_rules = cache(_read_rules)
"""A game that ships is read once, so that whoever asks for it again has what has been computed of it."""


def extended(game: str | Path) -> str | None:
    """The game or file that a game extends, as its file names it; None if it stands by itself."""
    base = read_toml(_find(game)).get("extends")
    return None if base is None else str(base)


def raw_layers(game: str | Path) -> list[tuple[Path, dict[str, Any]]]:
    """The file of a game and those that it extends, uppermost first, with what each says; or RulesError."""
    layers: list[tuple[Path, dict[str, Any]]] = []
    path = _find(game)
    while True:
        raw = read_toml(path)
        if "details" not in raw and "imprint" in raw:
            raw["details"] = raw.pop("imprint")  # as earlier versions called it
        base = raw.pop("extends", None)
        if base is not None and "id" not in raw:
            raw["id"] = _id_of(path)  # a variant is another game than the one it extends
        layers.append((path, raw))
        if base is None:
            if "without" in raw:
                problem = "nothing to take away: this file extends no other"
                raise located(RulesError(("without",), problem), [path])
            return layers
        below = _base(base, path)
        if below.resolve() in [seen.resolve() for seen, _ in layers]:
            raise located(RulesError(("extends",), f"{shown(base)} leads back to itself"), [path])
        path = below


def combined(layers: Sequence[tuple[Path, dict[str, Any]]]) -> dict[str, Any]:
    """What files say that extend each other, uppermost first, as one file."""
    raw: dict[str, Any] = {}
    for path, layer in reversed(layers):
        try:
            raw = over(raw, layer)
        except RulesError as error:
            raise located(error, [path]) from None
    return raw


def inherited(layers: Sequence[tuple[Path, dict[str, Any]]]) -> Inherited:
    """The pay tables that stand below a file that changes the deck, the deal or the order of hands.

    A table is inherited by files that write nothing of it, and nothing of its wager.
    """
    below, written, changes = set[tuple[str, str]](), set[tuple[str, ...]](), False
    for _, layer in layers:
        entries, taken = table_of(layer, "pay_tables"), layer.get("without")
        tables = {(name, letter) for name in entries for letter in table_of(entries, name)}
        if changes:
            below |= {table for table in tables if table not in written and table[:1] not in written}
        written |= tables | {(wager,) for wager in table_of(layer, "wager")}
        if isinstance(taken, list):  # out of what this layer extends
            written |= {(keys_of(place) or ())[1:3] for place in taken if isinstance(place, str)}
        changes = changes or not layer.keys().isdisjoint(("deck", "deal", "ranking"))
    return Inherited(frozenset(below), partial(located, paths=[path for path, _ in layers]))


def _find(game: str | Path) -> Path:
    games = library_games()
    if isinstance(game, str) and Path(game).name == game and not Path(game).suffix:
        if game in games:
            return LIBRARY / f"{game}.toml"
        if not _is_file(Path(game)):
            from difflib import get_close_matches

            close = [one for one in games if game and one.startswith(game)]
            close = close or get_close_matches(game, games, n=1)
            meant = f"did you mean {close[0]}? " if close else ""
            known = '"combin games" lists those that ship; or give the path of a rule file'
            raise RulesError((), f"no such game; {meant}{known}", game or '""')
    return Path(game)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # words that no path can be
        return False


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file says, its decimals exact; RulesError if it cannot be read or is not TOML."""
    text = read_text(path)
    deep = RulesError((), "not TOML: lists or tables too deep inside each other", str(path))
    if DEEP.search(text):
        raise deep
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        problem = found[1] if found else str(error)
        line = int(found[2]) if found and found[2] else len(text.splitlines())
        raise RulesError((), f"not TOML: {problem}", str(path), line) from None
    except (ValueError, InvalidOperation):  # an integer of 4,300 digits, an exponent of nineteen
        raise RulesError((), "not TOML: a number of too many digits", str(path)) from None
    except RecursionError:
        raise deep from None


def read_text(path: Path) -> str:
    """Return the text of a file; RulesError if it cannot be read, is too large or is not UTF-8."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RulesError((), error.strerror or str(error), str(path)) from None
    except ValueError as error:  # a path that no file can have
        raise RulesError((), str(error), shown(str(path))) from None
    if len(content) > MOST_BYTES:
        raise RulesError((), f"more than {MOST_BYTES // 10**6} MB, which no such file has", str(path))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RulesError((), f"not UTF-8 text: {error.reason}", str(path), line) from None


def _base(base: object, path: Path) -> Path:
    games = library_games()
    if isinstance(base, str):
        if base in games:
            return LIBRARY / f"{base}.toml"
        submitted = path.with_name(f"{path.stem.partition(EXTENDS)[0]}{EXTENDS}{Path(base).stem}.toml")
        for base_file in (submitted, path.parent / base):
            if _is_file(base_file):
                return base_file
    problem = f"{shown(base)} is neither a file nor a game that ships; {nearest(str(base), games)}"
    raise located(RulesError(("extends",), problem), [path])


def _id_of(path: Path) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:50]
    return name if name[:1].isalpha() else f"game-{name}".rstrip("-")


def written_at(place: tuple[str, ...], paths: Sequence[Path]) -> tuple[int, Path, int | None]:
    """Where an entry is written, or what comes closest to it: how many keys of it, the file, the line.

    `paths` are the files of one game, uppermost first; the uppermost is taken where none comes closer.
    """
    there = ((path, closest(read_text(path), place)) for path in paths)
    written = [(match[0], path, match[1]) for path, match in there if match]
    return max(written, key=lambda match: match[0], default=(0, paths[0], None))


def located(error: RulesError, paths: list[Path]) -> RulesError:
    """The error with its line and the file of the reader's own, of those of one game, that has caused it."""
    # Games that ship are sound: what is wrong in one, the file that extends it has made so; if it says
    # nothing of the entry, the line is that of its `extends`.
    own = [path for path in paths if path.parent != LIBRARY] or paths
    depth, file, line = written_at(error.place, own)
    below = [path for path in paths if path not in own]
    deeper = bool(below) and written_at(error.place, below)[0] > depth
    if line is None or (deeper and depth < 2):
        text = read_text(file)
        line = line_of(text, ("without",)) or line_of(text, ("extends",)) or line
    inherited = f" (the entry is in {below[0].stem}, which this file extends)" if deeper else ""
    return RulesError(error.place, f"{error.problem}{inherited}", str(file), line)


def check_readings(raw: dict[str, Any], file: RulesFile) -> None:
    """Refuse a reading whose changes the language does not allow."""
    for name, reading in file.readings.items():
        for option, changes in reading.options.items():
            if not changes:
                continue
            place = ("readings", name, "options", option)
            try:
                rules_file(changed(raw, changes, place))
            except RulesError as error:
                if error.place[: len(place)] == place:
                    raise
                said = RulesError(error.place, error.problem)
                raise RulesError(place, f"this reading does not fit: {said}") from None


def _under_readings(
    raw: dict[str, Any], file: RulesFile, chosen: Mapping[str, str], tables: Inherited
) -> Rules:
    """The rules with the entries of the chosen readings put in place."""
    for name, option in chosen.items():
        if name not in file.readings:
            known = nearest(name, tuple(file.readings))
            raise RulesError(("readings",), f"no reading {shown(name)}; {known}")
        options, place = file.readings[name].options, ("readings", name, "options")
        if option not in options:
            raise RulesError(place, f"no option {shown(option)}; {nearest(option, tuple(options))}")
        raw = changed(raw, options[option], (*place, option))
    try:
        rules = Rules(rules_file(raw), inherited=tables)
    except RulesError as error:
        readings = ", ".join(f"{name} = {shown(option)}" for name, option in chosen.items())
        raise RulesError(error.place, f"under the reading {readings}: {error.problem}") from None
    rules.adopted = file
    rules.taken = {name: option for name, option in chosen.items() if file.readings[name].options[option]}
    return rules


@lru_cache(maxsize=4)
def other_readings(rules: Rules) -> tuple[tuple[str, str, Rules], ...]:
    """The question, the option and the rules of each reading that is not taken, one at a time."""
    return tuple(
        (name, option, _read_as(rules, {**rules.taken, name: option}))
        for name, reading in rules.adopted.readings.items()
        for option in reading.options
        if option != rules.taken.get(name, reading.adopted)
    )


@lru_cache(maxsize=4)
def as_adopted(rules: Rules) -> Rules:
    """The rules under the readings that their file adopts."""
    return _read_as(rules, {}) if rules.taken else rules


def _read_as(rules: Rules, chosen: Mapping[str, str]) -> Rules:
    raw = as_written(rules.adopted)
    for name, option in chosen.items():
        raw = changed(raw, rules.adopted.readings[name].options[option], ("readings", name, option))
    return Rules(rules_file(raw), like=rules)


def over(below: dict[str, Any], layer: dict[str, Any]) -> dict[str, Any]:
    """A file over the game that it extends: what it is `without` taken away, the rest merged."""
    above, own = dict(layer), layer.get("source")
    theirs, documented = below.get("source"), isinstance(own, dict) and "document" in own
    if isinstance(theirs, dict) and documented and theirs.get("kind") != "description":
        below = _uncited(below)  # the places of the other document are none of this one
    raw = merged(_without(below, above.pop("without", [])), above)
    if isinstance(theirs, dict) and isinstance(raw.get("source"), dict):
        raw["source"] = own if documented else raw["source"] | {"kind": "variant"}
    theirs, own = below.get("details"), above.get("details", {})
    if isinstance(theirs, dict) and isinstance(own, dict):
        # The money and the wagers stay the same; who issues a document, and when, does not.
        same = ("currency", "currency_place", "language", "deal", "told", "translations")
        kept = {key: theirs[key] for key in same if key in theirs}
        gone = (*ISSUED, *["title"] * ("title" in above))
        for language, words in table_of(kept, "translations").items():
            if isinstance(words, dict):
                left = {key: text for key, text in words.items() if key not in gone}
                kept["translations"] = kept["translations"] | {language: left}
        raw["details"] = merged(kept, own)
    return raw


def _uncited(table: dict[str, Any]) -> dict[str, Any]:
    """A table without the places where a document states its entries."""
    return {
        key: _uncited(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if not (isinstance(value, str) and (key == "rule" or key.endswith("_rule")))
    }


def _without(below: dict[str, Any], dotted: object) -> dict[str, Any]:
    """A game without the entries at dotted places; pay tables, meters and readings go with their wager."""
    if not isinstance(dotted, list):
        problem = f'{shown(dotted)} is not a list of places, such as ["wager.prime"]'
        raise RulesError(("without",), problem)
    places = []
    for place in dotted:
        keys = keys_of(place) if isinstance(place, str) else None
        if keys is None or _taken_away(below, keys) is None:
            raise RulesError(("without",), f"{shown(place)} is no place in the game that this file extends")
        places.append(keys)
    wagers = [keys[1] for keys in places if keys[0] == "wager" and len(keys) == 2]
    places += [(kind, wager) for wager in wagers for kind in ("pay_tables", "jackpots")]
    meter = below.get("jackpot")
    if isinstance(meter, dict) and meter.get("wager") in wagers:
        places.append(("jackpot",))
    for keys in places:
        below = below if (taken := _taken_away(below, keys)) is None else taken
    if places and isinstance(below.get("readings"), dict):
        readings = {name: _kept(reading, places) for name, reading in below["readings"].items()}
        below = below | {"readings": {name: one for name, one in readings.items() if one is not None}}
    return below


def _kept(reading: Any, gone: list[tuple[str, ...]]) -> Any:  # noqa: ANN401  whatever stands in the file
    """A reading without changes of entries that are gone; None if it changes nothing any more."""
    options = reading.get("options") if isinstance(reading, dict) else None
    if not isinstance(options, dict) or not all(isinstance(one, dict) for one in options.values()):
        return reading
    kept = {
        option: {
            dotted: value
            for dotted, value in changes.items()
            if not any((keys_of(dotted) or ())[: len(place)] == place for place in gone)
        }
        for option, changes in options.items()
    }
    return reading | {"options": kept} if any(kept.values()) or kept == options else None


def _taken_away(table: object, keys: tuple[str, ...]) -> dict[str, Any] | None:
    """A table without an entry, and without the citation of what lacks it now; None if it has none."""
    key, *rest = keys
    if not isinstance(table, dict) or key not in table:
        return None
    if not rest:
        return {name: value for name, value in table.items() if name not in (key, "rule")}
    inner = _taken_away(table[key], tuple(rest))
    return None if inner is None else table | {key: inner}


def merged(below: dict[str, Any], above: dict[str, Any], place: tuple[str, ...] = ()) -> dict[str, Any]:
    """One table over another: tables in both are merged, everything else is the upper one's.

    A citation says where the document has an entry, so it does not pass to a table in which the upper
    file changes something.
    """
    # Tables inside are entries with citations of their own: where the upper file touches only these, the
    # citation of the table stays.
    both = {
        key
        for key, value in above.items()
        if isinstance(value, dict) and isinstance(below.get(key), dict) and not is_entry((*place, key))
    }
    kept = {key: value for key, value in below.items() if key != "rule" or both == above.keys()}
    return kept | {
        key: merged(below[key], value, (*place, key)) if key in both else value
        for key, value in above.items()
    }


def is_entry(place: tuple[str, ...]) -> bool:
    """Whether a table at this place is one value (an outcome, a prize, the changes of a reading)."""
    match place:
        case ("wager", _, "no_qualify" | "win" | "tie" | "lose"):
            return True
        case ("pay_tables", _, _, _) | ("readings", _, "options", _):
            return True
    return False


def changed(raw: dict[str, Any], changes: dict[str, Any], place: tuple[str, ...]) -> dict[str, Any]:
    """A file with the entries at dotted places replaced; `place` is where the changes are written."""
    for dotted, value in changes.items():
        keys = keys_of(dotted)
        table = put(raw, keys, value) if keys else None
        if not isinstance(table, dict):
            raise RulesError((*place, dotted), f"{shown(dotted)} is no place in this file")
        raw = table
    return raw


def put(table: object, keys: tuple[str, ...], value: object) -> dict[str, Any] | list[Any] | None:
    """The table with the entry at some keys, in a list from 0, replaced; None if that cannot be."""
    key, *rest = keys
    if isinstance(table, list):
        if not (key.isdecimal() and key.isascii() and int(key) < len(table)):
            return None
        place = int(key)
        inner = put(table[place], tuple(rest), value) if rest else value
        return None if inner is None else [*table[:place], inner, *table[place + 1 :]]
    if not isinstance(table, dict):
        return None
    inner = put(table.get(key, {}), tuple(rest), value) if rest else value
    return None if inner is None else table | {key: inner}


HEADER = re.compile(r"\s*(\[\[?)(.*?)\]\]?\s*(?:#.*)?")
_PART = r"(?:[A-Za-z0-9_-]+|\"(?:[^\"\\]|\\.)*\"|'[^']*')"
ENTRY = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=(.*)")
DEEP = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_PART}\s*\.\s*){{100}}")
"""A hundred tables inside each other: reading the keys of such a place takes the square of its length."""
_QUOTES = re.compile(r'"""|\'\'\'')
_NO_SIGN = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
"""Strings and comments, in which a bracket is none."""


def line_of(text: str, place: tuple[str, ...]) -> int | None:
    """The number of the line that holds an entry, ("claim", "3", "published"), or the nearest table."""
    found = closest(text, place)
    return found[1] if found else None


def closest(text: str, place: tuple[str, ...]) -> tuple[int, int] | None:
    """How many keys of `place` the text has, and the number of the line with the last of them."""
    best: tuple[int, int] | None = None
    for number, keys in _entries(text):
        here = ("details", *keys[1:]) if keys[:1] == ("imprint",) else keys
        depth = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, place, strict=False)))
        if depth > (best[0] if best else 0):
            best = (depth, number)
    return best


@lru_cache(maxsize=1 << 10)
def keys_of(dotted: str) -> tuple[str, ...] | None:
    """The keys of a dotted place as TOML reads them, such as 'a."b c"', or None when it is no place."""
    try:
        table = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return None
    keys: list[str] = []
    while isinstance(table, dict):
        if len(table) != 1:
            return None
        ((key, table),) = table.items()
        keys.append(key)
    return tuple(keys)


def _entries(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number of each line that opens a table or an entry, with the keys of what it opens.

    The inline tables of a list of several lines are opened too, numbered like those of [[claim]].
    """
    table: tuple[str, ...] = ()
    arrays: dict[tuple[str, ...], int] = {}  # of tables, each with the number of its last one
    inside = False  # of a text of several lines
    listed: tuple[str, ...] = ()
    open_signs, element = "", 0  # of a list of several lines
    for number, line in enumerate(text.split("\n"), start=1):
        opening = not inside
        parts = _QUOTES.split(line)
        code = line if len(parts) % 2 else parts[0] if opening else parts[-1]
        inside ^= len(parts) % 2 == 0
        if opening and not open_signs:
            if header := HEADER.fullmatch(line):
                table = keys_of(header[2]) or ()
                if header[1] == "[[":
                    arrays[table] = arrays.get(table, -1) + 1
                heads = (table[:length] for length in range(len(table), 0, -1))
                outer = next((head for head in heads if head in arrays), ())
                if outer:
                    table = (*outer, str(arrays[outer]), *table[len(outer) :])
                yield number, table
                continue
            if entry := ENTRY.match(code):
                listed, element, code = (*table, *(keys_of(entry[1]) or ())), 0, entry[2]
                yield number, listed
        if not opening and inside:
            continue
        for sign in re.findall(r"[\[\]{}]", _NO_SIGN.sub("", code)):
            if sign in "]}":
                open_signs = open_signs[:-1]
                continue
            if sign + open_signs == "{[":
                yield number, (*listed, str(element))
                element += 1
            open_signs += sign
