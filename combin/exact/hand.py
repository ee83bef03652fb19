"""One player hand explained: its strength, dealer outcomes, EV by decision."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import Card, CardError
from combin.cards.suit_classes import HandClass, moves_of
from combin.exact.base_game import BaseGame, base_game
from combin.exact.pay_lines import about_colours, counts_by_line, paid_lines, royal_ways
from combin.exact.side_bets import colour_ways, paid_in_deals
from combin.exact.strategy import EarlyHand, best_later, early_hands
from combin.rules.errors import RulesError
from combin.rules.outcomes import base_sets, line_odds, payoff, payoffs
from combin.rules.wagers import Case, Kind, Whose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from combin.cards.ranking import Strength
    from combin.exact.matchups import Matchup
    from combin.exact.observed import Sighted
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


class PaidLine(Struct, frozen=True):
    """One line by which a pay table settles the hand, "nothing" where a bonus is not won or a bet is lost.

    It does so in `count` of the `ways` to deal the other cards, among them the one of the dealer's that is
    seen.
    """

    wager: str
    letter: str
    line: str
    net: Fraction
    count: int
    ways: int


def lines_of_hand(
    rules: Rules, table: PayTable, cards: Sequence[Card], situation: Matchup, *seen: Card
) -> list[PaidLine]:
    """The lines that settle a hand, played, under a table, best first; `seen` are the dealer's cards."""
    own, bet = replace(situation.hand, cards=tuple(map(rules.deck.index, cards))), table.bet
    ways = situation.deals
    beside = _cards_seen(rules, own, situation, *seen) if len(seen) == 1 else []
    if bet.kind is Kind.BONUS:
        rows = payoffs(rules, table.wager, table.letter)
        by_case = zip(rules.cases, situation.counts, strict=True)
        paid = (deals for case, deals in by_case if any(row.is_for(case) for row in rows))
        counts = _by_itself(rules, table, own, sum(paid))
    elif bet.hand is Whose.PLAYER_AND_JACKPOT or (bet.hand is Whose.PLAYER_AND_DEALER and not seen):
        counts, ways = _with_more_cards(rules, table, own, beside)
    elif about_colours(table) and not seen:
        colours = {card.suit.colour for card in cards}
        held = Counter(card.suit.colour for card in rules.deck.cards)
        lines = colour_ways(table, held, *colours) if len(colours) == 1 else ()
        counts = Counter({line.text: number for line, number in lines})
    elif bet.kind is Kind.COMPARISON or bet.hand.has_dealer or bet.versus_dealer or about_colours(table):
        counts = _with_the_dealers(rules, table, own, beside)
    else:
        counts = _by_itself(rules, table, own, ways)
    nets = line_odds(rules, table)
    found = [
        PaidLine(table.wager, table.letter, text, nets[text], count, ways)
        for text, count in sorted(counts.items(), key=lambda item: -nets[item[0]])
        if count
    ]
    if rest := ways - counts.total():
        unpaid = Fraction(0 if bet.kind is Kind.BONUS else -1)
        found.append(PaidLine(table.wager, table.letter, "nothing", unpaid, rest, ways))
    return found


def _by_itself(rules: Rules, table: PayTable, own: HandClass, deals: int) -> Counter[str]:
    """Return what is paid for the hand alone, in that many deals."""
    (line,) = paid_lines(rules, table, [own])
    return Counter() if line is None else Counter({line.text: deals})


def _with_more_cards(
    rules: Rules, table: PayTable, own: HandClass, beside: Sequence[int]
) -> tuple[Counter[str], int]:
    """Count the cards dealt besides, among which no card seen is, by the line they make with the hand."""
    deck, cards, more = rules.deck, rules.file.deal.player, table.bet.more_cards
    every = Counter(counts_by_line(rules, table, own.cards))
    for text, change in royal_ways(rules, table, own):
        every[text] += change
    times = len(beside) or 1
    counts = Counter({text: times * number for text, number in every.items()})
    for card in beside:
        counts.subtract(counts_by_line(rules, table, (*own.cards, card)))
    return counts, times * comb(len(deck) - cards - bool(beside), more)


def _with_the_dealers(rules: Rules, table: PayTable, own: HandClass, beside: Sequence[int]) -> Counter[str]:
    """Count the dealer's hands, of which a card may be seen, by the line that pays."""
    import numpy as np

    from combin.exact.joint_hands import PlayerClass

    # As a hand that is played against the cards that may be seen, and folded against all others.
    decision: int | NDArray[np.int64] = 1
    if beside and rules.sights is not None:
        decision = (np.arange(rules.sights.number) == rules.sights.of(np.array(beside[:1]))).astype(np.int64)
    elif beside:
        decision = np.bincount(beside, minlength=len(rules.deck))
    return paid_in_deals(rules, table, PlayerClass(replace(own, weight=1), decision=decision))[0]


def _cards_seen(rules: Rules, own: HandClass, situation: Matchup, seen: Card) -> list[int]:
    """Return the cards, as indexes, of which the one seen may be any for all that the player knows."""
    deck, known, sights = rules.deck, situation.seen, rules.sights
    if sights is not None:
        told, left = sights.marks[deck.index(seen)], Counter(own.cards)
        alike = [card for card, mark in enumerate(sights.marks) if mark == told]
        found = []
        for card in alike:
            kind = deck.index(deck.cards[card])
            if not left[kind]:
                found.append(card)
            left[kind] -= left[kind] > 0
        return found
    if known is None or known.card is not None:
        return [deck.index(seen)]
    return [card for card, rank in enumerate(deck.rank_of) if rank in known.ranks and card not in own.cards]


class ExplainedHand(Answer, Struct, frozen=True):
    """A hand of the player against every dealer hand.

    `better` and `equal` count the other hands of the whole deck by strength; `values` maps each decision
    (0 is fold) to its expectation in units of the base wager, once a card is seen if one is, and `early`
    tells what the hand is worth before that; `paid` visits all tables of the bonuses and bets, or of bonuses
    alone where several cards are seen, and of other hands than three cards those that the dealer's do not
    matter for.
    """

    shown_by: ClassVar[str] = "combin.report.strategy:hand_view"

    rules: Rules
    cards: tuple[Card, ...]
    letters: Mapping[str, str]
    situation: Matchup
    better: int
    equal: int
    values: Mapping[int, Fraction]
    paid: tuple[PaidLine, ...]
    gains: Mapping[str, tuple[Fraction, ...]]
    seen: tuple[Card, ...] = ()
    early: EarlyHand | None = None

    @property
    def best(self) -> int:
        """The decision that is worth most; of equals the cheapest."""
        return max(self.values, key=lambda decision: (self.values[decision], -decision))


class ComparedHands(Answer, Struct, frozen=True):
    """Several hands from one deck, by number from 0; `beaten_by` has the numbers of those that beat each."""

    shown_by: ClassVar[str] = "combin.report.strategy:compared_view"

    rules: Rules
    hands: tuple[tuple[Card, ...], ...]
    strengths: tuple[Strength, ...]
    beaten_by: tuple[tuple[int, ...], ...]

    @property
    def highest(self) -> tuple[int, ...]:
        """The hands that no other beats: several tie, and there may be none if hands go round in a circle."""
        return tuple(number for number, others in enumerate(self.beaten_by) if not others)


def compare_hands(rules: Rules, hands: Sequence[Sequence[Card]]) -> ComparedHands:
    """Return which of several hands of three cards beat which; CardError if the deck cannot hold them."""
    rules.deck.hold([card for hand in hands for card in hand])
    strengths = tuple(map(rules.ranking.strength, hands))
    levels, compare = list(enumerate(strength.level for strength in strengths)), rules.ranking.compare
    beaten_by = tuple(tuple(at for at, other in levels if compare(other, own) > 0) for _, own in levels)
    return ComparedHands(rules, tuple(map(tuple, hands)), strengths, beaten_by)


def explain(
    rules: Rules, cards: Sequence[Card], letters: Mapping[str, str], seen: Sequence[Card] = ()
) -> ExplainedHand:
    """Return a hand of three cards explained, with the bonuses of the given tables; as `combin.Game.hand`.

    Raises:
        RulesError: a card of the dealer's where none is seen, or none where one is.
        CardError: the dealer's card is one of the player's.
    """
    if len(seen) != (number := rules.file.deal.face_up):
        are = "one card of the dealer's is" if number == 1 else f"{number} cards of the dealer's are"
        problem = f"{are} face up: say which" if number else "no card of the dealer's is seen"
        raise RulesError(("deal", "face_up"), problem)
    if both := [card for card in seen if [*cards, *seen].count(card) > rules.deck.number(card)]:
        raise CardError(f"{both[0]} cannot be the player's and the dealer's")
    game, ranking = base_game(rules, letters), rules.ranking
    index = situation_index(game, cards, seen)
    situation = game.matchups[index]
    own = situation.hand.strength
    equal = own.count - 1
    better = sum(one.count for one in ranking.strengths if ranking.compare(one.level, own.level) > 0)
    bets = rules.bets_by_table
    if rules.file.deal.player != 3:
        bets = tuple(name for name in rules.side_bets if not rules.looks_at_dealer(name))
    paid = tuple(
        line
        for name in (*rules.bonuses, *bets)
        for table in rules.tables[name].values()
        for line in lines_of_hand(rules, table, cards, situation, *seen)
        if len(seen) < 2 or name in rules.bonuses
    )
    early = early_hands(game, best_later(game))[game.matchups.numbers[index]] if rules.early else None
    values, gains = dict(game.expectations(index)), _gains(rules, letters, situation)
    return ExplainedHand(
        rules, tuple(cards), letters, situation, better, equal, values, paid, gains, tuple(seen), early
    )


def _gains(rules: Rules, letters: Mapping[str, str], situation: Matchup) -> dict[str, tuple[Fraction, ...]]:
    """Return what each wager against the dealer nets in each case, the raise in units of its own stake."""
    sets = base_sets(rules, letters)
    lines = {name: paid_lines(rules, of, [situation.hand])[0] or "" for name, of in sets.items()}

    def gain(name: str, case: Case) -> Fraction:
        row = payoff(rules, name, case, letters.get(name, ""), lines.get(name, ""))
        always = row is not None and case is Case.NO_QUALIFY and Case.WIN in row.cases  # the dealer qualifies
        return Fraction(0) if row is None or always else row.odds()

    return {name: tuple(gain(name, case) for case in rules.cases) for name in rules.base_wagers}


def situation_index(game: BaseGame, cards: Sequence[Card], seen: Sequence[Card] = ()) -> int:
    """Index of the matchup of these cards with those seen of the dealer's; suits change places to find it."""
    rules, matchups = game.rules, game.matchups
    deck, sights, classes = rules.deck, rules.sights, matchups.classes

    def kinds(hand: Sequence[int], swap: Sequence[int]) -> tuple[tuple[int, int], ...]:
        to = [*swap, len(swap)]
        return tuple(sorted((deck.rank_of[card], to[deck.suit_of[card]]) for card in hand))

    own = deck.indexes(cards)
    held = own + (deck.indexes(seen) if sights is None else [])  # a class of hands goes with every sight
    shown = frozenset(deck.suit_of[card] for card in held) - {len(deck.suits)}
    for swap in moves_of(deck.alike if sights is None else sights.suits_alike, shown):
        number = game.classes.get(kinds(own, swap))
        if number is None or ((suit := classes[number].suit) is not None and swap[suit] != suit):
            continue
        if not seen:
            return number
        if sights is not None:
            import numpy as np

            of, ranking = deck.indexes(seen), sights.ranking
            sight = ranking.level_of(of) if sights.by_strength else int(sights.of(np.array([of]))[0])
            same = np.equal(cast("Sighted", matchups).sight, sights.moved(swap)[sight])
            return int(np.flatnonzero(same & (matchups.arrays.numbers == number))[0])
        ((rank, suit_seen),) = kinds(deck.indexes(seen), swap)
        card = rank * len(swap) + suit_seen
        for index in game.places[number]:
            told = matchups[index].seen
            if told is not None and rank in told.ranks and told.card in (None, card):
                return index
    raise AssertionError(f"no class holds {' '.join(map(str, (*cards, *seen)))}")
