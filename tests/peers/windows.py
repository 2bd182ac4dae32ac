"""Writes tests/golden/known/windows.txt: convolutions and pooling by PyTorch in float64.

python tests/peers/windows.py > tests/golden/known/windows.txt

A line has the op, the shapes of its operands, its options, the shape of the result, the product of the result with a wave,
and the products of the gradients of that by the operands with waves of their own. Options are drawn from a fixed seed.
"""

import math
import random

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
random.seed(19)


def wave(seed, shape):
    count = math.prod(shape)
    return torch.tensor([0.7 * math.sin(seed + 1.7 * i) for i in range(count)]).reshape(shape)


def line(name, shapes, options, run):
    xs = [wave(1 + 10 * k, shape).requires_grad_() for k, shape in enumerate(shapes)]
    y = run(*xs)
    value = (y * wave(5, tuple(y.shape))).sum()
    grads = torch.autograd.grad(value, xs)
    products = [(g * wave(7 + k, tuple(g.shape))).sum() for k, g in enumerate(grads)]
    text = lambda numbers: ",".join(str(n) for n in numbers)
    fields = [
        name,
        " ".join(text(s) for s in shapes),
        " ".join(text(o) for o in options),
        text(y.shape),
        " ".join(f"{float(p):.15e}" for p in [value.detach(), *products]),
    ]
    print(" | ".join(fields))


def drawn(rank, high, low=1):
    return [random.randint(low, high) for _ in range(rank)]


def convolutions(rank, count):
    conv = [F.conv1d, F.conv2d, F.conv3d][rank - 1]
    while count:
        groups = random.choice([1, 1, 2, 3]) if rank < 3 else 1
        size, stride, dilation = drawn(rank, 3), drawn(rank, 3), drawn(rank, 2)
        padding, axes = drawn(rank, 2, 0), drawn(rank, 8 if rank < 3 else 5, 2)
        if any(n + 2 * p < (k - 1) * d + 1 for n, p, k, d in zip(axes, padding, size, dilation)):
            continue
        batch, channels, outputs = random.randint(1, 2), groups * random.randint(1, 2), groups * random.randint(1, 3)
        shapes = [(batch, channels, *axes), (outputs, channels // groups, *size)]
        line(f"conv{rank}d", shapes, [stride, padding, dilation, [groups]],
             lambda x, w: conv(x, w, None, stride, padding, dilation, groups))
        count -= 1


def transposed(rank, count):
    conv = [F.conv_transpose1d, F.conv_transpose2d][rank - 1]
    while count:
        size, stride, dilation = drawn(rank, 3), drawn(rank, 3), drawn(rank, 2)
        padding, axes = drawn(rank, 1, 0), drawn(rank, 5)
        more = [random.randint(0, s - 1) for s in stride]
        long = [(n - 1) * s + (k - 1) * d + 1 + m - 2 * p
                for n, s, k, d, m, p in zip(axes, stride, size, dilation, more, padding)]
        if min(long) < 1:
            continue
        shapes = [(2, 2, *axes), (2, random.randint(1, 3), *size)]
        line(f"conv_transpose{rank}d", shapes, [stride, padding, dilation, more],
             lambda x, w: conv(x, w, None, stride, padding, more, 1, dilation))
        count -= 1


def pools(rank, count):
    largest = [F.max_pool1d, F.max_pool2d, F.max_pool3d][rank - 1]
    mean = [F.avg_pool1d, F.avg_pool2d, F.avg_pool3d][rank - 1]
    while count:
        size, stride, axes = drawn(rank, 4), drawn(rank, 3), drawn(rank, 7 if rank < 3 else 5, 2)
        padding = [random.randint(0, k // 2) for k in size]
        # PyTorch takes no axis shorter than a window in three dimensions.
        if any(n + (2 * p if rank < 3 else 0) < k for n, p, k in zip(axes, padding, size)):
            continue
        shapes, options = [(2, 2, *axes)], [size, stride, padding]
        line(f"max_pool{rank}d", shapes, options, lambda x: largest(x, size, stride, padding))
        line(f"avg_pool{rank}d", shapes, options, lambda x: mean(x, size, stride, padding))
        if rank == 2:
            line("avg_pool2d_within", shapes, options,
                 lambda x: mean(x, size, stride, padding, count_include_pad=False))
        count -= 1


convolutions(1, 40)
convolutions(2, 60)
convolutions(3, 20)
transposed(1, 20)
transposed(2, 40)
pools(1, 20)
pools(2, 30)
pools(3, 10)
