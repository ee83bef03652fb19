"""What a rule file says, in plain words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.cards.colours import ColourLine
from combin.cards.decks import deck_in_words
from combin.cards.ranking import AceLow, Ranking, StraightSuits
from combin.decimals import percent, plain
from combin.exact.statement import or_better
from combin.rules.wagers import AgainstDealer, Bonus, Case, Comparison, Jackpot, Outcome, PayTableWager, Prize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.rules.resolved import PayTable, Rules
    from combin.rules.wagers import Wager

__all__ = ["explained"]


def explained(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return what the rules say as pairs of what a sentence is about and the sentence."""
    return tuple(_sentences(rules))


def _sentences(rules: Rules) -> Iterator[tuple[str, str]]:
    file, deck, names = rules.file, rules.deck, rules.wagers
    ranks, suits = len(deck.ranks), len(deck.suits)
    more = deck_in_words(deck)
    dealt = f"{ranks} ranks, {deck.ranks[0]} to {deck.ranks[-1]}, in {suits} suits"
    yield "Deck", f"{len(deck)} cards: {dealt}{', ' if more else ''}{more}."
    cards = f"{file.deal.player} cards"
    deal = f"The player gets {cards}" if rules.alone else f"The player and the dealer get {cards} each"
    more = f"; {file.deal.jackpot} jackpot cards are dealt" if file.deal.jackpot else ""
    yield "Deal", f"{deal}{more}."
    yield "Hands", f"High to low: {', '.join(rules.ranking.order)}{_straights(rules)}."
    if rules.qualifies:
        how_often = percent(rules.qualifying, 2)
        weakest = or_better(rules.ranking.strengths[rules.qualifies], rules.ranking)
        words = re.sub(r"^any (\w+)", r"\1 high", weakest)  # as one says of a dealer
        yield "Dealer", f"Qualifies with {words}, which {how_often} of his hands are."
    elif not rules.alone:
        yield "Dealer", "Always plays, whatever he holds."
    yield "Decision", _decision(rules)
    for name, wager in names.items():
        yield wager.name, _wager(rules, name, wager)
        for letter, table in rules.tables.get(name, {}).items():
            yield f"{wager.name} {letter}", _table(rules, table)


def _straights(rules: Rules) -> str:
    """Return what is unusual about straights."""
    ranking, found = rules.ranking, ""
    if any(run[0] < run[2] for run in Ranking(rules.deck).sequences) and ranking.ace_low is not AceLow.LOWEST:
        two, three = rules.deck.ranks[:2]
        found += f"; A-{two}-{three} is {_ACE_LOW[ranking.ace_low]}"
    if ranking.straight_suits is StraightSuits.THREE:
        found += "; a straight shows three suits"
    return found


_ACE_LOW = {
    AceLow.SECOND: "the second highest straight",
    AceLow.HIGHEST: "the highest straight",
    AceLow.NONE: "no straight",
}


def _decision(rules: Rules) -> str:
    if not rules.play:
        return "Nothing is decided: the cards alone settle every wager."
    names, strengths = rules.wagers, rules.ranking.strengths
    before = " and ".join(names[name].name for name in rules.initial)
    multiples = [
        f"{one} (with {or_better(strengths[level], rules.ranking)})" if one in rules.limited else str(one)
        for one, level in rules.multiples.items()
    ]
    several = " or ".join(filter(None, (", ".join(multiples[:-1]), multiples[-1])))
    times = "as much as" if tuple(rules.multiples) == (1,) else f"{several} times"
    looks = "looks at his cards"
    if rules.sees:
        looks += " and knows of which group of ranks one card of the dealer's is"
    elif rules.file.deal.face_up:
        looks += " and at one card of the dealer's"
    raised = f"stakes {times} the {names[rules.base].name} on {names[rules.play].name}"
    return f"The player {looks}, then folds and loses the {before}, or {raised}."


def _unqualified(wager: AgainstDealer) -> Iterator[str]:
    entry, case = wager.no_qualify, "when the dealer does not qualify"
    if entry.pays is not None:
        yield f"{_outcome(wager.outcome(Case.NO_QUALIFY))} {case}"
    elif not entry.compared:
        results = {"a higher": entry.win, "an equal": entry.tie, "a lower": entry.lose}
        yield from (f"{_outcome(one)} with {word} hand {case}" for word, one in results.items() if one)


def _compared(wager: AgainstDealer | Comparison) -> Iterator[str]:
    yield f"{_outcome(wager.win)} on a higher hand"
    yield f"{_outcome(wager.tie)} on a tie"
    yield f"{_outcome(wager.lose)} on a lower hand"


def _outcome(outcome: Outcome) -> str:
    found = _result(outcome.pays)
    return f"is paid by table, or else {found}," if outcome.by_table else found


def _wager(rules: Rules, name: str, wager: Wager) -> str:
    match wager:
        case AgainstDealer():
            beside = [f"as much as the {rules.wagers[wager.equals].name}, beside it"] if wager.equals else []
            compared = (*_unqualified(wager), *_compared(wager))
            found = (_outcome(wager.lose).rstrip(","),) if rules.alone else compared
            parts = (*beside, *found, *_commission(wager))
            return _first_up("; ".join(parts)) + "."
        case Comparison():
            return _first_up("; ".join((*_compared(wager), *_commission(wager)))) + "."
        case Bonus():
            stake = rules.wagers[wager.on].name
            results = " or ".join(_RESULTS[one] for one in wager.paid_on)
            when = f", only when {results}" if wager.paid_on else ", whatever the dealer holds"
            return f"Paid to a hand that is played{'' if rules.alone else when}; no stake beside the {stake}."
        case PayTableWager() | Jackpot():
            bet = rules.bets[name]
            sets = [hands for table in rules.tables.get(name, {}).values() for hands, _ in table.sets]
            colours = any(isinstance(hands, ColourLine) for hands in sets)
            hand = {
                "player": "the colours of the hands" if colours else "the player's three cards",
                "dealer": "the dealer's three cards",
                "player and dealer": "the best five of the player's and the dealer's cards",
                "player and jackpot cards": "the best five of the player's and the jackpot cards",
            }[wager.hand]
            fold = {"stays": "stays in play", "lost": "is lost", "may stay": "may stay in play"}[
                wager.on_fold
            ]
            kind = "A progressive" if isinstance(wager, Jackpot) else "A side bet"
            beaten = [
                f"a paid hand {_result(net)} if the dealer's is {word}"
                for word, net in (("equal", bet.if_tied), ("higher", bet.if_beaten))
                if net is not None
            ]
            folded = [f"when the player folds it {fold}"] if rules.play else []
            return f"{'; '.join((f'{kind} on {hand}', *beaten, *folded, *_terms(rules, wager)))}."


_RESULTS = {
    "no qualify": "the dealer does not qualify",
    "win": "the hand wins",
    "tie": "it ties",
    "lose": "it loses",
}
"""The results on which a bonus is paid, in words."""


def _terms(rules: Rules, wager: PayTableWager | Jackpot) -> Iterator[str]:
    """Yield what else a side bet asks for: another wager, its stakes, commission."""
    if wager.needs:
        yield f"needs {' or '.join(rules.wagers[name].name for name in wager.needs)}"
    if isinstance(wager, PayTableWager):
        if wager.stakes:
            yield f"stakes of {', '.join(f'${plain(stake)}' for stake in wager.stakes)}"
        yield from _commission(wager)


def _commission(wager: AgainstDealer | Comparison | PayTableWager) -> Iterator[str]:
    if wager.commission:
        yield f"the house keeps {plain(100 * wager.commission)}% of what it wins"


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]


def _result(pays: Fraction) -> str:
    return {Fraction(0): "pushes", Fraction(-1): "loses"}.get(pays, f"pays {plain(pays)} to 1")


def _table(rules: Rules, table: PayTable) -> str:
    """Return what a table pays, in the order of the file."""
    unit = "for 1" if table.for_one else "to 1"
    lines = rules.file.pay_tables[table.wager][table.letter].lines
    return _first_up(", ".join(f"{text} {_prize(prize)}" for text, prize in lines.items())) + f" ({unit})."


def _prize(prize: Prize) -> str:
    envy = f" and {plain(prize.envy)} to the others" if prize.envy else ""
    if prize.money is not None:
        return f"${plain(prize.money)}{envy}"
    if prize.meter is not None:
        return f"{percent(prize.meter, 0)} of the meter{envy}"
    return f"{plain(prize.odds or 0)}{envy}"
