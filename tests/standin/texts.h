// Kernels as libraries: texts behind `shim.h`, by g++. Texts that are wanted together are compiled together, each in a namespace of
// its own, and what goes before all of them is parsed once.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <regex>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

typedef void (*Run)(void **parameters, const unsigned *grid, unsigned threads, void **stacks, const unsigned long long *schedule);

// One text, by the path of its files without their endings.
struct Text {
    std::string base, name, head, own;
    bool is_claimed = false, is_done = false;
    void *library = nullptr;
};

struct Kernel {
    Text *text;
    std::string name;
    Run run = nullptr;
    // Of its parameters.
    std::vector<size_t> sizes;
    // Bytes that threads of a block may share beside its arrays.
    unsigned shares = 49152;
};

static std::mutex of_texts;
static std::condition_variable done;

static std::string options() {
    const char *named = getenv("COTANGENT_STANDIN_OPTIONS");
    return std::string("-std=c++17 -w -ffp-contract=off -fno-strict-aliasing -fPIC ") + (named ? named : "-O0");
}

static std::string read_all(const std::string &path) {
    std::ostringstream all;
    all << std::ifstream(path).rdbuf();
    return all.str();
}

static std::string hashed(const std::string &text) {
    char name[32];
    snprintf(name, sizeof name, "%016zx", std::hash<std::string>()(text));
    return name;
}

// The text of this path, once for a process.
static Text *text_at(const std::string &base) {
    static std::map<std::string, Text *> all;
    std::lock_guard<std::mutex> lock(of_texts);
    Text *&text = all[base];
    if (!text) {
        text = new Text{base, base.substr(base.rfind('/') + 1)};
        const std::string whole = read_all(base + ".cu");
        // What the library puts before every kernel ends here. Other texts have nothing in common, and are compiled alone.
        static const std::regex begins("\n(?:const int CT_WORDS|typedef (?:float|double) ct_real)");
        std::smatch found;
        const bool is_common = whole.find(" ct_element;") == std::string::npos;
        const bool has_head = is_common && std::regex_search(whole, found, begins);
        text->head = has_head ? whole.substr(0, found.position() + 1) : "";
        text->own = has_head ? whole.substr(found.position() + 1) : whole;
    }
    return text;
}

static std::vector<std::string> names_of(const std::string &text) {
    static const std::regex kernels("extern \"C\" __global__ void (?:__launch_bounds__\\([^)]*\\) )?([A-Za-z0-9_]+)\\(");
    std::vector<std::string> names;
    for (std::sregex_iterator it(text.begin(), text.end(), kernels), end; it != end; ++it) names.push_back((*it)[1]);
    return names;
}

static int run_compiler(const std::string &what, const std::string &from, const std::string &to) {
    const std::string log = to + ".log";
    const int status = system(("LD_PRELOAD= g++ " + options() + " " + what + " -o " + to + " " + from + " 2> " + log).c_str());
    if (status) fprintf(stderr, "%s", read_all(log).c_str());
    remove(log.c_str());
    return status;
}

static std::string own_name(const std::string &base) {
    static std::atomic<unsigned> number;
    return base + "-" + std::to_string(getpid()) + "-" + std::to_string(number++);
}

// What goes before texts with this head, parsed already.
static std::string parsed(const std::string &folder, const std::string &head) {
    if (head.empty()) return folder + "/../shim.h";
    const std::string path = folder + "/head-" + hashed(options() + head) + ".h";
    static std::mutex once;
    std::lock_guard<std::mutex> lock(once);
    if (access((path + ".gch").c_str(), R_OK)) {
        const std::string own = own_name(path);
        std::ofstream(own) << "#include \"" << folder << "/../shim.h\"\n" << head;
        rename(own.c_str(), path.c_str());
        if (!run_compiler("-x c++-header", path, own + ".gch")) rename((own + ".gch").c_str(), (path + ".gch").c_str());
    }
    return path;
}

// A function of a library for each kernel of a text.
static void put(std::ostream &out, const Text &text) {
    const std::string &own = text.own, &name = text.name;
    const auto has = [&](const char *what) { return own.find(what) != std::string::npos; };
    const bool has_barriers = has("__syncthreads();") || has("ct_join_near<") || has("ct_join_far<") || has("_row<") || has("_sync(") || has("__syncwarp(");
    out << "#undef CT_SECTION\n#define CT_SECTION \"ct_shared_" << name << "\"\n"
        << "extern \"C\" char __start_ct_shared_" << name << " __attribute__((weak)), __stop_ct_shared_" << name << " __attribute__((weak));\n";
    const std::vector<std::string> names = names_of(own);
    for (const std::string &kernel : names) out << "#define " << kernel << " ct_" << name << "_" << kernel << "\n";
    if (text.head.empty())
        out << own << "\n";
    else
        out << "namespace ct_" << name << " {\n" << own << "\n}\nusing namespace ct_" << name << ";\n";
    for (const std::string &kernel : names) out << "#undef " << kernel << "\n";
    for (const std::string &kernel : names) {
        const std::string full = "ct_" + name + "_" + kernel;
        out << "extern \"C\" void ct_run_" << name << "_" << kernel
            << "(void **parameters, const unsigned *grid, unsigned threads, void **stacks, const unsigned long long *schedule) {\n"
            << "    ct_invoke(" << full << ", parameters, grid, threads, stacks, schedule, " << has_barriers << ", &__start_ct_shared_" << name
            << ", &__stop_ct_shared_" << name << ");\n}\n"
            << "extern \"C\" unsigned ct_sizes_" << name << "_" << kernel << "(unsigned number) { return ct_size_of(" << full << ", number); }\n";
    }
}

// Texts with the same head, in one run of the compiler. If the compiler refuses them, each is tried alone, to find the text to blame.
static void compile_some(const std::vector<Text *> &texts) {
    const std::string folder = texts[0]->base.substr(0, texts[0]->base.rfind('/'));
    const std::string own = own_name(folder + "/of-" + texts[0]->name);
    {
        std::ofstream out(own + ".cpp");
        out << "#include \"" << parsed(folder, texts[0]->head) << "\"\n";
        for (const Text *text : texts) put(out, *text);
    }
    const int status = run_compiler("-shared", own + ".cpp", own + ".so");
    if (!getenv("COTANGENT_STANDIN_KEEP")) remove((own + ".cpp").c_str());
    if (status) {
        if (texts.size() == 1)
            fprintf(stderr, "g++ refuses %s.cu\n", texts[0]->base.c_str());
        else
            for (Text *text : texts) compile_some({text});
        return;
    }
    for (const Text *text : texts) {
        const std::string link = own_name(text->base);
        if (!symlink(own.substr(own.rfind('/') + 1).append(".so").c_str(), link.c_str())) rename(link.c_str(), (text->base + ".so").c_str());
    }
}

// All of these, which the caller has claimed.
static void compile(const std::vector<Text *> &texts) {
    const size_t MOST = 24;
    std::map<std::string, std::vector<Text *>> by_head;
    std::vector<std::vector<Text *>> parts;
    for (Text *text : texts)
        if (access((text->base + ".so").c_str(), R_OK)) by_head[text->head.empty() ? text->name : text->head].push_back(text);
    for (auto &[head, all] : by_head)
        for (size_t at = 0; at < all.size(); at += MOST) parts.emplace_back(all.begin() + at, all.begin() + std::min(at + MOST, all.size()));
    std::vector<std::thread> others;
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i; (i = next++) < parts.size();) compile_some(parts[i]);
    };
    if (parts.size() > 1) others.emplace_back(work);
    work();
    for (std::thread &other : others) other.join();
    std::lock_guard<std::mutex> lock(of_texts);
    for (Text *text : texts) text->is_done = true;
    done.notify_all();
}

// Waits for a kernel whose text somebody compiles.
static bool has(Kernel *kernel) {
    std::unique_lock<std::mutex> lock(of_texts);
    done.wait(lock, [&] { return kernel->text->is_done; });
    Text *text = kernel->text;
    if (!text->library && !access((text->base + ".so").c_str(), R_OK)) {
        text->library = dlopen((text->base + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!text->library) fprintf(stderr, "%s\n", dlerror());
    }
    if (!kernel->run && text->library)
        kernel->run = (Run)dlsym(text->library, ("ct_run_" + text->name + "_" + kernel->name).c_str());
    return kernel->run;
}

// Compiles what nobody has claimed.
static void compile_for(const std::vector<Kernel *> &kernels) {
    std::vector<Text *> mine;
    {
        std::lock_guard<std::mutex> lock(of_texts);
        for (Kernel *kernel : kernels)
            if (!kernel->text->is_claimed) {
                kernel->text->is_claimed = true;
                mine.push_back(kernel->text);
            }
    }
    if (!mine.empty()) compile(mine);
}

// The one parameter that all kernels of the library have says its size: words and addresses. Others are asked of the compiler.
static const std::vector<size_t> &sizes_of(Kernel *kernel) {
    if (kernel->sizes.empty()) {
        const std::string &own = kernel->text->own;
        static const std::regex whole("struct ct_given \\{\n([^}]*)\\};"), words("const int CT_WORDS = ([0-9]+);"),
            vectors("^ *ct_array<ct_vec<ct_word, 4>, ([0-9]+)> [a-z0-9_]+;$"), address("^ *[A-Za-z0-9_ ]+ \\*__restrict__ [a-z0-9_]+;$");
        std::smatch found, count;
        size_t bytes = 0;
        if (std::regex_search(own, found, whole)) {
            std::istringstream lines(found[1]);
            for (std::string line; std::getline(lines, line);) {
                if (line == "unsigned long long n[CT_WORDS];" && std::regex_search(own, count, words)) bytes += 8 * std::stoul(count[1]);
                else if (std::regex_match(line, count, vectors)) bytes += 16 * std::stoul(count[1]);
                else if (std::regex_match(line, address)) bytes += 8;
                else { bytes = 0; break; }
            }
        }
        const bool is_one = own.find(kernel->name + "(const __grid_constant__ ct_given given)") != std::string::npos;
        if (bytes && is_one) {
            kernel->sizes = {bytes};
        } else {
            compile_for({kernel});
            const std::string name = "ct_sizes_" + kernel->text->name + "_" + kernel->name;
            const auto size = has(kernel) ? (unsigned (*)(unsigned))dlsym(kernel->text->library, name.c_str()) : nullptr;
            for (unsigned i = 0; size && size(i); i++) kernel->sizes.push_back(size(i));
        }
    }
    return kernel->sizes;
}
