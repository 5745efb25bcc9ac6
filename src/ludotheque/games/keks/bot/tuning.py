"""The parameters of the evaluation of Keks: the weights of the network, and one more."""

from __future__ import annotations

from ludotheque.games.keks.bot.network import WEIGHTS_PER_VARIANT, load_weights

#: The index after the weights of the network: an inverse temperature, how sharply the weights of moves follow the
#: log-odds after them.
SHARPNESS = 2 * WEIGHTS_PER_VARIANT
TUNING = (*load_weights(), 0.5)
