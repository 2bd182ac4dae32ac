// NCCL between the devices of the stand-in for the driver, for one thread that has all of them. What the documentation forbids ends the
// process, as what NVIDIA's would do is a wait without an end: a call outside of a group, a communicator that its group leaves out, calls
// that do not fit together, memory or a stream of another device, a communicator that is gone.
//
// `COTANGENT_STANDIN_NCCL=2804` is the version. `COTANGENT_STANDIN_NCCL_FAIL=ncclGroupEnd:2:1` lets the second such call answer 1: then the first
// device was asked for its part, and no other.

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>
#include <vector>

#include "library.h"

enum Result { SUCCESS = 0, UNHANDLED_CUDA_ERROR = 1, INVALID_ARGUMENT = 4, INVALID_USAGE = 5 };
enum Kind { I32 = 2, U32 = 3, F16 = 6, F32 = 7, F64 = 8, BF16 = 9 };
enum Fold { SUM = 0, MAX = 2, AVG = 4 };

struct Set {
    std::vector<int> devices;
    std::vector<void *> meetings;
    size_t aborted = 0;
};
struct Comm {
    std::shared_ptr<Set> set;
    int rank;
};
struct Call {
    const void *from;
    void *to;
    size_t count;
    int kind, fold;
    Comm *comm;
    void *stream;
};

static std::mutex lock;
// These are there to the end: threads may give up communicators while a process ends.
static auto &comms = *new std::set<Comm *>;
static thread_local int depth;
// What a call of a group has answered: then nothing of it is done.
static thread_local int refused;
static thread_local std::vector<Call> asked;
static auto &last_error = *new std::string;

[[noreturn]] static void fatal(const char *call, const char *why) {
    fprintf(stderr, "stand-in for NCCL: %s: %s\n", call, why);
    abort();
}
static int refuse(int answer, const char *why) {
    std::lock_guard<std::mutex> locked(lock);
    return last_error = why, answer;
}
// What a call is to answer, if that is said.
static int fails(const char *call) {
    static auto &counts = *new std::map<std::string, int>;
    std::lock_guard<std::mutex> locked(lock);
    const int count = ++counts[call];
    const char *named = getenv("COTANGENT_STANDIN_NCCL_FAIL");
    char name[64];
    int at, code;
    if (!named || sscanf(named, "%63[^:]:%d:%d", name, &at, &code) != 3 || strcmp(name, call) || at != count) return SUCCESS;
    return last_error = "a failure on purpose", code;
}
static size_t size_of(int kind) {
    return kind == F64 ? 8 : kind == F16 || kind == BF16 ? 2 : kind == I32 || kind == U32 || kind == F32 ? 4 : 0;
}

struct Bf16 {
    uint16_t bits;
    operator float() const {
        const uint32_t word = uint32_t(bits) << 16;
        float value;
        return memcpy(&value, &word, 4), value;
    }
    Bf16() = default;
    explicit Bf16(float value) {
        uint32_t word;
        memcpy(&word, &value, 4);
        bits = value != value ? 0x7fc0 : uint16_t((word + 0x7fff + ((word >> 16) & 1)) >> 16);
    }
};

// One rank after the other, rounded each time. A mean has its factor before.
template <class T, class C> static void reduce(const std::vector<Call> &calls) {
    const size_t count = calls[0].count;
    const C factor = calls[0].fold == AVG ? C(1) / C(calls.size()) : C(1);
    std::vector<T> made(count);
    for (size_t i = 0; i < count; i++) {
        for (size_t rank = 0; rank < calls.size(); rank++) {
            const T x = ((const T *)calls[rank].from)[i];
            const T own = calls[0].fold == AVG ? T(C(x) * factor) : x;
            if (rank == 0) made[i] = own;
            else if (calls[0].fold == MAX) made[i] = C(made[i]) < C(own) ? own : made[i];
            else made[i] = T(C(made[i]) + C(own));
        }
    }
    for (const Call &call : calls) memcpy(call.to, made.data(), count * sizeof(T));
}
static void run(const std::vector<Call> &calls) {
    switch (calls[0].kind) {
    case I32: return reduce<int32_t, int64_t>(calls);
    case U32: return reduce<uint32_t, uint64_t>(calls);
    case F16: return reduce<_Float16, float>(calls);
    case F32: return reduce<float, float>(calls);
    case F64: return reduce<double, double>(calls);
    default: return reduce<Bf16, float>(calls);
    }
}

// One call of each rank: each device comes to it in the order of its own.
static void meet(const std::vector<Call> &calls, size_t of) {
    typedef std::vector<Call> All;
    static const auto meeting = of_driver<void *(*)(const int *, int, void (*)(void *), void *, void (*)(void *))>("standin_meeting");
    static const auto meets = of_driver<void (*)(void *, int)>("standin_meet");
    Set &set = *calls[0].comm->set;
    void *made = meeting(set.devices.data(), int(set.devices.size()), [](void *all) { run(*(All *)all); }, new All(calls),
                         [](void *all) { delete (All *)all; });
    {
        std::lock_guard<std::mutex> locked(lock);
        set.meetings.push_back(made);
    }
    for (size_t rank = 0; rank < of; rank++) {
        // Whoever else asks for something has the time to.
        if (rank) usleep(50);
        meets(made, set.devices[rank]);
    }
}

static int reduces(const void *from, void *to, size_t count, int kind, int fold, Comm *comm, void *stream) {
    static const auto of_stream = of_driver<int (*)(void *)>("standin_device_of_stream");
    static const auto of_memory = of_driver<int (*)(const void *, size_t)>("standin_device_of_memory");
    if (int failed = fails("ncclAllReduce")) return failed;
    {
        std::lock_guard<std::mutex> locked(lock);
        if (!comms.count(comm)) fatal("ncclAllReduce", "a communicator that is gone");
    }
    const int device = comm->set->devices[comm->rank];
    if (!depth && comm->set->devices.size() > 1) fatal("ncclAllReduce", "a call outside of a group, by a thread that has several devices");
    if (!size_of(kind)) return refuse(INVALID_ARGUMENT, "a type that is none");
    if (fold != SUM && fold != MAX && fold != AVG) return refuse(INVALID_ARGUMENT, "an operation that is none");
    if (of_stream(stream) != device) fatal("ncclAllReduce", "a stream of another device");
    if (is_recorded(stream)) fatal("ncclAllReduce", "a stream that is recorded");
    const size_t bytes = count * size_of(kind);
    if (of_memory(from, bytes) != device || of_memory(to, bytes) != device) fatal("ncclAllReduce", "memory of another device");
    if (uintptr_t(from) % size_of(kind) || uintptr_t(to) % size_of(kind)) fatal("ncclAllReduce", "an address between elements");
    const char *a = (const char *)from, *b = (const char *)to;
    if (a != b && a < b + bytes && b < a + bytes) fatal("ncclAllReduce", "memory that overlaps");
    if (asked.size() == 2048) fatal("ncclAllReduce", "more calls than a group of NCCL 2.10 takes");
    asked.push_back({from, to, count, kind, fold, comm, stream});
    return SUCCESS;
}

extern "C" {
int ncclGetVersion(int *version) {
    // None that NVIDIA has.
    const char *named = getenv("COTANGENT_STANDIN_NCCL");
    return *version = named ? atoi(named) : 29900, SUCCESS;
}
const char *ncclGetErrorString(int result) {
    return result == SUCCESS ? "no error" : result == UNHANDLED_CUDA_ERROR ? "unhandled cuda error" :
           result == INVALID_ARGUMENT ? "invalid argument" : result == INVALID_USAGE ? "invalid usage" : "unknown result code";
}
const char *ncclGetLastError(Comm *) { return last_error.c_str(); }

int ncclCommInitAll(Comm **made, int count, const int *devices) {
    static const auto finds = of_driver<int (*)(int *)>("cuDeviceGetCount");
    static const auto sees = of_driver<int (*)(int, int)>("standin_sees");
    if (int failed = fails(__func__)) return failed;
    if (depth) fatal(__func__, "in a group");
    int all = 0;
    finds(&all);
    if (!made || count < 1) return refuse(INVALID_ARGUMENT, "no devices");
    for (int i = 0; i < count; i++) {
        if (devices[i] < 0 || devices[i] >= all) return refuse(INVALID_ARGUMENT, "a device that is not there");
        for (int j = 0; j < i; j++)
            if (devices[i] == devices[j]) return refuse(INVALID_USAGE, "a device twice");
    }
    const auto set = std::make_shared<Set>();
    set->devices.assign(devices, devices + count);
    for (int a : set->devices)
        for (int b : set->devices)
            if (a != b && !sees(a, b)) fatal(__func__, "a device does not see the memory of its peer");
    std::lock_guard<std::mutex> locked(lock);
    for (int i = 0; i < count; i++) comms.insert(made[i] = new Comm{set, i});
    return SUCCESS;
}

int ncclCommAbort(Comm *comm) {
    static const auto give_up = of_driver<void (*)(void *)>("standin_give_up");
    const auto set = comm->set;
    {
        std::lock_guard<std::mutex> locked(lock);
        if (!comms.erase(comm)) fatal(__func__, "a communicator that is gone");
        for (void *meeting : set->meetings) give_up(meeting);
        set->aborted++;
    }
    // All ranks have to.
    for (int i = 0;; i++) {
        {
            std::lock_guard<std::mutex> locked(lock);
            if (set->aborted == set->devices.size()) break;
        }
        if (i == 5000) fatal(__func__, "another rank does not abort");
        usleep(1000);
    }
    return delete comm, SUCCESS;
}

int ncclGroupStart() { return depth++, fails(__func__); }
int ncclGroupEnd() {
    if (!depth) return refuse(INVALID_USAGE, "no group");
    if (--depth) return SUCCESS;
    const std::vector<Call> calls = std::move(asked);
    asked.clear();
    if (const int answer = refused) return refused = 0, answer;
    std::map<Set *, std::vector<std::vector<Call>>> sets;
    for (const Call &call : calls) {
        auto &ranks = sets[call.comm->set.get()];
        ranks.resize(call.comm->set->devices.size());
        ranks[call.comm->rank].push_back(call);
    }
    const int failed = fails(__func__);
    for (const auto &[set, ranks] : sets) {
        for (const auto &rank : ranks)
            if (rank.size() != ranks[0].size()) fatal(__func__, "a rank has other calls than the first");
        for (size_t i = 0; i < ranks[0].size(); i++) {
            std::vector<Call> together;
            for (const auto &rank : ranks) {
                together.push_back(rank[i]);
                const Call &a = rank[i], &b = ranks[0][i];
                if (a.count != b.count || a.kind != b.kind || a.fold != b.fold) fatal(__func__, "ranks whose calls do not fit together");
            }
            meet(together, failed ? 1 : together.size());
        }
    }
    return failed;
}

int ncclAllReduce(const void *from, void *to, size_t count, int kind, int fold, Comm *comm, void *stream) {
    const int answer = reduces(from, to, count, kind, fold, comm, stream);
    if (answer) refused = answer;
    return answer;
}
}
