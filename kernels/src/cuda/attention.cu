// Attention whose weights are never in memory: a block of threads has some rows and walks along the columns in tiles. Goes behind
// `matrices.cu`. The launch defines the types `ct_element` and `ct_real`, which elements are computed in, and
//   CT_E, CT_D       widths of keys and of values, up to a multiple of 16
//   CT_BLOCKS        blocks of 16 rows that a warp has, of CT_WARPS
//   CT_COLS          columns of a tile, of which CT_STAGES are in memory
//   CT_MASKED        whether the mask differs within a head; CT_BIASED the same of the bias
//   CT_NEAR          whether lines of q, k, v and t are copied by 16 bytes: bits
//   CT_WORDS, CT_BUFFERS, CT_Q, CT_K, CT_V, CT_MASK, CT_BIAS, CT_T, CT_OUT, CT_FLAGS, CT_ROWS_SAID   what is given, and the places of buffers.

struct alignas(16) ct_given {
    long long n[CT_WORDS];
    void *b[CT_BUFFERS];
};

// Words: lengths, and operands as an offset and four strides.
enum {
    CT_HEADS, CT_SHARED, CT_QUERIES, CT_KEYS, CT_WIDE, CT_DEEP, CT_TILES, CT_SCALE, CT_TO, CT_TO_VALUES, CT_COUNT,
    CT_VIEW_Q = 12, CT_VIEW_K = 17, CT_VIEW_V = 22, CT_VIEW_T = 27, CT_VIEW_MASK = 32, CT_VIEW_BIAS = 37, CT_VIEW_FLAGS = 42
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

// Copies lines into memory of the block; 0 behind what is there.
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
            to[row * (W + CT_PAD) + at] = is ? x.first[(from + row) * x.step + at * x.one] : ct_element{};
        }
    }
}

// Products of a warp. `c` has its rows in blocks of 16 by 8, each thread what `mma` gives it.
template <class T> struct ct_product {
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

// The same by tensor cores, of elements of 16 bits.
template <class T> struct ct_half_product {
    static __device__ float exp_of(float x) { return ct_quick_exp(x); }

    template <int N, int K> static __device__ inline void lines(float (&c)[CT_BLOCKS][N / 8][4], const T *a, const T *b) {
        const int lane = threadIdx.x % 32;
        a += lane % 16 * (K + CT_PAD) + lane / 16 * 8;
        b += (lane % 8 + lane / 16 * 8) * (K + CT_PAD) + lane / 8 % 2 * 8;
#pragma unroll
        for (int k = 0; k < K; k += 16) {
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

    // What a product leaves to a thread is what it gives to the next.
    template <int N>
    static __device__ inline void columns(float (&c)[CT_BLOCKS][N / 8][4], const float (&p)[CT_BLOCKS][CT_COLS / 8][4], const T *b, float *) {
        const int lane = threadIdx.x % 32;
        b += lane % 16 * (N + CT_PAD) + lane / 16 * 8;
#pragma unroll
        for (int k = 0; k < CT_COLS; k += 16) {
            unsigned x[CT_BLOCKS][4];
#pragma unroll
            for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
                for (int i = 0; i < 4; i++) x[m][i] = ct_warp_product<T>::two(p[m][k / 8 + i / 2][i % 2 * 2], p[m][k / 8 + i / 2][i % 2 * 2 + 1]);
#pragma unroll
            for (int n = 0; n < N; n += 16) {
                unsigned y[4];
                ct_matrices_turned(y, b + k * (N + CT_PAD) + n);
#pragma unroll
                for (int m = 0; m < CT_BLOCKS; m++) {
                    ct_warp_product<T>::more(c[m][n / 8], x[m], y[0], y[1]);
                    ct_warp_product<T>::more(c[m][n / 8 + 1], x[m], y[2], y[3]);
                }
            }
        }
    }
};
template <> struct ct_product<ct_f16> : ct_half_product<ct_f16> {};
template <> struct ct_product<ct_bf16> : ct_half_product<ct_bf16> {};
typedef ct_product<ct_element> ct_products;

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
    const ct_real scale = ct_real(__longlong_as_double(given.n[CT_SCALE]));
    const unsigned *mask = (const unsigned *)given.b[CT_MASK];
    const ct_element *bias = (const ct_element *)given.b[CT_BIAS];
    const long long to_mask = ct_place(given, CT_VIEW_MASK, b, h, 0, 0), to_bias = ct_place(given, CT_VIEW_BIAS, b, h, 0, 0);
    const int by_row = SWAPPED ? 4 : 3, by_column = SWAPPED ? 3 : 4;
    const ct_real each = CT_BIASED ? ct_real(0) : ct_real(bias[to_bias]);
#pragma unroll
    for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
        for (int n = 0; n < CT_COLS / 8; n++)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const long long r = row + 16 * m + 8 * (i / 2) + g, c = column + 8 * n + 2 * t + i % 2;
                ct_real x = s[m][n][i] * scale;
                const bool is = c < columns;
                if (CT_BIASED) {
                    if (is && r < rows) x += ct_real(bias[to_bias + r * given.n[CT_VIEW_BIAS + by_row] + c * given.n[CT_VIEW_BIAS + by_column]]);
                } else {
                    x += each;
                }
                bool open = is;
                if (CT_MASKED && !whole && is && r < rows)
                    open = mask[to_mask + r * given.n[CT_VIEW_MASK + by_row] + c * given.n[CT_VIEW_MASK + by_column]] != 0;
                s[m][n][i] = open ? x : -ct_inf<ct_real>();
            }
}

// Of all threads that have a row.
__device__ inline ct_real ct_row_sum(ct_real x) {
    x += __shfl_xor_sync(0xffffffffu, x, 1);
    return x + __shfl_xor_sync(0xffffffffu, x, 2);
}
__device__ inline ct_real ct_row_top(ct_real x) {
    const ct_real y = __shfl_xor_sync(0xffffffffu, x, 1);
    x = y > x ? y : x;
    const ct_real z = __shfl_xor_sync(0xffffffffu, x, 2);
    return z > x ? z : x;
}

// Scores that are all infinite are not compared.
__device__ inline ct_real ct_base(ct_real top) { return top - top == 0 ? top : ct_real(0); }

// What exponentials of a row were, and what they are with a larger score.
__device__ inline ct_real ct_raised(ct_real &top, ct_real high) {
    const ct_real before = top;
    top = high > top ? high : top;
    return before == -ct_inf<ct_real>() ? ct_real(1) : ct_products::exp_of(ct_base(before) - ct_base(top));
}

// Writes the rows of a warp.
template <int N> __device__ inline void ct_keep(ct_element *to, const ct_real (&c)[CT_BLOCKS][N / 8][4], const ct_real (&by)[CT_BLOCKS][2], int row, int rows, int wide) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const bool by_two = wide % 2 == 0 && ct_size(to) % sizeof(ct_both<ct_element>) == 0;
#pragma unroll
    for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
            const int r = row + 16 * m + 8 * half + g;
            if (r >= rows) continue;
            ct_element *line = to + (long long)r * wide;
#pragma unroll
            for (int n = 0; n < N / 8; n++) {
                const int at = 8 * n + 2 * t;
                const ct_both<ct_element> both = {{ct_element(c[m][n][2 * half] * by[m][half]), ct_element(c[m][n][2 * half + 1] * by[m][half])}};
                if (by_two && at + 1 < wide) {
                    *(ct_both<ct_element> *)(line + at) = both;
                } else {
                    if (at < wide) line[at] = both.at[0];
                    if (at + 1 < wide) line[at + 1] = both.at[1];
                }
            }
        }
}

// Rows are queries. `RESULT`: the result. `SAYS`: for each row what is subtracted from its scores, the factor of their exponentials,
// and the mean of the cotangents of its weights. Neither: cotangents of queries.
template <bool RESULT, bool SAYS> __device__ inline void ct_by_queries(const ct_given &given, ct_element *tiles) {
    const bool pulls = !RESULT;
    const int W = RESULT ? CT_D : SAYS ? 8 : CT_E;
    const int heads = given.n[CT_HEADS], queries = given.n[CT_QUERIES], keys = given.n[CT_KEYS];
    const int wide = given.n[CT_WIDE], deep = given.n[CT_DEEP], many = given.n[CT_TILES];
    // The last rows first, which have most open keys where a mask is causal.
    const int first = (many - 1 - int(blockIdx.x % many)) * CT_ROWS;
    const int h = blockIdx.x / many % heads, b = blockIdx.x / many / heads, group = h / int(given.n[CT_SHARED]);
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
    const int tiles_of_keys = is_open ? (keys + CT_COLS - 1) / CT_COLS : 0;
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
    int tile = open_from(0), stage = 0;
    fetch(0, tile);
    while (tile < tiles_of_keys) {
        const int next = open_from(tile + 1), key = tile * CT_COLS;
        if (CT_STAGES == 2) {
            fetch(stage ^ 1, next);
            ct_copies_wait<1>();
        } else {
            ct_copies_wait<0>();
        }
        __syncthreads();
        const ct_element *of_k = stages + stage * CT_COLS * (CT_LINE_E + CT_LINE_D), *of_v = of_k + CT_COLS * CT_LINE_E;
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
                    for (int i = 2 * half; i < 2 * half + 2; i++) high = s[m][n][i] > high ? s[m][n][i] : high;
                const ct_real factor = ct_raised(top[m][half], ct_row_top(high)), base = ct_base(top[m][half]);
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
        for (int m = 0; m < CT_BLOCKS; m++) top[m][0] = top[m][1] = scale;
        ct_keep<CT_E>((ct_element *)given.b[CT_OUT] + given.n[CT_TO] + said * wide, made, top, first + own, queries, wide);
    } else {
#pragma unroll
        for (int m = 0; m < CT_BLOCKS; m++)
#pragma unroll
            for (int half = 0; half < 2; half++) {
                const ct_real whole = ct_row_sum(sum[m][half]);
                sum[m][half] = whole == 0 ? ct_real(0) : 1 / whole;
                if (SAYS) mean[m][half] = ct_row_sum(mean[m][half]) * sum[m][half];
                const int r = first + own + 16 * m + 8 * half + g;
                if (SAYS && t == 0 && r < queries) {
                    rows_said[said + r] = ct_base(top[m][half]);
                    rows_said[all + said + r] = sum[m][half];
                    rows_said[2 * all + said + r] = mean[m][half];
                }
            }
        if constexpr (RESULT)
            ct_keep<CT_D>((ct_element *)given.b[CT_OUT] + given.n[CT_TO] + said * deep, made, sum, first + own, queries, deep);
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
        __syncthreads();
        const ct_element *of_q = stages + stage * CT_COLS * (CT_LINE_E + CT_LINE_D), *of_t = of_q + CT_COLS * CT_LINE_E;
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
