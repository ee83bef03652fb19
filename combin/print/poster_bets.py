"""The parts of the player's guide about bonuses and side bets: when each is paid, its pay table, its edge."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.audit.tables import line_counts
from combin.colours import ColourLine
from combin.exact.decimals import decimal
from combin.print.poster_round import alone, outcome_words, wager_names
from combin.rules.wagers import AgainstDealer, Bonus, Jackpot, PayTableWager

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.print.catalogue import Catalogue
    from combin.print.poster import Guide
    from combin.rules.rules import Line, Rules, Table

__all__ = ["bet_blocks"]

Block = dict[str, Any]

LONGEST = 14
"""The most lines of a pay table in one block; a longer one goes on in the next."""


def bet_blocks(found: Guide, words: Catalogue) -> list[Block]:
    """Return a block for each pay table that is in use."""
    blocks = []
    for name, wager in found.rules.wagers.items():
        if isinstance(wager, Bonus | PayTableWager) or (isinstance(wager, AgainstDealer) and wager.by_table):
            table = found.rules.tables[name][found.analysis.letters[name]]
            blocks += _parts(_bet(found, name, table, words), words)
        elif isinstance(wager, Jackpot) and found.jackpot is not None and name == found.jackpot.wager:
            blocks += _parts(_jackpot(found, words), words)
    return blocks


def _bet(found: Guide, name: str, table: Table, words: Catalogue) -> Block:
    rules, wager = found.rules, found.rules.wagers[name]
    bet = found.analysis.side_bets.get(name)
    counts: Mapping[str, int]
    if bet is None:
        counts, total = line_counts(rules, table)
    else:
        counts, total = {line.text: line.count for line in bet.lines}, bet.total
    order = rules.file.pay_tables[name][table.letter].lines
    lines = {line.text: line for line in table.lines}
    rows = [row for text in order for row in _rows(lines[text], table, counts.get(text), total, words)]
    if bet is not None or alone(rules):
        rows.append([words("bets.other"), words("bets.loses"), ""])
    letter = words("edges.table", wager=wager.name, letter=table.letter)
    heading = letter if len(rules.tables[name]) > 1 else wager.name
    notes = [words("bets.for_one")] if table.for_one else []
    block = _block(heading, _told(rules, name, table, words), rows, words, notes=notes)
    shown = bet.distribution if bet else found.analysis.wagers[name] if alone(rules) else None
    return block | {"edge": words("bets.edge", percent=words.percent(shown.house_edge)) if shown else ""}


def _told(rules: Rules, name: str, table: Table, words: Catalogue) -> str:
    """Return in sentences when a bet is paid, and what becomes of it on a fold."""
    wager = rules.wagers[name]
    if isinstance(wager, Bonus):
        on = rules.wagers[wager.on].name
        if not wager.paid_on:
            return words("bets.bonus", on=on)
        results = [words(f"settling.{result.replace(' ', '_')}") for result in wager.paid_on]
        return words("bets.bonus_on", on=on, results=words.listed(results))
    if not isinstance(wager, PayTableWager | Jackpot):
        return words("bets.player_alone") if alone(rules) else words("bets.by_table", wager=wager.name)
    kind = wager.hand.replace(" cards", "").replace(" ", "_")
    if any(isinstance(line.hands, ColourLine) for line in table.lines):
        kind = "colours"
    elif kind == "player":
        kind = "player_against" if _must_beat(wager) else "player_alone" if alone(rules) else kind
    told = [
        words(
            f"bets.{kind}",
            **({"cards": words.small(rules.file.deal.jackpot)} if kind.endswith("jackpot") else {}),
        )
    ]
    if wager.needs:
        told.append(words("bets.needs", wagers=words.listed(wager_names(rules, wager.needs))))
    if isinstance(wager, PayTableWager):
        nets = {"if_tied": wager.if_tied, "if_beaten": wager.if_beaten}
        if wager.if_tied == wager.if_beaten:
            nets = {"if_not_higher": wager.if_tied}
        for key, net in nets.items():
            if net is not None:
                gets = outcome_words(net, words) if net else words("bets.gets_back")
                told.append(words(f"bets.{key}", outcome=gets))
        if wager.commission:
            part = words.percent(wager.commission)
            told.append(words("settling.commission", wager=wager.name, percent=part))
    if rules.play:
        told.append(words(f"bets.fold_{wager.on_fold.replace(' ', '_')}"))
    return " ".join(told)


def _must_beat(wager: PayTableWager | Jackpot) -> bool:
    """Tell whether a bet is paid otherwise where the dealer's hand is equal or higher."""
    return isinstance(wager, PayTableWager) and (wager.if_tied, wager.if_beaten) != (None, None)


def _rows(line: Line, table: Table, count: int | None, total: int, words: Catalogue) -> list[list[str]]:
    """Return a line, and one for what the other players get beside it."""
    hand = re.sub(r"\bT(?=-)|(?<=-)T\b", "10", words.hand(line.text))
    rows = [[hand, _pays(line, table, words), _often(count, total, words)]]
    if line.prize.envy:
        rows.append([words("bets.envy"), _money(Fraction(line.prize.envy), words), ""])
    return rows


def _pays(line: Line, table: Table, words: Catalogue) -> str:
    prize = line.prize
    if prize.odds is not None:
        key = "bets.odds_for_one" if table.for_one else "bets.odds"
        return words(key, odds=words.odds(prize.odds))
    if prize.money is not None:
        return _money(Fraction(prize.money), words)
    share = Fraction(prize.meter or 0)
    if share == 1:
        return words("bets.meter_all")
    digits = 0 if (share * 100).denominator == 1 else 2
    return words("bets.meter", percent=words.percent(share, digits))


def _often(count: int | None, total: int, words: Catalogue) -> str:
    if count is None:
        return ""
    if not count:
        return words("hands.never")
    each = Fraction(total, count)
    return words("hands.often", number=words.number(decimal(each, 0 if each >= 10 else 1)))


def _money(amount: Fraction, words: Catalogue) -> str:
    return words.money(decimal(amount, 0 if amount.denominator == 1 else 2))


def _jackpot(found: Guide, words: Catalogue) -> Block:
    """Return the progressive wager: its prizes, and what the fixed ones bring back."""
    answer = found.jackpot
    assert answer is not None  # noqa: S101  the caller has looked
    rules, table = found.rules, answer.chances.table
    wager = rules.wagers[answer.wager]
    lines = answer.chances.lines()
    rows = [row for one in lines for row in _rows(one.line, table, one.count, one.total, words)]
    rows.append([words("bets.other"), words("bets.loses"), ""])
    options = (
        {of.pay_table: name for name, of in rules.file.jackpot.options.items()} if rules.file.jackpot else {}
    )
    letter = options.get(table.letter, table.letter)
    several = len(rules.tables[answer.wager]) > 1
    notes = [words("bets.for_one")] if table.for_one else []
    if any(one.line.prize.envy for one in lines):
        notes.append(words("bets.envy_meaning"))
    notes += _worth(found, words)
    heading = words("edges.table", wager=wager.name, letter=letter) if several else wager.name
    return _block(heading, _told(rules, answer.wager, table, words), rows, words, notes=notes)


def _worth(found: Guide, words: Catalogue) -> list[str]:
    answer = found.jackpot
    assert answer is not None  # noqa: S101  the caller has looked
    value, meter = answer.value, answer.meter
    step = Fraction(10_000)
    if not value.share:
        return (
            [words("bets.fixed_only", percent=words.percent(answer.per_unit(value)))]
            if not value.money
            else []
        )
    if meter is None:
        said = {"meter": _money(step, words), "share": words.money(decimal(value.share * step, 4))}
        part, fixed = words.percent(value.odds), words.money(decimal(value.money, 4))
        if not value.odds:
            return [words("bets.fixed_money", money=fixed, **said)]
        if not value.money:
            return [words("bets.fixed_odds", percent=part, **said)]
        return [words("bets.fixed_both", percent=part, money=fixed, **said)]
    notes = [
        words(
            "bets.fixed",
            percent=words.percent(answer.per_unit(value)),
            money=_money(step, words),
            share=words.percent(value.share * step),
        )
    ]
    stake = _money(answer.terms.stake, words)
    if answer.break_even is not None and answer.break_even > 0:
        even = words.money(decimal(answer.break_even, 0))
        notes.append(words("bets.fair", money=even, stake=stake))
    return notes


def _block(heading: str, lead: str, rows: list[list[str]], words: Catalogue, *, notes: list[str]) -> Block:
    """Return a pay table; its last column goes where no line has anything there."""
    titles = [words("bets.hand"), words("bets.pays"), words("bets.often")]
    if not any(row[2] for row in rows):
        titles, rows = titles[:2], [row[:2] for row in rows]
    columns = [{"title": title, "right": place > 0} for place, title in enumerate(titles)]
    return {
        "kind": "table",
        "heading": heading,
        "edge": "",
        "lead": lead,
        "columns": columns,
        "rows": rows,
        "notes": notes,
    }


def _parts(block: Block, words: Catalogue) -> list[Block]:
    """Return a block, or several if its table is long: words above the first part, notes below the last."""
    rows = block["rows"]
    chunks = [rows[start : start + LONGEST] for start in range(0, len(rows), LONGEST)]
    return [
        block
        | {
            "heading": words("bets.continued", heading=block["heading"]) if place else block["heading"],
            "edge": "" if place else block["edge"],
            "rows": chunk,
            "lead": block["lead"] if not place else "",
            "notes": block["notes"] if place == len(chunks) - 1 else [],
        }
        for place, chunk in enumerate(chunks)
    ]
