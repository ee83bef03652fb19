"""The tournament chips of each player through the recorded rounds of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction

from msgspec import Struct, field
from msgspec.structs import replace

from combin.formatting import thousands
from combin.rules.resolved import Rules
from combin.rules.tournament import Purchase, TournamentEntry
from combin.settle.records import Amount, Break, Hand, Round, SettledRound


class Player(Struct):
    """A player: chips, table and chips at the end of each round of the tournament, and what was used up."""

    chips: Fraction
    sure: bool
    session: int = 0
    record: int = 0
    ends: dict[int, tuple[str | None, Fraction]] = field(default_factory=dict)
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
        session, rounds = round_.session, self._terms.rounds
        self._hands[session, table] += 1
        found = []
        if rounds and session > len(rounds):
            found = [self._break(f"it is of round {session}, and the tournament has {len(rounds)}", "rounds")]
        elif rounds and self._hands[session, table] == rounds[session - 1].hands + 1:
            found = [
                self._break(f"more hands than the {rounds[session - 1].hands} of round {session}", "rounds")
            ]
        there = set[str]()
        for hand in round_.hands:
            name = hand.player or f"{table or ''}seat {hand.seat}"
            there.add(name)
            new = Player(Fraction(self._terms.bank or 0), sure=self._terms.bank is not None)
            player = self.players.setdefault(name, new)
            each = self._of_hand(name, player, hand, session)
            found += [replace(one, text=f"{name}: {one.text}") for one in each]
            player.chips += settled.hand(hand.seat).net
            if hand.bank is not None:
                if hand.bank != player.chips and player.sure:
                    text = f"{name}: a bank of {thousands(hand.bank)}, and not {thousands(player.chips)}"
                    found.append(self._break(text, "bank", player.chips, hand.bank))
                player.chips, player.sure = Fraction(hand.bank), True
            player.ends[session], player.record = (table, player.chips), self._records
        for name, player in self.players.items():
            here = table is not None and player.ends.get(session, (None,))[0] == table
            if here and name not in there and not self._out(player):
                text = f"{name}: no wager, with {thousands(player.chips)} chips"
                found.append(self._break(text, "smallest_wager"))
        return tuple(found)

    def _break(
        self, text: str, entry: str, expected: Amount | None = None, recorded: Amount | None = None
    ) -> Break:
        """What contradicts an entry of the terms, with the rule that demands the entry."""
        amounts = (None if amount is None else Fraction(amount) for amount in (expected, recorded))
        return Break(text, self._terms.rule_of(entry), *amounts)

    def _of_hand(self, name: str, player: Player, hand: Hand, session: int) -> Iterator[Break]:
        terms = self._terms
        if session != player.session:
            yield from self._entered(name, player, session)
        bought = {"re_buy": hand.re_buys or 0, "add_on": hand.add_ons or 0, "secret_wagers": int(hand.secret)}
        for what, number in bought.items():
            entry = getattr(terms, what)
            most, chips = (entry.most, entry.chips) if isinstance(entry, Purchase) else (entry or 0, 0)
            player.used[what] += number
            player.chips += number * chips
            if number and player.used[what] > most:
                words = what.replace("secret_wagers", "secret wager").replace("_", "-")
                yield self._break(f"{words} number {player.used[what]}, of {most} at most", what)
        if self._out(player) and player.sure:
            text = f"{thousands(player.chips)} chips are below the smallest wager"
            yield self._break(text, "elimination")
        else:
            yield from self._of_wagers(hand, player)

    def _of_wagers(self, hand: Hand, player: Player) -> Iterator[Break]:
        terms, rules = self._terms, self._rules
        base = next(iter(rules.wagers)) if rules.side_bets_alone else rules.base
        stake, least, most = hand.wagers.get(base, Fraction(0)), terms.smallest_wager, terms.largest_wager
        said = f"{rules.wagers[base].name} of {thousands(stake)}"
        if least and stake < least:
            yield self._break(f"{said}, below {least:,}", "smallest_wager", least, stake)
        elif most and stake > most:
            yield self._break(f"{said}, above {most:,}", "largest_wager", most, stake)
        elif stake % terms.unit:
            yield self._break(f"{said}, in steps of {terms.unit:,}", "unit")
        for name, amount in hand.wagers.items():
            if amount and terms.wagers and name not in terms.wagers:
                yield self._break(f"{rules.wagers[name].name} is no wager of the tournament", "wagers")
        staked = sum(hand.wagers.values())
        if staked > player.chips and player.sure:
            text = f"{thousands(staked)} staked of a bank of {thousands(player.chips)}"
            yield self._break(text, "bank", player.chips, staked)

    def _out(self, player: Player) -> bool:
        """Whether a player has not enough chips for a wager."""
        return player.chips < (self._terms.smallest_wager or self._terms.unit)

    def _entered(self, name: str, player: Player, session: int) -> Iterator[Break]:
        """Have a player come to a round of the tournament; yield why that cannot be."""
        terms, before = self._terms, session - 1
        if player.session and before != player.session:
            yield self._break(f"in round {session} after round {player.session}", "rounds")
        elif before and name not in self._going_on(before):
            yield self._break(f"did not go on from round {before}", "rounds")
        if 0 < before < len(terms.rounds) and terms.rounds[before].bank == "new":
            player.chips, player.sure = Fraction(terms.bank or 0), terms.bank is not None
        player.session, player.used["secret_wagers"] = session, 0

    def _going_on(self, session: int) -> set[str]:
        """The players who may go on from a round, more than seats where some have as many chips."""
        ends = {name: player.ends[session] for name, player in self.players.items() if session in player.ends}
        if session >= len(self._terms.rounds) or not ends:
            return set(self.players)
        of_round = self._terms.rounds[session - 1]

        def best(names: Collection[str], number: int | None) -> set[str]:
            banks = sorted((ends[name][1] for name in names), reverse=True)[: number or 0]
            return {name for name in names if banks and ends[name][1] >= banks[-1] > 0}

        first = set[str]()
        for table in {table for table, _ in ends.values()}:
            first |= best([name for name in ends if ends[name][0] == table], of_round.advance)
        return first | best(ends.keys() - first, of_round.next_best)

    def standing(self) -> list[list[str]]:
        """The players from the first place on, those of one place together.

        First whoever came to a later round, then whoever has more chips there, then who was out later.
        """

        def reached(name: str) -> tuple[int, Fraction, int]:
            player = self.players[name]
            return player.session, *((Fraction(0), player.record) if self._out(player) else (player.chips, 0))

        places: dict[tuple[int, Fraction, int], list[str]] = {}
        for name in sorted(self.players, key=reached, reverse=True):
            places.setdefault(reached(name), []).append(name)
        return list(places.values())
