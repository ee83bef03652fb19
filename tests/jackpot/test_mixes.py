from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import ceil

import pytest

from combin.exact.base_game import base_game
from combin.exact.named_strategies import named_strategy
from combin.formatting import percent
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import MixAnswer, ask_joint, ask_mix
from combin.rules.errors import RulesError
from tests.exact.settled import decisions_of, letters_of
from tests.exact.small_games import COMPARED, MONEY, PAIR_PLUS
from tests.helpers.command_line import combin
from tests.helpers.games import game
from tests.helpers.variants import analysed, shipped, variant
from tests.jackpot.wagers import MINOR
from tests.settle.records import settle_hand

CROWN, RWS, UK = (
    shipped(game) for game in ("crown-melbourne", "resorts-world-sentosa", "uk-including-blind")
)


@pytest.fixture(scope="module")
def three() -> MixAnswer:
    stakes = {"ante": 10, "pair_plus": 5, "jackpot": 2}
    letters = {"ante_bonus": "B", "pair_plus": "F"}
    return ask_mix(CROWN, stakes, letters, strategy="optimal", option="2", meter=25_000)


# -- what a mix comes to -----------------------------------------------------------------------------


@pytest.mark.slow
def test_each_wager_is_what_it_is_by_itself(three: MixAnswer) -> None:
    analysis = analysed(CROWN, ante_bonus="B", pair_plus="F")
    for name, stake in (("ante", 10), ("pair_plus", 5)):
        alone, one = analysis.wagers[name], three.mix.distribution(name)
        assert one.house_edge == three.wagers[name].house_edge == alone.house_edge
        assert one.expected_loss == stake * alone.house_edge
        assert one.variance == stake**2 * alone.variance
        assert three.mix.covariances[name, name] == one.variance
        assert one.hit_frequency == alone.hit_frequency
        assert one.element_of_risk == alone.element_of_risk
        assert one.average_wager == stake * alone.average_wager
    jackpot = three.mix.distribution("jackpot")
    asked = ask_jackpot(CROWN, option="2", stake=2, meter=25_000)
    assert -jackpot.expected_loss == asked.played.returned(Fraction(2), Fraction(25_000)) - 2


def test_all_together_is_their_sum(three: MixAnswer) -> None:
    mix = three.mix
    names = ("ante", "pair_plus", "jackpot")
    assert mix.law.wagers == names
    assert mix.expected_loss == sum(mix.distribution(name).expected_loss for name in names)
    assert mix.total.variance == sum(mix.covariances[one, other] for one in names for other in names)
    assert mix.staked == 17
    assert mix.average_staked == 10 * Fraction(370, 221) + 7
    assert mix.house_edge == mix.expected_loss / 17
    assert mix.element_of_risk == mix.expected_loss / mix.average_staked
    assert mix.total.total == mix.law.total == 22_100 * 18_424 * 1_035
    assert mix.total.element_of_risk * mix.total.average_wager == mix.total.expected_loss


@pytest.mark.slow
def test_stakes_scale_covariances() -> None:
    one = ask_mix(RWS, {"ante": 1, "pair_plus": 1}).mix
    many = ask_mix(RWS, {"ante": "2.50", "pair_plus": 3}).mix
    stakes = {"ante": Fraction(5, 2), "pair_plus": Fraction(3)}
    for pair, value in one.covariances.items():
        assert many.covariances[pair] == stakes[pair[0]] * stakes[pair[1]] * value


@pytest.mark.slow
def test_prime_and_pair_plus_without_an_ante() -> None:
    found = ask_mix(UK, {"prime": 1, "pair_plus": 1})
    assert found.statement is None
    assert found.letters == {"pair_plus": "A", "prime": "A"}
    assert found.mix.house_edge == (Fraction(405, 11186) + Fraction(149, 5525)) / 2


@pytest.mark.slow
def test_the_meter_is_at_its_seed_unless_it_is_given(three: MixAnswer) -> None:
    assert three.meter == 25_000
    found = ask_mix(CROWN, {"ante": 1, "jackpot": 5})
    assert found.meter == 50_000
    assert not found.envy
    assert ask_mix(CROWN, {"pair_plus": 1}).meter is None


def test_another_strategy() -> None:
    found = ask_mix(UK, {"ante": 1, "pair_plus": 1}, strategy="always play")
    assert found.statement == "Play every hand."
    assert found.mix.average_staked == 3
    assert percent(found.mix.distribution("ante").house_edge, 4) == "7.6538%"


@pytest.mark.slow
def test_envy_bonuses_are_left_out_and_said_to_be() -> None:
    assert ask_mix(RWS, {"ante": 5, "jackpot": 5}, meter=10_000).envy


# -- what cannot be asked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stakes", "complaint"),
    [
        ({}, "no wager; crown-melbourne has ante, pair_plus, jackpot"),
        ({"play": 1}, "play is part of ante, and not staked by itself"),
        ({"ante_bonus": 1}, "ante_bonus is part of ante, and not staked by itself"),
        ({"pair": 1}, "crown-melbourne has no wager 'pair'; did you mean \"pair_plus\"?"),
        ({"jackpot": 1}, r"jackpot goes with ante (5.5.1(a))"),
    ],
)
def test_wagers_that_cannot_be_placed(stakes: dict[str, int], complaint: str) -> None:
    with pytest.raises(RulesError) as caught:
        ask_mix(CROWN, stakes)
    assert str(caught.value).startswith(complaint)


@pytest.mark.parametrize("stake", [0, -1, "x", 1.5])
def test_stakes_that_are_none(stake: int | str) -> None:
    with pytest.raises(JackpotError, match=r"^ante: "):
        ask_mix(CROWN, {"ante": stake})


def test_what_does_not_go_together() -> None:
    with pytest.raises(RulesError, match="a strategy, but no ante to decide about"):
        ask_mix(CROWN, {"pair_plus": 1}, strategy="any queen")
    with pytest.raises(JackpotError, match="an option or a meter, but no jackpot wager"):
        ask_mix(CROWN, {"ante": 1}, meter=1000)
    with pytest.raises(JackpotError, match="jackpot pays a share of a meter; say what it shows"):
        ask_mix(RWS, {"ante": 1, "jackpot": 1})
    with pytest.raises(JackpotError, match="is below the seed"):
        ask_mix(CROWN, {"ante": 1, "jackpot": 1}, meter=10)
    with pytest.raises(RulesError, match="has no pair_plus table 'Z'"):
        ask_mix(CROWN, {"ante": 1}, {"pair_plus": "Z"})
    with pytest.raises(JackpotError, match="no option '9' of the jackpot"):
        ask_mix(CROWN, {"ante": 1, "jackpot": 1}, option="9")


# -- the command -------------------------------------------------------------------------------------

ASKED = ("mix", "uk-including-blind", "--bet", "ante=$1", "--bet", "pair_plus=1", "--bet", "prime=1")


@pytest.mark.slow
def test_json_and_csv_are_exact() -> None:
    answer = json.loads(combin(*ASKED, "--format", "json").out)
    mix = ask_mix(UK, {"ante": 1, "pair_plus": 1, "prime": 1}).mix
    assert answer["together"]["house_edge"]["fraction"] == str(mix.house_edge)
    assert answer["covariances"]["ante"]["prime"]["fraction"] == str(mix.covariances["ante", "prime"])
    assert sum(one["deals"] for one in answer["distribution"]) == answer["deals"] == 407_170_400
    rows = combin(*ASKED, "--format", "csv").out.splitlines()
    assert len(rows) == len(mix.total.outcomes) + 1
    assert rows[0].startswith("game,net_numerator,net_denominator,net,deals,")


def test_a_wager_by_itself_has_no_sum() -> None:
    out = combin("mix", "uk-including-blind", "--bet", "pair_plus=1").out
    assert "Total" not in out


# -- limits of the table -----------------------------------------------------------------------------

LIMITED = variant(game(COMPARED, PAIR_PLUS, MONEY))
FOLLOWED = "K-Q-J"


@cache
def settled_deals() -> tuple[Counter[tuple[Fraction, ...]], Fraction]:
    """Return how many deals net so much by wager, per unit staked, of money in money; and the mean raise."""
    decisions = decisions_of(named_strategy(FOLLOWED, base_game(LIMITED, letters_of(LIMITED))))
    found: Counter[tuple[Fraction, ...]] = Counter()
    raised, cards = 0, LIMITED.deck.cards
    for player in combinations(cards, 3):
        decision = decisions[tuple(sorted(map(str, player))), ""]
        for dealer in combinations([card for card in cards if card not in player], 3):
            raised += decision
            nets = settle_hand(LIMITED, letters_of(LIMITED), player, dealer, decision or None)
            money = in_money(nets.pop("money"))
            found[*(nets[name] for name in ("ante", "blind", "play", "ante_bonus", "pair_plus")), money] += 1
    return found, Fraction(raised, found.total())


@pytest.mark.slow
@pytest.mark.parametrize(("chip", "most"), [(None, None), (2, None), (None, 40), (5, 60), (3, 1000)])
def test_every_deal_paid_by_the_limits(chip: int | None, most: int | None) -> None:
    """Each pay is rounded up by itself, and a stake that comes back is no part of what a round pays.

    The stakes of two bets are no unit; of a stake that is lost in part the rest is paid, in chips as well.
    """
    stakes = {"ante": 3, "pair_plus": 6, "money": 25}
    found = ask_mix(LIMITED, stakes, chip=chip, most=most, strategy=FOLLOWED).mix
    nets: Counter[Fraction] = Counter()
    deals, raised = settled_deals()
    for (*units, money), count in deals.items():
        pays = [stake * net for stake, net in zip((3, 3, 3, 3, 6), units, strict=True)]
        pays += (25 + money, Fraction(-25)) if money < 0 else (money,)
        won = sum((pay if chip is None else ceil(pay / chip) * chip for pay in pays if pay > 0), Fraction(0))
        lost = sum((pay for pay in pays if pay < 0), Fraction(0))
        nets[(won if most is None else min(won, Fraction(most))) + lost] += count
    assert dict(found.total.outcomes) == dict(sorted(nets.items()))
    assert found.average_staked == 2 * 3 + 3 * raised + 6 + 25


def in_money(net: Fraction) -> Fraction:
    """Return what $25 net where a unit of a $5 stake nets so much: its prizes are sums, less a tenth."""
    sums = {Fraction(9 * (prize - 5), 50): Fraction(prize) for prize in (200, 100, 7)}
    if net not in sums:
        return 25 * net
    gain = sums[net] - 25
    return gain * Fraction(9, 10) if gain > 0 else gain


def test_a_half_unit_that_chips_do_not_make_is_worth_its_hands() -> None:
    """12.5 to 1 on $5 is $62.50; in $5 chips $65, in 48 of 22,100 hands: 48 x 2.5 / 22,100 = $0.00543."""
    rules = shipped("three-card-poker")
    letters = {"ante_bonus": "6"}
    plain, chips = (ask_mix(rules, {"ante": 5}, letters, chip=chip).mix for chip in (None, 5))
    assert plain.expected_loss - chips.expected_loss == Fraction(48 * 5, 2 * 22_100)


@pytest.mark.parametrize(("chip", "most"), [(0, None), (None, -5), ("x", None)])
def test_limits_that_are_none(chip: int | str | None, most: int | None) -> None:
    with pytest.raises(JackpotError, match="greatest payout" if chip is None else "chip"):
        ask_mix(CROWN, {"ante": 5}, chip=chip, most=most)


def test_the_command_tells_what_limits_do() -> None:
    run = combin(
        "mix", "three-card-poker", "--bet", "ante=5", "--ante-bonus", "6", "--chip", "5", "-f", "json"
    )
    found = json.loads(run.out)
    assert found["limits"] == {"chip": {"fraction": "5", "decimal": "5.0000000000"}}
    assert found["house_edge_without_limits"]["fraction"] != found["together"]["house_edge"]["fraction"]


def test_by_default_the_ante_is_one_and_each_wager_has_its_first_table() -> None:
    rules = shipped("crown-melbourne")
    answer = ask_joint(rules, 3)
    assert answer.ante == 1
    assert answer.ratio == 3
    assert len(rules.tables["pair_plus"]) > 1
    assert answer.letters == {name: next(iter(rules.tables[name])) for name in answer.letters}


def test_where_nothing_is_decided_no_jackpot_is_decided_with_it() -> None:
    with pytest.raises(RulesError, match="teen-patti-pro: nothing is decided, so that no bet is decided"):
        ask_joint(shipped("teen-patti-pro"), 1)


def test_a_meter_that_nobody_states_is_asked_for() -> None:
    with pytest.raises(JackpotError, match=r"^jackpot pays a share of a meter; say what it shows$"):
        ask_joint(shipped("resorts-world-sentosa"), 1)
    assert ask_joint(shipped("resorts-world-sentosa"), 1, meter=0).joint.meter == 0


def test_losses_count_what_is_taken_of_each_hand_at_the_ante() -> None:
    """Of the stakes that may be wagered it is not the first one."""
    fee = {"wager.ante.collection": {"money": 1}, "wager.ante.stakes": [5, 20]}
    losses = []
    for part in ({}, fee):
        rules = variant(game({"extends": "crown-melbourne", "id": "fee"}, part))
        answer = ask_joint(rules, 2, 20, option="2", meter=25_000)
        losses.append(answer.joint.loss(answer.best, answer.ratio))
    assert losses[1] - losses[0] == Fraction(1, 20)


def test_what_equals_the_base_wager_is_part_of_it() -> None:
    rules = shipped("ultimate-three-card-poker")
    with pytest.raises(RulesError, match=r"^blind is part of ante, and not staked by itself$"):
        ask_mix(rules, {"blind": 1})
    with pytest.raises(RulesError, match=r"^no wager; ultimate-three-card-poker has ante$"):
        ask_mix(rules, {})


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
