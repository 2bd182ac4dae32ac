"""Interleaved rounds of what fills a GPU, here and in PyTorch (eager, compiled, and by CUDA graphs where calls are short) and JAX on the same
card: medians, and the best of these by ours. `COTANGENT_WORKLOADS=tiny` has sizes for a processor. Without PyTorch ours is measured alone.
A workload that fails is a row that says why, and the status in the end."""

import math
import os
import statistics
import sys
import time

# Two libraries share the memory of the card with ours.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    torch = None
try:
    import jax
    import jax.numpy as jnp
except ImportError:
    jax = None

from rounds import Peer

ROUNDS = int(os.environ.get("COTANGENT_ROUNDS", "7"))
TINY = os.environ.get("COTANGENT_WORKLOADS") == "tiny"
DEVICE = "cuda" if torch is not None and torch.cuda.is_available() else "cpu"
COLUMNS = ("eager", "compile", "graphs", "jax")
ELEMENTS, ROWS, CLASSES, WIDTH, BATCH, LENGTH, HEADS, STEPS = (
    (1 << 12, 16, 40, 128, 2, 24, 2, 20) if TINY else (1 << 27, 8192, 32768, 4096, 8, 2048, 64, 1000))
# What a call reads and writes at least, and what it multiplies, for bandwidth and arithmetic.
TOKENS = BATCH * LENGTH


def wave(seed, *shape, factor=1.0):
    count = math.prod(shape)
    x = factor * torch.sin(seed + 0.37 * (torch.arange(count) % 10007).float())
    return x.reshape(shape).to(DEVICE)


# The functions, of tensors of PyTorch.
def small(x, y):
    return (torch.tanh(x * y) + torch.sin(x) * torch.exp(y)).sum()


def elementwise(x):
    return F.gelu(x, approximate="tanh") * torch.sigmoid(x) + torch.log1p(torch.exp(-x.abs()))


def mlp(x, a, b, c, p, q):
    h = torch.relu(x @ a + p)
    h = torch.relu(h @ b + q)
    return (h @ c).square().mean()


def block(x, qkv, out, up, down, gain, shift):
    n, l, d = x.shape
    norm = lambda x: F.layer_norm(x, (d,), gain, shift, 1e-5)
    q, k, v = (norm(x) @ qkv).reshape(n, l, 3, HEADS, d // HEADS).permute(2, 0, 3, 1, 4).unbind(0)
    mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.125)
    x = x + mixed.transpose(1, 2).reshape(n, l, d) @ out
    return (x + F.gelu(norm(x) @ up, approximate="tanh") @ down).square().mean()


def scan(w, x):
    for _ in range(STEPS):
        x = x + 0.01 * torch.tanh(w @ x)
    return x.sum()


# The same of arrays of JAX.
def jax_small(x, y):
    return jnp.sum(jnp.tanh(x * y) + jnp.sin(x) * jnp.exp(y))


def jax_elementwise(x):
    return jax.nn.gelu(x, approximate=True) * jax.nn.sigmoid(x) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def jax_cross_entropy(x, at):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x), at[:, None], 1))


def jax_norm(x, gain, shift):
    wide = x.astype(jnp.float32)
    mean = wide.mean(-1, keepdims=True)
    var = wide.var(-1, keepdims=True)
    return ((wide - mean) * jax.lax.rsqrt(var + 1e-5)).astype(x.dtype) * gain + shift


def jax_mlp(x, a, b, c, p, q):
    h = jax.nn.relu(x @ a + p)
    h = jax.nn.relu(h @ b + q)
    return jnp.mean(jnp.square(h @ c))


def jax_block(x, qkv, out, up, down, gain, shift):
    n, l, d = x.shape
    all = (jax_norm(x, gain, shift) @ qkv).reshape(n, l, 3, HEADS, d // HEADS)
    fast = DEVICE == "cuda" and x.dtype == jnp.bfloat16
    mixed = jax.nn.dot_product_attention(
        all[:, :, 0], all[:, :, 1], all[:, :, 2], is_causal=True, scale=0.125, implementation="cudnn" if fast else "xla")
    x = x + mixed.reshape(n, l, d) @ out
    return jnp.mean(jnp.square(x + jax.nn.gelu(jax_norm(x, gain, shift) @ up, approximate=True) @ down))


def jax_scan(w, x):
    step = lambda x, _: (x + 0.01 * jnp.tanh(w @ x), None)
    return jnp.sum(jax.lax.scan(step, x, None, length=STEPS)[0])


def mlp_inputs():
    f = 1 / math.sqrt(WIDTH)
    return [wave(1.0, ROWS, WIDTH), *(wave(s, WIDTH, WIDTH, factor=f) for s in (2.0, 3.0, 4.0)),
            wave(5.0, WIDTH, factor=0.1), wave(6.0, WIDTH, factor=0.1)]


def block_inputs():
    f, w = 1 / math.sqrt(WIDTH), WIDTH
    return [wave(1.0, BATCH, LENGTH, w), wave(2.0, w, 3 * w, factor=f), wave(3.0, w, w, factor=f),
            wave(4.0, w, 4 * w, factor=f), wave(5.0, 4 * w, w, factor=f), wave(6.0, w), wave(7.0, w, factor=0.1)]


def targets():
    return torch.tensor([i * 7919 % CLASSES for i in range(ROWS)], device=DEVICE)


MLP_FLOPS = 3 * 3 * 2 * ROWS * WIDTH * WIDTH - 2 * ROWS * WIDTH * WIDTH
BLOCK_FLOPS = 3 * (2 * TOKENS * 12 * WIDTH * WIDTH + 2 * TOKENS * LENGTH * WIDTH)
# Name: type, function, that of JAX, inputs, those with gradients, calls a round, bytes, operations.
NORM = lambda x, g, s: F.layer_norm(x, (2 * WIDTH,), g, s, 1e-5).square().mean()
WORKLOADS = [
    ("small", "f32", small, jax_small, lambda: [wave(1.0, 64), wave(2.0, 64)], 2, 200, 0, 0),
    ("copy", "f32", lambda x: x + 0.0, lambda x: x + 0.0, lambda: [wave(1.0, ELEMENTS)], 0, 20, 8 * ELEMENTS, 0),
    ("elementwise", "f32", elementwise, jax_elementwise, lambda: [wave(1.0, ELEMENTS, factor=4.0)], 0, 20, 8 * ELEMENTS, 0),
    ("cross_entropy", "f32", lambda x, at: F.cross_entropy(x, at), jax_cross_entropy,
     lambda: [wave(1.0, ROWS, CLASSES, factor=4.0), targets()], 1, 10, 8 * ROWS * CLASSES, 0),
    ("layer_norm", "f32", NORM, lambda x, g, s: jnp.mean(jnp.square(jax_norm(x, g, s))),
     lambda: [wave(1.0, ROWS, 2 * WIDTH), wave(2.0, 2 * WIDTH), wave(3.0, 2 * WIDTH)], 3, 20, 16 * ROWS * WIDTH, 0),
    ("mlp", "bf16", mlp, jax_mlp, mlp_inputs, 6, 5, 0, MLP_FLOPS),
    ("mlp", "f32", mlp, jax_mlp, mlp_inputs, 6, 3, 0, MLP_FLOPS),
    ("scan", "f32", scan, jax_scan, lambda: [wave(1.0, 64, 64, factor=0.1), wave(2.0, 64)], 2, 1, 0, 0),
    ("block", "bf16", block, jax_block, block_inputs, 7, 3, 0, BLOCK_FLOPS),
    ("block", "f32", block, jax_block, block_inputs, 7, 2, 0, BLOCK_FLOPS),
]


def typed(x, dtype):
    return x.to(torch.bfloat16) if dtype == "bf16" and x.is_floating_point() else x


def of_torch(function, inputs, leaves):
    """A call, whose first number is the value."""
    if leaves == 0:
        return lambda: function(*inputs)
    inputs = [x.clone().requires_grad_() if i < leaves else x for i, x in enumerate(inputs)]

    def call():
        value = function(*inputs)
        torch.autograd.grad(value, inputs[:leaves])
        return value.detach()
    return call


def replayed(call):
    """The call as a graph of CUDA, whose result is in the same place each time."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            call()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = call()

    def replay():
        graph.replay()
        return out
    return replay


def in_steps(call):
    """Results of graphs that `torch.compile` makes last up to the next call."""
    def step():
        torch.compiler.cudagraph_mark_step_begin()
        return call()
    return step


def of_jax(function, inputs, leaves):
    inputs = [jnp.from_dlpack(x.contiguous()) for x in inputs]
    step = jax.jit(jax.value_and_grad(function, argnums=tuple(range(leaves))) if leaves else function)
    return lambda: step(*inputs)


def timed(call, count, first):
    start = time.perf_counter()
    for _ in range(count):
        out = call()
    value = first(out)
    return (time.perf_counter() - start) / count, value


def first_of_torch(out):
    return float(out.reshape(-1)[0])


def first_of_jax(out):
    jax.block_until_ready(out)
    return float(jnp.reshape(out[0] if isinstance(out, tuple) else out, -1)[0])


def peers(name, function, jax_function, inputs, leaves):
    """What there is to compare with: how to make a call, and how to read its value, by name."""
    found = {"eager": (lambda: of_torch(function, inputs, leaves), first_of_torch)}
    # A loop is compiled round by round, which takes longer than it is worth.
    if name != "scan":
        found["compile"] = (lambda: of_torch(torch.compile(function), inputs, leaves), first_of_torch)
    if DEVICE == "cuda" and name == "small":
        quick = lambda: in_steps(of_torch(torch.compile(function, mode="reduce-overhead"), inputs, leaves))
        found["graphs"] = (quick, first_of_torch)
    if DEVICE == "cuda" and name == "scan":
        found["graphs"] = (lambda: replayed(of_torch(function, inputs, leaves)), first_of_torch)
    if jax is not None:
        found["jax"] = (lambda: of_jax(jax_function, inputs, leaves), first_of_jax)
    return found


def why(error):
    return (str(error).splitlines() or [""])[0][:100] or type(error).__name__


def is_near(value, known, dtype):
    tolerance = 0.03 if dtype == "bf16" else 2e-3
    return abs(value - known) <= tolerance * max(abs(known), 1e-3)


def compare(peer, workload, copied, median):
    """A row of the table. `copied`: bytes a second of the best copy so far, in a list. `median`: seconds and values of ours, by row."""
    name, dtype, function, jax_function, inputs, leaves, count, moved, flops = workload
    others, left_out = {}, []
    if torch is not None:
        precise(name)
        inputs = [typed(x, dtype) for x in inputs()]
        for other, (made, first) in peers(name, function, jax_function, inputs, leaves).items():
            try:
                call = made()
                timed(call, 1, first)
                others[other] = (call, first, [])
            except Exception as error:  # What a library cannot do is no figure of ours.
                left_out.append(f"{other}: {why(error)}")
    ours, differs = [], None
    peer.ask(name, dtype, 1)
    for _ in range(ROUNDS):
        seconds, value = peer.ask(name, dtype, count)
        ours.append(seconds)
        for other, (call, first, times) in list(others.items()):
            try:
                seconds, known = timed(call, count, first)
            except Exception as error:  # Memory that ours has taken meanwhile.
                left_out.append(f"{other}: {why(error)}")
                del others[other]
                continue
            times.append(seconds)
            if not is_near(value, known, dtype):
                differs = f"differs: {value} here, {known} by {other}"
    us = statistics.median(ours)
    them = {other: statistics.median(times) for other, (_, _, times) in others.items()}
    rate = ""
    if moved:
        rates = [moved / seconds for seconds in (us, *them.values())]
        if name == "copy":
            copied.append(max(rates))
        rate = f"{rates[0] * 1e-9:.0f} GB/s" + (f", {100 * rates[0] / max(copied):.0f} % of copy" if copied else "")
    elif flops:
        rate = f"{flops / us * 1e-12:.1f} TFLOP/s"
    columns = [f"{1e3 * them[o]:.3f}" if o in them else "-" for o in COLUMNS]
    best = f"{min(them.values()) / us:.2f}" if them else "-"
    median[name, dtype] = us, value
    print(f"| {name}, {dtype} | {1e3 * us:.3f} | {' | '.join(columns)} | {best} | {differs or rate} |", flush=True)
    for reason in left_out:
        print(f"left out: {name}, {dtype}, {reason}", flush=True)
    return differs is None


def with_switches(median):
    """Rows of what is off by default, beside the medians of the rows before: epilogues of derivatives."""
    failed = 0
    names = os.environ.get("COTANGENT_BENCH_EPILOGUES", "drelu,bgrad")
    rows = [(row, known) for row, known in median.items() if row[0] in ("mlp", "block")]
    if not rows:
        return failed
    peer = Peer(COTANGENT_CUDA_EPILOGUES=names)
    for (name, dtype), (before, known) in rows:
        count = next(workload[6] for workload in WORKLOADS if workload[:2] == (name, dtype))
        row = f"| {name} with epilogues {names.replace(',', ', ')}, {dtype} "
        try:
            peer.ask(name, dtype, 1)
            answers = [peer.ask(name, dtype, count) for _ in range(ROUNDS)]
        except Exception as error:
            failed += 1
            print(f"{row}| failed | {'- | ' * len(COLUMNS)}- | {why(error)} |", flush=True)
            peer.close()
            peer = Peer(COTANGENT_CUDA_EPILOGUES=names)
            continue
        us = statistics.median(seconds for seconds, _ in answers)
        differs = [f"differs: {value}, and {known} without" for _, value in answers if not is_near(value, known, dtype)]
        failed += bool(differs)
        rate = differs[0] if differs else f"{before / us:.2f} times as fast as without"
        print(f"{row}| {1e3 * us:.3f} | {'- | ' * len(COLUMNS)}- | {rate} |", flush=True)
    peer.close()
    return failed


def precise(name):
    """The products of f32 by TF32 on both sides, as the issue compares them; `COTANGENT_CUDA_TF32=1` says so to ours. A scan is in full
    precision everywhere: a thousand rounds of TF32 leave no figures to compare."""
    is_tf32 = os.environ.get("COTANGENT_CUDA_TF32") == "1" and name != "scan"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = is_tf32
    if jax is not None:
        jax.config.update("jax_default_matmul_precision", "tensorfloat32" if is_tf32 else "highest")


def main():
    chosen = [w for w in os.environ.get("COTANGENT_ONLY", "").split(",") if w]
    is_tf32 = os.environ.get("COTANGENT_CUDA_TF32") == "1"
    card = torch.cuda.get_device_name() if DEVICE == "cuda" else "processor" if torch else "no PyTorch to ask for the card"
    versions = f"PyTorch {torch.__version__ if torch else 'not there'}, jax {jax.__version__ if jax else 'not there'}"
    print(f"{card}, {versions}, {ROUNDS} rounds, TF32 {is_tf32}")
    print("| workload | cotangent, ms | PyTorch eager | torch.compile | by CUDA graphs | jax.jit | best / cotangent | |")
    print("|---|---|---|---|---|---|---|---|")
    peer, copied, median, failed = Peer(), [], {}, 0
    for workload in WORKLOADS:
        if chosen and workload[0] not in chosen:
            continue
        try:
            failed += not compare(peer, workload, copied, median)
        except Exception as error:
            failed += 1
            print(f"| {workload[0]}, {workload[1]} | failed | {'- | ' * len(COLUMNS)}- | {why(error)} |", flush=True)
            peer.close()
            peer = Peer()
        if DEVICE == "cuda":
            torch.cuda.empty_cache()
    peer.close()
    failed += with_switches(median)
    sys.exit(1 if failed else 0)


main()
