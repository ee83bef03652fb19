"""One hand decided by the letter, in units of its stakes, and what of these counts and chips can pay."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from combin.cards.cards import Card
from combin.rules.numbers import in_chips
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Bet, Case, Compared, Kind
from combin.settle.hands import LiveHand, PayTables, Showdown, paying_line, terms, unpaid_reason
from combin.settle.results import Discrepancy, Note, Result, SettledHand, amount_text, cite, total
from combin.settle.rounds import Hand, Limits, Round, RoundError

NOTHING = Fraction(0)
LOST = Fraction(-1)


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """What becomes of a wager: its net in units of its stake, the rule, the reason.

    The reason may name the hands as `{player}` and `{dealer}`. A bonus is in units of the wager it is on.
    """

    net: Fraction
    rule: str
    reason: str

    @property
    def result(self) -> Result:
        """Whether the wager wins or loses."""
        if self.net == 0:
            return Result.STAND_OFF
        return Result.WIN if self.net > 0 else Result.LOSE


def settle_hand(
    rules: Rules,
    tables: Mapping[str, str],
    player: Sequence[Card],
    dealer: Sequence[Card],
    multiple: Fraction | int | None,
    *,
    keeps: Collection[str] = (),
    jackpot: Sequence[Card] = (),
) -> dict[str, Fraction]:
    """What every wager of a hand nets, each in units of its base stake.

    The initial wager, those equal to it, the raise and the bonuses are in units of the initial wager (a raise
    of twice the Ante that wins nets 2), which a collection is taken of; a side bet is in units of its own
    stake, the first where its table pays sums of money. Jackpot wagers need a meter or other cards and are
    left out.

    Args:
        rules: the game.
        tables: the letter of the pay table in use, by wager; may be left out where all pay the hand the same.
        player: the player's three cards.
        dealer: the dealer's three cards.
        multiple: the Play in multiples of the Ante, or None for a fold; 1 where nothing is decided.
        keeps: side bets that a folding player keeps in play where the rules let him choose.
        jackpot: the jackpot cards, where a side bet is about them.

    >>> from combin.rules.load import load_rules
    >>> rules = load_rules("uk-including-blind")
    >>> hands = rules.deck.parse("9c 9s 2s"), rules.deck.parse("Qs 6c 4s")
    >>> nets = settle_hand(rules, {}, *hands, 1)
    >>> {wager: str(net) for wager, net in nets.items()}
    {'ante': '1', 'play': '1', 'ante_bonus': '0', 'pair_plus': '1', 'prime': '4'}

    Raises:
        RoundError: a letter is missing or unknown, or the hand may not be played so.
    """
    showdown = Showdown(rules, player, dealer, jackpot)
    _check_multiple(showdown, multiple)
    pay_tables = PayTables(rules, tables)
    verdicts = decide(showdown, pay_tables, rules.first_stakes, folds=multiple is None, keeps=keeps)
    pay_tables.check()
    nets = {
        name: verdicts[name].net if name in verdicts else NOTHING
        for name, bet in rules.bets.items()
        if bet.kind is not Kind.JACKPOT
    }
    if multiple != 1:
        for name in (rules.play, *(name for name in rules.bonuses if rules.bets[name].on == rules.play)):
            nets[name] *= multiple or 0
    if rules.collection:
        nets[rules.base] -= rules.collection
    return nets


def _check_multiple(showdown: Showdown, multiple: Fraction | int | None) -> None:
    rules = showdown.rules
    if multiple is None:
        if not rules.play:
            raise RoundError(f"nobody folds in {rules.file.id}, where nothing is decided")
        return
    decision = int(multiple * rules.parts)
    if decision != multiple * rules.parts or decision not in rules.multiples:
        known = ", ".join(map(rules.times_text, rules.multiples))
        raise RoundError(f"a multiple of {multiple}; {rules.file.id} has {known}")
    if showdown.strength.level < rules.multiples[decision]:
        words = showdown.words("{player}")
        raise RoundError(f"a multiple of {multiple} is for {rules.limited[decision]}, and this is {words}")


def decide(
    showdown: Showdown,
    tables: PayTables,
    staked: Mapping[str, Fraction],
    *,
    folds: bool,
    keeps: Collection[str] = (),
) -> dict[str, HandVerdict]:
    """The verdict on each wager of a hand, jackpot wagers left out; a bonus only where it is paid.

    Args:
        showdown: the game and the hands.
        tables: the pay tables in use.
        staked: what is staked on each wager, of which a pay in money is so many times.
        folds: whether the player folds.
        keeps: side bets that he keeps all the same where the rules let him.
    """
    rules = showdown.rules
    verdicts = {}
    for name, stake in staked.items():
        bet = rules.bets[name]
        if bet.kind in (Kind.BONUS, Kind.JACKPOT):
            continue
        if folds and not bet.stays_on_fold(keeps):
            verdicts[name] = _folded(bet)
        elif bet.compared is not None:
            verdicts[name] = _compared(bet, tables, showdown)
        else:
            table = tables.chosen(name, showdown)
            table = table.at(stake) if table.pays_money else table
            verdicts[name] = _pay_table(table, showdown)
    for name in rules.bonuses:
        bonus = rules.bets[name]
        paid = bonus.on in verdicts and not folds
        if paid and (not bonus.paid_on or bonus.paid_in(showdown.case)):
            table = tables.chosen(name, showdown)
            line = paying_line(table, showdown)
            if line is not None:
                verdicts[name] = _paid(table, line, bonus.rule)
    return verdicts


def _folded(bet: Bet) -> HandVerdict:
    """A fold loses what was staked before it; a raise was not staked at all."""
    if bet.raises:
        return HandVerdict(NOTHING, bet.cited.get("fold", ""), "not staked")
    if bet.fold_returns:
        returned = f"folded, {amount_text(bet.fold_returns * 100)}% of it returned"
        return HandVerdict(bet.fold_returns - 1, bet.rule_of("fold"), returned)
    return HandVerdict(LOST, bet.rule_of("fold"), "folded")


_HANDS = {
    Compared.WIN: "{player} beats dealer's {dealer}",
    Compared.TIE: "{player} equals dealer's {dealer}",
    Compared.LOSE: "dealer's {dealer} beats {player}",
}


def _compared(bet: Bet, tables: PayTables, showdown: Showdown) -> HandVerdict:
    """What the result of the comparison brings: by table, for a hand on it where the table decides."""
    if showdown.rules.alone:  # whatever the dealer's hand is, which may not be known
        words, outcome, before = "{player}", bet.outcome(Case.TIE), ""
    else:
        words, outcome = _compared_words(bet, showdown.case, showdown.result), bet.outcome(showdown.case)
        before = f"{words}: "
    rule = outcome.rule or bet.rule
    if outcome.by_table:
        table = tables.chosen(bet.id, showdown)
        line = paying_line(table, showdown)
        if line is not None:
            return _paid(table, line, rule, before)
        if showdown.rules.alone:
            words = unpaid_reason(table, showdown)
    return _less_commission(outcome.pays, bet.commission, rule, words)


def _compared_words(bet: Bet, case: Case, result: Compared) -> str:
    """What comparing the hands comes to; a bet on which hand is higher asks for no qualifier."""
    if case.qualified or bet.kind is Kind.COMPARISON:
        return _HANDS[result]
    if not bet.compares_unqualified:
        return "dealer's {dealer} does not qualify"
    return f"{_HANDS[result]}, who does not qualify"


def _pay_table(table: PayTable, showdown: Showdown) -> HandVerdict:
    """A side bet: what it is about decides; the dealer's hand only where a table's hand must beat it."""
    bet, line = table.bet, paying_line(table, showdown)
    if line is None:
        return HandVerdict(LOST, bet.rule_of("lose"), unpaid_reason(table, showdown))
    # Asked for only where it decides, since the dealer's hand may not be known.
    if bet.if_tied is not None and showdown.result is Compared.TIE:
        return _less_commission(bet.if_tied, bet.commission, bet.rule, _HANDS[Compared.TIE])
    if bet.if_beaten is not None and showdown.result is Compared.LOSE:
        return _less_commission(bet.if_beaten, bet.commission, bet.rule, _HANDS[Compared.LOSE])
    return _paid(table, line, bet.rule_of("win"))


def _paid(table: PayTable, line: Line, rule: str, before: str = "") -> HandVerdict:
    """The verdict on what a line pays; `before` comes before it in the reason."""
    net, reason = table.odds(line), f"{before}{line.text} pays {terms(table, line)}"
    if table.bet.commission and net > 0:
        reason += _commission_words(table.bet.commission)
    return HandVerdict(net, cite(rule, table.rule), reason)


def _less_commission(pays: Fraction, commission: Fraction, rule: str, reason: str) -> HandVerdict:
    """The verdict on a wager that gains or loses so much, with the house's part of winnings taken."""
    if commission and pays > 0:
        pays, reason = pays * (1 - commission), reason + _commission_words(commission)
    return HandVerdict(pays, rule, reason)


def _commission_words(commission: Fraction) -> str:
    return f", less {amount_text(commission * 100)}% commission"


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager as staked: what counts of it, and what goes back to the player whatever the result."""

    staked: Fraction
    counts: Fraction
    notes: tuple[Note, ...] = ()

    @property
    def excess(self) -> Fraction:
        """What goes back whatever the result."""
        return self.staked - self.counts


def counted_stakes(showdown: Showdown, round_: Round, live: LiveHand) -> Mapping[str, Stake]:
    """How much of each stake of a hand counts."""
    rules, stakes, own = showdown.rules, live.stakes, live.hand.limits
    multiples: tuple[Fraction, ...] = ()
    if rules.play in stakes:
        level = showdown.strength.level
        allowed = (decision for decision, least in rules.multiples.items() if level >= least)
        multiples = tuple(map(rules.times, allowed))
    counted = {
        name: _within_limits(
            rules, name, amount, own.get(name) or round_.limits.get(name), personal=name in own
        )
        for name, amount in stakes.items()
    }
    for name in rules.equals:
        if name in counted:
            counted[name] = _cut(rules, counted[name], counted[rules.base].counts, rules.wagers[name].rule)
    if rules.play in counted:
        counted[rules.play] = _equal_play(rules, multiples, counted[rules.base], counted[rules.play])
    return counted


def _cut(rules: Rules, stake: Stake, most: Fraction, rule: str) -> Stake:
    """A stake of which no more counts than goes with the initial wager.

    An Ante cut to the maximum takes an equal Play with it (Crown 8.2.2, 5.6).
    """
    if stake.counts <= most:
        return stake
    back = amount_text(stake.counts - most)
    note = Note(f"counts like the {rules.wagers[rules.base].name}: {back} goes back", rule)
    return Stake(stake.staked, most, (*stake.notes, note))


def _within_limits(
    rules: Rules, name: str, amount: Fraction, limits: Limits | None, *, personal: bool
) -> Stake:
    if limits is None:
        return Stake(amount, amount)
    entry = rules.file.limits
    own = entry.personal_rule if personal else ""
    silent = f"{entry.rule or rules.file.source.document} does not say how it is settled"
    if limits.minimum is not None and amount < limits.minimum:
        problem = f"below the minimum of {amount_text(limits.minimum)}"
        if entry.below_minimum is None:
            raise RoundError(f"{name}: {amount_text(amount)} is {problem}; {silent}")
        note = (
            f"{problem}: paid or collected after the result; the owner is advised that the next is returned"
        )
        return Stake(amount, amount, (Note(note, cite(entry.below_minimum_rule, own)),))
    if limits.maximum is not None and amount > limits.maximum:
        problem = f"above the maximum of {amount_text(limits.maximum)}"
        if entry.above_maximum is None:
            raise RoundError(f"{name}: {amount_text(amount)} is {problem}; {silent}")
        note = (
            f"{problem}: paid or collected to the maximum, {amount_text(amount - limits.maximum)} goes back"
        )
        return Stake(amount, limits.maximum, (Note(note, cite(entry.above_maximum_rule, own)),))
    if limits.step and (amount - (limits.minimum or 0)) % limits.step:
        problem = f"not in steps of {amount_text(limits.step)} over the minimum"
        if entry.inexact_pay is None:
            raise RoundError(f"{name}: {amount_text(amount)} is {problem}; {silent}")
        note = f"{problem}: paid to the next amount that chips make"
        return Stake(amount, amount, (Note(note, cite(entry.inexact_pay_rule, own)),))
    return Stake(amount, amount)


def _equal_play(rules: Rules, multiples: tuple[Fraction, ...], base: Stake, play: Stake) -> Stake:
    """The Play as it counts beside the Ante: equal to it, or as the rule on an unequal Play has it."""
    entry = rules.file.decision
    for multiple in multiples:
        due = multiple * base.counts
        if play.counts == due or play.staked in (multiple * base.staked, due):
            return _cut(rules, play, due, entry.rule)
    wanted = " or ".join(amount_text(multiple * base.counts) for multiple in multiples) or "a fold"
    for decision, hands in rules.limited.items():
        multiple = rules.times(decision)
        if multiple not in multiples:
            wanted += f" ({amount_text(multiple * base.counts)} is for {hands})"
    allowed = [multiple * base.counts for multiple in multiples if multiple * base.counts < play.counts]
    rule = entry.excess_play_rule if allowed else entry.short_play_rule
    if not rule or not multiples:
        want = f"{entry.rule} wants" if entry.rule else "the rules want"
        raise RoundError(
            f"{rules.play}: {amount_text(play.staked)} where {want} {wanted}; "
            "the rules do not say how another amount is settled"
        )
    if not allowed:
        note = f"less than {wanted}: taken or paid as wagered; the player is told the amount for later rounds"
        return Stake(play.staked, play.counts, (*play.notes, Note(note, rule)))
    back = amount_text(play.counts - allowed[-1])
    note = f"more than {amount_text(allowed[-1])}: the excess of {back} is returned"
    return Stake(play.staked, allowed[-1], (*play.notes, Note(note, rule)))


def payable(
    rules: Rules, chip: Fraction | None, name: str, pay: Fraction
) -> tuple[Fraction, tuple[Note, ...]]:
    """A pay as chips can make it, with a note if that is another amount."""
    if not chip or pay % chip == 0:
        return pay, ()
    limits = rules.file.limits
    if limits.inexact_pay is None:
        raise RoundError(
            f"{name}: a pay of {amount_text(pay)} cannot be made in chips of {amount_text(chip)}; "
            "the rules do not say what is paid then"
        )
    paid = in_chips(pay, chip, limits.inexact_pay)
    note = f"{amount_text(pay)} cannot be made in chips of {amount_text(chip)}: paid {amount_text(paid)}"
    return paid, (Note(note, limits.inexact_pay_rule),)


def paid_wrongly(rules: Rules, round_: Round, hands: Sequence[SettledHand]) -> tuple[Discrepancy, ...]:
    """Where the amounts paid differ from those due, in the order of the hands and their wagers.

    A wager that `paid` does not name was paid nothing. Where only a sum was recorded, the sum is compared
    and the discrepancy stands under "total".
    """
    return tuple(
        wrong
        for hand, settled in zip(round_.hands, hands, strict=True)
        for wrong in wrong_payments(rules, hand, settled)
    )


def wrong_payments(rules: Rules, hand: Hand, settled: SettledHand) -> list[Discrepancy]:
    """Where the amounts paid to one hand differ from those due."""
    if hand.paid is None:
        return []
    if hand.paid.total is not None:
        due = settled.returned
        if due == hand.paid.total:
            return []
        rule = "; ".join(f"{one.wager}: {one.rule}" for one in settled.wagers)
        return [_wrong(settled, "total", due, hand.paid.total, rule)]
    known, paid = _payable(rules), hand.paid.wagers
    for name in paid:
        if name not in known:
            raise RoundError(f"seat {hand.seat}: paid: no wager {name!r}; there are {', '.join(known)}")
    dues: dict[str, Fraction] = {}
    for one in settled.wagers:
        dues[one.wager] = total((dues[one.wager], one.returned)) if one.wager in dues else one.returned
    wrong = {name for name in dues.keys() | paid.keys() if not _equal(dues.get(name), paid.get(name))}
    found = []
    for name in (name for name in known if name in wrong) if wrong else ():
        rows = [one for one in settled.wagers if one.wager == name]
        rule = cite(*(one.rule for one in rows), *(note.rule for one in rows for note in one.notes))
        due, handed = dues.get(name, NOTHING), Fraction(paid.get(name, NOTHING))
        found.append(_wrong(settled, name, due, handed, rule or known[name]))
    return found


def _equal(due: Fraction | None, paid: Fraction | None) -> bool:
    return (due or NOTHING).as_integer_ratio() == (paid or NOTHING).as_integer_ratio()


def _payable(rules: Rules) -> Mapping[str, str]:
    """What may be paid: by wager, and by envy bonus of one, the rule on it."""
    envy = {f"{name}.envy": rules.bets[name].cited["envy"] for name in rules.jackpots}
    return {name: wager.rule for name, wager in rules.wagers.items()} | envy


def _wrong(settled: SettledHand, wager: str, due: Fraction, paid: Fraction, rule: str) -> Discrepancy:
    return Discrepancy(seat=settled.seat, player=settled.player, wager=wager, due=due, paid=paid, rule=rule)
