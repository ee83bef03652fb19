from __future__ import annotations

import pytest

from tests import golden_files
from tests.command_line import answer

SUFFIXES = {"table": "txt", "json": "json", "csv": "csv", "md": "md"}

OUTPUTS = {
    "games": ("games", "table csv md"),
    "show-crown": ("show crown-melbourne", "table"),
    "show-rws": ("show resorts-world-sentosa", "table csv"),
    "show-uk": ("show uk-including-blind", "md"),
    "analyse-crown": ("analyse crown-melbourne", "table"),
    "analyse-uk": ("analyse uk-including-blind", "table json csv md"),
    "analyse-rws-always": ("analyse resorts-world-sentosa --strategy 'always play'", "table"),
    "analyse-variant": ("analyse variant.toml --ante-bonus C --pair-plus A", "table"),
    "strategy-crown": ("strategy crown-melbourne", "table csv"),
    "strategy-compared": (
        "strategy crown-melbourne --ante-bonus B --compare strategy.toml --compare 'any queen'",
        "table json md",
    ),
    "strategy-variant": ("strategy variant.toml", "table"),
    "hand-crown": ("hand crown-melbourne 'Qs 6h 4d'", "table json csv md"),
    "hand-uk": ("hand uk-including-blind 'Ks 9s 4c'", "table"),
    "hand-variant": ("hand variant.toml 'As Ah 4c' --ante-bonus C", "table"),
    "jackpot-crown": ("jackpot crown-melbourne", "table md"),
    "jackpot-crown-now": (
        "jackpot crown-melbourne --option 2 --seed 20000 --meter 250000 --stake 2.50 --seats 5",
        "table json csv",
    ),
    "jackpot-rws": ("jackpot resorts-world-sentosa --stake 5 --seats 7 --meter 20000", "table csv"),
    "jackpot-settle": (
        "jackpot settle --meter 123456.70 --seed 50000 --royals 1 --straight-flushes 1",
        "table json csv md",
    ),
    "strategy-joint": ("strategy crown-melbourne --option 2 --jackpot 1 --ante 5", "table csv md"),
    "frequencies": ("frequencies 6", "table json csv md"),
    "frequencies-jokers": ("frequencies 3 --decks 2 --jokers 1 --check", "table"),
    "check-variant": ("check variant.toml", "table csv"),
    "diff-variant": ("diff crown-melbourne variant.toml", "table json md"),
    "sensitivity-crown": ("sensitivity crown-melbourne --ante-bonus B --pair-plus F", "table csv"),
    "sweep-crown": (
        "sweep crown-melbourne --set decision.play=1,2,[1,2] --set dealer.qualifies=J,Q,K",
        "table csv md",
    ),
    "formula-uk": ("formula uk-including-blind", "table md"),
    "formula-fold": (
        "formula uk-including-blind pair_plus --reading 'fold=lost with the Ante'",
        "table json csv",
    ),
    "formula-latex": ("formula crown-melbourne --table jackpot=2 --latex", "table"),
    "mix-crown": (
        "mix crown-melbourne --bet ante=10 --bet pair_plus=5 --bet jackpot=1 --option 2 --meter 25000",
        "table json csv md",
    ),
    "games-mix": ("mix ultimate-three-card-poker --bet ante=10 --strategy 'always play'", "table"),
    "simulate-crown": (
        "simulate crown-melbourne --rounds 100000 --seed 7 --pair-plus F --table jackpot=2",
        "table json csv md",
    ),
    "design-crown": (
        "design crown-melbourne --edge 2%..3% --pays flush=3..5 --hit 25% --sort round --limit 5",
        "table json csv md",
    ),
    "design-jackpot": (
        "design crown-melbourne --wager jackpot --option 2 --edge 10% --seed 10000..50000:20000",
        "table csv",
    ),
    "published-mistakes": ("published --game three-card-poker --verdict differs", "table json csv md"),
    "games-strategy": ("strategy hole-card --compare 'any queen'", "table"),
    "games-strategy-multiples": ("strategy ultimate-three-card-poker", "table md"),
    "games-hand": ("hand face-up-three-card-poker 'Jc 8h 2d' --dealer Js", "table json csv"),
    "games-analyse": ("analyse teen-patti-20-20", "table json"),
    "games-analyse-money": (
        "analyse three-card-poker --ante-bonus 1 --pair-plus M1 --table six_card_bonus=1-D",
        "table json",
    ),
    "games-show": ("show ultimate-three-card-poker", "table"),
    "games-check": ("check deck.toml", "table"),
    "mix-limits": ("mix three-card-poker --bet ante=5 --ante-bonus 6 --chip 5 --max-payout 50", "table json"),
    "settle-crown": ("settle crown-melbourne rounds.jsonl", "table json csv md"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "form"), [(name, form) for name, (_, forms) in OUTPUTS.items() for form in forms.split()]
)
def test_output_is_the_golden_one(name: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(golden_files.FOLDER)
    run = answer(OUTPUTS[name][0], form)
    golden_files.compare(f"{name}.{SUFFIXES[form]}", run.out)


def test_every_golden_file_is_compared_with_something() -> None:
    inputs = {"deck.toml", "rounds.jsonl", "strategy.toml", "variant.toml"}
    made = {f"{name}.{SUFFIXES[form]}" for name, (_, forms) in OUTPUTS.items() for form in forms.split()}
    elsewhere = ("par-", "print-")  # the documents, compared by tests of their own
    names = {path.name for path in golden_files.FOLDER.iterdir() if not path.name.startswith(elsewhere)}
    assert names == inputs | made
