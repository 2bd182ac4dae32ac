// What `ct_begin` reads, in order, a thread for each pair. Operands: halves, the same, pairs.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(2u) / 2u {
        return;
    }
    let half = ct_dim(2u, ct_arg(8u));
    let x = ct_begin(point / half, point % half);
    ct_keep2(2u * point, x.x);
    ct_keep2(2u * point + 1u, x.y);
}
