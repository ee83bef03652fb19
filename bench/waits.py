"""Questions of seconds, each with a slower twin or a peer in the same run: processor time, memory and ratio.

docs/performance.md says where the floor of each is, and why it is not reached.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory, mkdtemp

from combin import frequencies
from tests.helpers.settled_plainly import LETTERS, recorded

__all__ = ["time_waits"]

TYPESET = (
    "import json, sys; from combin import load; from combin.formats.typesetter import document_data; "
    "from combin.par.book import par_document; "
    "print(json.dumps(document_data(par_document(load(sys.argv[1]).par()))))"
)
"""Code that writes what the typesetter gets of the PAR sheets of a game."""


@dataclass(frozen=True)
class Wait:
    """A question, as words of combin, and its twin: Python code that answers it by a slower road.

    The twin answers one of `parts` equal parts of the question; without code the peer is a bare interpreter,
    or the program `peer`. FRESH is an empty folder, another for each run.
    """

    shown: str
    words: str
    twin: str = "a bare interpreter"
    code: str = "pass"
    parts: int = 1
    peer: Path | None = None


def monitored_log(folder: Path) -> Path:
    """A log of 40 tables, each with 25,000 rows of 10 to 49 hands."""
    path = folder / "log.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("table,day,wager,hands,staked,won\n")
        for row in range(10**6):
            hands = row % 40 + 10
            file.write(
                f"{row // 40 % 40},{row // 40_000},pair_plus,{hands},{5 * hands},{5 * hands - row % 3}\n"
            )
    return path


def waits(folder: Path) -> Iterator[Wait]:
    """The questions; what they read and write is in the folder."""
    game = "crown-melbourne"
    yield Wait("audit as PDF", f"audit {game} -o {folder / 'audit.pdf'}")
    yield Wait("audit of all games", f"audit all -o {folder}")
    all_sets = "from tests.protection.margins import *; half_of_the_hands()"
    yield Wait("cards of a neighbour", f"collusion {game} --seats 2", "all sets of them visited", all_sets, 2)
    seats, each = f"table {game} --seats 2 --bet ante=10", "pairs of hands one by one"
    # Of 1,755 classes of dealer hands the twin answers one.
    twin = (
        f"from tests.helpers.two_seats import *; deals = base_deals('{game}'); "
        "key, (dealer, *_) = next(iter(deals.dealers.items())); pairs_against(deals, key, dealer)"
    )
    yield Wait("two seats with the base wager", seats, each, twin, parts=1755)
    yield Wait("missing cards, a card seen", "removal ultimate-three-card-poker")
    counts, visits = Wait("all hands of 7 cards", "frequencies 7"), "frequencies 7 --check"
    each = "from tests.helpers.each_hand import *; visit_each(Deck(), 7)"
    yield Wait("all hands of 7 cards, visited too", visits, "each hand looked up", each)
    for cards in (2, 3):
        file = folder / f"{cards}.toml"
        file.write_text(
            f'extends = "hole-card"\nid = "some-seen"\ndeal.face_up = {cards}\n', encoding="utf-8"
        )
        apart = f"from tests.verifier.verifiers import *; certify_each_hand_apart({str(file)!r})"
        yield Wait(
            f"certificate with {cards} cards seen", f"certify {file} -o {file}.json", "each hand apart", apart
        )
    every = "decision.play=1,[1,2],2 wager.ante.win=1,9/8,5/4,3/2,2,3,4 wager.ante.tie=push,lose,1"
    every += " pay_tables.pair_plus.A.flush=1..9 pay_tables.ante_bonus.A.straight=1..7"
    words = f"sweep {game} -o FRESH {' '.join(f'--set {one}' for one in every.split())}"
    one_by_one = f"from tests.sweeps.one_by_one import *; analyse_some({every.split()!r}, 27)"
    yield Wait("sweep of 3,969 games", words, "each by itself", one_by_one, 3969 // 27)
    alone = f"import sys; sys.argv[1:] = {words.split()!r}; from combin.__main__ import run; run()"
    yield Wait("the same by two workers", f"{words} --workers 2", "one process", alone)
    one_by_one = "from tests.session.powers import *; bands(of_wagers(pair_plus=1), 737_500)"
    words = f"monitor {game} {monitored_log(folder)} --pair-plus A"
    yield Wait("log of 10^6 rows of 40 tables", words, "powers of a polynomial", one_by_one, 40)
    bets = f"session {game} --bet ante=10 --bet pair_plus=5 --rounds"
    exactly = "from tests.session.powers import *; exact_law(of_wagers(ante=10, pair_plus=5), 2000)"
    yield Wait("2,000 rounds of two wagers", f"{bets} 2000", "all totals exactly", exactly)
    for name in (game, "three-card-poker"):
        each = f"from tests.submission.one_by_one import *; write_each('{name}', Path('FRESH'))"
        yield Wait(f"submission of {name}", f"submit {name} -o FRESH", "a command for each document", each)
    for name in (game, "three-card-poker", "hole-card"):
        data = folder / f"{name}.json"
        with data.open("wb") as into:  # by another process: memory counts from this one's
            subprocess.run([sys.executable, "-c", TYPESET, name], stdout=into, check=True)
        alone = "from combin.formats.typesetter import *; typeset('report', json.load(open(%r)), 'pdf')"
        words = f"par {name} -o {folder / 'par.pdf'}"
        yield Wait(f"PAR of {name} as PDF", words, "the typesetter alone", alone % str(data))
    yield Wait("PAR as a workbook", f"par {game} -o {folder / 'par.xlsx'}")
    if peer := ompeval(folder):
        yield Wait(counts.shown, counts.words, "OMPEval visits them", peer=peer)
        yield Wait("all hands of 7 cards, visited too", visits, "OMPEval visits them", peer=peer)
    else:
        yield counts
    rounds = folder / "rounds.jsonl"
    rounds.write_bytes(b"\n".join(recorded(100_000)))
    tables = " ".join(f"--table {wager}={letter}" for wager, letter in LETTERS.items())
    each = f"from tests.settle.records import *; settle_by_the_rules([*Path('{rounds}').open()][:10_000])"
    yield Wait("100,000 recorded rounds", f"settle {game} {rounds} {tables}", "hands by the rules", each, 10)


def ompeval(folder: Path) -> Path | None:
    """Return a program that visits all hands of seven cards with OMPEval, compiled from its source.

    The variable OMPEVAL of the environment names a folder with that (https://github.com/zekyll/OMPEval).
    """
    source, program = os.environ.get("OMPEVAL"), folder / "ompeval"
    if source is None or which("c++") is None:
        print("OMPEval is left out: OMPEVAL names no folder with its source, or there is no c++")
        return None
    files = [Path(__file__).parent / "peers" / "ompeval.cpp", Path(source, "omp", "HandEvaluator.cpp")]
    flags = ["-std=c++11", "-O3", "-march=native", f"-I{source}"]
    subprocess.run(["c++", *flags, *map(str, files), "-o", str(program)], check=True)
    visited = [*map(int, subprocess.run([program], capture_output=True, check=True).stdout.split())]
    *counts, straight, royal = [row.count for row in frequencies(7).rows[::-1]]
    assert visited == [*counts, straight + royal], "OMPEval has other counts"
    return program


def measure(command: list[str]) -> tuple[float, float]:
    """Return the seconds of processors of a process and all that it begins, and the megabytes of the largest.

    It must succeed.
    """
    if sys.platform == "linux":  # children of a process that has ended come to this one (SUBREAPER)
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    seconds, most = 0.0, 0.0
    silent = os.environ | {"COMBIN_PROGRESS": "0"}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=silent) as process:
        while True:
            try:
                ended, status, usage = os.wait4(-1, 0)
            except ChildProcessError:
                break
            if ended == process.pid:
                process.returncode = os.waitstatus_to_exitcode(status)
            seconds += usage.ru_utime + usage.ru_stime
            most = max(most, usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1))
    assert process.returncode == 0, command
    return seconds, most / 1024


def time_waits(runs: int = 3) -> None:
    """Print the least of some runs, question and twin in turns."""
    head = f"{'processor':>11}{'MB':>7}{'times':>9}  twin or peer"
    print(f"\n{'questions of seconds':44}{head}")
    python, combin = sys.executable, str(Path(sys.executable).with_name("combin"))
    with TemporaryDirectory() as folder:
        for wait in waits(Path(folder)):
            own, other, most = float("inf"), float("inf"), 0.0
            for _ in range(runs):
                words, code = (text.replace("FRESH", mkdtemp(dir=folder)) for text in (wait.words, wait.code))
                seconds, megabytes = measure([combin, *words.split()])
                own, most = min(own, seconds), max(most, megabytes)
                peer = [python, "-c", code] if wait.peer is None else [str(wait.peer)]
                other = min(other, measure(peer)[0] * wait.parts)
            # The question takes so many times its peer; a twin takes so many times the question.
            times = own / other if wait.code == "pass" else other / own
            print(f"{wait.shown:44}{own:10.3f}s{most:7.0f}{times:9.1f}  {wait.twin}", flush=True)


if __name__ == "__main__":
    time_waits()
