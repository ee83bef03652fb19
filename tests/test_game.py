from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest
from msgspec.structs import replace

import combin
from combin.answers import Answer
from combin.formats import Format
from combin.game import Game
from combin.progress import watched
from combin.rules.errors import RulesError
from tests.helpers import golden_files
from tests.helpers.command_line import combin as command


@pytest.fixture(scope="module")
def crown() -> Game:
    return combin.load("crown-melbourne")


@pytest.fixture(scope="module")
def uk() -> Game:
    return combin.load("uk-including-blind")


def test_games_that_ship_load_by_id() -> None:
    assert [combin.load(game).rules.file.id for game in combin.games()] == list(combin.games())


@pytest.mark.parametrize("kind", [str, Path])
def test_a_rule_file_loads_by_path(kind: type) -> None:
    game = combin.load(kind(golden_files.FOLDER / "variant.toml"))
    assert repr(game) == "<Game king-high-double: King-high double>"


def test_a_wager_that_is_not_named_takes_its_first_table(crown: Game) -> None:
    assert crown.analyse(pair_plus="C").tables == {"ante_bonus": "A", "pair_plus": "C"}


def test_alternatives_are_every_choice_of_tables(crown: Game) -> None:
    found = crown.alternatives(ante_bonus="C")
    assert [one.tables["pair_plus"] for one in found] == list("ABCDEF")
    assert len(found) == 6
    assert found[5].wagers == crown.analyse(ante_bonus="C", pair_plus="F").wagers


def test_alternatives_of_one_are_shown_like_an_analysis(uk: Game) -> None:
    assert str(uk.alternatives()) == str(uk.analyse())
    assert uk.alternatives().to_dict() == uk.analyse().to_dict()


def test_letters_may_be_given_as_a_mapping(crown: Game) -> None:
    tables = {"ante_bonus": "C", "pair_plus": "B"}
    assert crown.analyse(tables=tables).tables == tables
    assert crown.strategy(tables=tables).analysis.letters == tables
    assert crown.hand("Qs 6h 4d", tables=tables).letters == tables


@pytest.mark.parametrize("wager", ["prime", "jackpot", "digits"])
def test_a_pay_table_that_the_game_does_not_have_is_refused(wager: str, crown: Game) -> None:
    for ask in (crown.analyse, crown.alternatives, crown.strategy):
        with pytest.raises(RulesError, match=f"crown-melbourne has no pay table for '{wager}'"):
            ask(tables={wager: "A"})
        with pytest.raises(RulesError, match="crown-melbourne has no ante_bonus table 'Z'"):
            ask(ante_bonus="Z")


def test_wagers_placed_together_are_in_money(crown: Game) -> None:
    found = crown.mix({"ante": 10, "pair_plus": "2.50"}, tables={"ante_bonus": "B"}, pair_plus="F")
    assert found.tables == {"ante_bonus": "B", "pair_plus": "F"}
    assert found.statement == "Play Q-6-4 or better, fold the rest."
    assert found.wagers["ante"].house_edge == Fraction(3672957, 101792600)
    losses = {name: one.expected_loss for name, one in found.wagers.items()}
    assert losses == {"ante": 10 * Fraction(3672957, 101792600), "pair_plus": Fraction(149 * 5, 5525 * 2)}
    assert found.together.expected_loss == sum(losses.values()) == found.house_edge * Fraction(25, 2)
    assert found.covariances["pair_plus", "pair_plus"] == found.wagers["pair_plus"].variance


def test_rounds_played_at_random_agree_with_the_exact_figures(crown: Game) -> None:
    exact = crown.analyse(ante_bonus="C", pair_plus="F", strategy="always play")
    told: list[tuple[int, int]] = []
    tables = {"ante_bonus": "C", "jackpot": "2"}
    with watched(lambda *step: told.append(step)):
        found = crown.simulate(2_000, seed=7, strategy="always play", tables=tables, pair_plus="F")
    assert found.statement == str(exact.statement)
    assert told[-1] == (2_000, 2_000)
    assert list(found.wagers) == ["ante", "pair_plus", "jackpot"]
    for name, distribution in exact.wagers.items():
        assert found.wagers[name].expectation == -distribution.house_edge
        assert sum(found.wagers[name].sample.outcomes.values()) == 2_000
    assert found.wagers["jackpot"].letters == {"jackpot": "2"}
    assert found.agrees
    other = crown.simulate(2_000, seed=8)
    assert other.wagers["ante"].sample.mean != found.wagers["ante"].sample.mean


def test_a_simulation_in_which_one_wager_is_off_does_not_agree(crown: Game) -> None:
    found = crown.simulate(2_000)
    ante, *others = found.sampled
    off = dataclasses.replace(ante, exact=replace(ante.exact, outcomes=((Fraction(9), 1),)))
    assert not dataclasses.replace(found, sampled=(*others, off)).agrees


@pytest.mark.parametrize(
    "kind", [str, Path, lambda path: path.read_text().splitlines()], ids=["str", "Path", "lines"]
)
def test_rounds_are_settled_from_a_path_or_from_lines(kind: type, crown: Game) -> None:
    result = crown.settle(kind(golden_files.FOLDER / "rounds.jsonl"))
    assert [one.id for one in result.rounds] == [1, "T7-2", 4, 5]
    assert [one.line for one in result.errors] == [3, 4]
    wrong = {one.wager: one.difference for one in result.paid_wrongly}
    assert wrong == {"play": 10, "total": -20, "pair_plus": 5}


def test_a_file_of_rounds_that_is_not_there_is_an_os_error(crown: Game) -> None:
    with pytest.raises(FileNotFoundError):
        crown.settle("nowhere.jsonl")


# -- what all answers can do -------------------------------------------------------------------------


ROUNDS = golden_files.FOLDER / "rounds.jsonl"

QUESTIONS: dict[str, tuple[Callable[[Game], Answer], str]] = {
    "show": (Game.show, "show crown-melbourne"),
    "analyse": (lambda game: game.analyse(ante_bonus="A", pair_plus="F"), ""),
    "alternatives": (Game.alternatives, "analyse crown-melbourne"),
    "strategy": (Game.strategy, "strategy crown-melbourne"),
    "joint_strategy": (
        lambda game: game.joint_strategy(1, 8, option="2"),
        "strategy crown-melbourne --jackpot 1 --ante 8 --option 2",
    ),
    "tournament": (Game.tournament, "tournament crown-melbourne"),
    "hand": (lambda game: game.hand("Qs 6h 4d"), "hand crown-melbourne Qs6h4d"),
    "compare": (lambda game: game.compare("Qs 6h 4d", "2c 2d 9s"), "hand crown-melbourne Qs6h4d 2c2d9s"),
    "settle": (lambda game: game.settle(ROUNDS), f"settle crown-melbourne {ROUNDS}"),
    "simulate": (lambda game: game.simulate(1000, seed=5), "simulate crown-melbourne --rounds 1000 --seed 5"),
    "mix": (
        lambda game: game.mix({"ante": 1, "pair_plus": 2}),
        "mix crown-melbourne --bet ante=1 --bet pair_plus=2",
    ),
    "session": (
        lambda game: game.session({"ante": 10}, 50, bankroll=200, goal=300, rebate="10%"),
        "session crown-melbourne --bet ante=10 --rounds 50 --bankroll 200 --goal 300 --rebate 10%",
    ),
    "table": (
        lambda game: game.table({"pair_plus": 5}, 6, pace=50, hours=6, comp="30%"),
        "table crown-melbourne --seats 6 --bet pair_plus=5 --pace 50 --hours 6 --comp 30%",
    ),
    "jackpot": (Game.jackpot, "jackpot crown-melbourne"),
    "design": (
        lambda game: game.design("2%..3%", pays={"pair": "1"}, limit=2),
        "design crown-melbourne --edge 2%..3% --pays pair=1 --limit 2",
    ),
    "sweep": (
        lambda game: game.sweep({"decision.play": [1, 2]}),
        "sweep crown-melbourne --set decision.play=1,2",
    ),
    "sensitivity": (Game.sensitivity, "sensitivity crown-melbourne"),
    "removal": (Game.removal, "removal crown-melbourne"),
    "diff": (
        lambda game: game.diff(combin.load("uk-including-blind")),
        "diff crown-melbourne uk-including-blind",
    ),
    "check": (Game.check, "check crown-melbourne"),
    "audit": (Game.audit, "audit crown-melbourne"),
    "published": (lambda _: combin.load("three-card-poker").published(), "published --game three-card-poker"),
    "formula": (lambda game: game.formula("pair_plus"), "formula crown-melbourne pair_plus"),
    "plot": (lambda game: game.plot("outcomes", "pair_plus"), ""),
    "poster": (Game.poster, ""),
    "printed_strategy": (Game.printed_strategy, ""),
    "par": (lambda game: game.par(ante_bonus="A", pair_plus="F", jackpot="1"), ""),
    "frequencies": (lambda game: game.frequencies(5), "frequencies 5"),
}
"""Every question of a game that takes no file, and the command that asks it where one shows it."""

OF_FILES = {"certify", "layout", "monitor", "verify", "settle_each", "submit", "sweep_into", "theorem"}
"""Those that the tests of certificates, logs, settled rounds, submissions, layouts and shards ask."""

LONG = {"collusion", "protect"}
"""Those that take long, and that the tests of game protection ask of small decks."""


@pytest.fixture(scope="module")
def answers(crown: Game) -> dict[str, Answer]:
    return {name: ask(crown) for name, (ask, _) in QUESTIONS.items()}


def test_every_question_is_asked_here() -> None:
    public = {name for name, one in vars(Game).items() if callable(one) and not name.startswith("_")}
    assert public == QUESTIONS.keys() | OF_FILES | LONG


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_shown_in_every_way(question: str, answers: dict[str, Answer]) -> None:
    shown = answers[question]
    assert repr(shown) == f"<{type(shown).__name__}: {shown.view().heading}>"
    for form in Format:
        assert shown.view().text(form).strip()
    json.dumps(shown.to_dict())
    frame = shown.frame()
    assert frame.height == len(shown.view().records())
    html = shown._repr_html_()
    assert html.startswith(("<h4>", "<svg"))
    for tag in ("table", "thead", "tbody", "tr", "td", "th", "h4", "h5", "p", "svg"):
        assert html.count(f"<{tag}>") + html.count(f"<{tag} ") == html.count(f"</{tag}>")


@pytest.mark.slow
@pytest.mark.parametrize("question", [name for name, (_, words) in QUESTIONS.items() if words])
def test_answers_say_what_the_command_line_says(question: str, answers: dict[str, Answer]) -> None:
    shown, words = answers[question], QUESTIONS[question][1].split()
    assert f"{shown}\n" == command(*words).out
    assert shown.to_dict() == json.loads(command(*words, "--format", "json").out)


@pytest.mark.slow
def test_answers_are_written_whole_or_refused_in_one_line(crown: Game, tmp_path: Path) -> None:
    for ending in (".txt", ".json", ".csv", ".md", ".parquet"):
        path = tmp_path / f"analysis{ending}"
        assert crown.analyse().write(path) == (path,)
        assert path.stat().st_size
    written: dict[str, Answer] = {
        "audit.html": crown.audit(),
        "published.md": combin.load("three-card-poker").published("Bodog"),
        "outcomes.svg": crown.plot("outcomes"),
        "card.txt": crown.printed_strategy(),
    }
    for name, shown in written.items():
        assert shown.write(str(tmp_path / name)) == (tmp_path / name,)
        assert (tmp_path / name).stat().st_size
    others: list[Answer] = [crown.analyse(), crown.par(), crown.poster()]
    for shown in (*others, *written.values()):
        with pytest.raises(ValueError, match=r"^[^\n]*\.odd[^\n]*$"):
            shown.write(tmp_path / "file.odd")


def test_an_audit_is_of_a_game_as_it_ships(uk: Game) -> None:
    with pytest.raises(RulesError, match="read under readings of its own"):
        combin.load("uk-including-blind", {"prime_colour": "either colour"}).audit()
    with pytest.raises(RulesError, match="read from no file"):
        Game(uk.rules).audit()


def test_a_game_works_each_thing_out_once(crown: Game) -> None:
    first, again = crown.analyse(pair_plus="F"), crown.analyse(pair_plus="F")
    assert first.best is again.best
    assert first.statement is again.statement
    assert first.side_bets["pair_plus"] is again.side_bets["pair_plus"]
    assert crown.alternatives()[0].best is crown.analyse().best
    assert crown.sensitivity() is crown.sensitivity()
    assert crown.jackpot() is crown.jackpot()


def test_a_strategy_in_a_file_may_change_between_two_questions(crown: Game, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    rule = 'otherwise = "fold"\n[[rule]]\nhands = "{} high or better"\ndecision = "play"\n'
    edges = []
    for rank in "QK":
        path.write_text(rule.format(rank), encoding="utf-8")
        edges.append(crown.analyse(strategy=str(path)).wagers["ante"].house_edge)
    assert edges[0] < edges[1]


@pytest.mark.slow
def test_frames_hold_counts_as_integers_and_exact_values_as_two(answers: dict[str, Answer], uk: Game) -> None:
    for question in ("show", "analyse", "alternatives", "strategy", "hand", "settle", "mix", "simulate"):
        frame = answers[question].frame()
        assert frame.height > 0
        for name, kind in frame.schema.items():
            if name.endswith(("_numerator", "_denominator")) or name in (
                "total",
                "hands_played",
                "dealer_hands",
            ):
                assert kind.is_integer(), name
    frame = uk.analyse().frame(4)
    assert frame["total"].to_list() == [407_170_400, 22_100, 407_170_400]
    assert frame.schema["house_edge"] == pl.Decimal(38, 4)
    assert frame["house_edge"].to_list() == [Decimal("0.0337"), Decimal("0.0270"), Decimal("0.0362")]
    ratio = frame.row(0, named=True)
    assert Fraction(ratio["house_edge_numerator"], ratio["house_edge_denominator"]) == Fraction(
        686689, 20358520
    )


def test_a_frame_of_all_alternatives_can_be_asked_for_the_best_tables(crown: Game) -> None:
    frame = crown.alternatives().frame()
    assert frame.height == 36
    best = frame.filter(pl.col("wager") == "pair_plus").sort("house_edge").row(0, named=True)
    assert best["pair_plus"] == "A"


def test_what_combin_offers_is_there() -> None:
    assert sorted(combin.__all__) == list(combin.__all__)
    for name in combin.__all__:
        assert getattr(combin, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        combin.nothing  # noqa: B018  asking is the test


def test_a_prompt_offers_what_there_is() -> None:
    assert {"load", "games", "verify", "check_book", "frequencies", "published"} < {*dir(combin)}
    assert {"RulesError", "CardError", "JackpotError", "PrintError"} < {*dir(combin)}
    assert {"wagers", "statement", "view", "to_dict", "write"} < {*dir(combin.load("pick-a-card").analyse())}
