"""Brute force: every deal of a game, counted by its case and settled by the letter of its rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, product
from math import lcm
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from combin.proof.hands import (
    FOLD,
    BaseNets,
    Payment,
    Roles,
    compared,
    lowest_strength,
    sets_face_up,
    side_bet_payment,
)
from combin.rules.model import PlayEntry, times
from combin.rules.outcomes import CASES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers, Truths
    from combin.cards.ranking import Category
    from combin.proof.hands import Hands
    from combin.rules.resolved import Rules

    Words = NDArray[np.uint64]
    _InRuns = Callable[[slice], Integers]


_BITS = 64
"""Of a word."""
_WORDS_AT_A_TIME = 1 << 18
"""Few enough to stay in the processor's cache."""
_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")
"""Of a strength among those of the dealer's hands: where the equal ones begin, and where the higher do."""

_LARGEST = 1 << 62
"""Sums below it are added up in machine integers, others in Python's."""


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
    def every(self) -> Integers:
        """The same (hands x 6 x kinds) whatever is seen."""
        found: Integers = self.counts.sum(axis=1)
        return found

    def of_some(self, situations: Truths) -> Integers:
        """Return the same (hands x 6 x kinds) of some situations (hands x seen)."""
        found = np.zeros_like(self.every)
        for case, kind in product(*map(range, found.shape[1:])):
            found[:, case, kind] = np.where(situations, self.counts[:, :, case, kind], 0).sum(axis=1)
        return found

    @property
    def dealer_hands(self) -> int:
        """How many dealer hands there are against each player hand: 18,424 for 52 cards.

        Three times as many if one card is face up.
        """
        return int(self.situations[0].sum())

    def case(self, player: int, dealer: int) -> int:
        """Return the place in `CASES` of one deal, given as rows of the hands."""
        return int(self.cases_of(np.array([player]), np.array([dealer]))[0])

    @property
    def total(self) -> int:
        """How many deals there are: 407,170,400 for 52 cards, or 1,221,511,200 with a card face up."""
        return self.dealer_hands * len(self.hands)


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


def count_deals(rules: Rules) -> Deals:
    """Return for every player hand how many dealer hands of each kind it meets.

    Against each player hand all of the dealer's are gone through. Those that it leaves are counted by
    whether they qualify, lose, tie or win, which lie one after the other (`_Blocks`). The same, slowly:

        for player in combinations(deck, 3):
            for dealer in combinations(deck - player, 3):
                for card in dealer if face_up else [None]:
                    counts[player][seen(card)][case(player, dealer)][kind(dealer)] += 1

    Every hand and every card is gone through: no use is made of what suits have in common.
    """
    roles = Roles.of(rules)
    hands = roles.hands
    held, kinds = _held(roles), len(roles.of_kind)
    assert len(hands.deck) == len(rules.deck)
    blocks = _blocks(roles, held)
    in_runs, at_once = _in_runs(hands, blocks)
    counts = np.zeros((len(hands), len(held), len(CASES), kinds), smallest(max(map(len, held))))

    for rows in _batches(hands.cards, at_once):
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
    counts.setflags(write=False)
    return Deals(rules, hands, roles.qualifying, roles.kind, roles.of_kind, roles.seen_of, counts)


def _in_runs(hands: Hands, blocks: _Blocks) -> tuple[_InRuns, int]:
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
        places = words.ravel()
        found = np.add.reduceat(np.bitwise_count(dealers).ravel(), places, dtype=np.uint32).astype(np.int64)
        found[:-1][places[:-1] == places[1:]] = 0  # where `reduceat` gives a value for none
        skipped = np.bitwise_count(dealers.ravel()[words] & before[strengths]).ravel()
        found -= skipped
        found[:-1] += skipped[1:]
        return found

    return in_runs, max(1, _WORDS_AT_A_TIME // free.shape[1])


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


def _blocks(roles: Roles, held: list[Integers]) -> _Blocks:
    """Return the dealer's hands, `held` by what is seen, in blocks of whole words."""
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
    rows = [np.pad(block, (0, _BITS - len(block) % _BITS), constant_values=-1) for block in blocks]
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


def _batches(cards: Integers, most: int) -> Iterator[slice]:
    """Yield the rows of all hands, at most so many at a time, each time alike but for the last card."""
    borders = np.flatnonzero(np.diff(cards[:, :-1], axis=0).any(axis=1)) + 1
    for begin, end in pairwise([0, *borders.tolist(), len(cards)]):
        for start in range(begin, end, most):
            yield slice(start, min(start + most, end))


@dataclass(frozen=True, eq=False)
class BruteForce:
    """What every deal of a game comes to under one choice of tables and one decision for each situation.

    A situation is a hand with what is seen of the dealer's card that is face up; where none is, one thing is
    seen of all. `decisions` (hands x seen) is a multiple of the base wager in each, 0 for fold. `values`
    (hands x seen x choices) is what each of the `choices` nets over all dealer hands there, in `1/unit` of
    the base wager. `outcomes` gives for each wager how many of all deals have each net; the base wager's
    include its raise, the wagers equal to it and its bonuses. `by_category` counts the deals: fold, no
    qualify, win, tie, lose.
    """

    deals: Deals
    letters: Mapping[str, str]
    base: BaseNets
    side_bets: Mapping[str, Payment]
    choices: tuple[int, ...]
    unit: int
    values: Integers | NDArray[np.object_]
    decisions: Integers
    outcomes: Mapping[str, Mapping[Fraction, int]]
    by_category: Mapping[Category, tuple[int, int, int, int, int]]

    @property
    def played(self) -> Truths:
        """Which situations (hands x seen) can occur and are not folded."""
        played: Truths = (self.decisions != FOLD) & (self.deals.situations > 0)
        return played

    @property
    def hands_played(self) -> int:
        """How many of the player's hands are not folded; with a card face up, hands with what is seen."""
        return int(self.played.sum())

    @cached_property
    def staked(self) -> int:
        """What is staked over all deals with the base wager and all beside it, in `Rules.parts` of that."""
        rules = self.deals.rules
        raised = self.decisions.astype(np.int64) if rules.play else 0
        staked = ((1 + len(rules.equals)) * rules.parts + raised) * self.deals.situations
        return int(staked.sum())

    def settle(self, player: int, dealer: int, seen: int = 0) -> dict[str, Fraction]:
        """Return what each wager nets in one deal, in units of the base wager or of the side bet.

        Args:
            player: the row of the player's hand in `deals.hands`.
            dealer: the row of the dealer's hand, which shares no card with it.
            seen: what is seen of the dealer's card that is face up, as in `deals.seen_of`.
        """
        deals = self.deals
        rules, case, kind = deals.rules, deals.case(player, dealer), int(deals.kind[dealer])
        decision = int(self.decisions[player, seen])
        found = self.base.settle(int(self.base.lines_of[player]), CASES[case], decision)
        for name, bet in self.side_bets.items():
            lost = rules.bets[name].loses_on_fold and decision == FOLD
            found[name] = Fraction(-1) if lost else net_of(bet, player, case, kind)
        return found


def net_of(bet: Payment, player: int, case: int, kind: int) -> Fraction:
    """Return what a bet that stays nets in one deal."""
    place = int(bet.places(*(np.array([one]) for one in (player, case, kind)))[0])
    return bet.nets[place]


def brute_force(
    rules: Rules,
    letters: Mapping[str, str],
    *,
    decisions: Sequence[int] | Integers | None = None,
    deals: Deals | None = None,
) -> BruteForce:
    """Return what all deals of two hands of three cards come to.

    Bets on the best five of more cards are left out: `visit` goes through those hands.

    Args:
        rules: the game.
        letters: the pay table of each bonus and of whatever else is paid by one; bets with a table that are
            not named are left out.
        decisions: a multiple of the base wager for each hand, 0 for fold, in the order of
            `itertools.combinations` over the deck, or for each hand and what is seen; without them each
            takes the decision of greatest value, and of several such the one that stakes least.
        deals: the deals of the same rules, where they are counted already.
    """
    found = deals or count_deals(rules)
    base = BaseNets(found, letters)
    choices = (FOLD, *rules.multiples) if rules.play else tuple(rules.multiples)
    unit, values = _values(found, base, choices)
    decided = _best(values, found, choices) if decisions is None else _allowed(decisions, found, choices)
    decided.setflags(write=False)
    side_bets = {
        name: compared(found, name, letters.get(name, ""))
        for name in rules.comparisons
        if name in letters or name not in rules.tables
    }
    for name in rules.side_bets:
        if name in letters and not rules.bets[name].more_cards:
            side_bets[name] = side_bet_payment(found, name, letters[name])
    outcomes: dict[str, Mapping[Fraction, int]] = {rules.base: _base_outcomes(found, base, choices, decided)}
    lost = [name for name in side_bets if rules.bets[name].loses_on_fold]
    kept = found.of_some(decided != FOLD) if lost else found.every
    for name, bet in side_bets.items():
        staying = kept if name in lost else found.every
        line = np.broadcast_to(bet.line, staying.shape)
        counts = [int(staying[line == place].sum()) for place in range(len(bet.nets))]
        counts[-1] += found.total - sum(counts)  # the last line is for what is lost, also with a fold
        outcomes[name] = _added(zip(bet.nets, counts, strict=True))
    by_category = {
        category: _fates(found, decided, found.hands.of(category)) for category in found.hands.order
    }
    return BruteForce(found, letters, base, side_bets, choices, unit, values, decided, outcomes, by_category)


def _values(
    deals: Deals, base: BaseNets, choices: tuple[int, ...]
) -> tuple[int, Integers | NDArray[np.object_]]:
    """Return a unit, and in it (hands x seen x choices) what each decision nets over all dealer hands."""
    by_lines = [[base.nets(lines, choice) for lines in range(len(base.lines))] for choice in choices]
    nets = np.array(by_lines, object)
    unit = lcm(*(net.denominator for net in nets.ravel()))
    nets = np.vectorize(int, otypes=[object])(nets * unit)
    cases, most = deals.cases, int(deals.situations.max()) * abs(nets).max()
    kind = smallest(most + 1) if most < _LARGEST else np.dtype(object)
    values = np.moveaxis(np.zeros((len(choices), *deals.situations.shape), kind), 0, 2)
    for column, by_hand in enumerate(nets.astype(kind)[:, base.lines_of]):
        for case, of_case in enumerate(by_hand.T):
            values[:, :, column] += cases[:, :, case].astype(kind) * of_case[:, None]
    return unit, values


def smallest(most: int) -> np.dtype[Any]:
    """Return the integers of the fewest bits that hold so much."""
    return np.dtype(next(f"i{size}" for size in (1, 2, 4, 8) if most < 1 << (8 * size - 1)))


def _best(values: Integers | NDArray[np.object_], deals: Deals, choices: tuple[int, ...]) -> Integers:
    """Return in each situation the decision of greatest value that the hand may take.

    Of equal ones the first, which stakes least. A decision of before a card is seen is one for all that can
    be, and better than to wait where it nets more over all of them.
    """
    early = [column for column, choice in enumerate(choices) if choice in deals.rules.early]
    if early:
        return _best_early(values, deals, choices, early)
    best = np.zeros(values.shape[:2], smallest(max(choices)))
    most = np.full_like(values[:, :, 0], values.min() - 1)
    for column, choice in enumerate(choices):
        better = may_play(deals, choice)[:, None] & (values[:, :, column] > most)
        best[better], most[better] = choice, values[:, :, column][better]
    return best


def _best_early(
    values: Integers | NDArray[np.object_], deals: Deals, choices: tuple[int, ...], early: list[int]
) -> Integers:
    later = [column for column in range(len(choices)) if column not in early]
    allowed = np.stack([may_play(deals, choice) for choice in choices], axis=1)
    worst = values.min() - 1
    waiting = np.where(allowed[:, None, later], values[:, :, later], worst)
    kinds = smallest(max(choices))
    best: Integers = np.array([choices[column] for column in later], kinds)[np.argmax(waiting, axis=2)]
    most = waiting.max(axis=2).sum(axis=1)
    for column in early:
        raised = values[:, :, column].sum(axis=1)
        better = allowed[:, column] & (raised > most)
        best[better] = choices[column]
        most = np.where(better, raised, most)
    return best


def may_play(deals: Deals, choice: int) -> Truths:
    """Return which hands may take a decision."""
    decision = deals.rules.file.decision
    for entry in (*decision.play, *decision.early) if deals.rules.play else ():
        if isinstance(entry, PlayEntry) and times(entry) == deals.rules.times(choice):
            return deals.hands.strength >= lowest_strength(entry.hand, deals.hands)
    return np.ones(len(deals.hands), np.bool_)


def _allowed(decisions: Sequence[int] | Integers, deals: Deals, choices: tuple[int, ...]) -> Integers:
    """Return given decisions (hands x seen), each of them one that its hand may take."""
    decided = np.array(decisions, np.int64)
    if decided.ndim == 1:  # the same whatever is seen
        decided = np.repeat(decided[:, None], deals.situations.shape[1], axis=1)
    for choice in np.unique(decided):
        assert choice in choices
        assert may_play(deals, int(choice))[(decided == choice).any(axis=1)].all()
    return decided


def _base_outcomes(
    deals: Deals, base: BaseNets, choices: tuple[int, ...], decisions: Integers
) -> dict[Fraction, int]:
    """Return how many deals have each net of the base wager."""
    counts = []
    for choice in choices:
        deciding = _of_some(deals.cases, np.equal(decisions, choice))
        for lines in range(len(base.lines)):
            cases = deciding[base.lines_of == lines].sum(axis=0).tolist()
            counts += list(zip(base.nets(lines, choice), cases, strict=True))
    return _added(counts)


def _fates(deals: Deals, decisions: Integers, members: Truths) -> tuple[int, int, int, int, int]:
    """Return how many deals of some hands are folded, and how many of the played ones fall in each case."""
    played = decisions[members] != FOLD
    folded = int((deals.situations[members] * ~played).sum())
    *none, win, tie, lose = _of_some(deals.cases[members], played).sum(axis=0).tolist()
    return folded, sum(none), win, tie, lose


def _of_some(cases: Integers, some: Truths) -> Integers:
    """Return the sums (hands x cases) of the counts (hands x seen x cases) of some situations."""
    sums = [np.where(some, cases[:, :, case], 0).sum(axis=1) for case in range(cases.shape[2])]
    return np.stack(sums, axis=1)


def _added(counts: Iterable[tuple[Fraction, int]]) -> dict[Fraction, int]:
    """Return the counts of equal nets added up, from the worst net to the best, without those of none."""
    added: Counter[Fraction] = Counter()
    for net, count in counts:
        added[net] += count
    return {net: added[net] for net in sorted(added) if added[net]}
