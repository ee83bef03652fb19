"""The table of outcomes: one row for each situation, equal to the settlement of hands by the letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given

from combin.cards.cards import Card, ColourLine
from combin.cards.five_cards import SixCardRoyal
from combin.cards.hand_sets import HandSet
from combin.exact.matchups import face_down, split_by_suit
from combin.rules.load import library_games
from combin.rules.outcomes import CASES, DECIDED, FOLDS, KEEPS, PLAYS, UNQUALIFIED, Payoff, payoffs
from combin.rules.resolved import Rules
from combin.rules.wagers import Bet, Case, Compared, Kind, Whose
from combin.settle.hands import Cards, Showdown
from tests.helpers.games import game
from tests.helpers.odd_games import ODD_GAMES
from tests.helpers.other_games import EVERY_WORD, OCEANS_11, TEEN_PATTI, ULTIMATE
from tests.helpers.strategies import games
from tests.helpers.variants import shipped, variant
from tests.settle.records import settle_hand

ODD: dict[str, str | Mapping[str, object]] = {
    **ODD_GAMES,
    "every word": EVERY_WORD,
    "two hands": TEEN_PATTI,
    "ultimate": ULTIMATE,
    "hands apart": game(
        OCEANS_11,
        {"wager.ante.win": {"pays": 1, "hands": {"straight or better": 2, "pair or better": "3/2"}}},
        {"wager.play.tie": {"pays": "push", "hands": {"three of a kind": 5, "flush or better": 1}}},
        {"wager.ante.no_qualify": {"win": {"pays": 1, "hands": {"pair": 2}}, "tie": "push", "lose": "lose"}},
    ),
}

SETTLED = (
    "three-card-poker",
    "three-card-prime",
    "every word",
    "hands apart",
    "suits decide",
    "two decks and a joker",
)
"""Games with all words that the rules language has on what wagers get."""


def table_of_outcomes(rules: Rules) -> list[Payoff]:
    named = [(name, letter) for name in rules.bets for letter in rules.tables.get(name, ("",))]
    return [row for name, letter in named for row in payoffs(rules, name, letter)]


def assert_one_row_each(rules: Rules) -> None:
    for name, bet in rules.bets.items():
        for letter in rules.tables.get(name, ("",)):
            rows = payoffs(rules, name, letter)
            lines = {row.line for row in rows if row.line} | {""}
            for decided, case, line in product(DECIDED, CASES, lines):
                number = sum(row.fits(case, line, decided) for row in rows)
                may_be_none = bet.kind is Kind.BONUS or (bet.raises and decided != PLAYS)
                assert number <= 1 if may_be_none else number == 1, (name, letter, decided, case, line)


@pytest.mark.parametrize("game", library_games())
def test_each_situation_of_a_game_that_ships_has_one_row(game: str) -> None:
    assert_one_row_each(shipped(game))


@pytest.mark.parametrize("game", ODD)
def test_each_situation_of_an_odd_game_has_one_row(game: str) -> None:
    assert_one_row_each(variant(ODD[game]))


@pytest.mark.slow
@given(games())
def test_each_situation_of_a_drawn_game_has_one_row(rules: Rules) -> None:
    assert_one_row_each(rules)


# -- the settlement by the letter ----------------------------------------------------------------------


def row_of(rows: list[Payoff], showdown: Showdown, bet: Bet) -> Payoff | None:
    """Return the row of a hand: the first whose hands have it; of two hands, the one that nets more."""
    whose = [Whose.PLAYER, Whose.DEALER] if bet.hand is Whose.EITHER else [bet.hand]
    met = [next((row for row in rows if row.hands is None or has(row, showdown, one)), None) for one in whose]
    return max((row for row in met if row), key=lambda row: (row.net, -rows.index(row)), default=None)


def has(row: Payoff, showdown: Showdown, whose: Whose) -> bool:
    """Tell whether the cards of a wager are among the hands of a row."""
    hands = row.hands
    if isinstance(hands, ColourLine):
        return hands.holds(showdown.player.cards, showdown.dealer.cards)
    if isinstance(hands, HandSet):
        if whose is Whose.DEALER or (whose.of_both and whose.is_dealers(showdown.result)):
            return hands.holds(showdown.dealer.strength.level, showdown.dealer.suits)
        return hands.holds(showdown.player.strength.level, showdown.player.suits)
    if isinstance(hands, SixCardRoyal):
        return hands.holds(showdown.cards(whose), showdown.rules.deck)
    best, suit = showdown.best_five(whose)
    assert hands is not None
    return hands.holds((best.category, best.ranks[0]), suit)


def deals(rules: Rules, number: int) -> Iterator[tuple[list[Card], list[Card], list[Card]]]:
    """Yield the player's, the dealer's and the jackpot cards of deals, many of few ranks and suits."""
    random, deck, file = Random(29), rules.deck, rules.file
    for _ in range(number):
        cards, parts = list(deck.cards), []
        few = cards[:]
        for size in (file.deal.player, file.deal.dealer, file.deal.jackpot):
            if random.random() < 0.7:
                ranks = random.choice((1, 3, 3, 5, 6))
                first = random.randrange(len(deck.ranks))
                near = {deck.ranks[(first + place) % len(deck.ranks)] for place in range(ranks)}
                suits = random.sample(deck.suits, random.choice((1, len(deck.suits))))
                few = [card for card in deck.cards if card.rank in near and card.suit in suits]
            some = [card for card in cards if card in few]
            parts.append(random.sample(some if len(some) >= size else cards, size))
            for card in parts[-1]:
                cards.remove(card)
        yield parts[0], parts[1], parts[2]


Met = tuple[str, tuple[str, ...], tuple[Case, ...], str | None]
"""A row, whatever the pay table: wager, decisions, cases, line."""


def as_met(row: Payoff) -> Met:
    return row.wager, row.decided, row.cases, row.line


def met_by_deals(rules: Rules, number: int) -> set[Met]:
    """Settle drawn deals by the letter, compare each net with that of its row, and return the rows."""
    random, met = Random(7), set[Met]()
    for player, dealer, jackpot in deals(rules, number):
        showdown = Showdown(rules, *(Cards(rules, tuple(cards)) for cards in (player, dealer, jackpot)))
        letters = {name: random.choice(list(tables)) for name, tables in rules.tables.items()}
        allowed = [one for one, least in rules.multiples.items() if showdown.player.strength.level >= least]
        multiple = random.choice([*map(rules.times, allowed), *([None] if rules.play else [])])
        choices = [name for name, bet in rules.bets.items() if bet.on_fold == "may stay"]
        keeps = [name for name in choices if random.random() < 0.5]
        nets = settle_hand(rules, letters, player, dealer, multiple, keeps=keeps, jackpot=jackpot)
        for name, net in nets.items():
            decided = PLAYS if multiple is not None else KEEPS if name in keeps else FOLDS
            rows = payoffs(rules, name, letters.get(name, ""))
            here = [row for row in rows if decided in row.decided and showdown.case in row.cases]
            row, expected = row_of(here, showdown, rules.bets[name]), Fraction(0)
            if row is not None:
                met.add(as_met(row))
                raised = bool(rules.play) and row.stake == rules.play
                expected = row.odds(rules.bets[name].first_stake) * ((multiple or 0) if raised else 1)
            taken = rules.collection if name in rules.initial[:1] else 0
            assert net == expected - taken, (name, letters.get(name), player, dealer, multiple)
    return met


def can_be_met(rules: Rules, row: Payoff) -> bool:
    """Tell whether some deal has a row: a dealer may always qualify, and the best hand never loses."""
    if rules.bets[row.wager].kind is Kind.JACKPOT or (not rules.qualifies and {*row.cases} <= {*UNQUALIFIED}):
        return False
    if not isinstance(row.hands, HandSet) or rules.bets[row.wager].hand is not Whose.PLAYER:
        return True
    results = {case.result for case in row.cases}
    for one in split_by_suit(face_down(rules.ranking), rules.ranking):
        suits = rules.deck.suits_shown([rules.deck.cards[card] for card in one.hand.cards])
        counts = {Compared.WIN: one.win, Compared.TIE: one.tie, Compared.LOSE: one.lose}
        if row.hands.holds(one.hand.strength.level, suits) and any(counts[one] for one in results if one):
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("game", SETTLED)
@pytest.mark.few(2)
def test_deals_settled_by_the_letter_meet_every_row_that_one_can(game: str) -> None:
    rules = variant(ODD[game]) if game in ODD else shipped(game)
    met = met_by_deals(rules, 4000 if game == "hands apart" else 2000)
    left = [row for row in table_of_outcomes(rules) if as_met(row) not in met]
    assert not [as_met(row) for row in left if can_be_met(rules, row)]
