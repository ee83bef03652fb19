"""The joint law of wagers of every kind, beside settling every deal of small decks by the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings

from combin.cards.cards import Card, Deck
from combin.cards.suit_classes import swaps
from combin.exact.analysis import Analysis
from combin.exact.base_game import BaseGame, base_game
from combin.exact.joint_law import JointLaw, joint_law
from combin.exact.strategy import Strategy, optimal_strategy
from combin.rules.resolved import Rules
from combin.settle.hands import settle_hand
from tests.games import AGAINST_DEALER, HEAD, Part, against_dealer, bonus, comparison, game, table_bet
from tests.strategies import games
from tests.variants import analysed, shipped, variant

Nets = tuple[Fraction, ...]


def stake_of(rules: Rules, name: str) -> Fraction:
    return Fraction(next(iter(rules.bets[name].stakes), 1))


def letters_of(rules: Rules) -> dict[str, str]:
    """Return the first table of everything that has one, jackpot wagers aside."""
    return {name: next(iter(tables)) for name, tables in rules.tables.items() if name not in rules.jackpots}


def law_of(rules: Rules, strategy: Strategy) -> JointLaw:
    """Return the joint law of all wagers that can be placed, jackpot wagers aside."""
    letters = letters_of(rules)
    names = [name for name in rules.wagers if name in (rules.base, *rules.side_bets, *rules.comparisons)]
    return joint_law(rules, {name: letters.get(name, "") for name in names}, strategy)


def nets_of(rules: Rules, law: JointLaw) -> Counter[Nets]:
    """Return a law by what a unit of each stake nets."""
    stakes = [stake_of(rules, name) for name in law.wagers]
    found: Counter[Nets] = Counter()
    for pays, count in law.counts.items():
        found[tuple(pay.net(stake) / stake for pay, stake in zip(pays, stakes, strict=True))] += count
    return found


def called(card: Card, deck: Deck) -> str:
    """Return what a card is called; wild ones are as good as jokers."""
    return "Jk" if card in deck.wild else str(card)


def decisions_of(strategy: Strategy) -> dict[tuple[tuple[str, ...], str], int]:
    """Return what is done with each hand of cards, in sorted letters, against each card that can be seen."""
    deck, found = strategy.game.rules.deck, {}
    letters = [suit.symbol for suit in deck.suits]
    for situation, decision in strategy:
        hand, seen = [called(deck.cards[card], deck) for card in situation.hand.cards], situation.seen
        cards = [""]
        if seen is not None:
            indexes = [seen.card] if seen.card is not None else range(len(deck))
            cards = [str(deck.cards[card]) for card in indexes if deck.rank_of[card] in seen.ranks]
        for other in swaps(deck):
            table = str.maketrans("".join(letters), "".join(letters[suit] for suit in other))
            moved = tuple(sorted(card[0] + card[1:].translate(table) for card in hand))
            for card in cards:
                found[moved, card[:1] + card[1:].translate(table)] = decision
    return found


def by_every_deal(rules: Rules, strategy: Strategy, law: JointLaw) -> Counter[Nets]:
    """Settle every deal of two hands, and each card that may be the one seen, with all wagers placed."""
    decisions, letters = decisions_of(strategy), letters_of(rules)
    keeps = [name for name in rules.side_bets if rules.bets[name].on_fold == "may stay"]
    base = [*rules.base_wagers, *rules.bonuses]

    def settled(player: Sequence[Card], dealer: Sequence[Card], decision: int) -> Nets:
        nets = settle_hand(rules, letters, player, dealer, decision or None, keeps=keeps)
        together = nets | {rules.base: sum((nets[name] for name in base), Fraction(0))}
        return tuple(together[name] for name in law.wagers)

    found: Counter[Nets] = Counter()
    cards = rules.deck.cards
    dealt = Counter(
        (tuple(cards[card] for card in player), tuple(cards[card] for card in dealer))
        for player in combinations(range(len(cards)), 3)
        for dealer in combinations([card for card in range(len(cards)) if card not in player], 3)
    )
    for (player, dealer), times in dealt.items():
        hand = tuple(sorted(called(card, rules.deck) for card in player))
        seen = map(str, dealer) if rules.file.deal.face_up else [""]
        for decision, number in Counter(decisions[hand, card] for card in seen).items():
            found[settled(player, dealer, decision)] += number * times
    return found


def same_as_every_deal(analysis: Analysis) -> None:
    """Assert that each wager alone, and all together, net what settling every deal gives."""
    rules, strategy = analysis.rules, analysis.best
    law = law_of(rules, strategy)
    settled = by_every_deal(rules, strategy, law)
    assert nets_of(rules, law) == settled
    for place, name in enumerate(law.wagers):
        alone, exact = Counter[Fraction](), analysis.wagers[name]
        for nets, count in settled.items():
            alone[nets[place]] += count
        assert {net: count * Fraction(law.total, exact.total) for net, count in exact.outcomes} == alone, name


def at_random(game: BaseGame, seed: int) -> Strategy:
    """Return decisions that depend on the strength of the hand and on the ranks that are seen, by lot."""
    random = Random(seed)
    drawn: dict[object, int] = {}
    for index, one in enumerate(game.matchups):
        key = one.hand.strength.level, one.seen and one.seen.ranks
        drawn.setdefault(key, random.choice(game.choices(index)))
    keys = ((one.hand.strength.level, one.seen and one.seen.ranks) for one in game.matchups)
    return Strategy("random", game, tuple(drawn[key] for key in keys))


# -- every kind of wager -----------------------------------------------------------------------------

PAIR_PLUS = table_bet(
    "pair_plus",
    "Pair Plus",
    {"straight flush": 4, "straight": 2, "flush": 3, "pair": 1},
    on_fold="lost",
    if_tied="push",
    if_beaten="1/2",
    commission="5%",
)
DEALER = table_bet(
    "dealer",
    "Dealer Pairs",
    {
        "straight flush of hearts": 20,
        "straight flush": 10,
        "straight": 3,
        "flush of clubs": 5,
        "flush": 2,
        "pair": 1,
    },
    hand="dealer",
    on_fold="lost",
)
HIGHER = game(
    comparison("higher", "Higher", win=1, tie=8, lose="lose", commission="5%"),
    comparison(
        "bad_beat",
        "Bad Beat",
        {"odds": "for 1", "straight flush": 9, "straight": 5, "flush of clubs": 4, "flush": 1, "pair": 2},
        win="push",
        tie="lose",
        lose={"pays": "lose", "by_table": True},
        commission="1/3",
    ),
)
PRIME = table_bet(
    "prime", "Prime", {"both of the same colour": 4, "player of one colour": 2}, on_fold="may stay"
)
MONEY = table_bet(
    "money",
    "Money",
    {
        "odds": "for 1",
        "straight flush of hearts": {"money": 200},
        "straight flush": {"money": 100},
        "straight": {"money": 7},
        "flush": "lose",
        "pair": 2,
    },
    stakes=[5, 25],
    commission="10%",
)
SIDE_BETS = game(PAIR_PLUS, DEALER, HIGHER, MONEY)
COMPARED = game(
    HEAD,
    {
        "deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts"]},
        "dealer.qualifies": "K high",
        "decision.play": [1, {"multiple": 3, "hand": "straight or better"}],
    },
    against_dealer("ante", "Ante", no_qualify="push"),
    against_dealer(
        "blind",
        "Blind",
        {"straight flush": 8, "straight": 1.5, "flush of hearts": 1},
        equals="ante",
        no_qualify="compared",
        win={"pays": "push", "by_table": True},
    ),
    against_dealer(
        "play", "Play", raises="ante", no_qualify={"win": 1, "tie": 0.5, "lose": "push"}, commission="5%"
    ),
    bonus({"straight flush": 5, "straight": 1}, paid_on=["no qualify", "win"]),
)
UNDECIDED = game(
    HEAD,
    against_dealer(
        "pick",
        "Pick",
        {"straight flush": 8, "pair": 2},
        win={"pays": 0.95, "by_table": True},
    ),
)
PAIR = {"dealer.qualifies": "pair"}


def with_threes(*parts: Part) -> Part:
    """Return a game of which each table has a line for three of a kind, which ten cards of two suits lack."""
    found = game(*parts)
    for tables in found["pay_tables"].values():
        lines = tables["A"]
        if "straight" in lines:
            lines["three of a kind"] = 6
    return found


KINDS = {
    "a card seen": with_threes(
        AGAINST_DEALER,
        DEALER,
        PRIME,
        PAIR,
        {"deck": {"ranks": "9 T J Q", "suits": ["clubs", "hearts", "diamonds"]}, "deal.face_up": 1},
    ),
    "ranks told apart": game(
        COMPARED, SIDE_BETS, PRIME, {"deal": {"face_up": 1, "tells": ["A", "K Q", "J T"]}}
    ),
    "two decks": with_threes(
        AGAINST_DEALER,
        SIDE_BETS,
        PRIME,
        PAIR,
        {"wager.pair_plus.if_tied": None},
        {"deck": {"ranks": "9 T Q", "suits": ["clubs", "hearts"], "decks": 2}},
    ),
    "two jokers": game(
        UNDECIDED,
        SIDE_BETS,
        {"wager.pair_plus.if_beaten": None},
        {"deck": {"ranks": "9 T J Q", "suits": ["clubs", "hearts"], "jokers": 2}},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_wagers_of_every_kind_deal_by_deal(kind: str) -> None:
    rules = variant(KINDS[kind])
    game = base_game(rules, letters_of(rules))
    strategy = at_random(game, seed=1) if rules.play else optimal_strategy(game)
    law = law_of(rules, strategy)
    assert nets_of(rules, law) == by_every_deal(rules, strategy, law)
    assert law.average[rules.base] == strategy.distribution.average_wager


def test_a_bet_that_hangs_on_the_dealer_needs_no_wager_against_him() -> None:
    rules = variant(KINDS["two jokers"])
    whole = law_of(rules, optimal_strategy(base_game(rules, letters_of(rules))))
    names = {name: letters_of(rules)[name] for name in ("pair_plus", "dealer")}
    law = joint_law(rules, names, None)
    places = [whole.wagers.index(name) for name in names]
    found: Counter[Nets] = Counter()
    for nets, count in nets_of(rules, whole).items():
        found[nets[places[0]], nets[places[1]]] += count
    assert nets_of(rules, law) == found


@pytest.mark.slow
@settings(max_examples=6)
@given(rules=games(most_cards=10, most_suits=3))
def test_drawn_games_deal_by_deal(rules: Rules) -> None:
    strategy = optimal_strategy(base_game(rules, letters_of(rules)))
    law = law_of(rules, strategy)
    assert nets_of(rules, law) == by_every_deal(rules, strategy, law)


# -- the games that ship -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["hole-card", "ultimate-three-card-poker", "teen-patti-20-20", "three-card-prime"]
)
def test_marginals_are_the_separate_analyses(game: str) -> None:
    rules = shipped(game)
    analysis = analysed(rules)
    law = law_of(rules, analysis.strategy)
    assert law.wagers == tuple(name for name in rules.wagers if name in analysis.wagers)
    for place, name in enumerate(law.wagers):
        exact = analysis.wagers[name]
        found: Counter[Fraction] = Counter()
        for nets, count in nets_of(rules, law).items():
            found[nets[place]] += count
        times = law.total // exact.total
        assert found == {net: count * times for net, count in exact.outcomes}
        assert law.average[name] == exact.average_wager


@pytest.mark.slow
def test_six_cards_of_one_suit_beside_the_ante() -> None:
    """The six highest ranks of a suit are dealt in 4 x 20 ways, and each is settled."""
    rules = shipped("three-card-poker")
    analysis = analysed(rules)
    law = joint_law(rules, {"ante": "", "millionaire_maker": "B"}, analysis.strategy)
    dealt: Counter[Nets] = Counter()
    for suit in rules.deck.suits:
        cards = [card for card in rules.deck.cards if card.suit == suit][-6:]
        for player in combinations(cards, 3):
            dealer = [card for card in cards if card not in player]
            nets = settle_hand(rules, letters_of(rules), player, dealer, 1)
            ante = sum((nets[name] for name in ("ante", "play", "ante_bonus")), Fraction(0))
            dealt[ante, nets["millionaire_maker"]] += 1
    found = {nets: count for nets, count in nets_of(rules, law).items() if nets[1] >= 100_000 // 5 - 1}
    assert found == dealt
    assert dealt.total() == 80
