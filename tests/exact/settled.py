"""Every deal of a small game settled by the reference, with all wagers placed together."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

from combin.cards.cards import Card, Deck
from combin.cards.suit_classes import moves_of
from combin.exact.base_game import BaseGame
from combin.exact.joint_law import JointDistribution, joint_law
from combin.exact.side_bets import bet_beside
from combin.exact.strategy import Strategy
from combin.rules.resolved import Rules
from tests.settle.records import settle_hand

Nets = tuple[Fraction, ...]
Hand = tuple[int, ...]


def letters_of(rules: Rules) -> dict[str, str]:
    """Return the first table of everything that has one, jackpot wagers aside."""
    return {name: next(iter(tables)) for name, tables in rules.tables.items() if name not in rules.jackpots}


def law_of(rules: Rules, strategy: Strategy) -> JointDistribution:
    """Return the joint law of all wagers that can be placed, jackpot wagers aside."""
    letters = letters_of(rules)
    names = [name for name in rules.wagers if name in (rules.base, *rules.side_bets, *rules.comparisons)]
    return joint_law(rules, {name: letters.get(name, "") for name in names}, strategy)


def nets_of(rules: Rules, law: JointDistribution) -> Counter[Nets]:
    """Return a law by what a unit of each stake nets."""
    stakes = [Fraction(next(iter(rules.bets[name].stakes), 1)) for name in law.wagers]
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
        for other in moves_of(deck.alike, frozenset(range(len(letters)))):
            table = str.maketrans("".join(letters), "".join(letters[suit] for suit in other))
            moved = tuple(sorted(card[0] + card[1:].translate(table) for card in hand))
            for card in cards:
                found[moved, card[:1] + card[1:].translate(table)] = decision
    return found


def by_every_deal(rules: Rules, strategy: Strategy, law: JointDistribution) -> Counter[Nets]:
    """Settle every deal of two hands, and each card that may be the one seen, with all wagers placed."""
    decisions, letters, cards = decisions_of(strategy), letters_of(rules), rules.deck.cards
    keeps = [name for name in rules.side_bets if rules.bets[name].on_fold == "may stay"]
    base = [*rules.base_wagers, *rules.bonuses]

    def settled(player: Hand, dealer: Hand, decision: int) -> tuple[tuple[int, int], ...]:
        own, others = ([cards[at] for at in hand] for hand in (player, dealer))
        nets = settle_hand(rules, letters, own, others, decision or None, keeps=keeps)
        together = nets | {rules.base: sum((nets[name] for name in base), Fraction(0))}
        return tuple(together[name].as_integer_ratio() for name in law.wagers)

    found = Counter[tuple[tuple[int, int], ...]]()
    first = [cards.index(card) for card in cards]  # of those alike
    dealt = Counter(
        (tuple(first[card] for card in player), tuple(first[card] for card in dealer))
        for player in combinations(range(len(cards)), 3)
        for dealer in combinations([card for card in range(len(cards)) if card not in player], 3)
    )
    names, held = [called(card, rules.deck) for card in cards], dict[Hand, tuple[str, ...]]()
    for (player, dealer), times in dealt.items():
        if player not in held:
            held[player] = tuple(sorted(names[card] for card in player))
        seen = [str(cards[card]) for card in dealer] if rules.file.deal.face_up else [""]
        for decision, number in Counter(decisions[held[player], card] for card in seen).items():
            found[settled(player, dealer, decision)] += number * times
    return Counter({tuple(Fraction(*net) for net in nets): count for nets, count in found.items()})


def same_as_every_deal(rules: Rules, strategy: Strategy) -> None:
    """Assert that each wager alone, and all together, net what settling every deal gives."""
    law, letters = law_of(rules, strategy), letters_of(rules)
    settled = by_every_deal(rules, strategy, law)
    assert nets_of(rules, law) == settled
    assert law.average.get(rules.base) == strategy.distribution.average_wager
    for place, name in enumerate(law.wagers):
        alone, exact = Counter[Fraction](), strategy.distribution
        if name != rules.base:
            exact = bet_beside(strategy, name, letters.get(name, "")).distribution
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
