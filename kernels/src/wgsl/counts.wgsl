// Sums of columns of integers. Operands: x, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    var sum = 0;
    for (var i = 0u; i < ct_dim(0u, 0u); i += 1u) {
        sum += ct_load0(i * ct_stride(0u, 0u) + point * ct_stride(0u, 1u));
    }
    ct_keep1(point, sum);
}
