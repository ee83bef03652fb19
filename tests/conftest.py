"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("combin", deadline=None)  # how long an example takes is the machine's affair
settings.load_profile("combin")
