"""Writes tests/golden/known/algebra.txt: tensor algebra, indices, alignments, delta rules and recurrent layers by PyTorch in float64.

python tests/peers/algebra.py > tests/golden/known/algebra.txt

A line has the program, a part and its numbers: the value, the gradients, and the second derivative along the operands themselves.
"""

import math

import numpy as np
import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)


def wave(seed, shape):
    count = math.prod(shape)
    return torch.tensor([0.7 * math.sin(seed + 1.7 * i) for i in range(count)]).reshape(shape)


def lines(run, *shapes):
    xs = [wave(1 + k, shape).requires_grad_() for k, shape in enumerate(shapes)]
    value = run(*xs)
    grads = torch.autograd.grad(value, xs, create_graph=True)
    along = sum((g * x.detach()).sum() for g, x in zip(grads, xs))
    second = torch.autograd.grad(along, xs, allow_unused=True)
    second = [torch.zeros_like(x) if h is None else h for h, x in zip(second, xs)]
    for part, tensors in [("value", [value]), ("gradient", grads), ("hvp", second)]:
        numbers = " ".join(f"{float(v):.17e}" for t in tensors for v in t.detach().flatten())
        print(run.__name__, part, numbers)


def dots(a, b):
    return torch.tensordot(a, b, ([0, 2], [2, 0])).tanh().sum()


def crossed(a, b):
    return torch.linalg.cross(a, b, dim=0).tanh().sum()


def moved(x, w):
    return (torch.movedim(x, (0, -1), (1, 0)) * w).tanh().sum()


AT = torch.tensor([[0, 1], [2, 3], [0, 1], [1, 0]])


def picked(x):
    return (x[AT[:, 0], AT[:, 1]] ** 3).sum()


def put(x, src):
    # Of several for one part the last stays, which PyTorch leaves open.
    rows = {tuple(at): src[i] for i, at in enumerate(AT.tolist())}
    y = [rows.get((i, j), x[i, j]) for i in range(3) for j in range(4)]
    return (torch.stack(y) ** 3).sum()


def put_add(x, src):
    return (x.index_put((AT[:, 0], AT[:, 1]), src, accumulate=True) ** 3).sum()


TARGETS = torch.tensor([[1, 2, 2], [3, 1, 0], [2, 0, 0]])
FRAMES, LENGTHS = [6, 5, 4], [3, 2, 0]


def align(logits):
    # PyTorch has no second derivative of its own loss.
    lp = logits.log_softmax(-1)
    none = torch.tensor(-math.inf)
    losses = []
    for n, (frames, length) in enumerate(zip(FRAMES, LENGTHS)):
        labels = [0]
        for k in range(length):
            labels += [int(TARGETS[n, k]), 0]
        before = [lp[0, n, l] if s < 2 else none for s, l in enumerate(labels)]
        for t in range(1, frames):
            after = []
            for s, label in enumerate(labels):
                ways = [before[s - j] for j in range(min(2, s) + 1) if j < 2 or label not in (0, labels[s - 2])]
                ways = [w for w in ways if w != -math.inf]
                after.append(torch.logsumexp(torch.stack(ways), 0) + lp[t, n, label] if ways else none)
            before = after
        losses.append(-torch.logsumexp(torch.stack(before[-2:]), 0) / max(length, 1))
    value = torch.stack(losses).mean()
    theirs = F.ctc_loss(lp, TARGETS, torch.tensor(FRAMES), torch.tensor(LENGTHS))
    assert abs(float((value - theirs).detach())) < 1e-12
    return value


def rule(q, k, v, decay, beta):
    n, steps, heads, _ = q.shape
    state = torch.zeros(n, heads, v.shape[-1], k.shape[-1])
    total = 0
    for t in range(steps):
        key, b = k[:, t].unsqueeze(-2), beta[:, t, :, None, None]
        forget = torch.eye(k.shape[-1]) - b * key.mT @ key
        state = decay[:, t, :, None, None].exp() * state @ forget + b * v[:, t].unsqueeze(-1) @ key
        total = total + (state @ q[:, t].unsqueeze(-1)).tanh().sum()
    return total


def rule_from(q, k, v, decay, beta, s):
    state, total = s.mT, 0
    for t in range(q.shape[1]):
        key, b = k[:, t].unsqueeze(-2), beta[:, t, :, None, None]
        forget = torch.eye(k.shape[-1]) - b * key.mT @ key
        state = decay[:, t, :, None, None].exp() * state @ forget + b * v[:, t].unsqueeze(-1) @ key
        total = total + (state @ q[:, t].unsqueeze(-1)).tanh().sum()
    return total + (state.mT * wave(9, s.shape)).sin().sum()


def scan_from(x, dt, a, b, c, d, h):
    total = 0
    for t in range(x.shape[1]):
        h = (dt[:, t, :, None] * a).exp() * h + (dt[:, t] * x[:, t]).unsqueeze(-1) * b[:, t].unsqueeze(1)
        total = total + ((h * c[:, t].unsqueeze(1)).sum(-1) + d * x[:, t]).tanh().sum()
    return total + (h * wave(9, h.shape)).sin().sum()


def chunked_from(x, dt, a, b, c, h):
    total = 0
    for t in range(x.shape[1]):
        h = (dt[:, t] * a).exp()[..., None, None] * h + dt[:, t, :, None, None] * b[:, t, None, :, None] * x[:, t, :, None]
        total = total + (c[:, t, None, None] @ h).tanh().sum()
    return total + (h * wave(9, h.shape)).sin().sum()


def long(xs, h, c, w, u, bias):
    cells = [h.unsqueeze(0), c.unsqueeze(0)]
    ys, hn, cn = torch.lstm(xs, cells, [w, u, bias, 0 * bias], True, 1, 0.0, False, False, True)
    return (ys * wave(9, ys.shape)).sum() + hn.tanh().sum() + cn.tanh().sum()


def gated(xs, h, w, u, of_x, of_h):
    ys, hn = torch.gru(xs, h.unsqueeze(0), [w, u, of_x, of_h], True, 1, 0.0, False, False, True)
    return (ys * wave(9, ys.shape)).sum() + hn.tanh().sum()


def turned(xs, h, w, u, of_x, of_h):
    ys, _ = torch.gru(xs.flip(1), h.unsqueeze(0), [w, u, of_x, of_h], True, 1, 0.0, False, False, True)
    return (ys.flip(1) * wave(9, ys.shape)).sum()


def prefixes(x):
    products, total = x[0], x[0].tanh().sum()
    for k in range(1, x.shape[0]):
        products = products @ x[k]
        total = total + products.tanh().sum()
    return total


def recurrence(a, b):
    h, total = b[:, 0], b[:, 0].tanh().sum()
    for k in range(1, a.shape[1]):
        h = a[:, k] * h + b[:, k]
        total = total + h.tanh().sum()
    return total


def batched(a, b):
    return torch.einsum("...ij,...jk->...ik", a, b).tanh().sum()


def traced(a, b):
    return torch.einsum("i...i,...k->k...", a, b).tanh().sum()


def repeated(a, b):
    return torch.einsum("...ij,...jk->...ik", a, b).tanh().sum()


def repeated_of_three(a, b, c):
    return torch.einsum("i...,...ij,j...->...i", a, b, c).tanh().sum()


def in_order(a, b, c):
    return torch.einsum("ij,jk,k->i", a, b, c).tanh().sum()


def gridded(x, y, z):
    a, b, c = torch.meshgrid(x, y, z, indexing="ij")
    d, e, f = torch.meshgrid(x, y, z, indexing="xy")
    return (a * b.exp() + c).sin().sum() + (d * e.exp() * f * wave(9, d.shape)).sum()


lines(dots, (2, 3, 4), (4, 5, 2))
lines(crossed, (3, 2), (3, 2))
lines(moved, (2, 3, 4), (4, 2, 3))
lines(picked, (3, 4, 2))
lines(put, (3, 4, 2), (4, 2))
lines(put_add, (3, 4, 2), (4, 2))
lines(align, (6, 3, 4))
lines(rule, (2, 7, 2, 3), (2, 7, 2, 3), (2, 7, 2, 2), (2, 7, 2), (2, 7, 2))
lines(long, (2, 4, 3), (2, 2), (2, 2), (8, 3), (8, 2), (8,))
lines(gated, (2, 4, 3), (2, 2), (6, 3), (6, 2), (6,), (6,))
lines(turned, (2, 4, 3), (2, 2), (6, 3), (6, 2), (6,), (6,))
lines(prefixes, (5, 2, 2))
lines(recurrence, (2, 7), (2, 7))
lines(batched, (2, 3, 2, 4), (2, 3, 4, 3))
lines(traced, (2, 3, 2), (3, 4))
lines(rule_from, (2, 7, 2, 3), (2, 7, 2, 3), (2, 7, 2, 2), (2, 7, 2), (2, 7, 2), (2, 2, 3, 2))
lines(scan_from, (2, 5, 3), (2, 5, 3), (3, 2), (2, 5, 2), (2, 5, 2), (3,), (2, 3, 2))
lines(chunked_from, (2, 5, 2, 3), (2, 5, 2), (2,), (2, 5, 2), (2, 5, 2), (2, 2, 2, 3))
lines(repeated, (2, 1, 3, 2, 4), (4, 1, 4, 3))
lines(repeated_of_three, (2, 1, 3), (4, 1, 2, 2), (2, 4, 1))
lines(in_order, (2, 3), (3, 4), (4,))
lines(gridded, (2,), (3,), (2,))

counts, _ = np.histogram(wave(1, (3, 7)).numpy(), 5, (-0.5, 0.7))
print("histogram counts", *counts)
