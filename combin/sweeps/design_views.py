"""Pay tables found under every combination of settings, shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.decimals import plain
from combin.design.search.answer import Design
from combin.design.search.terms import Order
from combin.design.search.views import design_figures, pay_columns, with_pays
from combin.design.settings import setting_words
from combin.formats.columns import (
    COUNT,
    Column,
    exact_json,
)
from combin.formats.tables import Table
from combin.formats.view import View
from combin.sweeps.designs import SettingsDesigns

if TYPE_CHECKING:
    from combin.sweeps.designs import SettingsFound


def settings_view(answer: SettingsDesigns, digits: int = 10) -> View:
    """The pay tables found with every combination of settings, ready to be shown."""
    rules, terms, designs = answer.rules, answer.terms, answer.designs
    name = rules.wagers[answer.wager].name
    lines = tuple(dict.fromkeys(line for one in designs for line in one.design.pays))

    def setting(place: str) -> Column[Any]:
        return Column(place, value=lambda design: setting_words(design.values[place]), name=place)

    def of_design(column: Column[Design]) -> Column[Any]:
        return Column(column.heading, column.kind, lambda design: column.value(design.design), column.name)

    plain_designs = [one.design for one in designs]
    figures = Table.of("", plain_designs, design_figures())
    of_designs = map(of_design, [*pay_columns(lines), *design_figures()])
    table = Table.of("Pay tables", designs, [*map(setting, answer.places), *of_designs])
    columns: list[Column[SettingsFound]] = [
        *map(setting, answer.places),
        Column("Tables", COUNT, lambda each: each.candidates or None, "candidates"),
        Column("In the window", COUNT, lambda each: each.matching, "matching"),
        Column("Why none", value=lambda each: each.problem, name="problem"),
    ]
    by_settings = Table.of("By settings", answer.found, columns).without_blanks()
    target = f" of {plain(100 * terms.aim)}%" if terms.order is Order.EDGE else ""
    which = f"The best {len(designs):,}" if len(designs) < answer.matching else "All"
    number = f"{len(answer.found):,} combinations of settings"
    told = (
        f"{answer.matching:,} tables have a house edge of {terms.edge}, in {number}.",
        f"{which} by {terms.order.words}{target}.",
    )
    return View(
        f"{rules.file.title}: {name} tables with a house edge of {terms.edge}, by settings",
        told,
        (table, by_settings),
        lambda: {
            "game": rules.file.id,
            "wager": answer.wager,
            "house_edge_from": exact_json(terms.edge.low, digits),
            "house_edge_to": exact_json(terms.edge.high, digits),
            "sort": terms.order.value,
            "matching": answer.matching,
            "settings": by_settings.objects(digits),
            "designs": [
                {"settings": {place: setting_words(value) for place, value in one.values.items()}, **entry}
                for one, entry in zip(designs, with_pays(plain_designs, figures, digits), strict=True)
            ],
        },
        lambda: table.records(digits),
    )
