"""The chapter of the report about the deck, the hands, the deals and the dealer's qualification."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.audit.derivations import category_derivations, choose, hands_in_words, qualification_derivation
from combin.decimals import percent
from combin.formats.blocks import Heading, Paragraph, bullets
from combin.formats.columns import COUNT, ONE_IN, PERCENT, Column
from combin.formats.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.subject import Subject
    from combin.formats.blocks import Block


def hands_chapter(subject: Subject, number: int) -> Iterator[Block]:
    """Yield the parts of the chapter."""
    rules = subject.rules
    ranking = rules.ranking
    total = sum(ranking.counts.values())
    cards, dealer = len(rules.deck), subject.first.game.dealer_hands
    yield Heading(2, f"{number}. The deck, the hands and the deal")
    yield Paragraph(f"{hands_in_words(rules.deck)}. Each is equally likely.")
    derived = category_derivations(ranking)
    yield Table.of(
        "",
        ranking.counts.items(),
        [
            Column("Hand", value=lambda counted: counted[0].value),
            Column("Hands", COUNT, lambda counted: counted[1]),
            Column("Probability", PERCENT, lambda counted: Fraction(counted[1], total)),
            Column("One in", ONE_IN, lambda counted: Fraction(counted[1], total)),
            Column("Counted as", value=lambda counted: derived[counted[0]].rsplit(" = ", 1)[0]),
        ],
        total={"Hand": "all", "Hands": total, "Probability": Fraction(1)},
    )
    runs = ", ".join(
        "-".join(str(rules.deck.ranks[rank]) for rank in run) for run in reversed(ranking.sequences)
    )
    yield Paragraph(f"The {len(ranking.sequences)} runs of three ranks, the highest first: {runs}.")
    yield Paragraph(
        f"Hands that differ only in their suits tie with one another, unless the suits make a flush: "
        f"the {total:,} hands "
        f"have {len(ranking.strengths):,} different strengths."
    )
    if rules.deck.jokers:
        yield Paragraph(
            "A hand with a joker counts as the best that the joker can make of it, and ties with the same "
            "hand without one."
        )
    yield Paragraph(
        f"Once the player has his three cards, the dealer's three come from the other {cards - 3}: "
        f"{choose(cards - 3, 3)} "
        f"hands. Player and dealer together: {total:,} × {dealer:,} = {total * dealer:,} deals, all "
        f"equally likely."
    )
    if rules.file.deal.face_up:
        yield Paragraph(
            f"Any of the dealer's three cards may be the one that is seen: 3 × {total * dealer:,} = "
            f"{3 * total * dealer:,} ways, which are counted wherever the player decides."
        )
    qualifying, lines = qualification_derivation(rules)
    yield Heading(3, f"{number}.1 The dealer qualifies")
    name = rules.file.dealer.qualifies
    cited = f" ({rules.file.dealer.rule})" if rules.file.dealer.rule else ""
    if qualifying == total:
        yield Paragraph(f"Every hand of the dealer plays{cited}; none has to qualify.")
        return
    yield Paragraph(
        f"The dealer qualifies with {name} or better{cited}: {qualifying:,} of {total:,} hands, "
        f"{percent(Fraction(qualifying, total), 4)}, before any cards are known."
    )
    yield bullets(lines)
