"""Strategies shown: statement, proof, borderline hands, what others cost; and single hands explained."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from combin.exact.base_game import FOLD
from combin.exact.statement import decided, exceptions_in_words, lowered, speaks_of_matches, statement_of
from combin.exact.strategy import WAIT
from combin.formats import tables
from combin.formats.tables import COUNT, EXACT, PERCENT, Column, Table, as_json, decimals
from combin.formats.view import View
from combin.formatting import capital, counted, decimal, plain
from combin.report import words
from combin.report.words import DECISION, bonus_letters, card_seen, decision_word, early_word, mean
from combin.words.catalogue import hands_from, load_catalogue, ranks_in_words, seen_in_words
from combin.words.rules import case_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.cards.ranking import Strength
    from combin.cards.suit_classes import HandClass
    from combin.exact.analysis import DecidedHands, StrategyAnswer
    from combin.exact.hand import ComparedHands, ExplainedHand, PaidLine
    from combin.exact.statement import Statement
    from combin.exact.strategy import Border, EarlyHand, Margin, Mistake, Strategy
    from combin.formats.tables import Record, Value
    from combin.rules.resolved import Rules


def strategy_view(answer: StrategyAnswer, digits: int = 10) -> View:
    """The optimal strategy and others, ready to be shown; where asked for, with their mistakes."""
    analysis, others = answer.analysis, answer.others
    rules, best = analysis.rules, analysis.best
    bonuses = words.letters_in_words(rules, bonus_letters(rules, analysis.letters))
    grid, compared, proof = grid_tables(best), comparison_table(best, others), proof_lines(best)
    # Below a grid the proof belongs to the figures, so that nothing but one line is above it.
    shown = [*grid, replace(compared, note=" ".join((compared.note, *proof)))] if grid else [compared]
    common: Record = {"game": rules.file.id, **bonus_letters(rules, analysis.letters)}
    if answer.detailed:
        every = [mistakes_table(other, best) for other in others]
        shown += [table for table in every if len(table.rows) > 1]  # one is that of the sums
    shown += [*([] if grid else card_tables(best)), *border_tables(best)]
    return View(
        f"{rules.file.title}: strategy" + (f" with {bonuses}" if bonuses else ""),
        () if grid else (statement_of(best).text, *proof),
        tuple(table for table in shown if table.rows),
        lambda: _payload(answer, digits),
        lambda: [common | {"strategy": record.pop("name")} | record for record in compared.records(digits)],
        prose=in_prose(best),
    )


def border_tables(best: Strategy) -> list[Table]:
    """The borderline hands; where a dealer's card is seen, before and after that."""
    if not best.seen:
        return [borderline_table(best)]
    return [*early_tables(best), *([] if many_ways(best) else [borderline_table(best, by_card=True)])]


# -- own hand by dealer's card -------------------------------------------------------------------------


LISTED = "*"
"""The mark of hands of one strength that are decided in several ways, which are listed."""

_NOT_PLAYED: dict[str, tables.Role] = {"F": "fold", "W": "fold", LISTED: "open"}
_LETTER = replace(DECISION, role=lambda letter: _NOT_PLAYED.get(letter, "play"))


def grid_tables(strategy: Strategy) -> list[Table]:
    """The decision of each own hand by dealer's card, a letter each, and the list of hands that suits decide.

    Nothing where one statement is true of all cards, or where there would be very many columns.
    """
    if not words.has_grid(statement_of(strategy)):
        return []
    rules, catalogue, cards = strategy.game.rules, load_catalogue(), by_card(strategy)
    early = statement_of(strategy).early
    strengths, describe = rules.ranking.strengths, rules.ranking.describe

    def letters(strength: Strength) -> tuple[str, ...]:
        return tuple(_letter(said, strength.level, rules, "W" if said is early else "F") for _, said in cards)

    def own(run: Sequence[Strength]) -> str:
        highest, lowest = (catalogue.hand(describe(run[place])) for place in (0, -1))
        if run[0] is strengths[-1]:
            return hands_from(run[-1], rules.ranking, catalogue)
        if run[-1] is strengths[0]:
            return catalogue("card.or_lower", hand=highest)
        return highest if len(run) == 1 else catalogue("card.run", lowest=highest, highest=lowest)

    rows = tuple((own([*run]), *key) for key, run in groupby(reversed(strengths), key=letters))
    used = {letter for _, *key in rows for letter in key}
    plays = {_of(choice, rules): decision_word(rules, choice) for choice in rules.multiples}
    legend = {"F": "fold", "W": "wait", **plays, LISTED: "listed below"}
    key = ", ".join(f"{letter} {word}" for letter, word in legend.items() if letter in used)
    columns: list[Column[Any]] = [Column("Own hand"), *(Column(name, _LETTER) for name, _ in cards)]
    shown = [Table(f"Decision by own hand and {_dealers(rules)}: {key}", columns, rows)]
    if LISTED in used:
        listed = ((name, said, "wait" if said is early else "fold") for name, said in cards)
        some = tuple((name, text) for name, said, rest in listed if (text := _exceptions(said, rules, rest)))
        shown.append(Table(f"Hands marked {LISTED}", ("Card", "Decision"), some, _on_matches(cards)))
    return shown


def in_prose(strategy: Strategy) -> tuple[str, ...]:
    """What a grid shows in sentences, one for each dealer's card, for documents."""
    cards = by_card(strategy) if words.has_grid(statement_of(strategy)) else ()
    return tuple(f"{capital(name)}: {lowered(said.text)}" for name, said in cards)


MOST_NAMED = 13
"""Things seen that are named one by one where all others are decided in some other way."""


def by_card(strategy: Strategy) -> list[tuple[str, Statement]]:
    """The statements by what is seen of the dealer's cards; "all others" of very many, last."""
    rules, said = strategy.game.rules, statement_of(strategy)
    most = max((len(card.ranks) for card in said.by_card), default=0)
    rest = next((card for card in said.by_card if len(card.ranks) == most > MOST_NAMED), None)
    cards = [(seen_in_words(card.ranks, rules), card.statement) for card in said.by_card if card is not rest]
    early = [("not yet seen", said.early)] if said.early else []
    return [*early, *cards, *([(f"all {most} others", rest.statement)] if rest else [])]


def _dealers(rules: Rules) -> str:
    return "dealer's card" if rules.file.deal.face_up == 1 else "dealer's cards"


def _on_matches(cards: Sequence[tuple[str, Statement]]) -> str:
    """What it means that a card matches, where that is said."""
    return load_catalogue()("statement.matches") if speaks_of_matches(said for _, said in cards) else ""


def _of(decision: int, rules: Rules) -> str:
    return rules.times_text(decision) if len(rules.multiples) > 1 else "P"


def _letter(said: Statement, level: int, rules: Rules, rest: str = "F") -> str:
    """The letter of the decision for all hands of a level; the mark where there are several decisions."""
    exceptions = [one for one in said.exceptions if one.strength.level == level]
    if any(one.partial for one in exceptions):
        return LISTED
    decision = exceptions[0].decision if exceptions else decided(said, level)
    return _of(decision, rules) if decision else rest


def _exceptions(said: Statement, rules: Rules, rest: str) -> str:
    some = replace(said, exceptions=tuple(one for one in said.exceptions if one.partial))
    text = exceptions_in_words(some, rules, load_catalogue(), rest=rest)
    return f"{capital(text)}." if text else ""


MOST_ROWS = 100
"""Rows of what is seen that a page has at most."""


def many_ways(best: Strategy) -> bool:
    """Whether more statements say what is decided by all that can be seen than a grid has room for."""
    return len(statement_of(best).by_card) > words.MOST_WAYS


def card_tables(best: Strategy) -> list[Table]:
    """The strategy by the dealer's cards; of very many ways the first."""
    if not best.seen:
        return []
    table = cards_table(best)
    if (more := len(table.rows) - MOST_ROWS) > 0:
        note = f"{table.note} {counted(more, 'more row')}: JSON of combin strategy has all.".lstrip()
        table = replace(table, rows=table.rows[:MOST_ROWS], note=note)
    return [table]


def proof_lines(strategy: Strategy) -> tuple[str, ...]:
    """For each decision in use the hands for which it is optimal, and the closest call among them."""
    rules, lines = strategy.game.rules, []

    def proof(call: Margin | EarlyHand, hands: str, word: Callable[[Rules, int], str], against: str) -> str:
        doing, other = (_doing(word(rules, choice)) for choice in (call.decision, call.other))
        cost = f"costs {decimal(call.gain, 6)} {rules.unit_name}" if call.gain else "is equal"
        closest = f"{_hand(strategy, call)} ({call.hand.told}){against}"
        return f"{doing} is optimal for all {hands}; closest call {closest}, where {other} {cost}."

    for decision in sorted({hand.decision for hand in strategy.early}, reverse=True):
        hands = [hand for hand in strategy.early if hand.decision == decision]
        if free := [hand for hand in hands if len(hand.values) > 1]:
            number = counted(sum(hand.hand.weight for hand in hands), "hand")
            said = proof(min(free, key=attrgetter("gain")), number, early_word, "")
            lines.append(f"Proof: before a card is seen, {said}")
    for margin in strategy.tightest().values():
        seen = card_seen(margin.situation, rules)
        number = counted(strategy.hands_by_decision[margin.decision], "matchup" if seen else "hand")
        lines.append(f"Proof: {proof(margin, number, decision_word, seen and f' against {seen}')}")
    return tuple(lines)


def _doing(word: str) -> str:
    """A decision as an activity: "folding", "playing 2x"."""
    verb, *times = word.split()
    return " ".join((f"{verb}ing", *times))


def comparison_table(best: Strategy, others: Sequence[Strategy]) -> Table:
    """House edges of the optimal strategy and of others, and the cost of each."""
    least, edge = best.distribution.house_edge, attrgetter("distribution.house_edge")
    columns: list[Column[Strategy]] = [
        Column("Strategy", value=attrgetter("name"), name="name"),
        Column(None, value=lambda strategy: statement_of(strategy).text, name="statement"),
        *words.played_columns(best.game.rules, lambda strategy: strategy),
        Column("House edge", PERCENT, edge, "house_edge"),
        Column("Exact edge", EXACT, edge),
        Column("Element of risk", PERCENT, attrgetter("distribution.element_of_risk"), "element_of_risk"),
        Column("Cost", PERCENT, lambda strategy: edge(strategy) - least, "cost"),
    ]
    note = "Cost: increase of the house edge over the optimal strategy, in percentage points."
    return Table.of(f"{best.game.rules.base_name} by strategy", [best, *others], columns, note)


class _Borders(NamedTuple):
    """Classes of hands near a border: some of one strength, or the `whole` of it."""

    borders: Sequence[Border]
    whole: bool = False

    def value(self, choice: int) -> Fraction | None:
        """The mean EV of a decision; None where it is not allowed."""
        if choice not in dict(self.borders[0].values):
            return None
        return mean((dict(border.values)[choice], border.situation.weight) for border in self.borders)


def borderline_table(strategy: Strategy, *, by_card: bool = False) -> Table:
    """EV of each decision for the hands near a border, by suit pattern and over all suits.

    Hands of four cards by the fourth, and by the decision; `by_card` the nearest strengths alone, all suits
    together, for each dealer's card.
    """
    rules, of_four = strategy.game.rules, strategy.game.rules.ranking.dealt > 3
    rows: list[_Borders] = []

    def key(border: Border) -> tuple[object, Strength]:
        return by_card and card_seen(border.situation, rules), border.hand.strength

    def card(row: _Borders) -> str:
        return card_seen(row.borders[0].situation, rules)

    for _, group in groupby(strategy.borders(1 if by_card else 2), key=key):
        borders = list(group)
        # In a deck that lacks some cards several classes have one pattern, and often the same values.
        by_hand: dict[object, list[Border]] = {}
        for border in borders:
            own = (border.hand.pattern, border.hand.suit, border.values)
            by_hand.setdefault((border.hand.beside, border.decision) if of_four else own, []).append(border)
        rows += [*map(_Borders, () if by_card else by_hand.values()), _Borders(borders, whole=True)]

    def value(choice: int) -> Column[_Borders]:
        return Column(f"EV of {decision_word(rules, choice)}", decimals(6), lambda row: row.value(choice))

    def decided(row: _Borders) -> str:
        words = dict.fromkeys(decision_word(rules, border.decision) for border in row.borders)
        return "" if row.whole and not by_card else " or ".join(words)

    def values(row: _Borders) -> dict[str, Fraction | None]:
        return {decision_word(rules, choice): row.value(choice) for choice, _ in row.borders[0].values}

    def which(row: _Borders) -> str:
        hand = row.borders[0].hand
        named = hand.pattern.value if hand.beside is None else rules.deck.rank_names[hand.beside]
        return "all suits" if row.whole else named

    suits = "Beside" if of_four else "Suits"
    columns: list[Column[_Borders]] = [
        Column("Card" if by_card else None, value=card, name="dealer_card" * strategy.seen),
        Column("Hand", value=lambda row: _hand(strategy, row.borders[0]), name="hand"),
        Column(None if by_card else suits, value=which, name=suits.lower()),
        Column(None if by_card else "Hands", COUNT, lambda row: _hands(row.borders), "hands"),
        *map(value, sorted(rules.later, reverse=True)),
        Column("Decision", DECISION, decided, "decision"),
        Column(None, value=values, name="values"),
    ]
    over = ", mean over suits" if by_card else ""
    note = f"EV in units of the {rules.unit_name}{over}; folding: {plain(rules.fold_nets)}."
    whole = (number for number, row in enumerate(rows) if row.whole and not by_card)
    return replace(Table.of("Borderline hands", rows, columns, note, merged=1), sums=tuple(whole))


def cards_table(strategy: Strategy) -> Table:
    """The strategy by the dealer's card that is seen: the whole statement for each."""
    cards = by_card(strategy)
    columns: list[Column[tuple[str, Statement]]] = [
        Column("Card", value=itemgetter(0), name="dealer_card"),
        Column("Strategy", value=lambda card: card[1].text, name="statement"),
    ]
    return Table.of(f"By the {_dealers(strategy.game.rules)}", cards, columns, _on_matches(cards))


def early_tables(strategy: Strategy) -> tuple[Table, ...]:
    """EV of each decision before a card is seen for the hands at the border, if any."""
    rules, hands = strategy.game.rules, strategy.early
    near = set[int]()
    for below, above in pairwise(hands):
        if below.decision != above.decision:
            near |= {below.hand.strength.level, above.hand.strength.level}
    rows = [one for one in reversed(hands) if one.hand.strength.level in near]

    def value(decision: int) -> Column[EarlyHand]:
        heading = f"EV of {early_word(rules, decision)}"
        return Column(heading, decimals(6), lambda hand: hand.values.get(decision))

    columns: list[Column[EarlyHand]] = [
        Column("Hand", value=lambda hand: _hand(strategy, hand), name="hand"),
        Column("Suits", value=lambda hand: hand.hand.pattern.value, name="suits"),
        Column("Hands", COUNT, attrgetter("hand.weight"), "hands"),
        *map(value, (*sorted(rules.early, reverse=True), WAIT)),
        Column("Decision", DECISION, lambda hand: early_word(rules, hand.decision), "decision"),
    ]
    return (Table.of("Borderline hands before a card is seen", rows, columns, merged=1),) if rows else ()


def mistakes_table(other: Strategy, best: Strategy) -> Table:
    """Cost of the wrong decisions of a strategy hand by hand, the dearest first."""
    groups: dict[tuple[int, int, int, bool], list[Mistake]] = {}
    for mistake in other.mistakes(best, together=True):
        seen = mistake.situation.seen is not None
        key = (mistake.hand.strength.level, mistake.decision, mistake.best, seen)
        groups.setdefault(key, []).append(mistake)
    return _mistakes(other, best, sorted(groups.values(), key=lambda mistakes: -_in_all(mistakes)))


def _mistakes(other: Strategy, best: Strategy, groups: Sequence[Sequence[Mistake]]) -> Table:
    """Cost of mistakes, by strength for people and one by one for programs."""
    rules = best.game.rules

    def card(mistakes: Sequence[Mistake]) -> str:
        return card_seen(mistakes[0].situation, rules)

    def each_time(mistakes: Sequence[Mistake]) -> Fraction:
        return mean((mistake.per_hand, mistake.situation.weight) for mistake in mistakes)

    def word(mistake: Mistake, decision: int) -> str:
        early = best.seen and mistake.situation.seen is None
        return (early_word if early else decision_word)(rules, decision)

    where = _cards if best.seen else _suits
    number = "Matchups" if best.seen else "Hands"
    every = [mistake for mistakes in groups for mistake in mistakes]
    columns: list[Column[Sequence[Mistake]]] = [
        Column("Hand", value=lambda mistakes: _hand(best, mistakes[0]), name="hand"),
        Column("Dealer's card" if best.seen else "Suits", value=lambda mistakes: where(best, mistakes)),
        Column(None, value=lambda mistakes: mistakes[0].hand.pattern.value, name="suits"),
        Column(number, COUNT, _hands, "hands"),
        Column(None, value=card, name="dealer_card" * best.seen),
        Column("Played", DECISION, lambda mistakes: word(mistakes[0], mistakes[0].decision), "does"),
        Column("Optimal", DECISION, lambda mistakes: word(mistakes[0], mistakes[0].best), "better"),
        Column("Cost per hand", decimals(6), each_time, "cost_per_hand"),
        Column("Edge contribution", PERCENT, _in_all, "part_of_edge"),
    ]
    return Table.of(
        f"Cost of '{other.name}'",
        groups,
        columns,
        f"Cost per hand: in units of the {rules.unit_name}.",
        total={"Hand": "Total", number: _hands(every), "Edge contribution": _in_all(every)},
    )


def _hands(some: Sequence[Mistake | Border]) -> int:
    return sum(one.situation.weight for one in some)


def _suits(best: Strategy, mistakes: Sequence[Mistake]) -> str:
    """Return the suit patterns of the hands of one strength, "all" if it has no others."""
    if _hands(mistakes) == mistakes[0].hand.strength.count:
        return "all"
    if fourth := {mistake.hand.beside for mistake in mistakes if mistake.hand.beside is not None}:
        return f"with {ranks_in_words(sorted(fourth), best.game.rules.ranking, load_catalogue())}"
    return ", ".join(dict.fromkeys(mistake.hand.pattern.value for mistake in mistakes))


def _cards(strategy: Strategy, mistakes: Sequence[Mistake]) -> str:
    """Return the dealer's cards with which hands of one strength are decided so."""
    ranks = {rank for mistake in mistakes if mistake.situation.seen for rank in mistake.situation.seen.ranks}
    return seen_in_words(sorted(ranks), strategy.game.rules) or "not yet seen"


def _in_all(mistakes: Sequence[Mistake]) -> Fraction:
    return sum((mistake.in_all for mistake in mistakes), Fraction(0))


def _hand(strategy: Strategy, place: Margin | Border | Mistake | EarlyHand) -> str:
    return strategy.game.rules.ranking.describe(place.hand.strength)


def _payload(answer: StrategyAnswer, digits: int) -> dict[str, Any]:
    rules, best = answer.analysis.rules, answer.analysis.best
    followed, *figures = comparison_table(best, answer.others).objects(digits)
    if answer.detailed:
        for other, entry in zip(answer.others, figures, strict=True):
            mistakes = [[mistake] for mistake in other.mistakes(best)]
            entry["mistakes"] = _mistakes(other, best, mistakes).objects(digits)
    early = early_tables(best)
    return {
        "game": rules.file.id,
        "tables": bonus_letters(rules, answer.analysis.letters),
        "strategy": followed,
        "proof": [
            {
                "decision": decision_word(rules, margin.decision),
                "hand": _hand(best, margin),
                "suits": margin.hand.pattern.value,
                **({"dealer_card": card_seen(margin.situation, rules)} if best.seen else {}),
                "gain": as_json(margin.gain, digits),
            }
            for margin in best.tightest().values()
        ],
        "borderline": [] if many_ways(best) else borderline_table(best).objects(digits),
        **({"early": early[0].objects(digits)} if early else {}),
        **({"by_card": cards_table(best).objects(digits)} if best.seen else {}),
        "others": figures,
    }


def hands_view(hands: DecidedHands, digits: int = 10) -> View:
    """Return every hand with its decision and the EV of each, ready to be shown."""
    strategy, rules = hands.strategy, hands.rules
    game, cards, decisions = strategy.game, rules.deck.cards, strategy.decisions
    values = [dict(game.expectations(index)) for index in range(len(decisions))]

    def expected(decision: int) -> Column[tuple[HandClass, int, int]]:
        word = decision_word(rules, decision)
        name = f"ev_{word.replace(' ', '_')}"
        return Column(f"EV of {word}", decimals(6), lambda row: values[row[1]].get(decision), name)

    columns: list[Column[tuple[HandClass, int, int]]] = [
        Column("Cards", value=lambda row: " ".join(str(cards[card]) for card in row[0].cards), name="cards"),
        Column("Hand", value=lambda row: rules.ranking.describe(row[0].strength), name="hand"),
        Column(None, value=lambda row: row[0].strength.category.value, name="category"),
        Column("Suits", value=lambda row: row[0].told, name="suits"),
        Column(None, COUNT, lambda row: row[0].strength.level + 1, "strength"),
        Column("Class", COUNT, lambda row: game.matchups.numbers[row[1]] + 1, "class"),
        Column("Hands", COUNT, lambda row: row[2], "hands"),
        Column("Decision", DECISION, lambda row: decision_word(rules, decisions[row[1]]), "decision"),
        *map(expected, sorted({*rules.later, FOLD})),
    ]

    def seen(row: tuple[HandClass, int, int]) -> str:
        matchup = game.matchups[row[1]]
        if matchup.seen is None or matchup.seen.card is None:
            return card_seen(matchup, rules)
        rank, suit = divmod(matchup.seen.card, len(rules.deck.suits))
        return f"{rules.deck.ranks[rank].symbol}{rules.deck.suits[suit].symbol}"

    columns[6:6] = [Column("Card", value=seen, name="dealer_card")] * strategy.seen
    table = Table.of("", hands, columns)
    return View(
        f"{rules.file.title}: every hand",
        (statement_of(strategy).text, f"EV: expected net result in units of the {rules.unit_name}."),
        (table,),
        lambda: {"game": rules.file.id, "hands": table.objects(digits)},
        lambda: table.records(digits, game=rules.file.id),
    )


# -- single hands --------------------------------------------------------------------------------------


def hand_view(hand: ExplainedHand, digits: int = 10) -> View:
    """Return a hand ready to be shown."""
    rules, early = hand.rules, hand.early
    glyphs = " ".join(card.glyph for card in hand.cards)
    glyphs += f" against {' '.join(card.glyph for card in hand.seen)}" if hand.seen else ""
    values = {decision_word(rules, decision): value for decision, value in hand.values.items()}
    bonuses = words.letters_in_words(rules, bonus_letters(rules, hand.letters))
    title = f"EV by decision, in units of the {rules.unit_name}"
    shown = [] if rules.alone else [_dealer_table(hand)]
    shown.append(_worth(f"{title}, with {bonuses}" if bonuses else title, values))
    lines = [_strength_line(hand)]
    if early is not None:
        values_before = {early_word(rules, decision): value for decision, value in early.values.items()}
        shown.append(_worth("EV by decision before a card is seen", values_before))
        if len(early.values) > 1:
            over = f"{decimal(early.gain, 6)} {rules.unit_name} over {_doing(early_word(rules, early.other))}"
            lines.append(f"Before a card is seen: {early_word(rules, early.decision)}, {over}.")
    if rules.play:
        lines.append(_decision_line(hand))
    if hand.paid:
        shown.append(_paid_table(hand))
    return View(
        f"{glyphs} in {rules.file.title}",
        tuple(lines),
        tuple(shown),
        lambda: as_json(_hand_payload(hand, values), digits),
        lambda: _dealer_table(hand).records(digits, game=rules.file.id, cards=" ".join(map(str, hand.cards))),
    )


def compared_view(compared: ComparedHands, _: int = 10) -> View:
    """Return several hands compared, the highest first, ready to be shown."""
    strengths, describe = compared.strengths, compared.rules.ranking.describe
    best = [str(number + 1) for number in compared.highest]
    which = f"hand {best[0]}" if len(best) == 1 else f"hands {' and '.join(best)}, which tie"

    def beaten_by(number: int) -> list[int]:
        return [other + 1 for other in compared.beaten_by[number]]

    def cards(number: int) -> str:
        return " ".join(card.glyph for card in compared.hands[number])

    order = sorted(range(len(strengths)), key=lambda number: -strengths[number].level)
    columns: list[Column[int]] = [
        Column("No.", COUNT, lambda number: number + 1, "hand"),
        Column("Cards", value=cards, name="cards"),
        Column("Hand", value=lambda number: describe(strengths[number]), name="is"),
        Column("Strength", COUNT, lambda number: strengths[number].level + 1, "strength"),
        Column("Beaten by", value=lambda number: ", ".join(map(str, beaten_by(number))), name="beaten_by"),
    ]
    table = Table.of("", order, columns)
    return View(
        f"{len(compared.hands)} hands in {compared.rules.file.title}",
        (f"Highest: {which}." if best else "Each hand is beaten by another: none is the highest.",),
        (table,),
        lambda: {
            "game": compared.rules.file.id,
            "highest": [number + 1 for number in compared.highest],
            "hands": [
                row | {"cards": " ".join(map(str, compared.hands[number])), "beaten_by": beaten_by(number)}
                for row, number in zip(table.objects(0), order, strict=True)
            ],
        },
        lambda: table.records(0, game=compared.rules.file.id),
    )


def _strength_line(hand: ExplainedHand) -> str:
    ranking, own = hand.rules.ranking, hand.situation.hand
    described, category = ranking.describe(own.strength), own.strength.category.value
    what = described if category in described else f"{described} ({category})"
    others = sum(strength.count for strength in ranking.strengths) - 1
    place = f"strength {own.strength.level + 1:,} of {len(ranking.strengths):,} (1 is the weakest)"
    of = f"Of {counted(others, 'other hand')}, {hand.better:,} are stronger and {hand.equal:,} equal"
    return f"{what}, {own.told}. {of}; {place}."


def _decision_line(hand: ExplainedHand) -> str:
    rules, best = hand.rules, hand.values[hand.best]
    if len(hand.values) == 1:
        return f"The only decision: {decision_word(rules, hand.best)}."
    others = {choice: value for choice, value in hand.values.items() if choice != hand.best}
    other = max(others, key=others.__getitem__)
    gain, doing = best - others[other], _doing(decision_word(rules, other))
    over = f"{decimal(gain, 6)} {rules.unit_name} over {doing}" if gain else f"{doing} is equal"
    when = "Optimal decision after waiting" if hand.early is not None else "Optimal decision"
    return f"{when}: {decision_word(rules, hand.best)}, {over}."


def _worth(title: str, values: Mapping[str, Fraction]) -> Table:
    """EV of decisions by their words."""
    columns = (Column[str]("Decision", DECISION), Column[str]("EV", decimals(6)))
    rows = tuple((word, value, value) for word, value in values.items())
    return Table(title, (*columns, Column[str]("Exact EV", EXACT)), rows)


def _dealer_table(hand: ExplainedHand) -> Table:
    rules, counts, total = hand.rules, hand.situation.counts, hand.situation.deals
    places, catalogue = range(len(rules.cases)), load_catalogue()

    def gains(name: str) -> Column[int]:
        return Column(f"{rules.wagers[name].name} net", tables.SIGNED, lambda case: hand.gains[name][case])

    columns: list[Column[int]] = [
        Column("Showdown", value=lambda place: case_words(rules, rules.cases[place], catalogue, "cells")),
        Column(None, value=lambda place: rules.cases[place], name="case"),
        Column("Dealer hands", COUNT, lambda place: counts[place], "dealer_hands"),
        *tables.chance_columns(places, lambda place: Fraction(counts[place], total)),
        *map(gains, hand.gains),
    ]
    whole: dict[str, Value] = {"Showdown": "Total", "Dealer hands": total, "Probability": Fraction(1)}
    return Table.of("Dealer outcomes", places, columns, total=whole)


def _paid_table(hand: ExplainedHand) -> Table:
    """Net results of the other wagers; tables with equal results share a row."""
    letters: dict[PaidLine, list[str]] = {}
    for paid in hand.paid:
        letters.setdefault(replace(paid, letter=""), []).append(paid.letter)
    columns: list[Column[PaidLine]] = [
        Column("Wager", value=lambda paid: hand.rules.wagers[paid.wager].name),
        Column("Tables", value=lambda paid: " ".join(letters[paid])),
        Column("Line", value=lambda paid: paid.line),
        Column("Net", tables.SIGNED, lambda paid: paid.net),
        *tables.chance_columns(list(letters), lambda paid: Fraction(paid.count, paid.ways)),
    ]
    return Table.of("Bonuses and side bets", letters, columns, merged=1)


def _hand_payload(hand: ExplainedHand, values: Mapping[str, Fraction]) -> dict[str, Any]:
    """Return what JSON says, its exact values as they are."""
    rules, own, early = hand.rules, hand.situation.hand, hand.early
    before = {}
    if early is not None:
        of_early = {early_word(rules, decision): value for decision, value in early.values.items()}
        before["before_a_card_is_seen"] = {"values": of_early, "best": early_word(rules, early.decision)}
    return {
        "game": rules.file.id,
        "cards": [str(card) for card in hand.cards],
        **({"seen": " ".join(map(str, hand.seen))} if hand.seen else {}),
        "tables": bonus_letters(rules, hand.letters),
        "category": own.strength.category.value,
        "hand": rules.ranking.describe(own.strength),
        "suits": own.pattern.value,
        "strength": own.strength.level + 1,
        "strengths": len(rules.ranking.strengths),
        "better": hand.better,
        "equal": hand.equal,
        "dealer": dict(zip(rules.cases, hand.situation.counts, strict=True)),
        "values": values,
        "best": decision_word(rules, hand.best),
        **before,
        "paid": [
            {
                "wager": paid.wager,
                "table": paid.letter,
                "line": paid.line,
                "net": plain(paid.net),
                "count": paid.count,
                "ways": paid.ways,
            }
            for paid in hand.paid
        ],
    }
