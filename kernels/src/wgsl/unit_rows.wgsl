// Unit vectors as `ct_arg(0)` rows of `ct_arg(1)` elements. Operands: a matrix that is not read, rows.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point < ct_numel(1u) {
        ct_keep1(point, select(0.0f, 1.0f, point / ct_arg(1u) % ct_arg(0u) == point % ct_arg(1u)));
    }
}
