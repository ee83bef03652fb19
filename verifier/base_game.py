"""The base game: what each decision is worth for each row, the best one, and what all deals then come to."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from operator import mul


def base_games(game, situations):
    """Return the base game for each choice of its tables."""
    letters = [sorted(game.tables[name]) for name in game.base_tables]
    return [
        BaseGame(game, situations, dict(zip(game.base_tables, one))).figures() for one in product(*letters)
    ]


class BaseGame:
    """The base game under one choice of its tables: `letters` by wager."""

    def __init__(self, game, situations, letters):
        self.game, self.rows, self.standing, self.letters = (
            game,
            situations.rows,
            situations.standing,
            letters,
        )
        self.odds = {name: game.odds(name, letter) for name, letter in letters.items()}
        self.lines = {
            name: game.deck.line_of_hands(game.tables[name][letter]) for name, letter in letters.items()
        }
        self.lines |= game.hands_apart
        self.lines_of = [*zip(*self.lines.values())] if self.lines else [()] * len(game.deck.hands)
        self.counts = [by_case(game, row.six) for row in self.rows]
        self.unit = game.unit(self.odds)
        self.nets_of_lines = {}
        self.worth = [*map(self.values, self.rows, self.counts)]
        self.decisions = self.best_decisions()

    def nets(self, row, multiple):
        """Return what a row nets in each case by a decision, in units."""
        lines = self.lines_of[row.place]
        if (lines, multiple) not in self.nets_of_lines:
            paid = dict(zip(self.lines, lines))
            paid |= {name: nets.get(paid[name]) for name, nets in self.odds.items()}
            if multiple:
                nets = self.game.nets(paid, multiple)
            else:
                nets = [self.game.fold_net()] * len(self.game.cases)
            self.nets_of_lines[lines, multiple] = [int(net * self.unit) for net in nets]
        return self.nets_of_lines[lines, multiple]

    def values(self, row, counts):
        """Return what each decision that a row may take nets over all dealer hands, the fold first."""
        allowed = [0] if self.game.play else []
        allowed += [multiple for multiple, least in self.game.choices if row.place >= least]
        return {multiple: sum(map(mul, counts, self.nets(row, multiple))) for multiple in allowed}

    def best_decisions(self):
        """Return for each row the decision that nets most; of equal ones the first, which stakes least.

        Before a card is seen, a raise is one for all that can be seen, and taken if it nets more over all.
        """
        early = self.game.early
        waiting = [
            max((multiple for multiple in worth if multiple not in early), key=worth.get)
            for worth in self.worth
        ]
        if not early:
            return waiting
        sums = defaultdict(Counter)
        for row, worth, best in zip(self.rows, self.worth, waiting):
            of_hand = sums[self.standing[row.place].key]
            of_hand[None] += row.weight * worth[best]
            for multiple in worth.keys() & {*early}:
                of_hand[multiple] += row.weight * worth[multiple]
        decisions = []
        for row, best in zip(self.rows, waiting):
            of_hand = sums[self.standing[row.place].key]
            choices = [None, *(multiple for multiple in sorted(early) if multiple in of_hand)]
            raised = max(choices, key=of_hand.get)
            decisions.append(best if raised is None else raised)
        return decisions

    def figures(self):
        """Return the entry of a certificate."""
        game, outcomes, played, staked = self.game, Counter(), 0, 0
        by_category = {category: [0] * 5 for category in game.deck.ranking["order"]}
        for row, counts, decision in zip(self.rows, self.counts, self.decisions):
            deals = row.weight * sum(counts)
            for count, net in zip(counts, self.nets(row, decision)):
                outcomes[net] += row.weight * count
            fates = by_category[game.deck.hands[row.place].category]
            if decision:
                for column, count in enumerate((sum(row.six[:3]), *row.six[3:]), 1):
                    fates[column] += row.weight * count
                played += row.weight
            else:
                fates[0] += deals
            staked += deals * (len(game.initial) * game.parts + (decision if game.play else 0))
        total = summary(Counter({Fraction(net, self.unit): number for net, number in outcomes.items()}))
        average_wager = Fraction(staked, outcomes.total() * game.parts)
        folds = [worth.get(0) for worth in self.worth]
        return {
            "tables": self.letters,
            "unit": self.unit,
            "fold_value": folds[0] if len(set(folds)) == 1 else folds,
            "play_values": {
                str(multiple): [worth.get(multiple) for worth in self.worth] for multiple, _ in game.choices
            },
            "decisions": self.decisions,
            "hands_played": played,
            "by_category": by_category,
            "staked": staked,
            "average_wager": str(average_wager),
            "element_of_risk": str(Fraction(total["house_edge"]) / average_wager),
            **total,
        }


def by_case(game, six):
    """Return the counts of a row as the game tells its cases apart: four, or all six."""
    return six if len(game.cases) == 6 else (sum(six[:3]), *six[3:])


def summary(outcomes):
    """Return what outcomes (net: number of deals) come to."""
    total = outcomes.total()
    mean, mean_square = (
        sum(net**power * count for net, count in outcomes.items()) / total for power in (1, 2)
    )
    return {
        "outcomes": [[str(net), count] for net, count in sorted(outcomes.items()) if count],
        "house_edge": str(-mean),
        "hit_frequency": str(Fraction(sum(count for net, count in outcomes.items() if net > 0), total)),
        "variance": str(mean_square - mean**2),
    }
