// Plane rotations, of pairs that meet as in a tournament: all of a round are apart.

// Pair `i` of a round of `side` rows.
fn ct_pair_of(i: u32, round: u32, side: u32) -> vec2<u32> {
    let others = side - 1u;
    if i == 0u {
        return vec2<u32>(round, others);
    }
    let a = (round + i) % others;
    let b = (round + others - i) % others;
    return vec2<u32>(min(a, b), max(a, b));
}

// Row `r` of a pair of blocks of 16.
fn ct_row_of(pair: vec2<u32>, r: u32) -> u32 {
    return select(pair.y, pair.x, r < 16u) * 16u + r % 16u;
}

// The rotation that makes `[[a, c], [c, b]]` diagonal: its sine, the tangent of half its angle, its tangent.
fn ct_rotation(a: f32, b: f32, c: f32) -> vec3<f32> {
    let ratio = (b - a) / (2.0f * c);
    let size = abs(ratio);
    // The square of a large one is no number.
    let root = select(size, sqrt(fma(size, size, 1.0f)), size < 1e15f);
    let t = ct_copysign(1.0f / (size + root), ratio);
    let cosine = 1.0f / sqrt(fma(t, t, 1.0f));
    let half = t * cosine / (1.0f + cosine);
    // Lengths stay where the sine is that of the half, to the last digit: quotients of some devices are not.
    let all = fma(half, half, 1.0f);
    let sine = 2.0f * half / all;
    return vec3<f32>(sine + fma(-sine, all, 2.0f * half) / all, half, t);
}

// Whether a row of this square is not zero; squares of smaller ones are not exact.
fn ct_is_row(square: f32) -> bool {
    return square > ct_power(1i - CT_BIAS + i32(CT_DIGITS));
}

// Two elements turned. Small angles change them by little, and so do their errors.
fn ct_turned(x: vec2<f32>, rotation: vec3<f32>) -> vec2<f32> {
    return vec2<f32>(
        x.x - rotation.x * (x.y + rotation.y * x.x),
        x.y + rotation.x * (x.x - rotation.y * x.y)
    );
}
