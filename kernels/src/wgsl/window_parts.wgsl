// `c` of each window, by the number of places whose elements are at least `y`. Operands: x by the first elements of its windows, x by the
// elements of one, y, c, parts.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(4u) {
        return;
    }
    let y = ct_load2(ct_place(2u, point));
    let origin = ct_place(0u, point);
    var ties = 0.0f;
    for (var k = 0u; k < ct_numel(1u); k += 1u) {
        let x = ct_load0(origin + ct_place(1u, k));
        ties += f32(x >= y && !ct_is_nan(x) && !ct_is_nan(y));
    }
    ct_keep4(point, ct_load3(ct_place(3u, point)) / max(ties, 1.0));
}
