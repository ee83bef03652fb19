"""Times and memory of whole processes, beside what is promised for them."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

__all__ = ["GAME", "time_processes", "time_starts"]

GAME = "crown-melbourne"
DATA = Path(__file__).parents[1] / "tests" / "data"
BRUTE = (
    "from tests.helpers.brute import brute_force; from combin.rules.load import load_rules; "
    f"brute_force(load_rules('{GAME}'), {{'ante_bonus': 'A', 'pair_plus': 'A'}})"
)


@dataclass(frozen=True)
class Question:
    """A process to time, and what is promised for it in seconds and megabytes."""

    shown: str
    command: tuple[str, ...]
    seconds: float | None = None
    megabytes: int | None = 300
    runs: int = 9


def questions(folder: str) -> Iterable[Question]:
    combin = str(Path(sys.executable).with_name("combin"))
    python = sys.executable
    yield Question("python -c pass", (python, "-c", "pass"), megabytes=None)
    yield Question("combin --help", (combin, "--help"), 0.2)
    yield Question(f"combin analyse {GAME}", (combin, "analyse", GAME), 0.3)
    yield Question(f"combin strategy {GAME}", (combin, "strategy", GAME), 0.3)
    yield Question(f'combin hand {GAME} "Qs 6h 4d"', (combin, "hand", GAME, "Qs 6h 4d"), 0.3)
    pays = (
        "pay_tables.ante_bonus.A.straight=1..10",
        'pay_tables.ante_bonus.A."three of a kind"=1..10',
        "pay_tables.pair_plus.A.flush=1..10",
    )
    rules = (
        "decision.play=1,[1,2]",
        "dealer.qualifies=6,7,8,9,T,J,Q,K,A,pair",
        "wager.ante.tie=push,lose,1",
        "ranking.straight_suits=three,more than one",
    )
    yield Question("combin sweep, 1,000 pays", sweep(combin, pays), 2.0, runs=5)
    yield Question("combin sweep, 120 strategies", sweep(combin, rules), 10.0, runs=5)
    yield Question("brute force over every deal", (python, "-c", BRUTE), 3.0, 1000, runs=5)
    mix = ("--bet=ante=10", "--bet=pair_plus=5", "--bet=jackpot=1", "--option=2")
    yield Question("combin mix, three wagers, all cards", (combin, "mix", GAME, *mix), 5.0, runs=3)
    yield Question(f"combin formula {GAME}", (combin, "formula", GAME), runs=3)
    certificate = str(Path(folder, "game.certificate.json"))
    yield Question("combin certify", (combin, "certify", GAME, "--output", certificate), runs=3)
    yield Question("combin verify", (combin, "verify", certificate), megabytes=1000, runs=3)
    for game in ("hole-card", "face-up-three-card-poker"):
        first = ("--ante-bonus=1", "--pair-plus=1") if game == "hole-card" else ()
        yield Question(f"combin analyse {game}", (combin, "analyse", game, *first), 0.3, runs=5)
    for deck in ("joker-wild", "two-decks", "six-suits"):
        yield Question(
            f"combin analyse {deck}.toml", (combin, "analyse", str(DATA / f"{deck}.toml")), 0.3, runs=5
        )
    yield Question("combin published", (combin, "published"), 3.0, runs=3)
    yield Question("combin audit all --output ...", (combin, "audit", "all", "--output", folder), 3.0, runs=3)
    for shown, command in documents(folder):
        yield Question(shown, (combin, *command), 2.0, 500, runs=3)


def documents(folder: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The documents of one game, and the PAR sheets of those with most wagers and situations."""
    yield "combin par ... -o game.xlsx", ("par", GAME, "--output", str(Path(folder, "game.xlsx")))
    for game in ("three-card-poker", "hole-card"):
        yield f"combin par {game} -o game.pdf", ("par", game, "--output", str(Path(folder, "game.pdf")))
    for kind in ("strategy", "poster"):
        output = str(Path(folder, f"{kind}.pdf"))
        yield f"combin print {kind} ... -o {kind}.pdf", ("print", kind, GAME, "--output", output)
    for suffix in ("html", "pdf"):
        output = str(Path(folder, f"report.{suffix}"))
        yield f"combin audit ... -o report.{suffix}", ("audit", GAME, "--output", output)


def sweep(combin: str, settings: Sequence[str]) -> tuple[str, ...]:
    return (combin, "sweep", GAME, "--format", "csv", *(f"--set={one}" for one in settings))


def measure(command: Sequence[str]) -> tuple[float, float, str]:
    """Return the seconds and megabytes of one run, and what it complains of if it fails."""
    begin = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        complaint = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
    kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    lines = complaint.strip().splitlines() or ["failed"]
    return seconds, kilobytes / 1024, lines[-1] if process.returncode else ""


START = {"--help": 6.5, "frequencies 7": 8.0, f"hand {GAME} Qs6h4d": 13.0, f"analyse {GAME}": 18.0}
"""Commands that start often, and what they may take at most: so many times a bare interpreter."""


def time_starts() -> None:
    """Processor time as multiples of a bare interpreter's: the least of ten runs, taken in turns."""
    combin, python = str(Path(sys.executable).with_name("combin")), sys.executable
    commands = {"": (python, "-c", "pass"), **{words: (combin, *words.split()) for words in START}}
    least = dict.fromkeys(commands, float("inf"))
    for _ in range(10):
        for words, command in commands.items():
            least[words] = min(least[words], processor_time(command))
    print(f"\n{'processor time, as multiples of a bare interpreter':60}{'least':>9}{'promised':>17}")
    for words, most in START.items():
        times = least[words] / least[""]
        print(f"{f'combin {words}':60}{times:9.1f}{promise(times, most, ''):>17}", flush=True)


def processor_time(command: Sequence[str]) -> float:
    """Return the seconds that a command takes of processors, its own and the system's."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def time_processes() -> None:
    print(
        f"{'whole process':44}{'median':>9}{'least':>9}{'promised':>17}{'x bare':>8}{'MB':>7}{'promised':>16}"
    )
    bare = 0.0
    with TemporaryDirectory() as folder:
        for question in questions(folder):
            measure(question.command)  # the first run may compile and fill caches
            runs = [measure(question.command) for _ in range(question.runs)]
            if failed := next((complaint for *_, complaint in runs if complaint), ""):
                print(f"{question.shown:44}  {failed}")
                continue
            times = [seconds for seconds, *_ in runs]
            memory = max(megabytes for _, megabytes, _ in runs)
            bare = bare or median(times)
            print(
                f"{question.shown:44}{median(times):8.3f}s{min(times):8.3f}s"
                f"{promise(median(times), question.seconds, 's'):>17}{median(times) / bare:8.1f}"
                f"{memory:7.0f}{promise(memory, question.megabytes, ''):>16}",
                flush=True,
            )


def promise(measured: float, limit: float | None, unit: str) -> str:
    if limit is None:
        return ""
    return f"< {limit:g}{unit} {'within' if measured < limit else 'over':>6}"
