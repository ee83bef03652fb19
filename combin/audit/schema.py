"""The JSON Schema of a claims file, generated from the models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from combin.audit.model import ClaimsFile
from combin.rules.schema import DIALECT, definitions_of, schema_text, without_null

__all__ = ["SCHEMA_FILE", "claims_schema", "write_schema"]

SCHEMA_FILE = Path(__file__).parent / "claims.schema.json"
"""The schema as it ships."""


def claims_schema() -> dict[str, Any]:
    """Return the JSON Schema of a claims file.

    >>> sorted(claims_schema()["required"])
    ['game']
    """
    definitions = definitions_of(ClaimsFile)
    for definition in definitions.values():
        without_null(definition)
    whole = definitions.pop("ClaimsFile")
    return {"$schema": DIALECT, **whole, "title": "Claims of a casino's document", "$defs": definitions}


def write_schema(path: Path = SCHEMA_FILE) -> None:
    """Write the schema, by default where it ships."""
    from combin.formats.files import write_text

    write_text(schema_text(claims_schema()), path)


if __name__ == "__main__":
    write_schema()
