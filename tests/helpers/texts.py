"""What files hold, as their text."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path


def entries(path: Path) -> dict[str, str]:
    """Return the entries of a text file by their titles, which stand behind "== "."""
    _, *texts = f"\n{path.read_text(encoding='utf-8')}".split("\n== ")
    parts = [text.partition("\n") for text in texts]
    found = {title: text.strip("\n") for title, _, text in parts}
    assert len(found) == len(parts), "a title stands twice"
    return found


def game_text(test: str, title: str) -> str:
    """Return a rule file by its title in the games.txt of a test's folder."""
    return f"{entries(Path(test).with_name('games.txt'))[title]}\n"


def table_rows(path: Path) -> list[tuple[str, ...]]:
    """Return the rows of a table of expectations, with " | " between their parts; "#" begins a remark."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" | ")) for line in lines if line and not line.startswith("#")]


def sides(path: Path, title: str) -> list[tuple[str, str]]:
    """Return what stands before and after the arrow of each line of an entry of a text file."""
    lines = (line.partition(" -> ") for line in entries(path)[title].split("\n"))
    return [(before, after) for before, _, after in lines]


def toml_text(data: Mapping[str, object]) -> str:
    """Return data as TOML, each entry at the top a line of its own and everything below it inline."""
    return "".join(f"{_quoted(key)} = {_inline(value)}\n" for key, value in data.items())


def json_text(data: Mapping[str, object]) -> str:
    """Return data as JSON on one line; numbers that JSON has no form for as Python writes them."""
    return json.dumps(data, ensure_ascii=False, default=float)


def _inline(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case Decimal():
            return f"{value}".replace("E+", "e").replace("Infinity", "inf").replace("NaN", "nan")
        case list():
            return f"[{', '.join(map(_inline, value))}]"
        case dict():
            return f"{{{', '.join(f'{_quoted(key)} = {_inline(one)}' for key, one in value.items())}}}"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    return json.dumps(text).replace("\\ud", "\\\\ud").replace("\x7f", "\\u007f")


def marked(path: Path) -> dict[str, Mapping[str, list[str]]]:
    """Return the entries of a text, by the name after #: their lines by the sign that each begins with.

    What stands before the first blank line introduces the text; headings stand behind "== ".
    """
    found: dict[str, Mapping[str, list[str]]] = {}
    for line in path.read_text(encoding="utf-8").partition("\n\n")[2].splitlines():
        if line.startswith("# "):
            assert line[2:] not in found
            entry = found[line[2:]] = defaultdict[str, list[str]](list)
        elif line and not line.startswith("== "):
            entry[line[0]].append(line[1:])
    return found
