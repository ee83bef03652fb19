"""The JSON Schema of a recorded round, generated from the model."""

from __future__ import annotations

from pathlib import Path

from combin.rules.schema import DIALECT, Schema, definitions_of, write_schema
from combin.settle.rounds import Amount, Closing, Paid, Round

_AMOUNT: Schema = {
    "description": 'an exact sum of money: 10, 2.50 or "2.50"',
    "anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"}],
}
_NUMBERS: dict[type, Schema] = {
    Amount: _AMOUNT,
    Paid: {"anyOf": [*_AMOUNT["anyOf"], {"type": "object", "additionalProperties": _AMOUNT}]},
}


def rounds_schema() -> Schema:
    """Return the JSON Schema of one line of a file of recorded rounds.

    >>> rounds_schema()["anyOf"]
    [{'$ref': '#/$defs/Round'}, {'$ref': '#/$defs/Closing'}]
    """
    either = [{"$ref": f"#/$defs/{name}"} for name in ("Round", "Closing")]
    definitions = definitions_of(Round, _NUMBERS) | definitions_of(Closing, _NUMBERS)
    return {"$schema": DIALECT, "title": "A recorded round", "anyOf": either, "$defs": definitions}


if __name__ == "__main__":
    write_schema(rounds_schema(), "rounds.schema.json", Path(__file__).parent)
