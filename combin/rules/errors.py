"""The one-line error of a rule file."""

from __future__ import annotations

__all__ = ["RulesError"]


class RulesError(ValueError):
    """Something that a rule file may not say.

    `place` is the entry as keys from the top of the file, `problem` what is wrong with its value; `file`
    and `line` are known once the error has passed the loader. As text it is one line.
    """

    def __init__(self, place: tuple[str, ...], problem: str, file: str = "", line: int | None = None) -> None:
        """Keep the parts, so that a caller can show them in its own way."""
        super().__init__(place, problem, file, line)
        self.place = place
        self.problem = problem
        self.file = file
        self.line = line

    def __str__(self) -> str:
        """Return `file:line: place: problem`, leaving out what is not known."""
        where = f"{self.file}:{self.line}" if self.line is not None else self.file
        dotted = ".".join(part if part.replace("_", "").isalnum() else f'"{part}"' for part in self.place)
        return ": ".join(part for part in (where, dotted, " ".join(self.problem.split())) if part)
