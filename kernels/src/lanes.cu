// Threads of a block that share a sum. Goes between `prelude.cu` and fused kernels.

// Neighbours in memory, by loads of 16 bytes at most.
template <class T, int N> struct alignas(N * sizeof(T) < 16 ? N * sizeof(T) : 16) ct_near {
    T at[N];
};

__shared__ double ct_parts[256];

template <class C> __device__ inline C ct_down(C value, unsigned by, unsigned width) {
    return __shfl_down_sync(0xffffffffu, value, by, width);
}
__device__ inline bool ct_down(bool value, unsigned by, unsigned width) { return ct_down(int(value), by, width) != 0; }

// Joins the values of so many neighbours, as a tree of fixed form; lane 0 has the result. Every thread of the block takes part.
template <class F, unsigned LANES, class C> __device__ C ct_join_near(C value, unsigned, unsigned sub) {
    const unsigned near = LANES < 32 ? LANES : 32;
    for (unsigned half = near / 2; half > 0; half /= 2) value = F::join(value, ct_down(value, half, near));
    if (LANES <= 32) return value;
    C *parts = (C *)ct_parts;
    __syncthreads();
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
    __syncthreads();
    const unsigned first = sub * (LANES / 32);
    value = parts[first];
    for (unsigned i = 1; i < LANES / 32; i++) value = F::join(value, parts[first + i]);
    return value;
}

// The same of threads that lie apart.
template <class F, unsigned LANES, class C> __device__ C ct_join_far(C value, unsigned lane, unsigned sub) {
    if (LANES == 1) return value;
    const unsigned rows = 256 / LANES;
    C *parts = (C *)ct_parts;
    __syncthreads();
    parts[lane * rows + sub] = value;
    if (LANES <= 8) {
        // Each of so few joins all of them, by the same tree: that waits once.
        __syncthreads();
        C all[LANES];
        for (unsigned i = 0; i < LANES; i++) all[i] = parts[i * rows + sub];
        for (unsigned half = LANES / 2; half > 0; half /= 2)
            for (unsigned i = 0; i < half; i++) all[i] = F::join(all[i], all[i + half]);
        return all[0];
    }
    for (unsigned half = LANES / 2; half > 0; half /= 2) {
        __syncthreads();
        if (lane < half) parts[lane * rows + sub] = F::join(parts[lane * rows + sub], parts[(lane + half) * rows + sub]);
    }
    __syncthreads();
    return parts[sub];
}

template <class C> __device__ inline C ct_first(C value, unsigned width) { return __shfl_sync(0xffffffffu, value, 0, width); }
__device__ inline bool ct_first(bool value, unsigned width) { return ct_first(int(value), width) != 0; }

// `ct_join_near` whose result all of the neighbours have.
template <class F, unsigned LANES, class C> __device__ C ct_join_row(C value, unsigned sub) {
    value = ct_join_near<F, LANES>(value, 0u, sub);
    return LANES == 1 || LANES > 32 ? value : ct_first(value, LANES);
}

// What the first of the neighbours has, for all of them.
template <unsigned LANES, class C> __device__ C ct_share_row(C value, unsigned lane, unsigned sub) {
    if (LANES <= 32) return LANES == 1 ? value : ct_first(value, LANES);
    C *parts = (C *)ct_parts;
    __syncthreads();
    if (lane == 0) parts[sub] = value;
    __syncthreads();
    return parts[sub];
}

// Memory of a block, as much as a launch says. Whoever runs kernels on a processor has as much as the text says.
#ifndef CT_STANDIN
#define CT_TILES_OF(name) extern __shared__ __align__(16) unsigned char name[]
#endif
