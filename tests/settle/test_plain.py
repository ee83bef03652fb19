"""The quick road of plain rounds against the letter: what it settles is settled alike, the rest is left."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.rules.load import library_games
from combin.rules.resolved import Rules
from combin.settle import files
from combin.settle.files import PlainRounds
from combin.settle.records import Round, RoundError, SettledRound, parse_round
from combin.settle.round import settle_as_read
from tests.jackpot.wagers import MINOR
from tests.settle.records import CROWN, RWS, hand
from tests.strategies import games, rounds
from tests.variants import shipped, variant


def by_the_letter(rules: Rules, record: Round, letters: dict[str, str]) -> SettledRound | None:
    try:
        return settle_as_read(rules, record, letters)
    except RoundError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("game", library_games())
def test_plain_rounds_of_every_game_are_settled_as_by_the_letter(game: str) -> None:
    rules, random = shipped(game), Random(7)
    letters = {name: list(tables)[-1] for name, tables in rules.tables.items()}
    quick, left = PlainRounds(rules, letters), 0
    for _ in range(150):
        record = parse_round(json.dumps(drawn(rules, random)))
        found, expected = quick.settle(record), by_the_letter(rules, record, letters)
        assert found is None or found == expected
        left += found is None and expected is not None
    often = 40 if rules.deck.copies > 1 else 15  # a card of two packs can be there twice
    assert left < often, "most rounds are plain"


@pytest.mark.parametrize("wager", ["jackpot", "minor"])
def test_a_share_of_a_meter_is_left_to_the_letter(wager: str) -> None:
    rules = variant(f'extends = "crown-melbourne"\n{MINOR}')
    royal = hand("As Ks Qs", ante=10, play=10, **{wager: 1})
    record = parse_round(
        json.dumps(
            {
                "id": 1,
                "dealer": "2c 7d 9h",
                "jackpot_cards": "Js Ts",
                "meter": 60_000,
                "seed": 50_000,
                "hands": [royal],
            }
        )
    )
    assert PlainRounds(rules, {"ante_bonus": "A", "jackpot": "1"}).settle(record) is None


def drawn(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a record with anything that a round may have but irregularities, and sometimes a slip."""
    deck = [str(card) for card in rules.deck.cards]
    random.shuffle(deck)
    if random.random() < 0.03:
        deck[4] = deck[0]
    cut = iter(range(0, len(deck), 3))

    def cards(most: int = 3) -> str:
        start = next(cut)
        return (
            "" if random.random() < 0.04 else random.choice([" ", " ", ", "]).join(deck[start : start + most])
        )

    record: dict[str, Any] = {"id": random.randrange(99), "dealer": cards()}
    if rules.file.deal.jackpot:
        record["jackpot_cards"] = cards(rules.file.deal.jackpot)
    if random.random() < 0.3:
        record["tables"] = {name: random.choice(list(tables)) for name, tables in rules.tables.items()}
    if random.random() < 0.2:
        record["limits"] = {rules.base: {"min": 5, "max": random.choice([8, 500])}, "jackpot": {"max": 5}}
        if "jackpot" not in rules.wagers:
            del record["limits"]["jackpot"]
    if random.random() < 0.3:
        record["chip"] = random.choice(["0.50", 1, 5])
    if random.random() < 0.5:
        record |= {"meter": random.choice(["61000.25", 40_000, 75_000]), "seed": 50_000}
    number = random.choice([1, 1, 2, min(3, len(deck) // 3 - 2)])
    record["hands"] = [drawn_hand(rules, random, seat, cards()) for seat in range(1, number + 1)]
    return record


def drawn_hand(rules: Rules, random: Random, seat: int, cards: str) -> dict[str, Any]:
    stakes: dict[str, object] = {}
    for name in (*rules.side_bets, *rules.comparisons, *rules.jackpots):
        if random.random() < 0.5:
            stakes[name] = str(random.choice(rules.bets[name].stakes or (5, 5, "2.5")))
    fields: dict[str, Any] = {"player": random.choice(["P", "Q", "R", None])}
    if random.random() < 0.9 or not stakes:
        ante = random.choice(["5", "10", "7.50"])
        stakes |= dict.fromkeys((rules.base, *rules.equals), ante)
        if rules.play and random.random() < 0.6:
            stakes[rules.play] = str(next(iter(rules.multiples)) * float(ante))
        elif rules.play:
            fields["decision"] = "fold"
            keeps = [name for name in stakes if not rules.bets[name].loses_on_fold]
            fields["keeps"] = [name for name in keeps if random.random() < 0.5]
    if random.random() < 0.1:
        fields["blind"] = True
    if random.random() < 0.3:
        fields["paid"] = random.choice([0, 10, 20, {}, {rules.base: 10}, {rules.base: 20}])
    return {"seat": seat, "cards": cards, "wagers": stakes} | fields


@pytest.mark.slow
@settings(max_examples=8)
@given(data=st.data())
def test_plain_rounds_of_drawn_games_are_settled_as_by_the_letter(data: st.DataObject) -> None:
    rules = data.draw(games())
    records = data.draw(st.lists(rounds(rules), min_size=1, max_size=4))
    quick = PlainRounds(rules, {})
    for record in records * 2:
        assert quick.settle(record) == settle_as_read(rules, record, {})


def test_what_concerns_other_hands_is_left_to_the_letter() -> None:
    """A part of the meter, and an envy bonus to another player."""
    royal = hand("As Ks Qs", ante=10, play=10, jackpot=5)
    other = hand("9c 8d 2h", seat=2, ante=10, play=10, jackpot=5)
    for game, cards in ((CROWN, {"jackpot_cards": "Js Ts"}), (RWS, {})):
        record = {"id": 1, "dealer": "Kc 7d 3h", **cards, "meter": 60_000, "seed": 50_000}
        quick = PlainRounds(shipped(game), {"jackpot": "1", "ante_bonus": "A"} if game == CROWN else {})
        assert quick.settle(parse_round(json.dumps(record | {"hands": [other]}))) is not None
        assert quick.settle(parse_round(json.dumps(record | {"hands": [royal, other]}))) is None


def test_cards_that_decide_must_be_there_in_each_round() -> None:
    record = {"id": 1, "dealer": "Kc 7d 3h", "hands": [hand("9s 8c 2h", ante=10, play=10)]}
    with_jackpot = record | {"hands": [hand("9s 8c 2h", ante=10, play=10, jackpot=5)]}
    quick = PlainRounds(shipped(CROWN), {"jackpot": "1", "ante_bonus": "A"})
    assert quick.settle(parse_round(json.dumps(record | {"jackpot_cards": "2c 2s"}))) is not None
    assert quick.settle(parse_round(json.dumps(with_jackpot))) is None
    assert quick.settle(parse_round(json.dumps(with_jackpot | {"jackpot_cards": "2c 2s"}))) is not None
    assert quick.settle(parse_round(json.dumps(record | {"dealer": ""}))) is None


def test_cards_are_read_however_they_are_written() -> None:
    quick = PlainRounds(shipped(RWS), {})
    for cards in ("Kc 7d 3h", "K♣ 7♦ 3♥", "kc,7d,3h", "Kc7d3h", "K c 7d 3h", " 3h  Kc 7D "):
        record = {"id": 1, "dealer": cards, "hands": [hand("10s 10c 2h", ante=10, play=10)]}
        found = quick.settle(parse_round(json.dumps(record)))
        assert found == settle_as_read(shipped(RWS), parse_round(json.dumps(record)), {})


def test_no_more_is_remembered_than_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST", 5)
    rules, random = shipped(CROWN), Random(1)
    letters = {name: list(tables)[-1] for name, tables in rules.tables.items()}
    quick, settled = PlainRounds(rules, letters), 0
    kept = [value for value in vars(quick).values() if isinstance(value, files._Kept)]
    most = [0] * len(kept)
    for _ in range(100):
        record = parse_round(json.dumps(drawn(rules, random)))
        found = quick.settle(record)
        assert found is None or found == by_the_letter(rules, record, letters)
        settled += found is not None
        most = [max(before, len(answers)) for before, answers in zip(most, kept, strict=True)]
    assert {*most} == {5}
    assert settled > 50
