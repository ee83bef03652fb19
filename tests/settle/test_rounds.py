from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.settle.files import settle_lines
from combin.settle.records import Round, RoundError, SettledRound, parse_round
from tests.helpers.variants import shipped
from tests.settle.records import CROWN, RWS, UK

DATA = Path(__file__).parents[1] / "data"
HAND = '{"seat": 1, "cards": "Kh 3d 2c", "wagers": {"ante": 5, "play": 5}}'
GOOD = f'{{"id": 1, "dealer": "Qs 6h 4d", "hands": [{HAND}]}}'


def wagers(text: str) -> dict[str, int | Fraction]:
    return dict(parse_round(f'{{"id": 1, "hands": [{{"seat": 1, "wagers": {text}}}]}}').hands[0].wagers)


def test_amounts_are_exact_as_numbers_and_as_text() -> None:
    assert wagers('{"a": 0.1, "b": "0.10", "c": 10, "d": 2.50, "e": 0}') == {
        "a": Fraction(1, 10),
        "b": Fraction(1, 10),
        "c": 10,
        "d": Fraction(5, 2),
        "e": 0,
    }


@pytest.mark.parametrize(
    "amount", ['"3/2"', "-1", '"-1"', "1e3", "1e999999999", '"NaN"', '""', "true", "null", '"1,5"', '"٣"']
)
def test_what_is_no_plain_decimal_is_no_amount(amount: str) -> None:
    with pytest.raises(RoundError, match=r"hands\[0\]\.wagers: .* is not an amount of money|Expected"):
        wagers(f'{{"ante": {amount}}}')


def test_a_record_cannot_be_changed() -> None:
    record = parse_round(GOOD)
    assert isinstance(record, Round)
    with pytest.raises(AttributeError):
        record.dealer = "As Ks Qs"  # type: ignore[misc]


def test_settling_is_lazy() -> None:
    lines = iter([GOOD, GOOD])
    next(settle_lines(shipped(RWS), lines))
    assert len(list(lines)) == 1


@pytest.mark.parametrize(
    ("game", "file", "rounds", "errors", "wrong"),
    [
        (
            CROWN,
            "crown-rounds.jsonl",
            14,
            ["line 13: round C-13: Qs is dealt twice, to the dealer and to seat 1"],
            [
                ("C-07", 1, "play", "5"),
                ("C-12", 1, "ante_bonus", "-40"),
                # A tenth of the meter for each of two straight flushes, where rule 7.4.3 gives less.
                ("C-15", 3, "jackpot", "1469/4"),
            ],
        ),
        (
            RWS,
            "rws-rounds.jsonl",
            12,
            [],
            [
                ("R-03", 3, "pair_plus", "50"),
                ("R-08", 3, "jackpot.envy", "50"),
                ("R-11", 1, "pair_plus", "20"),
            ],
        ),
        (UK, "uk-rounds.jsonl", 12, [], [("U-12", 1, "play", "5")]),
    ],
)
def test_the_sample_rounds_were_paid_by_the_rules_but_for_these(
    game: str, file: str, rounds: int, errors: list[str], wrong: list[tuple[str, int, str, str]]
) -> None:
    with (DATA / file).open(encoding="utf-8") as lines:
        found = list(settle_lines(shipped(game), lines))
    settled = [one for one in found if isinstance(one, SettledRound)]
    assert len(settled) == rounds
    assert [str(one) for one in found if isinstance(one, RoundError)] == errors
    assert [
        (one.id, bad.seat, bad.wager, str(bad.difference)) for one in settled for bad in one.paid_wrongly
    ] == wrong


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"id": "a\\nb\\u001b", "hands": []}', "round a b\\x1b: hands: Expected `array` of length >= 1"),
        ('{"id": 1, "\\u202e' + "x" * 70 + '": 1}', "round 1: Object contains unknown field `\\u202exxxxx"),
        ('{"id": 1, "meter": 1e9999999999999999999}', "not JSON: a number of too many digits"),
        ('{"hands": [{"paid": ' + '{"a": ' * 5000, "not JSON: lists or objects too deep inside each other"),
    ],
)
def test_what_is_wrong_stands_on_one_line_that_can_be_printed(line: str, problem: str) -> None:
    with pytest.raises(RoundError) as refused:
        parse_round(line)
    assert str(refused.value).startswith(problem)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize("record", ["cards", "dealer", "wagers", "id"])
def test_a_message_repeats_sixty_letters_of_a_value_of_many_words(record: str) -> None:
    long = "Qs " * 500
    line = {
        "cards": GOOD.replace("Kh 3d 2c", long),
        "dealer": GOOD.replace("Qs 6h 4d", long),
        "wagers": GOOD.replace('"ante"', f'"{long}"'),
        "id": GOOD.replace('"id": 1', f'"id": "{long}"').replace("Kh 3d 2c", "Kh Kh Kh"),
    }[record]
    (problem,) = settle_lines(shipped("crown-melbourne"), [line])
    assert isinstance(problem, RoundError)
    assert len(str(problem)) < 250
    assert problem.problem.rpartition(": ")[2][-30:] in str(problem)
