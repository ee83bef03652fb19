from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from math import exp
from pathlib import Path

import numpy as np
import pytest

import combin
from combin.formats import Format
from combin.game import Game
from combin.jackpot.enclosure import Enclosure
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.seats.deals import Deals
from combin.session.monitor import Log, Setting, add_rounds
from combin.session.total import (
    ERROR,
    LEVELS,
    POWER,
    BoundTails,
    LogTotals,
    OneRound,
    SequentialTest,
    tail_law,
    tails,
)
from combin.session.views import CHANCE
from combin.settle.files import settle_lines
from tests.exact.test_joint_law import THREE_CARDS
from tests.helpers import command_line, golden_files
from tests.helpers.games import game, table_bet
from tests.helpers.readme import execute
from tests.helpers.variants import analysed, variant
from tests.seats.test_deals import DECKS
from tests.session.test_total import convolved

ONE = Fraction(1)
RIGHT = OneRound(Fraction(1, 2), ((-2, 12), (1, 5), (4, 3)), ONE)
WRONG = OneRound(Fraction(1, 2), ((-2, 10), (1, 6), (4, 4)), ONE)
CROWN = combin.load("crown-melbourne")


def tally(hands: int, net: Fraction | int) -> LogTotals:
    return LogTotals("", "pair_plus", "", hands, ONE, ONE, Fraction(net), 1, 0, ONE, ONE)


def test_tails_and_bands_are_those_of_all_ways_to_play() -> None:
    true = {Fraction(units): chance for units, chance in convolved(RIGHT, 12).items()}
    found = tail_law(RIGHT, 12)
    for total in (Fraction(-24), Fraction(-14), Fraction(-5), Fraction(-2, 3), Fraction(8)):
        assert found.at_most(total).contains(
            sum((chance for at, chance in true.items() if at <= total), Fraction(0))
        )
        assert found.at_least(total).contains(
            sum((chance for at, chance in true.items() if at >= total), Fraction(0))
        )
        assert found.exactly(total).contains(true.get(total, Fraction(0)))
    for level in LEVELS:
        inside = [
            at
            for at in sorted(true)
            if sum(true[one] for one in true if one <= at) > (1 - level) / 2
            and sum(true[one] for one in true if one >= at) > (1 - level) / 2
        ]
        low, high = found.band(level)
        assert [low, high] == [inside[0], inside[-1]]


def test_bounds_hold_for_hands_that_go_together() -> None:
    rules = variant(game(THREE_CARDS, DECKS["three suits"]))
    law = Deals(rules, {"ante": ""}, analysed(rules).strategy).law()
    of_round = Counter[Fraction]()
    for ((one,), (other,)), count in law.counts.items():
        of_round[one.odds + other.odds] += count
    nets = tuple(sorted((int(net), count) for net, count in of_round.items()))
    together = OneRound(ONE, nets, ONE)
    setting = Setting.of(rules, {}, None)
    one_hand = OneRound(
        ONE, tuple(sorted((int(pay.odds), count) for pay, count in setting.pays("ante").items())), ONE
    )
    hand = tally(1, 0)._replace(wager="ante")
    bound = tails(one_hand, 400, 2, setting.between(one_hand, hand))
    assert isinstance(bound, BoundTails)
    assert bound.variance == 200 * together.variance
    exactly = tail_law(together, 200)
    for level in LEVELS:
        low, high = bound.band(level)
        assert exactly.at_most(low).high <= (1 - level) / 2 <= bound.at_most(low + 1).high
        assert exactly.at_least(high).high <= (1 - level) / 2 <= bound.at_least(high - 1).high
        inner = exactly.band(level)
        assert low <= inner[0] < inner[1] <= high


@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize("side", [-1, 1])
def test_bounds_are_nearly_reached_where_one_side_is_rare(side: int, seats: int) -> None:
    """And where all hands of a round end alike."""
    one_hand = OneRound(ONE, tuple(sorted([(99 * side, 1), (-side, 99)])), ONE)
    bound = BoundTails(one_hand, 400 * seats, seats, one_hand.variance if seats > 1 else Fraction(0))
    law = tail_law(one_hand, 400)
    for far in (200, 400, 600, 800):
        total = Fraction(side * far)
        true, most = (
            one.at_least(scaled) if side > 0 else one.at_most(scaled)
            for one, scaled in ((law, total), (bound, total * seats))
        )
        assert true.high <= most.high <= 8 * true.high


HOUSE_PAIR = table_bet("house_pair", "House Pair", {"pair": {"money": 1}}, hand="dealer", stakes=["1/10", 1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "wager", "stake"),
    [
        (variant(game(THREE_CARDS, DECKS["three suits"], HOUSE_PAIR)), "house_pair", Fraction(1, 10)),
        (variant(game(THREE_CARDS, DECKS["three suits"], HOUSE_PAIR)), "house_pair", ONE),
        (CROWN.rules, "pair_plus", ONE),
        (combin.load("teen-patti-20-20").rules, "tie", ONE),
        (combin.load("teen-patti-20-20").rules, "pair_plus_b", ONE),
    ],
)
def test_no_right_table_is_accused(tmp_path: Path, rules: Rules, wager: str, stake: Fraction) -> None:
    """Bounds hold for rounds of which all seven hands end alike, where they do, and else for those of one."""
    log = tmp_path / "log.csv"
    head = f"table,wager,hands,staked,won,stake\n1,{wager},7000,{7000 * stake},"
    for share in ("0.9", "1.2", "2.2"):
        log.write_text(f"{head}{7000 * stake * Fraction(share)},{stake}".replace("1/10", "0.1"))
        (watched,) = combin.Game(rules).monitor(log, seats=7).tables
        one_hand = watched.law.variance * watched.law.unit**2
        alike = wager != "pair_plus"
        assert (watched.between == one_hand) == alike
        law = tail_law(watched.law, 1000 if alike else 7000)
        net = watched.tally.net / watched.law.unit / (7 if alike else 1)
        assert law.at_least(net).low <= watched.as_high.high
        assert law.at_most(net).low <= watched.as_low.high


@pytest.mark.slow
def test_seats_of_recorded_rounds_are_not_fewer_than_they_show(tmp_path: Path) -> None:
    seats = [
        f'{{"seat": {seat}, "cards": "{cards}", "wagers": {{"ante": 1, "play": 1}}}}' for seat, cards in CARDS
    ]
    log, few = tmp_path / "log.jsonl", combin.Game(variant(game(THREE_CARDS, DECKS["three suits"])))
    log.write_text(f'{{"id": 1, "dealer": "Js Jh Ah", "hands": [{", ".join(seats)}]}}')
    assert [few.monitor(log, seats=asked).seats for asked in (1, None, 3)] == [2, 2, 3]


CARDS = ((1, "Qs Qd Jd"), (2, "As Kd Kh"))


@pytest.mark.slow
def test_right_settings_seldom_show_evidence() -> None:
    """Hand by hand over all that can happen: Ville's bound, and what the test promises of a wrong setting."""
    test = SequentialTest(RIGHT, WRONG)
    enough = test.enough.high
    ever = {}
    for law in (RIGHT, WRONG):
        running, shown = {0: 1.0}, 0.0
        for hands in range(1, 150):
            after: defaultdict[int, float] = defaultdict(float)
            for units, chance in running.items():
                for net, count in law.nets:
                    after[units + net] += chance * count / law.total
            over = [units for units in after if test.evidence(tally(hands, Fraction(units, 2))).low >= enough]
            shown += sum(after.pop(units) for units in over)
            running = dict(after)
        ever[law] = shown
    assert 0.001 < ever[RIGHT] <= ERROR
    assert float(test.power(149).middle) <= ever[WRONG]


@pytest.mark.slow
def test_so_many_hands_show_a_wrong_setting() -> None:
    test = SequentialTest(RIGHT, WRONG, 3)
    hands = test.hands_needed
    assert hands is not None
    assert test.power(hands).low >= POWER > test.power(hands * 9 // 10).high
    nets, counts = (np.array(one) for one in zip(*WRONG.nets, strict=True))
    runs = np.random.default_rng(4).multinomial(hands, counts / WRONG.total, size=20_000) @ nets
    # The evidence of each run is worked out again in floats.
    s = float(test.exponent)
    mean = sum(count * exp(s * net) for net, count in RIGHT.nets) / RIGHT.total
    shown = np.mean(s * runs - hands * np.log(mean) >= np.log(300))
    assert abs(shown - float(test.power(hands).middle)) < 4 * (0.05 * 0.95 / 20_000) ** 0.5
    assert SequentialTest(RIGHT, RIGHT).hands_needed is None


def test_the_likelihood_ratio_is_a_quotient_of_all_ways_to_play() -> None:
    test, right, wrong = SequentialTest(RIGHT, WRONG), convolved(RIGHT, 6), convolved(WRONG, 6)
    for units in (-12, -3, 6):
        found = test.likelihood_ratio(tail_law(RIGHT, 6), tally(6, Fraction(units, 2)))
        assert found is not None
        assert found.contains(wrong[units] / right[units])
    assert test.likelihood_ratio(tail_law(RIGHT, 6), tally(6, Fraction(1, 3))) is None


def log_of(folder: Path, *rows: str) -> Path:
    path = folder / "log.csv"
    path.write_text("\n".join(["table,day,wager,hands,staked,won", *rows]), encoding="utf-8")
    return path


def test_nets_in_fractions_of_a_stake_are_told_exactly(tmp_path: Path) -> None:
    """Two pairs at 7/6 for one net 14/6, and so do not come to less than that."""
    pays = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": "7/6"}
    sixths = variant(game({"extends": "crown-melbourne", "id": "sixths", "pay_tables.pair_plus.A": pays}))
    found = combin.Game(sixths).monitor(log_of(tmp_path, "T1,1,pair_plus,2,12,26", "T2,1,pair_plus,1,3,6.6"))
    watched, odd = found.tables
    assert (watched.tally.net, watched.tally.odd, odd.tally.odd) == (Fraction(7, 3), 0, 1)
    nets = Counter[Fraction | int]({-1: 16_440, Fraction(7, 6): 3_744, 4: 1_096, 6: 720, 30: 52, 40: 48})
    lower = [nets[one] * nets[other] for one in nets for other in nets if one + other <= Fraction(7, 3)]
    assert watched.as_low.contains(Fraction(sum(lower), 22_100**2))
    assert watched.expected == 1 + sum(net * count for net, count in nets.items()) / Fraction(22_100)


def test_what_is_taken_of_recorded_hands_and_brought_by_others_is_as_in_the_law() -> None:
    """A collection counts with the Ante; an envy bonus is of no hand's own law."""
    fee = {"wager.ante.collection": {"money": 1}, "wager.ante.stakes": [10]}
    rules = variant(game({"extends": "resorts-world-sentosa", "id": "fee"}, fee))
    hands = [
        {"seat": seat, "cards": cards, "wagers": {"ante": 10, "play": 10, "jackpot": 5}}
        for seat, cards in ((1, "As Ks Qs"), (2, "9s 8c 2h"))
    ]
    record = {"id": 1, "dealer": "Kc 7d 3h", "hands": hands, "meter": 60_000, "seed": 50_000}
    log = Log({"ante": "ante", "jackpot": "jackpot"}, lambda _: [], lambda _: None)
    add_rounds(log, rules, settle_lines(rules, [json.dumps(record)]), "evening.jsonl")
    ante, jackpot = log.summed("wager")
    assert ante.staked == 2 * (10 + 10 + 1)
    assert ante.won == 20 + 20 + 50
    assert jackpot.won == 60_000  # without the 250 that the second player is brought


@pytest.mark.slow
def test_corrections_hold_over_all_tables(tmp_path: Path) -> None:
    rows = [f"T{number},d,pair_plus,100,1000,{900 - 60 * number}" for number in range(1, 11)]
    found = CROWN.monitor(log_of(tmp_path, *rows))
    chances = [watched.chance for watched in found.tables]
    ordered = sorted(chances)
    for chance, corrected in zip(chances, found.corrected, strict=True):
        place = ordered.index(chance)
        assert corrected == min(max((10 - at) * ordered[at] for at in range(place + 1)), 1)


@pytest.mark.slow
def test_wrong_settings_change_what_they_are_about(tmp_path: Path) -> None:
    rows = ["T1,1,pair_plus,100,1000,900", "T1,2,ante,100,1000,900"]
    found = CROWN.monitor(log_of(tmp_path, *rows), against=["ante_bonus=C", "pair_plus=D"])
    told = [(suspected.words, suspected.monitored.tally.wager) for suspected in found.setting_tests]
    assert told == [
        ("Ante Bonus pays table C in place of A", "ante"),
        ("Pair Plus pays table D in place of A", "pair_plus"),
    ]
    expected = CROWN.analyse(strategy="Q-6-4", ante_bonus="C").wagers["ante"].house_edge
    assert found.setting_tests[0].test.wrong.mean == -expected
    assert found.setting_tests[0].test.tests == 2
    edge = CROWN.analyse(pair_plus="D").wagers["pair_plus"].house_edge
    assert found.setting_tests[1].test.wrong.mean == -edge


def test_wrong_settings_that_are_none_are_refused(tmp_path: Path) -> None:
    problems = {"pair_plus=Z": "no pair_plus table", "pare=D": "no pay table", "D": "not a wrong setting"}
    for against, problem in problems.items():
        with pytest.raises(RulesError, match=problem):
            CROWN.monitor(log_of(tmp_path, "T1,1,pair_plus,1,1,0"), against=[against])


@pytest.mark.slow
def test_what_is_not_watched_is_told(tmp_path: Path) -> None:
    log = log_of(tmp_path, "T1,1,jackpot,10,10,0", "T1,1,pair_plus,1,5,10")
    assert list(CROWN.monitor(log).left_out) == ["jackpot"]
    columns = "table,day,wager,hands,staked,won,meter_share"
    shares = tmp_path / "shares.csv"
    shares.write_text(
        f"{columns}\nT1,1,jackpot,10,10,900,850\nT1,1,jackpot,10,10,0,\nT1,1,jackpot,10,10,9,nil"
    )
    watched = CROWN.monitor(shares)
    assert (watched.log.rows, watched.log.bad, watched.left_out) == (2, 1, {})
    assert [one.tally.net for one in watched.wagers] == [30]
    short = tmp_path / "short.toml"
    short.write_text('extends = "crown-melbourne"\n[deck]\nranks = "7 8 9 T J Q K A"\n')
    assert combin.load(short).monitor(shares, seats=2).left_out == {}
    with pytest.raises(RulesError, match="hands of a round correlate"):
        CROWN.monitor(log, seats=2, against=["pair_plus=D"])
    with pytest.raises(RulesError, match="no row of the log is valid"):
        CROWN.monitor(log_of(tmp_path))


def test_a_wrong_table_of_sums_is_tested_at_one_stake(tmp_path: Path) -> None:
    lines = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": {"money": 5}}
    pays = {"pay_tables.pair_plus.Z": lines, "wager.pair_plus.stakes": [5, 10]}
    asked = combin.Game(variant(game({"extends": "crown-melbourne", "id": "sums"}, pays)))
    for stake in (5, 10):
        log = log_of(tmp_path, "T1,1,pair_plus,100,500,450", f"T1,2,pair_plus,100,{100 * stake},450")
        found = asked.monitor(log, against=["pair_plus=Z"])
        assert [*found.untested] == [("Pair Plus pays table Z in place of A", "pair_plus")] * (stake > 5)
        assert len(found.setting_tests) == (stake == 5)


@pytest.mark.slow
def test_the_play_expected_can_be_another(tmp_path: Path) -> None:
    log = log_of(tmp_path, "T1,1,ante,100,1000,900")
    (watched,) = CROWN.monitor(log, strategy="always play").tables
    edge = CROWN.analyse(strategy="always play").wagers["ante"].house_edge
    assert watched.expected == 1 - edge
    banker = log_of(tmp_path, "T1,1,banker,10,100,95")
    assert "expected to be played" not in str(combin.load("teen-patti-pro").monitor(banker))


@pytest.mark.slow
def test_every_block_of_the_page_holds() -> None:
    assert execute(Path(__file__).parents[2] / "docs" / "monitor.md") > 5


# -- monitor views ---------------------------------------------------------------------------------------


LOG = golden_files.FOLDER / "live-tables.csv"
GAME = combin.load("crown-melbourne")


@pytest.mark.slow
def test_commands_name_bad_rows_and_stop_when_they_should(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(LOG.read_text(encoding="utf-8") + "T,d,ante,1,1,x\n", encoding="utf-8")
    run = command_line.combin("monitor", "crown-melbourne", str(log), "--format", "json")
    assert (run.code, run.err) == (2, f'combin: {log}:7: won: "x" is no amount, such as 2.50\n')
    told = json.loads(run.out)
    assert (told["rows"], told["bad_rows"]) == (5, 1)
    strict = command_line.combin("monitor", "crown-melbourne", str(log), "--strict")
    assert (strict.code, strict.out, strict.err) == (2, "", run.err)


def test_a_plot_needs_a_file() -> None:
    run = command_line.combin("session", "crown-melbourne", "--bet", "ante=1", "--plot", "fan")
    assert run.code == 2
    assert run.err.startswith("combin: Invalid value for --plot: goes with -o FILE, .svg, .png or .pdf.")


@pytest.mark.slow
def test_bounds_are_told_as_such() -> None:
    small = Game(variant(game(THREE_CARDS, DECKS["three suits"])))
    text = small.monitor(LOG, seats=3).view().text(Format.TABLE, 140)
    assert "Up to 3 hands share a round" in text
    assert "at most" in text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        ("0", "0.00004", "at most 1 in 25,000"),
        ("0", "0.01", "at most 1.0000%"),
        ("0.00004", "0.00004", "1 in 25,000"),
        ("0.99989", "1", "100.0%"),
        ("0.25", "0.25", "25.0000%"),
    ],
)
def test_a_chance_is_told_as_far_as_it_is_known(low: str, high: str, text: str) -> None:
    assert CHANCE.shown(Enclosure(Fraction(low), Fraction(high))) == text
