"""The rules of a game, shown with the place of each in its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from combin.cards.decks import deck_in_words
from combin.cards.ranking import AceLow, StraightSuits
from combin.decimals import percent, plain
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted
from combin.report.paytables import line_records, pay_table
from combin.rules.numbers import Net, Pay, Share
from combin.rules.wagers import AgainstDealer, Bonus, Case, Comparison, Jackpot, PayTableWager

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.formats.columns import Record
    from combin.rules.model import Irregularity, RulesFile
    from combin.rules.resolved import Rules
    from combin.rules.wagers import Outcome, Wager

__all__ = ["games_view", "rules_view"]


def games_view(ruleses: Sequence[Rules], extends: Mapping[str, str]) -> View:
    """Return a list of games ready to be shown: casinos' rules, games described by others, variants.

    Args:
        ruleses: the games.
        extends: for each variant by its id, the game that it extends.
    """
    kinds: dict[str, list[Rules]] = {"house rules": [], "description": [], "variant": []}
    for one in ruleses:
        kinds["variant" if one.file.id in extends else one.file.source.kind].append(one)

    def record(rules: Rules) -> Record:
        source = rules.file.source
        return {
            "game": rules.file.id,
            "title": rules.file.title,
            "document": source.document,
            "version": source.version,
            "kind": source.kind,
            "extends": extends.get(rules.file.id),
        }

    def listed(rules: Rules) -> list[tuple[str, tuple[str, ...]]]:
        """Return the wagers with pay tables and their letters; of a game without any, the initial wager."""
        return [(name, tuple(tables)) for name, tables in rules.tables.items()] or [(rules.base, ())]

    def rows(games: Sequence[Rules]) -> tuple[tuple[str, ...], ...]:
        return tuple(
            (rules.file.id, rules.file.title, rules.wagers[name].name, " ".join(tables))
            for rules in games
            for name, tables in listed(rules)
        )

    variants = tuple((one.file.id, one.file.title, extends[one.file.id]) for one in kinds["variant"])
    tables = (
        Table("Rules of casinos", _GAME_COLUMNS, rows(kinds["house rules"]), merged=2),
        Table("Games described by others", _GAME_COLUMNS, rows(kinds["description"]), merged=2),
        Table("Variants", ("Game", "Title", "Extends"), variants),
    )
    return View(
        "Games that ship",
        ("Wherever a game is named, the path of a rule file can stand as well.",),
        tuple(table for table in tables if table.rows),
        lambda: [
            record(rules) | {"tables": {name: list(tables) for name, tables in rules.tables.items()}}
            for rules in ruleses
        ],
        lambda: [
            record(rules) | {"wager": name, "tables": " ".join(tables)}
            for rules in ruleses
            for name, tables in listed(rules)
        ],
    )


_GAME_COLUMNS = ("Game", "Title", "Wager", "Pay tables")


def rules_view(rules: Rules) -> View:
    """Return a game's rules ready to be shown; its records are the lines of the pay tables."""
    file, origin = rules.file, rules.file.source.whole
    tables = (
        _game_table(rules),
        _wager_table(rules),
        *(pay_table(rules, name) for name in rules.file.pay_tables),
        _meter_table(file),
        _limits_table(file),
        _irregularity_table(file),
        _reading_table(file),
    )
    return View(
        file.title,
        (f"{origin[:1].upper()}{origin[1:]}.",),
        tuple(table for table in tables if table.rows),
        lambda: msgspec.json.decode(msgspec.json.encode(file, enc_hook=_number)),
        lambda: line_records(rules),
    )


def _number(value: object) -> str:
    if isinstance(value, Pay | Net | Share):
        return plain(value)
    raise TypeError(f"{value!r} has no form in JSON")


def _game_table(rules: Rules) -> Table:
    file, names = rules.file, rules.wagers
    deck = (
        f"{len(rules.deck)} cards, {len(rules.deck.ranks)} ranks in {counted(len(rules.deck.suits), 'suit')}"
        + (f", {more}" if (more := deck_in_words(rules.deck)) else "")
    )
    deal = f"{file.deal.player} cards to each player"
    deal += "" if rules.alone else f", {file.deal.dealer} to the dealer"
    deal += f", {counted(file.deal.jackpot, 'jackpot card')}" if file.deal.jackpot else ""
    deal += f"; {counted(file.deal.seats, 'seat')}" if file.deal.seats else ""
    qualifies = (
        "always plays" if rules.qualifies == 0 else f"qualifies with {file.dealer.qualifies} or better"
    )
    rows = [
        ("Deck", deck, file.deck.rule),
        ("Deal", deal, file.deal.rule),
        ("Ranking", " > ".join(file.ranking.order), file.ranking.rule),
        ("Straights", _straights(rules), file.ranking.rule),
        *(() if rules.alone else (("Dealer", qualifies, file.dealer.rule),)),
        ("Decision", _decision(rules), file.decision.rule),
    ]
    if file.decision.blind.allowed:
        name = names[rules.play].name
        when = "before the deal" if file.decision.blind.play_in_advance else "without looking at the cards"
        rows.append(("Blind hands", f"allowed: {name} is staked {when}", file.decision.blind.rule))
    return Table("Game", ("Part", "Rule", "Stated in"), tuple(rows))


def _decision(rules: Rules) -> str:
    """Return what the player may do."""
    if not rules.play:
        return "none: nothing is decided"
    names, deck = rules.wagers, rules.deck
    base, play = names[rules.base].name, names[rules.play].name
    multiples = [
        f"{multiple} ({rules.limited[multiple]} only)" if multiple in rules.limited else str(multiple)
        for multiple in rules.multiples
    ]
    times = "as much as" if tuple(rules.multiples) == (1,) else f"{' or '.join(multiples)} times"
    text = f"fold, or stake {times} the {base} on {play}"
    if rules.sees:
        groups = [" ".join(str(deck.ranks[rank]) for rank in sorted(group)) for group in rules.sees]
        return f"{text}; of one card of the dealer's it is known whether it is of {' or of '.join(groups)}"
    return f"{text}, after one card of the dealer's is seen" if rules.file.deal.face_up else text


def _straights(rules: Rules) -> str:
    suits = {StraightSuits.MORE_THAN_ONE: "more than one suit", StraightSuits.THREE: "three suits"}
    text = f"three cards in sequence of {suits[rules.ranking.straight_suits]}"
    ranks = rules.deck.ranks
    if ranks[-1].symbol != "A" or len(ranks) <= 3:
        return text
    places = {
        AceLow.LOWEST: "the lowest",
        AceLow.SECOND: "the second highest",
        AceLow.HIGHEST: "the highest",
        AceLow.NONE: "none",
    }
    return f"{text}; {ranks[-1]}-{ranks[0]}-{ranks[1]} is {places[rules.ranking.ace_low]}"


def _wager_table(rules: Rules) -> Table:
    rows = (
        (wager.name, case, result, rule or wager.rule)
        for wager in rules.wagers.values()
        for case, result, rule in (*_conditions(wager, rules), *_settling(wager, rules))
    )
    return Table("Wagers", ("Wager", "Case", "Result", "Stated in"), tuple(rows), merged=1)


def _conditions(wager: Wager, rules: Rules) -> list[tuple[str, str, str]]:
    """Return what must be there for a wager to be placed, and for others to get its envy bonus."""
    found = []
    if isinstance(wager, PayTableWager | Jackpot) and wager.needs:
        needed = " or ".join(rules.wagers[name].name for name in wager.needs)
        found.append(("placed", f"only with {needed}", wager.needs_rule))
    if isinstance(wager, Jackpot) and wager.envy_needs:
        needed = " or ".join(rules.wagers[name].name for name in wager.envy_needs)
        found.append(("another player wins", f"envy bonus, if he has {needed}", wager.envy_rule))
    return found


def _settling(wager: Wager, rules: Rules) -> list[tuple[str, str, str]]:
    """Return the case, the result and the place of everything that can become of a wager."""
    match wager:
        case AgainstDealer():
            if rules.alone:
                return [("always", _outcome(wager.lose), wager.lose.rule), *_commission(wager.commission)]
            found = [*_unqualified(wager), *_compared(wager)]
            found += _commission(wager.commission)
            return found if wager.raises else [*found, ("player folds", "loses", wager.fold_rule)]
        case Comparison():
            return [*_compared(wager), *_commission(wager.commission)]
        case Bonus():
            when = f"only on {' or '.join(wager.paid_on)}" if wager.paid_on else "whatever the dealer holds"
            return [("hand is played", f"by pay table{'' if rules.alone else f', {when}'}", wager.rule)]
        case PayTableWager() | Jackpot():
            found = [("always", f"by pay table{_HANDS[wager.hand]}", wager.rule)]
    if isinstance(wager, PayTableWager):
        beaten = {"equals the dealer's": wager.if_tied, "is lower than the dealer's": wager.if_beaten}
        found += [(f"a paid hand {case}", _net(net), "") for case, net in beaten.items() if net is not None]
        found += _commission(wager.commission)
    if not rules.play:
        return found
    words = {"stays": "stays in play", "lost": "loses", "may stay": "stays in play if the player so wishes"}
    return [*found, ("player folds", words[wager.on_fold], wager.fold_rule)]


def _unqualified(wager: AgainstDealer) -> list[tuple[str, str, str]]:
    """Return what becomes of a wager if the dealer does not qualify."""
    entry, case = wager.no_qualify, "dealer does not qualify"
    if entry.compared:
        return []
    if entry.pays is not None:
        return [(case, _outcome(wager.outcome(Case.NO_QUALIFY)), entry.rule)]
    results = {"higher": entry.win, "equal": entry.tie, "lower": entry.lose}
    return [
        (f"{case}, player's hand {word}", _outcome(one), one.rule or entry.rule)
        for word, one in results.items()
        if one is not None
    ]


def _compared(wager: AgainstDealer | Comparison) -> list[tuple[str, str, str]]:
    cases = {
        "player's hand is higher": wager.win,
        "hands are equal": wager.tie,
        "dealer's hand is higher": wager.lose,
    }
    return [(case, _outcome(outcome), outcome.rule) for case, outcome in cases.items()]


def _commission(part: Share) -> list[tuple[str, str, str]]:
    return [("wager wins", f"less {percent(part, 2)} commission", "")] if part else []


def _outcome(outcome: Outcome) -> str:
    return f"by pay table; else {_net(outcome.pays)}" if outcome.by_table else _net(outcome.pays)


_HANDS = {
    "player": "",
    "dealer": ", on the dealer's three cards",
    "player and dealer": ", on the best five of the player's and the dealer's cards",
    "player and jackpot cards": ", on the best five of the player's and the jackpot cards",
}


def _net(pays: Net) -> str:
    return {Net(0): "stand-off", Net(-1): "loses"}.get(pays, f"pays {plain(pays)} to 1")


def _meter_table(file: RulesFile) -> Table:
    options = file.jackpot.options if file.jackpot else {}
    rows = tuple(
        (name, option.pay_table, option.rule, f"{meter.seed:,}", percent(meter.increment, 2))
        for name, option in options.items()
        for meter in option.meters
    )
    columns = ("Option", "Pay table", "Stated in", ">Seed", ">Increment")
    note = "Increment: the share of each wager."
    if file.jackpot and file.jackpot.rounding_rule:
        unit = file.jackpot.round_up_to
        up_to = "the next whole amount" if unit == 1 else f"a multiple of {unit:,}"
        note += f" When paid, the meter is rounded up to {up_to} ({file.jackpot.rounding_rule})."
    return Table("Jackpot meters", columns, rows, note, merged=3)


def _limits_table(file: RulesFile) -> Table:
    limits = file.limits
    found = (
        ("below the minimum", limits.below_minimum and "settled as it is", limits.below_minimum_rule),
        (
            "above the maximum",
            limits.above_maximum and "settled to the maximum, the rest returned",
            limits.above_maximum_rule,
        ),
        ("not payable in chips", limits.inexact_pay and "paid the next amount up", limits.inexact_pay_rule),
    )
    rows = tuple((case, result, rule or limits.rule) for case, result, rule in found if result)
    return Table("Wagers outside the limits", ("Wager", "Result", "Stated in"), rows)


def _irregularity_table(file: RulesFile) -> Table:
    rows = tuple(
        (f"{one.says} [{name}]", _effect(one, file), one.rule) for name, one in file.irregularities.items()
    )
    return Table("Irregularities", ("What happens [name in a record]", "Effect", "Stated in"), rows)


def _effect(irregularity: Irregularity, file: RulesFile) -> str:
    """Return what an irregularity does in a few words."""
    parts = ["round void"] if irregularity.round == "void" else []
    if irregularity.hand != "stands":
        lost = ", ".join(file.wager[name].name for name in irregularity.forfeits)
        parts.append(f"hand {irregularity.hand}" + (f" ({lost})" if lost else ""))
    if irregularity.others != "stand":
        parts.append("others may retract")
    if irregularity.jackpot != "stands":
        kept = {"next round": "kept for the next round", "returned": "returned"}[irregularity.jackpot]
        parts.append(f"jackpot wagers {kept}")
    return ", ".join(parts) or "play goes on"


def _reading_table(file: RulesFile) -> Table:
    rows = tuple(
        (name, one.question, f"{option}{' (adopted)' if option == one.adopted else ''}", one.rule)
        for name, one in file.readings.items()
        for option in one.options
    )
    return Table("Readings", ("Name", "Question", "Option", "Stated in"), rows, merged=2)
