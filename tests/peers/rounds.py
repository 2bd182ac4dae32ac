"""Interleaved rounds of one program here and in another library."""

import statistics
import subprocess
import sys
import time


class Peer:
    """A program of tests/src/bin, which answers a line with seconds a call and a value."""

    def __init__(self, path=None):
        self.process = subprocess.Popen([path or sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        seconds, value = map(float, self.process.stdout.readline().split())
        return seconds, value

    def close(self):
        self.process.stdin.close()
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
