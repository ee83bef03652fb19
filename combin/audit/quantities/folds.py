"""Quantities of folding with a jackpot wager on the table: what is lost by it, and when to stop folding."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from combin.audit.answer import Answer, Candidate, unknown
from combin.audit.quantities.increments import span
from combin.audit.subject import Claim
from combin.decimals import decimal, plain
from combin.jackpot.meter.meter import JackpotError
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.audit.progressive import JackpotStudy, LostLine
    from combin.audit.subject import Subject


class FoldLosesJackpot(Claim, frozen=True, kw_only=True, tag="fold loses the jackpot wager"):
    """That a fold loses the jackpot wager: judged by whom the published rates then fit."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return the long-run returns for a player who never folds and for one of the best base strategy."""
        progressive = subject.progressive
        if progressive is None or subject.rules.file.jackpot is None:
            raise RulesError(("quantity",), "the rule file states no meter: it has no [jackpot]")
        if not progressive.first.chances.lost_on_fold:
            return unknown("by the rule file a fold does not lose the wager")
        try:
            runs = [run.long_run_return for run in progressive.long_runs]
        except JackpotError as error:
            return unknown(str(error))
        best = subject.first.statement.text.removesuffix(".")
        lines, lost = [], {}
        for name, letter in progressive.options.items():
            own = [run for run, (of, _) in zip(runs, progressive.meters, strict=True) if of == name]
            lost[name] = progressive.lost_by_folding(letter)
            played = [one - lost[name] for one in own]
            line = f"Option {name}: {span(own)} in the long run to a player who never folds"
            if lost[name]:
                gone = "; ".join(map(lost_in_words, progressive.lost_lines(letter)))
                line += (
                    f", {span(played)} to one who follows '{best}', {_points(lost[name])} points less: {gone}"
                )
            else:
                line += f" and to one who follows '{best}', since no hand that he folds can win a prize"
            lines.append(f"{line}.")
        candidates = [
            Candidate(f"{span(runs)} in the long run", {"for a player who": "never folds"}, holds=True)
        ]
        worst = max(lost, key=lost.__getitem__)
        facts = {"return": span(runs), "option": worst, "points": _points(lost[worst])}
        if lost[worst]:
            played = [
                one - lost[worst]
                for one, (of, _) in zip(runs, progressive.meters, strict=True)
                if of == worst
            ]
            other = f"{span(played)} under option {worst}"
            candidates.append(
                Candidate(other, {"for a player who": "follows the best base strategy"}, holds=False)
            )
            more, quoted = self._switches(progressive, progressive.options[worst])
            lines += more
            facts |= {"played": span(played), **quoted}
        return Answer(tuple(candidates), tuple(lines), facts)

    @staticmethod
    def _switches(progressive: JackpotStudy, letter: str) -> tuple[list[str], dict[str, str]]:
        """Return from which ratio of jackpot wager and base wager hands become plays."""
        joint = progressive.joint(letter)
        if not joint.break_evens:
            return [], {}
        first, last = joint.break_evens[0].ratio, joint.break_evens[-1].ratio
        base = progressive.rules.wagers[progressive.rules.base].name
        number = sum(one.situation.weight for one in joint.break_evens)
        hands = f"{number:,}" + (" pairs of hand and dealer's card" if joint.best.seen else "")
        depends = (
            "depend on the meter, here at the seed" if joint.meter_matters else "do not depend on the meter"
        )
        line = (
            f"With a jackpot wager above {decimal(first, 4)} (exactly {first}) of the {base} the first "
            f"folded hands become plays, above {decimal(last, 4)} (exactly {last}) all {hands} that can "
            f"win a prize. These ratios {depends}."
        )
        quoted = {
            "first": decimal(first, 4),
            "first_exact": str(first),
            "last": decimal(last, 4),
            "last_exact": str(last),
            "hands": f"{number:,}",
        }
        return [line], quoted


def lost_in_words(lost_line: LostLine) -> str:
    """Return what folding loses of a line, with the arithmetic."""
    return (
        f"the folded hands hold {lost_line.lost:,} of the {lost_line.count:,} deals with a "
        f"{lost_line.line}, and {lost_line.lost:,} "
        f"× {plain(lost_line.worth)} / {lost_line.total:,} = "
        f"{_points(lost_line.lost * lost_line.worth / lost_line.total)}%"
    )


def _points(part: Fraction) -> str:
    return decimal(part * 100, 4)
