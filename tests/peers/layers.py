"""Interleaved rounds of layers here and in PyTorch, value and gradient: medians, and the ratio of medians. `COTANGENT_ONLY=fft,rfft` takes some."""

import os

import torch
import torch.nn.functional as F

from rounds import Peer, interleaved

ROUNDS = 11


def wave(seed, *shape):
    count = torch.Size(shape).numel()
    x = torch.sin(seed + 0.37 * (torch.arange(count) % 10007).float())
    return x.reshape(shape)


def leaf(x):
    return x.clone().requires_grad_()


def scan(x, dt, a, b, c):
    # The same products within chunks of 64 steps, and a loop over the chunks.
    n, l, h, p = x.shape
    q = 64
    d = dt.reshape(n, -1, q, h).permute(0, 1, 3, 2)
    u = x.reshape(n, -1, q, h, p).permute(0, 1, 3, 2, 4) * d[..., None]
    k, r = (t.reshape(n, -1, 1, q, t.shape[-1]) for t in (b, c))
    decay = (d * a[:, None]).cumsum(-1)
    apart = (decay[..., None] - decay[..., None, :]).masked_fill(~torch.ones(q, q, dtype=torch.bool).tril(), -torch.inf)
    end = decay[..., -1:]
    state = k.mT @ (u * (end - decay).exp()[..., None])
    before, held = [], torch.zeros_like(state[:, 0])
    for i in range(state.shape[1]):
        before.append(held)
        held = end[:, i].exp()[..., None] * held + state[:, i]
    y = (apart.exp() * (r @ k.mT)) @ u + (r @ torch.stack(before, 1)) * decay.exp()[..., None]
    return y.permute(0, 1, 3, 2, 4).reshape(x.shape)


# Complex numbers that autograd sees as pairs of real ones, without a copy.
pairs, complex_of = torch.view_as_real, torch.view_as_complex
POINTS = torch.stack([wave(14.0, 256, 1024), wave(15.0, 256, 1024)], -1)
REAL = wave(16.0, 64, 4096)
IMAGE = wave(1.0, 8, 32, 56, 56)
LAYERS = {
    "conv2d": (lambda x, w: F.conv2d(x, w, None, 1, 1), [IMAGE, wave(2.0, 64, 32, 3, 3)], 5),
    "depthwise": (lambda x, w: F.conv2d(x, w, None, 1, 1, 1, 32), [IMAGE, wave(3.0, 32, 1, 3, 3)], 5),
    "max_pool2d": (lambda x: F.max_pool2d(x, 3, 2, 1), [IMAGE], 20),
    "avg_pool2d": (lambda x: F.avg_pool2d(x, 2, 2), [IMAGE], 20),
    "batch_norm": (
        lambda x, w, b: F.batch_norm(x, None, None, w, b, True, 0.1, 1e-5), [IMAGE, wave(4.0, 32), wave(5.0, 32)], 20),
    "group_norm": (lambda x, w, b: F.group_norm(x, 8, w, b, 1e-5), [IMAGE, wave(4.0, 32), wave(5.0, 32)], 20),
    "attention": (
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.125),
        [wave(s, 2, 8, 256, 64) for s in (6.0, 7.0, 8.0)], 5),
    "mamba": (
        scan,
        [wave(9.0, 2, 512, 8, 32), wave(12.0, 2, 512, 8).abs(), -wave(13.0, 8).abs(), wave(10.0, 2, 512, 16),
         wave(11.0, 2, 512, 16)], 5),
    "fft": (lambda x: pairs(torch.fft.fft(complex_of(x))), [POINTS], 20),
    "fft_columns": (lambda x: pairs(torch.fft.fft(complex_of(x), dim=0)), [POINTS], 20),
    "rfft": (lambda x: pairs(torch.fft.rfft(x)), [REAL], 20),
    "rfft_long": (lambda x: pairs(torch.fft.rfft(x)), [wave(16.0, 1 << 20)], 5),
    "spectral": (
        lambda x, w: torch.fft.irfft(torch.fft.rfft(x) * complex_of(w), x.shape[1]),
        [REAL, torch.stack([wave(17.0, 2049), wave(18.0, 2049)], -1)], 20),
    "fft2": (lambda x: pairs(torch.fft.fft2(complex_of(x))), [POINTS.reshape(4, 256, 256, 2)], 20),
    "stft": (
        lambda x: pairs(torch.stft(x, 512, 128, window=torch.hann_window(512), return_complex=True)),
        [wave(19.0, 8, 16000)], 10),
    "waves": (
        lambda x, y: pairs(complex_of(x) * complex_of(y) + complex_of(x).exp() / complex_of(y)),
        [POINTS, torch.stack([wave(20.0, 256, 1024) + 2.0, wave(21.0, 256, 1024)], -1)], 20),
    "complex_matmul": (
        lambda x, y: pairs(complex_of(x) @ complex_of(y)),
        [torch.stack([wave(s, 256, 256), wave(s + 1.0, 256, 256)], -1) for s in (22.0, 24.0)], 10),
}


def gradient(layer, arrays):
    leaves = [leaf(x) for x in arrays]
    loss = layer(*leaves).square().sum()
    torch.autograd.grad(loss, leaves)
    return loss.detach()


def main():
    peer = Peer()
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads of {os.cpu_count()} cores, {ROUNDS} rounds")
    print("| layer (f32) | cotangent, ms | PyTorch, ms | PyTorch / cotangent |")
    print("|---|---|---|---|")
    chosen = [w for w in os.environ.get("COTANGENT_ONLY", "").split(",") if w]
    for name, (layer, arrays, count) in LAYERS.items():
        if chosen and name not in chosen:
            continue
        call = lambda: gradient(layer, arrays)
        us, them = (1e3 * t for t in interleaved(peer, (name, count), count, call, ROUNDS, 1e-3))
        print(f"| {name} | {us:.2f} | {them:.2f} | {them / us:.2f} |", flush=True)
    peer.close()


main()
