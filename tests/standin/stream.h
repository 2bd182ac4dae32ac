// What a GPU was asked for and has not done yet, in order. It is done when somebody waits, and not before: whoever reads too early or
// frees what is in use is found out, and kernels of many launches are compiled together. Each device has its own: others do nothing meanwhile,
// but for what both do together.

#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <unistd.h>

#include "texts.h"

enum { DEVICES = 4 };

// Where a step of one device waits for those of others: all are done at once, when each has come to it.
struct Meeting {
    std::vector<int> devices;
    std::function<void()> run;
    std::atomic<bool> is_over, is_given_up;
};
struct Step {
    std::function<void()> run;
    Kernel *kernel;
    std::shared_ptr<Meeting> meeting;
};
struct Queue {
    std::deque<Step> steps;
    size_t asked = 0;
    std::atomic<size_t> finished{0};
    // Its context has failed, and nothing more comes.
    std::atomic<bool> is_lost{false};
};
static std::mutex of_steps, doing;
// There to the end: threads may ask while a process ends.
static auto &queues = *new std::array<Queue, DEVICES>;
static std::atomic<bool> has_failed;

// Texts are kept and no kernel runs: whatever is read is 0.
static bool only_keeps() {
    static const char *runs = getenv("COTANGENT_STANDIN_RUN");
    return runs && !strcmp(runs, "no");
}

// The next step of a device, if one is asked for.
static bool next(Queue &queue, Step &step) {
    std::lock_guard<std::mutex> lock(of_steps);
    if (queue.steps.empty()) return false;
    return step = queue.steps.front(), true;
}
static void pop(Queue &queue) {
    std::lock_guard<std::mutex> lock(of_steps);
    queue.steps.pop_front();
    queue.finished++;
}

enum Advance { DONE, WAITS };
// Does what a device was asked for, up to step number `until`, or up to a meeting. `on` are devices that wait for it.
static Advance advance(int device, size_t until, const Meeting *to, std::vector<int> on) {
    Queue &queue = queues[device];
    for (int other : on)
        if (other == device) fprintf(stderr, "stand-in driver: devices wait for each other, in different orders\n"), abort();
    on.push_back(device);
    Step step;
    while (queue.finished < until) {
        if (!next(queue, step)) return WAITS;
        if (to && step.meeting.get() == to) return DONE;
        if (Meeting *meeting = step.meeting.get()) {
            for (int other : meeting->devices) {
                if (meeting->is_over || meeting->is_given_up) break;
                if (other == device) continue;
                // One that fails comes no more.
                if (queues[other].is_lost || advance(other, SIZE_MAX, meeting, on) == WAITS) return WAITS;
            }
            if (!meeting->is_given_up && !meeting->is_over.exchange(true) && !only_keeps()) meeting->run();
        } else if (step.kernel && only_keeps())
            ;
        else if (step.kernel && !has(step.kernel))
            has_failed = true;
        else
            step.run();
        pop(queue);
    }
    return DONE;
}

// Does all that a device was asked for so far, and of others what it waits for.
static int finish(int device) {
    size_t until;
    std::vector<Kernel *> kernels;
    {
        std::lock_guard<std::mutex> lock(of_steps);
        until = queues[device].asked;
        for (const Queue &queue : queues)
            for (const Step &step : queue.steps)
                if (step.kernel && !only_keeps()) kernels.push_back(step.kernel);
    }
    compile_for(kernels);
    for (;;) {
        {
            std::lock_guard<std::mutex> lock(doing);
            if (advance(device, until, nullptr, {}) == DONE) break;
        }
        // A step of another device that is on its way, or that never comes.
        usleep(1000);
    }
    // As an address that is none: for good.
    return has_failed ? 700 : 0;
}

static int later(int device, std::function<void()> run, Kernel *kernel = nullptr, std::shared_ptr<Meeting> meeting = nullptr) {
    size_t waiting;
    {
        std::lock_guard<std::mutex> lock(of_steps);
        queues[device].steps.push_back({std::move(run), kernel, std::move(meeting)});
        queues[device].asked++;
        waiting = queues[device].steps.size();
    }
    return waiting > 4096 ? finish(device) : 0;
}
