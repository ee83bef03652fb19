"""A certificate read strictly: no key twice, no number with a point, no word that is not known."""

import hashlib
import json
from pathlib import Path

from .fitting import fitting
from .language import CERTIFICATE, LANGUAGE, faults


def pairs_once(pairs):
    """Return an object; one that says a key twice would mean different things to different readers."""
    for key, _ in pairs:
        if [other for other, _ in pairs].count(key) > 1:
            raise ValueError(f"{json.dumps(key)} stands twice in one object")
    return dict(pairs)


def no_float(digits):
    raise ValueError(f"{digits[:30]} is no integer")


def read(path):
    """Return a certificate of which all is understood but the figures, which are derived."""
    content = Path(path).read_text(encoding="utf-8")
    certificate = json.loads(
        content, object_pairs_hook=pairs_once, parse_float=no_float, parse_constant=no_float
    )
    json.dumps(certificate, ensure_ascii=False).encode()  # half of a character is none
    refuse_unknown(certificate, CERTIFICATE, "certificate")
    check_rules(certificate["body"]["rules"])
    return certificate


def check_rules(rules):
    """Refuse rules with a word that is not of the language, or with entries that do not fit each other."""
    refuse_unknown(rules, LANGUAGE, "certificate.body.rules")
    for place, value, fits in fitting(rules):
        if not fits:
            said = json.dumps(value)[:80]
            raise ValueError(f"rules.{place} says {said}, which does not fit the other rules")


def refuse_unknown(data, kind, place):
    for where, value in faults(data, kind, place):
        raise ValueError(f"{where} says {json.dumps(value)[:80]}, which is not understood")


def sha256(data):
    """Return the hash of data: keys in order, no blanks, in UTF-8."""
    content = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
