// 1 at the index and 0 elsewhere, along a last axis of length `ct_arg(0)`. Operands: ids, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    let classes = ct_arg(0u);
    // Without classes there is nothing to write, but there are indices to check.
    let id = point / max(classes, 1u);
    if id >= ct_numel(0u) {
        return;
    }
    let column = point - id * classes;
    let index = u32(ct_load0(ct_place(0u, id)));
    if index >= classes {
        ct_fail(index, classes, ct_position(0u, id));
        return;
    }
    if column < classes {
        ct_keep1(point, CtT1(index == column));
    }
}
