// The exponents of the largest magnitudes of matrices, -1 of zeros: a workgroup for each of `ct_arg(3)` parts of each of `ct_arg(2)`. Operands: matrices,
// exponents.

var<workgroup> ct_sizes: array<CtBits, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let parts = ct_arg(3u);
    let matrix = group / parts;
    if matrix >= ct_arg(2u) {
        return;
    }
    let lead = ct_arg(0u) - 2u;
    let columns = ct_dim(0u, lead + 1u);
    let all = ct_dim(0u, lead) * columns;
    let base = ct_batch(0u, lead, matrix);
    var largest = CtBits();
    for (var i = group % parts * 256u + thread; i < all; i += parts * 256u) {
        largest = max(largest, ct_magnitude(ct_element(base, i / columns, i % columns)));
    }
    ct_sizes[thread] = largest;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_sizes[thread] = max(ct_sizes[thread], ct_sizes[thread + half]);
        }
    }
    if thread == 0u {
        ct_keep1(group, select(i32(ct_sizes[0] >> CT_DIGITS), -1i, ct_sizes[0] == CtBits()));
    }
}
