"""A progressive wager shown, now and in the long run."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from combin.exact.distribution import Favour, favour
from combin.formats import tables
from combin.formats.tables import COUNT, MONEY, ONE_IN, PERCENT, PLAIN, Column, Table, as_json, percents
from combin.formats.view import View
from combin.formatting import capital, counted, decimal, exactly, money, percent, plain, rate
from combin.jackpot.answer import ask_jackpot, depends_on, even_where, meter_options, returns_in_words
from combin.jackpot.meter import JackpotError
from combin.rules.resolved import remembered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.formats.tables import Value as Cell
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.law import Explanation, LongRun
    from combin.jackpot.value import LineChance
    from combin.rules.resolved import Rules

USUAL_STAKES = (1, 2, 5, 10)
"""The prices of a progressive wager that are usual, for documents that do not state one."""

OF_METER = 1000
"""The money on the meter whose return is shown where the current meter is not given."""


def prize_table(answer: JackpotAnswer) -> Table:
    """The lines of the pay table with pays, frequency and return contribution."""
    lines, value, stake = answer.chances.lines(), answer.value, answer.terms.stake
    total, edge, lost = lines[0].total, answer.house_edge(value), _nothing(answer)
    levels = [one for one in lines if one.line.prize.level]
    sums: list[tuple[Cell, ...]] = [("nothing", "loses", lost, Fraction(lost, total), 0)]
    if value.envy and answer.others:
        envied = None if "price" in answer.open_terms else value.envy * answer.others / stake
        sums.append((_envy_of(answer), None, None, None, envied))
    for name, hidden, shows in answer.hits:
        hit, pays = f"hit by {money(hidden.limit * stake)}", f"100% of {_meter_in_words(name)}"
        sums.append((hit, pays, None, hidden.odds(shows) * stake, hidden.worth(shows)))
    sums.append(("Total", None, total, Fraction(1), None if edge is None else 1 - edge))

    def odds_for_1(chance: LineChance) -> Fraction | None:
        return None if chance.line.prize.odds is None else answer.chances.table.odds(chance.line) + 1

    headings = ("Hand", "Pays", "Deals", "1 in", "Return contribution")
    envy = "Envy bonus" if value.envy else None
    return Table.of(
        "Prizes",
        lines,
        [
            Column("Hand", value=lambda chance: chance.line.text, name="hand"),
            Column("Pays", PLAIN, lambda chance: _prize(answer, chance)),
            Column(None, PLAIN, odds_for_1, "odds_for_1"),
            Column(None, MONEY, lambda chance: chance.line.prize.money, "money"),
            Column(None, PLAIN, lambda chance: chance.line.prize.meter, "share_of_meter"),
            Column(None, value=lambda chance: chance.line.prize.level, name="level" * bool(levels)),
            Column(envy, MONEY, lambda chance: chance.line.prize.envy or None, "envy_bonus"),
            Column("Deals", COUNT, lambda chance: chance.count, "count"),
            Column(None, COUNT, lambda chance: chance.total, "total"),
            Column("1 in", ONE_IN, lambda chance: chance.probability, "probability", spare=1),
            Column("Return contribution", PERCENT, lambda chance: _part(answer, chance)),
        ],
        _meter_note(answer),
        total=[dict(zip(headings, row, strict=True)) for row in sums],
    )


def _envy_of(answer: JackpotAnswer) -> str:
    return f"envy bonuses of {counted(answer.others, 'other player')}"


def _meter_in_words(level: str | None) -> str:
    return f"the meter {level!r}" if level else "the meter"


def _nothing(answer: JackpotAnswer) -> int:
    """Number of deals that win nothing."""
    lines = answer.chances.lines()
    return lines[0].total - sum(chance.count for chance in lines)


def _part(answer: JackpotAnswer, chance: LineChance) -> Fraction | None:
    """Return contribution of a line per unit wagered; None where that depends on what is not given."""
    odds, fixed, share = answer.chances.prize(chance.line)
    if not (fixed or share):
        return chance.probability * odds
    meter = answer.terms.shown
    if "price" in answer.open_terms or (share and meter is None):
        return None
    return chance.probability * (fixed / answer.terms.stake + share * (meter or 0))


def _meter_note(answer: JackpotAnswer) -> str:
    if "price" in answer.open_terms:
        return f"The return contribution of fixed sums and the meter {depends_on(answer)}."
    levels = () if answer.meter is None else answer.meter.levels
    if not (answer.value.of_meter or levels):
        return ""
    if answer.terms.shown is not None:
        at_seed = "" if answer.terms.meter is not None else ", its seed"
        others = (f", {one.name!r} at {money(one.shows * answer.terms.stake)}" for one in levels)
        shown = f"{money(answer.terms.shown * answer.terms.stake)}{at_seed}{''.join(others)}"
        return f"Return contributions with the meter at {shown}."
    each = percent(answer.value.share * OF_METER / answer.terms.stake, 4)
    return f"Return contribution of the meter: {each} per {money(OF_METER)}."


def _prize(answer: JackpotAnswer, chance: LineChance) -> str:
    prize = chance.line.prize
    if prize.meter is not None:
        return f"{plain(prize.meter * 100)}% of {_meter_in_words(prize.level)}"
    if prize.money is not None:
        source = f" from {_meter_in_words(prize.level)}" if prize.from_meter else ""
        return f"{money(prize.money)}{source}"
    return f"{plain(prize.odds or 0)} {'for' if answer.chances.table.for_one else 'to'} 1"


def long_run_tables(long_run: LongRun, stake: Fraction) -> tuple[Table, ...]:
    """A meter in the long run: the return with its sources, the prizes, the meter when a prize is won."""
    envied = "envy bonuses for other players' hands (house)"
    reserve = (
        ("reserve contributions for the next seeds (players)", long_run.reserve),
        ("reset funding less the reserve (house)", long_run.borne_by_house),
    )
    sources: tuple[tuple[Cell, ...], ...] = (
        ("fixed prizes (house)", long_run.meter.bonus_return),
        *([(envied, long_run.meter.envy_return)] if long_run.meter.envy_return else []),
        ("meter contributions (players)", long_run.increments),
        ("reset funding (house)", long_run.top_ups),
        ("return", long_run.long_run_return),
        ("house edge", long_run.house_edge),
        *(reserve if long_run.reserve else ()),
    )
    meters: tuple[tuple[Cell, ...], ...] = (
        ("mean", long_run.law.mean * stake),
        ("standard deviation", long_run.law.deviation * stake),
        *((f"{percent(part, 0)} below", value * stake) for part, value in long_run.quantiles.items()),
    )
    by_level = {"": long_run, **long_run.levels}
    prizes = Table.of(
        f"Prizes from the {'meters' if long_run.levels else 'meter'} in the long run",
        [(level, run.law, prize) for level, run in by_level.items() for prize in run.law.prizes],
        [
            Column("Meter" if long_run.levels else None, value=lambda row: row[0]),
            Column("Prize", value=lambda row: row[2].name),
            Column("Wagers per hit", ONE_IN, lambda row: row[2].probability),
            Column("Mean prize", MONEY, lambda row: row[1].mean_prize(row[2]) * stake),
            Column("Mean reset funding", MONEY, lambda row: row[1].top_up(row[2]) * stake),
            Column("Resets funded", percents(2), lambda row: row[1].top_up_probability(row[2]), spare=1),
            Column("Return contribution", PERCENT, lambda row: row[1].paid(row[2])),
        ],
    )
    return (
        Table("Long run, per unit of total action", (Column(), Column("Share", PERCENT)), sources),
        prizes,
        Table("The meter when a prize is won", (Column(), Column("Meter", MONEY)), meters),
    )


def stakes_table(answer: JackpotAnswer) -> Table:
    """The return and the breakeven meter at usual prices, for documents that state none."""
    value, stakes = answer.value, {*map(Fraction, USUAL_STAKES), answer.terms.stake}
    players = {1, 2, answer.terms.seats, 7} if value.envy else {answer.terms.seats}
    even, added = replace(tables.EVEN_METER, nothing="none"), value.share * OF_METER
    columns: list[Column[tuple[Fraction, int]]] = [
        Column("Price", MONEY, lambda row: row[0]),
        Column("Players", COUNT, lambda row: row[1]),
        Column("Return excluding meter", PERCENT, lambda row: value.returned(row[0], 0, row[1] - 1) / row[0]),
        Column(f"Return per {money(OF_METER)} of meter", PERCENT, lambda row: added / row[0]),
        Column("Breakeven meter", even, lambda row: value.break_even_meter(row[0], row[1] - 1)),
    ]
    note = "The rules state neither the price of the wager nor how the meter grows."
    rows = product(sorted(stakes), sorted(players))
    return Table.of("By price and number of players", rows, columns, note, merged=1)


def winners_table(law: Mapping[tuple[int, int], Fraction], seats: int) -> Table:
    """Probability of each number of royal and straight flushes in a round."""
    columns: tuple[Column[Any], ...] = (
        Column("Royal flushes", COUNT, name="royals"),
        Column("Straight flushes", COUNT, name="straight_flushes"),
        Column("Probability", tables.IN_FULL, name="probability"),
        Column("1 round in", ONE_IN),
    )
    title = f"Prizes from the meter in one round of {counted(seats, 'seat')}"
    rows = tuple((*winners, chance, chance) for winners, chance in law.items())
    return Table(title, columns, rows, "No other numbers can occur: all hands share the two jackpot cards.")


def rates_table(answer: JackpotAnswer, explanation: Explanation) -> Table:
    """The published increment rates and the exact ones at the common target return."""
    known = meter_options(answer.rules, answer.wager)
    options = (name for name, option in known.items() for _ in option.meters)

    def same_digits(off: Fraction) -> str:
        too = f"{plain(abs(off) * 100)} percentage points too {'high' if off > 0 else 'low'}"
        return f"no, {too}" if off else "yes"

    return Table.of(
        f"Rates for a long-run return of {rate(explanation.target)}, rounded {explanation.rounding}",
        list(zip(options, explanation.rows, strict=True)),
        [
            Column("Option", value=lambda row: row[0], name="option"),
            Column("Seed", MONEY, lambda row: row[1].meter.seed, "seed"),
            Column("Published rate", percents(2), lambda row: row[1].meter.increment, "published"),
            Column("Exact rate", PERCENT, lambda row: row[1].exact, "exact"),
            Column(None, PERCENT, lambda row: row[1].printed, "printed"),
            Column("Same digits", value=lambda row: same_digits(row[1].off_by)),
            Column(None, value=lambda row: row[1].agrees, name="agrees"),
            Column(
                "Return at published rate", PERCENT, lambda row: row[1].long_run_return, "long_run_return"
            ),
        ],
        f"{explanation.agreeing} of {len(explanation.rows)} published rates are these exact rates, "
        f"rounded {explanation.rounding}.",
        merged=1,
    )


def jackpot_view(answer: JackpotAnswer, digits: int = 10) -> View:
    """A progressive wager ready to be shown; what is left open is null, the records are the prizes."""
    rules, terms = answer.rules, answer.terms
    parts = [f"{rules.wagers[answer.wager].name} {terms.letter}"]
    if "price" not in answer.open_terms:
        parts.append(f"wager {money(terms.stake)}")
    if terms.seed is not None and terms.increment is not None:
        parts += [f"seed {money(terms.seed * terms.stake)}", f"increment rate {rate(terms.increment)}"]
    shown = [prize_table(answer)]
    if answer.long_run is not None:
        shown += long_run_tables(answer.long_run, terms.stake)
    else:
        shown.append(stakes_table(answer))
    if answer.winners is not None:
        shown.append(winners_table(answer.winners, terms.seats))
    rates = answer.published_rates
    if rates is not None and not isinstance(rates, str):
        shown.append(rates_table(answer, rates))
    return View(
        f"{rules.file.title}: {', '.join(parts)}",
        (*_lines(answer), *([f"{capital(rates)}."] if isinstance(rates, str) else [])),
        tuple(shown),
        lambda: as_json(_payload(answer, digits), digits),
        lambda: shown[0].records(digits, game=rules.file.id, wager=answer.wager, table=terms.letter),
    )


def headlines(rules: Rules) -> tuple[str, ...]:
    """The headline of each progressive wager under each meter option or pay table."""
    return tuple(headline(answer) for wager in rules.jackpots for answer in each_option(rules, wager))


@remembered
def each_option(rules: Rules, wager: str) -> tuple[JackpotAnswer, ...]:
    """A progressive wager under each meter option, then under each pay table that none of them has."""
    return tuple(ask_jackpot(rules, wager=wager, option=option) for option in option_names(rules, wager))


def option_names(rules: Rules, wager: str) -> list[str]:
    """The meter options of a progressive wager, then the letters of the pay tables that none of them has."""
    options = meter_options(rules, wager)
    paid = {option.pay_table for option in options.values()}
    return [*options, *(letter for letter in rules.tables[wager] if letter not in paid)]


def headline(answer: JackpotAnswer) -> str:
    """The return of a progressive wager in a sentence: long run, seed and breakeven meter, or a formula."""
    rules, terms = answer.rules, answer.terms
    name = rules.wagers[answer.wager].name
    if len(rules.tables[answer.wager]) > 1:
        name = f"{name} {terms.option or terms.letter}"
    if answer.open_terms:
        return f"{name}: average return {returns_in_words(answer, answer.value)}; +EV {even_where(answer)}."
    meter = Fraction((terms.seed or 0) * terms.stake)
    at_seed = percent(answer.value.returned(terms.stake, meter, answer.others) / terms.stake, 4)
    try:
        run, played = answer.long_run, answer.long_run_played
    except JackpotError:
        run = played = None
    # Where a fold gives up part of the meter its law depends on how everybody plays.
    if run is None or played is None:
        return f"{name}: return {at_seed}{f' at the seed of {money(meter)}' if meter else ''}."
    parts = [f"{name}: long-run return {run.long_run_return.percent(4)}"]
    if answer.played != answer.value:
        parts[0] += f" ({played.percent(4)} with the optimal strategy of the base game)"
    parts.append(f"return {at_seed} at the seed of {money(meter)}")
    if (even := answer.break_even) is not None and even > 0:
        parts.append(f"breakeven meter {money(even)}")
    return f"{'; '.join(parts)}."


def _lines(answer: JackpotAnswer) -> list[str]:
    terms = answer.terms
    lines = [headline(answer)] if answer.meter is not None and not answer.open_terms else []
    lines.append(_value_in_words(answer))
    even = answer.break_even
    if even is not None and even <= 0:
        lines.append("+EV at any meter: the other prizes alone return more than the price.")
    elif answer.open_terms:
        lines.append(f"The return {depends_on(answer)}; +EV (overlay) {even_where(answer)}.")
    elif not answer.value.of_meter:
        lines.append(_favour_in_words(answer, "Return"))
    if even is not None and even > 0:
        lines.append(f"Breakeven meter {exactly(even, 2)}.")
    if terms.meter is not None and "price" not in answer.open_terms:
        lines.append(_favour_in_words(answer, f"At a meter of {money(terms.meter)}: return"))
    if answer.chances.lost_on_fold:
        lines.append(_fold_in_words(answer))
    if answer.least_price is not None:
        sums = ["fixed prizes"] if answer.value.money else []
        sums += [_envy_of(answer)] if answer.value.envy and answer.others else []
        alone = f"{capital(' and '.join(sums))} alone return a price of {exactly(answer.least_price)}"
        lines.append(f"{alone}: at a lower price the house loses at any meter.")
    if answer.rate_for_target is not None and terms.target is not None:
        found = answer.rate_for_target.percent(4)
        lines.append(f"Increment rate for a long-run return of {rate(terms.target)}: {found}.")
    if answer.long_run is not None and answer.long_run.house_edge.high < 0:
        lines.append("In the long run the house pays out more than is wagered.")
    return lines


def _value_in_words(answer: JackpotAnswer) -> str:
    """Average return of a wager in money, by its price, the meter and other players; exact in brackets."""
    value, stake, opened = answer.value, answer.terms.stake, "price" in answer.open_terms
    fixed = value.money if opened else value.returned(stake)
    parts = (
        (opened and value.odds, f"{percent(value.odds, 4)} of the price"),
        (fixed, money(fixed, 4)),
        (value.share, f"{money(value.share * OF_METER, 4)} for each {money(OF_METER)} on the meter"),
        (value.envy, f"{money(value.envy, 4)} for each other player"),
    )
    text = " plus ".join(part for amount, part in parts if amount) or "nothing"
    text += f" (exactly {returns_in_words(answer, value)})" if text != "nothing" else ""
    if value.hidden is not None:
        limit = money(value.hidden.limit * stake)
        text += f" and {value.hidden.increment * stake} of the meter for each unit that lacks to {limit}"
    return f"A wager{'' if opened else f' of {money(stake)}'} returns on average {text}."


def _favour_in_words(answer: JackpotAnswer, subject: str) -> str:
    """Return of a wager now, and the edge of the house or of the player."""
    edge = answer.house_edge(answer.value)
    assert edge is not None  # noqa: S101  the caller has looked
    sign = {
        Favour.HOUSE: f"house edge {percent(edge, 4)}",
        Favour.EVEN: "breakeven",
        Favour.PLAYER: f"+EV, player edge {percent(-edge, 4)}",
    }[favour(edge)]
    return f"{subject} {percent(1 - edge, 4)} (exactly {1 - edge}), {sign}."


def _fold_in_words(answer: JackpotAnswer) -> str:
    """The cost of folding where a fold loses the wager."""
    if answer.played == answer.value:
        return "A fold loses the wager, but no hand that the base game folds can win a prize."
    best = "A fold loses the wager: with the optimal strategy of the base game"
    if "price" in answer.open_terms:
        folding, staying = (returns_in_words(answer, value) for value in (answer.played, answer.value))
        return f"{best} it returns {folding} in place of {staying}."
    never, played = answer.per_unit(answer.value), answer.per_unit(answer.played)
    instead = f"{percent(played, 4)} in place of {percent(never, 4)}"
    text = f"{best} the prizes excluding the meter return {instead}"
    if answer.long_run is not None and answer.long_run_played is not None:
        runs = (answer.long_run_played, answer.long_run.long_run_return)
        text += ", and the wager {} in place of {} in the long run".format(*(run.percent(4) for run in runs))
    return f"{text}: {decimal((never - played) * 100, 4)} percentage points less."


def _payload(answer: JackpotAnswer, digits: int) -> dict[str, Any]:
    terms, rates, at_meter, published = answer.terms, answer.published_rates, None, None
    if terms.meter is not None and (edge := answer.house_edge(answer.value)) is not None:
        at_meter = {"meter": terms.meter, "return": 1 - edge, "house_edge": edge}
    if rates is not None and not isinstance(rates, str):
        rows = rates_table(answer, rates)
        published = {"target_return": rates.target, "agreeing": rates.agreeing, "rows": rows}
    run, entry = answer.long_run, None
    if run is not None:
        entry = _run_entry(run if run.digits == digits else replace(run, digits=digits))
        entry["per_unit_wagered"]["long_run_return_to_best_base_strategy"] = answer.long_run_played
    return {
        "game": answer.rules.file.id,
        "wager": answer.wager,
        "table": terms.letter,
        "option": terms.option,
        "stake": None if "price" in answer.open_terms else terms.stake,
        "depends_on": list(answer.open_terms),
        "seats": terms.seats,
        "prizes": prize_table(answer),
        "nothing": {"count": _nothing(answer), "total": answer.chances.deals},
        "value": {
            name: {
                "per_unit_staked": value.odds,
                "money": value.money,
                "share_of_meter": value.share,
                "money_per_other_player": value.envy,
            }
            for name, value in {"never_folding": answer.value, "best_base_strategy": answer.played}.items()
        },
        "break_even_meter": answer.break_even,
        "least_price": answer.least_price,
        "at_meter": at_meter,
        "long_run": entry,
        "target_return": terms.target,
        "increment_rate_for_target": answer.rate_for_target,
        "winners": answer.winners and winners_table(answer.winners, terms.seats),
        "published_rates": published,
    }


def _run_entry(run: LongRun) -> dict[str, Any]:
    """Return a meter in the long run as JSON has it: exact values, others between two decimals."""
    meter, law = run.meter, run.law
    levels = [{"name": name, **_run_entry(level)} for name, level in run.levels.items()]
    return {
        "seed": meter.seed,
        "increment_rate": meter.increment,
        **({"reserve_rate": meter.reserve} if meter.reserve else {}),
        **({} if meter.limit is None else {"must_hit_by": meter.limit}),
        **({"levels": levels} if levels else {}),
        "per_unit_wagered": {
            "long_run_return": run.long_run_return,
            "house_edge": run.house_edge,
            "bonus_prizes": meter.bonus_return,
            "envy_bonuses": meter.envy_return,
            "increments": run.increments,
            "top_ups_by_the_house": run.top_ups,
            **({"reserve": run.reserve} if run.reserve else {}),
        },
        "meter_when_a_prize_is_won": {
            "mean": law.mean,
            "standard_deviation": law.deviation,
            "quantiles": [
                {"probability": probability, **amount.to_dict(run.digits)}
                for probability, amount in run.quantiles.items()
            ],
        },
        "prizes": [
            {
                "name": prize.name,
                "probability": prize.probability,
                "share_of_meter": prize.share,
                "wagers_between": 1 / prize.probability,
                "mean_prize": law.mean_prize(prize),
                "mean_top_up": law.top_up(prize),
                "top_up_probability": law.top_up_probability(prize),
                "paid_per_unit_wagered": law.paid(prize),
                "top_up_per_unit_wagered": law.top_up(prize, prize.probability),
            }
            for prize in law.prizes
        ],
        "bonus_prizes": [
            {
                "name": prize.name,
                "probability": prize.probability,
                "pays_for_1": prize.pays,
                "paid_per_unit_wagered": prize.paid,
            }
            for prize in meter.bonuses
        ],
        "at_a_given_meter": {
            "value_fixed": run.value.odds,
            "value_per_unit_of_meter": run.value.share,
            "break_even_meter": run.value.break_even,
            "probability_above_break_even": run.favourable,
        },
    }
