"""Everything that can be said of one progressive wager, put together for one choice of its terms."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.strategy import Strategy, best_strategy
from combin.formatting import decimal, grouped, in_full, money, plain
from combin.jackpot.enclosure import DIGITS, Enclosure
from combin.jackpot.meter import BonusPrize, JackpotError, Level, Meter, MeterPrize, Number, Value, number
from combin.jackpot.value import JackpotChances, chances_of, prize_of
from combin.rules.resolved import remembered
from combin.rules.wagers import Kind, Whose

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from combin.jackpot.joint import JointGame
    from combin.jackpot.law import Explanation, LongRun
    from combin.jackpot.meter import HiddenLimit
    from combin.rules.model import JackpotOption
    from combin.rules.resolved import Rules

FEWEST_DIGITS = 8
"""Digits of the long-run figures that are made certain at least: percentages are shown to four."""


class JackpotTerms(Struct, frozen=True):
    """What a question about a jackpot fixes; what is None was not asked, or is not published.

    `stake` and `meter` are money; `seed` is per unit of the stake, `increment` and `target` are parts of the
    money wagered. A stake that is not `priced` is only a unit.
    """

    letter: str
    stake: Fraction
    seats: int
    option: str | None = None
    seed: Fraction | None = None
    increment: Fraction | None = None
    meter: Fraction | None = None
    target: Fraction | None = None
    priced: bool = True

    @property
    def shown(self) -> Fraction | None:
        """The meter per unit of the stake, as given, or else its seed; None where neither is known."""
        return self.seed if self.meter is None else self.meter / self.stake


class JackpotAnswer(Answer, Struct, frozen=True, dict=True):
    """A progressive wager under given terms, all figures exact or enclosed, computed when they are asked for.

    `meter` is there where the document states one; `as_published` where nothing was asked but what it states.
    """

    shown_by: ClassVar[str] = "combin.report.jackpot:jackpot_view"

    rules: Rules
    wager: str
    terms: JackpotTerms
    chances: JackpotChances
    digits: int
    meter: Meter | None = None
    rate_for_target: Enclosure | None = None
    as_published: bool = False

    @property
    def others(self) -> int:
        """The number of other players who bring envy bonuses when all seats are taken."""
        return self.terms.seats - 1

    @cached_property
    def open_terms(self) -> tuple[str, ...]:
        """What the return of the wager depends on that is not given: "price", "meter", both or neither."""
        value, meter = self.value, self.value.of_meter
        price = meter or value.money or (value.envy and self.others)
        opened = {"price": price and not self.terms.priced, "meter": meter and self.terms.shown is None}
        return tuple(name for name, is_open in opened.items() if is_open)

    def house_edge(self, value: Value) -> Fraction | None:
        """Return the house edge now, or else at the seed, of what `value` says; None if that is open."""
        if self.open_terms:
            return None
        stake = self.terms.stake
        return 1 - value.returned(stake, (self.terms.shown or 0) * stake, self.others) / stake

    @cached_property
    def value(self) -> Value:
        """What the wager returns to a player who never folds."""
        return self.chances.overall()

    @cached_property
    def played(self) -> Value:
        """What it returns with the optimal strategy of the base game."""
        return self.played_by(self._best) if self.chances.lost_on_fold else self.value

    def lost_by_folding(self, run: LongRun) -> Enclosure:
        """Loss of that player by folding, per unit wagered in the long run, if nobody else folds."""
        lost = Enclosure.exactly(0)
        if not self.chances.lost_on_fold:
            return lost
        paid = {one.name: Enclosure.exactly(one.paid) for one in run.meter.bonuses}
        laws = [run.law, *(level.law for level in run.levels.values())]
        paid |= {prize.name: law.paid(prize) for law in laws for prize in law.prizes}
        for one, played in zip(self.chances.lines(), self.chances.played_lines(self._best), strict=True):
            if one.count:
                lost += paid[one.line.text] * (1 - played.probability / one.probability)
        return lost

    @cached_property
    def _best(self) -> Strategy:
        letters = {name: next(iter(self.rules.tables[name])) for name in self.rules.base_tables}
        return best_strategy(self.rules, letters)

    def played_by(self, strategy: Strategy) -> Value:
        """Return what it returns to a player who follows a strategy of the base game."""
        return self.chances.played(strategy) if self.chances.lost_on_fold else self.value

    def per_unit(self, value: Value) -> Fraction:
        """Return of the fixed prizes per unit staked, envy bonuses included."""
        return value.returned(self.terms.stake, others=self.others) / self.terms.stake

    @property
    def stated_for(self) -> str:
        """What the seeds are stated for, in words."""
        full = self.value.full
        return f"a price of {money(1)}" if full is None else f"each unit of a full stake of {money(full)}"

    @property
    def break_even(self) -> Fraction | None:
        """The breakeven meter in money for who never folds; None if never won, or the price is open."""
        if "price" in self.open_terms:
            return None
        return self.value.break_even_meter(self.terms.stake, self.others)

    @property
    def least_price(self) -> Fraction | None:
        """The stake that fixed sums and envy bonuses alone return; None where no stake is."""
        sums = self.value.money + self.value.envy * self.others
        if self.value.full is not None:  # of which every price buys its part
            return None
        return sums / (1 - self.value.odds) if sums and self.value.odds < 1 else None

    @cached_property
    def long_run(self) -> LongRun | None:
        """What the wager and its meter come to in the long run; None where the document states no meter."""
        if self.meter is None:
            return None
        from combin.jackpot.law import LongRun

        return LongRun(self.meter, max(self.digits, FEWEST_DIGITS))

    @cached_property
    def long_run_played(self) -> Enclosure | None:
        """What the wager returns in the long run with the optimal strategy of the base game.

        None where a fold gives up part of the meter (then its law depends on how everybody plays), and
        without a long run.
        """
        # Where no hand that he folds could win part of the meter, it is won at the same times whether he
        # folds or not: increments and top-ups return the same, and only fixed prizes are lost.
        if self.long_run is None or self.gives_up(self.played):
            return None
        return self.long_run.long_run_return - (self.per_unit(self.value) - self.per_unit(self.played))

    @property
    def hits(self) -> tuple[tuple[str, HiddenLimit, Fraction], ...]:
        """The must-hit meters per unit of stake: name ("" for the first), limit, current meter."""
        if self.meter is None or self.terms.shown is None:
            return ()
        meters = [("", self.meter, self.terms.shown)]
        meters += [(one.name, one.meter, one.shows) for one in self.meter.levels]
        return tuple((name, meter.hidden, shows) for name, meter, shows in meters if meter.hidden is not None)

    def gives_up(self, value: Value) -> bool:
        """Return whether a player who gets this value folds hands that win money of a meter."""
        if value.share != self.value.share:
            return True
        lost = (value.odds, value.money) != (self.value.odds, self.value.money)
        return lost and any(one.prize.level or one.prize.from_meter for one in self.chances.table.lines)

    @cached_property
    def published_rates(self) -> Explanation | str | None:
        """The published increment rates explained, or why not; None but for one published meter."""
        if self.meter is None or not self.as_published or self.meter.levels or self.meter.limit:
            return None
        from combin.jackpot.law import explanations

        try:
            return explanations(tuple(meter for _, meter in published_meters(self.rules, self.wager)))[0]
        except JackpotError as error:
            return str(error)

    @cached_property
    def winners(self) -> Mapping[tuple[int, int], Fraction] | None:
        """Distribution of royal and straight flushes in a round; None unless they alone pay the meter."""
        deal, shared = self.rules.file.deal, self.rules.bets[self.wager].hand is Whose.PLAYER_AND_JACKPOT
        paid = [one for one in self.chances.lines() if one.line.prize.of_meter and one.count]
        if not shared or (deal.player, deal.jackpot) != (3, 2) or len(paid) != 2:
            return None
        from combin.jackpot.value import winners_of

        winners = winners_of(self.rules.deck)
        shares = [(Fraction(one.line.prize.meter or 0), one.probability) for one in paid]
        alone = not any(one.line.prize.level or one.line.prize.from_meter for one in paid)
        return winners.law(self.terms.seats) if alone and winners.win(shares) else None

    def joint(self, letters: Mapping[str, str], meter: Fraction | None = None) -> JointGame:
        """Return the base game decided with the wager, at a meter in money; by default as it shows."""
        from combin.jackpot.joint import joint_game

        stake = self.terms.stake
        per_unit = self.terms.shown or Fraction(0) if meter is None else meter / stake
        return joint_game(self.rules, letters, self.chances.table, per_unit, stake)


def jackpot_wager(rules: Rules, wager: str | None = None) -> str:
    """Return the id of a progressive wager of a game, or JackpotError; by default `Rules.metered`."""
    if wager is None and rules.metered in rules.jackpots:
        return rules.metered
    if wager in rules.jackpots:
        return str(wager)
    for name, bet in rules.bets.items():
        if bet.kind is Kind.JACKPOT and name in rules.tables.refused and wager in (None, name):
            raise rules.tables.refused[name]
    if wager is None:
        raise JackpotError(f"{rules.file.id} has no progressive wager")
    known = f"there are {', '.join(rules.jackpots)}" if rules.jackpots else "there is none"
    raise JackpotError(f"{rules.file.id} has no progressive wager {wager!r} ({known})")


def meter_options(rules: Rules, wager: str) -> dict[str, JackpotOption]:
    """Return the options of a wager's meter by name; none where the document states no meter of it."""
    entry = rules.meters.get(wager)
    return {} if entry is None else entry.options


def several_meters(rules: Rules) -> bool:
    """Whether the progressive wager has several meters, one with a limit, or one that pays sums."""
    entry, tables = rules.meters.get(rules.metered), rules.file.pay_tables.get(rules.metered, {})
    if any(prize.from_meter for table in tables.values() for prize in table.lines.values()):
        return True
    options = () if entry is None else entry.options.values()
    return any(option.levels or (entry and entry.must_hit_of(option)) for option in options)


def letter_of(rules: Rules, option: str | None, wager: str | None = None) -> str:
    """Return the pay table of an option of the meter, or of that letter; the first one by default."""
    name = jackpot_wager(rules, wager)
    tables, options = rules.tables[name], meter_options(rules, name)
    if option is None:
        return next(iter(tables))
    if option in options:
        return options[option].pay_table
    if option in tables:
        return option
    known = ", ".join(dict.fromkeys((*options, *tables)))
    raise JackpotError(f"no option {option!r} of the {name} of {rules.file.id} (there are {known})")


@remembered
def ask_jackpot(
    rules: Rules,
    *,
    wager: str | None = None,
    option: str | None = None,
    seed: Number | None = None,
    increment: Number | None = None,
    meter: Number | None = None,
    stake: Number | None = None,
    seats: int | None = None,
    target: Number | None = None,
    levels: tuple[tuple[str, Number], ...] = (),
    digits: int = DIGITS,
) -> JackpotAnswer:
    """Return what can be said of a progressive wager of a game, remembered; as `combin.Game.jackpot`.

    Raises:
        JackpotError: a term that no jackpot can have, or that the game does not publish and was not given.
    """
    wager = jackpot_wager(rules, wager)
    letter, options = letter_of(rules, option, wager), meter_options(rules, wager)
    full = rules.bets[wager].full_stake
    price = full or Fraction(1) if stake is None else number("stake", stake)
    if price <= 0:
        raise JackpotError(f"a stake of {plain(price)} is not above 0")
    if full is not None and price > full:
        raise JackpotError(f"a stake of {plain(price)} is above the full one of {plain(full)}")
    chances = chances_of(rules, wager, letter)
    if full is not None:
        chances = replace(chances, table=chances.table.at(price))
    names = [name for name, one in options.items() if one.pay_table == letter]
    chosen = option if option in names else next(iter(names), None)
    shown = _levels(options[chosen].levels if chosen is not None else (), dict(levels), price)
    # A seed is for each unit of the price.
    priced = stake is not None or seed is not None or bool(names) or full is not None
    now = None if meter is None else number("meter", meter)
    if now is not None and now < 0:
        raise JackpotError(f"a meter of {plain(now)} is negative")
    seated, deal = full_table(rules) if seats is None else seats, rules.file.deal
    most = (len(rules.deck) - deal.dealer - deal.jackpot) // deal.player
    if not 1 <= seated <= most:
        raise JackpotError(f"{seated} seats: the cards are enough for 1 to {most}")
    terms = JackpotTerms(letter, price, seated, meter=now, priced=priced)
    if not names and (seed, increment, target) == (None, None, None):
        return JackpotAnswer(rules, wager, terms, chances, digits)
    wanted = None if target is None else number("target return", target)
    # Where a rate is solved for it takes the place of this one, which only has to be some rate.
    given = increment if increment is not None or wanted is None else "1%"
    of = chosen or letter
    model = game_meter(rules, of, seed, increment=given, stake=price, seats=seated, wager=wager, shown=shown)
    if terms.meter is not None:
        shows = f"a meter of {plain(terms.meter)}"
        if terms.meter < model.seed * price:
            of_one = f" ({plain(model.seed)} for each unit of the wager)" if price != 1 else ""
            below = f"below the seed of {plain(model.seed * price)}{of_one}, its minimum"
            raise JackpotError(f"{shows} is {below}")
        if model.limit is not None and terms.meter >= model.limit * price:
            raise JackpotError(f"{shows}, which must be hit by {plain(model.limit * price)}")
    rate, places = None, max(digits, FEWEST_DIGITS)
    if wanted is not None:
        from combin.jackpot.law import increment_for

        rate = increment_for(model, wanted, places)
        if increment is None:
            model = model.with_increment(Fraction(rate.nearest(places)))
    if model.levels or model.limit is not None:
        shown = {one.name: one.shows for one in model.levels}
        table = replace(chances.table, shows={**chances.table.shows, **shown})
        limits = ((one.meter.hidden, one.shows) for one in model.levels)
        of_levels = sum((limit.worth(shows) for limit, shows in limits if limit), Fraction(0))
        chances = replace(chances, table=table, hits=Value(odds=of_levels, hidden=model.hidden))
    terms = replace(terms, option=chosen, seed=model.seed, increment=model.increment, target=wanted)
    asked = (option, seed, increment, meter, target) != (None,) * 5 or levels
    as_published = not asked and price == (full or price)
    return JackpotAnswer(rules, wager, terms, chances, digits, model, rate, as_published)


def game_meter(
    rules: Rules,
    option: str,
    seed: Number | None = None,
    *,
    increment: Number | None = None,
    pay_table: str | None = None,
    stake: Fraction | None = None,
    seats: int | None = None,
    wager: str | None = None,
    shown: Mapping[str, Fraction] | None = None,
) -> Meter:
    """Return a meter of a game, with its levels, per unit wagered, for players who never fold.

    Sums of money that the house pays, and envy bonuses for the hands of the other players, are in units
    of the stake. What is not given is as the document states it.

    Args:
        rules: the game.
        option: an option of the file, or a pay table of which it states neither seeds nor rates.
        seed: by default the first of the option.
        increment: by default the rate that is published for the seed.
        pay_table: another pay table than the option's, to see what breaks.
        stake: the price of the wager, in money; by default the full stake, or a unit.
        seats: players at the table with the wager; by default all its seats, or one.
        wager: by default as in `jackpot_wager`.
        shown: what levels show, per unit wagered; by default their seeds.

    >>> from combin.rules.load import load_rules
    >>> game_meter(load_rules("crown-melbourne"), "1", 20_000).increment
    Fraction(3251, 10000)

    Raises:
        JackpotError: no such option or pay table; no seed or no rate is published, and none was given.
    """
    wager = jackpot_wager(rules, wager)
    letter = letter_of(rules, option if pay_table is None else pay_table, wager)
    chosen, bet = meter_options(rules, wager).get(option), rules.bets[wager]
    price = bet.first_stake if stake is None else stake
    part = bet.part(price)  # what is stated is for each unit of a full stake
    published = {} if chosen is None else {Fraction(one.seed): one for one in chosen.meters}
    if chosen is None and (seed is None or increment is None):
        lacks = "a seed" if seed is None else "an increment rate or a target return"
        raise JackpotError(f"{rules.file.id} states no meter for pay table {letter}: give {lacks} as well")
    wanted = next(iter(published)) if seed is None else number("seed", seed)
    stated = published.get(wanted)
    if increment is None:
        if stated is None:
            none = f"option {option}: no increment rate is published for a seed of {wanted}"
            raise JackpotError(f"{none} (there are {', '.join(map(str, published))})")
        increment = Fraction(stated.increment)
    entry = None if chosen is None else rules.meters[wager]
    limit = None if entry is None else entry.must_hit_by if stated is None else entry.limit_of(stated)
    table = rules.tables[wager][letter].at(price)
    odds = {one.line.text: one.probability for one in chances_of(rules, wager, letter).lines()}

    def prizes(level: str | None) -> tuple[MeterPrize, ...]:
        return tuple(
            MeterPrize(text, odds[text], Fraction(prize.meter or 0), Fraction(prize.money or 0) / price)
            for text, prize in ((line.text, line.prize) for line in table.lines)
            if prize.of_meter and odds[text] and prize.level == level
        )

    fixed = {line.text: prize_of(table, line) for line in table.lines if not line.prize.of_meter}
    bonuses = (BonusPrize(one, odds[one], times + money / price) for one, (times, money, _) in fixed.items())
    others = (full_table(rules) if seats is None else seats) - 1
    envy = sum((odds[line.text] * line.prize.envy for line in table.lines), Fraction(0)) * others / price
    levels = []
    for name, one in ({} if chosen is None else chosen.levels).items():
        most = None if one.must_hit_by is None else one.must_hit_by / part
        own = Meter(one.seed / part, one.increment, prizes(name), reserve=Fraction(one.reserve), limit=most)
        levels.append(Level(name, own, own.check_amount((shown or {}).get(name, own.seed))))
    return Meter(
        wanted / part,
        increment,
        prizes(None),
        tuple(bonuses),
        envy,
        Fraction(0) if stated is None else Fraction(stated.reserve),
        None if limit is None else limit / part,
        tuple(levels),
    )


def published_meters(rules: Rules, wager: str | None = None) -> tuple[tuple[str, Meter], ...]:
    """Return every option and meter that the file publishes of a wager, in its order."""
    name = jackpot_wager(rules, wager)
    return tuple(
        (option, game_meter(rules, option, one.seed, increment=Fraction(one.increment), wager=name))
        for option, stated in meter_options(rules, name).items()
        for one in stated.meters
    )


def full_table(rules: Rules) -> int:
    """Return how many players a table has: all its seats, or one if the document does not say how many."""
    return rules.file.deal.seats or 1


def _levels(known: Collection[str], given: Mapping[str, Number], price: Fraction) -> dict[str, Fraction]:
    """Return the current levels of a meter, for each unit of the stake, that are given in money."""
    for name in given:
        if name not in known:
            there_are = f"there are {', '.join(known)}" if known else "there is none"
            raise JackpotError(f"no level {name!r} of the meter ({there_are})")
    return {name: number(name, amount) / price for name, amount in given.items()}


def jackpot_answers(rules: Rules, wager: str, letter: str) -> Iterator[JackpotAnswer]:
    """Yield the answer for each meter that is stated with a pay table, or one alone where none is."""
    options = [(name, one) for name, one in meter_options(rules, wager).items() if one.pay_table == letter]
    if not options:
        yield ask_jackpot(rules, wager=wager, option=letter)
    for name, meter in ((name, meter) for name, option in options for meter in option.meters):
        rate = Fraction(meter.increment)
        yield ask_jackpot(rules, wager=wager, option=name, seed=meter.seed, increment=rate)


def depends_on(answer: JackpotAnswer) -> str:
    """Return "depends on price and meter", or on the one that is not given; "" if nothing is open."""
    return f"depends on {' and '.join(answer.open_terms)}" if answer.open_terms else ""


def returns_in_words(answer: JackpotAnswer, value: Value) -> str:
    """The average return of a wager as a linear form: "601/442 + 1/22,100 of the meter"."""
    no_price = "price" in answer.open_terms
    fixed = value.money if no_price else value.returned(answer.terms.stake)
    parts = [f"{in_full(value.odds)} of the price"] if value.odds and no_price else []
    parts += [in_full(fixed)] if fixed else []
    parts += [f"{in_full(value.share)} of the meter"] if value.share else []
    parts += [f"{in_full(value.envy)} for each other player"] if value.envy else []
    return " + ".join(parts) or "nothing"


def even_where(answer: JackpotAnswer) -> str:
    """Where a wager begins to favour a player who never folds, as a linear form in what is open."""
    value, stake = answer.value, answer.terms.stake
    if "price" not in answer.open_terms:
        even = answer.break_even
        if even is None or even <= 0:
            return "at no meter" if even is None else "at any meter"
        return f"above a meter of {grouped(decimal(even, 0 if even.denominator == 1 else 2))}"
    if value.odds >= 1:
        return "at any price and meter"
    if "meter" not in answer.open_terms:
        kept, fixed = 1 - value.odds, value.money + value.share * (answer.terms.meter or 0)
        parts = [in_full(fixed / kept)] if fixed else []
        parts += [f"{in_full(value.envy / kept)} × other players"] if value.envy else []
        return f"at a price below {' + '.join(parts)}"
    meter = f"{in_full((1 - value.odds) * stake / value.share)} × price"
    for amount, times in ((value.money, ""), (value.envy, " × other players")):
        if amount:
            meter += f" − {in_full(amount / value.share)}{times}"
    return f"above a meter of {meter}"
