// Squares matrices of `ct_arg(0)` rows as often as each was halved from square number `ct_arg(2)` on, a workgroup for each of `ct_arg(1)`. Operands: halvings, matrices, others as large.

var<workgroup> ct_halvings: i32;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(1u) {
        return;
    }
    let n = ct_arg(0u);
    let a = matrix * n * n;
    if thread == 0u {
        ct_halvings = ct_load0(matrix);
    }
    let halvings = workgroupUniformLoad(&ct_halvings);
    for (var i = i32(ct_arg(2u)); i < halvings; i += 1i) {
        let flips = i % 2i == 1i;
        for (var e = thread; e < n * n; e += 256u) {
            var sum = 0.0f;
            for (var k = 0u; k < n; k += 1u) {
                let left = a + e / n * n + k;
                let right = a + k * n + e % n;
                if flips {
                    sum = fma(ct_load2(left), ct_load2(right), sum);
                } else {
                    sum = fma(ct_load1(left), ct_load1(right), sum);
                }
            }
            if flips {
                ct_keep1(a + e, sum);
            } else {
                ct_keep2(a + e, sum);
            }
        }
        storageBarrier();
    }
}
