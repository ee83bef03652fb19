"""Meters out of a rule file: its pay table and its published pairs of seed and increment rate."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.jackpot.meter.meter import BonusPrize, JackpotError, Meter, MeterPrize, Number, number
from combin.rules.bets import Whose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.rules.model import JackpotEntry
    from combin.rules.resolved import Rules


def prize_probabilities(rules: Rules, pay_table: str) -> dict[str, Fraction]:
    """Return the probability of each line of a jackpot's pay table for a player who never folds.

    Raises:
        JackpotError: the game has no meter, or no such pay table.
    """
    wager = _jackpot(rules).wager
    table = rules.tables[wager].get(pay_table)
    if table is None:
        raise JackpotError(
            f"no pay table {pay_table!r} of {wager} (there are {', '.join(rules.tables[wager])})"
        )
    if rules.bets[wager].hand is not Whose.PLAYER_AND_JACKPOT:
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
    stake: Fraction = Fraction(1),
    seats: int | None = None,
) -> Meter:
    """Return a meter of a game, per unit wagered.

    Sums of money that the house pays, and envy bonuses for the hands of the other players, are so many units
    of the stake.

    Args:
        rules: the game.
        option: which of the file's options: a pay table with its seeds and rates.
        seed: a seed; without it the first of the option.
        increment: an increment rate; without it the one that is published for the seed.
        pay_table: another pay table than the option's, to see what breaks.
        probabilities: of the lines of the pay table, where they are not those of a player who never folds.
        stake: the price of the wager, in money.
        seats: players at the table with the wager; by default `full_table`.

    >>> from combin.rules.load import load_rules
    >>> game_meter(load_rules("crown-melbourne"), "1", 20_000).increment
    Fraction(3251, 10000)

    Raises:
        JackpotError: no such option or pay table; no rate is published for the seed and none was given.
    """
    entry = _jackpot(rules)
    if option not in entry.options:
        raise JackpotError(f"no option {option!r} of the jackpot (there are {', '.join(entry.options)})")
    chosen = entry.options[option]
    published = {Fraction(one.seed): Fraction(one.increment) for one in chosen.meters}
    wanted = next(iter(published)) if seed is None else number("seed", seed)
    if increment is None:
        if wanted not in published:
            seeds = ", ".join(str(one) for one in published)
            raise JackpotError(
                f"option {option}: no increment rate is published for a seed of {wanted} (there are {seeds})"
            )
        increment = published[wanted]
    letter = chosen.pay_table if pay_table is None else pay_table
    found = prize_probabilities(rules, letter) if probabilities is None else dict(probabilities)
    return table_meter(
        rules, entry.wager, letter, wanted, increment, probabilities=found, stake=stake, seats=seats
    )


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
) -> Meter:
    """Return a meter under a pay table of a jackpot wager, per unit wagered, whatever the file publishes.

    Args:
        rules: the game.
        wager: the id of the jackpot wager.
        letter: its pay table.
        seed: per unit of the stake.
        increment: the increment rate.
        probabilities: of the lines of the pay table.
        stake: the price of the wager, in money.
        seats: players at the table with the wager; by default `full_table`.

    Raises:
        JackpotError: something that no meter can be, or a pay table that pays nothing out of it.
    """
    prizes, bonuses = _prizes(rules, wager, letter, probabilities, stake)
    others = (full_table(rules) if seats is None else seats) - 1
    lines = rules.tables[wager][letter].lines
    envied = (probabilities.get(line.text, Fraction(0)) * line.prize.envy for line in lines)
    return Meter(seed, increment, prizes, bonuses, sum(envied, Fraction(0)) * others / stake)


def full_table(rules: Rules) -> int:
    """Return how many players a table has: all its seats, or one if the document does not say how many."""
    return rules.file.deal.seats or 1


def _prizes(
    rules: Rules, wager: str, letter: str, probabilities: Mapping[str, Fraction], stake: Fraction
) -> tuple[tuple[MeterPrize, ...], tuple[BonusPrize, ...]]:
    prizes, bonuses = [], []
    for line in rules.tables[wager][letter].lines:
        probability = probabilities.get(line.text, Fraction(0))
        if line.prize.meter:
            if probability:
                prizes.append(MeterPrize(line.text, probability, Fraction(line.prize.meter)))
        elif line.prize.money is not None:
            bonuses.append(BonusPrize(line.text, probability, Fraction(line.prize.money) / stake))
        elif line.prize.odds is not None:
            bonuses.append(BonusPrize(line.text, probability, rules.tables[wager][letter].odds(line) + 1))
    return tuple(prizes), tuple(bonuses)


def published_meters(rules: Rules) -> tuple[tuple[str, Meter], ...]:
    """Return every option and meter that the file publishes, in its order.

    Raises:
        JackpotError: the game has no meter.
    """
    return tuple(
        (option, game_meter(rules, option, one.seed))
        for option, entry in _jackpot(rules).options.items()
        for one in entry.meters
    )


def _jackpot(rules: Rules) -> JackpotEntry:
    if rules.file.jackpot is None:
        raise JackpotError(f"{rules.file.id} states no meter: no [jackpot] in its file")
    return rules.file.jackpot
