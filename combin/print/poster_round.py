"""The parts of the player's guide about a round: how it goes, the hands, how main bets are settled."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from combin.cards import Joker
from combin.decks import parse_deck
from combin.exact.statement import ranks_in_words
from combin.print.faces import commonest, example
from combin.ranking import AceLow
from combin.rules.wagers import AgainstDealer, Comparison

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from combin.isomorphism import HandClass
    from combin.print.catalogue import Catalogue
    from combin.rules.rules import Rules
    from combin.rules.wagers import Case

__all__ = ["alone", "hands_block", "outcome_words", "round_block", "settling_blocks", "wager_names"]

Block = dict[str, Any]

MOST_NAMES = 6
"""Bets that a sentence names at most."""


def wager_names(rules: Rules, wagers: tuple[str, ...]) -> list[str]:
    """Return the names of wagers."""
    return [rules.wagers[name].name for name in wagers]


def round_block(rules: Rules, words: Catalogue) -> Block:
    """Return how a round goes, in numbered steps."""
    steps = [_placed(rules, words), _dealt(rules, words)]
    if rules.play:
        steps.append(_decision(rules, words))
    hand = words.hand(rules.file.dealer.qualifies.removesuffix(" or better"))
    if not alone(rules):
        steps.append(words("round.show", hand=hand) if rules.qualifies else words("round.show_always"))
    steps.append(words("round.settle"))
    return {"kind": "steps", "heading": words("round.heading"), "steps": steps}


def alone(rules: Rules) -> bool:
    """Tell whether the dealer's cards change nothing: nothing is compared, and no bet looks at them."""
    base = rules.wagers[rules.base]
    cases: tuple[Case, ...] = ("win", "tie", "lose")
    return (
        isinstance(base, AgainstDealer)
        and not (rules.play or rules.qualifies or rules.comparisons)
        and len({base.outcome(case) for case in cases}) == 1
        and not any("dealer" in getattr(wager, "hand", "") for wager in rules.wagers.values())
    )


def _placed(rules: Rules, words: Catalogue) -> str:
    """Return what is bet before the cards are dealt."""
    more = (*rules.comparisons, *rules.side_bets, *rules.jackpots)
    if not rules.play:
        names = wager_names(rules, (*rules.initial, *more))
        if len(names) > MOST_NAMES:
            return words("round.place_many")
        return words("round.place_some" if more else "round.place_any", wagers=words.listed(names))
    initial = words.listed(wager_names(rules, rules.initial), "language.list_and")
    place = words("round.place_equals" if rules.equals else "round.place", wagers=initial)
    if not more:
        return place
    names = wager_names(rules, more)
    if len(names) > MOST_NAMES:
        return f"{place} {words('round.place_others')}"
    return f"{place} {words('round.place_more', wagers=words.listed(names, 'language.list_and'))}"


def _dealt(rules: Rules, words: Catalogue) -> str:
    """Return from what the cards are dealt, to whom, and which of them are seen."""
    deal, base = rules.file.deal, rules.wagers[rules.base].name
    dealt = "deal_alone" if alone(rules) else "deal_compared" if rules.comparisons else "deal"
    parts = [*_deck(rules, words), words(f"round.{dealt}", cards=words.small(deal.player), base=base)]
    if rules.sees:
        groups = [ranks_in_words(sorted(group), rules.ranking) for group in rules.sees]
        parts.append(words("round.see_group", groups=words.listed(groups)))
    elif deal.face_up:
        parts.append(words("round.see"))
    for name in (*rules.side_bets, *rules.jackpots):
        if getattr(rules.wagers[name], "hand", "") == "player and jackpot cards" and deal.jackpot:
            wager = rules.wagers[name].name
            parts.append(words("round.deal_more", cards=words.small(deal.jackpot), wager=wager))
            break
    return " ".join(parts)


def _deck(rules: Rules, words: Catalogue) -> Iterator[str]:
    """Yield what is unusual about the deck."""
    deck = rules.deck
    ranks, suits, standard = deck.ranks, deck.suits, parse_deck()
    if (ranks, suits) != (standard.ranks, standard.suits):
        shape = {"cards": len(ranks) * len(suits), "ranks": len(ranks), "suits": words.small(len(suits))}
        yield words("round.deck", **shape, lowest=ranks[0], highest=ranks[-1])
    if deck.copies > 1:
        yield words("round.decks", decks=words.small(deck.copies).capitalize())
    if deck.jokers:
        several = deck.jokers > 1
        yield words(
            "round.jokers" if several else "round.joker", jokers=words.small(deck.jokers).capitalize()
        )


def _decision(rules: Rules, words: Catalogue) -> str:
    initial = words.listed(wager_names(rules, rules.initial), "language.list_and")
    base, play = rules.wagers[rules.base].name, rules.wagers[rules.play].name
    parts = [words("round.fold", wagers=initial)]
    if tuple(rules.multiples) == (1,) and not rules.limited:
        parts.append(words("round.play", base=base, play=play))
    else:
        times = [_times(rules, multiple, place, words) for place, multiple in enumerate(rules.multiples)]
        parts.append(words("round.play_times", times=words.listed(times), play=play))
    if rules.file.decision.blind.allowed:
        parts.append(words("round.blind"))
    return " ".join(parts)


def _times(rules: Rules, multiple: int, place: int, words: Catalogue) -> str:
    """Return how large a Play bet may be, and with which hands."""
    key = "once" if multiple == 1 else "times" if place else "times_alone"
    base = rules.wagers[rules.base].name
    times = words(f"round.{key}", base=base, **({} if multiple == 1 else {"multiple": words.small(multiple)}))
    if multiple not in rules.limited:
        return times
    hand = words.hand(rules.limited[multiple].removesuffix(" or better"))
    return words("round.only_with", times=times, hand=hand)


def hands_block(rules: Rules, words: Catalogue) -> Block:
    """Return the order of hands, each with cards drawn and how often it comes."""
    from combin.isomorphism import hand_classes

    ranking = rules.ranking
    total = sum(ranking.counts.values())
    classes = sorted(hand_classes(ranking), key=lambda one: one.strength.level, reverse=True)
    rows = []
    for category, group in groupby(classes, key=lambda one: one.strength.category):
        shown = example(_typical(list(group)), ranking)
        count = ranking.counts[category]
        rows.append(
            {
                "name": words.hand(category.value),
                "cards": list(shown.cards),
                "alt": " ".join(f"{card['rank']}{card['glyph']}" for card in shown.cards),
                "often": words("hands.often", number=words.number(_one_in(total, count))),
            }
        )
    notes = []
    ranks = rules.deck.ranks
    if ranks[-1].symbol == "A" and len(ranks) > 3:
        run = f"{ranks[-1]}-{ranks[0]}-{ranks[1]}"
        place = {AceLow.LOWEST: "lowest", AceLow.SECOND: "second", AceLow.HIGHEST: "highest"}
        low = ranking.ace_low
        if low in place:
            notes.append(words("hands.ace_low", run=run, place=words(f"hands.{place[low]}")))
        else:
            notes.append(words("hands.ace_none", run=run))
    notes.append(words("hands.same_suit"))
    if rules.deck.jokers:
        wild = rules.deck.joker is Joker.WILD
        notes.append(words("hands.joker" if wild else "hands.joker_limited"))
    return {"kind": "hands", "heading": words("hands.heading"), "rows": rows, "notes": notes}


def _typical(classes: list[HandClass]) -> HandClass:
    """Return a hand from the middle of a category, which comes high to low."""
    levels = list(dict.fromkeys(one.strength.level for one in classes))
    middle = levels[len(levels) // 3]
    return commonest(one for one in classes if one.strength.level == middle)


def _one_in(total: int, count: int) -> str:
    """Return how many hands there are for each one, to the nearest whole number, or a decimal below ten."""
    from fractions import Fraction

    from combin.exact.decimals import decimal

    each = Fraction(total, count)
    return decimal(each, 0 if each >= 10 else 1)


def settling_blocks(rules: Rules, words: Catalogue) -> list[Block]:
    """Return how the wagers against the dealer are settled, and the bets on which hand is higher."""
    against = {name: one for name, one in rules.wagers.items() if isinstance(one, AgainstDealer)}
    compared: tuple[Case, ...] = ("win", "tie", "lose")
    cases = rules.cases if rules.qualifies else compared
    rows = [
        [words(f"settling.{case}"), *(_case(one, case, words) for one in against.values())] for case in cases
    ]
    if alone(rules):
        return []
    if rules.play:
        folded = ["settling.not_staked" if one.raises else "settling.loses" for one in against.values()]
        rows.append([words("settling.fold"), *map(words, folded)])
    names = words.listed([one.name for one in against.values()], "language.list_and")
    heading = words("settling.heading" if len(against) > 1 else "settling.heading_one", wagers=names)
    blocks = [_settled(heading, against, rows, words, explained=True)]
    bets = {name: one for name, one in rules.wagers.items() if isinstance(one, Comparison)}
    if bets:
        rows = [
            [
                words(f"settling.{case}"),
                *(outcome_words(getattr(one, case).pays, words) for one in bets.values()),
            ]
            for case in compared
        ]
        blocks.append(_settled(words("settling.compare_heading"), bets, rows, words, explained=False))
    return blocks


def _settled(
    heading: str,
    wagers: dict[str, AgainstDealer] | dict[str, Comparison],
    rows: list[list[str]],
    words: Catalogue,
    *,
    explained: bool,
) -> Block:
    notes = [
        words("settling.commission", wager=one.name, percent=words.percent(one.commission))
        for one in wagers.values()
        if one.commission
    ]
    if explained:
        notes.append(words("settling.returned"))
    columns = [words("settling.case"), *(one.name for one in wagers.values())]
    return {
        "kind": "table",
        "heading": heading,
        "edge": "",
        "lead": "",
        "columns": [{"title": title, "right": False} for title in columns],
        "rows": rows,
        "notes": notes,
    }


def _case(wager: AgainstDealer, case: Case, words: Catalogue) -> str:
    one = wager.outcome(case)
    if one.by_table:
        return words("settling.by_table_else", outcome=outcome_words(one.pays, words))
    return outcome_words(one.pays, words)


def outcome_words(pays: Fraction, words: Catalogue) -> str:
    """Return what a wager gets: "pays 1 to 1", "returned", "loses"."""
    if pays == 0:
        return words("settling.push")
    if pays == -1:
        return words("settling.loses")
    return words("settling.pays", odds=words.odds(pays))
