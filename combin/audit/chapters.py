"""The chapters on the game and its progressive: answers of the commands, counts with their arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import chain, groupby
from math import ceil, comb, floor
from typing import Any

from msgspec.structs import replace

from combin.audit import hands as hand_words
from combin.audit.hands import category_derivations, choose, five_card_derivations, hands_in_words
from combin.audit.quantities import jackpots
from combin.audit.quantities.jackpots import explained, lost_in_words, round_percent
from combin.audit.subject import Subject, full_table, sentence
from combin.cards.cards import ColourLine
from combin.certificate.rounds import RoundEffect, neglected_effects, return_by_rounds
from combin.design.progressives import JackpotStudy
from combin.design.views import tornado_plot
from combin.exact.analysis import Analysis, StrategyAnswer
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.pay_lines import line_counts
from combin.exact.side_bets import SideBet, side_bet
from combin.exact.strategy import Border, Strategy
from combin.formats.documents import Block, Heading, Paragraph, Picture, bullets, escaped
from combin.formats.tables import COUNT, MONEY, ONE_IN, PERCENT, PLAIN, Column, Table, Value, moneys, percents
from combin.formats.view import View
from combin.formatting import Root, decimal, money, one_in, percent, plain, thousands
from combin.jackpot.answer import JackpotAnswer
from combin.jackpot.enclosure import TooCoarseError
from combin.jackpot.joint import JointGame
from combin.jackpot.law import LongRun, Rounding
from combin.jackpot.meter import JackpotError, Meter
from combin.jackpot.mixes import JointAnswer
from combin.plots import PlotKind
from combin.plots.jackpots import jackpot_plot
from combin.plots.wagers import decision_plot, outcome_plot
from combin.processes import begun
from combin.report.analysis import detail_tables, edge_tables
from combin.report.jackpot import each_option, jackpot_view
from combin.report.joint import joint_view
from combin.report.rules import computed_tables
from combin.report.strategy import mistakes_table, strategy_view
from combin.report.words import card_seen, letters_in_words
from combin.rules.outcomes import line_odds
from combin.rules.resolved import Rules, remembered
from combin.session.total import OneRound, TotalLaw


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
    yield Paragraph(sentence("hands.equally", hands=hands_in_words(rules.deck)))
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
    runs = ["-".join(str(rules.deck.ranks[rank]) for rank in run) for run in reversed(ranking.sequences)]
    deals = {"total": total, "dealer": dealer, "deals": total * dealer}
    ways = comb(3, rules.file.deal.face_up)
    qualifying, lines = hand_words.qualification_derivation(rules)
    said = [
        sentence("hands.runs", number=len(runs), runs=", ".join(runs)),
        sentence("hands.ties", total=total, strengths=len(ranking.strengths)),
        sentence("hands.dealer", others=cards - 3, choices=choose(cards - 3, 3), **deals),
    ]
    if rules.deck.jokers:
        said.append(sentence("hands.joker"))
    if ways > 1:
        exposed = "hands.exposed_card" if rules.file.deal.face_up == 1 else "hands.exposed_cards"
        said.append(sentence(exposed, ways=ways, decided=ways * total * dealer, **deals))
    if qualifying == total:
        said.append(sentence("hands.all_qualify"))
    else:
        hand, share = rules.file.dealer.qualifies, Fraction(qualifying, total)
        said.append(sentence("hands.qualify", hand=hand, qualifying=qualifying, total=total, share=share))
        said += lines
    yield bullets(said)


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
        sentence("strategy.met", hands=game.rules.dealer_hands, none=none, win=win, tie=tie, lose=lose),
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
    yield Paragraph(sentence("wagers.changes_played" if rules.play else "wagers.changes"))
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
    staked = sentence("wagers.staked", staked=int(results.staked), results=results)
    if rules.classic and len(analysis.game.cases) == 1:
        multiple = next(iter(analysis.game.cases))
        units = int(results.staked / analysis.game.rules.dealer_hands)
        play = {"play": rules.wagers[rules.play].name, "times": f"{multiple} × " * (multiple > 1)}
        staked = sentence("wagers.staked_by_hands", hands=hands, base=base, best=best, staked=units, **play)
    yield sentence("wagers.edge", results=results, lost=lost, base=base)
    yield sentence("wagers.risk", results=results, staked=staked)
    yield sentence("wagers.frequencies", results=results, won=won, even=even, behind=behind)
    means = {"mean_square": square / results.total, "square_mean": results.house_edge**2}
    facts = {"deviation": results.standard_deviation(4), "square": square, **means}
    yield sentence("wagers.deviation", results=results, base=base, **facts)


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
            name, points = f"{rules.wagers[wager].name} {letter}", 100 * above
            things = "hands" if bet.total == hands else "deals"
            key = "wagers.side_bet_above" if above else "wagers.side_bet"
            yield sentence(key, name=name, bet=bet, points=points, words=words, things=things)
        first = next(iter(bets.values()))
        if first.table.bet.loses_on_fold:
            kept = side_bet(rules, first.table).distribution.house_edge
            cost = first.distribution.house_edge - kept
            key = "wagers.fold_costs" if cost else "wagers.fold_free"
            yield sentence(key, name=rules.wagers[wager].name, cost=cost)


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
    each, hands, dealer = len(deck) // 2, comb(len(deck), 3), comb(len(deck) - 3, 3)
    own, same, other = 2 * comb(each, 3), comb(each - 3, 3), comb(each, 3)
    counts = {"each": each, "rest": each - 3, "own": own, "same": same, "other": other, "dealer": dealer}
    deals = {"own_deals": own * dealer, "same_deals": own * same, "each_deals": own * (same + other)}
    yield sentence("wagers.colours", hands=hands, **counts, **deals)


SESSION, SESSIONS, YEAR = 200, 52, 100_000
"""The rounds of a session, the sessions of a year, and the rounds of a table in a year."""
_EXACT = 1 << 23
"""The work up to which probabilities are exact: no more than is quick."""


def many_rounds_asked(subject: Subject, confidence: int) -> list[partial[Any]]:
    """Return the slow questions of the chapter."""
    rules, ends = subject.rules, _ends(confidence)
    rounds = [
        partial(_many_rounds, rules, OneRound.of(distribution, Fraction(1)), ends, (SESSION * SESSIONS, YEAR))
        for distribution in subject.first.wagers.values()
    ]
    # A claim about the chances of a tournament asks for the same law of two seats.
    return [*rounds[::-1], *([] if rules.file.tournament else [partial(_full_table, rules)])]


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
        rows.append((name, *found))
    letters = letters_in_words(rules, first.letters)
    yield Heading(2, f"{number}. Many rounds")
    tables = f" ({letters})" if letters else ""
    yield Paragraph(sentence("rounds.about", tables=tables, rounds=SESSION, sessions=SESSIONS, year=YEAR))
    low, high = (plain(100 * end) for end in ends)
    columns: list[Column[Any]] = [
        Column("Wager"),
        Column("Ahead after a session", PERCENT),
        Column(f"{low}% of sessions at most", PLAIN),
        Column(f"{high}% of sessions at most", PLAIN),
        Column("Ahead after a year", PERCENT),
        Column("House behind on a seat in a year", PERCENT),
    ]
    note = sentence("rounds.band", confidence=confidence)
    if left_out:
        note += sentence("rounds.left_out", names=", ".join(left_out))
    yield Table("", columns, tuple(rows), note)
    if full_table := _full_table(rules):
        yield Paragraph(full_table)


@remembered
def _full_table(rules: Rules) -> str:
    """Return the figures of a full table."""
    if (table := full_table(rules)) is None:
        return ""
    wagers = " and on ".join(map(rules.wager_name, table.mix.mix.stakes))
    deviation, alone = Root(table.variance), Root(table.seats * table.mix.together.variance)
    return sentence("rounds.full_table", wagers=wagers, table=table, deviation=deviation, alone=alone)


@remembered
def _many_rounds(
    _: Rules, one_round: OneRound, ends: tuple[Fraction, Fraction], numbers: tuple[int, int]
) -> tuple[Value, ...] | None:
    """Return a session's probability to be ahead and its band; those of a year to be ahead, and behind."""
    session = TotalLaw(one_round, SESSION, most_exact=_EXACT)
    years = (TotalLaw(one_round, rounds, most_exact=0) for rounds in numbers)
    try:
        band = (session.percentile(end) * one_round.unit for end in ends)
        return (session.above(0), *band, *(year.above(0) for year in years))
    except (JackpotError, TooCoarseError):
        return None


Section = Callable[[JackpotStudy], Iterator[Block]]
Run = tuple[str, LongRun]
Chapter = Callable[[Subject, int], Iterator[Block]]


def jackpot_chapter(wager: str, subject: Subject, number: int) -> Iterator[Block]:
    """Yield the chapter of a progressive wager."""
    rules, study = subject.rules, subject.progressive
    name = rules.wagers[wager].name
    yield Heading(2, f"{number}. {name}")
    if study is not None and study.rates:
        _ = effects_of(study)  # computed from now on, while the rest is drawn
    for answer in each_option(rules, wager):
        about = f"{name} {answer.terms.option or answer.terms.letter}"
        yield from _guarded(partial(_answered, answer, about))
    if study is None or study.wager != wager:
        return
    for title, section in _sections(study):
        yield Heading(3, title)
        yield from _guarded(partial(section, study))


def _answered(answer: JackpotAnswer, about: str) -> Iterator[Block]:
    yield from answered(jackpot_view(answer), about)


def _guarded(section: Callable[[], Iterator[Block]]) -> Iterator[Block]:
    """Yield a section, or the reason why it cannot be computed for a jackpot like this one."""
    try:
        yield from list(section())
    except JackpotError as error:
        yield Paragraph(escaped(f"Not computed: {error}."))


def _sections(study: JackpotStudy) -> Iterator[tuple[str, Section]]:
    yield "Prize counts", counts_section
    if not study.rates:
        if study.first.value.share:
            yield "Price and long-run return", _price_section
        return
    yield "Long-run meter", _long_run_section
    if len(study.rates) > 1:  # some return gives any single rate
        yield "Published increment rates", _rates_section
    if study.first.chances.lost_on_fold:
        yield "Folding with a jackpot wager", folds_section
    if study.shares_flushes:
        yield "Simultaneous winners", _winners_section
    yield "Limits of the long-run distribution", limits_section
    yield "Cross-checks", checks_section


def counts_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the number of hands that win each prize, and the return as a function of the meter."""
    rules, hands = study.rules, study.hands
    cards = rules.file.deal.player + rules.bets[study.wager].more_cards
    derived = five_card_derivations(rules.deck) if cards == 5 else {}
    every = (one for answer in study.answers.values() for one in answer.chances.lines())
    counts = {one.line.text: one.count // study.ways for one in every}
    lines = [f"{choose(len(rules.deck), cards)} hands, all equally likely."]
    lines += [f"{text}: {words}" for text, (count, words) in derived.items() if counts.get(text) == count]
    if study.first.value.envy:
        envied = ((one.count, Fraction(one.line.prize.envy)) for one in study.first.chances.lines())
        lines.append(f"Envy bonuses: {added(envied)[0]} for the hand of each other player.")
    for letter, answer in study.answers.items() if study.options else ():
        prizes = [(one, answer.chances.prize(one.line)) for one in answer.chances.lines()]
        words, fixed = added((one.count // study.ways, odds + money) for one, (odds, money, _) in prizes)
        meters, even = answer.value.share * hands, answer.break_even
        facts = {"unit": 1, "fixed": fixed, "meters": meters, "hands": hands}
        line = sentence("meter.returns", table=_label(study, letter), words=words, **facts)
        if meters:
            line += sentence("meter.adds", sum=10_000, added=answer.value.share * 10_000)
        if even is not None and even > 0:
            line += sentence("meter.breakeven", even=even, **facts)
        elif even is not None:
            line += sentence("meter.always", unit=1)
        lines.append(f"{line}.")
    yield bullets(lines)


def _label(study: JackpotStudy, letter: str) -> str:
    """Return the name of a pay table: by its option, or else by its letter."""
    return next((f"Option {name}" for name, of in study.options.items() if of == letter), f"Table {letter}")


def _price_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield return and mean prize for any seed, increment rate and price, of a prize of the whole meter."""
    value, hands = study.first.value, study.hands
    yield from _picture(study, PlotKind.PRICE)
    if value.share * hands == 1:
        key, envy = "meter.price_of_others" if value.envy else "meter.price", value.envy * hands
        yield Paragraph(sentence(key, hands=hands, money=value.money * hands, envy=envy))


def _long_run_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the model of the meter, return and meter for each seed, and the plots."""
    run, hands = study.long_runs[0], study.hands
    entry = study.rules.meters.get(study.wager)
    rule = f" ({entry.rule})" if entry and entry.rule else ""
    meters = run.value.share * hands
    yield Paragraph(sentence("meter.model", rule=rule, hands=hands, meters=meters, unit=1))
    yield from _picture(study, PlotKind.METER_DENSITY)
    yield _returns(study)
    yield _meters(study)
    yield from _picture(study, PlotKind.ROYAL_PRIZE)


def _picture(study: JackpotStudy, kind: PlotKind) -> Iterator[Block]:
    with suppress(JackpotError):  # a progressive without a prize that is the whole meter
        if plot := jackpot_plot(study.rules, kind, study.runs):
            yield Picture(plot)


def _of_meters(*columns: Column[Run]) -> list[Column[Run]]:
    """Return columns after the option and the seed of a meter."""
    seed: Column[Run] = Column("Seed", MONEY, lambda entry: entry[1].meter.seed)
    return [Column("Option", value=lambda entry: entry[0]), seed, *columns]


def _returns(study: JackpotStudy) -> Table:
    def part(heading: str, value: Callable[[LongRun], Value]) -> Column[Run]:
        return Column(heading, PERCENT, lambda entry: value(entry[1]))

    def seeds(run: LongRun) -> Fraction:
        return run.meter.reset_probability * run.meter.seed

    columns = _of_meters(
        part("Fixed prizes", lambda run: run.meter.bonus_return),
        part("Envy bonuses", lambda run: run.meter.envy_return),
        part("Increments", lambda run: run.meter.increment),
        part("Seeds", seeds),
        part("Other reset funding", lambda run: run.top_ups - seeds(run)),
        part("Return", lambda run: run.long_run_return),
        part("House edge", lambda run: run.house_edge),
    )
    table = Table.of("Return by option and seed", study.runs, columns, merged=1)
    return table if any(run.meter.envy_return for run in study.long_runs) else table.without(["Envy bonuses"])


def _meters(study: JackpotStudy) -> Table:
    def amount(heading: str, value: Callable[[LongRun], Value]) -> Column[Run]:
        return Column(heading, moneys(0), lambda entry: value(entry[1]))

    def below(part: int) -> Column[Run]:
        return amount(f"{part}% below", lambda run: run.law.quantile(Fraction(part, 100)))

    columns = _of_meters(
        amount("Mean", lambda run: run.law.mean),
        *map(below, (5, 25, 50, 75, 95)),
        amount("Meter growth per hit", lambda run: run.meter.increment / run.meter.prize_probability),
        Column("Above breakeven", percents(1), lambda entry: entry[1].favourable),
    )
    often = one_in(study.long_runs[0].meter.prize_probability).removesuffix(".00")
    note, title = sentence("meter.often", often=often), "Meter at a prize, by option and seed"
    return Table.of(title, study.runs, columns, note, merged=1)


def _rates_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the returns that give each published rate, and those that give all of them."""
    number, best = len(study.rates), study.explanations[0]
    yield Paragraph(sentence("rates.about", number=number))
    yield _limits_of_rates(study)
    lines = [explained(study, one) for one in study.explanations]
    if any(meter.partial for _, meter in study.meters):
        prizes = " or ".join(f"a {one.name}" for one in study.meters[0][1].partial)
        most = _without_top_ups(study)
        lines.append(sentence("rates.without_top_ups", prizes=prizes, most=most, number=number))
    if best.explains_all:
        key = "rates.explained_down" if best.rounding is Rounding.DOWN else "rates.explained"
        target, edge = round_percent(best.target), round_percent(1 - best.target)
        lines.append(sentence(key, number=number, target=target, edge=edge, rounding=best.rounding))
    yield bullets(lines)


def _without_top_ups(study: JackpotStudy) -> int:
    """Return how many rates one return explains without the reset funding after partial prizes."""
    limits = []
    for (_, meter), one in zip(study.meters, study.rates, strict=True):
        fixed = meter.fixed_return + meter.reset_probability * meter.seed
        ends = study.explanations[0].rounding.exact_rates(meter.increment, Fraction(1, 10**one.places))
        limits.append((fixed + ends[0], fixed + ends[1]))
    return max(sum(low <= target < high for low, high in limits) for target, _ in limits)


def _limits_of_rates(study: JackpotStudy) -> Table:
    rows: list[tuple[Value, ...]] = []
    for place, ((option, meter), one) in enumerate(zip(study.meters, study.rates, strict=True)):
        cells: list[Value] = []
        for row in (explanation.rows[place] for explanation in study.explanations):
            cells += [row.lowest, row.highest, f"{row.exact.percent(4)}{'' if row.agrees else ' ≠'}"]
        rows.append((option, meter.seed, percent(meter.increment, one.places - 2), *cells))
    columns: list[Column[Value]] = [Column("Option"), Column("Seed", MONEY), Column("Published", PERCENT)]
    for explanation in study.explanations:
        columns.append(Column(f"Rounded {explanation.rounding}: from", percents(5)))
        columns.append(Column("up to", percents(5)))
        columns.append(Column(f"exact at {round_percent(explanation.target)}", PERCENT))
    return Table("", columns, tuple(rows), merged=1)


RATIOS = ("0.1", "0.2", "0.5", "1", "2")
"""Jackpot wagers, in units of the base wager, for which the whole loss is shown."""

FEW = 6
"""Up to how many groups of hands with the same return have a strategy of their own."""


def folds_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the cost of folding under each pay table, and the joint strategy where there is a cost."""
    lines, losing = [], []
    for letter, answer in study.answers.items():
        costs = []
        if lost := study.lost_lines(letter):
            costs.append(f"{percent(study.lost_by_folding(letter), 4)} of the wager")
        if answer.gives_up(answer.played):
            costs.append("part of the meter")
        why = f": {'; '.join(map(lost_in_words, lost))}" if lost else ""
        said = ", and ".join(costs) + why if costs else ""
        losing += [letter] if costs else []
        said = said or "nothing; no hand that the strategy folds can win a prize"
        lines.append(f"{_label(study, letter)}: {said}.")
    yield Paragraph(sentence("folds.about", name=study.name, base=study.rules.base_name))
    yield bullets(lines)
    for letter in losing:
        if study.joint[letter].break_evens:
            yield from _joint(study, letter, study.joint[letter])
    yield from _picture(study, PlotKind.FOLDING)


def _joint(study: JackpotStudy, letter: str, joint: JointGame) -> Iterator[Block]:
    first = joint.break_evens[0]
    hand = f"{joint.game.rules.ranking.describe(first.hand.strength)} ({first.hand.pattern.value})"
    hand += f" against {card}" if (card := card_seen(first.situation, joint.game.rules)) else ""
    always = named_strategy("always play", joint.game)
    letters = {name: next(iter(study.rules.tables[name])) for name in study.rules.base_tables}
    about = f"{_label(study, letter)}, one unit on each"
    yield from answered(joint_view(JointAnswer(joint, letters, Fraction(1), (always,))), about)
    value = decimal(first.value, 4).replace("-", "−")
    facts = {"words": hand, "value": value, "needed": -first.value, "fold": -study.rules.fold_nets}
    yield Paragraph(sentence("folds.joint", study=study, hand=first, **facts))
    yield _losses(study, letter, joint, always)


def _losses(study: JackpotStudy, letter: str, joint: JointGame, always: Strategy) -> Table:
    """Return the losses of strategies between the groups of hands with one return, by the ratio."""
    by_worth = sorted(joint.break_evens, key=lambda even: (-even.returned, even.ratio))
    groups = [[*group] for _, group in groupby(by_worth, key=lambda even: even.returned)]
    stages = [("optimal for the base game", joint.best)]
    for group in groups[:-1] if not joint.best.seen and len(groups) <= FEW else ():
        ratio = max(one.ratio for one in group) + Fraction(1, 10**9)
        stages.append((f"also hands with return {group[0].returned}", joint.strategy(ratio)))
    last = joint.strategy(joint.break_evens[-1].ratio + 1)
    stages += [("also all other hands that can win", last), ("every hand", always)]
    option = next((name for name, of in study.options.items() if of == letter), "")
    of_meter = Fraction(0)  # what the meter adds to the long-run return above its seed
    if not joint.meter_matters and study.of_option(option):
        of_meter = study.of_option(option)[0].long_run_return.middle - joint.bet_return(always)

    rows: list[tuple[Value, ...]] = []
    for words, strategy in stages:
        edge, returned = strategy.distribution.house_edge, joint.bet_return(strategy) + of_meter
        played = percent(strategy.play_rate, 2) if strategy.seen else f"{strategy.hands_played:,}"
        losses = (edge + Fraction(ratio) * (1 - returned) for ratio in RATIOS)
        rows.append((words, played, edge, returned, *losses))
    base, short = study.rules.unit_name, percents(2)
    columns: list[Column[Value]] = [
        Column("Strategy"),
        Column("Deals played" if joint.best.seen else "Hands played", PLAIN),
        Column(f"House edge per {base}", PERCENT),
        Column("Return of the wager", short),
        *(Column(f"Loss at {ratio}", short) for ratio in RATIOS),
    ]
    title = f"{_label(study, letter)}: losses {'in the long run' if of_meter else 'at the seed'}"
    note = sentence("folds.losses", base=study.rules.base_name, unit=base)
    return Table(title, columns, tuple(rows), note)


def _winners_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the numbers of winners that can occur, each with its jackpot cards."""
    ranks, found = study.rules.deck.ranks, jackpots.simultaneous(study.rules.deck)
    lines = []
    for case in sorted({case for cases in found.values() for case in cases if sum(case) > 1}):
        pairs = [f"{ranks[high]}-{ranks[low]}" for (low, high), cases in found.items() if case in cases]
        only = f"only with jackpot cards {', '.join(pairs)} of one suit"
        lines.append(f"R = {case[0]} with S = {case[1]}: {only}.")
    law = study.winners.law(study.seats)
    several = sum((chance for case, chance in law.items() if sum(case) > 1), Fraction(0))
    often = jackpots.once_in(several)
    yield Paragraph(sentence("winners.about", pairs=len(found), seats=study.seats, often=often))
    yield bullets([*lines, "No other case with more than one winner can occur."])


def _first_and_last(study: JackpotStudy) -> tuple[tuple[str, Meter], ...]:
    """Return the first and the last meter with their options; only one, where that is both."""
    return tuple(dict.fromkeys((study.meters[0], study.meters[-1])))


def effects_of(study: JackpotStudy) -> Callable[[], list[tuple[RoundEffect, ...]]]:
    """Return how to get the neglected effects of those meters; a second process begins at once."""
    return _begun_effects(study.rules, _first_and_last(study), study.shares_flushes)


@remembered
def _begun_effects(
    rules: Rules,
    meters: tuple[tuple[str, Meter], ...],
    shares: bool,  # noqa: FBT001
) -> Callable[[], list[tuple[RoundEffect, ...]]]:
    entry, seats = rules.meters[rules.metered], rules.file.deal.seats
    tables = (seats,) if seats and shares and entry.sharing_rule else ()
    unit = Fraction(entry.round_up_to)
    return begun(lambda: [neglected_effects(meter, rules.deck, tables, unit) for _, meter in meters])


def limits_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield bounds of each effect on return and mean meter, for the first and the last meter."""
    yield Paragraph(sentence("limits.about"))
    effects, meters = effects_of(study)(), _first_and_last(study)
    rows: list[tuple[Value, ...]] = []
    for of_row in zip(*effects, strict=True):
        changes = ((_outwards(one.return_change, 10**6), _outwards(one.meter_change, 1)) for one in of_row)
        rows.append((of_row[0].name, *chain.from_iterable(changes)))
    columns: list[Column[Value]] = [Column("Effect")]
    for option, meter in meters:
        columns.append(Column(f"Return, option {option}, {money(meter.seed)}", PLAIN))
        columns.append(Column("mean meter", PLAIN))
    yield Table("", columns, tuple(rows))
    ends = (end for of_row in effects for one in of_row for end in one.return_change)
    largest = max(abs(Fraction(end)) for end in ends)
    thousandth = Fraction(1, 10**5)
    yield Paragraph(sentence("limits.below", most=(largest // thousandth + 1) * thousandth))
    with suppress(JackpotError):
        half_up = next(one for one in study.explanations if one.rounding is Rounding.HALF_UP)
        gap = (half_up.lowest - half_up.highest).middle
        if 0 < gap < largest:
            yield Paragraph(sentence("limits.half_up", gap=gap * 10**6))


def _outwards(ends: tuple[float, float], scale: int) -> str:
    """Return limits rounded outwards to two decimals."""
    low, high = floor(ends[0] * scale * 100) / 100, ceil(ends[1] * scale * 100) / 100
    return " to ".join(f"{end:.2f}".replace("-", "−") for end in (low, high))


def checks_section(study: JackpotStudy) -> Iterator[Block]:
    """Yield the checks of the chapter's figures against each other."""
    lines = [_balance(study, *one) for one in study.runs[:: len(study.meters) - 1 or 1]]
    resetting = ((option, run) for option, run in study.runs if run.meter.reset_probability)
    if (first := next(resetting, None)) is not None:
        lines.append(_second_method(*first))
    chances, hands, ways = study.first.chances, study.hands, study.ways
    key, total = "meter.counts" if ways > 1 else "meter.counted", chances.total
    lines.append(sentence(key, pairs=chances.ways, total=total, ways=ways, hands=hands))
    if study.shares_flushes:
        lines.append(_winners(study))
    yield bullets(lines)
    yield Paragraph("docs/meter.md also simulates the meter; this report uses no random numbers.")


def _balance(study: JackpotStudy, option: str, run: LongRun) -> str:
    meters, mean = run.value.share * study.hands, MONEY.shown(run.law.mean)
    paid_out, paid_in = run.law.mean * run.value.share, run.top_ups + run.meter.increment
    agree = "equal" if paid_out.meets(paid_in) else "NOT equal"
    paid = {"paid_out": paid_out, "paid_in": paid_in, "agree": agree}
    return sentence("meter.balance", option=option, run=run, study=study, meters=meters, mean=mean, **paid)


def _second_method(option: str, run: LongRun) -> str:
    by_rounds = return_by_rounds(run.meter, even_growth=True)
    within = by_rounds.low < float(run.long_run_return.middle) < by_rounds.high
    low, high = floor(by_rounds.low * 10**8) / 10**6, ceil(by_rounds.high * 10**8) / 10**6
    between = "between" if within else "NOT between"
    return sentence("meter.second", option=option, run=run, low=low, high=high, between=between)


def _winners(study: JackpotStudy) -> str:
    hands, seats = study.hands, study.seats
    winners = {number: study.winners.law(number) for number in range(1, seats + 1)}
    name, prizes = study.long_runs[0].largest_prize.name, study.meters[0][1].prizes
    royal = next(one for one in prizes if one.name == name)
    right = all(sum(of.values()) == 1 for of in winners.values()) and all(
        sum(royals * chance for (royals, _), chance in of.items()) == number * royal.probability
        for number, of in winners.items()
    )
    royals = royal.probability * hands
    return sentence("meter.winners", right="" if right else "NOT ", seats=seats, royals=royals, hands=hands)
