"""The command that counts hands by category or by name."""

from __future__ import annotations

from combin.cli import options
from combin.cli.options import OptionError, Question, argument, examples, field
from combin.cli.output import show
from combin.formats import Format

DECK = ("ranks", "suits", "decks", "jokers", "joker")
"""Options that describe a deck."""


@examples("combin frequencies 5", 'combin frequencies 7 --ranks "6 7 8 9 T J Q K A" --check')
class Frequencies(Question):
    """Count hands of 2 to 9 cards by category or by name."""

    doing = "Counting hands"
    even = True
    cards: int = argument("CARDS", "2 to 9.")
    ranks: str = field("RANKS", "Symbols from low to high.", default="2 3 4 5 6 7 8 9 T J Q K A")
    suits: str = field("SUITS", "How many suits, or their names.", default="4")
    decks: int = field("N", "How many decks are shuffled together.", default=1, least=1, most=8)
    jokers: int = field("N", "How many jokers.", default=0, least=0, most=2)
    joker: str = field("KIND", "'wild' or 'straights and flushes' (else an ace).", default="wild")
    deck: str | None = field("GAME", "The deck of a game or rule file instead.")
    hands: tuple[str, ...] = field("HAND", 'Count this hand alone: "ace high". May be repeated.', "--hand")
    seats: int = field("N", "Count the highest of N hands of 3 cards, up to 4.", default=1, least=1)
    check: bool = field(None, "Visit every hand as well, each of 5 to 7 cards as a bit, and compare.")
    digits: int = options.DIGITS
    form: Format = options.FORM

    def run(self) -> None:
        from combin.cards.cards import parse_deck
        from combin.counting.frequencies import frequencies

        order = None
        if self.deck is None:
            deck = parse_deck(self.ranks, self.suits, self.decks, self.jokers, self.joker)
        else:
            for name in DECK:
                if name in self.written:
                    raise OptionError("does not go with --deck", f"--{name}")
            from combin.game import load

            rules = load(self.deck).rules
            deck, order = rules.deck, rules.ranking
        counts = frequencies(self.cards, deck, self.hands, ranking=order, seats=self.seats, check=self.check)
        show(counts.view(self.digits), self.form)
