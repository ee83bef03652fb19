from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from combin.rules.errors import RulesError
from tests.exact.small_games import FIVE_SUITS
from tests.games import AGAINST_DEALER, Lines, Part, game, table_bet
from tests.rules.mistakes import UK, Mistake, check_told
from tests.variants import analysed, variant

CATEGORIES = "straight flush, three of a kind, straight, flush, pair, high card"
LOSE = 'is missing (write "lose" if it is not paid)'
PAIR = '"flush" = 4\n"pair" = 1\n'
PRIME = """\
[pay_tables.prime.A]
rule = "Prime"
"both of the same colour" = 4
"player of one colour" = 3
"""
BONUS = """\
[pay_tables.ante_bonus.A]
rule = "10.2 Table 9"
"straight flush" = 5
"three of a kind" = 4
"straight" = 1
"""
MISTAKES = {
    # Lines of pay tables.
    "a line that is no hand": Mistake(
        PAIR,
        PAIR.replace("flush", "flsh"),
        "pay_tables.pair_plus.A.flsh",
        f"'flsh' is not a hand (write {CATEGORIES}, "
        "or such as 'any hand', 'Q high', 'pair of aces', 'three 5s', 'Q-6-4')",
        "flsh",
    ),
    "a line of a rank that is none": Mistake(
        PAIR,
        PAIR + '"pair of 1s" = 2\n',
        'pay_tables.pair_plus.A."pair of 1s"',
        "'pair of 1s': '1' is not a rank of this deck (2 3 4 5 6 7 8 9 T J Q K A)",
        "pair of 1s",
    ),
    "better hands in a line of three cards": Mistake(
        PAIR,
        PAIR.replace("pair", "pair of jacks or better"),
        'pay_tables.pair_plus.A."pair of jacks or better"',
        '"or better" is for lines on five cards; write a line for each hand',
        "jacks",
    ),
    "a line twice in other words": Mistake(
        PAIR, PAIR + '"Pair" = 2\n', "pay_tables.pair_plus.A.Pair", 'overlaps the line "pair"', '"Pair" = 2'
    ),
    "finer lines that overlap": Mistake(
        PAIR,
        PAIR + '"A high flush" = 5\n"flush of spades" = 6\n',
        'pay_tables.pair_plus.A."flush of spades"',
        'overlaps the line "A high flush"',
        "flush of spades",
    ),
    "a line that is paid and lost": Mistake(
        PAIR, PAIR + '"Pair" = "lose"\n', "pay_tables.pair_plus.A.Pair", 'overlaps the line "pair"', '"Pair"'
    ),
    "a lost line that crosses a paid one": Mistake(
        PAIR,
        PAIR + '"flush of spades" = "lose"\n"A high flush" = 5\n',
        'pay_tables.pair_plus.A."flush of spades"',
        'overlaps the line "A high flush"',
        "flush of spades",
    ),
    "a line about colour": Mistake(
        PAIR,
        PAIR + '"player of one colour" = 2\n',
        'pay_tables.pair_plus.A."player of one colour"',
        'a line about colour beside one about hands ("straight flush")',
        "player of one colour",
    ),
    "a bonus on colours": Mistake(
        BONUS,
        '[pay_tables.ante_bonus.A]\n"player of one colour" = 5\n',
        'pay_tables.ante_bonus.A."player of one colour"',
        "only a side bet is paid for colours",
        "player of one colour",
    ),
    "a hole": Mistake(
        PAIR, '"pair" = 1\n', "pay_tables.pair_plus.A", f'the line "flush" {LOSE}', "[pay_tables.pair_plus.A]"
    ),
    "a hole filled in part": Mistake(
        PAIR,
        '"A high flush" = 4\n"pair" = 1\n',
        "pay_tables.pair_plus.A",
        f'the line "flush" {LOSE}',
        "[pay_tables.pair_plus.A]",
    ),
    "a hole filled in one suit": Mistake(
        PAIR,
        '"flush of spades" = 4\n"pair" = 1\n',
        "pay_tables.pair_plus.A",
        f'the line "flush" {LOSE}',
        "[pay_tables.pair_plus.A]",
    ),
    "a hole above all": Mistake(
        BONUS,
        BONUS.replace('"straight flush" = 5\n', ""),
        "pay_tables.ante_bonus.A",
        f'the line "straight flush" {LOSE}',
        "[pay_tables.ante_bonus.A]",
    ),
    "a hole in a table of five cards": Mistake(
        '"four of a kind" = 500\n',
        "",
        "pay_tables.jackpot.1",
        f'the line "four of a kind" {LOSE}',
        "[pay_tables.jackpot.1]",
    ),
    "a hole above all in a table of five cards": Mistake(
        '"royal flush" = { meter = "100%" }\n"straight flush" = { meter = "10%" }\n"four of a kind" = 500\n',
        '"four of a kind" = { meter = "1%" }\n',
        "pay_tables.jackpot.1",
        f'the line "straight flush" {LOSE}',
        "[pay_tables.jackpot.1]",
    ),
    "a line missing in one alternative": Mistake(
        '"flush" = 4\n"pair" = 1\n\n[pay_tables.pair_plus.C]',
        '"flush" = 4\n\n[pay_tables.pair_plus.C]',
        "pay_tables.pair_plus.B",
        f'the line "pair" of table A {LOSE}',
        "[pay_tables.pair_plus.B]",
    ),
    "a colour missing in one alternative": Mistake(
        "[limits]",
        '[pay_tables.prime.B]\n"player of one colour" = 4\n[limits]',
        "pay_tables.prime.B",
        f'the line "both of the same colour" of table A {LOSE}',
        "[pay_tables.prime.B]",
        UK,
    ),
    "no lines": Mistake(
        BONUS,
        "[pay_tables.ante_bonus.A]\n",
        "pay_tables.ante_bonus.A",
        "a pay table without lines",
        "[pay_tables.ante_bonus.A]",
    ),
    "no table": Mistake(
        PRIME,
        "[pay_tables.prime]\n",
        "pay_tables.prime",
        "no pay table; write [pay_tables.prime.A]",
        "[pay_tables.prime]",
        UK,
    ),
    "a wager without table": Mistake(
        PRIME,
        "",
        "wager.prime",
        "no pay table; write [pay_tables.prime.A]",
        "[wager.prime]",
        UK,
    ),
    "a table without wager": Mistake(
        "[pay_tables.prime.A]",
        '[pay_tables.prim.A]\n"pair" = 1\n[pay_tables.prime.A]',
        "pay_tables.prim",
        'no wager "prim" is settled by a pay table; did you mean "prime"? '
        "Allowed: ante_bonus, pair_plus, prime",
        "[pay_tables.prim.A]",
        UK,
    ),
    "a line that is no five-card hand": Mistake(
        '"four of a kind" = 500',
        '"four of kind" = 500',
        'pay_tables.jackpot.1."four of kind"',
        'no line for five cards; did you mean "four of a kind"? Allowed: royal flush, '
        "straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, "
        "high card",
    ),
    "a line on five cards of one suit": Mistake(
        '"royal flush" = ',
        '"full house of spades" = ',
        'pay_tables.jackpot.1."full house of spades"',
        "'full house of spades': only a flush, a straight flush or a royal flush is of one suit",
        "full house of spades",
    ),
    "six cards of a bet on five": Mistake(
        '"royal flush" = ',
        '"six-card royal" = ',
        'pay_tables.jackpot.1."six-card royal"',
        'only a wager with hand = "player and dealer" is paid for all six of these cards',
        "six-card royal",
    ),
    "a line about colours in a bet on five cards": Mistake(
        '"royal flush" = ',
        '"player of one colour" = ',
        'pay_tables.jackpot.1."player of one colour"',
        "a line about colours; they are of three cards each: leave hand out",
        "player of one colour",
    ),
    "five of a kind in four suits": Mistake(
        '"royal flush" = ',
        '"five of a kind" = ',
        'pay_tables.jackpot.1."five of a kind"',
        'no five-card hand of this deck; did you mean "four of a kind"? Allowed: royal flush, '
        "straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, "
        "high card",
        "five of a kind",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    check_told(MISTAKES[name], tmp_path)


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
