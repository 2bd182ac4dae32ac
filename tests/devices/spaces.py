"""The walk of emitted CUDA C over spaces of several layouts, against numpy: sums, folds of every type, elementwise rows."""

import ctypes
import itertools
import re
import struct

import numpy as np

BLOCK = 256


def space(operands, dims, outer_rank, chunk, lanes, lane_fast, dense, writes):
    """`ct_space` as bytes: `operands` are strides in elements, the outer axes first."""
    outer, inner = int(np.prod(dims[:outer_rank], dtype=np.int64)), int(np.prod(dims[outer_rank:], dtype=np.int64))
    chunks = max((inner + chunk - 1) // chunk, 1)
    padded = lambda numbers: [*numbers, *[0] * (8 - len(numbers))]
    head = struct.pack("<4Q5I4xQ8Q", outer, inner, chunk, chunks, lanes, lane_fast, dense, outer_rank, len(dims) - outer_rank, writes, *padded(dims))
    body = b"".join(struct.pack("<8q", *padded(strides)) for strides in operands)
    rows = (outer + BLOCK // lanes - 1) // (BLOCK // lanes)
    return head + body, chunks, max(rows, 1)


def grid(blocks):
    """Two axes, as one of them ends at 65535 on some devices."""
    return (blocks, 1, 1) if blocks < 40 else ((blocks + 2) // 3, 3, 1)


def bf16(x):
    """To the nearest, ties to even."""
    bits = x.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def of_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


TYPES = {
    "float": (lambda x: x.astype(np.float32), lambda x: x, 2e-6),
    "double": (lambda x: x, lambda x: x, 1e-14),
    "ct_f16": (lambda x: x.astype(np.float16), lambda x: x.astype(np.float32), 2e-3),
    "ct_bf16": (bf16, of_bf16, 1e-2),
}


def layouts(b, h):
    """Memory of `x` and its strides: rows, columns, every other element, one row for all."""
    yield b * h, (h, 1)
    yield b * h, (1, b)
    yield 2 * b * h, (2 * h, 2)
    yield h, (0, 1)


def seen(memory, strides, shape):
    return np.lib.stride_tricks.as_strided(memory, shape, [s * memory.itemsize for s in strides])


def means(device, build, root):
    """`mean((x b - 0.5).tanh())`, and the elements of it."""
    text = (root / "tests/golden/kernels/mean.cu").read_text()
    random = np.random.default_rng(1)
    for ty, (store, load, tolerance) in TYPES.items():
        module = build(text.replace("typedef float T;", f"typedef {ty} T;"))
        for (b, h), chunk, lanes in itertools.product([(1, 1), (3, 5), (37, 129), (700, 33)], [64, 1000, 1 << 40], [32, 256]):
            for size, strides in layouts(b, h):
                x, v = store(random.uniform(-2, 2, size)), store(random.uniform(-2, 2, h))
                y, mean = store(np.full(b * h, 9.0)), store(np.full(1, 9.0))
                operands = [strides, (0, 1), (0, 0), (h, 1)]
                is_dense = int(b == 1 and strides[1] == 1)
                bytes_, chunks, rows = space(operands, (b, h), 0, chunk, lanes, 1, is_dense, 0b11)
                parts = np.zeros(chunks, np.float64 if ty == "double" else np.float32)
                scale = ctypes.c_double(1 / (b * h))
                device.run(module, "kernel0", grid(rows * chunks), (BLOCK, 1, 1), [bytes_, x, v, mean, y, parts, scale])
                if chunks > 1:
                    device.run(module, "kernel0_fold", grid(rows), (BLOCK, 1, 1), [bytes_, mean, y, parts, scale])
                want = np.tanh(seen(load(x), strides, (b, h)).astype(np.float64) * load(v) - 0.5)
                close = np.allclose(load(y).reshape(b, h), want, tolerance, tolerance) and np.allclose(load(mean), want.mean(), tolerance, tolerance)
                yield f"mean of {ty} [{b}, {h}] with strides {strides}, chunks of {chunk}, {lanes} lanes", close


def folds(device, build, root):
    """Every fold along the last axis, with elementwise outputs beside them."""
    module = build((root / "tests/golden/kernels/folds.cu").read_text())
    random = np.random.default_rng(2)
    for (b, h), chunk, lanes, lane_fast in itertools.product([(1, 1), (5, 3), (300, 70), (3, 5000)], [16, 1 << 40], [1, 8, 256], [0, 1]):
        ids = random.integers(-50, 50, b * h).astype(np.int32)
        mask = random.random(b * h) < 0.9
        x, z = random.uniform(-2, 2, b * h).astype(np.float16), bf16(random.uniform(0.9, 1.1, b * h))
        x[random.random(b * h) < 0.01] = np.nan
        outs = [np.zeros(b, t) for t in (np.float16, np.uint16, np.int32, bool, bool, np.uint16)] + [np.zeros(b * h, bool), np.zeros(b * h, np.float16)]
        strides = [(h, 1)] * 4 + [(1, 0)] * 6 + [(h, 1)] * 2
        bytes_, chunks, rows = space(strides, (b, h), 1, chunk, lanes, lane_fast, 0, 0xFF)
        parts = [np.zeros(b * chunks, t) for t in (np.float32, np.float32, np.int32, bool, bool, np.float32)]
        device.run(module, "kernel0", grid(rows * chunks), (BLOCK, 1, 1), [bytes_, ids, mask, x, z, *outs, *parts, ctypes.c_double(30)])
        if chunks > 1:
            device.run(module, "kernel0_fold", grid(rows), (BLOCK, 1, 1), [bytes_, *outs, *parts])
        taken = (mask & (ids < 30)).reshape(b, h)
        wide = of_bf16(z).reshape(b, h)
        # NaN is greater than all; a masked element is the least.
        kept = np.where(taken, x.reshape(b, h), np.float16(-np.inf))
        want = [kept.max(1), wide.min(1), np.where(mask, ids, -(2**31)).reshape(b, h).max(1), taken.any(1), taken.all(1), None, taken.ravel(), kept.ravel()]
        same = [w is None or np.array_equal(of_bf16(o) if k == 1 else o, w, equal_nan=w.dtype.kind == "f") for k, (o, w) in enumerate(zip(outs, want))]
        same[5] = np.allclose(of_bf16(outs[5]), wide.astype(np.float64).prod(1), 1e-2, 0)
        yield f"folds of [{b}, {h}], chunks of {chunk}, {lanes} lanes, fast {lane_fast}: outputs {same}", all(same)


def saturated(x):
    """Towards zero, ends at the ends, NaN to 0: as Rust casts."""
    return np.where(np.isnan(x), 0, np.clip(np.trunc(x.astype(np.float64)), -(2**31), 2**31 - 1)).astype(np.int32)


def larger(a, b):
    return np.where((a > b) | (a != a), a, b)


def smaller(a, b):
    return np.where((a < b) | (a != a), a, b)


def clamped(x, low, high):
    y = np.where(x < low, low, x)
    return np.where(y > high, high, y)


# Rows that are exact, by their text: what numpy says. `{}` are the operands.
EXACT = {
    "{} + {}": np.add, "{} - {}": np.subtract, "{} * {}": np.multiply, "{} / {}": np.divide, "-{}": np.negative,
    "abs({})": np.abs, "ct_sign({})": lambda x: np.where(x > 0, 1, np.where(x < 0, -1, x)).astype(x.dtype),
    "1 / {}": lambda x: np.float32(1) / x, "ct_maximum({}, {})": larger, "ct_minimum({}, {})": smaller,
    "ct_clamp({}, {}, {})": clamped, "fmod({}, {})": np.fmod, "copysign({}, {})": np.copysign,
    "rint({})": np.rint, "trunc({})": np.trunc, "floor({})": np.floor, "ceil({})": np.ceil, "{} - trunc({})": lambda x, _: x - np.trunc(x),
    "ct_nan_to_num({})": np.nan_to_num, "{} == {}": np.equal, "{} != {}": np.not_equal, "{} < {}": np.less, "{} <= {}": np.less_equal,
    "{} > {}": np.greater, "{} >= {}": np.greater_equal, "{} && {}": np.logical_and, "{} || {}": np.logical_or, "!{}": np.logical_not,
    "isnan({})": np.isnan, "isfinite({})": np.isfinite, "{} ? {} : {}": np.where, "sqrt({})": np.sqrt, "{}": lambda x: x,
    "(float)({})": lambda x: x.astype(np.float32), "(bool)({})": lambda x: x != 0,
    "(int)({})": lambda x: saturated(x) if x.dtype.kind == "f" else x.astype(np.int32),
}  # fmt: skip


def rows(device, build, root):
    """Every elementwise row with f32, i32 and bool, edges among its operands, dense and with every other element."""
    text = (root / "tests/golden/kernels/rows.cu").read_text()
    module = build(text)
    random = np.random.default_rng(3)
    edges = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 3e38, 2**31, -(2.0**33), 0.5, 1.5, -2.5, 1e-3], np.float32)
    least = np.array([0, 1, -1, 2**31 - 1, -(2**31), 46341, 7], np.int32)
    n = 1000
    checked = set()
    for name, parameters, body in re.findall(r"void (\w+)\((.*?)\) \{(.*?)\n\}", text, re.DOTALL):
        kinds = re.findall(r"const (float|int|bool) \*in", parameters)
        outs = re.findall(r"(?<!const )(float|int|bool) \*out", parameters)
        hosts = [ctypes.c_double(3)] * len(re.findall(r"double host", parameters))
        draw = {
            "float": lambda: np.where(random.random(n) < 0.4, random.choice(edges, n), random.uniform(-9, 9, n)).astype(np.float32),
            "int": lambda: np.where(random.random(n) < 0.3, random.choice(least, n), random.integers(-9, 9, n)).astype(np.int32),
            "bool": lambda: random.random(n) < 0.5,
        }
        types = {"float": np.float32, "int": np.int32, "bool": bool}
        ins = [draw[k]() for k in kinds]
        for step in (1, 2):
            held = [np.repeat(x, step) for x in ins]
            results = [np.zeros(n, types[k]) for k in outs]
            strides = [(step,)] * len(ins) + [(1,)] * len(outs)
            bytes_, chunks, blocks = space(strides, (n,), 0, 128, 32, 1, int(step == 1), 2 ** len(outs) - 1)
            device.run(module, name, grid(blocks * chunks), (BLOCK, 1, 1), [bytes_, *held, *results, *hosts])
            for k, expression in re.findall(r"const \w+ t(\d+) = (.*);", body):
                used = re.findall(r"x\d+", expression)
                rule = EXACT.get(re.sub(r"x\d+", "{}", expression))
                if rule is None:
                    continue
                checked.add(expression)
                with np.errstate(all="ignore"):
                    want = rule(*(ins[int(u[1:])] for u in used))
                got = results[int(k)]
                yield f"{name}: {expression}, step {step}", np.array_equal(got, want.astype(got.dtype), equal_nan=got.dtype.kind == "f")
    yield f"{len(checked)} exact rows are few", len(checked) > 50


def spaces(device, build, root):
    failures = []
    for check in (means, folds, rows):
        cases = list(check(device, build, root))
        failures += [what for what, holds in cases if not holds]
        print(f"{check.__name__}: {len(cases)} cases")
    return failures
