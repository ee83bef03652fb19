"""Jackpots as theorems: counts by a second road, wagers without words, what the kernel refuses."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from combin.cards.five_cards import FiveCardCategory, five_card_strength
from combin.certificate.jackpot_theorem import jackpots_of
from combin.certificate.theorem import TheoremFile, theorem_file
from combin.exact.statement import statement_of
from combin.exact.strategy import best_strategy
from combin.jackpot.value import Winners
from combin.rules.resolved import Rules
from tests.certificate.test_theorem import checked
from tests.helpers.games import game
from tests.helpers.texts import entries
from tests.helpers.variants import shipped, variant

TEXTS = entries(Path(__file__).parents[1] / "data" / "jackpot_theorems.txt")
SPOILT = [row.split(" | ") for row in TEXTS["spoilt"].splitlines()[1:]]
PROGRESSIVES = Path(__file__).parents[1] / "data" / "progressives"
OF = FiveCardCategory


@cache
def few() -> tuple[Rules, TheoremFile]:
    rules = variant(game(tomllib.loads(TEXTS["game"])))
    return rules, theorem_file(rules)


@cache
def deals_by_category() -> tuple[Counter[OF], Counter[OF]]:
    """All deals of the few cards by what the five cards are, and those in which the hand is played."""
    rules, _ = few()
    deck, ranking, every, played = rules.deck, rules.ranking, Counter[OF](), Counter[OF]()
    weakest = statement_of(best_strategy(rules, {"ante_bonus": "A"})).thresholds[0][1].level
    plays = {hand for hand in combinations(deck.cards, 3) if ranking.strength(hand).level >= weakest}
    for five in combinations(deck.cards, 5):
        category = five_card_strength(five, deck).category
        every[category] += 10
        played[category] += sum(hand in plays for hand in combinations(five, 3))
    return every, played


def said_of(made: TheoremFile) -> dict[str, str]:
    return {one.name: one.says for one in made.theorems}


# -- the numbers -------------------------------------------------------------------------------------------


def test_crown_counts_all_deals_and_returns_its_parts_of_stake_and_meter() -> None:
    said = said_of(theorem_file(shipped("crown-melbourne")))
    lines = "40 royal flush, 360 straight flush, 6,240 four of a kind, 37,440 full house, 51,080 flush"
    assert said["jackpot_2_deals"] == f"Jackpot 2, of 25,989,600 deals: {lines}, 102,000 straight"
    assert said["jackpot_1"].endswith(" returns 17305/32487 * stake + 19/6497400 * meter")
    assert said["jackpot_1_in_play"].endswith(" returns 17305/32487 * stake + 19/6497400 * meter")
    assert said["jackpot_2"].endswith(" returns 67/119 * stake + 19/6497400 * meter")
    assert said["jackpot_2_in_play"].endswith(" returns 5361/10829 * stake + 19/6497400 * meter")
    assert said["sharing"].endswith(" but 0 and 0, 0 and 1, 0 and 2, 1 and 0, 1 and 1")


def test_sentosa_returns_money_and_a_share_of_the_meter_and_envy_bonuses() -> None:
    said = said_of(theorem_file(shipped("resorts-world-sentosa")))
    assert said["jackpot_A"] == "Progressive Jackpot A returns 601/442 + 1/22100 * meter + 4/221 * others"


@pytest.mark.slow
def test_the_kernel_is_told_the_counts_of_the_deals_one_by_one() -> None:
    _, made = few()
    every, played = deals_by_category()
    numbers = re.search(r"five_numbers : list counts :=(.*?)%Z\.", made.text, re.DOTALL)
    assert numbers is not None
    first, second = (
        [(10 * int(count), int(part)) for count, part in re.findall(r"\((\d+), (\d+)\)", table)]
        for table in numbers[1].split("];")
    )

    def of(*categories: OF) -> tuple[int, int]:
        return sum(every[one] for one in categories), sum(played[one] for one in categories)

    assert first == [
        of(OF.ROYAL_FLUSH),
        of(OF.FOUR_OF_A_KIND),
        of(OF.FULL_HOUSE),
        of(OF.FLUSH),
        of(OF.STRAIGHT),
        of(OF.STRAIGHT_FLUSH),
    ]
    assert second == [
        of(OF.ROYAL_FLUSH),
        of(OF.STRAIGHT_FLUSH, OF.FOUR_OF_A_KIND, OF.FULL_HOUSE, OF.FLUSH),
        of(OF.THREE_OF_A_KIND),
        of(OF.PAIR),
        of(OF.STRAIGHT),
        of(OF.TWO_PAIR),
    ]


def test_a_jackpot_that_a_fold_loses_returns_less_by_the_hands_that_fold() -> None:
    _, made = few()
    every, played = deals_by_category()
    deals, pays = every.total(), {OF.FOUR_OF_A_KIND: 51, OF.FULL_HOUSE: 21, OF.FLUSH: 10, OF.STRAIGHT: 9}
    for name, counts in (("five_A", every), ("five_A_in_play", played)):
        odds = Fraction(sum(counts[one] * pay for one, pay in pays.items()), deals)
        share = Fraction(counts[OF.ROYAL_FLUSH] + counts[OF.STRAIGHT_FLUSH] / Fraction(10), deals)
        assert said_of(made)[name].endswith(f" returns {odds} * stake + {share} * meter")


def test_examples_of_shared_jackpot_cards_are_of_different_cards() -> None:
    for rules in (shipped("crown-melbourne"), few()[0]):
        text = theorem_file(rules).text
        examples = re.search(r"examples : list \(hand \* list hand\) :=(.*?)%Z\.", text, re.DOTALL)
        assert examples is not None
        cards = [re.findall(r"\d+", part) for part in re.split(r"\);\s+\(", examples[1])]
        assert [len(part) for part in cards] == [2 + 3 * sum(one) for one in Winners(rules.deck).possible]
        assert all(len(part) == len(set(part)) for part in cards)


# -- which wagers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "reasons"),
    [
        ("seven", {"seven": "only hands of three or five cards"}),
        ("part", {"prog": "only one meter, for any stake"}),
        ("levels", {"prog": "only one meter, for any stake", "minor": ""}),
    ],
)
def test_wagers_beyond_the_words_are_named_with_the_reason(file: str, reasons: dict[str, str]) -> None:
    rules = variant((PROGRESSIVES / f"{file}.toml").read_text(encoding="utf-8"))
    found = jackpots_of(rules)
    assert {name: found[name] for name in reasons} == reasons


# -- the kernel --------------------------------------------------------------------------------------------


@pytest.mark.kernel
def test_the_kernel_accepts_the_jackpots_of_few_cards(tmp_path: Path) -> None:
    run = checked(few()[1].text, tmp_path)
    assert (run.returncode, set(run.stdout.splitlines())) == (0, {"Closed under the global context"}), (
        run.stderr
    )


@pytest.mark.kernel
@pytest.mark.parametrize(("old", "new"), [row[1:] for row in SPOILT], ids=[row[0] for row in SPOILT])
@pytest.mark.few(7)
def test_the_kernel_refuses(old: str, new: str, tmp_path: Path) -> None:
    text = few()[1].text
    assert text.count(old) == 1
    run = checked(text.replace(old, new), tmp_path)
    assert run.returncode == 1
    assert any(word in run.stderr for word in ("Unable to unify", "has type", "not a valid")), run.stderr
