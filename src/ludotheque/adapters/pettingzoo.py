"""PettingZoo environments: the public names of `ludotheque.research.pettingzoo`."""

from ludotheque.research.pettingzoo import RaceEnv, TurnsEnv, env, parallel_env, raw_env

__all__ = ["RaceEnv", "TurnsEnv", "env", "parallel_env", "raw_env"]
