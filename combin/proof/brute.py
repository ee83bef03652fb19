"""Brute force: a whole game settled over every deal, by the letter of its rule file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from combin.proof.deals import CASES, Deals, count_deals, lowest_strength, smallest
from combin.proof.payments import FOLD, BaseNets, Payment, compared, side_bet_payment
from combin.rules.model import PlayEntry, times

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers, Progress, Truths
    from combin.cards.ranking import Category
    from combin.rules.resolved import Rules


_LARGEST = 1 << 62
"""Sums below it are added up in machine integers, others in Python's."""


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
    values: Integers | NDArray[np.object_]
    decisions: Integers
    outcomes: Mapping[str, Mapping[Fraction, int]]
    by_category: Mapping[Category, tuple[int, int, int, int, int]]

    @property
    def unit(self) -> int:
        """The denominator of the values."""
        return self.base.unit

    @property
    def played(self) -> Truths:
        """Which situations (hands x seen) can occur and are not folded."""
        played: Truths = (self.decisions != FOLD) & (self.deals.situations > 0)
        return played

    @cached_property
    def kept(self) -> Integers:
        """How many deals (hands x 6 x kinds) are not folded."""
        return self.deals.of_some(self.decisions != FOLD)

    @property
    def hands_played(self) -> int:
        """How many of the player's hands are not folded; with a card face up, hands with what is seen."""
        return int(self.deals.hands.weight @ self.played.sum(axis=1))

    @cached_property
    def staked(self) -> int:
        """What is staked over all deals with the base wager and all beside it, in `Rules.parts` of that."""
        rules = self.deals.rules
        raised = self.decisions.astype(np.int64) if rules.play else 0
        staked = ((1 + len(rules.equals)) * rules.parts + raised) * self.deals.situations
        return int(self.deals.hands.weight @ staked.sum(axis=1))

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
        found = self.base.settle(player, CASES[case], decision)
        for name, bet in self.side_bets.items():
            lost = rules.bets[name].loses_on_fold and decision == FOLD
            found[name] = Fraction(-1) if lost else bet.net(player, case, kind)
        return found


def brute_force(
    rules: Rules,
    letters: Mapping[str, str],
    progress: Progress | None = None,
    *,
    decisions: Sequence[int] | Integers | None = None,
    deals: Deals | None = None,
) -> BruteForce:
    """Return what all deals of two hands of three cards come to.

    Bets on the best five of more cards are left out: `visiting` goes through those hands.

    Args:
        rules: the game.
        letters: the pay table of each bonus and of whatever else is paid by one; bets with a table that are
            not named are left out.
        progress: called again and again with the number of deals done and the number of all.
        decisions: a multiple of the base wager for each hand, 0 for fold, in the order of
            `itertools.combinations` over the deck, or for each hand and what is seen; without them each
            takes the decision of greatest value, and of several such the one that stakes least.
        deals: the deals of the same rules, where they are counted already.

    Raises:
        ValueError: the decisions are not as many as the hands, or one of them the game does not have.
    """
    found = deals or count_deals(rules, progress)
    base = BaseNets(found, letters)
    choices = (FOLD, *rules.multiples) if rules.play else tuple(rules.multiples)
    values = _values(found, base, choices)
    decided = _best(values, found, choices) if decisions is None else _checked(decisions, found, choices)
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
        outcomes[name] = _added(zip(bet.nets, bet.counts(staying, found.total), strict=True))
    by_category = {
        category: _fates(found, decided, found.hands.of(category)) for category in found.hands.order
    }
    return BruteForce(found, letters, base, side_bets, choices, values, decided, outcomes, by_category)


def _values(deals: Deals, base: BaseNets, choices: tuple[int, ...]) -> Integers | NDArray[np.object_]:
    """Return (hands x seen x choices) what each decision nets over all dealer hands, in exact integers."""
    cases, most = deals.cases, int(deals.situations.max()) * base.largest(choices)
    kind = smallest(most + 1) if most < _LARGEST else np.dtype(object)
    values = np.moveaxis(np.zeros((len(choices), *deals.situations.shape), kind), 0, 2)
    for column, choice in enumerate(choices):
        for case, nets in enumerate(base.by_hand(choice).T):
            values[:, :, column] += cases[:, :, case].astype(kind) * nets.astype(kind)[:, None]
    return values


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


def _checked(decisions: Sequence[int] | Integers, deals: Deals, choices: tuple[int, ...]) -> Integers:
    decided = np.array(decisions, np.int64)
    if decided.shape[:1] != (len(deals.hands),):
        msg = f"{len(decided)} decisions for {len(deals.hands)} hands"
        raise ValueError(msg)
    if decided.ndim == 1:  # the same whatever is seen
        decided = np.repeat(decided[:, None], deals.situations.shape[1], axis=1)
    for choice in np.unique(decided):
        if choice not in choices:
            msg = f"{choice} is no decision of this game ({', '.join(map(str, choices))})"
            raise ValueError(msg)
        if not may_play(deals, int(choice))[(decided == choice).any(axis=1)].all():
            msg = f"{choice} is no decision for some of the hands that take it"
            raise ValueError(msg)
    return decided


def _base_outcomes(
    deals: Deals, base: BaseNets, choices: tuple[int, ...], decisions: Integers
) -> dict[Fraction, int]:
    """Return how many deals have each net of the base wager."""
    counts = []
    for choice in choices:
        deciding = _of_some(deals.cases, np.equal(decisions, choice)) * deals.hands.weight[:, None]
        for lines in range(len(base.lines)):
            cases = deciding[base.lines_of == lines].sum(axis=0).tolist()
            counts += list(zip(base.nets(lines, choice), cases, strict=True))
    return _added(counts)


def _fates(deals: Deals, decisions: Integers, members: Truths) -> tuple[int, int, int, int, int]:
    """Return how many deals of some hands are folded, and how many of the played ones fall in each case."""
    played, weight = decisions[members] != FOLD, deals.hands.weight[members]
    folded = int(weight @ (deals.situations[members] * ~played).sum(axis=1))
    *none, win, tie, lose = (weight @ _of_some(deals.cases[members], played)).tolist()
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
