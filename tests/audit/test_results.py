"""Quantities of results, decisions and prizes, each judged against what is counted another way."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.audit.verdict import Verdict
from combin.rules.errors import RulesError
from tests.audit.documents import audited, only
from tests.variants import analysed, shipped

ANTE = 'wager = "ante"\n'


def exact(folder: Path, entries: str, game: str = "uk-including-blind") -> str:
    """Return the exact value that a claim is judged by."""
    one = only(folder, entries, game)
    return one.exact


def test_a_standard_deviation_is_judged_by_its_root(tmp_path: Path) -> None:
    entries = 'quantity = "standard deviation"\n' + ANTE
    right = only(tmp_path, entries + 'published = "1.6393"\n')
    assert right.verdict is Verdict.ROUNDS
    variance = analysed(shipped("uk-including-blind")).wagers["ante"].variance
    assert right.exact == f"√({variance}) = 1.639253"
    assert only(tmp_path, entries + 'published = "1.6392"\n').verdict is Verdict.CUT_OFF
    assert only(tmp_path, entries + 'published = "1.6394"\n').verdict is Verdict.DIFFERS


def test_the_house_edge_of_a_mix_is_the_mean_by_stake(tmp_path: Path) -> None:
    wagers = analysed(shipped("uk-including-blind")).wagers
    mean = (3 * wagers["pair_plus"].house_edge + wagers["prime"].house_edge) / 4
    entries = 'quantity = "house edge of a mix"\nstakes = { pair_plus = 3, prime = 1 }\npublished = "1"\n'
    assert exact(tmp_path, entries) == str(mean)


def test_the_parts_of_the_return_add_up(tmp_path: Path) -> None:
    parts = {
        part: Fraction(
            exact(tmp_path, f'quantity = "part of the return"\npart = "{part}"\npublished = "1"\n')
        )
        for part in ("bonuses", "initial wager", "raise", "both wagers")
    }
    assert parts["bonuses"] == Fraction(48 * 5 + 52 * 4 + 720, 22_100)
    assert parts["initial wager"] + parts["raise"] == parts["both wagers"]
    house_edge = analysed(shipped("uk-including-blind")).wagers["ante"].house_edge
    assert parts["bonuses"] + parts["both wagers"] == -house_edge
    own = 'quantity = "part of the return"\npart = "raise"\nper = "own stake"\npublished = "1"\n'
    assert Fraction(exact(tmp_path, own)) == parts["raise"] / Fraction(149, 221)


def test_the_parts_and_what_is_collected_add_up(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        'extends = "three-card-poker"\nid = "mine"\n[wager.ante]\ncommission = "5%"\nfold_returns = "1/2"\n'
        'collection = "1%"\n[wager.play]\ncommission = "1%"\n[decision]\nplay = ["1/2", 2]\n',
        encoding="utf-8",
    )
    claims = 'game = "mine"\n' + "".join(
        f'[[claim]]\nid = "{part.replace(" ", "-")}"\nplace = "1"\nsays = "{part}"\npublished = "1"\n'
        f'quantity = "part of the return"\npart = "{part}"\ntables = {{ ante_bonus = "1" }}\n'
        for part in ("bonuses", "initial wager", "raise", "both wagers")
    )
    found = audited(tmp_path, claims, rules)
    parts = {one.says: one.value for one in found.judged if one.value is not None}
    edge = found.subject.first.wagers["ante"].house_edge
    assert parts["both wagers"] == parts["initial wager"] + parts["raise"]
    assert parts["both wagers"] + parts["bonuses"] - Fraction(1, 100) == -edge
    assert parts["bonuses"] == Fraction(48 * 5 + 52 * 4 + 720, 22_100)


def test_a_change_of_house_edge_is_the_difference_of_two(tmp_path: Path) -> None:
    entries = (
        'quantity = "change of house edge"\nwager = "pair_plus"\ntables = { pair_plus = "8" }\n'
        'under = { pair_plus = "1" }\npublished = "4.96%"\n'
    )
    assert exact(tmp_path, entries, "three-card-poker") == str(Fraction(1096, 22_100))


def test_a_strategy_is_the_best_or_costs_something(tmp_path: Path) -> None:
    best = only(tmp_path, 'quantity = "best strategy"\nstrategy = "Q-6-4"\n')
    assert (best.verdict, best.exact) == (
        Verdict.EXACT,
        "no hand is decided worse than by the best strategy",
    )
    other = only(tmp_path, 'quantity = "best strategy"\nstrategy = "any queen"\n')
    assert other.verdict is Verdict.DIFFERS
    assert other.exact.startswith("2.1719% of deals are decided worse than by the best strategy")
    assert "costs 0.0761% of the initial wager" in other.exact


def test_hands_between_two_strategies_are_listed(tmp_path: Path) -> None:
    entries = 'quantity = "hands between strategies"\nstrategy = "Q-6-3"\nother = "Q-6-4"\npublished = "{}"\n'
    assert only(tmp_path, entries.format("Q63")).exact == "Q63 (60 hands)"
    assert only(tmp_path, entries.format("Q63")).verdict is Verdict.EXACT
    assert only(tmp_path, entries.format("Q63 Q62")).verdict is Verdict.DIFFERS


def test_the_value_of_playing_hangs_on_the_suits(tmp_path: Path) -> None:
    entries = 'quantity = "value of playing"\nhand = "Q-6-3"\npublished = "{}"\n'
    assert only(tmp_path, entries.format("-1.002551")).reason == "with three suits"
    assert only(tmp_path, entries.format("-1.003050")).reason == "with all 60 hands"
    assert only(tmp_path, entries.format("-1.1")).verdict is Verdict.DIFFERS


@pytest.mark.parametrize(
    ("entries", "value"),
    [
        ('quantity = "break-even meter"\ntable = "B"\n', "13600"),
        ('quantity = "break-even meter"\ntable = "B"\nstake = 2\n', "27200"),
        ('quantity = "effect of another player"\ntable = "A"\n', "175"),
        ('quantity = "house edge at a meter"\ntable = "B"\nmeter = 13600\n', "0"),
        ('quantity = "effect of the meter"\ntable = "B"\nsum = 22100\n', "1"),
        ('quantity = "frequency of prizes"\ntable = "B"\n', "1/221"),
        ('quantity = "frequency of prizes"\ntable = "2A"\nkind = "the meter"\n', "1/22100"),
    ],
)
def test_prizes_of_a_jackpot(entries: str, value: str, tmp_path: Path) -> None:
    found = exact(tmp_path, entries + 'wager = "progressive"\npublished = "1"\n', "three-card-poker")
    assert found == value


@pytest.mark.parametrize(
    ("entries", "error"),
    [
        (
            'quantity = "average wager"\nwager = "anti"\n',
            "'anti' has no results of its own (there are: ante, pair_plus, prime)",
        ),
        ('quantity = "deals with a result"\nwager = "ante"\nnet = "some"\n', "is not an exact number"),
        ('quantity = "deals"\ncategory = "pear"\n', "'pear' is not a hand"),
        ('quantity = "house edge of a mix"\nstakes = { anti = 1 }\n', "no such wager"),
        ('quantity = "value of playing"\nhand = "Q-J"\n', "'Q-J' names several hands"),
        ('quantity = "value of playing"\nhand = "Q-6-4"\nsuits = "two"\n', "'two' is none of any, "),
        ('quantity = "break-even meter"\nwager = "prime"\ntable = "A"\n', "'prime' is no jackpot wager"),
        ('quantity = "number of hands"\nhands = "royal"\ncards = 6\n', "'royal' is no five-card hand"),
    ],
)
def test_what_a_game_does_not_have_is_refused(entries: str, error: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        only(tmp_path, entries + 'published = "1"\n')
    assert error in str(caught.value)
