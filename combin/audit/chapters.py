"""The chapters on the game: the answers of the commands, each count with its arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

from msgspec.structs import replace

from combin.audit.hands import category_derivations, choose, hands_in_words, qualification_derivation
from combin.audit.subject import Subject
from combin.cards.cards import ColourLine
from combin.design.views import tornado_plot
from combin.exact.analysis import Analysis, StrategyAnswer, every_analysis
from combin.exact.base_game import FOLD
from combin.exact.joint_law import is_of_own_hand
from combin.exact.named_strategies import named_strategy
from combin.exact.pay_lines import line_counts
from combin.exact.side_bets import SideBet, side_bet
from combin.exact.strategy import Border, Strategy
from combin.formats.documents import Block, Heading, Paragraph, Picture, bullets, escaped
from combin.formats.tables import COUNT, ONE_IN, PERCENT, PLAIN, Column, Table, Value
from combin.formats.view import View
from combin.formatting import Root, decimal, percent, plain, thousands
from combin.jackpot.enclosure import Enclosure
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import ask_mix
from combin.plots.wagers import decision_plot, outcome_plot
from combin.report.analysis import detail_tables, edge_tables
from combin.report.rules import computed_tables
from combin.report.strategy import mistakes_table, strategy_view
from combin.report.words import letters_in_words
from combin.rules.errors import RulesError
from combin.rules.outcomes import line_odds
from combin.rules.resolved import Rules, remembered
from combin.session.total import OneRound, TotalLaw, total_law


def answered(view: View, about: str = "") -> Iterator[Block]:
    """Yield the sentences and tables of a command's answer, `about` before the titles."""
    yield bullets(map(escaped, view.lines))
    for table in view.tables:
        yield replace(table, title=f"{about}: {table.title}") if about else table


def rules_chapter(subject: Subject, number: int) -> Iterator[Block]:
    """Yield the rules as computed, each with its place in the document."""
    yield Heading(2, f"{number}. Rules as computed")
    yield from computed_tables(subject.rules)


def hands_chapter(subject: Subject, number: int) -> Iterator[Block]:
    """Yield the numbers of hands and deals, and of the dealer's hands that qualify."""
    rules = subject.rules
    ranking, cards, dealer = rules.ranking, len(rules.deck), subject.first.game.rules.dealer_hands
    total = sum(ranking.counts.values())
    yield Heading(2, f"{number}. Deck, hands and deals")
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
            Column("Count", value=lambda counted: derived[counted[0]].rsplit(" = ", 1)[0]),
        ],
        total={"Hand": "Total", "Hands": total, "Probability": Fraction(1)},
    )
    runs = ", ".join(
        "-".join(str(rules.deck.ranks[rank]) for rank in run) for run in reversed(ranking.sequences)
    )
    facts = [
        f"The {len(ranking.sequences)} runs of three ranks, the highest first: {runs}.",
        (
            f"Hands that differ only in their suits tie, unless the suits make a flush: the {total:,} hands "
            f"have {len(ranking.strengths):,} strengths."
        ),
        (
            f"The dealer's three cards come from the other {cards - 3}: {choose(cards - 3, 3)} hands. Player "
            f"and dealer together: {total:,} × {dealer:,} = {total * dealer:,} deals, all equally likely."
        ),
    ]
    if rules.deck.jokers:
        facts.append(
            "A hand with a joker counts as the best hand that the joker can make, and ties with the same "
            "hand without a joker."
        )
    if (ways := comb(3, rules.file.deal.face_up)) > 1:
        exposed = "the exposed card" if rules.file.deal.face_up == 1 else "the two exposed cards"
        facts.append(
            f"Any of the dealer's three cards may be {exposed}: {ways} × {total * dealer:,} = "
            f"{ways * total * dealer:,} deals, which all decisions of the player are counted over."
        )
    qualifying, lines = qualification_derivation(rules)
    if qualifying == total:
        facts.append("Every hand of the dealer qualifies.")
    else:
        facts.append(
            f"The dealer qualifies with {rules.file.dealer.qualifies} or better: {qualifying:,} of {total:,} "
            f"hands, {percent(Fraction(qualifying, total), 4)}, before any card is known."
        )
        facts += lines
    yield bullets(facts)


def strategy_chapter(subject: Subject, number: int) -> Iterator[Block]:
    """Yield the optimal strategy with its proof, and the cost of others."""
    analysis, best = subject.first, subject.first.best
    yield Heading(2, f"{number}. Optimal strategy")
    if not analysis.rules.play:
        yield Paragraph(analysis.statement.text)
        return
    others = [] if best.seen else [*_neighbours(analysis)]
    mimic = named_strategy("mimic the dealer", best.game) if analysis.rules.qualifies else best
    others += [mimic] * (mimic is not best) + [named_strategy("always play", best.game)]
    yield from answered(strategy_view(StrategyAnswer(analysis, tuple(others))))
    yield Picture(decision_plot(analysis))
    if not best.seen and len(analysis.game.cases) == 1 and analysis.rules.classic:
        yield _met(analysis)
    if not best.seen and 0 < len(mimic.mistakes(best)) <= _MOST_MISTAKES:
        yield mistakes_table(mimic, best)


_MOST_MISTAKES = 40
"""The most hands that are listed one by one; where a card is exposed they are thousands."""


def _met(analysis: Analysis) -> Table:
    """Return the dealer's results against the borderline hands."""
    game, ranking = analysis.game, analysis.rules.ranking

    def met(heading: str, case: int) -> Column[Border]:
        return Column(heading, COUNT, lambda border: border.situation.counts[case])

    nets = next(iter(game.cases.values()))
    none, win, tie, lose = (thousands(Fraction(net, game.unit)) for net in nets)
    return Table.of(
        "Dealer outcomes for borderline hands",
        analysis.best.borders(),
        [
            Column("Hand", value=lambda border: ranking.describe(border.hand.strength)),
            Column("Suits", value=lambda border: border.hand.pattern.value),
            *map(met, ("Not qualified", "Player wins", "Tie", "Dealer wins"), range(4)),
        ],
        f"EV of play: the sum of count × net over {game.rules.dealer_hands:,} dealer hands. Nets: {none} if "
        f"the dealer does not qualify, {win} for a win, {tie} for a tie, {lose} for a loss.",
        merged=1,
    )


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


def wagers_chapter(subject: Subject, number: int) -> Iterator[Block]:
    """Yield the figures of each wager, its results under the first choice of tables, and the arithmetic."""
    rules, first = subject.rules, subject.first
    letters = letters_in_words(rules, first.letters)
    yield Heading(2, f"{number}. Wagers")
    yield from edge_tables(subject.analyses)
    yield Heading(3, f"Results{f' with {letters}' if letters else ''}")
    yield from detail_tables(first)
    for wager in first.wagers:
        yield Picture(outcome_plot(first, wager))
    yield Heading(3, "Arithmetic")
    yield bullets([*_figures(first), *_sums(subject), *_colours(subject)])
    yield Heading(3, "Sensitivity to rules")
    yield Paragraph(
        "House edge after one change: a rule as other games have it, or a pay one unit higher or lower"
        f"{', with the optimal strategy after the change' if rules.play else ''}. `combin sensitivity` lists "
        "these changes with exact figures."
    )
    yield Picture(tornado_plot(first, rules.base))


def _figures(analysis: Analysis) -> Iterator[str]:
    """Yield the figures of the base game from the counts of its net results."""
    rules, best = analysis.rules, analysis.best
    results = analysis.wagers[rules.base]
    base, hands = rules.unit_name, comb(len(rules.deck), 3)
    lost = -sum((net * count for net, count in results.outcomes), Fraction(0))
    square = sum((net**2 * count for net, count in results.outcomes), Fraction(0))
    won, even, behind = (
        sum(count for net, count in results.outcomes if (net > 0) - (net < 0) == sign) for sign in (1, 0, -1)
    )
    staked = f"{int(results.staked):,} units over {results.total:,} deals"
    if rules.classic and len(analysis.game.cases) == 1:
        multiple, played = next(iter(analysis.game.cases)), best.hands_played
        raised = f"{multiple} × " * (multiple > 1) + f"{played:,}"
        staked = (
            f"all {hands:,} hands stake the {base} and {played:,} of them "
            f"({percent(Fraction(played, hands), 4)}) {rules.wagers[rules.play].name}: {hands:,} + {raised} "
            f"= {int(results.staked / analysis.game.rules.dealer_hands):,} units"
        )
    average = decimal(results.average_wager, 4)
    yield (
        f"**House edge**: {thousands(lost)} units lost over {results.total:,} deals, "
        f"**{percent(results.house_edge, 4)}** of the {base} (exactly {results.house_edge})."
    )
    yield (
        f"**Element of risk**: {staked}, {average} on average; {percent(results.house_edge, 4)} / {average} "
        f"= **{percent(results.element_of_risk, 4)}** of all money wagered (exactly "
        f"{results.element_of_risk})."
    )
    yield (
        f"**Frequencies**: the player wins in {won:,} deals ({percent(results.hit_frequency, 4)}), breaks "
        f"even in {even:,} ({percent(results.push_frequency, 4)}) and loses in {behind:,} "
        f"({percent(results.loss_frequency, 4)})."
    )
    yield (
        f"**Standard deviation**: {results.standard_deviation(4)} units of the {base}, the root of the "
        f"variance. The squared net results sum to {thousands(square)}; {thousands(square)} / "
        f"{results.total:,} = {decimal(square / results.total, 6)}, less the square of the mean "
        f"{decimal(results.house_edge**2, 6)}, is the variance {decimal(results.variance, 6)}."
    )


def _sums(subject: Subject) -> Iterator[str]:
    """Yield for each table of a bonus or a side bet the sum of count × net."""
    rules, hands = subject.rules, sum(subject.rules.ranking.counts.values())
    for wager in rules.bonuses:
        for letter, table in rules.tables[wager].items():
            counts = line_counts(rules, table)[0]
            odds = line_odds(rules, table)
            words, worth = added((counts[line.text], odds[line.text]) for line in table.lines)
            adds = f"adds {percent(worth / hands, 4)} of the {rules.wagers[rules.bets[wager].on].name}"
            yield f"**{rules.wagers[wager].name} {letter}** {adds}: {words} over {hands:,} hands."
    for wager in rules.side_bets:
        bets: dict[str, SideBet] = {}
        for analysis in subject.analyses:
            bets.setdefault(analysis.letters[wager], analysis.side_bets[wager])
        least = min(bet.distribution.house_edge for bet in bets.values())
        for letter, bet in bets.items():
            words, _ = added((line.count, line.net) for line in bet.lines)
            above = bet.distribution.house_edge - least
            points = f", {decimal(100 * above, 4)} percentage points above the best table" if above else ""
            yield (
                f"**{rules.wagers[wager].name} {letter}** has a house edge of "
                f"{percent(bet.distribution.house_edge, 4)}{points}: {words} over {bet.total:,} "
                f"{'hands' if bet.total == hands else 'deals'}."
            )
        first = next(iter(bets.values()))
        if first.table.bet.loses_on_fold:
            kept = side_bet(rules, first.table).distribution.house_edge
            cost = first.distribution.house_edge - kept
            yield f"A fold loses {rules.wagers[wager].name}" + (
                f": with the optimal strategy that costs {percent(cost, 4)} of its stake."
                if cost
                else ", but the optimal strategy folds no hand that it would pay."
            )


def added(products: Iterable[tuple[int, Fraction]]) -> tuple[str, Fraction]:
    """Return a sum of count × net in words, and its total.

    >>> added([(48, Fraction(4)), (720, Fraction(1)), (21332, Fraction(-1))])[0]
    '48 × 4 + 720 − 21,332 = −20,420'
    """
    words, total = "", Fraction(0)
    for count, net in products:
        if count and net:
            words += f" {'−' if net < 0 else '+'} {count:,}"
            words += f" × {thousands(abs(net))}" * (abs(net) != 1)
            total += count * net
    return f"{words.removeprefix(' + ').strip()} = {thousands(total)}".removeprefix(" = "), total


def _colours(subject: Subject) -> Iterator[str]:
    """Yield the counts of deals of one colour, for decks of two colours with equally many cards."""
    rules, deck = subject.rules, subject.rules.deck
    first = (next(iter(rules.tables[wager].values())) for wager in rules.side_bets)
    suits = [*Counter(suit.colour for suit in deck.suits).values()]
    by_colour = any(isinstance(line.hands, ColourLine) for table in first for line in table.lines)
    if not by_colour or suits != suits[:1] * 2 or deck.jokers or not deck.regular:
        return
    each = len(deck) // 2
    own, same, other, dealer = 2 * comb(each, 3), comb(each - 3, 3), comb(each, 3), comb(len(deck) - 3, 3)
    yield (
        f"**Colours**: the player's three are of one colour in 2 × C({each}, 3) = 2 × {comb(each, 3):,} = "
        f"{own:,} of {comb(len(deck), 3):,} hands, that is in {own:,} × {dealer:,} = {own * dealer:,} deals. "
        f"The dealer's three are then of the same colour in C({each - 3}, 3) = {same:,} of {dealer:,} hands "
        f"and of the other in C({each}, 3) = {other:,}: both hands are of the same colour in {own:,} × "
        f"{same:,} = {own * same:,} deals, and each is of one colour, whichever, in {own:,} × ({same:,} + "
        f"{other:,}) = {own * (same + other):,}. A deal is paid by the first line of the table that it meets."
    )


SESSION, SESSIONS, YEAR, SEATS = 200, 52, 100_000, 7
"""The rounds of a session, the sessions of a year, the rounds of a table in a year, and its usual seats."""
_BITS, _EXACT = 96, 1 << 23
"""Digits enough for four of a percentage, and no more exact than is quick."""


def many_rounds_asked(subject: Subject, confidence: int) -> list[partial[Any]]:
    """Return the slow questions of the chapter."""
    rules, ends = subject.rules, _ends(confidence)
    rounds = [
        partial(_many_rounds, rules, OneRound.of(distribution, Fraction(1)), ends, (SESSION * SESSIONS, YEAR))
        for distribution in subject.first.wagers.values()
    ]
    return [partial(_full_table, rules), *rounds[::-1]]


def _ends(confidence: int) -> tuple[Fraction, Fraction]:
    """Return the shares of all sessions that end below a band, and at most at its upper end."""
    below = Fraction(100 - confidence, 200)
    return below, 1 - below


def many_rounds_chapter(subject: Subject, number: int, confidence: int) -> Iterator[Block]:
    """Yield the chapter; each wager is played alone, under the first choice of tables."""
    first, rules, ends = subject.first, subject.rules, _ends(confidence)
    rows: list[tuple[Value, ...]] = []
    left_out: list[str] = []
    for wager, distribution in first.wagers.items():
        name, one_round = rules.wager_name(wager), OneRound.of(distribution, Fraction(1))
        if (found := _many_rounds(rules, one_round, ends, (SESSION * SESSIONS, YEAR))) is None:
            left_out.append(name)
            continue
        session, ahead, behind = found
        band = [session.percentile(end) * one_round.unit for end in ends]
        rows.append((name, session.above(0), *band, ahead, behind))
    letters = letters_in_words(rules, first.letters)
    yield Heading(2, f"{number}. Many rounds")
    yield Paragraph(
        "Probabilities over many rounds, each wager alone with equal "
        f"stakes{f' ({letters})' if letters else ''}: a {SESSION}-round session, a year of {SESSIONS} such "
        f"sessions, and one seat of a table that deals {YEAR:,} rounds a year. They follow from the "
        "distribution of one round, without a normal approximation; `combin session` gives other stakes and "
        "wagers together, `combin table` other seats."
    )
    low, high = (plain(100 * end) for end in ends)
    columns: list[Column[Any]] = [
        Column("Wager"),
        Column("Ahead after a session", PERCENT),
        Column(f"{low}% of sessions at most", PLAIN),
        Column(f"{high}% of sessions at most", PLAIN),
        Column("Ahead after a year", PERCENT),
        Column("House behind on a seat in a year", PERCENT),
    ]
    note = f"Session results in initial wagers: {confidence}% end between these two."
    if left_out:
        note += f" Not computed, the unit of the results is too fine: {', '.join(left_out)}."
    yield Table("", columns, tuple(rows), note)
    if full_table := _full_table(rules):
        yield Paragraph(full_table)


@remembered
def _full_table(rules: Rules) -> str:
    """Return the figures of a full table, with each wager that the players' own hands settle."""
    from combin.seats.answer import ask_table

    first = every_analysis(rules)[0]
    tables = {name: first.letters.get(name, "") for name in first.wagers}
    paid = {name: rules.tables[name][letter] for name, letter in tables.items() if name in rules.tables}
    in_money = {name for name, table in paid.items() if table.pays_money}
    names = [name for name in tables if name not in in_money and is_of_own_hand(rules, {name: tables[name]})]
    seats, base = rules.file.deal.seats or SEATS, rules.bets[rules.base]
    left_out = base.collection is not None and base.collection.money and not base.stakes
    if rules.base not in names or rules.same_hands or left_out:
        return ""
    try:
        at_first = rules.at_stake(base.first_stake)
        table = ask_table(ask_mix(at_first, dict.fromkeys(names, 1), dict(first.letters)), seats)
    except (JackpotError, RulesError):  # hands or sights that are not counted for two seats, or too few cards
        return ""
    alone = seats * table.mix.together.variance
    wagers = " and on ".join(rules.wager_name(name) for name in names)
    return (
        f"A full table of {seats} seats, with a unit on {wagers} each, has an expected win of "
        f"{decimal(table.expected_win, 4)} units a round. The seats share the dealer's hand and the deck: "
        f"any two have a covariance of {decimal(table.between, 4)}, a correlation of "
        f"{decimal(table.correlation, 4)}. The standard deviation of a round is "
        f"{Root(table.variance).decimal(4)} units; with independent seats it would be "
        f"{Root(alone).decimal(4)}."
    )


@remembered
def _many_rounds(
    _: Rules, one_round: OneRound, ends: tuple[Fraction, Fraction], numbers: tuple[int, int]
) -> tuple[TotalLaw, Enclosure, Enclosure] | None:
    """Return the distribution of a session, and the probabilities of a year: ahead, and behind on a seat."""
    try:
        session = total_law(one_round, SESSION, 0, ends, _BITS, most_exact=_EXACT)
        years = (total_law(one_round, rounds, 0, (), _BITS, most_exact=0) for rounds in numbers)
        ahead, behind = (year.above(0) for year in years)
    except JackpotError:
        return None
    return session, ahead, behind
