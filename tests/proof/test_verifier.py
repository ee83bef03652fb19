"""The programs of `verifier/`, which share no code with combin and must come to the same."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combin.handset import parse_hand_set
from combin.rules.rules import Rules
from tests.exact.small_games import FIVE_SUITS, SMALL_GAMES, TWENTY_CARDS
from tests.games import AGAINST_DEALER, BONUS, game, table_bet
from tests.proof.certificates import SMALL, forged, leaf_places, small_rules, value_at, written
from tests.proof.kinds import KINDS, SIDE_BETS, one_of_each, spoilt
from tests.variants import shipped, variant

FOLDER = Path(__file__).parents[2] / "verifier"
HANDS, MORE, METERS = "verify_certificate", "verify_more_cards", "verify_meters"
OTHER, DECKS = "verify_other_games", "verify_other_decks"


def program(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROGRAMS = {name: program(name) for name in (HANDS, MORE, METERS, OTHER, DECKS)}


def answer(name: str, path: Path) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = PROGRAMS[name].main(str(path))
    return code, out.getvalue(), err.getvalue()


def about(name: str, certificate: dict[str, Any]) -> tuple[int, str, str]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.json"
        path.write_text(json.dumps(certificate), encoding="utf-8")
        return answer(name, path)


# -- what is right -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [HANDS, MORE, METERS])
@pytest.mark.parametrize("game", ["crown-melbourne", "resorts-world-sentosa", "uk-including-blind"])
def test_the_shipped_games_are_confirmed_by_the_programs_alone(game: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    certificate = written(shipped(game))
    path.write_text(json.dumps(certificate), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", FOLDER / f"{name}.py", path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert " 0 are wrong." in done.stdout
    if name == HANDS:
        assert f"SHA-256: {certificate['sha256']}" in done.stdout
        assert f"rules (SHA-256 {certificate['body']['rules_sha256']})" in done.stdout


OTHER_ORDER = ["three of a kind", "straight flush", "flush", "straight", "pair", "high card"]
VARIANTS = {
    "every kind of wager": SMALL,
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
    "five suits": game(SMALL, FIVE_SUITS, TWENTY_CARDS, {"dealer.qualifies": "K high"}),
    "all hands qualify and no bonus": game(AGAINST_DEALER, TWENTY_CARDS),
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
}


@pytest.mark.parametrize("name", [HANDS, MORE, METERS])
@pytest.mark.parametrize("kind", VARIANTS)
def test_variants_are_confirmed(kind: str, name: str) -> None:
    code, out, err = about(name, written(variant(VARIANTS[kind])))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize("game", ["as dealt", "five suits"])
def test_small_games_are_confirmed(game: str) -> None:
    assert about(HANDS, written(SMALL_GAMES[game]().rules))[0] == 0


# -- what is wrong -----------------------------------------------------------------------------------


def leaves(rules: Rules, *parts: str) -> Iterator[tuple[str | int, ...]]:
    body = written(rules)["body"]
    return (("body", part, *place) for part in parts for place in leaf_places(body[part]))


MORE_LEAVES = [place for place in leaves(small_rules(), "jackpots") if place[3] in ("lines", "total")]
HAND_LEAVES = [
    *leaves(small_rules(), "rules_sha256", "deals", "witnesses", "base_game", "side_bets", "jackpots"),
    ("sha256",),
]
HAND_LEAVES = [place for place in HAND_LEAVES if place not in MORE_LEAVES]


def changed(value: object, digit: int) -> object:
    if isinstance(value, int):
        return value + 10 ** (digit % len(str(abs(value))))
    text = str(value)
    place = digit % len(text)
    return text[:place] + ("1" if text[place] != "1" else "2") + text[place + 1 :]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.sampled_from(HAND_LEAVES), digit=st.integers(0, 30))
def test_one_changed_digit_anywhere_is_named(place: tuple[str | int, ...], digit: int) -> None:
    value = changed(value_at(written(small_rules()), place), digit)
    with TemporaryDirectory() as folder:
        path, _ = forged(written(small_rules()), place, value, Path(folder))
        code, out, err = answer(HANDS, path)
    assert (code, err) == (1, "")
    assert f"WRONG certificate.{'.'.join(map(str, place))}: says {json.dumps(value)}, " in out


@pytest.mark.parametrize("place", MORE_LEAVES, ids=lambda place: ".".join(map(str, place)))
def test_a_changed_count_of_more_cards_is_named(place: tuple[str | int, ...], tmp_path: Path) -> None:
    value = changed(value_at(written(small_rules()), place), 0)
    path, _ = forged(written(small_rules()), place, value, tmp_path)
    code, out, err = answer(MORE, path)
    assert (code, err) == (1, "")
    assert f"WRONG certificate.{'.'.join(map(str, place))}: says {value}, " in out


@settings(max_examples=60, deadline=None)
@given(place=st.sampled_from(list(leaves(small_rules(), "meters"))), digit=st.integers(0, 30))
def test_one_changed_digit_of_a_meter_is_named(place: tuple[str | int, ...], digit: int) -> None:
    value = changed(value_at(written(small_rules()), place), digit)
    with TemporaryDirectory() as folder:
        path, _ = forged(written(small_rules()), place, value, Path(folder))
        code, out, err = answer(METERS, path)
    assert (code, err) == (1, "")
    assert f"WRONG certificate.{'.'.join(map(str, place))}: says {value!r}, " in out


def test_a_changed_pay_contradicts_the_figures(tmp_path: Path) -> None:
    place = ("body", "rules", "pay_tables", "prime", "A", "lines", "player of one colour", "odds")
    path, _ = forged(written(small_rules()), place, "4", tmp_path)
    code, out, _ = answer(HANDS, path)
    assert code == 1
    assert 'WRONG certificate.body.side_bets.2.house_edge: says "51/437", and it is' in out


def test_missing_added_and_retyped_fields() -> None:
    certificate = written(small_rules())
    body = certificate["body"]
    del body["witnesses"][-1]
    body["deals"]["more"] = 1
    body["base_game"][0]["unit"] = True
    code, out, _ = about(HANDS, certificate)
    assert code == 1
    assert f"WRONG certificate.body.witnesses.{len(body['witnesses'])}.0: says None, and it is " in out
    assert "WRONG certificate.body.deals.more: says 1, and it is None" in out
    assert "WRONG certificate.body.base_game.0.unit: says true, and it is 1" in out
    assert "WRONG certificate.sha256" in out


# -- games of every kind -----------------------------------------------------------------------------

ONE_DECK = [kind for kind in KINDS if variant(KINDS[kind]).deck.single and "six-card" not in kind]
OTHER_DECKS = [kind for kind in KINDS if not variant(KINDS[kind]).deck.single]


@pytest.mark.parametrize("kind", [*ONE_DECK, "every kind of wager", "every kind of side bet"])
def test_games_of_one_deck_are_confirmed_by_the_program_for_other_games(kind: str) -> None:
    games = KINDS | {"every kind of wager": SMALL, "every kind of side bet": SIDE_BETS}
    code, out, err = about(OTHER, written(variant(games[kind])))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize("kind", ["every word and a card seen", *OTHER_DECKS])
def test_games_of_any_deck_are_confirmed_by_the_program_for_other_decks(kind: str) -> None:
    code, out, err = about(DECKS, written(variant(KINDS[kind])))
    assert (code, err) == (0, ""), out


def test_pairs_of_one_suit_that_are_flushes_are_no_pairs_of_their_ranks() -> None:
    pairs = {"pay_tables.pair_plus.A": {"K-K-9": 7, "Q-Q-Q": 40}}
    code, out, err = about(DECKS, written(variant(game(KINDS["two decks and a joker"], pairs))))
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize(("name", "kind"), [(OTHER, "every word and a card seen"), (DECKS, "two bugs")])
def test_other_games_are_confirmed_by_the_programs_alone(name: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(json.dumps(written(variant(KINDS[kind]))), encoding="utf-8")
    arguments = [sys.executable, "-I", "-S", str(FOLDER / f"{name}.py"), str(path)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert " 0 are wrong." in done.stdout


@pytest.mark.parametrize("pays", [500, "lose"])
def test_six_card_royals_are_counted(pays: int | str) -> None:
    royals = {"pay_tables.six.A.six-card royal": pays}
    certificate = written(variant(game(KINDS["six-card royals lost by a fold"], royals)))
    for name in (HANDS, MORE, OTHER):
        code, out, err = about(name, certificate)
        assert (code, err) == (0, ""), out
    certificate["body"]["side_bets"][0]["lines"]["six-card royal of spades"]["count"] += 1
    assert "lines.six-card royal of spades: says 5, and it is 4" in about(MORE, certificate)[1]


@pytest.mark.parametrize("tells", [None, ["A K", "8 J", "9 Q"]])
def test_bets_on_more_cards_lost_by_a_fold_that_hangs_on_a_card_are_counted(tells: list[str] | None) -> None:
    kind = KINDS["six-card royals lost by a fold that hangs on a card"]
    certificate = written(variant(game(kind, {"deal.tells": tells} if tells else {})))
    for name in (MORE, OTHER):
        code, out, err = about(name, certificate)
        assert (code, err) == (0, ""), out
    for bet in certificate["body"]["side_bets"]:
        for line in bet["lines"].values():
            line["count"] += 1
    wrong = [line.split(": says ")[0] for line in about(MORE, certificate)[1].splitlines()[:-1]]
    lines = [
        f"{place}.lines.{text}"
        for place, bet in enumerate(certificate["body"]["side_bets"])
        for text in bet["lines"]
    ]
    assert wrong == [f"WRONG certificate.body.side_bets.{line}" for line in lines]


def test_bets_on_the_higher_hand_are_left_to_another_program() -> None:
    assert about(MORE, written(variant(KINDS["nothing to decide"])))[0] == 0


@pytest.mark.parametrize(
    ("name", "kind"), [(OTHER, kind) for kind in ONE_DECK] + [(DECKS, kind) for kind in OTHER_DECKS]
)
def test_a_changed_digit_in_each_field_is_named_by_the_program(name: str, kind: str) -> None:
    parts = ("deals", "witnesses", "base_game", "side_bets")
    places = [("body", *place) for place in one_of_each(kind, *parts)]
    code, out, err = about(name, spoilt(kind, places))
    named = [line.split(": says ")[0].removeprefix("WRONG certificate.") for line in out.splitlines()[:-2]]
    assert (code, err) == (1, "")
    assert sorted(named) == sorted(".".join(map(str, place)) for place in places)


@pytest.mark.parametrize(
    ("name", "kind", "word"),
    [
        (HANDS, "a bet lost by a fold that hangs on a card", "face_up"),
        (HANDS, "nothing to decide", "comparison"),
        (HANDS, "Play paid by a table", "by_table"),
        (HANDS, "two bugs", "jokers"),
        (OTHER, "two decks and a joker", "decks"),
        (OTHER, "two bugs", "jokers"),
    ],
)
def test_a_program_says_which_games_it_does_not_know(name: str, kind: str, word: str) -> None:
    code, out, err = about(name, written(variant(KINDS[kind])))
    assert (code, out) == (2, "")
    assert f"a game of another kind: '{word}' in its rules" in err


# -- what cannot be read -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"body": {}}', '{"body": {"rules": 1}}', "[" * 9999]
)
def test_files_that_are_no_certificates(content: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(content, encoding="utf-8")
    code, out, err = answer(name, path)
    assert (code, out) == (2, "")
    assert err.startswith(f"{path}: no certificate, or rules that cannot be read: ")
    assert err.count("\n") == 1
    assert answer(name, tmp_path / "nothing")[0] == 2


@pytest.mark.parametrize("words", ["pair of jokers", "any", "Q-Q-Q-Q", "", "A-J-9 flush of stars"])
def test_words_that_name_no_hands(words: str) -> None:
    certificate = written(small_rules())
    certificate["body"]["rules"]["dealer"]["qualifies"] = words
    assert about(HANDS, certificate)[0] in (1, 2)


NAMED = [
    *(
        "pair of aces",
        "Pair of 9s",
        "any queen",
        "Q high",
        "Q-10-9",
        "Q-J-T",
        "three aces",
        "three of a kind of 9s",
    ),
    *(
        "A-K",
        "J-J",
        "J-J-9",
        "A-K flush",
        "Q high straight",
        "mini royal",
        "K-Q high card",
        "any three cards",
    ),
    *(
        "flush of spades",
        "A-K-Q straight flush of hearts",
        "three of a kind",
        "straight flush",
        "pair or better",
    ),
]


@pytest.mark.parametrize("words", NAMED)
def test_words_mean_the_same_hands_as_in_rule_files(words: str) -> None:
    rules = small_rules()
    game = PROGRAMS[HANDS].Game(written(rules)["body"])
    hands = parse_hand_set(words.removesuffix(" or better"), rules.ranking)
    held = [
        place
        for place, (_, _, _, cards) in enumerate(game.hands)
        if hands.holds(
            rules.ranking.strength(
                [rules.deck.cards[len(game.suits) * rank + suit] for rank, suit in cards]
            ).level,
            frozenset(rules.deck.suits[suit] for _, suit in cards),
        )
    ]
    assert game.named(words) == held


@pytest.mark.parametrize("fold", ["stays", "lost"])
@pytest.mark.parametrize("hand", ["player and dealer", "player and jackpot cards"])
def test_bets_on_six_cards_are_counted(hand: str, fold: str) -> None:
    lines = {"royal flush": 1000, "four of a kind": 50, "full house": 20}
    six = table_bet("six", "Six Card Bonus", lines, hand=hand, on_fold=fold)
    rules = variant(
        game(AGAINST_DEALER, BONUS, TWENTY_CARDS, six, {"deal.jackpot": 3, "dealer.qualifies": "K high"})
    )
    certificate = written(rules)
    assert about(HANDS, certificate)[0] == 0
    code, out, err = about(MORE, certificate)
    assert (code, err) == (0, ""), out
    assert out.startswith("5 numbers of bets on more cards are right")
    certificate["body"]["side_bets"][0]["lines"]["full house"]["count"] += 1
    assert "WRONG certificate.body.side_bets.0.lines.full house: says" in about(MORE, certificate)[1]


# -- what they are -----------------------------------------------------------------------------------


LENGTHS = {HANDS: 320, MORE: 190, METERS: 130, OTHER: 330, DECKS: 150}


@pytest.mark.parametrize(("name", "lines"), LENGTHS.items())
def test_they_are_short_and_import_the_standard_library_alone(name: str, lines: int) -> None:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < lines
    known = sys.stdlib_module_names | ({HANDS, OTHER} if name == DECKS else {HANDS}) - {name}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            assert {one.name for one in node.names} <= known
        if isinstance(node, ast.ImportFrom):
            assert node.module in known
            assert node.level == 0


def test_without_a_file_they_say_what_they_do() -> None:
    for name in PROGRAMS:
        done = subprocess.run(
            [sys.executable, FOLDER / f"{name}.py"], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert f"python {name}.py game.certificate.json" in done.stderr
