"""Settings of the tests about certificates."""

from __future__ import annotations

import pytest

from tests.certificate.certificates import derived_once


@pytest.fixture(autouse=True)
def _each_rules_derived_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many certificates of the same rules are changed and checked: to count once is enough."""
    monkeypatch.setattr("combin.certificate.certify.derived_body", derived_once)
