"""All sheets of a workbook, in order, for what it is about and the values of its inputs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from combin.answers import Answer
from combin.certificate.body import certificate_hash, not_certified
from combin.certificate.canonical import digest, rules_data
from combin.design.sensitivity import sensitivity_asked
from combin.formatting import money_in
from combin.par.outcomes import band_of, many_rounds
from combin.par.overview_sheets import (
    FORMAT,
    begin_summary,
    checks_sheet,
    finish_summary,
    inputs_sheet,
    published_twins,
    rules_sheet,
)
from combin.par.round_sheets import joint_sheet, limits_sheets, sensitivity_sheet, strategy_sheet
from combin.par.scope import Scope, every_wager
from combin.par.wager_sheets import JackpotSheet, SideBetSheet, base_sheet
from combin.par.workbook import InputCells, Inputs, SheetNames
from combin.processes import begun_answers
from combin.report.words import bonus_letters
from combin.rules.spelling import imprint_data
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from combin.jackpot.mixes import MixAnswer
    from combin.par.outcomes import Confidence
    from combin.par.workbook import Sheet
    from combin.rules.resolved import Rules

RULES = "Rules"
"""The name of the sheet that a workbook is read back from."""


@dataclass(frozen=True)
class Built:
    """The sheets of a workbook in order; those of wagers with their edges; those that tell of the game."""

    sheets: tuple[Sheet, ...]
    wagers: tuple[tuple[Sheet, Fraction], ...]
    chapters: tuple[Sheet, ...]


MOST_ALIKE = 2
"""The tables of one wager that get a chapter each in a document; of more the first has one."""


@dataclass(frozen=True, repr=False)
class Book(Answer):
    """A workbook as data: what it is about, and its sheets for some values of its inputs."""

    shown_by: ClassVar[str] = "combin.par.document:book_view"
    written_by: ClassVar[str] = "combin.par.document:write_par"

    scope: Scope

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.scope.rules

    def write(self, path: str | Path, *, two_processes: bool = False, font: str = "") -> tuple[Path, ...]:
        """Write a workbook (.xlsx) or a document (.pdf, .html, .md), as `write_par` does."""
        return self._written(path, two_processes=two_processes, font=font)

    @cached_property
    def hashes(self) -> tuple[str, str]:
        """The SHA-256 of the rules, and that of their certificate, or why there is no such certificate."""
        rules = self.scope.rules
        return digest(rules_data(rules)), certificate_hash(rules) or f"none: {not_certified(rules)}"

    @cached_property
    def mix(self) -> MixAnswer | str:
        """Every wager of the game together, or why their joint law is not told."""
        return every_wager(self.scope)

    @property
    def footer(self) -> str:
        """What stands at the foot of every printed page."""
        return f"{self.scope.rules.file.id} · combin {__version__} · rules {self.hashes[0][:16]}"

    @property
    def settings(self) -> dict[str, object]:
        """How the workbook was made, so that it can be made again."""
        return {
            "format": FORMAT,
            "made_by": f"combin {__version__}",
            "rules_sha256": self.hashes[0],
            "tables": {name: list(letters) for name, letters in self.scope.letters.items()},
            "strategy": self.scope.strategy,
            **({} if self.scope.arrays else {"arrays": "none"}),
            **({} if self.scope.confidence is None else {"confidence": self.scope.confidence}),
            "imprint": imprint_data(self.scope.rules.file),
        }

    def work_out(self, *, document: bool) -> None:
        """Work out what takes most of the time, in two processes; for a document that is less."""
        scope, rules = self.scope, self.scope.rules
        laws = [one.wagers[rules.base] for one in scope.analyses]
        laws += [one.side_bets[wager].distribution for (wager, _), one in scope.side_bets.items()]
        if document:
            laws = [law for law, whole in zip(laws, self._in_full, strict=False) if whole]
        band = band_of(scope.confidence)
        answered = begun_answers(
            [
                sensitivity_asked(rules, scope.main.letters),
                partial(published_twins, rules),
                *(partial(many_rounds, rules, law, band) for law in laws),
            ]
        )
        _ = self.mix, scope.jackpots, self.hashes
        answered()

    @property
    def _in_full(self) -> list[bool]:
        """Whether a document has the whole sheet of each wager: of many tables only that of the first."""
        names = self.scope.wagers
        return [
            names.count(name) <= MOST_ALIKE or name not in names[:place] for place, name in enumerate(names)
        ]

    @cached_property
    def written(self) -> Built:
        """All sheets with the inputs as written."""
        return self.built(Inputs())

    @cached_property
    def told(self) -> Built:
        """The same sheets for a document, without what that leaves out; the whole ones if they will do."""
        whole = None if self.scope.rules.file.imprint.told else vars(self).get("written")
        return whole or self.built(Inputs(), document=True)

    def built(self, now: Inputs, *, document: bool = False) -> Built:
        """Return all sheets for some values of the inputs; for a document without what that leaves out."""
        scope, names = self.scope, SheetNames()
        rules = scope.rules
        with money_in(rules.file.imprint.sign):
            last = names.name(RULES)
            first, confidence = begin_summary(names.name("Summary"), scope, now)
            told = [replace(confidence, rounds=whole or not document) for whole in self._in_full]
            wagers = tuple(self._wagers(names, now, iter(told), told=document))
            joint = joint_sheet(names.name("Joint"), scope, self.mix)
            own = [one for one, _ in wagers]
            of_limits = names.name("Limits"), names.name("Payouts")
            limits, payouts = limits_sheets(of_limits, scope, self.mix, now, own)
            listed = inputs_sheet(names.name("Inputs"), scope, [first, *own, limits])
            changed = listed.marks["changed"]
            checks = checks_sheet(names.name("Checks"), scope, self.hashes, wagers, changed)
            finish_summary(first, scope, wagers, checks, changed, confidence=confidence)
            chapters = (
                first,
                *own,
                *([strategy_sheet(names.name("Strategy"), scope)] if rules.play else []),
                joint,
                limits,
                sensitivity_sheet(names.name("Sensitivity"), scope),
            )
            written = rules_sheet(last, rules, self.settings, rules_data(rules))
            return Built((*chapters, payouts, listed, checks, written), wagers, (*chapters, checks))

    def _wagers(
        self, names: SheetNames, inputs: Inputs, confidences: Iterator[Confidence], *, told: bool
    ) -> Iterator[tuple[Sheet, Fraction]]:
        scope, rules, input_cells = self.scope, self.scope.rules, InputCells(inputs)
        for one in scope.analyses:
            name = names.name(rules.base_name, " ".join(bonus_letters(rules, one.letters).values()))
            sheet = base_sheet(name, one, input_cells, next(confidences), told=told)
            yield sheet, one.wagers[rules.base].house_edge
        for (wager, letter), one in scope.side_bets.items():
            name = names.name(rules.wagers[wager].name, letter)
            sheet = SideBetSheet(one, wager, input_cells).sheet(name, next(confidences))
            yield sheet, one.wagers[wager].house_edge
        for wager, letter in scope.jackpots:
            prizes = JackpotSheet(scope, wager, letter, inputs)
            name = names.name(rules.wagers[wager].name, letter)
            yield prizes.sheet(name, next(confidences)), prizes.written.house_edge
