"""A rule file to start a game of one's own from: what it extends, and an example of every usual change."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from combin.cards.decks import deck_in_words
from combin.cards.hand_sets import HandSetError, parse_hand_set
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.decimals import plain
from combin.files import write_text
from combin.rules.errors import RulesError
from combin.rules.load import library_games, load_rules, raw_layers
from combin.rules.numbers import Net
from combin.rules.schema import rules_schema, schema_text
from combin.rules.wagers import AgainstDealer, NoQualify, Outcome, Prize

if TYPE_CHECKING:
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


SCHEMA_NAME = "rules.schema.json"
"""The file beside a new rule file by which editors complete it."""


def write_starter(path: Path, base: str = "crown-melbourne", *, force: bool = False) -> None:
    """Write a rule file that extends a game and shows in comments what can be changed.

    Beside it stands the JSON Schema that its first line names for editors; one that is there is left alone.

    Args:
        path: the new file, whose name ends in .toml.
        base: a game that ships, or the path of a rule file.
        force: write over a file that is there.

    Raises:
        RulesError: the name does not end in .toml, the file is there, or the base is no sound game.
        OSError: the file cannot be written.
    """
    if path.suffix.casefold() != ".toml":
        raise RulesError((), "a rule file's name ends in .toml", str(path))
    if not force and path.exists():
        raise RulesError((), "is there already; --force writes over it", str(path))
    rules = load_rules(base)
    if base not in library_games():
        if path.resolve() in [layer.resolve() for layer, _ in raw_layers(base)]:
            raise RulesError((), f"a file cannot extend itself, and {base} does extend it", str(path))
        base = Path(os.path.relpath(Path(base).resolve(), path.resolve().parent)).as_posix()
    text = starter(rules, base, path)
    write_text(text, path)
    if not (schema := path.with_name(SCHEMA_NAME)).exists():
        write_text(schema_text(rules_schema()), schema)


def starter(rules: Rules, base: str, path: Path) -> str:
    """Return the text of a rule file that extends `base`, whose rules are given.

    Each line of the form `# key = value` is an example that may be taken out of its comment, by itself or
    with all others.
    """
    return "\n".join(_text(rules, base, path)) + "\n"


def _text(rules: Rules, base: str, path: Path) -> Iterator[str]:
    words = re.sub(r"[\W_]+", " ", path.stem).strip() or "my game"
    title = words[:1].upper() + words[1:]
    name = path.name
    yield f"#:schema ./{SCHEMA_NAME}"
    yield ""
    yield f"# {title}: a game of your own. It is {rules.file.title} until you change something:"
    yield "# take the # away from a line that starts with one and names a value. Other lines are remarks."
    yield "#"
    commands = {
        f"combin check {name}": "is it sound, what does it say, what is odd about it",
        f"combin analyse {name}": "house edge, risk and strategy",
        f"combin diff {base} {name}": "what differs in rules and numbers",
        f"combin schema > {SCHEMA_NAME}": "the JSON Schema by which editors complete what you write",
    }
    for command, answer in commands.items():
        yield f"#     {command:{max(map(len, commands))}}  {answer}"
    yield ""
    yield f"extends = {_quoted(base)}"
    yield f"title = {_quoted(title)}"
    yield from _without(rules)
    yield ""
    yield "# -- the deck --------------------------------------------------------------------------------"
    now = ", ".join(filter(None, (f"{len(rules.deck)} cards", deck_in_words(rules.deck))))
    yield f"# Now: {now}."
    yield "# A table [deck] may name other ranks and suits, how many decks are shuffled together, and"
    yield "# jokers, wild or for straights and flushes alone."
    yield ""
    yield "# -- the dealer ------------------------------------------------------------------------------"
    yield f"# The weakest hand with which he qualifies. Now: {_quoted(rules.file.dealer.qualifies)}."
    yield '# Others: "any hand", "J high", "Q-6-4", "pair", "pair of 5s".'
    yield "[dealer]"
    yield f"# qualifies = {_quoted(_other_qualifier(rules))}"
    yield ""
    if rules.play:
        yield "# -- the decision ----------------------------------------------------------------------------"
        play = list(rules.multiples)
        yield f"# How many times the initial wager may be staked on playing. Now: {play}."
        yield "[decision]"
        yield f"# play = {[*play, max(play) + 1]}"
        yield ""
    yield from _ranking(rules)
    yield ""
    yield "# -- wagers against the dealer ---------------------------------------------------------------"
    yield '# What each pays to 1 in each case, or "push", or "lose".'
    for wager, entry in rules.wagers.items():
        if isinstance(entry, AgainstDealer):
            yield f"[wager.{wager}]"
            entries: dict[str, Outcome | NoQualify] = {
                "no_qualify": entry.no_qualify,
                "win": entry.win,
                "tie": entry.tie,
                "lose": entry.lose,
            }
            for case, outcome in entries.items():
                yield f"# {case} = {_outcome(outcome)}"
            yield ""
    yield "# -- pay tables ------------------------------------------------------------------------------"
    yield "# Lines are hands; pays are to 1. A finer line beside a category is paid in its place:"
    yield '# "pair of aces", "A-K-Q straight flush", "A-K-Q straight flush of spades", "K high flush".'
    yield "# A table under a new letter names every line that the others pay, if only to say that it pays"
    yield '# nothing: "flush" = "lose".'
    for wager in (*rules.base_tables, *rules.bets_by_table):
        letter, table = next(iter(rules.tables[wager].items()))
        yield from _table(wager, letter, table, rules)


def _without(rules: Rules) -> Iterator[str]:
    """Show how something is left out: an alternative table, or a reading, which nothing else depends on."""
    places = [
        f"pay_tables.{wager}.{_key(letter)}"
        for wager in (*rules.base_tables, *rules.bets_by_table)
        for letter in [*rules.tables[wager]][1:]
    ]
    places += [f"readings.{name}" for name in rules.file.readings]
    if places:
        yield ""
        yield "# What the game has and yours has not, a wager with its pay tables among it."
        yield f"# without = [{_quoted(places[-1])}]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _other_qualifier(rules: Rules) -> str:
    """Return a qualifier that is not the game's, if there is any: the second highest rank high, or others."""
    high, best = (f"{rank} high" for rank in rules.deck.ranks[-2:]), rules.ranking.strengths[-1].category
    for words in (*high, "any hand", "pair", best.value):
        try:
            level = parse_hand_set(words, rules.ranking).levels.start
        except HandSetError:
            continue
        if level != rules.qualifies:
            return words
    return "any hand"


def _ranking(rules: Rules) -> Iterator[str]:
    entry = rules.file.ranking
    yield "# -- the hands -------------------------------------------------------------------------------"
    yield "# High to low; whether A-2-3 is the lowest, second or highest straight, or none; how many suits"
    yield "# three cards in sequence must show to be a straight."
    yield "[ranking]"
    order = list(entry.order)
    swapped = {
        Category.STRAIGHT_FLUSH: Category.THREE_OF_A_KIND,
        Category.THREE_OF_A_KIND: Category.STRAIGHT_FLUSH,
    }
    yield f"# order = [{', '.join(_quoted(swapped.get(one, one).value) for one in order)}]"
    ace = next(one for one in (AceLow.SECOND, AceLow.LOWEST) if one is not entry.ace_low_straight)
    yield f"# ace_low_straight = {_quoted(ace.value)}"
    suits = next(one for one in reversed(StraightSuits) if one is not entry.straight_suits)
    yield f"# straight_suits = {_quoted(suits.value)}"


def _outcome(entry: Outcome | NoQualify) -> str:
    """Return what a wager gets in a case, as a rule file has it."""
    if entry.pays is not None:
        pays = _net(entry.pays)
        return f"{{ pays = {pays}, by_table = true }}" if entry.by_table else pays
    if not entry.compared:
        cases = {"win": entry.win, "tie": entry.tie, "lose": entry.lose}
        return f"{{ {', '.join(f'{case} = {_outcome(one)}' for case, one in cases.items() if one)} }}"
    return '"compared"'


def _net(pays: Net) -> str:
    return {Net(0): '"push"', Net(-1): '"lose"'}.get(pays, _number(plain(pays)))


def _number(text: str) -> str:
    return _quoted(text) if "/" in text else text


def _table(wager: str, letter: str, table: PayTable, rules: Rules) -> Iterator[str]:
    lines = rules.file.pay_tables[wager][letter].lines
    yield ""
    yield f"[pay_tables.{wager}.{_key(letter)}]"
    for text, prize in lines.items():
        yield f"# {_quoted(text)} = {_prize(prize)}"
    ace = rules.deck.ranks[-1]
    finer = f"pair of {ace.plural}"
    if "pair" in lines and finer not in lines and not table.for_one:
        yield f"# {_quoted(finer)} = {_number(plain((lines['pair'].odds or 0) + 1))}"


def _prize(prize: Prize) -> str:
    if prize.money is not None:
        return f"{{ money = {_number(plain(prize.money))} }}"
    return _number(plain(prize.odds or 0))


def _key(letter: str) -> str:
    return letter if re.fullmatch("[A-Za-z0-9_-]+", letter) else _quoted(letter)
