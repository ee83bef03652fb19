"""The table of outcomes: what each wager gets by decision, case of the comparison, pay table and line.

Each situation has exactly one row, but for bonuses, which are paid in some situations alone, and for raises,
which are not staked on a fold. Every count and every text about wagers reads it; literal settlement
(`combin.settle`) reads the rules itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from combin.cards.hand_sets import HandSet
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import Hands, PayTable
from combin.rules.wagers import AgainstDealer, Bet, Case, Kind
from combin.rules.wagers import Outcome as Entry

Decided = Literal["plays", "folds", "folds and keeps it"]
PLAYS: Decided = "plays"
FOLDS: Decided = "folds"
KEEPS: Decided = "folds and keeps it"
DECIDED: tuple[Decided, ...] = (PLAYS, FOLDS, KEEPS)
"""What a player may decide about the hand and a wager that he "may stay" with."""

WON = (Case.NO_QUALIFY_WIN, Case.WIN)
TIED = (Case.NO_QUALIFY_TIE, Case.TIE)
BEATEN = (Case.NO_QUALIFY_LOSE, Case.LOSE)
UNQUALIFIED = (Case.NO_QUALIFY_WIN, Case.NO_QUALIFY_TIE, Case.NO_QUALIFY_LOSE)
CASES = (*UNQUALIFIED, Case.WIN, Case.TIE, Case.LOSE)
"""The results of the comparison, in the finest distinction of any game."""

_STAYS: Mapping[str, tuple[Decided, ...]] = {"stays": DECIDED, "may stay": (PLAYS, KEEPS), "lost": (PLAYS,)}

BUT_TIED, BUT_BEATEN = " but tied", " but beaten"
"""What is added to a line's text for hands that the dealer's ties or beats, where these are paid apart."""

HIGHER: Mapping[Case, str] = {
    Case.WIN: "player's hand is higher",
    Case.TIE: "hands are equal",
    Case.LOSE: "dealer's hand is higher",
}
"""The results of a bet on which hand is higher, in words."""


class Payoff(Struct, frozen=True, kw_only=True):
    """A row of the table: what a wager gets in some situations.

    Attributes:
        stake: the wager whose stake `net` multiplies: its own, or the one that a bonus is paid on.
        cases: those that it is for, of the six `CASES`.
        letter: the pay table; "" where none decides.
        line: the line that the hand is on; "" for hands on no line, None for every hand.
        hands: the hands of that line; they are on the first line that has them.
        paid: whether the line is one that is paid, not one that the table names as unpaid.
        net: gain per unit of the stake before commission: 4 at 4 to 1, 3 at 4 for 1, -1 if it is lost.
        money: sum of money gained besides.
        meter: share of the meter, or of its `level`, gained besides.
        level: the level of the meter; "" for the first one.
        envy: sum that each other player gets.
        for_one: whether the table counts the stake that comes back.
        commission: the part of a gain that the house keeps.
        rule: where the document states it, with `PayTable.rule` where a line is paid.
        place: the entry of the rule file.
    """

    wager: str
    stake: str
    decided: tuple[Decided, ...] = DECIDED
    cases: tuple[Case, ...] = CASES
    letter: str = ""
    line: str | None = None
    hands: Hands | None = None
    paid: bool = True
    net: Fraction = Fraction(0)
    money: Fraction = Fraction(0)
    meter: Fraction = Fraction(0)
    level: str = ""
    envy: Fraction = Fraction(0)
    for_one: bool = False
    commission: Fraction = Fraction(0)
    rule: str = ""
    place: tuple[str, ...] = ()

    def fits(self, case: Case, line: str = "", decided: Decided = PLAYS) -> bool:
        """Return whether it is for a situation."""
        return self.is_for(case, decided) and self.line in (None, line)

    def is_for(self, case: Case, decided: Decided = PLAYS) -> bool:
        """Return whether it is for a case; where the hands are not compared, for any result."""
        case = UNQUALIFIED[0] if case is Case.NO_QUALIFY else case
        return case in self.cases and decided in self.decided

    def gain(self, stake: Fraction, meter: Fraction = Fraction(0)) -> Fraction:
        """Gain in money with a stake, less commission; `money` and `meter` are for any stake."""
        gain = self.net * stake + self.money + self.meter * meter
        return gain * (1 - self.commission) if gain > 0 else gain

    def odds(self, stake: Fraction = Fraction(1)) -> Fraction:
        """Gain per unit of a stake, less commission, meters aside."""
        return self.gain(stake) / stake if self.money or self.commission else self.net


class LineSets(Struct, frozen=True):
    """The sets of hands that lines of a wager are for, finest first, with their text; None where unpaid."""

    sets: tuple[tuple[Hands, str | None], ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The text of each line that is paid."""
        return tuple(text for _, text in self.sets if text is not None)

    @property
    def unpaid(self) -> tuple[str, ...]:
        """The text of each set that is not paid."""
        return tuple(getattr(hands, "text", str(hands)) for hands, text in self.sets if text is None)


@remembered
def payoffs(rules: Rules, wager: str, letter: str = "") -> tuple[Payoff, ...]:
    """Rows of a wager under one of its pay tables; "" where it has none."""
    bet = rules.bets[wager]
    return tuple(_rows(rules, bet, rules.tables[wager][letter] if bet.by_table else None))


@remembered
def off_table(rules: Rules, wager: str) -> tuple[Payoff, ...]:
    """Rows of a wager on which hand is higher for hands on no line, the same under all of its tables."""
    return tuple(_rows(rules, rules.bets[wager], None))


def payoff(
    rules: Rules, wager: str, case: Case, letter: str = "", line: str = "", *, decided: Decided = PLAYS
) -> Payoff | None:
    """Row of one situation; None for a bonus that is not paid, and for a raise on a fold."""
    return next((row for row in payoffs(rules, wager, letter) if row.fits(case, line, decided)), None)


def base_sets(rules: Rules, letters: Mapping[str, str]) -> dict[str, LineSets]:
    """Sets of hands that the base game is paid by, by wager and bonus, under tables of these letters."""
    found = {}
    for name in (*rules.base_tables, *rules.base_wagers):
        rows = payoffs(rules, name, letters.get(name, ""))
        sets = {row.hands: row.line if row.paid else None for row in rows if row.hands is not None}
        if sets:
            found[name] = LineSets(tuple(sets.items()))
    return found


def base_nets(
    rules: Rules, case: Case, multiple: int, letters: Mapping[str, str], lines: Mapping[str, str]
) -> dict[str, Fraction]:
    """Nets of the wagers and bonuses of the base game in one case, in units of the initial wager.

    What the house collects of each hand is none of these. `multiple` is the decision, as `Rules.multiples`
    has it, 0 a fold; `lines` are those that the player's hand is on, by wager.
    """
    sizes = dict.fromkeys(rules.initial, Fraction(1)) | {rules.play: rules.times(multiple)}
    decided, nets = PLAYS if multiple else FOLDS, {}
    for name in (*rules.base_wagers, *rules.bonuses):
        row = payoff(rules, name, case, letters.get(name, ""), lines.get(name, ""), decided=decided)
        nets[name] = Fraction(0) if row is None else row.odds() * sizes[row.stake]
    return nets


def bet_lines(rules: Rules, name: str, letter: str = "") -> dict[str, Payoff]:
    """Results of a bet besides the base game under a table, by name in the order of the file, with rows.

    "pair", "pair but tied", and "nothing" last; of a bet on which hand is higher "hands are equal: pair", and
    "hands are equal" for other hands.
    """
    rows = [row for row in payoffs(rules, name, letter) if row.paid and PLAYS in row.decided]
    texts = (*(rules.file.pay_tables[name][letter].lines if letter else ()), "")
    if name in rules.comparisons:
        return {
            f"{compared}: {row.line}" if row.line else compared: row
            for case, compared in HIGHER.items()
            for text in texts
            for row in rows
            if row.fits(case, text)
        }
    endings: dict[tuple[Case, ...], str] = {TIED: BUT_TIED, BEATEN: BUT_BEATEN}
    named = ((row.line or "nothing") + endings.get(row.cases, "") for row in rows)
    by_name = dict(zip(named, rows, strict=True))
    order = [f"{text or 'nothing'}{ending}" for text in texts for ending in ("", *endings.values())]
    return {text: by_name[text] for text in order if text in by_name}


def line_odds(rules: Rules, table: PayTable) -> dict[str, Fraction]:
    """Gain per unit of the stake by each line of a table of a bonus or a bet, by the names of `bet_lines`."""
    rows = bet_lines(rules, table.wager, table.letter)
    return {text: row.odds(table.stake) for text, row in rows.items()}


def endings(rules: Rules, table: PayTable) -> tuple[str, str, str]:
    """What is added to the text of a line if the player wins, ties and loses."""
    apart = {row.cases for row in payoffs(rules, table.wager, table.letter)}
    return "", BUT_TIED * (TIED in apart), BUT_BEATEN * (BEATEN in apart)


# -- how the rows of a wager are made ------------------------------------------------------------------


def _rows(rules: Rules, bet: Bet, table: PayTable | None) -> Iterator[Payoff]:
    played = _STAYS[bet.on_fold] if rules.play else DECIDED
    own: dict[str, Any] = {"wager": bet.id, "stake": bet.on or bet.id, "commission": bet.commission}
    own |= {"letter": table.letter} if table is not None else {}
    if bet.compared is not None:
        yield from _compared(rules, bet, table, {**own, "decided": played})
    elif table is not None:
        yield from _by_table(bet, table, {**own, "decided": played})
    if played != DECIDED and not bet.raises and bet.kind is not Kind.BONUS:
        folded = tuple(decided for decided in DECIDED if decided not in played)
        place = ("wager", bet.id, "fold_returns" if bet.fold_returns else "on_fold")
        rule = bet.rule_of("fold")
        yield Payoff(**own, decided=folded, net=bet.fold_returns - 1, rule=rule, place=place)


def _compared(rules: Rules, bet: Bet, table: PayTable | None, own: Mapping[str, Any]) -> Iterator[Payoff]:
    """Yield the outcomes of a bet on which hand is higher, by the cases that it distinguishes."""
    for cases, entry, place, rule in _entries(rules, bet):
        shared = {**own, "cases": cases, "rule": entry.rule or rule or bet.rule}
        if entry.by_table and table is not None:
            yield from _lines(table, shared, Fraction(entry.pays))
        if entry.hands:
            yield from _by_hand(rules.hands[bet.id], entry, shared, ("wager", bet.id, *place))
        line = "" if entry.by_table or entry.hands else None
        yield Payoff(**shared, line=line, net=Fraction(entry.pays), place=("wager", bet.id, *place, "pays"))


def _by_hand(
    sets: Sequence[HandSet], entry: Entry, own: Mapping[str, Any], place: tuple[str, ...]
) -> Iterator[Payoff]:
    """Yield what an entry gets with the hands that the wager pays apart in some case, the finest first."""
    for hands in sets:
        text = next((one.text for one in sets if one.text in entry.hands and hands.within(one)), "")
        at = (*place, "hands", text) if text else (*place, "pays")
        net = Fraction(entry.hands.get(text, entry.pays))
        yield Payoff(**own, line=hands.text, hands=hands, net=net, place=at)


def _entries(rules: Rules, bet: Bet) -> Iterator[tuple[tuple[Case, ...], Entry, tuple[str, ...], str]]:
    """Yield the cases that a bet distinguishes, with the entry for each, its place, and the rule on it."""
    if rules.alone:
        yield CASES, bet.outcomes[Case.LOSE], ("lose",), ""
        return
    entry = bet.compared
    apart = isinstance(entry, AgainstDealer) and not entry.no_qualify.compared
    if isinstance(entry, AgainstDealer) and apart:
        rule = entry.no_qualify.rule
        if bet.compares_unqualified and rules.qualifies:  # else that case never occurs
            for case in UNQUALIFIED:
                yield (case,), bet.outcomes[case], ("no_qualify", str(case.result)), rule
        else:
            yield UNQUALIFIED, bet.outcomes[Case.NO_QUALIFY], ("no_qualify",), rule
    for cases in (WON, TIED, BEATEN):
        yield cases[1:] if apart else cases, bet.outcomes[cases[1]], (str(cases[1]),), ""


def _by_table(bet: Bet, table: PayTable, own: Mapping[str, Any]) -> Iterator[Payoff]:
    """Yield the outcomes of a bonus, a side bet or a jackpot wager, by the cases that it distinguishes."""
    if bet.kind is Kind.BONUS:
        paid = tuple(case for case in CASES if bet.paid_in(case))
        yield from _lines(table, {**own, "cases": paid, "rule": bet.rule}, Fraction(0))
        return
    lost = Fraction(-1)
    instead = {TIED: ("if_tied", bet.if_tied), BEATEN: ("if_beaten", bet.if_beaten)}
    apart = {cases: entry for cases, entry in instead.items() if entry[1] is not None}
    usual = tuple(case for case in CASES if not any(case in cases for cases in apart))
    rows = [*_lines(table, {**own, "cases": usual, "rule": bet.rule_of("win")}, lost)]
    yield from rows
    for cases, (key, net) in apart.items():
        for row in rows:
            shared = {**own, "cases": cases, "line": row.line, "hands": row.hands, "paid": row.paid}
            given = {"net": net, "place": ("wager", bet.id, key)} if row.paid else {"net": lost}
            yield Payoff(**shared, **given, rule=bet.rule)
    yield Payoff(**own, line="", net=lost, rule=bet.rule_of("lose"))


def _lines(table: PayTable, own: Mapping[str, Any], rest: Fraction) -> Iterator[Payoff]:
    """Yield what the lines of a table pay, and `rest` for hands that it names as unpaid."""
    back = Fraction(table.for_one)
    for hands, line in table.sets:
        if line is None:
            yield Payoff(**own, line=getattr(hands, "text", str(hands)), hands=hands, paid=False, net=rest)
            continue
        prize = line.prize
        # Of a progressive wager only odds leave the stake with the player.
        gone = table.bet.kind is Kind.JACKPOT and prize.odds is None
        kind = "odds" if prize.odds is not None else "money" if prize.money is not None else "meter"
        yield Payoff(
            **own,
            line=line.text,
            hands=hands,
            net=Fraction(prize.odds or 0) - (1 if gone else back),
            money=Fraction(prize.money or 0),
            meter=Fraction(prize.meter or 0),
            level=prize.level or "",
            envy=Fraction(prize.envy),
            for_one=table.for_one,
            place=("pay_tables", table.wager, table.letter, "lines", line.text, kind),
        )
