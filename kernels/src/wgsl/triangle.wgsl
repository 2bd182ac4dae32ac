// The triangles that reflectors leave of `ct_arg(0)` columns of `ct_arg(1)` rows, row by row, in matrices of `ct_arg(2)` rows with zeros behind
// them. Operands: columns, diagonals, triangles.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(2u) {
        return;
    }
    let n = ct_arg(0u);
    let m = ct_arg(1u);
    let side = ct_arg(2u);
    let matrix = point / side / side;
    let r = point / side % side;
    let c = point % side;
    var value = 0.0f;
    if r < c && c < n {
        value = ct_load0((matrix * n + c) * m + r);
    } else if r == c && c < n {
        value = ct_load1(matrix * n + c);
    }
    ct_keep2(point, value);
}
