// cuBLAS on the processor: triangular systems, column by column, with all that a call says looked at.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "library.h"

enum Status { SUCCESS = 0, NOT_INITIALIZED = 1, INVALID_VALUE = 7 };
struct Handle {
    void *stream;
};

static Status refuse(const char *why) {
    fprintf(stderr, "stand-in for cuBLAS: %s\n", why);
    return INVALID_VALUE;
}

// `op(A) X = alpha B`, or `X op(A) = alpha B`.
template <class T>
static void substitute(int side, int fill, int turn, int diagonal, int m, int n, T alpha, const T *A, int lda, T *B, int ldb) {
    const int order = side ? n : m;
    // What op(A) has at a row and a column; the other triangle and a diagonal of ones are not read.
    const auto at = [&](int64_t row, int64_t column) { return turn ? A[column + row * lda] : A[row + column * lda]; };
    const bool is_lower = (fill == 0) != (turn == 1);
    const int64_t count = side ? m : n;
    std::vector<T> x(order);
    for (int64_t i = 0; i < count; ++i) {
        const auto b = [&](int64_t k) -> T & { return side ? B[i + k * ldb] : B[k + i * ldb]; };
        // From the right the rows of X are solved for by the transpose.
        const bool forwards = side ? !is_lower : is_lower;
        for (int64_t s = 0; s < order; ++s) {
            const int64_t k = forwards ? s : order - 1 - s;
            T value = alpha * b(k);
            for (int64_t t = 0; t < s; ++t) {
                const int64_t known = forwards ? t : order - 1 - t;
                value -= (side ? at(known, k) : at(k, known)) * x[known];
            }
            x[k] = diagonal ? value : value / at(k, k);
        }
        for (int64_t k = 0; k < order; ++k) b(k) = x[k];
    }
}

template <class T>
static Status solve(Handle *handle, int side, int fill, int turn, int diagonal, int m, int n, const T *alpha, const T *A, int lda, T *B, int ldb) {
    if (!handle) return NOT_INITIALIZED;
    if (!handle->stream) return refuse("no stream was set");
    for (int flag : {side, fill, turn, diagonal})
        if (flag != 0 && flag != 1) return refuse("a flag that is none");
    const int order = side ? n : m;
    if (m < 0 || n < 0 || lda < (order > 1 ? order : 1) || ldb < (m > 1 ? m : 1)) return refuse("a leading dimension below the rows");
    if (!alpha || !A || !B || uintptr_t(A) % sizeof(T) || uintptr_t(B) % sizeof(T)) return refuse("an address that is none");
    const T factor = *alpha;
    return Status(in_order(handle->stream, [=] { substitute(side, fill, turn, diagonal, m, n, factor, A, lda, B, ldb); }));
}
extern "C" {
int cublasGetProperty(int which, int *value) { return *value = which == 0 ? 13 : which == 1 ? 99 : 0, 0; }
int cublasCreate_v2(Handle **made) { return *made = new Handle{nullptr}, SUCCESS; }
int cublasDestroy_v2(Handle *handle) { return delete handle, SUCCESS; }
int cublasSetStream_v2(Handle *handle, void *stream) { return handle->stream = stream, SUCCESS; }
int cublasSetWorkspace_v2(Handle *handle, void *at, size_t bytes) {
    if (!handle) return NOT_INITIALIZED;
    return at && uintptr_t(at) % 256 == 0 && bytes ? SUCCESS : refuse("no memory to work in");
}
int cublasStrsm_v2(Handle *handle, int side, int fill, int turn, int diagonal, int m, int n, const float *alpha, const float *A, int lda,
                   float *B, int ldb) {
    return solve(handle, side, fill, turn, diagonal, m, n, alpha, A, lda, B, ldb);
}
int cublasDtrsm_v2(Handle *handle, int side, int fill, int turn, int diagonal, int m, int n, const double *alpha, const double *A, int lda,
                   double *B, int ldb) {
    return solve(handle, side, fill, turn, diagonal, m, n, alpha, A, lda, B, ldb);
}
}
