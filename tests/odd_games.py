"""Rule files unlike those that ship: what is printed must lay them out too."""

from __future__ import annotations

_SUIT = """
[[deck.suits]]
symbol = "{}"
glyph = "{}"
name = "{}"
colour = "{}"
"""
_SIX_SUITS = "".join(
    _SUIT.format(*suit)
    for suit in (
        ("c", "♣", "clubs", "black"),
        ("d", "♦", "diamonds", "red"),
        ("h", "♥", "hearts", "red"),
        ("s", "♠", "spades", "black"),
        ("t", "★", "stars", "gold"),
        ("a", "⚓", "anchors", "blue"),
    )
)
_LONG = "The Most Extraordinary Three Card Poker of All Seven Seas and of Every Island That Lies in Them"
_LINES = "\n".join(
    f'"{rank} straight flush of {suit}" = {pays}'
    for rank, best in (("A-K-Q", 90), ("K-Q-J", 70), ("Q-J-10", 50))
    for suit, pays in (("spades", best), ("hearts", best - 5), ("diamonds", best - 9), ("clubs", best - 12))
)

ODD_GAMES = {
    "long names": f"""
extends = "crown-melbourne"
id = "long-names"
title = "{_LONG}, {_LONG} Again"
[source]
document = "{_LONG}: its rules, their amendments, and the amendments of these"
publisher = "{_LONG} Limited"
[wager.ante]
name = "Opening Wager of Unusual Length"
[wager.play]
name = "Wager That Follows Upon It"
[wager.jackpot]
name = "Progressive Wager on Both Hands"
""",
    "one long word": f"""
extends = "uk-including-blind"
id = "one-long-word"
title = "{"Dreikartenpoker" * 6}"
""",
    "many pays": f"""
extends = "uk-including-blind"
id = "many-pays"
title = "Many pays"
[pay_tables.ante_bonus.A]
{_LINES}
""",
    "every hand is played": """
extends = "uk-including-blind"
id = "every-hand-is-played"
title = "Every hand is played"
[dealer]
qualifies = "pair of kings"
""",
    "every hand is folded": """
extends = "uk-including-blind"
id = "every-hand-is-folded"
title = "Every hand is folded"
[wager.play]
no_qualify = "lose"
win = "lose"
tie = "lose"
[wager.ante]
no_qualify = "lose"
win = "lose"
tie = "lose"
[pay_tables.ante_bonus.A]
"straight flush" = 0
"three of a kind" = 0
"straight" = 0
""",
    "several multiples": """
extends = "crown-melbourne"
id = "several-multiples"
title = "Several multiples"
[dealer]
qualifies = "K high"
[decision]
play = [1, 2, 3]
""",
    "suits decide": """
extends = "crown-melbourne"
id = "suits-decide"
title = "Suits decide"
[wager.ante]
tie = 1
[wager.play]
tie = 1
""",
    "six suits": f"""
extends = "uk-including-blind"
id = "six-suits"
title = "Six suits, ten ranks"
[deck]
ranks = "5 6 7 8 9 T J Q K A"
{_SIX_SUITS}
""",
    "odd ranks": """
extends = "uk-including-blind"
id = "odd-ranks"
title = "Odd ranks"
[deck]
ranks = "X 3 5 7 9 Z Q A"
""",
    "no qualifier": """
extends = "resorts-world-sentosa"
id = "no-qualifier"
title = "No qualifier"
[dealer]
qualifies = "any hand"
""",
    "prizes of many kinds": """
extends = "crown-melbourne"
id = "many-prizes"
title = "Prizes of many kinds"
[pay_tables.jackpot.2]
"flush" = { money = 60 }
"straight" = { meter = "1%" }
"three of a kind" = 9
"two pair" = 3
""",
    "two decks and a joker": """
extends = "resorts-world-sentosa"
id = "joker"
title = "Two decks and a joker"
[deck]
decks = 2
jokers = 1
""",
}
"""Rule files by what is odd about them."""
