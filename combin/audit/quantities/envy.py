"""Quantities of envy bonuses: whose hand brings one, and to whom, found by settling rounds."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from combin.audit.answer import holds
from combin.audit.printed import Text
from combin.audit.subject import Claim
from combin.decimals import plain
from combin.rules.bets import Kind, Whose
from combin.rules.errors import RulesError
from combin.rules.rounds import RoundError, parse_round
from combin.rules.settle import settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.audit.answer import Answer
    from combin.audit.subject import Subject
    from combin.jackpot.value import JackpotChances
    from combin.rules.resolved import Rules


class EnvyBonus(Claim, frozen=True, kw_only=True, tag="envy bonus"):
    """That a hand brings the other players with the wager an envy bonus if it was dealt with certain wagers.

    `for_hands_with` are lists of wagers with which it does, `not_with` those with which it does not. Each is
    put to the reference settlement: the hand at one seat, at a second seat a player with the wager and at a
    third one without it.
    """

    figure: ClassVar[bool] = False
    wager: Text
    for_hands_with: tuple[tuple[str, ...], ...]
    not_with: tuple[tuple[str, ...], ...] = ()

    def answer(self, subject: Subject) -> Answer:
        """Return whether the rule file settles all of these rounds as claimed."""
        rules = subject.rules
        bet = rules.bets.get(self.wager)
        if bet is None or (bet.kind, bet.hand) != (Kind.JACKPOT, Whose.PLAYER) or subject.progressive is None:
            raise RulesError(("wager",), f"{self.wager!r} is no jackpot wager on the player's three cards")
        chances = subject.progressive.first.chances
        envied = [line for line in chances.table.lines if line.prize.envy]
        if not envied:
            raise RulesError(("wager",), f"{self.wager!r} pays no envy bonus")
        right, lines = True, []
        cases = [(one, True) for one in self.for_hands_with] + [(one, False) for one in self.not_with]
        for stakes, brings in cases:
            brought = []
            for line in envied:
                own, other, without = self._bonuses(rules, _hand(chances, line.text), stakes)
                brought.append(other)
                right &= own == without == 0 and other == (line.prize.envy if brings else 0)
            names = " and ".join(rules.wagers[name].name for name in stakes if name != rules.play)
            each = " or ".join(f"${plain(one)}" for one in brought) if any(brought) else "nothing"
            lines.append(
                f"The hand of a player with {names}: {each} for each other player with the wager; nothing "
                "for himself, or for a player without it."
            )
        listed = " and ".join(line.text for line in envied)
        lines.append(f"Settled with each hand that has an envy bonus: {listed}.")
        found = f"{'so' if right else 'not so'} in all {len(cases) * len(envied)} rounds settled"
        return holds(found, *lines, true=right)

    def _bonuses(self, rules: Rules, hand: Sequence[int], stakes: Sequence[str]) -> list[Fraction]:
        """Return the envy bonuses at the three seats of a round."""
        cards = rules.deck.cards
        left = [index for index in range(len(cards)) if index not in hand]
        spread = [left[place * len(left) // 9] for place in range(9)]
        dealt = [hand, spread[0::3], spread[1::3]]
        both = [rules.base, rules.play]
        wagers = [stakes, [*both, self.wager], both]
        record = {
            "id": 1,
            "dealer": _written(cards, spread[2::3]),
            "meter": 10_000,
            "seed": 1_000,
            "hands": [
                {"seat": seat, "cards": _written(cards, own), "wagers": dict.fromkeys(staked, 5)}
                | ({"decision": "play"} if rules.base in staked else {})
                for seat, (own, staked) in enumerate(zip(dealt, wagers, strict=True), start=1)
            ],
        }
        try:
            settled = settle(rules, parse_round(json.dumps(record)))
        except RoundError as error:
            raise RulesError(("for_hands_with",), f"{list(stakes)!r}: {error.problem}") from None
        return [
            sum((one.returned for one in hand.wagers if one.wager == f"{self.wager}.envy"), Fraction(0))
            for hand in settled.hands
        ]


def _hand(chances: JackpotChances, line: str) -> tuple[int, int, int]:
    """Return a hand that a line of the pay table takes."""
    return next(
        one.cards for one, counts in zip(chances.classes, chances.counts, strict=True) if counts.get(line)
    )


def _written(cards: Sequence[object], hand: Sequence[int]) -> str:
    return " ".join(str(cards[index]) for index in hand)
