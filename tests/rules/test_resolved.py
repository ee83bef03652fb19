from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from combin.cards.hand_sets import HandSet
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.rules.resolved import Rules
from combin.rules.tables import PayTable
from combin.rules.wagers import Case
from tests.helpers.texts import game_text
from tests.helpers.variants import shipped, variant

GAME = game_text(__file__, "a game without tables")


def game(lines: str, more: str = "") -> Rules:
    """Return the game with one table of lines for Pairs."""
    return variant(f"{GAME}[pay_tables.pairs.A]\n{lines}\n{more}")


def paid(table: PayTable, rules: Rules, hand: str) -> Fraction | None:
    """Return what the first set that holds a hand pays."""
    cards = rules.deck.parse(hand)
    level, suits = rules.ranking.strength(cards).level, frozenset(card.suit for card in cards)
    for hands, line in table.sets:
        assert isinstance(hands, HandSet)
        if hands.holds(level, suits):
            return table.odds(line) if line else None
    return None


def test_a_file_may_leave_out_what_is_usual() -> None:
    rules = game('"pair" = 1')
    assert len(rules.deck) == 52
    assert rules.ranking.order == tuple(Category)
    assert rules.ranking.ace_low is AceLow.LOWEST
    assert rules.ranking.straight_suits is StraightSuits.MORE_THAN_ONE
    assert rules.qualifies == 0
    assert rules.file.decision.play == (1,)
    assert not rules.file.decision.blind.allowed
    assert rules.file.jackpot is None


def test_the_wagers_of_a_game() -> None:
    rules = game('"pair" = 1')
    assert (rules.base, rules.play) == ("boot", "chaal")
    assert (rules.bonuses, rules.side_bets, rules.jackpots) == ((), ("pairs",), ())
    assert rules.bets["chaal"].outcomes[Case.WIN].pays == Fraction(3, 2)
    assert rules.bets["boot"].outcomes[Case.LOSE].pays == -1
    assert rules.bets["pairs"].on_fold == "stays"
    crown = shipped("crown-melbourne")
    assert (crown.base, crown.play) == ("ante", "play")
    assert (crown.bonuses, crown.side_bets, crown.jackpots) == (("ante_bonus",), ("pair_plus",), ("jackpot",))
    assert crown.bets["jackpot"].needs == ("ante",)
    assert [crown.bets[name].more_cards for name in crown.wagers] == [0, 0, 0, 0, 2]
    assert shipped("resorts-world-sentosa").bets["jackpot"].more_cards == 0


def test_only_bets_on_the_comparison_of_the_hands_have_an_outcome_in_a_case() -> None:
    crown = shipped("crown-melbourne")
    assert crown.bets["ante"].outcomes[Case.NO_QUALIFY].pays == 1
    assert not crown.bets["pair_plus"].outcomes


@pytest.mark.parametrize(
    ("words", "weakest", "below"),
    [
        ("Q high", "Q-3-2", "J-10-8"),
        ("Q high or better", "Q-3-2", "J-10-8"),
        ("any queen", "Q-3-2", "J-10-8"),
        ("Q-6-4", "Q-6-4", "Q-6-3"),
        ("pair", "pair of twos with a three", "A-K-J"),
        ("pair of aces or better", "pair of aces with a two", "pair of kings with an ace"),
        ("straight", "3-2-A straight", "A-K-J flush"),
    ],
)
def test_the_weakest_hand_that_qualifies(words: str, weakest: str, below: str) -> None:
    rules = game('"pair" = 1', f'[dealer]\nqualifies = "{words}"')
    strengths = rules.ranking.strengths
    assert rules.ranking.describe(strengths[rules.qualifies]) == weakest
    assert rules.ranking.describe(strengths[rules.qualifies - 1]) == below


def test_ranks_and_suits_as_people_write_them() -> None:
    cups = '{ symbol = "y", glyph = "Y", name = "cups", colour = "red" }'
    rules = game('"pair" = 1', f'[deck]\nranks = "9 10 j q k a"\nsuits = ["spades", {cups}]')
    assert " ".join(map(str, rules.deck.cards)) == "9s 9y Ts Ty Js Jy Qs Qy Ks Ky As Ay"
    assert [rank.name for rank in rules.deck.ranks] == ["nine", "ten", "jack", "queen", "king", "ace"]
    assert rules.ranking.describe(rules.ranking.strength(rules.deck.parse("As 9y 10s"))) == "10-9-A straight"
    odd = game('"pair" = 1', '[deck]\nranks = "x 2 3"').deck
    assert str(odd.parse("xs")[0]) == "Xs"


# -- pay tables -------------------------------------------------------------------------------------------

NESTED = {
    "straight flush": "40",
    "A-K-Q straight flush": "100",
    "A-K-Q straight flush of spades": "500",
    "three of a kind": "30",
    "straight": "6",
    "flush": '"lose"',
    "flush of hearts": "5",
    "A high flush": '"lose"',
    "A-K-J flush": "9",
}
PAID = {
    "As Ks Qs": 500,
    "Ah Kh Qh": 100,
    "3h 2h Ah": 40,
    "2c 2d 2h": 30,
    "Ac Kd Qh": 6,
    "Kc 9c 2c": None,
    "As 9s 2s": None,
    "Ac Kc Jc": 9,
    "2c 2d 3h": None,
}


def test_the_finest_line_that_holds_a_hand_is_paid_in_whatever_order_lines_stand() -> None:
    lines = dict(NESTED)
    del lines["flush of hearts"]  # crosses "A high flush": tested among the mistakes
    for order in list(permutations(lines))[:: 8 * 7 * 6 * 5 + 1]:
        rules = game("\n".join(f'"{line}" = {lines[line]}' for line in order))
        table = rules.tables["pairs"]["A"]
        assert {hand: paid(table, rules, hand) for hand in PAID} == PAID, order
        assert [line.text for line in table.lines if line.prize.odds in (100, 500)] == [
            "A-K-Q straight flush of spades",
            "A-K-Q straight flush",
        ]


def test_hands_that_are_not_paid_may_hold_finer_lines_that_are() -> None:
    rules = game('"flush" = "lose"\n"flush of hearts" = 5\n"K-9-2 flush of hearts" = "lose"')
    table = rules.tables["pairs"]["A"]
    assert [paid(table, rules, hand) for hand in ("Kh 9h 3h", "Kh 9h 2h", "Kc 9c 2c")] == [5, None, None]
    assert [line.text for line in table.lines] == ["flush of hearts"]


def test_for_one_is_one_less_than_to_one() -> None:
    for odds, net in (("to 1", Fraction(7, 2)), ("for 1", Fraction(5, 2))):
        table = game(f'odds = "{odds}"\n"pair" = "7/2"').tables["pairs"]["A"]
        assert table.odds(table.lines[0]) == net
    shares = shipped("resorts-world-sentosa").tables["jackpot"]["A"]
    with pytest.raises(ValueError, match=r"jackpot A: 'A-K-Q straight flush of spades' pays no odds"):
        shares.odds(next(line for line in shares.lines if line.prize.meter))


@pytest.mark.parametrize(
    "lines",
    [
        '"pair of aces" = 2',
        '"pair of jacks" = 1\n"pair of aces" = 1',
        '"straight flush" = 1\n"three of a kind" = 1\n"straight" = 1\n"flush" = 1\n"pair of aces" = 2',
        '"mini royal of spades" = 100',
        '"flush" = 4',
        '"straight flush" = 40\n"three of a kind" = "lose"\n"straight" = "lose"\n"flush" = 4',
        '"flush of spades" = 5\n"A high flush of spades" = 9',
        "\n".join(f'"three {rank}s" = 30' for rank in (*range(2, 11), *"JQKA"))
        + '\n"straight flush" = 40\n"straight" = 6',
    ],
)
def test_tables_without_holes(lines: str) -> None:
    """A table may be about one category, end inside one, and give a category by its ranks."""
    assert game(lines).tables["pairs"]["A"].lines


def test_a_category_that_cannot_occur_needs_no_line_and_may_be_said_to_lose() -> None:
    two_suits = '[deck]\nsuits = ["hearts", "spades"]'
    for line in ("", '"three of a kind" = "lose"\n'):
        rules = game(f'"straight flush" = 9\n{line}"straight" = 2', two_suits)
        assert rules.ranking.counts[Category.THREE_OF_A_KIND] == 0
        assert [one.text for one in rules.tables["pairs"]["A"].lines] == ["straight flush", "straight"]


def test_alternatives_of_a_jackpot_may_pay_other_hands() -> None:
    rules = variant("""
        extends = "resorts-world-sentosa"
        [pay_tables.jackpot.B]
        "mini royal" = { meter = "100%" }
        "straight flush" = { money = 500 }
    """)
    assert [len(table.lines) for table in rules.tables["jackpot"].values()] == [5, 2]


def test_the_smallest_deck_is_dealt_to_the_last_card() -> None:
    rules = game('"pair" = 1', '[deck]\nranks = "K A"\nsuits = ["clubs", "hearts", "spades"]')
    assert len(rules.deck) == 6


def test_alternatives_may_differ_in_finer_lines() -> None:
    rules = game('"pair" = 1', '[pay_tables.pairs.B]\n"pair" = 1\n"pair of aces" = 3')
    assert [len(table.lines) for table in rules.tables["pairs"].values()] == [1, 2]


def test_a_hand_of_five_cards_is_paid_by_its_category() -> None:
    rules = variant(
        GAME.replace('settles = "pay table"', 'settles = "pay table"\nhand = "player and dealer"')
        + '[pay_tables.pairs.A]\n"royal flush" = 1000\n"straight flush" = 200\n'
    )
    assert rules.bets["pairs"].more_cards == 3
    table = rules.tables["pairs"]["A"]
    assert [(line.text, line.hands.within(table.lines[1].hands)) for line in table.lines] == [
        ("royal flush", True),
        ("straight flush", True),
    ]
