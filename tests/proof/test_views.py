"""`combin formula`: sympy reads what it prints, as text and as LaTeX, and gets the exact value."""

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
from combin.formats import Format
from combin.formats.text import width
from combin.proof.formulas import Formula, Formulas, formulas
from combin.proof.views import formulas_latex, formulas_view
from combin.rules.resolved import Rules
from tests.command_line import combin
from tests.strategies import rule_files
from tests.variants import shipped, variant

SMALL = """
extends = "crown-melbourne"
id = "small"
title = "A game & its 100% variant"
[deck]
ranks = "8 9 T J Q K A"
suits = ["hearts", "spades", "clubs", { symbol = "x", glyph = "*", name = "stars_1", colour = "green" }]
[deal]
seats = 2
jackpot = 3
[dealer]
qualifies = "pair of 10s or better"
[decision]
play = [1, 3]
[ranking]
straight_suits = "three"
[pay_tables.pair_plus.A]
"flush of stars_1" = "9/2"
"A-K" = 1
[pay_tables.pair_plus.B]
"A-K" = "lose"
[pay_tables.pair_plus.C]
"A-K" = "lose"
[pay_tables.pair_plus.D]
"A-K" = "lose"
[pay_tables.pair_plus.E]
"A-K" = "lose"
[pay_tables.pair_plus.F]
"A-K" = "lose"
"""
GAMES = [*audited_games(), "small"]


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
@pytest.mark.parametrize("game", GAMES)
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
            else:
                assert expression.free_symbols - set(map(sp.Symbol, ("n", "s")))
    assert seen > 30


def latex_name(name: str) -> str:
    return re.sub(r"([&%$#_{}])", r"\\\1", name)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
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
@pytest.mark.parametrize("game", GAMES)
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
@pytest.mark.parametrize("game", GAMES)
def test_tables_fit_100_columns(game: str) -> None:
    for found in every(game):
        for line in formulas_view(found).text().splitlines():
            assert width(line) <= 100
            assert line == line.rstrip()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
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
    best = "every hand is decided for the best"
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
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
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
