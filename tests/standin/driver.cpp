// A driver whose GPU is the processor: one, or as many as `COTANGENT_STANDIN_GPUS=2` says. Its work runs when somebody waits.
//
// The driver is strict where NVIDIA's may be. Handles of a context that is gone, missing memory and a context that is left current end
// the process. `COTANGENT_STANDIN_FAIL=cuLaunchKernel:5:700` lets the fifth launch answer error 700, of which the context does not
// recover; with `~` before the name the call succeeds, and the next that waits says it. Several are separated by commas.
// `COTANGENT_STANDIN_DRIVER=12000` is the version, `COTANGENT_STANDIN_CARD=61` the capability, and with `COTANGENT_STANDIN_OTHERS=1`
// another library holds the context too. `COTANGENT_STANDIN_COUNTS=1` prints at the end how often each call came.

#include <array>
#include <memory>
#include <set>

#include "orders.h"

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    NOT_FOUND = 500,
    NOT_READY = 600,
    CAPTURE_UNSUPPORTED = 900
};

struct Context {
    int device = 0;
    // What every call answers from now on, and what the next says that waits.
    int error = 0, late = 0;
    bool is_alive = true;
};
struct Stream {
    Context *context;
    bool is_recorded = false;
    std::vector<Step> nodes;
};
struct Graph {
    std::vector<Step> nodes;
};
struct Event {
    Context *context;
    // What was asked for before.
    size_t at = 0;
};

static std::recursive_mutex lock;
// The stacks of a block's threads, which all kernels share.
static void *stacks[1024];
static Context *primaries[DEVICES];
static int retained[DEVICES];
// These are there to the end: threads may ask while a process ends.
static auto &memories = *new std::array<std::map<char *, size_t>, DEVICES>, &host = *new std::array<std::map<char *, size_t>, DEVICES>;
static auto &handles = *new std::map<void *, Context *>;
// The devices that see the memory of one.
static auto &visible = *new std::array<std::set<int>, DEVICES>;

static long number(const char *name, long otherwise) {
    const char *value = getenv(name);
    return value ? atol(value) : otherwise;
}
[[noreturn]] static void fatal(const char *call, const char *why) {
    fprintf(stderr, "stand-in driver: %s: %s\n", call, why);
    abort();
}

// The contexts of a thread. None is left where it ends.
struct Stack {
    std::vector<Context *> all;
    ~Stack() {
        if (!all.empty()) fatal("the end of a thread", "a context is left current");
    }
};
static thread_local Stack current;
static Context *now() { return current.all.back(); }
static int gpus() {
    static const int count = std::min<long>(number("COTANGENT_STANDIN_GPUS", 1), DEVICES);
    return count;
}
// That of a context that has failed does nothing more.
static int fails(Context *context, int error) {
    queues[context->device].is_lost = true;
    return context->error = error;
}

struct Failure {
    std::string call;
    int at, code;
    bool is_late;
};
static std::vector<Failure> failures() {
    std::vector<Failure> all;
    std::istringstream named(getenv("COTANGENT_STANDIN_FAIL") ? getenv("COTANGENT_STANDIN_FAIL") : "");
    for (std::string one; std::getline(named, one, ',');) {
        Failure f;
        f.is_late = one[0] == '~';
        std::istringstream parts(one.substr(f.is_late));
        std::string at, code;
        std::getline(parts, f.call, ':'), std::getline(parts, at, ':'), std::getline(parts, code, ':');
        f.at = atoi(at.c_str()), f.code = atoi(code.c_str());
        all.push_back(f);
    }
    return all;
}
static auto &counts = *new std::map<std::string, int>;
static void print() {
    for (auto &[call, count] : counts) fprintf(stderr, "stand-in driver: %s %d\n", call.c_str(), count);
}
static bool is_final(int code) { return code == 214 || (code >= 700 && code < 800) || code == 999; }

// Counts a call, and says whether it is to fail. Those that need a context have one.
static int begins(const char *call, bool needs_context, bool waits) {
    std::lock_guard<std::recursive_mutex> locked(lock);
    static const auto &all = *new std::vector<Failure>(failures());
    static const bool prints = number("COTANGENT_STANDIN_COUNTS", 0) && !atexit(print);
    (void)prints;
    const int count = ++counts[call];
    Context *context = current.all.empty() ? nullptr : current.all.back();
    if (needs_context) {
        if (!context) return INVALID_CONTEXT;
        if (!context->is_alive) fatal(call, "the context is gone");
        if (waits && context->late) fails(context, context->late);
        if (context->error) return context->error;
    }
    for (const Failure &f : all) {
        if (f.call != call || f.at != count) continue;
        if (f.is_late) {
            if (context) context->late = f.code, queues[context->device].is_lost = true;
            continue;
        }
        if (context && is_final(f.code)) fails(context, f.code);
        return f.code;
    }
    return SUCCESS;
}
#define BEGINS(needs_context, waits) \
    if (int failed = begins(__func__, needs_context, waits)) return failed; \
    std::lock_guard<std::recursive_mutex> locked(lock)

// A handle of this context.
template <class T> static T *own(const char *call, void *handle) {
    if (!handles.count(handle)) fatal(call, "a handle that is not there");
    T *found = (T *)handle;
    if (found->context != now()) fatal(call, "a handle of another context");
    return found;
}
static bool has(const std::map<char *, size_t> &all, const void *at, size_t bytes) {
    auto next = all.upper_bound((char *)at);
    if (next == all.begin()) return false;
    --next;
    return (char *)at + bytes <= next->first + next->second;
}
static void here(const char *call, const void *at, size_t bytes) {
    if (!has(memories[now()->device], at, bytes)) fatal(call, "memory that is not there");
}
static bool is_pinned(const void *at, size_t bytes) {
    for (const auto &all : host)
        if (has(all, at, bytes)) return true;
    return false;
}
// Runs behind what was asked for before, or when what is recorded runs.
static int runs(const char *call, void *stream, std::function<void()> run, Kernel *kernel = nullptr) {
    {
        std::lock_guard<std::recursive_mutex> locked(lock);
        Stream *in = own<Stream>(call, stream);
        if (in->is_recorded) return in->nodes.push_back({std::move(run), kernel, nullptr}), SUCCESS;
    }
    return later(now()->device, std::move(run), kernel);
}
// Waits for all, and says what of it has failed. Whoever asks for something else meanwhile is not kept waiting.
static int ends() {
    if (int failed = finish(now()->device)) {
        std::lock_guard<std::recursive_mutex> locked(lock);
        return fails(now(), failed);
    }
    return SUCCESS;
}

// Bytes that threads of a block may share, as the cards have them.
static int most_shared() {
    const int card = number("COTANGENT_STANDIN_CARD", 90);
    return card >= 90 ? 232448 : card == 80 || card == 87 ? 166912 : card >= 86 ? 101376 : card == 75 ? 65536 : 98304;
}

extern "C" {
int cuInit(unsigned) { BEGINS(false, false); return SUCCESS; }
int cuDriverGetVersion(int *version) { return *version = number("COTANGENT_STANDIN_DRIVER", 13000), SUCCESS; }
int cuGetErrorName(int error, const char **name) {
    static std::map<int, std::string> names = {{SUCCESS, "CUDA_SUCCESS"}, {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
                                               {700, "CUDA_ERROR_ILLEGAL_ADDRESS"}, {719, "CUDA_ERROR_LAUNCH_FAILED"}};
    *name = names.count(error) ? names[error].c_str() : "CUDA_ERROR";
    return SUCCESS;
}
int cuGetErrorString(int error, const char **text) {
    *text = error == OUT_OF_MEMORY ? "out of memory" : error == NOT_FOUND ? "named symbol not found" :
            error == 700 ? "an illegal memory access was encountered" : "stand-in error";
    return SUCCESS;
}
int cuDeviceGetCount(int *count) { BEGINS(false, false); return *count = gpus(), SUCCESS; }
int cuDeviceGet(int *device, int number) { return *device = number, number >= 0 && number < gpus() ? SUCCESS : INVALID_VALUE; }
int cuDeviceGetName(char *name, int len, int) { return snprintf(name, len, "stand-in"), SUCCESS; }
int cuDeviceGetAttribute(int *value, int which, int) {
    const int card = number("COTANGENT_STANDIN_CARD", 90);
    *value = which == 75 ? card / 10 : which == 76 ? card % 10 : which == 16 ? 1 : which == 97 ? most_shared() : 0;
    return SUCCESS;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
    BEGINS(false, false);
    if (!primaries[device]) {
        primaries[device] = new Context{device}, retained[device] = number("COTANGENT_STANDIN_OTHERS", 0);
        queues[device].is_lost = false;
    }
    retained[device]++;
    return *context = primaries[device], SUCCESS;
}
int cuDevicePrimaryCtxRelease_v2(int device) {
    BEGINS(false, false);
    Context *primary = primaries[device];
    if (!primary) return INVALID_CONTEXT;
    if (--retained[device] == 0) {
        finish(device);
        primary->is_alive = false, primaries[device] = nullptr;
        // All that is of it is gone with it.
        for (auto &[at, bytes] : memories[device]) memset(at, 0xff, bytes);
        for (auto &[at, bytes] : host[device]) memset(at, 0xff, bytes);
        memories[device].clear(), host[device].clear();
        for (auto handle = handles.begin(); handle != handles.end();)
            handle = handle->second == primary ? handles.erase(handle) : std::next(handle);
    }
    return SUCCESS;
}
int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
    return *flags = 0, *active = primaries[device] != nullptr, SUCCESS;
}
int cuDeviceCanAccessPeer(int *can, int device, int of) { return *can = device != of && number("COTANGENT_STANDIN_PEERS", 1), SUCCESS; }
int cuDeviceGetMemPool(void **pool, int device) { return *pool = &memories[device], SUCCESS; }
int cuMemPoolSetAccess(void *pool, const int *access, size_t count) {
    BEGINS(true, false);
    const int device = int((std::map<char *, size_t> *)pool - memories.data());
    if (device < 0 || device >= gpus() || count != 1 || access[0] != 1 || access[2] != 3) return INVALID_VALUE;
    // NVIDIA refuses a pool's own device.
    if (access[1] < 0 || access[1] >= gpus() || access[1] == device) return INVALID_VALUE;
    return visible[device].insert(access[1]), SUCCESS;
}
// For NCCL's: the device of a stream or of memory, -1 where it is of none, and whether one sees the memory of another.
int standin_device_of_stream(void *stream) { return handles.count(stream) ? handles[stream]->device : -1; }
int standin_device_of_memory(const void *at, size_t bytes) {
    std::lock_guard<std::recursive_mutex> locked(lock);
    for (int device = 0; device < DEVICES; device++)
        if (has(memories[device], at, bytes)) return device;
    return -1;
}
int standin_sees(int device, int of) { return visible[of].count(device) || !number("COTANGENT_STANDIN_PEERS", 1); }
// A step that devices have together: `meet` is of each of them, in the order in which they are asked.
void *standin_meeting(const int *devices, int count, void (*run)(void *), void *what, void (*drop)(void *)) {
    const std::shared_ptr<void> kept(what, drop);
    auto *meeting = new std::shared_ptr<Meeting>(std::make_shared<Meeting>());
    (*meeting)->devices.assign(devices, devices + count);
    (*meeting)->run = [=] { run(kept.get()); };
    return meeting;
}
void standin_meet(void *meeting, int device) { later(device, [] {}, nullptr, *(std::shared_ptr<Meeting> *)meeting); }
void standin_give_up(void *meeting) { (*(std::shared_ptr<Meeting> *)meeting)->is_given_up = true; }
void standin_leave(void *meeting) { delete (std::shared_ptr<Meeting> *)meeting; }
int cuCtxGetCurrent(void **context) { return *context = current.all.empty() ? nullptr : current.all.back(), SUCCESS; }
int cuCtxPushCurrent_v2(void *context) {
    if (!((Context *)context)->is_alive) fatal(__func__, "the context is gone");
    return current.all.push_back((Context *)context), SUCCESS;
}
int cuCtxPopCurrent_v2(void **context) {
    if (current.all.empty()) return INVALID_CONTEXT;
    *context = current.all.back();
    return current.all.pop_back(), SUCCESS;
}
int cuStreamCreate(void **stream, unsigned) {
    BEGINS(true, false);
    *stream = new Stream{now()};
    return (void)(handles[*stream] = now()), SUCCESS;
}
int cuStreamDestroy_v2(void *stream) {
    BEGINS(true, false);
    if (own<Stream>(__func__, stream)->is_recorded) fatal(__func__, "it is recorded");
    handles.erase(stream);
    return delete (Stream *)stream, SUCCESS;
}
int cuStreamSynchronize(void *stream) {
    {
        BEGINS(true, true);
        if (own<Stream>(__func__, stream)->is_recorded) return CAPTURE_UNSUPPORTED;
    }
    return ends();
}
int cuStreamBeginCapture_v2(void *stream, int mode) {
    BEGINS(true, false);
    if (mode < 0 || mode > 2) return INVALID_VALUE;
    Stream *in = own<Stream>(__func__, stream);
    if (in->is_recorded) return CAPTURE_UNSUPPORTED;
    return in->is_recorded = true, SUCCESS;
}
int cuStreamEndCapture(void *stream, void **graph) {
    BEGINS(true, false);
    Stream *in = own<Stream>(__func__, stream);
    if (!in->is_recorded) return INVALID_VALUE;
    in->is_recorded = false;
    *graph = new Graph{std::move(in->nodes)};
    return (void)(handles[*graph] = now()), SUCCESS;
}
int cuGraphInstantiateWithFlags(void **made, void *graph, unsigned long long) {
    BEGINS(true, false);
    if (!handles.count(graph)) fatal(__func__, "a graph that is not there");
    *made = new Graph{((Graph *)graph)->nodes};
    return (void)(handles[*made] = now()), SUCCESS;
}
int cuGraphDestroy(void *graph) {
    BEGINS(true, false);
    if (!handles.erase(graph)) fatal(__func__, "a graph that is not there");
    return delete (Graph *)graph, SUCCESS;
}
int cuGraphExecDestroy(void *graph) {
    BEGINS(true, false);
    if (!handles.erase(graph)) fatal(__func__, "a graph that is not there");
    return delete (Graph *)graph, SUCCESS;
}
int cuGraphLaunch(void *graph, void *stream) {
    BEGINS(true, false);
    if (!handles.count(graph)) fatal(__func__, "a graph that is not there");
    if (own<Stream>(__func__, stream)->is_recorded) return CAPTURE_UNSUPPORTED;
    for (const Step &node : ((Graph *)graph)->nodes) later(now()->device, node.run, node.kernel);
    return SUCCESS;
}
int cuMemGetInfo_v2(size_t *free, size_t *all) {
    BEGINS(true, false);
    return *free = *all = size_t(8) << 30, SUCCESS;
}
int cuMemAllocAsync(void **at, size_t bytes, void *stream) {
    BEGINS(true, false);
    if (own<Stream>(__func__, stream)->is_recorded) return CAPTURE_UNSUPPORTED;
    if (bytes > (size_t(8) << 30)) return OUT_OF_MEMORY;
    const auto reserve = [&] { return !posix_memalign(at, 256, bytes); };
    // Memory that is given back may be that of steps to come.
    if (!reserve() && (finish(now()->device), !reserve())) return OUT_OF_MEMORY;
    // What nobody wrote is no number, or 0 where no kernel writes.
    memset(*at, only_keeps() ? 0 : 0xff, bytes);
    {
        std::lock_guard<std::mutex> locked(of_blocks);
        blocks[(char *)*at] = bytes;
    }
    return memories[now()->device][(char *)*at] = bytes, SUCCESS;
}
int cuMemFreeAsync(void *at, void *stream) {
    BEGINS(true, false);
    if (own<Stream>(__func__, stream)->is_recorded) return CAPTURE_UNSUPPORTED;
    if (!memories[now()->device].erase((char *)at)) fatal(__func__, "memory that is not there");
    return later(now()->device, [=] {
        std::lock_guard<std::mutex> locked(of_blocks);
        blocks.erase((char *)at);
        free(at);
    });
}
int cuMemcpyHtoDAsync_v2(void *to, const void *from, size_t bytes, void *stream) {
    BEGINS(true, false);
    here(__func__, to, bytes);
    // What is not pinned is there no more when a graph runs.
    if (is_pinned(from, bytes)) return runs(__func__, stream, [=] { memcpy(to, from, bytes); });
    if (own<Stream>(__func__, stream)->is_recorded) return CAPTURE_UNSUPPORTED;
    // Pageable memory is copied before the call returns.
    const std::string kept((const char *)from, bytes);
    return later(now()->device, [=] { memcpy(to, kept.data(), bytes); });
}
int cuMemcpyDtoHAsync_v2(void *to, const void *from, size_t bytes, void *stream) {
    BEGINS(true, false);
    here(__func__, from, bytes);
    if (own<Stream>(__func__, stream)->is_recorded && !is_pinned(to, bytes)) return CAPTURE_UNSUPPORTED;
    return runs(__func__, stream, [=] { memcpy(to, from, bytes); });
}
int cuMemcpyDtoDAsync_v2(void *to, const void *from, size_t bytes, void *stream) {
    BEGINS(true, false);
    here(__func__, to, bytes), here(__func__, from, bytes);
    return runs(__func__, stream, [=] { memcpy(to, from, bytes); });
}
int cuMemsetD8Async(void *to, unsigned char value, size_t bytes, void *stream) {
    BEGINS(true, false);
    here(__func__, to, bytes);
    return runs(__func__, stream, [=] { memset(to, value, bytes); });
}
int cuMemHostAlloc(void **at, size_t bytes, unsigned) {
    BEGINS(true, false);
    *at = malloc(bytes);
    if (!*at) return OUT_OF_MEMORY;
    return host[now()->device][(char *)*at] = bytes, SUCCESS;
}
int cuMemFreeHost(void *at) {
    BEGINS(true, false);
    if (!host[now()->device].erase((char *)at)) fatal(__func__, "memory that is not there");
    const int said = finish(now()->device);
    return free(at), said;
}
int cuEventCreate(void **event, unsigned) {
    BEGINS(true, false);
    *event = new Event{now()};
    return (void)(handles[*event] = now()), SUCCESS;
}
int cuEventRecord(void *event, void *stream) {
    BEGINS(true, false);
    if (own<Stream>(__func__, stream)->is_recorded) return CAPTURE_UNSUPPORTED;
    std::lock_guard<std::mutex> counted(of_steps);
    return own<Event>(__func__, event)->at = queues[now()->device].asked, SUCCESS;
}
int cuEventSynchronize(void *event) {
    {
        BEGINS(true, true);
        own<Event>(__func__, event);
    }
    return ends();
}
int cuEventQuery(void *event) {
    {
        BEGINS(true, true);
        // What nobody waits for is not there.
        if (own<Event>(__func__, event)->at > queues[now()->device].finished) return NOT_READY;
    }
    return has_failed ? ends() : SUCCESS;
}
int cuEventDestroy_v2(void *event) {
    BEGINS(true, false);
    own<Event>(__func__, event);
    handles.erase(event);
    return delete (Event *)event, SUCCESS;
}
int cuLaunchHostFunc(void *, void (*call)(void *), void *what) {
    later(now()->device, [=] { call(what); });
    return finish(now()->device);
}
// For libraries whose calls are in the order of a stream: `run` has `what`, which nobody else has.
int cuStreamIsCapturing(void *stream, int *status) {
    std::lock_guard<std::recursive_mutex> locked(lock);
    if (!handles.count(stream)) fatal(__func__, "a handle that is not there");
    return *status = ((Stream *)stream)->is_recorded, SUCCESS;
}
int standin_runs(void *stream, void (*run)(void *), void *what, void (*drop)(void *)) {
    const std::shared_ptr<void> kept(what, drop);
    return runs(__func__, stream, [=] { run(kept.get()); });
}
// Whether there is memory of so many bytes.
int standin_has(const void *at, size_t bytes) {
    return standin_device_of_memory(at, bytes) >= 0;
}
int cuModuleLoadData(void **module, const void *image) {
    BEGINS(true, false);
    const char *path = (const char *)image;
    // NVIDIA's own, which nobody runs here.
    if (only_keeps() && !strncmp(path, "\x7f" "ELF", 4)) return *module = new Text{}, SUCCESS;
    if (strncmp(path, "standin:", 8) || access((std::string(path + 8) + ".cu").c_str(), R_OK)) return INVALID_IMAGE;
    return *module = text_at(path + 8), SUCCESS;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
    BEGINS(true, false);
    Text *text = (Text *)module;
    if (text->base.empty()) return *function = new Kernel{text, name}, SUCCESS;
    for (const std::string &one : names_of(text->own))
        if (one == name) return *function = new Kernel{text, name}, SUCCESS;
    return NOT_FOUND;
}
int cuFuncSetAttribute(void *function, int which, int value) {
    if (which != 8 || value < 0 || value > most_shared()) return INVALID_VALUE;
    return ((Kernel *)function)->shares = value, SUCCESS;
}
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned, unsigned, unsigned shared, void *stream,
                   void **parameters, void **) {
    // Others may ask for something else while a text is compiled.
    if (int failed = begins(__func__, true, false)) return failed;
    if (!x || !y || !z || !threads || threads > 1024) return INVALID_VALUE;
    Kernel *kernel = (Kernel *)function;
    if (shared > kernel->shares) return INVALID_VALUE;
    // What never runs is not asked how large its parameters are: that may take the compiler.
    if (kernel->text->base.empty() || only_keeps()) return runs(__func__, stream, [] {}, kernel);
    // Whoever asks may write there again at once. A struct ends at a multiple of 16 bytes.
    struct Kept {
        std::vector<std::vector<__int128>> values;
        std::vector<void *> places;
    };
    const auto kept = std::make_shared<Kept>();
    for (size_t bytes : sizes_of(kernel)) {
        kept->values.emplace_back((bytes + 15) / 16);
        memcpy(kept->values.back().data(), parameters[kept->places.size()], bytes);
        kept->places.push_back(kept->values.back().data());
    }
    const auto launch = [=] {
        const unsigned grid[] = {x, y, z};
        run(kernel, kept->values, kept->places.data(), grid, threads, stacks);
    };
    return runs(__func__, stream, launch, kernel);
}
}
