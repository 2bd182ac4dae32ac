"""Writes tests/golden/known/batched.txt: what programs of tests/tests/vmap/references.rs give, by JAX in float64.

python tests/peers/batched.py > tests/golden/known/batched.txt
"""

import math

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def wave(seed, *shape):
    count = math.prod(shape)
    return jnp.array([0.7 * math.sin(seed + 1.7 * i) for i in range(count)]).reshape(shape)


def report(name, *outputs):
    for part, out in enumerate(jax.tree.leaves(outputs)):
        print(name, part, *(repr(float(x)) for x in jnp.ravel(out)))


def over(f, *axes):
    return jax.vmap(f, in_axes=axes)


def mlp(w, b, v, x, y):
    return jnp.mean(jnp.square(jnp.tanh(x @ w + b) @ v - y))


params = wave(1, 3, 4), wave(2, 4), wave(3, 4, 2)
xs, ys = wave(4, 3, 3), wave(5, 3, 2)
each = over(jax.value_and_grad(mlp, argnums=(0, 1, 2)), None, None, None, 0, 0)
report("mlp", each(*params, xs, ys))

# Gradients clipped to a norm, and added up.
_, grads = each(*params, xs, ys)
norms = jnp.sqrt(sum(jnp.sum(jnp.square(g.reshape(3, -1)), axis=1) for g in grads))
factors = jnp.minimum(1.0, 0.3 / norms)
report("clipped", [jnp.einsum("b,b...->...", factors, g) for g in grads])

flat = jnp.concatenate([g.reshape(3, -1) for g in grads[1:]], axis=1)
report("fisher", flat.T @ flat / 3)


def conv_net(k, c, v, x, y):
    h = jax.lax.conv_general_dilated(x[None], k, (1, 1), "VALID") + c[:, None, None]
    h = jax.nn.gelu(h, approximate=False)
    h = jax.lax.reduce_window(h, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    logits = h.reshape(-1) @ v
    return -jax.nn.log_softmax(logits)[y]


each = over(jax.value_and_grad(conv_net, argnums=(0, 1, 2, 3)), None, None, None, 0, 0)
report("conv", each(wave(1, 2, 1, 3, 3), wave(2, 2), wave(3, 8, 3), wave(4, 3, 1, 6, 6), jnp.array([2, 0, 1])))


def lstm(w, u, b, read, xs):
    h, c = jnp.zeros(3), jnp.zeros(3)
    for x in xs:
        i, f, g, o = jnp.split(x @ w + h @ u + b, 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
    return jnp.square(h @ read)


each = over(jax.value_and_grad(lstm, argnums=(0, 1, 2, 3, 4)), None, None, None, None, 0)
report("lstm", each(wave(1, 2, 12), wave(2, 3, 12), wave(3, 12), wave(4, 3), wave(5, 3, 4, 2)))


def field(w, x):
    return jnp.sin(w @ x) * x[::-1] + jnp.exp(0.3 * jnp.prod(x))


report("jacobian", jax.jacrev(field, 1)(wave(1, 3, 3), wave(2, 3)))
report("jacobians", over(jax.jacfwd(field, 1), None, 0)(wave(1, 3, 3), wave(2, 4, 3)))


def valley(x):
    return jnp.sum(jnp.square(x)) + jnp.exp(0.3 * jnp.prod(x)) + jnp.sum(jnp.sin(x))


report("hessians", over(jax.hessian(valley), 0)(wave(2, 4, 3)))


def newton(x):
    return x - jnp.linalg.solve(jax.hessian(valley)(x), jax.grad(valley)(x))


report("newton", over(newton, 0)(wave(2, 4, 3)))
# The derivative of the steps themselves.
report("through_newton", jax.grad(lambda xs: jnp.sum(jnp.square(over(newton, 0)(xs))))(wave(2, 4, 3)))


def member(model, x):
    w, b, v = model
    return jnp.tanh(x @ w + b) @ v


models = wave(1, 4, 3, 5), wave(2, 4, 5), wave(3, 4, 5)
report("ensemble", over(member, 0, None)(models, wave(4, 3)))
report("ensemble_grads", over(jax.grad(lambda m, x, y: jnp.square(member(m, x) - y)), 0, None, None)(models, wave(4, 3), 0.3))
both = over(over(member, None, 0), 0, None)
report("ensemble_batch", both(models, wave(4, 6, 3)))
report("spread_of_ensemble", jax.grad(lambda m: jnp.sum(jnp.var(both(m, wave(4, 6, 3)), axis=0)))(models))


def kernel(x, y, scale):
    return jnp.exp(-jnp.sum(jnp.square(x - y)) * scale)


def evidence(points, y, scale):
    gram = over(over(kernel, None, 0, None), 0, None, None)(points, points, scale) + 0.1 * jnp.eye(4)
    return 0.5 * y @ jnp.linalg.solve(gram, y) + 0.5 * jnp.linalg.slogdet(gram)[1]


report("evidence", jax.value_and_grad(evidence, argnums=(0, 1, 2))(wave(1, 4, 2), wave(2, 4), 0.8))


def critic(w, v, x):
    return jnp.tanh(x @ w) @ v


def penalty(w, v, xs):
    slopes = over(jax.grad(critic, 2), None, None, 0)(w, v, xs)
    return jnp.mean(jnp.square(jnp.sqrt(jnp.sum(jnp.square(slopes), axis=1)) - 1))


report("penalty", jax.value_and_grad(penalty, argnums=(0, 1, 2))(wave(1, 3, 4), wave(2, 4), wave(3, 5, 3)))


def residual(w, v, xs):
    laplace = over(lambda x: jnp.trace(jax.hessian(critic, 2)(w, v, x)), 0)(xs)
    return jnp.mean(jnp.square(laplace + over(critic, None, None, 0)(w, v, xs)))


report("laplacian", jax.value_and_grad(residual, argnums=(0, 1, 2))(wave(1, 3, 4), wave(2, 4), wave(3, 5, 3)))


def implicit(a, x):
    return jnp.sum(jnp.linalg.solve(a @ a.T + jnp.diag(jnp.exp(x)), jnp.cos(x)))


report("solve", over(jax.grad(implicit, argnums=(0, 1)), None, 0)(wave(1, 3, 3), wave(2, 4, 3)))


def head(q, k, v, x):
    scores = (x @ q) @ (x @ k).T / jnp.sqrt(2.0)
    return jnp.sum(jnp.sin(jax.nn.softmax(scores, axis=-1) @ (x @ v)))


each = over(jax.grad(head, argnums=(0, 1, 2, 3)), None, None, None, 0)
report("attention", each(wave(1, 3, 2), wave(2, 3, 2), wave(3, 3, 2), wave(4, 3, 4, 3)))


def euler(w, x):
    for t in range(6):
        x = x + 0.1 * (jnp.tanh(w @ x) if t % 2 == 0 else -x * x)
    return jnp.sum(jnp.square(x))


report("euler", over(jax.value_and_grad(euler, argnums=(0, 1)), None, 0)(wave(1, 3, 3), wave(2, 4, 3)))


def normed(g, b, x):
    mean, var = jnp.mean(x), jnp.var(x)
    return jnp.sum(jnp.cos((x - mean) / jnp.sqrt(var + 1e-5) * g + b))


report("layer_norm", over(jax.grad(normed, argnums=(0, 1, 2)), None, None, 0)(wave(1, 4), wave(2, 4), wave(3, 3, 4)))


def density(a, mean, x):
    low = jnp.linalg.cholesky(a @ a.T + jnp.eye(3))
    z = jax.scipy.linalg.solve_triangular(low, x - mean, lower=True)
    return -0.5 * jnp.sum(jnp.square(z)) - jnp.sum(jnp.log(jnp.diagonal(low)))


report("density", over(jax.value_and_grad(density, argnums=(0, 1, 2)), None, None, 0)(wave(1, 3, 3), wave(2, 3), wave(3, 4, 3)))


def tuned(w, x, y):
    loss = lambda w: jnp.mean(jnp.square(jnp.tanh(x @ w) - y))
    return loss(w - 0.5 * jax.grad(loss)(w))


tasks = wave(2, 4, 5, 3), wave(3, 4, 5)
report("tasks", jax.value_and_grad(lambda w: jnp.mean(over(tuned, None, 0, 0)(w, *tasks)))(wave(1, 3)))


def pushed(w, x, dw, dx):
    return jax.jvp(lambda w, x: field(w, x), (w, x), (dw, dx))


report("tangents", over(pushed, None, 0, None, 0)(wave(1, 3, 3), wave(2, 4, 3), wave(3, 3, 3), wave(4, 4, 3)))


def curved(w, b, v, x, y):
    grad = jax.grad(mlp, argnums=(0, 1, 2))
    return jax.jvp(lambda *p: grad(*p, x, y), (w, b, v), (jnp.sin(w), jnp.sin(b), jnp.sin(v)))[1]


report("products", over(curved, None, None, None, 0, 0)(*params, xs, ys))
