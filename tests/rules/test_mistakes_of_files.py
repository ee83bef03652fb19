from __future__ import annotations

from pathlib import Path

import pytest

from combin.rules.errors import RulesError
from tests.rules.mistakes import Mistake, check_told

TABLES = (
    "id, title, source, deck, deal, ranking, dealer, decision, wager, pay_tables, jackpot, jackpots, limits, "
    "irregularities, readings, imprint"
)
THREE_SUITS = '"ranking.straight_suits" = "three"'
OPTION = 'readings.straight.options."three different suits"'

MISTAKES = {
    # Readings.
    "a reading without the adopted option": Mistake(
        'adopted = "more than one suit"',
        'adopted = "two suits"',
        "readings.straight",
        "options need 'two suits' with nothing in it, and at least one other",
        "[readings.straight]",
    ),
    "a reading to nonsense": Mistake(
        THREE_SUITS,
        '"ranking.straight_suits" = "four"',
        OPTION,
        'this reading does not fit: ranking.straight_suits: "four" is not known; '
        "allowed: more than one, three",
    ),
    "a reading of an unknown place": Mistake(
        THREE_SUITS,
        '"rankign.straight_suits" = "three"',
        OPTION,
        f'this reading does not fit: rankign: unknown key; did you mean "ranking"? Allowed: {TABLES}',
    ),
    "a reading through a value": Mistake(
        THREE_SUITS,
        '"title.straight_suits" = "three"',
        f'{OPTION}."title.straight_suits"',
        '"title.straight_suits" is no place in this file',
    ),
    "a reading of no place": Mistake(
        THREE_SUITS,
        '"ranking..suits" = 3',
        f'{OPTION}."ranking..suits"',
        '"ranking..suits" is no place in this file',
    ),
    # Not TOML.
    "a table left open": Mistake(
        "[wager.play]", "[wager.play", "", "not TOML: Expected ']' at the end of a table declaration"
    ),
    "a key twice": Mistake(
        "seats = 9", "seats = 9\nplayer = 3", "", "not TOML: Cannot overwrite a value", "player = 3\nrule"
    ),
    "a table twice": Mistake(
        "[limits]",
        "[dealer]\n[limits]",
        "",
        "not TOML: Cannot declare ('dealer',) twice",
        "[dealer]\n[limits]",
    ),
    "a number of 4,301 digits": Mistake(
        "seats = 9", f"seats = {'9' * 4_301}", "", "not TOML: a number of too many digits", "no line is known"
    ),
    "a decimal that no decimal is": Mistake(
        "seats = 9",
        "seats = 1e9999999999999999999",
        "",
        "not TOML: a number of too many digits",
        "no line is known",
    ),
    "brackets without end": Mistake(
        "seats = 9",
        f"seats = {'[' * 5_000}",
        "",
        "not TOML: lists or tables too deep inside each other",
        "no line is known",
    ),
    "a table of many names": Mistake(
        "seats = 9",
        ".".join(["seats"] * 20_000) + " = 9",
        "",
        "not TOML: lists or tables too deep inside each other",
        "no line is known",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    check_told(MISTAKES[name], tmp_path)


def test_a_message_is_short_whatever_it_repeats() -> None:
    error = RulesError((), " ".join(["word"] * 5000) + " end")
    assert len(str(error)) == 500
    assert str(error).endswith("...")
