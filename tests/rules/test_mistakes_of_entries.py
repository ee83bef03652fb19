from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.files import Write, told
from tests.rules.mistakes import RWS, Mistake, check_told

TABLES = (
    "id, title, source, deck, deal, ranking, dealer, decision, wager, pay_tables, jackpot, jackpots, limits, "
    "irregularities, readings, imprint"
)
KINDS = "against the dealer, comparison, bonus, pay table, jackpot"
NUMBER = 'is not an exact number (write 3, 1.5 or "3/2", with 30 digits at most)'
ANTE_WINS = 'win = { pays = 1, rule = "5.7.1(b), 10.1.2(a)" }'
PAIR = '"flush" = 4\n"pair" = 1\n'

MISTAKES = {
    # Keys.
    "unknown table": Mistake(
        "[deck]", "[dekc]", "dekc", f'unknown key; did you mean "deck"? Allowed: {TABLES}'
    ),
    "unknown key": Mistake(
        'qualifies = "Q high"',
        'qualifys = "Q high"',
        "dealer.qualifys",
        'unknown key; did you mean "qualifies"? Allowed: qualifies, rule',
    ),
    "unknown key of a wager": Mistake(
        'settles = "bonus"',
        'settles = "bonus"\npays = 1',
        "wager.ante_bonus.pays",
        "unknown key; allowed: name, on, paid_on, rule, settles",
        'pays = 1\non = "ante"',
    ),
    "unknown key in one line": Mistake(
        ANTE_WINS,
        "win = { pay = 1 }",
        "wager.ante.win.pay",
        'unknown key; did you mean "pays"? Allowed: pays, by_table, rule',
    ),
    "unknown key of a prize": Mistake(
        '"straight" = { money = 15 }',
        '"straight" = { mony = 15 }',
        "pay_tables.jackpot.A.straight.mony",
        'unknown key; did you mean "money"? Allowed: odds, money, meter, level, from_meter, envy',
        game=RWS,
    ),
    "key of another section": Mistake(
        'qualifies = "Q high"',
        "face_up = 1",
        "dealer.face_up",
        "unknown key, which belongs to [deal]; allowed: qualifies, rule",
    ),
    "unknown key of a meter": Mistake(
        "{ seed = 10_000, ",
        "{ sed = 10_000, ",
        "jackpot.options.1.meters.0.sed",
        'unknown key; did you mean "seed"? Allowed: seed, increment, reserve, must_hit_by',
    ),
    "a jackpot on the dealer's hand": Mistake(
        'hand = "player"',
        'hand = "dealer"',
        "wager.jackpot.hand",
        '"dealer" is not known; allowed: player, player and dealer, player and jackpot cards',
        game=RWS,
    ),
    "missing key": Mistake(ANTE_WINS, "", "wager.ante", "'win' is missing", "[wager.ante]"),
    "missing title": Mistake('title = "Three Card Poker, Crown Melbourne"', "", "", "'title' is missing"),
    "missing kind": Mistake(
        'settles = "bonus"\n',
        "",
        "wager.ante_bonus",
        f"'settles' is missing; allowed: {KINDS}",
        "[wager.ante_bonus]",
    ),
    "a name in capitals": Mistake(
        "[wager.ante]",
        "[wager.Ante]",
        "wager.Ante",
        '"Ante" is no name (small letters, digits and underscores, a letter first, at most 40 long)',
    ),
    # Values of the wrong kind.
    "misspelt kind of wager": Mistake(
        'settles = "bonus"',
        'settles = "bonsu"',
        "wager.ante_bonus.settles",
        f'"bonsu" is not known; did you mean "bonus"? Allowed: {KINDS}',
    ),
    "misspelt word": Mistake(
        '"lowest"',
        '"Lowset"',
        "ranking.ace_low_straight",
        '"Lowset" is not known; did you mean "lowest"? Allowed: lowest, second, highest, none',
    ),
    "word far from any": Mistake(
        'straight_suits = "more than one"',
        'straight_suits = "4"',
        "ranking.straight_suits",
        '"4" is not known; allowed: more than one, three',
    ),
    "text for a number": Mistake("seats = 9", 'seats = "nine"', "deal.seats", '"nine" is not a whole number'),
    "number for text": Mistake(
        'title = "Three Card Poker, Crown Melbourne"', "title = 3", "title", "3 is not text in quotes"
    ),
    "date for text": Mistake(
        'effective = "2013-10-22"',
        "effective = 2013-10-22",
        "source.effective",
        "2013-10-22 is not text in quotes",
        game=RWS,
    ),
    "text for true or false": Mistake(
        "allowed = true", 'allowed = "yes"', "decision.blind.allowed", '"yes" is not true or false'
    ),
    "number for a table": Mistake(
        '[decision.blind]\nallowed = true\nrule = "5.11.2"', "blind = 1", "decision.blind", "1 is not a table"
    ),
    "list of tables": Mistake(
        "[dealer]",
        "[[dealer]]",
        "dealer",
        '[{ qualifies = "Q high", rule = "1.1 \'Qualify\'" }] is not a table',
    ),
    "number for a list": Mistake("play = [1]", "play = 1", "decision.play", "1 is not a list"),
    "too small": Mistake(
        "seats = 9", "seats = 0", "deal.seats", "0 is not allowed here (at least 1, at most 20)"
    ),
    "nothing to play": Mistake(
        "play = [1]", "play = []", "decision.play", "[] is not allowed here (not empty)"
    ),
    "empty text": Mistake(
        'title = "Three Card Poker, Crown Melbourne"',
        'title = ""',
        "title",
        '"" is not allowed here (not empty)',
    ),
    "a name of the game": Mistake(
        'id = "crown-melbourne"',
        'id = "Crown Melbourne"',
        "id",
        '"Crown Melbourne" is not allowed here '
        "(small letters, digits and dashes, a letter first, at most 60 long)",
    ),
    # Pays.
    "negative pay": Mistake(
        PAIR,
        PAIR.replace("4", "-4"),
        "pay_tables.pair_plus.A.flush",
        "-4 is negative; a pay is 0 or more",
        '"flush" = -4',
    ),
    **{
        f"pay {value}": Mistake(
            PAIR,
            PAIR.replace("4", value),
            "pay_tables.pair_plus.A.flush",
            f"{shown} {NUMBER}",
            f'"flush" = {value}',
        )
        for value, shown in {
            '"x"': '"x"',
            "true": "true",
            "nan": "NaN",
            "inf": "Infinity",
            "1e999999": "1E+999999",
            "[4]": "[4]",
        }.items()
    },
    "a prize of two kinds": Mistake(
        PAIR,
        PAIR.replace("4", "{ odds = 4, money = 100 }"),
        "pay_tables.pair_plus.A.flush",
        "a prize is one of odds, money and meter",
        "money = 100",
    ),
    "the meter for a side bet": Mistake(
        PAIR,
        PAIR.replace("4", '{ meter = "10%" }'),
        "pay_tables.pair_plus.A.flush",
        "only a jackpot wager pays a share of a meter",
        "meter = ",
    ),
    "an envy bonus for a side bet": Mistake(
        PAIR,
        PAIR.replace("4", "{ odds = 4, envy = 1 }"),
        "pay_tables.pair_plus.A.flush",
        "only a jackpot wager pays an envy bonus",
        "envy = ",
    ),
    "money for a bonus": Mistake(
        '"straight flush" = 4\n',
        '"straight flush" = { money = 40 }\n',
        'pay_tables.ante_bonus.C."straight flush"',
        "only a side bet or a jackpot wager pays a sum of money",
        "money = 40",
    ),
    "outcome in other words": Mistake(
        ANTE_WINS, 'win = "wins"', "wager.ante.win", f'"wins" {NUMBER}; or write "push" or "lose"'
    ),
    "more than the meter": Mistake(
        '"34.06%"',
        '"134.06%"',
        "jackpot.options.1.meters.0.increment",
        '"134.06%" is not between 0 and 100%',
    ),
    "odds of another kind": Mistake(
        'odds = "for 1"',
        'odds = "for 2"',
        "pay_tables.jackpot.1.odds",
        '"for 2" is not known; did you mean "for 1"? Allowed: to 1, for 1',
    ),
    "a bonus for 1": Mistake(
        "[pay_tables.ante_bonus.A]",
        '[pay_tables.ante_bonus.A]\nodds = "for 1"',
        "pay_tables.ante_bonus.A.odds",
        "a bonus has no stake that it could hold; write what it pays to 1",
        'odds = "for 1"',
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    check_told(MISTAKES[name], tmp_path)


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ("[decision]\nstages = [1]", "decision.stages: a second decision is"),
        ("[deal]\nplayer = 5", "deal.player: hands of other than two to four cards are"),
        ('[ranking]\norder = ["2-3-5"]', "ranking.order.0: a hand of its own in the order is"),
        ('[wager.pair_plus]\nhand = "any seat"', "wager.pair_plus.hand: such a hand is"),
        (
            '[wager.pair_plus]\nhand = "both hands"',
            "wager.pair_plus.hand: a bet paid for each of both hands is",
        ),
    ],
)
def test_what_the_language_leaves_out_is_told_as_that(entry: str, what: str, write: Write) -> None:
    path = write(f'extends = "crown-melbourne"\n{entry}')
    assert told(path) == f"{path}:3: {what} outside the language; see Limits in docs/language.md"


def test_the_higher_of_both_hands_is_no_bet_on_each(write: Write) -> None:
    path = write('extends = "crown-melbourne"\n[wager.pair_plus]\nhand = "the higher of both hands"')
    assert 'did you mean "higher of both"?' in told(path)


@pytest.mark.parametrize("word", ["fee", "rake"])
def test_what_is_called_otherwise_here_is_named(word: str, write: Write) -> None:
    path = write(f'extends = "crown-melbourne"\n[wager.ante]\n{word} = "1%"')
    assert told(path).startswith(
        f'{path}:3: wager.ante.{word}: unknown key; did you mean "collection"? Allowed: name,'
    )
