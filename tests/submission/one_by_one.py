"""The documents of a submission that have commands of their own, each written by its own: the slower road."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from combin.audit.load import shipped_claims

COMMANDS = {
    "-par.xlsx": "par",
    "-par.pdf": "par",
    ".certificate.json": "certify",
    "-strategy.pdf": "print strategy --size a4",
    "-card.pdf": "print strategy",
    "-guide.pdf": "print poster",
    "-layout.pdf": "print layout",
}
"""By the end of the name of each document: the words of its command."""


def write_each(game: str, folder: Path) -> list[str]:
    """Write the documents of a built-in game; return the names of the files."""
    combin = str(Path(sys.executable).with_name("combin"))
    commands = {**COMMANDS, **({"-audit.pdf": "audit"} if shipped_claims(game) else {})}
    for ending, words in commands.items():
        into = str(folder / f"{game}{ending}")
        subprocess.run([combin, *words.split(), game, "-o", into], check=True, stdout=subprocess.DEVNULL)
    return [f"{game}{ending}" for ending in commands]
