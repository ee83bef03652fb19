"""The commands about jackpots: what they take, what they refuse in one line, and how fast they begin."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest

from combin.cli.output import SILENT, Wait, waiting
from combin.game import load
from combin.progress import progress
from tests.helpers.command_line import payload, typed
from tests.test_startup import HEAVY, imported

SETTLE = "jackpot settle --meter 123456.70 --seed 50000"


def exact(entry: dict[str, str]) -> Fraction:
    return Fraction(entry["fraction"])


# -- combin jackpot GAME ------------------------------------------------------------------------------------


def test_all_terms_reach_the_answer() -> None:
    found = payload(
        "jackpot crown-melbourne --option 2 --seed 30000 --rate 30 --meter '$250,000' --stake 2.50 --seats 4"
    )
    assert (found["option"], found["seats"], exact(found["stake"])) == ("2", 4, Fraction("2.5"))
    assert exact(found["long_run"]["seed"]) == 30_000
    assert exact(found["long_run"]["increment_rate"]) == Fraction("0.3")
    assert exact(found["at_meter"]["meter"]) == 250_000


def test_a_percent_sign_may_be_written() -> None:
    plain, signed = (
        typed(f"jackpot crown-melbourne --rate 34.06{sign} --target-return 90{sign}") for sign in ("", "%")
    )
    assert plain == signed
    assert plain.code == 0


def test_a_seed_and_a_rate_are_enough_where_the_rules_state_no_meter() -> None:
    asked = "jackpot three-card-poker --option A --seed 5000 --rate 15"
    found = payload(asked)
    assert exact(found["long_run"]["increment_rate"]) == Fraction("0.15")
    assert found["long_run"]["per_unit_wagered"]["long_run_return"]["decimal"] == "0.8549773756"
    assert typed(asked) == typed(f"{asked}%")
    python = load("three-card-poker").jackpot(option="A", seed=5_000, increment="15%")
    assert python.to_dict() == found


def test_one_published_rate_explains_nothing(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text(ONE_RATE, encoding="utf-8")
    told = " ".join(typed(f"jackpot {path}").out.split())
    assert "One published increment rate alone explains no target return: 10% is the rate for every" in told
    assert "from 88.86020% up to 88.87018%" not in told
    assert "published rates give" not in told
    assert payload(f"jackpot {path}")["published_rates"] is None


ONE_RATE = """
extends = "three-card-poker"
[jackpot]
wager = "progressive"
[jackpot.options.A]
pay_table = "A"
meters = [{ seed = 5000, increment = "10%" }]
"""


@pytest.mark.slow
def test_published_rates_are_explained_when_nothing_is_asked() -> None:
    assert "14 of 14 published rates" in typed("jackpot crown-melbourne").out
    assert "14 of 14 published rates" in typed("jackpot crown-melbourne --stake 2 --seats 3").out
    for terms in ("--option 1", "--seed 10000", "--rate 30", "--meter 20000", "--target-return 90"):
        assert "published rates" not in typed(f"jackpot crown-melbourne {terms}").out


def test_a_rule_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head = 'extends = "resorts-world-sentosa"\nid = "mine"\n'
    path.write_text(head + '[pay_tables.jackpot.A]\n"straight" = { money = 20 }\n')
    found = payload(f"jackpot {path} --stake 5")
    assert found["game"] == "mine"
    assert exact(found["least_price"]) == Fraction(30_050 + 5 * 720, 22_100)


def test_readings_of_the_rules_change_the_wager() -> None:
    found = payload("jackpot resorts-world-sentosa --reading 'straight=three different suits'")
    assert exact(found["value"]["never_folding"]["money"]) == Fraction(30_050 - 15 * 12 * 36, 22_100)


# -- combin jackpot settle ----------------------------------------------------------------------------------


def test_a_meter_is_shared_and_the_seed_is_per_unit_of_the_wager() -> None:
    one = payload(f"{SETTLE} --royals 1 --straight-flushes 1")
    five = payload("jackpot settle --meter 123456.70 --seed 10000 --stake 5 --royals 1 --straight-flushes 1")
    assert one == five
    assert exact(one["royal"]) + exact(one["straight_flush"]) == exact(one["rounded"]) == 123_457
    assert exact(one["meter_after"]) == 50_000


def test_a_round_that_cannot_occur_is_shared_only_anyway() -> None:
    refused = typed(f"{SETTLE} --royals 2")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "combin: --royals 2 --straight-flushes 0: cannot occur in one round, as all hands share the two "
        "jackpot cards (what can: 0 and 1, 0 and 2, 1 and 0, 1 and 1); --anyway applies the formula all the "
        "same\n"
    )
    found = payload(f"{SETTLE} --royals 2 --anyway")
    assert found["can_occur"] is False
    assert exact(found["pool"]) == 173_457


@pytest.mark.parametrize("winners", ["--royals 1", "--straight-flushes 2", "--royals 1 --straight-flushes 1"])
def test_a_round_that_can_occur_needs_no_leave(winners: str) -> None:
    assert payload(f"{SETTLE} {winners}")["can_occur"] is True


# -- combin strategy --jackpot ------------------------------------------------------------------------------


def test_a_joint_strategy() -> None:
    found = payload(
        "strategy crown-melbourne --option 2 --jackpot '$1' --ante 5 --ante-bonus C --compare Q-10-4"
    )
    assert found["ratio"]["fraction"] == "1/5"
    assert found["tables"] == {"ante_bonus": "C", "jackpot": "2"}
    assert [one["name"] for one in found["strategies"]][2:] == ["Q-10-4 or better"]
    here = load("crown-melbourne").joint_strategy(1, 5, "2", compare=["Q-10-4"], ante_bonus="C")
    assert found == here.to_dict()
    assert found["statement"] == here.statement


# -- combin frequencies -------------------------------------------------------------------------------------


def test_frequencies_of_the_deck_of_a_game(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(
        'extends = "resorts-world-sentosa"\n[deck]\nranks = "6 7 8 9 T J Q K A"\n', encoding="utf-8"
    )
    named = typed(f"frequencies 5 --deck {file} --format csv")
    written = typed("frequencies 5 --ranks '6 7 8 9 T J Q K A' --format csv")
    assert named.out == written.out != typed("frequencies 5 --format csv").out


def test_frequencies_of_several_decks_and_jokers(tmp_path: Path) -> None:
    file = tmp_path / "jokers.toml"
    kind = 'joker = "straights and flushes"'
    file.write_text(
        f'extends = "uk-including-blind"\nwithout = ["wager.prime", "pay_tables.prime", "readings"]\n'
        f"[deck]\ndecks = 2\njokers = 1\n{kind}\n",
        encoding="utf-8",
    )
    named = typed(f"frequencies 3 --deck {file} --format csv")
    written = typed("frequencies 3 --decks 2 --jokers 1 --joker 'straights and flushes' --format csv")
    assert named.out == written.out != typed("frequencies 3 --decks 2 --jokers 1 --format csv").out
    assert not written.err


def test_frequencies_are_checked_by_visiting_every_hand() -> None:
    done = typed("frequencies 5 --ranks '9 10 J Q K A' --suits 3 --check --format csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert done.code == 0
    assert [row["visited"] for row in rows] == [row["count"] for row in rows]
    assert not done.err


@pytest.mark.parametrize(
    ("even", "step", "said"),
    [
        (True, (100, 10**6), "about 6 hours in all"),
        (True, (100, 10**12), "about 634 years in all"),
        (True, (2, 5), "about 5 seconds in all"),
        (False, (1, 4), "25% after 2 seconds"),
        (True, (0, 0), "more than 2 seconds"),
        (False, (1000, 0), "more than 2 seconds"),
    ],
)
def test_long_work_has_one_line_where_there_is_no_terminal(
    even: bool, step: tuple[int, int], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    wait = Wait("Rounds", even=even)
    wait.reach(*step)
    wait.show()
    assert capsys.readouterr() == ("", f"Rounds: {said}; Ctrl-C ends it\n")
    wait.end()
    wait.show()
    assert capsys.readouterr() == ("", "")


def test_long_work_has_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    wait = Wait("Visiting hands")
    wait.reach(50, 200)
    wait.show()
    wait.reach(200, 200)
    wait.end()
    assert "Visiting hands" in terminal.getvalue()
    assert "25%" in terminal.getvalue()


def test_the_work_of_a_command_is_watched_until_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SILENT, "1")
    with waiting("Visiting hands"):
        progress(3, 4)
        assert Wait.now is not None
        assert Wait.now.reached == (3, 4)
    assert Wait.now is None
    monkeypatch.setenv(SILENT, "0")
    with waiting("Visiting hands"):
        assert Wait.now is None


# -- speed --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("jackpot crown-melbourne --option 1", set[str]()),
        ("jackpot resorts-world-sentosa", {"flint"}),
        ("frequencies 7", {"flint"}),
        ("strategy crown-melbourne --option 2 --jackpot 1 --ante 5", {"flint"}),
        (f"{SETTLE} --royals 1", {"flint", "combin.rules.load"}),
    ],
)
@pytest.mark.few(3)
def test_nothing_is_imported_that_is_not_needed(command: str, more: set[str]) -> None:
    assert not imported(command) & (HEAVY | more)
