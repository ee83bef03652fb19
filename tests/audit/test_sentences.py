"""Sentences about games, each with the verdict that is right: a true one beside false ones that are near it.

A verdict "exact" for a false sentence is the fault that these are against.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from combin.audit.judge import Audit, audit

WITHOUT = 'without = ["wager.six_card_bonus", "wager.millionaire_maker", "wager.progressive"{}]\n'
JACKPOT = """extends = "crown-melbourne"
without = ["jackpot", "pay_tables.jackpot"]
[pay_tables.jackpot.1]
odds = "for 1"
"royal flush" = { meter = "100%" }
"straight flush" = { meter = "10%" }
"four of a kind" = 500
"full house" = 150
"flush" = 0
"""
GAMES = {
    "half play": 'extends = "three-card-poker"\n' + WITHOUT.format("") + '[decision]\nplay = ["1/2"]\n',
    "half folds": 'extends = "three-card-poker"\n'
    + WITHOUT.format("")
    + '[wager.ante]\ncommission = "5%"\nfold_returns = "1/2"\ncollection = "1%"\n',
    "flushes of spades": 'extends = "three-card-poker"\n'
    + WITHOUT.format(', "pay_tables.pair_plus"')
    + '[pay_tables.pair_plus.1]\n"straight flush" = 40\n"three of a kind" = 30\n"straight" = 6\n'
    '"flush of spades" = 4\n"flush" = "lose"\n"pair" = 1\n',
    "flushes that win nothing": JACKPOT,
    "two decks": 'extends = "crown-melbourne"\n[deck]\ndecks = 2\n',
    "one suit": '[deck]\nsuits = ["spades"]\n[source]\ndocument = "none"\n[wager.player]\nname = "Player"\n'
    'settles = "against the dealer"\nwin = 1\ntie = "push"\nlose = "lose"\n',
    "two jackpots": """extends = "resorts-world-sentosa"
[wager.second]
name = "Second"
settles = "jackpot"
hand = "player"
on_fold = "stays"
needs = ["ante"]
envy_needs = ["pair_plus"]
[pay_tables.second.A]
"straight flush" = { meter = "100%", envy = 70 }
"three of a kind" = { money = 150, envy = 10 }
"straight" = { money = 15 }
""",
    "other readings": """[source]
document = "invented"
kind = "description"
[ranking]
order = ["straight flush", "three of a kind", "straight", "flush", "pair", "high card"]
ace_low_straight = "lowest"
straight_suits = "three"
[wager.pair_plus]
name = "Pair Plus"
settles = "pay table"
[pay_tables.pair_plus.A]
"straight flush" = 40
"three of a kind" = 25
"straight" = 6
"flush" = 4
"pair" = 1
[pay_tables.pair_plus.B]
"straight flush" = 40
"three of a kind" = 30
"straight" = 8
"flush" = 4
"pair" = 1
[readings.straight]
question = "Does 'different suits' mean three?"
adopted = "three"
[readings.straight.options]
"three" = {}
"more than one" = { "ranking.straight_suits" = "more than one" }
""",
}
"""Games of these tests: an id and a title are added."""

SENTENCES = """
# a figure and its value are of one kind
crown-melbourne | royal flush pays 100% of the meter | exact | quantity = "pay", wager = "jackpot", table = "1", line = "royal flush", published = "100%"
crown-melbourne | royal flush pays even money | differs | quantity = "pay", wager = "jackpot", table = "1", line = "royal flush", published = "even money"
crown-melbourne | royal flush pays one dollar | differs | quantity = "pay", wager = "jackpot", table = "1", line = "royal flush", published = "$1"
crown-melbourne | straight flush pays a tenth of the meter | exact | quantity = "pay", wager = "jackpot", table = "1", line = "straight flush", published = "1/10"
crown-melbourne | flush pays 4 to 1 | exact | quantity = "pay", wager = "pair_plus", table = "F", line = "flush", published = "4 to 1"
crown-melbourne | flush pays 5 for 1 | exact | quantity = "pay", wager = "pair_plus", table = "F", line = "flush", published = "5 for 1"
crown-melbourne | flush pays 4 for 1 | differs | quantity = "pay", wager = "pair_plus", table = "F", line = "flush", published = "4 for 1"
crown-melbourne | flush pays four dollars | differs | quantity = "pay", wager = "pair_plus", table = "F", line = "flush", published = "$4"
crown-melbourne | flush pays 400% | differs | quantity = "pay", wager = "pair_plus", table = "F", line = "flush", published = "400%"
resorts-world-sentosa | straight flush pays 175 dollars | exact | quantity = "pay", wager = "jackpot", line = "straight flush", published = "$175"
resorts-world-sentosa | straight flush pays 17500 per cent | differs | quantity = "pay", wager = "jackpot", line = "straight flush", published = "17500%"
resorts-world-sentosa | straight flush pays 175 to 1 of a stake that is not stated | differs | quantity = "pay", wager = "jackpot", line = "straight flush", published = "175 to 1"
three-card-poker | 3744 hands are pairs | exact | quantity = "number of hands", hands = "pair", published = "3,744"
three-card-poker | 3744 dollars of hands are pairs | differs | quantity = "number of hands", hands = "pair", published = "$3,744"
three-card-poker | edge told as odds | differs | quantity = "house edge", wager = "pair_plus", published = "1 to 42"
crown-melbourne | Play costs 1 to 1 | exact | quantity = "play", published = "1 to 1"
crown-melbourne | Play costs a push | differs | quantity = "play", published = "push"

# "or better" is kept, and suits are
crown-melbourne | a flush pays more than a pair | exact | quantity = "comparison", better = "flush", worse = "pair"
crown-melbourne | a flush beats a pair or better | differs | quantity = "comparison", better = "flush", worse = "pair or better"
crown-melbourne | a flush or better beats a pair | exact | quantity = "comparison", better = "flush or better", worse = "pair"
crown-melbourne | threes are a straight or better | exact | quantity = "example hand", category = "straight or better", published = "3-3-3"
crown-melbourne | threes are a straight | differs | quantity = "example hand", category = "straight", published = "3-3-3"
crown-melbourne | a pair pays even money | exact | quantity = "pay", wager = "pair_plus", table = "A", line = "pair", published = "1 to 1"
crown-melbourne | a pair or better pays even money | differs | quantity = "pay", wager = "pair_plus", table = "A", line = "pair or better", published = "1 to 1"
crown-melbourne | a pair of aces pays even money | exact | quantity = "pay", wager = "pair_plus", table = "A", line = "pair of aces", published = "1 to 1"
crown-melbourne | a royal flush of spades wins the meter | exact | quantity = "pay", wager = "jackpot", table = "1", line = "royal flush of spades", published = "100%"
flushes of spades | a flush pays 4 to 1 | differs | quantity = "pay", wager = "pair_plus", line = "flush", published = "4 to 1"
flushes of spades | a flush of spades pays 4 to 1 | exact | quantity = "pay", wager = "pair_plus", line = "flush of spades", published = "4 to 1"
flushes of spades | a flush of hearts loses | exact | quantity = "pay", wager = "pair_plus", line = "flush of hearts", published = "lose"
flushes of spades | any flush is paid | differs | quantity = "paid hands", wager = "pair_plus", published = "Straight Flush, Three of a Kind, Straight, Flush, Pair"
flushes of spades | flushes of spades are paid | exact | quantity = "paid hands", wager = "pair_plus", published = "Straight Flush, Three of a Kind, Straight, Flush of spades, Pair"
flushes of spades | pair or better is paid | differs | quantity = "paid hands", wager = "pair_plus", published = "pair or better"
three-card-poker | 48 hands are straights of one suit | exact | quantity = "number of hands", hands = "suited straight", published = "48"
three-card-poker | no pair is of one suit | exact | quantity = "number of hands", hands = "suited pair", published = "0"
three-card-poker | some pair is of one suit | differs | quantity = "number of hands", hands = "suited pair", published = "3,744"
three-card-poker | 13 hands are suited threes | differs | quantity = "number of hands", hands = "suited three of a kind", published = "13"
twenty-one-plus-three | pairs of one suit in six decks | exact | quantity = "number of hands", hands = "suited pair", published = "56,160"
twenty-one-plus-three | pairs of spades in six decks | exact | quantity = "number of hands", hands = "pair of spades", published = "14,040"
twenty-one-plus-three | no pair is of spades | differs | quantity = "number of hands", hands = "pair of spades", published = "0"
twenty-one-plus-three | five cards of six decks | not checkable | quantity = "number of hands", hands = "flush", cards = 5, published = "5,108"

# five cards finer than their category
crown-melbourne | pairs of aces in five cards | exact | quantity = "number of hands", hands = "pair of aces", cards = 5, published = "84,480"
crown-melbourne | no pair of aces in five cards | differs | quantity = "probability", hands = "pair of aces", cards = 5, published = "0%"
crown-melbourne | jacks or better in five cards | exact | quantity = "number of hands", hands = "jacks or better", cards = 5, published = "536,100"
crown-melbourne | royal flushes of spades in five cards | exact | quantity = "number of hands", hands = "royal flush of spades", cards = 5, published = "1"
crown-melbourne | a fold costs nothing of the Jackpot | differs | quantity = "fold forfeits", wager = "jackpot"
crown-melbourne | a fold costs nothing of Pair Plus | exact | quantity = "fold forfeits", wager = "pair_plus"
three-card-prime | a fold costs nothing of a bet on colours | differs | quantity = "fold forfeits", wager = "prime"

# words for hands
crown-melbourne | a mini royal stands above the straight flushes | exact | quantity = "order of hands", published = "Mini Royal > Straight Flush > Three of a Kind"
crown-melbourne | a straight flush stands above the mini royals | differs | quantity = "order of hands", published = "Straight Flush > Mini Royal"
crown-melbourne | trips stand above straights | exact | quantity = "order of hands", published = "Trips > Straight"
crown-melbourne | straights stand above trips | differs | quantity = "order of hands", published = "Straight > Trips"
crown-melbourne | flush, one pair, high card | exact | quantity = "order of hands", published = "Flush > One Pair > High Card"
crown-melbourne | flush, high card, one pair | differs | quantity = "order of hands", published = "Flush > High Card > One Pair"
crown-melbourne | in five cards a flush beats aces | exact | quantity = "order of hands", cards = 5, published = "Flush > Trips > Pair of aces > One Pair"
crown-melbourne | in five cards a pair beats aces | differs | quantity = "order of hands", cards = 5, published = "One Pair > Pair of aces"
teen-patti-20-20 | the order of the game, not of rarity | exact | quantity = "order of hands", published = "Three of a kind > Straight flush"
teen-patti-20-20 | the order of rarity, not of the game | differs | quantity = "order of hands", published = "Straight flush > Three of a kind"
crown-melbourne | hands between with commas | exact | quantity = "hands between strategies", strategy = "any queen", other = "Q-5-2", published = "Q43, Q42, Q32"
crown-melbourne | hands between with a hand too many | differs | quantity = "hands between strategies", strategy = "any queen", other = "Q-5-2", published = "Q52, Q43, Q42, Q32"
crown-melbourne | about 70% are played | rounds | quantity = "hands decided", form = "share", published = "about 70%"
crown-melbourne | 70% are played | differs | quantity = "hands decided", form = "share", published = "70%"
crown-melbourne | a bonus pays nothing for a flush | exact | quantity = "pay", wager = "ante_bonus", table = "A", line = "flush", published = "nothing"
crown-melbourne | a bonus is lost with a flush | differs | quantity = "pay", wager = "ante_bonus", table = "A", line = "flush", published = "lose"
crown-melbourne | a side bet pays nothing for a high card | exact | quantity = "pay", wager = "pair_plus", table = "A", line = "high card", published = "nothing"
crown-melbourne | a side bet is lost with a high card | exact | quantity = "pay", wager = "pair_plus", table = "A", line = "high card", published = "lose"
crown-melbourne | a side bet pushes with a high card | differs | quantity = "pay", wager = "pair_plus", table = "A", line = "high card", published = "push"
ultimate-three-card-poker | the Blind pushes with a pair that wins | exact | quantity = "pay", wager = "blind", table = "A", line = "pair", published = "push"
ultimate-three-card-poker | the Blind is lost with a pair that wins | differs | quantity = "pay", wager = "blind", table = "A", line = "pair", published = "lose"
ultimate-three-card-poker | Play pushes without a qualifier | differs | quantity = "outcome", wager = "play", case = "no_qualify", published = "push"

# what a quantity lacks is no proof
crown-melbourne | always play where a king is seen | not checkable | quantity = "best strategy", strategy = "always play", sees = "K"
crown-melbourne | the printed strategy is best | exact | quantity = "best strategy", strategy = "Q-6-4"
crown-melbourne | no cell fits | differs | quantity = "fit of a table", table = "mixed", readings = { "by the square" = { formula = "1 / (97*R*S)" } }
crown-melbourne | all cells fit | exact | quantity = "fit of a table", table = "mixed", readings = { "as it is" = {} }
crown-melbourne | a misprint adds up | differs | quantity = "sum of tables", weights = { royals = "R", others = "S" }, published = "100%"
crown-melbourne | cells add up | exact | quantity = "sum of tables", weights = { right = "R", others = "S" }, published = "100%"
crown-melbourne | all cells are 50% | differs | quantity = "sum of tables", weights = { mixed = "1" }, published = "50%"
crown-melbourne | two of 1 in 3 have no room for the whole | differs | quantity = "sum of tables", weights = { parts = "2" }, published = "100%"
crown-melbourne | cells add up to a dollar | differs | quantity = "sum of tables", weights = { right = "R", others = "S" }, published = "$1"
crown-melbourne | hands between a strategy and itself | not checkable | quantity = "hands between strategies", strategy = "Q-6-4", other = "Q-6-4"
hole-card | hands between strategies that see a card | not checkable | quantity = "hands between strategies", strategy = "always play", other = "Q-6-4", published = "Q63"
teen-patti-20-20 | the best play where nothing is decided | not checkable | quantity = "best strategy", strategy = "always play"
teen-patti-20-20 | hands played where nothing is decided | not checkable | quantity = "hands decided", published = "22,100"
teen-patti-20-20 | the edge of a play where nothing is decided | not checkable | quantity = "house edge", wager = "player_a", strategy = "mimic the dealer", published = "2%"
teen-patti-20-20 | a fold where nothing is decided | not checkable | quantity = "fold forfeits", wager = "pair_plus_a"
one suit | the ace of a straight flush | exact | quantity = "five-card straight flush"
crown-melbourne | equal figures rise | differs | quantity = "order of a table", table = "level"
crown-melbourne | one row falls | not checkable | quantity = "order of a table", table = "one-row", falls = true
crown-melbourne | rows rise | differs | quantity = "order of a table", table = "others"
crown-melbourne | rows fall | exact | quantity = "order of a table", table = "others", falls = true
one suit | a deck without pairs | not checkable | quantity = "cards from the highest"

# what is left over is no bonus
half play | bonuses with half a Play | rounds | quantity = "part of the return", part = "bonuses", tables = { ante_bonus = "1" }, published = "5.29%"
half play | bonuses of one of several tables | reading | quantity = "part of the return", part = "bonuses", published = "5.29%"
half play | half a Play, of the Ante | rounds | quantity = "part of the return", part = "raise", published = "-10.84%"
half play | half a Play, of itself | rounds | quantity = "part of the return", part = "raise", per = "own stake", published = "-21.67%"
half play | half a Play taken for a whole one | differs | quantity = "part of the return", part = "raise", published = "-21.67%"
half folds | bonuses with half a fold, commission and collection | rounds | quantity = "part of the return", part = "bonuses", tables = { ante_bonus = "1" }, published = "5.29%"
half folds | odds are not whole | exact | quantity = "odds in chips"
half folds | what a win gets, less commission | exact | quantity = "outcome", wager = "ante", case = "win", published = "0.95 to 1"
half folds | what a win gets, commission forgotten | differs | quantity = "outcome", wager = "ante", case = "win", published = "1 to 1"
crown-melbourne | odds are whole | cannot occur | quantity = "odds in chips"
ultimate-three-card-poker | a Blind is no bonus | differs | quantity = "part of the return", part = "bonuses", published = "-36.70%"
flushes that win nothing | prizes without lines of 0 | rounds | quantity = "frequency of prizes", wager = "jackpot", table = "1", published = "1 in 590"
flushes that win nothing | prizes with lines of 0 | differs | quantity = "frequency of prizes", wager = "jackpot", table = "1", published = "1 in 273"

# the table, stake, meter, card or reading that is meant is the one that is used
three-card-poker | a mix at its stake | rounds | quantity = "house edge of a mix", stakes = { millionaire_maker = 10 }, published = "18.74%"
three-card-poker | a mix of tables that are not named | not checkable | quantity = "house edge of a mix", stakes = { ante = 1, pair_plus = 1 }, published = "2.845%"
three-card-poker | a mix of tables that are named | rounds | quantity = "house edge of a mix", stakes = { ante = 1, pair_plus = 1 }, tables = { ante_bonus = "1", pair_plus = "1" }, published = "2.845%"
three-card-poker | a mix at another stake | differs | quantity = "house edge of a mix", stakes = { millionaire_maker = 10 }, published = "18.10%"
crown-melbourne | an edge of one of several tables | reading | quantity = "house edge", wager = "pair_plus", per = "initial wager", published = "2.32%"
crown-melbourne | an edge of none of several tables | differs | quantity = "house edge", wager = "pair_plus", per = "initial wager", published = "2.33%"
three-card-poker | a deviation of one of several tables | reading | quantity = "standard deviation", wager = "pair_plus", published = "2.91"
three-card-poker | a deviation of the table that is named | rounds | quantity = "standard deviation", wager = "pair_plus", tables = { pair_plus = "1" }, published = "2.91"
three-card-poker | a deviation of another table than is named | differs | quantity = "standard deviation", wager = "pair_plus", tables = { pair_plus = "8" }, published = "2.91"
crown-melbourne | a line of one of several tables | reading | quantity = "pay", wager = "pair_plus", line = "flush", published = "4 to 1"
crown-melbourne | a line of none of several tables | differs | quantity = "pay", wager = "pair_plus", line = "flush", published = "5 to 1"
other readings | the house has an edge under one reading only | reading | quantity = "house advantage"
hole-card | a card that is seen changes no mean | rounds | quantity = "value of playing", hand = "Q-6-4", suits = "three suits", published = "-0.9934"
hole-card | the mean against the best card alone | differs | quantity = "value of playing", hand = "Q-6-4", suits = "three suits", published = "-2"
three-card-poker | an envy bonus beside other tables | exact | quantity = "envy bonus", wager = "progressive", for_hands_with = [["ante", "play"]]
resorts-world-sentosa | an envy bonus for Pair Plus alone | differs | quantity = "envy bonus", wager = "jackpot", for_hands_with = [["pair_plus"]]
two jackpots | the envy bonuses of the second | exact | quantity = "envy bonus", wager = "second", for_hands_with = [["ante", "play", "pair_plus"]]
two decks | two royals from two decks | not checkable | quantity = "simultaneous flushes", royals = 2
crown-melbourne | a royal with a straight flush | exact | quantity = "simultaneous flushes", royals = 1, straight_flushes = 1
crown-melbourne | two royals from one deck | cannot occur | quantity = "simultaneous flushes", royals = 2
three-card-poker | a royal without jackpot cards | not checkable | quantity = "simultaneous flushes", royals = 1

# what is true in words is not compared as something else
# 48 of 22,100 hands are straight flushes: 1 in 460.4167, odds of 459.4167 to 1 against
three-card-poker | probability, straight flush: 1 in 460.42 | rounds | quantity = "probability", hands = "straight flush", published = "1 in 460.42"
three-card-poker | probability, straight flush: 1 in 460 | rounds | quantity = "probability", hands = "straight flush", published = "1 in 460"
three-card-poker | probability, straight flush: 1/460 | rounds | quantity = "probability", hands = "straight flush", published = "1/460"
three-card-poker | probability, straight flush: 459 to 1 | rounds | quantity = "probability", hands = "straight flush", published = "459 to 1"
three-card-poker | probability, straight flush: 48 of 22,100 | exact | quantity = "probability", hands = "straight flush", published = "48 of 22,100"
three-card-poker | probability, straight flush: 12/5525 | exact | quantity = "probability", hands = "straight flush", published = "12/5525"
three-card-poker | probability, straight flush: about 1 in 460 | rounds | quantity = "probability", hands = "straight flush", published = "about 1 in 460"
three-card-poker | probability, straight flush: 1 in 461 | differs | quantity = "probability", hands = "straight flush", published = "1 in 461"
three-card-poker | probability, straight flush: 460 to 1 | differs | quantity = "probability", hands = "straight flush", published = "460 to 1"
three-card-poker | probability, straight flush: 1 in 460.41 | cut off | quantity = "probability", hands = "straight flush", published = "1 in 460.41"
three-card-poker | probability, straight: 1 in 31 | rounds | quantity = "probability", hands = "straight", published = "1 in 31"
three-card-poker | probability, straight: 1 in 31 | differs | quantity = "probability", hands = "straight", published = "1 in 31", compare = "exact"
three-card-poker | probability, straight or better: 0.759% | rounds | quantity = "probability", hands = "straight or better", cards = 5, published = "0.759%"
three-card-poker | number of hands: about 22,000 | rounds | quantity = "number of hands", published = "about 22,000"
three-card-poker | number of hands: about 23,000 | differs | quantity = "number of hands", published = "about 23,000"
three-card-poker | pay, progressive, three of a kind: 90 for 1 | exact | quantity = "pay", wager = "progressive", table = "A", line = "three of a kind", published = "90 for 1"
three-card-poker | pay, progressive, three of a kind: 89 to 1 | exact | quantity = "pay", wager = "progressive", table = "A", line = "three of a kind", published = "89 to 1"
three-card-poker | pay, progressive, three of a kind: 90 | exact | quantity = "pay", wager = "progressive", table = "A", line = "three of a kind", published = "90"
three-card-poker | pay, progressive, three of a kind: 90 to 1 | differs | quantity = "pay", wager = "progressive", line = "three of a kind", published = "90 to 1"
three-card-poker | pay, pair_plus, flush: 5 for 1 | exact | quantity = "pay", wager = "pair_plus", table = "1", line = "flush", published = "5 for 1"
three-card-poker | pay, pair_plus, flush: 4 for 1 | differs | quantity = "pay", wager = "pair_plus", table = "1", line = "flush", published = "4 for 1"
three-card-poker | outcome, ante, win: 2 for 1 | exact | quantity = "outcome", wager = "ante", case = "win", published = "2 for 1"
three-card-poker | outcome, ante, win: even money | exact | quantity = "outcome", wager = "ante", case = "win", published = "even money"
three-card-poker | pay, pair_plus, mini royal: 40 to 1 | exact | quantity = "pay", wager = "pair_plus", table = "1", line = "mini royal", published = "40 to 1"
three-card-poker | pay, pair_plus, high card: lose | exact | quantity = "pay", wager = "pair_plus", table = "1", line = "high card", published = "lose"
three-card-poker | pay, pair_plus, high card: 1 to 1 | differs | quantity = "pay", wager = "pair_plus", table = "1", line = "high card", published = "1 to 1"
three-card-poker | paid hands, six_card_bonus: Three of a kind or better | exact | quantity = "paid hands", wager = "six_card_bonus", published = "Three of a kind or better"
three-card-poker | paid hands, six_card_bonus: Straight or better | differs | quantity = "paid hands", wager = "six_card_bonus", published = "Straight or better"
three-card-poker | paid hands, ante_bonus: straight, three of a kind, straight flush | exact | quantity = "paid hands", wager = "ante_bonus", published = "straight, three of a kind, straight flush"
three-card-poker | order of hands: straight > flush | exact | quantity = "order of hands", published = "straight > flush"
three-card-poker | order of hands: flush > straight | differs | quantity = "order of hands", published = "flush > straight"
three-card-poker | order of hands: straight > straight | differs | quantity = "order of hands", published = "straight > straight"
three-card-poker | order of hands: full house > flush | differs | quantity = "order of hands", published = "full house > flush"
three-card-poker | order of hands: full house > flush | exact | quantity = "order of hands", published = "full house > flush", cards = 5

# what cannot be is judged, with the reason
uk-including-blind | comparison, Q-J-10 flush, 10-9-8 flush | differs | quantity = "comparison", better = "Q-J-10 flush", worse = "10-9-8 flush" | not so: Q-J-10 is never a flush; it is a straight flush
uk-including-blind | example hand, flush, one suit: Q, J, 10 | differs | quantity = "example hand", category = "flush", suits = "one suit", published = "Q, J, 10" | not so: straight flush
uk-including-blind | example hand, pair: K, K | differs | quantity = "example hand", category = "pair", published = "K, K" | not so: K, K is not three cards
uk-including-blind | example hand, pair: K, K, 1 | differs | quantity = "example hand", category = "pair", published = "K, K, 1" | not so: '1' is not a rank of this deck
uk-including-blind | example hand, pair: Ks Ks 4h | differs | quantity = "example hand", category = "pair", published = "Ks Ks 4h" | stands twice
uk-including-blind | example hand, pair, one suit: K, K, 4 | differs | quantity = "example hand", category = "pair", suits = "one suit", published = "K, K, 4" | not so: no hand of the deck is K, K, 4, all of one suit
uk-including-blind | example hand, flush, stars: K, J, 9 | differs | quantity = "example hand", category = "flush", suits = "stars", published = "K, J, 9" | not so: the deck has no suit stars
uk-including-blind | example hand, full house: K, K, 9 | differs | quantity = "example hand", category = "full house", published = "K, K, 9" | not so: full house is no hand of three cards
uk-including-blind | comparison, 5-5-K, 5-5-1 | differs | quantity = "comparison", better = "5-5-K", worse = "5-5-1" | not so: 5-5-1 is no hand of three cards
uk-including-blind | pay, pair_plus, pears: 1 to 1 | differs | quantity = "pay", wager = "pair_plus", line = "pears", published = "1 to 1" | not so: pair_plus A has no line pears
uk-including-blind | pay, pair_plus, full house: 1 to 1 | differs | quantity = "pay", wager = "pair_plus", line = "full house", published = "1 to 1" | not so: pair_plus A has no line full house
uk-including-blind | probability, four of a kind: 1 in 4,165 | differs | quantity = "probability", hands = "four of a kind", published = "1 in 4,165" | the exact value is 0
uk-including-blind | probability, pair: 117% | differs | quantity = "probability", hands = "pair", published = "117%" | off by +100.0588 percentage points
uk-including-blind | number of hands, Q-J-10 flush: 4 | differs | quantity = "number of hands", hands = "Q-J-10 flush", published = "4" | off by +4
uk-including-blind | dealer qualifies: 1 high | differs | quantity = "dealer qualifies", published = "1 high" | not so: 1 high is no hand of three cards
uk-including-blind | paid hands, pair_plus: full house or better | differs | quantity = "paid hands", wager = "pair_plus", published = "full house or better" | not so: full house is no hand
uk-including-blind | order of ranks: A K Q 1 | differs | quantity = "order of ranks", published = "A K Q 1" | not so: '1' is not a rank of this deck
uk-including-blind | choice of tables | differs | quantity = "choice of tables", tables = { pair_plus = "Z" } | not so: pair_plus has no table Z (there are: A)
uk-including-blind | value of playing, Q-Q-Q, one suit: 1 | differs | quantity = "value of playing", hand = "Q-Q-Q", suits = "one suit", published = "1" | not so: Q-Q-Q cannot be of one suit
uk-including-blind | best strategy, Q-6-4, X | differs | quantity = "best strategy", strategy = "Q-6-4", sees = "X" | not so: 'X' is not a rank of this deck
uk-including-blind | hands of eight cards | not checkable | quantity = "number of hands", hands = "royal flush", cards = 8, published = "4" | hands of 8 cards are not counted

# exact values
uk-including-blind | frequency of results, pair_plus, above zero | differs | quantity = "frequency of results", wager = "pair_plus", net = "above zero", published = "1" | = 283/1105
uk-including-blind | frequency of results, pair_plus, zero | differs | quantity = "frequency of results", wager = "pair_plus", net = "zero", published = "1" | = 0
uk-including-blind | frequency of results, pair_plus, below zero | differs | quantity = "frequency of results", wager = "pair_plus", net = "below zero", published = "1" | = 822/1105
uk-including-blind | deals with a result, ante, +7 | differs | quantity = "deals with a result", wager = "ante", net = "+7", published = "1" | = 617044
uk-including-blind | deals with a result, ante, 4 | differs | quantity = "deals with a result", wager = "ante", net = "4", published = "1" | = 0
uk-including-blind | average wager, ante | cut off | quantity = "average wager", wager = "ante", published = "1" | = 370/221
uk-including-blind | average wager, ante, always play | differs | quantity = "average wager", wager = "ante", strategy = "always play", published = "1" | = 2
uk-including-blind | deals | differs | quantity = "deals", published = "1" | = 407170400
uk-including-blind | deals, fold | differs | quantity = "deals", case = "fold", published = "1" | = 132652800
uk-including-blind | deals, fold | differs | quantity = "deals", case = "fold", form = "share", published = "1" | = 72/221
uk-including-blind | deals, tie, straight flush | differs | quantity = "deals", case = "tie", category = "straight flush", published = "1" | = 144
uk-including-blind | hands decided | differs | quantity = "hands decided", published = "1" | = 14900
uk-including-blind | hands decided, fold | differs | quantity = "hands decided", decision = "fold", form = "share", published = "1" | = 72/221
uk-including-blind | hands decided, mimic the dealer | differs | quantity = "hands decided", strategy = "mimic the dealer", published = "1" | = 15380
uk-including-blind | value of playing, Q-6-4, three suits | differs | quantity = "value of playing", hand = "Q-6-4", suits = "three suits", published = "1" | = -9151/9212
uk-including-blind | number of hands, royal flush | differs | quantity = "number of hands", hands = "royal flush", cards = 7, published = "1" | = 4324
uk-including-blind | number of hands, straight or better | differs | quantity = "number of hands", hands = "straight or better", published = "1" | = 820

# rounded, cut off, and bounds: of a straight 3.2579...%, and 16 seats
uk-including-blind | a straight: 3.26% | rounds | quantity = "probability", hands = "straight", published = "3.26%" | = 36/1105
uk-including-blind | a straight compared exact: 3.26% | differs | quantity = "probability", hands = "straight", published = "3.26%", compare = "exact"
uk-including-blind | a straight compared rounded: 3.25% | cut off | quantity = "probability", hands = "straight", published = "3.25%", compare = "rounded"
uk-including-blind | a straight compared exact: 3.25% | differs | quantity = "probability", hands = "straight", published = "3.25%", compare = "exact"
uk-including-blind | a straight compared at most: 3.25% | exact | quantity = "probability", hands = "straight", published = "3.25%", compare = "at most"
uk-including-blind | a straight compared at least: 3.25% | differs | quantity = "probability", hands = "straight", published = "3.25%", compare = "at least"
uk-including-blind | at most 9 seats | exact | quantity = "seats", published = "9", compare = "at most" | = 16
uk-including-blind | at least 9 seats | differs | quantity = "seats", published = "9", compare = "at least" | = 16
uk-including-blind | at most 16 seats | exact | quantity = "seats", published = "16", compare = "at most" | = 16
uk-including-blind | at least 16 seats | exact | quantity = "seats", published = "16", compare = "at least" | = 16
uk-including-blind | exact 16 seats | exact | quantity = "seats", published = "16", compare = "exact" | = 16
uk-including-blind | as many pairs | exact | quantity = "number of hands", hands = "pair", published = "3,744" | the exact value
three-card-poker | an edge cut off | cut off | quantity = "house edge", wager = "ante", tables = { ante_bonus = "1" }, published = "3.3%" | 3.3730% is 3.3% with the digits behind it cut off per unit of the Ante
"""  # noqa: E501  a sentence stands on one line

TABLES = """
[[table]]
id = "{name}"
title = "T"
place = "T"
says = "share with {{R}} royal and {{S}} straight flushes"
quantity = "formula"
given = {{ formula = "{formula}" }}
down = {{ S = {rows} }}
across = {{ R = [1, 2] }}
printed = {printed}
"""
PRINTED = (
    ("royals", "10 / (10*R + S)", [["70.909%", "47.619%"], ["83.333%", "45.455%"]]),
    ("right", "10 / (10*R + S)", [["90.909%", "47.619%"], ["83.333%", "45.455%"]]),
    ("others", "1 / (10*R + S)", [["9.091%", "4.762%"], ["8.333%", "4.545%"]]),
    ("mixed", "1 / (R + S)", [["50%", "33%"], ["33%", "25%"]]),
    ("parts", "1 / 2", [["1 in 3", "1 in 3"], ["1 in 3", "1 in 3"]]),
    ("level", "1 / 1", [["100%", "100%"], ["100%", "100%"]]),
    ("one-row", "1 / 1", [["100%", "100%"]]),
)
WORDS = {
    "cut off": "cut off, not rounded",
    "rounds": "rounds to the published digits",
    "reading": "true only under a stated reading",
}


def sentences() -> list[tuple[str, ...]]:
    """Return the game, the words, the verdict, the entries and the result of each sentence, if it is told."""
    rows = [line.split(" | ") for line in SENTENCES.splitlines() if line and not line.startswith("#")]
    return [(*row, "")[:5] for row in rows]


@cache
def _audit(game: str) -> Audit:
    """Return the audit of all sentences about a game, which the tests of one run share."""
    with TemporaryDirectory() as name:
        folder, own = Path(name), "test-game" if game in GAMES else game
        rules: str | Path = own
        if game in GAMES:
            rules = folder / "test-game.toml"
            rules.write_text(f'id = "{own}"\ntitle = "{game}"\n{GAMES[game]}', encoding="utf-8")
        claims = [f'game = "{own}"\nclaim = [']
        for number, (of, says, _, entries, _) in enumerate(sentences()):
            if of == game:
                claims.append(f'{{ id = "s{number}", place = "1", says = "{says}", {entries} }},')
        claims.append("]")
        if game == "crown-melbourne":
            claims += [
                TABLES.format(name=name, formula=formula, rows=[1, 2][: len(cells)], printed=cells)
                for name, formula, cells in PRINTED
            ]
        file = folder / "claims.toml"
        file.write_text("\n".join(claims), encoding="utf-8")
        return audit(rules, file)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "game", "says", "verdict", "told"),
    [(number, *row[:3], row[4]) for number, row in enumerate(sentences())],
)
def test_each_sentence_has_its_verdict(number: int, game: str, says: str, verdict: str, told: str) -> None:
    """And its exact value after "= ", or a part of its reason."""
    judged = next(one for one in _audit(game).judged if one.id == f"s{number}")
    assert (judged.says, judged.verdict.value) == (says, WORDS.get(verdict, verdict)), judged.reason
    assert told in (f"= {judged.exact}", "") or told in judged.reason
