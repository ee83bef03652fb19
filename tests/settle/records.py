"""Records of rounds as tests write them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combin.cards.cards import Card
from combin.rules.load import load_rules
from combin.rules.resolved import Rules, remembered
from combin.rules.wagers import Kind
from combin.settle.files import settle_lines
from combin.settle.hands import Cards, Kept, PayTables, Showdown, decide
from combin.settle.records import RoundError, SettledHand, SettledRound, amount_text, parse_round
from combin.settle.round import settle
from tests.helpers.settled_plainly import LETTERS
from tests.helpers.texts import entries
from tests.helpers.variants import shipped, variant

CROWN = "crown-melbourne"
RWS = "resorts-world-sentosa"
UK = "uk-including-blind"
FOLDER = Path(__file__).parent
WRITTEN = entries(FOLDER / "games.txt")
"""The games of games.txt by name, as text."""


def hand(cards: str = "", *, seat: int = 1, **record: Any) -> dict[str, Any]:  # noqa: ANN401  any field
    """Return the record of one hand; names that are no field of a hand are its wagers.

    An amount of `blind` is a wager too: the field says whether the hand is one.
    """
    fields = {"player", "decision", "keeps", "retracts", "leaves", "paid", "wagers"}
    fields |= {"blind"} if isinstance(record.get("blind"), bool) else set()
    stakes = {name: amount for name, amount in record.items() if name not in fields}
    others = {name: value for name, value in record.items() if name in fields}
    return {"seat": seat, "cards": cards, "wagers": stakes} | others


def game_of(name: str) -> Rules:
    """Return a game that ships, one of games.txt, or one of tests/data."""
    if name in WRITTEN:
        return variant(WRITTEN[name])
    path = FOLDER.parent / "data" / f"{name}.toml"
    return load_rules(path) if path.exists() else shipped(name)


@contextmanager
def nothing_kept(rules: Rules) -> Iterator[None]:
    """Have each hand settled by the rules, and not as one of its kind was."""
    rules.answers.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kept, "keep", lambda _self, _answers, _key, answer: answer)
        yield


def settle_by_the_rules(lines: Iterable[bytes]) -> None:
    """Settle rounds of Crown's game, each hand by the rules."""
    rules = shipped(CROWN)
    with nothing_kept(rules):
        assert all(isinstance(one, SettledRound) for one in settle_lines(rules, lines, LETTERS))


@remembered
def _lying(rules: Rules, cards: tuple[Card, ...]) -> Cards:
    return Cards(rules, cards)


@remembered
def _stakes(rules: Rules) -> dict[str, Fraction]:
    return {name: bet.first_stake for name, bet in rules.bets.items()}


def settle_hand(
    rules: Rules,
    tables: Mapping[str, str],
    player: Sequence[Card],
    dealer: Sequence[Card],
    multiple: Fraction | int | None,
    *,
    keeps: Collection[str] = (),
    jackpot: Sequence[Card] = (),
) -> dict[str, Fraction]:
    """Return what every wager of a hand nets by the letter, each in units of its base stake.

    The initial wager, those equal to it, the raise and the bonuses are in units of the initial wager (a raise
    of twice the Ante that wins nets 2), which a collection is taken of; a side bet is in units of its own
    stake, the first where its table pays sums of money. Jackpot wagers need a meter or other cards and are
    left out.

    Args:
        rules: the game.
        tables: the letter of the pay table in use, by wager; may be left out where all pay the hand the same.
        player: the player's three cards.
        dealer: the dealer's three cards.
        multiple: the Play in multiples of the Ante, or None for a fold; 1 where nothing is decided.
        keeps: side bets that a folding player keeps in play where the rules let him choose.
        jackpot: the jackpot cards, where a side bet is about them.

    Raises:
        RoundError: a letter is missing or unknown.
    """
    showdown = Showdown(rules, *(_lying(rules, tuple(cards)) for cards in (player, dealer, jackpot)))
    if multiple is None:
        assert rules.play
    else:
        assert showdown.player.strength.level >= rules.multiples[int(multiple * rules.parts)]
    pay_tables = PayTables(rules, tables)
    verdicts = decide(showdown, pay_tables, _stakes(rules), folds=multiple is None, keeps=keeps)
    pay_tables.check()
    nets = {
        name: verdicts[name].net if name in verdicts else Fraction(0)
        for name, bet in rules.bets.items()
        if bet.kind is not Kind.JACKPOT
    }
    if multiple != 1:
        for name in (rules.play, *(name for name in rules.bonuses if rules.bets[name].on == rules.play)):
            nets[name] *= multiple or 0
    if rules.collection:
        nets[rules.base] -= rules.collection
    return nets


def settled(game: str | Rules, dealer: str, *hands: dict[str, Any], **record: Any) -> SettledRound:  # noqa: ANN401
    """Return the round settled; where a game has several tables and none is given, the first."""
    rules = game_of(game) if isinstance(game, str) else game
    tables = {name: next(iter(letters)) for name, letters in rules.tables.items()}
    known = {"id": "test", "dealer": dealer, "tables": tables, "hands": hands}
    return settle(rules, parse_round(json.dumps(known | record)))


def _first(one: SettledHand | SettledRound) -> SettledHand:
    return one if isinstance(one, SettledHand) else one.hands[0]


def returned(one: SettledHand | SettledRound) -> dict[str, str]:
    """Return what each wager of the first hand is handed back, as text."""
    return {wager.wager: amount_text(wager.returned) for wager in _first(one).wagers}


def nets(one: SettledHand | SettledRound) -> dict[str, str]:
    """Return what each wager of the first hand nets, as text."""
    return {wager.wager: amount_text(wager.net) for wager in _first(one).wagers}


def results(one: SettledHand | SettledRound) -> dict[str, str]:
    """Return the result of each wager of the first hand in a word."""
    return {wager.wager: wager.result.value for wager in _first(one).wagers}


def refused(game: str | Rules, dealer: str, *hands: dict[str, Any], **record: Any) -> str:  # noqa: ANN401
    """Return what is said of a round that is refused."""
    with pytest.raises(RoundError) as caught:
        settled(game, dealer, *hands, **record)
    return str(caught.value).removeprefix("round test: ")


def of_text(text: str, seat: int = 1) -> dict[str, Any]:
    """Return the record of one hand written as "Kh 3d 2c ante=5 play=5 player=Ann keeps=pair_plus blind".

    Words with a dot go into tables (`paid.prime=5`), a decision and what is only so or not stand alone, and
    what is retracted, kept or warned of is a list.
    """
    record: dict[str, Any] = {"seat": seat, "cards": "", "wagers": {}}
    for word in text.split():
        key, given, value = word.partition("=")
        number = int(value) if value.isdigit() else value
        if key in {"keeps", "warned", "retracts"}:
            record[key] = value.split(",") if given else True
        elif key in {"fold", "play"} and not given:
            record["decision"] = key
        elif key in {"blind", "leaves"} and not given:
            record[key] = True
        elif not given:
            record["cards"] += f" {word}"
        elif "." in key:
            *tables, last = key.split(".")
            entry = record
            for table in tables:
                entry = entry.setdefault(table, {})
            entry[last] = number
        else:
            (record if key in {"seat", "player", "paid"} else record["wagers"])[key] = number
    return record | {"cards": record["cards"].strip()}


def irregular(*happened: str) -> dict[str, Any]:
    """Return irregularities written as "what@1,2", with the seats that they concern if there are any."""
    parts = [one.partition("@") for one in happened]
    found = [
        {"what": what, "seats": list(map(int, filter(None, seats.split(","))))} for what, _, seats in parts
    ]
    return {"irregularities": found} if found else {}


def round_of_text(hands: str, rest: str) -> dict[str, Any]:
    """Return the fields of a round: hands with a stroke between, and what else there is.

    That is irregularities, tables by wager (`pair_plus=G`), the cards of the `dealer` and the
    `jackpot_cards` joined by dashes, `chip`, `meter`, `seed`, and limits such as `limits.ante.max=500`.
    """
    records = [of_text(text, seat) for seat, text in enumerate(hands.split(" / "), 1)]
    words = [word.partition("=") for word in rest.split()]
    fields: dict[str, Any] = {"dealer": "Qs 6h 4d", "hands": records}
    fields |= irregular(*(word for word, given, _ in words if not given))
    for key, given, value in words:
        if key in {"dealer", "jackpot_cards"}:
            fields[key] = value.replace("-", " ")
        elif key in {"chip", "meter", "seed"}:
            fields[key] = value
        elif key.startswith("limits."):
            _, wager, limit = key.split(".")
            fields.setdefault("limits", {}).setdefault(wager, {})[limit] = int(value)
        elif given:
            fields.setdefault("tables", {})[key] = value
    return fields


def cases(name: str, columns: int = 99) -> list[list[str]]:
    """Return the lines of a table beside the tests, their columns parted by strokes."""
    text = FOLDER.joinpath(name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [[part.strip() for part in line.split("|", columns - 1)] for line in lines]
