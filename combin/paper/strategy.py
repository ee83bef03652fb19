"""What a printed strategy says: the rule, examples, close calls, costs, figures, rules, tables and source."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.cards.cards import Deck
from combin.cards.ranking import Ranking
from combin.certificate.body import certificate_hash
from combin.decimals import percent
from combin.exact.base_game import FOLD
from combin.exact.statement import or_better
from combin.paper.by_card import by_card
from combin.paper.close_calls import close_calls
from combin.paper.faces import choices, commonest, example
from combin.paper.simpler import cost, simpler_strategies
from combin.paper.strategy_jackpot import jackpot_chapters
from combin.report.paytables import pay_table
from combin.report.words import decision_word
from combin.rules.errors import RulesError
from combin.version import __version__
from combin.words.rules import explained

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.cards.suit_classes import HandClass
    from combin.exact.analysis import Analysis
    from combin.exact.statement import Statement
    from combin.exact.strategy import Strategy
    from combin.paper.by_card import ByCard
    from combin.paper.close_calls import CloseCall
    from combin.paper.faces import Example
    from combin.paper.strategy_jackpot import JackpotChapter
    from combin.rules.resolved import Rules
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
class PayTable:
    """A pay table on which the strategy depends: its name and letter, its lines, and where it is stated."""

    name: str
    odds: str
    rule: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StrategyPage:
    """Everything that a printed strategy says, in the words and digits that are printed.

    `usual` names those of the `rules` that are as in most games, so that a card need not say them.
    """

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
    pay_tables: tuple[PayTable, ...]
    jackpots: tuple[JackpotChapter, ...]
    source: str
    made: str


def strategy_page(
    analysis: Analysis,
    *,
    options: Sequence[str] | None = None,
    stake: Fraction | None = None,
    meter: Fraction | None = None,
) -> StrategyPage:
    """Return what a printed strategy says.

    Args:
        analysis: the game under the tables that the strategy is printed for.
        options: pay tables of the jackpot, by option or letter; by default all.
        stake: the price of the jackpot wager, in money; by default the unit of its seeds.
        meter: what the meter shows, in money; by default its seed.

    Raises:
        RulesError: nothing is decided in the game.
        JackpotError: no such option, or a meter that none can be.
    """
    rules, best = analysis.rules, analysis.best
    says = _rules(rules)
    if not rules.play:
        raise RulesError((), f"{rules.file.id}: nothing is decided in this game")
    game, _, place = rules.file.title.partition(", ")
    tables = ", ".join(f"{rules.wagers[name].name} {analysis.letters[name]}" for name in rules.base_tables)
    return StrategyPage(
        title=f"{rules.file.title}: strategy" + (f" with {tables}" if tables else ""),
        game=game,
        place=place,
        tables=tables,
        statement=analysis.statement.text,
        steps=tuple(_steps(best, analysis.statement)),
        exceptions=_exceptions(analysis.statement),
        by_card=by_card(best, analysis.statement) if best.seen else None,
        figures=_figures(best),
        choices=tuple(decision_word(rules, choice) for choice in choices(best)),
        close_calls=close_calls(best, analysis.statement),
        base=rules.wagers[rules.base].name,
        simpler=tuple(
            _simpler(other, best) for other in (best, *simpler_strategies(best, analysis.statement))
        ),
        rules=tuple(statement[1:] for statement in says),
        usual=tuple(statement.about for statement in says if statement.topic in set(_usual(rules))),
        pay_tables=tuple(_pay_table(rules, name, analysis.letters[name]) for name in rules.base_tables),
        jackpots=jackpot_chapters(analysis, options=options, stake=stake, meter=meter),
        source=rules.file.source.whole,
        made=_made(analysis),
    )


def _steps(best: Strategy, statement: Statement) -> Iterator[Step]:
    """Yield the lines of the rule, the strongest hands first, each with the first hand on its side."""
    rules = best.game.rules
    if best.seen:
        return
    rest, lowest = "every hand", len(rules.ranking.strengths)
    for multiple, strength in statement.thresholds:
        lowest = strength.level
        hands = [
            one.hand for one, decision in best if decision == multiple and one.hand.strength.level >= lowest
        ]
        words = or_better(strength, rules.ranking) if lowest else rest
        rest = "the rest"
        yield Step(decision_word(rules, multiple).capitalize(), words, _first(hands, best), played=True)
    if lowest:
        hands = [one.hand for one, decision in best if decision == FOLD and one.hand.strength.level < lowest]
        yield Step("Fold", rest, _first(hands[::-1], best), played=False)


def _first(hands: Sequence[HandClass], strategy: Strategy) -> Example | None:
    """Return the commonest suits of the first strength as an example."""
    if not hands:
        return None
    first = commonest(one for one in hands if one.strength == hands[0].strength)
    return example(first, strategy.game.rules.ranking)


def _exceptions(statement: Statement) -> str:
    """Return the exceptions as the statement words them, if it has any."""
    return statement.text.partition("; but ")[2]


def _figures(best: Strategy) -> tuple[Figure, ...]:
    rules, found = best.game.rules, best.distribution
    base = rules.wagers[rules.base].name
    hands = sum(hands for hands, *_ in best.together.values())
    return (
        _figure(found.house_edge, f"house edge, per {base}"),
        _figure(found.element_of_risk, "element of risk, per unit wagered"),
        Figure(
            percent(best.play_rate, 2),
            percent(best.play_rate, 0),
            "of deals are played" if best.seen else "of hands are played",
            f"{best.hands_played:,} of {hands:,}" + (" hands and cards" if best.seen else ""),
        ),
    )


def _figure(value: Fraction, label: str) -> Figure:
    return Figure(_percent(value, 4), _percent(value, 2), label, str(value).replace("-", "−"))


def _percent(value: Fraction, digits: int) -> str:
    """Return a percentage with a true minus sign."""
    return percent(value, digits).replace("-", "−")


def _more(extra: Fraction, digits: int) -> str:
    """Return what is added to the edge; nothing where nothing is, and not 0 where something is."""
    least = Fraction(1, 2 * 100 * 10**digits)
    if not extra:
        return ""
    return f"under {percent(2 * least, digits)}" if extra < least else f"+{percent(extra, digits)}"


def _simpler(other: Strategy, best: Strategy) -> Simpler:
    extra = cost(other, best)
    return Simpler(
        "the best strategy" if other is best else other.name,
        percent(other.play_rate, 2) if other.seen else f"{other.hands_played:,}",
        _percent(other.distribution.house_edge, 4),
        _more(extra, 4),
        _more(extra, 2),
    )


def _rules(rules: Rules) -> list[RuleStatement]:
    """Return the rules on which the strategy depends, in plain words, with their places in the document."""
    topics = {"deck", "deal", "hands", "dealer", "decision", *rules.base_wagers}
    return [statement for statement in explained(rules) if statement.topic in topics]


def _usual(rules: Rules) -> Iterator[str]:
    """Yield of what topics the rules are as in most games."""
    yield "deal"
    if rules.deck == Deck():
        yield "deck"
    if rules.ranking.order == Ranking().order:
        yield "hands"


def _pay_table(rules: Rules, name: str, letter: str) -> PayTable:
    table = pay_table(rules, name)
    column = 1 + list(rules.tables[name]).index(letter)
    lines = tuple((row[0], row[column]) for row in table.cells if row[column] != "-")
    entry = rules.file.pay_tables[name][letter]
    return PayTable(f"{rules.wagers[name].name} {letter}", entry.odds, entry.rule, lines)


def _made(analysis: Analysis) -> str:
    """Return what counted, and the short hash of the certificate."""
    sha256 = certificate_hash(analysis.rules)
    return f"Counted over every deal by combin {__version__}; certificate {sha256[:12]}"
