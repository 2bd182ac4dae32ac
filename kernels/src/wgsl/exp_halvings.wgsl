// How often matrices of `ct_arg(0)` columns are halved until their norms are at most `ct_arg(2)`, a float by its bits: a workgroup for each of `ct_arg(1)`.
// It is negative where an element is not finite. Operands: sums of columns, halvings.

var<workgroup> ct_norms: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(1u) {
        return;
    }
    let n = ct_arg(0u);
    var largest = 0u;
    for (var c = thread; c < n; c += 256u) {
        // Magnitudes are ordered as their bits, and NaN is the largest.
        largest = max(largest, u32(ct_load0(matrix * n + c)));
    }
    ct_norms[thread] = largest;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_norms[thread] = max(ct_norms[thread], ct_norms[thread + half]);
        }
    }
    if thread == 0u {
        let finite = ct_norms[0] < 0x7f800000u;
        var norm = select(0.0f, bitcast<f32>(ct_norms[0]), finite);
        var halvings = 0i;
        while norm > bitcast<f32>(ct_arg(2u)) {
            norm *= 0.5f;
            halvings += 1i;
        }
        ct_keep1(matrix, select(-1i, halvings, finite));
    }
}
