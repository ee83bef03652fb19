"""The games that ship: do they cite what stands in the documents, and say what those say.

What the documents number, define and print in tables is written down here a second time, from the documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from combin.cards.ranking import DOCUMENT_ORDER, AceLow, StraightSuits
from combin.formatting import percent, plain
from combin.rules.load import LIBRARY, extended, library_games, load_rules, read_toml
from combin.rules.wagers import Case, PayTableWager, Prize
from tests.helpers.texts import entries
from tests.helpers.variants import shipped

CROWN, RWS, UK = "crown-melbourne", "resorts-world-sentosa", "uk-including-blind"
GAMES = (CROWN, RWS, UK)

PRINTED = entries(Path(__file__).with_name("documents.txt"))
NUMBERED = {
    game: {
        number: int(below)
        for number, below in re.findall(r"(\S+):(\d+)", PRINTED[f"numbers below each number of {game}"])
    }
    for game in (CROWN, RWS)
}
"""How many numbers or letters a document has below each of its numbers; below one that is not here, none."""
LEFT_OUT = {"7.2"}  # Crown goes from 7.1 to 7.3
DEFINED = {
    CROWN: (
        "1.1",
        {"Ante", "Ante Bonus", "Fold", "Jackpot Cards", "Pair Plus", "Play", "Qualify", "Straight"},
    ),
    RWS: ("1", {"Ante", "Ante Bonus", "fold", "Pair Plus", "Play", "Stand-Off"}),
}
PRINTED_TABLES = {
    CROWN: {"6.3 Table 1", "6.3 Table 2", "7.1 Table 3", "7.1 Table 4", "10.2 Table 9"},
    RWS: set[str](),
}
CITED = (
    *("deck", "deal", "ranking", "dealer", "decision", "decision.blind", "limits", "jackpot"),
    *("wager.*", "wager.*.no_qualify", "wager.*.win", "wager.*.tie", "wager.*.lose", "pay_tables.*.*"),
    *("irregularities.*", "readings.*", "jackpot.options.*"),
)
"""The tables that encode something, and so say where it stands."""
HEADINGS = {"opening paragraph", "Ante Bonus", "Pair Plus", "Prime"}


def tables(
    raw: dict[str, Any], place: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Give each table of a file with its place."""
    for key, value in raw.items():
        if isinstance(value, dict):
            yield (*place, key), value
            yield from tables(value, (*place, key))


def citations(game: str) -> Iterator[tuple[str, str]]:
    """Give each citation of a file with the place of its entry."""
    for place, table in tables(read_toml(LIBRARY / f"{game}.toml")):
        for key, value in table.items():
            if key == "rule" or key.endswith("_rule"):
                for one in value.split(", "):
                    yield ".".join((*place, key)), one


def places_of(number: str) -> list[str]:
    """Return the steps down to a number: 9.5.2(a)(i) is 9, 5, 2, a, i."""
    return re.findall(r"\d+|\([a-z]+\)", number)


def exists(game: str, number: str) -> bool:
    """Tell whether the document has a number."""
    above = ""
    for step in places_of(number):
        if above:
            roman = ("(i)", "(ii)", "(iii)", "(iv)", "(v)", "(vi)")
            here = roman.index(step) + 1 if above.endswith(")") and step in roman else None
            index = here or (int(step) if step.isdigit() else ord(step[1]) - ord("a") + 1)
            if not 1 <= index <= NUMBERED[game].get(above, 0):
                return False
        above += f".{step}" if above and step.isdigit() else step
    return above == number and number not in LEFT_OUT


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_cites_its_rule(game: str) -> None:
    raw = read_toml(LIBRARY / f"{game}.toml")
    patterns = [re.compile(pattern.replace(".", r"\.").replace("*", "[^.]+")) for pattern in CITED]
    seen = set()
    for place, table in tables(raw):
        for pattern in patterns:
            if pattern.fullmatch(".".join(place)):
                seen.add(pattern.pattern)
                assert table.get("rule", "").strip(), place
    # RWS has no blind hands, limits or published meters; Crown has it all.
    assert len(seen) >= len(patterns) - (0 if game == CROWN else 4)


@pytest.mark.parametrize("game", GAMES)
def test_every_key_that_cites_cites_something(game: str) -> None:
    found = list(citations(game))
    assert len(found) > 30
    assert all(one.strip() == one != "" for _, one in found)


@pytest.mark.parametrize("game", [CROWN, RWS])
def test_citations_are_numbers_definitions_and_tables_of_the_document(game: str) -> None:
    sections = read_toml(LIBRARY / f"{game}.toml")["source"]["sections"]
    assert {number for number in NUMBERED[game] if "." not in number} <= set(sections)
    where, defined = DEFINED[game]
    for place, one in citations(game):
        number, _, rest = one.partition(" ")
        assert places_of(number)[0] in sections, place
        if rest.startswith("Table"):
            assert one in PRINTED_TABLES[game], (place, one)
        elif rest:
            assert (number, rest.strip("'") in defined) == (where, True), (place, one)
        else:
            assert exists(game, number), (place, one)


def test_the_check_of_numbers_can_fail() -> None:
    assert all(exists(CROWN, number) for number in ("9.5.2(a)(ii)", "10.1.1(b)(iv)", "11.20", "5.5.1(a)"))
    wrong = ("14", "7.2", "7.5", "11.21", "9.5.2(d)", "10.1.1(b)(v)", "5.5.2(a)", "11.11.1(a)", "5.11.2.1")
    assert [number for number in wrong if "." in number and exists(CROWN, number)] == []
    assert [number for number in ("3.14", "5.1.6", "3.8.1(a)", "4.5") if exists(RWS, number)] == []


def test_citations_of_the_poster_are_bullets_and_headings() -> None:
    """It numbers nothing; counted from the top, its list has 27 bullets."""
    for place, one in citations(UK):
        words = one.removeprefix("bullets ").removeprefix("bullet ")
        if words in HEADINGS:
            continue
        bullet = re.fullmatch(r"(\d+)(?:\((?:i|ii|iii|iv|v|vi)\))?", words)
        assert bullet, (place, one)
        assert 1 <= int(bullet[1]) <= 27, (place, one)


@pytest.mark.parametrize("game", GAMES)
def test_the_three_documents_play_the_same_base_game(game: str) -> None:
    rules = shipped(game)
    assert rules.ranking.order == DOCUMENT_ORDER
    assert rules.ranking.ace_low is AceLow.LOWEST
    assert rules.ranking.straight_suits is StraightSuits.MORE_THAN_ONE
    assert len(rules.deck) == 52
    assert rules.file.dealer.qualifies == "Q high"
    assert rules.file.decision.play == (1,)
    cases = (Case.NO_QUALIFY, Case.WIN, Case.TIE, Case.LOSE)
    nets = {name: [rules.bets[name].outcomes[case].pays for case in cases] for name in ("ante", "play")}
    assert nets == {"ante": [1, 1, 0, -1], "play": [0, 1, 0, -1]}


def pay(prize: Prize) -> str:
    """Return a prize as the file of what is printed has it."""
    share = f"{plain((prize.meter or 0) * 100)}%"
    pays = (
        plain(prize.odds)
        if prize.odds is not None
        else share
        if prize.meter
        else f"${plain(prize.money or 0)}"
    )
    return f"{pays}+{plain(prize.envy)}" if prize.envy else pays


def test_pays_of_the_documents() -> None:
    found = [
        f"{game} {wager} {letter}: {' '.join(map(pay, entry.lines.values()))}"
        for game in GAMES
        for wager, tables in shipped(game).file.pay_tables.items()
        for letter, entry in tables.items()
    ]
    assert found == PRINTED["pays"].splitlines()


def test_meters_of_crown() -> None:
    jackpot = shipped(CROWN).file.jackpot
    assert jackpot is not None
    found = [
        f"{name} {option.pay_table}: "
        + ", ".join(f"{meter.seed} {percent(meter.increment, 2)}" for meter in option.meters)
        for name, option in jackpot.options.items()
    ]
    assert found == PRINTED["meters"].splitlines()


def test_what_a_fold_does_to_pair_plus() -> None:
    """Crown 9.5.2(a)(i) and (b), RWS 3.8.1, the poster's bullet 15."""
    found = {game: shipped(game).wagers["pair_plus"] for game in GAMES}
    assert {game: one.on_fold for game, one in found.items() if isinstance(one, PayTableWager)} == {
        CROWN: "may stay",
        RWS: "lost",
        UK: "stays",
    }


def test_blind_hands() -> None:
    """Crown 5.11.2; RWS knows none; the poster's bullets 4 and 8 ask for Play in advance."""
    blind = {game: shipped(game).file.decision.blind for game in GAMES}
    assert {game: (one.allowed, one.play_in_advance) for game, one in blind.items()} == {
        CROWN: (True, False),
        RWS: (False, False),
        UK: (True, True),
    }


# -- games as others describe them --------------------------------------------------------------------

DESCRIBED = [
    game
    for game in library_games()
    if read_toml(LIBRARY / f"{game}.toml").get("source", {}).get("kind") == "description"
]


def cited(entry: object) -> bool:
    """Tell whether an entry, or every part of it, has a citation."""
    if not isinstance(entry, dict):
        return False
    return bool(entry.get("rule")) or (bool(entry) and all(map(cited, entry.values())))


@pytest.mark.parametrize("game", DESCRIBED)
def test_every_entry_cites_a_source(game: str) -> None:
    raw = read_toml(LIBRARY / f"{game}.toml")
    parts: dict[str, object] = {
        name: raw[name] for name in ("deck", "deal", "ranking", "dealer", "decision") if name in raw
    }
    parts |= {f"wager.{name}": wager for name, wager in raw.get("wager", {}).items()}
    parts |= {
        f"pay_tables.{wager}.{letter}": table
        for wager, tables in raw.get("pay_tables", {}).items()
        for letter, table in tables.items()
    }
    assert parts
    assert [name for name, entry in parts.items() if not cited(entry)] == []


@pytest.mark.parametrize("game", DESCRIBED)
def test_every_game_names_its_source(game: str) -> None:
    source = load_rules(game).file.source
    assert source.document
    assert source.publisher or source.document.startswith("Study for combin")


def test_a_study_is_the_standard_game_but_for_what_is_seen() -> None:
    standard = load_rules("three-card-poker").file
    kept = ("ante", "play", "ante_bonus", "pair_plus")
    for game in ("hole-card", "hole-card-paint", "edge-sorting"):
        study = load_rules(game).file
        assert study.wager == {name: standard.wager[name] for name in kept}
        assert study.pay_tables == {name: standard.pay_tables[name] for name in kept[2:]}
        assert study.ranking == standard.ranking
        assert (study.deal.face_up, standard.deal.face_up) == (1, 0)
    assert extended("hole-card-paint") == "hole-card"
