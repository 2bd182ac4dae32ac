// Factors of matrices of order `ct_arg(0)`, row by row, of those that a library leaves column by column. Behind a zero pivot nothing is left.
// Operands: columns, rows of zero pivots, from 1 on, or 0, matrices.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(2u) {
        return;
    }
    let n = ct_arg(0u);
    let row = point / n % n;
    let column = point % n;
    let matrix = point / n / n;
    let zero = ct_load1(matrix);
    let is_behind = zero > 0 && min(row, column) + 1u >= u32(zero);
    ct_keep2(point, select(ct_load0((matrix * n + column) * n + row), 0.0f, is_behind));
}
