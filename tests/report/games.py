"""Small rule files for the tests of reports."""

from __future__ import annotations


def outcomes(name: str, *, pays: tuple[str, str, str, str], more: str = "") -> str:
    """Return a wager against the dealer, with its pays in the order no qualify, win, tie, lose."""
    cases = zip(("no_qualify", "win", "tie", "lose"), pays, strict=True)
    lines = "\n".join(f"{case} = {pay}" for case, pay in cases)
    return f'\n[wager.{name.lower()}]\nname = "{name}"\nsettles = "against the dealer"\n{more}\n{lines}\n'


HEAD = 'id = "bare"\ntitle = "A bare game"\n[source]\ndocument = "a napkin"\n'

BARE = (
    HEAD
    + outcomes("Ante", pays=("1", "1", '"push"', '"lose"'))
    + outcomes("Play", pays=('"push"', "1", '"push"', '"lose"'), more='raises = "ante"')
)
"""A game of two wagers and nothing else, against a dealer who always plays."""

INDIFFERENT = (
    HEAD
    + outcomes("Ante", pays=('"lose"',) * 4)
    + outcomes("Play", pays=('"push"',) * 4, more='raises = "ante"')
)
"""A game in which every hand is worth the same, folded or played."""
