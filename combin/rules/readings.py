"""The rules under the readings that a file states and does not adopt."""

from __future__ import annotations

from functools import lru_cache

from combin.rules.extends import changed
from combin.rules.resolved import Rules
from combin.rules.spelling import as_written, rules_file


@lru_cache(maxsize=4)
def other_readings(rules: Rules) -> tuple[tuple[str, str, Rules], ...]:
    """Return the question, the option and the rules of each reading that is not adopted, one at a time.

    >>> from combin.rules.load import load_rules
    >>> [(name, option) for name, option, _ in other_readings(load_rules("resorts-world-sentosa"))]
    [('straight', 'three different suits'), ('no_payment', 'kept by the house')]
    """
    raw = as_written(rules.file)
    return tuple(
        (name, option, Rules(rules_file(changed(raw, changes, ("readings", name, option))), like=rules))
        for name, reading in rules.file.readings.items()
        for option, changes in reading.options.items()
        if changes
    )
