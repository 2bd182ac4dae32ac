// cuFFT on the processor: batches of transforms of one axis, with all that a call says looked at. What the documentation leaves open is what helps
// least: transforms of half a row leave nothing of their input, rows of a batch are computed two by two, so that what is no number is shared, and
// plans are gone when they are destroyed. Plans that nobody needs, as there are many or one of the kind, are refused.

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "library.h"

enum Status { SUCCESS = 0, INVALID_PLAN = 1, ALLOC_FAILED = 2, INVALID_TYPE = 3, INVALID_VALUE = 4, INVALID_SIZE = 8, UNALIGNED_DATA = 9, NO_WORKSPACE = 13 };
enum Type { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };
typedef std::complex<double> Number;
typedef long long Long;

struct Plan {
    bool allocates = true, is_made = false, is_live = true;
    int type = 0;
    Long n = 0, batch = 0, step = 0, distance = 0, out_step = 0, out_distance = 0;
    size_t bytes = 0;
    void *stream = nullptr, *area = nullptr;
};
typedef std::shared_ptr<Plan> Shared;

static std::mutex of_plans;
static std::map<int, Shared> plans;

static Status refuse(Status status, const char *why) {
    fprintf(stderr, "stand-in for cuFFT: %s\n", why);
    return status;
}
static Shared find(int handle) {
    std::lock_guard<std::mutex> lock(of_plans);
    const auto found = plans.find(handle);
    return found == plans.end() ? nullptr : found->second;
}

// All roots of 1 of an order, of the sign.
static std::vector<Number> roots(Long n, int sign) {
    std::vector<Number> all(n);
    const long double turn = 2 * std::acos(-1.0L);
    for (Long k = 0; k < n; ++k) all[k] = Number(std::polar(1.0L, sign * turn * k / n));
    return all;
}

static std::vector<Number> transform(const std::vector<Number> &x, int sign);

// Of x[0], x[step] .., by the least prime of their number.
static void parts(const Number *x, Long step, Long n, Number *y, const std::vector<Number> &root, int sign) {
    if (n == 1) {
        *y = *x;
        return;
    }
    Long prime = 2;
    while (n % prime && prime * prime <= n) ++prime;
    if (n % prime) prime = n;
    if (prime > 60) {
        std::vector<Number> own(n);
        for (Long j = 0; j < n; ++j) own[j] = x[j * step];
        // A convolution of a chirp, in a circle of a power of 2.
        Long wide = 1;
        while (wide < 2 * n - 1) wide *= 2;
        const auto chirp = roots(2 * n, sign);
        std::vector<Number> a(wide), b(wide);
        for (Long j = 0; j < n; ++j) {
            const Number c = chirp[j * j % (2 * n)];
            a[j] = own[j] * c;
            b[j] = b[(wide - j) % wide] = std::conj(c);
        }
        a = transform(a, 1), b = transform(b, 1);
        for (Long k = 0; k < wide; ++k) a[k] *= b[k] / double(wide);
        a = transform(a, -1);
        for (Long k = 0; k < n; ++k) y[k] = a[k] * chirp[k * k % (2 * n)];
        return;
    }
    const Long each = n / prime, all = Long(root.size());
    std::vector<Number> left(n);
    for (Long r = 0; r < prime; ++r) parts(x + r * step, step * prime, each, &left[r * each], root, sign);
    for (Long k = 0; k < n; ++k) {
        Number sum = 0;
        for (Long r = 0; r < prime; ++r) sum += left[r * each + k % each] * root[r * k % n * (all / n)];
        y[k] = sum;
    }
}
static std::vector<Number> transform(const std::vector<Number> &x, int sign) {
    std::vector<Number> y(x.size());
    parts(x.data(), 1, Long(x.size()), y.data(), roots(Long(x.size()), sign), sign);
    return y;
}

template <class T> static void run(const Plan &plan, T *from, T *to, int sign) {
    const Long n = plan.n, half = n / 2 + 1;
    const bool reads_real = plan.type == R2C || plan.type == D2Z, writes_real = plan.type == C2R || plan.type == Z2D;
    const T none = std::numeric_limits<T>::quiet_NaN();
    std::vector<std::vector<Number>> rows(plan.batch, std::vector<Number>(n));
    std::vector<bool> is_number(plan.batch, true);
    for (Long i = 0; i < plan.batch; ++i) {
        for (Long j = 0; j < n; ++j) {
            const Long k = writes_real && j >= half ? n - j : j, at = i * plan.distance + k * plan.step;
            Number x = reads_real ? Number(from[at]) : Number(from[2 * at], from[2 * at + 1]);
            // What is its own conjugate is to have no imaginary part.
            if (writes_real && (k == 0 || 2 * k == n) && x.imag() != 0) x = none;
            if (k != j) x = std::conj(x);
            is_number[i] = is_number[i] && std::isfinite(x.real()) && std::isfinite(x.imag());
            rows[i][j] = x;
        }
    }
    for (Long i = 0; i < plan.batch; ++i) {
        const Long other = i ^ 1;
        const bool is_none = !is_number[i] || (other < plan.batch && !is_number[other]);
        const auto y = is_none ? std::vector<Number>(n, Number(none, none)) : transform(rows[i], sign);
        for (Long k = 0; k < (reads_real ? half : n); ++k) {
            const Long at = i * plan.out_distance + k * plan.out_step;
            if (writes_real) {
                to[at] = T(y[k].real());
            } else {
                to[2 * at] = T(y[k].real());
                to[2 * at + 1] = reads_real && (k == 0 || 2 * k == n) && !is_none ? T(0) : T(y[k].imag());
            }
        }
    }
    if (writes_real)
        for (Long i = 0; i < plan.batch; ++i)
            for (Long k = 0; k < half; ++k) from[2 * (i * plan.distance + k * plan.step)] = none;
    for (size_t i = 0; i < plan.bytes / sizeof(T); ++i) ((T *)plan.area)[i] = none;
}

template <class T> static Status execute(int handle, int type, T *from, T *to, int sign) {
    const Shared plan = find(handle);
    if (!plan || !plan->is_made) return refuse(INVALID_PLAN, "no plan");
    if (plan->type != type) return refuse(INVALID_TYPE, "a plan of another type");
    if (sign != -1 && sign != 1) return refuse(INVALID_VALUE, "no direction");
    if (!plan->stream) return refuse(INVALID_PLAN, "no stream was set");
    if (!plan->area || !has_memory(plan->area, plan->bytes)) return refuse(NO_WORKSPACE, "no memory to work in, or too little");
    if (!from || !to || from == to) return refuse(INVALID_VALUE, "no place of inputs, or of outputs");
    if (uintptr_t(from) % (2 * sizeof(T)) || uintptr_t(to) % (2 * sizeof(T))) return refuse(UNALIGNED_DATA, "addresses of less than a pair");
    // As it is now: the stream and the memory of the next call may be others.
    const Plan now = *plan;
    return Status(in_order(plan->stream, [=] {
        if (!plan->is_live) fprintf(stderr, "stand-in for cuFFT: a transform of a plan that was destroyed\n"), abort();
        run(now, from, to, sign);
    }));
}

extern "C" {
int cufftGetVersion(int *version) { return *version = 12000, SUCCESS; }
int cufftCreate(int *handle) {
    static int next = 7;
    std::lock_guard<std::mutex> lock(of_plans);
    // Each may have memory of its own, and nobody needs so many.
    if (plans.size() >= 100) return refuse(ALLOC_FAILED, "a hundred plans at once");
    plans[*handle = next++] = std::make_shared<Plan>();
    return SUCCESS;
}
int cufftDestroy(int handle) {
    const Shared plan = find(handle);
    if (!plan) return refuse(INVALID_PLAN, "no plan to destroy");
    plan->is_live = false;
    std::lock_guard<std::mutex> lock(of_plans);
    plans.erase(handle);
    return SUCCESS;
}
int cufftSetAutoAllocation(int handle, int allocates) {
    const Shared plan = find(handle);
    if (!plan || plan->is_made) return refuse(INVALID_PLAN, "memory is chosen before a plan is made");
    return plan->allocates = allocates, SUCCESS;
}
int cufftMakePlanMany64(int handle, int rank, Long *n, Long *inembed, Long istride, Long idist, Long *onembed, Long ostride, Long odist, int type,
                        Long batch, size_t *bytes) {
    const Shared plan = find(handle);
    if (!plan || plan->is_made) return refuse(INVALID_PLAN, "a plan that was made");
    if (plan->allocates) return refuse(INVALID_PLAN, "nobody wants memory of the plan's own");
    if (type != R2C && type != C2R && type != C2C && type != D2Z && type != Z2D && type != Z2Z) return refuse(INVALID_TYPE, "no type");
    if (rank != 1 || !n || *n < 1 || batch < 1) return refuse(INVALID_SIZE, "no axis, or no number of it");
    // Without embeddings steps and distances are not looked at.
    if (!inembed || !onembed || istride < 1 || idist < 1 || ostride < 1 || odist < 1) return refuse(INVALID_VALUE, "steps that nobody reads");
    const bool is_double = type == D2Z || type == Z2D || type == Z2Z, reads_real = type == R2C || type == D2Z, writes_real = type == C2R || type == Z2D;
    const Long ins = writes_real ? *n / 2 + 1 : *n, outs = reads_real ? *n / 2 + 1 : *n;
    const auto meets = [batch](Long count, Long step, Long distance) { return batch > 1 && distance < (count - 1) * step + 1 && step < (batch - 1) * distance + 1; };
    if (meets(ins, istride, idist) || meets(outs, ostride, odist)) return refuse(INVALID_VALUE, "rows that overlap");
    {
        std::lock_guard<std::mutex> lock(of_plans);
        const auto all = [](const Plan &p) { return std::make_tuple(p.type, p.n, p.batch, p.step, p.distance, p.out_step, p.out_distance); };
        for (const auto &[other, made] : plans)
            if (made->is_made && all(*made) == std::make_tuple(type, *n, batch, istride, idist, ostride, odist))
                return refuse(INVALID_PLAN, "a plan that is there already");
    }
    plan->is_made = true, plan->type = type, plan->n = *n, plan->batch = batch;
    plan->step = istride, plan->distance = idist, plan->out_step = ostride, plan->out_distance = odist;
    *bytes = plan->bytes = size_t(*n + 3) * (is_double ? 16 : 8);
    return SUCCESS;
}
int cufftSetStream(int handle, void *stream) {
    const Shared plan = find(handle);
    if (!plan || !stream) return refuse(INVALID_PLAN, "no plan, or no stream");
    return plan->stream = stream, SUCCESS;
}
int cufftSetWorkArea(int handle, void *area) {
    const Shared plan = find(handle);
    if (!plan || !plan->is_made) return refuse(INVALID_PLAN, "memory for a plan that is none yet");
    if (!area || uintptr_t(area) % 256) return refuse(INVALID_VALUE, "memory that is not aligned");
    return plan->area = area, SUCCESS;
}
int cufftExecC2C(int handle, float *from, float *to, int sign) { return execute(handle, C2C, from, to, sign); }
int cufftExecZ2Z(int handle, double *from, double *to, int sign) { return execute(handle, Z2Z, from, to, sign); }
int cufftExecR2C(int handle, float *from, float *to) { return execute(handle, R2C, from, to, -1); }
int cufftExecD2Z(int handle, double *from, double *to) { return execute(handle, D2Z, from, to, -1); }
int cufftExecC2R(int handle, float *from, float *to) { return execute(handle, C2R, from, to, 1); }
int cufftExecZ2D(int handle, double *from, double *to) { return execute(handle, Z2D, from, to, 1); }
}
