// Lengths of the first `ct_arg(0)` rows of matrices of `ct_arg(1)` rows. Rows get length 1, but zeros; so do rows of others. Operands: a matrix that is
// not read, matrices, others, lengths.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(3u) {
        return;
    }
    let n = ct_arg(0u);
    let side = ct_arg(1u);
    let row = (point / n * side + point % n) * side;
    var squares = vec2<f32>(0.0f);
    for (var i = 0u; i < n; i += 1u) {
        let x = vec2<f32>(ct_load1(row + i), ct_load2(row + i));
        squares = fma(x, x, squares);
    }
    let lengths = sqrt(squares);
    let is_row = ct_is_row(squares.x);
    for (var i = 0u; i < n; i += 1u) {
        ct_keep1(row + i, select(0.0f, ct_load1(row + i) / lengths.x, is_row));
        ct_keep2(row + i, ct_load2(row + i) / lengths.y);
    }
    ct_keep3(point, select(0.0f, lengths.x, is_row));
}
