"""Pay tables that a game inherits while it changes the deck, the deal or the order of hands."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.certificate.certify import certify
from combin.exact.analysis import analyse, choices
from combin.game import load
from combin.jackpot.answer import jackpot_wager
from combin.jackpot.mixes import ask_mix
from combin.rules.errors import RulesError
from combin.settle.files import settle_lines
from combin.settle.records import RoundError, SettledRound
from tests.helpers.texts import game_text
from tests.helpers.variants import shipped, variant

SHORT = game_text(__file__, "six to ace")
BONUS = """
[pay_tables.ante_bonus.mine]
"straight flush" = 5
"three of a kind" = 4
"flush" = 3
"straight" = 1
"""
UNFIT = (
    'the line "flush" is missing (write "lose" if it is not paid), '
    "for the deck and the order of hands of this game "
    "(the entry is in three-card-poker, which this file extends)"
)


def test_inherited_tables_that_nobody_asks_for_do_not_matter() -> None:
    """A bonus that pays straights says nothing of flushes, which stand above them here."""
    rules = variant(SHORT + BONUS)
    assert list(rules.tables["ante_bonus"]) == ["mine"]
    assert len(rules.tables["pair_plus"]) == len(shipped("three-card-poker").tables["pair_plus"])
    assert {name for name, _ in rules.refused} == {"ante_bonus"}
    with pytest.raises(RulesError) as asked:
        choices(rules, {"ante_bonus": "1"})
    assert asked.value.place == ("pay_tables", "ante_bonus", "1")
    assert asked.value.problem == UNFIT
    assert not asked.value.file.endswith("three-card-poker.toml")  # but the file of whoever reads this
    assert asked.value.line is not None
    assert {one.letters["ante_bonus"] for one in analyse(rules, choices(rules, {"pair_plus": "1"}))} == {
        "mine"
    }


def test_a_bonus_without_a_table_that_fits_is_asked_for_with_the_base_game() -> None:
    rules = variant(SHORT)
    assert sum(rules.ranking.counts.values()) == 7140
    for asks in (lambda: rules.tables["ante_bonus"], lambda: choices(rules, {})):
        with pytest.raises(RulesError, match=r"pay_tables.ante_bonus.1: the line ") as asked:
            asks()
        remedy = 'no table of ante_bonus fits: write one, or leave it out with without = ["wager.ante_bonus"]'
        assert asked.value.problem == f"{UNFIT}; {remedy}"
    without = variant(SHORT.replace("without = [", 'without = ["wager.ante_bonus", '))
    assert list(analyse(without, choices(without, {})[:1])[0].wagers) == ["ante", "pair_plus"]


def test_a_wager_by_itself_asks_for_no_table_of_the_base_game() -> None:
    """7,140 hands: 32 straight flushes, 36 threes, 480 straights, 304 flushes, 1,728 pairs."""
    paid = 32 * 40 + 36 * 30 + 480 * 6 + 304 * 4 + 1728 - 4560
    assert ask_mix(variant(SHORT), {"pair_plus": 1}).house_edge == Fraction(-paid, 7140)


def test_bets_without_a_table_that_fits_are_left_out_until_they_are_asked_for() -> None:
    decks = variant('extends = "crown-melbourne"\nid = "two"\ntitle = "Two packs"\n[deck]\ndecks = 2\n')
    assert decks.jackpots == ()
    assert list(analyse(decks, choices(decks, {})[:1])[0].wagers) == ["ante", "pair_plus"]
    with pytest.raises(RulesError, match=r"deck.decks: 2, but hands of more than three cards"):
        jackpot_wager(decks)
    with pytest.raises(RulesError, match=r"deck.decks: 2, but hands of more than three cards"):
        choices(decks, {"jackpot": "1"})


@pytest.mark.parametrize(
    "change",
    [
        '[pay_tables.ante_bonus.1]\n"straight flush" = 6\n',  # the table is written here
        "[wager.ante_bonus]\nname = 'Bonus'\n",  # its wager is
        "[pay_tables.pair_plus.X]\n'straight flush' = 40\nstraight = 6\n",  # another is, and wrong by itself
    ],
)
def test_what_a_file_writes_itself_is_refused_at_once(change: str) -> None:
    with pytest.raises(RulesError, match=r'is missing \(write "lose" if it is not paid\)( \(the entry|$)'):
        variant(SHORT + BONUS + change)


def test_what_is_taken_out_of_an_inherited_table_is_refused_at_once() -> None:
    gap = SHORT.replace("without = [", "without = ['pay_tables.pair_plus.1.\"three of a kind\"', ")
    with pytest.raises(RulesError, match='the line "three of a kind" is missing'):
        variant(gap + BONUS)


def test_a_check_lists_inherited_tables_that_do_not_fit(tmp_path: Path) -> None:
    for text in (SHORT, SHORT + BONUS):
        path = tmp_path / "short.toml"
        path.write_text(text, encoding="utf-8")
        found = load(path).check()
        (unfit,) = (one for one in found.warnings if one.place == ("extends",))
        assert found.warnings[0] == unfit  # before what is odd about the lines of the game that is extended
        said = "pay tables left out: ante_bonus 1, 2, 3, 4, 5, 6; such as pay_tables.ante_bonus.1: "
        assert unfit.says.startswith(said + UNFIT)
        assert ("no table of ante_bonus fits: write one" in unfit.says) == (text == SHORT)
        assert (unfit.file, unfit.line) == (str(path), 1)
        assert bool(found.variants) == (text != SHORT)


def test_no_certificate_of_a_game_with_tables_that_do_not_fit() -> None:
    with pytest.raises(RulesError, match=r"pay_tables.ante_bonus.1: the line "):
        certify(variant(SHORT + BONUS))


def test_a_round_that_asks_for_one_is_refused_and_the_others_are_settled() -> None:
    hand = '{"seat": 1, "cards": "9c 9d Ah", "wagers": {"ante": 10, "play": 10}}'
    rest = f'"dealer": "Kc Td 8d", "hands": [{hand}]'
    lines = [
        f'{{"id": "{letter}", "tables": {{"ante_bonus": "{letter}"}}, {rest}}}' for letter in ("1", "mine")
    ]
    refused, settled = settle_lines(variant(SHORT + BONUS), lines)
    assert isinstance(refused, RoundError)
    assert str(refused).startswith("line 1: round 1: ")
    assert str(refused).endswith(UNFIT)
    assert isinstance(settled, SettledRound)


def test_a_table_is_inherited_though_its_file_takes_others_of_its_wager_away() -> None:
    """The study with a joker takes the tables of Pair Plus away and writes its own: one suit has no pairs."""
    rules = variant(
        'extends = "three-card-poker-joker"\n[deck]\nsuits = ["clubs"]\n[dealer]\nqualifies = "any hand"'
    )
    assert ("pair_plus", "study") in rules.refused
