from __future__ import annotations

from fractions import Fraction

from combin.rules.load import load_rules, other_readings
from tests.settle.records import RWS, UK, hand, settled
from tests.variants import shipped

RED, BLACK = "Kd 9h 2h", "Qs 8c 3s"


def red(**paid: int) -> dict[str, object]:
    """Return a hand that wins, all of it red, against a black one."""
    return hand(RED, ante=10, play=10, prime=10, paid={"ante": 20, "play": 20} | paid)


def test_the_opening_paragraph_of_the_poster_pays_prime_4_to_1_on_one_colour_each() -> None:
    one = settled(UK, BLACK, red(prime=50))
    assert one.paid_wrongly == ()
    (disputed,) = one.disputed
    assert (disputed.wager, disputed.rule) == ("prime", "Prime")
    assert (disputed.due, disputed.paid) == (Fraction(40), Fraction(50))
    assert disputed.readings == (
        "prime_colour = either colour (Prime)",
        "disputes = settled in the player's favour (opening paragraph)",
    )


def test_what_no_reading_gives_is_wrong() -> None:
    one = settled(UK, BLACK, red(prime=60))
    assert [(wrong.wager, wrong.readings) for wrong in one.paid_wrongly] == [("prime", ())]
    assert one.disputed == ()


def test_one_payment_may_be_disputed_and_another_wrong() -> None:
    one = settled(UK, BLACK, red(prime=50, play=10))
    assert [wrong.wager for wrong in one.paid_wrongly] == ["play"]
    assert [disputed.wager for disputed in one.disputed] == ["prime"]


def test_a_sum_is_disputed_where_a_reading_gives_all_of_it() -> None:
    one = settled(UK, BLACK, hand(RED, ante=10, play=10, prime=10, paid=90))
    assert [(disputed.wager, disputed.difference) for disputed in one.disputed] == [("total", Fraction(10))]


def test_under_the_reading_itself_nothing_is_disputed() -> None:
    rules = load_rules(UK, {"disputes": "settled in the player's favour"})
    one = settled(rules, BLACK, red(prime=50))
    assert (one.paid_wrongly, one.disputed) == ((), ())
    (by_reading,) = one.by_reading  # and what the adopted reading would have paid is told
    assert (by_reading.wager, by_reading.due, by_reading.paid) == ("prime", Fraction(40), Fraction(50))
    assert by_reading.readings == ("disputes = settled in the player's favour (opening paragraph)",)
    assert settled(rules, BLACK, red(prime=40)).disputed[0].readings == (
        "disputes = settled by the printed edges (opening paragraph)",
    )


def test_rws_3_9_1_a_play_wager_without_payment_may_be_kept() -> None:
    kept = hand("Kd 9h 2h", ante=10, play=10, paid={"ante": 20, "play": 0})
    (disputed,) = settled(RWS, "Js 8c 3s", kept).disputed
    assert disputed.readings == ("no_payment = kept by the house (3.9.1)",)


def test_a_straight_of_two_suits_is_disputed_like_all_that_it_is_paid() -> None:
    lost = hand("5d 6h 7h", ante=10, play=10, paid={"ante": 0, "play": 0, "ante_bonus": 0})
    one = settled(UK, "Kd Kh 3s", lost)
    assert {disputed.wager for disputed in one.disputed} == {"ante", "play", "ante_bonus"}


def test_each_other_option_is_a_game_of_its_own() -> None:
    rules = shipped(UK)
    assert {name: option for name, option, _ in other_readings(rules)} == {
        "prime_colour": "either colour",
        "disputes": "settled in the player's favour",
        "straight": "three different suits",
        "fold": "lost with the Ante",
    }
    for name, option, other in other_readings(rules):
        assert other.file == load_rules(UK, {name: option}).file
