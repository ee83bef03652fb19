"""Rule files that are hard to lay out: all documents of each are on full pages, in type that can be read."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from combin.answers import Answer
from combin.design.variants import Sensitivity, Workbench, sensitivity_asked
from combin.formats.typesetter import document_data, typeset
from combin.game import Game, load
from combin.par.book import Book, par_document
from combin.rules.resolved import keep
from tests.helpers.pages import fills, texts, type_sizes

FILES = sorted((Path(__file__).parents[1] / "data" / "nasty").glob("*.toml"))

NAMES = [file.stem for file in FILES]


@cache
def game(name: str) -> Game:
    return load(next(file for file in FILES if file.stem == name))


@cache
def book(name: str) -> Book:
    found: Book = game(name).par()
    rules, letters = game(name).rules, found.main.letters
    # What takes long is on pages like others.
    vars(found)["mix"] = "not asked"
    start = Workbench().variant(rules, letters)
    keep(sensitivity_asked(rules, letters), Sensitivity(rules, letters, start, (), (), ()))
    return found


def documents(name: str) -> dict[str, bytes]:
    """Return all documents of a file as PDF."""
    (par,) = typeset("report", document_data(par_document(book(name))), "pdf")
    found = {"par": par}
    strategy = game(name).printed_strategy()
    with TemporaryDirectory() as folder:
        printed: tuple[tuple[str, Answer, dict[str, str]], ...] = (
            ("poster", game(name).poster(), {}),
            ("card", strategy, {}),
            ("sheet", strategy, {"size": "a4"}),
        )
        for kind, document, layout in printed:
            (path,) = document.write(Path(folder) / f"{kind}.pdf", **layout)
            found[kind] = path.read_bytes()
    return found


@pytest.mark.slow  # four documents, of which one has twenty pages
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.few(2)
def test_every_page_is_full_can_be_read_and_copied(name: str) -> None:
    title = game(name).rules.file.title
    made = documents(name)
    for kind, pdf in made.items():
        assert min(fills(pdf)) > 1 / 3, kind
        assert min(type_sizes(pdf)) >= 6, kind
        if kind in ("par", "poster"):  # a card shortens the title
            assert title in texts(pdf)[0].replace("’", "'"), kind
    assert tuple(re.findall(r"\b[0-9a-f]{64}\b", texts(made["par"])[0])) == book(name).hashes
