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
#define __launch_bounds__(...)
// Each text has a section of its own.
#define CT_SECTION "ct_shared"
#define __shared__ __attribute__((section(CT_SECTION))) static

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
static inline unsigned atomicExch(unsigned *place, unsigned now) {
    const unsigned before = *place;
    return *place = now, before;
}
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

// As the hardware: ends of the range. A double that is no number gives the highest bit, a float 0.
template <class To> static To ct_ends(double x, double low, double high) {
    return x != x ? To(0x80000000u) : x <= low ? To(low) : x >= high ? To(high) : To(x);
}
static inline int __double2int_rz(double x) { return ct_ends<int>(x, -2147483648.0, 2147483647.0); }
static inline unsigned __double2uint_rz(double x) { return ct_ends<unsigned>(x, 0.0, 4294967295.0); }
static inline int __float2int_rz(float x) { return x != x ? 0 : __double2int_rz(x); }
static inline unsigned __float2uint_rz(float x) { return x != x ? 0 : __double2uint_rz(x); }

static inline float ct_from_f16(unsigned short bits) { return float(ct_same<_Float16>(bits)); }
static inline unsigned short ct_to_f16(float x) { return ct_same<unsigned short>(_Float16(x)); }

// Of whatever leaves a stack that a checker looks after.
#define CT_UNCHECKED __attribute__((no_sanitize("address", "undefined")))

// The fibers of a block.
extern "C" {
extern char __start_ct_shared __attribute__((weak));
extern char __stop_ct_shared __attribute__((weak));
}

static const size_t CT_STACK = 256 << 10;
static void **ct_stacks, *ct_home, *ct_there[1024];
static unsigned ct_current, ct_threads, ct_ended;
// Where a thread is between its turns.
static bool ct_has_ended[1024], ct_at_barrier[1024];
static void *ct_nowhere;
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
    ct_at_barrier[ct_current] = true;
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

template <class T> static T __shfl_sync(unsigned, T value, unsigned from, unsigned width) {
    const unsigned me = ct_current, turn = ct_turns[me]++ & 1;
    memcpy(&ct_slots[turn][me], &value, sizeof value);
    ct_switch(&ct_there[me], ct_home);
    memcpy(&value, &ct_slots[turn][me / width * width + from % width], sizeof value);
    return value;
}

// Memory of a block, as much as its text says.
#define CT_TILES_OF(name) __shared__ unsigned char name[CT_BYTES] __attribute__((aligned(16)))

// What each thread of a warp gives, for all of them.
template <class T> struct ct_gifts {
    static T of[2][1024];
};
template <class T> T ct_gifts<T>::of[2][1024];
template <class T> static const T *ct_exchanged(const T &mine) {
    const unsigned me = ct_current, turn = ct_turns[me]++ & 1;
    ct_gifts<T>::of[turn][me] = mine;
    ct_switch(&ct_there[me], ct_home);
    return ct_gifts<T>::of[turn] + me / 32 * 32;
}
template <class T> static T __shfl_xor_sync(unsigned, T value, unsigned mask) { return ct_exchanged(value)[(ct_current % 32) ^ mask]; }
static unsigned __ballot_sync(unsigned, bool is) {
    const bool *all = ct_exchanged(is);
    unsigned bits = 0;
    for (unsigned i = 0; i < 32; i++) bits |= unsigned(all[i]) << i;
    return bits;
}
static void __syncwarp() { ct_exchanged(char(0)); }

// Copies of 16 bytes that come no sooner than a thread waits for their group, or in the order that is reversed at once: a GPU may do either.
static bool ct_copies_are_early;
static struct ct_late {
    void *to;
    const void *from;
    unsigned group;
} ct_late_copies[1024][512];
static unsigned ct_late_count[1024], ct_late_group[1024];
static void ct_copy_later(void *to, const void *from) {
    unsigned &count = ct_late_count[ct_current];
    if (count == 512 || size_t(to) % 16 || size_t(from) % 16) {
        fprintf(stderr, "a copy of 16 bytes that is none\n");
        abort();
    }
    if (ct_copies_are_early) return (void)memcpy(to, from, 16);
    ct_late_copies[ct_current][count++] = {to, from, ct_late_group[ct_current]};
}
static void ct_copies_end() { ct_late_group[ct_current]++; }
template <int N> static void ct_copies_wait() {
    unsigned left = 0;
    ct_late *all = ct_late_copies[ct_current];
    for (unsigned i = 0; i < ct_late_count[ct_current]; i++)
        if (all[i].group + N < ct_late_group[ct_current]) memcpy(all[i].to, all[i].from, 16);
        else all[left++] = all[i];
    ct_late_count[ct_current] = left;
}

// `ldmatrix` and `mma.m16n8k16` by the tables of the PTX manual. Thread `8 i + r` names row `r` of matrix `i`; each thread has two
// neighbours of row `lane / 4`.
struct ct_eight {
    unsigned short at[8];
};
static ct_eight ct_row_of(const void *row) {
    if (size_t(row) % 16) {
        fprintf(stderr, "a row that is not aligned\n");
        abort();
    }
    ct_eight all;
    memcpy(&all, row, sizeof all);
    return all;
}
static void ct_matrices(unsigned (&m)[4], const void *row) {
    const ct_eight *all = ct_exchanged(ct_row_of(row));
    const unsigned lane = ct_current % 32, r = lane / 4, c = lane % 4 * 2;
    for (unsigned i = 0; i < 4; i++) m[i] = all[8 * i + r].at[c] | unsigned(all[8 * i + r].at[c + 1]) << 16;
}
static void ct_matrices_turned(unsigned (&m)[4], const void *row) {
    const ct_eight *all = ct_exchanged(ct_row_of(row));
    const unsigned lane = ct_current % 32, c = lane / 4, r = lane % 4 * 2;
    for (unsigned i = 0; i < 4; i++) m[i] = all[8 * i + r].at[c] | unsigned(all[8 * i + r + 1].at[c]) << 16;
}
static inline float ct_from_bf16(unsigned short bits);
static inline unsigned short ct_to_bf16(float x);
template <class T> struct ct_warp_product;
template <float (*FROM)(unsigned short), unsigned short (*TO)(float)> struct ct_warp_product_by {
    struct gift {
        float a[8], b[4];
    };
    static void more(float (&c)[4], const unsigned (&a)[4], unsigned b, unsigned below) {
        gift mine;
        for (unsigned i = 0; i < 8; i++) mine.a[i] = FROM((unsigned short)(a[i / 2] >> (i % 2 * 16)));
        for (unsigned i = 0; i < 4; i++) mine.b[i] = FROM((unsigned short)((i < 2 ? b : below) >> (i % 2 * 16)));
        const gift *all = ct_exchanged(mine);
        const unsigned lane = ct_current % 32;
        for (unsigned i = 0; i < 4; i++) {
            const unsigned row = lane / 4 + (i < 2 ? 0 : 8), column = lane % 4 * 2 + (i & 1);
            float sum = 0;
            // `a[i]`: row `lane / 4`, and 8 more for 2, 3, 6, 7; column `lane % 4 * 2 + (i & 1)`, and 8 more from 4 on. `b[i]`: the same
            // of rows, in column `lane / 4`.
            for (unsigned k = 0; k < 16; k++) {
                const unsigned pair = k % 8 / 2, odd = k % 2, far = k / 8;
                sum += all[row % 8 * 4 + pair].a[far * 4 + row / 8 * 2 + odd] * all[column * 4 + pair].b[far * 2 + odd];
            }
            c[i] += sum;
        }
    }
    static unsigned two(float low, float high) { return TO(low) | unsigned(TO(high)) << 16; }
};
struct ct_f16;
struct ct_bf16;
template <> struct ct_warp_product<ct_f16> : ct_warp_product_by<ct_from_f16, ct_to_f16> {};
template <> struct ct_warp_product<ct_bf16> : ct_warp_product_by<ct_from_bf16, ct_to_bf16> {};
// `mma.m16n8k8` of TF32 by its table. `a[i]`: row `lane / 4`, and 8 more for 1 and 3; column `lane % 4`, and 4 more for 2 and 3. `b`: row
// `lane % 4`, and `below` 4 more, of column `lane / 4`. Bits that TF32 has not are for the manual any result, and so must be 0 here.
template <> struct ct_warp_product<float> {
    struct gift {
        float a[4], b[2];
    };
    static float given(unsigned bits) {
        const float x = ct_same<float>(bits);
        if (x == x && (bits & 0x1fff)) {
            fprintf(stderr, "a product in TF32 of a number that is not rounded\n");
            abort();
        }
        return x;
    }
    static void more(float (&c)[4], const unsigned (&a)[4], unsigned b, unsigned below) {
        const gift *all = ct_exchanged(gift{{given(a[0]), given(a[1]), given(a[2]), given(a[3])}, {given(b), given(below)}});
        const unsigned lane = ct_current % 32;
        for (unsigned i = 0; i < 4; i++) {
            const unsigned row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
            float sum = 0;
            for (unsigned k = 0; k < 8; k++) sum += all[row % 8 * 4 + k % 4].a[k / 4 * 2 + row / 8] * all[column * 4 + k % 4].b[k / 4];
            c[i] += sum;
        }
    }
    // `cvt.rna.tf32`: to nearest, halves away from 0; a NaN is one.
    static unsigned one(float x) {
        const unsigned bits = ct_same<unsigned>(x);
        return x != x ? 0x7fffffff : std::isinf(x) ? bits : (bits + 0x1000) & ~0x1fffu;
    }
};
static inline void ct_not_before(int &) {}
static inline float ct_quick_power(float x) { return std::exp2(x); }

// Who is next: those in order, those in reverse, and any.
static struct ct_schedule {
    enum Order { FORWARD, REVERSE, RANDOM } order;
    unsigned long long state;
    unsigned next(unsigned count) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return unsigned((state >> 20) % count);
    }
    // Number `i` of so many, each of which has one.
    unsigned step, first;
    void begin(unsigned count) {
        if (order != RANDOM) return;
        first = next(count);
        unsigned a, b;
        do {
            step = next(count) | 1;
            for (a = step, b = count; b;) {
                const unsigned rest = a % b;
                a = b, b = rest;
            }
        } while (a != 1);
    }
    unsigned at(unsigned i, unsigned count) const {
        return order == FORWARD ? i : order == REVERSE ? count - 1 - i : unsigned((first + (unsigned long long)step * i) % count);
    }
} ct_turns_taken;

static void ct_wrong(const char *what) {
    fprintf(stderr, "%s\n", what);
    abort();
}

CT_UNCHECKED static void ct_begin() {
    ct_body(ct_what);
    ct_has_ended[ct_current] = true;
    ct_ended++;
    ct_switch(&ct_nowhere, ct_home);
    abort();
}

// A turn of each thread of a warp, up to where it gives or gets a value, waits for the block, or ends. They do the same of these.
static void ct_turn(unsigned warp, unsigned threads) {
    const unsigned begin = warp * 32, count = threads - begin < 32 ? threads - begin : 32;
    unsigned waiting = 0, others = 0, ended = 0;
    ct_turns_taken.begin(count);
    const ct_schedule order = ct_turns_taken;
    for (unsigned i = 0; i < count; i++) {
        const unsigned me = begin + order.at(i, count);
        if (!ct_has_ended[me]) {
            ct_current = me;
            threadIdx = {me, 0, 0};
            ct_switch(&ct_home, ct_there[me]);
        }
        if (ct_has_ended[me]) ended++;
        else if (ct_at_barrier[me]) waiting++;
        else others++;
    }
    if (ended && waiting + others) ct_wrong("threads wait for some that have ended");
    if (waiting && others) ct_wrong("threads of a warp wait at different places");
}

// Not by a function that a checker watches: it fills the room between arrays too.
CT_UNCHECKED static void ct_fill(char *from, char *to) {
    for (volatile char *at = from; at < to; at++) *at = char(0xff);
}

static void ct_block(unsigned threads, bool has_barriers, char *from, char *to) {
    ct_fill(&__start_ct_shared, &__stop_ct_shared);
    ct_fill(from, to);
    if (!has_barriers) {
        ct_turns_taken.begin(threads);
        const ct_schedule order = ct_turns_taken;
        for (unsigned i = 0; i < threads; i++) {
            threadIdx = {order.at(i, threads), 0, 0};
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
        ct_has_ended[i] = ct_at_barrier[i] = false;
        ct_turns[i] = 0;
        ct_late_count[i] = ct_late_group[i] = 0;
    }
    // Warps that can go on; each goes as far as it is chosen, others may be turns behind it.
    unsigned ready[32], count;
    for (;;) {
        count = 0;
        for (unsigned warp = 0; warp * 32 < threads; warp++) {
            const unsigned me = warp * 32;
            if (!ct_has_ended[me] && !ct_at_barrier[me]) ready[count++] = warp;
        }
        if (count) {
            const unsigned i = ct_turns_taken.order == ct_schedule::RANDOM ? ct_turns_taken.next(count) : ct_turns_taken.order ? count - 1 : 0;
            ct_turn(ready[i], threads);
        } else if (ct_ended == threads) {
            return;
        } else {
            if (ct_ended) ct_wrong("threads wait for some that have ended");
            memset(ct_at_barrier, 0, sizeof ct_at_barrier);
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
static void ct_invoke(void (*kernel)(A...), void **parameters, const unsigned *grid, unsigned threads, void **stacks, const unsigned long long *schedule,
                      bool has_barriers, char *from, char *to) {
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
    ct_turns_taken.order = ct_schedule::Order(schedule[0]);
    ct_copies_are_early = ct_turns_taken.order == ct_schedule::REVERSE;
    // Not 0, which stays 0.
    ct_turns_taken.state = schedule[1] * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull;
    gridDim = {grid[0], grid[1], grid[2]};
    blockDim = {threads, 1, 1};
    const unsigned blocks = grid[0] * grid[1] * grid[2];
    ct_turns_taken.begin(blocks);
    const ct_schedule order = ct_turns_taken;
    for (unsigned i = 0; i < blocks; i++) {
        const unsigned block = order.at(i, blocks);
        blockIdx = {block % grid[0], block / grid[0] % grid[1], block / grid[0] / grid[1]};
        ct_block(threads, has_barriers, from, to);
    }
}
