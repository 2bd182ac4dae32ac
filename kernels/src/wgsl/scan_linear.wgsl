// `y = a y + b`, step by step. Operands: a, b, y.

alias CtState = vec2<f32>;
const CT_RESULT = 2u;

fn ct_start() -> CtState {
    return vec2<f32>(0.0f, 0.0f);
}

fn ct_next(s: CtState, j: u32, x: u32, other: u32) -> CtState {
    let b = ct_load1(other);
    // The first coefficient meets nothing: even if it is infinite.
    if j == 0u {
        return vec2<f32>(b, 0.0f);
    }
    let a = ct_load0(x);
    let p = ct_two_product(a, s.x);
    let t = ct_two_sum(p.x, b);
    return ct_pair(t.x, fma(a, s.y, p.y) + t.y);
}

fn ct_put(at: u32, s: CtState) {
    ct_keep2(at, s.x + s.y);
}
