"""What a certificate states of a game, computed by the exact engine, and its hash."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import TYPE_CHECKING

from msgspec.structs import replace

from combin.cards.hand_sets import HandSet
from combin.cards.suit_classes import HandClass, hand_classes, hand_classes_by_suit
from combin.certificate.canonical import Data, digest, rules_data
from combin.exact.base_game import BaseGame, base_game, classes_to_meet, line_combinations, matchups
from combin.exact.distribution import Distribution
from combin.exact.matchups import Matchups
from combin.exact.pay_lines import names_suit
from combin.exact.side_bets import SideBet, bet_beside, by_level_alone
from combin.exact.strategy import Strategy, best_strategy, optimal_strategy
from combin.jackpot.meter import JackpotError, Meter
from combin.jackpot.value import jackpot_chances
from combin.rules.errors import RulesError
from combin.rules.outcomes import payoffs
from combin.rules.resolved import Rules, remembered
from combin.rules.sights import Sights, Tells
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Whose

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.jackpot.enclosure import Enclosure
    from combin.jackpot.law import MeterLaw


@remembered
def certificate_hash(rules: Rules) -> str | None:
    """SHA-256 of a certificate, computed once for a game by the engine alone; None if it has none.

    It depends neither on the program's version nor on the machine (`not_certified` says what has none).
    """
    return digest(known_body(rules)) if not_certified(rules) is None else None


@remembered
def not_certified(rules: Rules) -> RulesError | JackpotError | None:
    """Return why a game has no certificate: an entry that certificates do not hold, or a meter; else None."""
    if rules.refused:  # whoever checks a certificate reads its rules without the game that they extend
        return next(iter(rules.refused.values()))
    deck, deal = rules.deck, rules.file.deal
    tables = [table for alternatives in rules.tables.values() for table in alternatives.values()]
    wild = any(isinstance(hands, HandSet) and hands.by_wild_cards for one in tables for hands, _ in one.sets)
    from_meter = next(
        (
            ("pay_tables", wager, letter, text, "from_meter")
            for wager in rules.meters
            for letter, table in rules.file.pay_tables[wager].items()
            for text, prize in table.lines.items()
            if prize.from_meter
        ),
        (),
    )
    many = deck.copies > 4 and (deck.wild_cards or not deck.regular)
    seen = deal.face_up and not deck.single
    for beyond, place, what in (
        (many, ("deck", "decks"), "more than four decks without jokers or wild cards only"),
        (deck.wild and not deck.regular, ("deck", "wild"), "wild cards that are whole ranks"),
        (seen, ("deal", "face_up"), "cards seen of one deck without jokers only"),
        (deal.player != 3, ("deal", "player"), "hands of three cards"),
        (wild, ("pay_tables",), "no lines that hang on wild cards"),
        (from_meter, from_meter, "no sums that are paid out of a meter"),
    ):
        if beyond:
            return RulesError(place, f"certificates hold {what} (Limits in docs/language.md)")
    try:
        certificate_meters(rules)
    except JackpotError as error:
        return error
    return None


def certificate_body(rules: Rules) -> dict[str, Data]:
    """The hashed part of a certificate (docs/certificate.md); RulesError if the engine refuses the game."""
    data, base = rules_data(rules), (rules.tables[name] for name in rules.base_tables)
    split = any(names_suit(table) for tables in base for table in tables.values())
    if rules.sights is None:
        games = _games(rules, known := matchups(rules, suits=split))
        places, witnesses = _rows(rules, known)
    else:
        games, places, witnesses = _together(rules, rules.sights, split=split)
    hands, deals = rules.player_hands, games[0].game.total
    of_each = games[0].game.dealer_hands_of_each
    dealer_hands = [of_each[place] for place in places]
    return {
        "rules": data,
        "rules_sha256": digest(data),
        "deals": {"player_hands": hands, "dealer_hands": deals // hands, "deals": deals},
        "witnesses": witnesses,
        "base_game": [_base_game(strategy, places, dealer_hands) for strategy in games],
        "side_bets": [*_side_bets(rules, games)],
        "jackpots": certificate_jackpots(rules),
        "meters": certificate_meters(rules),
    }


known_body = remembered(certificate_body)  # whose hash stands in PAR sheets beside it in a submission


def _games(rules: Rules, known: Matchups) -> list[Strategy]:
    """Return the optimal strategy under each choice of the base tables, by letters, for the same matchups."""
    games = []
    for letters in _choices(rules):
        whole = rules.sights is None and len(base_game(rules, letters).matchups) == len(known)
        games.append(
            best_strategy(rules, letters) if whole else optimal_strategy(base_game(rules, letters, known))
        )
    return games


def _choices(rules: Rules) -> Iterator[dict[str, str]]:
    """Yield each choice of the base tables: its letters by wager, in alphabetical order."""
    names = sorted(rules.base_tables)
    for chosen in product(*(sorted(rules.tables[name]) for name in names)):
        yield dict(zip(names, chosen, strict=True))


def _letters(strategy: Strategy) -> dict[str, str]:
    """Return the base tables that a strategy is for, in alphabetical order of wager."""
    return {name: table.letter for name, table in sorted(strategy.game.tables.items())}


def _base_game(strategy: Strategy, places: Sequence[int], dealer_hands: list[int]) -> dict[str, Data]:
    """Return the base game under some tables: `places` are the situations that rows stand for."""
    game, distribution = strategy.game, strategy.distribution
    unit = _unit(game)
    fold = int(unit * game.rules.fold_nets)
    folds = [fold * hands for hands in dealer_hands]
    scale = unit // game.unit
    return {
        "tables": _letters(strategy),
        "unit": unit,
        "fold_value": (folds[0] if len(set(dealer_hands)) == 1 else folds) if game.rules.play else None,
        "play_values": {
            str(multiple): [
                None if value is None else scale * value for value in game.values(multiple, places)
            ]
            for multiple in game.cases
        },
        "decisions": [strategy.decisions[place] for place in places],
        "hands_played": strategy.hands_played,
        "by_category": {category.value: list(counts) for category, counts in strategy.by_category.items()},
        "staked": int(distribution.staked * game.rules.parts),
        "average_wager": str(distribution.average_wager),
        "element_of_risk": str(distribution.element_of_risk),
        **_summary(distribution),
    }


def _unit(game: BaseGame) -> int:
    """Return the least common denominator of all that the wagers of the base game and its tables pay."""
    rules = game.rules
    names = (*rules.base_wagers, *rules.bonuses)
    pays = [row.odds() for name in names for row in payoffs(rules, name, game.letters.get(name, ""))]
    # Of a table that decides where it never comes to that, no row is for a line.
    pays += [table.odds(line) for table in game.tables.values() for line in table.lines]
    return rules.parts * lcm(rules.collection.denominator, *(pay.denominator for pay in pays))


def _summary(distribution: Distribution) -> dict[str, Data]:
    return {
        "outcomes": [[str(net), count] for net, count in distribution.outcomes],
        "house_edge": str(distribution.house_edge),
        "hit_frequency": str(distribution.hit_frequency),
        "variance": str(distribution.variance),
    }


def _side_bets(rules: Rules, games: Sequence[Strategy]) -> Iterator[dict[str, Data]]:
    """Yield every table of every side bet, for each choice of the base tables where a fold loses the bet."""
    for name in (*sorted(rules.side_bets), *sorted(rules.comparisons)):
        lost = rules.bets[name].loses_on_fold
        for letter in sorted(rules.tables.get(name, ("",))):
            of_cards = lost and rules.sights is not None and not by_level_alone(rules.tables[name][letter])
            for strategy in games if lost else games[:1]:
                decided = best_strategy(rules, _letters(strategy)) if of_cards else strategy
                bet = _each_deal_once(rules, bet_beside(decided, name, letter))
                letters = {name: letter, **(_letters(strategy) if lost else {})}
                paid = [line for line in bet.lines if line.text != "nothing"]
                yield {
                    "tables": letters,
                    "lines": {line.text: {"net": str(line.net), "count": line.count} for line in paid},
                    "nothing": bet.total - sum(line.count for line in paid),
                    "total": bet.total,
                    **_summary(bet.distribution),
                }


def _each_deal_once(rules: Rules, bet: SideBet) -> SideBet:
    """The same bet with each deal counted once, not for every suit of a line or every card seen."""
    table, cards, deal = bet.table, len(rules.deck), rules.file.deal
    total, more = comb(cards, 3), table.bet.more_cards
    if table.finer:
        total *= comb(cards - 3, more)
    elif rules.sights is not None and table.bet.loses_on_fold and table.bet.hand is Whose.PLAYER_AND_JACKPOT:
        total *= comb(cards - 3, more) * comb(cards - 3 - more, deal.face_up)
    else:
        return bet
    lines = tuple(replace(line, count=line.count // (bet.total // total)) for line in bet.lines)
    return replace(bet, lines=lines, total=total)


def certificate_jackpots(rules: Rules) -> list[Data]:
    """Return every table of every progressive wager."""
    return [
        _jackpot(rules, rules.tables[name][letter])
        for name in sorted(rules.jackpots)
        for letter in sorted(rules.tables[name])
    ]


def _jackpot(rules: Rules, table: PayTable) -> dict[str, Data]:
    chances = jackpot_chances(rules, table)

    def mean(value: Callable[[Line], Fraction | int]) -> Fraction:
        return sum((one.probability * value(one.line) for one in chances.lines()), Fraction(0))

    def share(level: str | None) -> Fraction:
        return mean(lambda line: line.prize.meter or 0 if line.prize.level == level else 0)

    value = {
        "odds": mean(lambda line: 0 if line.prize.odds is None else table.odds(line) + 1),
        "money": mean(lambda line: line.prize.money or 0),
        "share_of_meter": share(None),
        "envy": mean(lambda line: line.prize.envy),
    }
    levels = dict.fromkeys(filter(None, (one.line.prize.level for one in chances.lines())))
    of_levels = {level: str(share(level)) for level in levels if share(level)}
    return {
        "tables": {table.wager: table.letter},
        "lines": {one.line.text: one.count for one in chances.lines()},
        "total": chances.total,
        "value": {part: str(mean) for part, mean in value.items()}
        | ({"share_of_levels": of_levels} if of_levels else {}),
    }


CERTAIN_DIGITS = 10
"""Digits behind the point of what a meter comes to in the long run."""
SPARE = 8
"""Digits further to which the meters of one wager are known before they are added up."""
PATIENCE = 30
"""How many times more terms than elsewhere its series may have for them; other roads sum the same one."""


@remembered
def certificate_meters(rules: Rules) -> list[Data]:
    """Return every meter that the rules state, that of [jackpot] first: each option, then its levels."""
    first = rules.file.jackpot and rules.file.jackpot.wager
    return [
        one
        for name in sorted(rules.meters, key=lambda name: (name != first, name))
        for option in sorted(rules.meters[name].options)
        for one in _of_option(rules, name, option, {} if name == first else {"wager": name})
    ]


def _of_option(rules: Rules, name: str, option: str, wager: dict[str, Data]) -> Iterator[dict[str, Data]]:
    from combin.jackpot.answer import game_meter
    from combin.jackpot.enclosure import Enclosure

    entry = rules.meters[name].options[option]
    place = {"option": option, "pay_table": entry.pay_table, **wager}
    levels: dict[str, tuple[Meter, MeterLaw]] = {}
    for published in entry.meters:
        meter = game_meter(rules, option, published.seed, increment=Fraction(published.increment), wager=name)
        law, line = _law(meter, option), meter.value()
        levels = {one.name: (one.meter, _law(one.meter, option)) for one in meter.levels}
        top_ups = sum((one.top_ups for _, one in levels.values()), law.top_ups)
        returned = sum((one.long_run_return for _, one in levels.values()), law.long_run_return)
        yield {
            **place,
            **_stated(meter),
            "fixed_value": str(meter.fixed_return),
            "value_per_unit_of_meter": str(line.share),
            "break_even_meter": str(line.break_even),
            **_figures(law, top_ups, returned),
            "house_edge": (Enclosure.exactly(1) - returned).decimal(CERTAIN_DIGITS),
        }
    for level in sorted(levels):
        meter, law = levels[level]
        yield {
            **place,
            "level": level,
            **_stated(meter),
            "value_per_unit_of_meter": str(meter.per_unit),
            **_figures(law, law.top_ups, law.long_run_return),
        }


def _law(meter: Meter, option: str) -> MeterLaw:
    """Return the law of a meter, known to so many digits that those of a wager can be added up."""
    from combin.jackpot.enclosure import is_short
    from combin.jackpot.law import MeterLaw, MustHitLaw

    if meter.limit is not None:
        return MustHitLaw(meter, CERTAIN_DIGITS + SPARE)
    if not is_short(meter, PATIENCE):
        raise JackpotError(f"option {option}: {CERTAIN_DIGITS} digits of its meter take too many terms")
    return MeterLaw(meter, CERTAIN_DIGITS + SPARE, PATIENCE)


def _stated(meter: Meter) -> dict[str, Data]:
    stated = {"seed": meter.seed, "increment": meter.increment}
    stated |= {} if meter.limit is None else {"must_hit_by": meter.limit}
    stated |= {"reserve": meter.reserve} if meter.reserve else {}
    return {name: str(value) for name, value in stated.items()}


def _figures(law: MeterLaw, top_ups: Enclosure, returned: Enclosure) -> dict[str, Data]:
    enclosed = {
        "mean_meter": law.mean,
        "standard_deviation": law.deviation,
        "top_ups": top_ups,
        "long_run_return": returned,
    }
    return {name: value.decimal(CERTAIN_DIGITS) for name, value in enclosed.items()}


_Rows = tuple[Sequence[int], list[Data]]
"""The situations that the rows of a certificate are about, and the rows, by what is seen, weakest hand first:
of each the hand, what is seen, how many hands it stands for, and how the hands of the dealer compare."""


def _rows(rules: Rules, known: Matchups) -> _Rows:
    hands = [_hand(rules, one) for one in known.classes]
    texts = [[hands[number]] for number in known.numbers]
    if rules.file.deal.face_up:
        for text, seen in zip(texts, _seen(rules, known), strict=True):
            text.append(seen)
    if known.by_arrays:
        weights, counts = known.arrays.weights.tolist(), known.arrays.counts.tolist()
    else:  # so few that numpy need not be loaded, or not there
        weights, counts = zip(*((one.weight, one.counts) for one in known), strict=True)
    rows = zip(texts, weights, counts, strict=True)
    return range(len(texts)), [[*text, weight, *of_cases] for text, weight, of_cases in rows]


def _hand(rules: Rules, hand: HandClass) -> str:
    return " ".join([str(rules.deck.cards[card]) for card in hand.cards])


def _seen(rules: Rules, known: Matchups) -> Iterator[str]:
    """Yield what is seen of one card: the card, its rank or its group of ranks."""
    if known.cards is not None:
        return (str(rules.deck.cards[card]) for card in known.cards)
    tells = rules.file.deal.tells
    told = [rank.symbol for rank in rules.deck.ranks] if isinstance(tells, str) else tells or ()
    if known.by_arrays:
        return (told[group] for group in known.arrays.groups.tolist())
    return (told[one.seen.group] for one in known if one.seen is not None)


def _together(
    rules: Rules, sights: Sights, *, split: bool
) -> tuple[list[Strategy], Sequence[int], list[Data]]:
    """Strategies, and one row for all situations with equal observations, counts, values and decisions.

    Those with equal counts whose hands are as strong and on the same lines are put together as they are made.
    """
    import numpy as np

    from combin.exact.arrays import alike
    from combin.exact.observed import sighted_together

    stand = (hand_classes_by_suit if split else hand_classes)(rules.ranking)
    place_of = {(one.strength, one.pattern, one.suit): place for place, one in enumerate(stand)}

    def place(own: HandClass) -> int:
        return place_of[own.strength, own.pattern, own.suit if split else None]

    classes = tuple(sorted(classes_to_meet(rules, suits=split), key=place))
    lines = {line_combinations(rules, letters, classes)[1] for letters in _choices(rules)}
    kinds = alike(np.array([one.strength.level for one in classes]), *map(np.array, lines))[1]
    if rules.early:  # what a hand does before anything is seen depends on all that it can meet
        kinds = np.arange(len(classes))
    known = sighted_together(sights, rules.qualifies, len(rules.cases), classes, kinds)
    games, arrays = _games(rules, known), known.arrays
    hand = np.array([*map(place, classes)])[arrays.numbers]
    decided = [arrays.decisions(one.decisions) for one in games]
    # Other kinds may have the same counts and values, so that these tell which of these rows are one.
    values = [_values(one.game, multiple) for one in games for multiple in rules.multiples]
    may = [(arrays.levels >= least).astype(np.int64) for least in rules.multiples.values()]
    order = np.argsort(hand, kind="stable")
    said = arrays.groups, *decided, *arrays.counts.T, *may, *values
    first, of = alike(*(column[order] for column in said))
    weights = np.bincount(of, arrays.weights[order]).astype(np.int64)  # whole, far below 2^53
    first = order[first]
    keys = (*reversed(decided), *arrays.counts.T[::-1], hand, arrays.groups)
    rows = np.lexsort([key[first] for key in keys])
    first, hands, seen = first[rows], [_hand(rules, one) for one in stand], _sights(rules, sights, stand)
    columns = hand[first], arrays.groups[first], weights[rows], arrays.counts[first]
    witnesses: list[Data] = [
        [hands[own], seen[group], weight, *of_cases]
        for own, group, weight, of_cases in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return games, first.tolist(), witnesses


def _values(game: BaseGame, multiple: int) -> Integers:
    """Return of each matchup a number that tells apart what it nets by a decision over all dealer hands."""
    import numpy as np

    arrays, nets = game.matchups.arrays, [one[multiple] for one in game.by_lines]
    values = arrays.values(game.lines, nets, game.rules.multiples[multiple])
    of_kind: Integers = np.unique(values, return_inverse=True)[1]
    return of_kind[arrays.kinds(game.lines).of]


def _sights(rules: Rules, sights: Sights, stand: Sequence[HandClass]) -> list[str]:
    """Return what is seen in words, by heading: for each card, that of the highest one first."""
    if sights.by_strength:
        weakest = {one.strength.level: one for one in reversed(stand)}
        return [_hand(rules, weakest[level]) for level in range(len(weakest))]
    deck, tells = rules.deck, rules.file.deal.tells
    told = [sights.told(sights.heading_of.index(place))[::-1] for place in range(len(sights.headings))]
    match sights.tells:
        case Tells.CARD:
            suits = len(deck.suits)
            apart = [len({one % suits for one in cards}) > 1 for cards in told]  # in the first suits
            return [
                f"{deck.cards[high - high % suits]} {deck.cards[low - low % suits + other]}"
                for (high, low), other in zip(told, apart, strict=True)
            ]
        case Tells.RANK:
            names: Sequence[str] = [rank.symbol for rank in deck.ranks]
        case Tells.SUIT:
            names = [suit.name for suit in deck.suits]
        case Tells.COLOUR:
            names = list(dict.fromkeys(suit.colour for suit in deck.suits))
        case Tells.GROUP:
            names = tells if isinstance(tells, tuple) else ()
    return [", ".join(names[mark] for mark in marks) for marks in told]
