// Products of the rows of each group with its matrix. A workgroup has a tile of 16 rows of one group and 16 columns. Operands: x, w,
// starts, y.

var<workgroup> ct_left: array<f32, 256>;
var<workgroup> ct_right: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let number = block.x + block.y * blocks.x;
    let groups = ct_dim(1u, 0u);
    let inner = ct_dim(1u, 1u);
    let columns = ct_dim(1u, 2u);
    let wide = (columns + 15u) / 16u;
    let tile = number / wide;
    let works = tile < u32(ct_load2(2u * groups + 1u));
    // The last group that begins at this tile or before; groups without rows have none.
    var low = 0u;
    var high = groups;
    while high - low > 1u {
        let middle = low + (high - low) / 2u;
        if u32(ct_load2(groups + 1u + middle)) <= tile {
            low = middle;
        } else {
            high = middle;
        }
    }
    let first = u32(ct_load2(low)) + (tile - u32(ct_load2(groups + 1u + low))) * 16u;
    let end = select(0u, u32(ct_load2(low + 1u)), works);
    let x = thread % 16u;
    let y = thread / 16u;
    let row = first + y;
    let column = number % wide * 16u + x;
    var sum = 0.0f;
    for (var depth = 0u; depth < inner; depth += 16u) {
        var a = 0.0f;
        if row < end && depth + x < inner {
            a = ct_load0(ct_offset(0u) + row * ct_stride(0u, 0u) + (depth + x) * ct_stride(0u, 1u));
        }
        var b = 0.0f;
        if works && depth + y < inner && column < columns {
            b = ct_load1(ct_offset(1u) + low * ct_stride(1u, 0u) + (depth + y) * ct_stride(1u, 1u) + column * ct_stride(1u, 2u));
        }
        ct_left[thread] = a;
        ct_right[thread] = b;
        workgroupBarrier();
        for (var k = 0u; k < 16u; k += 1u) {
            sum = fma(ct_left[y * 16u + k], ct_right[k * 16u + x], sum);
        }
        workgroupBarrier();
    }
    if row < end && column < columns {
        ct_keep3(row * columns + column, sum);
    }
}
