"""The joint law of the wagers of one player in one round: what comes together, and how often."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.cards.five_cards import SixCardRoyal
from combin.cards.suit_classes import hand_classes
from combin.exact.base_game import FOLD
from combin.exact.distribution import LOST, Distribution, Pay, base_pay, pay_of
from combin.exact.joint_hands import Features, KindOutcomes, PlayerClass
from combin.exact.pay_lines import about_colours, lines_by_level, names_suit, suit_matters, table_of
from combin.processes import begun
from combin.rules.errors import RulesError
from combin.rules.numbers import Rounding, in_chips
from combin.rules.outcomes import bet_lines
from combin.rules.resolved import Rules, remembered
from combin.rules.wagers import Kind, Whose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from combin.exact.joint_deals import BaseWager, DealerHands, JointSideBet
    from combin.exact.strategy import Strategy
    from combin.rules.tables import PayTable

WORTH_A_PROCESS = 1000
"""From that many classes of hands on, a second process takes half of them."""


def paid_tables(rules: Rules, tables: Mapping[str, str]) -> dict[str, PayTable]:
    """The pay tables of some wagers but the base wager, literally that each has."""
    names = (name for name in tables if name != rules.base and name in rules.tables)
    return {name: rules.tables[name][tables[name]] for name in names}


def is_of_own_hand(rules: Rules, tables: Mapping[str, str]) -> bool:
    """Whether the player's hand and decision settle each wager but the base wager."""
    paid = paid_tables(rules, tables)
    return tables.keys() - {rules.base} <= paid.keys() and not any(
        table.bet.kind is not Kind.PAY_TABLE
        or table.bet.hand is not Whose.PLAYER
        or table.bet.versus_dealer
        or about_colours(table)
        or names_suit(table)
        for table in paid.values()
    )


def law_of_own_hand(
    rules: Rules, tables: Mapping[str, str], strategy: Strategy | None
) -> Counter[tuple[Pay, ...]]:
    """Number of deals with each combination of results, where `is_of_own_hand`; as `joint_law` has them."""
    paid = paid_tables(rules, tables)
    if strategy is not None and not paid:
        return Counter({(base_pay(rules, net),): count for net, count in strategy.distribution.outcomes})
    lines = {name: lines_by_level(rules, table) for name, table in paid.items()}
    lost = [name for name in paid if rules.bets[name].loses_on_fold]
    # Summed by numbers and texts, and turned into results at the end: those take their time to distinguish.
    counts: Counter[tuple[int, tuple[str | None, ...]]] = Counter()
    for level, folded, nets in _by_level(rules, strategy):
        own = ((name, of[level]) for name, of in lines.items())
        texts = tuple(None if not line or (folded and name in lost) else line.text for name, line in own)
        for net, count in nets:
            counts[net, texts] += count
    unit = 1 if strategy is None else strategy.game.unit
    pays = {
        name: {text: pay_of(table, row) for text, row in bet_lines(rules, name, table.letter).items()}
        for name, table in paid.items()
    }
    found: Counter[tuple[Pay, ...]] = Counter()
    for (net, texts), count in counts.items():
        pairs = zip(paid, texts, strict=True)
        results = {name: LOST if text is None else pays[name][text] for name, text in pairs}
        results[rules.base] = base_pay(rules, Fraction(net, unit))
        found[tuple(results[name] for name in tables)] += count
    return +found


def _by_level(
    rules: Rules, strategy: Strategy | None
) -> Iterator[tuple[int, bool, Iterable[tuple[int, int]]]]:
    """Yield levels of hands, whether these fold, and the nets of the base wager with their deals."""
    if strategy is None:
        dealers = rules.dealer_hands
        for hand in hand_classes(rules.ranking):
            yield hand.strength.level, False, [(0, hand.weight * dealers)]
        return
    game = strategy.game
    for (level, line, decision), (_, *deals) in strategy.together.items():
        if decision == FOLD:
            yield level, True, [(game.fold, sum(deals))]
        else:
            yield level, False, zip(game.by_lines[line][decision], deals, strict=True)


class JointDistribution(Struct, frozen=True):
    """How many of `total` deals have each combination of results.

    A key of `counts` has the result of each of `wagers`; the base wager's includes what equals and raises it,
    and its bonuses. `average` is what is staked on each on average per unit of its stake.
    """

    wagers: tuple[str, ...]
    counts: Mapping[tuple[Pay, ...], int]
    total: int
    average: Mapping[str, Fraction]

    def marginal(self, wager: str) -> dict[Pay, int]:
        """Number of deals with each result of one wager."""
        place = self.wagers.index(wager)
        found: Counter[Pay] = Counter()
        for pays, count in self.counts.items():
            found[pays[place]] += count
        return dict(found)


def joint_law(
    rules: Rules, tables: Mapping[str, str], strategy: Strategy | None, *, wins: bool = False
) -> JointDistribution:
    """The joint law of some wagers placed together by one player.

    It is about all deals of the player's and the dealer's cards and, for wagers on them, of two jackpot
    cards: 22,100 x 18,424 x 1,035 with 52 cards; where the player decides by a card of the dealer's, of which
    of the three is seen as well. One of each class of the player's hands is taken with every dealer hand; the
    jackpot cards that leave a dealer hand whole are counted by inclusion and exclusion. Where each wager but
    the base wager is settled by the player's own cards, the situations of the base game say it all.

    `tables` has the letter of the pay table of each wager that has one; the strategy is None without a base
    wager. With `wins` results distinguish what single wagers and bonuses win, of which else only sums matter.
    A side bet that a fold loses is lost with it; one that "may stay" stays. The counts are remembered. The
    slow equivalent settles every deal of all the cards.

    Raises:
        RulesError: a wager on another number of jackpot cards than two.
    """
    played: tuple[object, ...] = ()
    if strategy is not None:
        played = strategy.decisions, *(table.letter for table in strategy.game.tables.values())
    known, key = _known_laws(rules), (*tables.items(), wins, *played)
    if key not in known:
        if not wins and is_of_own_hand(rules, tables):
            known[key] = law_of_own_hand(rules, tables, strategy)
        else:
            known[key] = counted_deals(rules, tables, strategy, wins=wins)
    found = known[key]
    average = dict.fromkeys(tables, Fraction(1))
    if strategy is not None:
        average[rules.base] = strategy.distribution.average_wager
    return JointDistribution(tuple(tables), found, found.total(), average)


@remembered
def _known_laws(_: Rules) -> dict[tuple[object, ...], Counter[tuple[Pay, ...]]]:
    """The counts of results by the wagers, what is distinguished and how is played: to be filled."""
    return {}


def counted_deals(
    rules: Rules, tables: Mapping[str, str], strategy: Strategy | None, *, wins: bool
) -> Counter[tuple[Pay, ...]]:
    """Number of deals with each combination of results, by visiting all dealer hands."""
    from combin.exact.joint_deals import DealerHands
    from combin.exact.joint_hands import decided_by, player_classes

    paid = paid_tables(rules, tables)
    aspects = aspects_of(rules, tables, paid, seen=strategy is not None and strategy.seen)
    deals, apart = DealerHands(rules, aspects), suit_matters(rules, [*paid.values()])
    colours, named = aspects.colours, aspects.suits_named
    hands = [*player_classes(rules, decided_by(strategy), apart=apart, colours=colours, named=named)]

    def counted(some: Sequence[PlayerClass]) -> Counter[tuple[Pay, ...]]:
        bets = [bet_of(rules, name, paid, strategy, deals, wins=wins) for name in tables]
        counts: Counter[tuple[int, ...]] = Counter()
        for player in some:
            results = [bet.results(player) for bet in bets]
            for context, numbers in deals.contexts_of(player):
                same = numbers * 0  # what is the same for all stands in each of them
                keys = zip(*((same + result(context)).tolist() for result in results), strict=True)
                for key, number in zip(keys, numbers.tolist(), strict=True):
                    counts[key] += player.one.weight * number
        found: Counter[tuple[Pay, ...]] = Counter()
        for key, count in counts.items():
            if count:
                found[tuple(bet.pays[place] for bet, place in zip(bets, key, strict=True))] += count
        return found

    if len(hands) < WORTH_A_PROCESS:
        return counted(hands)
    # Hands of the same ranks share what their ranks make with others: they stay together.
    hands.sort(key=lambda player: sorted(rules.deck.rank_of[card] for card in player.one.cards))
    half = len(hands) // 2
    others = begun(lambda: counted(hands[half:]))
    return counted(hands[:half]) + others()


def bet_of(
    rules: Rules,
    name: str,
    paid: Mapping[str, PayTable],
    strategy: Strategy | None,
    deals: DealerHands,
    *,
    wins: bool,
) -> BaseWager | JointSideBet:
    """A wager with the pay table that it has, if any, to be settled hand by hand."""
    from combin.exact.joint_deals import BaseWager, JointSideBet

    if name in paid or name in rules.comparisons:
        return JointSideBet(rules, paid.get(name) or table_of(rules, name, ""), deals)
    if strategy is None:
        raise ValueError(f"{name} without a strategy")
    return BaseWager(strategy, wins=wins)


def aspects_of(
    rules: Rules, tables: Mapping[str, str], paid: Mapping[str, PayTable], *, seen: bool
) -> Features:
    """What the wagers look at in addition to the player's cards."""
    of = {hand: [table for table in paid.values() if table.bet.hand is hand] for hand in Whose}
    five = of[Whose.PLAYER_AND_JACKPOT]
    if five and rules.file.deal.jackpot != 2:
        number = rules.file.deal.jackpot
        problem = f"with {number} jackpot cards: how it goes together with others is worked out for two"
        raise RulesError(("wager", five[0].wager), problem)
    versus = any(name not in paid or name in rules.comparisons for name in tables)
    both = [*of[Whose.HIGHER], *of[Whose.LOWER]]
    versus = versus or bool(both) or any(table.bet.versus_dealer for table in paid.values())
    six = of[Whose.PLAYER_AND_DEALER]
    return Features(
        face_up=seen,
        compared=versus,
        colours=any(map(about_colours, paid.values())),
        dealer=(*of[Whose.DEALER], *both, *of[Whose.EITHER]),
        six=KindOutcomes(six, rules.deck) if six else None,
        five=KindOutcomes(five, rules.deck) if five else None,
        royal=any(isinstance(hands, SixCardRoyal) for table in six for hands, _ in table.sets),
    )


class TableLimits(Struct, frozen=True):
    """What a table does to pays: each is rounded to a multiple of `chip`, and a round pays `most` at most.

    `most` is about winnings, not about stakes that come back.
    """

    chip: Fraction | None = None
    most: Fraction | None = None
    rounding: Rounding = "next amount up"

    def rounded(self, pay: Fraction) -> Fraction:
        """A pay in amounts that chips make."""
        return pay if self.chip is None else in_chips(pay, self.chip, self.rounding)


class Mix(Struct, frozen=True, dict=True):
    """Wagers of one player in one round, in money.

    `stakes` are the initial stakes of all wagers of the law, `meters` what a meter shows for those that pay
    a share of one. Under `limits` the law must tell what is won.
    """

    law: JointDistribution
    stakes: Mapping[str, Fraction]
    meters: Mapping[str, Fraction]
    limits: TableLimits = TableLimits()

    @property
    def staked(self) -> Fraction:
        """The initial stakes of all wagers together, without what is staked beside the base wager as well."""
        return sum((self.stakes[name] for name in self.law.wagers), Fraction(0))

    @property
    def average_staked(self) -> Fraction:
        """What is staked on average, raises included."""
        return sum((self.stakes[name] * self.law.average[name] for name in self.law.wagers), Fraction(0))

    @cached_property
    def nets(self) -> tuple[tuple[tuple[Fraction, ...], int], ...]:
        """The nets of all wagers in money, in the order of the law, and how many deals have them.

        With chips that do not make every pay, as it is paid; what a round pays at most is not looked at.
        """
        places, limits, terms = range(len(self.law.wagers)), self.limits, self.terms

        def net(pay: Pay, place: int) -> Fraction:
            more = sum((limits.rounded(part) - part for part in pay.won(*terms[place])), Fraction(0))
            return pay.net(*terms[place]) + more

        return tuple(
            (tuple(net(pays[place], place) for place in places), count)
            for pays, count in self.law.counts.items()
        )

    @property
    def terms(self) -> list[tuple[Fraction, Fraction]]:
        """The stake of each wager, and what its meter shows."""
        return [(self.stakes[name], self.meters.get(name, Fraction(0))) for name in self.law.wagers]

    @cached_property
    def cut(self) -> tuple[Fraction, ...]:
        """What is not paid of each round of `nets` because it is more than a round pays."""
        most = self.limits.most
        if most is None:
            return (Fraction(0),) * len(self.nets)
        found = []
        for pays in self.law.counts:
            won = (part for pay, terms in zip(pays, self.terms, strict=True) for part in pay.won(*terms))
            paid = sum(map(self.limits.rounded, won), Fraction(0))
            found.append(max(paid - most, Fraction(0)))
        return tuple(found)

    def distribution(self, wager: str | None = None) -> Distribution:
        """The net results in money, of all wagers together or of one; of one without what is cut."""
        counts: Counter[Fraction] = Counter()
        place = None if wager is None else self.law.wagers.index(wager)
        for (nets, count), cut in zip(self.nets, self.cut, strict=True):
            counts[sum(nets, -cut) if place is None else nets[place]] += count
        initial = self.staked if wager is None else self.stakes[wager]
        staked = self.average_staked if wager is None else initial * self.law.average[wager]
        return Distribution.from_counts(counts, staked * self.law.total, initial)

    @cached_property
    def total(self) -> Distribution:
        """The net results of all wagers together, in money."""
        return self.distribution()

    @property
    def expected_loss(self) -> Fraction:
        """What the mix loses on average, in money."""
        return self.total.expected_loss

    @property
    def house_edge(self) -> Fraction:
        """What the mix loses on average per unit of its initial stakes."""
        return self.total.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """What the mix loses on average per unit of all money staked, raises included."""
        return self.total.element_of_risk

    @cached_property
    def covariances(self) -> dict[tuple[str, str], Fraction]:
        """The covariance of each pair of wagers in squared money; of a wager with itself its variance.

        They add to the variance of the mix, if nothing is cut.
        """
        names, total, found = self.law.wagers, self.law.total, {}
        means = [
            sum((nets[at] * count for nets, count in self.nets), Fraction(0)) / total
            for at in range(len(names))
        ]
        for a, b in combinations_with_replacement(range(len(names)), 2):
            product = sum((nets[a] * nets[b] * count for nets, count in self.nets), Fraction(0)) / total
            found[names[a], names[b]] = found[names[b], names[a]] = product - means[a] * means[b]
        return found
