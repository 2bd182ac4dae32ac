// cuSOLVER on the processor: factors of dense matrices, column by column, with all that a call says looked at. What the documentation leaves open
// is what helps least: behind a pivot that is none stands no number, and the pivot of a matrix that is not positive definite stays as it was.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <utility>

#include "library.h"

enum Status { SUCCESS = 0, NOT_INITIALIZED = 1, INVALID_VALUE = 3 };
struct Handle {
    void *stream;
};

static Status refuse(const char *why) {
    fprintf(stderr, "stand-in for cuSOLVER: %s\n", why);
    return INVALID_VALUE;
}
static Status check(Handle *handle, int m, int n, const void *A, int lda, size_t size) {
    if (!handle) return NOT_INITIALIZED;
    if (!handle->stream) return refuse("no stream was set");
    // The documentation does not say that it may be.
    if (is_recorded(handle->stream)) return refuse("the stream is recorded");
    if (m < 0 || n < 0 || lda < (m > 1 ? m : 1)) return refuse("a leading dimension below the rows");
    return !A || uintptr_t(A) % size ? refuse("an address that is none") : SUCCESS;
}
template <class T> static Status memory(T *work, int len, int wanted) {
    return !work || uintptr_t(work) % sizeof(T) || len < wanted ? refuse("no memory to work in") : SUCCESS;
}

template <class T> static void used(T *work, int count) {
    for (int i = 0; i < count; ++i) work[i] = std::numeric_limits<T>::quiet_NaN();
}

template <class T> static void factored(int fill, int n, T *A, int lda, int *info) {
    // The lower triangle, or the upper one's transpose: the other is not touched.
    const auto at = [&](int64_t row, int64_t column) -> T & { return fill ? A[column + row * lda] : A[row + column * lda]; };
    *info = 0;
    for (int64_t k = 0; k < n; ++k) {
        T pivot = at(k, k);
        for (int64_t j = 0; j < k; ++j) pivot -= at(k, j) * at(k, j);
        if (!(pivot > 0)) {
            *info = int(k) + 1;
            return;
        }
        const T root = std::sqrt(pivot);
        at(k, k) = root;
        for (int64_t i = k + 1; i < n; ++i) {
            T value = at(i, k);
            for (int64_t j = 0; j < k; ++j) value -= at(i, j) * at(k, j);
            at(i, k) = value / root;
        }
    }
}

template <class T> static Status potrf(Handle *handle, int fill, int n, T *A, int lda, T *work, int len, int *info) {
    if (Status status = check(handle, n, n, A, lda, sizeof(T))) return status;
    if (fill != 0 && fill != 1) return refuse("neither the lower nor the upper triangle");
    if (Status status = memory(work, len, 16 * n)) return status;
    if (!info) return refuse("nowhere to say what was found");
    return Status(in_order(handle->stream, [=] {
        used(work, 16 * n);
        factored(fill, n, A, lda, info);
    }));
}

template <class T> static void exchanged(int m, int n, T *A, int lda, int *pivots, int *info) {
    *info = 0;
    for (int64_t k = 0; k < m && k < n; ++k) {
        int64_t best = k;
        for (int64_t i = k + 1; i < m; ++i)
            if (std::fabs(A[i + k * lda]) > std::fabs(A[best + k * lda])) best = i;
        pivots[k] = int(best) + 1;
        for (int64_t j = 0; j < n && best != k; ++j) std::swap(A[k + j * lda], A[best + j * lda]);
        if (A[k + k * lda] == 0 && !*info) *info = int(k) + 1;
        for (int64_t i = k + 1; i < m; ++i) A[i + k * lda] /= A[k + k * lda];
        for (int64_t j = k + 1; j < n; ++j)
            for (int64_t i = k + 1; i < m; ++i) A[i + j * lda] -= A[i + k * lda] * A[k + j * lda];
    }
}

template <class T> static Status getrf(Handle *handle, int m, int n, T *A, int lda, T *work, int *pivots, int *info) {
    if (Status status = check(handle, m, n, A, lda, sizeof(T))) return status;
    if (Status status = memory(work, 16 * n, 16 * n)) return status;
    if (!pivots || !info) return refuse("nowhere to say what was found");
    return Status(in_order(handle->stream, [=] {
        used(work, 16 * n);
        exchanged(m, n, A, lda, pivots, info);
    }));
}

#define FUNCTIONS(LETTER, T)                                                                                                    \
    int cusolverDn##LETTER##potrf_bufferSize(Handle *handle, int, int n, T *A, int lda, int *len) {                             \
        return *len = 16 * n, check(handle, n, n, A, lda, sizeof(T));                                                           \
    }                                                                                                                           \
    int cusolverDn##LETTER##potrf(Handle *handle, int fill, int n, T *A, int lda, T *work, int len, int *info) {                \
        return potrf(handle, fill, n, A, lda, work, len, info);                                                                 \
    }                                                                                                                           \
    int cusolverDn##LETTER##getrf_bufferSize(Handle *handle, int m, int n, T *A, int lda, int *len) {                           \
        return *len = 16 * n, check(handle, m, n, A, lda, sizeof(T));                                                           \
    }                                                                                                                           \
    int cusolverDn##LETTER##getrf(Handle *handle, int m, int n, T *A, int lda, T *work, int *pivots, int *info) {               \
        return getrf(handle, m, n, A, lda, work, pivots, info);                                                                 \
    }

extern "C" {
int cusolverGetProperty(int which, int *value) { return *value = which == 0 ? 13 : which == 1 ? 99 : 0, 0; }
int cusolverDnCreate(Handle **made) { return *made = new Handle{nullptr}, SUCCESS; }
int cusolverDnDestroy(Handle *handle) { return delete handle, SUCCESS; }
int cusolverDnSetStream(Handle *handle, void *stream) { return handle->stream = stream, SUCCESS; }
FUNCTIONS(S, float)
FUNCTIONS(D, double)
}
