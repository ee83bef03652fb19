"""Check a certificate of `combin`: python verifier game.certificate.json

With nothing but the standard library, all that it states (docs/certificate.md) is derived from the rules in
it, and each wrong field is named. Read in this order: `hands` (what beats what), `rounds` (wagers and what
they pay), `situations` (every deal, counted) and `base_game` (the decisions and the edge); then `side_bets`,
`more_cards`, `jackpots` and `meters`, as far as a game has them, and `several_seen` for games in which two
cards of the dealer's are seen. `language` and `fitting` say which rules are understood, `reading` and
`comparing` how a file is read and compared. No module shares code with `combin`.
"""
