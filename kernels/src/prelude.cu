// Goes before every emitted CUDA kernel. Includes nothing, so that NVRTC needs no header.

typedef unsigned long long ct_size;
typedef long long ct_step;

// Storage types that are not C++ types; arithmetic is in float.
struct ct_f16 {
    unsigned short bits;
};
struct ct_bf16 {
    unsigned short bits;
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

template <class T> __device__ T ct_load(const T *p) { return *p; }
__device__ inline float ct_load(const ct_f16 *p) {
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(p->bits));
    return x;
}
__device__ inline float ct_load(const ct_bf16 *p) { return __uint_as_float((unsigned)p->bits << 16); }

template <class T> __device__ void ct_store(T *p, T x) { *p = x; }
__device__ inline void ct_store(ct_f16 *p, float x) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(p->bits) : "f"(x)); }
__device__ inline void ct_store(ct_bf16 *p, float x) {
    const unsigned b = __float_as_uint(x);
    // To nearest, ties to even; a NaN keeps a bit that truncation would lose.
    p->bits = (unsigned short)(x != x ? (b >> 16) | 0x40 : (b + 0x7fff + ((b >> 16) & 1)) >> 16);
}

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
template <class R> __device__ R ct_sigmoid(R x) {
    const R e = exp(-abs(x));
    const R y = 1 / (1 + e);
    return x >= 0 ? y : e * y;
}
template <class R> __device__ R ct_softplus(R x) { return ct_maximum(x, R(0)) + log1p(exp(-abs(x))); }
template <class R> __device__ R ct_log_sigmoid(R x) { return ct_minimum(x, R(0)) - log1p(exp(-abs(x))); }
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
    static __device__ bool join(bool a, bool b) { return a || b; }
};
struct ct_prod {
    template <class C> static __device__ C start() { return C(1); }
    template <class C> static __device__ C join(C a, C b) { return a * b; }
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

const unsigned CT_BLOCK = 256;

// One pass over an iteration space: `outer` points, one for each element of the outputs that are reduced in this pass,
// times `inner` points that are reduced (without a reduction, all points are inner). The host cuts `inner` into `chunks`
// of `chunk` points by the shapes alone, so that results do not depend on the device.
template <int N> struct ct_space {
    ct_size outer, inner, chunk, chunks;
    // Threads that share an outer point, a power of 2 up to CT_BLOCK; neighbours do if `lane_fast`.
    unsigned lanes, lane_fast;
    // There is one outer point, and every input and every output that is not reduced lies in the order of the points.
    unsigned dense;
    unsigned outer_rank, inner_rank;
    // Bit set of the outputs that this pass writes.
    unsigned long long writes;
    // Outer axes, then inner axes; strides in elements, by operand: the inputs, then the outputs.
    ct_size dims[8];
    ct_step strides[N][8];
};

// A thread's way through a pass.
template <int N> struct ct_walk {
    const ct_space<N> &space;
    ct_size outer, chunk, point, last;
    unsigned lane, sub;
    ct_step base[N], at[N];

    __device__ ct_walk(const ct_space<N> &s, ct_size chunks) : space(s) {
        const unsigned rows = CT_BLOCK / s.lanes;
        lane = s.lane_fast ? threadIdx.x % s.lanes : threadIdx.x / rows;
        sub = s.lane_fast ? threadIdx.x / s.lanes : threadIdx.x % rows;
        const ct_size block = blockIdx.x + (ct_size)blockIdx.y * gridDim.x;
        chunk = block % chunks;
        outer = block / chunks * rows + sub;
        point = chunk * s.chunk + lane;
        last = chunk * s.chunk + s.chunk < s.inner ? chunk * s.chunk + s.chunk : s.inner;
        if (outer >= s.outer) last = 0;
        for (int k = 0; k < N; k++) base[k] = 0;
        ct_size rest = outer;
        for (int d = (int)s.outer_rank - 1; d >= 0; d--) {
            const ct_step i = (ct_step)(rest % s.dims[d]);
            rest /= s.dims[d];
            for (int k = 0; k < N; k++) base[k] += i * s.strides[k][d];
        }
        seek();
    }

    __device__ void seek() {
        if (point >= last) return;
        ct_size rest = point;
        for (int k = 0; k < N; k++) at[k] = space.dense ? (ct_step)point : base[k];
        if (space.dense) return;
        for (int d = (int)(space.outer_rank + space.inner_rank) - 1; d >= (int)space.outer_rank; d--) {
            const ct_step i = (ct_step)(rest % space.dims[d]);
            rest /= space.dims[d];
            for (int k = 0; k < N; k++) at[k] += i * space.strides[k][d];
        }
    }

    __device__ bool more() const { return point < last; }
    __device__ void next() {
        point += space.lanes;
        seek();
    }
    // Writes what the lanes of its outer point reduced.
    __device__ bool leads() const { return lane == 0 && outer < space.outer; }
    __device__ bool writes(int output) const { return space.writes >> output & 1; }
    __device__ ct_size part() const { return outer * space.chunks + chunk; }

    // Joins the values of the lanes, as a tree of fixed form. Every thread of the block takes part.
    template <class F, class C> __device__ C join(C value) const {
        __shared__ C shared[CT_BLOCK];
        C *row = shared + sub * space.lanes;
        __syncthreads();
        row[lane] = value;
        for (unsigned half = space.lanes / 2; half > 0; half /= 2) {
            __syncthreads();
            if (lane < half) row[lane] = F::join(row[lane], row[lane + half]);
        }
        __syncthreads();
        return row[0];
    }
};
