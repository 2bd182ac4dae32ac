// Attention whose weights are never in memory: a block of threads has some rows and walks along the columns in tiles. Goes behind
// `matrices.cu`. The launch defines the types `ct_element` and `ct_real`, which elements are computed in, and
//   CT_E, CT_D       widths of keys and of values, up to a multiple of 16
//   CT_BLOCKS        blocks of 16 rows that a warp has, of CT_WARPS
//   CT_COLS          columns of a tile, of which CT_STAGES are in memory
//   CT_MASKED        whether the mask differs within a head; CT_BIASED the same of the bias
//   CT_NEAR          whether lines of q, k, v and t are copied by 16 bytes: bits
//   CT_ROUNDS        whether f32 is multiplied in TF32
//   CT_SPLIT         whether blocks of threads share the keys of a row, each CT_EACH tiles of them
//   CT_WORDS, CT_BUFFERS, CT_Q, CT_K, CT_V, CT_MASK, CT_BIAS, CT_T, CT_OUT, CT_FLAGS, CT_ROWS_SAID, CT_OF_PARTS   what is given, and the
//                    places of buffers.

struct alignas(16) ct_given {
    long long n[CT_WORDS];
    void *b[CT_BUFFERS];
};

// Words: lengths, and operands as an offset and four strides.
enum {
    CT_HEADS, CT_SHARED, CT_QUERIES, CT_KEYS, CT_WIDE, CT_DEEP, CT_TILES, CT_SCALE, CT_TO, CT_TO_VALUES, CT_COUNT, CT_PARTS, CT_EACH,
    CT_VIEW_Q, CT_VIEW_K = CT_VIEW_Q + 5, CT_VIEW_V = CT_VIEW_K + 5, CT_VIEW_T = CT_VIEW_V + 5, CT_VIEW_MASK = CT_VIEW_T + 5,
    CT_VIEW_BIAS = CT_VIEW_MASK + 5, CT_VIEW_FLAGS = CT_VIEW_BIAS + 5
};

const int CT_PAD = 16 / sizeof(ct_element);
// From line to line in memory of a block: the lines of a matrix of 8 by 8 lie in different banks.
const int CT_LINE_E = CT_E + CT_PAD, CT_LINE_D = CT_D + CT_PAD;
const int CT_OWN = 16 * CT_BLOCKS, CT_ROWS = CT_OWN * CT_WARPS, CT_THREADS = 32 * CT_WARPS;
// Neighbours in a square of the mask that is summed up.
const int CT_SIDE = 64;

__device__ inline long long ct_place(const ct_given &given, int view, long long b, long long h, long long i, long long j) {
    const long long *x = given.n + view;
    return x[0] + b * x[1] + h * x[2] + i * x[3] + j * x[4];
}

// The lines of one head of an operand.
struct ct_lines {
    const ct_element *first;
    long long step, one;
    int count, wide;
};
__device__ inline ct_lines ct_lines_of(const ct_given &given, int buffer, int view, int b, int h, int count, int wide) {
    const ct_element *first = (const ct_element *)given.b[buffer] + ct_place(given, view, b, h, 0, 0);
    return {first, given.n[view + 3], given.n[view + 4], count, wide};
}

// An element as it is multiplied.
template <class T> __device__ inline T ct_rounded(T x) {
    if constexpr (CT_ROUNDS != 0) return __uint_as_float(ct_warp_product<T>::one(x));
    else return x;
}

// Copies lines into memory of the block; 0 behind what is there. Those that are copied by 16 bytes are rounded when they have come.
template <int W, bool NEAR> __device__ inline void ct_fetch(ct_element *to, const ct_lines &x, int from, int rows) {
    if (NEAR) {
        const int each = W / CT_PAD;
        for (int i = threadIdx.x; i < rows * each; i += CT_THREADS) {
            const int row = i / each, at = i % each * CT_PAD;
            ct_element *place = to + row * (W + CT_PAD) + at;
            if (from + row < x.count && at < x.wide)
                ct_copy_later(place, x.first + (from + row) * x.step + at);
            else
                *(ct_pack<ct_element> *)place = ct_pack<ct_element>{};
        }
    } else {
        for (int i = threadIdx.x; i < rows * W; i += CT_THREADS) {
            const int row = i / W, at = i % W;
            const bool is = from + row < x.count && at < x.wide;
            to[row * (W + CT_PAD) + at] = is ? ct_rounded(x.first[(from + row) * x.step + at * x.one]) : ct_element{};
        }
    }
}

// Rounds what this thread has copied, once for all warps: others wait for it anyway.
template <int W, bool NEAR> __device__ inline void ct_round(ct_element *to, int rows) {
    if (!CT_ROUNDS || !NEAR) return;
    const int each = W / CT_PAD;
    for (int i = threadIdx.x; i < rows * each; i += CT_THREADS) {
        ct_pack<ct_element> &pack = *(ct_pack<ct_element> *)(to + i / each * (W + CT_PAD) + i % each * CT_PAD);
        ct_pack<ct_element> all = pack;
#pragma unroll
        for (int j = 0; j < CT_PAD; j++) all.at[j] = ct_rounded(all.at[j]);
        pack = all;
    }
}

// Products of a warp. `c` has its rows in blocks of 16 by 8, each thread what `mma` gives it.
template <class T, bool ROUNDS> struct ct_product {
    // What scores are multiplied by, and the function that is their exponential then.
    static __device__ T unit() { return 1; }
    static __device__ T exp_of(T x) { return exp(x); }

    // `c += a bᵀ` for lines of `K` elements.
    template <int N, int K> static __device__ inline void lines(T (&c)[CT_BLOCKS][N / 8][4], const T *a, const T *b) {
        const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
        for (int k = 0; k < K; k += CT_PAD) {
            ct_pack<T> x[CT_BLOCKS][2];
#pragma unroll
            for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
                for (int r = 0; r < 2; r++) x[m][r] = *(const ct_pack<T> *)&a[(16 * m + 8 * r + g) * (K + CT_PAD) + k];
#pragma unroll
            for (int n = 0; n < N / 8; n++) {
                ct_pack<T> y[2];
#pragma unroll
                for (int r = 0; r < 2; r++) y[r] = *(const ct_pack<T> *)&b[(8 * n + 2 * t + r) * (K + CT_PAD) + k];
#pragma unroll
                for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
                    for (int i = 0; i < 4; i++)
#pragma unroll
                        for (int j = 0; j < CT_PAD; j++) c[m][n][i] = fma(x[m][i / 2].at[j], y[i % 2].at[j], c[m][n][i]);
            }
        }
    }

    // `c += p b`, for lines of `N` elements. Threads hand each other `p`.
    template <int N>
    static __device__ inline void columns(T (&c)[CT_BLOCKS][N / 8][4], const T (&p)[CT_BLOCKS][CT_COLS / 8][4], const T *b, T *spare) {
        const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
        spare += threadIdx.x / 32 * CT_OWN * (CT_COLS + CT_PAD);
        __syncwarp();
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
            for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
                for (int i = 0; i < 4; i++) spare[(16 * m + 8 * (i / 2) + g) * (CT_COLS + CT_PAD) + 8 * n + 2 * t + i % 2] = p[m][n][i];
        __syncwarp();
        for (int k = 0; k < CT_COLS; k += CT_PAD) {
            ct_pack<T> x[CT_BLOCKS][2];
#pragma unroll
            for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
                for (int r = 0; r < 2; r++) x[m][r] = *(const ct_pack<T> *)&spare[(16 * m + 8 * r + g) * (CT_COLS + CT_PAD) + k];
#pragma unroll
            for (int j = 0; j < CT_PAD; j++)
#pragma unroll
                for (int n = 0; n < N / 8; n++) {
                    const ct_both<T> y = *(const ct_both<T> *)&b[(k + j) * (N + CT_PAD) + 8 * n + 2 * t];
#pragma unroll
                    for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
                        for (int i = 0; i < 4; i++) c[m][n][i] = fma(x[m][i / 2].at[j], y.at[i % 2], c[m][n][i]);
                }
        }
    }
};

// The same by tensor cores, of elements of 16 bits or in TF32. They take two pieces of 16 bytes of a line at a time, of 8 elements or 4.
template <class T> struct ct_quick_product {
    static __device__ float unit() { return 1.44269504f; }
    static __device__ float exp_of(float x) { return ct_quick_power(x); }

    template <int N, int K> static __device__ inline void lines(float (&c)[CT_BLOCKS][N / 8][4], const T *a, const T *b) {
        const int lane = threadIdx.x % 32;
        a += lane % 16 * (K + CT_PAD) + lane / 16 * CT_PAD;
        b += (lane % 8 + lane / 16 * 8) * (K + CT_PAD) + lane / 8 % 2 * CT_PAD;
#pragma unroll
        for (int k = 0; k < K; k += 2 * CT_PAD) {
            unsigned x[CT_BLOCKS][4];
#pragma unroll
            for (int m = 0; m < CT_BLOCKS; m++) ct_matrices(x[m], a + 16 * m * (K + CT_PAD) + k);
#pragma unroll
            for (int n = 0; n < N; n += 16) {
                unsigned y[4];
                ct_matrices(y, b + n * (K + CT_PAD) + k);
#pragma unroll
                for (int m = 0; m < CT_BLOCKS; m++) {
                    ct_warp_product<T>::more(c[m][n / 8], x[m], y[0], y[1]);
                    ct_warp_product<T>::more(c[m][n / 8 + 1], x[m], y[2], y[3]);
                }
            }
        }
    }

    template <int N>
    static __device__ inline void columns(float (&c)[CT_BLOCKS][N / 8][4], const float (&p)[CT_BLOCKS][CT_COLS / 8][4], const T *b, float *) {
#pragma unroll
        for (int k = 0; k < CT_COLS; k += ct_fragments<T>::DEEP) {
            unsigned x[CT_BLOCKS][4];
#pragma unroll
            for (int m = 0; m < CT_BLOCKS; m++) ct_fragments<T>::left(x[m], p[m], k);
#pragma unroll
            for (int n = 0; n < N; n += 16) {
                unsigned y[4];
                ct_fragments<T>::right(y, b + k * (N + CT_PAD) + n, N + CT_PAD);
#pragma unroll
                for (int m = 0; m < CT_BLOCKS; m++) {
                    ct_warp_product<T>::more(c[m][n / 8], x[m], y[0], y[1]);
                    ct_warp_product<T>::more(c[m][n / 8 + 1], x[m], y[2], y[3]);
                }
            }
        }
    }
};
template <> struct ct_product<ct_f16, false> : ct_quick_product<ct_f16> {};
template <> struct ct_product<ct_bf16, false> : ct_quick_product<ct_bf16> {};
template <> struct ct_product<float, true> : ct_quick_product<float> {};
typedef ct_product<ct_element, CT_ROUNDS != 0> ct_products;

template <int N> __device__ inline void ct_clear(ct_real (&c)[CT_BLOCKS][N][4]) {
#pragma unroll
    for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
        for (int n = 0; n < N; n++)
#pragma unroll
            for (int i = 0; i < 4; i++) c[m][n][i] = 0;
}

// What is known of the mask over some queries and keys: 1 if one is open, 2 if one is closed.
__device__ inline unsigned ct_said(const ct_given &given, int b, int h, int query, int to_query, int key, int to_key) {
    if (!CT_MASKED) return 1;
    const unsigned *flags = (const unsigned *)given.b[CT_FLAGS];
    unsigned all = 0;
    for (int i = query / CT_SIDE; i <= (to_query - 1) / CT_SIDE; i++)
        for (int j = key / CT_SIDE; j <= (to_key - 1) / CT_SIDE; j++) all |= flags[ct_place(given, CT_VIEW_FLAGS, b, h, i, j)];
    return all;
}

__device__ inline int ct_lower(int a, int b) { return a < b ? a : b; }

// Sums up squares of the mask, a warp for each. Words: how many squares there are, how many in each axis, and the mask's lengths.
__device__ void ct_squares(const ct_given &given) {
    const long long *n = given.n;
    const unsigned *mask = (const unsigned *)given.b[CT_MASK];
    const int lane = threadIdx.x % 32;
    const long long square = blockIdx.x * (long long)CT_WARPS + threadIdx.x / 32;
    long long rest = square;
    const long long j = rest % n[4];
    rest /= n[4];
    const long long i = rest % n[3];
    rest /= n[3];
    const long long h = rest % n[2], b = rest / n[2];
    bool open = false, closed = false;
    if (square < n[1])
        for (int row = 0; row < CT_SIDE && i * CT_SIDE + row < n[5]; row++)
            for (int at = lane; at < CT_SIDE && j * CT_SIDE + at < n[6]; at += 32) {
                const bool is = mask[ct_place(given, CT_VIEW_MASK, b, h, i * CT_SIDE + row, j * CT_SIDE + at)] != 0;
                open = open || is;
                closed = closed || !is;
            }
    const bool opens = __ballot_sync(0xffffffffu, open) != 0, closes = __ballot_sync(0xffffffffu, closed) != 0;
    if (square < n[1] && lane == 0) ((unsigned *)given.b[CT_FLAGS])[square] = (opens ? 1 : 0) | (closes ? 2 : 0);
}

// Scores of a tile as they are compared: those that are closed are -inf. `SWAPPED`: rows are keys.
template <bool SWAPPED>
__device__ inline void ct_opened(
    const ct_given &given, ct_real (&s)[CT_BLOCKS][CT_COLS / 8][4], int b, int h, int row, int column, int rows, int columns, bool whole) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const ct_real scale = ct_real(__longlong_as_double(given.n[CT_SCALE])) * ct_products::unit();
    const unsigned *mask = (const unsigned *)given.b[CT_MASK];
    const ct_element *bias = (const ct_element *)given.b[CT_BIAS];
    const int by_row = SWAPPED ? 4 : 3, by_column = SWAPPED ? 3 : 4;
    const ct_real each = CT_BIASED ? ct_real(0) : ct_real(bias[ct_place(given, CT_VIEW_BIAS, b, h, 0, 0)]) * ct_products::unit();
    if (!CT_BIASED && whole && column + CT_COLS <= columns) {
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
            for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
                for (int i = 0; i < 4; i++) s[m][n][i] = fma(s[m][n][i], scale, each);
        return;
    }
    ct_not_before(h);
    const long long to_mask = ct_place(given, CT_VIEW_MASK, b, h, 0, 0), to_bias = ct_place(given, CT_VIEW_BIAS, b, h, 0, 0);
    // Bits of what is open, of the four elements of each eight columns. Rows and columns that are not there are read as the last, so that
    // nobody branches and four reads go on together; not all, for which there are no registers.
    unsigned bits[CT_BLOCKS];
#pragma unroll
    for (int m = 0; m < CT_BLOCKS; m++) bits[m] = whole ? ~0u : 0;
    if (CT_MASKED && !whole)
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll 1
            for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const long long r = ct_lower(row + 16 * m + 8 * (i / 2) + g, rows - 1), c = ct_lower(column + 8 * n + 2 * t + i % 2, columns - 1);
                    const unsigned is = mask[to_mask + r * given.n[CT_VIEW_MASK + by_row] + c * given.n[CT_VIEW_MASK + by_column]];
                    bits[m] |= unsigned(is != 0) << (4 * n + i);
                }
#pragma unroll
    for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
        for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const int c = column + 8 * n + 2 * t + i % 2;
                ct_real more = each;
                if (CT_BIASED) {
                    const long long r = ct_lower(row + 16 * m + 8 * (i / 2) + g, rows - 1), near = ct_lower(c, columns - 1);
                    more = ct_real(bias[to_bias + r * given.n[CT_VIEW_BIAS + by_row] + near * given.n[CT_VIEW_BIAS + by_column]]) * ct_products::unit();
                }
                const bool open = (c < columns) & ((bits[m] >> (4 * n + i) & 1) != 0);
                s[m][n][i] = open ? fma(s[m][n][i], scale, more) : -ct_inf<ct_real>();
            }
}

// Of all threads that have a row.
__device__ inline ct_real ct_row_sum(ct_real x) {
    x += __shfl_xor_sync(0xffffffffu, x, 1);
    return x + __shfl_xor_sync(0xffffffffu, x, 2);
}
__device__ inline ct_real ct_row_top(ct_real x) {
    x = fmax(x, __shfl_xor_sync(0xffffffffu, x, 1));
    return fmax(x, __shfl_xor_sync(0xffffffffu, x, 2));
}

// Scores that are all infinite are not compared.
__device__ inline ct_real ct_base(ct_real top) { return top - top == 0 ? top : ct_real(0); }

// What exponentials of a row are multiplied by that has a larger score now.
__device__ inline ct_real ct_faded(ct_real before, ct_real top) {
    return before == -ct_inf<ct_real>() ? ct_real(1) : ct_products::exp_of(ct_base(before) - ct_base(top));
}

// Writes the rows of a warp.
template <int N, class T> __device__ inline void ct_keep(T *to, const ct_real (&c)[CT_BLOCKS][N / 8][4], const ct_real (&by)[CT_BLOCKS][2], int row, int rows, int wide) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const bool by_two = wide % 2 == 0 && ct_size(to) % sizeof(ct_both<T>) == 0;
#pragma unroll
    for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            const int r = row + 16 * m + 8 * half + g;
            if (r >= rows) continue;
            T *line = to + (long long)r * wide;
#pragma unroll
            for (int n = 0; n < N / 8; n++) {
                const int at = 8 * n + 2 * t;
                const ct_both<T> both = {{T(c[m][n][2 * half] * by[m][half]), T(c[m][n][2 * half + 1] * by[m][half])}};
                if (by_two && at + 1 < wide) {
                    *(ct_both<T> *)(line + at) = both;
                } else {
                    if (at < wide) line[at] = both.at[0];
                    if (at + 1 < wide) line[at + 1] = both.at[1];
                }
            }
        }
}

// What blocks of threads that share the keys of rows leave: rows of so many elements for each part, and two numbers of each.
struct ct_parts {
    ct_real *made, *tops, *sums;
};
__device__ inline ct_parts ct_parts_of(const ct_given &given, int wide) {
    const long long rows = given.n[CT_PARTS] * given.n[CT_COUNT];
    ct_real *first = (ct_real *)given.b[CT_OF_PARTS];
    return {first, first + rows * wide, first + rows * (wide + 1)};
}

// Rows are queries. `RESULT`: the result. `SAYS`: for each row what is subtracted from its scores, the factor of their exponentials,
// and the mean of the cotangents of its weights. Neither: cotangents of queries.
template <bool RESULT, bool SAYS> __device__ inline void ct_by_queries(const ct_given &given, ct_element *tiles) {
    const bool pulls = !RESULT;
    const int W = RESULT ? CT_D : SAYS ? 8 : CT_E;
    const int heads = given.n[CT_HEADS], queries = given.n[CT_QUERIES], keys = given.n[CT_KEYS];
    const int wide = given.n[CT_WIDE], deep = given.n[CT_DEEP], many = given.n[CT_TILES];
    const int part = CT_SPLIT ? blockIdx.x % int(given.n[CT_PARTS]) : 0, block = CT_SPLIT ? blockIdx.x / int(given.n[CT_PARTS]) : blockIdx.x;
    // The last rows first, which have most open keys where a mask is causal.
    const int first = (many - 1 - block % many) * CT_ROWS;
    const int h = block / many % heads, b = block / many / heads, group = h / int(given.n[CT_SHARED]);
    const int last = ct_lower(first + CT_ROWS, queries), own = threadIdx.x / 32 * CT_OWN;
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;

    ct_element *of_q = tiles, *of_t = of_q + CT_ROWS * CT_LINE_E;
    ct_element *stages = of_t + (pulls ? CT_ROWS * CT_LINE_D : 0);
    ct_real *spare = (ct_real *)(stages + CT_STAGES * CT_COLS * (CT_LINE_E + CT_LINE_D));
    const ct_lines k = ct_lines_of(given, CT_K, CT_VIEW_K, b, group, keys, wide);
    const ct_lines v = ct_lines_of(given, CT_V, CT_VIEW_V, b, group, keys, deep);
    ct_fetch<CT_E, (CT_NEAR & 1) != 0>(of_q, ct_lines_of(given, CT_Q, CT_VIEW_Q, b, h, queries, wide), first, CT_ROWS);
    if (pulls) ct_fetch<CT_D, (CT_NEAR & 8) != 0>(of_t, ct_lines_of(given, CT_T, CT_VIEW_T, b, h, queries, deep), first, CT_ROWS);

    ct_real top[CT_BLOCKS][2], sum[CT_BLOCKS][2], mean[CT_BLOCKS][2];
    const long long said = ((long long)b * heads + h) * queries, all = given.n[CT_COUNT];
    ct_real *rows_said = (ct_real *)given.b[CT_ROWS_SAID];
#pragma unroll
    for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            const int r = first + own + 16 * m + 8 * half + g;
            const bool is = !RESULT && !SAYS && r < queries;
            top[m][half] = is ? rows_said[said + r] : -ct_inf<ct_real>();
            sum[m][half] = is ? rows_said[all + said + r] : ct_real(0);
            mean[m][half] = is ? rows_said[2 * all + said + r] : ct_real(0);
        }
    ct_real made[CT_BLOCKS][W / 8][4];
    ct_clear(made);

    const bool is_open = CT_MASKED || keys == 0 || ((const unsigned *)given.b[CT_MASK])[ct_place(given, CT_VIEW_MASK, b, h, 0, 0)] != 0;
    const int all_tiles = is_open ? (keys + CT_COLS - 1) / CT_COLS : 0, each = given.n[CT_EACH];
    const int tiles_of_keys = CT_SPLIT ? ct_lower(all_tiles, (part + 1) * each) : all_tiles;
    const auto open_from = [&](int tile) {
        if (!CT_MASKED) return tile;
        for (; tile < tiles_of_keys; tile += 32) {
            const int key = (tile + lane) * CT_COLS;
            const bool is = key < keys && (ct_said(given, b, h, first, last, key, ct_lower(key + CT_COLS, keys)) & 1) != 0;
            const unsigned found = __ballot_sync(0xffffffffu, is);
            if (found) return tile + __ffs(found) - 1;
        }
        return tiles_of_keys;
    };
    const auto fetch = [&](int stage, int tile) {
        if (tile < tiles_of_keys) {
            ct_element *to = stages + stage * CT_COLS * (CT_LINE_E + CT_LINE_D);
            ct_fetch<CT_E, (CT_NEAR & 2) != 0>(to, k, tile * CT_COLS, CT_COLS);
            ct_fetch<CT_D, (CT_NEAR & 4) != 0>(to + CT_COLS * CT_LINE_E, v, tile * CT_COLS, CT_COLS);
        }
        ct_copies_end();
    };
    int tile = open_from(part * each), stage = 0;
    bool is_first = true;
    fetch(0, tile);
    while (tile < tiles_of_keys) {
        const int next = open_from(tile + 1), key = tile * CT_COLS;
        if (CT_STAGES == 2) {
            fetch(stage ^ 1, next);
            ct_copies_wait<1>();
        } else {
            ct_copies_wait<0>();
        }
        ct_element *of_k = stages + stage * CT_COLS * (CT_LINE_E + CT_LINE_D), *of_v = of_k + CT_COLS * CT_LINE_E;
        ct_round<CT_E, (CT_NEAR & 2) != 0>(of_k, CT_COLS);
        ct_round<CT_D, (CT_NEAR & 4) != 0>(of_v, CT_COLS);
        if (is_first) {
            ct_round<CT_E, (CT_NEAR & 1) != 0>(of_q, CT_ROWS);
            if (pulls) ct_round<CT_D, (CT_NEAR & 8) != 0>(of_t, CT_ROWS);
            is_first = false;
        }
        __syncthreads();
        ct_real s[CT_BLOCKS][CT_COLS / 8][4], p[CT_BLOCKS][CT_COLS / 8][4];
        ct_clear(s);
        ct_products::template lines<CT_COLS, CT_E>(s, of_q + own * CT_LINE_E, of_k);
        if (pulls) {
            ct_clear(p);
            ct_products::template lines<CT_COLS, CT_D>(p, of_t + own * CT_LINE_D, of_v);
        }
        const bool whole = !(ct_said(given, b, h, first, last, key, ct_lower(key + CT_COLS, keys)) & 2);
        ct_opened<false>(given, s, b, h, first + own, key, queries, keys, whole);
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
            for (int half = 0; half < 2; half++) {
                if (!RESULT && !SAYS) {
#pragma unroll
                    for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
                        for (int i = 2 * half; i < 2 * half + 2; i++) {
                            const bool open = s[m][n][i] != -ct_inf<ct_real>();
                            const ct_real weight = ct_products::exp_of(s[m][n][i] - top[m][half]) * sum[m][half];
                            s[m][n][i] = open ? weight * (p[m][n][i] - mean[m][half]) : ct_real(0);
                        }
                    continue;
                }
                ct_real high = -ct_inf<ct_real>();
#pragma unroll
                for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
                    for (int i = 2 * half; i < 2 * half + 2; i++) high = fmax(high, s[m][n][i]);
                high = fmax(top[m][half], ct_row_top(high));
                const ct_real factor = ct_faded(top[m][half], high), base = ct_base(high);
                top[m][half] = high;
                sum[m][half] *= factor;
                mean[m][half] *= factor;
#pragma unroll
                for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
                    for (int i = 2 * half; i < 2 * half + 2; i++) {
                        const ct_real weight = ct_products::exp_of(s[m][n][i] - base);
                        sum[m][half] += weight;
                        if (SAYS && s[m][n][i] != -ct_inf<ct_real>()) mean[m][half] = fma(weight, p[m][n][i], mean[m][half]);
                        s[m][n][i] = weight;
                    }
                if (RESULT) {
#pragma unroll
                    for (int n = 0; n < W / 8; n++)
#pragma unroll
                        for (int i = 2 * half; i < 2 * half + 2; i++) made[m][n][i] *= factor;
                }
            }
        if constexpr (RESULT) ct_products::template columns<CT_D>(made, s, of_v, spare);
        if constexpr (!RESULT && !SAYS) ct_products::template columns<CT_E>(made, s, of_k, spare);
        __syncthreads();
        if (CT_STAGES == 2) stage ^= 1;
        else fetch(0, next);
        tile = next;
    }
    ct_copies_wait<0>();
    if constexpr (!RESULT && !SAYS) {
        const ct_real scale = ct_real(__longlong_as_double(given.n[CT_SCALE]));
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++) top[m][0] = top[m][1] = CT_SPLIT ? ct_real(1) : scale;
        if constexpr (CT_SPLIT != 0) ct_keep<CT_E>(ct_parts_of(given, wide).made + (part * all + said) * wide, made, top, first + own, queries, wide);
        else ct_keep<CT_E>((ct_element *)given.b[CT_OUT] + given.n[CT_TO] + said * wide, made, top, first + own, queries, wide);
    } else {
        const ct_parts parts = ct_parts_of(given, RESULT ? deep : 1);
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
            for (int half = 0; half < 2; half++) {
                const ct_real whole = ct_row_sum(sum[m][half]);
                sum[m][half] = whole == 0 ? ct_real(0) : 1 / whole;
                if (SAYS) mean[m][half] = ct_row_sum(mean[m][half]);
                const int r = first + own + 16 * m + 8 * half + g;
                if (CT_SPLIT) {
                    sum[m][half] = 1;
                    if (t != 0 || r >= queries) continue;
                    parts.tops[part * all + said + r] = top[m][half];
                    parts.sums[part * all + said + r] = whole;
                    if (SAYS) parts.made[part * all + said + r] = mean[m][half];
                } else if (SAYS && t == 0 && r < queries) {
                    rows_said[said + r] = ct_base(top[m][half]);
                    rows_said[all + said + r] = sum[m][half];
                    rows_said[2 * all + said + r] = mean[m][half] * sum[m][half];
                }
            }
        if constexpr (RESULT && CT_SPLIT) ct_keep<CT_D>(parts.made + (part * all + said) * deep, made, sum, first + own, queries, deep);
        else if constexpr (RESULT) ct_keep<CT_D>((ct_element *)given.b[CT_OUT] + given.n[CT_TO] + said * deep, made, sum, first + own, queries, deep);
    }
}

// Joins parts in their order, a warp for each row.
template <bool RESULT, bool SAYS> __device__ inline void ct_joined(const ct_given &given) {
    const bool is_sum = !RESULT && !SAYS;
    const int many = given.n[CT_PARTS], wide = RESULT ? given.n[CT_DEEP] : SAYS ? 1 : given.n[CT_WIDE];
    const long long all = given.n[CT_COUNT], row = blockIdx.x * (long long)CT_WARPS + threadIdx.x / 32;
    if (row >= all) return;
    const ct_parts parts = ct_parts_of(given, wide);
    ct_real top = -ct_inf<ct_real>(), sum = 0;
    for (int part = 0; !is_sum && part < many; part++) top = fmax(top, parts.tops[part * all + row]);
    for (int part = 0; !is_sum && part < many; part++)
        sum = fma(parts.sums[part * all + row], ct_faded(parts.tops[part * all + row], top), sum);
    const ct_real by = is_sum ? ct_real(__longlong_as_double(given.n[CT_SCALE])) : sum == 0 ? ct_real(0) : 1 / sum;
    for (int at = threadIdx.x % 32; at < wide; at += 32) {
        ct_real made = 0;
        for (int part = 0; part < many; part++) {
            const long long place = part * all + row;
            made = fma(parts.made[place * wide + at], is_sum ? ct_real(1) : ct_faded(parts.tops[place], top), made);
        }
        if (SAYS) {
            ct_real *said = (ct_real *)given.b[CT_ROWS_SAID] + row;
            said[0] = ct_base(top);
            said[all] = by;
            said[2 * all] = made * by;
        } else {
            ((ct_element *)given.b[CT_OUT])[given.n[CT_TO] + row * wide + at] = ct_element(made * by);
        }
    }
}

// Rows are keys: cotangents of keys and of values, summed over the heads of queries that share them.
template <bool OF_KEYS, bool OF_VALUES> __device__ inline void ct_by_keys(const ct_given &given, ct_element *tiles) {
    const int heads = given.n[CT_HEADS], queries = given.n[CT_QUERIES], keys = given.n[CT_KEYS];
    const int wide = given.n[CT_WIDE], deep = given.n[CT_DEEP], many = given.n[CT_TILES], shared = given.n[CT_SHARED];
    // The first keys are open to most queries.
    const int first = int(blockIdx.x % many) * CT_ROWS, groups = heads / shared;
    const int group = blockIdx.x / many % groups, b = blockIdx.x / many / groups;
    const int last = ct_lower(first + CT_ROWS, keys), own = threadIdx.x / 32 * CT_OWN;
    const int lane = threadIdx.x % 32, t = lane % 4;

    ct_element *of_k = tiles, *of_v = of_k + CT_ROWS * CT_LINE_E;
    ct_element *stages = of_v + (OF_KEYS ? CT_ROWS * CT_LINE_D : 0);
    ct_real *rows = (ct_real *)(stages + CT_STAGES * CT_COLS * (CT_LINE_E + CT_LINE_D)), *spare = rows + CT_STAGES * 3 * CT_COLS;
    ct_fetch<CT_E, (CT_NEAR & 2) != 0>(of_k, ct_lines_of(given, CT_K, CT_VIEW_K, b, group, keys, wide), first, CT_ROWS);
    if (OF_KEYS) ct_fetch<CT_D, (CT_NEAR & 4) != 0>(of_v, ct_lines_of(given, CT_V, CT_VIEW_V, b, group, keys, deep), first, CT_ROWS);
    const long long all = given.n[CT_COUNT];
    const ct_real *rows_said = (const ct_real *)given.b[CT_ROWS_SAID];

    ct_real to_k[CT_BLOCKS][OF_KEYS ? CT_E / 8 : 1][4], to_v[CT_BLOCKS][OF_VALUES ? CT_D / 8 : 1][4];
    ct_clear(to_k);
    ct_clear(to_v);
    const int tiles_of_queries = (queries + CT_COLS - 1) / CT_COLS, end = shared * tiles_of_queries;
    const auto open_from = [&](int at) {
        while (at < end) {
            const int h = group * shared + at / tiles_of_queries, tile = at % tiles_of_queries;
            const int next = at - tile + tiles_of_queries;
            if (!CT_MASKED) {
                if (((const unsigned *)given.b[CT_MASK])[ct_place(given, CT_VIEW_MASK, b, h, 0, 0)] != 0) return at;
                at = next;
                continue;
            }
            const int query = (tile + lane) * CT_COLS;
            const bool is = query < queries && (ct_said(given, b, h, query, ct_lower(query + CT_COLS, queries), first, last) & 1) != 0;
            const unsigned found = __ballot_sync(0xffffffffu, is);
            if (found) return at + __ffs(found) - 1;
            at = ct_lower(at + 32, next);
        }
        return end;
    };
    const auto fetch = [&](int stage, int at) {
        if (at < end) {
            const int h = group * shared + at / tiles_of_queries, query = at % tiles_of_queries * CT_COLS;
            ct_element *to = stages + stage * CT_COLS * (CT_LINE_E + CT_LINE_D);
            ct_fetch<CT_E, (CT_NEAR & 1) != 0>(to, ct_lines_of(given, CT_Q, CT_VIEW_Q, b, h, queries, wide), query, CT_COLS);
            ct_fetch<CT_D, (CT_NEAR & 8) != 0>(to + CT_COLS * CT_LINE_E, ct_lines_of(given, CT_T, CT_VIEW_T, b, h, queries, deep), query, CT_COLS);
            const long long said = ((long long)b * heads + h) * queries + query;
            for (int i = threadIdx.x; i < 3 * CT_COLS; i += CT_THREADS)
                rows[stage * 3 * CT_COLS + i] = query + i % CT_COLS < queries ? rows_said[i / CT_COLS * all + said + i % CT_COLS] : ct_real(0);
        }
        ct_copies_end();
    };
    int at = open_from(0), stage = 0;
    bool is_first = true;
    fetch(0, at);
    while (at < end) {
        const int next = open_from(at + 1);
        const int h = group * shared + at / tiles_of_queries, query = at % tiles_of_queries * CT_COLS;
        if (CT_STAGES == 2) {
            fetch(stage ^ 1, next);
            ct_copies_wait<1>();
        } else {
            ct_copies_wait<0>();
        }
        ct_element *of_q = stages + stage * CT_COLS * (CT_LINE_E + CT_LINE_D), *of_t = of_q + CT_COLS * CT_LINE_E;
        ct_round<CT_E, (CT_NEAR & 1) != 0>(of_q, CT_COLS);
        ct_round<CT_D, (CT_NEAR & 8) != 0>(of_t, CT_COLS);
        if (is_first) {
            ct_round<CT_E, (CT_NEAR & 2) != 0>(of_k, CT_ROWS);
            if (OF_KEYS) ct_round<CT_D, (CT_NEAR & 4) != 0>(of_v, CT_ROWS);
            is_first = false;
        }
        __syncthreads();
        const ct_real *row = rows + stage * 3 * CT_COLS;
        ct_real s[CT_BLOCKS][CT_COLS / 8][4], p[CT_BLOCKS][CT_COLS / 8][4];
        ct_clear(s);
        ct_products::template lines<CT_COLS, CT_E>(s, of_k + own * CT_LINE_E, of_q);
        if constexpr (OF_KEYS) {
            ct_clear(p);
            ct_products::template lines<CT_COLS, CT_D>(p, of_v + own * CT_LINE_D, of_t);
        }
        const bool whole = !(ct_said(given, b, h, query, ct_lower(query + CT_COLS, queries), first, last) & 2);
        ct_opened<true>(given, s, b, h, first + own, query, keys, queries, whole);
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
            for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const int c = 8 * n + 2 * t + i % 2;
                    const bool open = s[m][n][i] != -ct_inf<ct_real>();
                    const ct_real weight = ct_products::exp_of(s[m][n][i] - row[c]) * row[CT_COLS + c];
                    s[m][n][i] = open ? weight : ct_real(0);
                    if (OF_KEYS) p[m][n][i] = open ? weight * (p[m][n][i] - row[2 * CT_COLS + c]) : ct_real(0);
                }
        if constexpr (OF_VALUES) ct_products::template columns<CT_D>(to_v, s, of_t, spare);
        if constexpr (OF_KEYS) ct_products::template columns<CT_E>(to_k, p, of_q, spare);
        __syncthreads();
        if (CT_STAGES == 2) stage ^= 1;
        else fetch(0, next);
        at = next;
    }
    ct_copies_wait<0>();
    ct_real by[CT_BLOCKS][2];
    const long long line = ((long long)b * groups + group) * keys;
    ct_element *out = (ct_element *)given.b[CT_OUT];
    if constexpr (OF_VALUES) {
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++) by[m][0] = by[m][1] = 1;
        ct_keep<CT_D>(out + given.n[CT_TO_VALUES] + line * deep, to_v, by, first + own, keys, deep);
    }
    if constexpr (OF_KEYS) {
        const ct_real scale = ct_real(__longlong_as_double(given.n[CT_SCALE]));
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++) by[m][0] = by[m][1] = scale;
        ct_keep<CT_E>(out + given.n[CT_TO] + line * wide, to_k, by, first + own, keys, wide);
    }
}
