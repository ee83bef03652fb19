"""The chapters of the report about the deck, its hands, and the wagers against the dealer."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.audit.derivations import category_derivations, choose, hands_in_words, qualification_derivation
from combin.decimals import decimal, percent, plain
from combin.design.plots import tornado_plot
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.pay_lines import line_counts
from combin.exact.strategy import Border, Strategy
from combin.formats.blocks import Block, Heading, Paragraph, Picture, bullets
from combin.formats.columns import COUNT, ONE_IN, PERCENT, Column, Kind, Value, chance_columns
from combin.formats.tables import Table
from combin.formatting import signed, thousands
from combin.report import strategy
from combin.report.analysis import category_table, how_much_is_played
from combin.report.plots.wagers import decision_plot, outcome_plot
from combin.report.words import bonus_letters, letters_in_words
from combin.rules.wagers import Case, Outcome
from combin.words.catalogue import load_catalogue
from combin.words.rules import case_words, outcome_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.audit.subject import Subject
    from combin.exact.analysis import Analysis
    from combin.exact.distribution import Distribution


def base_game_chapter(subject: Subject, number: int) -> Iterator[Block]:
    """Yield the parts of the chapter."""
    rules, first = subject.rules, subject.first
    yield Heading(2, f"{number}. {rules.base_name}")
    yield from _settlement(subject)
    yield Heading(3, f"{number}.1 The best strategy")
    yield from _strategy(first)
    if rules.play:
        yield Picture(decision_plot(first))
    yield Heading(3, f"{number}.2 Deals by the player's hand")
    yield _untitled(category_table(first).without_blanks())
    yield Heading(3, f"{number}.3 Outcomes")
    yield from _outcomes(first)
    yield Picture(outcome_plot(first, rules.base))
    yield Heading(3, f"{number}.4 From the counts to the figures")
    yield from _figures(first)
    if rules.play:
        yield Heading(3, f"{number}.5 What other strategies cost")
        yield from _others(first)
    yield Heading(3, f"{number}.{6 if rules.play else 5} What each rule does to the house edge")
    yield Paragraph(
        "One rule at a time is changed to what other games have, and each pay by one unit up and down"
        f"{'; the player then plays his best again' if rules.play else ''}. `combin sensitivity` lists these "
        "changes with exact figures."
    )
    yield Picture(tornado_plot(first, rules.base))
    if rules.bonuses:
        yield Heading(3, f"{number}.7 {' and '.join(rules.wagers[name].name for name in rules.bonuses)}")
        yield from bonus_parts(subject)


def _net(net: Fraction) -> str:
    """Return a net result with its sign, a true minus."""
    return signed(net).replace("-", "−")


def _untitled(table: Table) -> Table:
    return replace(table, title="")


def _settlement(subject: Subject) -> Iterator[Block]:
    rules, words = subject.rules, load_catalogue()
    wagers = [rules.bets[name] for name in rules.base_wagers]
    rows = []
    for case in rules.cases:
        if case is Case.NO_QUALIFY and not rules.qualifies and not rules.classic:
            continue
        outcomes = [wager.outcome(case) for wager in wagers]
        gets = [outcome_words(outcome, words) for outcome in outcomes]
        rows.append((case_words(rules, case, words, "cells"), *gets, _cited(outcomes)))
    if rules.play:
        lost = [outcome_words(rules.bets[name].fold_returns - 1, words, "cells") for name in rules.initial]
        rows.append((words("cases.fold"), *lost, words("cells.not_staked"), wagers[0].cited["fold"]))
    columns = ("When", *(wager.name for wager in wagers), "Rule")
    yield Table("", columns, tuple(rows)).without_blanks()


def _cited(outcomes: Iterable[Outcome]) -> str:
    """Return the places of all rules, each once."""
    places = [part.strip() for one in outcomes for part in one.rule.split(", ")]
    return ", ".join(dict.fromkeys(part for part in places if part))


def _strategy(analysis: Analysis) -> Iterator[Block]:
    best, game = analysis.best, analysis.game
    if not analysis.rules.play:
        yield Paragraph(analysis.statement.text)
        return
    if best.seen:
        yield Paragraph(
            "What is best depends on what the player sees of the dealer's hand. "
            + how_much_is_played(analysis)
        )
        if strategy.many_ways(best):
            yield from map(_untitled, strategy.card_tables(best))
        else:
            yield _untitled(strategy.cards_table(best))
            yield Paragraph("The hands at the borders, for each card:")
            yield _untitled(strategy.borders_by_card_table(best))
        yield bullets(list(strategy.proof_lines(best)))
        return
    hands = sum(situation.hand.weight for situation in game.matchups)
    yield Paragraph(
        f"**{analysis.statement.text}** So {best.hands_played:,} of {hands:,} hands are played "
        f"({percent(Fraction(best.hands_played, hands), 4)}), and {hands - best.hands_played:,} folded."
    )
    if len(game.cases) > 1 or not analysis.rules.classic:
        yield _untitled(strategy.borderline_table(best))
        yield bullets(list(strategy.proof_lines(best)))
        return
    multiple, nets = next(iter(game.cases.items()))
    none, win, tie, lose = (Fraction(net, game.unit) for net in nets)
    yield Paragraph(
        f"Why the border lies where it does: for each hand near it, how many of the {game.dealer_hands:,} "
        f"dealer hands do not qualify (net {_net(none)}), lose ({_net(win)}), tie ({_net(tie)}) and win "
        f"({_net(lose)}). The sum of count × net, divided by {game.dealer_hands:,}, is the value of playing; "
        "folding is worth −1."
    )
    yield _border(analysis, multiple)
    yield bullets(list(strategy.proof_lines(best)))
    yield Paragraph(
        "The value of a hand depends a little on its suits, since the suits that the player holds change how "
        f"many flushes the dealer can have. Values are in units of the {analysis.rules.unit_name}."
    )


def _border(analysis: Analysis, multiple: int) -> Table:
    game, ranking = analysis.game, analysis.rules.ranking

    def value(border: Border) -> Fraction:
        return dict(border.values)[multiple]

    def met(heading: str, case: int) -> Column[Border]:
        return Column(heading, COUNT, lambda border: border.situation.counts[case])

    cases = ("Not qualified", "Player wins", "Tie", "Dealer wins")
    return Table.of(
        "",
        analysis.best.borders(),
        [
            Column("Hand", value=lambda border: ranking.describe(border.hand.strength)),
            Column("Suits", value=lambda border: border.hand.pattern.value),
            Column("Hands", COUNT, lambda border: border.hand.weight),
            *(met(heading, case) for case, heading in enumerate(cases)),
            Column("Sum", _GROUPED, lambda border: value(border) * game.dealer_hands),
            Column("Value", _VALUE, value),
            Column("Best", value=lambda border: "fold" if border.decision == FOLD else "play"),
        ],
        merged=1,
    )


_GROUPED = Kind(thousands)
_VALUE = Kind(lambda value: decimal(value, 6).replace("-", "−"))


def _outcomes(analysis: Analysis) -> Iterator[Block]:
    found = analysis.wagers[analysis.rules.base]
    outcomes = found.outcomes[::-1]
    tables = letters_in_words(analysis.rules, bonus_letters(analysis.rules, analysis.letters))
    under = f" with {tables}" if tables else ""
    base = analysis.rules.unit_name
    played = ", with the best strategy" if analysis.rules.play else ""
    yield Paragraph(f"Net results of {analysis.rules.base_name}{under}, in units of the {base}{played}:")
    yield Table.of(
        "",
        outcomes,
        [
            Column("Net", Kind(_net), lambda outcome: outcome[0]),
            Column("Deals", COUNT, lambda outcome: outcome[1]),
            *chance_columns(outcomes, lambda outcome: Fraction(outcome[1], found.total)),
            Column("Net × deals", _GROUPED, lambda outcome: outcome[0] * outcome[1]),
            Column("Net² × deals", _GROUPED, lambda outcome: outcome[0] ** 2 * outcome[1]),
        ],
        total={
            "Net": "all",
            "Deals": found.total,
            "Probability": Fraction(1),
            "Net × deals": sum((net * count for net, count in outcomes), Fraction(0)),
            "Net² × deals": sum((net**2 * count for net, count in outcomes), Fraction(0)),
        },
    )


def _figures(analysis: Analysis) -> Iterator[Block]:
    rules, found, best = analysis.rules, analysis.wagers[analysis.rules.base], analysis.best
    base, hands = rules.unit_name, comb(len(rules.deck), 3)
    lost = -sum((net * count for net, count in found.outcomes), Fraction(0))
    square = sum((net**2 * count for net, count in found.outcomes), Fraction(0))
    mean = found.house_edge
    counts = {
        sign: sum(count for net, count in found.outcomes if (net > 0) - (net < 0) == sign)
        for sign in (1, 0, -1)
    }
    staked = f"{int(found.staked):,} units over {found.total:,} deals"
    if rules.classic:
        staked = f"{hands:,} hands stake the {base}"
    if rules.classic and len(analysis.game.cases) == 1:
        play = rules.wagers[rules.play].name
        multiple = next(iter(analysis.game.cases))
        times = f"{multiple} × " if multiple > 1 else ""
        staked += (
            f" and {best.hands_played:,} of them {times}{play}: {hands:,} + {times}{best.hands_played:,}"
        )
        staked += f" = {int(found.staked / analysis.game.dealer_hands):,} units over {hands:,} hands"
    average = decimal(found.average_wager, 4)
    yield bullets(
        [
            (
                f"**House edge**: the player loses {thousands(lost)} units over {found.total:,} deals. "
                f"{thousands(lost)} / {found.total:,} = **{percent(found.house_edge, 4)}** of the {base} "
                f"(exactly {found.house_edge})."
            ),
            f"**Average wager**: {staked}, {average} for each.",
            (
                f"**Element of risk**: {percent(found.house_edge, 4)} / {average} = "
                f"**{percent(found.element_of_risk, 4)}** of all "
                f"money wagered (exactly {found.element_of_risk})."
            ),
            (
                f"**How often**: the player wins in {counts[1]:,} deals ({percent(found.hit_frequency, 4)}), "
                f"comes out even in {counts[0]:,} ({percent(found.push_frequency, 4)}), and loses in "
                f"{counts[-1]:,} ({percent(found.loss_frequency, 4)})."
            ),
            (
                f"**Variance**: {thousands(square)} / {found.total:,} = {decimal(square / found.total, 6)}, "
                f"less the square of the mean {decimal(mean**2, 6)}, is {decimal(found.variance, 6)}; its "
                f"root is the **standard deviation**, {found.standard_deviation(4)} units of the {base}."
            ),
        ]
    )


_MOST_MISTAKES = 40
"""Hands that are told one by one; where a card is seen they are thousands."""


def _others(analysis: Analysis) -> Iterator[Block]:
    best, game = analysis.best, analysis.game
    others = [] if best.seen else [*_neighbours(analysis)]
    if analysis.rules.qualifies:
        mimic = named_strategy("mimic the dealer", game)
        others.append(mimic)
    others.append(named_strategy("always play", game))
    yield _untitled(strategy.comparison_table(best, others))
    risk = best.distribution.element_of_risk
    safer = [other.name for other in others if other.distribution.element_of_risk < risk]
    if safer:
        yield Paragraph(
            f"The element of risk is lower with '{safer[0]}', since more money is wagered for what is lost; "
            "the player still loses more in each round."
        )
    blind = analysis.rules.file.decision.blind
    if blind.allowed:
        always, cited = others[-1].distribution, f" ({blind.rule})" if blind.rule else ""
        yield Paragraph(
            f"'Always play' is also what a hand played blind does{cited} if Play is staked on it: it loses "
            f"{percent(always.house_edge, 4)} of the {analysis.rules.unit_name}, or "
            f"{percent(always.element_of_risk, 4)} of all money wagered."
        )
    if analysis.rules.qualifies and not best.seen and 0 < len(mimic.mistakes(best)) <= _MOST_MISTAKES:
        yield Paragraph(
            "Mimicking the dealer means playing whatever he qualifies with "
            f"({analysis.rules.file.dealer.qualifies} or better). Hand by hand, what that costs:"
        )
        yield _untitled(strategy.mistakes_table(mimic, best))


def _neighbours(analysis: Analysis) -> Iterator[Strategy]:
    """Yield the strategies whose threshold is one strength lower and one higher."""
    game, ranking = analysis.game, analysis.rules.ranking
    if len(analysis.statement.thresholds) != 1 or analysis.statement.exceptions:
        return
    multiple, threshold = analysis.statement.thresholds[0]
    for level in (threshold.level - 1, threshold.level + 1):
        if 0 < level < len(ranking.strengths):
            decisions = tuple(
                multiple if situation.hand.strength.level >= level else FOLD for situation in game.matchups
            )
            yield Strategy(f"{ranking.describe(ranking.strengths[level])} or better", game, decisions)


def bonus_parts(subject: Subject) -> Iterator[Block]:
    """Yield the parts, one table for each bonus."""
    rules = subject.rules
    hands = sum(rules.ranking.counts.values())
    for wager in rules.bonuses:
        name, tables, on = rules.wagers[wager].name, rules.tables[wager], rules.bets[wager].on
        base, same = rules.wagers[on].name, ""
        if (
            on == rules.base
            and len(tables) > 1
            and len({one.statement.text for one in subject.analyses}) == 1
        ):
            same = " The best strategy is the same under every table, so the house edges differ by just that."
        yield Paragraph(
            f"{name} is paid on the {base} for the player's hand alone; no stake of its own is placed on it. "
            f"The table gives what it adds for each unit of the {base}: count × pay over {hands:,} "
            f"hands.{same}"
        )
        yield _bonus_table(subject, wager)


def _bonus_table(subject: Subject, wager: str) -> Table:
    """Return what a bonus pays and adds under each of its tables, for hands that are played."""
    rules = subject.rules
    tables = rules.tables[wager]
    hands = sum(rules.ranking.counts.values())
    counts = {letter: line_counts(rules, table)[0] for letter, table in tables.items()}
    pays = {letter: {line.text: table.odds(line) for line in table.lines} for letter, table in tables.items()}

    def product(letter: str, text: str) -> str:
        if (pay := pays[letter].get(text)) is None:
            return ""
        return f"× {plain(pay)} = {thousands(counts[letter][text] * pay)}"

    rows: list[tuple[Value, ...]] = []
    for text in dict.fromkeys(text for of_table in pays.values() for text in of_table):
        count = next(counts[letter][text] for letter in tables if text in pays[letter])
        rows.append((text, count, *(product(letter, text) for letter in tables)))
    sums = [
        sum((counts[letter][text] * pay for text, pay in of_table.items()), Fraction(0))
        for letter, of_table in pays.items()
    ]
    rows.append(("sum", None, *map(thousands, sums)))
    rows.append((f"divided by {hands:,}", None, *(total / hands for total in sums)))
    edges: dict[str, Distribution] = {}
    for analysis in subject.analyses:
        edges.setdefault(analysis.letters[wager], analysis.wagers[rules.base])
    name = rules.base_name
    rows.append((f"house edge of {name}", None, *(edges[letter].house_edge for letter in tables)))
    rows.append((f"element of risk of {name}", None, *(edges[letter].element_of_risk for letter in tables)))
    of_tables = [Column[Value](f"Table {letter}", PERCENT) for letter in tables]
    return Table("", [Column("Hand"), Column("Hands", COUNT), *of_tables], tuple(rows))


def hands_chapter(subject: Subject, number: int) -> Iterator[Block]:
    """Yield the parts of the chapter."""
    rules = subject.rules
    ranking = rules.ranking
    total = sum(ranking.counts.values())
    cards, dealer = len(rules.deck), subject.first.game.dealer_hands
    yield Heading(2, f"{number}. The deck, the hands and the deal")
    yield Paragraph(f"{hands_in_words(rules.deck)}. Each is equally likely.")
    derived = category_derivations(ranking)
    yield Table.of(
        "",
        ranking.counts.items(),
        [
            Column("Hand", value=lambda counted: counted[0].value),
            Column("Hands", COUNT, lambda counted: counted[1]),
            Column("Probability", PERCENT, lambda counted: Fraction(counted[1], total)),
            Column("One in", ONE_IN, lambda counted: Fraction(counted[1], total)),
            Column("Counted as", value=lambda counted: derived[counted[0]].rsplit(" = ", 1)[0]),
        ],
        total={"Hand": "all", "Hands": total, "Probability": Fraction(1)},
    )
    runs = ", ".join(
        "-".join(str(rules.deck.ranks[rank]) for rank in run) for run in reversed(ranking.sequences)
    )
    yield Paragraph(f"The {len(ranking.sequences)} runs of three ranks, the highest first: {runs}.")
    yield Paragraph(
        "Hands that differ only in their suits tie with one another, unless the suits make a flush: the "
        f"{total:,} hands have {len(ranking.strengths):,} different strengths."
    )
    if rules.deck.jokers:
        yield Paragraph(
            "A hand with a joker counts as the best that the joker can make of it, and ties with the same "
            "hand without one."
        )
    yield Paragraph(
        f"Once the player has his three cards, the dealer's three come from the other {cards - 3}: "
        f"{choose(cards - 3, 3)} hands. Player and dealer together: {total:,} × {dealer:,} = "
        f"{total * dealer:,} deals, all equally likely."
    )
    if (ways := comb(3, rules.file.deal.face_up)) > 1:
        which = "one that is" if rules.file.deal.face_up == 1 else "two that are"
        yield Paragraph(
            f"Any of the dealer's three cards may be the {which} seen: {ways} × {total * dealer:,} = "
            f"{ways * total * dealer:,} ways, which are counted wherever the player decides."
        )
    qualifying, lines = qualification_derivation(rules)
    yield Heading(3, f"{number}.1 The dealer qualifies")
    name = rules.file.dealer.qualifies
    cited = f" ({rules.file.dealer.rule})" if rules.file.dealer.rule else ""
    if qualifying == total:
        yield Paragraph(f"Every hand of the dealer plays{cited}; none has to qualify.")
        return
    yield Paragraph(
        f"The dealer qualifies with {name} or better{cited}: {qualifying:,} of {total:,} hands, "
        f"{percent(Fraction(qualifying, total), 4)}, before any cards are known."
    )
    yield bullets(lines)
