"""The search for pay tables under every combination of some settings of the rules."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar

from combin.answers import Answer
from combin.design.search import ALONE, refuse
from combin.design.search.answer import Design, ask_design
from combin.design.search.terms import Order, roughness
from combin.design.settings import setting_words, with_settings
from combin.design.variants import Workbench
from combin.rules.errors import RulesError
from combin.rules.spelling import as_written
from combin.sweeps.cluster import done_shards
from combin.sweeps.sweep import MOST_VARIANTS
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from combin.design.search.terms import SearchTerms
    from combin.rules.resolved import Rules


@dataclass(frozen=True)
class SettingsFound:
    """What was found with one combination of settings: of how many tables how many match, and the best.

    `problem` says why none does, or why the settings make no game.
    """

    values: Mapping[str, object]
    candidates: int
    matching: int
    designs: tuple[Design, ...]
    problem: str = ""


@dataclass(frozen=True)
class SettingsDesign:
    """A pay table that was found, and the settings with which it was."""

    values: Mapping[str, object]
    design: Design


@dataclass(frozen=True, repr=False)
class SettingsDesigns(Answer):
    """The tables found with every combination of some settings, and the best of them all."""

    shown_by: ClassVar[str] = "combin.sweeps.design_views:settings_view"

    rules: Rules
    wager: str
    terms: SearchTerms
    places: tuple[str, ...]
    found: tuple[SettingsFound, ...]

    def __len__(self) -> int:
        return len(self.designs)

    def __getitem__(self, index: int) -> SettingsDesign:
        return self.designs[index]

    @property
    def matching(self) -> int:
        """How many tables match in all."""
        return sum(each.matching for each in self.found)

    @cached_property
    def designs(self) -> tuple[SettingsDesign, ...]:
        """The best tables, as many as were asked for; of equal ones those of the first settings first."""
        every = [SettingsDesign(each.values, design) for each in self.found for design in each.designs]
        return tuple(sorted(every, key=self._order)[: self.terms.limit])

    def _order(self, settings_design: SettingsDesign) -> tuple[Fraction | int, Fraction, int]:
        """Return what a search sorts tables by."""
        design = settings_design.design
        distance = abs(design.house_edge - self.terms.aim)
        rough = sum(map(roughness, design.pays.values()))
        match self.terms.order:
            case Order.VOLATILITY:
                return design.variance, distance, rough
            case Order.HIGH_VOLATILITY:
                return -design.variance, distance, rough
            case Order.ROUND:
                return rough, distance, rough
        return distance, distance, rough


@dataclass(frozen=True)
class SettingsSearch:
    """The search as it is sent to workers; a shard is a combination of settings, the last changing first."""

    rules: Rules
    settings: Mapping[str, Sequence[object]]
    wager: str
    terms: SearchTerms
    letters: Mapping[str, str]

    def __len__(self) -> int:
        return prod(map(len, self.settings.values()))

    @cached_property
    def key(self) -> str:
        """The hash of all that is found depends on."""
        told = (__version__, as_written(self.rules.file), list(self.settings.items()), self.wager)
        terms = repr(self.terms), dict(self.letters)
        return hashlib.sha256(json.dumps([*told, *terms], default=str).encode()).hexdigest()

    @cached_property
    def _bench(self) -> Workbench:
        return Workbench(self.rules.inherited)

    @cached_property
    def _combinations(self) -> list[dict[str, object]]:
        return [dict(zip(self.settings, values, strict=True)) for values in product(*self.settings.values())]

    def shard(self, number: int) -> SettingsFound:
        """Return what is found with one combination of settings."""
        values = self._combinations[number]
        try:
            rules = self._bench.rules(with_settings(as_written(self.rules.file), values))
            found = ask_design(rules, self.wager, self.terms, self.letters)
        except RulesError as error:
            return SettingsFound(values, 0, 0, (), str(error))
        return SettingsFound(values, found.candidates, found.matching, found.designs)


def design_by_settings(
    search: SettingsSearch,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> SettingsDesigns:
    """Return the pay tables with a house edge in a window under every combination of some settings.

    The slow equivalent writes a rule file for each combination and searches that game.

    Args:
        search: what is searched for.
        workers: processes on this machine that share the combinations; by default this one alone.
        cluster: the address of a Dask scheduler whose workers do.
        progress: is told how many combinations are done, and how many there are.

    Raises:
        RulesError: a jackpot, or terms that do not go with settings; too many combinations, or none with a
            table in the window, with the reason of the first; or no cluster answers.
    """
    if search.wager in search.rules.jackpots:
        refuse({"set": True}, ALONE)
    refuse({"pareto": search.terms.pareto}, "does not go with settings")
    if len(search) > MOST_VARIANTS:
        raise RulesError(("set",), f"{len(search):,} combinations; at most {MOST_VARIANTS:,} are searched")
    found: dict[int, SettingsFound] = {}
    with done_shards(search, range(len(search)), workers, cluster) as shards:
        for number, each in shards:
            found[number] = each
            if progress is not None:
                progress(len(found), len(search))
    every = tuple(found[number] for number in sorted(found))
    if not any(each.matching for each in every):
        said = ", ".join(f"{place} = {setting_words(value)}" for place, value in every[0].values.items())
        raise RulesError((), f"{every[0].problem} (with {said})")
    return SettingsDesigns(search.rules, search.wager, search.terms, tuple(search.settings), every)
