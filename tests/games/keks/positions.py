"""Keks positions that several tests use."""

#: Four tiles can be taken; each seat has won two colours. Every tile that is not drawn has been taken: of A to E a tile
#: or two are left, F to J are decided.
EVEN = """
8      .  .  .  .  .  .
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  .  A1 B1 C1 .  .  .
4   .  .  D1 E1 A2 .  .  .
3   .  .  .  .  B2 .  .  .
2   .  .  .  .  .  .  .  .
1      .  .  .  .  .  .
    a  b  c  d  e  f  g  h
turn: 0
eliminated: J
gone: A B C D E F G H I J
seat 0: won F G, holds A1 B2 C2 D2 E2
seat 1: won H I, holds A2 B1 C2 D2 E2
"""

#: The same biscuit, but seat 0 has won all four: the third B, C or D wins the match.
NEARLY_WON = EVEN.replace("won F G", "won F G H I").replace("seat 1: won H I", "seat 1: won -")
#: And seat 1 has.
NEARLY_LOST = EVEN.replace("won F G", "won -").replace("seat 1: won H I", "seat 1: won F G H I")
