"""Settings of the tests about the programs that share no code."""

from __future__ import annotations

import pytest

from tests.certificate.certificates import derived_once


@pytest.fixture(autouse=True)
def _each_rules_derived_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `combin verify` derives of the same rules is kept; the program by itself derives it each time."""
    monkeypatch.setattr("combin.certificate.certify.derived_body", derived_once)
