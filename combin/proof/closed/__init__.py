"""Closed forms: counts as formulas in ranks and suits, edges as linear forms in pays.

A road of its own to the numbers of `combin.exact`: it shares no code with it past the cards and the words of
the rule file. Its modules import sympy, so they are imported only where a formula is asked for.
"""
