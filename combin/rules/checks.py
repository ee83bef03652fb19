"""Do the entries of a rule file fit each other: wagers, what they need, the decision, the jackpot.

Checks yield what is wrong, by its place. The first is raised, so that each relies on those before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from combin.cards.cards import ColourLine
from combin.cards.ranking import StraightSuits
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.model import DecisionEntry, JackpotOption, ProgressiveEntry, RulesFile, times
from combin.rules.tournament import Wrong
from combin.rules.wagers import Bet, Kind, PayTableEntry, Whose


def check_size(file: RulesFile) -> None:
    """Raise RulesError for what is for hands of three cards alone, where two or four are dealt."""
    deck, deal, ranking = file.deck, file.deal, file.ranking
    if deal.dealer != deal.player:
        problem = f"{deal.dealer}, but the player is dealt {deal.player}; both get as many"
        raise RulesError(("deal", "dealer"), f"{problem} (Limits in docs/language.md)")
    asked = {
        ("deck", "decks"): (deck.decks or 1) > 1,
        ("deck", "jokers"): deck.jokers,
        ("deck", "wild"): deck.wild,
        ("deal", "face_up"): deal.face_up,
        ("ranking", "beats"): ranking.beats,
        ("ranking", "straight_suits"): deal.player == 2 and ranking.straight_suits is StraightSuits.THREE,
        ("ranking", "highest_three_of_a_kind"): deal.player == 2 and ranking.highest_three_of_a_kind,
    }
    for place, there in asked.items():
        if there and deal.player != 3:
            raise RulesError(place, _three_alone(file))


def _three_alone(file: RulesFile) -> str:
    return f"for hands of three cards alone, and {file.deal.player} are dealt (Limits in docs/language.md)"


def check_entries(file: RulesFile, bets: Mapping[str, Bet]) -> None:
    """Raise the first contradiction between entries of a file; `bets` are its wagers resolved."""
    for place, problem in _contradictions(file, bets):
        raise RulesError(place, problem)


def _contradictions(file: RulesFile, bets: Mapping[str, Bet]) -> Iterator[Wrong]:
    compared = [bet for bet in bets.values() if bet.kind is Kind.AGAINST_DEALER]
    initial = [bet.id for bet in compared if not bet.raises and not bet.equals]
    for bet in compared:
        if bet.raises and bet.equals:
            yield ("wager", bet.id, "equals"), "a wager raises another or equals it, not both"
    side_bets_alone = all(bet.kind not in (Kind.AGAINST_DEALER, Kind.BONUS) for bet in bets.values())
    several = len(initial) != 1 or sum(1 for bet in compared if bet.raises) > 1
    if several and not (bets and side_bets_alone):
        there = ", ".join(bet.id for bet in compared) or "none"
        problem = "a game needs one initial wager against the dealer, and at most one that raises it"
        yield ("wager",), f"{problem}{'' if compared else '; or a side bet'} (there are: {there})"
    named: dict[str, str] = {}
    for name, bet in bets.items():
        if (other := named.setdefault(bet.name.casefold(), name)) != name:
            yield ("wager", name, "name"), f"{shown(bet.name)} is the name of {other} as well"
        for (*place,), problem in _of_bet(bet, "".join(initial), bets, file):
            yield ("wager", name, *place), problem
    yield from _of_pay_tables(file, bets)
    yield from _of_deal(file)
    yield from _of_decision(file, bets)
    yield from _of_meters(file, bets)
    yield from _of_irregularities(file)
    if file.tournament is not None:
        for inside, problem in file.tournament.contradictions(file.deal.seats, file.wager):
            yield ("tournament", *inside), problem


def _of_bet(bet: Bet, base: str, bets: Mapping[str, Bet], file: RulesFile) -> Iterator[Wrong]:
    """Yield what is wrong with a bet, by its place in the entry of the wager."""
    staked = tuple(name for name, other in bets.items() if name != bet.id and other.kind is not Kind.BONUS)
    raised = tuple(name for name, other in bets.items() if other.raises)
    if bet.on and bet.on not in (base, *raised):
        yield ("on",), f"{shown(bet.on)} is no wager against the dealer; {nearest(bet.on, (base, *raised))}"
    for key, other in (("raises", bet.raises), ("equals", bet.equals)):
        if other not in ("", base):
            yield (key,), f"{shown(other)} is not the initial wager; {nearest(other, (base,))}"
    for key, needed in (("needs", bet.needs), ("envy_needs", bet.envy_needs)):
        for other in needed:
            if other not in staked:
                yield (key,), f"{shown(other)} is no other wager of this game; {nearest(other, staked)}"
            if needed.count(other) > 1:
                yield (key,), f"{shown(other)} appears twice"
    if bet.fold_returns and (bet.raises or not raised):
        problem = "a fold returns a part of what is staked before it, and nobody folds this wager"
        yield ("fold_returns",), problem
    yield from _of_stakes(bet, base)
    yield from _of_hands(bet)
    if bet.by_table and bet.id not in file.pay_tables:
        yield (), f"no pay table; write [pay_tables.{bet.id}.A]"
    if bet.kind is Kind.PAY_TABLE:
        yield from _of_side_bet(bet, file)
    if file.deal.player != 3 and (bet.more_cards or (bet.hand is Whose.DEALER and bet.loses_on_fold)):
        yield ("hand" if bet.more_cards else "on_fold",), _three_alone(file)
    if bet.hand is Whose.PLAYER_AND_JACKPOT and bet.more_cards < 2:
        dealt = f"{file.deal.jackpot} jackpot cards are dealt"
        yield ("hand",), f"{dealt}, and the best five cards need at least two"


def _of_hands(bet: Bet) -> Iterator[Wrong]:
    for place, entry in bet.results.items():
        if entry.hands and bet.by_table:
            yield (*place, "hands"), "the wager has a pay table; write a line for these hands there"
        elif entry.hands and bet.kind is Kind.COMPARISON:
            yield (*place, "hands"), "for a wager against the dealer; write by_table = true, and a pay table"


def _of_stakes(bet: Bet, base: str) -> Iterator[Wrong]:
    for key, stakes in (("stakes", bet.stakes), ("full_stake", (bet.full_stake,))):
        if 0 in stakes:
            yield (key,), "0 is no stake"
    if bet.collection is not None and bet.id != base:
        yield ("collection",), f"taken once a hand, of the initial wager {base}"
    of_money = bet.collection is not None and bet.collection.money
    if bet.kind is Kind.AGAINST_DEALER and bet.stakes and not of_money:
        yield ("stakes",), "no sum of money is taken of it, so its edge is the same"


def _of_side_bet(bet: Bet, file: RulesFile) -> Iterator[Wrong]:
    tables = file.pay_tables[bet.id].values()
    if any(prize.money is not None for table in tables for prize in table.lines.values()):
        if not bet.stakes:
            yield ("stakes",), "missing; a table of it pays sums of money, so its edge depends on the stake"
    elif bet.stakes:
        yield ("stakes",), "no table of it pays a sum of money, so its edge is the same"
    of_both = bet.hand.of_both or (bet.hand is Whose.DEALER and bet.versus_dealer)
    if of_both and bet.on_fold != "stays":
        yield ("on_fold",), "a bet on both hands stays; see Limits in docs/language.md"
    if bet.hand is Whose.EITHER and bet.versus_dealer:
        key = "if_tied" if bet.if_tied is not None else "if_beaten"
        yield (key,), "for a hand that is compared, and this bet is about either of both"
    for key, net in (("if_tied", bet.if_tied), ("if_beaten", bet.if_beaten)):
        of_three = (Whose.PLAYER, Whose.DEALER, *((Whose.HIGHER, Whose.LOWER) if key == "if_tied" else ()))
        if net is not None and bet.hand not in of_three:
            yield (key,), f"for a hand that is compared, and this bet is about {shown(str(bet.hand))}"
        if net is not None and any(set(table.lines) & set(ColourLine) for table in tables):
            yield (key,), "for a bet on the player's hand, and this one is about colours"


def _of_pay_tables(file: RulesFile, bets: Mapping[str, Bet]) -> Iterator[Wrong]:
    paid = tuple(name for name, bet in bets.items() if bet.by_table)
    for name, tables in file.pay_tables.items():
        place = ("pay_tables", name)
        if name not in paid:
            yield place, f"no wager {shown(name)} is settled by a pay table; {nearest(name, paid)}"
        if not tables:
            yield place, f"no pay table; write [pay_tables.{name}.A]"


def _of_deal(file: RulesFile) -> Iterator[Wrong]:
    deal, blind = file.deal, file.decision.blind
    if deal.tells and not deal.face_up:
        yield ("deal", "tells"), "no card of the dealer's is seen; write face_up = 1"
    if deal.face_up and blind.allowed:
        write = "allowed = false" + (", play_in_advance = false" if blind.play_in_advance else "")
        problem = f"allows blind hands, but a card of the dealer's is face up; write blind = {{ {write} }}"
        yield ("decision", "blind"), problem


def _of_decision(file: RulesFile, bets: Mapping[str, Bet]) -> Iterator[Wrong]:
    decision = file.decision
    if replace(decision, rule="") != DecisionEntry() and not any(bet.raises for bet in bets.values()):
        yield ("decision",), "no wager raises another, so nothing is decided"
    multiples, early = ([times(entry) for entry in entries] for entries in (decision.play, decision.early))
    for key, stated in (("play", multiples), ("early", early)):
        for multiple, number in Counter(stated).items():
            if number > 1:
                yield ("decision", key), f"{multiple} appears twice"
    if early and not file.deal.face_up:
        yield ("decision", "early"), "no card of the dealer's is seen; write deal.face_up = 1"
    if both := sorted({*multiples} & {*early}):
        problem = f"{both[0]} is in play as well, so it is never better before the card is seen"
        yield ("decision", "early"), problem
    if decision.blind.play_in_advance and not decision.blind.allowed:
        yield ("decision", "blind", "play_in_advance"), "true, but blind hands are not allowed"


def _of_meters(file: RulesFile, bets: Mapping[str, Bet]) -> Iterator[Wrong]:
    jackpots = tuple(name for name, bet in bets.items() if bet.kind is Kind.JACKPOT)
    first = "" if file.jackpot is None else file.jackpot.wager
    if first in file.jackpots:
        yield ("jackpots", first), "its meters stand in [jackpot]"
    stated = set[tuple[str, str]]()
    for wager, entry in file.meters.items():
        place = ("jackpot",) if wager == first else ("jackpots", wager)
        if wager not in jackpots:
            problem = f"{shown(wager)} is no jackpot wager of this game; {nearest(wager, jackpots)}"
            yield (*place, "wager") if place == ("jackpot",) else place, problem
        if not entry.options:
            yield (*place, "options"), f"no option; write [{'.'.join(place)}.options.1]"
        tables = file.pay_tables[wager]
        for name, option in entry.options.items():
            letter = option.pay_table
            if letter not in tables:
                problem = f"no pay table {shown(letter)} of {wager}; {nearest(letter, tuple(tables))}"
                yield (*place, "options", name, "pay_table"), problem
            yield from _of_option(entry, option, tables[letter], (*place, "options", name))
            stated.add((wager, letter))
    for wager in jackpots:
        for letter, table in file.pay_tables[wager].items():
            for text, prize in table.lines.items():
                if prize.level and (wager, letter) not in stated:
                    problem = f"{shown(prize.level)}: no option of table {letter} has meters"
                    yield ("pay_tables", wager, letter, text, "level"), problem


def _of_option(
    entry: ProgressiveEntry, option: JackpotOption, table: PayTableEntry, place: tuple[str, ...]
) -> Iterator[Wrong]:
    """Each meter of an option is won by a line or at a limit, and no line lacks its meter."""
    paid = {prize.level or "": text for text, prize in reversed(table.lines.items()) if prize.of_meter}
    shared = {prize.level or "" for prize in table.lines.values() if prize.meter}
    for level, text in paid.items():
        if level and level not in option.levels:
            known = nearest(level, tuple(option.levels)) if option.levels else "there is none"
            yield (*place, "levels"), f"{shown(text)} pays of a level {shown(level)}; {known}"
    for number, (name, meter, limit) in enumerate(entry.meters_of(option)):
        where = (*place, "levels", name) if name else (*place, "meters", str(number))
        if limit is None:
            if name not in shared:
                whose = f"a share of {shown(name)}" if name else "a share of the meter"
                problem = f"no line of {option.pay_table} pays {whose}, so that it only grows"
                yield where if name else (*place, "pay_table"), problem
            continue
        if name in paid:
            problem = (
                f"a meter that must be hit by {limit:,} is won for no hand, and {option.pay_table} pays "
                f"{shown(paid[name])} of it; give that a level of its own (Limits in docs/language.md)"
            )
            yield (*where, "must_hit_by"), problem
        if limit <= meter.seed:
            yield (*where, "must_hit_by"), f"{limit:,} is not above the seed of {meter.seed:,}"
    for number, first in enumerate(option.meters):
        if sum(meter.increment + meter.reserve for meter in (first, *option.levels.values())) >= 1:
            problem = "the increments and reserves of its meters take the whole wager"
            yield (*place, "meters", str(number), "increment"), problem


def _of_irregularities(file: RulesFile) -> Iterator[Wrong]:
    for name, entry in file.irregularities.items():
        place = ("irregularities", name)
        if entry.again is not None and (entry.again == name or entry.again not in file.irregularities):
            known = nearest(entry.again, tuple(file.irregularities))
            yield (*place, "again"), f"no other irregularity {shown(entry.again)}; {known}"
        if entry.forfeits and entry.hand != "forfeited":
            problem = f'only a hand = "forfeited" forfeits wagers, and this one is {shown(entry.hand)}'
            yield (*place, "forfeits"), problem
        for wager in entry.forfeits:
            if wager not in file.wager:
                problem = f"{shown(wager)} is no wager of this game; {nearest(wager, tuple(file.wager))}"
                yield (*place, "forfeits"), problem


def check_told(imprint: Mapping[str, Any], file: RulesFile) -> None:
    """Refuse words for players about a wager or a line that is not there, in what one file says itself."""
    lines = {
        wager: tuple(text for table in file.pay_tables.get(wager, {}).values() for text in table.lines)
        for wager in file.wager
    }
    for wrong in wrong_words(imprint, lines):
        raise wrong


def wrong_words(imprint: object, lines: Mapping[str, Sequence[str]]) -> Iterator[RulesError]:
    """Yield what is wrong with words for players; `lines` are those of all pay tables of each wager."""
    wordings: dict[tuple[str, ...], object] = {("details",): imprint}
    for language, words in table_of(imprint, "translations").items():
        wordings["details", "translations", language] = words
    for place, words in wordings.items():
        for wager, entry in table_of(words, "told").items():
            if wager not in lines:
                problem = f"{shown(wager)} is no wager of this game; {nearest(wager, tuple(lines))}"
                yield RulesError((*place, "told", wager), problem)
                continue
            own = tuple(dict.fromkeys(lines[wager]))
            for text in table_of(entry, "lines"):
                if text not in own:
                    problem = f"no pay table of {wager} has this line; {nearest(text, own)}"
                    yield RulesError((*place, "told", wager, "lines", text), problem)


def table_of(raw: object, key: str) -> Mapping[str, Any]:
    """A table of what a file says; an empty one where there is none."""
    table = raw.get(key) if isinstance(raw, dict) else None
    return table if isinstance(table, dict) else {}
