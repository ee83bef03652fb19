"""The report of threats: options in the rules by a walk through all deals, edges by the rules language."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from combin import Game, JackpotError, RulesError
from combin.exact.base_game import FOLD
from combin.exact.strategy import best_strategy
from combin.formats import Format
from combin.rules.model import Irregularity
from combin.rules.resolved import Rules
from tests.helpers.brute import brute_force, count_deals
from tests.helpers.games import AGAINST_DEALER, Part, bonus, game, odds
from tests.helpers.readme import execute, run
from tests.helpers.variants import variant

IRREGULAR = {
    "late": Irregularity("a hand is taken by mistake", "9.1", hand="void"),
    "early": Irregularity("a card is missing", "9.2", round="void"),
    "other": Irregularity("another area has no wager", "9.3", others="may retract"),
    "harmless": Irregularity("a chip falls", "9.4"),
}
FEW_CARDS = game(
    AGAINST_DEALER,
    {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "K-Q-J"},
    {"decision.short_play_rule": "9.5", "deal.seats": 3},
)
SMALL = variant(game(FEW_CARDS, bonus(odds("5-4-1"))))


def irregular() -> Game:
    return Game(Rules(msgspec.structs.replace(SMALL.file, irregularities=IRREGULAR)))


def test_what_the_rules_give_is_the_best_of_all_deals() -> None:
    found = irregular().protect(limit=50, pace=30)
    rules = found.rules
    brute = brute_force(rules, {"ante_bonus": "A"}, deals=count_deals(rules))
    deals, total = brute.deals, brute.deals.total
    back = short = 0
    for row, values in enumerate(brute.values[:, 0].tolist()):
        worth = dict(zip(brute.choices, values, strict=True))
        best = max(worth.values())
        back += max(-best, 0)
        # With nothing on Play its part of each case falls away.
        cases = dict(zip(rules.cases, deals.cases[row, 0].tolist(), strict=True))
        pays = {"win": 1, "tie": 0, "lose": -1}
        raised = sum(number * pays[case.result] for case, number in cases.items() if case.qualified)
        short += max(worth[1] - raised * brute.unit - best, 0)
        assert worth[FOLD] <= best
    gains = {option.key: option.gain for option in found.options}
    assert gains["hand_void"] == gains["round_void"] == gains["retract"] == Fraction(back, brute.unit * total)
    assert gains["short_play"] == Fraction(short, brute.unit * total)
    assert [option.entries for option in found.options][:3] == [
        (("late", "9.1"),),
        (("early", "9.2"),),
        (("other", "9.3"),),
    ]
    assert found.per_hour(Fraction(1, 10)) == 150


def test_edges_are_those_at_the_limit_where_money_is_taken_of_each_hand() -> None:
    fee = {"wager.ante.collection": {"money": 1}, "wager.ante.stakes": [5, 20]}
    rules = variant(game(FEW_CARDS, fee))
    usual, other = Game(rules).protect(limit=5), Game(rules).protect(limit=20)
    assert usual.house_edge == best_strategy(rules, {}).distribution.house_edge
    assert usual.house_edge - other.house_edge == Fraction(1, 5) - Fraction(1, 20)
    for threat, cheaper in zip(usual.threats, other.threats, strict=True):
        assert threat.house_edge - cheaper.house_edge == Fraction(1, 5) - Fraction(1, 20)


@pytest.mark.slow
def test_options_are_those_at_the_limit_where_money_is_taken_of_each_hand() -> None:
    """They are those of a game in which the rules take the same as a share."""

    def at_twenty(fee: Part) -> dict[str, Fraction]:
        file = variant(game(FEW_CARDS, fee)).file
        asked = Game(Rules(msgspec.structs.replace(file, irregularities=IRREGULAR))).protect(limit=20)
        return {option.key: option.gain for option in asked.options}

    money = {"wager.ante.collection": {"money": 10}}
    found = at_twenty({"wager.ante.collection": "50%"})
    assert at_twenty({**money, "wager.ante.stakes": [15, 20]}) == at_twenty(money) == found
    assert found["hand_void"] > at_twenty({})["hand_void"]


def test_threats_are_games_of_the_rules_language(tmp_path: Path) -> None:
    found = Game(SMALL).protect()
    edges = {(threat.key, threat.number): threat.house_edge for threat in found.threats}
    for number in (1, 2, 3):
        for key, tells in (("flashed", "card"), ("sorted", ["T J Q", "K A"])):
            rules = variant(
                game(
                    AGAINST_DEALER,
                    {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts", "spades"]}},
                    {"dealer.qualifies": "K-Q-J", "deal": {"face_up": number, "tells": tells}},
                    bonus(odds("5-4-1")),
                )
            )
            assert edges[key, number] == best_strategy(rules, {"ante_bonus": "A"}).distribution.house_edge
    assert sorted(edges.values()) == [threat.house_edge for threat in found.threats]
    assert all(found.gain(threat) >= 0 for threat in found.threats)
    document = tmp_path / "protection.html"
    assert found.write(document) == (document,)
    assert "Indicators and countermeasures" in document.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "flashed"),
    [
        ({"deal.face_up": 1}, [2, 3]),
        ({"deal.face_up": 1, "deal.tells": "rank"}, [1, 2, 3]),
        ({"deck.decks": 2}, [1]),
    ],
    ids=str,
)
def test_only_what_the_rules_do_not_show_is_a_threat(words: Part, flashed: list[int]) -> None:
    deck = {"ranks": "J Q K A", "suits": ["clubs", "hearts"]}
    base = game(AGAINST_DEALER, {"deck": deck, "dealer.qualifies": "A high"}, words)
    found = Game(variant(base)).protect()
    assert sorted(threat.number for threat in found.threats if threat.key == "flashed") == flashed
    assert "Colluding players are left out" in str(found)
    for threat in found.threats:
        if threat.key == "flashed":
            seen = {"deal.face_up": threat.number, "deal.tells": "card"}
            nets = brute_force(variant(game(base, seen)), {}).outcomes["ante"]
            assert threat.house_edge == -sum(net * deals for net, deals in nets.items()) / sum(nets.values())


def test_json_has_each_threat_and_option() -> None:
    said = json.loads(irregular().protect().view().text(Format.JSON))
    assert {"flashed", "sorted", "neighbour", "count", "dead"} == {one["kind"] for one in said["threats"]}
    assert said["options"][0]["irregularities"] == ["late"]


def test_amounts_are_above_zero() -> None:
    with pytest.raises(RulesError, match="pace of 0"):
        Game(SMALL).protect(pace=0)
    with pytest.raises(JackpotError):
        Game(SMALL).protect(limit="much")


# -- page ------------------------------------------------------------------------------------------------


PAGE = Path(__file__).parents[2] / "docs" / "protection.md"


@pytest.mark.slow
def test_every_block_of_the_page_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if problems := run(PAGE.read_text(encoding="utf-8"), tmp_path):
        pytest.fail("\n\n".join(problems), pytrace=False)
    assert execute(PAGE) > 5
