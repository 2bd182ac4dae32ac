// CUDA C++ on the processor: what a kernel's text names, and threads of a block that wait for each other. A block's threads are fibers of
// one thread where the text has barriers, and calls one after the other else. Memory of a block begins as numbers that are none.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#define CT_STANDIN
#define __device__
#define __global__
#define __constant__ static
#define __grid_constant__
#define __launch_bounds__(n)
// Each text has a section of its own.
#define CT_SHARED "ct_shared"
#define __shared__ __attribute__((section(CT_SHARED))) static

struct ct_three {
    unsigned x, y, z;
};
static ct_three threadIdx, blockIdx, blockDim, gridDim;

using std::abs;
using std::acos;
using std::acosh;
using std::asinh;
using std::atanh;
using std::cbrt;
using std::copysign;
using std::erf;
using std::erfc;
using std::expm1;
using std::fabs;
using std::fma;
using std::fmax;
using std::fmin;
using std::hypot;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::lgamma;
using std::log10;
using std::log1p;
using std::round;
using std::signbit;
using std::tgamma;
using std::asin;
using std::atan;
using std::atan2;
using std::ceil;
using std::cos;
using std::cosh;
using std::exp;
using std::exp2;
using std::floor;
using std::fmod;
using std::log;
using std::log2;
using std::pow;
using std::rint;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;
using std::trunc;

template <class To, class From> static To ct_same(From from) {
    To to;
    static_assert(sizeof to == sizeof from, "as many bits");
    memcpy(&to, &from, sizeof to);
    return to;
}
static inline float __uint_as_float(unsigned x) { return ct_same<float>(x); }
static inline unsigned __float_as_uint(float x) { return ct_same<unsigned>(x); }
static inline float __int_as_float(int x) { return ct_same<float>(x); }
static inline int __float_as_int(float x) { return ct_same<int>(x); }
static inline double __longlong_as_double(long long x) { return ct_same<double>(x); }
static inline long long __double_as_longlong(double x) { return ct_same<long long>(x); }
static inline int __clz(int x) { return x ? __builtin_clz(unsigned(x)) : 32; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline void __threadfence_block() {}
// Fibers of one thread.
static inline unsigned atomicAdd(unsigned *place, unsigned more) { return (*place += more) - more; }
static inline float rsqrt(float x) { return 1.0f / std::sqrt(x); }
static inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }

static inline double sinpi(double x) {
    const double r = std::fmod(x, 2.0);
    const double near = std::rint(2.0 * r);
    const double d = 3.14159265358979323846 * (r - 0.5 * near);
    switch ((int)near & 3) {
    case 0: return std::sin(d);
    case 1: return std::cos(d);
    case 2: return -std::sin(d);
    default: return -std::cos(d);
    }
}
static inline double cospi(double x) { return sinpi(std::fmod(x, 2.0) + 0.5); }
static inline float sinpi(float x) { return (float)sinpi((double)x); }
static inline float cospi(float x) { return (float)cospi((double)x); }

// exp(x^2) erfc(x), by its series where the factors leave the range.
static inline double erfcx(double x) {
    if (x < 20) return std::exp(x * x) * std::erfc(x);
    const double w = 1 / (2 * x * x);
    double sum = 1;
    for (int k = 17; k > 0; k -= 2) sum = 1 - k * w * sum;
    return 0.56418958354775629 / x * sum;
}
// A first guess by Winitzki, and Newton's steps.
static inline double erfinv(double y) {
    const double size = std::fabs(y);
    if (!(size < 1)) return size == 1 ? std::copysign(HUGE_VAL, y) : NAN;
    const double log = std::log1p(-size * size), half = 4.3307467508 + log / 2;
    double x = size < 0.1 ? 0.88622692545275801 * size : std::sqrt(std::sqrt(half * half - log / 0.147) - half);
    for (int i = 0; i < 4; i++) {
        const double wrong = size < 0.5 ? std::erf(x) - size : (1 - size) - std::erfc(x);
        x -= wrong * 0.88622692545275801 * std::exp(x * x);
    }
    return std::copysign(x, y);
}
static inline double normcdf(double x) { return 0.5 * std::erfc(-0.70710678118654752 * x); }
static inline double cyl_bessel_i0(double x) { return std::cyl_bessel_i(0.0, std::fabs(x)); }
static inline double cyl_bessel_i1(double x) { return std::copysign(std::cyl_bessel_i(1.0, std::fabs(x)), x); }

// As the hardware: ends of the range, and 0 for what is no number.
template <class To> static To ct_ends(double x, double low, double high) {
    return x != x ? To(0) : x <= low ? To(low) : x >= high ? To(high) : To(x);
}
static inline int __double2int_rz(double x) { return ct_ends<int>(x, -2147483648.0, 2147483647.0); }
static inline unsigned __double2uint_rz(double x) { return ct_ends<unsigned>(x, 0.0, 4294967295.0); }
static inline int __float2int_rz(float x) { return __double2int_rz(x); }
static inline unsigned __float2uint_rz(float x) { return __double2uint_rz(x); }

static inline float ct_from_f16(unsigned short bits) { return float(ct_same<_Float16>(bits)); }
static inline unsigned short ct_to_f16(float x) { return ct_same<unsigned short>(_Float16(x)); }

// The fibers of a block.
extern "C" {
extern char __start_ct_shared __attribute__((weak));
extern char __stop_ct_shared __attribute__((weak));
}

static const size_t CT_STACK = 256 << 10;
static void **ct_stacks, *ct_home, *ct_there[1024];
static unsigned ct_current, ct_threads, ct_waiting, ct_ended;
static bool ct_has_ended[1024];
static void (*ct_body)(void *);
static void *ct_what;

// Saves what a call keeps, and goes on where `to` was left.
extern "C" void ct_switch(void **from, void *to);
asm(".text\n"
    ".type ct_switch,@function\n"
    "ct_switch:\n"
    "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
    "movq %rsp, (%rdi)\n"
    "movq %rsi, %rsp\n"
    "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\n"
    "ret\n");

static void __syncthreads() {
    ct_waiting++;
    ct_switch(&ct_there[ct_current], ct_home);
}

// Threads of a warp give each other values: all of them write, and then all read. Two turns have slots of their own.
static unsigned ct_turns[1024];
static unsigned long long ct_slots[2][1024];
template <class T> static T __shfl_down_sync(unsigned, T value, unsigned by, unsigned width) {
    const unsigned me = ct_current, turn = ct_turns[me]++ & 1;
    memcpy(&ct_slots[turn][me], &value, sizeof value);
    ct_switch(&ct_there[me], ct_home);
    const unsigned from = me % width + by < width ? me + by : me;
    memcpy(&value, &ct_slots[turn][from], sizeof value);
    return value;
}

static void ct_begin() {
    ct_body(ct_what);
    ct_has_ended[ct_current] = true;
    ct_ended++;
    void *nowhere;
    ct_switch(&nowhere, ct_home);
    abort();
}

static void ct_block(unsigned threads, bool has_barriers, unsigned order, char *from, char *to) {
    memset(&__start_ct_shared, 0xff, size_t(&__stop_ct_shared - &__start_ct_shared));
    memset(from, 0xff, size_t(to - from));
    if (!has_barriers) {
        for (unsigned i = 0; i < threads; i++) {
            threadIdx = {order == 1 ? threads - 1 - i : i, 0, 0};
            ct_body(ct_what);
        }
        return;
    }
    ct_threads = threads;
    ct_ended = 0;
    for (unsigned i = 0; i < threads; i++) {
        if (!ct_stacks[i]) ct_stacks[i] = malloc(CT_STACK);
        void **top = (void **)((size_t)((char *)ct_stacks[i] + CT_STACK) & ~size_t(15));
        // A call leaves the stack 8 bytes from a multiple of 16.
        *--top = nullptr;
        *--top = (void *)ct_begin;
        for (int k = 0; k < 6; k++) *--top = nullptr;
        ct_there[i] = top;
        ct_has_ended[i] = false;
        ct_turns[i] = 0;
    }
    while (ct_ended < threads) {
        ct_waiting = 0;
        const unsigned ended = ct_ended;
        for (unsigned i = 0; i < threads; i++) {
            ct_current = order == 1 ? threads - 1 - i : i;
            if (ct_has_ended[ct_current]) continue;
            threadIdx = {ct_current, 0, 0};
            ct_switch(&ct_home, ct_there[ct_current]);
        }
        if (ct_waiting != 0 && ct_ended != ended) {
            fprintf(stderr, "threads wait for some that have ended\n");
            abort();
        }
    }
}

template <class... A, size_t... I>
static void ct_call(void (*kernel)(A...), void **parameters, std::index_sequence<I...>) {
    kernel(*(typename std::remove_const<A>::type *)parameters[I]...);
}
// Of a parameter; 0 behind the last.
template <class... A> static unsigned ct_size_of(void (*)(A...), unsigned number) {
    const unsigned all[] = {sizeof(A)..., 0};
    return number < sizeof...(A) ? all[number] : 0;
}
template <class... A>
static void ct_invoke(void (*kernel)(A...), void **parameters, const unsigned *grid, unsigned threads, void **stacks, bool has_barriers,
                      char *from, char *to) {
    ct_stacks = stacks;
    struct Both {
        void (*kernel)(A...);
        void **parameters;
    } both = {kernel, parameters};
    ct_body = [](void *what) {
        Both *both = (Both *)what;
        ct_call(both->kernel, both->parameters, std::index_sequence_for<A...>());
    };
    ct_what = &both;
    const char *schedule = getenv("COTANGENT_STANDIN_ORDER");
    const unsigned order = schedule && !strcmp(schedule, "reverse");
    gridDim = {grid[0], grid[1], grid[2]};
    blockDim = {threads, 1, 1};
    for (unsigned z = 0; z < grid[2]; z++)
        for (unsigned y = 0; y < grid[1]; y++)
            for (unsigned x = 0; x < grid[0]; x++) {
                blockIdx = {x, y, z};
                ct_block(threads, has_barriers, order, from, to);
            }
}
