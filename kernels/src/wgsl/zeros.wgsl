// Zeros. Operands: what is not read, zeros.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point < ct_numel(1u) {
        ct_keep1(point, CtT1(0));
    }
}
