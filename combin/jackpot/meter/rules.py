"""Meters out of a rule file: its pay table and its published pairs of seed and increment rate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.jackpot.meter.meter import BonusPrize, JackpotError, Level, Meter, MeterPrize, Number, number
from combin.rules.bets import Whose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.rules.model import ProgressiveEntry
    from combin.rules.resolved import Rules


def prize_probabilities(rules: Rules, pay_table: str, wager: str | None = None) -> dict[str, Fraction]:
    """Return the probability of each line of a jackpot's pay table for a player who never folds.

    Raises:
        JackpotError: the game has no meter, or no such pay table.
    """
    wager, _ = _stated(rules, wager)
    table = rules.tables[wager].get(pay_table)
    if table is None:
        raise JackpotError(
            f"no pay table {pay_table!r} of {wager} (there are {', '.join(rules.tables[wager])})"
        )
    if rules.bets[wager].hand is not Whose.PLAYER_AND_JACKPOT or table.finer:
        from combin.jackpot.value import jackpot_chances

        return {one.line.text: one.probability for one in jackpot_chances(rules, table).lines()}
    from combin.exact.fivecard_counts import category_counts

    cards = rules.file.deal.player + rules.file.deal.jackpot
    counts = dict.fromkeys((line.text for line in table.lines), 0)
    for category, count in category_counts(rules.deck, cards).items():
        if (line := table.line_of_five(category)) is not None:
            counts[line.text] += count
    total = comb(len(rules.deck), cards)
    return {text: Fraction(count, total) for text, count in counts.items()}


def game_meter(
    rules: Rules,
    option: str,
    seed: Number | None = None,
    *,
    increment: Number | None = None,
    pay_table: str | None = None,
    probabilities: Mapping[str, Fraction] | None = None,
    stake: Fraction | None = None,
    seats: int | None = None,
    wager: str | None = None,
    shown: Mapping[str, Fraction] | None = None,
) -> Meter:
    """Return a meter of a game, with its levels, per unit wagered.

    Sums of money that the house pays, and envy bonuses for the hands of the other players, are so many units
    of the stake.

    Args:
        rules: the game.
        option: which of the file's options: a pay table with its seeds and rates.
        seed: a seed; without it the first of the option.
        increment: an increment rate; without it the one that is published for the seed.
        pay_table: another pay table than the option's, to see what breaks.
        probabilities: of the lines of the pay table, where they are not those of a player who never folds.
        stake: the price of the wager, in money; by default the full stake, or a unit.
        seats: players at the table with the wager; by default `full_table`.
        wager: the jackpot wager; by default the one whose meter has no name.
        shown: what levels show, per unit wagered; by default their seeds.

    >>> from combin.rules.load import load_rules
    >>> game_meter(load_rules("crown-melbourne"), "1", 20_000).increment
    Fraction(3251, 10000)

    Raises:
        JackpotError: no such option or pay table; no rate is published for the seed and none was given.
    """
    wager, entry = _stated(rules, wager)
    if option not in entry.options:
        raise JackpotError(f"no option {option!r} of the {wager} (there are {', '.join(entry.options)})")
    chosen, bet = entry.options[option], rules.bets[wager]
    price = bet.first_stake if stake is None else stake
    part = bet.part(price)  # what is stated is for each unit of a full stake
    published = {Fraction(one.seed): one for one in chosen.meters}
    wanted = next(iter(published)) if seed is None else number("seed", seed)
    stated = published.get(wanted)
    if increment is None:
        if stated is None:
            seeds = ", ".join(str(one) for one in published)
            raise JackpotError(
                f"option {option}: no increment rate is published for a seed of {wanted} (there are {seeds})"
            )
        increment = Fraction(stated.increment)
    letter = chosen.pay_table if pay_table is None else pay_table
    found = prize_probabilities(rules, letter, wager) if probabilities is None else dict(probabilities)
    limit = entry.must_hit_by if stated is None else entry.limit_of(stated)
    meter = table_meter(
        rules,
        wager,
        letter,
        wanted / part,
        increment,
        probabilities=found,
        stake=price,
        seats=seats,
        limit=None if limit is None else limit / part,
    )
    amounts = shown or {}
    levels = []
    for name, one in chosen.levels.items():
        prizes = _prizes(rules, wager, letter, found, price, level=name)[0]
        most = None if one.must_hit_by is None else one.must_hit_by / part
        own = Meter(one.seed / part, one.increment, prizes, reserve=Fraction(one.reserve), limit=most)
        levels.append(Level(name, own, own.check_amount(amounts.get(name, own.seed))))
    reserve = Fraction(0) if stated is None else Fraction(stated.reserve)
    return replace(meter, reserve=reserve, levels=tuple(levels))


def table_meter(
    rules: Rules,
    wager: str,
    letter: str,
    seed: Number,
    increment: Number,
    *,
    probabilities: Mapping[str, Fraction],
    stake: Fraction = Fraction(1),
    seats: int | None = None,
    limit: Number | None = None,
) -> Meter:
    """Return a meter under a pay table of a jackpot wager, per unit wagered, whatever the file publishes.

    Lines that pay out of a level are left to it.

    Args:
        rules: the game.
        wager: the id of the jackpot wager.
        letter: its pay table.
        seed: per unit of the stake.
        increment: the increment rate.
        probabilities: of the lines of the pay table.
        stake: the price of the wager, in money.
        seats: players at the table with the wager; by default `full_table`.
        limit: the amount that it must be hit by, if there is one.

    Raises:
        JackpotError: something that no meter can be, or a pay table that pays nothing out of it.
    """
    prizes, bonuses = _prizes(rules, wager, letter, probabilities, stake)
    others = (full_table(rules) if seats is None else seats) - 1
    lines = rules.tables[wager][letter].at(stake).lines
    envied = (probabilities.get(line.text, Fraction(0)) * line.prize.envy for line in lines)
    envy = sum(envied, Fraction(0)) * others / stake
    return Meter(seed, increment, prizes, bonuses, envy, limit=limit)


def full_table(rules: Rules) -> int:
    """Return how many players a table has: all its seats, or one if the document does not say how many."""
    return rules.file.deal.seats or 1


def _prizes(
    rules: Rules,
    wager: str,
    letter: str,
    probabilities: Mapping[str, Fraction],
    stake: Fraction,
    *,
    level: str = "",
) -> tuple[tuple[MeterPrize, ...], tuple[BonusPrize, ...]]:
    """Return the prizes out of the first meter, or out of a level, and those of no meter."""
    prizes, bonuses = [], []
    table = rules.tables[wager][letter].at(stake)
    for line in table.lines:
        probability = probabilities.get(line.text, Fraction(0))
        if line.prize.of_meter:
            if probability and (line.prize.level or "") == level:
                fixed = Fraction(line.prize.money or 0) / stake
                prizes.append(MeterPrize(line.text, probability, Fraction(line.prize.meter or 0), fixed))
        elif line.prize.money is not None:
            bonuses.append(BonusPrize(line.text, probability, Fraction(line.prize.money) / stake))
        elif line.prize.odds is not None:
            bonuses.append(BonusPrize(line.text, probability, table.odds(line) + 1))
    return tuple(prizes), tuple(bonuses)


def published_meters(rules: Rules, wager: str | None = None) -> tuple[tuple[str, Meter], ...]:
    """Return every option and meter that the file publishes of a wager, in its order.

    Raises:
        JackpotError: the wager has no meter.
    """
    name, entry = _stated(rules, wager)
    return tuple(
        (letter, game_meter(rules, letter, one.seed, increment=Fraction(one.increment), wager=name))
        for letter, option in entry.options.items()
        for one in option.meters
    )


def _stated(rules: Rules, wager: str | None) -> tuple[str, ProgressiveEntry]:
    """Return a progressive wager, by default the one whose meter has no name, and its meters."""
    name = rules.metered if wager is None else wager
    if name not in rules.meters:
        section = f"jackpots.{wager}" if wager else "jackpot"
        raise JackpotError(f"{rules.file.id} states no meter: no [{section}] in its file")
    return name, rules.meters[name]
