"""Files of figures: a mistake gives one clear line with its place, and numbers are judged as printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin.audit.verdict import Verdict
from combin.figures.judged import JudgedFigure, judge_file, judged_figures
from combin.rules.errors import RulesError
from tests.helpers.texts import table_rows

HEAD = 'game = "three-card-poker"\n[sources]\npage = "A page"\n'
FIGURE = '[[figure]]\nid = "one"\nsource = "page"\nsays = "A figure"\n'


def figures(folder: Path, text: str) -> tuple[JudgedFigure, ...]:
    path = folder / "figures.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return tuple(judge_file(path))


def only(folder: Path, entries: str) -> JudgedFigure:
    (one,) = figures(folder, FIGURE + entries)
    return one


@pytest.mark.parametrize(("entries", "error"), table_rows(Path(__file__).with_name("mistakes.txt")))
def test_a_mistake_is_told_in_one_line_with_its_place(entries: str, error: str, tmp_path: Path) -> None:
    text = entries.replace("FIGURE ; ", FIGURE).replace("FIGURE", FIGURE).replace(" ; ", "\n") + "\n"
    with pytest.raises(RulesError) as caught:
        figures(tmp_path, text)
    said = str(caught.value)
    assert error in said
    assert "\n" not in said


def test_a_game_without_figures_is_refused() -> None:
    with pytest.raises(RulesError, match="there are no published figures about this game"):
        judged_figures(["crown-melbourne"])


def test_another_number_of_a_figure_takes_over_its_entries(tmp_path: Path) -> None:
    one = only(
        tmp_path,
        'quantity = "house edge"\nwager = "ante"\nper = "initial wager"\nstrategy = "Q-6-4"\n'
        'tables = { ante_bonus = "1" }\npublished = "3.37%"\n'
        'also = [{ strategy = "any queen", published = "3.45%" }]\n',
    )
    assert [number.decimal for number in one.numbers] == ["3.3730%", "3.4491%"]
    assert one.verdict is Verdict.ROUNDS


def test_another_number_with_a_quantity_of_its_own_has_entries_of_its_own(tmp_path: Path) -> None:
    one = only(
        tmp_path,
        'quantity = "number of hands"\nhands = "pair"\npublished = "3,744"\n'
        'also = [{ quantity = "probability", hands = "flush", published = "4.96%" }]\n',
    )
    assert [number.decimal for number in one.numbers] == ["3744", "4.9593%"]


@pytest.mark.parametrize(
    ("published", "verdict"),
    [
        ("25.6109%", Verdict.ROUNDS),
        ("5,660 of 22,100", Verdict.EXACT),
        ("25.610%", Verdict.CUT_OFF),
        ("25.612%", Verdict.DIFFERS),
        (".256", Verdict.ROUNDS),
        ("26 per cent", Verdict.ROUNDS),
    ],
)
def test_a_number_is_judged_by_the_digits_printed(published: str, verdict: Verdict, tmp_path: Path) -> None:
    entries = f'quantity = "probability"\nhands = "pair or better"\npublished = "{published}"\n'
    assert only(tmp_path, entries).verdict is verdict


def test_a_figure_counts_by_the_number_that_stands_worst(tmp_path: Path) -> None:
    entries = 'quantity = "number of hands"\nhands = "pair"\npublished = "3,744"\n'
    one = only(tmp_path, entries + 'also = [{ published = "3,745" }]\n')
    assert [number.verdict for number in one.numbers] == [Verdict.EXACT, Verdict.DIFFERS]
    assert one.verdict is Verdict.DIFFERS


def test_a_figure_that_is_not_printed_is_worked_out_all_the_same(tmp_path: Path) -> None:
    one = only(tmp_path, 'quantity = "number of hands"\nhands = "straight"\n')
    (number,) = one.numbers
    assert (one.verdict, number.decimal, number.reason) == (
        Verdict.NOT_CHECKABLE,
        "720",
        "no figure is published",
    )


def test_figures_are_found_by_words_of_their_source() -> None:
    found = judged_figures(["three-card-poker"], "grochowski")
    assert {one.source.partition(",")[0] for one in found} == {"John Grochowski"}
    assert len(found) == 13
