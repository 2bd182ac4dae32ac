// Columns `ct_arg(1)..ct_arg(2)` of the factors of matrices of `ct_arg(3)` rows, a workgroup for each of `ct_arg(0)`. What is not positive
// becomes a pivot of 0. Operands: a matrix that is not read, matrices.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(0u) {
        return;
    }
    let n = ct_arg(3u);
    let a = matrix * n * n;
    for (var k = ct_arg(1u); k < ct_arg(2u); k += 1u) {
        let diagonal = ct_load1(a + k * n + k);
        let positive = diagonal > 0.0f && !ct_is_nan(diagonal);
        let pivot = select(0.0f, sqrt(diagonal), positive);
        storageBarrier();
        for (var r = k + thread; r < n; r += 256u) {
            let at = a + r * n + k;
            ct_keep1(at, select(ct_load1(at) / pivot, pivot, r == k));
        }
        storageBarrier();
        let width = ct_arg(2u) - k - 1u;
        for (var i = thread; i < (n - k - 1u) * width; i += 256u) {
            let r = k + 1u + i / width;
            let c = k + 1u + i % width;
            if c <= r {
                let at = a + r * n + c;
                ct_keep1(at, fma(-ct_load1(a + r * n + k), ct_load1(a + c * n + k), ct_load1(at)));
            }
        }
        storageBarrier();
    }
}
