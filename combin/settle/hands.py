"""One hand settled literally: its cards and pay tables, the verdict on each wager, what chips can pay."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import TypeVar

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
from combin.settle.records import Amount, Hand, Note, Round, RoundError, amount_text, cite, money_text

K = TypeVar("K")
T = TypeVar("T")


class LiveHand(Struct, frozen=True):
    """A hand with wagers that the cards decide: what is staked on those, whether it folds, and the cards."""

    hand: Hand
    stakes: Mapping[str, Amount]
    folds: bool
    showdown: Showdown

    def stays(self, name: str) -> bool:
        """Whether a wager is still decided by the cards after the decision."""
        return not self.folds or self.showdown.rules.bets[name].stays_on_fold(self.hand.keeps)

    @property
    def staying(self) -> list[Bet]:
        """The bets that the cards still decide."""
        return [self.showdown.rules.bets[name] for name in self.stakes if self.stays(name)]

    @property
    def needs(self) -> tuple[bool, bool, bool]:
        """Whether the dealer's cards, the jackpot's and its own decide something of it."""
        bets, rules = self.staying, self.showdown.rules
        dealer = any(bet.compared is not None or rules.looks_at_dealer(bet.id) for bet in bets)
        jackpot = any(bet.hand is Whose.PLAYER_AND_JACKPOT for bet in bets)
        return dealer and not rules.alone, jackpot, bool(bets)


MOST = 1 << 15
"""How many answers of a kind are kept; when there are more, all begin anew."""


class Placement(Struct, frozen=True, eq=False):
    """Wagers as some hand placed them before, and the bets among them on more cards.

    `amounts` are 1 and the stakes. The `shape` is one for all whose wagers equal cards settle in proportion.
    """

    stakes: Mapping[str, Amount]
    amounts: tuple[Amount, ...]
    needs: tuple[bool, bool, bool]
    fives: tuple[Bet, ...]
    shape: object


class Kept:
    """Answers about the cards and the hands of a game, kept from round to round."""

    def __init__(self, rules: Rules) -> None:
        self.rules, deck, top = rules, rules.deck, len(rules.ranking.strengths)
        self._cards = {
            str(card): (card, place, 1 << place, 8 ** deck.rank_of[place], 16 ** deck.suit_of[place])
            for place, card in reversed([*enumerate(deck.cards)])
        }
        self._code = {text: code for text, (_, _, code, *_) in self._cards.items()}.__getitem__
        tables = [table for letters in rules.tables.values() for table in letters.values()]
        lines = [(hands, table.bet.hand.has_dealer) for table in tables for hands, _ in table.sets]
        sets = [(hands, of_dealer) for hands, of_dealer in lines if isinstance(hands, HandSet)]
        least = [HandSet("", range(level, top)) for level in (rules.qualifies, *rules.multiples.values())]
        own = [*least[1:], *chain(*rules.hands.values()), *(hands for hands, _ in sets)]
        self._sets = own, [least[0], *(hands for hands, of_dealer in sets if of_dealer)]
        self._suited = any(hands.suit for hands in own)
        self._coloured = any(isinstance(hands, ColourLine) for hands, _ in lines)
        options = [(entry, option) for entry in rules.meters.values() for option in entry.options.values()]
        self.limited = any(entry.must_hit_of(option) for entry, option in options)
        self._kinds: dict[Hashable, Sequence[Hashable]] = {}
        self._read: dict[int, Cards] = {}
        self.none = Cards(rules)
        self.fives: dict[tuple[int, ...], FiveCardStrength] = {}
        self.tables: dict[Hashable, PayTables] = {}
        self.placements: dict[Hashable, Placement] = {}
        self.shapes: dict[Hashable, object] = {}
        self.results: dict[Hashable, records.HandResult] = {}

    def keep(self, answers: dict[K, T], key: K, answer: T) -> T:
        """Keep an answer, or return the one that is kept."""
        if len(answers) >= MOST:
            answers.clear()
        return answers.setdefault(key, answer)

    def read(self, place: str | int, text: str, count: int, *, needed: bool) -> Cards:
        """The cards written in `text`; RoundError with their place, or seat, if they are none."""
        words = text.split()
        try:
            known = self._read.get(sum(map(self._code, words)))
        except KeyError:
            known = None
        if known is not None and len(words) == count:
            return known
        if not words and not needed:
            return self.none
        deck, ranking = self.rules.deck, self.rules.ranking
        if not len(self._cards.keys() & words) == len(words) == count:
            try:
                words = [str(card) for card in deck.parse(text, count)]
            except CardError as error:
                where = f"seat {place}: cards" if isinstance(place, int) else place
                raise RoundError(f"{where}: {error}") from None
        cards, places, codes, ranks, suits = zip(*[self._cards[word] for word in words], strict=True)
        code, level = sum(codes), ranking.level_of(places) if count == ranking.dealt else -1
        shown = deck.suits_shown(cards) if self._suited else frozenset[Suit]()
        kinds = self._kinds.get((level, shown))
        if kinds is None:
            kinds = [bytes(hands.holds(level, shown) for hands in sets) for sets in self._sets]
            self._kinds[level, shown] = kinds
        if self._coloured:
            colours = frozenset(card.suit.colour for card in cards)
            kinds = [(kind, colours) for kind in kinds]
        read = Cards(self.rules, cards, code, sum(ranks), sum(suits), level, *kinds)
        # Of several decks a hand may hold a card twice.
        return self.keep(self._read, code, read) if code.bit_count() == count else read


kept = remembered(Kept)


def read_cards(
    answers: Kept, round_: Round, live: Sequence[Hand], needs: Sequence[tuple[bool, bool, bool]]
) -> list[Cards]:
    """The cards of the dealer, of the jackpot and of hands that are live; RoundError if they are none.

    The cards of other hands are not read: in a misdeal they may be anything.
    """
    if not live:
        return [answers.none, answers.none]
    deal, deck, read = answers.rules.file.deal, answers.rules.deck, answers.read
    of_dealer, of_jackpot, _ = needs[0] if len(needs) == 1 else map(any, zip(*needs, strict=True))
    dealt = [
        read("dealer", round_.dealer, deal.dealer, needed=of_dealer),
        read("jackpot_cards", round_.jackpot_cards, deal.jackpot, needed=of_jackpot),
    ]
    for hand, (_, _, own) in zip(live, needs, strict=True):
        dealt.append(read(hand.seat, hand.cards, deal.player, needed=own))
    if sum([own.code for own in dealt]).bit_count() == deal.dealer + deal.jackpot + deal.player * len(live):
        return dealt  # no card is there twice
    names = ["the dealer", "the jackpot", *(f"seat {hand.seat}" for hand in live)]
    texts = [round_.dealer, round_.jackpot_cards, *(hand.cards for hand in live)]
    laid = [(card, name) for name, text in zip(names, texts, strict=True) for card in deck.parse(text)]
    for card in dict.fromkeys(card for card, _ in laid):
        at = [name for each, name in laid if each == card]
        if len(at) > deck.number(card):
            at = at[: deck.number(card) + 1]
            often = "twice" if len(at) == 2 else f"{len(at)} times"
            raise RoundError(f"{card} is dealt {often}, to {', to '.join(at[:-1])} and to {at[-1]}")
    return dealt


class Cards(Struct, frozen=True, eq=False, dict=True):
    """Cards that lie in one place, with what they are by themselves; none where they decide nothing.

    Of cards that a round records, codes of different ones add up to a number of as many bits; `rank_sum` and
    `suit_sum` are equal for the same ranks, and suits. A kind, of the player's hand or of the dealer's, is
    equal for all hands with the same rulings, which of two is higher aside.
    """

    rules: Rules
    cards: tuple[Card, ...] = ()
    code: int = 0
    rank_sum: int = 0
    suit_sum: int = 0
    level: int = -1
    own_kind: Hashable = None
    dealers_kind: Hashable = None

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

    def cards(self, hand: Whose) -> list[Card]:
        """All cards that make the hand of a pay table; none where some of them are not known."""
        parts = [getattr(self, part).cards for part in _PARTS[hand]]
        return [card for part in parts for card in part] if all(parts) else []

    def best_five(self, hand: Whose) -> tuple[FiveCardStrength, Suit | None]:
        """What the best five of the player's cards with others are, and the suit that five of them have."""
        cards, deck, answers = self.cards(hand), self.rules.deck, kept(self.rules)
        suits = [card.suit for card in cards]
        flush = next((suit for suit in deck.suits if suits.count(suit) >= 5), None)
        if flush is not None or deck.copies > 1:
            return best_five(cards, deck), flush
        ranks = tuple(sorted([deck.rank_of[place] for place in deck.indexes(cards)]))
        known = answers.fives.get(ranks)
        return (answers.keep(answers.fives, ranks, best_five(cards, deck)) if known is None else known), None

    @cached_property
    def result(self) -> Compared:
        """What comparing the hands comes to, seen by the player, whether or not the dealer qualifies."""
        higher = self.rules.ranking.compare(self.player.strength.level, self.dealer.strength.level)
        return (Compared.TIE, Compared.WIN, Compared.LOSE)[higher]

    @cached_property
    def case(self) -> Case:
        """The result, and whether the dealer did not qualify."""
        return Case.of(self.result, qualified=self.dealer.strength.level >= self.rules.qualifies)


_THREES, _EIGHTS = 0x333333333, 0x888888888
"""For each of eight suits, and jokers: what is added to their numbers, and the bit of those above 4."""


class PayTables:
    """The pay tables of a game as a round uses them, by the letters that its record names.

    A letter that no record names is asked for only where it decides: `chosen` takes any table while all pay a
    hand the same, and notes the wager where they do not. What is settled then is worth nothing until `check`
    has found that no letter is missing; so that one message asks for all.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        self.rules = rules
        self._letters = letters
        self.missing: set[str] = set()
        self._fives: dict[tuple[str, int], Hashable] = {}

    def possible(self, name: str) -> tuple[PayTable, ...]:
        """The tables that a wager may be paid by: the one of the letter named, else all."""
        alternatives = self.rules.tables[name]
        letter = self._letters.get(name)
        if letter is None:
            return tuple(alternatives.values())
        if letter not in alternatives:
            known = ", ".join(alternatives)
            raise RoundError(f"tables.{name}: no table {letter!r}; the game has {known}")
        return (alternatives[letter],)

    def five(self, bet: Bet, player: Cards, others: Cards) -> Hashable:
        """What the best five of two hands are, and the lines that tables of a bet may pay them."""
        key = bet.id, player.rank_sum + others.rank_sum
        flush = (player.suit_sum + others.suit_sum + _THREES) & _EIGHTS  # five of a suit
        found = None if flush or self.rules.deck.copies > 1 else self._fives.get(key)
        if found is None:
            showdown = Showdown(self.rules, player, others, others)
            lines = [paying_line(table, showdown) for table in self.possible(bet.id)]
            found = showdown.best_five(bet.hand)[0].category, *(line and line.text for line in lines)
            if not flush:
                self._fives[key] = found
        return found

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
        if self.missing:
            tables = self.rules.tables
            missing = [f"{name} ({', '.join(tables[name])})" for name in tables if name in self.missing]
            raise RoundError(f"tables: no table named for {' and '.join(missing)}")


def _terms(table: PayTable, showdown: Showdown) -> tuple[str, Prize, bool, Fraction] | None:
    """What a table pays a hand, and how; None if nothing."""
    line = paying_line(table, showdown)
    return None if line is None else (line.text, line.prize, table.for_one, table.bet.commission)


def paying_line(table: PayTable, showdown: Showdown) -> Line | None:
    """The line of a table that is paid, or None; the finer lines come first in it."""
    if table.bet.more_cards:
        best, suit = showdown.best_five(table.bet.hand)
        cards = showdown.cards(table.bet.hand) if suit else []
        for hands, line in table.sets if suit else ():
            if isinstance(hands, SixCardRoyal) and hands.holds(cards, showdown.rules.deck):
                return line
        return table.line_of_best(best.category, best.ranks[0], suit)
    if table.bet.hand is Whose.EITHER:
        return table.better(*(_line_of(table, own, showdown) for own in (showdown.player, showdown.dealer)))
    return _line_of(table, _whose(table.bet.hand, showdown), showdown)


def _line_of(table: PayTable, own: Cards, showdown: Showdown) -> Line | None:
    """The line that a hand of three cards is paid, or the colours of both hands are."""
    for hands, line in table.sets:
        if isinstance(hands, ColourLine) and hands.holds(showdown.player.cards, showdown.dealer.cards):
            return line
        if isinstance(hands, HandSet) and hands.holds(own.strength.level, own.suits):
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


LOST = Fraction(-1)


class HandVerdict(Struct, frozen=True):
    """What becomes of a wager: its net in units of its stake, the rule, the reason.

    The reason may name the hands as `{player}` and `{dealer}`. A bonus is in units of the wager it is on.
    """

    net: Fraction
    rule: str
    reason: str


def decide(
    showdown: Showdown,
    tables: PayTables,
    staked: Mapping[str, Amount],
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
            table = table.at(Fraction(stake)) if table.pays_money else table
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
        return HandVerdict(Fraction(0), bet.cited.get("fold", ""), "not staked")
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
        words, outcome = _HANDS[showdown.result], bet.outcomes[showdown.case]
        if not (showdown.case.qualified or bet.kind is Kind.COMPARISON):
            words += ", who does not qualify"
            words = words if bet.compares_unqualified else "dealer's {dealer} does not qualify"
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


def _pay_table(table: PayTable, showdown: Showdown) -> HandVerdict:
    """A side bet: what it is about decides; the dealer's hand only where a table's hand must beat it."""
    bet, line = table.bet, paying_line(table, showdown)
    if line is None:
        return HandVerdict(LOST, bet.rule_of("lose"), unpaid_reason(table, showdown))
    # Asked for only where it decides, since the dealer's hand may not be known.
    for pays, result in (bet.if_tied, Compared.TIE), (bet.if_beaten, Compared.LOSE):
        if pays is not None and showdown.result is result:
            return _less_commission(pays, bet.commission, bet.rule, _HANDS[result])
    return _paid(table, line, bet.rule_of("win"))


def _paid(table: PayTable, line: Line, rule: str, before: str = "") -> HandVerdict:
    """The verdict on what a line pays, net of commission; `before` comes before it in the reason."""
    net, commission = table.odds(line), table.bet.commission
    less = f", less {amount_text(commission * 100)}% commission" if commission and net > 0 else ""
    return HandVerdict(net, cite(rule, table.rule), f"{before}{line.text} pays {terms(table, line)}{less}")


def _less_commission(pays: Fraction, commission: Fraction, rule: str, reason: str) -> HandVerdict:
    """The verdict on a wager that gains or loses so much, with the house's part of winnings taken."""
    if commission and pays > 0:
        pays, reason = pays * (1 - commission), f"{reason}, less {amount_text(commission * 100)}% commission"
    return HandVerdict(pays, rule, reason)


class Stake(Struct, frozen=True):
    """A wager as staked: what counts of it, and what goes back to the player whatever the result."""

    staked: Amount
    counts: Amount
    notes: tuple[Note, ...] = ()


def counted_stakes(round_: Round, live: LiveHand) -> Mapping[str, Stake]:
    """How much of each stake of a hand counts."""
    rules, own = live.showdown.rules, live.hand.limits
    counted = {
        name: _within_limits(rules, name, stake, {**round_.limits, **own}.get(name), personal=name in own)
        for name, stake in live.stakes.items()
    }
    for name in rules.equals:
        if name in counted:
            counted[name] = _cut(rules, counted[name], counted[rules.base].counts, rules.wagers[name].rule)
    if rules.play in counted:
        level = live.showdown.player.strength.level
        multiples = [rules.times(decision) for decision, least in rules.multiples.items() if level >= least]
        counted[rules.play] = _equal_play(rules, multiples, counted[rules.base], counted[rules.play])
    return counted


def _cut(rules: Rules, stake: Stake, most: Amount, rule: str) -> Stake:
    """A stake of which no more counts than goes with the initial wager (Crown 8.2.2, 5.6)."""
    if stake.counts <= most:
        return stake
    back = money_text(stake.counts - most)
    note = Note(f"counts like the {rules.wagers[rules.base].name}: {back} goes back", rule)
    return Stake(stake.staked, most, (*stake.notes, note))


def _within_limits(
    rules: Rules, name: str, amount: Amount, limits: records.Limits | None, *, personal: bool
) -> Stake:
    limits = limits or records.Limits()
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


def _equal_play(rules: Rules, multiples: Sequence[Fraction], base: Stake, play: Stake) -> Stake:
    """The Play as it counts with the Ante: equal to it, or as the rule on an unequal Play has it."""
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


def payable(rules: Rules, chip: Amount | None, name: str, pay: Amount) -> tuple[Amount, tuple[Note, ...]]:
    """A pay as chips can make it, with a note if that is another amount."""
    if not chip or pay % chip == 0:
        return pay, ()
    limits, problem = rules.file.limits, f"{money_text(pay)} cannot be made in chips of {money_text(chip)}"
    if limits.inexact_pay is None:
        raise RoundError(f"{name}: a pay of {problem}; the rules do not say what is paid then")
    paid = in_chips(Fraction(pay), Fraction(chip), limits.inexact_pay)
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
        if settled.returned == hand.paid.total:
            return []
        rule = "; ".join(f"{one.wager}: {one.rule}" for one in settled.wagers)
        return [wrong(wager="total", due=settled.returned, paid=Fraction(hand.paid.total), rule=rule)]
    paid, known = hand.paid.wagers, _payable(rules)
    for name in paid:
        if name not in known:
            raise RoundError(f"paid: no wager {name!r}; there are {', '.join(known)}")
    dues: dict[str, Amount] = {}
    for name, _, returned, _ in settled.by_wager:
        dues[name] = dues.get(name, 0) + returned
    found = []
    for name in known if dues != paid else ():
        due, handed = dues.get(name, 0), paid.get(name, 0)
        if due != handed:
            rows = [one for one in settled.wagers if one.wager == name]
            rule = cite(*(one.rule for one in rows), *(note.rule for one in rows for note in one.notes))
            rule = rule or known[name]
            found.append(wrong(wager=name, due=Fraction(due), paid=Fraction(handed), rule=rule))
    return found


@remembered
def _payable(rules: Rules) -> dict[str, str]:
    """What a hand may be paid on, each with its rule."""
    known = {name: wager.rule for name, wager in rules.wagers.items()}
    return known | {f"{name}.envy": rules.bets[name].cited["envy"] for name in rules.jackpots}
