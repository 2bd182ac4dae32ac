// The number of the part that each list of `ct_arg(0)` indices names, over first axes of lengths `ct_arg(1)` and on. Operands: idx, rows.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let count = ct_arg(0u);
    var row = 0u;
    for (var i = 0u; i < count; i += 1u) {
        let size = ct_arg(1u + i);
        let index = u32(ct_load0(ct_place(0u, point * count + i)));
        if index >= size {
            ct_fail(index, i, point * count + i);
            row = 0u;
            break;
        }
        row = row * size + index;
    }
    ct_keep1(point, i32(row));
}
