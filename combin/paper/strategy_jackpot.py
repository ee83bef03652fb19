"""The strategy with a jackpot wager, by its ratio to the Ante, as a printed strategy says it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise
from math import inf
from typing import TYPE_CHECKING

from combin.decimals import decimal
from combin.jackpot.answer import ask_jackpot, letter_of, meter_options
from combin.words.catalogue import seen_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.exact.analysis import Analysis
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.joint import BreakEven, JointGame
    from combin.rules.resolved import Rules
    from combin.words.catalogue import Catalogue


MOST_STEPS = 4
"""Ranges of the ratio that are told apart at most; hands that switch nearest to one another are joined."""


MOST_STEPS_BY_CARD = 2
"""The same for each card of the dealer's that may be seen."""


MOST_HANDS = 240
"""Hands that are listed at most beside the dealer's cards; of more their number is told."""


@dataclass(frozen=True, slots=True)
class RatioStep:
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


@dataclass(frozen=True, slots=True)
class JackpotChapter:
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


def jackpot_chapters(
    analysis: Analysis,
    catalogue: Catalogue,
    *,
    options: Sequence[str] | None,
    stake: Fraction | None,
    meter: Fraction | None,
) -> tuple[JackpotChapter, ...]:
    """Return a chapter for each pay table of each jackpot wager; a JackpotError if there is no such option.

    `options`, a price and a meter are of the one wager that has a meter, or of the first.
    """
    rules = analysis.rules
    asked = [(rules.metered, option) for option in options or ()]
    if options is None:
        asked = [(name, option) for name in rules.jackpots for option in _options(rules, name)]
    found = (
        _chapter(
            analysis,
            catalogue,
            ask_jackpot(rules, wager=name, option=option, meter=meter, stake=stake)
            if name == rules.metered
            else ask_jackpot(rules, wager=name, option=option),
        )
        for name, option in asked
    )
    return tuple(_together(list(group)) for _, group in groupby(found, key=_alike))


def _alike(chapter: JackpotChapter) -> object:
    """Return what pay tables that change nothing, for the same reason, have in common."""
    return chapter.name if chapter.steps else (chapter.wager, chapter.lead)


def _together(chapters: list[JackpotChapter]) -> JackpotChapter:
    """Return one chapter for several that say the same: "Progressive A, B"."""
    tables = (one.name.removeprefix(f"{one.wager} ") for one in chapters[1:])
    return replace(chapters[0], name=", ".join((chapters[0].name, *tables)))


def _options(rules: Rules, wager: str) -> list[str]:
    named = list(meter_options(rules, wager))
    letters = {letter_of(rules, name, wager) for name in named}
    return named + [letter for letter in rules.tables[wager] if letter not in letters]


def _chapter(analysis: Analysis, catalogue: Catalogue, answer: JackpotAnswer) -> JackpotChapter:
    rules, joint = analysis.rules, answer.joint(dict(analysis.letters))
    name, base = rules.wagers[answer.wager].name, rules.unit_name
    stake, several = answer.terms.stake, len(rules.tables[answer.wager]) > 1
    table = f"{name} {answer.terms.option or answer.terms.letter}" if several else name
    unstated = _unstated(answer, joint, catalogue)
    found = () if unstated else joint.break_evens
    return JackpotChapter(
        name=table,
        wager=name,
        base=base,
        stake=catalogue.money(stake),
        lead=f"{_lead(joint, name, base, catalogue)} {unstated}".rstrip(),
        unchanged=_unchanged(found, stake, catalogue),
        steps=() if unstated else _steps(joint, stake, catalogue),
        note=_note(joint, catalogue) if found else "",
    )


def _unstated(answer: JackpotAnswer, joint: JointGame, catalogue: Catalogue) -> str:
    """Return that the hands worth playing depend on a price or a meter that nobody told, or ""."""
    money = any(line.prize.money is not None for line in answer.chances.table.lines)
    matters = {"price": money or joint.meter_matters, "meter": joint.meter_matters}
    if not joint.break_evens or not any(matters[term] for term in answer.open_terms):
        return ""
    terms = catalogue.all_of([catalogue(f"sheet.{term}") for term in answer.open_terms])
    return catalogue("sheet.open", terms=terms)


def _unchanged(break_evens: Sequence[BreakEven], stake: Fraction, catalogue: Catalogue) -> tuple[str, str]:
    ratio = break_evens[0].ratio if break_evens else Fraction(0)
    return (catalogue.number(decimal(ratio, 4)), catalogue.money(stake / ratio)) if ratio else ("", "")


def _lead(joint: JointGame, name: str, base: str, catalogue: Catalogue) -> str:
    if not joint.lost_on_fold:
        return catalogue("sheet.stays")
    if not joint.break_evens:
        return catalogue("sheet.never_wins")
    return catalogue("sheet.lost_too", wager=name, base=base)


def _note(joint: JointGame, catalogue: Catalogue) -> str:
    between = catalogue("sheet.between_cards" if joint.best.seen else "sheet.between")
    if joint.meter_matters:
        return f"{between} {catalogue('sheet.at_meter', meter=catalogue.money(joint.meter * joint.unit))}"
    return f"{between} {catalogue('sheet.no_meter')}"


def _steps(joint: JointGame, stake: Fraction, catalogue: Catalogue) -> tuple[RatioStep, ...]:
    by_card: dict[tuple[int, str], list[BreakEven]] = {}
    for one in joint.break_evens:
        seen = one.situation.seen
        card = (seen.group, seen_named(sorted(seen.ranks), joint.game.rules, catalogue)) if seen else (0, "")
        by_card.setdefault(card, []).append(one)
    steps = tuple(
        step
        for (_, card), found in sorted(by_card.items(), key=lambda hands: hands[0])
        for step in _steps_beside(card, found, joint, stake, catalogue)
    )
    if joint.best.seen and sum(len(step.hands) for step in steps) > MOST_HANDS:
        return tuple(replace(step, hands=()) for step in steps)
    return steps


def _steps_beside(
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
            returned = [catalogue.percent(choose(one.returned for one in own)) for choose in (min, max)]
            number = catalogue.number(str(sum(one.situation.weight for one in own)))
            yield RatioStep(
                card,
                catalogue.number(decimal(last, 4)),
                catalogue("card.or_less", amount=catalogue.money(stake / last))
                if last
                else catalogue("card.any_amount"),
                tuple(catalogue.hand(joint.game.rules.ranking.describe(one)) for one in strengths),
                catalogue(f"sheet.number_of_{'situations' if card else 'hands'}", number=number),
                returned[0]
                if len(set(returned)) == 1
                else catalogue("deck.run", lowest=returned[0], highest=returned[1]),
            )


def _groups(break_evens: Sequence[BreakEven], most: int) -> list[list[BreakEven]]:
    """Return hands that switch at about the same ratio together: of the same return, and the nearest."""
    groups = [list(group) for _, group in groupby(break_evens, key=lambda break_even: break_even.returned)]
    last = [float(group[-1].ratio) for group in groups]
    while len(groups) > most:
        gaps = [_gap(before, after) for before, after in pairwise(last)]
        nearest = gaps.index(min(gaps))
        groups[nearest : nearest + 2] = [groups[nearest] + groups[nearest + 1]]
        del last[nearest]
    return groups


def _gap(before: float, after: float) -> float:
    if not before:
        return inf if after else 1
    return after / before
