"""The one-line error of a rule file."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.cards.cards import Deck

LONGEST = 60
"""How many characters of an offending value a message repeats."""

MOST = 500
"""How many characters a message has, whatever it repeats."""


class RulesError(ValueError):
    """Something that a rule file may not say; as text one line, `file:line: place: problem`.

    `place` is the entry as keys from the top; `file` and `line` are known once the loader has passed it on.
    """

    def __init__(self, place: tuple[str, ...], problem: str, file: str = "", line: int | None = None) -> None:
        super().__init__(place, problem, file, line)
        self.place, self.problem = place, problem
        self.file, self.line = file, line

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line is not None else self.file
        parts = (
            printable(where),
            ".".join(_cut(toml_key(key)) for key in self.place),
            one_line(self.problem),
        )
        return ": ".join(part for part in parts if part)


@contextmanager
def refused_at(place: tuple[str, ...]) -> Iterator[None]:
    """Turn a ValueError about words or cards into a RulesError at the entry that has them."""
    try:
        yield
    except RulesError:
        raise
    except ValueError as error:
        raise RulesError(place, str(error)) from None


class SeveralRulesError(RulesError):
    """Several things that a file may not say, none of which hides another; as text one line for each."""

    def __init__(self, errors: Sequence[RulesError]) -> None:
        first = errors[0]
        super().__init__(first.place, first.problem, first.file, first.line)
        self.errors = tuple(errors)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


def one_line(text: str) -> str:
    r"""Text for a message: one line of at most 500 characters, none above 60 in a word, escapes shown.

    >>> print(one_line("no\nwager \x1b[2J" + "x" * 70))
    no wager \x1b[2Jxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
    >>> print(one_line(f"seat 1: cards: {'Qs ' * 30!r}: too many cards"))
    seat 1: cards: 'Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs Qs ...': too many cards
    """
    known = printable(text[: 20 * MOST])
    line = _LONG.sub(lambda long: f"{long[0][: LONGEST - 3]}...{long['quote'] or ''}", known)
    return line if len(line) <= MOST else f"{line[: MOST - 3]}..."


_LONG = re.compile(
    rf"""(?<!\w)(?P<quote>['"`])(?=\S)(?:(?!(?P=quote)(?!\w)).){{{LONGEST + 1},}}(?P=quote)(?!\w)"""
    rf"|\S{{{LONGEST + 1},}}"
)
"""A quoted value or a word that is too long; an apostrophe is no quote."""


def printable(text: str) -> str:
    """Text on one line, with the escape codes of characters that cannot be printed."""
    words = " ".join(text.split())
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in words)


def toml_key(key: str) -> str:
    """A key as TOML writes it: bare, or in quotation marks."""
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else toml(key)


def toml(value: object) -> str:
    r"""A value as TOML writes it on one line.

    >>> toml({"money": 50, "rule": "7.1"}), toml([1, 2.5, True])
    ('{ money = 50, rule = "7.1" }', '[1, 2.5, true]')
    """
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 10**LONGEST:  # Python refuses to print more than 4,300 digits
            return f"a number of more than {LONGEST} digits"
        case str():
            import json

            return re.sub(r"[^ -~]", _escaped, json.dumps(value, ensure_ascii=False))
        case dict():
            inner = ", ".join(f"{toml_key(key)} = {toml(one)}" for key, one in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return f"[{', '.join(map(toml, value))}]"
    return str(value)


def _escaped(letter: re.Match[str]) -> str:
    code = ord(letter[0])
    return letter[0] if letter[0].isprintable() else f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}"


def shown(value: object) -> str:
    """A value as a rule file would write it, cut to a readable length."""
    return _cut(toml(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def listed(allowed: Sequence[str]) -> str:
    """Words for a message: all of up to 24, of more the first six and their number."""
    return ", ".join(allowed if len(allowed) <= 24 else [*allowed[:6], f"... ({len(allowed)} in all)"])


def nearest(word: str, allowed: tuple[str, ...]) -> str:
    """What may stand instead of `word`: 'did you mean "wager"? Allowed: wager, deck'."""
    from difflib import get_close_matches

    known = f"allowed: {listed(allowed)}" if allowed else "nothing is allowed here"
    close = get_close_matches(word.casefold(), [one.casefold() for one in allowed], n=1)
    meant = [one for one in allowed if one.casefold() in close]
    return f"did you mean {shown(meant[0])}? A{known[1:]}" if meant else known


def single_deck_only(deck: Deck, what: str) -> None:
    """Raise RulesError at `deck.decks`, `deck.jokers` or `deck.wild` where cards are not single."""
    problem = f"but {what} are computed for one deck without jokers"
    if deck.copies > 1:
        raise RulesError(("deck", "decks"), f"{deck.copies}, {problem}")
    if deck.jokers:
        raise RulesError(("deck", "jokers"), f"{deck.jokers}, {problem}")
    if deck.wild:
        raise RulesError(("deck", "wild"), f"{' '.join(map(str, deck.wild))} count as jokers, {problem}")


def three_cards_only(dealt: int, what: str) -> None:
    """Raise RulesError at `deal.player` where hands of two or four cards are dealt."""
    if dealt != 3:
        problem = f"{dealt}, but {what} are computed for hands of three cards (Limits in docs/language.md)"
        raise RulesError(("deal", "player"), problem)
