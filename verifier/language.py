"""The language of the rules in a certificate: every entry, and the kind of value that it has.

A program that passed over what it does not know would confirm figures of a game that the rules do not
describe. So all keys and words are known, or a certificate is refused: rules with a key, a word or a form
of number that docs/certificate.md does not have. What the words mean, the other modules know.
"""

import re
from fractions import Fraction

CATEGORIES = ("straight flush", "three of a kind", "straight", "flush", "pair", "high card")
COLOUR_LINES = ("both of the same colour", "both of one colour each", "player of one colour")  # finest first


# -- kinds of values: each a test ------------------------------------------------------------------------


def text(value):
    return isinstance(value, str) and value != ""


def number(value):
    """Return whether a value is an exact number as a certificate writes it: the shortest form."""
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
BY_HAND = {**OUTCOME, "?hands": {"*": net}}
RESULTS = {"win": BY_HAND, "tie": BY_HAND, "lose": BY_HAND, **RULE}
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
