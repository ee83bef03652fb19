"""What a certificate states compared with what is derived from its rules, and the answer printed."""

import json
import sys
from itertools import zip_longest

from .body import derived_body
from .reading import read, sha256

UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError)
NOTHING = object()  # stands where one of them has no entry: null is a value like others


def compared(stated, derived, place=()):
    """Yield the place of every value as a tuple of keys, what is stated there, and what is right."""
    if isinstance(stated, dict) and isinstance(derived, dict):
        for key in {**stated, **derived}:
            yield from compared(stated.get(key, NOTHING), derived.get(key, NOTHING), (*place, key))
    elif isinstance(stated, list) and isinstance(derived, list):
        for key, (says, right) in enumerate(zip_longest(stated, derived, fillvalue=NOTHING)):
            yield from compared(says, right, (*place, key))
    else:
        yield place, stated, derived


def equal(stated, derived):
    """Return whether two values are the same: 1, "1" and true are not, nor are null and nothing."""
    return type(stated) is type(derived) and stated == derived


def shown(value):
    text = "nothing" if value is NOTHING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:197]}..."


def place_text(place):
    """Return a place as it is written, a key with a dot in it in quotation marks."""
    return ".".join(json.dumps(key) if "." in str(key) else str(key) for key in place)


def main(path):
    """Check a file, print what came of it, and return the exit code."""
    try:
        certificate = read(path)
        body, unchecked = derived_body(certificate["body"]["rules"], certificate["body"])
        stated = {key: certificate[key] for key in ("format", "body", "sha256")}
        right = {"format": "combin certificate 1", "body": body, "sha256": sha256(stated["body"])}
        values = list(compared(stated, right))
    except UNREADABLE as error:
        print(f"{path}: no certificate, or rules that cannot be read: {error!r}", file=sys.stderr)
        return 2
    wrong = [value for value in values if not equal(*value[1:])]
    for place, says, must in wrong:
        print(f"WRONG certificate.{place_text(place)}: says {shown(says)}, and it is {shown(must)}")
    print(f"{len(values) - len(wrong)} values are right, {len(wrong)} are wrong. SHA-256: {right['sha256']}")
    rules = f"rules (SHA-256 {sha256(body['rules'])}), to be compared with the document"
    print(f"Taken as they stand: {rules}; made_by, readings, roads.")
    for name, why in unchecked.items():
        print(f"NOT CHECKED: how often the lines of {name!r} come, {why}.")
    return 1 if wrong else 0
