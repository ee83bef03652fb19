"""How a game is dealt and settled, with worked examples; what it varies, and what its figures assume."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from typing import Any

from msgspec import structs

from combin.cards.suit_classes import hand_classes_by_suit
from combin.exact.hand import situation_index
from combin.files import write_text
from combin.formats.documents import Block, Document, Heading, Paragraph, bullets, escaped
from combin.formats.tables import MONEY, NET, TEXT, Column, Table
from combin.formats.view import write_document
from combin.formatting import capital, money, money_in
from combin.game import Game
from combin.rules.load import load_rules, raw_layers, read_toml
from combin.rules.resolved import Rules
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Case, Kind
from combin.settle.hands import Cards, Showdown, paying_line
from combin.settle.meter import MeterName, further_meters, stated_meters
from combin.settle.records import amount_text
from combin.submission.layout import layout
from combin.version import __version__
from combin.words.catalogue import Catalogue
from combin.words.rules import case_words, dealer_says, document_named, explained, sides, title_of

UNIT, METER = 10, 10_000
"""The stake of worked examples where any may be staked, and the meter per unit where no seed is stated."""

FEW, MANY, MOST_DEALS = 6, 300, 50_000
"""Deals searched of each hand, of each for a rare line, and in all; a line not found has no example."""

STANDARD = "three-card-poker"
"""What a game with a raise is compared with, if it extends no other."""


def _deals(rules: Rules) -> Iterator[Showdown]:
    """Yield deals in a fixed order: few of each hand, weakest first, then many, strongest first."""
    hands = [one.cards for one in hand_classes_by_suit(rules.ranking)]
    for hand in hands:
        yield from islice(_deals_of(rules, hand), FEW)
    for hand in reversed(hands):
        for near in (rules.deck.suit_of, rules.deck.rank_of):
            yield from islice(_deals_of(rules, hand, near), MANY)


def _deals_of(rules: Rules, hand: Sequence[int], near: Sequence[int] = ()) -> Iterator[Showdown]:
    """Yield the deals of a hand; other cards of its suits, or its ranks, by what is `near`, come first."""
    deal, cards, own = rules.file.deal, rules.deck.cards, {near[place] for place in hand} if near else set()
    order = [(bool(own) and near[at] not in own, at * 23 % len(cards), at) for at in range(len(cards))]
    left = [cards[at] for *_, at in sorted(order) if at not in hand]
    held = Cards(rules, tuple(cards[at] for at in hand))
    for at, last in enumerate(left):
        for some in combinations(left[:at], deal.jackpot + deal.dealer - 1):
            drawn = (*some, last)
            of_dealer, of_jackpot = drawn[deal.jackpot :], drawn[: deal.jackpot]
            yield Showdown(rules, held, Cards(rules, of_dealer), Cards(rules, of_jackpot))


def worked_examples(game: Game) -> list[str]:
    """Records for `combin settle`: the first deal of each case and each line, first tables, optimal play."""
    analysis, rules, found, say = game.analyse(), game.rules, dict[str, Any](), layout(game.rules).say
    base = [name for name in (*rules.initial, rules.play) if name]
    staked, tests = dict[str, Sequence[str]](), dict[str, Callable[[Showdown], bool]]()  # by what is shown
    lines = list[tuple[PayTable, bool, dict[Line | None, str]]]()  # whether the player must stay in for them

    def decision(deal: Showdown) -> int:
        seen = deal.dealer.cards[: rules.file.deal.face_up]
        place = situation_index(analysis.game, deal.player.cards, seen) if rules.play else 0
        return analysis.strategy.decisions[place] if rules.play else 1

    def comes(case: Case, deal: Showdown) -> bool:
        met = deal.case.qualified is case.qualified and case.result in (None, deal.result)
        return met and bool(decision(deal))

    for case in () if rules.alone else rules.cases:
        if case.qualified or rules.qualifies:
            words = case_words(rules, case, say)
            staked[words], tests[words] = (*base, *rules.comparisons), partial(comes, case)
    if rules.play:
        words = say("cases.fold")
        staked[words] = [*rules.initial, *rules.side_bets, *rules.jackpots]
        tests[words] = lambda deal: not decision(deal)
    for name, tables in rules.tables.items():
        bet, table = rules.bets[name], next(iter(tables.values()))
        plays = bet.kind is Kind.BONUS or bet.compared is not None or base[0] in bet.needs
        named = {line: f"{bet.name}: {say.hand(line.text)}" for line in table.lines}
        none = {} if bet.kind is Kind.BONUS else {None: f"{bet.name}: {say('procedure.no_line')}"}
        lines.append((table, plays, named | none))
        for words in lines[-1][-1].values():
            staked[words] = [*dict.fromkeys((*(base if plays else bet.needs[:1]), name))]
    for deal in islice(_deals(rules), MOST_DEALS):
        shown = [words for words, test in tests.items() if words not in found and test(deal)]
        for table, plays, left in lines:
            line = paying_line(table, deal) if left else None
            if line in left and (not plays or decision(deal)):
                shown.append(left.pop(line))
        found |= {words: _record(rules, deal, staked[words], decision(deal)) for words in shown}
        if len(found) == len(staked):
            break
    numbered = enumerate((words for words in staked if words in found), start=1)
    return [json.dumps({"id": f"{number}. {capital(words)}", **found[words]}) for number, words in numbered]


def _record(rules: Rules, deal: Showdown, staked: Sequence[str], decision: int) -> dict[str, Any]:
    """A deal as `combin settle` reads it, with what is staked and a decision, 0 to fold."""
    letters = {wager: next(iter(tables)) for wager, tables in rules.tables.items()}
    hands = (deal.player, deal.dealer, deal.jackpot)
    player, dealer, jackpot = (" ".join(map(str, hand.cards)) for hand in hands)
    bets = [rules.bets[wager] for wager in staked if rules.bets[wager].kind is not Kind.BONUS]
    free = [bet.id for bet in bets if not bet.stakes and bet.kind is not Kind.JACKPOT]
    stakes = {bet.id: bet.first_stake * (UNIT if bet.id in free else 1) for bet in bets}
    if decision and rules.play in stakes:
        stakes[rules.play] = rules.times(decision) * stakes[rules.base]
    meters = dict[str, str]()
    for meter in (MeterName(rules.metered), *further_meters(rules).values()):
        if meter.wager in stakes:
            stated = meter.wager in rules.meters and stated_meters(rules, meter, letters[meter.wager])
            meters[str(meter)] = amount_text((stated[0][1].seed if stated else METER) * stakes[meter.wager])
    shown = meters.pop(rules.metered, None)
    hand: dict[str, Any] = {"seat": 1, "cards": player}
    hand["wagers"] = {wager: amount_text(stake) for wager, stake in stakes.items()}
    hand |= {"decision": "play" if decision else "fold"} if rules.play and rules.base in stakes else {}
    record: dict[str, Any] = {"dealer": dealer, "jackpot_cards": jackpot, "tables": letters, "hands": [hand]}
    record |= {"meter": shown, "seed": shown, "meters": meters, "seeds": meters}
    return {key: value for key, value in record.items() if value}


# -- the document --------------------------------------------------------------------------------------


def _steps(rules: Rules, say: Catalogue) -> Iterator[tuple[str, ...]]:
    """Yield the dealing procedure: the step, what it is about, what is done, and the rule."""
    steps = {name: list[Any]() for name in ("deck", "stakes", "deal", "decision", "reveal", "settlement")}
    spots = (spot for row in layout(rules).rows for spot in row if spot.kind != "raise")
    steps["stakes"] += ((spot.name, capital(spot.placed), spot.rule) for spot in spots)
    key = "show_both" if sides(rules) else "show" if rules.qualifies else "show_always"
    shown = say(f"round.{key}", qualifies=" ".join(dealer_says(rules, say)))
    steps["reveal"] = [] if rules.alone else [(say("parts.dealer"), shown, rules.file.dealer.rule)]
    for topic, about, says, rule in explained(rules, say):
        if topic != "dealer" and (rules.play or topic != "decision"):
            name = "deck" if topic == "hands" else topic if topic in steps else "settlement"
            steps[name].append((about, says, rule))
    numbered = enumerate(((name, rows) for name, rows in steps.items() if rows), start=1)
    return ((f"{at}. {say(f'procedure.{name}')}", *row) for at, (name, rows) in numbered for row in rows)


def _examples(game: Game, lines: Sequence[str]) -> Table:
    """The worked examples: what each shows, the cards, and what each wager gets by which rule."""
    rules, say, rows = game.rules, layout(game.rules).say, list[tuple[Any, ...]]()
    for line, round_ in zip(lines, game.settle(lines).rounds, strict=True):
        record, (hand,) = json.loads(line), round_.hands
        dealt = {"player": hand.cards, "jackpot": record.get("jackpot_cards", "")}
        dealt |= {} if rules.alone else {"dealer": record["dealer"]}
        seen = {part: " ".join(card.glyph for card in rules.deck.parse(text)) for part, text in dealt.items()}
        cards = [say(f"procedure.{part}", cards=text) for part, text in seen.items() if text]
        cards += [say(f"verbs.{decided}") for decided in (hand.decision,) if decided]
        for one in hand.wagers:
            why, got = f"{one.rule}: {one.reason}".removeprefix(": "), one.result.value
            rows.append((record["id"], "; ".join(cards), one.name, one.staked, got, one.net, why))
        rows.append((*rows[-1][:2], say("procedure.total"), hand.staked, "", hand.net, ""))
    kinds = dict.fromkeys(("example", "dealt", "wager", "stake", "result", "net", "why"), TEXT)
    kinds |= {"stake": MONEY, "net": NET}
    columns = [Column[Any](say(f"procedure.{name}"), kind, name=name) for name, kind in kinds.items()]
    return Table("", columns, tuple(rows), merged=2)


def write_procedure(game: Game, examples: Sequence[str], path: Path, font: str = "") -> None:
    """Write the procedure of a game with its worked examples as a document, or these alone as .jsonl."""
    with money_in(game.rules.file.imprint.sign):
        if path.suffix == ".jsonl":
            write_text("".join(f"{line}\n" for line in examples), path)
        else:
            write_document(procedure_document(game, examples), path, font)


def procedure_document(game: Game, examples: Sequence[str]) -> Document:
    """The dealing procedure, worked examples, differences from the base game, method and revisions."""
    rules, say, file = game.rules, layout(game.rules).say, game.rules.file
    source = say("page.source", document=document_named(file.source, say))
    title = say("procedure.title", game=title_of(rules, say))
    blocks: list[Block] = [Heading(1, title), Paragraph(escaped(source))]

    def chapter(key: str, sentences: Sequence[str], *tables: Table) -> None:
        said = [bullets(map(escaped, sentences))] if sentences else []
        blocks.extend([Heading(2, say(f"procedure.{key}")), *said, *tables])

    headings = [say(f"procedure.{key}") for key in ("step", "about", "done", "stated")]
    chapter("procedure", (), Table("", headings, tuple(_steps(rules, say)), merged=2))
    terms = {"unit": UNIT, "meter": money(METER)}
    chapter("examples", [say("procedure.examples_are", **terms)], _examples(game, examples))
    layers = raw_layers(game.source)
    other = str(layers[1][0]) if len(layers) > 1 else STANDARD if rules.play and file.id != STANDARD else ""
    if other:
        base = load_rules(other)
        if len(layers) > 1 and "id" not in read_toml(layers[1][0]):  # its file has another name in a folder
            base = Rules(structs.replace(base.file, id="base"))
        found = game.diff(replace(game, rules=base)).view()
        chapter("differences", found.lines, *found.tables)
    methods = ("shuffle", "cards", "play", "exact", "methods", "rest")
    chapter("assumptions", [say(f"procedure.{key}") for key in methods])
    columns = [say("details.version"), say("details.date"), say("procedure.change")]
    revisions = [Table("", columns, file.imprint.revisions)] if file.imprint.revisions else []
    chapter("revisions", [] if revisions else [say("procedure.not_revised")], *revisions)
    return Document(tuple(blocks), footer=say("procedure.made", program=__version__))
