// The rows of `U` that belong to columns `ct_arg(1)..ct_arg(2)`, behind these: a thread for each column. Matrices are as in `lu.wgsl`.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    let columns = ct_arg(4u);
    let first = ct_arg(1u);
    let end = ct_arg(2u);
    let width = columns - end;
    if point >= ct_arg(0u) * width {
        return;
    }
    let a = point / width * ct_arg(3u) * columns;
    let c = end + point % width;
    for (var r = first + 1u; r < end; r += 1u) {
        var value = ct_load1(a + r * columns + c);
        for (var k = first; k < r; k += 1u) {
            let factor = ct_load1(a + r * columns + k);
            if ct_arg(5u) == 1u || ct_magnitude(factor) != CtBits() {
                value -= factor * ct_load1(a + k * columns + c);
            }
        }
        ct_keep1(a + r * columns + c, value);
    }
}
