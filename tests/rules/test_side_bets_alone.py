"""Games of which all bets are side bets: a progressive, a bet on colours, one in money, one for 1."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import pytest

from combin.game import Game
from combin.jackpot.answer import ask_jackpot
from combin.rules.errors import RulesError
from tests.helpers.texts import game_text
from tests.helpers.variants import analysed, shipped, variant

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SOURCE = 'title = "A bet alone"\n[source]\ndocument = "Notes"\n'

COLOURS, FOR_ONE, PROGRESSIVE, MONEY = (
    game_text(__file__, f"{name} alone") for name in ("colours", "odds for 1", "a progressive", "money")
)
OF_A_SHOE = PROGRESSIVE.replace(
    SOURCE, 'extends = "twenty-one-plus-three"\nwithout = ["wager.bet"]\n'
).replace('"straight" = 6', '"straight" = 6\n"flush" = "lose"')


@pytest.mark.parametrize(
    ("game", "wager", "edge"),
    [
        (COLOURS, "prime", 1 - Fraction(4 * 9_209_200 + 3 * 86_595_600 + 95_804_800, 407_170_400)),
        (FOR_ONE, "bonus", 1 - Fraction(41 * 48 + 31 * 52 + 7 * 720 + 5 * 1_096 + 2 * 3_744, 22_100)),
        (MONEY, "mine", 1 - Fraction(41 * 10_368 + 31 * 26_312 + 9 * 155_520 + 5 * 292_896, 5_013_320)),
    ],
)
def test_a_side_bet_alone_is_a_game(game: str, wager: str, edge: Fraction) -> None:
    found = analysed(variant(game))
    assert {name: law.house_edge for name, law in found.wagers.items()} == {wager: edge}
    checked = Game(variant(game), "").check()
    assert wager in str(checked.to_dict()).casefold()


def test_prime_alone_is_prime_beside_a_game() -> None:
    beside = analysed(shipped("uk-including-blind")).wagers["prime"].house_edge
    assert analysed(variant(COLOURS)).wagers["prime"].house_edge == beside


@pytest.mark.parametrize(
    ("game", "odds", "share"),
    [
        (PROGRESSIVE, Fraction(526, 1105), Fraction(4, 22_100)),
        (OF_A_SHOE, Fraction(79_428, 125_333), Fraction(4 * 6**3, 5_013_320)),
    ],
)
def test_a_progressive_alone_is_a_game(game: str, odds: Fraction, share: Fraction) -> None:
    rules = variant(game)
    value = ask_jackpot(rules).value
    assert (value.odds, value.share) == (odds, share)
    assert analysed(rules).wagers == {}
    assert Game(rules, "").check().jackpots


@pytest.mark.slow
@pytest.mark.parametrize("game", [COLOURS, FOR_ONE, PROGRESSIVE, MONEY])
def test_what_is_about_a_wager_against_the_dealer_is_refused_by_name(game: str, tmp_path: Path) -> None:
    about = Game(variant(game), "")
    asked: tuple[Callable[[], object], ...] = (
        lambda: about.par().to_dict(),
        about.certify,
        lambda: about.sensitivity().to_dict(),
        lambda: about.simulate().to_dict(),
        lambda: about.hand("2c3c4c").to_dict(),
        partial(about.submit, tmp_path),
    )
    for question in asked:
        with pytest.raises(
            RulesError, match=f"{about.rules.file.id}: all bets are side bets, and this is about"
        ):
            question()
    assert not [*tmp_path.iterdir()]


def test_a_bonus_needs_a_wager_that_it_is_on() -> None:
    with pytest.raises(
        RulesError, match=r"a game needs one initial wager .*; or a side bet \(there are: none\)"
    ):
        variant(
            f'{COLOURS}[wager.more]\nname = "More"\nsettles = "bonus"\non = "prime"\n'
            '[pay_tables.more.A]\n"pair" = 1\n'
        )
