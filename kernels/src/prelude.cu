// Goes before every emitted CUDA kernel. Includes nothing, so that NVRTC needs no header.

typedef unsigned long long ct_size;
typedef long long ct_step;

// The bits of 16-bit floats. Whoever runs kernels on a processor brings its own.
#ifndef CT_STANDIN
__device__ inline float ct_from_f16(unsigned short bits) {
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
    return x;
}
__device__ inline unsigned short ct_to_f16(float x) {
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}
#endif
#if !defined(CT_STANDIN) && __CUDA_ARCH__ >= 800
#define CT_HAS_BF16
#endif
__device__ inline float ct_from_bf16(unsigned short bits) { return __uint_as_float((unsigned)bits << 16); }
// To nearest, ties to even.
__device__ inline unsigned short ct_to_bf16(float x) {
#ifdef CT_HAS_BF16
    unsigned short bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
#else
    const unsigned b = __float_as_uint(x);
    // A NaN keeps a bit that truncation would lose.
    return (unsigned short)(x != x ? (b >> 16) | 0x40 : (b + 0x7fff + ((b >> 16) & 1)) >> 16);
#endif
}

// Storage types that are not C++ types; arithmetic is in float.
struct ct_f16 {
    unsigned short bits;
    ct_f16() = default;
    __device__ ct_f16(float x) : bits(ct_to_f16(x)) {}
    __device__ operator float() const { return ct_from_f16(bits); }
};
struct ct_bf16 {
    unsigned short bits;
    ct_bf16() = default;
    __device__ ct_bf16(float x) : bits(ct_to_bf16(x)) {}
    __device__ operator float() const { return ct_from_bf16(bits); }
};

// The type that a storage type computes in.
template <class T> struct ct_compute {
    typedef T type;
};
template <> struct ct_compute<ct_f16> {
    typedef float type;
};
template <> struct ct_compute<ct_bf16> {
    typedef float type;
};
template <class T> using ct = typename ct_compute<T>::type;

// Rust's `as`: a whole number ends at the ends of its range, and what is no number is 0. The hardware has that of float alone.
template <class To, class From> __device__ To ct_as(From x) { return To(x); }
template <> __device__ inline int ct_as(float x) { return __float2int_rz(x); }
template <> __device__ inline int ct_as(double x) { return x != x ? 0 : __double2int_rz(x); }

template <class T> __device__ ct<T> ct_load(const T *p) { return *p; }
template <class T> __device__ void ct_store(T *p, ct<T> x) { *p = x; }

// Numbers that have no literal.
template <class C> __device__ C ct_inf();
template <> __device__ inline float ct_inf<float>() { return __uint_as_float(0x7f800000); }
template <> __device__ inline double ct_inf<double>() { return __longlong_as_double(0x7ff0000000000000); }
template <class C> __device__ C ct_nan() { return ct_inf<C>() - ct_inf<C>(); }
template <class C> __device__ C ct_greatest() { return ct_inf<C>(); }
template <> __device__ inline int ct_greatest<int>() { return 0x7fffffff; }
template <class C> __device__ C ct_least() { return -ct_inf<C>(); }
template <> __device__ inline int ct_least<int>() { return -0x7fffffff - 1; }

// Functions that CUDA lacks, for float and double, the first four for int too. Branches are selections.
template <class R> __device__ R ct_sign(R x) { return x > 0 ? R(1) : x < 0 ? R(-1) : x; }
template <class R> __device__ R ct_maximum(R a, R b) { return a > b || a != a ? a : b; }
template <class R> __device__ R ct_minimum(R a, R b) { return a < b || a != a ? a : b; }
template <class R> __device__ R ct_clamp(R x, R lo, R hi) {
    const R y = x < lo ? lo : x;
    return y > hi ? hi : y;
}
template <class R> __device__ R ct_floor_mod(R a, R b) {
    const R r = fmod(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
template <class R> __device__ R ct_powi(R x, int n) {
    R power = 1;
    R square = x;
    for (unsigned m = n < 0 ? 0u - (unsigned)n : (unsigned)n; m != 0; m >>= 1) {
        if (m & 1) power *= square;
        square *= square;
    }
    return n < 0 ? 1 / power : power;
}
template <class R> __device__ R ct_sinc(R x) {
    // sinpi is not a number at an infinity.
    return x == 0 ? R(1) : isinf(x) ? R(0) : sinpi(x) / (R(3.14159265358979323846) * x);
}
// `1 / x` for an `x` from 1 to 4, within 1 ulp: a division that rounds well looks for the ends of the range, at twice the instructions.
template <class R> __device__ R ct_near_recip(R x) { return 1 / x; }
#ifndef CT_STANDIN
template <> __device__ inline float ct_near_recip(float x) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
#endif
template <class R> __device__ R ct_sigmoid(R x) {
    const R e = exp(-abs(x));
    const R y = ct_near_recip(1 + e);
    return x >= 0 ? y : e * y;
}
template <class R> __device__ R ct_relu(R x) { return x <= 0 ? R(0) : x; }
// `x` times the sigmoid `s` at `v = u (first + third u²)`, and its derivative `s + u s (1 - s) v'`. `u` is `x` cut to where `s` is 0 or 1.
template <class R> __device__ R ct_gelu_tanh(R x) {
    const R u = ct_clamp(x, R(-64), R(64));
    return x * ct_sigmoid(u * fma(R(0.07135481627260025), u * u, R(1.5957691216057308)));
}
template <class R> __device__ R ct_gelu_tanh_slope(R x) {
    const R u = ct_clamp(x, R(-64), R(64));
    const R v = u * fma(R(0.07135481627260025), u * u, R(1.5957691216057308));
    const R e = exp(-abs(v));
    const R y = ct_near_recip(1 + e);
    const R slope = fma(R(0.21406444881780073), u * u, R(1.5957691216057308));
    return fma(u * (e * y * y), slope, v >= 0 ? y : e * y);
}
// `log1p(e)` for an `e` from 0 to 1. Of float it is the area tangent of `e / (2 + e)`, within 4 ulp, at half the instructions.
template <class R> __device__ R ct_near_log1p(R e) { return log1p(e); }
template <> __device__ inline float ct_near_log1p(float e) {
    const float s = e * ct_near_recip(2 + e);
    const float t = s * s;
    const float q = fma(fma(fma(0.1343377679f, t, 0.1411697716f), t, 0.2000383586f), t, 0.3333331943f);
    return 2 * fma(q * t, s, s);
}
template <class R> __device__ R ct_softplus(R x) { return ct_maximum(x, R(0)) + ct_near_log1p(exp(-abs(x))); }
template <class R> __device__ R ct_log_sigmoid(R x) { return ct_minimum(x, R(0)) - ct_near_log1p(exp(-abs(x))); }
__device__ inline float ct_nan_to_num(float x) {
    const float top = 3.402823466e+38f;
    return x != x ? 0.0f : ct_clamp(x, -top, top);
}
__device__ inline double ct_nan_to_num(double x) {
    const double top = 1.7976931348623157e+308;
    return x != x ? 0.0 : ct_clamp(x, -top, top);
}

// Reductions: where to start, and how to join. On bool, sum is `or` and product is `and`.
struct ct_sum {
    template <class C> static __device__ C start() { return C(0); }
    template <class C> static __device__ C join(C a, C b) { return a + b; }
    // Sums of integers wrap, which those of signed ones need not in C++.
    static __device__ int join(int a, int b) { return int(unsigned(a) + unsigned(b)); }
    static __device__ bool join(bool a, bool b) { return a || b; }
};
struct ct_prod {
    template <class C> static __device__ C start() { return C(1); }
    template <class C> static __device__ C join(C a, C b) { return a * b; }
    static __device__ int join(int a, int b) { return int(unsigned(a) * unsigned(b)); }
    static __device__ bool join(bool a, bool b) { return a && b; }
};
struct ct_max {
    template <class C> static __device__ C start() { return ct_least<C>(); }
    template <class C> static __device__ C join(C a, C b) { return ct_maximum(a, b); }
};
struct ct_min {
    template <class C> static __device__ C start() { return ct_greatest<C>(); }
    template <class C> static __device__ C join(C a, C b) { return ct_minimum(a, b); }
};
