"""One hand settled literally: its cards and pay tables, the verdict on each wager, what chips can pay."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import Card, CardError, ColourLine, Suit
from combin.cards.five_cards import FiveCardStrength, SixCardRoyal, best_five
from combin.cards.hand_sets import HandSet
from combin.cards.ranking import Strength
from combin.rules.numbers import in_chips
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Bet, Case, Compared, Kind, Prize, Whose
from combin.settle import records
from combin.settle.records import Hand, Note, Result, Round, RoundError, amount_text, cite, money_text, total


class LiveHand(Struct, frozen=True):
    """A hand with wagers that the cards decide: what is staked on those, whether it folds, and the cards."""

    hand: Hand
    stakes: Mapping[str, Fraction]
    folds: bool
    showdown: Showdown

    def stays(self, name: str) -> bool:
        """Whether a wager is still decided by the cards after the decision."""
        return not self.folds or self.showdown.rules.bets[name].stays_on_fold(self.hand.keeps)

    @property
    def staying(self) -> list[Bet]:
        """The bets that the cards still decide."""
        bets = self.showdown.rules.bets
        return [bets[name] for name in self.stakes if not self.folds or self.stays(name)]

    def key(self, tables: PayTables) -> Hashable:
        """All that decides its wagers, with what the rules ask of the cards; the round's limits aside."""
        hand, showdown = self.hand, self.showdown
        placed = tuple(self.stakes.items()), self.folds, hand.keeps, tuple(hand.limits.items())
        if not (staying := self.staying):
            return placed
        lines = list[str | None]()
        for bet in staying:
            if bet.more_cards:
                lines.append(showdown.best_five(bet.hand)[0].category)
                for table in tables.possible(bet.id):
                    line = paying_line(table, showdown)
                    lines.append(None if line is None else line.text)
        dealer = (showdown.dealer.kind, showdown.result) if showdown.dealer.cards else None
        return placed, showdown.player.kind, dealer, *lines


def read_cards(rules: Rules, round_: Round, live: Mapping[int, LiveHand]) -> dict[int, LiveHand]:
    """The hands that are live with their cards, each beside the dealer's and the jackpot's, by seat.

    The cards of other hands are not read: in a misdeal they may be anything.
    """
    if not live:
        return {}
    known: dict[Hashable, Cards] = kept(rules, "cards")
    dealt: dict[str, Cards] = {}

    def read(place: str, text: str, count: int, *, needed: bool) -> Cards:
        if not needed and not text.strip():
            return Cards(rules)
        try:
            cards = rules.deck.parse(text, count)
        except CardError as error:
            raise RoundError(f"{place}: {error}") from None
        own = Cards(rules, cards, frozenset(cards))
        if len(own.different) == count:  # else of several decks
            own = known.setdefault(own.different, own)
        dealt[place.removesuffix(": cards")] = own
        return own

    deal, needed = rules.file.deal, {seat: _needed(rules, hand) for seat, hand in live.items()}
    of_dealer, of_jackpot, _ = map(any, zip(*needed.values(), strict=True))
    dealer = read("dealer", round_.dealer, deal.dealer, needed=of_dealer)
    jackpot = read("jackpot_cards", round_.jackpot_cards, deal.jackpot, needed=of_jackpot)
    hands = {
        seat: read(f"seat {seat}: cards", live[seat].hand.cards, deal.player, needed=own)
        for seat, (_, _, own) in needed.items()
    }
    _see_each_once(rules, dealt)
    return {
        seat: LiveHand(it.hand, it.stakes, it.folds, Showdown(rules, hands[seat], dealer, jackpot))
        for seat, it in live.items()
    }


def _needed(rules: Rules, live: LiveHand) -> tuple[bool, bool, bool]:
    """Whether the dealer's cards, the jackpot's and its own decide something of a hand."""
    bets = live.staying
    dealer = any(bet.compared is not None or rules.looks_at_dealer(bet.id) for bet in bets)
    jackpot = any(bet.hand is Whose.PLAYER_AND_JACKPOT for bet in bets)
    return dealer and not rules.alone, jackpot, bool(bets)


def _see_each_once(rules: Rules, dealt: Mapping[str, Cards]) -> None:
    """Refuse cards that are dealt more often than the deck holds them."""
    different = frozenset[Card]().union(*(own.different for own in dealt.values()))
    if len(different) == sum(len(own.cards) for own in dealt.values()):
        return
    names = {"dealer": "the dealer", "jackpot_cards": "the jackpot"}
    for card in dict.fromkeys(card for own in dealt.values() for card in own.cards):
        at = [names.get(place, place) for place, own in dealt.items() for each in own.cards if each == card]
        if len(at) > rules.deck.number(card):
            at = at[: rules.deck.number(card) + 1]
            often = "twice" if len(at) == 2 else f"{len(at)} times"
            raise RoundError(f"{card} is dealt {often}, to {', to '.join(at[:-1])} and to {at[-1]}")


MOST = 1 << 15
"""How many answers of a kind are kept; when there are more, all begin anew."""


@remembered
def _kept(_rules: Rules, _what: str) -> dict[Hashable, Any]:
    return {}


def kept(rules: Rules, what: str) -> dict[Hashable, Any]:
    """Answers about the cards or the hands of a game, kept from round to round."""
    answers = _kept(rules, what)
    if len(answers) >= MOST:
        answers.clear()
    return answers


class Cards(Struct, frozen=True, eq=False, dict=True):
    """Cards that lie in one place, with what they are by themselves; none where they decide nothing."""

    rules: Rules
    cards: tuple[Card, ...] = ()
    different: frozenset[Card] = frozenset()

    @cached_property
    def strength(self) -> Strength:
        """How strong a hand they are."""
        return self.rules.ranking.strength(self.cards)

    @cached_property
    def suits(self) -> frozenset[Suit]:
        """The suits that they show."""
        return self.rules.deck.suits_shown(self.cards)

    @cached_property
    def words(self) -> str:
        """The hand in words."""
        return self.rules.ranking.describe(self.strength)

    @cached_property
    def ranks(self) -> list[int]:
        """The index of the rank of each."""
        return [self.rules.deck.rank_of[card] for card in self.rules.deck.indexes(self.cards)]

    @cached_property
    def kind(self) -> Hashable:
        """What the rules ask of a hand, which of two is higher aside: equal for all that answer it alike."""
        kind = _kind(self.rules, self.strength.level, self.suits)
        _, coloured = _sets(self.rules)
        return (kind, frozenset(card.suit.colour for card in self.cards)) if coloured else kind


@remembered
def _sets(rules: Rules) -> tuple[tuple[HandSet, ...], bool]:
    """The different sets of hands that decide something in a game, and whether colours do."""
    tables = [table for letters in rules.tables.values() for table in letters.values()]
    lines = [hands for table in tables for hands, _ in table.sets]
    top, least = len(rules.ranking.strengths), (rules.qualifies, *rules.multiples.values())
    sets = [
        *(HandSet("", range(level, top)) for level in least),
        *(hands for apart in rules.hands.values() for hands in apart),
        *(hands for hands in lines if isinstance(hands, HandSet)),
    ]
    different = {(hands.levels, hands.suit): hands for hands in sets}
    return tuple(different.values()), any(isinstance(hands, ColourLine) for hands in lines)


@remembered
def _kind(rules: Rules, level: int, suits: frozenset[Suit]) -> bytes:
    """Which of these sets have hands of a level that show some suits."""
    sets, _ = _sets(rules)
    return bytes(hands.holds(level, suits) for hands in sets)


_PARTS = {
    Whose.PLAYER: ("player",),
    Whose.DEALER: ("dealer",),
    Whose.PLAYER_AND_DEALER: ("player", "dealer"),
    Whose.PLAYER_AND_JACKPOT: ("player", "jackpot"),
}
"""Whose cards make the hand of a pay table."""


class Showdown(Struct, frozen=True, dict=True):
    """A player's hand, the dealer's and the jackpot cards."""

    rules: Rules
    player: Cards
    dealer: Cards
    jackpot: Cards

    @classmethod
    def of(
        cls, rules: Rules, player: Sequence[Card], dealer: Sequence[Card], jackpot: Sequence[Card] = ()
    ) -> Showdown:
        """A showdown of cards; those that decide nothing may be empty."""
        return cls(rules, *(Cards(rules, tuple(cards)) for cards in (player, dealer, jackpot)))

    @cached_property
    def _fives(self) -> dict[Whose, tuple[FiveCardStrength, Suit | None]]:
        return {}

    @cached_property
    def _lines(self) -> dict[tuple[str, str], Line | None]:
        return {}

    def _parts(self, hand: Whose) -> list[Cards]:
        parts: list[Cards] = [getattr(self, part) for part in _PARTS[hand]]
        return parts if all(part.cards for part in parts) else []

    def cards(self, hand: Whose) -> list[Card]:
        """All cards that make the hand of a pay table; none where some of them are not known."""
        return [card for part in self._parts(hand) for card in part.cards]

    def best_five(self, hand: Whose) -> tuple[FiveCardStrength, Suit | None]:
        """What the best five of the player's cards with others are, and the suit that five of them have."""
        if hand not in self._fives:
            self._fives[hand] = self._best_five(hand)
        return self._fives[hand]

    def _best_five(self, hand: Whose) -> tuple[FiveCardStrength, Suit | None]:
        cards, deck = self.cards(hand), self.rules.deck
        suits = [card.suit for card in cards]
        flush = next((suit for suit in deck.suits if suits.count(suit) >= 5), None)
        if flush is not None or deck.copies > 1:
            return best_five(cards, deck), flush
        ranks = tuple(sorted([rank for part in self._parts(hand) for rank in part.ranks]))
        known: dict[Hashable, tuple[FiveCardStrength, None]] = kept(self.rules, "fives")
        if ranks not in known:
            known[ranks] = best_five(cards, deck), None
        return known[ranks]

    def line_of_five(self, table: PayTable) -> Line | None:
        """The line of a table that pays the best five of the player's cards with others."""
        key = table.wager, table.letter
        if key not in self._lines:
            best, suit = self.best_five(table.bet.hand)
            self._lines[key] = table.line_of_best(best.category, best.ranks[0], suit)
            for hands, line in table.sets if suit else ():
                if isinstance(hands, SixCardRoyal) and hands.holds(
                    self.cards(table.bet.hand), self.rules.deck
                ):
                    self._lines[key] = line
                    break
        return self._lines[key]

    @cached_property
    def qualifies(self) -> bool:
        """Whether the dealer qualifies."""
        return self.dealer.strength.level >= self.rules.qualifies

    @cached_property
    def result(self) -> Compared:
        """What comparing the hands comes to, seen by the player, whether or not the dealer qualifies."""
        higher = self.rules.ranking.compare(self.player.strength.level, self.dealer.strength.level)
        return (Compared.TIE, Compared.WIN, Compared.LOSE)[higher]

    @cached_property
    def case(self) -> Case:
        """The result, and whether the dealer did not qualify."""
        return Case.of(self.result, qualified=self.qualifies)

    def words(self, reason: str) -> str:
        """A reason with the hands put in that it asks for; a folded one may not be known."""
        if "{player}" in reason:
            reason = reason.replace("{player}", self.player.words)
        if "{dealer}" in reason:
            reason = reason.replace("{dealer}", self.dealer.words)
        return reason


class PayTables:
    """The pay tables of a game as a round uses them, by the letters that its record names.

    A letter that no record names is asked for only where it decides: `chosen` takes any table while all pay a
    hand the same, and notes the wager where they do not. What is settled then is worth nothing until `check`
    has found that no letter is missing; so that one message asks for all.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        self._rules = rules
        self._letters = letters
        self.missing: set[str] = set()
        self.key: Hashable = tuple(letters.items())

    def possible(self, name: str) -> tuple[PayTable, ...]:
        """The tables that a wager may be paid by: the one of the letter named, else all."""
        alternatives = self._rules.tables[name]
        letter = self._letters.get(name)
        if letter is None:
            return tuple(alternatives.values())
        if letter not in alternatives:
            known = ", ".join(alternatives)
            raise RoundError(f"tables.{name}: no table {letter!r}; the game has {known}")
        return (alternatives[letter],)

    def chosen(self, name: str, showdown: Showdown) -> PayTable:
        """The table that a hand is paid by; of several that pay it the same, what they share."""
        first, *others = self.possible(name)
        if not others:
            return first
        terms_of_first = _terms(first, showdown)
        if any(_terms(other, showdown) != terms_of_first for other in others):
            self.missing.add(name)
        same_rule = all(other.rule == first.rule for other in others)
        return replace(first, letter="", rule=first.rule if same_rule else "")

    def check(self) -> None:
        """See that no letter was missing where it decides."""
        if not self.missing:
            return
        missing = [
            f"{name} ({', '.join(letters)})"
            for name, letters in self._rules.tables.items()
            if name in self.missing
        ]
        raise RoundError(f"tables: no table named for {' and '.join(missing)}")


def _terms(table: PayTable, showdown: Showdown) -> tuple[str, Prize, bool, Fraction] | None:
    """What a table pays a hand, and how; None if nothing."""
    line = paying_line(table, showdown)
    return None if line is None else (line.text, line.prize, table.for_one, table.bet.commission)


def paying_line(table: PayTable, showdown: Showdown) -> Line | None:
    """The line of a table that is paid, or None; the finer lines come first in it."""
    if table.bet.more_cards:
        return showdown.line_of_five(table)
    if table.bet.hand is Whose.EITHER:
        return table.better(*(_line_of(table, own, showdown) for own in (showdown.player, showdown.dealer)))
    return _line_of(table, _whose(table.bet.hand, showdown), showdown)


def _line_of(table: PayTable, own: Cards, showdown: Showdown) -> Line | None:
    """The line that a hand of three cards is paid, or the colours of both hands are."""
    for hands, line in table.sets:
        if isinstance(hands, ColourLine):
            is_on = hands.holds(showdown.player.cards, showdown.dealer.cards)
        else:
            is_on = isinstance(hands, HandSet) and hands.holds(own.strength.level, own.suits)
        if is_on:
            return line
    return None


def _whose(hand: Whose, showdown: Showdown) -> Cards:
    """The hand of three cards that is meant; the hands are compared only where that decides."""
    dealers = hand is Whose.DEALER or (hand.of_both and hand.is_dealers(showdown.result))
    return showdown.dealer if dealers else showdown.player


def unpaid_reason(table: PayTable, showdown: Showdown) -> str:
    """Return why no line of a table is paid."""
    if table.bet.more_cards:
        return f"the best five, {showdown.best_five(table.bet.hand)[0].category}, are not paid"
    if any(isinstance(hands, ColourLine) for hands, _ in table.sets):
        return "no line about the colours is met"
    if table.bet.hand is Whose.EITHER:
        return "neither {player} nor dealer's {dealer} is on the pay table"
    dealers = _whose(table.bet.hand, showdown) is showdown.dealer
    whose = "dealer's {dealer}" if dealers else "{player}"
    return f"{whose} is not on the pay table"


def terms(table: PayTable, line: Line) -> str:
    """What a line pays, in words."""
    prize = line.prize
    if prize.money is not None:
        return f"{money_text(prize.money)} in money"
    if prize.meter is not None:
        return f"{amount_text(prize.meter * 100)}% of the meter"
    return f"{amount_text(prize.odds or Fraction(0))} {'for' if table.for_one else 'to'} 1"


NOTHING = Fraction(0)
LOST = Fraction(-1)


class HandVerdict(Struct, frozen=True):
    """What becomes of a wager: its net in units of its stake, the rule, the reason.

    The reason may name the hands as `{player}` and `{dealer}`. A bonus is in units of the wager it is on.
    """

    net: Fraction
    rule: str
    reason: str

    @property
    def result(self) -> Result:
        """Whether the wager wins or loses."""
        if self.net == 0:
            return Result.STAND_OFF
        return Result.WIN if self.net > 0 else Result.LOSE


def decide(
    showdown: Showdown,
    tables: PayTables,
    staked: Mapping[str, Fraction],
    *,
    folds: bool,
    keeps: Collection[str] = (),
) -> dict[str, HandVerdict]:
    """The verdict on each wager of a hand, jackpot wagers left out; a bonus only where it is paid.

    Of what is `staked` a pay in money is a multiple; a folding player `keeps` side bets where the rules let
    him.
    """
    rules = showdown.rules
    verdicts = {}
    for name, stake in staked.items():
        bet = rules.bets[name]
        if bet.kind in (Kind.BONUS, Kind.JACKPOT):
            continue
        if folds and not bet.stays_on_fold(keeps):
            verdicts[name] = _folded(bet)
        elif bet.compared is not None:
            verdicts[name] = _compared(bet, tables, showdown)
        else:
            table = tables.chosen(name, showdown)
            table = table.at(stake) if table.pays_money else table
            verdicts[name] = _pay_table(table, showdown)
    for name in rules.bonuses:
        bonus = rules.bets[name]
        paid = bonus.on in verdicts and not folds
        if paid and (not bonus.paid_on or bonus.paid_in(showdown.case)):
            table = tables.chosen(name, showdown)
            line = paying_line(table, showdown)
            if line is not None:
                verdicts[name] = _paid(table, line, bonus.rule)
    return verdicts


def _folded(bet: Bet) -> HandVerdict:
    """A fold loses what was staked before it; a raise was not staked at all."""
    if bet.raises:
        return HandVerdict(NOTHING, bet.cited.get("fold", ""), "not staked")
    if bet.fold_returns:
        returned = f"folded, {amount_text(bet.fold_returns * 100)}% of it returned"
        return HandVerdict(bet.fold_returns - 1, bet.rule_of("fold"), returned)
    return HandVerdict(LOST, bet.rule_of("fold"), "folded")


_HANDS = {
    Compared.WIN: "{player} beats dealer's {dealer}",
    Compared.TIE: "{player} equals dealer's {dealer}",
    Compared.LOSE: "dealer's {dealer} beats {player}",
}


def _compared(bet: Bet, tables: PayTables, showdown: Showdown) -> HandVerdict:
    """What the result of the comparison brings: by table, for a hand on it where the table decides."""
    if showdown.rules.alone:  # whatever the dealer's hand is, which may not be known
        words, outcome, before = "{player}", bet.outcomes[Case.TIE], ""
    else:
        words, outcome = _compared_words(bet, showdown.case, showdown.result), bet.outcomes[showdown.case]
        before = f"{words}: "
    rule = outcome.rule or bet.rule
    if outcome.by_table:
        table = tables.chosen(bet.id, showdown)
        line = paying_line(table, showdown)
        if line is not None:
            return _paid(table, line, rule, before)
        if showdown.rules.alone:
            words = unpaid_reason(table, showdown)
    for hands in showdown.rules.hands.get(bet.id, ()) if outcome.hands else ():
        if hands.text in outcome.hands and showdown.player.strength.level in hands.levels:
            pays = outcome.hands[hands.text]
            return _less_commission(pays, bet.commission, rule, f"{words}, paid for {hands.text}")
    return _less_commission(outcome.pays, bet.commission, rule, words)


def _compared_words(bet: Bet, case: Case, result: Compared) -> str:
    """What comparing the hands comes to; a bet on which hand is higher asks for no qualifier."""
    if case.qualified or bet.kind is Kind.COMPARISON:
        return _HANDS[result]
    if not bet.compares_unqualified:
        return "dealer's {dealer} does not qualify"
    return f"{_HANDS[result]}, who does not qualify"


def _pay_table(table: PayTable, showdown: Showdown) -> HandVerdict:
    """A side bet: what it is about decides; the dealer's hand only where a table's hand must beat it."""
    bet, line = table.bet, paying_line(table, showdown)
    if line is None:
        return HandVerdict(LOST, bet.rule_of("lose"), unpaid_reason(table, showdown))
    # Asked for only where it decides, since the dealer's hand may not be known.
    if bet.if_tied is not None and showdown.result is Compared.TIE:
        return _less_commission(bet.if_tied, bet.commission, bet.rule, _HANDS[Compared.TIE])
    if bet.if_beaten is not None and showdown.result is Compared.LOSE:
        return _less_commission(bet.if_beaten, bet.commission, bet.rule, _HANDS[Compared.LOSE])
    return _paid(table, line, bet.rule_of("win"))


def _paid(table: PayTable, line: Line, rule: str, before: str = "") -> HandVerdict:
    """The verdict on what a line pays; `before` comes before it in the reason."""
    net, reason = table.odds(line), f"{before}{line.text} pays {terms(table, line)}"
    if table.bet.commission and net > 0:
        reason += _commission_words(table.bet.commission)
    return HandVerdict(net, cite(rule, table.rule), reason)


def _less_commission(pays: Fraction, commission: Fraction, rule: str, reason: str) -> HandVerdict:
    """The verdict on a wager that gains or loses so much, with the house's part of winnings taken."""
    if commission and pays > 0:
        pays, reason = pays * (1 - commission), reason + _commission_words(commission)
    return HandVerdict(pays, rule, reason)


def _commission_words(commission: Fraction) -> str:
    return f", less {amount_text(commission * 100)}% commission"


class Stake(Struct, frozen=True):
    """A wager as staked: what counts of it, and what goes back to the player whatever the result."""

    staked: Fraction
    counts: Fraction
    notes: tuple[Note, ...] = ()

    @property
    def excess(self) -> Fraction:
        """What goes back whatever the result."""
        return self.staked - self.counts


def counted_stakes(round_: Round, live: LiveHand) -> Mapping[str, Stake]:
    """How much of each stake of a hand counts."""
    rules, stakes, own = live.showdown.rules, live.stakes, live.hand.limits
    multiples: tuple[Fraction, ...] = ()
    if rules.play in stakes:
        level = live.showdown.player.strength.level
        allowed = (decision for decision, least in rules.multiples.items() if level >= least)
        multiples = tuple(map(rules.times, allowed))
    counted = {
        name: _within_limits(
            rules, name, amount, own.get(name) or round_.limits.get(name), personal=name in own
        )
        for name, amount in stakes.items()
    }
    for name in rules.equals:
        if name in counted:
            counted[name] = _cut(rules, counted[name], counted[rules.base].counts, rules.wagers[name].rule)
    if rules.play in counted:
        counted[rules.play] = _equal_play(rules, multiples, counted[rules.base], counted[rules.play])
    return counted


def _cut(rules: Rules, stake: Stake, most: Fraction, rule: str) -> Stake:
    """A stake of which no more counts than goes with the initial wager (Crown 8.2.2, 5.6)."""
    if stake.counts <= most:
        return stake
    back = money_text(stake.counts - most)
    note = Note(f"counts like the {rules.wagers[rules.base].name}: {back} goes back", rule)
    return Stake(stake.staked, most, (*stake.notes, note))


def _within_limits(
    rules: Rules, name: str, amount: Fraction, limits: records.Limits | None, *, personal: bool
) -> Stake:
    if limits is None:
        return Stake(amount, amount)
    entry, counts = rules.file.limits, amount
    settled: str | None
    if limits.minimum is not None and amount < limits.minimum:
        problem = f"below the minimum of {money_text(limits.minimum)}"
        settled, rule = entry.below_minimum, entry.below_minimum_rule
        how = "paid or collected after the result; the owner is advised that the next is returned"
    elif limits.maximum is not None and amount > limits.maximum:
        problem, counts = f"above the maximum of {money_text(limits.maximum)}", limits.maximum
        settled, rule = entry.above_maximum, entry.above_maximum_rule
        how = f"paid or collected to the maximum, {money_text(amount - counts)} goes back"
    elif limits.step and (amount - (limits.minimum or 0)) % limits.step:
        problem = f"not in steps of {money_text(limits.step)} over the minimum"
        settled, rule = entry.inexact_pay, entry.inexact_pay_rule
        how = "paid to the next amount that chips make"
    else:
        return Stake(amount, amount)
    if settled is None:
        silent = f"{entry.rule or rules.file.source.document} does not say how it is settled"
        raise RoundError(f"{name}: {money_text(amount)} is {problem}; {silent}")
    note = Note(f"{problem}: {how}", cite(rule, entry.personal_rule if personal else ""))
    return Stake(amount, counts, (note,))


def _equal_play(rules: Rules, multiples: tuple[Fraction, ...], base: Stake, play: Stake) -> Stake:
    """The Play as it counts beside the Ante: equal to it, or as the rule on an unequal Play has it."""
    entry, dues = rules.file.decision, [multiple * base.counts for multiple in multiples]
    for multiple, due in zip(multiples, dues, strict=True):
        if play.counts == due or play.staked in (multiple * base.staked, due):
            return _cut(rules, play, due, entry.rule)
    wanted = " or ".join(map(money_text, dues)) or "a fold"
    for decision, hands in rules.limited.items():
        multiple = rules.times(decision)
        if multiple not in multiples:
            wanted += f" ({money_text(multiple * base.counts)} is for {hands})"
    allowed = [due for due in dues if due < play.counts]
    rule = entry.excess_play_rule if allowed else entry.short_play_rule
    if not rule or not multiples:
        want = f"{entry.rule} wants" if entry.rule else "the rules want"
        problem = f"{rules.play}: {money_text(play.staked)} where {want} {wanted}"
        raise RoundError(f"{problem}; the rules do not say how another amount is settled")
    if not allowed:
        note = f"less than {wanted}: taken or paid as wagered; the dealer advises the amount for later rounds"
        return Stake(play.staked, play.counts, (*play.notes, Note(note, rule)))
    back = money_text(play.counts - allowed[-1])
    note = f"more than {money_text(allowed[-1])}: the excess of {back} is returned"
    return Stake(play.staked, allowed[-1], (*play.notes, Note(note, rule)))


def payable(
    rules: Rules, chip: Fraction | None, name: str, pay: Fraction
) -> tuple[Fraction, tuple[Note, ...]]:
    """A pay as chips can make it, with a note if that is another amount."""
    if not chip or pay % chip == 0:
        return pay, ()
    limits, problem = rules.file.limits, f"{money_text(pay)} cannot be made in chips of {money_text(chip)}"
    if limits.inexact_pay is None:
        raise RoundError(f"{name}: a pay of {problem}; the rules do not say what is paid then")
    paid = in_chips(pay, chip, limits.inexact_pay)
    return paid, (Note(f"{problem}: paid {money_text(paid)}", limits.inexact_pay_rule),)


def wrong_payments(rules: Rules, hand: Hand, settled: records.SettledHand) -> list[records.Discrepancy]:
    """Where the amounts paid to one hand differ from those due, in the order of its wagers.

    A wager that `paid` does not name was paid nothing. Where only a sum was recorded, the sum is compared
    and the discrepancy is under "total".
    """
    if hand.paid is None:
        return []
    wrong = partial(records.Discrepancy, seat=settled.seat, player=settled.player)
    if hand.paid.total is not None:
        due = settled.returned
        if due == hand.paid.total:
            return []
        rule = "; ".join(f"{one.wager}: {one.rule}" for one in settled.wagers)
        return [wrong(wager="total", due=due, paid=hand.paid.total, rule=rule)]
    paid, known = hand.paid.wagers, {name: wager.rule for name, wager in rules.wagers.items()}
    known |= {f"{name}.envy": rules.bets[name].cited["envy"] for name in rules.jackpots}
    for name in paid:
        if name not in known:
            raise RoundError(f"paid: no wager {name!r}; there are {', '.join(known)}")
    dues: dict[str, Fraction] = {}
    for one in settled.wagers:
        dues[one.wager] = total((dues[one.wager], one.returned)) if one.wager in dues else one.returned
    if dues == paid:
        return []
    found = []
    for name in known:
        due, handed = dues.get(name, NOTHING), paid.get(name, NOTHING)
        if due == handed:
            continue
        rows = [one for one in settled.wagers if one.wager == name]
        rule = cite(*(one.rule for one in rows), *(note.rule for one in rows for note in one.notes))
        found.append(wrong(wager=name, due=due, paid=Fraction(handed), rule=rule or known[name]))
    return found
