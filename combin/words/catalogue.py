"""A catalogue of texts that people read, with fields, in English or a translation of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from string import Formatter

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import JOKER, STANDARD_RANKS, Card
from combin.cards.ranking import Category, Ranking, Strength
from combin.cards.suit_classes import SuitPattern
from combin.formatting import Currency, decimal, percent, plain
from combin.rules.errors import RulesError
from combin.rules.load import read_toml
from combin.rules.model import Imprint
from combin.rules.resolved import Rules
from combin.rules.sights import Sights, Tells

ENGLISH = Path(__file__).parent / "text" / "en.toml"
"""The catalogue that ships; every other one has its entries."""

FREE = "hands.names."
"""Before entries that may be left out and added: names that a rule file gives to hands."""

YOU = "you."
"""Before entries that stand for others where a player is spoken to."""

_OF_RANKS = re.compile(r"(pair of|three) (\w+)(?: with an? (\w+))?")
"""Hands as the ranking describes them, or as rule files write them: "pair of nines", "pair of 9s"."""

_RANKS = {
    word: rank
    for rank in STANDARD_RANKS
    for word in (rank.name, rank.plural, rank.symbol, f"{rank.symbol}s", str(rank), f"{rank}s")
}

_TEN = re.compile(r"\bT\b")
"""The rank as rule files write it."""

_COURT = re.compile(r"\b[JQK]\b")
"""Ranks whose letters depend on the language."""


class Catalogue(Struct, frozen=True, dict=True):
    """The texts of a language by their keys, and the imprint; `local_ranks`: its letters of court cards."""

    texts: Mapping[str, str]
    imprint: Imprint = Imprint()
    local_ranks: bool = False

    def __call__(self, key: str, **fields: object) -> str:
        """Return a text with its fields filled in."""
        return self.texts[key].format(**fields)

    @cached_property
    def to_player(self) -> Catalogue:
        """The same catalogue where it says "you" to the player of whom this one speaks."""
        spoken = {key.removeprefix(YOU): text for key, text in self.texts.items() if key.startswith(YOU)}
        return replace(self, texts={**self.texts, **spoken})

    def of(self, imprint: Imprint) -> Catalogue:
        """Return the same catalogue with an imprint, in the words that it has in this language, if any."""
        language = self("language.code")
        if language not in imprint.translations and (imprint.deal or imprint.told):
            spoken = load_catalogue(imprint.language)("language.code") == language
            imprint = imprint if spoken else replace(imprint, deal="", told={})
        return replace(self, imprint=imprint.translated(language))

    def glossary(self, table: str, **fields: object) -> dict[str, tuple[str, str]]:
        """Return by its key what each thing of a table is called, and how it comes about."""
        keys = dict.fromkeys(key.split(".")[1] for key in self.texts if key.startswith(f"{table}."))
        texts = {key: (f"{table}.{key}.name", f"{table}.{key}.how") for key in keys}
        return {key: (self(name, **fields), self(how, **fields)) for key, (name, how) in texts.items()}

    def card(self, card: Card) -> str:
        """Return a card in words: "queen of hearts"; ranks that no catalogue has keep their name."""
        rank = self.texts.get(f"hands.ranks.{card.rank.name}", card.rank.name)
        return rank if card == JOKER else self("hands.of_suit", hand=rank, suit=self.suit(card.suit.name))

    def hand(self, name: str) -> str:
        """Return what a hand is called, with tens as 10; names that are not in the catalogue stay."""
        name = _TEN.sub("10", name)
        if (known := self.texts.get(FREE + name)) is not None:
            return known
        if name.endswith(" or better"):
            return self.or_better(name)
        for word in ("suited", "natural", "wild"):
            if name.startswith(f"{word} "):
                return self(f"hands.{word}", hand=self.hand(name.removeprefix(f"{word} ")))
        article, _, bare = name.partition(" ")
        if article in ("a", "an"):  # not every language has one here
            hand = self.hand(bare)
            return f"{article} {hand}" if self.texts["language.code"] == "en" else hand
        if (of_ranks := self._of_ranks(name)) is not None:
            return of_ranks
        hand, of, suit = name.rpartition(" of ")
        if of and (hand.endswith("flush") or f"hands.suits.{suit}" in self.texts):
            return self("hands.of_suit", hand=self.hand(hand), suit=self.suit(suit))
        ranks, _, hand = name.partition(" ")
        if "-" in ranks and FREE + hand in self.texts:
            return self("hands.ranked", ranks=self.ranks(ranks), hand=self.hand(hand))
        return self.ranks(name)

    def ranks(self, text: str) -> str:
        """Return ranks by their letters, "Q-6-4", with the court cards that this catalogue prints."""
        local = self.texts if self.local_ranks else {}
        return _COURT.sub(lambda letter: local.get(f"language.ranks.{letter[0]}", letter[0]), text)

    def _of_ranks(self, name: str) -> str | None:
        """Return a pair or three of a kind of a standard rank, None if the name is of neither."""
        found = _OF_RANKS.fullmatch(name)
        ranks, kicker = (_RANKS.get(found[2]), _RANKS.get(found[3])) if found else (None, None)
        if found is None or ranks is None or (found[3] and kicker is None):
            return None
        english = self.texts["language.code"] == "en"
        name = f"{found[1]} {ranks.plural}"
        if kicker is not None:
            of = kicker.with_article if english else self.texts[f"hands.ranks.{kicker.name}"]
            return self("hands.pair_with", pair=self.hand(name), kicker=of)
        key = "three_of" if found[1] == "three" else "pair_of"
        rank = ranks.plural if english else self.texts[f"hands.ranks.{ranks.name}"]
        return self.texts.get(FREE + name) or self(f"hands.{key}", rank=rank)

    def suit(self, name: str) -> str:
        """Return what a suit or a colour is called; one that no catalogue has keeps its name."""
        return self.texts.get(f"hands.suits.{name}", name)

    def or_better(self, name: str) -> str:
        """Return the hands from one on: "queen high or better", "a pair or better"."""
        hand = name.removesuffix(" or better")
        return self.texts.get(f"{FREE}{hand} or better") or self("hands.or_better", hand=self.hand(hand))

    def any_of(self, names: Sequence[str]) -> str:
        """Return names in a row, of which one is meant: "Ante, Blind or Play"."""
        return self._listed(names, "language.list_end")

    def all_of(self, names: Sequence[str]) -> str:
        """Return names in a row, of which all are meant: "Ante, Blind and Play"."""
        return self._listed(names, "language.list_and")

    def _listed(self, names: Sequence[str], end: str) -> str:
        return self.texts[end].join([part for part in (", ".join(names[:-1]), *names[-1:]) if part])

    def number(self, written: str) -> str:
        """Return a decimal with the point and the thousands of the language, and a true minus."""
        whole, point, rest = written.partition(".")
        digits, between = whole.removeprefix("-"), self.texts["language.thousands"]
        grouped = f"{int(digits):,}".replace(",", between) if digits.isdigit() else digits
        minus = "−" if digits != whole else ""
        return f"{minus}{grouped}{self.texts['language.decimal_point'] if point else ''}{rest}"

    def small(self, number: int) -> str:
        """Return a small number as a word, where the catalogue has one."""
        return self.texts.get(f"language.numbers.{number}", str(number))

    def percent(self, part: Fraction, digits: int = 2) -> str:
        """Return a part as a percentage, rounded half up."""
        return self("language.percent", number=self.number(percent(part, digits).removesuffix("%")))

    def odds(self, pays: Fraction) -> str:
        """Return what a line pays: "3/2" or "1.5" as the exact number is written shortest."""
        return self.number(plain(pays))

    def money(self, amount: Fraction, digits: int = 2) -> str:
        """Return an amount of money: whole, or with that many decimals; bare where no currency is known."""
        written = self.number(decimal(abs(amount), 0 if amount.denominator == 1 else digits))
        place = self.imprint.currency_place or self("language.currency")
        written = Currency(self.imprint.currency, after=place == "after").of(written)
        return f"−{written}" if amount < 0 else written


@cache
def _english() -> Catalogue:
    return Catalogue(_read(ENGLISH))


def languages() -> tuple[str, ...]:
    """The languages that ship, by their codes."""
    return tuple(sorted(path.stem for path in ENGLISH.parent.glob("*.toml")))


def load_catalogue(language: str | Path | None = None, *, local_ranks: bool = False) -> Catalogue:
    """The English catalogue, or a built-in translation or a file, with its letters of court cards if asked.

    >>> load_catalogue()("outcomes.pays", odds=4), load_catalogue("fr")("outcomes.push")
    ('pays 4 to 1', 'est rendue')

    Raises:
        RulesError: no such language, or a file of other entries or fields.
    """
    if local_ranks:
        return replace(load_catalogue(language), local_ranks=True)
    if language in (None, "", "en"):
        return _english()
    path = ENGLISH.with_stem(str(language)) if language in languages() else Path(str(language))
    if not path.suffix:
        known = ", ".join(languages())
        raise RulesError((), f"no language {str(language)!r}: {known} ship, others are translations as .toml")
    return Catalogue(_read(path))


def _read(path: Path) -> dict[str, str]:
    """Return the texts of a file, compared with the English ones, which a test compares with themselves."""
    texts = dict(_entries(read_toml(path), path))
    if path == ENGLISH:
        return texts
    english = _english().texts
    for key, text in english.items():
        if key not in texts and not key.removeprefix(YOU).startswith(FREE):
            raise RulesError(tuple(key.split(".")), f"is missing; in English: {text!r}", str(path))
    for key, text in texts.items():
        place, same = tuple(key.split(".")), key.removeprefix(YOU)
        if same.startswith(FREE):
            continue
        if key not in english or same not in english:
            raise RulesError(place, "is no entry of the English catalogue", str(path))
        fields, known = _fields(place, text, path), _fields(place, english[key], ENGLISH)
        if more := sorted(fields - _fields(place, english[same], ENGLISH)):
            raise RulesError(place, f"has no field {{{more[0]}}}; English: {english[same]!r}", str(path))
        if lacks := sorted(known - fields):
            raise RulesError(place, f"lacks {{{lacks[0]}}}; English: {english[key]!r}", str(path))
    return texts


def _entries(raw: Mapping[str, object], path: Path, above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in raw.items():
        key = f"{above}{name}"
        if isinstance(value, dict):
            yield from _entries(value, path, f"{key}.")
        elif isinstance(value, str):
            yield key, value
        else:
            raise RulesError(tuple(key.split(".")), "is no text", str(path))


def _fields(place: tuple[str, ...], text: str, path: Path) -> set[str]:
    try:
        parsed = [*Formatter().parse(text)]
    except ValueError as error:
        raise RulesError(place, f"{text!r}: {error}", str(path)) from None
    if any(spec or conversion for _, _, spec, conversion in parsed):
        raise RulesError(place, f"{text!r}: a field is a name alone in braces", str(path))
    return {name for _, name, _, _ in parsed if name is not None}


def decision_name(rules: Rules, decision: int, catalogue: Catalogue) -> str:
    """Return "fold" for 0, else "play", or "play 2x" where the game allows several multiples."""
    if decision and len(rules.multiples) > 1:
        return catalogue("verbs.times", multiple=catalogue.number(rules.times_text(decision)))
    return catalogue("verbs.play" if decision else "verbs.fold")


_OF_A_RANK = {
    Category.HIGH_CARD: "any {rank}",
    Category.PAIR: "pair of {ranks}",
    Category.FLUSH: "{rank}-high flush",
}
"""The names of hands of which only the first rank is given."""


def or_better(strength: Strength, ranking: Ranking) -> str:
    """Return the hands from one on in English: "Q-6-4 or better", "any queen or better", "a pair or better".

    Where nothing is better, that is not said: "a straight flush", "an A-K-Q straight flush".
    """
    below = ranking.strengths[strength.level - 1] if strength.level else None
    if below is None:
        return "any hand"
    category, first, best = strength.category, strength.ranks[0], ranking.strengths[-1]
    rank = ranking.deck.ranks[first]
    if below.category is not category:
        words, strongest = category.value, best.category is category
    elif below.ranks[0] != first and category in _OF_A_RANK:
        words = _OF_A_RANK[category].format(rank=rank.name, ranks=rank.plural)
        strongest = (best.category, best.ranks[0]) == (category, first)
    else:
        words, strongest = ranking.describe(strength), strength is best
    if category not in {Category.HIGH_CARD, Category.THREE_OF_A_KIND} or words == Category.HIGH_CARD:
        words = f"{'an' if words.startswith(tuple('A8ae')) else 'a'} {words}"
    return words if strongest else f"{words} or better"


def hands_from(strength: Strength, ranking: Ranking, catalogue: Catalogue) -> str:
    """Return the same in the words of a catalogue."""
    text = or_better(strength, ranking)
    return catalogue.or_better(text) if text.endswith(" or better") else catalogue.hand(text)


def ranks_in_words(ranks: Sequence[int], ranking: Ranking, catalogue: Catalogue) -> str:
    """Return rank indexes in words: "2 to J", "Q, A"; more than two in a row by their ends."""
    rows: list[list[int]] = []
    for rank in ranks:
        if rows and rows[-1][-1] == rank - 1:
            rows[-1].append(rank)
        else:
            rows.append([rank])
    symbols = [*map(catalogue.ranks, ranking.deck.rank_names)]
    parts = list[str]()
    for row in rows:
        run = catalogue("statement.run", lowest=symbols[row[0]], highest=symbols[row[-1]])
        parts += [run] if len(row) > 2 else [symbols[rank] for rank in row]
    return ", ".join(parts)


def seen_in_words(seen: Sequence[int], rules: Rules, catalogue: Catalogue | None = None) -> str:
    """Return what is seen of the dealer's hand in words: ranks, or what sights so numbered are called.

    "2 to J", "Q-9 of one suit", "2 red, 1 black"; suits by how many there are, if all such are seen.
    """
    sights, every, catalogue = rules.sights, set(seen), catalogue or load_catalogue()
    if sights is None or sights.by_rank:
        return ranks_in_words(seen, rules.ranking, catalogue)
    several = SuitPattern.TWO_SUITS if sights.cards == 2 else SuitPattern.TWO_OF_A_SUIT
    by_suits = SuitPattern.ONE_SUIT, several, SuitPattern.THREE_SUITS
    named = dict[str, None]()
    for one in seen:
        if sights.tells is Tells.SUIT and sights.alike(one) <= every:  # whichever suits these are
            suits = f"suits.{by_suits[len(sights.counts(one)) - 1]}" if sights.cards > 1 else "any_suit"
            named[catalogue(f"statement.{suits}")] = None
        else:
            named[_sight_in_words(one, sights, catalogue)] = None
    return catalogue("statement.next").join(named)


def _sight_in_words(heading: int, sights: Sights, catalogue: Catalogue) -> str:
    """Return the names of observations of a heading, where they are more than a rank."""
    ranking, deck = sights.ranking, sights.ranking.deck
    if sights.by_strength:
        return catalogue.hand(ranking.describe(ranking.strengths[sights.heading_of.index(heading)]))
    if sights.tells in (Tells.CARD, Tells.RANK):
        names = [catalogue.ranks(deck.rank_names[rank]) for rank in sights.ranks_of(heading)]
        ranks = "-".join(reversed(names))
        return catalogue("statement.of_one_suit", ranks=ranks) if sights.of_one_suit(heading) else ranks
    if sights.tells is Tells.GROUP:
        groups = (ranks_in_words(sorted(group), ranking, catalogue) for group in sights.groups)
        names, key = [group.replace(", ", " ") for group in groups], "statement.of_group"
    else:
        suits = [suit.name if sights.tells is Tells.SUIT else suit.colour for suit in deck.suits]
        names, key = [catalogue.suit(name) for name in dict.fromkeys(suits)], "statement.of_mark"
    counts = sights.counts(heading).items()
    if sights.cards == 1:
        return "".join(names[mark] for mark, _ in counts)
    return ", ".join(catalogue(key, number=number, name=names[mark]) for mark, number in counts)
