"""Writes tests/golden/known/fourier.txt: discrete Fourier transforms by NumPy in float64.

python tests/peers/fourier.py > tests/golden/known/fourier.txt

A line has the op, the length, the axis, a part and its numbers: the value of a function of the result, its gradient, and the second
derivative along the operands themselves. Derivatives are products with the matrix of the transform, which NumPy makes of unit
vectors. Of many numbers there are some.
"""

import numpy as np


def wave(seed, count):
    return 0.7 * np.sin(seed + 1.7 * np.arange(count))


def fft(n, re, im):
    y = np.fft.fft(re + 1j * im)
    return [y.real, y.imag]


def ifft(n, re, im):
    y = np.fft.ifft(re + 1j * im)
    return [y.real, y.imag]


def rfft(n, x):
    y = np.fft.rfft(x)
    return [y.real, y.imag]


def irfft(n, re, im):
    return [np.fft.irfft(re + 1j * im, n)]


def of_result(parts):
    """A function of the result, its gradient, and its second derivative along a direction."""
    if len(parts) == 1:
        (x,) = parts
        return np.sin(x).sum(), [np.cos(x)], lambda d: [-np.sin(x) * d[0]]
    a, b = parts
    value = (np.sin(a) + np.cos(b) + a * b).sum()
    return value, [np.cos(a) + b, a - np.sin(b)], lambda d: [d[1] - np.sin(a) * d[0], d[0] - np.cos(b) * d[1]]


def thin(numbers):
    return numbers[:: len(numbers) // 60 + 1]


LANES = 3

for op in [fft, ifft, rfft, irfft]:
    operands = 1 if op is rfft else 2
    for n, axis in [(1, -1), (2, -1), (3, 0), (5, -1), (6, 0), (7, -1), (30, 0), (59, -1), (64, 0), (1000, -1)]:
        length = n // 2 + 1 if op is irfft else n
        count = LANES * length
        shape = (LANES, length) if axis == -1 else (length, LANES)
        # Lanes are rows.
        given = [wave(1 + k, count).reshape(shape) for k in range(operands)]
        xs = [x if axis == -1 else x.T for x in given]
        unit = np.eye(operands * length)
        matrix = np.concatenate(op(n, *np.split(unit, operands, axis=-1)), axis=-1)
        parts = op(n, *xs)
        value, first, second = of_result(parts)
        joined = np.concatenate(xs, axis=-1)
        back = lambda gs: np.split(np.concatenate(gs, axis=-1) @ matrix.T, operands, axis=-1)
        gradient = back(first)
        along = back(second(np.split(joined @ matrix, len(parts), axis=-1)))
        flat = lambda gs: np.concatenate([(g if axis == -1 else g.T).ravel() for g in gs])
        for part, numbers in [("value", np.array([value])), ("gradient", flat(gradient)), ("hvp", flat(along))]:
            print(op.__name__, n, axis, part, " ".join(f"{v:.17e}" for v in thin(numbers)))
