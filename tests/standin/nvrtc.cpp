// A compiler whose machine code is that of the processor: a kernel's text behind `shim.h`, by g++, is a library, and its path is the
// image. `COTANGENT_STANDIN` names the folder of both.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>
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
    std::ostringstream all;
    all << "#include \"" << folder() << "/shim.h\"\n" << program->text;
    // What goes before the kernel's own text has all of them.
    const size_t own = program->text.find("struct ct_given");
    const auto has = [&](const char *what) { return program->text.find(what, own == std::string::npos ? 0 : own) != std::string::npos; };
    const bool has_barriers = has("__syncthreads();") || has("ct_join_near<") || has("ct_join_far<");
    static const std::regex kernels("__global__ void (?:__launch_bounds__\\([0-9]+\\) )?([A-Za-z0-9_]+)\\(");
    for (std::sregex_iterator it(program->text.begin(), program->text.end(), kernels), end; it != end; ++it)
        all << "extern \"C\" void ct_run_" << (*it)[1] << "(void **parameters, const unsigned *grid, unsigned threads, void **stacks) {\n"
            << "    ct_invoke(" << (*it)[1] << ", parameters, grid, threads, stacks, " << has_barriers << ");\n}\n";
    const std::string text = all.str();
    const char *options = getenv("COTANGENT_STANDIN_OPTIONS");
    const std::string how = options ? options : "-O1";
    char name[64];
    snprintf(name, sizeof name, "/%016zx", std::hash<std::string>()(how + text));
    const std::string base = folder() + "/made" + name, library = base + ".so";
    mkdir((folder() + "/made").c_str(), 0777);
    // For NVIDIA's own compiler, which `compile.py` asks.
    if (access((base + ".cu").c_str(), R_OK)) std::ofstream(base + ".cu") << program->text;
    if (access(library.c_str(), R_OK)) {
        const std::string own = base + "-" + std::to_string(getpid()) + "-" + std::to_string(size_t(made));
        std::ofstream(own + ".cpp") << text;
        const std::string run = "g++ -std=c++17 -w -ffp-contract=off -fno-strict-aliasing -fPIC -shared " + how + " -o " + own + ".so " + own +
                                ".cpp 2> " + own + ".log";
        const int status = system(run.c_str());
        std::ostringstream log;
        log << std::ifstream(own + ".log").rdbuf();
        program->log = log.str();
        remove((own + ".log").c_str());
        if (status) return 6;
        remove((own + ".cpp").c_str());
        rename((own + ".so").c_str(), library.c_str());
    }
    program->image = "standin:" + library;
    return 0;
}
int nvrtcGetCUBINSize(void *program, size_t *size) { return *size = ((Program *)program)->image.size() + 1, 0; }
int nvrtcGetCUBIN(void *program, char *image) { return strcpy(image, ((Program *)program)->image.c_str()), 0; }
int nvrtcGetProgramLogSize(void *program, size_t *size) { return *size = ((Program *)program)->log.size() + 1, 0; }
int nvrtcGetProgramLog(void *program, char *log) { return strcpy(log, ((Program *)program)->log.c_str()), 0; }
}
