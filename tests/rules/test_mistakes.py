"""What is wrong with a rule file, told in one line; mistakes.txt has single ones in files that ship."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from combin.rules.errors import RulesError, toml
from combin.rules.load import LIBRARY
from tests.exact.small_games import FIVE_SUITS
from tests.helpers.games import AGAINST_DEALER, Lines, Part, game, table_bet
from tests.helpers.texts import entries, marked
from tests.helpers.variants import analysed, variant
from tests.rules.files import Write, told

VARIANTS = entries(Path(__file__).with_name("variants.txt"))
MISTAKES = marked(Path(__file__).with_name("mistakes.txt"))


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_one_line(name: str, write: Write) -> None:
    old, new, at, (said,) = (MISTAKES[name][sign] for sign in "-+@!")
    library = re.search(r"\((.*-.*)\)$", name)
    text = (LIBRARY / f"{library[1] if library else 'crown-melbourne'}.toml").read_text(encoding="utf-8")
    before, found, after = text.partition("\n".join(old))
    assert found
    wrong = before + "\n".join(new) + after
    path = write(wrong)
    lines = wrong.split("\n")
    named = [n for n, line in enumerate(lines, 1) if line in at] if at else [before.count("\n") + 1]
    assert told(path) in ([f"{path}:{line}: {said}" for line in named] or [f"{path}: {said}"])


@pytest.mark.parametrize("name", VARIANTS)
def test_a_mistake_of_a_file_that_extends_another_is_told_of_that_file(name: str, write: Write) -> None:
    text, _, said = VARIANTS[name].partition("\n!")
    path = write(f"{text}\n")
    assert told(path).startswith(f"{path}:{said}")
    assert str(LIBRARY) not in told(path)


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        ("seats = " + "9" * 4_301, "a number of too many digits"),
        ("seats = " + "[" * 5_000, "lists or tables too deep inside each other"),
        (".".join(["seats"] * 20_000) + " = 9", "lists or tables too deep inside each other"),
    ],
)
def test_a_file_that_takes_long_to_read_is_no_toml(seats: str, problem: str, write: Write) -> None:
    path = write(f"[deal]\n{seats}\n")
    assert told(path) == f"{path}: not TOML: {problem}"


def test_a_message_is_short_whatever_it_repeats() -> None:
    error = RulesError((), " ".join(["word"] * 5000) + " end")
    assert len(str(error)) == 500
    assert str(error).endswith("...")


# -- pay tables of several lines --------------------------------------------------------------------

LOSE = 'is missing (write "lose" if it is not paid)'
SIX = table_bet("six", "Six", {"straight flush": 200, "four of a kind": 50}, hand="player and dealer")


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        ({"straight flush": 200}, None),
        ({"six-card royal": 900, "straight flush": 200, "four of a kind": 50}, None),
        ({"six-card royal": 900}, None),
        ({"pair": 1}, None),
        ({"royal flush": "lose", "straight flush": 200, "four of a kind": 50}, None),
        ({"royal flush": 1000, "four of a kind": 50}, "straight flush"),
        ({"six-card royal": 900, "four of a kind": 50}, "straight flush"),
        ({"four of a kind": 50, "full house": 25}, "straight flush"),
        ({"straight flush": 200, "full house": 25}, "four of a kind"),
    ],
)
def test_a_table_of_several_categories_begins_at_the_top(lines: Lines, missing: str | None) -> None:
    """A royal flush is a straight flush, so that it needs no line; a table of one category is a bet on it."""
    rules = game(AGAINST_DEALER, table_bet("six", "Six", lines, hand="player and dealer"))
    if missing is None:
        assert variant(rules).tables["six"]["A"].lines
        return
    with pytest.raises(RulesError) as refused:
        variant(rules)
    assert refused.value.place == ("pay_tables", "six", "A")
    assert refused.value.problem == f'the line "{missing}" {LOSE}'


@pytest.mark.parametrize(
    ("deck", "lines"),
    [
        # Of three suits there are no four of a kind, of ten to ace no straight flushes but the royal.
        ({"deck.suits": ["clubs", "hearts", "spades"]}, {"straight flush": 200, "full house": 25}),
        ({"deck.ranks": "T J Q K A"}, {"straight flush": 200, "four of a kind": 50}),
        ({"deck.ranks": "T J Q K A"}, {"royal flush": 200, "four of a kind": 50}),
    ],
)
def test_a_category_of_five_cards_that_cannot_occur_needs_no_line(deck: Part, lines: Lines) -> None:
    six = table_bet("six", "Six", lines, hand="player and dealer")
    assert variant(game(AGAINST_DEALER, six, deck)).tables["six"]["A"].lines


def test_five_of_a_kind_stand_above_all_where_there_are_five_suits() -> None:
    with pytest.raises(RulesError, match='the line "five of a kind" is missing'):
        variant(game(AGAINST_DEALER, SIX, FIVE_SUITS))


def test_alternatives_on_five_cards_say_of_each_line_whether_it_is_paid() -> None:
    with pytest.raises(RulesError, match='the line "four of a kind" of table A is missing') as refused:
        variant(game(AGAINST_DEALER, SIX, {"pay_tables.six.B": {"straight flush": 300}}))
    assert refused.value.place == ("pay_tables", "six", "B")


@pytest.mark.parametrize("ranks", ["7 8 9 T J Q K", "T J Q K A", "Q K A"])
def test_a_six_card_royal_takes_six_ranks_and_an_ace(ranks: str) -> None:
    six = table_bet("six", "Six", {"six-card royal": 50}, hand="player and dealer")
    with pytest.raises(RulesError) as refused:
        variant(game(AGAINST_DEALER, six, {"deck.ranks": ranks}))
    assert refused.value.place == ("pay_tables", "six", "A", "six-card royal")
    assert refused.value.problem == "no hand of this deck; it takes six ranks, the ace above all"


def test_a_line_of_the_only_suit_is_the_line_itself() -> None:
    bet = table_bet("runs", "Runs", {"straight flush of hearts": 5, "straight flush": 2})
    with pytest.raises(RulesError, match='overlaps the line "straight flush of hearts"'):
        variant(game(AGAINST_DEALER, bet, {"deck.suits": ["hearts"]}))


def test_colours_are_not_told_in_a_deck_of_one() -> None:
    bet = table_bet("prime", "Prime", {"player of one colour": 3})
    with pytest.raises(RulesError, match=r"player of one colour.: a deck whose suits are all of one colour"):
        variant(game(AGAINST_DEALER, bet, {"deck.suits": ["clubs", "spades"]}))


def compared(pays: object) -> str:
    return f"""extends = "three-card-poker"
[wager.higher]
name = "Higher"
settles = "comparison"
win = {{ pays = {pays}, by_table = true }}
tie = "push"
lose = "lose"
[pay_tables.higher.A]
"straight flush" = 5
"straight" = 3
"""


def test_a_hand_that_is_left_out_of_a_table_is_compared_and_a_line_that_loses_is_refused() -> None:
    """22,100 hands: the threes of a kind win 1 to 1 as hands below the table do."""
    found = analysed(variant(compared(1)), higher="A").wagers["higher"]
    assert found.house_edge == Fraction(-1842871, 25448150)
    with pytest.raises(RulesError) as refused:
        variant(f'{compared(1)}"three of a kind" = "lose"')
    assert refused.value.place == ("pay_tables", "higher", "A", "three of a kind")
    assert (
        refused.value.problem
        == '"lose", but hands that are not on the table are compared; leave the line out'
    )


def test_where_hands_that_are_not_on_the_table_lose_the_lines_between_are_asked_for() -> None:
    with pytest.raises(RulesError, match='the line "three of a kind" is missing'):
        variant(compared('"lose"'))
    variant(f"""{compared('"lose"')}"three of a kind" = "lose"
""")


@pytest.mark.parametrize("line", ["three of a kind", "three 5s", "mini royal"])
@pytest.mark.parametrize("pays", [3, '"lose"'])
def test_two_cards_have_no_hand_of_three(line: str, pays: object) -> None:
    two = f"""id = "two"
title = "Two cards"
[source]
document = "Notes"
[deal]
player = 2
dealer = 2
[wager.bonus]
name = "Bonus"
settles = "pay table"
[pay_tables.bonus.A]
"{line}" = {pays}
"pair" = 4
"""
    with pytest.raises(RulesError) as refused:
        variant(two)
    assert refused.value.place == ("pay_tables", "bonus", "A", line)
    assert refused.value.problem == f"'{line}' names no hand of two cards of this deck"


@pytest.mark.parametrize("words", ["😀\n", "\x7f", "\u202eé", 'a "b" \\'])
def test_words_are_written_so_that_they_read_back(words: str) -> None:
    assert tomllib.loads(f"a = {toml({words: words})}") == {"a": {words: words}}
    assert toml(words).isprintable()
