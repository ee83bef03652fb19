from __future__ import annotations

import re

import pytest

from combin.audit.judge import Audit, generic_checks
from combin.audit.subject import Subject
from combin.paper.poster import guide, poster_data
from combin.paper.strategy import strategy_page
from combin.par.overview_sheets import source_in_words
from combin.report.rules import ShownRules, rules_view
from combin.rules.load import load_rules
from combin.words.catalogue import load_catalogue
from combin.words.rules import document_named
from tests.audit.documents import few_rounds, report_markdown
from tests.helpers.texts import game_text
from tests.helpers.variants import shipped, variant
from tests.rules.files import Write, crown, told

VARIANT = game_text(__file__, "King-high double")


def test_a_variant_changes_what_it_says_and_keeps_the_rest(write: Write) -> None:
    rules, base = load_rules(write(VARIANT, "King High! 2.toml")), load_rules("crown-melbourne")
    assert (rules.file.id, rules.file.title) == ("king-high-2", "King-high double")
    assert rules.file.decision.play == (1, 2)
    ranking = rules.ranking
    assert ranking == base.ranking
    assert ranking.describe(ranking.strengths[rules.qualifies]) == "K-3-2"
    assert ranking.describe(ranking.strengths[rules.qualifies - 1]) == "Q-J-9"
    lines = {line.text: line.prize.odds for line in rules.tables["pair_plus"]["A"].lines}
    assert lines == {line.text: line.prize.odds for line in base.tables["pair_plus"]["A"].lines} | {
        "pair of aces": 2
    }
    assert list(lines).index("pair of aces") < list(lines).index("pair")
    kept = ("deck", "deal", "wager", "limits", "irregularities", "readings", "jackpot")
    assert all(getattr(rules.file, name) == getattr(base.file, name) for name in kept)
    assert {name: rules.tables[name] for name in ("ante_bonus", "jackpot")} == {
        name: base.tables[name] for name in ("ante_bonus", "jackpot")
    }


def test_a_citation_does_not_pass_to_what_a_variant_changes(write: Write) -> None:
    """Crown's definition of "Qualify" says nothing of a king."""
    file, base = load_rules(write(VARIANT)).file, load_rules("crown-melbourne").file
    assert base.dealer.rule
    assert (file.dealer.rule, file.decision.rule) == ("", "")
    assert file.pay_tables["pair_plus"]["A"].rule == ""
    assert file.pay_tables["pair_plus"]["B"].rule == "10.2 Table 9"
    assert file.decision.blind == base.decision.blind
    blind = load_rules(write('extends = "crown-melbourne"\n[decision.blind]\nallowed = false')).file
    assert (blind.decision.rule, blind.decision.blind.rule) == (base.decision.rule, "")
    own = load_rules(write(VARIANT.replace("[decision]", 'rule = "2.1"\n[decision]'))).file
    assert own.dealer.rule == "2.1"


def test_blind_hands_beside_a_card_that_is_seen_are_taken_back_as_the_refusal_says(write: Write) -> None:
    seen = 'extends = "uk-including-blind"\n[deal]\nface_up = 1\n[decision]\n'
    written = re.search("write (blind = .* }) ", told(write(seen)))
    assert written
    assert not load_rules(write(seen + written[1])).file.decision.blind.allowed


def test_a_value_of_several_keys_is_replaced_whole(write: Write) -> None:
    file = load_rules(
        write("""
        extends = "crown-melbourne"
        [wager.ante]
        win = { pays = 2 }
        lose = "push"
        [pay_tables.jackpot.1]
        "royal flush" = { money = 10_000 }
        [readings.straight.options]
        "three different suits" = { "ranking.ace_low_straight" = "none" }
        """)
    ).file
    ante = file.wager["ante"]
    assert (
        ante
        == load_rules(write('extends = "crown-melbourne"\n[wager.ante]\nwin = 2\nlose = 0')).file.wager[
            "ante"
        ]
    )
    assert file.pay_tables["jackpot"]["1"].lines["royal flush"].meter is None
    assert file.readings["straight"].options["three different suits"] == {"ranking.ace_low_straight": "none"}


def test_variants_of_variants_stand_beside_each_other(write: Write) -> None:
    write(VARIANT, "one.toml")
    write('extends = "../one.toml"\nid = "second"\n[deal]\nseats = 5\n', "folder/two.toml")
    path = write('extends = "folder/two.toml"\n[pay_tables.pair_plus.A]\n"pair" = "lose"\n', "three.toml")
    rules = load_rules(path)
    assert (rules.file.id, rules.file.title, rules.file.deal.seats) == ("three", "King-high double", 5)
    assert "pair" not in [line.text for line in rules.tables["pair_plus"]["A"].lines]
    assert load_rules(path.parent / "folder" / "two.toml").file.id == "second"


def test_a_variant_takes_away_a_wager_with_its_tables_and_readings(write: Write) -> None:
    base = load_rules("uk-including-blind").file
    rules = load_rules(write('extends = "uk-including-blind"\nwithout = ["wager.prime"]'))
    assert [*rules.wagers] == [name for name in base.wager if name != "prime"]
    assert [*rules.file.pay_tables] == ["ante_bonus", "pair_plus"]
    assert "prime_colour" in base.readings
    assert rules.file.readings.keys() == base.readings.keys() - {"prime_colour", "disputes"}
    lost = rules.file.readings["fold"].options["lost with the Ante"]
    assert lost == {"wager.pair_plus.on_fold": "lost"}
    assert load_rules(write('extends = "mine.toml"\nwithout = []', "same.toml")).wagers == rules.wagers


def test_a_variant_takes_away_tables_lines_and_other_entries(write: Write) -> None:
    text = game_text(__file__, "entries taken away")
    file, base = load_rules(write(text)).file, load_rules("crown-melbourne").file
    assert [*file.pay_tables["pair_plus"]] == ["A", "C", "D", "E", "F"]
    table = file.pay_tables["pair_plus"]["A"]
    assert [*table.lines][-2:] == ["pair of kings", "pair of aces"]
    assert table.unpaid == ("pair",)
    assert (table.rule, file.pay_tables["pair_plus"]["C"].rule) == ("", "10.2 Table 9")
    assert file.irregularities == {} != base.irregularities
    assert (file.wager["ante"].rule, base.wager["ante"].rule != "") == ("", True)


def test_what_is_taken_away_and_given_anew_starts_from_nothing(write: Write) -> None:
    text = """
        extends = "crown-melbourne"
        without = ["pay_tables.pair_plus"]
        [pay_tables.pair_plus.only]
        "pair" = 1
        """
    assert [*load_rules(write(text)).tables["pair_plus"]] == ["only"]


def test_each_file_takes_away_from_what_it_extends(write: Write) -> None:
    write('extends = "uk-including-blind"\nwithout = ["wager.prime"]', "one.toml")
    path = write(
        'extends = "one.toml"\nid = "two"\nwithout = ["wager.pair_plus", "readings.fold"]', "two.toml"
    )
    assert [*load_rules(path).wagers] == ["ante", "play", "ante_bonus"]
    again = write('extends = "one.toml"\n\nwithout = ["wager.prime"]', "again.toml")
    assert told(write('extends = "again.toml"\nwithout = ["wager.pair_plus"]')) == (
        f'{again}:3: without: "wager.prime" is no place in the game that this file extends'
    )


def test_only_what_is_extended_can_be_taken_away(write: Write) -> None:
    path = write(crown().replace("[source]", 'without = ["limits"]\n[source]', 1))
    assert told(path).endswith(": without: nothing to take away: this file extends no other")


@pytest.mark.parametrize(
    ("name", "game_id"),
    [
        ("mine.toml", "mine"),
        ("My game (v. 2).toml", "my-game-v-2"),
        ("3 cards.toml", "game-3-cards"),
        ("°.toml", "game"),
        ("x" * 80 + ".toml", "x" * 50),
    ],
)
def test_a_variant_without_an_id_has_its_files_name(name: str, game_id: str, write: Write) -> None:
    assert load_rules(write('\nextends = "crown-melbourne"', name)).file.id == game_id


def test_files_that_extend_themselves(write: Write) -> None:
    itself = write('title = "x"\nextends = "mine.toml"\n')
    assert told(itself) == f'{itself}:2: extends: "mine.toml" leads back to itself'
    write('extends = "b.toml"', "a.toml")
    folder = itself.parent.name
    second = write(f'extends = "../{folder}/a.toml"', "b.toml")
    assert told(second.parent / "a.toml") == f'{second}:1: extends: "../{folder}/a.toml" leads back to itself'


def test_a_mistake_is_told_of_the_file_that_makes_it(write: Write) -> None:
    base = write(crown().replace("seats = 9", "seats = 0"), "base.toml")
    path = write('extends = "base.toml"\n[deal]\njackpot = 3\n')
    assert told(path).startswith(f"{base}:")
    assert told(path).endswith("deal.seats: 0 is not allowed here (at least 1, at most 20)")
    broken = write("title =", "base.toml")
    assert told(write('extends = "base.toml"')) == f"{broken}:1: not TOML: Invalid value"


# -- who is credited ----------------------------------------------------------------------------------

NO_DOCUMENT = 'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n'
OWN_DOCUMENT = f'{NO_DOCUMENT}[source]\ndocument = "My rules"\n'


def test_a_file_without_a_document_of_its_own_is_after_that_of_the_other() -> None:
    source = variant(NO_DOCUMENT).file.source
    assert source.kind == "variant"
    said = "after Three Card Poker Rules, Crown Melbourne Limited, version 4.0"
    assert document_named(source, load_catalogue()).startswith(said)


def test_a_file_with_a_document_of_its_own_has_not_the_publisher_of_the_other() -> None:
    rules = variant(OWN_DOCUMENT)
    source = rules.file.source
    assert document_named(source, load_catalogue()) == "My rules"
    assert (source.kind, source.publisher) == ("house rules", "")
    assert not source.sections
    assert "10.2 Table 9" not in str(rules.file)


def test_a_variant_of_a_variant_is_after_the_same_document(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("variants")
    (folder / "first.toml").write_text(NO_DOCUMENT, encoding="utf-8")
    rules = variant(f'extends = "{folder / "first.toml"}"\nid = "second"\n')
    assert rules.file.source == variant(NO_DOCUMENT).file.source
    own = variant(f'extends = "{folder / "first.toml"}"\nid = "third"\n[source]\ndocument = "My rules"\n')
    assert own.file.source.kind == "house rules"


def test_rules_that_are_taken_over_are_cited_by_the_place_in_the_other_document() -> None:
    assert variant(NO_DOCUMENT).wagers["jackpot"].rule == shipped("crown-melbourne").wagers["jackpot"].rule


@pytest.mark.slow
@few_rounds
def test_every_output_credits_a_variant_as_such() -> None:
    rules = variant(NO_DOCUMENT)
    said = "after Three Card Poker Rules, Crown Melbourne Limited"
    assert rules_view(ShownRules(rules)).lines[0].startswith(f"A{said[1:]}")
    assert source_in_words(rules).startswith("after Crown Melbourne Limited, Three Card Poker Rules")
    assert poster_data(guide(rules, {}))["notes"][0].startswith("Rules: after Three Card")
    subject = Subject("mine", rules)
    assert strategy_page(subject.first, options=[]).source.startswith(said)
    report = report_markdown(Audit(subject, generic_checks(subject.rules)))
    assert f"Document: none; {said}" in report
    assert "Publisher:" not in report
