"""A game played at random: rounds dealt from a seed, settled by the payments of brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from combin.aliases import Integers
from combin.cards.five_cards import FiveCardSet, SixCardRoyal
from combin.progress import progress
from combin.proof import hands as hand_arrays
from combin.proof.hands import FOLD, BaseNets, Roles, best_kinds, compared, line_of_hands, side_bet_payment
from combin.rules.outcomes import CASES, bet_lines, line_odds
from combin.rules.wagers import Whose

BLOCK = 1 << 15
"""Rounds dealt together: few enough to stay in the processor's cache."""


def dealt(deck: int, cards: int, rounds: int, seed: int) -> Iterator[Integers]:
    """Yield the cards of rounds, block by block: a row of card indexes in the order of the deal.

    Each round shuffles the front of a fresh deck, card by card (Fisher and Yates), with one random word of 64
    bits for each card. The words are those of PCG64 seeded by numpy's SeedSequence, both of which numpy
    promises never to change (NEP 19), and all that is done with them is integer arithmetic: the same seed
    deals the same rounds on every platform and under every version of Python and numpy. The remainder by at
    most 218 cards favours none by more than one part in 10**17. More rounds begin with those of fewer.

    >>> next(dealt(52, 6, 1, seed=1)).tolist()
    [[47, 34, 37, 15, 45, 28]]
    """
    random = np.random.PCG64(seed)
    for start in range(0, rounds, BLOCK):
        number = min(BLOCK, rounds - start)
        words = np.asarray(random.random_raw(number * cards)).reshape(number, cards)
        every = np.arange(number)
        order = np.tile(np.arange(deck), (number, 1))
        for place in range(cards):
            other = place + (words[:, place] % np.uint64(deck - place)).astype(np.int64)
            taken = order[every, other]
            order[every, other] = order[:, place]
            order[:, place] = taken
        yield order[:, :cards]


def rows_of(hands: Integers, deck: int) -> Integers:
    """Return the places of hands of some cards among all of a deck, in the order of `combinations`.

    >>> rows_of(np.array([[2, 0, 1], [51, 50, 49]]), 52).tolist()
    [0, 22099]
    """
    cards = hands.shape[1]
    # Behind a hand come those whose first card is higher, those with the same first card whose second is ...
    ways = np.array([[comb(left, number) for number in range(cards + 1)] for left in range(deck)])
    behind = ways[deck - 1 - np.sort(hands, axis=1), np.arange(cards, 0, -1)].sum(axis=1)
    rows: Integers = comb(deck, cards) - 1 - behind
    return rows


def _of_few_decks(roles: Roles, hands: Integers) -> Integers:
    """Return hands as those of the fewer decks of which the roles have the hands."""
    deck, few = roles.rules.deck, roles.hands.deck.copies
    if deck.copies == few:
        return hands
    joker = len(deck.ranks) * len(deck.suits)
    kinds = np.minimum(np.sort(hands, axis=1) // deck.copies, joker)
    first, second, third = kinds.T
    again = [first - first, second == first, (third == second) * (1 + (second == first))]
    cards: Integers = kinds * few + np.stack(again, axis=1)
    return cards


@dataclass(frozen=True, eq=False)
class Rounds:
    """Rounds of one player: the cards, and the rows of the hands with the case and what is seen before.

    `cards` (rounds x cards) are the player's, the dealer's, of which the first is the one that
    may be face up, and the jackpot cards.
    """

    cards: Integers
    player: Integers
    dealer: Integers
    case: Integers
    seen: Integers

    @classmethod
    def of(cls, roles: Roles, cards: Integers) -> Rounds:
        """Return rounds with these cards."""
        deck, dealt = len(roles.hands.deck), roles.rules.file.deal.player
        held = cards[:, :dealt], cards[:, dealt : 2 * dealt]
        player, dealer = (rows_of(_of_few_decks(roles, hands), deck) for hands in held)
        seen = roles.seen_of[np.minimum(cards[:, dealt], len(roles.seen_of) - 1)]
        return cls(cards, player, dealer, roles.cases_of(player, dealer), seen)


class PlayedBet(NamedTuple):
    """A wager as it is placed: all that it can net per unit of its stake, and what finds its nets.

    Some of the `nets` may be the same; `places` returns for each round a place among them.
    """

    nets: Sequence[Fraction]
    places: Callable[[Rounds], Integers]


def base_bet(roles: Roles, letters: Mapping[str, str], decisions: Integers) -> PlayedBet:
    """Return the base wager with its raise, its equals and its bonuses, under decisions (hands x seen)."""
    rules, base = roles.rules, BaseNets(roles, letters)
    choices = (FOLD, *rules.multiples) if rules.play else tuple(rules.multiples)
    cases = len(rules.cases)

    def places(rounds: Rounds) -> Integers:
        decided = np.searchsorted(choices, decisions[rounds.player, rounds.seen])
        # Where the hands are not compared unless the dealer qualifies, three cases are one.
        case = rounds.case if cases == len(CASES) else np.maximum(rounds.case - 2, 0)
        return (base.lines_of[rounds.player] * len(choices) + decided) * cases + case

    lines = range(len(base.lines))
    return PlayedBet([net for line in lines for choice in choices for net in base.nets(line, choice)], places)


def side_bet(roles: Roles, name: str, letter: str, decisions: Integers) -> PlayedBet:
    """Return a side bet with one of its tables, or a bet on the higher hand; a fold may lose it."""
    rules, bet = roles.rules, roles.rules.bets[name]
    nets: Sequence[Fraction]
    if name in rules.side_bets and bet.more_cards:
        nets = [*line_odds(rules, rules.tables[name][letter]).values()]
        lines = _best_five(roles, name, letter)
    else:
        payment = (compared if name in rules.comparisons else side_bet_payment)(roles, name, letter)
        nets = payment.nets

        def lines(rounds: Rounds) -> Integers:
            return payment.places(rounds.player, rounds.case, roles.kind[rounds.dealer])

    def places(rounds: Rounds) -> Integers:
        found = lines(rounds)
        if bet.loses_on_fold:  # the last net is for what is lost
            found[decisions[rounds.player, rounds.seen] == FOLD] = len(nets) - 1
        return found

    return PlayedBet(nets, places)


def jackpot_bet(roles: Roles, name: str, letter: str, price: Fraction, meter: Fraction) -> PlayedBet:
    """Return a progressive wager at some price and meter, which stays as it is, of a player who never folds.

    Levels are at the first seeds of the table. A limit that a meter must be hit by is not played.
    """
    rules, shown = roles.rules, {"": meter}
    if name in rules.meters:
        options = (one for one in rules.meters[name].options.values() if one.pay_table == letter)
        for option in [*options][:1]:
            shown |= {level: entry.seed * price for level, entry in option.levels.items()}
    rows = bet_lines(rules, name, letter)
    nets = tuple(row.gain(price, shown[row.level]) / price for row in rows.values())
    if rules.bets[name].more_cards:
        return PlayedBet(nets, _best_five(roles, name, letter))
    lines = line_of_hands(rules.file.pay_tables[name][letter], roles.hands)[:, 0]
    by_hand = np.where(lines == hand_arrays.UNPAID, len(rows) - 1, lines)
    return PlayedBet(nets, lambda rounds: by_hand[rounds.player])


def _best_five(roles: Roles, name: str, letter: str) -> Callable[[Rounds], Integers]:
    """Return a function to the line that pays the best five of the player's cards with others.

    The number of lines, where none does.
    """
    rules, deck = roles.rules, roles.rules.deck
    with_dealer = rules.bets[name].hand is Whose.PLAYER_AND_DEALER
    columns = [*range(6)] if with_dealer else [0, 1, 2, *range(6, 6 + rules.file.deal.jackpot)]
    texts = [*rules.file.pay_tables[name][letter].lines]
    sets = [
        (hands, len(texts) if line is None else texts.index(line.text))
        for hands, line in rules.tables[name][letter].sets
    ]

    def lines(rounds: Rounds) -> Integers:
        cards = rounds.cards[:, columns]
        kind, suit = best_kinds(deck, cards)
        found = np.full(len(cards), len(texts))
        for hands, place in reversed(sets):  # the finer lines come first, and have the last word
            if isinstance(hands, FiveCardSet):
                places = hand_arrays.CATEGORIES.index
                kinds = [places(category) * len(deck.ranks) + rank for category, rank in hands.kinds]
                fits = np.isin(kind, kinds)
                if hands.suit is not None:
                    fits &= suit == deck.suits.index(hands.suit)
                found[fits] = place
            elif isinstance(hands, SixCardRoyal):
                ranks, suits = np.divmod(cards, len(deck.suits))
                wanted = suits[:, 0] if hands.suit is None else np.array(deck.suits.index(hands.suit))
                highest = (ranks >= len(deck.ranks) - 6) & np.equal(suits.T, wanted).T
                found[highest.all(axis=1)] = place
        return found

    return lines


@dataclass(frozen=True, slots=True)
class Sample:
    """The nets of a wager in some rounds: the number of rounds with each net, per unit of its stake."""

    outcomes: Mapping[Fraction, int]

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return sum(self.outcomes.values())

    @property
    def mean(self) -> Fraction:
        """The mean net result."""
        return sum((net * count for net, count in self.outcomes.items()), Fraction(0)) / self.rounds


def simulate(roles: Roles, bets: Sequence[PlayedBet], rounds: int, seed: int) -> list[Sample]:
    """Return the nets of bets in the same rounds; the same seed gives the same figures everywhere.

    Nothing of it is sampled but the cards: nets are counted and added up exactly. It shares no code with
    `combin.exact`; only what the player decides comes from there, as data.
    """
    deal = roles.rules.file.deal
    deck, cards = len(roles.rules.deck), deal.player + deal.dealer + deal.jackpot
    tallies = [np.zeros(len(bet.nets), np.int64) for bet in bets]
    done = 0
    for block in dealt(deck, cards, rounds, seed):
        played = Rounds.of(roles, block)
        for place, bet in enumerate(bets):
            tallies[place] += np.bincount(bet.places(played), minlength=len(bet.nets))
        done += len(block)
        progress(done, rounds)
    samples = []
    for bet, tally in zip(bets, tallies, strict=True):
        found: Counter[Fraction] = Counter()
        for net, count in zip(bet.nets, tally.tolist(), strict=True):
            found[net] += count
        samples.append(Sample({net: found[net] for net in sorted(found) if found[net]}))
    return samples
