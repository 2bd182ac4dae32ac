// What makes the largest component of each of `ct_arg(0)` rows positive, of several the first: 1 or -1, over its length where `ct_arg(1)` is 1.
// Operands: rows, factors.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let row = point / ct_arg(0u) * ct_stride(0u, 0u) + point % ct_arg(0u) * ct_stride(0u, 1u);
    var largest = 0.0f;
    var squares = 0.0f;
    for (var i = 0u; i < ct_dim(0u, 2u); i += 1u) {
        let x = ct_load0(row + i);
        squares = fma(x, x, squares);
        if abs(x) > abs(largest) {
            largest = x;
        }
    }
    let size = select(1.0f, 1.0f / sqrt(squares), ct_arg(1u) == 1u);
    ct_keep1(point, select(size, -size, largest < 0.0f));
}
