from __future__ import annotations

from pathlib import Path

import pytest

from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from tests.rules.mistakes import UK, Mistake, check_told
from tests.variants import variant

CATEGORIES = "straight flush, three of a kind, straight, flush, pair, high card"
SUITS = 'suits = ["clubs", "diamonds", "hearts", "spades"]'
ANTE_WINS = 'win = { pays = 1, rule = "5.7.1(b), 10.1.2(a)" }'
ORDER = '"flush", "pair", "high card"]'

MISTAKES = {
    # The deck, the order and the dealer.
    "a rank twice": Mistake("2 3 4 5", "2 3 3 4 5", "deck.ranks", "the rank '3' stands twice in the deck"),
    "a rank of two characters": Mistake(
        "2 3 4 5", "2 3 44 5", "deck.ranks", "a rank is written with one letter or digit, not '44'"
    ),
    "no ranks": Mistake(
        'ranks = "2 3 4 5 6 7 8 9 T J Q K A"', 'ranks = ""', "deck.ranks", "a deck needs at least one rank"
    ),
    "a suit twice": Mistake(
        SUITS, 'suits = ["clubs", "clubs"]', "deck.suits", "the suit 'c' stands twice in the deck"
    ),
    "a suit that is none": Mistake(
        SUITS,
        'suits = ["clubs", "herats"]',
        "deck.suits.1",
        '"herats" is not known; did you mean "hearts"? Allowed: clubs, diamonds, hearts, spades',
    ),
    "a suit of two letters": Mistake(
        SUITS,
        'suits = [{ symbol = "xx", glyph = "x", name = "x", colour = "red" }]',
        "deck.suits.0.symbol",
        '"xx" is not allowed here (one letter)',
    ),
    "a deck too small for the seats": Mistake(
        SUITS,
        'suits = ["clubs", "spades"]',
        "deck",
        "26 cards cannot be dealt to 9 players and the dealer: 32 are needed",
        "[deck]",
    ),
    "no deck at all": Mistake(
        SUITS,
        f"{SUITS}\ndecks = 0",
        "deck.decks",
        "0 is not allowed here (at least 1, at most 8)",
        "decks = 0",
    ),
    "too many decks": Mistake(
        SUITS,
        f"{SUITS}\ndecks = 9",
        "deck.decks",
        "9 is not allowed here (at least 1, at most 8)",
        "decks = 9",
    ),
    "too many jokers": Mistake(
        SUITS,
        f"{SUITS}\njokers = 3",
        "deck.jokers",
        "3 is not allowed here (at least 0, at most 2)",
        "jokers = 3",
    ),
    "a joker of another kind": Mistake(
        SUITS,
        f'{SUITS}\njokers = 1\njoker = "tame"',
        "deck.joker",
        '"tame" is not known; allowed: wild, straights and flushes',
        "joker = ",
    ),
    "a kind of joker without jokers": Mistake(
        SUITS, f'{SUITS}\njoker = "wild"', "deck.joker", '"wild", but the deck has no jokers', "joker = "
    ),
    "a suit written as jokers are": Mistake(
        SUITS,
        'suits = ["clubs", { symbol = "k", glyph = "K", name = "cups", colour = "red" }]\njokers = 1',
        "deck.suits",
        "the suit 'k' stands beside jokers, which are written Jk or *",
        "suits = [",
    ),
    "two decks with hands of five cards": Mistake(
        SUITS,
        f"{SUITS}\ndecks = 2",
        "deck.decks",
        "2, but hands of more than three cards are worked out for one deck without jokers",
        "decks = 2",
    ),
    "jokers with hands of five cards": Mistake(
        SUITS,
        f"{SUITS}\njokers = 1",
        "deck.jokers",
        "1, but hands of more than three cards are worked out for one deck without jokers",
        "jokers = 1",
    ),
    "jokers with lines about colours": Mistake(
        SUITS,
        f"{SUITS}\njokers = 1",
        'pay_tables.prime.A."both of the same colour"',
        "a deck with jokers (deck.jokers), which have no colour of their own",
        "both of the same colour",
        UK,
    ),
    "a category twice": Mistake(
        ORDER,
        '"flush", "flush", "pair", "high card"]',
        "ranking.order",
        "the category 'flush' is named twice in the order",
    ),
    "a category left out": Mistake(
        ORDER, '"flush", "high card"]', "ranking.order", "the category 'pair' is missing from the order"
    ),
    "a category that is none": Mistake(
        ORDER,
        '"flush", "pear", "high card"]',
        "ranking.order.4",
        f'"pear" is not known; did you mean "pair"? Allowed: {CATEGORIES}',
    ),
    "a qualifier that is no hand": Mistake(
        '"Q high"',
        '"Z high"',
        "dealer.qualifies",
        "'Z high': 'z' is not a rank of this deck (2 3 4 5 6 7 8 9 T J Q K A)",
    ),
    "a qualifier that no hand meets": Mistake(
        '"Q high"', '"4 high"', "dealer.qualifies", "'4 high' names no hand of this deck"
    ),
    "a qualifier of one suit": Mistake(
        '"Q high"',
        '"mini royal of spades"',
        "dealer.qualifies",
        '"mini royal of spades" names a suit, but hands of all suits are equal',
    ),
    # Entries that do not fit each other.
    "a wager of another name": Mistake(
        'needs = ["ante"]',
        'needs = ["anti"]',
        "wager.jackpot.needs",
        '"anti" is no other wager of this game; did you mean "ante"? Allowed: ante, play, pair_plus',
    ),
    "a bonus cannot be placed": Mistake(
        'needs = ["ante"]',
        'needs = ["ante_bonus"]',
        "wager.jackpot.needs",
        '"ante_bonus" is no other wager of this game; allowed: ante, play, pair_plus',
    ),
    "needed twice": Mistake(
        'needs = ["ante"]', 'needs = ["ante", "ante"]', "wager.jackpot.needs", '"ante" stands twice'
    ),
    "two wagers of one name": Mistake(
        'name = "Pair Plus"',
        'name = "ante bonus"',
        "wager.pair_plus.name",
        '"ante bonus" is the name of ante_bonus as well',
    ),
    "a bonus on another wager": Mistake(
        'on = "ante"',
        'on = "pair_plus"',
        "wager.ante_bonus.on",
        '"pair_plus" is no wager against the dealer; allowed: ante, play',
    ),
    "a raise of another wager": Mistake(
        'raises = "ante"',
        'raises = "pair_plus"',
        "wager.play.raises",
        '"pair_plus" is not the initial wager; allowed: ante',
    ),
    "two initial wagers": Mistake(
        'raises = "ante"\n',
        "",
        "wager",
        "a game needs one initial wager against the dealer, and at most one that raises it "
        "(there are: ante, play)",
        "[wager.ante]",
    ),
    "two raises": Mistake(
        "[limits]",
        '[wager.more]\nname = "More"\nsettles = "against the dealer"\nraises = "ante"\n'
        "no_qualify = 1\nwin = 1\ntie = 0\nlose = 0\n[limits]",
        "wager",
        "a game needs one initial wager against the dealer, and at most one that raises it "
        "(there are: ante, play, more)",
        "[wager.ante]",
    ),
    "a multiple of no hand": Mistake(
        "play = [1]",
        'play = [1, { multiple = 3, hand = "4 high" }]',
        "decision.play.1.hand",
        "'4 high' names no hand of this deck",
    ),
    "a multiple of one suit": Mistake(
        "play = [1]",
        'play = [1, { multiple = 3, hand = "mini royal of spades" }]',
        "decision.play.1.hand",
        '"mini royal of spades" names a suit, but hands of all suits are equal',
    ),
    "a raise that equals": Mistake(
        'raises = "ante"\n',
        'raises = "ante"\nequals = "ante"\n',
        "wager.play.equals",
        "a wager raises another or equals it, not both",
        "equals",
    ),
    "by table without a table": Mistake(
        ANTE_WINS,
        "win = { pays = 1, by_table = true }",
        "wager.ante",
        "no pay table; write [pay_tables.ante.A]",
        "[wager.ante]",
    ),
    "a table of all results": Mistake(
        'no_qualify = { pays = 1, rule = "5.7.1(a), 10.1.1(a)" }',
        "no_qualify = { win = 1, tie = 0, lose = 0, by_table = true }",
        "wager.ante.no_qualify",
        "by_table belongs to a single outcome; write it inside win, tie or lose",
        "no_qualify = { win = 1",
    ),
    "money without stakes": Mistake(
        '"flush" = 4\n"pair" = 1\n',
        '"flush" = { money = 100 }\n"pair" = 1\n',
        "wager.pair_plus.stakes",
        "missing; a table of it pays sums of money, so its edge depends on the stake",
        "[wager.pair_plus]",
    ),
    "a stake of 0": Mistake(
        '[wager.pair_plus]\nname = "Pair Plus"\n',
        '[wager.pair_plus]\nname = "Pair Plus"\nstakes = [0]\n',
        "wager.pair_plus.stakes",
        "0 is no stake",
        "stakes",
    ),
    "a multiple twice": Mistake("play = [1]", "play = [1, 2, 1]", "decision.play", "1 stands twice"),
    "blind in advance": Mistake(
        "allowed = true\n",
        "allowed = false\n",
        "decision.blind.play_in_advance",
        "true, but blind hands are not allowed",
        "play_in_advance",
        UK,
    ),
    "jackpot cards not dealt": Mistake(
        "jackpot = 2\n",
        "jackpot = 1\n",
        "wager.jackpot.hand",
        "1 jackpot cards are dealt, and the best five cards need at least two",
        'hand = "player and jackpot cards"',
    ),
    "a jackpot of another name": Mistake(
        'wager = "jackpot"',
        'wager = "jackpto"',
        "jackpot.wager",
        '"jackpto" is no jackpot wager of this game; did you mean "jackpot"? Allowed: jackpot',
    ),
    "a jackpot's table unknown": Mistake(
        'pay_table = "1"',
        'pay_table = "3"',
        "jackpot.options.1.pay_table",
        'no pay table "3" of jackpot; allowed: 1, 2',
    ),
    "forfeits of a hand that stands": Mistake(
        'hand = "forfeited"\nforfeits = ["ante"]',
        'hand = "void"\nforfeits = ["ante"]',
        "irregularities.play_not_affordable_again.forfeits",
        'only a hand = "forfeited" forfeits wagers, and this one is "void"',
        'forfeits = ["ante"]',
    ),
    "forfeits of a wager that is none": Mistake(
        'forfeits = ["ante"]',
        'forfeits = ["anti"]',
        "irregularities.play_not_affordable_again.forfeits",
        '"anti" is no wager of this game; did you mean "ante"? '
        "Allowed: ante, play, ante_bonus, pair_plus, jackpot",
    ),
}


def test_a_decision_needs_a_wager_that_raises_another(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "crown-melbourne"\nwithout = ["wager.play"]\n[decision]\nplay = [1, 2]\n')
    with pytest.raises(RulesError) as refused:
        load_rules(path)
    problem = "decision: no wager raises another, so nothing is decided"
    assert str(refused.value) == f"{path}:3: {problem}"


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    check_told(MISTAKES[name], tmp_path)


def test_a_meter_of_which_nothing_is_paid_is_refused() -> None:
    text = (
        'extends = "crown-melbourne"\nid = "mine"\n'
        '[pay_tables.jackpot.X]\n"royal flush" = 1000\n[jackpot.options.1]\npay_table = "X"\n'
    )
    with pytest.raises(RulesError, match="no line of X pays a share of the meter, so that it only grows"):
        variant(text)
