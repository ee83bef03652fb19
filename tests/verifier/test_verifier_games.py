"""Games of every kind before the program of `verifier/`."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combin.certificate.verify import verify
from combin.exact.joint_law import joint_law
from combin.exact.side_bets import side_bet
from combin.exact.strategy import best_strategy
from combin.settle.hands import settle_hand
from tests.certificate.certificates import SMALL, written
from tests.exact.test_observed import SMALL as SMALL_SIGHTS
from tests.games import AGAINST_DEALER, BONUS, bonus, comparison, game, table_bet
from tests.proof.kinds import KINDS, SIDE_BETS
from tests.variants import variant
from tests.verifier.verifiers import FOLDER, ONE_DECK, OTHER_DECKS, about


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*ONE_DECK, *OTHER_DECKS, "every kind of wager", "every kind of side bet"])
def test_games_are_confirmed(kind: str) -> None:
    games = KINDS | {"every kind of wager": SMALL, "every kind of side bet": SIDE_BETS}
    code, out, err = about(written(variant(games[kind])))
    assert (code, err) == (0, ""), out


SEVERAL_SEEN = game(
    SMALL_SIGHTS,
    {f"wager.{name}.on_fold": "stays" for name in ("dealers", "beats")},
    {"pay_tables.plus.A.mini royal of spades": None},
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "tells"),
    [(2, "card"), (3, "card"), (2, "rank"), (1, "suit"), (3, "colour"), (2, ["J", "Q K A"])],
)
def test_games_with_several_cards_seen_are_confirmed_by_their_program(cards: int, tells: object) -> None:
    certificate = written(variant(game(SEVERAL_SEEN, {"deal": {"face_up": cards, "tells": tells}})))
    code, out, err = about(certificate)
    assert (code, err) == (0, ""), out
    row = certificate["body"]["witnesses"][-1]
    row[3:5], row[-2:] = row[-2:], row[3:5]
    code, out, _ = about(certificate)
    assert code == 1
    assert "WRONG certificate.body.witnesses." in out


def test_bets_that_are_not_checked_are_named_and_what_follows_from_their_counts_is_checked(
    tmp_path: Path,
) -> None:
    certificate = written(variant(game(SMALL_SIGHTS, {"deal": {"face_up": 2}})))
    named = ("beats", "dealers", "plus")
    code, out, _ = about(certificate)
    assert code == 0
    for name in named:
        assert f"NOT CHECKED: how often the lines of '{name}' come, since a fold that depends on" in out
    path = tmp_path / "some.json"
    path.write_text(json.dumps(certificate), encoding="utf-8")
    checked = verify(path)
    assert checked.confirmed
    assert [note.split(":")[0] for note in checked.notes if "NOT CHECKED" in note] == sorted(named)
    assert certificate["roads"]["side_bets"] == ["exact engine"]
    certificate["body"]["side_bets"][0]["house_edge"] = "0"
    assert about(certificate)[0] == 1


def test_bets_on_more_cards_that_stay_are_counted_beside_several_cards() -> None:
    kind = game(
        KINDS["six-card royals lost by a fold that depends on a card"],
        {"deal.face_up": 2, "wager.six.on_fold": "stays", "wager.five.on_fold": "stays"},
    )
    code, out, err = about(written(variant(kind)))
    assert (code, err) == (0, ""), out


def test_pairs_of_one_suit_that_are_flushes_are_no_pairs_of_their_ranks() -> None:
    pairs = {"pay_tables.pair_plus.A": {"K-K-9": 7, "Q-Q-Q": 40}}
    code, out, err = about(written(variant(game(KINDS["two decks and a joker"], pairs))))
    assert (code, err) == (0, ""), out


def test_suited_threes_of_three_decks_are_certified_and_confirmed() -> None:
    pays = {
        "suited three aces": 12,
        "three aces of spades": 30,
        "suited three of a kind": 9,
        "three of a kind": 5,
        "straight flush": 6,
    }
    deck = {"deck": {"ranks": "Q K A", "suits": ["clubs", "spades"], "decks": 3}}
    dealers = table_bet("dealers", "Dealer's", pays, hand="dealer", on_fold="lost")
    code, out, err = about(written(variant(game(AGAINST_DEALER, bonus(pays), deck, dealers))))
    assert (code, err) == (0, ""), out


def test_a_bonus_on_a_play_of_two_sizes_is_certified_and_confirmed() -> None:
    deck = {"deck": {"ranks": "2 3 4 T J A", "suits": ["clubs", "hearts", "spades"]}}
    play = {"decision.play": [1, {"multiple": 2, "hand": "pair or better"}], "dealer.qualifies": "J high"}
    rules = variant(game(AGAINST_DEALER, BONUS, deck, play, {"wager.ante_bonus.on": "play"}))
    player, dealer = map(rules.deck.parse, ("2c 2h 2s", "Jc 3h 4s"))
    assert settle_hand(rules, {}, player, dealer, 2)["ante_bonus"] == 2 * 4
    code, out, err = about(written(rules))
    assert (code, err) == (0, ""), out


def test_a_fold_that_returns_half_and_a_collection_are_certified_and_confirmed() -> None:
    deck = {"deck": {"ranks": "2 3 4 T J A", "suits": ["clubs", "hearts", "spades"]}}
    returns = {"wager.ante.fold_returns": "1/2", "dealer.qualifies": "J high"}
    taken = {"wager.ante.collection": {"share": "1%", "money": 1}, "wager.ante.stakes": [20, 50]}
    code, out, err = about(written(variant(game(AGAINST_DEALER, BONUS, deck, returns, taken))))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize(
    "deck",
    [
        {"ranks": "2 3 4 T J A", "suits": ["clubs", "hearts", "spades"]},
        {"ranks": "2 3 5 J A", "suits": ["clubs", "hearts"], "decks": 2},
    ],
)
def test_games_that_the_lowest_hand_wins_are_certified_and_confirmed(deck: dict[str, Any]) -> None:
    order = {"lowest_wins": True, "highest_three_of_a_kind": "3"}
    rules = variant(
        game(AGAINST_DEALER, BONUS, {"deck": deck, "ranking": order, "dealer.qualifies": "J high"})
    )
    code, out, err = about(written(rules))
    assert (code, err) == (0, ""), out


def test_single_cards_that_are_wild_are_not_passed_over() -> None:
    certificate = copy.deepcopy(written(variant(KINDS["a wild rank and a jackpot"])))
    certificate["body"]["rules"]["deck"]["wild"] = ["Qh"]
    code, _, err = about(certificate)
    assert (code, "'QH' as a rank that is wild" in err) == (2, True)


def test_hands_that_beat_some_of_those_above_them_are_certified_and_confirmed() -> None:
    deck = {
        "deck": {"ranks": "2 3 4 5 A", "suits": ["clubs", "hearts", "spades"]},
        "dealer.qualifies": "A high",
    }
    beats = {"ranking.beats": {"2-3-5": "straight", "pair of 3s": "A-2-3 straight"}}
    dealers = table_bet("dealers", "Dealer's", {"pair": 2}, hand="dealer", if_beaten="lose")
    split = {"wager.ante.no_qualify": "compared"}
    higher = table_bet("higher", "Higher", {"pair": 2}, hand="higher of both", on_fold="stays")
    second = comparison("second", "Second", win="lose", tie="push", lose=1)
    rules = variant(game(AGAINST_DEALER, BONUS, deck, beats, split, dealers, higher, second))
    code, out, err = about(written(rules))
    assert (code, err) == (0, ""), out


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["every word and a card seen", "two bugs"])
def test_other_games_are_confirmed_by_the_program_alone(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(json.dumps(written(variant(KINDS[kind]))), encoding="utf-8")
    arguments = [sys.executable, "-I", "-S", str(FOLDER), str(path)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert " 0 are wrong." in done.stdout


@pytest.mark.parametrize("seen", [{"face_up": 1}, {"face_up": 2}, {"face_up": 1, "tells": "suit"}], ids=str)
def test_raises_before_a_card_is_seen_are_certified_and_confirmed(seen: dict[str, Any]) -> None:
    deck = {"deck": {"ranks": "2 3 4 T J A", "suits": ["clubs", "hearts", "spades"]}}
    raises = {"decision.early": [2, {"multiple": 3, "hand": "pair or better"}], "decision.play": ["1/2"]}
    code, out, err = about(
        written(
            variant(game(AGAINST_DEALER, BONUS, deck, {"deal": seen, "dealer.qualifies": "J high"}, raises))
        )
    )
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize(
    "deck",
    [
        {"ranks": "2 3 4 T J A", "suits": ["clubs", "hearts", "spades"]},
        {"ranks": "2 3 5 J A", "suits": ["clubs", "hearts"], "decks": 2},
    ],
)
def test_bets_on_either_hand_are_certified_and_confirmed(deck: dict[str, Any]) -> None:
    either = table_bet("either", "Either", {"pair of aces": 1, "pair": 2}, hand="either of both")
    rules = variant(game(AGAINST_DEALER, BONUS, {"deck": deck, "dealer.qualifies": "J high"}, either))
    aces, twos, nothing = map(
        rules.deck.parse, ("Ac Ah 3c", "2c 2h 5c" if "decks" in deck else "2c 2h 4c", "2c 3c Jh")
    )
    pays = [settle_hand(rules, {}, *hands, 1)["either"] for hands in ((aces, twos), (nothing, aces))]
    assert pays == [2, 1]
    assert settle_hand(rules, {}, nothing, nothing, 1)["either"] == -1
    bets = {"ante": "", "either": "A"}
    law = joint_law(rules, bets, best_strategy(rules, {"ante_bonus": "A"})).marginal("either")
    found = side_bet(rules, rules.tables["either"]["A"]).distribution
    assert sorted((pay.net(Fraction(1)), count) for pay, count in law.items()) == list(found.outcomes)
    code, out, err = about(written(rules))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize("decks", [2, 6, 8])
def test_any_number_of_decks_is_certified_and_confirmed(decks: int) -> None:
    deck = {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts"], "decks": decks}}
    code, out, err = about(
        written(variant(game(AGAINST_DEALER, BONUS, deck, {"dealer.qualifies": "K high"})))
    )
    assert (code, err) == (0, ""), out
