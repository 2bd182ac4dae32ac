// A compiler that keeps a text for the stand-in driver. The driver compiles the text when it has to run (`texts.h`). The image is the path
// of the text, in the folder that `COTANGENT_STANDIN` names. With `COTANGENT_STANDIN_SLOW=100` a text takes 100 ms, and with
// `COTANGENT_STANDIN_COUNTS=1` the compiler prints at the end how many texts were compiled at once.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

struct Program {
    std::string text, image, log;
};

static std::string folder() {
    const char *named = getenv("COTANGENT_STANDIN");
    return named ? named : ".";
}

extern "C" {
// No version that NVIDIA has, so that what it makes is never taken for theirs.
int nvrtcVersion(int *major, int *minor) { return *major = 13, *minor = 99, 0; }
int nvrtcGetNumSupportedArchs(int *count) { return *count = 2, 0; }
int nvrtcGetSupportedArchs(int *all) { return all[0] = 80, all[1] = 90, 0; }
const char *nvrtcGetErrorString(int) { return "stand-in error"; }
int nvrtcCreateProgram(void **program, const char *text, const char *, int, const char *const *, const char *const *) {
    *program = new Program{text, "", ""};
    return 0;
}
int nvrtcDestroyProgram(void **program) {
    delete (Program *)*program;
    return *program = nullptr, 0;
}
int nvrtcCompileProgram(void *made, int, const char *const *) {
    Program *program = (Program *)made;
    static std::atomic<int> now, most;
    static const bool prints = getenv("COTANGENT_STANDIN_COUNTS") && !atexit([] { fprintf(stderr, "stand-in compiler: at once %d\n", most.load()); });
    (void)prints;
    const int own = ++now;
    for (int old = most; old < own && !most.compare_exchange_weak(old, own);) {}
    if (const char *slow = getenv("COTANGENT_STANDIN_SLOW")) usleep(1000 * atoi(slow));
    --now;
    // All else is refused when it has to run.
    if (const size_t at = program->text.find("#error"); at != std::string::npos)
        return program->log = program->text.substr(at, program->text.find('\n', at) - at), 6;
    const char *options = getenv("COTANGENT_STANDIN_OPTIONS");
    char name[64];
    snprintf(name, sizeof name, "/%016zx", std::hash<std::string>()((options ? options : "") + program->text));
    const std::string base = folder() + "/made" + name, text = base + ".cu";
    mkdir((folder() + "/made").c_str(), 0777);
    if (access(text.c_str(), R_OK)) {
        const std::string own = base + "-" + std::to_string(getpid()) + "-" + std::to_string(size_t(made));
        std::ofstream(own) << program->text;
        rename(own.c_str(), text.c_str());
    }
    // What is asked for in this run, once whatever it is compiled with here.
    const char *texts = getenv("COTANGENT_STANDIN_TEXTS");
    if (texts && *texts) {
        snprintf(name, sizeof name, "/%016zx.cu", std::hash<std::string>()(program->text));
        (void)!link(text.c_str(), (texts + std::string(name)).c_str());
    }
    program->image = "standin:" + base;
    return 0;
}
int nvrtcGetCUBINSize(void *program, size_t *size) { return *size = ((Program *)program)->image.size() + 1, 0; }
int nvrtcGetCUBIN(void *program, char *image) { return strcpy(image, ((Program *)program)->image.c_str()), 0; }
int nvrtcGetProgramLogSize(void *program, size_t *size) { return *size = ((Program *)program)->log.size() + 1, 0; }
int nvrtcGetProgramLog(void *program, char *log) { return strcpy(log, ((Program *)program)->log.c_str()), 0; }
}
