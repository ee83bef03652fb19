"""What a game's rules and imprint say, each thing once: statements that views choose from and lay out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from combin.cards.cards import STANDARD_RANKS, ColourLine, Joker
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.formatting import capital, plain
from combin.rules.model import Imprint, ProgressiveEntry, Source
from combin.rules.outcomes import CASES, PLAYS, UNQUALIFIED, off_table
from combin.rules.resolved import Rules
from combin.rules.sights import Tells
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Bet, Case, Kind, Whose
from combin.words.catalogue import Catalogue, load_catalogue, ranks_in_words

RESULTS = (Case.WIN, Case.TIE, Case.LOSE)
"""What comparing two hands can come to."""


class RuleStatement(NamedTuple):
    """What the rules say about a topic (a part of the game, or a bet by its id), and where it is stated."""

    topic: str
    about: str
    says: str
    rule: str


def rule_statements(rules: Rules, catalogue: Catalogue, *, tables: bool = False) -> Iterator[RuleStatement]:
    """Yield what the rules say in the order of a round; `tables` are what each pay table pays, in a row."""
    file, catalogue = rules.file, catalogue.of(rules.file.imprint)
    deal = [catalogue.imprint.deal] if catalogue.imprint.deal else [*deal_says(rules, catalogue)]
    if seats := file.deal.seats:
        deal.append(catalogue("deal.seats" if seats > 1 else "deal.seat", seats=catalogue.small(seats)))
    order = catalogue("ranking.order", hands=", ".join(map(catalogue.hand, rules.ranking.order)))
    parts: tuple[tuple[str, Iterable[str], str], ...] = (
        ("deck", deck_says(rules, catalogue), file.deck.rule),
        ("deal", deal, file.deal.rule),
        ("hands", (order, *ranking_says(rules, catalogue)), file.ranking.rule),
        ("dealer", dealer_says(rules, catalogue), file.dealer.rule),
        ("decision", decision_says(rules, catalogue), file.decision.rule),
        ("decision", early_says(rules, catalogue), file.decision.early_rule),
        ("decision", blind_says(rules, catalogue), file.decision.blind.rule),
    )
    for part, texts, rule in parts:
        if says := " ".join(texts):
            yield RuleStatement(part, catalogue(f"parts.{part}"), says, rule)
    for name, bet in rules.bets.items():
        for says, rule in bet_says(rules, bet, catalogue):
            yield RuleStatement(name, bet.name, says, rule or bet.rule)
        for letter, table in rules.tables.get(name, {}).items() if tables else ():
            about = catalogue("parts.table", wager=bet.name, letter=letter)
            yield RuleStatement(f"{name} {letter}", about, _table(rules, table, catalogue), table.rule)
    limits = file.limits
    settled = (
        ("below_minimum", limits.below_minimum, limits.below_minimum_rule),
        ("below_minimum_again", limits.below_minimum_again, limits.below_minimum_rule),
        ("above_maximum", limits.above_maximum, limits.above_maximum_rule),
        (_ROUNDED.get(limits.inexact_pay or "", "inexact_pay"), limits.inexact_pay, limits.inexact_pay_rule),
        ("personal", limits.personal_rule, limits.personal_rule),
    )
    for key, stated, rule in settled:
        if stated:
            says = catalogue(f"limits.{key}")
            yield RuleStatement("limits", catalogue("parts.limits"), says, rule or limits.rule)


_ROUNDED = {"next amount down": "inexact_pay_down", "nearest amount": "inexact_pay_nearest"}


def explained(rules: Rules, catalogue: Catalogue | None = None) -> tuple[RuleStatement, ...]:
    """Return what the rules say in plain words, all about one thing together, pay tables too."""
    statements = rule_statements(rules, catalogue or load_catalogue(), tables=True)
    return tuple(
        RuleStatement(topic, about, " ".join(says), ", ".join(dict.fromkeys(filter(None, cited))))
        for (topic, about), group in groupby(statements, key=lambda statement: statement[:2])
        for _, _, says, cited in [zip(*group, strict=True)]
    )


# -- the game ------------------------------------------------------------------------------------------


def sides(rules: Rules) -> tuple[str, str] | None:
    """Return the names of the two hands if players bet on either: those of the bets that they win.

    None if the player has a hand, and plays it against the dealer's.
    """
    if rules.play or rules.qualifies:
        return None
    for name in rules.comparisons:
        bet = rules.bets[name]
        if bet.outcomes[Case.LOSE].pays > 0 > bet.outcomes[Case.WIN].pays:
            return rules.bets[rules.base].name, bet.name
    return None


def wager_names(rules: Rules, wagers: Iterable[str]) -> list[str]:
    """Return the names of wagers."""
    return [rules.bets[name].name for name in wagers]


def title_of(rules: Rules, catalogue: Catalogue) -> str:
    """Title of a game in the language of a catalogue, with the casino of its details for the publisher."""
    imprint, source = rules.file.imprint, rules.file.source
    own = imprint.translations.get(catalogue("language.code"))
    title = (own and own.title) or rules.file.title
    game, _, place = title.partition(", ")
    issued = imprint.casino and place and (source.kind == "house rules" or place in source.publisher)
    return f"{game}, {imprint.casino}" if issued else title


def document_named(source: Source, catalogue: Catalogue) -> str:
    """Return the document of a game in words: its title, publisher, version and date."""
    version = catalogue("sheet.version", version=source.version) if source.version else ""
    date = catalogue("sheet.since", date=source.effective) if source.effective else ""
    named = ", ".join(dict.fromkeys(filter(None, (source.document, source.publisher, version, date))))
    return catalogue("page.after", document=named) if source.kind == "variant" else named


def deck_says(rules: Rules, catalogue: Catalogue) -> Iterator[str]:
    """Yield which cards a deck has, then how many decks and which jokers are shuffled in."""
    deck, known = rules.deck, [str(rank) for rank in STANDARD_RANKS]
    symbols = [str(rank) for rank in deck.ranks]
    ranks, suits = len(symbols), len(deck.suits)
    in_a_row = any(symbols == known[start : start + ranks] for start in range(len(known)))
    run = catalogue("deck.run", lowest=catalogue.ranks(symbols[0]), highest=catalogue.ranks(symbols[-1]))
    yield catalogue(
        "deck.cards",
        cards=ranks * suits,
        ranks=catalogue.small(ranks),
        run=run if in_a_row else catalogue.ranks(catalogue.all_of(symbols)),
        names=catalogue.all_of([catalogue.suit(suit.name) for suit in deck.suits]),
    )
    if deck.copies > 1:
        yield catalogue("deck.decks", decks=capital(catalogue.small(deck.copies)))
    if deck.jokers:
        key = "deck.jokers" if deck.jokers > 1 else "deck.joker"
        yield catalogue(key, jokers=capital(catalogue.small(deck.jokers)))
    wild = list[str]()
    for rank in dict.fromkeys(card.rank for card in deck.wild):
        cards = [card for card in deck.wild if card.rank == rank]
        whole = len(cards) == len(deck.suits)
        wild += [catalogue("deck.wild_rank", rank=rank)] if whole else [card.glyph for card in cards]
    if wild:
        yield catalogue("deck.wild", cards=catalogue.all_of(wild))


def deal_says(rules: Rules, catalogue: Catalogue) -> Iterator[str]:
    """Yield to whom cards are dealt, which of them are seen, and which all players share."""
    deal, names = rules.file.deal, sides(rules)
    cards, (first, second) = catalogue.small(deal.player), names or ("", "")
    key = "sides" if names else "alone" if rules.alone else "cards"
    yield catalogue(f"deal.{key}", first=first, second=second, cards=cards)
    if deal.player > 3:
        yield catalogue("deal.best_three")
    seen = rules.sees if rules.sights is None else rules.sights.groups
    if seen:
        ranks = (ranks_in_words(sorted(group), rules.ranking, catalogue) for group in seen)
        groups = catalogue.any_of([of.replace(", ", "/") for of in ranks])
        key = "deal.see_group" if deal.face_up == 1 else "deal.see_groups"
        yield catalogue(key, cards=catalogue.small(deal.face_up), groups=groups)
    elif rules.sights is not None and rules.sights.tells is not Tells.CARD:
        marks = catalogue(f"deal.tells_{rules.sights.tells.name.lower()}")
        yield catalogue("deal.see_some_of", cards=catalogue.small(deal.face_up), told=marks)
    elif deal.face_up > 1:
        yield catalogue("deal.see_cards", cards=catalogue.small(deal.face_up))
    elif deal.face_up:
        yield catalogue("deal.see")
    if shared := [bet.name for bet in rules.bets.values() if bet.hand is Whose.PLAYER_AND_JACKPOT]:
        yield catalogue("deal.jackpot", cards=catalogue.small(deal.jackpot), wagers=catalogue.all_of(shared))


_ACE_LOW = {AceLow.LOWEST: "lowest", AceLow.SECOND: "second", AceLow.HIGHEST: "highest"}


def ranking_says(rules: Rules, catalogue: Catalogue) -> Iterator[str]:
    """Yield which hands count as what, and how two of one kind compare."""
    ranks, low, order = rules.deck.ranks, rules.ranking.ace_low, rules.ranking.order
    if ranks[-1].symbol == "A" and len(ranks) > 3:
        run = catalogue.ranks("-".join(map(str, (ranks[-1], *ranks[: rules.ranking.size - 1]))))
        key = "none" if low not in _ACE_LOW else "straight" if rules.alone else "low"
        place = catalogue(f"ranking.{_ACE_LOW.get(low, 'lowest')}")
        yield catalogue(f"ranking.ace_{key}", run=run, place=place)
    if rules.ranking.straight_suits is StraightSuits.THREE:
        yield catalogue("ranking.straight_suits")
    if rules.deck.copies > 1 and order.index(Category.FLUSH) < order.index(Category.PAIR):
        yield catalogue("ranking.paired_flush")
    if rules.deck.wild:
        yield catalogue("ranking.wild")
    if rules.deck.jokers:
        yield catalogue("ranking.joker" if rules.deck.joker is Joker.WILD else "ranking.joker_limited")
    if rules.ranking.highest_three is not None:
        three = catalogue.ranks("-".join([str(ranks[rules.ranking.highest_three])] * 3))
        yield catalogue("ranking.highest_three", hand=three)
    for lower, higher in rules.file.ranking.beats.items():
        yield catalogue("ranking.beats", lower=catalogue.hand(lower), higher=catalogue.hand(higher))
    if rules.ranking.lowest_wins:
        yield catalogue("ranking.lowest_wins")
    if not rules.alone:
        yield catalogue("ranking.same_kind")


def dealer_says(rules: Rules, catalogue: Catalogue) -> Iterator[str]:
    """Yield with what the dealer qualifies, where there is one."""
    if rules.qualifies:
        hand = catalogue.or_better(rules.file.dealer.qualifies)
        yield catalogue("dealer.qualifies", hand=hand, percent=catalogue.percent(rules.qualifying))
    elif not rules.alone and not sides(rules):
        yield catalogue("dealer.always")


def decision_says(rules: Rules, catalogue: Catalogue) -> Iterator[str]:
    """Yield what the player may do once the cards are dealt, and whether without looking at them."""
    if not rules.play:
        yield catalogue("decision.none")
        return
    times = [_times(rules, multiple, place, catalogue) for place, multiple in enumerate(rules.later)]
    initial, play = catalogue.all_of(wager_names(rules, rules.initial)), rules.bets[rules.play].name
    yield catalogue("decision.choose", wagers=initial, play=play, times=catalogue.any_of(times))
    for bet in (rules.bets[name] for name in rules.initial):
        if bet.fold_returns:
            yield catalogue("decision.returned", wager=bet.name, percent=_share(bet.fold_returns, catalogue))


def early_says(rules: Rules, catalogue: Catalogue) -> Iterator[str]:
    """Yield what may be played before a card of the dealer's is seen."""
    if rules.early:
        times = [_times(rules, multiple, place, catalogue) for place, multiple in enumerate(rules.early)]
        yield catalogue("decision.early", play=rules.bets[rules.play].name, times=catalogue.any_of(times))


def _times(rules: Rules, multiple: int, place: int, catalogue: Catalogue) -> str:
    """Return how large a Play bet may be, and with which hands."""
    number, base = rules.times(multiple), rules.bets[rules.base].name
    key = {Fraction(1): "once", Fraction(1, 2): "half"}.get(number, "times" if place else "times_alone")
    small = catalogue.small(int(number)) if number.denominator == 1 else catalogue.number(plain(number))
    times = catalogue(f"decision.{key}", base=base, multiple=small)
    if multiple not in rules.limited:
        return times
    return catalogue("decision.only_with", times=times, hand=catalogue.or_better(rules.limited[multiple]))


def blind_says(rules: Rules, catalogue: Catalogue) -> Iterator[str]:
    """Yield whether a hand may be played that nobody has looked at."""
    blind = rules.file.decision.blind
    if blind.allowed:
        key = "decision.blind_in_advance" if blind.play_in_advance else "decision.blind"
        yield catalogue(key, play=rules.bets[rules.play].name)


# -- bets ----------------------------------------------------------------------------------------------


def case_words(rules: Rules, case: Case, catalogue: Catalogue, form: str = "cases") -> str:
    """Return the result of the comparison: "the dealer does not qualify", "the hands are equal"."""
    if case.result is None:
        return catalogue("cases.no_qualify")
    result = _side_words(rules, case.result, catalogue)
    return result if case.qualified else catalogue(f"{form}.no_qualify_and", case=result)


def _side_words(rules: Rules, result: str, catalogue: Catalogue) -> str:
    names = sides(rules)
    if names is None or result == Case.TIE:
        return catalogue(f"cases.{result}")
    return catalogue(f"cases.{result}_side", side=names[result != Case.WIN])


def outcome_words(pays: Fraction, catalogue: Catalogue, form: str = "outcomes") -> str:
    """Return what a wager gets: "pays 1 to 1", "pushes"; or as the `cells` of a table say it: "returned"."""
    other = "loses_part" if -1 < pays < 0 else "pays"
    key = {Fraction(0): "push", Fraction(-1): "loses"}.get(Fraction(pays), other)
    return catalogue(f"{form}.{key}", odds=catalogue.odds(pays), percent=_share(-Fraction(pays), catalogue))


def gets_words(rules: Rules, bet: Bet, case: Case, catalogue: Catalogue, form: str = "outcomes") -> str:
    """Return what a bet on which hand is higher gets in a case, by its table where it has one."""
    *apart, rest = [row for row in off_table(rules, bet.id) if row.is_for(case)]
    gets = outcome_words(rest.net, catalogue, form)
    if rest.line is not None and not apart:
        return catalogue(f"{form}.by_table", outcome=gets)
    for row in reversed(apart):
        outcome, hand = outcome_words(row.net, catalogue, form), catalogue.hand(row.line or "")
        gets = catalogue(f"{form}.with_hand", outcome=outcome, hand=hand, rest=gets)
    return gets


def bet_says(rules: Rules, bet: Bet, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield sentences on a bet, each with where it is stated if that is not where the bet is."""
    if bet.kind is Kind.BONUS:
        key = "bonus_on" if bet.paid_on else "bonus" if rules.play else "bonus_always"
        cases = [Case(result.replace(" ", "_")) for result in bet.paid_on]
        results = catalogue.any_of([case_words(rules, case, catalogue) for case in cases])
        yield catalogue(f"wagers.{key}", on=rules.bets[bet.on].name, results=results), ""
        return
    if bet.compared is None or rules.alone:
        yield whose_cards(rules, bet, catalogue), ""
    if bet.needs:
        needed = catalogue.any_of(wager_names(rules, bet.needs))
        yield catalogue("wagers.needs", wagers=needed), bet.rule_of("needs")
    if bet.envy_needs:
        winner = catalogue.any_of(wager_names(rules, bet.envy_needs))
        yield catalogue("wagers.envy_needs", wagers=winner), bet.rule_of("envy")
    if bet.equals:
        yield catalogue("wagers.equals", base=rules.bets[bet.equals].name), ""
    yield from _settled(rules, bet, catalogue)
    if bet.stakes:
        yield catalogue("wagers.stakes", stakes=catalogue.any_of([*map(catalogue.money, bet.stakes)])), ""
    for says in commission_says(bet, catalogue):
        yield says, ""
    if bet.full_stake is not None:
        yield catalogue("wagers.full_stake", stake=catalogue.money(bet.full_stake)), ""
    if (entry := rules.meters.get(bet.id)) is not None:
        yield from ((says, entry.rule) for says in _meter_says(entry, catalogue))
    if rules.play and not bet.raises and bet.kind is not Kind.COMPARISON:
        key = "lost_but" if bet.fold_returns else bet.on_fold.replace(" ", "_")
        outcome = catalogue(f"outcomes.{key}", percent=_share(bet.fold_returns, catalogue))
        case = catalogue("cases.fold")
        yield catalogue("wagers.settled", case=case, wager=bet.name, outcome=outcome), bet.rule_of("fold")


def commission_says(bet: Bet, catalogue: Catalogue) -> Iterator[str]:
    """Yield what the house keeps of winnings, and what it takes of each hand."""
    if bet.commission:
        yield catalogue("wagers.commission", wager=bet.name, percent=_share(bet.commission, catalogue))
    if bet.collection is not None:
        share, money = bet.collection.share, bet.collection.money
        of_stake = catalogue("wagers.of_stake", wager=bet.name, percent=_share(share, catalogue))
        parts = [of_stake] * bool(share) + [catalogue.money(money)] * bool(money)
        yield catalogue("wagers.collection", amount=catalogue.all_of(parts))


def _meter_says(entry: ProgressiveEntry, catalogue: Catalogue) -> Iterator[str]:
    """Yield what is out of the common of meters: levels, what builds their seeds, where they must be hit."""
    options = entry.options.values()
    levels = dict.fromkeys(name for option in options for name in option.levels)
    if levels:
        called = [catalogue("wagers.the_level", level=name) for name in levels]
        yield catalogue("wagers.levels", levels=catalogue.all_of(called))
    meters = [meter for option in options for meter in entry.meters_of(option)]
    said = []
    for name, meter, limit in sorted(meters, key=lambda named: bool(named[0])):  # levels come last
        whose = catalogue("wagers.the_level" if name else "wagers.the_meter", level=name)
        if meter.reserve:
            said.append(catalogue("wagers.reserve", percent=_share(meter.reserve, catalogue), meter=whose))
        if limit is not None:
            by = catalogue.money(Fraction(limit))
            said.append(catalogue("wagers.must_hit", meter=capital(whose), limit=by))
    yield from dict.fromkeys(said)


def whose_cards(rules: Rules, bet: Bet, catalogue: Catalogue) -> str:
    """Return whose cards a wager is on; or what the file itself says of it."""
    if (guide := catalogue.imprint.told.get(bet.id)) is not None and guide.says:
        return guide.says
    names, own = sides(rules), catalogue.small(rules.file.deal.player)
    tables = rules.tables.get(bet.id, {}).values()
    key = bet.hand.name.lower()
    if any(isinstance(line.hands, ColourLine) for table in tables for line in table.lines):
        key = "colours"
    elif names and bet.hand in (Whose.PLAYER, Whose.DEALER):
        return catalogue("wagers.side", side=names[bet.hand is Whose.DEALER], own=own)
    elif bet.hand is Whose.PLAYER:
        key = "player_against" if bet.versus_dealer else "player_alone" if rules.alone else "player"
    return catalogue(f"wagers.{key}", cards=catalogue.small(rules.file.deal.jackpot), own=own)


def _settled(rules: Rules, bet: Bet, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield what a bet gets in each case of the comparison, or if the dealer's hand is as high or higher."""
    if bet.compared is None:
        both = bet.if_tied == bet.if_beaten
        nets = {"not_higher": bet.if_tied} if both else {"tie": bet.if_tied, "lose": bet.if_beaten}
        for key, net in nets.items():
            if net is not None:
                case, gets = _side_words(rules, key, catalogue), outcome_words(net, catalogue)
                yield catalogue("wagers.instead", case=case, outcome=gets), ""
        return
    rows = [row for row in off_table(rules, bet.id) if PLAYS in row.decided]
    for cases, rule in dict.fromkeys((row.cases, row.rule) for row in rows):
        if rules.qualifies or not {*cases} <= {*UNQUALIFIED}:
            case = Case.NO_QUALIFY if cases == UNQUALIFIED else cases[-1]
            gets = gets_words(rules, bet, case, catalogue)
            result = case_words(rules, case, catalogue)
            if rules.qualifies and all(one.qualified for one in cases):
                result = catalogue("cases.qualify_and", case=result)
            key = "always" if cases == CASES else "settled"
            yield catalogue(f"wagers.{key}", case=result, wager=bet.name, outcome=gets), rule


# -- pay tables ----------------------------------------------------------------------------------------


def file_lines(rules: Rules, table: PayTable) -> list[Line]:
    """Return the lines of a table in the order of the file."""
    lines = {line.text: line for line in table.lines}
    return [lines[text] for text in rules.file.pay_tables[table.wager][table.letter].lines]


def prize_words(line: Line, table: PayTable, catalogue: Catalogue) -> str:
    """Return what a line pays: "4 to 1", "$100", "10% of the jackpot"."""
    prize = line.prize
    if prize.odds is not None:
        if prize.odds == table.for_one:
            return catalogue("cells.push")
        key = "prizes.for_one" if table.for_one else "prizes.odds"
        return catalogue(key, odds=catalogue.odds(prize.odds))
    if prize.money is not None:
        sum_of = catalogue.money(prize.money)
        return catalogue("prizes.from_meter", money=sum_of) if prize.from_meter else sum_of
    share = Fraction(prize.meter or 0)
    key = f"prizes.{'level' if prize.level else 'meter'}{'_all' * (share == 1)}"
    return catalogue(key, percent=_share(share, catalogue), level=prize.level or "")


def _share(share: Fraction, catalogue: Catalogue) -> str:
    """Return a part as a percentage, a whole one without decimals."""
    return catalogue.percent(share, 0 if (share * 100).denominator == 1 else 2)


def _table(rules: Rules, table: PayTable, catalogue: Catalogue) -> str:
    """Return what a table pays in one sentence, the unit behind it unless some lines pay a sum of money."""
    lines, unit, in_money = [], "", any(line.prize.money is not None for line in table.lines)
    written = rules.file.pay_tables[table.wager][table.letter].lines
    for words, texts in catalogue.of(rules.file.imprint).imprint.told_alike(table.wager, written):
        line = next(line for line in table.lines if line.text == texts[0])
        prize, odds = prize_words(line, table, catalogue), line.prize.odds
        if odds is not None and not in_money:
            prize, unit = catalogue.odds(odds), "for_one" if table.for_one else "to_one"
        if line.prize.envy:
            prize = catalogue("prizes.envy", prize=prize, envy=catalogue.money(line.prize.envy))
        lines.append(f"{catalogue.hand(words)} {prize}")
    says = capital(", ".join(lines))
    return catalogue(f"prizes.{unit}_row", lines=says) if unit else f"{says}."


LIMITS = ("minimum", "maximum")

ISSUE = ("version", "effective", "licence")
"""What players read of the document itself."""

PLAYERS = ("casino", *LIMITS, *ISSUE, "safer_gambling")

EVERYTHING = ("jurisdiction", "prepared_by", "reviewed_by", "date", *PLAYERS)


def imprint_facts(
    imprint: Imprint, catalogue: Catalogue, entries: Sequence[str] = EVERYTHING
) -> tuple[tuple[str, str], ...]:
    """The label and the text of each of these entries that is given: ("Table minimum", "£5")."""
    catalogue = catalogue.of(imprint)
    return tuple(
        (catalogue(f"details.{name}"), catalogue.money(value) if isinstance(value, Fraction) else value)
        for name in entries
        if (value := getattr(catalogue.imprint, name)) not in ("", None)
    )


def imprint_sentences(imprint: Imprint, catalogue: Catalogue, names: Sequence[str] = EVERYTHING) -> list[str]:
    """Return the same as "Casino: The Grand"."""
    facts = imprint_facts(imprint, catalogue, names)
    return [catalogue("details.said", label=label, text=text) for label, text in facts]


def ended(text: str) -> str:
    """Return a text with a full stop, if it does not end a sentence already."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
