"""PyTorch and JAX use the arrays of a batch without copying; these tests run if they are installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import Batch

#: DLPack's device for main memory.
CPU = (1, 0)


@pytest.fixture
def matches() -> Batch:
    found = ludotheque.batch("keks", 30, seed=11)
    found.random_steps(3)
    return found


def arrays(matches: Batch) -> dict[str, Any]:
    return {
        "observe": matches.observe(),
        "legal_mask": matches.legal_mask(),
        "random_actions": matches.random_actions(),
        "counts": matches.legal_lists().counts,
        "rewards": matches.rewards,
        "scores": matches.scores,
        "done": matches.done,
        "to_act": matches.to_act,
        "acting": matches.acting,
        "numbers": matches.numbers,
    }


def test_dlpack_shares_memory(matches: Batch) -> None:
    """DLPack is the protocol by which PyTorch, JAX and others exchange arrays."""
    for name, array in arrays(matches).items():
        assert array.__dlpack_device__() == CPU, name
        taken = np.from_dlpack(array)
        assert np.shares_memory(taken, array), name
        assert (taken.dtype, taken.shape) == (array.dtype, array.shape), name
        assert array.flags.c_contiguous, name


def test_actions_may_have_fewer_bits(matches: Batch) -> None:
    """JAX uses 32 bits by default."""
    same = ludotheque.batch("keks", len(matches), seed=11)
    same.random_steps(3)
    for kind in (np.int8, np.uint8, np.int32, np.uint32):
        actions = matches.random_actions().copy()
        before = matches.states.tobytes()
        matches.step(actions.astype(kind))
        same.step(actions)
        assert matches.states.tobytes() == same.states.tobytes() != before


def test_torch_shares_memory(matches: Batch) -> None:
    torch = pytest.importorskip("torch")
    for name, array in arrays(matches).items():
        assert torch.from_numpy(array).data_ptr() == array.ctypes.data, name
        assert torch.from_dlpack(array).data_ptr() == array.ctypes.data, name


def test_torch_learns_and_chooses(matches: Batch) -> None:
    torch = pytest.importorskip("torch")
    seen, mask = torch.from_numpy(matches.observe()), torch.from_numpy(matches.legal_mask())
    policy = torch.nn.Linear(seen.shape[1], mask.shape[1])
    optimiser = torch.optim.SGD(policy.parameters(), 0.01)
    for _ in range(100):
        matches.observe(), matches.legal_mask()  # updates the tensors, which share memory
        chances = policy(seen).masked_fill(~mask, -torch.inf).softmax(dim=1)
        actions = chances.multinomial(1)[:, 0]
        before = torch.from_numpy(matches.to_act).clone()
        matches.step(actions)
        won = torch.from_numpy(matches.rewards).gather(1, before[:, None])[:, 0]
        loss = -(won * chances.gather(1, actions[:, None])[:, 0].log()).sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    assert matches.numbers.max() >= len(matches), "no match has ended"


def test_jax_chooses_actions(matches: Batch) -> None:
    jax = pytest.importorskip("jax")

    @jax.jit  # type: ignore[untyped-decorator]  # JAX may not be installed
    def choose(key: Any, seen: Any, mask: Any) -> Any:
        logits = seen @ jax.numpy.ones((seen.shape[1], mask.shape[1]))
        return jax.random.categorical(key, jax.numpy.where(mask, logits, -jax.numpy.inf))

    for number in range(100):
        actions = choose(jax.random.PRNGKey(number), matches.observe(), matches.legal_mask())
        matches.step(actions)
    assert matches.numbers.max() >= len(matches), "no match has ended"


def test_jax_copies_do_not_change_with_the_next_step(matches: Batch) -> None:
    jnp = pytest.importorskip("jax.numpy")
    for _ in range(20):
        kept, before = jnp.array(matches.observe()), matches.observe().copy()
        matches.random_steps(3)
        matches.observe()
        assert (np.asarray(kept) == before).all()
