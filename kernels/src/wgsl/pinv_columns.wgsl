// Columns of `V` over singular values, those up to number `ct_arg(2)` times the largest as over infinity, of factors of matrices of `ct_arg(0)` rows and
// `ct_arg(1)` columns. Operands: factors, columns.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let rows = ct_arg(0u);
    let columns = ct_arg(1u);
    let short = min(rows, columns);
    let base = point / short / columns * (1u + rows + columns) * short;
    let value = ct_load0(base + point % short);
    let x = ct_load0(base + (1u + rows + point / short % columns) * short + point % short);
    let counts = value > ct_load0(base) * ct_number(ct_arg(2u), ct_arg(3u), ct_arg(4u));
    ct_keep1(point, select(select(0.0f, x / value, counts), ct_nan(), ct_is_nan(value)));
}
