"""Interleaved rounds of batches here, in jitted JAX and in torch.func: medians, and the ratio to the faster of the two."""

import os
import statistics
import time

import jax
import jax.numpy as jnp
import torch
import torch.nn.functional as F
from torch import func

from rounds import Peer, timed

ROUNDS = 15


def wave(seed, *shape):
    count = torch.Size(shape).numel()
    x = 0.1 * torch.sin(seed + 0.37 * (torch.arange(count) % 10007).float())
    return x.reshape(shape)


def in_jax(f, arrays):
    arrays = [jnp.asarray(x.numpy()) for x in arrays]
    f = jax.jit(f)
    return lambda: jax.block_until_ready(f(*arrays))


def mlp_jax(w, b, v, c, x, y):
    return -jax.nn.log_softmax(jnp.tanh(x @ w + b) @ v + c)[y]


def mlp_torch(w, b, v, c, x, y):
    return F.cross_entropy(torch.tanh(x @ w + b) @ v + c, y)


def conv_jax(k, l, v, x, y):
    h = x[None]
    for w in (k, l):
        h = jax.nn.relu(jax.lax.conv_general_dilated(h, w, (1, 1), "VALID"))
        h = jax.lax.reduce_window(h, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    return -jax.nn.log_softmax(h.reshape(-1) @ v)[y]


def conv_torch(k, l, v, x, y):
    h = F.max_pool2d(F.relu(F.conv2d(x[None], k)), 2)
    h = F.max_pool2d(F.relu(F.conv2d(h, l)), 2)
    return F.cross_entropy(h.reshape(-1) @ v, y)


def member_jax(w, b, v, x, y):
    return jnp.mean(jnp.square(jnp.tanh(x @ w + b) @ v - y))


def member_torch(w, b, v, x, y):
    return (torch.tanh(x @ w + b) @ v - y).square().mean()


def each(jax_f, torch_f, active, axes):
    """Values and gradients of each item."""
    args = tuple(range(active))
    ours = jax.vmap(jax.value_and_grad(jax_f, argnums=args), in_axes=axes)
    theirs = func.vmap(func.grad_and_value(torch_f, argnums=args), in_dims=axes)
    return ours, lambda out: out[0].sum(), theirs, lambda out: out[1].sum()


JACOBIAN = (
    (jax.jacfwd(lambda w, x: jnp.sin(w @ jnp.tanh(w @ x)), 1), lambda out: out[3, 5],
     func.jacfwd(lambda w, x: torch.sin(w @ torch.tanh(w @ x)), 1), lambda out: out[3, 5]),
    [wave(1.0, 64, 64), wave(2.0, 64)], 200)
BY_BOTH = (
    (jax.jacrev(lambda w, x: jnp.sin(w @ jnp.tanh(w @ x)), (0, 1)), lambda out: out[1][3, 5],
     func.jacrev(lambda w, x: torch.sin(w @ torch.tanh(w @ x)), (0, 1)), lambda out: out[1][3, 5]),
    [wave(1.0, 64, 64), wave(2.0, 64)], 50)
LABELS = torch.arange(64) * 7 % 10
PROGRAMS = {
    "mlp": (
        each(mlp_jax, mlp_torch, 4, (None, None, None, None, 0, 0)),
        [wave(1.0, 784, 128), wave(2.0, 128), wave(3.0, 128, 10), wave(4.0, 10), wave(5.0, 64, 784), LABELS], 20),
    "conv": (
        each(conv_jax, conv_torch, 3, (None, None, None, 0, 0)),
        [wave(1.0, 8, 1, 3, 3), wave(2.0, 16, 8, 3, 3), wave(3.0, 400, 10), wave(5.0, 64, 1, 28, 28), LABELS], 10),
    "jacobian": JACOBIAN,
    "jacobian_in_body": JACOBIAN,
    "jacobian_by_both": BY_BOTH,
    "ensemble": (
        each(member_jax, member_torch, 3, (0, 0, 0, None, None)),
        [wave(1.0, 16, 64, 128), wave(2.0, 16, 128), wave(3.0, 16, 128, 10), wave(4.0, 32, 64), wave(5.0, 32, 10)], 50),
}


def main():
    peer = Peer()
    print(f"JAX {jax.__version__}, PyTorch {torch.__version__}, {torch.get_num_threads()} threads of {os.cpu_count()} cores, {ROUNDS} rounds")
    print("| program (f32) | cotangent, ms | a loop | JAX, ms | torch.func, ms | the faster / cotangent |")
    print("|---|---|---|---|---|---|")
    chosen = [w for w in os.environ.get("COTANGENT_ONLY", "").split(",") if w]
    for name, ((jax_f, of_jax, torch_f, of_torch), arrays, count) in PROGRAMS.items():
        if chosen and name not in chosen:
            continue
        jitted, eager = in_jax(jax_f, arrays), lambda: torch_f(*arrays)
        times = [[], [], [], []]
        for _ in range(ROUNDS):
            seconds, value = peer.ask(name, count)
            times[0].append(seconds)
            times[1].append(peer.ask(name + "_loop", max(1, count // 10))[0])
            # Threads of the others wait for work before they sleep.
            for into, call, of in ((times[2], jitted, of_jax), (times[3], eager, of_torch)):
                seconds, out = timed(count, call)
                into.append(seconds)
                time.sleep(0.3)
                assert abs(value - float(of(out))) <= 1e-3 * abs(value), (name, value, float(of(out)))
        us, loop, xla, torch_ = (1e3 * statistics.median(t) for t in times)
        print(f"| {name} | {us:.3f} | {loop:.3f} | {xla:.3f} | {torch_:.3f} | {min(xla, torch_) / us:.2f} |", flush=True)
    peer.close()


main()
