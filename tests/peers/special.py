"""Writes tests/golden/known/special.txt: special functions and activations, with their derivatives of first and second order.

python tests/peers/special.py > tests/golden/known/special.txt

Special functions inside of their domains are mpmath's, their derivatives difference quotients with 400 bits. Their edges and the
activations are PyTorch's in float64. A line has the op, its host numbers, its operands, the sum of the result, the gradients of
that and, where they are known, the sums of the rows of the Hessian. Numbers of one operand are separated by commas.
"""

import torch
import torch.nn.functional as F
from mpmath import mp, mpf

mp.prec = 400
torch.set_default_dtype(torch.float64)


def text(numbers):
    return ",".join(f"{float(n):.16e}" for n in numbers)


def line(name, options, operands, value, firsts, seconds=None):
    fields = [name, ",".join(map(str, options)), *map(text, operands), "=", text([value]), *map(text, firsts)]
    print(" | ".join(fields + ([] if seconds is None else ["+", *map(text, seconds)])))


def exact(name, f, points, options=()):
    for point in points:
        point = point if isinstance(point, tuple) else (point,)
        at = tuple(map(mpf, point))
        n = len(at)
        unit = lambda *axes: tuple(sum(a == k for a in axes) for k in range(n))
        first = [mp.diff(f, at, unit(k)) for k in range(n)]
        second = [sum(mp.diff(f, at, unit(k, j)) for j in range(n)) for k in range(n)]
        line(name, options, [[x] for x in point], f(*at), [[d] for d in first], [[d] for d in second])


def by_torch(name, f, operands, options=(), second=False):
    xs = [torch.tensor(x, requires_grad=True) for x in operands]
    value = f(*xs).sum()
    firsts = torch.autograd.grad(value, xs, create_graph=second)
    seconds = None
    if second:
        seconds = [s.tolist() for s in torch.autograd.grad(sum(g.sum() for g in firsts), xs)]
    line(name, options, operands, value.item(), [g.tolist() for g in firsts], seconds)


def lgamma(x):
    return mp.log(abs(mp.gamma(x)))


def i0e(x):
    return mp.besseli(0, x) * mp.exp(-abs(x))


def i1e(x):
    return mp.besseli(1, x) * mp.exp(-abs(x))


gammas = [0.1, 0.7, 1.0, 1.5, 2.0, 3.3, 9.5, 1e3, -0.5, -2.3, -10.7]
exact("lgamma", lgamma, gammas)
exact("digamma", mp.digamma, gammas)
for n in (0, 1, 2, 4):
    exact("polygamma", lambda x: mp.psi(n, x), [0.3, 2.5, 20.0, -1.4], [n])
for s in (1.5, 3.0):
    exact("zeta", lambda x: mp.zeta(s, x), [0.4, 2.5, 30.0], [s])
exact("zeta", lambda x: -mp.psi(2, x) / 2, [-0.6, -3.3], [3.0])
exact("betaln", lambda a, b: mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b),
      [(0.5, 0.7), (1.0, 1.0), (2.0, 30.0), (1e3, 2e3), (12.0, 0.3)])
exact("erfinv", mp.erfinv, [0.0, 0.3, -0.9, 0.999999])
exact("ndtr", mp.ncdf, [0.0, -1.2, 3.0, -20.0])
exact("log_ndtr", lambda x: mp.log(mp.ncdf(x)), [0.0, 2.0, -0.74, -0.76, -1.5, -8.0, -45.0, -1e3, 12.0])
exact("entr", lambda x: -x * mp.log(x), [0.2, 1.0, 3.0])
exact("logaddexp", lambda a, b: mp.log(mp.exp(a) + mp.exp(b)), [(0.0, 0.0), (1.0, -3.0), (-700.0, -702.0), (2.5, 2.5)])
bessel = [1e-3, 0.5, 0.99, 1.01, -3.0, 11.0, 14.0, 60.0]
exact("i0", lambda x: mp.besseli(0, x), [0.0, *bessel])
exact("i1", lambda x: mp.besseli(1, x), [0.0, *bessel])
exact("i0e", i0e, bessel)
exact("i1e", i1e, bessel)
exact("logit", lambda x: mp.log(x / (1 - x)), [1e-8, 0.1, 0.3, 0.5, 0.9])
exact("xlog1py", lambda x, y: x * mp.log1p(y), [(2.0, 0.5), (-1.0, 1e-9), (0.5, -0.9)])
incomplete = [(0.5, 0.2), (0.01, 0.5), (1.5, 3.0), (3.0, 1.0), (3.0, 9.0), (12.0, 10.0), (100.0, 120.0), (1e4, 10100.0),
              (0.3, 5.0), (1.9, 1.4), (1.9, 1.6), (2.0, 1.5), (7.9, 6.0), (8.1, 6.0), (40.0, 3.0)]
exact("gammainc", lambda a, x: mp.gammainc(a, 0, x, regularized=True), incomplete)
exact("gammaincc", lambda a, x: mp.gammainc(a, x, mp.inf, regularized=True), incomplete)

for x in (0.0, -1.0, float("inf")):
    by_torch("lgamma", torch.lgamma, [[x]])
by_torch("digamma", torch.digamma, [[0.0]])
by_torch("polygamma", lambda x: torch.polygamma(1, x), [[0.0]], [1])
for x in (1.0, -1.0, 2.0):
    by_torch("erfinv", torch.erfinv, [[x]])
for x in (float("-inf"), float("inf")):
    by_torch("ndtr", torch.special.ndtr, [[x]])
for x in (0.0, -1.0):
    by_torch("entr", torch.special.entr, [[x]])
for x in (0.0, 1.0):
    by_torch("logit", torch.special.logit, [[x]])
for name in ("i0", "i0e", "i1", "i1e"):
    by_torch(name, getattr(torch.special, name), [[0.0]])
by_torch("logaddexp", torch.logaddexp, [[float("-inf")], [1.0]])

wave = [-1.3, -0.2, 0.4, 0.9, -2.1, 1.7]
by_torch("threshold", lambda x: F.threshold(x, 0.4, -3.0), [wave], [0.4, -3.0])
by_torch("prelu", lambda x, w: F.prelu(x, w[:1]), [[*wave, 0.0], [0.25]])
by_torch("rrelu_mean", lambda x: F.rrelu(x, 0.1, 0.3, False), [[*wave, 0.0]], [0.1, 0.3])
by_torch("glu", lambda x: F.glu(x, 0), [wave], second=True)
by_torch("swiglu", lambda x: F.silu(x[:3]) * x[3:], [wave], second=True)
by_torch("snake", lambda x, a: x + torch.sin(a * x) ** 2 / a, [wave, [0.5, 2.0, -1.0, 0.1, 3.0, 1e-3]], second=True)
