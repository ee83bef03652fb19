"""Certificate files: read with every oddity refused, and written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from combin.certificate.canonical import CertificateError, Data, canonical_json
from combin.files import write_text

if TYPE_CHECKING:
    from collections.abc import Iterator


FORMAT = "combin certificate 1"
"""What the entry `format` says; a later format has another number."""

ENTRIES = {"format": str, "made_by": str, "readings": dict, "roads": dict, "sha256": str, "body": dict}
"""The entries of a certificate and what they are."""


def read_certificate(path: Path) -> dict[str, Data]:
    """Return a certificate as data, without having checked what it states.

    Raises:
        CertificateError: it is not JSON of the kind that certificates are; the message names the file.
        OSError: the file cannot be read.
    """
    try:
        data = _decoded(path.read_bytes())
        _check_entries(data)
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from None
    found: dict[str, Data] = data
    return found


def _decoded(content: bytes) -> Data:
    try:
        data = json.loads(
            content.decode("utf-8"),
            parse_float=_refuse_float,
            parse_constant=_refuse_float,
            object_pairs_hook=_without_repetition,
        )
        canonical_json(data).encode("utf-8")
    except UnicodeEncodeError:  # half of a pair such as "\ud83c\udca1", written as an escape
        raise CertificateError("not a certificate: half a character") from None
    except UnicodeDecodeError as error:
        raise CertificateError(f"not UTF-8 text: {error.reason} at byte {error.start}") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise CertificateError(f"not JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise CertificateError("not a certificate: lists or tables too deep inside each other") from None
    except CertificateError:
        raise
    except ValueError:  # an integer of 4,300 digits
        raise CertificateError("not a certificate: a number of too many digits") from None
    return data


def _refuse_float(text: str) -> NoReturn:
    raise CertificateError(f"not a certificate: the number {text[:30]} is no integer")


def _without_repetition(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
    """Return an object; one that says a thing twice would mean different things to different readers."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise CertificateError(f"not a certificate: {json.dumps(twice)} stands twice in one object")
    return found


def _check_entries(data: Data) -> None:
    if not isinstance(data, dict):
        raise CertificateError("not a certificate: no object at the top")
    if data.get("format") != FORMAT:
        said = json.dumps(data.get("format"), ensure_ascii=False)
        raise CertificateError(f'format: {said[:60]} where "{FORMAT}" is read')
    for key, kind in ENTRIES.items():
        if not isinstance(data.get(key), kind):
            wanted = "text" if kind is str else "an object"
            raise CertificateError(f"{key}: {'is not' if key in data else 'is missing;'} {wanted}")
    for name, option in data["readings"].items():
        if not isinstance(option, str):
            raise CertificateError(f"readings: {json.dumps(name)[:60]} is not read in some words")
    for key in data:
        if key not in ENTRIES:
            raise CertificateError(f"{json.dumps(key)[:60]} is no entry of a certificate")


def write_certificate(certificate: dict[str, Data], path: Path) -> tuple[Path, ...]:
    """Write a certificate; return the file written.

    Raises:
        OSError: the file cannot be written.
    """
    write_text("\n".join(_lines(certificate)) + "\n", path)
    return (path,)


def _lines(data: Data, indent: str = "") -> Iterator[str]:
    """Yield the lines of data: one for each entry, and one for each list without tables or lists inside."""
    inner = f"{indent} "
    if isinstance(data, dict) and data:
        yield f"{indent}{{"
        for place, (key, value) in enumerate(data.items(), start=1):
            first, *rest = _lines(value, inner)
            lines = [f"{inner}{json.dumps(key, ensure_ascii=False)}: {first.lstrip(' ')}", *rest]
            yield from _with_comma(lines, last=place == len(data))
        yield f"{indent}}}"
    elif isinstance(data, list) and any(isinstance(one, dict | list) for one in data):
        yield f"{indent}["
        for place, value in enumerate(data, start=1):
            yield from _with_comma(list(_lines(value, inner)), last=place == len(data))
        yield f"{indent}]"
    else:
        yield f"{indent}{json.dumps(data, ensure_ascii=False)}"


def _with_comma(lines: list[str], *, last: bool) -> list[str]:
    return lines if last else [*lines[:-1], f"{lines[-1]},"]
