"""PettingZoo environments: the public names of `ludotheque.research.pettingzoo`."""

from ludotheque.research.pettingzoo import SimultaneousEnv, TurnsEnv, env, parallel_env, raw_env

__all__ = ["SimultaneousEnv", "TurnsEnv", "env", "parallel_env", "raw_env"]
