"""Functions of device kernels against values of mpmath, in ulp, and their edges against those of the CPU. Needs numpy and mpmath."""

import importlib.util
import itertools
import re
from collections import defaultdict
from math import factorial, lgamma
from pathlib import Path

import numpy as np


def module(path):
    """The script that made the table."""
    spec = importlib.util.spec_from_file_location("reference", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


reference = module(Path(__file__).resolve().parents[2] / "kernels/tests/ulp/make.py")
# Functions of two arguments.
PAIRS = {"pow", "hypot", "atan2", "polygamma", "betaln", "logaddexp", "zeta", "gammainc", "gammaincc", "gammainc_slope", "gamma_density"}


def spelled(name, prelude, others):
    """A call of `name` in a device's language: as `others` has it, as a `ct_` function of the prelude, or by its own name."""
    arguments = "a, b" if name in PAIRS else "a"
    return others.get(name) or (f"ct_{name}({arguments})" if f" ct_{name}(" in prelude else f"{name}({arguments})")


# The normal numbers of f32.
TINY, MOST = float(np.finfo(np.float32).tiny), float(np.finfo(np.float32).max)


def table(path):
    """By name: arguments a and b (0 where there is none), and the value, rounded and what rounding left."""
    number = lambda word: np.uint64(int(word, 16)).view(np.float64)
    points = defaultdict(list)
    for line in path.read_text().splitlines():
        name, *words, rest = line.split()
        values = [number(w) for w in words]
        points[name].append((values[0], values[1] if len(values) == 3 else 0.0, values[-1], float(rest)))
    return {name: np.array(rows).T for name, rows in points.items()}


def edges(path):
    """By name: the points of ulp_special.rs, which are bit for bit on the CPU."""
    known = {"INF": np.inf, "NAN": np.nan, "half_pi": np.pi / 2, "LN_2": np.log(2.0)}
    found = {}
    for name, points in re.findall(r'"(\w+)",\s*&\[\s*(\(.*?)\]', path.read_text(), re.DOTALL):
        for point in re.findall(r"\(([^()]*)\)", points):
            *arguments, value = eval(point.replace("std::f64::consts::", ""), {}, known)
            found.setdefault(name, []).append((*arguments, *[0.0] * (2 - len(arguments)), value))
    # As C has them.
    numbers = [0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0, 3.0, -3.0, np.inf, -np.inf, np.nan]
    for name, function in (("pow", np.power), ("hypot", np.hypot), ("atan2", np.arctan2)):
        for a, b in itertools.product(numbers, repeat=2):
            with np.errstate(all="ignore"):
                found.setdefault(name, []).append((a, b, function(a, b)))
    return {name: np.array(rows, np.float64).T for name, rows in found.items()}


def functions(evaluate, root, types, least=TINY):
    """`evaluate(name, a, b, type)` against the table in f64, and in f32 at the nearest arguments against mpmath. All compute in
    the widest of the types. Results in f32 below `least` are left out."""
    failures = []
    print(f"{'function':16} {'largest error in ulp, and the bound there':44} edges that differ")
    ends = edges(root / "kernels/tests/ulp_special.rs")
    for name, (a, b, want, rest) in sorted(table(root / "kernels/tests/ulp/reference.txt").items()):
        said = []
        for dtype in types:
            points = (a, b, want, rest) if dtype == np.float64 else narrow(name, a, b, least)
            error, most, (x, z, y, w) = worst(name, types[-1] == dtype, *points, evaluate(name, points[0], points[1], dtype))
            said.append(f"{dtype.__name__} {error:.2f} of {most:.0f}")
            if not error <= most:
                failures.append(f"{name}({x}, {z}) in {dtype.__name__}: {y}, not {w}: {error:.2f} ulp, more than {most:.0f}")
        apart = [f"{name}({u}, {v}): {y}, not {w}" for dtype in types for u, v, y, w in differ(name, evaluate, ends.get(name), dtype)]
        print(f"{name:16} {', '.join(said):44} {'; '.join(apart)}")
        failures += apart
    return failures


def narrow(name, a, b, least):
    """Points in f32 with their values, where those are normal numbers of f32."""
    with np.errstate(over="ignore", under="ignore"):
        pairs = {(float(x), float(z)) for x, z in zip(a.astype(np.float32), b.astype(np.float32))}
    is_normal = lambda x: x == 0 or TINY <= abs(x) <= MOST
    rows = []
    for x, z in sorted(pair for pair in pairs if all(map(is_normal, pair))):
        try:
            exact = reference.exact(name, (x, z) if name in PAIRS else (x,))
        except (ValueError, ZeroDivisionError):
            # A pole, to which the argument was rounded.
            continue
        if exact and least <= abs(exact[1]) <= MOST:
            rows.append((x, z, exact[1], 0.0))
    return np.array(rows).T


def differ(name, evaluate, ends, dtype):
    """Edges whose value is another: NaN, infinities, zeros with their sign, and numbers by more than 4 ulp."""
    if ends is None:
        return
    a, b, want = ends
    for u, v, y, w in zip(a, b, evaluate(name, a, b, dtype), want.astype(dtype)):
        # A zero has the sign of an argument that is one.
        is_signed = u == 0 or name == "atan2"
        same = np.isnan(y) if np.isnan(w) else y == w and not (is_signed and np.signbit(y) != np.signbit(w))
        if not same and not (np.isfinite(w) and w != 0 and abs(y - w) <= 4 * np.spacing(abs(w))):
            yield u, v, y, w


def worst(name, is_widest, a, b, want, rest, got):
    """The error that is the largest part of its bound, in ulp of the larger of the value and what it is the sum of."""
    unit = lambda values: np.spacing(np.abs(values).astype(got.dtype)).astype(np.float64)
    size = np.maximum(np.abs(want), [terms(name, x, z) for x, z in zip(a, b)])
    errors = np.abs((got.astype(np.float64) - want) / unit(want) - rest) * unit(want) / unit(size)
    errors = np.where(np.isnan(errors), np.inf, errors)
    bounds = np.array([bound(name, x, z, w, is_widest) for x, z, w in zip(a, b, want)])
    at = np.argmax(errors / bounds)
    return float(errors[at]), float(bounds[at]), (a[at], b[at], got[at], want[at])


def gate(x):
    """What the sigmoid of `gelu_tanh` is of, and its derivative."""
    scale = 2 * np.sqrt(2 / np.pi)
    return scale * (x + 0.044715 * x**3), scale * (1 + 3 * 0.044715 * x**2)


def bound(name, a, b, want, is_widest):
    """As on the CPU (kernels/tests/ulp/mod.rs), but no less than 4."""
    if name in ("gelu_tanh", "gelu_tanh_slope"):
        return 4 + 2 * max(-gate(a)[0], 0)
    if is_widest:
        if name in ("zeta", "polygamma"):
            return b + 8
        if name in ("i0", "i0e", "i1", "i1e"):
            return 6
        if name in ("gammainc", "gammaincc", "gamma_density", "gammainc_slope"):
            return 50 + 4 * abs(np.log(abs(want)))
    return 4


def terms(name, a, b):
    """The size of what a function adds up where its result may cancel, as on the CPU."""
    if name in ("lgamma", "digamma", "polygamma") and a < 0:
        distance = a - np.round(a)
        if name == "lgamma":
            return abs(lgamma(-a))
        if name == "digamma":
            return max(abs(np.pi / np.tan(np.pi * distance)), 1)
        return factorial(int(b)) * abs(distance) ** (-b - 1)
    if name == "gelu_tanh_slope":
        v, slope = gate(a)
        with np.errstate(over="ignore"):
            sigmoid, rest = 1 / (1 + np.exp(-v)), 1 / (1 + np.exp(v))
        return max(sigmoid, abs(a * slope * sigmoid * rest))
    return {"betaln": 8, "logaddexp": max(abs(a), abs(b)), "ndtr_excess": abs(a)}.get(name, 0)
