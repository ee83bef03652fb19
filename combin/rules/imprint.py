"""What is printed beside the rules: the casino's name, money, dates, who answers for a document."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from combin.decimals import plain
from combin.formatting import Currency, money, money_in
from combin.rules.entry import Entry, Name, Text
from combin.rules.numbers import Pay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.rules.wagers import Prize

Side = Literal["before", "after"]


class Told(Entry, frozen=True):
    """How a wager is explained to players, where the rules encode it in another way than they see it.

    `lines` are what lines of its pay table are called, `others` what all others are: those in a row that are
    called alike are one.
    """

    says: str = ""
    lines: dict[str, Text] = msgspec.field(default_factory=dict)
    others: str = ""

    def line(self, text: str) -> str:
        """Return what a line is called; "" where it keeps its own words."""
        return self.lines.get(text, self.others)


ISSUED = ("effective", "licence", "safer_gambling")
"""Entries of whoever issues a document that may be translated."""


class ToldToPlayers(Entry, frozen=True):
    """What players are told in words of the file's own: the title, to whom cards are dealt, how wagers go.

    The other entries stand in place of those of the imprint.
    """

    title: str = ""
    effective: str = ""
    licence: str = ""
    safer_gambling: str = ""
    deal: str = ""
    told: dict[Name, Told] = msgspec.field(default_factory=dict)


class Imprint(Entry, frozen=True):
    """What documents say beside the rules; nothing is printed of what is not given, and no figure changes.

    `currency` is a sign, such as "£", which stands before or after amounts as `currency_place` has it, or
    else the language. `minimum` and `maximum` are those of the table. `hands_per_hour` and `average_bet` are
    what a PAR sheet works out the theoretical win by; `date`, `prepared_by`, `reviewed_by` and `jurisdiction`
    stand there and in an audit. `language` is that of cards, sheets and posters. `told` says on posters how
    wagers are explained, `deal` to whom cards are dealt, and `translations` both in other languages, with the
    title and what is `ISSUED`.
    """

    currency: str = ""
    currency_place: Side | None = None
    casino: str = ""
    minimum: Pay | None = None
    maximum: Pay | None = None
    version: str = ""
    effective: str = ""
    licence: str = ""
    safer_gambling: str = ""
    jurisdiction: str = ""
    prepared_by: str = ""
    reviewed_by: str = ""
    date: str = ""
    hands_per_hour: Pay | None = None
    average_bet: Pay | None = None
    language: str = ""
    deal: str = ""
    told: dict[Name, Told] = msgspec.field(default_factory=dict)
    translations: dict[Text, ToldToPlayers] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a maximum below the minimum."""
        if self.minimum is not None and self.maximum is not None and self.maximum < self.minimum:
            msg = f"a maximum of {plain(self.maximum)} is below the minimum of {plain(self.minimum)}"
            raise ValueError(msg)

    def told_alike(self, wager: str, lines: Mapping[str, Prize]) -> list[tuple[str, list[str]]]:
        """Return the lines of a pay table, those together that are one to players, by what they call each.

        By its own words where each is a line to players as well.
        """
        told = self.told.get(wager, Told())
        found: dict[tuple[str, Prize], list[str]] = {}
        for text, prize in lines.items():
            found.setdefault((told.line(text) or text, prize), []).append(text)
        if len(found) == len(lines):
            return [(text, [text]) for text in lines]
        return [(words, texts) for (words, _), texts in found.items()]

    def translated(self, language: str) -> Imprint:
        """Return the imprint with what it has in a language."""
        if (words := self.translations.get(language)) is None:
            return self
        issued = {name: getattr(words, name) or getattr(self, name) for name in ISSUED}
        return msgspec.structs.replace(self, deal=words.deal, told=words.told, **issued)

    @property
    def sign(self) -> Currency:
        """The currency as English has it; bare amounts where none is named."""
        return Currency(self.currency, after=self.currency_place == "after")

    def money(self, amount: Fraction | int, digits: int = 2) -> str:
        r"""Return an amount as English has it: whole as such, others with decimals; bare without a currency.

        >>> Imprint(currency="£").money(10_000), Imprint("kr", "after").money(-5), Imprint().money(5)
        ('£10,000', '-5\xa0kr', '5')
        """
        with money_in(self.sign):
            return money(amount, digits)
