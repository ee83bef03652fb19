"""Who is credited with the rules of a file that extends another."""

from __future__ import annotations

import pytest

from combin.audit.judge import Audit, generic_checks
from combin.audit.subject import Subject
from combin.paper.poster import guide, poster_data
from combin.paper.strategy import strategy_page
from combin.par.workbook import source_in_words
from combin.report.rules import ShownRules, rules_view
from tests.audit.documents import report_markdown
from tests.variants import shipped, variant

NO_DOCUMENT = 'extends = "crown-melbourne"\nid = "mine"\ntitle = "Mine"\n'
OWN_DOCUMENT = f'{NO_DOCUMENT}[source]\ndocument = "My rules"\n'


def test_a_file_without_a_document_of_its_own_is_after_that_of_the_other() -> None:
    source = variant(NO_DOCUMENT).file.source
    assert source.kind == "variant"
    assert source.whole.startswith("after Three Card Poker Rules, Crown Melbourne Limited, version 4.0")


def test_a_file_with_a_document_of_its_own_has_not_the_publisher_of_the_other() -> None:
    rules = variant(OWN_DOCUMENT)
    source = rules.file.source
    assert (source.whole, source.kind, source.publisher) == ("My rules", "house rules", "")
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
def test_every_output_credits_a_variant_as_such() -> None:
    rules = variant(NO_DOCUMENT)
    said = "after Three Card Poker Rules, Crown Melbourne Limited"
    assert rules_view(ShownRules(rules)).lines[0].startswith(f"A{said[1:]}")
    assert source_in_words(rules).startswith("after Crown Melbourne Limited, Three Card Poker Rules")
    assert poster_data(guide(rules, {}))["notes"][0].startswith("Rules: after Three Card")
    subject = Subject("mine", rules)
    assert strategy_page(subject.first, options=[]).source.startswith(said)
    report = report_markdown(Audit(subject, generic_checks(subject.rules)))
    assert f"Document: none of its own; {said}" in report
    assert "Publisher:" not in report
