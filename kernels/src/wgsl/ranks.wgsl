// The places of `ct_arg(0)` values in order, the largest first where `ct_arg(1)` is 1. Operands: values, places.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let n = ct_arg(0u);
    let own = point % n;
    let base = ct_offset(0u) + point / n * ct_stride(0u, 0u);
    let value = ct_load0(base + own * ct_stride(0u, 1u));
    var place = 0i;
    for (var i = 0u; i < n; i += 1u) {
        let other = ct_load0(base + i * ct_stride(0u, 1u));
        let least = value > other;
        let before = select(least, other > value, ct_arg(1u) == 1u);
        if before || (other == value && i < own) {
            place += 1i;
        }
    }
    ct_keep1(point, place);
}
