// The sums of odd powers without their factor x, and of even powers, of a Padé approximant of degree 7: `ct_arg(1)` to `ct_arg(8)` have its coefficients.
// Matrices have `ct_arg(0)` rows. Operands: their squares, fourth powers, sixth powers, odd sums, even sums.

fn ct_coefficient(i: u32) -> f32 {
    return bitcast<f32>(ct_arg(1u + i));
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
    let odd = fma(ct_coefficient(7u), sixth, fma(ct_coefficient(5u), fourth, ct_coefficient(3u) * second));
    let even = fma(ct_coefficient(6u), sixth, fma(ct_coefficient(4u), fourth, ct_coefficient(2u) * second));
    ct_keep3(point, fma(ct_coefficient(1u), one, odd));
    ct_keep4(point, fma(ct_coefficient(0u), one, even));
}
