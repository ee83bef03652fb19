"""Entries of the rules that must fit each other, so that a figure follows from each of them."""

import json

from .language import CATEGORIES, COLOUR_LINES, written


def fitting(rules):
    """Yield a place, its value, and whether it is as it must be for figures to follow from all entries."""
    wagers, tables = rules["wager"], rules.get("pay_tables", {})
    yield from fitting_cards(rules)
    against = {name: one for name, one in wagers.items() if one["settles"] == "against the dealer"}
    base = [name for name, one in against.items() if "raises" not in one and "equals" not in one]
    raised = [name for name, one in against.items() if "raises" in one]
    yield "wager", list(wagers), len(base) == 1 and len(raised) < 2
    for name, wager in wagers.items():
        others = wagers.keys() - {name}
        known = {"raises": base, "equals": base, "on": base + raised}
        for key in known.keys() & wager.keys():
            yield f"wager.{name}.{key}", wager[key], wager[key] in known[key]
        for key in {"needs", "envy_needs"} & wager.keys():
            yield f"wager.{name}.{key}", wager[key], others.issuperset(wager[key]) and once(wager[key])
        yield f"wager.{name}.paid_on", wager.get("paid_on"), once(wager.get("paid_on", ()))
        yield f"wager.{name}", wager, "raises" not in wager or "equals" not in wager
        yield f"wager.{name}.collection", wager.get("collection"), "collection" not in wager or name in base
        yield from fitting_bet(rules, name)
        yield from fitting_tables(rules, name)
    for name in tables:
        yield f"pay_tables.{name}", tables[name], name in wagers
    plays, early = rules["decision"]["play"], rules["decision"].get("early", [])
    multiples = [one["multiple"] if isinstance(one, dict) else one for one in plays + early]
    yield "decision.early", early, not early or "face_up" in rules["deal"]
    yield "decision.play", plays, once(multiples) and (raised or plays == [1])
    yield from fitting_meters(rules)
    for name, entry in rules.get("irregularities", {}).items():
        forfeits, again = entry.get("forfeits", ()), entry.get("again")
        forfeited = entry["hand"] == "forfeited" and {*forfeits} <= wagers.keys()
        yield f"irregularities.{name}.again", again, again in {None, *rules["irregularities"]} - {name}
        yield f"irregularities.{name}", forfeits, not forfeits or forfeited
    for name, entry in rules.get("readings", {}).items():
        options, adopted = entry["options"], entry["adopted"]
        yield f"readings.{name}.adopted", adopted, options.get(adopted) == {} and len(options) > 1


def fitting_cards(rules):
    """Yield the same of the deck, what is seen of it, and the order of hands."""
    deck, deal, ranking = rules["deck"], rules["deal"], rules["ranking"]
    ranks = symbols(deck["ranks"])
    yield "deck.ranks", deck["ranks"], once(ranks) and all(map(written("[A-Z0-9]"), ranks))
    for key in ("name", "symbol"):
        named = [one if isinstance(one, str) else one[key].lower() for one in deck["suits"]]
        yield "deck.suits", deck["suits"], once(named)
    yield "deck.joker", deck.get("joker"), "joker" not in deck or "jokers" in deck
    one_deck = not {"decks", "jokers", "wild"} & deck.keys()
    yield "deal.face_up", deal.get("face_up"), "face_up" not in deal or one_deck
    if "tells" in deal:
        groups = [symbols(one) for one in deal["tells"]] if isinstance(deal["tells"], list) else [ranks]
        every_rank = sorted(rank for group in groups for rank in group) == sorted(ranks)
        yield "deal.tells", deal["tells"], "face_up" in deal and every_rank and all(groups)
    three = ranking.get("highest_three_of_a_kind")
    yield (
        "ranking.highest_three_of_a_kind",
        three,
        three is None or symbols(three) in [[one] for one in ranks],
    )
    yield "ranking.order", ranking["order"], sorted(ranking["order"]) == sorted(CATEGORIES)


def fitting_bet(rules, name):
    """Yield the same of a wager that a table pays: its cards, its stakes, and what a fold does."""
    wager, tables, place = rules["wager"][name], rules.get("pay_tables", {}).get(name, {}), f"wager.{name}"
    kind, hand, stays = wager["settles"], wager.get("hand", ""), wager.get("on_fold") == "stays"
    by_table = kind not in ("against the dealer", "comparison") or '"by_table": true' in json.dumps(wager)
    yield place, wager, by_table == (name in rules.get("pay_tables", {}))
    by_hand = '"hands": {' in json.dumps(wager)
    yield place, wager, not by_hand or (kind == "against the dealer" and not by_table)
    jackpot_cards = rules["deal"].get("jackpot", 0)
    yield f"{place}.hand", hand, hand != "player and jackpot cards" or jackpot_cards > 1
    taken, prizes = (
        wager.get("collection", {}),
        [line for one in tables.values() for line in one["lines"].values()],
    )
    in_money = any("money" in line for line in prizes)
    yield f"{place}.collection", taken, not taken or "share" in taken or "money" in taken
    stated = "stakes" in wager
    yield f"{place}.stakes", wager.get("stakes"), kind == "jackpot" or stated == in_money or "money" in taken
    texts = [text for one in tables.values() for text in (*one["lines"], *one.get("unpaid", ()))]
    colours = any(text in COLOUR_LINES for text in texts)
    all_colours = kind == "pay table" and all(text in COLOUR_LINES for text in texts)
    yield f"pay_tables.{name}", texts, not colours or all_colours
    of_both = hand.endswith("of both")
    yield f"{place}.on_fold", wager.get("on_fold"), not of_both or (stays and not colours)
    one_hand = not colours and (hand == "player" or (hand == "dealer" and stays))
    tied_alone = of_both and hand != "either of both" and "if_beaten" not in wager
    yield place, wager, one_hand or tied_alone or ("if_tied" not in wager and "if_beaten" not in wager)


def fitting_tables(rules, name):
    """Yield the same of the pay tables of a wager."""
    kind = rules["wager"][name]["settles"]
    levels = {one for _, _, option in metered(rules, name) for one in option.get("levels", ())}
    prizes = {"pay table": {"odds", "money"}, "jackpot": {"odds", "money", "meter", "level", "envy"}}
    for letter, table in rules.get("pay_tables", {}).get(name, {}).items():
        of, staked = f"pay_tables.{name}.{letter}", kind in ("pay table", "jackpot", "comparison")
        yield f"{of}.odds", table["odds"], staked or table["odds"] == "to 1"
        yield f"{of}.unpaid", table.get("unpaid"), once([*table["lines"], *table.get("unpaid", ())])
        for text, line in table["lines"].items():
            yield f"{of}.lines.{text}.level", line, "level" not in line or line["level"] in levels
            yield f"{of}.lines.{text}", line, line.keys() <= prizes.get(kind, {"odds"})


def fitting_meters(rules):
    """Yield the same of all that the rules say of meters."""
    wagers, tables, every = rules["wager"], rules.get("pay_tables", {}), metered(rules)
    yield "jackpots", rules.get("jackpots"), once(every)
    for name in every:
        entry = "jackpot" if rules.get("jackpot", {}).get("wager") == name else f"jackpots.{name}"
        yield entry, name, name in wagers and wagers[name]["settles"] == "jackpot"
        for option, said, stated in metered(rules, name):
            place, letter, most = f"{entry}.options.{option}", stated["pay_table"], said.get("must_hit_by")
            yield f"{place}.pay_table", letter, letter in tables.get(name, ())
            lines = tables.get(name, {}).get(letter, {"lines": {}})["lines"]
            paid = {line.get("level") for line in lines.values() if "meter" in line}
            meters = [(None, one.get("must_hit_by", most), one) for one in stated["meters"]]
            meters += [(of, one.get("must_hit_by"), one) for of, one in stated.get("levels", {}).items()]
            for level, limit, one in meters:  # one with a limit is won for no hand
                above_the_seed = limit is None or limit > one["seed"]
                yield place, one, above_the_seed and (limit is None) == (level in paid)


def metered(rules, wager=None):
    """Return the wagers with meters, that of [jackpot] first; or the options of one: name, entry, option."""
    first = rules.get("jackpot", {})
    entries = [(first["wager"], first)] if first else []
    entries += sorted(rules.get("jackpots", {}).items())
    if wager is None:
        return [name for name, _ in entries]
    return [
        (name, entry, option)
        for of, entry in entries
        if of == wager
        for name, option in sorted(entry["options"].items())
    ]


def once(words):
    return len({*words}) == len(words)


def symbols(ranks):
    """Return the ranks that a text names, as cards are written."""
    return ranks.upper().replace("10", "T").split()
