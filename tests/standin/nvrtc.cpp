// A compiler that keeps a text for the driver beside it, which compiles it when it has to run (`texts.h`). The image is the path of the
// text, in the folder that `COTANGENT_STANDIN` names.

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
    // What is asked for in this run.
    const char *texts = getenv("COTANGENT_STANDIN_TEXTS");
    if (texts && *texts) (void)!link(text.c_str(), (texts + (name + std::string(".cu"))).c_str());
    program->image = "standin:" + base;
    return 0;
}
int nvrtcGetCUBINSize(void *program, size_t *size) { return *size = ((Program *)program)->image.size() + 1, 0; }
int nvrtcGetCUBIN(void *program, char *image) { return strcpy(image, ((Program *)program)->image.c_str()), 0; }
int nvrtcGetProgramLogSize(void *program, size_t *size) { return *size = ((Program *)program)->log.size() + 1, 0; }
int nvrtcGetProgramLog(void *program, char *log) { return strcpy(log, ((Program *)program)->log.c_str()), 0; }
}
