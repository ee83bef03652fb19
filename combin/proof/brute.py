"""Brute force: a whole game settled over every deal, by the letter of its rule file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from combin.colours import ColourLine
from combin.proof.deals import Deals, count_deals
from combin.proof.hands import Hands, named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.ranking import Category
    from combin.rules.rules import Rules

    Integers = NDArray[np.int64]
    Progress = Callable[[int, int], object]

__all__ = ["BruteForce", "Payment", "brute_force"]

_FOLD = 0


@dataclass(frozen=True, eq=False)
class Payment:
    """What a pay table gives: `nets[line]`.

    `line` has a row for each player hand and a column for each colour of the dealer's, as `Deals.colours`.
    """

    line: Integers
    nets: tuple[Fraction, ...]


@dataclass(frozen=True, eq=False)
class BruteForce:
    """What every deal of a game comes to under one choice of tables and one decision for each hand.

    `decisions` is a multiple of the base wager for each hand, 0 for fold. `values` (hands x choices) is what
    each of the `choices` nets over all dealer hands, in `1/unit` of the base wager. `outcomes` gives for each
    wager how many of all deals have each net; the base wager's include its raise and bonuses. `by_category`
    counts the deals: fold, no qualify, win, tie, lose.
    """

    deals: Deals
    letters: Mapping[str, str]
    bonuses: Mapping[str, Payment]
    side_bets: Mapping[str, Payment]
    choices: tuple[int, ...]
    unit: int
    values: NDArray[np.object_]
    decisions: Integers
    outcomes: Mapping[str, Mapping[Fraction, int]]
    by_category: Mapping[Category, tuple[int, int, int, int, int]]

    @property
    def hands_played(self) -> int:
        """How many of the player's hands are not folded."""
        return int(np.count_nonzero(self.decisions))

    @property
    def staked(self) -> int:
        """How many units of the base wager are staked over all deals, the raise included."""
        return int((1 + self.decisions).sum()) * self.deals.dealer_hands

    def settle(self, player: int, dealer: int) -> dict[str, Fraction]:
        """Return what each wager nets in one deal, in units of the base wager or of the side bet.

        Args:
            player: the row of the player's hand in `deals.hands`.
            dealer: the row of the dealer's hand, which shares no card with it.
        """
        rules, colour = self.deals.rules, int(self.deals.hands.colour[dealer])
        decision = int(self.decisions[player])
        base, play = _nets_by_case(rules, decision)
        case = self.deals.case(player, dealer)
        found = {rules.base: base[case], rules.play: play[case]}
        for name, bonus in self.bonuses.items():
            found[name] = bonus.nets[bonus.line[player, colour]] if decision != _FOLD else Fraction(0)
        for name, bet in self.side_bets.items():
            found[name] = bet.nets[bet.line[player, colour]]
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

    Side bets on the best five of more cards are left out: `visiting` goes through those hands.

    Args:
        rules: the game.
        letters: the pay table of each bonus and side bet.
        progress: called again and again with the number of deals done and the number of all.
        decisions: a multiple of the base wager for each hand, 0 for fold, in the order of
            `itertools.combinations` over the deck; without them each hand takes the decision of greatest
            value, and of several such the one that stakes least.
        deals: the deals of the same rules, where they are counted already.

    Raises:
        ValueError: the decisions are not as many as the hands, or one of them the game does not have.
    """
    found = deals or count_deals(rules, progress)
    bonuses = {name: _payment(found, name, letters[name], otherwise=0) for name in rules.bonuses}
    choices = (_FOLD, *rules.multiples)
    game = _Game(found, bonuses, choices)
    values = game.values()
    decided = _best(values, choices) if decisions is None else _checked(decisions, found, choices)
    decided.setflags(write=False)
    on_three_cards = (name for name in rules.side_bets if not rules.more_cards(name))
    side_bets = {name: _side_bet(found, name, letters[name], decided) for name in on_three_cards}
    outcomes: dict[str, Mapping[Fraction, int]] = {rules.base: game.outcomes(decided)}
    for name, bet in side_bets.items():
        counts = ((net, int(found.colours[bet.line == line].sum())) for line, net in enumerate(bet.nets))
        outcomes[name] = _added(counts)
    by_category = {
        category: _fates(found, decided, found.hands.of(category)) for category in found.hands.order
    }
    return BruteForce(
        found, letters, bonuses, side_bets, choices, game.unit, values, decided, outcomes, by_category
    )


class _Game:
    """The base wager with its raise and all bonuses."""

    def __init__(self, deals: Deals, bonuses: Mapping[str, Payment], choices: tuple[int, ...]) -> None:
        self.deals = deals
        self.choices = choices
        self.nets = {
            choice: [base + play for base, play in zip(*_nets_by_case(deals.rules, choice), strict=True)]
            for choice in choices
        }
        # All bonuses in one: each pair of a line of the one and a line of the other is a line.
        self.line = np.zeros(len(deals.hands), np.int64)
        self.bonus = [Fraction(0)]
        for payment in bonuses.values():
            self.line = self.line * len(payment.nets) + payment.line[:, 0]
            self.bonus = [one + other for one in self.bonus for other in payment.nets]
        numbers = [*self.bonus, *(net for nets in self.nets.values() for net in nets)]
        self.unit = lcm(*(number.denominator for number in numbers))

    def values(self) -> NDArray[np.object_]:
        """Return (hands x choices) what each decision nets over all dealer hands, as integers of any size."""
        cases = self.deals.cases.astype(object)
        bonus = self._in_units(self.bonus)[self.line] * self.deals.dealer_hands
        columns = [
            cases @ self._in_units(nets) + (bonus if choice != _FOLD else 0)
            for choice, nets in self.nets.items()
        ]
        return np.stack(columns, axis=1)

    def outcomes(self, decisions: Integers) -> dict[Fraction, int]:
        """Return how many deals have each net."""
        counts = []
        for choice, nets in self.nets.items():
            for line, bonus in enumerate(self.bonus):
                cases = self.deals.cases[(decisions == choice) & (self.line == line)].sum(axis=0)
                paid = bonus if choice != _FOLD else Fraction(0)
                counts += [(net + paid, int(count)) for net, count in zip(nets, cases, strict=True)]
        return _added(counts)

    def _in_units(self, numbers: Sequence[Fraction]) -> NDArray[np.object_]:
        return np.array([int(number * self.unit) for number in numbers], dtype=object)


def _nets_by_case(rules: Rules, decision: int) -> tuple[list[Fraction], list[Fraction]]:
    """Return what the base wager and its raise net in each case, in units of the base wager."""
    if decision == _FOLD:
        return [Fraction(-1)] * 4, [Fraction(0)] * 4
    base, play = (rules.against_dealer(name) for name in (rules.base, rules.play))
    return (
        [Fraction(base.outcome(case).pays) for case in rules.cases],
        [decision * Fraction(play.outcome(case).pays) for case in rules.cases],
    )


def _best(values: NDArray[np.object_], choices: tuple[int, ...]) -> Integers:
    """Return for each hand the decision of greatest value, of equal ones the first, which stakes least."""
    best: Integers = np.array(choices, np.int64)[np.argmax(values, axis=1)]
    return best


def _checked(decisions: Sequence[int] | Integers, deals: Deals, choices: tuple[int, ...]) -> Integers:
    decided = np.array(decisions, np.int64)
    if decided.shape != (len(deals.hands),):
        msg = f"{len(decided)} decisions for {len(deals.hands)} hands"
        raise ValueError(msg)
    strange = decided[~np.isin(decided, choices)]
    if len(strange):
        msg = f"{strange[0]} is no decision of this game ({', '.join(map(str, choices))})"
        raise ValueError(msg)
    return decided


def _side_bet(deals: Deals, name: str, letter: str, decisions: Integers) -> Payment:
    """Return the payment of a side bet, lost with the hands that are folded if its rule says so."""
    bet = _payment(deals, name, letter, otherwise=-1)
    if deals.rules.pay_table_wager(name).on_fold == "lost":
        bet.line[decisions == _FOLD] = 0
    return bet


def _payment(deals: Deals, name: str, letter: str, otherwise: int) -> Payment:
    """Return what a pay table gives; line 0 is for hands that no line fits, and for lines written "lose"."""
    table = deals.rules.file.pay_tables[name][letter]
    back = 1 if table.odds == "for 1" else 0  # "for 1" counts the stake that comes back
    nets = [Fraction(otherwise)]
    line = np.zeros(deals.colours.shape, np.int64)
    columns = len(deals.hands.colours) + 1
    members = {text: _members(text, deals.hands, columns) for text in (*table.lines, *table.unpaid)}
    # Of several lines that fit, the one for the fewest hands is paid: it is written last.
    for text in sorted(members, key=lambda text: -int(members[text].sum())):
        if text in table.unpaid:
            line[members[text]] = 0
            continue
        odds = table.lines[text].odds
        if odds is None:
            msg = f"{name} {letter}: {text!r} pays no odds"
            raise ValueError(msg)
        line[members[text]] = len(nets)
        nets.append(Fraction(odds) - back)
    return Payment(line, tuple(nets))


def _members(text: str, hands: Hands, columns: int) -> NDArray[np.bool_]:
    """Return for which player hands and which colours of the dealer's a line of a pay table is."""
    own = hands.colour[:, None]
    dealer = np.array([*range(columns - 1), -1], np.int64)
    if text == ColourLine.SAME:
        members = (own >= 0) & (own == dealer)
    elif text == ColourLine.EACH:
        members = (own >= 0) & (dealer >= 0)
    elif text == ColourLine.PLAYER:
        members = own >= 0
    else:
        members = named(text, hands)[:, None]
    return np.broadcast_to(members, (len(hands), columns))


def _fates(deals: Deals, decisions: Integers, members: NDArray[np.bool_]) -> tuple[int, int, int, int, int]:
    """Return how many deals of some hands are folded, and how many of the played ones fall in each case."""
    folded = int(deals.cases[members & (decisions == _FOLD)].sum())
    none, win, tie, lose = deals.cases[members & (decisions != _FOLD)].sum(axis=0).tolist()
    return folded, none, win, tie, lose


def _added(counts: Iterable[tuple[Fraction, int]]) -> dict[Fraction, int]:
    """Return the counts of equal nets added up, from the worst net to the best, without those of none."""
    added: Counter[Fraction] = Counter()
    for net, count in counts:
        added[net] += count
    return {net: added[net] for net in sorted(added) if added[net]}
