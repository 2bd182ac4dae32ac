// How often matrices of `ct_arg(0)` columns are halved until their norms are at most number `ct_arg(2)`: a workgroup for each of `ct_arg(1)`.
// It is negative where an element is not finite. Operands: sums of columns, halvings.

var<workgroup> ct_norms: array<CtBits, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(1u) {
        return;
    }
    let n = ct_arg(0u);
    var largest = CtBits();
    for (var c = thread; c < n; c += 256u) {
        largest = max(largest, ct_magnitude(ct_load0(matrix * n + c)));
    }
    ct_norms[thread] = largest;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_norms[thread] = max(ct_norms[thread], ct_norms[thread + half]);
        }
    }
    if thread == 0u {
        let finite = ct_norms[0] < CT_INFINITE;
        var norm = select(0.0f, ct_of_bits(ct_norms[0]), finite);
        var halvings = 0i;
        let bound = ct_number(ct_arg(2u), ct_arg(3u), ct_arg(4u));
        while norm > bound {
            norm *= 0.5f;
            halvings += 1i;
        }
        ct_keep1(matrix, select(-1i, halvings, finite));
    }
}
