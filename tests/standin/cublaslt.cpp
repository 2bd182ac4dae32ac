// cuBLASLt on the processor: products of matrices as NVIDIA's documentation has them, column by column, with all that a call says looked at.
// What the library does not support is NOT_SUPPORTED, what contradicts itself is INVALID_VALUE and said on stderr. With
// `COTANGENT_STANDIN_EPILOGUES=1` it says there which epilogues it was asked for.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "library.h"

enum Status { SUCCESS = 0, INVALID_VALUE = 7, NOT_SUPPORTED = 15 };
enum Type { R_32F = 0, R_64F = 1, R_16F = 2, R_16BF = 14 };
enum Compute { COMPUTE_32F = 68, COMPUTE_64F = 70, COMPUTE_32F_FAST_TF32 = 77 };
// Bits of CUBLASLT_EPILOGUE_*, which add up to one. Sums of operands (BGRADA, BGRADB) are not here: nothing asks for them.
enum Epilogue { DEFAULT = 1, RELU = 2, BIAS = 4, OF_RELU = 8, SUMS = 16, GELU = 32, OF_GELU = 64, AUX = 128 };
// CUBLASLT_MATMUL_DESC_*.
enum Attribute {
    TRANSA = 3,
    TRANSB = 4,
    EPILOGUE = 7,
    BIAS_POINTER = 8,
    BIAS_BATCH_STRIDE = 10,
    EPILOGUE_AUX_POINTER = 11,
    EPILOGUE_AUX_LD = 12,
    EPILOGUE_AUX_BATCH_STRIDE = 13,
    EPILOGUE_AUX_DATA_TYPE = 22,
    BIAS_DATA_TYPE = 26,
};

struct Layout {
    int type;
    uint64_t rows, columns;
    int64_t ld, step;
    int count;
};
struct Operation {
    int compute, scale, turns[2];
    uint32_t epilogue;
    int bias_type, aux_type;
    void *bias, *aux;
    int64_t bias_step, aux_ld, aux_step;
};
struct Preference {
    uint64_t workspace;
    uint32_t sums, alignments[4];
};
struct Algorithm {
    uint64_t data[8];
};
struct Found {
    Algorithm algorithm;
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
};
static_assert(sizeof(Found) == 96, "as cublasLt.h has it");
static const uint64_t MAGIC = 0x636f74616e67656eULL;
static int handle;

static Status refuse(const char *why) {
    fprintf(stderr, "stand-in for cuBLASLt: %s\n", why);
    return INVALID_VALUE;
}
template <class T> static Status put(T &to, const void *from, size_t bytes) {
    if (!from || bytes != sizeof(T)) return refuse("an attribute of another size");
    memcpy(&to, from, bytes);
    return SUCCESS;
}
// What a call fails with that is told to, as the driver's: `cublasLtMatmul:2:13` is the second.
static int failing(const char *call, int &count) {
    const char *named = getenv("COTANGENT_STANDIN_FAIL");
    const std::string begins = std::string(call) + ":" + std::to_string(++count) + ":";
    const char *found = named ? strstr(named, begins.c_str()) : nullptr;
    return found ? atoi(found + begins.size()) : SUCCESS;
}
static size_t bytes(int type) { return type == R_64F ? 8 : type == R_32F ? 4 : 2; }

// --- elements
static float wide(uint16_t bits, int type) {
    if (type == R_16BF) {
        uint32_t word = uint32_t(bits) << 16;
        float value;
        return memcpy(&value, &word, 4), value;
    }
    _Float16 half;
    return memcpy(&half, &bits, 2), float(half);
}
static uint16_t narrow(float value, int type) {
    if (type == R_16F) {
        _Float16 half = value;
        uint16_t bits;
        return memcpy(&bits, &half, 2), bits;
    }
    if (std::isnan(value)) return 0x7fc0;
    uint32_t word;
    memcpy(&word, &value, 4);
    return (word + 0x7fff + (word >> 16 & 1)) >> 16;
}
static float tensor(float value) {
    if (!std::isfinite(value)) return value;
    uint32_t word;
    memcpy(&word, &value, 4);
    word = (word + 0x1000) & ~0x1fffu;
    return memcpy(&value, &word, 4), value;
}
static double load(const void *at, int64_t i, int type) {
    if (type == R_64F) return ((const double *)at)[i];
    if (type == R_32F) return ((const float *)at)[i];
    return wide(((const uint16_t *)at)[i], type);
}
static void keep(void *at, int64_t i, int type, double value) {
    if (type == R_64F) ((double *)at)[i] = value;
    else if (type == R_32F) ((float *)at)[i] = float(value);
    else ((uint16_t *)at)[i] = narrow(float(value), type);
}

// --- what goes together
static bool supports(const Operation &op, int a, int b, int d) {
    if (a != b) return false;
    if (op.compute == COMPUTE_64F) return op.scale == R_64F && a == R_64F && d == R_64F;
    if (op.scale != R_32F) return false;
    if (op.compute == COMPUTE_32F_FAST_TF32) return a == R_32F && d == R_32F;
    if (op.compute != COMPUTE_32F) return false;
    if (a == R_32F) return d == R_32F;
    return (a == R_16F || a == R_16BF) && (d == a || d == R_32F);
}
static Status consistent(const Operation &op, const Layout &a, const Layout &b, const Layout &c, const Layout &d) {
    const Layout *all[] = {&a, &b, &c, &d};
    for (const Layout *x : all) {
        if (x->ld < int64_t(x->rows)) return refuse("a leading dimension below the rows");
        if (!x->rows || !x->columns) return refuse("a matrix without elements");
        if (x->rows > INT32_MAX || x->columns > INT32_MAX || x->ld > INT32_MAX) return refuse("a length beyond 32 bits");
        if (x->count != d.count) return refuse("batches of several lengths");
        if (x->count > 1 && x->step < 0) return refuse("a batch that goes backwards");
    }
    if (d.count > 1 && d.step < int64_t(d.rows) && d.step < d.ld) return refuse("results that overlap");
    if (memcmp(&c, &d, sizeof d)) return refuse("C is not laid out as D");
    const uint64_t m = op.turns[0] ? a.columns : a.rows, k = op.turns[0] ? a.rows : a.columns;
    const uint64_t deep = op.turns[1] ? b.columns : b.rows, n = op.turns[1] ? b.rows : b.columns;
    if (m != d.rows || n != d.columns || k != deep) return refuse("shapes that do not go together");
    return SUCCESS;
}
// The largest power of 2 up to 256 that an address is a multiple of: what the heuristic sees of a bias and of an auxiliary matrix.
static uint64_t alignment(const void *at) {
    uint64_t most = 256;
    while (uintptr_t(at) % most) most /= 2;
    return most;
}
static Status epilogue(const Operation &op, const Layout &d, const void *D) {
    switch (op.epilogue) {
    case DEFAULT: return SUCCESS;
    case BIAS: case RELU: case RELU | BIAS: case GELU: case GELU | BIAS: case GELU | AUX: case GELU | AUX | BIAS:
    case OF_GELU | AUX: case OF_GELU | AUX | SUMS: case OF_RELU | AUX: case OF_RELU | AUX | SUMS: break;
    default: return NOT_SUPPORTED;
    }
    // Beside those of f32 and 16 bits there are none.
    if (op.compute == COMPUTE_64F) return NOT_SUPPORTED;
    if (op.epilogue & (BIAS | SUMS)) {
        if (op.bias_type >= 0 && op.bias_type != d.type) return NOT_SUPPORTED;
        if (!op.bias || uintptr_t(op.bias) % 16) return refuse("no bias, or one that is not aligned");
        if (op.epilogue & SUMS && d.count > 1 && op.bias_step < int64_t(d.rows)) return refuse("sums of a batch in one place");
    }
    if (op.epilogue & OF_RELU) {
        // A matrix of bits, which has no type, and lengths of 16 bytes.
        if (op.aux_type >= 0) return NOT_SUPPORTED;
        if (!op.aux || uintptr_t(op.aux) % 16) return refuse("no bits, or bits that are not aligned");
        if (op.aux_ld % 128 || op.aux_ld < int64_t(d.rows)) return refuse("a leading dimension of bits that is none");
        if (d.count > 1 && (op.aux_step % 128 || op.aux_step < op.aux_ld * int64_t(d.columns))) return refuse("a step of matrices of bits that is none");
        if (op.aux == D || op.aux == op.bias) return refuse("a result over the bits that are read");
    } else if (op.epilogue & AUX) {
        if (op.aux_type >= 0 && op.aux_type != d.type) return NOT_SUPPORTED;
        if (!op.aux || uintptr_t(op.aux) % 16) return refuse("no auxiliary matrix, or one that is not aligned");
        if (op.aux_ld % 8 || op.aux_ld < int64_t(d.rows)) return refuse("a leading dimension of the auxiliary matrix that is none");
        // Whether it may be read where the result is written nothing says.
        if (op.epilogue & OF_GELU && op.aux == D) return refuse("a result over the auxiliary matrix that is read");
        if (d.count > 1 && op.aux_step % 8) return refuse("a step of auxiliary matrices that is no multiple of 8");
    }
    return SUCCESS;
}
static uint64_t hash(const Operation &op, const Layout &a, const Layout &b, const Layout &d) {
    uint64_t h = 1469598103934665603ULL;
    const auto mix = [&](uint64_t x) { h = (h ^ x) * 1099511628211ULL; };
    for (int x : {op.compute, op.scale, op.turns[0], op.turns[1], int(op.epilogue), op.bias_type, op.aux_type}) mix(x);
    if (op.epilogue & AUX) mix(op.aux_ld), mix(op.aux_step);
    for (const Layout *x : {&a, &b, &d})
        for (uint64_t y : {uint64_t(x->type), x->rows, x->columns, uint64_t(x->ld), uint64_t(x->step), uint64_t(x->count)}) mix(y);
    return h;
}

// --- the product of one matrix of a batch, with sums in T
template <class T>
static void product(const Operation &op, double alpha, double beta, const void *A, const Layout &a, const void *B, const Layout &b,
                    const void *C, void *D, const Layout &d, void *bias, void *aux) {
    const int64_t m = d.rows, n = d.columns, k = op.turns[0] ? a.rows : a.columns;
    const bool rounds = op.compute == COMPUTE_32F_FAST_TF32;
    std::vector<T> x(m * k), y(n * k);
    for (int64_t i = 0; i < m; ++i)
        for (int64_t s = 0; s < k; ++s) x[i * k + s] = T(load(A, op.turns[0] ? s + i * a.ld : i + s * a.ld, a.type));
    for (int64_t j = 0; j < n; ++j)
        for (int64_t s = 0; s < k; ++s) y[j * k + s] = T(load(B, op.turns[1] ? j + s * b.ld : s + j * b.ld, b.type));
    if (rounds) {
        for (T &value : x) value = T(tensor(float(value)));
        for (T &value : y) value = T(tensor(float(value)));
    }
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i) {
            T parts[8] = {};
            int64_t s = 0;
            const T *u = &x[i * k], *v = &y[j * k];
            for (; s + 8 <= k; s += 8)
                for (int p = 0; p < 8; ++p) parts[p] += u[s + p] * v[s + p];
            T sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
            for (; s < k; ++s) sum += u[s] * v[s];
            T value = T(alpha) * sum;
            // With a factor of 0 it is not read.
            if (beta != 0) value += T(beta) * T(load(C, i + j * d.ld, d.type));
            if (op.epilogue & BIAS) value += T(load(bias, i, d.type));
            const T scale = T(0.7978845608028654), cubic = T(0.044715);
            if (op.epilogue & OF_RELU) {
                // Whether it chooses or multiplies nothing says: 0 times what is no number is none. Of the bits of a byte the lowest is the
                // first, as tests of NVIDIA's read what RELU_AUX writes.
                const int64_t bit = i + j * op.aux_ld;
                value *= T(((const uint8_t *)aux)[bit / 8] >> bit % 8 & 1);
            } else if (op.epilogue & OF_GELU) {
                // GELU'(x) at GELU's input, by the rule of products.
                const T at = T(load(aux, i + j * op.aux_ld, d.type));
                const T wave = T(tensor(float(std::tanh(scale * (at + cubic * at * at * at)))));
                const T steep = scale * (T(1) + T(3) * cubic * at * at);
                value *= T(0.5) * (T(1) + wave) + T(0.5) * at * (T(1) - wave * wave) * steep;
            } else if (op.epilogue & AUX) keep(aux, i + j * op.aux_ld, d.type, double(value));
            // max(x, 0) says nothing of NaN, and has been seen to give 0.
            if (op.epilogue & RELU) value = value > 0 ? value : T(0);
            if (op.epilogue & GELU) {
                const T inner = scale * (value + cubic * value * value * value);
                // Nothing says how near it is: as near as the instruction of GPUs.
                value = T(0.5) * value * (T(1) + T(tensor(float(std::tanh(inner)))));
            }
            keep(D, i + j * d.ld, d.type, double(value));
        }
    if (!(op.epilogue & SUMS)) return;
    // Nothing says how they are added, or of what: here of what was rounded, the last first, and what 16 columns have is rounded too.
    for (int64_t i = 0; i < m; ++i) {
        T all = 0;
        for (int64_t end = n; end > 0; end -= 16) {
            T part = 0;
            for (int64_t j = end - 1; j >= 0 && j >= end - 16; --j) part += T(load(D, i + j * d.ld, d.type));
            keep(bias, i, d.type, double(part));
            all += T(load(bias, i, d.type));
        }
        keep(bias, i, d.type, double(all));
    }
}

extern "C" {
int cublasLtGetProperty(int which, int *value) { return *value = which == 0 ? 13 : which == 1 ? 99 : 0, 0; }
size_t cublasLtGetVersion() { return 130002; }
int cublasLtCreate(void **made) { return *made = &handle, SUCCESS; }
int cublasLtDestroy(void *) { return SUCCESS; }

int cublasLtMatrixLayoutCreate(Layout **made, int type, uint64_t rows, uint64_t columns, int64_t ld) {
    return *made = new Layout{type, rows, columns, ld, 0, 1}, SUCCESS;
}
int cublasLtMatrixLayoutDestroy(Layout *layout) { return delete layout, SUCCESS; }
int cublasLtMatrixLayoutSetAttribute(Layout *layout, int attribute, const void *from, size_t size) {
    int32_t order;
    switch (attribute) {
    case 1:
        if (Status status = put(order, from, size)) return status;
        return order ? NOT_SUPPORTED : SUCCESS;
    case 5: return put(layout->count, from, size);
    case 6: return put(layout->step, from, size);
    }
    return refuse("an attribute of layouts that the stand-in has not");
}

int cublasLtMatmulDescCreate(Operation **made, int compute, int scale) {
    return *made = new Operation{compute, scale, {0, 0}, DEFAULT, -1, -1, nullptr, nullptr, 0, 0, 0}, SUCCESS;
}
int cublasLtMatmulDescDestroy(Operation *op) { return delete op, SUCCESS; }
int cublasLtMatmulDescSetAttribute(Operation *op, int attribute, const void *from, size_t size) {
    int32_t turn;
    switch (attribute) {
    case TRANSA:
    case TRANSB:
        if (Status status = put(turn, from, size)) return status;
        if (turn != 0 && turn != 1) return refuse("an operation that is neither N nor T");
        return op->turns[attribute - TRANSA] = turn, SUCCESS;
    case EPILOGUE: return put(op->epilogue, from, size);
    case BIAS_POINTER: return put(op->bias, from, size);
    case BIAS_BATCH_STRIDE: return put(op->bias_step, from, size);
    case BIAS_DATA_TYPE: return put(op->bias_type, from, size);
    case EPILOGUE_AUX_POINTER: return put(op->aux, from, size);
    case EPILOGUE_AUX_LD: return put(op->aux_ld, from, size);
    case EPILOGUE_AUX_BATCH_STRIDE: return put(op->aux_step, from, size);
    case EPILOGUE_AUX_DATA_TYPE: return put(op->aux_type, from, size);
    }
    return refuse("an attribute of products that the stand-in has not");
}

int cublasLtMatmulPreferenceCreate(Preference **made) { return *made = new Preference{0, 7, {256, 256, 256, 256}}, SUCCESS; }
int cublasLtMatmulPreferenceDestroy(Preference *preference) { return delete preference, SUCCESS; }
int cublasLtMatmulPreferenceSetAttribute(Preference *preference, int attribute, const void *from, size_t size) {
    if (attribute == 1) return put(preference->workspace, from, size);
    if (attribute == 3) return put(preference->sums, from, size);
    if (attribute < 5 || attribute > 8) return refuse("an attribute of preferences that the stand-in has not");
    uint32_t &to = preference->alignments[attribute - 5];
    if (Status status = put(to, from, size)) return status;
    return to && !(to & (to - 1)) && to <= 256 ? SUCCESS : refuse("an alignment that is none");
}

int cublasLtMatmulAlgoGetHeuristic(void *with, const Operation *op, const Layout *a, const Layout *b, const Layout *c, const Layout *d,
                                   const Preference *preference, int wanted, Found *found, int *count) {
    *count = 0;
    if (with != &handle || wanted < 1) return refuse("no handle, or no algorithm wanted");
    if (!supports(*op, a->type, b->type, d->type) || c->type != d->type) return NOT_SUPPORTED;
    if (Status status = consistent(*op, *a, *b, *c, *d)) return status;
    if (Status status = epilogue(*op, *d, nullptr)) return status;
    const int layouts[] = {a->type, b->type, c->type, d->type};
    for (int i = 0; i < 4; ++i)
        if (preference->alignments[i] < bytes(layouts[i])) return refuse("elements that are not aligned");
    // Long sums have memory for their parts, which may not be added with atomics.
    const size_t memory = a->columns > 256 && preference->workspace >= 4096 && preference->sums & 2 ? 4096 : 0;
    if (preference->sums & 1) return refuse("sums by atomics are allowed");
    memset(found, 0, sizeof *found);
    found->algorithm = {{MAGIC, hash(*op, *a, *b, *d), memory}};
    for (int i = 0; i < 4; ++i) found->algorithm.data[3] |= uint64_t(preference->alignments[i]) << 16 * i;
    found->algorithm.data[4] = alignment(op->bias) << 16 | alignment(op->aux);
    found->workspace = memory;
    return *count = 1, SUCCESS;
}

int cublasLtMatmul(void *with, const Operation *op, const void *alpha, const void *A, const Layout *a, const void *B, const Layout *b,
                   const void *beta, const void *C, const Layout *c, void *D, const Layout *d, const Algorithm *algorithm,
                   void *workspace, size_t size, void *stream) {
    if (with != &handle || !A || !B || !C || !D || !alpha || !beta || !stream) return refuse("something is null");
    if (!algorithm || algorithm->data[0] != MAGIC) return refuse("no algorithm");
    if (!supports(*op, a->type, b->type, d->type)) return NOT_SUPPORTED;
    if (Status status = consistent(*op, *a, *b, *c, *d)) return status;
    if (algorithm->data[1] != hash(*op, *a, *b, *d)) return refuse("an algorithm of another product");
    if (algorithm->data[2] > size || (size && (!workspace || uintptr_t(workspace) % 256))) return refuse("no memory to work in");
    const void *addresses[] = {A, B, C, D};
    for (int i = 0; i < 4; ++i)
        if (uintptr_t(addresses[i]) % (algorithm->data[3] >> 16 * i & 0xffff)) return refuse("an address that is not aligned as said");
    if (Status status = epilogue(*op, *d, D)) return status;
    static const bool tells = getenv("COTANGENT_STANDIN_EPILOGUES");
    if (tells) fprintf(stderr, "stand-in for cuBLASLt: epilogue %u\n", op->epilogue);
    static int calls = 0;
    if (int status = failing("cublasLtMatmul", calls)) return status;
    const bool has_bias = op->epilogue & (BIAS | SUMS), has_aux = op->epilogue & AUX;
    if ((has_bias && alignment(op->bias) < algorithm->data[4] >> 16) || (has_aux && alignment(op->aux) < (algorithm->data[4] & 0xffff)))
        return refuse("a bias or an auxiliary matrix that is not aligned as where the algorithm was asked for");
    const bool is_double = op->scale == R_64F;
    const double up = is_double ? *(const double *)alpha : *(const float *)alpha;
    const double was = is_double ? *(const double *)beta : *(const float *)beta;
    // Descriptors may be gone when it runs.
    return in_order(stream, [=, op = *op, a = *a, b = *b, c = *c, d = *d, used = algorithm->data[2]] {
        memset(workspace, 0xff, used);
        for (int64_t i = 0; i < d.count; ++i) {
            const auto at = [&](const void *x, const Layout &of) { return (const char *)x + i * of.step * int64_t(bytes(of.type)); };
            void *bias = has_bias ? (char *)op.bias + i * op.bias_step * int64_t(bytes(d.type)) : nullptr;
            const int64_t apart = op.epilogue & OF_RELU ? op.aux_step / 8 : op.aux_step * int64_t(bytes(d.type));
            void *aux = has_aux ? (char *)op.aux + i * apart : nullptr;
            (is_double ? product<double> : product<float>)(op, up, was, at(A, a), a, at(B, b), b, at(C, c), (void *)at(D, d), d, bias, aux);
        }
    });
}
}
