"""The cards (rule 1) and what a display is worth (rule 10): tables, no turns.

The 15 kinds of cards are numbered 0 to 14 as hands are sorted: colour by colour (blue, green, orange), then by number.
A number has one colour, and two stacks of a display never show the same number (rule 6), so what a display shows is a
set of kinds: 15 bits, five for each colour. That is all the rules ever ask of it.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import inlined

MAX_SEATS = 6
COPIES = 6
HAND = 3
STACKS_TO_END = 6
COLOUR_LETTERS = "bgo"
COLOUR_NAMES = {"b": "blue", "g": "green", "o": "orange"}
NUMBERS = {"b": (1, 4, 9, 11, 15), "g": (2, 5, 7, 12, 14), "o": (3, 6, 8, 10, 13)}

#: The text of each kind: b1, b4, ... o13.
CARDS = tuple(f"{letter}{number}" for letter in COLOUR_LETTERS for number in NUMBERS[letter])
KIND_OF = {card: kind for kind, card in enumerate(CARDS)}
KINDS = len(CARDS)
NUMBER_OF = np.array([int(card[1:]) for card in CARDS])
PER_COLOUR = 5
COLOUR_OF = np.arange(KINDS) // PER_COLOUR
#: The place of a kind among the five of its colour.
PLACE_OF = np.arange(KINDS) % PER_COLOUR
DECK = KINDS * COPIES

#: One colour's five bits.
PART = 31
#: By colour and by its five bits in a display: the sum of the numbers shown.
SUMS = np.array(
    [
        [sum(number for bit, number in enumerate(NUMBERS[letter]) if part >> bit & 1) for part in range(PART + 1)]
        for letter in COLOUR_LETTERS
    ]
)


@inlined
def worth(shown):
    """Rule 10: the sum of the numbers shown, if all three colours are there."""
    blue, green, orange = shown & PART, shown >> 5 & PART, shown >> 10
    if blue == 0 or green == 0 or orange == 0:
        return 0
    return SUMS[0, blue] + SUMS[1, green] + SUMS[2, orange]
