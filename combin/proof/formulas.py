"""All formulas of one game: counts, edges and values, with their text, LaTeX and exact value, and shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import ClassVar

from msgspec import Struct
from sympy import Rational, Symbol

from combin.answers import Answer
from combin.cards.five_cards import FiveCardSet
from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.pay_lines import paid_lines
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formats import tables as columns
from combin.formats.tables import CHANGE, COUNT, EXACT, IN_FULL, PERCENT, SIGNED, Column, Kind, Table
from combin.formats.view import View
from combin.formatting import decimal, percent, plain
from combin.proof import counts as closed_counts
from combin.proof import edges
from combin.proof.counts import Count, Expression, LinearForm, Term, all_hands, latex, latex_text, written
from combin.report.words import letters_in_words
from combin.rules.errors import RulesError, nearest, shown, single_deck_only, three_cards_only
from combin.rules.outcomes import line_odds, off_table
from combin.rules.resolved import Rules
from combin.rules.wagers import Case
from combin.rules.wagers import Kind as WagerKind

SYMBOLS = {
    "n": "ranks",
    "s": "suits",
    "r3": "sets of three ranks in sequence",
    "r5": "sets of five ranks in sequence",
    "r6": "sets of six ranks that hold five in sequence",
    "r7": "sets of seven ranks that hold five in sequence",
    "a": "royal flush in each suit",
}

_CASES: dict[Case, str] = {
    Case.NO_QUALIFY: "dealer does not qualify",
    Case.WIN: "win",
    Case.TIE: "tie",
    Case.LOSE: "lose",
}

BEST_STRATEGY = "every hand is decided optimally"
NO_PAID_FOLD = "no hand that can be paid is folded"
_ONE_MORE = "One more changes the"


def why_no_formula(rules: Rules, name: str) -> str:
    """Return why there is no formula for a wager, as what would have to be otherwise; empty if there is one.

    >>> from combin.rules.load import load_rules
    >>> why_no_formula(load_rules("crown-melbourne"), "ante")
    ''
    """
    bet = rules.bets[name]
    of_base = bet.kind is WagerKind.AGAINST_DEALER
    for needed in rules.base_tables if of_base else (name,):
        if needed in rules.tables.refused:
            return f"no table of {needed} fits the deck and the order of hands of this game"
    reasons: dict[str, object] = {
        "it is paid on the raise": bet.on and bet.on == rules.play,
        f"it is paid only on {' or '.join(bet.paid_on)}": bet.paid_on,
        "it is on which hand is higher": bet.kind is WagerKind.COMPARISON,
        "it is on both hands": bet.hand.of_both,
        "it depends on whether the dealer's hand is as high": bet.versus_dealer,
        "commission is taken of it": bet.commission,
        "it pays sums of money": bet.stakes,
        "a smaller stake gets its part of what it pays": bet.full_stake is not None,
    }
    if of_base:
        equal, by_table = (
            "".join(rules.wagers[one].name for one in of[:1]) for of in (rules.equals, rules.by_table)
        )
        reasons = {
            "the lowest hand wins": rules.ranking.lowest_wins,
            "some hands beat some of those above them": rules.ranking.upsets,
            "": rules.classic,
            "nothing is decided": not rules.play,
            "a card of the dealer's is face up": rules.file.deal.face_up,
            f"{equal} is staked with it": rules.equals,
            "hands are compared though the dealer does not qualify": len(rules.cases) > 4,
            f"{by_table} is paid by a table": rules.by_table,
            "some hands only may play a multiple": rules.limited,
            "a bonus depends on the result of the comparison": any(
                rules.bets[one].paid_on for one in rules.bonuses
            ),
            "commission is taken of it": True,
        }
    return next((why for why, holds in reasons.items() if holds), "")


def _finer_line(rules: Rules, name: str, letter: str) -> str:
    """Return the line of a table on five cards that is for a part of a category, in words, or ""."""
    table = rules.tables[name][letter]
    if not table.finer:
        return ""
    sets = ((line.text, line.hands) for line in table.lines)
    text = next((text for text, hands in sets if isinstance(hands, FiveCardSet) and hands.finer), "")
    return f"{f'its line {shown(text)}' if text else 'what it says is lost'} is for a part of a category"


class Formula(Struct, frozen=True):
    """A quantity and its formula.

    `value` is exact, None where the formula has variables that nobody has set. `tables` are the pay tables it
    holds for, by wager. It may be a `count`, or a linear `form`; `ranges` are then how far each pay of the
    base game may move. `assumes` is the assumed play, where the decision matters.
    """

    name: str
    text: str
    latex: str
    value: Fraction | None
    wager: str = ""
    tables: Mapping[str, str] = {}
    count: Count | None = None
    form: LinearForm | None = None
    ranges: tuple[PayRange, ...] = ()
    assumes: str = ""
    closed: Expression | None = None

    @property
    def expression(self) -> Expression:
        """The formula as an expression of sympy, in ranks and suits of the deck, pays, stakes and meters."""
        formula = self.count or self.form
        return self.closed if formula is None else formula.expression

    @property
    def terms(self) -> tuple[Term, ...]:
        """The variables of a linear form with their coefficients."""
        return self.form.terms if self.form else ()

    @property
    def numbers(self) -> str:
        """The formula with the values of now in place of its variables."""
        return self.form.numbers if self.form else self.text


class Section(Struct, frozen=True):
    """Formulas that are shown together: of the deck (no wager), or of a wager under tables of the same lines.

    `counts` are how often each line is paid, of `total` equally likely deals of what `hands` says (three
    cards, a number of cards, both hands); `forms` are the values, one for each table; `shares` (of a jackpot)
    the shares of the meter.
    """

    wager: str
    counts: tuple[Formula, ...] = ()
    forms: tuple[Formula, ...] = ()
    shares: tuple[Formula, ...] = ()
    total: int = 0
    total_formula: str = ""
    hands: str = ""


@dataclass(frozen=True, repr=False)
class Formulas(Answer):
    """The formulas of one game, with the values of their symbols.

    `without` says why wagers have none, by id, or why one of their tables has none, by id and letter.
    """

    shown_by: ClassVar[str] = "combin.proof.formulas:formulas_view"

    rules: Rules
    sections: tuple[Section, ...]
    numbers: Mapping[Expression, int]
    without: Mapping[str, str]

    @property
    def all(self) -> tuple[Formula, ...]:
        """Every formula, in order."""
        parts = (part for one in self.sections for part in (one.counts, one.forms, one.shares))
        return tuple(formula for part in parts for formula in part)

    @property
    def expression(self) -> Expression:
        """For sympy, the edge or value of the wager under its first table; without one, of the base game."""
        return self._first.expression

    @property
    def values(self) -> dict[Expression, Fraction | int]:
        """What each symbol of `expression` is now: ranks and suits of the deck, the pays of the table.

        >>> from combin.rules.load import load_rules
        >>> found = formulas(load_rules("uk-including-blind"), "pair_plus")
        >>> found.expression.subs(found.values).doit()
        149/5525
        """
        pays = {Symbol(term.symbol): term.at for term in self._first.terms if term.at is not None}
        return {**self.numbers, **pays}

    @property
    def _first(self) -> Formula:
        return next(form for section in self.sections if section.wager for form in section.forms)

    @property
    def symbols(self) -> dict[str, int]:
        """The symbols in the counts and their values in this deck."""
        counts = [one.count for one in self.all] + [term.count for one in self.all for term in one.terms]
        used = {str(symbol) for one in counts if one for symbol in one.expression.free_symbols}
        return {str(symbol): number for symbol, number in self.numbers.items() if str(symbol) in used}


def formulas(rules: Rules, wager: str | None = None, letters: Mapping[str, str] | None = None) -> Formulas:
    """Return the formulas of a game, or of one wager of it.

    >>> from combin.rules.load import load_rules
    >>> found = formulas(load_rules("uk-including-blind"), "prime")
    >>> found.sections[0].forms[0].text, found.sections[0].forms[0].value
    ('(311365600 - 9209200*both_of_the_same_colour - 86595600*player_of_one_colour) / 407170400', ...)
    """
    single_deck_only(rules.deck, "formulas")
    three_cards_only(rules.file.deal.player, "formulas")
    chosen = dict(letters or {})
    if wager is not None and wager not in rules.wagers:
        known = nearest(wager, tuple(rules.wagers))
        raise RulesError((), f"{rules.file.id} has no wager {shown(wager)}; {known}")
    rules.require_letters(chosen)
    asked_of = rules.bonuses if wager in (rules.base, rules.play) else (wager,)
    for name in chosen if wager is not None else ():
        if name not in asked_of:
            raise RulesError((), f"a table of {name} says nothing about {wager}")
    first = {name: chosen.get(name, next(iter(tables))) for name, tables in rules.tables.items()}
    without = {name: why for name in rules.wagers if (why := why_no_formula(rules, name))}
    if wager in without:
        raise RulesError(("wager", wager), f"no formula: {without[wager]}")
    numbers = closed_counts.deck_numbers(rules.deck, rules.ranking.ace_low)
    sections = [_deck_section(rules, numbers)] if wager is None else []
    left_out = dict(without) if wager is None else {}
    for name in rules.wagers if wager is None else [wager]:
        if name in without or (name == rules.play and wager is None):
            continue
        if name in (rules.base, rules.play):
            tables = {name: first[name] for name in rules.bonuses}
            found = base_form(rules, tables)
            edge = _of_form(found.edge, rules.base, tables, BEST_STRATEGY, found.ranges)
            deals = written(closed_counts.deals())
            sections.append(Section(rules.base, (), (edge,), (), found.edge.total, deals, "both hands"))
            continue
        every = wager is not None and name not in chosen
        asked = list(rules.tables[name]) if every else [first[name]]
        finer = {letter: why for letter in asked if (why := _finer_line(rules, name, letter))}
        if len(finer) == len(asked) and wager is not None:
            raise RulesError(("wager", name), f"no formula: {next(iter(finer.values()))}")
        left_out |= {f"{name} {letter}": why for letter, why in finer.items()}
        sections += _wager_sections(rules, name, [letter for letter in asked if letter not in finer])
    return Formulas(rules, tuple(sections), numbers, left_out)


def _of_count(name: str, count: Count, numbers: Mapping[Expression, int]) -> Formula:
    return Formula(name, count.text, count.latex, Fraction(count.value(numbers)), count=count)


def _of_expression(name: str, closed: Expression, value: Fraction | None, wager: str = "") -> Formula:
    return Formula(name, written(closed), latex(closed), value, wager, closed=closed)


def _of_form(
    form: LinearForm, wager: str, tables: Mapping[str, str], assumes: str, ranges: tuple[PayRange, ...] = ()
) -> Formula:
    text, latex = form.text, form.latex
    return Formula(form.quantity, text, latex, form.value, wager, tables, None, form, ranges, assumes)


def _deck_section(rules: Rules, numbers: Mapping[Expression, int]) -> Section:
    """Return the numbers of hands of each category and of strengths, and when the dealer qualifies."""
    ranking, suits = rules.ranking, len(rules.deck.suits)
    by_category = closed_counts.three_card_counts(ranking.straight_suits)
    counts = [_of_count(category.value, by_category[category], numbers) for category in ranking.order]
    total = sum(int(one.value or 0) for one in counts)
    weaker = closed_counts.weaker_hands(rules.file.dealer.qualifies, ranking)
    words = f"hands with which the dealer does not qualify ({rules.file.dealer.qualifies})"
    classes = closed_counts.suit_classes(suits)
    class_count = Fraction(int(classes.subs(closed_counts.RANKS, len(rules.deck.ranks))))
    dealer = (
        _of_count(words, weaker, numbers),
        Formula(
            "probability that the dealer qualifies",
            f"1 - ({weaker.text}) / {written(all_hands(3))}",
            rf"1 - \frac{{{weaker.latex}}}{{{latex(all_hands(3))}}}",
            1 - Fraction(weaker.value(numbers), total),
            closed=1 - weaker.expression / all_hands(3),
        ),
    )
    forms = (
        _of_count("strengths", closed_counts.strengths(suits, ranking.straight_suits), numbers),
        _of_expression("suit classes", classes, class_count),
        *(() if rules.alone else dealer),
    )
    return Section("", tuple(counts), forms, (), total, written(all_hands(3)), "three cards")


def _wager_sections(rules: Rules, wager: str, tables: Iterable[str]) -> list[Section]:
    """Return a section for every set of lines that the tables have: the same lines have the same counts."""
    groups: dict[tuple[frozenset[str], frozenset[str]], list[str]] = {}
    for letter in tables:
        entry = rules.file.pay_tables[wager][letter]
        groups.setdefault((frozenset(entry.lines), frozenset(entry.unpaid)), []).append(letter)
    assumed = NO_PAID_FOLD if rules.bets[wager].loses_on_fold else ""
    found: list[Section] = []
    for letters in groups.values():
        counts = edges.table_counts(rules, wager, letters[0])
        own = {wager: letters[0]} if len(letters) == 1 else {}
        lines = (
            Formula(text, count.text, count.latex, Fraction(counts.numbers[text]), wager, own, count)
            for text, count in counts.lines.items()
        )
        forms = (
            _of_form(form, wager, {wager: letter}, assumed)
            for letter in letters
            for form in _forms(rules, wager, letter)
        )
        part = edges.part_of_meter(rules, wager, letters[0])
        shares = () if part is None else _sharing(part, wager)
        if any(shares == other.shares for other in found):
            shares = ()
        total = written(counts.total_formula)
        found.append(Section(wager, tuple(lines), tuple(forms), shares, counts.total, total, counts.hands))
    return found


def _forms(rules: Rules, wager: str, letter: str) -> list[LinearForm]:
    """Return the linear forms of a wager under one table."""
    if wager in rules.jackpots:
        value = edges.jackpot_value(rules, wager, letter)
        return [form for form in (value, edges.break_even_meter(value)) if form is not None]
    return [(edges.bonus_value if wager in rules.bonuses else edges.side_bet_edge)(rules, wager, letter)]


def _sharing(part: Fraction, wager: str) -> tuple[Formula, ...]:
    """Return who gets what of the meter, in j (the meter, rounded), r (the seed), R and S (the winners)."""
    found = {
        "pool with R royal flushes": edges.POOL,
        "each royal flush": edges.ROYAL_PRIZE,
        "each straight flush with them": edges.STRAIGHT_FLUSH_PRIZE,
        "each straight flush without a royal": edges.STRAIGHT_FLUSH_ALONE,
    }
    at = {edges.PART: Rational(part)}
    return tuple(_of_expression(name, one.subs(at), None, wager) for name, one in found.items())


class PayRange(Struct, frozen=True):
    """The range of one pay, the others fixed, in which no other decision is better for any hand.

    None where there is no bound on a side. `lowest` is the least that a rule file may say: 0 for what a bonus
    pays, -1 (the loss of the stake) for a net result.
    """

    start: Fraction | None
    stop: Fraction | None
    lowest: int

    @property
    def always(self) -> bool:
        """Whether no pay that a rule file may state changes the strategy."""
        return self.stop is None and (self.start is None or self.start <= self.lowest)


class BaseForm(Struct, frozen=True):
    """The house edge per unit of the initial wager under one strategy, in all pays and nets of the base game.

    `ranges` are aligned with the terms of `edge`.
    """

    letters: Mapping[str, str]
    strategy: Strategy
    edge: LinearForm
    ranges: tuple[PayRange, ...]


class _Pay(Struct, frozen=True):
    """One pay of the base game: its key and name, its value, and the least that it can be.

    `units` are paid at it over all dealer hands, for each class: once for a hand that is played, or if it is
    `raised` as often as its multiple says.
    """

    key: str
    name: str
    at: Fraction
    lowest: int
    units: list[int]
    raised: bool = False

    def paid(self, index: int, decision: int) -> int:
        return self.units[index] * (decision if self.raised else decision != FOLD)


def base_form(rules: Rules, letters: Mapping[str, str]) -> BaseForm:
    """Return the edge of the base game as a linear form, for its optimal strategy.

    >>> from combin.rules.load import load_rules
    >>> found = base_form(load_rules("crown-melbourne"), {"ante_bonus": "A"})
    >>> found.edge.value, found.edge.at(ante_bonus_straight=2)
    (Fraction(686689, 20358520), Fraction(4685, 4071704))

    Coefficients and edge are exact as long as the strategy stays optimal; `ranges` says how long.
    """
    game = base_game(rules, letters)
    strategy = optimal_strategy(game)
    pays = list(_pays(rules, letters, game))
    symbols = closed_counts.symbols_of(one.key for one in pays)
    hands = comb(len(rules.deck), 3)
    total = hands * game.rules.dealer_hands
    folded = hands - strategy.hands_played
    terms = []
    for one in pays:
        paid = sum(
            situation.hand.weight * one.paid(index, decision)
            for index, (situation, decision) in enumerate(strategy)
        )
        terms.append(Term(one.name, symbols[one.key], Fraction(-paid, total), one.at))
    edge = LinearForm("house edge", Fraction(folded, hands), tuple(terms), total)
    return BaseForm(letters, strategy, edge, tuple(_range(strategy, one) for one in pays))


def _pays(rules: Rules, letters: Mapping[str, str], game: BaseGame) -> Iterator[_Pay]:
    for wager in (rules.base, rules.play):
        name = rules.bets[wager].name
        for case, (key, words) in enumerate(_CASES.items()):
            units = [one.counts[case] for one in game.matchups]
            (at,) = (row.net for row in off_table(rules, wager) if row.is_for(key))
            yield _Pay(f"{wager} {key}", f"{name}: {words}", at, -1, units, wager == rules.play)
    for wager in rules.bonuses:
        table = rules.tables[wager][letters[wager]]
        paid = [line and line.text for line in paid_lines(rules, table, game.matchups.classes)]
        for text, odds in line_odds(rules, table).items():
            units = [game.rules.dealer_hands * (line == text) for line in paid]
            yield _Pay(f"{wager} {text}", f"{rules.wagers[wager].name}: {text}", odds, 0, units)


def _range(strategy: Strategy, pay: _Pay) -> PayRange:
    """Return how far a pay may move before another decision is better for some hand.

    Against each other decision a hand gains `gap` now, and `slope` more for each unit of the pay.
    """
    game = strategy.game
    starts: list[Fraction] = []
    stops: list[Fraction] = []
    for index, decision in enumerate(strategy.decisions):
        for other in (FOLD, *game.cases):
            slope = pay.paid(index, decision) - pay.paid(index, other)
            if other == decision or not slope:
                continue
            gap = Fraction(game.value(index, decision) - game.value(index, other), game.unit)
            (starts if slope > 0 else stops).append(pay.at - gap / slope)
    return PayRange(max(starts, default=None), min(stops, default=None), pay.lowest)


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
        for symbol, one in closed_counts.sequence_formulas(rules.deck, rules.ranking.ace_low).items()
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
    sums: dict[str, columns.Value] = {what: "all", "Formula": section.total_formula, counted: section.total}
    return Table.of(
        title,
        section.counts,
        [
            Column(what, value=lambda formula: formula.name),
            Column("Formula", value=lambda formula: formula.text),
            Column(counted, IN_FULL, lambda formula: formula.value),
            *more,
        ],
        total=sums | {"Probability": Fraction(1)},
    )


def _base_table(formula: Formula, total: int, rules: Rules) -> Table:
    words = letters_in_words(rules, formula.tables)
    deals = "Deals x multiple" if len(rules.multiples) > 1 else "Deals"
    return Table.of(
        f"{rules.base_name}{' with ' if words else ''}{words}: house edge {_value(formula)}",
        list(zip(formula.terms, formula.ranges, strict=True)),
        [
            Column("Result", value=lambda term_range: term_range[0].name),
            Column("Pays", SIGNED, lambda term_range: term_range[0].at),
            Column(deals, COUNT, lambda term_range: -int(term_range[0].coefficient * total)),
            Column(f"{_ONE_MORE} edge by (points)", CHANGE, lambda term_range: term_range[0].coefficient),
            Column("Same optimal strategy", value=lambda term_range: _range_in_words(term_range[1])),
        ],
        f"House edge = {formula.text}. The deals are counted hand by hand under the optimal strategy, which "
        "has no closed form. Same optimal strategy: the range of this pay, all others fixed, in which "
        "no hand has a better decision.",
    )


def _odds_tables(section: Section, rules: Rules) -> list[Table]:
    name, bonus, first = _name(section, rules), section.wager in rules.bonuses, section.forms[0]
    changes = {count.name: term.coefficient for count, term in zip(section.counts, first.terms, strict=True)}
    heading = f"{_ONE_MORE} {'value' if bonus else 'edge'} by (points)"
    change = Column[Formula](heading, CHANGE, lambda formula: changes[formula.name])
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
    often = columns.chance_columns(
        section.counts, lambda formula: Fraction(formula.value or 0, section.total), columns.percents(6)
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
            f"Expected return{assumed}; at a stake of 1 and the first published seed, where these apply.",
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


def _range_in_words(limits: PayRange) -> str:
    """Say between which pays the optimal strategy is the same; bounds in full where they are short."""
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
    symbols = [f"{symbol} = {number}" for symbol, number in formulas.symbols.items()]
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
