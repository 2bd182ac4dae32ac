// Products of small matrices by the threads of a warp, and copies to memory of a block that go on by themselves. Goes behind `prelude.cu`.

// 16 bytes.
template <class T> struct alignas(16) ct_pack {
    T at[16 / sizeof(T)];
};
template <class T> struct alignas(2 * sizeof(T)) ct_both {
    T at[2];
};

// What each thread gives to a product and what it has of the result is that of `mma`: thread `4 g + t` has rows `g` and `g + 8` of the
// result, columns `2 t` and `2 t + 1`. Elements of 16 bits are 16 by 16 and 16 by 8 (`m16n8k16`), those of 32 bits are in TF32, 16 by 8
// and 8 by 8 (`m16n8k8`). Whoever runs kernels on a processor brings its own.
template <class T> struct ct_warp_product;
#ifndef CT_STANDIN
// Memory of a block, as much as the launch says.
#define CT_TILES_OF(name) extern __shared__ __align__(16) unsigned char name[]
__device__ inline unsigned ct_near(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ inline void ct_copy_later(void *to, const void *from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(ct_near(to)), "l"(from) : "memory");
}
__device__ inline void ct_copies_end() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ inline void ct_copies_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
// Four matrices of 8 by 8, whose rows threads name: those of the first the first eight.
__device__ inline void ct_matrices(unsigned (&m)[4], const void *row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
                 : "r"(ct_near(row))
                 : "memory");
}
__device__ inline void ct_matrices_turned(unsigned (&m)[4], const void *row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
                 : "r"(ct_near(row))
                 : "memory");
}
template <> struct ct_warp_product<ct_f16> {
    static __device__ void more(float (&c)[4], const unsigned (&a)[4], unsigned b, unsigned below) {
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b), "r"(below));
    }
    static __device__ unsigned two(float low, float high) {
        unsigned bits;
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(high), "f"(low));
        return bits;
    }
};
template <> struct ct_warp_product<ct_bf16> {
    static __device__ void more(float (&c)[4], const unsigned (&a)[4], unsigned b, unsigned below) {
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b), "r"(below));
    }
    static __device__ unsigned two(float low, float high) {
        unsigned bits;
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(high), "f"(low));
        return bits;
    }
};
template <> struct ct_warp_product<float> {
    static __device__ void more(float (&c)[4], const unsigned (&a)[4], unsigned b, unsigned below) {
        asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b), "r"(below));
    }
    static __device__ unsigned one(float x) {
        unsigned bits;
        asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
        return bits;
    }
};
// What depends on a number is computed from here on: ahead of a loop it would take registers that the loop has not.
__device__ inline void ct_not_before(int &x) { asm volatile("" : "+r"(x)); }
// Of 2.
__device__ inline float ct_quick_power(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
#endif

// What a warp gives to products whose left side it has as the results of others, `DEEP` columns at a time, and whose right side lies in
// memory of the block, lines along what is summed.
template <class T> struct ct_fragments {
    static const int DEEP = 16;
    // What a product leaves to a thread is what it gives to the next.
    template <int N> static __device__ void left(unsigned (&a)[4], const float (&p)[N][4], int k) {
#pragma unroll
        for (int i = 0; i < 4; i++) a[i] = ct_warp_product<T>::two(p[k / 8 + i / 2][i % 2 * 2], p[k / 8 + i / 2][i % 2 * 2 + 1]);
    }
    // For 16 columns, two products.
    static __device__ void right(unsigned (&b)[4], const T *corner, int line) {
        const int lane = threadIdx.x % 32;
        ct_matrices_turned(b, corner + lane % 16 * line + lane / 16 * 8);
    }
};
// A thread gives columns `t` and `t + 4` of TF32, and has `2 t` and `2 t + 1`. A sum has no order: these go for those, and lines of the
// right side likewise. Of 32 bits no matrix is turned as it is read. Lines are 4 words from a multiple of 16 apart, so that `2 t` lines
// and `g` words further threads of a warp are in 32 banks.
template <> struct ct_fragments<float> {
    static const int DEEP = 8;
    template <int N> static __device__ void left(unsigned (&a)[4], const float (&p)[N][4], int k) {
#pragma unroll
        for (int i = 0; i < 4; i++) a[i] = ct_warp_product<float>::one(p[k / 8][i % 2 * 2 + i / 2]);
    }
    static __device__ void right(unsigned (&b)[4], const float *corner, int line) {
        const int lane = threadIdx.x % 32;
        corner += lane % 4 * 2 * line + lane / 4;
#pragma unroll
        for (int i = 0; i < 4; i++) b[i] = __float_as_uint(corner[i % 2 * line + i / 2 * 8]);
    }
};
