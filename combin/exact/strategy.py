"""The optimal decision for every hand; any other strategy, and the cost of its mistakes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.suit_classes import HandClass, by_suit
from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.matchups import Matchup, Seen
from combin.rules.resolved import Rules, remembered

if TYPE_CHECKING:
    from combin.cards.ranking import Category
    from combin.exact.arrays import Arrays
    from combin.exact.distribution import DealCounts, Distribution


class _OfClass(Struct, frozen=True):
    situation: Matchup

    @property
    def hand(self) -> HandClass:
        """The class."""
        return self.situation.hand


class Margin(_OfClass, frozen=True):
    """Gain of the decision for a class over the next best, the `other` one, in units of the base wager."""

    decision: int
    gain: Fraction
    other: int


class Border(_OfClass, frozen=True):
    """The value of each decision for one class near the border between decisions."""

    values: tuple[tuple[int, Fraction], ...]
    decision: int


class Mistake(_OfClass, frozen=True):
    """A class decided worse than optimally: loss `per_hand` in base wagers, and `in_all` of the edge."""

    decision: int
    best: int
    per_hand: Fraction
    in_all: Fraction


class Strategy(Struct, frozen=True, dict=True):
    """A decision for every suit class of a base game, aligned with its matchups; 0 is fold."""

    name: str
    game: BaseGame
    decisions: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Strategy(name={self.name!r})"

    def __iter__(self) -> Iterator[tuple[Matchup, int]]:
        return iter(zip(self.game.matchups, self.decisions, strict=True))

    @cached_property
    def together(self) -> DealCounts:
        """The hands and deals of each level, place of lines and decision."""
        return self.game.together(self.decisions)

    @cached_property
    def in_sum(self) -> DealCounts:
        """The same of all levels together, which is less work where many games are visited."""
        return self.game.together(self.decisions, by_level=False)

    @cached_property
    def distribution(self) -> Distribution:
        """The net results of the base wager with its raise and bonuses."""
        return self.game.distribution(self.in_sum)

    @property
    def hands_played(self) -> int:
        """How many of the player's hands are not folded; with a card seen, pairs of hand and card."""
        return self.hands_by_decision.total() - self.hands_by_decision[FOLD]

    @cached_property
    def hands_by_decision(self) -> Counter[int]:
        """Number of the same by decision."""
        found = Counter[int]()
        for (_, _, decision), (hands, *_) in self.in_sum.items():
            found[decision] += hands
        return found

    @property
    def seen(self) -> bool:
        """Whether it depends on what is seen of the dealer's card."""
        return bool(self.game.rules.file.deal.face_up)

    @cached_property
    def play_rate(self) -> Fraction:
        """The part of all deals in which the player does not fold."""
        played = (sum(deals) for (_, _, decision), (_, *deals) in self.in_sum.items() if decision != FOLD)
        return Fraction(sum(played), self.game.total)

    @cached_property
    def by_category(self) -> dict[Category, tuple[int, int, int, int, int]]:
        """For each category of the player's hand, high to low, deals: fold, no qualify, win, tie, lose."""
        ranking = self.game.rules.ranking
        rows = dict.fromkeys(ranking.order, (0, 0, 0, 0, 0))
        for level, (fold, none, win, tie, lose) in self.by_level.items():
            own = rows[category := ranking.strengths[level].category]
            rows[category] = (own[0] + fold, own[1] + none, own[2] + win, own[3] + tie, own[4] + lose)
        return rows

    @cached_property
    def by_level(self) -> dict[int, tuple[int, int, int, int, int]]:
        """For each level of the player's hand the deals: fold, no qualify, win, tie, lose."""
        rows: dict[int, list[int]] = {}
        for (level, _, decision), (_, *deals) in self.together.items():
            row = rows.setdefault(level, [0, 0, 0, 0, 0])
            if decision == FOLD:
                row[0] += sum(deals)
            else:
                for column, count in enumerate((sum(deals[:-3]), *deals[-3:]), start=1):
                    row[column] += count
        return {level: (row[0], row[1], row[2], row[3], row[4]) for level, row in rows.items()}

    @cached_property
    def folded(self) -> frozenset[tuple[int, ...]]:
        """Representatives of the folded classes, in every suit for one; only if no dealer card is seen."""
        ranking = self.game.rules.ranking
        folds = (by_suit(situation.hand, ranking) for situation, decision in self if decision == FOLD)
        return frozenset(one.cards for parts in folds for one in parts)

    @cached_property
    def later(self) -> Strategy:
        """The decisions of all who have waited for a card to be seen; optimal for hands that never wait."""
        game, early = self.game, self.game.rules.early
        if not early:
            return self
        pairs = zip(self.decisions, best_later(game), strict=True)
        return Strategy(self.name, game, tuple(best if one in early else one for one, best in pairs))

    @cached_property
    def early(self) -> tuple[EarlyHand, ...]:
        """What each class of hands does before the card is seen; nothing in games without such a raise."""
        return early_hands(self.game, self.later.decisions, self.decisions)

    def differences_from(self, other: Strategy) -> Sequence[int]:
        """Indexes of the matchups that another strategy of the same game decides otherwise."""
        pairs = enumerate(zip(self.decisions, other.decisions, strict=True))
        return [index for index, (decision, others) in pairs if decision != others]

    def margins(self, indexes: Iterable[int] | None = None) -> Iterator[Margin]:
        """Yield the gain of each decision over the next best (negative for a mistake), or at `indexes` alone.

        Without matchups of one decision alone, and those decided before a card is seen: see `early`.
        """
        game = self.game
        for index in range(len(self.decisions)) if indexes is None else indexes:
            situation, decision = game.matchups[index], self.decisions[index]
            if decision in game.rules.early:
                continue
            others = {other: game.value(index, other) for other in game.choices(index) if other != decision}
            if others:
                other = max(others, key=others.__getitem__)
                gain = Fraction(game.value(index, decision) - others[other], game.unit * situation.deals)
                yield Margin(situation, decision, gain, other)

    def tightest(self) -> dict[int, Margin]:
        """The class of least gain for each decision in use; no negative gain proves the strategy optimal."""
        game, arrays, near = self.game, self.game.arrays, None
        if arrays is not None:
            near = arrays.least_gains(game.lines, game.values_by(arrays), self.decisions)
        tightest: dict[int, Margin] = {}
        for margin in self.margins(near):
            known = tightest.get(margin.decision)
            if known is None or margin.gain < known.gain:
                tightest[margin.decision] = margin
        return dict(sorted(tightest.items(), reverse=True))

    def borders(self, strengths: int = 2) -> tuple[Border, ...]:
        """Classes of the nearest strengths on both sides of every border, strongest first; card by card."""
        found: list[Border] = []
        game, situations, decisions = self.game, self.game.matchups, self.later.decisions
        of_class = [one.strength.level for one in situations.classes]
        levels = [of_class[number] for number in situations.numbers]
        for span in situations.spans():
            # Where two neighbours are decided differently there is a border: at a threshold, and at each
            # exception to it.
            near = set[int]()
            for index, above in pairwise(span):
                if decisions[index] != decisions[above]:
                    near.update(range(levels[index] - strengths + 1, levels[index] + 1))
                    near.update(range(levels[above], levels[above] + strengths))
            nearest = (index for index in reversed(span) if levels[index] in near)
            found += [Border(situations[one], game.expectations(one), decisions[one]) for one in nearest]
        return tuple(found)

    def mistakes(self, best: Strategy, *, together: bool = False) -> tuple[Mistake, ...]:
        """The decisions worse than those of `best`, the dearest in all first.

        A hand that raises too early or too late is one mistake, before any card is seen. Very many matchups
        may be `together` by strength, at their mean, for all that is seen with it.
        """
        game, found = self.game, list[Mistake]()
        if together and game.arrays is not None and self.seen and not game.rules.early:
            return tuple(self._mistakes_together(best, game.arrays))
        otherwise = set[int]()
        hands = game.rules.player_hands
        for place, (done, right) in enumerate(zip(self.early, best.early, strict=True)):
            if done.decision != right.decision:
                otherwise.add(place)
                per_hand = right.values[right.decision] - done.values[done.decision]
                in_all = per_hand * Fraction(done.hand.weight, hands)
                found.append(Mistake(Matchup(done.hand, ()), done.decision, right.decision, per_hand, in_all))
        for index in self.differences_from(best):
            if game.matchups.numbers[index] in otherwise:
                continue
            decision, better = self.decisions[index], best.decisions[index]
            loss = game.value(index, better) - game.value(index, decision)
            if loss:
                situation = game.matchups[index]
                per_hand = Fraction(loss, game.unit * situation.deals)
                in_all = Fraction(loss * situation.weight, game.unit * game.total)
                found.append(Mistake(situation, decision, better, per_hand, in_all))
        return tuple(sorted(found, key=lambda mistake: -mistake.in_all))

    def _mistakes_together(self, best: Strategy, arrays: Arrays) -> Iterator[Mistake]:
        game, seen = self.game, dict[int, frozenset[int]]()
        for span in game.matchups.spans():
            if (known := game.matchups[span.start].seen) is not None:
                seen[known.group] = known.ranks
        values = game.values_by(arrays)
        for place, weight, loss, groups in arrays.lost(game.lines, values, self.decisions, best.decisions):
            one = game.matchups[place]
            ranks = frozenset[int]().union(*(seen[group] for group in groups))
            situation = replace(one, seen=Seen(groups[0], ranks, None, weight))
            per_hand = Fraction(loss, game.unit * one.deals * weight)
            in_all = Fraction(loss, game.unit * game.total)
            yield Mistake(situation, self.decisions[place], best.decisions[place], per_hand, in_all)


def best_strategy(rules: Rules, letters: Mapping[str, str]) -> Strategy:
    """The optimal strategy of a game with the tables of these letters, which is remembered."""
    return _best_strategy(rules, tuple(letters[name] for name in rules.base_tables))


@remembered
def _best_strategy(rules: Rules, letters: tuple[str, ...]) -> Strategy:
    return optimal_strategy(base_game(rules, dict(zip(rules.base_tables, letters, strict=True))))


def optimal_strategy(game: BaseGame) -> Strategy:
    """The strategy of greatest expectation; of two decisions of equal EV, the cheaper one.

    The slow equivalent takes the maximum of `BaseGame.value` over `BaseGame.choices` for each class.
    """
    return Strategy("optimal", game, raised_early(game, best_later(game)))


def best_later(game: BaseGame) -> tuple[int, ...]:
    """Return the best decision of each situation, without those that are taken before a card is seen."""
    if game.arrays is not None:
        return game.arrays.best(game.lines, game.values_by(game.arrays))
    # In one situation each decision is worth a sum over the same dealer hands, so integers compare as the
    # means do. The fold comes first and the multiples ascend, so that of two equals the cheaper is taken.
    columns = {multiple: game.values(multiple) for multiple in game.rules.later}
    if game.rules.play:
        columns = {FOLD: [game.fold * deals for deals in game.dealer_hands_of_each], **columns}
    multiples = [*columns]
    never = -1 - max(abs(value or 0) for column in columns.values() for value in column)
    worth = ([never if value is None else value for value in column] for column in columns.values())
    return tuple(multiples[row.index(max(row))] for row in zip(*worth, strict=True))


WAIT = 0
"""The decision not to raise before the card is seen; nobody folds before that."""


class EarlyHand(Struct, frozen=True):
    """A class of hands before the card is seen: what it does, and what it could do.

    `values` are expected nets in units of the base wager, of each early multiple that the class may play,
    and of `WAIT`.
    """

    hand: HandClass
    decision: int
    values: dict[int, Fraction]

    @property
    def other(self) -> int:
        """The next best decision; the one taken where there is no other."""
        others = [decision for decision in self.values if decision != self.decision]
        return max(others, key=self.values.__getitem__, default=self.decision)

    @property
    def gain(self) -> Fraction:
        """Gain of the decision over the next best one, in units of the base wager."""
        return self.values[self.decision] - self.values[self.other]


def early_hands(
    game: BaseGame, later: Sequence[int], decisions: Sequence[int] = (), extra: Sequence[Fraction] = ()
) -> tuple[EarlyHand, ...]:
    """Return all classes of hands before the card is seen, weakest first; nothing if none may raise then.

    Args:
        game: the base game.
        later: what each situation decides if its hand has waited.
        decisions: those of a strategy; by default each class takes its best, and waits if that is as good.
        extra: what each situation nets besides, in units of the base wager, if it is not folded.
    """
    if not game.rules.early:
        return ()
    early, raised = set(game.rules.early), dict[int, int]()
    for number, decision in zip(game.matchups.numbers, decisions, strict=False):
        if decision in early:
            raised[number] = decision
    values = {multiple: game.values(multiple) for multiple in game.rules.multiples}
    sums: defaultdict[int, Counter[int]] = defaultdict(Counter)  # what each decision nets over all deals
    deals, dealer_hands = Counter[int](), game.dealer_hands_of_each
    for index, (number, weight) in enumerate(zip(game.matchups.numbers, game.weights, strict=True)):
        nets, decision = sums[number], later[index]
        deals[number] += weight * dealer_hands[index]
        more: Any = extra[index] * game.unit * dealer_hands[index] if extra else 0
        value = values[decision][index] if decision else game.fold * dealer_hands[index]
        nets[WAIT] += weight * ((value or 0) + (more if decision else 0))
        for multiple in early:
            if (value := values[multiple][index]) is not None:
                nets[multiple] += weight * (value + more)
    hands = []
    for number, one in enumerate(game.matchups.classes):
        nets = sums[number]
        best = max(nets, key=lambda decision: (nets[decision], -decision))
        worth = {way: Fraction(net) / (game.unit * deals[number]) for way, net in sorted(nets.items())}
        hands.append(EarlyHand(one, raised.get(number, WAIT) if decisions else best, worth))
    return tuple(hands)


def raised_early(game: BaseGame, later: Sequence[int], extra: Sequence[Fraction] = ()) -> tuple[int, ...]:
    """Return the decisions of all situations where each class raises early if that is better than to wait."""
    hands = early_hands(game, later, extra=extra)
    if not hands:
        return later if isinstance(later, tuple) else tuple(later)
    pairs = zip(game.matchups.numbers, later, strict=True)
    return tuple(hands[number].decision or decision for number, decision in pairs)
