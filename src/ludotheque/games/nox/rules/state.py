"""NOX: the state record and its rules (numbers as in README.md).

Playing needs only what each display shows, a set of kinds; `tops_after` is where stacks are covered and merge (rules 4
to 6). The cards below and the order of the stacks follow from the round's list of plays; `stacks.py` rebuilds them
when somebody looks.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.chance import draw, jump
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.rules import Rules, record
from ludotheque.games.nox.rules.board import (
    COLOUR_OF,
    COPIES,
    DECK,
    HAND,
    KINDS,
    MAX_SEATS,
    PART,
    PER_COLOUR,
    PLACE_OF,
    STACKS_TO_END,
    worth,
)

NONE = -1

# An action is kind << 6 | display << 3 | spot. Spot 0: beside; 1 to 5: onto the stack that shows the first to fifth
# number of the card's colour. The plays of a restored round have two further spots.
KIND_SHIFT = 6
DISPLAY_SHIFT = 3
DISPLAY_BITS = 7
SPOT_BITS = 7
BESIDE = 0
LAID_BESIDE = 6  # begins a stack, nothing merges
LAID_ON_LAST = 7  # on top of the stack begun last, nothing merges

#: A hand counts each kind in two bits; a hand has at most three cards. These are the lower bits.
LOWER = sum(1 << 2 * kind for kind in range(KINDS))

# A note is first-of-its-round << 10 | seat << 7 | points, or minus the number of rounds in a row in which nobody noted
# anything. A display that is worth something is worth at least 1 + 2 + 3, so before the last round nobody has more than
# 999 // 6 = 166 notes. At most 6 * 166 + 6 notes, and as many empty stretches, fit below 2,048.
NEW_ROUND = 1 << 10
SEAT_SHIFT = 7
NOTES = 2048
LONGEST_STRETCH = 32767

# What every move touches lies together, in small numbers: a batch of matches then stays in the processor's fast cache.
STATE = record(
    ("totals", np.int64, (MAX_SEATS,)),
    ("starter", np.int64),
    ("round_number", np.int64),
    ("target", np.int64),
    ("noted", np.int64),  # length of `notes`
    ("shown", np.int64, (3,)),  # by colour: the numbers on top, as the lower five bits of each display's byte
    ("hands", np.int32, (MAX_SEATS,)),  # how many of each kind, two bits per kind
    ("seats", np.int16),
    ("turn", np.int16),  # seat, or NONE when the match is over
    ("left", np.int16),  # cards in the pile
    ("ordered", np.int16),  # 1 if the pile lies in order; 0 if each card is drawn at random from it
    ("played", np.int16),  # cards played in this round
    ("hard", np.int16),  # 1 in the variant `hard`
    ("plays", np.int16, (DECK,)),  # this round's actions
    ("notes", np.int16, (NOTES,)),
    ("pile", np.int8, (DECK,)),  # the kinds of its cards
)

#: Spots listed at a time, see `legal`; and a bit beyond all of them.
AT_A_TIME = 8
NO_SPOT = 1 << 62

ALL_CARDS = np.repeat(np.arange(KINDS, dtype=np.int8), COPIES)

#: By number of seats: the lowest bit of each display's byte.
LOWEST = np.array([sum(1 << 8 * display for display in range(seats)) for seats in range(MAX_SEATS + 1)])


@compiled
def setup(state, seats, options):
    """Rule 2. `options`: 1 for `hard`, and the target."""
    state.seats = seats
    state.hard = options[0]
    state.target = options[1]
    state.round_number = 1
    deal(state)


@compiled
def deal(state):
    """Rule 2, for the state's starter and round.

    Each round has its own stretch of the seed's chance, so its deal does not depend on how the rounds before went,
    nor on whether the match was set up in the middle of one.
    """
    jump(state.chance, state.round_number << 8)
    state.turn = state.starter
    state.played = 0
    for i in range(DECK):
        state.pile[i] = ALL_CARDS[i]
    state.left = DECK
    state.ordered = 0
    for colour in range(3):
        state.shown[colour] = 0
    for seat in range(state.seats):
        state.hands[seat] = 0
        for _ in range(HAND):
            draw_card(state, seat)


@inlined
def draw_card(state, seat):
    """Rule 7. A card drawn at random from those left is the next one of a shuffled pile.

    So cards that are never drawn need no shuffling; this is the engine's `shuffle`, one step at a time.
    """
    last = int(state.left) - 1
    place = last if state.ordered else draw(state.chance, int(state.left))
    kind = int(state.pile[place])
    state.pile[place] = state.pile[last]
    state.left = last
    state.hands[seat] += 1 << 2 * kind


@inlined
def to_act(state):
    return 0 if state.turn == NONE else 1 << state.turn


@inlined
def legal(state, seat, out):
    """Rules 3 to 6. A card's spots in all displays are bits, numbered as in the action: display << 3 | spot.

    They are written eight at a time, and the excess is overwritten by the next card's or lies past the end:
    a processor predicts well whether a card has more than eight spots, but not how many. It saves a third of a move.
    """
    if seat != state.turn:
        return 0
    beside = LOWEST[state.seats]
    kinds = (state.hands[seat] | state.hands[seat] >> 1) & LOWER
    count = 0
    while kinds:
        kind = trailing_zeros(kinds) >> 1
        kinds &= kinds - 1
        shown = state.shown[COLOUR_OF[kind]]
        # Rule 5: onto each stack of its colour. Rules 4 and 6: beside, unless the display shows its number.
        spots = shown << 1 | ~(shown >> PLACE_OF[kind]) & beside
        place = count & 127  # so that the compiler knows it is not negative
        count += popcount(spots)
        while spots:
            for i in range(AT_A_TIME):
                out[place + i] = kind << KIND_SHIFT | trailing_zeros(spots | NO_SPOT)
                spots &= spots - 1
            place = place + AT_A_TIME & 127
    return count


@inlined
def apply(state, seat, action):
    """Rules 3 to 9."""
    kind = action >> KIND_SHIFT
    display = action >> DISPLAY_SHIFT & DISPLAY_BITS
    state.plays[state.played] = action
    state.played += 1
    state.hands[seat] -= 1 << 2 * kind
    state.shown[COLOUR_OF[kind]] = tops_after(state.shown[COLOUR_OF[kind]], action, 8 * display)
    if popcount(shown_by(state, display)) == STACKS_TO_END or state.played == DECK:  # rule 9
        end_round(state)
        return
    if state.left:
        draw_card(state, seat)
    # Rule 8: the next seat always has a card. While there is a pile all have three; from then on each turn takes
    # one card from each hand in this order, so whoever's turn it is has as many as any other.
    state.turn = seat + 1 if seat + 1 < state.seats else 0


@inlined
def tops_after(tops, action, first):
    """Rules 4 to 6: cover the card played onto, if any, and show the card played.

    `first` is the bit in `tops` of the lowest number of the card's colour in the display played into. If another stack
    there shows the card's number already, the two stacks merge (rule 6): a set holds a number once. `stacks.lay` does
    the same to whole stacks.
    """
    covered = 1 << (action & SPOT_BITS) >> 1  # 0 for BESIDE: nothing is covered
    return tops & ~(covered << first) | 1 << first + PLACE_OF[action >> KIND_SHIFT]


@inlined
def shown_after(shown, action):
    """Return the kinds that the display played into shows after the action; `shown` are those before, as 15 bits."""
    return tops_after(shown, action, PER_COLOUR * COLOUR_OF[action >> KIND_SHIFT])


@inlined
def shown_by(state, display):
    """Return the kinds that a display shows, as 15 bits."""
    by = 8 * display
    return state.shown[0] >> by & PART | (state.shown[1] >> by & PART) << 5 | (state.shown[2] >> by & PART) << 10


@compiled
def end_round(state):
    """Rules 10 to 12."""
    best = 0
    if state.hard:  # rule 11: only the best display is noted
        for seat in range(state.seats):
            best = max(best, worth(shown_by(state, seat)))
    flag = NEW_ROUND
    highest = 0
    for seat in range(state.seats):
        points = worth(shown_by(state, seat))
        if points and points >= best:
            note(state, flag | seat << SEAT_SHIFT | points)
            flag = 0
            state.totals[seat] += points
        highest = max(highest, state.totals[seat])
    if flag:
        note_empty_round(state)
    if highest >= state.target:
        state.turn = NONE
        return
    state.round_number += 1
    state.starter = state.starter + 1 if state.starter + 1 < state.seats else 0
    deal(state)


@compiled
def note(state, entry):
    """Add a note. The notes are full only after a million rounds without points; later ones are dropped."""
    if state.noted < NOTES:
        state.notes[state.noted] = entry
        state.noted += 1


@compiled
def note_empty_round(state):
    last = state.noted - 1
    if last >= 0 and -LONGEST_STRETCH < state.notes[last] < 0:
        state.notes[last] -= 1
    else:
        note(state, -1)


@compiled
def score(state, seat):
    """Rule 12."""
    return state.totals[seat]


@compiled
def redeal(state, seat):
    """Shuffle the pile and all other hands together, and deal as many cards again."""
    gather_unseen(state, seat)
    state.ordered = 0
    for other in range(state.seats):
        if other != seat:
            held = state.hands[other]
            state.hands[other] = 0
            for _ in range(popcount(held & LOWER) + 2 * popcount(held >> 1 & LOWER)):
                draw_card(state, other)


@compiled
def gather_unseen(state, seat):
    """Put all cards that the seat has not seen into the pile."""
    hand = state.hands[seat] if seat >= 0 else 0
    lying = 0  # how many of each kind lie in displays, four bits per kind
    for i in range(state.played):
        lying += 1 << 4 * (int(state.plays[i]) >> KIND_SHIFT)
    state.left = 0
    for kind in range(KINDS):
        seen = (lying >> 4 * kind & 15) + (hand >> 2 * kind & 3)
        for _ in range(COPIES - seen):
            state.pile[state.left] = kind
            state.left += 1


RULES = Rules(
    dtype=STATE,
    # At most three kinds in a hand, six displays, and five spots in each; and what `legal` writes in excess.
    max_actions=HAND * MAX_SEATS * PER_COLOUR + AT_A_TIME - 1,
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    score=score,
    redeal=redeal,
)
