"""Mixes of wagers in games of other kinds than Three Card Poker's."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import ask_mix
from combin.rules.errors import RulesError
from combin.rules.settle import settle_hand
from tests.exact.test_joint_games import COMPARED, MONEY, PAIR_PLUS, letters_of
from tests.games import game
from tests.variants import shipped, variant


@pytest.mark.parametrize(("chip", "most"), [(None, None), (5, 60)])
def test_every_deal_paid_by_the_limits(chip: int | None, most: int | None) -> None:
    """Ante, Blind, Play and a bonus are each rounded up by themselves; the stakes of two bets are no unit."""
    rules = variant(game(COMPARED, PAIR_PLUS, MONEY))
    stakes = {"ante": 3, "pair_plus": 6, "money": 25}
    found = ask_mix(rules, stakes, chip=chip, most=most, strategy="always play").mix
    nets: Counter[Fraction] = Counter()
    cards = rules.deck.cards
    for player in combinations(cards, 3):
        for dealer in combinations([card for card in cards if card not in player], 3):
            settled = settle_hand(rules, letters_of(rules), player, dealer, 1)
            pays = [3 * settled[name] for name in ("ante", "blind", "play", "ante_bonus")]
            money = in_money(settled["money"])
            # Of a stake that is lost in part the rest is paid, in chips as well.
            pays += [6 * settled["pair_plus"], *((25 + money, Fraction(-25)) if money < 0 else (money,))]
            won = sum((rounded(pay, chip) for pay in pays if pay > 0), Fraction(0))
            lost = sum((pay for pay in pays if pay < 0), Fraction(0))
            nets[(won if most is None else min(won, Fraction(most))) + lost] += 1
    assert dict(found.total.outcomes) == dict(sorted(nets.items()))
    assert found.average_staked == 3 * 3 + 6 + 25


def in_money(net: Fraction) -> Fraction:
    """Return what $25 net where a unit of a $5 stake nets so much: its prizes are sums, less a tenth."""
    sums = {Fraction(9 * (prize - 5), 50): Fraction(prize) for prize in (200, 100, 7)}
    if net not in sums:
        return 25 * net
    gain = sums[net] - 25
    return gain * Fraction(9, 10) if gain > 0 else gain


def rounded(pay: Fraction, chip: int | None) -> Fraction:
    return pay if chip is None else Fraction(-(-pay // chip) * chip)


def test_what_equals_the_base_wager_is_part_of_it() -> None:
    rules = shipped("ultimate-three-card-poker")
    with pytest.raises(RulesError, match=r"^blind is part of ante, and not staked by itself$"):
        ask_mix(rules, {"blind": 1})
    with pytest.raises(RulesError, match=r"^no wager; ultimate-three-card-poker has ante$"):
        ask_mix(rules, {})


def test_covariances_add_to_the_variance_of_the_mix() -> None:
    stakes = {"player_a": 10, "tie": 1, "pair_plus_b": 5}
    mix = ask_mix(shipped("teen-patti-20-20"), stakes).mix
    assert mix.total.variance == sum(mix.covariances[one, other] for one in stakes for other in stakes)
    assert mix.covariances["player_a", "pair_plus_b"] < 0


def test_the_tables_of_the_base_game_are_told_with_it() -> None:
    assert ask_mix(shipped("uk-including-blind"), {"ante": 1}).letters == {"ante_bonus": "A"}


def test_chips_of_less_than_one_are_chips() -> None:
    found = ask_mix(shipped("uk-including-blind"), {"pair_plus": 1}, chip="1/2")
    assert found.mix.limits.chip == Fraction(1, 2)


SECOND = """
extends = "three-card-poker"
id = "second"
[wager.second]
name = "Second"
settles = "jackpot"
hand = "player"
on_fold = "stays"
[pay_tables.second.A]
"straight flush" = { money = 100 }
"""


def test_a_second_progressive_wager_is_refused() -> None:
    with pytest.raises(JackpotError, match=r"second: a mix holds one progressive wager, progressive$"):
        ask_mix(variant(SECOND), {"second": 1})
