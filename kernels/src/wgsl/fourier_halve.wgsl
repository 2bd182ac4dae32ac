// Halves of transforms in memory, a thread for each result. Operands: transforms, the same.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    let half = ct_arg(11u) / 2u;
    if point >= ct_numel(2u) / 2u {
        return;
    }
    let row = point / (half + 1u);
    let k = point % (half + 1u);
    let x = 2u * (row * half + k % half);
    let y = 2u * (row * half + (half - k) % half);
    ct_write(row, k, vec2<f32>(ct_load0(x), ct_load0(x + 1u)), vec2<f32>(ct_load0(y), ct_load0(y + 1u)));
}
