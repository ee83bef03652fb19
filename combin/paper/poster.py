"""The player's guide: bets, how each is settled, pay tables and house edges in plain words, for a poster."""

from __future__ import annotations

from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combin.cards.cards import parse_deck
from combin.cards.suit_classes import hand_classes
from combin.formats import PAPERS
from combin.formats.tables import COUNT, PLAIN, TEXT, Column, Table
from combin.formats.view import View
from combin.formatting import capital
from combin.paper.by_card import commonest, example
from combin.paper.guide import Block, Guide, bet_blocks, edges, one_in, settling_blocks
from combin.rules.errors import RulesError
from combin.version import __version__
from combin.words.catalogue import load_catalogue
from combin.words.rules import (
    ISSUE,
    LIMITS,
    blind_says,
    deal_says,
    dealer_says,
    decision_says,
    deck_says,
    early_says,
    ended,
    imprint_sentences,
    ranking_says,
    sides,
    title_of,
    wager_names,
)

if TYPE_CHECKING:
    from pathlib import Path

    from combin.cards.suit_classes import HandClass
    from combin.rules.model import Imprint
    from combin.rules.resolved import Rules
    from combin.words.catalogue import Catalogue


def hands_block(rules: Rules, catalogue: Catalogue) -> Block:
    """Return the order of hands, each with cards drawn and how often it comes."""
    ranking = rules.ranking
    total = sum(ranking.counts.values())
    classes = sorted(hand_classes(ranking), key=lambda hand: hand.strength.level, reverse=True)
    rows = []
    for category, group in groupby(classes, key=lambda hand: hand.strength.category):
        cards = list(example(_typical(list(group)), ranking, catalogue).cards)
        name, alt = capital(catalogue.hand(category.value)), (card["rank"] + card["glyph"] for card in cards)
        often = one_in(ranking.counts[category], total, catalogue, "guide.often_hands")
        rows.append({"name": name, "cards": cards, "alt": " ".join(alt), "often": often})
    heading, notes = f"guide.heading{'_alone' * rules.alone}", list(ranking_says(rules, catalogue))
    return {"kind": "hands", "heading": catalogue(heading), "beside": "", "rows": rows, "notes": notes}


def _typical(classes: list[HandClass]) -> HandClass:
    """Return a hand from among the commonest of a category, which comes high to low."""
    most = max(one.weight for one in classes)
    levels = list(dict.fromkeys(one.strength.level for one in classes if one.weight == most))
    middle = levels[len(levels) // 3]
    return commonest(one for one in classes if one.strength.level == middle)


MOST_NAMES = 6
"""Bets that a sentence names at most."""


def round_block(rules: Rules, catalogue: Catalogue) -> Block:
    """Return how a round goes, in numbered steps."""
    standard, deck = parse_deck(), list(deck_says(rules, catalogue))
    if (rules.deck.ranks, rules.deck.suits) == (standard.ranks, standard.suits):
        del deck[0]  # the cards that everybody knows
    own = catalogue.imprint.deal
    steps = [_placed(rules, catalogue), " ".join((*deck, *((own,) if own else deal_says(rules, catalogue))))]
    if rules.play:
        said = (says(rules, catalogue) for says in (decision_says, early_says, blind_says))
        steps.append(" ".join(chain.from_iterable(said)))
    if sides(rules):
        steps.append(catalogue("round.show_both"))
    elif rules.qualifies:
        steps.append(catalogue("round.show", qualifies=" ".join(dealer_says(rules, catalogue))))
    elif not rules.alone:
        steps.append(catalogue("round.show_always"))
    steps.append(catalogue("round.settle"))
    return {"kind": "steps", "heading": catalogue("round.heading"), "beside": "", "steps": steps}


def _placed(rules: Rules, catalogue: Catalogue) -> str:
    more = (*rules.comparisons, *rules.side_bets, *rules.jackpots)
    if not rules.play:
        names = wager_names(rules, (*rules.initial, *more))
        if len(names) > MOST_NAMES:
            return catalogue("round.place_many")
        return catalogue("round.place_some" if more else "round.place_any", wagers=catalogue.any_of(names))
    initial = catalogue.all_of(wager_names(rules, rules.initial))
    place = catalogue("round.place_equals" if rules.equals else "round.place", wagers=initial)
    if len(more) > MOST_NAMES:
        return f"{place} {catalogue('round.place_others')}"
    tied = [name for name in more if _only_beside(rules, name)]
    free = [name for name in more if name not in tied]
    said = [place]
    for key, group in (("round.place_free", free), ("round.place_more", tied)):
        if group:
            wagers = catalogue.all_of(wager_names(rules, group))
            said.append(catalogue(key, wagers=wagers, initial=initial))
    return " ".join(said)


def _only_beside(rules: Rules, name: str) -> bool:
    needs = rules.bets[name].needs
    return bool(needs) and set(needs) <= set(rules.base_wagers)


def poster_data(guide: Guide, catalogue: Catalogue) -> dict[str, Any]:
    """Return the guide as the template `poster.typ` shows it, in the words of a catalogue.

    Raises:
        RulesError: the rules explain wagers to players in words of their own, in other languages.
    """
    rules, source, imprint = guide.rules, guide.rules.file.source, guide.rules.file.imprint
    _check_told(imprint, catalogue("language.code"))
    catalogue = catalogue.to_player.of(imprint)
    origin = source.document
    if source.version:
        origin = catalogue("page.version", document=origin, version=source.version)
    if source.publisher:
        origin = catalogue("page.published", document=origin, publisher=source.publisher)
    if source.kind == "variant":
        origin = catalogue("page.after", document=origin)
    deals = catalogue.number(str(guide.analysis.wagers[rules.base].total))
    return {
        "language": catalogue("language.code"),
        "title": title_of(rules, catalogue),
        "subtitle": catalogue("page.subtitle"),
        "casino": imprint.casino,
        "limits": " · ".join(imprint_sentences(imprint, catalogue, LIMITS)),
        "safer_gambling": catalogue.imprint.safer_gambling,
        "edges": edges(guide, catalogue),
        "blocks": [
            round_block(rules, catalogue),
            hands_block(rules, catalogue),
            *settling_blocks(rules, catalogue),
            *bet_blocks(guide, catalogue),
        ],
        "notes": [
            *map(ended, imprint_sentences(imprint, catalogue, ISSUE)),
            catalogue("page.source", document=origin),
            catalogue("page.counted", deals=deals, program=__version__),
        ],
        "page": catalogue("page.page", page="{page}", pages="{pages}"),
    }


def _check_told(imprint: Imprint, language: str) -> None:
    """Refuse a language in which an imprint does not tell players of the game, if it does so in another."""
    own = load_catalogue(imprint.language)("language.code")
    if (imprint.told or imprint.deal) and language not in (own, *imprint.translations):
        known = " and ".join(map(repr, (own, *imprint.translations)))
        problem = f"explains the game to players in {known}, not in {language!r}"
        raise RulesError(("imprint",), f"{problem}; put the words into [imprint.translations.{language}]")


def poster_view(guide: Guide, _: int = 10) -> View:
    """The player's guide as tables; the records are the house edges of the bets."""
    data = poster_data(guide, guide.catalogue)
    tiles = data["edges"]["tiles"]
    columns, told = ("name", "edge", "per", "more"), ("casino", "subtitle", "limits", "safer_gambling")
    edges = Table.of(
        data["edges"]["heading"],
        tiles,
        [Column[dict[str, str]]("", value=itemgetter(name), name=name) for name in columns],
        " ".join(data["edges"]["notes"]),
    )
    return View(
        data["title"],
        tuple(filter(None, (*(data[key] for key in told), *data["notes"]))),
        (edges, *map(_table, data["blocks"])),
        lambda: data,
        lambda: edges.records(0),
        columns,
    )


def _table(block: Block) -> Table:
    match block["kind"]:
        case "steps":
            steps = tuple(enumerate(block["steps"], start=1))
            return Table(block["heading"], (Column("", COUNT), Column()), steps)
        case "hands":
            hands = tuple((row["name"], row["alt"], row["often"]) for row in block["rows"])
            return Table(block["heading"], ("", "", ""), hands, " ".join(block["notes"]))
    columns = [
        Column[str](column["title"], PLAIN if column["right"] else TEXT) for column in block["columns"]
    ]
    rows = tuple((*row, *("",) * (len(columns) - len(row))) for row in block["rows"])
    notes = (block["lead"], *block["notes"])
    return Table(block["heading"], columns, rows, " ".join(note for note in notes if note))


def on_paper(paper: str) -> dict[str, Any]:
    """Return how a poster is laid out, without bleed."""
    width, height = PAPERS[paper]
    return {"width": width, "height": height, "outside": 0, "bleed": 0, "marks": False}


BLEED, MARKS = 3, 10
"""Millimetres: of colour beyond the trimmed edge, and of paper beyond it where crop marks stand."""


def print_poster(
    guide: Guide,
    path: Path,
    paper: str = "a4",
    *,
    bleed: bool = False,
    crop_marks: bool = False,
    font: str = "",
) -> tuple[Path, ...]:
    """Write the guide as PDF, SVG or PNG, by the ending of the path; return the files.

    With `bleed` bands run beyond the edge at which the paper is cut, with crop marks too, which show it.

    Raises:
        PrintError: another ending, or a guide that does not fit on paper.
        OSError: a file cannot be written.
    """
    from combin.formats.typesetter import Press, print_document

    outside, beyond = (MARKS, BLEED) if crop_marks else (BLEED, BLEED) if bleed else (0, 0)
    sheet = on_paper(paper) | {"outside": outside, "bleed": beyond, "marks": crop_marks}
    press = Press(outside=outside, bleed=beyond, font=font)
    return print_document("poster", poster_data(guide, guide.catalogue) | sheet, path, press)
