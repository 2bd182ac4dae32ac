// A scan along axis `ct_arg(0)`, in `ct_arg(1)` chunks of `ct_arg(2)` steps. Phase `ct_arg(3)` is 0 for what each chunk makes of nothing,
// 1 for the state that each begins with, 2 for the results. A text before this one has `CtState`, `CT_RESULT`, and what is done with them.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    let axis = ct_arg(0u);
    let chunks = ct_arg(1u);
    let phase = ct_arg(3u);
    let steps = ct_dim(0u, axis);
    let lanes = ct_numel(0u) / steps;
    if phase == 1u {
        if point >= lanes {
            return;
        }
        var state = ct_start();
        for (var chunk = 0u; chunk < chunks; chunk += 1u) {
            let at = chunk * lanes + point;
            let own = ct_left(at);
            ct_leave(at, state);
            state = ct_both(state, own);
        }
        return;
    }
    if point >= lanes * chunks {
        return;
    }
    // Neighbours are of neighbouring lanes.
    let lane = point % lanes;
    let start = point / lanes * ct_arg(2u);
    let end = min(start + ct_arg(2u), steps);
    let x = ct_lane(0u, axis, lane);
    let other = ct_lane(1u, axis, lane);
    let y = ct_lane(CT_RESULT, axis, lane);
    var state = ct_start();
    if phase == 2u && chunks > 1u {
        state = ct_left(point);
    }
    for (var j = start; j < end; j += 1u) {
        state = ct_next(state, j, x + j * ct_stride(0u, axis), other + j * ct_stride(1u, axis));
        if phase == 2u {
            ct_put(y + j * ct_stride(CT_RESULT, axis), state);
        }
    }
    if phase == 0u {
        ct_leave(point, state);
    }
}
