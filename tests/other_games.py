"""Games of other kinds than the three that ship, as rule files, with what has been published of them."""

from __future__ import annotations

__all__ = [
    "CARD_SEEN",
    "EVERY_WORD",
    "FACE_UP_CALIFORNIA",
    "HIGH_OR_LOW",
    "OCEANS_11",
    "PRIME_PLAY",
    "TEEN_PATTI",
    "THREE_KINDS",
    "ULTIMATE",
]

_HEAD = """
id = "another-game"
title = "Another game"
[source]
document = "these tests"
"""

_ANTE = """
[wager.ante]
name = "Ante"
settles = "against the dealer"
no_qualify = 1
win = 1
tie = "push"
lose = "lose"
"""

_PLAY = """
[wager.play]
name = "Play"
settles = "against the dealer"
raises = "ante"
no_qualify = "push"
win = 1
tie = "push"
lose = "lose"
"""

_BONUS = """
[wager.ante_bonus]
name = "Ante Bonus"
settles = "bonus"
on = "ante"
[pay_tables.ante_bonus.A]
"straight flush" = 5
"three of a kind" = 4
"straight" = 1
"""

_QUEEN = """
[dealer]
qualifies = "Q high"
"""

CARD_SEEN = _HEAD + "[deal]\nface_up = 1\n" + _QUEEN + _ANTE + _PLAY + _BONUS
"""The standard game with one of the dealer's cards face up."""

THREE_KINDS = CARD_SEEN.replace("face_up = 1", 'face_up = 1\ntells = ["A", "J Q K", "2 3 4 5 6 7 8 9 T"]')
"""The same, but for a player who knows no more than which of three kinds of rank it is."""

HIGH_OR_LOW = CARD_SEEN.replace("face_up = 1", 'face_up = 1\ntells = ["Q K A", "2 3 4 5 6 7 8 9 T J"]')
"""The same, but for a player who knows no more than whether it is high."""

OCEANS_11 = _HEAD + "[deal]\nface_up = 1\n" + _QUEEN + _ANTE + _PLAY
"""Without a bonus; the Ante is paid if the dealer does not qualify."""

FACE_UP_CALIFORNIA = OCEANS_11.replace(
    "no_qualify = 1\n", 'no_qualify = { win = 1, tie = "push", lose = "push" }\n', 1
)
"""Without a bonus; if the dealer does not qualify, the Ante is paid to a higher hand alone."""

ULTIMATE = (
    _HEAD
    + """
[deal]
face_up = 1
[dealer]
qualifies = "Q high"
[decision]
play = [1, { multiple = 3, hand = "pair or better" }]
[wager.ante]
name = "Ante"
settles = "against the dealer"
no_qualify = "push"
win = 1
tie = "push"
lose = "lose"
[wager.blind]
name = "Blind"
settles = "against the dealer"
equals = "ante"
win = { pays = "push", by_table = true }
tie = "push"
lose = "lose"
[wager.play]
name = "Play"
settles = "against the dealer"
raises = "ante"
win = 1
tie = "push"
lose = "lose"
[pay_tables.blind.A]
"mini royal" = 100
"straight flush" = 8
"three of a kind" = 6
"straight" = 1.5
"flush" = 1
"""
)
"""Two wagers before the deal; of the raises the larger is for pairs alone."""

TEEN_PATTI = (
    _HEAD
    + """
[ranking]
order = ["three of a kind", "straight flush", "straight", "flush", "pair", "high card"]
ace_low_straight = "second"
[wager.player_a]
name = "Player A"
settles = "against the dealer"
win = "0.95"
tie = "push"
lose = "lose"
[wager.player_b]
name = "Player B"
settles = "comparison"
win = "lose"
tie = "push"
lose = "0.95"
[wager.tie]
name = "Tie"
settles = "comparison"
win = "lose"
tie = 200
lose = "lose"
"""
)
"""Two hands and nothing to decide."""

PRIME_PLAY = (
    _HEAD
    + _ANTE.replace("no_qualify = 1", 'no_qualify = "push"')
    + _PLAY.replace("win = 1", "win = { pays = 1, by_table = true }").replace(
        'no_qualify = "push"', 'no_qualify = { pays = "push", by_table = true }'
    )
    + _QUEEN
    + """
[pay_tables.play.A]
"straight flush" = 3
"three of a kind" = 2
"""
)
"""The Ante pushes if the dealer does not qualify, and the Play is paid by a table."""


EVERY_WORD = (
    _HEAD
    + """
[deck]
ranks = "8 9 T J Q K A"
suits = ["clubs", "hearts", "spades"]
[deal]
face_up = 1
tells = ["A K", "8 J", "9 T Q"]
[dealer]
qualifies = "K high"
[decision]
play = [1, { multiple = 2, hand = "A high or better" }, { multiple = 5, hand = "pair" }]
[wager.ante]
name = "Ante"
settles = "against the dealer"
no_qualify = { win = { pays = 2, by_table = true }, tie = "push", lose = "1/2" }
win = { pays = 1, by_table = true }
tie = "push"
lose = "lose"
commission = "5%"
[wager.blind]
name = "Blind"
settles = "against the dealer"
equals = "ante"
no_qualify = "compared"
win = { pays = "push", by_table = true }
tie = "push"
lose = { pays = "lose", by_table = true }
[wager.second]
name = "Second Ante"
settles = "against the dealer"
equals = "ante"
no_qualify = "1/3"
win = 1
tie = 1
lose = "lose"
commission = "1/7"
[wager.play]
name = "Play"
settles = "against the dealer"
raises = "ante"
no_qualify = { win = "3/4", tie = "push", lose = "lose" }
win = 1
tie = "push"
lose = "lose"
commission = "2%"
[wager.bonus]
name = "Bonus"
settles = "bonus"
on = "ante"
paid_on = ["win", "no qualify"]
[wager.consolation]
name = "Consolation"
settles = "bonus"
on = "ante"
paid_on = ["lose", "tie"]
[wager.higher]
name = "Higher"
settles = "comparison"
win = 1
tie = "push"
lose = "lose"
commission = "5%"
[wager.dealers]
name = "Dealer's hand"
settles = "pay table"
hand = "dealer"
on_fold = "lost"
commission = "10%"
[wager.beats]
name = "Pair Plus that must beat the dealer"
settles = "pay table"
on_fold = "lost"
if_tied = "push"
if_beaten = "lose"
[wager.consoled]
name = "Pair Plus that is paid even if beaten, but less"
settles = "pay table"
if_beaten = "1/2"
commission = "50%"
[wager.millions]
name = "Millions"
settles = "pay table"
stakes = [5, 10]
[wager.prime]
name = "Prime"
settles = "pay table"
on_fold = "lost"
[pay_tables.ante.A]
"straight flush" = 4
"three of a kind" = 3
"flush" = "lose"
"straight" = 2
[pay_tables.blind.A]
"A-K-Q straight flush of spades" = 100
"straight flush" = 8
"three of a kind" = 6
"straight" = 1.5
"flush" = 1
[pay_tables.bonus.A]
"straight flush" = 5
"three of a kind" = 4
"straight" = 1
[pay_tables.consolation.A]
"straight flush" = 50
"three of a kind" = "1/9"
[pay_tables.dealers.A]
odds = "for 1"
"straight flush" = 20
"three of a kind" = 15
"straight" = 6
"flush" = 4
"pair" = 2
[pay_tables.dealers.B]
"straight flush" = 20
"three of a kind" = 15
"straight" = 6
"flush" = 4
"pair" = "lose"
[pay_tables.beats.A]
"straight flush" = 40
"three of a kind" = 30
"straight" = 6
"flush" = 4
"pair" = 1
[pay_tables.consoled.A]
"straight flush" = 40
"three of a kind" = 30
"straight" = 6
[pay_tables.millions.A]
"A-K-Q straight flush" = { money = 100 }
"straight flush" = 9
"three of a kind" = { money = 12 }
[pay_tables.prime.A]
"both of the same colour" = 4
"both of one colour each" = 2
"player of one colour" = 1
"""
)
"""A game of twenty-one cards that uses every word of the language about how wagers are settled."""
