"""What the rules of a game say, each thing once: statements that the views choose from and lay out."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from combin.cards.cards import STANDARD_RANKS, ColourLine, Joker
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.decimals import plain
from combin.formatting import capital
from combin.rules.bets import Bet, Kind, Whose
from combin.rules.sights import Tells
from combin.rules.wagers import AgainstDealer, Case, Outcome
from combin.words.catalogue import Catalogue, load_catalogue, ranks_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.cards.cards import Deck
    from combin.rules.model import ProgressiveEntry
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


RESULTS = (Case.WIN, Case.TIE, Case.LOSE)
"""What comparing two hands can come to."""


class RuleStatement(NamedTuple):
    """What the rules say about a topic (a part of the game, or a bet by its id), and where it is stated."""

    topic: str
    about: str
    says: str
    rule: str


def rule_statements(rules: Rules, words: Catalogue, *, tables: bool = False) -> Iterator[RuleStatement]:
    """Yield what the rules say in the order of a round; `tables` are what each pay table pays, in a row."""
    file, words = rules.file, words.of(rules.file.imprint)
    parts: tuple[tuple[str, Iterable[str], str], ...] = (
        ("deck", deck_says(rules, words), file.deck.rule),
        ("deal", (*deal_says(rules, words), *_seats(rules, words)), file.deal.rule),
        ("hands", (_order(rules, words), *ranking_says(rules, words)), file.ranking.rule),
        ("dealer", dealer_says(rules, words), file.dealer.rule),
        ("decision", decision_says(rules, words), file.decision.rule),
        ("decision", early_says(rules, words), file.decision.early_rule),
        ("decision", blind_says(rules, words), file.decision.blind.rule),
    )
    for part, texts, rule in parts:
        if says := " ".join(texts):
            yield RuleStatement(part, words(f"parts.{part}"), says, rule)
    for name, bet in rules.bets.items():
        for says, rule in bet_says(rules, bet, words):
            yield RuleStatement(name, bet.name, says, rule or bet.rule)
        for letter, table in rules.tables.get(name, {}).items() if tables else ():
            about = words("parts.table", wager=bet.name, letter=letter)
            yield RuleStatement(f"{name} {letter}", about, _table(rules, table, words), table.rule)
    limits = file.limits
    for key in ("below_minimum", "below_minimum_again", "above_maximum", "inexact_pay"):
        if getattr(limits, key):
            rule = getattr(limits, f"{key.removesuffix('_again')}_rule") or limits.rule
            way = _ROUNDED.get(getattr(limits, key), "")
            yield RuleStatement("limits", words("parts.limits"), words(f"limits.{key}{way}"), rule)
    if limits.personal_rule:
        yield RuleStatement("limits", words("parts.limits"), words("limits.personal"), limits.personal_rule)


_ROUNDED = {"next amount down": "_down", "nearest amount": "_nearest"}


def explained(rules: Rules, words: Catalogue | None = None) -> tuple[RuleStatement, ...]:
    """Return what the rules say in plain words, all about one thing together, pay tables too."""
    statements = rule_statements(rules, words or load_catalogue(), tables=True)
    return tuple(
        RuleStatement(topic, about, " ".join(says), ", ".join(dict.fromkeys(filter(None, cited))))
        for (topic, about), group in groupby(statements, key=lambda statement: statement[:2])
        for _, _, says, cited in [zip(*group, strict=True)]
    )


# -- the game ------------------------------------------------------------------------------------------


def sides(rules: Rules) -> tuple[str, str] | None:
    """Return the names of the two hands where one may bet on either: those of the bets that they win.

    None where the player has a hand of his own, and plays it against the dealer's.
    """
    if rules.play or rules.qualifies:
        return None
    for name in rules.comparisons:
        bet = rules.bets[name]
        if bet.outcome(Case.LOSE).pays > 0 > bet.outcome(Case.WIN).pays:
            return rules.bets[rules.base].name, bet.name
    return None


def wager_names(rules: Rules, wagers: Iterable[str]) -> list[str]:
    """Return the names of wagers."""
    return [rules.bets[name].name for name in wagers]


def deck_says(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield which cards a deck has, then how many decks and which jokers are shuffled in."""
    deck, known = rules.deck, [str(rank) for rank in STANDARD_RANKS]
    symbols = [str(rank) for rank in deck.ranks]
    ranks, suits = len(symbols), len(deck.suits)
    in_a_row = any(symbols == known[start : start + ranks] for start in range(len(known)))
    run = words("deck.run", lowest=symbols[0], highest=symbols[-1])
    yield words(
        "deck.cards",
        cards=ranks * suits,
        ranks=words.small(ranks),
        run=run if in_a_row else words.all_of(symbols),
        suits=words.small(suits),
        names=words.all_of([words.suit(suit.name) for suit in deck.suits]),
    )
    if deck.copies > 1:
        yield words("deck.decks", decks=capital(words.small(deck.copies)))
    if deck.jokers:
        key = "deck.jokers" if deck.jokers > 1 else "deck.joker"
        yield words(key, jokers=capital(words.small(deck.jokers)))
    if deck.wild:
        yield words("deck.wild", cards=words.all_of(_wild(deck, words)))


def _wild(deck: Deck, words: Catalogue) -> list[str]:
    """Return the cards that count as jokers: a rank where all of it do."""
    found = list[str]()
    for rank in dict.fromkeys(card.rank for card in deck.wild):
        cards = [card for card in deck.wild if card.rank == rank]
        whole = len(cards) == len(deck.suits)
        found += [words("deck.wild_rank", rank=rank)] if whole else [card.glyph for card in cards]
    return found


def deal_says(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield to whom cards are dealt, which of them are seen, and which all players share."""
    deal, names = rules.file.deal, sides(rules)
    cards, (first, second) = words.small(deal.player), names or ("", "")
    key = "sides" if names else "alone" if rules.alone else "cards"
    yield words(f"deal.{key}", first=first, second=second, cards=cards)
    if rules.sees:
        groups = [ranks_named(sorted(group), rules.ranking, words) for group in rules.sees]
        yield words("deal.see_group", groups=words.any_of(groups))
    elif rules.sights is not None and rules.sights.tells is not Tells.CARD:
        told = words(f"deal.tells_{rules.sights.tells.name.lower()}")
        yield words("deal.see_some_of", cards=words.small(deal.face_up), told=told)
    elif deal.face_up > 1:
        yield words("deal.see_cards", cards=words.small(deal.face_up))
    elif deal.face_up:
        yield words("deal.see")
    if shared := [bet.name for bet in rules.bets.values() if bet.hand is Whose.PLAYER_AND_JACKPOT]:
        yield words("deal.jackpot", cards=words.small(deal.jackpot), wagers=words.all_of(shared))


def _seats(rules: Rules, words: Catalogue) -> Iterator[str]:
    if seats := rules.file.deal.seats:
        yield words("deal.seats" if seats > 1 else "deal.seat", seats=words.small(seats))


def _order(rules: Rules, words: Catalogue) -> str:
    return words("ranking.order", hands=", ".join(map(words.hand, rules.ranking.order)))


_ACE_LOW = {AceLow.LOWEST: "lowest", AceLow.SECOND: "second", AceLow.HIGHEST: "highest"}


def ranking_says(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield which hands count as what, and how two of one kind compare."""
    ranks, low, order = rules.deck.ranks, rules.ranking.ace_low, rules.ranking.order
    if ranks[-1].symbol == "A" and len(ranks) > 3:
        run = f"{ranks[-1]}-{ranks[0]}-{ranks[1]}"
        if low not in _ACE_LOW:
            yield words("ranking.ace_none", run=run)
        elif rules.alone:
            yield words("ranking.ace_straight", run=run)
        else:
            yield words("ranking.ace_low", run=run, place=words(f"ranking.{_ACE_LOW[low]}"))
    if rules.ranking.straight_suits is StraightSuits.THREE:
        yield words("ranking.straight_suits")
    if rules.deck.copies > 1 and order.index(Category.FLUSH) < order.index(Category.PAIR):
        yield words("ranking.paired_flush")
    if rules.deck.wild:
        yield words("ranking.wild")
    if rules.deck.jokers:
        yield words("ranking.joker" if rules.deck.joker is Joker.WILD else "ranking.joker_limited")
    if rules.ranking.highest_three is not None:
        three = "-".join([str(ranks[rules.ranking.highest_three])] * 3)
        yield words("ranking.highest_three", hand=three)
    for lower, higher in rules.file.ranking.beats.items():
        yield words("ranking.beats", lower=words.hand(lower), higher=words.hand(higher))
    if rules.ranking.lowest_wins:
        yield words("ranking.lowest_wins")
    if not rules.alone:
        yield words("ranking.same_kind")


def dealer_says(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield with what the dealer qualifies, where there is one."""
    if rules.qualifies:
        hand = words.or_better(rules.file.dealer.qualifies)
        yield words("dealer.qualifies", hand=hand, percent=words.percent(rules.qualifying))
    elif not rules.alone and not sides(rules):
        yield words("dealer.always")


def decision_says(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield what the player may do once the cards are dealt, and whether without looking at them."""
    if not rules.play:
        yield words("decision.none")
        return
    times = [_times(rules, multiple, place, words) for place, multiple in enumerate(rules.later)]
    initial, play = words.all_of(wager_names(rules, rules.initial)), rules.bets[rules.play].name
    yield words("decision.choose", wagers=initial, play=play, times=words.any_of(times))
    for bet in (rules.bets[name] for name in rules.initial):
        if bet.fold_returns:
            yield words("decision.returned", wager=bet.name, percent=_share(bet.fold_returns, words))


def early_says(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield what may be played before a card of the dealer's is seen."""
    if rules.early:
        times = [_times(rules, multiple, place, words) for place, multiple in enumerate(rules.early)]
        yield words("decision.early", play=rules.bets[rules.play].name, times=words.any_of(times))


def _times(rules: Rules, multiple: int, place: int, words: Catalogue) -> str:
    """Return how large a Play bet may be, and with which hands."""
    number, base = rules.times(multiple), rules.bets[rules.base].name
    key = {Fraction(1): "once", Fraction(1, 2): "half"}.get(number, "times" if place else "times_alone")
    small = words.small(int(number)) if number.denominator == 1 else words.number(plain(number))
    times = words(f"decision.{key}", base=base, multiple=small)
    if multiple not in rules.limited:
        return times
    return words("decision.only_with", times=times, hand=words.or_better(rules.limited[multiple]))


def blind_says(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield whether a hand may be played that nobody has looked at."""
    blind = rules.file.decision.blind
    if blind.allowed:
        key = "decision.blind_in_advance" if blind.play_in_advance else "decision.blind"
        yield words(key, play=rules.bets[rules.play].name)


# -- bets ----------------------------------------------------------------------------------------------


def case_words(rules: Rules, case: Case, words: Catalogue, form: str = "cases") -> str:
    """Return what comparing the hands comes to: "the dealer does not qualify", "the hands are equal".

    In the form of `cells` it is shorter where the hands are compared though the dealer does not qualify.
    """
    if case.result is None:
        return words("cases.no_qualify")
    result = _side_words(rules, case.result, words)
    return result if case.qualified else words(f"{form}.no_qualify_and", case=result)


def _side_words(rules: Rules, result: str, words: Catalogue) -> str:
    names = sides(rules)
    if names is None or result == Case.TIE:
        return words(f"cases.{result}")
    return words(f"cases.{result}_side", side=names[result != Case.WIN])


def outcome_words(outcome: Outcome | Fraction, words: Catalogue, form: str = "outcomes") -> str:
    """Return what a wager gets: "pays 1 to 1", "pushes"; or as the `cells` of a table say it: "returned"."""
    pays = outcome.pays if isinstance(outcome, Outcome) else outcome
    key = {Fraction(0): "push", Fraction(-1): "loses"}.get(Fraction(pays), "pays")
    key = "loses_part" if -1 < pays < 0 else key
    gets = words(f"{form}.{key}", odds=words.odds(pays), percent=_share(-Fraction(pays), words))
    by_table = isinstance(outcome, Outcome) and outcome.by_table
    return words(f"{form}.by_table", outcome=gets) if by_table else gets


def bet_says(rules: Rules, bet: Bet, words: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield sentences on a bet, each with where it is stated if that is not where the bet is."""
    if bet.kind is Kind.BONUS:
        key = "bonus_on" if bet.paid_on else "bonus" if rules.play else "bonus_always"
        cases = [Case(result.replace(" ", "_")) for result in bet.paid_on]
        results = words.any_of([case_words(rules, case, words) for case in cases])
        yield words(f"wagers.{key}", on=rules.bets[bet.on].name, results=results), ""
        return
    if bet.compared is None:
        yield whose_cards(rules, bet, words), ""
    if bet.needs:
        yield words("wagers.needs", wagers=words.any_of(wager_names(rules, bet.needs))), bet.rule_of("needs")
    if bet.envy_needs:
        winner = words.any_of(wager_names(rules, bet.envy_needs))
        yield words("wagers.envy_needs", wagers=winner), bet.rule_of("envy")
    if bet.equals:
        yield words("wagers.equals", base=rules.bets[bet.equals].name), ""
    yield from _settled(rules, bet, words)
    if bet.stakes:
        yield words("wagers.stakes", stakes=words.any_of([words.money(stake) for stake in bet.stakes])), ""
    for says in commission_says(bet, words):
        yield says, ""
    if bet.full_stake is not None:
        yield words("wagers.full_stake", stake=words.money(bet.full_stake)), ""
    if bet.id in rules.meters:
        yield from ((says, rules.meters[bet.id].rule) for says in _meter_says(rules.meters[bet.id], words))
    if rules.play and not bet.raises and bet.kind is not Kind.COMPARISON:
        outcome = words(f"outcomes.{bet.on_fold.replace(' ', '_')}")
        if bet.fold_returns:
            outcome = words("outcomes.lost_but", percent=_share(bet.fold_returns, words))
        settled = words("wagers.settled", case=words("cases.fold"), outcome=outcome)
        yield settled, bet.rule_of("fold")


def commission_says(bet: Bet, words: Catalogue) -> Iterator[str]:
    """Yield what the house keeps of winnings, and what it takes of each hand."""
    if bet.commission:
        yield words("wagers.commission", wager=bet.name, percent=_share(bet.commission, words))
    if bet.collection is not None:
        share, money = bet.collection.share, bet.collection.money
        parts = [words("wagers.of_stake", wager=bet.name, percent=_share(share, words))] if share else []
        parts += [words.money(money)] if money else []
        yield words("wagers.collection", amount=words.all_of(parts))


def _meter_says(entry: ProgressiveEntry, words: Catalogue) -> Iterator[str]:
    """Yield what is out of the common of meters: levels, what builds their seeds, where they must be hit."""
    options = entry.options.values()
    levels = dict.fromkeys(name for option in options for name in option.levels)
    if levels:
        yield words(
            "wagers.levels", levels=words.all_of([words("wagers.the_level", level=one) for one in levels])
        )
    meters = [("", one, entry.limit_of(one)) for option in options for one in option.meters]
    meters += [(name, one, one.must_hit_by) for option in options for name, one in option.levels.items()]
    said = []
    for name, meter, limit in meters:
        whose = words("wagers.the_level" if name else "wagers.the_meter", level=name)
        if meter.reserve:
            said.append(words("wagers.reserve", percent=_share(meter.reserve, words), meter=whose))
        if limit is not None:
            said.append(words("wagers.must_hit", meter=capital(whose), limit=words.money(Fraction(limit))))
    yield from dict.fromkeys(said)


def bet_text(rules: Rules, bet: Bet, words: Catalogue) -> str:
    """Return all sentences on a bet."""
    return " ".join(says for says, _ in bet_says(rules, bet, words))


def whose_cards(rules: Rules, bet: Bet, words: Catalogue) -> str:
    """Return whose cards a side bet is on."""
    names = sides(rules)
    if any(isinstance(line.hands, ColourLine) for table in bet.tables.values() for line in table.lines):
        key = "colours"
    elif bet.hand.of_both:
        key = bet.hand.name.lower()
    elif bet.hand.has_dealer and bet.more_cards:
        key = "player_and_dealer"
    elif bet.hand is Whose.PLAYER_AND_JACKPOT:
        key = "player_and_jackpot"
    elif names:
        return words("wagers.side", side=names[bet.hand is Whose.DEALER])
    elif bet.hand is Whose.DEALER:
        key = "dealer"
    else:
        key = "player_against" if bet.versus_dealer else "player_alone" if rules.alone else "player"
    return words(f"wagers.{key}", cards=words.small(rules.file.deal.jackpot))


def _settled(rules: Rules, bet: Bet, words: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield what a bet gets in each case of the comparison, or if the dealer's hand is as high or higher."""
    if bet.compared is None:
        nets = {"tie": bet.if_tied, "lose": bet.if_beaten}
        if bet.if_tied == bet.if_beaten:
            nets = {"not_higher": bet.if_tied}
        for key, net in nets.items():
            if net is not None:
                case, gets = _side_words(rules, key, words), outcome_words(net, words)
                yield words("wagers.instead", case=case, outcome=gets), ""
    elif rules.alone:
        outcome = bet.outcome(Case.LOSE)
        yield words("wagers.always", outcome=outcome_words(outcome, words)), outcome.rule
    else:
        unqualified, rule = _unqualified(rules, bet)
        for case in (*unqualified, *RESULTS):
            outcome, text = bet.outcome(case), case_words(rules, case, words)
            settled = words("wagers.settled", case=text, outcome=outcome_words(outcome, words))
            yield settled, outcome.rule or ("" if case.qualified else rule)


def _unqualified(rules: Rules, bet: Bet) -> tuple[list[Case], str]:
    """Return the cases that a bet tells apart where the dealer does not qualify, and where that is stated."""
    if not rules.qualifies or not isinstance(bet.compared, AgainstDealer) or bet.compared.no_qualify.compared:
        return [], ""
    cases = [case for case in rules.cases if not case.qualified] if bet.compares_unqualified else []
    return cases or [Case.NO_QUALIFY], bet.compared.no_qualify.rule


# -- pay tables ----------------------------------------------------------------------------------------


def file_lines(rules: Rules, table: PayTable) -> list[Line]:
    """Return the lines of a table in the order of the file."""
    lines = {line.text: line for line in table.lines}
    return [lines[text] for text in rules.file.pay_tables[table.wager][table.letter].lines]


def hand_words(line: Line, words: Catalogue) -> str:
    """Return for which hand a line is, tens written 10."""
    return re.sub(r"\bT(?=-)|(?<=-)T\b", "10", words.hand(line.text))


def prize_words(line: Line, table: PayTable, words: Catalogue) -> str:
    """Return what a line pays: "4 to 1", "$100", "10% of the jackpot"."""
    prize = line.prize
    if prize.odds is not None:
        if prize.odds == table.for_one:
            return words("cells.push")
        return words("prizes.for_one" if table.for_one else "prizes.odds", odds=words.odds(prize.odds))
    if prize.money is not None:
        sum_of = words.money(prize.money)
        return words("prizes.from_meter", money=sum_of) if prize.from_meter else sum_of
    share = Fraction(prize.meter or 0)
    key = f"prizes.{'level' if prize.level else 'meter'}{'_all' * (share == 1)}"
    return words(key, percent=_share(share, words), level=prize.level or "")


def _share(share: Fraction, words: Catalogue) -> str:
    """Return a part as a percentage, a whole one without decimals."""
    return words.percent(share, 0 if (share * 100).denominator == 1 else 2)


def _table(rules: Rules, table: PayTable, words: Catalogue) -> str:
    """Return what a table pays in one sentence."""
    lines, unit = [], ""
    for line in file_lines(rules, table):
        prize, odds = prize_words(line, table, words), line.prize.odds
        if odds is not None:
            prize, unit = words.odds(odds), "for_one" if table.for_one else "to_one"
        if line.prize.envy:
            prize = words("prizes.envy", prize=prize, envy=words.money(line.prize.envy))
        lines.append(f"{hand_words(line, words)} {prize}")
    says = capital(", ".join(lines))
    return words(f"prizes.{unit}_row", lines=says) if unit else f"{says}."
