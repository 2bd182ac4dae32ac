"""Interleaved rounds of one function here and in jitted JAX: medians, and the ratio of medians."""

import os
import statistics
import subprocess
import sys
import time

import jax
import jax.numpy as jnp

ROUNDS = 15


def large(x):
    return jnp.mean(jax.nn.gelu(x, approximate=True) * jax.nn.sigmoid(x) + jnp.log1p(jnp.exp(-jnp.abs(x))))


def small(x, y):
    return jnp.sum(jnp.tanh(x * y) + jnp.sin(x) * jnp.exp(y))


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
        peer.stdin.write(f"{name} {n} {count}\n")
        peer.stdin.flush()
        seconds, our_value = map(float, peer.stdout.readline().split())
        ours.append(seconds)
        theirs.append(jax_round(step, args, count))
    assert abs(our_value - value) <= 1e-5 * max(1.0, abs(value)), (our_value, value)
    us, them = statistics.median(ours), statistics.median(theirs)
    print(f"| {name} | {n} | {us * 1e6:.3f} | {them * 1e6:.3f} | {them / us:.2f} |")


def main():
    peer = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    print(f"jax {jax.__version__}, {os.cpu_count()} cores, {ROUNDS} rounds")
    print("| function | elements (f32) | cotangent, us | jax.jit, us | jax / cotangent |")
    print("|---|---|---|---|---|")
    compare(peer, "small", 4, 20000)
    for n, count in [(1 << 10, 5000), (1 << 16, 400), (1 << 20, 40), (1 << 22, 10)]:
        compare(peer, "large", n, count)
    peer.stdin.close()
    peer.wait()


main()
