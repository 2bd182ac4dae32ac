// The largest element of each window; NaN wins. Operands: x by the first elements of its windows, x by the elements of one, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(2u) {
        return;
    }
    let origin = ct_place(0u, point);
    var top = -ct_inf();
    for (var k = 0u; k < ct_numel(1u); k += 1u) {
        top = ct_maximum(top, ct_load0(origin + ct_place(1u, k)));
    }
    ct_keep2(point, top);
}
