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


class Padding:
    """What a line says of it, and the pairs before and behind each axis."""

    def __init__(self, text, pairs, same=False):
        self.text, self.pairs, self.same = text, pairs, same

    def __iter__(self):
        return iter(self.text.split(","))

    def pad(self, x, value=0.0):
        return F.pad(x, [n for pair in reversed(self.pairs) for n in pair], value=value)


def numbers(each):
    return Padding(",".join(map(str, each)), [(n, n) for n in each])


def pairs(each):
    return Padding(",".join(f"{a}:{b}" for a, b in each), each)


def same(axes, size, stride, dilation):
    """As TensorFlow and JAX: as many windows as strides begin on the axis, the larger half of the padding behind it."""
    more = [max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0) for n, k, s, d in zip(axes, size, stride, dilation)]
    return Padding("same", [(m // 2, m - m // 2) for m in more], True)


def any_padding(axes, size, stride, dilation, high):
    rank = len(axes)
    return random.choice([
        numbers(drawn(rank, high, 0)),
        numbers(drawn(rank, high, 0)),
        pairs(list(zip(drawn(rank, high, 0), drawn(rank, high, 0)))),
        same(axes, size, stride, dilation),
    ])


def convolutions(rank, count):
    conv = [F.conv1d, F.conv2d, F.conv3d][rank - 1]
    while count:
        groups = random.choice([1, 1, 2, 3])
        size, stride, dilation = drawn(rank, 3), drawn(rank, 3), drawn(rank, 2)
        axes = drawn(rank, 8 if rank < 3 else 5, 2)
        padding = any_padding(axes, size, stride, dilation, 2)
        if any(n + a + b < (k - 1) * d + 1 for n, (a, b), k, d in zip(axes, padding.pairs, size, dilation)):
            continue
        batch, channels, outputs = random.randint(1, 2), groups * random.randint(1, 2), groups * random.randint(1, 3)
        shapes = [(batch, channels, *axes), (outputs, channels // groups, *size)]

        def run(x, w):
            y = conv(padding.pad(x), w, None, stride, 0, dilation, groups)
            if padding.same and set(stride) == {1}:
                torch.testing.assert_close(y, conv(x, w, None, stride, "same", dilation, groups))
            return y

        line(f"conv{rank}d", shapes, [stride, padding, dilation, [groups]], run)
        count -= 1


def transposed(rank, count):
    conv = [F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d][rank - 1]
    while count:
        groups = random.choice([1, 2])
        size, stride, dilation = drawn(rank, 3), drawn(rank, 3), drawn(rank, 2)
        axes = drawn(rank, 5 if rank < 3 else 3)
        more = [random.randint(0, s - 1) for s in stride]
        reach = [(n - 1) * s + (k - 1) * d + 1 for n, s, k, d in zip(axes, stride, size, dilation)]
        padding = any_padding(axes, size, stride, dilation, 1)
        if padding.same:
            more, long = [0] * rank, [n * s for n, s in zip(axes, stride)]
            over = [max(r - n, 0) for r, n in zip(reach, long)]
            padding.pairs = [(o // 2, o - o // 2) for o in over]
        else:
            long = [r + m - a - b for r, m, (a, b) in zip(reach, more, padding.pairs)]
        if min(long) < 1:
            continue
        outputs = random.randint(1, 3)
        shapes = [(2, 2 * groups, *axes), (2 * groups, outputs, *size)]

        def run(x, w):
            if padding.text.replace(",", "").isdigit():
                before = [a for a, _ in padding.pairs]
                return conv(x, w, None, stride, before, more, groups, dilation)
            y = conv(x, w, None, stride, 0, 0, groups, dilation)
            behind = [max(n + a - y.shape[2 + k], 0) for k, (n, (a, _)) in enumerate(zip(long, padding.pairs))]
            y = F.pad(y, [n for m in reversed(behind) for n in (0, m)])
            for k, (n, (a, _)) in enumerate(zip(long, padding.pairs)):
                y = y.narrow(2 + k, a, n)
            return y

        line(f"conv_transpose{rank}d", shapes, [stride, padding, dilation, [groups], more], run)
        count -= 1


def largest(rank):
    return [F.max_pool1d, F.max_pool2d, F.max_pool3d][rank - 1]


def mean(rank):
    return [F.avg_pool1d, F.avg_pool2d, F.avg_pool3d][rank - 1]


def means(rank, x, padding, size, stride, counted):
    """Means of windows of a padded tensor, whose padding is counted or not."""
    one = padding.pad(torch.ones(1, 1, *x.shape[2:]))
    of = mean(rank)(padding.pad(x), size, stride)
    return of if counted else of / mean(rank)(one, size, stride)


def pools(rank, count):
    while count:
        size, stride, axes = drawn(rank, 4), drawn(rank, 3), drawn(rank, 7 if rank < 3 else 5, 2)
        padding = [random.randint(0, k // 2) for k in size]
        # PyTorch takes no axis shorter than a window in three dimensions.
        if any(n + (2 * p if rank < 3 else 0) < k for n, p, k in zip(axes, padding, size)):
            continue
        shapes = [(2, 2, *axes)]
        for ceil in (False, True):
            text = numbers(padding)
            text.text = ("^" if ceil else "") + text.text
            options = [size, stride, text]
            line(f"max_pool{rank}d", shapes, options, lambda x: largest(rank)(x, size, stride, padding, ceil_mode=ceil))

            def best(x):
                y, at = largest(rank)(x, size, stride, padding, ceil_mode=ceil, return_indices=True)
                return y + 0.01 * at

            line(f"max_pool{rank}d_with_indices", shapes, options, best)
            line(f"avg_pool{rank}d", shapes, options, lambda x: mean(rank)(x, size, stride, padding, ceil))
            line(f"avg_pool{rank}d_within", shapes, options, lambda x: mean(rank)(x, size, stride, padding, ceil, False))
        count -= 1


def padded_pools(rank, count):
    """Paddings that PyTorch has no name for, written out."""
    while count:
        size, stride, axes = drawn(rank, 3), drawn(rank, 3), drawn(rank, 6 if rank < 3 else 4, 2)
        padding = any_padding(axes, size, stride, [1] * rank, 1)
        if any(n + a + b < k or max(a, b) >= k for n, (a, b), k in zip(axes, padding.pairs, size)):
            continue
        shapes, options = [(2, 2, *axes)], [size, stride, padding]
        line(f"max_pool{rank}d", shapes, options, lambda x: largest(rank)(padding.pad(x, -math.inf), size, stride))
        line(f"avg_pool{rank}d", shapes, options, lambda x: means(rank, x, padding, size, stride, True))
        line(f"avg_pool{rank}d_within", shapes, options, lambda x: means(rank, x, padding, size, stride, False))

        def norm(x):
            # PyTorch has no padding here.
            y = (mean(rank)(padding.pad(x.abs() ** 3), size, stride) * math.prod(size)) ** (1 / 3)
            if padding.pairs == [(0, 0)] * rank:
                pool = [F.lp_pool1d, F.lp_pool2d, F.lp_pool3d][rank - 1]
                long = lambda each: each[0] if rank == 1 else each
                torch.testing.assert_close(y, pool(x.abs(), 3.0, long(size), long(stride)))
            return y

        line(f"lp_pool{rank}d", shapes, options, norm)
        count -= 1


def dilated_pools(rank, count):
    while count:
        size, stride, dilation, axes = drawn(rank, 3), drawn(rank, 3), drawn(rank, 3), drawn(rank, 7 if rank < 3 else 5, 2)
        padding = [random.randint(0, k // 2) for k in size]
        if any(n + 2 * p < (k - 1) * d + 1 for n, p, k, d in zip(axes, padding, size, dilation)):
            continue
        for ceil in (False, True):
            text = numbers(padding)
            text.text = ("^" if ceil else "") + text.text
            shapes, options = [(2, 2, *axes)], [size, stride, text, dilation]
            pool = lambda x, at: largest(rank)(x, size, stride, padding, dilation, ceil, at)

            def best(x):
                y, at = pool(x, True)
                return y + 0.01 * at

            line(f"max_pool{rank}d_dilated", shapes, options, lambda x: pool(x, False))
            line(f"max_pool{rank}d_dilated_with_indices", shapes, options, best)
        count -= 1


def unpools(rank, count):
    unpool = [F.max_unpool1d, F.max_unpool2d, F.max_unpool3d][rank - 1]
    while count:
        size, axes = drawn(rank, 3), drawn(rank, 6 if rank < 3 else 4, 3)

        def run(x):
            y, at = largest(rank)(x, size, size, return_indices=True)
            return unpool(y * y, at, size, size, 0, axes)

        line(f"max_unpool{rank}d", [(2, 2, *axes)], [size, size, numbers([0] * rank)], run)
        count -= 1


def columns(count):
    while count:
        size, stride, dilation, axes = drawn(2, 3), drawn(2, 3), drawn(2, 2), drawn(2, 6, 2)
        padding = drawn(2, 2, 0)
        counts = [(n + 2 * p - (k - 1) * d - 1) // s + 1 for n, p, k, d, s in zip(axes, padding, size, dilation, stride)]
        if min(counts) < 1:
            continue
        options = [size, stride, numbers(padding), dilation, axes]
        line("unfold", [(2, 2, *axes)], options, lambda x: F.unfold(x, size, dilation, padding, stride))
        line("fold", [(2, 2 * math.prod(size), math.prod(counts))], options,
             lambda x: F.fold(x, axes, size, dilation, padding, stride))
        count -= 1


convolutions(1, 50)
convolutions(2, 80)
convolutions(3, 40)
transposed(1, 40)
transposed(2, 60)
transposed(3, 30)
pools(1, 20)
pools(2, 30)
pools(3, 12)
padded_pools(1, 20)
padded_pools(2, 30)
padded_pools(3, 12)
unpools(1, 4)
unpools(2, 4)
unpools(3, 4)
columns(20)
for rank in (1, 2, 3):
    dilated_pools(rank, 8)
