"""Quantities of jackpots: prices, winners, prizes, envy bonuses, and the returns of published rates."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal

from msgspec.structs import replace

from combin.audit.hands import five_card_derivations
from combin.audit.quantities.document import Formula
from combin.audit.subject import Amount, Assertion, Claim, Stake, Subject, Text, known, sentence
from combin.audit.verdict import Answer, Candidate, Measure, UncheckableError, chance, holds, unknown, value
from combin.cards.cards import Deck
from combin.design.progressives import JackpotStudy, LostLine, PrintedRate
from combin.exact.pay_lines import line_counts
from combin.formatting import counted, decimal, money, percent, plain
from combin.jackpot.answer import meter_options, several_meters
from combin.jackpot.enclosure import Enclosure
from combin.jackpot.joint import JointGame
from combin.jackpot.law import Explanation, PublishedRate
from combin.jackpot.value import JackpotChances, jackpot_chances, winners_of
from combin.rules.errors import RulesError
from combin.rules.wagers import Kind, Whose
from combin.settle.files import due_at_closing
from combin.settle.meter import settle_meter
from combin.settle.records import RoundError, parse_round
from combin.settle.round import settle

PLAYERS = (1, 2, 4, 7)
"""Numbers of players for which a price is computed, where the document states no seats."""


class FoldLosesJackpot(Assertion, frozen=True, kw_only=True, tag="fold loses the jackpot wager"):
    """That a fold loses the jackpot wager; checked by the players that the published rates then fit."""

    def answer(self, subject: Subject) -> Answer:
        progressive = metered(subject)
        if not progressive.first.chances.lost_on_fold:
            return unknown("in the rule file a fold does not lose the wager")
        returned = span([run.long_run_return for run in progressive.long_runs])
        best = subject.first.statement.text.removesuffix(".")
        lines, lost = [], {}
        for name, letter in progressive.options.items():
            option = span([run.long_run_return for run in progressive.of_option(name)])
            lost[name] = progressive.lost_by_folding(letter)
            if lost[name]:
                played, points = span(progressive.played_long_run(name)), _points(lost[name])
                gone = "; ".join(map(lost_in_words, progressive.lost_lines(letter)))
                losing = {"played": played, "points": points, "lines": gone}
                lines.append(sentence("jackpot.loser", name=name, own=option, best=best, **losing))
            else:
                lines.append(sentence("jackpot.follower", name=name, own=option, best=best))
        own = {"for a player who": "never folds"}
        candidates = [Candidate(f"{returned} in the long run", own, holds=True)]
        worst = max(lost, key=lost.__getitem__)
        facts = {"return": returned, "option": worst, "points": _points(lost[worst])}
        if lost[worst]:
            facts["played"] = span(progressive.played_long_run(worst))
            who = {"for a player who": "follows the optimal strategy of the base game"}
            candidates.append(Candidate(f"{facts['played']} under option {worst}", who, holds=False))
            joint = progressive.joint[progressive.options[worst]]
            if joint.break_evens:
                line, quoted = _switches(joint)
                lines.append(line)
                facts |= quoted
        return Answer(tuple(candidates), tuple(lines), facts)


def _switches(joint: JointGame) -> tuple[str, dict[str, str]]:
    """Return from which ratio of jackpot wager and base wager hands become plays."""
    first, last = (joint.break_evens[place].ratio for place in (0, -1))
    number = f"{sum(one.situation.weight for one in joint.break_evens):,}"
    of_pairs = " pairs of hand and dealer's card" * bool(joint.best.seen)
    depend = "depend on the meter, here at the seed" if joint.meter_matters else "do not depend on the meter"
    quoted = {"first": decimal(first, 4), "first_exact": str(first)}
    quoted |= {"last": decimal(last, 4), "last_exact": str(last), "hands": number}
    unit = joint.game.rules.unit_name
    return sentence("jackpot.ratios", unit=unit, of_pairs=of_pairs, depend=depend, **quoted), quoted


def lost_in_words(lost_line: LostLine) -> str:
    """Return the loss of a line by folding, with the arithmetic."""
    part = lost_line.lost * lost_line.worth / lost_line.total
    return sentence("jackpot.lost", one=lost_line, part=part)


def _points(part: Fraction) -> str:
    return decimal(part * 100, 4)


class JackpotPrice(Assertion, frozen=True, kw_only=True, tag="price of a jackpot wager"):
    """That the document states no price of a jackpot wager; checked by the cost of its fixed prizes."""

    wager: Text
    table: str = ""

    def answer(self, subject: Subject) -> Answer:
        tables = subject.chosen_tables(self.wager, self.table)
        _refuse_other(subject, self.wager)
        if len(tables) > 1:
            several = f"{self.wager} has several tables, and none is named"
            raise RulesError(("table",), f"{several} (there are: {', '.join(tables)})")
        (table,) = tables.values()
        counts, total = line_counts(subject.rules, table)

        def paid(kind: str) -> tuple[str, Fraction]:
            """Return what lines pay of one kind over all hands, in words and in all."""
            prizes = [(line.text, Fraction(getattr(line.prize, kind) or 0)) for line in table.lines]
            pays = [(text, counts[text], pay) for text, pay in prizes if pay]
            words = (f"{text} {count:,} × {money(pay)} = {money(count * pay)}" for text, count, pay in pays)
            return ", ".join(words), sum((count * pay for _, count, pay in pays), Fraction(0))

        (sums, whole), (bonuses, envy) = paid("money"), paid("envy")
        lines = [
            sentence("jackpot.fixed", total=total, sums=sums, whole=whole),
            sentence("jackpot.per_wager", total=total, each=whole / total, unit=1),
        ]
        if envy:
            lines.append(sentence("jackpot.envy", bonuses=bonuses, envy=envy, each=envy / total))
        prices = {players: (whole + envy * (players - 1)) / total for players in PLAYERS}
        each = (f"{money(one, 4)} with {counted(number, 'player')}" for number, one in prices.items())
        lines.append(f"Breakeven price of these prizes: {', '.join(each)}.")
        return unknown(
            "the document states no price",
            *lines,
            worth=decimal(whole / total, 4),
            least=decimal(max(prices.values()), 4),
            players=str(max(prices)),
        )


def _refuse_other(subject: Subject, wager: str) -> None:
    """Refuse a wager that is not a progressive one on the player's own cards."""
    bet = subject.rules.bets.get(wager)
    if bet is None or (bet.kind, bet.hand) != (Kind.JACKPOT, Whose.PLAYER):
        raise RulesError(("wager",), f"{wager!r} is not a jackpot wager on the player's three cards")


class StraightFlushOfFive(Assertion, frozen=True, kw_only=True, tag="five-card straight flush"):
    """A five-card straight flush in which an ace counts low only, apart from the royal flush."""

    def answer(self, subject: Subject) -> Answer:
        deck = subject.rules.deck
        if deck.ranks[-1].symbol != "A" or len(deck.ranks) < 6:
            raise UncheckableError("no ace of the deck ends a lower run of five")
        runs = len(deck.ranks) - 3  # an ace ends the lowest and the highest
        lines = [sentence("jackpot.runs", runs=runs, others=runs - 1)]
        if derived := five_card_derivations(deck):
            (_, royal), (_, straight) = derived["royal flush"], derived["straight flush"]
            counts = {"runs": runs, "suits": len(deck.suits), "number": runs * len(deck.suits)}
            lines.append(sentence("jackpot.flushes", royal=royal, straight=straight, **counts))
        return holds("the two definitions are consistent", *lines, true=True)


class JackpotTable(Claim, frozen=True, kw_only=True):
    """What all quantities of a jackpot's prizes name: the wager, its pay table and its price."""

    wager: Text
    table: Text
    stake: Stake = 1

    def chances(self, subject: Subject) -> JackpotChances:
        """Return how often each prize is won."""
        rules = subject.rules
        known("wager", dict.fromkeys(rules.jackpots), self.wager, f"{self.wager!r} is not a jackpot wager")
        return jackpot_chances(rules, subject.table(self.wager, self.table))


_NOT_PAID = "no part of the meter is paid"


class BreakEvenMeter(JackpotTable, frozen=True, kw_only=True, tag="break-even meter"):
    """Breakeven meter of the wager for a player alone at the table."""

    def answer(self, subject: Subject) -> Answer:
        even = self.chances(subject).overall().break_even_meter(Fraction(self.stake))
        return unknown(_NOT_PAID) if even is None else value(even, measure=Measure.AMOUNT)


class EffectOfPlayer(JackpotTable, frozen=True, kw_only=True, tag="effect of another player"):
    """Decrease of the breakeven meter by each other player with the wager, by envy bonuses."""

    def answer(self, subject: Subject) -> Answer:
        worth, stake = self.chances(subject).overall(), Fraction(self.stake)
        alone, with_one = worth.break_even_meter(stake), worth.break_even_meter(stake, 1)
        if alone is None or with_one is None:
            return unknown(_NOT_PAID)
        return value(alone - with_one, measure=Measure.AMOUNT)


class EdgeAtMeter(JackpotTable, frozen=True, kw_only=True, tag="house edge at a meter"):
    """The house edge of a jackpot wager at a meter, in money, for a player alone at the table."""

    meter: Amount = 0

    def answer(self, subject: Subject) -> Answer:
        worth, stake = self.chances(subject).overall(), Fraction(self.stake)
        back = worth.returned(stake, Fraction(self.meter))
        line = f"A wager of {plain(stake)} returns {back} on average."
        return value(1 - back / stake, line, measure=Measure.EDGE)


class EffectOfMeter(JackpotTable, frozen=True, kw_only=True, tag="effect of the meter"):
    """Increase of the return of the wager by a sum on the meter."""

    sum: Amount

    def answer(self, subject: Subject) -> Answer:
        worth, stake = self.chances(subject).overall(), Fraction(self.stake)
        growth = worth.returned(stake, Fraction(self.sum)) - worth.returned(stake)
        return value(growth / stake, measure=Measure.EDGE)


class PrizeFrequency(JackpotTable, frozen=True, kw_only=True, tag="frequency of prizes"):
    """Frequency of any prize of a jackpot's table."""

    kind: Literal["any prize", "the meter"] = "any prize"

    def answer(self, subject: Subject) -> Answer:
        any_prize, won = self.kind == "any prize", Fraction(0)
        for one in self.chances(subject).lines():
            prize = one.line.prize  # a line that pays 0 gives none
            won += one.probability if prize.meter or (any_prize and (prize.odds or prize.money)) else 0
        return chance(won)


class EnvyBonus(Assertion, frozen=True, kw_only=True, tag="envy bonus"):
    """That a hand brings the other players with the wager an envy bonus if it was dealt with certain wagers.

    `for_hands_with` are lists of wagers with which it does, `not_with` those with which it does not. Each is
    put to the reference settlement: the hand at one seat, at a second seat a player with the wager and at a
    third one without it.
    """

    wager: Text
    for_hands_with: tuple[tuple[str, ...], ...]
    not_with: tuple[tuple[str, ...], ...] = ()

    def answer(self, subject: Subject) -> Answer:
        rules = subject.rules
        _refuse_other(subject, self.wager)
        tables = [jackpot_chances(rules, table) for table in rules.tables[self.wager].values()]
        envied = [(chances, line) for chances in tables for line in chances.table.lines if line.prize.envy]
        if not self.for_hands_with + self.not_with:
            raise RulesError(("for_hands_with",), "no wagers are named")
        if not envied:
            raise RulesError(("wager",), f"{self.wager!r} pays no envy bonus")
        right, lines = True, []
        cases = [(one, True) for one in self.for_hands_with] + [(one, False) for one in self.not_with]
        for stakes, brings in cases:
            brought = []
            for chances, line in envied:
                own, other, without = self._bonuses(chances, _hand(chances, line.text), stakes)
                brought.append(other)
                right &= own == without == 0 and other == (line.prize.envy if brings else 0)
            names = " and ".join(rules.wagers[name].name for name in stakes if name != rules.play)
            each = " or ".join(f"{money(one)}" for one in brought) if any(brought) else "nothing"
            lines.append(sentence("jackpot.brought", names=names, each=each))
        listed = " and ".join(dict.fromkeys(line.text for _, line in envied))
        lines.append(f"Settled with each hand that has an envy bonus: {listed}.")
        found = f"{'true' if right else 'not true'} in all {len(cases) * len(envied)} rounds settled"
        return holds(found, *lines, true=right)

    def _bonuses(self, chances: JackpotChances, hand: Sequence[int], stakes: Sequence[str]) -> list[Fraction]:
        """Return the envy bonuses at the three seats of a round."""
        rules = chances.rules
        cards = rules.deck.cards
        left = [index for index in range(len(cards)) if index not in hand]
        spread = [left[place * len(left) // 9] for place in range(9)]
        dealt = [hand, spread[0::3], spread[1::3]]
        both = [rules.base, rules.play]
        wagers = [stakes, [*both, self.wager], both]
        record = {
            "id": 1,
            "tables": {name: next(iter(rules.tables[name])) for name in rules.tables}
            | {self.wager: chances.table.letter},
            "dealer": _written(cards, spread[2::3]),
            "meter": 10_000,
            "seed": 1_000,
            "hands": [
                {"seat": seat, "cards": _written(cards, own), "wagers": dict.fromkeys(staked, 5)}
                | ({"decision": "play"} if rules.base in staked else {})
                for seat, (own, staked) in enumerate(zip(dealt, wagers, strict=True), start=1)
            ],
        }
        try:
            settled = settle(rules, parse_round(json.dumps(record)))
        except RoundError as error:
            raise RulesError(("for_hands_with",), f"{list(stakes)!r}: {error.problem}") from None
        return [
            sum((one.returned for one in hand.wagers if one.wager == f"{self.wager}.envy"), Fraction(0))
            for hand in settled.hands
        ]


def _hand(chances: JackpotChances, line: str) -> tuple[int, ...]:
    """Return a hand that a line of the pay table takes."""
    by_class = zip(chances.classes, chances.counts, strict=True)
    return next(one.cards for one, counts in by_class if counts.get(line))


def _written(cards: Sequence[object], hand: Sequence[int]) -> str:
    return " ".join(str(cards[index]) for index in hand)


class PrizeShare(Formula, frozen=True, kw_only=True, tag="prize share"):
    """A part of a prize by a formula, for R royal and S straight flushes in one round.

    With its value goes the frequency of such a round at a full table; a letter that is left out may be any
    number.
    """

    def answer(self, subject: Subject) -> Answer:
        found = super().answer(subject)
        royals, others = self.names.get("R"), self.names.get("S")
        chance = _chance(subject, royals, others)
        if chance is None:
            return found
        line = sentence("jackpot.never", case=_case(royals, others))
        if chance:
            often = once_in(chance)
            line = sentence("jackpot.often", case=_case(royals, others), often=often, chance=chance)
        return replace(found, evidence=(*found.evidence, line), chance=chance)


class SimultaneousFlushes(Assertion, frozen=True, kw_only=True, tag="simultaneous flushes"):
    """A case of R royal and S straight flushes in one round, all hands sharing the jackpot cards.

    `royals` and `straight_flushes` are the smallest numbers of the case.
    """

    royals: Amount = 0
    straight_flushes: Amount = 0

    def answer(self, subject: Subject) -> Answer:
        deal = subject.rules.file.deal
        if not self.royals + self.straight_flushes:
            raise RulesError(("royals",), "no flush is named")
        if deal.jackpot != 2:
            raise UncheckableError(f"the game has {deal.jackpot or 'no'} jackpot cards, not two")
        if not subject.rules.deck.single:
            raise UncheckableError("winners of one round are counted of one deck without wild cards")
        found = simultaneous(subject.rules.deck)
        wanted = (self.royals, self.straight_flushes)
        possible = sorted({case for cases in found.values() for case in cases})
        listed = ", ".join(f"({royals}, {others})" for royals, others in possible)
        evidence = sentence("jackpot.one_suit"), sentence("jackpot.pairs", pairs=len(found), cases=listed)
        ways = [pair for pair, cases in found.items() if wanted in cases]
        if any(one[0] >= wanted[0] and one[1] >= wanted[1] for one in possible):
            names = subject.rules.deck.ranks
            shown = ", ".join(f"{names[high]}-{names[low]}" for low, high in ways)
            said = f"can occur with jackpot cards {shown}" if shown else "can occur"
            if chance := _chance(subject, *wanted):
                said += f"; at a full table once in {once_in(chance)} rounds"
            return Answer((Candidate(said, {}, holds=True),), evidence, chance=chance)
        royals, others = (number or None for number in wanted)
        return Answer((), evidence, never=f"no two jackpot cards allow {_case(royals, others)}")


def once_in(chance: Fraction) -> str:
    """Return one over a probability, as a whole number of rounds.

    >>> once_in(Fraction(6, 1463268625))
    '243,878,104'
    """
    return f"{int(decimal(1 / chance, 0)):,}"


def simultaneous(deck: Deck) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Return for each pair of ranks of two jackpot cards of one suit the possible (R, S) of one round."""
    winners, suits = winners_of(deck), len(deck.suits)
    return {
        (low, high): {outcome for outcome, _ in winners.families_of((low * suits, high * suits))}
        for low, high in combinations(range(len(deck.ranks)), 2)
    }


def _chance(subject: Subject, royals: int | None, others: int | None) -> Fraction | None:
    """Return the probability of these winners (None is any number) at a full table; None if unknown."""
    if not subject.rules.deck.single or subject.progressive is None or not subject.progressive.shares_flushes:
        return None
    wanted = (
        chance
        for (one, other), chance in subject.progressive.winners.law(subject.progressive.seats).items()
        if royals in (None, one) and others in (None, other)
    )
    return sum(wanted, Fraction(0))


def _case(royals: int | None, others: int | None) -> str:
    parts = (("R", royals), ("S", others))
    return " with ".join(f"{name} = {number}" for name, number in parts if number is not None)


class IncrementRate(Claim, frozen=True, kw_only=True, tag="increment rate"):
    """Increment rate of a meter, published for a seed: a share of each jackpot wager.

    It is checked by the long-run return that explains most of the rates of the document.
    """

    option: Text
    seed: Amount

    def answer(self, subject: Subject) -> Answer:
        own = self._in_rules(subject)
        progressive = metered(subject)
        _refuse_chance(progressive)
        found = progressive.explained(self.option, Fraction(self.seed))
        candidates = tuple(
            Candidate(
                row.printed,
                {"where it is": _reading(one), "for a player who": "never folds"},
                holds=row.agrees,
                shown=row.exact.percent(4),
            )
            for one, row in found
        )
        beside = {f"exact at {round_percent(one.target)}": row.exact.percent(4) for one, row in found}
        beside["returns"] = found[0][1].long_run_return.percent(4)
        lines = [self._parts(found[0][1]), *(self._limits(one, row) for one, row in found)]
        if own != self.printed.value:
            lines.append(f"The rule file has {round_percent(own)} for this seed.")
        return Answer(candidates, tuple(lines), assumes=True, beside=beside, measure=Measure.EDGE)

    def printed_rate(self) -> PrintedRate:
        """Return the rate as it is printed."""
        printed = self.printed
        places = printed.decimals + (2 if printed.percentage else 0)
        return PrintedRate(self.option, Fraction(self.seed), printed.value, places)

    def _in_rules(self, subject: Subject) -> Fraction:
        """Return the rate that the rule file has."""
        options = meter_options(subject.rules, subject.rules.metered)
        option = known("option", options, self.option, f"no jackpot option {self.option!r} in the rule file")
        rates = {meter.seed: Fraction(meter.increment) for meter in option.meters}
        if self.seed not in rates:
            raise RulesError(("seed",), f"no meter with the seed {self.seed:,} in option {self.option}")
        return rates[self.seed]

    def _parts(self, row: PublishedRate) -> str:
        meter = row.meter
        top_ups = row.long_run_return - (meter.fixed_return + meter.increment)
        envy = f"envy bonuses {percent(meter.envy_return, 4)}, " if meter.envy_return else ""
        return sentence("jackpot.parts", published=self.published, row=row, envy=envy, top_ups=top_ups)

    def _limits(self, explanation: Explanation, row: PublishedRate) -> str:
        prints = "prints" if row.agrees else f"prints {percent(row.printed, 2)}, not"
        words = {"rounding": explanation.rounding, "target": round_percent(explanation.target)}
        return sentence("jackpot.limits", published=self.published, row=row, prints=prints, **words)


class MeterExample(Assertion, frozen=True, kw_only=True):
    """What claims about one meter name: the published seed, the cost of the wager, and what it shows."""

    seed: Stake
    cost: Stake
    meter: Stake

    def amounts(self, subject: Subject) -> tuple[Fraction, Fraction]:
        """Return the meter and its own seed, the published one times the cost; refuse a meter below it."""
        metered(subject)
        if self.meter < self.seed * self.cost:
            raise RulesError(("meter",), f"{money(self.meter)} is below the seed times the cost")
        return Fraction(self.meter), Fraction(self.seed * self.cost)


class ClosingOfMeter(MeterExample, frozen=True, kw_only=True, tag="closing of a meter"):
    """The sum that a closed meter passes on: "less the seed multiplied by the cost", under both readings.

    A reading holds if no more is passed on than wagers have added to the meter.
    """

    def answer(self, subject: Subject) -> Answer:
        meter, seed = self.amounts(subject)
        due, other = due_at_closing(meter, seed, Fraction(self.cost))
        ways = {"the seed": due, "the difference of meter and seed": other}
        candidates = tuple(
            Candidate(money(one), {"where the cost multiplies": way}, holds=one <= meter - seed)
            for way, one in ways.items()
        )
        sums = {"meter": meter, "seed": Fraction(self.seed), "cost": Fraction(self.cost)}
        facts = {key: money(one) for key, one in (sums | {"due": due, "other_due": other}).items()}
        passed = "; ".join(f"if the cost multiplies {way}, {money(one)} goes on" for way, one in ways.items())
        line = sentence("jackpot.closing", added=meter - seed, meter=facts["meter"], passed=passed)
        return Answer(candidates, (line,), facts)


class OrderOfWinners(MeterExample, frozen=True, kw_only=True, tag="order of winners"):
    """That winners at several tables of one meter are paid one after the other, in the order of recording.

    Checked by what the order changes: two royal flushes, and two straight flushes, at two tables.
    """

    def answer(self, subject: Subject) -> Answer:
        meter, seed = self.amounts(subject)
        facts, lines = {"meter": money(meter), "reset": money(seed)}, []
        for name, case in (("royal", (1, 0)), ("straight", (0, 1))):
            first = settle_meter(meter, seed, *case)
            second = settle_meter(first.meter_after, seed, *case)
            both = settle_meter(meter, seed, *(2 * number for number in case))
            won = [money(one) for one in (first.paid, second.paid, both.paid / 2)]
            facts |= zip((f"{name}_first", f"{name}_second", f"{name}_both"), won, strict=True)
            lines.append(sentence("jackpot.order", name=name, won=won, **facts))
        return unknown("the order in which dealers record decides, not the order of play", *lines, **facts)


class TargetReturn(Assertion, frozen=True, kw_only=True, tag="target return"):
    """That one long-run return explains all increment rates of the document, which does not state it."""

    def answer(self, subject: Subject) -> Answer:
        progressive = metered(subject)
        if not progressive.rates:
            return unknown("no increment rate is published")
        _refuse_chance(progressive)
        found, number = progressive.explanations, len(progressive.rates)
        candidates = tuple(
            Candidate(
                f"{round_percent(one.target)} gives {one.agreeing} of {number} rates",
                {"where they are": _reading(one), "for a player who": "never folds"},
                holds=one.agreeing == number,
            )
            for one in found
        )
        lines = tuple(explained(progressive, one) for one in found)
        best, other = found[0], found[-1]
        facts = {
            "target": round_percent(best.target),
            "edge": round_percent(1 - best.target),
            "rounded": f"Rounded {best.rounding}",
            "count": str(best.agreeing),
            "rates": str(number),
            "lowest": best.lowest.percent(5),
            "highest": best.highest.percent(5),
            "other_target": round_percent(other.target),
            "other_rounded": f"Rounded {other.rounding}",
            "other_count": str(other.agreeing),
            "missed": _missed(progressive, other),
        }
        return Answer(candidates, lines, facts, assumes=True)


class OptionsApart(Assertion, frozen=True, kw_only=True, tag="options kept apart"):
    """That the increment rates of one option go with its own pay table only; checked by their returns."""

    def answer(self, subject: Subject) -> Answer:
        progressive = metered(subject)
        mixtures = progressive.mixtures
        if not mixtures:
            return unknown("there is one option only")
        own = [one.own for one in mixtures]
        pairs = dict.fromkeys((one.option, one.pay_table) for one in mixtures)
        lines = [f"Each option with its own pay table: {span(own)} in the long run."]
        mixed = []
        for option, letter in pairs:
            of_pair = [one.mixed for one in mixtures if (one.option, one.pay_table) == (option, letter)]
            mixed.append(span(of_pair))
            lines.append(f"The rates of option {option} with the pay table of option {letter}: {mixed[-1]}.")
        fixed = {one: answer.per_unit(answer.value) for one, answer in progressive.answers.items()}
        listed = ", ".join(f"{letter} {percent(worth, 4)}" for letter, worth in fixed.items())
        lines.append(f"The fixed prizes alone return, under each pay table: {listed}.")
        low, high = _ends(own)
        apart = all(one.mixed.high < low or one.mixed.low > high for one in mixtures)
        facts = {"own": span(own), "mixed": " or ".join(mixed)}
        shown = f"kept apart they return {facts['own']}; mixed, {facts['mixed']}"
        return holds(shown, *lines, true=apart, **facts)


def span(values: Sequence[Enclosure]) -> str:
    """Return the range of values as percentages, to two decimals."""
    low, high = (percent(end, 2) for end in _ends(values))
    return low if low == high else f"{low} to {high}"


def _ends(values: Sequence[Enclosure]) -> tuple[Fraction, Fraction]:
    return min(one.low for one in values), max(one.high for one in values)


def metered(subject: Subject) -> JackpotStudy:
    """Return the progressive wager of a game whose rule file states its meter."""
    if several_meters(subject.rules):
        unchecked = "several meters, limits and sums out of a meter"
        raise RulesError(("quantity",), f"{unchecked} are not checked (Limits in docs/language.md)")
    if subject.progressive is None or subject.rules.metered not in subject.rules.meters:
        raise RulesError(("quantity",), "the rule file states no meter: it has no [jackpot]")
    return subject.progressive


def _refuse_chance(progressive: JackpotStudy) -> None:
    """Refuse rates that no return explains but a few of them, as some return always does."""
    most, number = progressive.explanations[0].agreeing, len(progressive.rates)
    if 2 * most <= number or number == 1:
        raise UncheckableError(f"a return that gives {most} of {number} rates explains nothing")


def round_percent(target: Fraction) -> str:
    """Return a part as a percentage with the digits that it has.

    >>> round_percent(Fraction(88875, 100000))
    '88.875%'
    """
    return f"{plain(target * 100)}%"


def _reading(explanation: Explanation) -> str:
    return sentence("jackpot.reading", one=explanation, target=round_percent(explanation.target))


def explained(progressive: JackpotStudy, explanation: Explanation) -> str:
    """Return the range of returns that give the published rates under one rounding, in a sentence."""
    rows, missed = explanation.rows, _missed(progressive, explanation)
    limits = {
        "lowest": _row(progressive, rows.index(max(rows, key=lambda row: row.lowest.low))),
        "highest": _row(progressive, rows.index(min(rows, key=lambda row: row.highest.high))),
        "target": round_percent(explanation.target),
        "misses": f" and misses {missed}" if missed else "",
    }
    key = "jackpot.explains" if explanation.explains_all else "jackpot.fails"
    return sentence(key, one=explanation, rates=len(rows), **limits)


def _missed(progressive: JackpotStudy, explanation: Explanation) -> str:
    missed = ((number, row) for number, row in enumerate(explanation.rows) if not row.agrees)
    return ", ".join(
        sentence("jackpot.missed", row=_row(progressive, number), one=row, gap=100 * abs(row.off_by))
        for number, row in missed
    )


def _row(progressive: JackpotStudy, number: int) -> str:
    rate = progressive.rates[number]
    return f"option {rate.option} with a seed of {int(rate.seed):,}"
