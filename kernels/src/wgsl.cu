// Goes between `prelude.cu` and kernels that were WGSL. The launch defines `ct_real`, the type that elements compute in, and `ct_half`,
// the type of elements of 16 bits.

typedef unsigned ct_word;

template <class T, int N> struct alignas(N == 4 ? 4 * sizeof(T) : N == 2 ? 2 * sizeof(T) : sizeof(T)) ct_vec {
    T at[N];
};
template <class T, int N> struct ct_array {
    T at[N];
};

template <class T, int N> __device__ inline bool ct_all(const ct_vec<T, N> &a) {
    bool all = true;
    for (int i = 0; i < N; i++) all = all && a.at[i];
    return all;
}
template <class T, int N> __device__ inline T ct_dot(const ct_vec<T, N> &a, const ct_vec<T, N> &b) {
    T sum = 0;
    for (int i = 0; i < N; i++) sum += a.at[i] * b.at[i];
    return sum;
}

// Integers wrap. Division by 0 and what leaves the range give the number that is divided, and no rest.
__device__ inline int ct_add(int a, int b) { return int(ct_word(a) + ct_word(b)); }
__device__ inline int ct_subtract(int a, int b) { return int(ct_word(a) - ct_word(b)); }
__device__ inline int ct_multiply(int a, int b) { return int(ct_word(a) * ct_word(b)); }
__device__ inline int ct_negative(int a) { return int(0u - ct_word(a)); }
__device__ inline int ct_divide(int a, int b) {
    return b == 0 || (b == -1 && a == -2147483647 - 1) ? a : a / b;
}
__device__ inline int ct_modulo(int a, int b) { return b == 0 || b == -1 ? 0 : a % b; }

template <class T> __device__ inline T ct_abs(T x) { return x < 0 ? -x : x; }
template <> __device__ inline float ct_abs(float x) { return fabsf(x); }
template <> __device__ inline double ct_abs(double x) { return fabs(x); }
template <> __device__ inline int ct_abs(int x) { return x < 0 ? ct_negative(x) : x; }
template <class T> __device__ inline T ct_least_of(T a, T b) { return b < a ? b : a; }
template <class T> __device__ inline T ct_largest_of(T a, T b) { return a < b ? b : a; }
template <class T> __device__ inline T ct_between(T x, T low, T high) { return ct_least_of(ct_largest_of(x, low), high); }
template <class T> __device__ inline T ct_sign_of(T x) { return x > 0 ? T(1) : x < 0 ? T(-1) : T(0); }
__device__ inline float ct_fma(float a, float b, float c) { return fmaf(a, b, c); }
__device__ inline double ct_fma(double a, double b, double c) { return fma(a, b, c); }

__device__ inline ct_word ct_leading_zeros(ct_word x) { return __clz(int(x)); }
__device__ inline ct_word ct_trailing_zeros(ct_word x) { return x == 0 ? 32 : __ffs(int(x)) - 1; }
__device__ inline ct_word ct_ones(ct_word x) { return __popc(x); }
__device__ inline ct_word ct_first_leading(ct_word x) { return x == 0 ? 0xffffffffu : 31 - __clz(int(x)); }

template <class R> __device__ inline bool ct_is_nan(R x) { return x != x; }
template <class R> __device__ inline bool ct_is_finite(R x) { return x - x == 0; }

// The same bits as another type.
template <class To, class From> struct ct_bit_cast;
template <class T> struct ct_bit_cast<T, T> {
    static __device__ T of(T x) { return x; }
};
template <> struct ct_bit_cast<float, ct_word> {
    static __device__ float of(ct_word x) { return __uint_as_float(x); }
};
template <> struct ct_bit_cast<ct_word, float> {
    static __device__ ct_word of(float x) { return __float_as_uint(x); }
};
template <> struct ct_bit_cast<float, int> {
    static __device__ float of(int x) { return __int_as_float(x); }
};
template <> struct ct_bit_cast<int, float> {
    static __device__ int of(float x) { return __float_as_int(x); }
};
template <> struct ct_bit_cast<int, ct_word> {
    static __device__ int of(ct_word x) { return int(x); }
};
template <> struct ct_bit_cast<ct_word, int> {
    static __device__ ct_word of(int x) { return ct_word(x); }
};
template <class To, class From> __device__ inline To ct_bits(From x) { return ct_bit_cast<To, From>::of(x); }

// What texts do with the bits of floats of 32, for those of 64.
template <class R> __device__ inline R ct_opaque(R x) { return x; }
__device__ inline ct_size ct_bits_of(double x) { return (ct_size)__double_as_longlong(x); }
__device__ inline double ct_of_bits(ct_size bits) { return __longlong_as_double((long long)bits); }
__device__ inline double ct_fill(ct_word, ct_word high, ct_word low) { return ct_of_bits((ct_size)high << 32 | low); }
__device__ inline ct_vec<double, 2> ct_two_product(double a, double b) {
    const double p = a * b;
    return {{p, ct_is_finite(p) ? fma(a, b, -p) : 0.0}};
}

// Numbers as another type. Whole ones end at the ends of their range.
template <class To, class From> __device__ inline To ct_cast(From x) { return To(x); }
template <class To> __device__ inline To ct_whole(float x);
template <> __device__ inline int ct_whole<int>(float x) { return __float2int_rz(x); }
template <> __device__ inline ct_word ct_whole<ct_word>(float x) { return __float2uint_rz(x); }
template <class To> __device__ inline To ct_whole(double x);
template <> __device__ inline int ct_whole<int>(double x) { return x != x ? 0 : __double2int_rz(x); }
template <> __device__ inline ct_word ct_whole<ct_word>(double x) { return x != x ? 0 : __double2uint_rz(x); }
