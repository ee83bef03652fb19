"""The base game as a linear form, compared with the engine under other pays; and what has no formula."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
import sympy as sp
from hypothesis import HealthCheck, given, settings

from combin.audit.load import audited_games
from combin.exact.analysis import analyse, choices
from combin.formats import Format
from combin.formats.text import width
from combin.proof.edges import bonus_value
from combin.proof.formulas import (
    BaseForm,
    Formula,
    Formulas,
    PayRange,
    base_form,
    formulas,
    formulas_latex,
    formulas_view,
    why_no_formula,
)
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from tests.helpers import other_games
from tests.helpers.command_line import combin
from tests.helpers.games import AGAINST_DEALER, BONUS, game
from tests.helpers.strategies import rule_files
from tests.helpers.texts import game_text
from tests.helpers.variants import shipped, variant

GAMES = [(game, letter) for game in audited_games() for letter in shipped(game).tables["ante_bonus"]]
DOUBLE = """
extends = "crown-melbourne"
id = "double"
[decision]
play = [1, 2]
[pay_tables.ante_bonus.A]
"A-K-Q straight flush of spades" = "31/2"
"""


@cache
def form_of(game: str, letter: str = "A") -> BaseForm:
    return base_form(shipped(game), {"ante_bonus": letter})


def bonus_letters(rules: Rules) -> dict[str, str]:
    return {name: next(iter(rules.tables[name])) for name in rules.bonuses}


def same_edge(rules: Rules, form: BaseForm) -> None:
    """Assert that the form has the edge of the engine, and that it is a sum over all deals."""
    (analysis,) = analyse(rules, choices(rules, form.letters)[:1])
    assert form.edge.value == analysis.strategy.distribution.house_edge
    assert form.strategy.decisions == analysis.strategy.decisions
    base = [term for term in form.edge.terms if term.symbol.startswith(rules.base)][:4]
    assert form.edge.constant - sum(term.coefficient for term in base) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("game", "letter"), GAMES)
def test_every_shipped_game_has_the_edge_of_the_engine_and_a_bonus_that_changes_no_decision(
    game: str, letter: str
) -> None:
    form = form_of(game, letter)
    same_edge(shipped(game), form)
    closed = bonus_value(shipped(game), "ante_bonus", letter)
    by_symbol = {term.symbol: term.coefficient for term in form.edge.terms}
    for term in closed.terms:
        assert by_symbol[f"ante_bonus_{term.symbol}"] == -term.coefficient
    # A stake can be lost and a bonus cannot.
    assert [limits.lowest for limits in form.ranges] == [-1] * 8 + [0] * 3
    assert [limits.always for limits in form.ranges[8:]] == [True] * 3


@settings(suppress_health_check=list(HealthCheck))
@given(rule_files())
def test_drawn_games_have_the_edge_of_the_engine(rules: Rules) -> None:
    form = base_form(rules, bonus_letters(rules))
    same_edge(rules, form)
    for term, limits in zip(form.edge.terms, form.ranges, strict=True):
        assert limits.start is None or limits.start <= (term.at or 0)
        assert limits.stop is None or limits.stop >= (term.at or 0)


def test_several_multiples_and_a_bonus_for_one_suit_count() -> None:
    form = base_form(variant(DOUBLE), {"ante_bonus": "A"})
    same_edge(variant(DOUBLE), form)
    (spades,) = (term for term in form.edge.terms if term.name.endswith("of spades"))
    assert (spades.coefficient, spades.at) == (Fraction(-1, 22100), Fraction(31, 2))


def changed(wager: str, case: str, pays: Fraction) -> Rules:
    """Return the rules with one net result changed."""
    entry = f'[wager.{wager}]\n{case} = {{ pays = "{pays}" }}\n'
    return variant(f'extends = "resorts-world-sentosa"\nid = "changed"\n{entry}')


@pytest.mark.slow
@pytest.mark.parametrize("case", ["no_qualify", "win", "tie", "lose"])
@pytest.mark.parametrize("wager", ["ante", "play"])
@pytest.mark.few(3)
def test_the_strategy_is_best_up_to_the_bounds_and_not_beyond(wager: str, case: str) -> None:
    form, symbol = form_of("resorts-world-sentosa"), f"{wager}_{case}"
    place = [term.symbol for term in form.edge.terms].index(symbol)
    limits = form.ranges[place]
    little = Fraction(1, 10**6)
    for bound, beyond in ((limits.start, -little), (limits.stop, little)):
        if bound is None or bound + beyond < 0:  # a rule file cannot say less than nothing, but "lose"
            continue
        at_the_bound = base_form(changed(wager, case, bound), {"ante_bonus": "A"})
        assert form.edge.at(**{symbol: bound}) == at_the_bound.edge.value
        past = base_form(changed(wager, case, bound + beyond), {"ante_bonus": "A"})
        assert past.strategy.decisions != form.strategy.decisions
        assert past.edge.value is not None
        assert form.edge.at(**{symbol: bound + beyond}) > past.edge.value


def test_the_form_in_full() -> None:
    form = form_of("crown-melbourne").edge
    assert form.text == (
        "(132652800 - 85493652*ante_no_qualify - 97354684*ante_win - 267648*ante_tie - 91401616*ante_lose"
        " - 85493652*play_no_qualify - 97354684*play_win - 267648*play_tie - 91401616*play_lose"
        " - 884352*ante_bonus_straight_flush - 958048*ante_bonus_three_of_a_kind"
        " - 13265280*ante_bonus_straight) / 407170400"
    )
    assert form.at(ante_bonus_straight=2) == Fraction(4685, 4071704)


@pytest.mark.parametrize(
    ("start", "stop", "lowest", "always"),
    [
        (None, None, 0, True),
        (Fraction(0), None, 0, True),
        (Fraction(-1), None, -1, True),
        (Fraction(1, 2), None, 0, False),
        (None, Fraction(1), 0, False),
        (Fraction(0), Fraction(1), 0, False),
    ],
)
def test_a_range_says_whether_any_pay_will_do(
    start: Fraction | None, stop: Fraction | None, lowest: int, always: bool
) -> None:
    assert PayRange(start, stop, lowest).always is always


def test_the_bounds_of_the_published_game() -> None:
    form = form_of("resorts-world-sentosa")
    ranges = {term.symbol: limits for term, limits in zip(form.edge.terms, form.ranges, strict=True)}
    for wager in ("ante", "play"):
        assert (ranges[f"{wager}_tie"].start, ranges[f"{wager}_tie"].stop) == (
            Fraction(-99, 25),
            Fraction(47, 26),
        )
        assert (ranges[f"{wager}_win"].start, ranges[f"{wager}_win"].stop) == (
            Fraction(206, 305),
            Fraction(318, 271),
        )
    for line in ("straight_flush", "three_of_a_kind", "straight"):
        assert ranges[f"ante_bonus_{line}"].stop is None
        assert (ranges[f"ante_bonus_{line}"].start or 0) < -2


NOT_SEEN = {"deal": None}
STANDARD = game(AGAINST_DEALER, BONUS)
REASONS = {
    "a card of the dealer's is face up": other_games.CARD_SEEN,
    "nothing is decided": other_games.TEEN_PATTI,
    "Play is paid by a table": other_games.PRIME_PLAY,
    "hands are compared though the dealer does not qualify": game(other_games.FACE_UP_CALIFORNIA, NOT_SEEN),
    "Blind is staked with it": game(other_games.ULTIMATE, NOT_SEEN),
    "some hands only may play a multiple": game(
        STANDARD, {"decision.play": [1, {"multiple": 2, "hand": "pair"}]}
    ),
    "a bonus depends on the result of the comparison": game(STANDARD, {"wager.ante_bonus.paid_on": ["win"]}),
    "commission is taken of it": game(STANDARD, {"wager.play.commission": "5%"}),
}


@pytest.mark.parametrize("reason", REASONS)
def test_the_base_game_without_a_formula_says_why(reason: str) -> None:
    rules = variant(REASONS[reason])
    assert why_no_formula(rules, rules.base) == reason
    with pytest.raises(RulesError, match=rf"^wager\.{rules.base}: no formula: {reason}$"):
        formulas(rules, rules.base)
    found = formulas(rules)
    assert rules.base not in {section.wager for section in found.sections}
    name = rules.wagers[rules.base].name
    assert f"{name} ({reason})" in formulas_view(found).lines[-1]


@pytest.mark.parametrize(
    ("wager", "reason"),
    [
        ("bonus", "it is paid only on win or no qualify"),
        ("higher", "it is on which hand is higher"),
        ("dealers", "commission is taken of it"),
        ("beats", "it depends on whether the dealer's hand is as high"),
        ("millions", "it pays sums of money"),
    ],
)
def test_a_wager_without_a_formula_says_why(wager: str, reason: str) -> None:
    with pytest.raises(RulesError, match=rf"^wager\.{wager}: no formula: {reason}$"):
        formulas(variant(other_games.EVERY_WORD), wager)


def test_tables_with_finer_lines_are_named_among_those_without_a_formula() -> None:
    fine = {
        "wager.six": {"name": "Six", "settles": "pay table", "hand": "player and dealer"},
        "pay_tables.six": {
            "A": {"straight flush": 90, "four aces": 80, "four of a kind": 50},
            "B": {"straight flush": 90, "four of a kind": 50},
        },
    }
    rules = variant(game(STANDARD, fine))
    why = 'its line "four aces" is for a part of a category'
    assert f"No formula: Six A ({why})." in formulas_view(formulas(rules)).lines
    found = formulas(rules, "six")
    assert found.without == {"six A": why}
    assert [one.tables for one in found.sections[0].forms] == [{"six": "B"}]
    with pytest.raises(RulesError, match=rf"^wager\.six: no formula: {why}$"):
        formulas(rules, "six", {"six": "A"})


def test_other_wagers_keep_their_formulas() -> None:
    rules = variant(game(other_games.EVERY_WORD, {"wager.dealers.commission": None}))
    (section,) = formulas(rules, "dealers", {"dealers": "B"}).sections
    assert section.total == 1_330
    bonus = formulas(variant(other_games.CARD_SEEN), "ante_bonus").sections[0]
    assert str(bonus.forms[0].value) == "292/5525"


@pytest.mark.parametrize("game", audited_games())
def test_all_wagers_of_the_classic_games_have_a_formula(game: str) -> None:
    assert not any(why_no_formula(shipped(game), name) for name in shipped(game).wagers)


def test_wagers_of_which_no_table_fits_have_no_formula_and_the_others_have() -> None:
    """Two suits have no three of a kind, which every table of the bonus and of Pair Plus pays."""
    rules = variant('extends = "three-card-poker"\n[deck]\nsuits = ["clubs", "diamonds"]\n')
    found, why = formulas(rules), "no table of {} fits the deck and the order of hands of this game"
    assert found.without["ante"] == found.without["play"] == why.format("ante_bonus")
    assert found.without["pair_plus"] == why.format("pair_plus")
    assert [section.wager for section in found.sections] == ["", "six_card_bonus"]
    with pytest.raises(RulesError, match=f"no formula: {why.format('ante_bonus')}"):
        formulas(rules, "ante")


SMALL = game_text(__file__, "small")
SMALL += "".join(f'[pay_tables.pair_plus.{letter}]\n"A-K" = "lose"\n' for letter in "BCDEF")
SHOWN = [*audited_games(), "small"]


def rules_of(game: str) -> Rules:
    return variant(SMALL) if game == "small" else shipped(game)


@cache
def every(game: str) -> list[Formulas]:
    rules = rules_of(game)
    return [formulas(rules), *(formulas(rules, wager) for wager in rules.wagers)]


def known(all_formulas: Formulas, formula: Formula) -> dict[str, Any]:
    """Return what the symbols of a formula stand for: the deck's numbers, or the pays of now."""
    if formula.form:
        return {term.symbol: None if term.at is None else sp.Rational(str(term.at)) for term in formula.terms}
    return {str(symbol): number for symbol, number in all_formulas.numbers.items()}


def read(text: str) -> Any:  # noqa: ANN401  an expression of sympy
    names = {str(name): sp.Symbol(str(name)) for name in re.findall(r"[A-Za-z_]\w*", text) if name != "C"}
    return sp.sympify(text, {"C": sp.binomial, **names}, rational=True)


def spoken(latex: str, names: dict[str, str]) -> str:
    """Return a formula in LaTeX as sympy reads it; `names` are the symbols by their text."""
    for name, symbol in names.items():
        latex = latex.replace(rf"x_{{\text{{{name}}}}}", symbol)
    latex = re.sub(r"(r)_\{(\d)\}", r"\1\2", latex).replace(r"\left", "").replace(r"\right", "")
    latex = latex.replace(r"\,", " * ").replace("^", "**")
    pattern = re.compile(r"\\(frac|binom)\{((?:[^{}]|\{[^{}]*\})*)\}\{((?:[^{}]|\{[^{}]*\})*)\}")
    while match := pattern.search(latex):
        first, second = match[2], match[3]
        made = f"C(({first}), ({second}))" if match[1] == "binom" else f"(({first})/({second}))"
        latex = latex[: match.start()] + made + latex[match.end() :]
    latex = latex.replace("{", "(").replace("}", ")")
    # Side by side is a product.
    return re.sub(r"(?<=[\w)]) +(?=[\w(])", " * ", latex)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHOWN)
@pytest.mark.few(2)
def test_text_and_latex_of_every_formula_mean_its_value(game: str) -> None:
    seen = 0
    for found in every(game):
        for one in found.all:
            expression = read(one.text)
            names = {latex_name(term.name): term.symbol for term in one.terms}
            assert sp.simplify(read(spoken(one.latex, names)) - expression) == 0, one.latex
            values = known(found, one)
            if one.value is not None:
                seen += 1
                assert expression.subs(values).doit() == sp.Rational(str(one.value)), one.text
                assert read(one.numbers).subs(values).doit() == sp.Rational(str(one.value))
                every_symbol = {**found.numbers, **values}
                assert one.expression.subs(every_symbol).doit() == sp.Rational(str(one.value)), one.name
            else:
                assert expression.free_symbols - set(map(sp.Symbol, ("n", "s")))
    assert seen > 30


@pytest.mark.parametrize("wager", ["pair_plus", "ante_bonus", "jackpot"])
def test_one_expression_holds_for_every_deck(wager: str) -> None:
    """The closed form of the 52-card game at 36 cards is the exact figure of the game with that deck."""
    short = variant('extends = "crown-melbourne"\nid = "short"\n[deck]\nranks = "6 7 8 9 T J Q K A"\n')
    closed, values = formulas(shipped("crown-melbourne"), wager).expression, formulas(short, wager).values
    value = closed.subs(values).doit()
    if wager == "pair_plus":
        (analysis,) = analyse(short, choices(short, {})[:1])
        assert value == sp.Rational(str(analysis.wagers[wager].house_edge))
    assert value == sp.Rational(str(formulas(short, wager).sections[0].forms[0].value))
    assert value != closed.subs(formulas(shipped("crown-melbourne"), wager).values).doit()


def latex_name(name: str) -> str:
    return re.sub(r"([&%$#_{}])", r"\\\1", name)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHOWN)
def test_coefficients_are_what_one_unit_more_changes(game: str) -> None:
    for found in every(game):
        for one in found.all:
            for term in one.terms:
                slope = sp.diff(read(one.text), sp.Symbol(term.symbol))
                assert slope == sp.Rational(str(term.coefficient))
                if term.count and one.form:
                    share = term.count.expression.subs(found.numbers).doit() / one.form.total
                    assert abs(slope) == share


@pytest.mark.slow
@pytest.mark.parametrize("game", SHOWN)
def test_latex_is_aligned_and_its_braces_match(game: str) -> None:
    for found in every(game):
        text = formulas_latex(found)
        assert text.count(r"\begin{align*}") == text.count(r"\end{align*}") == len(found.sections)
        for block in re.findall(r"\\begin\{align\*\}\n(.*?)\n\\end", text, re.DOTALL):
            *rows, last = block.splitlines()
            assert all(row.endswith(r" \\") for row in rows)
            assert not last.endswith(r"\\")
            for row in (*rows, last):
                assert row.count("&=") == 1
                assert not re.search(r"(?<!\\)[%#$]", row)
                depth = 0
                for brace in re.findall(r"(?<!\\)[{}]", row):
                    depth += 1 if brace == "{" else -1
                    assert depth >= 0
                assert depth == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", SHOWN)
def test_every_format_holds_every_formula(game: str) -> None:
    for found in every(game):
        view = formulas_view(found, 4)
        payload = json.loads(view.text(Format.JSON))
        assert [one["name"] for one in payload["formulas"]] == [one.name for one in found.all]
        for shown, one in zip(payload["formulas"], found.all, strict=True):
            assert (shown["formula"], shown["latex"]) == (one.text, one.latex)
            assert (
                shown["value"] is None
                if one.value is None
                else Fraction(shown["value"]["fraction"]) == one.value
            )
            slopes = [Fraction(term["coefficient"]["fraction"]) for term in shown["coefficients"]]
            assert slopes == [term.coefficient for term in one.terms]
            if one.form:
                assert Fraction(shown["constant"]["fraction"]) == one.form.constant
        assert view.frame().height == len(found.all)
        assert len(view.text(Format.CSV).splitlines()) == len(found.all) + 1
        assert view.text(Format.MD).count("\n### ") == len(view.tables)
        assert all(width(line) <= 100 and line == line.rstrip() for line in view.text().splitlines())


def test_the_range_of_a_pay_is_told() -> None:
    rows = {
        row[0]: row[-1] for row in formulas_view(formulas(shipped("crown-melbourne"), "ante")).tables[0].rows
    }
    assert rows["Ante: tie"] == "up to 47/26"
    assert rows["Ante: win"] == "about 0.6754 to about 1.1734"
    assert rows["Ante Bonus: straight"] == "any pay"
    payload = json.loads(formulas_view(formulas(shipped("crown-melbourne"), "play")).text(Format.JSON))
    tie = payload["formulas"][0]["coefficients"][2]
    assert tie["same_strategy_to"]["fraction"] == "47/26"
    assert tie["same_strategy_from"]["fraction"] == "-99/25"


def test_tables_of_the_same_lines_share_their_counts() -> None:
    tables = formulas_view(formulas(shipped("crown-melbourne"), "pair_plus")).tables
    assert [table.title for table in tables] == [
        "Pair Plus A B C D E F: lines",
        "Pair Plus A B C D E F: house edge",
    ]
    assert tables[1].rows[5] == (
        "F",
        "(16440 - 48*35 - 52*33 - 720*6 - 1096*4 - 3744*1) / 22100",
        "2.6968% = 149/5525",
    )
    jackpots = formulas_view(formulas(shipped("crown-melbourne"), "jackpot")).tables
    assert [table.title.partition(":")[0] for table in jackpots] == [
        "Jackpot 1",
        "Jackpot 1",
        "Jackpot",
        "Jackpot 2",
        "Jackpot 2",
    ]


def test_tables_can_be_chosen() -> None:
    found = json.loads(
        combin("formula", "crown-melbourne", "--table", "jackpot=2", "--pair-plus", "F", "-f", "json").out
    )
    chosen = {wager: letter for one in found["formulas"] for wager, letter in one["tables"].items()}
    assert chosen == {"ante_bonus": "A", "pair_plus": "F", "jackpot": "2"}
    one = json.loads(combin("formula", "crown-melbourne", "ante", "--ante-bonus", "C", "-f", "json").out)
    assert [each["tables"] for each in one["formulas"]] == [{"ante_bonus": "C"}]


def test_every_format_says_what_is_assumed_of_the_player() -> None:
    command = ["formula", "uk-including-blind", "pair_plus"]
    lost = [*command, "--reading", "fold=lost with the Ante"]
    assumed = "no hand that can be paid is folded"
    for form in (["-f", "table"], ["-f", "csv"], ["-f", "md"], ["--latex"]):
        assert assumed in " ".join(combin(*lost, *form).out.split())
        assert assumed not in " ".join(combin(*command, *form).out.split())
    for used, told in ((lost, assumed), (command, None)):
        found = json.loads(combin(*used, "-f", "json").out)["formulas"]
        assert {one["assumes"] for one in found if one["constant"]} == {told}
        assert {one["assumes"] for one in found if not one["constant"]} == {None}


def test_what_a_formula_assumes_depends_on_what_a_fold_loses() -> None:
    assumed = {one.wager: one.assumes for one in formulas(shipped("crown-melbourne")).all if one.form}
    folds = "no hand that can be paid is folded"
    best = "every hand is decided optimally"
    assert assumed == {"ante": best, "ante_bonus": folds, "pair_plus": "", "jackpot": folds}


def test_latex_is_printed() -> None:
    run = combin("formula", "uk-including-blind", "prime", "--latex")
    assert run.code == 0
    assert (
        r"\text{both of the same colour} &= 2 \, {\binom{2 n}{3}} \, {\binom{2 n - 3}{3}} = 9209200 \\"
        in run.out
    )


def test_another_reading_has_other_formulas() -> None:
    plain, strict = (
        json.loads(combin("formula", "uk-including-blind", *reading, "-f", "json").out)["formulas"]
        for reading in ([], ["--reading", "straight=three different suits"])
    )
    assert plain[2]["formula"] == "r3 * (s^3 - s)"
    assert strict[2]["value"]["fraction"] == "288"
    assert strict[6]["value"]["fraction"] == "753"


@pytest.mark.slow
def test_closed_forms_share_no_code_with_the_engine() -> None:
    code = "import sys, combin.proof.counts, combin.proof.edges, combin.proof.counts\n"
    code += "print(*(name for name in sys.modules if name.startswith('combin.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    known = ("combin.proof", "combin.cards")
    ground = {"combin.version", "combin.formatting"}  # numbers as text, for cards
    assert {name for name in done.stdout.split() if not name.startswith(known)} <= ground


@pytest.mark.slow
@settings(suppress_health_check=list(HealthCheck))
@given(rule_files())
def test_drawn_games_have_formulas_in_every_format(rules: Rules) -> None:
    found = formulas(rules)
    view = formulas_view(found)
    for form in Format:
        text = view.text(form)
        assert text
        assert form is not Format.TABLE or all(width(line) <= 100 for line in text.splitlines())
    assert formulas_latex(found).count("&=") == len(found.all)
    counts = found.sections[0].counts
    assert sum(one.value or 0 for one in counts) == found.sections[0].total
