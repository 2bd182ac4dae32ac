// Bits of elements that are not 0 or below, as cuBLASLt reads them behind a product: a column has whole bytes, its first element the lowest
// bit of the first. What is no number has a bit, as a derivative hands its cotangent on. Bits behind the last element of a column are 0.
// Goes behind `prelude.cu`, `CT_WORDS`, whether columns are multiples of 16 bytes as `CT_NEAR`, whether there are several matrices as
// `CT_BATCH`, and the types `ct_index` and `ct_value`.

struct ct_given {
    // Elements of a column, bytes of its bits, and bytes of all. Where elements begin, from a column to the next, columns of a matrix, and
    // from a matrix to the next.
    unsigned long long n[CT_WORDS];
    const ct_value *__restrict__ y;
    unsigned char *__restrict__ bits;
};

// Elements of a byte, in parts of 16 bytes.
struct alignas(16) ct_eight {
    ct_value at[8];
};

extern "C" __global__ void __launch_bounds__(256) ct_main(const __grid_constant__ ct_given given) {
    const ct_index at = ct_index(blockIdx.x) * 256u + threadIdx.x;
    if (at >= given.n[2]) return;
    const ct_index rows = ct_index(given.n[0]), bytes = ct_index(given.n[1]), columns = ct_index(given.n[5]);
    const ct_index first = at % bytes * 8u, all = at / bytes, matrix = CT_BATCH ? all / columns : 0;
    const ct_value *y = given.y + given.n[3] + (all - matrix * columns) * given.n[4] + matrix * given.n[6];
    unsigned bits = 0;
    if (CT_NEAR && first + 8u <= rows) {
        const ct_eight near = *(const ct_eight *)(y + first);
#pragma unroll
        for (unsigned i = 0; i < 8; i++) bits |= unsigned(!(near.at[i] <= 0.0f)) << i;
    } else {
        for (unsigned i = 0; i < 8 && first + i < rows; i++) bits |= unsigned(!(y[first + i] <= 0.0f)) << i;
    }
    given.bits[at] = (unsigned char)bits;
}
