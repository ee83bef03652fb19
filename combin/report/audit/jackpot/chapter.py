"""The chapter about a progressive wager: which sections it has, and what they come to in short."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from combin.audit.quantities.increments import span
from combin.decimals import percent
from combin.formats.blocks import Heading, Paragraph
from combin.formats.tables import Table
from combin.formatting import exactly, money
from combin.jackpot.meter.meter import JackpotError
from combin.report.audit.jackpot.folds import folds_section
from combin.report.audit.jackpot.limits import checks_section, limits_section
from combin.report.audit.jackpot.long_run import long_run_section, mean_span, wagers
from combin.report.audit.jackpot.price import envy_section, price_section
from combin.report.audit.jackpot.prizes import prizes_section
from combin.report.audit.jackpot.rates import mixed_section, rates_section
from combin.report.audit.jackpot.rounds import rounds_section
from combin.report.audit.jackpot.value import value_section
from combin.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from combin.audit.progressive import Progressive
    from combin.audit.subject import Subject
    from combin.formats.blocks import Block
    from combin.jackpot.answer import JackpotAnswer

    Chapter = Callable[[int], Iterator[Block]]
    Section = Callable[[Subject, Progressive], Iterator[Block]]

__all__ = ["jackpot_chapters", "jackpot_in_short"]


def jackpot_chapters(subject: Subject) -> Iterator[Chapter]:
    """Yield the chapter about the progressive wager, if the game has one; it takes its number."""
    if subject.progressive is not None:
        yield partial(_chapter, subject, subject.progressive)


def _chapter(subject: Subject, progressive: Progressive, number: int) -> Iterator[Block]:
    yield Heading(2, f"{number}. {progressive.name}")
    yield Paragraph(_introduced(progressive))
    sections = dict(_sections(progressive))
    if progressive.options:
        yield from _guarded(lambda: _in_short(progressive))
    for place, (title, section) in enumerate(sections.items(), start=1):
        yield Heading(3, f"{number}.{place} {title}")
        yield from _guarded(lambda section=section: section(subject, progressive))  # type: ignore[misc]


def _guarded(section: Callable[[], Iterator[Block]]) -> Iterator[Block]:
    """Yield a section, or why a jackpot like this one is beyond the analysis."""
    try:
        yield from list(section())
    except JackpotError as error:
        yield Paragraph(f"This cannot be worked out: {error}.")


def _sections(progressive: Progressive) -> Iterator[tuple[str, Section]]:
    yield "How often each prize is won", prizes_section
    share, folds = progressive.first.value.share, progressive.first.chances.lost_on_fold
    if share and progressive.options:
        yield "What a wager is worth at a given meter", value_section
    elif progressive.first.value.money or share:
        yield "What a wager is worth at a given price and meter", price_section
    if progressive.rates:
        yield "The meter in the long run", long_run_section
        yield "The published increment rates", rates_section
        if len(progressive.letters) > 1:
            yield "If the options were mixed", mixed_section
    if progressive.first.value.envy:
        yield "Who gets an envy bonus", envy_section
    if folds:
        yield "Folding with a jackpot wager on the table", folds_section
    if progressive.shares_flushes:
        yield "Several winners in one round", rounds_section
    if progressive.rates:
        yield "What the long-run law leaves out", limits_section
        yield "Cross-checks", checks_section


def _introduced(progressive: Progressive) -> str:
    rules, wager = progressive.rules, progressive.rules.jackpot_wager(progressive.wager)
    cards = rules.file.deal.player + rules.file.deal.jackpot
    hand = {
        "player": f"the player's {_in_words(rules.file.deal.player)} cards",
        "player and jackpot cards": (
            f"{_in_words(cards)} cards: the player's {_in_words(rules.file.deal.player)} and the "
            f"{_in_words(rules.file.deal.jackpot)} jackpot cards that all seats share"
        ),
    }.get(wager.hand, "the best five cards of the player's and the others that count")
    needs = " and ".join(rules.wagers[name].name for name in wager.needs)
    parts = [f"A {progressive.name} wager ({wager.rule}) is decided by {hand}."]
    if needs:
        parts.append(f"It can only be placed beside {'an' if needs[0] in 'AEIOU' else 'a'} {needs}.")
    if progressive.options:
        parts.append(
            "It is paid in part from a meter that grows with the wagers, in part by the house. All money in "
            "this chapter is for a wager of $1: for another price, multiply seed, meter and prizes by it."
        )
    else:
        parts.append("The document states neither what it costs nor where its meter starts and how it grows.")
    return " ".join(parts)


def _in_words(number: int) -> str:
    return {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}.get(number, str(number))


def _in_short(progressive: Progressive) -> Iterator[Block]:
    options = progressive.options
    answers = [progressive.answers[letter] for letter in options.values()]
    rows = [
        ("fixed prizes return", *(percent(one.value.odds + one.value.money, 4) for one in answers)),
        *_envied(answers),
        (
            f"each {money(10_000)} on the meter adds",
            *(percent(one.value.share * 10_000, 4) for one in answers),
        ),
        ("an even game at a meter of", *map(_even, answers)),
    ]
    if progressive.rates:
        runs = {option: [run.long_run_return for run in progressive.of_option(option)] for option in options}
        rows.append(("long-run return to a player who never folds", *(span(own) for own in runs.values())))
        if progressive.first.chances.lost_on_fold:
            played = [
                span([run - progressive.lost_by_folding(letter) for run in runs[option]])
                for option, letter in options.items()
            ]
            rows.append(("long-run return with the best strategy of the base game", *played))
        resets = " or ".join(f"a {one.name}" for one in progressive.long_runs[0].prizes if one.share == 1)
        means = [mean_span([run.mean_meter for run in progressive.of_option(option)]) for option in options]
        rows.append((f"mean prize of {resets}" if resets else "mean meter when a prize is won", *means))
    yield Table("", ("Per $1 wagered", *(f">Option {option}" for option in options)), tuple(rows))


def _envied(answers: Sequence[JackpotAnswer]) -> list[tuple[str, ...]]:
    """Return the row of the envy bonuses, where there are any."""
    if not any(one.value.envy and one.others for one in answers):
        return []
    row = f"envy bonuses of {counted(answers[0].others, 'other player')} return"
    return [(row, *(percent(one.value.envy * one.others, 4) for one in answers))]


def _even(answer: JackpotAnswer) -> str:
    if answer.break_even is None:
        return "none"
    return money(answer.break_even) if answer.break_even > 0 else "any amount"


def jackpot_in_short(subject: Subject) -> str:
    """Return a sentence or two for the summary of the report; nothing if there is no progressive wager."""
    progressive = subject.progressive
    if progressive is None:
        return ""
    try:
        if progressive.rates:
            return _long_run_in_short(progressive)
    except JackpotError:
        return ""
    price = progressive.first.least_price
    if progressive.options or price is None:
        return ""
    return (
        f"The document does not state what the {progressive.name} wager costs; below a price of "
        f"{exactly(price)} its fixed prizes alone return more than is staked."
    )


def _long_run_in_short(progressive: Progressive) -> str:
    every = span([run.long_run_return for run in progressive.long_runs])
    words = f"The {progressive.name} wager returns {every} in the long run to a player who never folds"
    worst = max(
        progressive.options, key=lambda option: progressive.lost_by_folding(progressive.options[option])
    )
    lost = progressive.lost_by_folding(progressive.options[worst])
    if lost and progressive.first.chances.lost_on_fold:
        played = span([run.long_run_return - lost for run in progressive.of_option(worst)])
        words += f", and {played} under option {worst} to one who follows the best strategy of the base game"
    often = " and ".join(f"a {one.name} once in {wagers(one)}" for one in progressive.long_runs[0].prizes)
    return f"{words}. Prizes from its meter come to {often} wagers on average."
