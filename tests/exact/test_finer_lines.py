"""Lines about five cards finer than categories, or of which one holds the other, by every road."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from combin.cards.cards import STANDARD_DECK, Card, HandSetError
from combin.cards.five_cards import FiveCardCategory, best_five, parse_five_card_set
from combin.cards.suit_classes import hand_classes
from combin.certificate.body import certificate_body
from combin.exact.hand import explain
from combin.exact.joint_law import joint_law
from combin.exact.pay_lines import line_counts, line_ways
from combin.exact.side_bets import side_bet
from combin.exact.strategy import optimal_strategy
from combin.jackpot.value import jackpot_chances
from combin.proof.edges import table_counts
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.settle.hands import Cards, Showdown, paying_line
from tests.certificate.certificates import derived, written
from tests.exact.settled import law_of, same_as_every_deal
from tests.helpers.games import AGAINST_DEALER, Lines, Part, game, progressive, table_bet
from tests.helpers.texts import game_text
from tests.helpers.variants import analysed, shipped, variant
from tests.verifier.verifiers import about

REST = {"flush": 15, "straight": 10}

TABLES: dict[str, Lines] = {
    "no line for the royal flush": {"straight flush": 200, **REST},
    "a royal flush that loses": {"royal flush": "lose", "straight flush": 200, **REST},
    "a line for each": {"royal flush": 1000, "straight flush": 200, **REST},
    "straight flushes that lose": {"royal flush": 1000, "straight flush": "lose", **REST},
    "straight flushes alone": {"straight flush": 200},
    "royal flushes alone": {"royal flush": 1000},
}

ROYALS: dict[str, Lines] = {
    "six-card royals among straight flushes": {"six-card royal": 5000, "straight flush": 200, **REST},
    "six-card royals among royal flushes": {
        "six-card royal": 5000,
        "royal flush": 1000,
        "straight flush": 200,
        **REST,
    },
    "six-card royals of a suit": {
        "six-card royal of spades": 5000,
        "six-card royal": "lose",
        "straight flush": 200,
    },
    "six-card royals of a suit that lose": {"six-card royal of spades": "lose", "straight flush": 200},
}

TWO_SUITS: Part = {"deck.ranks": "9 T J Q K A", "deck.suits": ["hearts", "spades"]}


def names(cards: Sequence[Card], rules: Rules) -> Iterator[str]:
    """Yield what a hand may be called by a line, the finest words first."""
    suits = {card.suit.name for card in cards}
    if len(cards) == 6 and len(suits) == 1 and all(card.rank in rules.deck.ranks[-6:] for card in cards):
        yield from (f"six-card royal of {suits.pop()}", "six-card royal")
    category = best_five(cards, rules.deck).category.value
    yield category
    if category == "royal flush":
        yield "straight flush"


def line_by_words(cards: Sequence[Card], rules: Rules, lines: Lines) -> str | None:
    """Return the line that pays a hand: the finest that names it, unless that says "lose"."""
    line = next((name for name in names(cards, rules) if name in lines), None)
    return None if line is None or lines[line] == "lose" else line


def counted(rules: Rules, number: int, lines: Lines) -> dict[str, int]:
    """Return how many hands of so many cards each line pays, hand by hand."""
    found = Counter(line_by_words(cards, rules, lines) for cards in combinations(rules.deck.cards, number))
    return {line: found[line] for line, pays in lines.items() if pays != "lose"}


def beside(lines: Lines, hand: str, jackpot: int) -> Rules:
    """Return a small game with a bet on more cards, and the same one lost by a fold."""
    bets = [table_bet(fold, fold.title(), lines, hand=hand, on_fold=fold) for fold in ("stays", "lost")]
    rest = {"deal.jackpot": jackpot, "dealer.qualifies": "Q high"}
    return variant(game(AGAINST_DEALER, TWO_SUITS, rest, *bets))


KINDS = [(name, "player and dealer", 0) for name in (*TABLES, *ROYALS)]

KINDS += [("no line for the royal flush", "player and jackpot cards", number) for number in (3, 4)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "hand", "jackpot"), KINDS)
@pytest.mark.few(6)
def test_all_roads_count_the_same_hands(name: str, hand: str, jackpot: int) -> None:
    lines = (TABLES | ROYALS)[name]
    rules, more = beside(lines, hand, jackpot), jackpot or 3
    expected = counted(rules, 3 + more, lines)
    assert sum(expected.values()) > 0
    bet = side_bet(rules, rules.tables["stays"]["A"])
    times = comb(3 + more, 3)
    assert {one.text: one.count for one in bet.lines[:-1]} == {
        text: times * number for text, number in expected.items()
    }
    assert table_counts(rules, "stays", "A").numbers == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hand", "jackpot"),
    [
        ("no line for the royal flush", "player and dealer", 0),
        ("six-card royals among straight flushes", "player and dealer", 0),
        ("six-card royals of a suit that lose", "player and dealer", 0),
        ("a royal flush that loses", "player and jackpot cards", 2),
        ("no line for the royal flush", "player and jackpot cards", 2),
    ],
)
@pytest.mark.few(3)
def test_certificates_are_confirmed_by_both_roads_and_verifiers(name: str, hand: str, jackpot: int) -> None:
    rules = beside((TABLES | ROYALS)[name], hand, jackpot)
    certificate = written(rules)
    assert derived(rules) == certificate_body(rules) == certificate["body"]
    code, out, err = about(certificate)
    assert (code, err) == (0, ""), out


@pytest.mark.slow
def test_the_joint_law_is_that_of_every_deal_settled() -> None:
    rules = beside(ROYALS["six-card royals among straight flushes"], "player and dealer", 0)
    same_as_every_deal(rules, analysed(rules).best)


@pytest.mark.parametrize("name", TABLES)
def test_the_joint_law_of_jackpot_cards_has_the_counts_of_the_bet(name: str) -> None:
    rules = beside(TABLES[name], "player and jackpot cards", 2)
    law = law_of(rules, optimal_strategy(analysed(rules).game))
    whole = sum(law.counts.values())
    place = law.wagers.index("stays")
    by_net = Counter[Fraction]()
    for pays, count in law.counts.items():
        by_net[pays[place].net(Fraction(1))] += count
    bet = side_bet(rules, rules.tables["stays"]["A"])
    for line in bet.lines:
        assert Fraction(by_net[line.net], whole) == Fraction(line.count, bet.total)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "hand", "jackpot"), KINDS)
def test_a_jackpot_wager_has_the_lines_of_a_bet(name: str, hand: str, jackpot: int) -> None:
    lines = (TABLES | ROYALS)[name]
    last = [text for text, pays in lines.items() if pays != "lose"][-1]
    lines = {**lines, last: {"meter": "1%"}}
    small = {"deal.jackpot": jackpot, "dealer.qualifies": "Q high"}
    rules = variant(game(AGAINST_DEALER, TWO_SUITS, small, progressive(lines, hand)))
    expected = counted(rules, 3 + (jackpot or 3), lines)
    total = comb(len(rules.deck), 3 + (jackpot or 3))
    chances = jackpot_chances(rules, rules.tables["jackpot"]["A"]).lines()
    found = {one.line.text: one.probability for one in chances}
    assert found == {text: Fraction(number, total) for text, number in expected.items()}


def test_one_hand_of_high_cards_is_paid_for_its_royal_flush() -> None:
    rules = beside(TABLES["no line for the royal flush"], "player and jackpot cards", 2)
    own = rules.deck.parse("As Ks Qs")
    rest = [card for card in rules.deck.cards if card not in own]
    expected = Counter(
        line_by_words((*own, *two), rules, TABLES["no line for the royal flush"])
        for two in combinations(rest, 2)
    )
    paid = {one.line: one.count for one in explain(rules, own, {}).paid if one.wager == "stays"}
    assert paid["straight flush"] == expected["straight flush"] > 0


def test_the_six_card_bonus_without_a_line_for_the_royal_flush() -> None:
    """Of 52 cards 188 hands of six are royal flushes, 1,656 straight flushes (Wizard of Odds)."""
    lines = {
        "straight flush": 200,
        "four of a kind": 50,
        "full house": 25,
        "flush": 15,
        "straight": 10,
        "three of a kind": 5,
    }
    rules = variant(game(AGAINST_DEALER, table_bet("six", "Six", lines, hand="player and dealer")))
    bet = side_bet(rules, rules.tables["six"]["A"])
    assert bet.lines[0].count == 20 * (188 + 1656) == 36_880
    assert bet.distribution.house_edge == Fraction(407_622, 2_544_815)
    named = shipped("three-card-poker")
    royal, straight, *_ = side_bet(named, named.tables["six_card_bonus"]["1-D"]).lines
    assert royal.count + straight.count == 36_880


# -- lines for some kinds of a category ----------------------------------------------------------------------


GAME = game_text(__file__, "finer lines of six cards")


def test_lines_of_a_small_game_settled_by_the_letter() -> None:
    rules = variant(GAME)
    table, deck = rules.tables["six"]["A"], rules.deck
    expected = Counter[str]()
    for six in combinations(deck.cards, 6):  # the player's cards may be any three of them
        own, theirs = Cards(rules, six[:3]), Cards(rules, six[3:])
        line = paying_line(table, Showdown(rules, own, theirs, Cards(rules)))
        expected["nothing" if line is None else line.text] += 20
    found = side_bet(rules, table)
    assert {line.text: line.count for line in found.lines} == dict(expected)
    # Of a class that is not split by suit, each way is counted once for each suit.
    classes = hand_classes(rules.ranking)
    ways, total = line_ways(rules, table, classes)
    assert total == 84 * len(deck.suits)
    for text in (line.text for line in table.lines):
        counted = sum(one.weight * by_line[text] for one, by_line in zip(classes, ways, strict=True))
        assert counted == expected[text] * len(deck.suits)
    law = joint_law(rules, {"six": "A"}, None)
    pays = Counter[Fraction]()
    for (paid,), count in law.counts.items():
        pays[paid.net(Fraction(1))] += count
    by_net = Counter[Fraction]()
    for one in found.lines:
        by_net[one.net] += one.count
    assert {net: Fraction(count, law.total) for net, count in pays.items()} == {
        net: Fraction(count, found.total) for net, count in by_net.items()
    }


FIVE = game_text(__file__, "lines of five cards")


def test_figures_that_everybody_knows() -> None:
    rules = variant(FIVE)
    counts = line_counts(rules, rules.tables["five"]["B"])[0]
    # Pairs of jacks or better of five cards, 1,098,240 pairs being alike for all thirteen ranks.
    assert counts["jacks or better"] == 337_920
    assert (counts["four aces"], counts["four of a kind"], counts["royal flush"]) == (48, 576, 4)
    # Alone the words mean every better hand too: the winning hands of Let It Ride.
    alone = line_counts(rules, rules.tables["five"]["A"])[0]
    assert alone["pair of tens or better"] == 422_400 + 123_552 + 54_912 + 10_200 + 5_108 + 3_744 + 624 + 40


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"flush" = 8\n', "", 'the line "flush" is missing'),
        ('"jacks or better" = 1', '"pair of jacks" = 1\n"four jacks of spades" = 2', "is of one suit"),
        ('"jacks or better"', '"jack or better or better"', "is no five-card hand"),
        (
            '"four aces" = 80',
            '"four aces" = 80\n"four kings or better" = 60\n"four of a kind, aces" = 7',
            "overlaps",
        ),
        (
            '"royal flush" = 1000',
            '"straight flush of spades" = 900\n"K high straight flush" = 800',
            "overlaps",
        ),
        ('"two pair" = 2', '"two pair, twos" = 2', "names no five-card hand of this deck"),
    ],
)
def test_lines_that_do_not_fit(old: str, new: str, problem: str) -> None:
    assert old in FIVE
    with pytest.raises(RulesError, match=problem):
        variant(FIVE.replace(old, new))


def test_words() -> None:
    of = FiveCardCategory
    deck = STANDARD_DECK
    spades = parse_five_card_set("straight flush of spades", deck)
    assert spades.holds((of.ROYAL_FLUSH, 12), deck.suits[3]) == (deck.suits[3].name == "spades")
    assert not spades.holds((of.STRAIGHT_FLUSH, 8), deck.suits[0])
    wheel = parse_five_card_set("5 high straight", deck)
    assert wheel.kinds == {(of.STRAIGHT, 3)}
    with pytest.raises(HandSetError, match="write royal flush, straight flush"):
        parse_five_card_set("quads", deck)
