"""Plain rounds settled by what the letter has said of hands like theirs: the quick road of long files."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from combin.cards.cards import Card, CardError, ColourLine
from combin.cards.hand_sets import HandSet
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.tables import PayTable
from combin.rules.wagers import Prize, Whose
from combin.settle.hands import LiveHand, PayTables, Showdown, needed_cards, paying_line
from combin.settle.meter import NOTHING, jackpot_cost, limits_of
from combin.settle.placing import check_decision, check_round, check_wagers
from combin.settle.results import Discrepancy, SettledHand, SettledRound, SettledWager
from combin.settle.round import settle_by_cards
from combin.settle.rounds import Hand, Round, RoundError
from combin.settle.verdicts import wrong_payments

MOST = 1 << 15
"""How many answers of a kind are kept; when there are more, all begin anew."""

LONGEST = 100
"""How long a text with cards of a plain round can be."""

Answer = TypeVar("Answer")


class _Kept(dict[Hashable, Answer]):
    """Answers that were found once, no more of them than fit."""

    def keep(self, key: Hashable, answer: Answer) -> Answer:
        """An answer that is new."""
        if len(self) >= MOST:
            self.clear()
        self[key] = answer
        return answer


@dataclass(frozen=True, slots=True, eq=False)
class _Kind:
    """Cards that are all the same to the rules, but for which of two hands is higher.

    With `shared`, what they win may be a part of the meter or an envy bonus, which concern the whole table.
    """

    shared: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Cards:
    """Cards that lie in one place: their bits, and of three cards the level, its words and the kind.

    `ranks` and `suits` have a digit in base 16 for each rank and suit: how many of the cards are of it.
    """

    bits: int
    number: int
    ranks: int = 0
    suits: int = 0
    level: int = -1
    words: str = ""
    kind: _Kind | None = None


_NONE = _Cards(0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Placing:
    """The wagers and the decision of a hand, which the letter has found in order; `cost` of the jackpot."""

    stakes: Mapping[str, Fraction]
    folds: bool
    decision: str | None
    jackpot: bool
    costs: tuple[Fraction, ...]
    with_others: frozenset[Whose]


@dataclass(frozen=True, slots=True, eq=False)
class _Outcome:
    """The wagers of a hand settled, the places of those whose reasons name hands, and right payments."""

    wagers: tuple[SettledWager, ...]
    naming: tuple[int, ...]
    right: set[Hashable]


class PlainRounds:
    """Settles rounds whose hands stand each by itself, as most do, in a tenth of the time of the letter.

    Nothing is decided here. By the letter the first hand is settled of those with the same wagers and of the
    same kind of cards; the others get what it got, in words for their own cards.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        """Prepare for the rounds of a game, with pay tables for those that name none."""
        self._rules = rules
        self._letters = letters
        tables = [table for alternatives in rules.tables.values() for table in alternatives.values()]
        self._of_three = [table for table in tables if not table.bet.more_cards]
        self._of_more = {
            whose: [table for table in tables if table.bet.more_cards and table.bet.hand is whose]
            for whose in Whose
        }
        self._coloured = any(
            isinstance(hands, ColourLine) for table in self._of_three for hands, _ in table.sets
        )
        self._limited = any(limits_of(entry, "") for entry in rules.meters.values())
        self._jackpots_with = frozenset(_with_others(rules, rules.jackpots))
        self._by_suit = self._coloured or any(
            isinstance(hands, HandSet) and hands.suit for table in self._of_three for hands, _ in table.sets
        )
        self._bits = _Kept[int]()
        self._words = _Kept[str]()
        self._cards = _Kept[_Cards]()
        self._kinds = _Kept[_Kind]()
        self._settings = _Kept[object]()
        self._placings = _Kept[_Placing]()
        self._showdowns = _Kept[Showdown]()
        self._outcomes = _Kept[_Outcome]()

    def settle(self, round_: Round, line: int | None = None) -> SettledRound | None:
        """A round settled under one reading of the rules; None if it is not plain, or wrong."""
        if round_.irregularities or round_.meters or round_.seeds or round_.hits:
            return None
        try:
            return self._settled(round_, line)
        except (RoundError, RulesError, CardError):
            return None

    def _settled(self, round_: Round, line: int | None) -> SettledRound | None:
        setting: object = None
        if round_.tables or round_.limits or round_.chip:
            known = (*round_.tables.items(), None, *round_.limits.items(), round_.chip)
            setting = self._settings.get(known) or self._settings.keep(known, object())
        deal = self._rules.file.deal
        dealer = self._read(round_.dealer, deal.dealer)
        jackpot = self._read(round_.jackpot_cards, deal.jackpot)
        parts = [
            (hand, self._placing(setting, round_, hand), self._read(hand.cards, deal.player))
            for hand in round_.hands
        ]
        if not self._in_order(round_, dealer, jackpot, parts):
            return None
        meter = any(placing.jackpot for _, placing, _ in parts)
        hands = []
        wrong: list[Discrepancy] = []
        for hand, placing, own in parts:
            with_others = placing.with_others | self._jackpots_with if meter else placing.with_others
            six = five = None
            if with_others:
                if Whose.PLAYER_AND_DEALER in with_others:
                    six = self._kind_of_more(Whose.PLAYER_AND_DEALER, own, dealer)
                if Whose.PLAYER_AND_JACKPOT in with_others:
                    five = self._kind_of_more(Whose.PLAYER_AND_JACKPOT, own, jackpot)
            if meter and any(kind is not None and kind.shared for kind in (own.kind, dealer.kind, six, five)):
                return None
            higher = self._rules.ranking.compare(own.level, dealer.level)
            kinds = (own.kind, dealer.kind, higher, six, five)
            outcome = self._outcomes.get((placing, kinds))
            if outcome is None:
                showdown = self._showdowns.get(kinds)
                if showdown is None:
                    jackpot_cards = jackpot if five is not None else _NONE
                    showdown = self._showdowns.keep(kinds, self._showdown(own, dealer, jackpot_cards))
                outcome = self._outcomes.keep(
                    (placing, kinds), self._outcome(round_, hand, placing, showdown)
                )
            wagers = outcome.wagers
            if outcome.naming:
                wagers = _named(outcome, own.words, dealer.words)
            settled = SettledHand(
                seat=hand.seat,
                player=hand.player,
                cards=hand.cards,
                decision=placing.decision,
                wagers=wagers,
            )
            hands.append(settled)
            if hand.paid is not None:
                paid = tuple(hand.paid.wagers.items()) if hand.paid.total is None else hand.paid.total
                if paid not in outcome.right:
                    found = wrong_payments(self._rules, hand, settled)
                    wrong += found
                    if not found:
                        outcome.right.add(paid)
        return SettledRound(
            id=round_.id,
            game=self._rules.file.id,
            line=line,
            dealer=round_.dealer,
            hands=tuple(hands),
            paid_wrongly=tuple(wrong),
        )

    def _in_order(
        self, round_: Round, dealer: _Cards, jackpot: _Cards, parts: list[tuple[Hand, _Placing, _Cards]]
    ) -> bool:
        """Whether cards, seats, players, jackpot wagers and the meter of a round certainly fit."""
        bits, number = dealer.bits | jackpot.bits, dealer.number + jackpot.number
        most, seats = self._rules.file.deal.seats, set()
        for hand, _, own in parts:
            bits |= own.bits
            number += own.number
            seats.add(hand.seat)
            if hand.retracts or hand.limits or hand.warned or (most is not None and hand.seat > most):
                return False
        if bits.bit_count() != number or len(seats) < len(parts):
            return False
        if len(parts) > 1:
            if self._rules.file.decision.blind.allowed:
                players = [hand.player for hand, _, _ in parts if hand.player is not None and not hand.blind]
                if len(set(players)) < len(players):
                    return False
            if any(
                len(set(costs) - {NOTHING}) > 1
                for costs in zip(*(one.costs for _, one, _ in parts), strict=True)
            ):
                return False
        meter, seed = round_.meter, round_.seed
        if meter is not None and self._limited:
            return False
        return meter is None or seed is None or meter >= seed or not self._rules.meters

    def _read(self, text: str, count: int) -> _Cards:
        """The cards written in a text, so many, or none."""
        bits, known = 0, self._bits
        words = text.split()
        if not words:
            return _NONE
        if len(text) > LONGEST:
            raise CardError(text)
        try:
            for word in words:
                bits |= known.get(word) or known.keep(word, self._bit(word))
            number = len(words)
        except CardError:  # two cards may stand in one word
            cards = self._rules.deck.parse(text)
            number = len(cards)
            for card in cards:
                bits |= 1 << self._rules.deck.index(card)
        if number != count or bits.bit_count() != count:
            raise CardError(text)
        return self._cards.get(bits) or self._cards.keep(bits, self._of(bits))

    def _bit(self, word: str) -> int:
        (card,) = self._rules.deck.parse(word, 1)
        return 1 << self._rules.deck.index(card)

    def _of(self, bits: int) -> _Cards:
        """All that is to be known of cards."""
        deck, ranking = self._rules.deck, self._rules.ranking
        places = _places(bits)
        ranks = [deck.rank_of[place] for place in places]
        suits = [deck.suit_of[place] for place in places]
        level, words, kind = -1, "", None
        if len(places) == self._rules.file.deal.player:
            level = ranking.level_of(places)
            words = self._words.get(level) or self._words.keep(
                level, ranking.describe(ranking.strengths[level])
            )
            key = (level, frozenset(suits) if self._by_suit else None)
            kind = self._kinds.get(key) or self._kinds.keep(key, self._kind(bits))
        return _Cards(
            bits,
            len(places),
            sum(1 << 4 * rank for rank in ranks),
            sum(1 << 4 * suit for suit in suits),
            level,
            words,
            kind,
        )

    def _cards_of(self, bits: int) -> tuple[Card, ...]:
        return tuple(self._rules.deck.cards[place] for place in _places(bits))

    def _showdown(self, own: _Cards, dealer: _Cards, jackpot: _Cards) -> Showdown:
        return Showdown(self._rules, *(self._cards_of(cards.bits) for cards in (own, dealer, jackpot)))

    def _kind(self, bits: int) -> _Kind:
        """The kind of a hand, whether they are the player's or the dealer's."""
        cards = self._cards_of(bits)
        showdown = Showdown(self._rules, cards, cards)
        level = showdown.strength.level
        told = (
            *(level >= least for least in self._rules.multiples.values()),
            showdown.qualifies,
            frozenset(suit.colour for suit in showdown.suits) if self._coloured else None,
        )
        return self._kind_by(self._of_three, showdown, told)

    def _kind_of_more(self, whose: Whose, own: _Cards, others: _Cards) -> _Kind | None:
        """The kind of five to seven cards together; None if some are not known.

        Their ranks tell it, or all cards where five are of one suit: 5 + 3 fills the digit of that suit.
        """
        if not own.bits or not others.bits:
            return None
        suits = own.suits + others.suits
        threes = 0x3333_3333
        flush = (suits + threes) & 0x8888_8888
        key = (whose, own.bits | others.bits) if flush else (own.ranks + others.ranks, whose)
        return self._kinds.get(key) or self._kinds.keep(key, self._first_of_more(whose, own, others))

    def _first_of_more(self, whose: Whose, own: _Cards, others: _Cards) -> _Kind:
        """The kind of five to seven cards."""
        showdown = self._showdown(
            own, *((others, _NONE) if whose is Whose.PLAYER_AND_DEALER else (_NONE, others))
        )
        tables = self._of_more[whose]
        return self._kind_by(tables, showdown, (whose, showdown.best_category(whose)))

    def _kind_by(self, tables: list[PayTable], showdown: Showdown, told: tuple[Hashable, ...]) -> _Kind:
        """The kind of cards by the lines of tables that pay them, and what else is told of them."""
        lines = [paying_line(table, showdown) for table in tables]
        prizes: dict[str, set[Prize | None]] = {name: set() for name in self._rules.jackpots}
        for table, line in zip(tables, lines, strict=True):
            if table.wager in prizes:
                prizes[table.wager].add(None if line is None else line.prize)
        shared = any(
            len(found) > 1 or any(prize is not None and (prize.of_meter or prize.envy) for prize in found)
            for found in prizes.values()
        )
        key = (*told, *(line.text if line is not None else None for line in lines))
        return self._kinds.get(key) or self._kinds.keep(key, _Kind(shared))

    def _placing(self, setting: object, round_: Round, hand: Hand) -> _Placing:
        """The wagers and the decision of a hand."""
        key = (setting, hand.decision, hand.keeps, hand.blind, *hand.wagers.items())
        return self._placings.get(key) or self._placings.keep(key, self._first_placing(round_, hand))

    def _first_placing(self, round_: Round, hand: Hand) -> _Placing:
        rules = self._rules
        check_round(rules, round_)
        stakes = check_wagers(rules, hand)
        return _Placing(
            stakes,
            folds=check_decision(rules, hand, stakes),
            decision=hand.decision or ("play" if rules.play in stakes else None),
            jackpot=any(name in stakes for name in rules.jackpots),
            costs=tuple(
                jackpot_cost(round_, name, stakes) for name, entry in rules.meters.items() if entry.cost_rule
            ),
            with_others=frozenset(_with_others(rules, stakes)),
        )

    def _outcome(self, round_: Round, hand: Hand, placing: _Placing, showdown: Showdown) -> _Outcome:
        """A hand settled by the letter, with cards of its kind."""
        rules = self._rules
        tables = PayTables(rules, {**self._letters, **round_.tables})
        live = LiveHand(hand, placing.stakes, placing.folds)
        needed = needed_cards(rules, tables, live)
        there = (showdown.dealer, showdown.jackpot, showdown.player)
        if any(need and not cards for need, cards in zip(needed, there, strict=True)):
            raise RoundError("cards are missing")
        wagers = tuple(settle_by_cards(round_, live, showdown, tables, {}).values())
        tables.check()
        naming = (place for place, wager in enumerate(wagers) if "{" in wager.reason)
        return _Outcome(wagers, tuple(naming), set())


def _places(bits: int) -> list[int]:
    """The places of bits, lowest first."""
    places = []
    while bits:
        lowest = bits & -bits
        places.append(lowest.bit_length() - 1)
        bits -= lowest
    return places


def _with_others(rules: Rules, names: Iterable[str]) -> Iterator[Whose]:
    return (rules.bets[name].hand for name in names if rules.bets[name].more_cards)


def _named(outcome: _Outcome, player: str, dealer: str) -> tuple[SettledWager, ...]:
    """The wagers of a hand with the hands put into their reasons."""
    wagers = list(outcome.wagers)
    for place in outcome.naming:
        wager = wagers[place]
        wagers[place] = SettledWager(
            wager=wager.wager,
            name=wager.name,
            staked=wager.staked,
            returned=wager.returned,
            carried=wager.carried,
            result=wager.result,
            rule=wager.rule,
            reason=wager.reason.replace("{player}", player).replace("{dealer}", dealer),
            notes=wager.notes,
        )
    return tuple(wagers)
