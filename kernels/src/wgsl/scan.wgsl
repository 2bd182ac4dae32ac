// A scan along axis `ct_arg(0)`, a thread for each lane. A text before this one has `CtState`, `CT_RESULT`, and what is done with them.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let lane = (block.x + block.y * blocks.x) * 256u + thread;
    let axis = ct_arg(0u);
    let steps = ct_dim(0u, axis);
    if lane >= ct_numel(0u) / steps {
        return;
    }
    let x = ct_lane(0u, axis, lane);
    let other = ct_lane(1u, axis, lane);
    let y = ct_lane(CT_RESULT, axis, lane);
    var state = ct_start();
    for (var j = 0u; j < steps; j += 1u) {
        state = ct_next(state, j, x + j * ct_stride(0u, axis), other + j * ct_stride(1u, axis));
        ct_put(y + j * ct_stride(CT_RESULT, axis), state);
    }
}
