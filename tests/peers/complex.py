"""Writes tests/golden/known/complex.txt: what programs of tests/tests/complex give, by JAX in float64.

python tests/peers/complex.py > tests/golden/known/complex.txt

A program takes real tensors, two for each complex one. Lines have its value, its gradient by these, and the second derivative along
the operands themselves. Programs of torch.stft, torchaudio and SciPy are written out by their definitions.
"""

import math

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def wave(seed, *shape):
    count = math.prod(shape)
    return jnp.array([0.7 * math.sin(seed + 1.7 * i) for i in range(count)]).reshape(shape)


def z(seed, *shape):
    return [wave(seed, *shape), wave(seed + 1, *shape)]


def report(name, f, *args):
    each = tuple(range(len(args)))
    value, grads = jax.value_and_grad(f, argnums=each)(*args)
    _, product = jax.jvp(lambda *a: jax.grad(f, argnums=each)(*a), args, args)
    for part, numbers in [("value", [value]), ("gradient", grads), ("hvp", product)]:
        print(name, part, *(repr(float(x)) for out in numbers for x in jnp.ravel(out)))


def loss(y):
    """Of both parts, and of no symmetry."""
    return jnp.sum(jnp.sin(y.real) + jnp.cos(y.imag) + y.real * y.imag)


def of_one(name, f, seed=1, shape=(2, 3)):
    report(name, lambda a, b: loss(f(a + 1j * b)), *z(seed, *shape))


def of_two(name, f, shapes=((2, 3), (2, 3))):
    report(
        name,
        lambda a, b, c, d: loss(f(a + 1j * b, c + 1j * d)),
        *z(1, *shapes[0]),
        *z(3, *shapes[1]),
    )


of_two("products", lambda a, b: a * b + a.conj() * 2.0 - b)
of_two("quotients", lambda a, b: a / b + 1.0 / b)
of_one("exp", jnp.exp)
of_one("ln", jnp.log)
of_one("sqrt", jnp.sqrt)
of_one("powi", lambda a: a**3 + 1.0 / (a * a))
of_two("pow", lambda a, b: a**b)
of_one("sin", jnp.sin)
of_one("cos", jnp.cos)
of_one("sinh", jnp.sinh)
of_one("cosh", jnp.cosh)
of_one("tanh", jnp.tanh)
report("abs", lambda a, b: jnp.sum(jnp.sin(jnp.abs(a + 1j * b)) + jnp.angle(a + 1j * b) ** 2), *z(1, 2, 3))
report("polar", lambda r, t: loss(r * jnp.exp(1j * t)), *z(1, 2, 3))
of_two("matmul", lambda a, b: a @ b, ((2, 3), (3, 2)))
report("mixed", lambda a, b, x: loss((a + 1j * b) @ x + x[0, 0]), *z(1, 2, 3), wave(3, 3, 2))
of_two("einsum", lambda a, b: jnp.einsum("bij,bjk->bik", a, b), ((2, 2, 3), (2, 3, 2)))
of_one("shapes", lambda a: jnp.cumsum(a.T.reshape(2, 3)[:, ::-1], axis=1).mean(axis=0) + a.sum())
of_one("joined", lambda a: jnp.stack([jnp.concatenate([a, a * 1j], axis=1), jnp.pad(a, ((0, 0), (1, 2)))]))
of_two(
    "solve",
    lambda a, b: jnp.linalg.solve(a + 3.0 * jnp.eye(3), b),
    ((3, 3), (3, 2)),
)
of_one("inverse", lambda a: jnp.linalg.inv(a + 3.0 * jnp.eye(3)), shape=(3, 3))
of_one("loop", lambda a: ((a * a + 0.5) * (a * a + 0.5) + 0.5) / 3.0)

of_one("fft2", jnp.fft.fft2, shape=(2, 3, 4))
of_one("ifft2", jnp.fft.ifft2, shape=(2, 3, 4))
of_one("fftn", lambda a: jnp.fft.fftn(a, axes=(0, 2)), shape=(2, 3, 4))
of_one("hfft", lambda a: jnp.fft.hfft(a, 6) + 0j, shape=(2, 4))
of_one("ortho", lambda a: jnp.fft.fft(a, norm="ortho") + jnp.fft.ifft(a, norm="ortho"), shape=(2, 5))
of_one("irfft2", lambda a: jnp.fft.irfft2(a, (3, 5)) + 0j, shape=(3, 3))
report("ihfft", lambda x: loss(jnp.fft.ihfft(x)), wave(1, 2, 6))
report("rfft2", lambda x: loss(jnp.fft.rfft2(x)), wave(1, 3, 4))
report("rfft_ortho", lambda x: loss(jnp.fft.rfft(x, norm="ortho")), wave(1, 2, 6))
report("shifted", lambda x: jnp.sum(jnp.fft.fftshift(x, 1) * jnp.fft.fftfreq(5, 0.5) * x), wave(1, 2, 5))


def frames(x, n, hop):
    count = 1 + (x.shape[-1] - n) // hop
    return jnp.stack([x[..., i * hop : i * hop + n] for i in range(count)], axis=-2)


def stft(x, window, hop, center=True):
    n = len(window)
    if center:
        x = jnp.pad(x, ((0, 0), (n // 2, n // 2)), mode="reflect")
    return jnp.swapaxes(jnp.fft.rfft(frames(x, n, hop) * window), -1, -2)


def istft(y, window, hop, length):
    n = len(window)
    parts = jnp.fft.irfft(jnp.swapaxes(y, -1, -2), n) * window
    count = parts.shape[-2]
    out = jnp.zeros((*parts.shape[:-2], (count - 1) * hop + n))
    weight = jnp.zeros((count - 1) * hop + n)
    for i in range(count):
        out = out.at[..., i * hop : i * hop + n].add(parts[..., i, :])
        weight = weight.at[i * hop : i * hop + n].add(window**2)
    return (out / jnp.where(weight > 1e-11, weight, 1.0))[..., n // 2 : n // 2 + length]


def hann(n):
    return 0.5 - 0.5 * jnp.cos(2 * math.pi * jnp.arange(n) / n)


def bank(freqs, mels, rate, low, high, slaney=False):
    """torchaudio.functional.melscale_fbanks by scalars."""
    step = math.log(6.4) / 27

    def to(f):
        if not slaney:
            return 2595 * math.log10(1 + f / 700)
        return 3 * f / 200 if f < 1000 else 15 + math.log(f / 1000) / step

    def back(m):
        if not slaney:
            return 700 * (10 ** (m / 2595) - 1)
        return 200 * m / 3 if m < 15 else 1000 * math.exp(step * (m - 15))

    corners = [back(to(low) + (to(high) - to(low)) * i / (mels + 1)) for i in range(mels + 2)]
    rows = []
    for k in range(freqs):
        f = rate / 2 * k / (freqs - 1)
        row = []
        for a, b, c in zip(corners, corners[1:], corners[2:]):
            height = max(0.0, min((f - a) / (b - a), (c - f) / (c - b)))
            row.append(height * (2 / (c - a) if slaney else 1.0))
        rows.append(row)
    return jnp.array(rows)


signal = wave(1, 2, 20)
report("stft", lambda x: loss(stft(x, hann(6), 2)), signal)
report("stft_within", lambda x, w: loss(stft(x, w, 3, False)), signal, wave(3, 5))
report("istft", lambda a, b: jnp.sum(jnp.sin(istft(a + 1j * b, hann(6) + 0.1, 2, 9))), *z(1, 2, 4, 6))
for slaney in [False, True]:
    m = bank(17, 4, 8000.0, 100.0, 3500.0, slaney)
    print("bank_slaney" if slaney else "bank", "value", *(repr(float(v)) for v in jnp.ravel(m)))


def power(x):
    return jnp.abs(stft(x, hann(8), 4)) ** 2


triangles = bank(5, 2, 8000.0, 100.0, 3900.0)
report("log_mel", lambda x: jnp.sum(jnp.log(triangles.T @ power(x) + 1e-6)), signal)


def mfcc(x):
    level = 10 * jnp.log10(jnp.maximum(triangles.T @ power(x), 1e-10))
    level = jnp.maximum(level, level.max(axis=(-2, -1), keepdims=True) - 80.0)
    k, j = jnp.arange(2), jnp.arange(2)[:, None]
    scale = jnp.where(k == 0, math.sqrt(1 / 2), 1.0)
    return jnp.sum(jnp.sin((jnp.cos(math.pi / 2 * (j + 0.5) * k) * scale).T @ level * 0.01))


report("mfcc", mfcc, signal)


def welch(x):
    parts = frames(x, 6, 3)
    parts = parts - parts.mean(axis=-1, keepdims=True)
    density = jnp.mean(jnp.abs(jnp.fft.rfft(parts * hann(6))) ** 2, axis=-2) / (10.0 * jnp.sum(hann(6) ** 2))
    return jnp.sum(jnp.log(density * jnp.array([1.0, 2.0, 2.0, 1.0]) + 1.0))


report("welch", welch, signal)
