"""Documents of one submission never contradict each other: what several of them state is the same in all."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

import combin as library
from combin.certificate.body import certificate_body
from combin.formats.documents import document_markdown
from combin.formatting import decimal, percent
from combin.paper.poster import poster_data
from combin.rules.wagers import Kind
from combin.submission.layout import layout
from combin.submission.procedure import procedure_document, worked_examples
from combin.words.catalogue import load_catalogue

GAMES = ("crown-melbourne", "ultimate-three-card-poker", "teen-patti-20-20")
AUDITED = GAMES[:1]
DECIDED = GAMES[:2]


class Documents(NamedTuple):
    """The documents of a game: the body of its certificate as data, others as Markdown or as data."""

    game: library.Game
    certificate: dict[str, Any]
    prose: dict[str, str]
    poster: dict[str, Any]


@cache
def documents(name: str) -> Documents:
    game = library.load(name)
    prose = {"procedure": document_markdown(procedure_document(game, worked_examples(game)))}
    answers = {"par": game.par} | ({"audit": game.audit} if name in AUDITED else {})
    with TemporaryDirectory() as folder:
        for document, ask in answers.items():
            path = Path(folder) / f"{document}.md"
            ask().write(path)
            prose[document] = path.read_text(encoding="utf-8")
    body = json.loads(json.dumps(certificate_body(game.rules)))
    return Documents(game, body, prose, poster_data(game.poster()))


every_game = pytest.mark.parametrize("name", GAMES)


def edges(found: Documents) -> dict[tuple[str, str], Fraction]:
    """Return the house edges of the certificate by wager and letters."""
    base = found.game.rules.base
    stated = {
        (base, " ".join(one["tables"].values())): one["house_edge"] for one in found.certificate["base_game"]
    }
    for bet in found.certificate["side_bets"]:
        wager, letter = next(iter(bet["tables"].items()))
        stated.setdefault((wager, letter), bet["house_edge"])
    return {key: Fraction(edge) for key, edge in stated.items()}


@pytest.mark.slow
@every_game
@pytest.mark.few(2)
def test_house_edges_agree(name: str) -> None:
    found = documents(name)
    sheets = {one["sheet"]: one["house_edge"] for one in found.game.par().view().payload()["wagers"]}
    exact = {Fraction(edge["fraction"]) for edge in sheets.values() if edge}
    assert {*edges(found).values()} <= exact
    for (wager, _), edge in edges(found).items():
        for document in {"par", "audit"} & found.prose.keys():
            assert percent(edge, 4).removeprefix("-") in found.prose[document], (document, wager)
    rules, tiles = found.game.rules, {tile["name"]: tile["edge"] for tile in found.poster["edges"]["tiles"]}
    for wager in (rules.base, *rules.side_bets):
        first = next(edge for (of, _), edge in edges(found).items() if of == wager)
        shown = [tile for title, tile in tiles.items() if title.split(" and ")[0] == rules.bets[wager].name]
        assert shown in ([load_catalogue().percent(first)], [])


@pytest.mark.slow
@pytest.mark.parametrize("name", DECIDED)
def test_the_optimal_strategy_is_one_sentence(name: str) -> None:
    found = documents(name)
    rules = found.game.rules
    printed, analysis = found.game.printed_strategy(), found.game.analyse()
    first = next(iter(edges(found).values()))
    assert printed.figures[0].exact == str(first)
    assert analysis.wagers[rules.base].house_edge == first
    certified = found.certificate["base_game"][0]
    assert certified["hands_played"] == analysis.strategy.hands_played
    if not rules.file.deal.face_up:
        assert printed.statement == analysis.statement.text
        for document in ("par", "audit"):
            assert analysis.statement.text in " ".join(found.prose[document].split())


@pytest.mark.slow
@every_game
@pytest.mark.few(2)
def test_pay_tables_agree(name: str) -> None:
    found, say = documents(name), load_catalogue()
    procedure = " ".join(found.prose["procedure"].replace("\\", "").split()).casefold()
    poster = {cell for block in found.poster["blocks"] for row in block.get("rows", ()) for cell in row}
    for wager, tables in found.certificate["rules"]["pay_tables"].items():
        for letter, table in tables.items():
            for line, prize in table["lines"].items():
                if "odds" in prize:
                    pays = Fraction(prize["odds"])
                    assert found.game.rules.file.pay_tables[wager][letter].lines[line].odds == pays
                    assert f"{say.hand(line)} {say.odds(pays)}".casefold() in procedure, (wager, letter, line)
                    if letter == next(iter(tables)):
                        assert f"{say.odds(pays)} {table.get('odds', 'to 1')}" in poster, (wager, line)


@pytest.mark.slow
def test_meters_agree() -> None:
    found = documents("crown-melbourne")
    meters, stated = found.certificate["meters"], found.game.rules.file.jackpot
    assert stated is not None
    assert [(one["option"], Fraction(one["seed"]), Fraction(one["increment"])) for one in meters] == [
        (option, Fraction(meter.seed), Fraction(meter.increment))
        for option, entry in stated.options.items()
        for meter in entry.meters
    ]
    for one in {one["option"]: one for one in reversed(meters)}.values():  # the first seed of each option
        even, returned = Fraction(one["break_even_meter"]), Fraction(one["long_run_return"])
        assert f"${Decimal(decimal(even, 2)):,}" in found.prose["audit"]
        assert percent(returned, 4) in found.prose["audit"]
        assert percent(returned, 4) in found.prose["par"]
        assert f"{int(one['seed']):,}" in found.prose["par"]
    examples = [json.loads(line) for line in worked_examples(found.game)]
    assert {one["seed"] for one in examples if "seed" in one} == {meters[0]["seed"]}


@pytest.mark.slow
@every_game
@pytest.mark.few(2)
def test_wagers_of_layout_procedure_and_certificate_are_the_same(name: str) -> None:
    found = documents(name)
    rules = found.game.rules
    certified = {wager: one["name"] for wager, one in found.certificate["rules"]["wager"].items()}
    staked = {name for name, bet in rules.bets.items() if bet.kind is not Kind.BONUS}
    spots = {spot.wager: spot.name for row in layout(rules).rows for spot in row}
    assert spots == {wager: certified[wager] for wager in staked}
    for wager in staked:
        assert f"| {certified[wager]} " in found.prose["procedure"]
