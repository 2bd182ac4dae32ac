"""NVRTC and the CUDA driver through ctypes: as much of both as `cuda.py` needs. Nothing but numpy is to be installed."""

import ctypes
import glob
import os
import sysconfig

import numpy as np


class Missing(Exception):
    """A library or a device that is not here."""


def library(stem, *names):
    """The first of `names` that loads; wheels of NVIDIA hold libraries that no search path names."""
    wheels = sorted(glob.glob(os.path.join(sysconfig.get_paths()["purelib"], "nvidia", "*", "lib")))
    folders = [os.environ.get("COTANGENT_CUDA_LIBS", ""), *wheels, "/usr/local/cuda/lib64"]
    for folder in filter(os.path.isdir, folders):
        # NVRTC finds its builtins only if they are loaded before it.
        for part in sorted(glob.glob(os.path.join(folder, f"{stem}-builtins.so.*"))):
            ctypes.CDLL(part)
        for name in names:
            if os.path.exists(path := os.path.join(folder, name)):
                return ctypes.CDLL(path)
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    raise Missing(f"{stem} is not here")


class Compiler:
    def __init__(self):
        self.nvrtc = library("libnvrtc", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")

    def version(self):
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.nvrtc.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        return f"{major.value}.{minor.value}"

    def text(self, program, what):
        size = ctypes.c_size_t()
        getattr(self.nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        getattr(self.nvrtc, f"nvrtcGet{what}")(program, buffer)
        return buffer.raw

    def cubin(self, source, arch):
        """Machine code, or an error with the compiler's messages. Warnings are errors."""
        program = ctypes.c_void_p()
        self.nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"group.cu", 0, None, None)
        options = [f"--gpu-architecture={arch}".encode(), b"--std=c++17"]
        status = self.nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        log = self.text(program, "ProgramLog").decode().strip("\0\n")
        if status != 0 or log:
            raise ValueError(log)
        return self.text(program, "CUBIN")


class Device:
    def __init__(self):
        self.cuda = library("libcuda", "libcuda.so.1", "libcuda.so")
        self.device, self.context = ctypes.c_int(), ctypes.c_void_p()
        if self.cuda.cuInit(0) != 0 or self.cuda.cuDeviceGet(ctypes.byref(self.device), 0) != 0:
            raise Missing("no CUDA device")
        self.check(self.cuda.cuDevicePrimaryCtxRetain(ctypes.byref(self.context), self.device))
        self.check(self.cuda.cuCtxSetCurrent(self.context))

    def check(self, status):
        if status != 0:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(status, ctypes.byref(text))
            raise RuntimeError(f"CUDA: {(text.value or b'?').decode()} ({status})")

    def name(self):
        text = ctypes.create_string_buffer(100)
        self.check(self.cuda.cuDeviceGetName(text, 100, self.device))
        return text.value.decode()

    def arch(self):
        numbers = [ctypes.c_int(), ctypes.c_int()]
        for number, attribute in zip(numbers, (75, 76)):
            self.check(self.cuda.cuDeviceGetAttribute(ctypes.byref(number), attribute, self.device))
        return f"sm_{numbers[0].value}{numbers[1].value}"

    def module(self, cubin):
        module = ctypes.c_void_p()
        self.check(self.cuda.cuModuleLoadData(ctypes.byref(module), cubin))
        return module

    def run(self, module, name, grid, block, arguments):
        """Arrays go to the device and come back in place; other arguments are ctypes values or bytes."""
        function = ctypes.c_void_p()
        self.check(self.cuda.cuModuleGetFunction(ctypes.byref(function), module, name.encode()))
        held, values = [], []
        for argument in arguments:
            if isinstance(argument, np.ndarray):
                at = ctypes.c_uint64()
                self.check(self.cuda.cuMemAlloc_v2(ctypes.byref(at), ctypes.c_size_t(max(argument.nbytes, 1))))
                self.check(self.cuda.cuMemcpyHtoD_v2(at, argument.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(argument.nbytes)))
                held.append((at, argument))
                values.append(at)
            elif isinstance(argument, bytes):
                values.append(ctypes.create_string_buffer(argument, len(argument)))
            else:
                values.append(argument)
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p) for v in values))
        self.check(self.cuda.cuLaunchKernel(function, *grid, *block, 0, None, pointers, None))
        self.check(self.cuda.cuCtxSynchronize())
        for at, array in held:
            self.check(self.cuda.cuMemcpyDtoH_v2(array.ctypes.data_as(ctypes.c_void_p), at, ctypes.c_size_t(array.nbytes)))
            self.check(self.cuda.cuMemFree_v2(at))
