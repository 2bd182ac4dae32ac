"""Interleaved rounds of one function here and in jitted JAX: medians, and the ratio of medians."""

import os
import statistics
import time

import jax
import jax.numpy as jnp

from rounds import Peer

ROUNDS = 15


def large(x):
    return jnp.mean(jax.nn.gelu(x, approximate=True) * jax.nn.sigmoid(x) + jnp.log1p(jnp.exp(-jnp.abs(x))))


def small(x, y):
    return jnp.sum(jnp.tanh(x * y) + jnp.sin(x) * jnp.exp(y))


def scan(w, x0, steps):
    step = lambda x, _: (x + 0.01 * jnp.tanh(w @ x), None)
    return jnp.sum(jax.lax.scan(step, x0, None, length=steps)[0])


def compare_scan(peer, steps, count):
    """The gradient by `w`; beside it the same products and elementwise functions on bare slices."""
    x0 = jnp.linspace(-1.0, 1.0, 64, dtype=jnp.float32)
    w = 0.2 * jnp.sin(jnp.linspace(-8.0, 8.0, 64 * 64, dtype=jnp.float32)).reshape(64, 64)
    step = jax.jit(jax.value_and_grad(scan), static_argnums=2)
    value = float(step(w, x0, steps)[0])
    ours, bare, theirs = [], [], []
    for _ in range(ROUNDS):
        for name, into in [("scan", ours), ("arithmetic", bare)]:
            seconds, our_value = peer.ask(name, steps, count)
            assert abs(our_value - value) <= 1e-4 * abs(value), (name, our_value, value)
            into.append(seconds)
        theirs.append(jax_round(step, (w, x0, steps), count))
    us, least, them = (statistics.median(times) / steps * 1e6 for times in (ours, bare, theirs))
    print()
    print("| steps | cotangent, us a step | arithmetic alone | lax.scan in jax.jit | jax / cotangent |")
    print("|---|---|---|---|---|")
    print(f"| {steps} | {us:.3f} | {least:.3f} | {them:.3f} | {them / us:.2f} |")


def inputs(name, n):
    x = jnp.linspace(-4.0, 4.0, n, dtype=jnp.float32)
    return (x,) if name == "large" else (x, jnp.linspace(-1.0, 1.0, n, dtype=jnp.float32))


def jax_round(step, args, count):
    start = time.perf_counter()
    for _ in range(count):
        out = step(*args)
    jax.block_until_ready(out)
    return (time.perf_counter() - start) / count


def compare(peer, name, n, count):
    function = {"large": large, "small": small}[name]
    step = jax.jit(jax.value_and_grad(function, argnums=tuple(range(1 if name == "large" else 2))))
    args = inputs(name, n)
    value = float(step(*args)[0])
    ours, theirs, our_value = [], [], None
    for _ in range(ROUNDS):
        seconds, our_value = peer.ask(name, n, count)
        ours.append(seconds)
        theirs.append(jax_round(step, args, count))
    assert abs(our_value - value) <= 1e-5 * max(1.0, abs(value)), (our_value, value)
    us, them = statistics.median(ours), statistics.median(theirs)
    print(f"| {name} | {n} | {us * 1e6:.3f} | {them * 1e6:.3f} | {them / us:.2f} |")


def main():
    peer = Peer()
    print(f"jax {jax.__version__}, {os.cpu_count()} cores, {ROUNDS} rounds")
    print("| function | elements (f32) | cotangent, us | jax.jit, us | jax / cotangent |")
    print("|---|---|---|---|---|")
    compare(peer, "small", 4, 20000)
    for n, count in [(1 << 10, 5000), (1 << 16, 400), (1 << 20, 40), (1 << 22, 10)]:
        compare(peer, "large", n, count)
    compare_scan(peer, 1000, 20)
    peer.close()


main()
