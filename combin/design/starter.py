"""A rule file to start a game of one's own from: what it extends, and an example of every usual change."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, TypeVar

from combin.cards.cards import deck_in_words
from combin.cards.hand_sets import HandSetError, parse_hand_set
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.decimals import plain
from combin.files import write_text
from combin.formatting import capital
from combin.rules.errors import RulesError
from combin.rules.load import library_games, load_rules, raw_layers
from combin.rules.model import written_times
from combin.rules.numbers import Net
from combin.rules.schema import rules_schema, schema_text
from combin.rules.wagers import AgainstDealer, NoQualify, Outcome, Prize, Wager

if TYPE_CHECKING:
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


_Value = TypeVar("_Value")

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


_TEMPLATE = Path(__file__).with_suffix(".txt")
"""The text of a new file, its parts named by a dollar sign."""


def starter(rules: Rules, base: str, path: Path) -> str:
    """The text of a rule file that extends `base`, whose rules are given.

    Each line of the form `# key = value` is an example that may be taken out of its comment, by itself or
    with all others.
    """
    title = capital(re.sub(r"[\W_]+", " ", path.stem).strip() or "my game")
    ranking = rules.file.ranking
    swapped = {
        Category.STRAIGHT_FLUSH: Category.THREE_OF_A_KIND,
        Category.THREE_OF_A_KIND: Category.STRAIGHT_FLUSH,
    }
    parts = {
        "schema": SCHEMA_NAME,
        "title": title,
        "quoted_title": _quoted(title),
        "game": rules.file.title,
        "base": _quoted(base),
        "commands": _commands(path.name, base),
        "without": _without(rules),
        "deck": ", ".join(filter(None, (f"{len(rules.deck)} cards", deck_in_words(rules.deck)))),
        "qualifies": _quoted(rules.file.dealer.qualifies),
        "other_qualifier": _quoted(_other_qualifier(rules)),
        "decision": _decision(rules) if rules.play else "",
        "order": ", ".join(_quoted(swapped.get(one, one).value) for one in ranking.order),
        "ace": _quoted(_other((AceLow.SECOND, AceLow.LOWEST), ranking.ace_low_straight)),
        "suits": _quoted(_other((*reversed(StraightSuits),), ranking.straight_suits)),
        "compared": "" if rules.alone else _against_dealer(rules),
        "tables": "\n".join(
            _table(wager, *next(iter(rules.tables[wager].items())), rules)
            for wager in (*rules.base_tables, *rules.bets_by_table)
        ),
    }
    return f"{Template(_TEMPLATE.read_text(encoding='utf-8')).substitute(parts).rstrip()}\n"


def _commands(name: str, base: str) -> str:
    commands = {
        f"combin check {name}": "is it sound, what does it say, what is odd about it",
        f"combin analyse {name}": "house edge, risk and strategy",
        f"combin diff {base} {name}": "what differs in rules and numbers",
        f"combin schema > {SCHEMA_NAME}": "the JSON Schema by which editors complete what you write",
    }
    width = max(map(len, commands))
    return "\n".join(f"#     {command:{width}}  {answer}" for command, answer in commands.items())


def _decision(rules: Rules) -> str:
    play = [written_times(rules.times(one)) for one in rules.later]
    more = int(rules.times(max(rules.later))) + 1
    return f"""\
# -- the decision ----------------------------------------------------------------------------
# How many times the initial wager may be staked on playing. Now: {play}.
[decision]
# play = {[*play, more]}

"""


def _other(values: tuple[_Value, ...], now: _Value) -> _Value:
    """The first of some values that is not the game's."""
    return next(value for value in values if value is not now)


def _against_dealer(rules: Rules) -> str:
    wagers = "\n".join(filter(None, map(_compared, rules.file.wager.items())))
    return (
        "# -- wagers against the dealer ---------------------------------------------------------------\n"
        f'# What each pays to 1 in each case, or "push", or "lose".\n{wagers}\n'
    )


def _compared(named: tuple[str, Wager]) -> str:
    """The table of a wager against the dealer, with what it gets in each case; nothing of others."""
    wager, entry = named
    if not isinstance(entry, AgainstDealer):
        return ""
    outcomes: dict[str, Outcome | NoQualify] = {
        "no_qualify": entry.no_qualify,
        "win": entry.win,
        "tie": entry.tie,
        "lose": entry.lose,
    }
    said = (f"# {case} = {_outcome(outcome)}\n" for case, outcome in outcomes.items())
    return f"[wager.{wager}]\n{''.join(said)}"


def _without(rules: Rules) -> str:
    """Show how something is left out: an alternative table, or a reading, which nothing else depends on."""
    places = [
        f"pay_tables.{wager}.{_key(letter)}"
        for wager in (*rules.base_tables, *rules.bets_by_table)
        for letter in [*rules.tables[wager]][1:]
    ]
    places += [f"readings.{name}" for name in rules.file.readings]
    said = "\n# What the game has and yours has not, a wager with its pay tables among it."
    return f"{said}\n# without = [{_quoted(places[-1])}]\n" if places else ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _other_qualifier(rules: Rules) -> str:
    """A qualifier that is not the game's, if there is any: the second highest rank high, or others."""
    high, best = (f"{rank} high" for rank in rules.deck.ranks[-2:]), rules.ranking.strengths[-1].category
    for words in (*high, "any hand", "pair", best.value):
        try:
            level = parse_hand_set(words, rules.ranking).levels.start
        except HandSetError:
            continue
        if level != rules.qualifies:
            return words
    return "any hand"


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


def _table(wager: str, letter: str, table: PayTable, rules: Rules) -> str:
    lines = rules.file.pay_tables[wager][letter].lines
    said = ["", f"[pay_tables.{wager}.{_key(letter)}]"]
    said += [f"# {_quoted(text)} = {_prize(prize)}" for text, prize in lines.items()]
    finer = f"pair of {rules.deck.ranks[-1].plural}"
    if "pair" in lines and finer not in lines and not table.for_one:
        said.append(f"# {_quoted(finer)} = {_number(plain((lines['pair'].odds or 0) + 1))}")
    return "\n".join(said)


def _prize(prize: Prize) -> str:
    if prize.money is not None:
        return f"{{ money = {_number(plain(prize.money))} }}"
    return _number(plain(prize.odds or 0))


def _key(letter: str) -> str:
    return letter if re.fullmatch("[A-Za-z0-9_-]+", letter) else _quoted(letter)
