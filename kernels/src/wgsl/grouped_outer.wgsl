// The product of the rows of each group of two matrices, summed over them. A workgroup has 16 rows and columns of one result.
// Operands: x, y, starts, w.

var<workgroup> ct_left: array<f32, 256>;
var<workgroup> ct_right: array<f32, 256>;
var<workgroup> ct_last: u32;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let number = block.x + block.y * blocks.x;
    let rows = ct_dim(3u, 1u);
    let columns = ct_dim(3u, 2u);
    let wide = (columns + 15u) / 16u;
    let high = (rows + 15u) / 16u;
    let group = number / wide / high;
    let works = group < ct_dim(3u, 0u);
    let first = select(0u, u32(ct_load2(select(0u, group, works))), works);
    let end = select(0u, u32(ct_load2(select(0u, group + 1u, works))), works);
    if thread == 0u {
        ct_last = end - first;
    }
    let count = workgroupUniformLoad(&ct_last);
    let x = thread % 16u;
    let y = thread / 16u;
    let row = number / wide % high * 16u;
    let column = number % wide * 16u;
    var sum = 0.0f;
    for (var depth = 0u; depth < count; depth += 16u) {
        var a = 0.0f;
        var b = 0.0f;
        let at = first + depth + y;
        if at < end && row + x < rows {
            a = ct_load0(ct_offset(0u) + at * ct_stride(0u, 0u) + (row + x) * ct_stride(0u, 1u));
        }
        if at < end && column + x < columns {
            b = ct_load1(ct_offset(1u) + at * ct_stride(1u, 0u) + (column + x) * ct_stride(1u, 1u));
        }
        ct_left[thread] = a;
        ct_right[thread] = b;
        workgroupBarrier();
        for (var k = 0u; k < 16u; k += 1u) {
            sum = fma(ct_left[k * 16u + y], ct_right[k * 16u + x], sum);
        }
        workgroupBarrier();
    }
    if works && row + y < rows && column + x < columns {
        ct_keep3((group * rows + row + y) * columns + column + x, sum);
    }
}
