"""What a printed strategy says: the rule, examples, close calls, costs, figures, rules, tables and source."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import Deck
from combin.cards.ranking import Category, Ranking
from combin.cards.suit_classes import SuitPattern
from combin.certificate.body import certificate_hash
from combin.certificate.canonical import digest, rules_data
from combin.decimals import decimal, plain
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.pay_lines import names_suit
from combin.exact.statement import (
    CardStatement,
    exceptions_in_words,
    in_words,
    matched,
    when_beside,
    when_matched,
)
from combin.exact.strategy import Strategy
from combin.formats import Size
from combin.formatting import DOLLARS, Currency, capital
from combin.paper.by_card import (
    Example,
    Face,
    by_card,
    choices,
    commonest,
    commonest_situation,
    dealers_card,
    decided,
    example,
    levels,
    said_by_rank,
)
from combin.paper.strategy_jackpot import jackpot_chapters
from combin.report.rules import pay_table
from combin.report.words import mean, shortened
from combin.version import __version__
from combin.words.catalogue import decision_name, hands_from, load_catalogue, seen_named
from combin.words.rules import PLAYERS, document_named, ended, explained, imprint_sentences, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.cards.suit_classes import HandClass
    from combin.exact.analysis import Analysis
    from combin.exact.matchups import Seen
    from combin.exact.short_rule import ShortRule
    from combin.exact.statement import Statement
    from combin.exact.strategy import Border, Strategy
    from combin.paper.by_card import ByCard, Example
    from combin.paper.strategy_jackpot import JackpotChapter
    from combin.rules.resolved import Rules
    from combin.words.catalogue import Catalogue
    from combin.words.rules import RuleStatement


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the rule: what to do with which hands, and the weakest such hand."""

    verb: str
    hands: str
    example: Example | None
    played: bool


@dataclass(frozen=True, slots=True)
class Simpler:
    """A simpler rule, how much is played, the edge under it, and how much higher than under the best one."""

    name: str
    hands_played: str
    edge: str
    cost: str
    short: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with what it is; `short` has fewer digits."""

    value: str
    short: str
    label: str
    exact: str


@dataclass(frozen=True, slots=True)
class PrintedPays:
    """A pay table on which the strategy depends: its name and letter, its lines, and where it is stated."""

    name: str
    odds: str
    rule: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, repr=False)
class StrategyPage(Answer):
    """Everything that a printed strategy says, in the words and digits that are printed.

    `usual` names those of the `rules` that are as in most games; `words` are the texts between the figures.
    """

    shown_by: ClassVar[str] = "combin.paper.strategy_paper:strategy_text"
    written_by: ClassVar[str] = "combin.paper.strategy_paper:write_strategy"

    title: str
    game: str
    place: str
    tables: str
    statement: str
    steps: tuple[Step, ...]
    exceptions: str
    by_card: ByCard | None
    figures: tuple[Figure, ...]
    choices: tuple[str, ...]
    close_calls: tuple[CloseCall, ...]
    base: str
    simpler: tuple[Simpler, ...]
    rules: tuple[tuple[str, str, str], ...]
    usual: tuple[str, ...]
    pay_tables: tuple[PrintedPays, ...]
    jackpots: tuple[JackpotChapter, ...]
    source: str
    made: str
    imprint: tuple[str, ...]
    words: dict[str, str]

    @property
    def currency(self) -> Currency:
        """That of the words, in which all amounts are written already."""
        return DOLLARS

    def write(
        self,
        path: str | Path,
        *,
        size: str = Size.WALLET,
        sheet: str | None = None,
        crop_marks: bool | None = None,
        four_colours: bool = False,
        font: str = "",
    ) -> tuple[Path, ...]:
        """Write it on a card or a sheet, as `write_strategy` does; return the files written."""
        return self._written(
            path, size=size, sheet=sheet, crop_marks=crop_marks, four_colours=four_colours, font=font
        )

    def say(self, key: str, **fields: object) -> str:
        """Return one of the words with its fields filled in."""
        return self.words[key].format(**fields)


def strategy_page(
    analysis: Analysis,
    *,
    options: Sequence[str] | None = None,
    stake: Fraction | None = None,
    meter: Fraction | None = None,
    catalogue: Catalogue | None = None,
) -> StrategyPage:
    """Return what a printed strategy says, with the pay tables of the jackpot by option or letter (or all).

    `stake` is the price of the jackpot wager in money, by default the unit of its seeds, and `meter` what its
    meter shows, by default its seed.

    Raises:
        RulesError: nothing is decided in the game.
        JackpotError: no such option, or a meter that none can be.
    """
    rules, best = analysis.rules, analysis.best
    catalogue = (catalogue or load_catalogue()).of(rules.file.imprint)
    says = _rules(rules, catalogue)
    rules.require_decision()
    title = title_of(rules, catalogue)
    game, _, place = title.partition(", ")
    exceptions = exceptions_in_words(analysis.statement, rules, catalogue)
    tables = ", ".join(f"{rules.wagers[name].name} {analysis.letters[name]}" for name in rules.base_tables)
    short = shortened(best, analysis.statement)
    note = ""
    if short is not None and (lost := cost(short.strategy, best)):
        note = catalogue("card.groups", cost=_more(lost, 4, catalogue).lstrip("+"), base=rules.unit_name)
    return StrategyPage(
        title=catalogue("sheet.title_with", game=title, tables=tables)
        if tables
        else catalogue("sheet.title", game=title),
        game=game,
        place=place,
        tables=tables,
        statement=in_words(analysis.statement, rules, catalogue),
        steps=tuple(_steps(best, analysis.statement, catalogue)),
        exceptions=exceptions and f"{exceptions}.",
        by_card=by_card(best, analysis.statement, catalogue, short, note) if best.seen else None,
        figures=_figures(best, catalogue),
        choices=tuple(decision_name(rules, choice, catalogue) for choice in choices(best)),
        close_calls=close_calls(best.later, _said(analysis.statement, short), catalogue),
        base=rules.unit_name,
        simpler=tuple(
            _simpler(other, best, catalogue)
            for other in (best, *simpler_strategies(best, analysis.statement, catalogue, short))
        ),
        rules=tuple(statement[1:] for statement in says),
        usual=tuple(statement.about for statement in says if statement.topic in set(_usual(rules))),
        pay_tables=tuple(
            _pay_table(rules, name, analysis.letters[name], catalogue) for name in rules.base_tables
        ),
        jackpots=jackpot_chapters(analysis, catalogue, options=options, stake=stake, meter=meter),
        source=document_named(rules.file.source, catalogue),
        made=_made(analysis, catalogue),
        imprint=tuple(map(ended, imprint_sentences(rules.file.imprint, catalogue, PLAYERS))),
        words=_labels(catalogue, short, several=rules.file.deal.face_up > 1),
    )


def _said(statement: Statement, short: ShortRule | None) -> Statement:
    """Return what a page says of each thing that is seen: a statement, or the groups of a short rule."""
    if short is None or short.cases:
        return statement
    pairs = zip(short.groups, short.statements, strict=True)
    return replace(statement, by_card=tuple(CardStatement(group, said) for group, said in pairs))


def _steps(best: Strategy, statement: Statement, catalogue: Catalogue) -> Iterator[Step]:
    rules = best.game.rules
    if best.seen:
        return
    rest, lowest = catalogue("card.every_hand"), len(rules.ranking.strengths)
    for multiple, strength in statement.thresholds:
        lowest = strength.level
        hands = [
            one.hand for one, decision in best if decision == multiple and one.hand.strength.level >= lowest
        ]
        told = hands_from(strength, rules.ranking, catalogue) if lowest else rest
        rest = catalogue("card.rest")
        verb = capital(decision_name(rules, multiple, catalogue))
        yield Step(verb, told, _first(hands, best, catalogue), played=True)
    if lowest:
        hands = [one.hand for one, decision in best if decision == FOLD and one.hand.strength.level < lowest]
        yield Step(capital(catalogue("verbs.fold")), rest, _first(hands[::-1], best, catalogue), played=False)


def _first(hands: Sequence[HandClass], strategy: Strategy, catalogue: Catalogue) -> Example | None:
    if not hands:
        return None
    first = commonest(one for one in hands if one.strength == hands[0].strength)
    return example(first, strategy.game.rules.ranking, catalogue)


def _labels(catalogue: Catalogue, short: ShortRule | None, *, several: bool) -> dict[str, str]:
    """Return what stands between the figures of a card or a sheet, of one card seen or `several`."""
    card = {
        key.removeprefix("card."): text for key, text in catalogue.texts.items() if key.startswith("card.")
    }
    sheet = {key: text for key, text in catalogue.texts.items() if key.startswith(("sheet.", "text."))}
    more = {
        "without": catalogue("simpler.without" if short is None else "simpler.groups"),
        "or_better": catalogue("hands.or_better", hand=""),
        "verb_fold": catalogue("verbs.fold"),
        "next": catalogue("statement.next"),
        "any_hand": catalogue.hand("any hand"),
    }
    if short is not None:
        card["left_out"] = card["groups"]
    parts = {f"part_{part}": catalogue(f"parts.{part}") for part in ("deck", "hands", "dealer", "decision")}
    seen = catalogue("card.seen_several" if several else "card.seen")
    labels = {**card, **sheet, **more, **parts, "language": catalogue("language.code")}
    return {key: text.replace("{seen}", seen) for key, text in labels.items()}


def _figures(best: Strategy, catalogue: Catalogue) -> tuple[Figure, ...]:
    rules, found = best.game.rules, best.distribution
    base = rules.unit_name
    hands = sum(hands for hands, *_ in best.together.values())
    return (
        _figure(found.house_edge, catalogue("sheet.edge", base=base), catalogue),
        _figure(found.element_of_risk, catalogue("sheet.risk"), catalogue),
        Figure(
            catalogue.percent(best.play_rate, 2),
            catalogue.percent(best.play_rate, 0),
            catalogue("sheet.deals_are_played" if best.seen else "sheet.hands_are_played"),
            catalogue(
                "sheet.part_with_cards" if best.seen else "sheet.part",
                part=catalogue.number(str(best.hands_played)),
                whole=catalogue.number(str(hands)),
            ),
        ),
    )


def _figure(value: Fraction, label: str, catalogue: Catalogue) -> Figure:
    return Figure(catalogue.percent(value, 4), catalogue.percent(value), label, str(value).replace("-", "−"))


def _more(extra: Fraction, digits: int, catalogue: Catalogue) -> str:
    """Return what is added to the edge; nothing where nothing is, and not 0 where something is."""
    least = Fraction(1, 2 * 100 * 10**digits)
    if not extra:
        return ""
    if extra < least:
        return catalogue("simpler.under", percent=catalogue.percent(2 * least, digits))
    return f"+{catalogue.percent(extra, digits)}"


def _simpler(other: Strategy, best: Strategy, catalogue: Catalogue) -> Simpler:
    extra = cost(other, best)
    return Simpler(
        catalogue("simpler.best") if other is best else other.name,
        catalogue.percent(other.play_rate) if other.seen else catalogue.number(str(other.hands_played)),
        catalogue.percent(other.distribution.house_edge, 4),
        _more(extra, 4, catalogue),
        _more(extra, 2, catalogue),
    )


def _rules(rules: Rules, catalogue: Catalogue) -> list[RuleStatement]:
    topics = {"deck", "deal", "hands", "dealer", "decision", *rules.base_wagers}
    return [statement for statement in explained(rules, catalogue) if statement.topic in topics]


def _usual(rules: Rules) -> Iterator[str]:
    yield "deal"
    if rules.deck == Deck():
        yield "deck"
    if rules.ranking.order == Ranking().order:
        yield "hands"


def _pay_table(rules: Rules, name: str, letter: str, catalogue: Catalogue) -> PrintedPays:
    table = pay_table(rules, name)
    column = 1 + list(rules.tables[name]).index(letter)
    lines = tuple(
        (catalogue.hand(row[0]), catalogue.number(row[column])) for row in table.cells if row[column] != "-"
    )
    entry = rules.file.pay_tables[name][letter]
    odds = catalogue(f"card.{entry.odds.replace(' ', '_')}")
    return PrintedPays(f"{rules.wagers[name].name} {letter}", odds, entry.rule, lines)


def _made(analysis: Analysis, catalogue: Catalogue) -> str:
    """Return what counted, and the short hash of the certificate, or of the rules where there is none."""
    if (sha256 := certificate_hash(analysis.rules)) is not None:
        return catalogue("card.counted", program=__version__, hash=sha256[:12])
    return catalogue("card.counted_rules", program=__version__, hash=digest(rules_data(analysis.rules))[:12])


def simpler_strategies(
    best: Strategy, statement: Statement, catalogue: Catalogue, short: ShortRule | None = None
) -> tuple[Strategy, ...]:
    """Return simpler strategies that decide some hand otherwise than the best one, the cheapest first."""
    found: dict[tuple[int, ...], Strategy] = {best.decisions: best}
    for one in _candidates(best, statement, catalogue, short):
        found.setdefault(one.decisions, one)
    others = [one for one in found.values() if one is not best]
    return tuple(sorted(others, key=lambda strategy: strategy.distribution.house_edge))


def cost(strategy: Strategy, best: Strategy) -> Fraction:
    """Return how much higher the house edge of a strategy is than that of the best one."""
    return strategy.distribution.house_edge - best.distribution.house_edge


def _candidates(
    best: Strategy, statement: Statement, catalogue: Catalogue, short: ShortRule | None
) -> Iterator[Strategy]:
    game, ranking = best.game, best.game.rules.ranking
    several, least = len(game.cases) > 1, min(game.rules.later)
    multiple = catalogue.number(game.rules.times_text(least))

    def from_hand(level: int, key: str = "") -> Strategy:
        # Stronger hands are played for more, as the best strategy does.
        name = hands_from(ranking.strengths[level], ranking, catalogue)
        if several:
            name = catalogue("simpler.times", multiple=multiple, hands=name)
        return Strategy(catalogue(key, hands=name) if key else name, game, _from(level, best))

    if short is not None:
        if cost(short.strategy, best):
            yield replace(short.strategy, name=catalogue("simpler.groups"))
    elif statement.exceptions or any(one.statement.exceptions for one in statement.by_card):
        yield Strategy(catalogue("simpler.without"), game, _plain(best, statement))
    lowest = statement.thresholds[-1][1].level if statement.thresholds else len(ranking.strengths)
    if best.seen:
        lowest = _without_card(best)
        yield from_hand(lowest, "simpler.whatever")
    starts = [one.level for one in ranking.strengths if _starts_a_word(one.level, best)]
    if lowest:
        below = bisect_right(starts, lowest)
        yield from map(from_hand, starts[max(below - 1, 0) : below + 1])
        yield replace(named_strategy("mimic the dealer", game), name=catalogue("simpler.mimic"))
    yield Strategy(catalogue(f"simpler.{'never_fold' if several else 'always'}"), game, _from(0, best))
    if several and not game.rules.multiples[least]:
        name = catalogue("simpler.always_times", multiple=multiple)
        yield Strategy(name, game, (least,) * len(best.decisions))


def _from(lowest: int, best: Strategy) -> tuple[int, ...]:
    """Return the decisions to play from a level on, as the best strategy does, or for the least."""
    rules, arrays = best.game.rules, best.game.arrays
    least = [
        next((multiple for multiple, least in rules.later.items() if lowest <= level >= least), FOLD)
        for level in range(len(rules.ranking.strengths))
    ]
    if arrays is not None:
        return arrays.raised(best.decisions, least, lowest)
    pairs = zip(levels(best), best.decisions, strict=True)
    return tuple((decision or least[level]) if level >= lowest else FOLD for level, decision in pairs)


def _without_card(best: Strategy) -> int:
    """Return the level from which on a player who overlooks the dealer's card should play."""
    game = best.game
    gains = [0] * len(game.rules.ranking.strengths)
    for (level, line, decision), (_, *deals) in game.together(_from(0, best)).items():
        if decision != FOLD:
            nets = game.by_lines[line][decision]
            gains[level] += sum((net - game.fold) * count for net, count in zip(nets, deals, strict=True))
    sums = list(accumulate(reversed(gains)))
    return len(gains) - 1 - sums.index(max(sums))


def _starts_a_word(level: int, best: Strategy) -> bool:
    """Tell whether "or better" than the hands of a level is said by one rank or by one category."""
    strengths = best.game.rules.ranking.strengths
    one, below = strengths[level], strengths[level - 1] if level else None
    if below is None or one.category is not below.category:
        return True
    return one.category in {Category.HIGH_CARD, Category.PAIR} and one.ranks[0] != below.ranks[0]


def _plain(best: Strategy, statement: Statement) -> tuple[int, ...]:
    """Return the decisions by the thresholds alone; of what is raised before a card is seen, as it is."""
    by_rank, situations, level_of = said_by_rank(statement), best.game.matchups, levels(best)
    decisions: list[int] = []
    for span in situations.spans():
        seen = situations[span.start].seen
        said = statement if seen is None else by_rank[min(seen.ranks)]
        by_level = [decided(said, level) for level in range(len(best.game.rules.ranking.strengths))]
        decisions += (by_level[level_of[index]] for index in span)
    early, pairs = best.game.rules.early, zip(best.decisions, decisions, strict=True)
    return tuple(one if one in early else by_card for one, by_card in pairs)


CLOSEST = 8
"""Rows of close calls that are kept at most, those whose decision gains the least."""


ANY = "any"
"""The suits of a call that does not depend on them."""


TWO_OF_ONE_SUIT = {SuitPattern.FIRST_TWO, SuitPattern.OUTER_TWO, SuitPattern.LAST_TWO}
"""The patterns of three cards in two suits."""


@dataclass(frozen=True, slots=True)
class CloseCall:
    """Hands near a border: the mean value of each decision ("" if not allowed), and its range over the suits.

    `against` is the dealer's card where one is seen, `seen` the same to draw where its suit decides;
    `as_said` is whether the thresholds say what to do with all of them. `gain` is over the next best one,
    `bar` the same in thousandths of the largest; `value` is that of the decision, or of the best one to play.
    """

    example: Example
    against: str
    seen: Face | None
    suits: str
    as_said: bool
    hands: str
    decision: str
    played: bool
    values: tuple[str, ...]
    ranges: tuple[str, ...]
    fold: str
    value: str
    gain: str
    bar: int


@dataclass(frozen=True, slots=True)
class _Group:
    """Hands of one strength and one decision; how much it gains over the next best one, in the mean."""

    borders: list[Border]
    suits: str
    gain: Fraction
    as_said: bool


def close_calls(best: Strategy, statement: Statement, catalogue: Catalogue) -> tuple[CloseCall, ...]:
    """Return the hands of the nearest strengths around each border, the strongest first.

    Where a card is seen, half of the rows are for hands that thresholds decide in all suits, if possible.
    """
    groups = list(_groups(best, statement, catalogue))
    order = sorted(range(len(groups)), key=lambda place: groups[place].gain)
    if best.seen:
        half = [place for place in order if groups[place].as_said][: CLOSEST // 2]
        others = [place for place in order if not groups[place].as_said][: CLOSEST // 2]
        order = list(dict.fromkeys((*half, *others, *order)))
    kept = [groups[place] for place in sorted(order[:CLOSEST])]
    most = max((one.gain for one in kept), default=Fraction(0)) or Fraction(1)
    return tuple(_close_call(one, best, most, catalogue) for one in kept)


def _groups(best: Strategy, statement: Statement, catalogue: Catalogue) -> Iterator[_Group]:
    by_rank = said_by_rank(statement)
    # With some hands the rules allow one decision alone.
    free = (border for border in best.borders(1 if best.seen else 2) if len(border.values) > 1)
    together: dict[tuple[int, int], list[Border]] = {}
    for border in free:
        together.setdefault(_situation(border, best), []).append(border)
    for borders in together.values():
        by_decision: dict[int, list[Border]] = {}
        for border in borders:
            by_decision.setdefault(border.decision, []).append(border)
        suits = _suits(by_decision, best, catalogue)
        for decision, group in by_decision.items():
            level = group[0].hand.strength.level
            seen = group[0].situation.seen
            said = [statement] if seen is None else [by_rank[rank] for rank in _alike(seen, best)]
            as_said = suits[decision] == ANY and all(decided(one, level) == decision for one in said)
            yield _Group(group, suits[decision], _gain(group), as_said)


def _situation(border: Border, best: Strategy) -> tuple[int, int]:
    seen = border.situation.seen
    return (0 if seen is None else min(_alike(seen, best))), border.hand.strength.level


def _alike(seen: Seen, best: Strategy) -> frozenset[int]:
    """Return what is seen of the dealer's cards, with all that differs by suits alone if suits are equal."""
    rules = best.game.rules
    named = any(map(names_suit, best.game.tables.values()))
    if rules.sights is None or named or not rules.deck.regular:
        return seen.ranks
    return rules.sights.alike(seen.group)


def _gain(group: Sequence[Border]) -> Fraction:
    decision = group[0].decision
    others = (_mean(group, choice) for choice, _ in group[0].values if choice != decision)
    return _mean(group, decision) - max(others)


def _mean(group: Sequence[Border], choice: int) -> Fraction:
    return mean((dict(border.values)[choice], border.situation.weight) for border in group)


def _close_call(border_group: _Group, best: Strategy, most: Fraction, catalogue: Catalogue) -> CloseCall:
    rules, group, gain = best.game.rules, border_group.borders, border_group.gain
    decision = group[0].decision
    ranking, shown = rules.ranking, commonest_situation(border.situation for border in group)
    values = {
        choice: [dict(border.values)[choice] for border in group]
        for choice in choices(best)
        if choice in dict(group[0].values)
    }
    means = {choice: _mean(group, choice) for choice in values}
    return CloseCall(
        example=example(shown.hand, ranking, catalogue),
        against=seen_named(sorted(_alike(shown.seen, best)), rules, catalogue) if shown.seen else "",
        seen=dealers_card(shown, ranking, catalogue) if border_group.suits != ANY else None,
        suits=border_group.suits,
        as_said=border_group.as_said,
        hands=catalogue.number(str(sum(border.situation.weight for border in group))),
        decision=decision_name(rules, decision, catalogue),
        played=decision != FOLD,
        values=tuple(
            catalogue.number(decimal(means[choice], 4)) if choice in means else "" for choice in choices(best)
        ),
        ranges=tuple(_range(values.get(choice, []), catalogue) for choice in choices(best)),
        fold=catalogue.number(plain(_mean(group, FOLD))),
        value=catalogue.number(decimal(means[decision] if decision in means else max(means.values()), 4)),
        gain=catalogue.number(decimal(gain, 4)),
        bar=int(1000 * gain / most),
    )


def _suits(
    by_decision: Mapping[int, Sequence[Border]], best: Strategy, catalogue: Catalogue
) -> dict[int, str]:
    """Return for each decision about hands of one strength the suits with which it is taken."""
    if len(by_decision) == 1:
        return dict.fromkeys(by_decision, ANY)
    rows = [(border.situation, border.decision) for group in by_decision.values() for border in group]
    if best.game.rules.ranking.dealt > 3:
        ranking = best.game.rules.ranking
        told = when_beside(rows).items()
        return {decision: beside.in_words(ranking, catalogue) if beside else "" for decision, beside in told}
    if matched(rows[0][0], best.game.rules.deck) is not None:
        return when_matched(rows, best.game.rules.deck, catalogue)
    patterns = {
        decision: dict.fromkeys(border.hand.pattern for border in group)
        for decision, group in by_decision.items()
    }
    # With suits of the dealer's cards a pattern may be decided in several ways.
    if sum(map(len, patterns.values())) > len({one for same in patterns.values() for one in same}):
        return dict.fromkeys(patterns, catalogue("statement.some_suits"))
    return {decision: _patterns(list(same), catalogue) for decision, same in patterns.items()}


def _patterns(patterns: Sequence[SuitPattern], catalogue: Catalogue) -> str:
    if set(patterns) == TWO_OF_ONE_SUIT:
        return catalogue("statement.suits.two cards of one suit")
    return ", ".join(catalogue(f"statement.suits.{pattern}") for pattern in patterns)


def _range(values: Sequence[Fraction], catalogue: Catalogue) -> str:
    least, most = min(values, default=Fraction(0)), max(values, default=Fraction(0))
    ends = [catalogue.number(decimal(end, 4)) for end in (least, most)]
    return "" if least == most else catalogue("deck.run", lowest=ends[0], highest=ends[1])
