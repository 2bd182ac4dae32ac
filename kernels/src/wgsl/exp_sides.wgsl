// Even sums without and with odd ones. Operands: odd sums, even sums, differences, sums.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(0u) {
        return;
    }
    ct_keep2(point, ct_load1(point) - ct_load0(point));
    ct_keep3(point, ct_load1(point) + ct_load0(point));
}
