"""One hand decided by the letter of the rules, in units of the stakes: the reference of every fast route."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from combin.cards.cards import Card
from combin.rules.bets import Bet, Kind
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Case, Compared
from combin.settle.hands import PayTables, Showdown, paying_line, terms, unpaid_reason
from combin.settle.results import Result, amount_text, cite
from combin.settle.rounds import RoundError

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
