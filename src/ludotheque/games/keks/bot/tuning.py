"""The parameters of the evaluation of Keks: the weights of the network, and one more."""

from __future__ import annotations

from ludotheque.games.keks.bot.network import NUMBERS_OF_VARIANT, learnt

#: The index after the weights of the network: how sharply the weights of moves follow their outlook.
SHARP = 2 * NUMBERS_OF_VARIANT
TUNING = (*learnt(), 0.5)
