"""Reads a certificate for the programs beside this one, and compares it with what they derive.

All its keys and words are known, or it is refused: a program that passed over what it does not know would
confirm figures of a game that the rules do not describe. So JSON that says a key twice is refused here, and
rules with a key, a word or a form of number that docs/certificate.md does not have. What the words mean, the
programs themselves know.
"""

import hashlib
import json
import re
import sys
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError)
CATEGORIES = ("straight flush", "three of a kind", "straight", "flush", "pair", "high card")
COLOUR_LINES = ("both of the same colour", "both of one colour each", "player of one colour")  # finest first


# -- kinds of values: each a test ------------------------------------------------------------------------


def text(value):
    return isinstance(value, str) and value != ""


def number(value):
    """Tell whether a value is an exact number as a certificate writes it: the shortest form."""
    return text(value) and re.fullmatch(r"[0-9]+(/[0-9]+)?", value) and str(Fraction(value)) == value


def share(value):
    return number(value) and Fraction(value) <= 1


def more_than_nothing(kind):
    return lambda value: kind(value) and value != "0"


def net(value):
    return value in ("push", "lose") if value in ("0", "push", "lose") else number(value)


def whole(least, most=10**30):
    return lambda value: type(value) is int and least <= value <= most


def one_of(*words):
    return lambda value: isinstance(value, str) and value in words


def written(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value)


def yes(value):
    return value is True


def table(value):  # of anything: data that is not read, or is compared later
    return isinstance(value, dict)


# -- the language: {} an entry ("?": may be left out, "*": any key), [] a list, () one of several ------------

NAME = written("[a-z][a-z0-9_]{0,39}")
RULE = {"?rule": text}
OUTCOME = {"pays": net, "?by_table": yes, **RULE}
RESULTS = {"win": OUTCOME, "tie": OUTCOME, "lose": OUTCOME, **RULE}
SUIT = {"symbol": written("[A-Za-z]"), "glyph": text, "name": text, "colour": text}
CARDS = ("player", "player and dealer", "player and jackpot cards")  # whose make a hand
KEPT = {"?commission": more_than_nothing(share)}
WAGERS = {
    "against the dealer": {
        "?raises": NAME,
        "?equals": NAME,
        "no_qualify": (OUTCOME, RESULTS, {"compared": yes, **RULE}),
        **RESULTS,
        **KEPT,
        "?fold_returns": more_than_nothing(share),
        "?fold_rule": text,
        "?collection": {"?share": more_than_nothing(share), "?money": more_than_nothing(number), **RULE},
        "?stakes": [more_than_nothing(number)],
    },
    "comparison": {**RESULTS, **KEPT},
    "bonus": {"on": NAME, "?paid_on": [one_of("no qualify", "win", "tie", "lose")], **RULE},
    "pay table": {
        "hand": one_of("dealer", "higher of both", "lower of both", "either of both", *CARDS),
        "on_fold": one_of("stays", "lost", "may stay"),
        "?needs": [NAME],
        "?if_tied": net,
        "?if_beaten": net,
        **KEPT,
        "?stakes": [more_than_nothing(number)],
        **RULE,
        **dict.fromkeys(("?needs_rule", "?fold_rule", "?win_rule", "?lose_rule"), text),
    },
    "jackpot": {
        "hand": one_of(*CARDS),
        "on_fold": one_of("stays", "lost"),
        "?full_stake": more_than_nothing(number),
        "?needs": [NAME],
        "?envy_needs": [NAME],
        **RULE,
        **dict.fromkeys(("?needs_rule", "?fold_rule", "?envy_rule", "?leaving_rule"), text),
    },
}
ENVY = {"?envy": more_than_nothing(number)}
PRIZES = ({"odds": number, **ENVY}, {"money": number, **ENVY}, {"meter": share, "?level": NAME, **ENVY})
PAY_TABLE = {"lines": {"*": PRIZES}, "?unpaid": [text], "odds": one_of("to 1", "for 1"), **RULE}
METER = {
    "seed": whole(1),
    "increment": share,
    "?reserve": more_than_nothing(share),
    "?must_hit_by": whole(1),
}
METERS = {
    "options": {"*": {"pay_table": text, "meters": [METER], "?levels": {"*": METER}, **RULE}},
    "?must_hit_by": whole(1),
    "round_up_to": whole(1),
    **RULE,
    **dict.fromkeys(("?rounding_rule", "?sharing_rule", "?cost_rule", "?closing_rule"), text),
}
PART = written("[1-9][0-9]*/[1-9][0-9]*")
PLAY = (whole(1), PART, *({"multiple": one, "hand": text, **RULE} for one in (whole(1), PART)))
CERTIFICATE = {
    "format": one_of("combin certificate 1"),
    "made_by": text,
    "readings": table,
    "roads": table,
    "sha256": text,
    "body": table,
}
LANGUAGE = {
    "id": written("[a-z][a-z0-9-]{0,59}"),
    "title": text,
    "source": {
        "document": text,
        "kind": one_of("house rules", "description", "variant"),
        **dict.fromkeys(("?publisher", "?version", "?effective"), text),
        "?sections": {"*": text},
    },
    "deck": {
        "ranks": text,
        "suits": [(one_of("clubs", "diamonds", "hearts", "spades"), SUIT)],
        "?decks": whole(1, 8),
        "?jokers": whole(1, 2),
        "?joker": one_of("wild", "straights and flushes"),
        "?wild": [text],
        **RULE,
    },
    "deal": {
        "player": whole(3, 3),
        "dealer": whole(3, 3),
        "?face_up": whole(1, 3),
        "?tells": ([text], one_of("card", "rank", "suit", "colour")),
        "?jackpot": whole(1, 4),
        "?seats": whole(1, 20),
        **RULE,
    },
    "ranking": {
        "order": [one_of(*CATEGORIES)],
        "ace_low_straight": one_of("lowest", "second", "highest", "none"),
        "straight_suits": one_of("more than one", "three"),
        "?lowest_wins": yes,
        "?highest_three_of_a_kind": text,
        "?beats": {"*": text},
        **RULE,
    },
    "dealer": {"qualifies": text, **RULE},
    "decision": {
        "play": [PLAY],
        "?early": [PLAY],
        **RULE,
        "?early_rule": text,
        "?excess_play_rule": text,
        "?short_play_rule": text,
        "?blind": {"?allowed": yes, "?play_in_advance": yes, **RULE},
    },
    "wager": {
        "*": tuple({"settles": one_of(one), "name": text, **kind} for one, kind in WAGERS.items()),
    },
    "?pay_tables": {"*": {"*": PAY_TABLE}},
    "?jackpot": {"wager": NAME, **METERS},
    "?jackpots": {"*": METERS},
    "?limits": {
        **RULE,
        "?personal_rule": text,
        "?below_minimum": one_of("settle"),
        "?below_minimum_again": one_of("return"),
        "?above_maximum": one_of("settle to the maximum"),
        "?inexact_pay": one_of("next amount up", "next amount down", "nearest amount"),
        **dict.fromkeys(("?below_minimum_rule", "?above_maximum_rule", "?inexact_pay_rule"), text),
    },
    "?irregularities": {
        "*": {
            "says": text,
            "round": one_of("continues", "void"),
            "hand": one_of("stands", "void", "forfeited"),
            "?forfeits": [NAME],
            "others": one_of("stand", "may retract"),
            "jackpot": one_of("stands", "next round", "returned"),
            "?jackpot_rule": text,
            "?again": NAME,
            **RULE,
        }
    },
    "?readings": {"*": {"question": text, "adopted": text, "options": {"*": table}, **RULE}},
}


def faults(value, kind, place):
    """Return the places and values that are not of their kind."""
    if isinstance(kind, tuple):  # of several kinds the one that fits best
        return min((faults(value, one, place) for one in kind), key=len)
    if isinstance(kind, list) and isinstance(value, list) and value:
        return [found for at, one in enumerate(value) for found in faults(one, kind[0], f"{place}.{at}")]
    if isinstance(kind, dict) and isinstance(value, dict) and value:
        kinds = {key.removeprefix("?"): one for key, one in kind.items()}
        missing = [(f"{place}.{key}", "nothing") for key in kind if key[0] not in "?*" and key not in value]
        known = {key: kinds.get(key, kinds.get("*")) for key in value}
        unknown = [(f"{place}.{key}", value[key]) for key, one in known.items() if one is None]
        inside = [(value[key], one, f"{place}.{key}") for key, one in known.items() if one is not None]
        return [*missing, *unknown, *(found for one in inside for found in faults(*one))]
    return [] if callable(kind) and kind(value) else [(place, value)]


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
    one_deck = "decks" not in deck and "jokers" not in deck
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


def sha256(data):
    content = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def once(words):
    return len({*words}) == len(words)


def symbols(ranks):
    """Return the ranks that a text names, as cards are written."""
    return ranks.upper().replace("10", "T").split()


# -- the file ------------------------------------------------------------------------------------------------


def pairs_once(pairs):
    for key, _ in pairs:
        if [one for one, _ in pairs].count(key) > 1:
            raise ValueError(f"{json.dumps(key)} stands twice in one object")
    return dict(pairs)


def no_float(digits):
    raise ValueError(f"{digits[:30]} is no integer")


def read(path):
    """Return a certificate of which all is understood but the figures, which the programs derive."""
    content = Path(path).read_text(encoding="utf-8")
    certificate = json.loads(
        content, object_pairs_hook=pairs_once, parse_float=no_float, parse_constant=no_float
    )
    json.dumps(certificate, ensure_ascii=False).encode()  # half of a character is none
    rules = certificate["body"]["rules"]
    found = faults(certificate, CERTIFICATE, "certificate") + faults(
        rules, LANGUAGE, "certificate.body.rules"
    )
    for place, value in found:
        raise ValueError(f"{place} says {json.dumps(value)[:80]}, which is not understood")
    for place, value, fits in fitting(rules):
        if not fits:
            raise ValueError(
                f"rules.{place} says {json.dumps(value)[:80]}, which does not fit the other rules"
            )
    return certificate


# -- what it states and what is derived, compared as a whole -------------------------------------------------

NOTHING = object()  # stands where one of them has no entry: null is a value like others


def compared(stated, derived, place=()):
    """Yield the place of every value as a tuple of keys, what is stated there, and what is right."""
    if isinstance(stated, dict) and isinstance(derived, dict):
        for key in {**stated, **derived}:
            yield from compared(stated.get(key, NOTHING), derived.get(key, NOTHING), (*place, key))
    elif isinstance(stated, list) and isinstance(derived, list):
        for key, (one, other) in enumerate(zip_longest(stated, derived, fillvalue=NOTHING)):
            yield from compared(one, other, (*place, key))
    else:
        yield place, stated, derived


def equal(stated, derived):
    """Tell whether two values are one, so that neither 1, "1" and true nor null and nothing are."""
    return type(stated) is type(derived) and stated == derived


def shown(value):
    text = "nothing" if value is NOTHING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:197]}..."


def place_text(place):
    """Return a place as it is written, a key with a dot in it in quotation marks."""
    return ".".join(json.dumps(key) if "." in str(key) else str(key) for key in place)


def place_of_bet(body, tables):
    """Return the part and the place of what is stated of a bet, for its tables."""
    for part in ("side_bets", "jackpots"):
        for place, entry in enumerate(body[part]):
            if entry["tables"] == tables:
                return part, place
    raise ValueError(f"nothing of {json.dumps(tables)} in body.side_bets and body.jackpots")


def stated_counts(body, tables):
    """Return how often each line of a bet is stated to come, and out of how many."""
    part, place = place_of_bet(body, tables)
    entry = body[part][place]
    counts = {text: count_of(line) for text, line in entry["lines"].items()}
    if not all(map(whole(0), [*counts.values(), entry["total"]])):
        raise ValueError(f"body.{part}.{place}: counts that are none")
    return counts, entry["total"]


def count_of(line):
    return line["count"] if isinstance(line, dict) and "count" in line else line


def check(path, derive, what, left):
    """Check a file, print what came of it, and return the exit code.

    `derive` returns a part of what a certificate states, and the same as it must be; `what` names the values
    that a program derives, and `left` those that it leaves to the programs beside it.
    """
    try:
        certificate = read(path)
        found = list(compared(*derive(certificate)))
    except UNREADABLE as error:
        print(f"{path}: no certificate, or rules that cannot be read: {error!r}", file=sys.stderr)
        return 2
    wrong = [one for one in found if not equal(*one[1:])]
    for place, says, right in wrong:
        print(f"WRONG certificate.{place_text(place)}: says {shown(says)}, and it is {shown(right)}")
    body = certificate["body"]
    print(f"{len(found) - len(wrong)} {what} are right, {len(wrong)} are wrong. SHA-256: {sha256(body)}")
    rules = f"rules (SHA-256 {sha256(body['rules'])}), to be compared with the document"
    print(f"Taken as they stand: {rules}; made_by, readings, roads. Left to the other programs: {left}.")
    return 1 if wrong else 0
