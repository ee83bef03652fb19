"""Games of every kind before the program of `verifier/`, which shares no code with combin.

That each of `tests.proof.kinds` is confirmed, its certificates' tests show: `combin verify` runs the program.
"""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from combin.certificate.body import certificate_body
from combin.certificate.certify import certify, derived_body
from combin.exact.joint_law import joint_law
from combin.exact.side_bets import side_bet
from combin.exact.strategy import best_strategy
from tests.certificate.certificates import SMALL, verified, written
from tests.exact.small_games import FINE_LINES, FIVE_SUITS, SIGHTS, TWENTY_CARDS
from tests.exact.small_games import SIGHTED as SMALL_SIGHTS
from tests.helpers.games import AGAINST_DEALER, BONUS, Part, bonus, comparison, game, table_bet
from tests.helpers.variants import variant
from tests.proof.kinds import KINDS, SIDE_BETS
from tests.settle.records import settle_hand
from tests.verifier.verifiers import FOLDER, about, each_hand_apart, module

OTHER_ORDER = ["three of a kind", "straight flush", "flush", "straight", "pair", "high card"]
THREE_SUITS = {"ranks": "2 3 4 T J A", "suits": ["clubs", "hearts", "spades"]}
TWO_DECKS = {"ranks": "2 3 5 J A", "suits": ["clubs", "hearts"], "decks": 2}
SUITED = {
    "suited three aces": 12,
    "three aces of spades": 30,
    "suited three of a kind": 9,
    "three of a kind": 5,
    "straight flush": 6,
}
LOWEST = {"ranking": {"lowest_wins": True, "highest_three_of_a_kind": "3"}}
SIX_CARDS = {"straight flush": 1000, "four of a kind": 50, "full house": 20}
RAISES = {"decision.early": [2, {"multiple": 3, "hand": "pair or better"}], "decision.play": ["1/2"]}


def few(deck: object, *more: Part) -> dict[str, Any]:
    """Return the standard game of few cards."""
    return game(AGAINST_DEALER, BONUS, {"deck": deck, "dealer.qualifies": "J high"}, *more)


ON_PLAY = few(
    THREE_SUITS,
    {"decision.play": [1, {"multiple": 2, "hand": "pair or better"}], "wager.ante_bonus.on": "play"},
)


def decks(number: int) -> dict[str, Any]:
    deck = {"ranks": "T J Q K A", "suits": ["clubs", "hearts"], "decks": number}
    return few(deck, {"dealer.qualifies": "K high"})


GAMES = {
    "every kind of wager": SMALL,
    "every kind of side bet": SIDE_BETS,
    "twenty cards": few({"ranks": "T J Q K A"}, {"dealer.qualifies": "K high"}),
    "finer lines of a bonus and three sizes of Play": FINE_LINES,
    "all hands qualify and no bonus": game(AGAINST_DEALER, TWENTY_CARDS),
    "three suits for a straight": game(
        SMALL, {"ranking": {"straight_suits": "three", "ace_low_straight": "none"}}
    ),
    "a bonus for spades": game(
        SMALL,
        {
            "pay_tables.ante_bonus.A.A-K-Q straight flush of spades": "lose",
            "pay_tables.ante_bonus.B.A-K-Q straight flush of spades": 9,
        },
    ),
    "ace low is high": game(SMALL, {"ranking": {"ace_low_straight": "highest", "order": OTHER_ORDER}}),
    "ace low is second": game(SMALL, {"ranking.ace_low_straight": "second"}),
    "five suits": game(
        SMALL,
        FIVE_SUITS,
        TWENTY_CARDS,
        {"dealer.qualifies": "K high"},
        {"pay_tables.jackpot.A.five of a kind": "lose"},
    ),
    "colours each": game(
        SMALL,
        {"pay_tables.prime.A": None},
        {"pay_tables.prime.A": {"both of one colour each": 4, "player of one colour": 3}},
    ),
    "odds to one and money": game(
        SMALL, {"pay_tables.pair_plus.A.odds": "to 1", "pay_tables.jackpot.A.odds": "to 1"}
    ),
    "several partial prizes": game(SMALL, {"pay_tables.jackpot.A.four of a kind": {"meter": "5/100"}}),
    "no partial prize": game(SMALL, {"pay_tables.jackpot.A.straight flush": 50}),
    "bets on more cards that stay": game(
        KINDS["six-card royals lost by a fold that depends on a card"],
        {"deal.face_up": 2, "wager.six.on_fold": "stays", "wager.five.on_fold": "stays"},
    ),
    "pairs of one suit that are flushes": game(
        KINDS["two decks and a joker"], {"pay_tables.pair_plus.A": {"K-K-9": 7, "Q-Q-Q": 40}}
    ),
    "suited threes of three decks": game(
        AGAINST_DEALER,
        bonus(SUITED),
        {"deck": {"ranks": "Q K A", "suits": ["clubs", "spades"], "decks": 3}},
        table_bet("dealers", "Dealer's", SUITED, hand="dealer", on_fold="lost"),
    ),
    "a bonus on a Play of two sizes": ON_PLAY,
    "a fold that returns half and a collection": few(
        THREE_SUITS,
        {
            "wager.ante.fold_returns": "1/2",
            "wager.ante.collection": {"share": "1%", "money": 1},
            "wager.ante.stakes": [20, 50],
        },
    ),
    "hands of a win and of a tie apart": few(
        THREE_SUITS,
        {"wager.ante.win": {"pays": 1, "hands": {"pair or better": "3/2", "three of a kind": 4}}},
        {"wager.play.tie": {"pays": "push", "hands": {"flush": "1/3"}}, "wager.play.commission": "5%"},
        {"wager.ante.no_qualify": {"win": {"pays": 1, "hands": {"pair": 2}}, "tie": "push", "lose": "lose"}},
    ),
    "the lowest hand wins": few(THREE_SUITS, LOWEST),
    "the lowest hand of two decks wins": few(TWO_DECKS, LOWEST),
    "hands that beat some of those above them": few(
        {"ranks": "2 3 4 5 A", "suits": ["clubs", "hearts", "spades"]},
        {"dealer.qualifies": "A high", "wager.ante.no_qualify": "compared"},
        {"ranking.beats": {"2-3-5": "straight", "pair of 3s": "A-2-3 straight"}},
        table_bet("dealers", "Dealer's", {"pair": 2}, hand="dealer", if_beaten="lose"),
        table_bet("higher", "Higher", {"pair": 2}, hand="higher of both", on_fold="stays"),
        comparison("second", "Second", win="lose", tie="push", lose=1),
    ),
    **{
        f"raises before is seen: {seen}": few(THREE_SUITS, {"deal": seen}, RAISES)
        for seen in ({"face_up": 1}, {"face_up": 2}, {"face_up": 1, "tells": "suit"})
    },
    **{f"{number} decks": decks(number) for number in (2, 6, 8)},
    **{
        f"six cards of {hand}, {fold}": game(
            AGAINST_DEALER,
            BONUS,
            TWENTY_CARDS,
            table_bet("six", "Six Card Bonus", SIX_CARDS, hand=hand, on_fold=fold),
            {"deal.jackpot": 3, "dealer.qualifies": "K high"},
        )
        for hand in ("player and dealer", "player and jackpot cards")
        for fold in ("stays", "lost")
    },
    "six-card royals that are lost": game(
        KINDS["six-card royals lost by a fold"], {"pay_tables.six.A.six-card royal": "lose"}
    ),
    "six-card royals and a card told by its kind": game(
        KINDS["six-card royals lost by a fold that depends on a card"], {"deal.tells": ["A K", "8 J", "9 Q"]}
    ),
    **{
        f"ranks told up to ten: {cards}": few(
            {"ranks": "T J Q K A"},
            {"deal": {"face_up": cards, "tells": "rank"}, "dealer.qualifies": "K high"},
        )
        for cards in (1, 2)
    },
    **{
        f"several cards seen: {cards} {tells}": game(
            SMALL_SIGHTS,
            {f"wager.{name}.on_fold": "stays" for name in ("dealers", "beats")},
            {"pay_tables.plus.A.mini royal of spades": None, "deal": {"face_up": cards, "tells": tells}},
        )
        for cards, tells in (
            *((2, "card"), (3, "card"), (2, "rank"), (1, "suit"), (3, "colour")),
            (2, ["J", "Q K A"]),
        )
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(12)
def test_the_program_counts_every_wager_as_the_engine_does(name: str) -> None:
    body = certificate_body(variant(GAMES[name]))
    again, unchecked = derived_body(body["rules"], body)
    assert unchecked == {}
    assert again == body


@pytest.mark.parametrize(("cards", "tells"), SIGHTS, ids=str)
@pytest.mark.parametrize("compared", ["push", "compared"])
@pytest.mark.few(4)
def test_hands_counted_at_once_meet_what_each_meets_alone(cards: int, tells: object, compared: str) -> None:
    seen = {"deal": {"face_up": cards, "tells": tells}, "wager.ante.no_qualify": compared}
    rules = certificate_body(variant(game(SMALL_SIGHTS, seen)))["rules"]
    read = module("rounds").Round(rules)
    together, apart = module("several_seen").SeveralSeen(read), each_hand_apart()(read)

    def rows(situations: Any) -> list[Any]:  # noqa: ANN401  the program has no types
        counted = (module("base_game").by_case(read, row.six) for row in situations.rows)
        return [
            (row.text, row.place, row.weight, six) for row, six in zip(situations.rows, counted, strict=True)
        ]

    assert rows(together) == rows(apart)
    assert sum(row.weight * sum(row.six) for row in together.rows) == (
        read.deck.player_hands * read.deck.dealer_hands * comb(3, cards)
    )


@pytest.mark.slow
def test_a_game_is_confirmed_by_the_program_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    certificate = written(variant(KINDS["every word and a card seen"]))
    path.write_text(json.dumps(certificate), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(FOLDER), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert " 0 are wrong." in done.stdout
    assert f"SHA-256: {certificate['sha256']}" in done.stdout
    assert f"rules (SHA-256 {certificate['body']['rules_sha256']})" in done.stdout


def test_a_bonus_on_a_play_of_two_sizes_is_settled_by_its_size() -> None:
    rules = variant(ON_PLAY)
    player, dealer = map(rules.deck.parse, ("2c 2h 2s", "Jc 3h 4s"))
    assert settle_hand(rules, {}, player, dealer, 2)["ante_bonus"] == 2 * 4


@pytest.mark.slow
def test_bets_that_are_not_checked_are_named_and_what_follows_from_their_counts_is_checked() -> None:
    certificate = written(variant(game(SMALL_SIGHTS, {"deal": {"face_up": 2}})))
    named = ("beats", "dealers", "plus")
    code, out, _ = about(certificate)
    assert code == 0
    for name in named:
        assert f"NOT CHECKED: how often the lines of '{name}' come, since a fold that depends on" in out
    checked = verified(certificate)
    assert checked.confirmed
    assert [note.split(":")[0] for note in checked.notes if "NOT CHECKED" in note] == sorted(named)
    assert certificate["roads"]["side_bets"] == ["exact engine"]
    certificate["body"]["side_bets"][0]["house_edge"] = "0"
    assert about(certificate)[0] == 1


def test_single_cards_that_are_wild_are_not_passed_over() -> None:
    certificate = written(variant(KINDS["a wild rank and a jackpot"]))
    certificate["body"]["rules"]["deck"]["wild"] = ["Qh"]
    code, _, err = about(certificate)
    assert (code, "'QH' as a rank that is wild" in err) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("deck", [THREE_SUITS, TWO_DECKS])
def test_bets_on_either_hand_are_settled_certified_and_confirmed(deck: dict[str, Any]) -> None:
    either = table_bet("either", "Either", {"pair of aces": 1, "pair": 2}, hand="either of both")
    rules = variant(few(deck, either))
    aces, twos, nothing = map(
        rules.deck.parse, ("Ac Ah 3c", "2c 2h 5c" if "decks" in deck else "2c 2h 4c", "2c 3c Jh")
    )
    pays = [
        settle_hand(rules, {}, *hands, 1)["either"]
        for hands in ((aces, twos), (nothing, aces), (nothing, nothing))
    ]
    assert pays == [2, 1, -1]
    bets = {"ante": "", "either": "A"}
    law = joint_law(rules, bets, best_strategy(rules, {"ante_bonus": "A"})).marginal("either")
    found = side_bet(rules, rules.tables["either"]["A"]).distribution
    assert sorted((pay.net(Fraction(1)), count) for pay, count in law.items()) == list(found.outcomes)
    certify(rules)
