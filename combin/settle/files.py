"""Files of recorded rounds settled line by line, plain ones quickly, and what a round leaves to the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from combin.cards.cards import CardError, ColourLine
from combin.cards.hand_sets import HandSet
from combin.formatting import counted
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.tables import PayTable
from combin.rules.wagers import Prize, Whose
from combin.settle.hands import LiveHand, PayTables, Showdown, needed_cards, paying_line, wrong_payments
from combin.settle.meter import MeterName, check_jackpots, further_meters, jackpot_cost, stated_meters
from combin.settle.records import (
    Break,
    Closing,
    Discrepancy,
    Hand,
    Note,
    Result,
    Round,
    RoundError,
    SettledHand,
    SettledRound,
    SettledWager,
    amount_text,
    parse_record,
    total,
)
from combin.settle.round import (
    Warned,
    check_decision,
    check_round,
    check_wagers,
    settle_as_read,
    settle_by_cards,
    under_other_readings,
)


def settle_file(
    rules: Rules,
    path: Path,
    tables: Mapping[str, str],
    *,
    whole_ledger: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[SettledRound | RoundError]:
    """Yield what `settle_lines` does of a file; `progress` is told how many bytes of how many are read.

    Raises:
        OSError: the file cannot be read.
    """
    total, done = path.stat().st_size, 0

    def lines() -> Iterator[bytes]:
        nonlocal done
        for number, line in enumerate(file):
            done += len(line)
            if progress is not None and number % 1000 == 0:
                progress(done, total)
            yield line

    with path.open("rb") as file:
        yield from settle_lines(rules, lines(), tables, whole_ledger=whole_ledger)


def settle_lines(
    rules: Rules,
    lines: Iterable[str | bytes],
    tables: Mapping[str, str] | None = None,
    *,
    whole_ledger: bool = False,
) -> Iterator[SettledRound | RoundError]:
    """Yield for each line of a file the settled round, or the error that says what is wrong with it.

    The rounds of a table are held against each other too, in the order of the file: the meter, and wagers
    that stay on the layout; with `whole_ledger` a meter must be what the file makes it. A closing of a meter
    is yielded as a round without hands. Blank lines are passed over. An error is yielded, not raised, so that
    the rounds after it are settled.
    """
    letters = dict(tables or {})
    ledger = Ledger(rules, letters, whole=whole_ledger)
    plain: dict[Rules, PlainRounds] = {}
    warned = Warned(rules)

    def settled(round_: Round, number: int) -> SettledRound:
        def as_read(reading: Rules) -> SettledRound:
            if reading not in plain:
                plain[reading] = PlainRounds(reading, letters)
            return plain[reading].settle(round_, number) or settle_as_read(reading, round_, letters)

        return under_other_readings(rules, as_read)

    for number, line in enumerate(lines, start=1):
        text = line.removeprefix(b"\xef\xbb\xbf") if isinstance(line, bytes) else line.removeprefix("\ufeff")
        if not text.strip():
            continue
        try:
            record = parse_record(text)
            if isinstance(record, Closing):
                yield _closing(rules, record, number, ledger.close(record))
                continue
            record = warned.reminded(record, place(record.id)[0])
            result = settled(record, number)
        except RoundError as error:
            ledger.forget()
            yield RoundError(error.problem, error.round, number)
        else:
            unexplained = ledger.follow(record, result)
            if result.line is None or unexplained:
                result = replace(result, line=number, unexplained=unexplained)
            yield result


def _closing(rules: Rules, closing: Closing, line: int, breaks: tuple[Break, ...]) -> SettledRound:
    """The closing of a meter as a record without hands."""
    entry = rules.meters.get(closing.closes)
    where = ", ".join(
        f"{amount_text(amount)} to that of {amount_text(cost)}" for cost, amount in closing.transfers.items()
    )
    text = (
        f"the meter at the cost of {amount_text(closing.cost)} is closed; transferred: {where or 'nothing'}"
    )
    note = Note(text, "" if entry is None else entry.closing_rule)
    return SettledRound(
        id=closing.id, game=rules.file.id, line=line, dealer="", hands=(), notes=(note,), unexplained=breaks
    )


MOST_TABLES = 1000
"""How many tables are followed at once: ids that number no rounds could make a table of each round."""


Carried = tuple[SettledHand, SettledWager]
"""A wager of a hand that stays on the layout for the next round."""


class _Meter(Struct):
    """A meter as the last record left it: between `least` and `most`, since its rate may not be known.

    It showed `shown`, in whole units of money or `cents`, and may hold a fraction of them more or less. Its
    `cost`, table and seed, as far as they are `known`, make it this meter (Crown 6.1.1(e), (f)).
    """

    record: str | int
    shown: Fraction
    least: Fraction
    most: Fraction
    known: tuple[Fraction | None, str | None, Fraction | None]
    tables: set[str | None] = field(default_factory=set)
    cents: bool = False


class _Last(Struct):
    """The round of a table that was recorded last."""

    round: str | int
    number: int | None
    carried: tuple[Carried, ...]
    costs: dict[str, Fraction]


class _Step(NamedTuple):
    """A round of a table as it is followed, with the wagers that stayed for it."""

    round: Round
    settled: SettledRound
    table: str | None
    carried: tuple[Carried, ...]


class Ledger:
    """Follows the rounds of each table through a file, in its order.

    Rounds are of one table if their ids are the same but for the number at the end, as in `T7-412` and
    `T7-413`, and follow each other as long as these numbers rise; rounds whose ids have no number are taken
    in the order of the file.

    Only what the rules make certain is found wanting. A meter rises by its rate of the jackpot wagers and
    falls by prizes only (Crown 6.3); it may rise by more, since other tables may feed it. Every meter is
    followed whose increments the rules state.

    A `whole` file has all rounds of all tables of its meters, in the order of their settlement. Each meter
    system has its own cost of the wager (6.1.1(e)), by which it is told there, beside its wager and level. A
    meter is what it was, with its rate of the jackpot wagers that were decided, less prizes, and the seed at
    least (6.3, 6.4). It may be ahead of that by the wagers of a round that is void, which stay for the next
    one (11.15), and by those that lie at other tables of the system; and once it was hit by an amount, by
    what the last wager paid in beyond that.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str], *, whole: bool = False) -> None:
        self._rules = rules
        self._letters = letters
        self._whole = whole
        first = [MeterName(rules.metered)] if rules.metered in rules.meters else []
        self._names = (*first, *(one for one in further_meters(rules).values() if one.wager in rules.meters))
        self._last: dict[str | None, _Last] = {}
        self._meters: dict[tuple[MeterName, object], _Meter] = {}
        self._rates: dict[object, tuple[Fraction, Fraction]] = {}

    def forget(self) -> None:
        """Expect nothing of the rounds that come, since what happened in one before them is not known."""
        self._last.clear()
        self._meters.clear()

    def follow(self, round_: Round, settled: SettledRound) -> tuple[Break, ...]:
        """What of a round does not follow from the rounds before it: of its table, or of a whole file."""
        table, number = place(round_.id)
        last = self._last.pop(table, None)
        gap = 0 if number is None or last is None or last.number is None else number - last.number - 1
        breaks: list[Break] = []
        if self._whole and gap < 0 and last is not None:
            breaks.append(Break(f"it stands behind round {last.round} of its table"))
        elif self._whole and gap and last is not None:
            rounds = counted(gap, "round")
            between = f"{rounds} between it and round {last.round} {'is' if gap == 1 else 'are'} missing"
            breaks.append(Break(between))
        carried = () if last is None or gap else last.carried
        breaks += _vanished(carried, round_, "" if last is None else last.round)
        costs = {} if last is None else last.costs
        step = _Step(round_, settled, table, carried)
        for name in self._names:
            cost = self._cost(name, round_)
            if self._whole:
                cost = cost or costs.get(name.wager)
                if cost is None:
                    continue
                costs[name.wager] = cost
            key = (name, cost if self._whole else table)
            meter = self._meters.pop(key, None)
            if gap if self._whole else gap < 0:  # what the wagers of those rounds came to is not known
                meter = None
            meter, problem = self._meter(name, meter, cost, step)
            breaks += [] if problem is None else [problem]
            if meter is not None:
                self._meters[key] = meter
        # Wagers stay after irregularities only.
        staying = _carried(settled) if round_.irregularities else ()
        self._last[table] = _Last(round_.id, number, staying, costs)
        if len(self._last) > MOST_TABLES:
            del self._last[next(iter(self._last))]
        while len(self._meters) > MOST_TABLES * len(self._names):
            del self._meters[next(iter(self._meters))]
        return tuple(breaks)

    def close(self, closing: Closing) -> tuple[Break, ...]:
        """What of the closing of a meter does not follow, or is not as the rules have it.

        Others may rise by it.
        """
        breaks = _closed(self._rules, closing)
        if not self._whole:
            self.forget()
            return breaks
        name = MeterName(closing.closes)
        meter = self._meters.pop((name, closing.cost), None)
        if meter is not None:
            problem = self._compared(name, meter, closing.meter, Fraction(0))
            breaks = (*([] if problem is None else [problem]), *breaks)
        for cost, amount in closing.transfers.items():
            if (name, cost) in self._meters:
                self._meters[name, cost].least += amount
                self._meters[name, cost].most += amount
        return breaks

    def _meter(
        self, name: MeterName, meter: _Meter | None, cost: Fraction | None, step: _Step
    ) -> tuple[_Meter | None, Break | None]:
        """A meter as a round leaves it, and what of it does not follow from the records before."""
        shown, seed = name.amounts(self._rules, step.round)
        letter = step.round.tables.get(name.wager) or self._letters.get(name.wager)
        known, beyond, problem = (cost, letter, seed), Fraction(0), None
        if meter is not None and not self._whole:
            if any(None not in pair and pair[0] != pair[1] for pair in zip(meter.known, known, strict=True)):
                meter = None  # another meter
            else:
                before = meter.known
                known = cost or before[0], letter or before[1], seed or before[2]
        if meter is not None:
            meter.known = known
            beyond, problem = self._raised(name, meter, shown, step)
            if self._whole or shown is not None:
                meter.record = step.round.id
        if shown is None:
            return meter, None
        if meter is None:
            meter = _Meter(step.round.id, shown, shown, shown, known, {step.table})
        elif problem is not None:
            meter.least, meter.most = shown, shown + beyond
        elif not self._whole:  # a fraction that the meter does not show is carried on
            meter.least = max(meter.least, shown)
        meter.shown, meter.cents = shown, meter.cents or shown.denominator > 1
        if (won := name.settled(step.settled)) is not None:
            meter.shown = meter.least = won.meter_after
            meter.most = won.meter_after + beyond
        return meter, problem

    def _raised(
        self, name: MeterName, meter: _Meter, shown: Fraction | None, step: _Step
    ) -> tuple[Fraction, Break | None]:
        """Raise a meter by the wagers of a round; return what may lie beyond a hit, and what is wrong."""
        cost, *_ = meter.known
        money, hit = _paid_in(step.round, step.settled, name.wager), name.hit_in(step.round)
        if not self._whole:  # those of a void round may have been registered for it
            money -= total(wager.carried for _, wager in step.carried if wager.wager == name.wager)
        low, high = self._rate(name, *meter.known) if money or self._whole else (Fraction(0), Fraction(0))
        meter.most += money * high
        if money > 0 and not hit:
            meter.least += money * low
        meter.tables.add(step.table)
        problem = None
        if shown is not None and self._whole:
            seats = self._rules.file.deal.seats or 99
            staying = sum(wager.wager == name.wager for _, wager in _carried(step.settled))
            under_way = (staying + seats * (len(meter.tables) - 1)) * (cost or 0) * high
            problem = self._compared(name, meter, shown, under_way)
        elif shown is not None:
            problem = self._behind(name, meter, shown)
        return money * high * hit, problem

    def _cost(self, name: MeterName, round_: Round) -> Fraction | None:
        """What the wager of a meter costs in a round: the full stake, or the most that is staked."""
        full = self._rules.bets[name.wager].full_stake
        costs = [jackpot_cost(round_, name.wager, hand.wagers) for hand in round_.hands]
        return (full if full is not None and any(costs) else max(costs)) or None

    def _rate(
        self, name: MeterName, cost: Fraction | None, letter: str | None, seed: Fraction | None
    ) -> tuple[Fraction, Fraction]:
        """The least and the most part of a wager that can raise a meter, with what is known of it."""
        key = name, cost, letter, seed
        if key not in self._rates:
            rates = [
                Fraction(meter.increment)
                for _, meter, _ in stated_meters(self._rules.meters[name.wager], name.level, letter)
                if seed is None or cost is None or meter.seed * cost == seed
            ]
            self._rates[key] = min(rates, default=Fraction(0)), max(rates, default=Fraction(1))
        return self._rates[key]

    def _compared(self, name: MeterName, meter: _Meter, shown: Fraction, ahead: Fraction) -> Break | None:
        """What is wrong with what the meter of a whole file shows, which may be `ahead` by so much."""
        unit = Fraction(1, 100 if meter.cents or shown.denominator > 1 else 1)
        if shown <= meter.least - unit:
            expected, words = meter.least, "less"
        elif shown >= meter.most + ahead + unit:
            expected, words = meter.most, "more"
        else:
            return None
        since = f"that record {meter.record} and the jackpot wagers and prizes since then account for"
        text = (
            f"{name.words(self._rules)} shows {amount_text(shown)}, {words} than the {amount_text(expected)}"
        )
        return Break(f"{text} {since}", self._rules.meters[name.wager].rule, expected, Fraction(shown))

    def _behind(self, name: MeterName, meter: _Meter, shown: Fraction) -> Break | None:
        """What is wrong with a meter that falls, or holds less than its part of the wagers of its table."""
        lacking = meter.least - shown
        if lacking.numerator <= 0:
            return None
        falls = shown < meter.shown
        unit = 1 if shown.denominator == meter.shown.denominator == 1 else 100
        if not falls and lacking.numerator * unit < lacking.denominator:
            return None
        left = f"round {meter.record} left {amount_text(meter.shown)}"
        text = f"{name.words(self._rules)} shows {amount_text(shown)}, and {left}: "
        if falls:
            text += f"it falls by {amount_text(meter.shown - shown)}, and no prize of it is recorded"
        else:
            least = amount_text(meter.least)
            text += f"with its part of the jackpot wagers since then it holds {least} at least"
        return Break(text, self._rules.meters[name.wager].rule, meter.least, shown)


def _closed(rules: Rules, closing: Closing) -> tuple[Break, ...]:
    """What of the transfers of a closing is not as the rules have it.

    Rule 6.1.1(j) has "the value recorded on the meter less the initial seed value ... multiplied by the cost
    of the Jackpot wager" transferred. It is the seed value that is multiplied, as in 6.3.1, 6.4.1 and 6.4.2;
    a transfer that is right if the difference is multiplied is told apart.
    """
    entry = rules.meters.get(closing.closes)
    meter, seed, cost = closing.meter, closing.seed, closing.cost
    if entry is None or not entry.closing_rule:
        problem = f"closes: no rule of {rules.file.id} speaks of closing a meter of {closing.closes!r}"
    elif not cost:
        problem = "cost: a meter that is closed is told from others by the cost of its wager"
    elif meter < seed:
        problem = f"meter: {amount_text(meter)} is below the seed of {amount_text(seed)} ({entry.rule})"
    elif cost in closing.transfers:
        problem = f"transfers: {amount_text(cost)} is the cost at the meter that is closed"
    else:
        due, moved = meter - seed, total(closing.transfers.values())
        if moved == due:
            return ()
        text = (
            f"{amount_text(moved)} is transferred, and {amount_text(due)} lies above the seed times the cost"
        )
        if moved == (meter - seed / cost) * cost:
            text += "; it is right if not the seed but the difference is multiplied by the cost"
        return (Break(text, entry.closing_rule, due, Fraction(moved)),)
    raise RoundError(problem, closing.id)


def _paid_in(round_: Round, settled: SettledRound, name: str) -> Fraction:
    """The money of the jackpot wagers of a round that its cards have decided."""
    return total(
        jackpot_cost(round_, name, {name: one.staked})
        for hand in settled.hands
        for one in hand.wagers
        if one.wager == name and one.result in (Result.WIN, Result.LOSE)
    )


def place(round_id: str | int) -> tuple[str | None, int | None]:
    """The table of a round and its number there, as far as its id tells them.

    >>> place("T7-0412"), place(8), place("royal flush")
    (('T7-', 412), ('', 8), (None, None))
    """
    if isinstance(round_id, int):
        return "", round_id
    table = round_id.rstrip("0123456789")
    digits = round_id[len(table) :][-18:]
    return (round_id[: len(round_id) - len(digits)], int(digits)) if digits else (None, None)


def _carried(settled: SettledRound) -> tuple[Carried, ...]:
    """The wagers of a round that stay on the layout."""
    return tuple(
        (hand, wager) for hand in settled.hands for wager in hand.wagers if wager.result is Result.NEXT_ROUND
    )


def _vanished(carried: Sequence[Carried], round_: Round, last: str | int) -> Iterator[Break]:
    """Yield the wagers that stayed on the layout and that no hand of the next round has."""
    hands = list(round_.hands)
    for owner, wager in carried:
        # A player's wager may have gone to another of his hands; without names, it is its seat's.
        for hand in sorted(hands, key=lambda hand: hand.seat != owner.seat):
            named = owner.player is not None and hand.player is not None
            same = hand.player == owner.player if named else hand.seat == owner.seat
            if same and hand.wagers.get(wager.wager, 0) >= wager.carried:
                hands.remove(hand)
                break
        else:
            player = "" if owner.player is None else f" ({owner.player})"
            stayed = f"the {wager.name} of {amount_text(wager.carried)} that stayed on the layout of seat"
            text = f"{stayed} {owner.seat}{player} after round {last} is not there"
            yield Break(text, wager.rule)


MOST = 1 << 15
"""How many answers of a kind are kept; when there are more, all begin anew."""

LONGEST = 100
"""How long a text with cards of a plain round can be."""

Answer = TypeVar("Answer")


class _Kept(dict[Hashable, Answer]):
    """Answers that were found once, no more of them than fit."""

    def of(self, key: Hashable, find: Callable[..., Answer], *about: object) -> Answer:
        """The answer that is kept, else the one that is found."""
        answer = self.get(key)
        if answer is None:
            answer = find(*about)
            if len(self) >= MOST:
                self.clear()
            self[key] = answer
        return answer


class _Kind(Struct, frozen=True, eq=False):
    """Cards that are all the same to the rules, but for which of two hands is higher.

    With `shared`, what they win may be a part of the meter or an envy bonus, which concern the whole table.
    """

    shared: bool


class _Cards(Struct, frozen=True, eq=False):
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


class _Placing(Struct, frozen=True, eq=False):
    """The wagers and the decision of a hand, which the letter has found in order.

    `with_others` are the hands of more cards that its wagers are about.
    """

    stakes: Mapping[str, Fraction]
    folds: bool
    decision: str | None
    jackpot: bool
    with_others: frozenset[Whose]


class _Outcome(Struct, frozen=True, eq=False):
    """The wagers of a hand settled, the places of those whose reasons name hands, and right payments."""

    wagers: tuple[SettledWager, ...]
    naming: tuple[int, ...]
    right: set[Hashable]


class PlainRounds:
    """Settles rounds whose hands stand each by itself, as most do, faster than the letter settles each.

    Nothing is decided here. By the letter the first hand is settled of those with the same wagers and of the
    same kind of cards; the others get what it got, in words for their own cards.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        """Prepare for the rounds of a game, with pay tables for those that name none."""
        self._rules, self._letters = rules, letters
        tables = [table for alternatives in rules.tables.values() for table in alternatives.values()]
        self._of_more = {
            whose: [table for table in tables if table.bet.more_cards and table.bet.hand is whose]
            for whose in (Whose.PLAYER_AND_DEALER, Whose.PLAYER_AND_JACKPOT)
        }
        self._of_three = [table for table in tables if not table.bet.more_cards]
        sets = [hands for table in self._of_three for hands, _ in table.sets]
        self._coloured = any(isinstance(hands, ColourLine) for hands in sets)
        self._by_suit = self._coloured or any(isinstance(hands, HandSet) and hands.suit for hands in sets)
        self._jackpots_with = self._hands_of_more(rules.jackpots)
        self._bits = _Kept[int]()
        self._words = _Kept[str]()
        self._cards = _Kept[_Cards]()
        self._kinds = _Kept[_Kind]()
        self._placings = _Kept[_Placing]()
        self._showdowns = _Kept[Showdown]()
        self._outcomes = _Kept[_Outcome]()

    def settle(self, round_: Round, line: int | None = None) -> SettledRound | None:
        """A round settled under one reading of the rules; None if it is not plain, or wrong."""
        if round_.irregularities or round_.meters or round_.seeds or round_.hits:
            return None
        if any(hand.retracts or hand.limits or hand.warned for hand in round_.hands):
            return None
        try:
            return self._settled(round_, line)
        except (RoundError, RulesError, CardError):
            return None

    def _settled(self, round_: Round, line: int | None) -> SettledRound | None:
        rules, deal = self._rules, self._rules.file.deal
        check_round(rules, round_)
        setting = (*round_.tables.items(), None, *round_.limits.items(), round_.chip)
        dealer, jackpot = (
            self._read(round_.dealer, deal.dealer),
            self._read(round_.jackpot_cards, deal.jackpot),
        )
        bits, number = dealer.bits | jackpot.bits, dealer.number + jackpot.number
        parts = []
        for hand in round_.hands:
            own = self._read(hand.cards, deal.player)
            bits, number = bits | own.bits, number + own.number
            key = (setting, hand.decision, hand.keeps, hand.blind, *hand.wagers.items())
            parts.append((hand, self._placings.of(key, self._placing, hand), own))
        if bits.bit_count() != number:  # a card is there twice
            return None
        check_jackpots(rules, round_, {hand.seat: placing.stakes for hand, placing, _ in parts})
        meter = any(placing.jackpot for _, placing, _ in parts)
        hands, wrong = [], list[Discrepancy]()
        for hand, placing, own in parts:
            with_others = placing.with_others | self._jackpots_with if meter else placing.with_others
            six = five = None
            if with_others and Whose.PLAYER_AND_DEALER in with_others:
                six = self._kind_of_more(Whose.PLAYER_AND_DEALER, own, dealer)
            if with_others and Whose.PLAYER_AND_JACKPOT in with_others:
                five = self._kind_of_more(Whose.PLAYER_AND_JACKPOT, own, jackpot)
            if meter and any(kind is not None and kind.shared for kind in (own.kind, dealer.kind, six, five)):
                return None
            kinds = (own.kind, dealer.kind, rules.ranking.compare(own.level, dealer.level), six, five)
            outcome = self._outcomes.get((placing, kinds))
            if outcome is None:
                places = own, dealer, jackpot if five is not None else _NONE
                showdown = self._showdowns.of(kinds, self._showdown, *places)
                outcome = self._outcomes.of((placing, kinds), self._outcome, round_, hand, placing, showdown)
            settled = SettledHand(
                seat=hand.seat,
                player=hand.player,
                cards=hand.cards,
                decision=placing.decision,
                wagers=_named(outcome, own.words, dealer.words),
            )
            hands.append(settled)
            if hand.paid is not None:
                paid = tuple(hand.paid.wagers.items()) if hand.paid.total is None else hand.paid.total
                if paid not in outcome.right:
                    differences = wrong_payments(rules, hand, settled)
                    wrong += differences
                    if not differences:
                        outcome.right.add(paid)
        return SettledRound(
            id=round_.id,
            game=rules.file.id,
            line=line,
            dealer=round_.dealer,
            hands=tuple(hands),
            paid_wrongly=tuple(wrong),
        )

    def _read(self, text: str, count: int) -> _Cards:
        """The cards written in a text, so many, or none."""
        words = text.split()
        if not words:
            return _NONE
        if len(text) > LONGEST:
            raise CardError(text)
        bits, number = 0, len(words)
        try:
            for word in words:
                bits |= self._bits.get(word) or self._bits.of(word, self._bit, word)
        except CardError:  # several cards may stand in one word
            indexes = [self._rules.deck.index(card) for card in self._rules.deck.parse(text)]
            bits, number = sum({1 << index for index in indexes}), len(indexes)
        if number != count or bits.bit_count() != count:
            raise CardError(text)
        return self._cards.get(bits) or self._cards.of(bits, self._cards_of, bits)

    def _bit(self, word: str) -> int:
        (card,) = self._rules.deck.parse(word, 1)
        return 1 << self._rules.deck.index(card)

    def _cards_of(self, bits: int) -> _Cards:
        """All that is to be known of cards."""
        deck, ranking = self._rules.deck, self._rules.ranking
        places, ranks, suits = _places(bits), 0, 0
        for place in places:
            ranks += 1 << 4 * deck.rank_of[place]
            suits += 1 << 4 * deck.suit_of[place]
        level, words, kind = -1, "", None
        if len(places) == self._rules.file.deal.player:
            level = ranking.level_of(places)
            words = self._words.of(level, ranking.describe, ranking.strengths[level])
            key = (level, frozenset(deck.suit_of[place] for place in places) if self._by_suit else None)
            kind = self._kinds.get(key) or self._kinds.of(key, self._kind_of_three, places)
        return _Cards(bits, len(places), ranks, suits, level, words, kind)

    def _showdown(self, *parts: _Cards) -> Showdown:
        cards = self._rules.deck.cards
        return Showdown(self._rules, *(tuple(cards[place] for place in _places(part.bits)) for part in parts))

    def _kind_of_three(self, places: Sequence[int]) -> _Kind:
        """The kind of a hand, whether they are the player's or the dealer's."""
        cards = [self._rules.deck.cards[place] for place in places]
        showdown = Showdown(self._rules, cards, cards)
        level = showdown.strength.level
        colours = frozenset(suit.colour for suit in showdown.suits) if self._coloured else None
        multiples = (level >= least for least in self._rules.multiples.values())
        return self._kind_by(self._of_three, showdown, *multiples, showdown.qualifies, colours)

    def _kind_of_more(self, whose: Whose, own: _Cards, others: _Cards) -> _Kind | None:
        """The kind of five to seven cards together; None if some are not known.

        Their ranks tell it, or all cards where five are of one suit: 5 + 3 fills the digit of that suit.
        """
        if not own.bits or not others.bits:
            return None
        flush = (own.suits + others.suits + 0x3333_3333) & 0x8888_8888
        key = (whose, own.bits | others.bits) if flush else (own.ranks + others.ranks, whose)
        return self._kinds.of(key, self._first_of_more, whose, own, others)

    def _first_of_more(self, whose: Whose, own: _Cards, others: _Cards) -> _Kind:
        places = (others, _NONE) if whose is Whose.PLAYER_AND_DEALER else (_NONE, others)
        showdown = self._showdown(own, *places)
        return self._kind_by(self._of_more[whose], showdown, whose, showdown.best_five(whose).category)

    def _kind_by(self, tables: Sequence[PayTable], showdown: Showdown, *known: Hashable) -> _Kind:
        """The kind of cards by the lines of tables that pay them, and what else is known of them."""
        lines = [paying_line(table, showdown) for table in tables]
        prizes: dict[str, set[Prize | None]] = {name: set() for name in self._rules.jackpots}
        for table, line in zip(tables, lines, strict=True):
            if table.wager in prizes:
                prizes[table.wager].add(None if line is None else line.prize)
        shared = any(
            len(paid) > 1 or any(prize is not None and (prize.of_meter or prize.envy) for prize in paid)
            for paid in prizes.values()
        )
        return self._kinds.of((*known, *(line and line.text for line in lines)), _Kind, shared)

    def _placing(self, hand: Hand) -> _Placing:
        rules = self._rules
        stakes = check_wagers(rules, hand)
        return _Placing(
            stakes,
            folds=check_decision(rules, hand, stakes),
            decision=hand.decision or ("play" if rules.play in stakes else None),
            jackpot=any(name in stakes for name in rules.jackpots),
            with_others=self._hands_of_more(stakes),
        )

    def _hands_of_more(self, names: Iterable[str]) -> frozenset[Whose]:
        """The hands of more cards that wagers are about."""
        bets = self._rules.bets
        return frozenset(bets[name].hand for name in names if bets[name].more_cards)

    def _outcome(self, round_: Round, hand: Hand, placing: _Placing, showdown: Showdown) -> _Outcome:
        """A hand settled by the letter, with cards of its kind."""
        rules = self._rules
        tables = PayTables(rules, {**self._letters, **round_.tables})
        live = LiveHand(hand, placing.stakes, placing.folds)
        there = (showdown.dealer, showdown.jackpot, showdown.player)
        if any(
            need and not cards for need, cards in zip(needed_cards(rules, tables, live), there, strict=True)
        ):
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


def _named(outcome: _Outcome, player: str, dealer: str) -> tuple[SettledWager, ...]:
    """The wagers of a hand with the hands put into their reasons."""
    if not outcome.naming:
        return outcome.wagers
    wagers = list(outcome.wagers)
    for place in outcome.naming:
        reason = wagers[place].reason.replace("{player}", player).replace("{dealer}", dealer)
        wagers[place] = replace(wagers[place], reason=reason)
    return tuple(wagers)
