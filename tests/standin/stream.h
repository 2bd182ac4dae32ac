// What a GPU was asked for and has not done yet, in order. It is done when somebody waits, and not before: whoever reads too early or
// frees what is in use is found out, and kernels of many launches are compiled together.

#pragma once

#include <deque>
#include <functional>

#include "texts.h"

struct Step {
    std::function<void()> run;
    Kernel *kernel;
};
static std::mutex of_steps, doing;
static std::deque<Step> steps;
static size_t asked;
static std::atomic<size_t> finished;
static std::atomic<bool> has_failed;

// Texts are kept and no kernel runs: whatever is read is 0.
static bool only_keeps() {
    static const char *runs = getenv("COTANGENT_STANDIN_RUN");
    return runs && !strcmp(runs, "no");
}

// Does all that was asked for so far.
static int finish() {
    size_t until;
    std::vector<Kernel *> kernels;
    {
        std::lock_guard<std::mutex> lock(of_steps);
        until = asked;
        for (const Step &step : steps)
            if (step.kernel && !only_keeps()) kernels.push_back(step.kernel);
    }
    compile_for(kernels);
    std::lock_guard<std::mutex> lock(doing);
    while (finished < until) {
        Step step;
        {
            std::lock_guard<std::mutex> lock(of_steps);
            step = std::move(steps.front());
            steps.pop_front();
        }
        if (step.kernel && only_keeps())
            ;
        else if (step.kernel && !has(step.kernel))
            has_failed = true;
        else
            step.run();
        finished++;
    }
    // As an address that is none: for good.
    return has_failed ? 700 : 0;
}

static int later(std::function<void()> run, Kernel *kernel = nullptr) {
    size_t waiting;
    {
        std::lock_guard<std::mutex> lock(of_steps);
        steps.push_back({std::move(run), kernel});
        asked++;
        waiting = steps.size();
    }
    return waiting > 4096 ? finish() : 0;
}
