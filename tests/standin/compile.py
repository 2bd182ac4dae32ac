"""Compiles whatever kernels the stand-in was given by NVIDIA's own compiler, for two architectures.

    python3 tests/standin/compile.py FOLDER LIBRARY     the folder of texts, and libnvrtc with its builtins beside it

Kernels that begin alike are compiled together, each in a namespace of its own: to read what goes before all of them takes longer than
to compile one. If they are refused together each is tried alone, as a program has it. Of fused groups one part in sixteen is
optimised as the runtime does it, and the others hardly: that takes a third of the time. With COTANGENT_NVRTC=full all of them are.
"""

import ctypes
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

# What the runtime compiles with.
OPTIONS = ["--std=c++17", "--fmad=false"]
ARCHITECTURES = ["sm_80", "sm_90"]
TOGETHER = 32
# One part of so many in full, and what the others are compiled with besides.
SAMPLE = 16
HARDLY = ["--Ofast-compile=max"]
# Where that ends which the library puts before every kernel.
OWN = re.compile(rb"\n(?=const int CT_WORDS|typedef (?:float|double) ct_real)")
NAMES = re.compile(rb'extern "C" __global__ void (?:__launch_bounds__\([^)]*\) )?([A-Za-z0-9_]+)\(')


def nvrtc(library):
    # Its builtins first, which it looks for by name.
    for beside in sorted(Path(library).parent.glob("libnvrtc-builtins.so*")):
        ctypes.CDLL(str(beside), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(library)


def refused(text, architecture, lib, more=()):
    """What the compiler says of a text, or nothing."""
    program = ctypes.c_void_p()
    if lib.nvrtcCreateProgram(ctypes.byref(program), text, b"kernel.cu", 0, None, None):
        return "no program"
    options = [o.encode() for o in [*OPTIONS, *more, f"--gpu-architecture={architecture}"]]
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


def together(head, owns):
    """One text of several that begin with `head`."""
    text = [head]
    for i, own in enumerate(owns):
        names = NAMES.findall(own)
        text += [b"namespace ct_in_%d {\n" % i]
        text += [b"#define %s ct_%d_%s\n" % (name, i, name) for name in names]
        text += [own, b"\n"]
        text += [b"#undef %s\n" % name for name in names]
        text += [b"}\n"]
    return b"".join(text)


def said_of(library, paths, more):
    """What is refused of kernels that begin alike."""
    lib = nvrtc(library)
    texts = [path.read_bytes() for path in paths]
    said = []
    for architecture in ARCHITECTURES:
        if len(paths) > 1:
            split = [OWN.search(text) for text in texts]
            owns = [text[found.end() :] for text, found in zip(texts, split)]
            if not refused(together(texts[0][: split[0].end()], owns), architecture, lib, more):
                continue
        for path, text in zip(paths, texts):
            why = refused(text, architecture, lib, more)
            said += [(path, why)] if why else []
    return said


def parts_of(paths):
    """Kernels that are compiled together."""
    by_head = {}
    for path in paths:
        text = path.read_bytes()
        found = OWN.search(text)
        by_head.setdefault(text[: found.end()] if found else path, []).append(path)
    return [same[i : i + TOGETHER] for same in by_head.values() for i in range(0, len(same), TOGETHER)]


def main(folder, library):
    paths = sorted(Path(folder).glob("*.cu"))
    if not paths:
        sys.exit(f"no kernels in {folder}")
    parts = parts_of(paths)
    is_full = os.environ.get("COTANGENT_NVRTC") == "full"
    in_full = [is_full or i % SAMPLE == 0 or b"const int CT_WORDS" not in part[0].read_bytes() for i, part in enumerate(parts)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        all_said = pool.map(said_of, [library] * len(parts), parts, [[] if full else HARDLY for full in in_full])
        said = [one for of_part in all_said for one in of_part]
    for path, why in said[:10]:
        print(f"{path}: {why}")
    count = sum(len(part) for part, full in zip(parts, in_full) if full)
    print(f"{len(paths)} kernels for {' and '.join(ARCHITECTURES)}, {count} of them optimised in full: {len(said)} refused")
    sys.exit(1 if said else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
