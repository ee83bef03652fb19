"""What a printed strategy says: the rule, what simpler ones cost, figures, rules, jackpots; on what paper."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, groupby, pairwise
from math import inf
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import Deck
from combin.cards.ranking import Category, Ranking, Strength
from combin.cards.suit_classes import HandClass
from combin.certificate.body import certificate_hash
from combin.certificate.canonical import digest, rules_data
from combin.exact.analysis import Analysis
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.statement import decided, in_words
from combin.exact.strategy import Strategy
from combin.formats import BLEED, MARKS, PAPERS, Paper, Size
from combin.formats.tables import Table
from combin.formats.view import View, write_view
from combin.formatting import DOLLARS, Currency, capital, decimal
from combin.jackpot.answer import JackpotAnswer, ask_jackpot
from combin.jackpot.joint import BreakEven, JointGame
from combin.paper.hands import ANY, ByCard, CloseCall, Example, Words, by_card, close_calls, example
from combin.report.jackpot import option_names
from combin.report.rules import pay_table
from combin.report.strategy import many_ways
from combin.rules.errors import RulesError
from combin.version import __version__
from combin.words.catalogue import Catalogue, load_catalogue, seen_in_words
from combin.words.rules import PLAYERS, document_named, ended, explained, imprint_sentences, title_of


class Step(Struct, frozen=True):
    """One line of the rule: what to do with which hands, and the weakest such hand."""

    verb: str
    hands: str
    example: Example | None
    played: bool


class Simpler(Struct, frozen=True):
    """A simpler rule: share or number of hands played, house edge, and its cost over best play."""

    name: str
    hands_played: str
    edge: str
    cost: str
    short: str


class Figure(Struct, frozen=True):
    """A number with what it is; `short` has fewer digits."""

    value: str
    short: str
    label: str
    exact: str


class PrintedPays(Struct, frozen=True):
    """A pay table on which the strategy depends: its name and letter, its lines, and where it is stated."""

    name: str
    odds: str
    rule: str
    lines: tuple[tuple[str, str], ...]


class RatioStep(Struct, frozen=True):
    """What is also played above a ratio, with the dealer's card where one is seen.

    `base_stake` are the amounts of the base wager that are so for one jackpot wager ("$8 or less"). Very many
    `hands` are left out.
    """

    card: str
    above: str
    base_stake: str
    hands: tuple[str, ...]
    number: str
    returned: str


class JackpotChapter(Struct, frozen=True):
    """The strategy with one pay table of a jackpot wager; without steps that of the base game.

    `unchanged` are the ratio up to which nothing changes and the base wager that it is; "" if there is none.
    """

    name: str
    wager: str
    base: str
    stake: str
    lead: str
    unchanged: tuple[str, str]
    steps: tuple[RatioStep, ...]
    note: str


CARD_PIXELS_PER_INCH = 300
"""Of a card as PNG: its type is small."""


class StrategyPage(Answer, Struct, frozen=True):
    """Everything that a printed strategy says, in the words and digits that are printed.

    `usual` names those of the `rules` that are as in most games; `words` are the texts between the figures.
    """

    shown_by: ClassVar[str] = "combin.paper.strategy:strategy_text"

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
        cmyk: bool = False,
    ) -> tuple[Path, ...]:
        """Write it as .pdf, .svg, .png or .txt; return the files written, of a card two: `card-1.svg`.

        `size` is "wallet" (85.6 by 54 mm; the PDF has 3 mm of bleed outside), "a4" or "letter"; `sheet` is
        "a4" or "letter", full of cards, by default with `crop_marks`. A PDF may have its colours in `cmyk`.

        Raises:
            PrintError: another ending, or something does not fit.
            OSError: a file cannot be written.
            ValueError: no such size or paper.
        """
        from combin.formats.typesetter import PIXELS_PER_INCH, Press, print_document

        path = Path(path)
        if path.suffix.casefold() == ".txt":
            return write_view(self.view(), path)
        marks = crop_marks if crop_marks is not None else sheet is not None
        alone = Size(size) is Size.WALLET and sheet is None
        around = MARKS if marks else BLEED if path.suffix.casefold() == ".pdf" else 0
        outside = around if alone else 0
        template, data = self.laid_out(size, sheet, outside, crop_marks=marks, four_colours=four_colours)
        pixels = CARD_PIXELS_PER_INCH if alone else PIXELS_PER_INCH
        press = Press(pixels, outside, min(BLEED, outside), alone and not marks, font, cmyk)
        return print_document(template, data, path, press, others=(".txt",))

    def laid_out(
        self,
        size: str = Size.WALLET,
        sheet: str | None = None,
        outside: float = 0,
        *,
        crop_marks: bool = False,
        four_colours: bool = False,
    ) -> tuple[str, dict[str, Any]]:
        """The template of a card or a sheet, and what it shows; `outside` are millimetres around one card."""
        card = Size(size) is Size.WALLET
        paper = sheet if card else size
        width, height = PAPERS[Paper(paper)] if paper is not None else (0, 0)
        data = {
            **to_builtins(self),
            "four": four_colours,
            "sheet": sheet,
            "marks": crop_marks,
            "outside": outside or (MARKS if crop_marks else 0),
            "width": width,
            "height": height,
        }
        return ("strategy-card" if card else "strategy-sheet"), data

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
    """
    rules, best, statement = analysis.rules, analysis.best, analysis.statement
    catalogue = (catalogue or load_catalogue()).of(rules.file.imprint).to_player
    rules.require_decision()
    if many_ways(best):
        ways = f"{len(statement.by_card)} ways to play by the dealer's cards are too many to print"
        raise RulesError((), f"{rules.file.id}: {ways}; combin strategy --format json has them all")
    words, base = Words(best, statement, catalogue), rules.unit_name
    imprint, title = rules.file.imprint, title_of(rules, catalogue)
    game, _, place = title.partition(", ")
    entries = PLAYERS if not title.endswith(imprint.casino) else PLAYERS[1:]
    topics = {"deck", "deal", "hands", "dealer", "decision", *rules.base_wagers}
    says = [said for said in explained(rules, catalogue) if said.topic in topics]
    usual = {"deal"} | ({"deck"} if rules.deck == Deck() else set())
    usual |= {"hands"} if rules.ranking.order == Ranking().order else set()
    tables = ", ".join(f"{rules.wagers[name].name} {analysis.letters[name]}" for name in rules.base_tables)
    sha256, made = certificate_hash(rules), "card.counted"
    if sha256 is None:
        sha256, made = digest(rules_data(rules)), "card.counted_rules"
    return StrategyPage(
        title=catalogue("sheet.title_with" if tables else "sheet.title", game=title, tables=tables),
        game=game,
        place=place,
        tables=tables,
        statement=in_words(statement, rules, catalogue),
        steps=tuple(_steps(words)),
        exceptions=words.exceptions(statement),
        by_card=by_card(words) if best.seen else None,
        figures=_figures(best, catalogue),
        choices=tuple(map(words.decision, words.choices)),
        close_calls=close_calls(words),
        base=base,
        simpler=tuple(_simpler(other, best, catalogue) for other in (best, *simpler_strategies(words))),
        rules=tuple(said[1:] for said in says),
        usual=tuple(said.about for said in says if said.topic in usual),
        pay_tables=tuple(_pay_table(analysis, name, catalogue) for name in rules.base_tables),
        jackpots=jackpot_chapters(analysis, catalogue, options=options, stake=stake, meter=meter),
        source=document_named(rules.file.source, catalogue),
        made=catalogue(made, program=__version__, hash=sha256[:12]),
        imprint=tuple(map(ended, imprint_sentences(imprint, catalogue, entries))),
        words=_labels(catalogue, several=rules.file.deal.face_up > 1),
    )


def _steps(words: Words) -> Iterator[Step]:
    best, catalogue = words.best, words.catalogue
    if best.seen:
        return
    rest, lowest = catalogue("card.every_hand"), len(words.rules.ranking.strengths)
    for multiple, strength in words.statement.thresholds:
        lowest = strength.level
        hands = [one.hand for one, decision in best if decision == multiple]
        first = _first([hand for hand in hands if hand.strength.level >= lowest], words)
        named = words.hands_from(strength) if lowest else rest
        rest = catalogue("card.rest")
        yield Step(capital(words.decision(multiple)), named, first, played=True)
    if lowest:
        hands = [one.hand for one, decision in best if decision == FOLD and one.hand.strength.level < lowest]
        yield Step(capital(catalogue("verbs.fold")), rest, _first(hands[::-1], words), played=False)


def _first(hands: Sequence[HandClass], words: Words) -> Example | None:
    if not hands:
        return None
    first = (hand for hand in hands if hand.strength == hands[0].strength)
    return example(first, words.rules.ranking, words.catalogue)


def _labels(catalogue: Catalogue, *, several: bool) -> dict[str, str]:
    """The texts between the figures of a card or a sheet, of one card seen or `several`."""
    texts = {
        key.removeprefix("card."): text
        for key, text in catalogue.texts.items()
        if key.startswith(("card.", "sheet.", "text."))
    }
    texts |= {
        "without": catalogue("simpler.without"),
        "or_better": catalogue("hands.or_better", hand=""),
        "verb_fold": catalogue("verbs.fold"),
        "next": catalogue("statement.next"),
        "any_hand": catalogue.hand("any hand"),
        **{f"part_{part}": catalogue(f"parts.{part}") for part in ("deck", "hands", "dealer", "decision")},
        "language": catalogue("language.code"),
    }
    seen = catalogue("card.seen_several" if several else "card.seen")
    return {key: text.replace("{seen}", seen) for key, text in texts.items()}


def _figures(best: Strategy, catalogue: Catalogue) -> tuple[Figure, ...]:
    law, seen = best.distribution, best.seen
    figures = [
        Figure(catalogue.percent(edge, 4), catalogue.percent(edge), label, str(edge).replace("-", "−"))
        for edge, label in (
            (law.house_edge, catalogue("sheet.edge", base=best.game.rules.unit_name)),
            (law.element_of_risk, catalogue("sheet.risk")),
        )
    ]
    rate, short = (catalogue.percent(best.play_rate, digits) for digits in (2, 0))
    label = catalogue("sheet.deals_are_played" if seen else "sheet.hands_are_played")
    numbers = best.hands_played, sum(hands for hands, *_ in best.together.values())
    part, whole = (catalogue.number(str(number)) for number in numbers)
    exact = catalogue("sheet.part_with_cards" if seen else "sheet.part", part=part, whole=whole)
    return (*figures, Figure(rate, short, label, exact))


def _more(extra: Fraction, digits: int, catalogue: Catalogue) -> str:
    """A cost as a percentage: "" if there is none, and never 0 if there is one."""
    least = Fraction(1, 2 * 100 * 10**digits)
    if not extra:
        return ""
    if extra < least:
        return catalogue("simpler.under", percent=catalogue.percent(2 * least, digits))
    return catalogue.percent(extra, digits)


def _simpler(other: Strategy, best: Strategy, catalogue: Catalogue) -> Simpler:
    extra = cost(other, best)
    return Simpler(
        catalogue("simpler.best") if other is best else other.name,
        catalogue.percent(other.play_rate) if other.seen else catalogue.number(str(other.hands_played)),
        catalogue.percent(other.distribution.house_edge, 4),
        _more(extra, 4, catalogue),
        _more(extra, 2, catalogue),
    )


def _pay_table(analysis: Analysis, name: str, catalogue: Catalogue) -> PrintedPays:
    rules, letter = analysis.rules, analysis.letters[name]
    table, entry = pay_table(rules, name), rules.file.pay_tables[name][letter]
    column = 1 + list(rules.tables[name]).index(letter)
    cells = ((row[0], row[column]) for row in table.cells)
    lines = tuple((catalogue.hand(line), catalogue.number(pays)) for line, pays in cells if pays != "-")
    odds = catalogue(f"card.{entry.odds.replace(' ', '_')}")
    return PrintedPays(f"{rules.wagers[name].name} {letter}", odds, entry.rule, lines)


# -- simpler strategies --------------------------------------------------------------------------------


def simpler_strategies(words: Words) -> tuple[Strategy, ...]:
    """Simpler strategies that decide some hand otherwise than the optimal one, the cheapest first."""
    found: dict[tuple[int, ...], Strategy] = {words.best.decisions: words.best}
    for one in _candidates(words):
        found.setdefault(one.decisions, one)
    others = [one for one in found.values() if one is not words.best]
    return tuple(sorted(others, key=lambda strategy: strategy.distribution.house_edge))


def cost(strategy: Strategy, best: Strategy) -> Fraction:
    """The cost of a strategy: its house edge less that of the optimal one."""
    return strategy.distribution.house_edge - best.distribution.house_edge


def _candidates(words: Words) -> Iterator[Strategy]:
    best, statement, catalogue = words.best, words.statement, words.catalogue
    game, strengths = best.game, words.rules.ranking.strengths
    several, least = len(game.cases) > 1, min(game.rules.later)
    multiple = catalogue.number(game.rules.times_text(least))

    def from_hand(level: int, key: str = "") -> Strategy:
        # Stronger hands are played for more, as in the optimal strategy.
        name = words.hands_from(strengths[level])
        if several:
            name = catalogue("simpler.times", multiple=multiple, hands=name)
        return Strategy(catalogue(key, hands=name) if key else name, game, _from(level, words))

    if statement.exceptions or any(one.statement.exceptions for one in statement.by_card):
        yield Strategy(catalogue("simpler.without"), game, _plain(words))
    lowest = statement.thresholds[-1][1].level if statement.thresholds else len(strengths)
    if best.seen:
        lowest = _without_card(words)
        yield from_hand(lowest, "simpler.whatever")
    starts = [one.level for one in strengths if _starts_a_word(one.level, strengths)]
    if lowest:
        below = bisect_right(starts, lowest)
        yield from map(from_hand, starts[max(below - 1, 0) : below + 1])
        yield replace(named_strategy("mimic the dealer", game), name=catalogue("simpler.mimic"))
    yield Strategy(catalogue(f"simpler.{'never_fold' if several else 'always'}"), game, _from(0, words))
    if several and not game.rules.multiples[least]:
        name = catalogue("simpler.always_times", multiple=multiple)
        yield Strategy(name, game, (least,) * len(best.decisions))


def _from(lowest: int, words: Words) -> tuple[int, ...]:
    """The decisions to play from a level on, as in the optimal strategy, or for the least."""
    rules, arrays, decisions = words.rules, words.best.game.arrays, words.best.decisions
    least = [
        next((multiple for multiple, least in rules.later.items() if lowest <= level >= least), FOLD)
        for level in range(len(rules.ranking.strengths))
    ]
    if arrays is not None:
        return arrays.raised(decisions, least, lowest)
    pairs = zip(words.levels, decisions, strict=True)
    return tuple((decision or least[level]) if level >= lowest else FOLD for level, decision in pairs)


def _without_card(words: Words) -> int:
    """Return the level from which on a player who overlooks the dealer's card should play."""
    game = words.best.game
    gains = [0] * len(game.rules.ranking.strengths)
    for (level, line, decision), (_, *deals) in game.together(_from(0, words)).items():
        if decision != FOLD:
            nets = game.by_lines[line][decision]
            gains[level] += sum((net - game.fold) * count for net, count in zip(nets, deals, strict=True))
    sums = list(accumulate(reversed(gains)))
    return len(gains) - 1 - sums.index(max(sums))


def _starts_a_word(level: int, strengths: Sequence[Strength]) -> bool:
    """Whether "or better" than the hands of a level is said by one rank or by one category."""
    one, below = strengths[level], strengths[level - 1] if level else None
    if below is None or one.category is not below.category:
        return True
    return one.category in {Category.HIGH_CARD, Category.PAIR} and one.ranks[0] != below.ranks[0]


def _plain(words: Words) -> tuple[int, ...]:
    """Return the decisions by the thresholds alone; of what is raised before a card is seen, as it is."""
    best, by_rank, level_of, situations = words.best, words.by_rank, words.levels, words.best.game.matchups
    decisions: list[int] = []
    for span in situations.spans():
        seen = situations[span.start].seen
        said = words.statement if seen is None else by_rank[min(seen.ranks)]
        by_level = [decided(said, level) for level in range(len(words.rules.ranking.strengths))]
        decisions += (by_level[level_of[index]] for index in span)
    pairs = zip(best.decisions, decisions, strict=True)
    return tuple(one if one in words.rules.early else by_card for one, by_card in pairs)


# -- with a jackpot wager ------------------------------------------------------------------------------


MOST_STEPS = 4
"""The most ranges of the ratio; hands that switch nearest to one another are joined."""

MOST_STEPS_BY_CARD = 2
"""The same for each card of the dealer's that may be seen."""

MOST_HANDS = 240
"""The most hands listed with the dealer's cards; of more, the number alone is given."""


def jackpot_chapters(
    analysis: Analysis,
    catalogue: Catalogue,
    *,
    options: Sequence[str] | None,
    stake: Fraction | None,
    meter: Fraction | None,
) -> tuple[JackpotChapter, ...]:
    """A chapter for each pay table of each jackpot wager; a JackpotError if there is no such option.

    `options`, a price and a meter are of the one wager that has a meter, or of the first. Pay tables that
    change nothing, for the same reason, have one chapter: "Progressive A, B".
    """
    rules = analysis.rules
    asked = [(rules.metered, option) for option in options or ()]
    if options is None:
        asked = [(name, option) for name in rules.jackpots for option in option_names(rules, name)]
    chapters = []
    for name, option in asked:
        shown, price = (meter, stake) if name == rules.metered else (None, None)
        answer = ask_jackpot(rules, wager=name, option=option, meter=shown, stake=price)
        chapters.append(_chapter(analysis, catalogue, answer))
    joined = []
    same = groupby(chapters, lambda chapter: chapter.name if chapter.steps else (chapter.wager, chapter.lead))
    for _, (first, *others) in same:
        names = (first.name, *(one.name.removeprefix(f"{one.wager} ") for one in others))
        joined.append(replace(first, name=", ".join(names)))
    return tuple(joined)


def _chapter(analysis: Analysis, catalogue: Catalogue, answer: JackpotAnswer) -> JackpotChapter:
    rules, joint = analysis.rules, answer.joint(dict(analysis.letters))
    name, base = rules.wagers[answer.wager].name, rules.unit_name
    stake, several = answer.terms.stake, len(rules.tables[answer.wager]) > 1
    unstated = _unstated(answer, joint, catalogue)
    found = () if unstated else joint.break_evens
    if not joint.lost_on_fold:
        lead = catalogue("sheet.stays")
    elif not joint.break_evens:
        lead = catalogue("sheet.never_wins")
    else:
        lead = catalogue("sheet.lost_too", wager=name, base=base)
    unchanged, note = ("", ""), ""
    if found:
        if ratio := found[0].ratio:
            unchanged = catalogue.number(decimal(ratio, 4)), catalogue.money(stake / ratio)
        amount = catalogue.money(joint.meter * joint.unit)
        meter = catalogue("sheet.at_meter" if joint.meter_matters else "sheet.no_meter", meter=amount)
        note = f"{catalogue('sheet.between_cards' if joint.best.seen else 'sheet.between')} {meter}"
    return JackpotChapter(
        name=f"{name} {answer.terms.option or answer.terms.letter}" if several else name,
        wager=name,
        base=base,
        stake=catalogue.money(stake),
        lead=f"{lead} {unstated}".rstrip(),
        unchanged=unchanged,
        steps=() if unstated else _ratio_steps(joint, stake, catalogue),
        note=note,
    )


def _unstated(answer: JackpotAnswer, joint: JointGame, catalogue: Catalogue) -> str:
    """A sentence that the hands worth playing depend on a price or a meter that is not given, or ""."""
    money = any(line.prize.money is not None for line in answer.chances.table.lines)
    matters = {"price": money or joint.meter_matters, "meter": joint.meter_matters}
    if not joint.break_evens or not any(matters[term] for term in answer.open_terms):
        return ""
    terms = catalogue.all_of([catalogue(f"sheet.{term}") for term in answer.open_terms])
    return catalogue("sheet.open", terms=terms)


def _ratio_steps(joint: JointGame, stake: Fraction, catalogue: Catalogue) -> tuple[RatioStep, ...]:
    by_card: dict[tuple[int, str], list[BreakEven]] = {}
    for one in joint.break_evens:
        seen = one.situation.seen
        named = "" if seen is None else seen_in_words(sorted(seen.ranks), joint.game.rules, catalogue)
        by_card.setdefault((seen.group if seen else 0, named), []).append(one)
    steps = tuple(
        step
        for (_, card), found in sorted(by_card.items(), key=lambda hands: hands[0])
        for step in _steps_with(card, found, joint, stake, catalogue)
    )
    if joint.best.seen and sum(len(step.hands) for step in steps) > MOST_HANDS:
        return tuple(replace(step, hands=()) for step in steps)
    return steps


def _steps_with(
    card: str, break_evens: Sequence[BreakEven], joint: JointGame, stake: Fraction, catalogue: Catalogue
) -> Iterator[RatioStep]:
    """Yield the ranges of the ratio; a hand stands in that from which on it is played in all of its suits."""
    groups = _groups(break_evens, MOST_STEPS_BY_CARD if joint.best.seen else MOST_STEPS)
    step_of = {one.hand.strength: step for step, group in enumerate(groups) for one in group}
    for step, group in enumerate(groups):
        last = group[-1].ratio
        own = [one for one in break_evens if step_of[one.hand.strength] == step]
        strengths = sorted({one.hand.strength for one in own}, key=lambda strength: -strength.level)
        if strengths:
            low, high = (catalogue.percent(choose(one.returned for one in own)) for choose in (min, max))
            number = catalogue.number(str(sum(one.situation.weight for one in own)))
            amount = catalogue.money(stake / last) if last else ""
            yield RatioStep(
                card,
                catalogue.number(decimal(last, 4)),
                catalogue("card.or_less", amount=amount) if last else catalogue("card.any_amount"),
                tuple(catalogue.hand(joint.game.rules.ranking.describe(one)) for one in strengths),
                catalogue(f"sheet.number_of_{'situations' if card else 'hands'}", number=number),
                low if low == high else catalogue("deck.run", lowest=low, highest=high),
            )


def _groups(break_evens: Sequence[BreakEven], most: int) -> list[list[BreakEven]]:
    """Return hands that switch at about the same ratio together: of the same return, and the nearest."""

    def gap(before: float, after: float) -> float:
        if not before:
            return inf if after else 1
        return after / before

    groups = [list(group) for _, group in groupby(break_evens, key=lambda break_even: break_even.returned)]
    last = [float(group[-1].ratio) for group in groups]
    while len(groups) > most:
        gaps = [gap(before, after) for before, after in pairwise(last)]
        nearest = gaps.index(min(gaps))
        groups[nearest : nearest + 2] = [groups[nearest] + groups[nearest + 1]]
        del last[nearest]
    return groups


# -- as text -------------------------------------------------------------------------------------------


def strategy_text(page: StrategyPage, _: int = 10) -> View:
    """Return what a printed strategy says, as lines and tables of text; its records are the simpler rules."""
    return View(
        page.title,
        tuple(_lines(page)),
        tuple(table for table in _tables(page) if table.rows),
        lambda: to_builtins(page),
        lambda: [
            {"rule": one.name, "played": one.hands_played, "house_edge": one.edge, "costs": one.cost}
            for one in page.simpler
        ],
    )


def _lines(page: StrategyPage) -> Iterator[str]:
    if page.by_card is None:
        yield page.statement
    elif page.by_card.always:
        yield page.say("text.whatever", rule=page.by_card.always)
    for step in page.steps:
        if step.example is not None:
            cards = " ".join(card["rank"] + card["glyph"] for card in step.example.cards)
            yield page.say("text.or_better" if step.played else "text.for_one", verb=step.verb, cards=cards)
    figures = (f"{one.value} {one.label} ({one.exact})" for one in page.figures)
    yield page.say("next").join(figures) + "."
    yield from (f"{one.name}. {one.lead}" for one in page.jackpots if not one.steps)
    yield page.say("rules", source=page.source)
    yield f"{page.made}."
    if page.imprint:
        yield " ".join(page.imprint)


def _tables(page: StrategyPage) -> Iterator[Table]:
    say, by_card = page.say, page.by_card
    if by_card is not None:
        played = (say("with", decision=capital(choice)) for choice in by_card.choices)
        columns = (say("sheet.card"), *played, say("but"))
        rows = tuple((row.card, *(hand or "-" for hand in row.hands), row.exceptions) for row in by_card.rows)
        yield Table(say("text.by_card"), columns, rows, by_card.note).without_blanks()
    yield _close_calls(page)
    if len(page.simpler) > 1:
        number = say("sheet.hands_played" if by_card is None else "sheet.deals_played")
        figures = (number, say("house_edge"), say("sheet.costs", base=page.base))
        yield Table(
            say("sheet.simpler"),
            (say("rule"), *(f">{heading}" for heading in figures)),
            tuple((one.name, one.hands_played, one.edge, one.cost) for one in page.simpler),
        )
    for one in page.pay_tables:
        title = f"{one.name}, {say('sheet.pays', odds=one.odds)}"
        yield Table(title, (say("text.line"), f">{say('text.pays')}"), one.lines)
    yield from (_jackpot(page, chapter) for chapter in page.jackpots if chapter.steps)
    headings = tuple(say(key) for key in ("text.about", "rule", "sheet.stated_in"))
    yield Table(say("sheet.for_rules"), headings, page.rules).without_blanks()


def _close_calls(page: StrategyPage) -> Table:
    say = page.say
    columns = (
        *(say("hand"), say("sheet.against"), say("sheet.suits"), say("sheet.do")),
        *(f">{say('sheet.value_of', decision=choice)}" for choice in page.choices),
        *(say("text.range"), f">{say('sheet.value_of_fold')}", f">{say('sheet.hands')}"),
    )
    rows = tuple(
        (
            *(call.example.hand, call.against, "" if call.suits == ANY else call.suits, call.decision),
            *call.values,
            dict(zip(call.values, call.ranges, strict=True))[call.value],
            call.fold,
            "" if call.against else call.hands,
        )
        for call in page.close_calls
    )
    return Table(say("close_calls"), columns, rows, say("text.values", base=page.base)).without_blanks()


def _jackpot(page: StrategyPage, chapter: JackpotChapter) -> Table:
    say, base, (ratio, stake) = page.say, chapter.base, chapter.unchanged
    card, rows = say("sheet.any") if chapter.steps[0].card else "", []
    if ratio:
        up_to, more = say("sheet.up_to", ratio=ratio), say("sheet.or_more", amount=stake)
        rows.append((card, up_to, more, say("sheet.nothing_more"), ""))
    for step in chapter.steps:
        hands = f"{', '.join(step.hands)} ({step.number})" if step.hands else step.number
        rows.append((step.card, say("sheet.above", ratio=step.above), step.base_stake, hands, step.returned))
    columns = (
        say("sheet.card"),
        f"{chapter.wager} / {base}",
        say("sheet.beside", base=base, stake=chapter.stake),
        say("sheet.play_also"),
        f">{say('sheet.returns')}",
    )
    title = say("with_jackpot", name=chapter.name).rstrip(": \u00a0")
    return Table(title, columns, tuple(rows), f"{chapter.lead} {chapter.note}").without_blanks()
