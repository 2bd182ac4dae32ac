// As `exp_sums.wgsl`, of degree 13, whose sums have parts that are times a sixth power: phase `ct_arg(1)` is 0 for what that is multiplied
// by, and 1 for the rest, which is added to the products. Operands: squares, fourth powers, sixth powers, odd sums, even sums.

// Coefficients, the first of which is 1. That one is no constant, so that all are computed in f64.
fn ct_coefficients() -> array<f32, 14> {
    var first = 1.0f;
    let b1 = first * 0.5f;
    let b2 = b1 * 12.0f / 50.0f;
    let b3 = b2 * 11.0f / 72.0f;
    let b4 = b3 * 10.0f / 92.0f;
    let b5 = b4 * 9.0f / 110.0f;
    let b6 = b5 * 8.0f / 126.0f;
    let b7 = b6 * 7.0f / 140.0f;
    let b8 = b7 * 6.0f / 152.0f;
    let b9 = b8 * 5.0f / 162.0f;
    let b10 = b9 * 4.0f / 170.0f;
    let b11 = b10 * 3.0f / 176.0f;
    let b12 = b11 * 2.0f / 180.0f;
    return array<f32, 14>(first, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b12 / 182.0f);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(0u) {
        return;
    }
    let n = ct_arg(0u);
    let one = select(0.0f, 1.0f, point / n % n == point % n);
    let second = ct_load0(point);
    let fourth = ct_load1(point);
    let sixth = ct_load2(point);
    let b = ct_coefficients();
    if ct_arg(1u) == 0u {
        ct_keep3(point, fma(b[13], sixth, fma(b[11], fourth, b[9] * second)));
        ct_keep4(point, fma(b[12], sixth, fma(b[10], fourth, b[8] * second)));
        return;
    }
    let odd = fma(b[7], sixth, fma(b[5], fourth, b[3] * second));
    let even = fma(b[6], sixth, fma(b[4], fourth, b[2] * second));
    ct_keep3(point, ct_load3(point) + fma(b[1], one, odd));
    ct_keep4(point, ct_load4(point) + fma(b[0], one, even));
}
