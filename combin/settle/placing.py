"""Which wagers a hand may hold, and what its player may decide."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from combin.rules.bets import Kind
from combin.rules.resolved import Rules
from combin.settle.hands import PayTables
from combin.settle.irregular import again_of
from combin.settle.meter import further_meters
from combin.settle.results import amount_text, by
from combin.settle.rounds import Decision, Hand, Limits, Round, RoundError


def check_round(rules: Rules, round_: Round) -> None:
    """See that a record fits the game: its seats, tables and limits, and who looks at which hand."""
    seats = [hand.seat for hand in round_.hands]
    most = rules.file.deal.seats
    for seat in seats:
        if seats.count(seat) > 1:
            raise RoundError(f"seat {seat}: stands twice in the round")
        if most is not None and seat > most:
            raise RoundError(f"seat {seat}: a table has {most} seats{by(rules.file.deal.rule)}")
    tables = PayTables(rules, round_.tables)
    for name in round_.tables:
        if name not in rules.tables:
            raise RoundError(f"tables.{name}: no wager with a pay table; they are {', '.join(rules.tables)}")
        tables.possible(name)
    meters = further_meters(rules)
    for key, named in (("meters", round_.meters), ("seeds", round_.seeds)):
        for name in named:
            if name not in meters:
                other = " other than that of meter" if rules.metered else ""
                names = f"; they are {', '.join(meters)}" if meters else ""
                raise RoundError(f"{key}.{name}: no progressive wager{other}{names}")
    _check_limits(rules, round_.limits, "")
    for hand in round_.hands:
        if hand.limits and not rules.file.limits.personal_rule:
            problem = f"no rule of {rules.file.id} speaks of limits of a player's own"
            raise RoundError(f"seat {hand.seat}: limits: {problem}")
        _check_limits(rules, hand.limits, f"seat {hand.seat}: ")
        for told in hand.warned:
            known = again_of(rules)
            if told not in known:
                problem = f"{told!r} is nothing that the rules warn of ({', '.join(known) or 'nothing is'})"
                raise RoundError(f"seat {hand.seat}: warned: {problem}")
    _check_blind(rules, round_)


def _check_limits(rules: Rules, limits_of: Mapping[str, Limits], where: str) -> None:
    for name, limits in limits_of.items():
        if name not in rules.wagers:
            raise RoundError(f"{where}limits.{name}: no such wager; they are {', '.join(rules.wagers)}")
        if limits.minimum is not None and limits.maximum is not None and limits.minimum > limits.maximum:
            low, high = amount_text(limits.minimum), amount_text(limits.maximum)
            raise RoundError(f"{where}limits.{name}: the minimum of {low} is above the maximum of {high}")


def _check_blind(rules: Rules, round_: Round) -> None:
    """A player with several hands looks at one of them (Crown 5.11.2, UK bullet 4)."""
    blind = rules.file.decision.blind
    open_hands: dict[str, int] = {}
    for hand in round_.hands:
        if hand.blind and not blind.allowed:
            raise RoundError(f"seat {hand.seat}: blind: no rule of {rules.file.id} speaks of blind hands")
        if hand.player is None or hand.blind or not blind.allowed:
            continue
        if hand.player in open_hands:
            seats = f"seats {open_hands[hand.player]} and {hand.seat}"
            raise RoundError(
                f"{seats}: {hand.player} has two open hands; all but one are blind{by(blind.rule)}"
            )
        open_hands[hand.player] = hand.seat


def check_wagers(rules: Rules, hand: Hand) -> Mapping[str, Fraction]:
    """The stakes of a hand in the order of the rule file."""
    seat, staked = f"seat {hand.seat}", hand.wagers
    for name in staked:
        if name not in rules.wagers:
            raise RoundError(
                f"{seat}: no wager {name!r} in this game; there are {', '.join(_stakable(rules))}"
            )
        bet = rules.bets[name]
        if bet.kind is Kind.BONUS:
            raise RoundError(f"{seat}: {name} is paid on {bet.on} and has no stake of its own{by(bet.rule)}")
    stakes = {name: staked[name] for name in rules.wagers if staked.get(name)}
    if not stakes:
        raise RoundError(f"{seat}: no wager is staked")
    for name in stakes:
        bet = rules.bets[name]
        beside = bet.raises or bet.equals
        if beside and beside not in stakes:
            raise RoundError(f"{seat}: {name} without {beside}{by(bet.rule)}")
        if bet.needs and not any(needed in stakes for needed in bet.needs):
            needed = " or ".join(bet.needs)
            raise RoundError(f"{seat}: {name} may be placed only with {needed}{by(bet.rule_of('needs'))}")
    _check_equals(rules, seat, stakes)
    _check_amounts(rules, seat, stakes)
    return stakes


def _check_equals(rules: Rules, seat: str, stakes: Mapping[str, Fraction]) -> None:
    """Wagers that equal the initial one are placed with it, and as much as it."""
    for name in rules.equals if rules.base in stakes else ():
        base, rule = rules.base, by(rules.wagers[name].rule)
        if name not in stakes:
            raise RoundError(f"{seat}: {base} without {name}{rule}")
        if stakes[name] != stakes[base]:
            amount, equal = amount_text(stakes[name]), amount_text(stakes[base])
            raise RoundError(
                f"{seat}: {name}: {amount} beside a wager of {equal} on {base}; they are equal{rule}"
            )


def _check_amounts(rules: Rules, seat: str, stakes: Mapping[str, Fraction]) -> None:
    """A side bet that pays sums of money has certain stakes."""
    for name, amount in stakes.items():
        allowed = rules.bets[name].stakes
        if allowed and amount not in allowed:
            known = ", ".join(map(amount_text, allowed))
            raise RoundError(
                f"{seat}: {name}: {amount_text(amount)} is not one of its stakes: {known}"
                f"{by(rules.wagers[name].rule)}"
            )


def _stakable(rules: Rules) -> list[str]:
    return [name for name, bet in rules.bets.items() if bet.kind is not Kind.BONUS]


def check_decision(rules: Rules, hand: Hand, live: Collection[str]) -> bool:
    """Whether a hand folds, from its decision and the wagers that are still to be settled."""
    try:
        return _folds(rules, hand, live)
    except RoundError as error:
        raise RoundError(f"seat {hand.seat}: {error.problem}") from None


def _folds(rules: Rules, hand: Hand, live: Collection[str]) -> bool:
    if rules.play:
        _check_play(rules, live, hand.decision, blind=hand.blind)
    elif hand.decision is not None:
        rule = by(rules.file.decision.rule)
        raise RoundError(f"decision: nothing is decided in {rules.file.id}{rule}")
    folds = hand.decision == "fold"
    if hand.keeps and not folds:
        raise RoundError("keeps: only a folding player chooses what he keeps")
    for name in hand.keeps:
        bet = rules.bets.get(name)
        if bet is None or name not in live:
            raise RoundError(f"keeps: {name!r} is no wager of this hand")
        if bet.loses_on_fold:
            raise RoundError(f"keeps: a fold loses {name}{by(bet.rule_of('fold'))}")
    return folds


def _check_play(rules: Rules, live: Collection[str], decision: Decision | None, *, blind: bool) -> None:
    """The decision of a hand and the wager that is staked on playing say the same."""
    entry, base, play = rules.file.decision, rules.base, rules.play
    if blind and entry.blind.play_in_advance and base in live and play not in live:
        rule = by(entry.blind.rule)
        raise RoundError(f"a blind hand with {base} needs {play} in advance{rule}")
    if decision == "fold":
        if play in live:
            raise RoundError(f"folds with {play} staked{by(entry.rule)}")
    elif base in live and play not in live:
        if decision is None:
            raise RoundError(f"{base} without a decision; it is play, with {play} staked, or fold")
        raise RoundError(f"plays without a wager on {play}{by(entry.rule)}")
