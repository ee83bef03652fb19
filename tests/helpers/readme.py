"""A page of documentation run as a test: its files written, its commands and its Python compared.

Blocks run in order in one folder:

- a block whose first line is a comment with the name of a file (`# my-rules.toml`), or that follows a line
  `<!-- rounds.jsonl -->`, is written there;
- a `console` block runs each `$ combin ...`; what stands below it is what is printed on stderr and stdout. A
  line `...` stands for lines left out. Other commands are not run;
- a `python` block with `>>>` is a doctest, and knows what the blocks before it defined.
"""

from __future__ import annotations

import difflib
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.command_line import combined, typed


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, the line on which the text starts, and the file it is for."""

    language: str
    text: str
    line: int
    file: str | None


def blocks(page: str) -> list[Block]:
    """Return the fenced blocks of a page of Markdown."""
    found: list[Block] = []
    lines = page.splitlines()
    number = 0
    while number < len(lines):
        fence = re.fullmatch(r"(```+) *([\w-]*).*", lines[number])
        number += 1
        if not fence:
            continue
        start = number
        while number < len(lines) and lines[number].rstrip() != fence[1]:
            number += 1
        text = lines[start:number]
        number += 1
        above = lines[start - 2] if start > 1 else ""
        named = re.fullmatch(r"<!-- ([\w.-]+) -->", above) or re.fullmatch(
            r"# ([\w-]+\.\w+)", text[0] if text else ""
        )
        found.append(
            Block(fence[2], "".join(f"{line}\n" for line in text), start + 1, named[1] if named else None)
        )
    return found


def run(page: str, folder: Path) -> list[str]:
    """Run a page in a folder, which must be the working directory; return what is wrong with it.

    A page on which nothing is run is wrong, too.
    """
    problems: list[str] = []
    names: dict[str, object] = {}
    ran = 0
    for block in blocks(page):
        if block.file is not None:
            (folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            commands = [one for one in _commands(block) if one[1].startswith("combin ")]
            ran += len(commands)
            problems += [problem for one in commands for problem in _console(*one, folder)]
        elif block.language == "python" and ">>>" in block.text:
            ran += 1
            problems += _python(block, names)
    return problems if ran else ["nothing on this page is run"]


def execute(path: Path) -> int:
    """Run the Python blocks of a page, which know its text as `page`; return how many there are."""
    page = path.read_text(encoding="utf-8")
    names: dict[str, object] = {"page": page}
    programs = [one for one in blocks(page) if one.language == "python"]
    for one in programs:
        # Blank lines in front make a failure name the line of the page.
        exec(compile("\n" * (one.line - 1) + one.text, str(path), "exec"), names)  # noqa: S102
    return len(programs)


def _commands(block: Block) -> list[tuple[int, str, list[str]]]:
    """Return the commands of a block, each with its line and the lines below it."""
    found: list[tuple[int, str, list[str]]] = []
    continued = False
    for number, line in enumerate(block.text.splitlines(), start=block.line):
        if continued:
            found[-1] = (found[-1][0], found[-1][1] + line.strip().removesuffix("\\"), [])
        elif line.startswith("$ "):
            found.append((number, line.removeprefix("$ ").removesuffix("\\"), []))
        elif found:
            found[-1][2].append(line)
        continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    return found


def _console(number: int, command: str, shown: list[str], folder: Path) -> list[str]:
    first, piped, rest = command.partition(" | ")
    if _SHELL.search(first):
        printed = _by_a_shell(command, folder)
    elif piped:
        done = typed(first.removeprefix("combin "))
        printed = done.err + _by_a_shell(rest, folder, done.out)
    else:
        printed = combined(command)
    if holds(shown, printed.splitlines()):
        return []
    difference = difflib.unified_diff(shown, printed.splitlines(), "the page", "printed", lineterm="")
    return ["\n".join([f"line {number}: $ {command}", *difference])]


_SHELL = re.compile(r"[|<>&;$`*?()]")
"""What a shell may make something of; other commands run faster in this process."""


def _by_a_shell(command: str, folder: Path, read: str = "") -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        input=read,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        cwd=folder,
        encoding="utf-8",
        env=os.environ | {"PATH": path},
    )
    return done.stdout


def holds(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Tell whether the lines shown are those printed; `...` stands for any number of lines, or none.

    >>> holds(["a", "...", "d"], ["a", "b", "c", "d"]), holds(["..."], []), holds(["a"], ["a", "b"])
    (True, True, False)
    """
    if "..." not in shown:
        return list(shown) == list(printed)
    parts: list[list[str]] = [[]]
    for line in shown:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    first, *middle, last = parts
    end = len(printed) - len(last)
    if list(printed[: len(first)]) != first or list(printed[max(end, 0) :]) != last:
        return False
    place = len(first)
    for part in middle:
        while list(printed[place : place + len(part)]) != part:
            place += 1
            if place + len(part) > end:
                return False
        place += len(part)
    return place <= end


def _python(block: Block, names: dict[str, object]) -> list[str]:
    test = doctest.DocTestParser().get_doctest(block.text, names, "the page", None, block.line - 1)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append, clear_globs=False)
    names.update(test.globs)
    return ["".join(told)] if told else []
