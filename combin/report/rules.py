"""The rules of a game, shown with the place of each in its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from combin.exact.decimals import percent, plain
from combin.report.tables import Table
from combin.report.view import Record, View
from combin.rules.model import AgainstDealer, Bonus, Jackpot, PayTableWager
from combin.rules.numbers import Net, Pay, Share

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from combin.rules.model import Irregularity, Prize, Wager
    from combin.rules.rules import Rules

__all__ = ["games_view", "rules_view"]


def games_view(found: Sequence[Rules]) -> View:
    """Return a list of games ready to be shown."""

    def record(rules: Rules) -> Record:
        source = rules.file.source
        return {
            "game": rules.file.id,
            "title": rules.file.title,
            "document": source.document,
            "version": source.version,
        }

    def letters(rules: Rules) -> dict[str, list[str]]:
        return {name: list(tables) for name, tables in rules.tables.items()}

    rows = tuple(
        (
            rules.file.id,
            rules.file.title,
            ", ".join(f"{rules.wagers[name].name} {' '.join(tables)}" for name, tables in letters(rules).items()),
        )
        for rules in found
    )
    table = Table("", ("Game", "Title", "Pay tables"), rows, "A path of a rule file works wherever a game is named.")
    return View(
        "Games that ship",
        (),
        (table,),
        lambda: [record(rules) | {"tables": letters(rules)} for rules in found],
        lambda: [record(rules) for rules in found],
    )


def rules_view(rules: Rules) -> View:
    """Return a game's rules ready to be shown."""
    file, source = rules.file, rules.file.source
    parts = [source.document, source.publisher]
    parts += [f"version {source.version}"] if source.version else []
    parts += [f"from {source.effective}"] if source.effective else []
    tables = [_frame_table(rules), _wager_table(rules)]
    tables += [_pay_tables(rules, name) for name in rules.tables]
    if file.irregularities:
        rows = tuple((name, one.rule, _effect(one)) for name, one in file.irregularities.items())
        tables.append(Table("Irregularities", ("Name in a record", "Rule", "Effect"), rows))
    if file.readings:
        readings = tuple(
            (name, one.rule, one.question, f"{option}{' (adopted)' if option == one.adopted else ''}")
            for name, one in file.readings.items()
            for option in one.options
        )
        tables.append(Table("Readings", ("Name", "Rule", "Question", "Options"), readings))
    return View(
        file.title,
        (", ".join(part for part in parts if part),),
        tuple(tables),
        lambda: msgspec.to_builtins(file, enc_hook=_number),
        lambda: [
            {"game": file.id, "wager": name, "table": letter, "line": text, "pays": _pay(prize), "rule": entry.rule}
            for name, entries in file.pay_tables.items()
            for letter, entry in entries.items()
            for text, prize in entry.lines.items()
        ],
    )


def _number(value: object) -> str:
    if isinstance(value, Pay | Net | Share):
        return plain(value)
    msg = f"{value!r} has no form in JSON"
    raise TypeError(msg)


def _frame_table(rules: Rules) -> Table:
    file = rules.file
    deal = f"{file.deal.player} cards to each player, {file.deal.dealer} to the dealer"
    deal += f", {file.deal.jackpot} jackpot cards" if file.deal.jackpot else ""
    multiples = " or ".join(f"{multiple}x" for multiple in file.decision.play)
    ace_low = "-".join(str(rules.deck.ranks[rank]) for rank in rules.ranking.sequences[0])
    rows = [
        ("Deck", f"{len(rules.deck)} cards, {len(rules.deck.ranks)} ranks x {len(rules.deck.suits)} suits", file.deck.rule),
        ("Deal", deal, file.deal.rule),
        ("Ranking", " > ".join(category.value for category in file.ranking.order), file.ranking.rule),
        ("Straights", f"{file.ranking.straight_suits.value} suit; lowest {ace_low}", file.ranking.rule),
        ("Dealer", f"qualifies with {file.dealer.qualifies} or better", file.dealer.rule),
        ("Decision", f"fold, or play {multiples} the {rules.wagers[rules.base].name}", file.decision.rule),
    ]
    if file.decision.blind.allowed:
        when = "Play is staked before the deal" if file.decision.blind.play_in_advance else "Play is staked unseen"
        rows.append(("Blind hands", f"allowed; {when}", file.decision.blind.rule))
    return Table("Game", ("", "", "Rule"), tuple(rows))


def _wager_table(rules: Rules) -> Table:
    rows = []
    for wager in rules.wagers.values():
        rows += [(wager.name, case, what, rule or wager.rule) for case, what, rule in _settling(wager, rules)]
    return Table("Wagers", ("Wager", "Case", "Result", "Rule"), tuple(rows))


def _settling(wager: Wager, rules: Rules) -> list[tuple[str, str, str]]:
    match wager:
        case AgainstDealer():
            cases = [
                ("dealer does not qualify", _outcome(wager.no_qualify.pays), wager.no_qualify.rule),
                ("player's hand is higher", _outcome(wager.win.pays), wager.win.rule),
                ("hands are equal", _outcome(wager.tie.pays), wager.tie.rule),
                ("dealer's hand is higher", _outcome(wager.lose.pays), wager.lose.rule),
            ]
            return cases if wager.raises else [*cases, ("player folds", "loses", wager.fold_rule)]
        case Bonus():
            return [(f"with {rules.wagers[wager.on].name}, not folded", "pay table, whatever the dealer holds", wager.rule)]
        case PayTableWager():
            return [("any", "pay table", wager.rule), ("player folds", _on_fold(wager.on_fold), wager.fold_rule)]
        case Jackpot():
            return [("any", "pay table and meter", wager.rule), ("player folds", _on_fold(wager.on_fold), wager.fold_rule)]


def _outcome(net: Fraction) -> str:
    return {0: "stand-off", -1: "loses"}.get(int(net), f"pays {plain(net)} to 1")


def _on_fold(word: str) -> str:
    return {"stays": "stays in play", "lost": "loses", "may stay": "stays if the player wishes"}[word]


def _pay_tables(rules: Rules, name: str) -> Table:
    """Return all tables of a wager side by side."""
    entries = rules.file.pay_tables[name]
    texts = list(dict.fromkeys(text for entry in entries.values() for text in entry.lines))
    rows = tuple(
        (text, *(_pay(entry.lines[text]) if text in entry.lines else "-" for entry in entries.values()))
        for text in texts
    )
    cited = ", ".join(dict.fromkeys(entry.rule for entry in entries.values() if entry.rule))
    odds = ", ".join(dict.fromkeys(entry.odds for entry in entries.values()))
    title = f"{rules.wagers[name].name}: pays {odds}" + (f" ({cited})" if cited else "")
    return Table(title, ("Hand", *(f">{letter}" for letter in entries)), rows)


def _pay(prize: Prize) -> str:
    if prize.odds is not None:
        text = plain(prize.odds)
    elif prize.money is not None:
        text = f"${plain(prize.money)}"
    else:
        assert prize.meter is not None
        text = f"{percent(prize.meter, 0)} of the meter"
    return f"{text} (envy ${plain(prize.envy)})" if prize.envy else text


def _effect(one: Irregularity) -> str:
    """Return what an irregularity does in a few words."""
    parts = []
    if one.round == "void":
        parts.append("round void")
    if one.hand != "stands":
        parts.append(f"hand {one.hand}")
    if one.others != "stand":
        parts.append("others may retract")
    if one.jackpot != "stands":
        parts.append({"next round": "jackpot wagers stay for the next round"}.get(one.jackpot, "jackpot wagers returned"))
    return ", ".join(parts) or "play goes on"
