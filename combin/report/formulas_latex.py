r"""Formulas of a game as LaTeX: aligned equations, to be put into a document that uses amsmath."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.proof.closed.linear import latex_text
from combin.report.words import letters_in_words, wager_name

if TYPE_CHECKING:
    from combin.proof.formulas import Formula, Formulas, Section

__all__ = ["formulas_latex"]


def formulas_latex(found: Formulas) -> str:
    """Return all formulas, those of each wager in an `align*` of their own under a comment with its name."""
    symbols = [
        f"{symbol} = {number}" for symbol, number in found.numbers.items() if str(symbol) in found.symbols
    ]
    lines = [f"% {latex_text(found.rules.file.title)}, to be read with amsmath"]
    if symbols:
        lines.append(f"% {', '.join(symbols)}")
    for section in found.sections:
        lines += _section(section, found)
    return "\n".join(lines) + "\n"


def _section(section: Section, found: Formulas) -> list[str]:
    title = wager_name(found.rules, section.wager) if section.wager else "Hands of three cards"
    formulas = [*section.counts, *section.forms, *section.shares]
    rows = [_equation(one, found) for one in formulas]
    assumed = dict.fromkeys(one.assumes for one in formulas if one.assumes)
    return [
        "",
        f"% {latex_text(title)}",
        *(f"% edges and values if {latex_text(one)}" for one in assumed),
        r"\begin{align*}",
        *(rf"{row} \\" for row in rows[:-1]),
        rows[-1],
        r"\end{align*}",
    ]


def _equation(one: Formula, found: Formulas) -> str:
    name = one.name
    if one.form and one.tables:
        name = f"{name}, {letters_in_words(found.rules, one.tables)}"
    value = "" if one.value is None else f" = {_number(one)}"
    return rf"  \text{{{latex_text(name)}}} &= {one.latex}{value}"


def _number(one: Formula) -> str:
    value = one.value
    if value is None or value.denominator == 1:
        return str(value)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
