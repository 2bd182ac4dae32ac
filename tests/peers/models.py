"""Writes tests/golden/known/models.txt: norms, attention, losses, cells, scans and scatters by PyTorch in float64.

python tests/peers/models.py > tests/golden/known/models.txt

A line has the program, the shapes of its operands, those of its constants, its numbers, the shape of the result, the product
of the result with a wave, and the products of the gradients of that by the operands with waves of their own.
"""

import math

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)


def wave(seed, shape):
    count = math.prod(shape)
    return torch.tensor([0.7 * math.sin(seed + 1.7 * i) for i in range(count)]).reshape(shape)


def ints(shape):
    return torch.tensor([(7 * i + i // 4) % 3 for i in range(math.prod(shape))]).reshape(shape)


def bits(shape):
    return torch.tensor([(i * i + i // 3) % 3 != 0 for i in range(math.prod(shape))]).reshape(shape)


def line(run, shapes, constants=(), numbers=(), name=None):
    xs = [wave(1 + 10 * k, shape).requires_grad_() for k, shape in enumerate(shapes)]
    made = [bits(shape) if kind == "b" else ints(shape) for kind, shape in constants]
    y = run(*xs, *made, *numbers)
    value = (y * wave(5, tuple(y.shape))).sum()
    grads = torch.autograd.grad(value, xs)
    products = [(g * wave(7 + k, tuple(g.shape))).sum() for k, g in enumerate(grads)]
    text = lambda sizes: ",".join(str(n) for n in sizes)
    fields = [
        name or run.__name__,
        " ".join(text(s) for s in shapes),
        " ".join(kind + text(s) for kind, s in constants),
        " ".join(str(n) for n in numbers),
        text(y.shape),
        " ".join(f"{float(p):.15e}" for p in [value.detach(), *products]),
    ]
    print(" | ".join(fields))


def batch_norm(x, weight, bias, eps):
    return F.batch_norm(x, None, None, weight, bias, True, 0.1, eps)


def statistics(x):
    axes = [a for a in range(x.ndim) if a != 1]
    return x.mean(axes) + 2 * x.var(axes, correction=0)


def inference(x, mean, var, weight, bias, eps):
    # PyTorch has no gradients by these statistics.
    m, v, w, b = (t.reshape(-1, *[1] * (x.ndim - 2)) for t in (mean, var * var + 0.5, weight, bias))
    return (x - m) / torch.sqrt(v + eps) * w + b


def group_norm(x, weight, bias, groups, eps):
    return F.group_norm(x, groups, weight, bias, eps)


def instance_norm(x, weight, bias, eps):
    return F.instance_norm(x, None, None, weight, bias, True, 0.1, eps)


def layer_norm(x, weight, bias, eps):
    return F.layer_norm(x, x.shape[-1:], weight, bias, eps)


def rms_norm(x, weight, eps):
    return F.rms_norm(x, x.shape[-1:], weight, eps)


def local_norm(x, size, alpha, beta, k):
    return F.local_response_norm(x, size, alpha, beta, k)


def weight_norm(v, g):
    return torch._weight_norm(v, g.reshape(-1, *[1] * (v.ndim - 1)), 0)


for shape in [(4, 3), (3, 2, 5), (2, 3, 2, 3), (1, 2, 2, 2, 3)]:
    c = shape[1]
    line(batch_norm, [shape, (c,), (c,)], numbers=[1e-5])
    line(statistics, [shape])
    line(inference, [shape, (c,), (c,), (c,), (c,)], numbers=[1e-3])
    line(rms_norm, [shape, shape[-1:]], numbers=[1e-6])
    line(layer_norm, [shape, shape[-1:], shape[-1:]], numbers=[1e-5])
    if len(shape) > 2:
        line(instance_norm, [shape, (c,), (c,)], numbers=[1e-5])
for shape, groups in [((2, 4), 2), ((2, 6, 3), 3), ((1, 4, 2, 3), 1), ((3, 4, 5), 4), ((2, 6, 1, 2), 2)]:
    line(group_norm, [shape, shape[1:2], shape[1:2]], numbers=[groups, 1e-5])
for shape, size in [((2, 5, 3), 3), ((1, 6, 2, 2), 4), ((2, 4, 3), 1), ((1, 3, 4), 5)]:
    line(local_norm, [shape], numbers=[size, 0.5, 0.75, 1.0])
for shape in [(3, 4), (2, 3, 2), (4, 1, 2, 2)]:
    line(weight_norm, [shape, shape[:1]])


def weights(scores, mask):
    p = torch.softmax(scores.masked_fill(~mask, -math.inf), -1)
    return torch.where(mask.any(-1, keepdim=True), p, 0.0)


def shared(q, k):
    return k.repeat_interleave(q.shape[1] // k.shape[1], 1)


def attention(q, k, v, bias, mask, scale):
    if mask.any(-1).all():
        joined = bias.masked_fill(~mask, -math.inf).expand(*q.shape[:3], k.shape[2])
        return F.scaled_dot_product_attention(q, k, v, joined, scale=scale, enable_gqa=True)
    p = weights(q @ shared(q, k).mT * scale + bias, mask)
    # A row whose keys are all closed has a NaN in the derivative of the softmax.
    return torch.nan_to_num(p) @ shared(q, v)


def capped(q, k, v, bias, mask, scale, cap):
    s = cap * torch.tanh(q @ shared(q, k).mT * scale / cap) + bias
    return weights(s, mask) @ shared(q, v)


def causal(q, k, v, scale):
    l, s = q.shape[2], k.shape[2]
    mask = torch.ones(l, s, dtype=torch.bool).tril(s - l)
    return F.scaled_dot_product_attention(q, k, v, mask, scale=scale, enable_gqa=True)


def sliding(q, k, v, scale, window):
    l, s = q.shape[2], k.shape[2]
    far = torch.arange(l)[:, None] + s - l - torch.arange(s)
    mask = (far >= 0) & (far < window)
    return F.scaled_dot_product_attention(q, k, v, mask, scale=scale, enable_gqa=True)


def biased(q, k, v, slopes, scale):
    l, s = q.shape[2], k.shape[2]
    far = (torch.arange(l)[:, None] + s - l - torch.arange(s)).abs()
    bias = -slopes[:, None, None] * far
    return F.scaled_dot_product_attention(q, k, v, bias.expand(q.shape[0], -1, -1, -1), scale=scale, enable_gqa=True)


for b, h, g, l, s, e, d in [(1, 2, 2, 3, 3, 4, 2), (2, 4, 2, 3, 5, 2, 3), (2, 3, 1, 1, 6, 3, 3), (1, 6, 3, 4, 4, 2, 5)]:
    qkv = [(b, h, l, e), (b, g, s, e), (b, g, s, d)]
    line(attention, [*qkv, (h, l, s)], [("b", (l, s))], [0.7])
    line(attention, [*qkv, (l, s)], [("b", (b, 1, l, s))], [0.5])
    line(capped, [*qkv, (h, 1, s)], [("b", (l, s))], [0.9, 0.8])
    line(causal, qkv, numbers=[0.6])
    line(sliding, qkv, numbers=[0.6, 2])
    line(biased, [*qkv, (h,)], numbers=[0.4])


def gaussian(x, target, var):
    return F.gaussian_nll_loss(x, target, var * var + 0.3, reduction="mean")


def poisson(x, target):
    return F.poisson_nll_loss(x, target, log_input=True)


def hinges(x, target):
    return (1 - target * x).clamp(min=0).mean()


def soft_margin(x, target):
    return F.softplus(-target * x).mean()


def ranking(a, b, target, margin):
    return F.relu(margin - target * (a - b)).mean()


def cosine(a, b, same, margin):
    return F.cosine_embedding_loss(a, b, torch.where(same, 1, -1), margin)


def triplet(a, p, n, margin):
    return F.triplet_margin_loss(a, p, n, margin, eps=0)


def contrastive(a, b, same, margin):
    d = (a - b).norm(dim=-1)
    return (same * d * d + (1 - same) * (margin - d).clamp(min=0) ** 2).mean()


def images(x, targets):
    return F.nll_loss(F.log_softmax(x, 1), targets)


def crossed(x, targets):
    return F.cross_entropy(x, targets)


def focal(x, target, alpha, gamma):
    p = x.sigmoid()
    loss = F.binary_cross_entropy_with_logits(x, target, reduction="none")
    p_t = p * target + (1 - p) * (1 - target)
    return ((alpha * target + (1 - alpha) * (1 - target)) * (1 - p_t) ** gamma * loss).mean()


def paired(a, b, temperature):
    s = F.normalize(a, dim=-1) @ F.normalize(b, dim=-1).mT / temperature
    return F.cross_entropy(s, torch.arange(len(a)))


for shape in [(3, 4), (5, 2)]:
    line(gaussian, [shape] * 3)
    line(poisson, [shape] * 2)
    line(hinges, [shape] * 2)
    line(soft_margin, [shape] * 2)
    line(ranking, [shape] * 3, numbers=[0.5])
    line(cosine, [shape] * 2, [("b", shape[:1])], [0.1])
    line(triplet, [shape] * 3, numbers=[0.8])
    line(contrastive, [shape, shape, shape[:1]], numbers=[1.1])
    line(focal, [shape] * 2, numbers=[0.25, 2.0])
    line(paired, [shape] * 2, numbers=[0.3])
for shape in [(2, 3, 4), (1, 3, 2, 3), (2, 4, 2, 2)]:
    line(images, [shape], [("i", (shape[0], *shape[2:]))])
    line(crossed, [shape], [("i", (shape[0], *shape[2:]))])


def lstm(x, h, c, w, u, bias):
    h, c = torch.lstm_cell(x, (h, c), w, u, bias, torch.zeros_like(bias))
    return h + 2 * c


def gru(x, h, w, u, of_x, of_h):
    return torch.gru_cell(x, h, w, u, of_x, of_h)


def mamba(x, dt, a, b, c, d):
    h, out = torch.zeros(x.shape[0], x.shape[2], a.shape[1]), []
    for t in range(x.shape[1]):
        h = torch.exp(dt[:, t, :, None] * a) * h + (dt * x)[:, t, :, None] * b[:, t, None]
        out.append((h * c[:, t, None]).sum(-1) + d * x[:, t])
    return torch.stack(out, 1)


def chunked(x, dt, a, b, c, chunk):
    h, out = torch.zeros(x.shape[0], x.shape[2], b.shape[2], x.shape[3]), []
    for t in range(x.shape[1]):
        comes = dt[:, t, :, None, None] * b[:, t, None, :, None] * x[:, t, :, None]
        h = torch.exp(dt[:, t] * a)[..., None, None] * h + comes
        out.append((h * c[:, t, None, :, None]).sum(2))
    return torch.stack(out, 1)


def turned(x, base, scale, start):
    half = x.shape[-1] // 2
    angle = (start + torch.arange(x.shape[-2]))[:, None] / scale * base ** (-torch.arange(half) / half)
    z = torch.complex(x[..., :half], x[..., half:]) * torch.polar(torch.ones_like(angle), angle)
    return torch.cat([z.real, z.imag], -1)


def interleaved(x, base, scale, start):
    half = x.shape[-1] // 2
    angle = (start + torch.arange(x.shape[-2]))[:, None] / scale * base ** (-torch.arange(half) / half)
    z = torch.view_as_complex(x.reshape(*x.shape[:-1], half, 2).contiguous()) * torch.polar(torch.ones_like(angle), angle)
    return torch.view_as_real(z).reshape(x.shape)


for n, i, h in [(2, 3, 2), (1, 1, 4), (3, 4, 1)]:
    line(lstm, [(n, i), (n, h), (n, h), (4 * h, i), (4 * h, h), (4 * h,)])
    line(gru, [(n, i), (n, h), (3 * h, i), (3 * h, h), (3 * h,), (3 * h,)])
for n, l, d, s in [(2, 4, 2, 3), (1, 7, 3, 1), (2, 1, 1, 2)]:
    line(mamba, [(n, l, d), (n, l, d), (d, s), (n, l, s), (n, l, s), (d,)])
for n, l, h, p, s, chunk in [(2, 6, 2, 3, 2, 2), (1, 7, 1, 2, 3, 3), (2, 5, 3, 1, 1, 8), (1, 4, 2, 2, 2, 1)]:
    line(chunked, [(n, l, h, p), (n, l, h), (h,), (n, l, s), (n, l, s)], numbers=[chunk])
for shape, numbers in [((2, 3, 4), (100.0, 1.0, 0)), ((1, 2, 5, 6), (10000.0, 4.0, 17)), ((4, 2), (10.0, 0.5, 3))]:
    line(turned, [shape], numbers=numbers)
    line(interleaved, [shape], numbers=numbers)


def put(x, src, at):
    return x.scatter(1, at, src)


def multiplied(x, src, at):
    return x.scatter_reduce(1, at, src, "prod")


def largest(x, src, at):
    return x.scatter_reduce(1, at, src, "amax")


def smallest(x, src, at):
    return x.scatter_reduce(1, at, src, "amin")


def grouped(x, w, chosen):
    sizes = torch.bincount(chosen, minlength=w.shape[0]).tolist()
    return torch.cat([rows @ w[g] for g, rows in enumerate(torch.split(x, sizes))])


def mixed(x, w, shares, chosen):
    return (shares[..., None] * torch.einsum("ri,rkio->rko", x, w[chosen])).sum(1)


def low_rank(x, w, a, b, scale):
    return x @ (w + scale * a @ b)


def shuffled(x, r):
    return F.pixel_shuffle(x, r)


def unshuffled(x, r):
    return F.pixel_unshuffle(x, r)


def kron(a, b):
    return torch.kron(a, b)


def updated(x, src, start):
    return x.slice_scatter(src, 1, start, start + src.shape[1])


for rows, n in [(3, 6), (2, 9), (4, 1)]:
    # Of several for one element PyTorch keeps any: one source a row.
    line(put, [(rows, 3), (rows, 1)], [("i", (rows, 1))])
    for run in [multiplied, largest, smallest]:
        line(run, [(rows, 4), (rows, n)], [("i", (rows, n))])
for r, i, o, g in [(5, 2, 3, 3), (8, 3, 1, 4), (1, 2, 2, 3)]:
    line(grouped, [(r, i), (g, i, o)], [("i", (r,))])
    line(mixed, [(r, i), (g, i, o), (r, 2)], [("i", (r, 2))])
    line(low_rank, [(r, i), (i, o), (i, 2), (2, o)], numbers=[0.5])
for shape, r in [((2, 8, 2, 3), 2), ((1, 9, 1, 2), 3), ((2, 3, 4, 2), 1)]:
    line(shuffled, [shape], numbers=[r])
    line(unshuffled, [(shape[0], 2, 2 * r, 3 * r)], numbers=[r])
for shapes in [[(2, 3), (3, 2)], [(1, 4), (2, 1)], [(3, 3), (2, 2)]]:
    line(kron, shapes)
for shapes, start in [([(2, 5), (2, 2)], 1), ([(3, 4, 2), (3, 4, 2)], 0), ([(1, 3), (1, 1)], 2)]:
    line(updated, shapes, numbers=[start])


def nearest(x, n):
    return F.interpolate(x, n, mode="nearest")


def linear(x, n, align):
    return F.interpolate(x, int(n), mode="linear", align_corners=bool(align))


def bilinear(x, h, w, align):
    return F.interpolate(x, (int(h), int(w)), mode="bilinear", align_corners=bool(align))


def bicubic(x, h, w, align):
    return F.interpolate(x, (int(h), int(w)), mode="bicubic", align_corners=bool(align))


def sampled(x, grid, align):
    return F.grid_sample(x, 1.6 * grid, align_corners=bool(align))


def moved(x, theta, align):
    grid = F.affine_grid(theta, (x.shape[0], x.shape[1], 3, 4), align_corners=bool(align))
    return F.grid_sample(x, grid, align_corners=bool(align))


def adaptive_avg(x, h, w):
    return F.adaptive_avg_pool2d(x, (h, w))


def adaptive_max(x, h, w):
    return F.adaptive_max_pool2d(x, (h, w))


def lp(x, p, size, stride):
    # PyTorch leaves the sign of an odd power.
    return F.lp_pool2d(x.abs(), p, size, stride)


def unpooled(x, size):
    y, at = F.max_pool2d(x, size, return_indices=True)
    return F.max_unpool2d(y, at, size, output_size=x.shape[2:])


for shape, n in [((2, 3, 5), 7), ((1, 2, 8), 3), ((1, 1, 3), 3), ((2, 1, 1), 4)]:
    line(nearest, [shape], numbers=[n])
    line(linear, [shape], numbers=[n, 0])
    line(linear, [shape], numbers=[n, 1])
for shape, h, w in [((1, 2, 3, 4), 5, 7), ((2, 1, 6, 5), 3, 2), ((1, 1, 4, 4), 1, 8)]:
    for align in [0, 1]:
        line(bilinear, [shape], numbers=[h, w, align])
        line(bicubic, [shape], numbers=[h, w, align])
    line(adaptive_avg, [shape], numbers=[h, w])
    line(adaptive_max, [shape], numbers=[h, w])
for shape in [(2, 2, 3, 4), (1, 1, 5, 2)]:
    for align in [0, 1]:
        line(sampled, [shape, (shape[0], 3, 2, 2)], numbers=[align])
        line(moved, [shape, (shape[0], 2, 3)], numbers=[align])
    line(lp, [shape], numbers=[3.0, 2, 1])
    line(unpooled, [shape], numbers=[2])
