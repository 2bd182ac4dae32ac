// Sums of what each element of a matrix is copied to by its minors. Operands: x, and y, whose rank is `ct_arg(0)`.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let n = ct_dim(1u, ct_arg(0u) - 1u);
    let c = point % n;
    let r = point / n % n;
    let base = point / n / n * n;
    var sum: CtSum;
    for (var i = 0u; i < n; i += 1u) {
        for (var j = 0u; j < n; j += 1u) {
            if i != r && j != c {
                let row = r - u32(r > i);
                let column = c - u32(c > j);
                let number = (((base + i) * n + j) * (n - 1u) + row) * (n - 1u) + column;
                sum = ct_plus(sum, ct_load0(ct_place(0u, number)));
            }
        }
    }
    ct_keep1(point, ct_total(sum));
}
