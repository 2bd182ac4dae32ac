// Whether the stand-in finds what it has to: kernels with a fault in them end a process, and the same without it do not. `checked` says
// that the compiler was told to look after memory.

#include <cstdio>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

extern "C" {
int nvrtcCreateProgram(void **, const char *, const char *, int, const char *const *, const char *const *);
int nvrtcCompileProgram(void *, int, const char *const *);
int nvrtcGetCUBIN(void *, char *);
int cuModuleLoadData(void **, const void *);
int cuModuleGetFunction(void **, void *, const char *);
int cuDevicePrimaryCtxRetain(void **, int);
int cuCtxPushCurrent_v2(void *);
int cuStreamCreate(void **, unsigned);
int cuMemAllocAsync(void **, size_t, void *);
int cuMemsetD8Async(void *, unsigned char, size_t, void *);
int cuStreamSynchronize(void *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
}

// 64 threads, which have 64 words of a block and 64 of the device.
static bool ends_well(const char *body) {
    const std::string text = std::string("extern \"C\" __global__ void ct_main(unsigned *to, unsigned one) {\n"
                                         "    __shared__ unsigned near[64];\n    __shared__ unsigned other[64];\n"
                                         "    const unsigned me = threadIdx.x;\n    other[me] = me;\n") +
                             body + "}\n";
    const pid_t child = fork();
    if (!child) {
        (void)!freopen("/dev/null", "w", stderr);
        void *program, *context, *stream, *module, *kernel, *to;
        char image[4096];
        unsigned one = 1;
        void *given[] = {&to, &one};
        const bool is_open = !cuDevicePrimaryCtxRetain(&context, 0) && !cuCtxPushCurrent_v2(context) && !cuStreamCreate(&stream, 1);
        const bool is_ready = is_open && !nvrtcCreateProgram(&program, text.c_str(), nullptr, 0, nullptr, nullptr) &&
                              !nvrtcCompileProgram(program, 0, nullptr) && !nvrtcGetCUBIN(program, image) &&
                              !cuModuleLoadData(&module, image) && !cuModuleGetFunction(&kernel, module, "ct_main") &&
                              !cuMemAllocAsync(&to, 256, stream) && !cuMemsetD8Async(to, 0, 256, stream);
        if (!is_ready) _exit(0);
        const bool is_well = !cuLaunchKernel(kernel, 2, 1, 1, 64, 0, 0, 0, stream, given, nullptr) && !cuStreamSynchronize(stream);
        _exit(is_well ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

int main(int count, char **given) {
    static const struct {
        const char *name, *body;
        bool is_well, is_of_checker;
    } kernels[] = {
        {"a barrier between warps", "near[me] = me + one; __syncthreads(); to[me] = near[63 - me];", true, false},
        {"none", "near[me] = me + one; __shfl_down_sync(~0u, me, 1, 32); to[me] = near[63 - me];", false, false},
        {"a barrier between writing twice", "near[me] = one; __syncthreads(); to[me] = near[63 - me]; __syncthreads(); near[me] = me; __syncthreads();", true, false},
        {"none between reading and writing", "near[me] = one; __syncthreads(); to[me] = near[63 - me]; near[me] = me; __syncthreads();", false, false},
        {"blocks that add nothing to each other", "to[me] = me;", true, false},
        {"blocks that count on their order", "to[me] = to[me] * 2 + blockIdx.x; __syncthreads();", false, false},
        {"a barrier for some", "if (me < 40) __syncthreads(); to[me] = me;", false, false},
        {"a copy behind a barrier", "near[me] = one; __syncthreads(); const unsigned seen = near[63 - me]; __syncthreads(); if (me < 16) ct_copy_later(near + 4 * me, other + 4 * me); ct_copies_end(); ct_copies_wait<0>(); __syncthreads(); to[me] = seen + near[me];", true, false},
        {"a copy to where others read", "near[me] = one; __syncthreads(); if (me < 16) ct_copy_later(near + 4 * me, other + 4 * me); ct_copies_end(); to[me] = near[63 - me]; ct_copies_wait<0>();", false, false},
        {"a copy that is not waited for", "if (me < 16) ct_copy_later(near + 4 * me, other + 4 * me); ct_copies_end(); __syncthreads(); to[me] = near[63 - me]; ct_copies_wait<0>();", false, false},
        {"the ends of arrays", "near[63 * one] = one; to[63 * one] = one;", true, true},
        {"behind the end of a block's array", "near[me + one] = one; __syncthreads(); to[me] = one;", false, true},
        {"the same by an address", "unsigned *at = near; at[me + one] = one; __syncthreads(); to[me] = one;", false, true},
        {"behind the end of the device's", "to[me + one] = one;", false, true},
        {"a sum of integers that leaves the range", "int x = 2147483647; to[me] = unsigned(x + int(one));", false, true},
        {"a shift by more than there is", "to[me] = unsigned(int(one) << (31 + int(one)));", false, true},
    };
    const bool is_checked = count > 1 && !strcmp(given[1], "checked");
    int wrong = 0, ran = 0;
    for (const auto &kernel : kernels) {
        if (kernel.is_of_checker && !is_checked) continue;
        ran++;
        if (ends_well(kernel.body) != kernel.is_well) {
            printf("%s: %s\n", kernel.name, kernel.is_well ? "ended badly" : "nothing found");
            wrong++;
        }
    }
    printf("%d faults and their like, %d taken wrong\n", ran, wrong);
    return wrong != 0;
}
