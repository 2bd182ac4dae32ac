"""Writes tests/golden/known/jax.txt: value, gradient and H p of the programs of tests/tests/known, by JAX in float64.

python tests/peers/known.py > tests/golden/known/jax.txt

The gradient is by all parameters in their order, and so is the second derivative, taken along the parameters themselves.
Formulas are other ones than those of the tests where mathematics has two: sums instead of recurrences, unrolled iterations
instead of implicit gradients.
"""

import math

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def wave(seed, *shape):
    count = math.prod(shape)
    return jnp.array([0.7 * math.sin(seed + 1.7 * i) for i in range(count)]).reshape(shape)


def gate(seed):
    return [wave(seed, 2, 3), wave(seed + 1, 3, 3), wave(seed + 2, 3)]


def affine(gate, x, h):
    return jnp.concatenate([x, h], axis=1) @ jnp.concatenate(gate[:2]) + gate[2]


def rnn(cell, read, xs, h):
    for x in xs:
        h = jnp.tanh(affine(cell, x, h))
    return jnp.sum(jnp.square(h @ read))


def lstm(i, f, g, o, read, xs, h):
    c = 0.5 * h
    for x in xs:
        c = jax.nn.sigmoid(affine(f, x, h)) * c + jax.nn.sigmoid(affine(i, x, h)) * jnp.tanh(affine(g, x, h))
        h = jax.nn.sigmoid(affine(o, x, h)) * jnp.tanh(c)
    return jnp.sum(jnp.square(h @ read)) + jnp.mean(c)


def gru(reset, update, fresh, read, xs, h):
    for x in xs:
        r, z = jax.nn.sigmoid(affine(reset, x, h)), jax.nn.sigmoid(affine(update, x, h))
        h = (1 - z) * jnp.tanh(affine(fresh, x, r * h)) + z * h
    return jnp.sum(jnp.square(h @ read))


def mamba(a_log, rate, bias, into, out, skip, xs):
    """The state at t is a sum over all s <= t."""
    dt = jax.nn.softplus(xs @ rate + bias)
    since = jnp.cumsum(dt, axis=0)
    lasts = since[:, None, :] - since[None, :, :]
    past = jnp.tril(jnp.ones((len(xs), len(xs))))
    lasts = jnp.where(past[:, :, None] > 0, lasts, 0.0)
    decay = jnp.exp(-jnp.exp(a_log) * lasts[..., None]) * past[:, :, None, None]
    y = jnp.einsum("tsdn,sd,sn,tn->td", decay, dt * xs, xs @ into, xs @ out)
    return jnp.sum(jnp.tanh(y + skip * xs))


def delta(q, k, v, gates):
    """The state as a sum of v kᵀ, each turned by the products of all later steps."""
    a, b = jax.nn.sigmoid(gates).T
    k = k / jnp.linalg.norm(k, axis=1, keepdims=True)
    turn = [a[t] * (jnp.eye(3) - b[t] * jnp.outer(k[t], k[t])) for t in range(len(k))]
    total = 0.0
    for t in range(len(k)):
        o = jnp.zeros(2)
        for s in range(t + 1):
            row = b[s] * k[s]
            for later in turn[s + 1 : t + 1]:
                row = row @ later
            o = o + v[s] * (row @ q[t])
        total = total + jnp.sum(jnp.tanh(2 * o))
    return total


def newton(w, b):
    """Damped fixed-point iteration."""
    b = jnp.sin(b)
    step = lambda x, _: (0.6 * x + 0.4 * (b - 0.5 * jnp.tanh(w @ x)), None)
    x, _ = jax.lax.scan(step, b, None, length=400)
    return jnp.sum(jnp.exp(x))


def settled(w, x, read):
    step = lambda z, _: (jnp.tanh(0.4 * z @ w + x), None)
    z, _ = jax.lax.scan(step, jnp.zeros_like(x), None, length=300)
    return jnp.sum(jnp.log1p(jnp.square(z @ read)))


def report(name, f, *args):
    flat = lambda tree: jnp.concatenate([jnp.ravel(x) for x in jax.tree.leaves(tree)])
    grad = jax.jit(jax.grad(f, argnums=tuple(range(len(args)))))
    value = jax.jit(f)(*args)
    hv = jax.jvp(grad, args, args)[1]
    for part, numbers in [("value", value[None]), ("gradient", flat(grad(*args))), ("hvp", flat(hv))]:
        print(name, part, *(repr(float(x)) for x in numbers))


xs, h, read = [wave(100 + t, 2, 2) for t in range(7)], wave(99, 2, 3), wave(50, 3, 2)
report("rnn", rnn, gate(1), read, xs, h)
report("lstm", lstm, gate(1), gate(4), gate(7), gate(10), read, xs, h)
report("gru", gru, gate(1), gate(4), gate(7), read, xs, h)
shapes = [(3, 2), (3, 3), (3,), (3, 2), (3, 2), (3,), (7, 3)]
report("mamba", mamba, *(wave(1 + i, *shape) for i, shape in enumerate(shapes)))
report("delta", delta, wave(1, 7, 3), wave(2, 7, 3), wave(3, 7, 2), wave(4, 7, 2))
report("newton", newton, wave(1, 3, 3), wave(2, 3))
report("settled", settled, wave(1, 3, 3), wave(2, 2, 3), wave(3, 3))
