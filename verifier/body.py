"""All that a certificate states, derived from its rules alone."""

import json
from math import comb

from .base_game import base_games, by_case
from .jackpots import jackpots
from .meters import meters
from .more_cards import MoreCards
from .reading import check_rules, sha256
from .rounds import Round
from .several_seen import SeveralSeen
from .side_bets import side_bets
from .situations import Situations


def derived_body(rules, stated, progress=None):
    """Return the hashed part of a certificate, and the bets that are not checked: name to reason.

    Of such bets alone `stated`, the hashed part of the file, is looked at: for how often their lines come.
    `progress` is called with the number of deals (or of what can be seen) done and of all.
    """
    check_rules(rules)
    game = Round(rules)
    situations = (SeveralSeen if game.several_seen else Situations)(game, progress)
    bases, unchecked, more_cards = base_games(game, situations), game.unchecked(), []

    def counts_of(tables, decisions):
        """Return how often the lines of a bet come that is not checked, or is on more cards; else None."""
        name = next(iter(tables))
        if name in unchecked:
            return stated_counts(stated, tables)
        if not game.more_cards(name):
            return None
        if not more_cards:
            more_cards.append(MoreCards(game, situations.rows))
        of_dealer = game.wagers[name]["hand"] == "player and dealer"
        return more_cards[0].counts(
            game.tables[name][tables[name]], game.more_cards(name), of_dealer, decisions
        )

    hands, dealer_hands = game.deck.player_hands, game.deck.dealer_hands * comb(3, game.face_up)
    body = {
        "rules": rules,
        "rules_sha256": sha256(rules),
        "deals": {"player_hands": hands, "dealer_hands": dealer_hands, "deals": hands * dealer_hands},
        "witnesses": [[*row.text, row.weight, *by_case(game, row.six)] for row in situations.rows],
        "base_game": bases,
        "side_bets": list(side_bets(game, situations, bases, counts_of)),
        "jackpots": list(jackpots(game, counts_of)),
    }
    body["meters"] = list(meters(body))
    if game.several_seen:
        situations.merge(body)
    return body, unchecked


def stated_counts(body, tables):
    """Return how often each line of a bet is stated to come, and out of how many."""
    for part in ("side_bets", "jackpots"):
        for place, entry in enumerate(body[part]):
            if entry["tables"] == tables:
                lines = entry["lines"].items()
                counts = {text: line["count"] if isinstance(line, dict) else line for text, line in lines}
                if not all(type(count) is int and count >= 0 for count in [*counts.values(), entry["total"]]):
                    raise ValueError(f"body.{part}.{place}: counts that are none")
                return counts, entry["total"]
    raise ValueError(f"nothing of {json.dumps(tables)} in body.side_bets and body.jackpots")
