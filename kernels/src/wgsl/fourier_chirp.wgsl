// Chirps of `ct_arg(10)` points: `jk` is half of `j j + k k - (j - k)(j - k)`, so that a transform of any length is sums of products along a
// difference, which a longer one makes (Bluestein).

// `j j` modulo `n`, which is above `j` and at most 2^31.
fn ct_square(j: u32, n: u32) -> u32 {
    if j < 65536u {
        return j * j % n;
    }
    var sum = 0u;
    for (var bit = 32u; bit > 0u; bit -= 1u) {
        sum = 2u * sum % n;
        if ((j >> (bit - 1u)) & 1u) == 1u {
            sum = (sum + j) % n;
        }
    }
    return sum;
}

fn ct_chirp(j: u32) -> vec2<f32> {
    let n = 2u * ct_arg(10u);
    return ct_turn(ct_square(j, n), n, ct_arg(12u));
}
