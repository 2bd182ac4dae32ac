// A driver whose GPU is the processor. It does what it is asked for when somebody waits.

#include <memory>

#include "orders.h"

enum { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_FOUND = 500, INVALID_IMAGE = 200 };
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
int cuStreamSynchronize(void *) { return finish(); }
int cuMemAllocAsync(void **at, size_t bytes, void *) {
    if (bytes > (size_t(8) << 30)) return OUT_OF_MEMORY;
    const auto reserve = [&] { return !posix_memalign(at, 256, bytes); };
    // Memory that is given back may be that of steps to come.
    if (!reserve() && (finish(), !reserve())) return OUT_OF_MEMORY;
    // What nobody wrote is no number, or 0 where no kernel writes.
    memset(*at, only_keeps() ? 0 : 0xff, bytes);
    std::lock_guard<std::mutex> lock(of_blocks);
    blocks[(char *)*at] = bytes;
    return SUCCESS;
}
int cuMemFreeAsync(void *at, void *) {
    return later([=] {
        std::lock_guard<std::mutex> lock(of_blocks);
        blocks.erase((char *)at);
        free(at);
    });
}
int cuMemcpyHtoDAsync_v2(void *to, const void *from, size_t bytes, void *) {
    // Pageable memory is copied before the call returns.
    const std::string kept((const char *)from, bytes);
    return later([=] { memcpy(to, kept.data(), bytes); });
}
int cuMemcpyDtoHAsync_v2(void *to, const void *from, size_t bytes, void *) {
    return later([=] { memcpy(to, from, bytes); });
}
int cuMemcpyDtoDAsync_v2(void *to, const void *from, size_t bytes, void *) {
    return later([=] { memcpy(to, from, bytes); });
}
int cuMemsetD8Async(void *to, unsigned char value, size_t bytes, void *) {
    return later([=] { memset(to, value, bytes); });
}
int cuMemHostAlloc(void **at, size_t bytes, unsigned) { return *at = malloc(bytes), *at ? SUCCESS : OUT_OF_MEMORY; }
int cuMemFreeHost(void *at) {
    const int said = finish();
    return free(at), said;
}
int cuEventCreate(void **event, unsigned) { return *event = malloc(1), SUCCESS; }
int cuEventRecord(void *, void *) { return SUCCESS; }
int cuEventSynchronize(void *) { return finish(); }
int cuEventQuery(void *) { return finish(); }
int cuEventDestroy_v2(void *event) { return free(event), SUCCESS; }
int cuLaunchHostFunc(void *, void (*call)(void *), void *what) {
    later([=] { call(what); });
    return finish();
}
int cuModuleLoadData(void **module, const void *image) {
    const char *path = (const char *)image;
    if (strncmp(path, "standin:", 8) || access((std::string(path + 8) + ".cu").c_str(), R_OK)) return INVALID_IMAGE;
    return *module = text_at(path + 8), SUCCESS;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
    Text *text = (Text *)module;
    for (const std::string &one : names_of(text->own))
        if (one == name) return *function = new Kernel{text, name}, SUCCESS;
    return NOT_FOUND;
}
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned, unsigned, unsigned, void *,
                   void **parameters, void **) {
    if (!x || !y || !z || !threads || threads > 1024) return INVALID_VALUE;
    Kernel *kernel = (Kernel *)function;
    // Whoever asks may write there again at once. A struct ends at a multiple of 16 bytes.
    struct Kept {
        std::vector<std::vector<__int128>> values;
        std::vector<void *> places;
    };
    const auto kept = std::make_shared<Kept>();
    for (size_t bytes : sizes_of(kernel)) {
        kept->values.emplace_back((bytes + 15) / 16);
        memcpy(kept->values.back().data(), parameters[kept->places.size()], bytes);
        kept->places.push_back(kept->values.back().data());
    }
    return later(
        [=] {
            const unsigned grid[] = {x, y, z};
            run(kernel, kept->values, kept->places.data(), grid, threads, stacks);
        },
        kernel);
}
}
