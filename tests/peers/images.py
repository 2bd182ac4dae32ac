"""Writes tests/golden/known/images.txt: resizing and sampling at points by PyTorch in float64.

python tests/peers/images.py > tests/golden/known/images.txt

A line has the program, the shapes of its operands, its numbers, the shape of the result, the product of the result with a
wave, and the products of the gradients of that by the operands with waves of their own.
"""

import math
import random

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
random.seed(23)


def wave(seed, shape):
    count = math.prod(shape)
    return torch.tensor([0.7 * math.sin(seed + 1.7 * i) for i in range(count)]).reshape(shape)


def line(run, shapes, numbers, name=None):
    xs = [wave(1 + 10 * k, shape).requires_grad_() for k, shape in enumerate(shapes)]
    y = run(*xs, *numbers)
    value = (y * wave(5, tuple(y.shape))).sum()
    grads = torch.autograd.grad(value, xs)
    products = [(g * wave(7 + k, tuple(g.shape))).sum() for k, g in enumerate(grads)]
    text = lambda sizes: ",".join(str(n) for n in sizes)
    fields = [
        name or run.__name__,
        " ".join(text(s) for s in shapes),
        text(numbers),
        text(y.shape),
        " ".join(f"{float(p):.15e}" for p in [value.detach(), *products]),
    ]
    print(" | ".join(fields))


def exact(x, h, w):
    return F.interpolate(x, (h, w), mode="nearest-exact")


def trilinear(x, d, h, w, align):
    return F.interpolate(x, (d, h, w), mode="trilinear", align_corners=bool(align))


def volume(x, d, h, w):
    return F.interpolate(x, (d, h, w), mode="nearest")


def sampled(mode, padding):
    def run(x, grid, align):
        return F.grid_sample(x, 3.1 * grid, mode, padding, bool(align))

    return run


def moved3d(x, theta, align):
    grid = F.affine_grid(theta, (x.shape[0], x.shape[1], 2, 3, 4), align_corners=bool(align))
    return F.grid_sample(x, grid, align_corners=bool(align))


def size(high=6):
    return random.randint(1, high)


for _ in range(12):
    line(exact, [(2, 2, size(), size())], numbers=[size(9), size(9)])
for k in range(16):
    shape = (1, 2, size(4), size(4), size(5))
    line(trilinear, [shape], numbers=[size(), size(), size(), k % 2])
    line(volume, [shape], numbers=[size(), size(), size()])
for mode in ("bilinear", "nearest"):
    for padding in ("zeros", "border", "reflection"):
        for k in range(12):
            shapes = [(2, 2, size(), size()), (2, size(3), size(4), 2)]
            line(sampled(mode, padding), shapes, numbers=[k % 2], name=f"{mode}_{padding}")
for padding in ("zeros", "border"):
    for k in range(10):
        shapes = [(2, 2, size(4), size(4), size(4)), (2, size(2), size(3), size(2), 3)]
        line(sampled("bilinear", padding), shapes, numbers=[k % 2], name=f"volume_{padding}")
for k in range(8):
    line(moved3d, [(2, 2, size(3), size(3), size(3)), (2, 3, 4)], numbers=[k % 2])
for mode, padding in (("bilinear", "reflection"), ("nearest", "zeros"), ("nearest", "border"), ("nearest", "reflection")):
    for k in range(10):
        shapes = [(2, 2, size(4), size(4), size(4)), (2, size(2), size(3), size(2), 3)]
        name = f"volume_{padding}" if mode == "bilinear" else f"near_volume_{padding}"
        line(sampled(mode, padding), shapes, numbers=[k % 2], name=name)
