"""Every deal of a hand to the player and one to the dealer, visited and counted by its case."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise, product
from math import comb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from combin.cards.cards import CardError, ColourLine
from combin.proof.hands import Hands, judge_deck, line_of_hands, named
from combin.rules.bets import Kind, Whose
from combin.rules.wagers import Case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from combin.aliases import Integers, Progress, Truths
    from combin.rules.resolved import Rules

    Words = NDArray[np.uint64]
    _InRuns = Callable[[slice], Integers]


CASES: tuple[Case, ...] = (
    Case.NO_QUALIFY_WIN,
    Case.NO_QUALIFY_TIE,
    Case.NO_QUALIFY_LOSE,
    Case.WIN,
    Case.TIE,
    Case.LOSE,
)
"""What can come of a deal: whether the dealer qualifies, and whether the player's hand is the higher."""

MOST_DECKS = 4
"""Of more decks deals are counted by the cards that they are of, and not one by one."""

_BITS = 64
"""Of a word."""
_WORDS_AT_A_TIME = 1 << 18
"""Few enough to stay in the processor's cache."""
_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")
"""Of a strength among those of the dealer's hands: where the equal ones begin, and where the higher do."""
_WORTH_A_THREAD = 50_000
"""From so many hands on, numpy works long enough in each call for a second thread to gain what it costs."""


@dataclass(frozen=True, eq=False)
class Roles:
    """All hands of a game, as the player's and as the dealer's.

    `qualifying` are those with which the dealer qualifies. `kind` (hands) is what the side bets can tell of a
    hand as the dealer's, and `of_kind` a hand of each kind. `seen_of` tells for each card of the deck what is
    seen of it, if it is the one face up; for each two or three cards, where so many are, of whole hands how
    strong they are; where none is, one thing is seen of all.
    """

    rules: Rules
    hands: Hands
    qualifying: Truths
    kind: Integers
    of_kind: Integers
    seen_of: Integers

    @classmethod
    def of(cls, rules: Rules, *, different: bool = False) -> Roles:
        """Return the roles of the hands of a game.

        Those that are `different` are hands of three decks at most: of more decks no hand of three cards is
        another one. Where there are more than `MOST_DECKS`, one stands for all of the same cards.

        Raises:
            CardError: so many decks of cards that are not all there equally often.
        """
        deck = rules.deck
        many = deck.copies > MOST_DECKS and not different
        if many and (deck.wild_cards or not deck.regular):
            problem = f"all deals with jokers are gone through for {MOST_DECKS} at most"
            raise CardError(f"{deck.copies} decks: {problem}")
        few = replace(deck, copies=min(deck.copies, 3)) if different and deck.regular else deck
        hands = judge_deck(few, rules.file.ranking, rules.file.deal.player, together=many)
        qualifying = hands.strength >= lowest_strength(rules.file.dealer.qualifies, hands)
        kind, of_kind = _kinds(rules, hands)
        return cls(rules, hands, qualifying, kind, of_kind, _seen_of(rules, hands))

    def case(self, player: int, dealer: int) -> int:
        """Return the place in `CASES` of one deal, given as rows of the hands."""
        return int(self.cases_of(np.array([player]), np.array([dealer]))[0])

    def cases_of(self, players: Integers, dealers: Integers) -> Integers:
        """Return the places in `CASES` of many deals, given as rows of the hands."""
        strength = self.hands.strength
        higher = np.sign(strength[dealers] - strength[players])
        for lower, above in self.hands.beats:
            higher[lower[players] & above[dealers]] = -1
            higher[above[players] & lower[dealers]] = 1
        cases: Integers = 3 * self.qualifying[dealers] + 1 + higher
        return cases


@dataclass(frozen=True, eq=False)
class Deals(Roles):
    """How many dealer hands of each kind there are among those that share no card with each player hand.

    `counts` (hands x seen x 6 x kinds) counts them by what the player sees of the card that is face up, by
    case in the order of `CASES`, and by the kind of the dealer's hand; where no card is face up, one thing is
    seen of all. A dealer hand is counted for each of its cards that may be the one face up. The integers are
    of the fewest bits that hold those of one hand with what is seen.
    """

    counts: Integers

    @cached_property
    def cases(self) -> Integers:
        """The counts (hands x seen x cases) by the cases of the game, which may be four (`Rules.cases`)."""
        own, kind = len(self.rules.cases), self.counts.dtype
        found = np.empty((own, *self.counts.shape[:2]), kind)  # one after the other, as they are asked for
        for case in range(own):
            six = slice(3) if own < len(CASES) and not case else len(CASES) - own + case
            self.counts[:, :, six].reshape(*found.shape[1:], -1).sum(axis=2, dtype=kind, out=found[case])
        return np.moveaxis(found, 0, 2)

    @cached_property
    def situations(self) -> Integers:
        """How many dealer hands there are (hands x seen) against each hand with what is seen."""
        situations: Integers = self.cases.sum(axis=2)
        return situations

    @cached_property
    def weighted(self) -> Integers:
        """The counts, each for all player hands that a row stands for."""
        weights = self.hands.weights
        return self.counts if weights is None else self.counts * weights[:, None, None, None]

    @cached_property
    def every(self) -> Integers:
        """The same (hands x 6 x kinds) whatever is seen."""
        found: Integers = self.weighted.sum(axis=1)
        return found

    def of_some(self, situations: Truths) -> Integers:
        """Return the same (hands x 6 x kinds) of some situations (hands x seen)."""
        found = np.zeros_like(self.every)
        for case, kind in product(*map(range, found.shape[1:])):
            found[:, case, kind] = np.where(situations, self.weighted[:, :, case, kind], 0).sum(axis=1)
        return found

    @property
    def dealer_hands(self) -> int:
        """How many dealer hands there are against each player hand: 18,424 for 52 cards.

        Three times as many if one card is face up.
        """
        return int(self.situations[0].sum())

    @property
    def total(self) -> int:
        """How many deals there are: 407,170,400 for 52 cards, or 1,221,511,200 with a card face up."""
        return self.dealer_hands * self.hands.number


class _Blocks(NamedTuple):
    """The dealer's hands in the order in which they are counted, and where those of each case begin.

    They lie in blocks of one thing seen, of one kind, that all qualify or do not, and that are in the same
    sets of `Hands.beats`, each in ascending strength: those lower than a player's hand, those equal to it and
    those higher are three *runs*. There are `orders` choices of such sets that some hand is in, and `beats`
    tells for each pair of sets which of these choices hold its first one, and which its second. `rows` are
    the hands, -1 where something fills up the end of a block. `begins` (strengths x runs) tells for each
    strength of a player's hand where a run begins; `strength_of` (hands) is the row of a hand's strength.
    """

    rows: Integers
    begins: Integers
    strength_of: Integers
    orders: int
    beats: tuple[tuple[Truths, Truths], ...]


def count_deals(rules: Rules, progress: Progress | None = None) -> Deals:
    """Return for every player hand how many dealer hands of each kind it meets.

    Against each player hand all of the dealer's are gone through. Those that it leaves are counted by
    whether they qualify, lose, tie or win, which lie one after the other (`_Blocks`). The same, slowly:

        for player in combinations(deck, 3):
            for dealer in combinations(deck - player, 3):
                for card in dealer if face_up else [None]:
                    counts[player][seen(card)][case(player, dealer)][kind(dealer)] += 1

    Every hand and every card is gone through: no use is made of what suits have in common. Where a row stands
    for all hands of the same cards, every pair of rows is gone through, and weighted with how many deals it
    stands for.

    Args:
        rules: the game.
        progress: called again and again with the number of deals done and the number of all.

    An interrupt, or anything that `progress` raises, ends the count and leaves nothing running.

    Raises:
        CardError: more than `MOST_DECKS`, and jokers.
    """
    roles = Roles.of(rules)
    hands, weight = roles.hands, roles.hands.weight
    held, kinds = _held(roles), len(roles.of_kind)
    by_cards = hands.weights is not None
    blocks = _blocks(roles, held, 1 if by_cards else _BITS)
    in_runs, at_once = _weights_in_runs(roles, blocks) if by_cards else _bits_in_runs(hands, blocks)
    most = rules.dealer_hands if by_cards else max(map(len, held))
    counts = np.zeros((len(hands), len(held), len(CASES), kinds), smallest(most))

    def count(rows: slice) -> int:
        """Count the dealer hands against player hands alike but for the last card; return how many deals."""
        by_block = in_runs(rows).reshape(-1, len(held), kinds, 2, blocks.orders, 3)
        by_order = np.moveaxis(by_block, 4, 1)
        for (lower, higher), (below, above) in zip(hands.beats, blocks.beats, strict=True):
            for own, theirs, result in ((lower, above, 0), (higher, below, 2)):
                met = own[rows][:, None] & theirs
                every = by_order[met].sum(axis=-1)
                by_order[met] = 0
                by_order[met, ..., result] = every
        by_case = by_block.sum(axis=4).reshape(-1, len(held), kinds, len(CASES))
        counts[rows] = by_case.swapaxes(2, 3)
        return int(weight[rows] @ by_case.sum(axis=(1, 2, 3)))

    total = rules.player_hands * rules.dealer_hands * comb(3, rules.file.deal.face_up)
    done = 0
    pool = ThreadPoolExecutor((os.cpu_count() or 1) if by_cards or len(hands) >= _WORTH_A_THREAD else 1)
    try:
        for deals in pool.map(count, _batches(hands.cards, at_once)):
            done += deals
            if progress is not None:
                progress(done, total)
    finally:
        pool.shutdown(cancel_futures=True)
    counts.setflags(write=False)
    return Deals(rules, hands, roles.qualifying, roles.kind, roles.of_kind, roles.seen_of, counts)


def _bits_in_runs(hands: Hands, blocks: _Blocks) -> tuple[_InRuns, int]:
    """Return what counts the dealer's hands in each run, for rows of the player's, and for how many at once.

    One bit stands for one hand. For each card there are the hands without it, one a bit; for the player's
    three cards they are intersected, which leaves a bit for every hand that the dealer can hold. Of the word
    in which a run begins the bits before it are those of the run before.
    """
    without = np.ones((len(hands.deck), len(hands) + 1), np.bool_)
    without[:, -1] = False  # what fills up
    without[hands.cards, np.arange(len(hands))[:, None]] = False
    free: Words = np.packbits(without.take(blocks.rows, axis=1), axis=1, bitorder="little").view("<u8")
    first_words = blocks.begins // _BITS
    before = (np.uint64(1) << (blocks.begins % _BITS).astype(np.uint64)) - np.uint64(1)

    def in_runs(rows: slice) -> Integers:
        alike, last = hands.cards[rows.start, :-1], hands.cards[rows, -1]
        dealers = np.bitwise_and.reduce(free[alike]) & free[last[0] : last[-1] + 1]
        strengths = blocks.strength_of[rows]
        words = first_words[strengths] + dealers.shape[1] * np.arange(len(dealers))[:, None]
        found = _sums(np.bitwise_count(dealers), words, np.uint32)
        skipped = np.bitwise_count(dealers.ravel()[words] & before[strengths]).ravel()
        found -= skipped
        found[:-1] += skipped[1:]
        return found

    return in_runs, max(1, _WORDS_AT_A_TIME // free.shape[1])


def _weights_in_runs(roles: Roles, blocks: _Blocks) -> tuple[_InRuns, int]:
    """Return the same where a row stands for all hands of the same cards.

    Of n such cards the dealer holds m in C(n, m) ways. If the player holds one there are C(n - 1, m), which
    are C(n, m) (n - m) / n; if he holds one more, (n - 1 - m) / (n - 1) of these, and so on. So for each card
    of the player's there is a factor for each hand of the dealer's, and what is below the line comes last.
    """
    hands, deck = roles.hands, roles.rules.deck
    kind_of = np.array(deck.rank_of) * len(deck.suits) + np.array(deck.suit_of)
    left = deck.copies - np.arange(len(deck)) % deck.copies  # of the same card, before the player takes it
    holds = np.stack([(kind_of[hands.cards] == kind).sum(axis=1) for kind in kind_of])
    factor = np.append(left[:, None] - holds, np.zeros((len(deck), 1)), axis=1).take(blocks.rows, axis=1)
    weight = np.append(hands.weight, 0)[blocks.rows]
    below = left[hands.cards].prod(axis=1)

    def in_runs(rows: slice) -> Integers:
        alike, last = hands.cards[rows.start, :-1], hands.cards[rows, -1]
        dealers = factor[last]  # whole numbers, far below 2^53
        dealers *= weight * factor[alike].prod(axis=0)
        begins = blocks.begins[blocks.strength_of[rows]] + len(weight) * np.arange(len(dealers))[:, None]
        found: Integers = _sums(dealers, begins, np.float64).reshape(begins.shape) // below[rows, None]
        return found

    return in_runs, max(1, _WORDS_AT_A_TIME // len(weight))


def _sums(values: NDArray[Any], begins: Integers, kind: type[np.generic]) -> Integers:
    """Return the sums of what stands one after the other, from each place to the next one."""
    places = begins.ravel()
    found: Integers = np.add.reduceat(values.ravel(), places, dtype=kind).astype(np.int64)
    found[:-1][places[:-1] == places[1:]] = 0  # where `reduceat` gives a value for none
    return found


def lowest_strength(words: str, hands: Hands) -> int:
    """Return the strength of the weakest hands that words name, with or without "or better" behind them.

    Of hands that the deck lacks by its missing cards it is their strength in the whole deck.
    """
    named_hands = named(words.removesuffix(" or better"), hands)
    if hands.whole is not None and not named_hands.any():
        return lowest_strength(words, hands.whole)
    return int(hands.strength[named_hands].min())


def _kinds(rules: Rules, hands: Hands) -> tuple[Integers, Integers]:
    """Return what the side bets can tell of each hand as the dealer's, and a hand of each such kind."""
    side_bets = {name: bet for name, bet in rules.bets.items() if bet.kind is Kind.PAY_TABLE}
    told = [np.zeros(len(hands), np.int64)]
    for name, bet in side_bets.items():
        for table in rules.file.pay_tables[name].values():
            if bet.hand is Whose.DEALER or bet.hand.of_both:
                told.append(line_of_hands(table, hands)[:, 0])
            elif set(ColourLine) & {*table.lines, *table.unpaid}:
                told.append(hands.colour)
    _, of_kind, kind = np.unique(np.stack(told, axis=1), axis=0, return_index=True, return_inverse=True)
    return kind.reshape(-1), of_kind


def _held(roles: Roles) -> list[Integers]:
    """Return the dealer's hands for each thing that is seen, in ascending strength.

    A hand stands there as often as some of its cards are seen so.
    """
    by_strength = np.argsort(roles.hands.strength, kind="stable")
    sets, number = sets_face_up(roles.rules), roles.rules.file.deal.face_up
    if not number:
        return [by_strength]
    place_of = np.zeros((len(roles.hands.deck),) * number, np.int64)
    place_of[tuple(sets.T)] = np.arange(len(sets))
    cards = roles.hands.cards[by_strength]
    ways = [
        place_of[tuple(cards[:, some].T)] for some in map(list, combinations(range(cards.shape[1]), number))
    ]
    seen = roles.seen_of[np.stack(ways, axis=1)].reshape(-1)
    order = np.argsort(seen, kind="stable")
    borders = np.searchsorted(seen[order], np.arange(1, roles.seen_of.max() + 1))
    return np.split(np.repeat(by_strength, len(ways))[order], borders)


def _blocks(roles: Roles, held: list[Integers], length: int) -> _Blocks:
    """Return the dealer's hands, `held` by what is seen, in blocks of a multiple of so many."""
    hands = roles.hands
    strengths, strength_of = np.unique(hands.strength, return_inverse=True)
    # Hands are out of order alike if they are in the same sets of `beats`; most are in none.
    within = [np.zeros(len(hands), np.bool_), *(some for pair in hands.beats for some in pair)]
    orders, order_of = np.unique(np.stack(within, axis=1), axis=0, return_inverse=True)
    blocks = [
        dealers[
            (roles.kind[dealers] == kind)
            & (roles.qualifying[dealers] == qualifies)
            & (order_of.reshape(-1)[dealers] == order)
        ]
        for dealers, kind, qualifies, order in product(
            held, range(len(roles.of_kind)), (False, True), range(len(orders))
        )
    ]
    # At least one more fills up each block, so that a run of none at its end begins in it too.
    rows = [np.pad(block, (0, length - len(block) % length), constant_values=-1) for block in blocks]
    block_begins = np.cumsum([0, *map(len, rows[:-1])])
    begins = block_begins + np.stack(
        [
            np.zeros((len(strengths), len(blocks)), np.int64),
            *(
                np.stack([hands.strength[block].searchsorted(strengths, side) for block in blocks], axis=1)
                for side in _SIDES
            ),
        ]
    )
    return _Blocks(
        rows=np.concatenate(rows),
        begins=begins.transpose(1, 2, 0).reshape(len(strengths), -1),
        strength_of=strength_of,
        orders=len(orders),
        beats=tuple((lower, higher) for lower, higher in zip(orders.T[1::2], orders.T[2::2], strict=True)),
    )


def sets_face_up(rules: Rules) -> Integers:
    """Return (sets x cards) all sets of cards of the deck that can be face up; one empty set if none is."""
    cards = list(combinations(range(len(rules.deck)), rules.file.deal.face_up))
    return np.array(cards, np.int64).reshape(len(cards), -1)


def smallest(most: int) -> np.dtype[Any]:
    """Return the integers of the fewest bits that hold so much."""
    return np.dtype(next(f"i{size}" for size in (1, 2, 4, 8) if most < 1 << (8 * size - 1)))


def _seen_of(rules: Rules, hands: Hands) -> Integers:
    """Return for each set of cards face up what the player sees: what he tells of each, in any order.

    Of a whole hand he sees how strong it is, and nothing else matters to him.
    """
    deck, deal = rules.deck, rules.file.deal
    if deal.face_up == 3 and deal.tells in (None, "card", ()):
        of_hands: Integers = np.unique(hands.strength, return_inverse=True)[1].reshape(-1)
        return of_hands
    groups = (
        [] if isinstance(deal.tells, str) else [list(map(deck.rank, text.split())) for text in deal.tells]
    )
    told: list[object] = []
    for card in deck.cards:
        in_group = [card.rank in group for group in groups]
        by_word = {"card": card, "rank": card.rank, "suit": card.suit, "colour": card.suit.colour}
        told.append(in_group.index(True) if groups else by_word[str(deal.tells or "card")])
    numbers: dict[object, int] = {one: number for number, one in enumerate(dict.fromkeys(told))}
    if groups:
        numbers = {number: number for number in range(len(groups))}
    marks = [tuple(sorted(numbers[told[card]] for card in cards)) for cards in sets_face_up(rules).tolist()]
    if deal.face_up == 1:  # in the order of the cards, or of the groups
        return np.array([mark for (mark,) in marks])
    known = {mark: number for number, mark in enumerate(sorted(set(marks)))}
    return np.array([known[mark] for mark in marks])


def _batches(cards: Integers, most: int) -> Iterator[slice]:
    """Yield the rows of all hands, at most so many at a time, each time alike but for the last card."""
    borders = np.flatnonzero(np.diff(cards[:, :-1], axis=0).any(axis=1)) + 1
    for begin, end in pairwise([0, *borders.tolist(), len(cards)]):
        for start in range(begin, end, most):
            yield slice(start, min(start + most, end))
