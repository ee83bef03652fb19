"""A progressive wager shown: what it returns now and in the long run, and what a fold does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent, plain
from combin.exact.favour import Favour, favour
from combin.formats.view import Record, View, exact, exact_columns
from combin.formatting import exactly, money, rate
from combin.jackpot.favour import depends_on, even_where, returns_in_words
from combin.report.jackpot_tables import (
    long_run_tables,
    prize_table,
    rates_table,
    stakes_table,
    winners_table,
)
from combin.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.rates import Explanation, PublishedRate
    from combin.jackpot.value import LineChance, Value

    Rates = tuple[Sequence[str], Explanation]

__all__ = ["jackpot_view"]


def jackpot_view(
    answer: JackpotAnswer, rates: Rates | None = None, digits: int = 10, unexplained: str | None = None
) -> View:
    """Return a progressive wager ready to be shown.

    Args:
        answer: the wager under its terms.
        rates: the published rates explained, with the option that each belongs to.
        digits: decimals beside exact values.
        unexplained: why the published rates are not explained.

    JSON has the terms (`stake`, in money; `seats`), the `prizes` with `nothing` last, `value` (the parts of
    the linear function that the wager returns, to who never folds and to who follows the best strategy of
    the base game), what the return `depends_on` and nobody told, `break_even_meter` and `least_price` in
    money, `at_meter` if the meter was told,
    `long_run` of a meter per unit wagered, the rate for a target return, the law of the `winners` of a round,
    and `published_rates`. What the terms leave open is null. The records are the prizes.
    """
    rules, terms = answer.rules, answer.terms
    parts = [f"{rules.wagers[answer.wager].name} {terms.letter}"]
    if "price" not in answer.open_terms:
        parts.append(f"wager {money(terms.stake)}")
    if terms.seed is not None and terms.increment is not None:
        parts += [f"seed {money(terms.seed * terms.stake)}", f"increment rate {rate(terms.increment)}"]
    tables = [prize_table(answer)]
    if answer.long_run is not None:
        tables += long_run_tables(answer.long_run, terms.stake)
    else:
        tables.append(stakes_table(answer))
    if answer.winners is not None:
        tables.append(winners_table(answer.winners, terms.seats))
    if rates is not None:
        tables.append(rates_table(*rates))
    return View(
        f"{rules.file.title}: {', '.join(parts)}",
        (*_lines(answer), *([f"{unexplained[:1].upper()}{unexplained[1:]}."] if unexplained else [])),
        tuple(tables),
        lambda: _payload(answer, rates, digits),
        lambda: [_record(answer, one, digits) for one in answer.chances.lines()],
    )


def _lines(answer: JackpotAnswer) -> list[str]:
    terms = answer.terms
    lines = [_value_in_words(answer)]
    even = answer.break_even
    if even is not None and even <= 0:
        lines.append("It favours the player at any meter: the other prizes alone return more than the price.")
    elif answer.open_terms:
        lines.append(_open_in_words(answer))
    elif not answer.value.share:
        lines.append(_favour_in_words(answer, "It"))
    if even is not None and even > 0:
        lines.append(f"It is even at a meter of {exactly(even, 2)}.")
    if terms.reading is not None and "price" not in answer.open_terms:
        lines.append(_favour_in_words(answer, f"At a meter of {money(terms.reading)} it"))
    if answer.chances.lost_on_fold:
        lines.append(_fold_in_words(answer))
    if answer.least_price is not None:
        lines.append(_least_price_in_words(answer, answer.least_price))
    if answer.rate_for_target is not None and terms.target is not None:
        lines.append(
            f"An increment rate of {answer.rate_for_target.percent(4)} makes it return {rate(terms.target)} "
            "in the long run."
        )
    if answer.long_run is not None and answer.long_run.house_edge.high < 0:
        lines.append("In the long run the house pays out more than is wagered.")
    return lines


def _value_in_words(answer: JackpotAnswer) -> str:
    """Return what a wager returns as a linear function of its price and the meter."""
    value, stake = answer.value, answer.terms.stake
    envy = value.envy and answer.others
    of_others = f", envy bonuses of {counted(answer.others, 'other player')} included" if envy else ""
    if "price" in answer.open_terms:
        return f"A wager returns {returns_in_words(answer, value)} on average."
    parts = []
    if fixed := value.returned(stake, others=answer.others):
        parts.append(exactly(fixed))
    if value.share:
        parts.append(f"{value.share} of the meter")
    return f"A wager of {money(stake)} returns {' and '.join(parts) or 'nothing'} on average{of_others}."


def _open_in_words(answer: JackpotAnswer) -> str:
    """Return what the return depends on, where it favours the player, and how to tell what is open."""
    how = {"price": "--wager", "meter": "--meter"}
    told = " and ".join(how[term] for term in answer.open_terms)
    which = "them" if len(answer.open_terms) > 1 else "it"
    where = f"it {Favour.PLAYER} {even_where(answer)}"
    return f"Its return {depends_on(answer)}: {where}. Tell {which} with {told}."


def _favour_in_words(answer: JackpotAnswer, subject: str) -> str:
    """Return what a wager returns of its price now, and whom that favours."""
    edge = answer.house_edge(answer.value)
    assert edge is not None  # noqa: S101  the caller has looked
    sign = {
        Favour.HOUSE: f"a house edge of {percent(edge, 4)}",
        Favour.EVEN: "an even wager",
        Favour.PLAYER: f"in the player's favour, an edge of {percent(-edge, 4)}",
    }[favour(edge)]
    return f"{subject} returns {percent(1 - edge, 4)} (exactly {1 - edge}): {sign}."


def _fold_in_words(answer: JackpotAnswer) -> str:
    """Return what it costs that a fold loses the wager."""
    if answer.played == answer.value:
        return "A fold loses it, but no hand that the best strategy of the base game folds can win a prize."
    follower = "To a player who follows the best strategy of the base game"
    if "price" in answer.open_terms:
        folding, staying = (returns_in_words(answer, value) for value in (answer.played, answer.value))
        return f"A fold loses it. {follower} it returns {folding}, not {staying}."
    never, best = answer.per_unit(answer.value), answer.per_unit(answer.played)
    text = (
        f"A fold loses it. {follower} the prizes beside the meter return {percent(best, 4)}, "
        f"not {percent(never, 4)}"
    )
    if answer.long_run is not None and answer.long_run_played is not None:
        text += (
            f", and in the long run the wager {answer.long_run_played.percent(4)}, not "
            f"{answer.long_run.long_run_return.percent(4)}"
        )
    return f"{text}: {decimal((never - best) * 100, 4)} points less."


def _least_price_in_words(answer: JackpotAnswer, price: Fraction) -> str:
    sums = []
    if answer.value.money:
        sums.append("prizes of fixed money")
    if answer.value.envy and answer.others:
        sums.append(f"envy bonuses of {counted(answer.others, 'other player')}")
    return (
        f"The {' and '.join(sums)} alone make up for a price of {exactly(price)}: at a lower price the house "
        "loses whatever the meter shows."
    )


def _payload(answer: JackpotAnswer, rates: Rates | None, digits: int) -> dict[str, Any]:
    terms = answer.terms

    def known(value: Fraction | None) -> dict[str, str] | None:
        return None if value is None else exact(value, digits)

    found = answer.chances.lines()
    lost = found[0].total - sum(one.count for one in found)
    at_meter = None
    if terms.reading is not None and not answer.open_terms:
        returned = answer.value.returned(terms.stake, terms.reading, answer.others) / terms.stake
        at_meter = {
            "meter": exact(terms.reading, digits),
            "return": exact(returned, digits),
            "house_edge": exact(1 - returned, digits),
        }
    return {
        "game": answer.rules.file.id,
        "wager": answer.wager,
        "table": terms.letter,
        "option": terms.option,
        "stake": known(None if "price" in answer.open_terms else terms.stake),
        "depends_on": list(answer.open_terms),
        "seats": terms.seats,
        "prizes": [_prize_entry(answer, one, digits) for one in found],
        "nothing": {"count": lost, "total": found[0].total},
        "value": {
            "never_folding": _value_entry(answer.value, digits),
            "best_base_strategy": _value_entry(answer.played, digits),
        },
        "break_even_meter": known(answer.break_even),
        "least_price": known(answer.least_price),
        "at_meter": at_meter,
        "long_run": _long_run_entry(answer, digits),
        "target_return": known(terms.target),
        "increment_rate_for_target": answer.rate_for_target and answer.rate_for_target.to_dict(digits),
        "winners": answer.winners
        and [
            {"royals": royals, "straight_flushes": flushes, "probability": exact(probability, digits)}
            for (royals, flushes), probability in answer.winners.items()
        ],
        "published_rates": rates and _rates_entry(rates, digits),
    }


def _prize_entry(answer: JackpotAnswer, one: LineChance, digits: int) -> dict[str, Any]:
    prize = one.line.prize
    odds = None if prize.odds is None else answer.chances.table.odds(one.line) + 1
    return {
        "hand": one.line.text,
        "odds_for_1": None if odds is None else exact(odds, digits),
        "money": None if prize.money is None else exact(prize.money, digits),
        "share_of_meter": None if prize.meter is None else exact(prize.meter, digits),
        "envy_bonus": exact(prize.envy, digits) if prize.envy else None,
        "count": one.count,
        "total": one.total,
        "probability": exact(one.probability, digits),
    }


def _value_entry(value: Value, digits: int) -> dict[str, Any]:
    return {
        "per_unit_staked": exact(value.odds, digits),
        "money": exact(value.money, digits),
        "share_of_meter": exact(value.share, digits),
        "money_per_other_player": exact(value.envy, digits),
    }


def _long_run_entry(answer: JackpotAnswer, digits: int) -> dict[str, Any] | None:
    if answer.meter is None:
        return None
    from combin.jackpot.meter.long_run import jackpot_long_run

    shown = answer.long_run
    if shown is None or shown.digits != digits:
        shown = jackpot_long_run(answer.meter, digits)
    entry = shown.to_dict()
    played = answer.long_run_played
    entry["per_unit_wagered"]["long_run_return_to_best_base_strategy"] = played and played.to_dict(digits)
    return entry


def _rates_entry(rates: Rates, digits: int) -> dict[str, Any]:
    options, found = rates

    def row(option: str, one: PublishedRate) -> dict[str, Any]:
        return {
            "option": option,
            "seed": exact(one.meter.seed, digits),
            "published": exact(one.meter.increment, digits),
            "exact": one.exact.to_dict(digits),
            "printed": exact(one.printed, digits),
            "agrees": one.agrees,
            "long_run_return": one.long_run_return.to_dict(digits),
        }

    return {
        "target_return": exact(found.target, digits),
        "agreeing": found.agreeing,
        "rows": [row(option, one) for option, one in zip(options, found.rows, strict=True)],
    }


def _record(answer: JackpotAnswer, one: LineChance, digits: int) -> Record:
    prize, terms = one.line.prize, answer.terms
    record: Record = {
        "game": answer.rules.file.id,
        "wager": answer.wager,
        "table": terms.letter,
        "hand": one.line.text,
        "odds_for_1": None if prize.odds is None else plain(answer.chances.table.odds(one.line) + 1),
        "money": None if prize.money is None else plain(prize.money),
        "share_of_meter": None if prize.meter is None else plain(prize.meter),
        "envy_bonus": plain(prize.envy) if prize.envy else None,
        "count": one.count,
        "total": one.total,
    }
    return record | exact_columns("probability", one.probability, digits)
