"""Functions of the WGSL prelude on a real compiler and device, in f32.

    python3 tests/devices/webgpu.py

Needs numpy, mpmath and wgpu (`pip install wgpu`), and a driver: Mesa's software Vulkan will do. What is missing is said aloud, and
fails the run if COTANGENT_REQUIRE names `wgpu`.
"""

import os
import sys
from pathlib import Path

import numpy as np

from functions import functions, spelled, table

ROOT = Path(__file__).resolve().parents[2]
PRELUDE = "".join((ROOT / "kernels/src" / name).read_text() for name in ("prelude.wgsl", "elementary.wgsl", "special.wgsl", "incomplete.wgsl"))
# Functions whose names are others in WGSL, as the rows spell them; the rest are `ct_` functions or have the same name.
SPELLED = {
    "ln": "ct_log(a)",
    "rsqrt": "inverseSqrt(a)",
    "polygamma": "ct_polygamma(a, i32(b))",
    "gammainc_slope": "ct_gammainc_slope(a, b, 1)",
    "gamma_density": "ct_gamma_density(a, b, 0)",
}


def device():
    try:
        import wgpu

        adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
        print(f"on {adapter.summary}")
        return wgpu, adapter.request_device_sync()
    except (ImportError, RuntimeError) as error:
        print(f"skipped: no WebGPU device ({error})")
        sys.exit("wgpu" in os.environ.get("COTANGENT_REQUIRE", "").split(",") and "COTANGENT_REQUIRE names wgpu")


def main():
    wgpu, gpu = device()
    storage = "@group(0) @binding({}) var<storage, {}> {}: array<f32>;\n"
    buffers = "".join(storage.format(k + 3, access, name) for k, (name, access) in enumerate([("xs", "read"), ("zs", "read"), ("ys", "read_write")]))
    text = PRELUDE + buffers
    names = sorted(table(ROOT / "kernels/tests/ulp/reference.txt"))
    for name in names:
        text += f"@compute @workgroup_size(64)\nfn at_{name}(@builtin(global_invocation_id) id: vec3<u32>) {{\n"
        text += f"    if id.x >= arrayLength(&xs) {{ return; }}\n    let a = xs[id.x];\n    let b = zs[id.x];\n    ys[id.x] = {spelled(name, PRELUDE, SPELLED)};\n}}\n"
    shader = gpu.create_shader_module(code=text)
    pipelines = {name: gpu.create_compute_pipeline(layout="auto", compute={"module": shader, "entry_point": f"at_{name}"}) for name in names}

    def evaluate(name, a, b, dtype):
        source = lambda x: gpu.create_buffer_with_data(data=x.astype(dtype), usage=wgpu.BufferUsage.STORAGE)
        y = gpu.create_buffer(size=4 * len(a), usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC)
        held = [source(a), source(b), y]
        entries = [{"binding": k + 3, "resource": {"buffer": x, "offset": 0, "size": x.size}} for k, x in enumerate(held)]
        group = gpu.create_bind_group(layout=pipelines[name].get_bind_group_layout(0), entries=entries)
        encoder = gpu.create_command_encoder()
        work = encoder.begin_compute_pass()
        work.set_pipeline(pipelines[name])
        work.set_bind_group(0, group)
        work.dispatch_workgroups((len(a) + 63) // 64)
        work.end()
        gpu.queue.submit([encoder.finish()])
        return np.frombuffer(gpu.queue.read_buffer(y), np.float32)

    # Devices may take what is below the normal numbers for 0, and results near those are made of such.
    if failures := functions(evaluate, ROOT, (np.float32,), least=1e-33):
        sys.exit("\n".join(["FAILED", *failures]))


main()
