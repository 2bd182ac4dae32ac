// Square number `ct_arg(2)` of matrices of `ct_arg(0)` rows, of those that were halved more often, in tiles of 16: a workgroup for each tile of each of
// `ct_arg(1)`. Operands: halvings, matrices, others as large.

var<workgroup> ct_left: array<f32, 256>;
var<workgroup> ct_right: array<f32, 256>;
var<workgroup> ct_halvings: i32;

fn ct_read(flips: bool, at: u32) -> f32 {
    if flips {
        return ct_load2(at);
    }
    return ct_load1(at);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let n = ct_arg(0u);
    let wide = (n + 15u) / 16u;
    let matrix = group / wide / wide;
    if matrix >= ct_arg(1u) {
        return;
    }
    if thread == 0u {
        ct_halvings = ct_load0(matrix);
    }
    if workgroupUniformLoad(&ct_halvings) <= i32(ct_arg(2u)) {
        return;
    }
    let flips = ct_arg(2u) % 2u == 1u;
    let a = matrix * n * n;
    let y = thread / 16u;
    let x = thread % 16u;
    let row = group / wide % wide * 16u + y;
    let column = group % wide * 16u + x;
    var sum = 0.0f;
    for (var k = 0u; k < n; k += 16u) {
        var left = 0.0f;
        var right = 0.0f;
        if row < n && k + x < n {
            left = ct_read(flips, a + row * n + k + x);
        }
        if column < n && k + y < n {
            right = ct_read(flips, a + (k + y) * n + column);
        }
        ct_left[thread] = left;
        ct_right[thread] = right;
        workgroupBarrier();
        for (var i = 0u; i < 16u; i += 1u) {
            sum = fma(ct_left[y * 16u + i], ct_right[i * 16u + x], sum);
        }
        workgroupBarrier();
    }
    if row < n && column < n {
        if flips {
            ct_keep1(a + row * n + column, sum);
        } else {
            ct_keep2(a + row * n + column, sum);
        }
    }
}
