// Elements as they are, for another type in memory. Operands: x, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point < ct_numel(1u) {
        ct_keep1(ct_place(1u, point), ct_load0(ct_place(0u, point)));
    }
}
