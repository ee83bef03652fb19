"""Do the entries of a rule file fit each other: wagers, what they need, the decision, the jackpot."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from combin.cards.colours import ColourLine
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.model import DecisionEntry, RulesFile
from combin.rules.tables import more_cards
from combin.rules.wagers import AgainstDealer, Bonus, Comparison, Jackpot, PayTableWager, Wager

__all__ = ["check_entries"]


def check_entries(file: RulesFile) -> None:
    """Refuse a file whose entries contradict each other.

    Raises:
        RulesError: the first contradiction.
    """
    base = _initial_wager(file)
    named: dict[str, str] = {}
    for name, wager in file.wager.items():
        if (other := named.setdefault(wager.name.casefold(), name)) != name:
            raise RulesError(("wager", name, "name"), f"{shown(wager.name)} is the name of {other} as well")
        _check_wager(name, wager, base, file)
    _check_pay_tables(file)
    _check_deal(file)
    _check_decision(file)
    _check_jackpot(file)
    _check_irregularities(file)


def _initial_wager(file: RulesFile) -> str:
    """Return the wager against the dealer that is placed before the deal, and that others are measured by."""
    compared = {name: one for name, one in file.wager.items() if isinstance(one, AgainstDealer)}
    initial = [name for name, one in compared.items() if one.raises is None and one.equals is None]
    raises = [name for name, one in compared.items() if one.raises is not None]
    for name, one in compared.items():
        if one.raises is not None and one.equals is not None:
            raise RulesError(("wager", name, "equals"), "a wager raises another or equals it, not both")
    if len(initial) != 1 or len(raises) > 1:
        found = ", ".join(compared) or "none"
        problem = "a game needs one initial wager against the dealer, and at most one that raises it"
        raise RulesError(("wager",), f"{problem} (there are: {found})")
    return initial[0]


def _check_wager(name: str, wager: Wager, base: str, file: RulesFile) -> None:
    place = ("wager", name)
    staked = tuple(one for one, other in file.wager.items() if one != name and not isinstance(other, Bonus))
    for key in ("raises", "equals", "on"):
        other = getattr(wager, key, None)
        if other not in (None, base):
            raise RulesError(
                (*place, key), f"{shown(other)} is not the initial wager; {nearest(other, (base,))}"
            )
    for key in ("needs", "envy_needs"):
        needed = getattr(wager, key, ())
        for other in needed:
            if other not in staked:
                problem = f"{shown(other)} is no other wager of this game; {nearest(other, staked)}"
                raise RulesError((*place, key), problem)
            if needed.count(other) > 1:
                raise RulesError((*place, key), f"{shown(other)} stands twice")
    if _has_table(wager) and name not in file.pay_tables:
        raise RulesError(place, f"no pay table; write [pay_tables.{name}.A]")
    if isinstance(wager, PayTableWager):
        _check_side_bet(name, wager, file)
    if getattr(wager, "hand", "player") == "player and jackpot cards" and more_cards(wager, file.deal) < 2:
        problem = f"{file.deal.jackpot} jackpot cards are dealt, and the best five cards need at least two"
        raise RulesError((*place, "hand"), problem)


def _has_table(wager: Wager) -> bool:
    """Tell whether a wager is settled by a pay table, at least in some case."""
    return wager.by_table if isinstance(wager, AgainstDealer | Comparison) else True


def _check_side_bet(name: str, wager: PayTableWager, file: RulesFile) -> None:
    place = ("wager", name)
    tables = file.pay_tables[name].values()
    if any(prize.money is not None for table in tables for prize in table.lines.values()):
        if not wager.stakes:
            problem = "missing; a table of it pays sums of money, so its edge depends on the stake"
            raise RulesError((*place, "stakes"), problem)
    elif wager.stakes:
        raise RulesError((*place, "stakes"), "no table of it pays a sum of money, so its edge is the same")
    if any(stake == 0 for stake in wager.stakes):
        raise RulesError((*place, "stakes"), "0 is no stake")
    for key in ("if_tied", "if_beaten"):
        if getattr(wager, key) is not None and wager.hand != "player":
            problem = f"for a hand of the player's three cards, and this bet is about {shown(wager.hand)}"
            raise RulesError((*place, key), problem)
        if getattr(wager, key) is not None and any(set(table.lines) & set(ColourLine) for table in tables):
            raise RulesError((*place, key), "for a bet on the player's hand, and this one is about colours")


def _check_deal(file: RulesFile) -> None:
    deal = file.deal
    if deal.tells and not deal.face_up:
        raise RulesError(("deal", "tells"), "no card of the dealer's is seen; write face_up = 1")
    if deal.face_up and file.decision.blind.allowed:
        raise RulesError(("decision", "blind", "allowed"), "true, but a card of the dealer's is face up")


def _check_pay_tables(file: RulesFile) -> None:
    paid = tuple(name for name, one in file.wager.items() if _has_table(one))
    for name, tables in file.pay_tables.items():
        place = ("pay_tables", name)
        if name not in paid:
            raise RulesError(
                place, f"no wager {shown(name)} is settled by a pay table; {nearest(name, paid)}"
            )
        if not tables:
            raise RulesError(place, f"no pay table; write [pay_tables.{name}.A]")


def _check_decision(file: RulesFile) -> None:
    decision = file.decision
    raised = any(isinstance(one, AgainstDealer) and one.raises for one in file.wager.values())
    if not raised and replace(decision, rule="") != DecisionEntry():
        problem = "no wager raises another, so nothing is decided"
        raise RulesError(("decision",), problem)
    multiples = [one if isinstance(one, int) else one.multiple for one in decision.play]
    for multiple, times in Counter(multiples).items():
        if times > 1:
            raise RulesError(("decision", "play"), f"{multiple} stands twice")
    if decision.blind.play_in_advance and not decision.blind.allowed:
        raise RulesError(("decision", "blind", "play_in_advance"), "true, but blind hands are not allowed")


def _check_jackpot(file: RulesFile) -> None:
    entry = file.jackpot
    if entry is None:
        return
    jackpots = tuple(name for name, one in file.wager.items() if isinstance(one, Jackpot))
    if entry.wager not in jackpots:
        problem = f"{shown(entry.wager)} is no jackpot wager of this game; {nearest(entry.wager, jackpots)}"
        raise RulesError(("jackpot", "wager"), problem)
    if not entry.options:
        raise RulesError(("jackpot", "options"), "no option; write [jackpot.options.1]")
    tables = tuple(file.pay_tables[entry.wager])
    for name, option in entry.options.items():
        if option.pay_table not in tables:
            wanted = shown(option.pay_table)
            problem = f"no pay table {wanted} of {entry.wager}; {nearest(option.pay_table, tables)}"
            raise RulesError(("jackpot", "options", name, "pay_table"), problem)
        lines = file.pay_tables[entry.wager][option.pay_table].lines.values()
        if not any(prize.meter for prize in lines):
            problem = f"no line of {option.pay_table} pays a share of the meter, so that it only grows"
            raise RulesError(("jackpot", "options", name, "pay_table"), problem)


def _check_irregularities(file: RulesFile) -> None:
    for name, entry in file.irregularities.items():
        place = ("irregularities", name, "forfeits")
        if entry.forfeits and entry.hand != "forfeited":
            problem = f'only a hand = "forfeited" forfeits wagers, and this one is {shown(entry.hand)}'
            raise RulesError(place, problem)
        for wager in entry.forfeits:
            if wager not in file.wager:
                problem = f"{shown(wager)} is no wager of this game; {nearest(wager, tuple(file.wager))}"
                raise RulesError(place, problem)
