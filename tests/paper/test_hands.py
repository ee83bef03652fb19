from __future__ import annotations

import re
from functools import cache

import pytest

from combin.exact.base_game import FOLD
from combin.exact.matchups import Matchup
from combin.exact.statement import matched
from combin.paper.hands import ByCard, CardRow, Words, by_card, close_calls
from combin.report.strategy import cards_table
from combin.rules.resolved import Rules
from combin.words.catalogue import load_catalogue, or_better, seen_in_words
from tests.exact.small_games import SIGHTED as SMALL
from tests.helpers.games import game as game_of
from tests.helpers.variants import analysed, shipped, variant
from tests.paper.printed import analysis


@cache
def printed(game: str) -> ByCard:
    found = analysis(game)
    return by_card(Words(found.best, found.statement, load_catalogue()))


@cache
def levels(rules: Rules) -> tuple[dict[str, int], dict[str, int]]:
    """Return the level of each hand by its name, and by the words for it or better."""
    ranking = rules.ranking
    return (
        {ranking.describe(one): one.level for one in ranking.strengths},
        {or_better(one, ranking): one.level for one in ranking.strengths},
    )


def multiple(words: str) -> int:
    return FOLD if words.startswith("fold") else int(re.sub(r"\D", "", words) or 1)


def ranks(row: CardRow, rules: Rules) -> set[int]:
    symbols = list(map(str, rules.deck.ranks))
    found: set[int] = set()
    for part in row.card.split(", "):
        first, _, last = part.partition(" to ")
        found |= set(range(symbols.index(first), symbols.index(last or first) + 1))
    return found


def holds(condition: str, cards: frozenset[int], rules: Rules) -> bool:
    """Tell whether words such as "unless the 10 or 8 matches" are true when these cards match."""
    if not condition:
        return True
    word, _, rest = condition.partition(" ")
    numbers = {"one matches": 1, "two match": 2}
    if rest in numbers:
        met = len(cards) >= numbers[rest]
    else:
        ways = re.split(r" or (?:the )?", re.sub(r" match(es)?$", "", rest.removeprefix("the ")))
        symbols = {str(rules.deck.ranks[rank]) for rank in cards}
        met = any(set(way.split(" and ")) <= symbols for way in ways)
    return met == (word == "if")


def read(text: str) -> list[tuple[int, list[str], str]]:
    """Return the parts of exceptions: a decision, hands, and a condition or ""."""
    found, verb = [], ""
    for part in text.rstrip(".").split("; "):
        begin = re.match(r"(also )?(fold|play( \dx with)?) ", part)
        verb = begin[2] if begin else verb
        hands, word, condition = re.split(
            r" (if|unless|$)", part.removeprefix(begin[0]) + " " if begin else part + " ", maxsplit=1
        )
        found.append((multiple(verb), hands.split(", "), f"{word}{condition}".strip()))
    return found


def decide(situation: Matchup, page: ByCard, rules: Rules) -> int:
    """Return what a player does who reads the table and its exceptions."""
    names, from_hand = levels(rules)
    assert situation.seen is not None
    (row,) = (row for row in page.rows if situation.seen.ranks <= ranks(row, rules))
    cards, level = matched(situation, rules.deck), situation.hand.strength.level
    assert cards is not None
    for decision, hands, condition in read(row.exceptions) if row.exceptions else []:
        if level in {names[hand] for hand in hands} and holds(condition, cards, rules):
            return decision
    said = re.fullmatch(r"(Play \dx) with (.*)", page.always)
    columns = [(said[1], said[2])] if said else []
    columns += zip(page.choices, row.hands, strict=True)
    return next((multiple(choice) for choice, hand in columns if hand and level >= from_hand[hand]), FOLD)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["face-up-three-card-poker", "ultimate-three-card-poker"])
def test_what_is_printed_says_what_to_do_with_every_hand_against_every_card(game: str) -> None:
    found, page = analysis(game), printed(game)
    doubtful = {
        (rank, one.strength.level)
        for card in found.statement.by_card
        for rank in card.ranks
        for one in card.statement.exceptions
    }
    checked = 0
    for situation, decision in found.best:
        assert situation.seen is not None
        where = (min(situation.seen.ranks), situation.hand.strength.level)
        # The rest follows the thresholds, as the tests of statements show; here all near ones and some more.
        if where in doubtful or situation.hand.strength.level % 40 == 0:
            checked += 1
            assert decide(situation, page, found.rules) == decision
    assert checked > 1000
    assert page.note == (load_catalogue()("statement.matches") if doubtful else "")


def test_the_conditions_are_words_of_a_player() -> None:
    rows = {row.card: row.exceptions for row in printed("face-up-three-card-poker").rows}
    assert rows["10"] == "also play 10-8-3 if one matches; 10-8-2 if two match."
    assert "fold 10-9-7 unless two match; 10-9-6, 10-9-5, 10-9-3 unless one matches" in rows["4"]
    assert "10-8-5 if the 10 or 8 matches; 10-7-6, 10-7-3 if the 10 and 7 match" in rows["4"]
    assert "10-7-3 if the 10 and 7 or the 10 and 3 match" in rows["5"]
    assert rows["A"] == ""


def test_a_row_shows_the_weakest_hand_that_is_played_in_all_suits() -> None:
    found = {row.card: row.example and row.example.hand for row in printed("hole-card-paint").rows}
    assert found == {"A": "A-9-2", "J to K": "Q-J-5", "2 to 10": None}
    found = {row.card: row.example and row.example.hand for row in printed("face-up-three-card-poker").rows}
    # 10-9-3 against a 4 is folded unless one matches.
    assert (found["4"], found["K"]) == (None, "K-9-2")


@pytest.mark.parametrize("game", ["face-up-three-card-poker", "ultimate-three-card-poker"])
def test_the_grid_says_what_the_thresholds_say(game: str) -> None:
    found, grid, rules = analysis(game), printed(game).grid, shipped(game)
    said = {row.card: row for row in printed(game).rows}
    assert len(grid.rows) >= 6
    assert ", ".join(grid.cards).count("A") == 1
    for name, cells in grid.rows:
        assert len(cells) == len(grid.cards)
        for card, cell in zip(grid.cards, cells, strict=True):
            if cell.some and card in said:  # from the hand that the list by cards names
                (high,) = (str(rank) for rank in rules.deck.ranks if rank.name == name.split()[0].lower())
                assert f"{high}-{cell.text.removesuffix('+')} or better" in said[card].hands
    top, bottom = grid.rows[0], grid.rows[-1]
    assert all(cell.played and not cell.some for cell in top[1])
    assert not any(cell.played for cell in bottom[1])
    assert found.best.seen
    assert rules.play


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        (1, {"any suit"}),
        (2, {"one suit", "two suits"}),
        (3, {"one suit", "two cards of one suit", "three suits"}),
    ],
)
def test_suits_that_are_seen_are_told_by_how_many_there_are(cards: int, named: set[str]) -> None:
    rules = variant(game_of(SMALL, {"deal": {"face_up": cards, "tells": "suit"}}))
    found = analysed(rules)
    words = Words(found.best, found.statement, load_catalogue())
    said = by_card(words)
    assert {row.card for row in said.rows} == named
    assert {call.against for call in close_calls(words)} <= named
    # Suits decide, but no card of the player's is said to match.
    assert any("for some suits" in row.exceptions for row in said.rows)
    assert said.note == cards_table(found.best).note == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tells", "english", "french"),
    [
        ("suit", "2 hearts", "2 cœur"),
        ("colour", "1 red, 1 black", "1 rouge, 1 noir"),
        ("rank", "K-J", "K-J"),
        (["J", "Q K A"], "1 of Q to A, 1 of J", "1 de Q à A, 1 de J"),
        ("card", "Q-J of one suit", "Q-J d'une couleur"),
    ],
)
def test_what_is_seen_has_a_name_in_each_language(tells: object, english: str, french: str) -> None:
    rules = variant(game_of(SMALL, {"deal": {"face_up": 2, "tells": tells}}))
    every = range(len(rules.sights.headings if rules.sights else ()))
    names = [[seen_in_words([one], rules, load_catalogue(code)) for one in every] for code in ("en", "fr")]
    assert (english, french) in set(zip(*names, strict=True))
