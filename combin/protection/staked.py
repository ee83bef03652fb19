"""The base game with bets that a fold loses, decided together beside any set of cards that is known."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import comb, lcm
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.analysis import choices
from combin.exact.base_game import FOLD, base_game, matchups
from combin.exact.fivecard_counts import kind_lines, rank_code, rank_kinds
from combin.exact.pay_lines import about_colours, names_suit, paid_lines
from combin.jackpot.mixes import lost_with_fold
from combin.jackpot.value import prize_of, tells_suits
from combin.protection.dead_sets import Margins, ResultTerms, dealer_terms
from combin.rules.errors import RulesError
from combin.rules.spelling import as_written
from combin.rules.wagers import Whose
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Integers
    from combin.cards.suit_classes import HandClass
    from combin.exact.base_game import BaseGame
    from combin.jackpot.meter.meter import Number
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


@dataclass(frozen=True)
class FoldedBet:
    """A bet that a fold loses: its table, and how many times the initial wager it is.

    `meter` is the meter per unit of the bet, and `unit` the money of a unit, for prizes that are sums.
    """

    table: PayTable
    ratio: Fraction
    meter: Fraction = Fraction(0)
    unit: Fraction = Fraction(1)

    def brings(self, rules: Rules, line: Line | None) -> Fraction:
        """What a line brings back, the stake with it, in units of the initial wager."""
        if line is None:
            return Fraction(0)
        odds, money, share = prize_of(rules, self.table, line)
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
        prizes = [bet.brings(rules, line) / 3 for bet in self.bets for line in bet.table.lines]
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
                    have + self._whole(bet.brings(self.rules, line))
                    for have, line in zip(found, lines, strict=True)
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
                [self._whole(bet.brings(self.rules, line) / 3) for line in lines]
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
