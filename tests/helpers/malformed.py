"""Files that somebody spoilt: at random, and the same ones for the same seed."""

from __future__ import annotations

from copy import deepcopy
from decimal import Decimal
from random import Random
from typing import Any

SIGNS = rb"""
"" " ' ''' = [ ] [[ ]] { } , . # \ \ud800 rule extends "lose" "pair" "ante" "%" "{}" "1/0"
0 -1 1 1e400 -0.0 nan inf -inf 0x10 1_000 1e9999999999999999999 1979-05-27 true null [] {}
"""
TOKENS = [
    *SIGNS.split(),
    *(b'"""', b"\n", b"\r", b"\r\n", b"\t", b" "),
    *(b"\x00", b"\x1b[31m", b"\x7f", b"\xff", b"\xc3", b"\xed\xa0\x80"),
    *(b"{ odds = 1 }", b"9" * 40, b"9" * 5000, b"[" * 3000, b"{a=" * 500, b'{"a":' * 3000),
    *(sign.encode() for sign in ("\ufeff", "\u2028", "\u202e", "♠", "\U0001f0a1")),
]
"""What is put into files."""

SAID = """
a A 1 -1 0 1/0 3/2 34% % nan lose push pair ante play jackpot bonus A-K Q-6-4 three rule odds stays lost
{} {0.__class__} %s \\ ` $ deck.ranks wager.ante.win ../x.toml /
"""
WORDS = [
    *SAID.split(),
    *("", " ", "Q high", "flush of spades", "pair of aces", "or better", "any hand", "player and dealer"),
    *("both of the same colour", "royal flush", "Qs 6h 4d", "Qs Qs Qs", "x" * 300, "é" * 70),
    *("a\nb", "\x1b[2J", "\x00", "\u2028", "\u202e", "\ud7ff"),
]
NUMBERS = [-1, 0, 1, 2, 3, 7, 99, 10**6, 10**18, 2**63, 2**64, 10**40]
DECIMALS = [
    Decimal(one) for one in ("0", "-0.0", "0.5", "1.5", "nan", "inf", "-inf", "1e400", "1e-400", "1e99999999")
]


def broken_bytes(random: Random, content: bytes) -> bytes:
    """Return a file with one to three edits: bytes flipped, cut, doubled, moved or put in."""
    for _ in range(random.choice((1, 1, 2, 3))):
        start = random.randrange(len(content) + 1)
        end = min(len(content), start + random.choice((1, 1, 2, 4, 8, 40)))
        piece = content[start:end]
        match random.randrange(7):
            case 0 if piece:
                piece = bytes([piece[0] ^ 1 << random.randrange(8)]) + piece[1:]
            case 1:
                piece = b""
            case 2:
                piece += piece
            case 3:
                piece = random.choice(TOKENS)
            case 4:
                piece = random.choice(TOKENS) + piece
            case 5:
                other = random.randrange(len(content) + 1)
                piece = content[other : other + random.randrange(1, 60)]
            case _:
                lines = content.split(b"\n")
                one, two = (random.randrange(len(lines)) for _ in range(2))
                lines[one], lines[two] = lines[two], lines[one]
                content = b"\n".join(lines)
                continue
        content = content[:start] + piece + content[end:]
        if random.random() < 0.01:
            content = content[:start]
    return content


def broken_data(random: Random, data: Any) -> Any:  # noqa: ANN401  whatever a file holds
    """Return a copy of data with one or two entries replaced, removed, added, renamed or moved."""
    data = deepcopy(data)
    for _ in range(random.choice((1, 1, 2))):
        entries = list(_entries(data))
        if not entries:
            return data
        holder, key = random.choice(entries)
        match random.randrange(6):
            case 0 | 1:
                holder[key] = _value(random, 2)
            case 2:
                del holder[key]
            case 3:
                _put(random, holder, _value(random, 2))
            case 4:
                other, place = random.choice(entries)
                if place in other if isinstance(other, dict) else place < len(other):
                    _put(random, holder, deepcopy(other[place]))
            case _:
                moved = holder[key]
                del holder[key]
                _put(random, holder, moved)
    return data


def _entries(data: Any) -> Any:  # noqa: ANN401
    if isinstance(data, dict | list):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from _entries(data[key])


def _put(random: Random, holder: Any, value: Any) -> None:  # noqa: ANN401
    if isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), value)
    else:
        holder[random.choice(WORDS)] = value


def _value(random: Random, depth: int) -> Any:  # noqa: ANN401
    kinds: list[list[Any]] = [WORDS, WORDS, NUMBERS, DECIMALS, [True, False]]
    kind = random.randrange(len(kinds) + (2 if depth else 0))
    if kind < len(kinds):
        return random.choice(kinds[kind])
    inner = [_value(random, depth - 1) for _ in range(random.randrange(3))]
    return inner if kind == len(kinds) else {random.choice(WORDS): one for one in inner}
