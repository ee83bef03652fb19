"""The plots beside the reports: whole, legible, the same each time, and true to their figures."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from combin.audit.subject import Subject
from combin.design.views import tornado_plot
from combin.exact.base_game import FOLD
from combin.formats.drawing import EDGES, WIDTH, Drawing, Plot, fitting, text_width
from combin.plots.answer import plot_of
from combin.plots.chart import Axis, tidy_step
from combin.plots.jackpots import returns_by_ratio
from combin.plots.wagers import (
    gains_by_card,
    heat_map_plot,
    outcome_plot,
    play_value_plot,
    sort_of,
    values_by_card,
    values_by_rank,
)
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from tests.audit.documents import audit_of, committed
from tests.helpers.games import AGAINST_DEALER, game
from tests.helpers.variants import variant

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis

SVG = "{http://www.w3.org/2000/svg}"
BASE = ("play-value", "outcomes-ante", "outcomes-pair-plus")
EVERY = [
    *(
        ("crown-melbourne", name)
        for name in (*BASE, "sensitivity-ante", "meter-density", "royal-prize", "folding")
    ),
    *(("resorts-world-sentosa", name) for name in (*BASE, "sensitivity-ante", "price")),
    *(("uk-including-blind", name) for name in (*BASE, "outcomes-prime", "sensitivity-ante")),
]


@cache
def plot(game: str, name: str) -> Plot:
    of_wager = re.fullmatch(r"(outcomes|sensitivity)-(.+)", name)
    kind, wager = of_wager.groups() if of_wager else (name, None)
    return plot_of(audit_of(game).subject.first, kind, wager and wager.replace("-", "_"))


def report(game: str) -> str:
    return " ".join(committed(game).split())


def test_which_games_have_which_plots() -> None:
    games = ("crown-melbourne", "resorts-world-sentosa", "uk-including-blind")
    found = [
        (game, name) for game in games for name in re.findall(rf"\({game}-([\w-]+)\.svg\)", committed(game))
    ]
    assert found == EVERY


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), EVERY)
@pytest.mark.few(6)
def test_a_plot_says_what_it_shows_and_its_marks_lie_on_the_paper(game: str, name: str) -> None:
    one = plot(game, name)
    text = one.draw().to_svg()
    root = ET.fromstring(text)  # noqa: S314  it was written here
    assert (root.findtext(f"{SVG}desc") or "").startswith(one.alt)
    assert root.findtext(f"{SVG}title")
    assert f"![{one.alt}]({one.file})" in report(game)
    _on_the_paper(text)
    _words_on_the_paper(text)
    _no_grid_behind_words(text)
    _of_no_machine(text)


def _on_the_paper(text: str) -> None:
    """Hold every coordinate against the size of the paper."""
    assert not re.search(r"\bnan\b", text)
    root = ET.fromstring(text)  # noqa: S314  it was written here
    height = float(root.get("height", "0"))
    assert root.get("viewBox") == f"0 0 {WIDTH} {height:g}"
    for mark in root.iter():
        for across in ("x", "x1", "x2", "cx"):
            assert 0 <= float(mark.get(across, "0")) <= WIDTH
        for down in ("y", "y1", "y2", "cy"):
            assert 0 <= float(mark.get(down, "0")) <= height
        if mark.tag == f"{SVG}path":
            numbers = [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", mark.get("d", ""))]
            assert min(numbers) >= 0
            assert max(numbers[0::2]) <= WIDTH
            assert max(numbers[1::2]) <= height


def _words_on_the_paper(text: str) -> None:
    """Hold the ends of all words against the width of the paper without its bare edges."""
    root = ET.fromstring(text)  # noqa: S314  it was written here
    for words in root.iter(f"{SVG}text"):
        wide = text_width(words.text or "", 16 if words.get("class") == "title" else 12)
        start = float(words.get("x", "0")) - {"end": wide, "middle": wide / 2}.get(
            words.get("text-anchor", ""), 0
        )
        assert start >= EDGES[0], words.text
        assert start + wide <= WIDTH - EDGES[1], words.text


def _no_grid_behind_words(text: str) -> None:
    """Look for a piece of paper between each gridline and the words that stand on it."""
    marks = [*ET.fromstring(text)]  # noqa: S314  it was written here
    lines = [place for place, mark in enumerate(marks) if mark.get("class") == "rule"]
    papers = [place for place, mark in enumerate(marks) if mark.get("class") == "paper" and mark.get("x")]
    for place, words in enumerate(marks):
        if words.tag != f"{SVG}text":
            continue
        wide = text_width(words.text or "")
        left = float(words.get("x", "0")) - {"end": wide, "middle": wide / 2}.get(
            words.get("text-anchor", ""), 0
        )
        right, base = left + wide, float(words.get("y", "0"))
        for line in lines:
            x, y, x_end, y_end = (float(marks[line].get(end, "0")) for end in ("x1", "y1", "x2", "y2"))
            if x < right and x_end > left and min(y, y_end) < base and max(y, y_end) > base - 9:
                assert any(
                    float(marks[paper].get("x", "0")) <= left
                    and float(marks[paper].get("x", "0")) + float(marks[paper].get("width", "0")) >= right
                    for paper in papers
                    if line < paper < place
                ), words.text


def _of_no_machine(text: str) -> None:
    """Look for a colour of every class, in light and in dark, and for nothing that is left of the machine."""
    assert text.count("@media screen and (prefers-color-scheme:dark)") == 1
    style, marks = text.split("</style>")
    for used in set(" ".join(re.findall(r'class="([^"]*)"', marks)).split()):
        assert f".{used}" in style, used
    for unwanted in ("http://www.w3.org/1999/xlink", "/home", "/work", "date", "<script", "font-face"):
        assert unwanted not in text


def test_the_area_under_the_value_of_play_is_what_the_player_gets() -> None:
    first = audit_of("uk-including-blind").subject.first
    (curve,) = values_by_rank(first).values()
    assert curve[0][0] == 0
    assert curve[-1][1] == 1
    assert all(before[1] == after[0] for before, after in pairwise(curve))
    assert sum((end - start) * max(value, Fraction(-1)) for start, end, value, _ in curve) == Fraction(
        -686689, 20358520
    )


def test_outcomes_are_told_with_their_probabilities() -> None:
    first = audit_of("uk-including-blind").subject.first
    assert "; nothing −1: 74.3891%." in outcome_plot(first, "pair_plus").alt.replace("  ", " ")
    text = outcome_plot(first, "ante").draw().to_svg()
    shown = [Fraction(one.rstrip("%")) for one in re.findall(r">([\d.]+\.\d{4}%)<", text)]
    assert abs(sum(shown, Fraction(-100))) < Fraction(1, 1000)
    assert len(shown) == len(first.wagers["ante"].outcomes)


@cache
def analysed(game: str) -> Analysis:
    return Subject(game, load_rules(game)).first


def test_a_result_that_nearly_always_comes_keeps_its_words_on_the_paper() -> None:
    one = outcome_plot(analysed("teen-patti-pro"), "dealer_straight_flush")
    text = one.draw().to_svg()
    assert "99.7828%" in text
    assert ">100%<" in text
    assert "125%" not in text
    _words_on_the_paper(text)


def test_what_is_too_rare_for_a_percentage_is_told_as_once_in_so_many() -> None:
    one = outcome_plot(analysed("three-card-poker"), "millionaire_maker")
    assert "six-card royal of diamonds +200,000: 1 in 20,358,520; " in one.alt
    assert "royal flush +1,000: 1 in 110,644; " in one.alt
    assert ">1 in 20,358,520<" in one.draw().to_svg()


@pytest.mark.slow
def test_with_a_card_seen_each_curve_is_that_of_some_of_its_cards() -> None:
    one = analysed("hole-card")
    curves = values_by_card(one)
    assert list(curves) == ["against 2 to J", "against Q", "against K", "against A"]
    for curve in curves.values():
        assert (curve[0][0], curve[-1][1]) == (Fraction(0), Fraction(1))
    # Against a jack or less every hand is worth more than a fold; against an ace from A-9-2 on.
    assert min(value for _, _, value, _ in curves["against 2 to J"]) > -1
    assert {value for _, _, value, _ in curves["against A"][:100]} == {-2}
    drawn = play_value_plot(one).draw().to_svg()
    assert all(f">{words}<" in drawn for words in curves)
    # The mean over all cards is what the curve of all deals has.
    (whole,) = values_by_rank(one).values()
    parts = [
        (value * (end - start), words) for words, curve in curves.items() for start, end, value, _ in curve
    ]
    weights = {"against 2 to J": 10, "against Q": 1, "against K": 1, "against A": 1}
    mean = sum((part * weights[words] for part, words in parts), Fraction(0)) / 13
    assert mean == sum(((end - start) * value for start, end, value, _ in whole), Fraction(0))


def test_hands_that_may_not_be_played_are_on_no_curve() -> None:
    few = {
        "deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts", "spades"]},
        "dealer.qualifies": "K high",
    }
    pairs = {"deal.face_up": 1, "decision.play": [{"multiple": 1, "hand": "pair or better"}]}
    one = Subject("few", variant(game(AGAINST_DEALER, few, pairs))).first
    curves = values_by_card(one)
    least = one.rules.multiples[1]
    for curve in curves.values():
        assert curve[0][0] > 0
        assert curve[-1][1] == 1
        assert all(level >= least and -2 <= value <= 2 for _, _, value, level in curve)


@pytest.mark.slow
def test_the_heat_map_has_the_sign_of_the_best_decisions() -> None:
    one = analysed("hole-card-paint")
    best, ranking = one.best, one.rules.ranking
    cells, decided = gains_by_card(one), dict[tuple[str, int], set[bool]]()
    for situation, decision in best:
        for rank in situation.seen.ranks if situation.seen else ():
            key = sort_of(situation.hand.strength, ranking), rank
            decided.setdefault(key, set()).add(decision != FOLD)
    assert cells.keys() == decided.keys()
    alike = {key: played for key, played in decided.items() if len(played) == 1}
    assert len(alike) > 1000
    assert all((cells[key] > 0) == played.pop() for key, played in alike.items())
    drawn = heat_map_plot(one).draw().to_svg()
    assert drawn.count('class="two-fill') + drawn.count('class="three-fill') == len(cells) + 8
    with pytest.raises(RulesError, match="no card of the dealer's is seen"):
        plot_of(analysed("uk-including-blind"), "by-card")


@pytest.mark.slow
def test_with_a_card_seen_no_point_of_the_curve_parts_what_is_folded() -> None:
    seen, not_seen = play_value_plot(analysed("hole-card")), play_value_plot(analysed("uk-including-blind"))
    for one, dots in ((seen, 0), (not_seen, 1)):
        text = one.draw().to_svg()
        assert text.count("<circle") == dots
        assert re.search("% (?:of deals folded[)]|folded)<", text)


@pytest.mark.slow
def test_small_changes_are_told_with_as_many_digits_as_tell_them_apart() -> None:
    found = tornado_plot(analysed("teen-patti-20-20"), "player_a").draw()
    assert "three suits: 2.497287%" in found.description
    assert "now 2.4972%" in found.to_svg()
    words = ET.fromstring(found.to_svg()).iter(f"{SVG}text")  # noqa: S314  it was written here
    ticks = [one for one in words if re.fullmatch(r"2\.\d+%", one.text or "")]
    assert len(ticks) > 2
    for left, right in pairwise(ticks):
        between = float(right.attrib["x"]) - float(left.attrib["x"])
        assert between > 1.15 * text_width(left.text or "")


def test_lines_of_the_wager_that_a_plot_is_about_do_not_name_it_again() -> None:
    text = tornado_plot(audit_of("uk-including-blind").subject.first, "pair_plus").draw().to_svg()
    assert ">three of a kind<" in text
    assert "Pair Plus A: " not in text.split("</desc>")[1]


def test_what_moves_the_edge_stands_in_order() -> None:
    analysis = audit_of("crown-melbourne").subject.first
    description = tornado_plot(analysis, "ante").draw().description
    assert "under the present rules" in description
    first = "Play when the dealer does not qualify, push now, pay 1 to 1: −22.75%"
    second = "Ante when the dealer does not qualify, pay 1 to 1 now, push: 22.93%"
    assert -1 < description.index(first) < description.index(second)


def test_a_plot_for_a_page_and_for_print_has_the_same_marks() -> None:
    drawing = plot("uk-including-blind", "play-value").draw()
    inline, printed = drawing.to_inline("one"), drawing.to_print("Some Font")
    assert inline.count("<path") == printed.count("<path") == drawing.to_svg().count("<path") > 0
    assert "<style" not in inline
    assert "prefers-color-scheme" not in printed
    assert "Some Font" in printed
    assert 'viewBox="0 0 720 420"' in printed
    for trimmed in (inline, drawing.to_print("Some Font", trimmed=True)):
        assert 'viewBox="20 0 686 420"' in trimmed


def test_words_that_are_too_wide_are_cut() -> None:
    long = "a" * 200
    assert text_width(fitting(long, 100)) <= 100
    assert fitting("Side Wager: straight flush", 100) == "Side Wa… flush"
    assert fitting("short", 100) == "short"


def test_the_steps_of_the_folding_plot() -> None:
    progressive = audit_of("crown-melbourne").subject.progressive
    assert progressive is not None
    never = progressive.of_option("2")[0].long_run_return.middle
    steps = returns_by_ratio(progressive.joint["2"], never)
    assert steps[0][:2] == (Fraction(0), Fraction(741, 6016))
    assert steps[-1][:2] == (Fraction(1563, 6016), None)
    assert steps[-1][2] == never
    assert never - steps[0][2] == Fraction(44_160 * 40, 25_989_600)
    for before, after in pairwise(steps):
        assert before[1] == after[0]
        assert before[2] < after[2]


def test_ratios_far_above_one_are_marked_in_units() -> None:
    """Straights that pay 4 in place of 40 switch at ten times the ratio, 2.598."""
    rules = variant('extends = "crown-melbourne"\n[pay_tables.jackpot.2]\n"straight" = 4\n')
    text = plot_of(Subject("crown-melbourne", rules).first, "folding").draw().to_svg()
    assert ">4.0<" in text
    assert ">0.1<" not in text


@pytest.mark.slow
def test_a_game_of_ones_own_is_plotted(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n[deck]\nranks = "6 7 8 9 T J Q K A"\n'
        "[deal]\nseats = 4\n",
        encoding="utf-8",
    )
    first = Subject(path, load_rules(path)).first
    for kind in ("outcomes", "play-value", "sensitivity", "meter-density", "royal-prize", "folding"):
        one = plot_of(first, kind)
        assert one.file.startswith("mine-")
        _on_the_paper(one.draw().to_svg())


def test_text_is_escaped() -> None:
    drawing = Drawing("a < b & c", "d")
    drawing.text((1.04, 2.06), '<b> & "c"')
    root = ET.fromstring(drawing.to_svg())  # noqa: S314  it was written here
    (words,) = root.iter(f"{SVG}text")
    assert (words.text, words.get("x"), words.get("y")) == ('<b> & "c"', "1", "2.1")


def test_ticks_are_multiples_of_the_step() -> None:
    axis = Axis(0.803, 0.902, 0.02, str)
    assert [round(tick, 10) for tick in axis.ticks] == [0.82, 0.84, 0.86, 0.88, 0.9]
    assert Axis(0, 250_000, 50_000, str).ticks[-1] == 250_000
    assert Axis(-65, 48, 20, str, values=(-22.7, 23)).ticks == [-40, -20, 0, 20, 40]


# -- meters of any size -------------------------------------------------------------------------------------


def _of_meter(prizes: str, *meters: tuple[int, str]) -> Analysis:
    listed = ", ".join(f'{{ seed = {seed}, increment = "{rate}" }}' for seed, rate in meters)
    rules = variant(f"""
extends = "three-card-poker"
without = ["wager.progressive", "wager.six_card_bonus", "wager.millionaire_maker"]
[wager.meter]
name = "Meter"
settles = "jackpot"
hand = "player"
on_fold = "stays"
[pay_tables.meter.A]
odds = "for 1"
{prizes}
[jackpot]
wager = "meter"
[jackpot.options.1]
pay_table = "A"
meters = [{listed}]
""")
    return Subject(rules.file.id, rules).first


NEAR = '"straight flush" = { meter = "60%" }\n"three of a kind" = { meter = "1%" }'
WHOLE = '"straight flush" = { meter = "100%" }\n"three of a kind" = { meter = "10%" }'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prizes", "meters"),
    [
        (NEAR, [(1_000, "12%")]),
        (WHOLE, [(10**9, "0.1%")]),
        (WHOLE, [(1, "50%")]),
        (WHOLE, [(1, "0.01%"), (10**9, "50%")]),
        (WHOLE, [(10**9, "0.01%"), (10**9 + 1, "50%")]),
    ],
)
def test_a_plot_of_any_meter_has_few_marks(prizes: str, meters: list[tuple[int, str]]) -> None:
    found = _of_meter(prizes, *meters)
    for name in ("meter-density", "royal-prize"):
        drawn = plot_of(found, name).draw().to_svg()
        assert len(drawn) < 20_000
        assert len(re.findall("<text", drawn)) < 40
        assert not re.search(r"nan|inf\b", drawn)


def test_a_step_is_tidy_and_ticks_are_few() -> None:
    for span in (1e-7, 0.013, 1, 7.2, 350_000, 3.3e9, 1e15):
        step = tidy_step(span)
        assert 3 <= span / step <= 8.01
        assert f"{step:.0e}"[0] in "125"


def test_points_of_a_plot_say_what_they_are_on_a_page_and_nowhere_else() -> None:
    drawn = play_value_plot(analysed("uk-including-blind")).draw()
    root = ET.fromstring(drawn.to_inline("one"))  # noqa: S314  it was written here
    points = json.loads(root.attrib["data-points"])
    assert len(points) == len(analysed("uk-including-blind").rules.ranking.strengths)
    assert [words for _, _, words in points if words.startswith("Q-6-4:")] == ["Q-6-4: -0.993888"]
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert all(0 <= across <= width + 20 and 0 <= up <= height for across, up, _ in points)
    assert "data-points" not in drawn.to_svg()
