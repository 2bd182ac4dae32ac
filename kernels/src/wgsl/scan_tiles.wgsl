// A scan along axis `ct_arg(0)` of few long lanes, each of them in `ct_arg(5)` tiles. A workgroup has a tile of `ct_arg(3)` neighbouring lanes, a
// power of 2, and a thread `ct_arg(4)` steps of one. Phase `ct_arg(2)` is 0 for what each tile makes of nothing, 1 for the state that each begins
// with, 2 for the results. A text before this one has `CtState`, `CT_RESULT`, and what is done with them.

var<workgroup> ct_states: array<CtState, 256>;

// The states of all earlier threads of this lane, joined in order. Threads of one lane are `wide` apart.
fn ct_before(thread: u32, wide: u32, own: CtState) -> CtState {
    var state = own;
    ct_states[thread] = state;
    for (var gap = wide; gap < 256u; gap *= 2u) {
        workgroupBarrier();
        var first = ct_start();
        if thread >= gap {
            first = ct_states[thread - gap];
        }
        workgroupBarrier();
        if thread >= gap {
            state = ct_both(first, state);
            ct_states[thread] = state;
        }
    }
    workgroupBarrier();
    if thread < wide {
        return ct_start();
    }
    return ct_states[thread - wide];
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let axis = ct_arg(0u);
    let phase = ct_arg(2u);
    let wide = ct_arg(3u);
    let each = ct_arg(4u);
    let tiles = ct_arg(5u);
    let steps = ct_dim(0u, axis);
    let lanes = ct_numel(0u) / steps;
    if phase == 1u {
        if group >= lanes {
            return;
        }
        let share = (tiles + 255u) / 256u;
        let start = min(thread * share, tiles);
        let end = min(start + share, tiles);
        var own = ct_start();
        for (var tile = start; tile < end; tile += 1u) {
            own = ct_both(own, ct_left(tile * lanes + group));
        }
        var state = ct_before(thread, 1u, own);
        for (var tile = start; tile < end; tile += 1u) {
            let next = ct_both(state, ct_left(tile * lanes + group));
            ct_leave(tile * lanes + group, state);
            state = next;
        }
        return;
    }
    let parts = (lanes + wide - 1u) / wide;
    let tile = group / parts;
    if tile >= tiles {
        return;
    }
    let lane = group % parts * wide + thread % wide;
    let is_lane = lane < lanes;
    let start = min((tile * (256u / wide) + thread / wide) * each, steps);
    let end = select(start, min(start + each, steps), is_lane);
    let x = ct_lane(0u, axis, lane);
    let other = ct_lane(1u, axis, lane);
    let y = ct_lane(CT_RESULT, axis, lane);
    var own = ct_start();
    for (var j = start; j < end; j += 1u) {
        own = ct_next(own, j, x + j * ct_stride(0u, axis), other + j * ct_stride(1u, axis));
    }
    var state = ct_before(thread, wide, own);
    if phase == 0u {
        if is_lane && thread >= 256u - wide {
            ct_leave(tile * lanes + lane, ct_both(state, own));
        }
        return;
    }
    if is_lane && tiles > 1u {
        state = ct_both(ct_left(tile * lanes + lane), state);
    }
    for (var j = start; j < end; j += 1u) {
        state = ct_next(state, j, x + j * ct_stride(0u, axis), other + j * ct_stride(1u, axis));
        ct_put(y + j * ct_stride(CT_RESULT, axis), state);
    }
}
