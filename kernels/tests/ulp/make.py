"""Writes reference.txt: points of every function of `math` that is not exact, with their values in f64.

    python make.py 96 > reference.txt                          # points a function
    python make.py 20000 > many.txt
    COTANGENT_ULP_TABLE=$PWD/many.txt cargo test -p cotangent-kernels --test ulp_f64 -- --nocapture
    python make.py narrow 48 > narrow.txt                      # the special functions at operands that f32 holds
    python make.py check reference.txt                         # computes every value of a table again

Needs mpmath. A line is `name a [b] rounded rest`: bits in hexadecimal, and what rounding left in ulp of the rounded value.
Half of the points are drawn where the function does most of its work, the rest over all magnitudes that it is defined for;
sine, cosine and tangent have as many again beside multiples of a quarter turn, where reduction of the argument cancels most.
Special functions have half as many points. The seed is the number of points, so that a table can be made again.
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


def erfinv(x):
    return mp.erfinv(x) if abs(x) < 1 else None


def ndtr(x):
    return erfc(-x / mp.sqrt(2)) / 2


def log_ndtr(x):
    # Mills' ratio where mpmath's erfc underflows its own range.
    if x > -200:
        return mp.log1p(-mp.erfc(x / mp.sqrt(2)) / 2) if x > 0 else mp.log(mp.erfc(-x / mp.sqrt(2)) / 2)
    return -x * x / 2 - mp.log(2 * mp.pi) / 2 + mp.log(1 / mills(-x))


def mills(a):
    """The ratio of density and upper tail at a > 0, as a continued fraction."""
    r = a
    for k in range(400, 0, -1):
        r = a + k / r
    return r


def ndtr_ratio(x):
    return mills(-x) if x < -200 else mp.npdf(x) / mp.ncdf(x)


def betaln(a, b):
    with mp.workprec(mp.prec + 1200):
        return mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)


def lgamma(x):
    return mp.loggamma(x) if x > 0 else mp.log(abs(mp.gamma(x)))


def gate(x):
    """What the sigmoid of `gelu_tanh` is of, and its derivative."""
    scale = 2 * mp.sqrt(2 / mp.pi)
    third = scale * mpf(44715) / 1000000
    return x * (scale + third * x * x), scale + 3 * third * x * x


def gelu_tanh(x):
    return x / (1 + mp.exp(-gate(x)[0]))


def gelu_tanh_slope(x):
    v, slope = gate(x)
    s = 1 / (1 + mp.exp(-v))
    return s + x * s * slope / (1 + mp.exp(v))


def hurwitz(x, e):
    # mpmath's own loses digits that it does not count.
    with mp.workprec(2 * mp.prec):
        return mp.zeta(e, x) if x > 0 else mp.nsum(lambda k: (x + k) ** -int(e), [0, mp.inf])


def polygamma(x, n):
    return (-1) ** (int(n) + 1) * mp.factorial(n) * hurwitz(x, n + 1)


def density(a, x):
    return mp.exp((a - 1) * mp.log(x) - x - mp.loggamma(a))


def upper(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True)


def derivative(a, x):
    """Of gammainc by a, as a central difference in twice the digits and on the side where nothing cancels."""
    with mp.workprec(3 * mp.prec):
        h = mpf(2) ** -220
        if x > a:
            return (upper(a - h, x) - upper(a + h, x)) / (2 * h)
        return (lower(a + h, x) - lower(a - h, x)) / (2 * h)


def lower(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


# Each with how its points are drawn.
SPECIAL = {
    "lgamma": (lgamma, lambda d: (d.choice([d.uniform(-30, 12), d.uniform(0, 4), magnitude(d)]),)),
    "digamma": (mp.digamma, lambda d: (d.choice([d.uniform(-30, 12), d.uniform(0, 4), magnitude(d)]),)),
    "erfinv": (erfinv, lambda d: (d.choice(BOTH) * d.choice([d.random(), 1 - 2.0 ** d.uniform(-52, -1), magnitude(d, high=0)]),)),
    "ndtr": (ndtr, lambda d: (d.choice([d.uniform(-38, 9), d.uniform(-2, 2), -magnitude(d, high=3)]),)),
    "log_ndtr": (log_ndtr, lambda d: (d.choice([d.uniform(-60, 30), d.uniform(-2, 2), -magnitude(d, -30, 400)]),)),
    "ndtr_ratio": (ndtr_ratio, lambda d: (d.choice([d.uniform(-60, 30), d.uniform(-2, 2), -magnitude(d, -30, 400)]),)),
    "ndtr_excess": (lambda x: x + ndtr_ratio(x), lambda d: (d.choice([d.uniform(-60, 30), -magnitude(d, -30, 60)]),)),
    "entr": (lambda x: -x * mp.log(x), lambda d: (d.choice([d.uniform(0, 3), magnitude(d, high=1000)]),)),
    "i0": (lambda x: mp.besseli(0, x), lambda d: (d.uniform(-1, 1) * d.choice([30, 712]),)),
    "i0e": (lambda x: mp.besseli(0, x) * mp.exp(-abs(x)), lambda d: (d.choice([d.uniform(-30, 30), magnitude(d, -30, 40)]),)),
    "i1": (lambda x: mp.besseli(1, x), lambda d: (d.uniform(-1, 1) * d.choice([30, 712]),)),
    "i1e": (lambda x: mp.besseli(1, x) * mp.exp(-abs(x)), lambda d: (d.choice([d.uniform(-30, 30), magnitude(d, -1000, 40)]),)),
    "logaddexp": (lambda a, b: mp.log(mp.exp(a) + mp.exp(b)), lambda d: (d.uniform(-40, 40), d.uniform(-40, 40))),
    "betaln": (betaln, lambda d: (d.choice([d.uniform(0, 30), magnitude(d, -60, 60)]), d.choice([d.uniform(0, 30), magnitude(d, -60, 60)]))),
    "zeta": (hurwitz, lambda d: (d.choice([d.uniform(0, 20), magnitude(d, -20, 30)]), d.choice([1 + d.random(), d.uniform(1, 30), 2.0]))),
    "polygamma": (polygamma, lambda d: (d.choice([d.uniform(-6, 20), magnitude(d, -20, 30)]), float(d.randint(1, 6)))),
    "gammainc": (lower, lambda d: around(d)),
    "gammaincc": (upper, lambda d: around(d)),
    "gamma_density": (density, lambda d: around(d)),
    "gammainc_slope": (derivative, lambda d: around(d)),
    "gelu_tanh": (gelu_tanh, lambda d: (d.choice([d.uniform(-12, 8), d.uniform(-1, 1), magnitude(d, high=3)]),)),
    "gelu_tanh_slope": (gelu_tanh_slope, lambda d: (d.choice([d.uniform(-12, 8), d.uniform(-1, 1), magnitude(d, high=3)]),)),
}


def root(function, low, high):
    """Where a function of an f32 changes its sign, by bisection."""
    sign = function(mpf(low)) > 0
    for _ in range(60):
        mid = (low + high) / 2
        low, high = (mid, high) if (function(mpf(mid)) > 0) == sign else (low, mid)
    return low


def beside_zeros_of_betaln(draw):
    a = narrow(draw.choice([draw.uniform(0.02, 3), magnitude(draw, 2, 120)]))
    return a, root(lambda b: betaln(mpf(a), b), 1e-30, 60.0)


def beside_zeros_of_logaddexp(draw):
    a = narrow(-draw.choice([draw.uniform(0, 2), magnitude(draw, -20, 4)]))
    return a, math.log(-math.expm1(a))


# Functions of two that have zeros on a line, where few digits are left; and one operand tiny, one huge.
HARD = {
    "betaln": [beside_zeros_of_betaln, lambda d: (magnitude(d, -120, -10), magnitude(d, 10, 120))],
    "logaddexp": [beside_zeros_of_logaddexp],
}


def around(draw):
    a = draw.choice([draw.uniform(0.01, 10), 2.0 ** draw.uniform(-7, 10)])
    return a, draw.choice([a * 2.0 ** draw.uniform(-3, 3), a * (1 + draw.uniform(-4, 4) / math.sqrt(a) if a > 20 else draw.uniform(0.1, 4))])


def narrow(x):
    """The nearest f32; what is beyond its range, infinite."""
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.inf


def bits(x):
    return format(struct.unpack("<Q", struct.pack("<d", x))[0], "x")


def number(word):
    return struct.unpack("<d", struct.pack("<Q", int(word, 16)))[0]


def spacing(x):
    return mpf(2) ** (max(math.frexp(x)[1] - 1, -1022) - 52)


def exact(name, args):
    """The value to 220 bits, or nothing where it is not a number that f64 holds."""
    function = BINARY.get(name) or (UNARY.get(name) or SPECIAL[name])[0]
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


def special_points(name, draw):
    while True:
        yield SPECIAL[name][1](draw)


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
    for name in SPECIAL:
        some(name, special_points(name, draw), count // 2)


def narrow_points(draws, draw):
    while True:
        point = tuple(map(narrow, draw.choice(draws)(draw)))
        if all(x != 0 and math.isfinite(x) for x in point):
            yield point


def make_narrow(count):
    draw = random.Random(count)
    for name in SPECIAL:
        some(name, narrow_points([SPECIAL[name][1]], draw), count // 2)
    for name, draws in HARD.items():
        some(name, narrow_points(draws, draw), count)


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


if __name__ == "__main__":
    if sys.argv[1] == "check":
        check(sys.argv[2])
    elif sys.argv[1] == "narrow":
        make_narrow(int(sys.argv[2]))
    else:
        make(int(sys.argv[1]))
