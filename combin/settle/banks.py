"""The tournament chips of each player through the recorded rounds of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct, field

from combin.formatting import thousands
from combin.rules.resolved import Rules
from combin.rules.tournament import TournamentEntry
from combin.settle.records import Break, Hand, Round, SettledRound, total


class Player(Struct):
    """A player: chips at the end of each round of the tournament, by its number, and what was used up."""

    chips: Fraction
    session: int = 0
    record: int = 0
    sure: bool = True
    tables: dict[int, str | None] = field(default_factory=dict)
    banks: dict[int, Fraction] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)


class Banks:
    """Follows the chips of all players through a file, in its order.

    A player starts with the bank of the terms; each hand changes it by what the rules make of the wagers, and
    a recorded bank must be that. What contradicts the terms is an inconsistency, with the rule that demands
    the entry: wagers, secret wagers, hands of a round, purchases, and who goes on to the next round.
    """

    def __init__(self, rules: Rules, terms: TournamentEntry) -> None:
        self._rules = rules
        self._terms = terms
        self._hands = Counter[tuple[int, str | None]]()
        self._records = 0
        self.players: dict[str, Player] = {}

    def forget(self) -> None:
        """Take the next recorded bank of each player as it is, after a record that is unknown."""
        for player in self.players.values():
            player.sure = False

    def follow(self, round_: Round, settled: SettledRound, table: str | None) -> tuple[Break, ...]:
        """The inconsistencies of a round with the terms and the rounds before."""
        self._records += 1
        found = list(self._of_round(round_.session, table))
        there = {hand.player or f"{table or ''}seat {hand.seat}": hand for hand in round_.hands}
        for name, hand in there.items():
            net = settled.hand(hand.seat).net
            found += [
                Break(f"{name}: {one.text}", one.rule, one.expected, one.found)
                for one in self._of_hand(name, hand, net, round_.session, table)
            ]
        for name, player in self.players.items():
            here = table is not None and player.tables.get(round_.session) == table
            if here and name not in there and not self._out(player):
                left = f"{name}: no wager, with {thousands(player.chips)} chips"
                found.append(Break(left, self._terms.rule_of("smallest_wager")))
        return tuple(found)

    def _of_round(self, session: int, table: str | None) -> Iterator[Break]:
        rounds, rule = self._terms.rounds, self._terms.rule_of("rounds")
        self._hands[session, table] += 1
        if rounds and session > len(rounds):
            yield Break(f"it is of round {session}, and the tournament has {len(rounds)}", rule)
        elif rounds and self._hands[session, table] == rounds[session - 1].hands + 1:
            yield Break(f"more hands than the {rounds[session - 1].hands} of round {session}", rule)

    def _of_hand(
        self, name: str, hand: Hand, net: Fraction, session: int, table: str | None
    ) -> Iterator[Break]:
        terms = self._terms
        player = self.players.setdefault(name, Player(Fraction(terms.bank or 0), sure=terms.bank is not None))
        if session != player.session:
            yield from self._entered(name, player, session)
            player.tables[session] = table
        for what, number in (("re_buy", hand.re_buys or 0), ("add_on", hand.add_ons or 0)):
            bought = getattr(terms, what)
            player.used[what] += number
            player.chips += number * (bought.chips if bought else 0)
            if number and player.used[what] > (bought.most if bought else 0):
                words = f"{what.replace('_', '-')} number {player.used[what]}"
                yield Break(f"{words}, of {bought.most if bought else 0} at most", terms.rule_of(what))
        if self._out(player) and player.sure:
            text = f"{thousands(player.chips)} chips are below the smallest wager"
            yield Break(text, terms.rule_of("elimination"))
        else:
            yield from self._of_wagers(hand, player)
        if hand.secret:
            player.used["secret"] += 1
            if player.used["secret"] > (terms.secret_wagers or 0):
                text = f"secret wager number {player.used['secret']}, of {terms.secret_wagers or 0} at most"
                yield Break(text, terms.rule_of("secret_wagers"))
        player.chips += net
        if hand.bank is not None:
            if hand.bank != player.chips and player.sure:
                text = f"a bank of {thousands(hand.bank)}, and not {thousands(player.chips)}"
                yield Break(text, terms.rule_of("bank"), player.chips, Fraction(hand.bank))
            player.chips, player.sure = Fraction(hand.bank), True
        player.banks[session], player.record = player.chips, self._records

    def _of_wagers(self, hand: Hand, player: Player) -> Iterator[Break]:
        terms, rules = self._terms, self._rules
        base = next(iter(rules.wagers)) if rules.side_bets_alone else rules.base
        stake, rule = hand.wagers.get(base, Fraction(0)), terms.rule_of("smallest_wager")
        said = f"{rules.wagers[base].name} of {thousands(stake)}"
        if terms.smallest_wager and stake < terms.smallest_wager:
            yield Break(
                f"{said}, below {terms.smallest_wager:,}", rule, Fraction(terms.smallest_wager), stake
            )
        elif terms.largest_wager and stake > terms.largest_wager:
            yield Break(f"{said}, above {terms.largest_wager:,}", rule, Fraction(terms.largest_wager), stake)
        elif stake % terms.unit:
            yield Break(f"{said}, in steps of {terms.unit:,}", rule)
        for name, amount in hand.wagers.items():
            if amount and terms.wagers and name not in terms.wagers:
                yield Break(f"{rules.wagers[name].name} is no wager of the tournament")
        staked = total(hand.wagers.values())
        if staked > player.chips and player.sure:
            text = f"{thousands(staked)} staked of a bank of {thousands(player.chips)}"
            yield Break(text, terms.rule_of("bank"), player.chips, staked)

    def _out(self, player: Player) -> bool:
        """Whether a player has not enough chips for a wager."""
        return player.chips < (self._terms.smallest_wager or self._terms.unit)

    def _entered(self, name: str, player: Player, session: int) -> Iterator[Break]:
        """Have a player come to a round of the tournament; yield why that cannot be."""
        terms = self._terms
        rule, before = terms.rule_of("rounds"), session - 1
        if player.session and session != player.session + 1:
            yield Break(f"in round {session} after round {player.session}", rule)
        elif session > 1 and name not in self.going_on(before):
            yield Break(f"did not go on from round {before}", rule)
        if session > 1 and session <= len(terms.rounds) and terms.rounds[before].bank == "new":
            player.chips, player.sure = Fraction(terms.bank or 0), terms.bank is not None
        player.session = session
        player.used["secret"] = 0

    def going_on(self, session: int) -> set[str]:
        """The players who may go on from a round, more than seats where some have as many chips."""
        terms = self._terms
        there = [name for name, player in self.players.items() if session in player.banks]
        if session >= len(terms.rounds) or not there:
            return set(self.players)
        rules = terms.rounds[session - 1]

        def best(names: Sequence[str], number: int | None) -> set[str]:
            banks = sorted((self.players[name].banks[session] for name in names), reverse=True)
            cut = banks[min(number, len(banks)) - 1] if number and banks else None
            return {
                name for name in names if cut is not None and self.players[name].banks[session] >= cut > 0
            }

        tables = {self.players[name].tables[session] for name in there}
        first = set[str]()
        for table in tables:
            first |= best(
                [name for name in there if self.players[name].tables[session] == table], rules.advance
            )
        return first | best([name for name in there if name not in first], rules.next_best)

    def standing(self) -> list[list[str]]:
        """The players from the first place on, those of one place together.

        First whoever came to a later round, then whoever has more chips there, then who was out later.
        """

        def reached(name: str) -> tuple[int, Fraction, int]:
            player = self.players[name]
            out = self._out(player)
            return player.session, Fraction(0) if out else player.chips, player.record if out else 0

        places: dict[tuple[int, Fraction, int], list[str]] = {}
        for name in sorted(self.players, key=reached, reverse=True):
            places.setdefault(reached(name), []).append(name)
        return list(places.values())
