// The mean of `t` over the places in each window of `x` whose elements are at least `y`. Operands: x and t by the first elements of their
// windows, x and t by the elements of one, y, z.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(5u) {
        return;
    }
    let y = ct_load4(ct_place(4u, point));
    let origin = ct_place(0u, point);
    let other = ct_place(1u, point);
    var ties = 0.0f;
    var sum = 0.0f;
    for (var k = 0u; k < ct_numel(2u); k += 1u) {
        if ct_at_least(ct_load0(origin + ct_place(2u, k)), y) {
            ties += 1.0;
            sum += ct_load1(other + ct_place(3u, k));
        }
    }
    ct_keep5(point, sum / max(ties, 1.0));
}

fn ct_at_least(x: f32, y: f32) -> bool {
    return x >= y && !ct_is_nan(x) && !ct_is_nan(y);
}
