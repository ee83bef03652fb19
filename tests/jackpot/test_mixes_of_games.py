"""Mixes of wagers in games of other kinds than Three Card Poker's."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.mixes import ask_mix
from combin.rules.errors import RulesError
from combin.settle.verdicts import settle_hand
from tests.exact.test_joint_games import COMPARED, MONEY, PAIR_PLUS, letters_of
from tests.games import game
from tests.jackpot.wagers import MINOR
from tests.variants import shipped, variant


@pytest.mark.slow
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


@pytest.mark.slow
def test_covariances_add_to_the_variance_of_the_mix() -> None:
    stakes = {"player_a": 10, "tie": 1, "pair_plus_b": 5}
    mix = ask_mix(shipped("teen-patti-20-20"), stakes).mix
    assert mix.total.variance == sum(mix.covariances[one, other] for one in stakes for other in stakes)
    assert mix.covariances["player_a", "pair_plus_b"] < 0


def test_the_tables_of_the_base_game_are_told_with_it() -> None:
    assert ask_mix(shipped("uk-including-blind"), {"ante": 1}).letters == {"ante_bonus": "A"}


def test_chips_of_less_than_one_are_chips() -> None:
    """Of 1/4, pays of 1, 4, 6, 33 and 35 to 1 in halves, rounded up."""
    found = ask_mix(shipped("uk-including-blind"), {"pair_plus": "1/4"}, chip="1/2")
    nets = [net for net, _ in found.wagers["pair_plus"].outcomes]
    assert nets == [Fraction(net) for net in ("-1/4", "1/2", "1", "3/2", "17/2", "9")]


TWO = f'extends = "crown-melbourne"\nid = "two"\n{MINOR}'


@pytest.mark.slow
def test_two_progressive_wagers_are_valued_together() -> None:
    stakes = {"ante": 10, "minor": 2, "jackpot": 1}
    found = ask_mix(variant(TWO), stakes, {"jackpot": "2"}, meter={"minor": 5000})
    assert (found.letters["jackpot"], found.letters["minor"]) == ("2", "A")
    assert found.meters == {"jackpot": 10_000, "minor": 5000}
    assert found.meter is None
    rules = variant(TWO)
    minor = ask_jackpot(rules, wager="minor", stake=2, meter=5000, seats=1)
    jackpot = ask_jackpot(rules, option="2", meter=10_000, seats=1)
    assert found.mix.distribution("minor").expected_loss == 2 - minor.value.returned(
        Fraction(2), Fraction(5000)
    )
    assert found.mix.distribution("jackpot").expected_loss == jackpot.house_edge(jackpot.played)


def test_a_meter_belongs_to_one_wager() -> None:
    rules = variant(TWO)
    assert ask_mix(rules, {"minor": 1}, meter=5000).meters == {"minor": 5000}
    with pytest.raises(JackpotError, match=r"^minor pays a share of a meter; say what it shows$"):
        ask_mix(rules, {"ante": 1, "minor": 1, "jackpot": 1}, meter=50_000)
    with pytest.raises(JackpotError, match="a meter of 'ante', which is no jackpot wager of this mix"):
        ask_mix(rules, {"ante": 1, "minor": 1}, meter={"ante": 1})
    with pytest.raises(JackpotError, match="an option of one jackpot wager, and there are jackpot, minor"):
        ask_mix(rules, {"ante": 1, "minor": 1, "jackpot": 1}, option="1")
