"""Functions of the CUDA prelude on a card.

    python3 tests/devices/cuda.py

Needs numpy, mpmath and NVRTC 13 or 12 (`pip install nvidia-cuda-nvrtc`, or COTANGENT_CUDA_LIBS names its folder). Functions are compared
with kernels/tests/ulp/reference.txt in f64 and with mpmath in f32. What is missing is said aloud, and fails the run if COTANGENT_REQUIRE
names `nvrtc` or `cuda`. `compute-sanitizer --error-exitcode 9 python3 tests/devices/cuda.py` watches all of it.
"""

import ctypes
import os
import sys
from pathlib import Path

import numpy as np

from driver import Compiler, Device, Missing
from functions import functions, spelled, table

ROOT = Path(__file__).resolve().parents[2]
PRELUDE = "".join((ROOT / "kernels/src" / name).read_text() for name in ("prelude.cu", "special.cu", "incomplete.cu"))
TYPES = {np.float32: "float", np.float64: "double"}
# Functions whose names are others in CUDA, as the rows spell them; the rest are `ct_` functions or have the same name.
SPELLED = {
    "ln": "log(a)",
    "ndtr": "normcdf(a)",
    "i0": "cyl_bessel_i0(a)",
    "i1": "cyl_bessel_i1(a)",
    "polygamma": "ct_polygamma(a, (int)b)",
    "gammainc_slope": "ct_gammainc_slope(a, b, 1)",
    "gamma_density": "ct_gamma_density(a, b, 0)",
}


def evaluation(device, build):
    """Every function of the table as a kernel over points."""
    text = ""
    for name in table(ROOT / "kernels/tests/ulp/reference.txt"):
        for ty in TYPES.values():
            text += f'extern "C" __global__ void at_{name}_{ty}(const {ty} *x, const {ty} *z, {ty} *y, int n) {{\n'
            text += "    const int i = blockIdx.x * 256 + threadIdx.x;\n    if (i >= n) return;\n"
            text += f"    const {ty} a = x[i], b = z[i];\n    (void)b;\n    y[i] = ({ty}){spelled(name, PRELUDE, SPELLED)};\n}}\n"
    module = build(text)

    def evaluate(name, a, b, dtype):
        y = np.zeros(len(a), dtype)
        grid = ((len(a) + 255) // 256, 1, 1)
        arguments = [a.astype(dtype), b.astype(dtype), y, ctypes.c_int(len(a))]
        device.run(module, f"at_{name}_{TYPES[dtype]}", grid, (256, 1, 1), arguments)
        return y

    return evaluate


def missing(name, why):
    print(f"skipped: {why}")
    if name in os.environ.get("COTANGENT_REQUIRE", "").split(","):
        sys.exit(f"COTANGENT_REQUIRE names {name}")


def main():
    try:
        compiler = Compiler()
    except Missing as error:
        return missing("nvrtc", error)
    try:
        device = Device()
    except Missing as error:
        return missing("cuda", error)
    print(f"on {device.name()}, {device.arch()}")
    build = lambda text: device.module(compiler.cubin(PRELUDE + text, device.arch()))
    failures = functions(evaluation(device, build), ROOT, tuple(TYPES))
    if failures:
        sys.exit("\n".join(["FAILED", *failures]))


main()
