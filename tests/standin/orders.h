// In which order threads, warps and blocks run: `COTANGENT_STANDIN_ORDER` is `forward`, `reverse`, `random` or `random:SEED`. With
// `all` each kernel runs in three, and has to leave the same bits.

#pragma once

#include <chrono>

#include "stream.h"

// Memory of the device by its address.
static std::mutex of_blocks;
static std::map<char *, size_t> blocks;

enum { FORWARD, REVERSE, RANDOM };

static unsigned long long seed() {
    static const unsigned long long seed = [] {
        const char *order = getenv("COTANGENT_STANDIN_ORDER");
        const char *given = strchr(order, ':');
        const unsigned long long seed =
            given ? strtoull(given + 1, nullptr, 10) : std::chrono::steady_clock::now().time_since_epoch().count() % 1000000;
        if (!given) fprintf(stderr, "stand-in: COTANGENT_STANDIN_ORDER=%s:%llu\n", order, seed);
        return seed;
    }();
    return seed;
}

// The memory that words of a parameter name.
static std::map<char *, size_t> named_by(const std::vector<std::vector<__int128>> &values) {
    std::map<char *, size_t> named;
    std::lock_guard<std::mutex> lock(of_blocks);
    for (const auto &value : values)
        for (size_t i = 0; i < 2 * value.size(); i++) {
            char *word;
            memcpy(&word, (const char *)value.data() + 8 * i, 8);
            const auto found = blocks.upper_bound(word);
            if (found == blocks.begin()) continue;
            const auto &[at, bytes] = *std::prev(found);
            if (word < at + bytes) named[at] = bytes;
        }
    return named;
}

static void run(Kernel *kernel, const std::vector<std::vector<__int128>> &values, void **places, const unsigned *grid, unsigned threads,
                void **stacks) {
    static unsigned long long number;
    static const std::string order = [] {
        const char *named = getenv("COTANGENT_STANDIN_ORDER");
        return std::string(named ? named : "forward");
    }();
    const auto once = [&](unsigned long long how) {
        const unsigned long long schedule[] = {how, how == RANDOM ? seed() + number : 0};
        kernel->run(places, grid, threads, stacks, schedule);
    };
    number++;
    if (order.compare(0, 3, "all")) return once(order == "reverse" ? REVERSE : order.compare(0, 6, "random") ? FORWARD : RANDOM);
    const auto memory = named_by(values);
    const auto kept = [&] {
        std::vector<std::string> all;
        for (const auto &[at, bytes] : memory) all.emplace_back(at, bytes);
        return all;
    };
    const std::vector<std::string> before = kept();
    once(FORWARD);
    const std::vector<std::string> first = kept();
    for (unsigned how : {REVERSE, RANDOM}) {
        size_t i = 0;
        for (const auto &[at, bytes] : memory) memcpy(at, before[i++].data(), bytes);
        once(how);
        if (kept() != first) {
            fprintf(stderr, "%s.cu: %s leaves other bits in another order of its threads (seed %llu)\n", kernel->text->base.c_str(),
                    kernel->name.c_str(), seed());
            abort();
        }
    }
}
