// Matrices of `ct_arg(0)` rows, halved; zeros where an element is not finite. Operands: matrices, halvings, scaled matrices.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(2u) {
        return;
    }
    let halvings = ct_load1(point / ct_arg(0u) / ct_arg(0u));
    // In two steps: the factor may be no number.
    let count = max(halvings, 0i);
    let first = ct_power(-(count / 2i));
    let second = ct_power(count / 2i - count);
    ct_keep2(point, select(ct_load0(point) * first * second, 0.0f, halvings < 0i));
}
