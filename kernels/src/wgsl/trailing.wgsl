// Subtracts the product of columns `ct_arg(1)..ct_arg(2)`, at most 32, and of the rows that belong to them from what lies behind both, in tiles of 16.
// Where `ct_arg(5)` is 1, the rows are the columns transposed. Matrices are as in `lu.wgsl`.

var<workgroup> ct_left: array<f32, 512>;
var<workgroup> ct_right: array<f32, 512>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let first = ct_arg(1u);
    let end = ct_arg(2u);
    let rows = ct_arg(3u);
    let columns = ct_arg(4u);
    let wide = (columns - end + 15u) / 16u;
    let high = (rows - end + 15u) / 16u;
    let matrix = group / wide / high;
    if matrix >= ct_arg(0u) {
        return;
    }
    let a = matrix * rows * columns;
    let top = end + group / wide % high * 16u;
    let left = end + group % wide * 16u;
    let depth = end - first;
    for (var i = thread; i < 512u; i += 256u) {
        let k = i % 32u;
        let along = i / 32u;
        var x = 0.0f;
        var y = 0.0f;
        if k < depth && top + along < rows {
            x = ct_load1(a + (top + along) * columns + first + k);
        }
        if k < depth && left + along < columns {
            if ct_arg(5u) == 1u {
                y = ct_load1(a + (left + along) * columns + first + k);
            } else {
                y = ct_load1(a + (first + k) * columns + left + along);
            }
        }
        ct_left[i] = x;
        ct_right[i] = y;
    }
    workgroupBarrier();
    let r = top + thread / 16u;
    let c = left + thread % 16u;
    if r >= rows || c >= columns || (ct_arg(5u) == 1u && c > r) {
        return;
    }
    var sum = 0.0f;
    for (var k = 0u; k < depth; k += 1u) {
        sum = fma(ct_left[thread / 16u * 32u + k], ct_right[thread % 16u * 32u + k], sum);
    }
    ct_keep1(a + r * columns + c, ct_load1(a + r * columns + c) - sum);
}
