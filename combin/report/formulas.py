"""Formulas of a game, shown on a screen and in LaTeX."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal, percent, plain
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import signed
from combin.proof.closed.counts import written
from combin.proof.closed.linear import latex_text
from combin.proof.closed.numbers import sequence_formulas
from combin.report.words import chances, letters_in_words

if TYPE_CHECKING:
    from combin.proof.base_form import PayRange
    from combin.proof.closed.linear import Term
    from combin.proof.formulas import Formula, Formulas, Section
    from combin.rules.resolved import Rules

__all__ = ["formulas_latex", "formulas_view"]

SYMBOLS = {
    "n": "ranks",
    "s": "suits",
    "r3": "sets of three ranks in sequence",
    "r5": "sets of five ranks in sequence",
    "r6": "sets of six ranks that hold five in sequence",
    "r7": "sets of seven ranks that hold five in sequence",
    "a": "royal flush in each suit",
}


def formulas_view(formulas: Formulas, digits: int = 10) -> View:
    """Return the formulas ready to be shown, with the decimals asked for in JSON and CSV."""
    return View(
        f"{formulas.rules.file.title}: formulas",
        tuple(_lines(formulas)),
        tuple(table for section in formulas.sections for table in _tables(section, formulas.rules)),
        lambda: _payload(formulas, digits),
        lambda: [_record(one, digits) for one in formulas.all],
    )


def _lines(formulas: Formulas) -> list[str]:
    """Say what the symbols of counts are, those of ranks in sequence with their own formulas."""
    rules = formulas.rules
    own = {
        str(symbol): f"{written(one)} = "
        for symbol, one in sequence_formulas(rules.deck, rules.ranking.ace_low).items()
        if formulas.numbers[symbol]
    }
    said = [
        f"{symbol} = {own.get(symbol, '')}{number} {SYMBOLS[symbol]}"
        for symbol, number in formulas.symbols.items()
    ]
    lines = [f"{'; '.join(said)}. C(m, k): the ways to choose k of m."] if said else []
    left_out = [f"{rules.wagers[name].name} ({why})" for name, why in formulas.without.items()]
    return [*lines, f"No formula: {'; '.join(left_out)}."] if left_out else lines


def _tables(section: Section, rules: Rules) -> list[Table]:
    if not section.wager:
        return _deck_tables(section, rules)
    if section.wager == rules.base:
        return [_base_table(one, section.total, rules) for one in section.forms]
    if section.wager in rules.jackpots:
        return _jackpot_tables(section, rules)
    return _odds_tables(section, rules)


def _deck_tables(section: Section, rules: Rules) -> list[Table]:
    hands = [(one.name, one.text, _shown(one.value)) for one in section.counts]
    hands.append(("all", section.total_formula, f"{section.total:,}"))
    others = [(one.name, one.text, _shown(one.value)) for one in section.forms]
    return [
        Table("Hands of three cards", ("Hand", "Formula", ">Hands"), tuple(hands)),
        Table(
            "Strengths and suit classes" if rules.alone else "Strengths, suit classes and the dealer",
            ("Number", "Formula", ">Value"),
            tuple(others),
        ),
    ]


def _base_table(formula: Formula, total: int, rules: Rules) -> Table:
    rows = [
        (
            term.name,
            "" if term.at is None else signed(term.at),
            f"{-int(term.coefficient * total):,}",
            _change(term),
            _range(limits),
        )
        for term, limits in zip(formula.terms, formula.ranges, strict=True)
    ]
    deals = "Deals x multiple" if len(rules.multiples) > 1 else "Deals"
    words = letters_in_words(rules, formula.tables)
    return Table(
        f"{rules.base_name}{' with ' if words else ''}{words}: house edge {_value(formula)}",
        ("Result", ">Pays", f">{deals}", ">One more changes the edge by", "Same best strategy"),
        tuple(rows),
        f"House edge = {formula.text}. The deals are counted hand by hand under the best strategy, of which "
        "there is no closed form. Same best strategy: for which pays, the others being as they are, no hand "
        "is better decided otherwise.",
    )


def _odds_tables(section: Section, rules: Rules) -> list[Table]:
    name, bonus = _name(section, rules), section.wager in rules.bonuses
    deals, first = _deals(section), section.forms[0]
    quantity = "value" if bonus else "edge"
    counts = [
        (one.name, one.text, _shown(one.value), _change(term))
        for one, term in zip(section.counts, first.terms, strict=True)
    ]
    counts.append(("all", section.total_formula, f"{section.total:,}", ""))
    values = [(*one.tables.values(), one.numbers, _value(one)) for one in section.forms]
    if bonus:
        note = f"Value per {rules.wagers[rules.base].name} = {first.text}, if {first.assumes}."
    else:
        note = f"House edge = {first.text}, each line standing for what it pays to 1."
        if first.assumes:
            note += f" A fold loses the bet: this is the edge if {first.assumes}."
    return [
        Table(
            f"{name}: lines",
            ("Line", "Formula", f">{deals}", f">One more changes the {quantity} by"),
            tuple(counts),
        ),
        Table(
            f"{name}: {first.name}",
            ("Table", "With its pays", f">{first.name.capitalize()}"),
            tuple(values),
            note,
        ),
    ]


def _jackpot_tables(section: Section, rules: Rules) -> list[Table]:
    name = _name(section, rules)
    heads, chance = chances([Fraction(one.value or 0, section.total) for one in section.counts], 6)
    counts = [
        (one.name, one.text, _shown(one.value), *often)
        for one, often in zip(section.counts, chance, strict=True)
    ]
    every = ("100.000000%", *("" for _ in heads[1:]))
    counts.append(("all", section.total_formula, f"{section.total:,}", *every))
    values = [
        (*one.tables.values(), one.name, one.text, _rounded(one.value), _shown(one.value))
        for one in section.forms
    ]
    assumes = section.forms[0].assumes
    assumed = f" if {assumes}, since a fold loses the wager" if assumes else ""
    tables = [
        Table(f"{name}: lines", ("Line", "Formula", f">{_deals(section)}", *heads), tuple(counts)),
        Table(
            f"{name}: value",
            ("Table", "Quantity", "Formula", ">Value", ">Exact"),
            tuple(values),
            f"All that comes back on average{assumed}; at a stake of 1 and the first published seed, where "
            "there are such.",
            merged=1,
        ),
    ]
    if section.shares:
        shares = tuple((one.name, one.text) for one in section.shares)
        note = "j: the meter, rounded; r: the seed, in money; R royal and S straight flushes in the round."
        tables.append(
            Table(
                f"{rules.wager_name(section.wager)}: several prizes in one round",
                ("Share", "Formula"),
                shares,
                note,
            )
        )
    return tables


def _name(section: Section, rules: Rules) -> str:
    """Return the name of a wager with the letters of its tables: "Pair Plus A B C"."""
    letters = (letter for one in section.forms for letter in one.tables.values())
    return " ".join([rules.wager_name(section.wager), *dict.fromkeys(letters)])


def _deals(section: Section) -> str:
    return "Deals" if section.hands == "both hands" else "Hands"


def _shown(value: Fraction | None) -> str:
    """Return a value in full: whole numbers in groups of three, others as fractions."""
    if value is None:
        return ""
    whole = f"{value.numerator:,}"
    return whole if value.denominator == 1 else f"{whole}/{value.denominator:,}"


def _rounded(value: Fraction | None) -> str:
    if value is None:
        return ""
    whole, _, rest = decimal(value, 6).partition(".")
    return f"{int(whole):,}.{rest}" if abs(value) >= 1 else decimal(value, 6)


def _value(formula: Formula) -> str:
    return "" if formula.value is None else f"{percent(formula.value, 4)} = {formula.value}"


def _change(term: Term) -> str:
    return f"{'+' if term.coefficient > 0 else ''}{percent(term.coefficient, 4)}"


def _range(limits: PayRange) -> str:
    """Say between which pays the best strategy is the same; bounds in full where they are short."""
    if limits.always:
        return "any pay"
    start = None if limits.start is None or limits.start <= limits.lowest else _bound(limits.start)
    if limits.stop is None:
        return f"from {start}"
    return f"{start} to {_bound(limits.stop)}" if start else f"up to {_bound(limits.stop)}"


def _bound(value: Fraction) -> str:
    return plain(value) if value.denominator < 100 else f"about {decimal(value, 4)}"


def _payload(formulas: Formulas, digits: int) -> dict[str, Any]:
    return {
        "game": formulas.rules.file.id,
        "symbols": {str(symbol): number for symbol, number in formulas.numbers.items()},
        "without": dict(formulas.without),
        "formulas": [_formula(one, digits) for one in formulas.all],
    }


def _formula(formula: Formula, digits: int) -> dict[str, Any]:
    return {
        "name": formula.name,
        "wager": formula.wager or None,
        "tables": dict(formula.tables),
        "formula": formula.text,
        "latex": formula.latex,
        "value": None if formula.value is None else exact_json(formula.value, digits),
        "assumes": formula.assumes or None,
        "choices": None if formula.count is None else formula.count.words,
        "constant": None if formula.form is None else exact_json(formula.form.constant, digits),
        "coefficients": [
            {
                "name": term.name,
                "symbol": term.symbol,
                "coefficient": exact_json(term.coefficient, digits),
                "at": None if term.at is None else exact_json(term.at, digits),
                "count": None if term.count is None else term.count.text,
                **(_optimal(formula.ranges[place], digits) if formula.ranges else {}),
            }
            for place, term in enumerate(formula.terms)
        ],
    }


def _optimal(limits: PayRange, digits: int) -> dict[str, Any]:
    bounds = {"same_strategy_from": limits.start, "same_strategy_to": limits.stop}
    return {key: None if bound is None else exact_json(bound, digits) for key, bound in bounds.items()}


def _record(formula: Formula, digits: int) -> Record:
    record: Record = {
        "name": formula.name,
        "wager": formula.wager,
        "tables": " ".join(f"{wager}={letter}" for wager, letter in formula.tables.items()),
        "formula": formula.text,
        "latex": formula.latex,
        "assumes": formula.assumes,
    }
    if formula.value is None:
        return record | {"value_numerator": None, "value_denominator": None, "value": None}
    return record | exact_columns("value", formula.value, digits)


def formulas_latex(formulas: Formulas) -> str:
    """Return all formulas, those of each wager in an `align*` of their own under a comment with its name."""
    symbols = [
        f"{symbol} = {number}"
        for symbol, number in formulas.numbers.items()
        if str(symbol) in formulas.symbols
    ]
    lines = [f"% {latex_text(formulas.rules.file.title)}, to be read with amsmath"]
    if symbols:
        lines.append(f"% {', '.join(symbols)}")
    for section in formulas.sections:
        lines += _section(section, formulas)
    return "\n".join(lines) + "\n"


def _section(section: Section, all_formulas: Formulas) -> list[str]:
    title = all_formulas.rules.wager_name(section.wager) if section.wager else "Hands of three cards"
    formulas = [*section.counts, *section.forms, *section.shares]
    rows = [_equation(one, all_formulas) for one in formulas]
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


def _equation(formula: Formula, formulas: Formulas) -> str:
    name = formula.name
    if formula.form and formula.tables:
        name = f"{name}, {letters_in_words(formulas.rules, formula.tables)}"
    value = "" if formula.value is None else f" = {_number(formula)}"
    return rf"  \text{{{latex_text(name)}}} &= {formula.latex}{value}"


def _number(formula: Formula) -> str:
    value = formula.value
    if value is None or value.denominator == 1:
        return str(value)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
