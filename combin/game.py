"""A game and everything that can be asked about it: what `combin.load` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from combin.formatting import money_in
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from combin.audit.judge import Audit
    from combin.audit.verdict import Verdict
    from combin.certificate.certify import Certified, Verification
    from combin.certificate.theorem import TheoremFile
    from combin.counting.frequencies import Frequencies
    from combin.design.checking import Checked
    from combin.design.search import DesignAnswer, JackpotDesigns
    from combin.design.variants import Differences, Sensitivity
    from combin.exact.analysis import Alternatives, Analysis, StrategyAnswer
    from combin.exact.hand import ComparedHands, ExplainedHand
    from combin.figures.judged import PublishedFigures
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter import Number
    from combin.jackpot.mixes import JointAnswer, MixAnswer
    from combin.paper.poster import Guide
    from combin.paper.strategy import StrategyPage
    from combin.par.book import Book
    from combin.plots.answer import DrawnPlot
    from combin.proof.formulas import Formulas
    from combin.proof.simulated import SimulationAnswer
    from combin.protection.collusion import Collusion
    from combin.protection.removal import Removal
    from combin.protection.threats import Protection
    from combin.report.rules import ShownRules
    from combin.rules.resolved import Rules
    from combin.seats.answer import TableAnswer
    from combin.session.answer import SessionAnswer
    from combin.session.monitor import MonitorAnswer
    from combin.settle.records import RoundError, SettledRound, SettledRounds
    from combin.submission.layout import Layout
    from combin.submission.submission import CheckedFolder, Submission
    from combin.sweeps.sweep import ShardedSweep, Sweep
    from combin.tournament.terms import Tournament

    Tables = Mapping[str, str] | None
    Meters = Number | Mapping[str, Number] | None
    Rounds = str | Path | Iterable[str | bytes]


def games() -> tuple[str, ...]:
    """Return the ids of the games that ship.

    >>> [game for game in games() if game.startswith("uk")]
    ['uk-including-blind']
    """
    from combin.rules.load import library_games

    return library_games()


def verify(file: str | Path, game: str | Path | None = None) -> Verification | CheckedFolder:
    """Return the verification of a certificate, every figure derived again.

    Of the folder of a submission, or its manifest, also whether each file follows from the rules in it.
    `game` is the game or rule file that it should be about; by default the game of its id. CertificateError
    if it is no certificate, RulesError if the folder holds no submission.
    """
    from combin.certificate.certify import verify
    from combin.submission.submission import MANIFEST, check_folder

    path = Path(file)
    if path.is_dir() or path.name == MANIFEST:
        return check_folder(path if path.is_dir() else path.parent, game)
    return verify(path, game)


def load(
    game: str | Path, readings: Mapping[str, str] | None = None, imprint: Mapping[str, object] | None = None
) -> Game:
    """Return a game by its id, or by the path of its rule file; RulesError says in one line what is wrong.

    Args:
        game: `"crown-melbourne"`, or `"my-rules.toml"`.
        readings: those that are not the adopted ones, such as `{"straight": "three different suits"}`.
        imprint: entries in place of those in `[details]`, such as `{"casino": "The Grand", "currency": "£"}`.

    >>> load("crown-melbourne")
    <Game crown-melbourne: Three Card Poker, Crown Melbourne>
    """
    from combin.rules.load import load_rules

    chosen = dict(readings or {})
    return Game(load_rules(game, chosen, imprint), game, chosen, dict(imprint or {}))


@dataclass(frozen=True, repr=False)
class Game:
    """The rules of one game, and the questions that can be asked of them.

    Each answer shows itself (`combin.answers.Answer`): it can be printed, shown in a notebook, written to a
    file, and taken as a data frame (`frame`) or as JSON has it (`to_dict`). What takes time is computed
    once, and kept with the rules. `source` is the id or the file that they were read from, under `readings`
    and with entries of an `imprint`.

    Parameters of several questions are described here; others, by the help of the command (`combin session
    --help`). Pay tables are chosen by letter, as `ante_bonus="A"` or as `tables={"ante_bonus": "A"}`; a wager
    that is not named takes the first of its tables. `strategy` is the player's strategy, if not the optimal
    one: "any queen", "always play", a file of rules. `dead` are cards out of the deck that the player knows.
    `option` is the pay table of a jackpot wager, by default its first, and `meter` its current meter, in
    money, or meters by wager; by default its seed.
    `workers` are processes of this machine that share the work, `cluster` the address of a Dask
    scheduler, which needs `combin[cluster]`. `language` is "fr", or a translation of the texts; by default
    that of the imprint, or else English.

    What the game does not have, and an invalid term, is refused with a `ValueError` of one line: a
    `RulesError`, of cards a `CardError`, of amounts and meters a `JackpotError`, of a certificate a
    `CertificateError`. A file that cannot be read or written is an `OSError`.
    """

    rules: Rules
    source: str | Path = ""
    readings: Mapping[str, str] = field(default_factory=dict, compare=False)
    imprint: Mapping[str, object] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return f"<Game {self.rules.file.id}: {self.rules.file.title}>"

    def show(self) -> ShownRules:
        """Return the rules with the place of each in the document."""
        from combin.report.rules import ShownRules

        return ShownRules(self.rules)

    def analyse(
        self, *, strategy: str | None = None, dead: str = "", tables: Tables = None, **letters: str
    ) -> Analysis:
        """Return the exact figures under one choice of tables.

        >>> load("uk-including-blind").analyse().wagers["prime"].house_edge
        Fraction(405, 11186)
        """
        from combin.exact.analysis import analyse

        return analyse(self._dealt(dead), [self._first(tables, letters, dead)], strategy)[0]

    def alternatives(
        self, *, strategy: str | None = None, dead: str = "", tables: Tables = None, **letters: str
    ) -> Alternatives:
        """Return the figures under every choice of tables that agrees with the letters given."""
        from combin.exact.analysis import Alternatives, analyse, choices

        rules = self._dealt(dead)
        return Alternatives(analyse(rules, choices(rules, {**(tables or {}), **letters}), strategy))

    def strategy(
        self, compare: Sequence[str] = (), *, dead: str = "", tables: Tables = None, **letters: str
    ) -> StrategyAnswer:
        """Return the optimal strategy, its proof, and what other strategies cost.

        Those to `compare` are listed hand by hand; without any, the usual ones by their cost alone.
        """
        from combin.exact.analysis import ask_strategy

        return ask_strategy(self._dealt(dead), self._first(tables, letters, dead), compare)

    def joint_strategy(
        self,
        jackpot: Number,
        ante: Number = 1,
        option: str | None = None,
        meter: Number | None = None,
        *,
        wager: str | None = None,
        compare: Sequence[str] = (),
        tables: Tables = None,
        **letters: str,
    ) -> JointAnswer:
        """Return the optimal strategy of a player who has a jackpot wager, or a side bet, as well as an Ante.

        `jackpot` is the stake of the jackpot wager, or of the side bet that `wager` names, in money as the
        `ante`; `compare` are other strategies: without any, never folding.
        """
        from combin.jackpot.mixes import ask_joint

        chosen = {**(tables or {}), **letters}
        return ask_joint(
            self.rules, jackpot, ante, chosen, wager=wager, option=option, meter=meter, compare=compare
        )

    def hand(
        self, cards: str, *, dealer: str | None = None, dead: str = "", tables: Tables = None, **letters: str
    ) -> ExplainedHand:
        """Return one hand of the player explained; `dealer` are the dealer's cards that are face up, if any.

        >>> load("crown-melbourne").hand("Qs 6h 4d").values
        {0: Fraction(-1, 1), 1: Fraction(-9151, 9212)}
        """
        from combin.exact.hand import explain

        rules = self._dealt(dead)
        deck, deal = rules.deck, rules.file.deal
        seen = () if dealer is None else deck.parse(dealer, deal.face_up or None)
        return explain(rules, deck.parse(cards, deal.player), self._first(tables, letters, dead), seen)

    def compare(self, *hands: str, dead: str = "") -> ComparedHands:
        """Return which of several hands, from one deck, is the highest.

        >>> load("crown-melbourne").compare("2c As 4d", "Kd 5h 6c", "Jc Jd 9s").highest
        (2,)
        """
        from combin.exact.hand import compare_hands

        rules = self._dealt(dead)
        return compare_hands(rules, [rules.deck.parse(hand, rules.file.deal.player) for hand in hands])

    def settle(
        self, rounds: Rounds, *, tables: Tables = None, ledger: bool = False, **letters: str
    ) -> SettledRounds:
        """Return recorded rounds settled literally by the rules.

        They are the path of a file of JSON lines, or the lines; `combin schema rounds` describes a record. Of
        a whole `ledger` of meters each meter must be what the rounds make it.
        """
        from combin.settle.records import SettledRounds

        each = self.settle_each(rounds, tables={**(tables or {}), **letters}, ledger=ledger)
        return SettledRounds.of(self.rules, each)

    def settle_each(
        self, rounds: Rounds, *, tables: Tables = None, ledger: bool = False
    ) -> Iterator[SettledRound | RoundError]:
        """Yield recorded rounds settled one by one, as `settle` does, so that none needs to be kept.

        >>> hand = '{"seat": 1, "cards": "2h 2c 9d", "wagers": {"prime": 5, "pair_plus": 5}}'
        >>> record = f'{{"id": 1, "dealer": "Js 9h 4d", "hands": [{hand}]}}'
        >>> [str(one.net) for one in load("uk-including-blind").settle_each([record])]
        ['0']
        """
        from combin.settle.files import settle_lines

        chosen = tables or {}
        self.rules.require_letters(chosen)
        yield from settle_lines(self.rules, rounds, chosen, whole_ledger=ledger)

    def tournament(self) -> Tournament:
        """Return the tournament of the rules: what its terms lack, its rounds, prize pool and prizes."""
        from combin.tournament.terms import Tournament

        return Tournament.of(self.rules)

    def simulate(
        self,
        rounds: int = 1_000_000,
        *,
        seed: int = 1,
        strategy: str | None = None,
        tables: Tables = None,
        **letters: str,
    ) -> SimulationAnswer:
        """Return the results of the wagers in random rounds, with their exact figures.

        The rounds are settled without the exact engine, from which only the player's decisions come.
        """
        from combin.proof.simulated import ask_simulation

        chosen = {**(tables or {}), **letters}
        return ask_simulation(self.rules, chosen, strategy=strategy, rounds=rounds, seed=seed)

    def mix(
        self,
        stakes: Mapping[str, Number],
        *,
        strategy: str | None = None,
        option: str | None = None,
        meter: Meters = None,
        chip: Number | None = None,
        most: Number | None = None,
        dead: str = "",
        tables: Tables = None,
        **letters: str,
    ) -> MixAnswer:
        """Return edge, covariances and net distribution of several wagers of one player in one round.

        Stakes are in money, that of the Ante without its raise.
        """
        from combin.jackpot.mixes import ask_mix

        rules, chosen = self._dealt(dead), {**(tables or {}), **letters}
        return ask_mix(
            rules, stakes, chosen, strategy=strategy, option=option, meter=meter, chip=chip, most=most
        )

    def session(
        self,
        stakes: Mapping[str, Number],
        rounds: int = 100,
        *,
        bankroll: Number | None = None,
        goal: Number | None = None,
        rebate: Number | None = None,
        losses: Sequence[Number] = (),
        strategy: str | None = None,
        option: str | None = None,
        meter: Meters = None,
        chip: Number | None = None,
        most: Number | None = None,
        dead: str = "",
        digits: int = 10,
        tables: Tables = None,
        **letters: str,
    ) -> SessionAnswer:
        """Return the total of many rounds with the same wagers; other parameters are as in `mix`.

        `write` draws a plot for .svg, .png and .pdf, of the kind `plot`: "fan", "law" or "ruin". Without
        `losses`, they are amounts that fit the stakes.

        >>> evening = load("crown-melbourne").session({"ante": 10}, 100)
        >>> evening.ahead.decimal(4), evening.percentiles[50]
        ('0.4042', Fraction(-30, 1))
        """
        from combin.session.answer import ask_session

        placed = partial(
            self.mix, stakes, strategy=strategy, option=option, meter=meter, chip=chip, most=most
        )
        mix = placed(dead=dead, tables={**(tables or {}), **letters})
        with money_in(self.rules.file.imprint.sign):
            return ask_session(
                mix, rounds, losses=losses, bankroll=bankroll, goal=goal, rebate=rebate, digits=digits
            )

    def table(
        self,
        stakes: Mapping[str, Number],
        seats: int,
        *,
        pace: Number | None = None,
        hours: Number | None = None,
        comp: Number | None = None,
        strategy: str | None = None,
        option: str | None = None,
        meter: Meters = None,
        tables: Tables = None,
        **letters: str,
    ) -> TableAnswer:
        """Return the results of several seats of a table, each with the same wagers; else as in `mix`.

        >>> load("crown-melbourne").table({"pair_plus": 1}, 7).between
        Fraction(455506498, 70300514375)
        """
        from combin.seats.answer import ask_table

        chosen = {**(tables or {}), **letters}
        mix = self.mix(stakes, strategy=strategy, option=option, meter=meter, tables=chosen)
        return ask_table(mix, seats, pace=pace, hours=hours, comp=comp)

    def monitor(
        self,
        log: str | Path,
        *,
        against: Sequence[str] = (),
        seats: int | None = None,
        strategy: str | None = None,
        on_bad_row: Callable[[RulesError], object] | None = None,
        tables: Tables = None,
        **letters: str,
    ) -> MonitorAnswer:
        """Return the results of live tables, with the expected results of that many hands.

        `on_bad_row` is called with each bad row, which is left out; where it raises, reading stops.
        """
        from combin.session.monitor import Setting, ask_monitor, read_any

        chosen = {**(tables or {}), **letters}
        read = partial(read_any, rules=self.rules, path=Path(log), tables=chosen)
        setting, refused = Setting.of(self.rules, chosen, strategy), on_bad_row or (lambda _: None)
        return ask_monitor(setting, read, seats=seats, against=against, on_bad_row=refused)

    def removal(self, *, tables: Tables = None, **letters: str) -> Removal:
        """Return the effect of removal of each card on each wager, with optimal play.

        >>> found = load("crown-melbourne").removal()
        >>> str(found.rules.deck.cards[51]), found.wagers["ante"].effect(51)
        ('As', Fraction(26682233, 2341229800))
        """
        from combin.protection.removal import removal

        return removal(self.rules, self._first(tables, letters))

    def collusion(
        self, seats: int = 7, *, exact: int | None = None, tables: Tables = None, **letters: str
    ) -> Collusion:
        """Return the house edge when the cards of 0, 1, ... other seats are known before the decision.

        They are those of the base game, per unit of the initial wager.

        >>> [str(one.house_edge) for one in load("crown-melbourne").collusion(seats=2).neighbours]
        ['686689/20358520', '213200389/6438381950']
        """
        from combin.protection.collusion import collusion

        return collusion(self.rules, {**(tables or {}), **letters}, seats, exact=exact)

    def protect(
        self,
        *,
        seats: int | None = None,
        limit: Number | None = None,
        pace: Number | None = None,
        tables: Tables = None,
        **letters: str,
    ) -> Protection:
        """Return the exact value of each threat to the game, and of each irregularity of its rules.

        `write` puts the report into a file: .html, .pdf or .md.
        """
        from combin.protection.threats import protection

        return protection(self.rules, self._first(tables, letters), seats=seats, limit=limit, pace=pace)

    def jackpot(
        self,
        *,
        wager: str | None = None,
        option: str | None = None,
        seed: Number | None = None,
        increment: Number | None = None,
        meter: Number | None = None,
        stake: Number | None = None,
        seats: int | None = None,
        target: Number | None = None,
        levels: Mapping[str, Number] | None = None,
        digits: int = 10,
    ) -> JackpotAnswer:
        """Return the value of a progressive wager, at its meter and in the long run.

        Where nothing is asked but what the document states, the published increment rates are explained too.
        """
        from combin.jackpot.answer import ask_jackpot

        shown = tuple((levels or {}).items())
        ask = partial(ask_jackpot, self.rules, wager=wager, option=option, seed=seed, increment=increment)
        return ask(meter=meter, stake=stake, seats=seats, target=target, levels=shown, digits=digits)

    def design(
        self,
        edge: str | tuple[Fraction, Fraction],
        wager: str = "pair_plus",
        *,
        hit: str | tuple[Fraction, Fraction] | None = None,
        pays: Mapping[str, str] | None = None,
        others_stay: bool = False,
        ordered: bool = True,
        sort: str = "edge",
        target: str | Fraction | None = None,
        limit: int = 20,
        option: str | None = None,
        seeds: str | None = None,
        digits: int = 10,
        tables: Tables = None,
        **letters: str,
    ) -> DesignAnswer | JackpotDesigns:
        """Return the pay tables with a house edge in a window, or the meters of a jackpot."""
        from combin.design.search import ask_designs

        ask = partial(ask_designs, self.rules, edge, wager, tables={**(tables or {}), **letters})
        ask = partial(ask, hit=hit, pays=pays, others_stay=others_stay, ordered=ordered, sort=sort)
        return ask(target=target, limit=limit, option=option, seeds=seeds, digits=digits)

    def sweep(
        self, settings: Mapping[str, Sequence[object]], *, tables: Mapping[str, Sequence[str]] | None = None
    ) -> Sweep:
        """Return the exact figures of every combination of some settings.

        `settings` are values to try, by the dotted place of the entry in a rule file; `tables` are letters to
        try, by wager: one that is not named has the table that a setting changes, or its first.
        """
        from combin.sweeps.sweep import sweep

        return sweep(self.rules, settings, tables)

    def sweep_into(
        self,
        folder: str | Path,
        settings: Mapping[str, Sequence[object]],
        *,
        tables: Mapping[str, Sequence[str]] | None = None,
        digits: int = 10,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> ShardedSweep:
        """Write the exact figures of any number of combinations into a folder of Parquet files.

        A sweep that was stopped goes on where it was; the files are the same for any number of processes.
        `settings` and `tables` are those of `sweep`; `digits` are decimals of the exact values.
        """
        from combin.sweeps.sweep import Job, sharded_sweep

        job = Job(self.rules, settings, tables, digits)
        return sharded_sweep(job, Path(folder), workers=workers, cluster=cluster)

    def sensitivity(self, *, tables: Tables = None, **letters: str) -> Sensitivity:
        """Return the change of the edge by small changes of the rules and by wrong borderline decisions."""
        from combin.design.variants import sensitivity

        return sensitivity(self.rules, self._first(tables, letters))

    def diff(self, other: Game) -> Differences:
        """Return where two games differ, in rules and in numbers."""
        from combin.design.variants import differences

        return differences(self.rules, other.rules)

    def check(self) -> Checked:
        """Return the rules in plain words, with warnings of unusual rules."""
        from combin.design.checking import examined

        return examined(self.rules, self.source)

    def audit(self, claims: str | Path | None = None, document: str | Path | None = None) -> Audit:
        """Return the audit of the game's document; `write` puts the report into a file or a folder.

        As PDF in a `font` of the machine where names need one, and with bands of a `confidence` in percent.
        By default the claims are those that ship for the game, if there are some.
        """
        from combin.audit.judge import audit_of

        if not self.source or self.readings:
            how = "under readings of its own" if self.readings else "from no file"
            allowed = "an audit is of a built-in game or of a file as it is"
            raise RulesError((), f"{self.rules.file.id} was read {how}; {allowed}")
        return audit_of(self.rules, self.source, claims, document)

    def published(self, source: str = "", verdicts: Iterable[Verdict] | None = None) -> PublishedFigures:
        """Return published figures about the game with the exact ones, as `published` does."""
        from combin.figures.judged import published

        return published([self.rules.file.id], source, verdicts)

    def formula(self, wager: str | None = None, *, tables: Tables = None, **letters: str) -> Formulas:
        """Return counts, edges and values as formulas."""
        from combin.proof.formulas import formulas

        return formulas(self.rules, wager, {**(tables or {}), **letters})

    def plot(
        self, kind: str, wager: str | None = None, *, tables: Tables = None, **letters: str
    ) -> DrawnPlot:
        """Return a plot, which `write` puts into a file: .svg, .png or .pdf."""
        from combin.plots.answer import DrawnPlot, plot_of

        analysis = self.analyse(tables={**(tables or {}), **letters})
        with money_in(self.rules.file.imprint.sign):
            return DrawnPlot(plot_of(analysis, kind, wager).draw())

    def poster(
        self,
        *,
        option: str | None = None,
        seed: Number | None = None,
        language: str | Path | None = None,
        local_ranks: bool = False,
        tables: Tables = None,
        **letters: str,
    ) -> Guide:
        """Return the player's guide, which `write` puts on a poster: .pdf, .svg or .png, on `paper="a3"`.

        With `bleed` or `crop_marks` for a print shop, in a `font` of the machine where a language needs one.
        With `local_ranks`, court cards have the letters of the language: in French V, D and R.
        """
        from combin.paper.poster import guide

        chosen = {**(tables or {}), **letters}
        return guide(self.rules, chosen, option, seed, language, local_ranks=local_ranks)

    def layout(self, *, language: str | Path | None = None) -> Layout:
        """Return the table layout, which `write` draws as .pdf, .svg or .png.

        >>> [spot.name for row in load("crown-melbourne").layout().rows for spot in row]
        ['Jackpot', 'Pair Plus', 'Ante', 'Play']
        """
        from combin.submission.layout import layout

        return layout(self.rules, language)

    def printed_strategy(
        self,
        *,
        options: Sequence[str] | None = None,
        stake: Number | None = None,
        meter: Number | None = None,
        language: str | Path | None = None,
        local_ranks: bool = False,
        tables: Tables = None,
        **letters: str,
    ) -> StrategyPage:
        """Return the optimal strategy as it is printed, which `write` puts on a card or a sheet.

        It takes .pdf, .svg, .png or .txt, and how that is laid out: `size` ("wallet", "a4" or "letter"),
        `sheet` (of cards), `crop_marks`, `four_colours`, `font`.

        >>> page = load("crown-melbourne").printed_strategy(ante_bonus="C")
        >>> page.statement, [call.example.hand for call in page.close_calls]
        ('Play Q-6-4 or better, fold the rest.', ['Q-6-5', 'Q-6-4', 'Q-6-3', 'Q-6-2'])
        """
        from combin.jackpot.meter import number
        from combin.paper.strategy import strategy_page
        from combin.words.catalogue import load_catalogue

        return strategy_page(
            self.analyse(tables={**(tables or {}), **letters}),
            options=options,
            stake=None if stake is None else number("stake", stake),
            meter=None if meter is None else number("meter", meter),
            catalogue=load_catalogue(language or self.rules.file.imprint.language, local_ranks=local_ranks),
        )

    def par(
        self,
        *,
        strategy: str | None = None,
        confidence: int | None = None,
        tables: Mapping[str, str | Sequence[str]] | None = None,
        **letters: str | Sequence[str],
    ) -> Book:
        """Return the PAR sheets of the game, which `write` puts into a workbook or a document.

        There is a sheet for each wager and pay table: every table of the game, or those chosen. As PDF they
        are in a `font` of the machine where names need one.

        >>> book = load("crown-melbourne").par(ante_bonus="A", pair_plus=["A", "F"], jackpot="1")
        >>> [record["sheet"] for record in book.view().records()]
        ['Ante & Play A', 'Pair Plus A', 'Pair Plus F', 'Jackpot 1']
        """
        from combin.par.book import Book

        return Book.of(self.rules, {**(tables or {}), **letters}, strategy, confidence=confidence)

    def certify(self) -> Certified:
        """Return every figure with its proof, which `write` puts into a file to be verified.

        All roads to each figure are gone, brute force among them: a minute or less for a game of one deck.
        """
        from combin.certificate.certify import certify

        return certify(self.rules, self.readings)

    def theorem(self) -> TheoremFile:
        """Return the house edges as theorems, which `write` puts into a file for the proof kernel Coq."""
        from combin.certificate.theorem import theorem_file

        return theorem_file(self.rules)

    def submit(
        self,
        folder: str | Path,
        claims: str | Path | None = None,
        *,
        font: str = "",
        warn: Callable[[str], object] | None = None,
    ) -> Submission:
        """Write the documents for a regulator into a folder: rules, PAR sheets, audit, certificate ...

        A submission of the game that the folder holds is replaced. `warn` is called at the start if the game
        can have no certificate, with the reason.
        """
        from combin.submission.submission import submit

        return submit(self, Path(folder), claims, font=font, warn=warn)

    def verify(self, file: str | Path) -> Verification | CheckedFolder:
        """Return the verification of a certificate, or a submission, of this game."""
        return verify(file, self.source or self.rules.file.id)

    def frequencies(
        self, cards: int, hands: Sequence[str] = (), *, seats: int = 1, check: bool = False
    ) -> Frequencies:
        """Return how often each category comes among hands of the deck, as `combin.frequencies` does."""
        from combin.counting.frequencies import frequencies

        rules = self.rules
        return frequencies(cards, rules.deck, hands, ranking=rules.ranking, seats=seats, check=check)

    def _dealt(self, dead: str) -> Rules:
        from combin.rules.resolved import without_cards

        return without_cards(self.rules, dead)

    def _first(self, tables: Tables, letters: Mapping[str, str], dead: str = "") -> dict[str, str]:
        """Return the letters chosen, and of other wagers the first."""
        from combin.exact.analysis import choices

        return choices(self._dealt(dead), {**(tables or {}), **letters})[0]
