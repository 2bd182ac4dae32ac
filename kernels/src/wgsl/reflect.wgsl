// Adds products of vectors and reflectors `ct_arg(4)..ct_arg(5)`, at most 32, to rows from `ct_arg(2)` on of `ct_arg(0)` matrices of `ct_arg(1)` rows
// and `ct_arg(3)` columns, from column `ct_arg(4)` on, in tiles of 16. `ct_arg(6)` is the number of reflectors of a matrix. Operands: vectors,
// reflectors, matrices.

var<workgroup> ct_left: array<f32, 512>;
var<workgroup> ct_right: array<f32, 512>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let from_row = ct_arg(2u);
    let columns = ct_arg(3u);
    let first = ct_arg(4u);
    let width = ct_arg(5u) - first;
    let rows = ct_arg(1u) - from_row;
    let wide = (columns - first + 15u) / 16u;
    let high = (rows + 15u) / 16u;
    let matrix = group / wide / high;
    if matrix >= ct_arg(0u) {
        return;
    }
    let top = group / wide % high * 16u;
    let left = first + group % wide * 16u;
    for (var i = thread; i < 512u; i += 256u) {
        let row = top + i / 32u;
        var x = 0.0f;
        if row < rows && i % 32u < width {
            x = ct_load0((matrix * rows + row) * width + i % 32u);
        }
        ct_left[i] = x;
        let column = left + i % 16u;
        var v = 0.0f;
        if column < columns && i / 16u < width {
            v = ct_load1((matrix * ct_arg(6u) + first + i / 16u) * columns + column);
        }
        ct_right[i] = v;
    }
    workgroupBarrier();
    let row = top + thread / 16u;
    let column = left + thread % 16u;
    if row >= rows || column >= columns {
        return;
    }
    var sum = 0.0f;
    for (var k = 0u; k < width; k += 1u) {
        sum = fma(ct_left[thread / 16u * 32u + k], ct_right[k * 16u + thread % 16u], sum);
    }
    let at = (matrix * ct_arg(1u) + from_row + row) * columns + column;
    ct_keep2(at, ct_load2(at) + sum);
}
