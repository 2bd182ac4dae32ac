// How many elements of an ascending vector come before each element, equal ones too if `ct_arg(0)`.
// Operands: sorted, x, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let wanted = ct_key(ct_load1(ct_place(1u, point)));
    var low = 0u;
    var high = ct_numel(0u);
    while low < high {
        let middle = low + (high - low) / 2u;
        let key = ct_key(ct_load0(ct_offset(0u) + middle * ct_stride(0u, 0u)));
        if key < wanted || (ct_arg(0u) != 0u && key == wanted) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    ct_keep2(point, i32(low));
}
