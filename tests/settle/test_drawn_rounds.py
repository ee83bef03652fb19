"""Files of drawn rounds, settled as hands of their kind were before, and in plain words."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from combin.settle.files import settle_lines
from combin.settle.records import RoundError, SettledRound
from tests.helpers.command_line import combin
from tests.helpers.settled_plainly import LETTERS, five_of, recorded, returned, settled
from tests.helpers.variants import shipped
from tests.settle.records import CROWN

OPTIONS = [word for name, letter in LETTERS.items() for word in ("--table", f"{name}={letter}")]


@pytest.mark.parametrize("paid", [False, True])
def test_each_hand_of_a_drawn_file_is_settled_and_judged_as_in_plain_words(*, paid: bool) -> None:
    lines = list(recorded(600, most=4, paid=paid))
    found = 0
    for line, one in zip(lines, settle_lines(shipped(CROWN), lines, LETTERS), strict=True):
        round_ = json.loads(line)
        dues = [settled(round_["dealer"], round_["jackpot_cards"], hand) for hand in round_["hands"]]
        assert isinstance(one, SettledRound)
        assert not one.unexplained
        for hand, due, record in zip(one.hands, dues, round_["hands"], strict=True):
            handed = {wager.wager: wager.returned for wager in hand.wagers}
            if due is None:
                assert one.meter is not None
                assert handed["jackpot"] > 1_000
                continue
            assert handed == due
            wrong = [bad.wager for bad in one.paid_wrongly if bad.seat == hand.seat]
            assert wrong == (["ante"] if record.get("player") else [])
            found += len(wrong)
    assert (found > 50) == paid


def test_totals_of_a_file_are_those_in_plain_words(tmp_path: Path) -> None:
    lines, path = list(recorded(3_000)), tmp_path / "rounds.jsonl"
    path.write_bytes(b"\n".join(lines))
    handed = Counter[str]()
    for one in settle_lines(shipped(CROWN), path, LETTERS):
        assert isinstance(one, SettledRound)
        handed.update({wager: returned for wager, _, returned, _ in one.hands[0].by_wager})
    assert handed == returned(lines)
    run = combin("settle", CROWN, str(path), *OPTIONS)
    rows = [row.split() for row in run.out.splitlines()[-5:]]
    assert [row[-3] for row in rows] == [
        f"${handed[name]:,}" for name in ("ante", "play", "ante_bonus", "pair_plus", "jackpot")
    ]


@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ("Th Jh Qh Kh Ah", "royal flush"),
        ("Ah 2h 3h 4h 5h", "straight flush"),
        ("Ah 2h 3h 4h 6h", "flush"),
        ("9c 9d 9h 9s 2c", "four of a kind"),
        ("9c 9d 9h 2s 2c", "full house"),
        ("9c 9d 9h 2s 3c", ""),
    ],
)
def test_five_cards_in_plain_words(cards: str, what: str) -> None:
    assert five_of(cards.split()) == what


def test_rounds_out_of_the_usual_are_settled_between_others() -> None:
    """A limit, chips, a warning, a void round and a card dealt twice, each settled as if it were alone."""
    rules, lines = shipped(CROWN), list[str]()
    for number, round_ in enumerate(map(json.loads, recorded(400, most=2))):
        hand = round_["hands"][0]
        extra = [
            {},
            {"limits": {"ante": {"min": 30, "max": 60}}},
            {"chip": 25},
            {"irregularities": [{"what": "deck_not_complete"}]},
            {"dealer": hand["cards"]},
            {"limits": {"pair_plus": {"min": 5, "max": 500, "step": 5}}, "chip": 5},
        ]
        lines.append(json.dumps(round_ | extra[number % len(extra)]))

    def shown(one: SettledRound | RoundError) -> object:
        return (
            one.problem if isinstance(one, RoundError) else {**one.to_dict(), "line": None, "unexplained": []}
        )

    together = [shown(one) for one in settle_lines(rules, lines, LETTERS)]
    for line, found in zip(lines, together, strict=True):
        rules.answers.clear()
        (alone,) = settle_lines(rules, [line], LETTERS)
        assert shown(alone) == found
