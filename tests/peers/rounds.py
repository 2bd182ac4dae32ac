"""Interleaved rounds of one program here and in another library."""

import os
import statistics
import subprocess
import sys
import time


class Peer:
    """A program of tests/src/bin, which answers a line with seconds a call and a value."""

    def __init__(self, path=None, **more):
        # Where it finds what the peers here bring along, which must not find that of others.
        libraries = os.environ.get("COTANGENT_LIBRARIES")
        env = {**os.environ, **({"LD_LIBRARY_PATH": libraries} if libraries else {}), **more}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([path or sys.argv[1]], text=True, env=env, **pipes)

    def ask(self, *words):
        try:
            self.process.stdin.write(" ".join(map(str, words)) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            # Its reason is on the error output, which is ours too.
            raise RuntimeError(f"the program ended with {self.process.wait()} when asked for `{' '.join(map(str, words))}`")
        seconds, value = map(float, answer.split())
        return seconds, value

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()


def timed(count, call):
    """Seconds a call, and the last result."""
    start = time.perf_counter()
    for _ in range(count):
        result = call()
    return (time.perf_counter() - start) / count, result


def interleaved(peer, words, count, call, rounds, tolerance):
    """Medians of seconds of both, whose values agree."""
    ours, theirs = [], []
    for _ in range(rounds):
        seconds, value = peer.ask(*words)
        ours.append(seconds)
        seconds, known = timed(count, call)
        theirs.append(seconds)
        assert abs(value - float(known)) <= tolerance * abs(value), (words, value, float(known))
    return statistics.median(ours), statistics.median(theirs)
