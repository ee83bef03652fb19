"""Settings of all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long an example takes, or to draw one, is the machine's affair.
settings.register_profile("combin", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("combin")
