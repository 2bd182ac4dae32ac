"""Writes reference.txt: points of every function of `math` that is not exact, with their values in f64.

    python make.py 96 > reference.txt                          # points a function
    python make.py 20000 > many.txt
    COTANGENT_ULP_TABLE=$PWD/many.txt cargo test -p cotangent-kernels --test ulp_f64 -- --nocapture
    python make.py check reference.txt                         # computes every value of a table again

Needs mpmath. A line is `name a [b] rounded rest`: bits in hexadecimal, and what rounding left in ulp of the rounded value.
Half of the points are drawn where the function does most of its work, the rest over all magnitudes that it is defined for;
sine, cosine and tangent have as many again beside multiples of a quarter turn, where reduction of the argument cancels most.
The seed is the number of points, so that a table can be made again.
"""

import math
import random
import struct
import sys

from mpmath import mp, mpf

mp.prec = 220


def softplus(x):
    # The larger part by itself: its exponential would need as many bits as it has.
    return max(x, 0) + mp.log1p(mp.exp(-abs(x)))


def erfc(x):
    # mpmath cannot say that there is nothing left.
    return mp.erfc(x) if x < 30 else mpf(0)


def odd_root(x):
    return mp.sign(x) * mp.cbrt(abs(x))


# Each with where it works hardest, and the signs of its arguments elsewhere.
BOTH, ABOVE = (-1, 1), (1,)
UNARY = {
    "exp": (mp.exp, (-745, 709.7), BOTH),
    "exp2": (lambda x: mp.power(2, x), (-1074, 1023.9), BOTH),
    "expm1": (mp.expm1, (-40, 709.7), BOTH),
    "ln": (mp.log, (0.5, 2), ABOVE),
    "log2": (lambda x: mp.log(x) / mp.log(2), (0.5, 2), ABOVE),
    "log10": (lambda x: mp.log(x) / mp.log(10), (0.5, 2), ABOVE),
    "log1p": (mp.log1p, (-0.999, 2), ABOVE),
    "sin": (mp.sin, (-50, 50), BOTH),
    "cos": (mp.cos, (-50, 50), BOTH),
    "tan": (mp.tan, (-50, 50), BOTH),
    "sinc": (mp.sincpi, (-50, 50), BOTH),
    "asin": (mp.asin, (-1, 1), None),
    "acos": (mp.acos, (-1, 1), None),
    "atan": (mp.atan, (-4, 4), BOTH),
    "sinh": (mp.sinh, (-710, 710), BOTH),
    "cosh": (mp.cosh, (-710, 710), BOTH),
    "tanh": (mp.tanh, (-20, 20), BOTH),
    "asinh": (mp.asinh, (-4, 4), BOTH),
    "acosh": (mp.acosh, (1, 4), ABOVE),
    "atanh": (mp.atanh, (-1, 1), None),
    "erf": (mp.erf, (-6, 6), BOTH),
    "erfc": (erfc, (-6, 27), BOTH),
    "sigmoid": (lambda x: 1 / (1 + mp.exp(-x)), (-700, 40), BOTH),
    "softplus": (softplus, (-700, 700), BOTH),
    "log_sigmoid": (lambda x: -softplus(-x), (-700, 700), BOTH),
    "rsqrt": (lambda x: 1 / mp.sqrt(x), (0.25, 4), ABOVE),
    "cbrt": (odd_root, (-8, 8), BOTH),
}
BINARY = {"pow": mp.power, "hypot": mp.hypot, "atan2": mp.atan2}


def bits(x):
    return format(struct.unpack("<Q", struct.pack("<d", x))[0], "x")


def number(word):
    return struct.unpack("<d", struct.pack("<Q", int(word, 16)))[0]


def spacing(x):
    return mpf(2) ** (max(math.frexp(x)[1] - 1, -1022) - 52)


def exact(name, args):
    """The value to 220 bits, or nothing where it is not a number that f64 holds."""
    function = BINARY.get(name) or UNARY[name][0]
    value = function(*map(mpf, args))
    if not isinstance(value, mpf) or not mp.isfinite(value) or value == 0:
        return None
    # To the nearest by hand: subnormal numbers would be rounded twice.
    unit = mpf(2) ** (max(int(mp.floor(mp.log(abs(value), 2))), -1022) - 52)
    steps = mp.nint(value / unit)
    if steps == 0 or abs(steps * unit) >= mpf(2) ** 1024:
        return None
    return value, float(steps * unit)


def line(name, args):
    result = exact(name, args)
    if result is None:
        return None
    value, rounded = result
    rest = (value - rounded) / spacing(rounded)
    return f"{name} {' '.join(map(bits, args))} {bits(rounded)} {float(rest):.3f}"


def magnitude(draw, low=-1074, high=1024):
    return draw.uniform(1, 2) * 2.0 ** draw.randint(low, high - 1)


def unary_points(name, draw):
    _, (low, high), signs = UNARY[name]
    while True:
        yield (draw.uniform(low, high),)
        # Without a sign the function is defined in -1..1 alone.
        yield (draw.choice(signs) * magnitude(draw),) if signs else (draw.choice(BOTH) * magnitude(draw, high=0),)


def quarter_turns(draw):
    while True:
        turns = draw.randint(1, 1 << draw.randint(1, 52))
        yield (draw.choice(BOTH) * float(turns * mp.pi / 2),)


def binary_points(name, draw):
    while True:
        if name == "pow":
            base = draw.choice([draw.uniform(0, 4), magnitude(draw)])
            widest = 1070 / max(abs(math.log2(base)), 1e-300)
            yield base, draw.uniform(-1, 1) * min(widest, 1e300)
            continue
        a = draw.choice(BOTH) * magnitude(draw)
        near = math.frexp(a)[1] + draw.randint(-60, 60)
        yield a, draw.choice([draw.choice(BOTH) * magnitude(draw), math.ldexp(draw.uniform(-1, 1), near % 1024)])


def some(name, points, count):
    seen = 0
    while seen < count:
        text = line(name, next(points))
        if text is not None:
            print(text)
            seen += 1


def make(count):
    draw = random.Random(count)
    for name in UNARY:
        some(name, unary_points(name, draw), count)
        if name in ("sin", "cos", "tan"):
            some(name, quarter_turns(draw), count)
    for name in BINARY:
        some(name, binary_points(name, draw), count)


def check(path):
    wrong = count = 0
    with open(path, encoding="ascii") as table:
        for text in table:
            name, *args, rounded, rest = text.split()
            value, _ = exact(name, [number(a) for a in args])
            given = number(rounded)
            left = float((value - given) / spacing(given))
            count += 1
            # The rest has three digits.
            if abs(left - float(rest)) > 0.00051:
                wrong += 1
                print(f"{text.strip()}: {left:.3f}")
    print(f"{count} points, {wrong} wrong")
    sys.exit(wrong != 0)


if sys.argv[1] == "check":
    check(sys.argv[2])
else:
    make(int(sys.argv[1]))
