// What a library does on a stream of the driver beside it, in the order of that stream, or when what is recorded runs.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <string>

// A function of the driver that the process has open.
template <class T> static T of_driver(const char *name) {
    const char *folder = getenv("COTANGENT_STANDIN");
    void *driver = dlopen((std::string(folder ? folder : ".") + "/libcuda.so").c_str(), RTLD_NOW | RTLD_NOLOAD);
    void *found = driver ? dlsym(driver, name) : nullptr;
    if (!found) fprintf(stderr, "no stand-in for the driver\n"), abort();
    return (T)found;
}

[[maybe_unused]] static int in_order(void *stream, std::function<void()> run) {
    typedef std::function<void()> Run;
    static const auto runs = of_driver<int (*)(void *, void (*)(void *), void *, void (*)(void *))>("standin_runs");
    return runs(stream, [](void *what) { (*(Run *)what)(); }, new Run(std::move(run)), [](void *what) { delete (Run *)what; });
}

[[maybe_unused]] static bool is_recorded(void *stream) {
    static const auto asks = of_driver<int (*)(void *, int *)>("cuStreamIsCapturing");
    int status = 0;
    return asks(stream, &status) || status;
}

[[maybe_unused]] static bool has_memory(const void *at, size_t bytes) {
    static const auto asks = of_driver<int (*)(const void *, size_t)>("standin_has");
    return asks(at, bytes);
}
