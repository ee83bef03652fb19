"""Rounds of Crown Melbourne's game drawn and settled in plain words: the slow comparison of `combin settle`.

Stakes are whole dollars, the pay tables A, F and 1, read from the rule file. Nothing here knows the package.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.helpers.plain import STANDARD

LETTERS = {"ante_bonus": "A", "pair_plus": "F", "jackpot": "1"}
_FILE = Path(__file__).parents[2] / "combin" / "rules" / "library" / "crown-melbourne.toml"
_TABLES = tomllib.loads(_FILE.read_text(encoding="utf-8"))["pay_tables"]
TABLES: dict[str, dict[str, Any]] = {name: _TABLES[name][letter] for name, letter in LETTERS.items()}
STAKES = (10, 15, 20, 25, 30, 40, 50, 75, 100, 200)


def recorded(number: int, *, most: int = 1, paid: bool = False) -> Iterator[bytes]:
    """Yield rounds of one hand, or of up to `most`, with four wagers and a meter, from a fixed seed.

    Where they are `paid`, one hand of ten is paid wrongly; its player is called Wrong and the seat.
    """
    random = Random(1)
    deck = [f"{rank}{suit}" for rank in STANDARD.ranks for suit in STANDARD.suits]
    for identity in range(number):
        cards = iter(random.sample(deck, 5 + 3 * most))
        dealt = [" ".join(next(cards) for _ in range(size)) for size in (3, 2, *(3,) * most)]
        hands: list[dict[str, Any]] = []
        for seat, own in enumerate(dealt[2 : 3 + random.randrange(most)], start=1):
            ante, plays = random.choice(STAKES), random.random() < 2 / 3
            wagers = {"ante": ante, "pair_plus": random.choice(STAKES), "jackpot": 5}
            wagers |= {"play": ante} if plays else {}
            hands.append({"seat": seat, "cards": own, "wagers": wagers})
            hands[-1]["decision"] = "play" if plays else "fold"
            due = settled(dealt[0], dealt[1], hands[-1]) if paid else None
            if due is not None:
                hands[-1]["paid"] = due
                if random.random() < 0.1:
                    hands[-1] |= {"paid": due | {"ante": due["ante"] + 5}, "player": f"Wrong {seat}"}
        round_: dict[str, Any] = {"dealer": dealt[0], "jackpot_cards": dealt[1], "hands": hands}
        round_ |= {"id": identity, "meter": 60_000 + 2 * most * identity}
        if any(len({card[1] for card in (hand["cards"] + " " + dealt[1]).split()}) == 1 for hand in hands):
            round_["seed"] = 50_000  # which a share of the meter needs
        yield json.dumps(round_).encode()


def settled(dealer: str, jackpot: str, hand: dict[str, Any]) -> dict[str, int] | None:
    """Return what each wager of a hand is handed back; None for a share of the meter."""
    wagers, own, theirs = hand["wagers"], hand["cards"].split(), dealer.split()
    if "play" not in wagers:  # 5.7.2(a), 9.5.2(a), 5.10.2(a)
        return dict.fromkeys(("ante", "pair_plus", "jackpot"), 0)
    mine, other = STANDARD.judge(own), STANDARD.judge(theirs)
    won = STANDARD.compare(mine, other)
    qualifies = (
        STANDARD.compare(other, ("high card", [10.0, 1.0, 0.0])) >= 0
    )  # Q-3-2, the lowest with a queen
    handed = {
        "ante": wagers["ante"] * (won + 1 if qualifies else 2),
        "play": wagers["play"] * (won + 1 if qualifies else 1),
        "pair_plus": 0,
    }
    if mine[0] in TABLES["ante_bonus"]:
        handed["ante_bonus"] = wagers["ante"] * TABLES["ante_bonus"][mine[0]]
    if mine[0] in TABLES["pair_plus"]:
        handed["pair_plus"] = wagers["pair_plus"] * (1 + TABLES["pair_plus"][mine[0]])
    prize = TABLES["jackpot"].get(five_of([*own, *jackpot.split()]), 0)
    return None if isinstance(prize, dict) else handed | {"jackpot": wagers["jackpot"] * prize}


def five_of(cards: list[str]) -> str:
    """Return what five cards are, as far as a table of the jackpot asks."""
    values = sorted(STANDARD.ranks.index(card[0]) for card in cards)
    times = sorted(Counter(values).values())
    in_sequence = times == [1] * 5 and (values[4] - values[0] == 4 or values == [0, 1, 2, 3, 12])
    if len({card[1] for card in cards}) == 1:
        royal = values[0] == STANDARD.ranks.index("T")
        return "flush" if not in_sequence else "royal flush" if royal else "straight flush"
    return {4: "four of a kind", 3: "full house" if times[0] == 2 else ""}.get(times[-1], "")


def returned(lines: list[bytes]) -> Counter[str]:
    """Return what each wager is handed back in rounds, all together."""
    handed = Counter[str]()
    for round_ in map(json.loads, lines):
        for hand in round_["hands"]:
            handed.update(settled(round_["dealer"], round_["jackpot_cards"], hand) or {})
    return handed
