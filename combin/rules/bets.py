"""Bets: the wagers of a game resolved, each asked the same questions whatever its kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Literal

from combin.rules.wagers import (
    AgainstDealer,
    Bonus,
    Case,
    Compared,
    Comparison,
    HandFee,
    Jackpot,
    OnFold,
    Outcome,
    PaidOn,
    Wager,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from combin.rules.model import DealEntry


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
        """Tell whether a hand of three cards is the dealer's, with what comparing the hands comes to.

        Which of both is better paid does not depend on that, and is no question here. Of equal hands, which
        a line for one suit could tell apart, it is the player's.
        """
        if self.of_both:
            return result is (Compared.LOSE if self is Whose.HIGHER else Compared.WIN)
        return self is Whose.DEALER


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """A wager of a game: what it is on, when it may be placed, what becomes of it.

    What the rules language does not have for a kind is what says nothing: no stakes, no commission, the
    player's own cards.

    Attributes:
        id: the id in the rule file.
        name: the name in the document.
        kind: how it is settled.
        rule: where the document states it.
        on_fold: what becomes of it on a fold; a raise, which is staked instead of folding, was not staked.
        hand: whose cards it is on.
        more_cards: how many cards make its hand beside the player's three: 0, or the best five count.
        raises: the wager that it multiplies on deciding to play, or "".
        equals: the wager that it equals before the deal, or "".
        on: the wager that a bonus is paid on, or "".
        needs: the wagers of which at least one must have been placed.
        envy_needs: the wagers of which the winning player must hold one for others to get an envy bonus.
        paid_on: the results with which a bonus is paid; all, if it names none.
        if_tied: what a hand on the table gets instead if the dealer's is as high, in units of the stake.
        if_beaten: the same if the dealer's hand is higher.
        commission: the part of winnings that the house keeps.
        fold_returns: the part of a wager against the dealer that a fold does not lose.
        collection: what the house takes of each hand beside the stake, win or lose.
        stakes: the amounts that may be staked where sums of money are paid or taken; any, if none are named.
        full_stake: the stake of a jackpot wager that all that its table pays but odds is for, of which any
             smaller one gets its part; None if it is paid whatever is staked.
        compared: the entry that says what it gets in each case, where comparing the hands decides.
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
    by_table: bool = True
    cited: Mapping[Cited, str] = field(default_factory=dict, compare=False)

    @property
    def loses_on_fold(self) -> bool:
        """Whether a fold loses it for certain; what "may stay" is kept by a sensible player."""
        return self.on_fold == "lost"

    @property
    def may_stay(self) -> bool:
        """Whether a folding player chooses to keep it or not."""
        return self.on_fold == "may stay"

    def stays_on_fold(self, keeps: Collection[str]) -> bool:
        """Tell whether the cards decide it though its player folds, who keeps those named."""
        return self.on_fold == "stays" or (self.may_stay and self.id in keeps)

    @property
    def first_stake(self) -> Fraction:
        """The first amount that may be staked where sums of money are paid or taken; else one unit."""
        if self.full_stake is not None:
            return self.full_stake
        return Fraction(self.stakes[0]) if self.stakes else Fraction(1)

    def part(self, stake: Fraction) -> Fraction:
        """Return which part of sums and shares a stake gets: all, or so much of it as of a full stake."""
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
        """Whether a hand that is on none of its tables loses, whatever comparing the hands comes to."""
        cases = (self.outcome(case) for case in Case if self.compared is not None and case.result)
        return all(one.pays == -1 for one in cases if one.by_table)

    def outcome(self, case: Case) -> Outcome:
        """Return what it gets in a case.

        Raises:
            TypeError: comparing the hands does not decide it.
        """
        if self.compared is None:
            msg = f"{self.id} is not settled by comparing the hands"
            raise TypeError(msg)
        return self.compared.outcome(case)

    def paid_in(self, case: Case) -> bool:
        """Tell whether a bonus is paid on what the comparison comes to."""
        return not self.paid_on or (case.result if case.qualified else "no qualify") in self.paid_on

    def kept(self, pays: Fraction) -> Fraction:
        """Return what is left of a net result: of a gain the house keeps its commission."""
        return pays * (1 - self.commission) if pays > 0 else Fraction(pays)

    def rule_of(self, part: Cited) -> str:
        """Return where the document states a part of it: in a place of its own, or with the bet itself."""
        return self.cited.get(part) or self.rule


def bet_of(name: str, wager: Wager, deal: DealEntry) -> Bet:
    """Return a wager of a rule file resolved.

    What holds for every wager of a kind is said here and nowhere else: a fold loses what was staked before
    it against the dealer, and with that a bonus on it; which hand is higher is compared all the same.
    """
    made = partial(Bet, id=name, name=wager.name, rule=wager.rule)
    match wager:
        case AgainstDealer():
            return made(
                kind=Kind.AGAINST_DEALER,
                on_fold="lost",
                raises=wager.raises or "",
                equals=wager.equals or "",
                commission=wager.commission,
                fold_returns=Fraction(wager.fold_returns or 0),
                collection=wager.collection,
                stakes=wager.stakes,
                compared=wager,
                by_table=wager.by_table,
                cited={"fold": wager.fold_rule},
            )
        case Comparison():
            return made(
                kind=Kind.COMPARISON,
                on_fold="stays",
                commission=wager.commission,
                compared=wager,
                by_table=wager.by_table,
            )
        case Bonus():
            return made(kind=Kind.BONUS, on_fold="lost", on=wager.on, paid_on=wager.paid_on)
    hand = Whose(wager.hand)
    more_cards = {Whose.PLAYER_AND_DEALER: deal.dealer, Whose.PLAYER_AND_JACKPOT: deal.jackpot}.get(hand, 0)
    made = partial(made, on_fold=wager.on_fold, hand=hand, more_cards=more_cards, needs=wager.needs)
    cited: dict[Cited, str] = {"needs": wager.needs_rule, "fold": wager.fold_rule}
    if isinstance(wager, Jackpot):
        cited |= {"envy": wager.envy_rule, "leaving": wager.leaving_rule}
        full = None if wager.full_stake is None else Fraction(wager.full_stake)
        return made(kind=Kind.JACKPOT, envy_needs=wager.envy_needs, full_stake=full, cited=cited)
    return made(
        kind=Kind.PAY_TABLE,
        if_tied=wager.if_tied,
        if_beaten=wager.if_beaten,
        commission=wager.commission,
        stakes=wager.stakes,
        cited=cited | {"win": wager.win_rule, "lose": wager.lose_rule},
    )
