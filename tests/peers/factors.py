"""Writes tests/golden/known/factors.txt: factors of matrices and functions of them by PyTorch in float64.

python tests/peers/factors.py > tests/golden/known/factors.txt

A line has the program, the shapes of its operands, its option, the shapes of its two results, and numbers. These are the product of
the results with waves, then for each operand the product of the gradient of that with a wave, then the same of the Hessian times
other waves. Programs do not depend on the signs of vectors.
"""

import math

import torch

torch.set_default_dtype(torch.float64)


def wave(seed, shape):
    count = math.prod(shape)
    return torch.tensor([0.7 * math.sin(seed + 1.7 * i) for i in range(count)]).reshape(shape)


def apart(x):
    """The first operand: with a diagonal that keeps eigenvalues and singular values apart."""
    d = torch.zeros(x.shape[-2:])
    for i in range(min(d.shape)):
        d[i, i] = 1.5 * (i + 1)
    return x + d


def eigh(a):
    w, v = torch.linalg.eigh((a + a.mT) / 2)
    return w, (v * w.sin().unsqueeze(-2)) @ v.mT


def eigenvectors(a):
    w, v = torch.linalg.eigh((a + a.mT) / 2)
    return v * v, (v * w.exp().unsqueeze(-2)) @ v.mT


def eigvalsh(a):
    w = torch.linalg.eigvalsh((a + a.mT) / 2)
    return w, w.sin()


def svd(a):
    u, s, vt = torch.linalg.svd(a, full_matrices=False)
    return s, (u * s.sin().unsqueeze(-2)) @ vt


def singular_vectors(a):
    u, s, vt = torch.linalg.svd(a, full_matrices=False)
    return u * u, vt * vt


def qr(a):
    q, r = torch.linalg.qr(a)
    signs = r.diagonal(dim1=-2, dim2=-1).sign()
    return q * signs.unsqueeze(-2), r * signs.unsqueeze(-1)


def lu(a):
    p, l, u = torch.linalg.lu(a)
    return p @ l, u


def both(f):
    def run(*xs):
        y = f(*xs)
        return y, y * y

    return run


PROGRAMS = {
    "eigh": eigh,
    "eigenvectors": eigenvectors,
    "eigvalsh": eigvalsh,
    "svd": svd,
    "singular_vectors": singular_vectors,
    "qr": qr,
    "lu": lu,
    "pinv": both(torch.linalg.pinv),
    "matrix_exp": both(torch.linalg.matrix_exp),
    "logdet": both(torch.logdet),
    "lstsq": both(lambda a, b: torch.linalg.pinv(a) @ b),
    "cholesky_solve": both(lambda l, b: torch.cholesky_solve(b, l.tril())),
}


def line(name, shapes, option=0):
    run = PROGRAMS.get(name) or both(lambda a: torch.linalg.matrix_power(a, option))
    xs = [wave(1 + 10 * k, shape) for k, shape in enumerate(shapes)]
    xs[0] = apart(xs[0])
    xs = [x.requires_grad_() for x in xs]
    ys = run(*xs)
    value = sum((y * wave(5 + k, tuple(y.shape))).sum() for k, y in enumerate(ys))
    grads = torch.autograd.grad(value, xs, create_graph=True)
    along = sum((g * wave(31 + k, tuple(g.shape))).sum() for k, g in enumerate(grads))
    seconds = torch.autograd.grad(along, xs)
    products = [(g * wave(7 + k, tuple(g.shape))).sum() for of in (grads, seconds) for k, g in enumerate(of)]
    text = lambda shape: ",".join(str(n) for n in shape)
    fields = [
        name,
        " ".join(text(s) for s in shapes),
        str(option),
        " ".join(text(y.shape) for y in ys),
        " ".join(f"{float(p.detach()):.15e}" for p in [value, *products]),
    ]
    print(" | ".join(fields))


SQUARES = [(2, 2), (3, 3), (5, 5), (2, 4, 4), (8, 8)]
TALL = [(3, 2), (6, 4), (2, 4, 3)]
WIDE = [(2, 3), (4, 6), (2, 3, 4)]

for name in ["eigh", "eigenvectors", "eigvalsh", "matrix_exp", "logdet"]:
    for shape in SQUARES:
        line(name, [shape])
for name in ["svd", "singular_vectors", "qr", "lu", "pinv"]:
    for shape in SQUARES + TALL + WIDE:
        line(name, [shape])
for option in [-3, -1, 1, 2, 5]:
    for shape in [(3, 3), (2, 4, 4)]:
        line("matrix_power", [shape], option)
for shape, sides in [((3, 3), (3, 2)), ((5, 3), (5, 1)), ((2, 4, 2), (2, 4, 3))]:
    line("lstsq", [shape, sides])
for shape, sides in [((2, 2), (2, 1)), ((4, 4), (4, 3)), ((2, 3, 3), (2, 3, 2))]:
    line("cholesky_solve", [shape, sides])
