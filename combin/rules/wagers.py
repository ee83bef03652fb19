"""The wagers of a game: every way to settle a bet that a file can name, and bets resolved."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Literal

import msgspec

from combin.rules.numbers import Citation, Entry, Name, Net, Pay, Share, Text


class Compared(StrEnum):
    """The result of the comparison, for the player."""

    WIN = "win"
    TIE = "tie"
    LOSE = "lose"


class Case(StrEnum):
    """The result of the comparison, and whether the dealer qualifies.

    The first is the next three together, where hands are not compared if the dealer does not qualify.
    """

    NO_QUALIFY = "no_qualify"
    NO_QUALIFY_WIN = "no_qualify_win"
    NO_QUALIFY_TIE = "no_qualify_tie"
    NO_QUALIFY_LOSE = "no_qualify_lose"
    WIN = "win"
    TIE = "tie"
    LOSE = "lose"

    @classmethod
    def of(cls, result: Compared, *, qualified: bool) -> Case:
        """The case of a result of the comparison."""
        return (_QUALIFIED if qualified else _UNQUALIFIED)[result]

    @property
    def qualified(self) -> bool:
        """Whether the dealer qualifies in it."""
        return self in _QUALIFIED.values()

    @property
    def result(self) -> Compared | None:
        """The result of the comparison; None where it is not distinguished."""
        return _RESULTS.get(self)


_QUALIFIED = {Compared.WIN: Case.WIN, Compared.TIE: Case.TIE, Compared.LOSE: Case.LOSE}
_UNQUALIFIED = {
    Compared.WIN: Case.NO_QUALIFY_WIN,
    Compared.TIE: Case.NO_QUALIFY_TIE,
    Compared.LOSE: Case.NO_QUALIFY_LOSE,
}
_RESULTS = {case: result for cases in (_QUALIFIED, _UNQUALIFIED) for result, case in cases.items()}

OnFold = Literal["stays", "lost", "may stay"]
"""What becomes of a wager on a fold: the cards decide it all the same, it is lost, or the player chooses."""


class Outcome(Entry, frozen=True):
    """What a wager settled by comparing the hands gets in one case; `win = 1` is short for `{ pays = 1 }`.

    With `by_table` a hand on the wager's pay table gets what that says, and `pays` is for all others; so it
    is with `hands`, which say at once what some hands get: `{ "pair or better" = "3/2" }`.
    """

    pays: Net
    by_table: bool = False
    rule: Citation = ""
    hands: dict[str, Net] = {}


class NoQualify(Entry, frozen=True):
    """What a wager against the dealer gets if the dealer does not qualify.

    One outcome (`no_qualify = "push"`), one for each result of the comparison (`{ win = 1, tie = "push",
    lose = "push" }`), or "compared": the same as against a dealer who qualifies.
    """

    pays: Net | None = None
    by_table: bool = False
    win: Outcome | None = None
    tie: Outcome | None = None
    lose: Outcome | None = None
    compared: bool = False
    rule: Citation = ""

    def __post_init__(self) -> None:
        three = [self.win, self.tie, self.lose]
        said = [self.pays is not None, None not in three, self.compared].count(True)
        if said != 1 or (None in three and three != [None] * 3):
            raise ValueError('write one outcome, or win, tie and lose, or "compared"')
        if self.by_table and self.pays is None:
            raise ValueError("by_table belongs to a single outcome; write it inside win, tie or lose")


class Prize(Entry, frozen=True):
    """What one line of a pay table pays, one of three; `4` is short for `{ odds = 4 }`.

    `odds` are units per unit staked, `money` a fixed sum whatever the stake, `meter` a share of the
    progressive meter; with `from_meter` the sum is paid out of that as well, and not by the house. `level`
    names another meter of the wager. `envy` is the sum that other players at the table get.
    """

    odds: Pay | None = None
    money: Pay | None = None
    meter: Share | None = None
    level: Name | None = None
    from_meter: Literal[True] | None = None
    envy: Pay = msgspec.field(default_factory=lambda: Pay(0))  # a default that JSON Schema cannot hold

    def __post_init__(self) -> None:
        if [self.odds, self.money, self.meter].count(None) != 2:
            raise ValueError("a prize is one of odds, money and meter")
        if self.from_meter and self.money is None:
            raise ValueError("from_meter is of a sum of money; a share of the meter is out of it anyway")
        if self.level and not self.of_meter:
            msg = "a level is of a meter: write the share of it that is paid, or money with from_meter"
            raise ValueError(msg)

    def scaled(self, part: Fraction) -> Prize:
        """The prize for a part of the stake that it is for; odds are for any stake."""
        return msgspec.structs.replace(
            self,
            money=None if self.money is None else Pay(self.money * part),
            meter=None if self.meter is None else Share(self.meter * part),
            envy=Pay(self.envy * part),
        )

    @property
    def of_meter(self) -> bool:
        """Whether it is paid out of a meter."""
        return bool(self.from_meter or self.meter)


class PayTableEntry(Entry, frozen=True):
    """The lines of one pay table, in the order of the file; in a file with `rule` and `odds`.

    A line of `unpaid` (written `"flush" = "lose"`) says that a hand is not paid where one might expect it;
    `"push"` in a file is odds at which the stake comes back.
    """

    lines: dict[str, Prize]
    unpaid: tuple[str, ...] = ()
    odds: Literal["to 1", "for 1"] = "to 1"
    rule: Citation = ""


class HandFee(Entry, frozen=True):
    """The fee of the house for each hand, win or lose; `"1%"` is short for `{ share = "1%" }`.

    A share of the stake, a sum of money, or both; it is taken besides the stake.
    """

    share: Share = msgspec.field(default_factory=lambda: Share(0))
    money: Pay = msgspec.field(default_factory=lambda: Pay(0))
    rule: Citation = ""

    def __post_init__(self) -> None:
        if not self.share and not self.money:
            raise ValueError("a collection takes a share of the stake, or a sum of money")

    def of(self, stake: Fraction) -> Fraction:
        """Amount taken besides a stake."""
        return self.share * stake + self.money


class AgainstDealer(Entry, frozen=True, tag_field="settles", tag="against the dealer", kw_only=True):
    """A wager settled by comparing the hands.

    With `raises` it is staked on deciding to play, in multiples of the wager named; with `equals` before the
    deal, as much as the wager named; with neither it is the initial wager. A fold loses what is staked before
    the deal, but for the part that it `fold_returns`. `commission` is the part of winnings that the house
    keeps, `collection` what it takes of each hand, win or lose, of the initial wager alone. `stakes` are the
    amounts that may be staked where that is a sum of money.
    """

    name: Text
    raises: Name | None = None
    equals: Name | None = None
    no_qualify: NoQualify = NoQualify(compared=True)
    win: Outcome
    tie: Outcome
    lose: Outcome
    commission: Share = msgspec.field(default_factory=lambda: Share(0))
    fold_returns: Share | None = None
    collection: HandFee | None = None
    stakes: tuple[Pay, ...] = ()
    rule: Citation = ""
    fold_rule: Citation = ""


class Comparison(Entry, frozen=True, tag_field="settles", tag="comparison", kw_only=True):
    """A bet on which hand is higher, whatever the player decides; `lose` is that the dealer's hand is."""

    name: Text
    win: Outcome
    tie: Outcome
    lose: Outcome
    commission: Share = msgspec.field(default_factory=lambda: Share(0))
    rule: Citation = ""


PaidOn = Literal["no qualify", "win", "tie", "lose"]


class Bonus(Entry, frozen=True, tag_field="settles", tag="bonus", kw_only=True):
    """A payment on another wager for the player's hand alone; no stake of its own, and a fold forgoes it.

    `paid_on` are the results with which it is paid: all, if it names none.
    """

    name: Text
    on: Name
    paid_on: tuple[PaidOn, ...] = ()
    rule: Citation = ""


HandOf = Literal[
    "player",
    "dealer",
    "higher of both",
    "lower of both",
    "either of both",
    "player and dealer",
    "player and jackpot cards",
]
"""Whose cards make the hand of a pay table: three, or the best five of the player's with others."""


class PayTableWager(Entry, frozen=True, tag_field="settles", tag="pay table", kw_only=True):
    """A side bet settled by a pay table.

    It is about the player's or the dealer's three cards, or the higher or the lower of both hands, or
    whichever of them is paid better ("either of both"), or the best five of the player's with the dealer's
    or the jackpot cards (`hand`), or about the colours of both hands.

    `needs` names the wagers of which at least one must have been placed. `if_tied` and `if_beaten` are what a
    hand on the table gets instead if the dealer's is as high or higher. `stakes` are the amounts that may be
    staked where the table pays sums of money.
    """

    name: Text
    hand: HandOf = "player"
    on_fold: OnFold = "stays"
    needs: tuple[Name, ...] = ()
    if_tied: Net | None = None
    if_beaten: Net | None = None
    commission: Share = msgspec.field(default_factory=lambda: Share(0))
    stakes: tuple[Pay, ...] = ()
    rule: Citation = ""
    needs_rule: Citation = ""
    fold_rule: Citation = ""
    win_rule: Citation = ""
    lose_rule: Citation = ""


class Jackpot(Entry, frozen=True, tag_field="settles", tag="jackpot", kw_only=True):
    """A progressive side bet: a pay table on the player's three cards, or the best five of these with others.

    With `full_stake` the sums, the shares of a meter and the envy bonuses of its table are for that stake: a
    smaller one, as any up to it may be, gets its part of them, and seeds are for each unit of the full one.
    `envy_needs` names the wagers of which the winning player must hold one for others to get an envy bonus.
    `leaving_rule` is the rule by which a wager carried to the next round is returned to a player who leaves.
    """

    name: Text
    hand: Literal["player", "player and dealer", "player and jackpot cards"]
    on_fold: Literal["stays", "lost"]
    full_stake: Pay | None = None
    needs: tuple[Name, ...] = ()
    envy_needs: tuple[Name, ...] = ()
    rule: Citation = ""
    needs_rule: Citation = ""
    fold_rule: Citation = ""
    envy_rule: Citation = ""
    leaving_rule: Citation = ""


Wager = AgainstDealer | Comparison | Bonus | PayTableWager | Jackpot

Cited = Literal["needs", "fold", "win", "lose", "envy", "leaving"]
"""What a wager may state apart from its own rule: when it may be placed, what a fold does to it ..."""


class Kind(StrEnum):
    """How a bet is settled, in the words of the rules language."""

    AGAINST_DEALER = "against the dealer"
    COMPARISON = "comparison"
    BONUS = "bonus"
    PAY_TABLE = "pay table"
    JACKPOT = "jackpot"


class Whose(StrEnum):
    """Whose cards a bet is on: three, or the best five of the player's with others."""

    PLAYER = "player"
    DEALER = "dealer"
    HIGHER = "higher of both"
    LOWER = "lower of both"
    EITHER = "either of both"
    PLAYER_AND_DEALER = "player and dealer"
    PLAYER_AND_JACKPOT = "player and jackpot cards"

    @property
    def has_dealer(self) -> bool:
        """Whether the dealer's cards are part of the hand."""
        return self in (Whose.DEALER, Whose.PLAYER_AND_DEALER) or self.of_both

    @property
    def of_both(self) -> bool:
        """Whether it is one of both hands of three cards: the higher, the lower, or the better paid."""
        return self in (Whose.HIGHER, Whose.LOWER, Whose.EITHER)

    def is_dealers(self, result: Compared) -> bool:
        """Whether its hand of three cards is the dealer's, with a result; not for "either of both".

        Of equal hands, which a line for one suit could distinguish, it is the player's.
        """
        if self.of_both:
            return result is (Compared.LOSE if self is Whose.HIGHER else Compared.WIN)
        return self is Whose.DEALER


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of a game, with the entries of its kind; those that its kind does not have say nothing.

    Attributes:
        id: the id in the rule file.
        on_fold: what becomes of it on a fold; a raise was not staked then.
        more_cards: number of cards in its hand besides the player's three: 0, or the best five count.
        compared: the entry that says what it gets in each case, where comparing the hands decides.
        outcomes: what that is; nothing in a case to which it never comes.
        by_table: whether a pay table decides, at least in some case.
        cited: where the document states parts of it.
    """

    id: str
    name: str
    kind: Kind
    rule: str
    on_fold: OnFold
    hand: Whose = Whose.PLAYER
    more_cards: int = 0
    raises: str = ""
    equals: str = ""
    on: str = ""
    needs: tuple[str, ...] = ()
    envy_needs: tuple[str, ...] = ()
    paid_on: tuple[PaidOn, ...] = ()
    if_tied: Fraction | None = None
    if_beaten: Fraction | None = None
    commission: Fraction = Fraction(0)
    fold_returns: Fraction = Fraction(0)
    collection: HandFee | None = None
    stakes: tuple[Fraction, ...] = ()
    full_stake: Fraction | None = None
    compared: AgainstDealer | Comparison | None = None
    outcomes: Mapping[Case, Outcome] = {}
    by_table: bool = True
    cited: Mapping[Cited, str] = {}

    @property
    def loses_on_fold(self) -> bool:
        """Whether a fold loses it for certain; what "may stay" is kept by a sensible player."""
        return self.on_fold == "lost"

    def stays_on_fold(self, keeps: Collection[str]) -> bool:
        """Whether the cards decide it though its player folds, who keeps those named that may stay."""
        return self.on_fold == "stays" or (self.on_fold == "may stay" and self.id in keeps)

    @property
    def first_stake(self) -> Fraction:
        """The first amount that may be staked where sums of money are paid or taken; else one unit."""
        if self.full_stake is not None:
            return Fraction(self.full_stake)
        return Fraction(self.stakes[0]) if self.stakes else Fraction(1)

    def part(self, stake: Fraction) -> Fraction:
        """Part of sums and shares that a stake gets: all, or so much as it is of a full stake."""
        return Fraction(1) if self.full_stake is None else stake / self.full_stake

    @property
    def versus_dealer(self) -> bool:
        """Whether a hand on its table is paid otherwise if the dealer's is as high or higher."""
        return self.if_tied is not None or self.if_beaten is not None

    @property
    def compares_unqualified(self) -> bool:
        """Whether it matters which hand is higher though the dealer does not qualify."""
        return isinstance(self.compared, AgainstDealer) and self.compared.no_qualify.pays is None

    @property
    def loses_off_table(self) -> bool:
        """Whether a hand that is on none of its tables loses, whatever the result of the comparison."""
        return all(one.pays == -1 for one in self.outcomes.values() if one.by_table)

    @property
    def results(self) -> dict[tuple[str, ...], Outcome]:
        """Its outcomes by the results of the comparison that its entry distinguishes, and their place."""
        if self.compared is None:
            return {}
        found: dict[tuple[str, ...], Outcome] = {(case,): self.outcomes[case] for case in _QUALIFIED.values()}
        if isinstance(self.compared, AgainstDealer) and self.compared.no_qualify.win is not None:
            found |= {("no_qualify", result): self.outcomes[case] for result, case in _UNQUALIFIED.items()}
        return found

    def paid_in(self, case: Case) -> bool:
        """Whether a bonus is paid in a case."""
        return not self.paid_on or (case.result if case.qualified else "no qualify") in self.paid_on

    def kept(self, pays: Fraction) -> Fraction:
        """Net result less the commission on a gain."""
        return pays * (1 - self.commission) if pays > 0 else Fraction(pays)

    def rule_of(self, part: Cited) -> str:
        """Where the document states a part of it: in a place of its own, or with the bet itself."""
        return self.cited.get(part) or self.rule


def bet_of(name: str, wager: Wager, dealer: int = 3, jackpot: int = 0) -> Bet:
    """A wager of a rule file resolved, with the numbers of cards dealt to the dealer and the jackpot."""
    entries = {key: value for key in wager.__struct_fields__ if (value := getattr(wager, key)) is not None}
    stated = {key: value for key, value in entries.items() if key in Bet.__struct_fields__}
    stated["cited"] = {key.removesuffix("_rule"): entries[key] for key in entries if key.endswith("_rule")}
    match wager:
        case AgainstDealer() | Comparison():
            outcomes = _outcomes(wager)
            by_table = any(outcome.by_table for outcome in outcomes.values())
            stated |= {"compared": wager, "outcomes": outcomes, "by_table": by_table}
            stated["on_fold"] = "lost" if isinstance(wager, AgainstDealer) else "stays"
        case Bonus():
            stated["on_fold"] = "lost"
        case _:
            stated["hand"] = hand = Whose(wager.hand)
            more = {Whose.PLAYER_AND_DEALER: dealer, Whose.PLAYER_AND_JACKPOT: jackpot}
            stated["more_cards"] = more.get(hand, 0)
    return Bet(id=name, kind=Kind(str(wager.__struct_config__.tag)), **stated)


def _outcomes(wager: AgainstDealer | Comparison) -> dict[Case, Outcome]:
    """What a wager gets in each case; the same with a dealer who does not qualify if that is "compared"."""
    qualified = {Case.WIN: wager.win, Case.TIE: wager.tie, Case.LOSE: wager.lose}
    without, other = Outcome(Net(0)), [*qualified.values()]
    if isinstance(wager, AgainstDealer) and not wager.no_qualify.compared:
        entry = wager.no_qualify
        if entry.pays is not None:
            without = Outcome(entry.pays, entry.by_table, entry.rule)
        other = [outcome or without for outcome in (entry.win, entry.tie, entry.lose)]
    return {Case.NO_QUALIFY: without, **dict(zip(_UNQUALIFIED.values(), other, strict=True)), **qualified}
