"""Formulas of a game, shown on a screen and in LaTeX."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.formats.tables import (
    CHANGE,
    COUNT,
    EXACT,
    IN_FULL,
    PERCENT,
    SIGNED,
    Column,
    Kind,
    Table,
    chance_columns,
    percents,
)
from combin.formats.view import View
from combin.formatting import decimal, percent, plain
from combin.proof.counts import Term, latex_text, sequence_formulas, written
from combin.proof.formulas import Formula, Formulas, Section
from combin.report.words import letters_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.proof.formulas import PayRange
    from combin.rules.resolved import Rules


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
    table = _all(formulas, digits)
    return View(
        f"{formulas.rules.file.title}: formulas",
        tuple(_lines(formulas)),
        tuple(table for section in formulas.sections for table in _tables(section, formulas.rules)),
        lambda: {
            "game": formulas.rules.file.id,
            "symbols": {str(symbol): number for symbol, number in formulas.numbers.items()},
            "without": dict(formulas.without),
            "formulas": table.objects(digits),
        },
        lambda: table.records(digits),
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
    left_out = []
    for of, why in formulas.without.items():
        name, _, letter = of.partition(" ")
        left_out.append(f"{rules.wagers[name].name}{f' {letter}' * bool(letter)} ({why})")
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
    return [
        _counts_table("Hands of three cards", "Hand", section, "Hands"),
        Table.of(
            "Strengths and suit classes" if rules.alone else "Strengths, suit classes and the dealer",
            section.forms,
            [
                Column("Number", value=lambda formula: formula.name),
                Column("Formula", value=lambda formula: formula.text),
                Column("Value", IN_FULL, lambda formula: formula.value),
            ],
        ),
    ]


def _counts_table(
    title: str, what: str, section: Section, counted: str, more: Sequence[Column[Formula]] = ()
) -> Table:
    return Table.of(
        title,
        section.counts,
        [
            Column(what, value=lambda formula: formula.name),
            Column("Formula", value=lambda formula: formula.text),
            Column(counted, IN_FULL, lambda formula: formula.value),
            *more,
        ],
        total={
            what: "all",
            "Formula": section.total_formula,
            counted: section.total,
            "Probability": Fraction(1),
        },
    )


def _base_table(formula: Formula, total: int, rules: Rules) -> Table:
    words = letters_in_words(rules, formula.tables)
    return Table.of(
        f"{rules.base_name}{' with ' if words else ''}{words}: house edge {_value(formula)}",
        list(zip(formula.terms, formula.ranges, strict=True)),
        [
            Column("Result", value=lambda term_range: term_range[0].name),
            Column("Pays", SIGNED, lambda term_range: term_range[0].at),
            Column(
                "Deals x multiple" if len(rules.multiples) > 1 else "Deals",
                COUNT,
                lambda term_range: -int(term_range[0].coefficient * total),
            ),
            Column(f"{_ONE_MORE} edge by (points)", CHANGE, lambda term_range: term_range[0].coefficient),
            Column("Same best strategy", value=lambda term_range: _range(term_range[1])),
        ],
        f"House edge = {formula.text}. The deals are counted hand by hand under the best strategy, of which "
        "there is no closed form. Same best strategy: for which pays, the others being as they are, no hand "
        "is better decided otherwise.",
    )


_ONE_MORE = "One more changes the"


def _odds_tables(section: Section, rules: Rules) -> list[Table]:
    name, bonus, first = _name(section, rules), section.wager in rules.bonuses, section.forms[0]
    changes = {count.name: term.coefficient for count, term in zip(section.counts, first.terms, strict=True)}
    change = Column[Formula](
        f"{_ONE_MORE} {'value' if bonus else 'edge'} by (points)",
        CHANGE,
        lambda formula: changes[formula.name],
    )
    if bonus:
        note = f"Value per {rules.unit_name} = {first.text}, if {first.assumes}."
    else:
        note = f"House edge = {first.text}, each line standing for what it pays to 1."
        if first.assumes:
            note += f" A fold loses the bet: this is the edge if {first.assumes}."
    return [
        _counts_table(f"{name}: lines", "Line", section, _deals(section), [change]),
        Table.of(
            f"{name}: {first.name}",
            section.forms,
            [
                Column("Table", value=_letter),
                Column("With its pays", value=lambda formula: formula.numbers),
                Column(first.name.capitalize(), PERCENT, _value),
            ],
            note,
        ),
    ]


def _jackpot_tables(section: Section, rules: Rules) -> list[Table]:
    name, assumes = _name(section, rules), section.forms[0].assumes
    often = chance_columns(
        section.counts, lambda formula: Fraction(formula.value or 0, section.total), percents(6)
    )
    assumed = f" if {assumes}, since a fold loses the wager" if assumes else ""
    entry = rules.meters.get(section.wager)
    if entry is not None and any(map(entry.must_hit_of, entry.options.values())):
        assumed += ", without what is won at an amount that a meter must be hit by"
    tables = [
        _counts_table(f"{name}: lines", "Line", section, _deals(section), often),
        Table.of(
            f"{name}: value",
            section.forms,
            [
                Column("Table", value=_letter),
                Column("Quantity", value=lambda formula: formula.name),
                Column("Formula", value=lambda formula: formula.text),
                Column("Value", Kind(_rounded), lambda formula: formula.value),
                Column("Exact", IN_FULL, lambda formula: formula.value),
            ],
            f"All that comes back on average{assumed}; at a stake of 1 and the first published seed, where "
            "there are such.",
            merged=1,
        ),
    ]
    if section.shares:
        title = f"{rules.wager_name(section.wager)}: several prizes in one round"
        shares = tuple((one.name, one.text) for one in section.shares)
        note = "j: the meter, rounded; r: the seed, in money; R royal and S straight flushes in the round."
        tables.append(Table(title, ("Share", "Formula"), shares, note))
    return tables


def _letter(formula: Formula) -> str:
    return " ".join(formula.tables.values())


def _name(section: Section, rules: Rules) -> str:
    """Return the name of a wager with the letters of its tables: "Pair Plus A B C"."""
    letters = (letter for one in section.forms for letter in one.tables.values())
    return " ".join([rules.wager_name(section.wager), *dict.fromkeys(letters)])


def _deals(section: Section) -> str:
    return "Deals" if section.hands == "both hands" else "Hands"


def _rounded(value: Fraction) -> str:
    whole, _, rest = decimal(value, 6).partition(".")
    return f"{int(whole):,}.{rest}" if abs(value) >= 1 else decimal(value, 6)


def _value(formula: Formula) -> str:
    return "" if formula.value is None else f"{percent(formula.value, 4)} = {formula.value}"


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


def _all(formulas: Formulas, digits: int) -> Table:
    return Table.of(
        "",
        formulas.all,
        [
            Column(None, value=lambda formula: formula.name, name="name"),
            Column(None, value=lambda formula: formula.wager or None, name="wager"),
            Column(None, value=lambda formula: dict(formula.tables), name="tables"),
            Column(None, value=lambda formula: formula.text, name="formula"),
            Column(None, value=lambda formula: formula.latex, name="latex"),
            Column(None, EXACT, lambda formula: formula.value, "value"),
            Column(None, value=lambda formula: formula.assumes or None, name="assumes"),
            Column(
                None, value=lambda formula: formula.count.words if formula.count else None, name="choices"
            ),
            Column(None, EXACT, lambda formula: formula.form.constant if formula.form else None, "constant"),
            Column(None, value=lambda formula: _coefficients(formula).objects(digits), name="coefficients"),
        ],
    )


def _coefficients(formula: Formula) -> Table:
    ranges = dict(zip(formula.terms, formula.ranges, strict=False))
    optimal: list[Column[Term]] = [
        Column(None, EXACT, lambda term: ranges[term].start, "same_strategy_from"),
        Column(None, EXACT, lambda term: ranges[term].stop, "same_strategy_to"),
    ]
    return Table.of(
        "",
        formula.terms,
        [
            Column(None, value=lambda term: term.name, name="name"),
            Column(None, value=lambda term: term.symbol, name="symbol"),
            Column(None, EXACT, lambda term: term.coefficient, "coefficient"),
            Column(None, EXACT, lambda term: term.at, "at"),
            Column(None, value=lambda term: term.count.text if term.count else None, name="count"),
            *(optimal if formula.ranges else []),
        ],
    )


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
