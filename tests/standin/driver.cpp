// A driver whose GPU is the processor. It runs what the compiler beside it makes of a kernel: a library.

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <string>

enum { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_FOUND = 500, INVALID_IMAGE = 200 };
static std::mutex running;

typedef void (*Run)(void **parameters, const unsigned *grid, unsigned threads, void **stacks);
// The stacks of a block's threads, which all kernels share.
static void *stacks[1024];

extern "C" {
int cuInit(unsigned) { return SUCCESS; }
int cuDriverGetVersion(int *version) { return *version = 13000, SUCCESS; }
int cuGetErrorName(int error, const char **name) {
    *name = error == OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : error == SUCCESS ? "CUDA_SUCCESS" : "CUDA_ERROR";
    return SUCCESS;
}
int cuGetErrorString(int error, const char **text) {
    *text = error == OUT_OF_MEMORY ? "out of memory" : error == NOT_FOUND ? "named symbol not found" : "stand-in error";
    return SUCCESS;
}
int cuDeviceGetCount(int *count) { return *count = 1, SUCCESS; }
int cuDeviceGet(int *device, int number) { return *device = number, number == 0 ? SUCCESS : INVALID_VALUE; }
int cuDeviceGetName(char *name, int len, int) { return snprintf(name, len, "stand-in"), SUCCESS; }
int cuDeviceGetAttribute(int *value, int which, int) {
    *value = which == 75 ? 9 : which == 76 ? 0 : which == 16 ? 1 : 0;
    return SUCCESS;
}
int cuDevicePrimaryCtxRetain(void **context, int) {
    static int one;
    return *context = &one, SUCCESS;
}
int cuDevicePrimaryCtxRelease_v2(int) { return SUCCESS; }
int cuCtxSetCurrent(void *) { return SUCCESS; }
int cuStreamCreate(void **stream, unsigned) {
    static int one;
    return *stream = &one, SUCCESS;
}
int cuStreamDestroy_v2(void *) { return SUCCESS; }
int cuStreamSynchronize(void *) { return SUCCESS; }
int cuMemAllocAsync(void **at, size_t bytes, void *) {
    if (bytes > (size_t(8) << 30)) return OUT_OF_MEMORY;
    *at = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!*at) return OUT_OF_MEMORY;
    // What nobody wrote is no number.
    memset(*at, 0xff, bytes);
    return SUCCESS;
}
int cuMemFreeAsync(void *at, void *) { return free(at), SUCCESS; }
int cuMemcpyHtoDAsync_v2(void *to, const void *from, size_t bytes, void *) { return memcpy(to, from, bytes), SUCCESS; }
int cuMemcpyDtoHAsync_v2(void *to, const void *from, size_t bytes, void *) { return memcpy(to, from, bytes), SUCCESS; }
int cuMemcpyDtoDAsync_v2(void *to, const void *from, size_t bytes, void *) { return memcpy(to, from, bytes), SUCCESS; }
int cuMemsetD8Async(void *to, unsigned char value, size_t bytes, void *) { return memset(to, value, bytes), SUCCESS; }
int cuMemHostAlloc(void **at, size_t bytes, unsigned) { return *at = malloc(bytes), *at ? SUCCESS : OUT_OF_MEMORY; }
int cuMemFreeHost(void *at) { return free(at), SUCCESS; }
int cuEventCreate(void **event, unsigned) { return *event = malloc(1), SUCCESS; }
int cuEventRecord(void *, void *) { return SUCCESS; }
int cuEventSynchronize(void *) { return SUCCESS; }
int cuEventQuery(void *) { return SUCCESS; }
int cuEventDestroy_v2(void *event) { return free(event), SUCCESS; }
int cuLaunchHostFunc(void *, void (*call)(void *), void *what) { return call(what), SUCCESS; }
int cuModuleLoadData(void **module, const void *image) {
    const char *path = (const char *)image;
    if (strncmp(path, "standin:", 8)) return INVALID_IMAGE;
    *module = dlopen(path + 8, RTLD_NOW | RTLD_LOCAL);
    if (!*module) fprintf(stderr, "%s\n", dlerror());
    return *module ? SUCCESS : INVALID_IMAGE;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
    *function = dlsym(module, (std::string("ct_run_") + name).c_str());
    return *function ? SUCCESS : NOT_FOUND;
}
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned, unsigned, unsigned, void *,
                   void **parameters, void **) {
    if (!x || !y || !z || !threads || threads > 1024) return INVALID_VALUE;
    const unsigned grid[] = {x, y, z};
    // Memory of a block is one for all of a library.
    std::lock_guard<std::mutex> lock(running);
    ((Run)function)(parameters, grid, threads, stacks);
    return SUCCESS;
}
}
