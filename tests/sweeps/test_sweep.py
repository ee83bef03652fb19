from __future__ import annotations

import json
import os
import signal
from contextlib import ExitStack
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from combin.design import variants
from combin.design.variants import read_setting, setting_words, with_settings
from combin.formats import Format
from combin.game import load
from combin.progress import watched
from combin.rules.errors import RulesError
from combin.sweeps.sweep import MANIFEST, Job, ShardedSweep, sharded_sweep, sweep, sweep_view
from tests.helpers.command_line import combin
from tests.helpers.games import AGAINST_DEALER, BONUS, game, odds, table_bet
from tests.helpers.texts import table_rows
from tests.helpers.variants import shipped, variant
from tests.sweeps.one_by_one import slowly

CROWN = "crown-melbourne"
SUITS = ["clubs", "hearts", "spades"]

VALUES: dict[str, list[object]] = {
    "decision.play": [1, 2, [1, 2], [3, 1]],
    "dealer.qualifies": ["any hand", "7", "J", "Q-6-4", "K", "pair", "three of a kind"],
    "wager.ante.tie": ["push", "lose", 1],
    "wager.play.no_qualify": ["push", 1, "1/3"],
    "wager.ante.no_qualify": ["push", "lose", 1],
    "ranking.ace_low_straight": ["none", "second", "highest"],
    "ranking.straight_suits": ["three", "more than one"],
    "pay_tables.ante_bonus.A.straight": [0, 1, "5/2", 60],
    'pay_tables.ante_bonus.A."A-K-Q straight flush"': [50, 100],
    'pay_tables.ante_bonus.A."A-K-Q straight flush of spades"': [50, 100],
    "pay_tables.pair_plus.A.flush": [0, 3, "7/2", "lose"],
    'pay_tables.pair_plus.A."pair of aces"': [1, 2],
    "wager.pair_plus.on_fold": ["lost", "stays"],
    "wager.ante.fold_returns": [0, "1/2"],
    "wager.ante.collection": ["1%", "1/4"],
}


@st.composite
def chosen(draw: st.DrawFn) -> dict[str, list[object]]:
    places = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=3, unique=True))
    return {
        place: draw(st.lists(st.sampled_from(VALUES[place]), min_size=1, max_size=2, unique_by=str))
        for place in places
    }


@pytest.mark.slow
@given(chosen())
def test_every_combination_is_what_an_analysis_by_itself_says(places: dict[str, list[object]]) -> None:
    found = sweep(shipped(CROWN), places)
    for point in found.points:
        slowly(point)


@pytest.mark.parametrize("name", ["resorts-world-sentosa", "uk-including-blind"])
def test_other_games_and_tables_are_swept(name: str) -> None:
    rules = shipped(name)
    letters = {name: list(tables) for name, tables in rules.tables.items() if name not in rules.jackpots}
    found = sweep(rules, {"dealer.qualifies": ["J", "Q"]}, letters)
    assert len({tuple(point.variant.letters.items()) for point in found.points}) * 2 == len(found.points)
    for point in found.points[:: max(1, len(found.points) // 4)]:
        slowly(point)


def test_pays_of_many_digits_are_exact() -> None:
    found = sweep(shipped(CROWN), {"pay_tables.ante_bonus.A.straight": ["1/999999999999999999989", 10**25]})
    for point in found.points:
        slowly(point)


def test_variants_that_differ_in_what_a_fold_returns_or_in_early_raises_are_told_apart() -> None:
    """Pays of all are in halves, so that a fold that returns half has the same unit as one that does not."""
    deck = {"deck": {"ranks": "2 4 T J A", "suits": SUITS}, "dealer.qualifies": "J high"}
    seen = {"deal.face_up": 1, "decision.play": [1, 2], "wager.ante.win": "3/2"}
    places: dict[str, list[object]] = {
        "wager.ante.fold_returns": [0, "1/2"],
        "decision": [{"play": [1, 2]}, {"play": [1], "early": [2]}],
    }
    points = sweep(variant(game(AGAINST_DEALER, BONUS, deck, seen)), places).points
    assert len({point.variant.wagers["ante"].house_edge for point in points}) == 4
    for point in points:
        slowly(point)


def test_combinations_come_in_order_with_the_last_setting_changing_first() -> None:
    found = sweep(
        shipped(CROWN), {"decision.play": [1, 2], "dealer.qualifies": ["Q", "K"]}, {"pair_plus": "AB"}
    )
    assert found.places == ("decision.play", "dealer.qualifies", "pair_plus table")
    assert [tuple(point.values.values()) for point in found.points] == [
        (play, dealer, letter) for play in (1, 2) for dealer in "QK" for letter in "AB"
    ]


def test_a_setting_in_a_table_chooses_that_table() -> None:
    found = sweep(shipped(CROWN), {"pay_tables.pair_plus.F.flush": [3, 4]})
    assert [point.variant.letters["pair_plus"] for point in found.points] == ["F", "F"]
    assert found.depends("pair_plus") == ("pay_tables.pair_plus.F.flush",)
    assert found.depends("ante") == ()


def test_a_wager_depends_on_what_changes_its_figures_only() -> None:
    found = sweep(
        shipped(CROWN), {"decision.play": [1, 2], "pay_tables.pair_plus.A.pair": [1, 2], "deal.seats": [5, 6]}
    )
    assert found.depends("ante") == ("decision.play",)
    assert found.depends("pair_plus") == ("pay_tables.pair_plus.A.pair",)


def test_a_wager_of_ones_own_is_swept() -> None:
    rules = variant(game({"extends": CROWN}, table_bet("extra", "Extra", {"pair": 1})))
    found = sweep(rules, {"pay_tables.extra.A.pair": [1, 2]})
    for point in found.points:
        slowly(point)


@pytest.mark.slow
def test_equal_tables_on_the_hands_of_both_sides_are_not_taken_for_each_other() -> None:
    """Hands that are folded lose both bets, but the player's seldom have what the dealer's may have."""
    bets = (
        table_bet(f"{hand}s", hand, odds("6-5-4-3-1"), hand=hand, on_fold="lost")
        for hand in ("player", "dealer")
    )
    found = sweep(variant(game({"extends": CROWN}, *bets)), {"decision.play": [1, 2]})
    for point in found.points:
        slowly(point)
        assert point.variant.wagers["players"] != point.variant.wagers["dealers"]


def test_bets_lost_beside_a_seen_card_are_those_of_each_variant() -> None:
    """Variants that differ in bets alone share a strategy, but not what the bets pay, nor their lines."""
    paid = {"straight flush": 40, "three of a kind": 30, "straight": 5, "flush": 3, "pair": 1}
    places: dict[str, list[object]] = {
        "wager.versus.if_beaten": ["1/2", "lose"],
        "pay_tables.versus.A": [paid, {**paid, "straight": 6}],
    }
    few = game(
        {"extends": "hole-card", "id": "few", "deck.ranks": "9 T J Q K A"},
        table_bet("versus", "Versus", paid, on_fold="lost", if_beaten="1/2"),
    )
    for point in sweep(variant(few), places, {"ante_bonus": ["1"], "pair_plus": ["1"]}).points:
        slowly(point)


def test_six_card_bets_are_counted_for_each_deck_but_not_for_each_ranking() -> None:
    places: dict[str, list[object]] = {
        "ranking.ace_low_straight": ["lowest", "none"],
        "deck.ranks": ["2 3 4 5 6 7 8 9 T J Q K A", "6 7 8 9 T J Q K A"],
    }
    tables = {"ante_bonus": ["1"], "pair_plus": ["1"], "six_card_bonus": ["K"]}
    rules = variant(
        {"extends": "three-card-poker", "without": ["wager.millionaire_maker", "wager.progressive"]}
    )
    for point in sweep(rules, places, tables).points:
        slowly(point)


@pytest.mark.parametrize(
    ("places", "tables", "complaint"),
    [
        (
            {"decision.ply": [1]},
            {},
            r'decision.ply: unknown key; did you mean "play"\? .* \(with decision.ply = 1\)',
        ),
        (
            {"decision.play": [0]},
            {},
            r"decision.play.0: 0 is not allowed here \(at least 1, or a part .* \(with",
        ),
        ({"dealer.qualifies": ["Z", "Y"]}, {}, r"'Z' is not a hand .* \(with dealer.qualifies = Z\)"),
        ({}, {"pair_plus": ["Z"]}, "crown-melbourne has no pair_plus table 'Z'"),
        ({}, {"prime": ["A"]}, "crown-melbourne has no pay table for 'prime'"),
        (
            {"pay_tables.pair_plus.A.flush": [*range(1001)], "deal.seats": [*range(1, 1001)]},
            {},
            "1,001,000 comb",
        ),
        ({"pay_tables.pair_plus": [{"Z": {"pair": 1}}]}, {}, "a variant without pair_plus table A"),
    ],
)
def test_what_cannot_be_swept(places: dict[str, Any], tables: dict[str, Any], complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        sweep(shipped(CROWN), places, tables)


def test_an_impossible_combination_is_listed_and_does_not_end_the_sweep(tmp_path: Path) -> None:
    whole = load(CROWN).sweep({"dealer.qualifies": ["Q high", "Z high"], "decision.play": [1, 2]})
    assert [one.values["decision.play"] for one in whole.points] == [1, 2]
    assert [one.values["dealer.qualifies"] for one in whole.impossible] == ["Z high", "Z high"]
    reason = whole.impossible[0].reason
    assert reason.startswith("dealer.qualifies: 'Z high': 'z' is not a rank of this deck")
    text = str(whole)
    assert text.startswith("Three Card Poker, Crown Melbourne: 4 combinations, 2 of them impossible")
    assert "Impossible combinations" in text
    payload = json.loads(whole.view().text(Format.JSON))
    assert [one.get("impossible") for one in payload][:3] == [None, None, reason]
    frame = whole.frame()
    blank = frame.filter(frame["impossible"].is_not_null())
    assert blank["dealer.qualifies"].to_list() == ["Z high"] * 2
    assert blank["wager"].to_list() == [None, None]
    whole_file = tmp_path / "sweep.parquet"
    run = combin("sweep", CROWN, "--set", "dealer.qualifies=Q high,Z high", "-o", str(whole_file))
    assert (run.code, run.err) == (0, "")
    assert whole_file.exists()


def test_what_no_figure_hangs_on_can_be_set() -> None:
    places: dict[str, list[object]] = {
        "irregularities.deck_not_complete.round": ["continues"],
        "readings.straight.question": ["Which?"],
        "jackpot.round_up_to": [5],
        "wager.jackpot.on_fold": ["stays"],
        "pay_tables.pair_plus.B.flush": [3],
    }
    found = sweep(shipped(CROWN), places, {"pair_plus": ["A"]})
    assert [found.depends(wager) for wager in ("ante", "pair_plus")] == [(), ()]
    slowly(found.points[0])


def test_progress_is_told_for_every_combination() -> None:
    told: list[tuple[int, int]] = []
    with watched(lambda *step: told.append(step)):
        sweep(shipped(CROWN), {"decision.play": [1, 2, 3]})
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.slow
def test_what_variants_share_is_worked_out_once() -> None:
    places = {
        "pay_tables.ante_bonus.A.straight": range(4),
        'pay_tables.ante_bonus.A."straight flush"': range(4),
        "pay_tables.pair_plus.A.flush": range(4),
    }
    shared = {"matchups": 1, "line_combinations": 1, "bet_beside": 1, "optimal_strategy": 4 * 4}
    with ExitStack() as stack:
        calls = {
            name: stack.enter_context(patch.object(variants, name, wraps=getattr(variants, name)))
            for name in shared
        }
        assert len(sweep(shipped(CROWN), places).points) == 64
    assert {name: one.call_count for name, one in calls.items()} == shared


@pytest.mark.parametrize(
    ("text", "place", "values"),
    [
        ("decision.play=1,2,3", "decision.play", (1, 2, 3)),
        ("decision.play=[1], [1, 2]", "decision.play", ([1], [1, 2])),
        ('dealer.qualifies="J high","Q high"', "dealer.qualifies", ("J high", "Q high")),
        ("dealer.qualifies=J high, Q high", "dealer.qualifies", ("J high", "Q high")),
        ("dealer.qualifies = any hand", "dealer.qualifies", ("any hand",)),
        ("pay_tables.pair_plus.A.flush=3..5,9", "pay_tables.pair_plus.A.flush", (3, 4, 5, 9)),
        ("pay_tables.p.A.flush=3/2,1.5", "pay_tables.p.A.flush", ("3/2", Decimal("1.5"))),
        ('pay_tables.p.A."a = b"=1', 'pay_tables.p.A."a = b"', (1,)),
        ("wager.ante.tie={ pays = 1 },push", "wager.ante.tie", ({"pays": 1}, "push")),
        ("decision.blind.allowed=true,false", "decision.blind.allowed", (True, False)),
    ],
)
def test_a_setting_is_read_as_toml_and_words(text: str, place: str, values: tuple[object, ...]) -> None:
    assert read_setting(text) == (place, values)


@pytest.mark.parametrize(("text", "complaint"), table_rows(Path(__file__).with_name("no_settings.txt")))
def test_what_is_no_setting_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_setting(text)
    assert str(caught.value) == complaint


RAW = {"deck": {"ranks": "2 J Q"}, "decision": {"play": [1]}, "dealer": {"qualifies": "Q high"}}


def test_a_value_takes_the_form_of_its_place() -> None:
    found = with_settings(RAW, {"decision.play": 2, "dealer.qualifies": "j", "a.b": Fraction(1, 3)})
    assert found["decision"]["play"] == [2]
    assert found["dealer"]["qualifies"] == "j high"
    assert found["a"] == {"b": "1/3"}
    assert with_settings(RAW, {"decision.play": (1, 2)})["decision"]["play"] == [1, 2]
    assert with_settings(RAW, {"dealer.qualifies": 2})["dealer"]["qualifies"] == "2 high"
    assert RAW["decision"] == {"play": [1]}


def test_a_place_that_leads_through_a_value_is_refused() -> None:
    with pytest.raises(RulesError, match="is no place in this file"):
        with_settings(RAW, {"dealer.qualifies.high": 1})


def test_values_in_words() -> None:
    assert [setting_words(one) for one in ("Q high", 3, [1, 2], True, Fraction(3, 2), Decimal("1.5"))] == [
        "Q high",
        "3",
        "1, 2",
        "true",
        "1.5",
        "1.5",
    ]


SHARDED = variant(game(AGAINST_DEALER, {"deck.ranks": "9 Q K A", "dealer.qualifies": "A high"}))

SETTINGS = {
    "dealer.qualifies": ("A high", "pair", "7 high"),  # the last makes no game
    "wager.ante.win": (1, "3/2"),
    "decision.play": (1, 2, [1, 3]),
}

JOB = Job(SHARDED, SETTINGS, per_shard=4)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> ShardedSweep:
    """The sweep by this process alone."""
    return sharded_sweep(JOB, tmp_path_factory.mktemp("alone"))


def test_shards_together_are_the_sweep(alone: ShardedSweep) -> None:
    assert (alone.combinations, len(alone.files), alone.kept) == (18, 5, 0)
    whole = sweep_view(sweep(SHARDED, SETTINGS)).frame()
    both = [whole, alone.scan().collect()]
    order = [name for name in whole.columns if whole[name].dtype == pl.String]
    numbers = pl.selectors.integer().cast(pl.Int128)
    assert_frame_equal(*(frame.with_columns(numbers).sort(order) for frame in both))
    assert both[1]["impossible"].count() == 6


def test_a_sweep_that_was_stopped_goes_on(alone: ShardedSweep, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        assert total == 18
        if done > 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), watched(stop):
        sharded_sweep(JOB, tmp_path)
    assert sorted(contents(tmp_path)) == list(alone.files[:2])
    (tmp_path / alone.files[0]).unlink()
    steps: list[tuple[int, int]] = []
    with watched(lambda *step: steps.append(step)):
        assert sharded_sweep(JOB, tmp_path).kept == 1
    assert steps[-1][0] == steps[-1][1] < 18  # what was kept is not counted
    assert contents(tmp_path) == contents(alone.folder)


def test_another_sweep_is_not_mixed_with_it(tmp_path: Path) -> None:
    sharded_sweep(Job(SHARDED, {"decision.play": (1,)}), tmp_path)
    before = contents(tmp_path)
    with pytest.raises(
        RulesError, match=r"holds another sweep, such as [0-9a-f]{16}-000000\.parquet; take another"
    ):
        sharded_sweep(JOB, tmp_path)
    assert contents(tmp_path) == before


def test_what_makes_no_game_at_all_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="7 high"):
        sharded_sweep(Job(SHARDED, {"dealer.qualifies": ("7 high",)}), tmp_path)


def test_processes_of_this_machine_write_the_same_bytes(alone: ShardedSweep, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with watched(lambda *step: told.append(step)):
        found = sharded_sweep(JOB, tmp_path, workers=2)
    assert (found.kept, len(told), told[-1]) == (0, len(alone.files), (18, 18))
    assert contents(tmp_path) == contents(alone.folder)


@pytest.mark.slow
def test_a_cluster_writes_the_same_bytes_if_a_worker_is_killed(alone: ShardedSweep, tmp_path: Path) -> None:
    from distributed import LocalCluster  # whose import takes half a second

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        killed: list[int] = []

        def kill(_: int, __: int) -> None:
            if not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        with watched(kill):
            found = sharded_sweep(JOB, tmp_path, cluster=cluster.scheduler_address)
    assert killed
    assert found.kept == 0
    assert contents(tmp_path) == contents(alone.folder)


@pytest.mark.slow
def test_the_command_fills_a_folder(tmp_path: Path) -> None:
    arguments = ["sweep", "three-card-poker", "--set", "wager.ante.win=1,2", "-o", str(tmp_path / "all")]
    run = combin(*arguments)
    assert (run.code, run.err) == (0, "")
    assert run.out == f"2 combinations in {tmp_path / 'all'}: 1 file\n"
    assert combin(*arguments).out == f"2 combinations in {tmp_path / 'all'}: 1 file, 1 of them from before\n"
    assert (tmp_path / "all" / MANIFEST).exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--workers", "2"], "--workers: fill a folder: -o FOLDER"),
        (["--cluster", "x", "-o", "a.csv"], "--cluster: fill a folder: -o FOLDER"),
        (["--cluster", "x", "--workers", "2", "-o", "a"], "--workers: workers of this machine, or --cluster"),
    ],
)
def test_workers_are_for_folders(arguments: list[str], problem: str) -> None:
    run = combin("sweep", "three-card-poker", "--set", "wager.ante.win=1,2", *arguments)
    assert (run.code, run.out) == (2, "")
    assert problem in run.err


def test_a_cluster_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="no Dask scheduler answers at nonsense://x"):
        sharded_sweep(JOB, tmp_path, cluster="nonsense://x")
