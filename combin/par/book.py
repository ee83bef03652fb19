"""All sheets of a workbook, in order, for what it is about and the values of its inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.certificate.canonical import rules_data
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
from combin.par.round_sheets import limits_sheets, sensitivity_sheet, strategy_sheet
from combin.par.scope import Scope
from combin.par.wager_sheets import JackpotSheet, SideBetSheet, base_sheet
from combin.par.workbook import Inputs, Sheet, SheetNames
from combin.processes import begun_answers
from combin.report.words import bonus_letters
from combin.rules.spelling import imprint_data
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.par.outcomes import Confidence

RULES = "Rules"
"""The name of the sheet that a workbook is read back from."""

MOST_ALIKE = 2
"""The tables of one wager that get a chapter each in a document; of more the first has one."""


@dataclass(frozen=True, repr=False)
class Book(Scope, Answer):
    """A workbook as data: what it is about, and its sheets for some values of its inputs."""

    shown_by: ClassVar[str] = "combin.par.document:book_view"
    written_by: ClassVar[str] = "combin.par.document:write_par"

    def write(self, path: str | Path, *, two_processes: bool = False, font: str = "") -> tuple[Path, ...]:
        """Write a workbook (.xlsx) or a document (.pdf, .html, .md), as `write_par` does."""
        return self._written(path, two_processes=two_processes, font=font)

    @property
    def footer(self) -> str:
        """What stands at the foot of every printed page."""
        return f"{self.rules.file.id} · combin {__version__} · rules {self.hashes[0][:16]}"

    @property
    def settings(self) -> dict[str, object]:
        """How the workbook was made, so that it can be made again."""
        return {
            "format": FORMAT,
            "made_by": f"combin {__version__}",
            "rules_sha256": self.hashes[0],
            "tables": {name: list(letters) for name, letters in self.letters.items()},
            "strategy": self.strategy,
            **({} if self.confidence is None else {"confidence": self.confidence}),
            "imprint": imprint_data(self.rules.file),
        }

    def work_out(self, *, document: bool) -> None:
        """Work out what takes most of the time, in two processes; for a document that is less."""
        rules = self.rules
        laws = [one.wagers[rules.base] for one in self.analyses]
        laws += [one.side_bets[wager].distribution for (wager, _), one in self.side_bets.items()]
        if document:
            laws = [law for law, whole in zip(laws, self._in_full, strict=False) if whole]
        band = band_of(self.confidence)
        answered = begun_answers(
            [
                sensitivity_asked(rules, self.main.letters),
                partial(published_twins, rules),
                *(partial(many_rounds, rules, law, band) for law in laws),
            ]
        )
        _ = self.jackpots, self.hashes
        answered()

    @property
    def _in_full(self) -> list[bool]:
        """Whether a document has the whole sheet of each wager: of many tables only that of the first."""
        names = self.wagers
        return [
            names.count(name) <= MOST_ALIKE or name not in names[:place] for place, name in enumerate(names)
        ]

    @cached_property
    def written(self) -> Built:
        """All sheets with the inputs as written."""
        return self.built({})

    @cached_property
    def told(self) -> Built:
        """The same sheets for a document, without what that leaves out; the whole ones if they will do."""
        whole = None if self.rules.file.imprint.told else vars(self).get("written")
        return whole or self.built({}, document=True)

    def built(self, changed: Mapping[tuple[str, ...], Fraction], *, document: bool = False) -> Built:
        """All sheets, with other values of some inputs by their places; for a document without some parts."""
        rules, names, inputs = self.rules, SheetNames(), Inputs(changed)
        with money_in(rules.file.imprint.sign):
            last = names.name(RULES)
            first, confidence = begin_summary(names.name("Summary"), self, inputs)
            whole = [replace(confidence, rounds=full or not document) for full in self._in_full]
            wagers = tuple(self._wager_sheets(names, inputs, iter(whole), document=document))
            own = [sheet for sheet, _ in wagers]
            of_limits = names.name("Limits"), names.name("Payouts")
            limits, payouts = limits_sheets(of_limits, self, inputs, own)
            listed = inputs_sheet(names.name("Inputs"), self, [first, *own, limits])
            changed_inputs = listed.marks["changed"]
            checks = checks_sheet(names.name("Checks"), self, wagers, changed_inputs)
            finish_summary(first, self, wagers, checks, changed_inputs, confidence=confidence)
            chapters = (
                first,
                *own,
                *([strategy_sheet(names.name("Strategy"), self)] if rules.play else []),
                limits,
                sensitivity_sheet(names.name("Sensitivity"), self),
            )
            written = rules_sheet(last, rules, self.settings, rules_data(rules))
            return Built((*chapters, payouts, listed, checks, written), wagers, (*chapters, checks))

    def _wager_sheets(
        self, names: SheetNames, inputs: Inputs, confidences: Iterator[Confidence], *, document: bool
    ) -> Iterator[tuple[Sheet, Fraction]]:
        rules = self.rules
        for one in self.analyses:
            name = names.name(rules.base_name, " ".join(bonus_letters(rules, one.letters).values()))
            sheet = base_sheet(name, one, inputs, next(confidences), told=document)
            yield sheet, one.wagers[rules.base].house_edge
        for (wager, letter), one in self.side_bets.items():
            name = names.name(rules.wagers[wager].name, letter)
            sheet = SideBetSheet(one, wager, inputs).sheet(name, next(confidences))
            yield sheet, one.wagers[wager].house_edge
        for wager, letter in self.jackpots:
            prizes = JackpotSheet(self, wager, letter, inputs)
            name = names.name(rules.wagers[wager].name, letter)
            yield prizes.sheet(name, next(confidences)), prizes.written.house_edge


class Built(Struct, frozen=True):
    """The sheets of a workbook in order; those of wagers with their edges; those that tell of the game."""

    sheets: tuple[Sheet, ...]
    wagers: tuple[tuple[Sheet, Fraction], ...]
    chapters: tuple[Sheet, ...]
