// `y[.., j, ..] = x[.., idx[.., j, ..], ..]` along axis `ct_arg(0)`. Operands: x, idx, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    var rest = point;
    var origin = ct_offset(0u);
    var at = ct_offset(1u);
    for (var axis = 8u; axis > 0u; axis -= 1u) {
        let dim = ct_dim(1u, axis - 1u);
        let i = rest % dim;
        rest /= dim;
        at += i * ct_stride(1u, axis - 1u);
        if axis - 1u != ct_arg(0u) {
            origin += i * ct_stride(0u, axis - 1u);
        }
    }
    let index = ct_load1(at);
    let size = i32(ct_dim(0u, ct_arg(0u)));
    if index < 0 || index >= size {
        ct_fail(u32(index), u32(size), ct_position(1u, point));
        return;
    }
    ct_keep2(point, ct_load0(origin + u32(index) * ct_stride(0u, ct_arg(0u))));
}
