"""What a result of a wager nets: odds, money and shares of a meter, told apart until stakes are known."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.rules.bets import Kind

if TYPE_CHECKING:
    from combin.rules.bets import Bet
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable
    from combin.rules.wagers import HandFee


@dataclass(frozen=True, slots=True)
class Pay:
    """What one result of a wager nets: `odds` x stake + `money` + `share` x meter, of a gain the part `kept`.

    `wins` are the parts of the odds that are won, by the wager and by what is staked and paid with it; they
    are told where they matter. The rest of the odds is lost. `holds_stake` is whether what is handed to the
    player is one prize that the stake is part of, as of a progressive wager. A `collection` is
    taken beside it.
    """

    odds: Fraction
    money: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    wins: tuple[Fraction, ...] = ()
    kept: Fraction = Fraction(1)
    holds_stake: bool = False
    collection: HandFee | None = None

    def net(self, stake: Fraction, meter: Fraction = Fraction(0)) -> Fraction:
        """Return the net in money, of a gain what commission leaves.

        >>> Pay(Fraction(0), money=Fraction(1, 2), kept=Fraction(19, 20)).net(Fraction(1))
        Fraction(19, 40)
        """
        net = self._pays(stake, meter)
        return net if self.collection is None else net - self.collection.of(stake)

    def _pays(self, stake: Fraction, meter: Fraction) -> Fraction:
        net = self.odds * stake + self.money + self.share * meter
        return net * self.kept if net > 0 else net

    def won(self, stake: Fraction, meter: Fraction = Fraction(0)) -> tuple[Fraction, ...]:
        """Return what is paid, part by part, in money; a stake that comes back besides is not.

        Of a bet that loses a part of its stake the rest is paid.
        """
        if self.wins:
            return tuple(part * stake for part in self.wins)
        net = self._pays(stake, meter)
        paid = net + stake if self.holds_stake or net < 0 else net
        return (paid,) if paid > 0 else ()


LOST = Pay(Fraction(-1))


def pay_of(table: PayTable, line: Line) -> Pay:
    """Return what a line of a table nets."""
    prize, progressive = line.prize, table.bet.kind is Kind.JACKPOT
    if prize.odds is not None or (prize.level and prize.meter):
        return Pay(table.odds(line), holds_stake=progressive)
    if not progressive:
        stake = Fraction(-1 if table.for_one else 0)
        return Pay(stake, Fraction(prize.money or 0), kept=1 - table.bet.commission)
    return Pay(Fraction(-1), Fraction(prize.money or 0), Fraction(prize.meter or 0), holds_stake=True)


def base_pay(rules: Rules, net: Fraction, wins: tuple[Fraction, ...] = ()) -> Pay:
    """Return what the base game nets in units of the base wager, told apart from the collection in it."""
    return Pay(net + rules.collection, wins=wins, collection=rules.bets[rules.base].collection)


def less_commission(pays: Fraction, bet: Bet) -> Pay:
    """Return odds, of which commission takes a part where they are a gain."""
    return Pay(pays * (1 - bet.commission) if pays > 0 else Fraction(pays))
