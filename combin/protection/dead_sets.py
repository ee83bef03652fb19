"""What hands and decisions are worth when other cards are dead: inclusion and exclusion over dealer hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, combinations
from math import comb, lcm
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from combin.exact.analysis import choices
from combin.exact.arrays import exact_kind
from combin.exact.base_game import FOLD, base_game, matchups
from combin.exact.fivecard_counts import kind_lines, rank_code, rank_kinds
from combin.exact.matchups import against, sieve_of
from combin.exact.pay_lines import about_colours, names_suit, paid_lines
from combin.jackpot.mixes import lost_with_fold
from combin.jackpot.value import prize_of, tells_suits
from combin.rules.errors import RulesError, single_deck_only, three_cards_only
from combin.rules.spelling import as_written
from combin.rules.wagers import Whose
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass
    from combin.exact.base_game import BaseGame
    from combin.jackpot.meter import Number
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable

    Levels = NDArray[np.int16]

    Count = TypeVar("Count", int, NDArray[np.int64])

    Below: TypeAlias = Callable[[Integers], Integers]

    """How many dealer hands are below levels, row by row."""


_MOST = 2**42
"""What no margin may come to, so that 64 bits hold sums over as many sets as are added up at once."""
_AT_A_TIME = 2**16
"""How many sets are looked at together: what a processor has close by."""


@dataclass(frozen=True, eq=False)
class Margins:
    """What decisions are worth more than another one, by the cards that are dead, over all dealer hands left.

    With a set K of dead cards that is, as `ResultTerms` have it,

        every - sum of one[a] + sum of two[a, b] - sum of three[a, b, c]

    over the cards, pairs and threes of K. The first axis is the decision, all others are the cards that may
    be dead; of a card beside itself there is 0.
    """

    every: Integers
    one: Integers
    two: Integers
    three: Integers

    @classmethod
    def of_terms(cls, others: Sequence[ResultTerms], usual: ResultTerms, made: Levels) -> Margins:
        """What decisions are worth more than the usual one beside a hand.

        Args:
            others: their terms.
            usual: those of the usual decision.
            made: the level of every three cards of the deck; for a card beside itself it means nothing.
        """
        cards, size = usual.beside, len(usual.beside)
        a, b, c = np.ix_(cards, cards, cards)
        of_usual = usual.threes(made, a, b, c)
        kind = np.result_type(usual.one, *(each.one for each in others))
        every = np.array([each.every - usual.every for each in others], kind)
        one = np.array([(each.one - usual.one)[cards] for each in others]).reshape(-1, size)
        two = np.array([(each.two - usual.two)[np.ix_(cards, cards)] for each in others])
        three = np.array([each.threes(made, a, b, c) - of_usual for each in others])
        found = cls(every, one, two.reshape(-1, size, size), three.reshape(-1, size, size, size))
        return cls(every, one, found.pairs(_nothing), found.threes(_nothing))

    @property
    def cards(self) -> int:
        """How many cards may be dead."""
        return int(self.one.shape[1])

    def pairs(self, bound: Callable[[Integers], int]) -> Integers:
        """The terms of pairs; that of a card beside itself is a bound of all."""
        places = np.arange(self.cards)
        found = self.two.copy()
        found[:, places, places] = bound(found)
        return found

    def threes(self, bound: Callable[[Integers], int]) -> Integers:
        """The terms of threes; where a card is beside itself it is a bound of all."""
        places = np.arange(self.cards)
        found = self.three.copy()
        itself = bound(found)
        found[:, places, places] = itself
        found[:, places, :, places] = itself
        found[:, :, places, places] = itself
        return found

    def of_sets(self, sets: Integers) -> Integers:
        """Return (decisions x sets) the margins with sets of up to three cards (sets x cards)."""
        found: Integers = np.repeat(self.every[:, np.newaxis], len(sets), axis=1)
        columns = sets.T
        for card in columns:
            found -= self.one[:, card]
        for a, b in combinations(columns, 2):
            found += self.two[:, a, b]
        for a, b, c in combinations(columns, 3):
            found -= self.three[:, a, b, c]
        return found

    def at_most(self, number: int) -> Integers:
        """Six times a bound of each margin with any so many dead cards.

        A pair counts half for each of its cards, with the best partner, and a three a third.
        """
        part = (
            6 * -self.one
            + 3 * (number - 1) * self.pairs(np.min).max(axis=2)
            - (number - 1) * (number - 2) * self.threes(np.max).min(axis=(2, 3))
        )
        found: Integers = 6 * self.every + np.sort(part, axis=1)[:, self.cards - number :].sum(axis=1)
        return found

    def best(self, number: int) -> int:
        """The sum over all sets of so many cards, at most six, of the best margin or of 0.

        Cards that are alike for all decisions, as are those that beat the hand whatever the dealer has beside
        them, are taken out first: it only matters how many of them a set holds. Of what is left the sets are
        gone through by their first cards and their last three. Where bounds show for the first cards that no
        decision is better than 0, or one is with all, nothing has to be gone through.

        The slow equivalent adds up `max(0, *margins)` over `combinations(range(cards), number)`.
        """
        most = abs(self.every) + sum(
            comb(number, size) * abs(part).reshape(len(self.every), -1).max(axis=1)
            for size, part in enumerate((self.one, self.two, self.three), start=1)
        )
        if int(most.max()) >= _MOST:
            raise RulesError((), "pays are divided too finely for all sets of cards to be gone through")
        whole = Margins(*(part.astype(np.int64) for part in (self.every, self.one, self.two, self.three)))
        alike = whole._alike()
        rest = whole.only(np.delete(np.arange(self.cards), alike))
        total = 0
        for dead in range(max(0, number - rest.cards), min(number, len(alike)) + 1):
            left = whole._without(alike, dead, rest)
            if left.at_most(number - dead).max() > 0:
                total += comb(len(alike), dead) * _best_of_all(left, number - dead, int(most.max()))
        return total

    def _alike(self) -> list[int]:
        """Cards that can change places in all margins, as many as one of them shows to be."""
        _, kinds, numbers = np.unique(self.one, axis=1, return_inverse=True, return_counts=True)
        like = np.flatnonzero(kinds.reshape(-1) == numbers.argmax())
        first, found = int(like[0]), [int(like[0])]
        for card in map(int, like[1:]):
            others = np.delete(np.arange(self.cards), [first, card])
            pairs = np.ix_(np.arange(len(self.every)), others, others)
            if np.array_equal(self.two[:, first, others], self.two[:, card, others]) and np.array_equal(
                self.three[:, first][pairs], self.three[:, card][pairs]
            ):
                found.append(card)
        return found

    def only(self, cards: Integers) -> Margins:
        """The margins by some of the cards, in an order."""
        at: tuple[Integers, ...] = np.arange(len(self.every)), cards, cards, cards
        return Margins(
            self.every, *(part[np.ix_(*at[: part.ndim])] for part in (self.one, self.two, self.three))
        )

    def _without(self, alike: Sequence[int], dead: int, rest: Margins) -> Margins:
        """The margins by the rest of the cards, with so many of those that are alike dead."""
        a, b, c = (*alike, 0, 0)[:3]  # of fewer of them no pair or three is dead
        pairs, threes = comb(dead, 2), comb(dead, 3)
        others = np.delete(np.arange(self.cards), alike)
        every = (
            self.every - dead * self.one[:, a] + pairs * self.two[:, a, b] - threes * self.three[:, a, b, c]
        )
        one = rest.one + (pairs * self.three[:, a, b] - dead * self.two[:, a])[:, others]
        two = rest.two - dead * self.three[:, a][:, others[:, np.newaxis], others]
        return Margins(every, one, two, rest.three)


class _Walk:
    """A way through all sets of four to six cards, by their first cards and their last three."""

    def __init__(self, margins: Margins, number: int, kind: type[np.int32 | np.int64]) -> None:
        self.margins, self.first, self.kind, size = margins, number - 3, kind, margins.cards
        self.lasts = _sets(size, 3)
        self.starts: Integers = np.searchsorted(self.lasts[:, 0], np.arange(size + 1))
        u, v, w = self.columns = self.lasts.T.copy()
        # Of a card, or two: the best or worst partner, or two of them, from a place on, for bounds both ways.
        self.partners = [
            (
                _from_each_on(better, margins.pairs(worst), 2),
                threes := _from_each_on(worse, margins.threes(best), 3),
                _from_each_on(worse, threes, 2),
            )
            for better, worse, worst, best in (
                (np.maximum, np.minimum, np.min, np.max),
                (np.minimum, np.maximum, np.max, np.min),
            )
        ]
        self.two_sums = _from_each_on(np.add, margins.two, 2)
        self.three_sums = _from_each_on(np.add, _from_each_on(np.add, margins.three, 3), 2)
        own = margins.of_sets(self.lasts) - margins.every[:, np.newaxis]
        self.own = own.astype(kind)
        self.own_sums: Integers = own[:, ::-1].cumsum(axis=1)[:, ::-1]
        # Of a first card and three last ones: what pairs and threes with the first card add.
        two: Integers = margins.two.astype(kind)
        three: Integers = margins.three.astype(kind)
        self.across = two[:, :, u] + two[:, :, v] + two[:, :, w]
        for one, other in ((u, v), (u, w), (v, w)):
            self.across -= three[:, :, one, other]

    def total(self) -> int:
        """The sum of the best margin or of 0."""
        return sum(self._after(last) for last in range(self.first - 1, self.margins.cards - 3))

    def _after(self, last: int) -> int:
        """The sum over the sets whose first cards end with one card."""
        margins, left = self.margins, slice(last + 1, None)
        before = _sets(last, self.first - 1)
        firsts = np.column_stack([before, np.full(len(before), last)])
        base = margins.of_sets(firsts)
        # Of the first cards and a last one: the threes of which it is the third.
        thirds = np.zeros((len(base), len(firsts), margins.cards - last - 1), np.int64)
        for a, b in combinations(firsts.T, 2):
            thirds += margins.three[:, a, b, left]
        upper, lower = (3 * base + end for end in self._ends(firsts, thirds, last))
        may = upper > 0
        alone = may.sum(axis=0) == 1
        sure = may & alone & (lower >= 0)
        total = sum(self._sum_of_all(firsts, thirds, base, last)[sure].tolist()) if sure.any() else 0
        for rows in self._parts(np.flatnonzero(may.any(axis=0) & ~sure.any(axis=0)), last):
            total += self._sum_of_best(firsts[rows], thirds[:, rows], base[:, rows], last)
        return total

    def _ends(self, firsts: Integers, thirds: Integers, last: int) -> Iterator[Integers]:
        """Yield thrice what any three last cards add to first ones at most, and at least."""
        left, after = slice(last + 1, None), last + 1
        slopes = (
            self.margins.two[:, firsts, left].sum(axis=2) - self.margins.one[:, np.newaxis, left] - thirds
        )
        for (pairs, threes, own), chosen in zip(self.partners, (slice(-3, None), slice(3)), strict=True):
            of_pairs = pairs[:, np.newaxis, left, after] - threes[..., after][:, firsts, left].sum(axis=2)
            ends = 3 * (slopes + of_pairs) - own[:, np.newaxis, left, after, after]
            yield np.sort(ends, axis=2)[:, :, chosen].sum(axis=2)

    def _sum_of_all(self, firsts: Integers, thirds: Integers, base: Integers, last: int) -> Integers:
        """The sum of each margin over all last cards."""
        size, after = self.margins.cards - last - 1, last + 1
        with_card, with_pair = comb(size - 1, 2), size - 2
        across = with_card * self.two_sums[:, :, after] - with_pair * (
            self.three_sums[:, :, after, after] // 2
        )
        sums = comb(size, 3) * base + self.own_sums[:, self.starts[after], np.newaxis]
        found: Integers = sums + across[:, firsts].sum(axis=2) - with_card * thirds.sum(axis=2)
        return found

    def _parts(self, rows: Integers, last: int) -> Iterator[Integers]:
        step = max(1, _AT_A_TIME // (len(self.lasts) - int(self.starts[last + 1])))
        for start in range(0, len(rows), step):
            yield rows[start : start + step]

    def _sum_of_best(self, firsts: Integers, thirds: Integers, base: Integers, last: int) -> int:
        """The sum of the best margin or of 0, over all last cards one by one."""
        start = self.starts[last + 1]
        columns = [column[start:] - last - 1 for column in self.columns]
        best = np.zeros((len(firsts), len(columns[0])), self.kind)
        for across, own, each, third in zip(self.across, self.own, base, thirds, strict=True):
            values = across[firsts[:, 0], start:]
            for card in firsts.T[1:-1]:
                values += across[card, start:]
            common = own[start:] + (across[last, start:] if self.first > 1 else 0)
            values += common
            values += each.astype(self.kind)[:, np.newaxis]
            if self.first > 1:
                of_card = third.astype(self.kind)
                for column in columns:
                    values -= of_card.take(column, axis=1)
            np.maximum(best, values, out=best)
        return int(best.sum(dtype=np.int64))


def _best_of_all(margins: Margins, number: int, most: int) -> int:
    """The sum over all sets of the best margin or of 0; `most` is as much as any margin can be."""
    if number <= 3:
        return int(np.maximum(margins.of_sets(_sets(margins.cards, number)).max(axis=0), 0).sum())
    spread = abs(margins.one - np.median(margins.one, axis=1, keepdims=True)).sum(axis=0)
    order = np.argsort(-spread, kind="stable")  # what matters most comes first
    return _Walk(margins.only(order), number, np.int32 if most < 2**30 else np.int64).total()


def _nothing(_: Integers) -> int:
    return 0


def _from_each_on(together: np.ufunc, parts: Integers, axis: int) -> Integers:
    """What parts come to together from each place of an axis on."""
    found: Integers = np.flip(together.accumulate(np.flip(parts, axis), axis), axis)
    return found


@lru_cache(maxsize=256)
def _sets(size: int, number: int) -> Integers:
    """Return (sets x cards) all sets of so many places below a size, in order."""
    found = list(combinations(range(size), number))
    return np.array(found, np.int64).reshape(len(found), number)


_ROOM = 64
"""How many times a sum over all deals what is added up on the way may be."""


@dataclass(frozen=True, eq=False)
class ResultTerms:
    """What a result is worth over all dealer hands that avoid one hand of the player's, by the cards in them.

    With a set K of further dead cards it is worth

        every - sum of one[a] + sum of two[a, b] - sum of three(a, b, c)

    over the cards, pairs and threes of K: dealer hands are counted, minus those with a card of K, and so on.
    `one` (cards) and `two` (cards x cards) are what it is worth over the dealer hands with these cards;
    `of_level` what it is worth against one dealer hand of each level. For cards of the player's own, and for
    a card beside itself, they mean nothing. `pairs` (cards x cards) is what any
    two cards of a dealer hand add to it, 0 for the player's own and a card beside itself; none, if nothing.
    """

    every: int
    one: Integers
    two: Integers
    of_level: Integers
    hand: Sequence[int]
    pairs: Integers | None = None

    @cached_property
    def beside(self) -> Integers:
        """All cards but those of the hand."""
        return np.delete(np.arange(len(self.one)), self.hand)

    def with_pairs(self, pairs: Integers) -> ResultTerms:
        """The terms with what any two cards of a dealer hand add."""
        cards, with_card = len(self.beside), pairs.sum(axis=1)
        every = int(with_card.sum()) // 2
        return ResultTerms(
            self.every + (cards - 2) * every,
            self.one + (cards - 3) * with_card + every,
            self.two + (cards - 4) * pairs + with_card + with_card[:, np.newaxis],
            self.of_level,
            self.hand,
            pairs,
        )

    def without_cards(self) -> tuple[Integers, Integers]:
        """What it is worth without each card, and without each two."""
        return self.every - self.one, self.every - self.one[:, np.newaxis] - self.one + self.two

    def threes(self, made: NDArray[np.int16], a: Any, b: Any, c: Any) -> Integers:  # noqa: ANN401  indexes
        """The terms of three cards, by arrays of indexes that go together."""
        found: Integers = self.of_level[made[a, b, c]]
        if self.pairs is not None:
            found = found + self.pairs[a, b] + self.pairs[a, c] + self.pairs[b, c]
        return found


class DealerTerms:
    """All dealer hands of a deck by level, by a card and by two cards; what `ResultTerms` are made of.

    The slow equivalent goes through the dealer hands beside the hand and the dead cards.
    """

    def __init__(self, ranking: Ranking) -> None:
        levels = len(ranking.strengths)
        self.made = levels_of_threes(ranking).astype(np.int16)
        self.cards = len(self.made)
        # Of a level, a card and another one: the third cards that make a hand below the level.
        two = np.zeros((levels + 2, self.cards**2), np.int16)
        pairs = np.repeat(np.arange(self.cards**2), self.cards)
        np.add.at(two, (self.made.reshape(-1) + 1, pairs), 1)  # those of no three cards above all levels
        self.two: Integers = two.cumsum(axis=0, dtype=np.int16)[: levels + 1].reshape(
            -1, self.cards, self.cards
        )
        self.one: Integers = self.two.sum(axis=2, dtype=np.int64) // 2
        self.every: Integers = self.one.sum(axis=1) // 3

    def kind(self, worth: Iterable[int]) -> type:
        """What holds sums over all deals of two hands, and of bounds of them, of what cases are worth.

        The slow equivalent of 64 bits are Python's integers; `_ROOM` is for bounds, which pass such sums.
        """
        return exact_kind(_ROOM * max(map(abs, worth), default=0) * comb(self.cards, 3) ** 2)

    def of_hand(self, hand: Sequence[int], level: int, qualifies: int, worth: tuple[int, ...]) -> ResultTerms:
        """The terms of what each case of a comparison is worth to a hand.

        Args:
            hand: three card indexes.
            level: that of the hand.
            qualifies: the lowest level with which the dealer qualifies.
            worth: of each case, of which there are 4 or 6, as `Matchup.counts` has them.
        """
        at = (qualifies, level, level + 1)
        total, *weights = weights_of(worth, qualified=level >= qualifies)
        a, b, c = hand
        cards, kind = self.cards, self.kind(worth)
        of_level: Integers = np.full(len(self.every), total, kind)
        one: Integers = np.full(cards, total * comb(cards - 4, 2), kind)
        two: Integers = np.full((cards, cards), total * (cards - 5), kind)
        every = total * comb(cards - 3, 3)
        for border, weight in zip(at, weights, strict=True):
            if not weight:
                continue
            pairs = self.two[border]
            with_own = [self.made[own] < border for own in hand]
            every += weight * int(
                self.every[border]
                - self.one[border, [a, b, c]].sum()
                + pairs[[a, a, b], [b, c, c]].sum()
                - with_own[0][b, c]
            )
            one += weight * (
                self.one[border]
                - pairs[:, [a, b, c]].sum(axis=1, dtype=np.int64)
                + (with_own[0][b].astype(np.int64) + with_own[0][c] + with_own[1][c])
            ).astype(kind)
            two += weight * (
                pairs.astype(np.int64) - (with_own[0].astype(np.int64) + with_own[1] + with_own[2])
            ).astype(kind)
            of_level[:border] += weight
        return ResultTerms(every, one, two, of_level, hand)


@lru_cache(maxsize=1 << 12)
def weights_of(worth: tuple[int, ...], *, qualified: bool) -> tuple[int, int, int, int]:
    """What all dealer hands, those that fail, those lower and those not higher add to a worth.

    What cases are worth is linear in these four numbers (`against`).
    """
    units = np.eye(4, dtype=np.int64).tolist()
    total, failing, lower, not_higher = (
        sum(map(int.__mul__, worth, against(*unit, qualified=qualified, cases=len(worth)))) for unit in units
    )
    return total, failing, lower, not_higher


@lru_cache(maxsize=2)
def dealer_terms(ranking: Ranking) -> DealerTerms:
    """The dealer hands of a deck, which several questions ask about."""
    return DealerTerms(ranking)


def decision_terms(game: BaseGame, hand: HandClass, place: int) -> dict[int, ResultTerms]:
    """The terms of each decision that a class of hands may take, the cheapest first.

    Args:
        game: the base game.
        hand: the class.
        place: its place among the classes of the game.
    """
    rules, terms, level = game.rules, dealer_terms(game.rules.ranking), hand.strength.level
    nets = game.by_lines[game.lines[place]]
    folds = {FOLD: (game.fold,) * len(rules.cases)} if rules.play else {}
    allowed = {multiple: nets[multiple] for multiple, least in rules.multiples.items() if level >= least}
    return {
        decision: terms.of_hand(hand.cards, level, rules.qualifies, worth)
        for decision, worth in (folds | allowed).items()
    }


def refuse_other_games(rules: Rules, what: str) -> None:
    """Refuse games in which dealer hands cannot be counted by these terms."""
    single_deck_only(rules.deck, what)
    three_cards_only(rules.file.deal.player, what)
    if rules.ranking.upsets:
        problem = f"{what} are worked out where the higher hand wins; see Limits in docs/language.md"
        raise RulesError(("ranking", "beats"), problem)
    if rules.file.deal.face_up:
        raise RulesError(("deal", "face_up"), f"{what} are worked out for games in which no card is seen")


@dataclass(frozen=True)
class FoldedBet:
    """A bet that a fold loses: its table, and how many times the initial wager it is.

    `meter` is the meter per unit of the bet, and `unit` the money of a unit, for prizes that are sums.
    """

    table: PayTable
    ratio: Fraction
    meter: Fraction = Fraction(0)
    unit: Fraction = Fraction(1)

    def brings(self, line: Line | None) -> Fraction:
        """What a line brings back, the stake with it, in units of the initial wager."""
        if line is None:
            return Fraction(0)
        odds, money, share = prize_of(self.table, line)
        return self.ratio * (odds + money / self.unit + share * self.meter)

    def refuse(self) -> None:
        """Refuse bets that the dealer's cards decide too, or suits by name beside other cards."""
        bet = self.table.bet
        alone = bet.hand is Whose.PLAYER and not bet.versus_dealer and not about_colours(self.table)
        with_cards = bet.hand is Whose.PLAYER_AND_JACKPOT and bet.more_cards == 2
        if not alone and not with_cards:
            problem = (
                "neighbours' cards are worked out for bets on the player's hand or with two jackpot cards"
            )
            raise RulesError(("wager", bet.id), problem)
        if with_cards and names_suit(self.table):
            problem = "neighbours' cards are not worked out where jackpot cards are of a suit that is named"
            raise RulesError(("pay_tables", bet.id, self.table.letter), problem)


def folded_bets(
    rules: Rules,
    letters: Mapping[str, str],
    stakes: Mapping[str, Number] | None,
    *,
    option: str | None = None,
    meter: Number | Mapping[str, Number] | None = None,
) -> tuple[Rules, Mapping[str, str], list[FoldedBet]]:
    """The game at its stake, the tables, and the bets beside the initial wager that a fold loses.

    Without stakes it is the game as it is, without other bets.

    Raises:
        RulesError: a table of another bet, or a bet that a fold does not lose.
        JackpotError: a stake or a meter that is none, or no meter where one is needed.
    """
    if others := set(letters).difference(rules.base_tables, stakes or ()):
        problem = f"neighbours' cards are worked out for {rules.base_name} and what is staked beside it"
        raise RulesError((min(others),), problem)
    if stakes is None:
        return rules, choices(rules, letters, rules.base_tables)[0], []
    chosen, ante, lost = lost_with_fold(rules, stakes, letters, option=option, meter=meter)
    bets = [FoldedBet(bet.table, bet.unit / ante, bet.meter, bet.unit) for bet in lost]
    return rules.at_stake(ante), chosen, bets


class StakedGame:
    """The base game, and bets beside it that a fold loses; all in units that make it whole numbers.

    What a bet with jackpot cards brings is put on the dealer's cards: any three cards that are left are as
    likely to be the dealer's as any two are to be the jackpot cards, so that its mean is that of a third of
    what the three pairs of a dealer hand would bring.

    Attributes:
        game: the base game, with hands of one suit told apart by it where a table needs that.
        unit: what all is worth is over.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str], bets: Sequence[FoldedBet] = ()) -> None:
        self.rules, self.letters, self.bets = rules, letters, tuple(bets)
        for bet in self.bets:
            bet.refuse()
        suits = any(tells_suits(rules, bet.table) for bet in self.bets)
        self.game: BaseGame = base_game(rules, letters, matchups(rules, suits=True) if suits else None)
        prizes = [bet.brings(line) / 3 for bet in self.bets for line in bet.table.lines]
        every = (*prizes, *(bet.ratio for bet in self.bets))
        self.unit = lcm(self.game.unit, *(part.denominator for part in every))
        self.fold = self._whole(Fraction(self.game.fold, self.game.unit) - self._staked)

    def __reduce__(self) -> tuple[object, ...]:
        return StakedGame, (self.rules, self.letters, self.bets)

    @property
    def told(self) -> tuple[object, ...]:
        """All that figures depend on, for the hash of work that is shared out."""
        bets = [(bet.table.wager, bet.table.letter, bet.ratio, bet.meter, bet.unit) for bet in self.bets]
        return __version__, as_written(self.rules.file), dict(self.letters), bets

    @property
    def classes(self) -> tuple[HandClass, ...]:
        """The classes of hands."""
        return self.game.matchups.classes

    @cached_property
    def _staked(self) -> Fraction:
        return sum((bet.ratio for bet in self.bets), Fraction(0))

    def _whole(self, worth: Fraction) -> int:
        return int(worth * self.unit)

    def worth(self, place: int) -> dict[int, tuple[int, ...]]:
        """What each decision of a class nets in each case, but for what jackpot cards bring."""
        rules, game, one = self.rules, self.game, self.classes[place]
        scale = self.unit // game.unit
        cases = len(rules.cases)
        more = self._of_hands[place] - self._whole(self._staked)
        found = {FOLD: (self.fold,) * cases} if rules.play else {}
        for multiple, least in rules.multiples.items():
            if one.strength.level >= least:
                nets = game.by_lines[game.lines[place]][multiple]
                found[multiple] = tuple(net * scale + more for net in nets)
        return found

    @cached_property
    def _of_hands(self) -> list[int]:
        """What bets on the hand alone bring each class."""
        found = [0] * len(self.classes)
        for bet in self.bets:
            if not bet.table.bet.more_cards:
                lines = paid_lines(self.rules, bet.table, self.classes)
                found = [
                    have + self._whole(bet.brings(line)) for have, line in zip(found, lines, strict=True)
                ]
        return found

    def pairs(self, place: int) -> Integers | None:
        """Return (cards x cards) what two cards among three bring a class of hands; None where nothing.

        For the hand's own cards and for a card beside itself it is 0.
        """
        if not self._with_cards:
            return None
        deck, own = self.rules.deck, list(self.classes[place].cards)
        rank_of, suit_of, ranks = np.array(deck.rank_of), np.array(deck.suit_of), range(len(deck.ranks))
        kinds, code = rank_kinds(deck), rank_code(rank_of[own].tolist())
        by_ranks = np.array([[kinds[code + rank_code((a, b))] for b in ranks] for a in ranks])
        kind, of_suit = by_ranks[np.ix_(rank_of, rank_of)], np.full((len(deck),) * 2, len(deck.suits))
        if len(set(suit_of[own])) == 1:
            suited = np.flatnonzero(suit_of == suit_of[own[0]])
            mask = sum(1 << deck.rank_of[card] for card in own)
            made = [[kinds.of_suit(mask | 1 << a | 1 << b) for b in ranks] for a in ranks]
            kind[np.ix_(suited, suited)] = np.array(made)
            of_suit[np.ix_(suited, suited)] = suit_of[own[0]]
        found: Integers = sum(worth[of_suit, kind] for worth in self._with_cards)
        found[own] = found[:, own] = 0
        np.fill_diagonal(found, 0)
        return found if found.any() else None

    @cached_property
    def _with_cards(self) -> list[Integers]:
        """What bets with jackpot cards bring by suit and kind (suits + 1 x kinds), over three pairs each."""
        brings = [
            [
                [self._whole(bet.brings(line) / 3) for line in lines]
                for lines in kind_lines(bet.table, self.rules.deck)
            ]
            for bet in self.bets
            if bet.table.bet.more_cards
        ]
        kind = dealer_terms(self.rules.ranking).kind(chain(*chain(*brings)))
        return [np.array(one, kind) for one in brings]

    def terms(self, place: int) -> dict[int, ResultTerms]:
        """The terms of each decision that a class of hands may take, the cheapest first."""
        one, dealers = self.classes[place], dealer_terms(self.rules.ranking)
        found = {
            decision: dealers.of_hand(one.cards, one.strength.level, self.rules.qualifies, worth)
            for decision, worth in self.worth(place).items()
        }
        pairs = self.pairs(place)
        if pairs is None:
            return found
        return {
            decision: terms if decision == FOLD else terms.with_pairs(pairs)
            for decision, terms in found.items()
        }


@dataclass(frozen=True, eq=False)
class HandMargins:
    """A class of hands: the terms of its decisions, which is the best, and the margins of the others."""

    terms: Mapping[int, ResultTerms]
    usual: int
    made: NDArray[np.int16]

    @classmethod
    def of_class(cls, game: StakedGame, place: int) -> HandMargins:
        """The margins of the class at a place among those of a game."""
        terms = game.terms(place)
        usual = max(terms, key=lambda decision: terms[decision].every)
        return cls(terms, usual, dealer_terms(game.rules.ranking).made)

    @cached_property
    def margins(self) -> Margins:
        """The margins of the other decisions over the best one."""
        others = [each for decision, each in self.terms.items() if decision != self.usual]
        return Margins.of_terms(others, self.terms[self.usual], self.made)

    def at_most(self, number: int) -> int:
        """A bound of all margins with any so many dead cards, sooner found than `Margins.at_most`."""
        usual, found = self.terms[self.usual], list[int]()
        cards = usual.beside
        for each in self.terms.values():
            if each is not usual:
                two = (each.two - usual.two)[np.ix_(cards, cards)]
                np.fill_diagonal(two, two.min())
                part = np.sort((number - 1) * two.max(axis=1) - 2 * (each.one - usual.one)[cards])
                least = int((each.of_level - usual.of_level).min())
                if each.pairs is not None or usual.pairs is not None:
                    least += 3 * int(
                        np.min(
                            (0 if each.pairs is None else each.pairs)
                            - (0 if usual.pairs is None else usual.pairs)
                        )
                    )
                twice = (
                    2 * (each.every - usual.every) + int(part[-number:].sum()) - 2 * comb(number, 3) * least
                )
                found.append((twice + 1) // 2)
        return max(found, default=0)


def levels_of_threes(ranking: Ranking) -> Integers:
    """Return (cards x cards x cards) the level of three cards of a deck in which each card is there once.

    Where they are not three different cards, it is above all levels.
    """
    import numpy as np

    found = sieve_of(ranking).made.astype(np.int64)
    cards = np.arange(len(found))
    found[cards, cards] = found[cards, :, cards] = found[:, cards, cards] = len(ranking.strengths)
    return found
