"""What a settled round looks like, and that nobody can change it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from combin.formats import Format
from combin.formats.tables import Table
from combin.formats.view import View
from combin.game import Game
from combin.rules.load import load_rules
from combin.settle.records import (
    Discrepancy,
    HandResult,
    Result,
    SettledHand,
    SettledMeter,
    SettledRounds,
    SettledWager,
    amount_text,
)
from combin.settle.views import MOST, settled_view, streamed
from tests.helpers import golden_files
from tests.helpers.variants import shipped, variant
from tests.settle.records import CROWN, UK, hand, settled

DATA = Path(__file__).parents[1] / "data"


def of_lines(*lines: str, game: str = "crown-melbourne") -> SettledRounds:
    return Game(shipped(game)).settle(lines)


@pytest.fixture(scope="module")
def several() -> SettledRounds:
    return Game(shipped("crown-melbourne")).settle(golden_files.FOLDER / "rounds.jsonl")


def table(view: View, title: str) -> Table:
    (found,) = (one for one in view.tables if one.title == title)
    return found


def round_(**paid: int) -> str:
    return json.dumps(
        {
            "id": "R",
            "dealer": "Js 9h 4d",
            "tables": {"ante_bonus": "A", "pair_plus": "A"},
            "hands": [{"seat": 1, "cards": "Qs 6h 4c", "wagers": {"ante": 10, "play": 10}, "paid": paid}],
        }
    )


def test_one_of_each_is_told_in_the_singular() -> None:
    assert of_lines(round_(ante=20, play=20), "{}").view().lines == (
        "1 round with 1 hand settled; the players' net is $10.",
        "1 wrong payment.",
        "1 record refused.",
    )


def test_that_nothing_is_wrong_is_said() -> None:
    view = of_lines(round_(ante=20, play=10)).view()
    assert view.lines[1:] == ("No recorded payment differs from the rules.",)
    assert [one.title for one in view.tables] == ["Totals by wager"]


def test_a_meter_that_was_shared_shows_where_its_money_went() -> None:
    lines = (DATA / "crown-rounds.jsonl").read_text(encoding="utf-8").splitlines()
    shared = table(of_lines(*lines).view(), "Meter")
    assert shared.headings[2:7] == ("Seed", "Meter", "House adds", "Prizes", "Meter after")
    assert [row[1] for row in shared.cells] == ["1 × royal flush, 1 × straight flush", "2 × straight flush"]
    assert [(row[0], *row[2:]) for row in shared.cells] == [
        ("C-14", "$50,000", "$123,456.70", "$50,001.30", "$123,458", "$50,000", "6.3, 6.4"),
        ("C-15", "$50,000", "$123,456.70", "$0.07", "$23,956.90", "$99,499.87", "6.3, 6.4"),
    ]


def wrong_records(result: SettledRounds) -> Iterator[tuple[object, ...]]:
    for record in result.view().records():
        if record["difference"] is not None:
            yield record["round"], record["seat"], record["wager"], record["paid"], record["difference"]


def test_a_payment_on_a_wager_that_was_not_placed_has_a_row_of_its_own() -> None:
    (row,) = wrong_records(of_lines(round_(ante=20, play=10, pair_plus=5)))
    assert row == ("R", 1, "pair_plus", "5", "+5")


def test_records_hold_amounts_as_exact_text_and_ids_as_text(several: SettledRounds) -> None:
    frame = several.frame()
    assert frame["round"].to_list()[0] == "1"
    assert frame["net"].to_list()[-3] == "-2.5"
    assert frame.schema["seat"].is_integer()


def test_nothing_recorded_leaves_headers_and_a_sentence() -> None:
    view = of_lines().view()
    assert view.lines[0] == "0 rounds with 0 hands settled; the players' net is $0."
    assert view.tables == ()
    assert view.frame().height == 0
    assert view.frame().columns[:3] == ["round", "line", "seat"]


def test_programs_get_rounds_and_errors(several: SettledRounds) -> None:
    found = several.to_dict()
    assert [one["id"] for one in found["rounds"]] == [1, "T7-2", 4, 5]
    assert [(one["line"], one["round"]) for one in found["errors"]] == [(3, None), (4, 3)]
    assert json.loads(json.dumps(found)) == found


# -- many rounds ----------------------------------------------------------------------------------------


def many(number: int) -> Iterator[str]:
    """Give records as one long table has them: settled, paid wrongly, and not to be settled."""
    for index in range(number):
        one = json.loads(round_(ante=20, play=10 if index % 3 else 20)) | {"id": index}
        yield "{}" if index % 50 == 7 else json.dumps(one)


@pytest.mark.parametrize("form", [Format.JSON, Format.CSV])
@pytest.mark.parametrize("lines", [(), ("{}",), tuple(many(60))], ids=["none", "errors", "many"])
def test_what_is_written_piece_by_piece_is_the_same(lines: tuple[str, ...], form: Format) -> None:
    game = Game(shipped("crown-melbourne"))
    pieces = "".join(streamed(game.rules, game.settle_each(lines), form))
    assert pieces == game.settle(lines).view().text(form)


def test_wagers_of_many_rounds_are_added_up_and_the_first_are_listed() -> None:
    more = of_lines(*many(MOST + 50))
    view = settled_view(more, log=True)
    (ante, play) = table(view, "Totals by wager").cells
    assert ante[1] == f"{len(more.rounds):,}"
    assert ante[2] == f"${10 * len(more.rounds):,}"
    assert play[-1] == "$0"
    assert len(table(view, "Wrong payments").cells) == len(more.paid_wrongly)
    assert view.lines[-1] != more.view().lines[-1]
    assert len({row[0] for row in table(view, "Log of rounds").cells}) == MOST < len(more.rounds)
    assert view.lines[-1] == "Tables list the first 1,000 rounds and records; csv and json list all."


def test_a_collection_of_many_rounds_is_added_up_too() -> None:
    rules = variant(
        'extends = "crown-melbourne"\n[wager.ante]\ncollection = { money = 1, rule = "House rule" }'
    )
    sums = table(Game(rules).settle(many(9)).view(), "Totals by wager").cells
    assert [row[0] for row in sums] == ["Ante", "Play", "Collection"]


def test_records_tell_what_is_right_under_the_reading_taken_alone() -> None:
    wagers = {"ante": 10, "play": 10, "prime": 10}
    hand = {"seat": 1, "cards": "Kd 9h 2h", "wagers": wagers, "paid": {"prime": 50}}
    line = json.dumps({"id": "prime", "dealer": "Qs 8c 3s", "hands": [hand]})
    game = Game(load_rules("uk-including-blind", {"prime_colour": "either colour"}))
    (row,) = [one for one in game.settle([line]).view().records() if one["reading"]]
    assert (row["wager"], row["paid"], row["difference"]) == ("prime", "50", "0")
    assert row["reading"] == "prime_colour = either colour (Prime)"


# -- results ---------------------------------------------------------------------------------------------


ROUND = settled(
    CROWN,
    "Qs 6h 4d",
    hand("Kh 3d 2c", ante=10, play=15, pair_plus=5, paid={"ante": 5, "play": 4}),
    hand("9h 9d 2s", seat=3, ante=10, play=10),
)
HAND = ROUND.hand(1)
METER = SettledMeter(
    wager="jackpot",
    name="Jackpot",
    won={"royal flush": 1},
    meter=Fraction("12345.25"),
    seed=Fraction(10_000),
    rounded=Fraction(12_346),
    prizes=Fraction(12_346),
    meter_after=Fraction(10_000),
    rule="7.3.1",
)


@pytest.mark.parametrize(
    "result",
    [ROUND, HAND, HAND.wagers[0], HAND.wager("play").notes[0], ROUND.paid_wrongly[0], METER],
    ids=lambda one: type(one).__name__,
)
def test_results_cannot_be_changed_and_name_their_fields(result: msgspec.Struct) -> None:
    fields = msgspec.structs.asdict(result)
    with pytest.raises(AttributeError, match="immutable"):
        setattr(result, next(iter(fields)), "another")
    assert type(result)(**fields) == result
    if len(fields) > 2:
        with pytest.raises(TypeError):
            type(result)(*fields.values())


def test_hands_and_wagers_are_found_by_seat_and_name() -> None:
    assert [ROUND.hand(seat).seat for seat in (1, 3)] == [1, 3]
    assert HAND.wager("pair_plus").name == "Pair Plus"
    with pytest.raises(KeyError):
        ROUND.hand(2)
    with pytest.raises(KeyError):
        HAND.wager("jackpot")


def test_a_round_is_the_sum_of_its_hands_and_a_hand_of_its_wagers() -> None:
    for key in ("staked", "returned", "carried", "net"):
        assert getattr(ROUND, key) == sum(getattr(one, key) for one in ROUND.hands)
        assert getattr(HAND, key) == sum(getattr(one, key) for one in HAND.wagers)
    assert [HAND.staked, ROUND.staked] == [30, 50]


def test_what_is_carried_is_not_lost() -> None:
    kept = SettledWager(
        wager="ante",
        name="Ante",
        staked=Fraction(10),
        returned=Fraction(2),
        carried=Fraction(8),
        result=Result.NEXT_ROUND,
        rule="9.1",
        reason="misdeal",
    )
    assert kept.net == 0
    both, amounts = HandResult.one((kept, kept)), (1, 10, 10, 2, 2, 8, 8)
    hand = SettledHand(seat=1, player=None, cards="", decision=None, result=both, amounts=amounts)
    assert (hand.carried, hand.net) == (Fraction(16), Fraction(0))
    assert hand.wagers == (kept, kept)
    assert msgspec.structs.replace(kept, carried=Fraction(0)).net == -8
    given = {name: value for name, value in msgspec.structs.asdict(kept).items() if name != "carried"}
    assert SettledWager(**given).carried == 0


def test_what_was_paid_too_much_and_what_the_house_adds() -> None:
    wrong = Discrepancy(seat=1, player=None, wager="ante", due=Fraction(20), paid=Fraction(25), rule="")
    assert wrong.difference == 5
    assert METER.house_adds == Fraction("10000.75")
    assert METER.to_dict()["house_adds"] == "10000.75"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("1/20", "0.05"),
        ("1/2", "0.5"),
        ("0", "0"),
        ("-1/20", "-0.05"),
        ("-1/8", "-0.125"),
        ("1234567/625", "1975.3072"),
        ("-250", "-250"),
        ("2/3", "2/3"),
        ("-7/60", "-7/60"),
    ],
)
def test_an_amount_is_a_decimal_where_one_is_equal_to_it(amount: str, text: str) -> None:
    assert amount_text(Fraction(amount)) == text


def test_the_result_has_documented_keys_and_decimal_amounts() -> None:
    one = settled(UK, "Kh Td 6h", hand("8h 8d 3h", ante="2.50", play="2.50", paid={"ante": 5, "play": 4}))
    whole = json.loads(json.dumps(one.to_dict()))
    sums = ["staked", "returned", "carried", "net"]
    found = ["notes", "paid_wrongly", "disputed", "unexplained"]
    assert list(whole) == ["id", "game", "line", "dealer", "hands", *sums, *found, "meter"]
    assert list(whole["hands"][0]) == ["seat", "player", "cards", "decision", "wagers", *sums]
    assert whole["hands"][0]["decision"] == "play"
    assert whole["hands"][0]["wagers"][1] == {
        "wager": "play",
        "name": "Play",
        "staked": "2.5",
        "returned": "5",
        "carried": "0",
        "net": "2.5",
        "result": "win",
        "rule": "bullet 19",
        "reason": "pair of eights with a three beats dealer's K-10-6",
        "notes": [],
    }
    assert whole["paid_wrongly"] == [
        {
            "seat": 1,
            "player": None,
            "wager": "play",
            "due": "5",
            "paid": "4",
            "difference": "-1",
            "rule": "bullet 19",
            "readings": [],
        }
    ]
    assert (whole["staked"], whole["returned"], whole["net"]) == ("5", "10", "5")
