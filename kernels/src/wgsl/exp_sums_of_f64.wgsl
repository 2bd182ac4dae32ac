// As `exp_sums.wgsl`, of degree 13, whose sums have parts that are times a sixth power: phase `ct_arg(1)` is 0 for what that is multiplied
// by, and 1 for the rest, which is added to the products. Operands: squares, fourth powers, sixth powers, odd sums, even sums.

// The first is 1.
fn ct_coefficient(i: u32) -> f32 {
    var b = 1.0f;
    for (var j = 0u; j < i; j += 1u) {
        b *= f32(13u - j) / f32((26u - j) * (j + 1u));
    }
    return b;
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
    if ct_arg(1u) == 0u {
        ct_keep3(point, fma(ct_coefficient(13u), sixth, fma(ct_coefficient(11u), fourth, ct_coefficient(9u) * second)));
        ct_keep4(point, fma(ct_coefficient(12u), sixth, fma(ct_coefficient(10u), fourth, ct_coefficient(8u) * second)));
        return;
    }
    let odd = fma(ct_coefficient(7u), sixth, fma(ct_coefficient(5u), fourth, ct_coefficient(3u) * second));
    let even = fma(ct_coefficient(6u), sixth, fma(ct_coefficient(4u), fourth, ct_coefficient(2u) * second));
    ct_keep3(point, ct_load3(point) + fma(ct_coefficient(1u), one, odd));
    ct_keep4(point, ct_load4(point) + fma(ct_coefficient(0u), one, even));
}
