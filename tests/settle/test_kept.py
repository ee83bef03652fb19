"""What is kept from round to round, so that hands alike are settled once, changes nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.rules.resolved import Rules
from combin.settle import hands
from combin.settle.records import Round, RoundError, parse_round
from combin.settle.round import settle
from tests.helpers.games import AGAINST_DEALER, game
from tests.helpers.strategies import games, rounds
from tests.helpers.variants import ONE_OF_EACH_KIND, shipped, variant
from tests.settle.records import RWS, hand, nets, nothing_kept, settled


def each(rules: Rules, records: list[Round], letters: dict[str, str]) -> list[dict[str, Any] | str]:
    """Return rounds settled, or what is said of those that are refused."""
    answers: list[dict[str, Any] | str] = []
    for record in records:
        try:
            answers.append(settle(rules, record, letters).to_dict())
        except RoundError as error:
            answers.append(str(error))
    return answers


def each_anew(rules: Rules, records: list[Round], letters: dict[str, str]) -> list[dict[str, Any] | str]:
    """Return the same with nothing kept."""
    with nothing_kept(rules):
        return each(rules, records, letters)


@pytest.mark.slow
@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
@pytest.mark.few(6)
def test_rounds_of_every_game(game: str) -> None:
    rules, random = shipped(game), Random(7)
    letters = {name: list(tables)[-1] for name, tables in rules.tables.items()}
    records = [parse_round(json.dumps(drawn(rules, random))) for _ in range(150)]
    found = each(rules, records, letters)
    assert found == each_anew(rules, records, letters)
    assert sum(isinstance(one, dict) for one in found) > 60
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hands, "MOST", 5)
        assert each(rules, records, letters) == found


@pytest.mark.slow
@settings(max_examples=8)
@given(data=st.data())
def test_rounds_of_drawn_games(data: st.DataObject) -> None:
    rules = data.draw(games())
    records = data.draw(st.lists(rounds(rules), min_size=1, max_size=4)) * 2
    assert each(rules, records, {}) == each_anew(rules, records, {})


def test_hands_that_a_wager_pays_apart_are_told_from_others() -> None:
    """In a game without pay tables a pair and a high card were once one kind of hand."""
    change = {"wager.ante.win": {"pays": 1, "hands": {"pair or better": "3/2"}}}
    rules = variant(game(AGAINST_DEALER, change))
    played = {cards: hand(cards, ante=10, play=10) for cards in ("Kc Kd 2h", "Kc Jd 2h", "Ac Ad 2h")}
    won = [nets(settled(rules, "Qs 6h 4d", one))["ante"] for one in played.values()]
    assert won == ["15", "10", "15"]


def test_cards_are_read_however_they_are_written() -> None:
    for dealer in ("Kc 7d 3h", "K♣ 7♦ 3♥", "kc,7d,3h", "Kc7d3h", "K c 7d 3h", " 3h  Kc 7D "):
        one = settled(RWS, dealer, hand("10s 10c 2h", ante=10, play=10))
        assert one.hand(1).wagers[0].reason == "pair of tens with a two beats dealer's K-7-3"


def drawn(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a record with anything that a round may have but irregularities, and sometimes a slip."""
    deck = [str(card) for card in rules.deck.cards]
    random.shuffle(deck)
    if random.random() < 0.03:
        deck[4] = deck[0]
    cut = iter(range(0, len(deck), 3))

    def cards(most: int = 3) -> str:
        start = next(cut)
        return "" if random.random() < 0.04 else " ".join(deck[start : start + most])

    record: dict[str, Any] = {"id": random.randrange(99), "dealer": cards()}
    if rules.file.deal.jackpot:
        record["jackpot_cards"] = cards(rules.file.deal.jackpot)
    if random.random() < 0.3:
        record["tables"] = {name: random.choice(list(tables)) for name, tables in rules.tables.items()}
    if random.random() < 0.2:
        record["limits"] = {rules.base: {"min": 5, "max": random.choice([8, 500])}}
    if random.random() < 0.3:
        record["chip"] = random.choice(["0.50", 1, 5])
    if random.random() < 0.5:
        record |= {"meter": random.choice(["61000.25", 40_000, 75_000]), "seed": 50_000}
    number = random.choice([1, 1, 2, min(3, len(deck) // 3 - 2)])
    return record | {"hands": [drawn_hand(rules, random, seat, cards()) for seat in range(1, number + 1)]}


def drawn_hand(rules: Rules, random: Random, seat: int, cards: str) -> dict[str, Any]:
    stakes: dict[str, object] = {}
    for name in (*rules.side_bets, *rules.comparisons, *rules.jackpots):
        if random.random() < 0.5:
            stakes[name] = str(random.choice(rules.bets[name].stakes or (5, 5, "2.5")))
    fields: dict[str, Any] = {}
    if random.random() < 0.9 or not stakes:
        ante = random.choice(["5", "10", "7.50"])
        stakes |= dict.fromkeys((rules.base, *rules.equals), ante)
        if rules.play and random.random() < 0.6:
            stakes[rules.play] = str(next(iter(rules.multiples)) * float(ante))
        elif rules.play:
            fields["decision"] = "fold"
            keeps = [name for name in stakes if not rules.bets[name].loses_on_fold]
            fields["keeps"] = [name for name in keeps if random.random() < 0.5]
    if random.random() < 0.3:
        fields["paid"] = random.choice([0, 10, 20, {}, {rules.base: 10}, {rules.base: 20}])
    return {"seat": seat, "cards": cards, "wagers": stakes} | fields
