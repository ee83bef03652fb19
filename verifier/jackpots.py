"""Jackpot wagers: how often each line comes, and what a wager returns as a function of its meters."""

from collections import Counter
from fractions import Fraction

PARTS = {
    "odds": "odds",
    "money": "money",
    "share_of_meter": "meter",
    "envy": "envy",
}  # of the value; of a line


def jackpots(game, counts_of):
    """Yield every table of every jackpot wager, for a player who never folds."""
    for name in sorted(game.names_of("jackpot")):
        for letter in sorted(game.tables[name]):
            counts = counts_of({name: letter}, None) or of_three_cards(game, game.tables[name][letter])
            yield jackpot(name, letter, game.tables[name][letter], *counts)


def of_three_cards(game, table):
    counts = Counter()
    for text, ways in zip(game.deck.line_of_hands(table), game.deck.ways):
        counts[text] += ways
    return counts, game.deck.player_hands


def jackpot(name, letter, table, counts, total):
    parts, levels = dict.fromkeys(PARTS, Fraction(0)), {}
    for text, line in table["lines"].items():
        chance = Fraction(counts.get(text, 0), total)
        for part, key in PARTS.items():
            pays = Fraction(line.get(key, 0))
            if key == "odds" and "odds" in line and table["odds"] == "to 1":
                pays += 1  # the stake comes back
            if key == "meter" and "level" in line:
                levels[line["level"]] = levels.get(line["level"], 0) + chance * pays
            else:
                parts[part] += chance * pays
    value = {part: str(amount) for part, amount in parts.items()}
    if shares := {level: str(share) for level, share in levels.items() if share}:
        value["share_of_levels"] = shares
    lines = {text: counts.get(text, 0) for text in table["lines"]}
    return {"tables": {name: letter}, "lines": lines, "total": total, "value": value}
