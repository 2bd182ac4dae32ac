"""Compiles whatever kernels the stand-in was given by NVIDIA's own compiler, for two architectures.

    python3 tests/standin/compile.py FOLDER LIBRARY     the folder of texts, and libnvrtc with its builtins beside it
"""

import ctypes
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

# What the runtime compiles with.
OPTIONS = ["--std=c++17", "--fmad=false"]


def nvrtc(library):
    # Its builtins first, which it looks for by name.
    for beside in sorted(Path(library).parent.glob("libnvrtc-builtins.so*")):
        ctypes.CDLL(str(beside), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(library)


def refused(text, architecture, lib):
    """What the compiler says of a text, or nothing."""
    program = ctypes.c_void_p()
    if lib.nvrtcCreateProgram(ctypes.byref(program), text, b"kernel.cu", 0, None, None):
        return "no program"
    options = [o.encode() for o in OPTIONS + [f"--gpu-architecture={architecture}"]]
    failed = lib.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    size = ctypes.c_size_t()
    lib.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    lib.nvrtcGetProgramLog(program, log)
    code = ctypes.c_size_t()
    if not failed and (lib.nvrtcGetCUBINSize(program, ctypes.byref(code)) or not code.value):
        failed, log = 1, ctypes.create_string_buffer(b"no machine code")
    lib.nvrtcDestroyProgram(ctypes.byref(program))
    return f"{architecture}: {log.value.decode()}" if failed else None


def all_of(library, paths):
    lib = nvrtc(library)
    said = []
    for path in paths:
        text = path.read_bytes()
        said += [(path, why) for a in ("sm_80", "sm_90") if (why := refused(text, a, lib))]
    return said


def main(folder, library):
    paths = sorted(Path(folder).glob("*.cu"))
    if not paths:
        sys.exit(f"no kernels in {folder}")
    workers = 2
    with ProcessPoolExecutor(workers) as pool:
        parts = [pool.submit(all_of, library, paths[i::workers]) for i in range(workers)]
        said = [one for part in parts for one in part.result()]
    for path, why in said[:10]:
        print(f"{path}: {why}")
    print(f"{len(paths)} kernels for sm_80 and sm_90, {len(said)} refused")
    sys.exit(1 if said else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
