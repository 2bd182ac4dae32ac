"""Interleaved rounds of factors of matrices here and in PyTorch (LAPACK): medians, and the ratio of medians."""

import os

import torch

from rounds import Peer, interleaved

ROUNDS = 9
# Seconds of one turn of one side, about.
TURN = 0.05
TYPES = {"f64": torch.float64, "f32": torch.float32}
# Order and number of the matrices.
SIZES = [(8, 256), (32, 1), (128, 1), (256, 1), (512, 1)]


def chirp(rate, *shape):
    """Matrices without structure: the same numbers as in tests/src/bin/factorisations.rs."""
    i = torch.arange(torch.Size(shape).numel(), dtype=torch.float64)
    return torch.sin(rate * (i * i)).reshape(shape)


def operands(name, n, batch, dtype):
    a, b = (chirp(rate, batch, n, n).to(dtype) for rate in (0.37, 0.41))
    if name == "eigh":
        return [(a + a.mT) * 0.5]
    if name == "cholesky":
        return [a @ a.mT * (1 / n) + torch.eye(n, dtype=dtype)]
    return [a, b] if name == "solve" else [a]


FACTORS = {
    "qr": lambda a: tuple(torch.linalg.qr(a)),
    "lu": lambda a: tuple(torch.linalg.lu(a))[1:],
    "cholesky": lambda a: (torch.linalg.cholesky(a),),
    "solve": lambda a, b: (torch.linalg.solve(a, b),),
    "eigh": lambda a: tuple(torch.linalg.eigh(a)),
    "svd": lambda a: tuple(torch.linalg.svd(a, full_matrices=False)),
}


def gradient(factors, arrays):
    leaves = [x.clone().requires_grad_() for x in arrays]
    loss = sum(y.square().sum() for y in factors(*leaves))
    torch.autograd.grad(loss, leaves)
    return loss.detach()


def alone(factors, arrays):
    with torch.no_grad():
        factors(*arrays)
    return 0.0


def cell(peer, name, element, what, n, batch):
    factors, arrays = FACTORS[name], operands(name, n, batch, TYPES[element])
    call = lambda: (alone if what == "factors" else gradient)(factors, arrays)
    once, _ = peer.ask(name, element, n, batch, 2, what)
    count = max(1, int(TURN / once))
    ours, theirs = interleaved(
        peer, (name, element, n, batch, count, what), count, call, ROUNDS, 1e-2 if element == "f32" else 1e-8)
    return f"{ours * 1e3:.3g} ({theirs / ours:.2f})"


def main():
    peer = Peer()
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads of {os.cpu_count()} cores, {ROUNDS} rounds")
    titles = [f"{batch} x {n}" if batch > 1 else str(n) for n, batch in SIZES]
    print(f"| factors | type | | {' | '.join(titles)} |")
    print("|---|---|---|" + "---|" * len(SIZES))
    for name in FACTORS:
        for element in TYPES:
            for what in ("factors", "gradient"):
                cells = [cell(peer, name, element, what, n, batch) for n, batch in SIZES]
                print(f"| {name} | {element} | {what} | {' | '.join(cells)} |", flush=True)
    peer.close()


main()
