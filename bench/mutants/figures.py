"""Mutants of data: one figure of a shipped rule or claims file changed, and does the audit notice?

    .venv/bin/python -m bench.mutants.figures                         # all documents that are audited
    .venv/bin/python -m bench.mutants.figures combin/audit/claims/uk-including-blind.toml
    .venv/bin/python -m bench.mutants.figures --part 1/9 combin/audit/claims/crown-melbourne.toml

Each whole number of the file becomes one more, but those of places ("7.3.1", "Table 3", "1 .. 13"), names
and comments. A mutant is killed when the file is refused or a claim gets another verdict; a survivor is a
figure that no claim pins.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import combin
from bench.mutants.forks import in_parallel, part_of
from combin.audit.load import CLAIMS, audited_games
from combin.rules import load
from combin.rules.errors import RulesError

__all__ = ["figures", "main"]

_PROSE = re.compile(
    r'''""".*?"""|^\s*\[.*?$|^\s*#.*?$|#[^"\n]*$'''
    r'''|"\d+ \.\. \d+"|^\s*\d+(?=\s*=)|"for 1"'''
    r'''|\b(?:from|to|version|option|table|pay_table)\s*=\s*"[^"\n]*"'''
    r'''|\b\w*(?:rule|place|title|document|publisher|says|section|id|why|finding|remark|source)\s*=\s*(?:""".*?"""|"[^"\n]*")''',
    re.MULTILINE | re.DOTALL,
)
"""Texts whose numbers name a place, a table or an option, or are words: no rule and no figure."""
_NUMBER = re.compile(r"(?<![\w.#-])\d+(?:,\d{3})*(?![\w#-]|\.\d)")


def figures(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield for each figure of a file its line, what it becomes, and the whole text with it changed."""
    bare = _PROSE.sub(lambda prose: re.sub(r"\S", "x", prose[0]), text)
    for one in _NUMBER.finditer(bare):
        value = int(one[0].replace(",", "")) + 1
        after = f"{value:,}" if "," in one[0] else str(value)
        line = text.count("\n", 0, one.start()) + 1
        shown = f"{text.splitlines()[line - 1].strip()[:80]}: {one[0]}  ->  {after}"
        yield line, shown, text[: one.start()] + after + text[one.end() :]


def _result(game: str) -> object:
    try:
        return [(one.id, one.verdict) for one in combin.load(game).audit().judged]
    except RulesError as error:
        return str(error)


def score(path: Path, part: slice) -> tuple[int, list[str]]:
    """Return how many mutants are in a part of a file's, and those that the audit does not notice."""
    game, text = path.stem, path.read_text(encoding="utf-8")
    before = _result(game)
    made = list(figures(text))[part]
    survived: list[str] = []
    mutated, read = path.resolve(), load.read_text  # the one place where a file becomes text

    def attempt(changed: str) -> int:
        def instead(path: Path) -> str:
            return changed if path == mutated else read(path)

        load.read_text = instead
        load._shipped_rules.cache_clear()  # noqa: SLF001  what ships is read once elsewhere
        return int(_result(game) != before)

    def done(number: int, status: int) -> None:
        if status == 0:
            survived.append(f"{path}:{made[number][0]}: {made[number][1]}")
            print(survived[-1], flush=True)

    in_parallel(((number, partial(attempt, one[2])) for number, one in enumerate(made)), done)
    return len(made), survived


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.mutants.figures", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="rule or claims files that ship")
    shipped = [folder / f"{game}.toml" for game in audited_games() for folder in (CLAIMS, load.LIBRARY)]
    parser.add_argument("--part", type=part_of, default="1/1", help="2/3: of three figures the second")
    chosen = parser.parse_args()
    for path in chosen.paths or shipped:
        number, survived = score(path, chosen.part)
        print(f"== {path}: {number} figures, {number - len(survived)} noticed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
