// The first elements of sorted lanes along axis `ct_arg(0)`, of which `ct_arg(1)` are kept. Operands: x, values, indices, runs.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let axis = ct_arg(0u);
    let lane = point / ct_dim(1u, axis);
    let j = point % ct_dim(1u, axis);
    let place = ct_load3((lane * ct_arg(1u) + j) * (CT_BITS_WORDS + 1u) + CT_BITS_WORDS);
    let to = ct_lane(1u, axis, lane) + j * ct_stride(1u, axis);
    ct_keep1(to, ct_load0(ct_lane(0u, axis, lane) + u32(place) * ct_stride(0u, axis)));
    ct_keep2(to, place);
}
