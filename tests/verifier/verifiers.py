"""The program of `verifier/`, run on certificates and files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from combin.certificate.body import certificate_body
from combin.certificate.certify import verifier
from combin.rules.load import load_rules

FOLDER = Path(__file__).parents[2] / "verifier"


def module(name: str) -> Any:  # noqa: ANN401  the program has no types
    """Return a module of the program, as `combin verify` has it."""
    return import_module(f"{verifier().__package__}.{name}")


def each_hand_apart() -> type[Any]:
    """Return what counts the situations of several cards seen, but each hand of the player's by itself."""

    class EachHandApart(module("several_seen").SeveralSeen):  # type: ignore[misc]  # the program has no types
        def groups(
            self, kinds: dict[object, int], dealers: list[Any]
        ) -> Iterator[tuple[object, tuple[int, ...], int]]:
            among = self.game.dealers_among(dealers)
            for kind, some in kinds.items():
                for place, hand in enumerate(self.players.hands):
                    if some >> place & 1 and any(six := among.six_counts(hand)):
                        yield kind, six, 1 << place

    return EachHandApart


def certify_each_hand_apart(file: str) -> None:
    """Derive the certificate of a rule file as `combin certify` does, each hand of the player's by itself."""
    body = certificate_body(load_rules(file))
    module("body").SeveralSeen = each_hand_apart()
    assert module("body").derived_body(body["rules"], body)[0] == body


def answer(path: Path) -> tuple[int, str, str]:
    """Return what the program says about a file: its exit code, its output and its complaint."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code: int = module("comparing").main(str(path))
    return code, out.getvalue(), err.getvalue()


def about(certificate: dict[str, Any]) -> tuple[int, str, str]:
    """Return the same about a certificate."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.json"
        path.write_text(json.dumps(certificate), encoding="utf-8")
        return answer(path)
