"""Jackpot wagers as theorems: the deals of every line, the return at any meter, and who can win together.

Words and proofs are in `coq/jackpot_*.v`; `coq/three_*.v` are for wagers on the player's three cards,
`coq/five_*.v` for those on five with two jackpot cards, `coq/sharing_*.v` for several hands that share these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.five_cards import FiveCardCategory, FiveCardSet
from combin.cards.hand_sets import HandSet
from combin.certificate.coq_text import Proved, Section, citing, coq_name, listed, quotient, template
from combin.jackpot.joint import joint_game
from combin.jackpot.meter import Value
from combin.jackpot.value import Winners, jackpot_chances, prize_of
from combin.rules.resolved import Rules
from combin.rules.tables import Hands, Line, PayTable
from combin.rules.wagers import Whose

SIZES = {"three": 0, "five": 2}
"""The hands that there are words for, and how many jackpot cards they have."""


def jackpots_of(rules: Rules) -> dict[str, str]:
    """The jackpot wagers and the side bets with jackpot cards; each with the reason if the words lack it."""
    bets = {name: rules.bets[name] for name in (*rules.jackpots, *rules.side_bets)}
    with_cards = Whose.PLAYER_AND_JACKPOT
    own = [name for name, bet in bets.items() if name in rules.jackpots or bet.hand is with_cards]
    return {name: next(_beyond(rules, name), "") for name in own}


def _beyond(rules: Rules, name: str) -> Iterator[str]:
    bet, deck, meters = rules.bets[name], rules.deck, rules.meters.get(name)
    lines = [one for table in rules.tables[name].values() for one in table.sets]
    if bet.more_cards not in SIZES.values() or bet.hand not in {Whose.PLAYER, Whose.PLAYER_AND_JACKPOT}:
        yield "only hands of three or five cards"
    if bet.more_cards and (len(deck.ranks) < 5 or len(deck.suits) > 4):
        yield "five cards of at least five ranks and at most four suits"
    if not all(_of_three(hands, rules) or _categories(hands) for hands, _ in lines):
        yield "only lines for categories, or for hands of three cards"
    options = () if meters is None else meters.options.values()
    if any(meters.limit_of(one) is not None for of in options for one in of.meters if meters):
        yield "no meter that must be hit"
    if bet.full_stake is not None or any(line.prize.level for _, line in lines if line):
        yield "only one meter, for any stake"


def _of_three(hands: Hands, rules: Rules) -> bool:
    return isinstance(hands, HandSet) and bool(hands.levels) and hands.suit in {None, *rules.deck.suits}


def _categories(hands: Hands) -> str:
    """The categories of five cards that a line is for; "" if it is for some hands of one."""
    if not isinstance(hands, FiveCardSet) or hands.suit is not None:
        return ""
    whole = [one for one in FiveCardCategory if one in hands.whole]
    some = any(category not in whole for category, _ in hands.kinds)
    return "" if some else listed(f"Five.{one.title().replace(' ', '')}" for one in whole)


class _Jackpot(Struct, frozen=True):
    """A table with the deals of each of its sets of hands, all and those in play, and what it returns."""

    table: PayTable
    counts: tuple[tuple[int, int], ...]
    deals: int
    overall: Value
    played: Value | None

    @property
    def name(self) -> str:
        return coq_name(self.table.wager, self.table.letter)

    @property
    def given(self) -> list[str]:
        """What its prizes depend on."""
        prizes = [prize_of(self.table, line) for line in self.table.lines]
        return [word for word, part in (("stake", 0), ("meter", 2)) if any(one[part] for one in prizes)]

    @property
    def envy(self) -> bool:
        return any(line.prize.envy for line in self.table.lines)


def jackpot_section(
    rules: Rules, letters: Mapping[str, str], write: Callable[[HandSet], str]
) -> Section | None:
    """What is proved of the jackpot wagers of a game; None if it has none that there are words for.

    Args:
        rules: the game.
        letters: the base game's tables under which hands are folded.
        write: writes a set of three-card hands as a line of Coq.
    """
    names = [name for name, reason in jackpots_of(rules).items() if not reason]
    folds = bool(rules.play) and any(rules.bets[name].loses_on_fold for name in names)
    by_size = {
        size: [
            _counted(rules, table, letters if folds else None)
            for name in names
            for table in rules.tables[name].values()
            if table.bet.more_cards == more
        ]
        for size, more in SIZES.items()
    }
    by_size = {size: tables for size, tables in by_size.items() if tables}
    if not by_size:
        return None
    claims = [claim for size, tables in by_size.items() for claim in _claims(size, tables)]
    text = ["\n(* 6. Jackpots. *)\nModule Jackpots.", template("jackpot_proofs")]
    for size, tables in by_size.items():
        text += [*_numbers(size, tables), template(f"{size}_proofs")]
    if "five" in by_size:
        text += [*_winners(rules), template("sharing_proofs")]
    text += [proof for _, proof in claims]
    theorems = [*(theorem for theorem, _ in claims), *(_sharing(rules) if "five" in by_size else [])]
    text += [f"Definition proved := ({', '.join(one.name for one in theorems)}).", "End Jackpots."]
    plan = f"match {coq_name('plan', *letters.values())} h (kind_of h) with Fold => false | _ => true end"
    words = [template(f"{part}_words") for part in ("jackpot", *by_size, *["sharing"] * ("five" in by_size))]
    words += [f"Definition in_play (h : hand) : bool := {plan if folds else 'true'}. (* is not folded *)"]
    believed = [one for size, tables in by_size.items() for one in _rules(rules, size, tables, write)]
    return Section(
        tuple(theorems),
        rules="\n".join(believed),
        words="\n".join(one.rstrip("\n") for one in words),
        text="\n".join((*text, "Print Assumptions Jackpots.proved.")),
    )


def _counted(rules: Rules, table: PayTable, letters: Mapping[str, str] | None) -> _Jackpot:
    """A table with the engine's counts; hands are folded where the letters of the base game are given."""
    joint = None if letters is None else joint_game(rules, letters, table)
    classes = None if joint is None else joint.game.matchups.classes
    folded = frozenset() if joint is None else joint.best.folded
    sets = [(own, Line(str(place), own, table.lines[0].prize)) for place, (own, _) in enumerate(table.sets)]
    by_set = replace(table, lines=tuple(line for _, line in sets), sets=tuple(sets))
    by_sets, chances = jackpot_chances(rules, by_set, classes), jackpot_chances(rules, table, classes)
    every, played = [0] * len(sets), [0] * len(sets)
    for one, ways in zip(by_sets.classes, by_sets.counts, strict=True):
        for place in map(int, ways):
            every[place] += one.weight * ways[str(place)]
            played[place] += one.weight * ways[str(place)] * (one.cards not in folded)
    scale = by_sets.total // by_sets.deals
    return _Jackpot(
        table,
        tuple((total // scale, part // scale) for total, part in zip(every, played, strict=True)),
        by_sets.deals,
        chances.overall(),
        chances.played(joint.best) if joint is not None and table.bet.loses_on_fold else None,
    )


# -- what is believed --------------------------------------------------------------------------------------


def _rules(
    rules: Rules, size: str, tables: Sequence[_Jackpot], write: Callable[[HandSet], str]
) -> Iterator[str]:
    """The tables, and which five cards are in sequence."""
    if size == "five":
        yield template("five_rules").rstrip("\n")
        suits = len(rules.deck.suits)
        symbols = [coq_name(f"r{rank.symbol}") for rank in rules.deck.ranks]
        one_suit = Winners(rules.deck).runs[::suits]
        runs = [(sorted(card // suits for card in run), royal) for run, royal in one_suit]
        for name, own in ("five_straights", runs), ("royal", [one for one in runs if one[1]]):
            sequences = listed(listed(symbols[rank] for rank in ranks) for ranks, _ in own)
            yield f"Definition {name} : list (list Z) := (* lowest card first *)\n  {sequences}."
    line = "list Five.category" if size == "five" else "line"
    for one in tables:
        table, bet = one.table, one.table.bet
        of = f" ({' '.join(one.given)} : Q)" if one.given else ""
        hands = [write(own) if isinstance(own, HandSet) else _categories(own) for own, _ in table.sets]
        prizes = [_linear(*prize_of(table, line)) if line else "0" for _, line in table.sets]
        yield citing(f"{bet.name} {table.letter}: what comes back", table.rule, bet.rule)
        yield f"Definition pays_{one.name}{of} : list ({line} * Q) :=\n  {_pairs(hands, prizes)}."
        if one.envy:
            envies = [_number(Fraction(line.prize.envy)) if line else "0" for _, line in table.sets]
            yield citing(f"{bet.name} {table.letter}: what each other player gets", bet.rule_of("envy"))
            yield f"Definition envy_{one.name} : list ({line} * Q) :=\n  {_pairs(hands, envies)}."


def _pairs(hands: Iterable[str], pays: Iterable[str]) -> str:
    return f"{listed(f'({own}, {paid})' for own, paid in zip(hands, pays, strict=True))}%Q"


def _linear(odds: Fraction, money: Fraction, share: Fraction, envy: Fraction = Fraction(0)) -> str:
    """A sum of money as it depends on the stake, the meter and the number of other players."""
    amounts = map(_number, (odds, money, share, envy))
    terms = zip(amounts, ("stake", "", "meter", "others"), strict=True)
    return " + ".join(" * ".join(filter(None, term)) for term in terms if term[0] != "0") or "0"


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"({quotient(value)})"


# -- what is proved ----------------------------------------------------------------------------------------


def _numbers(size: str, tables: Sequence[_Jackpot]) -> Iterator[str]:
    """What the engine counts, for the kernel to count again; any five cards are ten deals."""
    ways = 10 if size == "five" else 1
    lines = (" ".join((f"map fst (pays_{one.name}", *("0" for _ in one.given))) + ")" for one in tables)
    counts = (listed(f"({total // ways}, {part})" for total, part in one.counts) for one in tables)
    yield f"Definition {size}_lines := {listed(lines)}."
    yield f"Definition {size}_numbers : list counts := {listed(counts)}%Z."
    yield f"Definition {size}_hands := {tables[0].deals // ways}%Z."
    yield f"Definition {size}_deals := {tables[0].deals}%Z."


def _claims(size: str, tables: Sequence[_Jackpot]) -> Iterator[tuple[Proved, str]]:
    """For each table the deals of its lines, and what it returns for all hands and for those played."""
    for place, one in enumerate(tables):
        title = f"{one.table.bet.name} {one.table.letter}"

        def mean(pays: str, side: int = 1, place: int = place) -> str:
            return f"(proj{side} ({size}_is {place} _ _ ({pays}) eq_refl eq_refl))"

        texts = [getattr(hands, "text", "") for hands, _ in one.table.sets]
        words = [f"x{at}_{coq_name(text)}" for at, text in enumerate(texts)]
        terms = " + ".join(f"{total} * {word}" for word, (total, _) in zip(words, one.counts, strict=True))
        of_lines = f"mean_{size} everyone (List.combine (nth {place} {size}_lines []) {listed(words)})"
        in_order = sorted(zip(one.counts, texts, strict=True))  # the rarest line first
        said = ", ".join(f"{total:,} {text}" for (total, _), text in in_order)
        about = Proved(f"{one.name}_deals", f"{title}, of {one.deals:,} deals: {said}")
        yield about, _theorem(about, words, f"{of_lines} == ({terms}) / {one.deals}", mean(listed(words)))
        pays = " ".join((f"pays_{one.name}", *one.given))
        for who, value, side in (("everyone", one.overall, 1), ("in_play", one.played, 2)):
            if value is not None:
                linear = _linear(value.odds, value.money, value.share, value.envy)
                proof = mean(f"map snd ({pays})", side)
                net = f"mean_{size} {who} ({pays})"
                if one.envy:
                    net += f" + others * mean_{size} everyone envy_{one.name}"
                    envy = f"(Qmult_comp _ _ (Qeq_refl others) _ _ {mean(f'map snd envy_{one.name}')})"
                    proof = f"(Qplus_comp _ _ {proof} _ _ {envy})"
                returns = linear.replace(" # ", "/").replace("(", "").replace(")", "")
                lost = ", lost by a fold" if side == 2 else " if no hand is folded" if one.played else ""
                name = f"{one.name}_{who}" if side == 2 else one.name
                about = Proved(name, f"{title}{lost} returns {returns}")
                given = [*one.given, *["others"] * one.envy]
                yield about, _theorem(about, given, f"{net} == {linear}", proof)


def _theorem(about: Proved, given: Sequence[str], statement: str, proof: str) -> str:
    of = f"forall {' '.join(given)} : Q, " if given else ""
    return f"Theorem {about.name} :\n  {of}{statement}.\nProof. intros. amounts {proof}. Qed."


def _winners(rules: Rules) -> Iterator[str]:
    """How many royal and straight flushes can be at one table, each with an example of the engine."""
    winners, examples = Winners(rules.deck), dict[tuple[int, int], str]()
    for pair in combinations(range(len(rules.deck)), 2):
        for outcome, hands in winners.families_of(pair):
            examples.setdefault(outcome, f"({listed(pair)}, {listed(map(listed, map(sorted, hands)))})")
    yield f"Definition possible_winners : list (nat * nat) := {listed(winners.possible)}%nat."
    yield f"Definition examples : list (hand * list hand) := {listed(map(examples.get, winners.possible))}%Z."
    yield f"Definition most_winners := {1 + max(map(sum, winners.possible))}%nat."


def _sharing(rules: Rules) -> Iterator[Proved]:
    outcomes = ", ".join(f"{royals} and {others}" for royals, others in Winners(rules.deck).possible)
    yield Proved("sharing", f"At one table no numbers of royal and straight flushes but {outcomes}")
    yield Proved("sharing_occurs", "Each of these numbers occurs")
