// Matrices of `ct_arg(0)` rows, divided by powers of 2 up to norms of at most `ct_arg(2)`, a float by its bits: a workgroup for each of `ct_arg(1)`. How
// many times each was halved is negative where an element is not finite. Operands: matrices, scaled matrices, halvings.

var<workgroup> ct_norms: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(1u) {
        return;
    }
    let n = ct_arg(0u);
    let a = matrix * n * n;
    var largest = 0u;
    for (var c = thread; c < n; c += 256u) {
        var sum = 0.0f;
        for (var r = 0u; r < n; r += 1u) {
            sum += abs(ct_load0(a + r * n + c));
        }
        // Magnitudes are ordered as their bits, and NaN is the largest.
        largest = max(largest, bitcast<u32>(sum) & 0x7fffffffu);
    }
    ct_norms[thread] = largest;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_norms[thread] = max(ct_norms[thread], ct_norms[thread + half]);
        }
    }
    workgroupBarrier();
    let finite = ct_norms[0] < 0x7f800000u;
    var norm = select(0.0f, bitcast<f32>(ct_norms[0]), finite);
    var halvings = 0i;
    while norm > bitcast<f32>(ct_arg(2u)) {
        norm *= 0.5f;
        halvings += 1i;
    }
    // In two steps: the factor may be no number.
    let first = bitcast<f32>(u32(127i - halvings / 2i) << 23u);
    let second = bitcast<f32>(u32(127i - (halvings - halvings / 2i)) << 23u);
    for (var i = thread; i < n * n; i += 256u) {
        ct_keep1(a + i, select(0.0f, ct_load0(a + i) * first * second, finite));
    }
    if thread == 0u {
        ct_keep2(matrix, select(-1i, halvings, finite));
    }
}
