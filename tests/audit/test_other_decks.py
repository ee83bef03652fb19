"""Audits of games with jokers or from several decks: every verdict, and what the evidence counts."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from random import Random

import pytest
import sympy

from combin.audit.hands import category_derivations, five_card_derivations, hands_in_words
from combin.audit.quantities.play import deal_counter
from combin.cards.cards import STANDARD_RANKS, STANDARD_SUITS, Deck, Joker, parse_deck
from combin.cards.ranking import AceLow, Category, Ranking, StraightSuits
from tests.audit.documents import audit, judged


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ace, Ace, joker", "6 hands with these ranks, any suits: three of a kind each."),
        ("K, Jk, Q", "16 hands with these ranks, any suits: 4 straight flush, 12 straight."),
    ],
)
def test_examples_may_hold_jokers(tmp_path: Path, cards: str, words: str) -> None:
    claims = tmp_path / "claims.toml"
    claims.write_text(
        'game = "three-card-poker-joker"\n[[claim]]\nid = "one"\nplace = "1"\nsays = "An example"\n'
        f'quantity = "example hand"\ncategory = "three of a kind"\npublished = "{cards}"\n',
        encoding="utf-8",
    )
    (evidence,) = judged(audit("three-card-poker-joker", claims), "one").evidence
    assert evidence == words


def random_ranking(seed: int) -> Ranking:
    """Return any order of hands of a deck of any number of ranks, suits, copies and jokers."""
    chance = Random(seed)
    deck = Deck(
        STANDARD_RANKS[-chance.choice((3, 5, 13)) :],
        parse_deck(suits="5").suits[: chance.randint(2, 5)],
        chance.randint(1, 4),
        chance.randint(0, 2),
        chance.choice(tuple(Joker)),
    )
    order = chance.sample(tuple(Category), len(Category))
    return Ranking(deck, tuple(order), chance.choice(tuple(AceLow)), chance.choice(tuple(StraightSuits)))


def worked_out(part: str) -> tuple[int, int]:
    """Return the number that the arithmetic of a part comes to, and the one that it says."""
    words, said = part.rsplit(" = ", 1)
    words = words.rpartition(" = ")[2]  # the number of sets without a run, after its own arithmetic
    signs = {"for each of": "*", "C(": "binomial(", "×": "*", "−": "-", "²": "**2", "³": "**3"}
    for sign, other in signs.items():
        words = words.replace(sign, other)
    digits = re.sub(r"(?!binomial)\b[a-z][a-z' ]*\b|,(?! \d)|\bs\b", "", words)
    return int(sympy.sympify(digits)), int(said.replace(",", ""))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_the_arithmetic_of_every_category_gives_its_count(seed: int) -> None:
    ranking = random_ranking(seed)
    for category, words in category_derivations(ranking).items():
        assert words.endswith(f" = {ranking.counts[category]:,}")
        if words == "none = 0":
            continue
        *parts, last = words.split("; ")
        numbers = [worked_out(part) for part in parts or [last]]
        assert [number for number, said in numbers if number != said] == [], words
        assert sum(said for _, said in numbers) == ranking.counts[category]
        if parts:
            assert worked_out(last) == (ranking.counts[category], ranking.counts[category])


def test_a_derivation_that_does_not_give_the_count_is_refused() -> None:
    ranking = Ranking(Deck(copies=2))
    ranking.counts[Category.PAIR] += 1
    with pytest.raises(ArithmeticError, match=r"derived \[33696\] of pair, counted 33697"):
        category_derivations(ranking)


@pytest.mark.parametrize("seed", range(4))
def test_deals_of_two_strengths_are_counted_as_hand_by_hand(seed: int) -> None:
    chance = Random(seed)
    deck = Deck(STANDARD_RANKS[-4:], STANDARD_SUITS[:2], 2, seed % 3, Joker.BUG if seed % 2 else Joker.WILD)
    ranking = Ranking(deck)
    deals = deal_counter(ranking)
    for _ in range(60):
        one, other = chance.choices(ranking.strengths, k=2)
        hands = product(ranking.hands[one.level], ranking.hands[other.level])
        assert deals(one, other.level, other.level) == sum(
            set(own).isdisjoint(theirs) for own, theirs in hands
        )


def test_decks_in_words() -> None:
    decks = {
        "13 ranks × 4 suits + 2 jokers = 54 cards": Deck(jokers=2),
        "13 ranks × 4 suits × 3 decks = 156 cards": Deck(copies=3),
    }
    for words, deck in decks.items():
        assert hands_in_words(deck).startswith(f"{words}; hands of three: C({len(deck)}, 3) = ")
        assert five_card_derivations(deck) == {}
