// Running maxima, or minima where `ct_arg(1)` is 1, and where each was met last. Operands: x, values, indices, values of states, indices of states.

struct CtState {
    value: CtT0,
    // Negative where there is none.
    at: i32,
}
const CT_RESULT = 1u;

fn ct_start() -> CtState {
    return CtState(CtT0(), -1);
}

fn ct_beats(next: CtT0, best: CtT0) -> bool {
    if ct_void(next) || ct_void(best) {
        return ct_void(next) && !ct_void(best);
    }
    return select(next > best, next < best, ct_arg(1u) == 1u);
}

fn ct_both(a: CtState, b: CtState) -> CtState {
    if a.at >= 0 && (b.at < 0 || ct_beats(a.value, b.value)) {
        return a;
    }
    return b;
}

fn ct_next(s: CtState, j: u32, x: u32, other: u32) -> CtState {
    return ct_both(s, CtState(ct_load0(x), i32(j)));
}

fn ct_put(at: u32, s: CtState) {
    ct_keep1(at, s.value);
    ct_keep2(at, s.at);
}

fn ct_leave(at: u32, s: CtState) {
    ct_keep3(at, s.value);
    ct_keep4(at, s.at);
}

fn ct_left(at: u32) -> CtState {
    return CtState(ct_load3(at), ct_load4(at));
}
