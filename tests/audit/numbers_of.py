"""Write the numbers of a document that ship with its claims: `python -m tests.audit.numbers_of GAME TEXT`.

The first line says how many numbers of rules and tables the text has. Each other line has one of its numbers
after the line, the rule and the table that it is in; nothing else of the text.
"""

from __future__ import annotations

import sys
from pathlib import Path

from combin.audit.load import CLAIMS, load_claims, read_numbers
from combin.audit.quantities.document import listed_rules


def written(text: str, game: str) -> str:
    """Return the numbers of a text in the form of the files that ship."""
    file, _ = load_claims(CLAIMS / f"{game}.toml")
    numbers, labels = read_numbers(text, [*listed_rules(file.outline)], file.decimal)
    rows = (f"{one.line}\t{one.rule}\t{one.table}\t{one.text}\n" for one in numbers)
    return f"{labels}\n{''.join(rows)}"


if __name__ == "__main__":
    name, path = sys.argv[1:]
    found = written(Path(path).read_text(encoding="utf-8"), name)
    (CLAIMS / f"{name}.numbers.txt").write_text(found, encoding="utf-8")
