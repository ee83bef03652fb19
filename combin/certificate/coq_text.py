"""What the files for Coq are made of: theorems, sections, and values as the language writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from textwrap import fill

from msgspec import Struct

_WIDTH = 120


class Proved(Struct, frozen=True):
    """A theorem of the file: its name in Coq, what it states in words, and the house edge if it has one."""

    name: str
    says: str
    edge: Fraction | None = None


class Section(Struct, frozen=True):
    """A part of the file: definitions that the reader believes, and Coq text with proofs behind all others.

    `rules` stand with the rules at the beginning, `words` behind the plans, `text` at the end, with
    `Print Assumptions` of its own; it may use all that `coq/words.v` and `coq/proofs.v` define.
    """

    theorems: tuple[Proved, ...]
    rules: str = ""
    words: str = ""
    text: str = ""


@cache
def template(name: str) -> str:
    """A text of Coq that stands in every file, or in those of some games."""
    return files("combin.certificate").joinpath("coq", f"{name}.v").read_text("utf-8")


def quiet(text: str) -> str:
    """Text for a comment of Coq, in which quotes and ends of comments must not stand alone."""
    return text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")


def comment(text: str) -> str:
    """A comment."""
    return f"(* {quiet(text)} *)"


def citing(text: str, *rules: str) -> str:
    """A comment that ends in the rules cited, if there are any."""
    return comment(": ".join(filter(None, (text, ", ".join(dict.fromkeys(filter(None, rules)))))))


def listed(items: Iterable[object]) -> str:
    """A list in Coq."""
    return f"[{'; '.join(map(str, items))}]"


def coq_name(*parts: str) -> str:
    """A name in Coq, which has ASCII letters, digits and "_": other signs are written by their numbers."""
    name, plain = "_".join(filter(None, parts)), " -./"
    return re.sub(r"[^0-9A-Za-z_]", lambda sign: "_" if sign[0] in plain else f"x{ord(sign[0]):x}", name)


def integer(value: Fraction | int) -> str:
    """A whole number."""
    return f"({value})" if value < 0 else str(value)


def quotient(value: Fraction) -> str:
    """A fraction."""
    return f"{integer(value.numerator)} # {value.denominator}"


def wrapped(line: str) -> str:
    """A line in several where it is long, none divided at a hard space or inside short brackets."""
    held = re.sub(r"[(\[][^()\[\]]{,60}[)\]]", lambda pair: pair[0].replace(" ", "\xa0"), line)
    filled = fill(held, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return filled.replace("\xa0", " ")
