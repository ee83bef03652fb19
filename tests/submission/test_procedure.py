"""The dealing procedure of a submission: its steps, its worked examples, what it says of changes."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import combin as library
from combin.formats.documents import Document, Heading, Listing, document_markdown
from combin.formats.tables import Table
from combin.game import Game
from combin.rules.outcomes import line_odds
from combin.rules.wagers import Kind
from combin.submission.procedure import UNIT, procedure_document, worked_examples
from combin.words.catalogue import load_catalogue
from tests.helpers.command_line import combin
from tests.helpers.variants import ONE_OF_EACH_KIND


@cache
def examples(game: str) -> dict[str, dict[str, Any]]:
    """Return the records of a game by what they show, without their numbers."""
    records = map(json.loads, worked_examples(library.load(game)))
    return {record["id"].partition(". ")[2]: record for record in records}


def chapters(document: Document) -> dict[str, list[object]]:
    """Return the blocks below each heading of a document."""
    found: dict[str, list[object]] = {}
    for block in document.blocks:
        if isinstance(block, Heading):
            found[block.text] = []
        else:
            found[[*found][-1]].append(block)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
@pytest.mark.few(4)
def test_each_case_and_each_line_has_an_example_that_settlement_agrees_with(name: str) -> None:
    game = library.load(name)
    rules, found = game.rules, examples(name)
    settled = game.settle([json.dumps(record) for record in found.values()])
    assert settled.errors == ()
    cases = [case for case in rules.cases if case.qualified or rules.qualifies]
    of_base = len(cases) * (not rules.alone) + bool(rules.play)
    lines = 0
    for wager, tables in rules.tables.items():
        bet, (letter, table) = rules.bets[wager], next(iter(tables.items()))
        lines += len(table.lines) + (bet.kind is not Kind.BONUS)
        if bet.kind not in (Kind.BONUS, Kind.PAY_TABLE) or table.pays_money:
            continue
        nets = line_odds(rules, table)
        for line in table.lines:  # what the engine counts as this line's net, settlement pays
            shown = f"{bet.name}: {load_catalogue().hand(line.text)}"
            (hand,) = settled.rounds[[*found].index(shown)].hands
            paid = hand.wager(wager)
            assert paid.net == nets[line.text] * (paid.staked or hand.wager(bet.on).staked), shown
        assert game.analyse().letters[wager] == letter
    assert len(found) == of_base + lines


def test_cases_show_what_they_say() -> None:
    game = library.load("resorts-world-sentosa")
    found = examples("resorts-world-sentosa")
    settled = dict(zip(found, game.settle([*map(json.dumps, found.values())]).rounds, strict=True))
    nets = {shown: settled[shown].net for shown in [*found][:5]}
    assert nets == {
        "The dealer does not qualify": UNIT,
        "The player's hand is higher": 2 * UNIT,
        "The hands are equal": 0,
        "The dealer's hand is higher": -2 * UNIT,
        "The player folds": Fraction(-2 * UNIT - 1),  # Ante, Pair Plus and one unit on the jackpot
    }
    assert (
        found["The player's hand is higher"]["hands"][0]["cards"] == "Qc 6d 4h"
    )  # the weakest that is played
    jackpot = settled["Progressive Jackpot: A-K-Q straight flush of spades"].hands[0].wager("jackpot")
    assert [jackpot.staked, jackpot.returned] == [Fraction(1), Fraction(10_000)]


@pytest.mark.slow
def test_the_document_has_every_chapter() -> None:
    game = library.load("resorts-world-sentosa", None, {"revisions": [["2", "2013-10-22", "Jackpot added"]]})
    found = chapters(procedure_document(game, worked_examples(game)))
    titles = ["Dealing procedure", "Worked examples", "Differences from the base game"]
    assert [*found][1:] == [*titles, "Method and assumptions", "Revisions"]
    (steps,) = found["Dealing procedure"]
    assert isinstance(steps, Table)
    assert [*dict.fromkeys(row[0] for row in steps.rows)] == [
        *("1. Cards", "2. Wagers", "3. Deal", "4. Decision", "5. Reveal", "6. Settlement")
    ]
    assert ("2. Wagers", "Progressive Jackpot", "Before the deal, together with Ante", "3.4") in steps.rows
    (revisions,) = found["Revisions"]
    assert isinstance(revisions, Table)
    assert revisions.rows == (("2", "2013-10-22", "Jackpot added"),)
    (methods,) = found["Method and assumptions"]
    assert isinstance(methods, Listing)
    assert [item.text.partition(":")[0] for item in methods.items] == [
        *("Shuffle", "Information", "Play", "Arithmetic", "Methods", "Not included")
    ]


@pytest.mark.slow
def test_a_game_is_compared_with_the_one_that_it_extends(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        'extends = "three-card-prime"\nid = "mine"\ntitle = "Mine"\n[dealer]\nqualifies = "J high"\n'
        '[details]\nlanguage = "fr"\ncurrency = "€"\n',
        encoding="utf-8",
    )
    game = Game(library.load(rules).rules, rules)
    text = document_markdown(procedure_document(game, worked_examples(game)))
    assert "## Différences avec le jeu de base" in text
    assert "jack high" in text
    assert "Le fichier de règles ne donne pas de révisions" in text


def test_wrong_revisions_are_refused(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        'extends = "three-card-prime"\nid = "mine"\ntitle = "Mine"\n[details]\nrevisions = [["1", "2026"]]\n',
        encoding="utf-8",
    )
    refused = combin("show", str(rules))
    assert (refused.code, refused.out) == (2, "")
    assert "details.revisions" in refused.err
